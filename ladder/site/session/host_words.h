/* host_words: what the host says of the site, of a ladder and of an event, in Markdown; the site's title, sentence and logo.
 *
 * A text is named by what it is about: "site", "ladder.CODE", "event.ID". */
#ifndef FIEL_LADDER_HOST_WORDS_H
#define FIEL_LADDER_HOST_WORDS_H

#include "site.h"

enum { WORDS_MOST = 4000, WORDS_DEEP = 16 }; /* bytes of a text; how deep lists and quotes may stand in each other */

/* The text about that as a section; a host is shown the way to change it.  Nothing where there is none. */
void show_words(struct http_request *r, struct page *p, const char *about);
/* What the host says the site is called, "title", or what is played here, "sentence"; "" when it is not said. */
void site_says(const struct http_request *r, const char *what, char text[STORE_LONG]);

extern const struct http_route host_words_routes[];

#endif
