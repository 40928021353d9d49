/* How many hands there are: the histories from fixed deals are counted and held against a file.
 *
 * Every line of tests/corpus/perft.jsonl is a deal, perhaps with words already said (`say`), and
 *     nodes   how many histories of 1, 2, 3 ... decisions there are,
 *     calls   how many sequences of words can be said before the next card (each ends with a card, all cards
 *             being one, or with the hand),
 *     whole   how many complete histories lead to the end of the hand, where they are few enough to count.
 * The numbers were made with `test_perft --count < deals`, which prints its input with the counts filled in.
 * They were cross-checked, and are on every run as far as it is quick, by a second counter that never asks
 * for a legal list: it offers every action with every argument for every seat to position_apply() and counts
 * what is accepted.  One deal can be counted by hand: an unseen iron hand that nobody may give up and that
 * the first two tricks decide has 3 * 3 * 2 * 2 = 36 histories. */
#include "support/rules_play.h"
#include "support/sample.h"
#include "child/json_text.h"

#include <jansson.h>

enum { DEPTHS = 6, ENOUGH = 400000 /* nobody counts further */, SLOW = 2000 /* positions * seats */ };

/* --- counting --- */

/* The possible decisions of a position: by list, or by trying. */
struct choices {
    unsigned count;
    uint8_t seat[FIEL_LEGAL_MAX];
    struct action action[FIEL_LEGAL_MAX];
};

typedef void find_choices(const struct position *pos, struct choices *c);

static void by_list(const struct position *pos, struct choices *c)
{
    c->count = (unsigned)position_legal(pos, position_turn(pos), c->action);
    memset(c->seat, position_turn(pos), sizeof c->seat);
}

static void by_trying(const struct position *pos, struct choices *c)
{
    struct position out;
    c->count = 0;
    for (int seat = 0; seat < pos->open.seats; seat++)
        for (unsigned kind = 0; kind <= ACTION_LAST + 1; kind++)
            for (unsigned arg = 0; arg < 256; arg += arg == FIEL_CARDS ? 213 : 1) {
                struct action a = { (uint8_t)kind, (uint8_t)arg };
                if (position_apply(pos, seat, a, &out) != RULE_OK)
                    continue;
                assert_true(c->count < FIEL_LEGAL_MAX);
                c->seat[c->count] = (uint8_t)seat;
                c->action[c->count++] = a;
            }
}

/* What is counted: histories of `depth` decisions, whole ones, or words before a card. */
enum counting { NODES, WHOLE, CALLS };

struct count {
    enum counting what;
    find_choices *find;
    unsigned long leaves; /* stops soon after ENOUGH */
};

static void count_from(struct count *c, const struct position *pos, unsigned depth)
{
    struct choices choices;
    struct position next;
    bool card = false;
    if (c->what == NODES ? depth == 0 : pos->open.hand_over) {
        c->leaves++;
        return;
    }
    if (pos->open.hand_over || c->leaves > ENOUGH)
        return;
    c->find(pos, &choices);
    for (unsigned i = 0; i < choices.count; i++) {
        if (c->what == CALLS && plays_card(choices.action[i])) {
            card = true;
            continue;
        }
        assert_int_equal(position_apply(pos, choices.seat[i], choices.action[i], &next), RULE_OK);
        count_from(c, &next, depth - 1);
    }
    c->leaves += card;
}

static unsigned long count(const struct position *pos, enum counting what, unsigned depth, find_choices *find)
{
    struct count c = { what, find, 0 };
    count_from(&c, pos, depth);
    return c.leaves;
}

/* --- the file --- */

static struct position match_of(const json_t *line)
{
    const json_t *score = json_object_get(line, "score");
    const char *vira = json_string_value(json_object_get(line, "vira"));
    struct position pos = table_of(json_text(line, "rules"), (int)json_integer_value(json_object_get(line, "seats")),
                                   (int)json_integer_value(json_array_get(score, 0)),
                                   (int)json_integer_value(json_array_get(score, 1)));
    deal_turned(&pos, (int)json_integer_value(json_object_get(line, "mano")), vira, json_text(line, "hands"));
    say(&pos, json_text(line, "say"));
    return pos;
}

/* Calls `then` for every line of an open file; gives their number. */
static unsigned for_every_line(FILE *file, void (*then)(json_t *line, unsigned number))
{
    char text[2048];
    unsigned lines = 0;
    while (fgets(text, sizeof text, file)) {
        json_error_t error;
        json_auto_t *line = json_loads(text, 0, &error);
        if (line == NULL)
            fail_msg("line %u: %s", lines + 1, error.text);
        then(line, ++lines);
    }
    return lines;
}

/* --- filling it in --- */

static void set_count(json_t *line, const char *name, unsigned long n)
{
    if (n <= ENOUGH)
        json_object_set_new(line, name, json_integer((json_int_t)n));
}

static void print_counted(json_t *line, unsigned number)
{
    struct position pos = match_of(line);
    json_t *nodes = json_array();
    unsigned long n = 0;
    (void)number;
    for (unsigned depth = 1; depth <= DEPTHS && n <= ENOUGH; depth++) {
        n = count(&pos, NODES, depth, by_list);
        if (n > 0 && n <= ENOUGH)
            json_array_append_new(nodes, json_integer((json_int_t)n));
    }
    json_object_set_new(line, "nodes", nodes);
    set_count(line, "calls", count(&pos, CALLS, 0, by_list));
    set_count(line, "whole", count(&pos, WHOLE, 0, by_list));
    json_dumpf(line, stdout, JSON_PRESERVE_ORDER);
    putchar('\n');
}

/* --- checking it --- */

static unsigned long slow_counts;

/* `before` is the number of positions that are tried, or near it. */
static void assert_count(const struct position *pos, enum counting what, unsigned depth, unsigned long before,
                         const json_t *expected, unsigned number)
{
    static const char *const words[] = { "nodes", "whole", "calls" };
    unsigned long stands = (unsigned long)json_integer_value(expected);
    if (stands > ENOUGH / SAMPLE)
        return;
    unsigned long n = count(pos, what, depth, by_list);
    if (n != stands)
        fail_msg("line %u: %s %u: %lu, not %lu", number, words[what], depth, n, stands);
    if (before * pos->open.seats > SLOW)
        return;
    slow_counts++;
    n = count(pos, what, depth, by_trying);
    if (n != stands)
        fail_msg("line %u: %s %u: %lu by trying everything, not %lu", number, words[what], depth, n, stands);
}

static void check_line(json_t *line, unsigned number)
{
    struct position pos = match_of(line);
    const json_t *nodes = json_object_get(line, "nodes");
    const json_t *calls = json_object_get(line, "calls"), *whole = json_object_get(line, "whole");
    unsigned long before = 1;
    assert_true(json_array_size(nodes) > 0);
    for (unsigned depth = 1; depth <= json_array_size(nodes); depth++) {
        const json_t *expected = json_array_get(nodes, depth - 1);
        assert_count(&pos, NODES, depth, before, expected, number);
        before = (unsigned long)json_integer_value(expected);
    }
    if (calls != NULL)
        assert_count(&pos, CALLS, 0, 2 * (unsigned long)json_integer_value(calls), calls, number);
    if (whole != NULL)
        assert_count(&pos, WHOLE, 0, 2 * (unsigned long)json_integer_value(whole), whole, number);
}

TEST(counts_stand)
{
    FILE *file = fopen("tests/corpus/perft.jsonl", "r");
    assert_non_null(file);
    unsigned lines = for_every_line(file, check_line);
    fclose(file);
    printf("perft: %u deals; %lu counts made a second time by trying every action\n", lines, slow_counts);
    assert_true(lines >= 20 && slow_counts >= 2 * lines);
}

TEST(by_hand)
{
    struct position pos = table_of("paulista,ferro_blind=yes,concede=no", 2, 11, 11);
    deal_turned(&pos, 0, "7S", "3C 3H 3D / 4C 4H 4D");
    assert_int_equal(count(&pos, WHOLE, 0, by_list), 36);
    assert_int_equal(count(&pos, WHOLE, 0, by_trying), 36);
    assert_int_equal(count(&pos, CALLS, 0, by_list), 1);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--count") == 0) {
        for_every_line(stdin, print_counted);
        return 0;
    }
    return tests_run();
}
