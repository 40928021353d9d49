/* bench_rules: random playouts of the rules at every table, against argentino for two in the same run, and the
 * cheapest step that could be called rules. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/tables.h"
#include "support/timed.h"

static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* 0 .. n - 1 without a division; its tiny bias does not matter here. */
static unsigned draw_below(uint64_t *state, unsigned n) { return (unsigned)((draw(state) >> 32) * n >> 32); }

/* --- playouts --- */

enum { ROUNDS = 5, TABLES = 64 };

struct place {
    char text[32];
    unsigned seats;
    struct position pos;
    card_t deck[FIEL_CARDS];
    unsigned pack;
    uint64_t random;
    double actions_s[ROUNDS], hands_s[ROUNDS]; /* a round each */
    double actions[ROUNDS], hands[ROUNDS];     /* as ratios to the first table */
};

static struct place places[TABLES];
static size_t place_count;

static void add_place(const char *text, const struct rules *r, unsigned seats, void *with)
{
    (void)with;
    if (place_count == TABLES)
        table_broken(text, seats, "one table too many for the benchmark");
    struct place *p = &places[place_count++];
    snprintf(p->text, sizeof p->text, "%s", text);
    p->seats = seats;
    p->pos = empty_table(r, seats);
    p->random = 88172645463325252u;
    for (unsigned c = 0; c < FIEL_CARDS; c++)
        if (rules_have_card(r, (card_t)c))
            p->deck[p->pack++] = (card_t)c;
}

/* Three cards a seat; behind them the gallo's fourth and the one that is turned. */
static void deal(struct place *p)
{
    struct random first_mano = { 0 };
    for (unsigned i = 0; i < 3 * p->seats + 2 && i < p->pack; i++)
        swap_cards(p->deck, i, i + draw_below(&p->random, p->pack - i));
    lay_pack(&p->pos, p->deck, &first_mano);
}

static unsigned long play_hand(struct place *p)
{
    struct action list[FIEL_LEGAL_MAX];
    unsigned long actions = 0;
    for (deal(p); !p->pos.open.hand_over; actions++) {
        int seat = position_turn(&p->pos), n = position_legal(&p->pos, seat, list);
        if (position_apply(&p->pos, seat, list[draw_below(&p->random, (unsigned)n)], &p->pos) != RULE_OK)
            table_broken(p->text, p->seats, "what is legal is refused");
    }
    return actions;
}

static void play_round(struct place *p, unsigned round)
{
    unsigned long actions = 0, hands = 400000 / (p->seats + 2); /* about as long for every table */
    double start = 1e9 * own_seconds();
    for (unsigned long h = 0; h < hands; h++)
        actions += play_hand(p);
    double took = 1e9 * own_seconds() - start;
    p->actions_s[round] = 1e9 * (double)actions / took;
    p->hands_s[round] = 1e9 * (double)hands / took;
}

/* The middle one; the list is sorted. */
static double middle(double list[ROUNDS])
{
    qsort(list, ROUNDS, sizeof *list, by_value);
    return list[ROUNDS / 2];
}

/* Every table is measured between two rounds of the first one. */
static void play_places(void)
{
    for (unsigned round = 0; round < ROUNDS; round++)
        for (size_t i = 0; i < place_count; i++) {
            play_round(&places[0], round);
            play_round(&places[i], round);
            places[i].actions[round] = places[i].actions_s[round] / places[0].actions_s[round];
            places[i].hands[round] = places[i].hands_s[round] / places[0].hands_s[round];
        }
}

static void print_places(void)
{
    printf("  %-18s %5s %22s %22s\n", "preset", "seats", "million actions/s", "million hands/s");
    for (size_t i = 0; i < place_count; i++) {
        struct place *p = &places[i];
        printf("  %-18s %5u %10.2f %6.2f times %9.3f %6.2f times\n", p->text, p->seats, middle(p->actions_s) / 1e6,
               i == 0 ? 1.0 : middle(p->actions), middle(p->hands_s) / 1e6, i == 0 ? 1.0 : middle(p->hands));
    }
}

/* --- the floor: a switch over sixteen bytes, an unpredictable stream of actions --- */

struct small {
    uint8_t phase, turn, stake, trick, played, held[2], won[2], score[2], table[2], asked, spare[2];
};

static void small_new(struct small *s)
{
    s->phase = s->trick = s->played = s->asked = 0;
    s->stake = 1;
    s->held[0] = s->held[1] = 7;
    s->won[0] = s->won[1] = 0;
}

static void small_play(struct small *s, unsigned card)
{
    s->held[s->turn] &= (uint8_t) ~(1u << card);
    s->table[s->turn] = (uint8_t)(card * 5 + s->trick);
    s->turn ^= 1;
    if (++s->played < 2)
        return;
    s->played = 0;
    unsigned winner = s->table[1] > s->table[0];
    s->turn = (uint8_t)winner;
    if (++s->won[winner] == 2 || ++s->trick == 3) {
        s->score[winner] = (uint8_t)(s->score[winner] + s->stake);
        small_new(s);
    }
}

static __attribute__((noinline)) void small_step(struct small *s, unsigned action)
{
    switch (action) {
    case 0:
    case 1:
    case 2: small_play(s, action); break;
    case 3:
        s->stake = (uint8_t)(s->stake + 1);
        s->asked = (uint8_t)(s->turn + 1);
        s->phase = 1;
        s->turn ^= 1;
        break;
    case 4:
        s->phase = 0;
        s->turn ^= 1;
        break;
    default:
        s->score[s->turn ^ 1] = (uint8_t)(s->score[s->turn ^ 1] + s->stake);
        small_new(s);
        break;
    }
}

static double bench_floor(void)
{
    enum { STEPS = 50000000 };
    struct small s;
    uint64_t random = 1, sum = 0;
    memset(&s, 0, sizeof s);
    small_new(&s);
    double start = 1e9 * own_seconds();
    for (unsigned i = 0; i < STEPS; i++) {
        small_step(&s, draw_below(&random, 6));
        sum += s.score[0];
    }
    double ns = (1e9 * own_seconds() - start) / STEPS;
    if (sum == 1)
        puts("# the sum keeps the loop alive");
    return ns;
}

int main(void)
{
    double floor_ns = bench_floor();
    for_every_preset(add_place, NULL);
    play_places();
    print_places();
    double step = 1e9 / middle(places[0].actions_s);
    printf("  %-60s %.2f\n", "the floor, a switch over sixteen bytes, ns a step", floor_ns);
    printf("  %-60s %.1f\n", "argentino for two, times the floor", step / floor_ns);
    printf("  %-60s %zu\n", "bytes of the state, eight seats as two", sizeof(struct position));
    return 0;
}
