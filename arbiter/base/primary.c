#include "primary.h"

#include <string.h>

#include "record/inputs.h"
#include "record/twin.h"

/* The OPEN, and from the offer in it how long the chains of cuts are and how many. */
static bool take_open(struct primary *p, const struct record *rec, struct twin *t)
{
    struct msg m;
    if (msg_read(rec->payload, rec->size, FROM_ARBITER, &m) != WIRE_OK || m.blob_size > sizeof p->open)
        return false;
    memcpy(p->open, m.blob, m.blob_size);
    p->open_size = m.blob_size;
    memcpy(p->signature, m.signature, SIGNATURE);
    if (twin_primary(t, p->open, p->open_size) != NULL)
        return false;
    memcpy(p->nonce, t->primary.nonce, HASH);
    return true;
}

/* x[T], where it is in what came. */
static void take_top(struct primary *p, const struct record *rec, const struct offer *o, bool came[PAIR_PLACES_MAX])
{
    struct envelope e;
    struct msg m;
    struct rec_received in;
    unsigned parties = (unsigned)o->seats + o->cutters;
    if (!rec_received_read(rec, &in) || in.party >= parties || envelope_open(&e, in.bytes, in.size) != WIRE_OK)
        return;
    while (e.left > 0 && envelope_next(&e, FROM_BOT, &m) == WIRE_OK) {
        if (m.type != MSG_CUT || m.hand != o->hands_max || m.table >= o->tables)
            continue;
        memcpy(p->top[m.table * parties + in.party], m.x, HASH);
        came[m.table * parties + in.party] = true;
    }
}

bool primary_read(struct primary *p, struct replay *r)
{
    struct record rec;
    struct twin t;
    bool opened = false, came[PAIR_PLACES_MAX] = { false };
    while (replay_next(r, &rec)) {
        if (rec.type == MSG_OPEN && !opened && !(opened = take_open(p, &rec, &t)))
            return false;
        if (rec.type == REC_RECEIVED && opened)
            take_top(p, &rec, &t.primary, came);
    }
    for (unsigned i = 0; opened && i < t.primary.tables * ((unsigned)t.primary.seats + t.primary.cutters); i++)
        opened = came[i];
    return opened;
}
