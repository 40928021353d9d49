/* referee_resume: a match whose arbiter was killed goes on from its record.
 *
 * The referee is a function of what came in and when, and the record holds both.  So the same match is played
 * once more from it: every input is fed again at its recorded moment, and everything that the referee makes is
 * held against what the record has next.  Nothing is sent meanwhile.  Where the record ends, in the middle of
 * what an input caused perhaps, the rest is written behind it, and the match goes on as if every seat process
 * had been lost at that moment: the clocks stand still until each bot has come back (course_back.c).  After another boot nothing is played
 * again and nothing goes on: the bots may have heard more than what the disk kept. */
#include <errno.h>
#include <string.h>

#include "child/stall.h"
#include "referee_state.h"
#include "seat/seat.h"
#include "cli/say.h"

struct rerun {
    struct referee *referee;
    struct referee_ports ports; /* the real ones */
    struct replay file;         /* stands before the next record to be compared */
    struct record next;
    bool more; /* `next` is there */
    bool differs;
};

static void step(struct rerun *x) { x->more = replay_next(&x->file, &x->next); }

/* --- the ports of a match that is played again -------------------------------------------------- */

static int again_append(void *ctx, unsigned type, unsigned visibility, uint64_t us, const void *payload, size_t size)
{
    struct rerun *x = ctx;
    const struct record *n = &x->next;
    if (x->differs)
        return 0; /* the record is not resumed: nothing is written behind it */
    if (!x->more)
        return x->ports.journal.append(x->ports.journal.ctx, type, visibility, us, payload, size);
    if (n->type != type || n->visibility != visibility || n->us != us || n->size != size ||
        (size > 0 && memcmp(n->payload, payload, size) != 0))
        x->differs = true;
    step(x);
    return 0;
}

static int again_flush(void *ctx)
{
    struct rerun *x = ctx;
    return x->more || x->differs ? 0 : x->ports.journal.flush(x->ports.journal.ctx);
}

static int again_sync(void *ctx)
{
    struct rerun *x = ctx;
    return x->more || x->differs ? 0 : x->ports.journal.sync(x->ports.journal.ctx);
}

static int again_finish(void *ctx, const uint8_t match_id[HASH], const uint8_t secret[KEY_SECRET], uint64_t us)
{
    struct rerun *x = ctx;
    if (x->differs)
        return 0;
    return x->ports.journal.finish(x->ports.journal.ctx, match_id, secret, us);
}

static int again_load(void *ctx, struct replay *r)
{
    struct rerun *x = ctx;
    return x->ports.journal.load(x->ports.journal.ctx, r);
}

static void again_unload(void *ctx, struct replay *r)
{
    struct rerun *x = ctx;
    x->ports.journal.unload(x->ports.journal.ctx, r);
}

static void again_send(void *ctx, unsigned seat, const struct to_seat *head, const void *envelope)
{
    (void)ctx, (void)seat, (void)head, (void)envelope;
}

static void again_notify(void *ctx, const struct control_frame *f)
{
    struct rerun *x = ctx;
    bool last = f->kind == CONTROL_RESULT || f->kind == CONTROL_ERROR;
    if (last && x->referee->journal_error != 0)
        return; /* the record takes nothing yet: the match waits for another try */
    if (f->kind != CONTROL_SEAT_HANGS && f->kind != CONTROL_OFFERED /* the state is kept */)
        x->ports.notify(x->ports.ctx, f);
}

/* What the log said then stands in the record. */
static long again_open(void *ctx, const void *entry, size_t size, char proof[LOG_PROOF])
{
    struct rerun *x = ctx;
    struct rec_logged logged;
    if (!x->more)
        return x->ports.log.open(x->ports.log.ctx, entry, size, proof);
    if (!rec_logged_read(&x->next, &logged) || logged.proof_size >= LOG_PROOF) {
        x->differs = true;
        return 0;
    }
    memcpy(proof, logged.proof, logged.proof_size);
    proof[logged.proof_size] = '\0';
    errno = (int)logged.error;
    return logged.error != 0 ? -1 : (long)logged.proof_size;
}

static struct referee_ports again_ports(struct rerun *x)
{
    struct referee_ports p = {
        .ctx = x,
        .send = again_send,
        .notify = again_notify,
        .journal = { x, again_append, again_flush, again_sync, again_finish, again_load, again_unload },
        .log = { x, x->ports.log.open != NULL ? again_open : NULL },
    };
    return p;
}

/* --- inputs, from the records of them ------------------------------------------------------------ */

static bool feed_received(struct rerun *x, struct input *in, const struct record *rec)
{
    static struct from_seat f; /* too large for the stack */
    struct referee *r = x->referee;
    if (!rec_received_read(rec, &in->received))
        return false;
    memset(&f, 0, SEAT_HEAD);
    if (x->ports.read == NULL)
        seat_read(&f, in->received.bytes, in->received.size, r->tables);
    else if (!x->ports.read(x->ports.ctx, in->received.bytes, in->received.size, r->tables, &f))
        return false;
    enum wire_error error = (enum wire_error)in->received.error;
    bool word = error == WIRE_MULTIPART || error == WIRE_TOO_LONG; /* whatever the bytes are besides */
    if (word || (error == WIRE_TOO_MANY && f.kind == SEAT_ENVELOPE))
        seat_refuse(&f, error); /* its bytes do not show it */
    in->received.error = f.error;
    in->msg = f.msg;
    in->count = f.count;
    return referee_take(r, in);
}

static bool feed_event(struct rerun *x, struct input *in, const struct record *rec)
{
    struct referee *r = x->referee;
    if (!rec_seat_read(rec, &in->seat) || in->seat.party >= r->parties)
        return false;
    struct line *l = &r->line[in->seat.party];
    if (in->seat.event == SEAT_EVENT_RESUMED)
        return course_input(r->course, in);
    l->events += in->seat.event == SEAT_EVENT_CONNECTED || in->seat.event == SEAT_EVENT_LEFT;
    l->deaths += in->seat.event == SEAT_EVENT_RESTARTED;
    return referee_take(r, in);
}

static bool feed_pause(struct rerun *x, const struct record *rec)
{
    struct rec_pause in;
    if (!rec_pause_read(rec, &in))
        return false;
    referee_pause(x->referee, in.party, (enum pause_reason)in.reason, (int64_t)in.from_us, (int64_t)in.until_us,
                  (int64_t)rec->us);
    return true;
}

/* One record that nothing before it has caused.  False: it is none that could be. */
static bool feed(struct rerun *x, const struct record *rec)
{
    struct referee *r = x->referee;
    struct input in = { .type = rec->type, .now = (int64_t)rec->us };
    switch (rec->type) {
    case REC_HEADER: return referee_start(r, in.now) == 0;
    case REC_RECEIVED: return feed_received(x, &in, rec);
    case REC_SEAT: return feed_event(x, &in, rec);
    case REC_SILENCE: return rec_silence_read(rec, &in.silence) && referee_take(r, &in);
    case REC_VOID: return rec_void_read(rec, &in.voided) && referee_take(r, &in);
    case REC_PAUSE: return feed_pause(x, rec);
    case REC_REVEAL_NOW: return referee_take(r, &in);
    default: return false;
    }
}

/* --- after another boot --------------------------------------------------------------------------- */

/* The match that the first OFFER of the record is of, and the last moment in it.  Nothing of what came is judged again. */
static bool take_offer(struct referee *r, const struct replay *file)
{
    struct replay all = *file;
    struct record rec;
    struct msg m;
    bool found = false;
    while (replay_next(&all, &rec)) {
        course_at(r->course, (int64_t)rec.us);
        if (found || rec.type != MSG_OFFER || msg_read(rec.payload, rec.size, FROM_ARBITER, &m) != WIRE_OK ||
            m.blob_size > OFFER_MAX + TWIN_MAX)
            continue;
        course_offered(r->course, m.blob, m.blob_size);
        found = true;
    }
    return found;
}

static bool has_result(const struct replay *file)
{
    struct replay all = *file;
    struct record rec;
    bool found = false;
    while (!found && replay_next(&all, &rec))
        found = rec.type == MSG_RESULT;
    return found;
}

/* --- the whole ----------------------------------------------------------------------------------- */

static int fail(char why[CONTROL_TEXT], const struct record *rec)
{
    return why_not(
        why, CONTROL_TEXT,
        "the record cannot be resumed: at byte %llu it is not what this program would have written: resume it "
        "with the version that began it, and with its own seed and key",
        (unsigned long long)rec->offset);
}

/* Plays the record again, to its end.  -1 and a sentence: it is not this match's. */
static int play_again(struct referee *r, const struct replay *file, char why[CONTROL_TEXT])
{
    struct rerun x = { .referee = r, .ports = r->ports, .file = *file };
    r->ports = again_ports(&x);
    step(&x);
    while (x.more && !x.differs && !referee_over(r)) {
        struct record rec = x.next;
        stall_rest();
        if (!feed(&x, &rec) || (x.more && x.next.offset == rec.offset))
            return fail(why, &rec);
        if (x.differs)
            return fail(why, &rec);
    }
    if (x.more)
        return fail(why, &x.next);
    r->ports = x.ports;
    return 0;
}

/* The match, or what is left of it, goes on; -1 and a sentence: not before there is room. */
static int goes_on(struct referee *r, int64_t *now, char why[CONTROL_TEXT])
{
    *now = course_now(r->course);
    if (r->journal_error == 0 && (r->over || record_holds(r)))
        return 0;
    if (r->over && r->unrecorded)
        return 0;
    return why_not(why, CONTROL_TEXT, "the record takes no more (%s): make room there, and resume the match then",
                   strerror(r->journal_error));
}

/* Nothing of the match is told or counted any more: what the bots heard of it may be more than this record holds. */
static void lose(struct referee *r, enum arbiter_code code)
{
    record_input(r, &(struct input){ .type = REC_VOID, .voided = { code } });
    course_lost(r->course, code);
}

/* Void at once, by what the record says of the match alone; `error` is why it takes no more, 0 where it does, and `code` says why the
 * match is void then. */
static int close_at_once(struct referee *r, const struct replay *file, int error, enum arbiter_code code, int64_t *now,
                         char why[CONTROL_TEXT])
{
    if (!take_offer(r, file) && play_again(r, file, why) != 0)
        return -1;
    if (r->journal_error == 0)
        r->journal_error = error;
    if (error != 0)
        course_void(r->course, ARBITER_DISK);
    else
        lose(r, code);
    referee_through(r);
    return goes_on(r, now, why);
}

int referee_resume(struct referee *r, const struct replay *file, int64_t *now, char why[CONTROL_TEXT])
{
    int error = r->ports.journal.sync(r->ports.journal.ctx) != 0 ? errno : 0;
    if (error != 0 && !has_result(file))
        return close_at_once(r, file, error, ARBITER_DISK, now,
                             why); /* what the kernel dropped is lost, whatever is read here */
    if (play_again(r, file, why) != 0)
        return -1;
    if (r->journal_error == 0)
        r->journal_error = error;
    struct input in = { .type = REC_SEAT, .now = course_now(r->course), .seat.event = SEAT_EVENT_RESUMED };
    if (course_stage(r->course) >= COURSE_TOLD) {
        outbox_close(r); /* all is said: the first leg of a pair only waits */
        return goes_on(r, now, why);
    }
    for (unsigned i = 0; i < r->parties; i++) {
        in.seat.party = (uint8_t)i;
        (void)course_input(r->course, &in);
    }
    return goes_on(r, now, why);
}

int referee_resume_lost(struct referee *r, const struct replay *file, int64_t *now, char why[CONTROL_TEXT])
{
    return has_result(file) ? referee_resume(r, file, now, why)
                            : close_at_once(r, file, 0, ARBITER_ANOTHER_BOOT, now, why);
}

int referee_give_up(struct referee *r, const struct replay *file, int64_t *now, char why[CONTROL_TEXT])
{
    return has_result(file) ? referee_resume(r, file, now, why) : close_at_once(r, file, 0, ARBITER_GIVEN_UP, now, why);
}
