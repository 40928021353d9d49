/* liar: a whole arbiter in memory, honest but for one lie.
 *
 * Two bots sit at it without sockets (struct party), and where one is wanted a cutter behind them; or one of them, the victim, is a
 * program of its own (outside.h).  It plays a match to its end, or until it has told the lie it was given; seat 0 is
 * the one that has to notice, or the cutter.  Each lie is told once, where its message is made.  The tests of the SDK and
 * `fiel conformance` have it in common. */
#ifndef FIEL_LIAR_H
#define FIEL_LIAR_H

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "party.h"

/* X(LIE, the check that has to catch it) */
#define LIES(X) \
    X(GARBAGE, ENVELOPE) \
    X(NOT_MINIMAL, ENVELOPE) \
    X(TABLE_ONE, ORDER) \
    X(EARLY_DEAL, ORDER) \
    X(OFFER_BYTES, OFFER) \
    X(OFFER_RULES, OFFER) \
    X(OFFER_TABLES, OFFER) \
    X(OFFER_LOGGED, LOG) \
    X(OFFER_KEY, MY_KEY) \
    X(OFFER_TWIN, OFFER) \
    X(OFFER_HELD, OFFER) \
    X(OFFER_SIGN_EVERY, OFFER) \
    X(OFFER_BLIND, OFFER) \
    X(OPEN_OTHER_OFFER, OPEN_OFFER) \
    X(OPEN_ONE_PARTY, OPEN_OFFER) \
    X(OPEN_MY_ANCHOR, MY_JOIN) \
    X(OPEN_MY_VIEW, MY_JOIN) \
    X(OPEN_MY_SIGNATURE, MY_JOIN) \
    X(OPEN_OTHER_JOIN, JOIN_SIGNATURE) \
    X(OPEN_SIGNATURE, OPEN_SIGNATURE) \
    X(OPEN_PROOF, LOG) \
    X(SEAL_SIGNATURE, SEAL_SIGNATURE) \
    X(SEAL_SAME, SEAL_LIST) \
    X(SEAL_SHORT, SEAL_LIST) \
    X(SEAL_GAP, ORDER) \
    X(SEAL_AGAIN, ORDER) \
    X(SEAL_OTHER, SEAL_TWICE) \
    X(DEAL_MY_CUT, MY_CUT) \
    X(DEAL_OTHER_CUT, CUT_CHAIN) \
    X(DEAL_ONE_CUT, CUT_CHAIN) \
    X(DEAL_MANO, MANO) \
    X(DEAL_MANO_AGAIN, MANO) \
    X(DEAL_SKIPS, ORDER) \
    X(DEAL_TURNED, SLOT_OWNER) \
    X(CARDS_RIVALS, SLOT_OWNER) \
    X(CARDS_UNDEALT, SLOT_OWNER) \
    X(CARDS_TWICE, SLOT_TWICE) \
    X(CARDS_CARD, OPENING) \
    X(CARDS_SALT, OPENING) \
    X(CARDS_TWO, ORDER) \
    X(PACK_DOUBLE, CARD) \
    X(PACK_STRANGE, CARD) \
    X(ACT_SLOT, SLOT_OWNER) \
    X(ACT_CARD, OPENING) \
    X(ACT_TOLD, OPENING) \
    X(ACT_CLOSED, OPENING) \
    X(ACT_AGAIN, SLOT_TWICE) \
    X(ACT_MINE, NOT_MY_ACTION) \
    X(ACT_UNASKED, NOT_MY_ACTION) \
    X(DOWN_SLOT, SLOT_OWNER) \
    X(DOWN_AGAIN, SLOT_TWICE) \
    X(DOWN_OPENED, OPENING) \
    X(DOWN_MINE, NOT_MY_ACTION) \
    X(SHOW_SLOT, SLOT_OWNER) \
    X(SHOW_AGAIN, SLOT_TWICE) \
    X(SHOW_CARD, OPENING) \
    X(VIEW_CARDS, VIEW_CARDS) \
    X(VIEW_FEWER, VIEW_CARDS) \
    X(VIEW_RIVAL, VIEW_CARDS) \
    X(VIEW_TABLE, VIEW_FACTS) \
    X(VIEW_MANO, VIEW_FACTS) \
    X(VIEW_HAND, VIEW_FACTS) \
    X(VIEW_GAME, VIEW_FACTS) \
    X(VIEW_TURN, VIEW_FACTS) \
    X(VIEW_GONE, VIEW_FACTS) \
    X(VIEW_SEAT, VIEW_FACTS) \
    X(VIEW_BYTES, VIEW_FACTS) \
    X(VIEW_SCORE, SCORE) \
    X(LEGAL_FEWER, LEGAL) \
    X(LEGAL_OTHER, LEGAL) \
    X(BUDGET, CLOCK) \
    X(REQUEST_OLD, ORDER) \
    X(HEAD, HEAD) \
    X(HEAD_SEQ, HEAD) \
    X(HEAD_VIEW, HEAD) \
    X(HAND_END_SIGNATURE, HAND_END_SIGNATURE) \
    X(HAND_END_SCORE, SCORE) \
    X(GAME_SCORE, SCORE) \
    X(GAME_NUMBER, SCORE) \
    X(SIGNED, SIGNED_SIGNATURE) \
    X(SIGNED_MINE, SIGNED_SIGNATURE) \
    X(SIGNED_HAND, ORDER) \
    X(RESULT_MATCH, RESULT) \
    X(RESULT_HEAD, HEAD) \
    X(RESULT_GAMES, RESULT) \
    X(RESULT_HANDS, RESULT) \
    X(RESULT_BYTES, RESULT) \
    X(RESULT_SIGNATURE, RESULT_SIGNATURE) \
    X(RESULT_EARLY, ORDER) \
    X(SEED, SEED) \
    X(VIEW_KEY, SEED) \
    X(PACK_OTHER, PACK) \
    X(TRAILING, ENVELOPE) \
    X(UNKNOWN_TYPE, ENVELOPE) \
    X(BOTS_MESSAGE, ENVELOPE) \
    X(FIELD_MORE, ENVELOPE) \
    X(FLOAT, ENVELOPE) \
    /* told in the second leg of a pair */ \
    X(TWIN_SIGNATURE, OFFER) \
    X(TWIN_JOIN, OFFER) \
    X(TWIN_NONCE, OFFER) \
    X(TWIN_NAMES, OFFER) \
    X(TWIN_CLOCK, OFFER) \
    X(TWIN_HANDS, OFFER) \
    X(TWIN_REVEAL, OFFER) \
    X(TWIN_CUT, CUT_CHAIN) \
    X(TWIN_LATE_CUT, CUT_CHAIN) \
    X(TWIN_TABLE, SEAL_SIGNATURE) \
    X(TWIN_PACK, PACK) \
    X(TWIN_MANO, MANO) \
    /* told in a match with a cutter, who has to notice */ \
    X(CUTTER_SEAT, OFFER) \
    X(CUTTER_KEY, MY_KEY) \
    X(CUTTER_CUT, MY_CUT) \
    X(CUTTER_LEFT_OUT, CUT_CHAIN) \
    X(CUTTER_IGNORED, MANO) \
    X(CUTTER_IGNORED_LATER, SLOT_OWNER) \
    X(CUTTER_SIGNED, SIGNED_SIGNATURE)

enum lie {
    LIE_NONE,
#define X(lie, check) LIE_##lie,
    LIES(X)
#undef X
        LIE_COUNT
};

enum {
    LIAR_PARTIES = 3 /* two seats, and perhaps a cutter */,
    LIAR_JOIN = 2 * HASH + SIGNATURE /* of one table */,
    LIAR_MESSAGES = 4000,
    LIAR_BYTES = 2 << 20,
    LIAR_SEALED = 4,
    LIAR_HANDS = 150
};

/* Everything one party was ever told. */
struct told {
    uint8_t *bytes;
    size_t size, at[LIAR_MESSAGES + 1];
    uint64_t count, sent;
    bool again; /* some were asked for again: their end is to be told */
    struct chain view;
    uint8_t head[LIAR_MESSAGES + 1][HASH]; /* of the party after so many messages */
};

struct outside;

/* How a game ends otherwise than by being played. */
struct liar_fault {
    unsigned seat, fault, effect, reason;
};

struct liar {
    enum lie lie;
    bool told_it, slow;       /* slow: it can only be noticed later, so the match goes on */
    bool spoiled;             /* the packs that are sealed cannot be played */
    unsigned parties, victim; /* victim: who has to notice */
    struct party *bot[LIAR_PARTIES];
    struct fiel_callbacks calls[LIAR_PARTIES];
    char folder[LIAR_PARTIES][64];
    struct told *told[LIAR_PARTIES];
    struct offer offer;
    uint8_t offer_bytes[OFFER_MAX + TWIN_MAX];
    const struct liar *primary; /* in the second leg of a pair */
    uint8_t deal_id[HASH];      /* M of all that is dealt */
    uint8_t twin[TWIN_MAX];     /* of a first leg: signature and OPEN, for its twin */
    size_t twin_size;
    size_t offer_size;
    uint8_t key[KEY_SECRET], seed[HASH], match_id[HASH], table_id[HASH], view_key[LIAR_PARTIES][HASH];
    struct chain pub;
    struct rules rules;
    struct match match;
    card_t deck[CARDS];
    unsigned cards;
    struct pack pack[LIAR_SEALED];
    unsigned mano, before; /* before: what side 0 had when the hand was dealt */
    uint32_t sealed, hand, games, won[3], request[2];
    uint8_t sigma[CARDS], zeros[HASH];
    struct chain ends;   /* P as the last HANDS_END signs it, */
    uint8_t views[HASH]; /* and H of every V */
    struct packer k;
    uint8_t scratch[ENVELOPE_MAX];
    /* what the bots said */
    bool said_hello[LIAR_PARTIES], joined[LIAR_PARTIES];
    uint8_t join[LIAR_PARTIES][LIAR_JOIN], x[LIAR_PARTIES][HASH], sign[LIAR_PARTIES][SIGNATURE];
    uint32_t cut[LIAR_PARTIES], signs[LIAR_PARTIES];
    bool answered;
    struct action answer;
    uint64_t
        bank[2];  /* of the seats' game; only what comes too late takes from it: everybody is quicker than grace_us */
    int asking;   /* the seat that was told a REQUEST and has not answered, or -1 */
    bool between; /* no hand is open: before the first, or after a HAND_END */
    bool over;    /* RESULT was told */
    unsigned asked, unasked, repeated, hellos;
    struct fiel_random dice;
    /* where the victim's bot is a program of its own */
    struct outside *outside; /* NULL: everybody sits in this process */
    uint8_t outside_key[KEY_PUBLIC];
    char wrong[160];                               /* the first thing that it did against the protocol; "": nothing */
    struct liar_fault fault;                       /* that ends the game or the match, fault 0: none */
    void (*strike)(struct liar *l, unsigned seat); /* when a REQUEST was told and not yet sent; NULL: nothing */
};

/* --- liar_talk.c: telling, hearing, delivering ---------------------------------------------------- */

bool lying(struct liar *l, enum lie lie);        /* true once: now is the moment of this lie */
bool lying_slowly(struct liar *l, enum lie lie); /* the same of one that is noticed later: the match goes on */
bool lying_on(struct liar *l, enum lie lie);     /* from the first time on, every time */

struct packer *make(struct liar *l);
void tell_one(struct liar *l, unsigned seat, unsigned type);
void tell_all(struct liar *l);

/* One message of a party: what it did to the match, or what was wrong with it. */
void hear_one(struct liar *l, unsigned seat, const struct msg *m);
/* Takes everything the bot has to say.  True when that was a hello: something has to be sent again. */
bool hear(struct liar *l, unsigned seat);
/* Packs the messages from..  into one envelope of at most `room` bytes; returns its size and moves *from. */
size_t end_of_again(struct told *t, uint8_t *out);
size_t envelope_of(const struct told *t, uint64_t *from, uint8_t *out, size_t room);
/* Sends what waits for a party, and hears its answer.  False when the bot stops. */
bool deliver(struct liar *l, unsigned seat);
bool party_stopped(const struct liar *l, unsigned seat);
/* What a party of this process does wrong is a programmer's mistake; what another program does wrong is what we are here to
 * see.  Returns `fine`. */
bool party_must(struct liar *l, unsigned seat, bool fine, const char *what);
/* The key that a party signs with. */
const uint8_t *party_key(const struct liar *l, unsigned seat);

/* --- liar_outside.c: the party that is another program ---------------------------------------------- */

static inline bool is_outside(const struct liar *l, unsigned seat) { return l->outside && seat == l->victim; }
void flush_outside(struct liar *l);   /* sends what waits and hears nothing */
bool deliver_outside(struct liar *l); /* sends what waits and hears what is due for it; false when the bot stops */
void last_word(struct liar *l);       /* after a lie: hears the bot until it protests, goes on, ends or is silent */

/* --- liar_deal.c, liar_hand.c: the messages -------------------------------------------------------- */

void tell_offer(struct liar *l);
void tell_open(struct liar *l);
struct pack *pack_of(struct liar *l, uint32_t hand);
void tell_seal(struct liar *l, uint32_t first, unsigned count, const uint8_t seed[HASH]);
void seal_when_due(struct liar *l);
void tell_deal(struct liar *l);
void tell_cards(struct liar *l, unsigned seat);

/* liar_hand.c */
void tell_act(struct liar *l, unsigned seat, struct action a, unsigned value, const uint8_t *opening);
void tell_card(struct liar *l, unsigned seat, struct action a);
void tell_action(struct liar *l, unsigned seat, struct action a);
void tell_request(struct liar *l, unsigned seat);
void tell_shown(struct liar *l);
void tell_fault(struct liar *l);
void tell_game_end(struct liar *l);
void tell_hand_end(struct liar *l);
void tell_hands_end(struct liar *l); /* after every hand: sign_every is 1 */
void tell_signatures(struct liar *l);
void tell_result(struct liar *l);

/* --- liar.c: the course of a match ------------------------------------------------------------------ */

bool goes_on(struct liar *l);
bool opening(struct liar *l); /* HELLO to the first cuts */
void deal_hand(struct liar *l);
bool decision(struct liar *l); /* false when it is over for one of the bots */
bool hand_end(struct liar *l); /* SHOW to SIGNED */
bool hand(struct liar *l);     /* DEAL to HAND_END, and what the bots answer to that */
bool liar_more(const struct liar *l);
bool liar_over(struct liar *l); /* RESULT, REVEAL; true when the match came to its end for all */
bool liar_run(struct liar *l);  /* the whole match; true when it came to its end for all */

/* --- liar_setup.c ------------------------------------------------------------------------------------ */

struct liar *liar_new(enum lie lie, const char *rules, uint32_t games, uint64_t dice);
/* A match with a cutter, who is the one that has to notice. */
struct liar *liar_cut(enum lie lie, const char *rules, uint32_t games, uint64_t dice);
/* The second leg of a pair after a first one that was played honestly: other bots, in folders of their own. */
struct liar *liar_twin(enum lie lie, struct liar *primary, uint64_t dice);
/* The victim's place is taken by a program of its own; before anything is told. */
void liar_invite(struct liar *l, struct outside *o);
/* A bot's process is killed and another one started in the same folder. */
void liar_restart(struct liar *l, unsigned seat);
/* A secret that follows from the dice, so that a match can be had again. */
void liar_secret(struct liar *l, unsigned seat, const char *name, uint64_t dice);
void liar_free(struct liar *l);

#endif
