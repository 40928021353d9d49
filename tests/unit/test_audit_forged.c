/* The auditor against a dishonest arbiter: a record is changed, then every chain and signature is made anew
 * with the arbiter's key, and the seats' keys too where that makes the lie harder to see. */
#include "support/test.h"

#include "audit/report.h"
#include "support/audited.h"
#include "support/planted.h"
#include "support/told_report.h"

/* A lie changes the match's records and returns the index of the first record that is wrong. */
typedef size_t lie_fn(struct forge *f);

static size_t put(struct forge *f, size_t at, const struct packer *p)
{
    planted_put(f, at, p);
    return at;
}

/* The input that brought the record about. */
static size_t cause_of(const struct forge *f, size_t at) { return planted_near(f, REC_RECEIVED, at, -1); }

/* --- cards ------------------------------------------------------------------------------------ */

static size_t cards_of_another_slot(struct forge *f)
{
    uint8_t openings[3 * OPENING];
    size_t at = forge_find(f, MSG_CARDS, 1);
    memcpy(openings, planted_told(f, at).blob, sizeof openings);
    opening_write(openings + OPENING, &f->pack[1], openings[OPENING] ^ 1u);
    struct packer p = planted_pack();
    pack_msg_cards(&p, 0, 1, openings, sizeof openings);
    return put(f, at, &p);
}

/* A pack that was not shuffled from the seed, sealed and signed all the same. */
static size_t other_pack_sealed(struct forge *f)
{
    static uint8_t commits[16][FIEL_CARDS * HASH];
    size_t at = forge_find(f, MSG_SEAL, 0);
    struct msg m = planted_told(f, at);
    struct seal seals[16];
    unsigned n = seals_count(&m);
    uint32_t hands[16], tables[16] = { 0 };
    uint8_t lists[16][HASH], sig[64];
    for (unsigned i = 0; i < n; i++) {
        assert_true(seals_get(&m, i, &seals[i]));
        memcpy(commits[i], seals[i].commits, seals[i].size);
        if (i == 1)
            commits[i][77] ^= 1;
        seals[i].commits = commits[i];
        hands[i] = seals[i].hand;
        deal_list(lists[i], f->table_id, hands[i], (unsigned)(seals[i].size / HASH), commits[i]);
    }
    struct message text;
    sealed_message(&text, f->match_id, n, tables, hands, (const uint8_t(*)[HASH])lists);
    sign_message(sig, f->arbiter_secret, &text);
    struct packer p = planted_pack();
    pack_msg_seal(&p, 0, seals, n, sig);
    return put(f, at, &p);
}

static size_t other_seed_revealed(struct forge *f)
{
    uint8_t seed[32] = { 3 };
    size_t at = forge_find(f, MSG_REVEAL, 0);
    struct packer p = planted_pack();
    pack_msg_reveal(&p, seed);
    return put(f, at, &p);
}

/* --- actions ---------------------------------------------------------------------------------- */

static size_t legal_action_refused(struct forge *f)
{
    size_t at = planted_came(f, 0, MSG_ANSWER, 0, NULL);
    planted_verdict(f, at, VERDICT_REFUSED, FAULT_ILLEGAL);
    return at;
}

static size_t answer_ignored(struct forge *f)
{
    size_t at = planted_came(f, 1, MSG_ANSWER, 1, NULL);
    planted_verdict(f, at, VERDICT_IGNORED, FAULT_UNASKED);
    return at;
}

static size_t fault_hidden(struct forge *f)
{
    size_t end = forge_find(f, MSG_FAULT, 0), at = cause_of(f, end < f->count ? end : forge_find(f, MSG_REFUSED, 0));
    planted_verdict(f, at, VERDICT_ACCEPTED, FAULT_NONE);
    return at;
}

/* --- clocks and faults ------------------------------------------------------------------------ */

/* A silence that did not last long enough. */
static size_t silence_too_short(struct forge *f)
{
    size_t at = forge_find(f, REC_SILENCE, 0);
    f->records[at].bytes[9] += 1; /* the last byte of left */
    return at;
}

/* The answer came in time, says the arbiter: the clock would have let it pass. */
static size_t late_answer_dropped(struct forge *f)
{
    size_t at = cause_of(f, forge_find(f, MSG_FAULT, 0));
    forge_drop(f, at);
    return at;
}

/* One microsecond more for one decision: the bank of the next request does not fit. */
static size_t answer_came_later(struct forge *f)
{
    size_t at = planted_came(f, 0, MSG_ANSWER, 2, NULL);
    struct forge_record *r = &f->records[at];
    uint64_t came = r->us - 2000; /* it left later than it says */
    struct record rec = { .type = REC_RECEIVED, .payload = r->bytes, .size = r->size };
    struct rec_received in;
    assert_true(rec_received_read(&rec, &in));
    in.left_us = came;
    rec_received_head(r->bytes, &in);
    return at;
}

static size_t clock_runs_backwards(struct forge *f)
{
    size_t at = forge_find(f, MSG_DEAL, 1);
    f->records[at].us -= 1000000;
    return at;
}

static size_t unasked_not_counted(struct forge *f)
{
    size_t at = planted_came(f, 0, MSG_ANSWER, 0, NULL);
    for (unsigned i = 0; f->records[at].bytes[1] != VERDICT_IGNORED; i++)
        at = planted_came(f, i & 1, MSG_ANSWER, i / 2, NULL);
    forge_drop(f, at);
    return forge_find(f, MSG_RESULT, 0);
}

/* --- signatures and chains -------------------------------------------------------------------- */

/* HANDS_END as it stands, but over another P. */
static struct packer hands_end_over(const struct forge *f, const struct msg *m, uint8_t first)
{
    static const uint8_t none[32];
    struct chain other = { .head = { first }, .seq = m->seq };
    uint8_t digest[32], sig[64];
    struct message text;
    hash_bytes(digest, m->blob, m->blob_size);
    hands_signed_message(&text, f->match_id, SIGNER_ARBITER, m->hand, &other, digest, none);
    sign_message(sig, f->arbiter_secret, &text);
    struct packer p = planted_pack();
    pack_msg_hands_end(&p, m->hand, m->seq, other.head, m->blob, FORGE_SEATS, none, sig);
    return p;
}

/* A second end of the same hands, with another head, both signed. */
static size_t two_heads(struct forge *f)
{
    size_t at = forge_find(f, MSG_HANDS_END, 0);
    struct msg m = planted_told(f, at);
    struct packer p = hands_end_over(f, &m, 7);
    forge_insert(f, at + 1, MSG_HANDS_END, VISIBLE_ALL, f->records[at].us, p.bytes, p.size);
    f->frozen = true;
    return at + 1;
}

/* One end of the hands, properly signed, but over a head that no chain has. */
static size_t other_head(struct forge *f)
{
    size_t at = forge_find(f, MSG_HANDS_END, 1);
    struct msg m = planted_told(f, at);
    struct packer p = hands_end_over(f, &m, 8);
    f->frozen = true;
    return put(f, at, &p);
}

static size_t message_left_out(struct forge *f)
{
    size_t at = forge_find(f, REC_SENT, 6);
    f->records[at].bytes[8] += 1;
    return at;
}

static size_t other_view_key(struct forge *f)
{
    uint8_t key[32] = { 1 };
    size_t at = forge_find(f, MSG_OFFER, 1);
    struct packer p = planted_pack();
    pack_msg_offer(&p, f->offer_bytes, f->offer_size, 1, key);
    return put(f, at, &p);
}

static size_t open_with_a_proof(struct forge *f)
{
    size_t at = forge_find(f, MSG_OPEN, 0);
    struct msg m = planted_told(f, at);
    struct packer p = planted_pack();
    pack_msg_open(&p, m.blob, m.blob_size, m.signature, "proof", 5);
    return put(f, at, &p);
}

/* A pause with a byte of it changed. */
static size_t pause_byte(struct forge *f, size_t at, uint8_t value)
{
    size_t i = forge_find(f, REC_PAUSE, 0);
    f->records[i].bytes[at] = value;
    return i;
}
static size_t pause_of_nobody(struct forge *f) { return pause_byte(f, 0, 7); }
static size_t pause_for_no_reason(struct forge *f) { return pause_byte(f, 1, 0); }
static size_t pause_of_the_future(struct forge *f) { return pause_byte(f, 10, 1); }

static size_t header_changed(struct forge *f, void (*change)(struct header *))
{
    planted_header(f, change);
    return forge_find(f, MSG_OFFER, 0);
}

static void another_engine(struct header *h) { strcpy(h->offer.engine, "another 1"); }
static void another_arbiter(struct header *h) { h->offer.arbiter[0] ^= 1; }
static void another_name(struct header *h) { strcpy(h->offer.name[1], "nobody"); }
static size_t header_of_another_engine(struct forge *f) { return header_changed(f, another_engine); }
static size_t header_of_another_arbiter(struct forge *f) { return header_changed(f, another_arbiter); }
static size_t header_of_another_name(struct forge *f) { return header_changed(f, another_name); }

/* --- what a seat did -------------------------------------------------------------------------- */

static size_t join_not_signed(struct forge *f)
{
    size_t at = planted_came(f, 1, MSG_JOIN, 0, NULL);
    f->records[at].bytes[f->records[at].size - 9] ^= 1;
    return at;
}

/* --- the table -------------------------------------------------------------------------------- */

static const struct lie {
    const char *name;
    lie_fn *tell;
    enum audit_blame blame;
    enum twist_kind twist;
    unsigned at;
    const char *sentence; /* part of it */
    bool alone;           /* the seats do not help: their signatures would hold */
} lies[] = {
#define A(lie, sentence) \
    { \
#lie, lie, BLAME_ARBITER, TWIST_NONE, 0, sentence, false \
    }
#define T(lie, twist, at, sentence) \
    { \
#lie, lie, BLAME_ARBITER, twist, at, sentence, false \
    }
#define S(lie, twist, at, sentence) \
    { \
#lie " " #twist, lie, BLAME_ARBITER, twist, at, sentence, true \
    }
    A(cards_of_another_slot, "the cut gives slot"),
    A(other_pack_sealed, "commitment of hand 2, slot 2"),
    A(other_seed_revealed, "another seed"),
    A(legal_action_refused, "recorded as an illegal action, it is accepted"),
    A(answer_ignored, "recorded as ignored, it is accepted"),
    T(silence_too_short, TWIST_SILENCE, 4, "silence of seat"),
    T(late_answer_dropped, TWIST_LATE, 4, "nothing caused"),
    A(answer_came_later, NULL),
    A(clock_runs_backwards, "backwards"),
    T(unasked_not_counted, TWIST_UNASKED, 6, "RESULT: faults is"),
    A(two_heads, NULL),
    A(other_head, ": head is not"),
    A(message_left_out, "messages 7 to 9 leaves here, and an envelope to seat 1 of messages 6 to 8 is due"),
    A(other_view_key, "OFFER to seat 1: view_key is not"),
    A(open_with_a_proof, "there is no log"),
    A(header_of_another_engine, "another engine"),
    T(pause_of_nobody, TWIST_PAUSE, 4, "time that is nobody's"),
    T(pause_for_no_reason, TWIST_PAUSE, 4, "time that is nobody's"),
    T(pause_of_the_future, TWIST_PAUSE, 4, "a pause from"),
    { "header_of_another_arbiter", header_of_another_arbiter, BLAME_FILE, TWIST_NONE, 0, "another arbiter's key",
      false },
    A(header_of_another_name, "another than the header's configuration"),
    S(fault_hidden, TWIST_BAD_CUT, 2, "it is the fault \"bad-cut\""),
    S(fault_hidden, TWIST_BAD_SIGN, 2, "it is the fault \"bad-signature\""),
    S(join_not_signed, TWIST_NONE, 0, "it is the fault \"bad-signature\""),
    T(fault_hidden, TWIST_ILLEGAL, 4, "recorded as accepted, it is an illegal action"),
    T(fault_hidden, TWIST_LATE, 4, "it is the fault \"timeout\""),
    T(fault_hidden, TWIST_GARBAGE, 5, "it is the fault \"malformed\""),
    T(fault_hidden, TWIST_WRONG_SEAT, 5, "it is the fault \"wrong-seat\""),
};

static struct forge *told(enum twist_kind twist, unsigned at)
{
    return forge_run(forge_with(forge_new("argentino,target=12", 1, 2), twist, at));
}

/* All hashes and signatures anew: the auditor names that record and who lied. */
static void assert_wrong(struct forge *f, size_t at, bool seats_help, enum audit_blame blame, const char *sentence,
                         const char *name)
{
    if (!f->frozen)
        forge_remake(f, true, seats_help);
    struct audit_report r = audited(f);
    bool right = r.outcome == AUDIT_WRONG && r.blame == blame;
    bool named = r.record == at + 1 || !sentence;
    if (!right || !named || (sentence && !strstr(r.wrong, sentence))) {
        fprintf(stderr, "%s, record %zu:\n", name, at + 1);
        audit_print(stderr, "forged", &r);
        fail();
    }
    assert_report_narrow(&r);
    forge_free(f);
}

static void assert_seen(const struct lie *lie, bool seats_help)
{
    struct forge *f = told(lie->twist, lie->at);
    assert_wrong(f, lie->tell(f), seats_help, lie->blame, lie->sentence, lie->name);
}

TEST(every_lie_is_seen)
{
    for (unsigned i = 0; i < sizeof lies / sizeof *lies; i++) {
        assert_seen(&lies[i], false);
        if (!lies[i].alone)
            assert_seen(&lies[i], true);
    }
}

/* --- every field of what the arbiter tells -------------------------------------------------------- */

/* One bit of one field of the n-th message of its type is another. */
static const struct field {
    unsigned type, nth;
    const char *name; /* as MESSAGES calls it */
    enum twist_kind twist;
    const char *sentence; /* part of it */
} fields[] = {
    { MSG_OPEN, 0, "open", TWIST_NONE, ": open " },
    { MSG_DEAL, 0, "mano", TWIST_NONE, ": mano " },
    { MSG_DEAL, 1, "cuts", TWIST_NONE, ": cuts " },
    { MSG_CARDS, 0, "openings", TWIST_NONE, "is not the one that was sealed" },
    { MSG_ACT, 0, "seat", TWIST_NONE, ": seat " },
    { MSG_ACT, 1, "action", TWIST_NONE, "ACT: action is \"" },
    { MSG_ACT, 1, "value", TWIST_NONE, ": value " },
    { MSG_ACT, 2, "opening", TWIST_NONE, ": opening " },
    { MSG_REQUEST, 4, "bank_us", TWIST_NONE, ": bank_us " },
    { MSG_REQUEST, 4, "budget_us", TWIST_NONE, ": budget_us " },
    { MSG_REQUEST, 4, "used_us", TWIST_NONE, ": used_us " },
    { MSG_REQUEST, 2, "view", TWIST_NONE, ": view " },
    { MSG_REQUEST, 3, "legal", TWIST_NONE, ": legal " },
    { MSG_REFUSED, 0, "error", TWIST_ILLEGAL, ": error " },
    { MSG_HAND_END, 0, "score", TWIST_NONE, ": score " },
    { MSG_FAULT, 0, "seat", TWIST_SILENCE, ": seat " },
    { MSG_FAULT, 0, "effect", TWIST_SILENCE, ": effect " },
    { MSG_FAULT, 0, "b", TWIST_LATE, ": b " },
    { MSG_GAME_END, 0, "winner", TWIST_NONE, ": winner " },
    { MSG_GAME_END, 0, "reason", TWIST_NONE, ": reason " },
    { MSG_GAME_END, 0, "score", TWIST_NONE, ": score " },
    { MSG_SIGNED, 0, "signature", TWIST_NONE, ": signature " },
};

static const char *fields_of(unsigned type)
{
    switch (type) {
#define X(name, number, who, fields) \
    case number: return fields;
        MESSAGES(X)
#undef X
    }
    return "";
}

static size_t change_field(struct forge *f, const struct field *x)
{
    struct reader r;
    size_t at = forge_find(f, x->type, x->nth), items = 3, size = strlen(x->name), skipped;
    const char *field = fields_of(x->type);
    while (strncmp(field, x->name, size) != 0 || field[size] != ':') {
        field = strchr(field, ' ');
        assert_non_null(field++);
        items++;
    }
    read_start(&r, f->records[at].bytes, f->records[at].size);
    read_array(&r, ITEMS_MAX);
    while (items-- > 0)
        read_value(&r, &skipped);
    assert_false(r.bad);
    f->records[at].bytes[r.at - f->records[at].bytes - 1] ^= 1;
    return at;
}

TEST(every_field_is_looked_at)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        struct forge *f = told(fields[i].twist, 4);
        f->frozen = fields[i].type == MSG_SIGNED;
        assert_wrong(f, change_field(f, &fields[i]), true, BLAME_ARBITER, fields[i].sentence, fields[i].name);
    }
}

/* Each is left out, and told twice. */
TEST(every_message_is_told_once)
{
    static const unsigned types[] = { MSG_OPEN,   MSG_SEAL,   MSG_DEAL,     MSG_CARDS,     MSG_REQUEST,
                                      MSG_ACT,    MSG_SHOW,   MSG_HAND_END, MSG_HANDS_END, MSG_GAME_END,
                                      MSG_SIGNED, MSG_RESULT, MSG_REVEAL };
    for (size_t i = 0; i < 2 * sizeof types / sizeof *types; i++) {
        struct forge *f = told(TWIST_NONE, 0);
        size_t at = forge_find(f, types[i / 2], 0);
        struct forge_record r = f->records[at];
        if (i % 2)
            forge_insert(f, at, r.type, r.visibility, r.us, r.bytes, r.size);
        else
            forge_drop(f, at);
        assert_wrong(f, at, true, BLAME_ARBITER, NULL, "a message left out or told twice");
    }
}

/* By its name: a page for people looks there for the step that does not hold. */
TEST(the_record_is_named)
{
    struct audit_report r = { .outcome = AUDIT_WRONG, .type = REC_PAUSE };
    FILE *to = print_begin();
    audit_print_json(to, "forged", &r);
    const char *text = print_end();
    assert_non_null(strstr(text, "\"type\":\"REC_PAUSE\""));
}

/* The same lies told by somebody without the arbiter's key: nobody vouches for the file. */
TEST(no_lie_without_the_key)
{
    uint8_t public_key[32], secret_key[64];
    forge_key(public_key, secret_key, 99);
    for (unsigned i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct audit_report r;
        size_t size;
        OWNED_FORGE *f = told(lies[i].twist, lies[i].at);
        lies[i].tell(f);
        if (!f->frozen)
            forge_remake(f, false, true);
        OWNED uint8_t *file = forge_file(f, i & 1 ? secret_key : NULL, &size);
        assert_int_equal(audit_bytes(file, size, NULL, &r), 0);
        assert_int_equal(r.outcome, AUDIT_WRONG);
        assert_int_equal(r.blame, BLAME_FILE);
    }
}
