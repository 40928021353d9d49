/* batch: thousands of tables in one call; see foreign.h.
 *
 * A table's cards, actions and rows follow from its own memory and its own dice alone, so it does not matter which thread looks
 * after which table. */
#include "foreign.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

#include "players.h"
#include "row.h"

enum { HAND_ENDED = 1, GAME_ENDED = 2, ILLEGAL = 255 };
enum { FEW = 64 }; /* tables for which no thread is started: that would cost more than they do */

/* --- what is told of one table --- */

/* The place of a legal action among the actions: of one kind they lie in a row, without a gap (fiel_actions). */
static inline size_t place_of(const struct fiel_batch *b, struct action a)
{
    size_t place = (size_t)b->first[a.kind] + a.arg;
    assert(place < b->actions);
    return place;
}

static void find_kinds(struct fiel_batch *b)
{
    for (size_t i = b->actions; i-- > 0;)
        if (b->codes[i] >> 8 <= ACTION_LAST)
            b->first[b->codes[i] >> 8] = (uint16_t)i;
}

static uint8_t *row_at(const struct fiel_batch *b, uint8_t *rows, size_t i)
{
    return rows + i * row_width(&b->tables[i].open);
}

static void tell(const struct fiel_batch *b, size_t i)
{
    const struct position *pos = &b->tables[i];
    struct view v;
    struct action legal[FIEL_LEGAL_MAX];
    int turn = position_turn(pos);
    if (b->turn)
        b->turn[i] = turn == FIEL_NOBODY ? -1 : turn;
    if (turn == FIEL_NOBODY) { /* a table that stands still: its end was told */
        if (b->mask)
            memset(b->mask + i * b->actions, 0, b->actions);
        return;
    }
    position_view(pos, turn, &v);
    if (b->rows)
        row_of(&v, row_at(b, b->rows, i));
    int n = b->mask || b->legal ? view_legal(&v, legal) : 0;
    if (b->mask) {
        uint8_t *mask = b->mask + i * b->actions;
        memset(mask, 0, b->actions);
        for (int k = 0; k < n; k++)
            mask[place_of(b, legal[k])] = 1;
    }
    if (b->legal) {
        uint16_t *told = b->legal + i * FIEL_LEGAL;
        *told++ = (uint16_t)n;
        for (int k = 0; k < n; k++)
            told[k] = (uint16_t)place_of(b, legal[k]);
    }
}

/* Adds what the gains of the scorers are to each seat: less the mean, so that they are together 0: of two sides the difference, of
 * three seats the difference to the mean of the others. */
static void credit(const struct open *o, const int gains[FIEL_SCORERS_MAX], float *reward)
{
    float gain[FIEL_SEATS_MAX], sum = 0, factor = o->seats == 3 ? 1.5f : 2.0f;
    for (unsigned seat = 0; seat < o->seats; seat++)
        sum += gain[seat] = (float)gains[rules_scorer(&o->rules, o->seats, seat)];
    for (unsigned seat = 0; seat < o->seats; seat++)
        reward[seat] += factor * gain[seat] - factor * sum / (float)o->seats; /* whole halves: exactly together 0 */
}

/* Points are credited when they are made, so a step may pay before its hand is over; with `by_game` the winner of the game gets
 * one, when it is won. */
static void pay(const struct fiel_batch *b, const struct open *o, const uint16_t before[FIEL_SCORERS_MAX],
                float *reward)
{
    int gains[FIEL_SCORERS_MAX] = { 0 };
    bool any = false;
    if (memcmp(before, o->score, sizeof o->score) == 0 && !o->game_over)
        return;
    for (unsigned s = 0; s < o->scorers; s++) {
        gains[s] = b->by_game ? o->game_over && o->game_winner == s : o->score[s] - before[s];
        any = any || gains[s] != 0;
    }
    if (any)
        credit(o, gains, reward);
}

/* --- one table --- */

static struct player_memory *memory_of(const struct fiel_batch *b, size_t i, unsigned seat)
{
    return b->memories + i * b->tables[i].open.seats + seat;
}

static unsigned player_of(const struct fiel_batch *b, size_t i, unsigned seat)
{
    return b->players[i * b->tables[i].open.seats + seat];
}

/* Whether the seat's decisions are the caller's. */
static bool is_callers(const struct fiel_batch *b, size_t i, int seat)
{
    return !b->players || player_of(b, i, (unsigned)seat) == FIEL_CALLER;
}

static void deal(const struct fiel_batch *b, size_t i)
{
    struct position *pos = &b->tables[i];
    do
        fiel_table_deal(pos, &b->dice[i]);
    while (position_turn(pos) == FIEL_NOBODY); /* a hand can be over as soon as it is dealt */
    if (!b->players)
        return;
    struct fiel_random random = { b->minds[i] };
    for (unsigned seat = 0; seat < pos->open.seats; seat++)
        player_dealt(player_of(b, i, seat), memory_of(b, i, seat), &random);
    b->minds[i] = random.state;
}

/* The players hear what a seat did. */
static void tell_players(const struct fiel_batch *b, size_t i, unsigned who, struct action a)
{
    for (unsigned seat = 0; b->players && seat < b->tables[i].open.seats; seat++)
        player_heard(player_of(b, i, seat), memory_of(b, i, seat), seat, who, a);
}

/* The hand is over: what a seat of the caller sees of it is kept. */
static void tell_end(const struct fiel_batch *b, size_t i, int seat)
{
    struct view v;
    if (!b->ended)
        return;
    position_view(&b->tables[i], seat, &v);
    row_of(&v, row_at(b, b->ended, i));
}

/* One decision of one of the bundled players. */
static void play(const struct fiel_batch *b, size_t i, int seat)
{
    struct position *pos = &b->tables[i];
    struct view v;
    struct action legal[FIEL_LEGAL_MAX];
    struct fiel_random random = { b->minds[i] };
    position_view(pos, seat, &v);
    int n = view_legal(&v, legal);
    struct action a = player_decide(player_of(b, i, (unsigned)seat), &v, legal, n, memory_of(b, i, (unsigned)seat),
                                    &random);
    b->minds[i] = random.state;
    if (position_apply(pos, seat, a, pos) != RULE_OK) {
        a = legal[0];
        position_apply(pos, seat, a, pos);
    }
    tell_players(b, i, (unsigned)seat, a);
}

/* The other players decide, and hands that are over are followed by the next, until a seat of the caller is on turn, or a table
 * that waits at an end is at one.  `seat`: who of the caller's decided last.  Returns what `done` says. */
static uint8_t go_on(const struct fiel_batch *b, size_t i, int seat, float *reward)
{
    struct position *pos = &b->tables[i];
    uint8_t done = 0;
    for (;;) {
        uint16_t before[FIEL_SCORERS_MAX];
        int turn = position_turn(pos);
        if (turn == FIEL_NOBODY) {
            uint8_t end = pos->open.game_over ? GAME_ENDED : HAND_ENDED;
            if (end > done)
                done = end;
            tell_end(b, i, seat);
            if (b->waits != 0 && end >= b->waits)
                return done;
            deal(b, i);
            continue;
        }
        if (is_callers(b, i, turn))
            return done;
        memcpy(before, pos->open.score, sizeof before);
        play(b, i, turn);
        if (reward && done < (b->by_game ? GAME_ENDED : HAND_ENDED))
            pay(b, &pos->open, before, reward);
    }
}

/* One decision at one table; what `done` says of it. */
static uint8_t step(const struct fiel_batch *b, size_t i, int32_t id)
{
    struct position *pos = &b->tables[i];
    uint16_t before[FIEL_SCORERS_MAX];
    float *reward = b->reward ? b->reward + i * pos->open.seats : NULL;
    int seat = position_turn(pos);
    memcpy(before, pos->open.score, sizeof before);
    if (reward)
        memset(reward, 0, sizeof *reward * pos->open.seats);
    if (id < 0 || (size_t)id >= b->actions || fiel_table_apply(pos, b->codes[id]) != 0)
        return ILLEGAL;
    tell_players(b, i, (unsigned)seat, action_of_code(b->codes[id]));
    if (reward)
        pay(b, &pos->open, before, reward);
    uint8_t done = go_on(b, i, seat, reward);
    tell(b, i);
    return done;
}

static void reset(const struct fiel_batch *b, size_t i)
{
    struct position *pos = &b->tables[i];
    const struct rules rules = pos->open.rules;
    char why[RULES_ERROR_TEXT];
    position_new(pos, &rules, pos->open.seats, why); /* they were fine before */
    if (b->players)
        memset(b->memories + i * pos->open.seats, 0, sizeof *b->memories * pos->open.seats);
    deal(b, i);
    if (position_turn(pos) != FIEL_NOBODY && !is_callers(b, i, position_turn(pos))) {
        struct fiel_batch on = *b;
        on.waits = 0; /* a game in which the caller was not asked once is no episode */
        on.ended = NULL;
        go_on(&on, i, 0, NULL);
    }
    if (b->done)
        b->done[i] = 0;
    if (b->reward)
        memset(b->reward + i * pos->open.seats, 0, sizeof *b->reward * pos->open.seats);
    tell(b, i);
}

/* One legal action of this table, each as likely.  Which one follows from the table's number and the call's own draw. */
static int32_t choose(const struct fiel_batch *b, size_t i, uint64_t draw)
{
    struct fiel_random random = { draw ^ (i + 1) * UINT64_C(0xd1342543de82ef95) };
    const struct position *pos = &b->tables[i];
    const uint16_t *told = b->legal ? b->legal + i * FIEL_LEGAL : NULL;
    struct action legal[FIEL_LEGAL_MAX];
    if (position_turn(pos) == FIEL_NOBODY)
        return -1;
    random.state = fiel_random(&random);
    if (told)
        return told[1 + fiel_random_below(&random, told[0])];
    int n = position_legal(pos, position_turn(pos), legal);
    return (int32_t)place_of(b, legal[fiel_random_below(&random, (unsigned)n)]);
}

/* --- all of them --- */

/* What a thread does: some of the tables. */
struct part {
    const struct fiel_batch *b;
    void (*work)(struct part *p);
    const int32_t *ids;
    int32_t *chosen;
    uint64_t draw;
    size_t from, to, illegal;
    pthread_t thread;
    bool started;
};

static void *run(void *arg)
{
    struct part *p = arg;
    p->work(p);
    return NULL;
}

/* Does `all` in b->threads parts, this thread the last of them; where no thread can be had this one does its part.  Returns how
 * many were illegal. */
static size_t share(struct part all)
{
    struct part parts[FIEL_THREADS];
    size_t n = all.b->n, illegal = 0, count = n < FEW || all.b->threads < 1 ? 1 : all.b->threads;
    if (count > FIEL_THREADS)
        count = FIEL_THREADS;
    for (size_t k = 0; k < count; k++) {
        parts[k] = all;
        parts[k].from = n * k / count;
        parts[k].to = n * (k + 1) / count;
        parts[k].started = k + 1 < count && pthread_create(&parts[k].thread, NULL, run, &parts[k]) == 0;
        if (!parts[k].started)
            run(&parts[k]);
    }
    for (size_t k = 0; k < count; k++) {
        if (parts[k].started)
            pthread_join(parts[k].thread, NULL);
        illegal += parts[k].illegal;
    }
    return illegal;
}

static void reset_part(struct part *p)
{
    for (size_t i = p->from; i < p->to; i++)
        reset(p->b, i);
}

void fiel_batch_reset(struct fiel_batch *b)
{
    find_kinds(b);
    share((struct part){ .b = b, .work = reset_part });
}

static void step_part(struct part *p)
{
    for (size_t i = p->from; i < p->to; i++) {
        uint8_t done = step(p->b, i, p->ids[i]);
        p->illegal += done == ILLEGAL;
        if (p->b->done)
            p->b->done[i] = done;
    }
}

size_t fiel_batch_step(const struct fiel_batch *b, const int32_t *ids)
{
    return share((struct part){ .b = b, .work = step_part, .ids = ids });
}

static void choose_part(struct part *p)
{
    for (size_t i = p->from; i < p->to; i++)
        p->chosen[i] = choose(p->b, i, p->draw);
}

void fiel_batch_choose(const struct fiel_batch *b, int32_t *ids, uint64_t *dice)
{
    struct fiel_random random = { *dice };
    uint64_t draw = fiel_random(&random);
    share((struct part){ .b = b, .work = choose_part, .chosen = ids, .draw = draw });
    *dice = random.state;
}
