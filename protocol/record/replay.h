/* replay: the append-only container of REPLAY.md.  The journal of a running match is the same file
 * without its trailer. */
#ifndef FIEL_REPLAY_H
#define FIEL_REPLAY_H

#include <stdio.h>

#include "crypto.h"

/* "FIELREP" and the format's version, which is the protocol's; then records: u32 length | u8 type | u8 visibility | u64 us | payload,
 * big-endian, length counts the payload alone. */
#define REPLAY_NAME "FIELREP"
#define REPLAY_MAGIC REPLAY_NAME "\x03"
enum { REPLAY_MAGIC_SIZE = 8, RECORD_HEADER = 14, RECORD_MAX = 1 << 20 };

/* Record types: a message type of wire/messages.h for what was sent, or one of these. */
enum record_type {
    REC_HEADER = 64, /* header.h */
    REC_RECEIVED = 65,
    REC_SENT = 66,
    REC_SILENCE = 67,
    REC_SEAT = 68,
    REC_LOGGED = 69,
    REC_VOID = 70,       /* inputs.h */
    REC_PAUSE = 72,      /* inputs.h */
    REC_REVEAL_NOW = 71, /* nothing: the twin is over, S can be told */
    REC_TRAILER = 127,   /* signature */
};

/* What the referee made of an envelope that came: REC_RECEIVED's verdict. */
enum verdict {
    VERDICT_ACCEPTED = 0, /* every message in it was expected and took effect */
    VERDICT_REFUSED = 1,  /* an ANSWER to the open request whose action is not legal: REFUSED went back */
    VERDICT_IGNORED = 2,  /* an ANSWER to a request that is not open; anything after the match was over */
    VERDICT_FAULT = 3,    /* the record's fault says which; what stood before the fault in it took effect */
};

/* What happened to a seat: REC_SEAT's event. */
enum seat_event {
    SEAT_EVENT_CONNECTED = 1,     /* the bot's socket is there; detail 0 */
    SEAT_EVENT_LEFT = 2,          /* the bot's socket went; detail 0 */
    SEAT_EVENT_EXITED = 3,        /* its process is gone: CRASHED; detail: exit code, or 256 + signal */
    SEAT_EVENT_RESTARTED = 4,     /* the seat process was started again; detail: how often */
    SEAT_EVENT_BOT_RESTARTED = 5, /* the bot's process ended and is started again; detail as for EXITED */
    SEAT_EVENT_LIMIT = 6,   /* a limit ended its process: RESOURCES; detail: the limit, and how much was used << 8 */
    SEAT_EVENT_RESUMED = 7, /* the arbiter itself was started again; its clock stands still; detail 0 */
};

enum { VISIBLE_ARBITER = 0, VISIBLE_ALL = 255 }; /* else one party alone: */
static inline unsigned visible_to(unsigned party) { return party < 8 ? 1u << party : 240u + party - 8u; }
static inline bool visible_for(unsigned visibility, unsigned party)
{
    return visibility == VISIBLE_ALL || visibility == visible_to(party);
}

struct record {
    uint8_t type, visibility;
    uint64_t us;
    const uint8_t *payload;
    size_t size;
    uint64_t offset; /* of the record in the file */
};

/* Writing: the file is created new (never overwritten).  Records are collected and leave in one write(2); a
 * write that fails is taken back to the last whole record, and every later call returns the same error. */
struct replay_writer;
/* NULL and errno; the disk has taken the first bytes, and has room for the end of a match.  That much stays free behind
 * every record until RESULT, so that a result is never lost to a disk that others fill. */
struct replay_writer *replay_create(const char *path);
/* A file that has no trailer, to go on with.  Alone: NULL and EWOULDBLOCK while another process writes it; NULL and errno else. */
struct replay_writer *replay_open(const char *path);
/* Before anything is appended to it: what follows its first `size` bytes, which are whole records, is cut off. */
int replay_go_on(struct replay_writer *w, uint64_t size);
int replay_append(struct replay_writer *w, unsigned type, unsigned visibility, uint64_t us, const void *payload,
                  size_t size);
int replay_flush(struct replay_writer *w); /* what was appended is with the kernel: write(2) */
int replay_sync(struct replay_writer *w);  /* what was appended is on the disk: write(2), fdatasync */
/* Signs, brings file and folder to the disk and closes: the file is final.  -1 and errno: closed too;
 * the file holds whole records, and no trailer unless it was the last fsync that failed. */
int replay_finish(struct replay_writer **w, const uint8_t match_id[HASH], const uint8_t secret[KEY_SECRET],
                  uint64_t us);
void replay_abandon(struct replay_writer **w); /* closes without a trailer; NULL is fine */

/* Reading: a whole file in memory (mmap or heap); records in order.  A reader gives the valid prefix and
 * then the reason it stopped. */
/* X(NAME, number, what is said of the file) */
#define REPLAY_ENDS(X) \
    X(MORE, 0, "more records follow") \
    X(COMPLETE, 1, "complete") \
    X(NO_TRAILER, 2, "ends without a trailer: the match did not end, or its end is missing") \
    X(TRUNCATED, 3, "ends in the middle of a record") \
    X(NOT_A_REPLAY, 4, "does not start like a replay") \
    X(OTHER_VERSION, 5, "is a replay of another version than 3: read it with the Fiel that wrote it") \
    X(BAD_RECORD, 6, "a record is of no known type, too long, or not where it belongs") \
    X(AFTER_TRAILER, 7, "something follows the trailer")

enum replay_end {
#define X(name, number, text) REPLAY_##name = number,
    REPLAY_ENDS(X)
#undef X
};
struct replay {
    const uint8_t *bytes;
    size_t size, at;
    enum replay_end end;
    void *heap; /* what replay_unload gives back */
};
int replay_load(struct replay *r, const char *path);                /* -1 and errno; a pipe will do */
int replay_load_from(struct replay *r, int fd);                     /* the same of what is open; it stays so */
void replay_unload(struct replay *r);                               /* harmless after replay_over, too */
void replay_over(struct replay *r, const void *bytes, size_t size); /* over memory of the caller's */
bool replay_next(struct replay *r, struct record *out);             /* false at the end: see r->end */
const char *replay_end_text(enum replay_end e);
/* True when every record is whole and the trailer signs all bytes before its signature, its header too. */
bool replay_signed(const struct replay *r, const uint8_t match_id[HASH], const uint8_t public_key[KEY_PUBLIC]);

#endif
