/* transcript: the public chain and the view chains of DEAL.md section 7, and what is signed. */
#ifndef FIEL_TRANSCRIPT_H
#define FIEL_TRANSCRIPT_H

#include "crypto.h"

/* P, through every public message, or V of a party, through its private ones.  A message is linked in the order in which
 * it is told, whatever envelope it travels in; OFFER is in neither. */
struct chain {
    uint8_t head[HASH];
    uint64_t seq; /* links so far; the next message's number */
};

/* P and V before their first link (DEAL.md section 7). */
void chain_public(struct chain *p, const uint8_t match_id[HASH]);
void chain_view(struct chain *v, const uint8_t view_key[HASH], const uint8_t match_id[HASH], unsigned party);
/* A message to all: one hash, however many are told. */
void chain_link_public(struct chain *p, const void *bytes, size_t size);
/* A message to the party of `v` alone; P as it stands before it goes in too, and with it all that is public. */
void chain_link_private(struct chain *v, const struct chain *p, const void *bytes, size_t size);
/* The head of a party: it speaks for everything the party was told so far. */
void chain_have(uint8_t head[HASH], const struct chain *v, const struct chain *p);

enum { SIGNER_ARBITER = 255 };

/* The messages that are signed; each builds the exact bytes of DEAL.md. */
void sealed_message(struct message *m, const uint8_t match_id[HASH], uint32_t count, const uint32_t *tables,
                    const uint32_t *hands, const uint8_t (*lists)[HASH]);
/* Anchors of all tables and V_0. */
void join_message(struct message *m, const uint8_t match_id[HASH], unsigned party, uint32_t tables,
                  const uint8_t *anchors, const uint8_t view[HASH]);
/* A party's joining as OPEN holds it: its anchors, V_0, its signature. */
static inline size_t join_size(uint32_t tables) { return (size_t)tables * HASH + HASH + SIGNATURE; }
void join_write(uint8_t *join, uint32_t tables, const uint8_t *anchors, const uint8_t view[HASH],
                const uint8_t signature[SIGNATURE]);
/* It has that size and is signed with `key`. */
bool join_holds(const uint8_t *join, size_t size, const uint8_t match_id[HASH], unsigned party, uint32_t tables,
                const uint8_t key[KEY_PUBLIC]) __attribute__((warn_unused_result));
void open_message(struct message *m, const uint8_t *open, size_t size);
/* Hands that are over, signed by the arbiter or a party: P and every V (`views`: H of all of them in party order) as they
 * stand just before HANDS_END. */
void hands_signed_message(struct message *m, const uint8_t match_id[HASH], unsigned signer, uint32_t hands,
                          const struct chain *p, const uint8_t views[HASH], const uint8_t checkpoint[HASH]);
/* `have` messages, with the one that is objected to, and the head after them. */
void protest_message(struct message *m, const uint8_t match_id[HASH], unsigned party, uint64_t have,
                     const uint8_t head[HASH], uint32_t code, const void *text, size_t size);
/* `name`: the match id, and while there is none (have 0, head 32 zero bytes) the seat's CURVE server key, which no other
 * match has. */
void hello_message(struct message *m, const uint8_t name[HASH], uint64_t have, const uint8_t head[HASH]);
void action_message(struct message *m, const uint8_t match_id[HASH], unsigned seat, uint32_t table, uint32_t request,
                    unsigned action, const uint16_t *signs, unsigned count, const void *note, size_t size,
                    const uint8_t head[HASH]);
void result_message(struct message *m, const uint8_t match_id[HASH], const uint8_t *result, size_t size);
/* A bot's signing key speaks for its transport key until `not_after` (seconds since 1970). */
void bind_message(struct message *m, const char *name, const uint8_t key[HASH], const uint8_t curve[HASH],
                  uint64_t not_after);
/* A bot waits for matches at the door with this CURVE key (EXTENSIONS.md section 6). */
void wait_message(struct message *m, const uint8_t door[HASH], const uint8_t challenge[HASH], unsigned role);
void replay_message(struct message *m, const uint8_t match_id[HASH], const uint8_t digest[HASH]);

#endif
