/* beside: see beside.h. */
#include "beside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool beside(char path[PATH_MAX], const char *file)
{
    char self[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = '\0';
    char *slash = strrchr(self, '/');
    bool fits = slash && snprintf(path, PATH_MAX, "%.*s/%s", (int)(slash - self), self, file) < PATH_MAX;
    if (!fits)
        *path = '\0';
    return fits;
}

bool beside_first(char path[PATH_MAX], const char *const *files)
{
    char seen[PATH_MAX] = "";
    for (; *files; files++)
        if (beside(seen, *files) && realpath(seen, path))
            return true;
    memcpy(path, seen, sizeof seen);
    return false;
}
