/* cli_operator: `fiel status`, `fiel cancel`, `fiel fetch`, `fiel reload` and `fiel stop`. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/cells.h"
#include "cli/number.h"
#include "serve/operator.h"

/* What all of them understand. */
struct asked {
    struct caller caller;
    const char *out, *file, *log, *word;
    bool json, list, metrics, lobby, park, finish;
};

/* Reads the words of a command that takes a match's number at most.  True: go on; else *code. */
static bool read_words(const struct cli_words *w, struct asked *a, int argc, char **argv, int *code)
{
    if (!cli_words_read(w, a, &argc, argv, code))
        return false;
    a->word = argv[1];
    return true;
}

static int read_id(const char *command, const char *word, json_int_t *id)
{
    uint64_t number = 0;
    if (!word)
        return cli_fail(EXIT_USAGE, "%s: the match's number is missing: fiel %s 17", command, command);
    if (!whole_number(word, 1, INT64_MAX, &number))
        return cli_fail(EXIT_USAGE, "%s: '%.40s' is not a match's number: fiel %s 17", command, word, command);
    *id = (json_int_t)number;
    return EXIT_FINE;
}

/* One question, one answer; NULL: *code. */
static json_t *ask_once(const struct asked *a, json_t *request, int *code)
{
    json_t *answer = NULL;
    struct line *l = caller_line(&a->caller, code);
    if (l)
        answer = caller_ask(l, request, code);
    else
        json_decref(request);
    line_close(&l);
    return answer;
}

/* --- status ------------------------------------------------------------------------------------------------ */

static const char status_help[] = "usage: fiel status [N] [OPTION...]\n"
                                  "\n"
                                  "  $ fiel status             how a daemon is doing\n"
                                  "  $ fiel status 17          how match 17 is, or how it ended\n"
                                  "  $ fiel status --list      the matches there are\n"
                                  "\n"
                                  "Asks a daemon how it does, or what became of one of its matches.\n"
                                  "\n";
static const struct cli_option status_options[] = {
    { "list", NULL, CLI_INTO(struct asked, list), "the matches there are" },
    { "lobby", NULL, CLI_INTO(struct asked, lobby), "the remote bots that wait at the door" },
    { "metrics", NULL, CLI_INTO(struct asked, metrics), "numbers for Prometheus" },
    { "json", NULL, CLI_INTO(struct asked, json), "the daemon's answer as it is" },
    CALLER_OPTIONS,
};
static const struct cli_words status_words = { "status", status_options, status_help, .most = 1 };

/* Seconds since 1970 as a day and a time. */
static const char *day_text(json_int_t seconds, char text[32])
{
    time_t at = (time_t)seconds;
    struct tm t;
    strftime(text, 32, "%Y-%m-%d %H:%M:%S UTC", gmtime_r(&at, &t));
    return text;
}

static void print_pair(const char *key, const json_t *value)
{
    char day[32];
    if (json_is_null(value)) /* nothing is known of it */
        return;
    char text[2048], *dumped = json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT | JSON_ENSURE_ASCII);
    const char *said = json_is_string(value) ? harmless(json_string_value(value), text, sizeof text) : dumped;
    cell_left(stdout, 16, key);
    if (said)
        fputs(!strcmp(key, "started") ? day_text(json_integer_value(value), day) : said, stdout);
    putchar('\n');
    free(dumped);
}

static void print_pairs(json_t *j)
{
    const char *key;
    json_t *value;
    json_object_foreach(j, key, value)
    {
        if (strcmp(key, "ok") != 0 && strcmp(key, "tag") != 0)
            print_pair(key, value);
    }
}

static void print_list(const json_t *matches)
{
    size_t i;
    json_t *m;
    json_array_foreach(matches, i, m)
    {
        const char *state = json_string_value(json_object_get(m, "state"));
        char *bots = json_dumps(json_object_get(json_object_get(m, "order"), "bots"), JSON_COMPACT | JSON_ENSURE_ASCII);
        printf("%8lld  ", (long long)json_integer_value(json_object_get(m, "id")));
        cell_left(stdout, 9, state ? state : "?");
        printf("  %s\n", bots ? bots : "");
        free(bots);
    }
}

static void print_status(const struct asked *a, json_t *answer)
{
    if (a->json) {
        json_dumpf(answer, stdout, JSON_COMPACT | JSON_ENSURE_ASCII);
        putchar('\n');
    } else if (a->metrics) {
        fputs(json_string_value(json_object_get(answer, "text")), stdout);
    } else if (a->list) {
        print_list(json_object_get(answer, "matches"));
    } else {
        print_pairs(a->word ? json_object_get(answer, "match") : answer);
    }
}

int cli_status(int argc, char **argv)
{
    struct asked a = { 0 };
    json_int_t id;
    int code;
    if (!read_words(&status_words, &a, argc, argv, &code))
        return code;
    if (a.word)
        code = read_id("status", a.word, &id);
    if (code)
        return code;
    const char *what = a.metrics ? "metrics" : a.list ? "list" : a.lobby ? "lobby" : "status";
    json_auto_t *answer = ask_once(
        &a, a.word ? json_pack("{s:s,s:I}", "do", "status", "id", id) : json_pack("{s:s}", "do", what), &code);
    if (answer)
        print_status(&a, answer);
    return code;
}

/* --- cancel, reload, stop ------------------------------------------------------------------------------------ */

static const char cancel_help[] = "usage: fiel cancel N [OPTION...]\n"
                                  "\n"
                                  "  $ fiel cancel 17\n"
                                  "\n"
                                  "Match N is not played, or ends now, void, with a signed record.\n"
                                  "\n";

static const struct cli_option caller_options[] = { CALLER_OPTIONS };
static const struct cli_words cancel_words = { "cancel", caller_options, cancel_help, .most = 1 };

int cli_cancel(int argc, char **argv)
{
    struct asked a = { 0 };
    json_int_t id;
    int code;
    if (!read_words(&cancel_words, &a, argc, argv, &code))
        return code;
    code = read_id("cancel", a.word, &id);
    if (!code)
        json_decref(ask_once(&a, json_pack("{s:s,s:I}", "do", "cancel", "id", id), &code));
    return code;
}

static const char reload_help[] = "usage: fiel reload [OPTION...]\n"
                                  "\n"
                                  "  $ fiel reload\n"
                                  "\n"
                                  "The daemon reads its configuration, the allow list and the operators again; what is "
                                  "wrong leaves all as it was.\n"
                                  "\n";

static const struct cli_words reload_words = { "reload", caller_options, .help = reload_help };

int cli_reload(int argc, char **argv)
{
    struct asked a = { 0 };
    int code;
    if (read_words(&reload_words, &a, argc, argv, &code))
        json_decref(ask_once(&a, json_pack("{s:s}", "do", "reload"), &code));
    return code;
}

static const char stop_help
    [] = "usage: fiel stop [--park | --finish] [OPTION...]\n"
         "\n"
         "  $ fiel stop --finish\n"
         "\n"
         "The daemon ends.  Running matches are parked and go on at its next start, or are finished first, as far as\n"
         "[arbiter] stop_limit goes.  Orders that wait go on waiting.\n"
         "\n";

static const struct cli_option stop_options[] = {
    { "park", NULL, CLI_INTO(struct asked, park), "running matches are parked" },
    { "finish", NULL, CLI_INTO(struct asked, finish), "running matches are finished first" },
    CALLER_OPTIONS,
};
static const struct cli_words stop_words = { "stop", stop_options, .help = stop_help };

int cli_stop(int argc, char **argv)
{
    struct asked a = { 0 };
    int code;
    if (!read_words(&stop_words, &a, argc, argv, &code))
        return code;
    json_t *request = json_pack("{s:s}", "do", "stop");
    if (a.park || a.finish)
        json_object_set_new(request, "how", json_string(a.park ? "park" : "finish"));
    json_decref(ask_once(&a, request, &code));
    return code;
}

/* --- fetch ------------------------------------------------------------------------------------------------------ */

static const char fetch_help[] = "usage: fiel fetch N [--file NAME] [--out FILE] [OPTION...]\n"
                                 "\n"
                                 "  $ fiel fetch 17 && fiel-audit 17.replay\n"
                                 "  $ fiel fetch 18 --file 0001a.replay      one leg of a duplicate match\n"
                                 "  $ fiel fetch 17 --log 0                  what the bot of seat 0 printed\n"
                                 "\n"
                                 "Gets the record of a match that is over.\n"
                                 "\n";
static const struct cli_option fetch_options[] = {
    { "file", "NAME", CLI_INTO(struct asked, file), "of a duplicate match this record" },
    { "log", "SEAT", CLI_INTO(struct asked, log), "what that bot printed; of a duplicate match with --file 0001a" },
    { "out", "FILE", CLI_INTO(struct asked, out),
      "where it goes; never overwritten   (N.replay, or the name that was asked for)" },
    CALLER_OPTIONS,
};
static const struct cli_words fetch_words = { "fetch", fetch_options, fetch_help, .most = 1 };

/* What is asked for besides the replay; a new reference, NULL: nothing, or what was said is no seat: *code. */
static json_t *fetch_which(const struct asked *a, int *code)
{
    uint64_t seat = 0;
    json_t *which = a->file || a->log ? json_object() : NULL;
    if (a->file)
        json_object_set_new(which, a->log ? "leg" : "file", json_string(a->file));
    if (a->log && !whole_number(a->log, 0, INT64_MAX, &seat)) {
        *code = cli_fail(EXIT_USAGE, "fetch: --log: '%s' is no seat: seats count from 0", a->log);
        json_decref(which);
        return NULL;
    }
    if (a->log)
        json_object_set_new(which, "log", json_integer((json_int_t)seat));
    return which;
}

static int fetch_into(const struct asked *a, json_int_t id, const json_t *which, int fd)
{
    struct line_error e;
    int code;
    struct line *l = caller_line(&a->caller, &code);
    if (l && line_fetch(l, id, which, fd, &e))
        code = caller_sorry(&e);
    line_close(&l);
    return code;
}

int cli_fetch(int argc, char **argv)
{
    struct asked a = { 0 };
    char name[96];
    json_int_t id;
    int code;
    if (!read_words(&fetch_words, &a, argc, argv, &code))
        return code;
    code = read_id("fetch", a.word, &id);
    json_auto_t *which = code ? NULL : fetch_which(&a, &code);
    if (code)
        return code;
    if (a.log)
        snprintf(name, sizeof name, "%lld-seat%.20s.log", (long long)id, a.log);
    else
        snprintf(name, sizeof name, "%lld.replay", (long long)id);
    const char *path = a.out ? a.out : a.file && !a.log ? a.file : name;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd < 0)
        code = cli_fail(EXIT_ENVIRONMENT, "fetch: %s: %s: name another file with --out", path, strerror(errno));
    else
        code = fetch_into(&a, id, which, fd);
    if (fd >= 0 && (close(fd) || code))
        unlink(path);
    if (!code)
        printf("%s\n", path);
    return code;
}
