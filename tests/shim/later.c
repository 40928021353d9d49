/* later: a minute passes between two looks at a clock, by LD_PRELOAD. */
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t which, struct timespec *t)
{
    static time_t passed;
    long r = syscall(SYS_clock_gettime, which, t);
    t->tv_sec += passed += 61;
    return (int)r;
}
