/* docs: holds blocks of a document against what the code says.
 *
 * A block stands between the lines `<!-- NAME -->` and `<!-- end -->`.  A table's rows are compared by their
 * first cells, what stands in further cells is prose of the document; any other block is compared as it is.
 * With FIEL_WRITE_DOCS=1 in the environment the blocks are written anew instead. */
#ifndef TESTS_DOCS_H
#define TESTS_DOCS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DOC_MAX = 1 << 19, ROWS_MAX = 128, CELLS_MAX = 6, CELL_MAX = 320, ROW_MAX = 1024 };

struct doc {
    const char *path;
    char text[DOC_MAX];
    bool changed, quiet;
    unsigned wrong; /* differences that were printed */
};

struct rows {
    unsigned count, cells;
    char cell[ROWS_MAX][CELLS_MAX][CELL_MAX];
};

/* --- the document ----------------------------------------------------------------------------- */

static inline bool docs_write(void)
{
    const char *e = getenv("FIEL_WRITE_DOCS");
    return e && strcmp(e, "1") == 0;
}

static inline bool doc_load(struct doc *d, const char *path)
{
    memset(d, 0, sizeof *d);
    d->path = path;
    FILE *f = fopen(path, "r");
    if (!f) {
        fprintf(stderr, "%s: cannot be read (tests run from the project's folder)\n", path);
        return false;
    }
    size_t n = fread(d->text, 1, sizeof d->text - 1, f);
    fclose(f);
    return n > 0 && n < sizeof d->text - 1;
}

static inline bool doc_save(struct doc *d)
{
    if (!d->changed)
        return true;
    FILE *f = fopen(d->path, "w");
    return f && fputs(d->text, f) >= 0 && fclose(f) == 0;
}

static inline void doc_complain(struct doc *d, const char *block, const char *what, const char *line)
{
    d->wrong++;
    if (!d->quiet)
        fprintf(stderr, "%s, block %s: %s\n    %s\n", d->path, block, what, line);
}

/* The text between a block's marks; false when the document has no such block. */
static inline bool doc_block(struct doc *d, const char *name, char **start, char **end)
{
    char mark[64];
    snprintf(mark, sizeof mark, "<!-- %s -->\n", name);
    *start = strstr(d->text, mark);
    *end = *start ? strstr(*start, "<!-- end -->\n") : NULL;
    if (!*end) {
        doc_complain(d, name, "no such block", mark);
        return false;
    }
    *start += strlen(mark);
    return true;
}

static inline void doc_replace(struct doc *d, char *start, char *end, const char *text)
{
    size_t rest = strlen(end) + 1, size = strlen(text);
    if (start + size + rest > d->text + sizeof d->text) {
        doc_complain(d, "-", "the document is too long for the test", "");
        return;
    }
    memmove(start + size, end, rest);
    memcpy(start, text, size);
    d->changed = true;
}

/* A block that must be exactly this. */
static inline void doc_text(struct doc *d, const char *name, const char *text)
{
    char *start, *end;
    if (!doc_block(d, name, &start, &end))
        return;
    size_t size = strlen(text);
    if ((size_t)(end - start) == size && memcmp(start, text, size) == 0)
        return;
    if (docs_write()) {
        doc_replace(d, start, end, text);
        return;
    }
    size_t same = 0;
    while (start + same < end && start[same] == text[same])
        same++;
    while (same > 0 && start[same - 1] != '\n')
        same--;
    char here[200], due[200];
    snprintf(here, sizeof here, "there: %.*s", (int)strcspn(start + same, "\n"), start + same);
    snprintf(due, sizeof due, "due:   %.*s", (int)strcspn(text + same, "\n"), text + same);
    doc_complain(d, name, "differs (FIEL_WRITE_DOCS=1 writes it anew)", here);
    fprintf(stderr, "    %s\n", due);
}

/* --- tables ----------------------------------------------------------------------------------- */

/* Adds a row of rows->cells texts; '|' would end a cell and becomes ", ". */
static inline void rows_add(struct rows *r, ...)
{
    va_list args;
    va_start(args, r);
    for (unsigned i = 0; i < r->cells; i++) {
        const char *s = va_arg(args, const char *);
        char *to = r->cell[r->count][i];
        *to = '\0'; /* an empty cell keeps nothing of an earlier table */
        for (size_t n = 0; *s && n + 3 < CELL_MAX; s++) {
            to[n++] = *s == '|' ? ',' : *s;
            if (*s == '|')
                to[n++] = ' ';
            to[n] = '\0';
        }
    }
    va_end(args);
    r->count++;
}

static inline void row_text(const struct rows *r, unsigned i, char out[ROW_MAX])
{
    size_t n = (size_t)snprintf(out, ROW_MAX, "|");
    for (unsigned k = 0; k < r->cells; k++)
        n += (size_t)snprintf(out + n, ROW_MAX - n, " %s |", r->cell[i][k]);
}

/* Does this line of the document begin with the cells of row i? */
static inline bool row_is(const struct rows *r, unsigned i, const char *line)
{
    char want[ROW_MAX];
    row_text(r, i, want);
    return strncmp(line, want, strlen(want)) == 0;
}

/* The rest of the document's row with the same first cell: its prose. */
static inline void row_prose(const struct rows *r, unsigned i, const char *old, char out[ROW_MAX])
{
    char first[CELL_MAX + 8];
    snprintf(first, sizeof first, "\n| %s |", r->cell[i][0]);
    const char *line = strstr(old, first);
    out[0] = '\0';
    if (!line)
        return;
    line++;
    for (unsigned k = 0; k <= r->cells && line; k++) {
        line = strchr(line, '|');
        if (line)
            line++;
    }
    if (line)
        snprintf(out, ROW_MAX, "%.*s", (int)strcspn(line, "\n"), line);
}

/* Skips the heading and the line under it. */
static inline char *table_rows(char *start)
{
    for (unsigned i = 0; i < 2; i++)
        start = strchr(start, '\n') + 1;
    return start;
}

static inline void table_write(struct doc *d, const struct rows *r, char *start, char *end)
{
    static char old[DOC_MAX], fresh[DOC_MAX];
    size_t n = 0;
    snprintf(old, sizeof old, "\n%.*s", (int)(end - start), start);
    fresh[0] = '\0';
    for (unsigned i = 0; i < r->count; i++) {
        char row[ROW_MAX], prose[ROW_MAX];
        row_text(r, i, row);
        row_prose(r, i, old, prose);
        n += (size_t)snprintf(fresh + n, sizeof fresh - n, "%s%s\n", row, prose);
    }
    if ((size_t)(end - start) != n || memcmp(start, fresh, n) != 0)
        doc_replace(d, start, end, fresh);
}

static inline void doc_table(struct doc *d, const char *name, const struct rows *r)
{
    char *start, *end, row[ROW_MAX];
    unsigned i = 0;
    if (!doc_block(d, name, &start, &end))
        return;
    start = table_rows(start);
    if (docs_write()) {
        table_write(d, r, start, end);
        return;
    }
    for (char *line = start; line < end; line = strchr(line, '\n') + 1) {
        snprintf(row, sizeof row, "%.*s", (int)strcspn(line, "\n"), line);
        unsigned k = 0;
        while (k < r->count && !row_is(r, k, row))
            k++;
        if (k == r->count)
            doc_complain(d, name, "a row that the code does not have", row);
        else if (k != i)
            doc_complain(d, name, "a row out of place", row);
        if (k < r->count)
            i = k + 1;
    }
    for (unsigned k = 0; k < r->count; k++) {
        bool there = false;
        for (char *line = start; line < end && !there; line = strchr(line, '\n') + 1)
            there = row_is(r, k, line);
        row_text(r, k, row);
        if (!there)
            doc_complain(d, name, "a row that the document lacks (FIEL_WRITE_DOCS=1 writes it)", row);
    }
}

#endif
