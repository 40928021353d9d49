/* match_start: the referee, the seats and the bots, each with what it is to have and nothing else. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli.h"
#include "match.h"
#include "wire/pack.h"

extern char **environ;

enum { SEAT_LINGER_MS = 1000, RECORD_VERSION = 1 };

/* A memory file that holds these bytes, to be read from its start; -1 and errno. */
static int memory_file(const char *name, const void *bytes, size_t size)
{
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd < 0)
        return -1;
    if (write(fd, bytes, size) == (ssize_t)size && !lseek(fd, 0, SEEK_SET))
        return fd;
    close(fd);
    return -1;
}

/* Starts a command of this very program. */
static int start_own(struct match_run *m, struct child *c, struct spawn *s, char *const *argv)
{
    const char *step;
    s->path = "/proc/self/exe";
    s->argv = argv;
    s->environment = environ;
    s->output = -1;
    s->cpu = m->cpu;
    if (!spawn_start(c, s, &step))
        return 0;
    cli_fail(EXIT_ENVIRONMENT,
             "match: `fiel %s` cannot be started: %s: %s: free some resources and play again", argv[1], step,
             strerror(errno));
    return -1;
}

/* --- the referee -------------------------------------------------------------------------------- */

static void fill_config(const struct match_run *m, struct referee_config *c)
{
    const struct match_options *o = &m->options;
    memset(c, 0, sizeof *c);
    c->size = sizeof *c;
    c->games = o->games;
    c->hands_max = o->hands_max;
    c->seats = (uint8_t)o->seats;
    c->bank_us = o->clock.bank_us;
    c->inc_us = o->clock.inc_us;
    c->cap_us = o->clock.cap_us;
    c->grace_us = o->clock.grace_us;
    c->start_us = o->start_us;
    c->on_timeout = o->on_timeout;
    c->sign = o->sign;
    c->seed_fixed = o->seed_fixed;
    memcpy(c->seed, o->seed, sizeof c->seed);
    memcpy(c->key, m->key, sizeof c->key);
    memcpy(c->name, o->name, sizeof c->name);
    strcpy(c->rules, o->rules_text);
    strcpy(c->log, o->match_log);
    strcpy(c->log_secret, o->match_log_key);
    strcpy(c->replay, o->replay);
    strcpy(c->secret, m->seed);
}

int start_referee(struct match_run *m, int links[SEATS_MAX])
{
    static struct referee_config config;
    struct spawn s = { 0 };
    char fd[SEATS_MAX + 1][16];
    char name[] = "fiel", command[] = "referee", control[] = "--control", seat[] = "--seat";
    char *argv[5 + 2 * SEATS_MAX] = { name, command, control, fd[0] };
    int pair[2], status;
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) {
        cli_fail(EXIT_ENVIRONMENT, "match: no socket for the referee: %s", strerror(errno));
        return -1;
    }
    m->control = pair[0];
    spawn_pass(&s, pair[1]);
    for (unsigned i = 0; i < m->options.seats; i++)
        spawn_pass(&s, links[i]);
    for (unsigned i = 0; i <= m->options.seats; i++) {
        snprintf(fd[i], sizeof fd[i], "%u", SPAWN_FIRST + i);
        if (i)
            argv[2 * i + 2] = seat, argv[2 * i + 3] = fd[i];
    }
    status = start_own(m, &m->referee, &s, argv);
    close(pair[1]);
    fill_config(m, &config);
    if (!status && send(m->control, &config, sizeof config, MSG_NOSIGNAL) != sizeof config) {
        cli_fail(EXIT_ENVIRONMENT, "match: the referee cannot be told what to play: %s", strerror(errno));
        status = -1;
    }
    explicit_bzero(&config, sizeof config);
    return status;
}

/* --- a seat -------------------------------------------------------------------------------------- */

int start_seat(struct match_run *m, unsigned seat, int link)
{
    struct chair_run *c = &m->chair[seat];
    struct spawn s = { 0 };
    char name[] = "fiel", command[] = "seat", a[] = "--fd", three[] = "3", b[] = "--config", four[] = "4";
    char *argv[] = { name, command, a, three, b, four, NULL };
    if (!c->seat_starts) {
        auth_keypair(c->server_key, c->config.secret);
        auth_keypair(c->config.bot_key, c->bot_secret);
        c->config.linger_ms = SEAT_LINGER_MS;
    }
    int config = memory_file("seat", &c->config, sizeof c->config);
    if (config < 0) {
        cli_fail(EXIT_ENVIRONMENT, "match: no memory for a seat's configuration: %s", strerror(errno));
        return -1;
    }
    spawn_pass(&s, link);
    spawn_pass(&s, config);
    c->seat_starts++;
    int status = start_own(m, &c->seat, &s, argv);
    close(config);
    return status;
}

/* --- a bot --------------------------------------------------------------------------------------- */

/* What a bot finds on descriptor 3. */
static int bot_record(const struct chair_run *c, const char *folder)
{
    uint8_t bytes[1024];
    struct packer p;
    pack_start(&p, bytes, sizeof bytes);
    pack_array(&p, 6);
    pack_uint(&p, RECORD_VERSION);
    pack_str(&p, c->config.endpoint);
    pack_bin(&p, c->server_key, CURVE_KEY);
    pack_bin(&p, c->config.bot_key, CURVE_KEY);
    pack_bin(&p, c->bot_secret, CURVE_KEY);
    pack_str(&p, folder);
    int fd = p.bad ? -1 : memory_file("record", bytes, p.size);
    explicit_bzero(bytes, sizeof bytes);
    return fd;
}

/* NPROC is left alone: it counts per user, and the bots run as ours. */
static void limit_bot(struct spawn *s)
{
#if !defined(__SANITIZE_ADDRESS__) /* which needs address space without end */
    spawn_limit(s, RLIMIT_AS, 2ul << 30);
#endif
    spawn_limit(s, RLIMIT_CORE, 0);
    spawn_limit(s, RLIMIT_FSIZE, 16ul << 20);
    spawn_limit(s, RLIMIT_NOFILE, 64);
}

int start_bot(struct match_run *m, unsigned seat)
{
    struct chair_run *c = &m->chair[seat];
    const struct bot_command *command = &m->options.bot[seat];
    char *argv[BOT_ARGS + 1], folder[TEMP_PATH + 16], *nothing[] = { NULL };
    const char *step = "its record";
    struct spawn s = {
        .path = command->path, .argv = argv, .environment = nothing, .folder = folder, .cpu = m->cpu
    };
    int record, status = -1;
    c->bot_starts++;
    command_argv(command, argv);
    snprintf(folder, sizeof folder, "%s/bot%u", m->temp, seat);
    record = bot_record(c, folder);
    if (record >= 0)
        step = "its log";
    s.output = files_open_log(c);
    if (record >= 0 && s.output >= 0) {
        spawn_pass(&s, record);
        limit_bot(&s);
        status = spawn_start(&c->bot, &s, &step);
    }
    if (status) {
        report_clear(&m->report);
        cli_fail(EXIT_ENVIRONMENT,
                 "match: bot %s cannot be started: %s: %s: a script needs #! and its interpreter, a program "
                 "must be built for this machine",
                 m->options.name[seat], step, strerror(errno));
    }
    if (record >= 0)
        close(record);
    if (s.output >= 0)
        close(s.output);
    return status;
}
