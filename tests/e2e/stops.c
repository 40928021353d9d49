/* stops: processes of a match stand still for a while, as those of a paused container or a snapshot do.  Nobody who plays is at fault for
 * that, and who is too late is too late all the same.
 *
 *     stops [RUNS [FIRST]]        `make stops RUNS=200`; the plan of a run follows from its number */
#include "running.h"

#include <jansson.h>

#include "stops.h"
#include "support/random.h"

enum {
    STOPPED_MS = 2400, /* three times what a decision may take */
    STOPPED_US = STOPPED_MS * 1000,
    UNDER_WAY = 34000, /* bytes of a record whose first hands are played, */
    MOVED = 1000,      /* and of one that has a header */
};

static void stand_still(pid_t who, int ms)
{
    assert_true(who > 0);
    assert_int_equal(kill(who, SIGSTOP), 0);
    poll(NULL, 0, ms);
    assert_int_equal(kill(who, SIGCONT), 0);
}

/* Ends as it was played, and the audit says so; so much of the bots' time was nobody's, and the report and the audit say that. */
static void nobody_at_fault(struct match *m, json_int_t paused_us)
{
    struct run r = match_end(m);
    json_int_t paused[2];
    played_without_fault(&r, paused);
    assert_true(paused[0] + paused[1] >= paused_us);
    OWNED_RUN told = run("fiel-audit", m->replay, NULL);
    assert_int_equal(told.code, 0);
    if (paused_us > 0)
        assert_says(told.out, "s, not charged to any bot (so the arbiter says): its seat's process stood still ");
    match_drop(m, &r);
}

static void seats_stand_still(STATE)
{
    struct match m;
    slow_match(&m, "20", "20", "basic");
    match_moves(&m, UNDER_WAY);
    pid_t seat[2] = { seat_below(m.pid, "seat", 0), seat_below(m.pid, "seat", 1) };
    assert_int_equal(kill(seat[0], SIGSTOP), 0); /* one of the two bots is thinking */
    stand_still(seat[1], STOPPED_MS);
    assert_int_equal(kill(seat[0], SIGCONT), 0);
    nobody_at_fault(&m, STOPPED_US / 2);
}

static void all_stand_still(STATE)
{
    struct match m;
    slow_match(&m, "20", "20", "basic");
    match_moves(&m, UNDER_WAY);
    for (int i = 0; i < 2; i++) {
        signal_tree(m.pid, SIGSTOP, EVERY_FLOOR);
        poll(NULL, 0, STOPPED_MS);
        signal_tree(m.pid, SIGCONT, EVERY_FLOOR);
    }
    nobody_at_fault(&m, STOPPED_US / 2);
}

static void the_referee_stands_still(STATE)
{
    struct match m;
    slow_match(&m, "20", "20", "basic");
    match_moves(&m, UNDER_WAY);
    stand_still(wait_for_child(&m, "fiel referee "), STOPPED_MS);
    stand_still(m.pid, STOPPED_MS);
    nobody_at_fault(&m, 0);
}

/* A bot is only there once its keeper has started it, and its supervisor waits for that.  The supervisor sets the keeper going long before
 * this does, so the match, and the keeper, may be over by then. */
static void a_keeper_stands_still_at_the_start(STATE)
{
    struct match m;
    char bots[BOT_WORDS], path[512];
    snprintf(path, sizeof path, "%s/tests/bad/slow", build_dir());
    match_place(&m);
    bot_words(bots, path, "1");
    match_run(&m, (const char *const[]){ "--bot", bots, "--bot", bots, "--clock", CLOCK ",start=3s", "--games", "1",
                                         "--rules", "argentino,target=15", "--jail", "none", "--json", NULL });
    pid_t keeper = wait_for_child(&m, "fiel keeper --seat 1 ");
    assert_true(keeper > 0);
    assert_int_equal(kill(keeper, SIGSTOP), 0);
    poll(NULL, 0, 4000);
    kill(keeper, SIGCONT);
    nobody_at_fault(&m, 0);
}

/* A stop gives nothing to who is 50 ms too late. */
static void who_is_late_loses(STATE)
{
    static const char *const late[] = { "+50", "+50 64" };
    for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
        struct match m;
        slow_match(&m, late[i], "1", "none");
        pid_t seat = wait_for_child(&m, "fiel seat --seat 0 ");
        match_moves(&m, MOVED);
        stand_still(seat, 100);
        first_was_late(&m);
    }
}

/* --- many ------------------------------------------------------------------------------------------- */

enum victim { REFEREE, SEAT, SEATS, KEEPER, SUPERVISOR, ALL, VICTIMS };
enum { STOPS_MOST = 3, SEATS_MOST = 4, FEW_RUNS = 4 };
static const char *const victim_names[VICTIMS] = { "referee", "seat", "every seat", "keeper", "supervisor", "all" };

static const struct kind {
    const char *rules, *seats, *tables, *sign;
} kinds[] = {
    { "argentino,target=15", "2", "1", "hand" },
    { "paulista", "2", "1", "decision" },
    { "mineiro", "4", "1", "hand" },
    { "argentino-flor,target=15", "2", "4", "hand" },
    { "venezolano,target=12", "2", "1", "hand" },
    { "argentino,target=15", "4", "1", "decision" },
};

static struct {
    unsigned runs, guilty, stopped[VICTIMS];
    long long stopped_ms;
} sum;

static void stop_one(const struct match *m, enum victim v, unsigned seat, unsigned seats, int ms)
{
    pid_t who[SEATS_MOST] = { 0 };
    unsigned n = 1;
    switch (v) {
    case REFEREE: who[0] = child_with(m, "fiel referee "); break;
    case SEAT: who[0] = seat_below(m->pid, "seat", seat); break;
    case KEEPER: who[0] = seat_below(m->pid, "keeper", seat); break;
    case SEATS:
        for (n = 0; n < seats; n++)
            who[n] = seat_below(m->pid, "seat", n);
        break;
    case SUPERVISOR: who[0] = m->pid; break;
    case ALL:
    case VICTIMS: break;
    }
    for (unsigned i = 0; i < n; i++)
        if (v == ALL)
            signal_tree(m->pid, SIGSTOP, EVERY_FLOOR);
        else if (who[i] > 0)
            kill(who[i], SIGSTOP);
    poll(NULL, 0, ms);
    for (unsigned i = 0; i < n; i++)
        if (v == ALL)
            signal_tree(m->pid, SIGCONT, EVERY_FLOOR);
        else if (who[i] > 0)
            kill(who[i], SIGCONT);
    sum.stopped[v]++;
    sum.stopped_ms += ms;
}

static bool runs_still(const struct match *m)
{
    siginfo_t end = { 0 };
    return waitid(P_PID, (id_t)m->pid, &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_pid == 0;
}

/* Who thinks for 20 ms is at fault in nothing; who thinks for 50 ms longer than it may is, and nothing else happens. */
static void check_run(struct match *m, unsigned number, bool guilty)
{
    struct run r = match_end(m);
    json_auto_t *j = json_loads(r.out, 0, NULL);
    const json_t *faults = json_object_get(j, "faults"), *f;
    size_t i;
    bool blamed = false;
    if (!j || r.code != 0)
        fail_msg("run %u: exit %d\n%s\n%s", number, r.code, r.out, r.err);
    json_array_foreach(faults, i, f)
    {
        bool at_fault = guilty && json_integer_value(json_object_get(f, "seat")) % 2 == 0; /* its side */
        if (!at_fault)
            fail_msg("run %u: %s", number, json_dumps(f, 0));
        blamed |= of_time(f);
    }
    if (blamed != guilty)
        fail_msg("run %u: who was late lost nothing\n%s", number, r.out);
    if (audit(m) != 0)
        fail_msg("run %u: %s is not in order", number, m->replay);
    match_drop(m, &r);
    sum.runs++;
    sum.guilty += guilty;
}

static void one_run(unsigned number, int longest_ms)
{
    struct random chance = { .state = number };
    const struct kind *k = &kinds[random_below(&chance, sizeof kinds / sizeof *kinds)];
    unsigned seats = (unsigned)atoi(k->seats), stops = 1 + random_below(&chance, STOPS_MOST);
    bool guilty = random_below(&chance, 2) == 0;
    char bots[2][BOT_WORDS], path[512];
    struct match m;
    snprintf(path, sizeof path, "%s/tests/bad/slow", build_dir());
    match_place(&m);
    match_run(&m, (const char *const[]){ "--bot",    bot_words(bots[0], path, guilty ? "+50" : "20"),
                                         "--bot",    bot_words(bots[1], path, "20"),
                                         "--clock",  CLOCK,
                                         "--games",  k->tables,
                                         "--tables", k->tables,
                                         "--seats",  k->seats,
                                         "--sign",   k->sign,
                                         "--rules",  k->rules,
                                         "--jail",   "basic",
                                         "--json",   NULL });
    for (unsigned i = 0; i < stops; i++) {
        enum victim v = (enum victim)random_below(&chance, VICTIMS);
        unsigned seat = random_below(&chance, seats), most = random_below(&chance, 8) == 0 ? 30000 : 2400;
        int ms = 100 + (int)random_below(&chance, most - 100), wait = (int)random_below(&chance, 600);
        poll(NULL, 0, wait);
        if (runs_still(&m))
            stop_one(&m, v, seat, seats, ms < longest_ms ? ms : longest_ms);
    }
    check_run(&m, number, guilty);
}

static unsigned runs, first = 1;

static void stopped_anywhere(STATE)
{
    for (unsigned i = 0; i < (runs ? runs : FEW_RUNS); i++)
        one_run(first + i, runs ? 30000 : 1600);
}

static void print_sum(void)
{
    printf("\n%u matches from seed %u: no fault of anybody who was in time; who was 50 ms late lost %u of %u\n",
           sum.runs, first, sum.guilty, sum.guilty);
    for (unsigned v = 0; v < VICTIMS; v++)
        printf("  %-12s stopped %4u times\n", victim_names[v], sum.stopped[v]);
    printf("  %lld s in all\n", sum.stopped_ms / 1000);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_stand_still),        cmocka_unit_test(all_stand_still),
        cmocka_unit_test(the_referee_stands_still), cmocka_unit_test(a_keeper_stands_still_at_the_start),
        cmocka_unit_test(who_is_late_loses),        cmocka_unit_test(stopped_anywhere)
    };
    const struct CMUnitTest many[] = { cmocka_unit_test(stopped_anywhere) };
    runs_asked(argc, argv, &runs, &first);
    alarm(runs ? 0 : 600);
    unsetenv("FIEL_RUNTIME"); /* copies of files are not what is tested, and take long */
    int bad = runs ? cmocka_run_group_tests(many, NULL, NULL) : cmocka_run_group_tests(tests, NULL, NULL);
    if (!bad)
        print_sum();
    return bad;
}
