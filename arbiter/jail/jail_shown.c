/* jail_shown: what a bot is shown: which files of which folders, and never a secret.
 *
 * A bot's own folder is shown as it is when its match begins: its folders can be listed, and each of the files that lie there
 * then can be read.  What comes later is in no list, from whatever process: another match's note in the same folder
 * stays unread though no rule forbids it. */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/secrets.h"
#include "jail.h"

enum { PAGE = 4096 };

/* True when `path` is `folder` or lies below it. */
static bool within(const char *path, const char *folder)
{
    size_t n = strlen(folder);
    if (n && folder[n - 1] == '/')
        n--;
    return !strncmp(path, folder, n) && (path[n] == '/' || !path[n]);
}

const char *jail_next(const struct jail_plan *p, const char *entry)
{
    const char *next = entry ? entry + strlen(entry) + 1 : p->shown;
    return next < p->shown + p->used ? next : NULL;
}

/* --- one entry ------------------------------------------------------------------------------------------------------ */

static bool is_hidden(const struct jail_plan *p, const char *path)
{
    for (unsigned i = 0; i < p->hides; i++)
        if (within(path, p->hidden[i]))
            return true;
    return false;
}

static bool holds_hidden(const struct jail_plan *p, const char *path)
{
    for (unsigned i = 0; i < p->hides; i++)
        if (within(p->hidden[i], path))
            return true;
    return false;
}

static bool holds_shown(const struct jail_plan *p, const char *path)
{
    for (const char *e = jail_next(p, NULL); e; e = jail_next(p, e))
        if (within(e + 1, path) && strcmp(e + 1, path))
            return true;
    return false;
}

/* Shown already: below a folder that is shown whole, or by itself. */
static bool is_shown(const struct jail_plan *p, const char *path)
{
    for (const char *e = jail_next(p, NULL); e; e = jail_next(p, e))
        if (*e == JAIL_WHOLE ? within(path, e + 1) : !strcmp(path, e + 1))
            return true;
    return false;
}

static bool add(struct jail_plan *p, enum jail_kind kind, const char *path)
{
    size_t n = strlen(path) + 2;
    if (n > JAIL_PATH || n > JAIL_SHOWN - p->used)
        return false;
    p->shown[p->used] = (char)kind;
    memcpy(p->shown + p->used + 1, path, n - 1);
    p->used += (uint32_t)n;
    p->count++;
    return true;
}

static bool add_file(struct jail_plan *p, const char *path, const struct stat *s)
{
    p->bytes += ((uint64_t)s->st_size + PAGE - 1) / PAGE * PAGE;
    return add(p, JAIL_FILE, path);
}

bool jail_hide(struct jail_plan *p, const char *path)
{
    if (is_hidden(p, path))
        return true;
    if (p->hides == JAIL_HIDDEN || strlen(path) >= JAIL_PATH)
        return false;
    strcpy(p->hidden[p->hides++], path);
    return true;
}

bool jail_show_own(struct jail_plan *p, const char *path) { return is_shown(p, path) || add(p, JAIL_OWN, path); }

/* --- folders ----------------------------------------------------------------------------------------------------------- */

static int is_name(const struct dirent *e)
{
    bool secret = (e->d_type == DT_REG || e->d_type == DT_DIR) && secret_name(e->d_name, e->d_type == DT_DIR);
    return strcmp(e->d_name, ".") && strcmp(e->d_name, "..") && !secret;
}

/* However many lie there, no more of them are read than that. */
static bool more_than(const char *folder, unsigned most)
{
    OPENED_DIR DIR *d = opendir(folder);
    unsigned names = 0;
    for (struct dirent *e; d && names <= most && (e = readdir(d)) != NULL;)
        names += (unsigned)is_name(e);
    return names > most;
}

/* Calls `each` for the path of each entry, until it says false; a path that is too long is none.  Sorted, so that a plan does not depend on the
 * disk.  Where there are more than `most` for none of them, and false. */
static bool for_each(struct jail_plan *p, const char *folder, unsigned most,
                     bool (*each)(struct jail_plan *, const char *, bool), bool with)
{
    struct dirent **name;
    bool good = most == UINT_MAX || !more_than(folder, most);
    int n = good ? scandir(folder, &name, is_name, alphasort) : -1;
    for (int i = 0; i < n; i++) {
        char path[2 * JAIL_PATH];
        snprintf(path, sizeof path, "%s/%s", strcmp(folder, "/") ? folder : "", name[i]->d_name);
        if (good && strlen(path) + 2 <= JAIL_PATH)
            good = each(p, path, with);
        free(name[i]);
    }
    if (n >= 0)
        free(name);
    return good;
}

bool jail_show_of_runtime(struct jail_plan *p, const char *path) { return add(p, JAIL_RUNTIME, path); }

/* Its paths are the bot's, behind those of the folder that it lies in. */
static bool show_of_runtime(struct jail_plan *p, const char *path, bool nothing)
{
    (void)nothing;
    return jail_show_of_runtime(p, path + strlen(p->runtime));
}

bool jail_show_runtime(struct jail_plan *p) { return for_each(p, p->runtime, UINT_MAX, show_of_runtime, false); }

/* Folders of /usr and /usr/local that a system is made of: what lies there belongs to programs and not to players. */
static bool is_systems_own(const char *path)
{
    static const char *const own[] = { "bin",     "etc",   "games",  "include", "lib",   "lib32", "lib64",
                                       "libexec", "local", "libx32", "sbin",    "share", "src" };
    const char *name = path + strlen("/usr/");
    if (within(path, "/usr/local") && path[strlen("/usr/local")])
        name = path + strlen("/usr/local/");
    size_t n = strcspn(name, "/");
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strlen(own[i]) == n && !memcmp(name, own[i], n))
            return true;
    return false;
}

/* One entry of a folder that is not shown whole because a bot's folder, or something hidden, lies below it.  In /usr that is what a
 * system is made of, and the way to the bot: a host who keeps bots in /usr/local/bots keeps more there. */
static bool show_entry(struct jail_plan *p, const char *path, bool nothing)
{
    (void)nothing;
    return (within(path, "/usr") && !is_systems_own(path) && !holds_shown(p, path)) || jail_show(p, path);
}

bool jail_show(struct jail_plan *p, const char *path)
{
    struct stat s;
    if (is_hidden(p, path) || is_shown(p, path) || lstat(path, &s))
        return true;
    if (S_ISLNK(s.st_mode))
        return add(p, JAIL_LINK, path);
    if ((S_ISREG(s.st_mode) || S_ISDIR(s.st_mode)) && secret_file(path, &s))
        return true;
    if (S_ISREG(s.st_mode))
        return add_file(p, path, &s);
    if (S_ISDIR(s.st_mode) && (holds_hidden(p, path) || holds_shown(p, path)))
        return add(p, JAIL_LIST, path) && for_each(p, path, UINT_MAX, show_entry, false);
    return add(p, JAIL_WHOLE, path);
}

/* --- a bot's folder ----------------------------------------------------------------------------------------------------- */

/* What strangers may not read is not for the bot either: under a user of its own it could not, and as the player it is to
 * be no better off. */
static bool is_private(const struct stat *s)
{
    return (s->st_mode & 04) == 0 || (S_ISDIR(s->st_mode) && !(s->st_mode & 01));
}

static void withhold(struct jail_plan *p, const char *path)
{
    if (!p->withheld++)
        snprintf(p->withheld_first, sizeof p->withheld_first, "%s", path);
}

/* One entry of a folder of the bot's.  Sockets, pipes and devices are no files of it. */
static bool show_plain(struct jail_plan *p, const char *path, bool open_to_all)
{
    struct stat s;
    if (is_hidden(p, path) || lstat(path, &s))
        return true;
    if (S_ISLNK(s.st_mode))
        return add(p, JAIL_LINK, path);
    if ((!S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode)) || secret_file(path, &s))
        return true;
    if (open_to_all && is_private(&s))
        return withhold(p, path), true;
    return S_ISDIR(s.st_mode) ? add(p, JAIL_LIST, path) : add_file(p, path, &s);
}

/* What another plan has of a folder, but for what is hidden by now.  False: it has no such folder. */
static bool show_seen(struct jail_plan *p, const char *folder)
{
    const char *e = p->seen ? jail_next(p->seen, NULL) : NULL;
    while (e && (*e != JAIL_LIST || strcmp(e + 1, folder)))
        e = jail_next(p->seen, e);
    if (!e)
        return false;
    for (; e; e = jail_next(p->seen, e))
        if (within(e + 1, folder) && !is_hidden(p, e + 1))
            add(p, (enum jail_kind) * e, e + 1);
    p->bytes += p->seen->bytes;
    p->withheld = p->seen->withheld;
    strcpy(p->withheld_first, p->seen->withheld_first);
    strcpy(p->left_out, p->seen->left_out);
    return true;
}

/* A folder and all below it, file by file; what lies nearer comes first.  False: there is more than `most`, or no room. */
static bool show_tree(struct jail_plan *p, const char *folder, unsigned most, bool open_to_all)
{
    uint32_t at = p->used;
    if (is_hidden(p, folder) || is_shown(p, folder))
        return true;
    if (show_seen(p, folder))
        return true;
    bool room = add(p, JAIL_LIST, folder), all = true;
    unsigned before = p->count;
    while (room && at < p->used) { /* the plan's end is the list of folders still to be looked at */
        const char *e = p->shown + at;
        unsigned count = p->count;
        at += (uint32_t)strlen(e) + 1;
        if (*e != JAIL_LIST || for_each(p, e + 1, most - (count - before), show_plain, open_to_all))
            continue;
        if (!*p->left_out)
            snprintf(p->left_out, sizeof p->left_out, "%s", e + 1);
        all = false;
        room = p->count == count; /* else the plan is full */
    }
    return all;
}

bool jail_show_folder(struct jail_plan *p, const char *folder)
{
    uint32_t used = p->used, count = p->count;
    uint64_t bytes = p->bytes;
    bool whole = !*p->left_out;
    struct stat s;
    if (lstat(folder, &s) || !S_ISDIR(s.st_mode))
        return jail_show(p, folder);
    if (show_tree(p, folder, UINT_MAX, !is_private(&s)))
        return true;
    p->used = used;
    p->count = count;
    p->bytes = bytes;
    if (whole)
        *p->left_out = '\0';
    return jail_show(p, folder);
}

bool jail_show_program(struct jail_plan *p, const char *program)
{
    char folder[JAIL_PATH];
    struct stat s;
    if (strlen(program) >= sizeof folder || lstat(program, &s))
        return false;
    strcpy(folder, program);
    *strrchr(folder, '/') = '\0';
    bool room = is_shown(p, program) || add_file(p, program, &s);
    return room && (!*folder || show_tree(p, folder, JAIL_BESIDE, !is_private(&s)));
}
