/* verbs: a command of several: `fiel-ladder bot submit`.  Most of them are one call of a ladder's API, and a row says which. */
#ifndef FIEL_LADDER_VERBS_H
#define FIEL_LADDER_VERBS_H

#include "cli/say.h"
#include "client_account.h"
#include "report.h"
#include "store/store.h"

/* A field of the form that is sent, and where its value comes from: "1", "2" the operand of that number, "--label" that choice,
 * "?beside" "1" where that flag stands, else ""; "=upheld" is the text itself. */
struct verb_field {
    const char *name; /* NULL ends them */
    const char *from;
};
enum { VERB_FIELDS = 8 };

struct verb {
    const char *name; /* NULL ends the list */
    const char *what;
    const char *example, *says, *operands; /* as in struct choices */
    const struct choice *table;            /* NULL: CHOICES_CLIENT alone */
    /* What it does, and its exit code: with the store, which is opened so; with the ladder that it asks; by itself.  None: one call. */
    int (*works)(struct choices *c, struct store *s);
    enum store_mode mode;
    int (*asks)(struct choices *c, struct client *l);
    int (*run)(struct choices *c);
    /* After the first operand: "/api/events/N", a number; "/api/bots/BOT", AUTHOR/BOT; "/api/bots/VERSION", AUTHOR/BOT#NUMBER.
     * "/api/bots?author": with the choice of that name, where it is made. */
    const char *path;
    const struct verb_field *fields;     /* of a POST; NULL: a GET */
    const struct report_column *columns; /* of what is answered; NULL: it is told with --json alone */
    const char *list;                    /* the member of the answer that has its rows; NULL: the answer is they */
    bool raw;                            /* what is answered is text, and told as it is */
};
/* A row of a verb that is one call: */
#define VERB_ASKS(called, is, for_example, tells, words, options, at, sends, shows) \
    .name = (called), .what = (is), .example = (for_example), .says = (tells), .operands = (words), \
    .table = (options), .path = (at), .fields = (sends), .columns = (shows)
/* One that does something with the store itself: */
#define VERB_STORE(called, is, for_example, tells, words, options, opened, does) \
    .name = (called), .what = (is), .example = (for_example), .says = (tells), .operands = (words), \
    .table = (options), .mode = (opened), .works = (does)
/* One that asks more of a ladder than one call: */
#define VERB_CLIENT(called, is, for_example, tells, words, options, does) \
    .name = (called), .what = (is), .example = (for_example), .says = (tells), .operands = (words), \
    .table = (options), .asks = (does)
#define VERBS_BY_HTTP "Asks a ladder over HTTP, as its pages do: --server says which, a token who you are."

/* Runs the verb that argv[1] names, or prints its help, or what verbs there are; `how` is a sentence of that.  All verbs speak, because
 * their command does (cli/program.h).  An exit code. */
int verbs_run(const char *command, const char *example, const char *how, const struct verb *list, int argc,
              char **argv);
/* A command that is none of several, as one of them. */
int verb_run(const char *command, const struct verb *v, int argc, char **argv);
/* The store of that option of a command's; an exit code, what is wrong was said. */
int verb_store(const struct choices *c, const char *option, enum store_mode mode, struct store **s);
/* "/api/WHATS/ID" and the like, of a path as a row has it and the operand; false and said. */
bool verb_path(const char *command, const char *row, const char *operand, char path[CLIENT_PATH]);

#endif
