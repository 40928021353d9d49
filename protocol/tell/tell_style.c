/* tell_style: words, widths and times. */
#include <inttypes.h>
#include <string.h>

#include "cli/cells.h"
#include "cli/language.h"
#include "cli/name.h"
#include "cli/said.h"
#include "rules/values.h"
#include "rules/worth.h"
#include "speech.h"
#include "tell.h"

/* A character that only ever puts something visible on the line: no controls, and none of the marks that turn the direction of
 * writing or join lines, which general punctuation has among others. */
static bool harmless(uint32_t code, size_t size, bool utf8)
{
    if (size < 2 || !utf8)
        return size == 1 && code >= 0x20 && code < 0x7f;
    return !name_hidden(code) && (code < 0x2000 || code >= 0x2080);
}

char *tell_clean(char *out, size_t cap, const char *text, bool utf8, size_t columns)
{
    uint32_t code;
    size_t n = 0;
    for (; *text && columns; columns--) {
        size_t size = name_decode(text, &code);
        bool keep = harmless(code, size, utf8);
        if (n + (keep ? size : 1) >= cap)
            break;
        if (keep)
            memcpy(out + n, text, size);
        else
            out[n] = '?';
        n += keep ? size : 1;
        text += size ? size : 1;
    }
    out[n] = '\0';
    return out;
}

char *tell_note(char out[TELL_NOTE], const struct tell_line *line, bool utf8)
{
    char text[TELL_NOTE] = "";
    if (line->note_size > 0)
        memcpy(text, line->note, line->note_size);
    return tell_clean(out, TELL_NOTE, text, utf8, NOTE_MOST);
}

size_t tell_columns(const char *text) { return (size_t)cell_columns(text); }

char *tell_name(char *out, size_t cap, const struct teller *t, unsigned seat, bool utf8, size_t columns)
{
    char name[2 * NAME_TEXT];
    bool twice = false;
    if (seat >= t->offer.seats && seat - t->offer.seats < t->offer.cutters)
        return snprintf(out, cap, T("cutter %u"), seat - t->offer.seats + 1u), out;
    if (seat >= t->offer.seats)
        return snprintf(out, cap, "%s", T("arbiter")), out;
    for (unsigned i = 0; i < t->offer.seats; i++)
        twice |= i != seat && !strcmp(t->offer.name[i], t->offer.name[seat]);
    tell_clean(name, sizeof name, t->offer.name[seat], utf8, NAME_TEXT);
    cell_cut(out, cap, name, (int)(twice ? columns - 2 : columns), utf8 ? "…" : "~");
    size_t n = strlen(out);
    if (twice || !n)
        snprintf(out + n, cap - n, "%s%u", n ? " " : T("seat "), seat);
    return out;
}

/* "ana, berta and carla": the seats of a mask. */
static char *names_text(char *out, size_t cap, const struct teller *t, unsigned mask, bool utf8)
{
    char name[FIEL_SEATS_MAX][2 * NAME_TEXT];
    const char *names[FIEL_SEATS_MAX];
    size_t n = 0;
    for (unsigned i = 0; i < t->offer.seats; i++)
        if (mask >> i & 1u) {
            names[n] = tell_name(name[n], sizeof name[n], t, i, utf8, 20);
            n++;
        }
    return language_list(out, cap, names, n);
}

char *tell_side(char *out, size_t cap, const struct teller *t, unsigned side, bool utf8)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < t->offer.seats; i++)
        mask |= side_of(&t->position.open, i) == side ? 1u << i : 0;
    return names_text(out, cap, t, mask, utf8);
}

unsigned tell_scorers(const struct teller *t) { return rules_scorers(&t->position.open.rules, t->offer.seats); }

char *tell_scorer(char *out, size_t cap, const struct teller *t, unsigned scorer, bool utf8)
{
    unsigned mask = 0;
    if (scorer >= tell_scorers(t))
        return snprintf(out, cap, "%s", T("nobody")), out;
    for (unsigned i = 0; i < t->offer.seats; i++)
        mask |= rules_scorer(&t->position.open.rules, t->offer.seats, i) == scorer ? 1u << i : 0;
    return names_text(out, cap, t, mask, utf8);
}

char *tell_score(char out[48], const struct teller *t, const uint16_t *score, unsigned first)
{
    size_t n = 0;
    out[0] = '\0';
    if (first < tell_scorers(t))
        n += (size_t)snprintf(out, 48, "%u", score[first]);
    for (unsigned s = 0; s < tell_scorers(t); s++)
        if (s != first)
            n += (size_t)snprintf(out + n, 48 - n, "%s%u", n ? "-" : "", score[s]);
    return out;
}

/* A reservada stands a hundred above its value. */
static char *declared_words(char *out, size_t cap, unsigned value)
{
    bool reservada = value >= FLOR_RESERVADA && value < DECLARED_SILENT;
    snprintf(out, cap, "%u%s", reservada ? value - FLOR_RESERVADA : value, reservada ? ", reservada" : "");
    return out;
}

char *tell_speech(char *out, size_t cap, const struct teller *t, const struct tell_line *line, bool utf8)
{
    char said[SPEECH];
    switch (line->action.kind) {
    case ACT_DECLARE: return declared_words(out, cap, line->value);
    case ACT_SILENT: snprintf(out, cap, "..."); return out;
    case ACT_DISCARD: snprintf(out, cap, "%s", T("lays a card away")); return out;
    default: snprintf(out, cap, "%s", speech_of(&t->position.open, line->action, line->words, utf8, said)); return out;
    }
}

static const char *effect_words(unsigned effect)
{
    switch (effect) {
    case EFFECT_GAME: return T("loses the game");
    case EFFECT_MATCH: return T("loses the match");
    case EFFECT_DEFAULT_ACTION: return T("the modest action is played for it");
    case EFFECT_VOID: return T("the match counts for nobody");
    case EFFECT_STOPPED: return T("no hand is dealt without it");
    default: return T("noted");
    }
}

/* What a seat's process did. */
static char *seat_said(char *out, const struct tell_line *line)
{
    enum { CAP = TELL_SAID };
    char how[FAULT_SAID];
    fault_said(how, FAULT_CRASHED, line->a, line->a < 256 ? 0 : line->a - 256);
    switch (line->value) {
    case SEAT_EVENT_LEFT: return said_put(out, CAP, NULL, "the connection is gone");
    case SEAT_EVENT_EXITED: return strcpy(out, how);
    case SEAT_EVENT_RESTARTED:
        return said_put(out, CAP, NULL, "the arbiter starts the seat's process again; its clock stands still");
    case SEAT_EVENT_RESUMED:
        return said_put(out, CAP, NULL, "the arbiter was ended and goes on; the seat's clock stands still");
    case SEAT_EVENT_BOT_RESTARTED: return said_put(out, CAP, how, "%s and is started again", how);
    case SEAT_EVENT_LIMIT:
        return said_put(out, CAP, NULL, "its process was ended by limit %ju, %ju used", line->a & 255, line->a >> 8);
    default: return said_put(out, CAP, NULL, "event %u", line->value);
    }
}

static void game_words(char *out, size_t cap, const struct teller *t, const struct tell_line *line)
{
    char who[256];
    const char *how = "";
    char score[48];
    if (line->reason == END_FAULT)
        how = T(", by a fault");
    if (line->reason == END_LAST_HAND)
        how = T(": that was the last hand");
    if (line->reason == END_STOPPED)
        how = T(": it was stopped");
    tell_score(score, t, line->score, line->winner);
    if (line->winner >= tell_scorers(t))
        snprintf(out, cap, T("game %u is nobody's, %s%s"), line->number, score, how);
    else
        snprintf(out, cap, T("game %u goes to %s, %s%s"), line->number,
                 tell_scorer(who, sizeof who, t, line->winner, true), score, how);
}

/* Of a sign: to whom, and the rivals who caught it; how many. */
static unsigned sign_names(const struct teller *t, const struct tell_line *line, char to[2 * NAME_TEXT],
                           char who[FIEL_SEATS_MAX * 2 * NAME_TEXT])
{
    struct sign s = sign_of_code(line->value);
    unsigned others = 0;
    for (unsigned i = 0; i < t->offer.seats; i++)
        if (line->a >> i & 1u && i != line->seat && i != s.to)
            others |= 1u << i;
    tell_name(to, 2 * NAME_TEXT, t, s.to, true, 20);
    names_text(who, FIEL_SEATS_MAX * 2 * NAME_TEXT, t, others, true);
    return (unsigned)__builtin_popcount(others);
}

char *tell_words(char out[TELL_SAID], const struct teller *t, const struct tell_line *line)
{
    enum { CAP = TELL_SAID };
    char name[2 * NAME_TEXT], who[FIEL_SEATS_MAX * 2 * NAME_TEXT];
    const char *why, *sign;
    switch (line->kind) {
    case TELL_REFUSED:
        why = rule_error_text((enum rule_error)line->value);
        return said_put(out, CAP, why, "\"%s\" is refused: %s", line->words, why);
    case TELL_IGNORED: return said_put(out, CAP, NULL, "answers request %u, which is not open", line->number);
    case TELL_PROTEST: return said_put(out, CAP, NULL, "protests (%ju): %s", line->a, line->words);
    case TELL_BACK: return said_put(out, CAP, NULL, "comes back with %ju messages", line->a);
    case TELL_SEAT: return seat_said(out, line);
    case TELL_SIGN:
        sign = sign_called(sign_of_code(line->value).word);
        return sign_names(t, line, name, who) ? said_put(out, CAP, NULL, "signs %s to %s; seen by %s", sign, name, who)
                                              : said_put(out, CAP, NULL, "signs %s to %s", sign, name);
    case TELL_ACT:
    case TELL_NEWS:
    case TELL_TRICK:
    case TELL_DUEL:
    case TELL_FAULT:
    case TELL_SHOW:
    case TELL_HAND_END:
    case TELL_GAME_END:
    case TELL_RESULT: break;
    }
    *out = '\0';
    return out;
}

char *tell_sentence(char *out, size_t cap, const struct teller *t, const struct tell_line *line)
{
    char said[TELL_SAID], name[2 * NAME_TEXT], who[FIEL_SEATS_MAX * 2 * NAME_TEXT];
    unsigned seen = line->kind == TELL_SIGN ? sign_names(t, line, name, who) : 0;
    if (seen > 0)
        snprintf(out, cap, TN("signs %s to %s, seen by %s", "signs %s to %s, seen by %s", seen),
                 sign_called(sign_of_code(line->value).word), name, who);
    else if (line->kind == TELL_FAULT)
        snprintf(out, cap, "%s: %s", fault_told(said, language_spoken(), line->fault, line->a, line->b),
                 effect_words(line->effect));
    else if (line->kind == TELL_GAME_END)
        game_words(out, cap, t, line);
    else
        said_text(out, cap, language_spoken(), tell_words(said, t, line));
    return out;
}

char *tell_unheld(char *text, size_t cap, const uint8_t *held, unsigned seats)
{
    size_t n = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < seats && n < cap; i++)
        if (held[i] != HELD_STRICT)
            n += (size_t)snprintf(text + n, cap - n, T("%sseat %u %s"), n ? ", " : "", i, T(held_text(held[i])));
    return text;
}
