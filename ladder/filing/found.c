/* found: unpacked where nobody else is, looked through, packed again by its files alone. */
#include "found.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "artifact.h"
#include "cli/path.h"
#include "cli/said.h"
#include "cli/temporary.h"
#include "record/whole.h"

enum { ROOM = 512, LOOKED_AT = 8 << 20 };
#define KIT_FOLDER "mybot" /* of every kit (mk/build.mk) */

static int remove_one(const char *path, const struct stat *s, int flag, struct FTW *f)
{
    (void)s, (void)flag, (void)f;
    return remove(path);
}

void folder_remove(const char *path) { nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS); }

/* --- one file ------------------------------------------------------------------------------------------------------ */

enum program { PROGRAM_NONE, PROGRAM_WIRE, PROGRAM_LINES };

static bool ends_with(const char *name, const char *ending)
{
    size_t n = strlen(name), m = strlen(ending);
    return n >= m && !strcmp(name + n - m, ending);
}

/* What `text` is by its first bytes and its name: a program that was linked with libfiel speaks the wire, every other plays by lines. */
static enum program program_of(const char *text, size_t size, const char *name)
{
    if (size > 4 && !memcmp(text, "\177ELF", 4))
        return memmem(text, size, "fiel/", 5) || memmem(text, size, "libfiel.so", 10) ? PROGRAM_WIRE : PROGRAM_LINES;
    return (size > 2 && !memcmp(text, "#!", 2)) || ends_with(name, ".py") || ends_with(name, ".js") ? PROGRAM_LINES
                                                                                                    : PROGRAM_NONE;
}

/* The beginning of a file with a NUL behind it, the caller's; NULL: it cannot be read. */
static char *read_some(int fd, size_t *size)
{
    char *text = malloc(LOOKED_AT + 1);
    ssize_t n = text && !lseek(fd, 0, SEEK_SET) ? read(fd, text, LOOKED_AT) : -1;
    if (n < 0) {
        free(text);
        return NULL;
    }
    text[ *size = (size_t)n] = '\0';
    return text;
}

static const char *interpreter_of(const char *name)
{
    return ends_with(name, ".py") ? "#!/usr/bin/python3\n" : ends_with(name, ".js") ? "#!/usr/bin/node\n" : "";
}

/* The file again, so that it can be started: with the interpreter of its name where it names none, and none that ends with a CR. */
static bool write_program(int folder, const char *path, const char *text, size_t size)
{
    const char *first = size > 2 && !memcmp(text, "#!", 2) ? "" : interpreter_of(path);
    const char *cr = *first ? NULL : memchr(text, '\r', strcspn(text, "\n"));
    size_t line = cr ? (size_t)(cr - text) : 0;
    int fd = openat(folder, path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0755);
    bool fine = fd >= 0 && !fchmod(fd, 0755) && write_whole(fd, first, strlen(first)) == strlen(first) &&
                write_whole(fd, text, line) == line;
    line += cr != NULL;
    fine = fine && write_whole(fd, text + line, size - line) == size - line;
    return fd >= 0 && !close(fd) && fine;
}

/* --- a folder ------------------------------------------------------------------------------------------------------ */

static int visible(const struct dirent *e) { return e->d_name[0] != '.' && strcmp(e->d_name, "__MACOSX"); }

/* The one folder that everything lies in, with a slash; "" when it does not. */
static void only_folder(const char *root, char inside[ROOM])
{
    struct dirent **list;
    int n = scandir(root, &list, visible, NULL);
    struct stat s;
    char path[2 * ROOM];
    *inside = '\0';
    if (n == 1 && snprintf(path, sizeof path, "%s/%s", root, list[0]->d_name) < (int)sizeof path && !stat(path, &s) &&
        S_ISDIR(s.st_mode) && strlen(list[0]->d_name) < 100 && !strpbrk(list[0]->d_name, " \t\"'\\"))
        snprintf(inside, ROOM, "%.100s/", list[0]->d_name);
    for (int i = 0; i < n; i++)
        free(list[i]);
    if (n >= 0)
        free(list);
}

/* Makes this file one that can be started, if it is a program. */
static enum program take(int root, const char *path)
{
    size_t size = 0;
    OPENED_FD int fd = openat(root, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    OWNED char *text = fd >= 0 ? read_some(fd, &size) : NULL;
    enum program p = text ? program_of(text, size, path) : PROGRAM_NONE;
    if (p != PROGRAM_NONE && size < LOOKED_AT && !write_program(root, path, text, size))
        p = PROGRAM_NONE;
    if (p != PROGRAM_NONE && size == LOOKED_AT)
        fchmod(fd, 0755);
    return p;
}

/* What is to be started below `root`, by the names that bots have. */
static bool look_through(const char *root, struct found *out)
{
    static const char *const names[] = { "bot", "bot.py", "bot.js", "main.py", "main.js", "main" };
    char inside[ROOM], path[2 * ROOM];
    OPENED_FD int fd = open(root, O_DIRECTORY | O_CLOEXEC);
    bool found = false;
    only_folder(root, inside);
    for (size_t i = 0; fd >= 0 && !found && i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s%s", inside, names[i]);
        enum program p = take(fd, path);
        found = p != PROGRAM_NONE;
        snprintf(out->run, sizeof out->run, "%s./%.200s", p == PROGRAM_LINES ? "lines:" : "", path);
    }
    snprintf(path, sizeof path, "%sMakefile", inside);
    if (!found && fd >= 0 && !faccessat(fd, path, R_OK, 0)) {
        found = true;
        snprintf(out->run, sizeof out->run, "./%.200sbot", inside);
        snprintf(out->build, sizeof out->build, *inside ? "make -C %.100s bot" : "make bot", inside);
    }
    return found;
}

/* --- what came ------------------------------------------------------------------------------------------------------- */

static const struct found_kit *kit_for(const char *name, const struct found_kit *kit, size_t kits)
{
    for (size_t i = 0; i < kits; i++)
        if (kit[i].bytes && ends_with(name, kit[i].ending))
            return &kit[i];
    return NULL;
}

/* A program that came alone, with what its kind needs beside it. */
static bool put_alone(const char *root, const char *name, const char *text, size_t size, const struct found_kit *kit,
                      char why[256])
{
    char path[ROOM];
    OPENED_FD int fd = open(root, O_DIRECTORY | O_CLOEXEC);
    bool fine = !kit || artifact_unpack(kit->bytes, kit->size, root, why);
    const char *ending = ends_with(name, ".py") ? ".py" : ends_with(name, ".js") ? ".js" : "";
    snprintf(path, sizeof path, "%sbot%s", kit ? KIT_FOLDER "/" : "", ending);
    fine = fine && fd >= 0 && write_program(fd, path, text, size);
    return fine;
}

bool found_make(int fd, const char *name, const struct found_kit *kit, size_t kits, struct found *out, char why[256])
{
    char root[ROOM];
    size_t size = 0;
    *out = (struct found){ 0 };
    snprintf(why, 256, "%s", N_("there is no room to look at it: try again later"));
    if (!temporary_folder(root, sizeof root / 2, "fiel-found")) /* what lies in it has the rest */
        return false;
    OWNED char *text = read_some(fd, &size);
    bool alone = text && size < LOOKED_AT && program_of(text, size, name) != PROGRAM_NONE;
    bool fine = text && (alone ? put_alone(root, name, text, size, kit_for(name, kit, kits), why)
                               : artifact_unpack_file(fd, root, why));
    if (fine && !(fine = look_through(root, out)))
        snprintf(why, 256, "%s",
                 N_("nothing to start was found: call the program bot, bot.py or bot.js, or say what is started"));
    fine = fine && artifact_pack(root, &out->tar, why);
    folder_remove(root);
    return fine;
}
