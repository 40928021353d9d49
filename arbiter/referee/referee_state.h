/* referee_state: what the files of the referee share: its one struct and who offers what to whom.
 *
 * The course of the match is a value of its own (course/course.h).  What is here drives it: the stamps of the seat processes, the
 * record, what is on its way to the bots, the log's pen, and the record of a match that goes on. */
#ifndef FIEL_REFEREE_STATE_H
#define FIEL_REFEREE_STATE_H

#include <assert.h>

#include "course/clock.h"
#include "record/transcript.h"
#include "referee.h"

enum {
    EVENTS_MOST = 1024,    /* connections of a bot that are recorded */
    IDLE_MOST = 2048,      /* frames without effect that a seat process may send at once, and */
    IDLE_EVERY_US = 10000, /* one more each time so much has passed; it has its own bound below (SEAT_CHANGES) */
    PACKS_AHEAD = 16,      /* packs are made before their hand comes */
};
#define ENGINE_TEXT "fiel " FIEL_VERSION
#define HANG_US INT64_C(1000000) /* twice so long after its deadline a silent seat does not run */
#define PROGRESS_US INT64_C(100000)
#define NO_TICKET UINT32_MAX

/* What a seat process waits for. */
struct wait {
    bool waits;            /* for anything at all */
    uint32_t ticket;       /* of the last envelope that asked for it */
    unsigned asks;         /* of the newest envelope that asked for anything, the course's number, */
    uint32_t first_ticket; /* its ticket: `left` is when that clock started, */
    int64_t not_before_us; /* the tick at which it can leave that process, */
    bool left_told;        /* and whether that process has said when it did */
    int64_t watch_us;      /* no report by then: */
    bool watched;          /* at the first look it may be the machine that stood still */
};

/* A place in the record, behind so many messages to a party, and its chains there. */
struct told_place {
    uint64_t number;
    size_t at;
    struct chain view, pub;
};

/* The line to a party: its seat process, and what is on its way there. */
struct line {
    struct wait wait;
    uint8_t kept[ENVELOPE_MAX]; /* behind ENVELOPE_HEAD the messages of course_kept */
    struct told_place told;     /* where its last HELLO that was read for stands; 0: nowhere yet */
    bool hangs;                 /* its seat process was said to hang, and nothing has come from it since */
    unsigned deaths, events;
    int64_t paused_us; /* the end of its last pause */
    int64_t idle_us;   /* until then its frames without effect are spread, at one in IDLE_EVERY_US */
    struct control_seat_stats stats;
};

/* What is dealt at a table, and the score at its hand's start. */
struct deck {
    struct pack packs[2 * PACKS_AHEAD]; /* those that are sealed, and those to come */
    uint32_t packed_to;
    uint16_t score_before[FIEL_SCORERS_MAX];
};

struct referee {
    struct referee_config config;
    struct referee_ports ports;
    struct rules rules;
    struct course *course;
    unsigned parties, tables;
    int64_t progress_us, first_deal_us;
    int journal_error; /* errno of the first write that failed: nothing is recorded after it */
    bool unrecorded;   /* the void result of such a match leaves without a record */
    bool sync_due;     /* the record is on the disk before anything more leaves */
    bool ended, over;  /* the result has left; and the record is closed */

    uint8_t seed[HASH], nonce[HASH];
    uint8_t (*twin_cuts)[HASH]; /* x[h] of each party, row upon row, table upon table; NULL: no second leg */
    struct deck *deck;          /* of each table */

    struct replay record; /* what is sent again is read from there, .bytes NULL: it is read anew */
    struct control_result report;
    uint32_t ticket;
    struct line line[PARTIES_MAX];
    uint8_t scratch[ENVELOPE_MAX];                /* a frame being looked at */
    uint8_t resend[ENVELOPE_HEAD + ENVELOPE_MAX]; /* an envelope put together again */
    uint8_t received[32 + ENVELOPE_MAX];          /* REC_RECEIVED being put together */
};

/* What holds whenever something comes from or of a party; one that does not hold ends the referee, whose record stays. */
static inline void referee_check(const struct referee *r, unsigned party)
{
    assert(r->course != NULL && r->deck != NULL && r->tables >= 1 && r->parties <= PARTIES_MAX && party < r->parties);
    assert(!r->unrecorded || r->journal_error != 0);
}

/* outbox.c */
/* A message is kept for those it is for; `full` is the course's. */
void outbox_add(struct referee *r, unsigned visibility, const void *bytes, size_t size, unsigned full);
/* Ends the seat processes. */
void outbox_close(struct referee *r);

/* outbox_send.c */
/* Sends what waits for these parties (a bit each), and lets their seat processes wait for what they owe. */
void outbox_send(struct referee *r, unsigned parties);
/* The party's seat process waits no more, and is told to wait for what is still owed. */
void outbox_wait(struct referee *r, unsigned party);
/* The end: sends everything that waits for all, and nothing is waited for. */
void outbox_send_last(struct referee *r);
/* When the referee looks after a seat process that says nothing; false: not yet, it has time. */
bool outbox_watch(struct referee *r, unsigned party);

/* outbox_again.c */
/* Messages `have` to course_again_until once more, byte for byte; the open wait goes on.  What is kept for a seat that owes nothing
 * goes on waiting: a HELLO is no way to look at how far the others are. */
void outbox_again(struct referee *r, unsigned seat, uint64_t have, const struct course_kept *kept);
/* The head of a party that has so many messages, from the record where it is not the newest. */
enum head_known outbox_head_at(struct referee *r, unsigned party, uint64_t have, uint8_t head[HASH]);

/* referee_record.c */
/* One record; after a failure nothing is written any more. */
void record_add(struct referee *r, unsigned type, unsigned visibility, const void *payload, size_t size);
void record_input(struct referee *r, const struct input *in);
bool record_header(struct referee *r); /* what the match is; false: the record takes nothing */
void record_sent(struct referee *r, unsigned seat, uint64_t first, unsigned count);
/* The first failure of the record, by errno, ends it. */
void record_failed(struct referee *r, int bad);
/* What was recorded is with the kernel, and on the disk where `sync_due` asks for that.  False: nothing may leave. */
bool record_holds(struct referee *r);
/* Brings OPEN's entry into the match log, where there is one; the length of its proof, 0 without a log, -1: it failed. */
long record_log(struct referee *r, const void *entry, size_t size, char proof[LOG_PROOF]);

/* referee_course.c: the course's ports, and what is told of what happens in it. */
struct course_ports course_ports_of(struct referee *r);
void tell_result(struct referee *r, bool complete, bool waits);
void tell_error(struct referee *r, int error);
/* The frame with everything zero but its kind and seat. */
struct control_frame control_of(enum control_kind kind, unsigned seat);
static inline void tell_supervisor(struct referee *r, const struct control_frame *f)
{
    r->ports.notify(r->ports.ctx, f);
}

/* referee.c */
/* An input of the course, and everything that it causes; false: it changed nothing. */
bool referee_take(struct referee *r, const struct input *in);
/* What waits until an input is through; and where the match is over by it, its end. */
void referee_through(struct referee *r);

/* referee_twin.c */
const uint8_t *twin_cut(const struct referee *r, uint32_t table, uint32_t hand, unsigned party);

#endif
