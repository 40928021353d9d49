/* vectors: the lines of tests/vectors/deal2.jsonl, worked out by a program that shares nothing with Fiel. */
#ifndef TESTS_VECTORS_H
#define TESTS_VECTORS_H

#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "record/deal.h"
#include "wire/codec.h"

#define VECTOR static inline __attribute__((unused))

enum { VECTORS = 12, VECTOR_LINE = 1 << 16 };

/* One worked hand, and what every formula needs of it. */
struct vector {
    json_t *json;
    uint8_t seed[HASH], nonce[HASH], match_id[HASH], table_id[HASH];
    uint32_t table, hand, last; /* t, h, T */
    unsigned seats, parties, n;
    card_t deck[FIEL_CARDS];
};

VECTOR json_t *field(const struct vector *v, const char *name)
{
    json_t *j = json_object_get(v->json, name);
    if (!j)
        fail_msg("the vector has no field %s", name);
    return j;
}

VECTOR unsigned number_of(const json_t *j, const char *name)
{
    assert_true(json_is_integer(json_object_get(j, name)));
    return (unsigned)json_integer_value(json_object_get(j, name));
}

VECTOR unsigned number(const struct vector *v, const char *name) { return number_of(v->json, name); }

/* Exactly so many bytes. */
VECTOR void hex_of(uint8_t *out, size_t size, const json_t *j)
{
    assert_true(json_is_string(j));
    assert_true(hex_parse(out, size, json_string_value(j)));
}

VECTOR void hex_field(const struct vector *v, const char *name, uint8_t out[HASH])
{
    hex_of(out, HASH, field(v, name));
}

VECTOR void hex_item(const struct vector *v, const char *name, unsigned i, uint8_t out[HASH])
{
    hex_of(out, HASH, json_array_get(field(v, name), i));
}

VECTOR unsigned number_item(const struct vector *v, const char *name, unsigned i)
{
    return (unsigned)json_integer_value(json_array_get(field(v, name), i));
}

VECTOR void assert_hash(const uint8_t got[HASH], const uint8_t want[HASH]) { assert_memory_equal(got, want, HASH); }

VECTOR void expect(const struct vector *v, const char *name, const uint8_t got[HASH])
{
    uint8_t want[HASH];
    hex_field(v, name, want);
    assert_hash(got, want);
}

VECTOR void expect_item(const struct vector *v, const char *name, unsigned i, const uint8_t got[HASH])
{
    uint8_t want[HASH];
    hex_item(v, name, i, want);
    assert_hash(got, want);
}

VECTOR void vector_read(struct vector *v, const char *line)
{
    json_error_t error;
    v->json = json_loads(line, 0, &error);
    assert_non_null(v->json);
    hex_field(v, "S", v->seed);
    hex_field(v, "offer_nonce", v->nonce);
    hex_field(v, "match_id", v->match_id);
    v->table = number(v, "t");
    v->hand = number(v, "h");
    v->last = number(v, "T");
    v->seats = number(v, "seats");
    v->parties = v->seats + number(v, "cutters");
    v->n = (unsigned)json_array_size(field(v, "deck"));
    assert_true(v->n == 24 || v->n == 40);
    for (unsigned i = 0; i < v->n; i++)
        v->deck[i] = (card_t)number_item(v, "deck", i);
    deal_table_id(v->table_id, v->match_id, v->table);
}

/* Runs `check` over every line of the file. */
VECTOR void each_vector(void (*check)(const struct vector *v))
{
    static char line[VECTOR_LINE];
    FILE *f = fopen("tests/vectors/deal2.jsonl", "r");
    int count = 0;
    assert_non_null(f);
    for (; fgets(line, sizeof line, f); count++) {
        struct vector v;
        vector_read(&v, line);
        check(&v);
        json_decref(v.json);
    }
    fclose(f);
    assert_int_equal(count, VECTORS);
}

#endif
