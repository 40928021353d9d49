/* referee: one match from the first HELLO to the RESULT, as a state machine.
 *
 * It has no clock, no descriptors and no randomness of its own: `now` (CLOCK_MONOTONIC microseconds, never
 * going back) is a parameter, seed and nonce are given, and what it does leaves through its ports.  The same
 * calls give the same bytes.  Everything is allocated in referee_new; a decision allocates nothing.
 *
 * Whatever a bot wrote arrives as the decoded fields of link.h; the raw bytes are recorded, hashed and
 * verified, never parsed.  The process that decoded them is not believed either: fields and bytes have to agree. */
#ifndef FIEL_REFEREE_H
#define FIEL_REFEREE_H

#include <stdbool.h>

#include "base/control.h"
#include "course/course.h"
#include "journal.h"
#include "base/link.h"
#include "base/primary.h"

struct referee;

/* The match log, where there is one: `open` brings an entry into it and writes the proof; its length, or -1
 * with errno: then the entry is not in the log. */
struct referee_log {
    void *ctx;
    long (*open)(void *ctx, const void *entry, size_t size, char proof[LOG_PROOF]);
};

struct referee_ports {
    void *ctx;
    /* One frame to a seat process; `envelope` holds head->size bytes. */
    void (*send)(void *ctx, unsigned seat, const struct to_seat *head, const void *envelope);
    /* One frame to the supervisor. */
    void (*notify)(void *ctx, const struct control_frame *f);
    struct journal journal;
    struct referee_log log; /* `open` NULL: the match is not logged */
    /* The record takes no more, and a void RESULT is about to be told without it: from here on the match must not be
     * resumed, or there would be two results.  NULL: nobody could. */
    void (*unrecorded)(void *ctx);
    /* What the bytes of an envelope that a seat process calls malformed show: an enum wire_error, WIRE_OK when they are
     * well-formed, or -1 when it cannot be found out.  The referee does not read them itself.  NULL: the seat process's word
     * stands. */
    int (*bytes_show)(void *ctx, const void *raw, size_t size, uint32_t tables);
    /* What an envelope of a record says that is played again: SEAT_ENVELOPE or SEAT_MALFORMED, and no field but what its bytes say.  False:
     * it cannot be read.  NULL: it is read here. */
    bool (*read)(void *ctx, const void *raw, size_t size, uint32_t tables, struct from_seat *f);
};

/* The referee of the match that `c` describes, with S and the offer's nonce; NULL and a sentence in `why`
 * when there can be no such match (unknown rules, no seats, a negative clock, ...). */
struct referee *referee_new(const struct referee_config *c, const uint8_t seed[HASH], const uint8_t nonce[HASH],
                            const struct referee_ports *ports, char why[CONTROL_TEXT]);
/* Makes it the second leg of a pair, before referee_start; S and nonce must be the primary's.  -1 and a
 * sentence when the two do not belong together. */
int referee_twin(struct referee *r, const struct primary *p, char why[CONTROL_TEXT]);
void referee_free(struct referee **r); /* wipes what is secret; NULL is fine */

/* Writes the record's header and lets the start limit run.  -1 and errno: the record takes nothing and the
 * match does not start. */
int referee_start(struct referee *r, int64_t now);

/* In the place of referee_start: the match goes on from its record, which `file` reads from the first record to
 * the last whole one, and which the journal's port writes on.  *now becomes the last moment in it: time goes on
 * from there.  -1 and a sentence when the record is not of this match or this program. */
int referee_resume(struct referee *r, const struct replay *file, int64_t *now, char why[CONTROL_TEXT]);

/* In the place of referee_resume, when the machine went down in between, or when nobody goes on with the match any more: nobody can say
 * what the bots have heard beyond this record.  One that holds RESULT is completed as it stands; any other match is void at once, by its
 * RESULT alone, and nothing of it is played again, which may be what its referee died of.  *now and the return are those of
 * referee_resume. */
int referee_resume_lost(struct referee *r, const struct replay *file, int64_t *now, char why[CONTROL_TEXT]);
int referee_give_up(struct referee *r, const struct replay *file, int64_t *now, char why[CONTROL_TEXT]);

/* What came from a seat process; `raw` holds f->size bytes.  NULL; or what is wrong with the frame (link.h), which had no
 * effect, or that there were too many without any: then the process is to be ended. */
const char *referee_from_seat(struct referee *r, unsigned seat, const struct from_seat *f, const void *raw,
                              int64_t now);
/* What the supervisor says. */
void referee_bot_ended(struct referee *r, unsigned seat, const struct control_ended *e, int64_t now);
void referee_seat_ended(struct referee *r, unsigned seat, const struct control_ended *e, int64_t now);
/* This party (FIEL_NOBODY: every one) could not be heard or could not run from `from` to `until`, at most now: its time goes on as
 * if that had not been. */
void referee_pause(struct referee *r, unsigned party, enum pause_reason reason, int64_t from, int64_t until,
                   int64_t now);
/* Before the offer the referee counts time by its own clock: then what this process or its supervisor stood still is nobody's.  Later
 * on a seat's process says when things left and came, and knows for itself when it stood still. */
bool referee_starting(const struct referee *r);
void referee_gap(struct referee *r, int64_t from, int64_t until, int64_t now);
void referee_cancel(struct referee *r, int64_t now);
/* The twin is over: a record that waits for that is closed. */
void referee_reveal(struct referee *r, int64_t now);

/* When referee_tick is wanted at the latest; INT64_MAX: not at all. */
int64_t referee_deadline(const struct referee *r);
void referee_tick(struct referee *r, int64_t now);

/* The result is sent, recorded and notified: nothing more will come. */
bool referee_over(const struct referee *r);

/* The RESULT that was signed last, and S. */
const struct signed_result *referee_told(const struct referee *r);
const uint8_t *referee_seed(const struct referee *r);

/* How many decisions were made so far, for measurements. */
uint64_t referee_decisions(const struct referee *r);

#endif
