/* replay_again: a bot is asked once more.  What it is shown it reads from the record by itself (`CMD --again FILE --seat N`, in
 * libfiel and in the packages for Python and JavaScript; the bridge does it for one by lines); here its answers are held against those of the record. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <jansson.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/json_line.h"
#include "child/run.h"
#include "cli/bundled.h"
#include "cli/language.h"
#include "cli/path.h"
#include "match/match_options.h"
#include "replay_more.h"
#include "archive/archive.h"
#include "tell/where.h"

/* What the bot says now, by the number of the decision. */
struct answers {
    struct answer {
        bool there;
        uint16_t code;
        char words[ACTION_TEXT];
    } * list;
    size_t room;
    uint32_t count;
};

static int out_of_memory(void) { return cli_fail(EXIT_ENVIRONMENT, "out of memory: close something and try again"); }

static int answer_add(struct answers *a, const json_t *j)
{
    size_t number = (size_t)json_integer_value(json_object_get(j, "decision"));
    const char *words = json_string_value(json_object_get(j, "words"));
    if (!json_object_get(j, "again") || !words || !number || number > 1u << 24)
        return EXIT_FINE; /* something else that it prints */
    if (number >= a->room) {
        size_t room = 2 * number + 64;
        struct answer *more = realloc(a->list, room * sizeof *more);
        if (!more)
            return out_of_memory();
        memset(more + a->room, 0, (room - a->room) * sizeof *more);
        a->list = more;
        a->room = room;
    }
    a->count += !a->list[number].there;
    a->list[number].there = true;
    a->list[number].code = (uint16_t)json_integer_value(json_object_get(j, "action"));
    snprintf(a->list[number].words, ACTION_TEXT, "%s", words);
    return EXIT_FINE;
}

/* --- the bot ------------------------------------------------------------------------------------------------ */

/* Starts it, or the bridge of one that plays by lines, with its standard output in a pipe; the pipe, or -1. */
static int bot_start(const struct bot_command *c, const char *command, const char *path, unsigned seat, pid_t *pid)
{
    char *argv[BOT_ARGS + 6], number[16], program[PATH_MAX];
    int ends[2];
    char again[] = "--again", by_seat[] = "--seat", lines[] = "lines";
    command_argv(c, argv);
    path_of(program, sizeof program, "%s/bridge", bundled_folder());
    snprintf(number, sizeof number, "%u", seat);
    char *more[] = { again, (char *)(uintptr_t)path, by_seat, number, NULL };
    char *by_lines[] = { program, lines, (char *)(uintptr_t)command_bare(command) };
    memcpy(argv, by_lines, c->lines ? sizeof by_lines : 0);
    memcpy(argv + (c->lines ? 3 : c->argc), more, sizeof more);
    if (pipe2(ends, O_CLOEXEC))
        return -1;
    const struct run r = { .path = c->lines ? program : c->path,
                           .argv = argv,
                           .fd = { STDIN_FILENO, ends[1], STDERR_FILENO } };
    int bad = run_start(&r, pid);
    close(ends[1]);
    if (bad)
        close(ends[0]);
    errno = bad;
    return bad ? -1 : ends[0];
}

static int read_answers(int pipe, struct answers *a)
{
    char *line = NULL;
    size_t room = 0;
    int code = EXIT_FINE;
    OPENED FILE *f = fdopen(pipe, "r");
    if (!f)
        return close(pipe), out_of_memory();
    while (!code && getline(&line, &room, f) > 0) {
        json_auto_t *j = *line == '{' ? json_loads(line, 0, NULL) : NULL;
        if (j)
            code = answer_add(a, j);
    }
    free(line);
    return code;
}

static int ask(const struct bot_command *c, const char *command, const char *path, unsigned seat, struct answers *a)
{
    pid_t pid = 0;
    int pipe = bot_start(c, command, path, seat, &pid);
    if (pipe < 0)
        return cli_fail(EXIT_ENVIRONMENT, "--again: %s cannot be started: %s", c->path, strerror(errno));
    int code = read_answers(pipe, a);
    int ended = run_wait(pid);
    if (code)
        return code;
    if (!a->count || ended)
        return cli_fail(EXIT_ENVIRONMENT,
                        "--again: %s did not say what it decides: it must be a bot of libfiel or of the packages for "
                        "Python and JavaScript, or one by lines, lines:./bot",
                        c->words);
    return EXIT_FINE;
}

/* --- what differs --------------------------------------------------------------------------------------------- */

struct again {
    struct answers answers;
    struct where *where;
    unsigned seat;
    bool json;
    uint64_t asked, differs;
};

/* In the words of the record: "play 7e". */
static void print_answer(const struct answer *now, const char *path, const struct decision *d, bool json)
{
    if (!json) {
        decision_sentence(stdout, d);
        printf(T("; now %s\n"), now->words);
        return;
    }
    json_t *j = json_pack("{s:s,s:s,s:I,s:I,s:I,s:s,s:s,s:s,s:b}", "event", "again", "file", path, "hand",
                          (json_int_t)d->number[DECIDED_HAND], "decision", (json_int_t)d->number[DECIDED_DECISION],
                          "seat", (json_int_t)d->number[DECIDED_SEAT], "call", d->text[DECIDED_CALL], "said",
                          d->text[DECIDED_SAID], "now", now->words, "same", now->code == action_code(d->action));
    json_line(j, stdout);
}

static void compare(struct again *a, const char *path, const struct decisions *d)
{
    for (size_t i = 0; i < d->count; i++) {
        const struct decision *one = &d->list[i];
        size_t number = (size_t)one->number[DECIDED_DECISION];
        if (one->number[DECIDED_SEAT] != a->seat || number >= a->answers.room || !a->answers.list[number].there)
            continue;
        if (a->where && !where_fits(a->where, one))
            continue;
        bool differs = a->answers.list[number].code != action_code(one->action);
        a->asked++;
        a->differs += differs;
        if (differs || a->json)
            print_answer(&a->answers.list[number], path, one, a->json);
    }
}

static int compare_all(struct again *a, const char *path)
{
    struct replay file;
    struct teller t;
    struct decisions d;
    int code = replay_listen(path, 0, &file, &t, &d);
    if (code)
        return code;
    do
        compare(a, path, &d);
    while (decisions_next(&d, &t));
    bool damaged = t.damaged;
    decisions_end(&d);
    tell_end(&t);
    replay_unload(&file);
    if (!a->json)
        printf(T("%ju of %ju decisions are other ones now\n"), a->differs, a->asked);
    return damaged ? EXIT_NEGATIVE : EXIT_FINE;
}

/* What a bot is asked again is a match with one table at a time, and lies there as it was written. */
static int one_table(const char *path)
{
    struct replay file;
    struct teller t;
    if (replay_load(&file, path))
        return cli_fail(EXIT_ENVIRONMENT, "%s: %s: name a replay that you may read", path, strerror(errno));
    if (archived_packed(&file)) {
        const char *how = archived_compact(&file) ? "this one is compact: make it whole with fiel-audit --plain"
                                                  : "zstd packed this one: unpack it with zstd -d";
        replay_unload(&file);
        return cli_fail(EXIT_USAGE, "%s: --again hands a bot the record itself, and %s", path, how);
    }
    tell_start(&t, file.bytes, file.size);
    tell_next(&t);
    uint32_t tables = t.has_offer ? t.offer.at_once : 1;
    tell_end(&t);
    replay_unload(&file);
    return tables == 1
               ? EXIT_FINE
               : cli_fail(EXIT_USAGE, "%s: --again knows one table, this match has %u: --csv and --where tell of all",
                          path, tables);
}

int replay_again(const char *path, const char *command, unsigned seat, const char *where, bool json)
{
    OWNED struct bot_command *c = calloc(1, sizeof *c);
    struct where which;
    struct again a = { .where = where ? &which : NULL, .seat = seat, .json = json };
    char why[WHERE_WHY], whole[PATH_MAX];
    int code = c ? EXIT_FINE : out_of_memory();
    if (!code && where && where_read(&which, where, why))
        code = cli_fail(EXIT_USAGE, "--where: %s", why);
    if (!code && (command_split(command, c, why) || command_find(c, why)))
        code = cli_fail(EXIT_USAGE, "--again: %s", why);
    if (!code && !realpath(path, whole))
        code = cli_fail(EXIT_ENVIRONMENT, "%s: %s: name a replay that you may read", path, strerror(errno));
    if (!code)
        code = one_table(whole);
    if (!code)
        code = ask(c, command, whole, seat, &a.answers);
    if (!code)
        code = compare_all(&a, path);
    free(a.answers.list);
    return code;
}
