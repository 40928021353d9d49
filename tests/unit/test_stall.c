/* stall: what is seen of a child from outside: that it was stopped, that it runs in an endless loop, and that it does neither. */
#include "support/test.h"
#include <sys/prctl.h>
#include <sys/resource.h>

#include "child/stall.h"

static enum stall_kind seen_at(struct stall *seen, bool stopped, int64_t used_ms, uint64_t sleeps)
{
    const struct stall now = { stopped, used_ms, sleeps };
    return stall_judge(seen, &now);
}

TEST(who_sleeps_now_and_then_is_fine_whatever_it_uses)
{
    struct stall seen = { 0 };
    for (uint64_t i = 1; i < 100; i++)
        assert_int_equal(seen_at(&seen, false, (int64_t)i * (STALL_LOOPS_MS - 1), i), STALL_NONE);
}

TEST(who_never_sleeps_loops_once_it_has_used_enough)
{
    struct stall seen = { 0 };
    assert_int_equal(seen_at(&seen, false, 700, 9), STALL_NONE);
    assert_int_equal(seen_at(&seen, false, 700 + STALL_LOOPS_MS - 1, 9), STALL_NONE);
    assert_int_equal(seen_at(&seen, false, 700 + STALL_LOOPS_MS - 1, 9),
                     STALL_NONE); /* a machine that is busy, or paused */
    assert_int_equal(seen_at(&seen, false, 700 + STALL_LOOPS_MS, 9), STALL_LOOPING);
}

/* The number of a process is another's by now, which has used less. */
TEST(another_process_begins_anew)
{
    struct stall seen = { false, 90000, 5000 };
    assert_int_equal(seen_at(&seen, false, 10, 3), STALL_NONE);
    assert_int_equal(seen_at(&seen, false, STALL_LOOPS_MS, 3), STALL_NONE);
    assert_int_equal(seen_at(&seen, false, 10 + STALL_LOOPS_MS, 3), STALL_LOOPING);
}

TEST(who_was_stopped_at_two_looks_is_said_to_be)
{
    struct stall seen = { 0 };
    assert_int_equal(seen_at(&seen, true, 10, 1), STALL_NONE);
    assert_int_equal(seen_at(&seen, true, 10, 1), STALL_STOPPED);
    assert_int_equal(seen_at(&seen, false, 10, 1), STALL_NONE);
    assert_int_equal(seen_at(&seen, true, 10, 1), STALL_NONE);
}

TEST(a_child_that_was_stopped_is_set_going)
{
    struct stall seen = { 0 };
    int status;
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        for (;;)
            pause();
    }
    assert_false(stall_look(child, &seen));
    assert_false(stall_stopped(child));
    kill(child, SIGSTOP);
    assert_int_equal(waitpid(child, &status, WUNTRACED), child);
    assert_true(stall_stopped(child));
    assert_false(stall_look(child, &seen));
    assert_false(stall_look(child, &seen));
    assert_int_equal(waitpid(child, &status, WCONTINUED), child);
    assert_true(WIFCONTINUED(status));
    kill(child, SIGKILL);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_false(stall_look(child, &seen));
    assert_false(stall_look(0, &seen));
}

TEST(who_rests_has_slept)
{
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    do {
        stall_rest();
        getrusage(RUSAGE_SELF, &after);
    } while (after.ru_nvcsw == before.ru_nvcsw);
}

HANGS_AFTER(60)
