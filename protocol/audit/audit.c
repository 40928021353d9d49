/* audit: the walk over the records, and the verdict.
 *
 * Every input of a record is looked at and given to the course of the match (course/course.h), and every message that the course
 * makes has to be the next record, byte for byte.  What only the arbiter knows, its signatures and S, is taken from the record and
 * checked. */
#include "state.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Moments behind this one are this one: sums of a few of them and of a match's clocks are far from overflowing. */
#define LAST_MOMENT (UINT64_C(1) << 60)

/* Linux's: the last signal, and the limits that an arbiter sets, plus one. */
enum { LAST_SIGNAL = 64, LIMIT_CPU = 1, LIMIT_FILE = 2, LIMIT_MEMORY = 10 };

bool audit_fail(struct audit *x, enum audit_blame blame, unsigned must, const char *format, ...)
{
    struct audit_report *r = x->report;
    if (x->failed)
        return false;
    x->failed = true;
    r->outcome = AUDIT_WRONG;
    r->blame = blame;
    r->must = must;
    r->record = x->number;
    r->offset = x->rec.offset;
    r->type = x->rec.type;
    int named = x->of_table ? snprintf(r->wrong, sizeof r->wrong, "table %u: ", x->at_table) : 0;
    va_list args;
    va_start(args, format);
    vsnprintf(r->wrong + named, sizeof r->wrong - (size_t)named, format, args);
    va_end(args);
    return false;
}

bool audit_step(struct audit *x)
{
    if (!replay_next(&x->file, &x->rec))
        return false;
    x->number++;
    if (x->rec.us < x->last_us)
        return ARBITER_LIES(x, "the clock runs backwards: %llu us after %llu us", (unsigned long long)x->rec.us,
                            (unsigned long long)x->last_us);
    x->last_us = x->rec.us;
    return true;
}

int64_t audit_now(const struct audit *x) { return (int64_t)(x->rec.us < LAST_MOMENT ? x->rec.us : LAST_MOMENT); }

bool audit_says_lost(const struct record *rec, enum arbiter_code *code)
{
    struct rec_void in;
    bool says = rec->type == REC_VOID && rec_void_read(rec, &in) && arbiter_forgets(in.code);
    if (says && code != NULL)
        *code = (enum arbiter_code)in.code;
    return says;
}

/* --- inputs --------------------------------------------------------------------------------------- */

/* It was asked, it left, it came back, it was recorded. */
static bool stamps_hold(struct audit *x, unsigned party, uint64_t left, uint64_t came)
{
    const struct course *co = x->course;
    int64_t due = course_asked(co, party);
    bool asked = course_stage(co) > COURSE_HELLO;
    if (left > LAST_MOMENT || came > LAST_MOMENT || came > x->rec.us || (came < left && came != x->rec.us) ||
        (left > 0 && !asked))
        return ARBITER_LIES(x, "times out of order: left %llu, came %llu, recorded %llu us", (unsigned long long)left,
                            (unsigned long long)came, (unsigned long long)x->rec.us);
    if (!asked)
        return true;
    if (!x->party[party].troubled && course_left_early(co, party, (int64_t)left))
        return ARBITER_BREAKS(x, 16, "what seat %u was asked left at %llu us, before the next tick of %u us", party,
                              (unsigned long long)left, x->header.offer.tick_us);
    return course_left_fits(co, party, (int64_t)left, (int64_t)came) ||
           ARBITER_LIES(x, "what seat %u was asked last is said to have left at %llu us, it was %llu", party,
                        (unsigned long long)left, (unsigned long long)due);
}

/* The course has taken the input: what waited for its end follows. */
static bool through(struct audit *x)
{
    unsigned leaves = course_through(x->course);
    bool told = course_stage(x->course) == COURSE_TOLD;
    for (unsigned i = 0; i < x->parties; i++)
        if (told || leaves >> i & 1u) {
            audit_kept_leaves(x, i);
            course_sent(x->course, i);
        }
    if (told && !course_waits(x->course))
        course_close(x->course);
    return !x->failed;
}

/* That an envelope had several parts, or more than 64 KiB, cannot be seen in the record of one part of at most 64 KiB:
 * there the seat process's word stands. */
static bool word_of_seat(const struct rec_received *in)
{
    return in->error == WIRE_MULTIPART || (in->error == WIRE_TOO_LONG && in->size == ENVELOPE_MAX);
}

static bool received(struct audit *x, struct input *in)
{
    static _Thread_local struct seat_message msg[SEAT_MESSAGES]; /* too large for the stack */
    struct rec_received *rec = &in->received;
    enum course_stage stage = course_stage(x->course);
    uint8_t count;
    uint64_t ack, came = x->last_us;
    if (!rec_received_read(&x->rec, rec) || rec->party >= x->parties)
        return ARBITER_LIES(x, "not a record of an envelope that came");
    if (stage >= COURSE_TOLD)
        return ARBITER_LIES(x, "an envelope that came after the match was over");
    if (!stamps_hold(x, rec->party, rec->left_us, rec->came_us))
        return false;
    if (stage == COURSE_HELLO)
        rec->left_us = rec->came_us = 0; /* nothing is asked for yet */
    if (!word_of_seat(rec))
        rec->error = (uint8_t)bot_envelope_read(rec->bytes, rec->size, x->header.offer.tables, msg, &count, &ack);
    in->msg = msg;
    in->count = rec->error == WIRE_OK ? count : 0;
    if (!course_input(x->course, in))
        return ARBITER_LIES(x, "an envelope of seat %u, of which nothing counts any more", rec->party);
    struct told_party *p = &x->party[rec->party];
    if (course_hears(x->course, rec->party)) {
        audit_counts_still(x, rec->party, false, came);
        x->report->by_lines[rec->party] |= !p->named && strcmp(msg->text, "lines") == 0 &&
                                           x->header.offer.held[rec->party] != HELD_REMOTE;
        p->named = true; /* by its first HELLO (LINES.md) */
    }
    return through(x);
}

/* The stamps of a silence before the offer. */
static bool start_holds(struct audit *x, const struct rec_silence *rec)
{
    uint64_t since = (uint64_t)course_waiting_since(x->course, rec->party);
    if (rec->left_us != since)
        return ARBITER_LIES(x, "seat %u is said to be waited for since %llu us, it is since %llu", rec->party,
                            (unsigned long long)rec->left_us, (unsigned long long)since);
    return (rec->now_us >= since && rec->now_us <= x->rec.us && rec->now_us - since >= x->header.offer.start_us) ||
           ARBITER_BREAKS(x, 14, "the start limit of seat %u was not over", rec->party);
}

static bool silent_in_time(struct audit *x, const struct rec_silence *rec)
{
    int64_t due;
    if (!course_due(x->course, rec->party, &due))
        return ARBITER_BREAKS(x, 14, "silence of seat %u, which was not asked for anything", rec->party);
    return ARBITER_BREAKS(x, 14, "silence of seat %u to %llu us, it had to %lld", rec->party,
                          (unsigned long long)rec->now_us, (long long)due);
}

static bool silence(struct audit *x, struct input *in)
{
    struct rec_silence *rec = &in->silence;
    int64_t thaws;
    if (!rec_silence_read(&x->rec, rec) || rec->party >= x->parties)
        return ARBITER_LIES(x, "not a record of a silence");
    if (course_stage(x->course) == COURSE_HELLO) {
        if (!start_holds(x, rec))
            return false;
    } else {
        course_thaw(x->course, rec->party);
        if (!course_owes(x->course, rec->party) || course_frozen(x->course, rec->party, &thaws))
            return ARBITER_BREAKS(x, 14, "silence of seat %u, which owed nothing", rec->party);
        if (!stamps_hold(x, rec->party, rec->left_us, rec->now_us))
            return false;
    }
    if (!course_input(x->course, in))
        return silent_in_time(x, rec);
    return through(x);
}

/* An exit code, or 256 + a signal. */
static bool exit_fits(uint32_t detail) { return detail < 256 || (detail > 256 && detail <= 256 + LAST_SIGNAL); }

/* Nobody starts a bot again that meant to end, or that runs elsewhere. */
static bool starts_again(const struct audit *x, const struct rec_seat *rec)
{
    return rec->detail != 0 && exit_fits(rec->detail) && x->header.offer.held[rec->party] != HELD_REMOTE;
}

/* What can have happened, and so. */
static bool event_fits(const struct audit *x, const struct rec_seat *rec)
{
    unsigned limit = rec->detail & 255u;
    switch ((enum seat_event)rec->event) {
    case SEAT_EVENT_CONNECTED:
    case SEAT_EVENT_LEFT:
    case SEAT_EVENT_RESUMED: return rec->detail == 0;
    case SEAT_EVENT_EXITED: return exit_fits(rec->detail);
    case SEAT_EVENT_RESTARTED: return rec->detail == 1 && !x->party[rec->party].lost_once;
    case SEAT_EVENT_BOT_RESTARTED: return starts_again(x, rec);
    case SEAT_EVENT_LIMIT: return limit == LIMIT_CPU || limit == LIMIT_FILE || limit == LIMIT_MEMORY;
    }
    return false;
}

/* The arbiter was started again for all parties, one behind the other; where it ended in the middle of that, from the first on anew. */
static bool resumes_for_all(struct audit *x, const struct input *in)
{
    bool resumed = in->type == REC_SEAT && in->seat.event == SEAT_EVENT_RESUMED;
    if (resumed && (in->seat.party == 0 || in->seat.party == x->resumed)) {
        x->resumed = (in->seat.party + 1u) % x->parties;
        return true;
    }
    return (!resumed && x->resumed == 0) ||
           ARBITER_LIES(x, "the arbiter is said to have been started again, and that for party %u is due here",
                        x->resumed);
}

/* A process ended or was started again, a connection came or went. */
static bool seat_changed(struct audit *x, struct input *in)
{
    struct rec_seat *rec = &in->seat;
    bool counts = course_stage(x->course) < COURSE_TOLD;
    if (!rec_seat_read(&x->rec, rec) || rec->party >= x->parties)
        return ARBITER_LIES(x, "not a record of what happened to a seat");
    if (counts && !event_fits(x, rec))
        return ARBITER_LIES(x, "event %u with detail %u cannot have befallen seat %u", rec->event, rec->detail,
                            rec->party);
    if (!counts)
        return true; /* nothing that befalls it matters any more */
    struct told_party *p = &x->party[rec->party];
    p->lost_once |= rec->event == SEAT_EVENT_RESTARTED;
    if (!resumes_for_all(x, in) || !course_input(x->course, in))
        return !x->failed;
    p->troubled |= rec->event != SEAT_EVENT_CONNECTED && rec->event != SEAT_EVENT_LEFT;
    bool lost_process = rec->event == SEAT_EVENT_RESTARTED || rec->event == SEAT_EVENT_RESUMED;
    if (lost_process && course_stage(x->course) != COURSE_HELLO)
        audit_counts_still(x, rec->party, true, x->last_us);
    return through(x);
}

/* Of a bot that runs elsewhere nobody can see that it wanted to run and could not; and no time is given back twice. */
static bool pause_fits(struct audit *x, const struct rec_pause *rec)
{
    for (unsigned i = 0; i < x->parties; i++) {
        if (rec->party != i && rec->party != FIEL_NOBODY)
            continue;
        if (rec->reason == PAUSE_BOT && x->header.offer.held[i] == HELD_REMOTE)
            return ARBITER_LIES(x, "who runs elsewhere is given no time for reason %u", rec->reason);
        if (rec->from_us < x->party[i].paused_us)
            return ARBITER_LIES(x, "a pause of party %u from %llu us, and one before it was to %llu us", i,
                                (unsigned long long)rec->from_us, (unsigned long long)x->party[i].paused_us);
        x->party[i].paused_us = rec->until_us;
    }
    return true;
}

static bool paused(struct audit *x, struct input *in)
{
    struct rec_pause *rec = &in->pause;
    bool read = rec_pause_read(&x->rec, rec);
    if (!read || (rec->party >= x->parties && rec->party != FIEL_NOBODY) || rec->reason < PAUSE_ARBITER ||
        rec->reason > PAUSE_BOT)
        return ARBITER_LIES(x, "not a record of time that is nobody's");
    if (rec->reason == PAUSE_ARBITER && course_stage(x->course) != COURSE_HELLO)
        return ARBITER_LIES(
            x, "time is given for reason 1 behind the OFFER: that the arbiter stood still counts before it alone");
    if (!pause_fits(x, rec))
        return false;
    if (rec->until_us > x->rec.us || !course_input(x->course, in))
        return ARBITER_LIES(x, "a pause from %llu to %llu us, recorded at %llu us, or after the match was over",
                            (unsigned long long)rec->from_us, (unsigned long long)rec->until_us,
                            (unsigned long long)x->rec.us);
    audit_counts_pause(x, rec);
    return true;
}

static bool called_off(struct audit *x, struct input *in)
{
    if (!rec_void_read(&x->rec, &in->voided))
        return ARBITER_LIES(x, "not a record of a match that was called off");
    if (in->voided.code < ARBITER_DISK || in->voided.code > ARBITER_GIVEN_UP)
        return ARBITER_LIES(x, "a match is called off for reason %u, which there is not", in->voided.code);
    if (!course_input(x->course, in))
        return ARBITER_LIES(x, "a match that was over is called off");
    return through(x);
}

static bool reveal_now(struct audit *x, struct input *in)
{
    if (x->rec.size > 0 || !course_input(x->course, in))
        return ARBITER_LIES(x, "no twin is waited for here");
    return !x->failed;
}

static bool input(struct audit *x)
{
    struct input in = { .type = x->rec.type, .now = audit_now(x) };
    if (x->rec.type != REC_SEAT && !resumes_for_all(x, &in))
        return false;
    course_at(x->course, in.now);
    switch (x->rec.type) {
    case REC_RECEIVED: return received(x, &in);
    case REC_SILENCE: return silence(x, &in);
    case REC_SEAT: return seat_changed(x, &in);
    case REC_PAUSE: return paused(x, &in);
    case REC_VOID: return called_off(x, &in);
    default: return reveal_now(x, &in); /* REC_REVEAL_NOW: the reader gives out no other type */
    }
}

/* --- the whole match ------------------------------------------------------------------------------ */

/* The course of the match that the header describes, at its first moment. */
static struct course *new_course(struct audit *x, char why[RULES_ERROR_TEXT])
{
    struct course_ports ports = audit_ports(x);
    struct course *co = course_new(&x->header, &ports, why);
    const struct offer *o = &x->header.offer;
    if (co != NULL && x->second_leg)
        course_second_leg(co, o->twin, o->twin_size, &x->twin);
    if (co != NULL)
        course_start(co, audit_now(x));
    return co;
}

/* A seed that was not promised is no seed. */
static void take_seed(struct audit *x)
{
    struct replay ahead = x->file;
    struct record rec;
    struct msg m;
    uint8_t commit[HASH];
    while (replay_next(&ahead, &rec))
        if (rec.type == MSG_REVEAL && msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK &&
            m.type == MSG_REVEAL) {
            memcpy(x->seed, m.seed, HASH);
            deal_seed_commit(commit, x->seed, x->header.offer.nonce);
            x->has_seed = memcmp(commit, x->header.offer.seed_commit, HASH) == 0;
        }
}

/* A bot that runs elsewhere plays under a key that the host knew before: without one the host may have made it. */
static bool bindings_named(struct audit *x)
{
    static const uint8_t nobody[ID];
    const struct offer *o = &x->header.offer;
    for (unsigned i = 0; i < (unsigned)o->seats + o->cutters; i++)
        if (o->held[i] == HELD_REMOTE && memcmp(o->key[i], nobody, ID) == 0)
            return ARBITER_LIES(x, "party %u is said to run elsewhere, and the header names no key of a binding", i);
    return true;
}

static bool header(struct audit *x)
{
    char why[RULES_ERROR_TEXT];
    const struct offer *o = &x->header.offer;
    if (x->rec.visibility != VISIBLE_ARBITER)
        return ARBITER_LIES(x, "the header is the arbiter's alone");
    if (!header_read(&x->rec, &x->header))
        return ARBITER_LIES(x, "the header cannot be read");
    if (x->pinned != NULL && memcmp(x->pinned, o->arbiter, KEY_PUBLIC) != 0)
        return audit_fail(x, BLAME_FILE, 0, "another key than the one that you trust signed this: %s",
                          hex_text(why, o->arbiter, KEY_PUBLIC));
    if (!bindings_named(x))
        return false;
    x->second_leg = o->twin_size > SIGNATURE &&
                    twin_primary(&x->twin, o->twin + SIGNATURE, o->twin_size - SIGNATURE) == NULL &&
                    x->twin.primary.tables == o->tables && x->twin.primary.seats == o->seats;
    x->course = new_course(x, why);
    if (x->course == NULL)
        return ARBITER_LIES(x, "the header describes no match: %s", why);
    x->known = calloc(o->tables, sizeof *x->known);
    x->table = calloc(o->tables, sizeof *x->table);
    x->no_memory = x->known == NULL || x->table == NULL;
    for (unsigned i = 0; i < PARTIES_MAX && !x->no_memory; i++) {
        x->party[i].request = calloc(o->tables, sizeof *x->party[i].request);
        x->party[i].refused = calloc(o->tables, sizeof *x->party[i].refused);
        x->no_memory = x->party[i].request == NULL || x->party[i].refused == NULL;
    }
    if (x->no_memory)
        return audit_fail(x, BLAME_NOBODY, 0, "no memory");
    (void)rules_parse(o->rules, &x->rules, why);
    x->cards = deal_deck(&x->rules, x->deck);
    x->parties = (unsigned)o->seats + o->cutters;
    take_seed(x);
    return true;
}

/* Of the match its OFFER alone is known. */
static bool forget(struct audit *x)
{
    char why[RULES_ERROR_TEXT];
    uint8_t bytes[OFFER_MAX + TWIN_MAX];
    struct packer p;
    x->report->counts.signatures += course_verified(x->course);
    course_free(&x->course);
    x->course = new_course(x, why);
    if (x->course == NULL) {
        x->no_memory = true;
        return audit_fail(x, BLAME_NOBODY, 0, "no memory");
    }
    pack_start(&p, bytes, sizeof bytes);
    pack_offer(&p, &x->report->offer);
    course_offered(x->course, p.bytes, p.size);
    return true;
}

/* The arbiter was gone: nothing that the last input caused has to follow, and nothing of the match counts. */
static bool lost(struct audit *x)
{
    enum arbiter_code code = ARBITER_ANOTHER_BOOT;
    (void)audit_says_lost(&x->rec, &code);
    if (x->rec.visibility != VISIBLE_ARBITER)
        return ARBITER_LIES(x, "REC_VOID is the arbiter's alone");
    if (x->result_told)
        return ARBITER_LIES(x, "a match that was over is called off");
    x->lost = false;
    if (!x->offered)
        course_unoffered(x->course);
    else if (!forget(x))
        return false;
    course_lost(x->course, code);
    course_close(x->course);
    return !x->failed;
}

/* The reader gives out one header, and it first. */
static bool judge(struct audit *x)
{
    char name[24];
    unsigned type = x->rec.type;
    x->of_table = false;
    if (type == REC_HEADER)
        return header(x);
    if (type < REC_HEADER || type == REC_LOGGED)
        return audit_unexpected(x, 0, 0, NULL, 0);
    if (type == REC_TRAILER)
        return course_stage(x->course) == COURSE_OVER ||
               ARBITER_BREAKS(x, 18, "the trailer stands before the end of the match");
    if (x->rec.visibility != VISIBLE_ARBITER)
        return ARBITER_LIES(x, "%s is the arbiter's alone", record_name(type, name));
    if (audit_says_lost(&x->rec, NULL))
        return lost(x);
    return type == REC_SENT ? audit_unexpected(x, 0, 0, NULL, 0) : input(x);
}

static void walk(struct audit *x)
{
    struct audit_report *r = x->report;
    while (!x->failed && !x->ended && (x->lost || audit_step(x)))
        (void)judge(x);
    r->counts.records = x->failed ? x->number - 1 : x->number;
    while (replay_next(&x->file, &x->rec)) /* only to know how the file ends */
        ;
    r->end = x->file.end;
    if (x->failed || x->file.end == REPLAY_COMPLETE)
        return;
    if (x->file.end == REPLAY_NO_TRAILER || x->file.end == REPLAY_TRUNCATED) {
        r->outcome = AUDIT_UNFINISHED;
        snprintf(r->wrong, sizeof r->wrong, "the file %s", replay_end_text(x->file.end));
        return;
    }
    x->number++;
    x->rec = (struct record){ .offset = x->file.at };
    audit_fail(x, BLAME_FILE, 0, "%s", replay_end_text(x->file.end));
}

/* The signer of the file said all that is in it, whether it can be played to its OFFER or not: the trailer holds with the match of one of its
 * OFFERs, of which a party gets one.  The key is the header's: it is the one that a caller trusts, and an offer that names another does not change it. */
static bool vouched(struct audit *x)
{
    struct replay again;
    struct record rec;
    struct msg m;
    uint8_t id[HASH], last[HASH] = { 0 };
    unsigned tried = 0;
    bool holds = false;
    replay_over(&again, x->file.bytes, x->file.size);
    while (!holds && tried < PARTIES_MAX && replay_next(&again, &rec)) {
        if (rec.type != MSG_OFFER || msg_read(rec.payload, rec.size, FROM_ARBITER, &m) != WIRE_OK)
            continue;
        tried++;
        deal_match_id(id, m.blob, m.blob_size);
        if (memcmp(id, last, HASH) == 0)
            continue;
        memcpy(last, id, HASH);
        holds = x->report->end == REPLAY_COMPLETE && replay_signed(&x->file, id, x->header.offer.arbiter);
        if (!x->offered || (holds && memcmp(id, x->match_id, HASH) != 0))
            (void)audit_offer(x, &m);
    }
    return holds;
}

/* Without a trailer that holds nobody vouches for the bytes, so nobody can be blamed for them. */
static void settle(struct audit *x)
{
    struct audit_report *r = x->report;
    bool signed_by_arbiter = vouched(x);
    /* The trailer's, and their joins of the first leg. */
    r->counts.signatures += (x->offered && r->end == REPLAY_COMPLETE) + (x->second_leg ? x->twin.primary.seats : 0u);
    if (!x->failed && r->end == REPLAY_COMPLETE && !signed_by_arbiter)
        audit_fail(x, BLAME_FILE, 0, "the arbiter's signature of the whole file does not hold");
    if (x->failed && !signed_by_arbiter)
        r->blame = BLAME_FILE;
    audit_counts_end(x);
}

int audit_bytes(const void *bytes, size_t size, const uint8_t *pinned, struct audit_report *out)
{
    struct audit *x = calloc(1, sizeof *x);
    if (x == NULL)
        return -1;
    *out = (struct audit_report){ .outcome = AUDIT_VALID, .blame = BLAME_NOBODY, .contradicts = FIEL_NOBODY };
    x->report = out;
    x->pinned = pinned;
    replay_over(&x->file, bytes, size);
    walk(x);
    settle(x);
    int rc = x->no_memory ? -1 : 0;
    for (unsigned i = 0; i < PARTIES_MAX; i++) {
        free(x->party[i].told);
        free(x->party[i].request);
        free(x->party[i].refused);
    }
    course_free(&x->course);
    free(x->known);
    free(x->table);
    free(x);
    return rc;
}
