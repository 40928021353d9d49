/* cells: see cells.h. */
#include "cli/cells.h"

#include <string.h>

#include "cli/language.h"

enum { COLUMNS = 80 };

int cell_columns(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += (*text & 0xc0) != 0x80;
    return n;
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
        int size = (int)strcspn(text, " "), wide = 0;
        for (int i = 0; i < size; i++)
            wide += (text[i] & 0xc0) != 0x80;
        if (at > hang && at + gap + wide > COLUMNS) {
            fprintf(out, "\n%*s", hang, "");
            at = hang;
            gap = 0;
        }
        fprintf(out, "%*s%.*s", gap, "", size, text);
        at += gap + wide;
        text += size;
    }
}

char *cell_interval(char cell[CELL_TEXT], int decimals, double mean, double half)
{
    snprintf(cell, CELL_TEXT, "%+.*f ± %.*f", decimals, mean, decimals, half);
    return language_decimals(cell);
}

char *cell_score(char cell[CELL_TEXT], double mean, double half)
{
    snprintf(cell, CELL_TEXT, "%.3f ± %.3f", mean, half);
    return language_decimals(cell);
}

char *cell_percent(char cell[CELL_TEXT], double fraction)
{
    snprintf(cell, CELL_TEXT, tongue("%.1f%%", "%.1f %%", "%.1f%%"), 100 * fraction);
    return language_decimals(cell);
}
