/* command_event: `fiel-ladder event` and `fiel-ladder dispute`, over the API. */
#include <stdio.h>
#include <stdlib.h>

#include "commands.h"
#include "verbs.h"

/* --- events ------------------------------------------------------------------------------------------------------------ */

static const struct report_column of_event[] = { { "id", REPORT_TEXT },
                                                 { "ladder", REPORT_TEXT },
                                                 { "kind", REPORT_NAME },
                                                 { "name", REPORT_TEXT },
                                                 { "state", REPORT_NAME },
                                                 { "progress", REPORT_PROGRESS },
                                                 { 0 } };
static const struct report_column its_id[] = { { "id", REPORT_TEXT }, { 0 } };
static const struct verb_field no_more[] = { { "reason", "=" }, { 0 } };

static const struct choice of_a_draft[] = {
    CHOICES_CLIENT,
    { "ladder", "CODE", "argentino", "on which ladder" },
    { "kind", "KIND", "roundrobin", "ladder, roundrobin, gauntlet, swiss, knockout or sprt" },
    { "cfg", "JSON", "{}", "its configuration, as {\"rounds\": 2}" },
    { "rated", NULL, NULL, "it counts for the ladder's table" },
    { 0 },
};
static const struct verb_field draft[] = { { "name", "1" },    { "ladder", "--ladder" }, { "kind", "--kind" },
                                           { "cfg", "--cfg" }, { "rated", "?rated" },    { 0 } };
static const struct choice of_an_entry[] = { CHOICES_CLIENT,
                                             { "seed", "N", "0", "its place in a bracket, from 1; 0: none" },
                                             { 0 } };
static const struct verb_field entry[] = { { "event", "1" }, { "who", "2" }, { "seed", "--seed" }, { 0 } };

int ladder_event(int argc, char **argv)
{
    static const struct verb list[] = {
        { VERB_ASKS("list", "the newest events", "fiel-ladder event list --server https://ladder.example",
                    "The newest hundred events.", NULL, NULL, "/api/events", NULL, of_event) },
        { VERB_ASKS("show", "one of them", "fiel-ladder event show 7 --json",
                    "One event; with --json who takes part, too.", " N", NULL, "/api/events/N", NULL, of_event) },
        { VERB_ASKS("create", "a draft of one", "fiel-ladder event create 'Autumn cup' --ladder argentino --kind swiss",
                    "A draft, which begins with `fiel-ladder event start`; prints its number.  For hosts.", " NAME",
                    of_a_draft, "/api/events", draft, its_id) },
        { VERB_ASKS("enter", "a version takes part", "fiel-ladder event enter 7 'ana/truquero#3' --seed 1",
                    "A version takes part, or in a tournament a team: ana/a#1+ben/b#2, one for each seat "
                    "of its side.  For hosts.",
                    " N AUTHOR/BOT#NUMBER", of_an_entry, "/api/entries", entry, its_id) },
        { VERB_ASKS("start", "a draft begins", "fiel-ladder event start 7", "A draft begins.  For hosts.", " N", NULL,
                    "/api/events/N/start", no_more, NULL) },
        { VERB_ASKS("pause", "no more matches for now", "fiel-ladder event pause 7",
                    "No more matches of it for now.  For hosts.", " N", NULL, "/api/events/N/pause", no_more, NULL) },
        { VERB_ASKS("resume", "what is paused goes on", "fiel-ladder event resume 7",
                    "What is paused goes on.  For hosts.", " N", NULL, "/api/events/N/start", no_more, NULL) },
        { VERB_ASKS("cancel", "it ends where it is", "fiel-ladder event cancel 7",
                    "It ends; pairs that are not played are void.  For hosts.", " N", NULL, "/api/events/N/cancel",
                    no_more, NULL) },
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

static char *read_transcript(const char *path, size_t *size)
{
    enum { MOST = 16 << 20 };
    OPENED FILE *f = fopen(path, "rb");
    char *bytes = f ? malloc(MOST + 1) : NULL;
    *size = bytes ? fread(bytes, 1, MOST + 1, f) : 0;
    if (*size && *size <= MOST)
        return bytes;
    free(bytes);
    return NULL;
}

static int dispute_file(struct choices *c, struct client *l)
{
    json_auto_t *answer = NULL;
    char path[CLIENT_PATH], *bytes = NULL;
    size_t size = 0;
    if (!verb_path(c->command, "/api/matches/N/dispute", c->operand[0], path))
        return EXIT_USAGE;
    const char *file = chosen(c, "transcript");
    if (file && !(bytes = read_transcript(file, &size)))
        return cli_fail(EXIT_USAGE, "dispute file: %s cannot be read, is empty or larger than 16 MiB", file);
    struct client_field f[] = { { .name = "text", .value = c->operand[1] },
                                { .name = "transcript", .bytes = bytes, .size = size } };
    int code = client_json(l, path, f, bytes ? 2 : 1, &answer);
    if (!code)
        report_answer(l, answer, its_id);
    free(bytes);
    return code;
}

static const struct choice of_a_dispute[] = { CHOICES_CLIENT,
                                              { "transcript", "FILE", NULL, "your own record of the match" },
                                              { 0 } };
static const struct choice of_a_decision[] = { CHOICES_CLIENT, { "reason", "TEXT", "", "why" }, { 0 } };
static const struct verb_field uphold[] = { { "to", "=upheld" }, { "decision", "--reason" }, { 0 } };
static const struct verb_field unmake[] = { { "to", "=void" }, { "decision", "--reason" }, { 0 } };
static const struct verb_field withdraw[] = { { "to", "=withdrawn" }, { "decision", "--reason" }, { 0 } };

int ladder_dispute(int argc, char **argv)
{
    static const struct verb list[] = {
        { VERB_ASKS("list", "one's own, for a host all", "fiel-ladder dispute list",
                    "One's own, for a host all; the newest fifty.", NULL, NULL, "/api/disputes", NULL, of_dispute) },
        { VERB_ASKS("show", "one of them, with the audit's verdict", "fiel-ladder dispute show 3 --json",
                    "What it says, what the audit says of the records, and with --json the clocks.", " N", NULL,
                    "/api/disputes/N", NULL, of_dispute) },
        { VERB_CLIENT("file", "dispute a match that a bot of yours played",
                      "fiel-ladder dispute file 1234 'My bot answered in time.' --transcript mine.replay",
                      "Disputes a match that a bot of yours played; prints the dispute's number.", " MATCH TEXT",
                      of_a_dispute, dispute_file) },
        { VERB_ASKS("withdraw", "take it back", "fiel-ladder dispute withdraw 3", "Takes back one's own.", " N",
                    of_a_decision, "/api/disputes/N", withdraw, NULL) },
        { VERB_ASKS("uphold", "the result stands", "fiel-ladder dispute uphold 3 --reason 'The clock shows it.'",
                    "The result stands.  For hosts.", " N", of_a_decision, "/api/disputes/N", uphold, NULL) },
        { VERB_ASKS("void", "it does not; the pair is played again",
                    "fiel-ladder dispute void 3 --reason 'The network was down.'",
                    "The result does not stand; the pair is played again.  For hosts.", " N", of_a_decision,
                    "/api/disputes/N", unmake, NULL) },
        { 0 },
    };
    return verbs_run("dispute", "fiel-ladder dispute file 1234 'My bot answered in time.'", VERBS_BY_HTTP, list, argc,
                     argv);
}
