/* match_argv: the command line of a `fiel match`, said once for all who run one. */
#ifndef FIEL_CHILD_MATCH_ARGV_H
#define FIEL_CHILD_MATCH_ARGV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MATCH_PARTIES = 16 /* seats, or cutters: as many as a match has parties */ };

/* All that is said, those with a value and those that stand alone, each list with NULL behind it; `fiel match --help` tells what they say. */
extern const char *const match_values[], *const match_flags[];

enum {
    MATCH_WORDS = 160,     /* enough for each option once, and for every bot and cutter, with the NULL at the end */
    MATCH_TEXT = 48 << 10, /* of all that is printed */
};

/* Its words, which end with NULL.  Each option is said once, but for bots and cutters; another than those above is a mistake of ours. */
struct match_argv {
    const char *word[MATCH_WORDS];
    size_t count, used;
    char text[MATCH_TEXT];
};
void match_begin(struct match_argv *a);
/* A text, the caller's, which stays until the match is started; NULL: the option is left out. */
void match_say(struct match_argv *a, const char *option, const char *text);
/* A copy of what is printed. */
void match_print(struct match_argv *a, const char *option, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A whole number; 0: the option is left out. */
void match_count(struct match_argv *a, const char *option, uint64_t n);
void match_flag(struct match_argv *a, const char *option, bool given);
/* One more of a list with commas between, said one behind the other; copied. */
void match_list(struct match_argv *a, const char *option, const char *one);
/* As a program is started with them. */
static inline char *const *match_words(const struct match_argv *a) { return (char *const *)(uintptr_t)a->word; }

/* How many matches this process plays beside each other, in the environment (FIEL_AT_ONCE) of all that it starts from then on, times as many
 * as its own starter had; 1 changes nothing.  The whole number: a match has one part in so many of what the machine has. */
unsigned match_at_once(unsigned matches);

#endif
