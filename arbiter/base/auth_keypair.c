/* auth_keypair: apart from auth.c, for who makes keys and has no socket. */
#include <assert.h>
#include <sodium.h>

#include "auth.h"

void auth_keypair(uint8_t public_key[CURVE_KEY], uint8_t secret[CURVE_KEY])
{
    randombytes_buf(secret, CURVE_KEY);
    int rc = crypto_scalarmult_base(public_key, secret);
    assert(rc == 0);
}
