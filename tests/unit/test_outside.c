/* outside: how conformance hears the bot that it tries, which here is this very program. */
#include "support/test.h"

#include <dlfcn.h>
#include <limits.h>
#include <zmq.h>

#include "connect.h"
#include "outside.h"

/* --- the bot -------------------------------------------------------------------------------------------- */

/* Says one word, is told one, says its last and ends with 1. */
static int bot(void)
{
    struct seat_record record;
    struct connection line;
    char why[160], told[8];
    if (seat_record_read(SEAT_FD, &record, why) || connection_open(&line, &record) ||
        connection_send(&line, "first", 5))
        return 3;
    while (connection_receive(&line, told, sizeof told, true) < 0)
        if (errno != EAGAIN)
            return 3;
    connection_send(&line, "last", 4);
    connection_close(&line);
    return 1;
}

/* --- a machine on which libzmq's own thread does not run for a while ------------------------------------------ */

static struct outside o;
static unsigned late; /* looks, after the bot has ended, at which nothing has come yet */

static bool nothing_yet(void)
{
    siginfo_t is;
    if (late > 0 && o.exit_code < 0)
        waitid(P_PID, (id_t)o.pid, &is, WEXITED | WNOWAIT);
    else if (late > 0)
        late--;
    return late > 0;
}

/* These stand before the library's own, for this program. */
int zmq_poll(zmq_pollitem_t *items, int count, long ms)
{
    static int (*real)(zmq_pollitem_t *, int, long);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "zmq_poll");
    return nothing_yet() ? 0 : real(items, count, ms);
}

int zmq_recv(void *socket, void *bytes, size_t size, int flags)
{
    static int (*real)(void *, void *, size_t, int);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "zmq_recv");
    if (late == 0)
        return real(socket, bytes, size, flags);
    errno = EAGAIN;
    return -1;
}

/* --- the tests ---------------------------------------------------------------------------------------------------- */

static char self[PATH_MAX], word[] = "bot";

/* What a bot says last before it ends is heard, however late it comes, and then that it has ended. */
TEST(its_last_word_is_heard)
{
    char *const command[] = { self, word, NULL };
    char heard[64], why[160];
    assert_int_equal(outside_start(&o, command, why), 0);
    assert_int_equal(outside_receive(&o, heard, sizeof heard, OUTSIDE_PATIENCE_MS), 5);
    assert_int_equal(outside_receive(&o, heard, sizeof heard, 1), 0); /* what came by now is known */
    late = 100;
    outside_send(&o, "word", 4);
    assert_int_equal(outside_receive(&o, heard, sizeof heard, OUTSIDE_PATIENCE_MS), 4);
    assert_memory_equal(heard, "last", 4);
    assert_int_equal(outside_receive(&o, heard, sizeof heard, OUTSIDE_PATIENCE_MS), -1);
    assert_int_equal(o.exit_code, 1);
    outside_stop(&o);
}

/* One that ends without a word is not waited for. */
TEST(an_end_without_a_word)
{
    char no[] = "no", heard[64], why[160];
    char *const command[] = { self, no, NULL };
    assert_int_equal(outside_start(&o, command, why), 0);
    assert_int_equal(outside_receive(&o, heard, sizeof heard, OUTSIDE_PATIENCE_MS), -1);
    assert_int_equal(o.exit_code, 4);
    outside_stop(&o);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return strcmp(argv[1], word) ? 4 : bot();
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    return n < 0 ? 1 : tests_run();
}
