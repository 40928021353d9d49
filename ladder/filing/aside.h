/* aside: what strangers wrote is looked at by a child without rights (child/reader.h): papers go to it, one answer comes back.
 *
 * A child that its papers took over can give any answer, and nothing else: the caller looks at it before it is used. */
#ifndef FIEL_LADDER_ASIDE_H
#define FIEL_LADDER_ASIDE_H

#include <stdbool.h>
#include <stddef.h>

enum { ASIDE_PAPERS = 11, ASIDE_TEXT_MOST = 1 << 20 };
/* bytes NULL: it is not there. */
struct paper {
    const void *bytes;
    size_t size;
};

/* What the child has. */
struct aside {
    const struct paper *paper;
    const void *order;
    int to;
};
typedef void aside_look(const struct aside *a);
/* Its answer, once; then, where one is waited for, its text. */
void aside_tell(const struct aside *a, const void *answer, size_t size);
void aside_tell_text(const struct aside *a, const char *text, size_t size);

/* What is asked: the order is bytes without pointers, 48 KiB at most. */
struct aside_ask {
    aside_look *look;
    const void *order;
    size_t order_size;
    const struct paper *paper;
    size_t papers;
};
/* The answer, which has exactly this size, and into *text, unless it is NULL, what the caller frees, NUL-terminated, of at most
 * ASIDE_TEXT_MOST bytes.  False: there is no answer. */
bool aside(const struct aside_ask *k, void *answer, size_t size, char **text);
/* A text of an answer: ends it where it has no end. */
#define ASIDE_END(text) ((text)[sizeof(text) - 1] = '\0')

#endif
