/* The rules for other languages: tables as blocks of bytes, and many at once.  tests/python/test_rules.py has the rest. */
#include "support/test.h"

#include "foreign.h"

enum { TABLES = 5, STEPS = 400 };

static const struct {
    const char *rules;
    int seats;
} tables[] = {
    { "argentino", 2 },
    { "argentino", 3 },
    { "argentino-flor,gallo=fijo", 3 },
    { "argentino-flor", 4 },
    { "argentino", 6 },
    { "argentino", 8 },
    { "uruguayo", 2 },
    { "paulista", 4 },
    { "paulista-limpo", 2 },
    { "mineiro", 2 },
    { "gauderio", 4 },
    { "venezolano", 2 },
    { "truc-y-flou", 6 },
    { "paulista,ferro_blind=yes,target=2", 2 },
};

TEST(test_wrong_words)
{
    struct position pos;
    char why[TABLE_REASON];
    uint16_t codes[TABLE_CODES];
    uint64_t dice = 1;
    assert_int_equal(fiel_table_new(&pos, "argentino,flor=perhaps", 2, why), -1);
    assert_non_null(strstr(why, "perhaps"));
    assert_int_equal(fiel_table_new(&pos, "argentino", 5, why), -1);
    assert_int_equal(fiel_actions("truco", codes, why), -1);
    assert_int_equal(fiel_table_new(&pos, "argentino", 2, why), 0);
    assert_int_equal(fiel_table_apply(&pos, 257), RULE_HAND_OVER);
    assert_int_equal(fiel_table_deal(&pos, &dice), 0);
    assert_int_equal(fiel_table_deal(&pos, &dice), -1);
    assert_int_equal(fiel_table_apply(&pos, 70000), RULE_NOT_A_WORD);
    assert_int_equal(fiel_table_sample(&pos, "argentino", (const uint8_t *)"\x90", 1, &dice), -1);
}

/* Buffers of the very sizes that are told, so that a byte too many is seen by the sanitizers. */
static struct fiel_batch batch_new(const char *rules, int seats)
{
    char why[TABLE_REASON];
    uint16_t codes[TABLE_CODES], *kept;
    struct position first;
    assert_int_equal(fiel_table_new(&first, rules, seats, why), 0);
    int n = fiel_actions(rules, codes, why);
    assert_true(n > 0);
    struct fiel_batch b = { .tables = calloc(TABLES, sizeof first),
                            .dice = calloc(TABLES, sizeof(uint64_t)),
                            .n = TABLES,
                            .codes = kept = calloc((size_t)n, sizeof *codes),
                            .actions = (size_t)n,
                            .turn = calloc(TABLES, sizeof(int32_t)),
                            .rows = calloc(TABLES, fiel_row_width(&first)),
                            .mask = calloc(TABLES, (size_t)n),
                            .reward = calloc((size_t)(TABLES * seats), sizeof(float)),
                            .done = calloc(TABLES, 1),
                            .legal = calloc(TABLES * FIEL_LEGAL, sizeof(uint16_t)) };
    memcpy(kept, codes, (size_t)n * sizeof *codes);
    for (unsigned i = 0; i < TABLES; i++)
        b.tables[i] = first;
    fiel_dice(b.dice, TABLES, "deal", 77);
    fiel_batch_reset(&b);
    return b;
}

static void batch_free(struct fiel_batch *b)
{
    free(b->tables);
    free(b->dice);
    free((uint16_t *)b->codes);
    free(b->turn);
    free(b->rows);
    free(b->mask);
    free(b->reward);
    free(b->done);
    free(b->legal);
}

/* The mask is what is legal, the row is what the seat on turn sees, told over the wire too; the rewards add up to nothing. */
static void check_told(const struct fiel_batch *b, size_t i, int seats)
{
    uint16_t legal[FIEL_LEGAL_MAX];
    const struct position *pos = &b->tables[i];
    size_t width = fiel_row_width(pos);
    uint8_t row[TABLE_VIEW], told[TABLE_VIEW], wire[TABLE_VIEW];
    char text[RULES_TEXT];
    float sum = 0;
    size_t set = 0;
    int n = fiel_table_legal(pos, legal);
    assert_true(n > 0);
    for (size_t k = 0; k < b->actions; k++)
        set += b->mask[i * b->actions + k];
    assert_int_equal(set, n);
    assert_int_equal(b->legal[i * FIEL_LEGAL], n);
    for (int k = 0; k < n; k++)
        assert_int_equal(b->codes[b->legal[i * FIEL_LEGAL + 1 + (size_t)k]], legal[k]);
    assert_int_equal(b->turn[i], fiel_table_turn(pos));
    fiel_row(pos, b->turn[i], row);
    assert_memory_equal(row, b->rows + i * width, width);
    size_t size = fiel_table_view(pos, b->turn[i], wire);
    assert_int_equal(fiel_row_of_view(rules_text(&pos->open.rules, text), wire, size, told, sizeof told), width);
    assert_memory_equal(row, told, width);
    for (int seat = 0; seat < seats; seat++)
        sum += b->reward[i * (size_t)seats + (size_t)seat];
    assert_true(sum < 1e-3f && sum > -1e-3f);
}

TEST(test_many_tables)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        struct fiel_batch b = batch_new(tables[t].rules, tables[t].seats);
        int32_t ids[TABLES];
        uint64_t dice = 3;
        unsigned ended = 0;
        for (int step = 0; step < STEPS; step++) {
            fiel_batch_choose(&b, ids, &dice);
            assert_int_equal(fiel_batch_step(&b, ids), 0);
            for (size_t i = 0; i < TABLES; i++) {
                check_told(&b, i, tables[t].seats);
                ended += b.done[i] != 0;
            }
        }
        assert_true(ended > 0);
        batch_free(&b);
    }
}

/* What is not legal leaves its table alone; what nobody asks for is not told. */
TEST(test_illegal_and_untold)
{
    struct fiel_batch b = batch_new("argentino", 2), bare = b;
    int32_t ids[TABLES];
    uint64_t dice = 5;
    struct position before = b.tables[1];
    fiel_batch_choose(&b, ids, &dice);
    ids[1] = (int32_t)b.actions;
    assert_int_equal(fiel_batch_step(&b, ids), 1);
    assert_int_equal(b.done[1], 255);
    assert_memory_equal(&b.tables[1], &before, sizeof before);
    bare.turn = NULL;
    bare.rows = NULL;
    bare.mask = NULL;
    bare.reward = NULL;
    bare.done = NULL;
    bare.legal = NULL;
    fiel_batch_choose(&bare, ids, &dice);
    assert_int_equal(fiel_batch_step(&bare, ids), 0);
    fiel_batch_reset(&bare);
    batch_free(&b);
}

/* What one sees, sampled, looks the same; played out, the hand is over. */
TEST(test_samples)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        uint8_t seen[TABLE_VIEW], again[TABLE_VIEW], scorer[FIEL_SEATS_MAX];
        uint16_t score[FIEL_SCORERS_MAX];
        char why[TABLE_REASON];
        struct position pos, guess;
        uint64_t dice = 11;
        assert_int_equal(fiel_table_new(&pos, tables[t].rules, tables[t].seats, why), 0);
        do
            fiel_table_deal(&pos, &dice);
        while (fiel_table_turn(&pos) < 0);
        int seat = fiel_table_turn(&pos);
        size_t size = fiel_table_view(&pos, seat, seen);
        assert_int_equal(fiel_table_sample(&guess, tables[t].rules, seen, size, &dice), 0);
        assert_int_equal(fiel_table_view(&guess, seat, again), size);
        assert_memory_equal(seen, again, size);
        fiel_table_playout(&guess, &dice);
        assert_true(fiel_table_score(&guess, score, scorer) >= 1);
        assert_int_equal(fiel_table_score(&pos, score, scorer), 0);
        assert_int_equal(scorer[tables[t].seats - 1],
                         rules_scorer(&pos.open.rules, tables[t].seats, (unsigned)tables[t].seats - 1));
    }
}
