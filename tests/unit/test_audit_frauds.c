/* Frauds that the auditor cannot tell from the truth: an arbiter writes down what never happened, with its own key alone or with
 * the bots' keys as well.  Every byte follows from the rest, so the file is valid; but the verdict's first line says on whose
 * word it rests, and no seat is blamed. */
#include "support/test.h"

#include "audit/equivocation.h"
#include "support/audited.h"
#include "support/told_report.h"
#include "support/printed.h"

static const char by_word[] = ": valid; decided by a fault that rests on the arbiter's word\n";
static const char voided[] = ": valid; void, which rests on the arbiter's word\n";
static const char by_host[] = ": valid; decided by a fault that is proved only against a key that the host made\n";
static const char by_seat[] = ": valid; decided by a fault that its party signed\n";
static const char neither[] = " and the record contradict each other, and neither is blamed\n";
static const char no_fault[] = ": valid\n";

enum start { PLAYS, NO_HELLO, NO_JOIN };

static const struct fraud {
    const char *name;
    enum twist_kind twist;
    unsigned at, times; /* at so many decisions (or after hands) one behind the other */
    uint8_t sign, on_timeout, held;
    enum start start;
    enum audit_ground ground;
    const char *line; /* how the first one ends */
} frauds[] = {
    { "a silence", TWIST_SILENCE, 4, 1, 0, 0, 0, PLAYS, GROUND_WORD, by_word },
    { "a silence, decisions signed", TWIST_SILENCE, 4, 1, 1, 0, 0, PLAYS, GROUND_WORD, by_word },
    { "a silence of a remote bot", TWIST_SILENCE, 4, 1, 1, 0, HELD_REMOTE, PLAYS, GROUND_WORD, by_word },
    { "three silences", TWIST_SILENCE, 3, 6, 0, 1, 0, PLAYS, GROUND_WORD, by_word },
    { "a late answer", TWIST_LATE, 4, 1, 0, 0, 0, PLAYS, GROUND_WORD, by_word },
    { "a late answer, decisions signed", TWIST_LATE, 4, 1, 1, 0, HELD_REMOTE, PLAYS, GROUND_WORD, by_word },
    { "another seat's answer", TWIST_WRONG_SEAT, 5, 1, 0, 0, 0, PLAYS, GROUND_WORD, by_word },
    { "another seat's answer, unsigned by a remote bot", TWIST_WRONG_SEAT, 5, 1, 0, 0, HELD_REMOTE, PLAYS, GROUND_WORD,
      by_word },
    { "another seat's answer, with the bot's key", TWIST_WRONG_SEAT, 5, 1, 1, 0, 0, PLAYS, GROUND_HOST_KEY, by_host },
    { "another seat's answer, signed far away", TWIST_WRONG_SEAT, 5, 1, 1, 0, HELD_REMOTE, PLAYS, GROUND_PROVED,
      by_seat },
    { "three illegal answers", TWIST_ILLEGAL, 3, 8, 0, 0, 0, PLAYS, GROUND_WORD, by_word },
    { "three illegal answers of a remote bot, unsigned", TWIST_ILLEGAL, 3, 8, 0, 0, HELD_REMOTE, PLAYS, GROUND_WORD,
      by_word },
    { "three illegal answers, with the bot's key", TWIST_ILLEGAL, 3, 8, 1, 0, 0, PLAYS, GROUND_HOST_KEY, by_host },
    { "three illegal answers, signed far away", TWIST_ILLEGAL, 3, 8, 1, 0, HELD_REMOTE, PLAYS, GROUND_PROVED, by_seat },
    { "bytes that never came", TWIST_GARBAGE, 5, 1, 0, 0, 0, PLAYS, GROUND_WORD, by_word },
    { "bytes that never came from a remote bot", TWIST_GARBAGE, 5, 1, 1, 0, HELD_REMOTE, PLAYS, GROUND_WORD, by_word },
    { "a signature of nobody", TWIST_BAD_ACTION_SIGNATURE, 5, 1, 1, 0, 0, PLAYS, GROUND_WORD, by_word },
    { "a signature of no remote bot", TWIST_BAD_ACTION_SIGNATURE, 5, 1, 1, 0, HELD_REMOTE, PLAYS, GROUND_WORD,
      by_word },
    { "a cut that is none", TWIST_BAD_CUT, 2, 1, 0, 0, HELD_REMOTE, PLAYS, GROUND_WORD, by_word },
    { "a hand signed wrong", TWIST_BAD_SIGN, 2, 1, 0, 0, HELD_REMOTE, PLAYS, GROUND_WORD, by_word },
    { "a cut withheld", TWIST_NO_CUT, 2, 1, 0, 0, HELD_REMOTE, PLAYS, GROUND_WORD, by_word },
    { "nobody came", TWIST_NONE, 0, 0, 0, 0, HELD_REMOTE, NO_HELLO, GROUND_WORD, by_word },
    { "nobody joined", TWIST_NONE, 0, 0, 0, 0, HELD_REMOTE, NO_JOIN, GROUND_WORD, by_word },
    { "a disk that was full", TWIST_VOID, 5, 1, 0, 0, HELD_REMOTE, PLAYS, GROUND_WORD, voided },
    { "a protest, with the bot's key", TWIST_PROTEST, 5, 1, 0, 0, 0, PLAYS, GROUND_HOST_KEY, by_host },
    { "a protest, signed far away", TWIST_PROTEST, 5, 1, 0, 0, HELD_REMOTE, PLAYS, GROUND_PROVED, by_seat },
    { "a protest against another record", TWIST_PROTEST_OTHER, 5, 1, 0, 0, HELD_REMOTE, PLAYS, GROUND_CONTRADICTS,
      neither },
    { "a match as it was", TWIST_NONE, 0, 0, 0, 0, 0, PLAYS, GROUND_NONE, no_fault },
    { "a match as it was, decisions signed", TWIST_NONE, 0, 0, 1, 0, 0, PLAYS, GROUND_NONE, no_fault },
    { "one illegal answer", TWIST_ILLEGAL, 3, 1, 0, 0, 0, PLAYS, GROUND_NONE, no_fault },
    { "answers nobody asked for", TWIST_UNASKED, 2, 8, 0, 0, 0, PLAYS, GROUND_NONE, no_fault },
    { "who came back", TWIST_COMES_BACK, 4, 1, 0, 0, 0, PLAYS, GROUND_NONE, no_fault },
};

static struct forge *committed(const struct fraud *x)
{
    struct forge *f = forge_new("argentino,target=12", 1, 7);
    f->sign = x->sign;
    f->on_timeout = x->on_timeout;
    memset(f->offer.held, x->held, FORGE_SEATS);
    f->bound[0] = f->bound[1] = x->held == HELD_REMOTE;
    f->silent_start[1] = x->start == NO_HELLO;
    f->no_join[1] = x->start == NO_JOIN;
    for (unsigned i = 0; i < x->times; i++)
        forge_with(f, x->twist, x->at + i);
    return forge_run(f);
}

static void look(const struct fraud *x, const struct audit_report *r)
{
    audit_print_quiet(print_begin(), "m", r);
    const char *text = print_end();
    size_t size = strlen(text), end = strlen(x->line);
    bool says = size >= end && !strcmp(text + size - end, x->line);
    if (r->outcome != AUDIT_VALID || r->ground != x->ground || r->blame != BLAME_NOBODY || !says) {
        fprintf(stderr, "%s: ground %d, not %d\n", x->name, (int)r->ground, (int)x->ground);
        audit_print(stderr, "m", r);
        fail();
    }
    assert_report_narrow(r);
}

TEST(every_fraud_is_marked)
{
    for (size_t i = 0; i < sizeof frauds / sizeof *frauds; i++) {
        OWNED_FORGE *f = committed(&frauds[i]);
        struct audit_report r = audited(f);
        look(&frauds[i], &r);
    }
}

/* What the arbiter's key alone cannot do: a protest, or another seat's answer that is proved, without the seat's own key. */
TEST(what_needs_the_seats_key)
{
    static const struct fraud signed_ones[] = {
        { "a protest", TWIST_PROTEST, 5, 1, 0, 0, HELD_REMOTE, PLAYS, GROUND_PROVED, by_seat },
        { "another seat's answer", TWIST_WRONG_SEAT, 5, 1, 1, 0, HELD_REMOTE, PLAYS, GROUND_PROVED, by_seat },
    };
    for (size_t i = 0; i < 2; i++) {
        OWNED_FORGE *f = committed(&signed_ones[i]);
        size_t at = forge_find(f, MSG_FAULT, 0);
        while (f->records[at].type != REC_RECEIVED)
            at--;
        f->records[at].bytes[f->records[at].size - 1] ^= 1;
        struct audit_report r = audited(f);
        if (i == 0) {
            assert_int_equal(r.outcome, AUDIT_WRONG);
            assert_int_equal(r.blame, BLAME_ARBITER);
            assert_non_null(strstr(r.wrong, "it is the fault \"bad-signature\""));
        } else {
            assert_int_equal(r.outcome, AUDIT_VALID);
            assert_int_equal(r.ground, GROUND_WORD);
        }
    }
}

/* How far the signatures of those who played go. */
TEST(who_signed_what)
{
    OWNED_FORGE *f = forge_run(forge_new("argentino,target=12", 1, 7));
    struct audit_report r = audited(f);
    assert_true(r.hands > 2 && r.hands == f->position.open.hand);
    assert_int_equal(r.signed_to[0], r.hands);
    assert_int_equal(r.signed_to[1], r.hands);
    OWNED_FORGE *bad = committed(&(struct fraud){ "", TWIST_BAD_SIGN, 2, 1, 0, 0, 0, PLAYS, GROUND_WORD, by_word });
    r = audited(bad);
    assert_int_equal(r.hands, 2);
    assert_int_equal(r.signed_to[0], 2);
    assert_int_equal(r.signed_to[1], 1);
}

/* --- two files of one match ------------------------------------------------------------------- */

/* NULL: nothing does. */
static const char *what_excludes(struct forge *a, struct forge *b)
{
    static char what[EQUIVOCATION_TEXT];
    struct forge *of[2] = { a, b };
    struct replay file[2];
    uint8_t *bytes[2];
    size_t size;
    bool no_memory;
    for (unsigned i = 0; i < 2; i++) {
        bytes[i] = forge_file(of[i], of[i]->frozen ? NULL : of[i]->arbiter_secret, &size);
        replay_over(&file[i], bytes[i], size);
    }
    bool found = equivocation(&file[0], &file[1], what, &no_memory);
    bool back = equivocation(&file[1], &file[0], what, &no_memory);
    assert_true(found == back && !no_memory);
    free(bytes[0]);
    free(bytes[1]);
    return found ? what : NULL;
}

static struct forge *one_match_of(uint16_t sign_every, uint8_t dice, uint64_t random, enum twist_kind twist,
                                  unsigned at)
{
    struct forge *f = forge_new("argentino,target=12", 1, 7);
    f->sign_every = sign_every;
    f->chain_dice = dice;
    f->play_random = random;
    return forge_run(forge_with(f, twist, at));
}

static struct forge *one_match(uint64_t random, enum twist_kind twist, unsigned at)
{
    return one_match_of(0, 0, random, twist, at);
}

/* Its arbiter signs nothing to its end but that, and hands it out before. */
static struct forge *unsigned_yet(uint64_t random)
{
    struct forge *f = one_match_of(64, 0, random, TWIST_NONE, 0);
    size_t end = forge_find(f, MSG_HANDS_END, 0);
    while (f->count > end)
        forge_drop(f, f->count - 1);
    f->frozen = true;
    return f;
}

static void expect_lie(struct forge *a, struct forge *b, const char *said)
{
    const char *what = what_excludes(a, b);
    assert_memory_equal(a->match_id, b->match_id, HASH);
    if (!what || !strstr(what, said))
        fail_msg("\"%s\" instead of \"%s\"", what ? what : "nothing", said);
    forge_free(b);
}

static void say_result_anew(struct forge *f)
{
    uint8_t bytes[512], packed[1024], signature[SIGNATURE];
    struct packer p, blob;
    struct message m;
    pack_start(&blob, bytes, sizeof bytes);
    pack_result(&blob, &f->result);
    result_message(&m, f->match_id, blob.bytes, blob.size);
    sign_message(signature, f->arbiter_secret, &m);
    pack_start(&p, packed, sizeof packed);
    pack_msg_result(&p, blob.bytes, blob.size, signature);
    forge_put(f, forge_find(f, MSG_RESULT, 0), p.bytes, p.size);
}

/* The first commitment in the first SEAL is another one, and the arbiter signs that. */
static void seal_anew(struct forge *f)
{
    enum { HANDS = 16 };
    uint8_t old[ENVELOPE_MAX], packed[ENVELOPE_MAX], first[FIEL_CARDS * HASH], lists[HANDS][HASH], signature[SIGNATURE];
    uint32_t tables[HANDS] = { 0 }, hands[HANDS];
    const uint8_t *id = f->primary ? f->primary->table_id : f->table_id; /* by which it deals */
    size_t at = forge_find(f, MSG_SEAL, 0), size = f->records[at].size;
    struct seal s[HANDS];
    struct packer p;
    struct message text;
    struct msg m;
    memcpy(old, f->records[at].bytes, size);
    assert_int_equal(msg_read(old, size, FROM_ARBITER, &m), WIRE_OK);
    unsigned n = seals_count(&m);
    assert_in_range(n, 1, HANDS);
    for (unsigned i = 0; i < n; i++)
        assert_true(seals_get(&m, i, &s[i]));
    memcpy(first, s[0].commits, s[0].size);
    first[0] ^= 1;
    s[0].commits = first;
    for (unsigned i = 0; i < n; i++) {
        hands[i] = s[i].hand;
        deal_list(lists[i], id, s[i].hand, (unsigned)(s[i].size / HASH), s[i].commits);
    }
    sealed_message(&text, f->match_id, n, tables, hands, (const uint8_t(*)[HASH])lists);
    sign_message(signature, f->arbiter_secret, &text);
    pack_start(&p, packed, sizeof packed);
    pack_msg_seal(&p, 0, s, n, signature);
    forge_put(f, at, p.bytes, p.size);
}

/* One match told in two ways; each file is valid by itself. */
TEST(two_truths)
{
    OWNED_FORGE *a = one_match(0, TWIST_NONE, 0);
    expect_lie(a, one_match(1, TWIST_NONE, 0), "two HANDS_ENDs of 1 hands that differ");
    expect_lie(a, one_match(0, TWIST_GARBAGE, 20), "differ");
    expect_lie(a, one_match(0, TWIST_PAUSE, 4), "differ");
    expect_lie(a, one_match_of(0, 1, 0, TWIST_NONE, 0), "two OPENs that differ");
    OWNED_FORGE *lost = one_match_of(64, 0, 0, TWIST_SILENCE, 30);
    expect_lie(lost, one_match_of(64, 0, 0, TWIST_NONE, 0), "two RESULTs that differ");
    expect_lie(lost, one_match_of(64, 0, 0, TWIST_VOID, 2), "two RESULTs that differ");
    OWNED_FORGE *b = one_match(0, TWIST_NONE, 0);
    b->result.points[0]++;
    say_result_anew(b);
    expect_lie(a, b, "two RESULTs that differ");
    b = one_match(0, TWIST_NONE, 0);
    size_t seal = forge_find(b, MSG_SEAL, 0);
    b->records[seal].bytes[60] ^= 1; /* not signed: convicts nobody */
    const char *what = what_excludes(a, b);
    assert_false(what && strstr(what, "SEAL"));
}

/* A hand is promised in two ways, in a match of its own and in the second leg of a pair, which deals by the first leg's id. */
TEST(two_promises)
{
    struct forge *a = one_match(0, TWIST_NONE, 0), *b = one_match(0, TWIST_NONE, 0);
    seal_anew(b);
    expect_lie(a, b, "two SEALs of hand 1 at table 0 that differ");
    forge_free(a);
    OWNED_FORGE *first = forge_new("argentino,target=12", 1, 7);
    first->reveal = REVEAL_PAIR;
    forge_run(first);
    a = forge_twin(first, 9), b = forge_twin(first, 9);
    forge_run(a);
    forge_run(b);
    seal_anew(b);
    expect_lie(a, b, "two SEALs of hand 1 at table 0 that differ");
    forge_free(a);
}

/* Where the arbiter gave up it says so as often as it is asked: two such RESULTs exclude nothing. */
TEST(called_off_twice)
{
    OWNED_FORGE *a = one_match(0, TWIST_VOID, 2), *b = one_match(0, TWIST_VOID, 2);
    b->result.points[0]++;
    say_result_anew(b);
    assert_null(what_excludes(a, b));
}

/* Of what nobody signed yet either file may tell something else, until its arbiter signs that file. */
TEST(not_signed_yet)
{
    OWNED_FORGE *lost = one_match_of(64, 0, 0, TWIST_SILENCE, 30), *whole = one_match_of(64, 0, 0, TWIST_NONE, 0);
    OWNED_FORGE *other = unsigned_yet(1);
    struct forge *one = unsigned_yet(0);
    assert_null(what_excludes(lost, one));
    assert_null(what_excludes(one, other));
    one->frozen = false;
    assert_null(what_excludes(whole, one));
    expect_lie(lost, one, "two pasts");
}

/* What excludes nothing: the same file, one that ends earlier, two that are void, another match, a stranger's file. */
TEST(one_truth)
{
    OWNED_FORGE *a = one_match(0, TWIST_NONE, 0), *b = one_match(0, TWIST_NONE, 0);
    assert_null(what_excludes(a, b));
    size_t whole = b->count;
    b->count = whole / 2;
    assert_null(what_excludes(a, b));
    b->count = whole; /* so that all its records are freed */
    forge_free(b);
    OWNED_FORGE *other = forge_run(forge_new("argentino,target=15", 1, 8));
    assert_null(what_excludes(a, other));
    b = one_match(1, TWIST_NONE, 0);
    forge_key(b->arbiter_public, b->arbiter_secret, 99);
    for (size_t i = 0; i < b->count; i++) { /* every signature of the arbiter is spoiled */
        struct forge_record *r = &b->records[i];
        if (r->type == MSG_HANDS_END || r->type == MSG_RESULT || r->type == MSG_SEAL)
            r->bytes[r->size - 5] ^= 1;
    }
    assert_null(what_excludes(a, b));
}
