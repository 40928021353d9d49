/* canvas: see canvas.h. */
#include "canvas.h"

#include <string.h>

#include "cli/language.h"

void canvas_clear(struct canvas *c, int rows, int columns)
{
    c->rows = rows < 1 ? 1 : rows > CANVAS_ROWS ? CANVAS_ROWS : rows;
    c->columns = columns < 1 ? 1 : columns > CANVAS_COLUMNS ? CANVAS_COLUMNS : columns;
    memset(c->cell, 0, sizeof c->cell);
}

/* Bytes of the character at `text`, whole and valid as far as its length goes; else 1. */
static size_t character(const char *text)
{
    unsigned char first = (unsigned char)*text;
    size_t n = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
    for (size_t i = 1; i < n; i++)
        if (((unsigned char)text[i] & 0xc0) != 0x80)
            return 1;
    return n;
}

/* One column, and nothing but a letter: no control characters, nothing from the scripts that are wide. */
static bool plain(const char *text, size_t n, bool utf8)
{
    unsigned char first = (unsigned char)*text, second = n > 1 ? (unsigned char)text[1] : 0;
    if (n == 1)
        return first >= 0x20 && first < 0x7f;
    if (n == 2)
        return utf8 && (first > 0xc2 || second >= 0xa0);
    return utf8 && n == 3 && (first == 0xe2 || (first == 0xe1 && second >= 0xb8));
}

int text_columns(const char *text)
{
    int n = 0;
    for (; *text; text += character(text))
        n++;
    return n;
}

int canvas_put(struct canvas *c, int row, int column, unsigned paint, const char *text)
{
    for (size_t n; *text; text += n) {
        n = character(text);
        bool shown = plain(text, n, c->utf8);
        const char instead = c->utf8 ? '?' : language_bare(text, n);
        if (!shown && !instead)
            continue;
        if (row >= 0 && row < c->rows && column >= 0 && column < c->columns) {
            struct cell *cell = &c->cell[row][column];
            memset(cell, 0, sizeof *cell);
            memcpy(cell->text, shown ? text : &instead, shown ? n : 1);
            cell->paint = (uint8_t)paint;
        }
        column++;
    }
    return column;
}

/* Bytes of `text` that go into a row of this width, and in *next where the following row begins. */
static size_t row_bytes(const char *text, int width, size_t *next)
{
    size_t at = 0, word = 0;
    for (int columns = 0; text[at] && columns < width; columns++) {
        if (text[at] == ' ')
            word = at;
        at += character(text + at);
    }
    bool whole = !text[at] || text[at] == ' ';
    size_t n = whole || !word ? at : word;
    *next = n + (text[n] == ' ');
    return n;
}

int canvas_wrap(struct canvas *c, int row, int column, int width, unsigned paint, const char *text)
{
    char part[4 * CANVAS_COLUMNS + 1];
    int rows = 0;
    for (size_t next = 0; *text; text += next, rows++) {
        size_t n = row_bytes(text, width < 8 ? 8 : width < CANVAS_COLUMNS ? width : CANVAS_COLUMNS, &next);
        memcpy(part, text, n);
        part[n] = '\0';
        if (row >= 0)
            canvas_put(c, row + rows, column, paint, part);
    }
    return rows;
}

void canvas_blank(struct canvas *c, int row)
{
    if (row >= 0 && row < c->rows)
        memset(c->cell[row], 0, sizeof c->cell[row]);
}

void canvas_rule(struct canvas *c, int row, int column, int width)
{
    for (int i = 0; i < width; i++)
        canvas_put(c, row, column + i, PAINT_DIM, c->utf8 ? "─" : "-");
}

static void set_paint(FILE *out, unsigned paint)
{
    static const char *const codes[] = { "", ";1", ";2", ";1;31", ";1;36", ";34", ";32", ";33", ";31" };
    fprintf(out, "\033[0%sm", codes[paint]);
}

/* A row up to its last character that is no blank. */
static void show_row(const struct canvas *c, int row, FILE *out)
{
    int last = c->columns;
    unsigned paint = PAINT_PLAIN;
    while (last > 0 && !c->cell[row][last - 1].text[0])
        last--;
    for (int i = 0; i < last; i++) {
        const struct cell *cell = &c->cell[row][i];
        if (c->colour && cell->paint != paint)
            set_paint(out, paint = cell->paint);
        fprintf(out, "%.4s", cell->text[0] ? cell->text : " ");
    }
    if (paint != PAINT_PLAIN)
        set_paint(out, PAINT_PLAIN);
    if (!c->paper)
        fputs("\033[K", out);
}

static bool is_empty(const struct canvas *c, int row)
{
    for (int i = 0; i < c->columns; i++)
        if (c->cell[row][i].text[0])
            return false;
    return true;
}

static void print_page(const struct canvas *c, FILE *out)
{
    int last = c->rows;
    while (last > 0 && is_empty(c, last - 1))
        last--;
    for (int row = 0; row < last; row++) {
        show_row(c, row, out);
        fputs("\r\n", out);
    }
    fflush(out);
}

void canvas_show(const struct canvas *c, FILE *out, enum canvas_mood mood)
{
    if (c->paper) {
        if (mood == CANVAS_ASKS)
            print_page(c, out);
        return;
    }
    fputs(mood == CANVAS_AGAIN ? "\033[H" : "\033[?25l\033[H", out);
    for (int row = 0; row < c->rows; row++) {
        show_row(c, row, out);
        if (row + 1 < c->rows)
            fputs("\r\n", out);
    }
    if (mood == CANVAS_ASKS)
        fputs("\033[?25h", out);
    fflush(out);
}
