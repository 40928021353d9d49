/* pages: what a browser is shown.  Each is a handler; routes.c says at which address. */
#ifndef FIEL_LADDER_PAGES_H
#define FIEL_LADDER_PAGES_H

#include "site/session/forms.h"

http_handler page_front; /* pages_front.c */
/* A ladder's newest table, `most` rows of it from behind this place.  A store_code. */
int put_standings(struct http_request *r, struct page *p, const struct ladder *l, int64_t after, size_t most,
                  struct store_error *e);
http_handler page_ladder, page_rules;                                      /* pages_ladder.c */
http_handler page_matches, page_match, page_replay, page_proof;            /* pages_match.c */
void put_pair_trail(struct http_request *r, struct page *p, int64_t pair); /* pages_trail.c: a section of page_match */
http_handler page_try, page_tried, do_try, do_try_cancel, do_untried;      /* pages_try.c */
void put_try(struct http_request *r, struct page *p, const struct bot *b); /* the way there from a bot's page */
/* Admitted versions as the options of a field, or NULL: of a list to choose from while one writes.  Returns how many. */
size_t put_choices(struct http_request *r, struct page *p, const struct version_filter *f,
                   const struct form_field *field, bool remote);
http_handler page_queue, api_queue; /* pages_queue.c */
http_handler page_versus;           /* pages_ways.c */
/* Of a match and its twin, which may be NULL: where it belongs, what its pair came to, where it leads. */
void put_ways(struct http_request *r, struct page *p, const struct leg *l, const struct leg *twin);
http_handler page_live, page_live_match, page_live_lines; /* pages_live.c */
http_handler page_bots, page_bot;                         /* pages_bot.c */
http_handler page_events, page_event, do_enter;           /* pages_event.c */

#endif
