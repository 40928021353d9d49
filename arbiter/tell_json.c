/* tell_json: a match as one JSON object per line, for programs that read along. */
#include <jansson.h>
#include <stdlib.h>

#include "tell.h"

static void put_object(FILE *out, json_t *object)
{
    char *text = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII);
    if (text) fprintf(out, "%s\n", text);
    free(text);
    json_decref(object);
}

static json_t *event(const char *name)
{
    json_t *e = json_object();
    json_object_set_new(e, "event", json_string(name));
    return e;
}

static void set_number(json_t *e, const char *key, uint64_t value)
{
    json_object_set_new(e, key, json_integer((json_int_t)value));
}

/* A text that need not be UTF-8. */
static void set_text(json_t *e, const char *key, const char *text)
{
    char clean[RULES_TEXT];
    json_t *value = json_string(text);
    if (!value) value = json_string(tell_clean(clean, sizeof clean, text, true, sizeof clean));
    json_object_set_new(e, key, value);
}

static void set_key(json_t *e, const char *key, const uint8_t bytes[ID])
{
    char text[2 * ID + 1];
    json_object_set_new(e, key, json_string(hex_text(text, bytes, ID)));
}

static void set_pair(json_t *e, const char *key, uint64_t a, uint64_t b)
{
    json_object_set_new(e, key, json_pack("[I,I]", (json_int_t)a, (json_int_t)b));
}

static void set_scores(json_t *e, const char *key, const struct teller *t, const uint16_t *score)
{
    json_t *list = json_array();
    for (unsigned s = 0; s < tell_scorers(t); s++) json_array_append_new(list, json_integer(score[s]));
    json_object_set_new(e, key, list);
}

/* Games with the drawn ones last, partidas and points, by scorer. */
static void set_totals(json_t *e, const struct result *r)
{
    json_t *games = json_array(), *partidas = json_array(), *points = json_array();
    for (unsigned s = 0; s <= r->scorers; s++) {
        json_array_append_new(games, json_integer(r->games[s]));
        if (s == r->scorers) break;
        json_array_append_new(partidas, json_integer(r->partidas[s]));
        json_array_append_new(points, json_integer(r->points[s]));
    }
    json_object_set_new(e, "games", games);
    json_object_set_new(e, "partidas", partidas);
    json_object_set_new(e, "points", points);
}

/* A side or scorer by its number, "tie" for the number after the last, or null. */
static void set_winner(json_t *e, const char *key, unsigned side, unsigned last)
{
    json_t *value = side < last ? json_integer(side) : NULL;
    if (!value) value = side == last ? json_string("tie") : json_null();
    json_object_set_new(e, key, value);
}

static json_t *card_json(const struct teller *t, card_t card)
{
    char text[CARD_TEXT];
    return card < CARDS ? json_string(card_name(&t->match.open, card, text)) : json_null();
}

/* --- before and after ------------------------------------------------------------------------- */

static json_t *seats_json(const struct offer *o)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < o->seats; i++) {
        json_t *seat = json_object();
        set_number(seat, "seat", i);
        set_text(seat, "name", o->name[i]);
        set_key(seat, "key", o->key[i]);
        json_array_append_new(list, seat);
    }
    return list;
}

void tell_json_head(FILE *out, const struct teller *t)
{
    const struct offer *o = &t->offer;
    json_t *e = event("match"), *clock = json_object();
    if (t->has_offer) {
        set_text(e, "rules", o->rules);
        set_number(e, "games", o->games);
        json_object_set_new(e, "seats", seats_json(o));
        set_number(clock, "bank_us", o->bank_us);
        set_number(clock, "inc_us", o->inc_us);
        set_number(clock, "cap_us", o->cap_us);
        set_number(clock, "grace_us", o->grace_us);
        json_object_set(e, "clock", clock);
        set_key(e, "arbiter", o->arbiter);
        set_text(e, "engine", o->engine);
        set_text(e, "seed", o->seed_source == SEED_FIXED ? "fixed" : "drawn");
    }
    json_decref(clock);
    put_object(out, e);
}

static const char *reason_word(unsigned reason)
{
    static const char *const words[] = { "played", "fault", "last-hand", "void", "cancelled" };
    return reason < sizeof words / sizeof *words ? words[reason] : "unknown";
}

void tell_json_tail(FILE *out, const struct teller *t)
{
    const struct result *r = &t->result;
    json_t *e;
    if (t->has_result) {
        e = event("result");
        set_winner(e, "winner", r->winner, r->scorers);
        set_text(e, "outcome", reason_word(r->outcome));
        set_totals(e, r);
        set_number(e, "hands", r->hands);
        if (r->fault) set_text(e, "fault", fault_name((enum fault)r->fault));
        if (r->fault) set_number(e, "fault_seat", r->fault_seat);
        put_object(out, e);
    }
    e = event("end");
    json_object_set_new(e, "complete", json_boolean(!t->why));
    set_number(e, "records", t->number);
    json_object_set_new(e, "why", t->why ? json_string(t->why) : json_null());
    put_object(out, e);
}

/* --- a hand ----------------------------------------------------------------------------------- */

static void put_hand(FILE *out, const struct teller *t)
{
    const struct tell_chapter *c = &t->chapter;
    json_t *e = event("hand"), *dealt = json_array(), *seen = json_array();
    for (unsigned i = 0; i < c->seats; i++) {
        json_t *cards = json_array(), *lay = json_array();
        for (unsigned k = 0; k < HELD_MAX && c->dealt[i][k] != CARD_NONE; k++) {
            json_array_append_new(cards, card_json(t, c->dealt[i][k]));
            json_array_append_new(lay, json_boolean(c->seen[i] >> k & 1u));
        }
        json_array_append_new(dealt, cards);
        json_array_append_new(seen, lay);
    }
    set_number(e, "hand", c->hand);
    set_number(e, "game", c->game);
    set_number(e, "mano", c->mano);
    set_scores(e, "score", t, c->score);
    json_object_set_new(e, "vira", card_json(t, c->vira));
    json_object_set_new(e, "dealt", dealt);
    json_object_set_new(e, "seen", seen);
    put_object(out, e);
}

static void set_action(json_t *e, const struct teller *t, const struct tell_line *line)
{
    bool plays = line->action.kind == ACT_PLAY || line->action.kind == ACT_PLAY_DOWN || line->action.kind == ACT_DISCARD;
    set_text(e, "do", line->words);
    if (plays) json_object_set_new(e, "card", card_json(t, line->action.arg));
    if (line->action.kind == ACT_DECLARE) set_number(e, "value", line->value);
}

static void set_decision(json_t *e, const struct teller *t, const struct tell_line *line)
{
    set_action(e, t, line);
    set_text(e, "by", line->kind == TELL_NEWS ? "rules" : "seat");
    if (!line->timed) return;
    set_number(e, "used_us", line->used_us);
    set_number(e, "bank_us", line->bank_us);
}

static void set_fault(json_t *e, const struct tell_line *line)
{
    static const char *const effects[] = { "noted", "refused", "game", "match", "default-action", "void" };
    set_text(e, "fault", fault_name((enum fault)line->fault));
    set_text(e, "effect",
             line->effect < sizeof effects / sizeof *effects ? effects[line->effect] : "unknown");
    set_number(e, "a", line->a);
    set_number(e, "b", line->b);
}

static void set_points(json_t *e, const struct tell_chapter *c)
{
    static const char *const accounts[] = { "envido", "flor", "truco", "bonus" };
    json_t *points = json_object();
    for (unsigned i = 0; i < 4; i++) set_pair(points, accounts[i], c->points[i][0], c->points[i][1]);
    json_object_set_new(e, "points", points);
}

static void set_shown(json_t *e, const struct teller *t, const struct tell_line *line)
{
    const struct tell_chapter *c = &t->chapter;
    json_t *cards = json_array();
    for (unsigned k = 0; k < HELD_MAX && line->seat < SEATS_MAX; k++)
        if (line->value >> k & 1u) json_array_append_new(cards, card_json(t, c->dealt[line->seat][k]));
    json_object_set_new(e, "cards", cards);
}

static void set_seat_event(json_t *e, const struct tell_line *line)
{
    static const char *const names[] = { "",          "connected",     "left", "exited",
                                         "restarted", "bot-restarted", "limit" };
    set_text(e, "what", line->value < sizeof names / sizeof *names ? names[line->value] : "unknown");
    set_number(e, "detail", line->a);
}

static json_t *bits_json(unsigned mask)
{
    json_t *list = json_array();
    for (int i = 0; i < SEATS_MAX; i++)
        if (mask >> i & 1u) json_array_append_new(list, json_integer(i));
    return list;
}

/* `seen` are the rivals who caught it. */
static void set_sign(json_t *e, const struct tell_line *line)
{
    struct sign s = sign_of_code(line->value);
    set_text(e, "word", sign_text(s.word));
    set_number(e, "to", s.to);
    json_object_set_new(e, "seen", bits_json((unsigned)line->a & ~(1u << line->seat) & ~(1u << s.to)));
}

/* What is of this kind of line alone. */
static void set_line(json_t *e, const struct teller *t, const struct tell_line *line)
{
    switch (line->kind) {
    case TELL_ACT:
    case TELL_NEWS: set_decision(e, t, line); break;
    case TELL_TRICK:
        set_number(e, "trick", line->trick + 1u);
        set_winner(e, "winner", line->winner, TIE);
        break;
    case TELL_DUEL: json_object_set_new(e, "seats", bits_json(line->value)); break;
    case TELL_REFUSED:
        set_action(e, t, line);
        set_number(e, "error", line->value);
        break;
    case TELL_IGNORED: set_number(e, "request", line->number); break;
    case TELL_FAULT: set_fault(e, line); break;
    case TELL_PROTEST:
        set_number(e, "code", line->a);
        set_text(e, "says", line->words);
        break;
    case TELL_BACK: set_number(e, "have", line->a); break;
    case TELL_SEAT: set_seat_event(e, line); break;
    case TELL_SHOW: set_shown(e, t, line); break;
    case TELL_SIGN: set_sign(e, line); break;
    case TELL_HAND_END:
        set_points(e, &t->chapter);
        set_scores(e, "score", t, line->score);
        break;
    case TELL_GAME_END:
        set_number(e, "game", line->number);
        set_winner(e, "winner", line->winner, tell_scorers(t));
        set_text(e, "reason", reason_word(line->reason));
        set_scores(e, "score", t, line->score);
        break;
    case TELL_RESULT: break;
    }
}

static void put_line(FILE *out, const struct teller *t, const struct tell_line *line)
{
    static const char *const names[] = { "act",   "act",     "trick", "duel", "refused", "ignored",  "fault",
                                         "protest", "back", "seat",  "show", "hand-end", "game-end", "result",
                                         "sign" };
    const struct tell_chapter *c = &t->chapter;
    char words[512];
    if (line->kind == TELL_RESULT) return; /* told at the end */
    json_t *e = event(names[line->kind]);
    if (c->hand) set_number(e, "hand", c->hand);
    if (line->seat != NOBODY) set_number(e, "seat", line->seat);
    set_line(e, t, line);
    if (*tell_sentence(words, sizeof words, t, line)) set_text(e, "text", words);
    set_number(e, "us", line->us - t->began_us);
    put_object(out, e);
}

void tell_json_chapter(FILE *out, const struct teller *t)
{
    const struct tell_chapter *c = &t->chapter;
    if (c->hand) put_hand(out, t);
    for (size_t i = 0; i < c->count; i++) put_line(out, t, &c->lines[i]);
}
