#include "wire/pack.h"

#include <string.h>

#include "wire/strict.h"

/* --- packing ---------------------------------------------------------------------------------- */

void pack_start(struct packer *p, void *bytes, size_t cap) { *p = (struct packer){ .bytes = bytes, .cap = cap }; }

void pack_raw(struct packer *p, const void *bytes, size_t size)
{
    if (p->bad || size > p->cap - p->size) {
        p->bad = true;
        return;
    }
    if (size > 0)
        memcpy(p->bytes + p->size, bytes, size);
    p->size += size;
}

/* A first byte and `width` big-endian bytes of v. */
static void header(struct packer *p, unsigned first, uint64_t v, unsigned width)
{
    if (p->bad || width >= p->cap - p->size) {
        p->bad = true;
        return;
    }
    uint8_t *b = p->bytes + p->size;
    b[0] = (uint8_t)first;
    for (unsigned i = width; i > 0; i--, v >>= 8)
        b[i] = (uint8_t)v;
    p->size += width + 1;
    p->items++;
}

void pack_uint_wide(struct packer *p, uint64_t v)
{
    if (v <= 0x7f)
        header(p, (unsigned)v, 0, 0);
    else if (v <= UINT8_MAX)
        header(p, 0xcc, v, 1);
    else if (v <= UINT16_MAX)
        header(p, 0xcd, v, 2);
    else if (v <= UINT32_MAX)
        header(p, 0xce, v, 4);
    else
        header(p, 0xcf, v, 8);
}

void pack_int(struct packer *p, int64_t v)
{
    if (v >= 0)
        pack_uint(p, (uint64_t)v);
    else if (v >= -32)
        header(p, (uint8_t)v, 0, 0);
    else if (v >= INT8_MIN)
        header(p, 0xd0, (uint64_t)v, 1);
    else if (v >= INT16_MIN)
        header(p, 0xd1, (uint64_t)v, 2);
    else if (v >= INT32_MIN)
        header(p, 0xd2, (uint64_t)v, 4);
    else
        header(p, 0xd3, (uint64_t)v, 8);
}

void pack_bin(struct packer *p, const void *bytes, size_t size)
{
    if (size <= UINT8_MAX)
        header(p, 0xc4, size, 1);
    else if (size <= UINT16_MAX)
        header(p, 0xc5, size, 2);
    else
        header(p, 0xc6, size, 4);
    pack_raw(p, bytes, size);
}

void pack_str(struct packer *p, const char *text)
{
    size_t size = strlen(text);
    if (!utf8_valid(text, size))
        p->bad = true;
    if (size <= 31)
        header(p, 0xa0 | (unsigned)size, 0, 0);
    else if (size <= UINT8_MAX)
        header(p, 0xd9, size, 1);
    else if (size <= UINT16_MAX)
        header(p, 0xda, size, 2);
    else
        header(p, 0xdb, size, 4);
    pack_raw(p, text, size);
}

void pack_array(struct packer *p, size_t items)
{
    if (items <= 15)
        header(p, 0x90 | (unsigned)items, 0, 0);
    else if (items <= UINT16_MAX)
        header(p, 0xdc, items, 2);
    else
        header(p, 0xdd, items, 4);
}

/* --- reading ---------------------------------------------------------------------------------- */

void read_start(struct reader *r, const void *bytes, size_t size)
{
    const uint8_t *b = bytes;
    *r = (struct reader){ .at = b, .end = b + size };
}

/* The next byte without taking it; 0xc1, which no value starts with, at the end or after an error. */
static uint8_t peek(const struct reader *r) { return r->bad || r->at == r->end ? 0xc1 : *r->at; }

/* Takes the first byte and `width` big-endian bytes after it.  strict_check has seen to it that they are
 * there; a reader over other bytes becomes bad instead of reading past the end. */
static uint64_t take(struct reader *r, unsigned width)
{
    uint64_t v = 0;
    if (r->bad || (size_t)(r->end - r->at) < (size_t)width + 1) {
        r->bad = true;
        return 0;
    }
    for (unsigned i = 1; i <= width; i++)
        v = v << 8 | r->at[i];
    r->at += width + 1;
    return v;
}

static void *fail(struct reader *r)
{
    r->bad = true;
    return NULL;
}

/* Takes `size` bytes, or NULL and bad. */
static const uint8_t *take_bytes(struct reader *r, uint64_t size)
{
    const uint8_t *at = r->at;
    if (r->bad || size > (size_t)(r->end - r->at))
        return fail(r);
    r->at += size;
    return at;
}

uint64_t read_uint_wide(struct reader *r, uint64_t max)
{
    uint8_t b = peek(r);
    uint64_t v;
    if (b <= 0x7f) {
        r->at++;
        v = b;
    } else if (b >= 0xcc && b <= 0xcf) {
        v = take(r, 1u << (b - 0xcc));
    } else {
        r->bad = true;
        return 0;
    }
    if (v > max) {
        r->bad = r->range = true;
        return 0;
    }
    return r->bad ? 0 : v;
}

int64_t read_int(struct reader *r)
{
    uint8_t b = peek(r);
    if (b >= 0xe0) {
        r->at++;
        return (int8_t)b;
    }
    if (b < 0xd0 || b > 0xd3)
        return (int64_t)read_uint(r, INT64_MAX);
    unsigned width = 1u << (b - 0xd0);
    uint64_t v = take(r, width);
    if (width < 8 && v >> (8 * width - 1))
        v |= UINT64_MAX << (8 * width);
    return (int64_t)v;
}

/* Number in the header of an array or a map; SIZE_MAX and bad when it is none. */
static uint64_t group_size(struct reader *r, unsigned fix, unsigned wide)
{
    uint8_t b = peek(r);
    if (b >= fix && b <= fix + 15) {
        r->at++;
        return b & 15u;
    }
    if (b == wide || b == wide + 1)
        return take(r, b == wide ? 2 : 4);
    r->bad = true;
    return 0;
}

size_t read_array(struct reader *r, size_t max)
{
    uint64_t n = group_size(r, 0x90, 0xdc);
    if (n > max)
        r->bad = true;
    return r->bad ? 0 : (size_t)n;
}

const uint8_t *read_bin(struct reader *r, size_t *size)
{
    uint8_t b = peek(r);
    *size = 0;
    if (b < 0xc4 || b > 0xc6)
        return fail(r);
    uint64_t n = take(r, 1u << (b - 0xc4));
    const uint8_t *at = take_bytes(r, n);
    if (at)
        *size = (size_t)n;
    return at;
}

void read_fixed(struct reader *r, void *out, size_t size)
{
    size_t n;
    const uint8_t *b = read_bin(r, &n);
    if (!b || n != size) {
        r->bad = true;
        memset(out, 0, size);
        return;
    }
    memcpy(out, b, size);
}

const char *read_str(struct reader *r, size_t *size)
{
    uint8_t b = peek(r);
    uint64_t n;
    *size = 0;
    if (b >= 0xa0 && b <= 0xbf) {
        r->at++;
        n = b & 31u;
    } else if (b >= 0xd9 && b <= 0xdb) {
        n = take(r, 1u << (b - 0xd9));
    } else {
        return fail(r);
    }
    const uint8_t *at = take_bytes(r, n);
    if (at)
        *size = (size_t)n;
    return (const char *)at;
}

void read_text(struct reader *r, char *out, size_t cap)
{
    size_t n;
    const char *s = read_str(r, &n);
    if (!s || n >= cap || memchr(s, '\0', n)) {
        r->bad = true;
        out[0] = '\0';
        return;
    }
    memcpy(out, s, n);
    out[n] = '\0';
}

/* Steps over one header and what belongs to it; returns how many values follow inside. */
static uint64_t step(struct reader *r)
{
    uint8_t b = peek(r);
    size_t size;
    if (b <= 0x7f || b >= 0xe0) {
        r->at++;
        return 0;
    }
    if (b >= 0xcc && b <= 0xd3) {
        take(r, 1u << (b & 3));
        return 0;
    }
    if (b >= 0xc4 && b <= 0xc6) {
        read_bin(r, &size);
        return 0;
    }
    if (b <= 0x8f || b >= 0xde)
        return 2 * group_size(r, 0x80, 0xde);
    if (b <= 0x9f || b >= 0xdc)
        return group_size(r, 0x90, 0xdc);
    read_str(r, &size);
    return 0;
}

const uint8_t *read_value(struct reader *r, size_t *size)
{
    const uint8_t *start = r->at;
    uint64_t left = 1;
    /* Each value takes a byte, so that `left` cannot outgrow what is there without becoming bad. */
    while (left > 0 && !r->bad) {
        if (r->at < r->end && *r->at <= 0x7f)
            r->at++; /* a small number: most of what there is */
        else
            left += step(r);
        left--;
    }
    *size = r->bad ? 0 : (size_t)(r->at - start);
    return r->bad ? NULL : start;
}

bool read_done(const struct reader *r) { return !r->bad && r->at == r->end; }
