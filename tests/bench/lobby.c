/* lobby: what waiting bots cost the door.
 *
 *     lobby FIEL idle BOTS        so many bots wait: bytes of the door's memory each, and the time to call two of them
 *     lobby FIEL half-open LINES  so many connections that never finish their handshake are kept open, and opened anew as
 *                                 the door ends them, until standard input ends: the time to call two bots meanwhile
 *
 * Prints one JSON object. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/resource.h>

#include "support/door_play.h"
#include "support/status.h"
#include "support/timed.h"

enum { BOTS_MOST = 4096, CALLS = 200, SOCKETS_MOST = 8192 };

static struct door_play door;
static struct identity who[BOTS_MOST];
static void *guest[BOTS_MOST];

static int complain(const char *what)
{
    fprintf(stderr, "lobby: %s\n", what);
    return 3;
}

static bool come_in(void *context, unsigned bots)
{
    struct from_door f;
    for (unsigned i = 0; i < bots; i++)
        if (!(guest[i] = guest_connect(context, &door, &who[i], NULL)))
            return false;
    for (unsigned i = 0; i < bots; i++)
        if (!guest_comes_in(guest[i], &door, &who[i]) || !door_told(&door, DOOR_WAITING, &f))
            return false;
    return true;
}

/* Milliseconds from the order to both bots having their call. */
static bool call_two(unsigned bots, double *ms)
{
    static const uint8_t server[32];
    struct lobby_msg m;
    struct from_door f;
    unsigned a = randombytes_uniform(bots), b = (a + 1) % bots;
    double start = seconds_now();
    door_call(&door, &who[a], "bench", "tcp://127.0.0.1:1", server);
    door_call(&door, &who[b], "bench", "tcp://127.0.0.1:1", server);
    if (!guest_hears(guest[a], &m) || !guest_hears(guest[b], &m) || m.type != LOBBY_CALL)
        return false;
    *ms = 1e3 * (seconds_now() - start);
    return door_told(&door, DOOR_CALLED, &f) && door_told(&door, DOOR_CALLED, &f);
}

static int tell_calls(unsigned bots)
{
    double ms[CALLS];
    for (unsigned i = 0; i < CALLS; i++)
        if (!call_two(bots, &ms[i]))
            return complain("a call did not arrive");
    qsort(ms, CALLS, sizeof *ms, by_value);
    printf("\"call_two_ms\":%.3f,\"call_two_p99_ms\":%.3f}\n", ms[CALLS / 2], ms[CALLS * 99 / 100]);
    return 0;
}

static int idle(void *context, unsigned bots)
{
    long before = (long)status_of(door.pid, "VmRSS:", 10);
    double start = seconds_now();
    if (!come_in(context, bots))
        return complain("not all bots came in");
    printf("{\"bots\":%u,\"door_kib_alone\":%ld,\"kib_per_bot\":%.1f,\"ms_to_come_in\":%.0f,", bots, before,
           (double)((long)status_of(door.pid, "VmRSS:", 10) - before) / bots, 1e3 * (seconds_now() - start));
    return tell_calls(bots);
}

static int line_open(const struct sockaddr_in *to)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0 && connect(fd, (const struct sockaddr *)to, sizeof *to) != 0 && errno != EINPROGRESS) {
        close(fd);
        return -1;
    }
    return fd;
}

/* Keeps `lines` half-open connections until standard input ends. */
static unsigned keep_half_open(unsigned lines, int *fd, const struct sockaddr_in *to)
{
    struct pollfd over = { .fd = 0, .events = POLLIN };
    unsigned opened = 0;
    for (unsigned i = 0; i < lines; i++)
        fd[i] = -1;
    while (poll(&over, 1, 50) == 0)
        for (unsigned i = 0; i < lines; i++) {
            char rest[128];
            if (fd[i] >= 0 && recv(fd[i], rest, sizeof rest, MSG_DONTWAIT) != 0)
                continue;
            if (fd[i] >= 0)
                close(fd[i]);
            fd[i] = line_open(to);
            opened += fd[i] >= 0;
        }
    return opened;
}

static int half_open(void *context, unsigned lines)
{
    static int fd[BOTS_MOST];
    struct sockaddr_in to = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    to.sin_port = htons((uint16_t)atoi(strrchr(door.endpoint, ':') + 1));
    if (!come_in(context, 2))
        return complain("not all bots came in");
    long before = (long)status_of(door.pid, "VmRSS:", 10);
    unsigned opened = keep_half_open(lines, fd, &to);
    printf("{\"lines\":%u,\"opened\":%u,\"kib_per_line\":%.1f,", lines, opened,
           (double)((long)status_of(door.pid, "VmHWM:", 10) - before) / lines);
    return tell_calls(2);
}

int main(int argc, char **argv)
{
    struct rlimit r;
    unsigned n = argc == 4 ? (unsigned)atoi(argv[3]) : 0;
    if (n < 2 || n > BOTS_MOST)
        return complain("say lobby FIEL idle|half-open NUMBER, at most 4096");
    if (sodium_init() < 0 || getrlimit(RLIMIT_NOFILE, &r) != 0)
        return 3;
    r.rlim_cur = r.rlim_max;
    setrlimit(RLIMIT_NOFILE, &r);
    void *context = zmq_ctx_new();
    zmq_ctx_set(context, ZMQ_MAX_SOCKETS, SOCKETS_MOST);
    bool waits = strcmp(argv[2], "idle") == 0;
    unsigned bots = waits ? n : 2;
    for (unsigned i = 0; i < bots; i++) {
        char name[24];
        snprintf(name, sizeof name, "bot-%u", i);
        identity_make(&who[i], name);
    }
    if (!door_start_local(&door, argv[1]))
        return complain("no door");
    door_list(&door, who, bots);
    int code = waits ? idle(context, n) : half_open(context, n);
    fflush(stdout);
    door_stop(&door);
    return code; /* the sockets end with the process */
}
