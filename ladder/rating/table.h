/* table: a ladder's results as the ratings' input, and the ratings as the store keeps them. */
#ifndef FIEL_LADDER_TABLE_H
#define FIEL_LADDER_TABLE_H

#include "league/against.h"
#include "league/rating.h"
#include "stats/sprt.h"
#include "store/store_events.h"
#include "store/store_legs.h"
#include "store/store_ratings.h"

enum { TABLE_AGAINST = 16 };

/* All results of a ladder that count, in the order of their ids. */
struct table {
    struct unit *result;
    size_t results;
    int64_t *version; /* who has played or is in `also`, ascending: the ratings' bots by number */
    size_t versions;
    uint8_t hash[STORE_HASH]; /* names the results */
    struct strengths fit;
    bool fitted;
    struct against against[TABLE_AGAINST]; /* who loses to whom beyond what the strengths explain, bots by number */
    size_t againsts;
    int64_t anchor; /* the version from which Elo counts; 0 when nobody has played */
    double anchor_elo;
};

#define TABLE_ALGORITHM "bradley-terry-map-2"

/* What a run says of how it was made; of one of an earlier algorithm anchor is 0 and the dispersion 1. */
struct table_made {
    int64_t anchor;
    double anchor_elo, spread, dispersion;
};
struct table_made table_made_by(const struct rating_run *run);

/* Reads and fits.  Elo counts from the anchor of the ladder's newest run, which keeps its Elo when others come and go.  Where there is
 * none, or its results were voided, the version with the most pairs becomes the anchor, at the Elo that it had last, or 1500.  `also`: versions that are to have a rating though they have not played.  A store_code; on failure the
 * table is empty. */
int table_read(struct table *t, struct store *s, int64_t ladder, const int64_t *also, size_t count,
               struct store_error *e);
void table_free(struct table *t);
/* The number of a version, or SIZE_MAX. */
size_t table_number(const struct table *t, int64_t version);
/* What the store keeps of the fit: rows[versions], by place. */
void table_rows(const struct table *t, struct rating *rows);
/* Keeps a run of it; `serial` is the ladder's, read before the results. */
int table_keep(const struct table *t, struct store *s, int64_t ladder, int64_t serial, struct store_error *e);

struct table_against {
    int64_t winner, loser, pairs;
    double won, expected; /* shares */
};
/* Of a ladder's newest run, who loses to whom beyond what its table explains, as it was kept with it; bots by their versions.  *n of
 * them.  A store_code. */
int table_against(struct store *s, int64_t ladder, struct table_against out[TABLE_AGAINST], size_t *n,
                  struct store_error *e);

/* Of the pairs of this ladder's, the kinds that the test knows. */
static inline unsigned table_kinds(const struct ladder *l) { return l->legs == 2 ? pair_kinds((unsigned)l->games) : 5; }
/* Pairs of a against b from a's side, by half games won, as many kinds as table_kinds says; of those with as many games those that count for
 * the ladder's table and those of this event (0: none).  Legs must be 2, one bot in all seats of its side.  A store_code. */
int table_counts(struct store *s, const struct ladder *l, int64_t event, int64_t a, int64_t b,
                 uint32_t count[SPRT_KINDS], struct store_error *e);

#endif
