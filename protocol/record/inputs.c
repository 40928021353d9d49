#include "record/inputs.h"

/* Big-endian numbers, one behind the other. */
struct cursor {
    uint8_t *out;
    const uint8_t *in;
};

static void put(struct cursor *c, uint64_t v, unsigned bytes)
{
    for (unsigned i = bytes; i-- > 0;)
        *c->out++ = (uint8_t)(v >> 8 * i);
}

static uint64_t get(struct cursor *c, unsigned bytes)
{
    uint64_t v = 0;
    while (bytes-- > 0)
        v = v << 8 | *c->in++;
    return v;
}

void rec_received_head(uint8_t out[RECEIVED_HEAD], const struct rec_received *in)
{
    struct cursor c = { .out = out };
    put(&c, in->party, 1);
    put(&c, in->verdict, 1);
    put(&c, in->fault, 1);
    put(&c, in->error, 1);
    put(&c, in->left_us, 8);
    put(&c, in->came_us, 8);
}

bool rec_received_read(const struct record *rec, struct rec_received *out)
{
    struct cursor c = { .in = rec->payload };
    if (rec->type != REC_RECEIVED || rec->size < RECEIVED_HEAD)
        return false;
    out->party = (uint8_t)get(&c, 1);
    out->verdict = (uint8_t)get(&c, 1);
    out->fault = (uint8_t)get(&c, 1);
    out->error = (uint8_t)get(&c, 1);
    out->left_us = get(&c, 8);
    out->came_us = get(&c, 8);
    out->bytes = c.in;
    out->size = rec->size - RECEIVED_HEAD;
    return true;
}

void rec_sent_write(uint8_t out[SENT_SIZE], const struct rec_sent *in)
{
    struct cursor c = { .out = out };
    put(&c, in->party, 1);
    put(&c, in->first, 8);
    put(&c, in->count, 4);
}

bool rec_sent_read(const struct record *rec, struct rec_sent *out)
{
    struct cursor c = { .in = rec->payload };
    if (rec->type != REC_SENT || rec->size != SENT_SIZE)
        return false;
    out->party = (uint8_t)get(&c, 1);
    out->first = get(&c, 8);
    out->count = (uint32_t)get(&c, 4);
    return true;
}

void rec_silence_write(uint8_t out[SILENCE_SIZE], const struct rec_silence *in)
{
    struct cursor c = { .out = out };
    put(&c, in->party, 1);
    put(&c, in->fault, 1);
    put(&c, in->left_us, 8);
    put(&c, in->now_us, 8);
}

bool rec_silence_read(const struct record *rec, struct rec_silence *out)
{
    struct cursor c = { .in = rec->payload };
    if (rec->type != REC_SILENCE || rec->size != SILENCE_SIZE)
        return false;
    out->party = (uint8_t)get(&c, 1);
    out->fault = (uint8_t)get(&c, 1);
    out->left_us = get(&c, 8);
    out->now_us = get(&c, 8);
    return true;
}

void rec_seat_write(uint8_t out[SEAT_SIZE], const struct rec_seat *in)
{
    struct cursor c = { .out = out };
    put(&c, in->party, 1);
    put(&c, in->event, 1);
    put(&c, in->detail, 4);
}

bool rec_seat_read(const struct record *rec, struct rec_seat *out)
{
    struct cursor c = { .in = rec->payload };
    if (rec->type != REC_SEAT || rec->size != SEAT_SIZE)
        return false;
    out->party = (uint8_t)get(&c, 1);
    out->event = (uint8_t)get(&c, 1);
    out->detail = (uint32_t)get(&c, 4);
    return true;
}

void rec_logged_head(uint8_t out[LOGGED_HEAD], const struct rec_logged *in)
{
    struct cursor c = { .out = out };
    put(&c, in->error, 4);
}

bool rec_logged_read(const struct record *rec, struct rec_logged *out)
{
    struct cursor c = { .in = rec->payload };
    if (rec->type != REC_LOGGED || rec->size < LOGGED_HEAD)
        return false;
    out->error = (uint32_t)get(&c, 4);
    out->proof = (const char *)c.in;
    out->proof_size = rec->size - LOGGED_HEAD;
    return true;
}

void rec_void_write(uint8_t out[VOID_SIZE], const struct rec_void *in)
{
    struct cursor c = { .out = out };
    put(&c, in->code, 4);
}

bool rec_void_read(const struct record *rec, struct rec_void *out)
{
    struct cursor c = { .in = rec->payload };
    if (rec->type != REC_VOID || rec->size != VOID_SIZE)
        return false;
    out->code = (uint32_t)get(&c, 4);
    return true;
}

void rec_pause_write(uint8_t out[PAUSE_SIZE], const struct rec_pause *in)
{
    struct cursor c = { .out = out };
    put(&c, in->party, 1);
    put(&c, in->reason, 1);
    put(&c, in->from_us, 8);
    put(&c, in->until_us, 8);
}

bool rec_pause_read(const struct record *rec, struct rec_pause *out)
{
    struct cursor c = { .in = rec->payload };
    if (rec->type != REC_PAUSE || rec->size != PAUSE_SIZE)
        return false;
    out->party = (uint8_t)get(&c, 1);
    out->reason = (uint8_t)get(&c, 1);
    out->from_us = get(&c, 8);
    out->until_us = get(&c, 8);
    return true;
}
