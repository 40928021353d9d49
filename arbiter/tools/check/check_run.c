/* check_run: `fiel match` as a program, in a folder of its own, and what lies there afterwards. */
#include <dirent.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/bytes.h"
#include "check.h"
#include "base/cli.h"
#include "child/run.h"
#include "child/events.h"
#include "cli/language.h"
#include "cli/owned.h"
#include "cli/path.h"

static void run_path(const struct trial *c, const char *end, char path[CHECK_PATH])
{
    path_of(path, CHECK_PATH, "%s/%u%s", c->folder, c->runs, end);
}

void check_replay(const struct trial *c, char path[CHECK_PATH]) { run_path(c, ".replay", path); }

/* A person who waits hears that something is done: every ten seconds, until the match is over or a signal came. */
static int wait_telling(const struct trial *c, pid_t child)
{
    enum { EVERY_S = 10 };
    struct pollfd over = { .fd = (int)syscall(SYS_pidfd_open, child, 0), .events = POLLIN };
    for (unsigned s = EVERY_S; over.fd >= 0 && !c->json && poll(&over, 1, EVERY_S * 1000) == 0; s += EVERY_S)
        fprintf(stderr, T("fiel: check: still playing, for %u s\n"), s);
    close_fd(&over.fd);
    return run_wait(child);
}

/* Both streams into files; the exit code, or -1. */
static int run(const struct trial *c, char *const *argv)
{
    char out[CHECK_PATH], err[CHECK_PATH];
    pid_t child;
    run_path(c, ".json", out);
    run_path(c, ".err", err);
    const struct run r = { .path = "/proc/self/exe", .argv = argv, .file = { "/dev/null", out, err } };
    return run_start(&r, &child) ? -1 : wait_telling(c, child);
}

/* Control characters, and what is no ASCII, become a space: bots wrote it, and a terminal reads it. */
static void make_harmless(char *text)
{
    for (; *text; text++)
        if (*text < ' ' || *text > '~')
            *text = ' ';
}

void check_last_line(const char *path, char text[CHECK_SAYS])
{
    char line[CHECK_SAYS];
    OPENED FILE *f = fopen(path, "re");
    *text = '\0';
    if (f && !fseek(f, -2 * CHECK_SAYS, SEEK_END))
        (void)!fgets(line, sizeof line, f); /* the rest of a line */
    while (f && fgets(line, sizeof line, f))
        if (line[strspn(line, " \n")])
            strcpy(text, line);
    text[strcspn(text, "\n")] = '\0';
    make_harmless(text);
}

json_t *check_match(struct trial *c, const char *rival, struct match_argv *a, char why[CHECK_SAYS])
{
    char replay[CHECK_PATH], logs[CHECK_PATH], out[CHECK_PATH], err[CHECK_PATH];
    c->runs++;
    check_replay(c, replay);
    run_path(c, ".logs", logs);
    run_path(c, ".json", out);
    run_path(c, ".err", err);
    match_flag(a, "--json", true);
    match_say(a, "--rules", c->rules_text);
    match_count(a, "--seats", c->seats);
    match_say(a, "--clock", c->clock);
    match_say(a, "--bot-memory", c->memory);
    match_say(a, "--jail", c->jail);
    match_say(a, "--replay", replay);
    match_say(a, "--logs", logs);
    for (unsigned i = 0; i < (c->seats == 3 ? 3u : 2u); i++)
        match_say(a, "--bot", i && rival ? rival : c->bot);
    if (!c->json && c->runs > 1) /* whether there is such a bot at all the first one shows */
        fprintf(stderr, T("fiel: check: playing against %.*s\n"), (int)strcspn(rival ? rival : T("itself"), " "),
                rival ? rival : T("itself"));
    int code = run(c, match_words(a));
    json_t *result = code == EXIT_FINE ? event_object(out, NULL) : NULL;
    event_complaint(err, why, CHECK_SAYS);
    make_harmless(why);
    if (!result)
        c->status = code == EXIT_USAGE ? EXIT_USAGE : EXIT_ENVIRONMENT;
    return result;
}

int check_program(struct trial *c, const char *const *argv, char out[CHECK_PATH])
{
    c->runs++;
    run_path(c, ".json", out);
    return run(c, (char *const *)(uintptr_t)argv);
}

/* --- what bots print ---------------------------------------------------------------------------------- */

/* Goes through all files below; the newest that holds something is *path. */
static uint64_t walk(const char *folder, char newest[CHECK_PATH], struct timespec *when)
{
    uint64_t bytes = 0;
    OPENED_DIR DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        char path[CHECK_PATH + 300];
        struct stat s;
        path_of(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] == '.' || strlen(path) >= CHECK_PATH || stat(path, &s))
            continue;
        if (S_ISDIR(s.st_mode)) {
            bytes += walk(path, newest, when);
            continue;
        }
        bytes += (uint64_t)s.st_size;
        if (s.st_size && (s.st_mtim.tv_sec > when->tv_sec ||
                          (s.st_mtim.tv_sec == when->tv_sec && s.st_mtim.tv_nsec >= when->tv_nsec))) {
            *when = s.st_mtim;
            strcpy(newest, path);
        }
    }
    return bytes;
}

uint64_t check_printed(const struct trial *c, char log[CHECK_PATH])
{
    char logs[CHECK_PATH];
    struct timespec when = { 0 };
    run_path(c, ".logs", logs);
    *log = '\0';
    return walk(logs, log, &when);
}
