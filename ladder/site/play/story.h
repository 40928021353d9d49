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
/* A hand to look at: of a match of two the one with most said in it that is still short. */
enum { HAND_CARDS = 4, HAND_NAME = 8 };
struct story_hand {
    uint32_t number;                                         /* 0: there is none */
    char card[2][HAND_CARDS][HAND_NAME], name[2][NAME_TEXT]; /* as /static/cards.svg calls them; "" none */
    char *said; /* what was said and played, as lines of a list; the caller frees it */
};
void story_hand(struct http_request *r, const struct store_bytes *replay, struct story_hand *out);
/* The record by this hash for who has scripts, and its story for who has none. */
void put_viewer(struct http_request *r, struct page *p, const char *hash);
void put_story(struct http_request *r, struct page *p, const struct story *s);

#endif
