/* fault: see fault.h. */
#include "tell/fault.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/said.h"
#include "rules/position.h"
#include "wire/checks.h"
#include "wire/messages.h"

#define HOUR_US UINT64_C(3600000000)

static char *time_put(char out[32], uint64_t us)
{
    if (us < 1000)
        snprintf(out, 32, "%" PRIu64 " us", us);
    else if (us >= HOUR_US && us % HOUR_US == 0)
        snprintf(out, 32, "%" PRIu64 " h", us / HOUR_US);
    else if (us % 1000000 == 0)
        snprintf(out, 32, "%" PRIu64 " s", us / 1000000);
    else if (us >= 1000000)
        snprintf(out, 32, "%.2f s", (double)us / 1e6);
    else if (us % 1000 == 0 || us >= 100000)
        snprintf(out, 32, "%.0f ms", (double)us / 1e3);
    else
        snprintf(out, 32, "%.1f ms", (double)us / 1e3);
    return out;
}

char *tell_time(char out[32], uint64_t us) { return language_decimals(time_put(out, us)); }

const char *tell_type(unsigned type)
{
    switch (type) {
#define X(name, number, who, fields) \
    case number: return #name;
        MESSAGES(X)
#undef X
    default: return "?";
    }
}

/* Linux's numbers of its limits, plus one. */
static char *resources_said(char *out, uint64_t limit, uint64_t used)
{
    switch (limit) {
    case 1: return said_put(out, FAULT_SAID, NULL, "used %ju s of processor time, more than it has", used);
    case 2: return said_put(out, FAULT_SAID, NULL, "wrote a file of %ju MiB, which is too large", used);
    case 10: return said_put(out, FAULT_SAID, NULL, "used %ju MiB of memory, more than it has", used);
    default: return said_put(out, FAULT_SAID, NULL, "resource limit %ju, %ju used", limit, used);
    }
}

static char *said_with(char *(*time)(char out[32], uint64_t us), char out[FAULT_SAID], unsigned fault, uint64_t a,
                       uint64_t b)
{
    enum { CAP = FAULT_SAID };
    char ta[32], tb[32];
    const char *why;
    time(ta, a);
    time(tb, b);
    switch (fault) {
    case FAULT_TIMEOUT:
        return strcmp(ta, tb) ? said_put(out, CAP, NULL, "had %s and took %s", ta, tb)
                              : said_put(out, CAP, NULL, "had %s and took %ju us more", ta, b - a);
    case FAULT_NO_START: return said_put(out, CAP, NULL, "said nothing valid within %s", ta);
    case FAULT_WITHHELD: return said_put(out, CAP, NULL, "sent no cut or signature for hand %ju within %s", a, tb);
    case FAULT_MALFORMED:
        why = wire_error_text((enum wire_error)a);
        return said_put(out, CAP, why, "sent a malformed envelope, %s", why);
    case FAULT_ILLEGAL:
        why = rule_error_text((enum rule_error)a);
        return said_put(out, CAP, why, "illegal action number %ju of this game, %s", b, why);
    case FAULT_BAD_SIGNATURE:
        return said_put(out, CAP, NULL, "the signature of its %s does not hold", tell_type((unsigned)a));
    case FAULT_OUT_OF_ORDER:
        return said_put(out, CAP, NULL, "sent %s, which is not expected now", tell_type((unsigned)a));
    case FAULT_CRASHED:
        return b ? said_put(out, CAP, NULL, "its process was ended by signal %ju", b)
                 : said_put(out, CAP, NULL, "its process ended with exit code %ju", a);
    case FAULT_RESOURCES: return resources_said(out, a, b);
    case FAULT_BAD_CUT: return said_put(out, CAP, NULL, "the cut of hand %ju does not hash to the one before", a);
    case FAULT_WRONG_SEAT: return said_put(out, CAP, NULL, "answered as seat %ju, is seat %ju", a, b);
    case FAULT_UNASKED:
        return said_put(out, CAP, NULL, "answered request %ju that was not open, number %ju of this match", a, b);
    case FAULT_PROTESTED:
        why = failed_text((enum check)a);
        return check_of_line((enum check)a) ? strcpy(out, why)
                                            : said_put(out, CAP, why, "stopped with check %ju failed: %s", a, why);
    case FAULT_KEY_AGAIN:
        return said_put(out, CAP, NULL, "signed with seat %ju's key of the first leg; every match needs a fresh one",
                        a);
    case FAULT_ARBITER: why = arbiter_code_text(a); return said_put(out, CAP, why, "arbiter failure %ju: %s", a, why);
    default: return said_put(out, CAP, NULL, "unknown fault %u, %ju, %ju", fault, a, b);
    }
}

char *fault_said(char out[FAULT_SAID], unsigned fault, uint64_t a, uint64_t b)
{
    return said_with(tell_time, out, fault, a, b);
}

char *fault_told(char out[FAULT_SAID], enum language l, unsigned fault, uint64_t a, uint64_t b)
{
    return said_text(out, FAULT_SAID, l, said_with(l == ENGLISH ? time_put : tell_time, out, fault, a, b));
}

char *fault_named(char out[FAULT_NAMED], enum language l, unsigned fault, uint64_t a, uint64_t b)
{
    char told[FAULT_SAID];
    snprintf(out, FAULT_NAMED, "%s: %s", fault_name((enum fault)fault), fault_told(told, l, fault, a, b));
    return out;
}

const char *end_word(unsigned reason)
{
    static const char *const words[] = { "played", "fault", "last-hand", "void", "cancelled", "stopped" };
    return reason < sizeof words / sizeof *words ? words[reason] : "unknown";
}
