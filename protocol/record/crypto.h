/* crypto: the two primitives of DEAL.md under its own notation.
 *
 * H is BLAKE2b-256 without a key; a message starts with D(tag), the tag zero-padded to 16 bytes, and a secret
 * stands right behind it; integers in it are big-endian.  Signatures are Ed25519. */
#ifndef FIEL_CRYPTO_H
#define FIEL_CRYPTO_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { HASH = 32, KEY_PUBLIC = 32, KEY_SECRET = 64, SIGNATURE = 64, TAG = 16 };

/* Bytes to hash or sign, collected field by field.  The longest are a JOIN for 64 tables (2101 bytes) and a
 * SEAL that fills an envelope (85 packs of 24, 3452 bytes); more than DIGEST_MAX is the caller's mistake. */
enum { DIGEST_MAX = 4096 };
struct message {
    uint8_t bytes[DIGEST_MAX];
    size_t size;
};

/* Each is told at the call how long its part is, so that the compiler makes a few moves of it. */
static inline void message_bytes(struct message *m, const void *bytes, size_t size)
{
    assert(size <= DIGEST_MAX - m->size);
    if (size > 0)
        memcpy(m->bytes + m->size, bytes, size);
    m->size += size;
}

/* D(tag): the ASCII tag, zero-padded to 16 bytes. */
static inline void message_start(struct message *m, const char *tag)
{
    size_t size = strlen(tag);
    assert(size <= TAG);
    memset(m->bytes, 0, TAG);
    memcpy(m->bytes, tag, size);
    m->size = TAG;
}

/* The last `width` bytes of v, big-endian. */
static inline void message_number(struct message *m, uint64_t v, unsigned width)
{
    uint8_t b[8];
    assert(width == 8 || v >> (8 * width) == 0);
    for (unsigned i = width; i-- > 0; v >>= 8)
        b[i] = (uint8_t)v;
    message_bytes(m, b, width);
}

/* A number of so many bytes, the highest first. */
static inline void message_u8(struct message *m, unsigned v) { message_number(m, v, 1); }
static inline void message_u16(struct message *m, unsigned v) { message_number(m, v, 2); }
static inline void message_u32(struct message *m, uint32_t v) { message_number(m, v, 4); }
static inline void message_u64(struct message *m, uint64_t v) { message_number(m, v, 8); }

/* BLAKE2b-256 of the message. */
void hash(uint8_t out[HASH], const struct message *m);
/* H(m | bytes), however long the bytes are. */
void hash_followed(uint8_t out[HASH], const struct message *m, const void *bytes, size_t size);
/* H(D(tag) | bytes), however long the bytes are. */
void hash_tagged(uint8_t out[HASH], const char *tag, const void *bytes, size_t size);
/* H(bytes) without a tag, as it stands for something long in what is signed. */
void hash_bytes(uint8_t out[HASH], const void *bytes, size_t size);

/* Ed25519 over the message; and whether a signature holds. */
void sign_message(uint8_t sig[SIGNATURE], const uint8_t secret[KEY_SECRET], const struct message *m);
bool verify_message(const uint8_t sig[SIGNATURE], const uint8_t public_key[KEY_PUBLIC], const struct message *m)
    __attribute__((warn_unused_result));

char *hex_text(char *out, const void *bytes, size_t size); /* out: 2 * size + 1 */
bool hex_parse(void *out, size_t size, const char *text);  /* exactly 2 * size hex digits */

#endif
