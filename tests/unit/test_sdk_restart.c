/* A bot that is killed, loses its line or hears things twice is in its old place afterwards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "liar.h"

/* Decides alike before and after a restart: what is answered depends on the view alone. */
static struct action decide_by_view(const struct view *v, const struct action *legal, int n, void *user)
{
    (void)user;
    return legal[(v->open.hand * 7u + v->open.trick * 3u + v->open.phase + v->open.mano) % (unsigned)n];
}

enum what { KILLED, LINE_LOST, MESSAGE_LOST, HEARD_TWICE, HELLO_TWICE };

struct trouble {
    unsigned at;  /* after so many decisions, or hands */
    bool between; /* two hands: what was said to the end of the last one may be lost */
    unsigned seat;
    enum what what;
    bool struck;
};

static void strike(struct liar *l, const struct trouble *t, bool asked)
{
    static uint8_t out[ENVELOPE_MAX];
    struct told *told = l->told[t->seat];
    uint64_t from = 0;
    switch (t->what) {
    case KILLED: liar_restart(l, t->seat); break;
    case LINE_LOST: party_reconnected(l->bot[t->seat]); break;
    case MESSAGE_LOST: /* what waits is taken for sent, and the next envelope leaves a gap */
        told->sent = told->count - asked;
        return;
    case HEARD_TWICE: party_take(l->bot[t->seat], out, envelope_of(told, &from, out, ENVELOPE_MAX)); return;
    case HELLO_TWICE: l->bot[t->seat]->hello_due = true; break;
    }
    (void)deliver(l, t->seat);
}

/* The trouble comes when the decision is asked for, or when the seat has signed and cut and the other one has not. */
static void trouble_comes(struct liar *l, unsigned seat)
{
    struct trouble *t = l->arg;
    bool now = t->between ? !l->asks && seat != t->seat && l->hand == t->at : l->asks && l->asked == t->at + 1;
    if (!now || t->struck)
        return;
    t->struck = true;
    strike(l, t, l->asks && seat == t->seat);
}

/* A whole match, with one trouble in it. */
static void run_with(struct liar *l, struct trouble *t)
{
    l->strike = t ? trouble_comes : NULL;
    l->arg = t;
    l->victim = t ? t->seat : 0; /* is served before the other */
    bool over = liar_run(l);
    if (!over)
        print_error("%s / %s\n", l->bot[0]->why, l->bot[1]->why);
    assert_true(over);
}

static struct liar *quiet_liar(void)
{
    struct liar *l = liar_new(LIE_NONE, "argentino,target=15", 1, 3);
    l->calls[0].decide = l->calls[1].decide = decide_by_view;
    return l;
}

/* The keys are drawn anew for every match, so its length differs: the trouble strikes where it is long enough. */
static void everywhere(enum what what)
{
    unsigned struck = 0;
    for (unsigned at = 0; at < 24; at++)
        for (unsigned seat = 0; seat < 2; seat++) {
            struct trouble t = { .at = at / 2, .seat = seat, .between = at % 2, .what = what };
            struct liar *l = quiet_liar();
            run_with(l, &t);
            struck += t.struck;
            assert_int_equal(l->unasked, 0); /* no old request is answered again */
            liar_free(l);
        }
    assert_true(struck > 12);
}

static void test_killed(void **state)
{
    (void)state;
    everywhere(KILLED);
}
static void test_line_lost(void **state)
{
    (void)state;
    everywhere(LINE_LOST);
}
static void test_message_lost(void **state)
{
    (void)state;
    everywhere(MESSAGE_LOST);
}
static void test_heard_twice(void **state)
{
    (void)state;
    everywhere(HEARD_TWICE);
}
static void test_hello_twice(void **state)
{
    (void)state;
    everywhere(HELLO_TWICE);
}

/* --- what is not the course's affair -------------------------------------------------------------- */

/* Plays until `then` stops it. */
static void run_until(struct liar *l, void (*then)(struct liar *, unsigned))
{
    l->strike = then;
    (void)liar_run(l);
    assert_true(l->stop);
}

/* The party hears what waits for it.  True when it answered a request; that the arbiter does not hear. */
static bool answer_is_lost(struct liar *l, unsigned seat, struct action *answer)
{
    static uint8_t out[ENVELOPE_MAX];
    bool answered = false;
    size_t size;
    do {
        assert_true(liar_hands_over(l, seat));
        while ((size = party_reply(l->bot[seat], out)) > 0) {
            struct envelope e;
            struct msg m;
            assert_int_equal(envelope_open(&e, out, size), WIRE_OK);
            while (e.left > 0) {
                assert_int_equal(envelope_next(&e, FROM_BOT, &m), WIRE_OK);
                if (m.type == MSG_HELLO)
                    liar_hears(l, seat, out, size);
                answered = answered || m.type == MSG_ANSWER;
                if (m.type == MSG_ANSWER)
                    *answer = action_of_code(m.action);
            }
        }
    } while (l->told[seat]->again);
    return answered;
}

static void killed_while_thinking(struct liar *l, unsigned seat)
{
    struct action lost;
    if (!l->asks)
        return;
    assert_true(answer_is_lost(l, seat, &lost));
    uint64_t told = l->told[seat]->count;
    liar_restart(l, seat);
    assert_true(deliver(l, seat));
    assert_true(l->told[seat]->count > told); /* the action, at least */
    assert_int_equal(l->unasked, 0);
    l->stop = true;
}

/* Killed with a request open: that one, and only that one, is answered by the new process. */
static void test_killed_while_thinking(void **state)
{
    (void)state;
    struct liar *l = quiet_liar();
    run_until(l, killed_while_thinking);
    liar_free(l);
}

static void asked_again_and_again(struct liar *l, unsigned seat)
{
    struct action first, again;
    if (!l->asks)
        return;
    assert_true(answer_is_lost(l, seat, &first));
    for (int i = 0; i < 10; i++) {
        party_reconnected(l->bot[seat]);
        assert_true(answer_is_lost(l, seat, &again));
        assert_int_equal(action_code(again), action_code(first));
    }
    l->stop = true;
}

/* The answer may have been lost with the line: the same one goes again, and the bot is not asked a second time. */
static void test_answer_repeated_after_line_lost(void **state)
{
    (void)state;
    struct liar *l = liar_new(LIE_NONE, "argentino", 1, 5); /* decides by its dice: another time, another answer */
    run_until(l, asked_again_and_again);
    liar_free(l);
}

static void tell_refused(struct liar *l, unsigned seat, uint32_t request)
{
    uint8_t bytes[512];
    struct packer k;
    pack_start(&k, bytes, sizeof bytes);
    pack_msg_refused(&k, 0, request, RULE_NOT_OPEN, rule_error_text(RULE_NOT_OPEN));
    liar_tell(l, MSG_REFUSED, visible_to(seat), k.bytes, k.size);
}

static void refused(struct liar *l, unsigned seat)
{
    struct action a;
    if (!l->asks)
        return;
    assert_true(answer_is_lost(l, seat, &a));
    tell_refused(l, seat, l->request[seat] + 1);
    assert_false(answer_is_lost(l, seat, &a));
    tell_refused(l, seat, l->request[seat]);
    assert_true(answer_is_lost(l, seat, &a));
    l->stop = true;
}

/* REFUSED opens the request again and the bot is asked anew; REFUSED of another request does not. */
static void test_refused(void **state)
{
    (void)state;
    struct liar *l = quiet_liar();
    run_until(l, refused);
    liar_free(l);
}

/* How many messages a party was told before the first of this type. */
static uint64_t told_before(const struct told *t, unsigned type)
{
    uint64_t n = 0;
    while (n < t->count && t->bytes[t->at[n] + 1] != type)
        n++;
    assert_true(n < t->count);
    return n;
}

static void cut_short(struct liar *l, unsigned seat)
{
    static uint8_t out[ENVELOPE_MAX];
    struct told *t = l->told[0];
    struct input exited = { .type = REC_SEAT };
    exited.seat = (struct rec_seat){ 1, SEAT_EVENT_EXITED, 1 };
    (void)seat;
    if (!l->asks)
        return;
    l->caused = true;
    liar_input(l, &exited);
    uint64_t all = t->count;
    t->count = told_before(t, MSG_RESULT);
    assert_int_equal(t->bytes[t->at[t->count - 1] + 1], MSG_HANDS_END);
    assert_true(liar_hands_over(l, 0));
    assert_int_equal(party_reply(l->bot[0], out), 0);
    t->count = all;
    assert_true(deliver(l, 0));
    assert_true(party_over(l->bot[0]));
    l->stop = true;
}

/* After a fault that ends the match nothing is signed or cut, and the result is taken. */
static void test_cut_short(void **state)
{
    (void)state;
    struct liar *l = quiet_liar();
    run_until(l, cut_short);
    liar_free(l);
}

static void default_action(struct liar *l, unsigned seat)
{
    uint8_t bytes[64];
    struct packer k;
    struct input silence = { .type = REC_SILENCE };
    if (!l->asks)
        return;
    l->calls[seat].decide = NULL; /* it never answers */
    assert_true(deliver(l, seat));
    l->now += (int64_t)(l->offer.cap_us + l->offer.grace_us);
    silence.silence = (struct rec_silence){ .party = (uint8_t)seat, .now_us = (uint64_t)l->now };
    l->caused = true;
    liar_input(l, &silence);
    assert_true(deliver(l, seat));
    pack_start(&k, bytes, sizeof bytes);
    pack_msg_act(&k, 0, seat, action_code((struct action){ ACT_MAZO, 0 }), 0, "", 0);
    liar_tell(l, MSG_ACT, VISIBLE_ALL, k.bytes, k.size); /* once, not twice */
    assert_false(deliver(l, seat));
    assert_int_equal(l->bot[seat]->failed, CHECK_NOT_MY_ACTION);
    l->stop = true;
}

/* A default action is told as mine though I never said it. */
static void test_default_action(void **state)
{
    (void)state;
    struct liar *l = quiet_liar();
    l->offer.on_timeout = 1;
    run_until(l, default_action);
    liar_free(l);
}

static void passed_on(struct liar *l, unsigned seat)
{
    if (!l->asks || seat != 1 || l->hand < 2)
        return;
    assert_true(deliver(l, 0));
    party_reconnected(l->bot[0]);
    assert_true(deliver(l, 0));
    assert_int_equal(l->signs[0], l->hand - 1);
    assert_string_equal(l->wrong, "");
    assert_int_equal(l->repeated, 0);
    l->stop = true;
}

/* The line is lost in the hand after one whose signatures were passed on: what came is not signed again. */
static void test_passed_on(void **state)
{
    (void)state;
    struct liar *l = quiet_liar();
    run_until(l, passed_on);
    liar_free(l);
}

static void killed_before_open(struct liar *l, unsigned seat)
{
    bool *struck = l->arg;
    if (*struck || seat != 1)
        return;
    *struck = true;
    assert_int_equal(l->told[0]->count, 1); /* OFFER */
    liar_restart(l, 0);
    assert_true(deliver(l, 0));
    assert_int_equal(l->repeated, 1); /* another one would have been a fault */
}

/* Killed between JOIN and OPEN: the same anchor and signature again. */
static void test_killed_before_open(void **state)
{
    (void)state;
    struct liar *l = quiet_liar();
    bool struck = false;
    l->strike = killed_before_open;
    l->arg = &struck;
    assert_true(liar_run(l));
    assert_true(struck);
    liar_free(l);
}

/* --- what the ledger keeps: a killed bot is not dealt another hand -------------------------------- */

static void stop_here(struct liar *l, unsigned seat)
{
    (void)seat;
    l->stop = l->asks;
}

/* A match up to the first cuts; then both bots are killed and the arbiter forgets what it told them. */
static struct liar *forgetful_liar(void)
{
    struct liar *l = quiet_liar();
    run_until(l, stop_here);
    assert_int_equal(l->hand, 1);
    l->strike = NULL;
    l->stop = false;
    l->asking = 0;
    for (unsigned i = 0; i < 2; i++) {
        liar_restart(l, i);
        l->bot[i]->catching_up = false; /* nothing will be sent again to it */
        l->told[i]->count = l->told[i]->sent = l->told[i]->size = 0;
        l->said_hello[i] = false;
    }
    return l;
}

static void test_other_pack_after_restart(void **state)
{
    (void)state;
    struct liar *l = forgetful_liar();
    memcpy(l->pack_seed, l->match_id, HASH); /* shuffled anew, and signed */
    assert_false(liar_run(l));
    assert_int_equal(l->bot[0]->failed, CHECK_SEAL_TWICE);
    assert_int_equal(l->bot[0]->doubted, 1);
    liar_free(l);
}

static void test_same_pack_after_restart(void **state)
{
    (void)state;
    struct liar *l = forgetful_liar();
    assert_true(liar_run(l));
    liar_free(l);
}

/* With other joinings the same packs would be cut otherwise. */
static void test_other_opening_after_restart(void **state)
{
    (void)state;
    struct liar *l = forgetful_liar();
    char command[192];
    snprintf(command, sizeof command, "rm -f %s/match-* %s/chain-secret", l->folder[1], l->folder[1]);
    assert_int_equal(system(command), 0);
    liar_restart(l, 1);
    l->bot[1]->catching_up = false;
    assert_false(liar_run(l));
    assert_int_equal(l->bot[0]->failed, CHECK_MATCH_AGAIN);
    liar_free(l);
}

static void test_finished_match_is_refused(void **state)
{
    (void)state;
    struct liar *l = quiet_liar();
    run_with(l, NULL);
    liar_restart(l, 0);
    assert_false(deliver(l, 0));
    assert_int_equal(l->bot[0]->failed, CHECK_MATCH_AGAIN);
    liar_free(l);
}

static void test_keys_are_kept(void **state)
{
    (void)state;
    struct liar *l = quiet_liar();
    uint8_t key[KEY_PUBLIC];
    memcpy(key, l->bot[0]->key, sizeof key);
    assert_memory_not_equal(key, l->bot[1]->key, sizeof key);
    liar_restart(l, 0);
    assert_memory_equal(key, l->bot[0]->key, sizeof key);
    liar_free(l);
}

static void test_folder_that_takes_nothing(void **state)
{
    (void)state;
    static struct party p;
    static const struct fiel_callbacks calls;
    uint8_t id[HASH] = { 0 }, secret[HASH];
    bool kept;
    assert_int_equal(party_start(&p, "x", "/nowhere", &calls), -1);
    assert_null(ledger_open("/nowhere", id, 10));
    assert_int_equal(secret_keep("/proc", "version", secret, &kept), -1); /* a file of another size */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_killed),
        cmocka_unit_test(test_line_lost),
        cmocka_unit_test(test_message_lost),
        cmocka_unit_test(test_heard_twice),
        cmocka_unit_test(test_hello_twice),
        cmocka_unit_test(test_killed_while_thinking),
        cmocka_unit_test(test_answer_repeated_after_line_lost),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_cut_short),
        cmocka_unit_test(test_default_action),
        cmocka_unit_test(test_passed_on),
        cmocka_unit_test(test_killed_before_open),
        cmocka_unit_test(test_other_pack_after_restart),
        cmocka_unit_test(test_same_pack_after_restart),
        cmocka_unit_test(test_other_opening_after_restart),
        cmocka_unit_test(test_finished_match_is_refused),
        cmocka_unit_test(test_keys_are_kept),
        cmocka_unit_test(test_folder_that_takes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
