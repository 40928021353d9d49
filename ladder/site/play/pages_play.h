/* pages_play: a person at a table against a bot. */
#ifndef FIEL_LADDER_PAGES_PLAY_H
#define FIEL_LADDER_PAGES_PLAY_H

#include "rules/position.h"
#include "site/session/site.h"

/* "Play against NAME", where that can be done. */
void play_offer(struct http_request *r, struct page *p, const struct bot *b);

/* What these rules are, in words, where so many play (rules_told.c). */
void put_rules(struct http_request *r, struct page *p, const struct rules *rules, int64_t seats);

/* The form by which one sits down, and what comes of it (sit_down.c). */
unsigned play_ask(struct http_request *r, struct http_answer *a);
unsigned play_rules(struct http_request *r, struct http_answer *a);
unsigned play_sit(struct http_request *r, struct http_answer *a);

extern const struct http_route play_routes[];

#endif
