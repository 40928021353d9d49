/* field: entries, pairs, and what follows from them. */
#include "field.h"
#include "store/store_pairs.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 256 };

static int no_memory(struct store_error *e)
{
    return store_fail(e, STORE_ENVIRONMENT, "no memory for a tournament: free some");
}

/* --- who plays ---------------------------------------------------------------------------------------- */

static int by_seed(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int64_t p = x->seed ? x->seed : INT64_MAX, q = y->seed ? y->seed : INT64_MAX;
    if (p != q)
        return p < q ? -1 : 1;
    return x->id < y->id ? -1 : x->id > y->id;
}

int field_entries(struct store *s, int64_t event, struct entry *entry, size_t *n, struct store_error *e)
{
    size_t got = PAGE;
    *n = 0;
    while (got == PAGE && *n + PAGE <= FIELD_ENTRIES) {
        int bad = store_entries(s, event, *n ? entry[*n - 1].id : 0, entry + *n, PAGE, &got, e);
        if (bad)
            return bad;
        *n += got;
    }
    qsort(entry, *n, sizeof *entry, by_seed);
    return STORE_OK;
}

/* Does this entry fill the seats of this side?  A single version fills all of them. */
static bool fills(const struct entry *x, const struct met *m, unsigned side)
{
    for (unsigned k = 0; side + 2 * k < STORE_SEATS && m->version[side + 2 * k]; k++)
        if (m->version[side + 2 * k] != (x->version[k] ? x->version[k] : x->version[0]))
            return false;
    return true;
}

static size_t entrant(const struct field *f, const struct met *m, unsigned side)
{
    size_t i = 0;
    while (i < f->entries && !fills(&f->entry[i], m, side))
        i++;
    return i;
}

/* --- who met whom --------------------------------------------------------------------------------------- */

/* A pair of somebody who never entered is nobody's meeting. */
static void add_meeting(struct field *f, const struct met *m)
{
    size_t a = entrant(f, m, 0), b = entrant(f, m, 1);
    if (a == f->entries || b == f->entries)
        return;
    f->open[f->meetings] = (uint32_t)m->open;
    f->meeting[f->meetings++] = (struct meeting){ .round = (uint32_t)m->round,
                                                  .a = (uint32_t)a,
                                                  .b = (uint32_t)b,
                                                  .played = (uint32_t)m->done,
                                                  .score = m->of ? (double)m->score / (double)m->of : 0 };
}

/* Of an odd field one sits out in every round that was drawn: who has no meeting in it. */
static bool add_byes(struct field *f)
{
    size_t played = f->meetings;
    bool *sits = malloc((f->entries + 1) * sizeof *sits);
    for (uint32_t round = 0; sits && f->entries % 2 && round < f->tournament.rounds; round++) {
        size_t drawn = 0, out = 0;
        memset(sits, 0, f->entries * sizeof *sits);
        for (size_t i = 0; i < played; i++)
            if (f->meeting[i].round == round) {
                sits[f->meeting[i].a] = sits[f->meeting[i].b] = true;
                drawn++;
            }
        while (out < f->entries && sits[out])
            out++;
        if (drawn && out < f->entries)
            f->meeting[f->meetings++] = (struct meeting){ .round = round, .a = (uint32_t)out, .b = PAIRING_BYE };
    }
    free(sits);
    return sits;
}

static uint32_t swiss_rounds(size_t entries)
{
    uint32_t rounds = 0;
    for (size_t n = 1; n < entries; n *= 2)
        rounds++;
    return rounds;
}

static struct tournament tournament_of(enum event_kind kind, const struct event_config *c, size_t entries)
{
    static const enum tournament_kind kinds[EVENT_KINDS] = {
        [EVENT_ROUND_ROBIN] = TOURNAMENT_ROUND_ROBIN,
        [EVENT_GAUNTLET] = TOURNAMENT_GAUNTLET,
        [EVENT_SWISS] = TOURNAMENT_SWISS,
        [EVENT_KNOCKOUT] = TOURNAMENT_KNOCKOUT,
    };
    return (struct tournament){ .kind = kinds[kind],
                                .entrants = (uint32_t)entries,
                                .rounds = kind == EVENT_SWISS && !c->rounds ? swiss_rounds(entries) : c->rounds,
                                .heads = c->heads,
                                .units = c->units };
}

int field_read(struct field *f, struct store *s, const struct event *v, const struct event_config *c,
               struct store_error *e)
{
    OWNED struct met *met = malloc(FIELD_MEETINGS * sizeof *met);
    size_t n = 0;
    *f = (struct field){ .entry = malloc(FIELD_ENTRIES * sizeof *f->entry),
                         .meeting = malloc(2 * FIELD_MEETINGS * sizeof *f->meeting),
                         .open = calloc(2 * FIELD_MEETINGS, sizeof *f->open) };
    int bad = met && f->entry && f->meeting && f->open ? STORE_OK : no_memory(e);
    if (!bad)
        bad = field_entries(s, v->id, f->entry, &f->entries, e);
    if (!bad)
        bad = store_met(s, v->id, met, FIELD_MEETINGS, &n, e);
    for (size_t i = 0; !bad && i < n; i++)
        add_meeting(f, &met[i]);
    f->tournament = tournament_of(v->kind, c, f->entries);
    if (!bad && v->kind == EVENT_SWISS && !add_byes(f))
        bad = no_memory(e);
    if (bad)
        field_free(f);
    return bad;
}

void field_free(struct field *f)
{
    free(f->entry);
    free(f->meeting);
    free(f->open);
    *f = (struct field){ 0 };
}
