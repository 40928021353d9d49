/* Notes (EXTENSIONS.md section 4): told to their giver alone, as far as its bytes last, and nothing else depends on them. */
#define SIM_PARTIES 8
#include "support/sim_signs.h"

#include "support/test.h"

enum { GIVER = 1, RIVAL = 0, TAKEN = 9 };
static const char thought[] = "¿qué tendrá?";

static struct sim *noted(const char *rules, unsigned seats, unsigned sign, const char *note)
{
    struct referee_config c = config(rules, seats, 1);
    c.sign = (uint8_t)sign;
    c.note_bytes = TAKEN * (sizeof thought - 1) + 3; /* and no room for a tenth */
    struct sim *s = sim_new(&c, 11);
    s->party[GIVER].bot.note = note;
    sim_play(s);
    sim_audit(s);
    return s;
}

/* Each stands before what all are told of that answer, and nobody else hears it; what has no room is dropped. */
TEST(test_told_to_its_giver)
{
    for (unsigned sign = SIGN_HAND; sign <= SIGN_DECISION; sign++) {
        OWNED_SIM *s = noted("argentino,target=15", 2, sign, thought);
        struct replay r;
        struct record rec;
        unsigned before = 0, notes = 0;
        replay_over(&r, s->record.bytes, s->record.size);
        for (; replay_next(&r, &rec); before = rec.type)
            if (rec.type == MSG_NOTE) {
                assert_int_equal(rec.visibility, visible_to(GIVER));
                assert_int_equal(before, REC_RECEIVED);
                notes++;
            }
        assert_int_equal(notes, TAKEN);
        assert_int_equal(s->party[GIVER].bot.notes, TAKEN);
        assert_int_equal(s->faults, 0);
    }
}

/* What a rival is told, message by message, but for what is a hash of all chains. */
static bool heard_alike(const struct sim *a, const struct sim *b)
{
    const struct sim_bot *one = &a->party[RIVAL].bot, *two = &b->party[RIVAL].bot;
    bool alike = one->told_count == two->told_count;
    for (size_t i = 0; alike && i < one->told_count; i++) {
        const struct sim_told *x = &one->told[i], *y = &two->told[i];
        unsigned type = x->bytes[1];
        bool hashed = type == MSG_OPEN || type == MSG_HANDS_END || type == MSG_SIGNED || type == MSG_RESULT;
        alike = x->size == y->size && type == y->bytes[1] && (hashed || memcmp(x->bytes, y->bytes, x->size) == 0);
    }
    return alike;
}

TEST(test_a_rival_hears_nothing)
{
    static const char *const rules[] = { "argentino,target=15", "argentino,signs=on,signs_per_decision=2" };
    for (unsigned i = 0; i < 2; i++) {
        OWNED_SIM *with = noted(rules[i], i ? 4 : 2, SIGN_HAND, thought),
                  *without = noted(rules[i], i ? 4 : 2, SIGN_HAND, NULL);
        assert_true(heard_alike(with, without));
        assert_int_equal(with->party[GIVER].bot.notes, TAKEN);
    }
}
