/* canvas_svg: a page of a terminal as a picture, as a terminal with a dark ground shows it. */
#ifndef TESTS_CANVAS_SVG_H
#define TESTS_CANVAS_SVG_H

#include <stdio.h>
#include <string.h>

#include "persona/canvas.h"

enum { SVG_LETTER = 8, SVG_ROW = 16, SVG_EDGE = 12 };

static inline void svg_letter(FILE *out, const char *c)
{
    switch (*c) {
    case '\0': fputc(' ', out); break;
    case '&': fputs("&amp;", out); break;
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    default: fprintf(out, "%.4s", c); break;
    }
}

/* Cells from..to of a row, which have one paint: as wide as they are, whatever the reader's letters are. */
static inline void svg_run(FILE *out, const struct canvas *c, int row, int from, int to)
{
    static const char *const colours[] = { "d8d8d8", "ffffff", "8a8f94", "ff7070", "4fe0e0",
                                           "8fa8ff", "6fd080", "e8c84a", "f07070" };
    unsigned paint = c->colour ? c->cell[row][from].paint : PAINT_PLAIN;
    bool bold = paint == PAINT_BOLD || paint == PAINT_ALARM || paint == PAINT_KEY;
    fprintf(out, "<text x=\"%d\" y=\"%d\" textLength=\"%d\" fill=\"#%s\"%s>", SVG_EDGE + from * SVG_LETTER,
            SVG_EDGE + row * SVG_ROW + 12, (to - from) * SVG_LETTER, colours[paint],
            bold ? " font-weight=\"bold\"" : "");
    for (int i = from; i < to; i++)
        svg_letter(out, c->cell[row][i].text);
    fputs("</text>\n", out);
}

static inline bool svg_blank(const struct cell *cell) { return !cell->text[0] || !strcmp(cell->text, " "); }

static inline void svg_row(FILE *out, const struct canvas *c, int row)
{
    for (int i = 0; i < c->columns;) {
        int to = i;
        if (svg_blank(&c->cell[row][i])) {
            i++;
            continue;
        }
        while (to < c->columns && c->cell[row][to].paint == c->cell[row][i].paint && c->cell[row][to].text[0])
            to++;
        while (svg_blank(&c->cell[row][to - 1]))
            to--;
        svg_run(out, c, row, i, to);
        i = to;
    }
}

static inline void canvas_svg(FILE *out, const struct canvas *c, const char *title)
{
    int wide = c->columns * SVG_LETTER + 2 * SVG_EDGE, high = c->rows * SVG_ROW + 2 * SVG_EDGE;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
            "role=\"img\">\n<title>%s</title>\n",
            wide, high, wide, high, title);
    fprintf(out, "<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"#101418\"/>\n", wide, high);
    fputs("<g font-family=\"'DejaVu Sans Mono', 'Liberation Mono', Menlo, Consolas, monospace\" font-size=\"13.2\" "
          "xml:space=\"preserve\">\n",
          out);
    for (int row = 0; row < c->rows; row++)
        svg_row(out, c, row);
    fputs("</g>\n</svg>\n", out);
}

#endif
