/* ladder_world: people, bots and pairs for tests of the ladder, by the dozen. */
#ifndef FIEL_TESTS_LADDER_WORLD_H
#define FIEL_TESTS_LADDER_WORLD_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/store_disputes.h"
#include "support/owned.h"
#include "store/store_jobs.h"
#include "store/store_legs.h"
#include "store/store_live.h"
#include "store/store_people.h"

#define FINE(call) \
    do { \
        if ((call) != STORE_OK) { \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, e.text); \
            abort(); \
        } \
    } while (0)

/* A finding, where there is to be none. */
static inline void fail_told(void *arg, const char *sentence)
{
    (void)arg;
    fprintf(stderr, "%s\n", sentence);
    abort();
}

/* Nothing is wrong in the store. */
static inline void world_whole(struct store *s)
{
    struct store_error e;
    uint64_t wrong;
    FINE(store_check(s, fail_told, NULL, &wrong, &e));
    if (wrong)
        abort();
}

enum { WORLD_BOTS = 8 };
struct world {
    struct store *store;
    int64_t host, author, ladder, event, round;
    int64_t bot[WORLD_BOTS], version[WORLD_BOTS];
};

static inline int64_t world_person(struct store *s, const char *name, enum role role)
{
    struct store_error e;
    struct person p = { .role = role };
    int64_t id;
    snprintf(p.name, sizeof p.name, "%s", name);
    FINE(store_person_add(s, &p, &id, &e));
    return id;
}

/* A hosted version of ana's, pending, whose archive is these bytes; `v` says how it is built and run, and of which bot it is: of a new
 * one with that name when it names none. */
static inline int64_t world_send(struct world *w, const char *name, struct version v, const void *bytes, size_t size)
{
    struct store_error e;
    struct bot b = { .person = w->author };
    int64_t id;
    snprintf(b.name, sizeof b.name, "%s", name);
    if (!v.bot)
        FINE(store_bot_add(w->store, &b, &v.bot, &e));
    v.has_artifact = true;
    FINE(store_put(w->store, bytes, size, v.artifact, &e));
    FINE(store_version_add(w->store, &v, &w->ladder, 1, &id, &e));
    return id;
}

/* A version of a new bot, pending; its artifact is its name. */
static inline int64_t world_version(struct world *w, const char *name, int64_t *bot)
{
    struct store_error e;
    struct version v = { .supersedes = true, .run = "./bot" };
    int64_t id = world_send(w, name, v, name, strlen(name));
    FINE(store_version(w->store, id, &v, &e));
    *bot = v.bot;
    return id;
}

static inline void world_admit(struct world *w)
{
    static struct order o;
    struct store_error e;
    struct wish wish = { .worker = "judge", .lease_ms = 60000, .no_play = true };
    struct verdict_filed v = { .passed = true, .reason = "", .log = "fine\n", .log_size = 5 };
    FINE(store_lease(w->store, &wish, &o, &e));
    FINE(store_validated(w->store, &o, &v, &e));
}

/* Short matches of two. */
static const struct ladder world_short = {
    .code = "argentino", .name = "Argentino", .rules = "argentino,target=15", .seats = 2, .games = 1, .legs = 2
};

/* A host, an author, this ladder and its standing event in an empty store: nobody plays yet. */
static inline void world_found(struct world *w, struct store *s, const struct ladder *l, const char *cfg)
{
    struct store_error e;
    struct event v = { .kind = EVENT_LADDER, .name = "always", .state = EVENT_RUNNING, .rated = true };
    *w = (struct world){ .store = s };
    w->host = world_person(s, "hilda", ROLE_HOST);
    w->author = world_person(s, "ana", ROLE_AUTHOR);
    FINE(store_ladder_add(s, l, &w->ladder, &e));
    v.ladder = w->ladder;
    snprintf(v.cfg, sizeof v.cfg, "%s", cfg);
    FINE(store_event_add(s, &v, "hilda", &w->event, &e));
}

static inline void world_make(struct world *w, struct store *s)
{
    const struct ladder l = {
        .code = "argentino-1v1", .name = "Argentino", .rules = "argentino", .seats = 2, .games = 1, .legs = 2
    };
    char name[32];
    world_found(w, s, &l, "{}");
    for (int i = 0; i < WORLD_BOTS; i++) {
        snprintf(name, sizeof name, "bot%d", i);
        w->version[i] = world_version(w, name, &w->bot[i]);
    }
    for (int i = 0; i < WORLD_BOTS; i++)
        world_admit(w);
}

/* In a store that is made there. */
static inline void world_new(struct world *w, const char *where)
{
    struct store_error e;
    struct store *s;
    FINE(store_open(&s, where, STORE_CREATE, &e));
    world_make(w, s);
}

/* `count` more pairs between the first two bots, the second and third, ... */
static inline void world_plan(struct world *w, size_t count)
{
    struct store_error e;
    OWNED struct pair *pair = calloc(count, sizeof *pair);
    struct plan p = {
        .event = w->event, .round = w->round, .next_round = w->round + 1, .progress = "{}", .pair = pair, .pairs = count
    };
    for (size_t i = 0; i < count; i++) {
        pair[i].version[0] = w->version[i % WORLD_BOTS];
        pair[i].version[1] = w->version[(i + 1) % WORLD_BOTS];
    }
    FINE(store_plan(w->store, &p, &e));
    w->round++;
}

/* Two legs of a pair, the side of seat 0 of the first leg winning both; the replays are made up of `salt`. */
struct world_legs {
    struct leg leg[2];
    char replay[2][64];
};
static inline void world_legs(struct world_legs *l, uint64_t salt)
{
    memset(l, 0, sizeof *l);
    for (unsigned i = 0; i < 2; i++) {
        struct leg *f = &l->leg[i];
        memcpy(f->match_id, &salt, sizeof salt);
        f->match_id[STORE_HASH - 1] = (uint8_t)(i + 1);
        memset(f->arbiter, (int)(0xa0 + i), sizeof f->arbiter);
        f->winner = i;
        f->points[i] = 30;
        f->points[1 - i] = 20 + i;
        f->games[i] = 1;
        f->hands = 11 + i;
        f->fault_seat = f->log_index = -1;
        f->started_ms = 1000;
        f->ended_ms = 2000;
        f->record = l->replay[i];
        f->record_size = (size_t)snprintf(l->replay[i], sizeof l->replay[i], "replay %llu leg %u",
                                          (unsigned long long)salt, i);
        for (unsigned s = 0; s < 2; s++)
            f->seat[s] = (struct leg_seat){ .decisions = 40 + s, .used_us = 5000, .worst_us = 900 };
    }
}

static inline int world_lease(struct world *w, const char *worker, struct order *o, struct store_error *e)
{
    struct wish wish = { .worker = worker, .lease_ms = 60000 };
    return store_lease(w->store, &wish, o, e);
}

/* Leases the next job, and files it as world_legs() has it. */
static inline void world_play(struct world *w, const char *worker, uint64_t salt, struct order *o)
{
    static struct world_legs l;
    struct store_error e;
    FINE(world_lease(w, worker, o, &e));
    world_legs(&l, salt);
    FINE(store_finish(w->store, o, l.leg, 2, &e));
}

static inline struct store_counts world_counts(struct store *s)
{
    struct store_error e;
    struct store_counts n;
    FINE(store_counts(s, &n, &e));
    return n;
}

/* The legs that are so, `most` of them: how many they are. */
static inline size_t world_legs_of(struct store *s, struct leg_filter f, struct leg *leg, size_t most)
{
    struct store_error e;
    size_t n;
    FINE(store_legs(s, &f, leg, most, &n, &e));
    return n;
}

static inline size_t world_all_legs(struct store *s, struct leg *leg, size_t most)
{
    return world_legs_of(s, (struct leg_filter){ 0 }, leg, most);
}

/* The leg with this match_id; STORE_NOT_FOUND, and *e is not set. */
static inline int world_filed(struct store *s, const uint8_t match_id[STORE_HASH], struct leg *out)
{
    enum { PAGE = 64 };
    static struct leg page[PAGE];
    struct store_error e;
    struct leg_filter f = { 0 };
    size_t n;
    *out = (struct leg){ 0 };
    do {
        FINE(store_legs(s, &f, page, PAGE, &n, &e));
        for (size_t i = 0; i < n; i++)
            if (!memcmp(page[i].match_id, match_id, STORE_HASH))
                return *out = page[i], STORE_OK;
        f.before = n ? page[n - 1].id : 0;
    } while (n == PAGE);
    return STORE_NOT_FOUND;
}

/* A pair that was played is disputed by ana, and hilda has it played again: the id of the new pair. */
static inline int64_t world_replay(struct world *w, int64_t pair)
{
    struct store_error e;
    struct leg leg;
    struct dispute d = { .person = w->author, .text = "no" };
    int64_t id;
    d.leg = world_legs_of(w->store, (struct leg_filter){ .pair = pair }, &leg, 1) ? leg.id : 0;
    FINE(store_dispute_add(w->store, &d, "ana", &id, &e));
    FINE(store_dispute_decide(w->store, id, DISPUTE_VOID, "once more", "hilda", &e));
    FINE(store_dispute(w->store, id, &d, &e));
    return d.again;
}

#endif
