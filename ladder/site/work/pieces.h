/* pieces: files that workers hand in piece by piece, until they are whole.
 *
 * Each worker has a folder here with what belongs to the job that it holds.  It lasts over a lost line and over a new start of
 * the site, and ends with the job, or with the worker's next one.  Names were looked at before (name_fits, hand_in_most). */
#ifndef FIEL_LADDER_PIECES_H
#define FIEL_LADDER_PIECES_H

#include "site/session/site.h"

enum { PIECE_PATH = 512 };

/* The worker's folder, made when it is not there; false with errno. */
bool pieces_folder(struct store *s, const char *worker, char path[PIECE_PATH]);
/* All of that worker's is gone. */
void pieces_clear(struct store *s, const char *worker);
/* Bytes of a file that are here; 0 when there is none. */
uint64_t pieces_size(struct store *s, const char *worker, const char *name);
/* Bytes of all workers of a key. */
uint64_t pieces_of_key(struct store *s, const char *key);
/* Appends the bytes of `from`; false with errno, and what was there is there as it was. */
bool pieces_add(struct store *s, const char *worker, const char *name, int from);
/* Folders in which nothing came for a day. */
void pieces_sweep(struct store *s);

#endif
