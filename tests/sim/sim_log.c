/* sim_log: matches that are opened in a match log, and a log that fails. */
#include "support/test.h"

#include "audit/monitor.h"
#include "log/entry.h"
#include "log/proof.h"
#include "referee/matchlog.h"
#include "support/cosign.h"
#include "support/scratch.h"
#include "support/sim.h"
#include "support/told.h"

static struct note_signer host;

/* The port over a real log in a folder of the test's own. */
struct test_log {
    char folder[SCRATCH_ROOM];
    struct matchlog log;
    int fail; /* errno that the port fails with; 0: it does not */
    unsigned opened;
    unsigned witnesses; /* so many cosign what the log says of OPEN */
};

static struct note_signer witness(uint8_t number)
{
    struct note_signer s;
    char name[NOTE_NAME];
    const uint8_t seed[32] = { 60, number };
    snprintf(name, sizeof name, "w%u.example", number);
    assert_true(witness_signer_make(&s, name, seed));
    return s;
}

/* The proof ends with the checkpoint, and so with what witnesses put under it. */
static long cosign(const struct test_log *t, char proof[LOG_PROOF], long length)
{
    for (uint8_t i = 1; i <= t->witnesses && length > 0; i++) {
        struct note_signer w = witness(i);
        char line[COSIGNATURE_LINE];
        size_t size, n;
        const char *note = proof_checkpoint(proof, (size_t)length, &size);
        n = checkpoint_cosign(&w, note, size, 1700000000u + i, line);
        assert_true((size_t)length + n < LOG_PROOF);
        memcpy(proof + length, line, n + 1);
        length += (long)n;
    }
    return length;
}

static long log_port(void *ctx, const void *entry, size_t size, char proof[LOG_PROOF])
{
    struct test_log *t = ctx;
    char why[LOG_WHY];
    if (t->fail) {
        errno = t->fail;
        return -1;
    }
    t->opened++;
    return cosign(t, proof, matchlog_open(&t->log, entry, size, proof, why));
}

static void log_start(struct test_log *t, struct referee_config *c)
{
    char why[LOG_WHY];
    int held;
    memset(t, 0, sizeof *t);
    scratch_make(t->folder);
    assert_int_equal(log_create(t->folder, &host, why), 0);
    t->log = (struct matchlog){ .folder = t->folder, .signer = host };
    assert_int_equal(matchlog_reserve(&t->log, "/nowhere/note", &held, why), 0);
    close(held);
    c->number = t->log.number;
    note_key_text(&host.key, c->log_key);
}

static struct sim *play(struct test_log *t, const struct referee_config *c)
{
    struct sim *s = sim_new_logged(c, 1, (struct referee_log){ t, log_port });
    sim_play(s);
    return s;
}

/* The record's first OPEN as an auditor or a bot would check it. */
static const char *open_proved(const struct sim *s, const char *key, uint64_t number, int flip,
                               uint8_t checkpoint[HASH])
{
    struct replay r;
    struct record record;
    struct msg m;
    static uint8_t proof[LOG_PROOF];
    replay_over(&r, s->record.bytes, s->record.size);
    while (replay_next(&r, &record)) {
        if (record.type != MSG_OPEN)
            continue;
        assert_int_equal(msg_read(record.payload, record.size, FROM_ARBITER, &m), WIRE_OK);
        memcpy(proof, m.blob2, m.blob2_size);
        if (flip >= 0)
            proof[(size_t)flip % m.blob2_size] ^= 1;
        return proof_of_open(key, number, m.blob, m.blob_size, m.signature, proof, m.blob2_size, checkpoint);
    }
    return "no OPEN";
}

TEST(test_a_logged_match)
{
    struct referee_config c = sim_config("argentino,target=15", 2);
    struct test_log t;
    uint8_t checkpoint[HASH];
    char said[2048] = "", other[NOTE_KEY_TEXT];
    log_start(&t, &c);
    OWNED_SIM *s = play(&t, &c);
    sim_audit(s);
    assert_int_equal(t.opened, 1);
    assert_null(open_proved(s, c.log_key, c.number, -1, checkpoint));
    assert_non_null(open_proved(s, c.log_key, c.number + 1, -1, checkpoint));
    for (int i = 0; i < 400; i++)
        assert_non_null(open_proved(s, c.log_key, c.number, i, checkpoint));
    struct note_signer stranger;
    uint8_t seed[32] = { 77 };
    note_signer_make(&stranger, host.key.name, seed);
    assert_non_null(open_proved(s, note_key_text(&stranger.key, other), c.number, -1, checkpoint));
    for (unsigned i = 0; i < SIM_SEATS; i++)
        assert_memory_equal(s->party[i].bot.checkpoint, checkpoint, HASH);
    struct monitor_task task = { .folder = t.folder, .key = &host.key };
    FILE *out = fmemopen(said, sizeof said, "w");
    assert_int_equal(monitor_run(&task, out), 0); /* open and without a result: running */
    fclose(out);
    assert_non_null(strstr(said, "1 opened, 0 results"));
    scratch_remove(t.folder);
}

static void make_policy(struct policy *p, const char *quorum)
{
    char text[2048], key[3][NOTE_KEY_TEXT], why[POLICY_WHY];
    for (uint8_t i = 0; i < 3; i++) {
        struct note_signer w = witness((uint8_t)(i + 1));
        note_key_text(&w.key, key[i]);
    }
    snprintf(text, sizeof text,
             "witness ana %s\nwitness juana %s\nwitness pedro %s\ngroup two 2 ana juana pedro\nquorum %s\n", key[0],
             key[1], key[2], quorum);
    if (policy_parse(p, text, strlen(text), why))
        fail_msg("%s", why);
}

/* The audit of this record with a policy that wants two of three: its verdict, and what it says as text and as JSON. */
static enum audit_outcome judged(const struct sim *s, const char *quorum, char said[8192], char json[8192])
{
    struct audit_report report;
    struct policy p;
    assert_int_equal(audit_bytes(s->record.bytes, s->record.size, NULL, &report), 0);
    if (report.outcome != AUDIT_VALID)
        fail_msg("%s", report.wrong);
    if (quorum) {
        make_policy(&p, quorum);
        audit_policy(&report, &p);
    }
    FILE *out = fmemopen(said, 8192, "w");
    audit_print(out, "a.replay", &report);
    fclose(out);
    out = fmemopen(json, 8192, "w");
    audit_print_json(out, "a.replay", &report);
    fclose(out);
    return report.outcome;
}

/* Anyone who names no policy takes any log; anyone who names one, only those that its quorum has seen. */
TEST(test_witnesses_of_a_match)
{
    static char said[8192], json[8192];
    for (unsigned count = 0; count <= 3; count++) {
        struct referee_config c = sim_config("argentino,target=15", 1);
        struct test_log t;
        log_start(&t, &c);
        t.witnesses = count;
        OWNED_SIM *s = play(&t, &c);
        sim_audit(s);
        assert_int_equal(judged(s, NULL, said, json), AUDIT_VALID);
        assert_true(told_says(said, count ? "not looked at: name whom you believe with --policy" : "its host's word"));
        assert_int_equal(judged(s, "none", said, json), AUDIT_VALID);
        assert_int_equal(judged(s, "two", said, json), count >= 2 ? AUDIT_VALID : AUDIT_UNWITNESSED);
        static const char *const says[] = {
            "a.replay: NOT witnessed: every record is right, and what the policy asks for",
            "its checkpoint is cosigned by ana, which is not the quorum two\n",
            "a.replay: valid; witnessed by 2 of 3, which is the quorum two\n",
            "a.replay: valid; witnessed by 3 of 3, which is the quorum two\n"
        };
        if (count == 0)
            assert_true(told_says(said, "its checkpoint is cosigned by nobody, which is not the quorum two\n"));
        static const char *const tells[] = {
            "\"valid\":false,\"verdict\":\"unwitnessed\"",
            "\"policy\":{\"met\":false,\"quorum\":\"two\",\"cosigned\":1,\"witnesses\":3}",
            "\"policy\":{\"met\":true,\"quorum\":\"two\",\"cosigned\":2,\"witnesses\":3}", "\"cosignatures\":3"
        };
        if (!told_says(said, says[count]) || !strstr(json, tells[count]))
            fail_msg("%s\n%s", said, json);
        scratch_remove(t.folder);
    }
}

/* A match in no log has no witness, whatever it is asked for. */
TEST(test_witnesses_of_no_log)
{
    static char said[8192], json[8192];
    struct referee_config c = sim_config("argentino,target=15", 1);
    OWNED_SIM *s = sim_new(&c, 1);
    sim_play(s);
    assert_int_equal(judged(s, "none", said, json), AUDIT_UNWITNESSED);
    assert_true(told_says(said, "its match is in no log"));
}

/* A match that cannot be published is not played: no card leaves, and the record says why. */
TEST(test_a_log_that_fails)
{
    struct referee_config c = sim_config("argentino,target=15", 1);
    struct test_log t;
    log_start(&t, &c);
    t.fail = ENOSPC;
    OWNED_SIM *s = play(&t, &c);
    assert_int_equal(s->result.result.outcome, END_VOID);
    assert_int_equal(s->result.result.fault, FAULT_ARBITER);
    assert_int_equal(s->result.result.fault_a, ARBITER_DISK);
    assert_int_equal(s->result.result.hands, 0);
    sim_audit(s);
    for (unsigned i = 0; i < SIM_SEATS; i++)
        assert_true(s->party[i].bot.over);
    scratch_remove(t.folder);
}

/* A match that is killed between its number and its note leaves a gap, which the next one names; not while it lives, and
 * not while it can be resumed. */
TEST(test_numbers_of_the_dead)
{
    struct referee_config c = sim_config("argentino,target=15", 1);
    struct test_log t;
    char why[LOG_WHY], said[2048] = "", note[SCRATCH_ROOM + 8];
    int held[3];
    log_start(&t, &c); /* number 1: dead */
    snprintf(note, sizeof note, "%s/note", t.folder);
    assert_int_equal(close(creat(note, 0600)), 0);
    assert_int_equal(matchlog_reserve(&t.log, "/nowhere/note", &held[0], why), 0); /* 2 lives, and says 1 is unopened */
    assert_int_equal(matchlog_reserve(&t.log, note, &held[1], why), 0);            /* 3 */
    close(held[1]);                                                                /* 3 dies, and can be resumed */
    assert_int_equal(matchlog_reserve(&t.log, "/nowhere/note", &held[2], why), 0); /* 4 */
    assert_int_equal(t.log.number, 4);
    struct monitor_task task = { .folder = t.folder, .key = &host.key };
    FILE *out = fmemopen(said, sizeof said, "w");
    assert_int_equal(monitor_run(&task, out), 0);
    fclose(out);
    assert_non_null(strstr(said, "entries    1:"));
    assert_non_null(strstr(said, "1 unopened"));
    close(held[0]);
    close(held[2]);
    unlink(note);
    assert_int_equal(matchlog_reserve(&t.log, "/nowhere/note", &held[0], why), 0);
    out = fmemopen(said, sizeof said, "w");
    assert_int_equal(monitor_run(&task, out), 0);
    fclose(out);
    assert_non_null(strstr(said, "4 unopened")); /* 1 to 4; 5 is about to begin */
    close(held[0]);
    scratch_remove(t.folder);
}

/* The offer names a log, and OPEN comes without a proof of it: the auditor blames the arbiter. */
TEST(test_a_proof_that_is_missing)
{
    struct referee_config c = sim_config("argentino,target=15", 1);
    struct audit_report report;
    note_key_text(&host.key, c.log_key);
    OWNED_SIM *s = sim_new(&c, 1);
    sim_play(s);
    assert_int_equal(audit_bytes(s->record.bytes, s->record.size, NULL, &report), 0);
    assert_int_equal(report.outcome, AUDIT_WRONG);
    assert_non_null(strstr(report.wrong, "the match log does not hold this OPEN"));
}

int main(void)
{
    static const uint8_t seed[32] = { 5 };
    if (sodium_init() < 0)
        return 1;
    note_signer_make(&host, "fiel.example/log", seed);
    return tests_run();
}
