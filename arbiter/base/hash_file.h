/* hash_file: H of a file's bytes, as the OFFER names an artifact or a policy. */
#ifndef FIEL_HASH_FILE_H
#define FIEL_HASH_FILE_H

#include "record/crypto.h"

/* -1 and errno: it cannot be read to its end; `out` is then as it was. */
int hash_file(const char *path, uint8_t out[HASH]);
/* The same of a file that open(2) has opened, and is closed here; a descriptor that there is not leaves errno as it is. */
int hash_open(int fd, uint8_t out[HASH]);

#endif
