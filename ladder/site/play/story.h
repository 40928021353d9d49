/* story: a match told as text, hand by hand, for those whose browser runs no scripts. */
#ifndef FIEL_LADDER_STORY_H
#define FIEL_LADDER_STORY_H

#include "site/session/site.h"

/* In the guest's language; calls stay as they were made.  A very long match is told as far as a page can hold it. */
void put_story(struct http_request *r, struct page *p, const struct store_bytes *replay);

#endif
