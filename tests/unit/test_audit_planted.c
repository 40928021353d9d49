/* Frauds that were planted by somebody who did not write the auditor: a cheating host with its own key alone, with one bot's
 * as well, or with both, before, in and behind a match of two.  Each is refused and blamed on the arbiter, or on the file that nobody
 * signed, or it is marked as the arbiter's word; no seat is blamed. */
#include "support/test.h"

#include "support/planted.h"
#include "support/told.h"

enum { GIVEN_US = 300000 };

/* --- the matches -------------------------------------------------------------------------------- */

static struct forge *with(struct forge *f, enum twist_kind kind, unsigned at, unsigned times)
{
    for (unsigned i = 0; i < times; i++)
        forge_with(f, kind, at);
    return f;
}

static struct forge *signing(struct forge *f)
{
    f->sign = SIGN_DECISION;
    return f;
}
static struct forge *elsewhere(struct forge *f)
{
    for (unsigned i = 0; i < FORGE_SEATS; i++)
        f->offer.held[i] = HELD_REMOTE, f->bound[i] = true;
    return f;
}

static struct forge *a_match(void) { return forge_run(forge_short()); }
static struct forge *a_bound_match(void) { return forge_run(elsewhere(forge_short())); }
static struct forge *a_signed_match(void) { return forge_run(signing(forge_short())); }
static struct forge *unbound_elsewhere(void)
{
    struct forge *f = signing(forge_short());
    f->offer.held[0] = f->offer.held[1] = HELD_REMOTE;
    return forge_run(with(f, TWIST_WRONG_SEAT, 5, 1));
}

/* --- before the first card ---------------------------------------------------------------------- */

static void sign_hello(struct forge *f, unsigned seat, const uint8_t name[HASH], const uint8_t key[KEY_PUBLIC],
                       const uint8_t secret[KEY_SECRET], const char *called, size_t at, bool anew, uint64_t have)
{
    static const uint8_t zeros[HASH];
    uint8_t signature[SIGNATURE];
    struct message m;
    struct packer p = planted_pack();
    hello_message(&m, name, have, zeros);
    sign_message(signature, secret, &m);
    pack_msg_hello(&p, key, called, have, zeros, signature);
    planted_envelope(f, at, planted_came(f, seat, MSG_HELLO, 0, NULL), anew, &p, 1);
}

static void hello_of_another_match(struct forge *f)
{
    static const uint8_t other[HASH] = { 0x99 };
    sign_hello(f, 1, other, f->seat[1].public_key, f->seat[1].secret_key, f->name[1],
               planted_came(f, 1, MSG_HELLO, 0, NULL), false, 0);
}
static void bind_stranger(struct header *h)
{
    uint8_t secret[KEY_SECRET];
    forge_key(h->offer.key[1], secret, 77);
}
static void binding_of_another(struct forge *f) { planted_header(f, bind_stranger); }
static void first_hello_under_another_key(struct forge *f)
{
    uint8_t key[KEY_PUBLIC], secret[KEY_SECRET];
    forge_key(key, secret, 77);
    size_t at = planted_came(f, 1, MSG_HELLO, 0, NULL);
    sign_hello(f, 1, forge_server, key, secret, "juana", at, true, 0);
}
static void first_hello_has_something(struct forge *f)
{
    size_t at = planted_came(f, 1, MSG_HELLO, 0, NULL);
    sign_hello(f, 1, forge_server, f->seat[1].public_key, f->seat[1].secret_key, "juana", at, false, 7);
}
static void unname(struct header *h) { h->offer.name[1][0] = 0; }
static void nameless(struct forge *f) { planted_header(f, unname); }
static void name_of_another(struct forge *f)
{
    nameless(f);
    size_t at = planted_came(f, 1, MSG_HELLO, 0, NULL);
    sign_hello(f, 1, forge_server, f->seat[1].public_key, f->seat[1].secret_key, "pedro", at, false, 0);
}
static struct forge *one_key_at_both_seats(void)
{
    struct forge *f = forge_short();
    forge_prepare(f);
    memcpy(f->seat[1].public_key, f->seat[0].public_key, KEY_PUBLIC);
    memcpy(f->seat[1].secret_key, f->seat[0].secret_key, KEY_SECRET);
    forge_go(f);
    return f;
}
static void blind(struct header *h) { h->offer.blind = 1; }
static void only_the_header_is_blind(struct forge *f) { planted_header(f, blind); }

static void join_of(struct forge *f, unsigned seat, const uint8_t *anchor, const uint8_t *view, struct packer *p)
{
    uint8_t signature[SIGNATURE];
    struct message m;
    join_message(&m, f->match_id, seat, 1, anchor, view);
    sign_message(signature, f->seat[seat].secret_key, &m);
    pack_msg_join(p, anchor, HASH, view, signature);
}
static void joined_twice_in_one(struct forge *f)
{
    struct packer p = planted_pack();
    struct msg m;
    uint8_t other[HASH] = { 3 };
    size_t at = planted_came(f, 1, MSG_JOIN, 0, &m);
    join_of(f, 1, other, f->seat[1].joined, &p);
    pack_raw(&p, m.bytes, m.size);
    planted_envelope(f, at, at, false, &p, 2);
}
static void joined_otherwise_and_ignored(struct forge *f)
{
    struct packer p = planted_pack();
    uint8_t other[HASH] = { 3 };
    size_t like = planted_came(f, 0, MSG_JOIN, 0, NULL), at = planted_came(f, 1, MSG_JOIN, 0, NULL);
    join_of(f, 0, other, f->seat[0].joined, &p);
    planted_envelope(f, at, like, true, &p, 1);
    planted_verdict(f, at, VERDICT_IGNORED, 0);
}
static void put_open(struct forge *f, void (*change)(struct forge *f, uint8_t *joins))
{
    static uint8_t open[OPEN_MAX];
    uint8_t signature[SIGNATURE];
    struct message text;
    struct packer p = planted_pack();
    size_t at = forge_find(f, MSG_OPEN, 0), size = planted_told(f, at).blob_size;
    memcpy(open, planted_told(f, at).blob, size);
    change(f, open + size - 2 * (join_size(1) + 2));
    open_message(&text, open, size);
    sign_message(signature, f->arbiter_secret, &text);
    pack_msg_open(&p, open, size, signature, NULL, 0);
    planted_put(f, at, &p);
}
static void other_view(struct forge *f, uint8_t *joins)
{
    uint8_t view[HASH] = { 5 }, signature[SIGNATURE];
    struct message m;
    join_message(&m, f->match_id, 1, 1, f->seat[1].x[0], view);
    sign_message(signature, f->seat[1].secret_key, &m);
    join_write(joins + 2 * (join_size(1) + 2) - join_size(1), 1, f->seat[1].x[0], view, signature);
}
static void joined_with_another_view(struct forge *f)
{
    struct packer p = planted_pack();
    uint8_t view[HASH] = { 5 };
    size_t at = planted_came(f, 1, MSG_JOIN, 0, NULL);
    join_of(f, 1, f->seat[1].x[0], view, &p);
    planted_envelope(f, at, at, false, &p, 1);
    put_open(f, other_view);
}

/* --- seals, deals, cuts ------------------------------------------------------------------------- */

static void dealt_without_a_cut(struct forge *f)
{
    struct msg m;
    struct packer p = planted_pack();
    size_t at = planted_came(f, 1, MSG_HAND_SIGN, 0, &m);
    pack_raw(&p, m.bytes, m.size);
    planted_envelope(f, at, at, false, &p, 1);
}
static void cut_of_the_hand_behind(struct forge *f)
{
    struct msg m;
    struct packer p = planted_pack();
    uint8_t cuts[64];
    size_t at = planted_came(f, 1, MSG_HAND_SIGN, 0, &m), deal = forge_find(f, MSG_DEAL, 1);
    pack_raw(&p, m.bytes, m.size);
    pack_msg_cut(&p, 0, 3, f->seat[1].x[3]);
    planted_envelope(f, at, at, false, &p, 2);
    struct msg d = planted_told(f, deal);
    memcpy(cuts, d.blob, 64);
    memcpy(cuts + 32, f->seat[1].x[3], 32);
    p = planted_pack();
    pack_msg_deal(&p, 0, 2, d.mano, cuts, 64, NULL, 0);
    planted_put(f, deal, &p);
}
static struct forge *of_five_hands(void)
{
    struct forge *f = forge_new("argentino,target=12", 1, 2);
    f->hands_max = 5;
    return forge_run(f);
}

/* --- answers ------------------------------------------------------------------------------------ */

static void put_answer(struct forge *f, size_t at, const struct msg *m, const uint8_t *signature)
{
    struct packer p = planted_pack();
    pack_msg_answer(&p, 0, m->seat, m->request, m->action, m->sign, m->signs, "", signature);
    planted_envelope(f, at, at, false, &p, 1);
}
static void answer_without_signature(struct forge *f)
{
    struct msg m;
    size_t at = planted_came(f, 1, MSG_ANSWER, 1, &m);
    put_answer(f, at, &m, NULL);
}
static void signature_of_an_earlier_answer(struct forge *f)
{
    struct msg m, before;
    uint8_t signature[SIGNATURE];
    planted_came(f, 1, MSG_ANSWER, 0, &before);
    memcpy(signature, before.signature, SIGNATURE);
    size_t at = planted_came(f, 1, MSG_ANSWER, 1, &m);
    put_answer(f, at, &m, signature);
}
static struct forge *three_illegal_signed(void)
{
    return forge_run(with(elsewhere(signing(forge_short())), TWIST_ILLEGAL, 5, 3));
}
static size_t nth_refused(const struct forge *f, unsigned n)
{
    size_t at = 0;
    for (;; at++)
        if (f->records[at].type == REC_RECEIVED && f->records[at].bytes[1] == VERDICT_REFUSED && !n--)
            return at;
}
static void one_illegal_told_three_times(struct forge *f)
{
    size_t first = nth_refused(f, 0);
    for (unsigned i = 1; i < 3; i++) {
        size_t at = nth_refused(f, i);
        memcpy(f->records[at].bytes + RECEIVED_HEAD, f->records[first].bytes + RECEIVED_HEAD,
               f->records[first].size - RECEIVED_HEAD);
    }
}
static struct forge *two_illegal(void) { return forge_run(with(forge_short(), TWIST_ILLEGAL, 4, 2)); }
static void a_third_illegal_let_pass(struct forge *f)
{
    size_t received = nth_refused(f, 1), refused = forge_find(f, MSG_REFUSED, 1),
           at = planted_near(f, REC_RECEIVED, refused, 1);
    for (size_t i = received, n = at - received; n > 0; n--, i++)
        forge_insert(f, at + (i - received), f->records[i].type, f->records[i].visibility,
                     f->records[at + (i - received)].us, f->records[i].bytes, f->records[i].size);
}
static struct forge *last_hands_unsigned(enum twist_kind kind)
{
    struct forge *f = forge_new("argentino,target=12", 1, 7);
    f->sign_every = 64;
    return forge_run(with(elsewhere(f), kind, 30, 1));
}
static struct forge *last_hands_made_up(void) { return last_hands_unsigned(TWIST_SILENCE); }
static struct forge *last_signature_withheld(void)
{
    struct forge *f = elsewhere(forge_new("argentino,target=12", 1, 7));
    f->sign_every = 64;
    forge_prepare(f);
    forge_start(f);
    while (!f->over) {
        bool between = f->position.open.hand_over || position_turn(&f->position) == FIEL_NOBODY;
        if (between && !forge_more(f)) {
            struct packer p = planted_pack();
            forge_leaves_at_tick(f);
            f->now += 60;
            forge_hand_sign(f, 0, false, &p);
            forge_came(f, 0, &p, 1);
            forge_silence(f, 1, f->left, f->offer.cap_us + f->offer.grace_us);
        } else if (between) {
            forge_between(f);
        } else {
            forge_decide(f);
        }
    }
    course_free(&f->course);
    return f;
}

/* --- clocks ------------------------------------------------------------------------------------- */

static void lost_process(struct forge *f, unsigned event, uint32_t detail, unsigned times)
{
    unsigned seat = (unsigned)position_turn(&f->position);
    for (unsigned i = 0; i < times; i++) {
        struct input in = { .type = REC_SEAT };
        in.seat = (struct rec_seat){ (uint8_t)seat, (uint8_t)event, detail };
        forge_input(f, &in);
        f->now += GIVEN_US;
        f->left += GIVEN_US;
        uint64_t left = f->left;
        forge_hello(f, seat, f->seat[seat].told);
        f->left = left;
    }
}
static struct forge *with_event(unsigned event, uint32_t detail, unsigned times)
{
    struct forge *f = elsewhere(forge_short());
    forge_prepare(f);
    forge_start(f);
    bool done = false;
    while (!f->over) {
        if (!f->table || f->position.open.hand_over || position_turn(&f->position) == FIEL_NOBODY) {
            forge_between(f);
        } else if (f->decisions == 4 && !done) {
            done = true;
            f->now += 2;
            forge_leaves_at_tick(f);
            lost_process(f, event, detail, times);
            unsigned seat = (unsigned)position_turn(&f->position);
            struct packer p = planted_pack();
            struct action legal[FIEL_LEGAL_MAX];
            position_legal(&f->position, (int)seat, legal);
            f->now += 40;
            forge_answer(f, seat, seat, f->seat[seat].request, action_code(legal[0]), true, &p);
            forge_came(f, seat, &p, 1);
        } else {
            forge_decide(f);
        }
    }
    course_free(&f->course);
    return f;
}
static struct forge *process_lost(void) { return with_event(SEAT_EVENT_RESTARTED, 1, 1); }
static struct forge *process_lost_again(void) { return with_event(SEAT_EVENT_RESTARTED, 1, 3); }
static struct forge *process_lost_often(void) { return with_event(SEAT_EVENT_RESTARTED, 9, 1); }
static struct forge *resumed_for_one(void) { return with_event(SEAT_EVENT_RESUMED, 0, 1); }
static struct forge *resumed_with_detail(void) { return with_event(SEAT_EVENT_RESUMED, 5, 1); }

static struct forge *paused(void) { return forge_run(with(forge_short(), TWIST_PAUSE, 4, 1)); }
static struct forge *paused_elsewhere(void) { return forge_run(with(elsewhere(forge_short()), TWIST_PAUSE, 4, 1)); }
static void pause_reason_1(struct forge *f) { f->records[forge_find(f, REC_PAUSE, 0)].bytes[1] = PAUSE_ARBITER; }
static void pause_reason_4(struct forge *f) { f->records[forge_find(f, REC_PAUSE, 0)].bytes[1] = 4; }
static void paused_twice(struct forge *f)
{
    size_t at = forge_find(f, REC_PAUSE, 0);
    struct forge_record *r = &f->records[at];
    forge_insert(f, at, REC_PAUSE, VISIBLE_ARBITER, r->us, r->bytes, r->size);
}
static void paused_for_all_too(struct forge *f)
{
    paused_twice(f);
    f->records[forge_find(f, REC_PAUSE, 0)].bytes[0] = 255;
}
static void bot_restarted(struct forge *f, unsigned times, uint32_t detail)
{
    size_t at = planted_came(f, 1, MSG_ANSWER, 1, NULL);
    for (unsigned i = 0; i < times; i++)
        planted_seat(f, at, 1, SEAT_EVENT_BOT_RESTARTED, detail);
}
static void remote_bot_restarted(struct forge *f) { bot_restarted(f, 1, 256 + 9); }
static void bot_restarted_often(struct forge *f) { bot_restarted(f, 40, 256 + 9); }
static void bot_that_left_restarted(struct forge *f) { bot_restarted(f, 1, 0); }
static void unknown_event(struct forge *f) { planted_seat(f, planted_came(f, 1, MSG_ANSWER, 1, NULL), 1, 9, 0); }

/* --- faults ------------------------------------------------------------------------------------- */

static struct forge *ended_by(unsigned event, uint32_t detail, bool remote)
{
    struct forge *f = remote ? elsewhere(forge_short()) : forge_short();
    forge_prepare(f);
    forge_start(f);
    while (!f->over) {
        if (f->decisions == 4) {
            struct input in = { .type = event == 0 ? REC_VOID : REC_SEAT };
            if (event)
                in.seat = (struct rec_seat){ 1, (uint8_t)event, detail };
            else
                in.voided.code = detail;
            forge_input(f, &in);
        } else if (!f->table || f->position.open.hand_over || position_turn(&f->position) == FIEL_NOBODY) {
            forge_between(f);
        } else {
            forge_decide(f);
        }
    }
    course_free(&f->course);
    return f;
}
static struct forge *crashed(void) { return ended_by(SEAT_EVENT_EXITED, 256 + 11, false); }
static struct forge *crashed_elsewhere(void) { return ended_by(SEAT_EVENT_EXITED, 1, true); }
static struct forge *crashed_by_no_signal(void) { return ended_by(SEAT_EVENT_EXITED, 99999, false); }
static struct forge *limit_elsewhere(void) { return ended_by(SEAT_EVENT_LIMIT, 10 + 256 * 512, true); }
static struct forge *limit_unknown(void) { return ended_by(SEAT_EVENT_LIMIT, 200 + 256 * 512, false); }
static struct forge *void_unknown(void) { return ended_by(0, 77, false); }
static struct forge *void_none(void) { return ended_by(0, 0, false); }
static struct forge *void_boot(void) { return ended_by(0, ARBITER_ANOTHER_BOOT, false); }
static struct forge *void_memory(void) { return ended_by(0, ARBITER_MEMORY, false); }

static struct forge *unasked_100(void) { return forge_run(with(elsewhere(forge_short()), TWIST_UNASKED, 4, 100)); }
static struct forge *protests(void) { return forge_run(with(elsewhere(forge_short()), TWIST_PROTEST, 5, 1)); }
static void protest_of(struct forge *f, const uint8_t *id, uint64_t have, const uint8_t *head)
{
    struct msg m;
    uint8_t signature[SIGNATURE], h[HASH];
    struct message text;
    struct packer p = planted_pack();
    size_t at = forge_find(f, MSG_FAULT, 0);
    while (f->records[at].type != REC_RECEIVED)
        at--;
    unsigned seat = f->records[at].bytes[0];
    planted_came(f, seat, MSG_PROTEST, 0, &m);
    memcpy(h, head ? head : m.head, HASH);
    if (!have)
        have = m.have;
    protest_message(&text, id, seat, have == UINT64_MAX ? 0 : have, h, m.code, m.text, strlen(m.text));
    sign_message(signature, f->seat[seat].secret_key, &text);
    pack_msg_protest(&p, m.code, m.text, have == UINT64_MAX ? 0 : have, h, signature);
    planted_envelope(f, at, at, false, &p, 1);
}
static void protest_of_another_match(struct forge *f)
{
    static const uint8_t other[HASH] = { 8 };
    protest_of(f, other, 0, NULL);
}
static void protest_against_the_future(struct forge *f)
{
    static const uint8_t head[HASH] = { 8 };
    protest_of(f, f->match_id, 4000, head);
}
static void protest_against_nothing(struct forge *f)
{
    static const uint8_t head[HASH];
    protest_of(f, f->match_id, UINT64_MAX, head);
}
static void protest_against_the_past(struct forge *f)
{
    size_t at = forge_find(f, MSG_FAULT, 0);
    while (f->records[at].type != REC_RECEIVED)
        at--;
    protest_of(f, f->match_id, 3, f->seat[f->records[at].bytes[0]].heads + 2 * HASH);
}
static void protest_let_pass(struct forge *f)
{
    size_t at = planted_came(f, 1, MSG_ANSWER, 1, NULL);
    uint8_t signature[SIGNATURE], head[HASH] = { 1 };
    struct message text;
    struct packer p = planted_pack();
    protest_message(&text, f->match_id, 1, 5, head, 7, "no", 2);
    sign_message(signature, f->seat[1].secret_key, &text);
    pack_msg_protest(&p, 7, "no", 5, head, signature);
    planted_envelope(f, at, at, true, &p, 1);
    planted_verdict(f, at, VERDICT_IGNORED, 0);
}
static struct forge *nobody_came(void)
{
    struct forge *f = elsewhere(forge_short());
    f->silent_start[0] = f->silent_start[1] = true;
    return forge_run(f);
}
static void won_by_one(struct result *r) { r->winner = 0; }
static void nobody_came_and_one_won(struct forge *f) { planted_result(f, won_by_one); }
static struct forge *one_stayed_away_unbound(void)
{
    struct forge *f = forge_short();
    f->silent_start[1] = true;
    return forge_run(f);
}

/* --- the end ------------------------------------------------------------------------------------ */

static void other_outcome(struct result *r) { r->outcome = r->outcome == END_PLAYED ? END_LAST_HAND : END_PLAYED; }
static void more_hands(struct result *r) { r->hands++; }
static void more_partidas(struct result *r) { r->partidas[0]++; }
static void a_fault(struct result *r) { r->fault = FAULT_CRASHED, r->fault_seat = 1; }
static void fewer_games(struct result *r) { r->games[0]++; }
static void end_outcome(struct forge *f) { planted_result(f, other_outcome); }
static void end_hands(struct forge *f) { planted_result(f, more_hands); }
static void end_partidas(struct forge *f) { planted_result(f, more_partidas); }
static void end_fault(struct forge *f) { planted_result(f, a_fault); }
static void end_games(struct forge *f) { planted_result(f, fewer_games); }
static void reveal_to_one(struct forge *f) { f->records[forge_find(f, MSG_REVEAL, 0)].visibility = 2; }
static void trailer_of_a_bot(struct forge *f) { memcpy(f->arbiter_secret, f->seat[1].secret_key, KEY_SECRET); }
static void trailer_of_another_match(struct forge *f) { f->match_id[3] ^= 1; }
static void last_words_kept(struct forge *f) { forge_drop(f, f->count - 1); }
static void cut_at_the_result(struct forge *f)
{
    size_t at = forge_find(f, MSG_RESULT, 0);
    while (f->count > at)
        forge_drop(f, f->count - 1);
    f->frozen = true;
}
static void left_before_the_end(struct forge *f)
{
    size_t at = planted_near(f, REC_RECEIVED, f->count, -1);
    last_words_kept(f);
    planted_seat(f, at, 1, SEAT_EVENT_LEFT, 0);
}
static void left_at_the_end(struct forge *f)
{
    size_t at = forge_find(f, MSG_SIGNED, 0);
    last_words_kept(f);
    planted_seat(f, at, 1, SEAT_EVENT_LEFT, 0);
}
static void signed_without_a_word(struct forge *f)
{
    size_t at = planted_came(f, 1, MSG_HAND_SIGN, 1, NULL);
    forge_drop(f, at);
}

/* --- the table ---------------------------------------------------------------------------------- */

static const struct planted frauds[] = {
    REFUSED("a HELLO that was said in another match", HANDS_ARBITER, a_match, NULL, hello_of_another_match,
            "\"bad-signature\""),
    REFUSED("a bot is said to run elsewhere, and no binding is named", HANDS_ALL, unbound_elsewhere, NULL, NULL,
            "the header names no key of a binding"),
    REFUSED("the header has the binding of another", HANDS_ALL, a_bound_match, NULL, binding_of_another,
            "\"bad-signature\""),
    REFUSED("the host's own key plays under a binding that was put in afterwards", HANDS_ALL, a_match, NULL,
            binding_of_another, "\"bad-signature\""),
    REFUSED("who stayed away gets a binding afterwards", HANDS_ARBITER, one_stayed_away_unbound, NULL,
            binding_of_another, "the header's configuration"),
    REFUSED("another key said HELLO first", HANDS_ALL, a_match, NULL, first_hello_under_another_key,
            "OFFER is due here"),
    REFUSED("the first HELLO has heard something", HANDS_ALL, a_match, NULL, first_hello_has_something,
            "\"bad-signature\""),
    REFUSED("the offer has another name than the HELLO", HANDS_ONE, a_match, NULL, name_of_another, "another offer"),
    REFUSED("the header alone says that the match is blind", HANDS_ARBITER, a_match, NULL, only_the_header_is_blind,
            "the header's configuration"),
    REFUSED("of two JOINs in an envelope the second is opened", HANDS_ONE, a_match, NULL, joined_twice_in_one,
            "OPEN: open is not"),
    REFUSED("a second JOIN with another anchor is passed over", HANDS_ONE, a_match, NULL, joined_otherwise_and_ignored,
            ""),
    REFUSED("a bot joins with a view that its OFFER does not give", HANDS_ALL, a_match, joined_with_another_view, NULL,
            "\"bad-signature\""),
    REFUSED("a hand is dealt with a cut that nobody sent", HANDS_ALL, a_match, dealt_without_a_cut, NULL,
            "DEAL is not due"),
    REFUSED("a hand is cut with the link of the hand behind it", HANDS_ALL, of_five_hands, cut_of_the_hand_behind, NULL,
            "\"out-of-order\""),
    REFUSED("decisions are signed, and one is not", HANDS_ARBITER, a_signed_match, NULL, answer_without_signature,
            "\"bad-signature\""),
    REFUSED("a decision carries the signature of an earlier one", HANDS_ARBITER, a_signed_match, NULL,
            signature_of_an_earlier_answer, "\"bad-signature\""),
    REFUSED("one illegal answer is told three times", HANDS_ARBITER, three_illegal_signed, NULL,
            one_illegal_told_three_times, "\"bad-signature\""),
    REFUSED("a friend may answer illegally a third time", HANDS_ALL, two_illegal, a_third_illegal_let_pass, NULL,
            "FAULT is due here"),
    MARKED("the hands that nobody signed yet are made up, and a silence ends them", HANDS_ARBITER, last_hands_made_up,
           NULL, GROUND_WORD, SAID_BY_THE_ARBITER),
    MARKED("the last signature is said to have been withheld", HANDS_ARBITER, last_signature_withheld, NULL,
           GROUND_NONE, "rest on the arbiter's word: seat 1 did not sign"),
    REFUSED("a friend's process is lost three times", HANDS_ONE, process_lost_again, NULL, NULL,
            "cannot have befallen seat"),
    REFUSED("a friend's process is lost for the ninth time at once", HANDS_ONE, process_lost_often, NULL, NULL,
            "cannot have befallen seat"),
    REFUSED("the arbiter is started again for a friend alone", HANDS_ONE, resumed_for_one, NULL, NULL,
            "that for party 1 is due here"),
    REFUSED("the arbiter is started again for some reason", HANDS_ONE, resumed_with_detail, NULL, NULL,
            "cannot have befallen seat"),
    REFUSED("a friend elsewhere is said to have waited for a processor", HANDS_ARBITER, paused_elsewhere, NULL, NULL,
            "for reason 3"),
    REFUSED("the arbiter stood still while a bot was asked", HANDS_ARBITER, paused, NULL, pause_reason_1,
            "for reason 1 behind the OFFER"),
    REFUSED("the host's line was down while a bot was asked", HANDS_ARBITER, paused, NULL, pause_reason_4,
            "not a record of time that is nobody's"),
    REFUSED("the same time is given back twice", HANDS_ARBITER, paused, NULL, paused_twice, "and one before it was to"),
    REFUSED("the same time is given back to all and to a friend", HANDS_ARBITER, paused, NULL, paused_for_all_too,
            "and one before it was to"),
    REFUSED("a bot elsewhere is started again", HANDS_ARBITER, a_bound_match, NULL, remote_bot_restarted,
            "cannot have befallen seat"),
    REFUSED("a friend that ended by itself is started again", HANDS_ARBITER, a_match, NULL, bot_that_left_restarted,
            "cannot have befallen seat"),
    REFUSED("something befell a seat that there is not", HANDS_ARBITER, a_match, NULL, unknown_event,
            "cannot have befallen seat"),
    MARKED("a crash that never was", HANDS_ARBITER, crashed, NULL, GROUND_WORD, SAID_BY_THE_ARBITER),
    MARKED("the crash of a process elsewhere", HANDS_ARBITER, crashed_elsewhere, NULL, GROUND_WORD,
           SAID_BY_THE_ARBITER),
    REFUSED("a crash by a signal that there is not", HANDS_ARBITER, crashed_by_no_signal, NULL, NULL,
            "cannot have befallen seat"),
    MARKED("a limit of memory elsewhere", HANDS_ARBITER, limit_elsewhere, NULL, GROUND_WORD, SAID_BY_THE_ARBITER),
    REFUSED("a limit that there is not", HANDS_ARBITER, limit_unknown, NULL, NULL, "cannot have befallen seat"),
    REFUSED("a match is void for a reason that there is not", HANDS_ARBITER, void_unknown, NULL, NULL, "reason 77"),
    REFUSED("a match is void for no reason", HANDS_ARBITER, void_none, NULL, NULL, "reason 0"),
    REFUSED("the machine went down, and the game is counted", HANDS_ARBITER, void_boot, NULL, NULL,
            "RESULT is due here"),
    MARKED("the machine had no memory when a friend lost", HANDS_ARBITER, void_memory, NULL, GROUND_WORD,
           VOID_BY_THE_ARBITER),
    MARKED("a hundred answers that nobody asked for", HANDS_ARBITER, unasked_100, NULL, GROUND_WORD,
           SAID_BY_THE_ARBITER),
    REFUSED("a protest that was made in another match", HANDS_ARBITER, protests, NULL, protest_of_another_match,
            "\"bad-signature\""),
    MARKED("a protest against messages that were never made", HANDS_ONE, protests, protest_against_the_future,
           GROUND_CONTRADICTS, "and neither is blamed"),
    MARKED("a protest against no message at all", HANDS_ONE, protests, protest_against_nothing, GROUND_PROVED,
           SIGNED_BY_ITS_PARTY),
    MARKED("a protest against what was told long before", HANDS_ONE, protests, protest_against_the_past, GROUND_PROVED,
           SIGNED_BY_ITS_PARTY),
    REFUSED("a protest is passed over", HANDS_ARBITER, a_match, NULL, protest_let_pass,
            "it is the fault \"protested\""),
    MARKED("nobody came", HANDS_ARBITER, nobody_came, NULL, GROUND_WORD, SAID_BY_THE_ARBITER),
    REFUSED("nobody came, and one of them won", HANDS_ARBITER, nobody_came, nobody_came_and_one_won, NULL,
            "RESULT: winner is"),
    REFUSED("the result has another outcome", HANDS_ALL, a_match, end_outcome, NULL, "RESULT: outcome is"),
    REFUSED("the result has more hands", HANDS_ALL, a_match, end_hands, NULL, "RESULT: hands is"),
    REFUSED("the result has more partidas", HANDS_ALL, a_match, end_partidas, NULL, "RESULT: partidas is"),
    REFUSED("the result has a fault", HANDS_ALL, a_match, end_fault, NULL, "RESULT: fault"),
    REFUSED("the result has another count of games", HANDS_ALL, a_match, end_games, NULL, "RESULT: games is"),
    REFUSED("one seat alone is told the seed", HANDS_ALL, a_match, reveal_to_one, NULL, "visible to others"),
    NOBODY_SIGNED("a bot's key signs the file", HANDS_ONE, a_match, trailer_of_a_bot, "signature of the whole file"),
    NOBODY_SIGNED("the file is signed as another match's", HANDS_ALL, a_match, trailer_of_another_match,
                  "signature of the whole file"),
    REFUSED("a seat is never told the result", HANDS_ALL, a_match, NULL, last_words_kept,
            "is due here, but REC_TRAILER follows"),
    REFUSED("a seat is never told the result, for its line is said to have gone", HANDS_ARBITER, a_match, NULL,
            left_before_the_end, "is due here, but REC_TRAILER follows"),
    REFUSED("a line goes in the middle of what an input brings about", HANDS_ARBITER, a_match, NULL, left_at_the_end,
            "SIGNED is due here"),
    REFUSED("a signature is passed on that nobody sent", HANDS_ALL, a_match, signed_without_a_word, NULL,
            "SIGNED is not due"),
};

/* What is no fraud, or none that a record could show: without it the rows above would say little. */
static const struct planted controls[] = {
    MARKED("a match as it was", HANDS_ALL, a_match, NULL, GROUND_NONE, ": valid\n"),
    MARKED("a match of remote bots", HANDS_ALL, a_bound_match, NULL, GROUND_NONE, ": valid\n"),
    MARKED("a name that the bot gave itself", HANDS_ALL, a_match, nameless, GROUND_NONE, ": valid\n"),
    MARKED("three illegal answers, each signed", HANDS_ONE, three_illegal_signed, NULL, GROUND_PROVED,
           SIGNED_BY_ITS_PARTY),
    MARKED("a process is lost once", HANDS_ONE, process_lost, NULL, GROUND_NONE, ": valid\n"),
    MARKED("time that was nobody's", HANDS_ARBITER, paused, NULL, GROUND_NONE, ": valid\n"),
    MARKED("a bot is started again and again", HANDS_ARBITER, a_match, bot_restarted_often, GROUND_NONE, ": valid\n"),
    MARKED("one key at both seats", HANDS_ALL, one_key_at_both_seats, NULL, GROUND_NONE, ": valid\n"),
    { "a file that ends before the result", HANDS_ARBITER, a_match, NULL, cut_at_the_result, AUDIT_UNFINISHED,
      BLAME_NOBODY, GROUND_NONE, "the file ends without a trailer" },
};

TEST(every_fraud_is_refused_or_marked) { PLANTED_CHECK_ALL(frauds); }

TEST(what_is_no_fraud_is_valid)
{
    PLANTED_CHECK_ALL(controls);
    for (size_t i = 0; i < 4; i++)
        assert_true(planted_remade_is_same(&controls[i]));
}

/* A bot that is given time by a process that was lost is named, with the sum. */
TEST(time_given_is_said)
{
    static const struct planted lost = MARKED("", HANDS_ONE, process_lost, NULL, GROUND_NONE, ": valid\n");
    char line[PLANTED_LINE];
    struct audit_report r = planted_report(&lost, line);
    assert_int_equal(r.paused_us[0], GIVEN_US);
    assert_int_equal(r.paused_for_us[0][0], GIVEN_US);
    assert_int_equal(r.paused_us[1], 0);
    FILE *out = print_begin();
    audit_print(out, "m", &r);
    const char *text = print_end();
    assert_true(told_says(
        text,
        "party 0 0.300 s, not charged to any bot (so the arbiter says): a process of the arbiter's was lost 0.300 s"));
}
