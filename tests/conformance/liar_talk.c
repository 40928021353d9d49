/* liar_talk: the talk with the parties: telling, delivering, hearing. */
#include "liar.h"

#include "outside.h"

/* --- telling ------------------------------------------------------------------------------------- */

/* It is the newest that this party was told; the chains have it already. */
static void remember(struct liar *l, unsigned party, const void *bytes, size_t size)
{
    struct told *t = l->told[party];
    assert(t->count < LIAR_MESSAGES && t->size + size <= LIAR_BYTES);
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->at[++t->count] = t->size;
    chain_have(t->head[t->count], &t->view, &l->pub);
}

/* Both chains begin with an OFFER, as anyone who gets it reckons. */
static void begin_chains(struct liar *l, unsigned party, const void *bytes, size_t size)
{
    struct msg m;
    enum wire_error error = msg_read(bytes, size, FROM_ARBITER, &m);
    assert(error == WIRE_OK);
    deal_match_id(l->match_id, m.blob, m.blob_size);
    deal_table_id(l->table_id, l->match_id, 0);
    chain_public(&l->pub, l->match_id);
    chain_view(&l->told[party]->view, m.view_key, l->match_id, party);
}

void liar_tell(struct liar *l, unsigned type, unsigned visibility, const void *bytes, size_t size)
{
    struct msg m;
    if (visibility == VISIBLE_ALL)
        chain_link_public(&l->pub, bytes, size);
    for (unsigned i = 0; i < l->parties; i++) {
        if (!visible_for(visibility, i))
            continue;
        if (type == MSG_OFFER)
            begin_chains(l, i, bytes, size);
        else if (visibility != VISIBLE_ALL)
            chain_link_private(&l->told[i]->view, &l->pub, bytes, size);
        remember(l, i, bytes, size);
        if (type == MSG_REQUEST) {
            l->asking |= 1u << i;
            l->asked++;
            l->request[i] = msg_read(bytes, size, FROM_ARBITER, &m) == WIRE_OK ? m.request : l->request[i] + 1;
        }
    }
}

/* --- the parties --------------------------------------------------------------------------------- */

const uint8_t *party_key(const struct liar *l, unsigned party)
{
    return is_outside(l, party) ? l->outside_key : l->bot[party]->key;
}

bool party_stopped(const struct liar *l, unsigned party)
{
    return is_outside(l, party) ? l->wrong[0] != '\0' || outside_gone(l->outside) : l->bot[party]->failed != CHECK_FINE;
}

bool party_must(struct liar *l, unsigned party, bool fine, const char *what)
{
    assert(fine || is_outside(l, party));
    if (!fine && !l->wrong[0])
        snprintf(l->wrong, sizeof l->wrong, "%s", what);
    return fine;
}

/* --- delivering ---------------------------------------------------------------------------------- */

size_t end_of_again(struct told *t, uint8_t *out)
{
    struct packer k;
    pack_start(&k, out, ENVELOPE_MAX);
    pack_array(&k, 1);
    pack_uint(&k, t->sent);
    t->again = false;
    return k.size;
}

size_t envelope_of(const struct told *t, uint64_t *from, uint8_t *out, size_t room)
{
    struct packer k;
    uint64_t to = *from;
    while (to < t->count && t->at[to + 1] - t->at[*from] + 16 <= room && to - *from < 30) /* within ITEMS_MAX */
        to++;
    to += to == *from; /* one at least */
    assert(to > *from);
    pack_start(&k, out, ENVELOPE_MAX);
    pack_array(&k, 1 + (size_t)(to - *from));
    pack_uint(&k, *from);
    pack_raw(&k, t->bytes + t->at[*from], t->at[to] - t->at[*from]);
    assert(!k.bad);
    *from = to;
    return k.size;
}

bool liar_hands_over(struct liar *l, unsigned party)
{
    static uint8_t out[ENVELOPE_MAX];
    struct told *t = l->told[party];
    struct party *p = l->bot[party];
    while (t->sent < t->count && p->failed == CHECK_FINE) {
        size_t size = envelope_of(t, &t->sent, out, ENVELOPE_MAX);
        party_take(p, out, size);
    }
    if (t->again && p->failed == CHECK_FINE)
        party_take(p, out, end_of_again(t, out));
    return p->failed == CHECK_FINE;
}

bool deliver(struct liar *l, unsigned party)
{
    static uint8_t in[ENVELOPE_MAX];
    struct told *t = l->told[party];
    size_t size;
    if (is_outside(l, party))
        return deliver_outside(l);
    do {
        if (!liar_hands_over(l, party))
            return false;
        while ((size = party_reply(l->bot[party], in)) > 0)
            liar_hears(l, party, in, size);
    } while (t->again);
    return party_settle(l->bot[party]) == CHECK_FINE;
}
