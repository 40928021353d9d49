/* operator: the other end of the control socket: how `fiel order` and its like ask a daemon (protocol/CONTROL.md). */
#ifndef FIEL_OPERATOR_H
#define FIEL_OPERATOR_H

#include <jansson.h>
#include <stdbool.h>

/* Whom to ask, and who asks.  What is NULL comes from the environment (FIEL_CONNECT, FIEL_SERVER, FIEL_KEY), then, for
 * the first two, from the configuration file of a daemon on this machine. */
struct caller {
    const char *connect, *server, *key, *config;
};
#define CALLER_HELP                                                                                                    \
    "  --connect ADDRESS  the daemon's control address   (FIEL_CONNECT, or what --config says)\n"                      \
    "  --server HEX       its public key, server.pub in its state folder   (FIEL_SERVER, or what --config says)\n"     \
    "  --key FILE         who you are: NAME.key, made by `fiel keys new`; the daemon has your NAME.pub among its\n"    \
    "                     operators   (FIEL_KEY)\n"                                                                    \
    "  --config FILE      the configuration of a daemon on this machine   (/etc/fiel/serve.conf)\n"
/* Takes the option at argv[*i] when it is one of those, and moves past it.  1: taken, 0: another, -1: its value is
 * missing. */
int caller_option(struct caller *c, int argc, char **argv, int *i);
/* The same for any option that has a value. */
int option_value(const char *name, const char **value, int argc, char **argv, int *i);

struct line;
/* NULL: what went wrong is printed, *code says how bad it is. */
struct line *line_open(const struct caller *c, int *code);
void line_close(struct line **l);

/* Asks (`request` is used up) and waits for the answer; a refusal is printed.  NULL: *code is the exit code.
 * `bytes` (may be NULL): the second frame, freed by the caller. */
json_t *line_ask(struct line *l, json_t *request, void **bytes, size_t *size, int *code);
/* What a follower is told next; NULL: nothing for so many milliseconds. */
json_t *line_next(struct line *l, int ms);

/* Text of others for a terminal: what is not printable becomes '?'. */
char *harmless(const char *text, char *out, size_t cap);

#endif
