/* table_show: states, views and options as JSON. */
#include "table.h"

#include <stdlib.h>
#include <string.h>

#include "rules/idle.h"
#include "tell/seat_line.h"

/* --- pieces --- */

static json_t *card_json(const struct open *o, card_t c)
{
    char text[CARD_TEXT];
    if (c == CARD_NONE)
        return json_null();
    return json_string(c == CARD_HIDDEN ? "hidden" : card_name(o, c, text));
}

/* A seat or a side; 255 is null. */
static json_t *seat_json(unsigned seat) { return seat == FIEL_NOBODY ? json_null() : json_integer((json_int_t)seat); }

static json_t *side_json(unsigned side) { return side == FIEL_TIE ? json_string("tie") : seat_json(side); }

/* Who took the hand: null when nobody did, whatever the reason. */
static json_t *winner_json(unsigned side) { return side == FIEL_TIE ? json_null() : seat_json(side); }

static json_t *kind_json(const struct open *o, unsigned kind)
{
    char text[ACTION_TEXT];
    if (kind == 0)
        return json_null();
    return json_string(action_text(o, (struct action){ (uint8_t)kind, 0 }, text));
}

json_t *table_view(const struct position *pos, int seat)
{
    struct view v;
    char *text = NULL;
    size_t size;
    struct json_out j = { .to = open_memstream(&text, &size) };
    position_view(pos, seat, &v);
    if (j.to == NULL)
        return NULL;
    out_view(&j, NULL, &v);
    json_t *view = fclose(j.to) == 0 ? json_loadb(text, size, 0, NULL) : NULL;
    free(text);
    return view;
}

static json_t *scorers_json(const struct open *o, const void *values, size_t bytes)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < o->scorers; i++)
        json_array_append_new(list,
                              json_integer(bytes == 1 ? ((const uint8_t *)values)[i] : ((const uint16_t *)values)[i]));
    return list;
}

/* --- what every answer carries --- */

static json_t *legal_json(const struct position *pos)
{
    struct action list[FIEL_LEGAL_MAX];
    char text[ACTION_TEXT];
    int n = position_legal(pos, position_turn(pos), list);
    json_t *words = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(words, json_string(action_text(&pos->open, list[i], text)));
    return words;
}

static json_t *pair_json(unsigned a, unsigned b) { return json_pack("[i,i]", (int)a, (int)b); }

static json_t *points_json(const struct open *o)
{
    json_t *points = json_object();
    json_object_set_new(points, "truco", pair_json(o->points_truco[0], o->points_truco[1]));
    json_object_set_new(points, "envido", pair_json(o->points_envido[0], o->points_envido[1]));
    json_object_set_new(points, "flor", pair_json(o->points_flor[0], o->points_flor[1]));
    json_object_set_new(points, "bonus", pair_json(o->points_bonus[0], o->points_bonus[1]));
    return points;
}

/* Per seat the cards that it has to show at the end. */
static json_t *shown_json(const struct position *pos)
{
    json_t *list = json_array();
    for (int seat = 0; seat < pos->open.seats; seat++) {
        json_t *cards = json_array();
        unsigned mask = position_shown(pos, seat);
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
            if (mask >> k & 1u)
                json_array_append_new(cards, card_json(&pos->open, pos->dealt[seat][k]));
        json_array_append_new(list, cards);
    }
    return list;
}

static json_t *hand_json(const struct position *pos)
{
    const struct open *o = &pos->open;
    json_t *hand = json_object(), *tricks = json_array();
    json_object_set_new(hand, "over", json_boolean(o->hand_over));
    if (!o->hand_over) {
        json_decref(tricks);
        return hand;
    }
    for (unsigned t = 0; t < SHAPE_TRICK && o->trick_winner[t] != FIEL_NOBODY; t++)
        json_array_append_new(tricks, side_json(o->trick_winner[t]));
    json_object_set_new(hand, "winner", winner_json(o->hand_winner));
    json_object_set_new(hand, "tricks", tricks);
    json_object_set_new(hand, "points", points_json(o));
    json_object_set_new(hand, "shown", shown_json(pos));
    return hand;
}

static json_t *game_json(const struct open *o)
{
    json_t *game = json_object();
    json_object_set_new(game, "over", json_boolean(o->game_over));
    if (o->game_over)
        json_object_set_new(game, "winner", winner_json(o->game_winner));
    return game;
}

static json_t *partida_json(const struct open *o)
{
    json_t *partida = json_object();
    bool over = o->partida_winner != FIEL_NOBODY;
    json_object_set_new(partida, "over", json_boolean(over));
    if (over)
        json_object_set_new(partida, "winner", winner_json(o->partida_winner));
    json_object_set_new(partida, "chicos", scorers_json(o, o->chicos, sizeof o->chicos[0]));
    return partida;
}

/* What the rules did by themselves: flores sung, values declared. */
static json_t *news_json(const struct open *o)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < o->news_count; i++) {
        json_t *item = json_object();
        json_object_set_new(item, "seat", json_integer(o->news[i].seat));
        json_object_set_new(item, "do", kind_json(o, o->news[i].kind));
        if (o->news[i].kind == ACT_DECLARE)
            json_object_set_new(item, "value", json_integer(o->news[i].value));
        json_array_append_new(list, item);
    }
    return list;
}

void table_show(const struct position *pos, json_t *answer)
{
    const struct open *o = &pos->open;
    char phase[PHASE_TEXT];
    json_object_set_new(answer, "turn", seat_json(o->turn));
    json_object_set_new(answer, "phase", json_string(phase_word(o->phase, phase)));
    json_object_set_new(answer, "legal", legal_json(pos));
    json_object_set_new(answer, "score", scorers_json(o, o->score, sizeof o->score[0]));
    json_object_set_new(answer, "news", news_json(o));
    json_object_set_new(answer, "hand", hand_json(pos));
    json_object_set_new(answer, "game", game_json(o));
    json_object_set_new(answer, "partida", partida_json(o));
}

/* --- presets and options --- */

json_t *table_presets(void)
{
    json_t *list = json_array();
    for (unsigned p = 0; p < PRESET_COUNT; p++)
        json_array_append_new(list,
                              json_pack("{s:s,s:s}", "name", preset_rows[p].name, "meaning", preset_rows[p].meaning));
    return list;
}

static json_t *allowed_json(enum option k)
{
    const struct option_row *row = &option_rows[k];
    json_t *list = json_array();
    const char *v = row->values;
    if (v[0] == '#') {
        json_decref(list);
        return json_string(v + 1);
    }
    while (*v != '\0') {
        size_t n = strcspn(v, "|");
        json_array_append_new(list, json_stringn(v, n));
        v += n;
        v += *v == '|';
    }
    return list;
}

json_t *table_options(const struct rules *r)
{
    json_t *list = json_array();
    char value[64], needs[OPTION_NEEDS];
    for (unsigned k = 0; k < OPT_COUNT; k++) {
        if (!option_in_preset((enum option)k, (enum preset)r->preset))
            continue;
        const struct option_row *row = &option_rows[k];
        json_t *item = json_object();
        json_object_set_new(item, "name", json_string(row->name));
        json_object_set_new(item, "value",
                            json_string(option_value_text((enum option)k, r->opt[k], value, sizeof value)));
        json_object_set_new(item, "allowed", allowed_json((enum option)k));
        json_object_set_new(item, "meaning", json_string(row->meaning));
        json_object_set_new(item, "source", json_string(row->source));
        if (option_idle(r, (enum option)k, needs))
            json_object_set_new(item, "changes_nothing_without", *needs ? json_string(needs) : json_null());
        json_array_append_new(list, item);
    }
    return list;
}

json_t *table_signs(const struct rules *r)
{
    json_t *list = json_array();
    for (unsigned word = 1; word <= SIGN_LAST; word++)
        if (sign_known(r, word))
            json_array_append_new(list, json_pack("{s:s,s:i,s:s}", "word", sign_text(word), "number", (int)word, "made",
                                                  sign_made(word)));
    return list;
}
