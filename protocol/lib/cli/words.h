/* words: the options of a command as a table: reading them, and the lines of its --help. */
#ifndef FIEL_CLI_WORDS_H
#define FIEL_CLI_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/spans.h"

enum { CLI_WHY = SPAN_WHY, CLI_OPTIONS = 64 };

/* An option that was given, for the function that takes it. */
struct cli_given {
    const struct cli_option *option;
    void *wish;        /* what the command makes of its words */
    const char *value; /* NULL: it stands alone */
    char why[CLI_WHY]; /* a sentence, when it is refused */
};

struct cli_option {
    const char *name, *value; /* "rules", "RULES"; value NULL: the option stands alone */
    /* One of the ways below.  0; -1: refused, with a sentence in g->why; more: what to exit with, and why was said. */
    int (*set)(struct cli_given *g);
    size_t at, size;          /* where it goes in the wish, and how much fits there */
    const char *const *words; /* all that it may be; the last one is NULL */
    uint32_t low, high;
    bool many;        /* it may be given more than once */
    const char *help; /* further lines after '\n'; NULL: the help of the command has it */
};

/* The ways that an option may go, between its value and its help: by a function, once or more often, */
#define CLI_BY(setter) .set = (setter), .many = false
#define CLI_EACH(setter) .set = (setter), .many = true
/* by one that takes it to this place, */
#define CLI_AT(setter, type, field) .set = (setter), .at = offsetof(type, field), .many = false
/* into a const char *, or a bool where it has no value, */
#define CLI_INTO(type, field) .at = offsetof(type, field), .many = false
/* as a copy into an array of char, which must not be empty, */
#define CLI_COPY(type, field) .at = offsetof(type, field), .size = sizeof(((type *)0)->field), .many = false
/* as a whole number into an uint32_t, */
#define CLI_NUMBER(type, field, least, most) .at = offsetof(type, field), .low = (least), .high = (most), .many = false
/* or as the place of one of these words, into an uint8_t. */
#define CLI_WORD(type, field, known) .at = offsetof(type, field), .words = (known), .many = false

struct cli_words {
    const char *command;              /* "log"; "": of a program without commands */
    const struct cli_option *options; /* the last one has no name; CLI_OPTIONS at most */
    const char *help;                 /* what --help tells before the rows; NULL: --help is its caller's */
    const char *after;                /* behind them; NULL: nothing */
    void (*more)(void);               /* tells what stands behind that; NULL: nothing */
    int most;                         /* how many words may be no options */
    const char *remedy;               /* what to do about one too many; NULL: see the help */
    bool leading;                     /* the first word that is no option ends the options */
    uint64_t *given;                  /* bit n: row n was given; NULL: nobody asks */
};

/* Takes the options out of the words of a command and gives each to whom it belongs: --name VALUE or --name=VALUE, anywhere; what
 * follows "--" is no option, and neither is "-".  Those that are left stand from argv[1] on, *argc with argv[0], and NULL is behind them.
 * True: go on, and *code is 0.  False: --help was told, or something is wrong, which was said: *code is what to exit with, and the wish and
 * the words are of no use. */
bool cli_words_read(const struct cli_words *w, void *wish, int *argc, char **argv, int *code);
/* The first option among those given that is none of these, which end with NULL; NULL: there is none. */
const char *cli_words_other(const struct cli_option *options, uint64_t given, const char *const *these);
/* Refuses what was given with a sentence: -1. */
int cli_refuse(struct cli_given *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- what a word may be, each -1 and a sentence in `why` on failure, *out untouched ------------------------ */

/* A whole number from `low` to `high`. */
int number_read(const char *text, uint32_t low, uint32_t high, uint32_t *out, char why[CLI_WHY]);
/* Any text but none that fits into `cap` bytes. */
int text_read(const char *text, char *out, size_t cap, char why[CLI_WHY]);
/* One of the `words`, which end with NULL: its index. */
int word_read(const char *text, const char *const *words, uint8_t *out, char why[CLI_WHY]);
/* Is it one of the words, which end with NULL? */
bool word_among(const char *word, const char *const *words);

#endif
