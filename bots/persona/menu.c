/* menu: see menu.h. */
#include "menu.h"

#include <stdio.h>
#include <string.h>

#include "cli/language.h"
#include "help.h"
#include "rules/values.h"
#include "table.h"

/* The keys that an action would like, the best first.  Digits are cards; '?' and ':' are for other things. */
static const char *wishes(unsigned kind)
{
    switch (kind) {
    case ACT_RAISE: return "t";
    case ACT_QUIERO: return "qy";
    case ACT_CON_FLOR_QUIERO: return "q";
    case ACT_NO_QUIERO: return "n";
    case ACT_ENVIDO:
    case ACT_FLOR_ENVIDO: return "e";
    case ACT_REAL_ENVIDO:
    case ACT_FLOR_REAL_ENVIDO: return "r";
    case ACT_FALTA_ENVIDO:
    case ACT_FLOR_FALTA_ENVIDO: return "fa";
    case ACT_FLOR: return "l";
    case ACT_CONTRAFLOR: return "c";
    case ACT_CONTRAFLOR_RESTO: return "rx";
    case ACT_CON_FLOR_ACHICO: return "a";
    case ACT_DECLARE: return "v";
    case ACT_SILENT: return "s";
    case ACT_SON_BUENAS: return "b";
    case ACT_MAZO: return "m";
    case ACT_PASS: return "p";
    case ACT_PIDO_FLOR: return "i";
    case ACT_ELEVEN_PLAY: return "j";
    case ACT_ELEVEN_RUN: return "n";
    case ACT_QUIERO_MAZO: return "z";
    case ACT_PASO: return "o";
    case ACT_EMBIT_MORE: return "uwx";
    case ACT_EMBIT_REST: return "r";
    case ACT_TRUC_REST: return "k";
    case ACT_PLAY_DOWN: return "d";
    default: return "";
    }
}

static bool is_free(const struct menu *m, char key) { return key >= 'a' && key <= 'z' && !menu_find(m, key); }

/* A wish, else a letter of the word, else any. */
static char free_key(const struct menu *m, unsigned kind, const char *word)
{
    for (const char *w = wishes(kind); *w; w++)
        if (is_free(m, *w))
            return *w;
    for (; *word; word++)
        if (is_free(m, *word))
            return *word;
    for (char key = 'a'; key <= 'z'; key++)
        if (is_free(m, key))
            return key;
    return '\0';
}

static bool is_bet(unsigned kind)
{
    return kind == ACT_ENVIDO || kind == ACT_REAL_ENVIDO || kind == ACT_FLOR_ENVIDO || kind == ACT_FLOR_REAL_ENVIDO;
}

unsigned bet_number(struct action a)
{
    bool real = a.kind == ACT_REAL_ENVIDO || a.kind == ACT_FLOR_REAL_ENVIDO;
    return a.arg ? a.arg : real ? 1 : 2;
}

bool menu_bet(const struct menu *m, enum action_kind kind, unsigned number, struct action *out)
{
    for (int i = 0; i < m->legal_count; i++)
        if (m->legal[i].kind == kind && bet_number(m->legal[i]) == number) {
            *out = m->legal[i];
            return true;
        }
    return false;
}

/* How many numbers this bet can be for now. */
static unsigned bet_count(const struct menu *m, unsigned kind)
{
    unsigned n = 0;
    for (int i = 0; i < m->legal_count; i++)
        n += m->legal[i].kind == kind;
    return n;
}

const struct choice *menu_find(const struct menu *m, int key)
{
    for (unsigned i = 0; i < m->count; i++)
        if (m->choice[i].key == key)
            return &m->choice[i];
    return NULL;
}

bool menu_legal(const struct menu *m, struct action a)
{
    for (int i = 0; i < m->legal_count; i++)
        if (action_code(m->legal[i]) == action_code(a))
            return true;
    return false;
}

static struct choice *add(struct menu *m, enum choice_kind kind, struct action a, char key)
{
    if (m->count == CHOICES)
        return NULL;
    struct choice *c = &m->choice[m->count++];
    *c = (struct choice){ .key = key, .kind = kind, .action = a };
    return c;
}

/* The place of a card in my hand as it was dealt, which is its key all through the hand. */
static unsigned place_of(const struct view *v, card_t card)
{
    for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
        if (v->known[v->seat][k] == card)
            return k;
    return 0;
}

/* A card of its own, and one choice for all those that are one question. */
static bool add_grouped(struct menu *m, const struct view *v, struct action a)
{
    bool open_bet = is_bet(a.kind) && bet_count(m, a.kind) > 1;
    enum choice_kind kind = a.kind == ACT_PLAY_DOWN ? CHOICE_DOWN : open_bet ? CHOICE_BET : CHOICE_ACCUSE;
    if (a.kind == ACT_PLAY || a.kind == ACT_DISCARD || a.kind == ACT_PLAY_BLIND) {
        add(m, CHOICE_CARD, a, card_key(a.kind == ACT_PLAY_BLIND ? a.arg : place_of(v, a.arg)));
        return true;
    }
    if (kind == CHOICE_ACCUSE && (a.kind != ACT_PIDO_FLOR || v->open.seats == 2))
        return false;
    for (unsigned i = 0; i < m->count; i++)
        if (m->choice[i].kind == kind && m->choice[i].action.kind == a.kind)
            return true;
    struct choice *c = add(m, kind, a, free_key(m, a.kind, ""));
    if (!c)
        return true;
    const char *of = a.kind == ACT_ENVIDO        ? "envido"
                     : a.kind == ACT_REAL_ENVIDO ? "real envido"
                     : a.kind == ACT_FLOR_ENVIDO ? "con flor envido"
                                                 : "con flor real envido";
    if (kind == CHOICE_BET)
        snprintf(c->label, LABEL, T("%s by a number ..."), of);
    else
        snprintf(c->label, LABEL, "%s", kind == CHOICE_DOWN ? T("a card face down ...") : T("pido flor ..."));
    return true;
}

void menu_make(struct menu *m, const struct view *v, const struct action *legal, int n, bool utf8)
{
    memset(m, 0, sizeof *m);
    memcpy(m->legal, legal, (size_t)n * sizeof *legal);
    m->legal_count = n;
    for (int i = 0; i < n; i++) {
        char words[SPEECH];
        if (add_grouped(m, v, legal[i]))
            continue;
        char text[ACTION_TEXT];
        struct choice *c = add(m, CHOICE_DO, legal[i],
                               free_key(m, legal[i].kind, action_text(&v->open, legal[i], text)));
        if (c)
            snprintf(c->label, LABEL, "%s", speech(&v->open, legal[i], utf8, words));
    }
}

struct action menu_give_up(const struct action *legal, int n)
{
    static const uint8_t order[] = { ACT_MAZO, ACT_NO_QUIERO,  ACT_ELEVEN_RUN, ACT_CON_FLOR_ACHICO,
                                     ACT_PASO, ACT_SON_BUENAS, ACT_PASS,       ACT_SILENT };
    for (size_t i = 0; i < sizeof order; i++)
        if (hint_find(legal, n, (enum action_kind)order[i]))
            return *hint_find(legal, n, (enum action_kind)order[i]);
    return legal[0];
}

/* The raise that follows on what was called last; where the ladder ends there, its last step once more, so that it has a word. */
static struct action next_raise(const struct open *o)
{
    unsigned now = o->stake_called ? o->stake_called : o->stake;
    struct action next = { ACT_RAISE, (uint8_t)(now + 1u) };
    char text[ACTION_TEXT];
    if (!*action_text(o, next, text))
        next.arg = (uint8_t)now;
    return next;
}

bool key_meant(const struct view *v, int key, struct action *out)
{
    if (key >= '1' && key <= '0' + FIEL_HELD_MAX && v->known[v->seat][key - '1'] < FIEL_CARDS) {
        *out = (struct action){ ACT_PLAY, v->known[v->seat][key - '1'] };
        return true;
    }
    for (unsigned kind = 1; kind <= ACTION_LAST; kind++)
        if (key && *wishes(kind) == key && kind != ACT_PLAY_DOWN && kind != ACT_EMBIT_MORE && kind != ACT_PIDO_FLOR) {
            *out = kind == ACT_RAISE ? next_raise(&v->open) : (struct action){ (uint8_t)kind, 0 };
            if (why_rule(v, *out) != RULE_NOT_A_WORD)
                return true;
        }
    return false;
}
