/* cells: see cells.h. */
#include "cli/cells.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/language.h"

enum { COLUMNS = 80 };

/* Bytes of the character at `text`, which has one; of bytes that are none, one. */
static size_t character(const char *text)
{
    size_t n = 1;
    while (((unsigned char)text[n] & 0xc0) == 0x80)
        n++;
    return n;
}

static uint32_t code_point(const char *text, size_t size)
{
    static const uint8_t first[] = { 0xff, 0x7f, 0x1f, 0x0f, 0x07 };
    uint32_t code = size < sizeof first ? (unsigned char)*text & first[size] : 0;
    for (size_t i = 1; i < size; i++)
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    return code;
}

/* As Unicode's East Asian Width has it (W and F), in whole blocks. */
static int columns_of(const char *text, size_t size)
{
    static const struct {
        uint32_t first, last;
        int columns;
    } blocks[] = {
        { 0x0300, 0x036f, 0 },   { 0x1100, 0x115f, 2 },   { 0x200b, 0x200f, 0 },   { 0x20d0, 0x20ff, 0 },
        { 0x2e80, 0xa4cf, 2 },   { 0xac00, 0xd7a3, 2 },   { 0xf900, 0xfaff, 2 },   { 0xfe00, 0xfe0f, 0 },
        { 0xfe20, 0xfe2f, 0 },   { 0xfe30, 0xfe6f, 2 },   { 0xff01, 0xff60, 2 },   { 0xffe0, 0xffe6, 2 },
        { 0x1f300, 0x1f64f, 2 }, { 0x1f680, 0x1f6ff, 2 }, { 0x1f900, 0x1faff, 2 }, { 0x20000, 0x3fffd, 2 },
    };
    uint32_t code = code_point(text, size);
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (code >= blocks[i].first && code <= blocks[i].last)
            return blocks[i].columns;
    return 1;
}

/* Bytes of the text that go into so many columns. */
static size_t bytes_within(const char *text, int columns)
{
    size_t at = 0;
    while (text[at]) {
        size_t n = character(text + at);
        columns -= columns_of(text + at, n);
        if (columns < 0)
            break;
        at += n;
    }
    return at;
}

int cell_columns(const char *text)
{
    int columns = 0;
    for (size_t n; *text; text += n) {
        n = character(text);
        columns += columns_of(text, n);
    }
    return columns;
}

/* Where the number begins that one of several has at its end, with the character before it: "-4", "12"; else the text's end. */
static const char *number_of(const char *text)
{
    const char *tail = text + strlen(text);
    if (tail == text || tail[-1] < '0' || tail[-1] > '9')
        return tail;
    for (unsigned found = 0; found < 2 && tail > text;)
        found += ((unsigned char)*--tail & 0xc0) != 0x80;
    return tail;
}

char *cell_cut(char *out, size_t cap, const char *text, int columns, const char *mark)
{
    const char *tail = number_of(text);
    int room = columns - 1 - cell_columns(tail);
    if (cell_columns(text) <= columns) {
        snprintf(out, cap, "%s", text);
        return out;
    }
    if (room < 1) { /* too few for a beginning and an end */
        tail = "";
        room = columns - 1;
    }
    snprintf(out, cap, "%.*s%s%s", (int)bytes_within(text, room), text, mark, tail);
    return out;
}

static void pad(FILE *out, int columns, const char *text)
{
    int wide = cell_columns(text);
    fprintf(out, "%*s", columns > wide ? columns - wide : 0, "");
}

void cell_right(FILE *out, int columns, const char *text)
{
    pad(out, columns, text);
    fputs(text, out);
}

void cell_left(FILE *out, int columns, const char *text)
{
    fputs(text, out);
    pad(out, columns, text);
}

void cell_flow(FILE *out, int at, int hang, const char *text)
{
    for (int gap = 0; *text; gap = (int)strspn(text, " "), text += gap) {
        int size = (int)strcspn(text, " "), wide = cell_columns(text) - cell_columns(text + size);
        bool goes_on = gap == 0 && strchr(",;:", *text); /* what a comma follows is not parted from it */
        if (!goes_on && at > hang && at + gap + wide > COLUMNS) {
            fprintf(out, "\n%*s", hang, "");
            at = hang;
            gap = 0;
        }
        fprintf(out, "%*s%.*s", gap, "", size, text);
        at += gap + wide;
        text += size;
    }
}

FILE *cell_page_open(struct cell_page *page, FILE *out, int at, int hang)
{
    *page = (struct cell_page){ .out = out, .at = at, .hang = hang };
    page->in = open_memstream(&page->text, &page->size);
    return page->in ? page->in : out;
}

void cell_page_close(struct cell_page *page)
{
    int at = page->at;
    if (!page->in)
        return;
    fclose(page->in);
    for (char *line = page->text, *end; line && (end = strchr(line, '\n')); line = end + 1, at = 0) {
        *end = '\0';
        cell_flow(page->out, at, page->hang, line);
        fputc('\n', page->out);
    }
    free(page->text);
}

char *cell_interval(char cell[CELL_TEXT], int decimals, double mean, double half)
{
    snprintf(cell, CELL_TEXT, "%+.*f ± %.*f", decimals, mean, decimals, half);
    if (*cell == '-' && strtod(cell, NULL) == 0) /* what is rounded to nothing has no side */
        *cell = '+';
    return language_decimals(cell);
}

char *cell_score(char cell[CELL_TEXT], double mean, double half)
{
    snprintf(cell, CELL_TEXT, "%.3f ± %.3f", mean, half);
    return language_decimals(cell);
}

char *cell_percent(char cell[CELL_TEXT], double fraction)
{
    snprintf(cell, CELL_TEXT, T("%.1f%%"), 100 * fraction);
    return language_decimals(cell);
}

void cell_csv(FILE *out, const char *text)
{
    bool formula = *text && strchr("=+-@\t\r", *text) && text[1], quoted = strpbrk(text, ",\"\r\n") != NULL;
    if (quoted)
        fputc('"', out);
    if (formula)
        fputc('\'', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    if (quoted)
        fputc('"', out);
}
