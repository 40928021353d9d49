/* record_lacks: whose cosignatures a match lacks, from its record alone. */
#include "record_lacks.h"

#include <stdio.h>

#include "log/proof.h"
#include "record/replay.h"
#include "wire/codec.h"

static void proof_lacks(const char *key, const struct msg *open, const char *policy, char lacks[POLICY_LACKS])
{
    static struct policy p;
    struct note_key log;
    char why[POLICY_WHY];
    size_t size = 0;
    const char *note = proof_checkpoint((const char *)open->blob2, open->blob2_size, &size);
    if (!note || note_key_parse(key, &log))
        return;
    if (policy_load(&p, policy, why))
        snprintf(lacks, POLICY_LACKS, "the log's policy cannot be read: %.400s", why);
    else
        policy_lacks(&p, &log, note, size, lacks);
}

void record_lacks(const char *replay, const char *policy, char lacks[POLICY_LACKS])
{
    static struct offer offer; /* static for its size */
    struct replay file;
    struct record rec;
    struct msg m = { .type = 0 };
    bool offered = false;
    lacks[0] = '\0';
    if (!policy || !*policy || replay_load(&file, replay))
        return;
    while (m.type != MSG_OPEN && replay_next(&file, &rec))
        if (rec.type < REC_HEADER && msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK)
            offered |= m.type == MSG_OFFER && read_offer(m.blob, m.blob_size, &offer);
    if (m.type == MSG_OPEN && offered)
        proof_lacks(offer.log_key, &m, policy, lacks);
    replay_unload(&file);
}
