/* The auditor against an arbiter that lies about signs: one shown to who must not see it, hidden from who must,
 * altered, invented; and answers with signs that were judged wrongly.
 *
 * A simulated match is taken apart into its records, one of them is changed, and the whole is signed again. */
#include "support/sim_signs.h"

#include "support/forge_file.h"

static struct sim *match;

/* --- the match, as records ------------------------------------------------------------------------ */

static struct forge *records_of(const struct sim *s)
{
    struct replay file;
    replay_over(&file, s->record.bytes, s->record.size);
    return forge_of(&file, s->referee->course->match_id);
}

static struct audit_report audited(const struct forge *f, const uint8_t *key)
{
    struct audit_report report;
    size_t size;
    OWNED uint8_t *bytes = forge_file(f, key, &size);
    assert_int_equal(audit_bytes(bytes, size, NULL, &report), 0);
    return report;
}

/* The first SIGN of a giver whose visibility has this relation to it; the count when there is none. */
enum eyes { GIVER, PARTNER, RIVAL };

static size_t find_sign(const struct forge *f, enum eyes eyes)
{
    struct msg m;
    for (size_t i = 0; i < f->count; i++) {
        const struct forge_record *r = &f->records[i];
        if (r->type != MSG_SIGN || msg_read(r->bytes, r->size, FROM_ARBITER, &m) != WIRE_OK)
            continue;
        enum eyes of = r->visibility == 1u << m.seat                       ? GIVER
                       : r->visibility == 1u << sign_of_code(m.sign[0]).to ? PARTNER
                                                                           : RIVAL;
        if (of == eyes)
            return i;
    }
    fail_msg("the match has no such sign");
    return f->count;
}

static void say(struct forge *f, size_t at, unsigned visibility, unsigned giver, unsigned sign)
{
    uint8_t bytes[64];
    struct packer p;
    pack_start(&p, bytes, sizeof bytes);
    pack_msg_sign(&p, 0, giver, sign);
    forge_insert(f, at, MSG_SIGN, visibility, f->records[at].us, p.bytes, p.size);
}

static struct msg sign_at(const struct forge *f, size_t at)
{
    struct msg m;
    assert_int_equal(msg_read(f->records[at].bytes, f->records[at].size, FROM_ARBITER, &m), WIRE_OK);
    return m;
}

static void resay(struct forge *f, size_t at, unsigned giver, unsigned sign)
{
    unsigned visibility = f->records[at].visibility;
    forge_drop(f, at);
    say(f, at, visibility, giver, sign);
}

/* --- the lies ------------------------------------------------------------------------------------- */

static void hidden_from_giver(struct forge *f) { forge_drop(f, find_sign(f, GIVER)); }
static void hidden_from_partner(struct forge *f) { forge_drop(f, find_sign(f, PARTNER)); }
static void hidden_from_rival(struct forge *f) { forge_drop(f, find_sign(f, RIVAL)); }

/* The first sign that a rival did not catch, shown to it after all, in its place among those who see it. */
static void shown_to_rival(struct forge *f)
{
    for (size_t at = 0, end; at < f->count; at = end) {
        unsigned seen = 0;
        end = at + 1;
        if (f->records[at].type != MSG_SIGN)
            continue;
        struct msg m = sign_at(f, at);
        unsigned rival = (m.seat + 1u) % 4u;
        /* One sign is told in seat order: the next begins where that falls back. */
        for (end = at; f->records[end].type == MSG_SIGN && f->records[end].visibility > seen; end++)
            seen = f->records[end].visibility;
        size_t place = at;
        while (place < end && f->records[place].visibility < 1u << rival)
            place++;
        if (place < end && f->records[place].visibility == 1u << rival)
            continue;
        say(f, place, 1u << rival, m.seat, m.sign[0]);
        return;
    }
    fail_msg("every sign was caught");
}

static void shown_to_all(struct forge *f) { f->records[find_sign(f, PARTNER)].visibility = VISIBLE_ALL; }
static void shown_to_nobody(struct forge *f) { f->records[find_sign(f, GIVER)].visibility = VISIBLE_ARBITER; }

static void shown_twice(struct forge *f)
{
    size_t at = find_sign(f, PARTNER);
    struct msg m = sign_at(f, at);
    say(f, at, f->records[at].visibility, m.seat, m.sign[0]);
}

static void other_word(struct forge *f)
{
    size_t at = find_sign(f, PARTNER);
    struct msg m = sign_at(f, at);
    resay(f, at, m.seat, m.sign[0] ^ 0x0100);
}

static void other_word_to_rival(struct forge *f)
{
    size_t at = find_sign(f, RIVAL);
    struct msg m = sign_at(f, at);
    resay(f, at, m.seat, m.sign[0] ^ 0x0100);
}

static void other_addressee(struct forge *f)
{
    size_t at = find_sign(f, GIVER);
    struct msg m = sign_at(f, at);
    resay(f, at, m.seat, m.sign[0] ^ 0x0001);
}

static void other_giver(struct forge *f)
{
    size_t at = find_sign(f, PARTNER);
    struct msg m = sign_at(f, at);
    resay(f, at, m.seat ^ 1u, m.sign[0]);
}

static void invented(struct forge *f) { say(f, forge_find(f, MSG_ACT, 3), 1u << 2, 0, 0x0102); }
static void not_asked_in_round(struct forge *f) { forge_drop(f, forge_find(f, MSG_REQUEST, 3)); }
static void asked_in_other_order(struct forge *f) { forge_swap(f, forge_find(f, MSG_REQUEST, 0)); }

/* The first answer with a sign now carries another: it was not legal. */
static void illegal_accepted(struct forge *f)
{
    for (size_t at = 0; at < f->count; at++) {
        struct forge_record *r = &f->records[at];
        struct envelope e;
        struct msg m;
        if (r->type != REC_RECEIVED || envelope_open(&e, r->bytes + RECEIVED_HEAD, r->size - RECEIVED_HEAD) != WIRE_OK)
            continue;
        if (envelope_next(&e, FROM_BOT, &m) != WIRE_OK || m.type != MSG_ANSWER || m.signs != 1)
            continue;
        uint8_t *bytes = r->bytes;
        unsigned seat = m.seat;
        for (size_t i = RECEIVED_HEAD; i + 2 < r->size; i++)
            if (bytes[i] == 0xcd && bytes[i + 1] << 8 == (m.sign[0] & 0xff00) && bytes[i + 2] == (m.sign[0] & 0xff))
                bytes[i + 2] = (uint8_t)seat; /* to itself */
        return;
    }
    fail_msg("no answer has a sign");
}

static const struct lie {
    const char *name;
    void (*tell)(struct forge *f);
    const char *found;
} lies[] = {
    { "hidden from its giver", hidden_from_giver, "sign" },
    { "hidden from the partner", hidden_from_partner, "sign" },
    { "hidden from a rival that catches it", hidden_from_rival, "sign" },
    { "shown to a rival that does not", shown_to_rival, "sign" },
    { "shown to all", shown_to_all, "shown to others" },
    { "shown to nobody", shown_to_nobody, "shown to others" },
    { "shown twice", shown_twice, "" },
    { "with another word", other_word, "sign is" },
    { "with another word to a rival", other_word_to_rival, "sign is" },
    { "to another seat", other_addressee, "sign is" },
    { "of another giver", other_giver, "seat is" },
    { "invented", invented, "SIGN" },
    { "a seat is not asked in the round", not_asked_in_round, "" },
    { "an answer with an illegal sign accepted", illegal_accepted, "is recorded as" },
};

TEST(test_lies_are_found)
{
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        OWNED_FORGE *f = records_of(match);
        lies[i].tell(f);
        struct audit_report r = audited(f, match->config.key);
        if (r.outcome != AUDIT_WRONG || r.blame != BLAME_ARBITER || strstr(r.wrong, lies[i].found) == NULL)
            fail_msg("a sign %s: outcome %d, blame %d, \"%s\"", lies[i].name, (int)r.outcome, (int)r.blame, r.wrong);
    }
}

TEST(test_the_truth)
{
    OWNED_FORGE *f = records_of(match);
    struct audit_report r = audited(f, match->config.key);
    assert_int_equal(r.outcome, AUDIT_VALID);
    assert_true(r.counts.signs > 20);
    forge_free(f);
    f = records_of(match);
    asked_in_other_order(f); /* REQUEST and its SENT */
    assert_int_equal(audited(f, match->config.key).outcome, AUDIT_WRONG);
}

/* Without the seed nobody knows which rival catches a sign; that it was made, all know. */
TEST(test_without_the_seed)
{
    static const struct {
        void (*tell)(struct forge *f);
        enum audit_outcome outcome;
    } row[] = {
        { hidden_from_rival, AUDIT_UNFINISHED },
        { shown_to_rival, AUDIT_UNFINISHED },
        { hidden_from_partner, AUDIT_WRONG },
        { hidden_from_giver, AUDIT_WRONG },
        { other_word_to_rival, AUDIT_WRONG },
        { invented, AUDIT_WRONG },
        { shown_twice, AUDIT_WRONG },
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        OWNED_FORGE *f = records_of(match);
        row[i].tell(f);
        size_t end = forge_find(f, MSG_HAND_END, 2);
        while (f->count > end)
            forge_drop(f, f->count - 1);
        struct audit_report r = audited(f, NULL);
        /* A message more or less makes what was SENT wrong later on; here it is about the sign itself. */
        bool sign_found = r.outcome == AUDIT_WRONG && r.type < MSG_HELLO;
        if (sign_found != (row[i].outcome == AUDIT_WRONG))
            fail_msg("row %zu: outcome %d, type %u, \"%s\"", i, (int)r.outcome, r.type, r.wrong);
    }
}

BEFORE_ALL(play_once)
{
    match = played_with_signs(22);
    return 0;
}

AFTER_ALL(free_once)
{
    sim_free(match);
    return 0;
}
