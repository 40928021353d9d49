/* codec: the messages as structs, to and from bytes.  No allocation; the views are the only way a
 * player's cards get into a message. */
#ifndef FIEL_CODEC_H
#define FIEL_CODEC_H

#include "messages.h"
#include "pack.h"
#include "rules/position.h"
#include "rules/signs.h"

enum { ID = 32, SIG = 64, NAME_TEXT = 64, TOURNAMENT_MAX = 64, HOST_TEXT = 128, LOG_KEY_TEXT = 352 };
enum { PARTIES_MAX = 16 }; /* seats, then cutters: who cuts the pack */
/* Tables of one match; times the parties at most PLACES_MAX, because OPEN holds an anchor for each of those, and times
 * hands_max at most TABLE_HANDS_MAX, because a bot keeps something of every hand.  Of a pair at most PAIR_PLACES_MAX:
 * the second leg's OFFER holds the first one's OPEN. */
enum { TABLES_MAX = 512, PLACES_MAX = 1024, PAIR_PLACES_MAX = 256, TABLE_HANDS_MAX = 1 << 20 };
enum { HANDS_MOST = 65535 }; /* of a match, at one table */
enum {
    OFFER_MAX = 4096,                                            /* an offer that names no primary */
    OPEN_MAX = OFFER_MAX + PARTIES_MAX * (3 + 2 * ID + SIG) + 8, /* [offer, [anchor | V_0 | signature, ...]] of one */
    PRIMARY_MAX = OPEN_MAX + PAIR_PLACES_MAX * ID,               /* of a first leg, with the anchors of all tables */
    TWIN_MAX = SIG + PRIMARY_MAX,
};

enum sign_policy { SIGN_HAND = 0, SIGN_DECISION = 1 };
/* When S is told: at the match's end, or when the twin is over. */
enum reveal_policy { REVEAL_MATCH = 0, REVEAL_PAIR = 2 };
/* What kept a party's bot from remembering another match: the arbiter's word, which no audit can prove.  STRICT: all that such a jail
 * demands, made for this match; REMOTE: under a binding.  X(NAME, number, word, where that is) */
#define HELD_BY(X) \
    X(STRICT, 0, "strict", "in a strict jail") \
    X(JAILED, 1, "jailed", "in a jail that lacks something") \
    X(NOT, 2, "not", "in no jail") \
    X(REMOTE, 3, "remote", "elsewhere")

enum held_by {
#define X(name, number, word, text) HELD_##name = number,
    HELD_BY(X)
#undef X
};
enum seed_source { SEED_DRAWN = 0, SEED_FIXED = 1 /* by the operator: nobody should trust this deal */ };

#define TICK_LONGEST 1000000 /* us */
enum { SIGN_EVERY_MOST = 1024 };
enum { NOTE_MOST = 1024 }; /* bytes of one */

/* What a match is, agreed before a card is dealt.  Its packed bytes make the match id. */
struct offer {
    char tournament[TOURNAMENT_MAX];
    uint64_t number;
    char rules[RULES_TEXT];
    uint32_t games;         /* how many games (each to the target) */
    uint8_t seats, cutters; /* cutters are parties that play nothing and only cut */
    char name[FIEL_SEATS_MAX][NAME_TEXT];
    uint8_t key[PARTIES_MAX][ID]; /* Ed25519 keys, seats then cutters */
    uint8_t arbiter[ID];
    uint8_t seed_commit[ID], nonce[ID];
    uint8_t seed_source;
    uint32_t hands_max; /* T */
    uint32_t tables;
    uint64_t bank_us, inc_us, cap_us, grace_us, start_us;
    uint32_t tick_us;           /* what one seat caused leaves to others at multiples of it; 0: at once */
    uint8_t on_timeout;         /* 0 lose the game, 1 default action */
    uint8_t sign;               /* enum sign_policy */
    uint8_t reveal;             /* enum reveal_policy */
    char log_key[LOG_KEY_TEXT]; /* of the match log, as its file `key` holds it; "" = not logged */
    char engine[64];
    /* Of the second leg of a pair: the arbiter's signature over the primary's `open`, then that `open`. */
    uint8_t twin[TWIN_MAX];
    uint32_t twin_size;            /* 0: not a second leg */
    uint32_t sign_every;           /* 1 to SIGN_EVERY_MOST: hands to one signature */
    uint64_t duty_us;              /* each party's bank for CUT and HAND_SIGN, of the whole match */
    uint8_t held[PARTIES_MAX];     /* enum held_by, of the seats, then of the cutters */
    uint8_t log_policy[ID];        /* H of the log's C2SP policy file; zeros: there is none */
    uint8_t bots[PARTIES_MAX][ID]; /* H of the artifact that is played there; zeros: not known */
    char host[HOST_TEXT];          /* who holds the match, in the host's own words; "" = it does not say */
    uint8_t blind;                 /* 1: at the table everybody who plays is called by the seat's number */
    uint32_t at_once;              /* tables that are played side by side: all of them, or one after the other */
    uint32_t note_bytes;           /* of a seat's notes in the whole match; 0: none are taken */
};

void pack_offer(struct packer *p, const struct offer *o); /* a canonical array, layout in ARBITER.md section 3 */
bool read_offer(const void *bytes, size_t size, struct offer *o) __attribute__((warn_unused_result));
/* Of a blind match the players are told no names but these, "seat 0", and no artifact. */
void offer_hide_players(struct offer *o);
bool offer_hides_players(const struct offer *o);
static inline bool offer_of_pair(const struct offer *o) { return o->twin_size > 0 || o->reveal == REVEAL_PAIR; }
/* Some seat's bot was not held as a pair demands, so that it may remember the other leg. */
bool seats_unheld(const uint8_t *held, unsigned seats);
static inline bool offer_unheld(const struct offer *o) { return seats_unheld(o->held, o->seats); }
const char *held_word(unsigned held); /* "strict", "jailed", "not", "remote"; of another number "unknown" */
const char *held_text(unsigned held); /* "in no jail", "elsewhere"; of another number "in no jail" */
/* Which seats those are: "seat 0 in no jail, seat 1 elsewhere"; "" when there is none. */
enum { UNHELD_TEXT = 256 };
char *unheld_text(const uint8_t *held, unsigned seats, char text[UNHELD_TEXT]);

/* The signed summary of a match. */
struct result {
    uint8_t match_id[ID];
    uint8_t outcome;                      /* enum end_reason */
    uint8_t winner;                       /* scorer; `scorers` is drawn */
    uint8_t scorers;                      /* how long the next three are on the wire: rules_scorers() */
    uint32_t games[FIEL_SCORERS_MAX + 1]; /* won by each scorer, and after the last one: drawn */
    uint32_t hands;
    int64_t points[FIEL_SCORERS_MAX]; /* all points of all games */
    uint32_t partidas[FIEL_SCORERS_MAX];
    uint8_t fault, fault_seat; /* FAULT_NONE and FIEL_NOBODY when it was played to the end; else a party */
    uint64_t fault_a, fault_b;
    uint32_t faults[FIEL_SEATS_MAX]; /* every fault noted, per seat */
    uint8_t head[ID];                /* P before RESULT; zeros in a match that a power cut ended */
};
void pack_result(struct packer *p, const struct result *r);
bool read_result(const void *bytes, size_t size, struct result *r) __attribute__((warn_unused_result));

/* The view array of a REQUEST: the fields of FIEL_OPEN_FIELDS in order, then the seat and its known cards. */
void pack_view(struct packer *p, const struct view *v);
void read_view(struct reader *r, struct view *v, const struct rules *rules);

/* Arbiter -> bot, one function each; the record and the wire take the same bytes. */
void pack_msg_offer(struct packer *p, const void *offer, size_t size, unsigned seat, const uint8_t view_key[ID]);
void pack_msg_open(struct packer *p, const void *open, size_t size, const uint8_t signature[SIG], const void *proof,
                   size_t proof_size);
struct seal {
    uint32_t hand;
    const uint8_t *commits;
    size_t size;
};
void pack_msg_seal(struct packer *p, uint32_t table, const struct seal *seals, unsigned count,
                   const uint8_t signature[SIG]);
void pack_msg_deal(struct packer *p, uint32_t table, uint32_t hand, unsigned mano, const void *cuts, size_t cuts_size,
                   const void *openings, size_t size);
void pack_msg_cards(struct packer *p, uint32_t table, uint32_t hand, const void *openings, size_t size);
void pack_msg_act(struct packer *p, uint32_t table, unsigned seat, unsigned action, unsigned value, const void *opening,
                  size_t size);
void pack_msg_request(struct packer *p, uint32_t table, uint32_t request, uint64_t bank_us, uint64_t budget_us,
                      uint64_t used_us, const struct view *v);
void pack_msg_refused(struct packer *p, uint32_t table, uint32_t request, unsigned error, const char *text);
void pack_msg_show(struct packer *p, uint32_t table, unsigned seat, const void *openings, size_t size);
void pack_msg_hand_end(struct packer *p, uint32_t table, uint32_t hand, const uint16_t *score, unsigned scorers);
void pack_msg_signed(struct packer *p, uint32_t table, uint32_t hand, unsigned seat, const uint8_t signature[SIG]);
void pack_msg_fault(struct packer *p, uint32_t table, unsigned seat, unsigned fault, unsigned effect, uint64_t a,
                    uint64_t b);
void pack_msg_game_end(struct packer *p, uint32_t table, uint32_t game, unsigned winner, unsigned reason, unsigned seat,
                       const uint16_t *score, unsigned scorers);
void pack_msg_result(struct packer *p, const void *result, size_t size, const uint8_t signature[SIG]);
void pack_msg_reveal(struct packer *p, const uint8_t seed[ID]);
void pack_msg_sign(struct packer *p, uint32_t table, unsigned seat, unsigned sign);
void pack_msg_note(struct packer *p, uint32_t table, uint32_t request, const uint8_t note[ID]);
/* `views`: V of each of so many parties. */
void pack_msg_hands_end(struct packer *p, uint32_t hands, uint64_t seq, const uint8_t head[ID], const void *views,
                        unsigned parties, const uint8_t checkpoint[ID], const uint8_t signature[SIG]);

/* Bot -> arbiter. */
void pack_msg_hello(struct packer *p, const uint8_t key[ID], const char *name, uint64_t have, const uint8_t head[ID],
                    const uint8_t signature[SIG]);
void pack_msg_join(struct packer *p, const void *anchors, size_t size, const uint8_t view[ID],
                   const uint8_t signature[SIG]);
void pack_msg_cut(struct packer *p, uint32_t table, uint32_t hand, const uint8_t x[ID]);
void pack_msg_answer(struct packer *p, uint32_t table, unsigned seat, uint32_t request, unsigned action,
                     const uint16_t *signs, unsigned count, const char *note, const uint8_t *signature /* or NULL */);
void pack_msg_hand_sign(struct packer *p, uint32_t table, uint32_t hand, const uint8_t signature[SIG]);
void pack_msg_protest(struct packer *p, unsigned code, const char *text, uint64_t have, const uint8_t head[ID],
                      const uint8_t signature[SIG]);

/* A REQUEST's list holds at least so many codes that are no bets by number: NO_ACTION fills it up, or its length
 * would tell an observer of the traffic what the seat holds. */
enum { LEGAL_PLAIN = 16, NO_ACTION = 0xffff };

/* A bet that names a number: whether it may be said is public. */
static inline bool bet_by_number(struct action a)
{
    bool bet = a.kind == ACT_ENVIDO || a.kind == ACT_REAL_ENVIDO || a.kind == ACT_FLOR_ENVIDO ||
               a.kind == ACT_FLOR_REAL_ENVIDO;
    return bet && a.arg != 0;
}

/* One decoded message of either direction; pointers go into the bytes read.  Only the fields of its type
 * are set. */
struct msg {
    uint8_t type;
    uint32_t table;
    const uint8_t *bytes;
    size_t size; /* the whole message, as it is hashed */
    uint32_t hand, request, game;
    uint8_t seat, mano, winner, reason, fault, effect, version;
    uint16_t action, value, error, code;
    uint16_t sign[SIGNS_MOST]; /* codes; SIGN has one */
    unsigned signs;            /* how many */
    uint64_t have, a, b, bank_us, budget_us, used_us;
    uint16_t score[FIEL_SCORERS_MAX];
    unsigned scorers; /* of score[], so many are set */
    const uint8_t *head, *x, *key, *seed, *view_key,
        *checkpoint; /* 32 bytes each; head: of JOIN its view, of NOTE H(note) */
    const uint8_t *signature;
    size_t signature_size;
    const uint8_t *blob;
    size_t
        blob_size; /* offer, open, anchors, openings, result, cuts (DEAL), views; PROTEST, ANSWER: its text as it came */
    uint64_t seq;  /* HANDS_END */
    const uint8_t *blob2;
    size_t blob2_size; /* DEAL: openings; OPEN: proof */
    const uint8_t *view;
    size_t view_size; /* REQUEST: the packed view */
    const uint8_t *legal;
    size_t legal_size; /* REQUEST: the packed array of action codes, filled up */
    const uint8_t *seals;
    size_t seals_size;        /* SEAL: the packed array */
    char text[NAME_TEXT * 4]; /* name or text, NUL-terminated */
};

enum { MESSAGES_MAX = 512 }; /* in one envelope */

/* A game's number in the match, from its number at its table: tables that are played one after the other are games of a leg. */
static inline uint32_t game_of_match(const struct offer *o, uint32_t table, uint32_t game)
{
    return game + (o->at_once == 1 ? table : 0);
}

/* Strictly checks an envelope and gives its messages one by one. */
struct envelope {
    struct reader r;
    uint64_t number; /* first, or ack */
    unsigned left;   /* messages not yet read */
};
enum direction { FROM_ARBITER, FROM_BOT };
enum wire_error envelope_open(struct envelope *e, const void *bytes, size_t size); /* with a message in it */
/* From an arbiter: one without a message ends what is sent again behind a HELLO. */
enum wire_error envelope_hear(struct envelope *e, const void *bytes, size_t size);
/* The next message; WIRE_OK, or what is wrong with it.  Call while e->left > 0. */
enum wire_error envelope_next(struct envelope *e, enum direction d, struct msg *m);
/* One message on its own (as the record keeps it). */
enum wire_error msg_read(const void *bytes, size_t size, enum direction d, struct msg *m);
/* SEAL's array, one by one. */
unsigned seals_count(const struct msg *m);
bool seals_get(const struct msg *m, unsigned i, struct seal *s);

#endif
