/* referee_resume: a match whose arbiter was killed goes on from its record.
 *
 * The referee is a function of what came in and when, and the record holds both.  So the same match is played
 * once more from it: every input is fed again at its recorded moment, and everything that the referee makes is
 * held against what the record has next.  Nothing is sent meanwhile.  Where the record ends, in the middle of
 * what an input caused perhaps, the rest is written behind it, and the match goes on as if every seat process
 * had been lost at that moment: the clocks stand still until each bot has said HELLO again. */
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "referee_state.h"
#include "seat/seat.h"

struct rerun {
    struct referee *referee;
    struct referee_ports ports; /* the real ones */
    struct replay file;         /* stands before the next record to be compared */
    struct record next;
    bool more;                  /* `next` is there */
    bool differs;
};

static void step(struct rerun *x)
{
    x->more = replay_next(&x->file, &x->next);
}

/* --- the ports of a match that is played again -------------------------------------------------- */

static int again_append(void *ctx, unsigned type, unsigned visibility, uint64_t us, const void *payload, size_t size)
{
    struct rerun *x = ctx;
    const struct record *n = &x->next;
    if (!x->more) return x->ports.journal.append(x->ports.journal.ctx, type, visibility, us, payload, size);
    if (n->type != type || n->visibility != visibility || n->us != us || n->size != size ||
        (size > 0 && memcmp(n->payload, payload, size) != 0))
        x->differs = true;
    step(x);
    return 0;
}

static int again_flush(void *ctx)
{
    struct rerun *x = ctx;
    return x->more ? 0 : x->ports.journal.flush(x->ports.journal.ctx);
}

static int again_sync(void *ctx)
{
    struct rerun *x = ctx;
    return x->more ? 0 : x->ports.journal.sync(x->ports.journal.ctx);
}

static int again_finish(void *ctx, const uint8_t match_id[HASH], const uint8_t secret[KEY_SECRET], uint64_t us)
{
    struct rerun *x = ctx;
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
    if (last && x->referee->journal_error != 0) return; /* the record takes nothing yet: the match waits for another try */
    if (f->kind != CONTROL_SEAT_HANGS && f->kind != CONTROL_OFFERED /* the state is kept */) x->ports.notify(x->ports.ctx, f);
}

/* OPEN's entry is in the log when OPEN is in the record, and then so is its proof. */
static long again_open(void *ctx, const void *entry, size_t size, char proof[LOG_PROOF])
{
    struct rerun *x = ctx;
    struct msg m;
    if (!x->more) return x->ports.log.open(x->ports.log.ctx, entry, size, proof);
    if (x->next.type != MSG_OPEN || msg_read(x->next.payload, x->next.size, FROM_ARBITER, &m) != WIRE_OK ||
        m.blob2_size >= LOG_PROOF) {
        x->differs = true;
        return 0;
    }
    memcpy(proof, m.blob2, m.blob2_size);
    proof[m.blob2_size] = '\0';
    return (long)m.blob2_size;
}

static struct referee_ports again_ports(struct rerun *x)
{
    struct referee_ports p = {
        .ctx = x, .send = again_send, .notify = again_notify,
        .journal = { x, again_append, again_flush, again_sync, again_finish, again_load, again_unload },
        .log = { x, x->ports.log.open != NULL ? again_open : NULL },
    };
    return p;
}

/* --- inputs, from the records of them ------------------------------------------------------------ */

static uint64_t number_at(const uint8_t *at, unsigned bytes)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < bytes; i++) v = v << 8 | at[i];
    return v;
}

/* When the open request left, and that its clock ran, as it was found to be then. */
static void set_left(const struct referee *r, struct chair *c, int64_t left)
{
    if (several(r) && r->stage == STAGE_OPEN) return; /* its clocks hang on the record alone */
    if (c->wait.what == OWES_NOTHING || left == 0) return;
    c->wait.left_us = left;
    c->wait.frozen_us = -1;
}

/* What was wrong with an envelope that its bytes do not show, or not first: the FAULT that followed says it.  WIRE_OK: none
 * followed that would. */
static enum wire_error recorded_error(const struct rerun *x, unsigned seat)
{
    struct replay ahead = x->file;
    struct record rec;
    struct msg m;
    while (replay_next(&ahead, &rec))
        if (rec.type == MSG_FAULT && msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK && m.seat == seat)
            return m.fault == FAULT_MALFORMED ? (enum wire_error)m.a : WIRE_OK;
    return WIRE_OK;
}

static bool feed_received(struct rerun *x, const struct record *rec)
{
    enum { HEAD = 19 };
    const uint8_t *p = rec->payload;
    struct from_seat f;
    if (rec->size < HEAD || p[0] >= x->referee->parties) return false;
    struct chair *c = &x->referee->chair[p[0]];
    memset(&f, 0, sizeof f);
    seat_read(&f, p + HEAD, rec->size - HEAD, x->referee->tables);
    if (p[1] == VERDICT_FAULT && p[2] == FAULT_MALFORMED) {
        enum wire_error e = recorded_error(x, p[0]);
        bool word = e == WIRE_MULTIPART || e == WIRE_TOO_LONG; /* the seat process's, whatever the bytes are besides */
        if (f.kind == SEAT_ENVELOPE && (e == WIRE_OK || e == WIRE_TOO_MANY)) seat_refuse(&f, e == WIRE_OK ? WIRE_MULTIPART : e);
        else if (word) seat_refuse(&f, e);
    }
    set_left(x->referee, c, (int64_t)number_at(p + 3, 8));
    f.ticket = c->wait.ticket;
    f.left_us = (int64_t)number_at(p + 3, 8);
    f.came_us = (int64_t)number_at(p + 11, 8);
    f.size = (uint32_t)(rec->size - HEAD);
    return referee_from_seat(x->referee, p[0], &f, p + HEAD, (int64_t)rec->us) == NULL;
}

static bool feed_silence(struct rerun *x, const struct record *rec)
{
    const uint8_t *p = rec->payload;
    if (rec->size != 18 || p[0] >= x->referee->parties) return false;
    if (x->referee->stage == STAGE_HELLO) {
        referee_tick(x->referee, (int64_t)rec->us);
        return true;
    }
    struct chair *c = &x->referee->chair[p[0]];
    struct from_seat f;
    memset(&f, 0, sizeof f);
    set_left(x->referee, c, (int64_t)number_at(p + 2, 8));
    f.kind = SEAT_SILENCE;
    f.ticket = c->wait.ticket;
    f.left_us = (int64_t)number_at(p + 2, 8);
    f.came_us = (int64_t)number_at(p + 10, 8);
    return referee_from_seat(x->referee, p[0], &f, NULL, (int64_t)rec->us) == NULL;
}

static void seat_resumed(struct referee *r, unsigned seat)
{
    struct chair *c = &r->chair[seat];
    outbox_record_event(r, seat, SEAT_EVENT_RESUMED, 0);
    if (r->stage == STAGE_HELLO) c->hellos = 0; /* nothing is built on its key yet, and its bot may have lost it */
    else if (c->hellos > 1) c->hellos--; /* the next HELLO is our doing, not the bot's */
    if (c->early.fault == FAULT_NONE) back_gone(r, seat);
}

/* The exit code, or 256 + signal, taken apart. */
static struct control_ended ended_of(uint32_t detail)
{
    if (detail >= 256) return (struct control_ended){ .signal = (int32_t)(detail - 256) };
    return (struct control_ended){ .exit_code = (int32_t)detail };
}

static bool feed_event(struct rerun *x, const struct record *rec)
{
    const uint8_t *p = rec->payload;
    struct referee *r = x->referee;
    struct from_seat f;
    if (rec->size != 6 || p[0] >= r->parties) return false;
    uint32_t detail = (uint32_t)number_at(p + 2, 4);
    struct control_ended e = ended_of(detail);
    memset(&f, 0, sizeof f);
    switch ((enum seat_event)p[1]) {
    case SEAT_EVENT_CONNECTED:
    case SEAT_EVENT_LEFT:
        f.kind = p[1] == SEAT_EVENT_CONNECTED ? SEAT_CONNECTED : SEAT_GONE;
        return referee_from_seat(r, p[0], &f, NULL, (int64_t)rec->us) == NULL;
    case SEAT_EVENT_RESTARTED:
        referee_seat_ended(r, p[0], &(struct control_ended){ .restarted = 1 }, (int64_t)rec->us);
        return true;
    case SEAT_EVENT_LIMIT: e = (struct control_ended){ .limit = (uint8_t)detail, .used = detail >> 8 }; break;
    case SEAT_EVENT_BOT_RESTARTED: e.restarted = 1; break;
    case SEAT_EVENT_EXITED: break;
    case SEAT_EVENT_RESUMED:
        r->now = at_least((int64_t)rec->us, r->now);
        seat_resumed(r, p[0]);
        return true;
    default: return false;
    }
    referee_bot_ended(r, p[0], &e, (int64_t)rec->us);
    return true;
}

/* The arbiter's own end of the match, at this moment; false: the message is another. */
static bool feed_void(struct rerun *x, const struct record *rec, uint64_t us)
{
    struct msg m;
    if (msg_read(rec->payload, rec->size, FROM_ARBITER, &m) != WIRE_OK || m.fault != FAULT_ARBITER) return false;
    x->referee->now = at_least((int64_t)us, x->referee->now);
    ending_void(x->referee, (int)m.a);
    return true;
}

/* An offer that no HELLO brought about: the match ended before it began, and why stands in the FAULT behind the
 * offers.  Where that was not written any more it was the same as being called off. */
static bool feed_offer(struct rerun *x, const struct record *rec)
{
    struct replay ahead = x->file;
    struct record next;
    if (x->referee->stage != STAGE_HELLO) return false;
    while (replay_next(&ahead, &next))
        if (next.type == MSG_FAULT) return feed_void(x, &next, rec->us);
    x->referee->now = at_least((int64_t)rec->us, x->referee->now);
    ending_void(x->referee, ECANCELED);
    return true;
}

/* Messages that waited for a seat left when its clock began to run again. */
static bool feed_sent(struct rerun *x, const struct record *rec)
{
    unsigned seat = rec->size > 0 ? rec->payload[0] : NOBODY;
    if (seat >= x->referee->parties) return false;
    x->referee->now = at_least((int64_t)rec->us, x->referee->now);
    outbox_flush_within(x->referee, seat);
    return true;
}

/* The supervisor said that the twin is over. */
static bool feed_reveal(struct rerun *x, const struct record *rec)
{
    if (x->referee->stage != STAGE_TOLD) return false;
    referee_reveal(x->referee, (int64_t)rec->us);
    return true;
}

/* One record that nothing before it has caused.  False: it is none that could be. */
static bool feed(struct rerun *x, const struct record *rec)
{
    switch (rec->type) {
    case REC_HEADER: return referee_start(x->referee, (int64_t)rec->us) == 0;
    case REC_RECEIVED: return feed_received(x, rec);
    case REC_SILENCE: return feed_silence(x, rec);
    case REC_SEAT: return feed_event(x, rec);
    case REC_SENT: return feed_sent(x, rec);
    case MSG_FAULT: return feed_void(x, rec, rec->us);
    case MSG_OFFER: return feed_offer(x, rec);
    case MSG_REVEAL: return feed_reveal(x, rec);
    default: return false;
    }
}

/* --- the whole ----------------------------------------------------------------------------------- */

static int fail(char why[CONTROL_TEXT], const struct record *rec)
{
    snprintf(why, CONTROL_TEXT,
             "the record cannot be gone on with: at byte %llu it is not what this program would have written: resume it "
             "with the version that began it, and with its own seed and key",
             (unsigned long long)rec->offset);
    return -1;
}

int referee_resume(struct referee *r, const struct replay *file, int64_t *now, char why[CONTROL_TEXT])
{
    struct rerun x = { .referee = r, .ports = r->ports, .file = *file };
    r->ports = again_ports(&x);
    step(&x);
    while (x.more && !x.differs && r->stage != STAGE_OVER) {
        struct record rec = x.next;
        if (!feed(&x, &rec) || (x.more && x.next.offset == rec.offset)) return fail(why, &rec);
        if (x.differs) return fail(why, &rec);
    }
    if (x.more) return fail(why, &x.next);
    r->ports = x.ports;
    *now = r->now;
    if (r->stage >= STAGE_TOLD) outbox_close(r); /* all is said: the first leg of a pair only waits */
    else
        for (unsigned i = 0; i < r->parties; i++) seat_resumed(r, i);
    if (r->journal_error == 0 && (r->stage == STAGE_OVER || outbox_record_holds(r))) return 0;
    snprintf(why, CONTROL_TEXT, "the record takes no more (%s): make room there, and resume the match then", strerror(r->journal_error));
    return -1;
}
