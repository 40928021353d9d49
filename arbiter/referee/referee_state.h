/* referee_state: what the files of the referee share: its one struct and who offers what to whom.
 *
 *   referee.c       life, what the supervisor says, deadlines
 *   referee_in.c    what a seat sent: judged, recorded, then acted upon
 *   referee_judge.c what one message is worth
 *   referee_open.c  HELLO, OFFER, JOIN, OPEN
 *   referee_deal.c  SEAL, CUT, DEAL
 *   referee_turn.c  REQUEST, ANSWER, ACT, REFUSED
 *   referee_sign.c  SIGN, and the round of signs after the deal
 *   referee_end.c   the end of a hand, a game, the match
 *   referee_fault.c faults, and what they bring about
 *   referee_pause.c time that is nobody's
 *   referee_back.c  bots and seats that went and came back
 *   referee_cutter.c parties that play nothing
 *   referee_twin.c  the second leg of a pair
 *   referee_round.c what is due, and what leaves together
 *   outbox.c        messages on their way, chains, record
 *   outbox_again.c  what a bot that came back is told once more */
#ifndef FIEL_REFEREE_STATE_H
#define FIEL_REFEREE_STATE_H

#include "base/clock.h"
#include "faults.h"
#include "record/deal.h"
#include "record/transcript.h"
#include "referee.h"

enum {
    SEALED_AT_ONCE = 16,    /* hands whose commitments share one signature */
    HELLOS_MOST = 64,       /* a bot that comes back more often is playing with us, */
    HELLOS_PER_HAND = 2,    /* but a long match sees many a line break, */
    REPEATS_PER_HELLO = 4,  /* and one that repeats itself more often would fill the record */
    EVENTS_MOST = 1024,     /* connections of a bot that are recorded */
    IDLE_MOST = 2048,       /* frames without effect that a seat process may send at once, and */
    IDLE_EVERY_US = 10000,  /* one more each time so much has passed; it has its own bound below (SEAT_CHANGES) */
    ENVELOPE_HEAD = 12,     /* longest [number, message...] header: array16, uint64 */
    ENVELOPE_MESSAGES = 16, /* of one table, as they were told at first or are told again */
};
#define ENGINE_TEXT "fiel " FIEL_VERSION
#define HANG_US INT64_C(1000000) /* twice so long after its deadline a silent seat does not run */
#define PROGRESS_US INT64_C(100000)

/* TOLD: the result is told, the record waits for the twin to end. */
enum stage { STAGE_HELLO, STAGE_JOIN, STAGE_OPEN, STAGE_TOLD, STAGE_OVER };
/* CUT: the next hand waits for its cuts; LAST: no hand follows the one that is over. */
enum table_stage { TABLE_CLOSED, TABLE_CUT, TABLE_PLAY, TABLE_LAST };

/* What a seat owes us, and since when. */
enum owes { OWES_NOTHING, OWES_JOIN, OWES_HAND /* signature, cut or both */, OWES_ANSWER };
struct wait {
    enum owes what;
    uint32_t ticket;       /* of the last envelope that asked for it */
    uint32_t first_ticket; /* of the first: its `left` is when the clock started */
    int64_t budget_us;
    int64_t sent_us;       /* when the first was handed to the seat process */
    int64_t not_before_us; /* the tick at which it can leave that process */
    int64_t left_us;       /* when it did; -1: not yet told */
    int64_t frozen_us;     /* the clock stands still since then; -1: it runs */
    int64_t watch_us;      /* no report by then: */
    bool watched;          /* at the first look it may be the machine that stood still */
};

/* What a party owes at a table, or for all. */
struct due {
    enum owes what;
    int64_t asked_us; /* when the envelope that asks for it left; -1: it has not left yet */
    int64_t budget_us;
    bool newest; /* it is asked for in the newest envelope that asks for anything */
};
enum { NOT_ASKED = -1 };
#define NO_TICKET UINT32_MAX

/* Messages made but not yet sent: they leave in one envelope. */
struct outbox {
    uint64_t first; /* number of the first message here: those before it left, or had nobody to be told to */
    unsigned count; /* messages in `bytes` */
    unsigned items; /* values of those messages, for the array's header */
    size_t size;    /* bytes of those messages, which stand behind ENVELOPE_HEAD */
    uint8_t bytes[ENVELOPE_MAX];
};

/* One that waits: before there is an offer, or a cutter's while a hand is played. */
struct early_fault {
    enum fault fault;
    uint64_t a, b;
};

struct chair {
    /* who sits here */
    bool said_hello, joined;
    bool bound; /* `key` was known before its first HELLO */
    uint8_t key[KEY_PUBLIC];
    char name[NAME_TEXT];
    unsigned hellos, repeats, events;
    struct early_fault early; /* nothing that comes after it counts */
    bool early_told;          /* a cutter's: FAULT is out */
    /* its process */
    unsigned deaths;
    int64_t idle_us;         /* until then its frames without effect are spread, at one in IDLE_EVERY_US */
    bool absent;             /* its seat process died and the bot has not said hello since */
    int64_t absent_until_us; /* so long the clock stands still for it */
    int64_t start_us;        /* since when its HELLO is waited for */
    /* its time */
    int64_t paid_us;   /* when the last envelope came that was paid for */
    int64_t paused_us; /* the end of its last pause */
    int64_t duty_us;   /* its bank for CUT and HAND_SIGN, of the whole match */
    /* what it is told */
    uint8_t view_key[HASH];
    struct chain view;
    struct outbox out;
    uint64_t sent;          /* so many messages have left to it */
    struct chain view_mark; /* with the two numbers: outbox_mark */
    unsigned count_mark, items_mark;
    size_t size_mark;
    struct wait wait; /* for JOIN; then the earliest of what is due, for the seat process */
    struct due *due;  /* at each table */
    struct due signs; /* the signature of HANDS_END */
    unsigned answers; /* so many of what is due at the tables are answers */
    uint32_t *asked;  /* tables that are to ask it when it owes no answer any more, in that order */
    unsigned asked_count;
    bool prompted; /* something waits to leave that the party has to answer */
    bool urgent;   /* what waits leaves although the party owes answers */
    /* signatures */
    uint8_t join_view[HASH], join_signature[SIGNATURE];
    uint8_t signature[SIGNATURE];
    uint32_t signed_hand; /* `hands` of the last HANDS_END whose HAND_SIGN came */
    uint32_t passed_hand; /* `hands` of the last HAND_SIGN that was passed on as SIGNED */
    /* decisions */
    struct fault_counts faults;
    struct control_seat_stats stats;
};

/* One party at one table. */
struct place {
    /* cuts */
    uint8_t anchor[HASH];
    uint8_t x[HASH]; /* the last cut that came; the anchor before the first */
    uint32_t x_hand; /* its hand */
    /* decisions */
    uint32_t request;            /* number of the last REQUEST */
    uint32_t illegal;            /* actions in this game */
    uint32_t crossed;            /* closed by another seat's fault, or the last one made before the last HELLO: more
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
    /* What is dealt, is dealt with the primary's M and cuts in the second leg of a pair. */
    uint8_t deal_id[HASH];                 /* M of the deal: id, or the primary's */
    struct pack packs[2 * SEALED_AT_ONCE]; /* those that are sealed, and those to come */
    uint32_t sealed_to, packed_to;
    uint8_t sigma[CARDS], cut[HASH]; /* Z */
    bool signing;                    /* the round of signs is open */
    struct match match;
    struct match next; /* after the answer that is being taken */
    uint32_t hand;     /* last hand dealt */
    bool hand_open, game_open;
    bool game_ended;                    /* a game ended here since the last HANDS_END */
    uint64_t answered;                  /* the envelope in which an answer was accepted last, */
    unsigned asks, listed;              /* bit per seat that is to be asked; in whose `asked` this table stands */
    uint16_t score_before[SCORERS_MAX]; /* at this hand's start */
    struct place place[PARTIES_MAX];
};

struct referee {
    struct referee_config config;
    struct referee_ports ports;
    struct rules rules;
    struct clock_rule clock;
    enum stage stage;
    int64_t now;
    int64_t progress_us, first_deal_us;
    int journal_error; /* errno of the first write that failed: nothing is recorded after it */
    bool unrecorded;   /* the void result of such a match leaves without a record */
    bool sync_due;     /* the record is on the disk before anything more leaves */

    uint8_t seed[HASH], nonce[HASH], match_id[HASH];
    uint8_t offer[OFFER_MAX + TWIN_MAX];
    size_t offer_size;
    uint8_t checkpoint[HASH];           /* hash of the log's checkpoint in OPEN's proof; zero when not logged */
    struct chain open_chain, open_mark; /* P */
    uint8_t twin[TWIN_MAX];
    size_t twin_size;           /* 0: no second leg */
    uint8_t (*twin_cuts)[HASH]; /* x[h] of each party, row upon row, table upon table; NULL: no second leg */

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
    bool stopped;       /* a cutter is lost whose cuts were still needed */

    struct result result;
    struct told_result told; /* RESULT as it was signed */
    struct control_result report;
    uint32_t ticket;
    unsigned parties; /* seats, then cutters: who sits in a chair */
    struct chair chair[PARTIES_MAX];

    struct packer packer;
    uint8_t scratch[ENVELOPE_MAX];                /* the message being packed */
    uint8_t resend[ENVELOPE_HEAD + ENVELOPE_MAX]; /* an envelope put together again */
    uint8_t received[32 + ENVELOPE_MAX];          /* REC_RECEIVED being put together */
};

static inline const struct pack *hand_pack(const struct table *t, uint32_t hand)
{
    return &t->packs[hand % (2 * SEALED_AT_ONCE)];
}
/* A cutter whose fault is known: nothing more is wanted of it. */
static inline bool cutter_lost(const struct referee *r, unsigned party)
{
    return party >= r->config.seats && r->stage > STAGE_HELLO && r->chair[party].early.fault != FAULT_NONE;
}
static inline unsigned hellos_most(const struct referee *r) { return HELLOS_MOST + HELLOS_PER_HAND * r->hands; }
static inline unsigned repeats_most(const struct referee *r) { return REPEATS_PER_HELLO * hellos_most(r) * r->tables; }
static inline int64_t at_least(int64_t a, int64_t b) { return a > b ? a : b; }

/* What a party owes at a table, and that it does no more. */
static inline enum owes owed(const struct referee *r, const struct table *t, unsigned party)
{
    return r->chair[party].due[t->number].what;
}
static inline void paid(struct referee *r, struct table *t, unsigned party)
{
    struct chair *c = &r->chair[party];
    c->answers -= c->due[t->number].what == OWES_ANSWER;
    c->due[t->number].what = OWES_NOTHING;
}

/* outbox.c.  A message is packed between outbox_pack and one of the next three; each of them links the
 * chains, appends to the record and puts the bytes where they wait to leave. */
struct packer *outbox_pack(struct referee *r);
void outbox_public(struct referee *r, enum message_type type);
void outbox_private(struct referee *r, unsigned seat, enum message_type type);
void outbox_offer(struct referee *r, unsigned seat); /* in no chain */
/* Sends everything that waits for all, and lets their wait begin (OWES_NOTHING: none). */
void outbox_flush_all(struct referee *r, enum owes what); /* each with the time that it has for that */
/* Sends what waits without touching the seat's clock: the open wait goes on. */
void outbox_flush_within(struct referee *r, unsigned seat);

/* outbox_again.c */
/* Messages from..sent-1 once more, byte for byte; the open wait goes on.  What waits for the seat's turn goes on
 * waiting: a HELLO is no way to look at how far the others are. */
void outbox_again(struct referee *r, unsigned seat, uint64_t from);

/* outbox.c */
/* Ends the seat processes. */
void outbox_close(struct referee *r);
/* Everything made since the mark was never made, as long as none of it has left. */
void outbox_mark(struct referee *r);
void outbox_back_to_mark(struct referee *r);
/* The seat's clock stood still and runs again, with or without the bot. */
void outbox_unfreeze(struct referee *r, unsigned seat);
/* What a party has for a CUT and a HAND_SIGN that are asked for now, without what it has for answers. */
int64_t outbox_duty_budget(const struct referee *r, unsigned party);

/* outbox_again.c */
/* V_i after the seat's first `have` >= 1 messages, from the record.  False when the record cannot be read. */
bool outbox_head_after(struct referee *r, unsigned seat, uint64_t have, uint8_t head[HASH]);

/* outbox.c */
/* One arbiter-only record; after a failure nothing is written any more. */
void outbox_record(struct referee *r, unsigned type, unsigned visibility, const void *payload, size_t size);
/* What was recorded is with the kernel, and on the disk where `sync_due` asks for that.  False: nothing may leave. */
bool outbox_record_holds(struct referee *r);
void outbox_record_silence(struct referee *r, unsigned seat, enum fault f, int64_t left, int64_t came);
void outbox_record_event(struct referee *r, unsigned seat, enum seat_event event, uint32_t detail);

/* referee_open.c: before the first card */
bool open_record_header(struct referee *r); /* what the match is; false: the record takes nothing */
void open_make_offer(struct referee *r);    /* to every seat; from here on there are chains */
void open_check_hellos(struct referee *r);  /* all said hello: OFFER; one never will: the end */
void open_check_joins(struct referee *r);   /* all joined: OPEN and the first SEAL */
void open_early_fault(struct referee *r, unsigned seat, enum fault f, uint64_t a, uint64_t b);
void open_start_limit(struct referee *r);

/* referee_deal.c */
/* The hand that a cut is owed for now, 0 none: the next one, or of a first leg's last hand T. */
uint32_t dealing_cut_due(const struct referee *r, const struct table *t);
void dealing_seal(struct referee *r, struct table *t);            /* commitments of the next hands, when none is left */
bool dealing_due(const struct referee *r, const struct table *t); /* a hand follows, and all its cuts are there */
void dealing_deal(struct referee *r, struct table *t);            /* DEAL, CARDS and what the rules do then */
void dealing_pass_signatures(struct referee *r);                  /* SIGNED, of the seats whose signature came */
unsigned dealing_slot(const struct referee *r, const struct table *t, unsigned seat,
                      card_t card); /* of a card dealt to the seat */

/* referee_sign.c */
void signs_ask_all(struct referee *r, struct table *t); /* the round: every seat at once */
void signs_keep(struct table *t, unsigned seat, const uint16_t *codes, unsigned count);
void signs_tell(struct referee *r, struct table *t, unsigned seat); /* those that it keeps, to whoever sees them */
void signs_when_all_came(struct referee *r,
                         struct table *t); /* all answered in the round: told in seat order, and on it goes */
void signs_cut_short(struct referee *r, struct table *t); /* the hand ends in its round of signs, by a fault */

/* referee_turn.c */
/* REQUEST alone, without sending it. */
void turn_request(struct referee *r, struct table *t, unsigned seat, const struct view *view, int64_t budget);
void turn_go_on(struct referee *r, struct table *t); /* asks whoever is to decide, or ends the hand */
void turn_news(struct referee *r, struct table *t);  /* ACT of what the rules did by themselves */
void turn_act(struct referee *r, struct table *t, unsigned seat, struct action a); /* commits r->next */
void turn_refuse(struct referee *r, struct table *t, unsigned seat, enum rule_error e);
void turn_default_action(struct referee *r, struct table *t, unsigned seat);

/* referee_end.c */
uint32_t ending_games_done(const struct referee *r);
bool ending_hand_follows(const struct referee *r, const struct table *t); /* after the one that is in play or over */
/* GAME_END: won by the rules or a fault, or broken off. */
void ending_game(struct referee *r, struct table *t, enum end_reason reason, unsigned fault_seat);
void ending_hand(struct referee *r, struct table *t, enum end_reason reason, unsigned fault_seat);
/* Where the match stands, to the supervisor, at most so often.  The first one says that play began. */
void ending_progress(struct referee *r, struct table *t);
void ending_match(struct referee *r); /* all hands are played and signed */
/* The game that is open ends with the match, and so does the hand. */
void ending_cut_short(struct referee *r, enum end_reason reason, unsigned fault_seat);
/* RESULT and REVEAL to all, the trailer, the report; the last two wait where a twin follows.  When the record
 * takes no more, nothing has left and all is as it was before: ending_void comes next. */
void ending_finish(struct referee *r);
/* Where REVEAL was put off: into the record with it, and the record is closed. */
void ending_reveal(struct referee *r);

/* referee_fault.c */
/* A fault of a bot: counted, told, and its effect brought about.  a, b as in FAULTS; b of ILLEGAL and
 * UNASKED is the count. */
void ending_fault(struct referee *r, struct table *t, unsigned seat, enum fault f, uint64_t a, uint64_t b);
/* The faults that waited for the OFFER: the scorer without one wins; none or two of them, nobody. */
void ending_unstarted(struct referee *r);
/* The arbiter itself cannot go on: the match is void. */
void ending_void(struct referee *r, enum arbiter_code code);
/* The same by the word of somebody else (CANCELLED) or of the machine: an input, and recorded as one. */
void ending_called_off(struct referee *r, enum arbiter_code code);
/* After another boot: VOID and RESULT, behind the OFFERs where there were none, and nothing else; it counts nothing. */
void ending_lost(struct referee *r);

/* A fault with its effect, in its three places: the supervisor and the counts; FAULT to all; what RESULT will say. */
void fault_notify(struct referee *r, struct table *t, unsigned party, enum fault f, enum fault_effect effect,
                  uint64_t a, uint64_t b);
void fault_tell(struct referee *r, struct table *t, unsigned party, enum fault f, enum fault_effect effect, uint64_t a,
                uint64_t b);
void fault_result(struct referee *r, enum end_reason outcome, unsigned winner, unsigned party, enum fault f, uint64_t a,
                  uint64_t b);

/* referee_cutter.c */
void cutter_fault(struct referee *r, struct table *t, unsigned party, enum fault f, uint64_t a, uint64_t b);
/* The hand ends, and so its open game if `reason` says so: the faults that waited are told.  `over`: the match is
 * over in any case. */
void cutters_settle(struct referee *r, struct table *t, bool over);

/* referee_back.c */
bool back_hello_holds(struct referee *r, unsigned seat, const struct seat_message *m);
void back_hello(struct referee *r, unsigned seat, const struct seat_message *m);
void back_gone(struct referee *r, unsigned seat); /* the seat process is lost: the clock stands still */
/* A clock that stood still for the start limit runs again with nobody there.  It is asked before anything else is done to that
 * clock: the tick that finds it may come later, and in a record that is gone on with there is none. */
void back_awake(struct referee *r, unsigned seat);

/* referee_round.c: what one input causes at all tables leaves when it is through. */
void round_ask(struct referee *r, struct table *t,
               unsigned seat);                           /* at this table, as soon as the seat owes no answer */
void round_owe_cuts(struct referee *r, struct table *t); /* a hand of the table is over, or none was dealt yet */
void round_sign(struct referee *r);                      /* HANDS_END, when hands ended since the last one */
void round_end(struct referee *r);                       /* nothing where there is one table */
/* When the referee looks after a seat process that says nothing; false: not yet, it has time. */
bool round_watch(struct referee *r, unsigned party);
/* Sends what waits for this party, and lets the seat process wait for the rest of what it owes. */
void round_send(struct referee *r, unsigned party);
void round_unfreeze(struct referee *r, unsigned party);
/* The moment of a party's clock, before it stood still, that is put off to `us` now. */
int64_t round_take_back(const struct referee *r, const struct chair *c, int64_t us);
void round_left(struct referee *r, struct chair *c, int64_t left_us); /* its newest asking envelope left then */
bool round_owes(const struct referee *r, unsigned party);             /* anything at all */

/* referee_twin.c */
void twin_take_cuts(struct referee *r, struct table *t); /* x of the hand to be dealt, of all parties */

/* referee.c */
/* The frame with everything zero but its kind and seat. */
struct control_frame control_of(enum control_kind kind, unsigned seat);
static inline void tell_supervisor(struct referee *r, const struct control_frame *f)
{
    r->ports.notify(r->ports.ctx, f);
}

#endif
