/* table: what a person at the table knows. */
#include "table.h"

#include <stdarg.h>
#include <string.h>
#include <time.h>

#include "cli/cells.h"
#include "cli/now.h"
#include "cli/language.h"
#include "rules/values.h"
#include "rules/worth.h"

/* The newest line is said[(said_count - 1) % HISTORY]. */
void table_say(struct table *t, unsigned paint, const char *format, ...)
{
    struct said *s = &t->said[t->said_count++ % HISTORY];
    va_list args;
    va_start(args, format);
    vsnprintf(s->text, sizeof s->text, format, args);
    va_end(args);
    s->paint = (uint8_t)paint;
}

const char *table_name(const struct table *t, unsigned seat)
{
    if (seat == t->match.seat)
        return T("you");
    return seat < t->match.seats ? t->match.name[seat] : T("nobody");
}

char *table_scorer(const struct table *t, unsigned scorer, char *out, size_t size)
{
    size_t n = 0;
    *out = '\0';
    for (unsigned k = 0; k < t->match.seats && n < size; k++) {
        unsigned seat = (t->match.seat + k) % t->match.seats; /* you come first */
        if (rules_scorer(&t->match.rules, t->match.seats, seat) == scorer)
            n += (size_t)snprintf(out + n, size - n, "%s%s", n ? ", " : "", table_name(t, seat));
    }
    return out;
}

char *table_scorer_short(const struct table *t, unsigned scorer, char out[SCORER_TEXT])
{
    char all[SCORER_TEXT];
    return cell_cut(out, SCORER_TEXT, table_scorer(t, scorer, all, sizeof all), SCORER_WIDE, ".");
}

long table_seconds(const struct table *t)
{
    int64_t left = (int64_t)(t->clock.bank_us / 1000) - (t->asked ? now_ms() - t->asked_ms : 0);
    return left > 0 ? (long)(left / 1000) : 0;
}

void table_start(struct table *t, const struct fiel_match *m)
{
    memset(t, 0, sizeof *t);
    t->match = *m;
    t->scorers = rules_scorers(&m->rules, m->seats);
    t->game = 1;
    t->view.seat = m->seat;
    t->view.open.rules = m->rules;
    t->view.open.seats = m->seats;
}

void table_deal(struct table *t, unsigned hand, unsigned mano, const card_t cards[FIEL_HELD_MAX])
{
    struct open *o = &t->view.open;
    struct position fresh; /* which has in it what is nobody's and nothing */
    char why[RULES_ERROR_TEXT];
    if (t->new_game)
        memset(t->score, 0, sizeof t->score);
    t->new_game = false;
    (void)position_new(&fresh, &t->match.rules, t->match.seats, why); /* by which the match is played */
    *o = fresh.open;
    o->hand = hand;
    o->mano = o->leader = (uint8_t)mano;
    o->game = t->game;
    o->gallo = (uint8_t)rules_gallo(&o->rules, t->match.seats, mano);
    memset(o->sides, 0, sizeof o->sides);
    for (unsigned seat = 0; seat < o->seats; seat++)
        o->sides[o->gallo == FIEL_NOBODY ? seat % 2 : seat != o->gallo] |= (uint8_t)(1u << seat);
    memcpy(o->score, t->score, sizeof o->score);
    memset(t->view.known, CARD_NONE, sizeof t->view.known);
    memcpy(t->view.known[t->match.seat], cards, FIEL_HELD_MAX);
    t->asked = t->stake.open = t->bet.open = false;
    if (mano == t->match.seat)
        table_say(t, PAINT_DIM, T("hand %u, you are mano"), hand);
    else
        table_say(t, PAINT_DIM, T("hand %u, %s is mano"), hand, table_name(t, mano));
}

/* A card lies on the table now; mine is no longer in my hand. */
static void lay_card(struct table *t, unsigned seat, card_t card)
{
    struct open *o = &t->view.open;
    unsigned trick = 0;
    while (trick < SHAPE_TRICK && o->table[trick * SHAPE_SEAT + seat] != CARD_NONE)
        trick++;
    if (trick < SHAPE_TRICK)
        o->table[trick * SHAPE_SEAT + seat] = card;
}

/* The place of the card in my hand is empty from now on. */
static void take_from_hand(struct table *t, card_t card)
{
    for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
        if (t->view.known[t->match.seat][k] == card)
            t->view.open.gone[t->match.seat] |= (uint8_t)(1u << k);
}

/* --- what is refused by passing ---------------------------------------------------------------------------------- */

/* "ana, berta: no quiero": all of this side passed. */
static void tell_passed(struct table *t, unsigned side, enum action_kind kind)
{
    const struct open *o = &t->view.open;
    char who[SAID_TEXT] = "", words[SPEECH];
    size_t n = 0;
    for (unsigned k = 0; k < o->seats && n < sizeof who; k++) {
        unsigned seat = (t->match.seat + k) % o->seats;
        if (side_of(o, seat) == side && !(o->out >> seat & 1u))
            n += (size_t)snprintf(who + n, sizeof who - n, "%s%s", n ? ", " : "", table_name(t, seat));
    }
    speech(o, (struct action){ (uint8_t)kind, 0 }, false, words);
    table_say(t, side == side_of(o, t->match.seat) ? PAINT_PLAIN : PAINT_BOLD, "%.80s: %s", who, words);
}

static void tell_refused(struct table *t, struct waiting *w)
{
    w->open = false;
    tell_passed(t, 1 - side_of(&t->view.open, w->seat), ACT_NO_QUIERO);
}

/* A pass may also be a chance to sing that is not taken: that a bet was refused is sure when play goes on, or the other side does. */
static void settle_bet(struct table *t, unsigned seat, struct action a)
{
    const struct open *o = &t->view.open;
    bool plays = a.kind == ACT_PLAY || a.kind == ACT_PLAY_DOWN || a.kind == ACT_RAISE;
    bool flor = a.kind >= ACT_FLOR && a.kind <= ACT_CON_FLOR_ACHICO;
    if (t->bet.open && t->bet.passed && a.kind != ACT_PASS && !flor &&
        (plays || side_of(o, seat) == side_of(o, t->bet.seat)))
        tell_refused(t, &t->bet);
}

static void note_call(struct table *t, unsigned seat, struct action a)
{
    struct open *o = &t->view.open;
    struct waiting *newest = t->bet.open ? &t->bet : &t->stake, call = { .open = true, .seat = (uint8_t)seat };
    t->last_kind = a.kind;
    t->last_seat = (uint8_t)seat;
    switch (a.kind) {
    case ACT_PASS: newest->passed |= side_of(o, seat) != side_of(o, newest->seat); break;
    case ACT_RAISE: t->stake = call; break;
    case ACT_ENVIDO:
        if (o->rules.opt[OPT_ENVIDO] == ENVIDO_EMBIT)
            break; /* no question */
        __attribute__((fallthrough));
    case ACT_REAL_ENVIDO:
    case ACT_FALTA_ENVIDO:
    case ACT_EMBIT_MORE: t->bet = call; break;
    case ACT_FLOR:
    case ACT_CONTRAFLOR:
    case ACT_CONTRAFLOR_RESTO: t->bet.open = false; break; /* annulled */
    case ACT_QUIERO:
    case ACT_NO_QUIERO:
    case ACT_QUIERO_MAZO:
    case ACT_PLAY:
    case ACT_PLAY_DOWN: newest->open = false; break;
    case ACT_MAZO:
    case ACT_PASO:
        o->out |= (uint8_t)(1u << seat);
        if (!(o->sides[side_of(o, seat)] & ~o->out))
            t->stake.open = t->bet.open = false;
        break;
    default: break;
    }
}

/* The hand is over, behind a pass: nobody wanted, or nobody plays the hand of eleven. */
static void settle_hand(struct table *t)
{
    const struct open *o = &t->view.open;
    if (t->bet.open && t->bet.passed)
        tell_refused(t, &t->bet);
    else if (t->last_kind != ACT_PASS)
        return;
    else if (t->stake.open && t->stake.passed)
        tell_refused(t, &t->stake);
    else if (o->rules.opt[OPT_ELEVEN_HAND] == ON)
        tell_passed(t, side_of(o, t->last_seat), ACT_ELEVEN_RUN);
}

void table_asked(struct table *t, const struct view *v)
{
    if (t->bet.open && t->bet.passed && v->open.envido_state == WAGER_SETTLED)
        tell_refused(t, &t->bet);
    t->view = *v;
}

/* --- what is done -------------------------------------------------------------------------------------------------- */

void table_acted(struct table *t, unsigned seat, struct action a, unsigned value, bool utf8)
{
    struct open *o = &t->view.open;
    char words[SPEECH];
    bool mine = seat == t->match.seat;
    if (a.kind == ACT_PIDO_FLOR)
        settle_hand(t);
    else
        settle_bet(t, seat, a);
    note_call(t, seat, a);
    speech(o, a, utf8, words);
    if (a.kind == ACT_PLAY || a.kind == ACT_PLAY_DOWN || a.kind == ACT_PLAY_BLIND) {
        card_t card = a.kind == ACT_PLAY ? a.arg : a.kind == ACT_PLAY_BLIND ? (card_t)value : CARD_HIDDEN;
        lay_card(t, seat, card);
        if (a.kind == ACT_PLAY_BLIND)
            speech(o, (struct action){ ACT_PLAY, card }, utf8, words);
        if (mine)
            take_from_hand(t, card);
        table_say(t, PAINT_PLAIN, "%s: %s", table_name(t, seat), words);
    } else if (a.kind == ACT_DECLARE) {
        table_say(t, PAINT_BOLD, "%s: %u%s", table_name(t, seat), value >= 100 ? value - 100 : value,
                  value >= 100 ? ", reservada" : "");
    } else if (a.kind != ACT_SILENT) {
        table_say(t, mine ? PAINT_PLAIN : PAINT_BOLD, "%s: %s", table_name(t, seat), words);
    }
    speech_heard(o, a);
}

void table_hand_end(struct table *t, const uint16_t *score)
{
    char who[SCORER_TEXT], line[SAID_TEXT] = "";
    size_t n = 0;
    settle_hand(t);
    for (unsigned s = 0; s < t->scorers && n < sizeof line; s++)
        if (score[s] > t->score[s])
            n += (size_t)snprintf(line + n, sizeof line - n, "%s%s +%u", n ? "; " : "", table_scorer_short(t, s, who),
                                  score[s] - t->score[s]);
    table_say(t, PAINT_KEY, "%s", *line ? line : T("nobody gains a point"));
    memcpy(t->score, score, sizeof t->score);
    memcpy(t->view.open.score, score, sizeof t->view.open.score);
    t->asked = false;
}

/* Who takes a trick in which everybody has played, as far as the cards alone say: a side, FIEL_TIE, or FIEL_NOBODY. */
static unsigned trick_side(const struct open *o, unsigned trick)
{
    unsigned best = 0, side = FIEL_NOBODY;
    for (unsigned seat = 0; seat < o->seats; seat++) {
        card_t card = o->table[trick * SHAPE_SEAT + seat];
        unsigned strength = card == CARD_NONE ? 0 : card_strength(o, card);
        if (card == CARD_NONE && !(o->out >> seat & 1u))
            return FIEL_NOBODY;
        if (strength > best || side == FIEL_NOBODY)
            side = side_of(o, seat);
        else if (strength == best && side != side_of(o, seat))
            side = FIEL_TIE;
        best = strength > best ? strength : best;
    }
    return side;
}

unsigned table_taken(const struct table *t, unsigned trick)
{
    const struct open *o = &t->view.open;
    unsigned winner = o->trick_winner[trick];
    bool plain = o->rules.opt[OPT_EQUAL_CARDS] == EQUAL_PARDA && o->rules.opt[OPT_PARTNER_TIE] == PARTNER_TIE_WIN;
    bool ranked = o->vira < FIEL_CARDS || !rules_turn_card(&o->rules);
    if (winner == FIEL_NOBODY && plain && ranked && o->hand && o->pico == 0)
        winner = trick_side(o, trick);
    return winner;
}
