/* scratch: a folder for one test, and its removal with all that is in it.
 *
 * It is made in $FIEL_SCRATCH, or in /tmp: not in $TMPDIR, which is often closed to the other users as whom some tests
 * play bots.  That folder may have blanks and accents in its name, but the name is short, because the folder of a match
 * below it has sockets, whose paths are at most 107 bytes long, and no quote, because tests put it in commands. */
#ifndef FIEL_TESTS_SCRATCH_H
#define FIEL_TESTS_SCRATCH_H

#include <errno.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>

#include "owned.h"

/* The room for the name of a scratch folder, and the bytes that $FIEL_SCRATCH has at most: with them a match that is told to
 * keep its own in SCRATCH/state/tmp still does. */
enum { SCRATCH_ROOM = 40, SCRATCH_LONGEST = 24 };

/* Where the folders are made; ends the program, with a sentence, when it is told of a place where none can be. */
static inline const char *scratch_root(void)
{
    const char *root = getenv("FIEL_SCRATCH");
    if (!root || !*root)
        return "/tmp";
    if (*root == '/' && strlen(root) <= SCRATCH_LONGEST && !strpbrk(root, "'\"\\$`\n"))
        return root;
    fprintf(stderr,
            "fiel: FIEL_SCRATCH=%s: tests need an absolute path of at most %d bytes without quotes: choose another "
            "folder\n",
            root, SCRATCH_LONGEST);
    exit(2);
}

/* A fresh folder of mode 0700, its name in `folder`; ends the program, with a sentence, when there can be none. */
static inline void scratch_make(char folder[SCRATCH_ROOM])
{
    const char *root = scratch_root();
    snprintf(folder, SCRATCH_ROOM, "%s/fiel-t-XXXXXX", root);
    if (mkdtemp(folder))
        return;
    fprintf(stderr, "fiel: no folder for a test in %s: %s: set FIEL_SCRATCH to one that you may write\n", root,
            strerror(errno));
    exit(3);
}

/* One in memory where the machine has such, unless $FIEL_SCRATCH says where: for tests that make thousands of files durable
 * and look at none after a power cut.  In a container that memory is often closed to programs, and bots are started in these
 * folders.  The caller gives it back with scratch_remove. */
static inline void scratch_quick(char folder[SCRATCH_ROOM])
{
    const char *root = getenv("FIEL_SCRATCH");
    struct statvfs memory;
    bool usable = !(root && *root) && !statvfs("/dev/shm", &memory) && !(memory.f_flag & ST_NOEXEC);
    snprintf(folder, SCRATCH_ROOM, "/dev/shm/fiel-t-XXXXXX");
    if (!usable || !mkdtemp(folder))
        scratch_make(folder);
}

/* What has gone by itself meanwhile is gone. */
static inline int scratch_remove_one(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s;
    (void)type;
    (void)at;
    return remove(path) && errno != ENOENT ? -1 : 0;
}

/* A folder that was emptied a moment before has been called not empty, three times in some hundred runs of all tests, to `rm -r` too and
 * where one process alone knew the folder; why is not known.  It is walked once more then. */
static inline void scratch_remove(const char *folder)
{
    for (int walks = 0; walks < 2; walks++)
        if (!nftw(folder, scratch_remove_one, 16, FTW_DEPTH | FTW_PHYS) || errno == ENOENT)
            return;
        else if (errno != ENOTEMPTY)
            break;
    fprintf(stderr, "fiel: %s cannot be removed: %s\n", folder, strerror(errno));
    abort();
}

/* OWNED_SCRATCH dir = scratch_new(); such a folder, removed where the block ends. */
#define OWNED_SCRATCH AUTO(scratch_gone) char *
static inline char *scratch_new(void)
{
    char *folder = (char *)malloc(SCRATCH_ROOM);
    if (!folder)
        abort();
    scratch_make(folder);
    return folder;
}
static inline void scratch_gone(char **folder)
{
    scratch_remove(*folder);
    free(*folder);
}

/* "dir/name", for the caller to free. */
static inline char *path_in(const char *dir, const char *name)
{
    char *path;
    if (asprintf(&path, "%s/%s", dir, name) < 0)
        abort();
    return path;
}

#endif
