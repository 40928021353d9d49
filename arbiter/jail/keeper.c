/* keeper: a loop over three descriptors.  Of what the bot prints it copies bytes and reads none. */
#include "keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/cli.h"
#include "child/stall.h"
#include "record/whole.h"

/* A bot's last threads leave /proc after it has ended, on the one processor of the match.  Who reaps it before that spins in the kernel until
 * the next tick (shrink_dcache_parent), which is dearer than most of a match's start. */
enum { LEAVING_NS = 50000 };

struct keeper {
    struct keeper_config config;
    struct jail_stop stop; /* what kept us out of the jail; layer -1: nothing */
    struct child bot;
    int output[2];     /* the bot's stdout and stderr */
    int asks[2];       /* over which the listener of its filter comes */
    int listener;      /* where its fstat(2) waits; -1: none */
    uint64_t kept;     /* bytes of it in the log, */
    bool cut;          /* which takes no more */
    int talks;         /* what the bot is to have for stdin and stdout; -1: a record instead */
    bool leaving;      /* no more starts */
    const char *wrong; /* what is wrong with a frame of the supervisor; NULL: nothing */
};

static void say(enum keeper_kind kind, const struct jail_stop *stop, const struct ending *e)
{
    struct keeper_frame f;
    memset(&f, 0, sizeof f);
    f.kind = (uint8_t)kind;
    if (stop)
        f.stop = *stop;
    if (e)
        f.ending = *e;
    while (send(KEEPER_CONTROL, &f, sizeof f, MSG_NOSIGNAL) < 0 && errno == EINTR)
        continue;
}

/* --- the bot's output ------------------------------------------------------------------------------- */

/* How many bytes the log still takes.  A disk that cannot be asked has room. */
static uint64_t log_room(const struct keeper *k)
{
    struct statvfs disk;
    if (k->cut || (!fstatvfs(KEEPER_LOG, &disk) && (uint64_t)disk.f_bavail * disk.f_frsize < KEEPER_LOG_LEAVES))
        return 0;
    return KEEPER_LOG_MOST - k->kept;
}

/* Everything that is in the pipe, as far as the log takes it; the rest is read too, so that the bot goes on. */
static void take_output(struct keeper *k)
{
    static const char cut[] = "\nfiel: cut here: this bot printed more than is kept\n";
    static char bytes[1 << 16];
    ssize_t n;
    while ((n = read(k->output[0], bytes, sizeof bytes)) > 0) {
        uint64_t room = log_room(k);
        stall_rest(); /* a bot may print without end */
        size_t fits = (uint64_t)n < room ? (size_t)n : (size_t)room;
        (void)write_whole(KEEPER_LOG, bytes, fits); /* what a full disk does not take is lost */
        k->kept += fits;
        if (!k->cut && (uint64_t)n >= room) {
            (void)write_whole(KEEPER_LOG, cut, sizeof cut - 1);
            k->cut = true;
        }
    }
}

/* --- the bot ------------------------------------------------------------------------------------------ */

static void limit_bot(struct spawn *s, const struct jail_plan *p)
{
#if !defined(__SANITIZE_ADDRESS__) /* which needs address space without end */
    if (p->memory)
        spawn_limit(s, RLIMIT_AS, p->memory);
#endif
    if (p->cpu_s)
        spawn_limit(s, RLIMIT_CPU, p->cpu_s);
    if (p->layers & JAIL_BIT(JAIL_THREADS))
        spawn_limit(s, RLIMIT_NPROC, p->tasks + 2); /* the keeper counts too */
    spawn_limit(s, RLIMIT_CORE, SPAWN_NO_CORE);
    spawn_limit(s, RLIMIT_FSIZE, p->disk);
    spawn_limit(s, RLIMIT_NOFILE, JAIL_FILES);
    spawn_limit(s, RLIMIT_MEMLOCK, 0);
    spawn_limit(s, RLIMIT_MSGQUEUE, 0);
    spawn_limit(s, RLIMIT_NICE, 0);
}

static void start(struct keeper *k)
{
    char *argv[BOT_ARGS + 1], *nothing[] = { NULL };
    const char *step = "";
    const struct jail_plan *p = &k->config.jail;
    struct spawn s = { .path = k->config.command.path,
                       .argv = argv,
                       .environment = nothing,
                       .folder = p->state,
                       .output = k->output[1],
                       .cpu = CPU_NONE /* where we are, it is too */ };
    if (k->stop.layer != -1) {
        say(KEEPER_FAILED, &k->stop, NULL);
        return;
    }
    command_argv(&k->config.command, argv);
    lseek(KEEPER_RECORD, 0, SEEK_SET);
    if (k->talks < 0)
        spawn_pass(&s, KEEPER_RECORD);
    else
        s.talks = k->talks;
    limit_bot(&s, p);
    s.last = p->layers & JAIL_BIT(JAIL_SECCOMP) ? jail_filter : NULL;
    if (spawn_start(&k->bot, &s, &step)) {
        struct jail_stop stop = { .layer = JAIL_LAYERS, .error = errno };
        snprintf(stop.step, sizeof stop.step, "%s", step);
        say(KEEPER_FAILED, &stop, NULL);
        return;
    }
    k->listener = s.last ? jail_stat_take(k->asks[0]) : -1;
    say(KEEPER_STARTED, NULL, NULL);
}

static void stop_listening(struct keeper *k) { close_fd(&k->listener); }

/* A listener from which nothing comes any more would be readable for ever. */
static void answer(struct keeper *k, short events)
{
    if (!(events & POLLIN) || jail_stat_answer(k->listener, k->bot.pid))
        stop_listening(k);
}

static void bot_ended(struct keeper *k)
{
    const struct timespec moment = { .tv_nsec = LEAVING_NS };
    struct ending e;
    stop_listening(k);
    nanosleep(&moment, NULL);
    child_reap(&k->bot, &e);
    orphans_end(); /* whatever a bot without a filter left behind */
    take_output(k);
    say(KEEPER_ENDED, NULL, &e);
}

/* --- the loop ------------------------------------------------------------------------------------------ */

static void keep(struct keeper *k)
{
    (void)keeper_state_save(KEEPER_STATE, k->config.jail.state); /* without it the match cannot be resumed */
    say(KEEPER_KEPT, NULL, NULL);
}

static void take_word(struct keeper *k)
{
    const struct frame_way way = { &frames_supervisor_to_keeper, KEEPER_CONTROL, (int)k->config.party, 0 };
    uint8_t word;
    struct frame_in in;
    enum frame_came came = frame_take(&way, &word, sizeof word, &in);
    k->talks = in.carried;
    k->leaving = k->leaving || came == FRAME_END || came == FRAME_WRONG;
    k->wrong = in.wrong;
    if (came == FRAME_WRONG || (came == FRAME_CAME && word == KEEPER_KILL))
        child_kill(&k->bot);
    else if (came == FRAME_CAME && word == KEEPER_KEEP)
        keep(k);
    else if (came == FRAME_CAME && word == KEEPER_START && !k->bot.pid)
        start(k);
    if (k->talks >= 0)
        close(k->talks); /* it is the bot's alone: its end is seen at the other */
    k->talks = -1;
}

static volatile sig_atomic_t set_going;
static void on_continue(int number)
{
    (void)number;
    set_going = 1;
}

/* A stop of this process may have stopped its bot as well, and then both are set going.  A bot that was stopped alone stays so, and its
 * time is its own: it could have stopped itself. */
static void wake_bot(struct keeper *k)
{
    siginfo_t is = { 0 };
    set_going = 0;
    if (k->bot.pid && !waitid(P_PID, (id_t)k->bot.pid, &is, WSTOPPED | WNOHANG) && is.si_pid)
        kill(k->bot.pid, SIGCONT);
}

/* SIGCONT waits outside of the loop's one sleep, so none comes unseen. */
static void watch_for_continue(sigset_t *asleep)
{
    const struct sigaction to = { .sa_handler = on_continue };
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGCONT);
    sigprocmask(SIG_BLOCK, &held, asleep);
    sigdelset(asleep, SIGCONT);
    sigaction(SIGCONT, &to, NULL);
}

static void loop(struct keeper *k)
{
    sigset_t asleep;
    watch_for_continue(&asleep);
    while (!k->leaving || k->bot.pid) {
        struct pollfd fds[4] = {
            { .fd = k->leaving ? -1 : KEEPER_CONTROL, .events = POLLIN },
            { .fd = k->bot.pid ? k->bot.fd : -1, .events = POLLIN },
            { .fd = k->output[0], .events = POLLIN },
            { .fd = k->bot.pid ? k->listener : -1, .events = POLLIN },
        };
        stall_rest();
        if (ppoll(fds, 4, NULL, &asleep) < 0) {
            if (errno != EINTR)
                return;
            if (set_going)
                wake_bot(k);
            continue;
        }
        if (fds[2].revents)
            take_output(k);
        if (fds[3].revents)
            answer(k, fds[3].revents);
        if (fds[1].revents)
            bot_ended(k);
        if (fds[0].revents)
            take_word(k);
    }
}

static bool read_config(struct keeper_config *c)
{
    ssize_t n = pread(KEEPER_CONFIG, c, sizeof *c, 0);
    close(KEEPER_CONFIG);
    return n >= (ssize_t)(sizeof *c - JAIL_SHOWN) && c->size == sizeof *c && c->jail.used <= JAIL_SHOWN &&
           n == (ssize_t)keeper_config_used(c);
}

int cli_keeper(int argc, char **argv)
{
    static struct keeper k;
    (void)argv; /* which seat's this is: for who looks at the processes */
    if (argc != 3 || !read_config(&k.config))
        return cli_fail(EXIT_USAGE, "keeper: no bot is given on descriptor %d: it is `fiel match` that starts a keeper",
                        KEEPER_CONFIG);
    k.listener = k.talks = -1;
    if (orphans_adopt() || socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, k.asks) ||
        pipe2(k.output, O_CLOEXEC | O_NONBLOCK) || fcntl(k.output[1], F_SETFL, 0))
        return cli_fail(EXIT_ENVIRONMENT, "keeper: no pipe for the bot's output: %s", strerror(errno));
    jail_stat_tell(k.asks[1]);
    k.stop.layer = -1;
    if (k.config.jail.layers && jail_enter(&k.config.jail, &k.stop))
        close(k.output[1]); /* START is answered with what stopped us */
    else
        k.stop.layer = -1;
    if (k.stop.layer == -1 && keeper_state_restore(KEEPER_STATE, k.config.jail.state,
                                                   k.config.jail.layers & JAIL_BIT(JAIL_UID) ? k.config.jail.uid : 0)) {
        k.stop = (struct jail_stop){ .layer = JAIL_LAYERS, .error = errno };
        snprintf(k.stop.step, sizeof k.stop.step, KEEPER_FILES);
    }
    loop(&k);
    return k.wrong
               ? cli_fail(EXIT_ENVIRONMENT,
                          "keeper: it ends with its bot, because a frame of the supervisor %s: nothing of it was done",
                          k.wrong)
               : EXIT_FINE;
}
