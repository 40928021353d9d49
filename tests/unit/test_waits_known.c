/* waits_known: what is told of processes whose every moment is known.  A schedule is drawn at random, a reader looks at what a kernel would
 * have counted of it, whenever it likes and for as long as it takes, and what it is sure of is never more than what was.
 *
 * The kernel of this page counts as Linux does: a wait is added when it is over, or when the thread is moved to another processor, and
 * what runs is added at the ticks and when it stops. */
#include "support/test.h"

#include "support/random.h"
#include "support/sample.h"
#include "seat/waits.h"

enum { STEP = 50000, MS = 1000000 / STEP, THREADS = WAITS_THREADS, BEAT = 20 * MS };

enum state { SLEEPS, WAITS, RUNS };

struct thread {
    int tid; /* 0: there is none */
    enum state is;
    unsigned long long runs;
    int64_t ran, ran_told, waited_told, queued;
};

/* Of each thing that may happen at a step: once in so many; 0: never. */
struct odds {
    unsigned given, taken, sleeps, wakes, moved, born, ends, hides, dawdles;
};

struct process {
    struct random r;
    struct odds once_in;
    unsigned processors, most, dawdle, tick, phase;
    struct thread thread[THREADS];
    int tids, top;             /* of `thread` so many were ever used */
    bool letters;              /* the first one works when the second one has run, which then sleeps */
    int64_t now, ended, truth; /* `truth`: so long one wanted to run and none did */
};

static bool happens(struct process *p, unsigned once_in) { return once_in && random_below(&p->r, once_in) == 0; }

static unsigned count(const struct process *p, enum state is)
{
    unsigned n = 0;
    for (int i = 0; i < p->top; i++)
        n += p->thread[i].tid && p->thread[i].is == is;
    return n;
}

static unsigned alive(const struct process *p) { return count(p, SLEEPS) + count(p, WAITS) + count(p, RUNS); }

static void waits(struct process *p, struct thread *t)
{
    t->is = WAITS;
    t->queued = p->now;
}

static void wait_is_told(struct process *p, struct thread *t)
{
    t->waited_told += p->now - t->queued;
    t->queued = p->now;
}

/* Another thread; it sleeps. */
static struct thread *begin(struct process *p)
{
    int i = 0;
    while (i < p->top && p->thread[i].tid)
        i++;
    p->top += i == p->top;
    p->thread[i] = (struct thread){ .tid = ++p->tids };
    return &p->thread[i];
}

static void move(struct process *p, struct thread *t)
{
    const struct odds *o = &p->once_in;
    if (t->is == SLEEPS && happens(p, o->wakes)) {
        waits(p, t);
    } else if (t->is == WAITS && happens(p, o->moved)) {
        wait_is_told(p, t);
    } else if (t->is == WAITS && count(p, RUNS) < p->processors && happens(p, o->given)) {
        wait_is_told(p, t);
        t->is = RUNS;
        t->runs++;
    } else if (t->is == RUNS && p->letters && t == &p->thread[1]) {
        t->ran_told = t->ran;
        t->is = SLEEPS;
        waits(p, &p->thread[0]);
    } else if (t->is == RUNS) {
        bool ends = alive(p) > 1 && happens(p, o->ends), sleeps = happens(p, o->sleeps), taken = happens(p, o->taken);
        if (!ends && !sleeps && !taken)
            return;
        t->ran_told = t->ran;
        t->is = SLEEPS;
        if (taken)
            waits(p, t);
        if (ends) {
            p->ended += t->ran;
            t->tid = 0;
        }
    }
}

static void step(struct process *p)
{
    int64_t at = p->now / STEP;
    for (int i = 0; i < p->top; i++)
        if (p->thread[i].tid)
            move(p, &p->thread[i]);
    if (alive(p) < p->most && happens(p, p->once_in.born))
        waits(p, begin(p));
    p->truth += count(p, WAITS) > 0 && count(p, RUNS) == 0 ? STEP : 0;
    p->now += STEP;
    for (int i = 0; i < p->top; i++)
        if (p->thread[i].tid && p->thread[i].is == RUNS) {
            p->thread[i].ran += STEP;
            if (at % p->tick == p->phase)
                p->thread[i].ran_told = p->thread[i].ran;
        }
}

static void go(struct process *p, unsigned steps)
{
    while (steps-- > 0)
        step(p);
}

/* --- the reader ------------------------------------------------------------------------------------- */

static void dawdle(struct process *p)
{
    if (happens(p, p->once_in.dawdles))
        go(p, random_below(&p->r, p->dawdle + 1));
}

static int64_t ran_told(struct process *p)
{
    int64_t sum = p->ended;
    for (int i = 0; i < p->top; i++)
        sum += p->thread[i].tid ? p->thread[i].ran_told : 0;
    dawdle(p);
    return sum;
}

static bool wants(struct process *p, const struct thread *t)
{
    bool is = t->is != SLEEPS;
    dawdle(p);
    return is;
}

static struct waits_reading reading(struct process *p)
{
    struct waits_reading r = { .now_ns = p->now };
    dawdle(p);
    for (int i = 0; i < p->top; i++) {
        const struct thread *t = &p->thread[i];
        struct waits_thread *out = &r.thread[r.count];
        if (!t->tid || happens(p, p->once_in.hides))
            continue;
        *out = (struct waits_thread){ .tid = t->tid, .wanted = wants(p, t) };
        out->ran_ns = t->ran_told;
        out->waited_ns = t->waited_told;
        out->runs = t->runs;
        if (t->tid != out->tid || t->runs == 0)
            continue;
        dawdle(p);
        out->wants = wants(p, t);
        r.count++;
    }
    r.whole = r.count == alive(p);
    dawdle(p);
    r.ran_ns = ran_told(p);
    r.took_ns = p->now - r.now_ns;
    return r;
}

static void look(struct process *p, struct waits_row *row, int64_t from, int64_t until)
{
    struct waits_reading r = reading(p);
    int64_t end = r.now_ns + r.took_ns;
    waits_add(row, &r, not_below_zero(from - row->at.now_ns) + (until > 0 ? end - until : 0));
}

/* A turn of so many looks, in time that is told beforehand or not.  What was, and *sure of it. */
static int64_t turn(struct process *p, struct waits_row *row, unsigned looks, unsigned most, int64_t *sure)
{
    go(p, random_below(&p->r, BEAT));
    int64_t from = p->now, truth = p->truth, was = 0;
    if (happens(p, 2))
        look(p, row, 0, 0);
    waits_begin(row);
    if (p->letters)
        waits(p, &p->thread[1]);
    while (looks-- > 0) {
        go(p, 1 + random_below(&p->r, most));
        was = p->truth - truth;
        int64_t until = looks == 0 ? p->now : 0;
        go(p, looks == 0 ? random_below(&p->r, 3 * MS) : 0);
        look(p, row, from, until);
        if (until == 0)
            was = p->truth - truth;
        *sure = row->sure_ns;
        if (*sure > was)
            fail_msg("sure of %ld us, of which there were %ld", (long)*sure / 1000, (long)was / 1000);
    }
    return was;
}

/* --- tests ------------------------------------------------------------------------------------------ */

static unsigned one_of(struct random *r, const unsigned *of, size_t n) { return of[random_below(r, (unsigned)n)]; }
#define ONE_OF(r, ...) \
    one_of(r, (const unsigned[]){ __VA_ARGS__ }, sizeof(unsigned[]){ __VA_ARGS__ } / sizeof(unsigned))

static void draw(struct process *p, uint64_t seed)
{
    *p = (struct process){ .r = { seed } };
    struct random *r = &p->r;
    p->processors = ONE_OF(r, 1, 1, 1, 2, 3);
    p->most = ONE_OF(r, 1, 2, 2, 3, 6, THREADS);
    p->tick = ONE_OF(r, 1 * MS, 4 * MS, 10 * MS);
    p->phase = random_below(r, p->tick);
    p->dawdle = ONE_OF(r, 1, 20, 4 * MS, 40 * MS);
    p->once_in = (struct odds){ .given = ONE_OF(r, 1, 20, 400, 2000),
                                .taken = ONE_OF(r, 0, 30, 200, 2000),
                                .sleeps = ONE_OF(r, 0, 30, 200, 2000),
                                .wakes = ONE_OF(r, 1, 20, 400, 2000),
                                .moved = ONE_OF(r, 0, 0, 50, 1000),
                                .born = ONE_OF(r, 30, 300, 3000),
                                .ends = ONE_OF(r, 0, 0, 300, 3000),
                                .hides = ONE_OF(r, 0, 0, 10),
                                .dawdles = ONE_OF(r, 0, 2, 5, 20) };
    begin(p);
}

/* What was, in all, and how much of it is told, is printed: a bound of nothing would hold too. */
TEST(never_more_than_was)
{
    enum { PROCESSES = 1000 / SAMPLE, TURNS = 4, LOOKS = 12 };
    int64_t all = 0, told = 0;
    for (unsigned i = 0; i < PROCESSES; i++) {
        static struct process p;
        struct waits_row row = { .sure_ns = 0 };
        draw(&p, i);
        unsigned most = ONE_OF(&p.r, 3 * MS, BEAT, 3 * BEAT);
        go(&p, 10 * MS);
        look(&p, &row, 0, 0);
        for (unsigned k = 0; k < TURNS; k++) {
            int64_t sure;
            all += turn(&p, &row, 1 + random_below(&p.r, LOOKS), most, &sure);
            told += sure;
        }
    }
    printf("of any processes: %ld of %ld s\n", (long)(told / 1000000000), (long)(all / 1000000000));
    assert_true(told > 0);
}

/* A bot of which one thread works and another one brings its letters, where it gets 3 ms out of 50 or so. */
TEST(most_of_it_is_told)
{
    enum { TURNS = 200 / SAMPLE, LOOKS = 40 };
    static struct process p;
    struct waits_row row = { .sure_ns = 0 };
    int64_t all = 0, told = 0;
    p = (struct process){ .r = { 7 }, .processors = 1, .most = 2, .tick = 4 * MS, .dawdle = 2 };
    p.once_in = (struct odds){ .given = 45 * MS, .taken = 3 * MS, .dawdles = 4 };
    p.letters = true;
    begin(&p);
    begin(&p);
    go(&p, BEAT);
    look(&p, &row, 0, 0);
    for (unsigned i = 0; i < TURNS; i++) {
        int64_t sure;
        all += turn(&p, &row, LOOKS, 2 * BEAT, &sure);
        told += sure;
        p.thread[0].ran_told = p.thread[0].ran;
        p.thread[0].is = p.thread[1].is = SLEEPS; /* until the next turn */
    }
    printf("of a bot that works where others do: %ld of %ld ms\n", (long)(told / 1000000), (long)(all / 1000000));
    assert_true(told > all * 9 / 10);
}

/* A bot whose threads all want to run is given nothing, whatever else has the processor. */
TEST(who_waits_for_himself_is_given_nothing)
{
    static const unsigned threads[] = { 3, 4, 8, THREADS };
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        static struct process p;
        struct waits_row row = { .sure_ns = 0 };
        int64_t sure;
        p = (struct process){ .r = { i }, .processors = 1, .most = threads[i], .tick = 4 * MS };
        p.once_in = (struct odds){ .given = 3 * MS, .taken = 3 * MS };
        for (unsigned k = 0; k < threads[i]; k++)
            waits(&p, begin(&p));
        go(&p, 500 * MS);
        look(&p, &row, 0, 0);
        for (unsigned k = 0; k < 20; k++) {
            turn(&p, &row, 40, 2 * BEAT, &sure);
            assert_int_equal(sure, 0);
        }
    }
}
