/* stops_served: processes of a daemon and of what it plays stand still for a while, or for ever.  What was stopped is set going, nobody
 * who plays is at fault for it, and who is too late is too late all the same.
 *
 *     stops_served [RUNS [FIRST]]        `make stops` plays a fifth of its RUNS here */
#include "served.h"
#include "stops.h"
#include "support/random.h"

enum { FEW_RUNS = 2, FEW_MS = 1600, MANY_MS = 30000, STOPS_MOST = 3, UNDER_WAY = 20000, LONGEST_S = 600 };

enum victim { DAEMON, MATCH, REFEREE, SEAT, KEEPER, ALL, VICTIMS };
static const char *const victim_names[VICTIMS] = { "daemon", "match", "referee", "seat", "keeper", "all" };

static struct {
    unsigned runs, guilty, stopped[VICTIMS];
    long long stopped_ms;
} sum;

/* A bot of the daemon's: tests/bad/slow.c, which lies beside it, with these words. */
static void put_slow(const struct served *s, const char *name, const char *words)
{
    char path[512], text[128];
    int n = snprintf(text, sizeof text, "#!/bin/sh\nexec \"${0%%/*}/slow\" %s\n", words);
    snprintf(path, sizeof path, "%s/bots/%s", s->state, name);
    spill(path, text, (size_t)n);
    assert_int_equal(chmod(path, 0755), 0);
}

/* Its bots are jailed, so that what they wait for a processor on a busy machine is nobody's either. */
static void daemon_of(struct served *s)
{
    char from[512], to[160];
    served_make(s, "[matches]\njail = basic\nat_once = 2\ntick = 0s\n");
    snprintf(from, sizeof from, "%s/tests/bad/slow", build_dir());
    snprintf(to, sizeof to, "%s/bots/slow", s->state);
    copy_file(from, to, 0755);
    put_slow(s, "late", "+50");
    put_slow(s, "quick", "20");
    daemon_start(s);
}

static void order(const struct served *s, const char *first, const char *rules, const char *clock)
{
    run_says(ask(s, "order", "--bot", first, "--bot", "quick", "--rules", rules, "--games", "1", "--clock", clock,
                 "--detach", NULL),
             0, NULL);
}

static pid_t victim_of(const struct served *s, enum victim v, unsigned seat)
{
    switch (v) {
    case DAEMON:
    case ALL:
        return s
            ->pid; /* all, as a paused container or a snapshot; a match whose daemon runs is set going, its bots are not */
    case MATCH: return process_below(s->pid, "fiel match ");
    case REFEREE: return process_below(s->pid, "fiel referee ");
    case SEAT: return seat_below(s->pid, "seat", seat);
    case KEEPER: return seat_below(s->pid, "keeper", seat);
    case VICTIMS: break;
    }
    return 0;
}

/* How the order ended, and that its record is in order: who is guilty, and nobody else, is at fault.  `what` was done. */
static void check(const struct served *s, bool guilty, const char *what)
{
    json_t *j = end_of(s, 1), *f;
    const json_t *faults = json_object_get(json_object_get(j, "result"), "faults");
    const char *state = json_string_value(json_object_get(j, "state"));
    size_t i;
    bool blamed = false;
    if (!state || strcmp(state, "finished") != 0 || !json_is_array(faults))
        fail_msg("%s: %s", what, json_dumps(j, 0));
    json_array_foreach(faults, i, f)
    {
        if (!guilty || json_integer_value(json_object_get(f, "seat")) != 0)
            fail_msg("%s: %s", what, json_dumps(j, 0));
        blamed |= of_time(f);
    }
    if (blamed != guilty)
        fail_msg("%s: who was late lost nothing: %s", what, json_dumps(j, 0));
    json_decref(j);
    assert_audits(s, 1);
}

/* Nobody but the daemon sees a match whose supervisor stands still; that sees whom it has started itself.  (A bot that alone stands
 * still is charged: it could have stopped itself.) */
static void what_is_stopped_for_ever_goes_on(STATE)
{
    static const unsigned deep[] = { 0, 1, EVERY_FLOOR };
    for (size_t i = 0; i < sizeof deep / sizeof *deep; i++) {
        AUTO(served_end) struct served s;
        daemon_of(&s);
        /* A bot that is set going later than its seat is charged with what lies between, and here that is no fault. */
        order(&s, "quick", "argentino,target=15", "bank=60s,inc=0s,cap=10s,grace=0s");
        record_moves(&s, 1, UNDER_WAY);
        pid_t at = victim_of(&s, MATCH, 0);
        assert_true(at > 0);
        signal_tree(at, SIGSTOP, deep[i]);
        check(&s, false, "stopped for ever");
    }
}

/* --- whom nobody but its parent sees ------------------------------------------------------------------ */

enum { STALL_MS = 20, LOOKS = HANG_MS / STALL_MS };

static bool stands_still(pid_t pid)
{
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "re");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = 0;
    const char *end = strrchr(text, ')');
    return end && end[1] == ' ' && end[2] == 'T';
}

/* Stops it for ever: somebody else sets it going. */
static void stopped_goes_on(pid_t pid)
{
    int looks = 0;
    assert_true(pid > 0);
    assert_int_equal(kill(pid, SIGSTOP), 0);
    while (!stands_still(pid) && looks++ < LOOKS)
        poll(NULL, 0, STALL_MS);
    while (stands_still(pid) && looks++ < LOOKS)
        poll(NULL, 0, STALL_MS);
    if (looks >= LOOKS)
        fail_msg("nobody sets it going");
}

static pid_t await_below(pid_t parent, const char *begin)
{
    pid_t pid = 0;
    for (int looks = 0; !pid && looks < LOOKS; looks++)
        if (!(pid = process_below(parent, begin)))
            poll(NULL, 0, STALL_MS);
    return pid;
}

static void a_door_that_is_stopped_goes_on(STATE)
{
    AUTO(served_end) struct served s;
    served_start(&s, PLAIN "[door]\naddress = tcp://127.0.0.1:*\n");
    stopped_goes_on(await_below(s.pid, "fiel door "));
}

static void a_pair_that_is_stopped_goes_on(STATE)
{
    char slow[512], bot[BOT_WORDS];
    int status;
    snprintf(slow, sizeof slow, "%s/tests/bad/slow", build_dir());
    bot_words(bot, slow, "20");
    pid_t measure = begin_words((struct streams){ .file = { NULL, "/dev/null", "/dev/null" } },
                                (const char *const[]){ fiel(), "measure", "--jobs", "1", "--pairs", "2", "--within",
                                                       "0.001", "--rules", "argentino,target=9", "--jail", "none", bot,
                                                       "cauto", NULL });
    stopped_goes_on(await_below(measure, "fiel match "));
    assert_int_equal(waitpid(measure, &status, 0), measure);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* A process that stands still itself is ended and started again by who asks to hear from it (WatchdogSec of its unit). */
static void a_daemon_says_that_it_runs(STATE)
{
    AUTO(served_end) struct served s;
    char said[64];
    served_make(&s, PLAIN);
    setenv("WATCHDOG_USEC", "200000", 1);
    daemon_start(&s);
    unsetenv("WATCHDOG_USEC");
    for (int i = 0; i < 2; i++) {
        struct pollfd p = { .fd = s.ready, .events = POLLIN };
        assert_int_equal(poll(&p, 1, HANG_MS), 1);
        ssize_t n = read(s.ready, said, sizeof said - 1);
        said[n > 0 ? n : 0] = 0;
        assert_string_equal(said, "WATCHDOG=1");
    }
}

static void stop_one(const struct served *s, enum victim v, unsigned seat, int ms)
{
    pid_t at = victim_of(s, v, seat);
    if (at <= 0)
        return;
    if (v == ALL)
        signal_tree(at, SIGSTOP, EVERY_FLOOR);
    else
        kill(at, SIGSTOP);
    poll(NULL, 0, ms);
    if (v == ALL)
        signal_tree(at, SIGCONT, EVERY_FLOOR);
    else
        kill(at, SIGCONT);
    sum.stopped[v]++;
    sum.stopped_ms += ms;
}

static void one_run(unsigned number, int longest_ms)
{
    static const char *const tables[] = { "argentino,target=15", "paulista", "venezolano,target=12" };
    struct random chance = { .state = 9000 + number };
    struct served s;
    char plan[256];
    bool guilty = random_below(&chance, 2) == 0;
    int n = snprintf(plan, sizeof plan, "run %u", number);
    daemon_of(&s);
    order(&s, guilty ? "late" : "quick", tables[random_below(&chance, sizeof tables / sizeof *tables)], CLOCK);
    for (unsigned stops = 1 + random_below(&chance, STOPS_MOST); stops; stops--) {
        enum victim v = (enum victim)random_below(&chance, VICTIMS);
        unsigned seat = random_below(&chance, 2), most = random_below(&chance, 8) == 0 ? MANY_MS : 2400;
        int ms = 100 + (int)random_below(&chance, most - 100), wait = (int)random_below(&chance, 600);
        ms = ms < longest_ms ? ms : longest_ms;
        n += snprintf(plan + n, sizeof plan - (size_t)n, ", after %d ms %s %u for %d ms", wait, victim_names[v], seat,
                      ms);
        poll(NULL, 0, wait);
        stop_one(&s, v, seat, ms);
    }
    check(&s, guilty, plan);
    served_end(&s);
    sum.runs++;
    sum.guilty += guilty;
}

static unsigned runs, first = 1;

static void stopped_anywhere(STATE)
{
    for (unsigned i = 0; i < (runs ? runs : FEW_RUNS); i++)
        one_run(first + i, runs ? MANY_MS : FEW_MS);
}

static void print_sum(void)
{
    printf("\n%u orders of fiel serve from seed %u: no fault of anybody who was in time; who was 50 ms late lost %u of "
           "%u\n",
           sum.runs, first, sum.guilty, sum.guilty);
    for (unsigned v = 0; v < VICTIMS; v++)
        printf("  %-14s stopped %4u times\n", victim_names[v], sum.stopped[v]);
    printf("  %lld s in all\n", sum.stopped_ms / 1000);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(what_is_stopped_for_ever_goes_on),
                                        cmocka_unit_test(a_door_that_is_stopped_goes_on),
                                        cmocka_unit_test(a_pair_that_is_stopped_goes_on),
                                        cmocka_unit_test(a_daemon_says_that_it_runs),
                                        cmocka_unit_test(stopped_anywhere) };
    const struct CMUnitTest many[] = { cmocka_unit_test(stopped_anywhere) };
    runs_asked(argc, argv, &runs, &first);
    alarm(runs ? 0 : LONGEST_S);
    unsetenv("FIEL_RUNTIME"); /* copies of files are not what is tested, and take long */
    int bad = runs ? cmocka_run_group_tests(many, NULL, NULL) : cmocka_run_group_tests(tests, NULL, NULL);
    if (!bad)
        print_sum();
    return bad;
}
