/* schedule_tournament: events with an end: which meetings are due follows from those so far (tournament.h). */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "schedule_desk.h"
#include "tournament.h"

enum { SLOTS_MOST = 100000 };

/* Meetings are kept in the event's progress as [[round, a, b], ...]; a pair's slot is its meeting's place there. */
static size_t read_meetings(const struct desk *d, struct meeting *m, size_t room)
{
    json_t *all = json_loads(*d->event.progress ? d->event.progress : "{}", 0, NULL), *row;
    size_t n = 0, i;
    json_array_foreach(json_object_get(all, "meetings"), i, row)
    {
        json_int_t round, a, b;
        if (n < room && json_unpack(row, "[I,I,I]", &round, &a, &b) == 0)
            m[n++] = (struct meeting){ .round = (uint32_t)round, .a = (uint32_t)a, .b = b < 0 ? PAIRING_BYE : (uint32_t)b };
    }
    json_decref(all);
    return n;
}

static char *write_meetings(const struct meeting *m, size_t n)
{
    json_t *all = json_object(), *list = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, json_pack("[I,I,I]", (json_int_t)m[i].round, (json_int_t)m[i].a,
                                              m[i].b == PAIRING_BYE ? (json_int_t)-1 : (json_int_t)m[i].b));
    json_object_set_new(all, "meetings", list);
    char *text = json_dumps(all, JSON_COMPACT);
    json_decref(all);
    return text;
}

/* What was played of the meetings, and how many pairs of each are open. */
static int read_played(struct desk *d, struct meeting *m, uint32_t *open, size_t n, struct store_error *e)
{
    struct pair_filter f = { .event = d->event.id, .round = -1, .state = -1 };
    struct pair *list = malloc(DESK_PAGE * sizeof *list);
    size_t got = DESK_PAGE;
    int bad = list ? STORE_OK : desk_no_memory(e);
    while (!bad && got == DESK_PAGE) {
        bad = store_pairs(d->store, &f, list, DESK_PAGE, &got, e);
        for (size_t i = 0; !bad && i < got; i++) {
            const struct pair *p = &list[i];
            if (p->slot < 0 || (size_t)p->slot >= n)
                continue;
            open[p->slot] += p->state == PAIR_OPEN;
            m[p->slot].played += p->state == PAIR_DONE;
            m[p->slot].score += p->state == PAIR_DONE ? (double)p->score / (2. * (double)p->legs) : 0;
        }
        if (!bad && got)
            f.before = list[got - 1].id;
    }
    free(list);
    return bad;
}

static uint32_t swiss_rounds(const struct desk *d)
{
    uint32_t rounds = d->config.rounds;
    for (size_t n = 1; !d->config.rounds && n < d->entries; n *= 2)
        rounds++;
    return rounds;
}

static struct tournament tournament_of(const struct desk *d)
{
    static const enum tournament_kind kind[EVENT_KINDS] = {
        [EVENT_ROUND_ROBIN] = TOURNAMENT_ROUND_ROBIN, [EVENT_GAUNTLET] = TOURNAMENT_GAUNTLET, [EVENT_SWISS] = TOURNAMENT_SWISS,
        [EVENT_KNOCKOUT] = TOURNAMENT_KNOCKOUT,
    };
    return (struct tournament){ .kind = kind[d->event.kind], .entrants = (uint32_t)d->entries,
                                .rounds = d->event.kind == EVENT_SWISS ? swiss_rounds(d) : d->config.rounds,
                                .heads = d->config.heads, .units = d->config.units };
}

/* Where a due meeting stands in the list; it is added when it is new. */
static size_t slot_of(struct meeting *m, size_t *n, const struct meeting *due)
{
    for (size_t i = 0; i < *n; i++)
        if (m[i].round == due->round && m[i].a == due->a && m[i].b == due->b)
            return i;
    m[*n] = (struct meeting){ .round = due->round, .a = due->a, .b = due->b };
    return (*n)++;
}

int plan_tournament(struct desk *d, struct store_error *e)
{
    struct tournament t = tournament_of(d);
    struct meeting *m = calloc(2 * SLOTS_MOST, sizeof *m), *due = m ? m + SLOTS_MOST : NULL;
    uint32_t *open = calloc(SLOTS_MOST, sizeof *open);
    size_t n = 0, wanted = 0;
    char *progress = NULL;
    int bad = m && open ? STORE_OK : desk_no_memory(e);
    if (!bad) {
        n = read_meetings(d, m, SLOTS_MOST / 2);
        bad = read_played(d, m, open, n, e);
    }
    if (!bad)
        wanted = tournament_due(&t, m, n, due, SLOTS_MOST / 2);
    if (!bad && wanted == TOURNAMENT_NO_MEMORY)
        bad = desk_no_memory(e);
    for (size_t i = 0; !bad && i < wanted && i < SLOTS_MOST / 2; i++) {
        size_t slot = slot_of(m, &n, &due[i]);
        for (uint32_t k = open[slot]; k < meeting_left(&t, &due[i]); k++)
            desk_pair(d, &d->entry[due[i].a], &d->entry[due[i].b], due[i].round, (int64_t)slot);
    }
    if (!bad && wanted && (progress = write_meetings(m, n)) && (d->pairs || strcmp(progress, d->event.progress) != 0))
        bad = desk_plan(d, d->event.round + 1, progress, e);
    else if (!bad && !wanted)
        bad = desk_end(d, e);
    free(progress);
    free(open);
    free(m);
    return bad;
}
