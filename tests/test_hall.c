/* hall: who waits, as a value: each test is a few messages, and what was said and told of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall.h"
#include "record/identity.h"
#include "record/transcript.h"

enum { KEPT = 64 };

/* A door with a notebook: what was said to which line, and what serve was told. */
struct notebook {
    struct hall hall;
    unsigned said, told, drawn;
    int line[KEPT];
    struct lobby_msg message[KEPT];
    struct from_door frame[KEPT];
    int deaf; /* this line takes nothing */
    int64_t now;
    uint64_t date;
};

static bool note_say(void *user, const struct hall_route *to, const void *bytes, size_t size)
{
    struct notebook *n = user;
    if (n->deaf && to->line == n->deaf)
        return false;
    n->line[n->said % KEPT] = to->line;
    assert_int_equal(lobby_read(bytes, size, FROM_ARBITER, &n->message[n->said++ % KEPT]), WIRE_OK);
    return true;
}

static void note_tell(void *user, const struct from_door *f)
{
    struct notebook *n = user;
    n->frame[n->told++ % KEPT] = *f;
}

static void note_draw(void *user, uint8_t challenge[ID]) { memset(challenge, (int)++((struct notebook *)user)->drawn, ID); }

static const struct lobby_msg *last_said(const struct notebook *n, int line)
{
    assert_true(n->said > 0);
    assert_int_equal(n->line[(n->said - 1) % KEPT], line);
    return &n->message[(n->said - 1) % KEPT];
}

static const struct from_door *last_told(const struct notebook *n, enum from_door_kind kind)
{
    assert_true(n->told > 0);
    assert_int_equal(n->frame[(n->told - 1) % KEPT].kind, kind);
    return &n->frame[(n->told - 1) % KEPT];
}

static struct notebook *open_door(void)
{
    struct notebook *n = calloc(1, sizeof *n);
    const struct hall_ends ends = { note_say, note_tell, note_draw, n };
    hall_start(&n->hall, (const uint8_t[ID]){ 'd' }, &ends);
    n->now = 1000000;
    n->date = 1000;
    return n;
}

static void close_door(struct notebook *n)
{
    hall_end(&n->hall);
    free(n);
}

static struct identity bot(const char *name)
{
    struct identity i;
    identity_make(&i, name);
    return i;
}

static void allow(struct notebook *n, const struct identity *i, uint64_t not_after)
{
    struct to_door f = { .kind = DOOR_ALLOW, .not_after = not_after };
    memcpy(f.key, i->key, DOOR_KEY);
    memcpy(f.curve, i->curve, DOOR_KEY);
    strcpy(f.name, i->name);
    hall_allow(&n->hall, &f);
}

static bool adopt(struct notebook *n)
{
    bool whole = hall_adopt(&n->hall);
    if (whole)
        hall_adopted(&n->hall);
    return whole;
}

static void only(struct notebook *n, const struct identity *i)
{
    hall_list(&n->hall);
    allow(n, i, 0);
    assert_true(adopt(n));
}

static void bytes_come(struct notebook *n, const struct identity *i, int line, const void *bytes, size_t size, bool whole)
{
    uint8_t id[HALL_ROUTE] = { 0, 0, 0, 0, (uint8_t)line };
    const struct hall_came came = { i->key, id, sizeof id, line, bytes, size, whole, n->now, n->date };
    hall_take(&n->hall, &came);
}

static void comes(struct notebook *n, const struct identity *i, int line, const struct lobby_msg *m)
{
    uint8_t bytes[LOBBY_BYTES];
    bytes_come(n, i, line, bytes, lobby_pack(m, bytes), true);
}

static void knock(struct notebook *n, const struct identity *i, int line)
{
    comes(n, i, line, &(struct lobby_msg){ .type = LOBBY_KNOCK, .version = PROTOCOL_VERSION });
}

static struct lobby_msg wait_of(const struct identity *i, const uint8_t door[ID], const uint8_t challenge[ID], uint8_t role)
{
    struct lobby_msg m = { .type = LOBBY_WAIT, .role = role };
    struct message signed_bytes;
    memcpy(m.key, i->key, ID);
    wait_message(&signed_bytes, door, challenge, role);
    sign_message(m.signature, i->secret, &signed_bytes);
    return m;
}

static void answer(struct notebook *n, const struct identity *i, int line)
{
    const struct lobby_msg *c = last_said(n, line);
    assert_int_equal(c->type, LOBBY_CHALLENGE);
    struct lobby_msg m = wait_of(i, (const uint8_t[ID]){ 'd' }, c->challenge, ROLE_PLAYS);
    comes(n, i, line, &m);
}

static void come_in(struct notebook *n, const struct identity *i, int line)
{
    knock(n, i, line);
    answer(n, i, line);
    assert_int_equal(last_said(n, line)->type, LOBBY_WAITING);
    last_told(n, DOOR_WAITING);
}

static void refused(struct notebook *n, int line, enum lobby_reason reason)
{
    const struct lobby_msg *m = last_said(n, line);
    assert_int_equal(m->type, LOBBY_NO);
    assert_int_equal(m->reason, reason);
    assert_string_equal(m->text, lobby_reason_text(reason));
    assert_string_equal(last_told(n, DOOR_REFUSED)->text, lobby_reason_text(reason));
    assert_int_equal(hall_waiting(&n->hall), 0);
}

static enum door_called call(struct notebook *n, const struct identity *i)
{
    struct to_door f = { .kind = DOOR_CALL, .name = "match-7", .endpoint = "tcp://there:1", .curve = { 's' } };
    memcpy(f.key, i->key, DOOR_KEY);
    hall_call(&n->hall, &f);
    for (unsigned k = n->told; k-- > 0;)
        if (n->frame[k % KEPT].kind == DOOR_CALLED) {
            assert_string_equal(n->frame[k % KEPT].label, "match-7");
            assert_memory_equal(n->frame[k % KEPT].key, i->key, DOOR_KEY);
            return (enum door_called)n->frame[k % KEPT].reason;
        }
    fail_msg("no answer to a call");
    return CALLED_LOST;
}

/* --- what is refused --------------------------------------------------------------------------------- */

static void test_nobody_before_a_list(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana");
    knock(n, &ana, 1);
    assert_int_equal(n->said + n->told, 0);
    assert_false(adopt(n));
    assert_int_equal(call(n, &ana), CALLED_ABSENT);
    close_door(n);
}

static void test_wrong_signatures(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana"), bea = bot("bea");
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
    close_door(n);
}

/* A challenge counts for the connection that it was sent to, and the newest alone. */
static void test_challenge_of_another_line(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana");
    only(n, &ana);
    knock(n, &ana, 1);
    struct lobby_msg m = wait_of(&ana, (const uint8_t[ID]){ 'd' }, last_said(n, 1)->challenge, 0);
    comes(n, &ana, 2, &m);
    refused(n, 2, NO_SIGNATURE);
    knock(n, &ana, 2);
    comes(n, &ana, 1, &m);
    refused(n, 1, NO_SIGNATURE);
    close_door(n);
}

static void test_wrong_version(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana");
    only(n, &ana);
    comes(n, &ana, 1, &(struct lobby_msg){ .type = LOBBY_KNOCK, .version = 2 });
    refused(n, 1, NO_VERSION);
    close_door(n);
}

static void test_bad_bytes(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana");
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
    close_door(n);
}

static void test_routing_id_of_ones_own(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana");
    static const struct { const char *id; size_t size; } made[] = { { "bot-7", 5 }, { "\0bot", 4 }, { "\0botbot", 7 }, { "", 0 } };
    const uint8_t ping[] = { 0x91, LOBBY_PING };
    only(n, &ana);
    for (size_t i = 0; i < 4; i++) {
        const struct hall_came came = { ana.key, (const uint8_t *)made[i].id, made[i].size, 1, ping, 2, true, n->now, n->date };
        hall_take(&n->hall, &came);
        assert_int_equal(n->said, 0); /* nothing is sent to such an id */
        assert_string_equal(last_told(n, DOOR_REFUSED)->text, lobby_reason_text(NO_ROUTING_ID));
    }
    close_door(n);
}

static void test_expired(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana");
    hall_list(&n->hall);
    allow(n, &ana, 1000);
    assert_true(adopt(n));
    n->date = 1001;
    knock(n, &ana, 1);
    answer(n, &ana, 1);
    refused(n, 1, NO_EXPIRED);
    n->date = 1000;
    come_in(n, &ana, 1);
    hall_expire(&n->hall, 1000);
    assert_int_equal(hall_waiting(&n->hall), 1);
    hall_expire(&n->hall, 1001);
    assert_int_equal(last_said(n, 1)->reason, NO_EXPIRED);
    assert_int_equal(last_told(n, DOOR_GONE)->reason, GONE_EXPIRED);
    assert_int_equal(hall_waiting(&n->hall), 0);
    close_door(n);
}

/* What is above the allowance is not looked at; serve is told now and then; the others do not feel it. */
static void test_flood(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana"), bea = bot("bea");
    hall_list(&n->hall);
    allow(n, &ana, 0);
    allow(n, &bea, 0);
    adopt(n);
    const struct lobby_msg ping = { .type = LOBBY_PING };
    n->told = 0;
    for (unsigned i = 0; i < 1000; i++)
        comes(n, &ana, 1, &ping);
    assert_int_equal(n->said, HALL_BURST);
    assert_int_equal(n->told, 1);
    assert_int_equal(last_told(n, DOOR_FLOOD)->count, 1);
    come_in(n, &bea, 2);
    n->now += 1000000;
    n->said = 0;
    for (unsigned i = 0; i < 100; i++)
        comes(n, &ana, 1, &ping);
    assert_int_equal(n->said, HALL_PER_SECOND);
    n->now += (int64_t)HALL_TELL_S * 1000000;
    n->said = 0;
    for (unsigned i = 0; i < 100; i++)
        comes(n, &ana, 1, &ping);
    assert_int_equal(n->said, HALL_BURST);
    assert_int_equal(last_told(n, DOOR_FLOOD)->count, 999 - HALL_BURST + 100 - HALL_PER_SECOND + 1);
    n->now += INT64_MAX / 2;
    comes(n, &ana, 1, &ping);
    assert_int_equal(n->said, HALL_BURST + 1);
    close_door(n);
}

/* --- waiting ----------------------------------------------------------------------------------------- */

static void test_called(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana");
    only(n, &ana);
    assert_int_equal(call(n, &ana), CALLED_ABSENT);
    knock(n, &ana, 3);
    assert_int_equal(call(n, &ana), CALLED_ABSENT); /* a challenge is no place */
    come_in(n, &ana, 3);
    assert_string_equal(last_said(n, 3)->name, "ana");
    assert_int_equal(call(n, &ana), CALLED_SENT);
    const struct lobby_msg *m = last_said(n, 3);
    assert_int_equal(m->type, LOBBY_CALL);
    assert_string_equal(m->label, "match-7");
    assert_string_equal(m->endpoint, "tcp://there:1");
    assert_int_equal(m->server[0], 's');
    n->deaf = 3;
    assert_int_equal(call(n, &ana), CALLED_LOST);
    assert_int_equal(last_told(n, DOOR_GONE)->reason, GONE_LINE);
    assert_int_equal(call(n, &ana), CALLED_ABSENT);
    close_door(n);
}

static void test_replaced_by_a_fresh_wait_alone(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana");
    only(n, &ana);
    come_in(n, &ana, 1);
    knock(n, &ana, 2);
    assert_int_equal(call(n, &ana), CALLED_SENT);
    last_said(n, 1); /* a knock takes nothing over */
    comes(n, &ana, 2, &(struct lobby_msg){ .type = LOBBY_LEAVE });
    assert_int_equal(hall_waiting(&n->hall), 1); /* nor does it end another's wait */
    comes(n, &ana, 2, &(struct lobby_msg){ .type = LOBBY_DECLINE, .label = "match-7" });
    last_told(n, DOOR_CALLED);
    knock(n, &ana, 2);
    unsigned said = n->said, told = n->told;
    answer(n, &ana, 2);
    assert_int_equal(n->said, said + 2);
    assert_int_equal(n->line[said % KEPT], 1);
    assert_int_equal(n->message[said % KEPT].reason, NO_REPLACED);
    assert_int_equal(n->frame[told % KEPT].reason, GONE_REPLACED);
    last_told(n, DOOR_WAITING);
    hall_line_ended(&n->hall, 1); /* the old line is nobody's */
    assert_int_equal(hall_waiting(&n->hall), 1);
    assert_int_equal(call(n, &ana), CALLED_SENT);
    last_said(n, 2);
    close_door(n);
}

/* The same connection says it again: it is told again, so that a bot that is in a match is called once more. */
static void test_waits_again(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana");
    only(n, &ana);
    come_in(n, &ana, 1);
    unsigned told = n->told;
    come_in(n, &ana, 1);
    assert_int_equal(n->told, told + 1);
    close_door(n);
}

static void test_gone(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana");
    only(n, &ana);
    come_in(n, &ana, 1);
    hall_line_ended(&n->hall, 2);
    hall_line_ended(&n->hall, -1);
    assert_int_equal(hall_waiting(&n->hall), 1);
    hall_line_ended(&n->hall, 1);
    assert_int_equal(last_told(n, DOOR_GONE)->reason, GONE_LINE);
    come_in(n, &ana, 1);
    comes(n, &ana, 1, &(struct lobby_msg){ .type = LOBBY_LEAVE });
    assert_int_equal(last_told(n, DOOR_GONE)->reason, GONE_LINE);
    assert_int_equal(hall_waiting(&n->hall), 0);
    close_door(n);
}

static void test_ping_and_decline(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana");
    only(n, &ana);
    comes(n, &ana, 1, &(struct lobby_msg){ .type = LOBBY_PING });
    assert_int_equal(last_said(n, 1)->waiting, 0);
    come_in(n, &ana, 1);
    comes(n, &ana, 2, &(struct lobby_msg){ .type = LOBBY_PING });
    assert_int_equal(last_said(n, 2)->waiting, 0);
    comes(n, &ana, 1, &(struct lobby_msg){ .type = LOBBY_PING });
    assert_int_equal(last_said(n, 1)->waiting, 1);
    comes(n, &ana, 1, &(struct lobby_msg){ .type = LOBBY_DECLINE, .label = "match-\n", .text = "no \x1b[31mdisk" });
    assert_string_equal(last_told(n, DOOR_DECLINED)->text, "no ?[31mdisk");
    assert_string_equal(last_told(n, DOOR_DECLINED)->label, "match-?");
    assert_int_equal(hall_waiting(&n->hall), 1);
    close_door(n);
}

/* --- the list ---------------------------------------------------------------------------------------- */

static void test_list_replaced_while_they_wait(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana"), bea = bot("bea"), eva = bot("eva");
    hall_list(&n->hall);
    allow(n, &ana, 0);
    allow(n, &bea, 0);
    allow(n, &eva, 0);
    adopt(n);
    assert_int_equal(last_told(n, DOOR_ADOPTED)->count, 3);
    come_in(n, &ana, 1);
    come_in(n, &bea, 2);
    come_in(n, &eva, 3);
    struct identity rotated = eva;
    rotated.curve[0] ^= 1;
    strcpy(ana.name, "anita");
    n->said = n->told = 0;
    hall_list(&n->hall);
    allow(n, &rotated, 0);
    allow(n, &ana, 0);
    assert_true(adopt(n));
    assert_int_equal(n->said, 2); /* bea and eva are sent away */
    assert_int_equal(n->told, 3);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(n->message[i].reason, NO_OFF_LIST);
        assert_int_equal(n->frame[i].reason, GONE_REMOVED);
    }
    assert_int_equal(hall_waiting(&n->hall), 1);
    assert_int_equal(call(n, &ana), CALLED_SENT);
    assert_string_equal(last_told(n, DOOR_CALLED)->name, "anita");
    assert_int_equal(call(n, &bea), CALLED_ABSENT);
    assert_int_equal(call(n, &eva), CALLED_ABSENT);
    close_door(n);
}

static void test_unfinished_lists(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana"), bea = bot("bea");
    only(n, &ana);
    hall_list(&n->hall);
    allow(n, &bea, 0);
    hall_list(&n->hall); /* the one begun is forgotten */
    allow(n, &ana, 0);
    assert_true(adopt(n));
    assert_int_equal(last_told(n, DOOR_ADOPTED)->count, 1);
    assert_false(adopt(n)); /* nothing was begun */
    assert_int_equal(n->hall.count, 1);
    hall_list(&n->hall);
    for (unsigned i = 0; i <= DOOR_LIST_MAX; i++)
        allow(n, &ana, 0);
    assert_false(adopt(n)); /* more than there may be: the old one stays */
    assert_int_equal(n->hall.count, 1);
    close_door(n);
}

static void test_closing(void **state)
{
    (void)state;
    struct notebook *n = open_door();
    struct identity ana = bot("ana");
    only(n, &ana);
    n->said = 0;
    hall_close(&n->hall);
    assert_int_equal(n->said, 0);
    come_in(n, &ana, 1);
    hall_close(&n->hall);
    assert_int_equal(last_said(n, 1)->reason, NO_CLOSING);
    close_door(n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nobody_before_a_list),
        cmocka_unit_test(test_wrong_signatures),
        cmocka_unit_test(test_challenge_of_another_line),
        cmocka_unit_test(test_wrong_version),
        cmocka_unit_test(test_bad_bytes),
        cmocka_unit_test(test_routing_id_of_ones_own),
        cmocka_unit_test(test_expired),
        cmocka_unit_test(test_flood),
        cmocka_unit_test(test_called),
        cmocka_unit_test(test_replaced_by_a_fresh_wait_alone),
        cmocka_unit_test(test_waits_again),
        cmocka_unit_test(test_gone),
        cmocka_unit_test(test_ping_and_decline),
        cmocka_unit_test(test_list_replaced_while_they_wait),
        cmocka_unit_test(test_unfinished_lists),
        cmocka_unit_test(test_closing),
    };
    return sodium_init() < 0 || cmocka_run_group_tests(tests, NULL, NULL);
}
