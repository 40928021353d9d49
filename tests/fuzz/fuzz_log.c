/* fuzz_log: any bytes as what a match log says: keys, checkpoints, proofs, entries, bundles of entries.
 *
 * The first byte says as which, and whether the rest is it, or changes to one that holds.  What must hold: a
 * signed text that was changed is refused; an entry that is read packs to the same bytes. */
#include "fuzz.h"

#include <sodium.h>

#include "log/policy.h"
#include "log/append.h"
#include "log/entry.h"
#include "log/proof.h"
#include "log/tiles.h"

enum { SAMPLE_LEAVES = 11, SAMPLE_INDEX = 6 };

static struct {
    bool made;
    struct note_signer signer;
    char checkpoint[CHECKPOINT_TEXT], proof[LOG_PROOF];
    size_t checkpoint_size, proof_size;
    uint8_t leaf[SAMPLE_LEAVES][TREE_HASH], entry[64];
    size_t entry_size;
} sample;

static bool leaf_of(void *from, unsigned level, uint64_t index, uint8_t out[TREE_HASH])
{
    (void)from;
    if (level == 0) {
        memcpy(out, sample.leaf[index], TREE_HASH);
        return true;
    }
    uint8_t left[TREE_HASH], right[TREE_HASH];
    if (!leaf_of(NULL, level - 1, 2 * index, left) || !leaf_of(NULL, level - 1, 2 * index + 1, right))
        return false;
    tree_node(out, left, right);
    return true;
}

static void make_samples(void)
{
    static const uint8_t seed[32] = { 7 };
    struct entry e = { .kind = ENTRY_UNOPENED, .number = 7, .text = "nobody came" };
    struct tree tree = { leaf_of, NULL };
    struct tree_proof proof;
    struct packer p;
    uint8_t root[TREE_HASH];
    sample.made = true;
    pack_start(&p, sample.entry, sizeof sample.entry);
    entry_pack(&p, &e);
    sample.entry_size = p.size;
    for (uint8_t i = 0; i < SAMPLE_LEAVES; i++)
        tree_leaf(sample.leaf[i], i == SAMPLE_INDEX ? sample.entry : &i, i == SAMPLE_INDEX ? p.size : 1);
    expect(sodium_init() >= 0 && !p.bad && note_signer_make(&sample.signer, "log.example/fuzz", seed) &&
               tree_root(&tree, SAMPLE_LEAVES, root) && tree_inclusion(&tree, SAMPLE_LEAVES, SAMPLE_INDEX, &proof),
           "no sample");
    sample.checkpoint_size = checkpoint_sign(&sample.signer, SAMPLE_LEAVES, root, sample.checkpoint);
    sample.proof_size = proof_write(sample.proof, sizeof sample.proof, SAMPLE_INDEX, &proof, sample.checkpoint);
    expect(sample.proof_size > 0, "no sample");
}

/* --- each kind ------------------------------------------------------------------------------------ */

static void read_keys(const uint8_t *bytes, size_t size)
{
    char *text = text_of(bytes, size), again[NOTE_KEY_TEXT];
    struct note_key key;
    struct note_signer signer;
    if (note_key_parse(text, &key) == NULL) {
        expect(note_name_fits(key.name), "a key has a name that does not fit");
        expect(strcmp(note_key_text(&key, again), text) == 0, "a key is not written as it was read");
    }
    if (note_signer_parse(text, &signer) == NULL)
        expect(strcmp(note_signer_text(&signer, again), text) == 0, "a secret key is not written as it was read");
    if (witness_key_parse(text, &key) == NULL)
        expect(strcmp(note_key_text(&key, again), text) == 0, "a witness's key is not written as it was read");
    free(text);
}

/* Whatever is in a policy, a checkpoint that nobody cosigned reaches the quorum of nobody alone. */
static void read_policy(const uint8_t *bytes, size_t size)
{
    static struct policy p;
    struct policy_verdict v;
    char why[POLICY_WHY];
    if (policy_parse(&p, (const char *)bytes, size, why))
        return;
    p.logs = 0;
    expect(policy_judge(&p, &sample.signer.key, sample.checkpoint, strlen(sample.checkpoint), &v) == NULL,
           "a checkpoint without cosignatures is refused");
    expect(v.count == 0 && v.quorum == !strcmp(policy_quorum(&p), "none"), "nobody is a quorum");
}

static void read_lines(const uint8_t *bytes, size_t size)
{
    read_keys(bytes, size);
    read_policy(bytes, size);
}

/* The signed part of what was accepted is the signed part of the sample: nobody else has the key. */
static void read_checkpoint(const uint8_t *bytes, size_t size)
{
    struct checkpoint c;
    const char *body = strstr(sample.checkpoint, "\n\n");
    size_t signed_size = (size_t)(body - sample.checkpoint) + 1;
    if (checkpoint_open((const char *)bytes, size, &sample.signer.key, &c) != NULL)
        return;
    expect(c.size == SAMPLE_LEAVES && size >= signed_size && memcmp(bytes, sample.checkpoint, signed_size) == 0,
           "a checkpoint that nobody signed is accepted");
}

static void read_proof(const uint8_t *bytes, size_t size)
{
    struct checkpoint c;
    uint64_t index;
    size_t rest = 0;
    const char *text = (const char *)bytes;
    if (proof_check(text, size, &sample.signer.key, sample.entry, sample.entry_size, &c, &index) != NULL)
        return;
    expect(index == SAMPLE_INDEX && c.size == SAMPLE_LEAVES, "a proof of another place is accepted");
    const char *note = proof_checkpoint(text, size, &rest);
    expect(note != NULL && note > text && note + rest == text + size, "a proof's checkpoint is not its rest");
}

static void read_entry(const uint8_t *bytes, size_t size)
{
    struct entry e;
    struct packer p;
    OWNED uint8_t *again = malloc(size + 1);
    if (again == NULL)
        abort();
    if (entry_read(bytes, size, &e)) {
        pack_start(&p, again, size + 1);
        entry_pack(&p, &e);
        expect(!p.bad && p.size == size && memcmp(again, bytes, size) == 0, "an entry packs to other bytes");
    }
}

static void read_bundle(const uint8_t *bytes, size_t size)
{
    const uint8_t *at = bytes, *entry;
    size_t length, taken = 0;
    while ((entry = bundle_next(&at, bytes + size, &length)) != NULL) {
        expect(entry >= bytes && length <= size && entry + length <= bytes + size, "an entry lies outside its bundle");
        read_entry(entry, length);
        taken += length + 2;
        expect(taken <= size, "a bundle is longer than itself");
    }
}

/* --- the input ------------------------------------------------------------------------------------ */

static void read_as(unsigned kind, const uint8_t *bytes, size_t size)
{
    static void (*const read[])(const uint8_t *, size_t) = { read_lines, read_checkpoint, read_proof, read_entry,
                                                             read_bundle };
    read[kind % 5](bytes, size);
}

static const void *sample_of(unsigned kind, size_t *size)
{
    static char key[NOTE_KEY_TEXT];
    switch (kind % 5) {
    case 0: *size = strlen(note_signer_text(&sample.signer, key)); return key;
    case 1: *size = sample.checkpoint_size; return sample.checkpoint;
    case 2: *size = sample.proof_size; return sample.proof;
    default: *size = sample.entry_size; return sample.entry;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = { data, data + size };
    unsigned how = take(&b);
    if (!sample.made)
        make_samples();
    size_t length = (size_t)(b.end - b.at);
    uint8_t *bytes;
    if (how >= 128) {
        const void *from = sample_of(how, &length);
        bytes = changed(&b, from, &length);
    } else {
        bytes = copy_of(b.at, length);
    }
    read_as(how, bytes, length);
    free(bytes);
    return 0;
}
