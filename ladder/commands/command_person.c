/* command_person: accounts from the host's own keyboard. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "base/choices.h"
#include "commands.h"
#include "site/people.h"

/* A new account, or another role and password for one that is there.  The password is printed, once. */
int person_command(struct store *s, const char *name, enum role role)
{
    char password[PASSWORD_MADE];
    struct store_error e;
    struct person p;
    int64_t id;
    password_make(password);
    int bad = store_person_named(s, name, &p, &e);
    if (bad == STORE_NOT_FOUND) {
        bad = account_make(s, name, password, role, &id, &e);
    } else if (!bad) {
        p.role = role;
        p.closed = false;
        bad = store_person_change(s, &p, "host", &e);
        if (!bad)
            bad = account_password(s, p.id, password, "host", &e);
    }
    if (!bad)
        printf("%s: %s\npassword: %s\nsign in at /enter and change it\n", role_names[role], name, password);
    sodium_memzero(password, sizeof password);
    sodium_memzero(&p, sizeof p);
    if (bad == STORE_INVALID)
        return cli_fail(EXIT_USAGE, "person: %s", e.text);
    return bad ? cli_fail(EXIT_ENVIRONMENT, "%s", e.text) : EXIT_FINE;
}

int ladder_person(int argc, char **argv)
{
    static const struct choice table[] = { CHOICE_STORE, CHOICE_CONFIG, { "role", "ROLE", "author", "visitor, author or host" }, { 0 } };
    struct choices c = {
        .command = "person",
        .example = "fiel-ladder person ana --role host --store sqlite:/var/lib/fiel/ladder.db",
        .says = "Makes an account, or gives one that is there another role and a new password, which ends its sessions.\n"
                "Prints the password, once.  A ladder that serves from SQLite has to be ended first.",
        .operands = " NAME",
        .operands_least = 1,
        .operands_most = 1,
        .table = table,
    };
    struct store *s;
    struct store_error e;
    int code, role = 0;
    if (!choices_read(&c, argc, argv, &code))
        return code;
    while (role < ROLES && strcmp(role_names[role], chosen(&c, "role")) != 0)
        role++;
    if (role == ROLES)
        return cli_fail(EXIT_USAGE, "person: --role is visitor, author or host, not '%s'", chosen(&c, "role"));
    if (sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "person: no randomness on this machine");
    if (store_open(&s, chosen(&c, "store"), STORE_SERVE, &e))
        return cli_fail(EXIT_ENVIRONMENT, "%s", e.text);
    code = person_command(s, c.operand[0], (enum role)role);
    store_close(&s);
    return code;
}
