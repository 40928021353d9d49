/* crew: workers of this process, a thread each. */
#ifndef FIEL_LADDER_CREW_H
#define FIEL_LADDER_CREW_H

#include "base/choices.h"
#include "worker.h"

struct crew_plan {
    struct store *store;           /* of the site in this process, where the site is this one */
    const struct queue_site *site; /* a site elsewhere, or NULL; its `hand` is set for each worker */
    struct worker_plan hand;       /* what is the same for all; machine NULL: the arbiter's, or this kernel's */
    const char *partner;
    bool chosen; /* the host named the jail */
    unsigned count;
    unsigned tables;    /* people's, beside them */
    bool tables_chosen; /* the host said how many */
};

/* The options of a command that has a crew. */
#define CHOICES_CREW \
    { "jail", "LEVEL", NULL, "strict, basic or none: what holds the bots   (strict, else basic)" }, \
        { "duplicate-unheld", NULL, NULL, \
          "pairs with authors' bots in any jail: one that is not held may know the second leg's cards" }, \
        { "signing-key", "FILE", NULL, \
          "the arbiter's key for all matches played here, made when missing   (one for each match)" }, \
        { "match-log", "DIR", NULL, \
          "a match log (fiel log create): every match is in it before its first card, and decisions of disputes" }, \
        { "match-log-key", "FILE", NULL, "its secret key" }, \
        { "log-policy", "FILE", NULL, "whose witnesses cosign that log before a first card (C2SP's tlog-policy)" }, \
        { "work", "DIR", "/tmp", "where bots are unpacked and matches played" }, \
        { "machine", "NAME", NULL, \
          "what plays here, the same for all that share it: bots of one author do not meet there   (this kernel)" }, \
        { "fiel", "PROGRAM", NULL, "the arbiter   (beside this program)" }, \
        { "arbiter", "ADDRESS", NULL, "order matches from the `fiel serve` at this control address instead" }, \
        { "arbiter-key", "HEX", NULL, "... its public key, server.pub of its state folder" }, \
        { "arbiter-bots", "DIR", NULL, "... its bots folder, as it is seen from here" }, \
        { "key", "FILE", NULL, "... who orders: NAME.key, whose NAME.pub is among its operators" }, \
    { \
        "partner", "NAME", "cauto", "... its hosted bot against whom remote bots are validated" \
    }
/* Fills in what they say; `a` is kept as long as the plan.  An exit code; what is wrong was said. */
int crew_chosen(const struct choices *c, struct crew_plan *p, struct worker_arbiter *a);

/* Looks at what this machine holds: a jail that was named is held or refused, and where none was named it is strict if that
 * holds, else basic, which is said.  And at the room for all of them at once: more workers than there is room for are refused, tables that
 * nobody asked for become fewer, which is said; every match that is started then has its share.  An exit code; what is wrong was said. */
int crew_look(const char *command, struct crew_plan *p);

struct crew;
/* NULL: no threads, or a count of 0.  What its jail keeps it from playing is said. */
struct crew *crew_start(const struct crew_plan *p);
/* What is being played is given back; NULL is fine. */
void crew_stop(struct crew *c);

#endif
