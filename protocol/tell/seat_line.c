/* seat_line: see seat_line.h. */
#include "seat_line.h"

#include <stdlib.h>
#include <string.h>

/* --- a view ------------------------------------------------------------------------------------------------- */

/* What the numbers of a field mean; fields that are not here are plain numbers. */
enum sort { NUMBER, CARD, SEAT, SIDE, BITS, KIND, PHASE, WAGER, DECLARED, HAND_OF_ELEVEN };

static enum sort field_sort(const char *name)
{
    static const struct {
        const char *name;
        enum sort sort;
    } sorts[] = {
        { "mano", SEAT },          { "turn", SEAT },
        { "phase", PHASE },        { "vira", CARD },
        { "leader", SEAT },        { "table", CARD },
        { "gone", BITS },          { "trick_winner", SIDE },
        { "stake_seat", SEAT },    { "said_truco", BITS },
        { "waived", BITS },        { "envido_state", WAGER },
        { "envido_last", KIND },   { "envido_seat", SEAT },
        { "envido_winner", SEAT }, { "flor_state", WAGER },
        { "flor_last", KIND },     { "flor_seat", SEAT },
        { "flor_winner", SEAT },   { "sang", BITS },
        { "asked", BITS },         { "declared", DECLARED },
        { "passed", BITS },        { "out", BITS },
        { "accused", BITS },       { "hand_winner", SIDE },
        { "game_winner", SIDE },   { "partida_winner", SIDE },
        { "duel", BITS },          { "dueled", BITS },
        { "duel_envido", BITS },   { "duel_flor", BITS },
        { "eleven_side", SIDE },   { "eleven", HAND_OF_ELEVEN },
        { "sides", BITS },         { "gallo", SEAT },
        { "discard", SEAT },
    };
    for (size_t i = 0; i < sizeof sorts / sizeof *sorts; i++)
        if (strcmp(sorts[i].name, name) == 0)
            return sorts[i].sort;
    return NUMBER;
}

void out_card(struct json_out *j, const char *key, const struct open *o, card_t card)
{
    char name[CARD_TEXT];
    out_text(j, key, card == CARD_NONE ? NULL : card == CARD_HIDDEN ? "hidden" : card_name(o, card, name));
}

/* 255 is null. */
static void out_seat(struct json_out *j, const char *key, unsigned seat)
{
    out_number_if(j, key, seat != FIEL_NOBODY, seat);
}

static void out_bits(struct json_out *j, const char *key, unsigned mask)
{
    out_open(j, key, '[');
    for (unsigned i = 0; i < 8; i++)
        if (mask >> i & 1u)
            out_number(j, NULL, i);
    out_close(j, ']');
}

static void out_kind(struct json_out *j, const char *key, const struct open *o, unsigned kind)
{
    char text[ACTION_TEXT];
    out_text(j, key, kind ? action_text(o, (struct action){ (uint8_t)kind, 0 }, text) : NULL);
}

const char *phase_word(unsigned phase, char text[PHASE_TEXT])
{
    static const char *const words[] = {
#define X(name, number, meaning) [number] = #name,
        FIEL_PHASES(X)
#undef X
    };
    memset(text, 0, PHASE_TEXT);
    for (size_t i = 0; phase < sizeof words / sizeof *words && words[phase] && words[phase][i] && i + 1 < PHASE_TEXT;
         i++)
        text[i] = (char)(words[phase][i] + 32);
    return text;
}

static void out_declared(struct json_out *j, const char *key, unsigned value)
{
    if (value == DECLARED_SON_BUENAS || value == DECLARED_SILENT)
        out_text(j, key, value == DECLARED_SILENT ? "silent" : "son-buenas");
    else
        out_number_if(j, key, value != DECLARED_NONE, value);
}

static void out_value(struct json_out *j, const char *key, const struct open *o, enum sort sort, unsigned v)
{
    static const char *const wagers[] = { "closed", "possible", "called", "wanted", "settled" };
    static const char *const elevens[] = { "none", "asked", "played", "run", "iron" };
    char text[PHASE_TEXT];
    switch (sort) {
    case CARD: out_card(j, key, o, (card_t)v); break;
    case SIDE:
        if (v == FIEL_TIE) {
            out_text(j, key, "tie");
            break;
        }
        /* fall through */
    case SEAT: out_seat(j, key, v); break;
    case BITS: out_bits(j, key, v); break;
    case KIND: out_kind(j, key, o, v); break;
    case PHASE: out_text(j, key, phase_word(v, text)); break;
    case WAGER: out_text(j, key, wagers[v < 5 ? v : 0]); break;
    case DECLARED: out_declared(j, key, v); break;
    case HAND_OF_ELEVEN: out_text(j, key, elevens[v < 5 ? v : 0]); break;
    case NUMBER: out_number(j, key, v); break;
    }
}

/* `n` values of `bytes` each. */
static void out_values(struct json_out *j, const char *key, const struct open *o, enum sort sort, const void *values,
                       size_t bytes, size_t n)
{
    out_open(j, key, '[');
    for (size_t i = 0; i < n; i++)
        out_value(j, NULL, o, sort, bytes == 1 ? ((const uint8_t *)values)[i] : ((const uint16_t *)values)[i]);
    out_close(j, ']');
}

static void out_tricks(struct json_out *j, const char *key, const struct open *o, enum sort sort, const uint8_t *values)
{
    out_open(j, key, '[');
    for (unsigned t = 0; t < SHAPE_TRICK; t++)
        out_values(j, NULL, o, sort, values + t * SHAPE_SEAT, 1, o->seats);
    out_close(j, ']');
}

#define OUT_ONE(name) out_value(j, #name, o, field_sort(#name), o->name)
#define OUT_ALL(name, n) out_values(j, #name, o, field_sort(#name), o->name, sizeof o->name[0], n)
#define OUT_SIDE(name) OUT_ALL(name, SHAPE_SIDE)
#define OUT_SCORER(name) OUT_ALL(name, o->scorers)
#define OUT_TRICK(name) OUT_ALL(name, SHAPE_TRICK)
#define OUT_SEAT(name) OUT_ALL(name, o->seats)
#define OUT_TRICK_SEAT(name) out_tricks(j, #name, o, field_sort(#name), o->name)

static void out_cards(struct json_out *j, const char *key, const struct open *o, const card_t cards[FIEL_HELD_MAX])
{
    out_open(j, key, '[');
    for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
        if (cards[k] != CARD_NONE)
            out_card(j, NULL, o, cards[k]);
    out_close(j, ']');
}

void out_view(struct json_out *j, const char *key, const struct view *v)
{
    const struct open *o = &v->open;
    char rules[RULES_TEXT];
    out_open(j, key, '{');
    out_text(j, "rules", rules_text(&o->rules, rules));
#define X(name, bits, shape, meaning) OUT_##shape(name);
    FIEL_OPEN_FIELDS(X)
#undef X
    out_number(j, "seat", v->seat);
    out_open(j, "known", '[');
    for (unsigned seat = 0; seat < o->seats; seat++)
        out_cards(j, NULL, o, v->known[seat]);
    out_close(j, ']');
    out_close(j, '}');
}

/* --- what was said ------------------------------------------------------------------------------------------- */

/* The next place, as something to write to; it is done when it is closed. */
static struct json_out say(struct sayings *s)
{
    char *place = s->text[s->count++ % SAID_MOST];
    memset(place, 0, SAID_ROOM);
    struct json_out j = { .to = fmemopen(place, SAID_ROOM - 1, "w") };
    if (!j.to)
        abort(); /* a few bytes */
    out_open(&j, NULL, '{');
    out_number(&j, "n", s->count);
    return j;
}

static void done(struct json_out *j)
{
    out_close(j, '}');
    fclose(j->to);
}

void said_action(struct sayings *s, const struct open *o, unsigned seat, struct action a, unsigned value,
                 const char *says)
{
    char text[ACTION_TEXT];
    if (a.kind == ACT_SILENT)
        return;
    struct json_out j = say(s);
    out_number(&j, "seat", seat);
    action_text(o, a, text);
    if ((a.kind == ACT_PLAY_DOWN || a.kind == ACT_DISCARD) && a.arg >= FIEL_CARDS)
        text[strcspn(text, " ")] = '\0'; /* which nobody sees */
    out_text(&j, "do", text);
    if (says) {
        out_number(&j, "act", a.kind);
        out_text(&j, "says", says);
    }
    if (a.kind == ACT_PLAY || a.kind == ACT_PLAY_BLIND)
        out_card(&j, "card", o, a.kind == ACT_PLAY ? a.arg : (card_t)value);
    if (a.kind == ACT_DECLARE)
        out_number(&j, "value", value);
    done(&j);
}

void said_hand(struct sayings *s, const struct open *o, unsigned hand, unsigned mano, const card_t cards[FIEL_HELD_MAX])
{
    struct json_out j = say(s);
    out_number(&j, "hand", hand);
    out_number(&j, "mano", mano);
    out_cards(&j, "cards", o, cards);
    done(&j);
}

void said_card(struct sayings *s, const struct open *o, unsigned seat, card_t card)
{
    if (card >= FIEL_CARDS)
        return;
    struct json_out j = say(s);
    out_number(&j, "seat", seat);
    out_card(&j, "shows", o, card);
    done(&j);
}

void said_sign(struct sayings *s, unsigned seat, struct sign sign, const char *called)
{
    struct json_out j = say(s);
    out_number(&j, "seat", seat);
    out_number(&j, "to", sign.to);
    out_text(&j, "sign", called);
    done(&j);
}

void said_points(struct sayings *s, const uint16_t *before, const uint16_t *score, unsigned scorers)
{
    struct json_out j = say(s);
    out_open(&j, "points", '[');
    for (unsigned i = 0; i < scorers; i++)
        out_number(&j, NULL, (unsigned)(score[i] - before[i]));
    out_close(&j, ']');
    out_open(&j, "score", '[');
    for (unsigned i = 0; i < scorers; i++)
        out_number(&j, NULL, score[i]);
    out_close(&j, ']');
    done(&j);
}

void said_game(struct sayings *s, unsigned game, int winner)
{
    struct json_out j = say(s);
    out_number(&j, "game", game);
    out_signed(&j, "winner", winner);
    done(&j);
}

void said_late(struct sayings *s)
{
    struct json_out j = say(s);
    out_bool(&j, "late", true);
    done(&j);
}

void out_said(struct json_out *j, const struct sayings *s, uint32_t after)
{
    uint32_t first = s->count > SAID_MOST && after < s->count - SAID_MOST ? s->count - SAID_MOST : after;
    out_open(j, "said", '[');
    for (uint32_t i = first; i < s->count; i++)
        fprintf(j->to, "%s%s", i > first ? "," : "", s->text[i % SAID_MOST]);
    out_close(j, ']');
}

/* --- lines ------------------------------------------------------------------------------------------------------- */

struct json_out line_begin(FILE *to, const char *event)
{
    struct json_out j = { .to = to };
    out_open(&j, NULL, '{');
    out_text(&j, "event", event);
    return j;
}

static void out_word(struct json_out *j, const char *word)
{
    out_open(j, "legal", '[');
    out_text(j, NULL, word);
    out_close(j, ']');
}

void line_hello(FILE *to)
{
    struct json_out j = line_begin(to, "hello");
    out_number(&j, "lines", LINES_VERSION);
    out_word(&j, "ready");
    out_end(&j);
}

static void out_asks(struct json_out *j, const struct line_asks *asks, const struct open *o)
{
    char text[ACTION_TEXT];
    out_number(j, "request", asks->request);
    out_number(j, "ms", asks->ms);
    out_number(j, "bank_ms", asks->bank_ms);
    if (asks->signs)
        out_number(j, "signs", asks->signs);
    if (!asks->legal) {
        out_word(j, "go");
        return;
    }
    out_open(j, "legal", '[');
    for (int i = 0; i < asks->n; i++)
        out_text(j, NULL, action_text(o, asks->legal[i], text));
    out_close(j, ']');
}

void out_match(struct json_out *j, const struct line_match *m, const struct view *v)
{
    out_open(j, "names", '[');
    for (unsigned seat = 0; seat < v->open.seats; seat++)
        out_text(j, NULL, m->names[seat]);
    out_close(j, ']');
    out_number(j, "target", m->target);
    out_number(j, "games", m->games);
    out_open(j, "won", '[');
    for (unsigned s = 0; s < v->open.scorers; s++)
        out_number(j, NULL, m->won[s]);
    out_close(j, ']');
}

struct json_out line_table(FILE *to, const struct line_match *m, const struct line_asks *asks, const struct view *v,
                           const struct sayings *s, uint32_t after)
{
    struct json_out j = line_begin(to, "table");
    if (asks)
        out_asks(&j, asks, &v->open);
    out_match(&j, m, v);
    out_view(&j, "view", v);
    out_said(&j, s, after);
    return j;
}
