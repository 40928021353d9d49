/* oversize: its first answer is one byte longer than an envelope may be. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    static uint8_t much[ENVELOPE_MAX + 1];
    struct msg m;
    (void)p;
    if (!find(envelope, size, MSG_ANSWER, &m))
        return size;
    memcpy(much, envelope, size);
    connection_send(c, much, sizeof much);
    return 0;
}

int main(void) { return bad_run("oversize", tamper); }
