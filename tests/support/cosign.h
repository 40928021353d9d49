/* cosign: what a witness does, for tests: it signs that it saw a log grow, and when (C2SP tlog-cosignature), and answers a log that asks
 * (C2SP tlog-witness) for as long as the test runs.  Written apart from protocol/log/note.c, which reads what it writes. */
#ifndef FIEL_TESTS_COSIGN_H
#define FIEL_TESTS_COSIGN_H

#include <assert.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "log/note.h"

/* A log of this name; its key is the same at each call. */
static inline struct note_signer log_signer(const char *name)
{
    struct note_signer s;
    bool fits = note_signer_make(&s, name, (const uint8_t[32]){ 7 });
    assert(fits);
    (void)fits;
    return s;
}

/* False when the name does not fit. */
static inline bool witness_signer_make(struct note_signer *s, const char *name, const uint8_t seed[32])
{
    uint8_t text[NOTE_NAME + 34], hash[crypto_hash_sha256_BYTES];
    if (!note_signer_make(s, name, seed))
        return false;
    s->key.type = NOTE_WITNESS;
    size_t n = (size_t)snprintf((char *)text, sizeof text, "%s\n%c", name, NOTE_WITNESS);
    memcpy(text + n, s->key.public_key, 32);
    crypto_hash_sha256(hash, text, n + 32);
    memcpy(s->key.id, hash, sizeof s->key.id);
    return true;
}

/* What a witness puts under a checkpoint: one line with its newline, NUL-terminated.  Its length. */
static inline size_t checkpoint_cosign(const struct note_signer *w, const char *text, size_t size, uint64_t time,
                                       char line[COSIGNATURE_LINE])
{
    char message[NOTE_MAX + 64], coded[sodium_base64_ENCODED_LEN(4 + 8 + 64, sodium_base64_VARIANT_ORIGINAL)];
    uint8_t mark[4 + 8 + 64];
    size_t head = checkpoint_head(text, size);
    assert(head > 0);
    int said = snprintf(message, sizeof message, "cosignature/v1\ntime %" PRIu64 "\n%.*s", time, (int)head - 1, text);
    memcpy(mark, w->key.id, 4);
    for (unsigned i = 0; i < 8; i++)
        mark[4 + i] = (uint8_t)(time >> 8 * (7 - i));
    crypto_sign_detached(mark + 12, NULL, (const uint8_t *)message, (unsigned long long)said, w->secret);
    sodium_bin2base64(coded, sizeof coded, mark, sizeof mark, sodium_base64_VARIANT_ORIGINAL);
    return (size_t)snprintf(line, COSIGNATURE_LINE, "\xe2\x80\x94 %s %s\n", w->key.name, coded);
}

#endif
