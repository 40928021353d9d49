/* command_season: a season is closed into a folder that stands for itself. */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>

#include "base/choices.h"
#include "commands.h"
#include "rating/season_close.h"
#include "verbs.h"

static int told(const struct store_error *e)
{
    bool usage = e->code == STORE_INVALID || e->code == STORE_EXISTS;
    return cli_fail(usage ? EXIT_USAGE : EXIT_ENVIRONMENT, "season close: %s", e->text);
}

static int close_into(const struct choices *c, const struct season_plan *plan)
{
    static struct ladder l;
    struct season_closed done;
    struct store_error e;
    struct store *s;
    char hex[2 * KEY_PUBLIC + 1];
    if (store_open(&s, chosen(c, "store"), STORE_READ, &e))
        return told(&e);
    int code = command_ladder(s, chosen(c, "ladder"), &l);
    if (!code && season_close(s, &l, plan, &done, &e))
        code = told(&e);
    store_close(&s);
    if (code)
        return code;
    printf("closed: %" PRIu64 " pairs of %" PRIu64 " bots, %" PRIu64 " records, %" PRIu64 " bytes: %s\n", done.pairs,
           done.bots, done.records, done.bytes, plan->folder);
    if (done.open)
        printf("%" PRIu64 " pairs are not over, and are not in it\n", done.open);
    printf("  fiel-audit season --key %s %s   proves it\n", hex_text(hex, plan->signer->key, KEY_PUBLIC), plan->folder);
    return EXIT_FINE;
}

static int season_close_command(int argc, char **argv)
{
    static const struct choice table[] = { CHOICE_STORE,
                                           CHOICE_CONFIG,
                                           { "ladder", "CODE", NULL,
                                             "whose season it is; without it the only ladder there is" },
                                           { "key", "FILE", NULL, "what signs it: NAME.key of `fiel keys new NAME`" },
                                           { "match-log", "DIR", NULL, "the log's checkpoint goes with it" },
                                           { 0 } };
    struct choices c = {
        .command = "season close",
        .example = "fiel-ladder season close spring seasons/spring --key site.key",
        .says = "Writes all pairs of a ladder that count, with their records and the table that they give, into a "
                "folder\nthat was not there, signed.  The ladder may be running; nothing in its store changes.",
        .operands = " NAME DIR",
        .operands_least = 2,
        .operands_most = 2,
        .table = table
    };
    struct identity key;
    char why[BINDING_WHY];
    int code;
    if (!choices_read(&c, argc, argv, &code))
        return code;
    if (sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "season close: libsodium cannot start on this machine");
    if (!chosen(&c, "key"))
        return cli_fail(EXIT_USAGE, "season close: --key is needed: `fiel keys new NAME` makes NAME.key");
    if (identity_read(chosen(&c, "key"), &key, why))
        return cli_fail(EXIT_USAGE, "season close: %s", why);
    const struct season_plan plan = {
        .name = c.operand[0], .folder = c.operand[1], .signer = &key, .match_log = chosen(&c, "match-log")
    };
    code = close_into(&c, &plan);
    identity_wipe(&key);
    return code;
}

int ladder_season(int argc, char **argv)
{
    static const struct verb verbs[] = { { "close", season_close_command, "an archive of all that counts" }, { 0 } };
    return verbs_run("season", "fiel-ladder season close spring seasons/spring --key site.key",
                     "Reads the store itself.", verbs, argc, argv);
}
