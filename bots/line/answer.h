/* answer: the lines that a player gives (spec/LINES.md): one reader for `fiel play --lines`, where a person gives them, and for the bridge,
 * where somebody's program does. */
#ifndef BOTS_LINE_ANSWER_H
#define BOTS_LINE_ANSWER_H

#include "rules/signs.h"

enum { LINE_MOST = 4096 /* bytes, its end among them */, LINE_DO = 64, LINE_NOTE = 1024 };

struct line_in {
    int fd;
    size_t size, taken; /* bytes that were read, and how many of them the last line was */
    char bytes[LINE_MOST];
};

enum line_came { LINE_NONE /* in this time */, LINE_CAME, LINE_TOO_LONG, LINE_END };

/* The next line before `until` (cli/now.h, milliseconds; 0: only what is there), without its end, in *line until the next call. */
enum line_came line_next(struct line_in *in, int64_t until, char **line);
/* Nothing comes any more, for its writer has closed its end; what was written before is still to be taken. */
bool line_ended(const struct line_in *in);

/* What a line says; zeros for what it does not. */
struct answer {
    char does[LINE_DO]; /* an action by its word, "ready", "go" */
    unsigned request;   /* which it answers */
    unsigned hint;      /* a person: of this request, what the hand is worth */
    bool leave;         /* a person: it gives up what is left to decide */
    char lang[8];       /* a person's language from now on */
    bool random_given;
    uint8_t random[32];
    char note[LINE_NOTE + 1]; /* as much of it as goes with the answer */
    unsigned signs;
    struct sign sign[SIGNS_MOST];
};

/* False: it is no JSON object, or a member that this page has is of another kind or out of its range; members that it has not are nothing. */
bool answer_read(const char *line, struct answer *out);
/* The action that it does, of those that are legal; NULL: none of them. */
const struct action *answer_legal(const struct answer *a, const struct open *o, const struct action *legal, int n);

#endif
