#include "record/twin.h"

#include <string.h>

#include "record/deal.h"
#include "record/transcript.h"
#include "wire/strict.h"

static bool same(const uint8_t *a, const uint8_t *b) { return memcmp(a, b, HASH) == 0; }

static bool same_clock(const struct offer *o, const struct offer *p)
{
    return o->bank_us == p->bank_us && o->inc_us == p->inc_us && o->cap_us == p->cap_us && o->grace_us == p->grace_us &&
           o->start_us == p->start_us && o->tick_us == p->tick_us && o->duty_us == p->duty_us &&
           o->on_timeout == p->on_timeout;
}

/* A bot that runs elsewhere plays both legs under the key of its binding, which it alone has. */
static bool bindings_exchanged(const struct offer *o, const struct offer *p)
{
    for (unsigned i = 0; i < p->seats; i++) {
        unsigned there = twin_seat(p->seats, i);
        bool elsewhere = p->held[i] == HELD_REMOTE;
        if ((o->held[there] == HELD_REMOTE) != elsewhere || (elsewhere && !same(o->key[there], p->key[i])))
            return false;
    }
    return true;
}

unsigned twin_key_again(const struct offer *primary, const uint8_t key[ID], uint8_t held)
{
    for (unsigned i = 0; i < primary->seats; i++)
        if (same(primary->key[i], key) && (primary->held[i] != HELD_REMOTE || held != HELD_REMOTE))
            return i;
    return FIEL_NOBODY;
}

/* A binding's key stands in the offer whatever its bot said. */
static bool keys_fresh(const struct offer *o, const struct offer *p)
{
    unsigned i = 0;
    while (i < o->seats && (o->held[i] == HELD_REMOTE || twin_key_again(p, o->key[i], o->held[i]) == FIEL_NOBODY))
        i++;
    return i == o->seats;
}

/* Who sits one seat further to the right.  A blind match does not say it. */
static bool sides_exchanged(const struct offer *o, const struct offer *p)
{
    for (unsigned i = 0; i < p->seats && !p->blind; i++) {
        unsigned there = twin_seat(p->seats, i);
        if (strcmp(o->name[there], p->name[i]) != 0 || !same(o->bots[there], p->bots[i]))
            return false;
    }
    return true;
}

/* What keeps `p` from being the primary of `o`. */
static const char *difference(const struct offer *o, const struct offer *p)
{
    if (p->twin_size > 0 || p->reveal != REVEAL_PAIR)
        return "its primary is no first leg of a pair";
    if (o->reveal != REVEAL_MATCH)
        return "it does not reveal the seed at its end";
    if (!same(o->arbiter, p->arbiter))
        return "its primary was another arbiter's";
    if (!same(o->seed_commit, p->seed_commit) || !same(o->nonce, p->nonce) || o->seed_source != p->seed_source)
        return "its primary was dealt from another seed";
    if (o->seats != p->seats || o->seats % 2 != 0 || o->tables != p->tables || o->at_once != p->at_once)
        return "its primary has another table, or one without two sides";
    if (strcmp(o->rules, p->rules) != 0 || o->games != p->games || o->hands_max != p->hands_max)
        return "its primary was played by other rules, or for another number of games or hands";
    if (!same_clock(o, p) || o->sign != p->sign || o->sign_every != p->sign_every || o->note_bytes != p->note_bytes)
        return "its primary was played by another clock, or signed otherwise";
    if (strcmp(o->tournament, p->tournament) != 0 || strcmp(o->log_key, p->log_key) != 0 ||
        !same(o->log_policy, p->log_policy))
        return "its primary is of another tournament or log";
    if (strcmp(o->host, p->host) != 0 || o->blind != p->blind)
        return "its primary was held by another host, or not as blind";
    if (strcmp(o->engine, p->engine) != 0)
        return "its primary was played by another version of the arbiter";
    if (!bindings_exchanged(o, p))
        return "who plays elsewhere has not the other side of its primary, under the same key";
    if (!keys_fresh(o, p))
        return "a key of its primary signs again";
    return sides_exchanged(o, p) ? NULL : "the sides of its primary are not exchanged";
}

/* Every party's anchor and signature, from the OPEN's second item. */
static const char *read_joins(struct twin *t, struct reader *r)
{
    size_t size;
    unsigned parties = t->primary.seats;
    if (t->primary.tables < 1 || (t->primary.tables > 1 && t->primary.tables > PAIR_PLACES_MAX / parties))
        return "its primary has too many tables for a pair";
    if (read_array(r, PARTIES_MAX) != parties)
        return "not every party had joined its primary";
    for (unsigned i = 0; i < parties; i++) {
        const uint8_t *join = read_bin(r, &size);
        if (r->bad || size != join_size(t->primary.tables))
            return "not every party had joined its primary";
        if (!join_holds(join, size, t->match_id, i, t->primary.tables, t->primary.key[i]))
            return "a joining of its primary is not signed by its party";
        t->join[i] = join;
    }
    return read_done(r) ? NULL : "more follows after its primary's joinings";
}

const char *twin_primary(struct twin *t, const uint8_t *open, size_t open_size)
{
    struct reader r;
    size_t size = 0;
    if (strict_check(open, open_size) != WIRE_OK)
        return "the opening of its primary cannot be read";
    read_start(&r, open, open_size);
    size_t items = read_array(&r, 2);
    const uint8_t *offer = read_bin(&r, &size);
    if (r.bad || items != 2 || !read_offer(offer, size, &t->primary))
        return "the opening of its primary cannot be read";
    deal_match_id(t->match_id, offer, size);
    return read_joins(t, &r);
}

const char *twin_read(struct twin *t, const struct offer *o)
{
    const uint8_t *open = o->twin + SIGNATURE;
    size_t size = o->twin_size - SIGNATURE;
    struct message m;
    open_message(&m, open, size);
    if (!verify_message(o->twin, o->arbiter, &m))
        return "the opening of its primary is not signed by this arbiter";
    const char *wrong = twin_primary(t, open, size);
    return wrong ? wrong : difference(o, &t->primary);
}
