/* own_words: what a process of ours says on its stderr, where it reads what strangers wrote, and may be theirs by now.
 *
 * It gets one end of a pipe, and its stdout is /dev/null (spawn.h): so it reaches neither what its starter prints nor what its starter's
 * stderr is.  Who reads the other end prints its lines behind a name of its own. */
#ifndef FIEL_OWN_WORDS_H
#define FIEL_OWN_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OWN_WORDS_LINE = 240 /* bytes; a longer one becomes several */, OWN_WORDS_MOST = 40 /* lines in a second */ };

struct own_words {
    int fd;         /* 0: it was never opened; -1: it is closed */
    int64_t second; /* of the lines that are counted */
    unsigned lines;
    size_t have, size, at;
    char line[OWN_WORDS_LINE + 1], raw[OWN_WORDS_LINE];
};

/* The end for the process, which never waits for its reader; -1 and errno. */
int own_words_open(struct own_words *w);
/* What is to be polled; -1: nothing, also for the rest of a second whose lines have come.  What comes then waits in the pipe. */
int own_words_due(const struct own_words *w);
/* The next line, printable ASCII alone; NULL: none for now. */
const char *own_words_next(struct own_words *w);
/* The process has ended: then also what is no whole line.  Closes behind the last, which is NULL. */
const char *own_words_last(struct own_words *w);

#endif
