/* tables: every table there is, rules as text and how many sit there, and what is dealt and said at one by chance.
 *
 * The laws, the views, the playouts and the benchmark go over the same tables, so a preset, an option or a table
 * size that is added is tried by all of them. */
#ifndef TESTS_TABLES_H
#define TESTS_TABLES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"
#include "rules/position.h"
#include "sample.h"

/* What is done at a table. */
typedef void with_table(const char *text, const struct rules *r, unsigned seats, void *with);

/* Ends the program: tests that go over tables are not all of one kind. */
static inline void table_broken(const char *text, unsigned seats, const char *what)
{
    fprintf(stderr, "%s, %u seats: %s\n", text, seats, what);
    abort();
}

/* --- every table --- */

/* Every table size of one text of rules; a text that is refused is none. */
static inline void for_every_size(const char *text, with_table *then, void *with)
{
    struct rules r;
    struct position pos;
    char why[RULES_ERROR_TEXT];
    if (rules_parse(text, &r, why) != 0)
        return;
    for (unsigned seats = 2; seats <= FIEL_SEATS_MAX; seats++)
        if (position_new(&pos, &r, (int)seats, why) == 0)
            then(text, &r, seats, with);
}

/* The presets as they stand. */
static inline void for_every_preset(with_table *then, void *with)
{
    for (unsigned p = 0; p < PRESET_COUNT; p++)
        for_every_size(preset_rows[p].name, then, with);
}

/* One value of one option, alone and beside options that open more phases; `texts` counts them. */
static inline void for_one_value(enum preset p, enum option k, unsigned v, unsigned *texts, with_table *then,
                                 void *with)
{
    static const char *const also[] = {
        "",
        ",truco_turn=any_time",
        ",flor_policy=manual_seed003",
        ",ferro_blind=yes,eleven_view=both",
        ",declare=auto",
        ",truco_in_eleven=loses_game,concede=no",
        ",flor_ends=trick,ga_quiero=per_flor",
    };
    char value[64], text[256];
    bool number = option_rows[k].values[0] == '#';
    option_value_text(k, number ? 3 * v + 2 : v, value, sizeof value);
    for (unsigned a = 0; value[0] != '\0' && a < sizeof also / sizeof *also; a++) {
        snprintf(text, sizeof text, "%s,%s=%s%s", preset_rows[p].name, option_rows[k].name, value, also[a]);
        if ((*texts)++ % SAMPLE == 0)
            for_every_size(text, then, with);
    }
}

/* Every value of every option of every preset. */
static inline void for_every_setting(with_table *then, void *with)
{
    unsigned texts = 0;
    for_every_preset(then, with);
    for (unsigned p = 0; p < PRESET_COUNT; p++)
        for (unsigned k = 0; k < OPT_COUNT; k++)
            for (unsigned v = 0; option_in_preset((enum option)k, (enum preset)p) && v < 8; v++)
                for_one_value((enum preset)p, (enum option)k, v, &texts, then, with);
}

static inline struct position empty_table(const struct rules *r, unsigned seats)
{
    struct position pos;
    char why[RULES_ERROR_TEXT] = "";
    if (position_new(&pos, r, (int)seats, why) != 0)
        table_broken(preset_rows[r->preset].name, seats, why);
    return pos;
}

/* --- cards --- */

static inline void swap_cards(card_t *pack, unsigned i, unsigned j)
{
    card_t c = pack[i];
    pack[i] = pack[j];
    pack[j] = c;
}

static inline unsigned shuffled_pack(const struct rules *r, struct random *random, card_t pack[FIEL_CARDS])
{
    unsigned size = 0;
    for (unsigned c = 0; c < FIEL_CARDS; c++)
        if (rules_have_card(r, (card_t)c))
            pack[size++] = (card_t)c;
    for (unsigned i = 0; i < size; i++)
        swap_cards(pack, i, i + random_below(random, size - i));
    return size;
}

/* Puts cards of one suit at the three places from `at`, taken from anywhere in the pack. */
static inline void gather_suit(card_t *pack, unsigned size, unsigned at, unsigned suit)
{
    for (unsigned k = 0, j = 0; k < 3; k++) {
        while (j < size && (card_suit(pack[j]) != suit || (j >= at && j < at + k)))
            j++;
        if (j == size)
            return;
        swap_cards(pack, j++, at + k);
    }
}

/* Deals `pack`, three cards after the other to each seat, then the gallo's fourth and the card that is turned. */
static inline void lay_pack(struct position *pos, const card_t *pack, struct random *random)
{
    card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    char why[RULES_ERROR_TEXT] = "";
    unsigned seats = pos->open.seats;
    memset(cards, CARD_NONE, sizeof cards);
    for (unsigned i = 0; i < 3 * seats; i++)
        cards[i / 3][i % 3] = pack[i];
    unsigned next = 3 * seats,
             first = pos->open.hand == 0 ? random_below(random, seats) : (pos->open.mano + 1u) % seats;
    unsigned gallo = rules_gallo(&pos->open.rules, (int)seats, first);
    if (gallo != FIEL_NOBODY)
        cards[gallo][3] = pack[next++];
    card_t vira = rules_turn_card(&pos->open.rules) ? pack[next] : CARD_NONE;
    int mano = pos->open.hand == 0 ? (int)first : FIEL_NOBODY;
    if (position_deal(pos, cards, vira, mano, why) != 0)
        table_broken(preset_rows[pos->open.rules.preset].name, seats, why);
}

/* Every third hand holds a flor, or they would be rare. */
static inline void deal_biased(struct position *pos, struct random *random)
{
    card_t pack[FIEL_CARDS];
    unsigned size = shuffled_pack(&pos->open.rules, random, pack);
    for (unsigned seat = 0; seat < pos->open.seats; seat++)
        if (random_below(random, 3) == 0)
            gather_suit(pack, size, 3 * seat, random_below(random, 4));
    lay_pack(pos, pack, random);
}

/* --- scores and decisions --- */

/* Near the target in one hand of three, where eleven and iron are and bets change their worth. */
static inline void random_score(struct position *pos, struct random *random)
{
    unsigned target = pos->open.rules.opt[OPT_TARGET], near = target < 3 ? target : 3;
    for (unsigned s = 0; s < pos->open.scorers; s++)
        pos->open.score[s] = (uint16_t)(random_below(random, 2) ? random_below(random, target)
                                                                : target - 1 - random_below(random, near));
}

/* The next hand of a match that goes on; now and then the game stands elsewhere. */
static inline void next_deal(struct position *pos, struct random *random)
{
    if (!pos->open.game_over && random_below(random, 3) == 0)
        random_score(pos, random);
    deal_biased(pos, random);
}

/* Giving up is rare, or most hands would be short; so are bets by number, which are many. */
static inline struct action pick_action(const struct position *pos, struct random *random)
{
    struct action list[FIEL_LEGAL_MAX];
    int n = position_legal(pos, position_turn(pos), list);
    if (n < 1 || n > FIEL_LEGAL_MAX)
        table_broken(preset_rows[pos->open.rules.preset].name, pos->open.seats, "nobody may do anything");
    struct action a = list[random_below(random, (unsigned)n)];
    if (a.kind != ACT_PLAY && a.kind != ACT_PLAY_DOWN && a.kind != ACT_RAISE && a.arg != 0)
        a = list[random_below(random, (unsigned)n)];
    bool gives_up = a.kind == ACT_MAZO || a.kind == ACT_NO_QUIERO || a.kind == ACT_ELEVEN_RUN;
    return gives_up && random_below(random, 4) != 0 ? list[0] : a;
}

/* Of those who call and pass much: a question that goes round, and another over it, are rare elsewhere. */
static inline struct action pick_passing(const struct position *pos, struct random *random)
{
    struct action list[FIEL_LEGAL_MAX], calls[FIEL_LEGAL_MAX];
    unsigned n = 0;
    for (int i = 0, all = position_legal(pos, position_turn(pos), list); i < all; i++) {
        if (list[i].kind == ACT_PASS && random_below(random, 5) < 3)
            return list[i];
        if ((list[i].kind >= ACT_ENVIDO && list[i].kind <= ACT_CONTRAFLOR_RESTO) || list[i].kind == ACT_RAISE ||
            (list[i].kind >= ACT_FLOR_ENVIDO && list[i].kind <= ACT_TRUC_REST))
            calls[n++] = list[i];
    }
    return n > 0 && random_below(random, 2) == 0 ? calls[random_below(random, n)] : pick_action(pos, random);
}

#endif
