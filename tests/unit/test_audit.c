/* The auditor against whole matches, right and wrong in every way we could think of. */
#include "support/test.h"

#include "support/audited.h"
#include "support/told_report.h"
#include "support/printed.h"

static void assert_valid(const struct forge *f)
{
    struct audit_report r = audited(f);
    if (r.outcome != AUDIT_VALID)
        audit_print(stderr, "forged", &r);
    assert_int_equal(r.outcome, AUDIT_VALID);
    assert_report_narrow(&r);
}

TEST(valid_matches)
{
    static const char *const rules[] = {
        "argentino",
        "argentino,target=5",
        "argentino-flor",
        "argentino,declare=auto",
        "argentino-flor,declare=auto",
        "argentino-flor,flor_policy=manual_seed003",
        "paulista-limpo",
        "paulista",
        "mineiro",
    };
    for (unsigned i = 0; i < sizeof rules / sizeof *rules; i++) {
        for (unsigned sign = 0; sign < 2; sign++) {
            OWNED_FORGE *f = forge_new(rules[i], 2, i + 1);
            f->sign = (uint8_t)sign;
            assert_valid(forge_run(f));
        }
    }
}

/* Every odd thing that can happen is part of a right record, alone and sixty times over. */
TEST(valid_odd_matches)
{
    static const struct {
        enum twist_kind kind;
        unsigned at;
    } odd[] = {
        { TWIST_ILLEGAL, 3 },    { TWIST_SILENCE, 2 },      { TWIST_LATE, 5 },        { TWIST_UNASKED, 4 },
        { TWIST_TWICE, 4 },      { TWIST_WRONG_SEAT, 6 },   { TWIST_GARBAGE, 7 },     { TWIST_PROTEST, 8 },
        { TWIST_COMES_BACK, 9 }, { TWIST_STARTS_ANEW, 30 }, { TWIST_OTHER_TALKS, 5 }, { TWIST_VOID, 11 },
        { TWIST_PAUSE, 7 },      { TWIST_BAD_CUT, 0 },      { TWIST_BAD_CUT, 2 },     { TWIST_BAD_SIGN, 2 },
        { TWIST_CUT_FIRST, 3 },  { TWIST_NO_CUT, 2 },       { TWIST_APART, 1 },       { TWIST_BAD_ACTION_SIGNATURE, 3 },
    };
    for (unsigned i = 0; i < sizeof odd / sizeof *odd; i++) {
        for (unsigned sign = 0; sign < 4; sign++) {
            if (odd[i].kind == TWIST_BAD_ACTION_SIGNATURE && !(sign & 1))
                continue;
            OWNED_FORGE *f = forge_new("argentino,target=8", 2, i + 7);
            f->sign = sign & 1;
            f->on_timeout = (uint8_t)(sign >> 1);
            assert_valid(forge_run(forge_with(f, odd[i].kind, odd[i].at)));
        }
    }
}

/* Three illegal actions in one decision, three silences in a match, a hundred answers to nothing. */
TEST(valid_to_the_limit)
{
    static const struct {
        enum twist_kind kind;
        unsigned times;
        bool same;
    } odd[] = { { TWIST_ILLEGAL, 3, true },
                { TWIST_SILENCE, 9, false },
                { TWIST_LATE, 12, false },
                { TWIST_UNASKED, 100, true },
                { TWIST_ILLEGAL, 60, false } };
    for (unsigned i = 0; i < 2 * sizeof odd / sizeof *odd; i++) {
        OWNED_FORGE *f = forge_new("argentino,target=8", 30, i + 7);
        f->on_timeout = i & 1;
        for (unsigned k = 0; k < odd[i / 2].times; k++)
            forge_with(f, odd[i / 2].kind, odd[i / 2].same ? 3 : 3 * k + 2);
        assert_valid(forge_run(f));
    }
}

TEST(valid_without_a_start)
{
    for (unsigned i = 1; i < 7; i++) {
        OWNED_FORGE *f = forge_new("argentino", 2, i);
        bool *absent = i > 3 ? f->no_join : f->silent_start;
        absent[0] = ((i - 1) % 3 + 1) & 1;
        absent[1] = ((i - 1) % 3 + 1) & 2;
        assert_valid(forge_run(f));
        struct audit_report r = audited(f);
        bool both = absent == f->silent_start && absent[0] && absent[1];
        assert_int_equal(r.result.winner, both ? FIEL_TIE : absent[0]);
    }
}

TEST(valid_to_the_last_cut)
{
    for (uint32_t hands = 1; hands < 35; hands += 5) {
        OWNED_FORGE *f = forge_new("argentino", 40, hands);
        f->hands_max = hands;
        assert_valid(forge_run(f));
    }
}

/* Names come out of the file: printed, they must do nothing to a terminal. */
TEST(reports_are_clean)
{
    OWNED_FORGE *f = forge_new("argentino,target=5", 1, 3);
    snprintf(f->name[0], NAME_TEXT, "\x1b[31mred\"\\");
    snprintf(f->name[1], NAME_TEXT, "ni\xc3\xb1o\xc2\x9b\n");
    forge_run(f);
    struct audit_report r = audited(f);
    assert_int_equal(r.outcome, AUDIT_VALID);
    FILE *out = print_begin();
    audit_print(out, "name", &r);
    audit_print_json(out, "name", &r);
    const char *text = print_end();
    assert_null(strchr(text, 0x1b));
    assert_non_null(strstr(text, "1 ni\xc3\xb1o??\n"));
    assert_non_null(strstr(text, " records, 1 game, ")); /* one of it is told as one */
    assert_non_null(strstr(text, "\\u001b[31mred\\\"\\\\\",\"ni\xc3\xb1o"));
}

/* What rests on the arbiter's word is added up, and who cut for a program is named. */
TEST(pauses_are_added_up)
{
    OWNED_FORGE *f = forge_new("argentino,target=5", 1, 3);
    strcpy(f->name[1], "lines");
    for (unsigned i = 0; i < 3; i++)
        f->twists[f->twist_count++] = (struct twist){ 2 + 3 * i, TWIST_PAUSE };
    forge_run(f);
    struct audit_report r = audited(f);
    assert_int_equal(r.outcome, AUDIT_VALID);
    assert_true(f->paused > 0);
    assert_int_equal(r.paused_us[0] + r.paused_us[1], f->paused);
    FILE *out = print_begin();
    audit_print(out, "paused", &r);
    audit_print_json(out, "paused", &r);
    const char *text = print_end();
    assert_true(told_says(text, "s, not charged to any bot (so the arbiter says)"));
    assert_true(told_says(text, "(so the arbiter says): it wanted to run and could not "));
    assert_non_null(strstr(text, "\"paused_us\":["));
    assert_true(told_says(text, "note       seat 1 plays by lines: the host's program cut for it"));
    assert_false(told_says(text, "seat 0 plays by lines"));
    assert_non_null(strstr(text, "\"by_lines\":[false,true],"));
    assert_true(told_says(text, "note       nobody from outside cut: "));
    assert_non_null(strstr(text, "\"cut_from_outside\":0,"));
}

/* The OFFER of a blind match says who plays. */
static void say_who_plays(struct forge *f, bool names)
{
    struct offer o = f->offer;
    uint8_t bytes[2 * OFFER_MAX], offer[OFFER_MAX];
    struct packer blob, p;
    for (unsigned s = 0; s < FORGE_SEATS; s++)
        snprintf(o.name[s], NAME_TEXT, "%s", names ? f->name[s] : f->offer.name[s]);
    o.bots[1][0] = !names;
    pack_start(&blob, offer, sizeof offer);
    pack_offer(&blob, &o);
    deal_match_id(f->match_id, blob.bytes, blob.size);
    for (unsigned s = 0; s < FORGE_SEATS; s++) {
        size_t at = forge_find(f, MSG_OFFER, s);
        struct msg m;
        assert_int_equal(msg_read(f->records[at].bytes, f->records[at].size, FROM_ARBITER, &m), WIRE_OK);
        pack_start(&p, bytes, sizeof bytes);
        pack_msg_offer(&p, blob.bytes, blob.size, s, m.view_key);
        assert_false(blob.bad || p.bad);
        forge_put(f, at, p.bytes, p.size);
    }
}

/* The machine went down behind so many records of a match that nobody started: it is void, its OFFERs follow from the HELLOs. */
static void lose(struct forge *f, size_t records)
{
    static const uint8_t nothing[HASH];
    uint8_t another_boot[4] = { 0, 0, 0, ARBITER_ANOTHER_BOOT }, bytes[512], packed[1024], signature[64];
    struct packer p, result;
    struct message m;
    while (f->records[records].type != MSG_OFFER)
        forge_drop(f, records);
    while (f->count > records + FORGE_SEATS)
        forge_drop(f, f->count - 1);
    f->now = f->records[f->count - 1].us;
    forge_insert(f, records, REC_VOID, VISIBLE_ARBITER, f->records[records].us, another_boot, sizeof another_boot);
    memset(&f->result, 0, sizeof f->result);
    memcpy(f->result.match_id, f->match_id, 32);
    f->result.outcome = END_VOID;
    f->result.winner = f->result.scorers = 2;
    f->result.fault = FAULT_ARBITER;
    f->result.fault_seat = FIEL_NOBODY;
    f->result.fault_a = ARBITER_ANOTHER_BOOT;
    memcpy(f->result.head, nothing, 32);
    pack_start(&result, bytes, sizeof bytes);
    pack_result(&result, &f->result);
    result_message(&m, f->match_id, result.bytes, result.size);
    sign_message(signature, f->arbiter_secret, &m);
    pack_start(&p, packed, sizeof packed);
    pack_msg_result(&p, result.bytes, result.size, signature);
    forge_add(f, MSG_RESULT, VISIBLE_ALL, p.bytes, p.size);
    pack_start(&p, packed, sizeof packed);
    pack_msg_reveal(&p, f->seed);
    forge_add(f, MSG_REVEAL, VISIBLE_ALL, p.bytes, p.size);
}

/* Behind the HELLOs of all, or of one; and with OFFERs that hold the key of nobody. */
TEST(lost_before_the_offers)
{
    for (unsigned hellos = 1; hellos <= 2; hellos++) {
        OWNED_FORGE *f = forge_new("argentino,target=5", 1, 3);
        f->silent_start[1] = hellos == 1;
        forge_run(f);
        lose(f, 1 + hellos);
        assert_valid(f);
    }
    OWNED_FORGE *f = forge_new("argentino,target=5", 1, 3), *nobody = forge_new("argentino,target=5", 1, 3);
    forge_run(f);
    nobody->silent_start[0] = nobody->silent_start[1] = true;
    forge_run(nobody);
    lose(nobody, 1);
    const struct forge_record *hello = &f->records[1];
    forge_insert(nobody, 1, hello->type, hello->visibility, hello->us, hello->bytes, hello->size);
    struct audit_report r = audited(nobody);
    assert_int_equal(r.outcome, AUDIT_WRONG);
    assert_non_null(strstr(r.wrong, "the offer's key of party 0 is not the one in its HELLO"));
}

/* What the offer says of the log's policy and of who plays has to go together. */
TEST(offers_that_contradict_themselves)
{
    static const char *const says[] = { NULL, "is of a blind match, and says who plays",
                                        "has a policy for the log, and names no log",
                                        "is of a blind match, and says who plays" };
    for (unsigned i = 0; i < sizeof says / sizeof *says; i++) {
        OWNED_FORGE *f = forge_new("argentino,target=5", 1, 3);
        f->offer.blind = i != 2;
        f->offer.log_policy[0] = i == 2;
        forge_run(f);
        if (i == 1 || i == 3)
            say_who_plays(f, i == 1);
        struct audit_report r = audited(f);
        assert_int_equal(r.outcome, says[i] ? AUDIT_WRONG : AUDIT_VALID);
        assert_true(!says[i] || strstr(r.wrong, says[i]));
    }
}

/* Somebody plays a match under their own key and writes the key of a host into the header that never held it. */
TEST(the_host_that_a_header_names_is_not_blamed)
{
    static struct header h;
    static uint8_t bytes[HEADER_MAX];
    uint8_t host[KEY_PUBLIC], secret[KEY_SECRET];
    struct audit_report r;
    size_t size;
    OWNED_FORGE *f = forge_run(forge_new("argentino,target=5", 1, 3));
    struct record rec = { .type = REC_HEADER, .payload = f->records[0].bytes, .size = f->records[0].size };
    assert_true(header_read(&rec, &h));
    forge_key(host, secret, 201);
    memcpy(h.offer.arbiter, host, KEY_PUBLIC);
    forge_put(f, 0, bytes, header_pack(&h, bytes));
    OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
    assert_int_equal(audit_bytes(file, size, host, &r), 0);
    assert_int_equal(r.outcome, AUDIT_WRONG);
    assert_int_equal(r.blame, BLAME_FILE);
}
