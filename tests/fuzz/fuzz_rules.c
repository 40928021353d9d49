/* fuzz_rules: bytes as a table, its deals and a script of decisions; `make fuzz` runs it.
 *
 * The bytes choose a preset with up to three options, the seats, the scores and the cards (sometimes raw
 * numbers, which are no cards), then one decision after another by any seat.  What must hold is laws.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/laws_mirror.h"

struct bytes {
    const uint8_t *at, *end;
};

static unsigned take(struct bytes *b) { return b->at < b->end ? *b->at++ : 0; }

static void broken(const struct position *pos, const char *what)
{
    char text[RULES_TEXT];
    fprintf(stderr, "%s: hand %u, phase %u: %s\n", rules_text(&pos->open.rules, text), pos->open.hand, pos->open.phase,
            what);
    abort();
}

static void expect(const struct position *pos, bool holds, const char *what)
{
    if (!holds)
        broken(pos, what);
}

static void check(const struct position *pos)
{
    const char *wrong = position_check(pos);
    if (wrong != NULL)
        broken(pos, wrong);
}

/* --- the table --- */

/* A number that the option has or, once in a while, has not. */
static void add_option(struct bytes *b, char *text, size_t size)
{
    char value[64];
    enum option k = (enum option)(take(b) % OPT_COUNT);
    unsigned v = take(b), used = (unsigned)strlen(text);
    bool number = option_rows[k].values[0] == '#';
    option_value_text(k, number ? v : v % 8, value, sizeof value);
    snprintf(text + used, size - used, ",%s=%s", option_rows[k].name, value);
}

/* Options that the preset does not have are left out again. */
static void choose_rules(struct bytes *b, struct rules *r)
{
    char text[RULES_TEXT], why[RULES_ERROR_TEXT] = "";
    snprintf(text, sizeof text, "%s", preset_rows[take(b) % PRESET_COUNT].name);
    for (unsigned n = take(b) % 4; n > 0; n--) {
        struct rules probe;
        size_t before = strlen(text);
        add_option(b, text, sizeof text);
        if (rules_parse(text, &probe, why) != 0)
            text[before] = '\0';
    }
    if (rules_parse(text, r, why) != 0)
        abort();
}

static bool choose_table(struct bytes *b, struct position *pos)
{
    struct rules r;
    char why[RULES_ERROR_TEXT] = "";
    choose_rules(b, &r);
    int seats = (int)(take(b) % 11) - 1;
    if (position_new(pos, &r, seats, why) != 0) {
        if (why[0] == '\0')
            abort();
        return false;
    }
    for (unsigned side = 0; side < 2; side++)
        pos->open.score[side] = (uint16_t)(take(b) % r.opt[OPT_TARGET]);
    return true;
}

/* --- a deal --- */

static card_t draw(struct bytes *b, const struct rules *r, uint64_t *drawn)
{
    unsigned c = take(b) % FIEL_CARDS;
    while ((*drawn >> c & 1u) != 0 || !rules_have_card(r, (card_t)c))
        c = (c + 1) % FIEL_CARDS;
    *drawn |= (uint64_t)1 << c;
    return (card_t)c;
}

/* Cards of the pack, or (one deal of sixteen) whatever the bytes say. */
static void choose_cards(struct bytes *b, const struct position *pos, int mano,
                         card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX], card_t *vira)
{
    uint64_t drawn = 0;
    unsigned first = pos->open.hand == 0 ? (unsigned)mano : (pos->open.mano + 1u) % pos->open.seats;
    unsigned gallo = rules_gallo(&pos->open.rules, pos->open.seats, first);
    bool raw = take(b) % 16 == 15;
    memset(cards, CARD_NONE, FIEL_SEATS_MAX * FIEL_HELD_MAX);
    for (unsigned seat = 0; seat < pos->open.seats; seat++)
        for (unsigned k = 0; k < (raw || seat == gallo ? 4u : 3u); k++)
            cards[seat][k] = raw ? (card_t)take(b) : draw(b, &pos->open.rules, &drawn);
    *vira = CARD_NONE;
    if (raw)
        *vira = (card_t)take(b);
    else if (rules_turn_card(&pos->open.rules))
        *vira = draw(b, &pos->open.rules, &drawn);
}

static bool deal(struct bytes *b, struct position *pos)
{
    card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX], vira;
    char why[RULES_ERROR_TEXT] = "";
    struct position before = *pos;
    int mano = pos->open.hand == 0 ? (int)(take(b) % 10) - 1 : FIEL_NOBODY;
    choose_cards(b, pos, mano, cards, &vira);
    if (position_deal(pos, cards, vira, mano, why) == 0) {
        check(pos);
        return true;
    }
    expect(pos, memcmp(pos, &before, sizeof before) == 0, "a refused deal changed something");
    expect(pos, why[0] != '\0', "a refused deal has no reason");
    return false;
}

/* --- decisions --- */

static void decide(struct position *pos, int seat, struct action a)
{
    static law *const laws[] = { law_state, law_points, law_word, law_beside, law_view, law_mirror };
    struct action list[FIEL_LEGAL_MAX];
    struct position out = *pos;
    int n = position_legal(pos, seat, list);
    expect(pos, n >= 0 && n <= FIEL_LEGAL_MAX, "the legal list is too long");
    const char *wrong = one_word(pos, seat, a, list, n);
    if (wrong != NULL)
        broken(pos, wrong);
    if (position_apply(pos, seat, a, &out) != RULE_OK)
        return;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        if ((wrong = laws[i](pos, seat, a, &out)) != NULL)
            broken(pos, wrong);
    *pos = out;
}

/* Three of four bytes are an index into the legal list; else the seat and the action are any. */
static void step(struct bytes *b, struct position *pos)
{
    struct action list[FIEL_LEGAL_MAX];
    unsigned first = take(b);
    int n = position_legal(pos, position_turn(pos), list);
    if (first % 4 != 3 && n > 0)
        decide(pos, position_turn(pos), list[first / 4 % (unsigned)n]);
    else {
        int seat = (int)(first / 4 % 10) - 1;
        unsigned kind = take(b), arg = take(b);
        decide(pos, seat < 0 ? position_turn(pos) : seat, (struct action){ (uint8_t)(kind % 32), (uint8_t)arg });
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = { data, data + size };
    struct position pos;
    if (!choose_table(&b, &pos))
        return 0;
    check(&pos);
    while (b.at < b.end) {
        if (pos.open.hand_over && !deal(&b, &pos))
            return 0;
        while (!pos.open.hand_over && b.at < b.end)
            step(&b, &pos);
    }
    return 0;
}
