/* bundled: see bundled.h. */
#include "bundled.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
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
    static const char *const others[] = { "bridge", "contra", "corte", "persona" };
    struct stat s;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!strcmp(name, others[i]))
            return false;
    return !stat(path, &s) && S_ISREG(s.st_mode) && s.st_mode & 0111;
}

bool bundled_bot(char path[PATH_MAX], const char *name)
{
    const char *folder = bundled_folder();
    bool there = *folder && *name && !strchr(name, '/') && snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX &&
                 plays(path, name);
    if (!there)
        *path = '\0';
    return there;
}

void bundled_names(char *out, size_t cap)
{
    size_t n = 0;
    struct dirent **entries;
    int count = *bundled_folder() ? scandir(bundled_folder(), &entries, NULL, alphasort) : 0;
    snprintf(out, cap, "a bundled bot");
    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];
        if (bundled_bot(path, entries[i]->d_name) && n < cap)
            n += (size_t)snprintf(out + n, cap - n, "%s%s", n ? ", " : "", entries[i]->d_name);
        free(entries[i]);
    }
    if (count > 0)
        free(entries);
}
