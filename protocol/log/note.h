/* note: signed notes, their keys, and the checkpoint, which is the note by which a log says what it holds.
 *
 * C2SP signed-note, tlog-checkpoint and tlog-cosignature, Ed25519 only, so that verifiers which exist can check it.  The type is
 * 0x01 for a log's key and 0x04 for a witness's, who signs that it saw the log grow and when:
 *   key      NAME+hex(keyid)+base64(type | public key),   keyid = SHA-256(NAME \n type | public key)[0:4]
 *   secret   PRIVATE+KEY+NAME+hex(keyid)+base64(type | seed)
 *   note     text \n, an empty line, then "— NAME base64(keyid | signature) \n" for every signer;
 *            a log's signature covers the text with its last newline
 *   cosignature   u64 time | the signature of "cosignature/v1 \n time T \n" and the text; T in seconds since 1970
 *   checkpoint text = origin \n size \n base64(root) \n */
#ifndef FIEL_NOTE_H
#define FIEL_NOTE_H

#include "log/tree.h"

enum {
    NOTE_NAME = 256,        /* of a log or a witness, with its NUL */
    NOTE_KEY_TEXT = 352,    /* a key's line with the longest name, a secret one too, with its NUL */
    CHECKPOINT_TEXT = 768,  /* a checkpoint of ours, signed by its log alone */
    COSIGNATURE_LINE = 384, /* an Ed25519 cosignature's line with the longest name */
    NOTE_SIGNED = 16 << 10, /* the text of a note that we read, which is what is signed, with its empty line */
    NOTE_MAX = 128 << 10,   /* a note that we read: 32 signatures of ML-DSA-44, with the longest names, are 112 kB */
};

enum note_type { NOTE_LOG = 0x01, NOTE_WITNESS = 0x04 };

struct note_key {
    char name[NOTE_NAME];
    uint8_t id[4];
    uint8_t type; /* enum note_type */
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

/* A name: 1 to 255 printable ASCII bytes other than space and plus. */
bool note_name_fits(const char *name);

/* A new signer of a log; false when the name does not fit. */
bool note_signer_make(struct note_signer *s, const char *name, const uint8_t seed[32]);
/* One line each, without a newline; `text` has room for NOTE_KEY_TEXT. */
char *note_key_text(const struct note_key *k, char text[NOTE_KEY_TEXT]);
char *note_signer_text(const struct note_signer *s, char text[NOTE_KEY_TEXT]);
/* NULL, or what is wrong; *out is set only on success.  A witness's key is none of a log, and the other way round. */
const char *note_key_parse(const char *text, struct note_key *out);
const char *note_signer_parse(const char *text, struct note_signer *out);
const char *witness_key_parse(const char *text, struct note_key *out);

/* Signs a checkpoint; returns the length of the NUL-terminated note. */
size_t checkpoint_sign(const struct note_signer *s, uint64_t size, const uint8_t root[TREE_HASH],
                       char text[CHECKPOINT_TEXT]);
/* NULL, or what is wrong with the note: not one (UTF-8 without control characters, signed-note), not signed by `k`, another origin, ...
 * Signatures of others (witnesses) are allowed and not looked at, nor are extension lines, of which none may be empty. */
const char *checkpoint_open(const char *text, size_t size, const struct note_key *k, struct checkpoint *out);
/* The same without a signature that is looked at: which log's it would be, and what it would say.  Nothing of it is proved. */
const char *checkpoint_peek(const char *text, size_t size, struct checkpoint *out);

enum cosigned { COSIGNED_NOT, COSIGNED, COSIGNED_WRONG };
/* Whether this witness has cosigned a checkpoint that was opened, and when (tlog-cosignature): of several lines that hold *time is the
 * latest.  WRONG: a line of its does not hold, and the note with it. */
enum cosigned checkpoint_cosigned(const char *text, size_t size, const struct note_key *witness, uint64_t *time);
/* The bytes of a note before its signature lines, the empty line among them; 0: it is none. */
size_t checkpoint_head(const char *text, size_t size);
/* How many lines are under the text of a note, the log's own among them; whose they are is not known. */
unsigned checkpoint_lines(const char *text, size_t size);
/* Decimal without leading zeros, as in every line of these formats. */
bool note_number(const char *text, uint64_t *out);

#endif
