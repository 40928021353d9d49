/* secret: the file with the secret key of a log: one line, its owner's alone. */
#ifndef FIEL_LOG_SECRET_H
#define FIEL_LOG_SECRET_H

#include "log/note.h"

enum { NOTE_SECRET_WHY = 256 };

/* A new file, mode 0600, durably; -1 and errno: there is none, or there was one already. */
int note_secret_keep(const char *path, const struct note_signer *s);
/* Reads the key; -1 and a sentence that begins with the path. */
int note_secret_load(const char *path, struct note_signer *s, char why[NOTE_SECRET_WHY]);

#endif
