/* loops: processes of a match and of a daemon run in an endless loop, use the processor and answer nobody (tests/shim/spin.c).  Anyone who started
 * such a process ends it, the match goes on, and nobody who plays is at fault for it.
 *
 * Without words a sample is played; `loops all` (make stops) does it to every process. */
#include "served.h"
#include "stops.h"

enum { LONGEST_S = 600, UNDER_WAY = 20000, WHERES = 4 };

static const char
    PATIENT[] = "bank=60s,inc=0s,cap=60s,grace=0s"; /* whatever loops, no clock runs out before it is ended */

/* --- who loops ----------------------------------------------------------------------------------------------------- */

struct spin {
    char folder[64], file[80];
};
#define OWNED_SPIN AUTO(spin_gone) struct spin
static void spin_gone(struct spin *x) { scratch_remove(x->folder); }

/* Processes whose command line begins with one of these words, with colons between them, can be made to loop from now on, in whatever
 * this process starts until spin_started. */
static void spin_load(struct spin *s, const char *where)
{
    char rule[256];
    scratch(s->folder);
    snprintf(s->file, sizeof s->file, "%s/spin", s->folder);
    spill(s->file, "0000", WHERES);
    assert_int_equal(chmod(s->file, 0666), 0); /* a keeper is another user */
    assert_int_equal(chmod(s->folder, 0755), 0);
    snprintf(rule, sizeof rule, "%s:%s", s->file, where);
    setenv("FIEL_SPIN", rule, 1);
    assert_true(shim_load("spin.so"));
}

static void spin_started(void)
{
    shim_unload();
    unsetenv("FIEL_SPIN");
}

static void spin_all(const struct spin *s, const char *bytes)
{
    int fd = open(s->file, O_WRONLY | O_CLOEXEC);
    assert_true(fd >= 0 && write(fd, bytes, WHERES) == WHERES);
    close(fd);
}

/* All of them loop from their next sleep on. */
static void spin_now(const struct spin *s) { spin_all(s, "1111"); }

/* A process was made to loop: it has taken its byte away. */
static void has_spun(const struct spin *s, unsigned which)
{
    OWNED char *bytes = slurp(s->file, NULL);
    assert_int_equal(bytes[which], '0');
}

/* --- a match --------------------------------------------------------------------------------------------------------- */

static void begin(struct match *m, const char *games, const char *jail)
{
    char bots[BOT_WORDS], path[512];
    snprintf(path, sizeof path, "%s/tests/bad/slow", build_dir());
    bot_words(bots, path, "20");
    match_place(m);
    match_run(m,
              (const char *const[]){ "--bot", bots, "--bot", bots, "--names", "one,two", "--clock", PATIENT, "--games",
                                     games, "--rules", "argentino,target=15", "--jail", jail, "--json", NULL });
}

static void spin_under_way(struct match *m, struct spin *s)
{
    spin_started();
    match_moves(m, UNDER_WAY);
    spin_now(s);
}

/* To its end, and nobody at fault. */
static void plays_on(struct match *m, struct spin *s, json_int_t paused[2])
{
    OWNED_RUN r = match_end(m);
    has_spun(s, 0);
    played_without_fault(&r, paused);
    assert_int_equal(audit(m), 0);
}

static void a_referee_that_loops(STATE)
{
    OWNED_MATCH m;
    OWNED_SPIN s;
    json_int_t paused[2];
    spin_load(&s, "fiel referee ");
    begin(&m, "1", "none");
    spin_under_way(&m, &s);
    OWNED_RUN r = match_end(&m);
    has_spun(&s, 0);
    run_complains(r, 3, "the referee is ended, and counts as one that crashed: it runs in an endless loop", "--resume",
                  NULL);
    r = run("fiel", "match", "--resume", m.replay, "--json", NULL);
    played_without_fault(&r, paused);
    assert_int_equal(audit(&m), 0);
}

/* A keeper that takes nothing of what its bot prints would let that wait until its time is over.  With `jail` the keeper is behind
 * walls, in a process of its own below the one that was started. */
static void keeper_loops(const char *jail)
{
    OWNED_MATCH m;
    OWNED_SPIN s;
    json_int_t paused[2];
    spin_load(&s, "fiel keeper --seat 0");
    begin(&m, "20", jail);
    spin_under_way(&m, &s);
    signal_tree(seat_below(m.pid, "keeper", 0), SIGCONT, 1); /* which wakes it up, and one below it */
    OWNED_RUN r = match_end(&m);
    has_spun(&s, 0);
    assert_says(r.err, "the keeper of one is ended, and counts as one that crashed: it runs in an endless loop");
    played_without_fault(&r, paused);
    assert_int_equal(audit(&m), 0);
}

static void a_keeper_that_loops(STATE) { keeper_loops("none"); }

static void a_keeper_that_loops_behind_walls(STATE) { keeper_loops("basic"); }

/* Before its bot is started nobody has anything to wait for but its word, for which there is a time. */
static void a_keeper_that_loops_at_the_start(STATE)
{
    OWNED_MATCH m;
    OWNED_SPIN s;
    json_int_t paused[2];
    spin_load(&s, "fiel keeper --seat 1");
    spin_now(&s);
    begin(&m, "1", "none");
    spin_started();
    plays_on(&m, &s, paused);
}

/* Its referee waits for its word, and has it ended. */
static void a_seat_that_loops(STATE)
{
    OWNED_MATCH m;
    OWNED_SPIN s;
    json_int_t paused[2];
    spin_load(&s, "fiel seat --seat 1 ");
    slow_match(&m, "20", "20", "none");
    spin_under_way(&m, &s);
    plays_on(&m, &s, paused);
    assert_true(paused[1] > 800000); /* more than a decision may take */
}

/* A seat's process is killed, and the one that takes its place before anybody could speak to it: that is nobody's doing who plays. */
static void a_seat_that_is_killed_before_it_is_there(STATE)
{
    OWNED_MATCH m;
    OWNED_SPIN s;
    json_int_t paused[2];
    spin_load(&s, "fiel seat --seat 1 ");
    begin(&m, "1", "none");
    spin_started();
    match_moves(&m, UNDER_WAY);
    spin_all(&s, "2222");
    plays_on(&m, &s, paused);
}

/* --- a daemon -------------------------------------------------------------------------------------------------------- */

static void first_ends_without_fault(const struct served *d)
{
    json_auto_t *j = end_of(d, 1);
    const json_t *result = json_object_get(j, "result");
    if (strcmp(json_string_value(json_object_get(j, "state")), "finished") != 0 ||
        json_array_size(json_object_get(result, "faults")) != 0)
        fail_msg("%s", json_dumps(j, 0));
    assert_audits(d, 1);
}

/* An order is played while these two processes loop, each once. */
static void daemon_sees(const char *first, const char *second, const char *said_first, const char *said_second)
{
    struct served d;
    OWNED_SPIN s;
    char where[128];
    snprintf(where, sizeof where, "%s:%s", first, second);
    served_make(&d, PLAIN "[door]\naddress = tcp://127.0.0.1:*\n");
    spin_load(&s, where);
    daemon_start(&d);
    spin_started();
    assert_int_equal(order_games(&d, "40"), 1);
    record_moves(&d, 1, UNDER_WAY);
    spin_now(&s);
    first_ends_without_fault(&d);
    has_spun(&s, 0);
    has_spun(&s, 1);
    assert_true(logged(&d, said_first) == 1);
    for (int looks = 0; !logged(&d, said_second) && looks < HANG_MS / 100; looks++)
        poll(NULL, 0, 100);
    assert_true(logged(&d, said_second) == 1);
    served_end(&d);
}

static void a_daemon_sees_a_supervisor_and_the_door_loop(STATE)
{
    daemon_sees("fiel match ", "fiel door ", "match-loops", "door-loops");
}

/* Its referee's line is full before it is ended, in the middle of what an input causes perhaps.  What the bots say meanwhile they said in
 * time. */
static void a_supervisor_that_loops_hears_nothing(STATE)
{
    struct served d;
    OWNED_SPIN s;
    served_make(&d, PLAIN);
    put_bot(&d, "bad/greets");
    spin_load(&s, "fiel match ");
    setenv("FIEL_OUTLIVES", "fiel referee ", 1);
    daemon_start(&d);
    spin_started();
    unsetenv("FIEL_OUTLIVES");
    OWNED_RUN order = ask(&d, "order", "--bot", "greets", "--bot", "greets", "--rules", "argentino,target=9", "--games",
                          "300", "--clock", "bank=30s,inc=100ms,cap=3s,grace=50ms", "--detach", NULL);
    assert_string_equal(order.out, "1\n");
    record_moves(&d, 1, UNDER_WAY);
    spin_now(&s);
    first_ends_without_fault(&d);
    has_spun(&s, 0);
    served_end(&d);
}

static void a_supervisor_below_a_daemon_sees_its_referee_loop(STATE)
{
    daemon_sees("fiel referee ", "fiel door ", "match-again", "door-loops");
}

/* --- a series -------------------------------------------------------------------------------------------------------- */

/* Its match is ended and another one is played in its place. */
static void a_pair_that_loops(STATE)
{
    char slow[512], bot[BOT_WORDS];
    OWNED_SPIN s;
    snprintf(slow, sizeof slow, "%s/tests/bad/slow", build_dir());
    bot_words(bot, slow, "20");
    spin_load(&s, "fiel match ");
    spin_now(&s);
    OWNED_RUN r = run("fiel", "measure", "--jobs", "1", "--pairs", "2", "--within", "0.001", "--rules",
                      "argentino,target=9", "--jail", "none", bot, "cauto", NULL);
    spin_started();
    has_spun(&s, 0);
    if (r.code != 0)
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
}

int main(int argc, char **argv)
{
    enum { SAMPLE = 3 };
    const struct CMUnitTest all[] = { cmocka_unit_test(a_supervisor_that_loops_hears_nothing),
                                      cmocka_unit_test(a_daemon_sees_a_supervisor_and_the_door_loop),
                                      cmocka_unit_test(a_seat_that_is_killed_before_it_is_there),
                                      cmocka_unit_test(a_supervisor_below_a_daemon_sees_its_referee_loop),
                                      cmocka_unit_test(a_referee_that_loops),
                                      cmocka_unit_test(a_keeper_that_loops),
                                      cmocka_unit_test(a_keeper_that_loops_behind_walls),
                                      cmocka_unit_test(a_keeper_that_loops_at_the_start),
                                      cmocka_unit_test(a_seat_that_loops),
                                      cmocka_unit_test(a_pair_that_loops) };
    bool whole = argc > 1 && !strcmp(argv[1], "all");
    alarm(LONGEST_S);
    unsetenv("FIEL_RUNTIME"); /* copies of files are not what is tested, and take long */
    return _cmocka_run_group_tests("loops", all, whole ? sizeof all / sizeof *all : SAMPLE, NULL, NULL);
}
