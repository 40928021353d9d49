/* tables_play: a match at several tables in one process, on a fake clock: the referee, its record, the seats' decoder,
 * and libfiel's machine in every seat.  A script may change what a bot says; seats may be silent, lose their line, their
 * process or their memory, and the arbiter may be killed and go on from its record. */
#ifndef FIEL_TESTS_TABLES_PLAY_H
#define FIEL_TESTS_TABLES_PLAY_H

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "audit/audit.h"
#include "base/primary.h"
#include "kept.h"
#include "owned.h"
#include "referee/journal.h"
#include "party.h"
#include "random.h"
#include "referee/referee.h"
#include "scratch.h"
#include "seat/seat.h"

#include <sys/stat.h>

enum { PLAY_SEATS = 4, PLAY_QUEUE = 2048, PLAY_FAULTS = 64 };
#define PLAY __attribute__((unused)) static

struct play_envelope {
    unsigned seat;
    size_t size;
    uint8_t *bytes;
};

struct play_seat {
    struct party *party;
    struct fiel_callbacks calls;
    struct random random;
    char folder[SCRATCH_ROOM];
    bool silent; /* hears and says nothing */
    bool deaf;   /* what is sent to it is lost */
    uint32_t ticket;
    int64_t left_us, deadline_us; /* of its seat process; deadline 0: waits for nothing */
    unsigned table;               /* that its callbacks are about */
    unsigned decisions;
};

struct play {
    struct referee *referee;
    struct referee_config config;
    struct referee_ports ports;
    const struct primary *primary; /* NULL: no second leg */
    struct journal_file *record;
    char folder[SCRATCH_ROOM], path[SCRATCH_ROOM + 16];
    struct play_seat seat[PLAY_SEATS];
    int64_t now;
    struct play_envelope *queue; /* on their way to the bots */
    unsigned first, count;
    struct from_seat frame;
    uint8_t said[ENVELOPE_MAX];
    /* What the bot says may be changed: returns its new size, 0 for nothing. */
    size_t (*script)(struct play *w, unsigned seat, uint8_t *bytes, size_t size);
    unsigned step; /* for scripts */
    /* What the seat's process says with this word of the time that was nobody's; then bots take their time, too. */
    void (*lost)(struct play *w, unsigned seat, struct from_seat *f);
    int64_t think_us; /* of the next word */
    bool unequal;     /* some bots are slower than others, and each answers every envelope by itself */
    struct random chance;
    struct control_fault fault[PLAY_FAULTS];
    unsigned faults;
    struct control_result result;
    bool over;
    size_t most_bytes; /* of an envelope that left */
    unsigned most_messages, requests_together, envelopes;
};

/* --- the ports -------------------------------------------------------------------------------------- */

/* What leaves is a strict envelope in which no request stands before what is no request. */
PLAY void play_look(struct play *w, const void *bytes, size_t size)
{
    struct envelope e;
    struct msg m;
    unsigned messages = 0, requests = 0;
    enum wire_error error = envelope_hear(&e, bytes, size);
    assert(error == WIRE_OK && size <= ENVELOPE_MAX);
    for (; e.left > 0; messages++) {
        error = envelope_next(&e, FROM_ARBITER, &m);
        assert(error == WIRE_OK);
        requests += m.type == MSG_REQUEST;
    }
    w->most_bytes = size > w->most_bytes ? size : w->most_bytes;
    w->most_messages = messages > w->most_messages ? messages : w->most_messages;
    w->requests_together = requests > w->requests_together ? requests : w->requests_together;
    w->envelopes++;
}

PLAY void play_send(void *ctx, unsigned seat, const struct to_seat *head, const void *envelope)
{
    struct play *w = ctx;
    struct play_seat *c = &w->seat[seat];
    if (head->kind != TO_SEND)
        return;
    if (head->size > 0)
        play_look(w, envelope, head->size);
    if (head->size > 0 && !c->deaf) {
        struct play_envelope *e = &w->queue[(w->first + w->count++) % PLAY_QUEUE];
        assert(w->count <= PLAY_QUEUE);
        *e = (struct play_envelope){ seat, head->size, malloc(head->size) };
        memcpy(e->bytes, envelope, head->size);
    }
    c->deadline_us = head->waits ? w->now + head->budget_us : 0;
    if (head->waits) {
        c->ticket = head->ticket;
        c->left_us = w->now + 1;
    }
}

PLAY void play_notify(void *ctx, const struct control_frame *f)
{
    struct play *w = ctx;
    if (f->kind == CONTROL_FAULT && w->faults < PLAY_FAULTS)
        w->fault[w->faults++] = f->fault;
    if (f->kind != CONTROL_RESULT)
        return;
    w->result = f->result;
    w->over = true;
}

/* --- bots ------------------------------------------------------------------------------------------- */

PLAY struct action play_decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct play_seat *c = user;
    struct action a = legal[random_below(&c->random, (unsigned)n)];
    (void)v;
    c->decisions++;
    return a.kind == ACT_MAZO ? legal[0] : a;
}

/* Any signs that are allowed. */
PLAY int play_signs(const struct view *v, int room, struct sign *made, void *user)
{
    struct play_seat *c = user;
    uint8_t words[SIGN_ROOM];
    int n = hint_signs(v, words), count = 0;
    for (; count < n && count < room && random_below(&c->random, 3) > 0; count++)
        made[count] = (struct sign){ words[count], (uint8_t)hint_partner(v) };
    return count;
}

PLAY void play_table(unsigned table, void *user)
{
    struct play_seat *c = user;
    c->table = table;
}

/* Keys that are the same in every run, so that the cards are, and others in a second leg. */
PLAY void play_keys(struct play *w, unsigned seat)
{
    static const char *const name[] = { "signing-key", "chain-secret" };
    for (unsigned k = 0; k < 2; k++) {
        uint8_t secret[HASH] = { (uint8_t)(1 + seat), (uint8_t)k, w->primary != NULL };
        char path[SCRATCH_ROOM + 32];
        snprintf(path, sizeof path, "%s/%s", w->seat[seat].folder, name[k]);
        FILE *f = fopen(path, "w");
        bool written = f != NULL && fwrite(secret, sizeof secret, 1, f) == 1 && fclose(f) == 0;
        assert(written);
        (void)written;
    }
}

/* What it kept of the match itself is forgotten: it had heard more than the record has that is resumed. */
PLAY void play_forget(struct play *w, unsigned seat)
{
    scratch_remove(w->seat[seat].folder);
    int bad = mkdir(w->seat[seat].folder, 0700);
    assert(bad == 0);
    (void)bad;
    play_keys(w, seat);
}

PLAY void play_party(struct play *w, unsigned seat)
{
    struct play_seat *c = &w->seat[seat];
    c->calls = (struct fiel_callbacks){ .decide = play_decide, .signs = play_signs, .table = play_table, .user = c };
    c->party = malloc(sizeof *c->party);
    int bad = c->party == NULL || party_start(c->party, "bot", c->folder, &c->calls) != 0;
    assert(!bad);
}

/* Bytes of a bot reach the referee through its seat's decoder. */
PLAY void play_say(struct play *w, unsigned seat, const uint8_t *bytes, size_t size)
{
    struct from_seat *f = &w->frame;
    memset(f, 0, offsetof(struct from_seat, msg));
    seat_read(f, bytes, size, w->config.tables);
    w->now += 20 + w->think_us;
    f->ticket = w->seat[seat].ticket;
    f->left_us = w->now - 15;
    f->came_us = w->now - 5;
    f->size = (uint32_t)(size < ENVELOPE_MAX ? size : ENVELOPE_MAX);
    if (w->lost != NULL) {
        f->left_us = w->seat[seat].left_us;
        w->lost(w, seat, f);
    }
    const char *wrong = referee_from_seat(w->referee, seat, f, bytes, w->now);
    assert(wrong == NULL);
}

PLAY void play_speak(struct play *w, unsigned seat)
{
    struct play_seat *c = &w->seat[seat];
    size_t size;
    while (!c->silent && (size = party_reply(c->party, w->said)) > 0) {
        if (w->script != NULL)
            size = w->script(w, seat, w->said, size);
        if (size > 0)
            play_say(w, seat, w->said, size);
    }
    if (!c->silent && party_settle(c->party) != CHECK_FINE)
        fprintf(stderr, "seat %u: %s\n", seat, c->party->why);
    assert(c->silent || c->party->failed == CHECK_FINE);
}

/* --- time ------------------------------------------------------------------------------------------- */

/* The seat whose wait runs out first; -1: none waits. */
PLAY int play_first_silence(const struct play *w)
{
    int best = -1;
    for (int i = 0; i < (int)w->config.seats; i++)
        if (w->seat[i].deadline_us > 0 && (best < 0 || w->seat[i].deadline_us < w->seat[best].deadline_us))
            best = i;
    return best;
}

PLAY void play_hear(struct play *w)
{
    unsigned fast = w->unequal ? random_below(&w->chance, w->config.seats) : w->queue[w->first].seat, k = 0;
    while (k < w->count && w->queue[(w->first + k) % PLAY_QUEUE].seat != fast)
        k++;
    if (k == w->count)
        k = 0;
    struct play_envelope e = w->queue[(w->first + k) % PLAY_QUEUE];
    struct play_seat *c = &w->seat[e.seat];
    for (; k > 0; k--) /* the others keep their order */
        w->queue[(w->first + k) % PLAY_QUEUE] = w->queue[(w->first + k - 1) % PLAY_QUEUE];
    w->first = (w->first + 1) % PLAY_QUEUE;
    w->count--;
    enum check taken = c->silent ? CHECK_FINE : party_take(c->party, e.bytes, e.size);
    if (taken != CHECK_FINE)
        fprintf(stderr, "seat %u: %s\n", e.seat, c->party->why);
    assert(taken == CHECK_FINE);
    free(e.bytes);
    for (unsigned i = 0; i < w->count && !w->unequal; i++)
        if (w->queue[(w->first + i) % PLAY_QUEUE].seat == e.seat)
            return; /* it speaks when it has heard all that is there */
    play_speak(w, e.seat);
}

/* Nothing comes any more: anyone who says hello again finds out whether that was all. */
PLAY bool play_quiet(struct play *w)
{
    for (unsigned i = 0; i < w->config.seats; i++) {
        struct play_seat *c = &w->seat[i];
        if (c->silent || !c->party->catching_up || c->party->have == 0 || c->party->stage == STAGE_OVER)
            continue;
        party_quiet(c->party);
        play_speak(w, i);
        return true;
    }
    return false;
}

/* One thing happens.  False: nothing ever will. */
PLAY bool play_turn(struct play *w)
{
    int quiet = play_first_silence(w);
    int64_t at = quiet >= 0 ? w->seat[quiet].deadline_us : INT64_MAX, tick = referee_deadline(w->referee);
    if (w->count > 0) {
        play_hear(w);
    } else if (play_quiet(w)) {
        return true;
    } else if (at <= tick && at < INT64_MAX) {
        struct from_seat f = { .kind = SEAT_SILENCE, .ticket = w->seat[quiet].ticket };
        w->now = at > w->now ? at : w->now;
        w->seat[quiet].deadline_us = 0;
        f.came_us = w->now;
        if (w->lost != NULL) {
            f.left_us = w->seat[quiet].left_us;
            w->lost(w, (unsigned)quiet, &f);
        }
        const char *wrong = referee_from_seat(w->referee, (unsigned)quiet, &f, "", w->now);
        assert(wrong == NULL);
    } else if (tick < INT64_MAX) {
        w->now = tick > w->now ? tick : w->now;
        referee_tick(w->referee, w->now);
    } else {
        return false;
    }
    return true;
}

/* --- a match ---------------------------------------------------------------------------------------- */

PLAY struct referee_config play_config(const char *rules, uint32_t tables, uint32_t games)
{
    struct referee_config c = { .kind = CONTROL_CONFIG,
                                .number = 1,
                                .games = games,
                                .hands_max = 300,
                                .tables = tables,
                                .seats = 2,
                                .bank_us = 1000000,
                                .inc_us = 1000,
                                .cap_us = 500000,
                                .grace_us = 1000,
                                .start_us = 3000000,
                                .duty_us = 1000000000,
                                .sign_every = 16 };
    uint8_t seed[HASH] = { 7 }, public_key[KEY_PUBLIC];
    strcpy(c.tournament, "tables");
    strcpy(c.rules, rules);
    crypto_sign_seed_keypair(public_key, c.key, seed);
    return c;
}

PLAY void play_referee(struct play *w)
{
    uint8_t seed[HASH] = { 1 }, nonce[HASH] = { 2 };
    char why[CONTROL_TEXT] = "";
    w->ports.ctx = w;
    w->ports.send = play_send;
    w->ports.notify = play_notify;
    w->referee = referee_new(&w->config, seed, nonce, &w->ports, why);
    if (w->referee == NULL)
        fprintf(stderr, "%s\n", why);
    assert(w->record != NULL && w->referee != NULL);
    int bad = w->primary != NULL ? referee_twin(w->referee, w->primary, why) : 0;
    if (bad != 0)
        fprintf(stderr, "%s\n", why);
    assert(bad == 0);
}

/* Up to where every bot has said HELLO; of a second leg with what it is dealt from, or NULL. */
PLAY struct play *play_start_leg(const struct referee_config *config, uint64_t dice, const struct primary *p)
{
    struct play *w = calloc(1, sizeof *w);
    w->config = *config;
    w->primary = p;
    w->queue = calloc(PLAY_QUEUE, sizeof *w->queue);
    w->now = 1000000000;
    scratch_quick(w->folder);
    snprintf(w->path, sizeof w->path, "%s/replay", w->folder);
    w->record = journal_open(w->path, &w->ports.journal);
    play_referee(w);
    int bad = referee_start(w->referee, w->now);
    assert(bad == 0);
    for (unsigned i = 0; i < w->config.seats; i++) {
        scratch_quick(w->seat[i].folder);
        w->seat[i].random = (struct random){ dice + i };
        play_keys(w, i);
        play_party(w, i);
    }
    for (unsigned i = 0; i < w->config.seats; i++)
        play_speak(w, i);
    return w;
}

PLAY struct play *play_start(const struct referee_config *config, uint64_t dice)
{
    return play_start_leg(config, dice, NULL);
}

PLAY void play_drop_queue(struct play *w)
{
    for (; w->count > 0; w->count--, w->first = (w->first + 1) % PLAY_QUEUE)
        free(w->queue[w->first].bytes);
}

PLAY void play_end(struct play *w)
{
    for (unsigned i = 0; i < w->config.seats; i++) {
        party_end(w->seat[i].party);
        free(w->seat[i].party);
        scratch_remove(w->seat[i].folder);
    }
    play_drop_queue(w);
    referee_free(&w->referee);
    journal_close(&w->record);
    scratch_remove(w->folder);
    free(w->queue);
    free(w);
}

#define OWNED_PLAY AUTO(auto_play) struct play
PLAY void auto_play(struct play **w) { play_end(*w); }

/* To the result, and until the bots have heard it. */
PLAY void play_finish(struct play *w)
{
    while (!w->over) {
        bool moved = play_turn(w);
        assert(moved);
    }
    while (w->count > 0)
        play_hear(w);
}

/* What the auditor says of the record. */
PLAY struct audit_report play_report(const struct play *w)
{
    struct replay file;
    struct audit_report report;
    int bad = replay_load(&file, w->path);
    bad = bad != 0 || audit_bytes(file.bytes, file.size, NULL, &report) != 0;
    assert(!bad);
    keep_record(file.bytes, file.size);
    report.open = NULL;
    replay_unload(&file);
    return report;
}

PLAY void play_audit(const struct play *w)
{
    struct audit_report report = play_report(w);
    if (report.outcome != AUDIT_VALID)
        audit_print(stderr, "tables", &report);
    assert(report.outcome == AUDIT_VALID && w->result.complete);
}

/* --- what goes wrong -------------------------------------------------------------------------------- */

/* The bot's line breaks and is made again. */
PLAY void play_line_breaks(struct play *w, unsigned seat)
{
    struct play_envelope keep[PLAY_QUEUE];
    unsigned kept = 0;
    while (w->count > 0) {
        struct play_envelope e = w->queue[w->first];
        w->first = (w->first + 1) % PLAY_QUEUE;
        w->count--;
        if (e.seat == seat)
            free(e.bytes);
        else
            keep[kept++] = e;
    }
    for (unsigned i = 0; i < kept; i++)
        w->queue[(w->first + w->count++) % PLAY_QUEUE] = keep[i];
    party_reconnected(w->seat[seat].party);
    play_speak(w, seat);
}

/* The bot's process ends and another begins with what is in the folder. */
PLAY void play_bot_restarts(struct play *w, unsigned seat)
{
    struct play_seat *c = &w->seat[seat];
    referee_bot_ended(w->referee, seat, &(struct control_ended){ .signal = 9, .restarted = 1 }, w->now);
    party_end(c->party);
    free(c->party);
    play_party(w, seat);
    play_line_breaks(w, seat);
}

/* The seat's process ends; its bot says hello to the next one after a while. */
PLAY void play_seat_dies(struct play *w, unsigned seat, int64_t after)
{
    w->seat[seat].deadline_us = 0;
    w->seat[seat].ticket = 0;
    referee_seat_ended(w->referee, seat, &(struct control_ended){ .signal = 9, .restarted = 1 }, w->now);
    w->now += after;
    play_line_breaks(w, seat);
}

/* The arbiter is killed when its record has so many bytes, and another goes on from it. */
PLAY void play_killed_at(struct play *w, size_t cut)
{
    struct replay file;
    struct record rec;
    char why[CONTROL_TEXT] = "";
    size_t whole = 0;
    play_drop_queue(w);
    referee_free(&w->referee);
    journal_close(&w->record);
    int bad = replay_load(&file, w->path);
    assert(bad == 0);
    for (struct replay at = file; replay_next(&at, &rec) &&
                                  (whole == 0 || rec.offset + RECORD_HEADER + rec.size <= cut) &&
                                  rec.type != REC_TRAILER;) /* without its HEADER nothing has begun */
        whole = (size_t)rec.offset + RECORD_HEADER + rec.size;
    w->record = journal_open_again(w->path, &w->ports.journal);
    bad = journal_go_on(w->record, whole);
    assert(bad == 0);
    play_referee(w);
    struct replay begun;
    replay_over(&begun, file.bytes, whole);
    w->over = false;
    bad = referee_resume(w->referee, &begun, &w->now, why);
    if (bad != 0)
        fprintf(stderr, "%s\n", why);
    assert(bad == 0);
    replay_unload(&file);
    for (unsigned i = 0; i < w->config.seats; i++) {
        struct play_seat *c = &w->seat[i];
        c->deadline_us = 0;
        c->ticket = 0; /* its seat process is another one, too */
        party_end(c->party);
        free(c->party);
        play_forget(w, i);
        play_party(w, i);
        w->now += 1000;
    }
    for (unsigned i = 0; i < w->config.seats; i++)
        play_speak(w, i);
}

#endif
