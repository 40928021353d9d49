/* note: signed notes, their keys, and the checkpoint, which is the note by which a log says what it holds.
 *
 * C2SP signed-note and tlog-checkpoint, Ed25519 only (type 0x01), so that verifiers which exist can check it:
 *   key      NAME+hex(keyid)+base64(0x01 | public key),   keyid = SHA-256(NAME \n 0x01 | public key)[0:4]
 *   secret   PRIVATE+KEY+NAME+hex(keyid)+base64(0x01 | seed)
 *   note     text \n, an empty line, then "— NAME base64(keyid | signature) \n" for every signer;
 *            the signature covers the text with its last newline
 *   checkpoint text = origin \n size \n base64(root) \n */
#ifndef FIEL_NOTE_H
#define FIEL_NOTE_H

#include "log/tree.h"

enum {
    NOTE_NAME = 64, /* with its NUL */
    NOTE_KEY_TEXT = 160,
    CHECKPOINT_TEXT = 512,
    NOTE_MAX = 4096, /* no note that we read is longer */
};

struct note_key {
    char name[NOTE_NAME];
    uint8_t id[4];
    uint8_t public_key[32];
};

struct note_signer {
    struct note_key key;
    uint8_t secret[64]; /* Ed25519, as libsodium keeps it */
};

struct checkpoint {
    char origin[NOTE_NAME];
    uint64_t size;
    uint8_t root[TREE_HASH];
};

/* A name: 1 to 63 printable ASCII bytes other than space and plus. */
bool note_name_fits(const char *name);

/* A new signer; false when the name does not fit. */
bool note_signer_make(struct note_signer *s, const char *name, const uint8_t seed[32]);
/* One line each, without a newline; `text` has room for NOTE_KEY_TEXT. */
char *note_key_text(const struct note_key *k, char text[NOTE_KEY_TEXT]);
char *note_signer_text(const struct note_signer *s, char text[NOTE_KEY_TEXT]);
/* NULL, or what is wrong; *out is set only on success. */
const char *note_key_parse(const char *text, struct note_key *out);
const char *note_signer_parse(const char *text, struct note_signer *out);

/* Signs a checkpoint; returns the length of the NUL-terminated note. */
size_t checkpoint_sign(const struct note_signer *s, uint64_t size, const uint8_t root[TREE_HASH],
                       char text[CHECKPOINT_TEXT]);
/* NULL, or what is wrong with the note: not one, not signed by `k`, another origin, ...  Signatures of others
 * (witnesses) are allowed and not looked at. */
const char *checkpoint_open(const char *text, size_t size, const struct note_key *k, struct checkpoint *out);

#endif
