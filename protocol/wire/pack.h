/* pack: canonical msgpack into a caller's buffer, and out of a strictly checked one.  No allocation.
 *
 * Both sides are sticky: after the first overrun or mismatch `bad` is set, everything else does
 * nothing (readers give zero), so that a whole message is packed or read and `bad` looked at once. */
#ifndef FIEL_PACK_H
#define FIEL_PACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct packer {
    uint8_t *bytes;
    size_t size, cap;
    unsigned items; /* values so far, those that were packed elsewhere (pack_raw) aside */
    bool bad;       /* did not fit */
};

/* An empty packer over these bytes; what does not fit sets p->bad. */
void pack_start(struct packer *p, void *bytes, size_t cap);
/* Any number, in as few bytes as it takes. */
void pack_uint_wide(struct packer *p, uint64_t v);
/* Most numbers are small: those of one byte are packed, and read below, in place. */
static inline void pack_uint(struct packer *p, uint64_t v)
{
    if (v > 0x7f || p->bad || p->size == p->cap) {
        pack_uint_wide(p, v);
        return;
    }
    p->bytes[p->size++] = (uint8_t)v;
    p->items++;
}
void pack_int(struct packer *p, int64_t v);
void pack_bin(struct packer *p, const void *bytes, size_t size);
void pack_str(struct packer *p, const char *text); /* NUL-terminated; bad when not UTF-8 */
void pack_array(struct packer *p, size_t items);
void pack_raw(struct packer *p, const void *bytes, size_t size); /* values already packed */

struct reader {
    const uint8_t *at, *end;
    bool bad;   /* another type, another size, or out of range */
    bool range; /* it is bad because a number is out of range */
};

/* `bytes` must have passed strict_check (or come from our own packer). */
void read_start(struct reader *r, const void *bytes, size_t size);
uint64_t read_uint_wide(struct reader *r, uint64_t max);
/* Bad when above max. */
static inline uint64_t read_uint(struct reader *r, uint64_t max)
{
    if (r->bad || r->at == r->end || *r->at > 0x7f || *r->at > max)
        return read_uint_wide(r, max);
    return *r->at++;
}
int64_t read_int(struct reader *r);
size_t read_array(struct reader *r, size_t max);           /* number of items; bad when above max */
const uint8_t *read_bin(struct reader *r, size_t *size);   /* points into the bytes */
void read_fixed(struct reader *r, void *out, size_t size); /* a bin of exactly this size */
const char *read_str(struct reader *r, size_t *size);      /* not NUL-terminated */
/* a str, NUL-terminated; bad when too long or NUL is in it */
void read_text(struct reader *r, char *out, size_t cap);
/* the raw bytes of any one value, skipped */
const uint8_t *read_value(struct reader *r, size_t *size);
bool read_done(const struct reader *r); /* no error and nothing left */

#endif
