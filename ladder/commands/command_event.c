/* command_event: `fiel-ladder event` and `fiel-ladder dispute`, over the API. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client_account.h"
#include "commands.h"
#include "report.h"
#include "verbs.h"

/* "/api/WHATS/ID" and then `more`; false and said. */
static bool id_path(const char *command, const char *whats, const char *id, const char *more, char path[CLIENT_PATH])
{
    if (!*id || strlen(id) > 18 || strspn(id, "0123456789") != strlen(id))
        return cli_fail(0, "%s: '%.60s' is no number: the list has it", command, id), false;
    snprintf(path, CLIENT_PATH, "/api/%s/%s%s", whats, id, more);
    return true;
}

/* What an address answers, printed by these columns; NULL: nothing but with --json. */
static int print_answer(const struct client *l, const char *path, const struct client_field *f, size_t n,
                        const struct report_column *columns)
{
    json_t *answer;
    int code = client_json(l, path, f, n, &answer);
    if (!code)
        report_answer(l, answer, columns);
    json_decref(answer);
    return code;
}

/* A verb with an id and nothing else to say. */
static int with_id(struct choices *c, const char *whats, const char *more, bool post,
                   const struct report_column *columns, int argc, char **argv)
{
    static const struct choice table[] = { CHOICES_CLIENT, { 0 } };
    static const struct client_field nothing[] = { { .name = "reason", .value = "" } };
    struct client l;
    char path[CLIENT_PATH];
    int code;
    c->table = table;
    c->operands = " N";
    c->operands_least = c->operands_most = 1;
    if (!client_begin(&l, c, argc, argv, &code))
        return code;
    if (!id_path(c->command, whats, c->operand[0], more, path))
        return EXIT_USAGE;
    return print_answer(&l, path, post ? nothing : NULL, post, columns);
}

/* A verb that needs no further word. */
static int without_words(struct choices *c, const char *path, const struct report_column *columns, int argc,
                         char **argv)
{
    static const struct choice table[] = { CHOICES_CLIENT, { 0 } };
    struct client l;
    int code;
    c->table = table;
    c->operands = "";
    return client_begin(&l, c, argc, argv, &code) ? print_answer(&l, path, NULL, 0, columns) : code;
}

/* --- events ------------------------------------------------------------------------------------------------------------ */

static const struct report_column of_event[] = { { "id", REPORT_TEXT },
                                                 { "ladder", REPORT_TEXT },
                                                 { "kind", REPORT_NAME },
                                                 { "name", REPORT_TEXT },
                                                 { "state", REPORT_NAME },
                                                 { "progress", REPORT_PROGRESS },
                                                 { 0 } };

static int event_list(int argc, char **argv)
{
    struct choices c = { .command = "event list",
                         .example = "fiel-ladder event list --server https://ladder.example",
                         .says = "The newest hundred events." };
    return without_words(&c, "/api/events", of_event, argc, argv);
}

static int event_show(int argc, char **argv)
{
    struct choices c = { .command = "event show",
                         .example = "fiel-ladder event show 7 --json",
                         .says = "One event; with --json who takes part, too." };
    return with_id(&c, "events", "", false, of_event, argc, argv);
}

static int event_create(int argc, char **argv)
{
    static const struct choice table[] = {
        CHOICES_CLIENT,
        { "ladder", "CODE", "argentino", "on which ladder" },
        { "kind", "KIND", "roundrobin", "ladder, roundrobin, gauntlet, swiss, knockout or sprt" },
        { "cfg", "JSON", "{}", "its configuration, as {\"rounds\": 2}" },
        { "rated", NULL, NULL, "it counts for the ladder's table" },
        { 0 },
    };
    static const struct report_column columns[] = { { "id", REPORT_TEXT }, { 0 } };
    struct choices c = { .command = "event create",
                         .example = "fiel-ladder event create 'Autumn cup' --ladder argentino --kind swiss",
                         .says = "A draft, which begins with `fiel-ladder event start`; prints its number.  For hosts.",
                         .operands = " NAME",
                         .operands_least = 1,
                         .operands_most = 1,
                         .table = table };
    struct client l;
    int code;
    if (!client_begin(&l, &c, argc, argv, &code))
        return code;
    struct client_field f[] = { { .name = "name", .value = c.operand[0] },
                                { .name = "ladder", .value = chosen(&c, "ladder") },
                                { .name = "kind", .value = chosen(&c, "kind") },
                                { .name = "cfg", .value = chosen(&c, "cfg") },
                                { .name = "rated", .value = chosen(&c, "rated") ? "1" : "" } };
    return print_answer(&l, "/api/events", f, sizeof f / sizeof *f, columns);
}

static int event_enter(int argc, char **argv)
{
    static const struct choice table[] = { CHOICES_CLIENT,
                                           { "seed", "N", "0", "its place in a bracket, from 1; 0: none" },
                                           { 0 } };
    static const struct report_column columns[] = { { "id", REPORT_TEXT }, { 0 } };
    struct choices c = { .command = "event enter",
                         .example = "fiel-ladder event enter 7 'ana/truquero#3' --seed 1",
                         .says = "A version takes part, or in a tournament a team: ana/a#1+ben/b#2, one for each seat "
                                 "of its side.  For hosts.",
                         .operands = " N AUTHOR/BOT#NUMBER",
                         .operands_least = 2,
                         .operands_most = 2,
                         .table = table };
    struct client l;
    int code;
    if (!client_begin(&l, &c, argc, argv, &code))
        return code;
    struct client_field f[] = { { .name = "event", .value = c.operand[0] },
                                { .name = "who", .value = c.operand[1] },
                                { .name = "seed", .value = chosen(&c, "seed") } };
    return print_answer(&l, "/api/entries", f, sizeof f / sizeof *f, columns);
}

static int event_start(int argc, char **argv)
{
    struct choices c = { .command = "event start",
                         .example = "fiel-ladder event start 7",
                         .says = "A draft begins.  For hosts." };
    return with_id(&c, "events", "/start", true, NULL, argc, argv);
}

static int event_resume(int argc, char **argv)
{
    struct choices c = { .command = "event resume",
                         .example = "fiel-ladder event resume 7",
                         .says = "What is paused goes on.  For hosts." };
    return with_id(&c, "events", "/start", true, NULL, argc, argv);
}

static int event_pause(int argc, char **argv)
{
    struct choices c = { .command = "event pause",
                         .example = "fiel-ladder event pause 7",
                         .says = "No more matches of it for now.  For hosts." };
    return with_id(&c, "events", "/pause", true, NULL, argc, argv);
}

static int event_cancel(int argc, char **argv)
{
    struct choices c = { .command = "event cancel",
                         .example = "fiel-ladder event cancel 7",
                         .says = "It ends; pairs that are not played are void.  For hosts." };
    return with_id(&c, "events", "/cancel", true, NULL, argc, argv);
}

int ladder_event(int argc, char **argv)
{
    static const struct verb list[] = {
        { "list", event_list, "the newest events" },
        { "show", event_show, "one of them" },
        { "create", event_create, "a draft of one" },
        { "enter", event_enter, "a version takes part" },
        { "start", event_start, "a draft begins" },
        { "pause", event_pause, "no more matches for now" },
        { "resume", event_resume, "what is paused goes on" },
        { "cancel", event_cancel, "it ends where it is" },
        { 0 },
    };
    return verbs_run("event", "fiel-ladder event create 'Autumn cup' --ladder argentino --kind swiss", VERBS_BY_HTTP,
                     list, argc, argv);
}

/* --- disputes ---------------------------------------------------------------------------------------------------------- */

static const struct report_column of_dispute[] = { { "id", REPORT_TEXT },
                                                   { "match", REPORT_TEXT },
                                                   { "state", REPORT_NAME },
                                                   { "text", REPORT_TEXT },
                                                   { "decided_by", REPORT_TEXT },
                                                   { "decision", REPORT_TEXT },
                                                   { "audit", REPORT_SENTENCE },
                                                   { "audit_transcript", REPORT_SENTENCE },
                                                   { 0 } };

static int dispute_list(int argc, char **argv)
{
    struct choices c = { .command = "dispute list",
                         .example = "fiel-ladder dispute list",
                         .says = "One's own, for a host all; the newest fifty." };
    return without_words(&c, "/api/disputes", of_dispute, argc, argv);
}

static int dispute_show(int argc, char **argv)
{
    struct choices c = { .command = "dispute show",
                         .example = "fiel-ladder dispute show 3 --json",
                         .says = "What it says, what the audit says of the records, and with --json the clocks." };
    return with_id(&c, "disputes", "", false, of_dispute, argc, argv);
}

static char *read_transcript(const char *path, size_t *size)
{
    enum { MOST = 16 << 20 };
    FILE *f = fopen(path, "rb");
    char *bytes = f ? malloc(MOST + 1) : NULL;
    *size = bytes ? fread(bytes, 1, MOST + 1, f) : 0;
    if (f)
        fclose(f);
    if (*size && *size <= MOST)
        return bytes;
    free(bytes);
    return NULL;
}

static int dispute_file(int argc, char **argv)
{
    static const struct choice table[] = { CHOICES_CLIENT,
                                           { "transcript", "FILE", NULL, "your own record of the match" },
                                           { 0 } };
    static const struct report_column columns[] = { { "id", REPORT_TEXT }, { 0 } };
    struct choices c = { .command = "dispute file",
                         .example = "fiel-ladder dispute file 1234 'My bot answered in time.' --transcript mine.replay",
                         .says = "Disputes a match that a bot of yours played; prints the dispute's number.",
                         .operands = " MATCH TEXT",
                         .operands_least = 2,
                         .operands_most = 2,
                         .table = table };
    struct client l;
    char path[CLIENT_PATH], *bytes = NULL;
    size_t size = 0;
    int code;
    if (!client_begin(&l, &c, argc, argv, &code))
        return code;
    if (!id_path(c.command, "matches", c.operand[0], "/dispute", path))
        return EXIT_USAGE;
    const char *file = chosen(&c, "transcript");
    if (file && !(bytes = read_transcript(file, &size)))
        return cli_fail(EXIT_USAGE, "dispute file: %s cannot be read, is empty or larger than 16 MiB", file);
    struct client_field f[] = { { .name = "text", .value = c.operand[1] },
                                { .name = "transcript", .bytes = bytes, .size = size } };
    code = print_answer(&l, path, f, bytes ? 2 : 1, columns);
    free(bytes);
    return code;
}

static int decide(struct choices *c, const char *to, int argc, char **argv)
{
    static const struct choice table[] = { CHOICES_CLIENT, { "reason", "TEXT", "", "why" }, { 0 } };
    struct client l;
    char path[CLIENT_PATH];
    int code;
    c->table = table;
    c->operands = " N";
    c->operands_least = c->operands_most = 1;
    if (!client_begin(&l, c, argc, argv, &code))
        return code;
    if (!id_path(c->command, "disputes", c->operand[0], "", path))
        return EXIT_USAGE;
    struct client_field f[] = { { .name = "to", .value = to }, { .name = "decision", .value = chosen(c, "reason") } };
    return print_answer(&l, path, f, 2, NULL);
}

static int dispute_uphold(int argc, char **argv)
{
    struct choices c = { .command = "dispute uphold",
                         .example = "fiel-ladder dispute uphold 3 --reason 'The clock shows it.'",
                         .says = "The result stands.  For hosts." };
    return decide(&c, "upheld", argc, argv);
}

static int dispute_void(int argc, char **argv)
{
    struct choices c = { .command = "dispute void",
                         .example = "fiel-ladder dispute void 3 --reason 'The network was down.'",
                         .says = "The result does not stand; the pair is played again.  For hosts." };
    return decide(&c, "void", argc, argv);
}

static int dispute_withdraw(int argc, char **argv)
{
    struct choices c = { .command = "dispute withdraw",
                         .example = "fiel-ladder dispute withdraw 3",
                         .says = "Takes back one's own." };
    return decide(&c, "withdrawn", argc, argv);
}

int ladder_dispute(int argc, char **argv)
{
    static const struct verb list[] = {
        { "list", dispute_list, "one's own, for a host all" },
        { "show", dispute_show, "one of them, with the audit's verdict" },
        { "file", dispute_file, "dispute a match that a bot of yours played" },
        { "withdraw", dispute_withdraw, "take it back" },
        { "uphold", dispute_uphold, "the result stands" },
        { "void", dispute_void, "it does not; the pair is played again" },
        { 0 },
    };
    return verbs_run("dispute", "fiel-ladder dispute file 1234 'My bot answered in time.'", VERBS_BY_HTTP, list, argc,
                     argv);
}
