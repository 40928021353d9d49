/* tell_row: lines of text in columns and colours. */
#ifndef FIEL_TELL_ROW_H
#define FIEL_TELL_ROW_H

#include "tell.h"

enum paint { PAINT_PLAIN, PAINT_BOLD, PAINT_DIM, PAINT_ALARM, PAINT_SUIT }; /* PAINT_SUIT + suit: a card */
/* No line is longer than ROW_WIDTH; ROW_LABEL columns at the left belong to what names a row. */
enum { ROW_WIDTH = 80, ROW_LABEL = 10, ROW_TEXT = 512 };

/* A line being printed, and how far it has come. */
struct row {
    const struct tell_style *style;
    size_t at;
};

/* A text behind the others of the row, in this paint. */
void row_put(struct row *r, unsigned paint, const char *text);
/* Goes on to this column; after something longer it leaves one space. */
void row_to(struct row *r, size_t column);
/* A card by the name it has at this table, in the colour of its suit. */
void row_card(struct row *r, const struct teller *t, card_t card);
/* A seat's name, at most `columns` wide. */
void row_name(struct row *r, const struct teller *t, unsigned seat, unsigned paint, size_t columns);
/* Prints `text` from here on; what does not fit goes on below, from this same column. */
void row_wrap(struct row *r, unsigned paint, const char *text);
void row_end(struct row *r);
/* Ends the line with `text` at the right edge; where it has no room any more, below. */
void row_right(struct row *r, unsigned paint, const char *text);

#endif
