/* referee: the match's life, what the supervisor says, and deadlines. */
#include "referee.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "course/faults.h"
#include "referee_state.h"
#include "wire/strict.h"

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
    if ((c->reveal == REVEAL_PAIR || *c->primary) && c->cutters > 0)
        return "a pair takes no cutters";
    if ((c->tables > 1 && c->cutters > 0) || (c->tables > 1 && !c->by_turns && c->tick_us > 0))
        return "cutters and ticks go with one table";
    if ((c->reveal == REVEAL_PAIR || *c->primary) && c->tables * c->seats > PAIR_PLACES_MAX)
        return "a pair has at most 256 places at all tables";
    return NULL;
}

static const char *numbers_wrong(const struct referee_config *c)
{
    if (c->kind != CONTROL_CONFIG)
        return "this is no configuration";
    if (c->games < 1)
        return "a match has at least one game";
    if (c->hands_max < 1 || c->hands_max > HANDS_MOST)
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

/* What the match is, as the host has configured it. */
static void fill_header(const struct referee *r, struct header *h)
{
    const struct referee_config *c = &r->config;
    struct offer *o = &h->offer;
    memset(h, 0, sizeof *h);
    memcpy(o->tournament, c->tournament, sizeof o->tournament);
    o->number = c->number;
    rules_text(&r->rules, o->rules);
    o->games = c->games;
    o->seats = c->seats;
    o->cutters = c->cutters;
    memcpy(o->name, c->name, sizeof o->name);
    memcpy(o->key, c->bound, r->parties * sizeof o->key[0]);
    memcpy(o->arbiter, c->key + KEY_SECRET - KEY_PUBLIC, ID);
    deal_seed_commit(o->seed_commit, r->seed, r->nonce);
    memcpy(o->nonce, r->nonce, ID);
    o->seed_source = c->seed_fixed ? SEED_FIXED : SEED_DRAWN;
    o->hands_max = c->hands_max;
    o->tables = r->tables;
    o->bank_us = (uint64_t)c->bank_us;
    o->inc_us = (uint64_t)c->inc_us;
    o->cap_us = (uint64_t)c->cap_us;
    o->grace_us = (uint64_t)c->grace_us;
    o->start_us = (uint64_t)c->start_us;
    o->tick_us = c->tick_us;
    o->on_timeout = c->on_timeout;
    o->sign = c->sign;
    o->reveal = c->reveal;
    memcpy(o->log_key, c->log_key, sizeof o->log_key);
    strcpy(o->engine, ENGINE_TEXT);
    o->sign_every = c->sign_every;
    o->duty_us = (uint64_t)c->duty_us;
    memcpy(o->held, c->held, sizeof o->held);
    memcpy(o->log_policy, c->log_policy, sizeof o->log_policy);
    memcpy(o->bots, c->bots, sizeof o->bots);
    memcpy(o->host, c->host, sizeof o->host);
    o->blind = c->blind;
    o->at_once = c->by_turns ? 1 : r->tables;
    o->note_bytes = c->note_bytes;
    memcpy(h->server, c->server, sizeof h->server);
}

static const char *begin_course(struct referee *r, char why[CONTROL_TEXT])
{
    static struct header h; /* too large for the stack */
    struct course_ports ports = course_ports_of(r);
    fill_header(r, &h);
    r->course = course_new(&h, &ports, why);
    r->deck = calloc(r->tables, sizeof *r->deck);
    if (r->course == NULL)
        return why;
    return r->deck != NULL ? NULL : "out of memory: free some and play again";
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
    for (unsigned i = 0; i < c->seats; i++)
        r->config.name[i][NAME_TEXT - 1] = '\0';
    struct clock_rule clock = { c->bank_us, c->inc_us, c->cap_us, c->grace_us };
    if (!clock_rule_holds(&clock))
        return "every part of the clock is from 0 to 100 days";
    if (rules_parse(r->config.rules, &r->rules, why) != 0)
        return why;
    r->parties = (unsigned)c->seats + c->cutters;
    r->tables = c->tables > 1 ? c->tables : 1;
    wrong = begin_course(r, why);
    if (wrong != NULL)
        return wrong;
    return texts_hold(&r->config) ? NULL : "names, tournament and host are UTF-8 texts";
}

struct referee *referee_new(const struct referee_config *c, const uint8_t seed[HASH], const uint8_t nonce[HASH],
                            const struct referee_ports *ports, char why[CONTROL_TEXT])
{
    struct referee *r = calloc(1, sizeof *r);
    const char *wrong = "out of memory: free some and play again";
    if (r != NULL) {
        r->ports = *ports;
        memcpy(r->seed, seed, HASH);
        memcpy(r->nonce, nonce, HASH);
        wrong = configure(r, c, why);
    }
    if (wrong == NULL)
        return r;
    if (wrong != why)
        snprintf(why, CONTROL_TEXT, "%s", wrong);
    referee_free(&r);
    return NULL;
}

void referee_free(struct referee **r)
{
    if (*r != NULL) {
        course_free(&(*r)->course);
        if ((*r)->record.bytes != NULL)
            (*r)->ports.journal.unload((*r)->ports.journal.ctx, &(*r)->record);
        if ((*r)->deck != NULL)
            sodium_memzero((*r)->deck, (*r)->tables * sizeof *(*r)->deck);
        free((*r)->deck);
        free((*r)->twin_cuts);
        /* In the lines of parties that it has not nothing was ever written. */
        sodium_memzero(*r, offsetof(struct referee, line) + (*r)->parties * sizeof *(*r)->line);
        sodium_memzero((*r)->scratch, sizeof **r - offsetof(struct referee, scratch));
    }
    free(*r);
    *r = NULL;
}

int referee_start(struct referee *r, int64_t now)
{
    struct control_frame ready = control_of(CONTROL_READY, FIEL_NOBODY);
    course_start(r->course, now);
    if (!record_header(r)) {
        errno = r->journal_error;
        return -1;
    }
    r->ports.notify(r->ports.ctx, &ready);
    return 0;
}

bool referee_over(const struct referee *r) { return r->over; }

const struct signed_result *referee_told(const struct referee *r) { return course_told(r->course); }

const uint8_t *referee_seed(const struct referee *r) { return r->seed; }

uint64_t referee_decisions(const struct referee *r)
{
    uint64_t n = 0;
    for (unsigned i = 0; i < r->config.seats; i++)
        n += r->line[i].stats.decisions;
    return n;
}

/* --- an input ------------------------------------------------------------------------------------- */

/* The trailer and the report. */
static void close_record(struct referee *r)
{
    const struct journal *j = &r->ports.journal;
    r->over = true;
    bool complete = !r->unrecorded && r->journal_error == 0 &&
                    j->finish(j->ctx, course_match_id(r->course), r->config.key, (uint64_t)course_now(r->course)) == 0;
    if (!complete && !r->unrecorded && r->journal_error == 0)
        r->journal_error = errno;
    tell_result(r, complete, false);
    if (!complete)
        tell_error(r, r->journal_error);
}

/* The result leaves.  Where the record does not take it, it was never made, and the match is void. */
static void conclude(struct referee *r)
{
    while (course_stage(r->course) == COURSE_TOLD && !r->ended) {
        outbox_send_last(r);
        r->ended = r->journal_error == 0 || r->unrecorded;
        if (!r->ended) {
            course_untold(r->course);
            course_void(r->course, ARBITER_DISK);
        }
    }
}

/* Where the match is over by what came: the result, the seats' end, the trailer, which waits for a twin where one follows. */
static void end(struct referee *r)
{
    bool told = r->ended;
    conclude(r);
    if (r->ended && !told) {
        outbox_close(r);
        if (course_waits(r->course))
            tell_result(r, false, true);
        else
            course_close(r->course);
    }
    if (course_stage(r->course) == COURSE_OVER && !r->over)
        close_record(r);
}

void referee_through(struct referee *r)
{
    if (r->journal_error == 0)
        outbox_send(r, course_through(r->course));
    if (r->journal_error != 0)
        course_void(r->course, ARBITER_DISK);
    end(r);
}

bool referee_take(struct referee *r, const struct input *in)
{
    bool counts = course_input(r->course, in);
    referee_through(r);
    return counts;
}

/* --- time that was nobody's ------------------------------------------------------------------------- */

/* Those who see a pause see it each for itself, and a machine that stood still is seen by all: what a party was given back once is not
 * given back again. */
static void pause_party(struct referee *r, unsigned party, enum pause_reason reason, int64_t from, int64_t until)
{
    struct line *l = &r->line[party];
    from = from > l->paused_us ? from : l->paused_us;
    struct input in = { .type = REC_PAUSE,
                        .now = course_now(r->course),
                        .pause = { (uint8_t)party, (uint8_t)reason, (uint64_t)from, (uint64_t)until } };
    if (from >= until || !course_input(r->course, &in))
        return;
    l->paused_us = until;
    l->stats.paused_us += until - from;
    l->wait.watch_us = clock_add(l->wait.watch_us, until - from);
}

void referee_pause(struct referee *r, unsigned party, enum pause_reason reason, int64_t from, int64_t until,
                   int64_t now)
{
    course_at(r->course, now);
    now = course_now(r->course);
    until = until < now ? until : now;
    for (unsigned i = 0; i < r->parties; i++)
        if (party == i || party == FIEL_NOBODY)
            pause_party(r, i, reason, from > 0 ? from : 0, until);
}

/* A seat process that ran in an endless loop has passed nothing on since the request was handed to it: all of that time was nobody's.  That
 * happens once in a match, for the second time the seat's end is its bot's. */
static void hung(struct referee *r, unsigned seat, int64_t now)
{
    if (r->line[seat].hangs && course_owes(r->course, seat))
        referee_pause(r, seat, PAUSE_SEAT, course_asked(r->course, seat), now, now);
}

/* --- what the supervisor says --------------------------------------------------------------------- */

/* What is recorded of it has 24 bits. */
static uint32_t limit_used(const struct control_ended *e) { return e->used < 1u << 24 ? e->used : (1u << 24) - 1; }

static uint32_t exit_detail(const struct control_ended *e)
{
    return e->signal != 0 ? 256u + (uint32_t)e->signal : (uint32_t)e->exit_code & 255u;
}

/* The event alone tells whether a fault follows, and which. */
static struct rec_seat event_of(unsigned seat, const struct control_ended *e)
{
    struct rec_seat rec = { .party = (uint8_t)seat, .event = SEAT_EVENT_EXITED, .detail = exit_detail(e) };
    if (e->limit != 0) {
        rec.event = SEAT_EVENT_LIMIT;
        rec.detail = e->limit | limit_used(e) << 8;
    } else if (e->restarted) {
        rec.event = SEAT_EVENT_BOT_RESTARTED;
    }
    return rec;
}

/* The arbiter cannot go on, or is told not to. */
static void call_off(struct referee *r, unsigned code, int64_t now)
{
    (void)referee_take(r, &(struct input){ .type = REC_VOID, .now = now, .voided = { code } });
}

/* Nothing that befalls a process of this party matters any more. */
static bool gone(const struct referee *r, unsigned party)
{
    enum course_stage stage = course_stage(r->course);
    return stage >= COURSE_TOLD || (stage > COURSE_HELLO && course_out(r->course, party));
}

void referee_bot_ended(struct referee *r, unsigned seat, const struct control_ended *e, int64_t now)
{
    referee_check(r, seat);
    if (gone(r, seat))
        return;
    if (e->arbiter != 0)
        call_off(r, e->arbiter, now);
    else
        (void)referee_take(r, &(struct input){ .type = REC_SEAT, .now = now, .seat = event_of(seat, e) });
}

void referee_seat_ended(struct referee *r, unsigned seat, const struct control_ended *e, int64_t now)
{
    referee_check(r, seat);
    if (gone(r, seat))
        return;
    struct line *l = &r->line[seat];
    struct control_ended for_good = { .exit_code = e->exit_code, .signal = e->signal, .limit = e->limit };
    l->deaths++;
    l->idle_us = 0;
    struct input in = { .type = REC_SEAT, .now = now, .seat = event_of(seat, &for_good) };
    if (e->limit == 0 && e->restarted && l->deaths == 1) {
        in.seat = (struct rec_seat){ (uint8_t)seat, SEAT_EVENT_RESTARTED, l->deaths };
        hung(r, seat, now);
    }
    l->hangs = false;
    if (e->arbiter != 0)
        call_off(r, e->arbiter, now);
    else
        (void)referee_take(r, &in);
}

bool referee_starting(const struct referee *r) { return course_stage(r->course) == COURSE_HELLO; }

void referee_gap(struct referee *r, int64_t from, int64_t until, int64_t now)
{
    if (referee_starting(r))
        referee_pause(r, FIEL_NOBODY, PAUSE_ARBITER, from, until, now);
}

void referee_cancel(struct referee *r, int64_t now)
{
    if (course_waits(r->course))
        referee_reveal(r, now); /* what was played stands, and there is no twin to wait for */
    else
        call_off(r, ARBITER_CANCELLED, now);
}

void referee_reveal(struct referee *r, int64_t now)
{
    if (course_waits(r->course))
        (void)referee_take(r, &(struct input){ .type = REC_REVEAL_NOW, .now = now });
}

/* --- deadlines ------------------------------------------------------------------------------------ */

static int64_t earlier(int64_t a, int64_t b) { return a < b ? a : b; }

/* When something has to be done about this party.  What fell due while its clock stood still nobody waits for yet. */
static int64_t party_deadline(const struct referee *r, unsigned party)
{
    int64_t thaws;
    if (course_stage(r->course) == COURSE_HELLO)
        return course_hello_due(r->course, party);
    bool frozen = course_frozen(r->course, party, &thaws);
    if (!r->line[party].wait.waits && !(frozen && course_owes(r->course, party)))
        return INT64_MAX;
    return frozen ? thaws : r->line[party].wait.watch_us;
}

int64_t referee_deadline(const struct referee *r)
{
    int64_t at = INT64_MAX;
    if (course_stage(r->course) >= COURSE_TOLD)
        return INT64_MAX;
    for (unsigned i = 0; i < r->parties; i++)
        at = earlier(at, party_deadline(r, i));
    return at;
}

/* A party whose clock stood still long enough thinks on its own time again; a seat process that reports
 * nothing hangs: the supervisor ends it. */
static void party_tick(struct referee *r, unsigned party)
{
    struct wait *w = &r->line[party].wait;
    struct control_frame hangs = control_of(CONTROL_SEAT_HANGS, party);
    int64_t now = course_now(r->course), thaws;
    if (now < party_deadline(r, party))
        return;
    if (course_frozen(r->course, party, &thaws)) {
        course_thaw(r->course, party);
        outbox_send(r, 1u << party);
        return;
    }
    if (!outbox_watch(r, party))
        return;
    if (w->watched) {
        r->line[party].hangs = true;
        tell_supervisor(r, &hangs);
    }
    w->watched = true;
    w->watch_us = clock_add(now, HANG_US);
}

/* Nobody said HELLO there in time. */
static void hello_tick(struct referee *r, unsigned party)
{
    int64_t now = course_now(r->course), since = course_waiting_since(r->course, party);
    struct rec_silence silence = { .party = (uint8_t)party, .left_us = (uint64_t)since, .now_us = (uint64_t)now };
    if (now >= course_hello_due(r->course, party))
        (void)referee_take(r, &(struct input){ .type = REC_SILENCE, .now = now, .silence = silence });
}

void referee_tick(struct referee *r, int64_t now)
{
    enum course_stage stage = course_stage(r->course);
    if (stage >= COURSE_TOLD)
        return;
    course_at(r->course, now);
    for (unsigned i = 0; i < r->parties; i++) {
        if (stage == COURSE_HELLO)
            hello_tick(r, i);
        else
            party_tick(r, i);
    }
    referee_through(r);
}
