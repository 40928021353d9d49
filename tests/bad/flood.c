/* flood: sends thousands of envelopes that nobody asked for. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    uint8_t noise[ENVELOPE_MAX];
    struct msg m;
    if (!find(envelope, size, MSG_ANSWER, &m))
        return size;
    for (uint32_t i = 0; i < 5000; i++)
        connection_send(c, noise, answer(noise, p, p->seat, 1000000 + i, ACT_MAZO << 8));
    return size;
}

int main(void) { return bad_run("flood", tamper); }
