/* due: a list schedule of what waits, over the workers that there are. */
#include "due.h"

#include <stdlib.h>

#include "store/store_workers.h"

enum { LOOKED_AT = 200, ENOUGH = 3, UNKNOWN_MS = 60000, HANDS = 4096, HELD = 50 };

struct due_state {
    struct job done[LOOKED_AT], list[DUE_MOST];
    size_t dones;
    int64_t free_at[HANDS];
    size_t hands;
};

/* The mean of such jobs lately: of this event, else of this kind, else of all. */
static int64_t takes(const struct due_state *d, const struct job *j)
{
    for (unsigned level = 0; level < 3; level++) {
        int64_t sum = 0, n = 0;
        for (size_t i = 0; i < d->dones; i++) {
            const struct job *x = &d->done[i];
            if (!x->begun_ms || (level < 2 && x->kind != j->kind) || (level < 1 && x->event != j->event))
                continue;
            sum += x->done_ms - x->begun_ms;
            n++;
        }
        if (n >= ENOUGH)
            return sum / n;
    }
    return UNKNOWN_MS;
}

static int64_t *first_free(struct due_state *d)
{
    size_t best = 0;
    for (size_t h = 1; h < d->hands; h++)
        if (d->free_at[h] < d->free_at[best])
            best = h;
    return &d->free_at[best];
}

/* When a worker will be done with this one; what takes longer than others takes a while yet. */
static int64_t ends(const struct due_state *d, const struct job *j, int64_t now)
{
    int64_t took = takes(d, j), at = j->begun_ms + took;
    return at > now + took / 4 ? at : now + took / 4;
}

static void set_times(struct due_state *d, struct due_job *out, size_t n, int64_t workers, int64_t now)
{
    size_t playing = 0;
    while (playing < n && out[playing].job.state == JOB_LEASED)
        playing++;
    d->hands = workers > (int64_t)playing ? (size_t)workers : playing;
    d->hands = d->hands < HANDS ? d->hands : HANDS;
    for (size_t h = 0; h < d->hands; h++)
        d->free_at[h] = h < playing ? ends(d, &out[h].job, now) : now;
    for (size_t i = playing; i < n && d->hands; i++) {
        int64_t *hand = first_free(d);
        bool ready = out[i].job.ready_ms <= *hand;
        out[i].at_ms = ready ? *hand : out[i].job.ready_ms;
        if (ready)
            *hand += takes(d, &out[i].job);
    }
}

static int read_lately(struct store *s, struct due_state *d, int64_t *workers, struct store_error *e)
{
    int bad = store_jobs(s, &(struct job_filter){ .state = JOB_DONE, .kind = -1 }, d->done, LOOKED_AT, &d->dones, e);
    return bad ? bad : store_working(s, workers, e);
}

int due_lasts(struct store *s, int64_t event, int64_t *ms, int64_t *workers, struct store_error *e)
{
    OWNED struct due_state *d = calloc(1, sizeof *d);
    e->code = STORE_ENVIRONMENT;
    int bad = d ? read_lately(s, d, workers, e) : STORE_ENVIRONMENT;
    *ms = bad ? 0 : takes(d, &(struct job){ .kind = JOB_PLAY, .event = event });
    return bad;
}

static void append(struct due_state *d, size_t got, int state, struct due_job *out, size_t *n)
{
    for (size_t i = 0; i < got && *n < DUE_MOST; i++)
        if (state < 0 || (int)d->list[i].state == state)
            out[(*n)++] = (struct due_job){ .job = d->list[i] };
}

int due_read(struct store *s, struct due_job out[DUE_MOST], size_t *n, int64_t *workers, struct store_error *e)
{
    static const struct job_filter apart[] = { { .state = JOB_QUEUED, .kind = -1, .held = true },
                                               { .state = JOB_PARKED, .kind = -1 } };
    OWNED struct due_state *d = calloc(1, sizeof *d);
    size_t got = 0;
    *n = 0;
    e->code = STORE_ENVIRONMENT;
    int bad = d ? read_lately(s, d, workers, e) : STORE_ENVIRONMENT;
    if (!bad)
        bad = store_jobs(s, &(struct job_filter){ .state = -1, .kind = -1, .due = true }, d->list, DUE_MOST, &got, e);
    if (!bad) {
        append(d, got, JOB_LEASED, out, n);
        append(d, got, JOB_QUEUED, out, n);
        set_times(d, out, *n, *workers, store_now(s));
    }
    for (size_t k = 0; !bad && k < sizeof apart / sizeof *apart; k++) {
        bad = store_jobs(s, &apart[k], d->list, HELD, &got, e);
        append(d, got, -1, out, n);
    }
    return bad;
}
