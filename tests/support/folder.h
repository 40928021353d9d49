/* folder: a folder for one test, TEST_WITH(name, folder_make, folder_remove), or FOLDER_FOR_ALL of a program. */
#ifndef TESTS_FOLDER_H
#define TESTS_FOLDER_H

#include "scratch.h"
#include "test.h"

static char folder[SCRATCH_ROOM];

static inline int folder_make(STATE)
{
    scratch_make(folder);
    return 0;
}

static inline int folder_remove(STATE)
{
    scratch_remove(folder);
    return 0;
}

#define FOLDER_FOR_ALL \
    BEFORE_ALL(folder_make_for_all) { return folder_make(state); } \
    AFTER_ALL(folder_remove_for_all) { return folder_remove(state); }

#endif
