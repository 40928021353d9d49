/* The monitor against logs whose host has not kept to them.  The matches here are never played: what is
 * logged of them is signed as a match's would be. */
#include "support/test.h"
#include <sodium.h>

#include "audit/command.h"
#include "audit/monitor.h"
#include "cli/language.h"
#include "log/append.h"
#include "log/entry.h"
#include "record/deal.h"
#include "record/inputs.h"
#include "record/replay.h"
#include "record/transcript.h"
#include "support/cosign.h"
#include "support/scratch.h"
#include "support/told.h"

enum { SEATS = 2, BLOB = 4096 };

static struct note_signer host;
static uint8_t arbiter_key[KEY_PUBLIC], arbiter_secret[KEY_SECRET];
static uint8_t bot_key[SEATS][KEY_PUBLIC], bot_secret[SEATS][KEY_SECRET];

/* What is planted in an otherwise honest log of three matches. */
enum plant {
    HONEST,
    DROPPED,    /* match 2 has no entry at all */
    NO_REVEAL,  /* match 2 ends and its seed is not revealed */
    OTHER_SEED, /* match 2 reveals another seed */
    TWO_RESULTS,
    TWO_OPENS,
    OTHER_RESULT, /* the result of match 2 is that of match 1 */
    UNSIGNED_RESULT,
    UNSIGNED_OPEN,
    FORGED_JOIN,
    OTHER_NUMBER,  /* the offer of match 2 says 9 */
    NEVER_OPENED,  /* a result without an open */
    UNOPENED_LATE, /* opened, and then said never to have been */
    BAD_KEY,
    GARBAGE,
    RUNNING,        /* match 2 is open: that is no fault */
    NO_REPLAY,      /* match 2 was played, and its result has zeros for the replay's hash */
    VOID_NO_REPLAY, /* it was void: no fault */
    UNOPENED,       /* match 2 never came to an OPEN, and the log says so: no fault */
    TWIN,           /* match 3 is the twin of match 1: no fault */
    TWO_TWINS,      /* match 2 is one too */
    DECIDED,        /* disputes of match 2 were decided: no fault */
    DECIDED_TWICE,
    DECIDED_BACK, /* an older line of the trail after a newer one */
    DECIDED_WILD, /* neither upheld nor void */
    TOLD,         /* lines about pairs between those of decisions: no fault */
    TOLD_TWICE,
    TOLD_BACK, /* of a line before a decision's, after it */
    PLANTS,
};

struct story {
    struct log_writer *log;
    enum plant plant;
};

static void add(struct story *s, const struct entry *e)
{
    uint8_t bytes[BLOB + 512];
    struct packer p;
    uint64_t first;
    char why[LOG_WHY];
    pack_start(&p, bytes, sizeof bytes);
    entry_pack(&p, e);
    assert_false(p.bad);
    struct log_entry one = { bytes, p.size };
    if (s->plant == GARBAGE)
        one.size--;
    if (log_append(s->log, &one, 1, &first, why))
        fail_msg("%s", why);
}

static void match_offer(struct offer *o, uint64_t number)
{
    uint8_t seed[HASH] = { (uint8_t)number };
    memset(o, 0, sizeof *o);
    o->number = number;
    strcpy(o->rules, "argentino");
    o->games = o->hands_max = o->tables = o->at_once = o->sign_every = 1;
    o->seats = SEATS;
    for (unsigned i = 0; i < SEATS; i++)
        memcpy(o->key[i], bot_key[i], ID);
    memcpy(o->arbiter, arbiter_key, ID);
    o->nonce[0] = (uint8_t)(number + 100);
    deal_seed_commit(o->seed_commit, seed, o->nonce);
}

/* OPEN of a match: its bytes in `p`, its id in `match_id`. */
static void match_open(struct packer *p, const struct offer *o, uint8_t match_id[HASH], bool forged)
{
    uint8_t bytes[BLOB];
    struct packer offer;
    pack_start(&offer, bytes, sizeof bytes);
    pack_offer(&offer, o);
    deal_match_id(match_id, bytes, offer.size);
    pack_array(p, 2);
    pack_bin(p, bytes, offer.size);
    pack_array(p, SEATS);
    for (unsigned i = 0; i < SEATS; i++) {
        uint8_t join[2 * HASH + SIGNATURE] = { (uint8_t)(i + 1) };
        struct message m;
        join_message(&m, match_id, i, 1, join, join + HASH);
        sign_message(join + 2 * HASH, bot_secret[forged ? 0 : i], &m);
        pack_bin(p, join, sizeof join);
    }
}

/* Its first leg is match 1; what is dealt follows from that one's seed. */
static bool is_twin(enum plant plant, uint64_t number)
{
    return (plant == TWIN && number == 3) || (plant == TWO_TWINS && number > 1);
}

static void twin_of_first(struct offer *o)
{
    uint8_t match_id[HASH];
    struct offer first;
    struct packer p;
    match_offer(&first, 1);
    memcpy(o->nonce, first.nonce, ID);
    memcpy(o->seed_commit, first.seed_commit, ID);
    pack_start(&p, o->twin + SIGNATURE, sizeof o->twin - SIGNATURE);
    match_open(&p, &first, match_id, false);
    o->twin_size = SIGNATURE + (uint32_t)p.size;
}

static void tell_open(struct story *s, uint64_t number, uint8_t match_id[HASH])
{
    uint8_t blob[BLOB];
    struct offer o;
    struct packer p;
    struct message m;
    struct entry e = { .kind = ENTRY_OPEN, .number = number, .blob = blob };
    match_offer(&o, number);
    if (s->plant == OTHER_NUMBER && number == 2)
        o.number = 9;
    if (is_twin(s->plant, number))
        twin_of_first(&o);
    pack_start(&p, blob, sizeof blob);
    match_open(&p, &o, match_id, s->plant == FORGED_JOIN && number == 2);
    e.blob_size = p.size;
    open_message(&m, blob, p.size);
    sign_message(e.signature, s->plant == UNSIGNED_OPEN && number == 2 ? bot_secret[0] : arbiter_secret, &m);
    add(s, &e);
    if (s->plant == TWO_OPENS && number == 2)
        add(s, &e);
}

static void tell_result(struct story *s, uint64_t number, const uint8_t match_id[HASH], const uint8_t first_id[HASH])
{
    uint8_t blob[BLOB];
    struct packer p;
    struct message m;
    struct result r = { .scorers = 2, .hands = 1 };
    struct entry e = { .kind = ENTRY_RESULT, .number = number, .blob = blob };
    if (number != 2 || (s->plant != NO_REPLAY && s->plant != VOID_NO_REPLAY))
        memset(e.replay, (int)number, ID);
    if (number == 2 && s->plant == VOID_NO_REPLAY)
        r.outcome = END_VOID;
    memcpy(r.match_id, s->plant == OTHER_RESULT && number == 2 ? first_id : match_id, ID);
    pack_start(&p, blob, sizeof blob);
    pack_result(&p, &r);
    e.blob_size = p.size;
    result_message(&m, match_id, blob, p.size);
    sign_message(e.signature, s->plant == UNSIGNED_RESULT && number == 2 ? bot_secret[0] : arbiter_secret, &m);
    add(s, &e);
    if (s->plant == TWO_RESULTS && number == 2)
        add(s, &e);
}

static void tell_reveal(struct story *s, uint64_t number)
{
    struct entry e = { .kind = ENTRY_REVEAL,
                       .number = number,
                       .seed = { is_twin(s->plant, number) ? 1 : (uint8_t)number } };
    if (s->plant == OTHER_SEED && number == 2)
        e.seed[1] = 1;
    add(s, &e);
}

static void tell_unopened(struct story *s, uint64_t number)
{
    struct entry e = { .kind = ENTRY_UNOPENED, .number = number, .text = "a bot did not come" };
    add(s, &e);
}

static void tell_decision(struct story *s, uint64_t line, const char *word)
{
    struct entry e = { .kind = ENTRY_DECISION, .number = line, .match = { 1 }, .trail = { 2 } };
    snprintf(e.text, sizeof e.text, "%s", word);
    add(s, &e);
}

static void tell_line(struct story *s, uint64_t line)
{
    struct entry e = { .kind = ENTRY_TRAIL, .number = line, .pair = 3, .trail = { 4 }, .text = "pair-filed" };
    add(s, &e);
}

static void tell_decisions(struct story *s)
{
    if (s->plant < DECIDED)
        return;
    tell_decision(s, 5, "upheld");
    tell_decision(s,
                  s->plant == DECIDED_TWICE  ? 5
                  : s->plant == DECIDED_BACK ? 4
                                             : 6,
                  s->plant == DECIDED_WILD ? "forgotten" : "void");
    if (s->plant >= TOLD)
        tell_line(s, s->plant == TOLD_BACK ? 5 : 7);
    if (s->plant >= TOLD)
        tell_line(s, s->plant == TOLD_TWICE ? 7 : 8);
}

static void tell_key(struct story *s)
{
    struct entry e = { .kind = ENTRY_KEY, .not_after = 1800000000, .text = "maestro" };
    struct message m;
    memcpy(e.key, bot_key[0], ID);
    bind_message(&m, e.text, e.key, e.curve, e.not_after);
    sign_message(e.signature, bot_secret[s->plant == BAD_KEY], &m);
    add(s, &e);
}

static void tell_match(struct story *s, uint64_t number, uint8_t first_id[HASH])
{
    uint8_t match_id[HASH] = { 0 };
    bool second = number == 2;
    if (second && s->plant == DROPPED)
        return;
    if (second && s->plant == UNOPENED) {
        tell_unopened(s, number);
        return;
    }
    if (!second || s->plant != NEVER_OPENED)
        tell_open(s, number, match_id);
    if (number == 1)
        memcpy(first_id, match_id, HASH);
    if (second && s->plant == UNOPENED_LATE)
        tell_unopened(s, number);
    if (second && s->plant == RUNNING)
        return;
    tell_result(s, number, match_id, first_id);
    if (!second || s->plant != NO_REVEAL)
        tell_reveal(s, number);
}

static void write_log(const char *folder, enum plant plant)
{
    char why[LOG_WHY];
    uint8_t first_id[HASH] = { 0 };
    struct story s = { .plant = plant };
    if (log_create(folder, &host, why))
        fail_msg("%s", why);
    s.log = log_open(folder, &host, why);
    assert_non_null(s.log);
    tell_key(&s);
    for (uint64_t n = 1; n <= 3; n++)
        tell_match(&s, n, first_id);
    tell_decisions(&s);
    log_close(s.log);
}

/* Runs the monitor; its exit code, what it says in `said`, which no language does on wider lines. */
static int monitor(struct monitor_task *t, char said[4096])
{
    int rc = -1;
    t->key = &host.key;
    for (unsigned l = LANGUAGES; l-- > 0;) { /* English is the last */
        language_speak((enum language)l);
        FILE *out = fmemopen(said, 4096, "w");
        rc = monitor_run(t, out);
        fclose(out);
        assert_narrow(said);
    }
    return rc;
}

TEST(test_every_plant_is_named)
{
    static const char *const named[PLANTS] = {
        [DROPPED] = "match 2: dropped",
        [NO_REVEAL] = "match 2: it ended and its seed is not revealed",
        [OTHER_SEED] = "match 2: the seed that is revealed is not the one",
        [TWO_RESULTS] = "a second result of match 2",
        [TWO_OPENS] = "match 2 is opened a second time",
        [OTHER_RESULT] = "match 2: its result is of another match",
        [UNSIGNED_RESULT] = "match 2: the arbiter's signature of the result does not hold",
        [UNSIGNED_OPEN] = "match 2: the arbiter's signature of OPEN does not hold",
        [FORGED_JOIN] = "match 2: a JOIN in its OPEN is not what its party signed",
        [OTHER_NUMBER] = "match 2: its offer says number 9",
        [NEVER_OPENED] = "a result of match 2, which was not opened",
        [UNOPENED_LATE] = "match 2 is called unopened after an entry of it",
        [BAD_KEY] = "the key of maestro is not signed by itself",
        [NO_REPLAY] = "match 2: it was played, and its result names no replay",
        [DECIDED_TWICE] = "the decision in line 5 of the trail comes a second time",
        [DECIDED_BACK] = "the decision in line 4 of the trail comes after that of a later line",
        [TOLD_TWICE] = "what is said of a pair in line 7 of the trail comes a second time",
        [TOLD_BACK] = "what is said of a pair in line 5 of the trail comes",
        [TWO_TWINS] = "match 3: a second twin of the first leg that match 2 is the twin of",
        [DECIDED_WILD] = "a dispute is upheld or void, not 'forgotten'",
        [GARBAGE] = "entry 0: not an entry of a match log",
    };
    for (enum plant plant = HONEST; plant < PLANTS; plant++) {
        char said[4096] = "";
        OWNED_SCRATCH folder = scratch_new();
        write_log(folder, plant);
        struct monitor_task t = { .folder = folder };
        int rc = monitor(&t, said);
        if (rc != (named[plant] ? EXIT_NOT_VALID : EXIT_VALID) || (named[plant] && !told_says(said, named[plant])))
            fail_msg("plant %d, exit %d: %s", plant, rc, said);
    }
}

static void copy_file(const char *folder, const char *name, char copy[256])
{
    char from[256], bytes[NOTE_MAX];
    snprintf(from, sizeof from, "%s/%s", folder, name);
    snprintf(copy, 256, "%s/%s.seen", folder, name);
    FILE *f = fopen(from, "rb"), *g = fopen(copy, "wb");
    size_t n = fread(bytes, 1, sizeof bytes, f);
    assert_int_equal(fwrite(bytes, 1, n, g), n);
    fclose(f);
    fclose(g);
}

/* --- records beside the log ------------------------------------------------------------------------- */

static void put_record(FILE *f, unsigned type, const void *bytes, size_t size)
{
    struct message head = { .size = 0 };
    message_u32(&head, (uint32_t)size);
    message_u8(&head, (uint8_t)type);
    message_u8(&head, type < REC_HEADER ? VISIBLE_ALL : VISIBLE_ARBITER);
    message_u64(&head, 1000);
    assert_int_equal(fwrite(head.bytes, 1, head.size, f), head.size);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
}

/* What a bot of match 2 may have kept: its OFFER, OPEN with this proof, and a RESULT with so many hands (0: none), as far as it heard. */
static void write_replay(const char *folder, bool other_joins, const char *proof, uint32_t hands)
{
    static uint8_t blob[BLOB], bytes[4 * BLOB], offer[BLOB];
    uint8_t match_id[HASH], signature[SIGNATURE], view_key[HASH] = { 0 };
    char path[SCRATCH_ROOM + 16];
    struct packer p, k;
    struct message m;
    struct offer o;
    snprintf(path, sizeof path, "%s/m.replay", folder);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(REPLAY_MAGIC, 1, REPLAY_MAGIC_SIZE, f), REPLAY_MAGIC_SIZE);
    put_record(f, REC_HEADER, "", 0);
    match_offer(&o, 2);
    pack_start(&p, offer, sizeof offer);
    pack_offer(&p, &o);
    pack_start(&k, bytes, sizeof bytes);
    pack_msg_offer(&k, offer, p.size, 0, view_key);
    put_record(f, MSG_OFFER, bytes, k.size);
    pack_start(&p, blob, sizeof blob);
    match_open(&p, &o, match_id, other_joins);
    open_message(&m, blob, p.size);
    sign_message(signature, arbiter_secret, &m);
    pack_start(&k, bytes, sizeof bytes);
    pack_msg_open(&k, blob, p.size, signature, proof, strlen(proof));
    put_record(f, MSG_OPEN, bytes, k.size);
    struct result r = { .scorers = 2, .hands = hands };
    memcpy(r.match_id, match_id, HASH);
    pack_start(&p, blob, sizeof blob);
    pack_result(&p, &r);
    result_message(&m, match_id, blob, p.size);
    sign_message(signature, arbiter_secret, &m);
    pack_start(&k, bytes, sizeof bytes);
    pack_msg_result(&k, blob, p.size, signature);
    if (hands)
        put_record(f, MSG_RESULT, bytes, k.size);
    assert_false(p.bad || k.bad);
    assert_int_equal(fclose(f), 0);
}

/* What the monitor says of the log of this folder and of that record. */
static int beside(enum plant plant, bool other_joins, const char *proof, uint32_t hands, char said[4096])
{
    OWNED_SCRATCH folder = scratch_new();
    OWNED_SCRATCH replays = scratch_new();
    write_log(folder, plant);
    write_replay(replays, other_joins, proof, hands);
    struct monitor_task t = { .folder = folder, .replays = replays };
    memset(said, 0, 4096);
    int rc = monitor(&t, said);
    return rc;
}

/* A record in which the arbiter of a logged match signed another thing than what is in the log convicts it, whatever the record's hash. */
TEST(test_what_was_signed_otherwise)
{
    static const struct {
        enum plant plant;
        bool other_joins;
        uint32_t hands;
        int rc;
        const char *says;
    } cases[] = {
        { HONEST, false, 7, EXIT_NOT_VALID,
          "match 2: the arbiter signed two RESULTs that differ, one in the log and one in the replay m.replay: "
          "together they "
          "prove that it lied" },
        { HONEST, true, 0, EXIT_NOT_VALID,
          "match 2: the arbiter signed two OPENs that differ, one in the log and one in the replay m.replay: together "
          "they prove "
          "that it lied" },
        { RUNNING, true, 0, EXIT_NOT_VALID, "match 2: the arbiter signed two OPENs that differ" },
        { RUNNING, false, 0, EXIT_VALID, "valid" },
        { HONEST, false, 0, EXIT_NOT_VALID, "match 2: the replay m.replay is not the one that its result names" },
        { UNSIGNED_OPEN, true, 0, EXIT_NOT_VALID, "match 2: the arbiter's signature of OPEN does not hold" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char said[4096];
        int rc = beside(cases[i].plant, cases[i].other_joins, "", cases[i].hands, said);
        if (rc != cases[i].rc || !told_says(said, cases[i].says))
            fail_msg("case %zu, exit %d: %s", i, rc, said);
        bool convicts = i < 3;
        if (convicts != told_says(said, "together they prove"))
            fail_msg("case %zu: %s", i, said);
    }
}

/* The checkpoint in OPEN's proof was signed by the log's host when the match began: the log has to be the one that it speaks of. */
TEST(test_a_proof_of_another_history)
{
    char seen[256], proof[NOTE_MAX] = "c2sp.org/tlog-proof@v1\nindex 3\n\n", said[4096];
    OWNED_SCRATCH one = scratch_new();
    write_log(one, RUNNING); /* match 2 has no end there */
    copy_file(one, "checkpoint", seen);
    FILE *f = fopen(seen, "rb");
    size_t head = strlen(proof), n = fread(proof + head, 1, sizeof proof - head - 1, f);
    fclose(f);
    assert_true(n > 0);
    int same = beside(RUNNING, false, proof, 0, said);
    if (same != EXIT_VALID)
        fail_msg("%s", said);
    assert_int_equal(beside(HONEST, false, proof, 0, said), EXIT_NOT_VALID);
    assert_true(told_says(said, "forked: the proof in the replay m.replay has another root for the first "));
    assert_int_equal(beside(NO_REVEAL, false, proof, 0, said), EXIT_NOT_VALID);
    assert_true(told_says(said, "the proof in the replay m.replay"));
    proof[head + 30] ^= 1; /* nobody signed that: it is no word of the log's host */
    assert_int_equal(beside(RUNNING, false, proof, 0, said), EXIT_VALID);
}

/* The same host signs two histories: who kept a checkpoint of one finds the other out. */
TEST(test_a_second_history)
{
    char seen[256], said[4096] = "";
    OWNED_SCRATCH one = scratch_new();
    OWNED_SCRATCH two = scratch_new();
    write_log(one, UNOPENED);
    write_log(two, HONEST);
    copy_file(one, "checkpoint", seen);
    struct monitor_task t = { .folder = one, .since = { seen }, .since_count = 1 };
    assert_int_equal(monitor(&t, said), EXIT_VALID);
    t.folder = two;
    assert_int_equal(monitor(&t, said), EXIT_NOT_VALID);
    assert_true(told_says(said, "forked"));
    t.folder = one; /* and a history that has become shorter */
    copy_file(two, "checkpoint", seen);
    t.since[0] = seen;
    assert_int_equal(monitor(&t, said), EXIT_NOT_VALID);
    assert_true(told_says(said, "cut short"));
}

/* The host shows two histories to two people who never compare.  Alone, each of them finds nothing; a witness has cosigned one. */
TEST(test_a_second_history_and_a_witness)
{
    static struct policy p;
    static const uint8_t seed[32] = { 40 };
    char folder[SCRATCH_ROOM], said[4096] = "", text[1024], key[NOTE_KEY_TEXT], why[POLICY_WHY], line[COSIGNATURE_LINE];
    struct note_signer w;
    assert_true(witness_signer_make(&w, "other.example/witness", seed));
    snprintf(text, sizeof text, "witness other %s\nquorum other\n", note_key_text(&w.key, key));
    assert_int_equal(policy_parse(&p, text, strlen(text), why), 0);
    for (int forked = 0; forked < 2; forked++) {
        scratch_make(folder);
        write_log(folder, forked ? UNOPENED : HONEST);
        struct log_writer *l = log_open(folder, &host, why);
        if (!l)
            fail_msg("%s", why);
        checkpoint_cosign(&w, log_checkpoint(l), strlen(log_checkpoint(l)), 1700000000, line);
        assert_int_equal(forked ? 0 : log_cosign(l, line, why), 0);
        log_close(l);
        struct monitor_task t = { .folder = folder };
        assert_int_equal(monitor(&t, said), EXIT_VALID);
        t.policy = &p;
        assert_int_equal(monitor(&t, said), forked ? EXIT_NOT_VALID : EXIT_VALID);
        const char *says = forked ? "not witnessed: 0 of 1 have cosigned the checkpoint, which is not the quorum other"
                                  : "witnesses  1 of 1 have cosigned the checkpoint, which is the quorum other";
        if (!told_says(said, says))
            fail_msg("%s", said);
        scratch_remove(folder);
    }
}

TEST(test_a_changed_entry)
{
    char said[4096] = "";
    OWNED_SCRATCH folder = scratch_new();
    write_log(folder, HONEST);
    OWNED char *path = path_in(folder, "tile/entries/000.p/10");
    FILE *f = fopen(path, "r+b");
    assert_non_null(f);
    fseek(f, -3, SEEK_END);
    fputc('x', f);
    fclose(f);
    struct monitor_task t = { .folder = folder };
    assert_int_equal(monitor(&t, said), EXIT_NOT_VALID);
    assert_true(told_says(said, "changed: the entries do not give the root"));
    remove(path);
    assert_int_equal(monitor(&t, said), EXIT_UNREADABLE);
}

TEST(test_another_key)
{
    char said[4096] = "";
    OWNED_SCRATCH folder = scratch_new();
    write_log(folder, HONEST);
    struct note_signer other;
    uint8_t seed[32] = { 99 };
    note_signer_make(&other, host.key.name, seed);
    struct monitor_task t = { .folder = folder, .key = &other.key };
    FILE *out = fmemopen(said, sizeof said, "w");
    assert_int_equal(monitor_run(&t, out), EXIT_NOT_VALID);
    fclose(out);
}

BEFORE_ALL(keys)
{
    uint8_t seed[32] = { 1 };
    note_signer_make(&host, "fiel.example/log", seed);
    crypto_sign_seed_keypair(arbiter_key, arbiter_secret, seed);
    for (unsigned i = 0; i < SEATS; i++) {
        seed[0] = (uint8_t)(10 + i);
        crypto_sign_seed_keypair(bot_key[i], bot_secret[i], seed);
    }
    return 0;
}
