/* recheck: answers against a record, and how unlikely what differs is. */
#include "recheck.h"
#include "cli/said.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "aside.h"
#include "cli/path.h"
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

void recheck_weigh(struct recheck_runs *r, const int32_t did[HAND_IN_ASKED + 1])
{
    for (unsigned i = 0; i <= HAND_IN_ASKED; i++) {
        unsigned same = 0;
        for (unsigned k = 0; k <= HAND_IN_ASKED; k++)
            same += did[k] == did[i];
        r->weight[i] -= 0.8 * log(same); /* the exponent that found the most in simulations */
    }
}

double recheck_odds(const struct recheck_runs *r)
{
    double sum = 0;
    for (unsigned i = 0; i <= HAND_IN_ASKED; i++)
        sum += exp(r->weight[i] - r->weight[HAND_IN_ASKED]);
    return (HAND_IN_ASKED + 1) / sum;
}

const char *recheck_say(const struct recheck *r, char out[RECHECK_SAID])
{
    bool often = r->asked > 0 && r->chance >= 0;
    if (often && r->odds >= 2)
        said_put(out, RECHECK_SAID, NULL, "at most 1 honest record in %d stands out as much from its bot's own answers",
                 (int)r->odds);
    else
        snprintf(out, RECHECK_SAID, "%s",
                 often ? N_("how far it stands out from its bot's own answers says nothing by itself") : "");
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
    int32_t (*code)[HAND_IN_ASKED];
    unsigned there;
};

static void take_line(struct answers *a, unsigned time, const char *line)
{
    json_auto_t *j = *line == '{' ? json_loads(line, 0, NULL) : NULL;
    json_int_t number = json_integer_value(json_object_get(j, "decision"));
    if (json_object_get(j, "again") && number > 0 && number < DECISIONS_MOST)
        a->code[number][time] = (int32_t)(json_integer_value(json_object_get(j, "action")) & 0xffff);
}

/* False: it was not asked that time. */
static bool read_time(struct answers *a, unsigned time, const struct paper *p)
{
    char line[LINE_MOST];
    OPENED FILE *f = p->bytes ? fmemopen((void *)(uintptr_t)p->bytes, p->size, "r") : NULL;
    while (f && fgets(line, sizeof line, f))
        take_line(a, time, line);
    return p->bytes;
}

static bool read_answers(struct answers *a, const struct paper time[HAND_IN_ASKED])
{
    *a = (struct answers){ .code = malloc(DECISIONS_MOST * sizeof *a->code) };
    if (!a->code)
        return false;
    memset(a->code, 0xff, DECISIONS_MOST * sizeof *a->code);
    while (a->there < HAND_IN_ASKED && read_time(a, a->there, &time[a->there]))
        a->there++;
    return a->there > 0;
}

/* --- against the record -------------------------------------------------------------------------------------------- */

/* Something was answered that nobody could have: by who asked, for a bot of ours is held to what is legal. */
static bool is_made_up(const struct decision *d, int32_t code)
{
    bool legal = !d->legals || code == NO_ANSWER;
    for (int i = 0; i < d->legals && !legal; i++)
        legal = code == (int32_t)action_code(d->legal[i]);
    return !legal;
}

static bool given(const int32_t *code, unsigned times, int32_t what)
{
    for (unsigned i = 0; i < times; i++)
        if (code[i] == what)
            return true;
    return false;
}

/* The legs that were read so far, and this one. */
struct count {
    unsigned seat; /* that was asked */
    int64_t after, to;
    int64_t hand; /* of the leg, one game behind the other, from 1 */
    struct recheck_told told;
    struct recheck_runs runs;
    unsigned there;
    uint8_t fine, made_up;
};

/* A decision to which it gave an answer every time; the last time is kept apart, when there are all. */
static void count_one(const struct answers *a, const struct decision *d, struct count *all)
{
    struct recheck_told *t = &all->told;
    int64_t number = d->number[DECIDED_DECISION];
    const int32_t *code = number > 0 && number < DECISIONS_MOST ? a->code[number] : NULL;
    unsigned before = a->there < HAND_IN_ASKED ? a->there : HAND_IN_ASKED - 1;
    for (unsigned i = 0; code && i < a->there; i++)
        all->made_up |= is_made_up(d, code[i]);
    if (!code || given(code, a->there, NO_ANSWER))
        return;
    t->asked++;
    t->differs += !given(code, before, (int32_t)action_code(d->action));
    if (a->there < HAND_IN_ASKED)
        return;
    t->chance += !given(code, before, code[before]);
    int32_t did[HAND_IN_ASKED + 1];
    memcpy(did, code, HAND_IN_ASKED * sizeof *did);
    did[HAND_IN_ASKED] = (int32_t)action_code(d->action);
    recheck_weigh(&all->runs, did);
}

static bool is_asked(const struct count *k, const struct decision *d)
{
    return d->number[DECIDED_SEAT] == k->seat && k->hand > k->after && (!k->to || k->hand <= k->to);
}

static bool count_leg(const struct answers *a, const struct paper *record, struct count *k)
{
    struct decisions d;
    OWNED struct teller *teller = calloc(1, sizeof *teller);
    if (!teller)
        return false;
    tell_start(teller, record->bytes, record->size);
    decisions_listen(&d, teller);
    for (k->hand = 0; decisions_next(&d, teller); k->hand++)
        for (size_t i = 0; i < d.count; i++)
            if (is_asked(k, &d.list[i]))
                count_one(a, &d.list[i], k);
    bool fine = !d.out_of_memory;
    decisions_end(&d);
    tell_end(teller);
    return fine;
}

/* In the child: the first paper is the record, the others are what was answered. */
static void look_at_leg(const struct aside *a)
{
    struct count k = *(const struct count *)a->order;
    struct answers answers;
    k.fine = read_answers(&answers, a->paper + 1) && count_leg(&answers, a->paper, &k);
    k.there = answers.there;
    aside_tell(a, &k, sizeof k);
}

static bool read_leg(const char *folder, unsigned leg, struct count *k)
{
    struct replay file[1 + HAND_IN_ASKED] = { 0 };
    struct paper paper[1 + HAND_IN_ASKED] = { 0 };
    char path[HAND_IN_PATH];
    bool fine = true;
    for (unsigned i = 0; i <= HAND_IN_ASKED; i++) {
        if (i)
            path_of(path, sizeof path, "%s/" HAND_IN_ANSWERS, folder, leg, i - 1);
        else
            path_of(path, sizeof path, "%s/" HAND_IN_REPLAY, folder, leg);
        if (!replay_load(&file[i], path))
            paper[i] = (struct paper){ file[i].bytes, file[i].size };
        fine &= i || paper[i].bytes;
    }
    const struct count before = *k;
    fine = fine &&
           aside(&(struct aside_ask){ look_at_leg, &before, sizeof before, paper, 1 + HAND_IN_ASKED }, k, sizeof *k,
                 NULL) &&
           k->fine;
    for (unsigned i = 0; i <= HAND_IN_ASKED; i++)
        replay_unload(&file[i]);
    return fine;
}

bool recheck_read(const struct order *o, const char *folder, struct recheck_told *told, char why[HAND_IN_WHY])
{
    struct count k = { .after = o->again_after, .to = o->again_to };
    unsigned least = HAND_IN_ASKED;
    *told = (struct recheck_told){ 0 };
    for (unsigned leg = 0; leg < o->legs; leg++) {
        if (!ordered_again(o, leg))
            continue;
        k.seat = ordered_asked(o, leg);
        if (!read_leg(folder, leg, &k))
            return snprintf(why, HAND_IN_WHY, "%.60s was not asked about leg %u", o->seat[0].bot, leg + 1), false;
        least = k.there < least ? k.there : least;
    }
    *told = k.told;
    if (k.made_up)
        return snprintf(why, HAND_IN_WHY, "who asked %.60s tells answers that are not legal", o->seat[0].bot), false;
    if (!told->asked && !o->again_after) /* behind the first hands there may be no decision of its own */
        return snprintf(why, HAND_IN_WHY, "%.60s gives no answers when it is asked again", o->seat[0].bot), false;
    if (least < HAND_IN_ASKED)
        told->chance = -1;
    told->odds = !told->asked ? 1 : least < HAND_IN_ASKED ? 0 : recheck_odds(&k.runs);
    return isfinite(told->odds) || (snprintf(why, HAND_IN_WHY, "what it answered cannot be read"), false);
}

static bool was_asked(const struct order *o, const char *folder, unsigned times)
{
    char path[HAND_IN_PATH];
    for (unsigned leg = 0; leg < o->legs; leg++) {
        path_of(path, sizeof path, "%s/" HAND_IN_ANSWERS, folder, leg, times - 1);
        if (ordered_again(o, leg) && access(path, F_OK))
            return false;
    }
    return true;
}

bool recheck_enough(const struct order *o, const char *folder)
{
    struct recheck_told t;
    char why[HAND_IN_WHY];
    if (was_asked(o, folder, HAND_IN_ASKED))
        return true;
    return !was_asked(o, folder, 2) && recheck_read(o, folder, &t, why) && !t.differs;
}

static void look_for_end(const struct aside *a)
{
    struct replay file;
    struct record rec;
    size_t end = a->paper->size;
    int64_t hands = *(const int64_t *)a->order;
    replay_over(&file, a->paper->bytes, a->paper->size);
    while (end == a->paper->size && replay_next(&file, &rec))
        if (rec.type == MSG_DEAL && --hands < 0)
            end = rec.offset;
    aside_tell(a, &end, sizeof end);
}

size_t recheck_cut(const void *record, size_t size, int64_t hand)
{
    const struct paper paper = { record, size };
    size_t end = size;
    bool cut = hand > 0 &&
               aside(&(struct aside_ask){ look_for_end, &hand, sizeof hand, &paper, 1 }, &end, sizeof end, NULL);
    return cut && end < size ? end : size;
}
