/* sim_frames: a seat process that was taken over: frames of anything, and what is done with the process then. */
#ifndef FIEL_TESTS_SIM_FRAMES_H
#define FIEL_TESTS_SIM_FRAMES_H

#include "sim.h"

/* A frame that is made by hand, as large as one may be. */
struct sim_frame {
    struct from_seat f;
    uint8_t raw[ENVELOPE_MAX];
};

/* The frame that the seat process of this seat would make of these bytes now. */
SIM void frame_of(struct sim *s, unsigned seat, struct sim_frame *out, const void *bytes, size_t size)
{
    memset(&out->f, 0, sizeof out->f);
    assert(size <= sizeof out->raw);
    seat_read(&out->f, bytes, size, s->config.tables);
    memcpy(out->raw, bytes, size);
    out->f.ticket = s->party[seat].ticket;
    out->f.left_us = s->party[seat].left_us < s->now ? s->party[seat].left_us : s->now;
    out->f.came_us = s->now;
    out->f.size = (uint32_t)size;
}

/* It comes, as a packet of `length` bytes, and what is refused ends the process, as the shell and the supervisor do it: a first
 * time another one is started in its place.  True: it was refused. */
SIM bool frame_comes(struct sim *s, unsigned seat, const struct sim_frame *in, size_t length)
{
    const char *wrong = from_seat_misshapen(&in->f, length, s->now);
    if (wrong == NULL)
        wrong = referee_from_seat(s->referee, seat, &in->f, in->raw, s->now);
    if (wrong == NULL)
        return false;
    sim_lose_mail(s, seat);
    sim_seat_dies(s, seat, s->referee->line[seat].deaths == 0);
    bot_again(&s->party[seat].bot); /* what it said went down with the process: it asks for all that it heard */
    sim_let_speak(s, seat);
    return true;
}

SIM size_t frame_length(const struct sim_frame *in) { return from_seat_size(&in->f) + in->f.size; }

#endif
