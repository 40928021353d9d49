/* command_store: making, checking, copying a store. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/bundled.h"
#include "commands.h"
#include "verbs.h"
#include "rating/logged.h"
#include "rating/verify.h"
#include "site/disputes/decisions.h"
#include "site/session/account.h"
#include "site/people/people.h"

static int told(const struct store_error *e) { return cli_fail(EXIT_ENVIRONMENT, "%s", e->text); }

static int init(struct choices *c)
{
    AUTO(store_close) struct store *s = NULL;
    int code;
    const char *host = chosen(c, "host"), *bots = chosen(c, "enter");
    if (host && !name_fits(host))
        return cli_fail(
            EXIT_USAGE,
            "init: --host '%.60s': a name has up to 39 letters a-z, digits, '-', '_' and '.', and begins and "
            "ends with a letter or digit: choose another one",
            host);
    if (bots && !strcmp(bots, "all"))
        bots = RUNGS;
    if ((bots && (code = bundled_known(c->command, bots))) || (code = verb_store(c, "store", STORE_CREATE, &s)))
        return code;
    bool json = chosen(c, "json");
    if (json)
        code = report_object(c->command, json_pack("{s:s}", "ready", chosen(c, "store")));
    else
        printf("ready: %s\n", chosen(c, "store"));
    if (!code && host)
        code = person_command(s, host, ROLE_HOST, json);
    if (!code && bots)
        code = bundled_enter(s, host ? host : "host", bots, json);
    return code;
}

int ladder_init(int argc, char **argv)
{
    static const struct choice table[] = { CHOICE_STORE,
                                           CHOICE_CONFIG,
                                           { "host", "NAME", NULL, "who may do everything; the password is printed" },
                                           { "enter", "NAMES", NULL,
                                             "the host's bundled bots that play at once: all, or some of\n" RUNGS },
                                           CHOICE_JSON,
                                           { 0 } };
    static const struct verb make = {
        .example = "fiel-ladder init --host ana --enter all --store sqlite:/var/lib/fiel/ladder.db",
        .says = "Makes the store of a ladder, or brings an older one up to date.  A PostgreSQL database must "
                "be there\n"
                "(createdb); its tables are made.",
        .table = table,
        .run = init,
    };
    return verb_run("init", &make, argc, argv);
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

static int check(struct choices *c, struct store *s)
{
    struct report_findings found = { chosen(c, "json") ? json_array() : NULL, stdout };
    struct store_error e;
    struct checked k = { 0 };
    int code = EXIT_FINE;
    if (look_through(s, c, &found, &k, &e))
        code = told(&e);
    else if (found.list)
        code = report_object(c->command, json_pack("{s:I,s:O,s:I}", "wrong", (json_int_t)k.wrong, "findings",
                                                   found.list, "let_go", (json_int_t)k.matches.let_go));
    else
        print_checked(&k);
    json_decref(found.list);
    return code ? code : k.wrong ? EXIT_NEGATIVE : EXIT_FINE;
}

int ladder_check(int argc, char **argv)
{
    static const struct choice table[] = {
        CHOICE_STORE,         CHOICE_CONFIG,
        CHOICE_MATCH_LOG(""), { "rows", NULL, NULL, "rows and files alone: audit no match" },
        CHOICE_JSON,          { 0 }
    };
    static const struct verb look = {
        .example = "fiel-ladder check --store sqlite:/var/lib/fiel/ladder.db",
        .says = "Reads every blob and every row, audits every match and holds what is stored of it against its record, "
                "and "
                "tells\nwhat is wrong; a ladder may be running on it meanwhile.",
        .table = table,
        .works = check,
        .mode = STORE_READ,
    };
    return verb_run("check", &look, argc, argv);
}

static int backup(struct choices *c, struct store *s)
{
    struct store_error e;
    if (store_backup(s, c->operand[0], &e))
        return report_store(c->command, &e);
    if (chosen(c, "json"))
        return report_object(c->command,
                             json_pack("{s:o}", "copied", json_sprintf("sqlite:%s/ladder.db", c->operand[0])));
    printf("copied: sqlite:%s/ladder.db\n", c->operand[0]);
    return EXIT_FINE;
}

int ladder_backup(int argc, char **argv)
{
    static const struct choice table[] = { CHOICE_STORE, CHOICE_CONFIG, CHOICE_JSON, { 0 } };
    static const struct verb copy = {
        .example = "fiel-ladder backup --store sqlite:/var/lib/fiel/ladder.db /backup/fiel",
        .says = "Copies database and blobs into a folder while the ladder runs.  Into the same folder again "
                "only what is\n"
                "new is copied.  The copy is a store: sqlite:FOLDER/ladder.db.",
        .operands = " FOLDER",
        .table = table,
        .works = backup,
        .mode = STORE_READ,
    };
    return verb_run("backup", &copy, argc, argv);
}

static int move(struct choices *c)
{
    struct store *from = NULL, *to = NULL;
    struct store_error e;
    if (!chosen(c, "from") || !chosen(c, "to"))
        return cli_fail(EXIT_USAGE, "move: --from and --to are needed: see `fiel-ladder move --help`");
    struct report_findings rows = { chosen(c, "json") ? json_array() : NULL, stdout };
    int code = verb_store(c, "from", STORE_SERVE, &from); /* SERVE: nobody else writes meanwhile */
    if (!code)
        code = verb_store(c, "to", STORE_CREATE, &to);
    if (!code && store_move(from, to, report_finding, &rows, &e))
        code = told(&e);
    store_close(&to);
    store_close(&from);
    if (!code && rows.list)
        code = report_object(c->command, json_pack("{s:s,s:O}", "moved", chosen(c, "to"), "tables", rows.list));
    else if (!code)
        puts("moved: every row and every blob is the same on both sides");
    json_decref(rows.list);
    return code;
}

int ladder_move(int argc, char **argv)
{
    static const struct choice table[] = { { "from", "WHERE", NULL, "the store that is" },
                                           { "to", "WHERE", NULL, "the store to be: there must be nothing in it" },
                                           CHOICE_CONFIG,
                                           CHOICE_JSON,
                                           { 0 } };
    static const struct verb copy = {
        .example = "fiel-ladder move --from sqlite:ladder.db --to postgresql://ladder@localhost/ladder",
        .says = "Copies every row and every blob, then counts and hashes both once more.  End whatever "
                "writes to the first;\n"
                "it stays as it is.",
        .table = table,
        .run = move,
    };
    return verb_run("move", &copy, argc, argv);
}
