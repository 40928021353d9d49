/* contest_plan: what is to be played, from what was, and the table. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contest.h"
#include "league/rating.h"

static enum tournament_kind kind_of(const char *word)
{
    return !strcmp(word, "swiss")      ? TOURNAMENT_SWISS
           : !strcmp(word, "gauntlet") ? TOURNAMENT_GAUNTLET
                                       : TOURNAMENT_ROUND_ROBIN;
}

static uint32_t meetings_planned(const struct tournament *t)
{
    uint32_t n = t->entrants;
    switch (t->kind) {
    case TOURNAMENT_GAUNTLET: return t->heads * (n - t->heads);
    case TOURNAMENT_SWISS: return n / 2 * t->rounds;
    case TOURNAMENT_ROUND_ROBIN:
    case TOURNAMENT_KNOCKOUT: break;
    }
    return n * (n - 1) / 2 * t->rounds;
}

void contest_plan(struct contest *c, struct contest_wish *w)
{
    memset(c, 0, sizeof *c);
    c->wish = w;
    c->notes = c->lock.fd = -1;
    c->plan = (struct tournament){
        .kind = kind_of(w->kind), .entrants = w->bots, .rounds = w->rounds, .heads = w->heads, .units = w->pairs
    };
    c->planned = meetings_planned(&c->plan) * w->pairs;
}

int contest_drawn(struct contest *c, uint32_t round, uint32_t a, uint32_t b)
{
    if (c->meetings == c->room) {
        uint32_t room = c->room ? 2 * c->room : 64;
        struct meeting *met = realloc(c->met, room * sizeof *met);
        if (met)
            c->met = met;
        struct measured **pairs = realloc(c->pair, room * sizeof *pairs);
        if (pairs)
            c->pair = pairs;
        if (!met || !pairs)
            return -1;
        c->room = room;
    }
    struct measured *pair = calloc(c->plan.units + 1, sizeof *pair);
    if (!pair)
        return -1;
    c->met[c->meetings] = (struct meeting){ .round = round, .a = a, .b = b };
    c->pair[c->meetings++] = pair;
    return 0;
}

static bool is_drawn(const struct contest *c, const struct meeting *m)
{
    for (uint32_t i = 0; i < c->meetings; i++)
        if (c->met[i].round == m->round && c->met[i].a == m->a && c->met[i].b == m->b)
            return true;
    return false;
}

int contest_draw(struct contest *c)
{
    size_t cap = meetings_planned(&c->plan) + c->plan.entrants + 1;
    OWNED struct meeting *due = calloc(cap, sizeof *due);
    size_t n = due ? tournament_due(&c->plan, c->met, c->meetings, due, cap) : TOURNAMENT_NO_MEMORY;
    int drawn = n == TOURNAMENT_NO_MEMORY ? -1 : 0;
    for (size_t i = 0; drawn >= 0 && i < n; i++)
        if (!is_drawn(c, &due[i]))
            drawn = contest_drawn(c, due[i].round, due[i].a, due[i].b) ? -1 : drawn + 1;
    return drawn;
}

double contest_share(const struct contest *c, const struct measured *m)
{
    return m->score / (pair_kinds(c->wish->words.games_a_leg) - 1.);
}

bool contest_count(struct contest *c, uint32_t meeting, uint32_t number, const struct measured *m)
{
    if (meeting >= c->meetings || c->met[meeting].b == PAIRING_BYE || number < 1 || number > c->plan.units ||
        c->pair[meeting][number].done)
        return false;
    c->pair[meeting][number] = *m;
    c->pair[meeting][number].done = true;
    c->met[meeting].played++;
    c->met[meeting].score += contest_share(c, m);
    c->played++;
    c->unheld += m->unheld;
    return true;
}

/* --- what comes next ------------------------------------------------------------------------------------------ */

static bool pair_begun(const struct contest *c, uint32_t meeting, uint32_t number)
{
    if (c->pair[meeting][number].done)
        return true;
    for (unsigned i = 0; i < PAIR_JOBS; i++)
        if (c->job[i].child.pid && c->of[i] == meeting && number >= c->job[i].number &&
            number - c->job[i].number < c->job[i].count)
            return true;
    return false;
}

/* The first pair of a meeting that is not begun; behind the last: none. */
static uint32_t first_free(const struct contest *c, uint32_t meeting)
{
    uint32_t number = 1;
    while (number <= c->plan.units && pair_begun(c, meeting, number))
        number++;
    return number;
}

bool contest_next(const struct contest *c, uint32_t *meeting, uint32_t *number, uint32_t *count)
{
    *number = c->plan.units + 1;
    for (uint32_t i = 0; i < c->meetings; i++) {
        uint32_t first = c->met[i].b == PAIRING_BYE ? *number : first_free(c, i);
        if (first < *number) {
            *meeting = i;
            *number = first;
        }
    }
    if (*number > c->plan.units)
        return false;
    *count = 1;
    while (*count < c->wish->tables && *number + *count <= c->plan.units && !pair_begun(c, *meeting, *number + *count))
        ++*count;
    return true;
}

bool contest_over(const struct contest *c) { return c->played == c->planned; }

/* The pairs of a meeting were its former bot's. */
static void give_away(struct contest *c, uint32_t meeting, uint32_t bot)
{
    struct meeting *m = &c->met[meeting];
    for (uint32_t p = 1; p <= c->plan.units; p++) {
        if (!c->pair[meeting][p].done)
            continue;
        struct former *f = &c->former[c->formers++];
        *f = (struct former){ *m, p, c->pair[meeting][p] };
        f->of.a = m->a == bot ? c->wish->bots : m->a;
        f->of.b = m->b == bot ? c->wish->bots : m->b;
        c->pair[meeting][p].done = false;
        c->played--;
    }
    m->played = 0;
    m->score = 0;
}

int contest_replaced(struct contest *c, uint32_t bot, const char *name, const char *files)
{
    struct contest_wish *w = c->wish;
    struct former *former = realloc(c->former, (c->formers + c->played + 1) * sizeof *former);
    if (!former)
        return -1;
    c->former = former;
    for (uint32_t i = 0; i < c->meetings; i++)
        if (c->met[i].b != PAIRING_BYE && (c->met[i].a == bot || c->met[i].b == bot))
            give_away(c, i, bot);
    w->bot[w->bots++] = w->bot[bot];
    snprintf(w->bot[bot].name, CONTEST_NAME, "%s", name);
    w->bot[bot].files = files;
    return 0;
}

void contest_free(struct contest *c)
{
    for (uint32_t i = 0; i < c->meetings; i++)
        free(c->pair[i]);
    free(c->pair);
    free(c->met);
    free(c->former);
    c->former = NULL;
    c->pair = NULL;
    c->met = NULL;
    c->meetings = c->room = 0;
}

/* --- the table ------------------------------------------------------------------------------------------------ */

void contest_each(const struct contest *c, contest_visit *visit, void *with)
{
    for (uint32_t i = 0; i < c->meetings; i++)
        for (uint32_t p = 1; c->met[i].b != PAIRING_BYE && p <= c->plan.units; p++)
            if (c->pair[i][p].done)
                visit(&c->met[i], p, &c->pair[i][p], with);
    for (uint32_t i = 0; i < c->formers; i++)
        visit(&c->former[i].of, c->former[i].number, &c->former[i].pair, with);
}

/* As the ratings want them. */
struct units {
    const struct contest *c;
    struct rating_unit *unit;
    size_t n;
};

static void add_unit(const struct meeting *of, uint32_t number, const struct measured *m, void *with)
{
    struct units *all = with;
    (void)number;
    all->unit[all->n] = (struct rating_unit){ .cluster = all->n,
                                              .members = 1,
                                              .games = (uint16_t)(2 * all->c->wish->words.games_a_leg),
                                              .side = { { of->a }, { of->b } },
                                              .score = contest_share(all->c, m),
                                              .net = (double)m->points,
                                              .hands = (uint32_t)m->hands };
    all->n++;
}

/* What the bots used and did wrong, by number. */
static void count_uses(const struct meeting *of, uint32_t number, const struct measured *m, void *by_bot)
{
    struct contest_row *row = by_bot, *side[MEASURE_BOTS] = { &row[of->a], &row[of->b] };
    (void)number;
    for (unsigned b = 0; b < MEASURE_BOTS; b++) {
        measured_use_add(&side[b]->use, &m->use[b]);
        if (m->fault.fault != FAULT_NONE && m->fault_bot == b && !side[b]->fault)
            side[b]->fault = &m->fault;
    }
}

/* Of a fit of nothing there is nothing to tell. */
static void take_fit(struct contest_row *r, const struct strength *s)
{
    r->pairs = s->units;
    r->elo = s->units ? s->elo : NAN;
    r->elo_half = s->units ? RATING_Z95 * s->elo_error : NAN;
    r->score = s->units ? s->score : NAN;
    r->per_hand = s->units ? s->per_hand : NAN;
    r->per_hand_half = s->units ? RATING_Z95 * s->per_hand_error : NAN;
}

/* Place by place: who stands there. */
static void put_rows(const struct contest *c, const struct strengths *fit, const struct placing *placing,
                     const struct contest_row *by_bot, struct contest_row *row)
{
    uint32_t order[CONTEST_BOTS], band[CONTEST_BOTS], band_of[CONTEST_BOTS];
    rating_order(fit, order, band);
    for (uint32_t i = 0; i < c->wish->bots; i++)
        band_of[order[i]] = band[i] + 1;
    for (uint32_t i = 0; i < c->wish->bots; i++) {
        bool swiss = c->plan.kind == TOURNAMENT_SWISS;
        uint32_t bot = !swiss ? order[i] : i < c->plan.entrants ? placing[i].entrant : i;
        row[i] = by_bot[bot];
        row[i].bot = bot;
        row[i].place = i + 1;
        row[i].band = row[i].pairs ? band_of[bot] : 0;
    }
}

bool contest_table(const struct contest *c, struct contest_row row[CONTEST_BOTS])
{
    struct units all = { c, calloc(c->played + c->formers + 1, sizeof *all.unit), 0 };
    struct contest_row *by_bot = calloc(CONTEST_BOTS, sizeof *by_bot);
    struct placing placing[CONTEST_BOTS];
    struct strengths fit;
    if (all.unit)
        contest_each(c, add_unit, &all);
    bool known = all.unit && by_bot && !rating_fit(&fit, c->wish->bots, all.unit, all.n, RATING_FITTED);
    if (known) {
        tournament_table(&c->plan, c->met, c->meetings, placing);
        for (uint32_t i = 0; i < c->wish->bots; i++) {
            by_bot[i].fault = NULL;
            take_fit(&by_bot[i], &fit.row[i]);
        }
        for (uint32_t i = 0; i < c->plan.entrants; i++) {
            by_bot[placing[i].entrant].points = placing[i].points;
            by_bot[placing[i].entrant].buchholz = placing[i].buchholz;
        }
        contest_each(c, count_uses, by_bot);
        put_rows(c, &fit, placing, by_bot, row);
        rating_free(&fit);
    }
    free(by_bot);
    free(all.unit);
    return known;
}
