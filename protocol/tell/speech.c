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
    case ACT_QUIERO: return tongue("yes", "sí", "sim");
    case ACT_NO_QUIERO: return tongue("no", "no", "não");
    case ACT_SON_BUENAS: return tongue("son buenas", "son buenas", "são boas");
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

/* What is not said as it is written; NULL. */
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
    snprintf(out, cap, "%s%s%s", is_flor_bet(a.kind) ? tongue("con flor ", "con flor ", "com flor ") : "", number,
             word);
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

static const struct {
    const char *spanish, *portuguese;
} signs[SIGN_LAST + 1] = {
    [SIGN_ACE_SWORDS] = { "levanta las cejas", "levanta as sobrancelhas" },
    [SIGN_ACE_CLUBS] = { "guiña un ojo", "pisca um olho" },
    [SIGN_SEVEN_SWORDS] = { "mueve los labios a la derecha", "move os lábios à direita" },
    [SIGN_SEVEN_COINS] = { "mueve los labios a la izquierda", "move os lábios à esquerda" },
    [SIGN_THREE] = { "se muerde el labio de abajo", "morde o lábio de baixo" },
    [SIGN_TWO] = { "junta los labios como en un beso", "junta os lábios como num beijo" },
    [SIGN_FALSE_ACE] = { "abre un poco la boca", "abre um pouco a boca" },
    [SIGN_BAD] = { "cierra los ojos", "fecha os olhos" },
    [SIGN_ENVIDO] = { "ladea la cabeza", "inclina a cabeça" },
    [SIGN_PIEZA] = { "muestra una pieza", "mostra uma peça" },
    [SIGN_PERICO] = { "muestra el perico", "mostra o perico" },
    [SIGN_PERICA] = { "muestra la perica", "mostra a perica" },
    [SIGN_ENVIDO_LOW] = { "ladea la cabeza a un costado", "inclina a cabeça para um lado" },
    [SIGN_ENVIDO_HIGH] = { "arruga la nariz", "franze o nariz" },
    [SIGN_ZAP] = { "muestra el zap", "mostra o zap" },
    [SIGN_COPAS] = { "muestra la de copas", "mostra a de copas" },
    [SIGN_ESPADILHA] = { "muestra la espadilha", "mostra a espadilha" },
    [SIGN_PICA_FUMO] = { "muestra la pica-fumo", "mostra a pica-fumo" },
    [SIGN_PERIQUE] = { "muestra un perique", "mostra um perique" },
    [SIGN_FLOR] = { "muestra una flor", "mostra uma flor" },
    [SIGN_EMBIT] = { "muestra un embit", "mostra um embit" },
    [SIGN_LET_GO] = { "mueve la cabeza de lado a lado: deja pasar esta baza",
                      "move a cabeça de lado a lado: deixa passar esta vaza" },
    [SIGN_GO] = { "embide: podés ir", "embide: pode ir" },
};

const char *sign_called(unsigned word)
{
    switch (word) {
    case SIGN_FALSE_ACE: return tongue("1oc", "as falso", "ás falso");
    case SIGN_BAD: return tongue("bad", "nada", "nada");
    case SIGN_ENVIDO_LOW: return tongue("envido-low", "envido bajo", "envido baixo");
    case SIGN_ENVIDO_HIGH: return tongue("envido-high", "envido alto", "envido alto");
    case SIGN_LET_GO: return tongue("let-go", "dejala pasar", "deixe passar");
    case SIGN_GO: return tongue("go", "podés ir", "pode ir");
    default: return sign_text(word);
    }
}

const char *sign_told(unsigned word)
{
    const char *english = sign_made(word);
    return word <= SIGN_LAST && signs[word].spanish ? tongue(english, signs[word].spanish, signs[word].portuguese)
                                                    : english;
}

const char *speech_asked(unsigned phase, enum language l)
{
    static const char *const questions[][LANGUAGES] = {
        [PHASE_PLAY] = { "Your turn: a card, or a call before it.", "Te toca: una carta, o antes un canto.",
                         "Sua vez: uma carta, ou antes um canto." },
        [PHASE_STAKE] = { "What do you answer?", "¿Qué contestás?", "O que você responde?" },
        [PHASE_ENVIDO] = { "What do you answer?", "¿Qué contestás?", "O que você responde?" },
        [PHASE_DECLARE] = { "Do you say your value?", "¿Decís tu tanto?", "Você diz o seu valor?" },
        [PHASE_FLOR] = { "The flor: what do you say?", "La flor: ¿qué decís?", "A flor: o que você diz?" },
        [PHASE_ACCUSE] = { "Do you accuse a rival of a hidden flor?", "¿Acusás a un rival de callar una flor?",
                           "Você acusa um rival de esconder uma flor?" },
        [PHASE_RAISE] = { "Do you raise?", "¿Subís la apuesta?", "Você aumenta a aposta?" },
        [PHASE_ELEVEN] = { "Does your side play this hand?", "¿Tu lado juega esta mano?", "O seu lado joga esta mão?" },
        [PHASE_DISCARD] = { "Which of your four cards do you lay away?", "¿Cuál de tus cuatro cartas descartás?",
                            "Qual das suas quatro cartas você descarta?" },
    };
    static const char *const any[LANGUAGES] = { "Your turn.", "Te toca.", "Sua vez." };
    bool known = phase < sizeof questions / sizeof *questions && questions[phase][l];
    return known ? questions[phase][l] : any[l];
}
