/* What must hold whatever is played: random hands at every table, under every value of every option. */
#include "support/asked.h"
#include "support/laws_mirror.h"
#include "rules/worth.h"
#include "support/rules_play.h"
#include "tools/table/table.h"
#include "support/tables.h"

/* Some laws over some hands of each table. */
struct trial {
    law *const *laws;
    size_t count;
    unsigned hands, one_in; /* decisions are looked at */
    unsigned long tables, decisions;
    struct asked asked;
};

static void hold(struct trial *t, const char *text, const struct position *before, int seat, struct action a,
                 const struct position *after, bool looked_at)
{
    char word[ACTION_TEXT];
    const char *wrong = asked_look(&t->asked, before, a, after);
    for (size_t i = 0; i < t->count && looked_at && !wrong; i++)
        wrong = t->laws[i](before, seat, a, after);
    if (wrong)
        fail_msg("%s, %u seats: hand %u, phase %u, \"%s\" of seat %d: %s", text, before->open.seats, before->open.hand,
                 before->open.phase, action_text(&before->open, a, word), seat, wrong);
}

static void play_hands(const char *text, const struct rules *r, unsigned seats, void *with)
{
    struct trial *t = with;
    struct random random = { seats + t->tables };
    struct position pos = empty_table(r, seats), before;
    for (unsigned h = 0; h < t->hands; h++) {
        next_deal(&pos, &random);
        asked_begin(&t->asked);
        while (!pos.open.hand_over) {
            int seat = position_turn(&pos);
            struct action a = h % 2 ? pick_passing(&pos, &random) : pick_action(&pos, &random);
            before = pos;
            if (position_apply(&pos, seat, a, &pos) != RULE_OK)
                fail_msg("%s, %u seats: what is legal is refused", text, seats);
            hold(t, text, &before, seat, a, &pos, random_below(&random, t->one_in) == 0);
            t->decisions++;
        }
    }
    t->tables++;
}

static void at_every_table(law *const *laws, size_t count, unsigned hands, unsigned one_in)
{
    struct trial t = { .laws = laws, .count = count, .hands = hands, .one_in = one_in };
    for_every_setting(play_hands, &t);
    print_message("laws: %lu tables, %lu decisions, %zu laws each\n", t.tables, t.decisions, count);
    assert_true(t.tables > 1000 / SAMPLE && t.decisions > 10 * t.tables);
}

/* The place of an action among those of its kind: cards as they were dealt, everything else by its number. */
static unsigned place_of(const struct position *pos, int seat, struct action a)
{
    bool card = a.kind == ACT_PLAY || a.kind == ACT_PLAY_DOWN || a.kind == ACT_DISCARD;
    for (unsigned k = 0; card && k < FIEL_HELD_MAX; k++)
        if (pos->dealt[seat][k] == a.arg)
            return k;
    return a.arg;
}

/* What is legal is listed by kind, as REQUEST tells it. */
static const char *law_order(const struct position *before, int seat, struct action a, const struct position *after)
{
    struct action list[FIEL_LEGAL_MAX];
    int n = position_legal(before, seat, list);
    (void)a;
    (void)after;
    for (int i = 1; i < n; i++) {
        if (list[i - 1].kind > list[i].kind)
            return "what is legal is not listed by kind";
        if (list[i - 1].kind == list[i].kind && place_of(before, seat, list[i - 1]) >= place_of(before, seat, list[i]))
            return "what is legal is not in the order of its arguments";
    }
    return NULL;
}

TEST(every_law)
{
    static law *const laws[] = { law_state, law_points, law_word, law_beside, law_view, law_mirror, law_order };
    at_every_table(laws, sizeof laws / sizeof *laws, 4, 1);
}

/* The whole vocabulary is tried at the presets as they stand, and now and then at every table. */
TEST(legal_agrees_with_apply)
{
    static law *const laws[] = { law_vocabulary };
    struct trial t = { .laws = laws, .count = 1, .hands = 20, .one_in = 1 };
    for_every_preset(play_hands, &t);
    at_every_table(laws, 1, 1, 8);
}

/* --- the patterns of three tricks --- */

/* What the seeds say of three tricks (0, 1 or FIEL_TIE; FIEL_NOBODY where none was played): the side that has two, or
 * the first of two where one is tied, or the last where two are; FIEL_NOBODY when it was not over yet. */
static unsigned by_the_book(const unsigned trick[3], unsigned all_tied)
{
    unsigned a = trick[0], b = trick[1], c = trick[2];
    if (b == FIEL_NOBODY)
        return FIEL_NOBODY;
    if (a == b && a != FIEL_TIE)
        return a;
    if ((a == FIEL_TIE) != (b == FIEL_TIE))
        return a == FIEL_TIE ? b : a;
    if (c == FIEL_NOBODY)
        return FIEL_NOBODY;
    if (a == FIEL_TIE)
        return c == FIEL_TIE ? all_tied : c;
    return c == FIEL_TIE ? a : c;
}

/* Of the seats whose card in the last trick is the highest, the first from the mano: its side. */
static unsigned level_side(const struct open *o)
{
    unsigned best = FIEL_NOBODY, most = 0, seat = o->mano;
    for (unsigned i = 0; i < o->seats; i++, seat = (seat + 1) % o->seats) {
        card_t card = o->table[2 * SHAPE_SEAT + seat];
        if (card != CARD_NONE && card_strength(o, card) > most) {
            most = card_strength(o, card);
            best = seat;
        }
    }
    return best == FIEL_NOBODY ? FIEL_TIE : side_of(o, best); /* decided before anybody laid a third card */
}

static unsigned all_tied_side(const struct open *o)
{
    unsigned mano = side_of(o, o->mano), dealer = side_of(o, (o->mano + o->seats - 1u) % o->seats);
    switch (o->rules.opt[OPT_ALL_TIED]) {
    case ALL_TIED_NONE: return FIEL_TIE;
    case ALL_TIED_DEALER: return dealer;
    default: return o->rules.opt[OPT_PRIMERA_PARDA] == PARDA_STACKED ? level_side(o) : mano;
    }
}

/* Half of the tricks are made ties: seat 1 holds what seat 0 holds, in another suit, where there is one. */
static void deal_ties(struct position *pos, struct random *random)
{
    card_t pack[FIEL_CARDS];
    unsigned size = shuffled_pack(&pos->open.rules, random, pack);
    for (unsigned k = 0; k < 3; k++)
        for (unsigned j = 6; j < size && random_below(random, 8) != 0; j++)
            if (card_rank(pack[j]) == card_rank(pack[k])) {
                swap_cards(pack, 3 + k, j);
                break;
            }
    lay_pack(pos, pack, random);
}

/* Cards alone, in the order they were dealt; the hand of eleven is played. */
static struct action lay_card(const struct position *pos)
{
    struct action list[FIEL_LEGAL_MAX];
    int n = position_legal(pos, position_turn(pos), list);
    for (int i = 0; i < n; i++)
        if (list[i].kind == ACT_PLAY || list[i].kind == ACT_PASS || list[i].kind == ACT_ELEVEN_PLAY)
            return list[i];
    return list[0];
}

struct patterns {
    unsigned long tables, hands;
    unsigned seen[3][3][4]; /* by who took each trick, 3: not played */
    unsigned kinds;
};

static void one_pattern(struct patterns *p, const struct position *pos)
{
    unsigned trick[3];
    for (unsigned k = 0; k < 3; k++)
        trick[k] = pos->open.trick_winner[k];
    assert_int_equal(pos->open.hand_winner, by_the_book(trick, all_tied_side(&pos->open)));
    unsigned *seen = &p->seen[trick[0]][trick[1]][trick[2] == FIEL_NOBODY ? 3 : trick[2]];
    p->kinds += *seen == 0;
    ++*seen;
}

/* All that there are: 27 patterns, of which those that are decided after two tricks are one each: 15; 6 where
 * no trick is tied. */
static void find_patterns(const char *text, const struct rules *r, unsigned seats, void *with)
{
    enum { TRIES = 100000 };
    const unsigned patterns = r->opt[OPT_EQUAL_CARDS] == EQUAL_MANO_WINS ? 6 : 15;
    struct patterns p = { 0 };
    struct random random = { seats };
    for (unsigned h = 0; h < TRIES && p.kinds < patterns; h++) {
        struct position pos = empty_table(r, seats);
        deal_ties(&pos, &random);
        while (!pos.open.hand_over)
            if (position_apply(&pos, position_turn(&pos), lay_card(&pos), &pos) != RULE_OK)
                fail_msg("%s: a card is refused", text);
        one_pattern(&p, &pos);
    }
    if (p.kinds != patterns)
        fail_msg("%s, %u seats: %u patterns of %u", text, seats, p.kinds, patterns);
    ++*(unsigned long *)with;
}

TEST(twenty_seven_patterns)
{
    unsigned long tables = 0;
    char text[64], value[32];
    for_every_preset(find_patterns, &tables);
    for_every_size("uruguayo,equal_cards=parda", find_patterns, &tables);
    for (unsigned p = 0; p < PRESET_COUNT; p++)
        for (unsigned v = 0; option_value_text(OPT_ALL_TIED, v, value, sizeof value)[0]; v++) {
            snprintf(text, sizeof text, "%s,all_tied=%s", preset_rows[p].name, value);
            for_every_size(text, find_patterns, &tables);
        }
    print_message("patterns: all of them at %lu tables\n", tables);
}

/* --- taking back --- */

/* Every decision of some hands is taken back again, by `fiel table`. */
static void take_back(const char *text, const struct rules *r, unsigned seats, void *with)
{
    enum { STATES = 512 };
    static struct position states[STATES];
    struct random random = { seats + *(unsigned long *)with };
    struct table t;
    unsigned n = 0;
    char line[128], word[ACTION_TEXT];
    table_init(&t);
    t.open = true;
    t.position = empty_table(r, seats);
    next_deal(&t.position, &random);
    while (!t.position.open.hand_over && n < STATES) {
        states[n++] = t.position;
        action_text(&t.position.open, pick_action(&t.position, &random), word);
        int size = snprintf(line, sizeof line, "{\"op\":\"act\",\"seat\":%d,\"do\":\"%s\"}", position_turn(&t.position),
                            word);
        free(table_line(&t, line, (size_t)size));
    }
    while (n-- > 0) {
        free(table_line(&t, "{\"op\":\"undo\"}", 13));
        if (memcmp(&t.position, &states[n], sizeof t.position) != 0)
            fail_msg("%s, %u seats: taken back it is another state", text, seats);
    }
    table_free(&t);
    ++*(unsigned long *)with;
}

TEST(undo_restores)
{
    unsigned long tables = 0;
    for (unsigned hands = 0; hands < 20; hands++)
        for_every_preset(take_back, &tables);
    assert_true(tables > 400);
}

/* --- a spectator --- */

TEST(spectators_know_no_card)
{
    struct position pos = lay("argentino", 0, 0, 0, "7e 6e 4c / 1e 7b 6b");
    struct view v;
    struct action list[FIEL_LEGAL_MAX];
    position_view(&pos, FIEL_NOBODY, &v);
    for (unsigned i = 0; i < FIEL_SEATS_MAX * FIEL_HELD_MAX; i++)
        assert_int_equal((&v.known[0][0])[i], CARD_NONE);
    assert_int_equal(view_legal(&v, list), 0);
}
