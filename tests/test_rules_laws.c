/* What must hold whatever is played: random hands under every value of every option. */
#include "rules_play.h"

#include "random.h"
#include "rules/values.h"

/* Seats of the table that is being played. */
static unsigned seats_now = 2;

/* Hands of eleven and of iron are what the Brazilian games need tested most. */
static void near_the_end(struct match *m, struct random *r)
{
    unsigned target = m->open.rules.opt[OPT_TARGET];
    if (m->open.rules.opt[OPT_ELEVEN_HAND] == OFF || random_below(r, 2) == 0)
        return;
    for (unsigned side = 0; side < 2; side++)
        m->open.score[side] = (uint16_t)(target - 1 - random_below(r, target < 3 ? target : 3));
}

static void deal_random(struct match *m, struct random *r)
{
    card_t deck[CARDS], cards[SEATS_MAX][HELD_MAX];
    char why[RULES_ERROR_TEXT] = "";
    unsigned pack = 0, dealt = 3 * seats_now;
    bool turns = rules_turn_card(&m->open.rules);
    memset(cards, CARD_NONE, sizeof cards);
    for (unsigned i = 0; i < CARDS; i++)
        if (rules_have_card(&m->open.rules, (card_t)i))
            deck[pack++] = (card_t)i;
    /* Every third hand comes from two suits, or flores would be rare. */
    if (pack == CARDS && seats_now < 6 && random_below(r, 3) == 0)
        pack = 20;
    for (unsigned i = 0; i < dealt + turns; i++) {
        unsigned j = i + random_below(r, pack - i);
        card_t c = deck[j];
        deck[j] = deck[i];
        deck[i] = c;
        if (i < dealt)
            cards[i % seats_now][i / seats_now] = c;
    }
    if (!m->open.game_over)
        near_the_end(m, r);
    if (match_deal(m, cards, turns ? deck[dealt] : CARD_NONE,
                   m->open.hand == 0 ? (int)random_below(r, seats_now) : NOBODY, why)
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

/* The presets that are played, each with a line of options that lets more happen. */
static const struct family {
    enum preset preset;
    const char *more;
} families[] = {
    { PRESET_ARGENTINO_FLOR, "flor_policy=manual_seed003,truco_turn=any_time" },
    { PRESET_PAULISTA, "truco_in_eleven=loses_hand,ferro_blind=yes,eleven_view=both" },
    { PRESET_PAULISTA_LIMPO, "raise_cap=needed,truco_turn=any_time,hidden=always" },
    { PRESET_MINEIRO, "truco_in_ten=loses_game,ferro_blind=yes,concede=no,ten_run=1" },
    { PRESET_GAUDERIO, "flor_ends=trick,ga_quiero=per_flor,truco_turn=any_time" },
};

static bool fits(const char *rules)
{
    struct rules r;
    struct match m;
    char why[RULES_ERROR_TEXT] = "";
    return rules_parse(rules, &r, why) == 0 && match_new(&m, &r, (int)seats_now, why) == 0;
}

static void for_option(const struct family *f, enum option k, unsigned v, unsigned hands, law *holds)
{
    char rules[160], value[64];
    bool number = option_rows[k].values[0] == '#';
    option_value_text(k, number ? v + 1 : v, value, sizeof value);
    if (value[0] == '\0')
        return;
    snprintf(rules, sizeof rules, "%s,%s=%s", preset_rows[f->preset].name, option_rows[k].name, value);
    if (!fits(rules)) /* six seats with pico a pico, eight with the clean deck, gauderio above four */
        return;
    play_hands(rules, hands, k * 8 + v, holds);
    snprintf(rules, sizeof rules, "%s,%s,%s=%s", preset_rows[f->preset].name, f->more, option_rows[k].name,
             value);
    play_hands(rules, hands, k * 8 + v + 1000, holds);
}

static void for_seats(unsigned hands, law *holds)
{
    for (size_t f = 0; f < sizeof families / sizeof *families; f++)
        for (unsigned k = 0; k < OPT_COUNT; k++)
            for (unsigned v = 0; v < 8; v++)
                if (option_in_preset((enum option)k, families[f].preset) && k != OPT_SIGNS)
                    for_option(&families[f], (enum option)k, v, hands, holds);
}

/* Two seats most of all; teams of two, three and four. */
static void for_every_option(unsigned hands, law *holds)
{
    static const unsigned seats[] = { 4, 6, 8, 2 };
    for (size_t i = 0; i < 4; i++) {
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
    play_hands("paulista", 50000, 3, points_law);
    play_hands("paulista-limpo", 50000, 4, points_law);
    play_hands("mineiro", 50000, 5, points_law);
    play_hands("gauderio", 50000, 6, points_law);
    play_hands("venezolano", 50000, 7, points_law);
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
        for (unsigned kind = 0; kind <= ACTION_LAST + 1; kind++)
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

/* Whether seat `s` may know the cards of seat `t`: its own but in an iron hand played unseen, its partners'
 * at eleven, where its side is the one that chooses or eleven_view=both. */
static bool may_know(const struct open *o, unsigned s, unsigned t)
{
    bool chooses = o->eleven != ELEVEN_NONE && o->eleven != ELEVEN_IRON;
    bool shown = chooses && (o->eleven_side == s % 2 || o->rules.opt[OPT_ELEVEN_VIEW] == ELEVEN_VIEW_BOTH);
    if (s == t)
        return o->eleven != ELEVEN_IRON || o->rules.opt[OPT_FERRO_BLIND] == FERRO_SEEN;
    return s % 2 == t % 2 && shown;
}

/* Another world that looks the same to seat `s`: all cards that it may not know become others. */
static struct match other_world(const struct match *m, unsigned s, unsigned step)
{
    struct match world = *m;
    for (unsigned t = 0; t < seats_now; t++)
        for (unsigned k = 0; k < 3; k++)
            if (!may_know(&m->open, s, t) && !(s == t && (m->open.gone[s] >> k & 1u) != 0))
                world.dealt[t][k] = (card_t)((world.dealt[t][k] + step) % CARDS);
    return world;
}

/* The view and the legal list of a seat are the same in every world that looks the same to it. */
static void view_law(const struct match *before, int seat, struct action a, const struct match *after)
{
    struct view v, w;
    struct action list[LEGAL_MAX], other[LEGAL_MAX];
    (void)a;
    (void)before;
    for (unsigned s = 0; s < seats_now; s++) {
        struct match world = other_world(after, s, 1u + (unsigned)seat);
        memset(&v, 0, sizeof v);
        memset(&w, 0, sizeof w);
        match_view(after, (int)s, &v);
        match_view(&world, (int)s, &w);
        assert_memory_equal(&v, &w, sizeof v);
        for (unsigned t = 0; t < SEATS_MAX; t++)
            for (unsigned k = 0; k < HELD_MAX; k++)
                assert_true(t == s || may_know(&after->open, s, t) || v.known[t][k] == CARD_NONE);
        int n = view_legal(&v, list);
        assert_int_equal(n, match_legal(after, (int)s, other));
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
                               &o->eleven_side,
                               &o->trick_winner[0], &o->trick_winner[1], &o->trick_winner[2] };
    uint8_t *const masks[] = { &o->said_truco, &o->waived, &o->sang,   &o->asked,
                               &o->passed,     &o->out,    &o->accused,
                               &o->duel,       &o->dueled, &o->duel_envido, &o->duel_flor };
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
