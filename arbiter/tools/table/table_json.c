/* table_json: reading a request's fields with every type and range checked. */
#include "table.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/cli.h"

int table_fail(struct table_error *e, const char *code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    snprintf(e->code, sizeof e->code, "%s", code);
    vsnprintf(e->message, sizeof e->message, format, args);
    va_end(args);
    return -1;
}

/* "a, b, c" of a NULL-ended list. */
static const char *list_text(const char *const *known, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (; *known != NULL && used < size; known++) {
        int n = snprintf(text + used, size - used, "%s%s", used ? ", " : "", *known);
        used += n > 0 ? (size_t)n : 0;
    }
    return text;
}

/* Every key of the request is one of `known`. */
int table_keys(json_t *request, const char *const *known, struct table_error *e)
{
    const char *key;
    json_t *value;
    json_object_foreach(request, key, value)
    {
        size_t i = 0;
        while (known[i] != NULL && strcmp(known[i], key) != 0)
            i++;
        if (known[i] != NULL)
            continue;
        char all[256];
        const char *near = cli_nearest(key, known);
        if (strcmp(key, "target") == 0)
            return table_fail(e, "unknown_key",
                              "the target is an option of the rules: \"rules\":\"argentino,target=15\"");
        return table_fail(e, "unknown_key", "no key \"%.40s\" here%s%s%s; this op takes %s", key,
                          near ? ", did you mean \"" : "", near ? near : "", near ? "\"" : "",
                          list_text(known, all, sizeof all));
    }
    return 0;
}

static int missing(struct table_error *e, const char *key)
{
    return table_fail(e, "missing_key", "this op needs \"%s\"", key);
}

/* *out keeps its value when the key is absent and not required. */
int table_integer(json_t *request, const char *key, bool required, int low, int high, int *out, struct table_error *e)
{
    json_t *value = json_object_get(request, key);
    if (value == NULL)
        return required ? missing(e, key) : 0;
    if (!json_is_integer(value))
        return table_fail(e, "wrong_type", "\"%s\" is a whole number from %d to %d", key, low, high);
    json_int_t n = json_integer_value(value);
    if (n < low || n > high)
        return table_fail(e, "out_of_range", "\"%s\" is from %d to %d here", key, low, high);
    *out = (int)n;
    return 0;
}

int table_string(json_t *request, const char *key, bool required, const char **out, struct table_error *e)
{
    json_t *value = json_object_get(request, key);
    if (value == NULL)
        return required ? missing(e, key) : 0;
    if (!json_is_string(value))
        return table_fail(e, "wrong_type", "\"%s\" is a string", key);
    *out = json_string_value(value);
    return 0;
}

/* [a, b], both from low to high; out keeps its values when the key is absent. */
int table_scores(json_t *request, const char *key, unsigned scorers, int high, int out[FIEL_SCORERS_MAX],
                 struct table_error *e)
{
    json_t *value = json_object_get(request, key);
    if (value == NULL)
        return 0;
    bool all = json_is_array(value) && json_array_size(value) == scorers;
    for (unsigned s = 0; all && s < scorers; s++)
        all = json_is_integer(json_array_get(value, s));
    if (!all)
        return table_fail(e, "wrong_type",
                          scorers == 2 ? "\"%s\" is two whole numbers, one per side: [0,0]"
                                       : "\"%s\" is three whole numbers, one per seat: [0,0,0]",
                          key);
    for (unsigned s = 0; s < scorers; s++) {
        json_int_t x = json_integer_value(json_array_get(value, s));
        if (x < 0 || x > high)
            return table_fail(e, "out_of_range", "\"%s\" is from 0 to %d for %s: the game would be over", key, high,
                              scorers == 2 ? "both sides" : "every seat");
        out[s] = (int)x;
    }
    return 0;
}

int table_card(json_t *value, const char *where, card_t *out, struct table_error *e)
{
    if (!json_is_string(value))
        return table_fail(e, "wrong_type", "%s: a card is a string such as \"7e\" or \"12o\"", where);
    if (!card_parse(json_string_value(value), out))
        return table_fail(e, "no_such_card", "%s: \"%.10s\" is no card; ranks 1-7 10 11 12, suits e b o c", where,
                          json_string_value(value));
    return 0;
}
