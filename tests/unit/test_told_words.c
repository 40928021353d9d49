/* What every command tells is in the language that was asked for: --lang is taken in one place, each game names its own hand, and a
 * table's columns count what is seen. */
#include "support/test.h"

#include <ctype.h>

#include "cli/cells.h"
#include "cli/lang.h"
#include "cli/say.h"
#include "rules/rules.h"
#include "support/rules_play.h"
#include "tell/speech.h"
#include "support/printed.h"

/* It has a translation: T() gives another text than the English. */
static const char *translated(const char *english)
{
    const char *text = T(english);
    if (language_spoken() != ENGLISH && !strcmp(text, english))
        fail_msg("still English: %s", english);
    return text;
}

/* --- the hand of eleven is mineiro's hand of ten ----------------------------------------------------------------- */

static bool names_hand(const char *text, const char *number)
{
    size_t size = strlen(number);
    for (const char *at = text; (at = strstr(at, number)); at += size)
        if ((at == text || !isalpha((unsigned char)at[-1])) && !(isalpha((unsigned char)at[size]) || at[size] & 0x80))
            return true;
    return false;
}

static void never_says(const char *rules, enum language l, const char *text)
{
    static const char *const eleven[LANGUAGES] = { "eleven", "once", "onze" }, *const ten[LANGUAGES] = { "ten", "diez",
                                                                                                         "dez" };
    bool of_ten = !strncmp(rules, "mineiro", 7);
    assert_true(*text);
    if (names_hand(text, of_ten ? eleven[l] : ten[l]) || names_hand(text, of_ten ? eleven[ENGLISH] : ten[ENGLISH]))
        fail_msg("%s: %s", rules, text);
}

/* What may be said in the hand, as it is written and as it is spoken; the question; why something else is refused; what the options mean. */
static void check_hand(const char *rules, const struct position *pos, enum language l)
{
    struct action list[FIEL_LEGAL_MAX];
    char written[ACTION_TEXT], spoken[SPEECH];
    int n = position_legal(pos, position_turn(pos), list);
    language_speak(l);
    for (int i = 0; i < n; i++) {
        never_says(rules, l, action_text(&pos->open, list[i], written));
        never_says(rules, l, speech_of(&pos->open, list[i], written, true, spoken));
    }
    never_says(rules, l, speech_asked(pos->open.phase, l));
#define X(name, number, text) never_says(rules, l, translated(text));
    FIEL_RULE_ERRORS(X)
#undef X
    for (unsigned k = 0; k < OPT_COUNT; k++)
        if (option_in_preset((enum option)k, (enum preset)pos->open.rules.preset))
            never_says(rules, l, translated(option_rows[k].meaning));
    language_speak(ENGLISH);
}

TEST(each_game_names_its_own_hand)
{
    static const struct {
        const char *rules, *vira, *calls;
        int score;
    } games[] = {
        { "paulista", "7S", "concede eleven-play eleven-run", 11 },
        { "paulista,names=spanish", "7S", "mazo eleven-play eleven-run", 11 },
        { "mineiro", NULL, "concede ten-play ten-run", 10 },
        { "mineiro,names=spanish", NULL, "mazo ten-play ten-run", 10 },
        { "mineiro,ladder=4-6-9-12", NULL, "concede ten-play ten-run", 10 },
    };
    static const char *const words[][2] = { { "eleven-play", "ten-play" }, { "eleven-run", "ten-run" } };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        struct position pos = table_of(games[i].rules, 2, games[i].score, 4);
        deal_turned(&pos, 0, games[i].vira, "3C 2C 4C / 3H 2H 6H");
        assert_int_equal(pos.open.phase, PHASE_ELEVEN);
        assert_calls(&pos, games[i].calls);
        for (unsigned w = 0; w < 4; w++) { /* whichever is typed is understood */
            struct action a;
            assert_int_equal(action_parse(&pos.open, words[w / 2][w % 2], &a), RULE_OK);
            assert_int_equal(a.kind, w / 2 ? ACT_ELEVEN_RUN : ACT_ELEVEN_PLAY);
        }
        for (enum language l = ENGLISH; l < LANGUAGES; l++)
            check_hand(games[i].rules, &pos, l);
    }
}

/* --- --lang ------------------------------------------------------------------------------------------------------ */

enum { WORDS = 8 };
struct said {
    const char *locale, *words[WORDS], *left[WORDS];
    enum language spoken;
    int code;
};

static void taken(const struct said *c)
{
    char *argv[WORDS + 1] = { NULL }, text[WORDS][32];
    int argc = 0, n = 0;
    for (; c->words[argc]; argc++) {
        snprintf(text[argc], sizeof text[argc], "%s", c->words[argc]);
        argv[argc] = text[argc];
    }
    setenv("LC_ALL", c->locale, 1);
    unsetenv("LANGUAGE");
    language_speak(ENGLISH);
    assert_int_equal(lang_take("match", &argc, argv), c->code);
    for (; !c->code && c->left[n]; n++)
        assert_string_equal(argv[n], c->left[n]);
    if (!c->code) {
        assert_int_equal(argc, n);
        assert_null(argv[argc]);
    }
    assert_int_equal(language_spoken(), c->spoken);
}

TEST(lang_is_taken_in_one_place)
{
    static const struct said cases[] = {
        { "es_AR.UTF-8", { "match", "--games", "2" }, { "match", "--games", "2" }, SPANISH, EXIT_FINE },
        { "es_AR.UTF-8", { "match", "--lang", "pt", "x" }, { "match", "x" }, PORTUGUESE, EXIT_FINE },
        { "es_AR.UTF-8", { "match", "x", "--lang=en" }, { "match", "x" }, ENGLISH, EXIT_FINE },
        { "C", { "match", "--lang=es_AR.UTF-8" }, { "match" }, SPANISH, EXIT_FINE },
        { "es_AR.UTF-8", { "match", "--json" }, { "match", "--json" }, ENGLISH, EXIT_FINE },
        { "es_AR.UTF-8", { "match", "--events", "e" }, { "match", "--events", "e" }, ENGLISH, EXIT_FINE },
        { "C", { "match", "--json", "--lang", "es" }, { "match", "--json" }, SPANISH, EXIT_FINE },
        { "pt_BR",
          { "match", "--", "a", "--lang", "es" },
          { "match", "--", "a", "--lang", "es" },
          PORTUGUESE,
          EXIT_FINE },
        { "C", { "match", "--lang" }, { NULL }, ENGLISH, EXIT_USAGE },
        { "C", { "match", "--lang", "latin" }, { NULL }, ENGLISH, EXIT_USAGE },
        { "C", { "match", "--language", "es" }, { "match", "--language", "es" }, ENGLISH, EXIT_FINE },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        taken(&cases[i]);
    language_speak(ENGLISH);
}

TEST(a_help_has_its_row)
{
    static const struct {
        const char *help, *with;
    } cases[] = {
        { "usage: x\n\n  --games N   many\n              or few\n  --json      an object\n\nExit: 0.\n",
          "usage: x\n\n  --games N   many\n              or few\n  --json      an object\n"
          "  --lang LANG en, es or pt: what is told   (as LANG and LC_ALL say; of --json English)\n\nExit: 0.\n" },
        { "usage: x\n\n  --a-very-long-one\n                    text\n",
          "usage: x\n\n  --a-very-long-one\n                    text\n"
          "  --lang LANG       en, es or pt: what is told   (as LANG and LC_ALL say)\n" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        OWNED char *text = lang_help(cases[i].help);
        assert_non_null(text);
        assert_non_null(strstr(text, "--lang LANG  "));
        assert_non_null(strstr(text, "en, es or pt: what is told   (as LANG and LC_ALL say"));
        assert_int_equal(strstr(text, "of --json English") != NULL, strstr(cases[i].help, "--json") != NULL);
        assert_string_equal(text + strlen(text) - 6, cases[i].with + strlen(cases[i].with) - 6);
    }
}

/* --- columns ------------------------------------------------------------------------------------------------------ */

TEST(columns_are_what_is_seen)
{
    char cell[CELL_TEXT];
    FILE *out = print_begin();
    cell_left(out, 6, "mão");
    cell_right(out, 6, "años");
    fputc('|', out);
    cell_right(out, 2, "máximo");
    fputc('\n', out);
    language_speak(SPANISH);
    fputs(cell_interval(cell, 3, -0.25, 0.5), out);
    fputs(cell_percent(cell, 0.725), out);
    fputs(cell_score(cell, 0.5, 0.125), out);
    language_speak(ENGLISH);
    fputs(cell_percent(cell, 0.725), out);
    fputs(cell_interval(cell, 3, -0.0001, 0.5), out);
    fputc('\n', out);
    cell_flow(out, 0, 2, "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ññññññññññññññññññññññññññññññññññññññññ b");
    fputc('\n', out);
    cell_flow(out, 79, 2, ", b; c");
    assert_string_equal(print_end(),
                        "mão     años|máximo\n-0,250 ± 0,50072,5 %0,500 ± 0,12572.5%+0.000 ± 0.500\n"
                        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ññññññññññññññññññññññññññññññññññññññññ\n  b\n"
                        ",\n  b; c");
}

/* Names by what they take on a screen: cut after whole letters, with their ends. */
TEST(cells_are_cut_by_columns)
{
    static const struct {
        const char *text, *cut;
        int columns;
    } cuts[] = {
        { "cauto", "cauto", 5 },
        { "embustero-4", "embus…-4", 8 },
        { "ñandú-ñandú", "ñandú-ñ…", 8 },
        { "牌牌牌牌-4", "牌牌…-4", 8 }, /* two columns each: seven, because half a letter is none */
        { "n\u0303ando\u0301-12", "n\u0303an…12", 6 },
        { "embustero", "em…", 3 },
        { "", "", 0 },
    };
    char out[64];
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        assert_string_equal(cell_cut(out, sizeof out, cuts[i].text, cuts[i].columns, "…"), cuts[i].cut);
        assert_true(cell_columns(out) <= cuts[i].columns);
    }
    assert_int_equal(cell_columns("牌é e\u0301"), 5);
}
