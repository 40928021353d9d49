/* scratch: a folder for one test, and its removal with all that is in it. */
#ifndef FIEL_TESTS_SCRATCH_H
#define FIEL_TESTS_SCRATCH_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

#define SCRATCH "/tmp/fiel-test-XXXXXX"

static void scratch_make(char folder[])
{
    if (!mkdtemp(folder)) abort();
}

/* One in memory where the machine has such: for tests that make thousands of files durable and look at none after a
 * power cut.  The caller gives it back with scratch_remove. */
enum { SCRATCH_QUICK = 64 };
static inline void scratch_quick(char folder[SCRATCH_QUICK])
{
    snprintf(folder, SCRATCH_QUICK, "/dev/shm/fiel-test-XXXXXX");
    if (mkdtemp(folder)) return;
    snprintf(folder, SCRATCH_QUICK, SCRATCH);
    scratch_make(folder);
}

static int scratch_remove_one(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s;
    (void)type;
    (void)at;
    return remove(path);
}

static void scratch_remove(const char *folder)
{
    if (nftw(folder, scratch_remove_one, 16, FTW_DEPTH | FTW_PHYS)) abort();
}

#endif
