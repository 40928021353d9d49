/* referee_shell: frames in, frames out, and the clock. */
#include "base/now.h"
#include "child/stall.h"
#include "referee_shell.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    SEND_PATIENCE_MS = 2000, /* a seat process that takes nothing for so long hangs */
    BEAT_US = 100000,        /* so often it looks while it counts time itself, whatever happens, */
    LATE_US = 20000,         /* and it wakes up no later than so where nothing is wrong */
    ALIVE_US = 1000000,      /* so often a supervisor says that it runs, */
    QUIET_US = 2500000,      /* and one that has not for so long does not */
    KEEP_PATIENCE_MS = 5000, /* to keep what the bots need to come back; then the match begins without */
    LINE_PATIENCE_US =
        5000000, /* for the end of an ended bot's line, which another process may hold: a seat that stood still goes on sooner */
};

int64_t shell_now(const struct shell *s) { return now_us() + s->clock_offset; }

/* --- the ports ------------------------------------------------------------------------------------ */

/* A supervisor that is gone shows when it is read. */
static bool told(const struct shell *s, const struct control_frame *f, int flags)
{
    return send(s->control, f, sizeof *f, MSG_NOSIGNAL | flags) >= 0;
}

void shell_tell_rest(struct shell *s)
{
    for (unsigned i = 0; i < s->untold; i++)
        (void)told(s, &s->rest[i], 0);
    s->untold = 0;
}

void shell_tell(struct shell *s, const struct control_frame *f)
{
    bool due = f->kind == CONTROL_CLOSING || s->untold == RESTS; /* the seats end behind CLOSING */
    if (due)
        shell_tell_rest(s);
    if ((s->untold == 0 && told(s, f, due ? 0 : MSG_DONTWAIT)) || f->kind == CONTROL_PROGRESS)
        return;
    s->rest[s->untold++] = *f;
}

static void seat_hangs(struct shell *s, unsigned seat)
{
    struct control_frame f;
    memset(&f, 0, sizeof f);
    f.kind = CONTROL_SEAT_HANGS;
    f.seat = (uint8_t)seat;
    f.process = s->process[seat];
    shell_tell(s, &f);
}

/* A moment of the match as this machine's clock has it, now at the latest: the time of a record that is resumed goes on from another
 * moment, and that of a first leg may be ahead where its twin's was. */
static int64_t machine_time(const struct shell *s, int64_t us)
{
    int64_t now = now_us(), then = us - s->clock_offset;
    return then < now ? then : now;
}

/* A seat process drains its link all the time, so waiting here is for one that does not run. */
void shell_send(void *ctx, unsigned seat, const struct to_seat *head, const void *envelope)
{
    struct shell *s = ctx;
    struct to_seat out = *head;
    struct iovec part[2] = { { &out, sizeof out }, { (void *)(uintptr_t)envelope, head->size } };
    struct msghdr packet = { .msg_iov = part, .msg_iovlen = head->size > 0 ? 2 : 1 };
    struct pollfd room = { .fd = s->seat[seat], .events = POLLOUT };
    if (s->seat[seat] < 0)
        return;
    if (out.kind == TO_SEND)
        out.sent_us = machine_time(s, head->sent_us);
    while (sendmsg(s->seat[seat], &packet, MSG_DONTWAIT | MSG_NOSIGNAL) < 0) {
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN && errno != ENOBUFS)
            return; /* its end is on the way: the supervisor will say so */
        if (poll(&room, 1, SEND_PATIENCE_MS) == 0) {
            seat_hangs(s, seat);
            return;
        }
    }
}

/* The bucket below which `share` percent of the decisions lie. */
static int64_t work_percentile(const struct shell *s, unsigned share)
{
    uint64_t below = 0, wanted = (s->decisions * share + 99) / 100;
    for (unsigned i = 0; i < WORK_BUCKETS; i++) {
        below += s->work[i];
        if (below >= wanted)
            return i;
    }
    return WORK_BUCKETS;
}

/* The offer, which names the bots' keys, is not in the record yet.  Once it is, a bot that lost its key would lose the
 * match: so nothing is offered before the supervisor has what each needs to come back. */
static void wait_for_kept(struct shell *s)
{
    struct pollfd p = { .fd = s->kept, .events = POLLIN };
    if (s->kept < 0)
        return;
    while (poll(&p, 1, KEEP_PATIENCE_MS) < 0 && errno == EINTR)
        continue;
    close_fd(&s->kept);
}

void shell_unrecorded(void *ctx)
{
    struct shell *s = ctx;
    if (s->secret >= 0)
        (void)journal_drop_seed(s->secret);
}

int shell_bytes_show(void *ctx, const void *raw, size_t size, uint32_t tables)
{
    enum { NOT_READ = 255 };
    static struct from_seat f;
    const struct shell *s = ctx;
    bool read = s->doubts >= 0 && reading_ask(s->doubts, raw, size, tables, &f);
    return read && f.error != NOT_READ ? f.error : -1;
}

bool shell_read(void *ctx, const void *raw, size_t size, uint32_t tables, struct from_seat *f)
{
    static uint8_t room[ENVELOPE_MAX];
    const struct shell *s = ctx;
    return s->reads >= 0 && reading_ask(s->reads, raw, size, tables, f) &&
           from_seat_wrong(f, raw, &(struct link_check){ tables, 0, room }) == NULL;
}

void shell_notify(void *ctx, const struct control_frame *f)
{
    struct shell *s = ctx;
    struct control_frame out = *f;
    if (f->kind == CONTROL_SEAT_HANGS)
        out.process = s->process[f->seat];
    if (f->kind == CONTROL_RESULT) {
        out.result.work_us = s->work_us;
        out.result.work_p50_us = work_percentile(s, 50);
        out.result.work_p99_us = work_percentile(s, 99);
        /* REVEAL is on the disk.  Without it the file keeps the only S that there is. */
        if (f->result.complete && s->secret >= 0)
            (void)journal_drop_seed(s->secret);
        if (!f->result.waits) /* a result is logged with the replay's hash, when there is one */
            referee_log_finish(&s->log, f->result.complete, s->referee, &s->journal, out.result.log_error);
        snprintf(out.result.log_lacks, sizeof out.result.log_lacks, "%.*s", (int)sizeof out.result.log_lacks - 1,
                 s->log.lacks);
    }
    shell_tell(s, &out);
    if (f->kind == CONTROL_OFFERED)
        wait_for_kept(s);
}

/* --- what comes in -------------------------------------------------------------------------------- */

/* The end of a bot that nothing is heard of any more. */
static void bot_ended(struct shell *s, unsigned seat)
{
    struct leaving *l = &s->leaving[seat];
    bool due = l->until_us > 0;
    l->until_us = 0;
    if (due)
        referee_bot_ended(s->referee, seat, &l->ended, shell_now(s));
}

static void line_ended(struct shell *s, unsigned seat)
{
    s->line[seat] = false;
    bot_ended(s, seat);
}

static void seat_lost(struct shell *s, unsigned seat)
{
    close_fd(&s->seat[seat]);
    line_ended(s, seat);
}

/* It sent what no seat process of ours sends: it is not heard any more, and counts as one that crashed once the supervisor
 * has ended it. */
static void seat_wrong(struct shell *s, unsigned seat, const char *what)
{
    struct control_frame f;
    memset(&f, 0, sizeof f);
    f.kind = CONTROL_SEAT_WRONG;
    f.seat = (uint8_t)seat;
    f.process = s->process[seat];
    snprintf(f.text, sizeof f.text, "%s", what);
    shell_tell(s, &f);
    seat_lost(s, seat);
}

/* The first frame of a seat process, and no other, says where it is bound. */
static const char *out_of_turn(const struct shell *s, unsigned seat)
{
    if ((s->in.head.kind == SEAT_READY) != s->bound[seat])
        return NULL;
    return s->bound[seat] ? "says where it is bound for a second time" : "comes before it has said where it is bound";
}

/* One frame of a seat process; its own time goes into the books when it was a decision.  False: nothing came. */
static bool read_seat(struct shell *s, unsigned seat)
{
    const struct frame_way way = { &frames_seat_to_referee, s->seat[seat], (int)seat, 0 };
    struct frame_in in;
    enum frame_came came = frame_take(&way, &s->in, sizeof s->in, &in);
    if (came == FRAME_NONE)
        return false;
    if (came == FRAME_END) {
        seat_lost(s, seat); /* it has ended, as its supervisor sees */
        return false;
    }
    const char *wrong = in.wrong != NULL ? in.wrong : out_of_turn(s, seat);
    int64_t began = shell_now(s);
    if (wrong == NULL) {
        s->bound[seat] = true;
        s->in.head.left_us += s->clock_offset;
        s->in.head.came_us += s->clock_offset;
        wrong = referee_from_seat(s->referee, seat, &s->in.head, s->in.bytes + from_seat_size(&s->in.head), began);
    }
    if (wrong != NULL)
        seat_wrong(s, seat, wrong);
    else if (s->in.head.kind == SEAT_CONNECTED)
        s->line[seat] = true;
    else if (s->in.head.kind == SEAT_GONE)
        line_ended(s, seat);
    uint64_t decisions = referee_decisions(s->referee);
    if (decisions == s->decisions)
        return true;
    int64_t took = shell_now(s) - began;
    s->decisions = decisions;
    s->work_us += took;
    s->work[took < WORK_BUCKETS ? took : WORK_BUCKETS - 1]++;
    return true;
}

/* All that it has sent. */
static void hear_out(struct shell *s, unsigned seat)
{
    while (s->seat[seat] >= 0 && !referee_over(s->referee) && read_seat(s, seat))
        continue;
}

/* Where nobody could speak to the process that ended, another takes its place and the course hears nothing of it: its bot's clock stands
 * still since the one before was lost. */
static void seat_ended(struct shell *s, const struct control_frame *f, int carried)
{
    struct control_ended ended = f->ended;
    hear_out(s, f->seat);
    bool spoke = s->bound[f->seat];
    if (s->seat[f->seat] >= 0)
        seat_lost(s, f->seat);
    s->seat[f->seat] = carried;
    s->bound[f->seat] = false;
    s->process[f->seat]++;
    if (ended.restarted && carried < 0) /* there was no descriptor free to take it */
        ended.arbiter = ARBITER_NO_PROCESS;
    else if (ended.restarted && !spoke)
        return;
    referee_seat_ended(s->referee, f->seat, &ended, shell_now(s));
}

/* What it said last may be on its way still, through libzmq and its seat process, while its end came by its keeper and the supervisor. */
static void bot_leaves(struct shell *s, unsigned seat, const struct control_ended *ended)
{
    bot_ended(s, seat);
    s->leaving[seat] = (struct leaving){ *ended, shell_now(s) + LINE_PATIENCE_US };
    if (!s->line[seat])
        bot_ended(s, seat);
}

/* When the next bot's end is waited for no longer. */
static int64_t patience_ends(const struct shell *s)
{
    int64_t at = INT64_MAX;
    for (unsigned i = 0; i < s->seats; i++)
        if (s->leaving[i].until_us > 0 && s->leaving[i].until_us < at)
            at = s->leaving[i].until_us;
    return at;
}

/* Its supervisor has said that it runs, and nothing since for so long that it does not, or waits for somebody who does not. */
static bool supervisor_quiet(const struct shell *s)
{
    return s->control >= 0 && s->heard_us > 0 && shell_now(s) - s->heard_us > QUIET_US;
}

static void supervisor_lives(struct shell *s)
{
    int64_t now = shell_now(s);
    if (supervisor_quiet(s))
        referee_gap(s->referee, s->heard_us + ALIVE_US, now, now);
    s->heard_us = now;
}

/* Without its supervisor nobody starts what ends: the match waits to be resumed, with all that its bots have said so far. */
static void supervisor_lost(struct shell *s, const char *wrong)
{
    for (unsigned i = 0; i < s->seats; i++)
        hear_out(s, i);
    close_fd(&s->control);
    s->parked = true;
    s->wrong = wrong;
}

static void read_control(struct shell *s)
{
    const struct frame_way way = { &frames_supervisor_to_referee, s->control, -1, s->seats };
    struct control_frame f;
    struct frame_in in;
    enum frame_came came = frame_take(&way, &f, sizeof f, &in);
    int64_t now = shell_now(s);
    if (came == FRAME_NONE)
        return;
    if (came != FRAME_CAME) {
        supervisor_lost(s, in.wrong);
        return;
    }
    if (f.kind == CONTROL_CANCEL)
        referee_cancel(s->referee, now);
    else if (f.kind == CONTROL_REVEAL)
        referee_reveal(s->referee, now > f.reveal.not_before_us ? now : f.reveal.not_before_us);
    else if (f.kind == CONTROL_ALIVE)
        supervisor_lives(s);
    else if (f.kind == CONTROL_BOT_ENDED)
        bot_leaves(s, f.seat, &f.ended);
    else /* the line has no other that is as short */
        seat_ended(s, &f, in.carried);
}

/* --- the loop ------------------------------------------------------------------------------------- */

void shell_turn(struct shell *s)
{
    struct pollfd fds[PARTIES_MAX + 1];
    struct timespec left = { 0 }, *limit = NULL;
    shell_tell_rest(s);
    int64_t deadline = referee_deadline(s->referee), before = shell_now(s), wakes = deadline;
    bool starting = referee_starting(s->referee), waits = starting && supervisor_quiet(s);
    if (starting && (waits || deadline - before > BEAT_US))
        wakes = before + BEAT_US;
    if (patience_ends(s) < wakes)
        wakes = patience_ends(s);
    for (unsigned i = 0; i < s->seats; i++)
        fds[i] = (struct pollfd){ .fd = s->seat[i], .events = POLLIN };
    fds[s->seats] = (struct pollfd){ .fd = s->control, .events = POLLIN };
    if (wakes != INT64_MAX) {
        int64_t us = wakes - before;
        if (us > 0)
            left = (struct timespec){ .tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000 };
        limit = &left;
    }
    stall_rest();
    int n = ppoll(fds, s->seats + 1, limit, NULL);
    int64_t now = shell_now(s);
    if (wakes < now - LATE_US)
        referee_gap(s->referee, wakes > before ? wakes : before, now, now);
    deadline = referee_deadline(s->referee);
    for (unsigned i = 0; i < s->seats && n > 0; i++)
        if (fds[i].revents != 0 && !referee_over(s->referee))
            read_seat(s, i);
    if (n > 0 && fds[s->seats].revents != 0 && !referee_over(s->referee))
        read_control(s);
    for (unsigned i = 0; i < s->seats && !referee_over(s->referee); i++)
        if (shell_now(s) >= s->leaving[i].until_us)
            bot_ended(s, i);
    if (shell_now(s) >= deadline && !waits)
        referee_tick(s->referee, shell_now(s));
}
