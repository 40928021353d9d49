/* store_ratings: runs of the rating, and the tables and histories they make. */
#ifndef FIEL_LADDER_STORE_RATINGS_H
#define FIEL_LADDER_STORE_RATINGS_H

#include "store_versions.h"

struct rating_run {
    int64_t id, ladder;
    char algorithm[STORE_NAME], params[STORE_TEXT];
    uint8_t results[STORE_HASH]; /* names the exact input */
    int64_t serial;              /* the ladder's, read before the results were */
    int64_t pairs;
    int64_t created_ms;
};
struct rating {
    int64_t version, place, band; /* place 1...; versions of one band are not yet distinguishable */
    double elo, low, high;
    int64_t pairs;
    double score, per_hand, per_hand_error; /* share 0 to 1; points; standard error */
    double cleared, cleared_error;          /* the same points with the deals' luck taken out */
    double superior;                        /* likelihood that it is better than the next one */
    int64_t better, worse; /* pairs whose second leg went better for it than the first, and worse (stats/legs.h) */
};
/* Ladders whose serial is not that of their newest run, oldest run first. */
int store_ratings_due(struct store *s, int64_t *ladder, size_t max, size_t *n, struct store_error *e);
int store_rating_add(struct store *s, const struct rating_run *r, const struct rating *row, size_t rows, int64_t *id,
                     struct store_error *e);
int store_rating_newest(struct store *s, int64_t ladder, struct rating_run *out, struct store_error *e);
/* Of the newest runs of all ladders, those rows whose second legs went better most clearly, the clearest first. */
int store_second_legs(struct store *s, struct rating *out, size_t max, size_t *n, struct store_error *e);
/* By place, from behind `after_place`. */
struct standing {
    struct rating rating;
    struct version_label who;
    enum version_state state;
    bool remote;
};
int store_standings(struct store *s, int64_t run, int64_t after_place, struct standing *out, size_t max, size_t *n,
                    struct store_error *e);
/* The lowest and the highest end of the run's intervals; 0 and 0 of an empty one. */
int store_rating_span(struct store *s, int64_t run, double *low, double *high, struct store_error *e);
/* Of one version, newest first: one point per run; of ladder 0 the runs of all. */
struct rating_point {
    int64_t run, ladder, at_ms;
    struct rating rating;
};
int store_rating_history(struct store *s, int64_t ladder, int64_t version, int64_t before_run, struct rating_point *out,
                         size_t max, size_t *n, struct store_error *e);
/* Of the ladder's runs before then only the last of each `every_ms` stays. */
int store_ratings_thin(struct store *s, int64_t ladder, int64_t before_ms, int64_t every_ms, struct store_error *e);

#endif
