/* farewell: what a bot that plays over a network was told last, until it has it.
 *
 * A line can break in the very moment in which the match ends, and each side hears of that at another time: RESULT is then lost on the way, and
 * the bot that makes its line anew would find nobody.  So the seat's process of such a bot stays for a while: until the bot has said how many
 * messages it holds, and these are all.  Meanwhile it tells them again to a bot that comes back.  The referee is not asked: what a bot can have
 * missed are the newest envelopes, for it owed something before, which it could not say without the others. */
#ifndef FIEL_FAREWELL_H
#define FIEL_FAREWELL_H

#include "seat.h"
#include "wire/codec.h"

struct farewell {
    uint64_t count; /* of envelopes so far, of which the newest are kept */
    struct {
        size_t size;
        uint8_t bytes[ENVELOPE_MAX];
    } envelope[4];
};

/* The referee's envelope is on its way to the bot, whether or not a line stands. */
void farewell_keep(struct farewell *f, const void *envelope, size_t size);

/* Nothing follows.  Returns when the bot has said that it holds all that it was told, when it was never heard, or at the latest
 * when the time of the configuration is over.  `room` is a frame to work in. */
void farewell_say(const struct farewell *f, struct seat_socket *socket, const struct seat_config *config,
                  struct from_seat *room);

#endif
