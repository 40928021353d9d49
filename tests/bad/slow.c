/* slow: thinks over every request for so many milliseconds; with a plus before them, for so much longer than it may.  With a second
 * word so many threads of it are busy from its first request on: before, they would keep it from being there in time.
 *
 *     slow 20            slow +50            slow +50 64            slow =30            slow 20 0 1500
 *
 * With a third word it comes so many milliseconds late.
 * With an equals sign it works instead of waiting, until its first thread has used so many milliseconds of a processor.
 *
 * What must happen: with a plus it loses, whatever happens to the arbiter's processes meanwhile; without one it does not. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "bad.h"

static long thinks_ms, threads;
static bool over, works;

static void *busy(void *nothing)
{
    volatile unsigned long turns = 0;
    (void)nothing;
    for (;;)
        turns++;
    return NULL;
}

static long long used_us(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

static void work(long long us)
{
    long long end = used_us() + us;
    while (used_us() < end)
        continue;
}

static void begin_threads(void)
{
    pthread_t t;
    for (; threads > 0; threads--)
        if (pthread_create(&t, NULL, busy, NULL) != 0)
            fprintf(stderr, "slow: a thread fewer\n");
}

/* By the clock and not by the length of a sleep: a bot that was stopped meanwhile has thought all the time that passed. */
static void asked(const struct fiel_clock *clock, void *user)
{
    struct timespec t;
    long long us = thinks_ms * 1000LL + (over ? (long long)clock->budget_us : 0);
    (void)user;
    begin_threads();
    if (works) {
        work(us);
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &t);
    us += t.tv_nsec / 1000;
    t.tv_sec += (time_t)(us / 1000000);
    t.tv_nsec = (long)(us % 1000000) * 1000;
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL) != 0)
        continue;
}

int main(int argc, char **argv)
{
    struct fiel_callbacks calls = { .decide = dull, .asked = asked };
    over = argc > 1 && argv[1][0] == '+';
    works = argc > 1 && argv[1][0] == '=';
    thinks_ms = argc > 1 ? strtol(argv[1] + works, NULL, 10) : 0;
    threads = argc > 2 ? strtol(argv[2], NULL, 10) : 0;
    if (argc > 3)
        usleep((useconds_t)strtoul(argv[3], NULL, 10) * 1000);
    return bot_run("slow", &calls, NULL);
}
