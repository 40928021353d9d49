/* key_proof: made and checked. */
#include "key_proof.h"

#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SERVER_MOST = 300, NAME_MOST = 100, DIGITS_MOST = 18 };

/* False when a part is longer than any that is one. */
static bool what_is_signed(uint8_t out[HASH], const char *server, const char *name, int64_t seconds)
{
    char text[SERVER_MOST + NAME_MOST + 32];
    if (strlen(server) > SERVER_MOST || strlen(name) > NAME_MOST)
        return false;
    int n = snprintf(text, sizeof text, "%s\n%s\n%" PRId64, server, name, seconds);
    hash_tagged(out, "fiel/ladder-key", text, (size_t)n);
    return true;
}

void key_proof_make(char *text, const uint8_t key[KEY_PUBLIC], const uint8_t secret[KEY_SECRET], const char *server,
                    const char *name, int64_t seconds)
{
    uint8_t digest[HASH], signature[SIGNATURE] = { 0 };
    char hex[2 * KEY_PUBLIC + 1], signed_hex[2 * SIGNATURE + 1];
    if (what_is_signed(digest, server, name, seconds))
        crypto_sign_detached(signature, NULL, digest, sizeof digest, secret);
    snprintf(text, KEY_PROOF_TEXT, "%s.%" PRId64 ".%s", hex_text(hex, key, KEY_PUBLIC), seconds,
             hex_text(signed_hex, signature, SIGNATURE));
}

/* So many bytes as hex; the end of them, or NULL. */
static const char *take_hex(const char *at, uint8_t *out, size_t size)
{
    char hex[2 * SIGNATURE + 1];
    if (strspn(at, "0123456789abcdef") != 2 * size)
        return NULL;
    snprintf(hex, sizeof hex, "%.*s", (int)(2 * size), at);
    return hex_parse(out, size, hex) ? at + 2 * size : NULL;
}

bool key_proof_holds(const char *text, const char *server, const char *name, int64_t now, uint8_t key[KEY_PUBLIC],
                     uint8_t signature[SIGNATURE])
{
    uint8_t digest[HASH];
    const char *at = take_hex(text + strspn(text, " \t\r\n"), key, KEY_PUBLIC);
    size_t digits = at && *at == '.' ? strspn(at + 1, "0123456789") : 0;
    if (!digits || digits > DIGITS_MOST || at[1 + digits] != '.')
        return false;
    int64_t seconds = strtoll(at + 1, NULL, 10);
    at = take_hex(at + digits + 2, signature, SIGNATURE);
    return at && !at[strspn(at, " \t\r\n")] && llabs(now - seconds) <= KEY_PROOF_S &&
           what_is_signed(digest, server, name, seconds) &&
           !crypto_sign_verify_detached(signature, digest, sizeof digest, key);
}
