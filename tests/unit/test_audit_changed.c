/* The auditor about records that a dishonest arbiter changed and signed anew: every byte of every record is changed once, every record is
 * left out, told twice and exchanged with the next; once as it is and once with every hash and signature made anew behind the change.
 * Even with all the keys one can change no message of the arbiter, leave none out and tell none twice: what came from the bots decides
 * every byte of it, except for the words of a refusal.
 *
 *     test_audit_changed [STEP]    one change in STEP of them; 1: all */
#include "support/test.h"

#include "audit/audit.h"
#include "support/cheap_signatures.h"
#include "support/forge.h"

#if defined(__SANITIZE_ADDRESS__) /* four times as slow */
static unsigned step = 149;
#else
static unsigned step = 29;
#endif
static unsigned turn, judged, refused;
static const uint8_t flips[] = { 0x01, 0x80, 0xff, 0x02, 0x10 };

enum change { CHANGE_BYTE, CHANGE_DROP, CHANGE_TWICE, CHANGE_SWAP, CHANGE_VISIBLE, CHANGE_LATER };

static struct forge *copied(const struct forge *f)
{
    struct forge *c = malloc(sizeof *c);
    assert_non_null(c);
    *c = *f;
    c->room = c->count = 0;
    c->records = NULL;
    for (size_t i = 0; i < f->count; i++)
        forge_insert(c, i, f->records[i].type, f->records[i].visibility, f->records[i].us, f->records[i].bytes,
                     f->records[i].size);
    return c;
}

static void free_copy(struct forge *c)
{
    for (size_t i = 0; i < c->count; i++)
        free(c->records[i].bytes);
    free(c->records);
    free(c);
}

static void change(struct forge *c, enum change how, size_t at, size_t byte)
{
    struct forge_record *r = &c->records[at];
    switch (how) {
    case CHANGE_BYTE: r->bytes[byte] ^= flips[(at + byte) % sizeof flips]; return;
    case CHANGE_DROP: forge_drop(c, at); return;
    case CHANGE_TWICE: forge_insert(c, at, r->type, r->visibility, r->us, r->bytes, r->size); return;
    case CHANGE_SWAP:
        if (at + 1 < c->count)
            forge_swap(c, at);
        return;
    case CHANGE_VISIBLE: r->visibility ^= 1; return;
    case CHANGE_LATER:
        for (size_t i = at; i < c->count; i++)
            c->records[i].us += 700;
        return;
    }
}

/* So changed, a message of the arbiter is never the one that is due; nobody but the arbiter sees what is its alone, and what
 * happens once happens once. */
static bool never_due(unsigned type, enum change how)
{
    bool of_words = type == MSG_REFUSED && how == CHANGE_BYTE;
    bool once = type == REC_HEADER || type == REC_SILENCE || type == REC_VOID || type == REC_REVEAL_NOW;
    switch (how) {
    case CHANGE_VISIBLE: return true;
    case CHANGE_BYTE: return type <= REC_HEADER && !of_words;
    case CHANGE_DROP: return type < REC_HEADER || once; /* what a party that is out was sent last may be missing */
    case CHANGE_TWICE: return type < REC_HEADER || once || type == REC_SENT;
    case CHANGE_SWAP:
    case CHANGE_LATER: return false;
    }
    return false;
}

static void judge_changed(const struct forge *f, const uint8_t *true_file, size_t true_size, enum change how, size_t at,
                          size_t byte)
{
    unsigned type = f->records[at].type;
    for (unsigned remade = 0; remade < 2; remade++) {
        if (turn++ % step != 0)
            continue;
        struct audit_report report;
        struct forge *c = copied(f);
        size_t size;
        change(c, how, at, byte);
        if (remade)
            forge_remake(c, true, true);
        OWNED uint8_t *file = forge_file(c, c->arbiter_secret, &size);
        bool same = size == true_size && memcmp(file, true_file, size) == 0; /* a signature that was made anew */
        assert_int_equal(audit_bytes(file, size, NULL, &report), 0);
        judged++;
        refused += report.outcome == AUDIT_WRONG;
        if (never_due(type, how) && !same && report.outcome != AUDIT_WRONG)
            fail_msg("record %zu of type %u, change %d of byte %zu, made anew %u: outcome %d", at + 1, type, (int)how,
                     byte, remade, (int)report.outcome);
        if (same)
            assert_int_equal(report.outcome, AUDIT_VALID);
        free_copy(c);
    }
}

static void judge_all(struct forge *f)
{
    size_t size;
    OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
    for (size_t i = 0; i < f->count; i++) {
        for (size_t k = 0; k < f->records[i].size; k++)
            judge_changed(f, file, size, CHANGE_BYTE, i, k);
        for (unsigned how = CHANGE_DROP; how <= CHANGE_LATER; how++)
            judge_changed(f, file, size, (enum change)how, i, 0);
    }
}

/* --- the matches ---------------------------------------------------------------------------------- */

static void plays(struct forge *f, const struct twist *twists, unsigned count)
{
    memcpy(f->twists, twists, count * sizeof *twists);
    f->twist_count = count;
    forge_run(f);
    judge_all(f);
    forge_free(f);
}

TEST(faults_that_are_played_on)
{
    static const struct twist twists[] = { { 2, TWIST_ILLEGAL },    { 3, TWIST_SILENCE },     { 5, TWIST_UNASKED },
                                           { 7, TWIST_COMES_BACK }, { 9, TWIST_STARTS_ANEW }, { 11, TWIST_PAUSE },
                                           { 12, TWIST_TWICE } };
    struct forge *f = forge_new("argentino", 2, 5);
    f->hands_max = 3;
    f->on_timeout = 1;
    plays(f, twists, sizeof twists / sizeof *twists);
}

TEST(a_game_that_is_lost_by_silence)
{
    static const struct twist twists[] = { { 3, TWIST_LATE }, { 2, TWIST_CUT_FIRST } };
    struct forge *f = forge_new("argentino,target=5", 2, 8);
    f->hands_max = 3;
    f->sign = SIGN_DECISION;
    f->sign_every = 2;
    plays(f, twists, 2);
}

TEST(ends_of_a_match)
{
    static const struct twist ends[] = { { 3, TWIST_WRONG_SEAT }, { 4, TWIST_GARBAGE },       { 4, TWIST_PROTEST },
                                         { 3, TWIST_VOID },       { 4, TWIST_PROTEST_OTHER }, { 1, TWIST_BAD_CUT },
                                         { 1, TWIST_BAD_SIGN },   { 1, TWIST_NO_CUT } };
    for (unsigned i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct forge *f = forge_new("argentino,target=12", 1, 11 + i);
        f->hands_max = 2;
        plays(f, &ends[i], 1);
    }
}

TEST(both_legs_of_a_pair)
{
    OWNED_FORGE *first = forge_new("argentino", 1, 9), *second;
    first->hands_max = 1;
    first->reveal = REVEAL_PAIR;
    forge_run(first);
    judge_all(first);
    second = forge_twin(first, 3);
    forge_run(second);
    judge_all(second);
}

TEST(it_is_told_how_many)
{
    assert_true((unsigned long)judged * step >= 5000);
    printf("%u changed records: %u are wrong\n", judged, refused);
}

int main(int argc, char **argv)
{
    int every = argc > 1 ? atoi(argv[1]) : 0;
    if (every > 0)
        step = (unsigned)every;
    return sodium_init() < 0 ? 1 : tests_run();
}
