/* row: what a seat sees, as a row of small numbers with names, for a network or a table of numbers.  See foreign.h for the doors
 * that other languages use.  Not installed. */
#ifndef FIEL_SDK_ROW_H
#define FIEL_SDK_ROW_H

#include "fiel.h"

/* How many numbers a row has at a table of these seats and scorers; other rules do not change it. */
size_t row_width(const struct open *o);

/* The row of who has this view, row[0 .. row_width()): every seat is told relative to the one who looks, cards are a column each.
 * What docs/training.md says of each column is the contract. */
void row_of(const struct view *v, uint8_t *row);

/* The names of the columns, each followed by a line feed, in the order of row_of.  Returns their length; writes no more than
 * `size` bytes, so that a first call with 0 tells how much room there must be. */
size_t row_names(const struct open *o, char *text, size_t size);

#endif
