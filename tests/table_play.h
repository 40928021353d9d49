/* table_play: a `fiel table` inside the test, for runners of recorded cases. */
#ifndef TESTS_TABLE_PLAY_H
#define TESTS_TABLE_PLAY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table.h"

/* The answer to a request; the caller owns it. */
static inline json_t *ask_line(struct table *t, const char *line)
{
    char *text = table_line(t, line, strlen(line));
    assert_non_null(text);
    json_t *answer = json_loads(text, 0, NULL);
    assert_non_null(answer);
    assert_null(strchr(text, '\n'));
    free(text);
    return answer;
}

/* Takes the request. */
static inline json_t *ask(struct table *t, json_t *request)
{
    char *line = json_dumps(request, JSON_COMPACT);
    assert_non_null(line);
    json_t *answer = ask_line(t, line);
    free(line);
    json_decref(request);
    return answer;
}

/* "hand.points.truco" of an answer; borrowed, NULL when it is not there. */
static inline json_t *at(json_t *value, const char *path)
{
    char key[32];
    while (value != NULL && *path != '\0') {
        size_t n = strcspn(path, ".");
        snprintf(key, sizeof key, "%.*s", (int)n, path);
        value = json_object_get(value, key);
        path += n;
        path += *path == '.';
    }
    return value;
}

static inline bool is_ok(json_t *answer)
{
    return json_is_true(json_object_get(answer, "ok"));
}

static inline const char *text_at(json_t *value, const char *path)
{
    const char *text = json_string_value(at(value, path));
    return text ? text : "";
}

static inline bool contains(json_t *list, const char *word)
{
    size_t i;
    json_t *item;
    json_array_foreach(list, i, item)
        if (strcmp(json_string_value(item), word) == 0)
            return true;
    return false;
}

static inline json_t *act_request(int seat, const char *word)
{
    return json_pack("{s:s,s:i,s:s}", "op", "act", "seat", seat, "do", word);
}

/* Calls `run` for every line of a corpus file; returns how many there were. */
static inline unsigned for_each_line(const char *path, void (*run)(struct table *t, json_t *line, void *user),
                                     void *user)
{
    struct table t;
    char *text = NULL;
    size_t room = 0;
    unsigned n = 0;
    FILE *f = fopen(path, "r");
    if (f == NULL)
        fail_msg("%s: run the tests from the root of the project", path);
    table_init(&t);
    while (getline(&text, &room, f) > 0) {
        json_t *line = json_loads(text, 0, NULL);
        assert_non_null(line);
        run(&t, line, user);
        json_decref(line);
        n++;
    }
    free(text);
    fclose(f);
    table_free(&t);
    return n;
}

#endif
