/* waits: for how long a bot of one process certainly could not run, from numbers that a kernel could have counted, and from those that
 * this one counts of a process with many threads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/now.h"
#include "seat/waits.h"

enum { BEAT = 20000, BEFORE = 1000000, MANY = 64 };

/* Two readings a beat apart, of so many threads of which each has done nothing. */
static void readings(struct waits_reading *from, struct waits_reading *to, unsigned threads)
{
    *from = (struct waits_reading){ .now_us = BEFORE, .ran_us = 500, .count = threads };
    for (unsigned i = 0; i < threads; i++)
        from->thread[i] = (struct waits_thread){ .tid = (int)i + 7, .runs = 3, .ran_us = 100, .waited_us = 200 };
    *to = *from;
    to->now_us += BEAT;
}

/* This thread was given a processor so often, ran and waited for so long. */
static void went(struct waits_reading *r, unsigned thread, unsigned runs, int64_t ran_us, int64_t waited_us)
{
    r->thread[thread].runs += runs;
    r->thread[thread].ran_us += ran_us;
    r->thread[thread].waited_us += waited_us;
    r->ran_us += ran_us;
}

static void a_wait_that_is_over(void **state)
{
    (void)state;
    struct waits_reading from, to;
    readings(&from, &to, 3);
    assert_int_equal(waits_between(&from, &to), 0);
    went(&to, 1, 1, 3000, 15000);
    assert_int_equal(waits_between(&from, &to), 15000);
    went(&to, 2, 1, 4000, 0); /* another one ran, perhaps just then */
    assert_int_equal(waits_between(&from, &to), 11000);
    to.ran_us += 2000; /* and one that has ended since */
    assert_int_equal(waits_between(&from, &to), 9000);
    to.took_us = 1500; /* it went on while we looked */
    assert_int_equal(waits_between(&from, &to), 7500);
}

static void a_wait_that_goes_on(void **state)
{
    (void)state;
    struct waits_reading from, to;
    readings(&from, &to, 2);
    from.thread[0].wants = to.thread[0].wants = true;
    from.thread[0].since_us = BEFORE - BEAT;
    assert_int_equal(waits_between(&from, &to), BEAT);
    assert_int_equal(to.thread[0].since_us, BEFORE - BEAT);
    to.now_us = BEFORE + WAITS_TICK_US; /* the kernel may not have added up yet what it runs */
    assert_int_equal(waits_between(&from, &to), 0);
    to.now_us = BEFORE + BEAT;
    went(&to, 0, 0, 4000, 0); /* it ran all the time */
    assert_int_equal(waits_between(&from, &to), 0);
    assert_int_equal(to.thread[0].since_us, BEFORE);
}

/* What is added at the end of a wait may lie before the first reading. */
static void a_wait_that_is_older(void **state)
{
    (void)state;
    struct waits_reading from, to;
    readings(&from, &to, 1);
    from.thread[0].wants = true;
    from.thread[0].since_us = BEFORE - 9000;
    went(&to, 0, 1, 1000, 12000);
    assert_int_equal(waits_between(&from, &to), 3000);
    from.thread[0].since_us = 0; /* nobody knows */
    assert_int_equal(waits_between(&from, &to), 0);
    went(&to, 0, 1, 0, INT64_C(1) << 40);
    assert_int_equal(waits_between(&from, &to), BEAT);
}

static void threads_that_keep_each_other_waiting(void **state)
{
    (void)state;
    struct waits_reading from, to;
    readings(&from, &to, 4);
    for (unsigned i = 0; i < 4; i++)
        went(&to, i, 1, BEAT / 4, BEAT * 3 / 4);
    assert_int_equal(waits_between(&from, &to), 0);
    readings(&from, &to, 4); /* and while others have the processor, they wait side by side */
    for (unsigned i = 0; i < 4; i++)
        from.thread[i].wants = to.thread[i].wants = true;
    assert_int_equal(waits_between(&from, &to), 0);
    readings(&from, &to, 4); /* one after the other, as a message goes from thread to thread */
    went(&to, 1, 1, 0, BEAT / 2);
    went(&to, 2, 1, 0, BEAT / 2);
    assert_int_equal(waits_between(&from, &to), BEAT / 2);
}

static void a_thread_that_is_new(void **state)
{
    (void)state;
    struct waits_reading from, to;
    readings(&from, &to, 2);
    to.thread[1].tid = 99;
    went(&to, 1, 1, 0, 9000);
    to.thread[1].wants = true;
    assert_int_equal(waits_between(&from, &to), 0);
    assert_int_equal(to.thread[1].since_us, 0);
}

/* --- this kernel ------------------------------------------------------------------------------------- */

static void *busy(void *nothing)
{
    for (volatile unsigned long turns = 0;; turns++)
        (void)nothing;
    return NULL;
}

/* A process whose threads are busy, all on one processor, and all there: one that waits alone before it has started the others is
 * given what it waits for. */
static pid_t busy_process(unsigned threads)
{
    int there[2];
    char all;
    assert_int_equal(pipe(there), 0);
    pid_t child = fork();
    if (child == 0) {
        cpu_set_t here;
        pthread_t t;
        CPU_ZERO(&here);
        CPU_SET((size_t)sched_getcpu(), &here);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (sched_setaffinity(0, sizeof here, &here))
            _exit(1);
        for (unsigned i = 1; i < threads; i++)
            if (pthread_create(&t, NULL, busy, NULL))
                _exit(1);
        if (write(there[1], "", 1) != 1)
            _exit(1);
        busy(NULL);
    }
    close(there[1]);
    assert_int_equal(read(there[0], &all, 1), 1);
    close(there[0]);
    return child;
}

/* What a process of so many busy threads would be given back while it runs for 60 ms, and how much that is at most: the time in which
 * none of it ran. */
static int64_t given(unsigned threads, int64_t *most)
{
    struct waits w;
    int number = busy_process(threads), fd = memfd_create("process", 0);
    assert_int_equal(pwrite(fd, &number, sizeof number, 0), sizeof number);
    waits_open(&w, fd);
    (void)waits_look(&w, 0);
    int64_t begun = now_us(), ran = w.at.ran_us, all = 0;
    do {
        usleep(BEAT);
        all += waits_look(&w, 0);
        assert_true(w.pid == number && waitpid(number, NULL, WNOHANG) == 0);
    } while (w.at.count > 0 ? w.at.ran_us - ran < 60000 : now_us() - begun < 300000);
    all += waits_settle(&w);
    *most = w.at.now_us - begun - (w.at.ran_us - ran) + WAITS_TICK_US;
    kill(number, SIGKILL);
    waitpid(number, NULL, 0);
    waits_close(&w);
    return all;
}

static void sixty_four_threads_gain_nothing(void **state)
{
    (void)state;
    int64_t most;
    assert_int_equal(given(MANY, &most), 0);
    assert_int_equal(given(WAITS_THREADS, &most), 0);
    for (unsigned threads = 1; threads < 4; threads++) {
        int64_t is = given(threads, &most);
        assert_in_range(is, 0, most);
    }
}

/* The process has ended, or another has taken its place. */
static void a_process_that_is_gone(void **state)
{
    (void)state;
    struct waits w;
    int number = 0, fd = memfd_create("process", 0);
    assert_int_equal(pwrite(fd, &number, sizeof number, 0), sizeof number);
    waits_open(&w, fd);
    assert_int_equal(waits_look(&w, 0), 0);
    assert_int_equal(w.at.count, 0);
    int first = busy_process(1), second = busy_process(2);
    assert_int_equal(pwrite(fd, &first, sizeof first, 0), sizeof first);
    (void)waits_look(&w, 0);
    assert_int_equal(w.pid, first);
    kill(first, SIGKILL);
    waitpid(first, NULL, 0);
    assert_int_equal(waits_look(&w, 0) + waits_settle(&w), 0);
    assert_int_equal(w.at.count, 0);
    assert_int_equal(pwrite(fd, &second, sizeof second, 0), sizeof second);
    assert_int_equal(waits_look(&w, 0) + waits_settle(&w), 0);
    assert_int_equal(w.pid, second);
    kill(second, SIGKILL);
    waitpid(second, NULL, 0);
    waits_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wait_that_is_over),    cmocka_unit_test(a_wait_that_goes_on),
        cmocka_unit_test(a_wait_that_is_older),   cmocka_unit_test(threads_that_keep_each_other_waiting),
        cmocka_unit_test(a_thread_that_is_new),   cmocka_unit_test(sixty_four_threads_gain_nothing),
        cmocka_unit_test(a_process_that_is_gone),
    };
    alarm(120);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
