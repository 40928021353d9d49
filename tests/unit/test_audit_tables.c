/* An arbiter that lies at one table of several, and signs the file: the auditor says which record is wrong, at which
 * table, and who is to blame. */
#include "support/test.h"

#include "audit/equivocation.h"
#include "support/tables_play.h"

enum { TABLES = 3, AT = 2, RECORDS_MOST = 8000 };

struct item {
    struct record rec;
    uint8_t *payload;
    size_t size;
};

/* A valid record taken apart; `at` is the one that is lied about. */
struct forged {
    struct item item[RECORDS_MOST];
    unsigned count;
    uint8_t match_id[HASH], key[KEY_SECRET];
};

static struct forged honest;

/* What was promised at one table contradicts nothing that was promised at another. */
static void excludes_nothing(const struct replay *file)
{
    char what[EQUIVOCATION_TEXT] = "";
    bool no_memory;
    if (equivocation(file, file, what, &no_memory))
        fail_msg("a file excludes itself: %s", what);
    assert_false(no_memory);
}

static void take_apart(struct forged *f)
{
    struct referee_config c = play_config("argentino", TABLES, 2 * TABLES);
    OWNED_PLAY *w = play_start(&c, 12);
    struct replay file;
    struct record rec;
    play_finish(w);
    play_audit(w);
    assert_int_equal(replay_load(&file, w->path), 0);
    excludes_nothing(&file);
    while (replay_next(&file, &rec)) {
        assert_true(f->count < RECORDS_MOST);
        struct item *i = &f->item[f->count++];
        *i = (struct item){ rec, malloc(rec.size + 1), rec.size };
        memcpy(i->payload, rec.payload, rec.size);
    }
    replay_unload(&file);
    memcpy(f->match_id, w->result.result.match_id, HASH);
    memcpy(f->key, c.key, KEY_SECRET);
}

static void put(uint8_t **at, uint64_t v, unsigned bytes)
{
    while (bytes-- > 0)
        *(*at)++ = (uint8_t)(v >> 8 * bytes);
}

/* The file again, its trailer signed by the arbiter; item `skip` is left out, item `twice` stands twice. */
static struct audit_report audited(struct forged *f, unsigned skip, unsigned twice)
{
    size_t size = REPLAY_MAGIC_SIZE;
    for (unsigned i = 0; i < f->count; i++)
        size += 2 * (RECORD_HEADER + f->item[i].size);
    uint8_t *bytes = malloc(size), *at = bytes, digest[HASH];
    struct audit_report report;
    struct message m;
    memcpy(at, REPLAY_MAGIC, REPLAY_MAGIC_SIZE);
    at += REPLAY_MAGIC_SIZE;
    for (unsigned i = 0; i < f->count; i++)
        for (unsigned n = i == skip ? 0 : i == twice ? 2 : 1; n > 0; n--) {
            const struct item *one = &f->item[i];
            put(&at, one->size, 4);
            put(&at, one->rec.type, 1);
            put(&at, one->rec.visibility, 1);
            put(&at, one->rec.us, 8);
            memcpy(at, one->payload, one->size);
            at += one->size;
        }
    hash_bytes(digest, bytes, (size_t)(at - bytes) - SIGNATURE);
    replay_message(&m, f->match_id, digest);
    sign_message(at - SIGNATURE, f->key, &m);
    assert_int_equal(audit_bytes(bytes, (size_t)(at - bytes), NULL, &report), 0);
    report.open = NULL;
    free(bytes);
    return report;
}

/* The n-th message of this type at this table, from 0. */
static unsigned nth(const struct forged *f, unsigned type, uint32_t table, unsigned n, struct msg *m)
{
    for (unsigned i = 0; i < f->count; i++)
        if (f->item[i].rec.type == type && msg_read(f->item[i].payload, f->item[i].size, FROM_ARBITER, m) == WIRE_OK &&
            m->table == table && n-- == 0)
            return i;
    fail_msg("there is no such message %u at table %u", type, table);
    return 0;
}

/* --- the lies: each packs another message in the place of the one that is due ----------------------------- */

typedef void lie(struct forged *f, const struct msg *m, struct packer *p);

static void same_bytes_but(const struct msg *m, struct packer *p, const uint8_t *at)
{
    pack_raw(p, m->bytes, m->size);
    p->bytes[at - m->bytes] ^= 1;
}
static void act_of_another(struct forged *f, const struct msg *m, struct packer *p)
{
    (void)f;
    pack_msg_act(p, AT, m->seat ^ 1u, m->action, m->value, m->blob, m->blob_size);
}
static void act_elsewhere(struct forged *f, const struct msg *m, struct packer *p)
{
    (void)f;
    pack_msg_act(p, AT - 1, m->seat, m->action, m->value, m->blob, m->blob_size);
}
static void cuts_of_another_table(struct forged *f, const struct msg *m, struct packer *p)
{
    struct msg other;
    nth(f, MSG_DEAL, AT - 1, m->hand - 1, &other);
    pack_msg_deal(p, AT, m->hand, m->mano, other.blob, other.blob_size, m->blob2, m->blob2_size);
}
static void another_card(struct forged *f, const struct msg *m, struct packer *p)
{
    (void)f;
    same_bytes_but(m, p, m->blob + 5);
}
static void another_pack(struct forged *f, const struct msg *m, struct packer *p)
{
    (void)f;
    same_bytes_but(m, p, m->seals + 100);
}
static void more_time(struct forged *f, const struct msg *m, struct packer *p)
{
    struct packer whole = *p;
    struct reader r;
    size_t size;
    (void)f;
    read_start(&r, m->bytes, m->size);
    read_array(&r, 16);
    for (unsigned i = 0; i < 4; i++)
        read_value(&r, &size);
    const uint8_t *budget = read_value(&r, &size);
    pack_raw(&whole, m->bytes, (size_t)(budget - m->bytes));
    pack_uint(&whole, m->budget_us + 1);
    pack_raw(&whole, budget + size, m->size - (size_t)(budget + size - m->bytes));
    *p = whole;
}
static void another_score(struct forged *f, const struct msg *m, struct packer *p)
{
    uint16_t score[2] = { (uint16_t)(m->score[0] + 1), m->score[1] };
    (void)f;
    pack_msg_hand_end(p, AT, m->hand, score, 2);
}
static void another_head(struct forged *f, const struct msg *m, struct packer *p)
{
    (void)f;
    same_bytes_but(m, p, m->head);
}
static void another_view(struct forged *f, const struct msg *m, struct packer *p)
{
    (void)f;
    same_bytes_but(m, p, m->blob);
}
static void another_winner(struct forged *f, const struct msg *m, struct packer *p)
{
    (void)f;
    pack_msg_game_end(p, AT, m->game, m->winner ^ 1u, m->reason, m->seat, m->score, 2);
}
static void another_count(struct forged *f, const struct msg *m, struct packer *p)
{
    uint8_t signature[SIGNATURE], views[HASH];
    struct message text;
    struct chain pub = { .seq = m->seq };
    memcpy(pub.head, m->head, HASH);
    hash_bytes(views, m->blob, m->blob_size);
    hands_signed_message(&text, f->match_id, SIGNER_ARBITER, m->hand + 1, &pub, views, m->checkpoint);
    sign_message(signature, f->key, &text);
    pack_msg_hands_end(p, m->hand + 1, m->seq, m->head, m->blob, (unsigned)(m->blob_size / HASH), m->checkpoint,
                       signature);
}
static void another_signature(struct forged *f, const struct msg *m, struct packer *p)
{
    (void)f;
    same_bytes_but(m, p, m->signature);
}

static const struct {
    const char *name;
    lie *lie;
    unsigned type;
    uint32_t table;
    unsigned nth;
    const char *says;
} lies[] = {
    { "somebody else acted", act_of_another, MSG_ACT, AT, 3, "table 2: ACT: seat is" },
    { "it was at another table", act_elsewhere, MSG_ACT, AT, 3, "table 2: ACT is of table 1, that of table 2 is due" },
    { "the cuts are another table's", cuts_of_another_table, MSG_DEAL, AT, 1,
      "table 2: DEAL of hand 2: cuts of party" },
    { "a card is another", another_card, MSG_CARDS, AT, 2, "table 2: the card opened in slot" },
    { "a pack is another", another_pack, MSG_SEAL, AT, 0, "table 2: the commitment of hand 1" },
    { "there is more time", more_time, MSG_REQUEST, AT, 4, "table 2: REQUEST to seat" },
    { "the score is another", another_score, MSG_HAND_END, AT, 1, "table 2: HAND_END of hand 2: score is" },
    { "another side won the game", another_winner, MSG_GAME_END, AT, 0, "table 2: GAME_END: winner is" },
    { "other hands are over", another_count, MSG_HANDS_END, 0, 0, ": hands is" },
    { "the head of all is another", another_head, MSG_HANDS_END, 0, 0, ": head is not" },
    { "the view of a seat is another", another_view, MSG_HANDS_END, 0, 0, ": views of party" },
    { "nobody signed for all", another_signature, MSG_HANDS_END, 0, 0, "signature of HANDS_END does not hold" },
    { "a bot signed otherwise", another_signature, MSG_SIGNED, 0, 1, ": signature is not" },
};

static void expect_wrong(const struct audit_report *r, unsigned item, const char *name, const char *says)
{
    if (r->outcome != AUDIT_WRONG || r->blame != BLAME_ARBITER || r->record != item + 1 || !strstr(r->wrong, says))
        fail_msg("%s: record %llu instead of %u, blame %d: %s", name, (unsigned long long)r->record, item + 1,
                 (int)r->blame, r->wrong);
}

TEST(test_every_lie_is_found)
{
    static uint8_t room[ENVELOPE_MAX];
    for (unsigned i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct packer p;
        struct msg m;
        unsigned at = nth(&honest, lies[i].type, lies[i].table, lies[i].nth, &m);
        struct item kept = honest.item[at];
        pack_start(&p, room, sizeof room);
        lies[i].lie(&honest, &m, &p);
        assert_false(p.bad);
        honest.item[at].payload = p.bytes;
        honest.item[at].size = p.size;
        struct audit_report r = audited(&honest, UINT32_MAX, UINT32_MAX);
        honest.item[at] = kept;
        expect_wrong(&r, at, lies[i].name, lies[i].says);
    }
}

TEST(test_left_out_and_told_twice)
{
    static const struct {
        unsigned type;
        uint32_t table;
        unsigned nth;
    } row[] = {
        { MSG_ACT, AT, 2 },      { MSG_REQUEST, AT, 2 }, { MSG_HAND_END, AT, 0 },
        { MSG_HANDS_END, 0, 0 }, { MSG_SIGNED, 0, 0 },
    };
    for (unsigned i = 0; i < sizeof row / sizeof *row; i++) {
        struct msg m;
        unsigned at = nth(&honest, row[i].type, row[i].table, row[i].nth, &m);
        struct audit_report r = audited(&honest, at, UINT32_MAX);
        assert_true(r.outcome == AUDIT_WRONG && r.blame == BLAME_ARBITER);
        assert_in_range(r.record, at + 1, at + 2); /* or where it should have left */
        r = audited(&honest, UINT32_MAX, at);
        expect_wrong(&r, at + 1, "told twice", "");
    }
}

/* What a table was asked before another cannot be told behind it. */
TEST(test_another_order)
{
    for (unsigned i = 0; i + 1 < honest.count; i++) {
        struct item *a = &honest.item[i], *b = a + 1;
        if (a->rec.type != MSG_REQUEST || b->rec.type != MSG_REQUEST || a->rec.visibility != b->rec.visibility)
            continue;
        struct item kept = *a;
        *a = *b;
        *b = kept;
        struct audit_report r = audited(&honest, UINT32_MAX, UINT32_MAX);
        *b = *a;
        *a = kept;
        assert_true(r.outcome == AUDIT_WRONG && r.blame == BLAME_ARBITER && r.record == i + 1);
        return;
    }
    fail();
}

/* The time that a seat is charged for is the one that the record gives. */
TEST(test_another_time)
{
    unsigned changed = 0;
    for (unsigned i = 0; i < honest.count && changed < 3; i++) {
        uint8_t *p = honest.item[i].payload;
        if (honest.item[i].rec.type != REC_RECEIVED || p[10] == 0) /* the last byte of `left` */
            continue;
        p[10]--; /* earlier than it was sent, or than it was said before */
        struct audit_report r = audited(&honest, UINT32_MAX, UINT32_MAX);
        p[10]++;
        if (r.outcome == AUDIT_VALID)
            continue; /* before OPEN, of JOIN */
        changed += strstr(r.wrong, "was asked last is said to have left at") != NULL;
    }
    assert_int_equal(changed, 3);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    take_apart(&honest);
    int failed = tests_run();
    for (unsigned i = 0; i < honest.count; i++)
        free(honest.item[i].payload);
    return failed;
}
