/* The checks of the SDK: for each one an arbiter that cheats in exactly that way, and seat 0 has to notice. */
#include "support/test.h"

#include "bot.h"
#include "liar.h"

static const enum check expected[LIE_COUNT] = {
#define X(lie, check) [LIE_##lie] = CHECK_##check,
    LIES(X)
#undef X
};
static const char *const lie_name[LIE_COUNT] = {
#define X(lie, check) [LIE_##lie] = #lie,
    LIES(X)
#undef X
};

static const char rules_of_lies[] = "argentino-flor,target=15";

/* A match for this lie. */
static struct liar *liar_for(enum lie lie, bool cut, uint64_t dice)
{
    if (cut || lie >= LIE_CUTTER_SEAT)
        return liar_cut(lie, rules_of_lies, 2, dice);
    return lie >= LIE_TWIN_SIGNATURE ? liar_twin(lie, rules_of_lies, dice) : liar_new(lie, rules_of_lies, 2, dice);
}

/* Plays until the lie was told; some need a hand with a shown card or one played face down.  `cut`: there is a cutter,
 * who has to notice. */
static void one_lie(enum lie lie, bool cut, enum check due)
{
    for (uint64_t dice = 1; dice < 40; dice++) {
        struct liar *l = liar_for(lie, cut, dice);
        const struct party *p = l->bot[l->victim];
        bool ended = liar_run(l);
        bool told = l->told_it;
        enum check failed = p->failed;
        if (told && failed != due)
            print_error("lie %s: check %d \"%s\" instead of %d\n", lie_name[lie], failed, p->why, due);
        if (!told && !ended)
            print_error("before lie %s: %s / %s\n", lie_name[lie], l->bot[0]->why, l->bot[1]->why);
        assert_true(told ? failed == due : ended);
        if (told) {
            uint8_t out[ENVELOPE_MAX];
            assert_true(p->why[0] != '\0');
            assert_true(p->culprit_size > 0);
            assert_true(party_protest(p, out) > 0);
            assert_int_equal(evidence_save(p), 0);
        }
        liar_free(l);
        if (told)
            return;
    }
    print_error("lie %s was never told\n", lie_name[lie]);
    fail();
}

TEST(test_every_lie_is_caught)
{
    for (int lie = LIE_NONE + 1; lie < LIE_COUNT; lie++)
        one_lie((enum lie)lie, false, expected[lie]);
}

/* What is told to all a cutter notices as a bot does. */
TEST(test_a_cutter_notices)
{
    static const enum lie lies[] = {
        LIE_OFFER_BYTES,
        LIE_OFFER_LOGGED,
        LIE_OPEN_OTHER_OFFER,
        LIE_OPEN_OTHER_JOIN,
        LIE_OPEN_SIGNATURE,
        LIE_OPEN_PROOF,
        LIE_SEAL_SIGNATURE,
        LIE_SEAL_SAME,
        LIE_SEAL_OTHER,
        LIE_DEAL_OTHER_CUT,
        LIE_DEAL_MANO,
        LIE_DEAL_MANO_AGAIN,
        LIE_DEAL_TURNED,
        LIE_ACT_SLOT,
        LIE_ACT_CARD,
        LIE_ACT_TOLD,
        LIE_ACT_CLOSED,
        LIE_ACT_AGAIN,
        LIE_DOWN_SLOT,
        LIE_DOWN_AGAIN,
        LIE_SHOW_SLOT,
        LIE_SHOW_CARD,
        LIE_HEAD,
        LIE_HAND_END_SCORE,
        LIE_GAME_SCORE,
        LIE_SIGNED_HAND,
        LIE_RESULT_MATCH,
        LIE_RESULT_GAMES,
        LIE_RESULT_SIGNATURE,
        LIE_RESULT_EARLY,
        LIE_SEED,
        LIE_PACK_OTHER,
    };
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++)
        one_lie(lies[i], true, expected[lies[i]]);
}

TEST(test_a_match_with_a_cutter_ends)
{
    for (uint64_t i = 0; i < 3; i++) {
        OWNED_LIAR *l = liar_cut(LIE_NONE, "argentino-flor,target=15", 2, i + 1);
        if (!liar_run(l))
            print_error("%s / %s / %s\n", l->bot[0]->why, l->bot[1]->why, l->bot[2]->why);
        assert_true(party_over(l->bot[2]) && l->bot[2]->ledger->kept.finished);
        assert_int_equal(l->unasked + l->repeated, 0);
        assert_int_equal(l->signs[2], l->hand);
    }
}

TEST(test_an_honest_match_ends)
{
    static const char *const rules[] = { "argentino", "argentino-flor", "argentino,declare=auto,target=15" };
    for (uint64_t i = 0; i < 6; i++) {
        OWNED_LIAR *l = liar_new(LIE_NONE, rules[i % 3], 2, i + 1);
        if (!liar_run(l))
            print_error("%s / %s\n", l->bot[0]->why, l->bot[1]->why);
        assert_true(party_over(l->bot[0]) && party_over(l->bot[1]));
        assert_int_equal(l->unasked + l->repeated, 0);
        assert_int_equal(l->hellos, 2);
        assert_true(l->bot[0]->ledger->kept.finished);
    }
}

/* Fresh bots play the twin of a match that they have not seen. */
TEST(test_an_honest_pair_ends)
{
    static const char *const rules[] = { "argentino", "argentino-flor", "argentino,declare=auto,target=15" };
    for (uint64_t i = 0; i < 6; i++) {
        struct liar *twin = liar_twin(LIE_NONE, rules[i % 3], i + 1), *first = twin->primary;
        assert_int_equal(first->cut[0] + first->cut[1], 2 * first->offer.hands_max);
        assert_true(liar_run(twin));
        assert_int_equal(twin->unasked + twin->repeated, 0);
        assert_int_equal(twin->cut[0] + twin->cut[1], 0);
        assert_true(first->bot[0]->ledger->kept.finished && twin->bot[0]->ledger->kept.finished);
        liar_free(twin);
    }
}

/* --- one byte changed on the way ------------------------------------------------------------------ */

/* Another process with seat 0's keys, in a folder of its own. */
static struct party *twin_of_zero(struct liar *l, uint64_t dice)
{
    struct party *p = malloc(sizeof *p);
    char command[160];
    assert_non_null(p);
    snprintf(command, sizeof command, "rm -f %s/told-*", l->folder[0]);
    assert_int_equal(system(command), 0);
    liar_secret(l, 0, "signing-key", dice);
    assert_int_equal(party_start(p, "zero", l->folder[0], &l->calls[0]), 0);
    return p;
}

/* Hears messages from..to - 1 of what seat 0 was told, the byte at `change` other than it was. */
static void hear_changed(struct party *p, const struct told *t, uint64_t to, size_t change)
{
    static uint8_t message[ENVELOPE_MAX], out[ENVELOPE_MAX];
    for (uint64_t i = 0; i < to && p->failed == CHECK_FINE; i++) {
        struct packer k;
        size_t size = t->at[i + 1] - t->at[i];
        memcpy(message, t->bytes + t->at[i], size);
        if (change >= t->at[i] && change < t->at[i + 1])
            message[change - t->at[i]] ^= (uint8_t)(1 + change % 255);
        pack_start(&k, out, sizeof out);
        pack_array(&k, 2);
        pack_uint(&k, i);
        pack_raw(&k, message, size);
        party_take(p, out, k.size);
    }
}

/* Whatever byte of a public message is changed, the bot has stopped by the end of the match; and no byte at all
 * makes it stumble. */
TEST(test_one_byte_changed)
{
    enum { DICE = 11, TRIALS = 400 };
    struct fiel_random where = { 5 };
    OWNED_LIAR *l = liar_new(LIE_NONE, "argentino-flor,target=15", 1, DICE);
    assert_true(liar_run(l));
    const struct told *t = l->told[0];
    for (int i = 0; i < TRIALS; i++) {
        size_t change = fiel_random_below(&where, (unsigned)t->size);
        uint64_t at = 0;
        while (change >= t->at[at + 1])
            at++;
        unsigned type = t->bytes[t->at[at] + 1];
        bool open = type != MSG_CARDS && type != MSG_REQUEST && type != MSG_REFUSED;
        OWNED struct party *p = twin_of_zero(l, DICE);
        hear_changed(p, t, t->count, change);
        party_settle(p);
        if (open && p->failed == CHECK_FINE)
            fail_msg("byte %zu of message %llu of type %u", change - t->at[at], (unsigned long long)at, type);
        party_end(p);
    }
}

/* What a second seal leaves behind is enough to convict the arbiter. */
TEST(test_evidence)
{
    OWNED_LIAR *l = liar_new(LIE_SEAL_OTHER, "argentino", 1, 1);
    char path[96], text[300000] = "";
    assert_false(liar_run(l));
    assert_int_equal(evidence_save(l->bot[0]), 0);
    snprintf(path, sizeof path, "%s/evidence.txt", l->folder[0]);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    assert_true(n > 0);
    static const char *const words[] = {
        "check: 13\n",     "what: hand 1\n",       "\noffer: ",      "\nsealed-hands: 1..16\n",
        "\nsealed-list: ", "\nsealed-signature: ", "\nmessage: 9403"
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_holds(text, words[i]);
}
