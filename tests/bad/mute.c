/* mute: says hello and then nothing more. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct msg m;
    (void)p, (void)c;
    return find(envelope, size, MSG_HELLO, &m) ? size : 0;
}

int main(void) { return bad_run("mute", tamper); }
