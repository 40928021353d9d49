/* cli_build: `fiel build`, its words. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "jail/build.h"
#include "base/cli.h"
#include "match/match_options.h"

static const char help[] =
    "usage: fiel build [OPTION...] SOURCE OUT COMMAND\n"
    "\n"
    "  $ fiel build --jail strict mybot built 'make bot'\n"
    "\n"
    "Runs COMMAND with sh over a copy of the folder SOURCE in a jail: no network, nobody else's files or processes, "
    "the\n"
    "machine's compilers read-only, so much time, memory, disk and output.  What it prints goes to stdout; when it\n"
    "succeeds, what lies in its folder then is put into OUT, which must not be there yet, or be empty.  Links in it\n"
    "become the files that they lead to.\n"
    "\n"
    "  --jail HOW      strict: all that `fiel jail-test` demands or no build; basic: as much as holds; none: limits\n"
    "                  alone   (basic)\n"
    "  --time TIME     how long it may take   (2m)\n"
    "  --memory SIZE   of all its processes together   (2G)\n"
    "  --disk SIZE     of all its files, which are kept in memory   (512M)\n"
    "  --show DIR      a folder that it may read besides /usr; up to four times\n"
    "  --uids A-B      the users of jailed builds   (1510000000-1510000999)\n"
    "\n"
    "Exit: 0 built, 1 it failed or used up a limit, 2 wrong usage, 3 it could not be tried.\n";

static int bad_value(const char *name, const char *text, const char *why)
{
    return cli_fail(EXIT_USAGE, "build: --%s '%.60s': %s", name, text, why);
}

static int set_jail(struct build *b, const char *text)
{
    static const char *const words[] = { "strict", "basic", "none" };
    for (uint8_t i = 0; i < 3; i++)
        if (!strcmp(text, words[i]))
            return b->level = i, EXIT_FINE;
    return bad_value("jail", text, "say strict, basic or none");
}

static int set_show(struct build *b, const char *text)
{
    if (b->shows == BUILD_SHOWS)
        return bad_value("show", text, "four folders at the most");
    if (access(text, F_OK) || !jail_whole_path(text, b->show[b->shows]) || !strcmp(b->show[b->shows], "/"))
        return bad_value("show", text, "it is not a folder that can be shown");
    b->shows++;
    return EXIT_FINE;
}

static int set(struct build *b, const char *name, const char *text)
{
    char why[WHY] = "";
    if (!strcmp(name, "jail"))
        return set_jail(b, text);
    if (!strcmp(name, "show"))
        return set_show(b, text);
    if (!strcmp(name, "uids"))
        return jail_uids_read(text, &b->uid_first, &b->uid_last)
                   ? bad_value(name, text, "say a range of user ids above 0, as 70000-70099")
                   : EXIT_FINE;
    if (!strcmp(name, "time"))
        return duration_read(text, &b->time_us, why) || b->time_us <= 0
                   ? bad_value(name, text, *why ? why : "give it some time")
                   : EXIT_FINE;
    uint64_t *size = !strcmp(name, "memory") ? &b->memory : &b->disk;
    return size_read(text, size, why) ? bad_value(name, text, why) : EXIT_FINE;
}

/* The value of argv[*i], which is --name=VALUE or stands before it; NULL when it is none of the names or has no value. */
static const char *option_at(char **argv, int *i, const char **name)
{
    static const char *const names[] = { "jail", "time", "memory", "disk", "show", "uids" };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        size_t n = strlen(names[k]);
        if (strncmp(argv[*i] + 2, names[k], n))
            continue;
        *name = names[k];
        if (argv[*i][2 + n] == '=')
            return argv[*i] + 2 + n + 1;
        if (!argv[*i][2 + n])
            return argv[*i + 1] ? argv[++*i] : NULL;
    }
    return NULL;
}

/* EXIT_FINE, -1 when it was --help, else what to exit with. */
static int read_words(struct build *b, int argc, char **argv)
{
    int i = 1, bad;
    for (; i < argc && !strncmp(argv[i], "--", 2); i++) {
        const char *name, *value;
        if (!strcmp(argv[i], "--help"))
            return fputs(help, stdout), -1;
        if (!argv[i][2]) {
            i++;
            break;
        }
        const char *word = argv[i];
        if (!(value = option_at(argv, &i, &name)))
            return cli_fail(EXIT_USAGE, "build: %s: no such option, or no value with it: see fiel build --help", word);
        if ((bad = set(b, name, value)))
            return bad;
    }
    if (argc - i != 3 || !*argv[i + 2])
        return cli_fail(EXIT_USAGE, "build: say SOURCE OUT COMMAND: see fiel build --help");
    b->source = argv[i];
    b->out = argv[i + 1];
    b->command = argv[i + 2];
    return EXIT_FINE;
}

/* Nothing is there, or an empty folder. */
static bool may_be_made(const char *path)
{
    struct dirent *e;
    DIR *d = opendir(path);
    bool empty = true;
    if (!d)
        return errno == ENOENT;
    while ((e = readdir(d)))
        empty = empty && (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."));
    closedir(d);
    return empty;
}

int cli_build(int argc, char **argv)
{
    struct build b = { .level = JAIL_BASIC,
                       .time_us = INT64_C(120) * 1000000,
                       .memory = UINT64_C(2) << 30,
                       .disk = UINT64_C(512) << 20,
                       .uid_first = JAIL_UID_FIRST,
                       .uid_last = JAIL_UID_LAST };
    int code = read_words(&b, argc, argv);
    if (code)
        return code < 0 ? EXIT_FINE : code;
    DIR *d = opendir(b.source);
    if (!d)
        return cli_fail(EXIT_USAGE, "build: %s: %s: name the folder of the sources", b.source, strerror(errno));
    closedir(d);
    if (!may_be_made(b.out))
        return cli_fail(EXIT_USAGE, "build: %s is there already: name a folder that is not, or an empty one", b.out);
    return build_run(&b);
}
