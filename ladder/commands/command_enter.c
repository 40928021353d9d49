/* command_enter: a bot of the host's own, from the keyboard: packed, and entered as any author's. */
#include <archive.h>
#include <archive_entry.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/choices.h"
#include "commands.h"
#include "site/host/new_ladder.h"
#include "store/store.h"

enum { PROGRAM_MOST = 32 << 20 };

static int told(const struct store_error *e)
{
    return cli_fail(e->code == STORE_INVALID || e->code == STORE_EXISTS ? EXIT_USAGE : EXIT_ENVIRONMENT, "enter: %s",
                    e->text);
}

/* The program alone, as ./bot of an archive. */
static bool pack(const char *path, char *out, size_t room, size_t *size)
{
    struct archive *a = archive_write_new();
    struct archive_entry *x = archive_entry_new();
    char *bytes = malloc(PROGRAM_MOST);
    FILE *f = fopen(path, "rb");
    size_t n = f && bytes ? fread(bytes, 1, PROGRAM_MOST, f) : 0;
    bool fine = n && n < PROGRAM_MOST && a && x;
    if (fine) {
        archive_write_set_format_pax_restricted(a);
        archive_write_add_filter_gzip(a);
        archive_write_open_memory(a, out, room, size);
        archive_entry_set_pathname(x, "bot");
        archive_entry_set_filetype(x, AE_IFREG);
        archive_entry_set_perm(x, 0755);
        archive_entry_set_size(x, (la_int64_t)n);
        fine = archive_write_header(a, x) == ARCHIVE_OK && archive_write_data(a, bytes, n) == (la_ssize_t)n &&
               archive_write_close(a) == ARCHIVE_OK;
    }
    if (f)
        fclose(f);
    free(bytes);
    archive_entry_free(x);
    archive_write_free(a);
    return fine;
}

static int find_author(struct store *s, const char *name, int64_t *id, struct store_error *e)
{
    struct person p = { .role = ROLE_AUTHOR };
    struct person there;
    int bad = store_person_named(s, name, &there, e);
    *id = there.id;
    if (bad != STORE_NOT_FOUND)
        return bad;
    snprintf(p.name, sizeof p.name, "%s", name);
    return store_person_add(s, &p, id, e);
}

/* The ladder of that code; one that is not there is made. */
static int find_ladder(struct store *s, const char *code, const char *rules, struct ladder *l, struct store_error *e)
{
    int bad = store_ladder_coded(s, code, l, e);
    if (bad != STORE_NOT_FOUND)
        return bad;
    *l = (struct ladder){ .seats = 2, .games = 1, .legs = 2 };
    snprintf(l->code, sizeof l->code, "%s", code);
    snprintf(l->name, sizeof l->name, "%s", code);
    snprintf(l->rules, sizeof l->rules, "%s", rules);
    return ladder_open(s, l, "host", &l->id, e);
}

static int enter(struct store *s, const char *author, const char *name, const void *tar, size_t size, int64_t ladder,
                 struct store_error *e)
{
    struct bot b = { 0 };
    struct version v = { .has_artifact = true, .supersedes = true, .run = "./bot" };
    int64_t id;
    int bad = find_author(s, author, &b.person, e);
    if (!bad)
        bad = store_bot_named(s, author, name, &b, e);
    if (bad == STORE_NOT_FOUND) {
        snprintf(b.name, sizeof b.name, "%s", name);
        bad = find_author(s, author, &b.person, e);
        if (!bad)
            bad = store_bot_add(s, &b, &b.id, e);
    }
    v.bot = b.id;
    if (!bad)
        bad = store_put(s, tar, size, v.artifact, e);
    return bad ? bad : store_version_add(s, &v, &ladder, 1, &id, e);
}

int ladder_enter(int argc, char **argv)
{
    static const struct choice table[] = {
        CHOICE_STORE,
        CHOICE_CONFIG,
        { "ladder", "CODE", "argentino", "which ladder; made for two seats when it is not there" },
        { "rules", "RULES", "argentino", "of a ladder that is made" },
        { 0 },
    };
    struct choices c = {
        .command = "enter",
        .example = "fiel-ladder enter host/cauto build/bots/cauto",
        .says = "Enters a program as a bot: a new version, which plays when it has passed a match against itself.  For "
                "a\n"
                "host's own bots; a ladder that serves from SQLite has to be ended first.  Authors use the pages.",
        .operands = " AUTHOR/BOT PROGRAM",
        .operands_least = 2,
        .operands_most = 2,
        .table = table,
    };
    char author[STORE_NAME], name[STORE_NAME], *tar;
    struct store *s;
    struct store_error e;
    struct ladder l;
    size_t size = 0;
    int code;
    if (!choices_read(&c, argc, argv, &code))
        return code;
    if (sscanf(c.operand[0], "%63[A-Za-z0-9._-]/%63[A-Za-z0-9._-]", author, name) != 2)
        return cli_fail(EXIT_USAGE, "enter: '%s': write the bot as AUTHOR/BOT, of letters, digits, '.', '_' and '-'",
                        c.operand[0]);
    tar = malloc(PROGRAM_MOST);
    if (!tar || !pack(c.operand[1], tar, PROGRAM_MOST, &size)) {
        free(tar);
        return cli_fail(EXIT_ENVIRONMENT, "enter: %s is no program of at most 32 MiB that can be read", c.operand[1]);
    }
    if (store_open(&s, chosen(&c, "store"), STORE_SERVE, &e)) {
        free(tar);
        return told(&e);
    }
    int bad = find_ladder(s, chosen(&c, "ladder"), chosen(&c, "rules"), &l, &e);
    if (!bad)
        bad = enter(s, author, name, tar, size, l.id, &e);
    code = bad ? told(&e) : EXIT_FINE;
    if (!bad)
        printf("%s/%s is entered in %s\n", author, name, l.code);
    store_close(&s);
    free(tar);
    return code;
}
