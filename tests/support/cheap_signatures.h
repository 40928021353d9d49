/* cheap_signatures: in the place of Ed25519, so that a target plays a match thirty times as fast.
 *
 * The linker puts them there (SEAM in the Makefile).  Everybody could forge them; an input of bytes does not. */
#ifndef TESTS_CHEAP_SIGNATURES_H
#define TESTS_CHEAP_SIGNATURES_H

#include <string.h>

#include "record/crypto.h"

void __wrap_sign_message(uint8_t signature[SIGNATURE], const uint8_t secret[KEY_SECRET], const struct message *m);
bool __wrap_verify_message(const uint8_t signature[SIGNATURE], const uint8_t key[KEY_PUBLIC], const struct message *m);

void __wrap_sign_message(uint8_t signature[SIGNATURE], const uint8_t secret[KEY_SECRET], const struct message *m)
{
    hash_keyed(signature, secret + KEY_SECRET - KEY_PUBLIC, m);
    memcpy(signature + HASH, signature, HASH);
}

bool __wrap_verify_message(const uint8_t signature[SIGNATURE], const uint8_t key[KEY_PUBLIC], const struct message *m)
{
    uint8_t due[HASH];
    hash_keyed(due, key, m);
    return memcmp(due, signature, HASH) == 0 && memcmp(due, signature + HASH, HASH) == 0;
}

#endif
