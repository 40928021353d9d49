/* row: see row.h.
 *
 * One list says how each public fact stands in a row, and three readings of it make the width, the numbers and the names, so they
 * cannot differ.  A fact that is added to FIEL_OPEN_FIELDS has to be given its line here, or this file does not compile. */
#include "row.h"

#include <string.h>

#include "rules/worth.h"

/* NUMBER: as it is, 255 at most.  SEAT: a column for each seat, 1 at the one that is meant.  SEATS: a column for each seat, its bit.
 * SIDE: mine, theirs.  TIED: mine, theirs, tied.  The others are told at their functions. */
#define SEEN_seats NOTHING /* a table's width says it */
#define SEEN_scorers NOTHING
#define SEEN_hand NOTHING /* no decision depends on how many hands were played before */
#define SEEN_game NOTHING
#define SEEN_score SCORES
#define SEEN_chicos SCORES
#define SEEN_sides MATES
#define SEEN_gallo SEAT
#define SEEN_pico NUMBER
#define SEEN_mano SEAT
#define SEEN_duel SEATS
#define SEEN_dueled SEATS
#define SEEN_duel_envido SEATS
#define SEEN_duel_flor SEATS
#define SEEN_turn SEAT
#define SEEN_phase PHASE
#define SEEN_vira CARD
#define SEEN_trick NUMBER
#define SEEN_leader SEAT
#define SEEN_table TABLE
#define SEEN_gone LEFT
#define SEEN_discard GIVEN
#define SEEN_trick_winner TRICKS
#define SEEN_stake NUMBER
#define SEEN_stake_called NUMBER
#define SEEN_stake_seat SEAT
#define SEEN_said_truco SEATS
#define SEEN_waived SEATS
#define SEEN_eleven NUMBER
#define SEEN_eleven_side SIDE
#define SEEN_envido_state WAGER
#define SEEN_envido_last WORD
#define SEEN_envido_seat SEAT
#define SEEN_envido_wanted NUMBER
#define SEEN_envido_bet NUMBER
#define SEEN_envido_unwanted NUMBER
#define SEEN_envido_winner SEAT
#define SEEN_flor_state WAGER
#define SEEN_flor_last WORD
#define SEEN_flor_seat SEAT
#define SEEN_flor_taken NUMBER
#define SEEN_flor_staked NUMBER
#define SEEN_flor_contra SIDES
#define SEEN_flor_wanted NUMBER
#define SEEN_flor_unwanted NUMBER
#define SEEN_flor_winner SIDE
#define SEEN_sang SEATS
#define SEEN_asked SEATS
#define SEEN_declared DECLARED
#define SEEN_passed SEATS
#define SEEN_out SEATS
#define SEEN_accused SEATS
#define SEEN_points_truco POINTS
#define SEEN_points_envido POINTS
#define SEEN_points_flor POINTS
#define SEEN_points_bonus POINTS
#define SEEN_hand_over NUMBER
#define SEEN_hand_winner TIED
#define SEEN_game_over NUMBER
#define SEEN_game_winner SCORER
#define SEEN_partida_winner SCORER

#define JOIN(a, b) a##b
#define READ(reading, kind) JOIN(reading, kind)

enum { WAGERS = WAGER_SETTLED + 1, TOLD_DECLARED = 3, OWN_NUMBERS = 5 };

#define X(name, number, meaning) +1
enum { PHASES_TOLD = 0 FIEL_PHASES(X) };
#undef X

/* --- the width --- */

#define COUNT_NOTHING 0
#define COUNT_NUMBER 1
#define COUNT_GIVEN 1
#define COUNT_SEAT seats
#define COUNT_SEATS seats
#define COUNT_MATES seats
#define COUNT_LEFT seats
#define COUNT_SIDE 2
#define COUNT_SIDES 2
#define COUNT_POINTS 2
#define COUNT_TIED 3
#define COUNT_TRICKS (3u * SHAPE_TRICK)
#define COUNT_SCORES o->scorers
#define COUNT_SCORER o->scorers
#define COUNT_PHASE PHASES_TOLD
#define COUNT_CARD FIEL_CARDS
#define COUNT_WAGER WAGERS
#define COUNT_WORD ACTION_LAST
#define COUNT_TABLE (SHAPE_TRICK * seats)
#define COUNT_DECLARED (TOLD_DECLARED * seats)

size_t row_width(const struct open *o)
{
    size_t seats = o->seats, n = 3 * FIEL_CARDS + FIEL_CARDS * seats + OWN_NUMBERS; /* what write_cards writes */
#define X(name, bits, shape, meaning) n += READ(COUNT_, SEEN_##name);
    FIEL_OPEN_FIELDS(X)
#undef X
    return n;
}

/* --- the numbers --- */

/* Everything that writes is one function in the end, so that at a table of two, which most are, no loop over seats is left. */
#define INLINED static inline __attribute__((always_inline))

/* Who looks, and where the next number goes.  The row is zero before anything is written. */
struct writer {
    const struct open *o;
    unsigned me, seats, scorers, side, scorer;
    uint8_t *to;
};

INLINED uint8_t small(unsigned value) { return (uint8_t)(value > UINT8_MAX ? UINT8_MAX : value); }

/* Places behind me in playing order: 0 is me. */
INLINED unsigned behind(const struct writer *w, unsigned seat)
{
    if (w->seats == 2 || w->seats == 4)
        return (seat - w->me) & (w->seats - 1);
    return seat >= w->me ? seat - w->me : seat + w->seats - w->me;
}

INLINED void number(struct writer *w, unsigned value) { *w->to++ = small(value); }

/* One of `count` columns is 1; none when there is no such place. */
INLINED void one_of(struct writer *w, unsigned place, unsigned count)
{
    if (place < count)
        w->to[place] = 1;
    w->to += count;
}

INLINED void seat_of(struct writer *w, unsigned seat)
{
    one_of(w, seat < w->seats ? behind(w, seat) : UINT8_MAX, w->seats);
}

INLINED void seats_of(struct writer *w, unsigned mask)
{
    unsigned turned = mask >> w->me | mask << (w->seats - w->me);
    for (unsigned i = 0; i < w->seats; i++)
        *w->to++ = turned >> i & 1u;
}

/* Of two sides mine is 0; a tie stays what it is, and nobody. */
INLINED unsigned side_seen(const struct writer *w, unsigned side) { return side < FIEL_TIE ? side ^ w->side : side; }

INLINED unsigned scorer_seen(const struct writer *w, unsigned scorer)
{
    unsigned n = w->scorers;
    if (n == 2)
        return scorer < 2 ? scorer ^ w->scorer : UINT8_MAX;
    return scorer >= n ? UINT8_MAX : scorer >= w->scorer ? scorer - w->scorer : scorer + n - w->scorer;
}

#define SCORE(s, value) w.to[scorer_seen(&w, s)] = small(value)

INLINED void phase(struct writer *w, unsigned of)
{
    enum {
#define X(name, number, meaning) TOLD_##name,
        FIEL_PHASES(X)
#undef X
    };
    static const uint8_t after[UINT8_MAX + 1] = {
#define X(name, number, meaning) [number] = TOLD_##name + 1,
        FIEL_PHASES(X)
#undef X
    };
    one_of(w, after[of] - 1u, PHASES_TOLD);
}

/* What lies there: 0 nothing, 1 a card face down, else one more than its strength in a trick of this hand. */
INLINED void table(struct writer *w)
{
    for (unsigned t = 0; t < SHAPE_TRICK; t++, w->to += w->seats)
        for (unsigned seat = 0; seat < w->seats; seat++) {
            card_t card = w->o->table[t * SHAPE_SEAT + seat];
            if (card != CARD_NONE)
                w->to[behind(w, seat)] = small(1 + card_strength(w->o, card));
        }
}

/* Cards that each seat has still to play; the gallo's fourth counts until it has laid one away. */
INLINED void left(struct writer *w)
{
    for (unsigned seat = 0; seat < w->seats; seat++) {
        unsigned dealt = seat == w->o->gallo ? FIEL_HELD_MAX : FIEL_HELD_MAX - 1, gone = w->o->gone[seat];
        w->to[behind(w, seat)] = (uint8_t)(dealt - (gone & 1u) - (gone >> 1 & 1u) - (gone >> 2 & 1u) -
                                           (gone >> 3 & 1u));
    }
    w->to += w->seats;
}

/* One more than the value, 0 while none was said; son buenas; kept silent. */
INLINED void declared(struct writer *w)
{
    for (unsigned seat = 0; seat < w->seats; seat++) {
        unsigned said = w->o->declared[seat];
        uint8_t *to = w->to + TOLD_DECLARED * behind(w, seat);
        to[0] = said < DECLARED_SILENT ? (uint8_t)(said + 1) : 0;
        to[1] = said == DECLARED_SON_BUENAS;
        to[2] = said == DECLARED_SILENT;
    }
    w->to += TOLD_DECLARED * w->seats;
}

#define PUT_NOTHING(name)
#define PUT_NUMBER(name) number(&w, w.o->name);
#define PUT_GIVEN(name) number(&w, w.o->name != FIEL_NOBODY);
#define PUT_SEAT(name) seat_of(&w, w.o->name);
#define PUT_SEATS(name) seats_of(&w, w.o->name);
#define PUT_MATES(name) seats_of(&w, w.o->name[w.side]);
#define PUT_LEFT(name) left(&w);
#define PUT_SIDE(name) one_of(&w, side_seen(&w, w.o->name), 2);
#define PUT_SIDES(name) number(&w, w.o->name >> w.side & 1u), number(&w, w.o->name >> (w.side ^ 1u) & 1u);
#define PUT_POINTS(name) number(&w, w.o->name[w.side]), number(&w, w.o->name[w.side ^ 1u]);
#define PUT_TIED(name) one_of(&w, side_seen(&w, w.o->name), 3);
#define PUT_TRICKS(name) \
    for (unsigned t = 0; t < SHAPE_TRICK; t++) \
        one_of(&w, side_seen(&w, w.o->name[t]), 3);
#define PUT_SCORES(name) \
    SCORE(0, w.o->name[0]); \
    SCORE(1, w.o->name[1]); \
    if (w.scorers == FIEL_SCORERS_MAX) \
        SCORE(2, w.o->name[2]); \
    w.to += w.scorers;
#define PUT_SCORER(name) one_of(&w, scorer_seen(&w, w.o->name), w.scorers);
#define PUT_PHASE(name) phase(&w, w.o->name);
#define PUT_CARD(name) one_of(&w, w.o->name, FIEL_CARDS);
#define PUT_WAGER(name) one_of(&w, w.o->name, WAGERS);
#define PUT_WORD(name) one_of(&w, w.o->name - 1u, ACTION_LAST);
#define PUT_TABLE(name) table(&w);
#define PUT_DECLARED(name) declared(&w);

INLINED void mark(uint8_t *plane, card_t card)
{
    if (card < FIEL_CARDS)
        plane[card] = 1;
}

/* The larger of two goes to *high. */
INLINED void order(unsigned *high, unsigned *low)
{
    unsigned more = *high > *low ? *high : *low, less = *high > *low ? *low : *high;
    *high = more;
    *low = less;
}

/* The strengths of my cards that are left, the strongest first; of the gallo's four the three strongest. */
INLINED void strengths(const struct open *o, const card_t *own, unsigned gone, uint8_t top[3])
{
    unsigned of[FIEL_HELD_MAX];
    for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
        of[k] = own[k] < FIEL_CARDS && !(gone >> k & 1u) ? card_strength(o, own[k]) : 0;
    order(&of[0], &of[3]);
    order(&of[1], &of[3]);
    order(&of[2], &of[3]);
    order(&of[0], &of[1]);
    order(&of[0], &of[2]);
    order(&of[1], &of[2]);
    for (unsigned k = 0; k < 3; k++)
        top[k] = (uint8_t)of[k];
}

/* My cards that are left, all that I was dealt, those of partners that I may see, what lies face up of each seat; and what mine
 * are worth: in tricks, in envido, as a flor (0: they are none). */
INLINED void write_cards(const struct writer *w, const struct view *v)
{
    const struct open *o = w->o;
    const card_t *own = v->known[w->me];
    uint8_t *held = w->to, *dealt = held + FIEL_CARDS, *partners = dealt + FIEL_CARDS, *played = partners + FIEL_CARDS;
    uint8_t *worth = played + FIEL_CARDS * w->seats;
    for (unsigned k = 0; k < FIEL_HELD_MAX; k++) {
        mark(dealt, own[k]);
        if (!(o->gone[w->me] >> k & 1u))
            mark(held, own[k]);
    }
    for (unsigned seat = 0; seat < w->seats; seat++) {
        for (unsigned k = 0; seat != w->me && k < FIEL_HELD_MAX; k++)
            mark(partners, v->known[seat][k]);
        for (unsigned t = 0; t < SHAPE_TRICK; t++)
            mark(played + FIEL_CARDS * behind(w, seat), o->table[t * SHAPE_SEAT + seat]);
    }
    strengths(o, own, o->gone[w->me], worth);
    if (own[0] < FIEL_CARDS && own[1] < FIEL_CARDS && own[2] < FIEL_CARDS) {
        worth[3] = small(envido_value(o, own));
        worth[4] = flor_held(o, own) ? small(flor_rank(o, own)) : 0;
    }
}

INLINED void write_row(const struct view *v, struct writer w)
{
#define X(name, bits, shape, meaning) READ(PUT_, SEEN_##name)(name)
    FIEL_OPEN_FIELDS(X)
#undef X
    write_cards(&w, v);
}

/* Of two, who looks is a constant, too: a seat is its own side and its own scorer. */
INLINED void write_two(const struct view *v, uint8_t *row, unsigned me)
{
    write_row(
        v, (struct writer){ .o = &v->open, .me = me, .seats = 2, .scorers = 2, .side = me, .scorer = me, .to = row });
}

INLINED void write_some(const struct view *v, uint8_t *row, unsigned seats, unsigned scorers)
{
    const struct open *o = &v->open;
    write_row(v, (struct writer){ .o = o,
                                  .me = v->seat,
                                  .seats = seats,
                                  .scorers = scorers,
                                  .side = side_of(o, v->seat),
                                  .scorer = rules_scorer(&o->rules, o->seats, v->seat),
                                  .to = row });
}

void row_of(const struct view *v, uint8_t *row)
{
    memset(row, 0, row_width(&v->open));
    if (v->open.seats == 2 && v->seat == 0)
        write_two(v, row, 0);
    else if (v->open.seats == 2)
        write_two(v, row, 1);
    else if (v->open.seats == 4)
        write_some(v, row, 4, 2);
    else
        write_some(v, row, v->open.seats, v->open.scorers);
}

/* --- the names --- */

struct names {
    const struct open *o;
    char *text;
    size_t size, used;
};

static void add(struct names *n, const char *text)
{
    for (; *text; text++, n->used++)
        if (n->used < n->size)
            n->text[n->used] = *text;
}

/* field.part, in small letters. */
static void name(struct names *n, const char *field, const char *part)
{
    char low[2] = "";
    add(n, field);
    if (*part)
        add(n, ".");
    for (; *part; part++) {
        low[0] = *part >= 'A' && *part <= 'Z' ? (char)(*part - 'A' + 'a') : *part;
        add(n, low);
    }
    add(n, "\n");
}

/* The seat that comes so many places behind me. */
static const char *seat_name(unsigned places)
{
    static const char *const names[] = { "me", "next1", "next2", "next3", "next4", "next5", "next6", "next7" };
    return names[places];
}

static void name_seats(struct names *n, const char *field)
{
    for (unsigned i = 0; i < n->o->seats; i++)
        name(n, field, seat_name(i));
}

static void name_scorers(struct names *n, const char *field)
{
    for (unsigned i = 0; i < n->o->scorers; i++)
        name(n, field, n->o->scorers == 3 ? seat_name(i) : i == 0 ? "mine" : "theirs");
}

static void name_some(struct names *n, const char *field, const char *const *parts, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        name(n, field, parts[i]);
}

/* A card's name as in docs/match.md: 1e. */
static void name_cards(struct names *n, const char *field)
{
    for (card_t c = 0; c < FIEL_CARDS; c++) {
        char text[CARD_TEXT];
        name(n, field, card_text(c, text));
    }
}

static void name_of_each(struct names *n, const char *field, const char *const *parts, unsigned count)
{
    for (unsigned i = 0; i < n->o->seats; i++)
        for (unsigned k = 0; k < count; k++) {
            add(n, field);
            add(n, ".");
            name(n, seat_name(i), parts[k]);
        }
}

static void name_by_trick(struct names *n, const char *field, const char *const *parts, unsigned count)
{
    static const char *const tricks[SHAPE_TRICK] = { "first", "second", "third" };
    for (unsigned t = 0; t < SHAPE_TRICK; t++)
        for (unsigned i = 0; i < count; i++) {
            add(n, field);
            add(n, ".");
            name(n, tricks[t], parts ? parts[i] : seat_name(i));
        }
}

static void name_played(struct names *n)
{
    for (unsigned i = 0; i < n->o->seats; i++)
        for (card_t c = 0; c < FIEL_CARDS; c++) {
            char text[CARD_TEXT];
            add(n, "played.");
            name(n, seat_name(i), card_text(c, text));
        }
}

static const char *const side_names[] = { "mine", "theirs", "tied" };
static const char *const wager_names[] = { "closed", "possible", "called", "wanted", "settled" };
static const char *const declared_names[] = { "value", "buenas", "silent" };
static const char *const phase_names[] = {
#define X(name, number, meaning) #name,
    FIEL_PHASES(X)
#undef X
};
static const char *const word_names[] = {
#define X(name, number, word) #name,
    FIEL_ACTIONS(X)
#undef X
};

#define NAME_NOTHING(name)
#define NAME_NUMBER(field) name(&n, #field, "");
#define NAME_GIVEN(field) name(&n, #field, "");
#define NAME_SEAT(field) name_seats(&n, #field);
#define NAME_SEATS(field) name_seats(&n, #field);
#define NAME_MATES(field) name_seats(&n, "mate");
#define NAME_LEFT(field) name_seats(&n, "left");
#define NAME_SIDE(field) name_some(&n, #field, side_names, 2);
#define NAME_SIDES(field) name_some(&n, #field, side_names, 2);
#define NAME_POINTS(field) name_some(&n, #field, side_names, 2);
#define NAME_TIED(field) name_some(&n, #field, side_names, 3);
#define NAME_TRICKS(field) name_by_trick(&n, #field, side_names, 3);
#define NAME_SCORES(field) name_scorers(&n, #field);
#define NAME_SCORER(field) name_scorers(&n, #field);
#define NAME_PHASE(field) name_some(&n, #field, phase_names, PHASES_TOLD);
#define NAME_CARD(field) name_cards(&n, #field);
#define NAME_WAGER(field) name_some(&n, #field, wager_names, WAGERS);
#define NAME_WORD(field) name_some(&n, #field, word_names, ACTION_LAST);
#define NAME_TABLE(field) name_by_trick(&n, #field, NULL, o->seats);
#define NAME_DECLARED(field) name_of_each(&n, #field, declared_names, TOLD_DECLARED);

size_t row_names(const struct open *o, char *text, size_t size)
{
    static const char *const own[OWN_NUMBERS] = { "strength.first", "strength.second", "strength.third", "worth.envido",
                                                  "worth.flor" };
    struct names n = { .o = o, .text = text, .size = size };
#define X(field, bits, shape, meaning) READ(NAME_, SEEN_##field)(field)
    FIEL_OPEN_FIELDS(X)
#undef X
    name_cards(&n, "held");
    name_cards(&n, "dealt");
    name_cards(&n, "partners");
    name_played(&n);
    for (unsigned i = 0; i < OWN_NUMBERS; i++)
        name(&n, own[i], "");
    return n.used;
}
