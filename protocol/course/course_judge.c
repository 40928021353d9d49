/* course_judge: what one message is, by its sender, the stage, the clock, its signature and the rules
 * (ARBITER.md section 1).  Every type has an answer at every stage; a message that is not expected is
 * FAULT_OUT_OF_ORDER, an exact repeat of one that was taken is ignored: a bot that came back cannot know what
 * arrived. */
#include <assert.h>
#include <string.h>

#include "course_judge.h"

static const struct judgement ACCEPTED = { .verdict = VERDICT_ACCEPTED };
static const struct judgement REPEATED = { .verdict = VERDICT_IGNORED };

bool judge_signature(struct course *co, const uint8_t *signature, const uint8_t *key, const struct message *text)
{
    co->verified++;
    return verify_message(signature, key, text);
}

static struct judgement out_of_order(const struct seat_message *m) { return at_fault(FAULT_OUT_OF_ORDER, m->type, 0); }

/* What was taken comes again. */
static struct judgement again(const struct course *co, const struct intake *in, const struct seat_message *m)
{
    return co->party[in->seat].repeats < repeats_most(co) ? REPEATED : out_of_order(m);
}

/* What the seat owed came after its time. */
static bool too_late(const struct course *co, const struct table *t, const struct intake *in)
{
    return dues_overdue(co, in->seat, &co->party[in->seat].due[t->number], in->came);
}

/* The hand of what is missing first. */
static uint32_t hand_withheld(const struct course *co, const struct table *t, const struct intake *in)
{
    return in->signs ? co->ends.told : cards_cut_due(co, t);
}

struct judgement judge_overdue(const struct course *co, const struct table *t, const struct intake *in)
{
    const struct course_party *c = &co->party[in->seat];
    const struct due *d = in->signs ? &c->signs : &c->due[t->number];
    uint64_t budget = (uint64_t)d->budget_us;
    switch (d->what) {
    case OWES_JOIN: return at_fault(FAULT_NO_START, budget, 0);
    case OWES_HAND: return at_fault(FAULT_WITHHELD, hand_withheld(co, t, in), budget);
    case OWES_ANSWER: return at_fault(FAULT_TIMEOUT, budget, (uint64_t)(in->came - d->asked_us));
    case OWES_NOTHING: break;
    }
    assert(0 && "nothing is owed");
    return ACCEPTED;
}

static struct judgement judge_hello(struct course *co, const struct intake *in, const struct seat_message *m)
{
    if (m->version != PROTOCOL_VERSION)
        return at_fault(FAULT_MALFORMED, WIRE_OTHER_VERSION, 0);
    if (co->party[in->seat].hellos >= hellos_most(co) || in->judged > 0)
        return out_of_order(m);
    if (!back_hello_holds(co, in->seat, m))
        return at_fault(FAULT_BAD_SIGNATURE, MSG_HELLO, 0);
    unsigned before = twin_key_again(&co->primary, m->a, co->header.offer.held[in->seat]);
    return before == FIEL_NOBODY ? ACCEPTED : at_fault(FAULT_KEY_AGAIN, before, 0);
}

static bool same_anchors(const struct course *co, const struct intake *in, const struct seat_message *m)
{
    for (unsigned t = 0; t < co->tables; t++)
        if (memcmp(co->table[t].place[in->seat].anchor, in->raw + m->bin_at + t * HASH, HASH) != 0)
            return false;
    return true;
}

static struct judgement judge_join(struct course *co, struct table *t, const struct intake *in,
                                   const struct seat_message *m)
{
    const struct course_party *c = &co->party[in->seat];
    struct message text;
    if (c->joined && memcmp(c->join_signature, m->signature, SIGNATURE) == 0 && memcmp(c->join_view, m->b, HASH) == 0 &&
        same_anchors(co, in, m))
        return again(co, in, m);
    if (owed(co, t, in->seat) != OWES_JOIN)
        return out_of_order(m);
    if (too_late(co, t, in))
        return judge_overdue(co, t, in);
    join_message(&text, co->match_id, in->seat, co->tables, in->raw + m->bin_at, m->b);
    /* Nothing private was linked yet: OFFER is in neither chain. */
    if (memcmp(m->b, c->view.head, HASH) != 0 || !judge_signature(co, m->signature, c->key, &text))
        return at_fault(FAULT_BAD_SIGNATURE, MSG_JOIN, 0);
    return ACCEPTED;
}

static struct judgement judge_cut(struct course *co, struct table *t, const struct intake *in,
                                  const struct seat_message *m)
{
    const struct place *p = &t->place[in->seat];
    uint8_t x[HASH];
    if (m->hand == p->x_hand && m->hand > 0 && memcmp(m->a, p->x, HASH) == 0)
        return again(co, in, m);
    if (owed(co, t, in->seat) != OWES_HAND || m->hand == 0 || m->hand != cards_cut_due(co, t) || p->x_hand == m->hand)
        return out_of_order(m);
    if (too_late(co, t, in))
        return judge_overdue(co, t, in);
    memcpy(x, m->a, HASH);
    for (uint32_t j = m->hand; j > p->x_hand; j--)
        cut_previous(x, x, t->id, in->seat, j);
    return memcmp(x, p->x, HASH) == 0 ? ACCEPTED : at_fault(FAULT_BAD_CUT, m->hand, 0);
}

/* The signature of the newest HANDS_END. */
static struct judgement judge_hand_sign(struct course *co, struct table *t, struct intake *in,
                                        const struct seat_message *m)
{
    const struct course_party *c = &co->party[in->seat];
    struct message text;
    if (m->hand == c->signed_hand && m->hand > 0 && memcmp(m->signature, c->signature, SIGNATURE) == 0)
        return again(co, in, m);
    if (c->signs.what != OWES_HAND || m->hand != co->ends.told || in->hand_signed)
        return out_of_order(m);
    in->signs = true;
    if (dues_overdue(co, in->seat, &c->signs, in->came))
        return judge_overdue(co, t, in);
    in->signs = false;
    hands_signed_message(&text, co->match_id, in->seat, co->ends.told, &co->ends.p, co->ends.views, co->checkpoint);
    in->hand_signed = judge_signature(co, m->signature, c->key, &text);
    return in->hand_signed ? ACCEPTED : at_fault(FAULT_BAD_SIGNATURE, MSG_HAND_SIGN, 0);
}

static bool action_signed(struct course *co, const struct table *t, const struct intake *in,
                          const struct seat_message *m)
{
    struct message text;
    if (co->header.offer.sign != SIGN_DECISION)
        return true;
    action_message(&text, co->match_id, in->seat, t->number, m->request, m->action, m->sign, m->signs,
                   in->raw + m->bin_at, m->note_size, t->place[in->seat].request_head);
    return m->has_signature && judge_signature(co, m->signature, co->party[in->seat].key, &text);
}

/* The action against the rules, with the state after it in t->next; then the signs. */
static enum rule_error answer_refused(struct table *t, unsigned seat, const struct seat_message *m)
{
    const struct action pass = { ACT_PASS, 0 };
    enum rule_error e;
    if (t->signing)
        e = m->action == action_code(pass) ? RULE_OK : RULE_SIGNS_FIRST;
    else
        e = position_apply(&t->position, (int)seat, action_of_code(m->action), &t->next);
    if (e != RULE_OK)
        return e;
    return signs_refused(&t->position.open, seat, t->place[seat].signs_given, m->sign, m->signs);
}

static struct judgement judge_answer(struct course *co, struct table *t, struct intake *in,
                                     const struct seat_message *m)
{
    const struct place *p = &t->place[in->seat];
    if (in->seat >= co->seats)
        return out_of_order(m); /* nobody asks a cutter */
    if (m->seat != in->seat)
        return at_fault(FAULT_WRONG_SEAT, m->seat, in->seat);
    if (co->stage < COURSE_OPEN)
        return out_of_order(m);
    bool closed = owed(co, t, in->seat) != OWES_ANSWER || m->request != p->request || t->answered == in->number;
    if (closed && m->request > 0 && m->request <= p->crossed)
        return again(co, in, m);
    if (closed)
        return (struct judgement){ .verdict = VERDICT_IGNORED, .fault = FAULT_UNASKED, .a = m->request };
    if (too_late(co, t, in))
        return judge_overdue(co, t, in);
    if (!action_signed(co, t, in, m))
        return at_fault(FAULT_BAD_SIGNATURE, MSG_ANSWER, 0);
    enum rule_error e = answer_refused(t, in->seat, m);
    if (e != RULE_OK)
        return (struct judgement){ .verdict = VERDICT_REFUSED, .fault = FAULT_ILLEGAL, .a = e };
    t->answered = in->number;
    in->answers++;
    return ACCEPTED;
}

/* Whether its head is the record's is not asked: a bot that was told something else says just that. */
static struct judgement judge_protest(struct course *co, const struct intake *in, const struct seat_message *m)
{
    struct message text;
    if (co->stage == COURSE_HELLO)
        return out_of_order(m);
    protest_message(&text, co->match_id, in->seat, m->have, m->b, m->code, in->raw + m->bin_at, m->text_size);
    return judge_signature(co, m->signature, co->party[in->seat].key, &text)
               ? at_fault(FAULT_PROTESTED, m->code, 0)
               : at_fault(FAULT_BAD_SIGNATURE, MSG_PROTEST, 0);
}

struct judgement judge(struct course *co, struct table *t, struct intake *in, const struct seat_message *m)
{
    if (m->type == MSG_HELLO)
        return judge_hello(co, in, m);
    /* Not so after its seat process was lost: what was on its way then comes before the next HELLO. */
    if (!co->party[in->seat].said_hello)
        return out_of_order(m);
    switch (m->type) {
    case MSG_PROTEST: return judge_protest(co, in, m);
    case MSG_JOIN: return judge_join(co, t, in, m);
    case MSG_CUT: return judge_cut(co, t, in, m);
    case MSG_ANSWER: return judge_answer(co, t, in, m);
    case MSG_HAND_SIGN: return judge_hand_sign(co, t, in, m);
    default: /* the seat process lets nothing else through */ return at_fault(FAULT_MALFORMED, WIRE_UNKNOWN_TYPE, 0);
    }
}
