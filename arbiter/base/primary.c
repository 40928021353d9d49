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
static void take_top(struct primary *p, const struct record *rec, const struct offer *o, bool came[PAIR_PLACES_MAX],
                     const struct primary_reader *by)
{
    static struct from_seat f; /* too large for the stack */
    struct rec_received in;
    f.count = 0;
    if (!rec_received_read(rec, &in) || in.party >= o->seats)
        return;
    if (by == NULL ? bot_envelope_read(in.bytes, in.size, o->tables, f.msg, &f.count, &f.ack) != WIRE_OK
                   : !by->read(by->ctx, in.bytes, in.size, o->tables, &f))
        return;
    for (const struct seat_message *m = f.msg; m < f.msg + f.count; m++) {
        if (m->type != MSG_CUT || m->hand != o->hands_max || m->table >= o->tables)
            continue;
        memcpy(p->top[m->table * o->seats + in.party], m->a, HASH);
        came[m->table * o->seats + in.party] = true;
    }
}

bool primary_read(struct primary *p, struct replay *r, const struct primary_reader *by)
{
    struct record rec;
    struct twin t;
    bool opened = false, came[PAIR_PLACES_MAX] = { false };
    while (replay_next(r, &rec)) {
        if (rec.type == MSG_OPEN && !opened && !(opened = take_open(p, &rec, &t)))
            return false;
        if (rec.type == REC_RECEIVED && opened)
            take_top(p, &rec, &t.primary, came, by);
    }
    for (unsigned i = 0; opened && i < t.primary.tables * t.primary.seats; i++)
        opened = came[i];
    return opened;
}
