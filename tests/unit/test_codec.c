/* Every message there and back; every truncation, wrong type, wrong size and wrong range refused. */

#include "support/test.h"

#include "record/deal.h"
#include "support/samples.h"
#include "wire/strict.h"

static const struct form {
    const char *name;
    enum message_type type;
    enum direction from;
    const char *fields;
} forms[] = {
#define X(name, number, who, fields) { #name, number, (who) == 'B' ? FROM_BOT : FROM_ARBITER, fields },
    MESSAGES(X)
#undef X
};

enum { FORMS = sizeof forms / sizeof *forms, ITEMS_ROOM = 16 };

static uint8_t packed[SAMPLE_ROOM];

static size_t pack_sample(enum message_type type)
{
    struct packer p;
    pack_start(&p, packed, sizeof packed);
    sample_message(&p, type);
    assert_false(p.bad);
    assert_int_equal(strict_check(packed, p.size), WIRE_OK);
    return p.size;
}

/* --- there and back --------------------------------------------------------------------------- */

static void assert_counts(const uint8_t *got, unsigned first, size_t size)
{
    assert_non_null(got);
    assert_memory_equal(got, counting(first, size), size);
}

static void check_offer(const struct msg *m)
{
    assert_int_equal(m->blob_size, 40);
    assert_counts(m->blob, 1, 40);
    assert_int_equal(m->seat, 1);
    assert_counts(m->view_key, 2, ID);
}

static void check_open(const struct msg *m)
{
    assert_int_equal(m->blob_size, 50);
    assert_counts(m->blob, 1, 50);
    assert_counts(m->signature, 2, SIG);
    assert_int_equal(m->blob2_size, 10);
    assert_counts(m->blob2, 3, 10);
}

static void check_seal(const struct msg *m)
{
    struct seal s;
    assert_int_equal(seals_count(m), 2);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(seals_get(m, i, &s));
        assert_int_equal(s.hand, 17 + i);
        assert_int_equal(s.size, 24 * 32);
        assert_counts(s.commits, 1 + i, 24 * 32);
    }
    assert_false(seals_get(m, 2, &s));
    assert_counts(m->signature, 3, SIG);
}

static void check_deal(const struct msg *m)
{
    assert_int_equal(m->hand, 17);
    assert_int_equal(m->mano, 1);
    assert_int_equal(m->blob_size, 64);
    assert_counts(m->blob, 1, 64);
    assert_int_equal(m->blob2_size, OPENING);
    assert_counts(m->blob2, 2, OPENING);
}

static void check_act(const struct msg *m)
{
    assert_int_equal(m->seat, 1);
    assert_int_equal(m->action, ACT_PLAY * 256 + 22);
    assert_int_equal(m->value, 5);
    assert_int_equal(m->blob_size, OPENING);
    assert_counts(m->blob, 1, OPENING);
}

static void check_request(const struct msg *m)
{
    struct view want, got;
    struct action legal[FIEL_LEGAL_MAX];
    struct reader r;
    sample_view(&want);
    assert_int_equal(m->request, 70000);
    assert_int_equal(m->bank_us, 29000000);
    assert_int_equal(m->budget_us, 5020000);
    assert_int_equal(m->used_us, 81000);
    read_start(&r, m->view, m->view_size);
    read_view(&r, &got, &want.open.rules);
    assert_true(read_done(&r));
    assert_true(same_view(&got, &want));
    read_start(&r, m->legal, m->legal_size);
    int n = view_legal(&want, legal);
    assert_true(n < LEGAL_PLAIN);
    assert_int_equal(read_array(&r, FIEL_LEGAL_MAX), LEGAL_PLAIN);
    for (int i = 0; i < LEGAL_PLAIN; i++)
        assert_int_equal(read_uint(&r, UINT16_MAX), i < n ? action_code(legal[i]) : NO_ACTION);
    assert_true(read_done(&r));
}

static void check_hand_end(const struct msg *m)
{
    assert_int_equal(m->hand, 17);
    assert_int_equal(m->score[0], 12);
    assert_int_equal(m->score[1], 300);
}

static void check_fault(const struct msg *m)
{
    assert_int_equal(m->seat, 1);
    assert_int_equal(m->fault, FAULT_TIMEOUT);
    assert_int_equal(m->effect, EFFECT_GAME);
    assert_int_equal(m->a, 5000000);
    assert_int_equal(m->b, 5000213);
}

static void check_game_end(const struct msg *m)
{
    assert_int_equal(m->game, 2);
    assert_int_equal(m->winner, 1);
    assert_int_equal(m->reason, END_PLAYED);
    assert_int_equal(m->seat, FIEL_NOBODY);
    assert_int_equal(m->score[0], 12);
    assert_int_equal(m->score[1], 300);
}

static void check_hello(const struct msg *m)
{
    assert_int_equal(m->version, PROTOCOL_VERSION);
    assert_counts(m->key, 1, ID);
    assert_string_equal(m->text, "primero");
    assert_int_equal(m->have, 9);
    assert_counts(m->head, 2, ID);
    assert_counts(m->signature, 3, SIG);
}

static void check_answer(const struct msg *m)
{
    assert_int_equal(m->seat, 1);
    assert_int_equal(m->request, 70000);
    assert_int_equal(m->action, ACT_MAZO * 256);
    assert_int_equal(m->signs, 2);
    assert_int_equal(m->sign[0], 0x0102);
    assert_int_equal(m->sign[1], 0x0902);
    assert_int_equal(m->blob_size, 6);
    assert_memory_equal(m->blob, "espero", 6);
    assert_int_equal(m->signature_size, SIG);
    assert_counts(m->signature, 1, SIG);
}

/* The messages of one or two fields. */
static void check_small(const struct msg *m)
{
    if (m->type == MSG_CARDS || m->type == MSG_SIGNED || m->type == MSG_CUT || m->type == MSG_HAND_SIGN)
        assert_int_equal(m->hand, 17);
    if (m->type == MSG_CARDS)
        assert_counts(m->blob, 1, 3 * OPENING);
    if (m->type == MSG_SHOW)
        assert_counts(m->blob, 1, 2 * OPENING);
    if (m->type == MSG_SHOW || m->type == MSG_SIGNED)
        assert_int_equal(m->seat, 1);
    if (m->type == MSG_SIGNED || m->type == MSG_HAND_SIGN)
        assert_counts(m->signature, 1, SIG);
    if (m->type == MSG_RESULT || m->type == MSG_JOIN)
        assert_counts(m->signature, 2, SIG);
    if (m->type == MSG_RESULT)
        assert_counts(m->blob, 1, 60);
    if (m->type == MSG_JOIN)
        assert_counts(m->blob, 1, ID);
    if (m->type == MSG_JOIN)
        assert_counts(m->head, 3, ID);
    if (m->type == MSG_SIGN)
        assert_true(m->seat == 1 && m->signs == 1 && m->sign[0] == 0x0803);
    if (m->type == MSG_NOTE) {
        assert_int_equal(m->request, 70000);
        assert_counts(m->head, 2, ID);
    }
    if (m->type == MSG_REVEAL)
        assert_counts(m->seed, 1, ID);
    if (m->type == MSG_CUT)
        assert_counts(m->x, 1, ID);
    if (m->type == MSG_HANDS_END) {
        assert_int_equal(m->hand, 70000);
        assert_int_equal(m->seq, 90001);
        assert_counts(m->head, 1, ID);
        assert_int_equal(m->blob_size, 2 * ID);
        assert_counts(m->blob, 4, 2 * ID);
        assert_counts(m->checkpoint, 2, ID);
        assert_counts(m->signature, 3, SIG);
    }
    if (m->type == MSG_REFUSED) {
        assert_int_equal(m->request, 70000);
        assert_int_equal(m->error, RULE_NOT_OPEN);
        assert_string_equal(m->text, "that cannot be said now");
    }
    if (m->type == MSG_PROTEST) {
        assert_int_equal(m->code, 5);
        assert_string_equal(m->text, "the cut of hand 17 is not mine");
        assert_int_equal(m->blob_size, strlen(m->text));
        assert_memory_equal(m->blob, m->text, m->blob_size);
        assert_int_equal(m->have, 40);
        assert_counts(m->head, 1, ID);
        assert_counts(m->signature, 2, SIG);
    }
}

static void check_message(const struct msg *m)
{
    switch ((enum message_type)m->type) {
    case MSG_OFFER: check_offer(m); break;
    case MSG_OPEN: check_open(m); break;
    case MSG_SEAL: check_seal(m); break;
    case MSG_DEAL: check_deal(m); break;
    case MSG_ACT: check_act(m); break;
    case MSG_REQUEST: check_request(m); break;
    case MSG_HAND_END: check_hand_end(m); break;
    case MSG_FAULT: check_fault(m); break;
    case MSG_GAME_END: check_game_end(m); break;
    case MSG_HELLO: check_hello(m); break;
    case MSG_ANSWER: check_answer(m); break;
    case MSG_CARDS:
    case MSG_REFUSED:
    case MSG_SHOW:
    case MSG_SIGNED:
    case MSG_RESULT:
    case MSG_REVEAL:
    case MSG_SIGN:
    case MSG_NOTE:
    case MSG_HANDS_END:
    case MSG_JOIN:
    case MSG_CUT:
    case MSG_HAND_SIGN:
    case MSG_PROTEST: check_small(m); break;
    }
}

/* Messages that belong to no table in particular carry table 0. */
static bool of_a_table(enum message_type t)
{
    return t != MSG_OFFER && t != MSG_OPEN && t != MSG_RESULT && t != MSG_REVEAL && t != MSG_HELLO && t != MSG_JOIN &&
           t != MSG_PROTEST && t != MSG_HANDS_END;
}

TEST(test_there_and_back)
{
    for (unsigned i = 0; i < FORMS; i++) {
        struct msg m;
        size_t size = pack_sample(forms[i].type);
        assert_int_equal(msg_read(packed, size, forms[i].from, &m), WIRE_OK);
        assert_int_equal(m.type, forms[i].type);
        assert_int_equal(m.table, of_a_table(forms[i].type) ? 3 : 0);
        assert_ptr_equal(m.bytes, packed);
        assert_int_equal(m.size, size);
        check_message(&m);
        assert_int_equal(msg_read(packed, size, forms[i].from == FROM_BOT ? FROM_ARBITER : FROM_BOT, &m),
                         WIRE_UNKNOWN_TYPE);
    }
}

/* --- what is refused -------------------------------------------------------------------------- */

TEST(test_every_truncation)
{
    for (unsigned i = 0; i < FORMS; i++) {
        size_t size = pack_sample(forms[i].type);
        for (size_t n = 0; n < size; n++) {
            struct msg m;
            OWNED uint8_t *copy = malloc(n ? n : 1); /* a sanitizer sees one byte too far */
            memcpy(copy, packed, n);
            assert_int_equal(msg_read(copy, n, forms[i].from, &m), n == 0 ? WIRE_EMPTY : WIRE_TRUNCATED);
        }
    }
}

/* A message taken apart: the raw bytes of each item of its array. */
struct parts {
    const uint8_t *at[ITEMS_ROOM];
    size_t size[ITEMS_ROOM], count;
};

static void take_apart(const uint8_t *bytes, size_t size, struct parts *parts)
{
    struct reader r;
    read_start(&r, bytes, size);
    parts->count = read_array(&r, ITEMS_ROOM);
    for (size_t i = 0; i < parts->count; i++)
        parts->at[i] = read_value(&r, &parts->size[i]);
    assert_true(read_done(&r));
}

static const uint8_t *put_together(const struct parts *parts, size_t *size)
{
    static uint8_t bytes[SAMPLE_ROOM];
    struct packer p;
    pack_start(&p, bytes, sizeof bytes);
    pack_array(&p, parts->count);
    for (size_t i = 0; i < parts->count; i++)
        pack_raw(&p, parts->at[i], parts->size[i]);
    assert_false(p.bad);
    *size = p.size;
    return bytes;
}

static enum wire_error read_with(const struct parts *parts, size_t item, const void *value, size_t size,
                                 enum direction from)
{
    struct parts changed = *parts;
    struct msg m;
    size_t n;
    changed.at[item] = value;
    changed.size[item] = size;
    const uint8_t *bytes = put_together(&changed, &n);
    return msg_read(bytes, n, from, &m);
}

/* The type of field `i` in "name:type name:type": what stands after the i-th ':'. */
static const char *field_type(const char *fields, size_t i)
{
    const char *s = strchr(fields, ':');
    while (i-- > 0)
        s = strchr(s + 1, ':');
    return s + 1;
}

TEST(test_every_wrong_type)
{
    static const struct {
        char type;
        const char *value;
        size_t size;
    } others[] = {
        { 'u', "\x01", 1 },         { 'i', "\xff", 1 }, { 'b', "\xc4\x01\x00", 3 }, { 's', "\xa1x", 2 },
        { 'a', "\x92\x01\x02", 3 }, { 'a', "\x90", 1 }, { 'm', "\x80", 1 },         { 'b', "\xc4\x00", 2 },
    };
    for (unsigned f = 0; f < FORMS; f++) {
        struct parts parts;
        take_apart(packed, pack_sample(forms[f].type), &parts);
        for (size_t i = 0; i < parts.count; i++) {
            char type = i < 2 ? 'u' : field_type(forms[f].fields, i - 2)[0];
            for (size_t k = 0; k < sizeof others / sizeof *others; k++) {
                enum wire_error e = read_with(&parts, i, others[k].value, others[k].size, forms[f].from);
                if (others[k].type != type && e != WIRE_BAD_FIELDS)
                    fail_msg("%s item %zu as %c: %s", forms[f].name, i, others[k].type, wire_error_text(e));
            }
        }
    }
}

TEST(test_every_count)
{
    for (unsigned f = 0; f < FORMS; f++) {
        struct parts parts, whole;
        struct msg m;
        size_t size;
        take_apart(packed, pack_sample(forms[f].type), &whole);
        for (size_t n = 0; n < whole.count; n++) {
            parts = whole;
            parts.count = n;
            const uint8_t *bytes = put_together(&parts, &size);
            assert_int_equal(msg_read(bytes, size, forms[f].from, &m), WIRE_BAD_FIELDS);
        }
        parts = whole;
        parts.at[parts.count] = (const uint8_t *)"\x00";
        parts.size[parts.count++] = 1;
        const uint8_t *bytes = put_together(&parts, &size);
        assert_int_equal(msg_read(bytes, size, forms[f].from, &m), WIRE_BAD_FIELDS);
    }
}

/* Fields of 64 bits take every number; every other number has an end. */
TEST(test_every_range)
{
    static const char *const wide[] = { "bank_us:", "budget_us:", "used_us:", "have:", "seq:", "a:u", "b:u" };
    for (unsigned f = 0; f < FORMS; f++) {
        struct parts parts;
        take_apart(packed, pack_sample(forms[f].type), &parts);
        for (size_t i = 1; i < parts.count; i++) {
            const char *type = i < 2 ? "u" : field_type(forms[f].fields, i - 2);
            bool any = false;
            if (type[0] != 'u')
                continue;
            for (size_t k = 0; i > 1 && k < sizeof wide / sizeof *wide; k++)
                for (const char *s = forms[f].fields; (s = strstr(s, wide[k])); s++)
                    any |= strchr(s, ':') + 1 == type && (s == forms[f].fields || s[-1] == ' ');
            assert_int_equal(read_with(&parts, i, "\xcf\xff\xff\xff\xff\xff\xff\xff\xff", 9, forms[f].from),
                             any ? WIRE_OK : WIRE_OUT_OF_RANGE);
        }
    }
}

/* A bin of fixed size, one byte shorter and one longer. */
TEST(test_every_size)
{
    for (unsigned f = 0; f < FORMS; f++) {
        struct parts parts;
        take_apart(packed, pack_sample(forms[f].type), &parts);
        for (size_t i = 2; i < parts.count; i++) {
            const char *type = field_type(forms[f].fields, i - 2);
            uint8_t bin[2 + SIG + 1] = { 0xc4 };
            if (type[0] != 'b' || type[1] < '0' || type[1] > '9')
                continue;
            size_t size = (size_t)strtol(type + 1, NULL, 10);
            for (size_t n = size - 1; n <= size + 1; n++) {
                bin[1] = (uint8_t)n;
                assert_int_equal(read_with(&parts, i, bin, 2 + n, forms[f].from),
                                 n == size ? WIRE_OK : WIRE_BAD_FIELDS);
            }
        }
    }
}

/* One message with one item replaced. */
static enum wire_error read_changed(enum message_type type, size_t item, const char *value, size_t size)
{
    struct parts parts;
    take_apart(packed, pack_sample(type), &parts);
    return read_with(&parts, item, value, size, type >= MSG_HELLO ? FROM_BOT : FROM_ARBITER);
}

#define EXPECT(error, type, item, value) assert_int_equal(read_changed(type, item, value, sizeof(value) - 1), error)

TEST(test_inside)
{
    EXPECT(WIRE_BAD_FIELDS, MSG_DEAL, 4, "\xc4\x01\x00"); /* cuts that are not whole */
    EXPECT(WIRE_BAD_FIELDS, MSG_DEAL, 5, "\xc4\x01\x00"); /* openings */
    EXPECT(WIRE_OK, MSG_DEAL, 5, "\xc4\x00");
    EXPECT(WIRE_BAD_FIELDS, MSG_CARDS, 3, "\xc4\x01\x00");
    EXPECT(WIRE_OK, MSG_ACT, 5, "\xc4\x00");
    EXPECT(WIRE_BAD_FIELDS, MSG_SEAL, 2, "\x90"); /* no seal at all */
    EXPECT(WIRE_BAD_FIELDS, MSG_SEAL, 2, "\x91\x01");
    EXPECT(WIRE_BAD_FIELDS, MSG_SEAL, 2, "\x91\x92\x01\xc4\x00"); /* a hand without cards */
    EXPECT(WIRE_BAD_FIELDS, MSG_SEAL, 2, "\x91\x92\x01\xc4\x01\x00");
    EXPECT(WIRE_BAD_FIELDS, MSG_HAND_END, 3, "\x91\x01"); /* scores are two or three */
    EXPECT(WIRE_BAD_FIELDS, MSG_HAND_END, 3, "\x94\x01\x02\x03\x04");
    EXPECT(WIRE_OK, MSG_HAND_END, 3, "\x93\x01\x02\x03");
    EXPECT(WIRE_OUT_OF_RANGE, MSG_GAME_END, 3, "\x03"); /* the winner of two sides' game */
    EXPECT(WIRE_BAD_FIELDS, MSG_HAND_END, 3, "\x92\x01\xff");
    EXPECT(WIRE_OUT_OF_RANGE, MSG_HAND_END, 3, "\x92\x01\xce\x00\x01\x00\x00");
    EXPECT(WIRE_BAD_FIELDS, MSG_REQUEST, 7, "\x91\xa0");
    EXPECT(WIRE_OUT_OF_RANGE, MSG_REQUEST, 7, "\x91\xce\x00\x01\x00\x00");
    EXPECT(WIRE_OK, MSG_FAULT, 4, "\x06"); /* the effect of a cutter's */
    EXPECT(WIRE_OUT_OF_RANGE, MSG_FAULT, 4, "\x07");
    EXPECT(WIRE_OUT_OF_RANGE, MSG_GAME_END, 3, "\x03");
    EXPECT(WIRE_OK, MSG_GAME_END, 4, "\x05");
    EXPECT(WIRE_OUT_OF_RANGE, MSG_GAME_END, 4, "\x06");
    EXPECT(WIRE_OK, MSG_OFFER, 3, "\x0f"); /* the last party, a cutter */
    EXPECT(WIRE_OUT_OF_RANGE, MSG_OFFER, 3, "\x10");
    EXPECT(WIRE_OK, MSG_SIGNED, 3, "\x0f");
    EXPECT(WIRE_OUT_OF_RANGE, MSG_SIGNED, 3, "\x10");
    EXPECT(WIRE_OUT_OF_RANGE, MSG_ACT, 2, "\x08");
    EXPECT(WIRE_OUT_OF_RANGE, MSG_CUT, 1, "\xcd\x02\x00"); /* table 512 */
    EXPECT(WIRE_BAD_FIELDS, MSG_JOIN, 2, "\xc4\x00");
    EXPECT(WIRE_BAD_FIELDS, MSG_HELLO, 4, "\xa1\x00"); /* NUL in a name */
    EXPECT(WIRE_OK, MSG_ANSWER, 5, "\x90");            /* no signs */
    EXPECT(WIRE_OK, MSG_ANSWER, 5, "\x98\x00\x00\x00\x00\x00\x00\x00\x00");
    EXPECT(WIRE_BAD_FIELDS, MSG_ANSWER, 5, "\x99\x00\x00\x00\x00\x00\x00\x00\x00\x00"); /* nine */
    EXPECT(WIRE_BAD_FIELDS, MSG_ANSWER, 5, "\x91\xc4\x00");
    EXPECT(WIRE_OUT_OF_RANGE, MSG_ANSWER, 5, "\x91\xce\x00\x01\x00\x00");
    EXPECT(WIRE_OUT_OF_RANGE, MSG_SIGN, 2, "\x08");
    EXPECT(WIRE_OK, MSG_ANSWER, 6, "\xa0"); /* no note */
    EXPECT(WIRE_BAD_FIELDS, MSG_ANSWER, 6, "\xa1\x00");
    EXPECT(WIRE_OK, MSG_ANSWER, 7, "\xc4\x00"); /* not signed */
    EXPECT(WIRE_OK, MSG_ANSWER, 2, "\xcc\xff"); /* another seat: a fault, not this */
    EXPECT(WIRE_BAD_FIELDS, MSG_ANSWER, 7, "\xc4\x01\x00");
    EXPECT(WIRE_UNKNOWN_TYPE, MSG_CUT, 0, "\x00");
    EXPECT(WIRE_BAD_FIELDS, MSG_CUT, 0, "\xa0"); /* a type and a table stand in front, whatever they are */
    EXPECT(WIRE_BAD_FIELDS, MSG_CUT, 1, "\xa0");
    struct msg m;
    assert_int_equal(msg_read("\x93\x63\xa0\x00", 4, FROM_BOT, &m), WIRE_BAD_FIELDS);
    assert_int_equal(msg_read("\x91\x63", 2, FROM_BOT, &m), WIRE_BAD_FIELDS);
    assert_int_equal(msg_read("\x92\x63\x00", 3, FROM_BOT, &m), WIRE_UNKNOWN_TYPE);
    EXPECT(WIRE_UNKNOWN_TYPE, MSG_CUT, 0, "\xcd\x01\x22"); /* 290 is not 34 */
}

/* A bin with too many pieces would not fit the message that is hashed over it. */
TEST(test_long_bins)
{
    static char bin[3 + (TABLES_MAX + 1) * 32] = "\xc5";
    static const struct {
        enum message_type type;
        size_t item, piece, max;
    } list[] = {
        { MSG_JOIN, 2, 32, TABLES_MAX }, { MSG_DEAL, 4, 32, 16 },      { MSG_DEAL, 5, OPENING, 40 },
        { MSG_CARDS, 3, OPENING, 40 },   { MSG_SHOW, 3, OPENING, 40 },
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        for (size_t over = 0; over < 2; over++) {
            size_t size = list[i].piece * (list[i].max + over);
            bin[1] = (char)(size >> 8);
            bin[2] = (char)size;
            assert_int_equal(read_changed(list[i].type, list[i].item, bin, 3 + size), over ? WIRE_BAD_FIELDS : WIRE_OK);
        }
}

/* SEALs of every number of cards but 24 and 40. */
TEST(test_seal_sizes)
{
    static char seals[6 + 42 * 32] = "\x91\x92\x01\xc5";
    for (size_t n = 8; n <= 42; n++) {
        seals[4] = (char)(n * 32 >> 8);
        seals[5] = (char)(n * 32);
        assert_int_equal(read_changed(MSG_SEAL, 2, seals, 6 + n * 32), n == 24 || n == 40 ? WIRE_OK : WIRE_BAD_FIELDS);
    }
}

TEST(test_long_text)
{
    char name[2 + NAME_TEXT] = "\xd9\x40", text[3 + NAME_TEXT * 4] = "\xda\x01";
    memset(name + 2, 'x', NAME_TEXT);
    assert_int_equal(read_changed(MSG_HELLO, 4, name, 2 + NAME_TEXT), WIRE_BAD_FIELDS);
    name[1] = NAME_TEXT - 1;
    assert_int_equal(read_changed(MSG_HELLO, 4, name, 1 + NAME_TEXT), WIRE_OK);
    memset(text + 3, 'x', NAME_TEXT * 4);
    assert_int_equal(read_changed(MSG_PROTEST, 3, text, 3 + NAME_TEXT * 4), WIRE_BAD_FIELDS);
}

/* --- envelopes -------------------------------------------------------------------------------- */

static size_t pack_envelope(uint64_t number, unsigned count)
{
    static uint8_t message[SAMPLE_ROOM];
    struct packer p, one;
    pack_start(&one, message, sizeof message);
    sample_message(&one, MSG_CUT);
    pack_start(&p, packed, sizeof packed);
    pack_array(&p, count + 1);
    pack_uint(&p, number);
    for (unsigned i = 0; i < count; i++)
        pack_raw(&p, message, one.size);
    return p.size;
}

TEST(test_envelope)
{
    struct envelope e;
    struct msg m;
    size_t size = pack_envelope(300, 3);
    assert_int_equal(envelope_open(&e, packed, size), WIRE_OK);
    assert_int_equal(e.number, 300);
    for (unsigned left = 3; left > 0; left--) {
        assert_int_equal(e.left, left);
        assert_int_equal(envelope_next(&e, FROM_BOT, &m), WIRE_OK);
        assert_int_equal(m.type, MSG_CUT);
    }
    assert_int_equal(e.left, 0);
    assert_true(read_done(&e.r));
}

/* A message that is wrong does not hide the one after it. */
TEST(test_envelope_goes_on)
{
    static const uint8_t bytes[] = { 0x94, 0x00, 0x93, 0x22, 0x00, 0x91, 0x01, 0x05, 0x98,
                                     0x23, 0x00, 0x00, 0x01, 0x09, 0x90, 0xa0, 0xc4, 0x00 };
    struct envelope e;
    struct msg m;
    assert_int_equal(envelope_open(&e, bytes, sizeof bytes), WIRE_OK);
    assert_int_equal(envelope_next(&e, FROM_BOT, &m), WIRE_BAD_FIELDS);
    assert_ptr_equal(m.bytes, bytes + 2);
    assert_int_equal(m.size, 5);
    assert_int_equal(envelope_next(&e, FROM_BOT, &m), WIRE_BAD_FIELDS);
    assert_int_equal(m.size, 1);
    assert_int_equal(envelope_next(&e, FROM_BOT, &m), WIRE_OK);
    assert_int_equal(m.action, 9);
    assert_int_equal(e.left, 0);
}

TEST(test_not_an_envelope)
{
    struct envelope e;
    assert_int_equal(envelope_open(&e, "", 0), WIRE_EMPTY);
    assert_int_equal(envelope_open(&e, "\xc0", 1), WIRE_FORBIDDEN);
    assert_int_equal(envelope_open(&e, "\x01", 1), WIRE_NOT_ENVELOPE);
    assert_int_equal(envelope_open(&e, "\x90", 1), WIRE_NOT_ENVELOPE);
    assert_int_equal(envelope_open(&e, "\x91\x01", 2), WIRE_NOT_ENVELOPE);
    assert_int_equal(envelope_hear(&e, "\x91\x01", 2), WIRE_OK); /* the end of a resend */
    assert_true(e.number == 1 && e.left == 0);
    assert_int_equal(envelope_hear(&e, "\x90", 1), WIRE_NOT_ENVELOPE);
    assert_int_equal(envelope_open(&e, "\x92\xff\x90", 3), WIRE_NOT_ENVELOPE);
    assert_int_equal(envelope_open(&e, "\x92\x90\x90", 3), WIRE_NOT_ENVELOPE);
    assert_int_equal(envelope_open(&e, "\x80", 1), WIRE_NOT_ENVELOPE);
    enum { MANY = MESSAGES_MAX + 2 };
    static uint8_t many[3 + MANY] = { 0xdc, MANY >> 8, MANY & 255 };
    assert_int_equal(envelope_open(&e, many, sizeof many), WIRE_TOO_MANY);
    many[2]--;
    assert_int_equal(envelope_open(&e, many, sizeof many - 1), WIRE_OK);
}

/* --- what errors are called ------------------------------------------------------------------- */

TEST(test_fault_names)
{
#define X(id, number, owner, form) \
    { \
        char name[] = #id; \
        for (char *s = name; *s; s++) \
            *s = *s == '_' ? '-' : (char)(*s + ('a' - 'A')); \
        assert_string_equal(fault_name(FAULT_##id), name); \
    }
    FAULTS(X)
#undef X
    assert_string_equal(wire_error_text(WIRE_TOO_DEEP), "nested deeper than 6");
    assert_string_equal(wire_error_text((enum wire_error)99), "unknown wire error");
}
