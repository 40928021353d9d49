/* course_signs: SIGN, and the round of signs after the deal (signs=on).
 *
 * A seat that sees a sign is told it with what it is told next, so that nobody else's messages depend on it.
 * The answers of the round are gathered and told in seat order: which of them came first changes nothing. */
#include <string.h>

#include "course_state.h"

void signs_ask_all(struct course *co, struct table *t)
{
    t->signing = true;
    for (unsigned i = 0; i < co->seats; i++)
        dues_ask(co, t, i);
}

void signs_keep(struct table *t, unsigned seat, const uint16_t *codes, unsigned count)
{
    struct place *c = &t->place[seat];
    memcpy(c->sign, codes, count * sizeof *codes);
    c->signs = count;
}

/* Sign number n of the giver in this hand: the giver and its partner see it, a rival by the draw of DEAL.md
 * section 5; others of its own side do not. */
static bool seen_by(const struct course *co, const struct table *t, unsigned giver, unsigned to, unsigned n,
                    unsigned seat)
{
    if (seat == giver || seat == to)
        return true;
    if (side_of(&t->position.open, seat) == side_of(&t->position.open, giver))
        return false;
    const struct course_hand h = hand_of(t, t->hand);
    return co->ports.sees_sign(co->ports.ctx, &h, t->cut, giver, seat, n);
}

void signs_tell(struct course *co, struct table *t, unsigned seat)
{
    struct place *c = &t->place[seat];
    for (unsigned k = 0; k < c->signs; k++, c->signs_given++)
        for (unsigned i = 0; i < co->seats; i++) {
            if (!seen_by(co, t, seat, sign_of_code(c->sign[k]).to, c->signs_given, i))
                continue;
            pack_msg_sign(pen_pack(co), t->number, seat, c->sign[k]);
            pen_private(co, i, MSG_SIGN);
        }
    c->signs = 0;
}

/* The others' answers may be on their way: one each is ignored.  What was answered is told to nobody. */
void signs_cut_short(struct course *co, struct table *t)
{
    for (unsigned i = 0; i < co->seats; i++) {
        struct place *c = &t->place[i];
        if (t->signing && owed(co, t, i) == OWES_ANSWER)
            c->crossed = c->request;
        c->signs = c->signs_given = 0;
    }
    t->signing = false;
}
