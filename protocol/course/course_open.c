/* course_open: before the first card: HELLO, OFFER, JOIN, OPEN.
 *
 * There is no match id and no chain before the OFFER, so a fault before it waits with its party until every
 * other seat has said hello or the start limit is over.  Then all that are there get OFFER and the result. */
#include <assert.h>
#include <string.h>

#include "log/entry.h"
#include "log/proof.h"
#include "course_state.h"

/* --- OFFER ---------------------------------------------------------------------------------------- */

/* As the host has configured it, with what everybody has said in its HELLO. */
static void fill_offer(const struct course *co, struct offer *o)
{
    *o = co->header.offer;
    for (unsigned i = 0; i < co->seats; i++)
        memcpy(o->name[i], co->party[i].name, NAME_TEXT);
    for (unsigned i = 0; i < co->parties; i++)
        memcpy(o->key[i], co->party[i].key, ID); /* zero: it never said hello, and nobody was expected */
    if (o->blind)
        offer_hide_players(o);
}

void open_make_offer(struct course *co)
{
    struct offer o;
    struct packer p;
    fill_offer(co, &o);
    pack_start(&p, co->offer, sizeof co->offer);
    pack_offer(&p, &o);
    assert(!p.bad);
    co->offer_size = p.size;
    deal_match_id(co->match_id, co->offer, co->offer_size);
    for (unsigned t = 0; t < co->tables; t++) {
        deal_table_id(co->table[t].id, co->match_id, t);
        if (!co->second_leg)
            memcpy(co->table[t].deal_id, co->table[t].id, HASH);
    }
    memcpy(co->result.match_id, co->match_id, HASH);
    chain_public(&co->open_chain, co->match_id);
    for (unsigned i = 0; i < co->parties; i++) {
        struct course_party *c = &co->party[i];
        co->ports.view_key(co->ports.ctx, co->match_id, i, c->view_key);
        chain_view(&c->view, c->view_key, co->match_id, i);
        pack_msg_offer(pen_pack(co), co->offer, co->offer_size, i, c->view_key);
        pen_offer(co, i);
    }
}

static bool anybody_at_fault(const struct course *co)
{
    for (unsigned i = 0; i < co->parties; i++)
        if (co->party[i].early.fault != FAULT_NONE)
            return true;
    return false;
}

void open_check_hellos(struct course *co)
{
    for (unsigned i = 0; i < co->parties; i++)
        if (!co->party[i].said_hello && co->party[i].early.fault == FAULT_NONE)
            return;
    open_make_offer(co);
    if (anybody_at_fault(co)) {
        ending_unstarted(co);
        return;
    }
    struct course_event offered = pen_event(co, co->table, HAPPENS_OFFERED);
    pen_happens(co, &offered);
    co->stage = COURSE_JOIN;
    dues_owe_join(co);
}

void open_early_fault(struct course *co, unsigned seat, enum fault f, uint64_t a, uint64_t b)
{
    struct early_fault *e = &co->party[seat].early;
    if (e->fault != FAULT_NONE)
        return;
    *e = (struct early_fault){ f, a, b };
    open_check_hellos(co);
}

/* --- OPEN ----------------------------------------------------------------------------------------- */

/* Brings OPEN into the log, where there is one; the length of the proof, or -1. */
static long log_open_entry(struct course *co, const struct packer *open, const uint8_t signature[SIGNATURE],
                           char proof[LOG_PROOF])
{
    uint8_t entry[ENTRY_OPEN_MAX];
    struct packer p;
    size_t rest;
    pack_start(&p, entry, sizeof entry);
    entry_pack_open(&p, co->header.offer.number, open->bytes, open->size, signature);
    assert(!p.bad);
    long size = co->ports.log(co->ports.ctx, entry, p.size, proof);
    const char *note = size > 0 ? proof_checkpoint(proof, (size_t)size, &rest) : NULL;
    if (note != NULL)
        hash_bytes(co->checkpoint, note, rest);
    return size;
}

/* OPEN = [offer, [anchors | V_0 | signature of every party]], signed by the arbiter, with the log's proof.  False: it
 * could not be logged, and nothing was made. */
static bool make_open(struct course *co)
{
    char proof[LOG_PROOF];
    uint8_t open[sizeof co->offer + PARTIES_MAX * 128 + PLACES_MAX * HASH], signature[SIGNATURE];
    struct packer p;
    struct message text;
    pack_start(&p, open, sizeof open);
    pack_array(&p, 2);
    pack_bin(&p, co->offer, co->offer_size);
    pack_array(&p, co->parties);
    for (unsigned i = 0; i < co->parties; i++) {
        uint8_t anchors[TABLES_MAX * HASH], join[sizeof anchors + HASH + SIGNATURE];
        for (unsigned t = 0; t < co->tables; t++)
            memcpy(anchors + t * HASH, co->table[t].place[i].anchor, HASH);
        join_write(join, co->tables, anchors, co->party[i].join_view, co->party[i].join_signature);
        pack_bin(&p, join, join_size(co->tables));
    }
    assert(!p.bad);
    open_message(&text, open, p.size);
    pen_sign(co, signature, &text);
    long proof_size = log_open_entry(co, &p, signature, proof);
    if (proof_size < 0)
        return false;
    pack_msg_open(pen_pack(co), open, p.size, signature, proof, (size_t)proof_size);
    pen_public(co, MSG_OPEN);
    return true;
}

void open_table(struct course *co, struct table *t)
{
    cards_seal(co, t);
    t->stage = TABLE_CUT;
    dues_owe_cuts(co, t);
}

void open_check_joins(struct course *co)
{
    for (unsigned i = 0; i < co->parties; i++)
        if (!co->party[i].joined)
            return;
    if (!make_open(co)) {
        course_void(co, ARBITER_DISK); /* LOGGED says what was wrong */
        return;
    }
    co->stage = COURSE_OPEN;
    for (struct table *t = co->table; t < co->table + co->header.offer.at_once; t++)
        open_table(co, t);
}
