/* sim: a whole match with a fake clock: the referee, its record in memory, and one bot in each seat.
 *
 * Every envelope is looked at when it leaves the referee: it must be recorded and flushed, on the disk when
 * it holds SEAL or HAND_END, and it must not hold the salt of a card that its seat may not know.  A script
 * may change what a bot says; a fault of the record may be set at any write. */
#ifndef FIEL_TESTS_SIM_H
#define FIEL_TESTS_SIM_H

#include <errno.h>

#include "audit/audit.h"
#include "support/owned.h"
#include "base/cli.h"
#include "kept.h"
#include "referee/referee.h"
#include "course/course_state.h"
#include "referee/referee_state.h"
#include "seat/seat.h"
#include "sim_bot.h"

enum { SIM_EVENTS = 256, SIM_NEVER = -1 };

struct sim_record {
    uint8_t *bytes;
    size_t size, room, flushed, synced;
    int64_t writes, fail_at; /* calls so far; the one that fails, or SIM_NEVER */
    bool broken, finished;
};

enum sim_event_kind { EVENT_TO_BOT, EVENT_FROM_BOT };
struct sim_event {
    int64_t at;
    uint64_t order;
    enum sim_event_kind kind;
    unsigned seat;
    uint8_t *bytes;
    size_t size;
};

struct sim;
typedef unsigned sim_script(struct sim *s, unsigned seat);
/* What the seat's process says with this word of the time that was nobody's. */
typedef void sim_lost(struct sim *s, unsigned seat, struct from_seat *f);
/* What leaves for a seat, and when, for anyone who listens at its socket. */
typedef void sim_tap(struct sim *s, unsigned seat, int64_t leaves, const void *envelope, size_t size);

struct sim_party {
    struct sim_bot bot;
    bool dead; /* no process: hears nothing, says nothing */
    bool deaf; /* what is sent to it is lost */
    bool hung; /* the seat process does nothing */
    int64_t think_us;
    int64_t busy_us; /* till then its seat process waits for a tick and takes nothing */
    uint32_t ticket;
    int64_t left_us, deadline_us; /* of the wait; deadline 0: none */
    uint64_t opened;              /* bit per slot of this hand that this seat has seen */
    unsigned said;                /* envelopes */
    unsigned closed;
};

struct sim {
    struct referee *referee;
    struct referee_config config;
    struct sim_record record;
    int64_t now;
    uint64_t order;
    struct sim_event event[SIM_EVENTS];
    unsigned events;
    struct sim_party party[PARTIES_MAX]; /* the seats, then the cutters */
    sim_script *script;
    sim_tap *tap;
    sim_lost *lost;
    void *user;    /* of the test */
    bool hasty;    /* bots answer what they hear before they have heard all that is there */
    unsigned step; /* for scripts */
    struct control_result result;
    bool has_result;
    struct control_error error;
    struct control_fault fault[256];
    unsigned faults, games, hangs, progress;
    uint8_t raw[ENVELOPE_MAX];
};

SIM unsigned sim_parties(const struct sim *s) { return (unsigned)s->config.seats + s->config.cutters; }

/* --- the record ----------------------------------------------------------------------------------- */

SIM int record_fails(struct sim_record *r)
{
    if (r->fail_at != SIM_NEVER && r->writes++ >= r->fail_at)
        r->broken = true;
    errno = ENOSPC;
    return r->broken ? -1 : 0;
}

SIM void record_put(struct sim_record *r, const void *bytes, size_t size)
{
    if (r->size + size > r->room) {
        r->room = 2 * (r->room + size);
        r->bytes = realloc(r->bytes, r->room);
    }
    if (size > 0)
        memcpy(r->bytes + r->size, bytes, size);
    r->size += size;
}

SIM int record_append(void *ctx, unsigned type, unsigned visibility, uint64_t us, const void *payload, size_t size)
{
    struct sim_record *r = ctx;
    uint8_t head[RECORD_HEADER] = { (uint8_t)(size >> 24), (uint8_t)(size >> 16), (uint8_t)(size >> 8),
                                    (uint8_t)size,         (uint8_t)type,         (uint8_t)visibility };
    for (unsigned i = 0; i < 8; i++)
        head[6 + i] = (uint8_t)(us >> 8 * (7 - i));
    assert(!r->finished);
    if (record_fails(r) != 0)
        return -1;
    record_put(r, head, sizeof head);
    record_put(r, payload, size);
    return 0;
}

SIM int record_flush(void *ctx)
{
    struct sim_record *r = ctx;
    if (record_fails(r) != 0)
        return -1;
    r->flushed = r->size;
    return 0;
}

SIM int record_sync(void *ctx)
{
    struct sim_record *r = ctx;
    if (record_fails(r) != 0)
        return -1;
    r->flushed = r->synced = r->size;
    return 0;
}

SIM int record_finish(void *ctx, const uint8_t match_id[HASH], const uint8_t secret[KEY_SECRET], uint64_t us)
{
    struct sim_record *r = ctx;
    uint8_t digest[HASH], signature[SIGNATURE], zeros[SIGNATURE] = { 0 };
    struct message m;
    assert(!r->finished);
    if (record_append(r, REC_TRAILER, VISIBLE_ARBITER, us, zeros, sizeof zeros) != 0)
        return -1;
    hash_bytes(digest, r->bytes, r->size - SIGNATURE);
    replay_message(&m, match_id, digest);
    sign_message(signature, secret, &m);
    memcpy(r->bytes + r->size - SIGNATURE, signature, SIGNATURE);
    r->finished = true;
    return 0;
}

SIM int record_load(void *ctx, struct replay *out)
{
    struct sim_record *r = ctx;
    if (record_fails(r) != 0)
        return -1;
    assert(r->flushed == r->size);
    uint8_t *bytes = malloc(r->size); /* of its own, as from a file: the record grows while it is read */
    assert(bytes != NULL);
    memcpy(bytes, r->bytes, r->size);
    replay_over(out, bytes, r->size);
    out->heap = bytes;
    return 0;
}

SIM void record_unload(void *ctx, struct replay *r)
{
    (void)ctx;
    replay_unload(r);
}

/* --- the ports ------------------------------------------------------------------------------------ */

SIM void sim_push(struct sim *s, int64_t at, enum sim_event_kind kind, unsigned seat, const void *bytes, size_t size)
{
    assert(s->events < SIM_EVENTS);
    struct sim_event *e = &s->event[s->events++];
    *e = (struct sim_event){ at, s->order++, kind, seat, malloc(size + 1), size };
    memcpy(e->bytes, bytes, size);
}

/* The openings of a message, marked as seen by the seat that is told. */
SIM void mark_openings(struct sim_party *c, const uint8_t *bytes, size_t size)
{
    for (; size >= OPENING; bytes += OPENING, size -= OPENING)
        c->opened |= UINT64_C(1) << bytes[0];
}

SIM void look_at_message(struct sim *s, unsigned seat, const struct msg *m)
{
    struct sim_party *c = &s->party[seat];
    if (m->type == MSG_DEAL) {
        c->opened = 0;
        mark_openings(c, m->blob2, m->blob2_size);
    }
    if (m->type == MSG_ACT || m->type == MSG_SHOW || m->type == MSG_CARDS)
        mark_openings(c, m->blob, m->blob_size);
    size_t safe = m->type == MSG_RESULT ? s->record.synced : s->record.flushed;
    if (!s->record.broken)
        assert(memmem(s->record.bytes, safe, m->bytes, m->size) != NULL);
}

/* No salt of a card of the hand in play that this seat has not been shown. */
SIM void look_for_leaks(struct sim *s, unsigned seat, const uint8_t *envelope, size_t size)
{
    const struct referee *r = s->referee;
    uint32_t hand = r->course->table->hand;
    if (hand == 0)
        return;
    const struct pack *pack = &r->deck->packs[hand % (2 * PACKS_AHEAD)];
    for (unsigned slot = 0; slot < pack->n; slot++)
        if (!(s->party[seat].opened >> slot & 1))
            assert(memmem(envelope, size, pack->salt[slot], SALT) == NULL);
}

SIM void look_at_envelope(struct sim *s, unsigned seat, const uint8_t *bytes, size_t size)
{
    struct envelope e;
    struct msg m;
    assert(size <= ENVELOPE_MAX);
    assert(s->record.broken || s->record.flushed == s->record.size);
    enum wire_error error = envelope_hear(&e, bytes, size);
    while (error == WIRE_OK && e.left > 0) {
        error = envelope_next(&e, FROM_ARBITER, &m);
        if (error == WIRE_OK)
            look_at_message(s, seat, &m);
    }
    assert(error == WIRE_OK);
    look_for_leaks(s, seat, bytes, size);
}

SIM void sim_send(void *ctx, unsigned seat, const struct to_seat *head, const void *envelope)
{
    struct sim *s = ctx;
    struct sim_party *c = &s->party[seat];
    int64_t leaves = at_least(c->busy_us, clock_tick(s->now + 10, head->tick_us));
    if (head->kind == TO_CLOSE) {
        c->closed++;
        return;
    }
    if (head->size > 0) {
        look_at_envelope(s, seat, envelope, head->size);
        if (s->tap != NULL)
            s->tap(s, seat, leaves, envelope, head->size);
        if (!c->deaf)
            sim_push(s, leaves, EVENT_TO_BOT, seat, envelope, head->size);
        c->busy_us = leaves;
    }
    if (head->waits) {
        c->ticket = head->ticket;
        c->left_us = leaves;
        c->deadline_us = clock_add(c->left_us, head->budget_us);
    }
}

SIM void sim_notify(void *ctx, const struct control_frame *f)
{
    struct sim *s = ctx;
    switch ((enum control_kind)f->kind) {
    case CONTROL_RESULT:
        assert(!s->has_result || s->result.waits);
        s->has_result = true;
        s->result = f->result;
        break;
    case CONTROL_ERROR: s->error = f->error; break;
    case CONTROL_FAULT: s->fault[s->faults++ % 256] = f->fault; break;
    case CONTROL_GAME: s->games++; break;
    case CONTROL_SEAT_HANGS: s->hangs++; break;
    case CONTROL_PROGRESS: s->progress++; break;
    case CONTROL_READY:
    case CONTROL_CLOSING:
    case CONTROL_SEAT_WRONG:
    case CONTROL_OFFERED:
    case CONTROL_SEAT_READY:
    case CONTROL_CONFIG:
    case CONTROL_BOT_ENDED:
    case CONTROL_SEAT_ENDED:
    case CONTROL_CANCEL:
    case CONTROL_REVEAL:
    case CONTROL_ALIVE: break;
    }
}

SIM int sim_bytes_show(void *ctx, const void *raw, size_t size, uint32_t tables)
{
    static struct from_seat f;
    (void)ctx;
    seat_read(&f, raw, size, tables);
    return f.error;
}

/* --- bots ----------------------------------------------------------------------------------------- */

/* The bot says these bytes after its thinking time. */
SIM void sim_say(struct sim *s, unsigned seat, const void *bytes, size_t size)
{
    s->party[seat].said++;
    sim_push(s, s->now + 10 + s->party[seat].think_us, EVENT_FROM_BOT, seat, bytes, size);
}

/* Opens an envelope of `count` messages in s->raw for a script to fill; sim_close says it. */
SIM void sim_open(struct sim *s, struct packer *p, unsigned seat, unsigned count)
{
    pack_start(p, s->raw, sizeof s->raw);
    pack_array(p, 1u + count);
    pack_uint(p, s->party[seat].bot.have);
}

SIM void sim_close(struct sim *s, struct packer *p, unsigned seat)
{
    assert(!p->bad);
    sim_say(s, seat, p->bytes, p->size);
}

SIM void sim_let_speak(struct sim *s, unsigned seat)
{
    struct sim_party *c = &s->party[seat];
    uint8_t out[ENVELOPE_MAX];
    if (c->dead || c->bot.due == 0)
        return;
    unsigned mask = s->script != NULL ? s->script(s, seat) : ~0u;
    size_t size = bot_say(&c->bot, mask, out);
    if (size > 0)
        sim_say(s, seat, out, size);
}

/* The frame that a seat process makes of a bot's bytes. */
SIM void sim_from_bot(struct sim *s, const struct sim_event *e)
{
    struct sim_party *c = &s->party[e->seat];
    struct from_seat f;
    s->now = at_least(s->now, c->busy_us);
    memset(&f, 0, sizeof f);
    seat_read(&f, e->bytes, e->size, s->config.tables);
    f.ticket = c->ticket;
    f.left_us = c->left_us;
    f.came_us = s->now;
    if (s->lost != NULL && c->deadline_us > 0)
        s->lost(s, e->seat, &f);
    f.size = (uint32_t)(e->size < ENVELOPE_MAX ? e->size : ENVELOPE_MAX);
    s->now += 5;
    if (f.count > 0 && f.msg[0].type == MSG_HELLO)
        c->bot.waits = s->referee->course->stage > COURSE_HELLO && !c->hung;
    if (!c->hung) {
        const char *wrong = referee_from_seat(s->referee, e->seat, &f, e->bytes, s->now);
        assert(wrong == NULL); /* an honest seat process is always believed */
    }
}

SIM void sim_frame(struct sim *s, unsigned seat, enum from_seat_kind kind)
{
    struct sim_party *c = &s->party[seat];
    struct from_seat f = { .kind = (uint8_t)kind, .ticket = c->ticket, .left_us = c->left_us, .came_us = s->now };
    if (s->lost != NULL && kind == SEAT_SILENCE)
        s->lost(s, seat, &f);
    const char *wrong = referee_from_seat(s->referee, seat, &f, "", s->now);
    assert(wrong == NULL);
}

/* What is on its way to a bot and from it is lost. */
SIM void sim_lose_mail(struct sim *s, unsigned seat)
{
    for (unsigned i = 0; i < s->events;) {
        if (s->event[i].seat == seat) {
            free(s->event[i].bytes);
            s->event[i] = s->event[--s->events];
        } else {
            i++;
        }
    }
}

/* The seat process and its bot's connection are lost; a new process takes over, or, the first time, none can be had. */
SIM void sim_seat_dies(struct sim *s, unsigned seat, bool restarted)
{
    struct control_ended e = { .signal = 9, .restarted = restarted };
    struct sim_party *c = &s->party[seat];
    if (!restarted && s->referee->line[seat].deaths == 0)
        e.arbiter = ARBITER_NO_PROCESS;
    c->ticket = 0;
    c->left_us = c->deadline_us = c->busy_us = 0;
    c->hung = false;
    referee_seat_ended(s->referee, seat, &e, s->now);
}

/* The bot says hello again with what it has. */
SIM void sim_hello(struct sim *s, unsigned seat)
{
    struct packer p;
    sim_open(s, &p, seat, 1);
    say_hello(&p, &s->party[seat].bot);
    sim_close(s, &p, seat);
}

/* --- time ----------------------------------------------------------------------------------------- */

SIM int sim_next_event(const struct sim *s)
{
    int best = -1;
    for (unsigned i = 0; i < s->events; i++)
        if (best < 0 || s->event[i].at < s->event[best].at ||
            (s->event[i].at == s->event[best].at && s->event[i].order < s->event[best].order))
            best = (int)i;
    return best;
}

/* More envelopes are on their way to this bot: it speaks when it has heard them. */
SIM bool sim_more_to_hear(const struct sim *s, unsigned seat)
{
    for (unsigned i = 0; i < s->events; i++)
        if (s->event[i].kind == EVENT_TO_BOT && s->event[i].seat == seat)
            return true;
    return false;
}

SIM void sim_do_event(struct sim *s, int i)
{
    struct sim_event e = s->event[i];
    s->event[i] = s->event[--s->events];
    if (e.kind == EVENT_FROM_BOT)
        sim_from_bot(s, &e);
    else if (!s->party[e.seat].dead)
        bot_take(&s->party[e.seat].bot, e.bytes, e.size);
    free(e.bytes);
    if (e.kind == EVENT_TO_BOT && (s->hasty || !sim_more_to_hear(s, e.seat)))
        sim_let_speak(s, e.seat);
}

/* The seat whose wait runs out first; -1 when none waits. */
static int sim_next_silence(const struct sim *s)
{
    int best = -1;
    for (int i = 0; i < (int)sim_parties(s); i++)
        if (s->party[i].deadline_us > 0 && !s->party[i].hung &&
            (best < 0 || s->party[i].deadline_us < s->party[best].deadline_us))
            best = i;
    return best;
}

/* One thing happens.  False: nothing ever will. */
SIM bool sim_turn(struct sim *s)
{
    int event = sim_next_event(s), quiet = sim_next_silence(s);
    int64_t at_event = event >= 0 ? s->event[event].at : INT64_MAX;
    int64_t at_quiet = quiet >= 0 ? s->party[quiet].deadline_us : INT64_MAX;
    int64_t at_tick = referee_deadline(s->referee);
    if (at_event == INT64_MAX && at_quiet == INT64_MAX && at_tick == INT64_MAX)
        return false;
    if (at_event <= at_quiet && at_event <= at_tick) {
        s->now = at_least(s->now, at_event);
        sim_do_event(s, event);
    } else if (at_quiet <= at_tick) {
        s->now = at_least(s->now, at_quiet);
        s->party[quiet].deadline_us = 0;
        sim_frame(s, (unsigned)quiet, SEAT_SILENCE);
    } else {
        s->now = at_least(s->now, at_tick);
        referee_tick(s->referee, s->now);
    }
    return true;
}

/* --- a match -------------------------------------------------------------------------------------- */

SIM struct referee_config sim_config(const char *rules, unsigned games)
{
    struct referee_config c;
    uint8_t seed[32] = { 9 }, public_key[32];
    memset(&c, 0, sizeof c);
    c.kind = CONTROL_CONFIG;
    strcpy(c.tournament, "simulation");
    strcpy(c.rules, rules);
    strcpy(c.name[0], "north");
    c.number = 1;
    c.games = games;
    c.hands_max = SIM_HANDS;
    c.seats = SIM_SEATS;
    c.bank_us = 1000000;
    c.inc_us = 1000;
    c.cap_us = 500000;
    c.grace_us = 1000;
    c.start_us = 3000000;
    c.duty_us = 1000000000;
    c.sign_every = 1;
    for (unsigned i = 0; i < PARTIES_MAX; i++)
        memset(c.server[i], (int)(0x53 + i), sizeof c.server[i]);
    crypto_sign_seed_keypair(public_key, c.key, seed);
    return c;
}

SIM struct sim *sim_new_logged(const struct referee_config *c, uint8_t seed_byte, struct referee_log log)
{
    struct sim *s = calloc(1, sizeof *s);
    uint8_t seed[HASH], nonce[HASH];
    char why[CONTROL_TEXT];
    memset(seed, seed_byte, HASH);
    memset(nonce, 0x11, HASH);
    s->config = *c;
    s->record.fail_at = SIM_NEVER;
    s->now = 1000000000;
    record_put(&s->record, REPLAY_MAGIC, REPLAY_MAGIC_SIZE);
    struct journal journal = { &s->record,    record_append, record_flush, record_sync,
                               record_finish, record_load,   record_unload };
    struct referee_ports ports = {
        .ctx = s, .send = sim_send, .notify = sim_notify, .journal = journal, .log = log, .bytes_show = sim_bytes_show
    };
    s->referee = referee_new(c, seed, nonce, &ports, why);
    assert(s->referee != NULL);
    for (unsigned i = 0; i < sim_parties(s); i++) {
        bot_start(&s->party[i].bot, i);
        memcpy(s->party[i].bot.server, c->server[i], HASH);
        s->party[i].think_us = 20;
    }
    return s;
}

SIM struct sim *sim_new(const struct referee_config *c, uint8_t seed_byte)
{
    return sim_new_logged(c, seed_byte, (struct referee_log){ 0 });
}

/* It is the second leg of this primary's pair.  Its bots are others: they have keys of their own, and play otherwise. */
SIM int sim_second_leg(struct sim *s, const struct primary *p, char why[CONTROL_TEXT])
{
    for (unsigned i = 0; i < sim_parties(s); i++) {
        bot_key(&s->party[i].bot, i, true);
        s->party[i].bot.random.state += 1000;
    }
    return referee_twin(s->referee, p, why);
}

SIM void sim_free(struct sim *s)
{
    for (unsigned i = 0; i < sim_parties(s); i++)
        bot_end(&s->party[i].bot);
    for (unsigned i = 0; i < s->events; i++)
        free(s->event[i].bytes);
    referee_free(&s->referee);
    free(s->record.bytes);
    free(s);
}

#define OWNED_SIM AUTO(auto_sim) struct sim
SIM void auto_sim(struct sim **s)
{
    if (*s)
        sim_free(*s);
}

/* Starts and lets every living bot say hello. */
SIM void sim_start(struct sim *s)
{
    int bad = referee_start(s->referee, s->now);
    assert(bad == 0);
    for (unsigned i = 0; i < sim_parties(s); i++)
        sim_let_speak(s, i);
}

/* Plays until the result is told; then what is on its way to the bots arrives. */
SIM void sim_finish(struct sim *s)
{
    while (s->referee->course->stage < COURSE_TOLD) {
        bool moved = sim_turn(s);
        assert(moved);
    }
    for (int i; (i = sim_next_event(s)) >= 0;)
        sim_do_event(s, i);
    assert(s->has_result && referee_deadline(s->referee) == INT64_MAX);
}

SIM void sim_play(struct sim *s)
{
    sim_start(s);
    sim_finish(s);
}

/* The record is complete and the auditor finds nothing wrong with it. */
SIM void sim_audit(const struct sim *s)
{
    struct audit_report report;
    assert(s->record.finished && s->result.complete);
    keep_record(s->record.bytes, s->record.size);
    int bad = audit_bytes(s->record.bytes, s->record.size, NULL, &report);
    assert(bad == 0);
    if (report.outcome != AUDIT_VALID)
        audit_print(stderr, "simulation", &report);
    assert(report.outcome == AUDIT_VALID);
    for (unsigned i = 0; i < report.offer.seats;
         i++) { /* what a ladder counts from the record is what the arbiter told */
        assert(report.timeouts[i] == s->result.seat[i].timeouts);
        assert(report.spared[i] == s->result.seat[i].spared);
    }
}

/* Audits and frees it.  AUDITED_SIM *s = ...; has that done where its block ends. */
SIM void sim_end(struct sim *s)
{
    sim_audit(s);
    sim_free(s);
}
#define AUDITED_SIM AUTO(auto_end) struct sim
SIM void auto_end(struct sim **s) { sim_end(*s); }

#endif
