/* story: a match told as text, hand by hand, for those whose browser runs no scripts, and what its outcome rests on. */
#ifndef FIEL_LADDER_STORY_H
#define FIEL_LADDER_STORY_H

#include "audit/audit.h"
#include "site/session/site.h"

struct story {
    unsigned rests;
    char clause[RESTS_MOST][RESTS_TEXT]; /* audit_rests */
    char *text;                          /* the caller frees it; NULL: the record cannot be read */
};
/* Read by a child without rights (filing/aside.h): what a record that took it over could have it say is text, and no markup but a story's.  In
 * the guest's language; calls stay as they were made.  A very long match is told as far as a page can hold it. */
void story_read(struct http_request *r, const struct store_bytes *replay, struct story *out);
void put_story(struct http_request *r, struct page *p, const struct story *s);

#endif
