/* think: a callback in a thread of its own while others are asked (fiel.h, think).  Not installed.
 *
 * The two threads never run a callback at the same time: thinking_end waits until the other one came back, and what either
 * wrote is seen by the other. */
#ifndef FIEL_SDK_THINK_H
#define FIEL_SDK_THINK_H

#include "fiel.h"

struct thinker;

/* NULL when there is no thread or memory for it: then nobody thinks, which is no error. */
struct thinker *thinker_new(fiel_think *think, void *user);
/* Lets it think about this table.  With one going on, that is ended first.  NULL is fine for all of these. */
void thinking_begin(struct thinker *t, const struct view *v);
/* Returns when nobody thinks. */
void thinking_end(struct thinker *t);
void thinker_free(struct thinker **t);

#endif
