/* hello_again: says hello a hundred times before each answer. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    uint8_t hello[ENVELOPE_MAX];
    struct msg m;
    if (!find(envelope, size, MSG_ANSWER, &m))
        return size;
    for (int i = 0; i < 100; i++) {
        p->hello_due = true;
        connection_send(c, hello, party_reply(p, hello));
    }
    return size;
}

int main(void) { return bad_run("hello_again", tamper); }
