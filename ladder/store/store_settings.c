/* store_settings: what a host chose, by name. */
#include <stdlib.h>

#include "store_state.h"

struct setting {
    const char *name, *value;
    char *out;
};

static void setting_get(struct db *db, void *arg)
{
    struct setting *g = arg;
    struct db_rows rows;
    g->out[0] = '\0';
    if (db_one(db, &rows, "select value from setting where name = $1", ARGS(NAME(g->name))))
        db_text(&rows, g->out, STORE_LONG);
    db_end(&rows);
}

int64_t setting_number(struct db *db, const char *name, int64_t none)
{
    char text[STORE_LONG];
    setting_get(db, &(struct setting){ .name = name, .out = text });
    return *text ? strtol(text, NULL, 10) : none;
}

int store_setting(struct store *s, const char *name, char value[STORE_LONG], struct store_error *e)
{
    return store_read(s, setting_get, &(struct setting){ .name = name, .out = value }, e);
}

static void setting_set(struct db *db, void *arg)
{
    struct setting *g = arg;
    db_do(db,
          "insert into setting(name, value) values($1, $2) on conflict(name) do update set value ="
          " excluded.value",
          ARGS(NAME(g->name), LONG(g->value)));
}

int store_set(struct store *s, const char *name, const char *value, struct store_error *e)
{
    return store_write(s, setting_set, &(struct setting){ .name = name, .value = value }, e);
}
