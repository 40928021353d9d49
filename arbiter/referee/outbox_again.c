/* outbox_again: what a bot was told once and is told again, byte for byte from the record. */
#include <string.h>

#include "outbox.h"
#include "record/transcript.h"

/* The next record that was a message to this seat. */
static bool next_told(struct replay *replay, unsigned seat, struct record *rec)
{
    while (replay_next(replay, rec))
        if (rec->type < MSG_HELLO && visible_for(rec->visibility, seat))
            return true;
    return false;
}

/* False: the record cannot be read, which it notes, or does not hold so many. */
static bool head_after(struct referee *r, unsigned party, uint64_t have, uint8_t head[HASH])
{
    struct replay replay;
    struct record rec;
    struct chain v, p;
    uint64_t n = 0;
    uint8_t key[HASH];
    const uint8_t *match_id = course_match_id(r->course);
    const struct journal *j = &r->ports.journal;
    if (!record_holds(r))
        return false;
    if (j->load(j->ctx, &replay) != 0) {
        record_failed(r, -1);
        return false;
    }
    deal_view_key(key, r->seed, match_id, party);
    chain_public(&p, match_id);
    chain_view(&v, key, match_id, party);
    for (; n < have && next_told(&replay, party, &rec); n++) {
        if (n == 0)
            continue; /* OFFER is in no chain */
        if (rec.visibility == VISIBLE_ALL)
            chain_link_public(&p, rec.payload, rec.size);
        else
            chain_link_private(&v, &p, rec.payload, rec.size);
    }
    j->unload(j->ctx, &replay);
    chain_have(head, &v, &p);
    return n == have;
}

enum head_known outbox_head_at(struct referee *r, unsigned party, uint64_t have, uint8_t head[HASH])
{
    const struct course_kept *k = course_kept(r->course, party);
    bool known = have <= k->sent;
    if (known && have == k->first && k->count == 0)
        course_head(r->course, party, head);
    else if (known)
        known = head_after(r, party, have, head);
    if (r->journal_error != 0)
        return HEAD_UNKNOWN; /* the record cannot be read: that is not the bot's fault, and the match ends as void */
    return known ? HEAD_IS : HEAD_NOT;
}

struct again {
    uint64_t first; /* number of the first message in it */
    unsigned count;
    size_t size; /* their bytes */
};

static bool fits_again(const struct again *e, const struct record *rec)
{
    return e->count < ENVELOPE_MESSAGES && ENVELOPE_HEAD + e->size + rec->size <= ENVELOPE_MAX;
}

static void add_again(struct referee *r, struct again *e, const struct record *rec)
{
    memcpy(r->resend + ENVELOPE_HEAD + e->size, rec->payload, rec->size);
    e->size += rec->size;
    e->count++;
}

static void send_again(struct referee *r, unsigned seat, struct again *e)
{
    const uint8_t *at = outbox_envelope_head(r->resend + ENVELOPE_HEAD, e->first, e->count);
    record_sent(r, seat, e->first, e->count);
    if (record_holds(r))
        outbox_hand_over(r, seat, at, (size_t)(r->resend + ENVELOPE_HEAD + e->size - at), -1, AT_ONCE);
    *e = (struct again){ .first = e->first + e->count };
}

/* What is sent again ends: the first number that was not sent before, and no message. */
static void end_again(struct referee *r, unsigned seat, struct again *e)
{
    if (e->count > 0)
        send_again(r, seat, e);
    send_again(r, seat, e);
}

/* Behind the end stands what was made while nobody was there to be told and had no room to wait. */
void outbox_again(struct referee *r, unsigned seat, uint64_t from, const struct course_kept *kept)
{
    const struct journal *j = &r->ports.journal;
    struct again e = { .first = from };
    struct replay replay;
    struct record rec;
    if (!record_holds(r))
        return;
    if (j->load(j->ctx, &replay) != 0) {
        record_failed(r, -1);
        return;
    }
    for (uint64_t n = 0; n < kept->first && next_told(&replay, seat, &rec); n++) {
        if (n < from)
            continue;
        if (n == kept->sent)
            end_again(r, seat, &e);
        else if (!fits_again(&e, &rec))
            send_again(r, seat, &e);
        add_again(r, &e, &rec);
    }
    j->unload(j->ctx, &replay);
    if (kept->sent == kept->first)
        end_again(r, seat, &e);
    else if (e.count > 0)
        send_again(r, seat, &e);
}
