/* points: see points.h. */
#include "points.h"

const char *const point_row_word[ROWS_COUNT] = {
#define X(name, word, what) word,
    POINT_ROWS(X)
#undef X
};

/* What the points of the tricks are put down to: how the last decision of the hand ended it. */
static enum point_row tricks_row(const struct tell_chapter *c)
{
    for (size_t i = c->count; i-- > 0;) {
        if (c->lines[i].kind != TELL_ACT)
            continue;
        switch (c->lines[i].action.kind) {
        case ACT_MAZO:
        case ACT_QUIERO_MAZO:
        case ACT_PASO: return ROW_MAZO;
        case ACT_NO_QUIERO:
        case ACT_ELEVEN_RUN: return ROW_REFUSED;
        default: return ROW_TRICKS;
        }
    }
    return ROW_TRICKS;
}

void points_add(const struct tell_chapter *c, unsigned side, int64_t row[ROWS_COUNT])
{
    const enum point_row rows[4] = { ROW_ENVIDO, ROW_FLOR, tricks_row(c), ROW_BONUS };
    for (unsigned i = 0; i < 4 && c->over; i++)
        row[rows[i]] += (int64_t)c->points[i][side] - c->points[i][1 - side];
}
