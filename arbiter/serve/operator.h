/* operator: how `fiel order` and its like find a daemon and speak to it: options, surroundings, and what went wrong
 * on stderr, around the line itself (control/line.h). */
#ifndef FIEL_OPERATOR_H
#define FIEL_OPERATOR_H

#include "cli/words.h"
#include "control/line.h"

/* Whom to ask, and who asks.  What is NULL comes from the environment (FIEL_CONNECT, FIEL_SERVER, FIEL_KEY), then, for
 * the first two, from the configuration file of a daemon on this machine. */
struct caller {
    const char *connect, *server, *key, *config;
};
/* The rows of their options, in a wish that begins with a caller. */
#define CALLER_OPTIONS \
    { "connect", "ADDRESS", CLI_INTO(struct caller, connect), \
      "the daemon's control address   (FIEL_CONNECT, or what --config says)" }, \
        { "server", "HEX", CLI_INTO(struct caller, server), \
          "its public key, server.pub in its state folder   (FIEL_SERVER, or what --config says)" }, \
        { "key", "FILE", CLI_INTO(struct caller, key), \
          "who you are: NAME.key, made by `fiel keys new`; the daemon has your NAME.pub among its\noperators   " \
          "(FIEL_KEY)" }, \
        { "config", "FILE", CLI_INTO(struct caller, config), \
          "the configuration of a daemon on this machine   (/etc/fiel/serve.conf)" }, \
    { \
        0 \
    }

/* NULL: what went wrong is printed, *code says how bad it is. */
struct line *caller_line(const struct caller *c, int *code);
/* line_ask; a refusal is printed.  NULL: *code is the exit code. */
json_t *caller_ask(struct line *l, json_t *request, int *code);
/* Prints what a line says; the exit code. */
int caller_sorry(const struct line_error *e);

#endif
