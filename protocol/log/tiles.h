/* tiles: a log as static files, read.  C2SP tlog-tiles:
 *
 *   checkpoint                        the signed note of the newest size
 *   tile/LEVEL/N[.p/WIDTH]            WIDTH (256 when whole) hashes of complete subtrees of 256^LEVEL entries
 *   tile/entries/N[.p/WIDTH]          the entries themselves, each u16 length | bytes
 *
 * N in groups of three digits, all but the last with an x before it: x001/x234/067. */
#ifndef FIEL_TILES_H
#define FIEL_TILES_H

#include "log/note.h"

enum { TILE_WIDTH = 256, TILE_HEIGHT = 8, TILE_PATH = 96, ENTRY_MAX = 65535, TILE_ENTRIES = -1 };

struct tiles {
    int folder;    /* a directory, open */
    uint64_t size; /* how many entries the checkpoint speaks of: nothing beyond is read */
    /* The hash tile that was read last: a proof asks for neighbours. */
    int level;
    uint64_t number;
    unsigned width; /* 0: none yet */
    uint8_t hash[TILE_WIDTH][TREE_HASH];
};

/* The path of a tile; level TILE_ENTRIES for a bundle of entries; width 256 when whole. */
char *tile_path(char text[TILE_PATH], int level, uint64_t number, unsigned width);

/* `folder` stays the caller's to close. */
void tiles_start(struct tiles *t, int folder, uint64_t size);
/* The tree over these files, for roots and proofs. */
struct tree tiles_tree(struct tiles *t);

/* A bundle of entries: those from 256 * number on, as many as the size has of them.  Returns a malloc'd
 * block that is checked to be that many entries and nothing more, or NULL with errno (EBADMSG when the
 * file is there and is not such a bundle). */
uint8_t *tiles_bundle(const struct tiles *t, uint64_t number, size_t *size);
/* The entry at *at, which moves on; NULL at the end of the block. */
const uint8_t *bundle_next(const uint8_t **at, const uint8_t *end, size_t *size);

/* The whole checkpoint note: its length, or -1 with errno (EMSGSIZE above NOTE_MAX). */
long tiles_checkpoint(int folder, char note[NOTE_MAX + 1]);

#endif
