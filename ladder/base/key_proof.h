/* key_proof: somebody shows a ladder that a key is theirs, without giving anything away that would do so again.
 *
 *     KEY.SECONDS.SIGNATURE     64 hex digits, the unix time, 128 hex digits
 *
 * The signature is that of the Ed25519 key over H(D("fiel/ladder-key") | "SERVER\nNAME\nSECONDS"): it holds for one ladder
 * (as its address stands in a browser, "ladder.example" or "127.0.0.1:8080"), one name, and KEY_PROOF_S seconds. */
#ifndef FIEL_LADDER_KEY_PROOF_H
#define FIEL_LADDER_KEY_PROOF_H

#include <stdbool.h>
#include <stdint.h>

#include "record/crypto.h"

enum { KEY_PROOF_TEXT = 64 + 1 + 20 + 1 + 128 + 1, KEY_PROOF_S = 300 };

/* What is sent; `text` has room for KEY_PROOF_TEXT bytes. */
void key_proof_make(char *text, const uint8_t key[KEY_PUBLIC], const uint8_t secret[KEY_SECRET], const char *server,
                    const char *name, int64_t seconds);
/* Does it hold here, for this name, about now?  Blanks around it are fine.  The key and, for remembering that it was used, its
 * signature. */
bool key_proof_holds(const char *text, const char *server, const char *name, int64_t now, uint8_t key[KEY_PUBLIC],
                     uint8_t signature[SIGNATURE]);

#endif
