/* measured: a duplicate pair that is over: its result, and from its two records where the points came from and how long the
 * bots thought. */
#ifndef FIEL_MEASURED_H
#define FIEL_MEASURED_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/event_fault.h"
#include "stats/pairs.h"
#include "tell/points.h"

enum { MEASURE_BOTS = 2, MEASURE_WHY = 512, MEASURE_NAME = 160 };

struct measured_use {
    uint64_t decisions, used_us, longest_us, faults;
};

/* A pair, from where the first bot sits. */
struct measured {
    bool done, unheld, by_leg; /* by_leg: notes of before do not say what was scored in each */
    unsigned score;            /* in half games, 0 to 4 for each game of a leg */
    unsigned leg[2];           /* of each leg */
    int64_t points;            /* ours minus theirs */
    uint64_t hands;
    int64_t row[ROWS_COUNT]; /* the same points, by what they came from */
    struct measured_use use[MEASURE_BOTS];
    struct event_fault fault; /* the first */
    unsigned fault_bot;
};

/* What `fiel match --duplicate --json` printed of pairs that were played at once, at most `most`, and their two records: how
 * many there are, into out[0..]; -1 and a sentence. */
int measured_take(const json_t *result, struct measured *out, uint32_t most, char name[MEASURE_BOTS][MEASURE_NAME],
                  char why[MEASURE_WHY]);
/* What one pair used is added; the longest stays. */
static inline void measured_use_add(struct measured_use *to, const struct measured_use *one)
{
    to->decisions += one->decisions;
    to->used_us += one->used_us;
    to->longest_us = one->longest_us > to->longest_us ? one->longest_us : to->longest_us;
    to->faults += one->faults;
}
/* A pair as a line of the notes, and back. */
json_t *measured_json(uint32_t number, const struct measured *m);
bool measured_read(const json_t *j, uint32_t *number, struct measured *m);

#endif
