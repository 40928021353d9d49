/* match_still: processes of a match that somebody has stopped, or that run in an endless loop, and the time in which this one was stopped.
 *
 * A stopped process is no dead one: what it holds is whole, and it goes on where it was.  So it is set going and not ended.  Ended is one
 * that runs and does not answer: a seat's by its referee, which waits for its word (CONTROL_SEAT_HANGS), referee and keeper by the look. */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "base/now.h"
#include "match.h"

enum { LATE_MS = 100 }; /* waking up takes no longer where nothing is wrong */

static void end_looping(struct match_run *m, const struct child *c, const char *what, const char *whose)
{
    report_clear(&m->report);
    fprintf(stderr, "fiel: the %s%s is ended, and counts as one that crashed: it runs in an endless loop\n", what,
            whose);
    child_kill(c);
}

/* A keeper with a process namespace of its own is the child of the one that was started, which waits for it. */
static void look_at_keeper(struct match_run *m, unsigned seat)
{
    struct party_run *c = &m->party[seat];
    pid_t inside = m->jail.held & JAIL_BIT(JAIL_PID) ? child_only(c->bot.pid) : 0;
    char whose[NAME_TEXT + 8];
    c->keeper_looped = stall_look(c->bot.pid, &c->keeper_look) || stall_look(inside, &c->inside_look);
    snprintf(whose, sizeof whose, " of %s", m->options.name[seat]);
    if (c->keeper_looped)
        end_looping(m, &c->bot, "keeper", whose);
}

void still_look(struct match_run *m)
{
    int64_t now = now_ms();
    if (now - m->still_ms < STALL_MS)
        return;
    m->still_ms = now;
    if (stall_look(m->referee.pid, &m->referee_look))
        end_looping(m, &m->referee, "referee", "");
    (void)stall_look(child_only(m->referee.pid), &m->reader_look);
    (void)stall_look(m->pen.pid, &m->pen_look);
    (void)stall_look(m->asks.pid, &m->asks_look);
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        (void)stall_look(m->party[i].seat.pid, &m->party[i].seat_look);
        look_at_keeper(m, i);
        if (stall_look(m->party[i].bridge.process.pid, &m->party[i].bridge.look)) {
            m->party[i].ours = true;
            end_looping(m, &m->party[i].bridge.process, "bridge", "");
        }
    }
}

bool still_seat(struct match_run *m, unsigned seat)
{
    const struct child *c = &m->party[seat].seat;
    return stall_stopped(c->pid) && kill(c->pid, SIGCONT) == 0;
}

void still_alive(struct match_run *m)
{
    struct control_frame f;
    int64_t now = now_ms();
    if (m->began || m->control < 0 || now - m->alive_ms < STALL_MS)
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
