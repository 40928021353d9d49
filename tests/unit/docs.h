/* docs: holds blocks of a document against what the code says.
 *
 * A block stands between the lines `<!-- NAME -->` and `<!-- end -->`.  A table's rows are compared by their
 * first cells, what stands in further cells is prose of the document, so a person types them; any other block, and a whole file, is
 * compared as it is.  With FIEL_WRITE_DOCS=1 in the environment these are written anew instead. */
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

/* A whole file that must be exactly this. */
static inline bool doc_file(const char *path, const char *text)
{
    static struct doc is;
    if (docs_write()) {
        FILE *f = fopen(path, "w");
        return f && fputs(text, f) >= 0 && fclose(f) == 0;
    }
    if (!doc_load(&is, path) || strcmp(is.text, text) == 0)
        return strcmp(is.text, text) == 0;
    size_t same = 0;
    while (is.text[same] == text[same])
        same++;
    doc_complain(&is, "-", "is not what the code makes (FIEL_WRITE_DOCS=1 writes it anew)", "");
    fprintf(stderr, "    from byte %zu: %.60s\n", same, text + same);
    return false;
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

/* Skips the heading and the line under it. */
static inline char *table_rows(char *start)
{
    for (unsigned i = 0; i < 2; i++)
        start = strchr(start, '\n') + 1;
    return start;
}

static inline void doc_table(struct doc *d, const char *name, const struct rows *r)
{
    char *start, *end, row[ROW_MAX];
    unsigned i = 0;
    if (!doc_block(d, name, &start, &end))
        return;
    start = table_rows(start);
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
            doc_complain(d, name, "a row that the document lacks", row);
    }
}

#endif
