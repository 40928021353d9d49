/* audit_counts: what a report says beside the verdict: what was counted, and what of the outcome rests on the arbiter's word
 * (REPLAY.md section 6).
 *
 * With its own key alone an arbiter can write down a silence, a crash or bytes that never came.  What shows that a party did
 * something is its own signature, and that shows it as far as the host could not have made it. */
#include <string.h>

#include "state.h"

/* --- what a signature shows ----------------------------------------------------------------------- */

static enum audit_ground key_ground(const struct audit *x, unsigned party)
{
    return x->header.offer.held[party] == HELD_REMOTE ? GROUND_PROVED : GROUND_HOST_KEY;
}

static bool party_signed(struct audit *x, unsigned party, const struct seat_message *m, const struct message *text)
{
    x->report->counts.signatures++;
    return verify_message(m->signature, x->report->offer.key[party], text);
}

/* An answer as another seat shows itself where it is signed, over that other number. */
static enum audit_ground other_seat_signed(struct audit *x, unsigned party, const struct seat_message *m,
                                           const uint8_t *raw)
{
    const struct told_party *p = &x->party[party];
    struct message text;
    if (x->report->offer.sign != SIGN_DECISION || !m->has_signature || p->request[m->table] == 0)
        return GROUND_WORD;
    action_message(&text, x->match_id, m->seat, m->table, m->request, m->action, m->sign, m->signs, raw + m->bin_at,
                   m->note_size, p->told[p->refused[m->table]].view.head);
    return party_signed(x, party, m, &text) ? key_ground(x, party) : GROUND_WORD;
}

/* It was signed: the course has looked. */
static enum audit_ground protest_signed(const struct audit *x, unsigned party, const struct seat_message *m)
{
    uint8_t head[HASH] = { 0 };
    bool told = m->have == 0 || audit_head_at(x, party, m->have, head) == HEAD_IS;
    return told && memcmp(m->b, head, HASH) == 0 ? key_ground(x, party) : GROUND_CONTRADICTS;
}

void audit_counts_fault(struct audit *x, const struct input *in)
{
    const struct rec_received *rec = &in->received;
    struct told_party *p = &x->party[rec->party];
    for (unsigned i = 0; i < in->count; i++) {
        const struct seat_message *m = &in->msg[i];
        if (rec->fault == FAULT_WRONG_SEAT && m->type == MSG_ANSWER && m->seat != rec->party) {
            p->signed_it = other_seat_signed(x, rec->party, m, rec->bytes);
            return;
        }
        if (rec->fault == FAULT_KEY_AGAIN && m->type == MSG_HELLO) {
            p->signed_it = key_ground(x, rec->party);
            return;
        }
        if (rec->fault == FAULT_PROTESTED && m->type == MSG_PROTEST) {
            p->signed_it = protest_signed(x, rec->party, m);
            return;
        }
    }
}

/* Every refused answer signs another V, for REFUSED is linked to it: none is counted twice. */
static enum audit_ground ground_of(const struct audit *x, unsigned party, unsigned fault)
{
    if (party == FIEL_NOBODY)
        return GROUND_WORD;
    if (fault == FAULT_ILLEGAL)
        return x->report->offer.sign == SIGN_DECISION ? key_ground(x, party) : GROUND_WORD;
    if (fault == FAULT_WRONG_SEAT || fault == FAULT_PROTESTED || fault == FAULT_KEY_AGAIN)
        return x->party[party].signed_it;
    return GROUND_WORD;
}

static void fault_told(struct audit *x, const struct msg *m)
{
    struct audit_table *t = &x->table[m->table];
    enum audit_ground on = ground_of(x, m->seat, m->fault);
    if (on == GROUND_CONTRADICTS)
        x->report->contradicts = (uint8_t)m->seat;
    if ((m->effect == EFFECT_GAME || m->effect == EFFECT_DEFAULT_ACTION) && on >= t->touched) {
        t->touched = on;
        t->touched_by = m->seat;
    }
}

static void game_told(struct audit *x, const struct msg *m)
{
    struct audit_table *t = &x->table[m->table];
    enum audit_ground on = t->touched;
    unsigned seats = x->header.offer.seats;
    x->report->counts.games++;
    t->touched = GROUND_NONE;
    if (on == GROUND_NONE || m->winner >= (unsigned)rules_scorers(&x->rules, (int)seats) ||
        m->winner == rules_scorer(&x->rules, (int)seats, t->touched_by))
        return;
    x->given[m->winner]++;
    x->given_on = on > x->given_on ? on : x->given_on;
}

/* Another scorer could have won, or it could have been no draw, if those games had gone to the one at fault in them. */
static bool given_decide(const struct audit *x)
{
    const struct result *r = &x->report->result;
    uint32_t given = 0;
    for (unsigned s = 0; s < r->scorers; s++)
        given += x->given[s];
    if (r->winner >= r->scorers)
        return given > 0;
    for (unsigned s = 0; s < r->scorers; s++)
        if (s != r->winner && r->games[s] + x->given[r->winner] >= r->games[r->winner] - x->given[r->winner])
            return x->given[r->winner] > 0;
    return false;
}

/* --- what was counted ----------------------------------------------------------------------------- */

static void open_told(struct audit_report *r, const struct msg *m)
{
    r->open = m->blob;
    r->open_size = m->blob_size;
    r->proof = m->blob2;
    r->proof_size = m->blob2_size;
}

void audit_counts_message(struct audit *x, const struct msg *m)
{
    struct audit_report *r = x->report;
    r->counts.messages++;
    switch (m->type) {
    case MSG_OPEN: open_told(r, m); break;
    case MSG_DEAL:
        r->counts.cuts += x->second_leg ? x->parties : 0;
        r->counts.deals += x->has_seed;
        r->counts.openings += m->blob2_size / OPENING;
        break;
    case MSG_CARDS:
    case MSG_ACT:
    case MSG_SHOW: r->counts.openings += m->blob_size / OPENING; break;
    case MSG_SIGN: r->counts.signs += x->rec.visibility == visible_to(m->seat); break;
    case MSG_HAND_END: r->counts.hands++; break;
    case MSG_HANDS_END: x->hands_end = x->rec; break;
    case MSG_FAULT: fault_told(x, m); break;
    case MSG_GAME_END: game_told(x, m); break;
    case MSG_RESULT:
        r->has_result = read_result(m->blob, m->blob_size, &r->result);
        r->result_us = x->rec.us;
        break;
    case MSG_REVEAL: r->reveal_us = x->rec.us; break;
    default: break;
    }
}

void audit_counts_event(struct audit *x, const struct course_event *e)
{
    struct audit_counts *c = &x->report->counts;
    switch (e->what) {
    case HAPPENS_DECISION:
        c->decisions++;
        x->report->spared[e->party] += e->b != 0;
        return;
    case HAPPENS_CUT: c->cuts++; return;
    case HAPPENS_SIGNED: x->report->signed_to[e->party] = (uint32_t)e->a; return;
    case HAPPENS_FAULT:
        if (e->party < PARTIES_MAX)
            x->report->timeouts[e->party] = e->timeouts;
        c->refused += e->fault == FAULT_ILLEGAL;
        c->ignored += e->fault == FAULT_UNASKED;
        c->faults++;
        return;
    case HAPPENS_DEALT: x->table[e->at.table].position = e->position; return;
    case HAPPENS_OFFERED:
    case HAPPENS_GAME:
    case HAPPENS_HAND:
    case HAPPENS_PROGRESS:
    case HAPPENS_VOID: return;
    }
}

void audit_counts_still(struct audit *x, unsigned party, bool still, uint64_t us)
{
    struct told_party *p = &x->party[party];
    if (p->still) {
        uint64_t until = (uint64_t)p->still_until_us, stood = (us < until ? us : until) - p->still_us;
        x->report->paused_us[party] += stood;
        x->report->paused_for_us[party][0] += stood;
    }
    p->still = still;
    p->still_us = us;
    if (still)
        (void)course_frozen(x->course, party, &p->still_until_us);
}

void audit_counts_pause(struct audit *x, const struct rec_pause *p)
{
    for (unsigned i = 0; i < x->parties; i++) {
        if (p->party != i && p->party != FIEL_NOBODY)
            continue;
        x->report->paused_us[i] += p->until_us - p->from_us;
        x->report->paused_for_us[i][p->reason] += p->until_us - p->from_us;
    }
}

void audit_counts_end(struct audit *x)
{
    struct audit_report *r = x->report;
    const struct result *of = &r->result;
    r->hands = (uint32_t)r->counts.hands;
    for (unsigned i = 0; i < x->parties; i++)
        audit_counts_still(x, i, false, x->last_us);
    r->counts.signatures += x->course != NULL ? course_verified(x->course) : 0;
    if (!r->has_result)
        return;
    if (of->fault != FAULT_NONE)
        r->ground = ground_of(x, of->fault_seat, of->fault);
    if (of->outcome != END_FAULT && of->outcome != END_VOID && x->given_on > r->ground && given_decide(x))
        r->ground = x->given_on;
}
