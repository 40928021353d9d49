/* hand: what the files of the rules share; nobody outside this folder includes it.
 *
 * Everything here reads or changes one struct position in place.  A decision runs in two parts: act.c
 * does what the seat said, flow.c then does all that follows by itself (resolves the trick, sings
 * for a holder, settles a bet, ends the hand) until a seat has to decide. */
#ifndef FIEL_HAND_H
#define FIEL_HAND_H

#include <string.h>

#include "position.h"
#include "values.h"
#include "worth.h" /* cards.c */

#pragma GCC visibility push(hidden) /* the folder's own: calls inside one file may be inlined */

/* An option's value, a seat's bit, and whether it is set. */
static inline unsigned opt(const struct open *o, enum option k) { return o->rules.opt[k]; }
static inline unsigned bit(unsigned seat) { return 1u << seat; }
static inline bool has(unsigned mask, unsigned seat) { return mask >> seat & 1u; }
static inline uint32_t word(unsigned kind) { return (uint32_t)1 << kind; } /* bit per enum action_kind */
static inline unsigned count_bits(unsigned mask) { return (unsigned)__builtin_popcount(mask); }
static inline unsigned max_of(unsigned a, unsigned b) { return a > b ? a : b; }
static inline unsigned lowest_bit(uint32_t mask) { return (unsigned)__builtin_ctz(mask); } /* of one that is not 0 */
static inline unsigned other(unsigned side) { return side ^ 1u; }
static inline unsigned next_seat(const struct open *o, unsigned seat) { return seat + 1u < o->seats ? seat + 1u : 0u; }
static inline unsigned all_seats(const struct open *o) { return (1u << o->seats) - 1u; }
static inline unsigned side_mask(const struct open *o, unsigned side) { return o->sides[side]; }

/* Seats still in the hand. */
static inline unsigned playing(const struct open *o) { return all_seats(o) & ~(unsigned)o->out; }
static inline card_t on_table(const struct open *o, unsigned trick, unsigned seat)
{
    return o->table[trick * 8u + seat];
}
static inline bool played_first(const struct open *o, unsigned seat) { return on_table(o, 0, seat) != CARD_NONE; }

/* The first seat of `mask` in playing order, `from` itself first; FIEL_NOBODY when there is none. */
static inline unsigned first_from(unsigned from, unsigned mask)
{
    unsigned ahead = mask >> from << from;
    return mask == 0 ? (unsigned)FIEL_NOBODY : lowest_bit(ahead != 0 ? ahead : mask);
}

/* A public event that nobody decided: a flor that was sung, a value that was declared, by itself. */
static inline void news_add(struct open *o, unsigned seat, unsigned kind, unsigned value)
{
    if (o->news_count < FIEL_NEWS_MAX)
        o->news[o->news_count++] = (struct news){ (uint8_t)seat, (uint8_t)kind, (uint8_t)value };
}

/* --- stake.c: the ladder of truco --- */
enum { STEPS_MAX = 5 };
struct ladder {
    uint8_t steps;
    uint8_t value[STEPS_MAX + 1]; /* value[0] is the hand nobody raised; 0 is what wins the game */
    const char *word[STEPS_MAX + 1];
};
extern const struct ladder ladders[]; /* by the value of the option */

unsigned stake_value(const struct open *o, unsigned step);   /* 0 = nothing was said */
const char *stake_word(const struct open *o, unsigned step); /* NULL beyond the top */
void hand_decided(struct position *pos, unsigned winner); /* a side, or FIEL_TIE: pays truco and what waited for it */
static inline unsigned stake_top(const struct open *o) { return ladders[opt(o, OPT_LADDER)].steps; }

bool stake_wins(const struct open *o, unsigned step); /* `step` would give the weaker side the game */
static inline bool stake_enough(const struct open *o, unsigned step)
{
    return opt(o, OPT_RAISE_CAP) == RAISE_CAP_NEEDED && stake_wins(o, step);
}

/* Whether a stake that was accepted may still be raised on a later turn. */
static inline bool stake_may_later(const struct open *o) { return opt(o, OPT_LATE_RAISE) == LATE_RAISE_YES; }

/* Nothing is pending and the right is this side's: not the one that said the last step. */
static inline bool stake_may_raise(const struct open *o, unsigned side)
{
    return o->stake_called == 0 && o->stake < stake_top(o) && o->eleven == ELEVEN_NONE &&
           (o->stake_seat == FIEL_NOBODY || (side_of(o, o->stake_seat) != side && stake_may_later(o))) &&
           !stake_enough(o, o->stake);
}

/* --- eleven.c: the hands of eleven, of ten and of iron --- */
void eleven_begin(struct open *o);
void eleven_choose(struct position *pos, bool plays);
void eleven_truco(struct position *pos, unsigned seat); /* what asking for truco costs there */
bool eleven_shown(const struct open *o, unsigned side); /* the side sees its partners' cards */
static inline bool eleven_loses(const struct open *o)   /* it may be asked, and it costs */
{
    return (o->eleven == ELEVEN_PLAYED || o->eleven == ELEVEN_IRON) && opt(o, OPT_ELEVEN) != ELEVEN_ILLEGAL;
}
static inline bool unseen(const struct open *o) /* cards are played by their places */
{
    return o->eleven == ELEVEN_IRON && opt(o, OPT_FERRO_BLIND) == FERRO_BLIND;
}

/* face_down_first=all: a seat that passed its first card, face down, passes the others too. */
static inline bool passes_all(const struct open *o, unsigned seat)
{
    return on_table(o, 0, seat) == CARD_HIDDEN && opt(o, OPT_FACE_DOWN_FIRST) == FACE_DOWN_FIRST_ALL && o->trick > 0;
}

/* --- envido.c, flor.c: what bets are worth --- */
unsigned falta_points(const struct open *o, unsigned winner);
unsigned falta_most(const struct open *o);
bool envido_may_open(const struct open *o, unsigned seat);
unsigned envido_words(const struct open *o); /* mask of action kinds that may answer or open now */
void envido_call(struct open *o, unsigned seat, struct action a);
unsigned bet_points(struct action a); /* what envido-N or N-real-envido puts on top, with or without flor */
struct bets {
    uint8_t low, high; /* points; no number may be said while high is 0 */
};
struct bets envido_bets(const struct open *o); /* what a number may be worth now */
enum { STONES_LEAST = 2, STONES_MOST = 32 };
static inline bool stones_said(const struct open *o) /* envido and N more, no real envido */
{
    return opt(o, OPT_ENVIDO) == ENVIDO_STONES;
}
struct bets stone_bets(const struct open *o, unsigned staked);
uint32_t stone_words(const struct open *o, unsigned staked, uint32_t envido, uint32_t falta);
/* Of these two bits, those of envido (2) and real envido (3), what `b` allows. */
static inline uint32_t bare_words(struct bets b, uint32_t envido, uint32_t real)
{
    return (b.low <= 2 && b.high >= 2 ? envido : 0) | (b.low <= 3 && b.high >= 3 ? real : 0);
}
static inline bool numbers_said(const struct open *o) { return opt(o, OPT_ENVIDO) == ENVIDO_NUMERIC || stones_said(o); }
static inline bool is_bet(unsigned kind) /* its argument is a number */
{
    return kind == ACT_ENVIDO || kind == ACT_REAL_ENVIDO || kind == ACT_FLOR_ENVIDO || kind == ACT_FLOR_REAL_ENVIDO;
}
void envido_accept(struct position *pos);
void envido_refuse(struct position *pos);
void envido_settle(struct position *pos, unsigned seat);

/* --- flor.c --- */
enum { FLOR_POINTS = 3 }; /* of a flor by itself */
/* Whether the rules sing this flor by themselves once it is its holder's turn. */
bool flor_must(const struct open *o, const card_t held[FIEL_HELD_MAX]);
void flor_sing(struct position *pos, unsigned seat);
void flor_bet(struct position *pos, unsigned seat, struct action a);
void flor_quiero(struct position *pos, unsigned seat);
void flor_compare(struct position *pos);
void flor_achico(struct position *pos, unsigned seat);
void flor_one_side(struct position *pos);
void flor_settle(struct position *pos, unsigned seat);

/* --- embit.c, flou.c: the declarations of truc y flou, which go with the first card --- */
static inline bool embits(const struct open *o) { return opt(o, OPT_ENVIDO) == ENVIDO_EMBIT; }
static inline bool embit_waits(const struct open *o) /* nobody need answer a plain bid */
{
    return embits(o) && o->envido_last == ACT_ENVIDO;
}
bool embit_more(unsigned points); /* an embit may be raised by so many */
unsigned embit_words(const struct open *o, unsigned seat);
void embit_call(struct open *o, unsigned seat, struct action a);
void embit_accept(struct position *pos);
void embit_refuse(struct position *pos);
void embit_settle(struct position *pos, unsigned seat);
void embit_annul(struct open *o);
void embit_pay(struct position *pos);

/* flou.c */
bool flou_may_better(const struct open *o, unsigned seat);
unsigned flou_answers(const struct open *o, const card_t own[FIEL_HELD_MAX]);
void flou_sing(struct open *o, unsigned seat);
void flou_better(struct open *o, unsigned seat);
void flou_answer(struct position *pos, unsigned seat, unsigned kind);
void flou_silent(struct open *o);
void flou_settle(struct position *pos, unsigned seat);
void flou_pay(struct position *pos);

/* --- perique.c: wild cards in declarations --- */
bool perique_flor_held(const card_t held[FIEL_HELD_MAX]);
unsigned perique_flor_value(const card_t held[FIEL_HELD_MAX]);
unsigned perique_embit(const card_t held[FIEL_HELD_MAX], unsigned *positions);

/* --- bonus.c: the Sword and the Club --- */
void bonus_played(struct position *pos, unsigned seat, card_t card);
void bonus_won(struct position *pos); /* of the trick that has just been closed */
/* --- envite.c: flor_table=envite, the bets of envido con flor --- */
static inline bool envite(const struct open *o) { return opt(o, OPT_FLOR_TABLE) == FLOR_ENVITE; }
struct bets envite_bets(const struct open *o);
unsigned envite_least(const struct open *o); /* that a bet puts on top */
uint32_t envite_words(const struct open *o); /* mask of action kinds that may open or raise */
void envite_bet(struct open *o, unsigned side, struct action a);
unsigned envite_pays(const struct open *o, unsigned side); /* to the side whose flor wins */
unsigned envite_refused(const struct open *o);             /* to the side that spoke last */

/* --- declare.c: comparing --- */
void declare_begin(struct position *pos);
unsigned declare_next(const struct open *o);   /* seat to speak, or FIEL_NOBODY: it is settled */
unsigned declare_leader(const struct open *o); /* seat whose declared value leads, or FIEL_NOBODY */
bool declare_beats(const struct open *o, unsigned seat, unsigned value); /* it leads if it is said now */
unsigned declare_value(const struct position *pos, unsigned seat);
void declare_auto(struct position *pos, unsigned seat);

/* --- cards.c --- */
uint64_t pack_cards(const struct rules *r); /* bit per card */

/* --- tricks.c --- */
static inline bool stacked(const struct open *o) /* the first trick was tied: both cards are laid at once */
{
    return o->trick_winner[0] == FIEL_TIE && opt(o, OPT_PRIMERA_PARDA) == PARDA_STACKED;
}
static inline bool highest_first(const struct open *o) /* a card is not chosen: the highest comes first, face up */
{
    bool shown = o->trick == 1 && o->trick_winner[0] == FIEL_TIE && opt(o, OPT_PARDA_SHOWS) == ON;
    return shown || stacked(o);
}
unsigned trick_next(const struct open *o); /* seat to play to the open trick, FIEL_NOBODY when it is full */
void trick_close(struct open *o);
void trick_break(struct open *o);             /* ends it unfinished, tied */
unsigned tricks_winner(const struct open *o); /* side, FIEL_TIE (all tied, nobody takes it) or FIEL_NOBODY */

/* --- pico.c: duels of facing seats --- */
unsigned pico_next(const struct open *o, bool first_of_game); /* `pico` of the hand that is to be dealt */
void pico_begin(struct open *o);
void clear_calls(struct open *o);    /* all that was said and which tricks were won, as before the first card */
bool pico_next_duel(struct open *o); /* begins it; false: the hand was the last duel, or a redondo */
enum { PICO_FALTA = 6 };
static inline unsigned pico_falta(const struct open *o)
{
    return opt(o, OPT_PICO_FALTA_CAP) == PICO_CAP_10 ? 10u : PICO_FALTA;
}
static inline unsigned eldest(const struct open *o) /* the mano of the hand, or of the duel */
{
    return first_from(o->mano, o->duel);
}

/* --- gallo.c: one against two --- */
void gallo_begin(struct open *o); /* whose turn it is, and the sides; the others' tables stay as they are */
void gallo_discard(struct position *pos, card_t card);

/* --- score.c --- */
enum account { ACCOUNT_TRUCO, ACCOUNT_ENVIDO, ACCOUNT_FLOR, ACCOUNT_BONUS };
void credit(struct position *pos, enum account a, unsigned side, unsigned points);
void take_partida(struct position *pos, enum account a, unsigned side); /* winner_takes_game */
void win_game(struct position *pos, unsigned scorer);
unsigned side_needs(const struct open *o, unsigned side);  /* to the target, at least 1; in a pico 6 */
unsigned points_made(const struct open *o, unsigned side); /* of this hand, without the bonus */
void end_hand(struct position *pos);
unsigned side_winner(const struct open *o, unsigned side); /* its scorer that reached the target */
unsigned best_score(const struct open *o, unsigned seats); /* the highest of those who sit there */
static inline unsigned side_score(const struct open *o, unsigned side)
{
    return o->scorers == 2 ? o->score[side] : best_score(o, side_mask(o, side));
}
static inline unsigned leader_score(const struct open *o)
{
    if (o->scorers == 2)
        return o->score[0] > o->score[1] ? o->score[0] : o->score[1];
    return best_score(o, all_seats(o));
}

/* --- menu.c, menu_list.c: what a seat may do, from the public facts and its own cards --- */
struct menu {
    uint32_t kinds;   /* bit per enum action_kind */
    uint8_t step;     /* the RAISE that may be said */
    uint8_t cards;    /* positions of the own cards that may be played */
    struct bets bets; /* what a number said with envido may be worth; none while high is 0 */
};
/* What the seat may do with these cards, of the kinds in `wanted`. */
void menu_of(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], uint32_t wanted, struct menu *menu);
unsigned menu_accusable(const struct open *o, unsigned seat); /* bit per rival that may be accused of a flor */

/* menu_list.c */
int menu_list(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], struct action list[FIEL_LEGAL_MAX]);
bool menu_has(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], struct action a);

/* --- refuse.c: why something is not on it --- */
enum rule_error refusal(const struct open *o, unsigned seat, const card_t own[FIEL_HELD_MAX], struct action a);

/* --- act.c: what one decision changes --- */
void act(struct position *pos, unsigned seat, struct action a);

/* --- flow.c: what follows by itself --- */
void flow(struct position *pos);

#pragma GCC visibility pop

#endif
