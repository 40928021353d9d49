/* store_spool: bytes on their way into the store: they lie in a file that has no name, so that they are gone with the process, and
 * become a blob when they are whole. */
#ifndef FIEL_LADDER_STORE_SPOOL_H
#define FIEL_LADDER_STORE_SPOOL_H

#include "store.h"

/* A file for reading and writing that has no name, on the disk of the store's blobs (PostgreSQL: in $TMPDIR or /tmp); the caller
 * closes it.  -1 with errno. */
int store_spool(struct store *s);
/* Bytes that fit where store_spool makes its files; 0 when nobody can tell. */
uint64_t store_spool_room(struct store *s);
/* Where files lie that come piece by piece (pieces.h): on the same disk. */
void store_pieces_folder(struct store *s, char *out, size_t room);
/* The folder is there, made if need be, and nobody's but the store's owner's: in one that others may write to somebody else could have
 * made it.  False with errno. */
bool store_private_folder(struct store *s, const char *path);
/* The open file, which this process made, becomes the store's owner's.  False with errno. */
bool store_give(struct store *s, int fd);
/* As store_put with all bytes of this file, which are not held in memory at once (PostgreSQL, which takes a row as a whole,
 * has them there while it is written). */
int store_put_file(struct store *s, int fd, uint8_t hash[STORE_HASH], struct store_error *e);
/* Bytes of what this person has in the store: archives of all versions, records of disputes; each blob once. */
int store_person_bytes(struct store *s, int64_t person, uint64_t *bytes, struct store_error *e);
/* SQLite: files that a process which was killed left half written among the blobs are removed.  Nobody else may write to them. */
void spool_clear(struct store *s);

#endif
