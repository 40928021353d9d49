/* allow: a list of who may come in: a folder of .pub files (record/binding.h). */
#ifndef FIEL_ALLOW_H
#define FIEL_ALLOW_H

#include "base/auth.h"
#include "record/binding.h"

struct allow_list {
    struct binding *entry; /* ordered by file name */
    size_t count;
};

/* Reads every file of the folder that ends with .pub; none is an empty list.  One that is no binding, or two with the
 * same name, signing key or transport key, spoil the whole list: -1 and a sentence that names the file; *l is
 * empty then.  Expired ones are in it: the caller looks at not_after. */
int allow_read(const char *folder, struct allow_list *l, char why[BINDING_WHY]);
void allow_free(struct allow_list *l);

/* The entry with this signing key, or NULL. */
const struct binding *allow_find(const struct allow_list *l, const uint8_t key[KEY_PUBLIC]);

/* Puts it in the place of the handler's list; -1 and errno. */
int allow_admit(const struct allow_list *l, struct auth *auth);

/* Sends it to the door (door.h): DOOR_LIST, each DOOR_ALLOW, DOOR_ADOPT.  Waits where the link is full, which
 * is safe: the door always reads.  -1 and errno. */
int allow_send(const struct allow_list *l, int link);

#endif
