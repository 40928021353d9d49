/* The auditor against damage: bytes flipped, files cut, records moved, hashes made anew without keys. */
#include "support/test.h"

#include "audit/audit.h"
#include "support/cheap_signatures.h"
#include "support/forge.h"

static struct audit_report audited(const uint8_t *file, size_t size)
{
    struct audit_report r;
    assert_int_equal(audit_bytes(file, size, NULL, &r), 0);
    return r;
}

/* One short hand: the whole course of a match in a few kilobytes. */
static struct forge *small_match(void)
{
    struct forge *f = forge_new("argentino", 1, 5);
    f->hands_max = 1;
    f->twists[f->twist_count++] = (struct twist){ 2, TWIST_ILLEGAL };
    return forge_run(f);
}

/* Number, from 1, of the record that holds this byte of the file. */
static uint64_t record_at(const struct forge *f, size_t byte)
{
    size_t at = REPLAY_MAGIC_SIZE, i = 0;
    while (i < f->count && byte >= at + RECORD_HEADER + f->records[i].size)
        at += RECORD_HEADER + f->records[i++].size;
    return i + 1;
}

TEST(every_byte_counts)
{
    static const uint8_t flips[] = { 0x01, 0x80, 0xff };
    OWNED_FORGE *f = small_match();
    size_t size;
    OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
    assert_int_equal(audited(file, size).outcome, AUDIT_VALID);
    for (size_t at = 0; at < size; at++) {
        for (unsigned k = 0; k < sizeof flips; k++) {
            if (k != at % 3 && at % 31)
                continue; /* every byte once, some with all three values */
            file[at] ^= flips[k];
            struct audit_report r = audited(file, size);
            assert_int_not_equal(r.outcome, AUDIT_VALID);
            assert_true(r.outcome == AUDIT_UNFINISHED || r.record >= record_at(f, at));
            assert_true(r.outcome == AUDIT_UNFINISHED || r.blame == BLAME_FILE);
            file[at] ^= flips[k];
        }
    }
}

TEST(every_length_is_short)
{
    OWNED_FORGE *f = small_match();
    size_t size;
    OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *part = malloc(cut ? cut : 1); /* its own block, so that a read beyond it is seen */
        assert_non_null(part);
        memcpy(part, file, cut);
        struct audit_report r = audited(part, cut);
        assert_int_equal(r.outcome, cut ? AUDIT_UNFINISHED : AUDIT_WRONG);
        if (cut > REPLAY_MAGIC_SIZE)
            assert_int_equal(r.counts.records, record_at(f, cut) - 1);
        free(part);
    }
}

TEST(what_follows_the_trailer)
{
    OWNED_FORGE *f = small_match();
    size_t size;
    OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
    OWNED uint8_t *longer = malloc(size * 2);
    assert_non_null(longer);
    memcpy(longer, file, size);
    memcpy(longer + size, file, size);
    for (size_t more = 1; more < size; more += 97)
        assert_int_equal(audited(longer, size + more).outcome, AUDIT_WRONG);
}

/* A record from a bot is a HELLO, which may be said twice. */
static bool is_hello(const struct forge_record *r)
{
    struct envelope e;
    struct msg m;
    return r->type == REC_RECEIVED && !envelope_open(&e, r->bytes + RECEIVED_HEAD, r->size - RECEIVED_HEAD) &&
           !envelope_next(&e, FROM_BOT, &m) && m.type == MSG_HELLO;
}

/* What concerns one seat alone and what concerns the other may stand in either order. */
static bool unrelated(const struct forge_record *a, const struct forge_record *b)
{
    unsigned seats[2];
    const struct forge_record *r[2] = { a, b };
    if (a->type != REC_SENT && a->type != REC_RECEIVED && b->type != REC_SENT)
        return false;
    if (a->type == b->type && a->type != REC_SENT && a->type != REC_RECEIVED)
        return false;
    for (unsigned i = 0; i < 2; i++) {
        bool inner = r[i]->type == REC_SENT || r[i]->type == REC_RECEIVED;
        if (r[i]->type == REC_RECEIVED && r[1 - i]->type < REC_HEADER)
            return false; /* it caused the message */
        seats[i] = inner ? 1u << r[i]->bytes[0] : r[i]->visibility;
    }
    return r[0]->type != REC_HEADER && r[1]->type != REC_HEADER && !(seats[0] & seats[1]);
}

/* Moves records and has the arbiter sign the file again: still not the record of a match. */
TEST(records_moved)
{
    enum { DROP, DOUBLE, SWAP, MOVES };
    for (unsigned move = DROP; move < MOVES; move++) {
        for (size_t i = 0;; i++) {
            struct forge *f = small_match();
            if (i + (move == SWAP) >= f->count) {
                forge_free(f);
                break;
            }
            struct forge_record *r = &f->records[i];
            bool same = move == DOUBLE && is_hello(r) && i < 2; /* an OFFER must follow the last one */
            bool either = move == SWAP && unrelated(r, r + 1);
            if (move == DROP)
                forge_drop(f, i);
            if (move == DOUBLE)
                forge_insert(f, i, r->type, r->visibility, r->us, r->bytes, r->size);
            if (move == SWAP)
                forge_swap(f, i);
            forge_remake(f, true, true);
            size_t size;
            OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
            struct audit_report report = audited(file, size);
            if (!either)
                assert_int_equal(report.outcome == AUDIT_VALID, same);
            forge_free(f);
        }
    }
}

/* Somebody without the arbiter's key changes any record and makes every hash anew, with or without the
 * seats' help, and signs the trailer with a key of its own. */
TEST(made_anew_without_the_key)
{
    uint8_t public_key[32], secret_key[64];
    forge_key(public_key, secret_key, 99);
    for (unsigned how = 0; how < 4; how++) {
        for (size_t i = 0;; i++) {
            struct forge *f = small_match();
            if (i >= f->count) {
                forge_free(f);
                break;
            }
            struct forge_record *r = &f->records[i];
            if (how < 2)
                r->bytes[r->size / 2] ^= 1;
            else
                r->us += 1; /* nothing but the time: no chain knows it */
            forge_remake(f, false, how & 1);
            size_t size;
            OWNED uint8_t *file = forge_file(f, secret_key, &size);
            struct audit_report report = audited(file, size);
            assert_int_equal(report.outcome, AUDIT_WRONG);
            assert_int_equal(report.blame, BLAME_FILE);
            forge_free(f);
        }
    }
}

/* Another match by another arbiter is a valid file; only the key that one trusts tells it apart. */
TEST(the_key_is_pinned)
{
    OWNED_FORGE *f = small_match();
    struct audit_report r;
    size_t size;
    uint8_t other[32] = { 1 };
    OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
    assert_int_equal(audit_bytes(file, size, f->arbiter_public, &r), 0);
    assert_int_equal(r.outcome, AUDIT_VALID);
    assert_memory_equal(r.offer.arbiter, f->arbiter_public, 32);
    assert_int_equal(audit_bytes(file, size, other, &r), 0);
    assert_int_equal(r.outcome, AUDIT_WRONG);
    assert_int_equal(r.record, 1);
}

/* Random bytes behind a right beginning: no crash, no verdict but "wrong". */
TEST(noise)
{
    OWNED_FORGE *f = small_match();
    size_t size;
    OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size), *copy = malloc(size);
    assert_non_null(copy);
    for (unsigned round = 0; round < 600; round++) {
        memcpy(copy, file, size);
        for (unsigned k = 0; k <= round % 5; k++)
            copy[forge_draw(f) % size] = (uint8_t)forge_draw(f);
        if (!memcmp(copy, file, size))
            continue;
        assert_int_not_equal(audited(copy, size - round % 3).outcome, AUDIT_VALID);
    }
}
