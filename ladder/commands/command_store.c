/* command_store: making, checking, copying a store. */
#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/choices.h"
#include "commands.h"
#include "rating/logged.h"
#include "rating/verify.h"
#include "site/disputes/decisions.h"
#include "site/session/account.h"
#include "site/people/people.h"

static int told(const struct store_error *e) { return cli_fail(EXIT_ENVIRONMENT, "%s", e->text); }

int ladder_init(int argc, char **argv)
{
    static const struct choice table[] = {
        CHOICE_STORE, CHOICE_CONFIG, { "host", "NAME", NULL, "who may do everything; the password is printed" }, { 0 }
    };
    struct choices c = {
        .command = "init",
        .example = "fiel-ladder init --host ana --store sqlite:/var/lib/fiel/ladder.db",
        .operands = "",
        .says = "Makes the store of a ladder, or brings an older one up to date.  A PostgreSQL database must "
                "be there\n"
                "(createdb); its tables are made.",
        .table = table,
    };
    struct store *s;
    struct store_error e;
    int code;
    if (!choices_read(&c, argc, argv, &code))
        return code;
    if (chosen(&c, "host") && !name_fits(chosen(&c, "host")))
        return cli_fail(EXIT_USAGE,
                        "init: --host '%.60s': a name has up to 39 letters, digits, '-', '_' and '.', and begins and "
                        "ends with a letter or digit: choose another one",
                        chosen(&c, "host"));
    if (sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "init: no randomness on this machine");
    if (store_open(&s, chosen(&c, "store"), STORE_CREATE, &e))
        return told(&e);
    printf("ready: %s\n", chosen(&c, "store"));
    code = chosen(&c, "host") ? person_command(s, chosen(&c, "host"), ROLE_HOST) : EXIT_FINE;
    store_close(&s);
    return code;
}

static void tell(void *arg, const char *sentence) { fprintf(arg, "%s\n", sentence); }

int command_match_log(struct store *s, const char *folder, uint64_t *wrong, struct store_error *e)
{
    if (!folder)
        return STORE_OK;
    int bad = decisions_check(folder, s, tell, stdout, wrong, e);
    return bad ? bad : logged_check(folder, s, tell, stdout, wrong, e);
}

int ladder_check(int argc, char **argv)
{
    static const struct choice table[] = { CHOICE_STORE,
                                           CHOICE_CONFIG,
                                           CHOICE_MATCH_LOG(""),
                                           { "rows", NULL, NULL, "rows and files alone: audit no match" },
                                           { 0 } };
    struct choices c = {
        .command = "check",
        .example = "fiel-ladder check --store sqlite:/var/lib/fiel/ladder.db",
        .operands = "",
        .says = "Reads every blob and every row, audits every match and holds what is stored of it against its record, "
                "and "
                "tells\nwhat is wrong; a ladder may be running on it meanwhile.",
        .table = table,
    };
    struct store *s;
    struct store_error e;
    struct verified matches = { 0 };
    uint64_t wrong;
    int code;
    if (!choices_read(&c, argc, argv, &code))
        return code;
    if (store_open(&s, chosen(&c, "store"), STORE_READ, &e))
        return told(&e);
    code = store_check(s, tell, stdout, &wrong, &e);
    if (!code)
        code = command_match_log(s, chosen(&c, "match-log"), &wrong, &e);
    if (!code && !chosen(&c, "rows"))
        code = verify_matches(s, tell, stdout, &matches, &e);
    wrong += matches.wrong;
    store_close(&s);
    if (code)
        return told(&e);
    if (wrong)
        printf("%" PRIu64 " things are wrong\n", wrong);
    else
        puts("all is well");
    if (matches.let_go)
        printf("%" PRIu64 " replays went with seasons, and are not looked at: `fiel-audit season` proves an archive\n",
               matches.let_go);
    return wrong ? EXIT_NEGATIVE : EXIT_FINE;
}

int ladder_backup(int argc, char **argv)
{
    static const struct choice table[] = { CHOICE_STORE, CHOICE_CONFIG, { 0 } };
    struct choices c = {
        .command = "backup",
        .example = "fiel-ladder backup --store sqlite:/var/lib/fiel/ladder.db /backup/fiel",
        .says = "Copies database and blobs into a folder while the ladder runs.  Into the same folder again "
                "only what is\n"
                "new is copied.  The copy is a store: sqlite:FOLDER/ladder.db.",
        .operands = " FOLDER",
        .operands_least = 1,
        .operands_most = 1,
        .table = table,
    };
    struct store *s;
    struct store_error e;
    int code;
    if (!choices_read(&c, argc, argv, &code))
        return code;
    if (store_open(&s, chosen(&c, "store"), STORE_READ, &e))
        return told(&e);
    code = store_backup(s, c.operand[0], &e);
    store_close(&s);
    if (code == STORE_INVALID)
        return cli_fail(EXIT_USAGE, "backup: %s", e.text);
    if (code)
        return told(&e);
    printf("copied: sqlite:%s/ladder.db\n", c.operand[0]);
    return EXIT_FINE;
}

int ladder_move(int argc, char **argv)
{
    static const struct choice table[] = { { "from", "WHERE", NULL, "the store that is" },
                                           { "to", "WHERE", NULL, "the store to be: there must be nothing in it" },
                                           CHOICE_CONFIG,
                                           { 0 } };
    struct choices c = {
        .command = "move",
        .example = "fiel-ladder move --from sqlite:ladder.db --to postgresql:///fiel",
        .operands = "",
        .says = "Copies every row and every blob, then counts and hashes both once more.  End whatever "
                "writes to the first;\n"
                "it stays as it is.",
        .table = table,
    };
    struct store *from, *to;
    struct store_error e;
    int code;
    if (!choices_read(&c, argc, argv, &code))
        return code;
    if (!chosen(&c, "from") || !chosen(&c, "to"))
        return cli_fail(EXIT_USAGE, "move: --from and --to are needed: see `fiel-ladder move --help`");
    if (store_open(&from, chosen(&c, "from"), STORE_SERVE, &e))
        return told(&e); /* SERVE: nobody else writes meanwhile */
    code = store_open(&to, chosen(&c, "to"), STORE_CREATE, &e);
    if (!code)
        code = store_move(from, to, tell, stdout, &e);
    store_close(&to);
    store_close(&from);
    if (code)
        return told(&e);
    puts("moved: every row and every blob is the same on both sides");
    return EXIT_FINE;
}
