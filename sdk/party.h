/* party: a bot's side of a match as a machine without sockets and clocks: envelopes in, envelopes out.
 *
 * party_take reads one envelope and checks everything in it; party_reply writes what is due now;
 * party_settle does the slow checks that may wait until the answer has left.  After a restart the
 * arbiter sends its messages again from the first one and the machine is in its old place.
 * Nothing here allocates memory after OFFER. */
#ifndef FIEL_PARTY_H
#define FIEL_PARTY_H

#include "wire/checks.h"
#include "fiel.h"
#include "ledger.h"
#include "record/deal.h"
#include "record/transcript.h"
#include "wire/codec.h"

enum { SEALED_MAX = 64, SETTLE_HANDS = 16, LATER_MAX = PARTIES_MAX + 1, WHY = 200 };
enum { SLOT_NONE = 255 };

enum stage { STAGE_HELLO, STAGE_OFFERED, STAGE_OPENED, STAGE_RESULT, STAGE_OVER };

/* The hand on the table, as far as this seat may know it. */
struct party_hand {
    uint32_t number;     /* 0 before the first */
    bool open;           /* between DEAL and HAND_END */
    uint8_t mano, gallo; /* gallo: of three the one with four cards, or FIEL_NOBODY */
    uint8_t discard;     /* the place of the card that he laid away, or FIEL_NOBODY */
    uint64_t laid;       /* bit of its slot, which nobody may ever be shown */
    card_t vira;
    uint8_t place[FIEL_CARDS];   /* by slot: its place in the cut order */
    uint8_t slot_of[FIEL_CARDS]; /* by card: the slot it was seen in, or SLOT_NONE */
    uint64_t shown, down;        /* bit per slot: opened to all; played face down */
    card_t dealt[FIEL_HELD_MAX];
    unsigned held;
    uint8_t own[FIEL_HELD_MAX][OPENING]; /* the openings of my cards, which hold; none in a hand played unseen */
    unsigned own_count;
    card_t table[SHAPE_TRICK_SEAT];   /* as in struct open */
    uint8_t gone[FIEL_SEATS_MAX];     /* as in struct open */
    uint8_t plays[FIEL_SEATS_MAX];    /* cards each seat has played */
    uint8_t signs[FIEL_SEATS_MAX];    /* of each seat that I saw */
    uint16_t score[FIEL_SCORERS_MAX]; /* at its end; before that at its start */
    bool game_ended;                  /* a GAME_END came in it, with this score */
    uint16_t game_score[FIEL_SCORERS_MAX];
};

struct party_request {
    uint32_t number; /* 0: none yet */
    bool open, answered, decided;
    bool refused;         /* the last answer to it was */
    struct action action; /* when decided, and the signs with it: so many, so many of them told */
    uint16_t sign[SIGNS_MOST];
    unsigned signs, signs_told;
    char note[NOTE_MOST + 1]; /* what goes with the answer */
    unsigned note_size;
    bool note_told;
    bool answered_before; /* perhaps, by the process that was here before me */
    uint8_t head[HASH];   /* of my view chain after it */
    uint64_t bank_us, budget_us, used_us;
    struct view view;
    struct action legal[FIEL_LEGAL_MAX];
    int legal_count;
    uint64_t said_in; /* the envelope that the answer went in */
};

/* A signature that is not verified yet: the newest HANDS_END or SIGNED of one signer.  `number` 0: none. */
struct party_later {
    enum check check;
    uint8_t signer; /* party, or SIGNER_ARBITER */
    uint32_t number;
    struct chain p;
    uint8_t views[HASH], signature[SIGNATURE];
    uint8_t bytes[768]; /* the message, for the evidence */
    size_t size;
};

/* One hand as it was sealed. */
struct party_sealed {
    uint8_t list[HASH];
    uint8_t seal[SIGNATURE]; /* over the lists of the hands first .. first + count - 1 */
    uint32_t first, count;
};

_Static_assert((int)FIEL_TABLES == (int)TABLES_MAX, "fiel.h says how many there can be");

/* One table of the match. */
struct party_table {
    uint32_t number;           /* as messages name it */
    uint32_t games, games_due; /* finished; that are played here */
    uint32_t sealed;           /* hands sealed so far, 1 .. sealed */
    uint32_t cut_sent;         /* hand number of the last cut that I sent, */
    uint64_t cut_in;           /* and the envelope that it went in */
    bool default_action;       /* the arbiter will act for me */
    uint8_t table_id[HASH];
    uint8_t deal_id[HASH]; /* M of all that is dealt: table_id, or the primary's in a twin */
    uint8_t (*cuts)[HASH]; /* my x[0 .. hands_max] */
    uint8_t last_cut[PARTIES_MAX][HASH];
    struct party_hand hand;
    struct party_request request;
    uint8_t commits[SEALED_MAX][FIEL_CARDS * HASH]; /* of hand h at h % SEALED_MAX, */
    struct party_sealed seals[SEALED_MAX];          /* and what the arbiter signed of it */
    uint8_t lists[HASH];                            /* over the lists of all hands that were sealed */
};

struct party {
    /* Who I am. */
    char name[NAME_TEXT], folder[512];
    const struct fiel_callbacks *calls;
    bool own_loop; /* decisions come from outside: request.action and request.decided */
    bool cutter;   /* I decide nothing: my place is behind the seats */
    uint8_t key[KEY_PUBLIC], secret[KEY_SECRET], chain_secret[HASH];
    uint8_t server[HASH]; /* the seat's CURVE key, which the first HELLO signs */

    /* The match. */
    enum stage stage;
    uint64_t have; /* messages taken */
    struct offer offer;
    struct rules rules;
    struct fiel_match info; /* what the bot is told of it */
    const char *names[FIEL_SEATS_MAX];
    uint8_t offer_bytes[ENVELOPE_MAX];
    size_t offer_size;
    uint8_t checkpoint[HASH]; /* of the log, from OPEN's proof; zero when the match is not logged */
    uint8_t match_id[HASH], view_key[HASH], joined[HASH]; /* joined: V_0 */
    bool second_leg;                                      /* a twin: its cuts are the primary's, I have none */
    unsigned seat, parties, cards;                        /* seat: my party, also when I only cut; cards in the deck */
    card_t deck[FIEL_CARDS];
    struct chain pub, view;
    struct ledger *ledger;
    struct party_table *table; /* all of them; one before the offer says how many */
    unsigned tables;
    uint32_t told_table;                /* the last one that something was about; the callbacks were told */
    unsigned scorers;                   /* how many keep a score: the sides, or each of three */
    uint32_t won[FIEL_SCORERS_MAX + 1]; /* games; as in struct result */
    uint32_t hands, hands_over;         /* dealt, and over, at all tables */
    bool cut_short;                     /* a fault ended the match, */
    bool stopped;                       /* or a cutter's, with the hand that is over */
    struct result result;

    /* What I have said. */
    bool hello_due, join_sent;
    bool reborn;                  /* there was a process before me with these keys */
    bool catching_up;             /* said hello again: nothing is answered before the end of what is sent again */
    bool at_home;                 /* it plays from its own machine, */
    bool sync_due;                /* whose disk must have what it joins or signs */
    uint64_t said;                /* envelopes that I sent */
    uint32_t note_bytes;          /* of my notes that were taken */
    uint32_t sign_sent;           /* `hands` of the last HANDS_END that I signed */
    uint8_t signature[SIGNATURE]; /* my signature of that HANDS_END */
    struct {
        uint32_t number, count;
        uint32_t
            passed; /* of the last one that my signature was passed on of: it came, anyone of my processes sent it */
        struct chain p;
        uint8_t views[HASH];
    } ends; /* the last HANDS_END: how many hands, which one it was, and what it signs */

    /* What is still to be verified, and what failed. */
    struct party_later later[LATER_MAX]; /* by party, the arbiter's last */
    bool later_due;
    enum check failed;
    char why[WHY];
    uint32_t doubted;              /* the hand it is about, or 0 */
    uint8_t culprit[ENVELOPE_MAX]; /* the message that failed */
    size_t culprit_size;
};

/* Reads or makes the keys in `folder`.  -1 and errno when the folder does not take them. */
int party_start(struct party *p, const char *name, const char *folder, const struct fiel_callbacks *calls);
/* The same with the signing key that this seed makes: that of a binding. */
int party_start_as(struct party *p, const char *name, const uint8_t seed[HASH], const char *folder,
                   const struct fiel_callbacks *calls);
/* The cuts follow from these bytes and not from chance (DEAL.md section 4: the chain secret).  Of a process that had one before me they
 * follow from what that had.  Before the offer; -1 and errno when the folder does not take it. */
int party_secret(struct party *p, const uint8_t secret[HASH]);
void party_end(struct party *p);

/* One envelope from the arbiter.  CHECK_FINE, or what is wrong: then p->why says it in a sentence, p->culprit
 * holds the message, and there is no playing on. */
enum check party_take(struct party *p, const void *bytes, size_t size);

/* What is to be sent now, an envelope at a time, until it returns 0.  `out` has room for ENVELOPE_MAX. */
size_t party_reply(struct party *p, uint8_t *out);

/* Verifies what was put off when it is due: every SETTLE_HANDS HANDS_ENDs, and at the end of the match.
 * Call when the replies have left. */
enum check party_settle(struct party *p);

/* The connection is another one: say hello again, then repeat what may have been lost. */
void party_reconnected(struct party *p);
/* Nothing came for a while: where the first hello was lost, or the end of what is sent again, another one brings it. */
void party_quiet(struct party *p);

/* The PROTEST of a failed check; returns its size. */
size_t party_protest(const struct party *p, uint8_t *out);

/* Tells a bot of the match that this offer makes, as this party.  m->id is there already; the names stay the offer's. */
void match_announce(struct fiel_match *m, const struct offer *o, const struct rules *rules, unsigned party,
                    const char *names[FIEL_SEATS_MAX], const struct fiel_callbacks *calls);

static inline bool party_over(const struct party *p) { return p->stage == STAGE_OVER; }

/* What comes next is about this table; the listener is told. */
void party_look_at(struct party *p, struct party_table *t);
/* What was sealed of a hand; NULL: nothing yet, or it is no more one of the newest SEALED_MAX. */
static inline const struct party_sealed *party_seal_of(const struct party_table *t, uint32_t hand)
{
    bool kept = hand > 0 && hand <= t->sealed && t->sealed - hand < SEALED_MAX;
    return kept ? &t->seals[hand % SEALED_MAX] : NULL;
}

/* --- for the files of checks (verify_*.c) --- */

/* Notes a failed check with a sentence; returns `c`. */
enum check party_fail(struct party *p, enum check c, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Each checks one message before it is believed: CHECK_FINE and what it tells is taken, or the check that it failed and nothing is. */
enum check verify_offer(struct party *p, const struct msg *m);
/* Takes from an OFFER what it says of me: seat, match, view key; both chains begin. */
void party_offered(struct party *p, const struct msg *m);
enum check verify_open(struct party *p, const struct msg *m);
enum check verify_result(struct party *p, const struct msg *m);
enum check verify_reveal(struct party *p, const struct msg *m);
/* The next list of a table's hands is counted in `lists`, which begins with zeros. */
void lists_add(uint8_t lists[HASH], const uint8_t next[HASH]);

enum check verify_seal(struct party *p, struct party_table *t, const struct msg *m);
enum check verify_deal(struct party *p, struct party_table *t, const struct msg *m);
enum check verify_cards(struct party *p, struct party_table *t, const struct msg *m);
enum check verify_act(struct party *p, struct party_table *t, const struct msg *m);
enum check verify_show(struct party *p, struct party_table *t, const struct msg *m);

enum check verify_sign(struct party *p, struct party_table *t, const struct msg *m);
/* What goes with the answer: text, cut where a letter ends; NULL, or a match that takes no notes: nothing. */
void request_note(const struct party *p, struct party_request *q, const char *note);
enum check verify_note(struct party *p, struct party_table *t, const struct msg *m);
/* Something came that stands behind the signs and the note of my last answer: they must have been told. */
enum check verify_told(struct party *p, struct party_table *t);

enum check verify_request(struct party *p, struct party_table *t, const struct msg *m);
enum check verify_game_end(struct party *p, struct party_table *t, const struct msg *m);
enum check verify_hand_end(struct party *p, struct party_table *t, const struct msg *m);
enum check verify_signed(struct party *p, const struct msg *m);
enum check verify_hands_end(struct party *p, const struct msg *m);
enum check verify_later(struct party *p, const struct party_later *l);

/* True while another hand comes at this table after the one that ended. */
static inline bool party_goes_on(const struct party *p, const struct party_table *t)
{
    return !p->cut_short && !p->stopped && t->games < t->games_due && t->hand.number < p->offer.hands_max;
}

/* The hand that my cut is due for after this one, 0 none: the next as soon as it is sealed, or at the end of a
 * first leg the last of my chain, which lets the twin be dealt. */
static inline uint32_t party_cut_due(const struct party *p, const struct party_table *t)
{
    if (p->second_leg || p->cut_short || p->stopped)
        return 0;
    if (party_goes_on(p, t))
        return t->sealed > t->hand.number ? t->hand.number + 1 : 0;
    return p->offer.reveal == REVEAL_PAIR && t->hand.number < p->offer.hands_max ? p->offer.hands_max : 0;
}

#endif
