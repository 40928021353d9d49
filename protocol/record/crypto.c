#include "record/crypto.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

_Static_assert(HASH == crypto_generichash_BYTES, "BLAKE2b-256");
_Static_assert(SIGNATURE == crypto_sign_BYTES && KEY_PUBLIC == crypto_sign_PUBLICKEYBYTES &&
                   KEY_SECRET == crypto_sign_SECRETKEYBYTES,
               "Ed25519");

/* crypto_generichash() fails only for sizes that the constants above exclude. */
void hash_bytes(uint8_t out[HASH], const void *bytes, size_t size)
{
    int rc = crypto_generichash(out, HASH, bytes, size, NULL, 0);
    assert(rc == 0);
    (void)rc;
}

void hash(uint8_t out[HASH], const struct message *m) { hash_bytes(out, m->bytes, m->size); }

void hash_followed(uint8_t out[HASH], const struct message *m, const void *bytes, size_t size)
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, NULL, 0, HASH);
    crypto_generichash_update(&state, m->bytes, m->size);
    crypto_generichash_update(&state, bytes, size);
    crypto_generichash_final(&state, out, HASH);
}

void hash_tagged(uint8_t out[HASH], const char *tag, const void *bytes, size_t size)
{
    struct message d;
    message_start(&d, tag);
    hash_followed(out, &d, bytes, size);
}

void sign_message(uint8_t sig[SIGNATURE], const uint8_t secret[KEY_SECRET], const struct message *m)
{
    int rc = crypto_sign_detached(sig, NULL, m->bytes, m->size, secret);
    assert(rc == 0);
    (void)rc;
}

bool verify_message(const uint8_t sig[SIGNATURE], const uint8_t public_key[KEY_PUBLIC], const struct message *m)
{
    return crypto_sign_verify_detached(sig, m->bytes, m->size, public_key) == 0;
}

char *hex_text(char *out, const void *bytes, size_t size)
{
    static const char digit[] = "0123456789abcdef";
    const uint8_t *b = bytes;
    for (size_t i = 0; i < size; i++) {
        out[2 * i] = digit[b[i] >> 4];
        out[2 * i + 1] = digit[b[i] & 15];
    }
    out[2 * size] = '\0';
    return out;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

bool hex_parse(void *out, size_t size, const char *text)
{
    if (strlen(text) != 2 * size)
        return false;
    for (size_t i = 0; i < 2 * size; i++)
        if (hex_digit(text[i]) < 0)
            return false;
    uint8_t *b = out;
    for (size_t i = 0; i < size; i++)
        b[i] = (uint8_t)(hex_digit(text[2 * i]) << 4 | hex_digit(text[2 * i + 1]));
    return true;
}
