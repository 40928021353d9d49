/* foreign: the rules for other languages: plain functions over blocks of bytes, made for a foreign function interface such as
 * Python's ctypes (sdk/python/fiel/rules.py).  A C program uses rules/match.h and fiel.h themselves.
 *
 * A table is a block of fiel_table_size() bytes, aligned like a pointer, that its caller owns; to copy it is to copy its bytes.
 * Actions are codes (256 * kind + arg); dice are a uint64_t, started by fiel_dice. */
#ifndef FIEL_FOREIGN_H
#define FIEL_FOREIGN_H

#include "fiel.h"

enum {
    TABLE_VIEW = 4096,   /* room for a view's bytes */
    TABLE_REASON = 256,  /* room for a sentence */
    TABLE_CODES = 2048,  /* room for the actions of a variant */
};

size_t fiel_table_size(void);

/* Dice for n streams of a seed, stream 0 first, for one use: fiel_random_of of fiel.h. */
void fiel_dice(uint64_t *dice, size_t n, const char *use, uint64_t seed);

/* A table at 0-0 with no hand dealt.  -1 and a sentence: rules that nobody knows, or seats that do not fit them. */
int fiel_table_new(struct match *m, const char *rules, int seats, char why[TABLE_REASON]);

/* Shuffles and deals the next hand; a game that is over is followed by the next one at 0-0.  -1: a hand is being played. */
int fiel_table_deal(struct match *m, uint64_t *dice);

/* The seat that is to decide, -1 when the hand is over. */
int fiel_table_turn(const struct match *m);
/* What it may do: codes[0 .. the number that is returned), room for 160. */
int fiel_table_legal(const struct match *m, uint16_t codes[LEGAL_MAX]);
/* One decision of the seat on turn: 0, or the number of PROTOCOL.md section 9.2 and *m as it was. */
int fiel_table_apply(struct match *m, unsigned code);
const char *fiel_table_error(int number);

/* What a seat sees: the bytes of a REQUEST's view (PROTOCOL.md section 7).  Returns how many. */
size_t fiel_table_view(const struct match *m, int seat, uint8_t bytes[TABLE_VIEW]);
/* A whole table as it may be for who has this view (view_sample).  -1: it is no view of these rules. */
int fiel_table_sample(struct match *out, const char *rules, const uint8_t *view, size_t size, uint64_t *dice);
/* Any legal action for everybody until the hand is over. */
void fiel_table_playout(struct match *m, uint64_t *dice);

/* What everybody sees of the score: score[SCORERS_MAX], the scorer that each seat keeps it for in scorer[SEATS_MAX].  Returns 0
 * while the hand is open, 1 when it is over, 2 when its game is. */
int fiel_table_score(const struct match *m, uint16_t score[SCORERS_MAX], uint8_t scorer[SEATS_MAX]);

/* All actions that can ever be legal by these rules, in ascending order: an action's place in it is its id.  -1 and a sentence. */
int fiel_actions(const char *rules, uint16_t codes[TABLE_CODES], char why[TABLE_REASON]);

/* --- thousands of tables at once --- */

/* How many numbers fiel_batch writes of what one seat sees: every item of the view in the wire's order, none left out. */
size_t fiel_facts_count(const struct match *m);

/* What is told of every table; each array has `n` rows, any may be NULL. */
struct fiel_batch {
    struct match *tables;
    uint64_t *dice;           /* of each table, for its next hand */
    size_t n;
    const uint16_t *codes;    /* fiel_actions */
    size_t actions;
    int32_t *turn;            /* the seat that is to decide now */
    uint16_t *facts;          /* n x fiel_facts_count: what that seat sees; numbers above 65535 are 65535 */
    uint8_t *mask;            /* n x actions: 1 where an action is legal */
    float *reward;            /* n x seats: points that this step credited, a seat's against the others'; together 0 */
    uint8_t *done;            /* 0; 1 a hand ended and the next is dealt; 2 its game, too; 255 the action was not legal */
};

/* Begins a game at 0-0 at every table, deals its first hand and tells it. */
void fiel_batch_reset(const struct fiel_batch *b);
/* One decision at every table: `ids` are places in `codes`.  Returns how many were not legal: those tables stay as they are. */
size_t fiel_batch_step(const struct fiel_batch *b, const int32_t *ids);
/* One of the legal actions of every table, each as likely, into ids. */
void fiel_batch_choose(const struct fiel_batch *b, int32_t *ids, uint64_t *dice);

#endif
