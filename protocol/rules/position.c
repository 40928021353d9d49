/* position: the doors of the rules: start, deal, apply, see. */
#include "hand.h"
#include "text.h"

const char *rule_error_text(enum rule_error e)
{
    switch (e) {
    case RULE_OK: return "fine";
#define X(name, number, text) \
    case RULE_##name: return text;
        FIEL_RULE_ERRORS(X)
#undef X
    }
    return "unknown error";
}

/* Everything of one hand as it is before anybody has said or played anything.  Old news stay behind their
 * count: clearing them would cost more than all the rest. */
static void clear_hand(struct open *o)
{
    size_t mano = offsetof(struct open, mano), stake = offsetof(struct open, stake);
    size_t accused = offsetof(struct open, accused), news = offsetof(struct open, news);
    memset((char *)o + mano, 0, stake - mano);
    memset((char *)o + accused, 0, news - accused);
    clear_calls(o); /* and what stands from `stake` to `accused` */
    o->turn = FIEL_NOBODY;
    o->mano = FIEL_NOBODY;
    o->vira = CARD_NONE;
    memset(o->table, CARD_NONE, sizeof o->table);
    o->leader = o->discard = FIEL_NOBODY;
    o->game_winner = o->partida_winner = FIEL_NOBODY;
    o->hand_over = 1;
}

/* Sides of equal size. */
static bool size_fits(unsigned sizes, int seats)
{
    bool few = seats == 2 || seats == 4;
    switch (sizes) {
    case SIZES_2_3_4_6_8: return few || seats == 3 || seats == 6 || seats == 8;
    case SIZES_2_4: return few;
    case SIZES_6: return seats == 6;
    case SIZES_2_4_6: return few || seats == 6;
    default: return few || seats == 6 || seats == 8;
    }
}

/* Seats that the game is played by, and a pack that is large enough. */
static int check_seats(const struct rules *r, int seats, char why[RULES_ERROR_TEXT])
{
    static const char *const words[] = { "2, 4, 6 or 8", "2 or 4", "6", "2, 4 or 6", "2, 3, 4, 6 or 8" };
    unsigned sizes = r->opt[OPT_TABLE_SIZES];
    if (!size_fits(sizes, seats)) {
        text_set(why, RULES_ERROR_TEXT, "this game is played by ");
        text_add(why, RULES_ERROR_TEXT, words[sizes]);
        text_add(why, RULES_ERROR_TEXT, seats == 3 ? " seats: three need a gallo, who plays alone" : " seats");
        return -1;
    }
    unsigned cards = 3u * (unsigned)seats + (rules_turn_card(r) ? 1u : 0u);
    if (cards > rules_deck_size(r)) {
        text_set(why, RULES_ERROR_TEXT, "");
        text_add_number(why, RULES_ERROR_TEXT, (unsigned)seats);
        text_add(why, RULES_ERROR_TEXT, " seats and the turned card need more than the ");
        text_add_number(why, RULES_ERROR_TEXT, rules_deck_size(r));
        text_add(why, RULES_ERROR_TEXT, " cards of the clean deck: at most 6 play with it");
        return -1;
    }
    return 0;
}

int position_new(struct position *pos, const struct rules *r, int seats, char why[RULES_ERROR_TEXT])
{
    if (check_seats(r, seats, why) != 0)
        return -1;
    if (r->opt[OPT_SIGNS] == ON && seats < 4) {
        text_set(why, RULES_ERROR_TEXT, "signs are made to a partner, and ");
        text_add_number(why, RULES_ERROR_TEXT, (unsigned)seats);
        text_add(why, RULES_ERROR_TEXT, " seats have none for everybody: signs=on takes 4 seats and more");
        return -1;
    }
    if (r->opt[OPT_TRUCO_TURN] == TRUCO_ANY_TIME && seats > 2) {
        text_set(why, RULES_ERROR_TEXT, "truco_turn=any_time asks everybody after every card: it is for two seats");
        return -1;
    }
    const struct rules rules = *r; /* may be the table's own */
    memset(pos, 0, sizeof *pos);
    pos->open.rules = rules;
    pos->open.seats = (uint8_t)seats;
    pos->open.scorers = (uint8_t)rules_scorers(r, seats);
    pos->open.sides[0] = (uint8_t)(0x55u & all_seats(&pos->open));
    pos->open.sides[1] = (uint8_t)(0xaau & all_seats(&pos->open));
    pos->open.gallo = FIEL_NOBODY;
    pos->open.game = 1;
    clear_hand(&pos->open);
    memset(pos->dealt, CARD_NONE, sizeof pos->dealt);
    return 0;
}

int position_named(struct position *pos, const char *rules, int seats, const char **which, char why[RULES_ERROR_TEXT])
{
    struct rules r;
    bool known = rules_parse(rules, &r, why) == 0;
    if (which != NULL)
        *which = known ? "seats" : "rules";
    return known ? position_new(pos, &r, seats, why) : -1;
}

unsigned position_fewest(const struct rules *r, unsigned seats)
{
    struct position pos;
    char why[RULES_ERROR_TEXT];
    while (seats <= FIEL_SEATS_MAX && position_new(&pos, r, (int)seats, why) != 0)
        seats++;
    return seats <= FIEL_SEATS_MAX ? seats : 0;
}

/* --- the deal --- */

static int deal_error(char why[RULES_ERROR_TEXT], const char *text)
{
    text_set(why, RULES_ERROR_TEXT, text);
    return -1;
}

/* The hand that comes will be played unseen. */
static bool unseen_next(const struct open *o)
{
    static const uint16_t anew[2];
    return rules_unseen(&o->rules, o->game_over ? anew : o->score);
}

/* Why these cards cannot be dealt to a seat. */
static int card_error(card_t c, unsigned dealt, uint64_t pack, char why[RULES_ERROR_TEXT])
{
    if (c >= FIEL_CARDS)
        return deal_error(why, dealt == 4 ? "the gallo is dealt four cards of the forty"
                                          : "a hand is three cards of the forty");
    return deal_error(why, (pack >> c & 1u) == 0 ? "the clean deck has no 4, 5, 6, 7" : "a card is dealt twice");
}

/* Three cards each, and a fourth for the gallo, all different, all of the pack. */
static int check_cards(const struct open *o, unsigned gallo, card_t cards[][FIEL_HELD_MAX], card_t vira,
                       char why[RULES_ERROR_TEXT])
{
    const uint64_t pack = pack_cards(&o->rules);
    uint64_t left = pack;
    for (unsigned seat = 0; seat < o->seats; seat++) {
        unsigned dealt = seat == gallo ? 4 : 3;
        for (unsigned k = 0; k < dealt; k++) {
            card_t c = cards[seat][k];
            if (c < FIEL_CARDS && (left >> c & 1u) != 0)
                left &= ~((uint64_t)1 << c);
            else if (k >= 3 || c != CARD_HIDDEN || !unseen_next(o))
                return card_error(c, dealt, pack, why);
        }
        if (dealt < FIEL_HELD_MAX && cards[seat][dealt] != CARD_NONE)
            return card_error(CARD_NONE, dealt, pack, why);
    }
    if (vira == CARD_NONE && rules_turn_card(&o->rules))
        return deal_error(why, "a card is turned after the deal in this game: the vira is missing");
    /* A game without a vira may have one turned all the same: it lies there and means nothing. */
    if (vira != CARD_NONE && (vira >= FIEL_CARDS || (left >> vira & 1u) == 0))
        return deal_error(why, "the vira is a card of the deck that lies in no hand");
    return 0;
}

static int check_mano(const struct open *o, int mano, char why[RULES_ERROR_TEXT])
{
    if (!o->hand_over)
        return deal_error(why, "the hand is not over yet");
    if (o->hand == 0 && (mano < 0 || mano >= o->seats))
        return deal_error(why, "the first hand needs a mano: one of the seats");
    if (o->hand > 0 && mano != FIEL_NOBODY && mano != (int)next_seat(o, o->mano))
        return deal_error(why, "the mano moves one seat to the right with every hand");
    return 0;
}

/* A game that is over makes room for the next; a finished partida for a new one. */
static void next_game(struct open *o)
{
    if (!o->game_over)
        return;
    o->game++;
    memset(o->score, 0, sizeof o->score);
    if (o->partida_winner != FIEL_NOBODY)
        memset(o->chicos, 0, sizeof o->chicos);
}

/* What lasts longer than a hand stands before `mano` in struct open, and stays. */
static void next_hand(struct open *o, unsigned mano, unsigned pico)
{
    clear_hand(o);
    o->hand++;
    o->mano = o->leader = (uint8_t)mano;
    o->hand_over = 0;
    o->pico = (uint8_t)pico;
    pico_begin(o);
}

int position_deal(struct position *pos, card_t cards[][FIEL_HELD_MAX], card_t vira, int mano,
                  char why[RULES_ERROR_TEXT])
{
    struct open *o = &pos->open;
    if (check_mano(o, mano, why) != 0)
        return -1;
    unsigned first = o->hand == 0 ? (unsigned)mano : next_seat(o, o->mano);
    if (check_cards(o, rules_gallo(&o->rules, o->seats, first), cards, vira, why) != 0)
        return -1;
    bool first_of_game = o->hand == 0 || o->game_over;
    next_game(o);
    next_hand(o, first, pico_next(o, first_of_game));
    o->vira = vira;
    eleven_begin(o);
    memset(pos->dealt, CARD_NONE, sizeof pos->dealt);
    memset(pos->duels_made, 0, sizeof pos->duels_made);
    for (unsigned seat = 0; seat < o->seats; seat++)
        memcpy(pos->dealt[seat], cards[seat], sizeof pos->dealt[seat]);
    gallo_begin(o);
    if (o->gallo == FIEL_NOBODY)
        flow(pos);
    return 0;
}

/* --- deciding --- */

enum rule_error position_apply(const struct position *pos, int seat, struct action a, struct position *out)
{
    if (seat < 0 || seat >= pos->open.seats)
        return RULE_NOT_YOUR_TURN;
    if (!menu_has(&pos->open, (unsigned)seat, pos->dealt[seat], a))
        return refusal(&pos->open, (unsigned)seat, pos->dealt[seat], a);
    if (out != pos)
        *out = *pos;
    out->open.news_count = 0;
    act(out, (unsigned)seat, a);
    flow(out);
    return RULE_OK;
}

int view_legal(const struct view *v, struct action list[FIEL_LEGAL_MAX])
{
    return v->seat < v->open.seats ? menu_list(&v->open, v->seat, v->known[v->seat], list) : 0;
}

int position_legal(const struct position *pos, int seat, struct action list[FIEL_LEGAL_MAX])
{
    if (seat < 0 || seat >= pos->open.seats)
        return 0;
    return menu_list(&pos->open, (unsigned)seat, pos->dealt[seat], list);
}

/* --- seeing --- */

/* An iron hand that is played unseen: only what lies on the table is known. */
static void hide_held(const struct open *o, card_t known[FIEL_HELD_MAX], unsigned seat)
{
    for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
        if (known[k] != CARD_NONE && !has(o->gone[seat], k))
            known[k] = CARD_HIDDEN;
}

void position_view(const struct position *pos, int seat, struct view *v)
{
    v->open = pos->open;
    v->seat = (uint8_t)seat;
    memset(v->known, CARD_NONE, sizeof v->known);
    memset(v->room, 0, sizeof v->room);
    if (seat < 0 || seat >= pos->open.seats)
        return;
    memcpy(v->known[seat], pos->dealt[seat], sizeof v->known[seat]);
    if (unseen(&pos->open))
        hide_held(&pos->open, v->known[seat], (unsigned)seat);
    unsigned side = side_of(&pos->open, (unsigned)seat);
    if (!eleven_shown(&pos->open, side))
        return;
    for (unsigned partner = 0; partner < pos->open.seats; partner++)
        if (side_of(&pos->open, partner) == side)
            memcpy(v->known[partner], pos->dealt[partner], sizeof v->known[partner]);
}

void position_forfeit_game(struct position *pos, int seat)
{
    pos->open.news_count = 0;
    unsigned winner = forfeit_winner(&pos->open, (unsigned)seat, NULL);
    if (!pos->open.game_over && winner < pos->open.scorers)
        win_game(pos, winner);
}

/* --- showing --- */

/* Two cards of different suits are enough to prove that there was no flor (seed 002); neither a piece, which
 * would go with any suit. */
static unsigned proof_of_no_flor(const struct open *o, const card_t held[FIEL_HELD_MAX])
{
    for (unsigned i = 0; i < 3; i++)
        for (unsigned j = i + 1; j < 3; j++)
            if (card_suit(held[i]) != card_suit(held[j]) && piece_points(o, held[i]) == 0 &&
                piece_points(o, held[j]) == 0)
                return bit(i) | bit(j);
    return 7u;
}

unsigned position_shown(const struct position *pos, int seat)
{
    const struct open *o = &pos->open;
    unsigned s = (unsigned)seat, shown = 0;
    if (seat < 0 || seat >= o->seats || !o->hand_over)
        return 0;
    if (o->envido_winner == s || has(o->duel_envido, s))
        shown |= envido_cards(o, pos->dealt[s]);
    if ((o->flor_winner == side_of(o, s) && has(o->sang, s)) || has(o->duel_flor, s))
        shown |= 7u;
    if (has(o->accused, s))
        shown |= flor_held(o, pos->dealt[s]) ? 7u : proof_of_no_flor(o, pos->dealt[s]);
    for (unsigned t = 0; t < 3; t++)
        for (unsigned k = 0; k < 3; k++)
            if (on_table(o, t, s) == pos->dealt[s][k])
                shown &= ~bit(k);
    return shown;
}
