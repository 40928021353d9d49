/* fuzz_table: any lines as requests to `fiel table`.
 *
 * What must hold: every line has one answer, a JSON object with `ok`; a request that is refused changes nothing. */
#include "fuzz.h"

#include "tools/table/table.h"

static void one_line(struct table *t, const char *line, size_t length)
{
    struct position before = t->position;
    bool open = t->open;
    OWNED char *answer = table_line(t, line, length);
    expect(answer != NULL && strchr(answer, '\n') == NULL, "an answer is not one line");
    json_auto_t *json = json_loads(answer, 0, NULL);
    expect(json_is_object(json) && json_is_boolean(json_object_get(json, "ok")), "an answer is no object with ok");
    if (json_is_false(json_object_get(json, "ok"))) {
        expect(json_is_string(json_object_get(json, "error")) && json_is_string(json_object_get(json, "message")),
               "a refusal has no error and no message");
        expect(open == t->open && memcmp(&before, &t->position, sizeof before) == 0,
               "a refused request changed the table");
    } else if (t->open) {
        const char *wrong = position_check(&t->position);
        expect(wrong == NULL, wrong != NULL ? wrong : "");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct table t;
    const uint8_t *at = data, *end = data + size;
    table_init(&t);
    while (at < end) {
        const uint8_t *stop = memchr(at, '\n', (size_t)(end - at));
        size_t length = (size_t)((stop != NULL ? stop : end) - at);
        char *line = text_of(at, length);
        one_line(&t, line, length);
        free(line);
        at = stop != NULL ? stop + 1 : end;
    }
    table_free(&t);
    return 0;
}
