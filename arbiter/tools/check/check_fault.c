/* check_fault: the faults of a bot, and what its author can do about them. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "child/events.h"
#include "cli/command.h"
#include "cli/language.h"
#include "cli/owned.h"
#include "wire/checks.h"

static const char *const remedies[] = {
    [FAULT_ILLEGAL] = N_("answer one of the actions that came with the request, and no sign where none is made"),
    [FAULT_MALFORMED] = N_(
        "send one ZeroMQ part of at most 65536 bytes: a canonical msgpack array, as CLIENT.md has it"),
    [FAULT_BAD_SIGNATURE] = N_("sign the bytes that DEAL.md gives for this message, with the key that HELLO named"),
    [FAULT_BAD_CUT] = N_("reveal the cuts of one hash chain, in order, each once (DEAL.md)"),
    [FAULT_WRONG_SEAT] = N_("answer as the seat that OFFER gave you"),
    [FAULT_UNASKED] = N_("answer each request once, with its number, and nothing else"),
    [FAULT_TIMEOUT] = N_(
        "answer within the budget of each request, which the request tells; leave a margin for a busy machine"),
    [FAULT_NO_START] = N_(
        "connect to the endpoint on descriptor 3 and say HELLO at once; load what is large later, or make "
        "it smaller"),
    [FAULT_WITHHELD] = N_("answer every HAND_END with HAND_SIGN and the next CUT at once"),
    [FAULT_CRASHED] = N_(
        "it ended by itself: what it printed last tells where; build it with -fsanitize=address,undefined "
        "and play `fiel match --jail none` with it (docs/debug.md)"),
    [FAULT_RESOURCES] = N_("stay below the limits of fiel match --help: memory, files, output"),
    [FAULT_PROTESTED] = N_(
        "it found the arbiter at fault where every other client found nothing: look at its own checks"),
    [FAULT_OUT_OF_ORDER] = N_("send only what section 5 of CLIENT.md has now, and nothing twice"),
};

static bool is_script(const char *bot)
{
    char words[COMMAND_TEXT], why[COMMAND_WHY], first[2];
    unsigned count;
    OPENED FILE *f = command_words(command_bare(bot), words, &count, why) ? NULL : fopen(words, "re");
    return f && fread(first, 1, sizeof first, f) == sizeof first && !memcmp(first, "#!", sizeof first);
}

void check_remedy(struct trial *c, const struct event_fault *f, const char *log, char remedy[CHECK_SAYS])
{
    const char *words = f->fault < sizeof remedies / sizeof *remedies ? remedies[f->fault] : NULL;
    bool script = f->fault == FAULT_CRASHED && is_script(c->bot);
    bool late = f->fault == FAULT_NO_START || f->fault == FAULT_TIMEOUT;
    if (script)
        words = command_lines(c->bot)
                    ? N_("it ended by itself and printed nothing: let it print to standard error what it does")
                    : N_("it ended by itself and printed nothing: a bot that plays by lines is lines:BOT");
    else if (f->fault == FAULT_PROTESTED && check_of_line((enum check)f->a))
        words = N_("on standard output it prints answers alone, one line each, when it is asked: {\"do\":WORD} with a "
                   "word of legal; what is for a person belongs on standard error (docs/lines.md)");
    else if (late && command_lines(c->bot))
        words = N_(
            "by lines it answers each question in time, and the first line, too: flush standard output after each "
            "answer, which most languages keep back (docs/lines.md)");
    c->keep = script && *log;
    if (c->keep)
        snprintf(remedy, CHECK_SAYS, T("it ended by itself: what it printed, with its traceback, is in %s"), log);
    else
        snprintf(remedy, CHECK_SAYS, "%s", words ? T(words) : "");
}

/* What costs nothing is no reason to turn a bot away. */
static bool costs(const json_t *fault)
{
    return strcmp(json_text(fault, "effect"), "noted") != 0 && strcmp(json_text(fault, "effect"), "refused") != 0;
}

static const json_t *first_of(const struct trial *c, const json_t *faults, bool all_mine)
{
    const json_t *fault;
    size_t i;
    json_array_foreach(faults, i, fault)
    {
        const json_t *seat = json_object_get(fault, "seat");
        bool mine = all_mine || (json_is_integer(seat) && check_mine(c, (unsigned)json_integer_value(seat)));
        if (mine && costs(fault))
            return fault;
    }
    return NULL;
}

const json_t *check_fault(const struct trial *c, const json_t *result)
{
    const json_t *pair, *leg, *fault;
    size_t i, k;
    json_array_foreach(json_object_get(result, "list"), i, pair)
        json_array_foreach(json_object_get(pair, "legs"), k,
                           leg) if ((fault = first_of(c, json_object_get(leg, "faults"), true))) return fault;
    return first_of(c, json_object_get(result, "faults"), false);
}
