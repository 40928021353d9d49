/* tell: a match told from its replay, chapter by chapter.
 *
 * Telling is no proof: it takes the arbiter's word for everything and only plays the rules along, so that it
 * can say what lay on the table.  It ends where the file ends, or where the story makes no sense. */
#ifndef FIEL_TELL_H
#define FIEL_TELL_H

#include <stdio.h>

#include "record/deal.h"
#include "record/replay.h"
#include "rules/position.h"
#include "tell/fault.h"
#include "wire/codec.h"

enum tell_kind {
    TELL_ACT,     /* an action that a seat chose */
    TELL_NEWS,    /* one that the rules brought about */
    TELL_TRICK,   /* a trick is over */
    TELL_DUEL,    /* pico a pico: a duel begins; seat: its mano, value: bit per seat that plays it */
    TELL_REFUSED, /* an illegal action */
    TELL_IGNORED, /* an answer that nobody asked for */
    TELL_FAULT,
    TELL_PROTEST, /* a bot stops; text */
    TELL_BACK,    /* a bot comes back; value: how many messages it has */
    TELL_SEAT,    /* enum seat_event in value, a: its detail */
    TELL_SHOW,    /* cards shown at the end of the hand; mask in value */
    TELL_HAND_END,
    TELL_GAME_END,
    TELL_RESULT,
    TELL_SIGN, /* a sign; its code in value, a bit per seat that saw it in a */
};

enum { TELL_WORDS = 64 };
struct tell_line {
    enum tell_kind kind;
    uint8_t seat;           /* whose; FIEL_NOBODY; TRICK: who played the card that took it */
    struct action action;   /* ACT, NEWS, REFUSED; a card played face down is known by its dealing */
    char words[TELL_WORDS]; /* ACT, NEWS, REFUSED: as `fiel table` says it; PROTEST: the bot's text */
    uint16_t value;
    bool timed;
    uint64_t used_us, bank_us; /* of the decision; the bank before it */
    uint64_t us;               /* when, by the arbiter's clock */
    uint8_t fault, effect;
    uint64_t a, b; /* of the fault */
    uint8_t winner, trick, reason;
    uint16_t score[FIEL_SCORERS_MAX];
    uint32_t number;     /* of the game, the request */
    const uint8_t *note; /* ACT: what its bot thought, in the file, as its NOTE has it; not cleaned */
    size_t note_size;    /* 0: there is none */
};

/* A hand with all that happened until the next one; chapter 0 is what happened before the first. */
struct tell_chapter {
    uint32_t hand, game; /* 0 in chapter 0 */
    unsigned seats, mano;
    uint16_t score[FIEL_SCORERS_MAX]; /* at its start */
    card_t dealt[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    uint8_t seen[FIEL_SEATS_MAX]; /* bit per dealt card: it lay face up or was shown */
    card_t vira;
    uint64_t bank_us[FIEL_SEATS_MAX]; /* as far as known at its start */
    uint8_t points[4][2];             /* envido, flor, truco, bonus, at its end */
    bool over;                        /* HAND_END came */
    struct tell_line *lines;
    size_t count, room;
};

struct teller {
    struct replay file;
    struct record rec;
    uint64_t number; /* of the record, from 1 */
    uint32_t table;  /* the one that is told, of several */
    const char *why; /* NULL, or why the story stops before its end */
    bool damaged;    /* the story stops although this is no file that merely goes on */
    bool has_offer, has_result, has_seed;
    uint64_t began_us;
    struct offer offer; /* of a blind match with the names that the HEADER has and the players were not told */
    char player[FIEL_SEATS_MAX][NAME_TEXT]; /* as the HEADER names them; "" not */
    struct result result;
    struct position position;
    unsigned news; /* ACTs that come next are the rules' own */
    uint8_t slot[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    card_t vira; /* CARD_NONE where none is turned */
    unsigned cards_told;
    uint64_t used_us[PARTIES_MAX], bank_us[FIEL_SEATS_MAX];
    bool timed[PARTIES_MAX];
    struct action refused[PARTIES_MAX];
    const uint8_t *note[PARTIES_MAX]; /* of the answer that came last; NULL where it has none */
    size_t note_size[PARTIES_MAX];
    bool noted[PARTIES_MAX];          /* NOTE says that it was taken */
    unsigned dropped[FIEL_SEATS_MAX]; /* notes that were not, for they were over the limit */
    uint32_t deal_mano;
    bool pending; /* rec is the DEAL of the next chapter */
    struct tell_chapter chapter;
    /* NULL, or who wants to see every decision as it is made: the table before it, with the cards, and the action as it
     * was chosen; `line` is what is told of it. */
    void (*decided)(void *user, const struct position *before, struct action a, const struct tell_line *line);
    void *user;
};

/* Begins the story of a file in memory: of table 0, or of the one that is put into t->table behind it.  Tables that are played one after
 * the other, the games of a leg, are one story. */
void tell_start(struct teller *t, const void *bytes, size_t size);
/* The next chapter into t->chapter; false when there is none.  Chapter 0 is always there. */
bool tell_next(struct teller *t);
void tell_end(struct teller *t);

/* Who plays a blind match: what a HEADER says is kept, and put into the offer once that was read.  Other records are nothing. */
void tell_header(struct teller *t, const struct record *rec);
void tell_players(struct teller *t);

/* How it is printed for a person, in the language that is spoken: tell_text.c, and tell_hand.c for a chapter.  Without UTF-8
 * letters stand without their accents. */
struct tell_style {
    FILE *out;
    bool colour, utf8;
};
/* The story for people, by chapters: what it begins with, one chapter, what it ends with. */
void tell_text_head(const struct tell_style *s, const struct teller *t);
void tell_text_chapter(const struct tell_style *s, const struct teller *t);
void tell_text_tail(const struct tell_style *s, const struct teller *t);
/* A clause of what an auditor adds, in the language that is spoken, as a line. */
void tell_text_added(const struct tell_style *s, const char *clause);

/* The same as JSON, one object a line.  Its "says" and "text" are in the language that is spoken. */
void tell_json_head(FILE *out, const struct teller *t);
void tell_json_chapter(FILE *out, const struct teller *t);
void tell_json_tail(FILE *out, const struct teller *t);

/* What one party was sent, envelope by envelope: a seat, or a cutter behind the seats. */
enum tell_seat_form { SEAT_HEX, SEAT_RAW, SEAT_JSON };
/* -1 when the file has no such seat, or says that it was sent what was never made; -2 without memory. */
int tell_seat(FILE *out, const void *bytes, size_t size, unsigned seat, enum tell_seat_form form);

/* --- tell_style.c: words and widths ------------------------------------------------------------- */

/* Copies a text a bot wrote so that it can do nothing to a terminal: one line, no control characters, cut to
 * `columns` characters. */
char *tell_clean(char *out, size_t cap, const char *text, bool utf8, size_t columns);
/* The note of a line, cleaned like that; "" where there is none. */
enum { TELL_NOTE = NOTE_MOST + 1 };
char *tell_note(char out[TELL_NOTE], const struct tell_line *line, bool utf8);
/* How many columns a text takes. */
size_t tell_columns(const char *text);
/* The name of a seat, cleaned, at most `columns` wide; "cauto 0" and "cauto 1" when both are called cauto. */
char *tell_name(char *out, size_t cap, const struct teller *t, unsigned seat, bool utf8, size_t columns);
/* The names of a side of the hand that is told: "cauto", "ana and berta" */
char *tell_side(char *out, size_t cap, const struct teller *t, unsigned side, bool utf8);
/* The same of a scorer; "nobody". */
char *tell_scorer(char *out, size_t cap, const struct teller *t, unsigned scorer, bool utf8);
unsigned tell_scorers(const struct teller *t);
/* "12-7"; `first` stands first, FIEL_NOBODY: in order. */
char *tell_score(char out[48], const struct teller *t, const uint16_t *score, unsigned first);
/* What an action sounds like at the table: a call aloud, a declared value as its number. */
char *tell_speech(char *out, size_t cap, const struct teller *t, const struct tell_line *line, bool utf8);
/* "seat 1 in no jail": where bots sat that no strict jail held, enum held_by of each seat. */
char *tell_unheld(char *text, size_t cap, const uint8_t *held, unsigned seats);
/* What a line says that is neither an action nor the end of something nor a fault, as something said (cli/said.h); "" of those. */
enum { TELL_SAID = 512 };
char *tell_words(char out[TELL_SAID], const struct teller *t, const struct tell_line *line);
/* A sentence of the spoken language for a line that is no action; times are said as people say them. */
char *tell_sentence(char *out, size_t cap, const struct teller *t, const struct tell_line *line);

#endif
