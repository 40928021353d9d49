/* json_at: looking into the answers of `fiel table`. */
#ifndef TESTS_JSON_AT_H
#define TESTS_JSON_AT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* "hand.points.truco" of a value; borrowed, NULL when it is not there. */
static inline json_t *at(const json_t *value, const char *path)
{
    char key[32];
    while (value != NULL && *path != '\0') {
        size_t n = strcspn(path, ".");
        snprintf(key, sizeof key, "%.*s", (int)n, path);
        value = json_object_get(value, key);
        path += n;
        path += *path == '.';
    }
    return (json_t *)value;
}

static inline bool is_ok(const json_t *answer) { return json_is_true(json_object_get(answer, "ok")); }

/* "" when it is not there or no string. */
static inline const char *text_at(const json_t *value, const char *path)
{
    const char *text = json_string_value(at(value, path));
    return text ? text : "";
}

static inline int number_at(const json_t *value, const char *path) { return (int)json_integer_value(at(value, path)); }

/* The i-th number of a list. */
static inline int number_of(const json_t *list, size_t i) { return (int)json_integer_value(json_array_get(list, i)); }

static inline json_t *act_request(int seat, const char *word)
{
    return json_pack("{s:s,s:i,s:s}", "op", "act", "seat", seat, "do", word);
}

#endif
