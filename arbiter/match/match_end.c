/* match_end: everybody leaves, the referee first; and the first leg of a pair, whose referee waits for its twin. */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/now.h"
#include "match.h"
#include "record/replay.h"

enum {
    REFEREE_MS = 10000,           /* the referee's time to end after the result */
    SEAT_MS = 3000 + FAREWELL_MS, /* a seat's, above what its socket may linger */
    BOT_MS = 1000,                /* the bots', to end by themselves */
};

/* Waits until `until` at most, then ends it. */
static void let_go(struct child *c, int64_t until)
{
    struct ending e;
    int64_t left = until - now_ms();
    if (!c->pid)
        return;
    if (!child_wait(c, left > 0 ? (int)left : 0))
        child_kill(c);
    child_reap(c, &e);
}

static void referee_let_go(struct match_run *m, int64_t until)
{
    let_go(&m->referee, until);
    report_hear(&m->report, &m->referee_words, "the referee", true);
    close_fd(&m->control);
    close_fd(&m->kept);
}

/* How the bot ended, when that was after the result. */
static void last_words(struct match_run *m, unsigned seat)
{
    struct keeper_frame f;
    while (m->party[seat].keeper >= 0 && keeper_says(m, seat, &f))
        if (f.kind == KEEPER_ENDED)
            watch_note_usage(m, seat, &f.ending);
    if (seat < m->options.seats) {
        m->report.used[seat].starts = party_remote(m, seat) ? 0 : m->party[seat].bot_starts;
        m->report.used[seat].lines = m->party[seat].seat_starts;
    }
}

/* The referee first, which closes the seats, which let their last envelopes leave; then the bots have all
 * they will ever get. */
void watch_endings(struct match_run *m)
{
    bool result = m->report.complete, waits = m->report.result.waits;
    int64_t now = now_ms();
    if (!waits)
        referee_let_go(m, result ? now + REFEREE_MS : now);
    now = now_ms();
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        let_go(&m->party[i].seat, now + SEAT_MS);
        watch_hear(m, i, &m->party[i].words, true);
        close_fd(&m->party[i].listener);
    }
    for (unsigned i = 0; i < options_parties(&m->options); i++)
        if (m->party[i].keeper >= 0)
            shutdown(m->party[i].keeper, SHUT_WR); /* no more starts: it ends with its bot */
    now = now_ms();
    for (unsigned i = 0; i < options_parties(&m->options); i++)
        let_go(&m->party[i].bridge.process, result ? now + BOT_MS : now); /* whose program sees the end of its line */
    now = now_ms();
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        let_go(&m->party[i].bot, result ? now + BOT_MS : now);
        watch_hear(m, i, &m->party[i].keeper_words, true);
        last_words(m, i);
        close_fd(&m->party[i].keeper);
    }
    const struct match_run *waiting = waits ? m : m->first;
    if (!waits)
        pen_end(m);
    const pid_t spared[] = { waiting ? waiting->referee.pid : 0, waiting ? waiting->pen.pid : 0,
                             waiting ? waiting->asks.pid : 0 };
    orphans_kill(spared, 3);
    users_release(m, !waits);
}

/* One look at the referee that waits; false when nothing more comes from it in time. */
static bool reveal_comes(struct match_run *m, int64_t until)
{
    struct pollfd fds[2] = { { .fd = m->control, .events = POLLIN }, { .fd = m->referee.fd, .events = POLLIN } };
    int64_t left = until - now_ms();
    int n = poll(fds, 2, left > 0 ? (int)left : 0);
    if (n < 0 && errno == EINTR)
        return true;
    watch_take_frames(m);
    return n > 0 && !(fds[0].revents & POLLHUP) && !fds[1].revents; /* one that is gone already has no descriptor */
}

/* The last moment in a record; 0 where there is none. */
static int64_t last_moment(const char *path)
{
    struct replay r;
    struct record rec = { 0 };
    if (replay_load(&r, path))
        return 0;
    while (replay_next(&r, &rec))
        continue;
    replay_unload(&r);
    return (int64_t)rec.us;
}

void match_reveal(struct match_run *m, const struct match_run *twin)
{
    struct control_frame f;
    memset(&f, 0, sizeof f);
    f.kind = CONTROL_REVEAL;
    f.reveal.not_before_us = twin ? last_moment(twin->options.replay) : 0;
    int64_t until = now_ms() + REFEREE_MS;
    bool more = true;
    watch_tell_referee(m, &f, -1);
    while (more && !m->report.result.complete && !*m->report.error)
        more = reveal_comes(m, until);
    if (!more && !m->report.result.complete && !*m->report.error)
        snprintf(m->report.error, sizeof m->report.error,
                 "match: the referee of the first leg ended before its record: its seed is in %.160s", m->seed);
    referee_let_go(m, until);
}
