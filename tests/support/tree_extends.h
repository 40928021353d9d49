/* tree_extends: what a witness does with a proof that one tree of the log goes on from another. */
#ifndef FIEL_TREE_EXTENDS_H
#define FIEL_TREE_EXTENDS_H

#include <string.h>

#include "log/tree.h"

/* RFC 9162 section 2.1.4: SUBPROOF taken apart; `whole` is the old tree where it is a subtree of the new one. */
static inline bool tree_subproof(const struct tree_proof *p, unsigned *used, uint64_t from, uint64_t to,
                                 const uint8_t *whole, uint8_t old[TREE_HASH], uint8_t new[TREE_HASH])
{
    if (from == to) {
        const uint8_t *same = whole ? whole : *used < p->count ? p->hash[(*used)++] : NULL;
        if (same) {
            memcpy(old, same, TREE_HASH);
            memcpy(new, same, TREE_HASH);
        }
        return same;
    }
    uint64_t k = 1;
    while (2 * k < to)
        k *= 2;
    bool left = from <= k;
    if (!tree_subproof(p, used, left ? from : from - k, left ? k : to - k, left ? whole : NULL, old, new) ||
        *used == p->count)
        return false;
    const uint8_t *other = p->hash[(*used)++];
    if (!left)
        tree_node(old, other, old);
    tree_node(new, left ? new : other, left ? other : new);
    return true;
}

static inline bool tree_extends(const uint8_t old_root[TREE_HASH], uint64_t from, const uint8_t root[TREE_HASH],
                                uint64_t to, const struct tree_proof *p)
{
    uint8_t old[TREE_HASH], new[TREE_HASH];
    unsigned used = 0;
    if (from == 0 || from > to)
        return from == 0 && p->count == 0;
    return tree_subproof(p, &used, from, to, old_root, old, new) && used == p->count &&
           memcmp(old, old_root, TREE_HASH) == 0 && memcmp(new, root, TREE_HASH) == 0;
}

#endif
