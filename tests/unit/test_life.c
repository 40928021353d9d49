/* life: what of a bot's time is given back, from numbers that a kernel could have counted. */
#include "support/test.h"

#include <poll.h>
#include <sys/mman.h>

#include "base/now.h"
#include "seat/life.h"

enum { SECOND = 1000000, BEAT = LIFE_BEAT_US };

static void lost(const struct life_reading *to, int64_t looked, bool late, int64_t stood, int64_t starved)
{
    const struct life_reading from = { .used_us = 1 };
    struct life_reading whole = *to;
    whole.used_us += 1;
    struct life_lost is = life_lost(&from, &whole, looked, BEAT, late);
    assert_int_equal(is.stood_us, stood);
    assert_int_equal(is.starved_us, starved);
}

/* It wanted to sleep for a beat and slept for a second; what it waited for the processor is no standing still. */
TEST(test_standing_still)
{
    lost(&(struct life_reading){ .now_us = BEAT }, 0, false, 0, 0);
    lost(&(struct life_reading){ .now_us = BEAT + 1000 }, 0, false, 0, 0);
    lost(&(struct life_reading){ .now_us = SECOND }, 0, false, SECOND - BEAT, 0);
    lost(&(struct life_reading){ .now_us = SECOND, .waited_us = SECOND - BEAT }, 0, false, 0, 0);
    lost(&(struct life_reading){ .now_us = SECOND, .waited_us = 300000, .ran_us = 5000 }, 0, false,
         SECOND - BEAT - 305000, 0);
}

/* What the process waited for when the bot's time was over counts, as far as the bot did not run meanwhile. */
TEST(test_waiting_at_the_end)
{
    const struct life_reading quiet = { .now_us = BEAT, .waited_us = 15000 };
    const struct life_reading busy = { .now_us = BEAT, .waited_us = 15000, .used_us = 20000 };
    const struct life_reading before = { .now_us = BEAT, .waited_us = 15000 };
    lost(&quiet, 0, false, 0, 0);
    lost(&quiet, 0, true, 15000, 0);
    lost(&busy, 0, true, 0, 0);
    lost(&before, BEAT - 4000, true, 4000, 0); /* it has looked since */
    struct life_reading none = { .now_us = 0 };
    assert_int_equal(life_lost(&none, &quiet, 0, BEAT, true).stood_us, 0); /* what the bot ran is not known */
}

TEST(test_a_bot_that_could_not_run)
{
    struct life_reading r = { .now_us = BEAT, .some_us = 15000, .full_us = 15000, .used_us = 5000 };
    lost(&r, 0, false, 0, 15000);
    r.throttled_us = 6000; /* its own quota */
    lost(&r, 0, false, 0, 9000);
    r.throttled_us = 0;
    r.used_us = 12000; /* one of it ran */
    lost(&r, 0, false, 0, 8000);
}

/* Sixty-four threads on two processors that others use too: they wait for each other, and one always runs. */
TEST(test_threads_gain_nothing)
{
    lost(&(struct life_reading){ .now_us = BEAT, .some_us = BEAT, .full_us = 9000, .used_us = 20000 }, 0, true, 0, 0);
    lost(&(struct life_reading){ .now_us = BEAT, .some_us = 10000, .full_us = 5000, .used_us = 9000 }, 0, true, 0, 0);
    lost(&(struct life_reading){ .now_us = BEAT, .waited_us = 9000, .some_us = BEAT, .used_us = 30000 }, 0, true, 0, 0);
}

/* --- files ---------------------------------------------------------------------------------------- */

static void put(int fd, const char *text)
{
    assert_int_equal(ftruncate(fd, 0), 0);
    assert_int_equal(pwrite(fd, text, strlen(text), 0), strlen(text));
}

static int file(const char *text)
{
    int fd = memfd_create("pressure", 0);
    assert_true(fd >= 0);
    put(fd, text);
    return fd;
}

#define PRESSURE(some, full) \
    "some avg10=0.00 avg60=0.00 avg300=0.00 total=" some "\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=" full "\n"

/* Once, of the wait in which it was, and never more than that took. */
TEST(test_of_a_wait)
{
    struct life l;
    int pressure = file(PRESSURE("100", "100")), usage = file("usage_usec 7\nthrottled_usec 0\n");
    life_prepare();
    life_open(&l, pressure, usage, -1, -1);
    int64_t now = now_us() + SECOND;
    life_begins(&l, now, now, false);
    put(pressure, PRESSURE("15100", "15100"));
    life_sleeps(&l, now, BEAT);
    life_wakes(&l, now + BEAT, false);
    struct life_lost is = life_tell(&l, now, now + SECOND);
    assert_int_equal(is.stood_us, 0);
    assert_int_equal(is.starved_us, 15000);
    assert_int_equal(life_tell(&l, now, now + SECOND).starved_us, 0);
    put(pressure, PRESSURE("25100", "25100"));
    life_sleeps(&l, now + BEAT, BEAT);
    life_wakes(&l, now + 2 * BEAT, false);
    assert_int_equal(life_tell(&l, now, now + 4000).starved_us, 4000);
    put(pressure, PRESSURE("35100", "35100"));
    life_sleeps(&l, now + 2 * BEAT, BEAT);
    life_wakes(&l, now + 3 * BEAT, false);
    life_begins(&l, now + 3 * BEAT, now + 3 * BEAT, true); /* its bot still owes the same */
    assert_int_equal(life_tell(&l, now, now + 12000).starved_us, 12000);
    life_begins(&l, now + 3 * BEAT, now + 3 * BEAT, false); /* another one */
    assert_int_equal(life_tell(&l, now, now + SECOND).starved_us, 0);
    life_close(&l);
}

/* Without the files there is nothing to be given back but where the process itself was stopped. */
TEST(test_without_files)
{
    struct life l;
    life_prepare();
    life_open(&l, -1, -1, -1, -1);
    int64_t now = now_us();
    life_begins(&l, now, now, false);
    life_sleeps(&l, now, BEAT);
    life_wakes(&l, now + SECOND, true);
    struct life_lost is = life_tell(&l, now, now + SECOND);
    assert_in_range(is.stood_us, SECOND / 2, SECOND - BEAT);
    assert_int_equal(is.starved_us, 0);
    life_close(&l);
}

/* Stopped while it was awake, between the beginning of a wait and its next sleep: the bot's time had begun, and its seat saw nothing. */
TEST(test_stopped_while_awake)
{
    enum { STOPPED_MS = 500 };
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct life l;
        life_prepare();
        life_open(&l, -1, -1, -1, -1);
        int64_t begun = now_us();
        life_begins(&l, begun, begun, false);
        raise(SIGSTOP);
        int64_t now = now_us();
        life_sleeps(&l, now, 0);
        life_wakes(&l, now_us(), true);
        struct life_lost told = life_tell(&l, begun, now_us());
        /* After SIGCONT it may wait for a processor, which is no standing still: the half is left for that. */
        _exit(told.stood_us < STOPPED_MS * 500 ? 1 : told.stood_us > now - begun ? 2 : 0);
    }
    assert_int_equal(waitpid(child, &status, WUNTRACED), child);
    assert_true(WIFSTOPPED(status));
    poll(NULL, 0, STOPPED_MS);
    assert_int_equal(kill(child, SIGCONT), 0);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}
