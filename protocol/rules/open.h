/* open: the public facts of a table, everything that everybody sitting there knows.
 *
 * One list makes the struct, the wire's view array, the JSON of `fiel table` and spec/view.schema.json.  A fact is named again in
 * protocol/second/view.py, sdk/row.c, docs/training.md, sdk/python/fiel/shown.py, sdk/js/lib/shown.js and sdk/js/index.d.ts. */
#ifndef FIEL_OPEN_H
#define FIEL_OPEN_H

#include "rules.h"

/* How many values a field has. */
enum shape {
    SHAPE_ONE = 1,
    SHAPE_SIDE = 2,
    SHAPE_TRICK = 3,
    SHAPE_SCORER = 3,      /* one per score that is kept; the wire sends the first `scorers` */
    SHAPE_SEAT = 8,        /* one per seat; the wire sends the first `seats` */
    SHAPE_TRICK_SEAT = 24, /* [trick * 8 + seat]; the wire sends three arrays of `seats` */
};

/* X(name, bits, SHAPE, meaning) */
#define FIEL_OPEN_FIELDS(X) \
    X(seats, 8, ONE, "players at the table") \
    X(scorers, 8, ONE, "scores that are kept: 2, one per side; 3 at a gallo by turn, one per seat") \
    X(hand, 32, ONE, "number of this hand in the match, from 1") \
    X(game, 32, ONE, "number of this game (chico) in the match, from 1") \
    X(score, 16, SCORER, "points of this game") \
    X(chicos, 8, SCORER, "games won in this partida") \
    X(sides, 8, SIDE, "bit per seat of each side: the even and the odd; the gallo and his rivals") \
    X(gallo, 8, ONE, "of three seats the one that plays alone, with four cards; 255 nobody") \
    X(pico, 8, ONE, "0 a redondo; 1 pico a pico, with pica_redeal=yes 1, 2, 3 its hands") \
    X(mano, 8, ONE, "seat that leads the first trick; in a pico a pico leader says who leads the duel's") \
    X(duel, 8, ONE, "bit per seat that plays: all of them, or the two of a duel") \
    X(dueled, 8, ONE, "bit per seat whose duel of this hand is over") \
    X(duel_envido, 8, ONE, "bit per seat that won the envido of a duel that is over") \
    X(duel_flor, 8, ONE, "bit per seat that won the flor of a duel that is over") \
    X(turn, 8, ONE, "seat that is to decide; 255 nobody") \
    X(phase, 8, ONE, "what is being decided: enum phase") \
    X(vira, 8, ONE, "turned card; 255 none") \
    X(trick, 8, ONE, "number of the trick in play, from 0") \
    X(leader, 8, ONE, "seat that led it") \
    X(table, 8, TRICK_SEAT, "card each seat played to each trick; 254 face down, 255 not yet") \
    X(gone, 8, SEAT, "bit k: the k-th card dealt to the seat has been played; one that was laid away is the fourth") \
    X(discard, 8, ONE, "place, as dealt, of the card the gallo laid away, where the fourth card stands now; 255 none") \
    X(trick_winner, 8, TRICK, "side that took it, 2 tied, 255 open") \
    X(stake, 8, ONE, "step of the ladder that is accepted, 0 none") \
    X(stake_called, 8, ONE, "step that waits for an answer, 0 none") \
    X(stake_seat, 8, ONE, "seat that said the last step; 255 nobody") \
    X(said_truco, 8, ONE, "bit per seat that said the first step") \
    X(waived, 8, ONE, "bit per seat that was asked for a raise since the last event (any_time)") \
    X(eleven, 8, ONE, "hand of eleven (of ten): 0 none, 1 asked, 2 played, 3 run, 4 the iron hand") \
    X(eleven_side, 8, ONE, "side that has it; 255 nobody") \
    X(envido_state, 8, ONE, "enum wager; closes when truco is accepted, a flor is sung, or the first trick ends") \
    X(envido_last, 8, ONE, "the last envido word, as an action kind; 0 none") \
    X(envido_seat, 8, ONE, "seat that said it; 255 nobody") \
    X(envido_wanted, 8, ONE, "points if it is accepted") \
    X(envido_bet, 8, ONE, "points that the last envido word put on top") \
    X(envido_unwanted, 8, ONE, "points if it is refused") \
    X(envido_winner, 8, ONE, "seat whose envido won the comparison; 255 none") \
    X(flor_state, 8, ONE, "enum wager") \
    X(flor_last, 8, ONE, "the last flor bet, as an action kind: flor, contraflor, resto; 0 none") \
    X(flor_seat, 8, ONE, "seat that said it; of plain flores the first of the side that began last; 255 nobody") \
    X(flor_taken, 8, ONE, "points bet on top of the flores before the last bet: accepted by it") \
    X(flor_staked, 8, ONE, "points bet on top of the flores so far, the last bet included") \
    X(flor_contra, 8, ONE, "bit per side that said contraflor and lays its flores down too") \
    X(flor_wanted, 8, ONE, "points if the flores are compared now; the more of both sides until one is known to win") \
    X(flor_unwanted, 8, ONE, "points if a rival says con flor me achico now") \
    X(flor_winner, 8, ONE, "side that took the flor points; 255 none") \
    X(sang, 8, ONE, "bit per seat that sang flor") \
    X(asked, 8, ONE, \
      "bit per seat that had its chance to sing flor: at its first turn (auto: as it comes; else once it has spoken " \
      "or played), as it sings or passes, as it calls, raises or gives up unasked; auto: as the round leaves it out") \
    X(declared, 8, SEAT, "value that a seat declared, of a reservada 100 more; 255 none, 254 son buenas, 253 silent") \
    X(passed, 8, ONE, \
      "bit per seat that passed on the newest question, but for a chance to sing, or was asked whether it accuses") \
    X(out, 8, ONE, "bit per seat that went to the mazo, or plays no part in this duel") \
    X(accused, 8, ONE, "bit per seat that had to show whether it hid a flor") \
    X(points_truco, 8, SIDE, "points of this hand from the tricks") \
    X(points_envido, 8, SIDE, "points of this hand from envido") \
    X(points_flor, 8, SIDE, "points of this hand from flor") \
    X(points_bonus, 8, SIDE, "points of this hand from the aces of swords and of clubs") \
    X(hand_over, 8, ONE, "1 when the hand is over") \
    X(hand_winner, 8, ONE, "side that took the tricks of a hand that is paid, 2 nobody, 255 open or never played out") \
    X(game_over, 8, ONE, "1 when the game is over") \
    X(game_winner, 8, ONE, "scorer that won the game; 255 open") \
    X(partida_winner, 8, ONE, "scorer that won the partida with this game; 255 open")

/* X(NAME, number, "what the seat on turn is asked") */
#define FIEL_PHASES(X) \
    X(NONE, 0, "nothing: no hand is open") \
    X(PLAY, 1, "to play a card, or to call before it") \
    X(STAKE, 2, "to answer truco or one of its raises") \
    X(ENVIDO, 3, "to answer an envido") \
    X(DECLARE, 4, "to declare its envido or flor") \
    X(FLOR, 5, "whether it sings flor, or to answer one") \
    X(ACCUSE, 6, "at the end of the hand: whether it accuses a rival of a hidden flor") \
    X(RAISE, 7, "out of turn: whether it raises (truco_turn=any_time)") \
    X(ELEVEN, 8, "whether its side plays the hand of eleven (of ten)") \
    X(DISCARD, 21, "the gallo: which of his four cards he lays away") \
    X(SIGNS, 20, "in the round after the deal, all at once: for signs to its partners")

enum phase {
#define X(name, number, meaning) PHASE_##name = number,
    FIEL_PHASES(X)
#undef X
};

/* Where a bet stands.  POSSIBLE: nobody said it yet.  WANTED: being declared. */
enum wager { WAGER_CLOSED, WAGER_POSSIBLE, WAGER_CALLED, WAGER_WANTED, WAGER_SETTLED };

/* What `eleven` holds: NONE in every ordinary hand. */
enum eleven { ELEVEN_NONE, ELEVEN_ASKED, ELEVEN_PLAYED, ELEVEN_RUN, ELEVEN_IRON };

/* What `declared` holds beside values. */
enum { DECLARED_NONE = 255, DECLARED_SON_BUENAS = 254, DECLARED_SILENT = 253 };

/* What the rules did by themselves in the last deal or decision, in order, for the record. */
enum { FIEL_NEWS_MAX = 16 };
struct news {
    uint8_t seat, kind, value; /* kind: enum action_kind, FLOR or DECLARE or SON_BUENAS */
};

/* A field of shape ONE is a plain number, of any other shape an array. */
#define FIEL_OPEN_DECLARE_ONE(name, bits) uint##bits##_t name;
#define FIEL_OPEN_DECLARE_SIDE(name, bits) uint##bits##_t name[SHAPE_SIDE];
#define FIEL_OPEN_DECLARE_SCORER(name, bits) uint##bits##_t name[SHAPE_SCORER];
#define FIEL_OPEN_DECLARE_TRICK(name, bits) uint##bits##_t name[SHAPE_TRICK];
#define FIEL_OPEN_DECLARE_SEAT(name, bits) uint##bits##_t name[SHAPE_SEAT];
#define FIEL_OPEN_DECLARE_TRICK_SEAT(name, bits) uint##bits##_t name[SHAPE_TRICK_SEAT];

struct open {
    struct rules rules;
#define X(name, bits, shape, meaning) FIEL_OPEN_DECLARE_##shape(name, bits)
    FIEL_OPEN_FIELDS(X)
#undef X
    uint8_t room[20]; /* of facts that come later: fiel.h, how structs grow */
    uint8_t news_count;
    struct news news[FIEL_NEWS_MAX];
};

#endif
