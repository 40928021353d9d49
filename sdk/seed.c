/* seed: where a generator starts.  Apart from what draws (random.c), because hashing needs libsodium and the rules for other
 * languages are built without it: those have BLAKE2b of their own. */
#include "foreign.h"

#include <string.h>

#include "record/crypto.h"

struct fiel_random fiel_random_of(const char *use, uint64_t seed, uint64_t stream)
{
    struct message m;
    uint8_t digest[HASH];
    struct fiel_random r = { 0 };
    message_start(&m, "fiel/random");
    message_u64(&m, seed);
    message_u64(&m, stream);
    message_bytes(&m, use, strlen(use));
    hash(digest, &m);
    for (unsigned i = 0; i < sizeof r.state; i++)
        r.state = r.state << 8 | digest[i];
    return r;
}

void fiel_dice(uint64_t *dice, size_t n, const char *use, uint64_t seed)
{
    for (size_t i = 0; i < n; i++)
        dice[i] = fiel_random_of(use, seed, i).state;
}
