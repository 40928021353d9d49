/* The auditor and the two legs of a duplicate pair: right ones, and an arbiter that lies in the second or
 * between the two. */
#include "support/test.h"

#include "cli/language.h"
#include "support/audited.h"
#include "support/told.h"
#include "support/printed.h"

enum { RANDOM = 4 };

static struct forge *primary_new(const char *rules, uint64_t random)
{
    struct forge *f = forge_new(rules, 1, random);
    f->hands_max = 90;
    f->reveal = REVEAL_PAIR;
    return f;
}

static struct forge *primary_run(const char *rules, uint64_t random) { return forge_run(primary_new(rules, random)); }

static struct audit_pair both(const struct forge *a, const struct forge *b)
{
    struct audit_pair p;
    size_t size[2];
    uint8_t *file[2] = { forge_file(a, a->arbiter_secret, &size[0]), forge_file(b, b->arbiter_secret, &size[1]) };
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(audit_bytes(file[i], size[i], NULL, &p.leg[i]), 0);
    audit_both(&p);
    free(file[0]);
    free(file[1]);
    return p;
}

/* --- right ------------------------------------------------------------------------------------ */

TEST(valid_pairs)
{
    static char name_a[] = "a", name_b[] = "b", *const names[] = { name_a, name_b };
    static const char *const rules[] = { "argentino", "argentino-flor,target=15", "paulista", "mineiro" };
    for (unsigned i = 0; i < 12; i++) {
        OWNED_FORGE *a = primary_new(rules[i % 4], i + 1);
        a->sign = i & 1;
        a->on_timeout = i >> 1 & 1;
        forge_run(a);
        OWNED_FORGE *b = forge_run(forge_twin(a, i + 50));
        struct audit_pair p = both(a, b);
        if (!p.valid)
            audit_pair_print(stderr, names, &p);
        assert_true(p.valid);
    }
}

/* Twins in which seats err are right records, too. */
TEST(valid_odd_twins)
{
    static const struct twist odd[] = {
        { 3, TWIST_ILLEGAL },      { 2, TWIST_SILENCE },  { 6, TWIST_WRONG_SEAT }, { 9, TWIST_COMES_BACK },
        { 30, TWIST_STARTS_ANEW }, { 2, TWIST_BAD_SIGN }, { 3, TWIST_CUT_FIRST },  { 4, TWIST_VOID },
    };
    OWNED_FORGE *a = primary_run("argentino,target=12", RANDOM);
    for (unsigned i = 0; i < sizeof odd / sizeof *odd; i++) {
        OWNED_FORGE *b = forge_twin(a, i + 70);
        b->twists[b->twist_count++] = odd[i];
        forge_run(b);
        struct audit_report r = audited(b);
        if (r.outcome != AUDIT_VALID)
            audit_print(stderr, "twin", &r);
        assert_int_equal(r.outcome, AUDIT_VALID);
    }
}

/* The first line of a pair says of each leg on whose word it stands. */
TEST(a_pair_says_on_whose_word_it_stands)
{
    static char name_a[] = "a", name_b[] = "b", *const names[] = { name_a, name_b };
    OWNED_FORGE *a = primary_run("argentino,target=12", RANDOM), *b = forge_twin(a, 71);
    forge_run(forge_with(b, TWIST_SILENCE, 2));
    struct audit_pair p = both(a, b);
    FILE *out = print_begin();
    audit_pair_print_quiet(out, names, &p);
    const char *text = print_end();
    assert_string_equal(text,
                        "a and b: a valid pair; second leg: decided by a fault that rests on the arbiter's word\n");
}

TEST(a_leg_alone_says_what_it_cannot_show)
{
    OWNED_FORGE *a = primary_run("argentino,target=12", RANDOM), *b = forge_twin(a, 9);
    forge_run(b);
    FILE *out = print_begin();
    struct audit_report first = audited(a), second = audited(b);
    audit_print(out, "a", &first);
    audit_print(out, "b", &second);
    const char *text = print_end();
    assert_true(told_says(text, "the first leg of a pair: fiel-audit --pair"));
    assert_true(told_says(text, "the second leg of a pair, checked against what its offer says"));
}

/* --- unheld ------------------------------------------------------------------------------------- */

/* A pair whose first leg had these two. */
static struct forge *held_new(unsigned a, unsigned b)
{
    struct forge *f = primary_new("argentino,target=12", RANDOM);
    f->offer.held[0] = (uint8_t)a;
    f->offer.held[1] = (uint8_t)b;
    f->bound[0] = a == HELD_REMOTE;
    f->bound[1] = b == HELD_REMOTE;
    strcpy(f->name[1], "lines");
    return forge_run(f);
}

static char *pair_printed(const struct audit_pair *p, bool json)
{
    static char name_a[] = "a", name_b[] = "b", *const names[] = { name_a, name_b };
    (json ? audit_pair_print_json : audit_pair_print)(print_begin(), names, p);
    return print_end();
}

/* What is told of a pair, which no language does on wider lines. */
static char *told(const struct forge *a, const struct forge *b, bool json)
{
    struct audit_pair p = both(a, b);
    assert_true(p.valid);
    for (unsigned l = 0; l < LANGUAGES; l++) {
        language_speak((enum language)l);
        char *text = pair_printed(&p, false);
        assert_narrow(text);
        assert_true(l == ENGLISH || !strstr(text, "seat ")); /* nothing of one language is left in another */
    }
    language_speak(ENGLISH);
    return pair_printed(&p, json);
}

TEST(an_unheld_pair_is_said_to_be)
{
    OWNED_FORGE *a = held_new(HELD_STRICT, HELD_REMOTE), *b = forge_twin(a, 9);
    b->offer.held[0] = HELD_REMOTE;
    b->bound[0] = true;
    forge_prepare(b);
    memcpy(b->seat[0].public_key, a->seat[1].public_key, KEY_PUBLIC); /* its owner's, in both legs */
    memcpy(b->seat[0].secret_key, a->seat[1].secret_key, KEY_SECRET);
    forge_go(b);
    char *text = told(a, b, false), *json = told(a, b, true);
    assert_true(told_says(text, "a and b: a valid pair, unheld\n"));
    assert_true(told_says(text, "  unheld     seat 1 elsewhere: what sat there may remember the other leg's cards"));
    assert_non_null(strstr(json, "\"valid\":true,\"unheld\":true"));
    assert_non_null(strstr(json, "\"held\":[\"strict\",\"remote\"],\"unheld\":true,\"cut_from_outside\":1,"));
    assert_false(told_says(text, "nobody from outside cut") || told_says(text, "s by lines")); /* its author's bridge */
    assert_non_null(strstr(json, "\"held\":[\"remote\",\"strict\"],\"unheld\":true"));
}

TEST(a_held_pair_is_not)
{
    OWNED_FORGE *a = held_new(HELD_STRICT, HELD_STRICT), *b = forge_twin(a, 9);
    forge_run(b);
    char *text = told(a, b, false), *json = told(a, b, true);
    assert_null(strstr(text, "unheld"));
    assert_null(strstr(json, "\"unheld\":true"));
    forge_free(b);
    b = forge_twin(a, 9);
    b->offer.held[0] = HELD_JAILED; /* a twin's bot alone */
    forge_run(b);
    text = told(a, b, false);
    assert_true(told_says(text, "a valid pair, unheld\n"));
    assert_true(told_says(text, "seat 0 in a jail that lacks something"));
}

/* Behind `held` stand log_policy, bots, host and blind. */
enum { HELD_BEHIND = 34 + 1 + FORGE_SEATS * 34 + 1 + 1 + 1 + 1 };

static void header_says_strict(struct forge *f)
{
    static struct header h;
    static uint8_t bytes[HEADER_MAX];
    struct record rec = { .type = REC_HEADER, .payload = f->records[0].bytes, .size = f->records[0].size };
    assert_true(header_read(&rec, &h));
    h.offer.held[1] = HELD_STRICT;
    forge_put(f, 0, bytes, header_pack(&h, bytes));
}

/* What the OFFER says of seat 1, wherever the record holds it. */
static unsigned say_strict(struct forge *f)
{
    unsigned found = 0;
    for (size_t i = 0; i < f->count; i++) {
        struct forge_record *r = &f->records[i];
        if (r->type == REC_HEADER)
            header_says_strict(f);
        uint8_t *at = r->type < REC_HEADER ? memmem(r->bytes, r->size, f->offer_bytes, f->offer_size) : NULL;
        if (!at)
            continue;
        assert_int_equal(at[f->offer_size - HELD_BEHIND - 1], HELD_REMOTE);
        at[f->offer_size - HELD_BEHIND - 1] = HELD_STRICT;
        found++;
    }
    return found;
}

/* What the arbiter itself can make anew for another OFFER: the match's name, everybody's view key, its own signatures. */
static void remake_by_arbiter(struct forge *f)
{
    f->offer_bytes[f->offer_size - HELD_BEHIND - 1] = HELD_STRICT;
    deal_match_id(f->match_id, f->offer_bytes, f->offer_size);
    deal_table_id(f->table_id, f->match_id, 0);
    for (size_t i = 0; i < f->count; i++) {
        struct forge_record *r = &f->records[i];
        struct msg m;
        uint8_t key[32];
        if (r->type != MSG_OFFER || msg_read(r->bytes, r->size, FROM_ARBITER, &m))
            continue;
        deal_view_key(key, f->seed, f->match_id, m.seat);
        memcpy(r->bytes + (m.view_key - r->bytes), key, sizeof key);
    }
    forge_remake(f, true, false);
}

/* Afterwards nobody makes a held pair of it: the players have signed what they were offered, the arbiter's own key is
 * not enough. */
TEST(held_cannot_be_changed)
{
    for (unsigned by_arbiter = 0; by_arbiter < 2; by_arbiter++) {
        OWNED_FORGE *a = held_new(HELD_STRICT, HELD_REMOTE);
        assert_int_equal(audited(a).outcome, AUDIT_VALID);
        assert_int_equal(say_strict(a), FORGE_SEATS + 1);
        if (by_arbiter)
            remake_by_arbiter(a);
        struct audit_report r = audited(a);
        assert_int_equal(r.outcome, AUDIT_WRONG);
        assert_non_null(
            strstr(r.wrong, by_arbiter ? "what seat 0 sent is recorded as accepted, it is the fault \"bad-signature\""
                                       : "OFFER to seat 0: view_key is not"));
        assert_true(by_arbiter || r.blame == BLAME_FILE);
    }
}

/* --- lies of the second leg: first what its offer says, then what it deals ----------------------- */

typedef void lie_fn(struct forge *b);

/* The offer is signed with all the rest when the match is run. */
static void names_not_exchanged(struct forge *b)
{
    memcpy(b->name[0], b->primary->name[0], NAME_TEXT);
    memcpy(b->name[1], b->primary->name[1], NAME_TEXT);
}
static void other_rules(struct forge *b) { b->rules = "argentino,target=9"; }
static void more_hands(struct forge *b) { b->hands_max++; }
static void signed_otherwise(struct forge *b) { b->sign ^= 1; }
static void first_leg_again(struct forge *b) { b->reveal = REVEAL_PAIR; }
static void seed_source_hidden(struct forge *b) { b->seed_source = SEED_FIXED; }

/* These change the primary that the twin is run from. */
static struct forge *primary_copy(struct forge *b)
{
    static struct forge copy;
    copy = *b->primary;
    b->primary = &copy;
    return &copy;
}
static void open_not_signed(struct forge *b) { primary_copy(b)->twin[9] ^= 1; }
static void open_cut_short(struct forge *b)
{
    struct forge *a = primary_copy(b);
    struct message m;
    a->twin_size -= 2;
    open_message(&m, a->twin + SIG, a->twin_size - SIG);
    sign_message(a->twin, a->arbiter_secret, &m);
}
static void join_not_signed(struct forge *b)
{
    struct forge *a = primary_copy(b);
    struct message m;
    a->twin[a->twin_size - 1] ^= 1;
    open_message(&m, a->twin + SIG, a->twin_size - SIG);
    sign_message(a->twin, a->arbiter_secret, &m);
}
static void other_cuts(struct forge *b) { primary_copy(b)->seat[1].x[1][4] ^= 1; }
static void other_cut_of_hand_3(struct forge *b) { primary_copy(b)->seat[0].x[3][4] ^= 1; }
static void another_deal(struct forge *b) { primary_copy(b)->match_id[0] ^= 1; }
static void another_seed(struct forge *b) { primary_copy(b)->seed[0] ^= 1; }

static const struct lie {
    const char *name;
    lie_fn *tell;
    const char *sentence;
} lies[] = {
#define L(lie, sentence) \
    { \
#lie, lie, sentence \
    }
    L(names_not_exchanged, "the sides of its primary are not exchanged"),
    L(other_rules, "other rules"),
    L(more_hands, "another number of games or hands"),
    L(signed_otherwise, "signed otherwise"),
    L(first_leg_again, "does not reveal the seed"),
    L(seed_source_hidden, "another seed"),
    L(open_not_signed, "not signed by this arbiter"),
    L(open_cut_short, "cannot be read"),
    L(join_not_signed, "not signed by its party"),
    L(other_cuts, "another cut than party 1 of the primary chose"),
    L(other_cut_of_hand_3, "DEAL of hand 3 holds another cut than party 0"),
    L(another_deal, "is not the one the seed gives"),
    L(another_seed, "another seed"),
};

/* What a twin is to be run with so that it has four hands at least. */
static uint64_t long_twin(const struct forge *a)
{
    for (uint64_t random = 60;; random++) {
        OWNED_FORGE *b = forge_run(forge_twin(a, random));
        uint32_t hands = b->result.hands;
        if (hands >= 4)
            return random;
    }
}

TEST(every_lie_is_seen)
{
    OWNED_FORGE *a = primary_run("argentino", RANDOM);
    uint64_t random = long_twin(a);
    for (unsigned i = 0; i < sizeof lies / sizeof *lies; i++) {
        OWNED_FORGE *b = forge_twin(a, random);
        lies[i].tell(b);
        forge_run(b);
        struct audit_report r = audited(b);
        if (r.outcome != AUDIT_WRONG || r.blame != BLAME_ARBITER || !strstr(r.wrong, lies[i].sentence)) {
            fprintf(stderr, "%s:\n", lies[i].name);
            audit_print(stderr, "twin", &r);
            fail();
        }
        assert_false(both(a, b).valid);
    }
}

/* --- lies between the two --------------------------------------------------------------------- */

static void assert_no_pair(const struct forge *a, const struct forge *b, enum audit_blame blame, const char *sentence)
{
    struct audit_pair p = both(a, b);
    assert_false(p.valid);
    assert_holds(p.wrong, sentence);
    assert_int_equal(p.blame, blame);
}

/* A key of the first leg signs in the second, in the seat of its bot or in another: what sits there may remember the cards.  The arbiter that
 * lets it is convicted by the second leg alone. */
TEST(a_key_of_the_first_leg_may_not_play)
{
    OWNED_FORGE *a = primary_run("argentino,target=12", 1);
    for (unsigned seat = 0; seat < 2; seat++)
        for (unsigned of = 0; of < 2; of++) {
            OWNED_FORGE *b = forge_twin(a, 60);
            forge_prepare(b);
            memcpy(b->seat[seat].public_key, a->seat[of].public_key, KEY_PUBLIC);
            memcpy(b->seat[seat].secret_key, a->seat[of].secret_key, KEY_SECRET);
            forge_go(b);
            struct audit_report r = audited(b);
            assert_int_equal(r.outcome, AUDIT_WRONG);
            assert_int_equal(r.blame, BLAME_ARBITER);
            assert_non_null(
                strstr(r.wrong, seat ? "what seat 1 sent is recorded as accepted, it is the fault \"key-again\""
                                     : "what seat 0 sent is recorded as accepted, it is the fault \"key-again\""));
            assert_false(both(a, b).valid);
        }
}

TEST(files_that_are_no_pair)
{
    OWNED_FORGE *a = primary_run("argentino,target=12", 1), *other = primary_run("argentino,target=12", 2);
    OWNED_FORGE *b = forge_twin(a, 60), *plain = forge_new("argentino,target=12", 1, 3);
    forge_run(b);
    forge_run(plain);
    assert_true(both(a, b).valid);
    assert_no_pair(b, a, BLAME_NOBODY, "no first leg");
    assert_no_pair(plain, b, BLAME_NOBODY, "no first leg");
    assert_no_pair(a, other, BLAME_NOBODY, "no second leg");
    assert_no_pair(other, b, BLAME_NOBODY, "another match");
    OWNED_FORGE *twin = forge_twin(a, 60); /* no leg is the first of one pair and the second of another */
    twin->reveal = REVEAL_PAIR;
    forge_run(twin);
    struct audit_report said = audited(twin);
    assert_int_equal(said.outcome, AUDIT_WRONG);
    assert_non_null(strstr(said.wrong, "it does not reveal the seed at its end"));
}

/* Two openings of one match, both signed: only the two files together show it. */
TEST(opened_in_two_ways)
{
    OWNED_FORGE *a = primary_run("argentino,target=12", RANDOM), *again = primary_new("argentino,target=12", RANDOM);
    again->chain_dice = 1;
    forge_run(again);
    assert_memory_equal(a->match_id, again->match_id, HASH);
    OWNED_FORGE *b = forge_run(forge_twin(again, 60));
    assert_int_equal(audited(b).outcome, AUDIT_VALID);
    assert_no_pair(a, b, BLAME_ARBITER, "in two ways");
}

TEST(seed_told_too_early)
{
    OWNED_FORGE *a = primary_run("argentino,target=12", RANDOM), *b = forge_twin(a, 60);
    b->now += 100000000;
    forge_run(b);
    assert_no_pair(a, b, BLAME_ARBITER, "before its twin was over");
}

/* It is a whole pair by itself only where it was to have a twin, and a fault or the arbiter ended it. */
TEST(a_leg_that_stays_alone)
{
    static const struct {
        uint8_t reveal;
        enum twist_kind twist;
        bool alone;
    } row[] = {
        { REVEAL_PAIR, TWIST_VOID, true },
        { REVEAL_PAIR, TWIST_WRONG_SEAT, true },
        { REVEAL_PAIR, TWIST_NONE, false },
        { REVEAL_MATCH, TWIST_VOID, false },
    };
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        OWNED_FORGE *f = primary_new("argentino,target=12", RANDOM);
        f->reveal = row[i].reveal;
        f->twists[f->twist_count++] = (struct twist){ 6, row[i].twist };
        forge_run(f);
        struct audit_report r = audited(f);
        assert_int_equal(r.outcome, AUDIT_VALID);
        assert_int_equal(audit_alone(&r), row[i].alone);
        size_t whole = f->count;
        f->count = forge_find(f, MSG_RESULT, 0); /* nobody knows how it ended */
        r = audited(f);
        assert_false(audit_alone(&r));
        f->count = whole; /* so that all its records are freed */
    }
}

/* A twin of a match that a fault had ended: its parties sent no x[T], but an arbiter that hosts them may know it. */
TEST(twin_of_a_broken_match)
{
    OWNED_FORGE *a = primary_new("argentino,target=12", RANDOM);
    forge_run(forge_with(a, TWIST_WRONG_SEAT, 6));
    struct audit_report first = audited(a);
    assert_int_equal(first.outcome, AUDIT_VALID);
    assert_true(audit_alone(&first));
    OWNED_FORGE *b = forge_run(forge_twin(a, 60));
    assert_no_pair(a, b, BLAME_ARBITER, "never played to its end");
}

/* A twin that the arbiter could not finish is a right record, but no score. */
TEST(void_twin)
{
    static char name_a[] = "a", name_b[] = "b", *const names[] = { name_a, name_b };
    OWNED_FORGE *a = primary_run("argentino,target=12", RANDOM), *b = forge_twin(a, 9);
    forge_run(forge_with(b, TWIST_VOID, 4));
    struct audit_pair p = both(a, b);
    assert_true(p.valid);
    FILE *out = print_begin();
    audit_pair_print(out, names, &p);
    audit_pair_print_json(out, names, &p);
    const char *text = print_end();
    assert_true(told_says(text, "  pair       void, for a leg of it is"));
    assert_true(told_says(text, "\"void\":true"));
}

/* In the first leg: x[T] that is wrong but let pass, and a seed that the table could see. */
TEST(lies_of_the_first_leg)
{
    OWNED_FORGE *a = primary_run("argentino,target=12", RANDOM);
    size_t reveal = forge_find(a, MSG_REVEAL, 0), end = a->count - 1;
    a->records[reveal].visibility = VISIBLE_ALL;
    assert_non_null(strstr(audited(a).wrong, "visible to others"));
    a->records[reveal].visibility = VISIBLE_ARBITER;
    while (a->records[end].type != REC_RECEIVED)
        end--;
    a->records[end].bytes[a->records[end].size - 1] ^= 1;
    struct audit_report r = audited(a);
    assert_int_equal(r.blame, BLAME_ARBITER);
    assert_non_null(strstr(r.wrong, "bad-cut"));
}

/* DEAL.md section 11 lists what the OFFER of a twin repeats: those items, and no other, cannot be another there. */
TEST(a_twin_repeats_what_the_page_says)
{
    static const struct {
        const char *name;
        size_t at;
    } items[] = {
#define ITEM(name) { #name, offsetof(struct offer, name) }
        ITEM(arbiter), ITEM(seed_commit), ITEM(nonce),     ITEM(seed_source), ITEM(tournament), ITEM(rules),
        ITEM(games),   ITEM(seats),       ITEM(hands_max), ITEM(tables),      ITEM(bank_us),    ITEM(inc_us),
        ITEM(cap_us),  ITEM(grace_us),    ITEM(start_us),  ITEM(tick_us),     ITEM(on_timeout), ITEM(duty_us),
        ITEM(sign),    ITEM(sign_every),  ITEM(log_key),   ITEM(log_policy),  ITEM(host),       ITEM(blind),
        ITEM(engine),  ITEM(number),      ITEM(held),      ITEM(at_once),     ITEM(note_bytes),
    };
    static struct twin t;
    static char page[64 << 10];
    FILE *f = fopen("spec/DEAL.md", "r");
    assert_non_null(f);
    page[fread(page, 1, sizeof page - 1, f)] = '\0';
    fclose(f);
    char *from = strstr(page, "* The twin's OFFER repeats the primary's "),
         *until = from ? strstr(from, "cutters = 0") : NULL;
    assert_non_null(until);
    *until = '\0';
    OWNED_FORGE *a = primary_run("argentino,target=12", RANDOM), *b = forge_twin(a, 71);
    forge_run(b);
    assert_null(twin_read(&t, &b->offer));
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        struct offer o = b->offer;
        ((uint8_t *)&o)[items[i].at] ^= 1;
        if ((twin_read(&t, &o) != NULL) != (strstr(from, items[i].name) != NULL))
            fail_msg("%s: the page and the code do not agree", items[i].name);
    }
}
