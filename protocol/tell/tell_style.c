/* tell_style: words, widths and times. */
#include <inttypes.h>
#include <string.h>

#include "cli/cells.h"
#include "cli/language.h"
#include "cli/name.h"
#include "cli/sentences.h"
#include "rules/values.h"
#include "rules/worth.h"
#include "speech.h"
#include "tell.h"
#include "told_sentences.h"
#include "wire/checks.h"

char *tell_translate(char *out, size_t cap, const char *english)
{
    static const struct sentence list[] = { TOLD_SENTENCES(SENTENCE_ROW) };
    static const struct sentences known = { list, sizeof list / sizeof *list, NULL };
    return sentence_say(out, cap, english, language_spoken(), &known);
}

char *tell_behind(char *out, size_t cap, const char *english, unsigned names)
{
    const char *at = english, *colon;
    for (; names > 0 && (colon = strstr(at, ": ")) != NULL; names--)
        at = colon + 2;
    size_t head = (size_t)(at - english) < cap ? (size_t)(at - english) : cap - 1;
    memcpy(out, english, head);
    tell_translate(out + head, cap - head, english + head);
    return out;
}

/* A character that only ever puts something visible on the line: no controls, and none of the marks that turn the direction of
 * writing or join lines, which general punctuation has among others. */
static bool harmless(uint32_t code, size_t size, bool utf8)
{
    if (size < 2 || !utf8)
        return size == 1 && code >= 0x20 && code < 0x7f;
    return code >= 0xa0 && !name_turns(code) && (code < 0x2000 || code >= 0x2080);
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

size_t tell_columns(const char *text) { return (size_t)cell_columns(text); }

const char *tell_type(unsigned type)
{
    switch (type) {
#define X(name, number, who, fields) \
    case number: return #name;
        MESSAGES(X)
#undef X
    default: return "?";
    }
}

#define HOUR_US UINT64_C(3600000000)

char *tell_time(char out[32], uint64_t us)
{
    if (us < 1000)
        snprintf(out, 32, "%" PRIu64 " us", us);
    else if (us >= HOUR_US && us % HOUR_US == 0)
        snprintf(out, 32, "%" PRIu64 " h", us / HOUR_US);
    else if (us % 1000000 == 0)
        snprintf(out, 32, "%" PRIu64 " s", us / 1000000);
    else if (us >= 1000000)
        snprintf(out, 32, "%.2f s", (double)us / 1e6);
    else if (us % 1000 == 0 || us >= 100000)
        snprintf(out, 32, "%.0f ms", (double)us / 1e3);
    else
        snprintf(out, 32, "%.1f ms", (double)us / 1e3);
    return language_decimals(out);
}

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
    char name[SEATS_MAX][2 * NAME_TEXT];
    const char *names[SEATS_MAX];
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

static void ended_words(char *out, size_t cap, uint64_t code, uint64_t signal)
{
    if (signal)
        snprintf(out, cap, "its process was ended by signal %" PRIu64, signal);
    else
        snprintf(out, cap, "its process ended with exit code %" PRIu64, code);
}

/* Linux's numbers of its limits, plus one. */
static void limit_words(char *out, size_t cap, uint64_t limit, uint64_t used)
{
    switch (limit) {
    case 1: snprintf(out, cap, "used %" PRIu64 " s of processor time, more than it has", used); break;
    case 2: snprintf(out, cap, "wrote a file of %" PRIu64 " MiB, which is too large", used); break;
    case 10: snprintf(out, cap, "used %" PRIu64 " MiB of memory, more than it has", used); break;
    default: fault_text(FAULT_RESOURCES, limit, used, out, (unsigned)cap); break;
    }
}

/* In English, as the programs say it to each other. */
static char *fault_words(char *out, size_t cap, const struct tell_line *line)
{
    char a[32], b[32];
    tell_time(a, line->a);
    tell_time(b, line->b);
    switch (line->fault) {
    case FAULT_TIMEOUT: snprintf(out, cap, "had %s and took %s", a, b); break;
    case FAULT_NO_START: snprintf(out, cap, "said nothing valid within %s", a); break;
    case FAULT_WITHHELD:
        snprintf(out, cap, "sent no cut or signature for hand %" PRIu64 " within %s", line->a, b);
        break;
    case FAULT_MALFORMED:
        snprintf(out, cap, "sent a malformed envelope, %s", wire_error_text((enum wire_error)line->a));
        break;
    case FAULT_ILLEGAL:
        snprintf(out, cap, "illegal action number %" PRIu64 " of this game, %s", line->b,
                 rule_error_text((enum rule_error)line->a));
        break;
    case FAULT_BAD_SIGNATURE:
        snprintf(out, cap, "the signature of its %s does not hold", tell_type((unsigned)line->a));
        break;
    case FAULT_OUT_OF_ORDER:
        snprintf(out, cap, "sent %s, which is not expected now", tell_type((unsigned)line->a));
        break;
    case FAULT_PROTESTED:
        snprintf(out, cap, "stopped with check %" PRIu64 " failed: %s", line->a, failed_text((enum check)line->a));
        break;
    case FAULT_CRASHED: ended_words(out, cap, line->a, line->b); break;
    case FAULT_RESOURCES: limit_words(out, cap, line->a, line->b); break;
    default: fault_text((enum fault)line->fault, line->a, line->b, out, (unsigned)cap); break;
    }
    return out;
}

char *tell_fault(char *out, size_t cap, const struct tell_line *line)
{
    char english[256];
    return tell_translate(out, cap, fault_words(english, sizeof english, line));
}

static void seat_words(char *out, size_t cap, const struct tell_line *line)
{
    char how[64];
    ended_words(how, sizeof how, line->a, line->a < 256 ? 0 : line->a - 256);
    switch (line->value) {
    case SEAT_EVENT_LEFT: snprintf(out, cap, "the connection is gone"); break;
    case SEAT_EVENT_EXITED: snprintf(out, cap, "%s", how); break;
    case SEAT_EVENT_RESTARTED:
        snprintf(out, cap, "the arbiter starts the seat's process again; its clock stands still");
        break;
    case SEAT_EVENT_RESUMED:
        snprintf(out, cap, "the arbiter was ended and goes on; the seat's clock stands still");
        break;
    case SEAT_EVENT_BOT_RESTARTED: snprintf(out, cap, "%s and is started again", how); break;
    case SEAT_EVENT_LIMIT:
        snprintf(out, cap, "its process was ended by limit %" PRIu64 ", %" PRIu64 " used", line->a & 255, line->a >> 8);
        break;
    default: snprintf(out, cap, "event %u", line->value); break;
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

/* "signs 1e to berta", and the rivals who caught it. */
static void sign_words(char *out, size_t cap, const struct teller *t, const struct tell_line *line)
{
    struct sign s = sign_of_code(line->value);
    char name[2 * NAME_TEXT], who[SEATS_MAX * 2 * NAME_TEXT];
    unsigned others = 0;
    for (unsigned i = 0; i < t->offer.seats; i++)
        if (line->a >> i & 1u && i != line->seat && i != s.to)
            others |= 1u << i;
    tell_name(name, sizeof name, t, s.to, true, 20);
    if (others)
        snprintf(out, cap,
                 TN("signs %s to %s, seen by %s", "signs %s to %s, seen by %s", (unsigned)__builtin_popcount(others)),
                 sign_called(s.word), name, names_text(who, sizeof who, t, others, true));
    else
        snprintf(out, cap, T("signs %s to %s"), sign_called(s.word), name);
}

/* What is told beside the play, in English; "" of what is told otherwise. */
static void event_words(char *out, size_t cap, const struct tell_line *line)
{
    if (line->kind == TELL_REFUSED)
        snprintf(out, cap, "\"%s\" is refused: %s", line->words, rule_error_text((enum rule_error)line->value));
    else if (line->kind == TELL_IGNORED)
        snprintf(out, cap, "answers request %u, which is not open", line->number);
    else if (line->kind == TELL_PROTEST)
        snprintf(out, cap, "protests (%" PRIu64 "): %s", line->a, line->words);
    else if (line->kind == TELL_BACK)
        snprintf(out, cap, "comes back with %" PRIu64 " messages", line->a);
    else if (line->kind == TELL_SEAT)
        seat_words(out, cap, line);
    else
        out[0] = '\0';
}

char *tell_sentence(char *out, size_t cap, const struct teller *t, const struct tell_line *line)
{
    char words[256];
    if (line->kind == TELL_FAULT)
        snprintf(out, cap, "%s: %s", tell_fault(words, sizeof words, line), effect_words(line->effect));
    else if (line->kind == TELL_GAME_END)
        game_words(out, cap, t, line);
    else if (line->kind == TELL_SIGN)
        sign_words(out, cap, t, line);
    else {
        event_words(words, sizeof words, line);
        tell_translate(out, cap, words);
    }
    return out;
}

char *tell_unheld(char *text, size_t cap, const uint8_t *held, unsigned seats)
{
    size_t n = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < seats && n < cap; i++) {
        const char *where = held[i] == HELD_JAILED   ? T("in a jail that lacks something")
                            : held[i] == HELD_REMOTE ? T("elsewhere")
                                                     : T("in no jail");
        if (held[i] != HELD_STRICT)
            n += (size_t)snprintf(text + n, cap - n, T("%sseat %u %s"), n ? ", " : "", i, where);
    }
    return text;
}
