/* matches: whole matches of the real arbiter, every preset and every size of table, against `random`. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "child/match_argv.h"
#include "child/run.h"
#include "cli/command.h"
#include "scenario.h"

enum { OUTPUT = 1 << 18, COMMAND = 1024, FOLDER = 64 };

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

/* Runs a program and reads what it prints; its exit code, or -1. */
static int run(const char *path, char *const *words, char out[OUTPUT])
{
    int ends[2];
    size_t size = 0;
    ssize_t n = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return -1;
    const struct run r = {
        .path = path, .argv = words, .file = { NULL, NULL, "/dev/null" }, .fd = { STDIN_FILENO, ends[1] }
    };
    pid_t pid;
    int bad = run_start(&r, &pid);
    close(ends[1]);
    while (!bad && size < OUTPUT - 1 &&
           ((n = read(ends[0], out + size, OUTPUT - 1 - size)) > 0 || (n < 0 && errno == EINTR)))
        size += n > 0 ? (size_t)n : 0;
    out[size] = '\0';
    close(ends[0]);
    return bad ? -1 : run_wait(pid);
}

/* The number of the bot's faults and the match's outcome, out of what --json prints. */
static void judge(const char *out, int code, struct scenario *s)
{
    static const char faults[] = "\"faults\":", outcome[] = "\"outcome\":\"";
    const char *o = strstr(out, outcome);
    bool faulty = false;
    for (const char *at = out; (at = strstr(at, faults)); at += sizeof faults - 1)
        faulty |= at[sizeof faults - 1] != '0' && at[sizeof faults - 1] != '[';
    if (code != 0 && !o) {
        s->outcome = BROKEN;
        snprintf(s->got, sizeof s->got, "fiel match ended with exit code %d", code);
        return;
    }
    o = o ? o + sizeof outcome - 1 : "";
    s->outcome = strncmp(o, "played\"", 7) == 0 && !faulty ? PASSED : FAILED;
    const char *text = strstr(out, "\"text\":\"");
    snprintf(s->got, sizeof s->got, "%.*s%s%.*s", (int)strcspn(o, "\""), o, faulty ? ", with faults: " : "",
             faulty && text ? (int)strcspn(text + 8, "\"") : 0, text ? text + 8 : "");
}

void match_play(const struct subject *subject, size_t i, struct scenario *s)
{
    static char out[OUTPUT], bot[COMMAND];
    char folder[FOLDER] = "/tmp/fiel-conformance-XXXXXX", replay[FOLDER + 16], logs[FOLDER + 16], remove[FOLDER + 16];
    struct match_argv argv;
    struct match_wish wish = { .json = true,
                               .jail = "none",
                               .replay = replay,
                               .logs = logs,
                               .rules = matches[i].rules,
                               .seats = matches[i].seats,
                               .games = matches[i].games,
                               .bot = { bot } };
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
    snprintf(replay, sizeof replay, "%s/m.replay", folder);
    snprintf(logs, sizeof logs, "%s/logs", folder);
    snprintf(remove, sizeof remove, "rm -rf %s", folder);
    for (int seat = 1; seat < atoi(matches[i].seats); seat++)
        wish.bot[seat] = "random";
    judge(out, run(subject->fiel, match_argv(&wish, &argv), out), s);
    if (system(remove) != 0)
        fprintf(stderr, "fiel: conformance: %s could not be removed\n", folder);
}
