/* transcript: the public chain and the view chains of DEAL.md section 2, and what is signed. */
#ifndef FIEL_TRANSCRIPT_H
#define FIEL_TRANSCRIPT_H

#include "crypto.h"

struct chain {
    uint8_t head[HASH];
    uint64_t seq; /* links so far; the next record's number */
};

void chain_public(struct chain *c, const uint8_t table_id[HASH]);
void chain_view(struct chain *c, const uint8_t view_key[HASH], const uint8_t table_id[HASH], unsigned seat);
/* One link over a message's bytes.  `digest` = hash_bytes(record), computed once for all chains. */
void chain_link(struct chain *c, unsigned type, const uint8_t digest[HASH]);

enum { SIGNER_ARBITER = 255 };

/* The messages that are signed; each builds the exact bytes of DEAL.md. */
void sealed_message(struct message *m, const uint8_t match_id[HASH], uint32_t count, const uint32_t *tables,
                    const uint32_t *hands, const uint8_t (*lists)[HASH]);
void join_message(struct message *m, const uint8_t match_id[HASH], unsigned party, uint32_t tables,
                  const uint8_t *anchors);
void open_message(struct message *m, const uint8_t *open, size_t size);
void hand_end_message(struct message *m, const uint8_t match_id[HASH], unsigned signer, uint32_t table, uint32_t hand,
                      const uint8_t head[HASH], const uint16_t *score, unsigned scorers,
                      const uint8_t checkpoint[HASH]);
/* Of several tables: so many hands are over in all of them together. */
void hands_end_message(struct message *m, const uint8_t match_id[HASH], unsigned signer, uint32_t hands,
                       const uint8_t head[HASH], const uint8_t checkpoint[HASH]);
void hello_message(struct message *m, const uint8_t match_id[HASH], uint64_t have, const uint8_t head[HASH]);
void action_message(struct message *m, const uint8_t match_id[HASH], unsigned seat, uint32_t table, uint32_t request,
                    unsigned action, const uint16_t *signs, unsigned count, const uint8_t head[HASH]);
void result_message(struct message *m, const uint8_t match_id[HASH], const uint8_t *result, size_t size);
/* A bot's signing key speaks for its transport key until `not_after` (seconds since 1970). */
void bind_message(struct message *m, const char *name, const uint8_t key[HASH], const uint8_t curve[HASH],
                  uint64_t not_after);
/* A bot waits for matches at the door with this CURVE key (PROTOCOL.md section 14). */
void wait_message(struct message *m, const uint8_t door[HASH], const uint8_t challenge[HASH], unsigned role);
void replay_message(struct message *m, const uint8_t match_id[HASH], const uint8_t digest[HASH]);

#endif
