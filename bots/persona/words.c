/* words: what is said at the table, as people say it. */
#include <stdio.h>
#include <string.h>

#include "cli/language.h"
#include "rules/values.h"
#include "table.h"

char *speech(const struct open *o, struct action a, bool utf8, char out[SPEECH])
{
    char words[ACTION_TEXT], card[CARD_SAID];
    if (a.kind == ACT_PLAY || a.kind == ACT_PLAY_DOWN || a.kind == ACT_DISCARD) {
        const char *how = a.kind == ACT_PLAY_DOWN ? T(" face down") : a.kind == ACT_DISCARD ? T(" laid away") : "";
        snprintf(out, SPEECH, "%s%s", a.arg < FIEL_CARDS ? card_said(o, a.arg, utf8, card) : T("a card"), how);
        return out;
    }
    return speech_of(o, a, action_text(o, a, words), utf8, out);
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
        return snprintf(out, STEP, "%s", T("the game")), out;
    snprintf(out, STEP, "%.*s", (int)strcspn(at, "-"), at);
    return out;
}

char *call_worth(const struct open *o, char *out, size_t size)
{
    char yes[STEP], no[STEP];
    *out = '\0';
    if (o->phase == PHASE_ENVIDO && o->envido_last)
        snprintf(out, size, T("%u if accepted, %u if not"), o->envido_wanted, o->envido_unwanted);
    else if (o->phase == PHASE_FLOR && o->flor_last)
        snprintf(out, size, T("%u if accepted, %u if not"), o->flor_wanted, o->flor_unwanted);
    else if (o->phase == PHASE_STAKE && o->stake_called)
        snprintf(out, size, T("%s if accepted, %s if not"), step_worth(o, o->stake_called, yes),
                 step_worth(o, o->stake, no));
    return out;
}
