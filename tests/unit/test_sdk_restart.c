/* A bot that is killed, loses its line or hears things twice is in its old place afterwards. */
#include <sys/resource.h>

#include "support/test.h"
#include <sodium.h>

#include "bot.h"
#include "liar.h"
#include "wire/strict.h"

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
            OWNED_LIAR *l = quiet_liar();
            run_with(l, &t);
            struck += t.struck;
            assert_int_equal(l->unasked, 0); /* no old request is answered again */
        }
    assert_true(struck > 12);
}

TEST(test_killed) { everywhere(KILLED); }
TEST(test_line_lost) { everywhere(LINE_LOST); }
TEST(test_message_lost) { everywhere(MESSAGE_LOST); }
TEST(test_heard_twice) { everywhere(HEARD_TWICE); }
TEST(test_hello_twice) { everywhere(HELLO_TWICE); }

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
TEST(test_killed_while_thinking)
{
    OWNED_LIAR *l = quiet_liar();
    run_until(l, killed_while_thinking);
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
TEST(test_answer_repeated_after_line_lost)
{
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
TEST(test_refused)
{
    OWNED_LIAR *l = quiet_liar();
    run_until(l, refused);
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
TEST(test_cut_short)
{
    OWNED_LIAR *l = quiet_liar();
    run_until(l, cut_short);
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
TEST(test_default_action)
{
    OWNED_LIAR *l = quiet_liar();
    l->offer.on_timeout = 1;
    run_until(l, default_action);
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
TEST(test_passed_on)
{
    OWNED_LIAR *l = quiet_liar();
    run_until(l, passed_on);
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
TEST(test_killed_before_open)
{
    OWNED_LIAR *l = quiet_liar();
    bool struck = false;
    l->strike = killed_before_open;
    l->arg = &struck;
    assert_true(liar_run(l));
    assert_true(struck);
}

/* --- what the ledger keeps: a killed bot is told the same again, or says nothing -------------------- */

static void stop_here(struct liar *l, unsigned seat)
{
    (void)seat;
    l->stop = l->asks && l->hand == 2;
}

/* Seat 0 was killed in its second hand, and is told so much of the match again.  `other`: what it was told before had another head. */
static struct party *told_again(struct liar *l, uint64_t count, bool other)
{
    struct told *t = l->told[0];
    run_until(l, stop_here);
    assert_true(liar_hands_over(l, 0));
    assert_true(l->bot[0]->ledger->kept.have == t->count);
    l->bot[0]->ledger->kept.head[0] ^= other;
    assert_int_equal(ledger_keep(l->bot[0]->ledger), 0);
    liar_restart(l, 0);
    t->sent = 0;
    t->count = count < t->count ? count : t->count;
    t->again = true;
    (void)liar_hands_over(l, 0);
    return l->bot[0];
}

TEST(test_told_again)
{
    for (int other = 0; other < 2; other++) {
        OWNED_LIAR *l = quiet_liar();
        struct party *p = told_again(l, UINT64_MAX, other);
        assert_int_equal(p->failed, other ? CHECK_MATCH_AGAIN : CHECK_FINE);
        assert_int_equal(p->ledger->again, other);
    }
}

/* Whatever was told and is kept back now: the rival could play it otherwise. */
TEST(test_less_told_again)
{
    struct liar *l = quiet_liar();
    run_until(l, stop_here);
    uint64_t all = l->told[0]->count;
    liar_free(l);
    assert_true(all > 12);
    for (uint64_t count = 1; count < all; count++) {
        l = quiet_liar();
        assert_int_equal(told_again(l, count, false)->failed, CHECK_MATCH_AGAIN);
        liar_free(l);
    }
}

/* The first seals that seat 0 kept: those of hand 1, and their signature holds. */
static void assert_seal_proved(const struct liar *l, uint8_t list[HASH])
{
    char path[96], line[8192], *at = line;
    uint8_t bytes[SIGNATURE + 48 * HASH];
    uint32_t tables[48] = { 0 }, hands[48];
    struct message m = { .size = 0 };
    size_t size;
    snprintf(path, sizeof path, "%s/seals.txt", l->folder[0]);
    FILE *f = fopen(path, "r");
    assert_true(f && fgets(line, sizeof line, f));
    fclose(f);
    assert_int_equal(strtoul(at, &at, 10), 0);
    unsigned first = (unsigned)strtoul(at, &at, 10), count = (unsigned)strtoul(at, &at, 10);
    assert_true(first == 1 && count > 0 && count <= 48);
    assert_int_equal(sodium_hex2bin(bytes, sizeof bytes, at, strlen(at), " \n", &size, NULL), 0);
    assert_int_equal(size, SIGNATURE + count * HASH);
    for (unsigned i = 0; i < count; i++)
        hands[i] = first + i;
    sealed_message(&m, l->match_id, count, tables, hands, (const uint8_t(*)[HASH])(bytes + SIGNATURE));
    assert_true(verify_message(bytes, l->bot[0]->offer.arbiter, &m));
    memcpy(list, bytes + SIGNATURE, HASH);
}

/* The same match, told again with packs that were shuffled anew, and signed: whatever record holds them, the arbiter has signed two. */
TEST(test_other_pack_after_restart)
{
    OWNED_LIAR *l = quiet_liar(), *other = quiet_liar();
    struct told *before = l->told[0];
    uint8_t list[HASH];
    l->bot[0]->at_home = true;
    memset(other->pack_seed, 7, HASH);
    run_until(l, stop_here);
    run_until(other, stop_here);
    assert_true(liar_hands_over(l, 0));
    assert_memory_equal(other->match_id, l->match_id, HASH);
    assert_seal_proved(l, list);
    liar_restart(l, 0);
    l->told[0] = other->told[0];
    l->told[0]->sent = 0;
    l->told[0]->again = true;
    assert_false(liar_hands_over(l, 0));
    l->told[0] = before;
    assert_int_equal(l->bot[0]->failed, CHECK_MATCH_AGAIN);
    assert_memory_not_equal(party_seal_of(l->bot[0]->table, 1)->list, list, HASH);
}

/* Its files are keys and a ledger, which are as large after a match as before it. */
TEST(test_a_folder_does_not_grow)
{
    OWNED_LIAR *l = quiet_liar();
    struct rlimit small = { 256, RLIM_INFINITY }; /* bytes of a file: SIGXFSZ behind them */
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
    run_with(l, NULL);
    small.rlim_cur = RLIM_INFINITY;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
}

static void evidence_line(const struct liar *l, const char *name, uint8_t *bytes, size_t size)
{
    static char line[300000];
    char path[96];
    size_t n = 0;
    snprintf(path, sizeof path, "%s/evidence.txt", l->folder[0]);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f) && n != size)
        if (!strncmp(line, name, strlen(name)))
            assert_int_equal(
                sodium_hex2bin(bytes, size, line + strlen(name), strcspn(line, "\n") - strlen(name), NULL, &n, NULL),
                0);
    fclose(f);
    assert_int_equal(n, size);
}

/* The arbiter signed the first OPEN too: beside the second one, the message objected to, that convicts it. */
static void assert_opening_proved(const struct liar *l)
{
    uint8_t digest[HASH], signature[SIGNATURE], other[HASH];
    struct message m = { .size = 0 };
    struct msg second;
    assert_int_equal(evidence_save(l->bot[0]), 0);
    evidence_line(l, "opened-hash: ", digest, sizeof digest);
    evidence_line(l, "opened-signature: ", signature, sizeof signature);
    message_start(&m, "fiel/open");
    message_bytes(&m, digest, HASH);
    assert_true(verify_message(signature, l->bot[0]->offer.arbiter, &m));
    assert_int_equal(msg_read(l->bot[0]->culprit, l->bot[0]->culprit_size, FROM_ARBITER, &second), WIRE_OK);
    open_message(&m, second.blob, second.blob_size);
    assert_true(verify_message(second.signature, l->bot[0]->offer.arbiter, &m));
    hash_bytes(other, second.blob, second.blob_size);
    assert_memory_not_equal(other, digest, HASH);
}

/* A match up to its second hand; then both bots are killed and the arbiter forgets what it told them. */
static struct liar *forgetful_liar(void)
{
    struct liar *l = quiet_liar();
    run_until(l, stop_here);
    assert_int_equal(l->hand, 2);
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

/* Its PROTEST is over both tellings, and so over no record's head: signed over one of them it would convict a bot that saw two. */
static void assert_both_objected(const struct party *p)
{
    static uint8_t out[ENVELOPE_MAX];
    uint8_t both[HASH];
    struct chain first, now;
    memcpy(first.head, p->ledger->kept.head, HASH);
    chain_have(now.head, &p->view, &p->pub);
    assert_memory_not_equal(first.head, now.head, HASH);
    chain_have(both, &first, &now);
    size_t size = party_protest(p, out);
    assert_non_null(memmem(out, size, both, HASH));
    assert_null(memmem(out, size, now.head, HASH));
    assert_null(memmem(out, size, first.head, HASH));
}

/* With other joinings the same packs would be cut otherwise. */
TEST(test_other_opening_after_restart)
{
    OWNED_LIAR *l = forgetful_liar();
    char command[192];
    snprintf(command, sizeof command, "rm -f %s/told-* %s/chain-secret", l->folder[1], l->folder[1]);
    assert_int_equal(system(command), 0);
    liar_restart(l, 1);
    l->bot[1]->catching_up = false;
    assert_false(liar_run(l));
    assert_int_equal(l->bot[0]->failed, CHECK_MATCH_AGAIN);
    assert_opening_proved(l);
    assert_both_objected(l->bot[0]);
}

TEST(test_finished_match_is_refused)
{
    OWNED_LIAR *l = quiet_liar();
    run_with(l, NULL);
    liar_restart(l, 0);
    assert_false(deliver(l, 0));
    assert_int_equal(l->bot[0]->failed, CHECK_MATCH_AGAIN);
}

TEST(test_keys_are_kept)
{
    OWNED_LIAR *l = quiet_liar();
    uint8_t key[KEY_PUBLIC];
    memcpy(key, l->bot[0]->key, sizeof key);
    assert_memory_not_equal(key, l->bot[1]->key, sizeof key);
    liar_restart(l, 0);
    assert_memory_equal(key, l->bot[0]->key, sizeof key);
}

TEST(test_folder_that_takes_nothing)
{
    static struct party p;
    static const struct fiel_callbacks calls;
    uint8_t id[HASH] = { 0 }, secret[HASH];
    bool kept;
    assert_int_equal(party_start(&p, "x", "/nowhere", &calls), -1);
    assert_null(ledger_open("/nowhere", id));
    assert_int_equal(secret_keep("/proc", "version", secret, &kept), -1); /* a file of another size */
}

/* What a PROTEST says is cut between two letters. */
TEST(test_long_sentence)
{
    static struct party p;
    party_fail(&p, CHECK_ORDER,
               "ññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññññ");
    assert_true(utf8_valid(p.why, WHY - 2) && !p.why[WHY - 2]);
}
