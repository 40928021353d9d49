/* runtime_make: `fiel runtime`: makes the runtimes from this machine's files, each in a folder of its own.
 *
 * What a library or an interpreter needs is asked of the system's loader (`ld.so --list`), of files of the system alone: no
 * stranger's program is looked at. */
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <glob.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/words.h"
#include "build_tree.h"
#include "jail_copy.h"
#include "runtime.h"

enum { NAMES = 8, ADDED = 32, LINKS = 20 };

struct maker {
    const char *home, *name[NAMES], *add[ADDED];
    unsigned names, adds;
    bool named;             /* the home was, with --to */
    char folder[JAIL_PATH]; /* of the runtime that is made */
    int host, top;
    char loader[JAIL_PATH], libraries[JAIL_PATH]; /* the system's loader, and the folder of its libraries */
    uint64_t bytes;
};

/* --- what the system has ---------------------------------------------------------------------------- */

static int look_at_object(struct dl_phdr_info *info, size_t size, void *user)
{
    struct maker *m = user;
    const char *slash = strrchr(info->dlpi_name, '/');
    (void)size;
    if (!slash || strlen(info->dlpi_name) >= sizeof m->loader)
        return 0;
    if (!strncmp(slash + 1, "ld-", 3) || !strncmp(slash + 1, "ld.so", 5) || !strncmp(slash + 1, "ld64", 4))
        strcpy(m->loader, info->dlpi_name);
    if (!strncmp(slash + 1, "libc.so", 7))
        snprintf(m->libraries, sizeof m->libraries, "%.*s", (int)(slash - info->dlpi_name), info->dlpi_name);
    return 0;
}

/* What a program prints; NULL when it cannot be asked. */
static FILE *ask(char *const words[], pid_t *child)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return NULL;
    *child = fork();
    if (!*child) {
        char *nothing[] = { NULL };
        int null = open("/dev/null", O_RDWR | O_CLOEXEC);
        dup2(null, STDIN_FILENO), dup2(ends[1], STDOUT_FILENO), dup2(null, STDERR_FILENO);
        execve(words[0], words, nothing);
        _exit(127);
    }
    close(ends[1]);
    if (*child > 0)
        return fdopen(ends[0], "r");
    close(ends[0]);
    return NULL;
}

static void heard(FILE *f, pid_t child)
{
    fclose(f);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        continue;
}

/* --- filling ------------------------------------------------------------------------------------------ */

/* `path` of the host, and, where it is a link, what it leads to, step by step.  Fine when it is not there. */
static int take(struct maker *m, const char *path)
{
    char folder[PATH_MAX], whole[PATH_MAX], next[2 * PATH_MAX], link[PATH_MAX];
    snprintf(next, sizeof next, "%s", path);
    for (int i = 0; i < LINKS; i++) {
        const char *slash = strrchr(next, '/'), *name = slash + 1;
        snprintf(whole, sizeof whole, "%.*s", slash == next ? 1 : (int)(slash - next), next);
        if (!realpath(whole, folder))
            return errno == ENOENT || errno == ENOTDIR ? 0 : -1;
        if (snprintf(whole, sizeof whole, "%s/%s", strcmp(folder, "/") ? folder : "", name) >= JAIL_PATH)
            return errno = ENAMETOOLONG, -1;
        if (copy_path(m->host, m->top, whole, true))
            return -1;
        ssize_t n = readlink(whole, link, sizeof link - 1);
        if (n < 0)
            return 0;
        link[n] = '\0';
        snprintf(next, sizeof next, "%s/%s", *link == '/' ? "" : folder, *link == '/' ? link + 1 : link);
    }
    return errno = ELOOP, -1;
}

static int take_in(struct maker *m, const char *folder, const char *const *names)
{
    char path[JAIL_PATH];
    int bad = 0;
    for (; *names && !bad; names++)
        bad = snprintf(path, sizeof path, "%s/%s", folder, *names) >= JAIL_PATH ? -1 : take(m, path);
    return bad;
}

static void leave_out(const struct maker *m, const char *folder, const char *pattern)
{
    char path[3 * JAIL_PATH];
    glob_t found;
    snprintf(path, sizeof path, "%s%s/%s", m->folder, folder, pattern);
    if (!glob(path, 0, NULL, &found)) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            tree_remove(found.gl_pathv[i]);
        globfree(&found);
    }
}

/* Folders that are links, as /lib is one, and what every program needs. */
static int take_base(struct maker *m)
{
    static const char *const tops[] = { "bin", "sbin", "lib", "lib32", "lib64", "libx32", NULL };
    static const char *const common[] = { "libc.so.6",      "libm.so.6",       "libpthread.so.0",
                                          "libdl.so.2",     "librt.so.1",      "libgcc_s.so.1",
                                          "libstdc++.so.6", "libatomic.so.1",  "libgomp.so.1",
                                          "libzmq.so.5",    "libsodium.so.23", "libmsgpackc.so.2",
                                          "libfiel.so.0",   "libz.so.1",       NULL };
    static const char *const files[] = { "bin/sh", "usr/bin/env", "etc/ld.so.cache", NULL };
    char path[16];
    struct stat s;
    for (const char *const *t = tops; *t; t++) {
        snprintf(path, sizeof path, "/%s", *t);
        if (!lstat(path, &s) && S_ISLNK(s.st_mode) && copy_path(m->host, m->top, path, false))
            return -1;
    }
    int bad = take(m, m->loader) || take_in(m, m->libraries, common);
    return bad || take_in(m, "/usr/local/lib", common) || take_in(m, "", files) ? -1 : 0;
}

static int take_python(struct maker *m)
{
    static const char *const spared[] = { "test",          "idlelib",       "turtledemo", "lib2to3",
                                          "ensurepip",     "tkinter",       "config-*",   "unittest/test",
                                          "dist-packages", "site-packages", NULL };
    static const char *const packages[] = { "fiel", NULL };
    static char program[] = "/usr/bin/python3", isolated[] = "-I", say[] = "-c",
                script[] = "import sysconfig, site\n"
                           "print('S' + sysconfig.get_path('stdlib'))\n"
                           "for p in site.getsitepackages(): print('P' + p)\n";
    char *const words[] = { program, isolated, say, script, NULL };
    char line[JAIL_PATH];
    pid_t child;
    bool any = false;
    int bad = take(m, program) || take(m, "/usr/lib/locale/C.utf8") ? -1 : 0;
    FILE *f = bad ? NULL : ask(words, &child);
    while (f && !bad && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        any = any || *line == 'S';
        bad = *line == 'P' ? take_in(m, line + 1, packages) : take(m, line + 1);
        for (const char *const *name = spared; *line == 'S' && *name; name++)
            leave_out(m, line + 1, *name);
    }
    if (f)
        heard(f, child);
    if (!any && !bad)
        errno = ENOEXEC;
    return bad || !any ? -1 : 0;
}

/* Modules of its own that it was built to read at its start from where they lie, as Debian's does. */
static int take_node(struct maker *m)
{
    static char program[] = "/usr/bin/node", say[] = "-e",
                script[] = "for (const d of process.config.target_defaults?.defines ?? []) {\n"
                           "    const path = /^NODE_SHARED_BUILTIN_\\w+_PATH=(\\/.*)$/.exec(d);\n"
                           "    if (path) console.log(path[1]);\n"
                           "}\n";
    char *const words[] = { program, say, script, NULL };
    char line[JAIL_PATH];
    pid_t child;
    int bad = take(m, program);
    FILE *f = bad ? NULL : ask(words, &child);
    while (f && !bad && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        bad = take(m, line);
    }
    if (f)
        heard(f, child);
    return f ? bad : -1;
}

/* --- what that needs ------------------------------------------------------------------------------------ */

static bool is_program(const FTSENT *e)
{
    char magic[4] = "";
    int fd = e->fts_info == FTS_F ? open(e->fts_path, O_RDONLY | O_CLOEXEC) : -1;
    bool elf = fd >= 0 && read(fd, magic, 4) == 4 && !memcmp(magic, "\177ELF", 4);
    close_fd(&fd);
    return elf;
}

/* The libraries that the loader would load for it: each line of the list holds a path. */
static int take_needs(struct maker *m, char *path)
{
    static char list[] = "--list";
    char *const words[] = { m->loader, list, path, NULL };
    char line[2 * JAIL_PATH];
    pid_t child;
    int bad = 0;
    FILE *f = ask(words, &child);
    if (!f)
        return -1;
    while (fgets(line, sizeof line, f)) {
        char *slash = strchr(line, '/'), *end = slash ? strstr(slash, " (0x") : NULL;
        if (end && !bad) {
            *end = '\0';
            bad = take(m, slash);
        }
    }
    heard(f, child);
    return bad;
}

static int take_all_needs(struct maker *m)
{
    char *top[] = { m->folder, NULL };
    size_t skip = strlen(m->folder);
    int bad = 0;
    FTS *tree = fts_open(top, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *e; tree && !bad && (e = fts_read(tree));)
        if (is_program(e))
            bad = take_needs(m, e->fts_path + skip);
    if (tree)
        fts_close(tree);
    return tree ? bad : -1;
}

/* --- one runtime -------------------------------------------------------------------------------------- */

static int fill(struct maker *m, const char *name)
{
    int bad = take_base(m);
    if (!bad && !strcmp(name, "python"))
        bad = take_python(m);
    if (!bad && !strcmp(name, "node"))
        bad = take_node(m);
    for (unsigned i = 0; i < m->adds && !bad; i++)
        bad = take(m, m->add[i]);
    return bad ? bad : take_all_needs(m);
}

/* Beside the old one and then in its place, so that a match that begins meanwhile has one of the two. */
static int make(struct maker *m, const char *name)
{
    char final[JAIL_PATH], old[JAIL_PATH + 8];
    int bad = -1;
    if (snprintf(final, sizeof final, "%s/%s", m->home, name) >= (int)sizeof final ||
        snprintf(m->folder, sizeof m->folder, "%s/.%s.new", m->home, name) >= (int)sizeof m->folder)
        return errno = ENAMETOOLONG, -1;
    snprintf(old, sizeof old, "%s/.%s.old", m->home, name);
    tree_remove(m->folder);
    tree_remove(old);
    if (mkdir(m->folder, 0755) || chmod(m->folder, 0755))
        return -1;
    m->top = open(m->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (m->top >= 0 && !fill(m, name)) {
        m->bytes = runtime_bytes(m->folder);
        bad = (rename(final, old) && errno != ENOENT) || rename(m->folder, final) ? -1 : 0;
    }
    int error = errno;
    close_fd(&m->top);
    tree_remove(bad ? m->folder : old);
    errno = error;
    return bad;
}

/* --- the command --------------------------------------------------------------------------------------- */

static const char help
    [] = "usage: fiel runtime [NAME...] [--add PATH...] [--to DIR]\n\n"
         "  fiel runtime\n"
         "  fiel runtime python --add /usr/lib/python3/dist-packages/numpy\n"
         "  fiel runtime perl --add /usr/bin/perl --add /usr/share/perl --add /usr/lib/x86_64-linux-gnu/perl-base\n\n"
         "Makes what hosted bots are given of the system: of each file a bot in --jail=strict gets a copy of its own,\n"
         "which shares no page with another bot's. Do it again when the system's packages were changed.\n\n"
         "  NAME                   c: the libraries of programs in C and C++; python, node: those and the interpreter "
         "of\n"
         "                         /usr/bin with what comes with it; any other: what c has and what is added\n"
         "                         (c, and python and node where they are)\n";

static const char after
    [] = "\nA bot gets the runtime that holds its interpreter, c before the others, which are gone through by name.\n"
         "`fiel jail-test` tells what they cost.\n"
         "Exit: 0, 2 wrong usage, 3 it cannot be made: what was there is as it was.\n";

static bool good_name(const char *name)
{
    return *name && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(name) && *name != '-';
}

static int set_add(struct cli_given *g)
{
    struct maker *m = g->wish;
    if (*g->value != '/' || access(g->value, F_OK))
        return cli_refuse(g, "'%s' is no absolute path of what is there: name one", g->value);
    if (m->adds == ADDED)
        return cli_refuse(g, "no more than %d are added: name a folder that holds more", ADDED);
    m->add[m->adds++] = g->value;
    return 0;
}
static int set_to(struct cli_given *g)
{
    struct maker *m = g->wish;
    m->home = g->value;
    m->named = true;
    return *g->value == '/' ? 0 : cli_refuse(g, "'%s' is no absolute path: name one", g->value);
}

static const struct cli_option options[] = {
    { "add", "PATH", CLI_EACH(set_add),
      "a file or a folder of this machine, and the libraries that its programs need,\nat the same path: packages, a "
      "venv; up to 32 times" },
    { "to", "DIR", CLI_BY(set_to), "where the runtimes lie   ($FIEL_RUNTIME, or " RUNTIME_HOME ")" },
    { 0 },
};
static const struct cli_words takes = { "runtime",      options,       help,
                                        .after = after, .most = NAMES, .remedy = "make the others in a second run" };

static int read_names(struct maker *m, int count, char **name)
{
    for (int i = 0; i < count; i++) {
        if (!good_name(name[i]))
            return cli_fail(EXIT_USAGE, "runtime: '%s' cannot be a name: lower-case letters, digits and '-'", name[i]);
        m->name[m->names++] = name[i];
    }
    return EXIT_FINE;
}

static void default_names(struct maker *m)
{
    m->name[m->names++] = "c";
    if (!access("/usr/bin/python3", X_OK))
        m->name[m->names++] = "python";
    if (!access("/usr/bin/node", X_OK))
        m->name[m->names++] = "node";
}

/* The folder of the runtimes.  Where nobody named one, those it lies in as well, for /var/lib/fiel is on no machine before; of a name
 * that somebody typed a part that is not there is a mistake.  0, or -1 with errno. */
static int make_home(const struct maker *m)
{
    char path[PATH_MAX];
    if (strlen(m->home) >= sizeof path)
        return errno = ENAMETOOLONG, -1;
    memcpy(path, m->home, strlen(m->home) + 1);
    for (char *slash = path; !m->named && (slash = strchr(slash + 1, '/'));) {
        *slash = '\0';
        if (mkdir(path, 0755) && errno != EEXIST)
            return -1;
        *slash = '/';
    }
    return mkdir(path, 0755) && errno != EEXIST ? -1 : 0;
}

/* What is in these follows from their names. */
static bool is_known(const char *name)
{
    return !strcmp(name, "c") || !strcmp(name, "python") || !strcmp(name, "node");
}

int cli_runtime(int argc, char **argv)
{
    static struct maker m;
    m = (struct maker){ .home = runtime_home() };
    int code;
    if (!cli_words_read(&takes, &m, &argc, argv, &code) || (code = read_names(&m, argc - 1, argv + 1)))
        return code;
    for (unsigned i = 0; i < m.names; i++)
        if (!m.adds && !is_known(m.name[i]))
            return cli_fail(
                EXIT_USAGE,
                "runtime: there is no runtime '%s': name c, python or node, or say with --add what it is to hold",
                m.name[i]);
    if (!m.names)
        default_names(&m);
    dl_iterate_phdr(look_at_object, &m);
    m.host = open("/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (make_home(&m) || m.host < 0)
        return cli_fail(EXIT_ENVIRONMENT, "runtime: %s: %s: name a folder with --to that this user may make", m.home,
                        strerror(errno));
    for (unsigned i = 0; i < m.names && !code; i++) {
        if (make(&m, m.name[i]))
            code = cli_fail(EXIT_ENVIRONMENT,
                            "runtime: %s cannot be made in %s: %s: give it room and rights, or other names", m.name[i],
                            m.home, strerror(errno));
        else
            printf("%-10s %6.1f MB   %s/%s\n", m.name[i], (double)m.bytes / 1e6, m.home, m.name[i]);
    }
    close(m.host);
    return code;
}
