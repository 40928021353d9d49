/* bad_signature: signs the first hands with another transcript's head. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct message text;
    struct chain other = p->ends.p;
    struct msg m;
    (void)c;
    if (!find(envelope, size, MSG_HAND_SIGN, &m))
        return size;
    other.head[0] ^= 1;
    hands_signed_message(&text, p->match_id, p->seat, m.hand, &other, p->ends.views, p->checkpoint);
    sign_message(inside(envelope, m.signature), p->secret, &text);
    return size;
}

int main(void) { return bad_run("bad_signature", tamper); }
