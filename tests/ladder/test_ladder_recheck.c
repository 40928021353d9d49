/* Rechecks, simulated: how soon a host that puts another program in a bot's place is found, and how often an honest one is doubted.
 *
 * A decision is one of a few; a bot gives each a chance.  Of 20 decisions of a leg (what matches to 15 points have) a share are
 * forced.  Bots: one without chance, one that draws lots now and then, one that draws lots often, and one that draws a style for
 * each match besides. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "filing/recheck.h"
#include "ladder_world.h"
#include "support/scratch.h"

enum { DECISIONS = 20, LEGS = 2, OPTIONS = 5, HOSTS = 200, WITHIN = 50, LOOKED_BACK = 50, HONEST = 1000, RUNS = 25 };

static uint64_t state_ = 20261122;
static double draw(void)
{
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return (double)(state_ >> 11) / 9007199254740992.0;
}

struct style {
    const char *name;
    double heat; /* 0: always what it likes best */
    double moods;
    /* Of the hosts that swap in one pair of five, found within 50 pairs: new ones, and those that were honest for 1,000. */
    double new_host, known_host;
};
static const struct style styles[] = { { "no chance", 0, 0, 0.98, 0.94 },
                                       { "some chance", 0.25, 0, 0.97, 0.92 },
                                       { "much chance", 0.5, 0, 0.88, 0.75 },
                                       { "moods", 0.25, 0.3, 0.97, 0.92 } };
enum { STYLES = sizeof styles / sizeof *styles };

enum { FILED_MOST = 1000 };

struct decision_at {
    unsigned options;
    double liking[2][OPTIONS]; /* of the bot, of the other program */
};

static void deal(struct decision_at *d)
{
    d->options = draw() < 0.3 ? 1 : 2 + (unsigned)(draw() * (OPTIONS - 1));
    for (unsigned who = 0; who < 2; who++)
        for (unsigned i = 0; i < OPTIONS; i++)
            d->liking[who][i] = draw();
}

/* The `mood` of a match leans its likings. */
static unsigned decide(const struct decision_at *d, unsigned who, const struct style *s, uint64_t mood)
{
    double weight[OPTIONS], sum = 0, at;
    unsigned best = 0;
    for (unsigned i = 0; i < d->options; i++) {
        double x = d->liking[who][i] + s->moods * (double)((mood >> (8 * i)) & 255) / 255;
        weight[i] = x;
        best = x > weight[best] ? i : best;
    }
    if (s->heat <= 0)
        return best;
    for (unsigned i = 0; i < d->options; i++)
        sum += weight[i] = exp((weight[i] - 1) / (s->heat * 0.3));
    at = draw() * sum;
    for (unsigned i = 0; i + 1 < d->options; i++)
        if ((at -= weight[i]) < 0)
            return i;
    return d->options - 1;
}

static bool given(const unsigned *code, unsigned times, unsigned what)
{
    for (unsigned i = 0; i < times; i++)
        if (code[i] == what)
            return true;
    return false;
}

/* A leg that this program played, asked again. */
static struct recheck_told play_and_ask(unsigned who, const struct style *s)
{
    struct recheck_told once = { .chance = -1 }, often = { 0 };
    uint64_t mood[HANDED_ASKED + 1];
    for (unsigned i = 0; i <= HANDED_ASKED; i++)
        mood[i] = (uint64_t)(draw() * 1e15);
    for (unsigned k = 0; k < DECISIONS; k++) {
        struct decision_at d;
        unsigned code[HANDED_ASKED], is;
        deal(&d);
        is = decide(&d, who, s, mood[HANDED_ASKED]);
        for (unsigned i = 0; i < HANDED_ASKED; i++)
            code[i] = decide(&d, 0, s, mood[i]);
        once.asked++;
        often.asked++;
        once.differs += code[0] != is;
        often.differs += !given(code, HANDED_ASKED - 1, is);
        often.chance += !given(code, HANDED_ASKED - 1, code[HANDED_ASKED - 1]);
    }
    return once.differs ? often : once;
}

/* What the store adds up. */
static void learn(struct recheck_known *k, const struct recheck_told *t)
{
    if (t->chance >= 0) {
        k->asked += t->asked;
        k->chance += t->chance;
    }
    k->host_asked += t->asked;
    k->host_differs += t->differs;
}

/* What a host filed and what was found out about it, as the store keeps it. */
struct filed {
    unsigned pairs, asked, oddities;
    bool swapped[FILED_MOST], looked[FILED_MOST][LEGS];
    struct recheck_known known;
};

/* One leg of a pair is rechecked; true: it is in doubt.  What is odd has all legs of the last pairs rechecked. */
static bool look(struct filed *f, unsigned pair, unsigned leg, const struct style *s)
{
    struct recheck_told told = play_and_ask(f->swapped[pair], s);
    f->looked[pair][leg] = true;
    f->asked++;
    enum recheck_finding is = recheck_judge(&told, &f->known);
    learn(&f->known, &told);
    if (is != RECHECK_IS_ODD)
        return is == RECHECK_IS_ANOTHER;
    f->oddities++;
    for (unsigned i = pair + 1; i-- > 0 && pair - i < LOOKED_BACK;)
        for (unsigned k = 0; k < LEGS; k++)
            if (!f->looked[i][k] && look(f, i, k, s))
                return true;
    return false;
}

/* One more pair; true: it, or one before it, is in doubt. */
static bool file_one(struct filed *f, bool swapped, int64_t share, int64_t before, const struct style *s)
{
    unsigned pair = f->pairs++;
    f->swapped[pair] = swapped;
    for (unsigned leg = 0; leg < LEGS; leg++)
        if (!f->looked[pair][leg] && draw() * 1000 < recheck_chance(share, before + pair, false) &&
            look(f, pair, leg, s))
            return true;
    return false;
}

/* Is it found within so many pairs?  Every `of`-th pair, by lot, is not the bot's; `before` were honest. */
static bool is_found(const struct style *s, double of, int64_t before, unsigned within, int64_t share)
{
    static struct filed f;
    memset(&f, 0, sizeof f);
    while (f.pairs < within)
        if (file_one(&f, draw() * of < 1, share, before, s))
            return true;
    return false;
}

static unsigned times(unsigned count)
{
    const char *more = getenv("FIEL_RECHECKS"); /* so many times as many hosts */
    return count * (more && atoi(more) > 1 ? (unsigned)atoi(more) : 1);
}

static double share_found(const struct style *s, double of, int64_t before, unsigned within)
{
    unsigned found = 0, hosts = times(HOSTS);
    for (unsigned i = 0; i < hosts; i++)
        found += is_found(s, of, before, within, RECHECK_SHARE);
    print_message("%-12s one pair in %.0f, after %4lld honest ones: %5.1f %% of %u found within %u\n", s->name, of,
                  (long long)before, 100.0 * found / hosts, hosts, within);
    return (double)found / hosts;
}

static void a_swap_in_every_pair_is_found(void **state)
{
    (void)state;
    for (unsigned i = 0; i < STYLES; i++) {
        assert_true(share_found(&styles[i], 1, 0, WITHIN) >= 0.99);
        assert_true(share_found(&styles[i], 1, 1000, WITHIN) >= 0.99);
    }
}

static void a_swap_in_one_pair_of_five_is_found(void **state)
{
    (void)state;
    for (unsigned i = 0; i < STYLES; i++) {
        assert_true(share_found(&styles[i], 5, 0, WITHIN) >= styles[i].new_host);
        assert_true(share_found(&styles[i], 5, 1000, WITHIN) >= styles[i].known_host);
        assert_true(share_found(&styles[i], 5, 1000, 3 * WITHIN) >= 0.98);
    }
}

/* A host that plays a thousand pairs is doubted in one case of a hundred at the most. */
static void honest_hosts_are_not_doubted(void **state)
{
    unsigned runs = times(RUNS), all = 0;
    (void)state;
    for (unsigned i = 0; i < STYLES; i++) {
        unsigned doubted = 0;
        double asked = 0;
        for (unsigned run = 0; run < runs; run++) {
            static struct filed f;
            memset(&f, 0, sizeof f);
            while (f.pairs < HONEST)
                if (file_one(&f, false, RECHECK_SHARE, 0, &styles[i])) {
                    doubted++;
                    break;
                }
            asked += f.asked / (double)(f.pairs * LEGS);
        }
        print_message("%-12s %u of %u honest hosts of %u pairs doubted, %.0f %% of their legs asked about\n",
                      styles[i].name, doubted, runs, (unsigned)HONEST, 100 * asked / runs);
        assert_true(asked / runs < 0.4);
        all += doubted;
    }
    assert_true(all * 100 <= STYLES * runs);
}

/* What there is to be seen of a swap: of the 20 decisions of a leg so many surprise on the average. */
static void a_swap_surprises_more_than_chance(void **state)
{
    (void)state;
    for (unsigned i = 0; i < STYLES; i++) {
        double surprises[2] = { 0 };
        unsigned legs = times(HOSTS) * 10;
        for (unsigned k = 0; k < 2 * legs; k++) {
            struct recheck_told t = play_and_ask(k & 1, &styles[i]);
            surprises[k & 1] += t.chance < 0 ? 0 : (double)t.differs / legs;
        }
        print_message("%-12s %.1f of %u decisions of another program surprise, and %.1f of the bot's own\n",
                      styles[i].name, surprises[1], (unsigned)DECISIONS, surprises[0]);
        assert_true(surprises[0] < 1 && surprises[1] > 4);
    }
}

/* --- in the store --------------------------------------------------------------------------------------------------- */

static struct store_error e;

static void filed_by(struct world *w, const char *host, int64_t key, unsigned salt)
{
    static struct order o;
    static struct world_legs l;
    struct wish wish = { .worker = host, .host = host, .keyed = key, .lease_ms = 60000, .no_recheck = true };
    world_plan(w, 1);
    FINE(store_lease(w->store, &wish, &o, &e));
    world_legs(&l, salt);
    FINE(store_finish(w->store, &o, l.leg, 2, &e));
}

static uint64_t queued(struct store *s)
{
    struct store_counts n;
    FINE(store_counts(s, &n, &e));
    return n.jobs[JOB_QUEUED];
}

static struct pair rechecked_by(struct world *w, const char *host, bool odd)
{
    static struct order o;
    struct wish wish = { .worker = host, .host = host, .lease_ms = 60000, .no_play = true };
    struct recheck r = { .asked = 20, .differs = 2, .chance = 0, .odd = odd, .state = RECHECK_AGREES };
    unsigned about = 0;
    struct pair p;
    FINE(store_lease(w->store, &wish, &o, &e));
    assert_int_equal(o.kind, JOB_RECHECK);
    for (unsigned leg = 0; leg < 2; leg++)
        about += ordered_again(&o, leg);
    assert_int_equal(about, 1);
    FINE(store_rechecked(w->store, &o, &r, &e));
    FINE(store_pair(w->store, o.pair.id, &p, &e));
    return p;
}

/* Each leg by itself; what is odd has the host's newest pairs looked at, and the pair counts as before. */
static void what_is_odd_has_more_looked_at(void **state)
{
    char folder[SCRATCH_ROOM], where[SCRATCH_ROOM + 32];
    struct world w;
    struct store *s;
    struct worker_key k[2] = { { .name = "attic", .host = "attic" }, { .name = "barn", .host = "barn" } };
    uint8_t hash[STORE_HASH] = { 1 };
    (void)state;
    scratch_quick(folder);
    snprintf(where, sizeof where, "sqlite:%s/l.db", folder);
    FINE(store_open(&s, where, STORE_CREATE, &e));
    world_make(&w, s);
    for (unsigned i = 0; i < 2; i++, hash[0]++)
        FINE(store_worker_key_add(s, &k[i], hash, "hilda", &e));
    FINE(store_set(s, "recheck.share", "100", &e));
    filed_by(&w, "attic", 1, 1);
    assert_int_equal(queued(s), 4); /* two versions, two legs */
    FINE(store_set(s, "recheck.share", "0", &e));
    for (unsigned i = 2; i <= 5; i++)
        filed_by(&w, "attic", 1, i);
    assert_int_equal(queued(s), 4);
    assert_true(rechecked_by(&w, "barn", false).rated);
    assert_int_equal(queued(s), 3);
    assert_true(rechecked_by(&w, "barn", true).rated);
    assert_int_equal(queued(s), 2 + 4 * 4); /* those four pairs, and the first one's no second time */
    assert_true(rechecked_by(&w, "barn", true).rated);
    assert_int_equal(queued(s), 1 + 4 * 4);
    store_close(&s);
    scratch_remove(folder);
}

/* Nothing is looked at where a host wants none; all is while one pair is in doubt. */
static void how_much_is_looked_at(void **state)
{
    (void)state;
    assert_int_equal(recheck_chance(0, 0, true), 0);
    assert_int_equal(recheck_chance(20, 0, false), 1000);
    assert_int_equal(recheck_chance(20, 20, false), 500);
    assert_int_equal(recheck_chance(20, 1000, false), 200);
    assert_int_equal(recheck_chance(20, 1000, true), 1000);
    assert_int_equal(recheck_chance(100, 1000, false), 1000);
}

/* One answer that differs convicts nobody, and neither does a bot that contradicts itself as often. */
static void little_convicts_nobody(void **state)
{
    struct recheck_known none = { 0 }, well = { .asked = 4000, .chance = 0 };
    (void)state;
    assert_int_equal(recheck_judge(&(struct recheck_told){ 40, 1, 0 }, &none), RECHECK_IS_ITSELF);
    assert_int_equal(recheck_judge(&(struct recheck_told){ 40, 1, 0 }, &well), RECHECK_IS_ODD);
    assert_int_equal(recheck_judge(&(struct recheck_told){ 40, 12, 12 }, &none), RECHECK_IS_ITSELF);
    assert_int_equal(recheck_judge(&(struct recheck_told){ 40, 0, -1 }, &well), RECHECK_IS_ITSELF);
    assert_int_equal(recheck_judge(&(struct recheck_told){ 40, 30, 0 }, &none), RECHECK_IS_ANOTHER);
    assert_int_equal(recheck_judge(&(struct recheck_told){ 40, 12, 0 }, &well), RECHECK_IS_ANOTHER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(how_much_is_looked_at),
        cmocka_unit_test(little_convicts_nobody),
        cmocka_unit_test(what_is_odd_has_more_looked_at),
        cmocka_unit_test(a_swap_in_every_pair_is_found),
        cmocka_unit_test(a_swap_in_one_pair_of_five_is_found),
        cmocka_unit_test(honest_hosts_are_not_doubted),
        cmocka_unit_test(a_swap_surprises_more_than_chance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
