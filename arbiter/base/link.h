/* link: the fixed frames between the referee and a seat process, over a SOCK_SEQPACKET pair.
 *
 * The seat parses what the bot wrote and passes decoded fixed fields beside the raw bytes, which the
 * referee only records, hashes and verifies as opaque bytes.  Same machine, same binary: host byte order.
 *
 * A wait ends with the next TO_SEND (with waits 0: nothing is waited for then) or with its own SEAT_SILENCE,
 * never with a frame that comes in between: only the referee knows whether that was the answer.  Reports
 * of a wait that the referee has closed are ignored by it.  A seat never blocks on its bot: an envelope
 * that the bot's queue does not take is dropped, and the bot sees the gap.  A seat with no wait open still
 * passes on everything that comes. */
#ifndef FIEL_LINK_H
#define FIEL_LINK_H

#include <stddef.h>

#include "frames.h"
#include "wire/codec.h"
#include "wire/seat_message.h"

/* Referee -> seat. */
enum to_seat_kind {
    TO_SEND = 16,  /* send the envelope that follows to the bot; size 0: send nothing, the wait alone starts now */
    TO_CLOSE = 17, /* flush and end; waits 1: a bot that comes over a network is waited for before (seat/farewell.h) */
};
struct to_seat {
    uint8_t kind;
    uint8_t waits; /* 1: the seat reports SEAT_SILENCE when nothing came `budget_us` after the envelope left */
    uint16_t pad;
    uint32_t ticket; /* names this wait; comes back in every frame until the next one */
    int64_t budget_us;
    int64_t
        sent_us; /* when it was handed over, by this machine's clock, so that it has passed: what lies between that, or its tick, and its leaving is nobody's */
    uint32_t size;    /* of the envelope that follows in the same packet */
    uint32_t tick_us; /* it leaves at the next multiple of this, by CLOCK_MONOTONIC; 0: at once */
};

/* Seat -> referee.  Times are CLOCK_MONOTONIC microseconds. */
enum from_seat_kind {
    SEAT_READY = 1,     /* it hears its bot from now on */
    SEAT_ENVELOPE = 2,  /* a well-formed envelope: `count` messages decoded, raw bytes follow */
    SEAT_MALFORMED = 3, /* wire_error in `error`; raw bytes follow (at most ENVELOPE_MAX) */
    SEAT_SILENCE = 4,   /* the wait named by `ticket` ran out */
    SEAT_CONNECTED = 5,
    SEAT_GONE =
        6, /* the bot's connection, from the socket's monitor; informative, and told SEAT_CHANGES times at most */
};
enum {
    SEAT_CHANGES = 1024, /* of a bot's connection: one that comes and goes all the time is no news any more */
};
struct from_seat {
    uint8_t kind, error, count, pad;
    uint32_t ticket;
    int64_t left_us; /* when the envelope of `ticket` left */
    int64_t came_us; /* when this came */
    uint64_t ack;
    /* Microseconds between the two that were nobody's: in which the seat's own process stood still; before them, in which its bot
     * could not run. Together at most came_us - left_us; only beside an envelope and SEAT_SILENCE. */
    uint32_t stood_us, starved_us;
    uint32_t size, pad2; /* raw bytes that follow in the same packet, behind `count` of these: */
    struct seat_message msg[SEAT_MESSAGES];
};
#define SEAT_HEAD offsetof(struct from_seat, msg)
/* Bytes of the frame without the raw ones. */
static inline size_t from_seat_size(const struct from_seat *f) { return SEAT_HEAD + f->count * sizeof f->msg[0]; }

/* --- what comes from a seat process is not believed (link.c) -------------------------------------- */

extern const struct frame_line frames_seat_to_referee, frames_referee_to_seat;

/* A packet of `length` bytes that came at `now` (this machine's clock): it is a frame, whole, of a kind and a time that
 * can be.  NULL, or what is wrong, as the end of a sentence that begins with "a frame".  Nothing else of it may be
 * looked at before.  frames_seat_to_referee does it with the time that it is. */
const char *from_seat_misshapen(const struct from_seat *f, size_t length, int64_t now);

/* --- the reader, which reads bytes of bots for the referee (referee/reading.h) --------------------- */

enum reader_kind { TO_READER = 96, FROM_READER = 97 };
struct to_reader { /* behind it stand the bytes */
    uint8_t kind, pad[3];
    uint32_t tables;
};
struct from_reader {
    uint8_t kind, pad[7];
    struct from_seat
        f; /* SEAT_ENVELOPE or SEAT_MALFORMED: what a seat process would have made of them, without its times and the bytes */
};
#define FROM_READER_HEAD (offsetof(struct from_reader, f) + SEAT_HEAD)
extern const struct frame_line frames_referee_to_reader, frames_reader_to_referee;

/* --- what no process is believed ------------------------------------------------------------------ */

struct link_check {
    uint32_t tables; /* of the match, at least one */
    uint32_t ticket; /* the last that was given out */
    uint8_t *room;   /* ENVELOPE_MAX bytes to work in */
};
/* Every field of a frame: those of its kind are in range and say what the f->size bytes at `raw` say, all others are zero.
 * That bytes are malformed is the seat process's word here.  NULL, or what is wrong. */
const char *from_seat_wrong(const struct from_seat *f, const void *raw, const struct link_check *x);

#endif
