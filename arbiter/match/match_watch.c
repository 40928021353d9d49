/* match_watch: what happens while a match runs.  One poll, no clock but its own few limits. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/now.h"
#include "match.h"
#include "match_events.h"

enum {
    CANCEL_MS = 10000,     /* the referee's time for a cancelled match */
    AGAIN_BYTES_MS = 1000, /* of a record are played again in a millisecond, on a slow machine */
    BRIDGE_MS = 1000,      /* a bridge's to say what its program had written before it ended */
};

/* --- to the referee ------------------------------------------------------------------------------ */

void watch_tell_referee(struct match_run *m, const struct control_frame *f, int fd)
{
    (void)frame_put(m->control, f, sizeof *f, fd, 0);
}

static void tell_kind(struct match_run *m, enum control_kind kind)
{
    struct control_frame f;
    memset(&f, 0, sizeof f);
    f.kind = (uint8_t)kind;
    watch_tell_referee(m, &f, -1);
}

static struct control_frame ended_frame(enum control_kind kind, unsigned seat, const struct ending *e)
{
    struct control_frame f;
    memset(&f, 0, sizeof f);
    f.kind = (uint8_t)kind;
    f.seat = (uint8_t)seat;
    f.ended.exit_code = e->exit_code;
    f.ended.signal = e->signal;
    return f;
}

/* --- what processes say --------------------------------------------------------------------------- */

void watch_hear(struct match_run *m, unsigned seat, struct own_words *words, bool last)
{
    char who[NAME_TEXT + 32];
    snprintf(who, sizeof who, "the %s of %s", words == &m->party[seat].words ? "seat process" : "keeper",
             m->options.name[seat]);
    report_hear(&m->report, words, who, last);
}

/* --- ends of processes --------------------------------------------------------------------------- */

/* What the kernel counted of a process of this bot's. */
void watch_note_usage(struct match_run *m, unsigned seat, const struct ending *e)
{
    struct bot_usage *u = &m->report.used[seat];
    if (seat < m->options.seats && e->memory_kib > (long)u->memory_kib)
        u->memory_kib = (uint32_t)e->memory_kib;
}

static void bot_ended(struct match_run *m, unsigned seat, enum death_of of, const struct ending *e)
{
    struct party_run *c = &m->party[seat];
    bridge_let_go(m, seat, BRIDGE_MS);
    bool lost = c->bridge.lost;
    c->playing = c->bridge.lost = false;
    bot_gone(m, seat);
    watch_take_frames(m); /* the result may stand there already, and then this is how it should be */
    if (m->over)
        return;
    if (lost && start_bot(m, seat) == BOT_STARTED)
        return; /* by us, and its clock stands still, because its seat's process was, too */
    struct control_frame f = ended_frame(CONTROL_BOT_ENDED, seat, e);
    if (lost)
        f.ended.arbiter = ARBITER_NO_PROCESS;
    else if (death_judge(m, seat, of, e, &f.ended)) {
        enum bot_start how = start_bot(m, seat);
        f.ended.restarted = how == BOT_STARTED;
        f.ended.arbiter = how == BOT_NO_PROCESS ? ARBITER_NO_PROCESS : 0;
    }
    watch_tell_referee(m, &f, -1);
}

static void end_seat(struct party_run *c)
{
    c->ours = true;
    child_kill(&c->seat);
}

/* A seat process sent what none of ours sends: it reads what a stranger wrote, and may be that stranger's by now. */
static void seat_wrong(struct match_run *m, unsigned seat, const char *what)
{
    report_clear(&m->report);
    fprintf(stderr, "fiel: the seat process of %s is ended, and counts as one that crashed: a frame of it %s\n",
            m->options.name[seat], what);
    end_seat(&m->party[seat]);
}

/* What a seat's process asks of its bot's threads. */
static void take_looks(struct match_run *m, unsigned seat)
{
    struct party_run *c = &m->party[seat];
    const char *wrong;
    enum frame_came came = looks_answer(c->looks, c->pid, c->tasks, &wrong);
    if (came == FRAME_WRONG)
        seat_wrong(m, seat, wrong);
    if (came == FRAME_WRONG || came == FRAME_END) {
        close_fd(&c->looks);
    }
}

/* What the keepers said. */
static void take_keeper(struct match_run *m, unsigned seat)
{
    struct keeper_frame f;
    while (m->party[seat].keeper >= 0 && !m->over && keeper_says(m, seat, &f))
        if (f.kind == KEEPER_ENDED) {
            watch_note_usage(m, seat, &f.ending);
            bot_ended(m, seat, DEATH_OF_BOT, &f.ending);
        } else {
            kept_all(m);
        }
}

/* A keeper only ends before its bot when somebody kills it.  Behind a process namespace it is the child of the one that we see, which says how it
 * ended (jail_enter.c). */
static void keeper_ended(struct match_run *m, unsigned seat)
{
    struct party_run *c = &m->party[seat];
    struct ending e;
    take_keeper(m, seat);
    keeper_let_go(m, seat, &e);
    if (e.exit_code > JAIL_BY_SIGNAL)
        e = (struct ending){ .signal = e.exit_code - JAIL_BY_SIGNAL, .memory_kib = e.memory_kib, .cpu_s = e.cpu_s };
    if (m->began_keeping)
        kept_all(m);
    if (c->playing)
        bot_ended(m, seat, DEATH_OF_KEEPER, &e);
}

/* It is not there, and the match cannot begin: `how` says who answers for that. */
static void bot_not_started(struct match_run *m, unsigned seat, enum bot_start how)
{
    struct ending e = { .exit_code = 126 };
    struct control_frame f = ended_frame(CONTROL_BOT_ENDED, seat, &e);
    f.ended.arbiter = how == BOT_NO_PROCESS ? ARBITER_NO_PROCESS : 0;
    watch_tell_referee(m, &f, -1);
}

/* Another process for this seat, whose end of the link is left in *link; false: there is none. */
static bool seat_again(struct match_run *m, unsigned seat, int *link)
{
    int pair[2];
    m->party[seat].seat_ready = m->party[seat].ours = false;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
        return false;
    bool started = !start_seat(m, seat, pair[1]);
    close(pair[1]);
    if (started)
        *link = pair[0];
    else
        close(pair[0]);
    return started;
}

static void seat_ended(struct match_run *m, unsigned seat)
{
    struct party_run *c = &m->party[seat];
    struct ending e;
    int link = -1;
    child_reap(&c->seat, &e);
    watch_hear(m, seat, &m->party[seat].words, true);
    watch_take_frames(m);
    if (m->over || (m->closing && !e.exit_code && !e.signal))
        return; /* it was told to close */
    if (!c->seat_ready && c->seat_starts == 1) {
        cli_fail(EXIT_ENVIRONMENT, "match: the seat of %s did not start: is there room for sockets in %s?",
                 m->options.name[seat], party_remote(m, seat) ? m->options.address.host : m->temp);
        m->over = true;
        return;
    }
    if (c->bridge.how.signal || c->bridge.how.exit_code)
        e = c->bridge.how;
    struct control_frame f = ended_frame(CONTROL_SEAT_ENDED, seat, &e);
    if (death_judge(m, seat, party_lines(m, seat) ? DEATH_OF_BRIDGE : DEATH_OF_SEAT, &e, &f.ended)) {
        f.ended.restarted = seat_again(m, seat, &link);
        f.ended.arbiter = f.ended.restarted ? 0 : ARBITER_NO_PROCESS;
    }
    c->bridge.how = (struct ending){ 0 };
    watch_tell_referee(m, &f, link);
    close_fd(&link);
}

/* --- from the referee ----------------------------------------------------------------------------- */

static void start_bots(struct match_run *m)
{
    death_look(m);
    for (unsigned i = 0; i < options_parties(&m->options); i++)
        if (!m->referee_ready || !m->party[i].seat_ready)
            return;
    m->ready = true;
    for (unsigned i = 0; i < options_parties(&m->options) && !match_only_closes(m); i++) {
        enum bot_start how = BOT_STARTED;
        if (party_remote(m, i))
            m->party[i].bot_starts = 1; /* it comes by itself */
        else if (!m->party[i].bot_starts)
            how = start_bot(m, i);
        if (how != BOT_STARTED)
            bot_not_started(m, i, how);
    }
}

/* What a bot has to survive, once each: its end, when a hand was played, and the end of its line, a hand later or so. */
static void disturb(struct match_run *m, uint32_t hand)
{
    unsigned seat = m->options.disturb;
    struct party_run *c = &m->party[seat < m->options.seats ? seat : 0];
    if (seat >= m->options.seats || m->cut_in)
        return;
    if (!m->killed_in && hand > 1 && c->keeper >= 0) {
        m->killed_in = keeper_tell(m, seat, KEEPER_KILL) ? hand : 0;
    } else if (m->killed_in && hand > m->killed_in) {
        m->cut_in = hand;
        end_seat(c);
    }
}

/* The referee speaks of the process that runs now, and of none before it. */
static bool of_this_process(const struct match_run *m, const struct control_frame *f)
{
    return m->party[f->seat].seat_starts == f->process + 1u;
}

static void seat_ready(struct match_run *m, unsigned seat)
{
    m->party[seat].seat_ready = true;
    if (party_remote(m, seat))
        remote_ready(m, seat);
}

static void take_frame(struct match_run *m, const struct control_frame *f)
{
    report_take(&m->report, f);
    events_take(m, f);
    switch (f->kind) {
    case CONTROL_READY:
        m->referee_ready = true;
        start_bots(m);
        break;
    case CONTROL_SEAT_READY:
        seat_ready(m, f->seat);
        start_bots(m);
        break;
    case CONTROL_OFFERED:
        if (!m->began_keeping)
            keep_state(m);
        m->began_keeping = true;
        break;
    case CONTROL_PROGRESS:
        m->began = true;
        death_look(m);
        disturb(m, f->progress.hand);
        break;
    case CONTROL_GAME: m->began = true; break;
    case CONTROL_SEAT_HANGS:
        if (of_this_process(m, f) && !still_seat(m, f->seat))
            end_seat(&m->party[f->seat]);
        break;
    case CONTROL_SEAT_WRONG:
        if (of_this_process(m, f))
            seat_wrong(m, f->seat, f->text);
        break;
    case CONTROL_CLOSING: m->closing = true; break;
    case CONTROL_RESULT:
    case CONTROL_ERROR: m->over = true; break;
    default: break;
    }
}

/* Everything the referee has said. */
void watch_take_frames(struct match_run *m)
{
    struct frame_way way = { &frames_referee_to_supervisor, m->control, -1, options_parties(&m->options) };
    struct control_frame f;
    struct frame_in in;
    enum frame_came came;
    while ((came = frame_take(&way, &f, sizeof f, &in)) == FRAME_CAME)
        take_frame(m, &f);
    if (came != FRAME_WRONG)
        return;
    report_clear(&m->report);
    fprintf(stderr, "fiel: the referee is ended, and counts as one that crashed: a frame of it %s\n", in.wrong);
    child_kill(&m->referee);
}

/* --- the loop ------------------------------------------------------------------------------------- */

/* The referee sees the end of what it is told, closes the record where it is, and ends. */
static void park(struct match_run *m)
{
    m->parked = true;
    if (shutdown(m->control, SHUT_WR))
        m->over = true;
}

static void take_signal(struct match_run *m, int signals)
{
    struct signalfd_siginfo what;
    if (read(signals, &what, sizeof what) != sizeof what || what.ssi_signo == SIGPIPE)
        return;
    report_clear(&m->report);
    if (what.ssi_signo == SIGUSR1) {
        park(m);
        return;
    }
    if (m->cancelled)
        m->over = true; /* asked twice: no more waiting */
    else
        cli_fail(EXIT_ENVIRONMENT, "match: cancelled: the referee closes the record (once more: at once)");
    m->cancelled = true;
    tell_kind(m, CONTROL_CANCEL);
}

enum {
    CONTROL,
    SIGNALS,
    REFEREE,
    REFEREE_WORDS,
    PEN_WORDS,
    PARTIES,
    OF_PARTY = 7,
    FDS = PARTIES + OF_PARTY * PARTIES_MAX
};

static void watched(const struct match_run *m, int signals, struct pollfd fds[FDS])
{
    for (unsigned i = 0; i < FDS; i++)
        fds[i] = (struct pollfd){ .fd = -1, .events = POLLIN };
    fds[CONTROL].fd = m->control;
    fds[SIGNALS].fd = signals;
    fds[REFEREE].fd = m->referee.pid ? m->referee.fd : -1;
    fds[REFEREE_WORDS].fd = own_words_due(&m->referee_words);
    fds[PEN_WORDS].fd = own_words_due(&m->pen_words);
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        struct pollfd *at = &fds[PARTIES + OF_PARTY * i];
        if (m->party[i].seat.pid)
            at[0].fd = m->party[i].seat.fd;
        if (m->party[i].bot.pid)
            at[1].fd = m->party[i].bot.fd;
        at[2].fd = m->party[i].keeper;
        at[3].fd = own_words_due(&m->party[i].words);
        at[4].fd = m->party[i].looks;
        if (m->party[i].bridge.process.pid)
            at[5].fd = m->party[i].bridge.process.fd;
        at[6].fd = own_words_due(&m->party[i].keeper_words);
    }
}

static void referee_ended(struct match_run *m)
{
    struct ending e;
    child_reap(&m->referee, &e);
    report_hear(&m->report, &m->referee_words, "the referee", true);
    watch_take_frames(m);
    if (m->over)
        return;
    m->over = true;
    report_clear(&m->report);
    if (m->parked)
        return;
    cli_fail(EXIT_ENVIRONMENT,
             "match: the referee ended early (exit code %d, signal %d): what was played is in %s "
             "without its end, the deal's seed in %s",
             e.exit_code, e.signal, m->options.replay, m->seed);
}

/* Milliseconds until one of the supervisor's own limits, -1 when none runs. */
static int patience(const struct match_run *m, int64_t until)
{
    int64_t left = until - now_ms();
    if (!m->cancelled && !m->parked && m->party[0].bot_starts)
        return -1;
    return left > 0 ? (int)left : 0;
}

/* So long the referee may say nothing before the bots start: one that goes on plays its record again first. */
static int64_t first_patience_ms(const struct match_run *m)
{
    struct stat s;
    bool again = m->resume && stat(m->options.replay, &s) == 0;
    return m->options.start_us / 1000 + 1000 + (again ? s.st_size / AGAIN_BYTES_MS : 0);
}

int watch_match(struct match_run *m, int signals)
{
    struct pollfd fds[FDS];
    int64_t until = now_ms() + first_patience_ms(m);
    while (!m->over) {
        bool ending = m->cancelled || m->parked;
        int left = patience(m, until), sleeps = left < 0 || left > STALL_MS ? STALL_MS : left;
        watched(m, signals, fds);
        stall_rest();
        int64_t before = now_us();
        int n = poll(fds, PARTIES + OF_PARTY * options_parties(&m->options),
                     sleeps); /* it takes no more than ulimit -n */
        until += still_own(before, sleeps);
        still_look(m);
        still_alive(m);
        if ((n < 0 && errno == EINTR) || (n == 0 && (left < 0 || now_ms() < until)))
            continue;
        if (n <= 0) {
            report_clear(&m->report);
            return cli_fail(EXIT_ENVIRONMENT, "match: the referee gave no %s in time: what was recorded is in %s",
                            m->cancelled ? "result" : "sign", m->options.replay);
        }
        if (fds[CONTROL].revents & POLLIN)
            watch_take_frames(m);
        if (fds[SIGNALS].revents)
            take_signal(m, signals);
        if (fds[REFEREE_WORDS].revents)
            report_hear(&m->report, &m->referee_words, "the referee", false);
        if (fds[PEN_WORDS].revents)
            report_hear(&m->report, &m->pen_words, "the pen of the match log", false);
        if (!ending && (m->cancelled || m->parked))
            until = now_ms() + CANCEL_MS;
        for (unsigned i = 0; i < options_parties(&m->options) && !m->over; i++) {
            const struct pollfd *at = &fds[PARTIES + OF_PARTY * i];
            if (at[4].revents)
                take_looks(m, i);
            if (at[3].revents)
                watch_hear(m, i, &m->party[i].words, false);
            if (at[6].revents)
                watch_hear(m, i, &m->party[i].keeper_words, false);
            if (at[0].revents)
                seat_ended(m, i);
            if (at[5].revents)
                bridge_ended(m, i);
            if (at[2].revents)
                take_keeper(m, i);
            if (at[1].revents)
                keeper_ended(m, i);
        }
        if (fds[REFEREE].revents && m->referee.pid)
            referee_ended(m);
    }
    return EXIT_FINE;
}
