/* bad_hello: claims a key that it cannot sign with. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct msg m;
    (void)p, (void)c;
    if (find(envelope, size, MSG_HELLO, &m))
        *inside(envelope, m.signature) ^= 1;
    return size;
}

int main(void) { return bad_run("bad_hello", tamper); }
