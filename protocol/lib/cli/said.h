/* said: a message of po/ with its arguments, kept until somebody reads it in their language: what passes between processes and stands in
 * a store.
 *
 * Kept it is one text: an opening mark, the English message with printf's directives, a mark and its text for each argument, a closing
 * mark.  An argument is somebody's own words and stays as it is in every language, whatever it says.  One of them may itself be something
 * said.  A text without marks is a message without arguments. */
#ifndef FIEL_CLI_SAID_H
#define FIEL_CLI_SAID_H

#include <stdarg.h>
#include <stddef.h>

#include "language.h"

enum { SAID_TEXT = 1024 }; /* room for any */

/* Keeps a message: `message` stands in the sources as N_("...") or as a literal of a function that po.mk lists, and has the directives
 * %s, %.*s, %c, %d, %u with hh, h, l, ll, j, z, and %.Nf.  An argument of %s that is `inner` itself, the same pointer, is something said;
 * control characters of others become '?'.  What does not fit is kept as the English sentence, cut after a whole character.  `out` may be
 * one of the arguments.  Returns out. */
char *said_put(char *out, size_t cap, const char *inner, const char *message, ...)
    __attribute__((format(printf, 4, 5)));
char *said_vput(char *out, size_t cap, const char *inner, const char *message, va_list list);
/* What was kept as a sentence of that language, cut to fit after a whole character; `out` may be what was kept.  Returns out. */
char *said_text(char *out, size_t cap, enum language l, const char *said);

/* How many of its bytes those of one cause share: the message without its arguments, or all of it where it begins with one. */
size_t said_cause(const char *said);

#endif
