/* The auditor about the arbiter's own records: what came, what was handed over, what befell the match.  No chain holds them, and
 * the arbiter alone signs them: each lie here would be a right record, or a right one except for its last words, if the auditor did
 * not look at just that. */
#include "support/test.h"

#include "support/audited.h"
#include "support/planted.h"

/* --- the records of the arbiter ------------------------------------------------------------------- */

static struct record record_at(const struct forge *f, size_t at)
{
    assert_true(at < f->count);
    const struct forge_record *r = &f->records[at];
    return (struct record){
        .type = r->type, .visibility = r->visibility, .us = r->us, .payload = r->bytes, .size = r->size
    };
}

static struct rec_received received_at(const struct forge *f, size_t at)
{
    struct record rec = record_at(f, at);
    struct rec_received in;
    assert_true(rec_received_read(&rec, &in));
    return in;
}

/* KEPT: as it was. */
#define KEPT UINT64_MAX
static size_t put_received(struct forge *f, size_t at, uint64_t left_us, uint64_t came_us)
{
    struct rec_received in = received_at(f, at);
    in.left_us = left_us == KEPT ? in.left_us : left_us;
    in.came_us = came_us == KEPT ? in.came_us : came_us;
    rec_received_head(f->records[at].bytes, &in);
    return at;
}

static struct rec_silence silence_at(const struct forge *f, size_t at)
{
    struct record rec = record_at(f, at);
    struct rec_silence in;
    assert_true(rec_silence_read(&rec, &in));
    return in;
}

static size_t put_silence(struct forge *f, size_t at, const struct rec_silence *in)
{
    rec_silence_write(f->records[at].bytes, in);
    return at;
}

/* The last record of this type and seat before another one; or behind it. */
static size_t find_near(const struct forge *f, unsigned type, unsigned seat, size_t at, int step)
{
    do
        at += (size_t)step;
    while (at < f->count && (f->records[at].type != type || f->records[at].bytes[0] != seat));
    assert_true(at < f->count);
    return at;
}
static size_t find_before(const struct forge *f, unsigned type, unsigned seat, size_t at)
{
    return find_near(f, type, seat, at, -1);
}
static size_t find_behind(const struct forge *f, unsigned type, unsigned seat, size_t at)
{
    return find_near(f, type, seat, at, 1);
}

static bool holds(const struct rec_received *in, unsigned type)
{
    struct envelope e;
    struct msg m;
    if (envelope_open(&e, in->bytes, in->size) != WIRE_OK)
        return false;
    return envelope_next(&e, FROM_BOT, &m) == WIRE_OK && m.type == type;
}

/* The first envelope that begins with a message of this type; with `last` the last one. */
static size_t find_came(const struct forge *f, unsigned type, bool last)
{
    size_t found = f->count;
    for (size_t i = 0; i < f->count && (last || found == f->count); i++) {
        struct rec_received in;
        struct record rec = record_at(f, i);
        if (rec_received_read(&rec, &in) && holds(&in, type))
            found = i;
    }
    assert_true(found < f->count);
    return found;
}

/* --- the matches ---------------------------------------------------------------------------------- */

static struct forge *a_match(void) { return forge_run(forge_short()); }
static struct forge *with_a_silence(void) { return forge_run(forge_with(forge_short(), TWIST_SILENCE, 4)); }
static struct forge *with_a_refusal(void) { return forge_run(forge_with(forge_short(), TWIST_ILLEGAL, 4)); }

static struct forge *at_ticks(void)
{
    struct forge *f = forge_short();
    f->offer.tick_us = 5000;
    return forge_run(f);
}

static struct forge *with_a_new_line(void) { return forge_run(forge_with(forge_short(), TWIST_COMES_BACK, 4)); }

static struct forge *without_a_start(void)
{
    struct forge *f = forge_short();
    f->silent_start[0] = true;
    return forge_run(f);
}

static struct forge *first_leg(void)
{
    struct forge *f = forge_short();
    f->reveal = REVEAL_PAIR;
    return forge_run(f);
}

static struct forge *logged(void)
{
    static struct note_signer host;
    static const uint8_t seed[32] = { 50 };
    struct forge *f = forge_short();
    assert_true(note_signer_make(&host, "log.example", seed));
    f->log = &host;
    return forge_run(f);
}

/* A bot that has forgotten everything is told it again, in more than one envelope. */
static struct forge *with_a_long_resend(void)
{
    struct forge *f = forge_new("argentino,target=30", 4, 3);
    f->hands_max = 60;
    return forge_run(forge_with(f, TWIST_STARTS_ANEW, 180));
}

static struct forge *with_garbage(enum wire_error called, size_t size)
{
    struct forge *f = forge_with(forge_short(), TWIST_GARBAGE, 4);
    f->called = (uint8_t)called;
    f->garbage = size;
    return forge_run(f);
}
static struct forge *with_several_parts(void) { return with_garbage(WIRE_MULTIPART, 1); }
static struct forge *with_64_kib(void) { return with_garbage(WIRE_TOO_LONG, ENVELOPE_MAX); }
static struct forge *with_less_than_64_kib(void) { return with_garbage(WIRE_TOO_LONG, ENVELOPE_MAX - 1); }
static struct forge *with_forbidden_bytes(void) { return with_garbage(WIRE_FORBIDDEN, 1); }

/* --- the lies: each returns the index of the first record that is wrong --------------------------- */

static size_t start_waited_for_earlier(struct forge *f)
{
    size_t at = forge_find(f, REC_SILENCE, 0);
    struct rec_silence in = silence_at(f, at);
    in.left_us--;
    return put_silence(f, at, &in);
}

static size_t start_looked_at(struct forge *f, uint64_t now_us)
{
    size_t at = forge_find(f, REC_SILENCE, 0);
    struct rec_silence in = silence_at(f, at);
    in.now_us = now_us;
    return put_silence(f, at, &in);
}
static size_t start_not_over(struct forge *f) { return start_looked_at(f, f->records[0].us + f->offer.start_us - 1); }
static size_t start_over_before_it_began(struct forge *f) { return start_looked_at(f, f->records[0].us - 1); }
static size_t over_later_than_recorded(struct forge *f)
{
    return start_looked_at(f, f->records[forge_find(f, REC_SILENCE, 0)].us + 1);
}

static size_t silence_of_another_fault(struct forge *f)
{
    size_t at = forge_find(f, REC_SILENCE, 0);
    struct rec_silence in = silence_at(f, at);
    in.fault = FAULT_WITHHELD;
    return put_silence(f, at, &in);
}

/* The log's proof is of another place, in LOGGED and in OPEN. */
static size_t proof_of_another_entry(struct forge *f)
{
    size_t open = forge_find(f, MSG_OPEN, 0), said = forge_find(f, REC_LOGGED, 0);
    uint8_t *in_open = memmem(f->records[open].bytes, f->records[open].size, "\nindex 0\n", 9);
    uint8_t *in_logged = memmem(f->records[said].bytes, f->records[said].size, "\nindex 0\n", 9);
    assert_true(in_open && in_logged);
    in_open[7] = in_logged[7] = '1';
    return open;
}

/* Its process was lost before the request was made, and no HELLO came since: nothing left. */
static size_t answered_by_nobody(struct forge *f)
{
    size_t answer = find_came(f, MSG_ANSWER, true), cause = planted_near(f, REC_RECEIVED, answer, -1);
    unsigned seat = f->records[answer].bytes[0];
    uint64_t stood = f->records[answer].us - f->records[cause].us;
    put_received(f, answer, received_at(f, find_before(f, REC_RECEIVED, seat, answer)).left_us + stood, KEPT);
    forge_drop(f, find_before(f, REC_SENT, seat, answer));
    planted_seat(f, cause, seat, SEAT_EVENT_RESTARTED, 1);
    return answer;
}

/* A seat cannot join what it was not offered yet: V_0, which its JOIN signs, stands in its OFFER alone. */
static size_t offer_handed_over_late(struct forge *f)
{
    size_t due = forge_find(f, REC_SENT, 0), sent = due, join = find_came(f, MSG_JOIN, false);
    for (; sent < join; sent++)
        forge_swap(f, sent);
    put_received(f, join - 1, 0, KEPT);
    return due;
}

/* A pause moves what was told before it to its own end, and nobody may tell it anew. */
static size_t left_told_again_behind_a_pause(struct forge *f)
{
    size_t refused = forge_find(f, MSG_REFUSED, 0), at = planted_near(f, REC_RECEIVED, refused, 1);
    struct rec_received in = received_at(f, at);
    uint64_t came = f->records[at].us;
    put_received(f, at, came - 2, KEPT); /* it is came - 3 */
    planted_pause(f, at, in.party, PAUSE_SEAT, in.left_us - 30000, came - 3);
    return at + 1;
}

/* The request of the last decision leaves with what follows the answer. */
static size_t answered_before_it_was_asked(struct forge *f)
{
    size_t answer = find_came(f, MSG_ANSWER, true);
    unsigned seat = f->records[answer].bytes[0];
    size_t sent = find_before(f, REC_SENT, seat, answer), later = find_behind(f, REC_SENT, seat, answer);
    struct rec_sent request = planted_sent(f, sent), rest = planted_sent(f, later);
    put_received(f, answer, received_at(f, find_before(f, REC_RECEIVED, seat, answer)).left_us, KEPT);
    rest.count += request.count;
    rest.first = request.first;
    rec_sent_write(f->records[later].bytes, &rest);
    forge_drop(f, sent);
    return answer - 1;
}

static size_t called_off_behind_the_result(struct forge *f, enum arbiter_code code)
{
    uint8_t record[VOID_SIZE];
    size_t at = forge_find(f, MSG_RESULT, 0) + 1;
    rec_void_write(record, &(struct rec_void){ code });
    forge_insert(f, at, REC_VOID, VISIBLE_ARBITER, f->records[at].us, record, sizeof record);
    return at;
}
static size_t machine_down_behind_the_result(struct forge *f)
{
    return called_off_behind_the_result(f, ARBITER_ANOTHER_BOOT);
}

static size_t sent_to_nobody(struct forge *f)
{
    uint8_t record[SENT_SIZE];
    rec_sent_write(record, &(struct rec_sent){ 0, 0, (uint32_t)f->seat[0].told });
    forge_add(f, REC_SENT, VISIBLE_ARBITER, record, sizeof record);
    return f->count - 1;
}

/* The first envelope of the resend holds one message more, and the next one fewer. */
static size_t envelope_of_seventeen(struct forge *f)
{
    size_t seat_left = forge_find(f, REC_SEAT, 0);
    size_t first = find_behind(f, REC_SENT, f->records[seat_left].bytes[0], seat_left), next = first + 1;
    struct rec_sent one = planted_sent(f, first), two = planted_sent(f, next);
    assert_true(two.first == one.first + one.count && two.count > 1);
    one.count++, two.first++, two.count--;
    rec_sent_write(f->records[first].bytes, &one);
    rec_sent_write(f->records[next].bytes, &two);
    return first;
}

static size_t reveal_with_bytes(struct forge *f)
{
    size_t at = forge_find(f, REC_REVEAL_NOW, 0);
    forge_put(f, at, "x", 1);
    return at;
}

/* The first of this type, with times that hang on its record's. */
static size_t first_came(struct forge *f, unsigned type, uint64_t left_us, int64_t behind)
{
    size_t at = find_came(f, type, false);
    return put_received(f, at, left_us, f->records[at].us + (uint64_t)behind);
}
static size_t came_later_than_recorded(struct forge *f) { return first_came(f, MSG_JOIN, KEPT, 1); }

/* Before the OFFER, where nothing is asked for yet. */
static size_t hello_later_than_recorded(struct forge *f) { return first_came(f, MSG_HELLO, KEPT, 1); }
static size_t hello_that_was_asked_for(struct forge *f) { return first_came(f, MSG_HELLO, 1, 0); }

/* The first `count` messages of the envelope at `later` leave at `at`. */
static size_t handed_over(struct forge *f, size_t at, size_t later, unsigned visibility, unsigned party, unsigned count)
{
    uint8_t record[SENT_SIZE];
    struct rec_sent rest = planted_sent(f, later);
    assert_true(rest.count > 1);
    rec_sent_write(record, &(struct rec_sent){ (uint8_t)party, rest.first, count });
    rest.first++, rest.count--;
    rec_sent_write(f->records[later].bytes, &rest);
    forge_insert(f, at, REC_SENT, visibility, f->records[at].us, record, sizeof record);
    return at;
}

/* OPEN is handed over before SEAL is told, and behind it in an envelope of its own. */
static size_t open_handed_over(struct forge *f, unsigned visibility, unsigned party, unsigned count)
{
    size_t at = forge_find(f, MSG_SEAL, 0);
    return handed_over(f, at, find_behind(f, REC_SENT, 0, at), visibility, party, count);
}
static size_t open_is_handed_over(struct forge *f) { return open_handed_over(f, VISIBLE_ARBITER, 0, 1); }
static size_t handed_over_for_all(struct forge *f) { return open_handed_over(f, VISIBLE_ALL, 0, 1); }
static size_t handed_over_to_a_third(struct forge *f) { return open_handed_over(f, VISIBLE_ARBITER, 2, 1); }
static size_t handed_over_too_much(struct forge *f) { return open_handed_over(f, VISIBLE_ARBITER, 0, 2); }
static size_t handed_over_in_two(struct forge *f)
{
    size_t at = find_behind(f, REC_SENT, 1, forge_find(f, MSG_SEAL, 0));
    return handed_over(f, at, at, VISIBLE_ARBITER, 1, 1);
}

/* A seat that has answered is told what it brought about when the other is asked, and not with its own next REQUEST. */
static size_t told_out_of_turn(struct forge *f)
{
    size_t answer = find_came(f, MSG_ANSWER, false);
    unsigned seat = f->records[answer].bytes[0];
    size_t at = find_behind(f, REC_SENT, 1 - seat, answer) + 1;
    return handed_over(f, at, find_behind(f, REC_SENT, seat, at), VISIBLE_ARBITER, seat, 1);
}

/* The first that is wrong is the seat's that comes too soon. */
static size_t seat_1_before_seat_0(struct forge *f)
{
    size_t at = find_behind(f, REC_SENT, 0, forge_find(f, MSG_SEAL, 0));
    forge_swap(f, at);
    return at;
}

/* What is told again ends twice. */
static size_t the_end_told_twice(struct forge *f)
{
    size_t at = planted_near(f, REC_SENT, forge_find(f, REC_SEAT, 0), 1);
    while (planted_sent(f, at).count > 0)
        at = planted_near(f, REC_SENT, at, 1);
    forge_insert(f, at, REC_SENT, VISIBLE_ARBITER, f->records[at].us, f->records[at].bytes, f->records[at].size);
    return at + 1;
}

/* One message more of them is left for an envelope of its own. */
static size_t told_again_in_more(struct forge *f)
{
    size_t at = planted_near(f, REC_SENT, forge_find(f, REC_SEAT, 0), 1);
    return handed_over(f, at, at, VISIBLE_ARBITER, planted_sent(f, at).party, 1);
}

static size_t sent_nothing(struct forge *f)
{
    uint8_t record[SENT_SIZE];
    rec_sent_write(record, &(struct rec_sent){ 1, f->seat[1].sent, 0 });
    forge_add(f, REC_SENT, VISIBLE_ARBITER, record, sizeof record);
    return f->count - 1;
}

/* What came is the bot's JOIN once more, and it has lost because its process is said to have found something in it. */
static size_t right_bytes_called_malformed(struct forge *f)
{
    size_t fault = forge_find(f, MSG_FAULT, 0), at = planted_near(f, REC_RECEIVED, fault, -1);
    struct rec_received right = received_at(f, find_came(f, MSG_JOIN, true));
    uint8_t bytes[1024];
    size_t size = RECEIVED_HEAD + right.size;
    assert_true(size <= sizeof bytes && right.party == f->records[at].bytes[0]);
    memcpy(bytes, f->records[at].bytes, RECEIVED_HEAD);
    memcpy(bytes + RECEIVED_HEAD, right.bytes, right.size);
    forge_put(f, at, bytes, size);
    return at;
}

/* A party that there is not, and one that was not asked for anything. */
static size_t of_party(struct forge *f, unsigned type, unsigned party)
{
    size_t at = forge_find(f, type, 0);
    f->records[at].bytes[0] = (uint8_t)party;
    return at;
}
static size_t silence_of_a_third(struct forge *f) { return of_party(f, REC_SILENCE, 2); }
static size_t event_of_a_third(struct forge *f) { return of_party(f, REC_SEAT, 2); }
static size_t silence_of_the_other(struct forge *f)
{
    return of_party(f, REC_SILENCE, 1u - silence_at(f, forge_find(f, REC_SILENCE, 0)).party);
}

/* While the twin is waited for. */
static size_t came_behind_the_result(struct forge *f)
{
    const struct forge_record *join = &f->records[find_came(f, MSG_JOIN, false)];
    size_t at = forge_find(f, REC_REVEAL_NOW, 0);
    forge_insert(f, at, join->type, join->visibility, f->records[at].us, join->bytes, join->size);
    return at;
}

static size_t left_behind_it_came(struct forge *f)
{
    return first_came(f, MSG_JOIN, f->records[find_came(f, MSG_JOIN, false)].us - 1, -2);
}

/* So late that sums of moments would be no moments any more. */
static size_t came_behind_all_times(struct forge *f)
{
    for (size_t i = find_came(f, MSG_JOIN, false); i < f->count; i++)
        f->records[i].us += UINT64_C(1) << 61;
    f->now += UINT64_C(1) << 61;
    return first_came(f, MSG_JOIN, KEPT, 0);
}

/* At the record's moment alone it may have left later. */
static size_t left_behind_all_times(struct forge *f) { return first_came(f, MSG_JOIN, UINT64_C(1) << 61, 0); }

static size_t left_between_ticks(struct forge *f)
{
    size_t at = find_came(f, MSG_ANSWER, false);
    return put_received(f, at, received_at(f, at).left_us - 1, KEPT);
}

/* Its process is lost at the same moment: its clock stands still. */
static size_t silent_and_lost(struct forge *f)
{
    size_t at = forge_find(f, REC_SILENCE, 0);
    planted_seat(f, at, silence_at(f, at).party, SEAT_EVENT_RESTARTED, 1);
    return at + 1;
}

static size_t as_it_is(struct forge *f) { return planted_near(f, REC_RECEIVED, forge_find(f, MSG_FAULT, 0), -1); }

/* --- the table ------------------------------------------------------------------------------------ */

static const struct lie {
    const char *name;
    struct forge *(*play)(void);
    size_t (*tell)(struct forge *);
    const char *sentence; /* part of it */
} lies[] = {
#define LIE(play, tell, sentence) \
    { \
#tell, play, tell, sentence \
    }
    LIE(without_a_start, start_waited_for_earlier, "is said to be waited for since"),
    LIE(without_a_start, start_not_over, "the start limit of seat 0 was not over"),
    LIE(without_a_start, start_over_before_it_began, "the start limit of seat 0 was not over"),
    LIE(without_a_start, over_later_than_recorded, "the start limit of seat 0 was not over"),
    LIE(with_a_silence, silence_of_another_fault, "this silence is recorded as"),
    LIE(with_a_silence, over_later_than_recorded, "times out of order"),
    LIE(with_a_silence, silence_of_a_third, "not a record of a silence"),
    LIE(with_a_silence, silence_of_the_other, "which owed nothing"),
    LIE(with_a_silence, silent_and_lost, "which owed nothing"),
    LIE(without_a_start, silence_of_the_other, "which was not asked for anything"),
    LIE(with_a_new_line, event_of_a_third, "not a record of what happened to a seat"),
    LIE(first_leg, came_behind_the_result, "an envelope that came after the match was over"),
    LIE(a_match, left_behind_it_came, "times out of order"),
    LIE(a_match, came_behind_all_times, "times out of order"),
    LIE(a_match, left_behind_all_times, "times out of order"),
    LIE(at_ticks, left_between_ticks, "before the next tick of 5000 us"),
    LIE(logged, proof_of_another_entry, "the match log does not hold this OPEN"),
    LIE(a_match, answered_before_it_was_asked, "is due here, but REC_RECEIVED follows"),
    LIE(a_match, answered_by_nobody, "its request was never sent"),
    LIE(a_match, offer_handed_over_late, "an envelope to seat 0 of messages 0 to 0 is due"),
    LIE(with_a_refusal, left_told_again_behind_a_pause, "was asked last is said to have left"),
    LIE(a_match, machine_down_behind_the_result, "a match that was over is called off"),
    LIE(first_leg, machine_down_behind_the_result, "a match that was over is called off"),
    LIE(without_a_start, sent_to_nobody, "leaves here, and none is due"),
    LIE(with_a_long_resend, envelope_of_seventeen, "leaves here, and an envelope to seat"),
    LIE(with_a_long_resend, told_again_in_more, "leaves here, and an envelope to seat"),
    LIE(with_a_long_resend, the_end_told_twice, "leaves here, and none is due"),
    LIE(first_leg, reveal_with_bytes, "no twin is waited for here"),
    LIE(a_match, came_later_than_recorded, "times out of order"),
    LIE(a_match, hello_later_than_recorded, "times out of order"),
    LIE(a_match, hello_that_was_asked_for, "times out of order"),
    LIE(a_match, handed_over_for_all, "not a record of an envelope sent"),
    LIE(a_match, handed_over_to_a_third, "not a record of an envelope sent"),
    LIE(a_match, handed_over_too_much, "messages 1 to 2 leaves here, and none is due"),
    LIE(a_match, open_is_handed_over, "an envelope to seat 0 of messages 1 to 1 leaves here, and none is due"),
    LIE(a_match, handed_over_in_two, "to 1 leaves here, and an envelope to seat 1 of messages 1 to 2 is due"),
    LIE(a_match, told_out_of_turn, "leaves here, and none is due"),
    LIE(a_match, seat_1_before_seat_0, "leaves here, and an envelope to seat 0 of messages 1 to 2 is due"),
    LIE(a_match, sent_nothing, "of what is sent again to seat 1 leaves here, and none is due"),
    LIE(with_forbidden_bytes, right_bytes_called_malformed, "recorded as the fault \"malformed\", it is ignored"),
    LIE(with_less_than_64_kib, as_it_is, "is recorded with wire error"),
};

static void assert_valid(const struct forge *f, const char *name)
{
    struct audit_report r = audited(f);
    if (r.outcome != AUDIT_VALID) {
        audit_print(stderr, name, &r);
        fail();
    }
}

TEST(every_lie_is_seen)
{
    for (unsigned i = 0; i < sizeof lies / sizeof *lies; i++) {
        OWNED_FORGE *f = lies[i].play();
        if (lies[i].tell != as_it_is)
            assert_valid(f, lies[i].name);
        size_t at = lies[i].tell(f);
        forge_remake(f, true, true);
        struct audit_report r = audited(f);
        if (r.outcome != AUDIT_WRONG || r.blame != BLAME_ARBITER || r.record != at + 1 ||
            !strstr(r.wrong, lies[i].sentence)) {
            fprintf(stderr, "%s, record %zu:\n", lies[i].name, at + 1);
            audit_print(stderr, "forged", &r);
            fail();
        }
    }
}

/* That an envelope had several parts, or more bytes than one may have, only the seat's process saw: its word stands. */
TEST(its_word_stands)
{
    static struct forge *(*const play[])(void) = { with_several_parts, with_64_kib, with_forbidden_bytes };
    for (unsigned i = 0; i < sizeof play / sizeof *play; i++) {
        OWNED_FORGE *f = play[i]();
        assert_valid(f, "its word");
    }
}
