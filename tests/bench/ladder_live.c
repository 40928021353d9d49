/* ladder_live: from a line that a worker tells to the last of many watchers who has read it, against one watcher.
 *
 *   ladder_live WATCHERS ROUNDS
 *
 * A served ladder in this process: a store in memory's file system, the feed, the web server; the watchers are sockets.  Prints
 * the middle times in ms. */
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "ladder/ladder_plan.h"
#include "ladder/ladder_world.h"
#include "support/scratch.h"
#include "support/dial.h"
#include "support/timed.h"

enum { WATCHERS_MOST = 1000, ROUNDS_MOST = 1000 };

static struct site site = { .title = "bench" };
static struct world world;
static struct order order;
static struct store_error e;
static struct pollfd line[WATCHERS_MOST];
static int64_t number;

static void fail(const char *what)
{
    perror(what);
    exit(3);
}

static int watch(void)
{
    char head[128];
    int fd = dial_port(atoi(strrchr(http_bound(site.http), ':') + 1));
    int size = snprintf(head, sizeof head, "GET /live/%lld/lines HTTP/1.1\r\nHost: here\r\n\r\n",
                        (long long)order.pair.id);
    if (send(fd, head, (size_t)size, MSG_NOSIGNAL) != size)
        fail("watch");
    return fd;
}

/* Until every one of them has read the words. */
static void all_read(int watchers, const char *words)
{
    static char text[WATCHERS_MOST][2048];
    static size_t got[WATCHERS_MOST];
    memset(got, 0, sizeof got);
    for (int i = 0; i < watchers; i++)
        line[i].events = POLLIN;
    for (int left = watchers; left;) {
        if (poll(line, (nfds_t)watchers, 60000) <= 0)
            fail("the watchers");
        for (int i = 0; i < watchers; i++) {
            if (!line[i].revents)
                continue;
            ssize_t n = recv(line[i].fd, text[i] + got[i], sizeof text[i] - 1 - got[i], MSG_DONTWAIT);
            if (n <= 0)
                fail("a watcher");
            got[i] += (size_t)n;
            text[i][got[i]] = '\0';
            if (strstr(text[i], words)) {
                line[i].events = 0;
                left--;
            }
        }
    }
}

static double tell(int watchers)
{
    char text[160], words[32];
    const char *const one = text;
    snprintf(text, sizeof text,
             "{\"event\":\"hand\",\"leg\":1,\"hand\":%lld,\"names\":[\"ana\",\"luz\"],\"game\":1,\"score\":[0,0]}",
             (long long)++number);
    snprintf(words, sizeof words, "id: %lld\n", (long long)number);
    double start = seconds_now();
    FINE(store_live_add(site.store, &order, number, &one, 1, &e));
    FINE(live_look(site.live, site.store, &e));
    http_wake(site.http);
    all_read(watchers, words);
    return 1e3 * (seconds_now() - start);
}

static double middle(int watchers, int rounds)
{
    static double ms[ROUNDS_MOST];
    for (int i = 0; i < watchers; i++)
        line[i].fd = watch();
    tell(watchers);
    for (int i = 0; i < rounds; i++)
        ms[i] = tell(watchers);
    for (int i = 0; i < watchers; i++)
        close(line[i].fd);
    qsort(ms, (size_t)rounds, sizeof *ms, by_value);
    return ms[rounds / 2];
}

int main(int argc, char **argv)
{
    int watchers = argc == 3 ? atoi(argv[1]) : 0, rounds = argc == 3 ? atoi(argv[2]) : 0;
    char folder[SCRATCH_ROOM], where[128], why[256];
    struct rlimit files = { 4096, 4096 };
    if (watchers < 1 || watchers > WATCHERS_MOST || rounds < 1 || rounds > ROUNDS_MOST)
        return fprintf(stderr, "usage: ladder_live WATCHERS ROUNDS\n"), 2;
    setrlimit(RLIMIT_NOFILE, &files);
    scratch_quick(folder);
    snprintf(where, sizeof where, "sqlite:%s/ladder.db", folder);
    FINE(store_open(&site.store, where, STORE_CREATE, &e));
    world_make(&world, site.store);
    world_plan(&world, 1);
    FINE(world_lease(&world, "w1", &order, &e));
    struct http_plan plan = site_plan(&site, 4);
    site.live = live_open();
    if (!(site.http = http_start(&plan, why)))
        return fprintf(stderr, "%s\n", why), 3;
    FINE(store_live_add(site.store, &order, number = (order.attempt << 32) + 1,
                        (const char *const[]){ "{\"event\":\"match\"}" }, 1, &e));
    double one = middle(1, rounds), all = middle(watchers, rounds);
    printf("{\"watchers\":%d,\"one_ms\":%.3f,\"all_ms\":%.3f}\n", watchers, one, all);
    http_stop(site.http);
    live_close(site.live);
    store_close(&site.store);
    scratch_remove(folder);
    return 0;
}
