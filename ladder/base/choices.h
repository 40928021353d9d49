/* choices: the options of a command: from its flags, else the environment, else a configuration file, else as
 * they are.
 *
 * One table a command tells all of it: `--listen ADDRESS` is FIEL_LADDER_LISTEN in the environment and
 * `listen = ADDRESS` in the section [ladder] of the file that --config or FIEL_LADDER_CONFIG names.  A file
 * holds options of several commands; a key that none of them has is refused. */
#ifndef FIEL_LADDER_CHOICES_H
#define FIEL_LADDER_CHOICES_H

#include <stdbool.h>
#include <stddef.h>

struct choice {
    const char *name;     /* NULL ends the table */
    const char *argument; /* "ADDRESS"; NULL: a flag, whose value is "" when given */
    const char *fallback; /* NULL: none.  TYPED: none, and it counts on the command line alone */
    const char *what;     /* for --help */
};
extern const char TYPED[];
enum { CHOICES_MAX = 48, CHOICE_ROOM = 1024 };
struct choices {
    const char *command; /* "init" */
    const char *example; /* shown first */
    const char *says;    /* a sentence or two */
    const struct choice *table;
    const char *operands; /* " DIR" or " DIR...", each is wanted, of the last one any number more; NULL: none */
    const struct choice *const *others; /* of commands whose keys the file may have, too; NULL ends them */
    const char *value[CHOICES_MAX];     /* by place in the table; NULL: not chosen and no fallback */
    char **operand;
    int operand_count;
    char kept[CHOICES_MAX][CHOICE_ROOM]; /* values from the file */
};

/* True: go on.  False: --help was printed or something is wrong, which has been said; *code is what to exit
 * with. */
bool choices_read(struct choices *c, int argc, char **argv, int *code);
/* The value of the choice of that name; a name that the table does not have is the programmer's mistake. */
const char *chosen(const struct choices *c, const char *name);
/* A flag, which in a file or the environment stands with a word: yes or no; else said and false. */
bool chosen_flag(const struct choices *c, const char *name, bool *out, int *code);
/* A whole number in the range, else said and false. */
bool chosen_number(const struct choices *c, const char *name, long low, long high, long *out, int *code);

/* Every command has these two. */
#define CHOICE_STORE \
    { \
        "store", "WHERE", "sqlite:ladder.db", "sqlite:PATH or postgresql://USER@HOST/DATABASE" \
    }
#define CHOICE_CONFIG \
    { \
        "config", "FILE", NULL, "a file with a section [ladder] of such options" \
    }

/* What tells a result has this one; what is told is one object a line. */
#define CHOICE_JSON \
    { \
        "json", NULL, NULL, "what is told, as one JSON object a line" \
    }

#endif
