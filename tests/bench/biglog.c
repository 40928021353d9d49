/* biglog: a match log of so many entries, bindings signed by as many keys, for the monitor to go through.
 *   biglog FOLDER ENTRIES */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log/append.h"
#include "log/entry.h"
#include "record/binding.h"

enum { BATCH = 100, ROOM = 512 };

/* One more bot's key, as the log keeps it. */
static size_t entry_of(unsigned long n, uint8_t bytes[ROOM])
{
    struct binding b = { .not_after = 0 };
    struct entry e = { .kind = ENTRY_KEY };
    struct packer p;
    uint8_t secret[KEY_SECRET], seed[32] = { 0 };
    memcpy(seed, &n, sizeof n);
    crypto_sign_seed_keypair(b.key, secret, seed);
    snprintf(b.name, sizeof b.name, "bot%lu", n);
    binding_sign(&b, secret);
    snprintf(e.text, sizeof e.text, "%s", b.name);
    memcpy(e.key, b.key, sizeof b.key);
    memcpy(e.signature, b.signature, sizeof b.signature);
    pack_start(&p, bytes, ROOM);
    entry_pack(&p, &e);
    return p.size;
}

int main(int argc, char **argv)
{
    static uint8_t bytes[BATCH][ROOM], seed[32] = { 7 };
    struct log_entry list[BATCH];
    struct note_signer signer;
    char why[LOG_WHY];
    uint64_t first;
    unsigned long entries = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;
    if (!entries || sodium_init() < 0 || !note_signer_make(&signer, "fiel.example/big", seed) ||
        log_create(argv[1], &signer, why))
        return fprintf(stderr, "biglog: FOLDER ENTRIES\n"), 2;
    struct log_writer *w = log_open(argv[1], &signer, why);
    for (unsigned long n = 0; w && n < entries; n += BATCH) {
        for (unsigned long i = 0; i < BATCH; i++)
            list[i] = (struct log_entry){ bytes[i], entry_of(n + i, bytes[i]) };
        if (log_append(w, list, BATCH, &first, why))
            break;
    }
    int bad = !w || log_size(w) < entries;
    if (bad)
        fprintf(stderr, "biglog: %s\n", why);
    if (w)
        log_close(w);
    return bad;
}
