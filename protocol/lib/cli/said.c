/* said: see said.h. */
#include "said.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { OPEN = '\2', PART = '\37', CLOSE = '\3', DEEP = 8, ARGUMENTS = 8, MESSAGE = 1024, KEPT = 4096 };

struct room {
    char *begin, *to, *end;
};

static void put(struct room *r, const char *text, size_t size)
{
    size_t left = (size_t)(r->end - r->to);
    size = size < left ? size : left;
    memcpy(r->to, text, size);
    r->to += size;
}

/* A text that was cut ends with a whole character. */
static void whole_end(struct room *r)
{
    char *at = r->to;
    while (at > r->begin && ((unsigned char)at[-1] & 0xc0) == 0x80)
        at--;
    if (at == r->begin || (unsigned char)at[-1] < 0x80)
        return;
    unsigned char first = (unsigned char)at[-1];
    long whole = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (r->to - (at - 1) < whole)
        r->to = at - 1;
}

/* --- a directive --------------------------------------------------------------------------------------------------------- */

/* "%2$.*llu": which argument (0: the next), how wide an integer is, what stands behind a point (-2: the next argument). */
struct directive {
    unsigned number;
    char wide, kind; /* 'H' char, 'h', 'l', 'L' long long, 'j', 'z', 0 */
    int precision;   /* -1: none */
};

/* From behind the '%'; returns what stands behind the directive. */
static const char *directive_read(const char *at, struct directive *d)
{
    *d = (struct directive){ .precision = -1 };
    unsigned n = 0;
    const char *digits = at;
    while (*digits >= '0' && *digits <= '9' && n < 1000)
        n = 10 * n + (unsigned)(*digits++ - '0');
    if (*digits == '$') {
        d->number = n;
        at = digits + 1;
    }
    at += strspn(at, "-+ #0123456789");
    if (*at == '.') {
        d->precision = *++at == '*' ? -2 : 0;
        for (at += *at == '*'; *at >= '0' && *at <= '9' && d->precision >= 0; at++)
            d->precision = 10 * d->precision % 1000 + (*at - '0');
    }
    for (; *at && strchr("hljz", *at); at++)
        d->wide = d->wide != *at ? *at : *at == 'h' ? 'H' : 'L';
    d->kind = *at;
    return *at ? at + 1 : at;
}

/* --- to keep it ------------------------------------------------------------------------------------------------------------ */

static void put_words(struct room *r, const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++)
        put(r, (unsigned char)text[i] < ' ' || text[i] == 0x7f ? "?" : text + i, 1);
}

static void put_kept(struct room *r, const char *said)
{
    bool marked = *said == OPEN;
    put(r, (char[]){ OPEN }, !marked);
    put(r, said, strlen(said));
    put(r, (char[]){ CLOSE }, !marked);
}

struct arguments {
    va_list list;
};

static intmax_t signed_next(struct arguments *a, char wide)
{
    switch (wide) {
    case 'l': return va_arg(a->list, long);
    case 'L': return va_arg(a->list, long long);
    case 'j': return va_arg(a->list, intmax_t);
    case 'z': return (intmax_t)va_arg(a->list, size_t);
    default: return va_arg(a->list, int);
    }
}

static uintmax_t unsigned_next(struct arguments *a, char wide)
{
    switch (wide) {
    case 'l': return va_arg(a->list, unsigned long);
    case 'L': return va_arg(a->list, unsigned long long);
    case 'j': return va_arg(a->list, uintmax_t);
    case 'z': return va_arg(a->list, size_t);
    default: return va_arg(a->list, unsigned);
    }
}

static void put_argument(struct room *r, const struct directive *d, const char *inner, struct arguments *a)
{
    char number[64];
    int precision = d->precision == -2 ? va_arg(a->list, int) : d->precision;
    switch (d->kind) {
    case 's': {
        const char *text = va_arg(a->list, const char *);
        if (text == inner)
            put_kept(r, text);
        else
            put_words(r, text, precision >= 0 ? strnlen(text, (size_t)precision) : strlen(text));
        return;
    }
    case 'c': snprintf(number, sizeof number, "%c", va_arg(a->list, int)); break;
    case 'd': snprintf(number, sizeof number, "%jd", signed_next(a, d->wide)); break;
    case 'u': snprintf(number, sizeof number, "%ju", unsigned_next(a, d->wide)); break;
    case 'f': snprintf(number, sizeof number, "%.*f", precision, va_arg(a->list, double)); break;
    default: snprintf(number, sizeof number, "?"); break;
    }
    put_words(r, number, strlen(number));
}

char *said_vput(char *out, size_t cap, const char *inner, const char *message, va_list list)
{
    char kept[KEPT];
    struct room r = { kept, kept, kept + KEPT - 1 };
    struct arguments a;
    struct directive d;
    va_copy(a.list, list);
    put(&r, (char[]){ OPEN }, 1);
    put(&r, message, strlen(message));
    for (const char *at = message; (at = strchr(at, '%'));) {
        at = directive_read(at + 1, &d);
        if (d.kind == '%' || d.kind == '\0')
            continue;
        put(&r, (char[]){ PART }, 1);
        put_argument(&r, &d, inner, &a);
    }
    va_end(a.list);
    put(&r, (char[]){ CLOSE }, 1);
    *r.to = '\0';
    if ((size_t)(r.to - kept) >= cap)
        return said_text(out, cap, ENGLISH, kept);
    memcpy(out, kept, (size_t)(r.to - kept) + 1);
    return out;
}

char *said_put(char *out, size_t cap, const char *inner, const char *message, ...)
{
    va_list list;
    va_start(list, message);
    said_vput(out, cap, inner, message, list);
    va_end(list);
    return out;
}

/* --- to read it ------------------------------------------------------------------------------------------------------------ */

struct piece {
    const char *at, *end;
};

/* Where this piece ends: at a PART or CLOSE of its own depth, or with the text. */
static const char *piece_end(const char *at)
{
    for (unsigned deep = 0; *at && !(deep == 0 && (*at == PART || *at == CLOSE)); at++) {
        deep += *at == OPEN;
        deep -= *at == CLOSE;
    }
    return at;
}

static void put_said(struct room *r, enum language l, struct piece kept, unsigned deep);

static void put_piece(struct room *r, enum language l, struct piece p, unsigned deep)
{
    if (p.at < p.end && *p.at == OPEN && deep < DEEP)
        put_said(r, l, p, deep + 1);
    else
        put_words(r, p.at, (size_t)(p.end - p.at));
}

/* The pieces of what begins with an opening mark: the message, then its arguments. */
static void put_said(struct room *r, enum language l, struct piece kept, unsigned deep)
{
    struct piece argument[ARGUMENTS] = { 0 };
    struct directive d;
    char message[MESSAGE];
    unsigned count = 0, next = 0;
    const char *at = kept.at + 1, *end = piece_end(at);
    snprintf(message, sizeof message, "%.*s", (int)(end - at < MESSAGE ? end - at : MESSAGE - 1), at);
    for (at = end; *at == PART && at < kept.end && count < ARGUMENTS; at = argument[count++].end)
        argument[count] = (struct piece){ at + 1, piece_end(at + 1) };
    for (at = language_text(l, message); *at;) {
        size_t plain = strcspn(at, "%");
        put(r, at, plain);
        if (!at[plain])
            break;
        at = directive_read(at + plain + 1, &d);
        unsigned n = d.kind == '%' ? count : d.number ? d.number - 1 : next++;
        if (n < count)
            put_piece(r, l, argument[n], deep);
        else
            put(r, "%", d.kind == '%');
    }
}

char *said_text(char *out, size_t cap, enum language l, const char *said)
{
    char text[KEPT];
    struct room r = { text, text, text + (cap < KEPT ? cap : KEPT) - 1 };
    if (*said == OPEN) {
        put_said(&r, l, (struct piece){ said, said + strlen(said) }, 0);
    } else {
        const char *plain = language_text(l, said);
        put(&r, plain, strlen(plain));
    }
    if (r.to == r.end)
        whole_end(&r);
    memcpy(out, text, (size_t)(r.to - text));
    out[r.to - text] = '\0';
    return out;
}

size_t said_cause(const char *said)
{
    static const char parts[] = { PART, CLOSE, '\0' };
    return *said == OPEN && strncmp(said + 1, "%s", 2) != 0 ? strcspn(said, parts) : strlen(said);
}
