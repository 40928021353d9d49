/* life: three files of the kernel, and subtractions. */
#include "life.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/now.h"

enum {
    LATE_US = 2000,  /* waking up takes no longer where nothing is wrong */
    ALONE_US = 1000, /* of a beat: its threads waited for others, and hardly for each other */
};

/* --- readings ------------------------------------------------------------------------------------- */

/* The file as a text; "" when it cannot be read. */
static void text_of(int fd, char text[1024])
{
    ssize_t n = fd >= 0 ? pread(fd, text, 1023, 0) : 0;
    text[n > 0 ? n : 0] = '\0';
}

/* The number behind the first `key` in or behind `text`; 0 when there is none. */
static int64_t number_after(const char *text, const char *key)
{
    const char *at = text != NULL ? strstr(text, key) : NULL;
    return at != NULL ? strtoll(at + strlen(key), NULL, 10) : 0;
}

static void look(struct life *l, int64_t now_us, struct life_reading *out)
{
    char text[1024];
    long long waited = 0;
    struct timespec ran = { 0 };
    *out = (struct life_reading){ .now_us = now_us };
    text_of(l->own, text);
    if (sscanf(text, "%*d %lld", &waited) == 1)
        out->waited_us = waited / 1000;
    /* The file knows what a thread that runs has run only up to the kernel's last tick. */
    if (clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ran) == 0)
        out->ran_us = (int64_t)ran.tv_sec * 1000000 + ran.tv_nsec / 1000;
    text_of(l->pressure, text);
    out->some_us = number_after(strstr(text, "some"), "total=");
    out->full_us = number_after(strstr(text, "full"), "total=");
    text_of(l->usage, text);
    out->used_us = number_after(text, "usage_usec ");
    out->throttled_us = number_after(text, "throttled_usec ");
}

/* --- what was lost ---------------------------------------------------------------------------------- */

struct life_lost life_lost(const struct life_reading *from, const struct life_reading *to, int64_t looked_us,
                           int64_t sleeps_us, bool late)
{
    int64_t whole = to->now_us - from->now_us, used = to->used_us - from->used_us;
    int64_t waited = to->waited_us - from->waited_us, ran = to->ran_us - from->ran_us;
    int64_t asleep = to->now_us - looked_us, over = asleep - sleeps_us;
    int64_t full = to->full_us - from->full_us, some = to->some_us - from->some_us;
    struct life_lost lost = { 0, 0 };
    if (over > LATE_US)
        lost.stood_us = not_below_zero(over - waited - ran);
    if (late &&
        to->used_us > 0) /* where it is not known how much the bot ran, it may have been the bot that was in the way */
        lost.stood_us += not_below_zero(least(waited, asleep) - used);
    if (some - full <= ALONE_US)
        lost.starved_us = not_below_zero(
            least(full - (to->throttled_us - from->throttled_us), whole - used - lost.stood_us));
    return lost;
}

/* --- a process -------------------------------------------------------------------------------------- */

enum life_read life_reads(int pressure, int usage, int process)
{
    char text[1024];
    text_of(usage, text);
    bool counted = strstr(text, "usage_usec ") != NULL;
    text_of(pressure, text);
    if (counted && strstr(text, "full") != NULL)
        return LIFE_BY_CGROUP;
    return process >= 0 && waits_readable() ? LIFE_BY_THREADS : LIFE_UNREAD;
}

static int own = -1;

void life_prepare(void) { own = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC); }

void life_open(struct life *l, int pressure, int usage, int process, int looks)
{
    *l = (struct life){ .own = own, .pressure = usage >= 0 ? pressure : -1, .usage = usage };
    waits_open(&l->waits, process, looks);
    l->looked_us = now_us();
    look(l, l->looked_us, &l->at);
}

void life_close(struct life *l)
{
    int all[] = { l->own, l->pressure, l->usage };
    for (int i = 0; i < 3; i++)
        close_fd(&all[i]);
    waits_close(&l->waits);
}

/* Since the last reading at most so much of it was waiting for a processor. */
static int64_t entered(struct life *l, int64_t late_us, int64_t now_us)
{
    struct life_reading from = l->at;
    look(l, now_us, &l->at);
    return not_below_zero(late_us - (l->at.waited_us - from.waited_us) - (l->at.ran_us - from.ran_us));
}

void life_begins(struct life *l, int64_t due_us, int64_t now_us, bool goes_on)
{
    l->since_us = now_us;
    l->stood_us = l->entered_us = 0;
    if (now_us - due_us > LATE_US)
        l->entered_us = entered(l, now_us - due_us, now_us);
    else if (now_us - l->at.now_us >= LIFE_BEAT_US)
        look(l, now_us, &l->at);
    if (goes_on)
        return;
    l->starved_us = l->sure_us = 0;
    l->asked_us = now_us;
    if (now_us - waits_looked_us(&l->waits) >= LIFE_BEAT_US)
        waits_look(&l->waits, now_us, INT64_MAX, 0);
    waits_begin(&l->waits.row);
}

/* What was lost since the last reading, by a process that should have gone on `sleeps_us` after `looked_us`. */
static void count(struct life *l, int64_t now_us, int64_t looked_us, int64_t sleeps_us, bool late)
{
    struct life_reading to;
    look(l, now_us, &to);
    struct life_lost lost = life_lost(&l->at, &to, looked_us, sleeps_us, late);
    l->stood_us += lost.stood_us;
    if (l->at.now_us >= l->since_us) /* what its threads waited for before it was asked is none of this */
        l->starved_us += lost.starved_us;
    waits_look(&l->waits, l->asked_us, INT64_MAX, lost.stood_us);
    l->at = to;
}

void life_awake(struct life *l, int64_t now_us)
{
    int64_t from_us = l->awake_us > l->since_us ? l->awake_us : l->since_us;
    if (l->since_us != 0 && now_us - from_us > LATE_US)
        count(l, now_us, from_us, 0, false);
    l->awake_us = now_us;
}

void life_sleeps(struct life *l, int64_t now_us, int64_t sleeps_us)
{
    life_awake(l, now_us);
    l->looked_us = now_us;
    l->sleeps_us = sleeps_us;
}

void life_wakes(struct life *l, int64_t now_us, bool late)
{
    bool overslept = now_us - l->looked_us - l->sleeps_us > LATE_US;
    if (l->since_us != 0 && (late || overslept || now_us - l->at.now_us >= LIFE_BEAT_US))
        count(l, now_us, l->looked_us, l->sleeps_us, late);
    l->awake_us = now_us;
}

bool life_overtaken(struct life *l)
{
    l->stood_us += l->entered_us;
    l->entered_us = 0;
    return l->since_us != 0 && l->stood_us + l->starved_us + waits_sure_us(&l->waits) - l->sure_us > LATE_US;
}

struct life_lost life_tell(struct life *l, int64_t from_us, int64_t until_us)
{
    if (until_us - l->asked_us >= LIFE_BEAT_US)
        waits_look(&l->waits, l->asked_us, until_us, 0);
    l->starved_us += waits_sure_us(&l->waits) - l->sure_us;
    l->sure_us = waits_sure_us(&l->waits);
    int64_t waited_us = not_below_zero(least(until_us - from_us, UINT32_MAX));
    struct life_lost out = { least(l->stood_us, waited_us), 0 };
    out.starved_us = least(l->starved_us, waited_us - out.stood_us);
    l->starved_us -= out.starved_us;
    l->stood_us = l->entered_us = 0;
    return out;
}
