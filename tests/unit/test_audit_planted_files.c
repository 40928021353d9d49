/* Frauds over two files that were planted by somebody who did not write the auditor: the legs of a pair between which somebody is
 * exchanged.
 *
 * The records of the pairs are kept two by two, for the second opinion (e2e/second). */
#include "support/test.h"

#include "support/planted.h"
#include "support/printed.h"

static struct forge *first_new(void)
{
    struct forge *f = forge_new("argentino,target=12", 1, 7);
    f->reveal = REVEAL_PAIR;
    return f;
}

/* What is played at seats 0 and 1: artifacts, keys and where they run. */
struct sits {
    uint8_t bot[2], key[2]; /* 0: not known; the forger's own */
    uint8_t held[2];
};

static void seat_them(struct forge *f, const struct sits *at)
{
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        memset(f->offer.bots[i], at->bot[i], ID);
        f->offer.held[i] = at->held[i];
        f->bound[i] = at->held[i] == HELD_REMOTE;
    }
    forge_prepare(f);
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        if (at->key[i])
            forge_key(f->seat[i].public_key, f->seat[i].secret_key, at->key[i]);
    forge_go(f);
}

#define HOSTED(a, b) \
    { \
        { a, b }, { 0 }, { 0 } \
    }
#define ELSEWHERE(key_a, key_b, held_a, held_b) \
    { \
        { 0 }, { key_a, key_b }, { held_a, held_b } \
    }
#define PAIR(what, first, second, blind, says, valid) \
    { \
        what, first, second, blind, { 0 }, says, valid \
    }

static const struct pair {
    const char *what;
    struct sits first, second;
    bool blind;
    const char *name[2]; /* in the second leg, else what they have to be */
    const char *says;    /* a part of the pair's first line; or, of a leg that does not hold by itself, of its own */
    bool valid;
} pairs[] = {
    PAIR("two bots, exchanged", HOSTED(1, 2), HOSTED(2, 1), false, "a valid pair\n", true),
    PAIR("two bots of a blind match, exchanged", HOSTED(1, 2), HOSTED(2, 1), true, "a valid pair\n", true),
    PAIR("two bots elsewhere, exchanged", ELSEWHERE(1, 2, 3, 3), ELSEWHERE(2, 1, 3, 3), false, "a valid pair, unheld\n",
         true),
    PAIR("the bots keep their seats, and the names do not", HOSTED(1, 2), HOSTED(1, 2), false,
         "the sides of its primary are not exchanged", false),
    PAIR("another program plays the second leg under the name", HOSTED(1, 2), HOSTED(2, 3), false,
         "the sides of its primary are not exchanged", false),
    PAIR("the bots of a blind match keep their seats", HOSTED(1, 2), HOSTED(1, 2), true, "by its header another bot",
         false),
    PAIR("another program plays the second leg of a blind match", HOSTED(1, 2), HOSTED(2, 3), true,
         "by its header another bot", false),
    { "the players of a blind match have other names in the second leg",
      HOSTED(0, 0),
      HOSTED(0, 0),
      true,
      { "pedro", "juana" },
      "by its header another bot",
      false },
    PAIR("the bots elsewhere keep their seats, and the names do not", ELSEWHERE(1, 2, 3, 3), ELSEWHERE(1, 2, 3, 3),
         false, "who plays elsewhere has not the other side", false),
    PAIR("another bot elsewhere plays the second leg", ELSEWHERE(1, 2, 3, 3), ELSEWHERE(2, 3, 3, 3), false,
         "who plays elsewhere has not the other side", false),
    PAIR("the host's own bot plays the second leg for one elsewhere", ELSEWHERE(1, 2, 0, 3), HOSTED(0, 0), false,
         "who plays elsewhere has not the other side", false),
    PAIR("one that runs elsewhere plays the second leg for the host's bot", HOSTED(0, 0), ELSEWHERE(0, 5, 0, 3), false,
         "who plays elsewhere has not the other side", false),
    PAIR("a hosted bot has one key in both legs", ELSEWHERE(1, 2, 0, 0), ELSEWHERE(2, 9, 0, 0), false,
         "it is the fault \"key-again\"", false),
};

static char *first_lines(const struct forge *a, const struct forge *b, struct audit_pair *p)
{
    static char name_a[] = "a", name_b[] = "b", *const names[] = { name_a, name_b };
    size_t size[2];
    uint8_t *file[2] = { forge_file(a, a->arbiter_secret, &size[0]), forge_file(b, b->arbiter_secret, &size[1]) };
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(audit_bytes(file[i], size[i], NULL, &p->leg[i]), 0);
    audit_both(p);
    FILE *out = print_begin();
    audit_pair_print_quiet(out, names, p);
    for (unsigned i = 0; i < 2; i++)
        audit_print_quiet(out, names[i], &p->leg[i]);
    free(file[0]);
    free(file[1]);
    return print_end();
}

TEST(nobody_is_exchanged_between_the_legs)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const struct pair *x = &pairs[i];
        struct audit_pair p;
        OWNED_FORGE *a = first_new(), *b;
        a->offer.blind = x->blind;
        seat_them(a, &x->first);
        b = forge_twin(a, 9);
        b->offer.blind = x->blind;
        for (unsigned k = 0; k < FORGE_SEATS && x->name[k]; k++)
            snprintf(b->name[k], NAME_TEXT, "%s", x->name[k]);
        seat_them(b, &x->second);
        char *text = first_lines(a, b, &p);
        bool arbiter = x->valid || p.blame == BLAME_ARBITER || p.leg[1].blame == BLAME_ARBITER;
        if (p.valid != x->valid || !arbiter || !strstr(text, x->says))
            fail_msg("%s: blame %d: %s", x->what, (int)p.blame, text);
    }
}

/* The first line of a pair says on what each leg rests, as that of a match does. */
TEST(a_game_that_was_given_away_is_said)
{
    struct audit_pair p;
    OWNED_FORGE *a = first_new();
    a->games = 2;
    forge_run(forge_with(a, TWIST_SILENCE, 4));
    OWNED_FORGE *b = forge_run(forge_twin(a, 9));
    char *text = first_lines(a, b, &p);
    assert_true(p.valid);
    assert_non_null(
        strstr(text, "a and b: a valid pair; first leg: decided by a fault that rests on the arbiter's word\n"));
}
