/* outbox_again: what a bot was told once and is told again, byte for byte from the record. */
#include <string.h>

#include "outbox.h"
#include "record/transcript.h"

/* Reads the record on from `at`, of which a copy may stand in memory.  False: it cannot be read, which it notes. */
static bool read_on(struct referee *r, size_t at, bool anew)
{
    const struct journal *j = &r->ports.journal;
    if (anew) {
        j->unload(j->ctx, &r->record);
        if (j->load(j->ctx, &r->record) != 0) {
            record_failed(r, -1);
            return false;
        }
    }
    r->record.at = at < r->record.size ? at : r->record.size; /* somebody may have cut it short */
    return true;
}

/* The next record that was a message to this seat.  Where the copy ends the file may have more. */
static bool next_told(struct referee *r, unsigned seat, struct record *rec)
{
    bool anew = false;
    do
        while (replay_next(&r->record, rec))
            if (rec->type < MSG_HELLO && visible_for(rec->visibility, seat))
                return true;
    while (!anew && (anew = read_on(r, r->record.at, true)));
    return false;
}

/* The place behind the messages that the party has; the record is read on from there.  False: the record does not hold so many, or
 * cannot be read. */
static bool go_to(struct referee *r, unsigned party, uint64_t have)
{
    struct told_place *t = &r->line[party].told;
    const uint8_t *match_id = course_match_id(r->course);
    struct record rec;
    uint8_t key[HASH];
    if (!record_holds(r))
        return false;
    if (have < t->number || t->number == 0) {
        *t = (struct told_place){ 0 };
        deal_view_key(key, r->seed, match_id, party);
        chain_public(&t->pub, match_id);
        chain_view(&t->view, key, match_id, party);
    }
    if (!read_on(r, t->at, r->record.bytes == NULL))
        return false;
    for (; t->number < have && next_told(r, party, &rec); t->number++, t->at = r->record.at) {
        if (t->number == 0)
            continue; /* OFFER is in no chain */
        if (rec.visibility == VISIBLE_ALL)
            chain_link_public(&t->pub, rec.payload, rec.size);
        else
            chain_link_private(&t->view, &t->pub, rec.payload, rec.size);
    }
    return t->number == have;
}

enum head_known outbox_head_at(struct referee *r, unsigned party, uint64_t have, uint8_t head[HASH])
{
    const struct course_kept *k = course_kept(r->course, party);
    bool known = have <= k->sent;
    if (known && have == k->first && k->count == 0)
        course_head(r->course, party, head);
    else if (known && (known = go_to(r, party, have)))
        chain_have(head, &r->line[party].told.view, &r->line[party].told.pub);
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

/* The messages from `from` on, which the record is read on at. */
static void pieces(struct referee *r, unsigned seat, uint64_t from, uint64_t until)
{
    struct again e = { .first = from };
    struct record rec;
    for (uint64_t n = from; n < until && next_told(r, seat, &rec); n++) {
        if (!fits_again(&e, &rec))
            send_again(r, seat, &e);
        add_again(r, &e, &rec);
    }
    if (e.count > 0)
        send_again(r, seat, &e);
}

/* Behind the end, which is the first number that was not sent before, and no message, stands what was made while nobody was there to be
 * told and had no room to wait. */
void outbox_again(struct referee *r, unsigned seat, uint64_t have, const struct course_kept *kept)
{
    uint64_t until = course_again_until(kept, have);
    if (have < kept->first && !go_to(r, seat, have))
        return;
    pieces(r, seat, have, until);
    send_again(r, seat, &(struct again){ .first = kept->sent });
    if (until < kept->sent)
        return;
    pieces(r, seat, until, kept->first);
    r->ports.journal.unload(r->ports.journal.ctx, &r->record);
}
