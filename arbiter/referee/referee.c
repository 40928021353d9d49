/* referee: the match's life, what the supervisor says, and deadlines. */
#include "referee.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "referee_state.h"
#include "wire/strict.h"

enum { HANDS_LIMIT = 65535 }; /* most hands of a match */

struct control_frame control_of(enum control_kind kind, unsigned seat)
{
    struct control_frame f;
    memset(&f, 0, sizeof f);
    f.kind = (uint8_t)kind;
    f.seat = (uint8_t)seat;
    return f;
}

/* --- life ----------------------------------------------------------------------------------------- */

/* What goes with one table alone. */
static const char *tables_wrong(const struct referee_config *c)
{
    if (c->tables > TABLES_MAX || c->tables * (c->seats + c->cutters) > PLACES_MAX)
        return "a match has at most 512 tables, and at most 1024 places at all of them";
    if ((uint64_t)c->tables * c->hands_max > TABLE_HANDS_MAX)
        return "tables times hands are at most 1048576";
    if (c->games < c->tables)
        return "every table plays a game";
    if (c->tables > 1 && (c->cutters > 0 || c->tick_us > 0))
        return "cutters and ticks go with one table";
    if ((c->reveal == REVEAL_PAIR || *c->primary) && c->tables * c->seats > PAIR_PLACES_MAX)
        return "a pair has at most 256 places at all tables";
    return NULL;
}

static const char *numbers_wrong(const struct referee_config *c)
{
    if (c->size != sizeof *c)
        return "the configuration is of another version of this program";
    if (c->games < 1)
        return "a match has at least one game";
    if (c->hands_max < 1 || c->hands_max > HANDS_LIMIT)
        return "a match has from 1 to 65535 hands";
    if (c->on_timeout > TIMEOUT_DEFAULT_ACTION || c->sign > SIGN_DECISION)
        return "on-timeout and sign have two values each";
    if (c->reveal != REVEAL_MATCH && c->reveal != REVEAL_PAIR)
        return "the seed is revealed at the end of the match or of its pair";
    if (c->start_us < 1 || c->start_us > CLOCK_LONGEST)
        return "the start limit is longer than nothing and at most 100 days";
    if (c->duty_us < 0 || c->duty_us > CLOCK_LONGEST)
        return "the bank for cuts and signatures is at most 100 days";
    if (c->sign_every < 1 || c->sign_every > SIGN_EVERY_MOST)
        return "hands are signed by 1 to 1024 at once";
    if (c->blind > 1)
        return "a match is blind, 1, or it is not, 0";
    if (c->tick_us > TICK_LONGEST)
        return "a tick is at most a second";
    if (c->seats + c->cutters > PARTIES_MAX)
        return "seats and cutters are at most 16 together";
    return tables_wrong(c);
}

/* Their games are shared out: the first tables have one more than the others. */
static bool set_tables(struct referee *r, const struct referee_config *c)
{
    r->tables = c->tables > 1 ? c->tables : 1;
    r->table = calloc(r->tables, sizeof *r->table);
    r->ended = calloc(r->tables, sizeof *r->ended);
    bool room = r->table != NULL && r->ended != NULL;
    for (unsigned i = 0; i < r->parties && room; i++) {
        r->chair[i].due = calloc(r->tables, sizeof *r->chair[i].due);
        r->chair[i].asked = calloc(r->tables, sizeof *r->chair[i].asked);
        room = r->chair[i].due != NULL && r->chair[i].asked != NULL;
    }
    for (uint32_t t = 0; t < r->tables && room; t++) {
        r->table[t].number = t;
        r->table[t].games = c->games / r->tables + (t < c->games % r->tables);
    }
    return room;
}

/* Texts go into the OFFER, which every bot checks strictly. */
static bool texts_hold(const struct referee_config *c)
{
    uint8_t bytes[2048];
    struct packer p;
    pack_start(&p, bytes, sizeof bytes);
    pack_array(&p, (size_t)c->seats + 2);
    pack_str(&p, c->tournament);
    pack_str(&p, c->host);
    for (unsigned i = 0; i < c->seats; i++)
        pack_str(&p, c->name[i]);
    return !p.bad && strict_check(p.bytes, p.size) == WIRE_OK;
}

/* Takes the configuration over; NULL, or what is wrong with it. */
static const char *configure(struct referee *r, const struct referee_config *c, char why[CONTROL_TEXT])
{
    const char *wrong = numbers_wrong(c);
    if (wrong != NULL)
        return wrong;
    r->config = *c;
    r->config.tournament[sizeof r->config.tournament - 1] = '\0';
    r->config.rules[sizeof r->config.rules - 1] = '\0';
    r->config.host[sizeof r->config.host - 1] = '\0';
    r->clock = (struct clock_rule){ c->bank_us, c->inc_us, c->cap_us, c->grace_us };
    if (!clock_rule_holds(&r->clock))
        return "every part of the clock is from 0 to 100 days";
    if (rules_parse(r->config.rules, &r->rules, why) != 0)
        return why;
    r->parties = (unsigned)c->seats + c->cutters;
    if (!set_tables(r, c))
        return "out of memory: free some and play again";
    for (unsigned t = 0; t < r->tables; t++)
        if (match_new(&r->table[t].match, &r->rules, c->seats, why) != 0)
            return why;
    r->result.scorers = r->table->match.open.scorers;
    for (unsigned i = 0; i < c->seats; i++) {
        r->config.name[i][NAME_TEXT - 1] = '\0';
        memcpy(r->chair[i].name, r->config.name[i], NAME_TEXT);
    }
    for (unsigned i = 0; i < r->parties; i++) {
        memcpy(r->chair[i].key, r->config.bound[i], KEY_PUBLIC);
        r->chair[i].bound = !sodium_is_zero(r->config.bound[i], KEY_PUBLIC);
        r->chair[i].duty_us = r->config.duty_us;
        r->chair[i].wait.left_us = r->chair[i].wait.frozen_us = -1;
    }
    return texts_hold(&r->config) ? NULL : "names, tournament and host are UTF-8 texts";
}

struct referee *referee_new(const struct referee_config *c, const uint8_t seed[HASH], const uint8_t nonce[HASH],
                            const struct referee_ports *ports, char why[CONTROL_TEXT])
{
    struct referee *r = calloc(1, sizeof *r);
    const char *wrong = r != NULL ? configure(r, c, why) : "out of memory: free some and play again";
    if (wrong != NULL) {
        if (wrong != why)
            snprintf(why, CONTROL_TEXT, "%s", wrong);
        referee_free(&r);
        return NULL;
    }
    r->ports = *ports;
    memcpy(r->seed, seed, HASH);
    memcpy(r->nonce, nonce, HASH);
    r->result.fault_seat = NOBODY;
    return r;
}

void referee_free(struct referee **r)
{
    if (*r != NULL) {
        for (unsigned i = 0; i < PARTIES_MAX; i++) {
            free((*r)->chair[i].due);
            free((*r)->chair[i].asked);
        }
        if ((*r)->table != NULL)
            sodium_memzero((*r)->table, (*r)->tables * sizeof *(*r)->table);
        free((*r)->table);
        free((*r)->ended);
        free((*r)->twin_cuts);
        sodium_memzero(*r, sizeof **r);
    }
    free(*r);
    *r = NULL;
}

int referee_start(struct referee *r, int64_t now)
{
    struct control_frame ready = control_of(CONTROL_READY, NOBODY);
    r->now = now;
    for (unsigned i = 0; i < r->parties; i++)
        r->chair[i].start_us = now;
    if (!open_record_header(r)) {
        errno = r->journal_error;
        return -1;
    }
    r->ports.notify(r->ports.ctx, &ready);
    return 0;
}

bool referee_over(const struct referee *r) { return r->stage == STAGE_OVER; }

const struct told_result *referee_told(const struct referee *r) { return &r->told; }

const uint8_t *referee_seed(const struct referee *r) { return r->seed; }

uint64_t referee_decisions(const struct referee *r)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < r->config.seats; i++)
        n += r->chair[i].stats.decisions;
    return n;
}

/* --- what the supervisor says --------------------------------------------------------------------- */

/* A fault that no message caused, at any stage. */
static void fault_of(struct referee *r, unsigned seat, enum fault f, uint64_t a, uint64_t b)
{
    if (r->stage == STAGE_HELLO)
        open_early_fault(r, seat, f, a, b);
    else
        ending_fault(r, r->table, seat, f, a, b);
}

/* What is recorded of it has 24 bits. */
static uint32_t limit_used(const struct control_ended *e) { return e->used < 1u << 24 ? e->used : (1u << 24) - 1; }

/* A process is gone for good and it is the bot's doing. */
static void chair_lost(struct referee *r, unsigned seat, const struct control_ended *e)
{
    if (e->limit != 0)
        fault_of(r, seat, FAULT_RESOURCES, e->limit, limit_used(e));
    else
        fault_of(r, seat, FAULT_CRASHED, (uint64_t)e->exit_code, (uint64_t)e->signal);
}

static uint32_t exit_detail(const struct control_ended *e)
{
    return e->signal != 0 ? 256u + (uint32_t)e->signal : (uint32_t)e->exit_code & 255u;
}

/* The event alone tells whether a fault follows, and which. */
static void record_ended(struct referee *r, unsigned seat, const struct control_ended *e)
{
    if (e->limit != 0)
        outbox_record_event(r, seat, SEAT_EVENT_LIMIT, e->limit | limit_used(e) << 8);
    else if (e->restarted)
        outbox_record_event(r, seat, SEAT_EVENT_BOT_RESTARTED, exit_detail(e));
    else
        outbox_record_event(r, seat, SEAT_EVENT_EXITED, exit_detail(e));
}

static void leave(struct referee *r)
{
    round_end(r);
    if (r->journal_error != 0)
        ending_void(r, ARBITER_DISK);
}

void referee_bot_ended(struct referee *r, unsigned seat, const struct control_ended *e, int64_t now)
{
    assert(seat < r->parties);
    if (r->stage >= STAGE_TOLD || cutter_lost(r, seat))
        return;
    r->now = at_least(now, r->now);
    if (e->arbiter != 0) {
        ending_called_off(r, (enum arbiter_code)e->arbiter);
    } else {
        record_ended(r, seat, e);
        if (e->limit != 0 || !e->restarted)
            chair_lost(r, seat, e);
    }
    leave(r);
}

void referee_seat_ended(struct referee *r, unsigned seat, const struct control_ended *e, int64_t now)
{
    assert(seat < r->parties);
    if (r->stage >= STAGE_TOLD || cutter_lost(r, seat))
        return;
    r->now = at_least(now, r->now);
    struct chair *c = &r->chair[seat];
    c->deaths++;
    c->idle_us = 0;
    if (e->arbiter != 0) {
        ending_called_off(r, (enum arbiter_code)e->arbiter);
    } else if (e->limit != 0 || !e->restarted || c->deaths > 1) {
        record_ended(r, seat,
                     &(struct control_ended){ .exit_code = e->exit_code, .signal = e->signal, .limit = e->limit });
        chair_lost(r, seat, e);
    } else {
        outbox_record_event(r, seat, SEAT_EVENT_RESTARTED, c->deaths);
        back_gone(r, seat);
    }
    leave(r);
}

void referee_cancel(struct referee *r, int64_t now)
{
    if (r->stage == STAGE_TOLD) {
        referee_reveal(r, now); /* what was played stands, and there is no twin to wait for */
        return;
    }
    r->now = at_least(now, r->now);
    ending_called_off(r, ARBITER_CANCELLED);
}

void referee_reveal(struct referee *r, int64_t now)
{
    if (r->stage != STAGE_TOLD)
        return;
    r->now = at_least(now, r->now);
    outbox_record(r, REC_REVEAL_NOW, VISIBLE_ARBITER, "", 0);
    ending_reveal(r);
}

/* --- deadlines ------------------------------------------------------------------------------------ */

static int64_t earlier(int64_t a, int64_t b) { return a < b ? a : b; }

/* When something has to be done about this chair.  What fell due while its clock stood still nobody waits for yet. */
static int64_t chair_deadline(const struct referee *r, unsigned party)
{
    const struct chair *c = &r->chair[party];
    bool frozen = c->wait.frozen_us >= 0;
    if (c->wait.what == OWES_NOTHING && !(frozen && round_owes(r, party)))
        return INT64_MAX;
    return frozen ? c->absent_until_us : c->wait.watch_us;
}

static int64_t hello_deadline(const struct referee *r, const struct chair *c)
{
    bool waits = !c->said_hello && c->early.fault == FAULT_NONE;
    return waits ? clock_add(c->start_us, r->config.start_us) : INT64_MAX;
}

int64_t referee_deadline(const struct referee *r)
{
    int64_t at = INT64_MAX;
    if (r->stage >= STAGE_TOLD)
        return INT64_MAX;
    for (unsigned i = 0; i < r->parties; i++)
        at = earlier(at, r->stage == STAGE_HELLO ? hello_deadline(r, &r->chair[i]) : chair_deadline(r, i));
    return at;
}

/* A chair whose clock stood still long enough thinks on its own time again; a seat process that reports
 * nothing hangs: the supervisor ends it. */
static void chair_tick(struct referee *r, unsigned seat)
{
    struct chair *c = &r->chair[seat];
    struct control_frame hangs = control_of(CONTROL_SEAT_HANGS, seat);
    if (r->now < chair_deadline(r, seat))
        return;
    if (c->wait.frozen_us >= 0) {
        outbox_unfreeze(r, seat);
        outbox_flush_within(r, seat);
        return;
    }
    if (r->stage == STAGE_OPEN && !round_watch(r, seat))
        return;
    if (!c->wait.watched) {
        c->wait.watched = true;
        c->wait.watch_us = clock_add(r->now, HANG_US);
        return;
    }
    c->wait.watch_us = clock_add(r->now, HANG_US); /* the clock stops when its end is recorded */
    r->ports.notify(r->ports.ctx, &hangs);
}

void referee_tick(struct referee *r, int64_t now)
{
    if (r->stage >= STAGE_TOLD)
        return;
    r->now = at_least(now, r->now);
    if (r->stage == STAGE_HELLO) {
        if (r->now >= referee_deadline(r))
            open_start_limit(r);
    } else {
        for (unsigned i = 0; i < r->parties; i++)
            chair_tick(r, i);
    }
    leave(r);
}
