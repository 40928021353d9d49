/* sim_resume: a simulated arbiter that is killed, and another that goes on from its record. */
#ifndef FIEL_TESTS_SIM_RESUME_H
#define FIEL_TESTS_SIM_RESUME_H

#include "sim.h"

/* The last whole record that ends at or before `cut`; `file` becomes a reader over so much. */
SIM size_t resume_whole(struct replay *file, const uint8_t *bytes, size_t cut)
{
    struct record rec;
    size_t whole = 0;
    replay_over(file, bytes, cut);
    while (replay_next(file, &rec))
        whole = (size_t)rec.offset + RECORD_HEADER + rec.size;
    if (whole > 0)
        replay_over(file, bytes, whole);
    return whole;
}

typedef int resume_function(struct referee *r, const struct replay *file, int64_t *now, char why[CONTROL_TEXT]);

/* A new arbiter over the first `cut` bytes of a record, and new bots with the old keys; none has said anything
 * yet.  Writing the record fails from the call `fail_at` on, or SIM_NEVER.  NULL: no record is whole yet. */
SIM struct sim *sim_resumed_by(resume_function *resume, const struct referee_config *c, uint8_t seed_byte,
                               const uint8_t *bytes, size_t cut, int64_t fail_at)
{
    struct replay file;
    char why[CONTROL_TEXT];
    size_t whole = resume_whole(&file, bytes, cut);
    if (whole == 0)
        return NULL;
    struct sim *s = sim_new(c, seed_byte);
    s->record.size = 0;
    record_put(&s->record, bytes, whole);
    s->record.flushed = whole;
    s->record.fail_at = fail_at;
    if (resume(s->referee, &file, &s->now, why) != 0) {
        fprintf(stderr, "cut at %zu of %zu: %s\n", cut, whole, why);
        assert(0 && "the record is not resumed");
    }
    assert(memcmp(s->record.bytes, bytes, whole) == 0);
    return s;
}

SIM struct sim *sim_resumed(const struct referee_config *c, uint8_t seed_byte, const uint8_t *bytes, size_t cut)
{
    return sim_resumed_by(referee_resume, c, seed_byte, bytes, cut, SIM_NEVER);
}

#endif
