/* command_person: accounts from the host's own keyboard. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "verbs.h"
#include "site/session/account.h"
#include "site/people/people.h"

/* What is to become of an account. */
struct wanted {
    int role; /* enum role; -1: none was named */
    bool makes, closes, opens, resets;
    bool json; /* how it is told */
};

static int told(int bad, const char *name, const struct store_error *e)
{
    if (bad == STORE_NOT_FOUND)
        return cli_fail(EXIT_USAGE,
                        "person: there is no such person: write the name as it is, or make the account: %.40s --new",
                        name);
    return report_store("person", e);
}

static void tell_person(const struct person *p, const char *password)
{
    printf("%s: %s, %s\n", p->name, report_name(role_names[p->role]), p->closed ? "closed" : "open");
    if (*password)
        printf("password: %s\nsign in at /enter and change it\n", password);
}

static int print_object(const struct person *p, const char *password)
{
    json_t *o = json_pack("{s:s,s:s,s:b}", "name", p->name, "role", role_names[p->role], "closed", p->closed);
    if (o && *password)
        json_object_set_new(o, "password", json_string(password));
    return report_object("person", o);
}

/* The account as it is now and, when there is a new one, its password. */
static void print_person(const struct person *p, const char *password, bool json)
{
    bool told = !json || print_object(p, password) == EXIT_FINE;
    if (!json)
        tell_person(p, password);
    if (*password && (!told || fflush(stdout)))
        cli_fail(
            EXIT_ENVIRONMENT,
            "person: nobody saw the password of %s: make room, and fiel-ladder person %s --new-password makes another",
            p->name, p->name);
}

static int make(struct store *s, const char *name, enum role role, bool json, struct store_error *e)
{
    char password[PASSWORD_MADE];
    struct person p = { .role = role };
    int64_t id;
    password_make(password);
    snprintf(p.name, sizeof p.name, "%s", name);
    int bad = account_make(s, name, password, role, &id, e);
    if (!bad)
        print_person(&p, password, json);
    sodium_memzero(password, sizeof password);
    return bad;
}

/* What the wish names, and nothing else. */
static int change(struct store *s, const struct person *there, const struct wanted *w, struct store_error *e)
{
    struct person_change c = { .sets_role = w->role >= 0,
                               .role = w->role >= 0 ? (enum role)w->role : ROLE_VISITOR,
                               .sets_closed = w->closes || w->opens,
                               .closed = w->closes };
    char password[PASSWORD_MADE] = "";
    struct person now;
    int bad = c.sets_role || c.sets_closed ? store_person_change(s, there->id, &c, "host", e) : STORE_OK;
    if (!bad && w->resets) {
        password_make(password);
        bad = account_password(s, there->id, password, "host", e);
    }
    if (!bad)
        bad = store_person(s, there->id, &now, e);
    if (!bad)
        print_person(&now, password, w->json);
    sodium_memzero(password, sizeof password);
    sodium_memzero(&now, sizeof now);
    return bad;
}

static int carry_out(struct store *s, const char *name, const struct wanted *w)
{
    struct person there = { 0 };
    struct store_error e;
    int bad;
    if (w->makes) {
        bad = make(s, name, w->role < 0 ? ROLE_AUTHOR : (enum role)w->role, w->json, &e);
    } else {
        bad = store_person_named(s, name, &there, &e);
        if (!bad)
            bad = change(s, &there, w, &e);
    }
    sodium_memzero(&there, sizeof there);
    return bad ? told(bad, name, &e) : EXIT_FINE;
}

int person_command(struct store *s, const char *name, enum role role, bool json)
{
    struct person there = { 0 };
    struct store_error e;
    struct wanted w = { .role = (int)role,
                        .makes = store_person_named(s, name, &there, &e) == STORE_NOT_FOUND,
                        .json = json };
    sodium_memzero(&there, sizeof there);
    return carry_out(s, name, &w);
}

/* True: *w is filled. */
static bool read_wish(const struct choices *c, struct wanted *w, int *code)
{
    const char *role = chosen(c, "role");
    *w = (struct wanted){ .role = role ? 0 : -1,
                          .makes = chosen(c, "new"),
                          .closes = chosen(c, "close"),
                          .opens = chosen(c, "open"),
                          .resets = chosen(c, "new-password"),
                          .json = chosen(c, "json") };
    while (role && w->role < ROLES && strcmp(role_names[w->role], role) != 0)
        w->role++;
    *code = EXIT_FINE;
    if (w->role == ROLES)
        *code = cli_fail(EXIT_USAGE, "person: --role is visitor, author or host, not '%s'", role);
    else if (w->makes && (w->closes || w->opens || w->resets))
        *code = cli_fail(EXIT_USAGE, "person: --new goes with --role alone: make the account first");
    else if (w->closes && w->opens)
        *code = cli_fail(EXIT_USAGE, "person: --close and --open do not go together: choose one");
    return !*code;
}

static int person(struct choices *c, struct store *s)
{
    struct wanted w;
    int code;
    return read_wish(c, &w, &code) ? carry_out(s, c->operand[0], &w) : code;
}

int ladder_person(int argc, char **argv)
{
    /* What changes something for good is done because somebody says so now, not because an environment or a file is as it is. */
    static const struct choice table[] = {
        CHOICE_STORE,
        CHOICE_CONFIG,
        { "new", NULL, TYPED, "make the account and print its password, once" },
        { "role", "ROLE", TYPED, "visitor, author or host   (as it is; of a new account author)" },
        { "new-password", NULL, TYPED, "a new password, which is printed, once; sessions and tokens end" },
        { "close", NULL, TYPED, "nobody comes in with it any more, and its bots play nowhere" },
        { "open", NULL, TYPED, "what was closed is open again" },
        CHOICE_JSON,
        { 0 },
    };
    static const struct verb account = {
        .example = "fiel-ladder person ana --new --role host --store sqlite:/var/lib/fiel/ladder.db",
        .says = "With --new it makes an account; else it changes of one that is there what is named here, and nothing\n"
                "else.  Without any of it the account is shown.  A ladder may be running on the store meanwhile.",
        .operands = " NAME",
        .table = table,
        .works = person,
        .mode = STORE_BESIDE,
    };
    return verb_run("person", &account, argc, argv);
}
