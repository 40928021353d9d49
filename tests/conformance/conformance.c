/* conformance: does a bot keep the protocol?  `conformance -- COMMAND` says.
 *
 * It is the bot's arbiter: honest in the courses, with a lie in the others; see spec/CONFORMANCE.md. */
#include <limits.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/beside.h"
#include "cli/json_out.h"
#include "cli/help.h"
#include "cli/cells.h"
#include "cli/say.h"
#include "cli/words.h"
#include "scenario.h"

static const char
    help[] = "usage: conformance [OPTION...] -- COMMAND [WORD...]\n\n"
             "  conformance -- ./mine\n"
             "  conformance --only lie/head,course/gap -- python3 mine.py\n\n"
             "Runs COMMAND as a bot through whole matches, through everything that can happen to a line, and past an\n"
             "arbiter that lies: a bot that finds out says PROTEST and ends with an exit code other than 0.\n\n";

static const char after[] = "\nExit: 0 it conforms, 1 it does not, 2 wrong usage, 3 this machine could not run it.\n";

struct group {
    size_t (*count)(const struct subject *subject);
    void (*name)(const struct subject *subject, size_t i, struct scenario *s);
    void (*play)(const struct subject *subject, size_t i, struct scenario *s);
};

static const struct group groups[] = {
    { matches_count, match_name, match_play },
    { courses_count, course_name, course_play },
    { lies_count, lie_name, lie_play },
};
enum { GROUPS = sizeof groups / sizeof *groups };

struct options {
    const char *only; /* NULL: all */
    bool list, json, cuts;
};
static const struct cli_option options[] = {
    { "only", "NAME,...", CLI_INTO(struct options, only), "these scenarios, or groups: lie, course, match" },
    { "cutter", NULL, CLI_INTO(struct options, cuts), "COMMAND is a cutter, which plays nothing" },
    { "list", NULL, CLI_INTO(struct options, list), "prints the names and what is expected, and runs nothing" },
    { "json", NULL, CLI_INTO(struct options, json), "one line of JSON for each, and one for all" },
    { 0 },
};
static const struct cli_words takes = {
    "conformance", options, help, .after = after, .most = INT_MAX, .leading = true
};

static const char *const outcome_words[] = {
    [PASSED] = "passed", [FAILED] = "FAILED", [MISSED] = "missed", [NOT_REACHED] = "not reached", [BROKEN] = "BROKEN",
};

/* Is it one of --only? */
static bool wanted(const struct options *o, const struct scenario *s)
{
    char name[96];
    if (!o->only)
        return true;
    snprintf(name, sizeof name, "%s/%s", s->group, s->name);
    for (const char *at = o->only; *at; at += strcspn(at, ",") + (at[strcspn(at, ",")] == ',')) {
        size_t n = strcspn(at, ",");
        if ((strlen(name) == n && !strncmp(name, at, n)) || (strlen(s->group) == n && !strncmp(s->group, at, n)))
            return true;
    }
    return false;
}

/* Words of a scenario below it, on eighty columns. */
static void print_below(const char *what, const char *words)
{
    printf("       %s", what);
    cell_flow(stdout, 7 + cell_columns(what), 7 + cell_columns(what), words);
    putchar('\n');
}

static void print_outcome(const struct scenario *s)
{
    printf("%-6s %-44s %s\n", s->group, s->name, outcome_words[s->outcome]);
    if (s->outcome == PASSED)
        return;
    print_below("expected: ", s->expected);
    print_below("came:     ", s->got);
}

static void print(const struct options *o, const struct scenario *s)
{
    struct json_out j = { .to = stdout };
    if (!o->json) {
        if (o->list)
            printf("%-6s %s\n", s->group, s->name), print_below("", s->expected);
        else
            print_outcome(s);
        return;
    }
    out_open(&j, NULL, '{');
    out_text(&j, "group", s->group);
    out_text(&j, "scenario", s->name);
    out_text(&j, "expected", s->expected);
    if (!o->list) {
        out_text(&j, "outcome", outcome_words[s->outcome]);
        out_text(&j, "came", s->got);
    }
    out_close(&j, '}');
    putchar('\n');
}

static void print_sum(const struct options *o, const unsigned count[BROKEN + 1])
{
    struct json_out j = { .to = stdout };
    unsigned all = 0;
    char words[128];
    for (int i = 0; i <= BROKEN; i++)
        all += count[i];
    if (!o->json) {
        snprintf(words, sizeof words,
                 "%u scenarios: %u passed, %u failed, %u missed that need the rules, %u not reached, %u broken", all,
                 count[PASSED], count[FAILED], count[MISSED], count[NOT_REACHED], count[BROKEN]);
        cell_flow(stdout, 0, 2, words);
        putchar('\n');
        return;
    }
    out_open(&j, NULL, '{');
    out_number(&j, "scenarios", all);
    out_number(&j, "passed", count[PASSED]);
    out_number(&j, "failed", count[FAILED]);
    out_number(&j, "missed", count[MISSED]);
    out_number(&j, "not_reached", count[NOT_REACHED]);
    out_number(&j, "broken", count[BROKEN]);
    out_bool(&j, "conforms", count[FAILED] + count[BROKEN] == 0);
    out_close(&j, '}');
    putchar('\n');
}

static int run_all(const struct options *o, const struct subject *subject)
{
    unsigned count[BROKEN + 1] = { 0 }, all = 0;
    for (const struct group *g = groups; g < groups + GROUPS; g++)
        for (size_t i = 0; i < g->count(subject); i++) {
            struct scenario s;
            g->name(subject, i, &s);
            if (!wanted(o, &s))
                continue;
            if (!o->list)
                g->play(subject, i, &s);
            print(o, &s);
            fflush(stdout);
            count[s.outcome]++;
            all++;
        }
    if (all == 0)
        return cli_fail(EXIT_USAGE, "conformance: no scenario is called %s: conformance --list shows all", o->only);
    if (!o->list)
        print_sum(o, count);
    if (o->list || count[FAILED] + count[BROKEN] == 0)
        return EXIT_FINE;
    return count[FAILED] ? EXIT_NEGATIVE : EXIT_ENVIRONMENT;
}

/* The program of the command as an absolute path, found as a shell finds it.  NULL: there is none. */
static char *find_program(const char *word)
{
    const char *folders = getenv("PATH");
    static char path[PATH_MAX];
    if (strchr(word, '/'))
        return realpath(word, path) && access(path, X_OK) == 0 ? path : NULL;
    for (const char *at = folders ? folders : "/usr/bin:/bin"; *at;
         at += strcspn(at, ":") + (at[strcspn(at, ":")] == ':'))
        if (snprintf(path, sizeof path, "%.*s/%s", (int)strcspn(at, ":"), at, word) < PATH_MAX &&
            access(path, X_OK) == 0)
            return path;
    return NULL;
}

/* A word that names a file here is an absolute path: the bot runs in a folder of its own. */
static void make_absolute(char *words[])
{
    for (; *words; words++) {
        char *path = strchr(*words, '/') || strchr(*words, '.') ? realpath(*words, NULL) : NULL;
        if (path)
            *words = path;
    }
}

static int act(int argc, char **argv)
{
    int code;
    struct options o = { 0 };
    char fiel[PATH_MAX];
    struct subject subject = { .fiel = fiel };
    if (!cli_words_read(&takes, &o, &argc, argv, &code))
        return code;
    subject.cuts = o.cuts;
    if (o.list)
        return run_all(&o, &subject);
    if (!argv[1])
        return cli_fail(EXIT_USAGE, "conformance: which bot? conformance -- COMMAND");
    make_absolute(argv + 2);
    char *program = find_program(argv[1]);
    if (!program)
        return cli_fail(EXIT_USAGE, "conformance: %s is no program that can be run: name one, with its path", argv[1]);
    argv[1] = program;
    subject.command = argv + 1;
    static const char *const places[] = { "../../bin/fiel", NULL };
    if (sodium_init() < 0 || !beside_first(fiel, places))
        return cli_fail(EXIT_ENVIRONMENT, "conformance: the program fiel is not where `make all` puts it");
    return run_all(&o, &subject);
}

int main(int argc, char **argv) { return cli_finish(act(argc, argv)); }
