/* inputs: the arbiter's own records (REPLAY.md section 2): what came in, what left, and what befell it.
 *
 * Each has a struct, a writer and a reader; nobody else knows their bytes.  A reader is strict: a payload of another size is
 * not read.  A match is a function of these records and of S: what an arbiter said follows from them. */
#ifndef FIEL_INPUTS_H
#define FIEL_INPUTS_H

#include "replay.h"

/* REC_RECEIVED: an envelope that came from a party, and what was made of it. */
struct rec_received {
    uint8_t party, verdict, fault; /* enum verdict; enum fault, 0 none */
    uint8_t error;                 /* enum wire_error that the party's own process found in it, 0 none */
    uint64_t left_us, came_us;     /* left_us 0: it owed nothing */
    const uint8_t *bytes;          /* the envelope */
    size_t size;
};

/* REC_SENT: `count` messages of a party, from number `first`, were handed to its process in one envelope. */
struct rec_sent {
    uint8_t party;
    uint64_t first;
    uint32_t count;
};

/* REC_SILENCE: nothing came from left_us to now_us. */
struct rec_silence {
    uint8_t party, fault;
    uint64_t left_us, now_us;
};

/* REC_SEAT: a connection or a process of a party began or ended. */
struct rec_seat {
    uint8_t party, event; /* enum seat_event */
    uint32_t detail;
};

/* REC_LOGGED: OPEN's entry is in the match log and this is its proof; or it is not, for this reason. */
struct rec_logged {
    uint32_t error;    /* errno; 0: it is in the log */
    const char *proof; /* text, not ended by a NUL; empty where there is an error */
    size_t proof_size;
};

/* REC_VOID: the arbiter cannot go on, or was told not to. */
struct rec_void {
    uint32_t code; /* enum arbiter_code */
};

/* REC_PAUSE: time that is nobody's: what a party (FIEL_NOBODY's number: all of them) had to do began so much later. */
/* X(NAME, number, what an audit says of it).  LOST stands in no PAUSE: a clock stands still by itself behind RESTARTED and RESUMED. */
#define PAUSES(X) \
    X(LOST, 0, "a process of the arbiter's was lost") \
    X(ARBITER, 1, "the arbiter stood still") \
    X(SEAT, 2, "its seat's process stood still") \
    X(BOT, 3, "it wanted to run and could not")
enum pause_reason {
#define X(name, number, text) PAUSE_##name = number,
    PAUSES(X)
#undef X
};
struct rec_pause {
    uint8_t party, reason;
    uint64_t from_us, until_us;
};

/* The fields of each as they stand in its bytes: X(field, bytes), big-endian. */
#define RECEIVED_FIELDS(X) X(party, 1) X(verdict, 1) X(fault, 1) X(error, 1) X(left_us, 8) X(came_us, 8)
#define SENT_FIELDS(X) X(party, 1) X(first, 8) X(count, 4)
#define SILENCE_FIELDS(X) X(party, 1) X(fault, 1) X(left_us, 8) X(now_us, 8)
#define SEAT_FIELDS(X) X(party, 1) X(event, 1) X(detail, 4)
#define LOGGED_FIELDS(X) X(error, 4)
#define VOID_FIELDS(X) X(code, 4)
#define PAUSE_FIELDS(X) X(party, 1) X(reason, 1) X(from_us, 8) X(until_us, 8)

enum {
#define X(field, bytes) +bytes
    RECEIVED_HEAD = RECEIVED_FIELDS(X), /* bytes of REC_RECEIVED before the envelope */
    SENT_SIZE = SENT_FIELDS(X),
    SILENCE_SIZE = SILENCE_FIELDS(X),
    SEAT_SIZE = SEAT_FIELDS(X),
    LOGGED_HEAD = LOGGED_FIELDS(X), /* bytes of REC_LOGGED before the proof */
    VOID_SIZE = VOID_FIELDS(X),
    PAUSE_SIZE = PAUSE_FIELDS(X),
#undef X
};

/* The bytes of each; of RECEIVED and LOGGED those before what follows as it is. */
void rec_received_head(uint8_t out[RECEIVED_HEAD], const struct rec_received *in);
void rec_sent_write(uint8_t out[SENT_SIZE], const struct rec_sent *in);
void rec_silence_write(uint8_t out[SILENCE_SIZE], const struct rec_silence *in);
void rec_seat_write(uint8_t out[SEAT_SIZE], const struct rec_seat *in);
void rec_logged_head(uint8_t out[LOGGED_HEAD], const struct rec_logged *in);
void rec_pause_write(uint8_t out[PAUSE_SIZE], const struct rec_pause *in);
bool rec_pause_read(const struct record *rec, struct rec_pause *out);
void rec_void_write(uint8_t out[VOID_SIZE], const struct rec_void *in);

/* False: the payload is none of this kind, and *out is as it was.  That a party, an event or a fault exists is not looked
 * at. What *out points to lies in the record. */
bool rec_received_read(const struct record *rec, struct rec_received *out);
bool rec_sent_read(const struct record *rec, struct rec_sent *out);
bool rec_silence_read(const struct record *rec, struct rec_silence *out);
bool rec_seat_read(const struct record *rec, struct rec_seat *out);
bool rec_logged_read(const struct record *rec, struct rec_logged *out);
bool rec_void_read(const struct record *rec, struct rec_void *out);

#endif
