#include "bot_files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash_file.h"
#include "cli/path.h"
#include "match.h"

enum { HEX = 2 * HASH, PATH_AT = HEX + 2 /* in a line */ };

const char *bot_own(const struct bot_command *c)
{
    char *argv[BOT_ARGS + 1];
    struct stat s;
    command_argv(c, argv);
    for (unsigned i = 1; i < c->argc && !strncmp(c->path, "/usr/", 5); i++)
        if (argv[i][0] == '/' && !stat(argv[i], &s) && S_ISREG(s.st_mode))
            return argv[i];
    return c->path;
}

/* Of `path` what lies below the folder of `own`; itself where it lies elsewhere. */
static const char *below(const char *path, const char *own)
{
    size_t n = (size_t)(strrchr(own, '/') - own) + 1;
    return strncmp(path, own, n) ? path : path + n;
}

/* A bot's program, and the files that its command names. */
struct named {
    unsigned count;
    char path[BOT_ARGS + 1][JAIL_PATH];
};

static const struct named *named_by(const struct bot_command *c)
{
    static struct named n; /* for its size */
    char *argv[BOT_ARGS + 1];
    command_argv(c, argv);
    path_of(n.path[0], JAIL_PATH, "%s", c->path);
    n.count = 1;
    for (unsigned i = 1; i < c->argc; i++)
        n.count += argv[i][0] == '/' && jail_whole_path(argv[i], n.path[n.count]);
    return &n;
}

static bool is_named(const struct named *n, const char *path)
{
    unsigned i = 0;
    while (i < n->count && strcmp(n->path[i], path))
        i++;
    return i < n->count;
}

/* The way to the folder next to that of `own` in which it lies; nothing: it lies elsewhere, or beside `own`. */
static size_t next_folder(const char *path, const char *own)
{
    const char *name = below(path, own), *slash = strchr(name, '/');
    return name == path || !slash ? 0 : (size_t)(slash - path);
}

/* In that folder is a program `bot`, as the bots of a daemon's folder have: below `own`, that is another bot. */
static bool is_anothers(const char *path, size_t folder)
{
    char bot[JAIL_PATH + 8];
    return folder && !access(path_of(bot, sizeof bot, "%.*s/bot", (int)folder, path), X_OK);
}

static bool is_compiled(const char *path)
{
    char begin[4] = { 0 };
    OPENED FILE *f = fopen(path, "re");
    return f && fread(begin, 1, 4, f) == 4 && !memcmp(begin, "\177ELF", 4);
}

/* H of a file, or of where a link leads; -1: it is not there, or cannot be read. */
static int hash_of(const char *path, uint8_t out[HASH])
{
    char to[PATH_MAX];
    int bad = hash_open(open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC), out);
    ssize_t n = bad && errno == ELOOP ? readlink(path, to, sizeof to) : -1;
    return n < 0 ? bad : crypto_generichash(out, HASH, (uint8_t *)to, (unsigned long long)n, NULL, 0);
}

static int by_path(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* What of a plan's entry is the bot's is not left out. */
static bool counts(const char *entry, const char *own, bool compiled, bool anothers)
{
    const char *at = entry + 1, *name = below(at, own);
    struct stat s;
    if (*name == '.' || strstr(name, "/.") || anothers || lstat(at, &s))
        return false;
    return s.st_size && !(compiled && s.st_mode & 0111);
}

/* The paths of the bot's files in `p`; how many. */
static size_t gather(const struct match_options *o, const struct bot_command *c, struct jail_plan *p, const char **path)
{
    const struct named *named = named_by(c);
    char own[JAIL_PATH];
    const char *asked = "";
    size_t n = 0, asked_folder = 0;
    bool anothers = false;
    if (!jail_whole_path(bot_own(c), own))
        strcpy(own, c->path);
    bool compiled = is_compiled(own);
    jail_plan_start(p, 0);
    strcpy(p->runtime, "/"); /* so that of the system's own programs nothing is shown */
    for (unsigned i = 0; i < named->count && o->jail == JAIL_NONE; i++)
        jail_show(p, named->path[i]);
    if (o->jail != JAIL_NONE)
        jail_show_bot(o, c, p);
    path[n++] = c->path;
    for (const char *e = jail_next(p, NULL); e; e = jail_next(p, e)) {
        const char *at = e + 1;
        size_t folder = next_folder(at, own);
        if (folder != asked_folder || strncmp(at, asked, folder))
            anothers = is_anothers(at, folder);
        asked = at;
        asked_folder = folder;
        bool whole = (*e == JAIL_FILE || *e == JAIL_LINK) && !strchr(at, '\n');
        if (whole && strcmp(at, c->path) && (is_named(named, at) || counts(e, own, compiled, anothers)))
            path[n++] = at;
    }
    qsort(path, n, sizeof *path, by_path);
    return n;
}

/* The hex in the line of this path; NULL: it has none. */
static const char *hex_in(const char *lines, const char *path)
{
    const size_t n = strlen(path);
    for (; *lines; lines = strchr(lines, '\n') + 1)
        if (!strncmp(lines + PATH_AT, path, n) && lines[PATH_AT + n] == '\n')
            return lines;
    return NULL;
}

char *bot_files(const struct match_options *o, const struct bot_command *c, const char *known, struct jail_plan *seen)
{
    const char **path = calloc(JAIL_SHOWN / 2, sizeof *path), *hex_of;
    char *text = NULL, hex[HEX + 1];
    size_t size;
    uint8_t h[HASH];
    FILE *f = path ? open_memstream(&text, &size) : NULL;
    size_t n = f ? gather(o, c, seen, path) : 0;
    for (size_t i = 0; i < n; i++)
        if ((hex_of = hex_in(known, path[i])) || (!hash_of(path[i], h) && (hex_of = hex_text(hex, h, HASH))))
            fprintf(f, "%.*s  %s\n", HEX, hex_of, path[i]);
    free(path);
    return f && !fclose(f) ? text : NULL;
}

/* The path of the line at *at, which is made a text by itself, and H; *at goes to the next line.  NULL: there is none. */
static char *next_line(char **at, uint8_t h[HASH])
{
    char *line = *at, *end = strchr(line, '\n');
    if (!end || end - line < PATH_AT)
        return NULL;
    line[HEX] = *end = '\0';
    *at = end + 1;
    return hex_parse(h, HASH, line) ? line + PATH_AT : NULL;
}

/* Of one file its H, of several H of their lines with names from the bot's folder; unknown, and *out as it was: its program cannot be read. */
static void hash_of_files(const char *files, const struct bot_command *c, uint8_t out[HASH])
{
    crypto_generichash_state all;
    char *copy = strdup(files), *at = copy, *path, hex[HEX + 1];
    uint8_t h[HASH], last[HASH];
    unsigned n = 0;
    bool known = false;
    crypto_generichash_init(&all, NULL, 0, HASH);
    for (; at && (path = next_line(&at, h)); n++) {
        const char *const part[] = { hex_text(hex, h, HASH), "  ", below(path, bot_own(c)), "\n" };
        for (int i = 0; i < 4; i++)
            crypto_generichash_update(&all, (const uint8_t *)part[i], strlen(part[i]));
        memcpy(last, h, HASH);
        known |= !strcmp(path, c->path);
    }
    free(copy);
    if (n > 1)
        crypto_generichash_final(&all, last, HASH);
    if (known)
        memcpy(out, last, HASH);
}

bool bot_files_same(const char *files, const struct bot_command *of, char why[WHY])
{
    char *copy = strdup(files), *at = copy, *path, was[HEX + 1], is[HEX + 1] = "gone";
    uint8_t then[HASH], now[HASH];
    const struct named *named = of ? named_by(of) : NULL;
    bool same = true;
    while (same && at && (path = next_line(&at, then))) {
        if (named && !is_named(named, path))
            continue;
        bool there = !hash_of(path, now);
        same = there && !memcmp(then, now, HASH);
        if (!same)
            snprintf(why, WHY, "%.200s was %s when it began, and is %s", path, hex_text(was, then, HASH),
                     there ? hex_text(is, now, HASH) : "gone");
    }
    free(copy);
    return same;
}

char *bots_files(struct match_options *o, struct jail_plan *seen[PARTIES_MAX])
{
    static const uint8_t unknown[HASH];
    size_t size;
    char *text = NULL;
    FILE *f = open_memstream(&text, &size);
    bool good = f;
    for (unsigned i = 0; good && i < options_parties(o); i++) {
        struct bot_command *c = &o->bot[i];
        if (c->remote)
            continue;
        seen[i] = malloc(sizeof *seen[i]); /* of which most stays untouched */
        char *files = seen[i] && !fflush(f) ? bot_files(o, c, text, seen[i]) : NULL;
        good = files;
        if (files && !memcmp(c->artifact, unknown, HASH))
            hash_of_files(files, c, c->artifact);
        if (files)
            fputs(files, f);
        free(files);
    }
    if (f && !fclose(f) && good)
        return text;
    free(text);
    return NULL;
}
