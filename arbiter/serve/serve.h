/* serve: the daemon.  A queue of orders, a `fiel match` for each that is played, a control socket for operators, and
 * the door, a process of its own, where remote bots wait. */
#ifndef FIEL_SERVE_H
#define FIEL_SERVE_H

#include "base/auth.h"
#include "base/own_words.h"
#include "child/stall.h"
#include "child/events.h"
#include "door/door.h"
#include "jail/capacity.h"
#include "orders.h"
#include "wire/messages.h"
#include "serve_log.h"
#include "base/spawn_match.h"
#include "cli/owned.h"

enum { TRIES_MOST = 4, FOLLOWERS_MOST = 256, REQUEST_MOST = 65536, CHUNK = 1 << 18, TAG_TEXT = 80, PLACES = 1000 };

/* One match that is being played. */
struct playing {
    struct order *order; /* NULL: this place is free */
    struct child child;
    int core;                /* -1: not pinned */
    int events, kept;        /* the pipe; the file in which its lines are kept */
    struct event_lines told; /* what came of a line that is not whole yet */
    int64_t progress_ms;     /* when a line of progress was kept */
    json_t *last;            /* the last line: result, parked or error; NULL: none yet */
    bool parked;             /* we sent SIGUSR1 */
    bool resumed;
    struct stall look;                          /* at its process */
    json_t *seat[FIEL_SEATS_MAX + CUTTERS_MAX]; /* the latest "seat" event of each party; NULL: none */
};

/* One of the two sockets that answer requests, with a context and so a guard of its own: who is let in at one is not at the other. */
struct control_line {
    void *context, *socket; /* NULL: it is not open */
    struct auth *auth;
    struct allow_list who;      /* may ask here */
    char endpoint[CONFIG_TEXT]; /* as bound */
    bool only_reads;            /* what changes anything is refused here */
};

struct follower {
    struct control_line *line;
    uint8_t routing[256];
    size_t routing_size; /* 0: this place is free */
    json_t *tag;
    uint64_t order;
    int64_t at; /* of the events file: what was sent */
    bool fresh; /* its answer has left, and nothing else yet */
};

/* Who waits at the door. */
struct guest {
    char name[BINDING_NAME];
    bool cuts;
};

struct door_run {
    struct child child;     /* pid 0: it does not run */
    int link;               /* -1: none */
    struct own_words words; /* what it says */
    uint8_t secret[CURVE_KEY], public_key[CURVE_KEY];
    char endpoint[DOOR_TEXT]; /* as bound; "": not yet */
    struct guest *guest;
    unsigned guests, room;
    int64_t due_ms, again_ms; /* when it is started again (0: not), and how long it waits the next time */
    struct stall look;
};

struct tally {
    uint64_t accepted, finished, cancelled, voided, failed, resumed, refused, requests, door_restarts;
    uint64_t decisions, thinking_us, paused_us, timeouts, spared, faults[FAULT_ARBITER + 1];
    uint64_t unwitnessed; /* records whose log lacked the quorum of [log] policy */
    json_t *voids; /* by bot, as orders name them: how many of its matches the arbiter's side made void; NULL: none */
};

struct serve {
    struct config config;
    const char *config_path;
    int lock; /* of the state folder */
    struct orders orders;
    struct playing *playing; /* at_once_most places */
    unsigned places, running;
    struct capacity room; /* of this machine when the daemon started, */
    uint64_t runtime;     /* and bytes of its largest runtime */
    cpu_set_t cores;
    struct control_line control, reading; /* of operators, and of readers */
    struct allow_list bots;
    struct door_run door;
    uint8_t server_public[CURVE_KEY], server_secret[CURVE_KEY];
    int signals;
    struct follower follower[FOLLOWERS_MOST];
    struct tally tally;
    int64_t started; /* unix seconds */
    enum { SERVE_ON, SERVE_FINISHING, SERVE_PARKING } stopping;
    int64_t stop_ms;    /* when what still runs is parked, then killed */
    int64_t metrics_ms; /* when they are due */
    int64_t looks_ms;   /* when the processes of matches are looked at again */
    int64_t dog_ms;     /* when the service manager is told again that this process runs */
    bool look;          /* something has changed: an order may start now */
    int64_t retry_ms;   /* when one may be tried again; 0: none waits for that */
    int64_t follow_ms;  /* when all followers are looked at */
};

/* --- serve_room.c ---------------------------------------------------------------------------------- */
/* Looks what room this machine has for matches of two bots; an exit code, and it is printed what there is too little of. */
int serve_count_room(struct serve *s);
/* How many matches may run: as the configuration says, or one for every core, as far as there is room for two bots each. */
unsigned serve_at_once(const struct serve *s);
/* Beside all that are played there is room for this one, whose table may be a large one; alone it is for `fiel match` to say. */
bool serve_roomy(const struct serve *s, struct order *o);

/* --- serve_begin.c --------------------------------------------------------------------------------- */
int serve_prepare(struct serve *s); /* an exit code; what went wrong is printed */
void serve_clear(struct serve *s);  /* also after a prepare that failed */

/* --- serve_stop.c ---------------------------------------------------------------------------------- */
void serve_stop(struct serve *s, enum stop_how how);
/* Time is up: what still runs is parked, and what does not park is killed, which comes to the same. */
void serve_stop_due(struct serve *s);
int serve_reload(struct serve *s); /* -1: something is wrong, was logged, and all is as it was */

/* --- serve_play.c: starting matches ------------------------------------------------------------------ */
/* Starts what may start now. */
void play_schedule(struct serve *s);
/* Milliseconds until play_schedule has something to do by itself; -1: never. */
int play_patience(const struct serve *s);
struct playing *play_of(const struct serve *s, const struct order *o); /* NULL: it waits */
/* Sets going again whose process somebody has stopped, the door's, too, and ends one that runs in an endless loop, after which its match
 * goes on from its record: nobody else sees such a supervisor, and its match would never end.  Looks at most once in STALL_MS. */
void play_look(struct serve *s);
void play_clear(struct serve *s, struct playing *p); /* the place is free again; its process must be reaped */

/* --- serve_told.c: what a match says until it ends ---------------------------------------------------- */
void play_read(struct serve *s, struct playing *p);   /* its pipe is readable */
void play_ended(struct serve *s, struct playing *p);  /* its process ended */
void play_signal(struct serve *s, int signal_number); /* to all matches */
/* Queued: it is over.  Running: its match is told to end.  -1 and a sentence. */
int play_cancel(struct serve *s, struct order *o, char why[ORDER_WHY]);

/* --- serve_end.c: each uses *o up, unless its end cannot be kept: then it is tried again later --------- */
/* `result` and `why` may be NULL. */
void end_order(struct serve *s, struct order *o, const char *state, const json_t *result, const char *why);
void end_with_result(struct serve *s, struct order *o, const json_t *result);
/* There is a match of it to go on with. */
bool end_noted(const struct serve *s, const struct order *o);
/* No result: again after a while; or, too often, once more to be closed as void; or never again. */
void end_try_again(struct serve *s, struct order *o, const char *why);
/* The machine had no process or memory for it (`result` says so): its record is put aside, and it is played again, so often and no
 * more.  False: it is something else, or enough. */
bool end_void_again(struct serve *s, struct order *o, const json_t *result);
/* Somebody else, who ran `fiel match --resume`, has its record: it is left alone and looked at again in a second, which
 * is no try. */
bool end_held(const struct serve *s, struct order *o);
/* A series of pairs that did not come to its end; any other result is a whole one. */
bool result_broken(const json_t *result);

/* --- serve_words.c -------------------------------------------------------------------------------------- */
/* The words of the `fiel match` that plays an order, or resumes it. */
void order_argv(const struct serve *s, const struct order *o, int core, bool resume, struct match_argv *a);

/* --- serve_result.c ---------------------------------------------------------------------------------- */
/* The result that a complete replay tells, with what its proof lacks of the quorum of this policy (a file; "": none); NULL when it is not
 * complete. */
json_t *result_of_replay(const char *path, const char *policy);

/* --- serve_control.c: the sockets ------------------------------------------------------------------- */
int control_open(struct serve *s); /* an exit code; what went wrong is printed */
void control_close(struct serve *s);
/* Reads who may ask at both, anew; -1 and a sentence: nothing has changed. */
int control_reload(struct serve *s, char why[BINDING_WHY]);
/* Sends one JSON message, with a second frame when `bytes` is not NULL; false: it could not leave now. */
bool control_send(struct serve *s, const struct control_line *line, const uint8_t *routing, size_t routing_size,
                  const json_t *j, const void *bytes, size_t size);

/* --- serve_request.c: one request --------------------------------------------------------------------- */
struct request {
    struct control_line *line; /* where it came in */
    char who[BINDING_NAME];    /* whose it is; "": nobody's who may ask there */
    const uint8_t *routing;
    size_t routing_size;
    json_t *body, *tag; /* tag: borrowed, NULL none */
    void *bytes;        /* second frame of the answer, freed when it is sent; NULL: none */
    size_t size;
};
/* Sets `who`, from the key that sent this part of the message.  NULL, or why nobody who sends with it may ask here. */
json_t *request_asker(struct request *r, zmq_msg_t *part);
/* Sets `body`, which the caller frees, and `tag`.  NULL, or what is wrong with it. */
json_t *request_body(struct request *r, zmq_msg_t *part);
/* A refusal; never NULL. */
json_t *request_sorry(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The number under `key`; false: not there, or no number from `least` on, and *wrong is the answer. */
bool request_number(const struct request *r, const char *key, json_int_t least, uint64_t *out, json_t **wrong);

/* --- serve_requests.c ---------------------------------------------------------------------------------- */
void requests_take(struct serve *s); /* answers everything that has come */

/* --- serve_record.c, serve_allow.c: answers to `record` and `allow` ---------------------------------- */
json_t *record_answer(struct serve *s, struct request *r);

/* serve_allow.c */
json_t *allow_answer(struct serve *s, struct request *r);

/* --- serve_follow.c ---------------------------------------------------------------------------------- */
/* Sends from now on what happens to an order, from byte `at` of its events on (0: all); false: too many follow. */
bool follow_add(struct serve *s, const struct request *r, uint64_t order, int64_t at);
void follow_move(struct serve *s, uint64_t order); /* there is more to tell of it */
void follow_due(struct serve *s);                  /* those who are new, and now and then all */
/* It is connected no more. */
void follow_lost(struct serve *s, const struct control_line *line, const uint8_t *routing, size_t routing_size);

/* --- serve_door.c ------------------------------------------------------------------------------------ */
void door_open(struct serve *s); /* where the configuration has one */
void door_close(struct serve *s);
void door_take(struct serve *s);          /* everything it has said and printed */
void door_ended(struct serve *s);         /* its process ended: it is started again, later each time */
int door_patience(const struct serve *s); /* milliseconds; -1: it is not waited for */
void door_due(struct serve *s);
int door_reload(struct serve *s); /* the list of bots has changed; -1 and errno */
/* This bot waits, for a part of this kind, and plays in no match. */
bool door_has(const struct serve *s, const char *name, bool cuts);
/* The seat of this party is open: its bot is to go there. */
void door_call(struct serve *s, struct playing *p, unsigned party);
json_t *door_lobby(const struct serve *s); /* [{"name","role","match"}] */
/* Names of the remote bots that an order waits for and that neither wait at the door nor play. */
json_t *door_absent(const struct serve *s, const struct order *o);

/* --- serve_metrics.c --------------------------------------------------------------------------------- */
char *metrics_text(const struct serve *s); /* freed by the caller; NULL: no memory */
void metrics_due(struct serve *s);         /* writes the file when it is time */

#endif
