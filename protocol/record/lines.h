/* lines: small files of `word value` lines, as they are handed around between people. */
#ifndef FIEL_LINES_H
#define FIEL_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What stands in line `number`, the last one taken; `why` is where a sentence goes, `room` bytes. */
struct lines {
    const char *at, *end;
    unsigned number;
    const char *remedy; /* ends every sentence */
    char *why;
    size_t room;
};

/* Each takes the next line, which must be `word`, one blank, a value, '\n'.  False and a sentence. */
bool line_text(struct lines *l, const char *word, char *value, size_t cap);
bool line_hex(struct lines *l, const char *word, void *bytes, size_t size);
bool line_number(struct lines *l, const char *word, uint64_t *number);
/* Nothing may follow the last line. */
bool lines_end(struct lines *l);

/* Says what is wrong with the line that was taken last; returns false. */
bool line_wrong(struct lines *l, const char *word, const char *what);

/* A regular file of less than `cap` bytes, NUL-terminated into `text`: its length, or -1 and what is wrong. `mode`
 * gets its permissions. */
long lines_read(const char *path, char *text, size_t cap, unsigned *mode, const char **wrong);

#endif
