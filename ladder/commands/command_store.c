/* command_store: making, checking, copying a store. */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/choices.h"
#include "cli/bundled.h"
#include "commands.h"
#include "report.h"
#include "rating/logged.h"
#include "rating/verify.h"
#include "site/disputes/decisions.h"
#include "site/session/account.h"
#include "site/people/people.h"

static int told(const struct store_error *e) { return cli_fail(EXIT_ENVIRONMENT, "%s", e->text); }

int ladder_init(int argc, char **argv)
{
    static const struct choice table[] = { CHOICE_STORE,
                                           CHOICE_CONFIG,
                                           { "host", "NAME", NULL, "who may do everything; the password is printed" },
                                           { "enter", "NAMES", NULL,
                                             "the host's bundled bots that play at once: all, or some of\n" RUNGS },
                                           CHOICE_JSON,
                                           { 0 } };
    struct choices c = {
        .command = "init",
        .example = "fiel-ladder init --host ana --enter all --store sqlite:/var/lib/fiel/ladder.db",
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
        return cli_fail(
            EXIT_USAGE,
            "init: --host '%.60s': a name has up to 39 letters a-z, digits, '-', '_' and '.', and begins and "
            "ends with a letter or digit: choose another one",
            chosen(&c, "host"));
    const char *host = chosen(&c, "host"), *bots = chosen(&c, "enter");
    if (bots && !strcmp(bots, "all"))
        bots = RUNGS;
    if (bots && (code = bundled_known(c.command, bots)))
        return code;
    if (sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "init: no randomness on this machine");
    if (store_open(&s, chosen(&c, "store"), STORE_CREATE, &e))
        return told(&e);
    bool json = chosen(&c, "json");
    code = EXIT_FINE;
    if (json)
        code = report_object(c.command, json_pack("{s:s}", "ready", chosen(&c, "store")));
    else
        printf("ready: %s\n", chosen(&c, "store"));
    if (!code && host)
        code = person_command(s, host, ROLE_HOST, json);
    if (!code && bots)
        code = bundled_enter(s, host ? host : "host", bots, json);
    store_close(&s);
    return code;
}

int command_match_log(struct store *s, const char *folder, struct report_findings *found, uint64_t *wrong,
                      struct store_error *e)
{
    if (!folder)
        return STORE_OK;
    int bad = decisions_check(folder, s, report_finding, found, wrong, e);
    return bad ? bad : logged_check(folder, s, report_finding, found, wrong, e);
}

/* What became of everything that a check of a store looks at. */
struct checked {
    struct verified matches;
    uint64_t wrong;
};

static int look_through(struct store *s, const struct choices *c, struct report_findings *found, struct checked *out,
                        struct store_error *e)
{
    int bad = store_check(s, report_finding, found, &out->wrong, e);
    if (!bad)
        bad = command_match_log(s, chosen(c, "match-log"), found, &out->wrong, e);
    if (!bad && !chosen(c, "rows"))
        bad = verify_ladder(s, NULL, NULL, report_finding, found, &out->matches, e);
    out->wrong += out->matches.wrong;
    return bad;
}

static void print_checked(const struct checked *k)
{
    if (k->wrong)
        report_flow(0, k->wrong == 1 ? "%" PRIu64 " thing is wrong" : "%" PRIu64 " things are wrong", k->wrong);
    else
        puts("all is well");
    if (k->matches.let_go)
        report_flow(0,
                    "%" PRIu64 " replays went with seasons, and are not looked at: `fiel-audit season` proves an "
                    "archive",
                    k->matches.let_go);
}

int ladder_check(int argc, char **argv)
{
    static const struct choice table[] = {
        CHOICE_STORE,         CHOICE_CONFIG,
        CHOICE_MATCH_LOG(""), { "rows", NULL, NULL, "rows and files alone: audit no match" },
        CHOICE_JSON,          { 0 }
    };
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
    struct checked k = { 0 };
    int code;
    if (!choices_read(&c, argc, argv, &code))
        return code;
    struct report_findings found = { chosen(&c, "json") ? json_array() : NULL, stdout };
    if (store_open(&s, chosen(&c, "store"), STORE_READ, &e)) {
        json_decref(found.list);
        return told(&e);
    }
    int bad = look_through(s, &c, &found, &k, &e);
    store_close(&s);
    if (bad)
        code = told(&e);
    else if (found.list)
        code = report_object(c.command, json_pack("{s:I,s:O,s:I}", "wrong", (json_int_t)k.wrong, "findings", found.list,
                                                  "let_go", (json_int_t)k.matches.let_go));
    else
        print_checked(&k);
    json_decref(found.list);
    return code ? code : k.wrong ? EXIT_NEGATIVE : EXIT_FINE;
}

int ladder_backup(int argc, char **argv)
{
    static const struct choice table[] = { CHOICE_STORE, CHOICE_CONFIG, CHOICE_JSON, { 0 } };
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
    if (chosen(&c, "json"))
        return report_object(c.command,
                             json_pack("{s:o}", "copied", json_sprintf("sqlite:%s/ladder.db", c.operand[0])));
    printf("copied: sqlite:%s/ladder.db\n", c.operand[0]);
    return EXIT_FINE;
}

int ladder_move(int argc, char **argv)
{
    static const struct choice table[] = { { "from", "WHERE", NULL, "the store that is" },
                                           { "to", "WHERE", NULL, "the store to be: there must be nothing in it" },
                                           CHOICE_CONFIG,
                                           CHOICE_JSON,
                                           { 0 } };
    struct choices c = {
        .command = "move",
        .example = "fiel-ladder move --from sqlite:ladder.db --to postgresql://ladder@localhost/ladder",
        .operands = "",
        .says = "Copies every row and every blob, then counts and hashes both once more.  End whatever "
                "writes to the first;\n"
                "it stays as it is.",
        .table = table,
    };
    struct store *from = NULL, *to = NULL;
    struct store_error e;
    int code;
    if (!choices_read(&c, argc, argv, &code))
        return code;
    if (!chosen(&c, "from") || !chosen(&c, "to"))
        return cli_fail(EXIT_USAGE, "move: --from and --to are needed: see `fiel-ladder move --help`");
    struct report_findings rows = { chosen(&c, "json") ? json_array() : NULL, stdout };
    int bad = store_open(&from, chosen(&c, "from"), STORE_SERVE, &e); /* SERVE: nobody else writes meanwhile */
    if (!bad && !(bad = store_open(&to, chosen(&c, "to"), STORE_CREATE, &e)))
        bad = store_move(from, to, report_finding, &rows, &e);
    store_close(&to);
    store_close(&from);
    if (bad)
        code = told(&e);
    else if (rows.list)
        code = report_object(c.command, json_pack("{s:s,s:O}", "moved", chosen(&c, "to"), "tables", rows.list));
    else
        puts("moved: every row and every blob is the same on both sides");
    json_decref(rows.list);
    return code;
}
