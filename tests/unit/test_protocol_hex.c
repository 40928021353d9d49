/* The examples in bytes: PROTOCOL.md, DEAL.md, REPLAY.md and tests/vectors/example.replay are made from one
 * small match.  With FIEL_WRITE_DOCS=1 they are written anew. */
#include "support/test.h"

#include <sodium.h>

#include "audit/audit.h"
#include "docs.h"
#include "dump.h"
#include "support/forge.h"
#include "support/samples.h"
#include "wire/lobby.h"

#define EXAMPLE "tests/vectors/example.replay"
enum { EXAMPLE_SEED = 125 }; /* a hand with an envido, a truco, a card face down and cards shown */

static struct forge *match;
static uint8_t *file;
static size_t file_size;
static struct doc doc;
static struct dump out;

static int make_match(void **state)
{
    (void)state;
    match = forge_new("argentino", 1, EXAMPLE_SEED);
    match->hands_max = 1;
    forge_run(match);
    file = forge_file(match, match->arbiter_secret, &file_size);
    return 0;
}

static int drop_match(void **state)
{
    (void)state;
    free(file);
    forge_free(match);
    return 0;
}

static void start(void)
{
    out.size = 0;
    dump_print(&out, "```\n");
}

static void finish_block(const char *name)
{
    dump_print(&out, "```\n");
    assert_true(out.size + 1 < sizeof out.text);
    doc_text(&doc, name, out.text);
}

static void open_doc(const char *path) { assert_true(doc_load(&doc, path)); }

static void close_doc(void)
{
    assert_int_equal(doc.wrong, 0);
    if (docs_write())
        assert_true(doc_save(&doc));
}

static const struct forge_record *record(unsigned type)
{
    size_t at = forge_find(match, type, 0);
    assert_true(at < match->count);
    return &match->records[at];
}

/* --- the match itself ------------------------------------------------------------------------- */

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

/* --- PROTOCOL.md ------------------------------------------------------------------------------ */

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

static void show_message(enum message_type type, const char *name)
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
    dump_print(&out, "\n%s, %zu bytes%s:\n\n```\n", name, size, there ? "" : " (there is none in that match)");
    dump_message(&out, bytes, size, 0);
    dump_print(&out, "```\n");
}

TEST(test_messages)
{
    open_doc("spec/PROTOCOL.md");
    out.size = 0;
#define X(name, number, who, fields) show_message(MSG_##name, #name);
    MESSAGES(X)
#undef X
    doc_text(&doc, "hex messages", out.text);
    close_doc();
}

TEST(test_envelopes)
{
    const struct forge_record *hello = record(REC_RECEIVED);
    open_doc("spec/PROTOCOL.md");
    start();
    dump_bytes(&out, hello->bytes + RECEIVED_HEAD, hello->size - RECEIVED_HEAD);
    finish_block("hex hello");
    close_doc();
}

/* --- the lobby --------------------------------------------------------------------------------- */

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

static void show_lobby(enum lobby_type type, const char *name, const char *fields)
{
    struct lobby_msg m;
    struct names names = { 0 };
    struct reader r;
    uint8_t bytes[LOBBY_BYTES];
    char words[64];
    lobby_sample(&m, type);
    size_t size = lobby_pack(&m, bytes);
    dump_print(&out, "\n%s, %zu bytes:\n\n```\n", name, size);
    names_of_fields(&names, fields);
    read_start(&r, bytes, size);
    size_t items = read_array(&r, ITEMS_MAX);
    read_uint(&r, UINT8_MAX);
    snprintf(words, sizeof words, "array of %zu: %s", items, name);
    dump_line(&out, 0, bytes, (size_t)(r.at - bytes), words);
    for (unsigned i = 0; i + 1 < items; i++)
        dump_value(&out, &r, 1, names.name[i], NULL);
    dump_print(&out, "```\n");
}

TEST(test_lobby)
{
    open_doc("spec/PROTOCOL.md");
    out.size = 0;
#define X(name, number, who, fields) show_lobby(LOBBY_##name, #name, fields);
    LOBBY_MESSAGES(X)
#undef X
    doc_text(&doc, "hex lobby", out.text);
    close_doc();
}

static void offer_names(struct names *n)
{
    static const char *const list[] = {
        "version",    "tournament",  "number",  "rules",       "games",     "seats",  "cutters", "names",  "keys",
        "arbiter",    "seed_commit", "nonce",   "seed_source", "hands_max", "tables", "bank_us", "inc_us", "cap_us",
        "grace_us",   "start_us",    "tick_us", "on_timeout",  "sign",      "reveal", "log_key", "engine", "twin",
        "sign_every", "duty_us",     "held",    "log_policy",  "bots",      "host",   "blind",
    };
    for (unsigned i = 0; i < sizeof list / sizeof *list; i++)
        names_add(n, list[i], strlen(list[i]));
}

static void result_names(struct names *n)
{
    static const char *const list[] = {
        "match_id", "outcome", "winner",     "games",   "hands",   "points",
        "partidas", "fault",   "fault_seat", "fault_a", "fault_b", "faults",
    };
    for (unsigned i = 0; i < sizeof list / sizeof *list; i++)
        names_add(n, list[i], strlen(list[i]));
}

TEST(test_arrays)
{
    struct names names = { 0 };
    struct reader r;
    struct msg m;
    open_doc("spec/PROTOCOL.md");
    start();
    offer_names(&names);
    read_start(&r, match->offer_bytes, match->offer_size);
    dump_value(&out, &r, 0, "offer", &names);
    finish_block("hex offer");
    start();
    names = (struct names){ 0 };
    result_names(&names);
    const struct forge_record *result = record(MSG_RESULT);
    assert_int_equal(msg_read(result->bytes, result->size, FROM_ARBITER, &m), WIRE_OK);
    read_start(&r, m.blob, m.blob_size);
    dump_value(&out, &r, 0, "result", &names);
    finish_block("hex result");
    close_doc();
}

/* --- DEAL.md ---------------------------------------------------------------------------------- */

static void list_of(char text[FIEL_CARDS * 4], const uint8_t *v, unsigned n)
{
    size_t at = 0;
    for (unsigned i = 0; i < n; i++)
        at += (size_t)snprintf(text + at, FIEL_CARDS * 4 - at, "%s%u", i ? " " : "", v[i]);
}

static void show_list(const char *name, const uint8_t *v, unsigned n)
{
    char text[FIEL_CARDS * 4];
    list_of(text, v, n);
    dump_print(&out, "%-12s = %s\n", name, text);
}

static void show_match_names(void)
{
    uint8_t k[HASH];
    dump_named(&out, "S", match->seed, HASH);
    dump_named(&out, "nonce", match->offer.nonce, HASH);
    dump_named(&out, "seed_commit", match->offer.seed_commit, HASH);
    dump_named(&out, "match_id", match->match_id, HASH);
    dump_named(&out, "M", match->table_id, HASH);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        deal_view_key(k, match->seed, match->match_id, i);
        dump_named(&out, i ? "k_1" : "k_0", k, HASH);
    }
}

static void show_cuts(void)
{
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        uint8_t secret[HASH] = { (uint8_t)(77 + i) };
        dump_print(&out, "\nparty %u\n", i);
        dump_named(&out, "secret", secret, HASH);
        dump_named(&out, "x[1]", match->seat[i].x[1], HASH);
        dump_named(&out, "x[0]", match->seat[i].x[0], HASH);
    }
}

/* What is hashed for the commitment of slot 0, so that a layout can be compared byte by byte. */
static void show_slot(const struct pack *p)
{
    struct message m;
    dump_named(&out, "salt_0", p->salt[0], SALT);
    message_start(&m, "fiel/slot");
    message_bytes(&m, p->salt[0], SALT);
    message_bytes(&m, match->table_id, HASH);
    message_u32(&m, 1);
    message_u8(&m, 0);
    message_u8(&m, p->card[0]);
    dump_named(&out, "hashed", m.bytes, m.size);
    dump_named(&out, "c_0", p->commit[0], HASH);
}

static void show_pack(void)
{
    uint8_t key[HASH], z[HASH], sigma[FIEL_CARDS], cuts[FORGE_SEATS * HASH], dealt[3];
    card_t deck[FIEL_CARDS];
    struct pack p;
    unsigned n = deal_deck(&match->position.open.rules, deck);
    deal_hand_key(key, match->seed, match->table_id, 1);
    deal_pack(&p, key, match->table_id, 1, deck, n);
    dump_named(&out, "K", key, HASH);
    show_list("cards", p.card, n);
    show_slot(&p);
    dump_named(&out, "L", p.list, HASH);
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        memcpy(cuts + i * HASH, match->seat[i].x[1], HASH);
    deal_cut(z, match->table_id, 1, p.list, FORGE_SEATS, cuts);
    deal_sigma(sigma, n, z);
    dump_named(&out, "Z", z, HASH);
    show_list("sigma", sigma, n);
    for (unsigned i = 0; i < FORGE_SEATS; i++) {
        for (unsigned k = 0; k < 3; k++)
            dealt[k] = p.card[deal_slot(sigma, i, k)];
        show_list(i ? "seat 1 has" : "seat 0 has", dealt, 3);
    }
    dump_print(&out, "%-12s = %u\n", "mano", deal_first_mano(FORGE_SEATS, z));
}

/* The heads of P and V_0 after each message that seat 0 is told, as far as HAND_END. */
static void show_chains(void)
{
    struct chain p, v;
    uint8_t k[HASH], head[HASH];
    char name[24], hex[2 * HASH + 1];
    deal_view_key(k, match->seed, match->match_id, 0);
    chain_public(&p, match->match_id);
    chain_view(&v, k, match->match_id, 0);
    dump_print(&out, "P_0                  %s\nV_0,0                %s\n", hex_text(hex, p.head, HASH), "");
    out.size--;
    dump_print(&out, "%s\n", hex_text(hex, v.head, HASH));
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
        switch (rec->type) {
#define X(label, number, who, fields) \
    case number: snprintf(name, sizeof name, "%s", #label); break;
            MESSAGES(X)
#undef X
        default: break;
        }
        if (open)
            dump_print(&out, "%-8s P           %s\n", name, hex_text(hex, p.head, HASH));
        else
            dump_print(&out, "%-8s V_0         %s\n", name, hex_text(hex, v.head, HASH));
        dump_print(&out, "%-8s have        %s\n", "", hex_text(hex, head, HASH));
    }
}

static void show_hands_end(void)
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
    dump_named(&out, "signed", signed_bytes.bytes, signed_bytes.size);
    dump_named(&out, "by", match->arbiter_public, KEY_PUBLIC);
    dump_named(&out, "signature", m.signature, SIGNATURE);
    assert_true(verify_message(m.signature, match->arbiter_public, &signed_bytes));
}

TEST(test_deal)
{
    open_doc("spec/DEAL.md");
    start();
    show_match_names();
    show_cuts();
    finish_block("hex names");
    start();
    show_pack();
    finish_block("hex hand");
    start();
    show_chains();
    finish_block("hex chains");
    start();
    show_hands_end();
    finish_block("hex signed");
    close_doc();
}

/* --- REPLAY.md -------------------------------------------------------------------------------- */

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

/* Who a record of the arbiter's own is about, and the types of the messages in an envelope that came. */
static void about(const struct record *rec, char text[120])
{
    struct envelope e;
    struct msg m;
    text[0] = '\0';
    if (rec->type == REC_SENT)
        snprintf(text, 120, "to seat %u: messages %u to %u", rec->payload[0], rec->payload[8],
                 rec->payload[8] + rec->payload[12] - 1u);
    if (rec->type != REC_RECEIVED ||
        envelope_open(&e, rec->payload + RECEIVED_HEAD, rec->size - RECEIVED_HEAD) != WIRE_OK)
        return;
    size_t n = (size_t)snprintf(text, 120, "from seat %u:", rec->payload[0]);
    while (e.left > 0 && envelope_next(&e, FROM_BOT, &m) == WIRE_OK)
        n += (size_t)snprintf(text + n, 120 - n, " %s", type_name(m.type));
}

static void show_header(const struct record *rec, const char *name)
{
    char words[64];
    const uint8_t *b = file + rec->offset;
    snprintf(words, sizeof words, "length %zu", rec->size);
    dump_line(&out, 0, b, 4, words);
    snprintf(words, sizeof words, "type %u, %s", b[4], name);
    dump_line(&out, 0, b + 4, 1, words);
    snprintf(words, sizeof words, "visibility %u", b[5]);
    dump_line(&out, 0, b + 5, 1, words);
    snprintf(words, sizeof words, "time %llu us", (unsigned long long)rec->us);
    dump_line(&out, 0, b + 6, 8, words);
}

TEST(test_replay)
{
    struct replay r;
    struct record rec;
    uint8_t digest[HASH];
    char text[120];
    open_doc("spec/REPLAY.md");
    start();
    dump_print(&out, "offset length type          visible    time\n");
    for (replay_over(&r, file, file_size); replay_next(&r, &rec);) {
        about(&rec, text);
        dump_print(&out, "%6llu %6zu %3u %-9s %7u %7llu%s%s\n", (unsigned long long)rec.offset, rec.size, rec.type,
                   type_name(rec.type), rec.visibility, (unsigned long long)rec.us, *text ? "  " : "", text);
    }
    assert_int_equal(r.end, REPLAY_COMPLETE);
    finish_block("hex records");
    start();
    replay_over(&r, file, file_size);
    assert_true(replay_next(&r, &rec));
    dump_line(&out, 0, file, REPLAY_MAGIC_SIZE, "magic");
    show_header(&rec, "HEADER");
    struct names names = { 2, { "offer", "servers" } };
    struct reader payload;
    read_start(&payload, rec.payload, rec.size);
    dump_value(&out, &payload, 0, "payload", &names);
    finish_block("hex first");
    start();
    while (replay_next(&r, &rec))
        ;
    show_header(&rec, "TRAILER");
    dump_print(&out, "\n");
    hash_bytes(digest, file, rec.offset + RECORD_HEADER);
    dump_named(&out, "H(before)", digest, HASH);
    dump_named(&out, "by", match->arbiter_public, KEY_PUBLIC);
    dump_named(&out, "signature", rec.payload, rec.size);
    finish_block("hex trailer");
    close_doc();
}

int main(void) { return tests_run(make_match, drop_match); }
