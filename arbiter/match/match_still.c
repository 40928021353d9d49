/* match_still: processes of a match that somebody has stopped, and the time in which this one was.
 *
 * A stopped process is no dead one: what it holds is whole, and it goes on where it was.  So it is set going and not ended; only a
 * seat's process that runs and does not answer is ended (CONTROL_SEAT_HANGS). */
#include <signal.h>
#include <string.h>
#include <sys/socket.h>

#include "base/now.h"
#include "match.h"

enum { LATE_MS = 100 }; /* waking up takes no longer where nothing is wrong */

void still_look(struct match_run *m)
{
    int64_t now = now_ms();
    if (now - m->still_ms < STILL_LOOK_MS)
        return;
    m->still_ms = now;
    child_wake(&m->referee, &m->referee_still);
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        child_wake(&m->party[i].seat, &m->party[i].seat_still);
        child_wake(&m->party[i].bot, &m->party[i].keeper_still);
    }
}

bool still_seat(struct match_run *m, unsigned seat)
{
    const struct child *c = &m->party[seat].seat;
    return c->pid > 0 && child_stopped(c) && kill(c->pid, SIGCONT) == 0;
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
