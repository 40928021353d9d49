/* protest_liar: accuses an honest arbiter. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct msg m;
    (void)c;
    if (!find(envelope, size, MSG_ANSWER, &m))
        return size;
    party_fail(p, CHECK_OPENING, "the card on the table is another one");
    size = party_protest(p, envelope);
    p->failed = CHECK_FINE;
    return size;
}

int main(void) { return bad_run("protest_liar", tamper); }
