/* course_state: what the files of the course share: its one struct and who offers what to whom. */
#ifndef FIEL_COURSE_STATE_H
#define FIEL_COURSE_STATE_H

#include <assert.h>

#include "clock.h"
#include "course.h"
#include "faults.h"
#include "record/transcript.h"

enum {
    SEALED_AT_ONCE = 16,   /* hands whose commitments share one signature */
    HELLOS_MOST = 64,      /* a bot that comes back more often is playing with us, */
    HELLOS_PER_HAND = 2,   /* but a long match sees many a line break, */
    REPEATS_PER_HELLO = 4, /* and one that repeats itself more often would fill the record */
};

/* CLOSED: it is played when the table before it is over.  CUT: the next hand waits for its cuts; LAST: no hand follows the one that is over. */
enum table_stage { TABLE_CLOSED, TABLE_CUT, TABLE_PLAY, TABLE_LAST };

/* What a party owes us. */
enum owes { OWES_NOTHING, OWES_JOIN, OWES_HAND /* signature, cut or both */, OWES_ANSWER };

/* What a party owes at a table (JOIN at table 0), or for all. */
struct due {
    enum owes what;
    int64_t asked_us; /* when the envelope that asks for it left; -1: it has not left yet */
    int64_t budget_us;
    bool newest;      /* it is asked for in the newest envelope that asks for anything */
    int64_t given_us; /* since then so much was nobody's */
};
enum { NOT_ASKED = -1 };

/* One that waits: before there is an offer, or a cutter's while a hand is played; or one behind which the match goes on. */
struct early_fault {
    enum fault fault;
    uint64_t a, b;
};

struct course_party {
    /* who sits here */
    bool said_hello, joined;
    bool bound; /* `key` was known before its first HELLO */
    uint8_t key[KEY_PUBLIC];
    char name[NAME_TEXT];
    unsigned hellos, repeats;
    struct early_fault early; /* nothing that comes after it counts */
    bool early_told;          /* a cutter's: FAULT is out */
    /* its time */
    bool absent;             /* its seat process died and the bot has not come back since (course_back.c) */
    int64_t absent_until_us; /* so long the clock stands still for it */
    int64_t start_us;        /* since when its HELLO is waited for */
    int64_t paid_us;         /* when the last envelope came that was paid for */
    int64_t duty_us;         /* its bank for CUT and HAND_SIGN, of the whole match */
    int64_t sent_us;         /* when the newest envelope that asks for anything was handed over */
    int64_t tick_us;         /* the tick at which it could leave; ticks are not put off */
    int64_t left_us;         /* when it left; -1: not yet told */
    bool left_told;          /* as later than it was handed over: a pause may have made one moment of the two since */
    int64_t frozen_us;       /* the clock stands still since then; -1: it runs */
    unsigned asks;           /* so many such envelopes there were */
    /* what it owes */
    struct due *due;  /* at each table */
    struct due signs; /* the signature of HANDS_END */
    unsigned answers; /* so many of what is due at the tables are answers */
    uint32_t *asked;  /* tables that are to ask it when it owes no answer any more, in that order */
    unsigned asked_count;
    bool prompted;       /* something waits to leave that the party has to answer */
    bool urgent;         /* what waits leaves although the party owes answers */
    uint32_t note_bytes; /* of its notes that were taken */
    /* what it is told */
    uint8_t view_key[HASH];
    struct chain view, view_mark;
    struct course_kept kept, kept_mark;
    /* signatures */
    uint8_t join_view[HASH], join_signature[SIGNATURE];
    uint8_t signature[SIGNATURE];
    uint32_t signed_hand; /* `hands` of the last HANDS_END whose HAND_SIGN came */
    uint32_t passed_hand; /* `hands` of the last HAND_SIGN that was passed on as SIGNED */
    struct fault_counts faults;
};

/* One party at one table. */
struct place {
    /* cuts */
    uint8_t anchor[HASH];
    uint8_t x[HASH]; /* the last cut that came; the anchor before the first */
    uint32_t x_hand; /* its hand */
    /* decisions */
    uint32_t request; /* number of the last REQUEST */
    uint32_t illegal; /* actions in this game */
    uint32_t crossed; /* closed by a timeout or another seat's fault, or the last one made before the last HELLO: more
                                 * answers to it and to earlier ones are repeats */
    uint16_t sign[SIGNS_MOST];   /* those of its last answer, until they are told */
    unsigned signs, signs_given; /* how many; and in this hand, those that were told */
    uint8_t request_head[HASH];  /* V_i after it, or after the last REFUSED of it */
    int64_t bank_us;
    int64_t used_us; /* for the last accepted answer, before grace; 0: there is none, or its time was over */
};

/* One table of the match: a deal, a game and a score of its own. */
struct table {
    uint32_t number; /* as messages name it */
    enum table_stage stage;
    uint32_t games, games_done; /* that are played here */
    uint8_t id[HASH];           /* M */
    uint8_t deal_id[HASH];      /* M of the deal: id, or in the second leg of a pair the primary's */
    uint32_t sealed_to;
    uint8_t sigma[FIEL_CARDS], cut[HASH]; /* Z */
    bool signing;                         /* the round of signs is open */
    struct position position;
    struct position next; /* after the answer that is being taken */
    uint32_t hand;        /* last hand dealt */
    bool hand_open, game_open;
    bool game_ended;       /* a game ended here since the last HANDS_END */
    uint64_t answered;     /* the envelope in which an answer was accepted last, */
    unsigned asks, listed; /* bit per seat that is to be asked; in whose `asked` this table stands */
    struct place place[PARTIES_MAX];
};

struct course {
    struct course_ports ports;
    struct header header;
    struct rules rules;
    struct clock_rule clock;
    int64_t start_us, duty_us; /* of the header */
    enum course_stage stage, stage_mark;
    int64_t now;

    uint8_t match_id[HASH];
    uint8_t offer[OFFER_MAX + TWIN_MAX];
    size_t offer_size;
    uint8_t checkpoint[HASH];           /* hash of the log's checkpoint in OPEN's proof; zero when not logged */
    struct chain open_chain, open_mark; /* P */
    bool second_leg;                    /* of a pair: nobody cuts */
    struct offer primary;               /* its first leg's */

    struct table *table; /* all of them */
    unsigned tables;
    uint32_t hands; /* that were dealt at all of them */
    struct {
        uint32_t over, told;
        struct chain p;
        uint8_t views[HASH];
    } ends;          /* hands that are over; HANDS_END's last number, and what it signs */
    uint32_t *ended; /* tables whose hand ended in this round */
    unsigned ended_count, tables_over;
    uint64_t envelopes; /* that came */
    uint64_t verified;  /* signatures of parties that were looked at */
    bool stopped;       /* a cutter is lost whose cuts were still needed */

    struct result result;
    struct signed_result told; /* RESULT as it was signed */
    uint8_t seats;
    unsigned parties; /* seats, then cutters */
    struct course_party party[PARTIES_MAX];

    struct packer packer;
    uint8_t scratch[ENVELOPE_MAX]; /* the message being packed */
};

/* What holds between any two inputs, whatever came.  One that does not is a mistake of ours, which no party answers for. */
static inline void course_check(const struct course *co)
{
    assert(co->stage <= COURSE_OVER && co->seats <= co->parties && co->parties <= PARTIES_MAX);
    assert(co->tables_over <= co->tables && co->ended_count <= co->tables);
    assert(co->offer_size <= sizeof co->offer && co->ends.told <= co->ends.over);
}

static inline struct course_hand hand_of(const struct table *t, uint32_t hand)
{
    return (struct course_hand){ t->number, hand, t->deal_id };
}
/* A party behind whose fault the match goes on, a cutter or a seat of a decided match: nothing more is wanted of it. */
static inline bool party_out(const struct course *co, unsigned party)
{
    return co->stage > COURSE_HELLO && co->party[party].early.fault != FAULT_NONE;
}
static inline unsigned hellos_most(const struct course *co) { return HELLOS_MOST + HELLOS_PER_HAND * co->hands; }
static inline unsigned repeats_most(const struct course *co)
{
    return REPEATS_PER_HELLO * hellos_most(co) * co->tables;
}
/* How many games have ended at all tables. */
static inline uint32_t games_done(const struct course *co)
{
    uint32_t done = 0;
    for (unsigned s = 0; s <= co->result.scorers; s++)
        done += co->result.games[s];
    return done;
}
static inline int64_t at_least(int64_t a, int64_t b) { return a > b ? a : b; }

/* What a party owes at a table, and that it does no more. */
static inline enum owes owed(const struct course *co, const struct table *t, unsigned party)
{
    return co->party[party].due[t->number].what;
}
static inline void paid(struct course *co, struct table *t, unsigned party)
{
    struct course_party *c = &co->party[party];
    c->answers -= c->due[t->number].what == OWES_ANSWER;
    c->due[t->number].what = OWES_NOTHING;
}

/* course_pen.c: the only place that makes a message.  It is packed between pen_pack and one of the next three; each of them
 * gives it out and links the chains. */
struct packer *pen_pack(struct course *co);
void pen_public(struct course *co, enum message_type type);
void pen_private(struct course *co, unsigned seat, enum message_type type);
void pen_offer(struct course *co, unsigned seat);        /* in no chain */
void pen_reveal(struct course *co, unsigned visibility); /* REVEAL; of the arbiter alone, in no chain */
/* What is kept for the party has left, or is put aside where it does not hear. */
void pen_left(struct course *co, unsigned party);
void pen_sign(struct course *co, uint8_t signature[SIGNATURE], const struct message *text); /* as the arbiter */
/* What befell the match, at a table; the caller fills in what is its own. */
struct course_event pen_event(const struct course *co, const struct table *t, enum course_happens what);
void pen_happens(struct course *co, const struct course_event *e);

/* course_judge.c */
bool judge_signature(struct course *co, const uint8_t *signature, const uint8_t *key, const struct message *text);

/* course_open.c: before the first card */
void open_make_offer(struct course *co);             /* to every seat; from here on there are chains */
void open_check_hellos(struct course *co);           /* all said hello: OFFER; one never will: the end */
void open_check_joins(struct course *co);            /* all joined: OPEN and the first SEAL */
void open_table(struct course *co, struct table *t); /* SEAL of its first hands, whose cuts are owed */
void open_early_fault(struct course *co, unsigned seat, enum fault f, uint64_t a, uint64_t b);

/* course_cards.c */
/* The hand that a cut is owed for now, 0 none: the next one, or of a first leg's last hand T. */
uint32_t cards_cut_due(const struct course *co, const struct table *t);
/* A twin needs x[T] of this party from this table, and it did not come yet. */
bool cards_top_missing(const struct course *co, const struct table *t, unsigned party);
/* SEAL: the commitments of the next hands, when none is left. */
void cards_seal(struct course *co, struct table *t);
struct course_pack cards_pack(struct course *co, const struct table *t, uint32_t hand);
/* How many cards a seat is dealt in a hand with this mano: the gallo has four. */
unsigned cards_of(const struct course *co, unsigned mano, unsigned seat);
/* Of the hand that was dealt last: the opening of a slot, the card in it, and the slot of a card that the seat was dealt. */
void cards_open(struct course *co, const struct table *t, unsigned slot, uint8_t opening[OPENING]);
card_t cards_in(struct course *co, const struct table *t, unsigned slot);
unsigned cards_slot(struct course *co, const struct table *t, unsigned seat, card_t card);

/* course_deal.c */
bool dealing_due(const struct course *co, const struct table *t); /* a hand follows, and all its cuts are there */
void dealing_deal(struct course *co, struct table *t);            /* DEAL, CARDS and what the rules do then */

/* course_signs.c */
void signs_ask_all(struct course *co, struct table *t); /* the round: every seat at once */
void signs_keep(struct table *t, unsigned seat, const uint16_t *codes, unsigned count);
void signs_tell(struct course *co, struct table *t,
                unsigned seat);                           /* those that it keeps, to the seats that see them */
void signs_cut_short(struct course *co, struct table *t); /* the hand ends in its round of signs, by a fault */

/* course_turn.c */
/* REQUEST alone, without sending it. */
void turn_request(struct course *co, struct table *t, unsigned seat, const struct view *view, int64_t budget);
void turn_go_on(struct course *co, struct table *t); /* asks the seat that is to decide, or ends the hand */
void turn_news(struct course *co, struct table *t);  /* ACT of what the rules did by themselves */
void turn_act(struct course *co, struct table *t, unsigned seat, struct action a); /* commits t->next */
/* All answered in the round of signs: they are told in seat order, and on it goes.  Nothing, where an answer is missing. */
void turn_signs(struct course *co, struct table *t);
void turn_refuse(struct course *co, struct table *t, unsigned seat, enum rule_error e);
void turn_default_action(struct course *co, struct table *t, unsigned seat);

/* course_ending.c */
bool ending_hand_follows(const struct course *co, const struct table *t); /* after the one that is in play or over */
/* GAME_END: won by the rules or a fault, or broken off. */
void ending_game(struct course *co, struct table *t, enum end_reason reason, unsigned fault_seat);
void ending_hand(struct course *co, struct table *t, enum end_reason reason, unsigned fault_seat);
void ending_match(struct course *co); /* all hands are played and signed */
/* The game that is open ends with the match, and so does the hand. */
void ending_cut_short(struct course *co, enum end_reason reason, unsigned fault_seat);
void ending_sign(struct course *co);            /* HANDS_END, when hands ended since the last one */
void ending_pass_signatures(struct course *co); /* SIGNED, of the seats whose signature came */
/* RESULT, and REVEAL where nothing waits for it, to all. */
void ending_finish(struct course *co);

/* course_fault.c */
/* A fault of a bot: counted, told, and its effect brought about.  a, b as in FAULTS; b of ILLEGAL and
 * UNASKED is the count. */
void ending_fault(struct course *co, struct table *t, unsigned seat, enum fault f, uint64_t a, uint64_t b);
/* The faults that waited for the OFFER: the scorer without one wins; none or two of them, nobody. */
void ending_unstarted(struct course *co);

/* A fault with its effect, in its three places: the counts, and who tells people; FAULT to all; what RESULT will say. */
void fault_notify(struct course *co, struct table *t, unsigned party, enum fault f, enum fault_effect effect,
                  uint64_t a, uint64_t b);
void fault_tell(struct course *co, struct table *t, unsigned party, enum fault f, enum fault_effect effect, uint64_t a,
                uint64_t b);
void fault_result(struct course *co, enum end_reason outcome, unsigned winner, unsigned party, enum fault f, uint64_t a,
                  uint64_t b);

/* The fault is the party's last word: nothing more of it counts, and nothing is owed by it any more. */
void ending_out(struct course *co, unsigned party, enum fault f, uint64_t a, uint64_t b);

/* course_cutter.c */
void cutter_fault(struct course *co, struct table *t, unsigned party, enum fault f, uint64_t a, uint64_t b);
/* The hand ends, and so its open game if `reason` says so: the faults that waited are told.  `over`: the match is
 * over in any case. */
void cutters_settle(struct course *co, struct table *t, bool over);

/* course_back.c */
bool back_hello_holds(struct course *co, unsigned seat, const struct seat_message *m);
void back_hello(struct course *co, unsigned seat, const struct seat_message *m);
void back_gone(struct course *co, unsigned seat); /* the seat process is lost: the clock stands still */

/* course_dues.c */
void dues_ask(struct course *co, struct table *t,
              unsigned seat);                           /* at this table, as soon as the seat owes no answer */
void dues_owe_join(struct course *co);                  /* every party, from when its OFFER leaves */
void dues_owe_cuts(struct course *co, struct table *t); /* a hand of the table is over, or none was dealt yet */
/* The time of what was not asked for yet begins, unless its clock stands still. */
void dues_begin(struct course *co, unsigned party);
/* A moment of a party's clock, put off by as long as it stood still. */
int64_t dues_put_off(const struct course *co, const struct course_party *c, int64_t us);
bool dues_overdue(const struct course *co, unsigned party, const struct due *d, int64_t came);
/* What is due first, the signature before what is due at a table, the lower table before the higher; NULL: nothing that was
 * asked for.  *at is its table. */
const struct due *dues_first(const struct course *co, unsigned party, struct table **at);
int64_t dues_at(const struct due *d); /* INT64_MAX: not asked for */
void dues_unfreeze(struct course *co,
                   unsigned party); /* the clock stood still and runs again, with or without the bot */
void dues_pause(struct course *co, unsigned party, int64_t from, int64_t until);

#endif
