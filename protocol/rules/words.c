/* words: actions as people say them, and back. */
#include "hand.h"
#include "text.h"

static const char *plain_word(unsigned kind)
{
    switch (kind) {
#define X(name, number, word) \
    case number: return word;
        FIEL_ACTIONS(X)
#undef X
    default: return "";
    }
}

/* Seed 001: "accept, run or ask six". */
static const char *french_word(unsigned kind)
{
    switch (kind) {
    case ACT_QUIERO: return "accept";
    case ACT_NO_QUIERO: return "run";
    case ACT_MAZO: return "concede";
    default: return plain_word(kind);
    }
}

struct saying {
    const char *word;
    struct action action;
};

/* Where a plain hand is worth two, as in mineiro, the hand of eleven is one of ten. */
static const struct saying of_ten[] = { { "ten-play", { ACT_ELEVEN_PLAY, 0 } }, { "ten-run", { ACT_ELEVEN_RUN, 0 } } };

/* Seed 000's own words; "better flor" is sung by `alimidou cantar`, as an embit is by `cantar`. */
static const struct saying gascon[] = {
    { "yes", { ACT_QUIERO, 0 } },
    { "no", { ACT_NO_QUIERO, 0 } },
    { "cantar", { ACT_QUIERO, 0 } },
    { "alimidou-cantar", { ACT_QUIERO, 0 } },
    { "embide", { ACT_ENVIDO, 0 } },
    { "u-aoute", { ACT_EMBIT_MORE, 1 } },
    { "dus-de-mes", { ACT_EMBIT_MORE, 2 } },
    { "detz-de-mes", { ACT_EMBIT_MORE, 10 } },
    { "mi-falta", { ACT_FALTA_ENVIDO, 0 } },
    { "flor-tambien", { ACT_FLOR, 0 } },
    { "alimidou-con-flor", { ACT_CONTRAFLOR, 0 } },
    { "alibarestou-con-flor", { ACT_CONTRAFLOR_RESTO, 0 } },
};
enum { TEN_WORDS = sizeof of_ten / sizeof *of_ten, GASCON_WORDS = sizeof gascon / sizeof *gascon };

static const char *gascon_word(const struct open *o, struct action a)
{
    if (a.kind == ACT_QUIERO && o->phase == PHASE_FLOR && o->flor_last == ACT_CONTRAFLOR)
        return "alimidou-cantar";
    if (a.kind == ACT_QUIERO && o->phase != PHASE_STAKE)
        return "cantar";
    for (size_t i = 0; i < GASCON_WORDS; i++)
        if (a.kind != ACT_FLOR && gascon[i].action.kind == a.kind && gascon[i].action.arg == a.arg)
            return gascon[i].word;
    return plain_word(a.kind);
}

static const char *word_of(const struct open *o, struct action a)
{
    for (size_t i = 0; i < TEN_WORDS && ladders[opt(o, OPT_LADDER)].value[0] == 2; i++)
        if (of_ten[i].action.kind == a.kind)
            return of_ten[i].word;
    if (a.kind == ACT_RAISE && stake_word(o, a.arg) != NULL)
        return stake_word(o, a.arg);
    if (a.kind == ACT_EMBIT_MORE)
        return gascon_word(o, a);
    switch (opt(o, OPT_NAMES)) {
    case NAMES_FRENCH: return french_word(a.kind);
    case NAMES_GASCON: return gascon_word(o, a);
    default: return plain_word(a.kind);
    }
}

char *card_name(const struct open *o, card_t c, char text[CARD_TEXT])
{
    return opt(o, OPT_NAMES) == NAMES_FRENCH ? card_text_french(c, text) : card_text(c, text);
}

/* The word and its number: "envido-5", "2-real-envido", "flor-2-real-envido". */
static void add_bet(char text[ACTION_TEXT], struct action a)
{
    bool flor = a.kind == ACT_FLOR_ENVIDO || a.kind == ACT_FLOR_REAL_ENVIDO;
    bool real = a.kind == ACT_REAL_ENVIDO || a.kind == ACT_FLOR_REAL_ENVIDO;
    text_set(text, ACTION_TEXT, flor ? "flor-" : "");
    if (real) {
        text_add_number(text, ACTION_TEXT, a.arg);
        text_add(text, ACTION_TEXT, "-real-envido");
    } else {
        text_add(text, ACTION_TEXT, "envido-");
        text_add_number(text, ACTION_TEXT, a.arg);
    }
}

char *action_text(const struct open *o, struct action a, char text[ACTION_TEXT])
{
    char card[CARD_TEXT];
    text_set(text, ACTION_TEXT, word_of(o, a));
    if (a.kind == ACT_PLAY || a.kind == ACT_PLAY_DOWN || a.kind == ACT_DISCARD) {
        text_add(text, ACTION_TEXT, " ");
        text_add(text, ACTION_TEXT, a.arg < FIEL_CARDS ? card_name(o, a.arg, card) : "?");
    } else if (a.kind == ACT_PLAY_BLIND) {
        text_add(text, ACTION_TEXT, " ");
        text_add_number(text, ACTION_TEXT, a.arg);
    } else if (is_bet(a.kind) && a.arg != 0) {
        add_bet(text, a);
    } else if (a.kind == ACT_PIDO_FLOR && o->seats > 2) {
        text_add(text, ACTION_TEXT, " ");
        text_add_number(text, ACTION_TEXT, a.arg);
    }
    return text;
}

/* "play 7e", "play-down 7e": true when `text` is `word`, a space and a card. */
static bool parse_play(const char *text, const char *word, card_t *card)
{
    size_t n = strlen(word);
    return strncmp(text, word, n) == 0 && text[n] == ' ' && card_parse(text + n + 1, card);
}

static bool flor_bet_open(const struct open *o)
{
    return o->phase == PHASE_FLOR && o->flor_last != 0 && o->flor_last != ACT_FLOR;
}

static unsigned acceptance(const struct open *o)
{
    if (o->phase == PHASE_ELEVEN)
        return ACT_ELEVEN_PLAY;
    if (embits(o))
        return o->phase == PHASE_FLOR && o->flor_last == ACT_CONTRAFLOR_RESTO ? o->flor_last : ACT_QUIERO;
    return flor_bet_open(o) ? ACT_CON_FLOR_QUIERO : ACT_QUIERO;
}

static unsigned refusal_word(const struct open *o)
{
    if (o->phase == PHASE_ELEVEN)
        return ACT_ELEVEN_RUN;
    return flor_bet_open(o) && !embits(o) ? ACT_CON_FLOR_ACHICO : ACT_NO_QUIERO;
}

static bool one_of(const char *text, const char *const words[4])
{
    for (unsigned i = 0; i < 4 && words[i] != NULL; i++)
        if (strcmp(text, words[i]) == 0)
            return true;
    return false;
}

/* Words that mean what is open: the next stake, the acceptance, the refusal. */
static bool parse_answer(const struct open *o, const char *text, struct action *out)
{
    static const char *const accepting[4] = { "accept", "quiero", "yes" };
    static const char *const refusing[4] = { "refuse", "no-quiero", "run", "no" };
    if (strcmp(text, "raise") == 0)
        *out = (struct action){ ACT_RAISE, (uint8_t)((o->stake_called != 0 ? o->stake_called : o->stake) + 1) };
    else if (one_of(text, accepting))
        *out = (struct action){ (uint8_t)acceptance(o), 0 };
    else if (one_of(text, refusing))
        *out = (struct action){ (uint8_t)refusal_word(o), 0 };
    else if (strcmp(text, "concede") == 0)
        *out = (struct action){ ACT_MAZO, 0 };
    else
        return false;
    return true;
}

/* "play-blind 0": a place instead of a card. */
static bool parse_blind(const char *text, struct action *out)
{
    const char *word = plain_word(ACT_PLAY_BLIND);
    size_t n = strlen(word);
    if (strncmp(text, word, n) != 0 || text[n] != ' ' || text[n + 1] < '0' || text[n + 1] > '2' || text[n + 2] != '\0')
        return false;
    *out = (struct action){ ACT_PLAY_BLIND, (uint8_t)(text[n + 1] - '0') };
    return true;
}

/* A number 1..255 without a zero before it; moves past it. 0: there is none. */
static unsigned parse_number(const char **text)
{
    unsigned n = 0;
    const char *t = *text;
    if (*t == '0')
        return 0;
    for (; *t >= '0' && *t <= '9' && n < 256; t++)
        n = n * 10 + (unsigned)(*t - '0');
    *text = t;
    return n < 256 ? n : 0;
}

/* "envido-5", "2-real-envido", both also after "flor-"; envido-2 is envido, 1-real-envido real-envido. */
static bool parse_bet(const char *text, struct action *out)
{
    bool flor = strncmp(text, "flor-", 5) == 0;
    const char *t = flor ? text + 5 : text;
    bool real = strncmp(t, "envido-", 7) != 0;
    t += real ? 0 : 7;
    unsigned n = parse_number(&t);
    if (n == 0 || strcmp(t, real ? "-real-envido" : "") != 0)
        return false;
    unsigned kind = flor ? (real ? ACT_FLOR_REAL_ENVIDO : ACT_FLOR_ENVIDO) : real ? ACT_REAL_ENVIDO : ACT_ENVIDO;
    struct action bare = { (uint8_t)kind, 0 };
    *out = (struct action){ (uint8_t)kind, (uint8_t)n };
    if (bet_points(*out) == bet_points(bare))
        *out = bare;
    return true;
}

static bool parse_saying(const struct saying *known, size_t count, const char *text, struct action *out)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(text, known[i].word) == 0) {
            *out = known[i].action;
            return true;
        }
    return false;
}

static bool parse_step(const struct open *o, const char *text, struct action *out)
{
    for (unsigned step = 1; step <= stake_top(o); step++)
        if (strcmp(text, stake_word(o, step)) == 0) {
            *out = (struct action){ ACT_RAISE, (uint8_t)step };
            return true;
        }
    return false;
}

/* "pido-flor" names the one rival of a game of two, "pido-flor 3" a seat. */
static bool parse_accuse(const struct open *o, const char *text, struct action *out)
{
    const char *word = plain_word(ACT_PIDO_FLOR);
    size_t n = strlen(word);
    if (strncmp(text, word, n) != 0)
        return false;
    if (text[n] == '\0' && o->seats == 2) {
        *out = (struct action){ ACT_PIDO_FLOR, (uint8_t)(o->turn == 0 ? 1 : 0) };
        return true;
    }
    if (text[n] != ' ' || text[n + 1] < '0' || text[n + 1] > '7' || text[n + 2] != '\0')
        return false;
    *out = (struct action){ ACT_PIDO_FLOR, (uint8_t)(text[n + 1] - '0') };
    return true;
}

enum rule_error action_parse(const struct open *o, const char *text, struct action *out)
{
    card_t card;
    if (parse_play(text, "play", &card)) {
        *out = (struct action){ ACT_PLAY, card };
        return RULE_OK;
    }
    if (parse_play(text, "play-down", &card)) {
        *out = (struct action){ ACT_PLAY_DOWN, card };
        return RULE_OK;
    }
    if (parse_play(text, "discard", &card)) {
        *out = (struct action){ ACT_DISCARD, card };
        return RULE_OK;
    }
    if (parse_answer(o, text, out) || parse_step(o, text, out) || parse_accuse(o, text, out) ||
        parse_blind(text, out) || parse_bet(text, out) || parse_saying(gascon, GASCON_WORDS, text, out) ||
        parse_saying(of_ten, TEN_WORDS, text, out))
        return RULE_OK;
    for (unsigned kind = ACT_ENVIDO; kind < ACT_DISCARD; kind++)
        if (kind != ACT_PIDO_FLOR && kind != ACT_PLAY_BLIND && kind != ACT_EMBIT_MORE &&
            strcmp(text, plain_word(kind)) == 0) {
            *out = (struct action){ (uint8_t)kind, 0 };
            return RULE_OK;
        }
    return RULE_NOT_A_WORD;
}
