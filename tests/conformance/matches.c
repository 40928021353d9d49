/* matches: whole matches of the real arbiter, every preset and every size of table, against `random`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "child/match_argv.h"
#include "child/run.h"
#include "child/events.h"
#include "cli/command.h"
#include "cli/path.h"
#include "outside.h"
#include "scenario.h"

enum { FOLDER = 64 };

static const struct {
    const char *rules, *seats, *games;
} matches[] = {
    { "argentino", "2", "3" },
    { "argentino", "3", "1" },
    { "argentino", "4", "1" },
    { "argentino", "6", "1" },
    { "argentino", "8", "1" },
    { "argentino-flor", "2", "1" },
    { "argentino-flor,gallo=fijo", "3", "1" },
    { "argentino-flor,flor_policy=manual_seed003", "4", "1" },
    { "argentino-flor", "6", "1" },
    { "argentino,declare=auto,truco_turn=any_time", "2", "1" },
    { "uruguayo", "2", "1" },
    { "uruguayo", "4", "1" },
    { "uruguayo", "6", "1" },
    { "paulista", "2", "1" },
    { "paulista", "4", "1" },
    { "paulista", "8", "1" },
    { "paulista,ferro_blind=yes,target=2", "2", "1" },
    { "paulista-limpo", "4", "1" },
    { "mineiro", "2", "1" },
    { "mineiro", "4", "1" },
    { "gauderio", "2", "1" },
    { "gauderio,signs=on,signs_per_decision=2", "4", "1" },
    { "venezolano", "2", "1" },
    { "venezolano", "4", "1" },
    { "truc-y-flou", "6", "1" },
    { "truc-y-flou,signs=on", "6", "1" },
};

size_t matches_count(const struct subject *subject) { return subject->cuts ? 0 : sizeof matches / sizeof *matches; }

void match_name(const struct subject *subject, size_t i, struct scenario *s)
{
    (void)subject;
    *s = (struct scenario){ .group = "match" };
    snprintf(s->name, sizeof s->name, "%s/%s", matches[i].rules, matches[i].seats);
    snprintf(s->expected, sizeof s->expected, "%s game%s, played to the end without a fault", matches[i].games,
             matches[i].games[0] == '1' ? "" : "s");
}

/* By what --json printed: the match's outcome, and whether any seat was at fault. */
static void judge(const json_t *result, int code, struct scenario *s)
{
    struct event_result r;
    const json_t *seat;
    size_t i;
    bool faulty = false;
    event_result(result, &r);
    json_array_foreach(json_object_get(result, "seats"), i, seat)
    {
        faulty |= json_integer_value(json_object_get(seat, "faults")) != 0;
    }
    if (code != 0 && !result) {
        s->outcome = BROKEN;
        snprintf(s->got, sizeof s->got, "fiel match ended with exit code %d", code);
        return;
    }
    s->outcome = !strcmp(r.outcome, "played") && !faulty ? PASSED : FAILED;
    snprintf(s->got, sizeof s->got, "%.40s%s%.250s", r.outcome, faulty ? ", with faults: " : "",
             faulty ? json_text(json_array_get(json_object_get(result, "faults"), 0), "text") : "");
}

/* Runs it, with what it prints in the file `out`. */
static void play_to(const char *path, const struct match_argv *argv, const char *out, struct scenario *s)
{
    const struct run r = { .path = path, .argv = match_words(argv), .file = { "/dev/null", out, "/dev/null" } };
    pid_t child;
    int code = run_start(&r, &child) ? -1 : run_wait(child);
    json_auto_t *result = event_object(out, NULL);
    judge(result, code, s);
}

void match_play(const struct subject *subject, size_t i, struct scenario *s)
{
    static char bot[COMMAND_TEXT];
    char folder[FOLDER] = "/tmp/fiel-conformance-XXXXXX", replay[FOLDER + 16], logs[FOLDER + 16], out[FOLDER + 16];
    struct match_argv argv;
    bool fits = true;
    match_name(subject, i, s);
    s->outcome = BROKEN;
    *bot = '\0';
    for (char *const *word = subject->command; *word; word++)
        fits = fits && command_add(bot, sizeof bot, *word);
    if (!fits || !mkdtemp(folder)) {
        snprintf(s->got, sizeof s->got, "no folder in /tmp, or the command is too long");
        return;
    }
    path_of(replay, sizeof replay, "%s/m.replay", folder);
    path_of(logs, sizeof logs, "%s/logs", folder);
    path_of(out, sizeof out, "%s/out", folder);
    match_begin(&argv);
    match_flag(&argv, "--json", true);
    match_say(&argv, "--jail", "none");
    match_say(&argv, "--replay", replay);
    match_say(&argv, "--logs", logs);
    match_say(&argv, "--rules", matches[i].rules);
    match_say(&argv, "--seats", matches[i].seats);
    match_say(&argv, "--games", matches[i].games);
    match_say(&argv, "--bot", bot);
    for (int seat = 1; seat < atoi(matches[i].seats); seat++)
        match_say(&argv, "--bot", "random");
    play_to(subject->fiel, &argv, out, s);
    outside_remove(folder);
}
