/* play_table: a person's table as markup: the same with scripts and without. */
#ifndef FIEL_LADDER_PLAY_TABLE_H
#define FIEL_LADDER_PLAY_TABLE_H

#include <jansson.h>

#include "cli/language.h"
#include "site/http/page.h"
#include "playroom.h"
#include "play_words.h"
#include "child/json_text.h"

/* For whom it is drawn, and what their forms carry. */
struct drawing {
    struct page *p;
    const char *id, *language, *form;
    const json_t *table; /* the newest line of the seat (spec/LINES.md), */
    const json_t *view;  /* and its view */
};

static inline const char *told(const struct drawing *d, const char *english)
{
    return language_text(language_called(d->language), english);
}

static inline long long number_of(const json_t *j, const char *key)
{
    return (long long)json_integer_value(json_object_get(j, key));
}

/* All that changes while it is played. */
void play_table(struct page *p, const char *id, const struct look *l, const char *language, const char *form);
/* A card of cards.svg; `name` is what the table calls it, "hidden" for one that is not seen.  Not named: what is around it is. */
void play_card_put(const struct drawing *d, const char *name, bool named);
/* "you", or the name of a seat. */
const char *play_name(const struct drawing *d, long long seat);
bool play_partner(const struct drawing *d, long long seat);
/* A form of this table begins; `more` are trusted attributes. */
void play_form(const struct drawing *d, const char *more);
/* What may be done (play_choices.c), and what the hand is worth (play_hint.c). */
void play_choices(const struct drawing *d, const struct look *l);
void play_hint(const struct drawing *d);

#endif
