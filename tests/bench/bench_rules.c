/* bench_rules: random playouts of the rules, and the cheapest step that could be called rules.
 * Prints one line per figure: name value unit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rules/match.h"

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static uint64_t draw(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* 0 .. n - 1 without a division; its tiny bias does not matter here. */
static unsigned draw_below(uint64_t *state, unsigned n)
{
    return (unsigned)((draw(state) >> 32) * n >> 32);
}

/* --- playouts --- */

/* The card after the hands is the one to turn. */
static void deal_random(card_t *deck, unsigned pack, card_t cards[][HELD_MAX], unsigned seats,
                        uint64_t *random)
{
    unsigned n = 0;
    for (unsigned seat = 0; seat < seats; seat++)
        for (unsigned k = 0; k < 3; k++, n++) {
            unsigned j = n + draw_below(random, pack - n);
            card_t c = deck[j];
            deck[j] = deck[n];
            deck[n] = c;
            cards[seat][k] = c;
        }
    for (unsigned seat = 0; seat < seats; seat++)
        cards[seat][3] = CARD_NONE;
}

static void bench_playouts(const char *preset, double *step_ns)
{
    enum { HANDS = 1000000 };
    struct rules r;
    struct match m;
    char why[RULES_ERROR_TEXT];
    card_t deck[CARDS], cards[SEATS_MAX][HELD_MAX];
    uint64_t random = 88172645463325252u;
    unsigned long actions = 0;
    if (rules_parse(preset, &r, why) != 0 || match_new(&m, &r, 2, why) != 0) {
        fprintf(stderr, "bench_rules: %s\n", why);
        exit(1);
    }
    unsigned pack = 0;
    for (unsigned i = 0; i < CARDS; i++)
        if (rules_have_card(&r, (card_t)i))
            deck[pack++] = (card_t)i;
    double start = now_ns();
    for (unsigned h = 0; h < HANDS; h++) {
        deal_random(deck, pack, cards, 2, &random);
        if (match_deal(&m, cards, rules_turn_card(&r) ? deck[6] : CARD_NONE, h == 0 ? 0 : NOBODY, why) != 0)
            abort();
        while (!m.open.hand_over) {
            struct action list[LEGAL_MAX];
            int seat = match_turn(&m), n = match_legal(&m, seat, list);
            if (match_apply(&m, seat, list[draw_below(&random, (unsigned)n)], &m) != RULE_OK)
                abort();
            actions++;
        }
    }
    double took = now_ns() - start;
    *step_ns = took / (double)actions;
    printf("rules.%s.playout %.2f million_actions/s\n", preset, 1e3 * (double)actions / took);
    printf("rules.%s.hands %.2f million_hands/s\n", preset, 1e3 * HANDS / took);
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
    s->held[s->turn] &= (uint8_t)~(1u << card);
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
    case 0: case 1: case 2: small_play(s, action); break;
    case 3:
        s->stake = (uint8_t)(s->stake + 1);
        s->asked = (uint8_t)(s->turn + 1);
        s->phase = 1;
        s->turn ^= 1;
        break;
    case 4: s->phase = 0; s->turn ^= 1; break;
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
    double start = now_ns();
    for (unsigned i = 0; i < STEPS; i++) {
        small_step(&s, draw_below(&random, 6));
        sum += s.score[0];
    }
    double ns = (now_ns() - start) / STEPS;
    if (sum == 1)
        puts("# the sum keeps the loop alive");
    return ns;
}

int main(void)
{
    double step = 0, other = 0, floor_ns = bench_floor();
    bench_playouts("argentino", &step);
    bench_playouts("argentino-flor", &other);
    bench_playouts("paulista", &other);
    bench_playouts("mineiro", &other);
    bench_playouts("gauderio", &other);
    bench_playouts("venezolano", &other);
    printf("rules.floor_step %.2f ns\n", floor_ns);
    printf("rules.argentino.action %.1f ns\n", step);
    printf("rules.ratio_to_floor %.1f times\n", step / floor_ns);
    printf("rules.state %zu bytes\n", sizeof(struct match));
    return 0;
}
