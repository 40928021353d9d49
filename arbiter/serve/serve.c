/* serve: the command, its loop, its end. */
#include "serve.h"

#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/halves.h"
#include "cli/words.h"
#include "base/frames.h"
#include "base/now.h"
#include "operator.h"
#include "record/crypto.h"

enum { LONGEST_MS = 3600000 };

static const char help[] =
    "usage: fiel serve [--config FILE] [--trace frames]\n"
    "                                       play what operators order, until SIGTERM\n"
    "       fiel serve --check-config FILE  say what is wrong with it, and nothing else\n"
    "       fiel serve --print-config       a commented file with every key at its default\n"
    "\n"
    "  $ fiel serve --print-config > serve.conf\n"
    "  $ fiel serve --config serve.conf &\n"
    "  $ fiel order --bot cauto --bot embustero --games 20\n"
    "\n"
    "Orders are on the disk before they are acknowledged; a match that is killed with the daemon goes on at the next\n"
    "start.  SIGTERM parks or finishes ([arbiter] on_stop), SIGHUP reads the configuration and both lists again.\n"
    "It says what it does on stderr, one JSON object a line.\n"
    "\n";

static const char after[] = "\n"
                            "Exit: 0 stopped, 1 --check-config found mistakes, 2 wrong usage, 3 it cannot serve.\n";

static void take_signal(struct serve *s)
{
    struct signalfd_siginfo what;
    while (read(s->signals, &what, sizeof what) == sizeof what) {
        if (what.ssi_signo == SIGHUP)
            (void)serve_reload(s);
        else if (what.ssi_signo != SIGPIPE)
            serve_stop(s, s->stopping ? STOP_PARK : (enum stop_how)s->config.on_stop);
    }
}

/* --- the loop ------------------------------------------------------------------------------------------------ */

/* Tells the service manager, where there is one. */
static void notify(const char *state)
{
    struct sockaddr_un to = { .sun_family = AF_UNIX };
    const char *name = getenv("NOTIFY_SOCKET");
    size_t n = name ? strlen(name) : 0;
    if (!n || n >= sizeof to.sun_path)
        return;
    memcpy(to.sun_path, name, n);
    if (*name == '@')
        to.sun_path[0] = '\0';
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && sendto(fd, state, strlen(state), MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&to,
                          (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n)) < 0)
        serve_log(LOG_WARNING, "not-notified", "{s:s}", "why", strerror(errno));
    close_fd(&fd);
}

/* A service manager that ends and starts again who stands still asks to hear so often from us, and twice as often does no harm; 0: none
 * asks. */
static int64_t dog_every_ms(void)
{
    const char *us = getenv("WATCHDOG_USEC"), *whose = getenv("WATCHDOG_PID");
    bool ours = us && (!whose || strtol(whose, NULL, 10) == getpid());
    return ours ? strtoll(us, NULL, 10) / 2000 : 0;
}

static void dog_due(struct serve *s)
{
    int64_t every = dog_every_ms(), now = now_ms();
    if (every <= 0 || now < s->dog_ms)
        return;
    s->dog_ms = now + every;
    notify("WATCHDOG=1");
}

static int sooner(int a, int64_t b)
{
    b = b < 0 ? 0 : b > LONGEST_MS ? LONGEST_MS : b;
    return a < 0 || b < a ? (int)b : a;
}

static int patience(const struct serve *s)
{
    int ms = s->stopping ? -1 : play_patience(s);
    if (*s->config.metrics)
        ms = sooner(ms, s->metrics_ms - now_ms());
    if (s->stopping)
        ms = sooner(ms, s->stop_ms - now_ms());
    if (dog_every_ms() > 0)
        ms = sooner(ms, s->dog_ms - now_ms());
    if (s->running || s->door.child.pid)
        ms = sooner(ms, s->looks_ms - now_ms());
    if (s->door.due_ms)
        ms = sooner(ms, door_patience(s));
    for (unsigned i = 0; i < FOLLOWERS_MOST; i++)
        if (s->follower[i].routing_size)
            return sooner(ms, s->follow_ms - now_ms());
    return ms;
}

enum { CONTROL, READING, SIGNALS, DOOR, DOOR_END, DOOR_SAYS, FIRST, OF_MATCH = 2 };

static unsigned watched(const struct serve *s, zmq_pollitem_t *items)
{
    unsigned n = FIRST;
    items[CONTROL] = (zmq_pollitem_t){ .socket = s->control.socket, .events = ZMQ_POLLIN };
    items[READING] = (zmq_pollitem_t){ .socket = s->reading.socket, .fd = s->signals, .events = ZMQ_POLLIN };
    items[SIGNALS] = (zmq_pollitem_t){ .fd = s->signals, .events = ZMQ_POLLIN };
    items[DOOR] = (zmq_pollitem_t){ .fd = s->door.link, .events = ZMQ_POLLIN };
    items[DOOR_END] = (zmq_pollitem_t){ .fd = s->door.child.fd, .events = ZMQ_POLLIN };
    items[DOOR_SAYS] = (zmq_pollitem_t){ .fd = own_words_due(&s->door.words), .events = ZMQ_POLLIN };
    if (!s->door.child.pid)
        items[DOOR].fd = items[DOOR_END].fd = s->signals; /* nothing to watch: looked at again */
    if (items[DOOR_SAYS].fd < 0)
        items[DOOR_SAYS].fd = s->signals;
    for (unsigned i = 0; i < s->places; i++) {
        const struct playing *p = &s->playing[i];
        if (!p->order)
            continue;
        items[n++] = (zmq_pollitem_t){ .fd = p->child.fd, .events = ZMQ_POLLIN };
        if (p->events >= 0)
            items[n++] = (zmq_pollitem_t){ .fd = p->events, .events = ZMQ_POLLIN };
    }
    return n;
}

static struct playing *with_fd(struct serve *s, int fd)
{
    for (unsigned i = 0; i < s->places; i++)
        if (s->playing[i].order && (s->playing[i].child.fd == fd || s->playing[i].events == fd))
            return &s->playing[i];
    return NULL;
}

static void take_matches(struct serve *s, const zmq_pollitem_t *items, unsigned n)
{
    for (unsigned i = FIRST; i < n; i++) {
        struct playing *p = items[i].revents ? with_fd(s, items[i].fd) : NULL;
        if (!p)
            continue;
        if (p->events == items[i].fd)
            play_read(s, p);
        else
            play_ended(s, p);
    }
}

static int loop(struct serve *s)
{
    zmq_pollitem_t *items = calloc(FIRST + OF_MATCH * PLACES, sizeof *items);
    int code = EXIT_FINE;
    if (!items)
        return cli_fail(EXIT_ENVIRONMENT, "serve: out of memory: free some and start again");
    while (!s->stopping || s->running) {
        dog_due(s);
        door_due(s);
        play_schedule(s);
        play_look(s);
        metrics_due(s);
        unsigned n = watched(s, items);
        int ready = zmq_poll(items, (int)n, patience(s));
        if (ready < 0 && errno != EINTR) {
            code = cli_fail(EXIT_ENVIRONMENT, "serve: it cannot wait: %s", zmq_strerror(errno));
            break;
        }
        if (items[SIGNALS].revents)
            take_signal(s);
        door_take(s);
        if (s->door.child.pid && items[DOOR_END].revents && items[DOOR_END].fd == s->door.child.fd)
            door_ended(s);
        take_matches(s, items, n);
        requests_take(s);
        follow_due(s);
        serve_stop_due(s);
    }
    free(items);
    return code;
}

static int serve(struct serve *s)
{
    char hex[2 * CURVE_KEY + 1];
    int code = serve_prepare(s);
    if (!code) {
        s->started = time(NULL);
        serve_log(LOG_INFO, "serving", "{s:s,s:s,s:i,s:i,s:i,s:s}", "control", s->control.endpoint, "server",
                  hex_text(hex, s->server_public, CURVE_KEY), "orders", (int)s->orders.count, "operators",
                  (int)s->control.who.count, "at_once", (int)serve_at_once(s), "state", s->config.state);
        notify("READY=1");
        s->look = true;
        door_open(s);
        code = loop(s);
        notify("STOPPING=1");
        serve_log(LOG_INFO, "stopped", "{s:i}", "orders", (int)s->orders.count);
    }
    serve_clear(s);
    return code;
}

static int read_and_serve(const char *path, bool only_check)
{
    struct serve *s = calloc(1, sizeof *s);
    if (!s || sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "serve: no memory, or no randomness: free some and start again");
    s->config_path = path;
    s->lock = s->signals = s->door.link = -1;
    unsigned wrong = config_read(&s->config, path, config_complain, NULL);
    int code = wrong ? only_check ? EXIT_NEGATIVE : EXIT_USAGE : EXIT_FINE;
    if (!wrong && only_check)
        printf("%s: fine\n", path);
    else if (!wrong)
        code = serve(s);
    free(s);
    return code;
}

struct serve_words {
    const char *config, *check;
    bool print;
};
static int set_trace(struct cli_given *g)
{
    return frame_trace(g->value) ? cli_refuse(g, "'%s' cannot be traced: say frames", g->value) : 0;
}
static const struct cli_option options[] = {
    { "config", "FILE", CLI_INTO(struct serve_words, config), "(" CONFIG_FILE_DEFAULT ")" },
    { "check-config", "FILE", CLI_INTO(struct serve_words, check) },
    { "print-config", NULL, CLI_INTO(struct serve_words, print) },
    { "trace", "frames", CLI_BY(set_trace),
      "a line for each frame between its processes, who sent it, its name and its length: of a match in\nthe log "
      "beside its record, of the door in what this says" },
    { 0 },
};
static const struct cli_words takes = { "serve", options, .help = help, .after = after };

int cli_serve(int argc, char **argv)
{
    struct serve_words w = { .config = CONFIG_FILE_DEFAULT };
    int code;
    if (!cli_words_read(&takes, &w, &argc, argv, &code))
        return code;
    if (w.print)
        return config_print(stdout), EXIT_FINE;
    (void)half_path(HALF_PLAIN); /* before another version is installed */
    return read_and_serve(w.check ? w.check : w.config, w.check);
}
