/* words: what is said at the table, as people say it. */
#include <stdio.h>
#include <string.h>

#include "cli/language.h"
#include "rules/values.h"
#include "table.h"

/* A call that opens or raises a bet is said aloud. */
static bool aloud(unsigned kind)
{
    return kind == ACT_RAISE || (kind >= ACT_ENVIDO && kind <= ACT_CONTRAFLOR_RESTO) || kind == ACT_PIDO_FLOR ||
           (kind >= ACT_FLOR_ENVIDO && kind <= ACT_FLOR_FALTA_ENVIDO) ||
           (kind >= ACT_EMBIT_MORE && kind <= ACT_TRUC_REST);
}

/* Words that are said as they are written down, but in Portuguese; NULL for others. */
static const char *portuguese_word(unsigned kind)
{
    switch (kind) {
    case ACT_QUIERO: return "quero";
    case ACT_NO_QUIERO: return "não quero";
    case ACT_CONTRAFLOR_RESTO: return "contraflor e o resto";
    case ACT_CON_FLOR_QUIERO: return "com flor quero";
    case ACT_CON_FLOR_ACHICO: return "com flor me achico";
    case ACT_SON_BUENAS: return "são boas";
    case ACT_PIDO_FLOR: return "peço flor";
    default: return NULL;
    }
}

/* The tables with French cards are Brazil's, and speak as people there do in every language, as the Spanish ones speak Spanish. */
static const char *french_word(unsigned kind)
{
    switch (kind) {
    case ACT_QUIERO: return "aceito";
    case ACT_NO_QUIERO: return "corro";
    case ACT_MAZO: return "entrego a mão";
    case ACT_PASS: return "passo";
    default: return NULL;
    }
}

/* The seed tells truc in English, whose yes and no are each language's own. */
static const char *gascon_word(unsigned kind)
{
    switch (kind) {
    case ACT_QUIERO: return tongue("yes", "sí", "sim");
    case ACT_NO_QUIERO: return tongue("no", "no", "não");
    default: return NULL;
    }
}

static const char *spanish_word(unsigned kind)
{
    switch (kind) {
    case ACT_MAZO: return tongue("me voy al mazo", "me voy al mazo", "vou ao baralho");
    case ACT_QUIERO_MAZO:
        return tongue("quiero, y me voy al mazo", "quiero, y me voy al mazo", "quero, e vou ao baralho");
    default: return language_spoken() == PORTUGUESE ? portuguese_word(kind) : NULL;
    }
}

/* What is not said by its own word; NULL. */
static const char *phrase(const struct open *o, unsigned kind)
{
    const char *brazilian = o->rules.opt[OPT_NAMES] == NAMES_FRENCH ? french_word(kind) : NULL;
    if (brazilian)
        return brazilian;
    switch (kind) {
    case ACT_DECLARE: return tongue("say my value", "digo mi tanto", "digo o meu valor");
    case ACT_SILENT: return tongue("say nothing yet", "por ahora callo", "por ora calo");
    case ACT_PASS: return tongue("paso", "paso", "passo");
    case ACT_PASO: return tongue("paso, y me voy", "paso, y me voy", "passo, e vou embora");
    case ACT_ELEVEN_PLAY: return tongue("we play this hand", "jugamos esta mano", "jogamos esta mão");
    case ACT_ELEVEN_RUN: return tongue("we run", "nos vamos", "corremos");
    default: break;
    }
    switch (o->rules.opt[OPT_NAMES]) {
    case NAMES_SPANISH: return spanish_word(kind);
    case NAMES_GASCON: return gascon_word(kind);
    default: return NULL;
    }
}

char *speech(const struct open *o, struct action a, bool utf8, char out[SPEECH])
{
    char words[ACTION_TEXT], card[CARD_SAID];
    bool loud = aloud(a.kind), spanish = o->rules.opt[OPT_NAMES] == NAMES_SPANISH;
    if (a.kind == ACT_PLAY || a.kind == ACT_PLAY_DOWN || a.kind == ACT_DISCARD) {
        const char *how = a.kind == ACT_PLAY_DOWN ? tongue(" face down", " tapada", " coberta")
                          : a.kind == ACT_DISCARD ? tongue(" laid away", " descartada", " descartada")
                                                  : "";
        snprintf(out, SPEECH, "%s%s",
                 a.arg < CARDS ? card_said(o, a.arg, utf8, card) : tongue("a card", "una carta", "uma carta"), how);
        return out;
    }
    const char *said = phrase(o, a.kind);
    if (said)
        snprintf(words, sizeof words, "%s", said);
    else
        action_text(o, a, words);
    if (language_spoken() == PORTUGUESE && strcmp(words, "vale-cuatro") == 0)
        strcpy(words, "vale quatro");
    bool inverted = utf8 && spanish && language_spoken() != PORTUGUESE;
    snprintf(out, SPEECH, "%s%s%s", loud && inverted ? "¡" : "", words, loud ? "!" : "");
    for (char *c = out; *c; c++)
        if (*c == '-')
            *c = ' ';
    return out;
}

/* The n-th number of "2-3-4-6-game"; step 0 is the plain hand, which the list leaves out. */
char *step_worth(const struct open *o, unsigned step, char out[STEP])
{
    char ladder[40];
    const char *at = option_value_text(OPT_LADDER, o->rules.opt[OPT_LADDER], ladder, sizeof ladder);
    if (step == 0)
        return snprintf(out, STEP, "%s", *at == '4' ? "2" : "1"), out;
    while (step-- > 1 && *at) {
        at += strcspn(at, "-");
        at += *at == '-';
    }
    if (*at == 'g')
        return snprintf(out, STEP, "%s", tongue("the game", "el partido", "a partida")), out;
    snprintf(out, STEP, "%.*s", (int)strcspn(at, "-"), at);
    return out;
}

char *call_worth(const struct open *o, char *out, size_t size)
{
    char yes[STEP], no[STEP];
    *out = '\0';
    if (o->phase == PHASE_ENVIDO && o->envido_last)
        snprintf(out, size, tongue("%u if accepted, %u if not", "%u si se quiere, %u si no", "%u se aceita, %u se não"),
                 o->envido_wanted, o->envido_unwanted);
    else if (o->phase == PHASE_FLOR && o->flor_last)
        snprintf(out, size, tongue("%u if accepted, %u if not", "%u si se quiere, %u si no", "%u se aceita, %u se não"),
                 o->flor_wanted, o->flor_unwanted);
    else if (o->phase == PHASE_STAKE && o->stake_called)
        snprintf(out, size, tongue("%s if accepted, %s if not", "%s si se quiere, %s si no", "%s se aceita, %s se não"),
                 step_worth(o, o->stake_called, yes), step_worth(o, o->stake, no));
    return out;
}
