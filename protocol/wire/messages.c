#include "wire/messages.h"

#include <stdbool.h>
#include <stddef.h>

const char *wire_error_text(enum wire_error e)
{
    switch (e) {
    case WIRE_OK: return "well formed";
#define X(name, number, text) \
    case WIRE_##name: return text;
        WIRE_ERRORS(X)
#undef X
    }
    return "unknown wire error";
}

/* The names are written out, because the preprocessor cannot make small letters; a test holds them
 * against the table. */
const char *fault_name(enum fault f)
{
    switch (f) {
    case FAULT_NONE: return "none";
    case FAULT_ILLEGAL: return "illegal";
    case FAULT_MALFORMED: return "malformed";
    case FAULT_BAD_SIGNATURE: return "bad-signature";
    case FAULT_BAD_CUT: return "bad-cut";
    case FAULT_WRONG_SEAT: return "wrong-seat";
    case FAULT_UNASKED: return "unasked";
    case FAULT_TIMEOUT: return "timeout";
    case FAULT_NO_START: return "no-start";
    case FAULT_WITHHELD: return "withheld";
    case FAULT_CRASHED: return "crashed";
    case FAULT_RESOURCES: return "resources";
    case FAULT_PROTESTED: return "protested";
    case FAULT_OUT_OF_ORDER: return "out-of-order";
    case FAULT_KEY_AGAIN: return "key-again";
    case FAULT_ARBITER: return "arbiter";
    }
    return "unknown fault";
}

static const char *fault_form(enum fault f)
{
    switch (f) {
    case FAULT_NONE: return "no fault";
#define X(name, number, owner, text) \
    case FAULT_##name: return text;
        FAULTS(X)
#undef X
    }
    return "unknown fault, %a, %b";
}

/* Appends one character where there is room left for it and the NUL. */
static void put(char *text, unsigned size, unsigned *at, char c)
{
    if (*at + 1 < size)
        text[(*at)++] = c;
}

static void put_number(char *text, unsigned size, unsigned *at, uint64_t v)
{
    char digits[20];
    unsigned n = 0;
    do
        digits[n++] = (char)('0' + v % 10);
    while ((v /= 10) > 0);
    while (n > 0)
        put(text, size, at, digits[--n]);
}

const char *arbiter_code_text(uint64_t code)
{
    switch (code) {
#define X(name, number, text) \
    case number: return text;
        ARBITER_CODES(X)
#undef X
    default: break;
    }
#define X(name, number, text) return text;
    ARBITER_UNSAID(X)
#undef X
}

char *fault_text(enum fault f, uint64_t a, uint64_t b, char *text, unsigned size)
{
    unsigned at = 0;
    for (const char *s = fault_form(f); *s; s++) {
        if (*s == '%' && (s[1] == 'a' || s[1] == 'b'))
            put_number(text, size, &at, *++s == 'a' ? a : b);
        else
            put(text, size, &at, *s);
    }
    if (size > 0)
        text[at] = '\0';
    return text;
}
