/* schedule_tournament: events with an end: which meetings are due follows from those so far (tournament.h). */
#include <stdlib.h>

#include "field.h"
#include "planner.h"

/* Pairs of this meeting that wait to be played. */
static uint32_t open_of(const struct field *f, const struct meeting *due)
{
    for (size_t i = 0; i < f->meetings; i++)
        if (f->meeting[i].round == due->round && f->meeting[i].a == due->a && f->meeting[i].b == due->b)
            return f->open[i];
    return 0;
}

/* One pair of every meeting before a second one of any: a round that does not fit in the planner at once is drawn all the
 * same, and the rest follows at the next look. */
static void plan_meetings(struct planner *d, const struct field *f, const struct meeting *due, size_t n)
{
    bool more = true;
    for (uint32_t k = 0; more && d->pairs < PLANNER_PAIRS; k++) {
        more = false;
        for (size_t i = 0; i < n; i++) {
            uint32_t left = meeting_left(&f->tournament, &due[i]), open = left ? open_of(f, &due[i]) : 0;
            if (open + k >= left)
                continue;
            planner_pair(d, &f->entry[due[i].a], &f->entry[due[i].b], due[i].round, (int64_t)i);
            more = true;
        }
    }
}

int plan_tournament(struct planner *d, struct store_error *e)
{
    AUTO(field_free) struct field f;
    int bad = field_read(&f, d->store, &d->event, &d->config, e);
    if (bad)
        return bad;
    OWNED struct meeting *due = malloc(FIELD_MEETINGS * sizeof *due);
    size_t n = due ? tournament_due(&f.tournament, f.meeting, f.meetings, due, FIELD_MEETINGS) : TOURNAMENT_NO_MEMORY;
    if (n == TOURNAMENT_NO_MEMORY) {
        bad = planner_no_memory(e);
    } else if (!n) {
        bad = planner_end(d, e);
    } else {
        plan_meetings(d, &f, due, n < FIELD_MEETINGS ? n : FIELD_MEETINGS);
        if (d->pairs)
            bad = planner_plan(d, d->event.round + 1, "{}", e);
    }
    return bad;
}
