/* remote: bots that come over tcp: who is let in, who is not, and what they come back from. */
#include "remote.h"

static const char CALM[] = "bank=60s,inc=100ms,cap=20s,grace=50ms,start=20s";
static const char QUICK[] = "bank=2s,inc=0ms,cap=300ms,grace=0ms,start=1s";

static void two_remote_bots_play(void **state)
{
    struct remote_match m;
    (void)state;
    remote_new(&m);
    match_start(&m, "4", CALM, NULL);
    seats_open(&m, 2);
    bot_start(&m.bot[0], "cauto");
    bot_start(&m.bot[1], "random");
    json_t *j = match_result(&m);
    no_faults(j);
    json_decref(j);
    assert_int_equal(bot_end(&m.bot[0]), 0);
    assert_int_equal(bot_end(&m.bot[1]), 0);
    match_drop(&m);
}

static void a_remote_bot_against_a_hosted_one(void **state)
{
    struct remote_match m;
    (void)state;
    remote_new(&m);
    match_start(&m, "2", CALM, "cauto");
    seats_open(&m, 1);
    bot_start(&m.bot[0], "random");
    json_t *j = match_result(&m);
    no_faults(j);
    json_decref(j);
    assert_int_equal(bot_end(&m.bot[0]), 0);
    match_drop(&m);
}

static void who_never_comes_loses(void **state)
{
    struct remote_match m;
    (void)state;
    remote_new(&m);
    match_start(&m, "2", QUICK, NULL);
    seats_open(&m, 2);
    bot_start(&m.bot[0], "random");
    json_t *j = match_result(&m);
    lost_by(j, 1, "no-start");
    json_decref(j);
    assert_int_equal(bot_end(&m.bot[0]), 0);
    match_drop(&m);
}

/* The right transport key with another signing key than the binding's. */
static void another_signing_key(void **state)
{
    struct remote_match m;
    char path[128];
    uint8_t other[32];
    (void)state;
    remote_new(&m);
    match_start(&m, "2", CALM, NULL);
    seats_open(&m, 2);
    randombytes_buf(other, sizeof other);
    snprintf(path, sizeof path, "%s/signing-key", m.bot[0].folder);
    spill(path, other, sizeof other);
    bot_start(&m.bot[0], "random");
    bot_start(&m.bot[1], "random");
    json_t *j = match_result(&m);
    lost_by(j, 0, "bad-signature");
    json_decref(j);
    const char *const words[] = { "/usr/bin/python3", "tests/python/audit.py", m.replay, NULL };
    struct run r = run_words(words, NULL);
    if (r.code)
        fail_msg("audit.py: %s%s", r.out, r.err);
    run_free(&r);
    match_drop(&m);
}

/* The key of one seat opens no other, and does not keep its owner from it. */
static void another_seats_key(void **state)
{
    struct remote_match m;
    struct remote_bot stranger;
    (void)state;
    remote_new(&m);
    match_start(&m, "2", CALM, NULL);
    seats_open(&m, 2);
    stranger = m.bot[0];
    memcpy(stranger.server_key, m.bot[1].server_key, sizeof stranger.server_key);
    snprintf(stranger.folder, sizeof stranger.folder, "%s/stranger", m.dir);
    bot_settle(&stranger);
    bot_start_at(&stranger, "random", m.bot[1].endpoint);
    bot_start(&m.bot[0], "random");
    bot_start(&m.bot[1], "cauto");
    json_t *j = match_result(&m);
    no_faults(j);
    json_decref(j);
    bot_kill(&stranger);
    match_drop(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_never_comes_loses),
        cmocka_unit_test(another_signing_key),
        cmocka_unit_test(another_seats_key),
        cmocka_unit_test(two_remote_bots_play),
        cmocka_unit_test(a_remote_bot_against_a_hosted_one),
    };
    alarm(240);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
