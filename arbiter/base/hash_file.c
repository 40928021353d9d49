#include "hash_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <unistd.h>

#include "child/stall.h"

int hash_file(const char *path, uint8_t out[HASH]) { return hash_open(open(path, O_RDONLY | O_CLOEXEC), out); }

int hash_open(int fd, uint8_t out[HASH])
{
    uint8_t block[1 << 16];
    crypto_generichash_state h;
    ssize_t n = 0;
    if (fd < 0)
        return -1;
    crypto_generichash_init(&h, NULL, 0, HASH);
    do {
        stall_rest();
        n = read(fd, block, sizeof block);
        if (n > 0)
            crypto_generichash_update(&h, block, (unsigned long long)n);
    } while (n > 0 || (n < 0 && errno == EINTR));
    int error = errno;
    close(fd);
    if (n == 0)
        crypto_generichash_final(&h, out, HASH);
    errno = error;
    return n == 0 ? 0 : -1;
}
