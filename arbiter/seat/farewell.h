/* farewell: what a bot that plays over a network was told last, until it has it.
 *
 * A line can break in the very moment in which the match ends, and each side notices that at another time.  RESULT is then lost on the way, and
 * the bot, when it has made its line anew, finds nobody.  So the seat's process of such a bot stays for a while, until the bot has said
 * that it holds as many messages as it was told, and tells the last ones again to a bot that comes back.  The referee is not asked: a bot can
 * have missed the newest envelopes alone, because before them it owed something, which it could not say without the others. */
#ifndef FIEL_FAREWELL_H
#define FIEL_FAREWELL_H

#include "seat.h"
#include "wire/codec.h"

struct farewell {
    uint64_t held;  /* so many messages the bot has said that it holds */
    uint64_t asked; /* and so many with its last HELLO, */
    uint64_t since; /* before which there were so many envelopes */
    uint64_t count; /* of envelopes so far, of which the newest are kept */
    struct {
        size_t size;
        uint8_t bytes[ENVELOPE_MAX];
    } envelope[4];
};

/* The referee's envelope is on its way to the bot, whether or not a line stands. */
void farewell_keep(struct farewell *f, const void *envelope, size_t size);

/* The bot has said this.  A quick one holds all, and says so, before it is known here that it was all. */
void farewell_hear(struct farewell *f, const struct from_seat *said);

/* Nothing follows.  A HELLO that the referee did not answer any more is answered.  Returns when the bot has said that it holds all that
 * it was told, when it was never heard, or at the latest when the time of the configuration is over.  `room` is a frame to work in. */
void farewell_say(struct farewell *f, struct seat_socket *socket, const struct seat_config *config,
                  struct from_seat *room);

#endif
