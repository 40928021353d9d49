/* The examples in bytes: spec/examples.jsonl and tests/vectors/example.replay are made from one small match.  With FIEL_WRITE_DOCS=1
 * they are written anew. */
#include "support/test.h"

#include <jansson.h>
#include <sodium.h>

#include "audit/audit.h"
#include "arrays.h"
#include "docs.h"
#include "support/forge.h"
#include "support/samples.h"
#include "wire/lobby.h"

#define EXAMPLE "tests/vectors/example.replay"
enum {
    EXAMPLE_SEED = 125,
    EXAMPLES_MAX = 1 << 17
}; /* a hand with an envido, a truco, a card face down and cards shown */

static struct forge *match;
static uint8_t *file;
static size_t file_size, text_size;
static char text[EXAMPLES_MAX];

BEFORE_ALL(make_match)
{
    match = forge_new("argentino", 1, EXAMPLE_SEED);
    match->hands_max = 1;
    forge_run(match);
    file = forge_file(match, match->arbiter_secret, &file_size);
    return 0;
}

AFTER_ALL(drop_match)
{
    free(file);
    forge_free(match);
    return 0;
}

static const struct forge_record *record(unsigned type)
{
    size_t at = forge_find(match, type, 0);
    assert_true(at < match->count);
    return &match->records[at];
}

/* --- a line, and what stands in it ------------------------------------------------------------ */

static void say(json_t *line)
{
    OWNED char *one = json_dumps(line, JSON_COMPACT);
    text_size += (size_t)snprintf(text + text_size, sizeof text - text_size, "%s\n", one);
    assert_true(text_size < sizeof text);
    json_decref(line);
}

static json_t *hex(const void *bytes, size_t size)
{
    static char room[2 * ENVELOPE_MAX + 1];
    return json_string(hex_text(room, bytes, size));
}

static json_t *numbers(const uint8_t *v, unsigned n)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < n; i++)
        json_array_append_new(list, json_integer(v[i]));
    return list;
}

static json_t *value(struct reader *r, const char *items);

/* An object of the items' names, or an array where there are none. */
static json_t *array(struct reader *r, const char *items)
{
    size_t count = read_array(r, ITEMS_MAX);
    json_t *all = items ? json_object() : json_array();
    char name[32], type[8];
    for (size_t i = 0; i < count; i++) {
        if (!items)
            json_array_append_new(all, value(r, NULL));
        else if (next_item(&items, name, type))
            json_object_set_new(all, name, value(r, strcmp(name, "view") == 0 && *type == 'a' ? view_items : NULL));
        else
            fail_msg("an item has no name");
    }
    return all;
}

/* Bytes in hex, text, a number or an array. */
static json_t *value(struct reader *r, const char *items)
{
    uint8_t b = *r->at;
    size_t size;
    if ((b >= 0x90 && b <= 0x9f) || b == 0xdc)
        return array(r, items);
    if ((b >= 0xa0 && b <= 0xbf) || b == 0xd9) {
        const char *s = read_str(r, &size);
        return json_stringn(s, size);
    }
    if (b >= 0xc4 && b <= 0xc6) {
        const uint8_t *s = read_bin(r, &size);
        return hex(s, size);
    }
    return json_integer(read_int(r));
}

/* A message [type, field, ...]. */
static void say_fields(const char *name, int type, const char *from, const char *fields, const uint8_t *bytes,
                       size_t size)
{
    static char items[256];
    struct reader r;
    snprintf(items, sizeof items, "type:u %s", fields);
    read_start(&r, bytes, size);
    json_t *all = array(&r, items);
    json_object_del(all, "type");
    say(json_pack("{ss,si,ss,so,so}", "message", name, "type", type, "from", from, "fields", all, "bytes",
                  hex(bytes, size)));
}

/* --- messages --------------------------------------------------------------------------------- */

/* The first message of this type in the match: the arbiter's is a record, a bot's is inside an envelope. */
static bool find_message(enum message_type type, const uint8_t **bytes, size_t *size)
{
    for (size_t i = 0; i < match->count; i++) {
        const struct forge_record *rec = &match->records[i];
        struct envelope e;
        struct msg m;
        if (rec->type == type) {
            *bytes = rec->bytes;
            *size = rec->size;
            return true;
        }
        if (rec->type != REC_RECEIVED ||
            envelope_open(&e, rec->bytes + RECEIVED_HEAD, rec->size - RECEIVED_HEAD) != WIRE_OK)
            continue;
        while (e.left > 0)
            if (envelope_next(&e, FROM_BOT, &m) == WIRE_OK && m.type == type) {
                *bytes = m.bytes;
                *size = m.size;
                return true;
            }
    }
    return false;
}

static void say_message(enum message_type type, const char *name, const char *fields)
{
    uint8_t sample[SAMPLE_ROOM];
    const uint8_t *bytes;
    size_t size;
    bool there = find_message(type, &bytes, &size);
    if (!there) {
        struct packer p;
        pack_start(&p, sample, sizeof sample);
        sample_message(&p, type);
        bytes = sample;
        size = p.size;
    }
    say_fields(name, (int)type, there ? EXAMPLE : "made up", fields, bytes, size);
}

static void say_array(const char *name, const uint8_t *bytes, size_t size, const char *items)
{
    struct reader r;
    read_start(&r, bytes, size);
    say(json_pack("{ss,so,so}", "array", name, "fields", array(&r, items), "bytes", hex(bytes, size)));
}

static void say_messages(void)
{
    const struct forge_record *hello = record(REC_RECEIVED), *result = record(MSG_RESULT);
    struct msg m;
    say(json_pack("{ss,so}", "envelope", "HELLO of seat 0", "bytes",
                  hex(hello->bytes + RECEIVED_HEAD, hello->size - RECEIVED_HEAD)));
#define X(name, number, who, fields) say_message(MSG_##name, #name, "table:u " fields);
    MESSAGES(X)
#undef X
    say_array("offer", match->offer_bytes, match->offer_size, OFFER_ITEMS);
    assert_int_equal(msg_read(result->bytes, result->size, FROM_ARBITER, &m), WIRE_OK);
    say_array("result", m.blob, m.blob_size, RESULT_ITEMS);
}

/* A bot whose Ed25519 seed is 01, 32 times, at a door whose CURVE secret is 07, 32 times, which drew a challenge of 02, 32 times. */
static void lobby_sample(struct lobby_msg *m, enum lobby_type type)
{
    uint8_t seed[32], secret[32], door[ID], signing[KEY_SECRET];
    struct message signed_bytes;
    memset(m, 0, sizeof *m);
    m->type = type;
    m->version = PROTOCOL_VERSION;
    m->waiting = 1;
    m->reason = NO_REPLACED;
    strcpy(m->name, "ana");
    strcpy(m->label, "spring-17");
    strcpy(m->endpoint, "tcp://192.0.2.7:9001");
    strcpy(m->text, type == LOBBY_NO ? lobby_reason_text(NO_REPLACED) : "no room on my disk");
    memset(m->challenge, 2, ID);
    memset(seed, 1, sizeof seed);
    memset(secret, 7, sizeof secret);
    crypto_sign_seed_keypair(m->key, signing, seed);
    assert_int_equal(crypto_scalarmult_base(door, secret), 0);
    memcpy(m->server, door, ID); /* any key */
    wait_message(&signed_bytes, door, m->challenge, m->role);
    sign_message(m->signature, signing, &signed_bytes);
}

static void say_lobby(enum lobby_type type, const char *name, const char *fields)
{
    struct lobby_msg m;
    uint8_t bytes[LOBBY_BYTES];
    lobby_sample(&m, type);
    size_t size = lobby_pack(&m, bytes);
    say_fields(name, (int)type, "made up", fields, bytes, size);
}

/* --- the deal --------------------------------------------------------------------------------- */

static void say_names(void)
{
    uint8_t k[2][HASH], secret[2][HASH] = { { 77 }, { 78 } };
    json_t *parties = json_array();
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        deal_view_key(k[i], match->seed, match->match_id, i);
        json_array_append_new(parties,
                              json_pack("{so,so,so,so}", "k", hex(k[i], HASH), "secret", hex(secret[i], HASH), "x[1]",
                                        hex(match->seat[i].x[1], HASH), "x[0]", hex(match->seat[i].x[0], HASH)));
    }
    say(json_pack("{s{so,so,so,so,so,so}}", "match", "S", hex(match->seed, HASH), "nonce",
                  hex(match->offer.nonce, HASH), "seed_commit", hex(match->offer.seed_commit, HASH), "match_id",
                  hex(match->match_id, HASH), "M", hex(match->table_id, HASH), "parties", parties));
}

/* `hashed` is the message whose hash is c_0, so that a layout can be compared byte by byte. */
static void say_pack(void)
{
    uint8_t key[HASH], z[HASH], sigma[FIEL_CARDS], cuts[FORGE_SEATS * HASH];
    card_t deck[FIEL_CARDS];
    struct pack p;
    struct message m;
    json_t *dealt = json_array();
    unsigned n = deal_deck(&match->position.open.rules, deck);
    deal_hand_key(key, match->seed, match->table_id, 1);
    deal_pack(&p, key, match->table_id, 1, deck, n);
    message_start(&m, "fiel/slot");
    message_bytes(&m, p.salt[0], SALT);
    message_bytes(&m, match->table_id, HASH);
    message_u32(&m, 1);
    message_u8(&m, 0);
    message_u8(&m, p.card[0]);
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        memcpy(cuts + i * HASH, match->seat[i].x[1], HASH);
    deal_cut(z, match->table_id, 1, p.list, FORGE_SEATS, cuts);
    deal_sigma(sigma, n, z);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        uint8_t own[3];
        for (unsigned k = 0; k < 3; k++)
            own[k] = p.card[deal_slot(sigma, i, k)];
        json_array_append_new(dealt, numbers(own, 3));
    }
    say(json_pack("{s{si,so,so,so,so,so,so,so,so,so,si}}", "deal", "hand", 1, "K", hex(key, HASH), "cards",
                  numbers(p.card, n), "salt_0", hex(p.salt[0], SALT), "hashed", hex(m.bytes, m.size), "c_0",
                  hex(p.commit[0], HASH), "L", hex(p.list, HASH), "Z", hex(z, HASH), "sigma", numbers(sigma, n),
                  "dealt", dealt, "mano", (int)deal_first_mano(FORGE_SEATS, z)));
}

static const char *type_name(unsigned type)
{
    switch (type) {
#define X(name, number, who, fields) \
    case number: return #name;
        MESSAGES(X)
#undef X
    case REC_HEADER: return "HEADER";
    case REC_RECEIVED: return "RECEIVED";
    case REC_SENT: return "SENT";
    case REC_SILENCE: return "SILENCE";
    case REC_SEAT: return "SEAT";
    case REC_TRAILER: return "TRAILER";
    default: return "?";
    }
}

/* The heads of P, or V, and the seat's own after each message that seat 0 is told. */
static void say_chains(void)
{
    struct chain p, v;
    uint8_t k[HASH], head[HASH];
    deal_view_key(k, match->seed, match->match_id, 0);
    chain_public(&p, match->match_id);
    chain_view(&v, k, match->match_id, 0);
    say(json_pack("{ss,so,so}", "chain", "OFFER", "P", hex(p.head, HASH), "V", hex(v.head, HASH)));
    for (size_t i = 0; i < match->count; i++) {
        const struct forge_record *rec = &match->records[i];
        bool open = rec->visibility == VISIBLE_ALL;
        if (rec->type >= REC_HEADER || rec->type == MSG_OFFER || (!open && rec->visibility != 1))
            continue;
        if (open)
            chain_link_public(&p, rec->bytes, rec->size);
        else
            chain_link_private(&v, &p, rec->bytes, rec->size);
        chain_have(head, &v, &p);
        say(json_pack("{ss,so,so}", "chain", type_name(rec->type), open ? "P" : "V", hex(open ? p.head : v.head, HASH),
                      "head", hex(head, HASH)));
    }
}

static void say_signed(void)
{
    static const uint8_t no_log[HASH];
    const struct forge_record *rec = record(MSG_HANDS_END);
    struct message signed_bytes;
    struct msg m;
    assert_int_equal(msg_read(rec->bytes, rec->size, FROM_ARBITER, &m), WIRE_OK);
    struct chain p = { .seq = m.seq };
    uint8_t views[HASH];
    memcpy(p.head, m.head, HASH);
    hash_bytes(views, m.blob, m.blob_size);
    hands_signed_message(&signed_bytes, match->match_id, SIGNER_ARBITER, m.hand, &p, views, no_log);
    say(json_pack("{ss,so,so,so}", "signed", "HANDS_END", "bytes", hex(signed_bytes.bytes, signed_bytes.size), "by",
                  hex(match->arbiter_public, KEY_PUBLIC), "signature", hex(m.signature, SIGNATURE)));
    assert_true(verify_message(m.signature, match->arbiter_public, &signed_bytes));
}

/* --- the record ------------------------------------------------------------------------------- */

/* Who a record of the arbiter's own is about, and the types of the messages in an envelope that came. */
static void about(const struct record *rec, char words[120])
{
    struct envelope e;
    struct msg m;
    words[0] = '\0';
    if (rec->type == REC_SENT)
        snprintf(words, 120, "to seat %u: messages %u to %u", rec->payload[0], rec->payload[8],
                 rec->payload[8] + rec->payload[12] - 1u);
    if (rec->type != REC_RECEIVED ||
        envelope_open(&e, rec->payload + RECEIVED_HEAD, rec->size - RECEIVED_HEAD) != WIRE_OK)
        return;
    size_t n = (size_t)snprintf(words, 120, "from seat %u:", rec->payload[0]);
    while (e.left > 0 && envelope_next(&e, FROM_BOT, &m) == WIRE_OK)
        n += (size_t)snprintf(words + n, 120 - n, " %s", type_name(m.type));
}

static void say_records(void)
{
    struct replay r;
    struct record rec;
    uint8_t digest[HASH];
    char words[120];
    for (replay_over(&r, file, file_size); replay_next(&r, &rec);) {
        about(&rec, words);
        say(json_pack("{ss,si,sI,sI,si,sI,ss,so}", "record", type_name(rec.type), "type", (int)rec.type, "offset",
                      (json_int_t)rec.offset, "size", (json_int_t)rec.size, "visibility", (int)rec.visibility, "time",
                      (json_int_t)rec.us, "about", words, "header", hex(file + rec.offset, RECORD_HEADER)));
    }
    assert_int_equal(r.end, REPLAY_COMPLETE);
    hash_bytes(digest, file, rec.offset + RECORD_HEADER);
    say(json_pack("{ss,so,so,so}", "signed", "TRAILER", "hash", hex(digest, HASH), "by",
                  hex(match->arbiter_public, KEY_PUBLIC), "signature", hex(rec.payload, rec.size)));
}

/* --- the tests -------------------------------------------------------------------------------- */

TEST(test_example_file)
{
    struct audit_report report;
    struct replay r;
    assert_int_equal(audit_bytes(file, file_size, NULL, &report), 0);
    if (report.outcome != AUDIT_VALID)
        audit_print(stderr, "example", &report);
    assert_int_equal(report.outcome, AUDIT_VALID);
    if (docs_write()) {
        FILE *f = fopen(EXAMPLE, "w");
        assert_true(f && fwrite(file, 1, file_size, f) == file_size && fclose(f) == 0);
    }
    assert_int_equal(replay_load(&r, EXAMPLE), 0);
    bool same = r.size == file_size && memcmp(r.bytes, file, file_size) == 0;
    replay_unload(&r);
    if (!same)
        fail_msg(EXAMPLE " is not the match that the code makes (FIEL_WRITE_DOCS=1 writes it anew)");
}

TEST(test_examples)
{
    text_size = 0;
    say_messages();
#define X(name, number, who, fields) say_lobby(LOBBY_##name, #name, fields);
    LOBBY_MESSAGES(X)
#undef X
    say_names();
    say_pack();
    say_chains();
    say_signed();
    say_records();
    assert_true(doc_file("spec/examples.jsonl", text));
}
