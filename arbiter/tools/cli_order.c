/* cli_order: `fiel order` orders a match from a daemon and follows it. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/event_fault.h"
#include "cli/cells.h"
#include "cli/language.h"
#include "cli/number.h"
#include "serve/operator.h"

static const char help[] = "usage: fiel order --bot NAME --bot NAME [OPTION...]\n"
                           "\n"
                           "  $ fiel order --bot cauto --bot embustero --games 20\n"
                           "  $ fiel order --bot cauto --bot remote:mine --rules argentino-flor --games 100\n"
                           "  $ fiel order --bot cauto --bot maestro --duplicate --games 100\n"
                           "  $ fiel order --follow 17\n"
                           "\n"
                           "Orders a match from a daemon (`fiel serve`) and follows it to its end.\n"
                           "\n";

static const char after
    [] = "\nExit: 0 the match has a result (with --detach: it is accepted), 1 it was refused, cancelled or came to "
         "nothing,\n"
         "2 wrong usage, 3 the daemon cannot be reached.\n";

enum { SILENCE_MS = 3000 };

struct asked {
    struct caller caller;
    json_t *order, *bots, *cutters;
    uint64_t follow; /* 0: an order of its own */
    bool detach, json;
};

/* --- what is asked -------------------------------------------------------------------------------------- */

/* In the order it stands under the option's name, with '_' for '-'. */
static int put(struct cli_given *g, json_t *value)
{
    char key[32];
    if (!value)
        return cli_refuse(g, "that is not UTF-8");
    snprintf(key, sizeof key, "%s", g->option->name);
    for (char *at = key; *at; at++)
        *at = *at == '-' ? '_' : *at;
    return json_object_set_new(((struct asked *)g->wish)->order, key, value);
}
static int put_text(struct cli_given *g) { return put(g, json_string(g->value)); }
static int put_flag(struct cli_given *g) { return put(g, json_true()); }
static int put_number(struct cli_given *g)
{
    uint64_t n;
    return whole_number(g->value, 0, INT64_MAX, &n) ? put(g, json_integer((json_int_t)n))
                                                    : cli_refuse(g, "'%s' is not a whole number", g->value);
}
static int put_party(struct cli_given *g)
{
    struct asked *a = g->wish;
    json_t *name = json_string(g->value);
    return name ? json_array_append_new(!strcmp(g->option->name, "bot") ? a->bots : a->cutters, name)
                : cli_refuse(g, "that is not UTF-8");
}
static int set_follow(struct cli_given *g)
{
    struct asked *a = g->wish;
    return whole_number(g->value, 1, INT64_MAX, &a->follow) ? 0
                                                            : cli_refuse(g, "'%s' is not a match's number", g->value);
}

/* What fiel match has and a daemon has not. */
static int refuse_unheld(struct cli_given *g)
{
    return cli_refuse(
        g, "a daemon plays no pairs with remote bots: play them with fiel match; for hosted bots of strangers its "
           "host decides ([matches] duplicate_unheld)");
}
static int refuse_tables(struct cli_given *g)
{
    return cli_refuse(
        g, "a daemon plays every match at one table, for the sake of its tick: play at several with fiel match or "
           "fiel measure");
}

static const struct cli_option options[] = {
    { "bot", "NAME", CLI_EACH(put_party),
      "a hosted bot, or remote:NAME, one that waits at the door; one per seat, or one per side" },
    { "cutter", "NAME", CLI_EACH(put_party), "remote:NAME, who only cuts" },
    { "rules", "RULES", CLI_BY(put_text), "preset,option=value,...   (argentino; see fiel rules)" },
    { "games", "N", CLI_BY(put_number), "games to play; with --duplicate pairs   (20)" },
    { "duplicate", NULL, CLI_BY(put_flag),
      "every deal twice, the sides exchanged; not with remote bots, who remember the first time" },
    { "games-a-leg", "N", CLI_BY(put_number), "of pairs: games of each leg, one after the other   (1)" },
    { "strangers", NULL, CLI_BY(put_flag),
      "the hosted bots are not the host's own: no pair of theirs is played in less than a strict jail" },
    { "seats", "N", CLI_BY(put_number), "seats at the table   (as many as bots)" },
    { "clock", "CLOCK", CLI_BY(put_text), "as of fiel match   (the daemon's)" },
    { "sign", "WHEN", CLI_BY(put_text), "bots sign every hand or every decision   (the daemon's)" },
    { "on-timeout", "WHAT", CLI_BY(put_text), "lose or default-action   (the daemon's)" },
    { "hands-max", "N", CLI_BY(put_number), "the match ends after this hand" },
    { "note-bytes", "N", CLI_BY(put_number), "as of fiel match   (0)" },
    { "ref", "WORD", CLI_BY(put_text), "your own name for this order: said again, it is the same order, not another" },
    { "detach", NULL, CLI_INTO(struct asked, detach), "print the match's number and leave" },
    { "follow", "N", CLI_BY(set_follow), "follow match N, which was ordered before" },
    { "json", NULL, CLI_INTO(struct asked, json), "the end as one JSON object" },
    { "duplicate-unheld", NULL, CLI_BY(refuse_unheld) },
    { "tables", "N", CLI_BY(refuse_tables) },
    CALLER_OPTIONS,
};
static const struct cli_words takes = { "order", options, help, .after = after,
                                        .remedy = "a bot is given as --bot NAME" };

/* --- what is told ----------------------------------------------------------------------------------------- */

static void tell_event(const json_t *event, bool line)
{
    const char *name = json_string_value(json_object_get(event, "event"));
    char text[512], words[FAULT_NAMED];
    struct event_fault fault;
    if (name && !strcmp(name, "fault") && event_fault_read(event, &fault)) {
        fprintf(stderr, "%s%s: %s\n", line ? "\r\033[K" : "",
                *fault.by ? harmless(fault.by, text, sizeof text) : "the arbiter",
                event_fault_told(&fault, language_spoken(), words));
    } else if (line && name && !strcmp(name, "progress")) {
        fprintf(stderr, "\rgame %lld, hand %lld\033[K", (long long)json_integer_value(json_object_get(event, "game")),
                (long long)json_integer_value(json_object_get(event, "hand")));
    }
}

static void tell_seats(const json_t *result)
{
    json_t *seat;
    size_t i;
    char name[64];
    json_array_foreach(json_object_get(result, "seats"), i, seat)
    {
        const char *who = json_string_value(json_object_get(seat, "name"));
        printf("  %-20s %6lld games %8lld points %4lld faults\n", harmless(who ? who : "?", name, sizeof name),
               (long long)json_integer_value(json_object_get(seat, "games")),
               (long long)json_integer_value(json_object_get(seat, "points")),
               (long long)json_integer_value(json_object_get(seat, "faults")));
    }
}

/* The end of a match; an exit code. */
static int order_end(const json_t *done, bool json, long long id)
{
    const char *state = json_string_value(json_object_get(done, "state")),
               *error = json_string_value(json_object_get(done, "error"));
    const json_t *result = json_object_get(done, "result");
    const char *winner = json_string_value(json_object_get(result, "winner_name"));
    char text[512];
    bool fine = state && !strcmp(state, "finished");
    if (json) {
        json_dumpf(done, stdout, JSON_COMPACT | JSON_ENSURE_ASCII);
        putchar('\n');
        return fine ? EXIT_FINE : EXIT_NEGATIVE;
    }
    printf("match %lld: ", id);
    if (fine && winner)
        printf("won by %s\n", harmless(winner, text, sizeof text));
    else
        puts(fine ? "nobody wins" : state ? state : "?");
    tell_seats(result);
    json_int_t unheld = json_integer_value(json_object_get(result, "unheld"));
    if (unheld)
        printf("  %lld of its pairs unheld: a bot that was in no strict jail may have known the second leg's cards\n",
               (long long)unheld);
    if (error)
        return cli_fail(fine ? EXIT_FINE : EXIT_NEGATIVE, "match %lld: %s", id, harmless(error, text, sizeof text));
    if (fine)
        printf("  fiel fetch %lld   gets its replay\n", id);
    return fine ? EXIT_FINE : EXIT_NEGATIVE;
}

/* Asks again now and then, from where it was: a daemon that was started anew does not know who followed. */
static int follow(struct line *l, long long id, bool json)
{
    json_int_t at = 0;
    bool line = isatty(STDERR_FILENO) && !json;
    for (;;) {
        int code;
        json_t *said = caller_ask(l, json_pack("{s:s,s:I,s:I}", "do", "follow", "id", (json_int_t)id, "at", at), &code);
        if (!said)
            return code;
        json_decref(said);
        while ((said = line_hear(l, SILENCE_MS))) {
            json_t *event = json_object_get(said, "event"), *where = json_object_get(said, "at");
            if (event && json_integer_value(where) > at) {
                tell_event(event, line);
                at = json_integer_value(where);
            }
            if (json_is_true(json_object_get(said, "end"))) {
                if (line)
                    fputs("\r\033[K", stderr);
                code = order_end(json_object_get(said, "done"), json, id);
                json_decref(said);
                return code;
            }
            json_decref(said);
        }
    }
}

static int order(struct line *l, struct asked *a, long long *id)
{
    int code;
    if (json_array_size(a->cutters))
        json_object_set(a->order, "cutters", a->cutters);
    json_object_set(a->order, "bots", a->bots);
    json_auto_t *said = caller_ask(l, json_pack("{s:s,s:O}", "do", "order", "order", a->order), &code);
    if (!said)
        return code;
    *id = json_integer_value(json_object_get(said, "id"));
    if (a->detach)
        printf("%lld\n", *id);
    else if (!a->json)
        fprintf(stderr, "match %lld is ordered; if you leave it goes on: fiel order --follow %lld\n", *id, *id);
    return EXIT_FINE;
}

static int ask(struct asked *a)
{
    int code;
    long long id = (long long)a->follow;
    struct line *l = caller_line(&a->caller, &code);
    if (!l)
        return code;
    if (!a->follow)
        code = order(l, a, &id);
    if (!code && !a->detach)
        code = follow(l, id, a->json);
    line_close(&l);
    return code;
}

int cli_order(int argc, char **argv)
{
    json_auto_t *order = json_object(), *bots = json_array(), *cutters = json_array();
    struct asked a = { .order = order, .bots = bots, .cutters = cutters };
    int code;
    bool read = cli_words_read(&takes, &a, &argc, argv, &code);
    if (read && !a.follow && json_array_size(a.bots) < 2)
        code = cli_fail(EXIT_USAGE, "order: two bots at least: --bot NAME --bot NAME");
    if (read && !code)
        code = ask(&a);
    return code;
}
