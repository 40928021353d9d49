/* referee_record: what stands in the record, and when it is safe there.
 *
 * Everything is recorded and with the kernel before an envelope is handed to a seat process, and on the disk before RESULT
 * leaves: nothing of a match outlives a power cut but its result. */
#include <assert.h>
#include <errno.h>
#include <string.h>

#include "referee_state.h"

void record_failed(struct referee *r, int bad)
{
    if (bad != 0 && r->journal_error == 0)
        r->journal_error = errno != 0 ? errno : EIO;
}

void record_add(struct referee *r, unsigned type, unsigned visibility, const void *payload, size_t size)
{
    if (r->journal_error != 0)
        return;
    const struct journal *j = &r->ports.journal;
    record_failed(r, j->append(j->ctx, type, visibility, (uint64_t)course_now(r->course), payload, size));
}

bool record_header(struct referee *r)
{
    static uint8_t bytes[HEADER_MAX]; /* too large for the stack */
    size_t size = header_pack(course_header(r->course), bytes);
    assert(size > 0);
    record_add(r, REC_HEADER, VISIBLE_ARBITER, bytes, size);
    return record_holds(r);
}

static void record_received(struct referee *r, const struct rec_received *in)
{
    size_t size = in->size < ENVELOPE_MAX ? in->size : ENVELOPE_MAX; /* what is longer is a fault by its length alone */
    rec_received_head(r->received, in);
    if (size > 0)
        memcpy(r->received + RECEIVED_HEAD, in->bytes, size);
    record_add(r, REC_RECEIVED, VISIBLE_ARBITER, r->received, RECEIVED_HEAD + size);
}

void record_input(struct referee *r, const struct input *in)
{
    uint8_t payload[PAUSE_SIZE > SILENCE_SIZE ? PAUSE_SIZE : SILENCE_SIZE];
    size_t size = 0;
    switch (in->type) {
    case REC_RECEIVED: record_received(r, &in->received); return;
    case REC_SILENCE:
        rec_silence_write(payload, &in->silence);
        size = SILENCE_SIZE;
        break;
    case REC_SEAT:
        rec_seat_write(payload, &in->seat);
        size = SEAT_SIZE;
        break;
    case REC_PAUSE:
        rec_pause_write(payload, &in->pause);
        size = PAUSE_SIZE;
        break;
    case REC_VOID:
        rec_void_write(payload, &in->voided);
        size = VOID_SIZE;
        break;
    default: assert(in->type == REC_REVEAL_NOW); break;
    }
    record_add(r, in->type, VISIBLE_ARBITER, payload, size);
}

void record_sent(struct referee *r, unsigned seat, uint64_t first, unsigned count)
{
    uint8_t payload[SENT_SIZE];
    rec_sent_write(payload, &(struct rec_sent){ (uint8_t)seat, first, count });
    record_add(r, REC_SENT, VISIBLE_ARBITER, payload, sizeof payload);
}

bool record_holds(struct referee *r)
{
    if (r->journal_error != 0)
        return r->unrecorded;
    const struct journal *j = &r->ports.journal;
    record_failed(r, r->sync_due ? j->sync(j->ctx) : j->flush(j->ctx));
    r->sync_due = false;
    return r->journal_error == 0;
}

/* What the log said. */
static void record_logged(struct referee *r, int error, const char *proof, long size)
{
    uint8_t payload[LOGGED_HEAD + LOG_PROOF];
    size_t length = size > 0 ? (size_t)size : 0;
    rec_logged_head(payload, &(struct rec_logged){ .error = (uint32_t)error });
    memcpy(payload + LOGGED_HEAD, proof, length);
    record_add(r, REC_LOGGED, VISIBLE_ARBITER, payload, LOGGED_HEAD + length);
}

long record_log(struct referee *r, const void *entry, size_t size, char proof[LOG_PROOF])
{
    bool logged = r->ports.log.open != NULL;
    /* What OPEN is made of is on the disk before it is public, or before a pair's cards are known to anybody: either
     * leg that was begun must not be begun again. */
    r->sync_due = logged || r->config.reveal == REVEAL_PAIR || r->twin_cuts != NULL;
    if (r->sync_due && !record_holds(r))
        return -1;
    if (!logged)
        return 0;
    long proof_size = r->ports.log.open(r->ports.log.ctx, entry, size, proof);
    record_logged(r, proof_size < 0 ? errno : 0, proof, proof_size);
    return proof_size;
}
