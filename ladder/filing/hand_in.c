/* handed: audit, then file. */
#include "hand_in.h"
#include "cli/said.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "artifact.h"
#include "cli/path.h"
#include "cli/say.h"
#include "prove.h"
#include "record/replay.h"
#include "recheck.h"
#include "store/store_spool.h"

enum { RETRY_MS = 5000 };

/* What is being judged. */
struct bench {
    struct store *store;
    const struct order *order;
    const struct hand_in *handed;
    char why[HAND_IN_WHY];
    bool has_built;
    uint8_t built[STORE_HASH];
};

/* The legs: as they were brought, and what they prove. */
struct legs {
    struct proved is;
    struct replay file[2];
    char log[2][STORE_SEATS][STORE_LOG_MAX];
};
enum { BUILD_LOG_MAX = STORE_LOG_MAX / 2 };

static void forget(struct legs *p)
{
    for (size_t i = 0; p && i < 2; i++)
        replay_unload(&p->file[i]);
    free(p);
}

static bool wrong(struct bench *w, const char *what, const char *why)
{
    char said[HAND_IN_WHY];
    snprintf(w->why, sizeof w->why, "%.80s: %.160s", what, said_text(said, sizeof said, ENGLISH, why));
    return false;
}

/* A record that is not there is none. */
static bool load(const char *path, struct replay *file, struct paper *out)
{
    *out = (struct paper){ NULL, 0 };
    if (access(path, F_OK))
        return true;
    if (replay_load(file, path))
        return false;
    *out = (struct paper){ file->bytes, file->size };
    return true;
}

size_t hand_in_tail(const char *path, char *out, size_t room)
{
    OPENED_FD int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return 0;
    off_t end = lseek(fd, 0, SEEK_END);
    ssize_t n = pread(fd, out, room, end > (off_t)room ? end - (off_t)room : 0);
    return n > 0 ? (size_t)n : 0;
}

static size_t take_end(const struct bench *w, const char *name, char *out, size_t room)
{
    char path[HAND_IN_PATH];
    path_of(path, sizeof path, "%s/%s", w->handed->folder, name);
    return hand_in_tail(path, out, room);
}

/* In the twin everybody sits one seat further; a log is that of who sits there then. */
static void take_logs(struct bench *w, struct legs *p, unsigned leg)
{
    char name[HAND_IN_NAME];
    for (unsigned seat = 0; seat < STORE_SEATS; seat++) {
        snprintf(name, sizeof name, HAND_IN_LOG, leg, seat);
        p->is.leg[leg].seat[seat].log = p->log[leg][seat];
        p->is.leg[leg].seat[seat].log_size = take_end(w, name, p->log[leg][seat], STORE_LOG_MAX);
    }
}

/* NULL and why. */
static struct legs *prove(struct bench *w)
{
    struct legs *p = calloc(1, sizeof *p);
    struct paper record[2];
    int64_t now = store_now(w->store), most = now - w->order->pair.created_ms, said = w->handed->played_ms,
            played = said < 0      ? 0
                     : said < most ? said
                                   : most;
    bool fine = p || wrong(w, "the result", "no memory");
    for (unsigned leg = 0; fine && leg < 2; leg++) {
        char path[HAND_IN_PATH];
        path_of(path, sizeof path, "%s/" HAND_IN_REPLAY, w->handed->folder, leg);
        fine = load(path, &p->file[leg], &record[leg]) || wrong(w, "a replay", "it cannot be read");
    }
    if (fine) {
        prove_records(w->order, w->has_built ? w->built : NULL, w->handed->unheld, record, &p->is);
        fine = p->is.fine;
        memcpy(w->why, p->is.why, sizeof w->why);
    }
    for (unsigned leg = 0; fine && leg < p->is.legs; leg++) {
        p->is.leg[leg].ended_ms = now;
        p->is.leg[leg].started_ms = now - played;
        take_logs(w, p, leg);
    }
    if (fine)
        return p;
    forget(p);
    return NULL;
}

/* --- what is filed ---------------------------------------------------------------------------------------------- */

/* For its author: what its build printed, then what the bot did. */
static size_t validation_log(const struct bench *w, const struct leg_seat *s, char out[STORE_LOG_MAX])
{
    static const char between[] = "\n--- in a match against itself:\n";
    size_t n = take_end(w, HAND_IN_BUILD_LOG, out, BUILD_LOG_MAX);
    if (!s || !s->log_size)
        return n;
    if (n) {
        memcpy(out + n, between, sizeof between - 1);
        n += sizeof between - 1;
    }
    size_t fits = s->log_size < STORE_LOG_MAX - n ? s->log_size : STORE_LOG_MAX - n;
    memcpy(out + n, (const char *)s->log + s->log_size - fits, fits);
    return n + fits;
}

/* The seat in which the version was at fault in this leg, NULL: in none; it has every seat or, a remote one, the first.  What it did, when
 * it did. */
static const struct leg_seat *at_fault(const struct leg *l, bool remote, char text[HAND_IN_WHY])
{
    unsigned seat = 0, seats = remote ? 1 : STORE_SEATS;
    while (seat < seats && !l->seat[seat].faults)
        seat++;
    bool ended_it = l->fault && l->fault_seat >= 0 && l->fault_seat < seats;
    const char *what = ended_it ? l->fault_text : N_("a fault that did not end the match");
    said_put(text, HAND_IN_WHY, what,
             remote ? N_("in a match against a bot of the arbiter's: %s") : N_("in a match against itself: %s"), what);
    return seat < seats ? &l->seat[seat] : NULL;
}

/* At the terminal too, where its author may sit. */
static void tell_verdict(const struct bench *w, const struct verdict_filed *v)
{
    struct version_label who;
    struct store_error e;
    char text[STORE_TEXT];
    if (!store_label(w->store, w->order->seat[0].version, &who, &e))
        cli_fail(0, "%s/%s#%" PRId64 " %s%s", who.author, who.bot_name, who.number,
                 v->passed ? "plays" : "is disabled: ", said_text(text, sizeof text, ENGLISH, v->reason));
}

/* A version is admitted when its match ended without a fault of its own: against itself, or of a remote one, which is one
 * program and sits once, against the arbiter's own. */
static int file_validation(struct bench *w, const struct legs *p, struct store_error *e)
{
    struct verdict_filed v = { .built = w->has_built ? w->built : NULL };
    const struct leg_seat *bad_one = NULL;
    OWNED char *log = malloc(STORE_LOG_MAX);
    char text[HAND_IN_WHY] = "";
    for (size_t i = 0; p && i < p->is.legs && !bad_one; i++)
        bad_one = at_fault(&p->is.leg[i], w->order->seat[0].remote, text);
    v.passed = p && !bad_one;
    v.reason = bad_one ? text : w->handed->why;
    v.log = log;
    v.log_size = log ? validation_log(w, bad_one ? bad_one : p ? &p->is.leg[0].seat[0] : NULL, log) : 0;
    if (p) {
        v.replay = p->file[0].bytes;
        v.replay_size = p->file[0].size;
    }
    if (v.passed)
        v.reason = "";
    int bad = store_validated(w->store, w->order, &v, e);
    if (!bad)
        tell_verdict(w, &v);
    return bad;
}

/* What the build made, checked as what authors send is, into the store. */
static bool take_built(struct bench *w, struct store_error *e)
{
    char path[HAND_IN_PATH], why[HAND_IN_WHY];
    path_of(path, sizeof path, "%s/" HAND_IN_BUILT, w->handed->folder);
    OPENED_FD int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return true;
    bool fine = artifact_check_file(fd, w->order->seat[0].run, true, why);
    if (!fine)
        wrong(w, "what was built", why);
    else if (store_put_file(w->store, fd, w->built, e))
        fine = wrong(w, "what was built", e->text);
    w->has_built = fine;
    return fine;
}

/* All that is known of this host with this recheck, which is not filed yet. */
static int suspect(struct bench *w, double odds, double *suspicion, struct store_error *e)
{
    enum { PAST = 1000 }; /* a hundred pairs, each version asked a few times */
    OWNED struct recheck_past *past = malloc((PAST + 1) * sizeof *past);
    size_t n = 0, at = 0;
    int bad = past ? store_recheck_past(w->store, w->order->filer, past, PAST, &n, e) : STORE_OK;
    *suspicion = 0;
    while (past && at < n && past[at].pair > w->order->pair.id)
        at++;
    if (past && !bad) {
        memmove(past + at + 1, past + at, (n - at) * sizeof *past);
        past[at] = (struct recheck_past){ w->order->pair.id, w->order->seat[0].version, w->order->pair.seats, odds };
        *suspicion = recheck_suspicion(past, n + 1);
    }
    return bad;
}

static void find(struct recheck *r, const struct recheck_told *told, const struct recheck_known *known,
                 double suspicion)
{
    static const enum recheck_more more[] = { RECHECK_NO_MORE, RECHECK_REST_OF_PAIR, RECHECK_NEWEST_PAIRS,
                                              RECHECK_NEWEST_PAIRS };
    enum recheck_finding is = recheck_judge(told, known, suspicion);
    r->more = more[is];
    r->state = is == RECHECK_IS_ANOTHER ? RECHECK_DIFFERS : RECHECK_AGREES;
}

/* What the version answered when it was asked again. */
static int file_recheck(struct bench *w, struct store_error *e)
{
    struct recheck_told told = { 0 };
    struct recheck_known known = { 0 };
    struct recheck r = { .state = RECHECK_UNASKED, .odds = 1 };
    double suspicion = 0;
    bool fine = !*w->handed->why && recheck_read(w->order, w->handed->folder, &told, w->why);
    const char *why = *w->handed->why ? w->handed->why : w->why;
    if (fine && told.chance < 0 && told.differs)
        fine = wrong(w, w->order->seat[0].bot, "it was asked too few times");
    int bad = fine ? store_recheck_known(w->store, w->order->seat[0].version, w->order->filer, &known, e) : STORE_OK;
    if (!bad && fine)
        bad = suspect(w, told.odds, &suspicion, e);
    if (bad)
        return bad;
    r.asked = told.asked;
    r.differs = told.differs;
    r.chance = told.chance;
    if (fine) {
        r.odds = told.odds;
        find(&r, &told, &known, suspicion);
    }
    if (r.state == RECHECK_DIFFERS)
        said_put(r.reason, sizeof r.reason, NULL,
                 suspicion >= SUSPICION_FALSE
                     ? N_("%.40s decides otherwise in %lld of %lld decisions (its own chance: %lld), and this host's "
                          "newest pairs together are beyond chance")
                     : N_("%.40s decides otherwise in %lld of %lld decisions (its own chance: %lld)"),
                 w->order->seat[0].bot, (long long)told.differs, (long long)told.asked, (long long)told.chance);
    else if (!fine)
        snprintf(r.reason, sizeof r.reason, "%s", why);
    return store_rechecked(w->store, w->order, &r, e);
}

/* --- the doors ------------------------------------------------------------------------------------------------------ */

/* The records of a pair that is rechecked come from the store, not from who asked. */
static bool bring_records(struct bench *w, struct store_error *e)
{
    for (unsigned leg = 0; leg < w->order->legs; leg++) {
        char path[HAND_IN_PATH];
        AUTO(store_free) struct store_bytes bytes = { 0 };
        if (!ordered_again(w->order, leg))
            continue;
        path_of(path, sizeof path, "%s/" HAND_IN_REPLAY, w->handed->folder, leg);
        if (store_get(w->store, w->order->replay[leg], &bytes, e))
            return wrong(w, "a record", e->text);
        FILE *f = fopen(path, "we");
        bool kept = f && fwrite(bytes.data, 1, bytes.size, f) == bytes.size;
        kept = f && !fclose(f) && kept;
        if (!kept)
            return wrong(w, "a record", "it cannot be written: make room on the disk");
    }
    return true;
}

void hand_in_begun(const char *first, const char *second, char why[HAND_IN_WHY])
{
    char numbers[PROVED_NUMBERS], rest[HAND_IN_WHY];
    struct replay file[2] = { 0 };
    struct paper record[2];
    load(first, &file[0], &record[0]);
    load(second, &file[1], &record[1]);
    prove_numbers(record, numbers);
    replay_unload(&file[0]);
    replay_unload(&file[1]);
    said_text(rest, sizeof rest, ENGLISH, why);
    if (*numbers)
        snprintf(why, HAND_IN_WHY, HAND_IN_BEGUN "%s: %.200s", numbers, rest);
}

/* It proves nothing: the attempt has failed. */
static int refused(struct bench *w, struct store_error *e)
{
    struct hand_back b = { .why = w->why };
    struct store_error ignored;
    char record[2][HAND_IN_PATH];
    for (unsigned leg = 0; leg < 2; leg++)
        path_of(record[leg], sizeof record[leg], "%s/" HAND_IN_REPLAY, w->handed->folder, leg);
    if (w->order->kind == JOB_PLAY)
        hand_in_begun(record[0], record[1], w->why);
    hand_back(w->store, w->order, &b, &ignored);
    return store_fail(e, STORE_INVALID, "job %" PRId64 ": %s", w->order->job, w->why);
}

static int file_played(struct bench *w, struct store_error *e)
{
    bool judged = *w->handed->why != '\0'; /* the bot is wrong, as it is said */
    struct legs *p = judged ? NULL : prove(w);
    int bad = STORE_OK;
    if (!judged && !p)
        return refused(w, e);
    bad = w->order->kind == JOB_VALIDATE ? file_validation(w, p, e)
                                         : store_finish(w->store, w->order, p->is.leg, p->is.legs, e);
    forget(p);
    if (bad == STORE_EXISTS || bad == STORE_INVALID) {
        wrong(w, "a result that was filed before, or does not fit", e->text);
        return refused(w, e);
    }
    return bad;
}

int hand_in_file(struct store *s, const struct order *o, const struct hand_in *h, struct store_error *e)
{
    struct bench w = { .store = s, .order = o, .handed = h };
    if (*h->why && o->kind != JOB_RECHECK && (o->kind != JOB_VALIDATE || !h->bot_is_wrong)) {
        wrong(&w, "no result", h->why);
        return refused(&w, e);
    }
    if (o->kind == JOB_RECHECK)
        return bring_records(&w, e) ? file_recheck(&w, e) : refused(&w, e);
    return take_built(&w, e) ? file_played(&w, e) : refused(&w, e);
}

int hand_back(struct store *s, const struct order *o, const struct hand_back *b, struct store_error *e)
{
    if (b->absent && !b->left)
        return store_absent(s, o, b->absent, b->why, e);
    return store_give_back(s, o, b->why, b->at_once ? 0 : RETRY_MS,
                           b->left      ? GIVEN_LEFT
                           : b->nobodys ? GIVEN_UNTRIED
                                        : GIVEN_FAILED,
                           e);
}

/* --- what may come ---------------------------------------------------------------------------------------------------- */

enum { REPLAY_MOST = 64 << 20, ANSWERS_MOST = 4 << 20 };

uint64_t hand_in_nth(const struct order *o, unsigned nth, char name[HAND_IN_NAME])
{
    enum { OF_A_LEG = 1 + STORE_SEATS };
    if (o->kind == JOB_RECHECK) {
        snprintf(name, HAND_IN_NAME, HAND_IN_ANSWERS, nth / HAND_IN_ASKED, nth % HAND_IN_ASKED);
        return nth < 2 * HAND_IN_ASKED ? ANSWERS_MOST : 0;
    }
    if (o->kind == JOB_VALIDATE && nth < 2) {
        strcpy(name, nth ? HAND_IN_BUILD_LOG : HAND_IN_BUILT);
        return nth ? BUILD_LOG_MAX : STORE_BLOB_MAX;
    }
    nth -= o->kind == JOB_VALIDATE ? 2 : 0;
    if (nth % OF_A_LEG)
        snprintf(name, HAND_IN_NAME, HAND_IN_LOG, nth / OF_A_LEG, nth % OF_A_LEG - 1);
    else
        snprintf(name, HAND_IN_NAME, HAND_IN_REPLAY, nth / OF_A_LEG);
    return nth >= 2 * OF_A_LEG ? 0 : nth % OF_A_LEG ? STORE_LOG_MAX : REPLAY_MOST;
}

uint64_t hand_in_most(const struct order *o, const char *name)
{
    char known[HAND_IN_NAME];
    uint64_t most;
    for (unsigned n = 0; (most = hand_in_nth(o, n, known)); n++)
        if (!strcmp(name, known))
            return most;
    return 0;
}
