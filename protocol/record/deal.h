/* deal: the verifiable shuffle of DEAL.md sections 3 to 5, formula by formula. */
#ifndef FIEL_DEAL_H
#define FIEL_DEAL_H

#include "crypto.h"
#include "rules/position.h"

enum { SALT = 16, OPENING = 2 + SALT /* slot u8 | card u8 | salt */ };

/* One hand's pack as the arbiter knows it. */
struct pack {
    unsigned n;              /* cards: 40, or 24 */
    card_t card[FIEL_CARDS]; /* by slot */
    uint8_t salt[FIEL_CARDS][SALT];
    uint8_t commit[FIEL_CARDS][HASH]; /* c_s, contiguous: one bin on the wire */
    uint8_t list[HASH];               /* L */
};

struct opening {
    uint8_t slot;
    card_t card;
    uint8_t salt[SALT];
};

/* DEAL.md section 3: the promise of S, the match id, a table's id, a party's view key. */
void deal_seed_commit(uint8_t out[HASH], const uint8_t seed[HASH], const uint8_t nonce[HASH]);
void deal_match_id(uint8_t out[HASH], const void *offer, size_t size);
void deal_table_id(uint8_t out[HASH], const uint8_t match_id[HASH], uint32_t table);
void deal_view_key(uint8_t out[HASH], const uint8_t seed[HASH], const uint8_t match_id[HASH], unsigned seat);

/* A party's chain of cuts. */
void cut_top(uint8_t out[HASH], const uint8_t chain_secret[HASH], const uint8_t match_id[HASH], unsigned party,
             uint32_t table);
/* x[j-1] from x[j] */
void cut_previous(uint8_t out[HASH], const uint8_t x[HASH], const uint8_t table_id[HASH], unsigned party, uint32_t j);

/* PERM(n, key, tag), 2 <= n <= 256. */
void deal_perm(uint8_t p[256], unsigned n, const uint8_t key[HASH], const char *tag);

/* DEAL.md section 5: the key of one hand. */
void deal_hand_key(uint8_t out[HASH], const uint8_t seed[HASH], const uint8_t table_id[HASH], uint32_t hand);
/* Fills a pack from its hand key; `deck` is in ascending card number, and even in number. */
void deal_pack(struct pack *p, const uint8_t hand_key[HASH], const uint8_t table_id[HASH], uint32_t hand,
               const card_t *deck, unsigned n);
void deal_commit(uint8_t out[HASH], const uint8_t salt[SALT], const uint8_t table_id[HASH], uint32_t hand,
                 unsigned slot, card_t card);
void deal_list(uint8_t out[HASH], const uint8_t table_id[HASH], uint32_t hand, unsigned n, const uint8_t *commits);
/* Z from every party's x[h], in party order, contiguous. */
void deal_cut(uint8_t out[HASH], const uint8_t table_id[HASH], uint32_t hand, const uint8_t list[HASH],
              unsigned parties, const uint8_t *cuts);
void deal_sigma(uint8_t sigma[FIEL_CARDS], unsigned n, const uint8_t z[HASH]);
unsigned deal_first_mano(unsigned seats, const uint8_t z[HASH]);
/* First byte of the sign draw: seen when below sign_seen. */
unsigned deal_sign_byte(const uint8_t hand_key[HASH], const uint8_t z[HASH], unsigned giver, unsigned rival,
                        uint32_t n);

/* The deck of a variant in ascending card number; returns n. */
unsigned deal_deck(const struct rules *r, card_t deck[FIEL_CARDS]);
/* Slot of seat i's k-th card (k < 3): sigma[3 i + k]; the gallo's fourth (k = 3) is the next after the cards of
 * the three seats, and then comes the vira. */
static inline unsigned deal_slot(const uint8_t sigma[FIEL_CARDS], unsigned seat, unsigned k)
{
    return k < 3 ? sigma[3 * seat + k] : sigma[3 * 3];
}

/* Slot of the turned card: after the seats, and after the gallo's fourth card where three play. */
static inline unsigned deal_vira_slot(const uint8_t sigma[FIEL_CARDS], unsigned seats)
{
    return sigma[3 * seats + (seats == 3)];
}

/* An opening as it stands in a message, to and from its bytes; whether it opens the commitment of its slot. */
void opening_write(uint8_t out[OPENING], const struct pack *p, unsigned slot);
void opening_read(struct opening *o, const uint8_t in[OPENING]);
bool opening_holds(const struct opening *o, const uint8_t *commits, unsigned n, const uint8_t table_id[HASH],
                   uint32_t hand) __attribute__((warn_unused_result));

#endif
