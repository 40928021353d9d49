/* audit_sign: keys, signatures and the message that carry them; DEAL.md sections 1 and 2. */
#include "state.h"

#include <string.h>

#include "log/proof.h"

bool audit_signature(struct audit *a, const uint8_t *sig, const uint8_t *key, const struct message *m)
{
    a->report->counts.signatures++;
    return verify_message(sig, key, m);
}

/* What this auditor can re-execute: one table, rules that exist. */
static bool offer_known(struct audit *a)
{
    const struct offer *o = &a->offer;
    char why[RULES_ERROR_TEXT];
    if (o->tables < 1 || o->tables != a->tables || o->games < o->tables)
        return ARBITER_LIES(a, "the offer has %u tables for %u games", o->tables, o->games);
    bool pair = o->twin_size > 0 || o->reveal == REVEAL_PAIR;
    if (a->tables > 1 && (o->cutters > 0 || o->tick_us > 0))
        return ARBITER_LIES(a, "the offer has %u tables, and what goes with one alone: a cutter or a tick", o->tables);
    if (pair && o->tables * o->seats > PAIR_PLACES_MAX)
        return ARBITER_LIES(a, "the offer has %u tables for %u seats: too many for a pair", o->tables, o->seats);
    const char *wrong = o->twin_size ? twin_read(&a->twin, o) : NULL;
    if (wrong)
        return ARBITER_LIES(a, "the offer is of the second leg of a pair, but %s", wrong);
    if (o->seed_source > SEED_FIXED || o->sign > SIGN_DECISION || o->on_timeout > 1 || o->hands_max < 1 || o->games < 1)
        return ARBITER_LIES(a, "the offer holds a number that means nothing");
    static const uint8_t none[ID];
    if (!o->log_key[0] && memcmp(o->log_policy, none, ID))
        return ARBITER_LIES(a, "the offer has a policy for the log, and names no log");
    if (o->blind && !offer_hides_players(o))
        return ARBITER_LIES(a, "the offer is of a blind match, and says who plays");
    if (rules_parse(o->rules, &a->rules, why))
        return ARBITER_LIES(a, "the offer's rules: %s", why);
    for (unsigned t = 0; t < a->tables; t++)
        if (match_new(&a->table[t].match, &a->rules, o->seats, why))
            return ARBITER_LIES(a, "the offer's rules: %s", why);
    return true;
}

/* The offer against the header, the seats' hellos and the seed. */
static bool offer_agrees(struct audit *a)
{
    const struct offer *o = &a->offer;
    const char *wrong = header_differs(&a->header, o);
    if (wrong)
        return ARBITER_LIES(a, "%s", wrong);
    for (unsigned i = 0; i < a->parties; i++) {
        if (a->seat[i].hello && memcmp(o->key[i], a->seat[i].key, ID))
            return ARBITER_LIES(a, "the offer's key of party %u is not the one in its HELLO", i);
    }
    if (a->has_seed) {
        uint8_t commit[HASH];
        deal_seed_commit(commit, a->seed, o->nonce);
        /* A seed that was not promised is no seed; check_reveal will say so. */
        a->has_seed = !memcmp(commit, o->seed_commit, HASH);
    }
    a->report->has_seed = a->has_seed;
    return true;
}

/* The first OFFER sets the match up. */
static bool offer_first(struct audit *a, const struct msg *m)
{
    if (!read_offer(m->blob, m->blob_size, &a->offer))
        return ARBITER_LIES(a, "the offer cannot be read");
    a->offer_bytes = m->blob;
    a->offer_size = m->blob_size;
    deal_match_id(a->match_id, a->offer_bytes, a->offer_size);
    for (unsigned t = 0; t < a->tables; t++)
        deal_table_id(a->table[t].table_id, a->match_id, t);
    a->report->has_offer = true; /* from here on it is known who signs */
    a->report->offer = a->offer;
    memcpy(a->report->match_id, a->match_id, HASH);
    memcpy(a->report->bots, a->header.offer.bots, sizeof a->report->bots);
    if (a->offer.seats != a->seats)
        return ARBITER_LIES(a, "the offer has %u seats, %u said hello", a->offer.seats, a->seats);
    if (!offer_known(a) || !offer_agrees(a))
        return false;
    a->second_leg = a->offer.twin_size > 0;
    chain_public(&a->pub, a->match_id);
    a->cards = deal_deck(&a->rules, a->deck);
    for (unsigned t = 0; t < a->tables; t++) {
        struct table *one = &a->table[t];
        if (a->second_leg)
            twin_deal_id(&a->twin, t, one->deal_id);
        else
            memcpy(one->deal_id, one->table_id, HASH);
        one->games = a->offer.games / a->tables + (t < a->offer.games % a->tables);
        for (unsigned i = 0; i < a->seats; i++)
            one->place[i].bank_us = a->offer.bank_us;
    }
    a->has_offer = true;
    return true;
}

bool audit_check_offer(struct audit *a, const struct step *s, const struct msg *m)
{
    if (!a->has_offer && !offer_first(a, m))
        return false;
    struct seat_state *seat = &a->seat[s->seat];
    if (m->seat != s->seat)
        return ARBITER_LIES(a, "OFFER says seat %u to seat %u", m->seat, s->seat);
    uint8_t view_key[HASH];
    memcpy(view_key, m->view_key, HASH);
    if (a->has_seed)
        deal_view_key(view_key, a->seed, a->match_id, s->seat);
    if (memcmp(view_key, m->view_key, HASH))
        return ARBITER_LIES(a, "the view key of seat %u is not the one the seed gives", s->seat);
    chain_view(&seat->view, view_key, a->match_id, s->seat);
    pack_msg_offer(&a->expect, a->offer_bytes, a->offer_size, s->seat, view_key);
    return audit_same_bytes(a, "another offer than the first seat was sent");
}

/* A match that is logged proves with OPEN that it is. */
static bool open_logged(struct audit *a, const struct msg *m)
{
    if (!a->offer.log_key[0])
        return m->blob2_size ? ARBITER_LIES(a, "OPEN holds a proof, but there is no log") : true;
    if (!a->asked_log)
        return ARBITER_LIES(a, "the match log does not hold this OPEN: it was not asked");
    if (m->blob2_size != a->logged.proof_size || memcmp(m->blob2, a->logged.proof, m->blob2_size))
        return ARBITER_LIES(a, "the match log does not hold this OPEN: it gave another proof");
    const char *wrong = proof_of_open(a->offer.log_key, a->offer.number, m->blob, m->blob_size, m->signature, m->blob2,
                                      m->blob2_size, a->checkpoint);
    return wrong ? ARBITER_LIES(a, "the match log does not hold this OPEN: %s", wrong) : true;
}

/* OPEN is the offer and every JOIN, as they came. */
bool audit_check_open(struct audit *a, const struct step *s, const struct msg *m)
{
    (void)s;
    static _Thread_local uint8_t room[ENVELOPE_MAX]; /* only ever holds what is compared next */
    struct packer open;
    pack_start(&open, room, sizeof room);
    pack_array(&open, 2);
    pack_bin(&open, a->offer_bytes, a->offer_size);
    pack_array(&open, a->parties);
    for (unsigned i = 0; i < a->parties; i++) {
        const struct seat_state *party = &a->seat[i];
        uint8_t join[TABLES_MAX * HASH + HASH + SIGNATURE];
        join_write(join, a->tables, party->anchors, party->join_view, party->join_signature);
        pack_bin(&open, join, join_size(a->tables));
    }
    if (open.bad)
        return ARBITER_LIES(a, "the offer is too long for an OPEN");
    if (m->blob_size != open.size || memcmp(m->blob, open.bytes, open.size))
        return ARBITER_LIES(a, "OPEN is not the offer with every JOIN as it came");
    struct message signed_bytes;
    open_message(&signed_bytes, open.bytes, open.size);
    if (!audit_signature(a, m->signature, a->offer.arbiter, &signed_bytes))
        return ARBITER_LIES(a, "the arbiter's signature of OPEN does not hold");
    a->report->open = m->blob;
    a->report->open_size = m->blob_size;
    if (!open_logged(a, m))
        return false;
    a->report->proof = m->blob2;
    a->report->proof_size = m->blob2_size;
    pack_msg_open(&a->expect, open.bytes, open.size, m->signature, m->blob2, m->blob2_size);
    return audit_same_bytes(a, "other bytes than its fields make");
}

bool audit_check_hand_end(struct audit *a, const struct step *s, const struct msg *m)
{
    (void)s;
    uint32_t hand = a->at->match.open.hand;
    const struct open *o = &a->at->match.open;
    char is[SCORE_TEXT], due[SCORE_TEXT];
    if (m->hand != hand)
        return ARBITER_LIES(a, "HAND_END of hand %u in hand %u", m->hand, hand);
    if (!audit_same_score(m, o))
        return ARBITER_LIES(a, "HAND_END says %s, the hand leaves %s", score_label(m->score, m->scorers, is),
                            score_label(o->score, o->scorers, due));
    a->report->counts.hands++;
    pack_msg_hand_end(&a->expect, a->at->number, hand, o->score, o->scorers);
    return audit_same_bytes(a, "other bytes than its fields make");
}

bool audit_check_signed(struct audit *a, const struct step *s, const struct msg *m)
{
    if (m->seat == s->seat && memcmp(m->signature, a->seat[s->seat].hand_signature, SIGNATURE))
        return ARBITER_LIES(a, "SIGNED holds another signature than seat %u sent", s->seat);
    pack_msg_signed(&a->expect, 0, (uint32_t)s->a, s->seat, a->seat[s->seat].hand_signature);
    return audit_same_bytes(a, "not the signature that is due to be passed on");
}

/* Names the first number of a result that is not what the match gave. */
static const char *result_difference(const struct result *is, const struct result *due)
{
    if (memcmp(is->match_id, due->match_id, ID))
        return "match id";
    if (is->winner != due->winner)
        return "winner";
    if (is->outcome != due->outcome)
        return "outcome";
    if (memcmp(is->games, due->games, sizeof is->games))
        return "count of games";
    if (is->hands != due->hands)
        return "count of hands";
    if (memcmp(is->points, due->points, sizeof is->points))
        return "points";
    if (memcmp(is->partidas, due->partidas, sizeof is->partidas))
        return "partidas";
    if (is->fault != due->fault || is->fault_seat != due->fault_seat)
        return "fault";
    if (is->fault_a != due->fault_a || is->fault_b != due->fault_b)
        return "fault's numbers";
    if (memcmp(is->faults, due->faults, sizeof is->faults))
        return "count of faults";
    if (memcmp(is->head, due->head, ID))
        return "head of what was told";
    return NULL;
}

bool audit_check_result(struct audit *a, const struct step *s, const struct msg *m)
{
    (void)s;
    struct result is;
    if (!read_result(m->blob, m->blob_size, &is))
        return ARBITER_LIES(a, "the result cannot be read");
    memcpy(a->result.match_id, a->match_id, ID);
    if (!a->lost)
        memcpy(a->result.head, a->pub.head, ID);
    const char *other = result_difference(&is, &a->result);
    if (other)
        return ARBITER_LIES(a, "RESULT says another %s than the match gave", other);
    uint8_t room[ENVELOPE_MAX / 16];
    struct packer due;
    pack_start(&due, room, sizeof room);
    pack_result(&due, &a->result);
    struct message signed_bytes;
    result_message(&signed_bytes, a->match_id, due.bytes, due.size);
    if (!audit_signature(a, m->signature, a->offer.arbiter, &signed_bytes))
        return ARBITER_LIES(a, "the arbiter's signature of RESULT does not hold");
    a->report->has_result = true;
    a->report->result = a->result;
    a->report->result_us = a->rec.us;
    pack_msg_result(&a->expect, due.bytes, due.size, m->signature);
    return audit_same_bytes(a, "other bytes than its fields make");
}

bool audit_check_reveal(struct audit *a, const struct step *s, const struct msg *m)
{
    (void)s;
    uint8_t commit[HASH];
    if (audit_twin_follows(a) && !a->reveal_now)
        return ARBITER_LIES(a, "REVEAL before the twin is over");
    deal_seed_commit(commit, m->seed, a->offer.nonce);
    if (memcmp(commit, a->offer.seed_commit, HASH))
        return ARBITER_LIES(a, "REVEAL gives another seed than the offer promised");
    a->report->reveal_us = a->rec.us;
    pack_msg_reveal(&a->expect, m->seed);
    return audit_same_bytes(a, "other bytes than its fields make");
}
