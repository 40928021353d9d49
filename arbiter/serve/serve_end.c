/* serve_end: how an order ends.
 *
 * The order on the disk is what counts: a match that ends without a result, however that came, is tried again, from
 * its record where there is one, and only when that fails TRIES_MOST times is the order given up: its match gets a signed result, which is
 * void, where anything of it was played. */
#include <errno.h>
#include <string.h>
#include <time.h>

#include "base/now.h"
#include "base/record_lock.h"
#include "base/secrets.h"
#include "jail/build_tree.h"
#include "serve.h"

enum { RETRY_MS = 500, KEEP_MS = 10000, HELD_MS = 1000, VOIDS_MOST = 3 /* records that are put aside */ };

static void count_end(struct serve *s, const char *state, const json_t *result)
{
    json_t *seat, *fault;
    size_t i;
    uint64_t *count = !strcmp(state, "finished")    ? &s->tally.finished
                      : !strcmp(state, "cancelled") ? &s->tally.cancelled
                      : !strcmp(state, "void")      ? &s->tally.voided
                                                    : &s->tally.failed;
    ++*count;
    json_array_foreach(json_object_get(result, "seats"), i, seat)
    {
        json_int_t decisions = json_integer_value(json_object_get(seat, "decisions"));
        double mean = json_number_value(json_object_get(seat, "mean_us"));
        s->tally.decisions += (uint64_t)decisions;
        s->tally.timeouts += (uint64_t)json_integer_value(json_object_get(seat, "timeouts"));
        s->tally.spared += (uint64_t)json_integer_value(json_object_get(seat, "spared"));
        s->tally.paused_us += (uint64_t)json_integer_value(json_object_get(seat, "paused_us"));
        s->tally.thinking_us += (uint64_t)(mean * (double)decisions);
    }
    json_array_foreach(json_object_get(result, "faults"), i, fault)
    {
        const char *name = json_string_value(json_object_get(fault, "fault"));
        for (unsigned f = 0; name && f <= FAULT_ARBITER; f++)
            if (!strcmp(fault_name((enum fault)f), name))
                s->tally.faults[f]++;
    }
}

static void tell_unwitnessed(struct serve *s, uint64_t id, const json_t *result)
{
    const char *lacks = json_string_value(json_object_get(result, "log_lacks"));
    if (!lacks)
        return;
    s->tally.unwitnessed++;
    serve_log(LOG_WARNING, "match-unwitnessed", "{s:I,s:s,s:s}", "match", (json_int_t)id, "why", lacks, "remedy",
              "see that the witness answers: what is opened without its word lacks it for ever");
}

/* Of each record whose log's checkpoint lacked the policy's quorum, while there is time to see what is wrong: a plain match is one,
 * and each leg of a pair is. */
static void tell_all_unwitnessed(struct serve *s, uint64_t id, const json_t *result)
{
    json_t *pair, *leg;
    size_t i, k;
    tell_unwitnessed(s, id, result);
    json_array_foreach(json_object_get(result, "list"), i, pair)
        json_array_foreach(json_object_get(pair, "legs"), k, leg) tell_unwitnessed(s, id, leg);
}

/* A void is a loser's prize: who is there more often than others shows. */
static void count_voids(struct serve *s, const struct order *o)
{
    json_t *counted = json_object(), *voids = s->tally.voids ? s->tally.voids : json_object();
    for (unsigned i = 0; i < o->seats; i++) {
        if (json_object_get(counted, o->bot[i]))
            continue;
        json_object_set_new(counted, o->bot[i], json_true());
        json_object_set_new(voids, o->bot[i], json_integer(json_integer_value(json_object_get(voids, o->bot[i])) + 1));
    }
    json_decref(counted);
    s->tally.voids = voids;
}

/* The order that ended so long ago is remembered without what its bots printed. */
static void forget_logs(const struct serve *s, uint64_t id)
{
    char path[CONTROL_PATH];
    uint64_t kept = (uint64_t)s->config.logs_kept;
    if (kept && id > kept && !orders_find(&s->orders, id - kept))
        tree_remove(orders_record(&s->orders, id - kept, ".logs", path));
}

/* Keeps how it ended.  An order whose end cannot be kept stays, and is tried again later. */
void end_order(struct serve *s, struct order *o, const char *state, const json_t *result, const char *why)
{
    const struct order was = *o; /* which is used up */
    uint64_t id = o->id;
    struct event_result told;
    event_result(result, &told);
    json_auto_t *how = json_pack("{s:s,s:I}", "state", state, "ended", (json_int_t)time(NULL));
    json_object_set(how, "result", result ? (json_t *)(uintptr_t)result : json_null());
    json_object_set_new(how, "error", why && *why ? json_string(why) : json_null());
    if (orders_finish(&s->orders, o, how)) {
        o->not_before = now_ms() + KEEP_MS;
        o->looked = false;
        s->look = true;
        serve_log(LOG_ERROR, "end-not-kept", "{s:I,s:s,s:s}", "match", (json_int_t)id, "why", strerror(errno), "remedy",
                  "make room in the state folder: it is tried again every ten seconds");
    } else {
        count_end(s, state, result);
        tell_all_unwitnessed(s, id, result);
        if (told.void_reason != 0 && told.void_reason != ARBITER_CANCELLED)
            count_voids(s, &was);
        forget_logs(s, id);
        serve_log(why && *why ? LOG_WARNING : LOG_INFO, "match-ended", "{s:I,s:s,s:s*}", "match", (json_int_t)id,
                  "state", state, "why", why && *why ? why : NULL);
        follow_move(s, id);
    }
}

/* A series of pairs that did not come to its end; any other result is a whole one. */
bool result_broken(const json_t *result)
{
    const json_t *wanted = json_object_get(result, "wanted");
    return wanted && (json_integer_value(wanted) != json_integer_value(json_object_get(result, "pairs")) ||
                      !json_is_null(json_object_get(result, "failed")));
}

void end_with_result(struct serve *s, struct order *o, const json_t *result)
{
    struct event_result told;
    event_result(result, &told);
    bool none = (!strcmp(told.outcome, "stopped") && !told.won) || !strcmp(told.outcome, "void") ||
                !strcmp(told.outcome, "cancelled") || !strcmp(told.outcome, "none") || result_broken(result);
    end_order(s, o, !none ? "finished" : o->cancelled ? "cancelled" : "void", result, told.error);
}

bool end_noted(const struct serve *s, const struct order *o)
{
    return orders_has(&s->orders, o, o->duplicate ? ".pairs/series" SECRET_NOTE : SECRET_NOTE);
}

/* No result: again, or once more to be closed as void, or never again. */
void end_try_again(struct serve *s, struct order *o, const char *why)
{
    if (++o->tries >= TRIES_MOST && (o->given_up || !end_noted(s, o))) {
        end_order(s, o, "failed", NULL, why);
        return;
    }
    if (o->tries >= TRIES_MOST) {
        o->given_up = true;
        o->tries = 0;
        serve_log(LOG_ERROR, "match-given-up", "{s:I,s:s}", "match", (json_int_t)o->id, "why", why);
    }
    o->not_before = now_ms() + (RETRY_MS << o->tries);
    s->look = true;
    serve_log(LOG_WARNING, "match-again", "{s:I,s:i,s:s}", "match", (json_int_t)o->id, "try", (int)o->tries + 1, "why",
              why);
}

/* How often it was put aside stands on the disk: a daemon that is started again goes on counting. */
static bool put_void_aside(const struct serve *s, const struct order *o, unsigned *which)
{
    char from[CONTROL_PATH], to[CONTROL_PATH], end[32];
    const char *what = o->duplicate ? ".pairs" : ".replay";
    for (*which = 1; *which <= VOIDS_MOST; ++*which) {
        snprintf(end, sizeof end, ".void%u%s", *which, what);
        if (!orders_has(&s->orders, o, end))
            return !rename(orders_record(&s->orders, o->id, what, from), orders_record(&s->orders, o->id, end, to));
    }
    return false;
}

bool end_void_again(struct serve *s, struct order *o, const json_t *result)
{
    struct event_result told;
    unsigned which;
    event_result(result, &told);
    if (!told.machine_lacked)
        return false;
    if (o->cancelled || !put_void_aside(s, o, &which))
        return false;
    count_voids(s, o); /* the last one is counted with the end of its order */
    o->looked = o->begun = false;
    o->not_before = now_ms() + (RETRY_MS << which);
    s->look = true;
    serve_log(LOG_WARNING, "match-void-again", "{s:I,s:i,s:s,s:s}", "match", (json_int_t)o->id, "time", (int)which,
              "why", arbiter_code_text((uint64_t)told.void_reason), "remedy",
              "fewer matches at once, or more memory and processes");
    return true;
}

bool end_held(const struct serve *s, struct order *o)
{
    char path[CONTROL_PATH];
    pid_t pid;
    bool held = record_lock_held(orders_record(&s->orders, o->id, o->duplicate ? ".pairs/series.lock" : ".lock", path),
                                 &pid) != HOLDER_NONE;
    if (held && !o->held)
        serve_log(LOG_WARNING, "match-held", "{s:I,s:i,s:s}", "match", (json_int_t)o->id, "pid", (int)pid, "remedy",
                  "its record is being played by that process: it is looked at again when that has ended");
    o->held = held;
    if (!held)
        return false;
    o->not_before = now_ms() + HELD_MS;
    o->looked = false;
    return true;
}
