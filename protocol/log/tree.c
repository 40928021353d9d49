#include "log/tree.h"

#include <sodium.h>
#include <string.h>

void tree_leaf(uint8_t out[TREE_HASH], const void *entry, size_t size)
{
    static const uint8_t prefix = 0x00;
    crypto_hash_sha256_state s;
    crypto_hash_sha256_init(&s);
    crypto_hash_sha256_update(&s, &prefix, 1);
    crypto_hash_sha256_update(&s, entry, size);
    crypto_hash_sha256_final(&s, out);
}

void tree_node(uint8_t out[TREE_HASH], const uint8_t left[TREE_HASH], const uint8_t right[TREE_HASH])
{
    uint8_t both[1 + 2 * TREE_HASH] = { 0x01 };
    memcpy(both + 1, left, TREE_HASH);
    memcpy(both + 1 + TREE_HASH, right, TREE_HASH);
    crypto_hash_sha256(out, both, sizeof both);
}

/* The largest power of two below n, for n > 1. */
static uint64_t split(uint64_t n) { return (uint64_t)1 << (63 - __builtin_clzll(n - 1)); }

/* The hash over the entries [begin, end), where begin is a multiple of every power of two that it takes:
 * so it is for all ranges that splitting a tree gives. */
static bool range_hash(const struct tree *t, uint64_t begin, uint64_t end, uint8_t out[TREE_HASH])
{
    uint64_t n = end - begin;
    if ((n & (n - 1)) == 0) {
        unsigned level = (unsigned)__builtin_ctzll(n);
        return t->subtree(t->from, level, begin >> level, out);
    }
    uint64_t middle = begin + split(n);
    uint8_t left[TREE_HASH], right[TREE_HASH];
    if (!range_hash(t, begin, middle, left) || !range_hash(t, middle, end, right))
        return false;
    tree_node(out, left, right);
    return true;
}

bool tree_root(const struct tree *t, uint64_t size, uint8_t out[TREE_HASH])
{
    if (size > 0)
        return range_hash(t, 0, size, out);
    crypto_hash_sha256(out, NULL, 0);
    return true;
}

static bool proof_add(const struct tree *t, uint64_t begin, uint64_t end, struct tree_proof *p)
{
    return p->count < PROOF_MAX && range_hash(t, begin, end, p->hash[p->count++]);
}

/* The proofs are listed from the leaf upwards, and the descent meets their hashes from the root downwards. */
static void proof_reverse(struct tree_proof *p)
{
    for (unsigned i = 0, j = p->count; i + 1 < j; i++) {
        uint8_t hash[TREE_HASH];
        j--;
        memcpy(hash, p->hash[i], TREE_HASH);
        memcpy(p->hash[i], p->hash[j], TREE_HASH);
        memcpy(p->hash[j], hash, TREE_HASH);
    }
}

bool tree_inclusion(const struct tree *t, uint64_t size, uint64_t index, struct tree_proof *out)
{
    out->count = 0;
    if (index >= size)
        return false;
    for (uint64_t begin = 0, end = size; end - begin > 1;) {
        uint64_t middle = begin + split(end - begin);
        bool left = index < middle;
        if (!proof_add(t, left ? middle : begin, left ? end : middle, out))
            return false;
        *(left ? &end : &begin) = middle;
    }
    proof_reverse(out);
    return true;
}

bool tree_consistency(const struct tree *t, uint64_t from, uint64_t to, struct tree_proof *out)
{
    out->count = 0;
    if (from > to)
        return false;
    if (from == 0 || from == to)
        return true; /* nothing to prove, or nothing added */
    uint64_t begin = 0, end = to;
    while (from != end) {
        uint64_t middle = begin + split(end - begin);
        bool left = from <= middle;
        if (!proof_add(t, left ? middle : begin, left ? end : middle, out))
            return false;
        *(left ? &end : &begin) = middle;
    }
    /* Where the old tree is a whole left edge the checker knows its root. */
    if (begin > 0 && !proof_add(t, begin, end, out))
        return false;
    proof_reverse(out);
    return true;
}

bool tree_includes(const uint8_t root[TREE_HASH], uint64_t size, uint64_t index, const uint8_t leaf[TREE_HASH],
                   const struct tree_proof *p)
{
    if (index >= size)
        return false;
    uint64_t at = index, last = size - 1;
    uint8_t hash[TREE_HASH];
    memcpy(hash, leaf, TREE_HASH);
    for (unsigned i = 0; i < p->count; i++) {
        if (last == 0)
            return false;
        if ((at & 1) || at == last) {
            tree_node(hash, p->hash[i], hash);
            while (!(at & 1) && at != 0) {
                at >>= 1;
                last >>= 1;
            }
        } else {
            tree_node(hash, hash, p->hash[i]);
        }
        at >>= 1;
        last >>= 1;
    }
    return last == 0 && memcmp(hash, root, TREE_HASH) == 0;
}
