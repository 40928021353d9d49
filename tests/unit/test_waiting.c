/* waiting: who waits, as a value: each test is a few messages, and what was said and told of them. */
#include "waiting_play.h"

/* --- waiting ----------------------------------------------------------------------------------------- */

DOOR_TEST(test_called)
{
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
}

DOOR_TEST(test_replaced_by_a_fresh_wait_alone)
{
    only(n, &ana);
    come_in(n, &ana, 1);
    knock(n, &ana, 2);
    assert_int_equal(call(n, &ana), CALLED_SENT);
    last_said(n, 1); /* a knock takes nothing over */
    comes(n, &ana, 2, &(struct lobby_msg){ .type = LOBBY_LEAVE });
    assert_int_equal(waiting_count(&n->waiting), 1); /* nor does it end another's wait */
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
    waiting_line_ended(&n->waiting, 1); /* the old line is nobody's */
    assert_int_equal(waiting_count(&n->waiting), 1);
    assert_int_equal(call(n, &ana), CALLED_SENT);
    last_said(n, 2);
}

/* The same connection says it again: it is told again, so that a bot that is in a match is called once more. */
DOOR_TEST(test_waits_again)
{
    only(n, &ana);
    come_in(n, &ana, 1);
    unsigned told = n->told;
    come_in(n, &ana, 1);
    assert_int_equal(n->told, told + 1);
}

DOOR_TEST(test_gone)
{
    only(n, &ana);
    come_in(n, &ana, 1);
    waiting_line_ended(&n->waiting, 2);
    waiting_line_ended(&n->waiting, -1);
    assert_int_equal(waiting_count(&n->waiting), 1);
    waiting_line_ended(&n->waiting, 1);
    assert_int_equal(last_told(n, DOOR_GONE)->reason, GONE_LINE);
    come_in(n, &ana, 1);
    comes(n, &ana, 1, &(struct lobby_msg){ .type = LOBBY_LEAVE });
    assert_int_equal(last_told(n, DOOR_GONE)->reason, GONE_LINE);
    assert_int_equal(waiting_count(&n->waiting), 0);
}

DOOR_TEST(test_ping_and_decline)
{
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
    assert_int_equal(waiting_count(&n->waiting), 1);
}

/* --- the list ---------------------------------------------------------------------------------------- */

DOOR_TEST(test_list_replaced_while_they_wait)
{
    struct identity bea = bot("bea"), eva = bot("eva");
    waiting_list(&n->waiting);
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
    waiting_list(&n->waiting);
    allow(n, &rotated, 0);
    allow(n, &ana, 0);
    assert_true(adopt(n));
    assert_int_equal(n->said, 2); /* bea and eva are sent away */
    assert_int_equal(n->told, 3);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(n->message[i].reason, NO_OFF_LIST);
        assert_int_equal(n->frame[i].reason, GONE_REMOVED);
    }
    assert_int_equal(waiting_count(&n->waiting), 1);
    assert_int_equal(call(n, &ana), CALLED_SENT);
    assert_string_equal(last_told(n, DOOR_CALLED)->name, "anita");
    assert_int_equal(call(n, &bea), CALLED_ABSENT);
    assert_int_equal(call(n, &eva), CALLED_ABSENT);
}

DOOR_TEST(test_unfinished_lists)
{
    struct identity bea = bot("bea");
    only(n, &ana);
    waiting_list(&n->waiting);
    allow(n, &bea, 0);
    waiting_list(&n->waiting); /* the one begun is forgotten */
    allow(n, &ana, 0);
    assert_true(adopt(n));
    assert_int_equal(last_told(n, DOOR_ADOPTED)->count, 1);
    assert_false(adopt(n)); /* nothing was begun */
    assert_int_equal(n->waiting.count, 1);
    waiting_list(&n->waiting);
    for (unsigned i = 0; i <= DOOR_LIST_MAX; i++)
        allow(n, &ana, 0);
    assert_false(adopt(n)); /* more than there may be: the old one stays */
    assert_int_equal(n->waiting.count, 1);
}

DOOR_TEST(test_closing)
{
    only(n, &ana);
    n->said = 0;
    waiting_close(&n->waiting);
    assert_int_equal(n->said, 0);
    come_in(n, &ana, 1);
    waiting_close(&n->waiting);
    assert_int_equal(last_said(n, 1)->reason, NO_CLOSING);
}
