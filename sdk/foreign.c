/* foreign: see foreign.h. */
#include "foreign.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "row.h"
#include "rules/values.h"
#include "wire/codec.h"

size_t fiel_table_size(void) { return sizeof(struct position); }

int fiel_table_new(struct position *pos, const char *rules, int seats, char why[TABLE_REASON])
{
    return position_named(pos, rules, seats, NULL, why);
}

/* --- dealing --- */

/* The pack, its first `count` cards drawn one after the other; the others lie as they may. */
static void draw(const struct rules *r, struct fiel_random *dice, card_t deck[FIEL_CARDS], unsigned count)
{
    bool all = rules_deck_size(r) == FIEL_CARDS;
    unsigned n = all ? FIEL_CARDS : 0;
    for (card_t c = 0; c < FIEL_CARDS; c++)
        deck[c] = c;
    for (card_t c = 0; !all && c < FIEL_CARDS; c++)
        if (rules_have_card(r, c))
            deck[n++] = c;
    for (unsigned i = 0; i < count; i++) {
        unsigned j = i + fiel_random_below(dice, n - i);
        card_t drawn = deck[j];
        deck[j] = deck[i];
        deck[i] = drawn;
    }
}

/* Who leads the hand that comes next. */
static unsigned next_mano(const struct open *o, int mano)
{
    return o->hand == 0 ? (unsigned)mano : (o->mano + 1u) % o->seats;
}

int fiel_table_deal(struct position *pos, uint64_t *dice)
{
    if (position_turn(pos) != FIEL_NOBODY)
        return -1;
    struct fiel_random r = { *dice };
    const struct open *o = &pos->open;
    const struct rules rules = o->rules;
    card_t deck[FIEL_CARDS], cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    char why[RULES_ERROR_TEXT];
    unsigned at = 0, seats = o->seats;
    int mano = o->hand == 0 ? (int)fiel_random_below(&r, seats) : FIEL_NOBODY;
    unsigned gallo = rules_gallo(&rules, (int)seats, next_mano(o, mano));
    draw(&rules, &r, deck, 3 * seats + (gallo != FIEL_NOBODY) + rules_turn_card(&rules));
    memset(cards, CARD_NONE, sizeof cards);
    for (unsigned seat = 0; seat < seats; seat++)
        for (unsigned k = 0; k < 3; k++)
            cards[seat][k] = deck[at++];
    if (gallo != FIEL_NOBODY)
        cards[gallo][3] = deck[at++];
    int error = position_deal(pos, cards, rules_turn_card(&rules) ? deck[at] : CARD_NONE, mano, why);
    assert(error == 0);
    *dice = r.state;
    return 0;
}

int fiel_table_deal_cards(struct position *pos, int mano, const card_t cards[FIEL_SEATS_MAX * FIEL_HELD_MAX],
                          unsigned vira, char why[TABLE_REASON])
{
    card_t hands[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    memcpy(hands, cards, sizeof hands);
    if (position_turn(pos) != FIEL_NOBODY) {
        snprintf(why, TABLE_REASON, "a hand is being played: it is dealt again when that is over");
        return -1;
    }
    bool first = pos->open.hand == 0;
    if (first && (mano < 0 || mano >= pos->open.seats)) {
        snprintf(why, TABLE_REASON, "seat %d cannot be the mano: there are %d seats", mano, pos->open.seats);
        return -1;
    }
    return position_deal(pos, hands, vira < FIEL_CARDS ? (card_t)vira : CARD_NONE, first ? mano : FIEL_NOBODY, why);
}

void fiel_table_dealt(const struct position *pos, int seat, card_t cards[FIEL_HELD_MAX])
{
    memcpy(cards, pos->dealt[seat], FIEL_HELD_MAX);
}

bool fiel_table_has_card(const struct position *pos, unsigned card)
{
    const struct rules *r = &pos->open.rules;
    return card < FIEL_CARDS ? rules_have_card(r, (card_t)card) : rules_turn_card(r);
}

int fiel_table_gallo(const struct position *pos, int mano)
{
    unsigned gallo = rules_gallo(&pos->open.rules, pos->open.seats, next_mano(&pos->open, mano));
    return gallo == FIEL_NOBODY ? -1 : (int)gallo;
}

/* --- deciding --- */

int fiel_table_turn(const struct position *pos)
{
    int turn = position_turn(pos);
    return turn == FIEL_NOBODY ? -1 : turn;
}

int fiel_table_legal(const struct position *pos, uint16_t codes[FIEL_LEGAL_MAX])
{
    struct action legal[FIEL_LEGAL_MAX];
    int turn = position_turn(pos), n = turn == FIEL_NOBODY ? 0 : position_legal(pos, turn, legal);
    for (int i = 0; i < n; i++)
        codes[i] = action_code(legal[i]);
    return n;
}

int fiel_table_apply(struct position *pos, unsigned code)
{
    int turn = position_turn(pos);
    if (turn == FIEL_NOBODY)
        return RULE_HAND_OVER;
    return code > UINT16_MAX ? RULE_NOT_A_WORD : (int)position_apply(pos, turn, action_of_code((uint16_t)code), pos);
}

const char *fiel_table_error(int number) { return rule_error_text((enum rule_error)number); }

/* --- seeing and searching --- */

size_t fiel_table_view(const struct position *pos, int seat, uint8_t bytes[TABLE_VIEW])
{
    struct view v;
    struct packer k;
    position_view(pos, seat, &v);
    pack_start(&k, bytes, TABLE_VIEW);
    pack_view(&k, &v);
    assert(!k.bad);
    return k.size;
}

/* Whether the bytes are a view of these rules; *v is what they say. */
static bool view_told(const char *rules, const uint8_t *view, size_t size, struct view *v)
{
    struct rules parsed;
    struct reader r;
    char why[RULES_ERROR_TEXT];
    if (rules_parse(rules, &parsed, why) != 0)
        return false;
    read_start(&r, view, size);
    read_view(&r, v, &parsed);
    return read_done(&r);
}

int fiel_table_sample(struct position *out, const char *rules, const uint8_t *view, size_t size, uint64_t *dice)
{
    struct fiel_random random = { *dice };
    struct view v;
    if (!view_told(rules, view, size, &v))
        return -1;
    view_sample(&v, &random, out);
    *dice = random.state;
    return 0;
}

void fiel_table_playout(struct position *pos, uint64_t *dice)
{
    struct fiel_random random = { *dice };
    bool played = position_play_out(pos, policy_random, &random);
    assert(played);
    *dice = random.state;
}

int fiel_table_score(const struct position *pos, uint16_t score[FIEL_SCORERS_MAX], uint8_t scorer[FIEL_SEATS_MAX])
{
    const struct open *o = &pos->open;
    memcpy(score, o->score, sizeof o->score);
    for (unsigned seat = 0; seat < FIEL_SEATS_MAX; seat++)
        scorer[seat] = seat < o->seats ? (uint8_t)rules_scorer(&o->rules, o->seats, seat) : FIEL_NOBODY;
    return o->game_over ? 2 : o->hand_over ? 1 : 0;
}

/* --- rows --- */

size_t fiel_row_width(const struct position *pos) { return row_width(&pos->open); }

void fiel_row(const struct position *pos, int seat, uint8_t *row)
{
    struct view v;
    position_view(pos, seat, &v);
    row_of(&v, row);
}

int fiel_row_of_view(const char *rules, const uint8_t *view, size_t size, uint8_t *row, size_t room)
{
    struct view v;
    if (!view_told(rules, view, size, &v) || row_width(&v.open) > room)
        return -1;
    row_of(&v, row);
    return (int)row_width(&v.open);
}

size_t fiel_row_names(const struct position *pos, char *text, size_t size) { return row_names(&pos->open, text, size); }

/* --- all actions of a variant --- */

/* How many args a kind has by these rules, from 0. */
static unsigned args_of(const struct rules *r, unsigned kind)
{
    bool numbers = r->opt[OPT_ENVIDO] == ENVIDO_NUMERIC || r->opt[OPT_ENVIDO] == ENVIDO_STONES;
    switch (kind) {
    case ACT_PLAY:
    case ACT_PLAY_DOWN:
    case ACT_DISCARD: return FIEL_CARDS;
    case ACT_RAISE: return 6;
    case ACT_PIDO_FLOR: return FIEL_SEATS_MAX;
    case ACT_PLAY_BLIND: return 3;
    case ACT_EMBIT_MORE: return 11;
    case ACT_ENVIDO:
    case ACT_REAL_ENVIDO:
    case ACT_FLOR_ENVIDO:
    case ACT_FLOR_REAL_ENVIDO: return numbers ? 256 : 1;
    default: return 1;
    }
}

int fiel_actions(const char *rules, uint16_t codes[TABLE_CODES], char why[TABLE_REASON])
{
    struct rules r;
    int n = 0;
    if (rules_parse(rules, &r, why) != 0)
        return -1;
    for (unsigned kind = ACT_PLAY; kind <= ACTION_LAST; kind++)
        for (unsigned arg = 0; arg < args_of(&r, kind) && n < TABLE_CODES; arg++)
            codes[n++] = (uint16_t)(kind << 8 | arg);
    return n;
}
