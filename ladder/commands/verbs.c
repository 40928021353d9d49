/* verbs: which of them, and their list. */
#include "verbs.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/help.h"
#include "cli/lang.h"
#include "commands.h"

enum { VERBS = 16 };

/* --- a verb that is one call of the API --------------------------------------------------------------------------------- */

static const char name_letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";

static bool put_id(const char *command, const char *id, char *path)
{
    if (!*id || strlen(id) > 18 || strspn(id, "0123456789") != strlen(id))
        return cli_fail(0, "%s: '%.60s' is no number: the list has it", command, id), false;
    return strcat(path, id), true;
}

/* "AUTHOR/BOT", with `number` "AUTHOR/BOT/versions/N". */
static bool put_bot(const char *command, const char *text, bool number, char *path)
{
    size_t author = strspn(text, name_letters), bot = text[author] == '/' ? strspn(text + author + 1, name_letters) : 0;
    const char *rest = text + author + 1 + bot;
    bool fine = author && bot && author < 40 && bot < 40;
    if (fine && number)
        fine = *rest == '#' && rest[1] && strspn(rest + 1, "0123456789") == strlen(rest + 1) && strlen(rest) < 12;
    else if (fine)
        fine = !*rest;
    if (!fine) {
        cli_fail(0, "%s: '%.100s': write it as %s", command, text,
                 number ? "AUTHOR/BOT#NUMBER, in quotes" : "AUTHOR/BOT");
        return false;
    }
    sprintf(path + strlen(path), "%.*s%s%s", (int)(author + 1 + bot), text, number ? "/versions/" : "",
            number ? rest + 1 : "");
    return true;
}

bool verb_path(const char *command, const char *row, const char *operand, char path[CLIENT_PATH])
{
    size_t n = strcspn(row, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"), named = strspn(row + n, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    snprintf(path, CLIENT_PATH, "%.*s", (int)n, row);
    bool fine = !named ||
                (named == 1 ? put_id(command, operand, path) : put_bot(command, operand, row[n] == 'V', path));
    strcat(path, row + n + named);
    return fine;
}

/* The path with "?author=NAME" at its end, or without where nothing was chosen. */
static bool put_query(const struct choices *c, char path[CLIENT_PATH])
{
    char *query = strchr(path, '?');
    const char *value = query ? chosen(c, query + 1) : NULL;
    size_t n = strlen(path);
    if (value && (!*value || strspn(value, name_letters) != strlen(value) || strlen(value) > 39))
        return cli_fail(0, "%s: '%.60s' cannot be a name", c->command, value), false;
    if (value)
        snprintf(path + n, CLIENT_PATH - n, "=%s", value);
    else if (query)
        *query = '\0';
    return true;
}

static const char *value_of(const struct choices *c, const char *from)
{
    switch (*from) {
    case '-': return chosen(c, from + 2);
    case '?': return chosen(c, from + 1) ? "1" : "";
    case '=': return from + 1;
    default: return c->operand[*from - '1'];
    }
}

/* Asks it, and tells what is answered. */
static int ask(const struct verb *v, const struct choices *c, const struct client *l)
{
    struct client_field fields[VERB_FIELDS] = { 0 };
    struct client_answer a;
    char path[CLIENT_PATH];
    json_auto_t *answer = NULL;
    size_t n = 0;
    if (!verb_path(c->command, v->path, *c->operands ? c->operand[0] : "", path) || !put_query(c, path))
        return EXIT_USAGE;
    for (const struct verb_field *f = v->fields; f && f->name; f++)
        fields[n++] = (struct client_field){ .name = f->name, .value = value_of(c, f->from) };
    int code = v->raw ? client_ask(l, path, NULL, 0, &a) : client_json(l, path, n ? fields : NULL, n, &answer);
    if (!code && v->raw) {
        fwrite(a.body ? a.body : "", 1, a.size, stdout);
        free(a.body);
    } else if (!code) {
        report_answer(l, v->list && !l->json ? json_object_get(answer, v->list) : answer, v->columns);
    }
    return code;
}

/* --- any ---------------------------------------------------------------------------------------------------------------- */

int verb_store(const struct choices *c, const char *option, enum store_mode mode, struct store **s)
{
    struct store_error e;
    if (sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "%s: no randomness on this machine", c->command);
    return store_open(s, chosen(c, option), mode, &e) ? report_store(c->command, &e) : EXIT_FINE;
}

int verb_run(const char *command, const struct verb *v, int argc, char **argv)
{
    static const struct choice client[] = { CHOICES_CLIENT, { 0 } },
                               of_tables[] = { { "ladder", "CODE", NULL, "of several commands" }, { 0 } };
    static const struct choice *const others[] = { serve_options, worker_options, of_tables, NULL };
    struct choices c = { .command = command,
                         .others = others,
                         .example = v->example,
                         .says = v->says,
                         .operands = v->operands,
                         .table = v->table ? v->table : client };
    AUTO(store_close) struct store *s = NULL;
    struct client l;
    int code;
    if (!choices_read(&c, argc, argv, &code))
        return code;
    if (v->run)
        return v->run(&c);
    if (v->works) {
        code = verb_store(&c, "store", v->mode, &s);
        return code ? code : v->works(&c, s);
    }
    code = client_open(&l, command, &c);
    return code ? code : v->asks ? v->asks(&c, &l) : ask(v, &c, &l);
}

static const char *asked_command;
static const struct verb *asked;

/* The row `asked`. */
static int run_asked(int argc, char **argv)
{
    char command[64];
    snprintf(command, sizeof command, "%s %s", asked_command, asked->name);
    return verb_run(command, asked, argc, argv);
}

/* --- which of them ------------------------------------------------------------------------------------------------------ */

static void help(const char *command, const char *example, const char *how, const struct verb *list)
{
    printf("usage: fiel-ladder %s VERB [OPTION...]\n\n  %s\n\n%s\n\n", command, example, how);
    for (; list->name; list++)
        printf("  %-9s %s\n", list->name, list->what);
    printf("\nfiel-ladder %s VERB --help tells more.\n", command);
}

static int run(const char *command, const struct verb *v, int argc, char **argv)
{
    asked_command = command;
    asked = v;
    return lang_wants_help(argc, argv) ? help_of(run_asked, v->name, true) : run_asked(argc, argv);
}

int verbs_run(const char *command, const char *example, const char *how, const struct verb *list, int argc, char **argv)
{
    const char *names[VERBS + 1] = { NULL }, *near;
    if (argc < 2)
        return cli_fail(EXIT_USAGE, "%s: say what: `fiel-ladder %s --help` lists it", command, command);
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return help(command, example, how, list), EXIT_FINE;
    for (int i = 0; list[i].name && i < VERBS; i++) {
        names[i] = list[i].name;
        if (!strcmp(argv[1], list[i].name))
            return run(command, &list[i], argc - 1, argv + 1);
    }
    near = cli_nearest(argv[1], names);
    return near ? cli_fail(EXIT_USAGE, "%s: there is no '%s': did you mean `fiel-ladder %s %s`?", command, argv[1],
                           command, near)
                : cli_fail(EXIT_USAGE, "%s: there is no '%s': `fiel-ladder %s --help` lists what there is", command,
                           argv[1], command);
}
