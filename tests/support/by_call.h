/* by_call: a whole match in one process: the referee and its record, the seats' decoder, and libfiel's machine in
 * every seat.  What a link or a socket would carry is handed over by a call, so that what is left is the work
 * of a decision itself. */
#ifndef FIEL_TESTS_BY_CALL_H
#define FIEL_TESTS_BY_CALL_H

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "referee/journal.h"
#include "party.h"
#include "referee/referee.h"
#include "scratch.h"
#include "seat/seat.h"

enum { CALL_QUEUE = 256 }; /* envelopes on their way to the bots */

struct by_call {
    struct referee *referee;
    struct journal_file *record;
    struct party *party[FIEL_SEATS_MAX];
    unsigned seats, tables;
    char folder[FIEL_SEATS_MAX + 1][SCRATCH_ROOM]; /* the bots' own, and the record's */
    int64_t now;
    uint32_t ticket[FIEL_SEATS_MAX];
    struct {
        unsigned seat;
        size_t size;
        uint8_t bytes[ENVELOPE_MAX];
    } queue[CALL_QUEUE];
    unsigned first, count;
    struct from_seat frame;
    uint8_t said[ENVELOPE_MAX];
    struct control_result result;
    bool over;
};

static void call_send(void *ctx, unsigned seat, const struct to_seat *head, const void *envelope)
{
    struct by_call *c = ctx;
    if (head->kind == TO_SEND && head->size > 0) {
        unsigned at = (c->first + c->count++) % CALL_QUEUE;
        assert(c->count <= CALL_QUEUE);
        c->queue[at].seat = seat;
        c->queue[at].size = head->size;
        memcpy(c->queue[at].bytes, envelope, head->size);
    }
    if (head->waits)
        c->ticket[seat] = head->ticket;
}

static void call_notify(void *ctx, const struct control_frame *f)
{
    struct by_call *c = ctx;
    if (f->kind == CONTROL_RESULT) {
        c->result = f->result;
        c->over = true;
    }
}

/* What a bot says passes its seat's decoder on the way to the referee. */
static void call_answer(struct by_call *c, unsigned seat)
{
    size_t size;
    while ((size = party_reply(c->party[seat], c->said)) > 0) {
        memset(&c->frame, 0, offsetof(struct from_seat, msg));
        seat_read(&c->frame, c->said, size, c->tables);
        c->now += 100;
        c->frame.ticket = c->ticket[seat];
        c->frame.left_us = c->now - 50;
        c->frame.came_us = c->now - 10;
        c->frame.size = (uint32_t)size;
        const char *wrong = referee_from_seat(c->referee, seat, &c->frame, c->said, c->now);
        assert(wrong == NULL);
    }
    enum check settled = party_settle(c->party[seat]);
    assert(settled == CHECK_FINE);
    (void)settled;
}

/* One envelope reaches its bot, which answers.  False: none is on its way. */
static bool call_turn(struct by_call *c)
{
    if (c->count == 0)
        return false;
    unsigned at = c->first, seat = c->queue[at].seat;
    enum check taken = party_take(c->party[seat], c->queue[at].bytes, c->queue[at].size);
    c->first = (c->first + 1) % CALL_QUEUE;
    c->count--;
    assert(taken == CHECK_FINE);
    (void)taken;
    call_answer(c, seat);
    return true;
}

/* A match by `rules` at so many tables between bots that all decide by `calls`, up to where everybody has said HELLO. */
static struct by_call *call_start_at(const char *rules, unsigned seats, uint32_t tables, uint32_t games,
                                     enum sign_policy sign, const struct fiel_callbacks *calls)
{
    struct by_call *c = calloc(1, sizeof *c);
    struct referee_config config = { .kind = CONTROL_CONFIG,
                                     .number = 1,
                                     .games = games,
                                     .tables = tables,
                                     .hands_max = tables > 1 ? 2000 : 20000,
                                     .seats = (uint8_t)seats,
                                     .bank_us = 1000000,
                                     .cap_us = 500000,
                                     .grace_us = 1000,
                                     .start_us = 3000000,
                                     .duty_us = 1000000000,
                                     .sign_every = 16,
                                     .sign = (uint8_t)sign };
    struct referee_ports ports = { .ctx = c, .send = call_send, .notify = call_notify };
    uint8_t seed[HASH] = { 1 }, nonce[HASH] = { 2 }, public_key[KEY_PUBLIC];
    char path[SCRATCH_ROOM + 8], why[CONTROL_TEXT];
    strcpy(config.tournament, "by call");
    strcpy(config.rules, rules);
    crypto_sign_seed_keypair(public_key, config.key, seed);
    c->seats = seats;
    c->tables = tables;
    c->now = 1000000000;
    scratch_quick(c->folder[FIEL_SEATS_MAX]);
    snprintf(path, sizeof path, "%s/replay", c->folder[FIEL_SEATS_MAX]);
    c->record = journal_open(path, &ports.journal);
    c->referee = referee_new(&config, seed, nonce, &ports, why);
    assert(c->record != NULL && c->referee != NULL);
    if (referee_start(c->referee, c->now) != 0)
        abort();
    for (unsigned i = 0; i < seats; i++) {
        scratch_quick(c->folder[i]);
        c->party[i] = malloc(sizeof *c->party[i]);
        if (c->party[i] == NULL || party_start(c->party[i], "bot", c->folder[i], calls) != 0)
            abort();
    }
    for (unsigned i = 0; i < seats; i++)
        call_answer(c, i);
    return c;
}

__attribute__((unused)) static struct by_call *call_start(const char *rules, unsigned seats, uint32_t games,
                                                          enum sign_policy sign, const struct fiel_callbacks *calls)
{
    return call_start_at(rules, seats, 1, games, sign, calls);
}

/* Talks as much as a hand allows, like the bot `instant`. */
static inline struct action call_decides(const struct view *v, const struct action *legal, int n, void *user)
{
    static const uint8_t dear[] = { ACT_ENVIDO, ACT_RAISE, ACT_QUIERO, ACT_DECLARE, ACT_PLAY };
    (void)user;
    for (unsigned k = v->open.phase == PHASE_ENVIDO; k < sizeof dear; k++)
        for (int i = 0; i < n; i++)
            if (legal[i].kind == dear[k])
                return legal[i];
    return legal[0];
}

static void call_end(struct by_call *c)
{
    for (unsigned i = 0; i < c->seats; i++) {
        party_end(c->party[i]);
        free(c->party[i]);
        scratch_remove(c->folder[i]);
    }
    referee_free(&c->referee);
    journal_close(&c->record);
    scratch_remove(c->folder[FIEL_SEATS_MAX]);
    free(c);
}

#endif
