/* seat_read: what a bot wrote, as a frame of the link. */
#include "seat.h"

void seat_refuse(struct from_seat *f, enum wire_error wrong)
{
    f->kind = SEAT_MALFORMED;
    f->error = (uint8_t)wrong;
    f->count = 0;
    f->ack = 0;
}

bool seat_hello(const struct from_seat *f)
{
    for (unsigned i = 0; i < f->count; i++)
        if (f->msg[i].type == MSG_HELLO)
            return true;
    return false;
}

void seat_read(struct from_seat *f, const void *bytes, size_t size, uint32_t tables)
{
    f->kind = SEAT_ENVELOPE;
    f->error = WIRE_OK;
    enum wire_error wrong = bot_envelope_read(bytes, size, tables, f->msg, &f->count, &f->ack);
    if (wrong)
        seat_refuse(f, wrong);
}
