/* twin: the second leg of a duplicate pair, as its OFFER tells of the first (DEAL.md section 11).
 *
 * The twin deals the primary's hands again, with the primary's S, M and cuts; every bot sits one seat
 * further to the right, which exchanges the sides. */
#ifndef FIEL_TWIN_H
#define FIEL_TWIN_H

#include "crypto.h"
#include "deal.h"
#include "wire/codec.h"

struct twin {
    struct offer primary;
    uint8_t match_id[HASH];           /* the primary's */
    const uint8_t *join[PARTIES_MAX]; /* in its OPEN: x[0] of each party at each table, one after the other */
};

/* x[0] of a party of the primary at a table; as long as the OPEN that was read lies where it was. */
static inline const uint8_t *twin_anchor(const struct twin *t, uint32_t table, unsigned party)
{
    return t->join[party] + table * HASH;
}

/* The primary's M, which is the twin's wherever cards are dealt at this table. */
static inline void twin_deal_id(const struct twin *t, uint32_t table, uint8_t id[HASH])
{
    deal_table_id(id, t->match_id, table);
}

/* Reads a primary's OPEN, its parties' signatures included.  NULL, or in a phrase what is wrong. */
const char *twin_primary(struct twin *t, const uint8_t *open, size_t size) __attribute__((warn_unused_result));

/* Reads what an offer with twin_size > 0 says of its primary, and checks it: the arbiter's signature
 * too, and that both offers are of one pair.  NULL, or in a phrase what is wrong. */
const char *twin_read(struct twin *t, const struct offer *o) __attribute__((warn_unused_result));

/* The seat of the primary that signed with this key; FIEL_NOBODY: none that matters.  Who signs in both legs may be one bot that remembers.  A bot
 * that runs elsewhere has one key, that of its binding, and the pair is said to be unheld. */
unsigned twin_key_again(const struct offer *primary, const uint8_t key[ID], uint8_t held);

/* Where the bot of this seat of the primary sits in the twin. */
static inline unsigned twin_seat(unsigned seats, unsigned seat) { return (seat + 1) % seats; }

#endif
