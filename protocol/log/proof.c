#include "log/proof.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "log/entry.h"
#include "record/crypto.h"

static const char first_line[] = "c2sp.org/tlog-proof@v1\n";
static const char index_word[] = "index ";
enum { HASH_LINE = 44 }; /* base64 of 32 bytes */

size_t proof_lines(char *text, size_t room, const struct tree_proof *p)
{
    size_t n = 0;
    char coded[HASH_LINE + 1];
    for (unsigned i = 0; i < p->count && n < room; i++) {
        sodium_bin2base64(coded, sizeof coded, p->hash[i], TREE_HASH, sodium_base64_VARIANT_ORIGINAL);
        n += (size_t)snprintf(text + n, room - n, "%s\n", coded);
    }
    return n;
}

size_t proof_write(char *text, size_t room, uint64_t index, const struct tree_proof *p, const char *checkpoint)
{
    size_t n = (size_t)snprintf(text, room, "%s%s%" PRIu64 "\n", first_line, index_word, index);
    if (n < room)
        n += proof_lines(text + n, room - n, p);
    if (n < room)
        n += (size_t)snprintf(text + n, room - n, "\n%s", checkpoint);
    return n < room ? n : 0;
}

/* "index N\n" with N decimal and without leading zeros; moves *at behind it. */
static bool read_index(const char **at, const char *end, uint64_t *index)
{
    const size_t word = sizeof index_word - 1;
    if ((size_t)(end - *at) <= word || memcmp(*at, index_word, word) != 0)
        return false;
    const char *digit = *at + word, *start = digit;
    uint64_t v = 0;
    for (; digit < end && *digit >= '0' && *digit <= '9'; digit++) {
        if (v > (UINT64_MAX - 9) / 10)
            return false;
        v = 10 * v + (uint64_t)(*digit - '0');
    }
    if (digit == start || digit == end || *digit != '\n' || (*start == '0' && digit > start + 1))
        return false;
    *index = v;
    *at = digit + 1;
    return true;
}

bool proof_lines_read(const char **at, const char *end, struct tree_proof *p)
{
    for (p->count = 0; p->count <= PROOF_MAX; p->count++) {
        size_t n = 0;
        if (*at < end && **at == '\n') {
            ++*at;
            return true;
        }
        if (p->count == PROOF_MAX || end - *at <= HASH_LINE || (*at)[HASH_LINE] != '\n' ||
            sodium_base642bin(p->hash[p->count], TREE_HASH, *at, HASH_LINE, NULL, &n, NULL,
                              sodium_base64_VARIANT_ORIGINAL) != 0 ||
            n != TREE_HASH)
            return false;
        *at += HASH_LINE + 1;
    }
    return false;
}

uint64_t proof_index(const char *text, size_t size)
{
    const size_t head = sizeof first_line - 1;
    const char *at = text + head;
    uint64_t index;
    bool is = size >= head && !memcmp(text, first_line, head) && read_index(&at, text + size, &index);
    return is ? index : UINT64_MAX;
}

const char *proof_check(const char *text, size_t size, const struct note_key *k, const void *entry, size_t entry_size,
                        struct checkpoint *out, uint64_t *index)
{
    const char *at = text, *end = text + size;
    const size_t head = sizeof first_line - 1;
    struct tree_proof path;
    struct checkpoint c;
    uint64_t place;
    uint8_t leaf[TREE_HASH];
    if (size < head || memcmp(text, first_line, head) != 0)
        return "not a proof (c2sp.org/tlog-proof@v1)";
    at += head;
    if (!read_index(&at, end, &place))
        return "the second line of the proof is not an index";
    if (!proof_lines_read(&at, end, &path))
        return "the path of the proof is not made of hashes";
    const char *wrong = checkpoint_open(at, (size_t)(end - at), k, &c);
    if (wrong)
        return wrong;
    tree_leaf(leaf, entry, entry_size);
    if (!tree_includes(c.root, c.size, place, leaf, &path))
        return "the entry is not in the log at this place";
    *out = c;
    *index = place;
    return NULL;
}

const char *proof_checkpoint(const char *text, size_t size, size_t *rest)
{
    const char *empty = memmem(text, size, "\n\n", 2);
    *rest = empty ? size - (size_t)(empty + 2 - text) : 0;
    return empty ? empty + 2 : NULL;
}

const char *proof_of_open(const char *key_text, uint64_t number, const void *open, size_t open_size,
                          const uint8_t signature[64], const void *proof, size_t proof_size, uint8_t checkpoint[32])
{
    uint8_t entry[ENTRY_OPEN_MAX];
    struct packer p;
    struct note_key key;
    struct checkpoint c;
    uint64_t index;
    size_t size;
    const char *wrong = note_key_parse(key_text, &key);
    if (wrong)
        return wrong;
    pack_start(&p, entry, sizeof entry);
    entry_pack_open(&p, number, open, open_size, signature);
    if (p.bad)
        return "OPEN is too long for an entry";
    wrong = proof_check(proof, proof_size, &key, entry, p.size, &c, &index);
    if (wrong)
        return wrong;
    const char *note = proof_checkpoint(proof, proof_size, &size);
    hash_bytes(checkpoint, note, size);
    return NULL;
}
