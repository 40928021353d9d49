/* dump: packed values as lines of hex with words beside them, for the examples in the documents. */
#ifndef TESTS_DUMP_H
#define TESTS_DUMP_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "record/crypto.h"
#include "wire/codec.h"

enum { DUMP_MAX = 1 << 18, DUMP_LINE = 36 /* bytes that are shown whole */, DUMP_ENDS = 12, DUMP_NAMES = 64 };

struct dump {
    char text[DUMP_MAX];
    size_t size;
};

/* Names of an array's items, in order; what comes after them has none. */
struct names {
    unsigned count;
    char name[DUMP_NAMES][24];
};

__attribute__((format(printf, 2, 3))) static inline void dump_print(struct dump *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    d->size += (size_t)vsnprintf(d->text + d->size, sizeof d->text - d->size, format, args);
    va_end(args);
}

/* All the bytes, 32 on a line. */
static inline void dump_bytes(struct dump *d, const void *bytes, size_t size)
{
    char hex[65];
    const uint8_t *b = bytes;
    for (size_t at = 0; at < size; at += 32)
        dump_print(d, "%s\n", hex_text(hex, b + at, size - at < 32 ? size - at : 32));
}

/* "name = hex", the hex whole, further lines under the first. */
static inline void dump_named(struct dump *d, const char *name, const void *bytes, size_t size)
{
    char hex[65];
    const uint8_t *b = bytes;
    for (size_t at = 0; at < size; at += 32)
        dump_print(d, "%-12s %c %s\n", at == 0 ? name : "", at == 0 ? '=' : ' ',
                   hex_text(hex, b + at, size - at < 32 ? size - at : 32));
}

static inline void dump_line(struct dump *d, unsigned depth, const uint8_t *bytes, size_t size, const char *words)
{
    char hex[2 * DUMP_LINE + 16], ends[2 * DUMP_ENDS + 1];
    if (size <= DUMP_LINE)
        hex_text(hex, bytes, size);
    else
        snprintf(hex, sizeof hex, "%s..", hex_text(ends, bytes, DUMP_ENDS));
    dump_print(d, "%*s%-*s # %s\n", (int)(2 * depth), "", 28 - (int)(2 * depth), hex, words);
}

static inline bool dump_is_array(const struct reader *r)
{
    uint8_t b = *r->at;
    return (b >= 0x90 && b <= 0x9f) || b == 0xdc || b == 0xdd;
}

/* A value in words: 7, "text", 64 bytes, [1, [2, 3]]. */
static inline void dump_words(struct reader *r, char *out, size_t room)
{
    size_t size, n = 0;
    uint8_t b = *r->at;
    if (dump_is_array(r)) {
        size_t items = read_array(r, ITEMS_MAX);
        n = (size_t)snprintf(out, room, "[");
        for (size_t i = 0; i < items; i++) {
            n += (size_t)snprintf(out + n, room - n, "%s", i ? ", " : "");
            dump_words(r, out + n, room - n);
            n += strlen(out + n);
        }
        snprintf(out + n, room - n, "]");
    } else if ((b >= 0xa0 && b <= 0xbf) || (b >= 0xd9 && b <= 0xdb)) {
        const char *s = read_str(r, &size);
        snprintf(out, room, "\"%.*s\"", (int)size, s);
    } else if (b >= 0xc4 && b <= 0xc6) {
        read_bin(r, &size);
        snprintf(out, room, "%zu bytes", size);
    } else {
        snprintf(out, room, "%lld", (long long)read_int(r));
    }
}

static inline void dump_value(struct dump *d, struct reader *r, unsigned depth, const char *name,
                              const struct names *names);

static inline void dump_array(struct dump *d, struct reader *r, unsigned depth, const char *name,
                              const struct names *names)
{
    char words[96];
    const uint8_t *start = r->at;
    size_t items = read_array(r, ITEMS_MAX);
    snprintf(words, sizeof words, "%s%sarray of %zu", name, *name ? ": " : "", items);
    dump_line(d, depth, start, (size_t)(r->at - start), words);
    for (size_t i = 0; i < items; i++)
        dump_value(d, r, depth + 1, names && i < names->count ? names->name[i] : "", NULL);
}

static inline void dump_value(struct dump *d, struct reader *r, unsigned depth, const char *name,
                              const struct names *names)
{
    char value[256], words[320];
    struct reader ahead = *r;
    size_t size;
    const uint8_t *start = read_value(&ahead, &size);
    if (dump_is_array(r) && (names || size > 24)) {
        dump_array(d, r, depth, name, names);
        return;
    }
    dump_words(r, value, sizeof value);
    snprintf(words, sizeof words, "%s%s%s", name, *name ? ": " : "", value);
    dump_line(d, depth, start, size, words);
}

static inline void names_add(struct names *n, const char *name, size_t size)
{
    snprintf(n->name[n->count++], sizeof n->name[0], "%.*s", (int)size, name);
}

/* "a:u b:b32" gives a and b. */
static inline void names_of_fields(struct names *n, const char *fields)
{
    while (*fields) {
        size_t size = strcspn(fields, ":");
        names_add(n, fields, size);
        fields += strcspn(fields, " ");
        fields += *fields == ' ';
    }
}

static inline void names_of_view(struct names *n)
{
#define X(name, bits, shape, meaning) names_add(n, #name, strlen(#name));
    FIEL_OPEN_FIELDS(X)
#undef X
    names_add(n, "seat", 4);
    names_add(n, "known", 5);
}

/* A whole message, item by item; the view of a REQUEST with its own names. */
static inline void dump_message(struct dump *d, const uint8_t *bytes, size_t size, unsigned depth)
{
    struct names names = { 0 }, view = { 0 };
    struct reader r;
    char words[64];
    read_start(&r, bytes, size);
    size_t items = read_array(&r, ITEMS_MAX);
    unsigned type = (unsigned)read_uint(&r, UINT8_MAX);
    const char *label = "?";
    names_add(&names, "table", 5);
    switch (type) {
#define X(name, number, who, fields) \
    case number: \
        label = #name; \
        names_of_fields(&names, fields); \
        break;
        MESSAGES(X)
#undef X
    default: break;
    }
    snprintf(words, sizeof words, "array of %zu: %s", items, label);
    dump_line(d, depth, bytes, (size_t)(r.at - bytes), words);
    names_of_view(&view);
    for (unsigned i = 0; i + 1 < items; i++)
        dump_value(d, &r, depth + 1, names.name[i], strcmp(names.name[i], "view") == 0 ? &view : NULL);
}

#endif
