/* operator: how `fiel order` and its like find a daemon and speak to it: options, surroundings, and what went wrong
 * on stderr, around the line itself (control/line.h). */
#ifndef FIEL_OPERATOR_H
#define FIEL_OPERATOR_H

#include "control/line.h"

/* Whom to ask, and who asks.  What is NULL comes from the environment (FIEL_CONNECT, FIEL_SERVER, FIEL_KEY), then, for
 * the first two, from the configuration file of a daemon on this machine. */
struct caller {
    const char *connect, *server, *key, *config;
};
#define CALLER_HELP \
    "  --connect ADDRESS  the daemon's control address   (FIEL_CONNECT, or what --config says)\n" \
    "  --server HEX       its public key, server.pub in its state folder   (FIEL_SERVER, or what --config says)\n" \
    "  --key FILE         who you are: NAME.key, made by `fiel keys new`; the daemon has your NAME.pub among its\n" \
    "                     operators   (FIEL_KEY)\n" \
    "  --config FILE      the configuration of a daemon on this machine   (/etc/fiel/serve.conf)\n"
/* Takes the option at argv[*i] when it is one of those, and moves past it.  1: taken, 0: another, -1: its value is
 * missing. */
int caller_option(struct caller *c, int argc, char **argv, int *i);
/* The same for any option that has a value. */
int option_value(const char *name, const char **value, int argc, char **argv, int *i);

/* NULL: what went wrong is printed, *code says how bad it is. */
struct line *caller_line(const struct caller *c, int *code);
/* line_ask; a refusal is printed.  NULL: *code is the exit code. */
json_t *caller_ask(struct line *l, json_t *request, int *code);
/* The state of a match ("finished") in the language that is spoken; of none "?". */
const char *caller_state(const char *state);
/* Prints what a line says; the exit code. */
int caller_sorry(const struct line_error *e);

#endif
