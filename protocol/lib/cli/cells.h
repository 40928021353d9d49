/* cells: texts in columns, by what they take on a screen: printf counts the bytes of an accent. */
#ifndef FIEL_CLI_CELLS_H
#define FIEL_CLI_CELLS_H

#include <stdio.h>

enum { CELL_TEXT = 48 };

/* How many columns a text takes: a character one, of the wide scripts and of pictures two, a mark upon the letter before it none. */
int cell_columns(const char *text);
/* A name cut to so many columns, after whole characters, with `mark`, which is one column wide, where something is missing.  One that ends
 * with a number keeps its last two: by them one of several is told from the others.  `out` has room for `cap` bytes, as many as the
 * text has and those of the mark.  Returns `out`. */
char *cell_cut(char *out, size_t cap, const char *text, int columns, const char *mark);
/* The text with blanks before it, or behind it, up to so many columns; none where it is as wide. */
void cell_right(FILE *out, int columns, const char *text);
void cell_left(FILE *out, int columns, const char *text);
/* As a field of a row of RFC 4180.  What a spreadsheet would take for a formula has a ' before it, by which it is a text there, too. */
void cell_csv(FILE *out, const char *text);
/* The words of a text from column `at` on, on lines of eighty columns; what does not fit goes on below, at column `hang`. */
void cell_flow(FILE *out, int at, int hang, const char *text);
/* Lines of any length that are written to the stream which opening gives, on lines of eighty columns when it is closed: the first from
 * column `at` on, each further one from the first; what does not fit goes on below, at column `hang`.  Without memory it is `out` itself. */
struct cell_page {
    FILE *out, *in;
    char *text;
    size_t size;
    int at, hang;
};
FILE *cell_page_open(struct cell_page *page, FILE *out, int at, int hang);
void cell_page_close(struct cell_page *page);
/* "+0.750 ± 0.120" with so many decimals, as the spoken language writes numbers, and never "-0.000"; a score has no sign.  Returns the cell. */
char *cell_interval(char cell[CELL_TEXT], int decimals, double mean, double half);
char *cell_score(char cell[CELL_TEXT], double mean, double half);
/* "72.4%", with the blank that Spanish has there. */
char *cell_percent(char cell[CELL_TEXT], double fraction);

#endif
