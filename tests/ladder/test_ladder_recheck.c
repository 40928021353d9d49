/* Rechecks, simulated: how soon a host that puts another program in a bot's place is found, and how often an honest one is doubted.
 *
 * A decision is one of a few; a bot gives each a chance.  Of 20 decisions of a leg (what matches to 15 points have) a share are
 * forced.  Bots: one without chance, one that draws lots now and then, one that draws lots often, and one that draws a style for
 * each match besides. */

#include <math.h>

#include "support/test.h"
#include "cli/said.h"
#include "filing/recheck.h"
#include "store/store_live.h"
#include "store/store_workers.h"
#include "ladder_world.h"
#include "support/forge.h"
#include "support/scratch.h"
#include "tell/decision.h"
#include "wire/messages.h"

enum {
    DECISIONS = 20,
    LEGS = 2,
    SEATS = 2,
    OPTIONS = 5,
    HOSTS = 200,
    WITHIN = 50,
    LOOKED_BACK = 50,
    HONEST = 1000,
    RUNS = 25
};

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
};
static const struct style styles[] = {
    { "no chance", 0, 0 }, { "some chance", 0.25, 0 }, { "much chance", 0.5, 0 }, { "moods", 0.25, 0.3 }
};
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

static bool given(const int32_t *code, unsigned times, int32_t what)
{
    for (unsigned i = 0; i < times; i++)
        if (code[i] == what)
            return true;
    return false;
}

/* What a host filed and what was found out about it, as the store keeps it. */
struct filed {
    unsigned pairs, asked;
    bool swapped[FILED_MOST];
    unsigned upto[FILED_MOST][SEATS][LEGS]; /* decisions that were asked about */
    uint64_t mood[FILED_MOST][SEATS][LEGS]; /* in which they were played */
    double odds[FILED_MOST][SEATS];
    struct recheck_known known[SEATS];
};

/* One bot's decisions of a leg, from one to another; in a swapped pair somebody else sat in seat 0. */
struct part {
    unsigned pair, seat, leg, from, to;
};

/* Asked again: once, or ten times, as recheck.c counts it. */
static struct recheck_told play_and_ask(const struct filed *f, const struct part *p, const struct style *s)
{
    struct recheck_told once = { .chance = -1 }, often = { 0 };
    struct recheck_runs runs = { { 0 } };
    uint64_t mood[HAND_IN_ASKED + 1];
    for (unsigned i = 0; i < HAND_IN_ASKED; i++)
        mood[i] = (uint64_t)(draw() * 1e15);
    mood[HAND_IN_ASKED] = f->mood[p->pair][p->seat][p->leg];
    for (unsigned k = p->from; k < p->to; k++) {
        struct decision_at d;
        int32_t did[HAND_IN_ASKED + 1];
        deal(&d);
        for (unsigned i = 0; i <= HAND_IN_ASKED; i++)
            did[i] = (int32_t)decide(&d, i == HAND_IN_ASKED && p->seat == 0 && f->swapped[p->pair], s, mood[i]);
        once.asked++;
        often.asked++;
        once.differs += did[0] != did[HAND_IN_ASKED];
        often.differs += !given(did, HAND_IN_ASKED - 1, did[HAND_IN_ASKED]);
        often.chance += !given(did, HAND_IN_ASKED - 1, did[HAND_IN_ASKED - 1]);
        recheck_weigh(&runs, did);
    }
    often.odds = recheck_odds(&runs);
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

/* Of the newest pairs, as the store lists them. */
static double suspicion(const struct filed *f)
{
    enum { PAST = 100 };
    struct recheck_past past[SEATS * PAST];
    size_t n = 0;
    for (unsigned i = f->pairs; i-- > 0 && f->pairs - i <= PAST;)
        for (unsigned seat = 0; seat < SEATS; seat++)
            past[n++] = (struct recheck_past){ i, seat, SEATS, f->odds[i][seat] };
    return recheck_suspicion(past, n);
}

static bool look(struct filed *f, unsigned pair, unsigned seat, unsigned leg, unsigned to, const struct style *s);

static bool look_at_pair(struct filed *f, unsigned pair, unsigned seat, const struct style *s)
{
    for (unsigned leg = 0; leg < LEGS; leg++)
        if (look(f, pair, seat, leg, DECISIONS, s))
            return true;
    return false;
}

static bool look_back(struct filed *f, const struct style *s)
{
    for (unsigned i = f->pairs; i-- > 0 && f->pairs - i <= LOOKED_BACK;)
        for (unsigned seat = 0; seat < SEATS; seat++)
            if (look_at_pair(f, i, seat, s))
                return true;
    return false;
}

/* What of a leg was not asked about yet is, and what follows from it; true: a pair is in doubt. */
static bool look(struct filed *f, unsigned pair, unsigned seat, unsigned leg, unsigned to, const struct style *s)
{
    struct part p = { pair, seat, leg, f->upto[pair][seat][leg], to };
    if (p.from >= to)
        return false;
    f->upto[pair][seat][leg] = to;
    f->asked += to - p.from;
    struct recheck_told told = play_and_ask(f, &p, s);
    f->odds[pair][seat] *= told.odds;
    enum recheck_finding is = recheck_judge(&told, &f->known[seat], suspicion(f));
    learn(&f->known[seat], &told);
    if (is == RECHECK_IS_ITSELF || is == RECHECK_IS_ANOTHER)
        return is == RECHECK_IS_ANOTHER;
    return look_at_pair(f, pair, seat, s) || (is == RECHECK_IS_SUSPECT && look_back(f, s));
}

static bool look_at_both(struct filed *f, unsigned pair, unsigned leg, unsigned to, const struct style *s)
{
    for (unsigned seat = 0; seat < SEATS; seat++)
        if (look(f, pair, seat, leg, to, s))
            return true;
    return false;
}

/* One more pair, looked at as the store draws it (recheck_draw), a decision for a hand; true: it, or one before it, is in doubt. */
static bool file_one(struct filed *f, bool swapped, const struct style *s)
{
    unsigned pair = f->pairs++;
    bool drawn[LEGS];
    f->swapped[pair] = swapped;
    for (unsigned seat = 0; seat < SEATS; seat++) {
        f->odds[pair][seat] = 1;
        for (unsigned leg = 0; leg < LEGS; leg++)
            f->mood[pair][seat][leg] = (uint64_t)(draw() * 1e15);
    }
    for (unsigned leg = 0; leg < LEGS; leg++)
        drawn[leg] = draw() * 1000 < recheck_chance(RECHECK_SHARE, false);
    if (!drawn[0] && !drawn[1]) {
        int64_t to = recheck_hands(RECHECK_SHARE, LEGS, DECISIONS, (uint32_t)(draw() * 1000));
        return look_at_both(f, pair, draw() < 0.5, to ? (unsigned)to : DECISIONS, s);
    }
    for (unsigned leg = 0; leg < LEGS; leg++)
        if (drawn[leg] && look_at_both(f, pair, leg, DECISIONS, s))
            return true;
    return false;
}

/* Which pairs are swapped: each by lot, one in so many; or exactly every so-manieth. */
struct evil {
    unsigned of;
    bool by_lot;
};

/* Is it found within so many pairs? */
static bool is_found(const struct style *s, struct evil evil)
{
    static struct filed f;
    unsigned first = (unsigned)(draw() * evil.of);
    memset(&f, 0, sizeof f);
    while (f.pairs < WITHIN)
        if (file_one(&f, evil.by_lot ? draw() * evil.of < 1 : f.pairs % evil.of == first, s))
            return true;
    return false;
}

static unsigned times(unsigned count)
{
    const char *more = getenv("FIEL_RECHECKS"); /* so many times as many hosts */
    return count * (more && atoi(more) > 1 ? (unsigned)atoi(more) : 1);
}

static double share_found(const struct style *s, struct evil evil)
{
    unsigned found = 0, hosts = times(HOSTS);
    for (unsigned i = 0; i < hosts; i++)
        found += is_found(s, evil);
    print_message("%-12s one pair in %u%s: %5.1f %% of %u found within %u\n", s->name, evil.of,
                  evil.by_lot ? " by lot" : "", 100.0 * found / hosts, hosts, WITHIN);
    return (double)found / hosts;
}

TEST(a_swap_in_every_pair_is_found)
{
    for (unsigned i = 0; i < STYLES; i++)
        assert_true(share_found(&styles[i], (struct evil){ 1, false }) >= 0.99);
}

/* Ten of fifty; and by lot, when one host in fifty swaps four of fifty or fewer. */
TEST(a_swap_in_one_pair_of_five_is_found)
{
    for (unsigned i = 0; i < STYLES; i++) {
        assert_true(share_found(&styles[i], (struct evil){ 5, false }) >= 0.99);
        assert_true(share_found(&styles[i], (struct evil){ 5, true }) >= 0.97);
    }
}

/* A host that plays a thousand pairs is doubted in one case of a hundred at the most. */
TEST(honest_hosts_are_not_doubted)
{
    unsigned runs = times(RUNS), all = 0;
    for (unsigned i = 0; i < STYLES; i++) {
        unsigned doubted = 0;
        double asked = 0;
        for (unsigned run = 0; run < runs; run++) {
            static struct filed f;
            memset(&f, 0, sizeof f);
            while (f.pairs < HONEST)
                if (file_one(&f, false, &styles[i])) {
                    doubted++;
                    break;
                }
            asked += f.asked / (double)(f.pairs * SEATS * LEGS * DECISIONS);
        }
        print_message("%-12s %u of %u honest hosts of %u pairs doubted, %.0f %% of their decisions asked about\n",
                      styles[i].name, doubted, runs, (unsigned)HONEST, 100 * asked / runs);
        assert_true(asked / runs < 0.35);
        all += doubted;
    }
    assert_true(all * 100 <= STYLES * runs);
}

/* What there is to be seen of a swap: of the 20 decisions of a leg so many surprise on the average. */
TEST(a_swap_surprises_more_than_chance)
{
    for (unsigned i = 0; i < STYLES; i++) {
        static struct filed f;
        double surprises[2] = { 0 }, odds = 0;
        unsigned legs = times(HOSTS) * 10;
        for (unsigned k = 0; k < 2 * legs; k++) {
            f.swapped[0] = k & 1;
            f.mood[0][0][0] = (uint64_t)(draw() * 1e15);
            struct recheck_told t = play_and_ask(&f, &(struct part){ .to = DECISIONS }, &styles[i]);
            surprises[k & 1] += t.chance < 0 ? 0 : (double)t.differs / legs;
            odds += k & 1 ? 0 : t.odds / legs;
        }
        print_message(
            "%-12s %.1f of %u decisions of another program surprise, and %.1f of the bot's own, whose odds are %.2f\n",
            styles[i].name, surprises[1], (unsigned)DECISIONS, surprises[0], odds);
        assert_true(surprises[0] < 1 && surprises[1] > 4);
        assert_true(odds < 1.1); /* a fair bet, of which nothing is won */
    }
}

/* The parts of what is asked make the share, and the first hands end anywhere between a sixth and a half. */
TEST(what_is_asked_makes_the_share)
{
    for (int64_t share = 1; share <= 100; share++) {
        double whole = recheck_chance(share, false) / 1000.0, sum = 0;
        for (uint32_t lot = 0; lot < 1000; lot++) {
            int64_t to = recheck_hands(share, 2, 100000, lot);
            sum += (to ? (double)to : 100000) / 1e8;
        }
        double asked = whole + (1 - whole) * (1 - whole) * sum / 2;
        assert_true(fabs(asked - (double)share / 100) < (share > 40 ? 0.15 : 0.01));
    }
    assert_int_equal(recheck_hands(20, 2, 30, 0), 5);
    assert_int_equal(recheck_hands(20, 2, 30, 999), 15);
    assert_int_equal(recheck_hands(20, 2, 1, 500), 0);
    assert_int_equal(recheck_hands(100, 2, 30, 500), 0);
}

/* Odds of eleven runs of one program, and of one that stands alone; bets on a host's pairs. */
TEST(what_stands_alone_is_suspect)
{
    int32_t same[HAND_IN_ASKED + 1] = { 0 }, other[HAND_IN_ASKED + 1] = { [HAND_IN_ASKED] = 1 },
                                 odd[HAND_IN_ASKED + 1] = { 1 };
    struct recheck_runs r = { { 0 } };
    struct recheck_past past[] = { { 9, 1, 2, 11 }, { 9, 2, 2, 1 }, { 9, 1, 2, 11 }, { 7, 1, 2, 0 } };
    for (unsigned i = 0; i < 20; i++)
        recheck_weigh(&r, same);
    assert_true(fabs(recheck_odds(&r) - 1) < 1e-9);
    for (unsigned i = 0; i < 20; i++)
        recheck_weigh(&r, other);
    assert_true(recheck_odds(&r) > 10.9 && recheck_odds(&r) <= 11);
    for (unsigned i = 0; i < 40; i++)
        recheck_weigh(&r, odd);
    assert_true(recheck_odds(&r) < 0.1);
    /* 0.8 + 0.2 * (121 + 1) / 2 = 13; then 13 * (0.8 + 0.2 * (0 + 1) / 2) = 11.7 */
    assert_true(fabs(recheck_suspicion(past, 3) - 13) < 1e-9);
    assert_true(fabs(recheck_suspicion(past, 4) - 24.7) < 1e-9);
    assert_true(recheck_suspicion(past, 0) == 0);
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

static uint64_t queued(struct store *s) { return world_counts(s).jobs[JOB_QUEUED]; }

static struct pair rechecked_by(struct world *w, const char *host, enum recheck_more more)
{
    static struct order o;
    struct wish wish = { .worker = host, .host = host, .lease_ms = 60000, .no_play = true };
    struct recheck r = { .asked = 20, .differs = 2, .odds = 2, .more = more, .state = RECHECK_AGREES };
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

/* A store with the keys of two hosts. */
static struct store *two_hosts(struct world *w, char folder[SCRATCH_ROOM])
{
    struct worker_key k[2] = { { .name = "attic", .host = "attic" }, { .name = "barn", .host = "barn" } };
    char where[SCRATCH_ROOM + 32];
    uint8_t hash[STORE_HASH] = { 1 };
    scratch_quick(folder);
    snprintf(where, sizeof where, "sqlite:%s/l.db", folder);
    world_new(w, where);
    for (unsigned i = 0; i < 2; i++, hash[0]++)
        FINE(store_worker_key_add(w->store, &k[i], hash, "hilda", &e));
    return w->store;
}

/* Each leg by itself; a suspect host has its newest pairs looked at, and the pair counts as before. */
TEST(what_is_suspect_has_more_looked_at)
{
    char folder[SCRATCH_ROOM];
    struct world w;
    AUTO(store_close) struct store *s = two_hosts(&w, folder);
    FINE(store_set(s, "recheck.share", "100", &e));
    filed_by(&w, "attic", 1, 1);
    assert_int_equal(queued(s), 4); /* two versions, two legs */
    FINE(store_set(s, "recheck.share", "0", &e));
    for (unsigned i = 2; i <= 5; i++)
        filed_by(&w, "attic", 1, i);
    assert_int_equal(queued(s), 4);
    assert_true(rechecked_by(&w, "barn", RECHECK_NO_MORE).rated);
    assert_int_equal(queued(s), 3);
    assert_true(rechecked_by(&w, "barn", RECHECK_NEWEST_PAIRS).rated);
    assert_int_equal(queued(s), 2 + 4 * 4); /* those four pairs, and the first one's no second time */
    assert_true(rechecked_by(&w, "barn", RECHECK_NEWEST_PAIRS).rated);
    assert_int_equal(queued(s), 1 + 4 * 4);
    scratch_remove(folder);
}

static struct order leased_by(struct store *s, const char *host)
{
    static struct order o;
    struct wish wish = { .worker = host, .host = host, .lease_ms = 60000, .no_play = true };
    FINE(store_lease(s, &wish, &o, &e));
    return o;
}

static void tell(struct store *s, const struct order *o, enum recheck_more more, enum recheck_state is)
{
    struct recheck r = { .asked = 6, .differs = 2, .odds = 5, .more = more, .state = is };
    FINE(store_rechecked(s, o, &r, &e));
}

/* Of a new host, too, a pair of which no leg was drawn has the first hands of one leg asked about, and when they are odd the rest of
 * both, of that version alone.  What came of it is kept for the host's suspicion, until a host says that the pair stands. */
TEST(no_pair_is_left_out)
{
    enum { PAST = 8 };
    char folder[SCRATCH_ROOM];
    struct world w;
    AUTO(store_close) struct store *s = two_hosts(&w, folder);
    struct recheck_past past[PAST];
    struct recheck r[PAST];
    struct recheck_filter f = { .state = RECHECK_DIFFERS };
    unsigned salt = 1;
    size_t n;
    FINE(store_set(s, "recheck.share", "2", &e)); /* one whole leg in two hundred */
    filed_by(&w, "attic", 1, salt++);
    struct order first = leased_by(s, "barn");
    while (!first.again_to) { /* it was the one in a hundred */
        tell(s, &first, RECHECK_NO_MORE, RECHECK_AGREES);
        if (!queued(s))
            filed_by(&w, "attic", 1, salt++);
        first = leased_by(s, "barn");
    }
    assert_in_range(salt, 2, 5);    /* and not its first pairs one by one */
    assert_int_equal(queued(s), 1); /* of the other version */
    assert_true(first.again_after == 0 && first.again_to >= 1);
    tell(s, &first, RECHECK_REST_OF_PAIR, RECHECK_AGREES);
    assert_int_equal(queued(s), 3);
    for (unsigned i = 0; i < 3; i++) {
        struct order o = leased_by(s, "barn");
        bool own = o.seat[0].version == first.seat[0].version, same = ordered_again(&o, 0) == ordered_again(&first, 0);
        assert_int_equal(o.again_to, own ? 0 : first.again_to);
        assert_int_equal(o.again_after, own && same ? first.again_to : 0);
        tell(s, &o, RECHECK_NO_MORE, i == 2 ? RECHECK_DIFFERS : RECHECK_AGREES);
    }
    FINE(store_recheck_past(s, "attic", past, PAST, &n, &e));
    assert_true(n >= 4 && past[0].pair == first.pair.id && past[3].pair == first.pair.id && past[0].odds == 5);
    FINE(store_rechecks(s, &f, r, PAST, &n, &e));
    assert_int_equal(n, 1);
    FINE(store_recheck_decide(s, r[0].id, RECHECK_STANDS, "hilda", &e));
    FINE(store_recheck_past(s, "attic", past, PAST, &n, &e));
    assert_int_equal(n, 0);
    scratch_remove(folder);
}

/* What one host says of another's pair brings it in doubt where there is no third; else with the third alone, and never with the same one. */
TEST(who_slanders_stands_alone)
{
    char folder[SCRATCH_ROOM];
    struct world w;
    AUTO(store_close) struct store *s = two_hosts(&w, folder);
    struct worker_key third = { .name = "cellar", .host = "cellar" };
    struct wish barn = { .worker = "barn", .host = "barn", .lease_ms = 60000, .no_play = true };
    static struct order o;
    struct pair p;
    FINE(store_set(s, "recheck.share", "100", &e));
    FINE(store_worker_key_add(s, &third, (const uint8_t[STORE_HASH]){ 9 }, "hilda", &e));
    filed_by(&w, "attic", 1, 1); /* two versions, two legs */
    for (unsigned i = 0; i < 2; i++) {
        o = leased_by(s, "barn");
        tell(s, &o, RECHECK_NO_MORE, RECHECK_DIFFERS);
        FINE(store_pair(s, o.pair.id, &p, &e));
        assert_true(p.rated);
    }
    assert_int_equal(store_lease(s, &barn, &o, &e), STORE_NOT_FOUND);
    o = leased_by(s, "cellar");
    tell(s, &o, RECHECK_NO_MORE, RECHECK_AGREES);
    FINE(store_pair(s, o.pair.id, &p, &e));
    assert_true(p.rated);
    o = leased_by(s, "cellar");
    tell(s, &o, RECHECK_NO_MORE, RECHECK_DIFFERS);
    FINE(store_pair(s, o.pair.id, &p, &e));
    assert_false(p.rated);
    scratch_remove(folder);
}

/* The number is the largest that Markov's inequality allows, and never more; of what was not asked ten times nothing is said. */
TEST(odds_are_said_as_what_they_prove)
{
    static const struct {
        double odds;
        int64_t asked, chance;
        const char *says;
    } row[] = {
        { 11, 20, 0, "at most 1 honest record in 11 stands out as much from its bot's own answers" },
        { 10.99, 20, 3, "at most 1 honest record in 10 stands out as much from its bot's own answers" },
        { 2, 20, 0, "at most 1 honest record in 2 stands out as much from its bot's own answers" },
        { 1.99, 20, 0, "how far it stands out from its bot's own answers says nothing by itself" },
        { 0, 20, -1, "" }, /* it agreed at once */
        { 1, 0, 0, "" },   /* it gave no answers */
    };
    char said[RECHECK_SAID];
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        struct recheck r = { .odds = row[i].odds, .asked = row[i].asked, .chance = row[i].chance };
        assert_string_equal(said_text(said, sizeof said, ENGLISH, recheck_say(&r, said)), row[i].says);
    }
}

/* Nothing is looked at where a host wants none; all is while one pair is in doubt. */
TEST(how_much_is_looked_at)
{
    assert_int_equal(recheck_chance(0, true), 0);
    assert_int_equal(recheck_chance(20, false), 50);
    assert_int_equal(recheck_chance(20, true), 1000);
    assert_int_equal(recheck_chance(100, false), 1000);
}

/* One answer that differs convicts nobody, and neither does a bot that contradicts itself as often. */
TEST(little_convicts_nobody)
{
    struct recheck_known none = { 0 }, well = { .asked = 4000, .chance = 0 };
    assert_int_equal(recheck_judge(&(struct recheck_told){ 40, 1, 0, 1 }, &none, 0), RECHECK_IS_ITSELF);
    assert_int_equal(recheck_judge(&(struct recheck_told){ 40, 1, 0, 1 }, &well, 0), RECHECK_IS_ODD);
    assert_int_equal(recheck_judge(&(struct recheck_told){ 40, 1, 0, 3 }, &none, 0), RECHECK_IS_ODD);
    assert_int_equal(recheck_judge(&(struct recheck_told){ 40, 12, 12, 1 }, &none, 0), RECHECK_IS_ITSELF);
    assert_int_equal(recheck_judge(&(struct recheck_told){ 40, 0, -1, 0 }, &well, 0), RECHECK_IS_ITSELF);
    assert_int_equal(recheck_judge(&(struct recheck_told){ 40, 30, 0, 1 }, &none, 0), RECHECK_IS_ANOTHER);
    assert_int_equal(recheck_judge(&(struct recheck_told){ 40, 12, 0, 1 }, &well, 0), RECHECK_IS_ANOTHER);
}

/* What many pairs say convicts with the one that brings it there, and nobody who agrees. */
TEST(many_pairs_convict)
{
    struct recheck_known none = { 0 };
    struct recheck_told adds = { 10, 1, 0, 1.5 }, agrees = { 10, 0, -1, 0 };
    assert_int_equal(recheck_judge(&adds, &none, 999), RECHECK_IS_ITSELF);
    assert_int_equal(recheck_judge(&adds, &none, 1000), RECHECK_IS_SUSPECT);
    assert_int_equal(recheck_judge(&adds, &none, 199999), RECHECK_IS_SUSPECT);
    assert_int_equal(recheck_judge(&adds, &none, 200000), RECHECK_IS_ANOTHER);
    assert_int_equal(recheck_judge(&agrees, &none, 1e9), RECHECK_IS_ITSELF);
}

/* What the first seat of this record did, as a bot that is asked again prints it; with `made_up` the last of it is an action of no rules. */
static void put_answers(const char *folder, const void *record, size_t size, bool made_up)
{
    static struct teller teller;
    struct decisions d;
    char path[SCRATCH_ROOM + 32];
    int64_t last = 0;
    FILE *f[HAND_IN_ASKED];
    for (unsigned i = 0; i < HAND_IN_ASKED; i++) {
        snprintf(path, sizeof path, "%s/" HAND_IN_ANSWERS, folder, 0, i);
        assert_non_null(f[i] = fopen(path, "w"));
    }
    tell_start(&teller, record, size);
    decisions_listen(&d, &teller);
    while (decisions_next(&d, &teller))
        for (size_t i = 0; i < d.count; i++)
            for (unsigned k = 0; !d.list[i].number[DECIDED_SEAT] && k < HAND_IN_ASKED; k++)
                fprintf(f[k], "{\"again\":true,\"decision\":%d,\"action\":%d}\n",
                        (int)(last = d.list[i].number[DECIDED_DECISION]), action_code(d.list[i].action));
    decisions_end(&d);
    tell_end(&teller);
    for (unsigned i = 0; i < HAND_IN_ASKED; i++) {
        if (made_up)
            fprintf(f[i], "{\"again\":true,\"decision\":%d,\"action\":513}\n", (int)last);
        assert_int_equal(fclose(f[i]), 0);
    }
}

/* Anyone who asks may tell what they like, but no answer that the rules do not have: that is held against nobody's pair. */
TEST(what_is_made_up_is_held_against_nobody)
{
    static struct order o = { .kind = JOB_RECHECK, .legs = 1, .seats = 1, .replay = { { 1 } } };
    struct recheck_told told;
    char folder[SCRATCH_ROOM], path[SCRATCH_ROOM + 32], why[HAND_IN_WHY];
    OWNED_FORGE *f = forge_new("argentino,target=15", 1, 7);
    size_t size;
    scratch_quick(folder);
    forge_run(f);
    OWNED uint8_t *record = forge_file(f, f->arbiter_secret, &size);
    snprintf(path, sizeof path, "%s/" HAND_IN_REPLAY, folder, 0);
    FILE *file = fopen(path, "w");
    assert_true(file && fwrite(record, 1, size, file) == size && !fclose(file));
    o.seat[0].version = o.pair.version[0] = 5;
    o.pair.seats = o.ladder.seats = 2;
    put_answers(folder, record, size, false);
    assert_true(recheck_read(&o, folder, &told, why));
    assert_true(told.asked > 0 && !told.differs);
    put_answers(folder, record, size, true);
    assert_false(recheck_read(&o, folder, &told, why));
    assert_non_null(strstr(why, "not legal"));
    scratch_remove(folder);
}

/* A bot gets a record up to its last hand that is asked about, and no more. */
TEST(a_record_is_cut_between_hands)
{
    struct replay part;
    struct record rec;
    OWNED_FORGE *f = forge_new("argentino,target=15", 1, 7);
    unsigned dealt = 0;
    size_t size;
    forge_run(f);
    OWNED uint8_t *file = forge_file(f, f->arbiter_secret, &size);
    assert_int_equal(recheck_cut(file, size, 0), size);
    assert_int_equal(recheck_cut(file, size, 1000), size);
    replay_over(&part, file, recheck_cut(file, size, 2));
    while (replay_next(&part, &rec))
        dealt += rec.type == MSG_DEAL;
    assert_int_equal(dealt, 2);
    assert_int_equal(part.end, REPLAY_NO_TRAILER);
}
