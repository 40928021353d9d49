/* The schemas of spec/ are made from the code's lists (FIEL_WRITE_DOCS=1 writes them), and every example is what they say. */
#include "support/test.h"

#include <jansson.h>
#include <regex.h>

#include "arrays.h"
#include "docs.h"
#include "rules/signs.h"
#include "wire/checks.h"
#include "wire/lobby.h"

#define DRAFT "https://json-schema.org/draft/2020-12/schema"
#define LOCAL "#/$defs/"

/* --- making them ------------------------------------------------------------------------------ */

/* A list of numbers with their names, which NUMBER adds to; it stands in a "oneOf". */
static json_t *list;

static void numbers(json_t *in, const char *name)
{
    list = json_array();
    json_object_set_new(in, name, strcmp(name, "oneOf") == 0 ? list : json_pack("{so}", "oneOf", list));
}

#define NUMBER(number, name, text) \
    json_array_append_new(list, json_pack("{si,ss,ss}", "const", (int)(number), "title", name, "description", text))

static json_t *list_of(json_t *items, int least, int most)
{
    return json_pack("{ss,so,si,si}", "type", "array", "items", items, "minItems", least, "maxItems", most);
}

/* The schema of an item by its type in MESSAGES: bytes are hex. */
static json_t *item_schema(const char *type)
{
    char pattern[32];
    if (*type == 'u')
        return json_pack("{ss,si}", "type", "integer", "minimum", 0);
    if (*type == 's')
        return json_pack("{ss}", "type", "string");
    if (*type == 'a')
        return json_pack("{ss}", "type", "array");
    snprintf(pattern, sizeof pattern, type[1] ? "^[0-9a-f]{%d}$" : "^([0-9a-f]{2})*$", 2 * atoi(type + 1));
    return json_pack("{ss,ss}", "type", "string", "pattern", pattern);
}

/* An object that has these items and no other. */
static json_t *object_of(const char *title, const char *items)
{
    json_t *properties = json_object(), *required = json_array();
    char name[32], type[8];
    while (next_item(&items, name, type)) {
        json_object_set_new(properties, name,
                            *type == 'a' && strcmp(name, "view") == 0 ? json_pack("{ss}", "$ref", "view.schema.json")
                                                                      : item_schema(type));
        json_array_append_new(required, json_string(name));
    }
    return json_pack("{ss,ss,so,so,sb}", "title", title, "type", "object", "properties", properties, "required",
                     required, "additionalProperties", 0);
}

static bool write_schema(const char *path, const char *title, json_t *rest)
{
    json_auto_t *all = json_pack("{ss,ss}", "$schema", DRAFT, "title", title);
    json_object_update(all, rest);
    OWNED char *text = json_dumps(all, JSON_INDENT(1));
    bool fine = doc_file(path, text);
    json_decref(rest);
    return fine;
}

/* A line of examples.jsonl that is a message of this type, or one of the two arrays. */
static void add_message(json_t *lines, json_t *defs, const char *name, int number, const char *to, const char *items)
{
    char ref[64];
    snprintf(ref, sizeof ref, LOCAL "%s", name);
    json_object_set_new(defs, name, object_of(to, items));
    json_t *is = json_pack("{s{ss},s{ss},s{ss}}", number ? "message" : "array", "const", name, "fields", "$ref", ref,
                           "bytes", "pattern", "^([0-9a-f]{2})+$");
    if (number)
        json_object_set_new(is, "type", json_pack("{si}", "const", number));
    json_array_append_new(
        lines, json_pack("{so,s[sss]}", "properties", is, "required", number ? "message" : "array", "fields", "bytes"));
}

TEST(test_messages)
{
    json_t *lines = json_array(), *defs = json_object();
#define X(name, number, who, fields) \
    add_message(lines, defs, #name, number, \
                (who) == 'B'   ? "to the arbiter" \
                : (who) == 'P' ? "to all" \
                               : "to one seat", \
                "table:u " fields);
    MESSAGES(X)
#undef X
#define X(name, number, who, fields) \
    add_message(lines, defs, #name, number, (who) == 'B' ? "to the door" : "to the bot", fields);
    LOBBY_MESSAGES(X)
#undef X
    add_message(lines, defs, "offer", 0, "OFFER's array", OFFER_ITEMS);
    add_message(lines, defs, "result", 0, "RESULT's array", RESULT_ITEMS);
    numbers(defs, "action");
#define X(name, number, word) NUMBER(number, #name, word);
    FIEL_ACTIONS(X)
#undef X
    numbers(defs, "sign");
#define X(name, number, word, made) NUMBER(number, word, made);
    FIEL_SIGN_WORDS(X)
#undef X
    assert_true(write_schema(
        "spec/messages.schema.json",
        "A message, or OFFER's or RESULT's array, as examples.jsonl has it: bytes are hex. action: kinds, a code is "
        "256 * kind + arg. sign: words, a code is 256 * word + seat",
        json_pack("{so,so}", "oneOf", lines, "$defs", defs)));
}

TEST(test_errors)
{
    json_t *defs = json_object();
#define X(name, number, words) NUMBER(number, #name, words);
    numbers(defs, "wire");
    WIRE_ERRORS(X)
    numbers(defs, "refused");
    FIEL_RULE_ERRORS(X)
    numbers(defs, "arbiter");
    ARBITER_CODES(X)
    numbers(defs, "checks");
    CHECKS(X)
    numbers(defs, "lobby");
    LOBBY_REASONS(X)
#undef X
    numbers(defs, "fault");
#define X(name, number, owner, words) NUMBER(number, #name, words);
    FAULTS(X)
#undef X
    assert_true(write_schema(
        "spec/errors.schema.json",
        "Numbers of what goes wrong. wire: MALFORMED's a; refused: REFUSED's error and ILLEGAL's a; arbiter: "
        "ARBITER's a; checks: libfiel's codes of PROTEST; lobby: NO's reason; fault: FAULT's fault",
        json_pack("{so}", "$defs", defs)));
}

/* What a fact of the view may be. */
static json_t *view_fact(const char *name, unsigned bits, const char *shape, const char *meaning)
{
    json_t *one = json_pack("{ss,si,sI}", "type", "integer", "minimum", 0, "maximum", (json_int_t)((1ULL << bits) - 1)),
           *fact;
    if (strcmp(name, "phase") == 0) {
        numbers(one, "oneOf");
#define X(phase, number, asked) NUMBER(number, #phase, asked);
        FIEL_PHASES(X)
#undef X
    }
    if (strstr(name, "_state")) {
        numbers(one, "oneOf");
        NUMBER(WAGER_CLOSED, "CLOSED", "cannot be bet in this hand, or no longer");
        NUMBER(WAGER_POSSIBLE, "POSSIBLE", "nobody has said it yet");
        NUMBER(WAGER_CALLED, "CALLED", "waits for an answer");
        NUMBER(WAGER_WANTED, "WANTED", "accepted, being declared");
        NUMBER(WAGER_SETTLED, "SETTLED", "decided");
    }
    switch (*shape == 'T' ? shape[sizeof "TRICK" - 1] : shape[1]) {
    case 'N': fact = one; break;                                            /* ONE */
    case 'I': fact = list_of(one, 2, 2); break;                             /* SIDE */
    case 'C': fact = list_of(one, 2, FIEL_SCORERS_MAX); break;              /* SCORER */
    case 'E': fact = list_of(one, 2, FIEL_SEATS_MAX); break;                /* SEAT */
    case '_': fact = list_of(list_of(one, 2, FIEL_SEATS_MAX), 3, 3); break; /* TRICK_SEAT */
    default: fact = list_of(one, 3, 3);                                     /* TRICK */
    }
    json_object_set_new(fact, "description", json_string(meaning));
    return fact;
}

TEST(test_view)
{
    json_t *facts = json_object(), *required = json_array();
#define X(name, bits, shape, meaning) json_object_set_new(facts, #name, view_fact(#name, bits, #shape, meaning));
    FIEL_OPEN_FIELDS(X)
    X(seat, 8, ONE, "whose view it is")
#undef X
    json_object_set_new(
        facts, "known",
        list_of(list_of(json_pack("{ss}", "type", "integer"), FIEL_HELD_MAX, FIEL_HELD_MAX), 2, FIEL_SEATS_MAX));
    json_object_set_new(
        json_object_get(facts, "known"), "description",
        json_string("by seat the cards that were dealt to it, as far as this seat may know them; 255 fills up, 254 is "
                    "a card that nobody sees"));
    const char *name;
    json_t *fact;
    json_object_foreach(facts, name, fact) json_array_append_new(required, json_string(name));
    assert_true(write_schema("spec/view.schema.json", "REQUEST's view: on the wire an array of these, in this order",
                             json_pack("{ss,so,so,sb}", "type", "object", "properties", facts, "required", required,
                                       "additionalProperties", 0)));
}

/* --- holding the examples against them -------------------------------------------------------- */

static json_t *view_schema;

static bool holds(const json_t *root, const json_t *s, const json_t *v);

/* All of an array by one schema, or all of an object by its properties. */
static bool holds_inside(const json_t *root, const json_t *s, const json_t *v)
{
    json_t *properties = json_object_get(s, "properties"), *items = json_object_get(s, "items"), *one;
    const char *name;
    size_t i, n = json_array_size(v);
    json_object_foreach((json_t *)v, name, one)
    {
        json_t *of = json_object_get(properties, name);
        if (of ? !holds(root, of, one) : json_is_false(json_object_get(s, "additionalProperties")))
            return false;
    }
    json_array_foreach(json_object_get(s, "required"), i,
                       one) if (!json_object_get(v, json_string_value(one))) return false;
    json_array_foreach(items ? v : NULL, i, one) if (!holds(root, items, one)) return false;
    return !items || (n >= (size_t)json_integer_value(json_object_get(s, "minItems")) &&
                      n <= (size_t)json_integer_value(json_object_get(s, "maxItems")));
}

static bool is_of_type(const char *type, const json_t *v)
{
    return !type || (strcmp(type, "integer") == 0 && json_is_integer(v)) ||
           (strcmp(type, "string") == 0 && json_is_string(v)) || (strcmp(type, "array") == 0 && json_is_array(v)) ||
           (strcmp(type, "object") == 0 && json_is_object(v));
}

static bool matches(const char *pattern, const char *text)
{
    regex_t r;
    assert_int_equal(regcomp(&r, pattern, REG_EXTENDED | REG_NOSUB), 0);
    bool is = text && regexec(&r, text, 0, NULL, 0) == 0;
    regfree(&r);
    return is;
}

/* As much of JSON Schema as is used here. */
static bool holds(const json_t *root, const json_t *s, const json_t *v)
{
    const char *ref = json_string_value(json_object_get(s, "$ref")),
               *pattern = json_string_value(json_object_get(s, "pattern"));
    json_t *is = json_object_get(s, "const"), *least = json_object_get(s, "minimum"),
           *most = json_object_get(s, "maximum"), *choices = json_object_get(s, "oneOf"), *choice;
    size_t i, fit = 0;
    if (ref && *ref != '#')
        return holds(view_schema, view_schema, v);
    if (ref)
        return holds(root, json_object_get(json_object_get(root, "$defs"), ref + sizeof LOCAL - 1), v);
    json_array_foreach(choices, i, choice) fit += holds(root, choice, v);
    return (!choices || fit == 1) && (!is || json_equal(is, v)) &&
           (!pattern || matches(pattern, json_string_value(v))) &&
           is_of_type(json_string_value(json_object_get(s, "type")), v) &&
           (!least || json_integer_value(v) >= json_integer_value(least)) &&
           (!most || json_integer_value(v) <= json_integer_value(most)) && holds_inside(root, s, v);
}

TEST(test_examples)
{
    json_t *schema = json_load_file("spec/messages.schema.json", 0, NULL), *line;
    FILE *f = fopen("spec/examples.jsonl", "r");
    unsigned held = 0;
    view_schema = json_load_file("spec/view.schema.json", 0, NULL);
    assert_non_null(schema);
    assert_non_null(view_schema);
    assert_non_null(f);
    while ((line = json_loadf(f, JSON_DISABLE_EOF_CHECK, NULL))) {
        bool message = json_object_get(line, "message") || json_object_get(line, "array");
        if (message && ++held && !holds(schema, schema, line))
            fail_msg("no schema holds for %s", json_dumps(line, JSON_COMPACT));
        json_t *fields = json_object_get(line, "fields");
        if (message && json_object_size(fields)) { /* and one field less is seen */
            json_object_del(fields, json_object_iter_key(json_object_iter(fields)));
            assert_false(holds(schema, schema, line));
        }
        json_decref(line);
    }
    fclose(f);
    assert_int_equal(held, json_array_size(json_object_get(schema, "oneOf")));
    json_decref(schema);
    json_decref(view_schema);
}
