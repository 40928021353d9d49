/* What every command tells is in the language that was asked for: --lang is taken in one place, what the rules mean has a translation
 * each, and a table's columns count what is seen. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cells.h"
#include "cli/lang.h"
#include "cli/say.h"
#include "rules/rules.h"
#include "rules/signs.h"
#include "tell/speech.h"
#include "tools/table/rule_sentences.h"

static const struct row {
    const char *in[LANGUAGES];
} rows[] = {
#define X(english, spanish, portuguese) { { english, spanish, portuguese } },
    RULE_SENTENCES(X)
#undef X
};
enum { ROWS = sizeof rows / sizeof *rows };

static const struct row *row_of(const char *english)
{
    for (size_t i = 0; i < ROWS; i++)
        if (!strcmp(rows[i].in[ENGLISH], english))
            return &rows[i];
    fail_msg("no row in rule_sentences.h: %s", english);
    return NULL;
}

static void every_meaning_has_a_translation(void **state)
{
    bool met[ROWS] = { false };
    (void)state;
    for (unsigned k = 0; k < OPT_COUNT; k++)
        met[row_of(option_rows[k].meaning) - rows] = true;
    for (unsigned p = 0; p < PRESET_COUNT; p++)
        met[row_of(preset_rows[p].meaning) - rows] = true;
    for (size_t i = 0; i < ROWS; i++) {
        if (!met[i])
            fail_msg("nothing means this any more: %s", rows[i].in[ENGLISH]);
        for (unsigned l = SPANISH; l < LANGUAGES; l++)
            if (!*rows[i].in[l] || !strcmp(rows[i].in[l], rows[i].in[ENGLISH]))
                fail_msg("still English: %s", rows[i].in[l]);
    }
}

static void every_sign_has_a_translation(void **state)
{
    (void)state;
    for (unsigned word = 1; word <= SIGN_LAST; word++)
        for (unsigned l = SPANISH; l < LANGUAGES; l++) {
            language_speak((enum language)l);
            if (!strcmp(sign_told(word), sign_made(word)))
                fail_msg("still English: %s", sign_made(word));
        }
    language_speak(ENGLISH);
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

static void lang_is_taken_in_one_place(void **state)
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
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        taken(&cases[i]);
    language_speak(ENGLISH);
}

static void a_help_has_its_row(void **state)
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
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = lang_help(cases[i].help);
        assert_non_null(text);
        assert_non_null(strstr(text, "--lang LANG  "));
        assert_non_null(strstr(text, "en, es or pt: what is told   (as LANG and LC_ALL say"));
        assert_int_equal(strstr(text, "of --json English") != NULL, strstr(cases[i].help, "--json") != NULL);
        assert_string_equal(text + strlen(text) - 6, cases[i].with + strlen(cases[i].with) - 6);
        free(text);
    }
}

/* --- columns ------------------------------------------------------------------------------------------------------ */

static void columns_are_what_is_seen(void **state)
{
    char *text = NULL, cell[CELL_TEXT];
    size_t size;
    FILE *out = open_memstream(&text, &size);
    (void)state;
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
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, "mão     años|máximo\n-0,250 ± 0,50072,5 %0,500 ± 0,12572.5%+0.000 ± 0.500\n"
                              "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ññññññññññññññññññññññññññññññññññññññññ\n  b\n"
                              ",\n  b; c");
    free(text);
}

/* Names by what they take on a screen: cut after whole letters, with their ends. */
static void cells_are_cut_by_columns(void **state)
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
    (void)state;
    for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) {
        assert_string_equal(cell_cut(out, sizeof out, cuts[i].text, cuts[i].columns, "…"), cuts[i].cut);
        assert_true(cell_columns(out) <= cuts[i].columns);
    }
    assert_int_equal(cell_columns("牌é e\u0301"), 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cells_are_cut_by_columns),     cmocka_unit_test(every_meaning_has_a_translation),
        cmocka_unit_test(every_sign_has_a_translation), cmocka_unit_test(lang_is_taken_in_one_place),
        cmocka_unit_test(a_help_has_its_row),           cmocka_unit_test(columns_are_what_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
