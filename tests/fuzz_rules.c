/* fuzz_rules: bytes as a table, its deals and a script of decisions; `make fuzz` runs it.
 *
 * The bytes choose a preset with up to three options, the seats, the scores and the cards (sometimes raw
 * numbers, which are no cards), then one decision after another by any seat.  What must hold:
 * match_check() after every step; what is refused leaves everything as it was and has a sentence; the legal
 * list and match_apply() agree; every legal action has a word that means it; points never fall. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/match.h"

struct bytes {
    const uint8_t *at, *end;
};

static unsigned take(struct bytes *b)
{
    return b->at < b->end ? *b->at++ : 0;
}

static void broken(const struct match *m, const char *what)
{
    char text[RULES_TEXT];
    fprintf(stderr, "%s: hand %u, phase %u: %s\n", rules_text(&m->open.rules, text), m->open.hand,
            m->open.phase, what);
    abort();
}

static void expect(const struct match *m, bool holds, const char *what)
{
    if (!holds)
        broken(m, what);
}

static void check(const struct match *m)
{
    const char *wrong = match_check(m);
    if (wrong != NULL)
        broken(m, wrong);
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

static bool choose_table(struct bytes *b, struct match *m)
{
    struct rules r;
    char why[RULES_ERROR_TEXT] = "";
    choose_rules(b, &r);
    int seats = (int)(take(b) % 11) - 1;
    if (match_new(m, &r, seats, why) != 0) {
        if (why[0] == '\0')
            abort();
        return false;
    }
    for (unsigned side = 0; side < 2; side++)
        m->open.score[side] = (uint16_t)(take(b) % r.opt[OPT_TARGET]);
    return true;
}

/* --- a deal --- */

static card_t draw(struct bytes *b, const struct rules *r, uint64_t *drawn)
{
    unsigned c = take(b) % CARDS;
    while ((*drawn >> c & 1u) != 0 || !rules_have_card(r, (card_t)c))
        c = (c + 1) % CARDS;
    *drawn |= (uint64_t)1 << c;
    return (card_t)c;
}

/* Cards of the pack, or (one deal of sixteen) whatever the bytes say. */
static void choose_cards(struct bytes *b, const struct match *m, card_t cards[SEATS_MAX][HELD_MAX],
                         card_t *vira)
{
    uint64_t drawn = 0;
    bool raw = take(b) % 16 == 15;
    memset(cards, CARD_NONE, SEATS_MAX * HELD_MAX);
    for (unsigned seat = 0; seat < m->open.seats; seat++)
        for (unsigned k = 0; k < (raw ? 4u : 3u); k++)
            cards[seat][k] = raw ? (card_t)take(b) : draw(b, &m->open.rules, &drawn);
    *vira = CARD_NONE;
    if (raw)
        *vira = (card_t)take(b);
    else if (rules_turn_card(&m->open.rules))
        *vira = draw(b, &m->open.rules, &drawn);
}

static bool deal(struct bytes *b, struct match *m)
{
    card_t cards[SEATS_MAX][HELD_MAX], vira;
    char why[RULES_ERROR_TEXT] = "";
    struct match before = *m;
    choose_cards(b, m, cards, &vira);
    int mano = m->open.hand == 0 ? (int)(take(b) % 10) - 1 : NOBODY;
    if (match_deal(m, cards, vira, mano, why) == 0) {
        check(m);
        return true;
    }
    expect(m, memcmp(m, &before, sizeof before) == 0, "a refused deal changed something");
    expect(m, why[0] != '\0', "a refused deal has no reason");
    return false;
}

/* --- decisions --- */

static bool listed(const struct action *list, int n, struct action a)
{
    for (int i = 0; i < n; i++)
        if (action_code(list[i]) == action_code(a))
            return true;
    return false;
}

static void check_word(const struct match *m, struct action a)
{
    char text[ACTION_TEXT];
    struct action back = { 0, 0 };
    action_text(&m->open, a, text);
    expect(m, action_parse(&m->open, text, &back) == RULE_OK && action_code(back) == action_code(a),
           "a legal action has no word of its own");
}

static void check_points(const struct match *before, const struct match *m)
{
    for (unsigned side = 0; side < 2; side++)
        expect(m, m->open.score[side] >= before->open.score[side], "points fell");
}

/* What a seat sees gives it the same list as the match. */
static void check_view(const struct match *m, int seat, const struct action *list, int n)
{
    struct view v;
    struct action seen[LEGAL_MAX];
    match_view(m, seat, &v);
    int count = view_legal(&v, seen);
    expect(m, count == n, "a view has another list than the match");
    for (int i = 0; i < n; i++)
        expect(m, action_code(seen[i]) == action_code(list[i]), "a view has another list than the match");
}

static void decide(struct match *m, int seat, struct action a)
{
    struct action list[LEGAL_MAX];
    struct match out, untouched;
    int n = match_legal(m, seat, list);
    expect(m, n >= 0 && n <= LEGAL_MAX, "the legal list is too long");
    check_view(m, seat, list, n);
    memset(&untouched, 0x5a, sizeof untouched);
    out = untouched;
    enum rule_error e = match_apply(m, seat, a, &out);
    expect(m, (e == RULE_OK) == listed(list, n, a), "the legal list and match_apply differ");
    if (e != RULE_OK) {
        expect(m, memcmp(&out, &untouched, sizeof out) == 0, "a refused action changed something");
        expect(m, rule_error_text(e)[0] != '\0', "a refusal has no sentence");
        return;
    }
    check_word(m, a);
    check_points(m, &out);
    check(&out);
    *m = out;
}

/* Three of four bytes are an index into the legal list; else the seat and the action are any. */
static void step(struct bytes *b, struct match *m)
{
    struct action list[LEGAL_MAX];
    unsigned first = take(b);
    int n = match_legal(m, match_turn(m), list);
    if (first % 4 != 3 && n > 0)
        decide(m, match_turn(m), list[first / 4 % (unsigned)n]);
    else {
        int seat = (int)(first / 4 % 10) - 1;
        unsigned kind = take(b), arg = take(b);
        decide(m, seat < 0 ? match_turn(m) : seat, (struct action){ (uint8_t)(kind % 32), (uint8_t)arg });
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct bytes b = { data, data + size };
    struct match m;
    if (!choose_table(&b, &m))
        return 0;
    check(&m);
    while (b.at < b.end) {
        if (m.open.hand_over && !deal(&b, &m))
            return 0;
        while (!m.open.hand_over && b.at < b.end)
            step(&b, &m);
    }
    return 0;
}
