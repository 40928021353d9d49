/* command_season: a season is closed into a folder that stands for itself, and the store lets go of what such folders hold. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "commands.h"
#include "rating/season_archive.h"
#include "rating/season_close.h"
#include "verbs.h"

/* --- close --------------------------------------------------------------------------------------------------- */

static void tell_closed(const struct season_closed *done, const char *key, const char *folder)
{
    char words[2][COMMAND_SHELL];
    report_flow(0, "closed: %" PRIu64 " pairs of %" PRIu64 " bots, %" PRIu64 " records, %" PRIu64 " bytes: %s",
                done->pairs, done->bots, done->records, done->bytes, folder);
    if (done->open)
        report_flow(0, "%" PRIu64 " pairs are not over, and are not in it", done->open);
    printf("proved by:\n  fiel-audit season --key %s %s\n", command_shell(key, words[0]),
           command_shell(folder, words[1]));
}

static int print_closed(const struct season_closed *done, const char *key, const char *folder)
{
    return report_object("season close", json_pack("{s:s,s:s,s:I,s:I,s:I,s:I,s:I}", "folder", folder, "key", key,
                                                   "bots", (json_int_t)done->bots, "pairs", (json_int_t)done->pairs,
                                                   "records", (json_int_t)done->records, "bytes",
                                                   (json_int_t)done->bytes, "open", (json_int_t)done->open));
}

static int close_into(const struct choices *c, struct store *s, const struct season_plan *plan)
{
    static struct ladder l;
    struct season_closed done;
    struct store_error e;
    char hex[2 * KEY_PUBLIC + 1];
    int code = command_ladder(s, chosen(c, "ladder"), &l);
    if (!code && season_close(s, &l, plan, &done, &e))
        code = report_store("season close", &e);
    if (code)
        return code;
    hex_text(hex, plan->signer->key, KEY_PUBLIC);
    if (chosen(c, "json"))
        return print_closed(&done, hex, plan->folder);
    tell_closed(&done, hex, plan->folder);
    return EXIT_FINE;
}

static const struct choice of_closing[] = {
    CHOICE_STORE,
    CHOICE_CONFIG,
    { "ladder", "CODE", NULL, "whose season it is; without it the only ladder there is" },
    { "key", "FILE", NULL, "what signs it: NAME.key of `fiel keys new NAME`" },
    { "match-log", "DIR", NULL, "the log's checkpoint goes with it" },
    { "earlier", "DIR", NULL, "the archive of the newest season that the store has let go of" },
    CHOICE_JSON,
    { 0 }
};

static int season_close_one(struct choices *c, struct store *s)
{
    struct identity key;
    char why[BINDING_WHY];
    if (!chosen(c, "key"))
        return cli_fail(EXIT_USAGE, "season close: --key is needed: `fiel keys new NAME` makes NAME.key");
    if (identity_read(chosen(c, "key"), &key, why))
        return cli_fail(EXIT_USAGE, "season close: %s", why);
    const struct season_plan plan = { .name = c->operand[0],
                                      .folder = c->operand[1],
                                      .signer = &key,
                                      .match_log = chosen(c, "match-log"),
                                      .earlier = chosen(c, "earlier") };
    int code = close_into(c, s, &plan);
    identity_wipe(&key);
    return code;
}

/* --- let-go -------------------------------------------------------------------------------------------------- */

struct archive {
    const char *folder;
    struct season_about about;
};

static int by_age(const void *a, const void *b)
{
    const struct season_about *x = &((const struct archive *)a)->about, *y = &((const struct archive *)b)->about;
    return x->last != y->last ? (x->last > y->last) - (x->last < y->last)
                              : (x->pairs > y->pairs) - (x->pairs < y->pairs);
}

static int print_gone(const struct season_gone *gone, const char *folder)
{
    return report_object("season let-go",
                         json_pack("{s:s,s:s,s:I,s:I}", "season", gone->name, "folder", folder, "records",
                                   (json_int_t)gone->records, "gone", (json_int_t)gone->gone));
}

static void tell_gone(const struct season_gone *gone, const char *folder)
{
    report_flow(0, "let go: %" PRIu64 " of %" PRIu64 " records of the season %s, which stand in %s", gone->gone,
                gone->records, gone->name, folder);
    if (gone->gone < gone->records)
        report_flow(0,
                    "%" PRIu64 " stay, or had gone before: those of pairs that are void, disputed or to be "
                    "rechecked stay",
                    gone->records - gone->gone);
}

static int let_one_go(struct store *s, const struct ladder *l, const char *folder, bool json)
{
    struct report_findings found = { NULL, stderr };
    struct season_gone gone;
    struct store_error e;
    if (season_let_go(s, l, folder, report_finding, &found, &gone, &e))
        return report_store("season let-go", &e);
    if (json)
        return print_gone(&gone, folder);
    tell_gone(&gone, folder);
    return EXIT_FINE;
}

/* The oldest first, and of all of them none of the newest `keep`. */
static int let_old_go(const struct choices *c, struct store *s, struct archive *list, size_t n, size_t keep)
{
    static struct ladder l;
    struct store_error e;
    for (size_t i = 0; i < n; i++)
        if (season_archive_about(list[i].folder, &list[i].about, &e))
            return report_store("season let-go", &e);
    qsort(list, n, sizeof *list, by_age);
    int code = command_ladder(s, chosen(c, "ladder"), &l);
    for (size_t i = 0; !code && i < n; i++)
        if (strcmp(list[i].about.ladder, l.code) != 0)
            code = cli_fail(EXIT_USAGE,
                            "season let-go: %s is a season of the ladder '%s', and not of '%s': leave it out",
                            list[i].folder, list[i].about.ladder, l.code);
    for (size_t i = 0; !code && i + keep < n; i++)
        code = let_one_go(s, &l, list[i].folder, chosen(c, "json"));
    if (!code && keep >= n && !chosen(c, "json"))
        printf(n == 1 ? "%zu season: nothing is let go\n" : "%zu seasons: nothing is let go\n", n);
    return code;
}

static const struct choice of_letting_go[] = {
    CHOICE_STORE,
    CHOICE_CONFIG,
    { "ladder", "CODE", NULL, "whose seasons they are; without it the only ladder there is" },
    { "keep-seasons", "N", "0", "of the newest N of these seasons the records stay" },
    CHOICE_JSON,
    { 0 }
};

static int season_let_some_go(struct choices *c, struct store *s)
{
    enum { ARCHIVES = 1000 };
    long keep;
    int code;
    if (!chosen_number(c, "keep-seasons", 0, ARCHIVES, &keep, &code))
        return code;
    size_t n = (size_t)c->operand_count;
    OWNED struct archive *list = calloc(n, sizeof *list);
    if (!list)
        return cli_fail(EXIT_ENVIRONMENT, "season let-go: there is not enough memory: free some and try again");
    for (size_t i = 0; i < n; i++)
        list[i].folder = c->operand[i];
    return let_old_go(c, s, list, n, (size_t)keep);
}

int ladder_season(int argc, char **argv)
{
    static const struct verb verbs[] = {
        { VERB_STORE("close", "an archive of all that counts",
                     "fiel-ladder season close spring seasons/spring --key site.key",
                     "Writes all pairs of a ladder that count, with their records and the table that they give, into a "
                     "folder\nthat was not there, signed.  The ladder may be running; nothing in its store changes.",
                     " NAME DIR", of_closing, STORE_READ, season_close_one) },
        { VERB_STORE("let-go", "records that archives hold leave the store",
                     "fiel-ladder season let-go --keep-seasons 1 seasons/autumn seasons/spring",
                     "Audits archives of closed seasons, and has the store let go of the records that they hold.  What "
                     "is\n"
                     "known of each match stays: who played, the result, the record's hash, its signature, its log "
                     "entry.\n"
                     "The ladder may be running: it removes the bytes within the hour, else the next `serve` does.",
                     " DIR...", of_letting_go, STORE_BESIDE, season_let_some_go) },
        { 0 }
    };
    return verbs_run("season", "fiel-ladder season close spring seasons/spring --key site.key",
                     "Reads the store itself.", verbs, argc, argv);
}
