/* table_play: a `fiel table` inside the test. */
#ifndef TESTS_TABLE_PLAY_H
#define TESTS_TABLE_PLAY_H

#include "support/test.h"

#include "json_at.h"
#include "tools/table/table.h"

/* The answer to a request; the caller owns it. */
static inline json_t *ask_line(struct table *t, const char *line)
{
    OWNED char *text = table_line(t, line, strlen(line));
    assert_non_null(text);
    json_t *answer = json_loads(text, 0, NULL);
    assert_non_null(answer);
    assert_null(strchr(text, '\n'));
    return answer;
}

/* Takes the request. */
static inline json_t *ask(struct table *t, json_t *request)
{
    OWNED char *line = json_dumps(request, JSON_COMPACT);
    assert_non_null(line);
    json_t *answer = ask_line(t, line);
    json_decref(request);
    return answer;
}

#endif
