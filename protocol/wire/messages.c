#include "wire/messages.h"

#include <stddef.h>
#include <string.h>

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

enum fault fault_called(const char *name)
{
    static const enum fault faults[] = {
#define X(name, number, owner, text) FAULT_##name,
        FAULTS(X)
#undef X
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
        if (!strcmp(name, fault_name(faults[i])))
            return faults[i];
    return FAULT_NONE;
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
