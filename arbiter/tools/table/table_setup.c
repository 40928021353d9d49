/* table_setup: laying a table out, from given cards or from a seed. */
#include "table.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "record/deal.h"

/* --- hands --- */

static int read_hand(json_t *hand, int seat, size_t dealt, card_t out[FIEL_HELD_MAX], struct table_error *e)
{
    char where[40];
    snprintf(where, sizeof where, "hand of seat %d", seat);
    if (!json_is_array(hand) || json_array_size(hand) != dealt)
        return table_fail(e, "wrong_type", "%s: %s cards are needed, [\"7e\",\"6e\",\"4c\"%s]", where,
                          dealt == 3 ? "three" : "four", dealt == 3 ? "" : ",\"1o\"");
    memset(out, CARD_NONE, FIEL_HELD_MAX);
    for (size_t k = 0; k < dealt; k++)
        if (table_card(json_array_get(hand, k), where, &out[k], e) != 0)
            return -1;
    return 0;
}

static int read_hands(json_t *hands, int seats, unsigned gallo, card_t out[][FIEL_HELD_MAX], struct table_error *e)
{
    if (!json_is_array(hands) || json_array_size(hands) != (size_t)seats)
        return table_fail(e, "wrong_type", "\"hands\" is one list of three cards for each of the %d seats", seats);
    for (int seat = 0; seat < seats; seat++)
        if (read_hand(json_array_get(hands, (size_t)seat), seat, (unsigned)seat == gallo ? 4 : 3, out[seat], e) != 0)
            return -1;
    return 0;
}

/* Hand number `hand` of this seed: the shuffle of DEAL.md under a tag of its own, cards in seat order, then
 * the gallo's fourth and the vira where there are such. */
static void deal_from_seed(const uint8_t seed[TABLE_SEED], const struct position *pos, unsigned gallo,
                           card_t out[][FIEL_HELD_MAX], card_t *vira)
{
    static const uint8_t no_table[HASH];
    uint8_t key[HASH], perm[256];
    card_t deck[FIEL_CARDS];
    unsigned n = deal_deck(&pos->open.rules, deck);
    deal_hand_key(key, seed, no_table, pos->open.hand + 1);
    deal_perm(perm, n, key, "fiel/table");
    for (unsigned seat = 0; seat < pos->open.seats; seat++)
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
            out[seat][k] = k < 3 || seat == gallo ? deck[perm[k < 3 ? 3 * seat + k : 3 * 3]] : CARD_NONE;
    if (rules_turn_card(&pos->open.rules))
        *vira = deck[perm[3u * pos->open.seats + (gallo != FIEL_NOBODY)]];
}

/* The mistake in cards that position_deal() refused, as a code. */
static const char *deal_code(const struct position *pos, card_t cards[][FIEL_HELD_MAX], card_t vira)
{
    uint64_t seen = 0;
    if (!pos->open.hand_over)
        return "hand_not_over";
    for (unsigned seat = 0; seat < pos->open.seats; seat++)
        for (unsigned k = 0; k < FIEL_HELD_MAX && cards[seat][k] != CARD_NONE; k++) {
            if (seen >> cards[seat][k] & 1u)
                return "duplicate_card";
            if (!rules_have_card(&pos->open.rules, cards[seat][k]))
                return "not_in_deck";
            seen |= (uint64_t)1 << cards[seat][k];
        }
    if (vira == CARD_NONE && rules_turn_card(&pos->open.rules))
        return "no_vira";
    if (vira < FIEL_CARDS && !rules_have_card(&pos->open.rules, vira))
        return "not_in_deck";
    return vira < FIEL_CARDS && (seen >> vira & 1u) ? "vira_in_hand" : "bad_deal";
}

/* Deals the next hand of *pos from the request's hands and vira, or from the seed. */
static int deal(struct position *pos, const uint8_t seed[TABLE_SEED], json_t *request, int mano, struct table_error *e)
{
    card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX], vira = CARD_NONE;
    char why[RULES_ERROR_TEXT];
    json_t *hands = json_object_get(request, "hands"), *turned = json_object_get(request, "vira");
    unsigned first = mano != FIEL_NOBODY ? (unsigned)mano : (pos->open.mano + 1u) % pos->open.seats;
    unsigned gallo = rules_gallo(&pos->open.rules, pos->open.seats, first);
    if (hands != NULL) {
        if (read_hands(hands, pos->open.seats, gallo, cards, e) != 0)
            return -1;
    } else {
        deal_from_seed(seed, pos, gallo, cards, &vira);
    }
    if (turned != NULL && !json_is_null(turned) && table_card(turned, "vira", &vira, e) != 0)
        return -1;
    if (position_deal(pos, cards, vira, mano, why) != 0)
        return table_fail(e, deal_code(pos, cards, vira), "%s", why);
    return 0;
}

/* --- seeds --- */

/* 64 hex digits are the seed; any other text is hashed to one; without a text one is drawn. */
static void make_seed(uint8_t seed[TABLE_SEED], const char *text)
{
    if (text == NULL)
        randombytes_buf(seed, TABLE_SEED);
    else if (!hex_parse(seed, TABLE_SEED, text))
        hash_tagged(seed, "fiel/table-seed", text, strlen(text));
}

/* --- ops --- */

struct setup {
    struct rules rules;
    const char *text, *seed;
    int seats, mano, score[FIEL_SCORERS_MAX], chicos[FIEL_SCORERS_MAX];
};

static int read_setup(json_t *request, struct setup *s, struct table_error *e)
{
    char why[RULES_ERROR_TEXT];
    *s = (struct setup){ .text = "argentino", .seats = 2 };
    if (table_string(request, "rules", false, &s->text, e) != 0 ||
        table_string(request, "seed", false, &s->seed, e) != 0)
        return -1;
    if (rules_parse(s->text, &s->rules, why) != 0)
        return table_fail(e, "bad_rules", "%s", why);
    if (table_integer(request, "seats", false, 0, 1000, &s->seats, e) != 0)
        return -1;
    if (table_integer(request, "mano", false, 0, s->seats > 0 ? s->seats - 1 : 0, &s->mano, e) != 0)
        return -1;
    unsigned scorers = rules_scorers(&s->rules, s->seats);
    if (table_scores(request, "score", scorers, s->rules.opt[OPT_TARGET] - 1, s->score, e) != 0)
        return -1;
    return table_scores(request, "chicos", scorers, s->rules.opt[OPT_CHICOS] - 1, s->chicos, e);
}

int table_new(struct table *t, json_t *request, json_t *answer, struct table_error *e)
{
    static const char *const keys[] = {
        "op", "rules", "seats", "score", "chicos", "mano", "vira", "hands", "seed", NULL
    };
    struct setup s;
    struct position pos;
    uint8_t seed[TABLE_SEED];
    char why[RULES_ERROR_TEXT], hex[2 * TABLE_SEED + 1];
    if (table_keys(request, keys, e) != 0 || read_setup(request, &s, e) != 0)
        return -1;
    if (position_new(&pos, &s.rules, s.seats, why) != 0)
        return table_fail(e, "bad_seats", "%s", why);
    for (unsigned i = 0; i < pos.open.scorers; i++) {
        pos.open.score[i] = (uint16_t)s.score[i];
        pos.open.chicos[i] = (uint8_t)s.chicos[i];
    }
    make_seed(seed, s.seed);
    if (deal(&pos, seed, request, s.mano, e) != 0)
        return -1;
    t->open = true;
    t->position = pos;
    t->count = 0;
    memcpy(t->seed, seed, sizeof seed);
    if (s.seed == NULL && json_object_get(request, "hands") == NULL)
        json_object_set_new(answer, "seed", json_string(hex_text(hex, seed, sizeof seed)));
    return 0;
}

int table_next(struct table *t, json_t *request, struct table_error *e)
{
    static const char *const keys[] = { "op", "vira", "hands", NULL };
    if (table_keys(request, keys, e) != 0)
        return -1;
    return deal(&t->position, t->seed, request, FIEL_NOBODY, e);
}
