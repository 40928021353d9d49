/* audit_seen: signs, and who saw them (DEAL.md section 5). */
#include "state.h"

#include <string.h>

void audit_signs_ask(struct audit *a)
{
    a->at->signing = true;
    for (unsigned i = 0; i < a->seats; i++) {
        audit_round_ask(a, i);
    }
}

void audit_signs_keep(struct audit *a, unsigned seat, const struct msg *m)
{
    memcpy(a->at->place[seat].sign, m->sign, sizeof m->sign);
    a->at->place[seat].signs = m->signs;
}

/* A rival catches sign n of the giver by a draw that hangs on the seed. */
static bool caught(const struct audit *a, unsigned giver, unsigned rival, unsigned n)
{
    uint8_t key[HASH];
    deal_hand_key(key, a->seed, a->at->deal_id, a->at->match.open.hand);
    return deal_sign_byte(key, a->at->cut, giver, rival, n) < a->rules.opt[OPT_SIGN_SEEN];
}

static void push_sign(struct audit *a, unsigned giver, uint16_t sign, unsigned n)
{
    for (unsigned i = 0; i < a->seats; i++) {
        bool told = i == giver || i == sign_of_code(sign).to;
        bool rival = side_of(&a->at->match.open, i) != side_of(&a->at->match.open, giver);
        if (!told && (!rival || (a->has_seed && !caught(a, giver, i, n))))
            continue;
        line_push(a, (struct step){ .type = MSG_SIGN,
                                    .seat = (uint8_t)i,
                                    .action = sign,
                                    .value = (uint16_t)giver,
                                    .perhaps = !told && !a->has_seed });
    }
}

void audit_signs_push(struct audit *a, unsigned seat)
{
    struct place *s = &a->at->place[seat];
    for (unsigned k = 0; k < s->signs; k++)
        push_sign(a, seat, s->sign[k], s->signs_given++);
    s->signs = 0;
}

void audit_signs_came(struct audit *a, unsigned seat)
{
    paid(a, seat);
    for (unsigned i = 0; i < a->seats; i++)
        if (owed(a, i) != OWES_NOTHING || a->at->asks >> i & 1u)
            return;
    a->at->signing = false;
    for (unsigned i = 0; i < a->seats; i++)
        audit_signs_push(a, i);
    audit_play_on(a);
}

/* Answers may be on their way to a request that is closed: one of each seat is ignored. */
void audit_signs_cut_short(struct audit *a)
{
    for (unsigned i = 0; i < a->seats; i++) {
        struct place *s = &a->at->place[i];
        if (a->at->signing && owed(a, i) == OWES_ANSWER)
            s->crossed = s->request;
        s->signs = s->signs_given = 0;
    }
    a->at->signing = false;
}

bool audit_check_sign(struct audit *a, const struct step *s, const struct msg *m)
{
    unsigned due = sign_of_code(s->action).to, is = sign_of_code(m->sign[0]).to;
    if (a->rec.visibility != 1u << s->seat)
        return ARBITER_LIES(a, "a sign of seat %u is shown to others than seat %u, who sees it next", s->value,
                            s->seat);
    if (m->seat != s->value)
        return ARBITER_LIES(a, "SIGN says it is seat %u's, it is seat %u's", m->seat, s->value);
    if (m->sign[0] != s->action)
        return ARBITER_LIES(a, "SIGN says \"%s\" to seat %u, seat %u made \"%s\" to seat %u",
                            sign_text(sign_of_code(m->sign[0]).word), is, s->value,
                            sign_text(sign_of_code(s->action).word), due);
    a->report->counts.signs += s->seat == s->value;
    pack_msg_sign(&a->expect, a->at->number, s->value, s->action);
    return audit_same_bytes(a, "other bytes than its fields make");
}
