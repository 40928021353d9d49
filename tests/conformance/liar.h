/* liar: a whole arbiter in memory, honest except for one lie.
 *
 * It drives the course of a match (course/course.h), as every arbiter does, with one port more: `bend`, in which a message becomes a lie
 * before it is told.  Two bots sit at it without sockets (struct party), and where one is wanted a cutter behind them; or one of them,
 * the victim, is a program of its own (outside.h).  It plays a match to its end, or until it has told the lie it was given; seat 0 is
 * the one that has to notice, or the cutter.  Nothing is told after a lie, so that what the victim says to it is all that can
 * follow.  The tests of the SDK and `fiel conformance` have it in common. */
#ifndef FIEL_LIAR_H
#define FIEL_LIAR_H

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "course/course.h"
#include "party.h"
#include "support/owned.h"

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
    X(OFFER_AT_ONCE, OFFER) \
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
    X(NOTE_MADE_UP, NOTE) \
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
    X(TWIN_KEY, OFFER) \
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
    LIAR_MESSAGES = 4000,
    LIAR_BYTES = 2 << 20,
    LIAR_PACKS = 16, /* the pack of hand h is number h % LIAR_PACKS: no more are sealed at a time */
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

struct liar {
    enum lie lie;
    bool told_it, slow;       /* slow: it can only be noticed later, so the match goes on */
    bool shut;                /* the lie was told: nothing comes after it */
    unsigned parties, victim; /* victim: who has to notice; it is served before the others */
    struct party *bot[LIAR_PARTIES];
    struct fiel_callbacks calls[LIAR_PARTIES];
    char folder[LIAR_PARTIES][64];
    struct told *told[LIAR_PARTIES];
    /* the match */
    struct course *course;  /* NULL before it begins */
    struct offer offer;     /* as the host knows it: without keys */
    struct liar *primary;   /* in the second leg of a pair */
    uint8_t twin[TWIN_MAX]; /* of a first leg: signature and OPEN, for its twin */
    size_t twin_size;
    uint8_t key[KEY_SECRET], seed[HASH], pack_seed[HASH]; /* all packs follow from the last */
    uint8_t match_id[HASH], table_id[HASH];
    uint8_t deal_id[HASH]; /* M of all that is dealt */
    struct chain pub;
    struct rules rules;
    int64_t now;                     /* of a clock that moves a little with every envelope */
    const struct position *position; /* as the course has it; NULL before the first hand */
    /* the cards */
    struct pack pack[LIAR_PACKS];
    uint32_t packed[LIAR_PACKS]; /* the hand whose pack it is */
    uint32_t spoiled;            /* the hand whose pack cannot be played, and the cards that it has for the rules */
    card_t honest[FIEL_CARDS];
    uint8_t sigma[FIEL_CARDS]; /* of the hand that was dealt last */
    /* how it stands */
    uint32_t hand, request[2];
    unsigned before; /* what side 0 had when the hand was dealt */
    unsigned leaves; /* bit per party to which something is to be handed over */
    unsigned asking; /* bit per seat for which a REQUEST waits */
    bool asks;       /* one is in what is handed over now */
    unsigned asked, unasked, repeated, hellos;
    bool said_hello[LIAR_PARTIES];
    uint8_t x[LIAR_PARTIES][HASH]; /* of the last CUT */
    uint32_t cut[LIAR_PARTIES], signs[LIAR_PARTIES];
    bool late;   /* what comes next comes after its time */
    bool caused; /* the next fault is the liar's own doing */
    struct fiel_random dice;
    /* where the victim's bot is a program of its own */
    struct outside *outside; /* NULL: everybody sits in this process */
    uint8_t outside_key[KEY_PUBLIC];
    char wrong[160]; /* the first thing that it did against the protocol; "": nothing */
    /* When something is to be handed over to a party, and before it is; NULL: nothing happens then.  With `stop` the match ends
     * there. */
    void (*strike)(struct liar *l, unsigned party);
    void *arg; /* of strike */
    bool stop;
};

/* --- liar_lies.c: what is told otherwise than it is ----------------------------------------------- */

bool lying(struct liar *l, enum lie lie); /* true once: now is the moment of this lie */
/* The same of one that is noticed later: the match goes on. */
bool lying_slowly(struct liar *l, enum lie lie);
/* The port of the course in which a message becomes a lie. */
void liar_bend(void *ctx, unsigned type, unsigned visibility, struct packer *p);
/* Lies that are a message too many, behind this one. */
void liar_adds(struct liar *l, unsigned type, const void *bytes, size_t size);
/* The pack of a hand as it was sealed. */
struct pack *pack_of(struct liar *l, uint32_t hand);

/* --- liar_talk.c: telling, hearing, delivering ---------------------------------------------------- */

/* A message is told: it is linked, and waits for each of those who may see it. */
void liar_tell(struct liar *l, unsigned type, unsigned visibility, const void *bytes, size_t size);
/* Its bytes become an envelope of at most `room` bytes from message *from on; returns its size and moves *from. */
size_t envelope_of(const struct told *t, uint64_t *from, uint8_t *out, size_t room);
/* Packs what ends a resend, and notes that it was told; returns its size. */
size_t end_of_again(struct told *t, uint8_t *out);
/* Hands everything that waits over to a party of this process, and hears nothing.  False when it stops. */
bool liar_hands_over(struct liar *l, unsigned party);
/* Sends what waits for a party, and hears its answer.  False when the bot stops. */
bool deliver(struct liar *l, unsigned party);
bool party_stopped(const struct liar *l, unsigned party);
/* What a party of this process does wrong is a programmer's mistake; what another program does wrong is what we are here to
 * see.  Returns `fine`. */
bool party_must(struct liar *l, unsigned party, bool fine, const char *what);
/* The key that a party signs with. */
const uint8_t *party_key(const struct liar *l, unsigned party);

/* --- liar_outside.c: the party that is another program ---------------------------------------------- */

static inline bool is_outside(const struct liar *l, unsigned party) { return l->outside && party == l->victim; }
void flush_outside(struct liar *l);   /* sends what waits and hears nothing */
bool deliver_outside(struct liar *l); /* sends what waits and hears what is due for it; false when the bot stops */
void last_word(struct liar *l);       /* after a lie: hears the bot until it protests, goes on, ends or is silent */

/* --- liar.c: the course of a match ------------------------------------------------------------------ */

/* Something comes in, with all that it causes. */
void liar_input(struct liar *l, struct input *in);
/* So does one envelope of a party. */
void liar_hears(struct liar *l, unsigned party, const uint8_t *bytes, size_t size);
bool liar_run(struct liar *l); /* the whole match; true when it came to its end for all */

/* --- liar_setup.c ------------------------------------------------------------------------------------ */

/* An arbiter with this one lie; `dice` decides its deals and plays.  It ends the process where there is no memory. */
struct liar *liar_new(enum lie lie, const char *rules, uint32_t games, uint64_t dice);
/* A match with a cutter, who is the one that has to notice. */
struct liar *liar_cut(enum lie lie, const char *rules, uint32_t games, uint64_t dice);
/* The second leg of a pair, whose first leg is played honestly here, `primary`: other bots, in folders of their own. */
struct liar *liar_twin(enum lie lie, const char *rules, uint64_t dice);
/* The victim's place is taken by a program of its own; before anything is told. */
void liar_invite(struct liar *l, struct outside *o);
/* A bot's process is killed and another one started in the same folder. */
void liar_restart(struct liar *l, unsigned party);
/* A secret that follows from the dice, so that a match can be had again. */
void liar_secret(struct liar *l, unsigned party, const char *name, uint64_t dice);
void liar_free(struct liar *l); /* and its primary */
#define OWNED_LIAR AUTO(auto_liar) struct liar
static inline void auto_liar(struct liar **l) { liar_free(*l); }

#endif
