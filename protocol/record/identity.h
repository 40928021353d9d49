/* identity: the secret side of a binding: the file NAME.key, mode 0600.
 *
 *     fiel-key 1
 *     name NAME
 *     ed25519-secret HEX      32 bytes, the seed
 *     curve25519-secret HEX   32 bytes */
#ifndef FIEL_IDENTITY_H
#define FIEL_IDENTITY_H

#include "record/binding.h"

enum { IDENTITY_TEXT = 512 };

struct identity {
    char name[BINDING_NAME];
    uint8_t seed[32], curve_secret[32];                     /* what the file keeps */
    uint8_t key[KEY_PUBLIC], secret[KEY_SECRET], curve[32]; /* what follows from it */
};

/* New keys.  sodium_init() must have been called; the name must fit (binding_name_fits). */
void identity_make(struct identity *i, const char *name);
void identity_wipe(struct identity *i);

/* Its binding, signed. */
void identity_bind(const struct identity *i, uint64_t not_after, struct binding *b);

/* -1 and a sentence that begins with the path.  A file that others may read is refused. */
int identity_read(const char *path, struct identity *i, char why[BINDING_WHY]);
/* Makes the file, mode 0600, durable; -1 and errno (EEXIST: nothing is ever written over). */
int identity_write(const char *path, const struct identity *i);

#endif
