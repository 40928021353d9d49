/* lines_tell: the table as one JSON object.  See lines.h. */
#include <stdio.h>

#include "cli/json_out.h"
#include "help.h"
#include "lines.h"
#include "rules/values.h"

/* --- where it stands -------------------------------------------------------------------------------------------- */

static void tell_scores(struct json_out *j, const struct table *t)
{
    out_open(j, "scores", '[');
    for (unsigned s = 0; s < t->scorers; s++) {
        out_open(j, NULL, '{');
        out_open(j, "seats", '[');
        for (unsigned seat = 0; seat < t->match.seats; seat++)
            if (rules_scorer(&t->match.rules, t->match.seats, seat) == s)
                out_number(j, NULL, seat);
        out_close(j, ']');
        out_number(j, "points", t->view.open.score[s]);
        out_bool(j, "own", s == t->match.side);
        out_close(j, '}');
    }
    out_close(j, ']');
}

static void tell_taken(struct json_out *j, const struct table *t)
{
    const struct open *o = &t->view.open;
    out_open(j, "taken", '[');
    for (unsigned k = 0; k < SHAPE_TRICK; k++) {
        unsigned side = o->hand ? table_taken(t, k) : FIEL_NOBODY;
        if (side == FIEL_NOBODY)
            out_null(j, NULL);
        else
            out_text(j, NULL, side > 1 ? "tied" : side == side_of(o, t->match.seat) ? "own" : "other");
    }
    out_close(j, ']');
}

static void tell_stake(struct json_out *j, const struct open *o)
{
    char words[SPEECH], worth[STEP];
    if (!o->stake)
        return;
    out_open(j, "stake", '{');
    out_text(j, "says", speech(o, (struct action){ ACT_RAISE, o->stake }, true, words));
    out_text(j, "worth", step_worth(o, o->stake, worth));
    out_close(j, '}');
}

/* --- the cards of the person, and those that lie open ------------------------------------------------------------ */

/* What pressing the card at this place means: what may be done with it, or playing it, which is answered with the rule. */
static struct action with_card(const struct lines *l, unsigned place, bool *legal)
{
    card_t card = l->table.view.known[l->table.view.seat][place];
    *legal = true;
    for (int i = 0; l->asks && i < l->menu.legal_count; i++) {
        struct action a = l->menu.legal[i];
        if (((a.kind == ACT_PLAY || a.kind == ACT_DISCARD) && a.arg == card) ||
            (a.kind == ACT_PLAY_BLIND && a.arg == place))
            return a;
    }
    *legal = false;
    return card < FIEL_CARDS ? (struct action){ ACT_PLAY, card } : (struct action){ ACT_PLAY_BLIND, (uint8_t)place };
}

static void tell_held(struct json_out *j, const struct lines *l)
{
    const struct view *v = &l->table.view;
    out_open(j, "held", '[');
    for (unsigned k = 0; k < FIEL_HELD_MAX; k++) {
        card_t card = v->known[v->seat][k];
        char key[2] = { card_key(k), '\0' }, word[ACTION_TEXT];
        bool legal;
        struct action a = with_card(l, k, &legal);
        if (v->open.gone[v->seat] >> k & 1u || v->open.discard == k || card == CARD_NONE) {
            out_null(j, NULL);
            continue;
        }
        out_open(j, NULL, '{');
        out_card(j, "card", &v->open, card);
        out_text(j, "do", action_text(&v->open, a, word));
        out_text(j, "key", key);
        out_bool(j, "legal", legal);
        out_close(j, '}');
    }
    out_close(j, ']');
}

static void tell_open(struct json_out *j, const struct view *v)
{
    out_open(j, "open", '[');
    for (unsigned seat = 0; seat < v->open.seats; seat++) {
        bool any = false;
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
            any |= seat != v->seat && v->known[seat][k] < FIEL_CARDS && !(v->open.gone[seat] >> k & 1u);
        if (!any)
            continue;
        out_open(j, NULL, '{');
        out_number(j, "seat", seat);
        out_open(j, "cards", '[');
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
            if (v->known[seat][k] < FIEL_CARDS && !(v->open.gone[seat] >> k & 1u))
                out_card(j, NULL, &v->open, v->known[seat][k]);
        out_close(j, ']');
        out_close(j, '}');
    }
    out_close(j, ']');
}

/* --- what may be done ---------------------------------------------------------------------------------------------- */

static char key_of(const struct menu *m, struct action a)
{
    for (unsigned i = 0; i < m->count; i++)
        if (m->choice[i].kind == CHOICE_DO && action_code(m->choice[i].action) == action_code(a))
            return m->choice[i].key;
    return '\0';
}

static void tell_call(struct json_out *j, const struct open *o, struct action a)
{
    char words[SPEECH], word[ACTION_TEXT];
    out_open(j, NULL, '{');
    out_text(j, "do", action_text(o, a, word));
    out_number(j, "act", a.kind);
    out_text(j, "says", speech(o, a, true, words));
}

static void tell_choices(struct json_out *j, const struct lines *l)
{
    const struct open *o = &l->table.view.open;
    out_open(j, "choices", '[');
    for (int i = 0; i < l->menu.legal_count; i++) {
        struct action a = l->menu.legal[i];
        char key[2] = { key_of(&l->menu, a), '\0' };
        if (a.kind == ACT_PLAY || a.kind == ACT_DISCARD || a.kind == ACT_PLAY_BLIND)
            continue;
        tell_call(j, o, a);
        if (*key)
            out_text(j, "key", key);
        if (a.kind == ACT_PLAY_DOWN)
            out_card(j, "card", o, a.arg);
        if (a.kind == ACT_PIDO_FLOR)
            out_number(j, "rival", a.arg);
        if (a.kind == ACT_ENVIDO || a.kind == ACT_REAL_ENVIDO || a.kind == ACT_FLOR_ENVIDO ||
            a.kind == ACT_FLOR_REAL_ENVIDO)
            out_number(j, "number", bet_number(a));
        out_close(j, '}');
    }
    out_close(j, ']');
}

/* Calls that somebody might want to make here, and hear why not. */
static void tell_others(struct json_out *j, const struct lines *l)
{
    static const uint8_t calls[] = { ACT_RAISE,      ACT_QUIERO,      ACT_NO_QUIERO,
                                     ACT_ENVIDO,     ACT_REAL_ENVIDO, ACT_FALTA_ENVIDO,
                                     ACT_FLOR,       ACT_CONTRAFLOR,  ACT_CONTRAFLOR_RESTO,
                                     ACT_EMBIT_REST, ACT_TRUC_REST,   ACT_MAZO };
    const struct view *v = &l->table.view;
    unsigned now = v->open.stake_called ? v->open.stake_called : v->open.stake;
    out_open(j, "others", '[');
    for (size_t i = 0; i < sizeof calls; i++) {
        struct action a = { calls[i], calls[i] == ACT_RAISE ? (uint8_t)(now + 1) : 0 };
        bool legal = hint_find(l->menu.legal, l->menu.legal_count, (enum action_kind)a.kind) != NULL;
        enum rule_error why = legal ? RULE_OK : why_rule(v, a);
        if (why == RULE_OK || why == RULE_NOT_A_WORD || why == RULE_NOTHING_TO_ANSWER)
            continue;
        tell_call(j, &v->open, a);
        out_close(j, '}');
    }
    out_close(j, ']');
}

static void tell_ask(struct json_out *j, const struct lines *l)
{
    const struct open *o = &l->table.view.open;
    struct view_bet bet = o->phase == PHASE_ENVIDO ? view_envido(&l->table.view) : view_flor(&l->table.view);
    char yes[STEP], no[STEP];
    out_open(j, "ask", '{');
    out_number(j, "phase", o->phase);
    if (o->phase == PHASE_STAKE && o->stake_called) {
        out_text(j, "yes", step_worth(o, o->stake_called, yes));
        out_text(j, "no", step_worth(o, o->stake, no));
    } else if ((o->phase == PHASE_ENVIDO || o->phase == PHASE_FLOR) && bet.open) {
        snprintf(yes, sizeof yes, "%u", bet.accepted);
        snprintf(no, sizeof no, "%u", bet.refused);
        out_text(j, "yes", yes);
        out_text(j, "no", no);
    }
    out_close(j, '}');
    tell_choices(j, l);
    tell_others(j, l);
}

static void tell_refused(struct json_out *j, const struct lines *l)
{
    char words[SPEECH];
    out_open(j, "refused", '{');
    out_number(j, "act", l->refused.kind);
    out_text(j, "says", speech(&l->table.view.open, l->refused, true, words));
    out_number(j, "rule", l->rule);
    out_text(j, "why", why_not(&l->table.view, l->refused));
    out_close(j, '}');
}

/* --- what the hand is worth ------------------------------------------------------------------------------------------ */

static void hint_cards(struct json_out *j, const struct lines *l)
{
    const struct view *v = &l->table.view;
    card_t held[FIEL_HELD_MAX];
    int count = hint_held(v, held);
    bool two = v->open.seats == 2;
    out_open(j, "cards", '[');
    for (int i = 0; i < count; i++) {
        if (held[i] >= FIEL_CARDS)
            continue;
        out_open(j, NULL, '{');
        out_card(j, "card", &v->open, held[i]);
        out_number(j, "beaten", help_beaten_by(v, held[i]));
        if (two && menu_legal(&l->menu, (struct action){ ACT_PLAY, held[i] }))
            out_number(j, "chance", help_chance(v, held[i]));
        out_close(j, '}');
    }
    out_close(j, ']');
    if (two && count)
        out_number(j, "chance", help_chance(v, CARD_NONE));
}

static void hint_values(struct json_out *j, const struct view *v)
{
    const struct open *o = &v->open;
    unsigned worth = hint_envido(v), mask = envido_cards(o, v->known[v->seat]);
    bool embit = o->rules.opt[OPT_ENVIDO] == ENVIDO_EMBIT;
    if (o->rules.opt[OPT_ENVIDO] == ENVIDO_NONE)
        return;
    out_number(j, embit ? "embit" : "envido", worth);
    out_open(j, "with", '[');
    for (unsigned k = 0; k < 3; k++)
        if (mask >> k & 1u)
            out_card(j, NULL, o, v->known[v->seat][k]);
    out_close(j, ']');
    out_number(j, "better", help_better_than(v, worth));
    if ((o->rules.opt[OPT_FLOR] == ON || embit) && hint_flor(v)) {
        out_number(j, "flor", hint_flor_value(v) % 100);
        out_bool(j, "reservada", hint_flor_value(v) >= 100);
    }
}

static void hint_order(struct json_out *j, const struct view *v)
{
    out_open(j, "order", '[');
    for (unsigned strength = 64; strength > 0; strength--) {
        bool any = false;
        for (card_t c = 0; c < FIEL_CARDS; c++) {
            if (!rules_have_card(&v->open.rules, c) || hint_strength(v, c) != strength || c == v->open.vira)
                continue;
            if (!any)
                out_open(j, NULL, '[');
            any = true;
            out_card(j, NULL, &v->open, c);
        }
        if (any)
            out_close(j, ']');
    }
    out_close(j, ']');
}

static void tell_hint(struct json_out *j, const struct lines *l)
{
    out_open(j, "hint", '{');
    if (help_sees(&l->table.view)) {
        hint_cards(j, l);
        hint_values(j, &l->table.view);
    }
    hint_order(j, &l->table.view);
    out_close(j, '}');
}

/* --- all of it ----------------------------------------------------------------------------------------------------------- */

void lines_tell(const struct lines *l)
{
    enum { SAID_AGAIN = 24 /* for a page that was loaded anew */ };
    const struct table *t = &l->table;
    const struct line_match match = {
        .names = t->match.name, .target = t->match.rules.opt[OPT_TARGET], .games = t->match.games, .won = t->won
    };
    const struct line_asks asks = { .request = l->request,
                                    .ms = l->clock.budget_us / (l->pauses ? 2000 : 1000),
                                    .bank_ms = l->clock.bank_us / 1000,
                                    .signs = l->room,
                                    .legal = l->asks ? l->menu.legal : NULL,
                                    .n = l->menu.legal_count };
    if (l->left)
        return;
    struct json_out j = line_table(stdout, &match, l->asks || l->pauses ? &asks : NULL, &t->view, &l->said,
                                   l->said.count > SAID_AGAIN ? l->said.count - SAID_AGAIN : 0);
    tell_scores(&j, t);
    tell_taken(&j, t);
    tell_stake(&j, &t->view.open);
    tell_held(&j, l);
    tell_open(&j, &t->view);
    if (l->asks)
        tell_ask(&j, l);
    if (l->refused.kind)
        tell_refused(&j, l);
    if (l->hint)
        tell_hint(&j, l);
    out_end(&j);
    fflush(stdout);
}
