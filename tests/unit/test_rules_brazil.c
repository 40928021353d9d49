/* Paulista and mineiro: manilhas, ladders, the hands of eleven, of ten and of iron. */
#include "support/rules_play.h"

#include "rules/worth.h"

static struct position lay_turned(const char *rules, int seats, int score0, int score1, int mano, const char *vira,
                                  const char *hands)
{
    struct position pos = table_of(rules, seats, score0, score1);
    deal_turned(&pos, mano, vira, hands);
    return pos;
}

/* The manilha is the queen: 6 and 4 are common. */
static const char TWO[] = "3C 2C 4C / 3H 2H 6H";

static struct position paulista(const char *options, int score0, int score1)
{
    char rules[128];
    snprintf(rules, sizeof rules, "paulista%s", options);
    return lay_turned(rules, 2, score0, score1, 0, "7S", TWO);
}

/* --- impossible set-ups --- */

TEST(tables)
{
    static const struct {
        const char *rules;
        unsigned seats;
    } cases[] = { { "paulista", 1u << 2 | 1u << 4 | 1u << 6 | 1u << 8 },
                  { "mineiro", 1u << 2 | 1u << 4 | 1u << 6 | 1u << 8 },
                  { "paulista-limpo", 1u << 2 | 1u << 4 | 1u << 6 }, /* eight seats and the turned card are 25 */
                  { "argentino", 1u << 2 | 1u << 3 | 1u << 4 | 1u << 6 | 1u << 8 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int seats = -1; seats < 12; seats++) {
            struct rules r;
            struct position pos;
            char why[RULES_ERROR_TEXT] = "";
            bool fits = seats >= 0 && (cases[i].seats >> seats & 1u) != 0;
            assert_int_equal(rules_parse(cases[i].rules, &r, why), 0);
            assert_int_equal(position_new(&pos, &r, seats, why), fits ? 0 : -1);
            assert_true(fits || strlen(why) > 20);
        }
}

TEST(bad_deals)
{
    static const struct {
        const char *rules, *vira, *hands, *why;
    } cases[] = { { "paulista", NULL, "3C 2C 4C / 3H 2H 6H", "the vira is missing" },
                  { "paulista", "3C", "3C 2C 4C / 3H 2H 6H", "lies in no hand" },
                  { "paulista", "7S", "3C 2C 4C / 3H 2H 4C", "dealt twice" },
                  { "paulista-limpo", "7S", "3C 2C QC / 3H 2H QH", "of the deck" },
                  { "paulista-limpo", "QS", "3C 2C 6C / 3H 2H QH", "no 4, 5, 6, 7" },
                  { "mineiro", "3C", "3C 2C 4C / 3H 2H 6H", "lies in no hand" } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = table_of(cases[i].rules, 2, 0, 0), before = pos;
        card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX], vira = CARD_NONE;
        char why[RULES_ERROR_TEXT] = "";
        read_cards_text(cases[i].hands, cards);
        assert_true(cases[i].vira == NULL || card_parse(cases[i].vira, &vira));
        assert_int_equal(position_deal(&pos, cards, vira, 0, why), -1);
        assert_non_null(strstr(why, cases[i].why));
        assert_memory_equal(&pos, &before, sizeof pos);
    }
}

/* --- the order of the cards --- */

/* Every card of the pack, groups of equal strength between bars, the strongest first. */
static void assert_order(const char *rules, const char *vira, const char *groups)
{
    struct position pos = table_of(rules, 2, 0, 0);
    unsigned above = 99, same = 99, seen = 0;
    char word[CARD_TEXT + 1];
    card_t c = CARD_NONE;
    assert_true(vira == NULL || card_parse(vira, &pos.open.vira));
    for (const char *t = groups; *t != '\0';) {
        size_t n = strcspn(t, " ");
        if (*t == '|') {
            above = same;
            same = 99;
        } else {
            snprintf(word, sizeof word, "%.*s", (int)n, t);
            assert_true(card_parse(word, &c));
            unsigned strength = card_strength(&pos.open, c);
            assert_true(same == 99 || strength == same);
            assert_true(strength < above && strength > card_strength(&pos.open, CARD_HIDDEN));
            same = strength;
            seen++;
        }
        t += n;
        t += *t == ' ';
    }
    assert_int_equal(seen, rules_deck_size(&pos.open.rules));
}

TEST(card_order)
{
    assert_order("paulista", "7S",
                 "QC | QH | QS | QD | 3C 3H 3S 3D | 2C 2H 2S 2D | AC AH AS AD | KC KH KS KD | JC JH JS JD | "
                 "7C 7H 7S 7D | 6C 6H 6S 6D | 5C 5H 5S 5D | 4C 4H 4S 4D");
    assert_order("paulista", "3D",
                 "4C | 4H | 4S | 4D | 3C 3H 3S 3D | 2C 2H 2S 2D | AC AH AS AD | KC KH KS KD | JC JH JS JD | "
                 "QC QH QS QD | 7C 7H 7S 7D | 6C 6H 6S 6D | 5C 5H 5S 5D");
    assert_order("paulista", NULL, /* before a card is turned */
                 "3C 3H 3S 3D | 2C 2H 2S 2D | AC AH AS AD | KC KH KS KD | JC JH JS JD | QC QH QS QD | 7C 7H 7S 7D | "
                 "6C 6H 6S 6D | 5C 5H 5S 5D | 4C 4H 4S 4D");
    assert_order("paulista-limpo", "3D",
                 "QC | QH | QS | QD | 3C 3H 3S 3D | 2C 2H 2S 2D | AC AH AS AD | KC KH KS KD | JC JH JS JD");
    assert_order("paulista,deck=clean", "KS",
                 "AC | AH | AS | AD | 3C 3H 3S 3D | 2C 2H 2S 2D | KC KH KS KD | JC JH JS JD | QC QH QS QD");
    assert_order("mineiro", NULL,
                 "4C | 7H | AS | 7D | 3C 3H 3S 3D | 2C 2H 2S 2D | AC AH AD | KC KH KS KD | JC JH JS JD | "
                 "QC QH QS QD | 7C 7S | 6C 6H 6S 6D | 5C 5H 5S 5D | 4H 4S 4D");
}

/* 4 5 6 7 Q J K A 2 3 4: the manilha of every turned card. */
TEST(cycle)
{
    static const char dirty[] = "4567QJKA234", clean[] = "QJKA23Q";
    const char *const cycles[] = { dirty, clean };
    for (size_t d = 0; d < 2; d++)
        for (const char *r = cycles[d]; r[1] != '\0'; r++) {
            struct position pos = table_of(d == 0 ? "paulista" : "paulista-limpo", 2, 0, 0);
            const char turned[] = { r[0], 'D', '\0' }, next[] = { r[1], 'C', '\0' };
            card_t zap = CARD_NONE;
            assert_true(card_parse(turned, &pos.open.vira) && card_parse(next, &zap));
            for (card_t c = 0; c < FIEL_CARDS; c++)
                assert_true(c == zap || card_strength(&pos.open, c) < card_strength(&pos.open, zap));
        }
}

/* --- tricks --- */

/* Cards by trick and result: seat 0 wins, seat 1 wins, tied; vira 4D, so that no manilha is among them. */
static const char *const trick_cards[3][3][2] = { { { "3C", "6C" }, { "6H", "3H" }, { "3C", "3H" } },
                                                  { { "2C", "QC" }, { "QH", "2H" }, { "2C", "2H" } },
                                                  { { "AC", "JC" }, { "JH", "AH" }, { "AC", "AH" } } };

/* Seed 001, "In case of draw": the table of the 27 patterns; `tied` takes three ties. */
static unsigned expected_winner(const int w[3], unsigned tied)
{
    if (w[0] == FIEL_TIE && w[1] == FIEL_TIE)
        return w[2] == FIEL_TIE ? tied : (unsigned)w[2];
    if (w[0] == FIEL_TIE || w[1] == w[0])
        return (unsigned)w[1];
    if (w[1] == FIEL_TIE || w[2] == FIEL_TIE)
        return (unsigned)w[0];
    return (unsigned)w[2];
}

static void play_pattern(const char *rules, const char *vira, int mano, const int w[3], unsigned tied)
{
    char hands[64], what[32];
    snprintf(hands, sizeof hands, "%s %s %s / %s %s %s", trick_cards[0][w[0]][0], trick_cards[1][w[1]][0],
             trick_cards[2][w[2]][0], trick_cards[0][w[0]][1], trick_cards[1][w[1]][1], trick_cards[2][w[2]][1]);
    struct position pos = lay_turned(rules, 2, 0, 0, mano, vira, hands);
    for (int t = 0; t < 3 && !pos.open.hand_over; t++)
        for (int i = 0; i < 2; i++) {
            int seat = position_turn(&pos);
            snprintf(what, sizeof what, "%d play %s", seat, trick_cards[t][w[t]][seat]);
            say(&pos, what);
        }
    unsigned winner = expected_winner(w, tied);
    int worth = vira == NULL ? 2 : 1;
    assert_true(pos.open.hand_over);
    assert_int_equal(pos.open.hand_winner, winner);
    assert_points(pos.open.score, winner == 0 ? worth : 0, winner == 1 ? worth : 0);
}

TEST(patterns)
{
    static const char *const values[] = { "none", "dealer", "mano", "mao" };
    for (size_t v = 0; v < 4; v++)
        for (int i = 0; i < 27 * 2; i++) {
            int w[3] = { i / 9 % 3, i / 3 % 3, i % 3 }, mano = i / 27;
            unsigned tied = v == 0 ? FIEL_TIE : v == 1 ? (unsigned)mano ^ 1u : (unsigned)mano;
            char rules[64];
            snprintf(rules, sizeof rules, "paulista,all_tied=%s", values[v]);
            play_pattern(rules, "4D", mano, w, tied);
            snprintf(rules, sizeof rules, "mineiro,all_tied=%s", values[v]);
            play_pattern(rules, NULL, mano, w, tied);
        }
    play_pattern("paulista", "4D", 0, (const int[]){ FIEL_TIE, FIEL_TIE, FIEL_TIE }, FIEL_TIE); /* [2]: the default */
    play_pattern("mineiro", NULL, 1, (const int[]){ FIEL_TIE, FIEL_TIE, FIEL_TIE }, FIEL_TIE);
}

TEST(lead_after_a_tie)
{
    static const struct {
        const char *option;
        int leader;
    } cases[] = { { "", 2 },
                  { ",tie_lead=first_tied", 2 },
                  { ",tie_lead=last_tied", 3 },
                  { ",tie_lead=trick_leader", 1 },
                  { ",tie_lead=mao", 1 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char rules[64];
        snprintf(rules, sizeof rules, "paulista%s", cases[i].option);
        struct position pos = lay_turned(rules, 4, 0, 0, 1, "7S", "4C 5C 6C / 4H 5H 6H / 3H JC KC / 3C JH KH");
        say(&pos, "1 play 4H, 2 play 3H, 3 play 3C, 0 play 4C");
        assert_int_equal(pos.open.trick_winner[0], FIEL_TIE);
        assert_int_equal(position_turn(&pos), cases[i].leader);
    }
}

/* --- face down --- */

TEST(hidden)
{
    static const struct {
        const char *option;
        bool first, second;
    } cases[] = { { "", false, true },
                  { ",hidden=from_trick2", false, true },
                  { ",hidden=always", true, true },
                  { ",hidden=never", false, false },
                  { ",face_down=forbidden", false, false },
                  { ",hidden=never,hidden=always", true, true } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = paulista(cases[i].option, 0, 0);
        assert_int_equal(can(&pos, "play-down 4C"), cases[i].first);
        if (!cases[i].first)
            assert_int_equal(try_say(&pos, 0, "play-down 4C"), RULE_FACE_UP);
        say(&pos, "0 play 3C, 1 play 6H");
        assert_int_equal(can(&pos, "play-down 4C"), cases[i].second);
    }
    struct position pos = paulista("", 0, 0);
    say(&pos, "0 play 2C, 1 play 3H, 1 play-down 2H, 0 play 4C"); /* the four beats what lies face down */
    assert_int_equal(pos.open.trick_winner[1], 0);
    pos = paulista("", 0, 0);
    say(&pos, "0 play 2C, 1 play 3H, 1 play-down 2H, 0 play-down 3C"); /* and two of them tie */
    assert_int_equal(pos.open.trick_winner[1], FIEL_TIE);
}

/* --- words --- */

/* After a tied first trick the highest card comes to the second, face up; the third is free. */
TEST(parda_shows_highest)
{
    static const char hands[] = "KC 5H 3S / KH 2D 2H"; /* 5H stands below 3S; 2D and 2H are equal */
    struct position pos = lay_turned("mineiro,parda_shows_highest=on", 2, 0, 0, 0, NULL, hands);
    assert_true(can(&pos, "play 5H"));
    say(&pos, "0 play KC, 1 play KH");
    assert_true(can(&pos, "play 3S") && can(&pos, "truco") && can(&pos, "concede"));
    assert_int_equal(try_say(&pos, 0, "play 5H"), RULE_STACKED);
    assert_int_equal(try_say(&pos, 0, "play-down 3S"), RULE_STACKED);
    say(&pos, "0 truco, 1 accept, 0 play 3S");
    assert_true(can(&pos, "play 2D") && can(&pos, "play 2H") && !can(&pos, "play-down 2D"));
    say(&pos, "1 play 2D");
    assert_points(pos.open.points_truco, 4, 0);
    pos = lay_turned("mineiro,parda_shows_highest=on", 2, 0, 0, 0, NULL, "KC 5H 3S / KH 4H 3D");
    say(&pos, "0 play KC, 1 play KH, 0 play 3S, 1 play 3D"); /* tied again */
    assert_true(can(&pos, "play-down 5H"));
    pos = lay_turned("mineiro,parda_shows_highest=on", 2, 0, 0, 0, NULL, hands);
    say(&pos, "0 play 5H, 1 play KH"); /* not tied */
    assert_true(can(&pos, "play 2D") && can(&pos, "play-down 2H"));
    pos = lay_turned("mineiro,parda_shows_highest=on,ferro_blind=yes", 2, 10, 10, 0, NULL, hands);
    say(&pos, "0 play-blind 0, 1 play-blind 0");
    assert_calls(&pos, "concede play-blind 1 play-blind 2");
    pos = lay_turned("mineiro", 2, 0, 0, 0, NULL, hands);
    say(&pos, "0 play KC, 1 play KH, 0 play 5H, 1 play-down 2H");
}

TEST(words)
{
    struct position pos = paulista("", 0, 0);
    char text[ACTION_TEXT];
    assert_string_equal(action_text(&pos.open, (struct action){ ACT_PLAY, 12 }, text), "play 3C");
    assert_calls(&pos, "truco concede");
    assert_int_equal(try_say(&pos, 0, "envido"), RULE_NOT_A_WORD);
    assert_int_equal(try_say(&pos, 0, "flor"), RULE_NOT_A_WORD);
    assert_int_equal(try_say(&pos, 0, "retruco"), RULE_NOT_A_WORD);
    assert_int_equal(try_say(&pos, 0, "eleven-play"), RULE_NOT_OPEN);
    assert_int_equal(try_say(&pos, 0, "play-blind 0"), RULE_SEEN);
    assert_int_equal(try_say(&pos, 0, "play-blind 3"), RULE_NOT_A_WORD);
    say(&pos, "0 truco");
    assert_calls(&pos, "seis accept run concede");
    say(&pos, "1 seis");
    assert_calls(&pos, "nove accept run concede");
    say(&pos, "0 nove, 1 doze");
    assert_calls(&pos, "accept run concede");
    say(&pos, "0 quiero, 0 play 3b"); /* the other names are understood */
    pos = paulista(",names=spanish", 0, 0);
    say(&pos, "0 raise");
    assert_calls(&pos, "seis quiero no-quiero mazo");
    say(&pos, "1 accept, 0 play 3C");
    assert_string_equal(action_text(&pos.open, (struct action){ ACT_PLAY, 12 }, text), "play 3b");
    pos = lay("argentino,names=french", 0, 0, 0, "7e 6e 4c / 1e 7b 6b");
    say(&pos, "0 truco");
    assert_calls(&pos, "retruco accept run envido real-envido falta-envido concede");
    assert_int_equal(try_say(&pos, 0, "eleven-run"), RULE_NOT_A_WORD);
    say(&pos, "1 run");
    assert_points(pos.open.score, 1, 0);
}

/* --- ladders --- */

TEST(ladders_pay)
{
    static const char *const scripts[] = {
        "0 raise, 1 run",
        "0 raise, 1 raise, 0 run",
        "0 raise, 1 raise, 0 raise, 1 run",
        "0 raise, 1 raise, 0 raise, 1 raise, 0 run",
        "0 concede",
        "0 raise, 1 accept, 0 concede",
        "0 raise, 1 raise, 0 accept, 0 concede",
        "0 raise, 1 raise, 0 raise, 1 accept, 0 concede",
        "0 raise, 1 raise, 0 raise, 1 raise, 0 accept, 0 concede",
        "0 raise, 1 raise, 0 concede", /* as an answer it pays what was accepted before, as run does */
    };
    static const struct {
        const char *rules;
        int paid[10];
    } cases[] = { { "paulista", { 1, 3, 6, 9, 1, 3, 6, 9, 12, 3 } },
                  { "mineiro", { 2, 4, 6, 10, 2, 4, 6, 10, 12, 4 } },
                  { "mineiro,ladder=4-6-9-12", { 2, 4, 6, 9, 2, 4, 6, 9, 12, 4 } },
                  { "mineiro,mineiro_ladder=4-6-9-12", { 2, 4, 6, 9, 2, 4, 6, 9, 12, 4 } },
                  { "mineiro,mineiro_ladder=4-6-10-12", { 2, 4, 6, 10, 2, 4, 6, 10, 12, 4 } },
                  { "paulista,ladder=2-3-4", { 1, 2, 3, -1, 1, 2, 3, 4, -1, 2 } } };
    for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
        for (size_t i = 0; i < 10; i++) {
            if (cases[c].paid[i] < 0)
                continue;
            struct position pos = lay_turned(cases[c].rules, 2, 0, 0, 0, "7S", TWO);
            say(&pos, scripts[i]);
            assert_true(pos.open.hand_over);
            assert_int_equal(pos.open.points_truco[0] + pos.open.points_truco[1], cases[c].paid[i]);
            assert_int_equal(pos.open.game_over, cases[c].paid[i] == 12);
        }
}

TEST(refusals)
{
    struct position pos = paulista("", 0, 0);
    assert_int_equal(try_say(&pos, 0, "seis"), RULE_WRONG_STEP);
    assert_int_equal(try_say(&pos, 0, "run"), RULE_NOTHING_TO_ANSWER);
    say(&pos, "0 truco, 1 accept");
    assert_int_equal(try_say(&pos, 0, "seis"), RULE_OWN_RAISE);
    say(&pos, "0 play 3C, 1 seis, 0 accept");
    assert_int_equal(try_say(&pos, 1, "nove"), RULE_OWN_RAISE);
    pos = paulista(",concede=no", 0, 0);
    assert_calls(&pos, "truco");
    assert_int_equal(try_say(&pos, 0, "concede"), RULE_NO_CONCEDE);
    say(&pos, "0 truco");
    assert_calls(&pos, "seis accept run");
    assert_int_equal(try_say(&pos, 1, "mazo"), RULE_NO_CONCEDE);
}

/* No raise of a hand that already gives the weaker side the game. */
TEST(raise_cap)
{
    static const struct {
        const char *rules;
        int score[2], steps;
    } cases[] = { { "paulista,raise_cap=needed", { 0, 0 }, 4 },  { "paulista,raise_cap=needed", { 3, 10 }, 3 },
                  { "paulista,raise_cap=needed", { 2, 10 }, 4 }, { "paulista,raise_cap=needed", { 6, 10 }, 2 },
                  { "paulista,raise_cap=needed", { 10, 9 }, 1 }, { "paulista,raise_cap=none", { 10, 9 }, 4 },
                  { "mineiro,raise_cap=needed", { 2, 8 }, 3 },   { "mineiro,raise_cap=needed", { 8, 8 }, 1 } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = lay_turned(cases[i].rules, 2, cases[i].score[0], cases[i].score[1], 0, "7S", TWO);
        int said = 0;
        for (; can(&pos, "raise"); said++)
            assert_int_equal(try_say(&pos, position_turn(&pos), "raise"), RULE_OK);
        assert_int_equal(said, cases[i].steps);
        struct action above = { ACT_RAISE, (uint8_t)(said + 1) };
        assert_int_equal(position_apply(&pos, position_turn(&pos), above, &pos),
                         said == 4 ? RULE_NOT_A_WORD : RULE_RAISE_ENOUGH);
        assert_int_equal(try_say(&pos, position_turn(&pos), "accept"), RULE_OK);
    }
}

/* --- the hand of eleven --- */

static const char FOUR[] = "3C 2C 4C / 3H 2H 6H / 3S JS 5S / 3D JD 5D";

TEST(eleven_is_asked)
{
    struct position pos = lay_turned("paulista", 4, 3, 11, 0, "7S", FOUR), before;
    assert_int_equal(pos.open.eleven, ELEVEN_ASKED);
    assert_int_equal(pos.open.eleven_side, 1);
    assert_int_equal(pos.open.phase, PHASE_ELEVEN);
    assert_int_equal(position_turn(&pos), 1); /* in order from the mano */
    assert_calls(&pos, "concede pass eleven-play eleven-run");
    before = pos;
    assert_int_equal(try_say(&pos, 1, "play 3H"), RULE_ELEVEN_FIRST);
    assert_int_equal(try_say(&pos, 1, "truco"), RULE_NO_RAISE);
    assert_int_equal(try_say(&pos, 0, "eleven-play"), RULE_NOT_YOUR_TURN);
    assert_memory_equal(&pos, &before, sizeof pos);
    say(&pos, "1 pass");
    assert_int_equal(position_turn(&pos), 3);
    say(&pos, "3 accept"); /* the first answer binds: the mano plays */
    assert_int_equal(pos.open.eleven, ELEVEN_PLAYED);
    assert_int_equal(position_turn(&pos), 0);
    assert_calls(&pos, "concede");
    assert_int_equal(try_say(&pos, 0, "truco"), RULE_NO_RAISE);
    pos = before;
    say(&pos, "1 pass, 3 pass"); /* all passing runs */
    assert_points(pos.open.score, 4, 11);
    pos = before;
    say(&pos, "1 eleven-run");
    assert_true(pos.open.hand_over);
    assert_int_equal(pos.open.hand_winner, 0);
    assert_points(pos.open.score, 4, 11);
    pos = before;
    say(&pos, "1 concede");
    assert_points(pos.open.score, 4, 11);
    pos = lay_turned("paulista", 4, 3, 11, 3, "7S", FOUR); /* from the mano on */
    assert_int_equal(position_turn(&pos), 3);
    pos = lay_turned("paulista", 4, 11, 3, 1, "7S", FOUR);
    assert_int_equal(position_turn(&pos), 2);
    pos = lay_turned("paulista,speaker=captain", 4, 3, 11, 0, "7S", FOUR);
    assert_int_equal(position_turn(&pos), 3);
    assert_calls(&pos, "concede eleven-play eleven-run");
    pos = lay_turned("paulista", 4, 3, 10, 0, "7S", FOUR);
    assert_int_equal(pos.open.eleven, ELEVEN_NONE);
}

/* Played it is worth 3, to either side. */
TEST(eleven_pays)
{
    static const struct {
        const char *rules, *script;
        int score[2], after[2];
        bool over;
    } cases[] = { { "paulista", "0 accept, 0 play 3C, 1 play 6H, 0 play 2C, 1 concede", { 11, 4 }, { 14, 4 }, true },
                  { "paulista", "0 accept, 0 play 4C, 1 play 3H, 1 play 6H, 0 concede", { 11, 4 }, { 11, 7 }, false },
                  { "paulista", "0 eleven-run", { 11, 4 }, { 11, 5 }, false },
                  { "paulista", "0 refuse", { 11, 4 }, { 11, 5 }, false },
                  { "paulista", "0 run", { 11, 10 }, { 11, 11 }, false },
                  { "paulista", "1 eleven-run", { 4, 11 }, { 5, 11 }, false },
                  { "paulista,target=15", "0 eleven-run", { 14, 4 }, { 14, 5 }, false },
                  { "mineiro", "0 eleven-play, 0 play 4C, 1 concede", { 10, 4 }, { 14, 4 }, true },
                  { "mineiro", "0 eleven-play, 0 concede", { 10, 4 }, { 10, 8 }, false },
                  { "mineiro", "0 eleven-run", { 10, 4 }, { 10, 6 }, false },
                  { "mineiro,ten_run=2", "0 eleven-run", { 10, 4 }, { 10, 6 }, false },
                  { "mineiro,ten_run=1", "0 eleven-run", { 10, 4 }, { 10, 5 }, false },
                  /* at eleven too a plain hand would win */
                  { "mineiro,ten_run=1", "0 eleven-run", { 11, 9 }, { 11, 10 }, false },
                  { "mineiro,ten_run=1", "0 concede", { 10, 4 }, { 10, 6 }, false } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = lay_turned(cases[i].rules, 2, cases[i].score[0], cases[i].score[1], 0, "7S", TWO);
        say(&pos, cases[i].script);
        assert_true(pos.open.hand_over);
        assert_points(pos.open.score, cases[i].after[0], cases[i].after[1]);
        assert_int_equal(pos.open.game_over, cases[i].over);
    }
}

static bool knows(const struct position *pos, int seat, int other)
{
    struct view v;
    position_view(pos, seat, &v);
    if (memcmp(v.known[other], pos->dealt[other], sizeof v.known[other]) == 0)
        return true;
    for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
        assert_int_equal(v.known[other][k], CARD_NONE);
    return false;
}

/* Seed 001: the pair that chooses; seed 002: "the members of each team can see their partner's cards". */
TEST(eleven_views)
{
    static const struct {
        const char *rules;
        int score[2];
        bool even, odd;
    } cases[] = { { "paulista", { 11, 4 }, true, false },
                  { "paulista", { 4, 11 }, false, true },
                  { "paulista,eleven_view=own_side", { 4, 11 }, false, true },
                  { "paulista,eleven_view=both", { 4, 11 }, true, true },
                  { "paulista,eleven_view=both", { 4, 10 }, false, false },
                  { "paulista,eleven_view=both", { 11, 11 }, false, false },
                  { "mineiro", { 10, 4 }, true, false },
                  { "mineiro,eleven_view=both", { 10, 4 }, true, true },
                  { "mineiro", { 10, 10 }, false, false } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = lay_turned(cases[i].rules, 4, cases[i].score[0], cases[i].score[1], 0, "7S", FOUR);
        for (int played = 0; played < 2; played++) {
            for (int a = 0; a < 4; a++)
                for (int b = 0; b < 4; b++) {
                    bool partner = a % 2 == 0 ? cases[i].even : cases[i].odd;
                    assert_int_equal(knows(&pos, a, b), a == b || (a % 2 == b % 2 && partner));
                }
            if (pos.open.phase == PHASE_ELEVEN)
                assert_int_equal(try_say(&pos, position_turn(&pos), "eleven-play"), RULE_OK);
        }
    }
}

TEST(truco_in_eleven)
{
    static const struct {
        const char *rules;
        int score[2], after[2];
    } cases[] = { { "paulista,truco_in_eleven=loses_hand", { 11, 4 }, { 11, 7 } },
                  { "paulista,truco_in_eleven=loses_game", { 11, 4 }, { 11, 12 } },
                  { "paulista,truco_in_eleven=loses_game,end_check=end_of_hand", { 11, 4 }, { 11, 12 } },
                  { "paulista,truco_in_eleven=loses_hand", { 11, 11 }, { 11, 12 } },
                  { "mineiro,truco_in_ten=loses_hand", { 10, 4 }, { 10, 8 } },
                  { "mineiro,truco_in_ten=loses_game", { 10, 4 }, { 10, 12 } },
                  { "mineiro,truco_in_ten=loses_game", { 10, 10 }, { 10, 12 } } };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct position pos = lay_turned(cases[i].rules, 2, cases[i].score[0], cases[i].score[1], 0, "7S", TWO);
        if (pos.open.phase == PHASE_ELEVEN)
            say(&pos, "0 eleven-play");
        assert_true(can(&pos, "truco") && can(&pos, "raise"));
        assert_int_equal(try_say(&pos, 0, "seis"), RULE_WRONG_STEP);
        say(&pos, "0 truco");
        assert_true(pos.open.hand_over);
        assert_int_equal(pos.open.hand_winner, 1);
        assert_points(pos.open.score, cases[i].after[0], cases[i].after[1]);
        assert_int_equal(pos.open.game_over, cases[i].after[1] == 12);
    }
    struct position pos = lay_turned("mineiro,truco_in_ten=illegal", 2, 10, 4, 0, NULL, TWO);
    say(&pos, "0 eleven-play");
    assert_int_equal(try_say(&pos, 0, "truco"), RULE_NO_RAISE);
    /* the others lose by it too */
    pos = lay_turned("paulista,truco_in_eleven=loses_hand", 2, 11, 4, 1, "7S", TWO);
    say(&pos, "0 eleven-play, 1 truco");
    assert_points(pos.open.score, 14, 4);
}

/* --- the hand of iron --- */

TEST(iron)
{
    struct position pos = paulista("", 11, 11);
    assert_int_equal(pos.open.eleven, ELEVEN_IRON);
    assert_int_equal(pos.open.phase, PHASE_PLAY);
    assert_calls(&pos, "concede");
    assert_int_equal(try_say(&pos, 0, "truco"), RULE_NO_RAISE);
    assert_int_equal(try_say(&pos, 0, "play-blind 0"), RULE_SEEN);
    say(&pos, "0 play 3C, 1 play 6H, 0 play 2C, 1 play 3H, 1 play 2H, 0 play 4C");
    assert_points(pos.open.score, 11, 12);
    assert_int_equal(pos.open.game_winner, 1);
    pos = lay_turned("paulista", 2, 11, 11, 0, "7S", "3C 2C AC / 3H 2H AH"); /* tied: dealt again, iron again */
    say(&pos, "0 play 3C, 1 play 3H, 0 play 2C, 1 play 2H, 0 play AC, 1 play AH");
    assert_true(pos.open.hand_over && !pos.open.game_over);
    deal_turned(&pos, FIEL_NOBODY, "7S", TWO);
    assert_int_equal(pos.open.eleven, ELEVEN_IRON);
    pos = lay_turned("mineiro", 2, 10, 10, 0, NULL, TWO);
    assert_int_equal(pos.open.eleven, ELEVEN_IRON);
    say(&pos, "0 concede");
    assert_int_equal(pos.open.game_winner, 1);
}

TEST(iron_unseen)
{
    struct position pos = paulista(",ferro_blind=yes", 11, 11);
    struct view v;
    position_view(&pos, 0, &v);
    for (unsigned k = 0; k < 3; k++)
        assert_int_equal(v.known[0][k], CARD_HIDDEN);
    assert_int_equal(v.known[0][3], CARD_NONE);
    assert_int_equal(v.known[1][0], CARD_NONE);
    assert_calls(&pos, "concede play-blind 0 play-blind 1 play-blind 2");
    assert_int_equal(try_say(&pos, 0, "play 3C"), RULE_UNSEEN); /* the same for a card that is not held */
    assert_int_equal(try_say(&pos, 0, "play 7C"), RULE_UNSEEN);
    say(&pos, "0 play-blind 1, 1 play-blind 2");
    assert_int_equal(pos.open.table[0], pos.dealt[0][1]);
    assert_int_equal(pos.open.trick_winner[0], 0);
    position_view(&pos, 0, &v);
    assert_int_equal(v.known[0][0], CARD_HIDDEN);
    assert_int_equal(v.known[0][1], pos.dealt[0][1]); /* it lies on the table */
    assert_calls(&pos, "concede play-blind 0 play-blind 2");
    assert_int_equal(try_say(&pos, 0, "play-blind 1"), RULE_CARD_NOT_HELD);
    say(&pos, "0 play-blind 0, 1 play-blind 1");
    assert_int_equal(pos.open.game_winner, 0);
    pos = paulista(",ferro_blind=yes", 11, 10); /* only the iron hand */
    position_view(&pos, 0, &v);
    assert_memory_equal(v.known[0], pos.dealt[0], sizeof v.known[0]);
}

/* --- games --- */

TEST(best_of_three)
{
    struct position pos = paulista("", 9, 0);
    say(&pos, "0 truco, 1 run");
    pos = paulista(",chicos_to_win=2", 9, 0);
    say(&pos, "0 truco, 1 accept, 0 play 3C, 1 concede");
    assert_true(pos.open.game_over);
    assert_int_equal(pos.open.partida_winner, FIEL_NOBODY);
    pos = paulista("", 9, 0);
    say(&pos, "0 truco, 1 accept, 0 play 3C, 1 concede");
    assert_int_equal(pos.open.partida_winner, 0);
    assert_true(sizeof pos <= 512);
}
