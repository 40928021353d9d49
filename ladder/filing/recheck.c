/* recheck: answers against a record, and how unlikely what differs is. */
#include "recheck.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/replay.h"
#include "tell/decision.h"
#include "wire/codec.h"

/* --- how unlikely ---------------------------------------------------------------------------------------------- */

/* What was seen of a version counts for so many decisions at the most: matches differ by more than chance alone. */
enum { MATCH_WEIGHT = 600, HOST_WEIGHT = 4000 };

static double log_beta(double a, double b) { return lgamma(a) + lgamma(b) - lgamma(a + b); }

/* At least `hits` of `n`, when the share is drawn from Beta(a, b): the tail of the beta-binomial distribution. */
static double tail(int64_t hits, int64_t n, double a, double b)
{
    double k = (double)hits, m = (double)n, sum = 0,
           term = exp(lgamma(m + 1) - lgamma(k + 1) - lgamma(m - k + 1) + log_beta(k + a, m - k + b) - log_beta(a, b));
    for (; k <= m; k++) {
        sum += term;
        term *= (m - k) / (k + 1) * (k + a) / (m - k - 1 + b);
    }
    return sum;
}

/* How often an honest record has as many surprises or more; 1 where it has no more than are to be expected. */
static double likely(int64_t hits, int64_t n, double surprises, double of, double most)
{
    double a = surprises + 0.5, b = of - surprises + 0.5, weight = a + b;
    if (weight > most) {
        a *= most / weight;
        b *= most / weight;
    }
    return (double)hits > (double)n * a / (a + b) ? tail(hits, n, a, b) : 1;
}

/* How likely the record is by the version's own surprises. */
static double by_surprises(const struct recheck_told *told, const struct recheck_known *known)
{
    bool asked_often = told->chance >= 0;
    double of = (double)known->asked + (asked_often ? (double)told->asked : 0),
           surprises = (double)known->chance + (asked_often ? (double)told->chance : 0);
    if (!asked_often || !told->differs)
        return 1;
    return fmin(
        likely(told->differs, told->asked, surprises, of, MATCH_WEIGHT),
        likely(known->host_differs + told->differs, known->host_asked + told->asked, surprises, of, HOST_WEIGHT));
}

/* --- all pairs of a host together -------------------------------------------------------------------------------- */

void recheck_weigh(struct recheck_runs *r, const int32_t did[HANDED_ASKED + 1])
{
    for (unsigned i = 0; i <= HANDED_ASKED; i++) {
        unsigned same = 0;
        for (unsigned k = 0; k <= HANDED_ASKED; k++)
            same += did[k] == did[i];
        r->weight[i] -= 0.8 * log(same); /* the exponent that found the most in simulations */
    }
}

double recheck_odds(const struct recheck_runs *r)
{
    double sum = 0;
    for (unsigned i = 0; i <= HANDED_ASKED; i++)
        sum += exp(r->weight[i] - r->weight[HANDED_ASKED]);
    return (HANDED_ASKED + 1) / sum;
}

const char *recheck_say(const struct recheck *r, char out[RECHECK_SAID])
{
    bool often = r->asked > 0 && r->chance >= 0;
    if (often && r->odds >= 2)
        snprintf(out, RECHECK_SAID, "at most 1 honest record in %d stands out as much from its bot's own answers",
                 (int)r->odds);
    else
        snprintf(out, RECHECK_SAID, "%s",
                 often ? "how far it stands out from its bot's own answers says nothing by itself" : "");
    return out;
}

/* The odds of the pair at *at, which goes to the next one: the mean of its seats, and 1 of a seat that was not asked. */
static double pair_odds(const struct recheck_past *past, size_t n, size_t *at)
{
    const struct recheck_past *first = &past[*at];
    size_t end = *at;
    double sum = 0, versions = 0;
    while (end < n && past[end].pair == first->pair)
        end++;
    for (size_t i = *at; i < end; i++) {
        double odds = 1;
        bool seen = false;
        for (size_t k = *at; k < end; k++) {
            seen |= k < i && past[k].version == past[i].version;
            odds *= past[k].version == past[i].version ? past[k].odds : 1;
        }
        sum += seen ? 0 : odds;
        versions += !seen;
    }
    *at = end;
    double seats = fmax(versions, (double)first->seats);
    return (sum + seats - versions) / seats;
}

/* Bets that begin at each of the pairs, together: that is how a change after a thousand honest pairs is found as soon as one at the start. */
double recheck_suspicion(const struct recheck_past *past, size_t n)
{
    enum { PAIRS = 100 };
    const double swapped = 0.2, most = 1e100;
    double all = 0, since = 1;
    size_t at = 0;
    for (unsigned i = 0; i < PAIRS && at < n; i++) {
        since = fmin(since * (1 - swapped + swapped * pair_odds(past, n, &at)), most);
        all += since;
    }
    return all;
}

enum recheck_finding recheck_judge(const struct recheck_told *told, const struct recheck_known *known, double suspicion)
{
    double likely = by_surprises(told, known);
    bool adds = told->odds > 1; /* what does not speak against it is blamed for nothing that came before */
    if (likely < RECHECK_FALSE || (adds && suspicion >= SUSPICION_FALSE))
        return RECHECK_IS_ANOTHER;
    if (adds && suspicion >= SUSPICION_ODD)
        return RECHECK_IS_SUSPECT;
    return likely < RECHECK_ODD || told->odds >= ODDS_ODD ? RECHECK_IS_ODD : RECHECK_IS_ITSELF;
}

/* --- the answers ------------------------------------------------------------------------------------------------- */

enum { DECISIONS_MOST = 1 << 14, LINE_MOST = 1 << 12, NO_ANSWER = -1 };

/* What was answered, by decision and time; `there`: times that it was asked. */
struct answers {
    int32_t (*code)[HANDED_ASKED];
    unsigned there;
};

static void take_line(struct answers *a, unsigned time, const char *line)
{
    json_t *j = *line == '{' ? json_loads(line, 0, NULL) : NULL;
    json_int_t number = json_integer_value(json_object_get(j, "decision"));
    if (json_object_get(j, "again") && number > 0 && number < DECISIONS_MOST)
        a->code[number][time] = (int32_t)(json_integer_value(json_object_get(j, "action")) & 0xffff);
    json_decref(j);
}

static bool read_time(struct answers *a, const char *folder, unsigned leg, unsigned time)
{
    char path[HANDED_PATH], line[LINE_MOST];
    snprintf(path, sizeof path, "%.400s/" HANDED_ANSWERS, folder, leg, time);
    FILE *f = fopen(path, "re");
    if (!f)
        return false;
    while (fgets(line, sizeof line, f))
        take_line(a, time, line);
    fclose(f);
    return true;
}

static bool read_answers(struct answers *a, const char *folder, unsigned leg)
{
    *a = (struct answers){ .code = malloc(DECISIONS_MOST * sizeof *a->code) };
    if (a->code)
        memset(a->code, 0xff, DECISIONS_MOST * sizeof *a->code); /* NO_ANSWER */
    while (a->code && a->there < HANDED_ASKED && read_time(a, folder, leg, a->there))
        a->there++;
    return a->there > 0;
}

/* --- against the record -------------------------------------------------------------------------------------------- */

static bool given(const int32_t *code, unsigned times, int32_t what)
{
    for (unsigned i = 0; i < times; i++)
        if (code[i] == what)
            return true;
    return false;
}

/* A decision to which it gave an answer every time; the last time is kept apart, when there are all. */
static void count_one(const struct answers *a, const struct decision *d, struct recheck_told *t,
                      struct recheck_runs *runs)
{
    int64_t number = d->number[DECIDED_DECISION];
    const int32_t *code = number > 0 && number < DECISIONS_MOST ? a->code[number] : NULL;
    unsigned before = a->there < HANDED_ASKED ? a->there : HANDED_ASKED - 1;
    if (!code || given(code, a->there, NO_ANSWER))
        return;
    t->asked++;
    t->differs += !given(code, before, (int32_t)action_code(d->action));
    if (a->there < HANDED_ASKED)
        return;
    t->chance += !given(code, before, code[before]);
    int32_t did[HANDED_ASKED + 1];
    memcpy(did, code, HANDED_ASKED * sizeof *did);
    did[HANDED_ASKED] = (int32_t)action_code(d->action);
    recheck_weigh(runs, did);
}

static bool is_asked(const struct order *o, const struct decision *d, unsigned seat)
{
    int64_t hand = d->number[DECIDED_HAND];
    return d->number[DECIDED_SEAT] == seat && hand > o->again_after && (!o->again_to || hand <= o->again_to);
}

static bool count_leg(const struct answers *a, const char *path, const struct order *o, unsigned seat,
                      struct recheck_told *t, struct recheck_runs *runs)
{
    struct replay file;
    struct decisions d;
    struct teller *teller = calloc(1, sizeof *teller);
    if (!teller || replay_load(&file, path)) {
        free(teller);
        return false;
    }
    tell_start(teller, file.bytes, file.size);
    decisions_listen(&d, teller);
    while (decisions_next(&d, teller))
        for (size_t i = 0; i < d.count; i++)
            if (is_asked(o, &d.list[i], seat))
                count_one(a, &d.list[i], t, runs);
    bool fine = !d.out_of_memory;
    decisions_end(&d);
    tell_end(teller);
    free(teller);
    replay_unload(&file);
    return fine;
}

bool recheck_read(const struct order *o, const char *folder, struct recheck_told *told, char why[HANDED_WHY])
{
    unsigned least = HANDED_ASKED;
    struct recheck_runs runs = { { 0 } };
    *told = (struct recheck_told){ 0 };
    for (unsigned leg = 0; leg < o->legs; leg++) {
        char path[HANDED_PATH];
        struct answers a;
        unsigned seat = ordered_asked(o, leg);
        if (!ordered_again(o, leg))
            continue;
        snprintf(path, sizeof path, "%.400s/" HANDED_REPLAY, folder, leg);
        bool fine = read_answers(&a, folder, leg) && count_leg(&a, path, o, seat, told, &runs);
        least = a.there < least ? a.there : least;
        free(a.code);
        if (!fine)
            return snprintf(why, HANDED_WHY, "%.60s was not asked about leg %u", o->seat[0].bot, leg + 1), false;
    }
    if (!told->asked && !o->again_after) /* behind the first hands there may be no decision of its own */
        return snprintf(why, HANDED_WHY, "%.60s gives no answers when it is asked again", o->seat[0].bot), false;
    if (least < HANDED_ASKED)
        told->chance = -1;
    told->odds = !told->asked ? 1 : least < HANDED_ASKED ? 0 : recheck_odds(&runs);
    return true;
}

static bool was_asked(const struct order *o, const char *folder, unsigned times)
{
    char path[HANDED_PATH];
    for (unsigned leg = 0; leg < o->legs; leg++) {
        snprintf(path, sizeof path, "%.400s/" HANDED_ANSWERS, folder, leg, times - 1);
        if (ordered_again(o, leg) && access(path, F_OK))
            return false;
    }
    return true;
}

bool recheck_enough(const struct order *o, const char *folder)
{
    struct recheck_told t;
    char why[HANDED_WHY];
    if (was_asked(o, folder, HANDED_ASKED))
        return true;
    return !was_asked(o, folder, 2) && recheck_read(o, folder, &t, why) && !t.differs;
}

size_t recheck_cut(const void *record, size_t size, int64_t hand)
{
    struct replay file;
    struct record rec;
    struct msg m;
    replay_over(&file, record, size);
    while (hand > 0 && replay_next(&file, &rec))
        if (rec.type == MSG_DEAL && msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK && m.hand > hand)
            return rec.offset;
    return size;
}
