#include "allow.h"

#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "door.h"
#include "cli/say.h"

_Static_assert((int)DOOR_NAME == (int)BINDING_NAME, "a binding's name fits into a frame");

static int pub_file(const struct dirent *d)
{
    size_t size = strlen(d->d_name);
    return size > 4 && d->d_name[0] != '.' && strcmp(d->d_name + size - 4, ".pub") == 0;
}

/* What the last entry has in common with one before it, or NULL. */
static const char *taken(const struct allow_list *l, const struct binding **by)
{
    const struct binding *b = &l->entry[l->count];
    for (size_t i = 0; i < l->count; i++) {
        *by = &l->entry[i];
        if (strcmp((*by)->name, b->name) == 0)
            return "name";
        if (memcmp((*by)->key, b->key, KEY_PUBLIC) == 0)
            return "signing key";
        if (memcmp((*by)->curve, b->curve, sizeof b->curve) == 0)
            return "transport key";
    }
    return NULL;
}

static int entry_read(struct allow_list *l, const char *folder, const char *file, char why[BINDING_WHY])
{
    char path[BINDING_WHY + 256];
    const struct binding *other;
    if (snprintf(path, sizeof path, "%s/%s", folder, file) >= (int)sizeof path)
        return why_not(why, BINDING_WHY, "%.200s: the folder's path is too long: choose a shorter one", folder);
    if (binding_read(path, &l->entry[l->count], why) != 0)
        return -1;
    const char *what = taken(l, &other);
    if (what)
        return why_not(why, BINDING_WHY, "%.160s: its %s is that of %s already: remove one of the two", path, what,
                       other->name);
    l->count++;
    return 0;
}

int allow_read(const char *folder, struct allow_list *l, char why[BINDING_WHY])
{
    struct dirent **file = NULL;
    int rc = 0, files = scandir(folder, &file, pub_file, alphasort);
    *l = (struct allow_list){ 0 };
    if (files < 0)
        return why_not(why, BINDING_WHY, "%.160s: %s: name a folder of .pub files", folder, strerror(errno));
    if (files > DOOR_LIST_MAX || !(l->entry = calloc((size_t)files + 1, sizeof *l->entry))) {
        snprintf(why, BINDING_WHY, "%.160s: more .pub files than there is room for: at most %d", folder, DOOR_LIST_MAX);
        rc = -1;
    }
    for (int i = 0; i < files; i++) {
        if (rc == 0)
            rc = entry_read(l, folder, file[i]->d_name, why);
        free(file[i]);
    }
    free(file);
    if (rc != 0)
        allow_free(l);
    return rc;
}

void allow_free(struct allow_list *l)
{
    free(l->entry);
    *l = (struct allow_list){ 0 };
}

const struct binding *allow_find(const struct allow_list *l, const uint8_t key[KEY_PUBLIC])
{
    for (size_t i = 0; i < l->count; i++)
        if (memcmp(l->entry[i].key, key, KEY_PUBLIC) == 0)
            return &l->entry[i];
    return NULL;
}

int allow_admit(const struct allow_list *l, struct auth *auth)
{
    struct auth_entry *entry = calloc(l->count + 1, sizeof *entry);
    if (!entry)
        return -1;
    for (size_t i = 0; i < l->count; i++) {
        memcpy(entry[i].curve, l->entry[i].curve, CURVE_KEY);
        memcpy(entry[i].user, l->entry[i].key, CURVE_KEY);
    }
    int rc = auth_replace(auth, entry, l->count);
    free(entry);
    return rc;
}

/* One frame, also into a link that does not block. */
static int frame_send(int link, const struct to_door *f)
{
    while (send(link, f, sizeof *f, MSG_NOSIGNAL) < 0) {
        struct pollfd ready = { .fd = link, .events = POLLOUT };
        if (errno != EAGAIN && errno != EINTR && errno != ENOBUFS)
            return -1;
        if (poll(&ready, 1, -1) < 0 && errno != EINTR)
            return -1;
    }
    return 0;
}

int allow_send(const struct allow_list *l, int link)
{
    struct to_door f = { .kind = DOOR_LIST };
    int rc = frame_send(link, &f);
    for (size_t i = 0; i < l->count && rc == 0; i++) {
        f = (struct to_door){ .kind = DOOR_ALLOW, .not_after = l->entry[i].not_after };
        memcpy(f.key, l->entry[i].key, DOOR_KEY);
        memcpy(f.curve, l->entry[i].curve, DOOR_KEY);
        memcpy(f.name, l->entry[i].name, DOOR_NAME);
        rc = frame_send(link, &f);
    }
    f = (struct to_door){ .kind = DOOR_ADOPT };
    return rc == 0 ? frame_send(link, &f) : rc;
}
