/* cli_rules: `fiel rules`, the presets and their options. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "table.h"

static const char help[] =
    "Usage: fiel rules [--json] [PRESET[,option=value...]]\n"
    "\n"
    "  $ fiel rules argentino,target=15\n"
    "\n"
    "Without a preset: lists them.  With one: every option that means something in it, with its value, what\n"
    "else it may be, what it means and where it comes from.  [0] to [4] are the seed documents, s a section\n"
    "of theirs; a ruling is explained in protocol/RULES.md.\n"
    "\n"
    "  --json  one JSON object instead of text\n";

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

static int list_presets(bool json)
{
    if (json) {
        json_t *answer = json_object();
        json_object_set_new(answer, "presets", table_presets());
        return print_json(answer);
    }
    for (unsigned p = 0; p < PRESET_COUNT; p++)
        printf("%-16s %s\n", preset_rows[p].name, preset_rows[p].meaning);
    puts("\nfiel rules PRESET lists the options of one.");
    return EXIT_FINE;
}

/* "[allowed|values]" with the one that holds left as it stands. */
static void print_option(const struct rules *r, enum option k)
{
    const struct option_row *row = &option_rows[k];
    char value[64];
    option_value_text(k, r->opt[k], value, sizeof value);
    printf("%s=%s\n", row->name, value);
    printf("    %s\n", row->meaning);
    printf("    allowed: %s   source: %s\n", row->values[0] == '#' ? row->values + 1 : row->values,
           row->source);
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
        return print_json(answer);
    }
    printf("%s: %s\n\n", canonical, preset_rows[r.preset].meaning);
    for (unsigned k = 0; k < OPT_COUNT; k++)
        if (option_in_preset((enum option)k, (enum preset)r.preset))
            print_option(&r, (enum option)k);
    return EXIT_FINE;
}

int cli_rules(int argc, char **argv)
{
    const char *preset = NULL;
    bool json = false;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            return EXIT_FINE;
        }
        if (strcmp(argv[i], "--json") == 0)
            json = true;
        else if (argv[i][0] == '-')
            return cli_fail(EXIT_USAGE,
                            "rules has no option \"%s\": it takes --json and one preset (fiel rules --help)",
                            argv[i]);
        else if (preset != NULL)
            return cli_fail(EXIT_USAGE,
                            "rules takes one preset, \"%s\" is a second: options follow it after commas",
                            argv[i]);
        else
            preset = argv[i];
    }
    return preset == NULL ? list_presets(json) : list_options(preset, json);
}
