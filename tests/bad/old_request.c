/* old_request: answers, and then goes on answering what it answered before. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    static uint32_t before;
    static uint16_t said;
    uint8_t old[ENVELOPE_MAX];
    struct msg m;
    if (!find(envelope, size, MSG_ANSWER, &m))
        return size;
    for (int i = 0; before && i < 10; i++)
        connection_send(c, old, answer(old, p, p->seat, before, said));
    before = m.request;
    said = m.action;
    return size;
}

int main(void) { return bad_run("old_request", tamper); }
