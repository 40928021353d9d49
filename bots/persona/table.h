/* table: what a person at the table knows, and how it looks. */
#ifndef PERSONA_TABLE_H
#define PERSONA_TABLE_H

#include "canvas.h"
#include "fiel.h"
#include "menu.h"
#include "tell/speech.h"

enum { HISTORY = 64, SAID_TEXT = 120, SCORER_TEXT = 8 * 64, SCORER_WIDE = 40 };

struct table {
    struct fiel_match match;
    bool asked, new_game; /* it is the person's turn; the next hand begins at nothing */
    struct view view;     /* as last asked, and what happened since */
    struct fiel_clock clock;
    int64_t asked_ms;                 /* when, by the monotonic clock */
    uint16_t score[FIEL_SCORERS_MAX]; /* at the hand's start */
    uint32_t won[FIEL_SCORERS_MAX];   /* games */
    unsigned scorers, game;
    struct said {
        char text[SAID_TEXT];
        uint8_t paint;
    } said[HISTORY];
    unsigned said_count; /* ever */
    /* Calls that wait for the other side's answer: truco, and a bet that goes before it.  When all who are asked have passed
     * it is refused, and nobody says so. */
    struct waiting {
        bool open, passed; /* one of those asked has */
        uint8_t seat;      /* whose call it is */
    } stake, bet;
    uint8_t last_kind, last_seat; /* of the newest action */
};

/* --- what happens (table.c) ---------------------------------------------------------------------- */

/* What a callback tells, taken down: a match, a deal, an action; and a line of one's own. */
void table_start(struct table *t, const struct fiel_match *m);
void table_deal(struct table *t, unsigned hand, unsigned mano, const card_t cards[FIEL_HELD_MAX]);
void table_acted(struct table *t, unsigned seat, struct action a, unsigned value, bool utf8);
/* What the person is asked with; it says, too, whether a bet was refused by passing. */
void table_asked(struct table *t, const struct view *v);
void table_say(struct table *t, unsigned paint, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The score after a hand, and who has gained what. */
void table_hand_end(struct table *t, const uint16_t *score);

/* "you", or the seat's name. */
const char *table_name(const struct table *t, unsigned seat);
/* Whose score it is: "you", "you, ana"; SCORER_TEXT bytes hold all of them. */
char *table_scorer(const struct table *t, unsigned scorer, char *out, size_t size);
/* The same cut to SCORER_WIDE columns, for a line in which more is said. */
char *table_scorer_short(const struct table *t, unsigned scorer, char out[SCORER_TEXT]);
/* Who took a trick: a side, FIEL_TIE, or FIEL_NOBODY; as the last view says it, and of the trick that ended the hand as the cards do. */
unsigned table_taken(const struct table *t, unsigned trick);
/* Seconds of this game left to the person. */
long table_seconds(const struct table *t);

/* --- words (words.c) ------------------------------------------------------------------------------- */

enum { STEP = 24 };
/* As it is said at the table: "¡real envido!", "quiero", "me voy al mazo", "7e face down". */
char *speech(const struct open *o, struct action a, bool utf8, char out[SPEECH]);
/* What a partner who makes this sign is seen to do: "winks". */
/* What a step of the ladder is worth: "3", "the game". */
char *step_worth(const struct open *o, unsigned step, char out[STEP]);
/* What the open call pays: "2 if accepted, 1 if not"; "" when none is open. */
char *call_worth(const struct open *o, char *out, size_t size);

/* --- a card (card.c) -------------------------------------------------------------------------------- */

enum { CARD_WIDE = 8, CARD_HIGH = 4, CARD_SAID = 8 };
/* "7e", "Q♠"; without UTF-8 "QS". */
char *card_said(const struct open *o, card_t card, bool utf8, char out[CARD_SAID]);
/* A picture of so many columns and rows; `key` (or 0) stands in its lower edge.  A card face down has a pattern, CARD_NONE is an
 * empty place. */
void card_put(struct canvas *c, const struct open *o, int row, int column, card_t card, char key);
/* "[7e]"; the column after it. */
int card_put_small(struct canvas *c, const struct open *o, int row, int column, card_t card);
/* "pieza", "manilha": what stands above all other cards is called; NULL for others. */
const char *card_special(const struct open *o, card_t card);

/* --- how it looks (draw.c) ------------------------------------------------------------------------- */

/* The whole page: the table, the menu (NULL: it is another's turn) and what is asked at its end. */
void draw_table(struct canvas *c, const struct table *t, const struct menu *m, const char *question);

#endif
