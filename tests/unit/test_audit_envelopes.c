/* Frauds that were planted by somebody who wrote neither auditor's check of them: what an envelope holds and when it leaves, what
 * a pause may be, a pair with a cutter, and a second leg that goes on with a key of the first.  The arbiter's key is enough for
 * each, every byte beside the lie is right, and before there were those checks each was plainly valid. */
#include "support/test.h"

#include "support/planted.h"

/* --- the matches -------------------------------------------------------------------------------- */

static struct forge *a_short_one(uint8_t on_timeout, enum twist_kind twist, unsigned at)
{
    struct forge *f = forge_short();
    f->on_timeout = on_timeout;
    return forge_with(f, twist, at);
}
static struct forge *a_match(void) { return forge_run(a_short_one(0, TWIST_NONE, 0)); }
static struct forge *with_a_refusal(void) { return forge_run(a_short_one(0, TWIST_ILLEGAL, 4)); }
static struct forge *with_a_silence(void) { return forge_run(a_short_one(1, TWIST_SILENCE, 4)); }

static struct forge *first_leg(unsigned remote)
{
    struct forge *f = a_short_one(0, TWIST_NONE, 0);
    f->reveal = REVEAL_PAIR;
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        if (remote >> i & 1)
            f->offer.held[i] = HELD_REMOTE, f->bound[i] = true;
    forge_prepare(f);
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        forge_key(f->seat[i].public_key, f->seat[i].secret_key, 1 + i);
    forge_go(f);
    return f;
}
static struct forge *a_first_leg(void) { return first_leg(0); }

/* Of the second leg seat i signs with key[i]; 1 and 2 are those of the first one's seats. */
static struct forge *second_leg(unsigned remote, const uint8_t key[FORGE_SEATS])
{
    struct forge *primary = first_leg(remote), *f = forge_twin(primary, 5);
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        if (remote >> (1 - i) & 1)
            f->offer.held[i] = HELD_REMOTE, f->bound[i] = true;
    forge_prepare(f);
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        forge_key(f->seat[i].public_key, f->seat[i].secret_key, key[i]);
    forge_go(f);
    forge_free(primary);
    f->primary = NULL;
    return f;
}
static struct forge *fresh_keys(void) { return second_leg(0, (uint8_t[]){ 11, 12 }); }
static struct forge *the_same_bot_again(void) { return second_leg(0, (uint8_t[]){ 2, 12 }); }
static struct forge *the_rivals_key(void) { return second_leg(0, (uint8_t[]){ 11, 2 }); }
static struct forge *both_remote(void) { return second_leg(3, (uint8_t[]){ 2, 1 }); }
static struct forge *a_hosts_bot_with_a_remotes_key(void) { return second_leg(1, (uint8_t[]){ 1, 1 }); }

/* --- what leaves -------------------------------------------------------------------------------- */

/* The first envelope to a party behind a record. */
static size_t next_to(const struct forge *f, unsigned party, size_t at)
{
    do
        at = planted_near(f, REC_SENT, at, 1);
    while (f->records[at].bytes[0] != party);
    return at;
}

/* The first `count` messages of the envelope at `later` leave in front of record `at`. */
static void leave_before(struct forge *f, size_t at, size_t later, uint32_t count)
{
    uint8_t record[SENT_SIZE];
    struct rec_sent rest = planted_sent(f, later);
    assert(rest.count > count);
    rec_sent_write(record, &(struct rec_sent){ rest.party, rest.first, count });
    rest.first += count, rest.count -= count;
    rec_sent_write(f->records[later].bytes, &rest);
    forge_insert(f, at, REC_SENT, VISIBLE_ARBITER, f->records[at].us, record, sizeof record);
}

/* The envelope at `at` does not leave, and what it held is in the next one. */
static void keep_back(struct forge *f, size_t at)
{
    struct rec_sent kept = planted_sent(f, at);
    size_t later = next_to(f, kept.party, at);
    struct rec_sent next = planted_sent(f, later);
    rec_sent_write(f->records[later].bytes, &(struct rec_sent){ kept.party, kept.first, kept.count + next.count });
    forge_drop(f, at);
}

static void act_without_its_request(struct forge *f)
{
    size_t act = forge_find(f, MSG_ACT, 1), asks = planted_near(f, MSG_REQUEST, act, 1);
    unsigned seat = f->records[asks].visibility == 1 ? 0 : 1;
    leave_before(f, asks, next_to(f, seat, asks), 1);
}
static void cards_before_the_request(struct forge *f)
{
    size_t asks = planted_near(f, MSG_REQUEST, forge_find(f, MSG_DEAL, 0), 1);
    unsigned seat = f->records[asks].visibility == 1 ? 0 : 1;
    leave_before(f, asks, next_to(f, seat, asks), 2);
}
static void cards_to_who_is_not_asked(struct forge *f)
{
    size_t asks = planted_near(f, MSG_REQUEST, forge_find(f, MSG_DEAL, 0), 1),
           sent = planted_near(f, REC_SENT, asks, 1);
    leave_before(f, sent + 1, next_to(f, 1u - f->records[sent].bytes[0], sent), 2);
}
static void hand_end_before_it_is_signed(struct forge *f)
{
    size_t sign = forge_find(f, MSG_HANDS_END, 0), sent = next_to(f, 1, sign);
    leave_before(f, sign, sent, planted_sent(f, sent).count - 1);
}
static void result_in_two(struct forge *f)
{
    size_t sent = next_to(f, 1, forge_find(f, MSG_REVEAL, 0));
    leave_before(f, sent, sent, 1);
}
static void signatures_before_the_result(struct forge *f)
{
    size_t result = forge_find(f, MSG_RESULT, 0);
    leave_before(f, result, next_to(f, 0, result), 1);
}
static void last_envelopes_exchanged(struct forge *f) { forge_swap(f, next_to(f, 0, forge_find(f, MSG_REVEAL, 0))); }
static void refusal_kept_back(struct forge *f)
{
    keep_back(f, planted_near(f, REC_SENT, forge_find(f, MSG_REFUSED, 0), 1));
}
static void timeout_told_in_two(struct forge *f)
{
    size_t silence = forge_find(f, REC_SILENCE, 0), sent = next_to(f, f->records[silence].bytes[0], silence);
    leave_before(f, sent, sent, 1);
}
static void seal_before_it_is_asked(struct forge *f)
{
    size_t asked = planted_near(f, REC_SENT, forge_find(f, MSG_SEAL, 0), 1);
    leave_before(f, asked, next_to(f, 1u - f->records[asked].bytes[0], asked), 2);
}

/* --- what is paused, and who sits there ---------------------------------------------------------- */

static void pause_told_in_two_that_overlap(struct forge *f)
{
    size_t at = forge_find(f, REC_RECEIVED, 1);
    uint64_t us = f->records[at].us;
    planted_pause(f, at, 0, 2, us - 1, us);
    planted_pause(f, at, 0, 2, us - 1, us);
}
static void a_cutter(struct header *h)
{
    h->offer.cutters = 1;
    memset(h->server[FORGE_SEATS], 7, KEY_PUBLIC);
}
static void with_a_cutter(struct forge *f) { planted_header(f, a_cutter); }

static const struct planted frauds[] = {
    REFUSED("an act is told before the request that it leaves with", HANDS_ARBITER, a_match, NULL,
            act_without_its_request, "of messages 6 to 6 leaves here, and none is due"),
    REFUSED("cards are told before the request that they leave with", HANDS_ARBITER, a_match, NULL,
            cards_before_the_request, "of messages 3 to 4 leaves here, and none is due"),
    REFUSED("who is not asked is told its cards with the deal", HANDS_ARBITER, a_match, NULL, cards_to_who_is_not_asked,
            "of messages 3 to 4 leaves here, and none is due"),
    REFUSED("a hand's end is told before what it has signed", HANDS_ARBITER, a_match, NULL,
            hand_end_before_it_is_signed, "of messages 10 to 11 leaves here, and none is due"),
    REFUSED("the end is told in two", HANDS_ARBITER, a_match, NULL, result_in_two,
            "an envelope to seat 1 of messages 26 to 26 leaves here, and an envelope to seat 1 of messages 26 to 29 is "
            "due"),
    REFUSED("signatures are told before the result", HANDS_ARBITER, a_match, NULL, signatures_before_the_result,
            "of messages 26 to 26 leaves here, and none is due"),
    REFUSED("seat 1 hears the end before seat 0", HANDS_ARBITER, a_match, NULL, last_envelopes_exchanged,
            "an envelope to seat 1 of messages 26 to 29 leaves here, and an envelope to seat 0"),
    REFUSED("a refusal is kept back", HANDS_ARBITER, with_a_refusal, NULL, refusal_kept_back,
            "an envelope to seat 1 of messages 10 to 10 is due here, but REC_RECEIVED follows"),
    REFUSED("who was silent hears in two what was done for it", HANDS_ARBITER, with_a_silence, NULL,
            timeout_told_in_two, "an envelope to seat 0 of messages"),
    REFUSED("who is not asked is told what is sealed in a second leg", HANDS_ARBITER, fresh_keys, NULL,
            seal_before_it_is_asked, "an envelope to seat 1 of messages 1 to 2 leaves here, and an envelope to seat 0"),
    REFUSED("the same time is given twice", HANDS_ARBITER, a_match, NULL, pause_told_in_two_that_overlap, "PAUSE"),
    REFUSED("a cutter cuts a first leg", HANDS_ARBITER, a_first_leg, NULL, with_a_cutter,
            "REC_HEADER: the header cannot be read"),
    REFUSED("a bot signs both legs with one key", HANDS_ALL, the_same_bot_again, NULL, NULL,
            "what seat 0 sent is recorded as accepted, it is the fault \"key-again\""),
    REFUSED("a bot signs with its rival's key of the first leg", HANDS_ALL, the_rivals_key, NULL, NULL,
            "what seat 1 sent is recorded as accepted, it is the fault \"key-again\""),
    REFUSED("the host's bot signs with the key of one that ran elsewhere", HANDS_ALL, a_hosts_bot_with_a_remotes_key,
            NULL, NULL, "what seat 0 sent is recorded as accepted, it is the fault \"key-again\""),
};

static const struct planted controls[] = {
    MARKED("a refusal", HANDS_ALL, with_a_refusal, NULL, GROUND_NONE, ": valid\n"),
    MARKED("a silence", HANDS_ALL, with_a_silence, NULL, GROUND_NONE, ": valid\n"),
    MARKED("a first leg", HANDS_ALL, a_first_leg, NULL, GROUND_NONE, ": valid\n"),
    MARKED("a second leg under fresh keys", HANDS_ALL, fresh_keys, NULL, GROUND_NONE, ": valid\n"),
    MARKED("two that run elsewhere, under their bindings in both", HANDS_ALL, both_remote, NULL, GROUND_NONE,
           ": valid\n"),
};

TEST(every_fraud_is_refused) { PLANTED_CHECK_ALL(frauds); }

TEST(what_is_no_fraud_is_valid) { PLANTED_CHECK_ALL(controls); }
