/* canvas: a page of characters, each in its own paint, that goes to the terminal at once.
 *
 * What lies outside of the page is not drawn, so that a small terminal needs no special cases. */
#ifndef PERSONA_CANVAS_H
#define PERSONA_CANVAS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { CANVAS_ROWS = 100, CANVAS_COLUMNS = 240 };
enum paint { PAINT_PLAIN, PAINT_BOLD, PAINT_DIM, PAINT_ALARM, PAINT_KEY, PAINT_SUIT /* + suit */ };

struct canvas {
    int rows, columns;
    bool colour, utf8, paper; /* paper: a terminal that only prints on, as TERM=dumb */
    struct cell {
        char text[4]; /* one character, NUL-padded; "": a blank */
        uint8_t paint;
    } cell[CANVAS_ROWS][CANVAS_COLUMNS];
};

/* An empty page. */
void canvas_clear(struct canvas *c, int rows, int columns);

/* Writes from this place to the right; the column after the text.  What could do something to a terminal, or takes
 * more than one column, becomes '?'; where there is no UTF-8 letters lose their accents, and the marks that open a question or
 * a call are left out. */
int canvas_put(struct canvas *c, int row, int column, unsigned paint, const char *text);

/* The same over several rows of at most `width` columns, broken between words; how many rows it takes.  With a row below
 * 0 it only counts them. */
int canvas_wrap(struct canvas *c, int row, int column, int width, unsigned paint, const char *text);

/* Nothing stands in this row any more. */
void canvas_blank(struct canvas *c, int row);

/* A line across from `column` on, `width` wide. */
void canvas_rule(struct canvas *c, int row, int column, int width);

/* Columns of a text. */
int text_columns(const char *text);

enum canvas_mood { CANVAS_ASKS, CANVAS_WAITS, CANVAS_AGAIN };
/* Paints the whole terminal.  ASKS: a key is waited for, and the cursor appears; WAITS: it is others' turn, and there is none;
 * AGAIN: as it was, what has changed is the clock.  On paper the page is printed below the last one, up to its last row that is
 * not empty, and only when a key is waited for. */
void canvas_show(const struct canvas *c, FILE *out, enum canvas_mood mood);

#endif
