/* verify_match: what is checked of a match as a whole: the offer, its opening, the result, the seed. */
#include "party.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "log/proof.h"
#include "record/twin.h"
#include "wire/strict.h"

static bool same(const uint8_t *a, const uint8_t *b) { return memcmp(a, b, HASH) == 0; }

/* Can this program play what is offered? */
static enum check offer_fits(struct party *p, const struct msg *m)
{
    const struct offer *o = &p->offer;
    char why[RULES_ERROR_TEXT];
    struct position scratch;
    unsigned first = p->cutter ? o->seats : 0, after = o->seats + (p->cutter ? o->cutters : 0u);
    if (m->seat < first || m->seat >= after)
        return party_fail(p, CHECK_OFFER, "%s, and told to be party %u of %u seats and %u cutters",
                          p->cutter ? "I cut" : "I play", m->seat, o->seats, o->cutters);
    unsigned parties = o->seats + o->cutters;
    if (o->tables < 1 || o->tables > TABLES_MAX || o->games < o->tables || o->hands_max < 1 ||
        o->hands_max > HANDS_MOST)
        return party_fail(p, CHECK_OFFER, "%u tables, %u games, %u hands: no such match", o->tables, o->games,
                          o->hands_max);
    unsigned most = o->twin_size > 0 || o->reveal == REVEAL_PAIR ? PAIR_PLACES_MAX : PLACES_MAX;
    if (o->tables > 1 &&
        (o->tables * parties > most || (uint64_t)o->tables * o->hands_max > TABLE_HANDS_MAX || o->cutters > 0))
        return party_fail(p, CHECK_OFFER,
                          "%u tables, %u parties, %u hands: too many for several tables, or a cutter among "
                          "them",
                          o->tables, parties, o->hands_max);
    if (o->blind && !offer_hides_players(o))
        return party_fail(p, CHECK_OFFER, "a blind match, and it says who plays");
    if (position_named(&scratch, o->rules, o->seats, NULL, why) != 0)
        return party_fail(p, CHECK_OFFER, "%s", why);
    p->rules = scratch.open.rules;
    if (!same(o->key[m->seat], p->key))
        return party_fail(p, CHECK_MY_KEY, "seat %u has another key", m->seat);
    return CHECK_FINE;
}

/* What is dealt in a twin follows from its primary, which I know by the offer alone: a bot that sat in my place
 * there is another process, and my own chain of cuts is not needed. */
static enum check primary_take(struct party *p)
{
    struct twin t;
    p->second_leg = p->offer.twin_size > 0;
    if (!p->second_leg)
        return CHECK_FINE;
    const char *wrong = twin_read(&t, &p->offer);
    if (wrong)
        return party_fail(p, CHECK_OFFER, "the second leg of a pair, but %s", wrong);
    for (uint32_t k = 0; k < p->tables; k++) {
        twin_deal_id(&t, k, p->table[k].deal_id);
        for (unsigned i = 0; i < p->parties; i++)
            memcpy(p->table[k].last_cut[i], twin_anchor(&t, k, i), HASH);
    }
    return CHECK_FINE;
}

/* My chain of cuts, built from its end down to the anchor x[0]; all zeros in a twin. */
static bool cuts_build(struct party *p, struct party_table *t)
{
    uint32_t top = p->offer.hands_max;
    t->cuts = calloc((size_t)top + 1, sizeof *t->cuts);
    if (!t->cuts)
        return false;
    if (p->second_leg)
        return true;
    cut_top(t->cuts[top], p->chain_secret, p->match_id, p->seat, t->number);
    for (uint32_t j = top; j > 0; j--)
        cut_previous(t->cuts[j - 1], t->cuts[j], t->table_id, p->seat, j);
    return true;
}

void match_announce(struct fiel_match *m, const struct offer *o, const struct rules *rules, unsigned party,
                    const char *names[FIEL_SEATS_MAX], const struct fiel_callbacks *calls)
{
    for (unsigned s = 0; s < o->seats; s++)
        names[s] = o->name[s];
    m->rules = *rules;
    m->games = o->games;
    m->hands_max = o->hands_max;
    m->tables = o->tables;
    m->at_once = o->at_once;
    m->seats = o->seats;
    m->seat = (uint8_t)party;
    m->side = party < o->seats ? (uint8_t)rules_scorer(rules, o->seats, party) : FIEL_NOBODY;
    m->name = names;
    if (calls->match_start)
        calls->match_start(m, calls->user);
}

/* Their games are shared out: the first tables have one more than the others. */
static bool tables_make(struct party *p)
{
    uint32_t n = p->offer.tables;
    if (n > 1) {
        struct party_table *more = calloc(n, sizeof *more);
        if (!more)
            return false;
        free(p->table);
        p->table = more;
        p->tables = n;
    }
    for (uint32_t t = 0; t < n; t++) {
        struct party_table *one = &p->table[t];
        one->number = t;
        one->games_due = p->offer.games / n + (t < p->offer.games % n);
        deal_table_id(one->table_id, p->match_id, t);
        memcpy(one->deal_id, one->table_id, HASH);
    }
    return true;
}

static bool all_cuts_build(struct party *p)
{
    bool built = true;
    for (struct party_table *t = p->table; t < p->table + p->tables && built; t++)
        built = cuts_build(p, t);
    return built;
}

/* Who I am in which match, and where the chains begin. */
void party_offered(struct party *p, const struct msg *m)
{
    p->seat = m->seat;
    memcpy(p->view_key, m->view_key, HASH);
    deal_match_id(p->match_id, m->blob, m->blob_size);
    chain_public(&p->pub, p->match_id);
    chain_view(&p->view, p->view_key, p->match_id, p->seat);
    memcpy(p->joined, p->view.head, HASH);
}

enum check verify_offer(struct party *p, const struct msg *m)
{
    if (strict_check(m->blob, m->blob_size) != WIRE_OK || !read_offer(m->blob, m->blob_size, &p->offer))
        return party_fail(p, CHECK_OFFER, "its bytes are not an offer");
    enum check c = offer_fits(p, m);
    if (c != CHECK_FINE)
        return c;
    memcpy(p->offer_bytes, m->blob, m->blob_size);
    p->offer_size = m->blob_size;
    p->parties = p->offer.seats + p->offer.cutters;
    p->scorers = rules_scorers(&p->rules, p->offer.seats);
    p->cards = deal_deck(&p->rules, p->deck);
    party_offered(p, m);
    c = tables_make(p) ? primary_take(p) : party_fail(p, CHECK_STATE, "out of memory for %u tables", p->offer.tables);
    if (c != CHECK_FINE)
        return c;
    p->ledger = ledger_open(p->folder, p->match_id);
    if (!p->ledger || !all_cuts_build(p))
        return party_fail(p, CHECK_STATE, "%s: %s", p->folder, strerror(errno));
    if (p->ledger->kept.finished)
        return party_fail(p, CHECK_MATCH_AGAIN, "this match has ended before");
    p->stage = STAGE_OFFERED;
    p->sync_due = true;
    memcpy(p->info.id, p->match_id, HASH);
    match_announce(&p->info, &p->offer, &p->rules, p->seat, p->names, p->calls);
    return CHECK_FINE;
}

/* One party's joining as OPEN holds it: its anchors, V_0 and its signature. */
static enum check join_check(struct party *p, unsigned party, const uint8_t *join, size_t size)
{
    if (size != join_size(p->tables))
        return party_fail(p, CHECK_JOIN_SIGNATURE, "party %u: %zu bytes", party, size);
    for (unsigned t = 0; t < p->tables && party == p->seat; t++)
        if (!same(join + t * HASH, p->table[t].cuts[0]))
            return party_fail(p, CHECK_MY_JOIN, "my anchor was changed");
    if (party == p->seat && !same(join + p->tables * HASH, p->joined))
        return party_fail(p, CHECK_MY_JOIN, "the start of my view was changed");
    if (!join_holds(join, size, p->match_id, party, p->tables, p->offer.key[party]))
        return party == p->seat ? party_fail(p, CHECK_MY_JOIN, "my signature was changed")
                                : party_fail(p, CHECK_JOIN_SIGNATURE, "party %u", party);
    for (unsigned t = 0; t < p->tables && !p->second_leg; t++)
        memcpy(p->table[t].last_cut[party], join + t * HASH, HASH);
    return CHECK_FINE;
}

static enum check open_check(struct party *p, const struct msg *m)
{
    struct reader r;
    size_t size = 0;
    if (strict_check(m->blob, m->blob_size) != WIRE_OK)
        return party_fail(p, CHECK_OPEN_OFFER, "its bytes are not an opening");
    read_start(&r, m->blob, m->blob_size);
    size_t items = read_array(&r, 2);
    const uint8_t *offer = read_bin(&r, &size);
    if (r.bad || items != 2 || size != p->offer_size || memcmp(offer, p->offer_bytes, size) != 0)
        return party_fail(p, CHECK_OPEN_OFFER, "its offer has other bytes");
    if (read_array(&r, PARTIES_MAX) != p->parties || r.bad)
        return party_fail(p, CHECK_OPEN_OFFER, "not every party has joined");
    for (unsigned party = 0; party < p->parties; party++) {
        const uint8_t *join = read_bin(&r, &size);
        enum check c = r.bad ? party_fail(p, CHECK_OPEN_OFFER, "party %u has not joined", party)
                             : join_check(p, party, join, size);
        if (c != CHECK_FINE)
            return c;
    }
    return read_done(&r) ? CHECK_FINE : party_fail(p, CHECK_OPEN_OFFER, "more follows after the joinings");
}

/* No cut of mine leaves before this match is in the log that the offer names.  Without a log the arbiter's
 * signature is the whole proof. */
static enum check log_check(struct party *p, const struct msg *m)
{
    memset(p->checkpoint, 0, sizeof p->checkpoint);
    if (!p->offer.log_key[0])
        return m->blob2_size == 0
                   ? CHECK_FINE
                   : party_fail(p, CHECK_LOG, "a proof of %zu bytes for a match that is not logged", m->blob2_size);
    const char *wrong = proof_of_open(p->offer.log_key, p->offer.number, m->blob, m->blob_size, m->signature, m->blob2,
                                      m->blob2_size, p->checkpoint);
    return wrong ? party_fail(p, CHECK_LOG, "%s", wrong) : CHECK_FINE;
}

enum check verify_open(struct party *p, const struct msg *m)
{
    struct message signed_bytes;
    uint8_t digest[HASH];
    enum check c = open_check(p, m);
    if (c != CHECK_FINE)
        return c;
    open_message(&signed_bytes, m->blob, m->blob_size);
    if (!verify_message(m->signature, p->offer.arbiter, &signed_bytes))
        return party_fail(p, CHECK_OPEN_SIGNATURE, "the key is the one in the offer");
    c = log_check(p, m);
    if (c != CHECK_FINE)
        return c;
    struct ledger_kept *kept = &p->ledger->kept;
    hash_bytes(digest, m->blob, m->blob_size);
    if (kept->opened && !same(kept->open, digest))
        return party_fail(p, CHECK_MATCH_AGAIN, "it was opened before with other joinings");
    memcpy(kept->open, digest, HASH);
    memcpy(kept->open_signature, m->signature, SIGNATURE);
    kept->opened = 1;
    p->stage = STAGE_OPENED;
    return CHECK_FINE;
}

static void match_over(struct party *p)
{
    p->stage = STAGE_OVER;
    p->ledger->kept.finished = 1;
    if (p->calls->match_end)
        p->calls->match_end(p->result.winner, p->info.side, p->calls->user);
}

/* A match that was broken off ends in the middle of a hand; what a fault gave away is not counted here. */
enum check verify_result(struct party *p, const struct msg *m)
{
    struct message signed_bytes;
    const struct result *r = &p->result;
    if (strict_check(m->blob, m->blob_size) != WIRE_OK || !read_result(m->blob, m->blob_size, &p->result))
        return party_fail(p, CHECK_RESULT, "its bytes are not a result");
    if (!same(r->match_id, p->match_id))
        return party_fail(p, CHECK_RESULT, "it is of another match");
    result_message(&signed_bytes, p->match_id, m->blob, m->blob_size);
    if (!verify_message(m->signature, p->offer.arbiter, &signed_bytes))
        return party_fail(p, CHECK_RESULT_SIGNATURE, "the key is the one in the offer");
    bool counted = r->outcome == END_PLAYED || r->outcome == END_LAST_HAND || r->outcome == END_STOPPED;
    for (unsigned t = 0; t < p->tables; t++)
        if (p->table[t].hand.open && r->outcome != END_VOID && r->outcome != END_CANCELLED)
            return party_fail(p, CHECK_ORDER, "hand %u of table %u is not over", p->table[t].hand.number, t);
    if (p->ends.number != p->hands_over)
        return party_fail(p, CHECK_ORDER, "%u hands are over, %u are signed for", p->hands_over, p->ends.number);
    if (r->scorers != p->scorers || (counted && memcmp(r->games, p->won, sizeof p->won) != 0))
        return party_fail(p, CHECK_RESULT, "games %u:%u, I count %u:%u", r->games[0], r->games[1], p->won[0],
                          p->won[1]);
    if (r->hands != p->hands)
        return party_fail(p, CHECK_RESULT, "%u hands, I count %u", r->hands, p->hands);
    if (!same(r->head, p->pub.head))
        return party_fail(p, CHECK_HEAD, "it ends another transcript than I was told");
    p->stage = STAGE_RESULT;
    if (p->offer.reveal != REVEAL_MATCH)
        match_over(p);
    return CHECK_FINE;
}

/* With the seed known, every pack that was ever sealed can be shuffled again. */
static enum check packs_check(struct party *p, struct party_table *t, const uint8_t seed[HASH])
{
    struct pack pack;
    uint8_t lists[HASH] = { 0 };
    for (uint32_t h = 1; h <= t->sealed; h++) {
        uint8_t key[HASH];
        deal_hand_key(key, seed, t->deal_id, h);
        deal_pack(&pack, key, t->deal_id, h, p->deck, p->cards);
        lists_add(lists, pack.list);
        const struct party_sealed *sealed = party_seal_of(t, h);
        if (sealed && !same(pack.list, sealed->list)) {
            p->doubted = h;
            return party_fail(p, CHECK_PACK, "hand %u", h);
        }
    }
    return same(lists, t->lists) ? CHECK_FINE : party_fail(p, CHECK_PACK, "one of hands 1 to %u", t->sealed);
}

enum check verify_reveal(struct party *p, const struct msg *m)
{
    uint8_t expect[HASH];
    deal_seed_commit(expect, m->seed, p->offer.nonce);
    if (!same(expect, p->offer.seed_commit))
        return party_fail(p, CHECK_SEED, "it was committed to another one");
    deal_view_key(expect, m->seed, p->match_id, p->seat);
    if (!same(expect, p->view_key))
        return party_fail(p, CHECK_SEED, "my view key does not follow from it");
    for (struct party_table *t = p->table; t < p->table + p->tables; t++)
        if (packs_check(p, t, m->seed) != CHECK_FINE)
            return p->failed;
    match_over(p);
    return CHECK_FINE;
}
