/* found: what somebody sent as it is, a program, bot.py, a tar or a zip, becomes an artifact; and what is to be started in it. */
#ifndef FIEL_LADDER_FOUND_H
#define FIEL_LADDER_FOUND_H

#include "store/store.h"

struct found {
    char run[STORE_TEXT], build[STORE_TEXT]; /* as a version has them; build "" where nothing is to be built */
    struct store_bytes tar;                  /* the caller's */
};
/* What a program that comes alone is put into, so that it has its library: the kits that are handed out, by the end of its name. */
struct found_kit {
    const char *ending; /* ".py" */
    const void *bytes;  /* NULL: there is none */
    size_t size;
};
/* `fd` is what was sent, `name` what its sender called it.  False and a sentence. */
bool found_make(int fd, const char *name, const struct found_kit *kit, size_t kits, struct found *out, char why[256]);
/* Removes a folder and all below it. */
void folder_remove(const char *path);

#endif
