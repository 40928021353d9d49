/* What must hold whatever is played: random hands under every value of every option. */
#include "rules_play.h"

#include "random.h"

/* Seats of the table that is being played. */
static unsigned seats_now = 2;

static void deal_random(struct match *m, struct random *r)
{
    card_t deck[CARDS], cards[SEATS_MAX][HELD_MAX];
    char why[RULES_ERROR_TEXT] = "";
    memset(cards, CARD_NONE, sizeof cards);
    for (unsigned i = 0; i < CARDS; i++)
        deck[i] = (card_t)i;
    /* Every third hand comes from two suits, or flores would be rare. */
    unsigned pack = seats_now < 8 && random_below(r, 3) == 0 ? 20 : CARDS;
    for (unsigned i = 0; i < 3 * seats_now; i++) {
        unsigned j = i + random_below(r, pack - i);
        card_t c = deck[j];
        deck[j] = deck[i];
        deck[i] = c;
        cards[i % seats_now][i / seats_now] = c;
    }
    if (match_deal(m, cards, CARD_NONE, m->open.hand == 0 ? (int)random_below(r, seats_now) : NOBODY, why)
        != 0)
        fail_msg("%s", why);
}

static struct action pick(const struct match *m, struct random *r)
{
    struct action list[LEGAL_MAX];
    int n = match_legal(m, match_turn(m), list);
    assert_in_range(n, 1, LEGAL_MAX);
    struct action a = list[random_below(r, (unsigned)n)];
    if (a.kind == ACT_MAZO && random_below(r, 3) != 0) /* longer hands */
        a = list[0];
    return a;
}

static void assert_holds(const struct match *m, const char *rules)
{
    const char *wrong = match_check(m);
    if (wrong != NULL)
        fail_msg("%s: hand %u, phase %u: %s", rules, m->open.hand, m->open.phase, wrong);
}

/* --- every value of every option --- */

/* A law looks at each state before and after one action. */
typedef void law(const struct match *before, int seat, struct action a, const struct match *after);

static void play_hands(const char *rules, unsigned hands, uint64_t seed, law *holds)
{
    struct random r = { seed };
    struct match m = table_of(rules, (int)seats_now, 0, 0), before;
    for (unsigned h = 0; h < hands; h++) {
        deal_random(&m, &r);
        assert_holds(&m, rules);
        while (!m.open.hand_over) {
            int seat = match_turn(&m);
            struct action a = pick(&m, &r);
            before = m;
            assert_int_equal(match_apply(&m, seat, a, &m), RULE_OK);
            assert_holds(&m, rules);
            holds(&before, seat, a, &m);
        }
    }
}

static void for_seats(unsigned hands, law *holds)
{
    char rules[128], value[64];
    for (unsigned k = 0; k < OPT_COUNT; k++)
        for (unsigned v = 0; v < 8; v++) {
            if (!option_in_preset((enum option)k, PRESET_ARGENTINO_FLOR) || k == OPT_SIGNS)
                continue;
            bool number = option_rows[k].values[0] == '#';
            option_value_text((enum option)k, number ? v + 1 : v, value, sizeof value);
            if (value[0] == '\0')
                continue;
            snprintf(rules, sizeof rules, "argentino-flor,%s=%s", option_rows[k].name, value);
            play_hands(rules, hands, k * 8 + v, holds);
            snprintf(rules, sizeof rules,
                     "argentino-flor,flor_policy=manual_seed003,truco_turn=any_time,%s=%s",
                     option_rows[k].name, value);
            play_hands(rules, hands, k * 8 + v + 1000, holds);
        }
}

/* Two seats most of all; teams of two and of four. */
static void for_every_option(unsigned hands, law *holds)
{
    static const unsigned seats[] = { 4, 8, 2 };
    for (size_t i = 0; i < 3; i++) {
        seats_now = seats[i];
        for_seats(seats_now == 2 ? hands : hands / seats_now, holds);
    }
}

/* Points never fall, and what a side gains is written down in the accounts of the hand. */
static void points_law(const struct match *before, int seat, struct action a, const struct match *after)
{
    (void)seat;
    (void)a;
    const struct open *b = &before->open, *o = &after->open;
    for (int side = 0; side < 2; side++) {
        assert_true(o->points_truco[side] >= b->points_truco[side]
                    && o->points_envido[side] >= b->points_envido[side]
                    && o->points_flor[side] >= b->points_flor[side]);
        int gained = o->points_truco[side] + o->points_envido[side] + o->points_flor[side]
                     - b->points_truco[side] - b->points_envido[side] - b->points_flor[side];
        assert_int_equal(o->score[side] - b->score[side], gained);
    }
}

static void points_never_fall(void **state)
{
    (void)state;
    for_every_option(100, points_law);
    play_hands("argentino", 50000, 1, points_law);
    play_hands("argentino-flor", 50000, 2, points_law);
}

/* --- the legal list and match_apply agree over the whole vocabulary --- */

static bool listed(const struct action *list, int n, struct action a)
{
    for (int i = 0; i < n; i++)
        if (action_code(list[i]) == action_code(a))
            return true;
    return false;
}

static void try_all_args(const struct match *m, int seat, unsigned kind, const struct action *list, int n)
{
    struct match out, untouched;
    memset(&untouched, 0x5a, sizeof untouched);
    for (unsigned arg = 0; arg < 256; arg += arg == 48 ? 200 : 1) {
        struct action a = { (uint8_t)kind, (uint8_t)arg };
        out = untouched;
        enum rule_error e = match_apply(m, seat, a, &out);
        assert_int_equal(e == RULE_OK, listed(list, n, a));
        if (e != RULE_OK)
            assert_memory_equal(&out, &untouched, sizeof out);
        assert_true(rule_error_text(e)[0] != '\0');
    }
}

static void vocabulary_law(const struct match *before, int seat, struct action a, const struct match *after)
{
    struct action list[LEGAL_MAX];
    (void)seat;
    (void)a;
    (void)after;
    for (int s = 0; s < (int)seats_now; s++) {
        int n = match_legal(before, s, list);
        assert_true(s == match_turn(before) || n == 0);
        for (unsigned kind = 0; kind < 24; kind++)
            try_all_args(before, s, kind, list, n);
    }
}

static void legal_agrees_with_apply(void **state)
{
    (void)state;
    for_every_option(4, vocabulary_law);
    play_hands("argentino", 100, 3, vocabulary_law);
    play_hands("argentino-flor", 100, 4, vocabulary_law);
}

/* --- words --- */

/* Every legal action has a word, and the word means the action. */
static void word_law(const struct match *before, int seat, struct action a, const struct match *after)
{
    char text[ACTION_TEXT];
    struct action back;
    (void)seat;
    (void)after;
    action_text(&before->open, a, text);
    assert_int_equal(action_parse(&before->open, text, &back), RULE_OK);
    assert_int_equal(action_code(back), action_code(a));
}

static void words_go_round(void **state)
{
    (void)state;
    for_every_option(20, word_law);
}

/* --- what a seat sees --- */

/* The view and the legal list of a seat are the same in every world that looks the same to it. */
static void view_law(const struct match *before, int seat, struct action a, const struct match *after)
{
    struct view v, w;
    struct action list[LEGAL_MAX], other[LEGAL_MAX];
    struct match world = *after;
    (void)a;
    (void)before;
    for (int s = 0; s < (int)seats_now; s++) {
        memset(&v, 0, sizeof v);
        memset(&w, 0, sizeof w);
        world = *after;
        for (unsigned k = 0; k < 3 * seats_now; k++) /* all cards but the seat's own become others */
            if (k % seats_now != (unsigned)s)
                world.dealt[k % seats_now][k / seats_now] =
                    (card_t)((world.dealt[k % seats_now][k / seats_now] + 1u + (unsigned)seat) % CARDS);
        match_view(after, s, &v);
        match_view(&world, s, &w);
        assert_memory_equal(&v, &w, sizeof v);
        for (unsigned k = 0; k < SEATS_MAX * HELD_MAX; k++)
            assert_true(k / HELD_MAX == (unsigned)s || v.known[k / HELD_MAX][k % HELD_MAX] == CARD_NONE);
        int n = view_legal(&v, list);
        assert_int_equal(n, match_legal(after, s, other));
        for (int i = 0; i < n; i++)
            assert_int_equal(action_code(list[i]), action_code(other[i]));
    }
}

static void views_hide(void **state)
{
    (void)state;
    for_every_option(20, view_law);
    struct match m = lay("argentino", 0, 0, 0, "7e 6e 4c / 1e 7b 6b");
    struct view v;
    struct action list[LEGAL_MAX];
    match_view(&m, NOBODY, &v); /* a spectator knows no card and decides nothing */
    for (unsigned i = 0; i < SEATS_MAX * HELD_MAX; i++)
        assert_int_equal((&v.known[0][0])[i], CARD_NONE);
    assert_int_equal(view_legal(&v, list), 0);
}

/* --- the sides are mirror images: everybody moves one seat on --- */

static uint8_t turn_seat(uint8_t seat)
{
    return (uint8_t)(seat < seats_now ? (seat + 1u) % seats_now : seat);
}

static uint8_t turn_side(uint8_t side)
{
    return side < 2 ? 1 - side : side;
}

static uint8_t turn_bits(uint8_t mask)
{
    unsigned turned = 0;
    for (unsigned seat = 0; seat < seats_now; seat++)
        turned |= ((unsigned)mask >> seat & 1u) << (seat + 1) % seats_now;
    return (uint8_t)turned;
}

static void turn_list(uint8_t *list, size_t size)
{
    uint8_t old[SEATS_MAX * HELD_MAX];
    memcpy(old, list, size * seats_now);
    for (unsigned seat = 0; seat < seats_now; seat++)
        memcpy(list + (seat + 1) % seats_now * size, old + seat * size, size);
}

static void turn_pair(uint8_t p[2])
{
    uint8_t first = p[0];
    p[0] = p[1];
    p[1] = first;
}

static struct match turned(const struct match *m)
{
    struct match r = *m;
    struct open *o = &r.open;
    uint8_t *const pairs[] = { o->chicos, o->points_truco, o->points_envido, o->points_flor };
    uint8_t *const lists[] = { o->declared, o->gone, o->table, o->table + 8, o->table + 16 };
    uint8_t *const seats[] = { &o->mano,        &o->turn,          &o->leader,   &o->stake_seat,
                               &o->envido_seat, &o->envido_winner, &o->flor_seat };
    uint8_t *const sides[] = { &o->flor_winner, &o->hand_winner, &o->game_winner, &o->partida_winner,
                               &o->trick_winner[0], &o->trick_winner[1], &o->trick_winner[2] };
    uint8_t *const masks[] = { &o->said_truco, &o->waived, &o->sang,   &o->asked,
                               &o->passed,     &o->out,    &o->accused };
    o->score[0] = m->open.score[1];
    o->score[1] = m->open.score[0];
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        turn_pair(pairs[i]);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        turn_list(lists[i], 1);
    for (size_t i = 0; i < sizeof seats / sizeof *seats; i++)
        *seats[i] = turn_seat(*seats[i]);
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        *sides[i] = turn_side(*sides[i]);
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++)
        *masks[i] = turn_bits(*masks[i]);
    for (unsigned i = 0; i < o->news_count; i++)
        o->news[i].seat = turn_seat(o->news[i].seat);
    turn_list(&r.dealt[0][0], HELD_MAX);
    return r;
}

static void mirror_law(const struct match *before, int seat, struct action a, const struct match *after)
{
    struct match m = turned(before), expected = turned(after);
    if (a.kind == ACT_PIDO_FLOR)
        a.arg = turn_seat(a.arg);
    assert_int_equal(match_apply(&m, turn_seat((uint8_t)seat), a, &m), RULE_OK);
    assert_memory_equal(m.dealt, expected.dealt, sizeof m.dealt);
#define X(name, bits, shape, meaning) \
    assert_memory_equal(&m.open.name, &expected.open.name, sizeof m.open.name);
    OPEN_FIELDS(X)
#undef X
}

static void sides_are_mirrored(void **state)
{
    (void)state;
    for_every_option(40, mirror_law);
}

/* Applying beside the state and in place give the same. */
static void place_law(const struct match *before, int seat, struct action a, const struct match *after)
{
    struct match out;
    memset(&out, 0xee, sizeof out);
    assert_int_equal(match_apply(before, seat, a, &out), RULE_OK);
    assert_memory_equal(&out, after, sizeof out);
}

static void in_place(void **state)
{
    (void)state;
    for_every_option(20, place_law);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_agrees_with_apply), cmocka_unit_test(points_never_fall),
        cmocka_unit_test(words_go_round),          cmocka_unit_test(views_hide),
        cmocka_unit_test(sides_are_mirrored),      cmocka_unit_test(in_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
