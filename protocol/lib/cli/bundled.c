/* bundled: see bundled.h. */
#include "bundled.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "beside.h"

const char *bundled_folder(void)
{
    static const char *const places[] = { "../bots", "../lib/fiel/bots", NULL };
    static char folder[PATH_MAX];
    return beside_first(folder, places) ? folder : "";
}

/* Programs that a command becomes lie there, too; nobody plays against them. */
static bool plays(const char *path, const char *name)
{
    size_t n = strlen(name);
    struct stat s;
    for (const char *at = RUNGS; *at; at += strcspn(at, ","), at += *at == ',')
        if (!strncmp(at, name, n) && (at[n] == ',' || at[n] == '\0'))
            return !stat(path, &s) && S_ISREG(s.st_mode) && s.st_mode & 0111;
    return false;
}

bool bundled_bot(char path[PATH_MAX], const char *name)
{
    const char *folder = bundled_folder();
    bool there = *folder && *name && snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX && plays(path, name);
    if (!there)
        *path = '\0';
    return there;
}
