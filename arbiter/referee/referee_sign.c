/* referee_sign: SIGN, and the round of signs after the deal (signs=on).
 *
 * Whoever sees a sign is told it with what it is told next, so that nobody else's messages depend on it.
 * The answers of the round are gathered and told in seat order: which of them came first changes nothing. */
#include <string.h>

#include "referee_state.h"

void signs_ask_all(struct referee *r)
{
    struct view view;
    r->at->signing = true;
    for (unsigned i = 0; i < r->config.seats; i++) {
        signs_view(&r->at->match, (int)i, &view);
        turn_ask(r, i, &view);
    }
}

void signs_keep(struct referee *r, unsigned seat, const uint16_t *codes, unsigned count)
{
    struct place *c = seat_place(r, seat);
    memcpy(c->sign, codes, count * sizeof *codes);
    c->signs = count;
}

/* Sign number n of the giver in this hand: the giver and its partner see it, a rival by the draw of DEAL.md
 * section 5; others of its own side do not. */
static bool seen_by(const struct referee *r, unsigned giver, unsigned to, unsigned n, unsigned seat)
{
    uint8_t key[HASH];
    if (seat == giver || seat == to)
        return true;
    if (side_of(&r->at->match.open, seat) == side_of(&r->at->match.open, giver))
        return false;
    deal_hand_key(key, r->seed, r->at->deal_id, r->at->hand);
    return deal_sign_byte(key, r->at->cut, giver, seat, n) < r->rules.opt[OPT_SIGN_SEEN];
}

void signs_tell(struct referee *r, unsigned seat)
{
    struct place *c = seat_place(r, seat);
    for (unsigned k = 0; k < c->signs; k++, c->signs_given++)
        for (unsigned i = 0; i < r->config.seats; i++) {
            if (!seen_by(r, seat, sign_of_code(c->sign[k]).to, c->signs_given, i))
                continue;
            pack_msg_sign(outbox_pack(r), r->at->number, seat, c->sign[k]);
            outbox_private(r, i, MSG_SIGN);
        }
    c->signs = 0;
}

void signs_when_all_came(struct referee *r)
{
    for (unsigned i = 0; i < r->config.seats; i++)
        if (owed(r, i) != OWES_NOTHING || r->at->asks >> i & 1u)
            return;
    r->at->signing = false;
    for (unsigned i = 0; i < r->config.seats; i++)
        signs_tell(r, i);
    turn_go_on(r);
}

/* The others' answers may be on their way: one each is ignored.  What was answered is told to nobody. */
void signs_cut_short(struct referee *r)
{
    for (unsigned i = 0; i < r->config.seats; i++) {
        struct place *c = seat_place(r, i);
        if (r->at->signing && owed(r, i) == OWES_ANSWER)
            c->crossed = c->request;
        c->signs = c->signs_given = 0;
    }
    r->at->signing = false;
}
