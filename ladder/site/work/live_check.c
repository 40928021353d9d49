/* live_check: a table of events and their keys. */
#include "live_check.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "cli/name.h"
#include "filing/hand_in.h"
#include "rules/position.h"

enum {
    MATCH = 1 << 0,
    HAND = 1 << 1,
    CLOSED = 1 << 2,
    ACT = 1 << 3,
    SHOW = 1 << 4,
    HAND_END = 1 << 5,
    GAME_END = 1 << 6,
    FAULT = 1 << 7,
    RESULT = 1 << 8,
    OVER = 1 << 9,
    ALL = (1 << 10) - 1,
};
static const char *const events[] = { "match",    "hand",     "closed-hand", "act",    "show",
                                      "hand-end", "game-end", "fault",       "result", "over" };

/* LIST: an array of such, which has one value for each seat or scorer at most. */
enum value { TEXT, FLAG, LEG, SEAT, SIDE, COUNT, HELD, CARD, WINNER, LIST = 16 };

static const struct {
    const char *key;
    unsigned must, may; /* in lines of these events */
    unsigned shape;
} keys[] = {
    { "event", ALL, 0, TEXT },
    { "leg", ALL, 0, LEG },
    { "rules", MATCH, 0, TEXT },
    { "games", MATCH, 0, COUNT },
    { "games", RESULT, 0, COUNT | LIST },
    { "closed", MATCH, 0, FLAG },
    { "names", MATCH | HAND | CLOSED, 0, TEXT | LIST },
    { "hand", HAND | CLOSED | HAND_END, 0, COUNT },
    { "game", HAND | GAME_END, 0, COUNT },
    { "mano", HAND, 0, SEAT },
    { "score", HAND | HAND_END | GAME_END, 0, COUNT | LIST },
    { "vira", HAND, 0, CARD },
    { "sides", HAND, 0, SIDE | LIST },
    { "held", HAND, 0, HELD | LIST },
    { "seat", ACT | SHOW, FAULT, SEAT },
    { "do", ACT, 0, TEXT },
    { "card", 0, ACT, CARD },
    { "says", 0, ACT, TEXT },
    { "cards", SHOW, 0, CARD | LIST },
    { "winner", GAME_END | RESULT, 0, WINNER },
    { "fault", FAULT, 0, TEXT },
    { "text", 0, FAULT, TEXT },
};

static bool number_fits(const json_t *v, int64_t least, int64_t most)
{
    return json_is_integer(v) && json_integer_value(v) >= least && json_integer_value(v) <= most;
}

static bool text_fits(const json_t *v)
{
    enum { MOST = 300 };
    const char *text = json_string_value(v);
    return text && strlen(text) == json_string_length(v) && strlen(text) <= MOST && name_plain(text);
}

static bool card_fits(const json_t *v)
{
    card_t card;
    return json_is_null(v) || (json_is_string(v) && card_parse(json_string_value(v), &card));
}

static bool value_fits(const struct order *o, const json_t *v, enum value kind)
{
    switch (kind) {
    case TEXT: return text_fits(v);
    case FLAG: return json_is_boolean(v);
    case LEG: return number_fits(v, 1, o->pair.legs);
    case SEAT: return number_fits(v, 0, (int64_t)ordered_seats(o) - 1);
    case SIDE: return number_fits(v, 0, 1);
    case COUNT: return number_fits(v, 0, UINT32_MAX);
    case HELD: return number_fits(v, 0, FIEL_HELD_MAX);
    case CARD: return card_fits(v);
    case WINNER:
        return number_fits(v, 0, FIEL_SCORERS_MAX - 1) || (text_fits(v) && !strcmp(json_string_value(v), "tie"));
    case LIST: break;
    }
    return false;
}

static bool shape_fits(const struct order *o, const json_t *v, unsigned shape)
{
    size_t i, most = shape == (CARD | LIST) ? FIEL_HELD_MAX : ordered_seats(o);
    const json_t *one;
    if (!(shape & LIST))
        return value_fits(o, v, (enum value)shape);
    if (!json_is_array(v) || json_array_size(v) > most)
        return false;
    json_array_foreach(v, i, one)
    {
        if (!value_fits(o, one, (enum value)(shape & ~(unsigned)LIST)))
            return false;
    }
    return true;
}

static unsigned event_of(const char *line, const json_t *j)
{
    const char *event = json_string_value(json_object_get(j, "event"));
    char begins[40];
    for (unsigned i = 0; event && i < sizeof events / sizeof *events; i++) {
        int n = snprintf(begins, sizeof begins, "{\"event\":\"%s\"", events[i]);
        if (!strcmp(event, events[i]) && !strncmp(line, begins, (size_t)n))
            return 1u << i;
    }
    return 0;
}

/* Each of its keys is one of its event's, and none of those is missing. */
static bool keys_fit(const struct order *o, const json_t *j, unsigned event)
{
    size_t known = 0;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const json_t *v = json_object_get(j, keys[i].key);
        if (!((keys[i].must | keys[i].may) & event) || (!v && keys[i].may & event))
            continue;
        if (!v || !shape_fits(o, v, keys[i].shape))
            return false;
        known++;
    }
    return known == json_object_size(j);
}

bool live_line_fits(const struct order *o, const char *line)
{
    enum { MOST = 4096 };
    if (strlen(line) > MOST ||
        !name_plain(line)) /* between two values JSON allows a CR, which ends a line of who watches */
        return false;
    json_auto_t *j = json_loads(line, JSON_REJECT_DUPLICATES, NULL);
    unsigned event = event_of(line, j);
    return event && keys_fit(o, j, event);
}

/* An attempt has 2^32 numbers of its own (worker/worker_live.c). */
bool live_numbers_fit(const struct order *o, int64_t first, size_t lines)
{
    return first > 0 && first >> 32 == o->attempt && lines <= UINT32_MAX - (uint64_t)(first & UINT32_MAX);
}
