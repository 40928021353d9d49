/* The words of signs, who may make which to whom, and how many. */
#include "support/rules_play.h"

#include "rules/signs.h"

#define DEAL_4 "7e 6e 4c / 1e 7b 6b / 1b 2e 3e / 7o 5c 10c"
#define DEAL_6 DEAL_4 " / 2b 3b 11c / 12o 4e 5e"

/* --- the vocabularies --- */

static const struct {
    const char *preset, *words;
} vocabularies[] = {
    { "argentino", "1e 1b 7e 7o 3 2 1oc bad envido" },
    { "argentino-flor", "1e 1b 7e 7o 3 2 1oc bad envido" },
    { "uruguayo", "1e 1b 7e 7o 3 2 1oc bad envido pieza perico perica" },
    { "truc-y-flou", "1e 1b 7e 7o 3 2 perique flor embit let-go go" },
    { "venezolano", "1e 1b 7e 7o 3 2 1oc bad envido pieza perico perica" },
    { "gauderio", "1e 1b 7e 7o 3 2 1oc bad envido-low envido-high" },
    { "paulista", "bad zap copas espadilha pica-fumo" },
    { "paulista-limpo", "bad zap copas espadilha pica-fumo" },
    { "mineiro", "bad zap copas espadilha pica-fumo" },
};

TEST(each_variant_has_its_words)
{
    for (size_t i = 0; i < sizeof vocabularies / sizeof *vocabularies; i++) {
        struct rules r;
        char why[RULES_ERROR_TEXT], words[256] = "";
        assert_int_equal(rules_parse(vocabularies[i].preset, &r, why), 0);
        for (unsigned word = 0; word < 300; word++)
            if (sign_known(&r, word)) {
                strcat(words, words[0] ? " " : "");
                strcat(words, sign_text(word));
            }
        assert_string_equal(words, vocabularies[i].words);
    }
}

TEST(words_have_names)
{
    for (unsigned word = 1; word <= SIGN_LAST; word++) {
        assert_int_equal(sign_parse(sign_text(word)), word);
        assert_true(strlen(sign_made(word)) > 3);
        assert_int_equal(sign_of_captain(word), word == SIGN_LET_GO || word == SIGN_GO);
        struct sign s = { (uint8_t)word, 3 }, back = sign_of_code(sign_code(s));
        assert_true(back.word == word && back.to == 3);
    }
    assert_int_equal(sign_parse("8e"), 0);
    assert_int_equal(sign_parse(""), 0);
    assert_string_equal(sign_text(0), "?");
    assert_string_equal(sign_text(SIGN_LAST + 1), "?");
    assert_string_equal(sign_made(255), "?");
    assert_false(sign_of_captain(255));
}

/* --- where there are signs --- */

TEST(tables_without_partners)
{
    struct rules r;
    struct position pos;
    char why[RULES_ERROR_TEXT];
    assert_int_equal(rules_parse("argentino,signs=on", &r, why), 0);
    assert_int_equal(position_new(&pos, &r, 2, why), -1);
    assert_string_equal(why, "signs are made to a partner, and 2 seats have none for everybody: signs=on takes 4 "
                             "seats and more");
    assert_int_equal(position_new(&pos, &r, 3, why), -1); /* a gallo has no partner */
    for (int seats = 4; seats <= 8; seats += 2)
        assert_int_equal(position_new(&pos, &r, seats, why), 0);
}

TEST(numbers_of_the_options)
{
    struct rules r;
    char why[RULES_ERROR_TEXT];
    assert_int_equal(rules_parse("argentino,sign_seen=256", &r, why), 0);
    assert_int_equal(r.opt[OPT_SIGN_SEEN], 256);
    assert_int_equal(rules_parse("argentino,sign_seen=257", &r, why), -1);
    assert_int_equal(rules_parse("argentino,signs_per_decision=4", &r, why), -1);
    assert_int_equal(rules_parse("argentino,signs_per_hand=10", &r, why), -1);
    assert_int_equal(rules_parse("argentino,sign_words=truc", &r, why), -1); /* a fact of the preset */
    assert_int_equal(rules_parse("argentino", &r, why), 0);
    assert_int_equal(r.opt[OPT_SIGN_SEEN], 64);
    assert_int_equal(r.opt[OPT_SIGNS], 0);
}

static struct position dealt(const char *rules, int seats)
{
    struct position pos = table_of(rules, seats, 0, 0);
    deal_hands(&pos, 0, seats == 6 ? DEAL_6 : DEAL_4);
    return pos;
}

static enum rule_error one(const struct position *pos, unsigned seat, unsigned word, unsigned to)
{
    uint16_t code = (uint16_t)(word << 8 | to);
    return signs_refused(&pos->open, seat, 0, &code, 1);
}

TEST(to_whom)
{
    struct position pos = dealt("argentino,signs=on", 4), off = dealt("argentino", 4);
    assert_int_equal(one(&pos, 0, SIGN_THREE, 2), RULE_OK);
    assert_int_equal(one(&pos, 3, SIGN_BAD, 1), RULE_OK);
    assert_int_equal(one(&pos, 0, SIGN_THREE, 0), RULE_SIGN_PARTNER);
    assert_int_equal(one(&pos, 0, SIGN_THREE, 1), RULE_SIGN_PARTNER);
    assert_int_equal(one(&pos, 0, SIGN_THREE, 4), RULE_SIGN_PARTNER);
    assert_int_equal(one(&pos, 0, SIGN_THREE, 255), RULE_SIGN_PARTNER);
    assert_int_equal(one(&pos, 9, SIGN_THREE, 2), RULE_SIGN_PARTNER);
    assert_int_equal(one(&pos, 0, 0, 2), RULE_SIGN_WORD);
    assert_int_equal(one(&pos, 0, SIGN_ZAP, 2), RULE_SIGN_WORD);
    assert_int_equal(one(&off, 0, SIGN_THREE, 2), RULE_NO_SIGNS);
    assert_int_equal(signs_refused(&off.open, 0, 0, NULL, 0), RULE_OK);
    pos = dealt("argentino,signs=on", 6);
    assert_int_equal(one(&pos, 0, SIGN_THREE, 2), RULE_OK);
    assert_int_equal(one(&pos, 0, SIGN_THREE, 4), RULE_OK);
    assert_int_equal(one(&pos, 0, SIGN_THREE, 3), RULE_SIGN_PARTNER);
}

TEST(how_many)
{
    static const uint16_t codes[] = { 0x0102, 0x0202, 0x0302, 0x0402 };
    struct position pos = dealt("argentino,signs=on,signs_per_decision=2,signs_per_hand=3", 4);
    assert_int_equal(signs_refused(&pos.open, 0, 0, codes, 2), RULE_OK);
    assert_int_equal(signs_refused(&pos.open, 0, 0, codes, 3), RULE_SIGNS_DECISION);
    assert_int_equal(signs_refused(&pos.open, 0, 2, codes, 1), RULE_OK);
    assert_int_equal(signs_refused(&pos.open, 0, 2, codes, 2), RULE_SIGNS_HAND);
    assert_int_equal(signs_refused(&pos.open, 0, 3, codes, 1), RULE_SIGNS_HAND);
    assert_int_equal(signs_refused(&pos.open, 0, 3, codes, 0), RULE_OK);
    assert_int_equal(signs_room(&pos.open, 0), 2);
    assert_int_equal(signs_room(&pos.open, 2), 1);
    assert_int_equal(signs_room(&pos.open, 3), 0);
    assert_int_equal(signs_room(&pos.open, 99), 0);
    pos = dealt("argentino", 4);
    assert_int_equal(signs_room(&pos.open, 0), 0);
}

/* Nobody has a partner in a duel. */
TEST(none_in_a_pico)
{
    struct position pos = dealt("argentino,signs=on", 6);
    assert_true(signs_on(&pos.open));
    pos.open.pico = 1;
    pos.open.duel = 1u << 0 | 1u << 3;
    assert_false(signs_on(&pos.open));
    assert_int_equal(signs_room(&pos.open, 0), 0);
    assert_int_equal(one(&pos, 0, SIGN_THREE, 2), RULE_NO_SIGNS);
}

TEST(the_captain)
{
    struct position pos = dealt("truc-y-flou,signs=on", 6);
    for (unsigned seat = 0; seat < 6; seat++) {
        bool captain = seat == 2 || seat == 3;
        assert_int_equal(sign_captain(&pos.open, seat), captain);
        assert_int_equal(one(&pos, seat, SIGN_GO, (seat + 2) % 6), captain ? RULE_OK : RULE_SIGN_CAPTAIN);
        assert_int_equal(one(&pos, seat, SIGN_PERIQUE, (seat + 2) % 6), RULE_OK);
        assert_int_equal(one(&pos, seat, SIGN_BAD, (seat + 2) % 6), RULE_SIGN_WORD);
    }
}

/* --- what a seat sees in the round --- */

TEST(the_view_of_the_round)
{
    struct position pos = dealt("argentino-flor,signs=on", 4), other = pos;
    other.dealt[1][0] = 25; /* nobody else's view knows */
    for (int seat = 0; seat < 4; seat++) {
        struct view v, w;
        memset(&v, 0, sizeof v);
        memset(&w, 0, sizeof w);
        struct action list[FIEL_LEGAL_MAX];
        signs_view(&pos, seat, &v);
        assert_int_equal(v.open.phase, PHASE_SIGNS);
        assert_int_equal(v.open.turn, seat);
        assert_int_equal(view_legal(&v, list), 1);
        assert_int_equal(action_code(list[0]), ACT_PASS << 8);
        for (int i = 0; i < 4; i++)
            assert_true(i == seat || v.known[i][0] == CARD_NONE);
        signs_view(&other, seat, &w);
        assert_int_equal(memcmp(&v, &w, sizeof v) == 0, seat != 1);
    }
    assert_int_not_equal(pos.open.phase, PHASE_SIGNS); /* the match itself knows nothing of it */
}
