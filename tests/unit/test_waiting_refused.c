/* waiting: what is refused there: each test is a few messages, and what was said and told of them. */
#include "waiting_play.h"

DOOR_TEST(test_nobody_before_a_list)
{
    knock(n, &ana, 1);
    assert_int_equal(n->said + n->told, 0);
    assert_false(adopt(n));
    assert_int_equal(call(n, &ana), CALLED_ABSENT);
}

DOOR_TEST(test_wrong_signatures)
{
    struct identity bea = bot("bea");
    const uint8_t door[ID] = { 'd' }, other[ID] = { 'e' }, nothing[ID] = { 0 };
    only(n, &ana);
    struct lobby_msg m = wait_of(&ana, door, nothing, 0);
    comes(n, &ana, 1, &m); /* without a challenge */
    refused(n, 1, NO_SIGNATURE);
    knock(n, &ana, 1);
    m = wait_of(&ana, other, last_said(n, 1)->challenge, 0); /* meant for another door */
    comes(n, &ana, 1, &m);
    refused(n, 1, NO_SIGNATURE);
    knock(n, &ana, 1);
    m = wait_of(&ana, door, last_said(n, 1)->challenge, ROLE_PLAYS);
    m.role = ROLE_CUTS; /* another role than the signed one */
    comes(n, &ana, 1, &m);
    refused(n, 1, NO_SIGNATURE);
    m.role = ROLE_PLAYS; /* right, but a challenge is good for one try */
    comes(n, &ana, 1, &m);
    refused(n, 1, NO_SIGNATURE);
    knock(n, &ana, 1);
    m = wait_of(&bea, door, last_said(n, 1)->challenge, 0);
    comes(n, &ana, 1, &m); /* another's signing key behind this transport key */
    refused(n, 1, NO_KEY);
    memcpy(m.key, ana.key, ID);
    comes(n, &ana, 1, &m);
    refused(n, 1, NO_SIGNATURE);
}

/* A challenge counts for the connection that it was sent to, and the newest alone. */
DOOR_TEST(test_challenge_of_another_line)
{
    only(n, &ana);
    knock(n, &ana, 1);
    struct lobby_msg m = wait_of(&ana, (const uint8_t[ID]){ 'd' }, last_said(n, 1)->challenge, 0);
    comes(n, &ana, 2, &m);
    refused(n, 2, NO_SIGNATURE);
    knock(n, &ana, 2);
    comes(n, &ana, 1, &m);
    refused(n, 1, NO_SIGNATURE);
}

DOOR_TEST(test_wrong_version)
{
    only(n, &ana);
    comes(n, &ana, 1, &(struct lobby_msg){ .type = LOBBY_KNOCK, .version = 1 });
    refused(n, 1, NO_VERSION);
    comes(n, &ana, 1, &(struct lobby_msg){ .type = LOBBY_KNOCK, .version = PROTOCOL_VERSION + 1 });
    refused(n, 1, NO_VERSION);
}

DOOR_TEST(test_bad_bytes)
{
    uint8_t bytes[LOBBY_BYTES + 1] = { 0x91, LOBBY_PING };
    only(n, &ana);
    bytes_come(n, &ana, 1, bytes, 2, false); /* in several parts */
    refused(n, 1, NO_MALFORMED);
    bytes_come(n, &ana, 1, bytes, 0, true);
    refused(n, 1, NO_MALFORMED);
    bytes_come(n, &ana, 1, bytes, 3, true);
    refused(n, 1, NO_MALFORMED);
    bytes_come(n, &ana, 1, bytes, sizeof bytes, true);
    refused(n, 1, NO_MALFORMED);
    bytes[1] = LOBBY_PONG; /* the door's own */
    bytes_come(n, &ana, 1, bytes, 2, true);
    refused(n, 1, NO_MALFORMED);
}

DOOR_TEST(test_routing_id_of_ones_own)
{
    static const struct {
        const char *id;
        size_t size;
    } made[] = { { "bot-7", 5 }, { "\0bot", 4 }, { "\0botbot", 7 }, { "", 0 } };
    const uint8_t ping[] = { 0x91, LOBBY_PING };
    only(n, &ana);
    for (size_t i = 0; i < 4; i++) {
        const struct waiting_came came = { ana.key, (const uint8_t *)made[i].id, made[i].size, 1, ping, 2, true, n->now,
                                           n->date };
        waiting_take(&n->waiting, &came);
        assert_int_equal(n->said, 0); /* nothing is sent to such an id */
        assert_string_equal(last_told(n, DOOR_REFUSED)->text, lobby_reason_text(NO_ROUTING_ID));
    }
}

DOOR_TEST(test_expired)
{
    waiting_list(&n->waiting);
    allow(n, &ana, 1000);
    assert_true(adopt(n));
    n->date = 1001;
    knock(n, &ana, 1);
    answer(n, &ana, 1);
    refused(n, 1, NO_EXPIRED);
    n->date = 1000;
    come_in(n, &ana, 1);
    waiting_expire(&n->waiting, 1000);
    assert_int_equal(waiting_count(&n->waiting), 1);
    waiting_expire(&n->waiting, 1001);
    assert_int_equal(last_said(n, 1)->reason, NO_EXPIRED);
    assert_int_equal(last_told(n, DOOR_GONE)->reason, GONE_EXPIRED);
    assert_int_equal(waiting_count(&n->waiting), 0);
}

/* What is above the allowance is not looked at; serve is told now and then; the others do not feel it. */
DOOR_TEST(test_flood)
{
    struct identity bea = bot("bea");
    waiting_list(&n->waiting);
    allow(n, &ana, 0);
    allow(n, &bea, 0);
    adopt(n);
    const struct lobby_msg ping = { .type = LOBBY_PING };
    n->told = 0;
    for (unsigned i = 0; i < 1000; i++)
        comes(n, &ana, 1, &ping);
    assert_int_equal(n->said, WAITING_BURST);
    assert_int_equal(n->told, 1);
    assert_int_equal(last_told(n, DOOR_FLOOD)->count, 1);
    come_in(n, &bea, 2);
    n->now += 1000000;
    n->said = 0;
    for (unsigned i = 0; i < 100; i++)
        comes(n, &ana, 1, &ping);
    assert_int_equal(n->said, WAITING_PER_SECOND);
    n->now += (int64_t)WAITING_TELL_S * 1000000;
    n->said = 0;
    for (unsigned i = 0; i < 100; i++)
        comes(n, &ana, 1, &ping);
    assert_int_equal(n->said, WAITING_BURST);
    assert_int_equal(last_told(n, DOOR_FLOOD)->count, 999 - WAITING_BURST + 100 - WAITING_PER_SECOND + 1);
    n->now += INT64_MAX / 2;
    comes(n, &ana, 1, &ping);
    assert_int_equal(n->said, WAITING_BURST + 1);
}
