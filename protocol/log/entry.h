/* entry: what the match log says of a match.  Canonical msgpack arrays; LOG.md section 2.
 *
 *   open      [1, number, open bin, signature bin64]      OPEN as the bots got it: OFFER and JOINs
 *   result    [2, number, result bin, signature bin64, replay bin32]   replay: BLAKE2b-256 of the whole file
 *   reveal    [3, number, seed bin32]
 *   key       [4, name str, ed25519 bin32, curve bin32, not_after u64, signature bin64]
 *   unopened  [5, number, reason str]                     the number was given out and no OPEN came of it
 *   decision  [6, line, match id bin32, trail bin32, word str]   a ladder's host decided a dispute of that match
 *   trail     [7, line, pair, trail bin32, action str]    what else a ladder's trail has about that pair
 *
 * number: the match's own, from the OFFER; in one log the numbers are 1, 2, 3, ...
 * line: of the ladder's trail, upwards; trail: that line's hash; word: "upheld" or "void"; action: "pair-filed" and others. */
#ifndef FIEL_ENTRY_H
#define FIEL_ENTRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wire/codec.h"

/* A twin's offer holds its primary's OPEN; of several tables OPEN holds every anchor. */
enum { ENTRY_OPEN_MAX = 2 * OFFER_MAX + OPEN_MAX + PRIMARY_MAX + PLACES_MAX * ID };

enum entry_kind {
    ENTRY_OPEN = 1,
    ENTRY_RESULT = 2,
    ENTRY_REVEAL = 3,
    ENTRY_KEY = 4,
    ENTRY_UNOPENED = 5,
    ENTRY_DECISION = 6,
    ENTRY_TRAIL = 7
};

struct entry {
    enum entry_kind kind;
    uint64_t number;     /* decision, trail: the line */
    uint64_t pair;       /* trail */
    const uint8_t *blob; /* open: OPEN; result: the signed result; points into the entry */
    size_t blob_size;
    uint8_t signature[SIG];       /* open, result, key */
    uint8_t replay[ID];           /* result */
    uint8_t seed[ID];             /* reveal */
    uint8_t key[ID], curve[ID];   /* key */
    uint8_t match[ID], trail[ID]; /* decision; trail: the second */
    uint64_t not_after;           /* key: seconds since 1970 */
    char text[4 * NAME_TEXT];     /* key: the bot's name; unopened: why; decision: its word; trail: its action */
};

/* The canonical bytes of an entry (LOG.md section 2). */
void entry_pack(struct packer *p, const struct entry *e);
/* The entry that has to be in the log before a party gives its first cut. */
void entry_pack_open(struct packer *p, uint64_t number, const void *open, size_t size, const uint8_t signature[SIG]);
bool entry_read(const void *bytes, size_t size, struct entry *e) __attribute__((warn_unused_result));

#endif
