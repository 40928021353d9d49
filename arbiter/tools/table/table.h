/* table: `fiel table`, one table of the rules driven by lines of JSON.
 *
 * table_line() is the whole of it: a line in, a line out, the state in between.  A request that
 * cannot be done answers {"ok":false,"error":CODE,"message":...} and changes nothing. */
#ifndef FIEL_TABLE_H
#define FIEL_TABLE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/position.h"
#include "rules/signs.h"

enum { TABLE_LINE_MAX = 1 << 20, TABLE_MESSAGE = 512, TABLE_SEED = 32 };

struct table {
    bool open; /* an op "new" succeeded */
    struct position position;
    uint8_t seed[TABLE_SEED]; /* what hands that are not given are dealt from */
    struct position *history; /* states before each act and next, for undo; grows as memory allows */
    size_t count, room;
};

/* What is wrong with a request: a stable code and one sentence with the remedy. */
struct table_error {
    char code[32];
    char message[TABLE_MESSAGE];
};

/* A table without a deal; and its history given back. */
void table_init(struct table *t);
void table_free(struct table *t);

/* The answer to one line, without its newline; the caller frees it. NULL only when memory is out. */
char *table_line(struct table *t, const char *line, size_t length);

/* --- table_setup.c: new and next --- */
int table_new(struct table *t, json_t *request, json_t *answer, struct table_error *e);
int table_next(struct table *t, json_t *request, struct table_error *e);

/* --- table_show.c: states as JSON --- */
void table_show(const struct position *pos, json_t *answer);
json_t *table_view(const struct position *pos, int seat);
json_t *table_presets(void);
json_t *table_options(const struct rules *r);
json_t *table_signs(const struct rules *r); /* the words of its señas */

/* --- table_json.c: checked reading; each returns 0, or -1 and fills *e --- */
int table_fail(struct table_error *e, const char *code, const char *format, ...) __attribute__((format(printf, 3, 4)));
int table_keys(json_t *request, const char *const *known, struct table_error *e);
int table_integer(json_t *request, const char *key, bool required, int low, int high, int *out, struct table_error *e);
int table_string(json_t *request, const char *key, bool required, const char **out, struct table_error *e);
int table_scores(json_t *request, const char *key, unsigned scorers, int high, int out[FIEL_SCORERS_MAX],
                 struct table_error *e);
int table_card(json_t *value, const char *where, card_t *out, struct table_error *e);

#endif
