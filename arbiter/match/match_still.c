/* match_still: processes of a match that somebody has stopped, and the time in which this one was.
 *
 * A stopped process is no dead one: what it holds is whole, and it goes on where it was.  So it is set going and not ended; only a
 * seat's process that runs and does not answer is ended (CONTROL_SEAT_HANGS). */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "base/now.h"
#include "match.h"

enum { LATE_MS = 100 }; /* waking up takes no longer where nothing is wrong */

/* The third word of its stat, behind the name, which may have anything in it. */
static bool stopped(pid_t pid)
{
    char path[64], text[512] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *f = fopen(path, "re");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = '\0';
    const char *end = strrchr(text, ')');
    return end && end[1] == ' ' && end[2] == 'T';
}

static void look_at(const struct child *c, bool *was)
{
    bool is = c->pid > 0 && stopped(c->pid);
    if (is && *was)
        kill(c->pid, SIGCONT);
    *was = is;
}

void still_look(struct match_run *m)
{
    int64_t now = now_ms();
    if (now - m->still_ms < STILL_LOOK_MS)
        return;
    m->still_ms = now;
    look_at(&m->referee, &m->referee_still);
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        look_at(&m->chair[i].seat, &m->chair[i].seat_still);
        look_at(&m->chair[i].bot, &m->chair[i].keeper_still);
    }
}

bool still_seat(struct match_run *m, unsigned seat)
{
    const struct child *c = &m->chair[seat].seat;
    return c->pid > 0 && stopped(c->pid) && kill(c->pid, SIGCONT) == 0;
}

void still_alive(struct match_run *m)
{
    struct control_frame f;
    int64_t now = now_ms();
    if (m->began || m->control < 0 || now - m->alive_ms < STILL_LOOK_MS)
        return;
    m->alive_ms = now;
    memset(&f, 0, sizeof f);
    f.kind = CONTROL_ALIVE;
    (void)!send(m->control, &f, sizeof f,
                MSG_NOSIGNAL | MSG_DONTWAIT); /* a referee that reads nothing now counts nothing now */
}

int64_t still_own(int64_t before_us, int sleeps_ms)
{
    int64_t stood_ms = (now_us() - before_us) / 1000 - sleeps_ms;
    return stood_ms < LATE_MS ? 0 : stood_ms;
}
