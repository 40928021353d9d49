/* options_told: a hand that shows what an option does, as a line of JSON and back, and what came of it. */
#ifndef TESTS_OPTIONS_TOLD_H
#define TESTS_OPTIONS_TOLD_H

#include "support/test.h"

#include "json_at.h"
#include "rules/values.h"
#include "support/tables.h"

enum { HANDS_MOST = 4, SAID_MOST = 400, SAID_TEXT = 4096, OUTCOME_TEXT = 1024 };

/* --- values --- */

/* The values that are told apart: all of a list, of a number three. */
static inline unsigned values_of(enum option k, unsigned value[8])
{
    char text[64];
    unsigned n = 0;
    if (option_rows[k].values[0] == '#') {
        unsigned number = option_rows[k].number;
        value[n++] = number > 2 ? number / 2 : 1;
        value[n++] = number;
        value[n++] = number + 3;
        return n;
    }
    while (n < 8 && option_value_text(k, n, text, sizeof text)[0] != '\0') {
        value[n] = n;
        n++;
    }
    return n;
}

static inline int value_named(enum option k, const char *name)
{
    char text[64];
    unsigned value[8], n = values_of(k, value);
    for (unsigned i = 0; i < n; i++)
        if (strcmp(option_value_text(k, value[i], text, sizeof text), name) == 0)
            return (int)value[i];
    return -1;
}

static inline int option_named(const char *name)
{
    for (int k = 0; k < OPT_COUNT; k++)
        if (strcmp(option_rows[k].name, name) == 0)
            return k;
    return -1;
}

/* --- what has come about --- */

__attribute__((format(printf, 2, 3))) static inline void add(char out[OUTCOME_TEXT], const char *format, ...)
{
    size_t used = strlen(out);
    va_list args;
    va_start(args, format);
    vsnprintf(out + used, OUTCOME_TEXT - used, format, args);
    va_end(args);
}

static inline void add_points(char out[OUTCOME_TEXT], const char *name, const uint8_t points[2])
{
    if (points[0] || points[1])
        add(out, ", %s %u-%u", name, points[0], points[1]);
}

/* How many cards each seat knows. */
static inline void add_sight(char out[OUTCOME_TEXT], const struct position *pos)
{
    struct view v;
    add(out, "; they know");
    for (int seat = 0; seat < pos->open.seats; seat++) {
        unsigned known = 0;
        position_view(pos, seat, &v);
        for (unsigned i = 0; i < FIEL_SEATS_MAX * FIEL_HELD_MAX; i++)
            known += (&v.known[0][0])[i] < FIEL_CARDS;
        add(out, " %u", known);
    }
}

static inline void outcome_of(const struct position *pos, char out[OUTCOME_TEXT])
{
    static const char *const phases[] = {
#define X(name, number, meaning) [number] = #name,
        FIEL_PHASES(X)
#undef X
    };
    const struct open *o = &pos->open;
    struct action list[FIEL_LEGAL_MAX];
    char word[ACTION_TEXT];
    int n = position_legal(pos, position_turn(pos), list);
    out[0] = '\0';
    add(out, "%u-%u", o->score[0], o->score[1]);
    if (o->scorers == 3)
        add(out, "-%u", o->score[2]);
    add_points(out, "truco", o->points_truco);
    add_points(out, "envido", o->points_envido);
    add_points(out, "flor", o->points_flor);
    for (unsigned t = 0; t < 3 && o->trick_winner[t] != FIEL_NOBODY; t++)
        add(out, "%s%s", t ? " " : ", tricks ", o->trick_winner[t] == FIEL_TIE ? "=" : o->trick_winner[t] ? "1" : "0");
    if (o->game_over)
        add(out, ", the %s is side %u's", o->partida_winner != FIEL_NOBODY ? "partida" : "game", o->game_winner);
    if (o->hand_over)
        return;
    add(out, "; seat %u %s:", o->turn, phases[o->phase]);
    for (int i = 0; i < n; i++)
        add(out, " %s%s", action_text(o, list[i], word), i + 1 < n ? "," : "");
    add_sight(out, pos);
}

/* --- a hand as it is told --- */

struct told {
    enum option option;
    unsigned value[2];
    char rules[160];
    unsigned preset, seats, mano, hands;
    unsigned score[2];
    card_t dealt[HANDS_MOST][FIEL_SEATS_MAX][FIEL_HELD_MAX], vira[HANDS_MOST];
    uint8_t said_seat[SAID_MOST];
    struct action said[SAID_MOST]; /* kind 0: the next hand is dealt */
    unsigned said_count;
    char outcome[2][OUTCOME_TEXT];
};

static inline bool deal_told(const struct told *t, unsigned hand, struct position *pos, char why[RULES_ERROR_TEXT])
{
    card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    memcpy(cards, t->dealt[hand], sizeof cards);
    return position_deal(pos, cards, t->vira[hand], hand == 0 ? (int)t->mano : FIEL_NOBODY, why) == 0;
}

/* The table under one of the two values, with its first hand.  False when it is refused: then `out` says why. */
static inline bool set_up(const struct told *t, unsigned which, struct position *pos, char out[OUTCOME_TEXT])
{
    struct rules r;
    char why[RULES_ERROR_TEXT] = "";
    bool fine = rules_parse(t->rules, &r, why) == 0;
    if (fine)
        r.opt[t->option] = (uint8_t)t->value[which];
    fine = fine && position_new(pos, &r, (int)t->seats, why) == 0;
    for (unsigned side = 0; fine && side < 2; side++)
        pos->open.score[side] = (uint16_t)t->score[side];
    fine = fine && deal_told(t, 0, pos, why);
    if (!fine)
        snprintf(out, OUTCOME_TEXT, "refused: %s", why);
    return fine;
}

/* Says the n-th word, or deals the next hand.  False when that cannot be. */
static inline bool say_told(const struct told *t, unsigned n, unsigned *hand, struct position *pos,
                            char out[OUTCOME_TEXT])
{
    char why[RULES_ERROR_TEXT];
    if (t->said[n].kind == 0) {
        if (deal_told(t, ++*hand, pos, why))
            return true;
        snprintf(out, OUTCOME_TEXT, "refused: %s", why);
        return false;
    }
    enum rule_error e = position_apply(pos, t->said_seat[n], t->said[n], pos);
    if (e != RULE_OK)
        snprintf(out, OUTCOME_TEXT, "refused: %s", rule_error_text(e));
    return e == RULE_OK;
}

static inline void run_told(const struct told *t, unsigned which, char out[OUTCOME_TEXT])
{
    struct position pos;
    unsigned hand = 0;
    if (!set_up(t, which, &pos, out))
        return;
    for (unsigned n = 0; n < t->said_count; n++)
        if (!say_told(t, n, &hand, &pos, out))
            return;
    outcome_of(&pos, out);
}

/* --- as a line of the file --- */

static inline void words_of(const struct told *t, char text[SAID_TEXT])
{
    struct position pos;
    char out[OUTCOME_TEXT], word[ACTION_TEXT];
    unsigned hand = 0;
    size_t used = 0;
    text[0] = '\0';
    for (unsigned which = 0; which < 2 && !set_up(t, which, &pos, out); which++)
        ;
    for (unsigned n = 0; n < t->said_count; n++) {
        if (t->said[n].kind == 0)
            used += (size_t)snprintf(text + used, SAID_TEXT - used, "%snext", used ? ", " : "");
        else
            used += (size_t)snprintf(text + used, SAID_TEXT - used, "%s%u %s", used ? ", " : "", t->said_seat[n],
                                     action_text(&pos.open, t->said[n], word));
        say_told(t, n, &hand, &pos, out);
    }
}

static inline json_t *hands_json(const struct told *t)
{
    json_t *hands = json_array();
    for (unsigned h = 0; h < t->hands; h++) {
        char text[160] = "", card[CARD_TEXT];
        for (unsigned seat = 0; seat < t->seats; seat++)
            for (unsigned k = 0; k < FIEL_HELD_MAX && t->dealt[h][seat][k] != CARD_NONE; k++) {
                size_t used = strlen(text);
                snprintf(text + used, sizeof text - used, "%s%s",
                         k      ? " "
                         : seat ? " / "
                                : "",
                         card_text(t->dealt[h][seat][k], card));
            }
        size_t used = strlen(text);
        if (t->vira[h] != CARD_NONE)
            snprintf(text + used, sizeof text - used, " + %s", card_text(t->vira[h], card));
        json_array_append_new(hands, json_string(text));
    }
    return hands;
}

static inline void write_told(FILE *out, const struct told *t)
{
    char said[SAID_TEXT], value[2][64];
    words_of(t, said);
    for (unsigned i = 0; i < 2; i++)
        option_value_text(t->option, t->value[i], value[i], sizeof value[i]);
    json_auto_t *line = json_pack("{s:s,s:[s,s],s:s,s:i,s:[i,i],s:i,s:o,s:s,s:[s,s]}", "option",
                                  option_rows[t->option].name, "values", value[0], value[1], "rules", t->rules, "seats",
                                  (int)t->seats, "score", (int)t->score[0], (int)t->score[1], "mano", (int)t->mano,
                                  "hands", hands_json(t), "say", said, "outcomes", t->outcome[0], t->outcome[1]);
    json_dumpf(line, out, JSON_PRESERVE_ORDER);
    fputc('\n', out);
}

/* "7e 6e 4c / 1e 7b 6b + 5o" */
static inline void read_hand(const char *text, card_t dealt[FIEL_SEATS_MAX][FIEL_HELD_MAX], card_t *vira)
{
    unsigned seat = 0, k = 0;
    char word[CARD_TEXT + 1];
    bool turned = false;
    memset(dealt, CARD_NONE, FIEL_SEATS_MAX * FIEL_HELD_MAX);
    *vira = CARD_NONE;
    for (const char *t = text; *t; t += strcspn(t, " "), t += *t == ' ') {
        card_t card = CARD_NONE;
        snprintf(word, sizeof word, "%.*s", (int)strcspn(t, " "), t);
        turned = turned || strcmp(word, "+") == 0;
        if (strcmp(word, "/") == 0) {
            seat++;
            k = 0;
        } else if (card_parse(word, &card)) {
            *(turned ? vira : &dealt[seat][k++]) = card;
        }
    }
}

/* The words are read at the table under the first value that it takes; NULL, or what is wrong. */
static inline const char *read_words(struct told *t, const char *text)
{
    struct position pos;
    char out[OUTCOME_TEXT], word[64];
    unsigned hand = 0;
    for (unsigned which = 0; which < 2 && !set_up(t, which, &pos, out); which++)
        ;
    for (const char *at = text; *at; at += strcspn(at, ","), at += strspn(at, ", ")) {
        struct action *a = &t->said[t->said_count];
        snprintf(word, sizeof word, "%.*s", (int)strcspn(at, ","), at);
        *a = (struct action){ 0, 0 };
        t->said_seat[t->said_count] = (uint8_t)(word[0] - '0');
        if (strcmp(word, "next") != 0 && action_parse(&pos.open, word + 2, a) != RULE_OK)
            return "no such word";
        if (!say_told(t, t->said_count++, &hand, &pos, out))
            break;
    }
    return NULL;
}

/* NULL, or what is wrong with the line. */
static inline const char *read_told(const json_t *line, struct told *t)
{
    memset(t, 0, sizeof *t);
    int k = option_named(text_at(line, "option"));
    if (k < 0)
        return "no such option";
    t->option = (enum option)k;
    for (unsigned i = 0; i < 2; i++) {
        int v = value_named(t->option, json_string_value(json_array_get(at(line, "values"), i)));
        if (v < 0)
            return "no such value";
        t->value[i] = (unsigned)v;
        t->score[i] = (unsigned)number_of(at(line, "score"), i);
        snprintf(t->outcome[i], OUTCOME_TEXT, "%s", json_string_value(json_array_get(at(line, "outcomes"), i)));
    }
    snprintf(t->rules, sizeof t->rules, "%s", text_at(line, "rules"));
    t->seats = (unsigned)number_at(line, "seats");
    t->mano = (unsigned)number_at(line, "mano");
    t->hands = (unsigned)json_array_size(at(line, "hands"));
    for (unsigned h = 0; h < t->hands && h < HANDS_MOST; h++)
        read_hand(json_string_value(json_array_get(at(line, "hands"), h)), t->dealt[h], &t->vira[h]);
    return read_words(t, text_at(line, "say"));
}

#endif
