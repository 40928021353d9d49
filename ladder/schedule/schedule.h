/* schedule: what the running events need next.
 *
 * A continuous ladder is kept busy: so many pairs are always open, who meets whom is chosen by what it tells.  A tournament
 * is planned from the meetings so far (tournament.h).  A comparison (sprt) plays its two entries until it is decided whether
 * the second is better.
 *
 * What a host may write into an event's configuration, a JSON object; unknown names are refused:
 *   ladder       now (1: authors order its pairs themselves, unrated)
 *   ladder       open (pairs open at a time, at the least: 8; more when more workers ask, two for each), uniform (share drawn by lot, 0.25), partners ("same" or "random")
 *   round-robin, swiss   rounds (1; swiss: ceil(log2 of the entrants)), units (pairs of a meeting, 1)
 *   gauntlet     heads (the first so many entries, 1), units
 *   knockout     units
 *   all but sprt plain (1: remote bots may enter, and what one of them plays is one plain match instead of a duplicate pair,
 *                whose first leg it could remember)
 *   all          opens (it begins by itself then, in seconds since 1970), freeze (no bot enters from then on), ends (what is played or
 *                waits then is void), hidden (1: visitors see its matches and who stands where when it is over), enter (who enters bots: 0 the host,
 *                1 every author, 2 the authors in the list `authors`), each (bots that an author may enter)
 *   tournaments  seeds (who is drawn apart: 0 in the order in which they enter, 1 by their place in the ladder's table at that moment)
 *   all          note_bytes (of the notes of a seat in a leg: 0, none are taken)
 *   unrated      games (of a leg, or of a plain match: the ladder's)
 *   all          apart (1: bots of one author keep each other from a machine in a strict jail, too)
 *   sprt         elo0 (0), elo1 (20), alpha (0.05), beta (0.05), open (4), most (pairs, 5000) */
#ifndef FIEL_LADDER_SCHEDULE_H
#define FIEL_LADDER_SCHEDULE_H

#include "store/store_events.h"

enum { ENTER_HOST, ENTER_ALL, ENTER_LISTED };
enum { SEEDS_ENTERED, SEEDS_TABLE };
struct event_config {
    uint32_t opens, freeze, ends, now, hidden, enter, each, seeds;
    uint32_t open, plain, apart, note_bytes, games, rounds, heads, units, most;
    double uniform, elo0, elo1, alpha, beta;
    bool random_partners;
};
/* False and a sentence that names the key and what it may be. */
bool event_config_read(enum event_kind kind, const char *json, struct event_config *out, char why[256]);

/* May this author enter bots of their own? */
bool event_invites(const struct event *v, const struct event_config *c, const char *author);
/* The pairs of a tournament of so many entries, drawn ties of a knockout aside; 0 of what has no such number. */
uint64_t event_pairs(enum event_kind kind, const struct event_config *c, uint64_t entries);
/* May a remote bot, one program that sits once at a table, enter with a team of so many versions?  Only where it plays no
 * duplicate pairs, and alone on its side or with partners. */
bool event_takes_remote(const struct event *v, const struct ladder *l, size_t versions);

/* Plans for every running event.  A store_code; another scheduler that was faster is no failure. */
int schedule_step(struct store *s, struct store_error *e);

/* Rates every ladder whose results are newer than its newest run. */
int rate_step(struct store *s, struct store_error *e);

/* A bot's history needs no point for every few seconds of a year: of the runs older than an hour one every five minutes
 * stays, of those older than a day one an hour, of those older than sixty days one a day. */
int rate_thin(struct store *s, struct store_error *e);

#endif
