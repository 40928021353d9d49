/* overheard: put before a bot with LD_PRELOAD, it writes to stderr every byte that the bot is told, as it came: the messages of its
 * arbiter, and the record of its seat on descriptor 3. */
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

typedef int receive_function(void *, void *, size_t, int);
typedef ssize_t read_function(int, void *, size_t);

static void hear(const void *bytes, size_t size)
{
    const char *at = bytes;
    for (ssize_t n; size && (n = write(2, at, size)) > 0; size -= (size_t)n)
        at += n;
}

int zmq_recv(void *socket, void *bytes, size_t size, int flags);
int zmq_recv(void *socket, void *bytes, size_t size, int flags)
{
    static receive_function *real;
    if (!real) {
        void *found = dlsym(RTLD_NEXT, "zmq_recv");
        memcpy(&real, &found, sizeof real);
    }
    int n = real(socket, bytes, size, flags);
    if (n > 0)
        hear(bytes, (size_t)n < size ? (size_t)n : size);
    return n;
}

ssize_t read(int fd, void *bytes, size_t size)
{
    static read_function *real;
    if (!real) {
        void *found = dlsym(RTLD_NEXT, "read");
        memcpy(&real, &found, sizeof real);
    }
    ssize_t n = real(fd, bytes, size);
    if (fd == 3 && n > 0)
        hear(bytes, (size_t)n);
    return n;
}
