/* referee_open: before the first card: HELLO, OFFER, JOIN, OPEN.
 *
 * There is no match id and no chain before the OFFER, so a fault before it waits in its chair until every
 * other seat has said hello or the start limit is over.  Then all that are there get OFFER and the result. */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "log/entry.h"
#include "log/proof.h"
#include "record/header.h"
#include "record/inputs.h"
#include "referee_state.h"

/* --- OFFER ---------------------------------------------------------------------------------------- */

/* As the host has configured it; whoever has said HELLO adds to it. */
static void fill_offer(const struct referee *r, struct offer *o)
{
    const struct referee_config *c = &r->config;
    memset(o, 0, sizeof *o);
    memcpy(o->tournament, c->tournament, sizeof o->tournament);
    o->number = c->number;
    rules_text(&r->rules, o->rules);
    o->games = c->games;
    o->seats = c->seats;
    o->cutters = c->cutters;
    for (unsigned i = 0; i < c->seats; i++)
        memcpy(o->name[i], r->chair[i].name, NAME_TEXT);
    for (unsigned i = 0; i < r->parties; i++)
        memcpy(o->key[i], r->chair[i].key, ID); /* zero: it never said hello, and nobody was expected */
    memcpy(o->arbiter, c->key + KEY_SECRET - KEY_PUBLIC, ID);
    deal_seed_commit(o->seed_commit, r->seed, r->nonce);
    memcpy(o->nonce, r->nonce, ID);
    o->seed_source = c->seed_fixed ? SEED_FIXED : SEED_DRAWN;
    o->hands_max = c->hands_max;
    o->tables = r->tables;
    o->bank_us = (uint64_t)c->bank_us;
    o->inc_us = (uint64_t)c->inc_us;
    o->cap_us = (uint64_t)c->cap_us;
    o->grace_us = (uint64_t)c->grace_us;
    o->start_us = (uint64_t)c->start_us;
    o->tick_us = c->tick_us;
    o->on_timeout = c->on_timeout;
    o->sign = c->sign;
    o->reveal = c->reveal;
    memcpy(o->twin, r->twin, r->twin_size);
    o->twin_size = (uint32_t)r->twin_size;
    memcpy(o->log_key, c->log_key, sizeof o->log_key);
    strcpy(o->engine, ENGINE_TEXT);
    o->sign_every = c->sign_every;
    o->duty_us = (uint64_t)c->duty_us;
    memcpy(o->held, c->held, sizeof o->held);
    memcpy(o->log_policy, c->log_policy, sizeof o->log_policy);
    memcpy(o->bots, c->bots, sizeof o->bots);
    memcpy(o->host, c->host, sizeof o->host);
    o->blind = c->blind;
}

bool open_record_header(struct referee *r)
{
    static struct header h; /* too large for the stack */
    static uint8_t bytes[HEADER_MAX];
    fill_offer(r, &h.offer);
    memcpy(h.server, r->config.server, sizeof h.server);
    size_t size = header_pack(&h, bytes);
    assert(size > 0);
    outbox_record(r, REC_HEADER, VISIBLE_ARBITER, bytes, size);
    return outbox_record_holds(r);
}

void open_make_offer(struct referee *r)
{
    struct offer o;
    struct packer p;
    fill_offer(r, &o);
    if (o.blind)
        offer_hide_players(&o);
    pack_start(&p, r->offer, sizeof r->offer);
    pack_offer(&p, &o);
    assert(!p.bad);
    r->offer_size = p.size;
    deal_match_id(r->match_id, r->offer, r->offer_size);
    for (unsigned t = 0; t < r->tables; t++) {
        deal_table_id(r->table[t].id, r->match_id, t);
        if (r->twin_cuts == NULL)
            memcpy(r->table[t].deal_id, r->table[t].id, HASH);
    }
    memcpy(r->result.match_id, r->match_id, HASH);
    chain_public(&r->open_chain, r->match_id);
    for (unsigned i = 0; i < r->parties; i++) {
        struct chair *c = &r->chair[i];
        deal_view_key(c->view_key, r->seed, r->match_id, i);
        chain_view(&c->view, c->view_key, r->match_id, i);
        pack_msg_offer(outbox_pack(r), r->offer, r->offer_size, i, c->view_key);
        outbox_offer(r, i);
    }
}

static bool anybody_at_fault(const struct referee *r)
{
    for (unsigned i = 0; i < r->parties; i++)
        if (r->chair[i].early.fault != FAULT_NONE)
            return true;
    return false;
}

void open_check_hellos(struct referee *r)
{
    for (unsigned i = 0; i < r->parties; i++)
        if (!r->chair[i].said_hello && r->chair[i].early.fault == FAULT_NONE)
            return;
    open_make_offer(r);
    if (anybody_at_fault(r)) {
        ending_unstarted(r);
        return;
    }
    struct control_frame offered = control_of(CONTROL_OFFERED, NOBODY);
    r->ports.notify(r->ports.ctx, &offered);
    r->stage = STAGE_JOIN;
    outbox_flush_all(r, OWES_JOIN);
}

void open_early_fault(struct referee *r, unsigned seat, enum fault f, uint64_t a, uint64_t b)
{
    struct early_fault *e = &r->chair[seat].early;
    if (e->fault != FAULT_NONE)
        return;
    *e = (struct early_fault){ f, a, b };
    open_check_hellos(r);
}

void open_start_limit(struct referee *r)
{
    for (unsigned i = 0; i < r->parties; i++) {
        struct chair *c = &r->chair[i];
        bool over = r->now >= clock_add(c->start_us, r->config.start_us);
        if (c->said_hello || c->early.fault != FAULT_NONE || !over)
            continue;
        outbox_record_silence(r, i, FAULT_NO_START, c->start_us, r->now);
        c->early = (struct early_fault){ FAULT_NO_START, (uint64_t)r->config.start_us, 0 };
    }
    open_check_hellos(r);
}

/* --- OPEN ----------------------------------------------------------------------------------------- */

/* What the log said; errno is as it was. */
static void record_logged(struct referee *r, int error, const char *proof, long size)
{
    uint8_t payload[LOGGED_HEAD + LOG_PROOF];
    size_t length = size > 0 ? (size_t)size : 0;
    rec_logged_head(payload, &(struct rec_logged){ .error = (uint32_t)error });
    memcpy(payload + LOGGED_HEAD, proof, length);
    outbox_record(r, REC_LOGGED, VISIBLE_ARBITER, payload, LOGGED_HEAD + length);
    errno = error;
}

/* Brings OPEN into the log, where there is one; the length of the proof, or -1 with errno. */
static long log_open_entry(struct referee *r, const struct packer *open, const uint8_t signature[SIGNATURE],
                           char proof[LOG_PROOF])
{
    uint8_t entry[ENTRY_OPEN_MAX];
    struct packer p;
    size_t rest;
    bool logged = r->ports.log.open != NULL;
    /* What OPEN is made of is on the disk before it is public, or before a pair's cards are known to anybody: either
     * leg that was begun must not be begun again. */
    r->sync_due = logged || r->config.reveal == REVEAL_PAIR || r->twin_size > 0;
    if (r->sync_due && !outbox_record_holds(r)) {
        errno = r->journal_error;
        return -1;
    }
    if (!logged)
        return 0;
    pack_start(&p, entry, sizeof entry);
    entry_pack_open(&p, r->config.number, open->bytes, open->size, signature);
    assert(!p.bad);
    long size = r->ports.log.open(r->ports.log.ctx, entry, p.size, proof);
    record_logged(r, size < 0 ? errno : 0, proof, size);
    const char *note = size > 0 ? proof_checkpoint(proof, (size_t)size, &rest) : NULL;
    if (note != NULL)
        hash_bytes(r->checkpoint, note, rest);
    return size;
}

/* OPEN = [offer, [anchors | V_0 | signature of every party]], signed by the arbiter, with the log's proof.  False and
 * errno: it could not be logged, and nothing was made. */
static bool make_open(struct referee *r)
{
    char proof[LOG_PROOF];
    uint8_t open[sizeof r->offer + PARTIES_MAX * 128 + PLACES_MAX * HASH], signature[SIGNATURE];
    struct packer p;
    struct message text;
    pack_start(&p, open, sizeof open);
    pack_array(&p, 2);
    pack_bin(&p, r->offer, r->offer_size);
    pack_array(&p, r->parties);
    for (unsigned i = 0; i < r->parties; i++) {
        uint8_t anchors[TABLES_MAX * HASH], join[sizeof anchors + HASH + SIGNATURE];
        for (unsigned t = 0; t < r->tables; t++)
            memcpy(anchors + t * HASH, r->table[t].place[i].anchor, HASH);
        join_write(join, r->tables, anchors, r->chair[i].join_view, r->chair[i].join_signature);
        pack_bin(&p, join, join_size(r->tables));
    }
    assert(!p.bad);
    open_message(&text, open, p.size);
    sign_message(signature, r->config.key, &text);
    long proof_size = log_open_entry(r, &p, signature, proof);
    if (proof_size < 0)
        return false;
    pack_msg_open(outbox_pack(r), open, p.size, signature, proof, (size_t)proof_size);
    outbox_public(r, MSG_OPEN);
    return true;
}

void open_check_joins(struct referee *r)
{
    for (unsigned i = 0; i < r->parties; i++)
        if (!r->chair[i].joined)
            return;
    if (!make_open(r)) {
        ending_void(r, ARBITER_DISK); /* LOGGED says what was wrong */
        return;
    }
    r->stage = STAGE_OPEN;
    for (struct table *t = r->table; t < r->table + r->tables; t++) {
        dealing_seal(r, t);
        t->stage = TABLE_CUT;
        round_owe_cuts(r, t);
    }
}
