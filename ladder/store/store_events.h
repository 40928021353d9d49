/* store_events: ladders, their events, and who takes part. */
#ifndef FIEL_LADDER_STORE_EVENTS_H
#define FIEL_LADDER_STORE_EVENTS_H

#include "store_versions.h"

/* A ladder is a format with a table of its own: rules, seats, clock, games and legs of a pair. */
struct ladder {
    int64_t id;
    char code[STORE_NAME]; /* unique, as it stands in an address: "argentino-2v2" */
    char name[STORE_NAME];
    char rules[STORE_LONG];     /* for --rules */
    char clock[STORE_TEXT];     /* for --clock, "" for the default */
    char cfg[STORE_LONG];       /* JSON, the schedulers' and raters' own */
    int64_t seats, games, legs; /* legs: 2 a duplicate pair, 1 a plain match */
    bool closed;
    int64_t serial; /* grows with every result, void and replay: what a rating run is compared with */
    int64_t created_ms;
};
/* As an event or a pair with so many games plays it; 0: with the ladder's own. */
static inline void ladder_plays(struct ladder *l, int64_t games) { l->games = games ? games : l->games; }
int store_ladder_add(struct store *s, const struct ladder *l, int64_t *id, struct store_error *e);
/* Name, and whether it is closed: then nothing new is drawn, entered or sent for it; rules and clock only before the first pair was
 * drawn, STORE_STALE.  Told in the trail. */
int store_ladder_edit(struct store *s, const struct ladder *l, const char *actor, struct store_error *e);
int store_ladder(struct store *s, int64_t id, struct ladder *out, struct store_error *e);
int store_ladder_coded(struct store *s, const char *code, struct ladder *out, struct store_error *e);
int store_ladders(struct store *s, int64_t after, struct ladder *out, size_t max, size_t *n, struct store_error *e);

/* Kinds: ladder never ends by itself; sprt compares two versions; the others are tournaments. */
enum event_kind {
    EVENT_LADDER,
    EVENT_ROUND_ROBIN,
    EVENT_GAUNTLET,
    EVENT_SWISS,
    EVENT_KNOCKOUT,
    EVENT_SPRT,
    EVENT_KINDS
};
extern const char *const event_kind_names[EVENT_KINDS];
static inline bool event_is_tournament(enum event_kind kind) { return kind != EVENT_LADDER && kind != EVENT_SPRT; }
enum event_state { EVENT_DRAFT, EVENT_RUNNING, EVENT_PAUSED, EVENT_DONE, EVENT_CANCELLED, EVENT_STATES };
extern const char *const event_state_names[EVENT_STATES];
struct event {
    int64_t id, ladder;
    enum event_kind kind;
    char name[STORE_NAME];
    char cfg[STORE_LONG]; /* JSON: what the host asked for */
    enum event_state state;
    bool rated;                               /* its pairs count for the ladder's table */
    int64_t round;                            /* which the schedule has reached; 0 before the first */
    char progress[STORE_LONG];                /* JSON: the scheduler's own */
    int64_t created_ms, started_ms, ended_ms; /* 0: not yet */
};
int store_event_add(struct store *s, const struct event *v, const char *actor, int64_t *id, struct store_error *e);
int store_event(struct store *s, int64_t id, struct event *out, struct store_error *e);
struct event_filter {
    int64_t ladder;  /* 0: any */
    int kind, state; /* -1: any */
    int64_t before;
};
int store_events(struct store *s, const struct event_filter *f, struct event *out, size_t max, size_t *n,
                 struct store_error *e);
/* Another name and configuration, while it is not over: STORE_STALE.  Told in the trail. */
int store_event_edit(struct store *s, const struct event *v, const char *actor, struct store_error *e);
/* STORE_STALE when the state is not `from`.  Jobs of an event that is not running are not leased; its end
 * cancels its jobs and voids its open pairs.  Told in the trail. */
int store_event_move(struct store *s, int64_t id, enum event_state from, enum event_state to, const char *actor,
                     struct store_error *e);

/* Who takes part: one version, or a fixed team of two to four (places of one side, in seat order). */
struct entry {
    int64_t id, event;
    int64_t version[STORE_SEATS / 2]; /* the unused ones are 0 */
    int64_t seed;                     /* place in a bracket or group, as the host says; 0 none */
    int64_t most;                     /* on adding: so many of its author, and no more; 0: any number */
    bool out;                         /* plays no more; on reading also while an author of it is closed */
    char reason[STORE_TEXT];
    int64_t created_ms;
    enum version_state state; /* filled on reading: active when all its versions are, else the first's that is not */
    bool remote;              /* filled on reading: one of them is */
    int64_t stranger;         /* filled on reading: whose the first one is; 0: the host's own */
};
/* Do visitors see what it comes to?  Of one with "hidden" not before it is over. */
bool event_shown(const struct event *v);
int store_entry_add(struct store *s, const struct entry *n, int64_t *id, struct store_error *e);
int store_entries(struct store *s, int64_t event, int64_t after, struct entry *out, size_t max, size_t *n,
                  struct store_error *e);

#endif
