/* command_enter: a bot of the host's own, from the keyboard: packed, and entered as any author's. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/bundled.h"
#include "cli/language.h"
#include "commands.h"
#include "verbs.h"
#include "site/host/new_ladder.h"
#include "site/session/account.h"
#include "store/store.h"
#include "filing/artifact.h"

/* A folder or a program is packed, a tar goes as it is; it must hold what is started, `run`. */
static int take(const char *path, const char *run, struct store_bytes *tar)
{
    struct stat file;
    char why[256], text[SAID_TEXT], there[PATH_MAX];
    if (access(path, F_OK) && bundled_bot(there, path))
        path = there;
    if (stat(path, &file))
        return cli_fail(EXIT_USAGE,
                        "enter: there is no %s here, and no bundled bot of that name: name its program, folder or tar",
                        path);
    bool fine = S_ISDIR(file.st_mode)    ? artifact_pack(path, tar, why)
                : file.st_mode & S_IXUSR ? artifact_pack_program(path, tar, why)
                                         : artifact_read(path, tar, why);
    if (fine && artifact_check(tar->data, tar->size, run, true, why))
        return EXIT_FINE;
    if (fine)
        store_free(tar);
    return cli_fail(EXIT_USAGE, "enter: %s", report_sentence(text, why));
}

/* A bot that is to be entered, as the words of a command have it, and what was made for it. */
struct entered {
    const char *author, *name, *run, *ladder, *rules;
    long games; /* of a leg, of a ladder that is made */
    bool makes_author, beside, json;
    bool made_author, made_ladder;
};

/* The account and the ladder as they are, or as they are to be made, with the id 0.  Nothing is made where one of them will not do. */
static int look(struct store *s, const struct entered *n, struct person *p, struct ladder *l, struct store_error *e)
{
    int bad = store_person_named(s, n->author, p, e);
    if (bad == STORE_NOT_FOUND && n->makes_author) {
        *p = (struct person){ .role = ROLE_AUTHOR };
        snprintf(p->name, sizeof p->name, "%s", n->author);
        bad = STORE_OK;
    }
    if (!bad && p->role != ROLE_HOST && (*p->password || p->has_key))
        bad = store_say(
            e, STORE_INVALID,
            "somebody signs in to that account, and enters its bots: name a host, or an account that bots alone have");
    if (!bad && (bad = store_ladder_coded(s, n->ladder, l, e)) == STORE_NOT_FOUND) {
        *l = (struct ladder){ .seats = 2, .games = n->games, .legs = 2 };
        snprintf(l->code, sizeof l->code, "%s", n->ladder);
        snprintf(l->name, sizeof l->name, "%s", n->ladder);
        snprintf(l->rules, sizeof l->rules, "%s", n->rules);
        bad = ladder_fits(l, &(const char *){ NULL }, e);
    }
    return !bad && l->closed ? store_say(e, STORE_INVALID, N_("that ladder is closed: choose another one")) : bad;
}

/* What is not there of them.  Nobody can sign in to an account that is made. */
static int make(struct store *s, struct entered *n, struct person *p, struct ladder *l, struct store_error *e)
{
    n->made_author = !p->id;
    n->made_ladder = !l->id;
    int bad = p->id ? STORE_OK : store_person_add(s, p, &p->id, e);
    return bad || l->id ? bad : ladder_open(s, l, "host", &l->id, e);
}

/* A new version of author/name, which runs so; *v is what the store made of it. */
static int enter(struct store *s, const struct entered *n, int64_t person, const struct store_bytes *tar,
                 int64_t ladder, struct version *v, struct store_error *e)
{
    struct bot b = { 0 };
    int64_t id;
    int bad = store_bot_named(s, n->author, n->name, &b, e);
    if (bad == STORE_NOT_FOUND) {
        b = (struct bot){ .person = person };
        snprintf(b.name, sizeof b.name, "%s", n->name);
        bad = store_bot_add(s, &b, &b.id, e);
    }
    v->bot = b.id;
    if (!bad)
        bad = store_put(s, tar->data, tar->size, v->artifact, e);
    if (!bad)
        bad = store_version_add(s, v, &ladder, 1, &id, e);
    return bad ? bad : store_version(s, id, v, e);
}

static int tell_entered(const struct entered *n, const struct version *v, const struct ladder *l)
{
    if (n->json)
        return report_object("enter", json_pack("{s:s,s:s,s:I,s:s,s:b,s:b}", "author", n->author, "bot", n->name,
                                                "number", (json_int_t)v->number, "ladder", l->code, "new_author",
                                                n->made_author, "new_ladder", n->made_ladder));
    if (n->made_author)
        report_flow(4, T("%s is a new account, to which nobody can sign in"), n->author);
    if (n->made_ladder)
        report_flow(4, T("%s is a new ladder: %s, %d seats"), l->code, l->rules, (int)l->seats);
    report_flow(4, T("%s/%s#%jd is entered in %s: it plays when it has passed a match against itself"), n->author,
                n->name, v->number, l->code);
    if (v->number > 1 && !n->beside)
        report_flow(4, T("then those before it are retired, in every ladder: --beside leaves them"));
    return EXIT_FINE;
}

static int enter_told(struct store *s, struct entered *n, const struct store_bytes *tar)
{
    struct version v = { .has_artifact = true, .supersedes = !n->beside };
    struct store_error e;
    struct person p;
    struct ladder l = { 0 };
    snprintf(v.run, sizeof v.run, "%s", n->run);
    int bad = look(s, n, &p, &l, &e);
    if (bad == STORE_NOT_FOUND)
        return cli_fail(EXIT_USAGE,
                        "enter: nobody here is called %s: write the name as it is, or make an account that bots alone "
                        "have: --new",
                        n->author);
    if (!bad)
        bad = make(s, n, &p, &l, &e);
    if (!bad)
        bad = enter(s, n, p.id, tar, l.id, &v, &e);
    return bad ? report_store("enter", &e) : tell_entered(n, &v, &l);
}

/* --- bundled bots ------------------------------------------------------------------------------------------------- */

/* The next name of a list with commas; false: there is none. */
static bool next_name(const char **names, char name[STORE_NAME])
{
    size_t n = strcspn(*names, ",");
    bool there = **names != '\0';
    snprintf(name, STORE_NAME, "%.*s", (int)n, *names);
    *names += n + ((*names)[n] == ',');
    return there;
}

int bundled_known(const char *command, const char *names)
{
    char name[STORE_NAME], path[PATH_MAX];
    while (next_name(&names, name))
        if (!bundled_bot(path, name))
            return cli_fail(EXIT_USAGE, "%s: there is no bundled bot '%.60s': name some of " RUNGS, command, name);
    return EXIT_FINE;
}

/* Whether the author has a bot of that name, which is said. */
static bool is_entered(struct store *s, const char *author, const char *name, bool json)
{
    struct store_error e;
    struct bot b;
    if (store_bot_named(s, author, name, &b, &e))
        return false;
    if (!json)
        report_flow(4, T("%s/%s is entered already, and stays as it is"), author, name);
    return true;
}

int bundled_enter(struct store *s, const char *author, const char *names, bool json)
{
    char name[STORE_NAME];
    int code = EXIT_FINE;
    while (!code && next_name(&names, name)) {
        AUTO(store_free) struct store_bytes tar = { 0 };
        if (is_entered(s, author, name, json))
            continue;
        if (!(code = take(name, "./bot", &tar)))
            code = enter_told(s,
                              &(struct entered){ .author = author,
                                                 .name = name,
                                                 .run = "./bot",
                                                 .ladder = "argentino",
                                                 .rules = "argentino",
                                                 .games = LEG_GAMES,
                                                 .makes_author = true,
                                                 .json = json },
                              &tar);
    }
    return code;
}

static int enter_one(struct choices *c)
{
    char author[STORE_NAME];
    AUTO(store_free) struct store_bytes tar = { 0 };
    AUTO(store_close) struct store *s = NULL;
    long games;
    int code;
    if (!chosen_number(c, "games", 1, 128, &games, &code))
        return code;
    const char *bot = c->operand[0], *name = strchr(bot, '/');
    snprintf(author, sizeof author, "%.*s", (int)strcspn(bot, "/"), bot);
    if (!name || !name_fits(author) || !name_fits(name + 1))
        return cli_fail(
            EXIT_USAGE,
            "enter: '%.200s': write the bot as AUTHOR/BOT, each of letters, digits, '.', '_' and '-', up to 39, "
            "a letter or digit at both ends",
            bot);
    if (strlen(chosen(c, "run")) >= sizeof((struct version *)0)->run)
        return cli_fail(EXIT_USAGE, "enter: --run: a command has up to 255 bytes: write less");
    code = take(c->operand[1], chosen(c, "run"), &tar);
    if (!code && !(code = verb_store(c, "store", STORE_SERVE, &s)))
        code = enter_told(s,
                          &(struct entered){ .author = author,
                                             .name = name + 1,
                                             .run = chosen(c, "run"),
                                             .ladder = chosen(c, "ladder"),
                                             .rules = chosen(c, "rules"),
                                             .games = games,
                                             .makes_author = chosen(c, "new") != NULL,
                                             .beside = chosen(c, "beside") != NULL,
                                             .json = chosen(c, "json") != NULL },
                          &tar);
    return code;
}

int ladder_enter(int argc, char **argv)
{
    static const struct choice table[] = {
        CHOICE_STORE,
        CHOICE_CONFIG,
        { "ladder", "CODE", "argentino", "which ladder; made for two seats when it is not there" },
        { "rules", "RULES", "argentino", "of a ladder that is made" },
        { "games", "N", "5", "of each leg of its pairs" },
        { "run", "COMMAND", "./bot", "what is started inside the folder; a program alone is ./bot" },
        { "beside", NULL, NULL, "the versions before go on playing" },
        { "new", NULL, NULL, "make the account of AUTHOR when it is not there; nobody can sign in to it" },
        CHOICE_JSON,
        { 0 },
    };
    static const struct verb entry = {
        .example = "fiel-ladder enter host/cauto cauto",
        .says = "Enters a bot: a program, a folder or a tar of one, or a bundled bot by its name.  The new version\n"
                "plays when it has passed a match against itself; a site that serves is told.  For a host's own bots;\n"
                "a ladder that serves from SQLite has to be ended first.  Authors use the pages.",
        .operands = " AUTHOR/BOT PROGRAM|FOLDER|TAR|NAME",
        .table = table,
        .run = enter_one,
    };
    return verb_run("enter", &entry, argc, argv);
}
