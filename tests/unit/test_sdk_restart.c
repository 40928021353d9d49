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
};

static void strike(struct liar *l, const struct trouble *t)
{
    static uint8_t out[ENVELOPE_MAX];
    struct told *told = l->told[t->seat];
    uint64_t from = 0;
    switch (t->what) {
    case KILLED: liar_restart(l, t->seat); break;
    case LINE_LOST: party_reconnected(l->bot[t->seat]); break;
    case MESSAGE_LOST: /* what waits is taken for sent, and the next envelope leaves a gap */
        told->sent = told->count;
        return;
    case HEARD_TWICE: party_take(l->bot[t->seat], out, envelope_of(told, &from, out, ENVELOPE_MAX)); return;
    case HELLO_TWICE: l->bot[t->seat]->hello_due = true; break;
    }
    deliver(l, t->seat);
}

/* The course of liar_run, with one trouble in it.  Returns how many decisions there were. */
static unsigned run_with(struct liar *l, const struct trouble *t)
{
    assert_true(opening(l));
    while (liar_more(l)) {
        deal_hand(l);
        tell_deal(l);
        tell_cards(l, 0);
        tell_cards(l, 1);
        while (match_turn(&l->match) != NOBODY) {
            if (t && !t->between && l->asked == t->at)
                strike(l, t);
            if (!decision(l))
                print_error("%s / %s\n", l->bot[0]->why, l->bot[1]->why);
            assert_int_equal(l->bot[0]->failed + l->bot[1]->failed, CHECK_FINE);
        }
        tell_shown(l);
        if (l->match.open.game_over)
            tell_game_end(l);
        tell_hand_end(l);
        if (liar_more(l))
            seal_when_due(l);
        tell_hands_end(l);
        assert_true(deliver(l, 0) && deliver(l, 1));
        if (t && t->between && l->hand == t->at)
            strike(l, t);
        tell_signatures(l);
    }
    tell_result(l);
    assert_true(deliver(l, 0) && deliver(l, 1));
    assert_true(party_over(l->bot[0]) && party_over(l->bot[1]));
    return l->asked;
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
            struck += run_with(l, &t) > at / 2;
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

/* Killed with a request open: that one, and only that one, is answered by the new process. */
static void test_killed_while_thinking(void **state)
{
    (void)state;
    struct liar *l = quiet_liar();
    assert_true(opening(l));
    deal_hand(l);
    tell_deal(l);
    tell_cards(l, 0);
    tell_cards(l, 1);
    unsigned seat = (unsigned)match_turn(&l->match);
    tell_request(l, seat);
    assert_true(deliver(l, seat));
    assert_true(l->answered);
    l->answered = false; /* the answer got lost with the process */
    liar_restart(l, seat);
    assert_true(deliver(l, seat));
    assert_true(l->answered);
    assert_int_equal(l->unasked, 0);
    liar_free(l);
}

/* The answer may have been lost with the line: the same one goes again, and the bot is not asked a second time. */
static void test_answer_repeated_after_line_lost(void **state)
{
    (void)state;
    struct liar *l = liar_new(LIE_NONE, "argentino", 1, 5); /* decides by its dice: another time, another answer */
    assert_true(opening(l));
    deal_hand(l);
    tell_deal(l);
    tell_cards(l, 0);
    tell_cards(l, 1);
    unsigned seat = (unsigned)match_turn(&l->match);
    tell_request(l, seat);
    assert_true(deliver(l, seat));
    struct action first = l->answer;
    for (int i = 0; i < 10; i++) {
        l->answered = false;
        party_reconnected(l->bot[seat]);
        assert_true(deliver(l, seat));
        assert_true(l->answered);
        assert_int_equal(action_code(l->answer), action_code(first));
    }
    liar_free(l);
}

/* REFUSED opens the request again and the bot is asked anew. */
static void test_refused(void **state)
{
    (void)state;
    struct liar *l = quiet_liar();
    assert_true(opening(l));
    deal_hand(l);
    tell_deal(l);
    tell_cards(l, 0);
    tell_cards(l, 1);
    unsigned seat = (unsigned)match_turn(&l->match);
    tell_request(l, seat);
    assert_true(deliver(l, seat));
    pack_msg_refused(make(l), 0, l->request[seat] + 1, RULE_NOT_OPEN, "of another request");
    tell_one(l, seat, MSG_REFUSED);
    l->answered = false;
    assert_true(deliver(l, seat));
    assert_false(l->answered);
    pack_msg_refused(make(l), 0, l->request[seat], RULE_NOT_OPEN, rule_error_text(RULE_NOT_OPEN));
    tell_one(l, seat, MSG_REFUSED);
    assert_true(deliver(l, seat));
    assert_true(l->answered);
    liar_free(l);
}

/* After a fault that ends the match nothing is signed or cut, and the result is taken. */
static void test_cut_short(void **state)
{
    (void)state;
    struct liar *l = quiet_liar();
    assert_true(opening(l));
    deal_hand(l);
    tell_deal(l);
    tell_cards(l, 0);
    tell_cards(l, 1);
    pack_msg_fault(make(l), 0, 1, FAULT_MALFORMED, EFFECT_MATCH, 5, 0);
    tell_all(l);
    match_forfeit_game(&l->match, 1);
    tell_game_end(l);
    tell_hand_end(l);
    tell_hands_end(l);
    assert_true(deliver(l, 0));
    assert_int_equal(l->signs[0], 0);
    tell_result(l);
    assert_true(deliver(l, 0));
    assert_true(party_over(l->bot[0]));
    liar_free(l);
}

/* A default action is told as mine though I never said it. */
static void test_default_action(void **state)
{
    (void)state;
    struct liar *l = quiet_liar();
    assert_true(opening(l));
    deal_hand(l);
    tell_deal(l);
    tell_cards(l, 0);
    tell_cards(l, 1);
    unsigned seat = (unsigned)match_turn(&l->match);
    l->calls[seat].decide = NULL; /* it never answers */
    tell_request(l, seat);
    assert_true(deliver(l, seat));
    pack_msg_fault(make(l), 0, seat, FAULT_TIMEOUT, EFFECT_DEFAULT_ACTION, 1, 2);
    tell_all(l);
    tell_act(l, seat, (struct action){ ACT_MAZO, 0 }, 0, NULL);
    assert_true(deliver(l, seat));
    tell_act(l, seat, (struct action){ ACT_MAZO, 0 }, 0, NULL); /* once, not twice */
    assert_false(deliver(l, seat));
    assert_int_equal(l->bot[seat]->failed, CHECK_NOT_MY_ACTION);
    liar_free(l);
}

/* The line is lost in the hand after one whose signatures were passed on: what came is not signed again. */
static void test_passed_on(void **state)
{
    (void)state;
    struct liar *l = quiet_liar();
    assert_true(opening(l) && hand(l));
    deal_hand(l);
    tell_deal(l);
    tell_cards(l, 0);
    tell_cards(l, 1);
    assert_true(deliver(l, 0) && deliver(l, 1));
    party_reconnected(l->bot[0]);
    assert_true(deliver(l, 0));
    assert_int_equal(l->signs[0], 1);
    assert_string_equal(l->wrong, "");
    assert_int_equal(l->repeated, 0);
    liar_free(l);
}

/* Killed between JOIN and OPEN: the same anchor and signature again. */
static void test_killed_before_open(void **state)
{
    (void)state;
    struct liar *l = quiet_liar();
    uint8_t join[LIAR_JOIN];
    hear(l, 0);
    hear(l, 1);
    tell_offer(l);
    assert_true(deliver(l, 0) && deliver(l, 1));
    memcpy(join, l->join[0], sizeof join);
    liar_restart(l, 0);
    assert_true(deliver(l, 0));
    assert_int_equal(l->repeated, 1);
    assert_memory_equal(join, l->join[0], sizeof join);
    tell_open(l);
    seal_when_due(l);
    assert_true(deliver(l, 0) && deliver(l, 1));
    assert_int_equal(l->cut[0], 1);
    liar_free(l);
}

/* --- what the ledger keeps: a killed bot is not dealt another hand -------------------------------- */

/* A match up to the first cuts; then seat 0 is killed and the arbiter forgets what it told it. */
static struct liar *forgetful_liar(void)
{
    struct liar *l = quiet_liar();
    assert_true(opening(l));
    liar_restart(l, 0);
    l->told[0]->count = l->told[0]->sent = 0;
    l->told[0]->size = 0;
    chain_view(&l->told[0]->view, l->view_key[0], l->match_id, 0);
    chain_public(&l->pub, l->match_id);
    hear(l, 0);
    pack_msg_offer(make(l), l->offer_bytes, l->offer_size, 0, l->view_key[0]);
    tell_one(l, 0, MSG_OFFER);
    return l;
}

static void test_other_pack_after_restart(void **state)
{
    (void)state;
    struct liar *l = forgetful_liar();
    tell_open(l);
    tell_seal(l, 1, LIAR_SEALED, l->match_id); /* shuffled anew, and signed */
    assert_false(deliver(l, 0));
    assert_int_equal(l->bot[0]->failed, CHECK_SEAL_TWICE);
    assert_int_equal(l->bot[0]->doubted, 1);
    liar_free(l);
}

static void test_same_pack_after_restart(void **state)
{
    (void)state;
    struct liar *l = forgetful_liar();
    tell_open(l);
    tell_seal(l, 1, LIAR_SEALED, l->seed);
    assert_true(deliver(l, 0));
    liar_free(l);
}

/* With other joinings the same packs would be cut otherwise. */
static void test_other_opening_after_restart(void **state)
{
    (void)state;
    struct liar *l = forgetful_liar();
    struct message text;
    uint8_t secret[KEY_SECRET], seed[HASH];
    bool kept = false;
    int error = secret_keep(l->folder[1], "signing-key", seed, &kept);
    assert_int_equal(error, 0);
    assert_true(kept);
    crypto_sign_seed_keypair(l->offer.key[1], secret, seed);
    l->join[1][0] ^= 1;
    join_message(&text, l->match_id, 1, 1, l->join[1], l->join[1] + HASH);
    sign_message(l->join[1] + 2 * HASH, secret, &text);
    tell_open(l);
    assert_false(deliver(l, 0));
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
