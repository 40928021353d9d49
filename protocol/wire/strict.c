#include "wire/strict.h"

#include <stdbool.h>

/* What is still to come in one open array or map. */
struct level {
    size_t left;     /* values: 2 per pair of a map */
    bool map, keyed; /* keyed: `key` holds the key before this one */
    bool negative;
    uint64_t key; /* of a negative key its two's complement, which orders alike */
};

struct check {
    const uint8_t *at, *end;
    struct level level[DEPTH_MAX + 1]; /* level[0] is the one value at the top */
    unsigned depth, items;
};

/* One value's first byte and what stands in its header. */
struct head {
    enum { KIND_INT, KIND_STR, KIND_BIN, KIND_ARRAY, KIND_MAP } kind;
    bool negative;
    uint64_t v; /* number, or size in bytes, items or pairs */
};

/* `width` big-endian bytes; the caller has looked that they are there. */
static uint64_t big_endian(const uint8_t *at, unsigned width)
{
    uint64_t v = 0;
    for (unsigned i = 0; i < width; i++)
        v = v << 8 | at[i];
    return v;
}

/* Reads a header's number of `width` bytes, which must be above `below`: otherwise a shorter form exists. */
static enum wire_error sized(struct check *c, struct head *h, unsigned width, uint64_t below)
{
    if ((size_t)(c->end - c->at) < width)
        return WIRE_TRUNCATED;
    h->v = big_endian(c->at, width);
    c->at += width;
    return h->v > below ? WIRE_OK : WIRE_NOT_MINIMAL;
}

/* int8..int64: must be negative and below what one width less can hold. */
static enum wire_error signed_int(struct check *c, struct head *h, unsigned width)
{
    static const int64_t reach[] = { [1] = -32, [2] = INT8_MIN, [4] = INT16_MIN, [8] = INT32_MIN };
    if ((size_t)(c->end - c->at) < width)
        return WIRE_TRUNCATED;
    uint64_t v = big_endian(c->at, width);
    if (width < 8 && v >> (8 * width - 1))
        v |= UINT64_MAX << (8 * width);
    c->at += width;
    h->negative = true;
    h->v = v;
    return (int64_t)v < reach[width] ? WIRE_OK : WIRE_NOT_MINIMAL;
}

/* The header of the next value.  The limits are those below which a shorter header exists. */
static enum wire_error head_read(struct check *c, struct head *h)
{
    if (c->at == c->end)
        return WIRE_TRUNCATED;
    uint8_t b = *c->at++;
    h->negative = false;
    if (b <= 0x7f || b >= 0xe0) {
        h->kind = KIND_INT;
        h->negative = b >= 0xe0;
        h->v = h->negative ? UINT64_MAX << 8 | b : b;
        return WIRE_OK;
    }
    if (b <= 0xbf) {
        h->kind = b <= 0x8f ? KIND_MAP : b <= 0x9f ? KIND_ARRAY : KIND_STR;
        h->v = b <= 0x9f ? b & 0x0fu : b & 0x1fu;
        return WIRE_OK;
    }
    switch (b) {
    case 0xc4:
        h->kind = KIND_BIN; /* every size of bin8 is minimal, 0 too */
        if (c->at == c->end)
            return WIRE_TRUNCATED;
        h->v = *c->at++;
        return WIRE_OK;
    case 0xc5: h->kind = KIND_BIN; return sized(c, h, 2, UINT8_MAX);
    case 0xc6: h->kind = KIND_BIN; return sized(c, h, 4, UINT16_MAX);
    case 0xcc: h->kind = KIND_INT; return sized(c, h, 1, 0x7f);
    case 0xcd: h->kind = KIND_INT; return sized(c, h, 2, UINT8_MAX);
    case 0xce: h->kind = KIND_INT; return sized(c, h, 4, UINT16_MAX);
    case 0xcf: h->kind = KIND_INT; return sized(c, h, 8, UINT32_MAX);
    case 0xd0: h->kind = KIND_INT; return signed_int(c, h, 1);
    case 0xd1: h->kind = KIND_INT; return signed_int(c, h, 2);
    case 0xd2: h->kind = KIND_INT; return signed_int(c, h, 4);
    case 0xd3: h->kind = KIND_INT; return signed_int(c, h, 8);
    case 0xd9: h->kind = KIND_STR; return sized(c, h, 1, 31);
    case 0xda: h->kind = KIND_STR; return sized(c, h, 2, UINT8_MAX);
    case 0xdb: h->kind = KIND_STR; return sized(c, h, 4, UINT16_MAX);
    case 0xdc: h->kind = KIND_ARRAY; return sized(c, h, 2, 15);
    case 0xdd: h->kind = KIND_ARRAY; return sized(c, h, 4, UINT16_MAX);
    case 0xde: h->kind = KIND_MAP; return sized(c, h, 2, 15);
    case 0xdf: h->kind = KIND_MAP; return sized(c, h, 4, UINT16_MAX);
    default: return WIRE_FORBIDDEN; /* nil, true, false, floats, extensions, 0xc1 */
    }
}

/* Length of the UTF-8 character that starts here, 0 when it is none: no overlong form, no surrogate,
 * nothing above U+10FFFF (the table of Unicode 3.9, D92). */
static size_t utf8_char(const uint8_t *s, size_t size)
{
    uint8_t low = 0x80, high = 0xbf;
    size_t n;
    if (s[0] < 0x80)
        return 1;
    if (s[0] < 0xc2 || s[0] > 0xf4)
        return 0;
    n = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (s[0] == 0xe0)
        low = 0xa0;
    if (s[0] == 0xed)
        high = 0x9f;
    if (s[0] == 0xf0)
        low = 0x90;
    if (s[0] == 0xf4)
        high = 0x8f;
    if (size < n || s[1] < low || s[1] > high)
        return 0;
    for (size_t i = 2; i < n; i++)
        if (s[i] < 0x80 || s[i] > 0xbf)
            return 0;
    return n;
}

bool utf8_valid(const void *bytes, size_t size)
{
    const uint8_t *s = bytes;
    while (size > 0) {
        size_t n = utf8_char(s, size);
        if (n == 0)
            return false;
        s += n;
        size -= n;
    }
    return true;
}

/* The value is a key of the map it stands in: an integer above the one before. */
static enum wire_error key_check(struct level *l, const struct head *h)
{
    if (h->kind != KIND_INT)
        return WIRE_KEY_ORDER;
    if (l->keyed && (h->negative != l->negative ? h->negative : h->v <= l->key))
        return WIRE_KEY_ORDER;
    l->keyed = true;
    l->negative = h->negative;
    l->key = h->v;
    return WIRE_OK;
}

/* What follows the header: bytes are stepped over, an array or map opens a level. */
static enum wire_error body(struct check *c, const struct head *h)
{
    size_t room = (size_t)(c->end - c->at);
    if (h->kind == KIND_INT)
        return WIRE_OK;
    if (h->kind == KIND_STR || h->kind == KIND_BIN) {
        if (h->v > room)
            return WIRE_TRUNCATED;
        if (h->kind == KIND_STR && !utf8_valid(c->at, (size_t)h->v))
            return WIRE_BAD_UTF8;
        c->at += h->v;
        return WIRE_OK;
    }
    /* Each value takes at least a byte, so that a header cannot promise more than is there. */
    uint64_t values = h->kind == KIND_MAP ? 2 * h->v : h->v;
    if (c->depth == DEPTH_MAX)
        return WIRE_TOO_DEEP;
    if (values > room)
        return WIRE_TRUNCATED;
    c->level[++c->depth] = (struct level){ .left = (size_t)values, .map = h->kind == KIND_MAP };
    return WIRE_OK;
}

/* Steps over the small numbers that come next in an array: most of what there is. */
static void small_numbers(struct check *c, struct level *l)
{
    const uint8_t *at = c->at;
    size_t most = ITEMS_MAX - c->items, room = (size_t)(c->end - at);
    most = most < l->left ? most : l->left;
    const uint8_t *stop = at + (most < room ? most : room);
    while (at < stop && *at <= 0x7f)
        at++;
    l->left -= (size_t)(at - c->at);
    c->items += (unsigned)(at - c->at);
    c->at = at;
}

enum wire_error strict_check(const uint8_t *bytes, size_t size)
{
    struct check c = { .at = bytes, .end = bytes + size };
    if (size == 0)
        return WIRE_EMPTY;
    if (size > ENVELOPE_MAX)
        return WIRE_TOO_LONG;
    c.level[0] = (struct level){ .left = 1 };
    while (c.depth > 0 || c.level[0].left > 0) {
        struct level *l = &c.level[c.depth];
        struct head h;
        if (c.depth > 0 && !l->map)
            small_numbers(&c, l);
        if (l->left == 0) {
            c.depth--;
            continue;
        }
        enum wire_error e = head_read(&c, &h);
        if (e == WIRE_OK && ++c.items > ITEMS_MAX)
            e = WIRE_TOO_MANY;
        if (e == WIRE_OK && l->map && l->left % 2 == 0)
            e = key_check(l, &h);
        l->left--;
        if (e == WIRE_OK)
            e = body(&c, &h);
        if (e != WIRE_OK)
            return e;
    }
    return c.at == c.end ? WIRE_OK : WIRE_TRAILING;
}
