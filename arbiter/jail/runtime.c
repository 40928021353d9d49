/* runtime: which runtime a bot gets. */
#include "runtime.h"
#include "cli/path.h"

#include <dirent.h>
#include <fcntl.h>
#include <fts.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CANDIDATES = 8 };

/* Paths of which one runs the program. */
struct runners {
    char path[CANDIDATES][PATH_MAX];
    unsigned count;
};

const char *runtime_home(void)
{
    const char *home = getenv("FIEL_RUNTIME");
    return home && *home == '/' ? home : RUNTIME_HOME;
}

bool runtime_has(const char *folder, const char *path)
{
    struct open_how how = { .flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS };
    int top = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    int fd = top < 0 ? -1 : (int)syscall(SYS_openat2, top, path, &how, sizeof how);
    if (fd >= 0)
        close(fd);
    close_fd(&top);
    return fd >= 0;
}

/* As it is written, and as what it leads to on this machine. */
static void add(struct runners *r, const char *path)
{
    if (r->count + 2 > CANDIDATES || strlen(path) >= PATH_MAX)
        return;
    strcpy(r->path[r->count++], path);
    if (realpath(path, r->path[r->count]))
        r->count++;
}

/* The interpreter in a script's first line; of `#!/usr/bin/env NAME` what NAME stands for. */
static void add_interpreter(struct runners *r, const char *program)
{
    static const char *const folders[] = { "/usr/local/bin", "/usr/bin" };
    char line[512] = "", path[600], *at = NULL, *word;
    OPENED FILE *f = fopen(program, "re");
    if (f && fgets(line, sizeof line, f) && !strncmp(line, "#!", 2) && (word = strtok_r(line + 2, " \t\n", &at))) {
        bool env = strlen(word) >= 4 && !strcmp(word + strlen(word) - 4, "/env");
        if (!env)
            add(r, word);
        for (word = env ? strtok_r(NULL, " \t\n", &at) : NULL; word && *word == '-';)
            word = strtok_r(NULL, " \t\n", &at);
        for (size_t i = 0; word && i < sizeof folders / sizeof *folders; i++) {
            path_of(path, sizeof path, "%s/%s", folders[i], word);
            add(r, path);
        }
    }
}

static bool runs(const char *folder, const struct runners *r)
{
    for (unsigned i = 0; i < r->count; i++)
        if (runtime_has(folder, r->path[i]))
            return true;
    return false;
}

enum { PAGE = 4096, KEPT = 1024 /* an inode and its name */ };

/* Of one file, folder or link. */
static uint64_t bytes_of(const struct stat *s)
{
    return KEPT + (S_ISREG(s->st_mode) ? ((uint64_t)s->st_size + PAGE - 1) / PAGE * PAGE : 0);
}

uint64_t runtime_bytes(const char *folder)
{
    char *top[] = { (char *)(uintptr_t)folder, NULL };
    uint64_t bytes = 0;
    FTS *tree = fts_open(top, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    for (FTSENT *e; tree && (e = fts_read(tree));)
        if (e->fts_info == FTS_F || e->fts_info == FTS_D || e->fts_info == FTS_SL)
            bytes += bytes_of(e->fts_statp);
    if (tree)
        fts_close(tree);
    return bytes;
}

uint64_t jail_copied(const struct jail_plan *p)
{
    char path[2 * JAIL_PATH];
    uint64_t bytes = p->bytes + p->count * (uint64_t)KEPT;
    if (!(p->layers & JAIL_BIT(JAIL_PAGES)) || !*p->runtime)
        return 0;
    for (const char *e = jail_next(p, NULL); e; e = jail_next(p, e))
        if (*e == JAIL_RUNTIME || *e == JAIL_WHOLE)
            bytes += runtime_bytes(path_of(path, sizeof path, "%s%s", *e == JAIL_RUNTIME ? p->runtime : "", e + 1));
    return bytes;
}

static int visible(const struct dirent *e) { return e->d_name[0] != '.'; }

uint64_t runtime_most(void)
{
    char folder[2 * JAIL_PATH];
    struct dirent **names;
    uint64_t most = 0;
    int n = scandir(runtime_home(), &names, visible, NULL);
    for (int i = 0; i < n; i++) {
        uint64_t bytes = runtime_bytes(path_of(folder, sizeof folder, "%s/%s", runtime_home(), names[i]->d_name));
        most = bytes > most ? bytes : most;
        free(names[i]);
    }
    if (n >= 0)
        free(names);
    return most;
}

bool runtime_for(const char *program, char folder[JAIL_PATH])
{
    static struct runners r; /* static for its size */
    char other[2 * JAIL_PATH];
    struct dirent **names;
    r.count = 0;
    add(&r, program);
    add_interpreter(&r, program);
    *folder = '\0';
    if (snprintf(other, sizeof other, "%s/c", runtime_home()) >= JAIL_PATH)
        return false;
    if (!access(other, X_OK))
        strcpy(folder, other);
    bool found = *folder && runs(folder, &r);
    int n = scandir(runtime_home(), &names, visible, alphasort);
    for (int i = 0; i < n; i++) {
        path_of(other, sizeof other, "%s/%s", runtime_home(), names[i]->d_name);
        if (!found && strlen(other) < JAIL_PATH && runs(other, &r)) {
            found = true;
            strcpy(folder, other);
        }
        free(names[i]);
    }
    if (n >= 0)
        free(names);
    return *folder != '\0';
}

bool runtime_lacks(const char *program, char command[2 * PATH_MAX])
{
    static struct runners r;
    char folder[JAIL_PATH];
    const char *there = NULL;
    r.count = 0;
    add_interpreter(&r, program);
    for (unsigned i = 0; i < r.count && !there; i++)
        if (!access(r.path[i], X_OK) && (!strncmp(r.path[i], "/usr/", 5) || !strncmp(r.path[i], "/bin/", 5)))
            there = r.path[i];
    if (!there || (runtime_for(program, folder) && runs(folder, &r)))
        return false;
    const char *name = strrchr(there, '/') + 1;
    if (!strncmp(name, "python", 6) || !strncmp(name, "node", 4))
        snprintf(command, 2 * PATH_MAX, "fiel runtime %s", *name == 'p' ? "python" : "node");
    else
        snprintf(command, 2 * PATH_MAX, "fiel runtime %s --add %s", name, there);
    return true;
}
