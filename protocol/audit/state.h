/* state: what the auditor knows between two records, and what its subjects call of each other.
 *
 * The auditor is the arbiter's double: an input record (what came, a silence) is judged, the rules are
 * applied, and the messages that this must cause stand in line as steps.  Every message record has to
 * be the next step, byte for byte; every next input has to find the line empty. */
#ifndef FIEL_AUDIT_STATE_H
#define FIEL_AUDIT_STATE_H

#include "cli/json_out.h"
#include "audit/audit.h"
#include "record/deal.h"
#include "record/header.h"
#include "record/inputs.h"
#include "record/transcript.h"
#include "record/twin.h"

enum {
    STEPS_MAX = 256,        /* messages one input can cause: a round of signs of eight seats has 8 * 3 * 6 */
    STEPS_PER_TABLE = 16,   /* messages that one input can cause besides, for each of several tables */
    SEAL_AHEAD = 16,        /* hands one SEAL covers */
    ILLEGAL_LIMIT = 3,      /* in one game */
    TIMEOUT_LIMIT = 3,      /* in one match */
    UNASKED_LIMIT = 100,    /* in one match */
    HELLO_LIMIT = 64,       /* in one match, and */
    HELLO_PER_HAND = 2,     /* more for every hand that was dealt; */
    REPEAT_PER_HELLO = 4,   /* so many times that of repeats */
    BOT_MESSAGES_ONE = 8,   /* in one envelope from a bot where there is one table, */
    BOT_MESSAGES_MAX = 128, /* and where there are several */
};

enum stage {
    STAGE_HELLO, /* waits for the HELLO of every seat */
    STAGE_JOIN,  /* waits for every JOIN */
    STAGE_OPEN,  /* hands are cut and played */
    STAGE_OVER,  /* RESULT and REVEAL are in line or made */
};

/* A message that the arbiter must make now. Which fields count depends on its type. */
struct step {
    uint8_t type, seat;
    uint32_t table;         /* set by line_push: the one that is looked at */
    uint8_t fault, effect;  /* FAULT */
    uint8_t winner, reason; /* GAME_END */
    uint16_t action, value; /* ACT; action is the error of REFUSED, the sign of SIGN; value its giver */
    bool perhaps;           /* SIGN: without the seed nobody knows whether this rival sees it */
    uint64_t a, b;          /* FAULT; a is the hand of SIGNED */
    const uint8_t *opening; /* ACT: OPENING bytes, or NULL */
};

/* One message that a seat was told. */
struct told {
    uint32_t size;          /* bytes in the envelope */
    struct chain view, pub; /* V and P after it */
};

/* A card as it was opened to its holder. */
struct held {
    card_t card;
    uint8_t slot;
    const uint8_t *opening; /* in the CARDS record; of a hand played unseen NULL until it is played */
};

/* What a seat owes, from when it was asked for. */
enum owes {
    OWES_NOTHING,
    OWES_JOIN,
    OWES_HAND, /* the last hand's signature, the next one's cut, or both */
    OWES_ANSWER,
};

/* One of the things that are owed at several tables. */
struct due {
    enum owes what;
    bool asked;        /* the envelope that asks for it has left; else `newest` and `asked_us` mean nothing */
    bool newest;       /* the envelope that asks for this is the newest one that asks for anything */
    uint64_t asked_us; /* when the envelope left */
    uint64_t budget_us;
};

struct early_fault {
    uint8_t fault;
    uint64_t a, b;
};

struct seat_state {
    bool hello, joined;
    bool away;     /* its seat process was started again, the bot has not said hello to it */
    bool troubled; /* a process of its ended: it may not have heard everything */
    /* Before the offer it waits until all have said hello or are at fault, a cutter's later until the hand is over:
     * then it is told.  Nothing that comes behind it counts. */
    struct early_fault early;
    bool early_told;
    uint32_t hellos, repeats;
    uint8_t key[HASH];
    const uint8_t *anchors, *join_view, *join_signature;

    uint8_t hand_signature[SIGNATURE];
    uint32_t signed_hand; /* `hands` of the HANDS_END it is of */
    uint32_t passed_hand; /* the last one that was passed on as SIGNED */

    enum owes owes;
    uint64_t start_us; /* since when its HELLO is waited for */
    uint64_t paid_us;  /* when the last envelope came that was paid for */
    uint64_t duty_us;  /* its bank for CUT and HAND_SIGN */
    uint64_t hand_us;  /* what it had for them when it was asked, of one table */
    uint64_t since_us; /* when it was asked for */
    uint64_t tick_us;  /* the tick at which that could leave; ticks are not put off */
    uint64_t left_us;  /* when that left, by the seat's stamp; 0 when not yet told */

    struct chain view;
    struct told *told;
    size_t told_count, told_room;
    size_t sent;      /* of told, so many left in envelopes since the party last came back */
    size_t sent_most; /* of told, so many left in envelopes in all */
    bool resent;      /* some are sent again, and the end of that was not */

    uint32_t timeouts, unasked;  /* in this match */
    enum audit_ground signed_it; /* its last WRONG_SEAT or PROTEST: GROUND_WORD where no signature of its shows it */

    struct due *due;  /* at each table */
    struct due signs; /* the signature of HANDS_END */
    unsigned answers; /* so many of what is due are answers */
    uint32_t *asked;  /* tables that ask when it owes no answer any more, in that order */
    unsigned asked_count;
    bool frozen;                      /* its clock stands still */
    uint64_t frozen_us, frozen_to_us; /* since then, and until then at most */
};

/* What one message from a bot is. */
struct judgement {
    uint8_t verdict, fault;
    uint64_t a, b; /* of the fault */
};

struct sealed {
    uint32_t hand;
    const uint8_t *commits; /* in the SEAL record */
    struct pack pack;       /* only with the seed */
};

/* One party at one table. */
struct place {
    uint8_t x[HASH]; /* the last cut, at first the anchor */
    uint32_t x_hand; /* its hand */
    struct held held[HELD_MAX];
    uint32_t request;     /* number of its last REQUEST */
    size_t request_index; /* of it, in told */
    size_t head_index;    /* of the last REFUSED of it, else of itself: an answer signs V after that */
    uint64_t bank_us;
    uint64_t used_us;            /* for its last accepted answer, before grace; 0: none, or its time was over */
    uint32_t illegal;            /* in this game */
    uint32_t crossed;            /* a request that another seat's fault closed, or the last one made before its
                                  * last HELLO: more answers to it and to earlier ones are repeats */
    uint16_t sign[SIGNS_MOST];   /* of its last answer, not yet told */
    unsigned signs, signs_given; /* how many; and in this hand, those that were told */
};

struct table {
    uint32_t number;            /* as messages name it */
    uint32_t games, games_done; /* that are played here */
    uint8_t table_id[HASH];
    uint8_t deal_id[HASH]; /* M of all that is dealt: table_id, or the primary's */
    struct sealed sealed[SEAL_AHEAD];
    uint32_t sealed_last;            /* last hand sealed */
    uint8_t sigma[CARDS], cut[HASH]; /* Z */
    uint8_t unseen[OPENING];         /* of the card that was last played unseen */
    bool signing;                    /* the round of signs is open: every seat is asked */
    unsigned mano;                   /* of the hand being dealt */
    card_t vira;                     /* of the hand being dealt */
    unsigned cards_told;             /* CARDS messages made for this hand */
    struct match match;
    bool game_open; /* a game is going on: a hand was dealt and it is not over */
    bool hand_open;
    bool game_ended;           /* a game ended here since the last HANDS_END */
    bool more_hands;           /* another hand follows the one that is over */
    bool over;                 /* none ever will */
    enum audit_ground touched; /* on what the last fault rests that changed the open game */
    unsigned touched_by;       /* whose fault that was */
    uint64_t answered;         /* the record in which an answer was legal last */
    unsigned asks, listed;     /* bit per seat that is to be asked; in whose `asked` this table stands */
    struct place place[PARTIES_MAX];
};

struct audit {
    struct replay file;
    struct record rec; /* the record being looked at */
    uint64_t number;   /* of it, from 1 */
    uint64_t last_us;
    struct audit_report *report;
    const uint8_t *pinned;

    /* what the header and the offer say */
    struct header header;
    const uint8_t *offer_bytes;
    size_t offer_size;
    struct offer offer;
    bool has_offer, has_seed;
    uint8_t checkpoint[HASH]; /* of the log, from OPEN; zero when not logged */
    uint8_t seed[HASH], match_id[HASH];
    bool second_leg;  /* a twin: nobody cuts, what is dealt is the primary's */
    struct twin twin; /* what the twin takes from its primary */
    struct rules rules;
    card_t deck[CARDS];
    unsigned cards, seats;
    unsigned parties; /* seats, then cutters */

    enum stage stage;
    struct step *steps; /* a ring with room for steps_max */
    unsigned first_step, step_count, steps_max;
    struct packer expect; /* what the record should be */
    uint8_t expect_bytes[ENVELOPE_MAX];

    struct seat_state seat[PARTIES_MAX];
    struct chain pub;
    struct table *table; /* all of them */
    unsigned tables;
    struct table *at; /* the one that is judged, acted upon or told of now */
    bool of_table;    /* what is judged is of this table, and a sentence names it */
    uint32_t *ended;  /* tables whose hand ended in this round */
    unsigned ended_count, tables_over;
    uint32_t hands_over;               /* hands that are over, at all tables together */
    uint32_t hands_told;               /* `hands` of the last HANDS_END */
    bool round_open;                   /* the end of this round is still to come */
    unsigned answers;                  /* answers that were accepted in the envelope being judged */
    bool stopped;                      /* a cutter is lost whose cuts were still needed */
    struct rec_received in;            /* the envelope being judged */
    uint64_t left, came;               /* the times of the envelope being judged */
    uint64_t used;                     /* what the answers in it took, all together */
    struct msg word[BOT_MESSAGES_MAX]; /* its messages: those from `taken` on have still to act */
    struct judgement word_is[BOT_MESSAGES_MAX];
    unsigned words, taken, word_seat;
    unsigned dealing;         /* the table whose hand comes next at the end of the round */
    bool dealt, signing_done; /* what the end of the round has made so far */
    bool signs_now, thawed;
    struct chain signed_p; /* P as the last HANDS_END signs it */
    uint8_t signed_views[HASH];

    bool failed, no_memory;
    bool void_due;               /* the match is called off before its offers, which come first */
    uint32_t void_error;         /* why the match is called off: enum arbiter_code */
    bool lost;                   /* the machine went down: what was told may be more than what is recorded */
    struct rec_logged logged;    /* what the match log said of OPEN */
    bool asked_log;              /* the match log was asked */
    bool reveal_now;             /* the twin of this first leg is over */
    uint32_t given[SCORERS_MAX]; /* games that each scorer won after a fault of the other side in them, */
    enum audit_ground given_on;  /* what stands behind the faults in `given` */
    struct result result;
};

/* The sentence of the first wrong record; always false. Later calls change nothing. */
bool audit_fail(struct audit *a, enum audit_blame blame, const char *format, ...) __attribute__((format(printf, 3, 4)));
#define ARBITER_LIES(a, ...) audit_fail((a), BLAME_ARBITER, __VA_ARGS__)

/* A fault's or a verdict's name for a sentence, whatever the number. */
const char *fault_label(unsigned fault, char text[64]);
const char *verdict_label(unsigned verdict, unsigned fault, char text[96]);

/* report.c: a text out of a file on a terminal.  report_json.c: a report as an object without a key. */
void audit_print_clean(FILE *to, const char *text);
unsigned audit_unsigned(const struct audit_report *r);
unsigned audit_cosignatures(const struct audit_report *r);

/* report_json.c */
void audit_json_report(struct json_out *j, const char *name, const struct audit_report *r);
/* "12-7", or "12-7-9" where three keep a score. */
enum { SCORE_TEXT = 24 };

/* report.c */
char *score_label(const uint16_t *score, unsigned scorers, char text[SCORE_TEXT]);

/* audit_play.c */
/* A message gives the score that the game has. */
bool audit_same_score(const struct msg *m, const struct open *o);

/* What a seat owes at the table that is looked at, and that it does no more. */
static inline enum owes owed(const struct audit *a, unsigned seat) { return a->seat[seat].due[a->at->number].what; }
static inline void paid(struct audit *a, unsigned seat)
{
    struct seat_state *s = &a->seat[seat];
    s->answers -= s->due[a->at->number].what == OWES_ANSWER;
    s->due[a->at->number].what = OWES_NOTHING;
}

/* audit_tables.c: what is due at each table, and what is told when an input is through. */
bool audit_tables_make(struct audit *a, uint32_t tables); /* false: no memory */
void audit_tables_free(struct audit *a);

/* audit_take.c */
void audit_push_deal(struct audit *a); /* DEAL and CARDS of the next hand of this table */

/* audit_tables.c */
void audit_round_ask(struct audit *a, unsigned seat); /* at this table, as soon as the seat owes no answer */
void audit_round_owe_cuts(struct audit *a);           /* a hand of this table is over, or none was dealt yet */
void audit_round_sign(struct audit *a);               /* HANDS_END, when hands ended since the last one */
void audit_round_end(struct audit *a);
void audit_freeze(struct audit *a, unsigned seat);         /* its seat's process is lost */
void audit_thaw(struct audit *a, unsigned seat, bool now); /* its clock runs again: now, or since the limit is over */
/* The time that was recorded as left is when this seat's answers began to be owed. */
bool audit_round_stamps(struct audit *a, unsigned seat, uint64_t left, uint64_t came);
bool audit_round_late(const struct audit *a, unsigned seat, const struct due *d, uint64_t came, uint64_t *used);
bool audit_round_silence(struct audit *a, const struct rec_silence *in);
void audit_round_asked(struct audit *a, unsigned seat); /* all that was not asked for yet is, by now */
/* A moment of a seat's clock, put off by as long as the clock has stood still. */
uint64_t audit_put_off(const struct audit *a, const struct seat_state *s, uint64_t us);
/* The arbiter signed this, and it is not what it signed for so many hands before. */
bool audit_signs_other(struct audit *a, const struct msg *m);
bool audit_check_hands_end(struct audit *a, const struct step *s, const struct msg *m);

/* audit_expect.c: the line of steps. */
bool line_push(struct audit *a, struct step s);
const struct step *line_next(const struct audit *a); /* NULL when the line is empty */
/* The record has this type.  Steps that may be left out leave the line, but for one that is the record; when the line is empty what
 * follows in the same input comes into it.  False: that fails. */
bool line_go_on(struct audit *a, unsigned type);
void line_pop(struct audit *a);
bool line_must_be_empty(struct audit *a); /* fails the audit when a message is missing */
/* The record's payload is exactly what was packed into a->expect; `what` names the kind of difference. */
bool audit_same_bytes(struct audit *a, const char *what);

/* audit_sign.c: keys, signatures, chains and who was told what. */
bool audit_signature(struct audit *a, const uint8_t *sig, const uint8_t *key, const struct message *m);

/* audit_told.c */
bool audit_chains_link(struct audit *a); /* the record joins P and all V, or V of the seat that may see it */
bool audit_judge_sent(struct audit *a);  /* REC_SENT */
bool audit_resends_ended(struct audit *a);

/* audit_sign.c */
bool audit_check_offer(struct audit *a, const struct step *s, const struct msg *m);
bool audit_check_open(struct audit *a, const struct step *s, const struct msg *m);
bool audit_check_hand_end(struct audit *a, const struct step *s, const struct msg *m);
bool audit_check_signed(struct audit *a, const struct step *s, const struct msg *m);
bool audit_check_result(struct audit *a, const struct step *s, const struct msg *m);
bool audit_check_reveal(struct audit *a, const struct step *s, const struct msg *m);

/* audit_deal.c: seals, cuts, deals, openings. */
bool line_push_seal(struct audit *a); /* when the coming hand is not sealed yet */
bool audit_check_seal(struct audit *a, const struct step *s, const struct msg *m);
bool audit_check_deal(struct audit *a, const struct step *s, const struct msg *m);
bool audit_check_cards(struct audit *a, const struct step *s, const struct msg *m);
/* x of a seat's `hand` hashes down to its last. */
bool audit_cut(const struct audit *a, unsigned seat, uint32_t hand, const uint8_t *x);
/* The hand that a cut is owed for now, 0 none: the next one, or of a first leg's last hand T. */
uint32_t audit_cut_due(const struct audit *a);
/* How a seat holds a card it was dealt; NULL when it was not. */
const struct held *audit_held(const struct audit *a, unsigned seat, card_t card);
/* The seat plays a card that nobody has seen: what it is becomes known. */
void audit_unseen(struct audit *a, unsigned seat, unsigned place);

/* audit_seen.c: signs, and who saw them. */
void audit_signs_ask(struct audit *a); /* the round: a REQUEST to every seat */
void audit_signs_keep(struct audit *a, unsigned seat, const struct msg *m);
void audit_signs_push(struct audit *a, unsigned seat); /* SIGN to each that sees what the seat keeps */
void audit_signs_came(struct audit *a, unsigned seat); /* answered in the round; after the last all are told */
void audit_signs_cut_short(struct audit *a);           /* the hand ends, perhaps in its round of signs */
bool audit_check_sign(struct audit *a, const struct step *s, const struct msg *m);

/* audit_play.c: the rules re-executed, and what follows from them. */
bool audit_play_dealt(struct audit *a); /* the last CARDS was told */
/* The seat on turn is asked, or the hand is over. */
void audit_play_on(struct audit *a);
/* A legal action, with the state after it. */
void audit_play_answer(struct audit *a, unsigned seat, struct action act, const struct match *after);
void audit_play_game_lost(struct audit *a, unsigned seat); /* by a fault that was just put in line */
void audit_play_match_lost(struct audit *a, unsigned seat, unsigned fault, uint64_t x, uint64_t y);
void audit_play_match_over(struct audit *a); /* after the last hand's signatures */
void audit_play_match_void(struct audit *a, uint64_t x, uint64_t y);
/* What RESULT must say of the end. */
void audit_result(struct audit *a, unsigned outcome, unsigned winner, unsigned party, unsigned fault, uint64_t x,
                  uint64_t y);
/* A cutter is lost that is still needed: the open game is nobody's, what is decided stands; then the end of the match. */
void audit_play_match_stopped(struct audit *a, unsigned party);
void audit_play_end(struct audit *a);
bool audit_twin_follows(const struct audit *a); /* a first leg that was played to its end: S waits for the second */
bool audit_hand_follows(const struct audit *a); /* after the one that is open or over */
bool audit_check_act(struct audit *a, const struct step *s, const struct msg *m);
bool audit_check_request(struct audit *a, const struct step *s, const struct msg *m);
bool audit_check_refused(struct audit *a, const struct step *s, const struct msg *m);
bool audit_check_show(struct audit *a, const struct step *s, const struct msg *m);
bool audit_check_game_end(struct audit *a, const struct step *s, const struct msg *m);

/* audit_clock.c: clocks. */
uint64_t audit_budget(const struct audit *a, unsigned seat); /* of what the seat owes */
void audit_owes(struct audit *a, unsigned seat, enum owes what);
/* Something is asked for by this record: it may leave at the next tick, and is not said to have left yet. */
void audit_asked(struct audit *a, struct seat_state *s);
/* What was asked for last left before its tick. */
bool audit_before_tick(const struct seat_state *s, uint64_t left);
/* The stamps of what a seat owed lie where they can; *used is the time between them. */
bool audit_stamps(struct audit *a, unsigned seat, uint64_t left, uint64_t came, uint64_t *used);
/* The clock pays for one decision and gets its increment. */
void audit_charge(struct audit *a, unsigned seat, uint64_t used);
struct judgement audit_overdue(const struct audit *a, unsigned seat, uint64_t used);
/* The silence is recorded as what it is; then the fault takes effect. */
bool audit_silence_is(struct audit *a, unsigned seat, unsigned fault, const struct judgement *due);
bool audit_judge_silence(struct audit *a); /* REC_SILENCE */
/* An envelope is judged: what it owes its banks for its time is worked out, and its duties are paid for. */
void audit_pay(struct audit *a, unsigned seat, unsigned judged);
/* What a party has for a CUT and a HAND_SIGN that are asked for now. */
uint64_t audit_duty_budget(const struct audit *a, unsigned seat);

/* audit_pause.c */
bool audit_judge_pause(struct audit *a); /* REC_PAUSE */

/* audit_fault.c: what each fault does. */
/* A fault with an effect: it is told next. */
void audit_push_fault(struct audit *a, unsigned party, unsigned effect, const struct judgement *j, uint64_t b);
void audit_fault(struct audit *a, unsigned seat, const struct judgement *j);
bool audit_judge_seat(struct audit *a); /* REC_SEAT */
/* All seats said hello or never will: the offer, or the end of a match that did not start. */
void audit_check_hellos(struct audit *a);
bool audit_judge_void(struct audit *a); /* REC_VOID */
/* The record is the VOID of a match whose machine went down.  It may stand anywhere: what was due is forgotten. */
bool audit_says_lost(const struct record *rec);
void audit_forget_due(struct audit *a);
bool audit_judge_logged(struct audit *a);     /* REC_LOGGED */
bool audit_judge_reveal_now(struct audit *a); /* REC_REVEAL_NOW */
/* The offers of a match that was called off before them are told: so is why. */
void audit_go_on_void(struct audit *a);
bool audit_check_fault(struct audit *a, const struct step *s, const struct msg *m);

/* audit_rests.c: what rests on the arbiter's word. */
/* How much a signature of this party proves. */
enum audit_ground audit_key_ground(const struct audit *a, unsigned party);
void audit_rests_fault(struct audit *a, const struct step *s); /* a FAULT was told */
void audit_rests_game(struct audit *a, unsigned winner);       /* a GAME_END was told */
void audit_rests(struct audit *a);                             /* at the end: into the report */

/* audit_cutter.c: faults of who plays nothing.  Of a hand that ends those that waited are told; `over`: and the match
 * with it in any case. */
bool audit_cutter_lost(const struct audit *a, unsigned party);
void audit_cutter_fault(struct audit *a, unsigned party, const struct judgement *j);
void audit_cutters_settle(struct audit *a, bool over);

/* audit_take.c */
/* SIGNED for every signature of the last hand that was not passed on. */
void audit_push_signed(struct audit *a);

/* audit_judge.c: what came from the bots, judged; audit_take.c: and what it does. */
bool audit_judge_received(struct audit *a); /* REC_RECEIVED */

/* audit_take.c */
/* The judged messages act one after the other, each when what the one before it caused has been told. */
bool audit_take_on(struct audit *a);

#endif
