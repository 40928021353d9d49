/* audit_pause: time that is nobody's (REPLAY.md section 2, PAUSE).  It rests on the arbiter's word, so it is added up. */
#include "state.h"

static void move(uint64_t *us, uint64_t from, uint64_t until)
{
    if (*us < until)
        *us += until - (from > *us ? from : *us);
}

/* While a clock stands still nothing passes that could be given back. */
static void pause_seat(struct audit *a, struct seat_state *s, uint64_t from, uint64_t until)
{
    if (s->frozen && s->frozen_us < until)
        until = s->frozen_us;
    if (until <= from)
        return;
    move(&s->start_us, from, until);
    move(&s->paid_us, from, until);
    move(&s->since_us, from, until);
    if (s->left_us)
        move(&s->left_us, from, until);
    for (unsigned t = 0; t < a->tables; t++)
        move(&s->due[t].asked_us, from, until);
    move(&s->signs.asked_us, from, until);
}

bool audit_judge_pause(struct audit *a)
{
    struct rec_pause in;
    bool read = rec_pause_read(&a->rec, &in);
    if (!read || (in.party >= a->parties && in.party != NOBODY) || in.reason < PAUSE_ARBITER || in.reason > PAUSE_LINE)
        return ARBITER_LIES(a, "not a record of time that is nobody's");
    if (in.from_us >= in.until_us || in.until_us > a->rec.us)
        return ARBITER_LIES(a, "a pause from %llu to %llu us, recorded at %llu us", (unsigned long long)in.from_us,
                            (unsigned long long)in.until_us, (unsigned long long)a->rec.us);
    if (a->stage == STAGE_OVER)
        return ARBITER_LIES(a, "a pause after the match was over");
    for (unsigned i = 0; i < a->parties; i++) {
        if (in.party != i && in.party != NOBODY)
            continue;
        audit_thaw(a, i, false);
        pause_seat(a, &a->seat[i], in.from_us, in.until_us);
        a->report->paused_us[i] += in.until_us - in.from_us;
        a->report->paused_for_us[i][in.reason] += in.until_us - in.from_us;
    }
    return true;
}
