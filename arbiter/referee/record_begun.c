#include "record_begun.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "record/header.h"
#include "cli/say.h"

/* The nonce stands in the header. */
static void take_nonce(struct record_begun *b, const struct record *rec)
{
    static struct header h; /* too large for a stack that is not asked for */
    if (rec->type == REC_HEADER && header_read(rec, &h))
        memcpy(b->nonce, h.offer.nonce, HASH);
    b->offered |= rec->type == MSG_OFFER;
}

int record_begun_load(struct record_begun *b, const struct journal *j, const char *path, bool torn,
                      char why[CONTROL_TEXT])
{
    struct replay all;
    struct record rec;
    memset(b, 0, sizeof *b);
    if (j->load(j->ctx, &all))
        return why_not(why, CONTROL_TEXT, "%.150s cannot be read: %s", path, strerror(errno));
    uint64_t header = 0;
    while (replay_next(&all, &rec)) {
        b->size = rec.offset + RECORD_HEADER + rec.size;
        if (header == 0)
            header = b->size;
        take_nonce(b, &rec);
    }
    if (!b->offered)
        b->size = header;
    const char *wrong = all.end == REPLAY_NOT_A_REPLAY    ? "is no replay"
                        : all.end == REPLAY_OTHER_VERSION ? replay_end_text(all.end)
                        : all.end == REPLAY_COMPLETE || all.end == REPLAY_AFTER_TRAILER
                            ? "is complete: there is nothing to resume"
                        : all.end == REPLAY_BAD_RECORD && !torn ? "is damaged"
                                                                : NULL;
    if (!wrong && b->size > 0)
        b->bytes = malloc(b->size);
    if (!wrong && !b->bytes)
        wrong = b->size ? "is too large for the memory that is free" : "holds no record: play the match anew";
    if (b->bytes) {
        memcpy(b->bytes, all.bytes, b->size);
        replay_over(&b->file, b->bytes, b->size);
    }
    j->unload(j->ctx, &all);
    if (!wrong)
        return 0;
    return why_not(why, CONTROL_TEXT, "%.150s %s", path, wrong);
}

void record_begun_free(struct record_begun *b)
{
    free(b->bytes);
    b->bytes = NULL;
}
