/* waits: for how long a bot of one process certainly could not run, from numbers that a kernel could have counted, and from those that
 * this one counts of a process with many threads. */
#include "support/test.h"

#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include "seat/waits.h"

enum { MS = 1000000, US = 1000, BEAT = 20 * MS, BEFORE = 1000 * MS, MANY = 64 };

/* A row that begins with a reading of so many threads of which each has done nothing, and what would be read a beat later. */
static void readings(struct waits_row *row, struct waits_reading *to, unsigned threads)
{
    struct waits_reading from = { .now_ns = BEFORE, .ran_ns = 500, .whole = true, .count = threads };
    for (unsigned i = 0; i < threads; i++)
        from.thread[i] = (struct waits_thread){ .tid = (int)i + 7, .runs = 3, .ran_ns = 100, .waited_ns = 200 };
    *row = (struct waits_row){ .at = from };
    waits_begin(row);
    *to = from;
    to->now_ns += BEAT;
}

/* This thread was given a processor so often, ran and waited for so long. */
static void went(struct waits_reading *r, unsigned thread, unsigned runs, int64_t ran_ns, int64_t waited_ns)
{
    r->thread[thread].runs += runs;
    r->thread[thread].ran_ns += ran_ns;
    r->thread[thread].waited_ns += waited_ns;
    r->ran_ns += ran_ns;
}

static void wants(struct waits_reading *r, unsigned thread, bool it)
{
    r->thread[thread].wanted = r->thread[thread].wants = it;
}

/* The row would go on so. */
static int64_t sure(const struct waits_row *row, const struct waits_reading *to, int64_t less_ns)
{
    struct waits_row then = *row;
    waits_add(&then, to, less_ns);
    return then.sure_ns;
}

TEST(a_wait_that_is_over)
{
    struct waits_row row;
    struct waits_reading to;
    readings(&row, &to, 3);
    assert_int_equal(sure(&row, &to, 0), 0);
    went(&to, 1, 1, 3 * MS, 15 * MS);
    assert_int_equal(sure(&row, &to, 0), 15 * MS);
    assert_int_equal(sure(&row, &to, 6 * MS), 9 * MS); /* of which somebody else takes the blame */
    went(&to, 2, 1, 1 * MS, 0);                        /* another one ran, perhaps just then */
    assert_int_equal(sure(&row, &to, 0), 14 * MS);
    to.ran_ns += 2 * MS; /* and one that has ended since */
    assert_int_equal(sure(&row, &to, 0), 12 * MS);
    to.took_ns = 1500 * US; /* it went on while we looked */
    assert_int_equal(sure(&row, &to, 0), 10500 * US);
    wants(&to, 2, true); /* it may run, and the kernel has not added it up yet */
    assert_int_equal(sure(&row, &to, 0), 500 * US);
    wants(&to, 2, false);
    to.whole = false; /* and so may one that was not seen */
    assert_int_equal(sure(&row, &to, 0), 500 * US);
}

TEST(a_wait_that_goes_on)
{
    struct waits_row row;
    struct waits_reading to;
    readings(&row, &to, 2);
    wants(&to, 0, true);
    assert_int_equal(sure(&row, &to, 0), 0); /* nobody knows when it began */
    waits_add(&row, &to, 0);
    to.now_ns += WAITS_TICK_NS; /* the kernel may not have added up yet what it runs */
    assert_int_equal(sure(&row, &to, 0), 0);
    to.now_ns += 1 * MS;
    assert_int_equal(sure(&row, &to, 0), WAITS_TICK_NS + 1 * MS);
    to.now_ns += 50 * MS;
    waits_add(&row, &to, 0);
    assert_int_equal(row.sure_ns, WAITS_TICK_NS + 51 * MS);
    to.now_ns += BEAT; /* and now it is over: all of it is given, which has begun behind the first look */
    wants(&to, 0, false);
    went(&to, 0, 1, 2 * MS, 95 * MS);
    assert_int_equal(sure(&row, &to, 0), 95 * MS);
}

/* It was moved to another processor: what it had waited is added, and it waits on. */
TEST(a_wait_in_two_parts)
{
    struct waits_row row;
    struct waits_reading to;
    readings(&row, &to, 1);
    wants(&to, 0, true);
    waits_add(&row, &to, 0);
    to.now_ns += BEAT;
    went(&to, 0, 0, 0, 15 * MS);
    waits_add(&row, &to, 0);
    assert_int_equal(row.sure_ns, 15 * MS);
    to.now_ns += BEAT;
    assert_int_equal(sure(&row, &to, 0), 15 * MS + BEAT);
}

/* What is added at the end of a wait may lie before the first reading. */
TEST(a_wait_that_is_older)
{
    struct waits_row row;
    struct waits_reading to;
    readings(&row, &to, 1);
    wants(&row.at, 0, true);
    row.at.thread[0].since_ns = BEFORE - 9 * MS;
    waits_begin(&row);
    went(&to, 0, 1, 1 * MS, 12 * MS);
    assert_int_equal(sure(&row, &to, 0), 3 * MS);
    row.at.took_ns = 500 * US; /* nor what was while we looked */
    waits_begin(&row);
    assert_int_equal(sure(&row, &to, 0), 2500 * US);
    row.at.thread[0].wants = false; /* it was over before we had looked */
    waits_begin(&row);
    assert_int_equal(sure(&row, &to, 0), 2500 * US);
    row.at.thread[0].since_ns = 0; /* nobody knows */
    waits_begin(&row);
    assert_int_equal(sure(&row, &to, 0), 0);
}

/* A letter is brought by one thread and read by another one: each waits, one behind the other. */
TEST(one_thread_after_the_other)
{
    struct waits_row row;
    struct waits_reading to;
    readings(&row, &to, 2);
    went(&to, 1, 1, 0, 18 * MS);
    waits_add(&row, &to, 0);
    to.now_ns += BEAT;
    went(&to, 0, 1, 1 * MS, 16 * MS);
    assert_int_equal(sure(&row, &to, 0), 34 * MS);
    readings(&row, &to, 2); /* without a look between them it is only known of one */
    went(&to, 1, 1, 0, 9 * MS);
    went(&to, 0, 1, 0, 8 * MS);
    assert_int_equal(sure(&row, &to, 0), 9 * MS);
}

TEST(threads_that_keep_each_other_waiting)
{
    struct waits_row row;
    struct waits_reading to;
    readings(&row, &to, 4);
    for (unsigned i = 0; i < 4; i++)
        went(&to, i, 1, BEAT / 4, BEAT * 3 / 4);
    assert_int_equal(sure(&row, &to, 0), 0);
    readings(&row, &to, 4); /* and while others have the processor, they wait side by side */
    for (unsigned i = 0; i < 4; i++)
        wants(&to, i, true);
    for (unsigned i = 0; i < 10; i++) {
        waits_add(&row, &to, 0);
        to.now_ns += BEAT;
    }
    assert_int_equal(sure(&row, &to, 0), 0);
}

TEST(a_thread_that_is_new)
{
    struct waits_row row;
    struct waits_reading to;
    readings(&row, &to, 2);
    to.thread[1].tid = 99;
    went(&to, 1, 1, 0, 9 * MS);
    wants(&to, 1, true);
    assert_int_equal(sure(&row, &to, 0), 0);
    waits_add(&row, &to, 0);
    to.now_ns += BEAT;
    wants(&to, 1, false);
    went(&to, 1, 1, 0, 25 * MS); /* it may have begun to wait whenever it likes */
    assert_int_equal(sure(&row, &to, 0), 0);
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

/* A supervisor, as far as it answers. */
static void *answer(void *of)
{
    int *fd = of, pid = 0;
    struct pollfd p = { .fd = fd[0], .events = POLLIN };
    const char *wrong;
    enum frame_came came = FRAME_NONE;
    while (came != FRAME_END && poll(&p, 1, -1) == 1) {
        char path[64];
        assert_int_equal(pread(fd[1], &pid, sizeof pid, 0), sizeof pid);
        snprintf(path, sizeof path, "/proc/%d/task", pid);
        int tasks = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        came = looks_answer(fd[0], pid, tasks, &wrong);
        if (tasks >= 0)
            close(tasks);
    }
    close(fd[0]);
    close(fd[1]);
    free(fd);
    return NULL;
}

static void watch(struct waits *w, int pid_file)
{
    int pair[2], *fd = malloc(2 * sizeof *fd);
    pthread_t t;
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair), 0);
    fd[0] = pair[1];
    fd[1] = dup(pid_file);
    assert_int_equal(pthread_create(&t, NULL, answer, fd), 0);
    assert_int_equal(pthread_detach(t), 0);
    waits_open(w, pid_file, pair[0]);
}

/* Until this process is found: an answer may come too late on a busy machine. */
static void look_at(struct waits *w, int number)
{
    do
        waits_look(w, 0, INT64_MAX, 0);
    while (w->pid != number);
}

/* What a process of so many busy threads would be given back while it runs for 60 ms, and how much that is at most: the time in which
 * none of it ran. */
static int64_t given(unsigned threads, int64_t *most)
{
    struct waits w;
    int number = busy_process(threads), fd = memfd_create("process", 0);
    assert_int_equal(pwrite(fd, &number, sizeof number, 0), sizeof number);
    watch(&w, fd);
    do /* until all of its threads are known */
        look_at(&w, number);
    while (threads <= WAITS_THREADS && w.row.at.count == 0);
    waits_begin(&w.row);
    const struct waits_reading first = w.row.at, *last = &w.row.at;
    do {
        usleep(BEAT / US);
        waits_look(&w, 0, INT64_MAX, 0);
        assert_true(w.pid == number && waitpid(number, NULL, WNOHANG) == 0);
    } while (last->count > 0 ? last->ran_ns - first.ran_ns < 60 * MS : last->now_ns - first.now_ns < 300 * MS);
    *most = (last->now_ns + last->took_ns - first.now_ns - (last->ran_ns - first.ran_ns) + WAITS_TICK_NS) / US;
    int64_t all = waits_sure_us(&w);
    kill(number, SIGKILL);
    waitpid(number, NULL, 0);
    waits_close(&w);
    return all;
}

TEST(sixty_four_threads_gain_nothing)
{
    int64_t most;
    assert_int_equal(given(MANY, &most), 0);
    assert_int_equal(given(WAITS_THREADS, &most), 0);
    for (unsigned threads = 1; threads < 4; threads++) {
        int64_t is = given(threads, &most);
        assert_in_range(is, 0, most);
    }
}

static int asked(const struct waits *w, enum look_what what, int id)
{
    int fd;
    do
        fd = look_ask(w->looks, what, id);
    while (fd < 0 && errno == ETIMEDOUT);
    return fd;
}

/* A seat that asks for another process gets nothing of it, and of its own no more than is read. */
TEST(of_no_other_process)
{
    AUTO(waits_close) struct waits w;
    int number = busy_process(1), fd = memfd_create("process", 0);
    assert_int_equal(pwrite(fd, &number, sizeof number, 0), sizeof number);
    watch(&w, fd);
    int own = asked(&w, LOOK_STAT, number);
    assert_true(own >= 0);
    close(own);
    for (int what = 0; what <= LOOK_FOLDER; what++) {
        assert_int_equal(asked(&w, (enum look_what)what, getpid()), -1);
        assert_int_equal(errno, ENOENT);
    }
    kill(number, SIGKILL);
    waitpid(number, NULL, 0);
}

/* Of one that has started another one nothing is known: who of them ran is not. */
TEST(a_process_with_a_child)
{
    AUTO(waits_close) struct waits w;
    int there[2], number, fd = memfd_create("process", 0);
    char byte;
    assert_int_equal(pipe(there), 0);
    pid_t parent = fork();
    if (parent == 0) {
        if (fork() == 0 && (prctl(PR_SET_PDEATHSIG, SIGKILL) || write(there[1], "", 1) != 1))
            _exit(1);
        for (;;)
            pause();
    }
    number = parent;
    assert_int_equal(read(there[0], &byte, 1), 1);
    assert_int_equal(pwrite(fd, &number, sizeof number, 0), sizeof number);
    watch(&w, fd);
    look_at(&w, parent);
    assert_int_equal(w.row.at.count, 0);
    kill(parent, SIGKILL);
    waitpid(parent, NULL, 0);
    close(there[0]);
    close(there[1]);
}

/* What is known of the time from then until then, and of no other: it is busy, and mostly it waits. */
TEST(nothing_before_or_behind)
{
    AUTO(waits_close) struct waits w;
    int number = busy_process(1), fd = memfd_create("process", 0);
    assert_int_equal(pwrite(fd, &number, sizeof number, 0), sizeof number);
    kill(number, SIGSTOP);
    watch(&w, fd);
    waits_look(&w, 0, INT64_MAX, 0);
    waits_begin(&w.row);
    int64_t begun = waits_looked_us(&w);
    waits_look(&w, begun, begun, 0);
    assert_true(w.row.less_ns >= w.row.at.now_ns + w.row.at.took_ns - begun * US);
    begun = waits_looked_us(&w) + 5000;
    int64_t less_ns = w.row.less_ns;
    waits_look(&w, begun, INT64_MAX, 7);
    assert_in_range(w.row.less_ns - less_ns, 5007 * US - US, 5007 * US);
    kill(number, SIGKILL);
    waitpid(number, NULL, 0);
}

/* The process has ended, or another has taken its place. */
TEST(a_process_that_is_gone)
{
    AUTO(waits_close) struct waits w;
    int number = 0, fd = memfd_create("process", 0);
    assert_int_equal(pwrite(fd, &number, sizeof number, 0), sizeof number);
    watch(&w, fd);
    waits_look(&w, 0, INT64_MAX, 0);
    assert_int_equal(w.row.at.count, 0);
    int first = busy_process(1), second = busy_process(2);
    assert_int_equal(pwrite(fd, &first, sizeof first, 0), sizeof first);
    look_at(&w, first);
    waits_begin(&w.row);
    kill(first, SIGKILL);
    waitpid(first, NULL, 0);
    waits_look(&w, 0, INT64_MAX, 0);
    assert_int_equal(w.row.at.count, 0);
    assert_int_equal(pwrite(fd, &second, sizeof second, 0), sizeof second);
    look_at(&w, second);
    assert_int_equal(waits_sure_us(&w), 0);
    kill(second, SIGKILL);
    waitpid(second, NULL, 0);
}

HANGS_AFTER(120)
