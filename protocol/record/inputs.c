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

#define PUT(field, bytes) put(&c, in->field, bytes);
#define WRITES(name, of, size, FIELDS) \
    void name(uint8_t out[size], const struct of *in) \
    { \
        struct cursor c = { .out = out }; \
        FIELDS(PUT) \
    } \
    _Static_assert((size) > 0, "a semicolon follows")

/* Of RECEIVED and LOGGED the bytes may be more. */
#define GET(field, bytes) out->field = (__typeof__(out->field))get(&c, bytes);
#define READS(linkage, name, of, kind, fits, FIELDS) \
    linkage bool name(const struct record *rec, struct of *out) \
    { \
        struct cursor c = { .in = rec->payload }; \
        if (rec->type != (kind) || !(rec->size fits)) \
            return false; \
        FIELDS(GET) \
        return true; \
    } \
    _Static_assert((kind) > 0, "a semicolon follows")

WRITES(rec_received_head, rec_received, RECEIVED_HEAD, RECEIVED_FIELDS);
WRITES(rec_sent_write, rec_sent, SENT_SIZE, SENT_FIELDS);
WRITES(rec_silence_write, rec_silence, SILENCE_SIZE, SILENCE_FIELDS);
WRITES(rec_seat_write, rec_seat, SEAT_SIZE, SEAT_FIELDS);
WRITES(rec_logged_head, rec_logged, LOGGED_HEAD, LOGGED_FIELDS);
WRITES(rec_void_write, rec_void, VOID_SIZE, VOID_FIELDS);
WRITES(rec_pause_write, rec_pause, PAUSE_SIZE, PAUSE_FIELDS);

READS(static, received_head, rec_received, REC_RECEIVED, >= RECEIVED_HEAD, RECEIVED_FIELDS);
READS(, rec_sent_read, rec_sent, REC_SENT, == SENT_SIZE, SENT_FIELDS);
READS(, rec_silence_read, rec_silence, REC_SILENCE, == SILENCE_SIZE, SILENCE_FIELDS);
READS(, rec_seat_read, rec_seat, REC_SEAT, == SEAT_SIZE, SEAT_FIELDS);
READS(static, logged_head, rec_logged, REC_LOGGED, >= LOGGED_HEAD, LOGGED_FIELDS);
READS(, rec_void_read, rec_void, REC_VOID, == VOID_SIZE, VOID_FIELDS);
READS(, rec_pause_read, rec_pause, REC_PAUSE, == PAUSE_SIZE, PAUSE_FIELDS);

bool rec_received_read(const struct record *rec, struct rec_received *out)
{
    if (!received_head(rec, out))
        return false;
    out->bytes = rec->payload + RECEIVED_HEAD;
    out->size = rec->size - RECEIVED_HEAD;
    return true;
}

bool rec_logged_read(const struct record *rec, struct rec_logged *out)
{
    if (!logged_head(rec, out))
        return false;
    out->proof = (const char *)rec->payload + LOGGED_HEAD;
    out->proof_size = rec->size - LOGGED_HEAD;
    return true;
}
