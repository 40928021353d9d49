/* match_start: the referee and the seats, each with what it is to have and nothing else. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/halves.h"
#include "cli/path.h"
#include "match.h"
#include "match_resume.h"
#include "seat/life.h"

extern char **environ;

enum { SEAT_LINGER_MS = 1000 };

int memory_file(const char *name, const void *bytes, size_t size)
{
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd < 0)
        return -1;
    if (write(fd, bytes, size) == (ssize_t)size && !lseek(fd, 0, SEEK_SET))
        return fd;
    close(fd);
    return -1;
}

int start_own(struct match_run *m, struct child *c, struct own_words *words, struct spawn *s, char *const *argv)
{
    const char *step = "a pipe";
    s->path = half_path(strcmp(argv[1], "seat") ? HALF_PLAIN : HALF_SOCKETS);
    s->argv = argv;
    s->environment = environ;
    s->cpu = m->cpu;
    s->words = own_words_open(words);
    int status = s->words < 0 ? -1 : spawn_start(c, s, &step), error = errno;
    if (s->words > 0)
        close(s->words);
    if (!status)
        return 0;
    cli_fail(EXIT_ENVIRONMENT, "match: `fiel %s` cannot be started: %s: %s: free some resources and play again",
             argv[1], step, strerror(error));
    return -1;
}

int user_claim(const struct match_run *m, uint32_t *uid)
{
    if (geteuid() != 0 || *uid || (*uid = jail_uid_claim(m->options.uid[0], m->options.uid[1])))
        return 0;
    cli_fail(EXIT_ENVIRONMENT,
             "match: all of --uids are taken: each bot wants one, each seat, and the referee: give a wider range");
    return -1;
}

static void release(uint32_t *uid)
{
    jail_uid_release(*uid);
    *uid = 0;
}

void users_release(struct match_run *m, bool referee)
{
    for (unsigned i = 0; i < PARTIES_MAX; i++) {
        release(&m->party[i].uid);
        release(&m->party[i].config.uid);
        release(&m->party[i].bridge.uid);
    }
    if (referee)
        release(&m->referee_uid);
}

/* --- the referee -------------------------------------------------------------------------------- */

static void fill_config(const struct match_run *m, struct referee_config *c)
{
    const struct match_options *o = &m->options;
    memset(c, 0, sizeof *c);
    c->kind = CONTROL_CONFIG;
    c->games = o->games;
    c->tables = o->tables;
    c->by_turns = o->by_turns;
    c->hands_max = o->hands_max;
    c->seats = (uint8_t)o->seats;
    c->cutters = (uint8_t)o->cutters;
    c->bank_us = o->clock.bank_us;
    c->inc_us = o->clock.inc_us;
    c->cap_us = o->clock.cap_us;
    c->grace_us = o->clock.grace_us;
    c->start_us = o->start_us;
    c->duty_us = o->duty_us;
    c->tick_us = o->tick_us;
    c->on_timeout = o->on_timeout;
    c->sign = o->sign;
    c->sign_every = o->sign_every;
    c->note_bytes = o->note_bytes;
    c->blind = o->blind;
    c->reveal = m->reveal;
    c->number = m->number;
    c->resume = m->power_cut         ? RESUME_VOID
                : !m->resume         ? RESUME_NOT
                : m->options.give_up ? RESUME_GIVE_UP
                                     : RESUME_GO_ON;
    c->seed_fixed = o->seed_fixed;
    memcpy(c->seed, o->seed, sizeof c->seed);
    memcpy(c->key, m->key, sizeof c->key);
    memcpy(c->name, o->name, o->seats * sizeof c->name[0]);
    memcpy(c->held, m->report.held, sizeof c->held);
    for (unsigned i = 0; i < options_parties(o); i++) {
        memcpy(c->bound[i], o->bot[i].key, sizeof c->bound[i]);
        memcpy(c->bots[i], o->bot[i].artifact, sizeof c->bots[i]);
        memcpy(c->server[i], m->party[i].server_key, sizeof c->server[i]);
    }
    memcpy(c->log_policy, o->log_policy, sizeof c->log_policy);
    memcpy(c->log_key, m->log_key, sizeof c->log_key);
    strcpy(c->host, o->host);
    strcpy(c->rules, o->rules_text);
    strcpy(c->replay, o->replay);
    strcpy(c->secret, m->seed);
    strcpy(c->primary, m->primary);
    strcpy(c->primary_secret, m->primary_seed);
}

int start_referee(struct match_run *m, int links[PARTIES_MAX])
{
    static struct referee_config config;
    struct spawn s = { 0 };
    enum { OWN = 4 /* descriptors before those of the seats */ };
    char fd[PARTIES_MAX + OWN][16], uid[16];
    char name[] = "fiel", command[] = "referee", control[] = "--control", kept[] = "--kept", lock[] = "--lock";
    char seat[] = "--seat", who[] = "--uid", reads[] = "--reads", yes[] = "1", no[] = "0", pen[] = "--pen";
    char *argv[7 + 2 * (OWN + PARTIES_MAX)] = { name,  command, who,   uid,  reads, no,  control,
                                                fd[0], kept,    fd[1], lock, fd[2], pen, fd[3] };
    int pair[2], pipes[2], status;
    if (user_claim(m, &m->referee_uid) || (*m->options.match_log && pen_start(m)))
        return -1;
    snprintf(uid, sizeof uid, "%" PRIu32, m->referee_uid);
    if (m->resume || *m->primary)
        argv[5] = yes;
    if (pipe2(pipes, O_CLOEXEC)) {
        cli_fail(EXIT_ENVIRONMENT, "match: no pipe for the referee: %s", strerror(errno));
        return -1;
    }
    m->kept = pipes[1];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) {
        close(pipes[0]);
        cli_fail(EXIT_ENVIRONMENT, "match: no socket for the referee: %s", strerror(errno));
        return -1;
    }
    m->control = pair[0];
    spawn_pass(&s, pair[1]);
    spawn_pass(&s, pipes[0]);
    spawn_pass(&s, m->lock.fd);
    if (m->to_pen >= 0)
        spawn_pass(&s, m->to_pen);
    const unsigned own = s.passed_count;
    for (unsigned i = 0; i < options_parties(&m->options); i++)
        spawn_pass(&s, links[i]);
    for (unsigned i = 0; i < s.passed_count; i++) {
        snprintf(fd[i], sizeof fd[i], "%u", SPAWN_FIRST + i);
        if (i >= own)
            argv[2 * i + 6] = seat, argv[2 * i + 7] = fd[i];
    }
    s.first = true;
    status = start_own(m, &m->referee, &m->referee_words, &s, argv);
    close(pair[1]);
    close(pipes[0]);
    fill_config(m, &config);
    if (!status && send(m->control, &config, sizeof config, MSG_NOSIGNAL) != sizeof config) {
        cli_fail(EXIT_ENVIRONMENT, "match: the referee cannot be told what to play: %s", strerror(errno));
        status = -1;
    }
    if (!status)
        still_alive(m);
    explicit_bzero(&config, sizeof config);
    return status;
}

/* --- a seat -------------------------------------------------------------------------------------- */

void start_keys(struct match_run *m)
{
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        struct party_run *c = &m->party[i];
        bool remote = party_remote(m, i);
        if (!m->resume) /* the header names it; and a remote bot comes back to the seat it knows */
            auth_keypair(c->server_key, c->config.secret);
        if (remote)
            memcpy(c->config.bot_key, m->options.bot[i].curve, CURVE_KEY);
        else
            auth_keypair(c->config.bot_key, c->bot_secret);
    }
}

/* A file of the bot's cgroup, as a descriptor of the seat's process that is about to be started; its number there, 0: there is none.
 * *fd is ours. */
static int pass_count(const struct party_run *c, struct spawn *s, const char *file, int *fd)
{
    char path[JAIL_PATH + 32];
    path_of(path, sizeof path, "%s/%s", c->cgroup, file);
    *fd = *c->cgroup ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (*fd < 0)
        return 0;
    spawn_pass(s, *fd);
    return SPAWN_FIRST + (int)s->passed_count - 1;
}

/* A bot without a cgroup whose filter lets it start no process, or for which no jail is wanted, is looked at itself (seat/waits.h): the file
 * in which its number stands once it runs, as pass_count. */
static int pass_process(struct match_run *m, unsigned seat, struct spawn *s)
{
    static const int none;
    struct party_run *c = &m->party[seat];
    bool believed = m->jail.held & JAIL_BIT(JAIL_SECCOMP) || m->options.jail == JAIL_NONE;
    if (!believed || *c->cgroup || party_remote(m, seat))
        return 0;
    if (c->process < 0)
        c->process = memory_file("process", &none, sizeof none);
    if (c->process < 0)
        return 0; /* what it waits for stays its own */
    spawn_pass(s, c->process);
    return SPAWN_FIRST + (int)s->passed_count - 1;
}

/* And what it asks for that process' files by. */
static int pass_looks(struct party_run *c, struct spawn *s, int *end)
{
    int pair[2];
    if (c->looks >= 0)
        close(c->looks); /* of the process before */
    c->looks = *end = -1;
    if (c->config.process == 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
        return 0;
    c->looks = pair[0];
    *end = pair[1];
    spawn_pass(s, *end);
    return SPAWN_FIRST + (int)s->passed_count - 1;
}

/* Its bot's group may connect.  A container may have no user but root, which then keeps the socket and the process (confine.h). */
static int give_socket(const struct match_run *m, unsigned seat)
{
    const struct party_run *c = &m->party[seat];
    const char *path = c->config.endpoint + sizeof "ipc://" - 1;
    bool own = !party_lines(m, seat) && m->jail.held & JAIL_BIT(JAIL_UID);
    gid_t bot = c->bridge.uid ? c->bridge.uid : own ? c->uid : getegid();
    return chown(path, c->config.uid, bot) && errno != EINVAL && errno != EPERM ? -1 : 0;
}

/* The user of its processes, where root may give them one, and their socket: both are made with the first one. */
static int prepare_seat(struct match_run *m, unsigned seat)
{
    struct party_run *c = &m->party[seat];
    char before[SEAT_ENDPOINT];
    if (c->listener >= 0)
        return 0;
    if (user_claim(m, &c->config.uid) || (party_lines(m, seat) && bridge_prepare(m, seat)))
        return -1;
    strcpy(before, c->config.endpoint);
    c->listener = seat_listen(&c->config);
    if (c->listener < 0 || (!party_remote(m, seat) && give_socket(m, seat))) {
        cli_fail(EXIT_ENVIRONMENT, "match: the seat of %s cannot be at %s: %s: %s", m->options.name[seat], before,
                 strerror(errno),
                 party_remote(m, seat) ? "is that an address of this machine, with a port that is free?"
                                       : "is the folder writable and its path short?");
        return -1;
    }
    if (strcmp(before, c->config.endpoint) != 0 && !m->options.duplicate)
        (void)resume_keep(m); /* what went wrong is printed; the match can be played, if not resumed */
    return 0;
}

int start_seat(struct match_run *m, unsigned seat, int link)
{
    struct party_run *c = &m->party[seat];
    struct spawn s = { 0 };
    char name[] = "fiel", command[] = "seat", a[] = "--fd", three[] = "3", b[] = "--config", four[] = "4";
    char whose[] = "--seat", number[12];
    char *argv[] = { name, command, whose, number, a, three, b, four, NULL };
    int counts[2], config, looks;
    if (prepare_seat(m, seat))
        return -1;
    snprintf(number, sizeof number, "%u", seat);
    c->config.linger_ms = SEAT_LINGER_MS;
    c->config.farewell_ms = FAREWELL_MS;
    c->config.party = seat;
    spawn_pass(&s, link);
    s.first = true;
    spawn_pass(&s, link); /* the configuration's place */
    spawn_pass(&s, c->listener);
    c->config.listener = SPAWN_FIRST + (int)s.passed_count - 1;
    c->config.pressure = pass_count(c, &s, "cpu.pressure", &counts[0]);
    c->config.usage = pass_count(c, &s, "cpu.stat", &counts[1]);
    c->config.process = pass_process(m, seat, &s);
    enum life_read reads = life_reads(counts[0], counts[1], c->config.process ? c->process : -1);
    if (reads == LIFE_BY_THREADS && m->options.jail == JAIL_NONE)
        reads = LIFE_WHILE_ONE;
    if (seat < m->options.seats)
        m->report.used[seat].waits = (uint8_t)reads;
    if (reads == LIFE_UNREAD)
        c->config.process = 0;
    c->config.looks = pass_looks(c, &s, &looks);
    config = memory_file("seat", &c->config, sizeof c->config);
    if (config < 0) {
        cli_fail(EXIT_ENVIRONMENT, "match: no memory for a seat's configuration: %s", strerror(errno));
    } else {
        s.passed[1] = config;
        c->seat_starts++;
    }
    int status = config < 0 ? -1 : start_own(m, &c->seat, &c->words, &s, argv);
    *c->config.self_test = '\0'; /* once is enough */
    int ours[] = { config, counts[0], counts[1], looks };
    for (int i = 0; i < 4; i++)
        close_fd(&ours[i]);
    return status;
}
