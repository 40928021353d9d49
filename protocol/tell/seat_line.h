/* seat_line: what a seat knows, as a line of JSON (spec/LINES.md): one encoder for `fiel table`, `fiel play --lines` and the bridge of a bot that
 * plays by lines.  Nothing here can tell what the view does not hold. */
#ifndef FIEL_TELL_SEAT_LINE_H
#define FIEL_TELL_SEAT_LINE_H

#include "cli/json_out.h"
#include "rules/signs.h"

enum { LINES_VERSION = 1, SAID_MOST = 256, SAID_ROOM = 200 };

enum { PHASE_TEXT = 16 };
const char *phase_word(unsigned phase, char text[PHASE_TEXT]); /* "envido" */
/* A card by its name, "hidden" where nobody sees it, null where there is none. */
void out_card(struct json_out *j, const char *key, const struct open *o, card_t card);
/* Every public fact of a view by its name (rules/open.h), then "rules", "seat" and "known": the cards that the seat knows, by seat. */
void out_view(struct json_out *j, const char *key, const struct view *v);
/* What was said and done, each thing once and with its number, from 1 on; the newest SAID_MOST of them.  Zeros: nothing yet. */
struct sayings {
    uint32_t count; /* ever */
    char text[SAID_MOST][SAID_ROOM];
};
/* `o` is the table as it was.  What is silent is left out.  says: the same for a person, or NULL. */
void said_action(struct sayings *s, const struct open *o, unsigned seat, struct action a, unsigned value,
                 const char *says);
/* cards: of the seat that hears it, as they were dealt; CARD_NONE fills up. */
void said_hand(struct sayings *s, const struct open *o, unsigned hand, unsigned mano,
               const card_t cards[FIEL_HELD_MAX]);
void said_card(struct sayings *s, const struct open *o, unsigned seat, card_t card); /* that a seat shows at the end */
void said_sign(struct sayings *s, unsigned seat, struct sign sign,
               const char *called); /* `called`: as sign_text, or for a person */
void said_points(struct sayings *s, const uint16_t *before, const uint16_t *score,
                 unsigned scorers);                           /* their difference, and the second */
void said_game(struct sayings *s, unsigned game, int winner); /* -1: nobody's */
void said_late(struct sayings *s);

/* What a line tells of the match, beside the view. */
struct line_match {
    const char *const *names; /* of the seats */
    unsigned target, games;   /* points that win a game; games of the match */
    const uint32_t *won;      /* of them, by scorer */
};

/* What a line asks. */
struct line_asks {
    unsigned request;           /* from 1 */
    uint64_t ms, bank_ms;       /* how long an answer may take; what is left for the game */
    unsigned signs;             /* so many may go with it */
    const struct action *legal; /* NULL: nothing but to go on, by the word "go" */
    int n;
};

/* The first line that a program hears. */
void line_hello(FILE *to);
/* A line that begins so; out_end ends it. */
struct json_out line_begin(FILE *to, const char *event);
/* What is known of the match at its end, and what was said after the first `after`. */
void out_match(struct json_out *j, const struct line_match *m, const struct view *v);
void out_said(struct json_out *j, const struct sayings *s, uint32_t after);
/* A table; asks: NULL where it asks nothing.  What a page wants besides may follow; out_end ends it. */
struct json_out line_table(FILE *to, const struct line_match *m, const struct line_asks *asks, const struct view *v,
                           const struct sayings *s, uint32_t after);

#endif
