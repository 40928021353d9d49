/* The auditor against a dishonest arbiter: a record is changed, then every chain and signature is made anew
 * with the arbiter's key, and the seats' keys too where that makes the lie harder to see. */
#include "support/test.h"

#include "audit/report.h"
#include "support/forge.h"
#include "support/told_report.h"

/* A lie changes the match's records and returns the index of the first record that is wrong. */
typedef size_t lie_fn(struct forge *f);

static uint8_t room[ENVELOPE_MAX];

static struct packer room_pack(void)
{
    struct packer p;
    pack_start(&p, room, sizeof room);
    return p;
}

static struct msg read_at(const struct forge *f, size_t at)
{
    struct msg m;
    assert_true(at < f->count);
    assert_int_equal(msg_read(f->records[at].bytes, f->records[at].size, FROM_ARBITER, &m), WIRE_OK);
    return m;
}

static size_t put(struct forge *f, size_t at, const struct packer *p)
{
    assert_false(p->bad);
    forge_put(f, at, p->bytes, p->size);
    return at;
}

/* The n-th ACT of this kind. */
static size_t find_act(const struct forge *f, unsigned kind, unsigned nth)
{
    for (unsigned i = 0;; i++) {
        size_t at = forge_find(f, MSG_ACT, i);
        if (action_of_code(read_at(f, at).action).kind == kind && !nth--)
            return at;
    }
}

/* --- cards ------------------------------------------------------------------------------------ */

static size_t put_opening(struct forge *f, size_t at, const uint8_t opening[OPENING])
{
    struct msg m = read_at(f, at);
    struct packer p = room_pack();
    pack_msg_act(&p, 0, m.seat, m.action, m.value, opening, OPENING);
    return put(f, at, &p);
}

static size_t other_card_opened(struct forge *f)
{
    uint8_t opening[OPENING];
    size_t at = find_act(f, ACT_PLAY, 0);
    memcpy(opening, read_at(f, at).blob, OPENING);
    opening[1] ^= 1;
    return put_opening(f, at, opening);
}

static size_t other_salt_opened(struct forge *f)
{
    uint8_t opening[OPENING];
    size_t at = find_act(f, ACT_PLAY, 1);
    memcpy(opening, read_at(f, at).blob, OPENING);
    opening[OPENING - 1] ^= 1;
    return put_opening(f, at, opening);
}

static size_t rivals_card_opened(struct forge *f)
{
    size_t at = find_act(f, ACT_PLAY, 0), cards = forge_find(f, MSG_CARDS, read_at(f, at).seat == 0);
    return put_opening(f, at, read_at(f, cards).blob);
}

static size_t other_card_dealt(struct forge *f)
{
    uint8_t openings[3 * OPENING];
    size_t at = forge_find(f, MSG_CARDS, 0);
    memcpy(openings, read_at(f, at).blob, sizeof openings);
    opening_write(openings, &f->pack[1], 39);
    openings[0] = read_at(f, at).blob[0];
    struct packer p = room_pack();
    pack_msg_cards(&p, 0, 1, openings, sizeof openings);
    return put(f, at, &p);
}

static size_t cards_of_another_slot(struct forge *f)
{
    uint8_t openings[3 * OPENING];
    size_t at = forge_find(f, MSG_CARDS, 1);
    memcpy(openings, read_at(f, at).blob, sizeof openings);
    opening_write(openings + OPENING, &f->pack[1], openings[OPENING] ^ 1u);
    struct packer p = room_pack();
    pack_msg_cards(&p, 0, 1, openings, sizeof openings);
    return put(f, at, &p);
}

static size_t other_cut_in_deal(struct forge *f)
{
    uint8_t cuts[64];
    size_t at = forge_find(f, MSG_DEAL, 1);
    struct msg m = read_at(f, at);
    memcpy(cuts, m.blob, 64);
    cuts[40] ^= 1;
    struct packer p = room_pack();
    pack_msg_deal(&p, 0, m.hand, m.mano, cuts, 64, NULL, 0);
    return put(f, at, &p);
}

static size_t other_mano(struct forge *f)
{
    size_t at = forge_find(f, MSG_DEAL, 0);
    struct msg m = read_at(f, at);
    struct packer p = room_pack();
    pack_msg_deal(&p, 0, m.hand, 1 - m.mano, m.blob, 64, NULL, 0);
    return put(f, at, &p);
}

/* A pack that was not shuffled from the seed, sealed and signed all the same. */
static size_t other_pack_sealed(struct forge *f)
{
    static uint8_t commits[16][CARDS * HASH];
    size_t at = forge_find(f, MSG_SEAL, 0);
    struct msg m = read_at(f, at);
    struct seal seals[16];
    unsigned n = seals_count(&m);
    uint32_t hands[16], tables[16] = { 0 };
    uint8_t lists[16][HASH], sig[64];
    for (unsigned i = 0; i < n; i++) {
        assert_true(seals_get(&m, i, &seals[i]));
        memcpy(commits[i], seals[i].commits, seals[i].size);
        if (i == 1)
            commits[i][77] ^= 1;
        seals[i].commits = commits[i];
        hands[i] = seals[i].hand;
        deal_list(lists[i], f->table_id, hands[i], (unsigned)(seals[i].size / HASH), commits[i]);
    }
    struct message text;
    sealed_message(&text, f->match_id, n, tables, hands, (const uint8_t(*)[HASH])lists);
    sign_message(sig, f->arbiter_secret, &text);
    struct packer p = room_pack();
    pack_msg_seal(&p, 0, seals, n, sig);
    return put(f, at, &p);
}

static size_t shown_card_dropped(struct forge *f)
{
    size_t at = forge_find(f, MSG_SHOW, 0);
    forge_drop(f, at);
    return at;
}

static size_t other_seed_revealed(struct forge *f)
{
    uint8_t seed[32] = { 3 };
    size_t at = forge_find(f, MSG_REVEAL, 0);
    struct packer p = room_pack();
    pack_msg_reveal(&p, seed);
    return put(f, at, &p);
}

/* --- score ------------------------------------------------------------------------------------ */

static size_t score_of_hand(struct forge *f)
{
    size_t at = forge_find(f, MSG_HAND_END, 0);
    struct msg m = read_at(f, at);
    uint16_t score[2] = { m.score[0], (uint16_t)(m.score[1] + 1) };
    struct packer p = room_pack();
    pack_msg_hand_end(&p, 0, m.hand, score, 2);
    return put(f, at, &p);
}

static size_t put_game_end(struct forge *f, unsigned winner, unsigned reason, unsigned more)
{
    size_t at = forge_find(f, MSG_GAME_END, 0);
    struct msg m = read_at(f, at);
    uint16_t score[2] = { (uint16_t)(m.score[0] + more), m.score[1] };
    struct packer p = room_pack();
    pack_msg_game_end(&p, 0, m.game, winner == 9 ? 1u - m.winner : m.winner, reason, m.seat, score, 2);
    return put(f, at, &p);
}

static size_t point_of_game(struct forge *f) { return put_game_end(f, 0, END_PLAYED, 1); }
static size_t winner_of_game(struct forge *f) { return put_game_end(f, 9, END_PLAYED, 0); }
static size_t reason_of_game(struct forge *f) { return put_game_end(f, 0, END_FAULT, 0); }

static size_t put_result(struct forge *f, const struct result *r)
{
    uint8_t bytes[512];
    struct packer inner, p = room_pack();
    size_t at = forge_find(f, MSG_RESULT, 0);
    pack_start(&inner, bytes, sizeof bytes);
    pack_result(&inner, r);
    pack_msg_result(&p, inner.bytes, inner.size, read_at(f, at).signature);
    return put(f, at, &p);
}

static size_t winner_of_match(struct forge *f)
{
    struct result r = f->result;
    r.winner = r.winner == 0;
    return put_result(f, &r);
}

static size_t points_of_match(struct forge *f)
{
    struct result r = f->result;
    r.points[1] += 1;
    return put_result(f, &r);
}

static size_t faults_of_match(struct forge *f)
{
    struct result r = f->result;
    r.faults[1] += 1;
    return put_result(f, &r);
}

/* --- requests --------------------------------------------------------------------------------- */

/* Packs the n-th REQUEST again, with the bank, the budget or the list changed. */
static size_t put_request(struct forge *f, unsigned nth, uint64_t bank, uint64_t budget, uint64_t used, unsigned drop)
{
    size_t at = forge_find(f, MSG_REQUEST, nth);
    struct msg m = read_at(f, at);
    struct reader r;
    struct packer p = room_pack();
    pack_array(&p, 8);
    pack_uint(&p, MSG_REQUEST);
    pack_uint(&p, 0);
    pack_uint(&p, m.request);
    pack_uint(&p, m.bank_us + bank);
    pack_uint(&p, m.budget_us + budget);
    pack_uint(&p, m.used_us + used);
    pack_raw(&p, m.view, m.view_size);
    read_start(&r, m.legal, m.legal_size);
    size_t n = read_array(&r, LEGAL_MAX);
    pack_array(&p, n - drop);
    for (size_t i = 0; i < n - drop; i++)
        pack_uint(&p, read_uint(&r, UINT16_MAX));
    return put(f, at, &p);
}

static size_t used_of_request(struct forge *f) { return put_request(f, 4, 0, 0, 1, 0); }
static size_t bank_of_request(struct forge *f) { return put_request(f, 4, 1, 0, 0, 0); }
static size_t budget_of_request(struct forge *f) { return put_request(f, 4, 0, 1, 0, 0); }
static size_t legal_of_request(struct forge *f) { return put_request(f, 3, 0, 0, 0, 1); }

/* The view tells a card of the rival: the last byte pair of the packed view belongs to the known cards. */
static size_t view_of_request(struct forge *f)
{
    size_t at = forge_find(f, MSG_REQUEST, 2);
    struct msg m = read_at(f, at);
    size_t inside = (size_t)(m.view - f->records[at].bytes) + m.view_size - 1;
    f->records[at].bytes[inside] ^= 1;
    return at;
}

/* --- actions ---------------------------------------------------------------------------------- */

static size_t other_action_told(struct forge *f)
{
    size_t at = forge_find(f, MSG_ACT, 1);
    struct msg m = read_at(f, at);
    struct packer p = room_pack();
    pack_msg_act(&p, 0, m.seat, ACT_MAZO << 8, 0, NULL, 0);
    assert_int_not_equal(m.action, ACT_MAZO << 8);
    return put(f, at, &p);
}

static size_t other_seat_acted(struct forge *f)
{
    size_t at = forge_find(f, MSG_ACT, 0);
    struct msg m = read_at(f, at);
    struct packer p = room_pack();
    pack_msg_act(&p, 0, 1 - m.seat, m.action, m.value, m.blob, m.blob_size);
    return put(f, at, &p);
}

static size_t act_dropped(struct forge *f)
{
    size_t at = forge_find(f, MSG_ACT, 2);
    forge_drop(f, at);
    return at;
}

static size_t act_invented(struct forge *f)
{
    size_t at = forge_find(f, MSG_ACT, 0);
    struct packer p = room_pack();
    pack_msg_act(&p, 0, 0, ACT_FLOR << 8, 1, NULL, 0);
    forge_insert(f, at + 1, MSG_ACT, VISIBLE_ALL, f->records[at].us, p.bytes, p.size);
    return at + 1;
}

static size_t declared_value(struct forge *f)
{
    size_t at = find_act(f, ACT_DECLARE, 0);
    struct msg m = read_at(f, at);
    struct packer p = room_pack();
    pack_msg_act(&p, 0, m.seat, m.action, m.value + 1u, NULL, 0);
    return put(f, at, &p);
}

/* The index of the envelope that holds the first message of this type from this seat. */
static size_t find_came(const struct forge *f, unsigned seat, unsigned type, unsigned nth)
{
    for (size_t i = 0; i < f->count; i++) {
        struct envelope e;
        struct msg m;
        const struct forge_record *r = &f->records[i];
        if (r->type != REC_RECEIVED || r->bytes[0] != seat)
            continue;
        if (envelope_open(&e, r->bytes + RECEIVED_HEAD, r->size - RECEIVED_HEAD))
            continue;
        while (e.left && !envelope_next(&e, FROM_BOT, &m))
            if (m.type == type && !nth--)
                return i;
    }
    fail_msg("no such message came");
    return 0;
}

static size_t legal_action_refused(struct forge *f)
{
    size_t at = find_came(f, 0, MSG_ANSWER, 0);
    f->records[at].bytes[1] = VERDICT_REFUSED;
    f->records[at].bytes[2] = FAULT_ILLEGAL;
    return at;
}

static size_t answer_ignored(struct forge *f)
{
    size_t at = find_came(f, 1, MSG_ANSWER, 1);
    f->records[at].bytes[1] = VERDICT_IGNORED;
    f->records[at].bytes[2] = FAULT_UNASKED;
    return at;
}

static size_t illegal_action_accepted(struct forge *f)
{
    size_t at = forge_find(f, MSG_REFUSED, 0);
    while (f->records[at].type != REC_RECEIVED)
        at--;
    f->records[at].bytes[1] = VERDICT_ACCEPTED;
    f->records[at].bytes[2] = FAULT_NONE;
    return at;
}

static size_t refused_for_another_reason(struct forge *f)
{
    size_t at = forge_find(f, MSG_REFUSED, 0);
    struct msg m = read_at(f, at);
    struct packer p = room_pack();
    pack_msg_refused(&p, 0, m.request, m.error + 1u, m.text);
    return put(f, at, &p);
}

/* --- clocks and faults ------------------------------------------------------------------------ */

static size_t put_fault(struct forge *f, unsigned seat, unsigned effect, unsigned more)
{
    size_t at = forge_find(f, MSG_FAULT, 0);
    struct msg m = read_at(f, at);
    struct packer p = room_pack();
    pack_msg_fault(&p, 0, seat ? 1u - m.seat : m.seat, m.fault, effect ? effect : m.effect, m.a, m.b + more);
    return put(f, at, &p);
}

static size_t fault_on_the_other(struct forge *f) { return put_fault(f, 1, 0, 0); }
static size_t fault_made_light(struct forge *f) { return put_fault(f, 0, EFFECT_DEFAULT_ACTION, 0); }
static size_t fault_numbers(struct forge *f) { return put_fault(f, 0, 0, 1); }

static size_t fault_dropped(struct forge *f)
{
    size_t at = forge_find(f, MSG_FAULT, 0);
    forge_drop(f, at);
    return at;
}

/* A silence that did not last long enough. */
static size_t silence_too_short(struct forge *f)
{
    size_t at = forge_find(f, REC_SILENCE, 0);
    f->records[at].bytes[9] += 1; /* the last byte of left */
    return at;
}

/* The answer came in time, says the arbiter: the clock would have let it pass. */
static size_t late_answer_dropped(struct forge *f)
{
    size_t at = forge_find(f, MSG_FAULT, 0);
    while (f->records[at].type != REC_RECEIVED)
        at--;
    forge_drop(f, at);
    return at;
}

static size_t late_answer_accepted(struct forge *f)
{
    size_t at = forge_find(f, MSG_FAULT, 0);
    while (f->records[at].type != REC_RECEIVED)
        at--;
    f->records[at].bytes[1] = VERDICT_ACCEPTED;
    f->records[at].bytes[2] = FAULT_NONE;
    return at;
}

/* One microsecond more for one decision: the bank of the next request does not fit. */
static size_t answer_came_later(struct forge *f)
{
    size_t at = find_came(f, 0, MSG_ANSWER, 2);
    struct forge_record *r = &f->records[at];
    uint64_t came = r->us - 2000; /* it left later than it says */
    struct record rec = { .type = REC_RECEIVED, .payload = r->bytes, .size = r->size };
    struct rec_received in;
    assert_true(rec_received_read(&rec, &in));
    in.left_us = came;
    rec_received_head(r->bytes, &in);
    return at;
}

static size_t clock_runs_backwards(struct forge *f)
{
    size_t at = forge_find(f, MSG_DEAL, 1);
    f->records[at].us -= 1000000;
    return at;
}

static size_t unasked_not_counted(struct forge *f)
{
    size_t at = find_came(f, 0, MSG_ANSWER, 0);
    for (unsigned i = 0; f->records[at].bytes[1] != VERDICT_IGNORED; i++)
        at = find_came(f, i & 1, MSG_ANSWER, i / 2);
    forge_drop(f, at);
    return forge_find(f, MSG_RESULT, 0);
}

/* --- signatures and chains -------------------------------------------------------------------- */

/* HANDS_END as it stands, but over another P. */
static struct packer hands_end_over(const struct forge *f, const struct msg *m, uint8_t first)
{
    static const uint8_t none[32];
    struct chain other = { .head = { first }, .seq = m->seq };
    uint8_t digest[32], sig[64];
    struct message text;
    hash_bytes(digest, m->blob, m->blob_size);
    hands_signed_message(&text, f->match_id, SIGNER_ARBITER, m->hand, &other, digest, none);
    sign_message(sig, f->arbiter_secret, &text);
    struct packer p = room_pack();
    pack_msg_hands_end(&p, m->hand, m->seq, other.head, m->blob, FORGE_SEATS, none, sig);
    return p;
}

/* A second end of the same hands, with another head, both signed. */
static size_t two_heads(struct forge *f)
{
    size_t at = forge_find(f, MSG_HANDS_END, 0);
    struct msg m = read_at(f, at);
    struct packer p = hands_end_over(f, &m, 7);
    forge_insert(f, at + 1, MSG_HANDS_END, VISIBLE_ALL, f->records[at].us, p.bytes, p.size);
    f->frozen = true;
    return at + 1;
}

/* One end of the hands, properly signed, but over a head that no chain has. */
static size_t other_head(struct forge *f)
{
    size_t at = forge_find(f, MSG_HANDS_END, 1);
    struct msg m = read_at(f, at);
    struct packer p = hands_end_over(f, &m, 8);
    f->frozen = true;
    return put(f, at, &p);
}

static size_t signed_not_as_it_came(struct forge *f)
{
    size_t at = forge_find(f, MSG_SIGNED, 0);
    struct msg m = read_at(f, at);
    uint8_t sig[64];
    memcpy(sig, m.signature, 64);
    sig[1] ^= 1;
    struct packer p = room_pack();
    pack_msg_signed(&p, 0, m.hand, m.seat, sig);
    f->frozen = true;
    return put(f, at, &p);
}

static size_t told_to_others(struct forge *f)
{
    size_t at = forge_find(f, MSG_CARDS, 0);
    f->records[at].visibility = 3;
    return at;
}

static size_t message_left_out(struct forge *f)
{
    size_t at = forge_find(f, REC_SENT, 6);
    f->records[at].bytes[8] += 1;
    return at;
}

/* The end of a resend: `[next]` alone. */
static size_t find_end(const struct forge *f)
{
    size_t at = 0;
    while (f->records[at].type != REC_SENT || memcmp(f->records[at].bytes + 9, "\0\0\0", 4))
        at++;
    return at;
}

static size_t resend_without_end(struct forge *f)
{
    size_t at = find_end(f);
    forge_drop(f, at);
    return at;
}

static size_t resend_that_ends_early(struct forge *f)
{
    size_t at = find_end(f);
    f->records[at - 1].bytes[12]--; /* one message fewer */
    f->records[at].bytes[8]--;
    return at - 1;
}

static size_t other_view_key(struct forge *f)
{
    uint8_t key[32] = { 1 };
    size_t at = forge_find(f, MSG_OFFER, 1);
    struct packer p = room_pack();
    pack_msg_offer(&p, f->offer_bytes, f->offer_size, 1, key);
    return put(f, at, &p);
}

static size_t open_with_a_proof(struct forge *f)
{
    size_t at = forge_find(f, MSG_OPEN, 0);
    struct msg m = read_at(f, at);
    struct packer p = room_pack();
    pack_msg_open(&p, m.blob, m.blob_size, m.signature, "proof", 5);
    return put(f, at, &p);
}

/* A pause with a byte of it changed. */
static size_t pause_byte(struct forge *f, size_t at, uint8_t value)
{
    size_t i = forge_find(f, REC_PAUSE, 0);
    f->records[i].bytes[at] = value;
    return i;
}
static size_t pause_of_nobody(struct forge *f) { return pause_byte(f, 0, 7); }
static size_t pause_for_no_reason(struct forge *f) { return pause_byte(f, 1, 0); }
static size_t pause_of_the_future(struct forge *f) { return pause_byte(f, 10, 1); }

static size_t header_changed(struct forge *f, void (*change)(struct header *))
{
    static struct header h;
    static uint8_t bytes[HEADER_MAX];
    struct record rec = { .type = REC_HEADER, .payload = f->records[0].bytes, .size = f->records[0].size };
    bool read = header_read(&rec, &h);
    assert_true(read);
    change(&h);
    struct packer p = { .bytes = bytes, .size = header_pack(&h, bytes) };
    put(f, 0, &p);
    return forge_find(f, MSG_OFFER, 0);
}

static void another_engine(struct header *h) { strcpy(h->offer.engine, "another 1"); }
static void another_arbiter(struct header *h) { h->offer.arbiter[0] ^= 1; }
static void another_grace(struct header *h) { h->offer.grace_us++; }
static void another_name(struct header *h) { strcpy(h->offer.name[1], "nobody"); }
static size_t header_of_another_engine(struct forge *f) { return header_changed(f, another_engine); }
static size_t header_of_another_arbiter(struct forge *f) { return header_changed(f, another_arbiter); }
static size_t header_of_another_clock(struct forge *f) { return header_changed(f, another_grace); }
static size_t header_of_another_name(struct forge *f) { return header_changed(f, another_name); }

/* --- what a seat did -------------------------------------------------------------------------- */

static size_t fault_hidden(struct forge *f)
{
    size_t at = forge_find(f, MSG_FAULT, 0);
    while (f->records[at].type != REC_RECEIVED)
        at--;
    f->records[at].bytes[1] = VERDICT_ACCEPTED;
    f->records[at].bytes[2] = FAULT_NONE;
    return at;
}

static size_t join_not_signed(struct forge *f)
{
    size_t at = find_came(f, 1, MSG_JOIN, 0);
    f->records[at].bytes[f->records[at].size - 9] ^= 1;
    return at;
}

/* --- the table -------------------------------------------------------------------------------- */

static const struct lie {
    const char *name;
    lie_fn *tell;
    enum audit_blame blame;
    enum twist_kind twist;
    unsigned at;
    const char *sentence; /* part of it */
    bool alone;           /* the seats do not help: their signatures would hold */
} lies[] = {
#define A(lie, sentence) \
    { \
#lie, lie, BLAME_ARBITER, TWIST_NONE, 0, sentence, false \
    }
#define T(lie, twist, at, sentence) \
    { \
#lie, lie, BLAME_ARBITER, twist, at, sentence, false \
    }
#define S(lie, twist, at, sentence) \
    { \
#lie " " #twist, lie, BLAME_ARBITER, twist, at, sentence, true \
    }
    A(other_card_opened, "another card than was dealt"),
    A(other_salt_opened, "another card than was dealt"),
    A(rivals_card_opened, "another card than was dealt"),
    A(other_card_dealt, "is not the one that was sealed"),
    A(cards_of_another_slot, "the cut gives slot"),
    A(other_cut_in_deal, "another cut than party 1 sent"),
    A(other_mano, "mano"),
    A(other_pack_sealed, "commitment of hand 2, slot 2"),
    A(shown_card_dropped, "SHOW is due"),
    A(other_seed_revealed, "another seed"),
    A(score_of_hand, "HAND_END says"),
    A(point_of_game, "GAME_END says"),
    A(winner_of_game, "as winner"),
    A(reason_of_game, "reason"),
    A(winner_of_match, "another winner"),
    A(points_of_match, "another points"),
    A(faults_of_match, "count of faults"),
    A(bank_of_request, "a bank of"),
    A(budget_of_request, "a bank of"),
    A(used_of_request, "that the last answer took"),
    A(legal_of_request, "list of legal actions"),
    A(view_of_request, "another view"),
    A(other_action_told, "ACT says \"mazo\""),
    A(other_seat_acted, "ACT names seat"),
    A(act_dropped, "ACT is due"),
    A(act_invented, "but ACT follows"),
    A(declared_value, "value"),
    A(legal_action_refused, "recorded as an illegal action, it is accepted"),
    A(answer_ignored, "recorded as ignored, it is accepted"),
    T(illegal_action_accepted, TWIST_ILLEGAL, 4, "recorded as accepted, it is an illegal action"),
    T(refused_for_another_reason, TWIST_ILLEGAL, 4, "REFUSED names"),
    T(fault_on_the_other, TWIST_SILENCE, 4, "is laid on seat"),
    T(fault_made_light, TWIST_SILENCE, 4, "effect"),
    T(fault_numbers, TWIST_LATE, 4, "numbers"),
    T(fault_dropped, TWIST_LATE, 4, "FAULT is due"),
    T(silence_too_short, TWIST_SILENCE, 4, "silence of seat"),
    T(late_answer_dropped, TWIST_LATE, 4, "nothing caused"),
    T(late_answer_accepted, TWIST_LATE, 4, "it is the fault \"timeout\""),
    A(answer_came_later, NULL),
    A(clock_runs_backwards, "backwards"),
    T(unasked_not_counted, TWIST_UNASKED, 6, "count of faults"),
    A(two_heads, NULL),
    A(other_head, "another head"),
    A(signed_not_as_it_came, "another signature than seat"),
    A(told_to_others, "visible to others"),
    A(message_left_out, "messages 7 to 9 leaves here, and an envelope to seat 1 of messages 6 to 8 is due"),
    T(resend_without_end, TWIST_COMES_BACK, 4, "of what is sent again to seat 0 is due here, but REC_RECEIVED follows"),
    T(resend_that_ends_early, TWIST_COMES_BACK, 4, "leaves here, and an envelope to seat"),
    A(other_view_key, "view key of seat 1"),
    A(open_with_a_proof, "there is no log"),
    A(header_of_another_engine, "another engine"),
    T(pause_of_nobody, TWIST_PAUSE, 4, "time that is nobody's"),
    T(pause_for_no_reason, TWIST_PAUSE, 4, "time that is nobody's"),
    T(pause_of_the_future, TWIST_PAUSE, 4, "a pause from"),
    { "header_of_another_arbiter", header_of_another_arbiter, BLAME_FILE, TWIST_NONE, 0, "another arbiter's key",
      false },
    A(header_of_another_clock, "another than the header's configuration"),
    A(header_of_another_name, "another than the header's configuration"),
    S(fault_hidden, TWIST_BAD_CUT, 2, "it is the fault \"bad-cut\""),
    S(fault_hidden, TWIST_BAD_SIGN, 2, "it is the fault \"bad-signature\""),
    S(join_not_signed, TWIST_NONE, 0, "it is the fault \"bad-signature\""),
    T(fault_hidden, TWIST_GARBAGE, 5, "it is the fault \"malformed\""),
    T(fault_hidden, TWIST_WRONG_SEAT, 5, "it is the fault \"wrong-seat\""),
};

static struct forge *told(const struct lie *lie, uint64_t random)
{
    struct forge *f = forge_new("argentino,target=12", 1, random);
    if (lie->twist)
        f->twists[f->twist_count++] = (struct twist){ lie->at, lie->twist };
    forge_run(f);
    return f;
}

/* The lie, then all hashes and signatures anew: the auditor names that record and who lied. */
static void assert_seen(const struct lie *lie, bool seats_help)
{
    struct audit_report r;
    size_t size;
    struct forge *f = told(lie, 2);
    size_t at = lie->tell(f);
    if (!f->frozen)
        forge_remake(f, true, seats_help);
    uint8_t *file = forge_file(f, f->arbiter_secret, &size);
    assert_int_equal(audit_bytes(file, size, NULL, &r), 0);
    bool right = r.outcome == AUDIT_WRONG && r.blame == lie->blame;
    bool named = r.record == at + 1 || !lie->sentence;
    if (!right || !named || (lie->sentence && !strstr(r.wrong, lie->sentence))) {
        fprintf(stderr, "%s, record %zu:\n", lie->name, at + 1);
        audit_print(stderr, "forged", &r);
        fail();
    }
    assert_report_narrow(&r);
    free(file);
    forge_free(f);
}

static void every_lie_is_seen(STATE)
{
    for (unsigned i = 0; i < sizeof lies / sizeof *lies; i++) {
        assert_seen(&lies[i], false);
        if (!lies[i].alone)
            assert_seen(&lies[i], true);
    }
}

/* By its name: a page for people looks there for the step that does not hold. */
static void the_record_is_named(STATE)
{
    struct audit_report r = { .outcome = AUDIT_WRONG, .type = REC_PAUSE };
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    audit_print_json(to, "forged", &r);
    assert_int_equal(fclose(to), 0);
    assert_non_null(strstr(text, "\"type\":\"REC_PAUSE\""));
    free(text);
}

/* The same lies told by somebody without the arbiter's key: nobody vouches for the file. */
static void no_lie_without_the_key(STATE)
{
    uint8_t public_key[32], secret_key[64];
    forge_key(public_key, secret_key, 99);
    for (unsigned i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct audit_report r;
        size_t size;
        struct forge *f = told(&lies[i], 2);
        lies[i].tell(f);
        if (!f->frozen)
            forge_remake(f, false, true);
        uint8_t *file = forge_file(f, i & 1 ? secret_key : NULL, &size);
        assert_int_equal(audit_bytes(file, size, NULL, &r), 0);
        assert_int_equal(r.outcome, AUDIT_WRONG);
        assert_int_equal(r.blame, BLAME_FILE);
        free(file);
        forge_free(f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_lie_is_seen),
        cmocka_unit_test(no_lie_without_the_key),
        cmocka_unit_test(the_record_is_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
