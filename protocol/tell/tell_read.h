/* tell_read: what tell_read.c and tell_said.c share. */
#ifndef FIEL_TELL_READ_H
#define FIEL_TELL_READ_H

#include "tell.h"

/* The story makes no sense any more: false, and the first `why` stays. */
bool tell_stop(struct teller *t, const char *why);
/* A new line of this chapter; NULL when there is no memory. */
struct tell_line *tell_line_add(struct teller *t, enum tell_kind kind, unsigned seat);
/* The message of the arbiter that t->rec holds; false where the story stops. */
bool tell_said(struct teller *t);

#endif
