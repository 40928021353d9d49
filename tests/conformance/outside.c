/* outside: see outside.h. */
#include "outside.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <zmq.h>

#include "connect.h" /* SEAT_FD */
#include "cli/path.h"
#include "socket/socket.h"
#include "wire/messages.h"
#include "wire/pack.h"

enum { TICK_MS = 20, KEY_TEXT = 41 };

/* --- keys and socket --------------------------------------------------------------------------------- */

static void curve_pair(uint8_t public_key[32], uint8_t secret[32])
{
    char p[KEY_TEXT], s[KEY_TEXT];
    zmq_curve_keypair(p, s);
    zmq_z85_decode(public_key, p);
    zmq_z85_decode(secret, s);
}

static int socket_open(struct outside *o)
{
    char endpoint[OUTSIDE_FOLDER + 16];
    int on = 1, linger = 1000;
    snprintf(endpoint, sizeof endpoint, "ipc://%s/seat", o->folder);
    o->router = zmq_socket(o->context, ZMQ_ROUTER);
    zmq_setsockopt(o->router, ZMQ_LINGER, &linger, sizeof linger);
    zmq_setsockopt(o->router, ZMQ_CURVE_SERVER, &on, sizeof on);
    zmq_setsockopt(o->router, ZMQ_CURVE_SECRETKEY, o->server_secret, 32);
    o->line_up = false;
    o->monitor = socket_watch(o->context, o->router, ZMQ_EVENT_HANDSHAKE_SUCCEEDED | ZMQ_EVENT_DISCONNECTED);
    return o->monitor ? zmq_bind(o->router, endpoint) : -1;
}

static void socket_shut(struct outside *o)
{
    socket_unwatch(o->router, &o->monitor);
    if (o->router)
        zmq_close(o->router);
    o->router = NULL;
}

void outside_cut_line(struct outside *o)
{
    int none = 0;
    zmq_setsockopt(o->router, ZMQ_LINGER, &none, sizeof none);
    socket_shut(o);
    o->id_size = 0;
    socket_open(o);
}

/* --- the process --------------------------------------------------------------------------------------- */

/* The record of CLIENT.md section 1, in a pipe. */
static int record_pipe(const struct outside *o)
{
    uint8_t bytes[1024];
    char text[OUTSIDE_FOLDER + 16];
    struct packer k;
    int ends[2];
    pack_start(&k, bytes, sizeof bytes);
    pack_array(&k, 6);
    pack_uint(&k, PROTOCOL_VERSION);
    snprintf(text, sizeof text, "ipc://%s/seat", o->folder);
    pack_str(&k, text);
    pack_bin(&k, o->server, 32);
    pack_bin(&k, o->client, 32);
    pack_bin(&k, o->client_secret, 32);
    snprintf(text, sizeof text, "%s/state", o->folder);
    pack_str(&k, text);
    if (pipe(ends) != 0)
        return -1;
    ssize_t n = write(ends[1], bytes, k.size);
    close(ends[1]);
    return n == (ssize_t)k.size ? ends[0] : -1;
}

/* In the child: as an arbiter starts a bot.  Does not return. */
static void become(const struct outside *o, int record)
{
    char path[OUTSIDE_FOLDER + 16], *none[] = { NULL };
    path_of(path, sizeof path, "%s/log", o->folder);
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0644), null = open("/dev/null", O_RDONLY);
    path_of(path, sizeof path, "%s/state", o->folder);
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (log < 0 || null < 0 || chdir(path) != 0 || dup2(null, 0) < 0 || dup2(log, 1) < 0 || dup2(log, 2) < 0 ||
        (record != SEAT_FD && dup2(record, SEAT_FD) < 0) || syscall(SYS_close_range, SEAT_FD + 1u, ~0u, 0u) != 0)
        _exit(126);
    execve(o->command[0], o->command, none);
    dprintf(2, "%s: %s\n", o->command[0], strerror(errno));
    _exit(127);
}

static int process_start(struct outside *o)
{
    int record = record_pipe(o);
    o->exit_code = -1;
    o->pid = record < 0 ? -1 : fork();
    if (o->pid == 0)
        become(o, record);
    if (record >= 0)
        close(record);
    return o->pid < 0 ? -1 : 0;
}

static void process_look(struct outside *o, int flags)
{
    int status;
    if (o->pid > 0 && waitpid(o->pid, &status, flags) == o->pid) {
        o->exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
        o->pid = 0;
    }
}

static void process_kill(struct outside *o)
{
    if (o->pid > 0) {
        kill(-o->pid, SIGKILL);
        kill(o->pid, SIGKILL);
        process_look(o, 0);
    }
}

void outside_restart(struct outside *o)
{
    process_kill(o);
    outside_cut_line(o); /* what it had said and nobody read went with it */
    process_start(o);
}

int outside_start(struct outside *o, char *const command[], char why[160])
{
    char path[OUTSIDE_FOLDER + 16];
    *o = (struct outside){ .command = command, .exit_code = -1 };
    strcpy(o->folder, "/tmp/fiel-conformance-XXXXXX");
    if (!mkdtemp(o->folder) || (snprintf(path, sizeof path, "%s/state", o->folder), mkdir(path, 0700) != 0) ||
        !(o->context = zmq_ctx_new())) {
        snprintf(why, 160, "no folder in /tmp: %s: make room there", strerror(errno));
        return -1;
    }
    curve_pair(o->server, o->server_secret);
    curve_pair(o->client, o->client_secret);
    if (socket_open(o) == 0 && process_start(o) == 0)
        return 0;
    snprintf(why, 160, "the bot cannot be started: %s", strerror(errno));
    return -1;
}

/* --- the talk ------------------------------------------------------------------------------------------- */

void outside_send(struct outside *o, const void *bytes, size_t size)
{
    zmq_send(o->router, o->id, o->id_size, ZMQ_SNDMORE);
    zmq_send(o->router, bytes, size, 0);
}

void outside_send_parts(struct outside *o, const void *bytes, size_t size)
{
    zmq_send(o->router, o->id, o->id_size, ZMQ_SNDMORE);
    zmq_send(o->router, bytes, size, ZMQ_SNDMORE);
    zmq_send(o->router, bytes, size, 0);
}

static long part_take(struct outside *o, void *bytes, size_t cap)
{
    int more = 1, extra = 0;
    size_t size = sizeof more;
    int id = zmq_recv(o->router, o->id, sizeof o->id, ZMQ_DONTWAIT);
    if (id < 0)
        return 0;
    o->id_size = (size_t)id < sizeof o->id ? (size_t)id : sizeof o->id;
    int n = zmq_recv(o->router, bytes, cap, 0);
    zmq_getsockopt(o->router, ZMQ_RCVMORE, &more, &size);
    for (; more; zmq_getsockopt(o->router, ZMQ_RCVMORE, &more, &size), extra++)
        zmq_recv(o->router, NULL, 0, 0);
    return extra == 0 && n > 0 && (size_t)n <= cap ? n : 1; /* a byte alone is no envelope either */
}

/* It ended, and nothing that it said is on its way: libzmq's own thread, which may not have run for a while, hands over all that came
 * by a line before it tells that this has ended. */
static bool all_came(struct outside *o)
{
    struct socket_event e;
    while (socket_event(o->monitor, ZMQ_DONTWAIT, &e))
        o->line_up = e.kind == ZMQ_EVENT_HANDSHAKE_SUCCEEDED;
    return o->exit_code >= 0 && !o->line_up;
}

long outside_receive(struct outside *o, void *bytes, size_t cap, int ms)
{
    for (int waited = 0; waited < ms; waited += TICK_MS) {
        zmq_pollitem_t item = { .socket = o->router, .events = ZMQ_POLLIN };
        bool over = all_came(o);
        if (zmq_poll(&item, 1, TICK_MS) > 0)
            return part_take(o, bytes, cap);
        if (over)
            return -1;
        process_look(o, WNOHANG);
    }
    return o->exit_code >= 0 ? -1 : 0; /* somebody else may hold its line */
}

void outside_protests(struct outside *o, unsigned code, const char *text)
{
    o->protested = true;
    o->code = code;
    snprintf(o->text, sizeof o->text, "%s", text);
}

bool outside_gone(const struct outside *o) { return o->protested || o->exit_code >= 0; }

int outside_ended(struct outside *o)
{
    const struct timespec tick = { .tv_nsec = TICK_MS * 1000000L };
    for (int waited = 0; o->pid > 0 && waited < OUTSIDE_PATIENCE_MS; waited += TICK_MS) {
        process_look(o, WNOHANG);
        if (o->pid > 0)
            nanosleep(&tick, NULL);
    }
    return o->exit_code;
}

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *at)
{
    (void)s, (void)type, (void)at;
    return remove(path);
}

void outside_remove(const char *folder)
{
    if (nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS))
        fprintf(stderr, "fiel: conformance: %s could not be removed\n", folder);
}

void outside_stop(struct outside *o)
{
    process_kill(o);
    socket_shut(o);
    if (o->context)
        zmq_ctx_term(o->context);
    if (*o->folder)
        outside_remove(o->folder);
}
