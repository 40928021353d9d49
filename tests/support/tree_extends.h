/* tree_extends: what a witness does with a proof that one tree of the log goes on from another. */
#ifndef FIEL_TREE_EXTENDS_H
#define FIEL_TREE_EXTENDS_H

#include <string.h>

#include "log/tree.h"

/* Steps 4 to 7 of the RFC: both roots are rebuilt from the same hashes. */
static inline bool climb(uint64_t at, uint64_t last, const uint8_t first[TREE_HASH], const struct tree_proof *p,
                         unsigned next, uint8_t old[TREE_HASH], uint8_t new[TREE_HASH])
{
    memcpy(old, first, TREE_HASH);
    memcpy(new, first, TREE_HASH);
    for (unsigned i = next; i < p->count; i++) {
        if (last == 0)
            return false;
        if ((at & 1) || at == last) {
            tree_node(old, p->hash[i], old);
            tree_node(new, p->hash[i], new);
            while (!(at & 1) && at != 0) {
                at >>= 1;
                last >>= 1;
            }
        } else {
            tree_node(new, new, p->hash[i]);
        }
        at >>= 1;
        last >>= 1;
    }
    return last == 0;
}

/* RFC 9162 section 2.1.4.2. */
static inline bool tree_extends(const uint8_t old_root[TREE_HASH], uint64_t from, const uint8_t root[TREE_HASH],
                                uint64_t to, const struct tree_proof *p)
{
    if (from > to)
        return false;
    if (from == to)
        return p->count == 0 && memcmp(old_root, root, TREE_HASH) == 0;
    if (from == 0)
        return p->count == 0;
    bool whole = (from & (from - 1)) == 0; /* the old tree is one subtree of the new: it starts the list */
    if (!whole && p->count == 0)
        return false;
    uint64_t at = from - 1, last = to - 1;
    while (at & 1) {
        at >>= 1;
        last >>= 1;
    }
    uint8_t old[TREE_HASH], new[TREE_HASH];
    return climb(at, last, whole ? old_root : p->hash[0], p, whole ? 0 : 1, old, new) &&
           memcmp(old, old_root, TREE_HASH) == 0 && memcmp(new, root, TREE_HASH) == 0;
}

#endif
