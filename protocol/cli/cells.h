/* cells: texts in columns, by what they take on a screen: printf counts the bytes of an accent. */
#ifndef FIEL_CLI_CELLS_H
#define FIEL_CLI_CELLS_H

#include <stdio.h>

enum { CELL_TEXT = 48 };

/* How many columns a text takes: bytes that do not continue a character. */
int cell_columns(const char *text);
/* The text with blanks before it, or behind it, up to so many columns; none where it is as wide. */
void cell_right(FILE *out, int columns, const char *text);
void cell_left(FILE *out, int columns, const char *text);
/* The words of a text from column `at` on, on lines of eighty columns; what does not fit goes on below, at column `hang`. */
void cell_flow(FILE *out, int at, int hang, const char *text);
/* "+0.750 ± 0.120" with so many decimals, as the spoken language writes numbers; a score has no sign.  Returns the cell. */
char *cell_interval(char cell[CELL_TEXT], int decimals, double mean, double half);
char *cell_score(char cell[CELL_TEXT], double mean, double half);
/* "72.4%", with the blank that Spanish has there. */
char *cell_percent(char cell[CELL_TEXT], double fraction);

#endif
