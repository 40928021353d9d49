/* foreign: the rules for other languages: plain functions over blocks of bytes, made for a foreign function interface such as
 * Python's ctypes (sdk/python/fiel/rules.py).  A C program uses rules/position.h and fiel.h themselves.
 *
 * A table is a block of fiel_table_size() bytes, aligned like a pointer, that its caller owns; to copy it is to copy its bytes.
 * Actions are codes (256 * kind + arg); dice are a uint64_t, started by fiel_dice. */
#ifndef FIEL_FOREIGN_H
#define FIEL_FOREIGN_H

#include "fiel.h"

enum {
    TABLE_VIEW = 4096,  /* room for a view's bytes */
    TABLE_REASON = 256, /* room for a sentence */
    TABLE_CODES = 2048, /* room for the actions of a variant */
};

/* Bytes of one table, for callers that keep them in memory of their own. */
size_t fiel_table_size(void);

/* Dice for n streams of a seed, stream 0 first, for one use: fiel_random_of of fiel.h. */
void fiel_dice(uint64_t *dice, size_t n, const char *use, uint64_t seed);

/* A table at 0-0 with no hand dealt.  -1 and a sentence: rules that nobody knows, or seats that do not fit them. */
int fiel_table_new(struct position *pos, const char *rules, int seats, char why[TABLE_REASON]);

/* Shuffles and deals the next hand; a game that is over is followed by the next one at 0-0.  -1: a hand is being played. */
int fiel_table_deal(struct position *pos, uint64_t *dice);

/* Deals these cards as the next hand, four places for each of eight seats, CARD_NONE fills up: position_deal.  -1 and a sentence: a
 * hand is being played, or the cards make no deal. */
int fiel_table_deal_cards(struct position *pos, int mano, const card_t cards[FIEL_SEATS_MAX * FIEL_HELD_MAX],
                          unsigned vira, char why[TABLE_REASON]);

/* The four places of what a seat was dealt, all open. */
void fiel_table_dealt(const struct position *pos, int seat, card_t cards[FIEL_HELD_MAX]);
/* Whether a card is in the pack; of CARD_NONE: whether one is turned after the deal. */
bool fiel_table_has_card(const struct position *pos, unsigned card);
/* The seat that is dealt four cards in the hand that comes next, -1 nobody; `mano` counts in the first hand alone. */
int fiel_table_gallo(const struct position *pos, int mano);

/* The seat that is to decide, -1 when the hand is over. */
int fiel_table_turn(const struct position *pos);
/* What it may do: codes[0 .. the number that is returned), room for 160. */
int fiel_table_legal(const struct position *pos, uint16_t codes[FIEL_LEGAL_MAX]);
/* One decision of the seat on turn: 0, or a `refused` number of errors.schema.json and *pos as it was. */
int fiel_table_apply(struct position *pos, unsigned code);
const char *fiel_table_error(int number);

/* What a seat sees: the bytes of a REQUEST's view (CLIENT.md section 7).  Returns how many. */
size_t fiel_table_view(const struct position *pos, int seat, uint8_t bytes[TABLE_VIEW]);
/* A whole table as it may be for who has this view (view_sample).  -1: it is no view of these rules. */
int fiel_table_sample(struct position *out, const char *rules, const uint8_t *view, size_t size, uint64_t *dice);
/* Any legal action for everybody until the hand is over. */
void fiel_table_playout(struct position *pos, uint64_t *dice);

/* What everybody sees of the score: score[FIEL_SCORERS_MAX], the scorer that each seat keeps it for in scorer[FIEL_SEATS_MAX].  Returns 0
 * while the hand is open, 1 when it is over, 2 when its game is. */
int fiel_table_score(const struct position *pos, uint16_t score[FIEL_SCORERS_MAX], uint8_t scorer[FIEL_SEATS_MAX]);

/* All actions that can ever be legal by these rules, in ascending order: an action's place in it is its id.  -1 and a sentence. */
int fiel_actions(const char *rules, uint16_t codes[TABLE_CODES], char why[TABLE_REASON]);

/* --- what a seat sees, as a row of numbers with names: docs/training.md --- */

/* How many numbers, each 0 to 255, a row has at this table. */
size_t fiel_row_width(const struct position *pos);
/* What a seat sees now, row[0 .. fiel_row_width). */
void fiel_row(const struct position *pos, int seat, uint8_t *row);
/* The very same row from the bytes of a REQUEST's view.  Returns its width; -1: it is no view of these rules, or `room` is too
 * small, and `row` is as it was. */
int fiel_row_of_view(const char *rules, const uint8_t *view, size_t size, uint8_t *row, size_t room);
/* The columns' names, each followed by a line feed, no more than `size` bytes of them.  Returns how long they are together. */
size_t fiel_row_names(const struct position *pos, char *text, size_t size);

/* --- thousands of tables at once --- */

enum {
    FIEL_CALLER = 0,                 /* a seat whose decisions are the caller's */
    FIEL_THREADS = 64,               /* more are not started */
    FIEL_LEGAL = 1 + FIEL_LEGAL_MAX, /* room for the ids of what is legal at a table */
};

/* The number of a bundled bot that can sit at a batch's tables, such as cauto; -1: there is none of this name. */
int fiel_player(const char *name);

struct player_memory; /* players.h */

/* The tables, and what is told of each; every array has `n` rows, any but the first two and `codes` may be NULL.  What is done at a
 * table follows from its own row alone, so any number of threads writes the same bytes. */
struct fiel_batch {
    struct position *tables;
    uint64_t *dice; /* of each table, for its next hand */
    size_t n;
    const uint16_t *codes; /* fiel_actions */
    size_t actions;
    int32_t *turn; /* the seat that is to decide now; -1 at a table that waits at an end */
    uint8_t *rows; /* n x fiel_row_width: what that seat sees */
    uint8_t *mask; /* n x actions: 1 where an action is legal */
    float *reward; /* n x seats: points that this step credited, a seat's against the others'; together 0 */
    uint8_t *done; /* 0; 1 a hand ended and the next is dealt; 2 its game, too; 255 the action was not legal */
    const uint8_t
        *players; /* n x seats: who decides, FIEL_CALLER or fiel_player; NULL: the caller everywhere.  Somebody at each
                               * table must be the caller.  The others decide inside of a step; what the hands bring that begin in
                               * that step, before a seat of the caller is asked, is paid to nobody */
    uint64_t *minds;                /* dice of the players of each table; with `players` */
    struct player_memory *memories; /* n x seats of eight bytes: what each keeps from hand to hand; with `players` */
    uint16_t *legal; /* n x FIEL_LEGAL: how many actions are legal, then their ids: what fiel_batch_choose draws from */
    uint8_t *ended;  /* n x fiel_row_width: the end of a hand, as the seat sees it that decided in this step; where none
                               * ended the row stays as it is */
    uint8_t by_game; /* rewards are of games: 1 for who wins it, at its end */
    uint8_t waits;   /* 0: the next hand is dealt at once; 1: a table at the end of a hand waits, nobody on turn, for
                               * fiel_batch_reset; 2: at the end of a game */
    uint16_t threads;                /* that share the work, 0 as 1 */
    uint16_t first[ACTION_LAST + 1]; /* of fiel_batch_reset: where a kind's actions begin */
};

/* Begins a game at 0-0 at every table, deals its first hand and tells it.  Comes before any step. */
void fiel_batch_reset(struct fiel_batch *b);
/* One decision at every table: `ids` are places in `codes`.  Returns how many were not legal: those tables stay as they are. */
size_t fiel_batch_step(const struct fiel_batch *b, const int32_t *ids);
/* One of the legal actions of every table, each as likely, into ids; -1 where nobody is on turn.  Takes one draw of the dice. */
void fiel_batch_choose(const struct fiel_batch *b, int32_t *ids, uint64_t *dice);

#endif
