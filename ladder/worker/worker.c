/* worker: from the lease to the filing. */
#include "worker.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/say.h"
#include "filing/bound.h"
#include "filing/filing.h"
#include "worker_arbiter.h"
#include "worker_build.h"

/* A remote bot that is not at the door is looked for again after a minute, then two, up to half an hour; after ABSENCES times,
 * which is about a day, that counts against it. */
enum { RETRY_MS = 5000, IDLE_MS = 2000, ABSENT_MS = 60000, ABSENT_STEPS = 30, ABSENCES = 60 };

/* The legs as they were proved. */
struct proved {
    struct audit_pair pair;
    struct replay file[2];
    struct filed_leg leg[2];
    size_t legs;
    char log[2][STORE_SEATS][STORE_LOG_MAX];
};
enum { BUILD_LOG_MAX = STORE_LOG_MAX / 2 };

static void forget(struct proved *p)
{
    for (size_t i = 0; p && i < 2; i++)
        replay_unload(&p->file[i]);
    free(p);
}

static bool wrong(struct work *w, const char *what, const char *why)
{
    snprintf(w->why, sizeof w->why, "%.80s: %.160s", what, why);
    return false;
}

/* Is this the match that was ordered? */
static bool is_ordered(struct work *w, const struct audit_report *r, unsigned leg)
{
    struct bound b = {
        .ladder = &w->order->ladder, .seats = work_seats(w), .games = (uint32_t)work_games(w), .pair = work_twins(w)
    };
    char why[BOUND_WHY];
    for (unsigned seat = 0; seat < b.seats; seat++)
        b.seat[seat] = work_seat(w, (seat + b.seats - leg % b.seats) % b.seats);
    return !bound_differs(&b, r, why) || wrong(w, "another match than was ordered", why);
}

bool worker_refuses_strangers(const struct worker_plan *p)
{
    return !p->arbiter && !p->unheld && strcmp(p->jail, "strict") != 0;
}

/* Strangers' bots that may have met the deal before are not rated by it, whoever played them. */
static bool is_held(struct work *w, const struct proved *p)
{
    char text[UNHELD_TEXT];
    for (unsigned leg = 0; leg < p->legs && !w->plan->unheld; leg++) {
        const struct offer *o = &p->pair.leg[leg].offer;
        for (int64_t seat = 0; seat < w->order->seats; seat++)
            if (!w->order->seat[seat].own && !w->order->seat[seat].remote && offer_of_pair(o) && offer_unheld(o))
                return wrong(w, "a pair of authors' bots that is unheld", unheld_text(o->held, o->seats, text));
    }
    return true;
}

static bool prove_leg(struct work *w, struct proved *p, unsigned leg)
{
    char path[WORK_PATH];
    work_replay(w, leg, path);
    if (!*path)
        return true;
    if (replay_load(&p->file[leg], path))
        return wrong(w, "a replay", "it cannot be read");
    p->legs = leg + 1;
    if (audit_bytes(p->file[leg].bytes, p->file[leg].size, NULL, &p->pair.leg[leg]))
        return wrong(w, "a replay", "no memory to audit it");
    if (!filing_read(&p->pair.leg[leg], p->file[leg].bytes, p->file[leg].size, &p->leg[leg]))
        return wrong(w, "a replay that is not valid", p->pair.leg[leg].wrong);
    if (!is_ordered(w, &p->pair.leg[leg], leg))
        return false;
    p->leg[leg].started_ms = w->started_ms;
    p->leg[leg].ended_ms = w->ended_ms;
    return true;
}

static void take_logs(struct work *w, struct proved *p, unsigned leg)
{
    for (unsigned seat = 0; seat < STORE_SEATS; seat++) {
        /* In the twin everybody sits one seat further; the arbiter names logs by where the bot sits then. */
        p->leg[leg].seat[seat].log = p->log[leg][seat];
        p->leg[leg].seat[seat].log_size = work_log(w, leg, seat, p->log[leg][seat], STORE_LOG_MAX);
    }
}

/* Reads, audits and counts; NULL and why. */
static struct proved *prove(struct work *w)
{
    struct proved *p = calloc(1, sizeof *p);
    bool twins = work_twins(w);
    bool fine = p && prove_leg(w, p, 0) && prove_leg(w, p, 1);
    if (fine && !p->legs)
        fine = wrong(w, "the arbiter", "it left no replay");
    if (fine && twins && p->legs == 2) {
        audit_both(&p->pair);
        if (!p->pair.valid)
            fine = wrong(w, "the two legs are no pair", p->pair.wrong);
    }
    fine = fine && is_held(w, p);
    for (unsigned leg = 0; fine && leg < p->legs; leg++)
        take_logs(w, p, leg);
    if (fine)
        return p;
    if (!p)
        wrong(w, "the result", "no memory");
    forget(p);
    return NULL;
}

/* --- what is filed ---------------------------------------------------------------------------------------------- */

static int file_pair(struct work *w, struct proved *p, struct store_error *e)
{
    return store_finish(w->plan->store, w->order, p->leg, p->legs, e);
}

/* For its author: what its build printed, then what the bot did. */
static size_t validation_log(const struct work *w, const struct proved *p, char out[STORE_LOG_MAX])
{
    static const char between[] = "\n--- in a match against itself:\n";
    size_t n = work_build_log(w, out, BUILD_LOG_MAX);
    const struct filed_seat *s = p ? &p->leg[0].seat[0] : NULL;
    if (!s || !s->log_size)
        return n;
    if (n) {
        memcpy(out + n, between, sizeof between - 1);
        n += sizeof between - 1;
    }
    size_t fits = s->log_size < STORE_LOG_MAX - n ? s->log_size : STORE_LOG_MAX - n;
    memcpy(out + n, p->log[0][0] + s->log_size - fits, fits);
    return n + fits;
}

/* Was the version at fault in this leg, where it has every seat or, a remote one, the first?  What it did, when it did. */
static bool is_at_fault(const struct filed_leg *l, bool remote, char text[WORK_WHY])
{
    unsigned seat = 0, seats = remote ? 1 : STORE_SEATS;
    while (seat < seats && !l->seat[seat].faults)
        seat++;
    bool ended_it = l->fault && l->fault_seat >= 0 && l->fault_seat < seats;
    snprintf(text, WORK_WHY, "in a match against %s: %.200s", remote ? "a bot of the arbiter's" : "itself",
             ended_it ? l->fault_text : "a fault that cost no game");
    return seat < seats;
}

/* At the terminal too, where whoever entered it may stand. */
static void tell_verdict(const struct work *w, const struct verdict_filed *v)
{
    struct version_label who;
    struct store_error e;
    if (!store_label(w->plan->store, w->order->seat[0].version, &who, &e))
        cli_fail(0, "%s/%s#%" PRId64 " %s%.200s", who.author, who.bot_name, who.number,
                 v->passed ? "plays" : "is disabled: ", v->reason);
}

/* A version is admitted when its match ended without a fault of its own: against itself, or of a remote one, which is one
 * program and sits once, against the arbiter's own. */
static int file_validation(struct work *w, const struct proved *p, struct store_error *e)
{
    struct verdict_filed v = { .passed = p != NULL, .reason = w->why, .built = w->has_built ? w->built : NULL };
    bool remote = w->order->seat[0].remote;
    char *log = malloc(STORE_LOG_MAX);
    char text[WORK_WHY] = "";
    for (size_t i = 0; p && i < p->legs && v.passed; i++)
        if (is_at_fault(&p->leg[i], remote, text)) {
            v.passed = false;
            v.reason = text;
        }
    v.log = log;
    v.log_size = log ? validation_log(w, p, log) : 0;
    if (p) {
        v.replay = p->file[0].bytes;
        v.replay_size = p->file[0].size;
    }
    if (v.passed)
        v.reason = "";
    int bad = store_validated(w->plan->store, w->order, &v, e);
    if (!bad)
        tell_verdict(w, &v);
    free(log);
    return bad;
}

/* Back to the queue.  Nobody is blamed while a remote bot may still come; in the end its version is disabled, so that the
 * ladder goes on without it, and its author is told. */
static enum worked give_back(struct work *w, struct store_error *e)
{
    const struct order *o = w->order;
    struct store_error ignored;
    bool gone = w->absent && o->attempt >= ABSENCES, counts = gone || !(w->absent || w->nobodys);
    int64_t delay = w->absent ? ABSENT_MS * (o->attempt < ABSENT_STEPS ? o->attempt : ABSENT_STEPS) : RETRY_MS;
    store_give_back(w->plan->store, o, w->why, atomic_load(w->plan->over) ? 0 : delay, counts, &ignored);
    if (gone)
        store_version_move(w->plan->store, w->absent, VERSION_ACTIVE, VERSION_DISABLED, w->why, w->plan->name,
                           &ignored);
    snprintf(e->text, sizeof e->text, "job %" PRId64 ": %s", o->job, w->why);
    return WORK_FAILED;
}

static enum worked work_on(struct work *w, struct store_error *e)
{
    struct proved *p = NULL;
    bool fine = work_unpack(w, e) && work_play(w, e) && (p = prove(w));
    int bad = STORE_OK;
    bool gone = w->absent && w->order->attempt >= ABSENCES;
    bool judged = w->order->kind == JOB_VALIDATE && (fine || w->bot_is_wrong || gone);
    if (!fine && !judged) {
        forget(p);
        return give_back(w, e);
    }
    bad = judged ? file_validation(w, p, e) : file_pair(w, p, e);
    forget(p);
    return bad && bad != STORE_STALE ? WORK_FAILED : WORK_DONE;
}

enum worked worker_once(struct worker_plan *p, struct store_error *e)
{
    struct wish wish = { .worker = p->name,
                         .machine = p->machine,
                         .lease_ms = WORKER_LEASE_MS,
                         .no_remote = !p->arbiter,
                         .no_strangers = worker_refuses_strangers(p) };
    if (p->arbiter && !arbiter_ready(p->arbiter, e->text))
        return WORK_FAILED;
    struct order *order = calloc(1, sizeof *order);
    struct work w = { .plan = p, .order = order };
    int bad = order ? store_lease(p->store, &wish, order, e) : STORE_ENVIRONMENT;
    enum worked worked = bad == STORE_NOT_FOUND ? WORK_NONE : WORK_FAILED;
    if (!bad) {
        worked = work_on(&w, e);
        work_remove(&w);
    }
    free(order);
    return worked;
}

void worker_run(struct worker_plan *p)
{
    struct store_error e = { 0 };
    uint64_t ticket = 0;
    int64_t seen = 0;
    worker_sweep(p);
    while (!atomic_load(p->over)) {
        if (store_now(p->store) > seen + 30000) {
            seen = store_now(p->store);
            store_worker_seen(p->store, p->name,
                              worker_refuses_strangers(p) ? "fiel-ladder " FIEL_VERSION ", no pairs of authors' bots"
                                                          : "fiel-ladder " FIEL_VERSION,
                              &e);
        }
        enum worked done = worker_once(p, &e);
        if (done == WORK_FAILED)
            cli_fail(0, "worker %s: %s", p->name, e.text);
        if (done != WORK_DONE && !atomic_load(p->over))
            store_wait(p->store, TOPIC_JOBS, &ticket, IDLE_MS);
    }
}
