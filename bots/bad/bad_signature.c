/* bad_signature: signs the end of the second hand with another transcript's head. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct message text;
    uint8_t head[HASH];
    struct msg m;
    (void)c;
    if (!find(envelope, size, MSG_HAND_SIGN, &m) || m.hand != 2)
        return size;
    memcpy(head, p->table->hand.head, HASH);
    head[0] ^= 1;
    hand_end_message(&text, p->match_id, p->seat, 0, m.hand, head, p->table->hand.score, p->scorers, p->checkpoint);
    sign_message(inside(envelope, m.signature), p->secret, &text);
    return size;
}

int main(void) { return bad_run("bad_signature", tamper); }
