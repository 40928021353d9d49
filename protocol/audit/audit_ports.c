/* audit_ports: what the course asks of who plays a record again, and what becomes of the messages that it makes. */
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "log/proof.h"
#include "state.h"

/* The message behind the record that is looked at, or behind what was handed over and logged there; false: there is none. */
static bool next_message(const struct audit *x, struct record *rec, struct msg *m)
{
    struct replay ahead = x->file;
    while (replay_next(&ahead, rec))
        if (rec->type != REC_SENT && rec->type != REC_LOGGED)
            return rec->type < REC_HEADER && msg_read(rec->payload, rec->size, FROM_ARBITER, m) == WIRE_OK &&
                   m->type == rec->type;
    return false;
}

/* --- what is dealt -------------------------------------------------------------------------------- */

/* The commitments that the SEAL which is due holds of this hand; zeros where it holds none. */
static void pack_of_seal(struct audit *x, const struct course_hand *h, struct pack *p)
{
    struct record rec;
    struct msg m;
    struct seal s;
    memset(p, 0, sizeof *p);
    p->n = x->cards;
    if (!next_message(x, &rec, &m) || m.type != MSG_SEAL || m.table != h->table)
        return;
    for (unsigned i = 0; i < seals_count(&m); i++)
        if (seals_get(&m, i, &s) && s.hand == h->hand && s.size == (size_t)x->cards * HASH)
            memcpy(p->commit, s.commits, s.size);
    deal_list(p->list, h->id, h->hand, p->n, p->commit[0]);
}

static struct pack *pack_of(struct audit *x, const struct course_hand *h)
{
    struct known_deck *d = &x->known[h->table];
    struct pack *p = &d->pack[h->hand % PACKS_KEPT];
    uint8_t key[HASH];
    if (d->hand_of[h->hand % PACKS_KEPT] == h->hand)
        return p;
    d->hand_of[h->hand % PACKS_KEPT] = h->hand;
    if (x->has_seed) {
        deal_hand_key(key, x->seed, h->id, h->hand);
        deal_pack(p, key, h->id, h->hand, x->deck, x->cards);
    } else {
        pack_of_seal(x, h, p);
    }
    return p;
}

static void commits(void *ctx, const struct course_hand *h, struct course_pack *out)
{
    const struct pack *p = pack_of(ctx, h);
    *out = (struct course_pack){ p->n, p->list, p->commit[0] };
}

/* Openings of a hand that hold, by slot; `used` has a bit per card. */
static void take_openings(struct audit *x, const struct course_hand *h, const uint8_t *bytes, size_t size,
                          bool used[256])
{
    struct known_deck *d = &x->known[h->table];
    const struct pack *p = pack_of(x, h);
    struct opening o;
    for (size_t at = 0; bytes != NULL && at + OPENING <= size; at += OPENING) {
        opening_read(&o, bytes + at);
        bool of_deck = o.slot < p->n && memchr(x->deck, o.card, x->cards) != NULL;
        if (!of_deck || used[o.card] || d->opening[o.slot][1] != CARD_NONE ||
            !opening_holds(&o, p->commit[0], p->n, h->id, h->hand))
            continue;
        memcpy(d->opening[o.slot], bytes + at, OPENING);
        used[o.card] = true;
    }
}

/* What nobody opens is some card or other that is left: without the seed nobody can say which, and no message does. */
static void fill_up(struct audit *x, struct known_deck *d, bool used[256])
{
    unsigned k = 0;
    for (unsigned slot = 0; slot < x->cards; slot++) {
        if (d->opening[slot][1] != CARD_NONE)
            continue;
        while (used[x->deck[k]])
            k++;
        d->opening[slot][1] = x->deck[k++];
    }
}

static void look_ahead(struct audit *x, const struct course_hand *h)
{
    struct known_deck *d = &x->known[h->table];
    struct replay ahead = x->file;
    struct record rec;
    struct msg m;
    bool used[256] = { false }, over = false;
    d->opened_hand = h->hand;
    for (unsigned slot = 0; slot < FIEL_CARDS; slot++) {
        memset(d->opening[slot], 0, OPENING);
        d->opening[slot][0] = (uint8_t)slot;
        d->opening[slot][1] = CARD_NONE;
    }
    while (!over && replay_next(&ahead, &rec)) {
        if (rec.type >= REC_HEADER || msg_read(rec.payload, rec.size, FROM_ARBITER, &m) != WIRE_OK ||
            m.table != h->table)
            continue;
        if (m.type == MSG_DEAL)
            take_openings(x, h, m.blob2, m.blob2_size, used);
        else if (m.type == MSG_CARDS || m.type == MSG_ACT || m.type == MSG_SHOW)
            take_openings(x, h, m.blob, m.blob_size, used);
        over = m.type == MSG_HAND_END;
    }
    fill_up(x, d, used);
}

static void card(void *ctx, const struct course_hand *h, unsigned slot, uint8_t opening[OPENING])
{
    struct audit *x = ctx;
    if (x->has_seed) {
        opening_write(opening, pack_of(x, h), slot);
        return;
    }
    if (x->known[h->table].opened_hand != h->hand)
        look_ahead(x, h);
    memcpy(opening, x->known[h->table].opening[slot], OPENING);
}

/* Without the seed a rival saw it where the record says that it was told. */
static bool sees_sign(void *ctx, const struct course_hand *h, const uint8_t cut[HASH], unsigned giver, unsigned rival,
                      unsigned n)
{
    struct audit *x = ctx;
    struct record rec;
    struct msg m;
    uint8_t key[HASH];
    if (!x->has_seed)
        return next_message(x, &rec, &m) && m.type == MSG_SIGN && rec.visibility == visible_to(rival) &&
               m.table == h->table && m.seat == giver;
    deal_hand_key(key, x->seed, h->id, h->hand);
    return deal_sign_byte(key, cut, giver, rival, n) < x->rules.opt[OPT_SIGN_SEEN];
}

/* It hashes to the one before it, at first to the primary's anchor. */
static void primary_cut(void *ctx, const struct course_hand *h, unsigned party, uint8_t cut[HASH])
{
    struct audit *x = ctx;
    struct record rec;
    struct msg m;
    uint8_t before[HASH];
    bool there = next_message(x, &rec, &m) && m.type == MSG_DEAL && m.blob_size == (size_t)x->parties * HASH;
    const uint8_t *due = h->hand == 1 ? twin_anchor(&x->twin, h->table, party) : cut;
    memset(before, 0, HASH);
    if (there)
        cut_previous(before, m.blob + party * HASH, h->id, party, h->hand);
    if (!x->cut_wrong && (!there || memcmp(before, due, HASH) != 0)) {
        x->cut_wrong = true;
        x->cut_of = party;
    }
    if (there)
        memcpy(cut, m.blob + party * HASH, HASH);
}

static void view_key(void *ctx, const uint8_t match_id[HASH], unsigned party, uint8_t key[HASH])
{
    struct audit *x = ctx;
    struct record rec;
    struct msg m;
    memset(key, 0, HASH);
    if (x->has_seed)
        deal_view_key(key, x->seed, match_id, party);
    else if (next_message(x, &rec, &m) && m.type == MSG_OFFER)
        memcpy(key, m.view_key, HASH);
}

static void seed(void *ctx, uint8_t out[HASH])
{
    struct audit *x = ctx;
    struct record rec;
    struct msg m;
    memcpy(out, x->seed, HASH);
    if (!x->has_seed && next_message(x, &rec, &m) && m.type == MSG_REVEAL)
        memcpy(out, m.seed, HASH); /* it is not the one that was promised */
}

/* The arbiter's own, from the message that holds it. */
static void sign(void *ctx, uint8_t signature[SIGNATURE], const struct message *text)
{
    struct audit *x = ctx;
    struct record rec;
    struct msg m;
    bool there = next_message(x, &rec, &m) && m.signature != NULL && m.signature_size == SIGNATURE;
    memset(signature, 0, SIGNATURE);
    if (there)
        memcpy(signature, m.signature, SIGNATURE);
    x->report->counts.signatures += there && !x->ended && !x->lost;
    x->sign_wrong = !there || !verify_message(signature, x->header.offer.arbiter, text);
}

/* The arbiter's own words. */
static const char *refusal(void *ctx, enum rule_error e)
{
    struct audit *x = ctx;
    struct record rec;
    struct msg m;
    (void)e;
    *x->words = '\0';
    if (next_message(x, &rec, &m) && m.type == MSG_REFUSED)
        memcpy(x->words, m.text, sizeof x->words);
    return x->words;
}

/* --- the log -------------------------------------------------------------------------------------- */

static bool step(struct audit *x);

static long log_entry(void *ctx, const void *entry, size_t size, char proof[LOG_PROOF])
{
    struct audit *x = ctx;
    struct rec_logged logged;
    char name[24];
    (void)entry, (void)size;
    if (!*x->header.offer.log_key || x->failed || x->ended || x->lost || !step(x))
        return 0;
    if (x->rec.type != REC_LOGGED) {
        if (x->rec.type == MSG_OPEN)
            ARBITER_BREAKS(x, 17, "the match log does not hold this OPEN: it was not asked");
        ARBITER_BREAKS(x, 17, "the match log is asked here, but %s follows", record_name(x->rec.type, name));
        return 0;
    }
    if (x->rec.visibility != VISIBLE_ARBITER || !rec_logged_read(&x->rec, &logged) || logged.proof_size >= LOG_PROOF) {
        ARBITER_LIES(x, "not a record of what the match log said");
        return 0;
    }
    if (logged.error != 0)
        return -1;
    memcpy(proof, logged.proof, logged.proof_size);
    return (long)logged.proof_size;
}

/* --- messages ------------------------------------------------------------------------------------- */

/* The next record is looked at.  False: it is none that can be compared. */
static bool step(struct audit *x)
{
    struct replay ahead = x->file;
    struct record rec;
    x->ended = !replay_next(&ahead, &rec);
    if (x->ended || !audit_step(x))
        return false;
    x->lost = audit_says_lost(&x->rec, NULL);
    return !x->lost;
}

/* "an envelope to seat 1 of messages 4 to 7", "what ends the messages that are sent again to seat 1, before number 8" */
static const char *envelope_text(char text[96], unsigned party, uint64_t first, uint64_t count)
{
    if (count == 0)
        snprintf(text, 96, "the end, at message %llu, of what is sent again to seat %u", (unsigned long long)first,
                 party);
    else
        snprintf(text, 96, "an envelope to seat %u of messages %llu to %llu", party, (unsigned long long)first,
                 (unsigned long long)(first + count - 1));
    return text;
}

bool audit_leaves(struct audit *x, unsigned party, uint64_t first, uint64_t count)
{
    struct rec_sent in;
    char is[96], due[96], name[24];
    if (x->failed || x->ended || x->lost || (party != FIEL_NOBODY && !step(x)))
        return false;
    envelope_text(due, party, first, count);
    if (x->rec.type != REC_SENT)
        return ARBITER_BREAKS(x, 3, "%s is due here, but %s follows", due, record_name(x->rec.type, name));
    if (x->rec.visibility != VISIBLE_ARBITER || !rec_sent_read(&x->rec, &in) || in.party >= x->parties)
        return ARBITER_LIES(x, "not a record of an envelope sent");
    envelope_text(is, in.party, in.first, in.count);
    if (party == FIEL_NOBODY)
        return ARBITER_BREAKS(x, 3, "%s leaves here, and none is due", is);
    if (in.party != party || in.first != first || in.count != count)
        return ARBITER_BREAKS(x, 3, "%s leaves here, and %s is due", is, due);
    x->report->counts.envelopes += count > 0;
    course_at(x->course, audit_now(x));
    return true;
}

void audit_kept_leaves(struct audit *x, unsigned party)
{
    const struct course_kept *k = course_kept(x->course, party);
    if (k->count > 0 && course_hears(x->course, party))
        (void)audit_leaves(x, party, k->first, k->count);
}

bool audit_offer(struct audit *x, const struct msg *m)
{
    struct offer o;
    if (!read_offer(m->blob, m->blob_size, &o))
        return false;
    x->offered = true;
    x->report->has_offer = true;
    x->report->offer = o;
    x->report->has_seed = x->has_seed;
    memcpy(x->report->bots, x->header.offer.bots, sizeof x->report->bots);
    memcpy(x->report->named, x->header.offer.name, sizeof x->report->named);
    deal_match_id(x->match_id, m->blob, m->blob_size);
    memcpy(x->report->match_id, x->match_id, HASH);
    chain_public(&x->pub, x->match_id);
    return true;
}

/* A match that is logged proves with OPEN that it is. */
static const char *open_wrong(const struct audit *x, const struct msg *m)
{
    const struct offer *o = &x->header.offer;
    uint8_t checkpoint[HASH];
    if (!o->log_key[0])
        return NULL;
    return proof_of_open(o->log_key, o->number, m->blob, m->blob_size, m->signature, m->blob2, m->blob2_size,
                         checkpoint);
}

/* What no comparison with the course shows. */
static bool message_holds(struct audit *x, const struct msg *m)
{
    const char *wrong = NULL;
    uint8_t commit[HASH];
    char name[24];
    switch (m->type) {
    case MSG_OFFER:
        wrong = audit_offer_wrong(&x->report->offer);
        return wrong == NULL || ARBITER_BREAKS(x, 2, "the offer cannot be: %s", wrong);
    case MSG_OPEN:
        wrong = x->sign_wrong ? NULL : open_wrong(x, m);
        if (wrong != NULL)
            return ARBITER_BREAKS(x, 17, "the match log does not hold this OPEN: %s", wrong);
        break;
    case MSG_SEAL:
    case MSG_HANDS_END:
    case MSG_RESULT: break;
    case MSG_DEAL:
        return !x->cut_wrong || ARBITER_LIES(x, "DEAL of hand %u holds another cut than party %u of the primary chose",
                                             m->hand, x->cut_of);
    case MSG_REVEAL:
        deal_seed_commit(commit, m->seed, x->report->offer.nonce);
        return memcmp(commit, x->report->offer.seed_commit, HASH) == 0 ||
               ARBITER_BREAKS(x, 12, "REVEAL gives another seed than the offer promised");
    default: return true;
    }
    return !x->sign_wrong ||
           ARBITER_BREAKS(x, 11, "the arbiter's signature of %s does not hold", record_name(m->type, name));
}

static bool told(struct audit *x, struct told_party *p)
{
    if (p->count == p->room) {
        size_t room = p->room > 0 ? 2 * p->room : 1024;
        struct told_message *more = realloc(p->told, room * sizeof *more);
        if (more == NULL) {
            x->no_memory = true;
            return audit_fail(x, BLAME_NOBODY, 0, "no memory");
        }
        p->told = more;
        p->room = room;
    }
    p->told[p->count++] = (struct told_message){ (uint32_t)x->rec.size, p->view, x->pub };
    return true;
}

/* The message joins P and every V, or V of the party that may see it. */
static void link_chains(struct audit *x, const struct msg *m)
{
    bool of_all = x->rec.visibility == VISIBLE_ALL;
    if (of_all)
        chain_link_public(&x->pub, x->rec.payload, x->rec.size);
    for (unsigned i = 0; i < x->parties && !x->failed; i++) {
        struct told_party *p = &x->party[i];
        if (!visible_for(x->rec.visibility, i))
            continue;
        if (m->type == MSG_OFFER)
            chain_view(&p->view, m->view_key, x->match_id, i);
        else if (!of_all)
            chain_link_private(&p->view, &x->pub, x->rec.payload, x->rec.size);
        if (m->type == MSG_REQUEST)
            p->request[m->table] = p->refused[m->table] = p->count;
        if (m->type == MSG_REFUSED)
            p->refused[m->table] = p->count;
        (void)told(x, p);
    }
}

/* The record that is looked at is this message. */
static bool same(struct audit *x, unsigned type, unsigned visibility, const void *bytes, size_t size, struct msg *m)
{
    char due[24];
    const struct record *rec = &x->rec;
    record_name(type, due);
    if (rec->type != type)
        return audit_unexpected(x, type, visibility, bytes, size);
    enum wire_error error = msg_read(rec->payload, rec->size, FROM_ARBITER, m);
    if (error != WIRE_OK)
        return ARBITER_LIES(x, "%s: %s", due, wire_error_text(error));
    if (m->type != type)
        return ARBITER_LIES(x, "the record's type is not its message's");
    if (type == MSG_OFFER && !x->offered && !audit_offer(x, m))
        return ARBITER_LIES(x, "the offer cannot be read");
    if (type == MSG_SIGN && rec->visibility != visibility)
        return ARBITER_BREAKS(x, 7, "a sign of seat %u is shown to others than seat %u, who sees it next", m->seat,
                              audit_seat_of(visibility));
    if (rec->size != size || memcmp(rec->payload, bytes, size) != 0)
        return audit_differs(x, m, bytes, size);
    return rec->visibility == visibility ||
           ARBITER_BREAKS(x, 7, "%s is marked as visible to others than it was sent to", due);
}

static void message(void *ctx, unsigned type, unsigned visibility, const void *bytes, size_t size, unsigned full)
{
    struct audit *x = ctx;
    struct msg m;
    if (x->failed || x->ended || x->lost || !step(x))
        return;
    if (!same(x, type, visibility, bytes, size, &m) || !message_holds(x, &m))
        return;
    link_chains(x, &m);
    audit_counts_message(x, &m);
    x->cut_wrong = false;
    x->result_told |= type == MSG_RESULT;
    course_at(x->course, audit_now(x));
    for (unsigned i = 0; i < x->parties; i++)
        if (full >> i & 1u)
            audit_kept_leaves(x, i);
}

/* --- what came ------------------------------------------------------------------------------------ */

static bool received_is(struct audit *x, const struct rec_received *due)
{
    struct rec_received is;
    char found[96], expected[96];
    if (!rec_received_read(&x->rec, &is))
        return false;
    if (is.verdict == due->verdict && is.fault == due->fault && is.error == due->error)
        return true;
    if (is.verdict == due->verdict && is.fault == due->fault)
        return ARBITER_BREAKS(x, 1, "what seat %u sent is recorded with wire error %u, it has %u", is.party, is.error,
                              due->error);
    verdict_label(is.verdict, is.fault, found);
    verdict_label(due->verdict, due->fault, expected);
    return ARBITER_BREAKS(x, 1, "what seat %u sent is recorded as %s, it is %s", is.party, found, expected);
}

/* What the course makes of the input is what the record says of it. */
static bool takes(void *ctx, const struct input *in)
{
    struct audit *x = ctx;
    struct rec_silence silence;
    char is[64], due[64];
    if (x->failed)
        return true;
    if (in->type == REC_RECEIVED && received_is(x, &in->received))
        audit_counts_fault(x, in);
    if (in->type == REC_SILENCE && rec_silence_read(&x->rec, &silence) && silence.fault != in->silence.fault)
        ARBITER_LIES(x, "this silence is recorded as %s, it is %s", fault_label(silence.fault, is),
                     fault_label(in->silence.fault, due));
    return true;
}

/* Nobody answers what was never handed over. */
static void happens(void *ctx, const struct course_event *e)
{
    struct audit *x = ctx;
    if (e->what == HAPPENS_DECISION &&
        course_kept(x->course, e->party)->sent <= x->party[e->party].request[e->at.table])
        ARBITER_LIES(x, "an answer of seat %u is accepted, but its request was never sent to it", e->party);
    if (!x->failed && !x->ended && !x->lost)
        audit_counts_event(x, e);
}

/* Each envelope holds as many as fit. */
static void leaves_again(struct audit *x, unsigned party, uint64_t first, uint64_t until)
{
    const struct told_message *told = x->party[party].told;
    while (first < until && !x->failed && !x->ended && !x->lost) {
        size_t size = ENVELOPE_HEAD;
        uint64_t next = first;
        for (; next < until && next - first < ENVELOPE_MESSAGES && size + told[next].size <= ENVELOPE_MAX; next++)
            size += told[next].size;
        (void)audit_leaves(x, party, first, next - first);
        first = next;
    }
}

static void again(void *ctx, unsigned party, uint64_t have, const struct course_kept *kept)
{
    struct audit *x = ctx;
    uint64_t until = course_again_until(kept, have);
    leaves_again(x, party, have, until);
    (void)audit_leaves(x, party, kept->sent, 0);
    if (until == kept->sent)
        leaves_again(x, party, until, kept->first);
}

enum head_known audit_head_at(const struct audit *x, unsigned party, uint64_t have, uint8_t head[HASH])
{
    const struct told_party *p = &x->party[party];
    if (have > course_kept(x->course, party)->sent)
        return HEAD_NOT;
    chain_have(head, &p->told[have - 1].view, &p->told[have - 1].pub);
    return HEAD_IS;
}

static enum head_known head_at(void *ctx, unsigned party, uint64_t have, uint8_t head[HASH])
{
    return audit_head_at(ctx, party, have, head);
}

struct course_ports audit_ports(struct audit *x)
{
    return (struct course_ports){ x,         takes,       message,  happens, again, head_at, commits,   card,
                                  sees_sign, primary_cut, view_key, seed,    sign,  refusal, log_entry, NULL };
}
