/* view_text: a view as a person reads it.  See fiel.h. */
#include "fiel.h"
#include "rules/text.h"

static void add(char *text, const char *more) { text_add(text, VIEW_TEXT, more); }
static void add_number(char *text, unsigned n) { text_add_number(text, VIEW_TEXT, n); }

static const char *asked(unsigned phase)
{
    switch (phase) {
#define X(name, number, meaning) \
    case PHASE_##name: return meaning;
        FIEL_PHASES(X)
#undef X
    default: return "?";
    }
}

static void add_card(char *text, const struct open *o, card_t card)
{
    char name[CARD_TEXT];
    add(text, " ");
    add(text, card < FIEL_CARDS ? card_name(o, card, name) : "??");
}

static void add_head(char *text, const struct open *o)
{
    char rules[RULES_TEXT];
    add(text, rules_text(&o->rules, rules));
    add(text, ": game ");
    add_number(text, o->game);
    add(text, ", hand ");
    add_number(text, o->hand);
    add(text, ", score");
    for (unsigned s = 0; s < o->scorers; s++) {
        add(text, s ? "-" : " ");
        add_number(text, o->score[s]);
    }
    if (o->vira < FIEL_CARDS) {
        add(text, ", vira");
        add_card(text, o, o->vira);
    }
    add(text, "\n");
}

/* "> seat 1, mano, side 1: holds 7e ??, played 4c" */
static void add_seat(char *text, const struct view *v, unsigned seat)
{
    const struct open *o = &v->open;
    card_t played[SHAPE_TRICK];
    int n = view_played(v, seat, played);
    add(text, seat == o->turn ? "> seat " : "  seat ");
    add_number(text, seat);
    add(text, seat == v->seat ? ", me" : "");
    add(text, seat == o->mano ? ", mano" : "");
    add(text, ", side ");
    add_number(text, side_of(o, seat));
    add(text, ": holds");
    for (unsigned k = 0; k < (seat == o->gallo && o->discard == FIEL_NOBODY ? 4u : 3u); k++)
        if (!(o->gone[seat] >> k & 1u))
            add_card(text, o, v->known[seat][k]);
    add(text, n > 0 ? ", played" : "");
    for (int i = 0; i < n; i++)
        add_card(text, o, played[i]);
    add(text, o->out >> seat & 1u ? ", out\n" : "\n");
}

static void add_bet(char *text, const char *name, struct view_bet bet)
{
    if (!bet.open && !bet.now)
        return;
    add(text, "; ");
    add(text, name);
    add(text, " ");
    add_number(text, bet.open ? bet.accepted : bet.now);
    if (bet.open) {
        add(text, " if it is accepted, ");
        add_number(text, bet.refused);
        add(text, " if not");
    }
}

char *view_text(const struct view *v, char text[VIEW_TEXT])
{
    const struct open *o = &v->open;
    struct action list[FIEL_LEGAL_MAX];
    char word[ACTION_TEXT];
    int n = view_legal(v, list);
    text_set(text, VIEW_TEXT, "");
    add_head(text, o);
    for (unsigned seat = 0; seat < o->seats && seat < FIEL_SEATS_MAX; seat++)
        add_seat(text, v, seat);
    add(text, "tricks ");
    add_number(text, (unsigned)view_tricks(v, 0));
    add(text, "-");
    add_number(text, (unsigned)view_tricks(v, 1));
    add_bet(text, "truco", view_truco(v));
    add_bet(text, "envido", view_envido(v));
    add_bet(text, "flor", view_flor(v));
    add(text, "\nasked: ");
    add(text, asked(o->phase));
    add(text, n > 0 ? "\nlegal:" : "");
    for (int i = 0; i < n; i++) {
        add(text, i ? ", " : " ");
        add(text, action_text(o, list[i], word));
    }
    add(text, "\n");
    return text;
}
