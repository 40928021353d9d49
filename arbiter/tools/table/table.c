/* table: the ops of `fiel table`, their history and their answers. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "base/cli.h"

void table_init(struct table *t) { memset(t, 0, sizeof *t); }

void table_free(struct table *t)
{
    free(t->history);
    table_init(t);
}

/* --- history --- */

/* Makes room for one more state. -1 when memory is out: nothing has changed. */
static int history_room(struct table *t, struct table_error *e)
{
    if (t->count < t->room)
        return 0;
    size_t room = t->room ? 2 * t->room : 64;
    struct position *grown = realloc(t->history, room * sizeof *grown);
    if (grown == NULL)
        return table_fail(e, "out_of_memory", "no room for another state: start a new table");
    t->history = grown;
    t->room = room;
    return 0;
}

static int op_undo(struct table *t, json_t *request, struct table_error *e)
{
    static const char *const keys[] = { "op", NULL };
    if (table_keys(request, keys, e) != 0)
        return -1;
    if (t->count == 0)
        return table_fail(e, "nothing_to_undo", "this is the table as \"new\" laid it out");
    t->position = t->history[--t->count];
    return 0;
}

/* --- acting --- */

/* NOT_YOUR_TURN -> "not_your_turn" */
static const char *rule_code(enum rule_error error, char *text, size_t size)
{
    const char *name = "";
    switch (error) {
    case RULE_OK: break;
#define X(id, number, meaning) \
    case RULE_##id: name = #id; break;
        FIEL_RULE_ERRORS(X)
#undef X
    }
    size_t i = 0;
    for (; name[i] != '\0' && i + 1 < size; i++)
        text[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
    text[i] = '\0';
    return text;
}

static int rule_fail(struct table_error *e, enum rule_error error, int seat, const char *word)
{
    char code[32];
    rule_code(error, code, sizeof code);
    return table_fail(e, code, "seat %d, \"%.40s\": %s; \"legal\" lists what the seat on turn may do", seat, word,
                      rule_error_text(error));
}

static int op_act(struct table *t, json_t *request, struct table_error *e)
{
    static const char *const keys[] = { "op", "seat", "do", NULL };
    int seat = 0;
    const char *word = NULL;
    struct action a;
    if (table_keys(request, keys, e) != 0 || table_string(request, "do", true, &word, e) != 0 ||
        table_integer(request, "seat", true, 0, t->position.open.seats - 1, &seat, e) != 0)
        return -1;
    enum rule_error error = action_parse(&t->position.open, word, &a);
    if (error != RULE_OK)
        return rule_fail(e, error, seat, word);
    if (history_room(t, e) != 0)
        return -1;
    t->history[t->count] = t->position;
    error = position_apply(&t->position, seat, a, &t->position);
    if (error != RULE_OK)
        return rule_fail(e, error, seat, word);
    t->count++;
    return 0;
}

static int op_next(struct table *t, json_t *request, struct table_error *e)
{
    if (history_room(t, e) != 0)
        return -1;
    t->history[t->count] = t->position;
    if (table_next(t, request, e) != 0)
        return -1;
    t->count++;
    return 0;
}

/* --- looking --- */

static int op_view(struct table *t, json_t *request, json_t *answer, struct table_error *e)
{
    static const char *const keys[] = { "op", "seat", NULL };
    int seat = 0;
    if (table_keys(request, keys, e) != 0 ||
        table_integer(request, "seat", true, 0, t->position.open.seats - 1, &seat, e) != 0)
        return -1;
    json_object_set_new(answer, "view", table_view(&t->position, seat));
    return 0;
}

/* Whether a seat may make a sign to a partner.  It changes nothing at the table; how many a seat has made in
 * the hand is counted where they are told, by the arbiter of a match. */
static int op_sign(const struct table *t, json_t *request, json_t *answer, struct table_error *e)
{
    static const char *const keys[] = { "op", "seat", "to", "sign", NULL };
    int seat = 0, to = 0, last = t->position.open.seats - 1;
    const char *word = NULL;
    if (table_keys(request, keys, e) != 0 || table_string(request, "sign", true, &word, e) != 0 ||
        table_integer(request, "seat", true, 0, last, &seat, e) != 0 ||
        table_integer(request, "to", true, 0, last, &to, e) != 0)
        return -1;
    struct sign s = { (uint8_t)sign_parse(word), (uint8_t)to };
    uint16_t code = sign_code(s);
    enum rule_error error = signs_refused(&t->position.open, (unsigned)seat, 0, &code, 1);
    if (error != RULE_OK) {
        char name[32];
        return table_fail(e, rule_code(error, name, sizeof name), "seat %d, sign \"%.40s\" to seat %d: %s", seat, word,
                          to, rule_error_text(error));
    }
    json_object_set_new(answer, "made", json_string(sign_made(s.word)));
    return 0;
}

/* The presets, and the options of one of them: the table's, or the one that is named. */
static int op_rules(struct table *t, json_t *request, json_t *answer, struct table_error *e)
{
    static const char *const keys[] = { "op", "rules", NULL };
    const char *text = NULL;
    char why[RULES_ERROR_TEXT], canonical[RULES_TEXT];
    struct rules r = t->position.open.rules;
    if (table_keys(request, keys, e) != 0 || table_string(request, "rules", false, &text, e) != 0)
        return -1;
    if (text == NULL && !t->open)
        rules_preset(&r, PRESET_ARGENTINO);
    if (text != NULL && rules_parse(text, &r, why) != 0)
        return table_fail(e, "bad_rules", "%s", why);
    json_object_set_new(answer, "presets", table_presets());
    json_object_set_new(answer, "rules", json_string(rules_text(&r, canonical)));
    json_object_set_new(answer, "options", table_options(&r));
    json_object_set_new(answer, "signs", table_signs(&r));
    return 0;
}

/* --- one line --- */

static int do_op(struct table *t, const char *op, json_t *request, json_t *answer, struct table_error *e)
{
    static const char *const ops[] = { "new", "act", "next", "view", "sign", "undo", "rules", NULL };
    if (strcmp(op, "new") == 0)
        return table_new(t, request, answer, e);
    if (strcmp(op, "rules") == 0)
        return op_rules(t, request, answer, e);
    bool known = false;
    for (size_t i = 0; ops[i] != NULL; i++)
        known = known || strcmp(ops[i], op) == 0;
    if (!known) {
        const char *near = cli_nearest(op, ops);
        return table_fail(e, "unknown_op", "no op \"%.40s\"%s%s%s; there are new, act, next, view, sign, undo, rules",
                          op, near ? ", did you mean \"" : "", near ? near : "", near ? "\"" : "");
    }
    if (!t->open)
        return table_fail(e, "no_table", "no table yet: start with {\"op\":\"new\",\"seed\":\"any text\"}");
    if (strcmp(op, "act") == 0)
        return op_act(t, request, e);
    if (strcmp(op, "next") == 0)
        return op_next(t, request, e);
    if (strcmp(op, "sign") == 0)
        return op_sign(t, request, answer, e);
    return strcmp(op, "view") == 0 ? op_view(t, request, answer, e) : op_undo(t, request, e);
}

static int do_line(struct table *t, const char *line, size_t length, json_t *answer, struct table_error *e)
{
    json_error_t wrong;
    const char *op = NULL;
    int result = -1;
    if (length > TABLE_LINE_MAX)
        return table_fail(e, "line_too_long", "a line is at most %d bytes", TABLE_LINE_MAX);
    json_auto_t *request = json_loadb(line, length, JSON_REJECT_DUPLICATES, &wrong);
    if (request == NULL)
        return table_fail(e, "bad_json", "column %d: %s; one JSON object per line", wrong.column, wrong.text);
    if (!json_is_object(request))
        table_fail(e, "not_an_object", "a request is an object such as {\"op\":\"view\",\"seat\":0}");
    else if (table_string(request, "op", true, &op, e) == 0)
        result = do_op(t, op, request, answer, e);
    return result;
}

char *table_line(struct table *t, const char *line, size_t length)
{
    struct table_error e;
    json_auto_t *answer = json_object(), *extra = json_object();
    if (do_line(t, line, length, extra, &e) == 0) {
        json_object_set_new(answer, "ok", json_true());
    } else {
        json_object_set_new(answer, "ok", json_false());
        json_object_set_new(answer, "error", json_string(e.code));
        json_object_set_new(answer, "message", json_string(e.message));
    }
    if (t->open)
        table_show(&t->position, answer);
    json_object_update(answer, extra);
    return json_dumps(answer, JSON_COMPACT);
}
