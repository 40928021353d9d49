/* audit: the walk over the records, and the verdict. */
#include "state.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "wire/strict.h"

bool audit_fail(struct audit *a, enum audit_blame blame, const char *format, ...)
{
    struct audit_report *r = a->report;
    if (a->failed)
        return false;
    a->failed = true;
    r->outcome = AUDIT_WRONG;
    r->blame = blame;
    r->record = a->number;
    r->offset = a->rec.offset;
    r->type = a->rec.type;
    int named = a->of_table && a->tables > 1 ? snprintf(r->wrong, sizeof r->wrong, "table %u: ", a->at->number) : 0;
    va_list args;
    va_start(args, format);
    vsnprintf(r->wrong + named, sizeof r->wrong - (size_t)named, format, args);
    va_end(args);
    return false;
}

static bool judge_header(struct audit *a)
{
    if (a->number != 1)
        return ARBITER_LIES(a, "a second header");
    if (!header_read(&a->rec, &a->header))
        return ARBITER_LIES(a, "the header cannot be read");
    if (a->pinned && memcmp(a->pinned, a->header.offer.arbiter, KEY_PUBLIC))
        return audit_fail(a, BLAME_FILE, "the arbiter's key is not the one that was asked for");
    for (unsigned i = 0; i < a->parties; i++) {
        a->seat[i].start_us = a->rec.us;
        a->seat[i].duty_us = a->header.offer.duty_us;
    }
    return true;
}

static bool check_step(struct audit *a, const struct step *s, const struct msg *m)
{
    switch ((enum message_type)s->type) {
    case MSG_OFFER: return audit_check_offer(a, s, m);
    case MSG_OPEN: return audit_check_open(a, s, m);
    case MSG_SEAL: return audit_check_seal(a, s, m);
    case MSG_DEAL: return audit_check_deal(a, s, m);
    case MSG_CARDS: return audit_check_cards(a, s, m);
    case MSG_ACT: return audit_check_act(a, s, m);
    case MSG_REQUEST: return audit_check_request(a, s, m);
    case MSG_REFUSED: return audit_check_refused(a, s, m);
    case MSG_SHOW: return audit_check_show(a, s, m);
    case MSG_HAND_END: return audit_check_hand_end(a, s, m);
    case MSG_SIGNED: return audit_check_signed(a, s, m);
    case MSG_FAULT: return audit_check_fault(a, s, m);
    case MSG_GAME_END: return audit_check_game_end(a, s, m);
    case MSG_RESULT: return audit_check_result(a, s, m);
    case MSG_REVEAL: return audit_check_reveal(a, s, m);
    case MSG_SIGN: return audit_check_sign(a, s, m);
    case MSG_HANDS_END: return audit_check_hands_end(a, s, m);
    case MSG_HELLO:
    case MSG_JOIN:
    case MSG_CUT:
    case MSG_ANSWER:
    case MSG_HAND_SIGN:
    case MSG_PROTEST: break; /* a bot's, never in line */
    }
    assert(0 && "a bot's message in line");
    return false;
}

/* Who may see a message of this kind: everybody, the seat of its step, or nobody at the table: the seed of a
 * first leg. */
static unsigned visibility(const struct audit *a, const struct step *s)
{
    if (s->type == MSG_REVEAL && a->offer.reveal == REVEAL_PAIR)
        return VISIBLE_ARBITER;
    bool private = s->type == MSG_OFFER || s->type == MSG_CARDS || s->type == MSG_REQUEST || s->type == MSG_REFUSED ||
                   s->type == MSG_SIGN;
    return private ? visible_to(s->seat) : VISIBLE_ALL;
}

/* A HANDS_END beside the one that was due is worth more than a wrong record. */
static bool unexpected(struct audit *a, const struct msg *m)
{
    char found[24], due[24];
    const struct step *s = line_next(a);
    record_name(a->rec.type, found);
    if (m->type == MSG_HANDS_END && a->hands_told && m->hand == a->hands_told && audit_signs_other(a, m))
        return ARBITER_LIES(a, "a second head signed for %u hands: the two prove that the arbiter lied", m->hand);
    if (s && s->type == MSG_SIGN)
        return ARBITER_LIES(a, "a sign of seat %u is due for seat %u, but %s follows", s->value, s->seat, found);
    if (s)
        return ARBITER_LIES(a, "%s is due here, but %s follows", record_name(s->type, due), found);
    if (m->type == MSG_FAULT)
        return ARBITER_LIES(a, "a FAULT that nothing caused");
    return ARBITER_LIES(a, "%s is not due: nothing that came calls for it", found);
}

/* Messages that are of all tables stand under table 0. */
static bool of_match(unsigned type)
{
    return type == MSG_OFFER || type == MSG_OPEN || type == MSG_SIGNED || type == MSG_RESULT || type == MSG_REVEAL ||
           type == MSG_HANDS_END;
}

/* One message that the arbiter made. */
static bool judge_message(struct audit *a)
{
    struct msg m;
    char name[24];
    enum wire_error e = msg_read(a->rec.payload, a->rec.size, FROM_ARBITER, &m);
    if (e)
        return ARBITER_LIES(a, "%s: %s", record_name(a->rec.type, name), wire_error_text(e));
    if (m.type != a->rec.type)
        return ARBITER_LIES(a, "the record's type is not its message's");
    if (!line_go_on(a, m.type))
        return false;
    audit_go_on_void(a);
    const struct step *next = line_next(a);
    a->at = &a->table[next ? next->table : m.table < a->tables ? m.table : 0];
    a->of_table = !next || !of_match(next->type);
    if (!next || next->type != m.type)
        return unexpected(a, &m);

    struct step s = *next;
    unsigned seen = visibility(a, &s);
    pack_start(&a->expect, a->expect_bytes, sizeof a->expect_bytes);
    if (!check_step(a, &s, &m))
        return false;
    if (a->rec.visibility != seen)
        return ARBITER_LIES(a, "%s is marked as visible to others than it was sent to", record_name(a->rec.type, name));
    if (!audit_chains_link(a))
        return false;
    line_pop(a);
    a->report->counts.messages++;
    if (m.type == MSG_CARDS && a->at->cards_told == a->seats && !audit_play_dealt(a))
        return false;
    return audit_take_on(a);
}

static bool judge_input(struct audit *a)
{
    char name[24];
    a->of_table = false;
    if (a->rec.visibility != VISIBLE_ARBITER)
        return ARBITER_LIES(a, "%s is the arbiter's alone", record_name(a->rec.type, name));
    if (a->rec.type == REC_SENT)
        return audit_judge_sent(a);
    if (a->rec.type == REC_LOGGED || a->rec.type == REC_REVEAL_NOW) {
        return line_go_on(a, a->rec.type) &&
               (a->rec.type == REC_LOGGED ? audit_judge_logged(a) : audit_judge_reveal_now(a));
    }
    if (audit_says_lost(&a->rec))
        audit_forget_due(a);
    else if (!line_must_be_empty(a) || !audit_resends_ended(a))
        return false;
    a->at = a->table;
    a->round_open = true;
    a->words = a->taken = a->answers = 0;
    bool right = a->rec.type == REC_SEAT      ? audit_judge_seat(a)
                 : a->rec.type == REC_SILENCE ? audit_judge_silence(a)
                 : a->rec.type == REC_VOID    ? audit_judge_void(a)
                 : a->rec.type == REC_PAUSE   ? audit_judge_pause(a)
                                              : audit_judge_received(a);
    return right && audit_take_on(a);
}

/* All that was made must have left, to every seat that is there to hear it. */
static bool judge_end(struct audit *a)
{
    if (!line_must_be_empty(a))
        return false;
    if (a->stage != STAGE_OVER)
        return ARBITER_LIES(a, "the trailer stands before the end of the match");
    for (unsigned i = 0; i < a->parties; i++) {
        const struct seat_state *s = &a->seat[i];
        bool there = !a->lost && s->hello && i != a->result.fault_seat && !s->early.fault && !s->troubled;
        if (there && s->sent < s->told_count)
            return ARBITER_LIES(a, "seat %u was never sent the last %zu messages", i, s->told_count - s->sent);
    }
    return true;
}

static bool judge_record(struct audit *a)
{
    if (a->rec.us < a->last_us)
        return ARBITER_LIES(a, "the clock runs backwards: %llu us after %llu us", (unsigned long long)a->rec.us,
                            (unsigned long long)a->last_us);
    a->last_us = a->rec.us;
    switch (a->rec.type) {
    case REC_HEADER:
        return a->rec.visibility == VISIBLE_ARBITER ? judge_header(a)
                                                    : ARBITER_LIES(a, "the header is the arbiter's alone");
    case REC_RECEIVED:
    case REC_SENT:
    case REC_SILENCE:
    case REC_SEAT:
    case REC_LOGGED:
    case REC_VOID:
    case REC_PAUSE:
    case REC_REVEAL_NOW: return judge_input(a);
    case REC_TRAILER: return judge_end(a);
    default: return judge_message(a);
    }
}

/* Reads ahead for what is told late and needed early: the seed; and the header, which is judged when its turn comes.
 * False: no memory. */
static bool read_ahead(struct audit *a)
{
    struct replay all = a->file;
    struct record rec;
    struct msg m;
    char why[RULES_ERROR_TEXT];
    const struct offer *o = &a->header.offer;
    a->seats = SEATS_MAX;
    a->parties = PARTIES_MAX;
    a->result.scorers = 2;
    if (replay_next(&all, &rec) && header_read(&rec, &a->header)) {
        a->seats = o->seats;
        a->parties = (unsigned)o->seats + o->cutters;
        if (!rules_parse(o->rules, &a->rules, why))
            a->result.scorers = (uint8_t)rules_scorers(&a->rules, o->seats);
    }
    while (replay_next(&all, &rec))
        if (rec.type == MSG_REVEAL && msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK &&
            m.type == MSG_REVEAL) {
            memcpy(a->seed, m.seed, HASH);
            a->has_seed = true;
        }
    return audit_tables_make(a, o->tables);
}

/* Without a trailer that holds nobody vouches for the bytes, so nobody can be blamed for them. */
static void settle(struct audit *a)
{
    struct audit_report *r = a->report;
    bool whole = r->has_offer && r->end == REPLAY_COMPLETE;
    bool vouched = whole && replay_signed(&a->file, a->match_id, a->offer.arbiter);
    if (whole)
        r->counts.signatures++;
    if (!a->failed && r->end == REPLAY_COMPLETE && !vouched)
        audit_fail(a, BLAME_FILE, "the arbiter's signature of the whole file does not hold");
    if (a->failed && !vouched)
        r->blame = BLAME_FILE;
    audit_rests(a);
}

static void walk(struct audit *a)
{
    while (!a->failed && replay_next(&a->file, &a->rec)) {
        a->number++;
        if (judge_record(a))
            a->report->counts.records++;
    }
    while (replay_next(&a->file, &a->rec)) /* only to know how the file ends */
        ;
    a->report->end = a->file.end;
    if (a->failed || a->file.end == REPLAY_COMPLETE)
        return;
    if (a->file.end == REPLAY_NO_TRAILER || a->file.end == REPLAY_TRUNCATED) {
        a->report->outcome = AUDIT_UNFINISHED;
        snprintf(a->report->wrong, sizeof a->report->wrong, "the file %s", replay_end_text(a->file.end));
        return;
    }
    a->number++;
    a->rec = (struct record){ .offset = a->file.at };
    audit_fail(a, BLAME_FILE, "%s", replay_end_text(a->file.end));
}

int audit_bytes(const void *bytes, size_t size, const uint8_t *pinned, struct audit_report *out)
{
    struct audit *a = calloc(1, sizeof *a);
    if (!a)
        return -1;
    *out = (struct audit_report){ .outcome = AUDIT_VALID, .blame = BLAME_NOBODY };
    a->report = out;
    a->pinned = pinned;
    replay_over(&a->file, bytes, size);
    if (read_ahead(a)) {
        walk(a);
        settle(a);
    } else {
        a->no_memory = true;
    }
    int rc = a->no_memory ? -1 : 0;
    for (unsigned i = 0; i < PARTIES_MAX; i++)
        free(a->seat[i].told);
    audit_tables_free(a);
    free(a);
    return rc;
}
