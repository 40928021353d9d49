/* store_settings: what a host chose, by name. */
#include <stdlib.h>

#include "store_state.h"

struct setting {
    const char *name;
    char *out;
};

static void setting_get(struct db *db, void *arg)
{
    struct setting *g = arg;
    db_text_of(db, g->out, STORE_LONG, "select value from setting where name = $1", ARGS(NAME(g->name)));
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

int store_set(struct store *s, const char *name, const char *value, struct store_error *e)
{
    return store_do(s, e,
                    "insert into setting(name, value) values($1, $2) on conflict(name) do update set value ="
                    " excluded.value",
                    ARGS(NAME(name), LONG(value)));
}
