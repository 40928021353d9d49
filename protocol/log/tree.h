/* tree: the Merkle tree of RFC 9162 section 2.1, whose hashes somebody else keeps.
 *
 * Leaf = SHA-256(0x00 | entry), node = SHA-256(0x01 | left | right); a tree of n > 1 entries is split at the
 * largest power of two below n.  Proofs are lists of hashes in the order of the RFC. */
#ifndef FIEL_TREE_H
#define FIEL_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TREE_HASH = 32, PROOF_MAX = 64 };

struct tree_proof {
    unsigned count;
    uint8_t hash[PROOF_MAX][TREE_HASH];
};

/* Where the hashes of complete subtrees come from: the one over the entries
 * [index << level, (index + 1) << level).  False when it cannot be had. */
struct tree {
    bool (*subtree)(void *from, unsigned level, uint64_t index, uint8_t out[TREE_HASH]);
    void *from;
};

/* RFC 6962 section 2.1: the hash of a leaf, and of a node of two. */
void tree_leaf(uint8_t out[TREE_HASH], const void *entry, size_t size);
void tree_node(uint8_t out[TREE_HASH], const uint8_t left[TREE_HASH], const uint8_t right[TREE_HASH]);

/* False when a hash is missing, or when the numbers make no sense (index >= size, from > to). */
bool tree_root(const struct tree *t, uint64_t size, uint8_t out[TREE_HASH]);
bool tree_inclusion(const struct tree *t, uint64_t size, uint64_t index, struct tree_proof *out);
bool tree_consistency(const struct tree *t, uint64_t from, uint64_t to, struct tree_proof *out);

/* RFC 9162 section 2.1.3.2. */
bool tree_includes(const uint8_t root[TREE_HASH], uint64_t size, uint64_t index, const uint8_t leaf[TREE_HASH],
                   const struct tree_proof *p) __attribute__((warn_unused_result));

#endif
