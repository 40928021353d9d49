#include "record/deal.h"

#include <assert.h>
#include <string.h>

_Static_assert(2 * SALT == HASH, "one hash salts two slots");

void deal_seed_commit(uint8_t out[HASH], const uint8_t seed[HASH], const uint8_t nonce[HASH])
{
    struct message m;
    message_start(&m, "fiel/seed-commit");
    message_bytes(&m, seed, HASH);
    message_bytes(&m, nonce, HASH);
    hash(out, &m);
}

void deal_match_id(uint8_t out[HASH], const void *offer, size_t size) { hash_tagged(out, "fiel/offer", offer, size); }

void deal_table_id(uint8_t out[HASH], const uint8_t match_id[HASH], uint32_t table)
{
    struct message m;
    message_start(&m, "fiel/table");
    message_bytes(&m, match_id, HASH);
    message_u32(&m, table);
    hash(out, &m);
}

void deal_view_key(uint8_t out[HASH], const uint8_t seed[HASH], const uint8_t match_id[HASH], unsigned seat)
{
    struct message m;
    message_start(&m, "fiel/view-key");
    message_bytes(&m, seed, HASH);
    message_bytes(&m, match_id, HASH);
    message_u8(&m, seat);
    hash(out, &m);
}

void cut_top(uint8_t out[HASH], const uint8_t chain_secret[HASH], const uint8_t match_id[HASH], unsigned party,
             uint32_t table)
{
    struct message m;
    message_start(&m, "fiel/cut-secret");
    message_bytes(&m, chain_secret, HASH);
    message_bytes(&m, match_id, HASH);
    message_u8(&m, party);
    message_u32(&m, table);
    hash(out, &m);
}

void cut_previous(uint8_t out[HASH], const uint8_t x[HASH], const uint8_t table_id[HASH], unsigned party, uint32_t j)
{
    struct message m;
    message_start(&m, "fiel/chain");
    message_bytes(&m, x, HASH);
    message_bytes(&m, table_id, HASH);
    message_u8(&m, party);
    message_u32(&m, j);
    hash(out, &m);
}

/* The bytes PERM draws from: H(D(tag) | key | u32 0), H(D(tag) | key | u32 1), and so on. */
struct draws {
    const uint8_t *key;
    const char *tag;
    uint32_t counter;
    unsigned used;
    uint8_t block[HASH];
};

static uint8_t draw(struct draws *d)
{
    if (d->used == HASH) {
        struct message m;
        message_start(&m, d->tag);
        message_bytes(&m, d->key, HASH);
        message_u32(&m, d->counter++);
        hash(d->block, &m);
        d->used = 0;
    }
    return d->block[d->used++];
}

void deal_perm(uint8_t p[256], unsigned n, const uint8_t key[HASH], const char *tag)
{
    struct draws d = { .key = key, .tag = tag, .used = HASH };
    assert(n >= 2 && n <= 256);
    for (unsigned i = 0; i < n; i++)
        p[i] = (uint8_t)i;
    for (unsigned i = n - 1; i > 0; i--) {
        unsigned m = i + 1, limit = 256 - 256 % m, v;
        do
            v = draw(&d);
        while (v >= limit);
        uint8_t held = p[i];
        p[i] = p[v % m];
        p[v % m] = held;
    }
}

void deal_hand_key(uint8_t out[HASH], const uint8_t seed[HASH], const uint8_t table_id[HASH], uint32_t hand)
{
    struct message m;
    message_start(&m, "fiel/hand-key");
    message_bytes(&m, seed, HASH);
    message_bytes(&m, table_id, HASH);
    message_u32(&m, hand);
    hash(out, &m);
}

/* The salts of slots 2 j and 2 j + 1, one after the other. */
static void two_salts(uint8_t out[2 * SALT], const uint8_t hand_key[HASH], unsigned j)
{
    struct message m;
    message_start(&m, "fiel/salt");
    message_bytes(&m, hand_key, HASH);
    message_u8(&m, j);
    hash(out, &m);
}

void deal_pack(struct pack *p, const uint8_t hand_key[HASH], const uint8_t table_id[HASH], uint32_t hand,
               const card_t *deck, unsigned n)
{
    uint8_t pi[256];
    assert(n >= 2 && n <= FIEL_CARDS && n % 2 == 0);
    deal_perm(pi, n, hand_key, "fiel/shuffle");
    p->n = n;
    for (unsigned s = 0; s < n; s++) {
        p->card[s] = deck[pi[s]];
        if (s % 2 == 0)
            two_salts(p->salt[s], hand_key, s / 2);
        deal_commit(p->commit[s], p->salt[s], table_id, hand, s, p->card[s]);
    }
    deal_list(p->list, table_id, hand, n, p->commit[0]);
}

void deal_commit(uint8_t out[HASH], const uint8_t salt[SALT], const uint8_t table_id[HASH], uint32_t hand,
                 unsigned slot, card_t card)
{
    struct message m;
    message_start(&m, "fiel/slot");
    message_bytes(&m, salt, SALT);
    message_bytes(&m, table_id, HASH);
    message_u32(&m, hand);
    message_u8(&m, slot);
    message_u8(&m, card);
    hash(out, &m);
}

void deal_list(uint8_t out[HASH], const uint8_t table_id[HASH], uint32_t hand, unsigned n, const uint8_t *commits)
{
    struct message m;
    message_start(&m, "fiel/list");
    message_bytes(&m, table_id, HASH);
    message_u32(&m, hand);
    message_u8(&m, n);
    message_bytes(&m, commits, (size_t)n * HASH);
    hash(out, &m);
}

void deal_cut(uint8_t out[HASH], const uint8_t table_id[HASH], uint32_t hand, const uint8_t list[HASH],
              unsigned parties, const uint8_t *cuts)
{
    struct message m;
    message_start(&m, "fiel/cut");
    message_bytes(&m, table_id, HASH);
    message_u32(&m, hand);
    message_bytes(&m, list, HASH);
    message_u8(&m, parties);
    message_bytes(&m, cuts, (size_t)parties * HASH);
    hash(out, &m);
}

void deal_sigma(uint8_t sigma[FIEL_CARDS], unsigned n, const uint8_t z[HASH])
{
    uint8_t p[256];
    assert(n <= FIEL_CARDS);
    deal_perm(p, n, z, "fiel/cut-perm");
    memcpy(sigma, p, n);
}

unsigned deal_first_mano(unsigned seats, const uint8_t z[HASH])
{
    uint8_t p[256];
    deal_perm(p, seats, z, "fiel/mano");
    return p[0];
}

unsigned deal_sign_byte(const uint8_t hand_key[HASH], const uint8_t z[HASH], unsigned giver, unsigned rival, uint32_t n)
{
    struct message m;
    uint8_t digest[HASH];
    message_start(&m, "fiel/sign");
    message_bytes(&m, hand_key, HASH);
    message_bytes(&m, z, HASH);
    message_u8(&m, giver);
    message_u8(&m, rival);
    message_u32(&m, n);
    hash(digest, &m);
    return digest[0];
}

/* True when the rules have an option of this name and its value is this one.  An option that the
 * variants do not have is not set, so that the deal does not depend on which options exist. */
static bool option_is(const struct rules *r, const char *name, const char *value)
{
#define X(id, text, values, ...) { text, values },
    static const struct {
        const char *name, *values;
    } options[] = { FIEL_OPTIONS(X) };
#undef X
    for (unsigned i = 0; i < sizeof options / sizeof *options; i++) {
        if (strcmp(options[i].name, name) != 0)
            continue;
        const char *at = options[i].values;
        for (unsigned skip = r->opt[i]; skip > 0; skip--) {
            const char *bar = strchr(at, '|');
            if (!bar)
                return false;
            at = bar + 1;
        }
        size_t size = strlen(value);
        return strncmp(at, value, size) == 0 && (at[size] == '|' || at[size] == '\0');
    }
    return false;
}

unsigned deal_deck(const struct rules *r, card_t deck[FIEL_CARDS])
{
    /* The clean pack keeps 1 2 3 and 10 11 12 of each suit: without 4 5 6 7. */
    bool clean = option_is(r, "deck", "clean");
    unsigned n = 0;
    for (unsigned c = 0; c < FIEL_CARDS; c++)
        if (!clean || card_rank((card_t)c) < 3 || card_rank((card_t)c) > 6)
            deck[n++] = (card_t)c;
    return n;
}

void opening_write(uint8_t out[OPENING], const struct pack *p, unsigned slot)
{
    assert(slot < p->n);
    out[0] = (uint8_t)slot;
    out[1] = p->card[slot];
    memcpy(out + 2, p->salt[slot], SALT);
}

void opening_read(struct opening *o, const uint8_t in[OPENING])
{
    o->slot = in[0];
    o->card = in[1];
    memcpy(o->salt, in + 2, SALT);
}

bool opening_holds(const struct opening *o, const uint8_t *commits, unsigned n, const uint8_t table_id[HASH],
                   uint32_t hand)
{
    uint8_t c[HASH];
    if (o->slot >= n)
        return false;
    deal_commit(c, o->salt, table_id, hand, o->slot, o->card);
    return memcmp(c, commits + (size_t)o->slot * HASH, HASH) == 0;
}
