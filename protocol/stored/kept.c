/* kept: of a record the commitments of its packs are two thirds of what zstd leaves, for they are hashes; with the seed they are
 * made again.
 *
 * body = u8 n | n card numbers | S | M of table 0's match | u32 gaps | gaps times (u32 skip | u32 table | u32 hand) | the rest;
 * where n is 0 there is the rest alone. */
#include "stored/kept.h"

#include <stdlib.h>
#include <string.h>

#include "record/deal.h"
#include "record/replay.h"
#include "record/twin.h"
#include "wire/codec.h"

enum { GAP = 12, BODY_HEAD = 1 + CARDS + 2 * HASH + 4 };

/* What the packs of a match are made of. */
struct packs {
    unsigned n; /* cards; 0: it is not known */
    card_t deck[CARDS];
    uint8_t seed[HASH], match_id[HASH]; /* the match of which the hands are: of a second leg the primary */
    bool has_offer, has_seed;
};

/* Commitments that are left out: those of a hand, behind so many bytes that are not. */
struct gap {
    uint32_t skip, table, hand;
};

static uint32_t get_u32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static uint8_t *put_u32(uint8_t *p, uint32_t v)
{
    for (unsigned i = 0; i < 4; i++)
        *p++ = (uint8_t)(v >> (24 - 8 * i));
    return p;
}

static uint8_t *put(uint8_t *p, const void *bytes, size_t size)
{
    if (size)
        memcpy(p, bytes, size);
    return p + size;
}

static void make_pack(const struct packs *of, const struct gap *g, struct pack *pack)
{
    uint8_t table[HASH], key[HASH];
    deal_table_id(table, of->match_id, g->table);
    deal_hand_key(key, of->seed, table, g->hand);
    deal_pack(pack, key, table, g->hand, of->deck, of->n);
}

/* --- what a record says of its packs ----------------------------------------------------------------------- */

static void learn_offer(struct packs *of, const struct msg *m)
{
    static _Thread_local struct offer offer;
    static _Thread_local struct twin twin;
    struct rules rules;
    char why[RULES_ERROR_TEXT];
    if (of->has_offer || !read_offer(m->blob, m->blob_size, &offer) || rules_parse(offer.rules, &rules, why) ||
        (offer.twin_size && twin_read(&twin, &offer)))
        return;
    if (offer.twin_size)
        memcpy(of->match_id, twin.match_id, HASH);
    else
        deal_match_id(of->match_id, m->blob, m->blob_size);
    of->n = deal_deck(&rules, of->deck);
    of->has_offer = true;
}

static void learn(struct packs *of, const uint8_t *bytes, size_t size)
{
    struct replay file;
    struct record rec;
    struct msg m;
    replay_over(&file, bytes, size);
    while (replay_next(&file, &rec)) {
        if ((rec.type != MSG_OFFER && rec.type != MSG_REVEAL) || msg_read(rec.payload, rec.size, FROM_ARBITER, &m))
            continue;
        if (rec.type == MSG_OFFER)
            learn_offer(of, &m);
        else
            memcpy(of->seed, m.seed, HASH);
        of->has_seed |= rec.type == MSG_REVEAL;
    }
    if (!of->has_offer || !of->has_seed)
        *of = (struct packs){ .n = 0 };
}

/* --- leaving out ------------------------------------------------------------------------------------------- */

struct writing {
    const struct packs *of;
    const uint8_t *from;  /* what is behind the last gap */
    uint8_t *gaps, *rest; /* where the next ones are written */
    uint32_t count;
};

static void leave_out(struct writing *w, uint32_t table, const struct seal *s)
{
    struct gap g = { (uint32_t)(s->commits - w->from), table, s->hand };
    struct pack pack;
    size_t size = (size_t)w->of->n * HASH;
    if (s->size != size)
        return;
    make_pack(w->of, &g, &pack);
    if (memcmp(pack.commit, s->commits, size) != 0)
        return;
    w->rest = put(w->rest, w->from, g.skip);
    w->gaps = put_u32(put_u32(put_u32(w->gaps, g.skip), g.table), g.hand);
    w->from = s->commits + size;
    w->count++;
}

/* Each hand of each SEAL; in the first round they are counted, in the second written. */
static uint32_t each_seal(const uint8_t *bytes, size_t size, struct writing *w)
{
    struct replay file;
    struct record rec;
    struct msg m;
    struct seal s;
    uint32_t count = 0;
    replay_over(&file, bytes, size);
    while (replay_next(&file, &rec)) {
        if (rec.type != MSG_SEAL || msg_read(rec.payload, rec.size, FROM_ARBITER, &m))
            continue;
        count += seals_count(&m);
        for (unsigned i = 0; w && i < seals_count(&m); i++)
            if (seals_get(&m, i, &s))
                leave_out(w, m.table, &s);
    }
    return count;
}

size_t kept_body_most(size_t size) { return BODY_HEAD + size; }

/* The head of the body, up to the number of gaps. */
static uint8_t *put_head(uint8_t *p, const struct packs *of)
{
    *p++ = (uint8_t)of->n;
    return of->n ? put(put(put(p, of->deck, of->n), of->seed, HASH), of->match_id, HASH) : p;
}

uint8_t *kept_body(const uint8_t *bytes, size_t size, size_t *body_size)
{
    struct packs of = { .n = 0 };
    if (size <= UINT32_MAX) /* as far as a gap can say where it is */
        learn(&of, bytes, size);
    uint32_t most = of.n ? each_seal(bytes, size, NULL) : 0;
    uint8_t *gaps = malloc((size_t)most * GAP + 1), *rest = malloc(size + 1), *body = NULL;
    struct writing w = { .of = &of, .from = bytes, .gaps = gaps, .rest = rest };
    if (gaps && rest && of.n)
        each_seal(bytes, size, &w);
    if (gaps && rest)
        body = malloc(kept_body_most(size));
    if (body) {
        if (!w.count)
            of.n = 0;
        w.rest = put(w.rest, w.from, size - (size_t)(w.from - bytes));
        uint8_t *p = put_head(body, &of);
        p = of.n ? put(put_u32(p, w.count), gaps, (size_t)w.count * GAP) : p;
        p = put(p, rest, (size_t)(w.rest - rest));
        *body_size = (size_t)(p - body);
    }
    free(gaps);
    free(rest);
    return body;
}

/* --- putting back ------------------------------------------------------------------------------------------ */

/* An even number of cards, ascending, as deal_pack takes them; and what stands behind them.  NULL: there is no such head. */
static const uint8_t *read_head(struct packs *of, const uint8_t *p, const uint8_t *end)
{
    if (p == end)
        return NULL;
    of->n = *p++;
    if (!of->n)
        return p;
    if (of->n % 2 || of->n > CARDS || (size_t)(end - p) < of->n + 2 * HASH + 4)
        return NULL;
    for (unsigned i = 0; i < of->n; i++)
        if (p[i] >= CARDS || (i && p[i] <= p[i - 1]))
            return NULL;
    memcpy(of->deck, p, of->n);
    memcpy(of->seed, p + of->n, HASH);
    memcpy(of->match_id, p + of->n + HASH, HASH);
    return p + of->n + 2 * HASH;
}

bool kept_restore(const uint8_t *body, size_t body_size, uint8_t *bytes, size_t size)
{
    struct packs of;
    struct pack pack;
    const uint8_t *end = body + body_size, *p = read_head(&of, body, end);
    uint32_t gaps = p && of.n ? get_u32(p) : 0;
    size_t commits = p ? (size_t)of.n * HASH : 0;
    if (!p || (of.n && (!gaps || gaps > (size_t)(end - p - 4) / GAP)))
        return false;
    const uint8_t *gap = p + (of.n ? 4 : 0), *rest = gap + (size_t)gaps * GAP;
    if (gaps > size / (commits + 1) || (size_t)(end - rest) + gaps * commits != size)
        return false;
    for (uint32_t i = 0; i < gaps; i++, gap += GAP) {
        struct gap g = { get_u32(gap), get_u32(gap + 4), get_u32(gap + 8) };
        if (g.skip > (size_t)(end - rest))
            return false;
        make_pack(&of, &g, &pack);
        bytes = put(put(bytes, rest, g.skip), pack.commit, commits);
        rest += g.skip;
    }
    put(bytes, rest, (size_t)(end - rest));
    return true;
}
