/* cli_rules: `fiel rules`, the presets and their options. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cli.h"
#include "cli/words.h"
#include "cli/cells.h"
#include "cli/language.h"
#include "rules/idle.h"
#include "table.h"
#include "tell/speech.h"

enum { MEANING = 512 };

static const char help[] =
    "usage: fiel rules [--json] [PRESET[,option=value...]]\n"
    "       fiel rules --diff PRESET[,...] PRESET[,...]\n"
    "\n"
    "  $ fiel rules argentino,target=15\n"
    "  $ fiel rules --diff paulista mineiro\n"
    "\n"
    "Without a preset: lists them.  With one: every option that means something in it, with its value, what\n"
    "else it may be, what it means and where it comes from.  [0] to [4] are the seed documents, s a section\n"
    "of theirs; a ruling is explained in spec/RULES.md.  Where no value of an option changes anything it is said,\n"
    "with what that takes.\n"
    "\n";

static int print_json(json_t *answer)
{
    char *text = json_dumps(answer, JSON_INDENT(2));
    json_decref(answer);
    if (text == NULL)
        return cli_fail(EXIT_ENVIRONMENT, "out of memory: close something and try again");
    puts(text);
    free(text);
    return EXIT_FINE;
}

/* Behind what it is the meaning of, in a column of its own. */
static void print_meaning(int column, const char *what, const char *english)
{
    cell_left(stdout, column, what);
    cell_flow(stdout, column, column, T(english));
    putchar('\n');
}

static int list_presets(bool json)
{
    if (json) {
        json_t *answer = json_object();
        json_object_set_new(answer, "presets", table_presets());
        return print_json(answer);
    }
    for (unsigned p = 0; p < PRESET_COUNT; p++)
        print_meaning(17, preset_rows[p].name, preset_rows[p].meaning);
    puts(T("\nfiel rules PRESET lists the options of one."));
    return EXIT_FINE;
}

/* "[allowed|values]" with the one that holds left as it stands. */
static void print_option(const struct rules *r, enum option k)
{
    const struct option_row *row = &option_rows[k];
    char value[64], words[MEANING], needs[OPTION_NEEDS];
    option_value_text(k, r->opt[k], value, sizeof value);
    printf("%s=%s\n", row->name, value);
    print_meaning(4, "", row->meaning);
    if (option_idle(r, k, needs))
        printf(*needs ? T("    changes nothing here without %s\n") : T("    changes nothing here\n"), needs);
    snprintf(words, sizeof words, T("allowed: %s   source: %s"), row->values + (row->values[0] == '#'), row->source);
    fputs("    ", stdout);
    cell_flow(stdout, 4, 6, words);
    putchar('\n');
}

/* "hidden=never" for "face_down=forbidden", where this preset knows it. */
static void print_aliases(enum preset p)
{
    const char *lead = T("also understood:");
    for (size_t i = 0; i < ALIAS_COUNT; i++)
        if (strchr(alias_rows[i].presets, preset_rows[p].letter) != NULL) {
            printf("%s\n", lead);
            lead = "";
            printf(T("    %s=%s for %s"), alias_rows[i].name, alias_rows[i].value, alias_rows[i].meaning);
        }
    if (lead[0] == '\0')
        putchar('\n');
}

/* The vocabulary, for signs=on. */
static void print_signs(const struct rules *r)
{
    puts(T("signs:"));
    for (unsigned word = 1; word <= SIGN_LAST; word++)
        if (sign_known(r, word)) {
            char words[MEANING];
            snprintf(words, sizeof words, "%s%s", sign_told(word),
                     sign_of_captain(word) ? T(" (the captain alone)") : "");
            printf("    %-12s ", sign_text(word));
            cell_flow(stdout, 17, 17, words);
            putchar('\n');
        }
}

static int list_options(const char *text, bool json)
{
    struct rules r;
    char why[RULES_ERROR_TEXT], canonical[RULES_TEXT];
    if (rules_parse(text, &r, why) != 0)
        return cli_fail(EXIT_USAGE, "%s", why);
    rules_text(&r, canonical);
    if (json) {
        json_t *answer = json_object();
        json_object_set_new(answer, "rules", json_string(canonical));
        json_object_set_new(answer, "meaning", json_string(preset_rows[r.preset].meaning));
        json_object_set_new(answer, "options", table_options(&r));
        json_object_set_new(answer, "signs", table_signs(&r));
        return print_json(answer);
    }
    printf("%s:\n", canonical);
    print_meaning(4, "", preset_rows[r.preset].meaning);
    putchar('\n');
    for (unsigned k = 0; k < OPT_COUNT; k++)
        if (option_in_preset((enum option)k, (enum preset)r.preset))
            print_option(&r, (enum option)k);
    print_aliases((enum preset)r.preset);
    print_signs(&r);
    return EXIT_FINE;
}

/* --- two presets side by side --- */

static const char *value_in(const struct rules *r, enum option k, char value[64])
{
    return option_value_text(k, r->opt[k], value, 64);
}

static json_t *diff_json(const struct rules pair[2])
{
    json_t *list = json_array(), *answer = json_object();
    char text[2][RULES_TEXT], value[2][64];
    for (unsigned k = 0; k < OPT_COUNT; k++) {
        const struct option_row *row = &option_rows[k];
        if (pair[0].opt[k] == pair[1].opt[k])
            continue;
        json_t *values = json_pack("[s,s]", value_in(&pair[0], (enum option)k, value[0]),
                                   value_in(&pair[1], (enum option)k, value[1]));
        json_array_append_new(list, json_pack("{s:s,s:o,s:s,s:s}", "name", row->name, "values", values, "meaning",
                                              row->meaning, "source", row->source));
    }
    json_object_set_new(answer, "rules",
                        json_pack("[s,s]", rules_text(&pair[0], text[0]), rules_text(&pair[1], text[1])));
    json_object_set_new(answer, "differ", list);
    return answer;
}

/* Every option that has another value, also those that only a preset's own row sets. */
static int diff(char *const names[2], bool json)
{
    struct rules pair[2];
    char why[RULES_ERROR_TEXT], text[RULES_TEXT], value[2][64];
    for (int i = 0; i < 2; i++)
        if (rules_parse(names[i], &pair[i], why) != 0)
            return cli_fail(EXIT_USAGE, "%s", why);
    if (json)
        return print_json(diff_json(pair));
    printf("- %s\n", rules_text(&pair[0], text));
    printf("+ %s\n", rules_text(&pair[1], text));
    for (unsigned k = 0; k < OPT_COUNT; k++)
        if (pair[0].opt[k] != pair[1].opt[k]) {
            printf("%-18s %-14s %s\n", option_rows[k].name, value_in(&pair[0], (enum option)k, value[0]),
                   value_in(&pair[1], (enum option)k, value[1]));
            print_meaning(4, "", option_rows[k].meaning);
        }
    return EXIT_FINE;
}

struct rules_words {
    bool json, two;
};
static const struct cli_option options[] = {
    { "json", NULL, CLI_INTO(struct rules_words, json), "one JSON object instead of text" },
    { "diff", NULL, CLI_INTO(struct rules_words, two), "only the options in which two differ, with both values" },
    { 0 },
};
static const struct cli_words takes = { "rules", options, .help = help, .most = 2,
                                        .remedy = "options follow a preset after commas" };

int cli_rules(int argc, char **argv)
{
    struct rules_words w = { 0 };
    int code;
    if (!cli_words_read(&takes, &w, &argc, argv, &code))
        return code;
    int n = argc - 1;
    if (w.two && n != 2)
        return cli_fail(EXIT_USAGE, "--diff compares two presets: fiel rules --diff paulista mineiro");
    if (!w.two && n == 2)
        return cli_fail(EXIT_USAGE,
                        "rules takes one preset, \"%s\" is a second: options follow it after commas; "
                        "--diff compares two",
                        argv[2]);
    if (w.two)
        return diff(argv + 1, w.json);
    return n == 0 ? list_presets(w.json) : list_options(argv[1], w.json);
}
