/* starved: a hosted bot waits for its processor because others have it.  What it waited for is nobody's, and gives nothing to who is too
 * late by itself.
 *
 * The bot is made to wait by its nice value, which a bot cannot change, and by processes that are busy where it runs; so the load of the
 * machine only makes it wait for longer. */
#include "guise.h"
#include "running.h"

#include <dirent.h>
#include <jansson.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include "stops.h"

enum {
    WAITS_MS = 2400,    /* three times what a decision may take */
    WAITED_US = 800000, /* a decision whole */
    UNDER_WAY = 8000,   /* bytes of a record whose first hands are played */
    BUSY = 2,           /* processes for each processor where the bot runs */
    BUSY_MOST = 2 * 256,
    LEAST_SERVED = 19,
};

/* What a bot waits for is only known where it is in a cgroup, or cannot start processes. */
static bool filtered(const struct run *r)
{
    const char *lacks = strstr(r->err, "but without: ");
    if (lacks == NULL || strstr(lacks, "system calls") == NULL)
        return true;
    skipped("a bot that waits for its processor", "no filter of system calls holds here");
    return false;
}

static pid_t slow_below(const struct match *m, unsigned seat)
{
    char path[512], whole[PATH_MAX];
    snprintf(path, sizeof path, "%s/tests/bad/slow", build_dir());
    assert_non_null(realpath(path, whole));
    pid_t bot = bot_below(m->pid, seat, whole);
    assert_true(bot > 0);
    return bot;
}

/* Every thread of it; and its session, where the kernel shares by sessions (autogroup).  Who may not do one of them does the other.
 * A bot whose match is over meanwhile is gone, and how long it waited is what the test looks at. */
static void serve_at(pid_t bot, int nice_value)
{
    char path[64], value[16];
    snprintf(path, sizeof path, "/proc/%d/autogroup", (int)bot);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    snprintf(value, sizeof value, "%d", nice_value);
    while (fd >= 0 && write(fd, value, strlen(value)) < 0 && errno == EAGAIN)
        poll(NULL, 0, 50); /* who is not root may do that ten times a second, all of them together */
    if (fd >= 0)
        close(fd);
    snprintf(path, sizeof path, "/proc/%d/task", (int)bot);
    DIR *d = opendir(path);
    for (struct dirent *e; d && (e = readdir(d)) != NULL;)
        if (atoi(e->d_name) > 0)
            (void)setpriority(PRIO_PROCESS, (id_t)atoi(e->d_name), nice_value); /* a thread may have ended */
    if (d)
        closedir(d);
}

static pid_t busy_at(size_t cpu)
{
    pid_t child = fork();
    if (child == 0) {
        cpu_set_t here;
        CPU_ZERO(&here);
        CPU_SET(cpu, &here);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        setsid();
        if (sched_setaffinity(0, sizeof here, &here))
            _exit(1);
        for (volatile unsigned long turns = 0;; turns++)
            continue;
    }
    return child;
}

/* For so long others have the processors where it runs. */
static void starve(pid_t bot, int ms)
{
    pid_t busy[BUSY_MOST];
    unsigned n = 0;
    cpu_set_t its;
    assert_int_equal(sched_getaffinity(bot, sizeof its, &its), 0);
    for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++)
        for (int i = 0; i < BUSY && CPU_ISSET(cpu, &its) && n < BUSY_MOST; i++)
            busy[n++] = busy_at(cpu);
    serve_at(bot, LEAST_SERVED);
    poll(NULL, 0, ms);
    for (unsigned i = 0; i < n; i++) {
        kill(busy[i], SIGKILL);
        waitpid(busy[i], NULL, 0);
    }
    serve_at(bot, 0);
}

static void who_waits_is_not_late(const char *jail, const char *read)
{
    struct match m;
    slow_match(&m, "=20", "1", jail);
    match_moves(&m, UNDER_WAY);
    starve(slow_below(&m, 0), WAITS_MS);
    struct run r = match_end(&m);
    if (!filtered(&r)) {
        match_drop(&m, &r);
        return;
    }
    json_int_t paused[2];
    assert_says(r.out, read);
    played_without_fault(&r, paused);
    assert_true(paused[0] >= WAITED_US);
    ends(0, "it wanted to run and could not ", "fiel-audit", m.replay, NULL);
    match_drop(&m, &r);
}

TEST(who_waits_for_a_processor_is_not_late) { who_waits_is_not_late("basic", "\"waits_read\":\""); }

TEST(nor_without_a_jail) { who_waits_is_not_late("none", "\"waits_read\":\"process\""); }

/* It answers once and works on for ever, in a file of its own folder when it has begun that. */
static const char once[] = "#!/usr/bin/python3\n"
                           "import json, sys\n"
                           "for line in sys.stdin:\n"
                           "    told = json.loads(line)\n"
                           "    if 'legal' not in told: continue\n"
                           "    print(json.dumps({'do': told['legal'][0]}), flush=True)\n"
                           "    if told['event'] != 'table': continue\n"
                           "    open(sys.argv[1], 'w').close()\n"
                           "    while sys.stdin.readable(): pass\n";

/* A program by lines that waits for longer than its bridge does, too: nothing is said for it that it did not say. */
TEST(nothing_is_said_for_a_program_that_waits)
{
    OWNED_MATCH m;
    char python[PATH_MAX], bot[BOT_WORDS];
    match_place(&m);
    OWNED char *script = path_in(m.dir, "once"), *begun = path_in(m.dir, "begun");
    spill(script, once, strlen(once));
    assert_int_equal(chmod(script, 0755), 0);
    snprintf(bot, sizeof bot, "lines:'%s' '%s'", script, begun);
    match_run(&m, (const char *const[]){ "--bot", bot, "--bot", "cauto", "--clock", CLOCK, "--games", "1", "--jail",
                                         "none", "--json", NULL });
    while (access(begun, F_OK))
        poll(NULL, 0, 20);
    assert_non_null(realpath("/usr/bin/python3", python));
    starve(bot_below(m.pid, 0, python), WAITS_MS);
    run_says(match_end(&m), 0, "\"timeouts\":1,", NULL);
    OWNED_RUN said = run("fiel", "replay", m.replay, "--where", "seat=0", "--csv", NULL);
    if (said.code != 0 || strchr(strchr(said.out, '\n') + 1, '\n')[1] != '\0') /* a head and one decision */
        fail_msg("exit %d\n%s", said.code, said.out);
}

/* It sleeps for longer than it may, or works for longer; its own threads keep it waiting, and so do others. */
TEST(who_is_late_gains_nothing)
{
    static const char *const late[] = { "+50 60", "=1000 60" };
    for (size_t i = 0; i < sizeof late / sizeof *late; i++) {
        struct match m;
        slow_match(&m, late[i], "1", "basic");
        first_was_late(&m);
    }
}

/* A shell starts the bot and waits for it. */
static void shell_around(const struct match *m, char shell[512])
{
    char slow[512], late[BOT_WORDS];
    snprintf(slow, sizeof slow, "%s/tests/bad/slow", build_dir());
    snprintf(shell, 512, "%s/shell", m->dir);
    FILE *f = fopen(shell, "w");
    assert_non_null(f);
    fprintf(f, "#!/bin/sh\n%s\nexit 0\n", bot_words(late, slow, "+50"));
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(shell, 0755), 0);
}

/* Without a jail a bot may be several processes, and who is too late is told what that means, in the summary and by the auditor. */
TEST(what_may_not_be_read_is_said)
{
    OWNED_MATCH m;
    char shell[512], late[BOT_WORDS];
    match_place(&m);
    shell_around(&m, shell);
    bot_words(late, shell, "");
    match_run(&m, (const char *const[]){ "--bot", late, "--bot", "cauto", "--clock", CLOCK, "--games", "1", "--jail",
                                         "none", NULL });
    run_says(match_end(&m), 0,
             "was too late, and whether it waited for a processor is read without a jail only while it has "
             "no child process",
             NULL);
    ends(0, "seat 0 was too late 1 time, and nothing was given back to it for want of a processor", "fiel-audit",
         m.replay, NULL);
}

int main(void)
{
    alarm(300);
    unsetenv("FIEL_RUNTIME"); /* copies of files are not what is tested, and take long */
    return tests_run();
}
