/* views_leaks: what is given to the encoder for one seat, and twenty-seven ways to put more into it than the
 * seat may know.  Each is a mistake that somebody could make; the property of test_views.c finds them all. */
#ifndef TESTS_VIEWS_LEAKS_H
#define TESTS_VIEWS_LEAKS_H

#include "rules/worth.h"
#include "support/views.h"
#include "wire/codec.h"

struct feed {
    struct view view;
    struct view round;                  /* in the round of signs, after the deal */
    struct action list[FIEL_LEGAL_MAX]; /* the legal list on its own: as the arbiter keeps it */
    int listed;
    struct news news[FIEL_NEWS_MAX];
    card_t cards[FIEL_HELD_MAX];   /* opened to it at the deal */
    uint8_t shown[FIEL_SEATS_MAX]; /* opened to all at the end: bit per card of the seat */
    uint64_t budget;
    unsigned padding;
    struct action tried;   /* anything at all, tried by the seat */
    enum rule_error error; /* and what it is told */
};

/* Puts something into the feed of `seat` that only `m` knows. */
typedef void leak(const struct position *pos, unsigned seat, struct feed *f);

static inline bool held(const struct position *pos, unsigned seat, unsigned k)
{
    return (pos->open.gone[seat] >> k & 1u) == 0;
}

/* A value of two cards of one suit, near enough to envido for a leak. */
static inline unsigned pair_value(const card_t hand[FIEL_HELD_MAX])
{
    unsigned best = 0;
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = 0; j < i; j++) {
            bool pair = card_suit(hand[i]) == card_suit(hand[j]);
            unsigned v = pair ? 20 + card_rank(hand[i]) + card_rank(hand[j]) : 0;
            best = v > best ? v : best;
        }
    return best;
}

static inline unsigned holders(const struct position *pos)
{
    unsigned mask = 0;
    for (unsigned s = 0; s < pos->open.seats; s++)
        mask |= (unsigned)one_suit(pos->dealt[s]) << s;
    return mask;
}

static inline unsigned next_of(const struct position *pos, unsigned seat) { return (seat + 1) % pos->open.seats; }

static inline unsigned best_seat(const struct position *pos)
{
    unsigned best = 0, of = 0;
    for (unsigned s = 0; s < pos->open.seats; s++)
        for (unsigned k = 0; k < 3; k++)
            if (held(pos, s, k) && card_strength(&pos->open, pos->dealt[s][k]) > best) {
                best = card_strength(&pos->open, pos->dealt[s][k]);
                of = s;
            }
    return of;
}

/* X(name, "what it tells") */
#define LEAKS(X) \
    X(next_card, "the next seat's first card stands in known") \
    X(partner_always, "the partner's cards are known outside eleven too") \
    X(rivals_at_eleven, "at eleven the rivals' cards are known as well") \
    X(blind_seen, "one's own cards of an unseen iron hand are named") \
    X(sorted_place, "a played card's place is counted in the sorted hand") \
    X(turns_list, "the legal list is that of the seat on turn") \
    X(frame_size, "the frame is longer where the seat on turn may do more") \
    X(early_value, "a declared value is filled in before it is said") \
    X(early_sang, "sang marks a holder that has not sung") \
    X(asked_holders, "asked leaves out holders of a flor") \
    X(turn_by_flor, "the flor is asked for only where there is one") \
    X(news_value, "a sung flor's news carries its suit") \
    X(face_down, "a card face down lies on the table with its number") \
    X(vira_slot, "the vira is read one place further on, from the stock") \
    X(early_credit, "an envido that is not compared yet is in the score") \
    X(early_winner, "envido_winner is known while values are being said") \
    X(tricks_ahead, "the open trick already goes to the best card in hand") \
    X(flores_held, "flor_wanted counts flores that are held, not sung") \
    X(flor_time, "the seat has more time where a rival holds a flor") \
    X(error_tells, "a card refused that another seat holds has an error of its own") \
    X(show_all, "who shows what won an envido shows the other card too") \
    X(show_losers, "who declared and lost shows its cards") \
    X(show_early, "what won the envido is shown before the hand is over") \
    X(cards_of_iron, "an iron hand's cards are opened although it is played unseen") \
    X(partner_in_the_round, "a partner's cards, when signs are made after the deal") \
    X(laid_away, "what the gallo laid away is known to its rivals") \
    X(not_cleared, "what lay in memory before is sent in an unused place")

static inline void leak_next_card(const struct position *pos, unsigned seat, struct feed *f)
{
    f->view.known[next_of(pos, seat)][0] = pos->dealt[next_of(pos, seat)][0];
}

static inline void leak_partner_always(const struct position *pos, unsigned seat, struct feed *f)
{
    for (unsigned s = seat % 2; s < pos->open.seats; s += 2)
        memcpy(f->view.known[s], pos->dealt[s], FIEL_HELD_MAX);
}

static inline void leak_rivals_at_eleven(const struct position *pos, unsigned seat, struct feed *f)
{
    (void)seat;
    if (pos->open.eleven == ELEVEN_ASKED || pos->open.eleven == ELEVEN_PLAYED)
        memcpy(f->view.known, pos->dealt, sizeof f->view.known);
}

static inline void leak_blind_seen(const struct position *pos, unsigned seat, struct feed *f)
{
    memcpy(f->view.known[seat], pos->dealt[seat], FIEL_HELD_MAX);
}

static inline void leak_sorted_place(const struct position *pos, unsigned seat, struct feed *f)
{
    for (unsigned s = 0; s < pos->open.seats; s++) {
        f->view.open.gone[s] = 0;
        for (unsigned k = 0; k < 3; k++) {
            unsigned place = 0;
            for (unsigned j = 0; j < 3; j++)
                place += pos->dealt[s][j] < pos->dealt[s][k];
            if (!held(pos, s, k))
                f->view.open.gone[s] = (uint8_t)(f->view.open.gone[s] | 1u << place);
        }
    }
    (void)seat;
}

static inline void leak_turns_list(const struct position *pos, unsigned seat, struct feed *f)
{
    (void)seat;
    f->listed = position_legal(pos, position_turn(pos), f->list);
}

static inline void leak_frame_size(const struct position *pos, unsigned seat, struct feed *f)
{
    struct action list[FIEL_LEGAL_MAX];
    (void)seat;
    f->padding = (unsigned)position_legal(pos, position_turn(pos), list);
}

static inline void leak_early_value(const struct position *pos, unsigned seat, struct feed *f)
{
    (void)seat;
    for (unsigned s = 0; s < pos->open.seats && pos->open.phase == PHASE_DECLARE; s++)
        if (pos->open.declared[s] == DECLARED_NONE)
            f->view.open.declared[s] = (uint8_t)pair_value(pos->dealt[s]);
}

static inline void leak_early_sang(const struct position *pos, unsigned seat, struct feed *f)
{
    (void)seat;
    f->view.open.sang = (uint8_t)(f->view.open.sang | holders(pos));
}

static inline void leak_asked_holders(const struct position *pos, unsigned seat, struct feed *f)
{
    (void)seat;
    f->view.open.asked = (uint8_t)(f->view.open.asked & ~holders(pos));
}

static inline void leak_turn_by_flor(const struct position *pos, unsigned seat, struct feed *f)
{
    (void)seat;
    for (uint8_t s = 0; s < pos->open.seats && pos->open.phase == PHASE_FLOR; s++)
        if (holders(pos) >> s & 1u)
            f->view.open.turn = s;
}

static inline void leak_news_value(const struct position *pos, unsigned seat, struct feed *f)
{
    (void)seat;
    for (unsigned i = 0; i < pos->open.news_count; i++)
        if (f->news[i].kind == ACT_FLOR)
            f->news[i].value = (uint8_t)card_suit(pos->dealt[f->news[i].seat][0]);
}

/* Whatever the seat played that is not on the table face up. */
static inline void leak_face_down(const struct position *pos, unsigned seat, struct feed *f)
{
    (void)seat;
    for (unsigned s = 0; s < pos->open.seats; s++)
        for (unsigned t = 0; t < SHAPE_TRICK; t++)
            for (unsigned k = 0; k < 3; k++)
                if (pos->open.table[t * 8 + s] == CARD_HIDDEN && !held(pos, s, k))
                    f->view.open.table[t * 8 + s] = pos->dealt[s][k];
}

static inline void leak_vira_slot(const struct position *pos, unsigned seat, struct feed *f)
{
    uint64_t lying = 0;
    (void)seat;
    for (unsigned i = 0; i < 3u * pos->open.seats; i++)
        lying |= (uint64_t)1 << pos->dealt[i / 3][i % 3];
    for (uint8_t c = 0; c < FIEL_CARDS; c++)
        if ((lying >> c & 1u) == 0)
            f->view.open.vira = c;
}

static inline unsigned envido_ahead(const struct position *pos)
{
    unsigned best = 0;
    for (unsigned s = 1; s < pos->open.seats; s++)
        best = pair_value(pos->dealt[s]) > pair_value(pos->dealt[best]) ? s : best;
    return best;
}

static inline void leak_early_credit(const struct position *pos, unsigned seat, struct feed *f)
{
    uint16_t *score = &f->view.open.score[envido_ahead(pos) & 1u];
    (void)seat;
    if (pos->open.envido_state == WAGER_CALLED || pos->open.envido_state == WAGER_WANTED)
        *score = (uint16_t)(*score + pos->open.envido_wanted);
}

static inline void leak_early_winner(const struct position *pos, unsigned seat, struct feed *f)
{
    (void)seat;
    if (pos->open.envido_state == WAGER_WANTED)
        f->view.open.envido_winner = (uint8_t)envido_ahead(pos);
}

static inline void leak_tricks_ahead(const struct position *pos, unsigned seat, struct feed *f)
{
    (void)seat;
    if (pos->open.trick < SHAPE_TRICK)
        f->view.open.trick_winner[pos->open.trick] = best_seat(pos) & 1u;
}

static inline void leak_flores_held(const struct position *pos, unsigned seat, struct feed *f)
{
    (void)seat;
    if (pos->open.flor_last != 0)
        f->view.open.flor_wanted = (uint8_t)(3 * __builtin_popcount(holders(pos)));
}

static inline void leak_flor_time(const struct position *pos, unsigned seat, struct feed *f)
{
    f->budget += (holders(pos) >> next_of(pos, seat) & 1u) * 1000u;
}

static inline void leak_error_tells(const struct position *pos, unsigned seat, struct feed *f)
{
    for (unsigned i = 0; i < 3u * pos->open.seats; i++)
        if (i / 3 != seat && f->tried.kind == ACT_PLAY && pos->dealt[i / 3][i % 3] == f->tried.arg)
            f->error = RULE_NOT_OPEN;
}

static inline void leak_show_all(const struct position *pos, unsigned seat, struct feed *f)
{
    (void)seat;
    for (unsigned s = 0; s < pos->open.seats; s++)
        if (f->shown[s] != 0)
            f->shown[s] = 7;
}

static inline void leak_show_losers(const struct position *pos, unsigned seat, struct feed *f)
{
    (void)seat;
    for (unsigned s = 0; s < pos->open.seats; s++)
        if (pos->open.hand_over && pos->open.declared[s] < DECLARED_SILENT)
            f->shown[s] = 7;
}

static inline void leak_show_early(const struct position *pos, unsigned seat, struct feed *f)
{
    (void)seat;
    if (pos->open.envido_winner != FIEL_NOBODY)
        f->shown[pos->open.envido_winner] = 7;
}

static inline void leak_cards_of_iron(const struct position *pos, unsigned seat, struct feed *f)
{
    memcpy(f->cards, pos->dealt[seat], sizeof f->cards);
}

/* Partners are to make signs, and need not: they see each other's cards. */
static inline void leak_partner_in_the_round(const struct position *pos, unsigned seat, struct feed *f)
{
    unsigned partner = (seat + 2) % pos->open.seats;
    if (partner != seat)
        memcpy(f->round.known[partner], pos->dealt[partner], sizeof f->round.known[partner]);
}

static inline void leak_laid_away(const struct position *pos, unsigned seat, struct feed *f)
{
    if (pos->open.gallo != FIEL_NOBODY && seat != pos->open.gallo && pos->open.discard != FIEL_NOBODY)
        f->view.known[pos->open.gallo][3] = pos->dealt[pos->open.gallo][3];
}

/* A place that the encoder sends and nobody filled: the two feeds were made over different bytes. */
static inline void leak_not_cleared(const struct position *pos, unsigned seat, struct feed *f)
{
    (void)pos;
    f->view.known[seat][3] = f->list[FIEL_LEGAL_MAX - 1].arg;
}

#endif
