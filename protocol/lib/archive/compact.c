/* compact: of a record the commitments of its packs are two thirds of what zstd leaves, for they are hashes; with the seed they are
 * made again.
 *
 * body = u8 n | n card numbers | S | M of table 0's match | u32 gaps | gaps times (u32 skip | u32 table | u32 hand) | the rest;
 * where n is 0 there is the rest alone. */
#include "archive/compact.h"

#include <stdlib.h>
#include <string.h>

#include "record/deal.h"
#include "record/replay.h"
#include "record/twin.h"
#include "wire/codec.h"

enum { GAP = 12, BODY_HEAD = 1 + FIEL_CARDS + 2 * HASH + 4 };

/* What the packs of a match are made of. */
struct packs {
    unsigned n; /* cards; 0: it is not known */
    card_t deck[FIEL_CARDS];
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
    const uint8_t *from; /* what is behind the last gap */
    uint8_t *gaps;       /* GAP bytes each */
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
    put_u32(put_u32(put_u32(w->gaps + (size_t)w->count++ * GAP, g.skip), g.table), g.hand);
    w->from = s->commits + size;
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

size_t compact_body_most(size_t size) { return BODY_HEAD + size; }

/* The head of the body, and its gaps. */
static bool put_head(const struct compact_put *to, const struct packs *of, const struct writing *w)
{
    uint8_t head[BODY_HEAD], *p = head;
    *p++ = (uint8_t)of->n;
    if (of->n)
        p = put_u32(put(put(put(p, of->deck, of->n), of->seed, HASH), of->match_id, HASH), w->count);
    return to->put(to->to, head, (size_t)(p - head)) && to->put(to->to, w->gaps, (size_t)w->count * GAP);
}

bool compact_body(const uint8_t *bytes, size_t size, const struct compact_put *to)
{
    struct packs of = { .n = 0 };
    if (size <= UINT32_MAX) /* as far as a gap can say where it is */
        learn(&of, bytes, size);
    uint32_t most = of.n ? each_seal(bytes, size, NULL) : 0;
    struct writing w = { .of = &of, .from = bytes, .gaps = malloc((size_t)most * GAP + 1) };
    if (!w.gaps)
        return false;
    if (of.n)
        each_seal(bytes, size, &w);
    size_t commits = (size_t)of.n * HASH;
    if (!w.count)
        of.n = 0;
    bool fine = put_head(to, &of, &w);
    w.from = bytes;
    for (uint32_t i = 0; fine && i < w.count; i++) {
        uint32_t skip = get_u32(w.gaps + (size_t)i * GAP);
        fine = to->put(to->to, w.from, skip);
        w.from += skip + commits;
    }
    free(w.gaps);
    return fine && to->put(to->to, w.from, size - (size_t)(w.from - bytes));
}

/* --- putting back ------------------------------------------------------------------------------------------ */

/* An even number of cards, ascending, as deal_pack takes them, and the number of gaps. */
static enum compact_end read_head(struct packs *of, uint32_t *gaps, const struct compact_take *from)
{
    uint8_t n, rest[BODY_HEAD];
    *gaps = 0;
    if (!from->take(from->from, &n, 1))
        return COMPACT_NOT_TAKEN;
    if ((of->n = n) == 0)
        return COMPACT_RESTORED;
    if (n % 2 || n > FIEL_CARDS)
        return COMPACT_DAMAGED;
    if (!from->take(from->from, rest, n + 2 * HASH + 4))
        return COMPACT_NOT_TAKEN;
    for (unsigned i = 0; i < n; i++)
        if (rest[i] >= FIEL_CARDS || (i && rest[i] <= rest[i - 1]))
            return COMPACT_DAMAGED;
    memcpy(of->deck, rest, n);
    memcpy(of->seed, rest + n, HASH);
    memcpy(of->match_id, rest + n + HASH, HASH);
    *gaps = get_u32(rest + n + 2 * HASH);
    return *gaps ? COMPACT_RESTORED : COMPACT_DAMAGED;
}

static enum compact_end copy(const struct compact_take *from, const struct compact_put *to, size_t size)
{
    uint8_t block[1 << 14];
    for (size_t n; size > 0; size -= n) {
        n = size < sizeof block ? size : sizeof block;
        if (!from->take(from->from, block, n))
            return COMPACT_NOT_TAKEN;
        if (!to->put(to->to, block, n))
            return COMPACT_NOT_PUT;
    }
    return COMPACT_RESTORED;
}

/* What lies between the gaps is `rest` bytes long. */
static enum compact_end fill(const struct packs *of, const uint8_t *gap, uint32_t gaps, size_t rest,
                             const struct compact_take *from, const struct compact_put *to)
{
    enum compact_end end = COMPACT_RESTORED;
    struct pack pack;
    for (; gaps > 0 && end == COMPACT_RESTORED; gaps--, gap += GAP) {
        struct gap g = { get_u32(gap), get_u32(gap + 4), get_u32(gap + 8) };
        if (g.skip > rest)
            return COMPACT_DAMAGED;
        rest -= g.skip;
        if ((end = copy(from, to, g.skip)) == COMPACT_RESTORED) {
            make_pack(of, &g, &pack);
            end = to->put(to->to, pack.commit, (size_t)of->n * HASH) ? end : COMPACT_NOT_PUT;
        }
    }
    return end == COMPACT_RESTORED ? copy(from, to, rest) : end;
}

enum compact_end compact_restore(const struct compact_take *from, size_t size, const struct compact_put *to)
{
    struct packs of;
    uint32_t gaps;
    enum compact_end end = read_head(&of, &gaps, from);
    if (end != COMPACT_RESTORED)
        return end;
    size_t commits = (size_t)of.n * HASH;
    if (gaps && gaps > size / commits)
        return COMPACT_DAMAGED;
    uint8_t *list = malloc((size_t)gaps * GAP + 1);
    if (!list)
        return COMPACT_NO_MEMORY;
    end = from->take(from->from, list, (size_t)gaps * GAP) ? fill(&of, list, gaps, size - gaps * commits, from, to)
                                                           : COMPACT_NOT_TAKEN;
    free(list);
    return end;
}
