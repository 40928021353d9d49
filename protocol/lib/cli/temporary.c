/* temporary: see temporary.h. */
#include "temporary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *temporary_base(size_t longest)
{
    const char *base = getenv("TMPDIR");
    return base && *base == '/' && strlen(base) <= longest ? base : "/tmp";
}

bool temporary_folder(char *path, size_t size, const char *name)
{
    const char *base = temporary_base(size - strlen(name) - sizeof "/-XXXXXX");
    snprintf(path, size, "%s/%s-XXXXXX", base, name);
    if (mkdtemp(path))
        return true;
    *path = '\0';
    return false;
}
