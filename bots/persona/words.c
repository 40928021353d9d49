/* words: what is said at the table, as people say it. */
#include <stdio.h>
#include <string.h>

#include "rules/values.h"
#include "table.h"

/* A call that opens or raises a bet is said aloud. */
static bool aloud(unsigned kind)
{
    return kind == ACT_RAISE || (kind >= ACT_ENVIDO && kind <= ACT_CONTRAFLOR_RESTO) || kind == ACT_PIDO_FLOR
           || (kind >= ACT_FLOR_ENVIDO && kind <= ACT_FLOR_FALTA_ENVIDO)
           || (kind >= ACT_EMBIT_MORE && kind <= ACT_TRUC_REST);
}

/* What is not said by its own word; NULL. */
static const char *phrase(const struct open *o, unsigned kind)
{
    bool spanish = o->rules.opt[OPT_NAMES] == NAMES_SPANISH;
    switch (kind) {
    case ACT_DECLARE: return "say my value";
    case ACT_SILENT: return "say nothing yet";
    case ACT_MAZO: return spanish ? "me voy al mazo" : NULL;
    case ACT_QUIERO_MAZO: return spanish ? "quiero, y me voy al mazo" : NULL;
    case ACT_PASS: return "paso";
    case ACT_PASO: return "paso, y me voy";
    case ACT_ELEVEN_PLAY: return "we play this hand";
    case ACT_ELEVEN_RUN: return "we run";
    default: return NULL;
    }
}

char *speech(const struct open *o, struct action a, bool utf8, char out[SPEECH])
{
    char words[ACTION_TEXT], card[CARD_TEXT];
    bool loud = aloud(a.kind), spanish = o->rules.opt[OPT_NAMES] == NAMES_SPANISH;
    if (a.kind == ACT_PLAY || a.kind == ACT_PLAY_DOWN || a.kind == ACT_DISCARD) {
        const char *how = a.kind == ACT_PLAY_DOWN ? " face down" : a.kind == ACT_DISCARD ? " laid away" : "";
        snprintf(out, SPEECH, "%s%s", a.arg < CARDS ? card_name(o, a.arg, card) : "a card", how);
        return out;
    }
    if (phrase(o, a.kind))
        return snprintf(out, SPEECH, "%s", phrase(o, a.kind)), out;
    action_text(o, a, words);
    snprintf(out, SPEECH, "%s%s%s", loud && utf8 && spanish ? "¡" : "", words, loud ? "!" : "");
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
    snprintf(out, STEP, "%s%.*s", *at == 'g' ? "the " : "", (int)strcspn(at, "-"), at);
    return out;
}

char *call_worth(const struct open *o, char *out, size_t size)
{
    char yes[STEP], no[STEP];
    *out = '\0';
    if (o->phase == PHASE_ENVIDO && o->envido_last)
        snprintf(out, size, "%u if accepted, %u if not", o->envido_wanted, o->envido_unwanted);
    else if (o->phase == PHASE_FLOR && o->flor_last)
        snprintf(out, size, "%u if accepted, %u if not", o->flor_wanted, o->flor_unwanted);
    else if (o->phase == PHASE_STAKE && o->stake_called)
        snprintf(out, size, "%s if accepted, %s if not", step_worth(o, o->stake_called, yes), step_worth(o, o->stake, no));
    return out;
}
