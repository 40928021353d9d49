/* out_of_turn: raises while the other one is thinking, by answering requests far ahead of those that were made. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct msg m;
    if (!find(envelope, size, MSG_ANSWER, &m))
        return size;
    connection_send(c, envelope, size);
    return answer(envelope, p, p->seat, m.request + 1000000, ACT_RAISE << 8 | 1);
}

int main(void) { return bad_run("out_of_turn", tamper); }
