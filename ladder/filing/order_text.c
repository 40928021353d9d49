/* order_text: both directions side by side. */
#include "order_text.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "record/crypto.h"

/* --- told ------------------------------------------------------------------------------------------------------------ */

static json_t *hex_json(const uint8_t bytes[STORE_HASH])
{
    char text[2 * STORE_HASH + 1];
    hex_text(text, bytes, STORE_HASH);
    return json_string(text);
}

static json_t *seat_json(const struct order_seat *s)
{
    return json_pack("{s:I,s:I,s:s,s:s,s:b,s:b,s:b,s:o,s:s,s:s,s:o,s:s}", "version", (json_int_t)s->version, "number",
                     (json_int_t)s->number, "author", s->author, "bot", s->bot, "own", (int)s->own, "remote",
                     (int)s->remote, "source", (int)s->source, "artifact", hex_json(s->artifact), "build", s->build,
                     "run", s->run, "key", hex_json(s->key), "binding", s->binding);
}

char *order_text(const struct order *o)
{
    const struct ladder *l = &o->ladder;
    json_t *seats = json_array(), *versions = json_array(), *replays = json_array();
    for (int64_t i = 0; i < o->seats; i++)
        json_array_append_new(seats, seat_json(&o->seat[i]));
    for (int64_t i = 0; i < o->pair.seats && i < STORE_SEATS; i++)
        json_array_append_new(versions, json_integer(o->pair.version[i]));
    for (int64_t i = 0; i < o->legs; i++)
        json_array_append_new(replays, hex_json(o->replay[i]));
    json_t *ladder = json_pack("{s:I,s:s,s:s,s:I,s:I}", "id", (json_int_t)l->id, "rules", l->rules, "clock", l->clock,
                               "seats", (json_int_t)l->seats, "games", (json_int_t)l->games);
    json_auto_t *j = json_pack("{s:I,s:I,s:s,s:o,s:I,s:I,s:I,s:o,s:o,s:o,s:I,s:I}", "job", (json_int_t)o->job,
                               "attempt", (json_int_t)o->attempt, "kind", job_kind_names[o->kind], "ladder", ladder,
                               "pair", (json_int_t)o->pair.id, "legs", (json_int_t)o->pair.legs, "note_bytes",
                               (json_int_t)o->pair.note_bytes, "versions", versions, "seats", seats, "replays", replays,
                               "after", (json_int_t)o->again_after, "to", (json_int_t)o->again_to);
    return json_dumps(j, JSON_COMPACT);
}

/* --- heard ------------------------------------------------------------------------------------------------------------ */

static bool take_text(const json_t *j, const char *key, char *out, size_t room)
{
    const char *text = json_string_value(json_object_get(j, key));
    return text && snprintf(out, room, "%s", text) < (int)room;
}

static int64_t take_number(const json_t *j, const char *key) { return json_integer_value(json_object_get(j, key)); }

static bool take_hex(const json_t *j, uint8_t out[STORE_HASH])
{
    const char *text = json_string_value(j);
    return text && hex_parse(out, STORE_HASH, text);
}

static bool take_seat(const json_t *j, struct order_seat *s)
{
    s->version = take_number(j, "version");
    s->number = take_number(j, "number");
    s->own = json_is_true(json_object_get(j, "own"));
    s->remote = json_is_true(json_object_get(j, "remote"));
    s->source = json_is_true(json_object_get(j, "source"));
    return take_text(j, "author", s->author, sizeof s->author) && take_text(j, "bot", s->bot, sizeof s->bot) &&
           take_hex(json_object_get(j, "artifact"), s->artifact) && take_text(j, "build", s->build, sizeof s->build) &&
           take_text(j, "run", s->run, sizeof s->run) && take_hex(json_object_get(j, "key"), s->key) &&
           take_text(j, "binding", s->binding, sizeof s->binding);
}

static bool take_lists(const json_t *j, struct order *o)
{
    const json_t *seats = json_object_get(j, "seats"), *versions = json_object_get(j, "versions"),
                 *replays = json_object_get(j, "replays");
    bool fine = json_array_size(seats) <= STORE_SEATS && json_array_size(versions) <= STORE_SEATS &&
                json_array_size(replays) <= STORE_LEGS && json_array_size(seats) > 0;
    o->seats = (int64_t)json_array_size(seats);
    o->pair.seats = (int64_t)json_array_size(versions);
    o->legs = (int64_t)json_array_size(replays);
    for (size_t i = 0; fine && i < (size_t)o->seats; i++)
        fine = take_seat(json_array_get(seats, i), &o->seat[i]);
    for (size_t i = 0; fine && i < (size_t)o->pair.seats; i++)
        o->pair.version[i] = json_integer_value(json_array_get(versions, i));
    for (size_t i = 0; fine && i < (size_t)o->legs; i++)
        fine = take_hex(json_array_get(replays, i), o->replay[i]);
    return fine;
}

static bool take_order(const json_t *j, struct order *o)
{
    const json_t *l = json_object_get(j, "ladder");
    const char *kind = json_string_value(json_object_get(j, "kind"));
    int k = 0;
    while (k < JOB_KINDS && strcmp(job_kind_names[k], kind ? kind : "") != 0)
        k++;
    if (k == JOB_KINDS)
        return false;
    o->kind = (enum job_kind)k;
    o->job = take_number(j, "job");
    o->attempt = take_number(j, "attempt");
    o->pair.id = take_number(j, "pair");
    o->pair.legs = take_number(j, "legs");
    o->pair.note_bytes = take_number(j, "note_bytes");
    o->again_after = take_number(j, "after");
    o->again_to = take_number(j, "to");
    o->ladder.id = take_number(l, "id");
    o->ladder.seats = take_number(l, "seats");
    o->ladder.games = take_number(l, "games");
    return take_text(l, "rules", o->ladder.rules, sizeof o->ladder.rules) &&
           take_text(l, "clock", o->ladder.clock, sizeof o->ladder.clock) && o->ladder.seats >= 0 &&
           o->ladder.seats <= STORE_SEATS && take_lists(j, o) &&
           (o->kind != JOB_PLAY || (o->seats == o->ladder.seats && o->seats == o->pair.seats));
}

bool order_parse(const char *text, struct order *out)
{
    json_auto_t *j = json_loads(text, 0, NULL);
    char worker[STORE_NAME];
    memcpy(worker, out->worker, sizeof worker);
    memset(out, 0, sizeof *out);
    memcpy(out->worker, worker, sizeof worker);
    return j && take_order(j, out);
}
