/* choice: see choice.h. */
#include "choice.h"

#include "rules/values.h"
#include "sample.h"

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

static uint64_t mix(uint64_t key, unsigned fact)
{
    key = (key ^ fact) * UINT64_C(0x9e3779b97f4a7c15);
    return key ^ key >> 29;
}

void ranks_of(const struct open *o, struct ranks *r)
{
    unsigned count[STRENGTHS] = { 0 }, above = 0;
    for (card_t c = 0; c < FIEL_CARDS; c++) {
        r->strength[c] = (uint8_t)card_strength(o, c);
        count[r->strength[c]] += rules_have_card(&o->rules, c);
    }
    for (unsigned s = STRENGTHS; s-- > 0; above += count[s])
        r->above[s] = (uint8_t)above;
}

/* What a seat knows. */
struct sight {
    const struct open *o;
    const card_t *own;
    const struct ranks *ranks;
    unsigned seat, side, strength[3], held; /* of the cards it holds, the strongest first */
};

/* How many cards that it has not seen are stronger: 0 and up, four together from the fifth on. */
static unsigned level(const struct sight *s, unsigned strength)
{
    unsigned n = s->ranks->above[strength], vira = s->o->vira;
    bool pieces = s->o->rules.opt[OPT_RANKS] == RANKS_MUESTRA || s->o->rules.opt[OPT_RANKS] == RANKS_VIRA;
    n -= pieces && s->ranks->strength[vira] > strength; /* no manilha is ever turned */
    for (unsigned k = 0; k < 3; k++)
        n -= s->own[k] < FIEL_CARDS && s->ranks->strength[s->own[k]] > strength;
    for (unsigned i = 0; i < SHAPE_TRICK_SEAT; i++) {
        card_t c = s->o->table[i];
        n -= i % SHAPE_SEAT != s->seat && c < FIEL_CARDS && s->ranks->strength[c] > strength;
    }
    return n < 4 ? n : 4 + (n - 4) / 4;
}

/* The same, in seven levels. */
static unsigned coarse(unsigned level)
{
    static const uint8_t to[] = { 0, 1, 2, 2, 3, 4, 5, 5, 5, 6 };
    return to[level < 9 ? level : 9];
}

static unsigned party(const struct sight *s, unsigned side) { return side == FIEL_TIE ? 2 : side != s->side; }

/* --- what is at stake --- */

static unsigned lacks(const struct open *o, unsigned side)
{
    unsigned target = o->rules.opt[OPT_TARGET], score = o->score[side];
    return score < target ? target - score : 1;
}

/* Points when it is given up. */
static unsigned given_up(const struct open *o)
{
    return o->phase == PHASE_ENVIDO ? o->envido_unwanted
           : o->phase == PHASE_FLOR ? o->flor_unwanted
                                    : truco_points(o, o->stake);
}

/* --- what was said --- */

static unsigned envido_class(unsigned value)
{
    return value < 20 ? 0 : value < 25 ? 1 : value < 27 ? 2 : value < 33 ? value - 24 : 9;
}

static unsigned envido_own(const struct sight *s)
{
    unsigned ranks = s->o->rules.opt[OPT_RANKS], value = envido_value(s->o, s->own);
    unsigned more = ranks == RANKS_MUESTRA ? 4 : ranks == RANKS_VIRA ? 1 : 0;
    return envido_class(value > more ? value - more : 0);
}

/* --- the tricks --- */

static uint64_t mix_tricks(const struct sight *s, uint64_t key)
{
    const struct open *o = s->o;
    const card_t *row = &o->table[o->trick * SHAPE_SEAT];
    unsigned top = 0, over = 0, level_with = 0, leads = trick_leads(o), before = 0, due = 0;
    for (unsigned seat = 0; seat < o->seats; seat++) {
        if (row[seat] < FIEL_CARDS && s->ranks->strength[row[seat]] > top)
            top = s->ranks->strength[row[seat]];
        due |= side_of(o, seat) != s->side && row[seat] == CARD_NONE;
    }
    for (unsigned i = 0; i < s->held; i++) {
        if (i < 2)
            key = mix(key, o->trick < 2 ? coarse(level(s, s->strength[i])) : least(level(s, s->strength[i]), 12));
        over += s->strength[i] > top;
        level_with += s->strength[i] == top;
    }
    for (unsigned t = 0, unit = 9; t < o->trick; t++, unit /= 3)
        before += party(s, o->trick_winner[t]) * unit;
    key = mix(key, o->trick * 27u + before + due);
    if (leads != FIEL_NOBODY)
        key = mix(key, 1 + party(s, leads) * 16u + over * 4u + level_with);
    return leads == s->side ? mix(key, 3 + 2 * coarse(level(s, top))) : key;
}

/* --- the key --- */

static bool may(uint32_t kinds, enum action_kind kind) { return kinds >> kind & 1; }

/* The last word of envido; so many stones are answered as a falta is. */
static unsigned envido_said(const struct open *o)
{
    bool stones = o->rules.opt[OPT_ENVIDO] == ENVIDO_STONES && o->phase == PHASE_ENVIDO;
    return stones && o->envido_wanted > 8 ? (unsigned)ACT_FALTA_ENVIDO : o->envido_last;
}

static uint64_t mix_hand(const struct sight *s, uint64_t key, uint32_t kinds)
{
    const struct open *o = s->o;
    bool envido = may(kinds, ACT_ENVIDO) || may(kinds, ACT_FALTA_ENVIDO) || o->phase == PHASE_ENVIDO;
    if (may(kinds, ACT_FLOR) || o->phase == PHASE_FLOR) {
        unsigned rank = flor_held(o, s->own) ? flor_rank(o, s->own) : 0;
        unsigned bet = o->flor_staked;
        key = mix(key, 1 + (rank < 20 ? 0 : rank > 47 ? 10 : (rank - 20) / 3));
        key = mix(key, o->flor_last + 64u * (bet < 4 ? bet : bet < 8 ? 4 : 5));
    }
    unsigned own = envido ? envido_own(s) : 0;
    if (o->phase != PHASE_ENVIDO)
        own = (own + 1) / 2;
    if (envido)
        key = mix(key, 1 + own + 16u * envido_said(o) + 1024u * least(o->envido_wanted, 8));
    if (o->phase == PHASE_ENVIDO || o->phase == PHASE_FLOR)
        return key;
    return mix(mix_tricks(s, key), envido ? 0 : rivals_declared(o, s->seat) >= 29);
}

static uint64_t mix_score(const struct sight *s, uint64_t key, uint32_t kinds)
{
    unsigned folded = given_up(s->o), mine = lacks(s->o, s->side), his = lacks(s->o, s->side ^ 1u);
    bool falta = may(kinds, ACT_FALTA_ENVIDO) || envido_said(s->o) == ACT_FALTA_ENVIDO;
    key = mix(key, (mine > folded) * 2u + (his > folded));
    return falta ? mix(key, least(mine, his) > 6) : key;
}

static uint64_t key_of(const struct sight *s, const struct choice *c, uint32_t kinds)
{
    const struct open *o = s->o;
    unsigned raiser = o->stake_seat == FIEL_NOBODY ? 0 : side_of(o, o->stake_seat) == s->side ? 1 : 2;
    uint64_t key = mix(mix(kinds, o->phase * 16u + (unsigned)c->n), 0);
    key = mix(key, ((o->stake * 8u + o->stake_called) * 3 + raiser) * 8 + o->eleven);
    key = mix(key, o->trick > 0 || side_of(o, o->mano) == s->side);
    key = mix(key, (o->sang & o->sides[s->side]) != 0 ? 1 : (o->sang & o->sides[s->side ^ 1u]) != 0 ? 2 : 0);
    return mix(mix_hand(s, mix_score(s, key, kinds), kinds), 7);
}

/* --- the actions --- */

/* Words that are never better than another: giving up on one's own turn, a card face down, an accusation, and leaving a question to a
 * partner, which is what a refusal comes to (campeon.c). */
static bool looked_at(const struct open *o, struct action a)
{
    static const uint32_t never = 1u << ACT_MAZO | 1u << ACT_PASO | 1u << ACT_QUIERO_MAZO | 1u << ACT_PLAY_DOWN |
                                  1u << ACT_PIDO_FLOR;
    bool more = a.kind == ACT_ENVIDO || a.kind == ACT_FALTA_ENVIDO;
    bool left = o->phase == PHASE_STAKE || o->phase == PHASE_ENVIDO || o->phase == PHASE_ELEVEN;
    return !(never >> a.kind & 1) && !(left && a.kind == ACT_PASS) &&
           (a.kind != ACT_RAISE || o->eleven == ELEVEN_NONE) &&
           !(more && o->phase == PHASE_ENVIDO && envido_said(o) == ACT_FALTA_ENVIDO);
}

/* Cards by strength, the strongest first; of other words the first of a kind. */
static void add(const struct sight *s, struct action a, struct choice *c)
{
    int at = c->n;
    for (int i = 0; i < c->n; i++) {
        bool card = a.kind == ACT_PLAY && c->action[i].kind == ACT_PLAY;
        const uint8_t *strength = s->ranks->strength;
        if (!card && a.kind == c->action[i].kind)
            return;
        if (card && strength[a.arg] > strength[c->action[i].arg] && i < at)
            at = i;
    }
    if (c->n == CHOICES)
        return;
    for (int i = c->n++; i > at; i--)
        c->action[i] = c->action[i - 1];
    c->action[at] = a;
}

/* Silent where the side leads, son buenas where the value is not enough. */
static struct action declare(const struct sight *s, const struct action *legal, int n)
{
    const struct action *silent = hint_find(legal, n, ACT_SILENT), *good = hint_find(legal, n, ACT_SON_BUENAS);
    unsigned value = s->o->flor_state == WAGER_WANTED ? flor_rank(s->o, s->own) : envido_value(s->o, s->own);
    if (silent || !good)
        return silent ? *silent : legal[0];
    return value < rivals_declared(s->o, s->seat) ? *good : legal[0];
}

static void look(struct sight *s)
{
    const struct open *o = s->o;
    for (unsigned k = 0; k < 3; k++) {
        unsigned at = s->held, strength = s->own[k] < FIEL_CARDS ? s->ranks->strength[s->own[k]] : 0;
        if (o->gone[s->seat] >> k & 1)
            continue;
        for (; at > 0 && s->strength[at - 1] < strength; at--)
            s->strength[at] = s->strength[at - 1];
        s->strength[at] = strength;
        s->held++;
    }
}

void choice_of(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], const struct ranks *r,
               const struct action *legal, int n, struct choice *c)
{
    struct sight s = { .o = o, .own = own, .ranks = r, .seat = seat, .side = side_of(o, seat) };
    uint32_t kinds = 0;
    c->n = 0;
    if (o->phase == PHASE_DECLARE)
        c->action[c->n++] = declare(&s, legal, n);
    for (int i = 0; i < n && o->phase != PHASE_DECLARE; i++)
        if (looked_at(o, legal[i]))
            add(&s, legal[i], c);
    if (c->n == 0)
        c->action[c->n++] = legal[0];
    if (c->n == 1)
        return;
    look(&s);
    for (int i = 0; i < c->n; i++)
        kinds |= 1u << c->action[i].kind;
    c->key = key_of(&s, c, kinds);
}
