/* pairs: `fiel match --duplicate`: one leg after the other, each played twice with the sides exchanged.  With --tables
 * so many pairs at once: two matches, a pair at each table; with --games-a-leg so many games of one pair, one after the other. */
#ifndef FIEL_PAIRS_H
#define FIEL_PAIRS_H

#include <jansson.h>

#include "report.h"
#include "stats/pairs.h"

/* Plays all pairs, between bots of these files (bot_files.h), and says what came of them; an exit code. */
int play_pairs(const struct match_options *o, const char *files);

/* Goes on with the series whose folder this is; of `asked` json and events count. */
int resume_pairs(const char *folder, const struct match_options *asked);

/* --- pairs_report.c: what is told and counted ---------------------------------------------------- */

/* Everything from where the bots of side 0 sit in the first leg ("we" below; they have side 1 in the twin). */
struct pairs_report {
    const struct match_options *options;
    json_t *list;                  /* one object per pair */
    struct pair_sums sums;         /* of the pairs that count */
    uint32_t forfeits;             /* pairs in which a leg was lost by a fault */
    uint32_t unheld;               /* pairs in which some seat's bot was in no fresh strict jail */
    char why_unheld[UNHELD_TEXT];  /* of the first of them */
    char failed[2 * CONTROL_PATH]; /* "" or which pair is void and ended the series, and why */
    uint64_t void_reason;          /* enum arbiter_code; 0: that is not why */
};

/* An empty report; the end gives its list back. */
void pairs_report_start(struct pairs_report *p, const struct match_options *o);
void pairs_report_end(struct pairs_report *p);
/* A pair is over, or one at each table, of which the first has this number.  `twin` is NULL when the first leg was lost by a
 * fault that leaves no twin to be dealt: what is not played counts as lost.  Prints a line for each to `out` unless that is
 * NULL.  -1 and errno when a record cannot be read. */
int pairs_report_take(struct pairs_report *p, uint32_t number, const struct report *first, const struct report *twin,
                      FILE *out);
/* A void leg voids its pair, which counts for nobody. */
void pairs_report_void(struct pairs_report *p, uint32_t number, const struct report *leg);
void pairs_report_table(const struct pairs_report *p, FILE *out);
void pairs_report_json(const struct pairs_report *p, FILE *out);
json_t *pairs_report_object(const struct pairs_report *p); /* the same, the caller's to free */

/* --- pairs_games.c -------------------------------------------------------------------------------- */

enum { PAIR_TABLES_MAX = PAIR_PLACES_MAX / 2 };
_Static_assert((int)PAIR_TABLES_MAX == (int)PAIR_GAMES_MOST, "a leg has room for as many games as there are tables");

/* What a leg gave to the pair at one table, or to its only one. */
struct leg_part {
    struct pair_leg came;
    uint64_t hands;
};

/* At every table of a leg that is over: of one pair from its report, of pairs side by side from its record.  -1 and errno. */
int leg_parts(const struct report *leg, struct leg_part parts[PAIR_TABLES_MAX]);
/* At each table of a second leg that was not played: who lost the first by a fault lost it, too. */
struct leg_part leg_unplayed(const struct report *first);

#endif
