/* sim_log: matches that are opened in a match log, and a log that fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <fcntl.h>
#include <unistd.h>

#include "audit/monitor.h"
#include "log/entry.h"
#include "log/proof.h"
#include "referee/matchlog.h"
#include "support/scratch.h"
#include "support/sim.h"

static struct note_signer host;

/* The port over a real log in a folder of the test's own. */
struct test_log {
    char folder[SCRATCH_ROOM];
    struct matchlog log;
    int fail; /* errno that the port fails with; 0: it does not */
    unsigned opened;
};

static long log_port(void *ctx, const void *entry, size_t size, char proof[LOG_PROOF])
{
    struct test_log *t = ctx;
    char why[LOG_ERROR];
    if (t->fail) {
        errno = t->fail;
        return -1;
    }
    t->opened++;
    return matchlog_open(&t->log, entry, size, proof, why);
}

static void log_start(struct test_log *t, struct referee_config *c)
{
    char why[LOG_ERROR];
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

static void test_a_logged_match(void **state)
{
    (void)state;
    struct referee_config c = sim_config("argentino,target=15", 2);
    struct test_log t;
    uint8_t checkpoint[HASH];
    char said[2048] = "", other[NOTE_KEY_TEXT];
    log_start(&t, &c);
    struct sim *s = play(&t, &c);
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
        assert_memory_equal(s->chair[i].bot.checkpoint, checkpoint, HASH);
    struct monitor_task task = { .folder = t.folder, .key = &host.key };
    FILE *out = fmemopen(said, sizeof said, "w");
    assert_int_equal(monitor_run(&task, out), 0); /* open and without a result: running */
    fclose(out);
    assert_non_null(strstr(said, "1 opened, 0 results"));
    sim_free(s);
    scratch_remove(t.folder);
}

/* A match that cannot be published is not played: no card leaves, and the record says why. */
static void test_a_log_that_fails(void **state)
{
    (void)state;
    struct referee_config c = sim_config("argentino,target=15", 1);
    struct test_log t;
    log_start(&t, &c);
    t.fail = ENOSPC;
    struct sim *s = play(&t, &c);
    assert_int_equal(s->result.result.outcome, END_VOID);
    assert_int_equal(s->result.result.fault, FAULT_ARBITER);
    assert_int_equal(s->result.result.fault_a, ENOSPC);
    assert_int_equal(s->result.result.hands, 0);
    sim_audit(s);
    for (unsigned i = 0; i < SIM_SEATS; i++)
        assert_true(s->chair[i].bot.over);
    sim_free(s);
    scratch_remove(t.folder);
}

/* A match that is killed between its number and its note leaves a gap, which the next one names; not while it lives, and
 * not while it can be resumed. */
static void test_numbers_of_the_dead(void **state)
{
    (void)state;
    struct referee_config c = sim_config("argentino,target=15", 1);
    struct test_log t;
    char why[LOG_ERROR], said[2048] = "", note[SCRATCH_ROOM + 8];
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
static void test_a_proof_that_is_missing(void **state)
{
    (void)state;
    struct referee_config c = sim_config("argentino,target=15", 1);
    struct audit_report report;
    note_key_text(&host.key, c.log_key);
    struct sim *s = sim_new(&c, 1);
    sim_play(s);
    assert_int_equal(audit_bytes(s->record.bytes, s->record.size, NULL, &report), 0);
    assert_int_equal(report.outcome, AUDIT_WRONG);
    assert_non_null(strstr(report.wrong, "the match log does not hold this OPEN"));
    sim_free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_logged_match),
        cmocka_unit_test(test_a_log_that_fails),
        cmocka_unit_test(test_numbers_of_the_dead),
        cmocka_unit_test(test_a_proof_that_is_missing),
    };
    static const uint8_t seed[32] = { 5 };
    if (sodium_init() < 0)
        return 1;
    note_signer_make(&host, "fiel.example/log", seed);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
