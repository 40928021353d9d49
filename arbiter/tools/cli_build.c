/* cli_build: `fiel build`, its words. */
#include <dirent.h>
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "jail/build.h"
#include "base/cli.h"
#include "cli/words.h"
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
    "\n";

static int set_show(struct cli_given *g)
{
    struct build *b = g->wish;
    if (b->shows == BUILD_SHOWS)
        return cli_refuse(g, "'%.60s': four folders at the most", g->value);
    if (access(g->value, F_OK) || !jail_whole_path(g->value, b->show[b->shows]) || !strcmp(b->show[b->shows], "/"))
        return cli_refuse(g, "'%.60s': it is not a folder that can be shown", g->value);
    b->shows++;
    return 0;
}
static int set_time(struct cli_given *g)
{
    struct build *b = g->wish;
    if (duration_read(g->value, &b->time_us, g->why))
        return -1;
    return b->time_us > 0 ? 0 : cli_refuse(g, "'%.60s': give it some time", g->value);
}
static int set_memory(struct cli_given *g)
{
    struct build *b = g->wish;
    b->memory_given = true;
    return size_read(g->value, &b->memory, g->why);
}
static int set_disk(struct cli_given *g) { return size_read(g->value, &((struct build *)g->wish)->disk, g->why); }

static const struct cli_option options[] = {
    { "jail", "HOW", CLI_WORD(struct build, level, jail_words),
      "strict: all that `fiel jail-test` demands or no build; basic: as much as holds; none: limits alone   (basic)" },
    { "time", "TIME", CLI_BY(set_time), "how long it may take   (2m)" },
    { "memory", "SIZE", CLI_BY(set_memory), "of all its processes together   (2G)" },
    { "disk", "SIZE", CLI_BY(set_disk), "of all its files, which are kept in memory   (512M)" },
    { "show", "DIR", CLI_EACH(set_show), "a folder that it may read besides /usr; up to four times" },
    { "uids", "A-B", CLI_AT(jail_uids_given, struct build, uid),
      "the users of jailed builds   (1510000000-1510000999)" },
    { 0 },
};
static const char
    after[] = "\nExit: 0 built, 1 it failed or used up a limit, 2 wrong usage, 3 it could not be tried.\n";

static const struct cli_words takes = { "build",   options,
                                        help,      .after = after,
                                        .most = 3, .remedy = "say SOURCE OUT COMMAND: see fiel build --help" };

/* Nothing is there, or an empty folder. */
static bool may_be_made(const char *path)
{
    struct dirent *e;
    OPENED_DIR DIR *d = opendir(path);
    bool empty = true;
    if (!d)
        return errno == ENOENT;
    while ((e = readdir(d)))
        empty = empty && (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."));
    return empty;
}

int cli_build(int argc, char **argv)
{
    struct build b = { .level = JAIL_BASIC,
                       .time_us = INT64_C(120) * 1000000,
                       .memory = UINT64_C(2) << 30,
                       .disk = UINT64_C(512) << 20,
                       .uid = { JAIL_UID_FIRST, JAIL_UID_LAST } };
    int code;
    if (!cli_words_read(&takes, &b, &argc, argv, &code))
        return code;
    if (argc != 4 || !*argv[3])
        return cli_fail(EXIT_USAGE, "build: say SOURCE OUT COMMAND: see fiel build --help");
    b.source = argv[1];
    b.out = argv[2];
    b.command = argv[3];
    DIR *d = opendir(b.source); /* not beside a build that runs */
    if (!d)
        return cli_fail(EXIT_USAGE, "build: %s: %s: name the folder of the sources", b.source, strerror(errno));
    closedir(d);
    if (!may_be_made(b.out))
        return cli_fail(EXIT_USAGE, "build: %s is there already: name a folder that is not, or an empty one", b.out);
    return build_run(&b);
}
