/* encode: every message as bytes, in the order of fields that MESSAGES gives. */
#include "wire/codec.h"

/* [type, table, ... and `fields` more. */
static void start(struct packer *p, enum message_type type, uint32_t table, size_t fields)
{
    pack_array(p, 2 + fields);
    pack_uint(p, type);
    pack_uint(p, table);
}

static void score_array(struct packer *p, const uint16_t *score, unsigned scorers)
{
    pack_array(p, scorers);
    for (unsigned s = 0; s < scorers; s++)
        pack_uint(p, score[s]);
}

/* --- arbiter -> bot --------------------------------------------------------------------------- */

void pack_msg_offer(struct packer *p, const void *offer, size_t size, unsigned seat, const uint8_t view_key[ID])
{
    start(p, MSG_OFFER, 0, 3);
    pack_bin(p, offer, size);
    pack_uint(p, seat);
    pack_bin(p, view_key, ID);
}

void pack_msg_open(struct packer *p, const void *open, size_t size, const uint8_t signature[SIG], const void *proof,
                   size_t proof_size)
{
    start(p, MSG_OPEN, 0, 3);
    pack_bin(p, open, size);
    pack_bin(p, signature, SIG);
    pack_bin(p, proof, proof_size);
}

void pack_msg_seal(struct packer *p, uint32_t table, const struct seal *seals, unsigned count,
                   const uint8_t signature[SIG])
{
    start(p, MSG_SEAL, table, 2);
    pack_array(p, count);
    for (unsigned i = 0; i < count; i++) {
        pack_array(p, 2);
        pack_uint(p, seals[i].hand);
        pack_bin(p, seals[i].commits, seals[i].size);
    }
    pack_bin(p, signature, SIG);
}

void pack_msg_deal(struct packer *p, uint32_t table, uint32_t hand, unsigned mano, const void *cuts, size_t cuts_size,
                   const void *openings, size_t size)
{
    start(p, MSG_DEAL, table, 4);
    pack_uint(p, hand);
    pack_uint(p, mano);
    pack_bin(p, cuts, cuts_size);
    pack_bin(p, openings, size);
}

void pack_msg_cards(struct packer *p, uint32_t table, uint32_t hand, const void *openings, size_t size)
{
    start(p, MSG_CARDS, table, 2);
    pack_uint(p, hand);
    pack_bin(p, openings, size);
}

void pack_msg_act(struct packer *p, uint32_t table, unsigned seat, unsigned action, unsigned value, const void *opening,
                  size_t size)
{
    start(p, MSG_ACT, table, 4);
    pack_uint(p, seat);
    pack_uint(p, action);
    pack_uint(p, value);
    pack_bin(p, opening, size);
}

/* The actions, and behind them NO_ACTION: all codes have one size, and how many there are besides the bets by
 * number, which hang on what is public alone, hangs on the seat's cards. */
static void legal_array(struct packer *p, const struct action *legal, size_t n)
{
    size_t plain = n;
    for (size_t i = 0; i < n; i++)
        plain -= bet_by_number(legal[i]);
    size_t fill = plain < LEGAL_PLAIN ? LEGAL_PLAIN - plain : 0;
    pack_array(p, n + fill);
    for (size_t i = 0; i < n; i++)
        pack_uint(p, action_code(legal[i]));
    for (size_t i = 0; i < fill; i++)
        pack_uint(p, NO_ACTION);
}

void pack_msg_request(struct packer *p, uint32_t table, uint32_t request, uint64_t bank_us, uint64_t budget_us,
                      uint64_t used_us, const struct view *v)
{
    struct action legal[FIEL_LEGAL_MAX];
    int n = view_legal(v, legal);
    start(p, MSG_REQUEST, table, 6);
    pack_uint(p, request);
    pack_uint(p, bank_us);
    pack_uint(p, budget_us);
    pack_uint(p, used_us);
    pack_view(p, v);
    legal_array(p, legal, (size_t)n);
}

void pack_msg_refused(struct packer *p, uint32_t table, uint32_t request, unsigned error, const char *text)
{
    start(p, MSG_REFUSED, table, 3);
    pack_uint(p, request);
    pack_uint(p, error);
    pack_str(p, text);
}

void pack_msg_show(struct packer *p, uint32_t table, unsigned seat, const void *openings, size_t size)
{
    start(p, MSG_SHOW, table, 2);
    pack_uint(p, seat);
    pack_bin(p, openings, size);
}

void pack_msg_hand_end(struct packer *p, uint32_t table, uint32_t hand, const uint16_t *score, unsigned scorers)
{
    start(p, MSG_HAND_END, table, 2);
    pack_uint(p, hand);
    score_array(p, score, scorers);
}

void pack_msg_signed(struct packer *p, uint32_t table, uint32_t hand, unsigned seat, const uint8_t signature[SIG])
{
    start(p, MSG_SIGNED, table, 3);
    pack_uint(p, hand);
    pack_uint(p, seat);
    pack_bin(p, signature, SIG);
}

void pack_msg_fault(struct packer *p, uint32_t table, unsigned seat, unsigned fault, unsigned effect, uint64_t a,
                    uint64_t b)
{
    start(p, MSG_FAULT, table, 5);
    pack_uint(p, seat);
    pack_uint(p, fault);
    pack_uint(p, effect);
    pack_uint(p, a);
    pack_uint(p, b);
}

void pack_msg_game_end(struct packer *p, uint32_t table, uint32_t game, unsigned winner, unsigned reason, unsigned seat,
                       const uint16_t *score, unsigned scorers)
{
    start(p, MSG_GAME_END, table, 5);
    pack_uint(p, game);
    pack_uint(p, winner);
    pack_uint(p, reason);
    pack_uint(p, seat);
    score_array(p, score, scorers);
}

void pack_msg_result(struct packer *p, const void *result, size_t size, const uint8_t signature[SIG])
{
    start(p, MSG_RESULT, 0, 2);
    pack_bin(p, result, size);
    pack_bin(p, signature, SIG);
}

void pack_msg_reveal(struct packer *p, const uint8_t seed[ID])
{
    start(p, MSG_REVEAL, 0, 1);
    pack_bin(p, seed, ID);
}

void pack_msg_sign(struct packer *p, uint32_t table, unsigned seat, unsigned sign)
{
    start(p, MSG_SIGN, table, 2);
    pack_uint(p, seat);
    pack_uint(p, sign);
}

void pack_msg_note(struct packer *p, uint32_t table, uint32_t request, const uint8_t note[ID])
{
    start(p, MSG_NOTE, table, 2);
    pack_uint(p, request);
    pack_bin(p, note, ID);
}

void pack_msg_hands_end(struct packer *p, uint32_t hands, uint64_t seq, const uint8_t head[ID], const void *views,
                        unsigned parties, const uint8_t checkpoint[ID], const uint8_t signature[SIG])
{
    start(p, MSG_HANDS_END, 0, 6);
    pack_uint(p, hands);
    pack_uint(p, seq);
    pack_bin(p, head, ID);
    pack_bin(p, views, (size_t)parties * ID);
    pack_bin(p, checkpoint, ID);
    pack_bin(p, signature, SIG);
}

/* --- bot -> arbiter --------------------------------------------------------------------------- */

void pack_msg_hello(struct packer *p, const uint8_t key[ID], const char *name, uint64_t have, const uint8_t head[ID],
                    const uint8_t signature[SIG])
{
    start(p, MSG_HELLO, 0, 6);
    pack_uint(p, PROTOCOL_VERSION);
    pack_bin(p, key, ID);
    pack_str(p, name);
    pack_uint(p, have);
    pack_bin(p, head, ID);
    pack_bin(p, signature, SIG);
}

void pack_msg_join(struct packer *p, const void *anchors, size_t size, const uint8_t view[ID],
                   const uint8_t signature[SIG])
{
    start(p, MSG_JOIN, 0, 3);
    pack_bin(p, anchors, size);
    pack_bin(p, view, ID);
    pack_bin(p, signature, SIG);
}

void pack_msg_cut(struct packer *p, uint32_t table, uint32_t hand, const uint8_t x[ID])
{
    start(p, MSG_CUT, table, 2);
    pack_uint(p, hand);
    pack_bin(p, x, ID);
}

void pack_msg_answer(struct packer *p, uint32_t table, unsigned seat, uint32_t request, unsigned action,
                     const uint16_t *signs, unsigned count, const char *note, const uint8_t *signature)
{
    start(p, MSG_ANSWER, table, 6);
    pack_uint(p, seat);
    pack_uint(p, request);
    pack_uint(p, action);
    pack_array(p, count);
    for (unsigned i = 0; i < count; i++)
        pack_uint(p, signs[i]);
    pack_str(p, note);
    pack_bin(p, signature, signature ? SIG : 0);
}

void pack_msg_hand_sign(struct packer *p, uint32_t table, uint32_t hand, const uint8_t signature[SIG])
{
    start(p, MSG_HAND_SIGN, table, 2);
    pack_uint(p, hand);
    pack_bin(p, signature, SIG);
}

void pack_msg_protest(struct packer *p, unsigned code, const char *text, uint64_t have, const uint8_t head[ID],
                      const uint8_t signature[SIG])
{
    start(p, MSG_PROTEST, 0, 5);
    pack_uint(p, code);
    pack_str(p, text);
    pack_uint(p, have);
    pack_bin(p, head, ID);
    pack_bin(p, signature, SIG);
}
