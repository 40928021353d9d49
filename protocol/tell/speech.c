/* speech: see speech.h. */
#include "speech.h"

#include <stdio.h>
#include <string.h>

#include "cli/language.h"
#include "rules/signs.h"
#include "rules/values.h"

static bool is_flor_bet(unsigned kind) { return kind >= ACT_FLOR_ENVIDO && kind <= ACT_FLOR_FALTA_ENVIDO; }

/* A call that opens or raises a bet is said aloud. */
static bool aloud(unsigned kind)
{
    return kind == ACT_RAISE || (kind >= ACT_ENVIDO && kind <= ACT_CONTRAFLOR_RESTO) || kind == ACT_PIDO_FLOR ||
           is_flor_bet(kind) || (kind >= ACT_EMBIT_MORE && kind <= ACT_TRUC_REST);
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

/* The seed tells truc in English, whose yes, no and yielding are each language's own. */
static const char *gascon_word(unsigned kind)
{
    switch (kind) {
    case ACT_QUIERO: return T("yes");
    case ACT_NO_QUIERO: return T("no");
    case ACT_SON_BUENAS: return T("son buenas");
    default: return NULL;
    }
}

static const char *spanish_word(unsigned kind)
{
    switch (kind) {
    case ACT_MAZO: return T("me voy al mazo");
    case ACT_QUIERO_MAZO: return T("quiero, y me voy al mazo");
    default: return language_spoken() == PORTUGUESE ? portuguese_word(kind) : NULL;
    }
}

/* What is not said as it is written; NULL. */
static const char *phrase(const struct open *o, unsigned kind)
{
    const char *brazilian = o->rules.opt[OPT_NAMES] == NAMES_FRENCH ? french_word(kind) : NULL;
    if (brazilian)
        return brazilian;
    switch (kind) {
    case ACT_DECLARE: return T("say my value");
    case ACT_SILENT: return T("say nothing yet");
    case ACT_PASS: return T("paso");
    case ACT_PASO: return T("paso, y me voy");
    case ACT_ELEVEN_PLAY: return T("we play this hand");
    case ACT_ELEVEN_RUN: return T("we run");
    default: break;
    }
    switch (o->rules.opt[OPT_NAMES]) {
    case NAMES_SPANISH: return spanish_word(kind);
    case NAMES_GASCON: return gascon_word(kind);
    default: return NULL;
    }
}

/* A bet that is said in another order than it is written. */
static bool is_number(const struct open *o, struct action a)
{
    bool numeric = o->rules.opt[OPT_ENVIDO] == ENVIDO_NUMERIC;
    return is_flor_bet(a.kind) || (numeric && a.arg != 0 && (a.kind == ACT_ENVIDO || a.kind == ACT_REAL_ENVIDO));
}

/* "cuatro envido, diez envido": the number goes before the word, and "con flor" before both. */
static void bet_words(char *out, size_t cap, struct action a)
{
    const char *word = a.kind == ACT_ENVIDO || a.kind == ACT_FLOR_ENVIDO             ? "envido"
                       : a.kind == ACT_REAL_ENVIDO || a.kind == ACT_FLOR_REAL_ENVIDO ? "real envido"
                                                                                     : "falta envido";
    char number[8] = "";
    if (a.arg != 0)
        snprintf(number, sizeof number, "%u ", a.arg);
    snprintf(out, cap, "%s%s%s", is_flor_bet(a.kind) ? T("con flor ") : "", number, word);
}

char *speech_of(const struct open *o, struct action a, const char *written, bool utf8, char out[SPEECH])
{
    bool loud = aloud(a.kind), spanish = o->rules.opt[OPT_NAMES] == NAMES_SPANISH;
    bool portuguese = language_spoken() == PORTUGUESE;
    const char *said = phrase(o, a.kind);
    char bet[ACTION_TEXT];
    if (is_number(o, a)) {
        bet_words(bet, sizeof bet, a);
        said = bet;
    }
    if (!said && utf8 && strcmp(written, "u-aoute") == 0)
        said = "u aouté"; /* the seed's spelling */
    if (!said)
        said = portuguese && strcmp(written, "vale-cuatro") == 0 ? "vale quatro" : written;
    snprintf(out, SPEECH, "%s%s%s", loud && utf8 && spanish && !portuguese ? "¡" : "", said, loud ? "!" : "");
    for (char *c = out; *c; c++)
        if (*c == '-')
            *c = ' ';
    return out;
}

void speech_heard(struct open *o, struct action a)
{
    if (a.kind == ACT_RAISE) {
        o->phase = PHASE_STAKE;
        o->stake_called = a.arg;
    } else if (a.kind == ACT_ENVIDO || a.kind == ACT_REAL_ENVIDO || a.kind == ACT_FALTA_ENVIDO ||
               a.kind == ACT_EMBIT_MORE) {
        o->phase = PHASE_ENVIDO;
    } else if (a.kind == ACT_FLOR || a.kind == ACT_CONTRAFLOR || a.kind == ACT_CONTRAFLOR_RESTO) {
        o->phase = PHASE_FLOR;
        o->flor_last = a.kind;
    } else if (a.kind != ACT_PASS) {
        o->phase = PHASE_PLAY;
    }
}

/* --- signs ------------------------------------------------------------------------------------------------------- */

const char *sign_called(unsigned word)
{
    switch (word) {
    case SIGN_FALSE_ACE: return T("1oc");
    case SIGN_BAD: return T("bad");
    case SIGN_ENVIDO_LOW: return T("envido-low");
    case SIGN_ENVIDO_HIGH: return T("envido-high");
    case SIGN_LET_GO: return T("let-go");
    case SIGN_GO: return T("go");
    default: return sign_text(word);
    }
}

const char *sign_told(unsigned word) { return T(sign_made(word)); }

const char *speech_asked(unsigned phase, enum language l)
{
    static const char *const questions[] = {
        [PHASE_PLAY] = N_("Your turn: a card, or a call before it."),
        [PHASE_STAKE] = N_("What do you answer?"),
        [PHASE_ENVIDO] = N_("What do you answer?"),
        [PHASE_DECLARE] = N_("Do you say your value?"),
        [PHASE_FLOR] = N_("The flor: what do you say?"),
        [PHASE_ACCUSE] = N_("Do you accuse a rival of a hidden flor?"),
        [PHASE_RAISE] = N_("Do you raise?"),
        [PHASE_ELEVEN] = N_("Does your side play this hand?"),
        [PHASE_DISCARD] = N_("Which of your four cards do you lay away?"),
    };
    bool known = phase < sizeof questions / sizeof *questions && questions[phase];
    return language_text(l, known ? questions[phase] : N_("Your turn."));
}
