/* serve: the ladder's own daemon: pages, API, schedule and ratings. */
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "commands.h"
#include "verbs.h"
#include "child/reader.h"
#include "worker/own_arbiter.h"
#include "site/disputes/decisions.h"
#include "site/session/account.h"
#include "site/session/access_log.h"
#include "site/session/quota.h"
#include "site/timers.h"
#include "site/http/cache.h"
#include "site/metrics.h"
#include "site/play/playroom.h"
#include "base/process.h"
#include "cli/beside.h"
#include "cli/path.h"

enum { ROUTES_MOST = 256, FILES = 4096 };

const struct choice serve_options[] = {
    CHOICE_STORE,
    CHOICE_CONFIG,
    { "listen", "ADDRESS", "127.0.0.1:8080", "where the pages are; TLS is a proxy's work" },
    { "address", "HOST", NULL,
      "as it stands in browsers, ladder.example: who signs in with a key signs it   (that of --listen)" },
    { "title", "TEXT", "Fiel", "what the pages call this ladder" },
    { "threads", "N", "4", "requests answered at once" },
    { "sign-up", "WHO", "open", "open: anybody may sign up; closed: the host makes accounts" },
    { "quota", "MIB", "1024", "archives and records that one account may have here, with what is on its way" },
    { "quota-bots", "N", "50", "bots that one account may have; the host's own may have any number" },
    { "quota-waiting", "N", "20", "versions of one account that may wait for admission" },
    { "quota-disputes", "N", "10", "disputes of one account that may be open" },
    { "keep-free", "MIB", "256", "of the disk, which uploads leave to the rest" },
    { "workers", "N", "0", "matches played here at once; others by `fiel-ladder worker`" },
    { "recheck", "PERCENT", "20",
      "of the decisions that workers elsewhere file: asked again by another host; 0: none" },
    { "worker-quota", "MIB", "1024", "what one worker's key may have on its way here" },
    { "tables", "N", NULL, "people at tables against bots at once, here; 0: nobody plays   (4, or as there is room)" },
    { "table-idle", "SECONDS", "180", "how long a person may think; of a game twenty times as much" },
    CHOICES_CREW,
    { "proxy", "WHO", "local",
      "whose X-Forwarded-For and -Proto count: local (a service of this machine: no person's program), none, or an "
      "address" },
    { "web", "DIR", NULL, "the pages' files   (ladder/web of the sources, or as installed)" },
    { "wasm", "FILE", NULL, "the browser's auditor   (built or installed beside them)" },
    { "access-log", "FILE", NULL, "a line for each request: time, address, method, path, status, bytes" },
    { "metrics", "ADDRESS", NULL, "where Prometheus finds /metrics; 127.0.0.1:9180, say" },
    { "door", "IP:PORT", NULL,
      "where remote bots come to those workers: an address of this machine; none; or what authors are told of a "
      "daemon elsewhere: --connect tcp://HOST:PORT --server HEX   (127.0.0.1:7440)" },
    { "check", NULL, NULL, "look at the options and the pages' files alone, and end" },
    { 0 },
};

struct files {
    char web[PATH_MAX], wasm[PATH_MAX], fiel[PATH_MAX];
};

static void find_files(const struct choices *c, struct files *f)
{
    const char *given;
    process_web(chosen(c, "web"), chosen(c, "wasm"), f->web, f->wasm);
    beside(f->fiel, "fiel");
    if ((given = chosen(c, "fiel")))
        snprintf(f->fiel, sizeof f->fiel, "%s", given);
}

/* A watcher is a connection: as many as the server takes, as far as this user may. */
static void raise_files(void)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur >= FILES)
        return;
    files.rlim_cur = files.rlim_max < FILES ? files.rlim_max : FILES;
    setrlimit(RLIMIT_NOFILE, &files);
}

/* Without workers of its own it waits for those that have a key, and without two bots for more; where neither comes nothing is ever
 * played, so it says so. */
static void say_nobody_plays(const struct crew_plan *crew, struct store *s)
{
    struct store_counts n;
    struct store_error e;
    if (!store_counts(s, &n, &e)) {
        uint64_t bots = n.versions[VERSION_PENDING] + n.versions[VERSION_ACTIVE];
        if (bots < 2)
            cli_fail(
                0,
                "serve: %s here: a pair takes two: hand in more on the pages, or end this and use `fiel-ladder enter`",
                bots ? "one bot is" : "no bot is");
    }
    if (!crew->count)
        cli_fail(0, "serve: no worker plays here: add --workers 1, or start `fiel-ladder worker` with a key that "
                    "`fiel-ladder worker-key new` makes");
}

/* Others than this machine reach it: what a host wants to know before they do. */
static void say_who_comes(const struct site *s, const char *bound)
{
    if (!strncmp(bound, "127.", 4) || !strncmp(bound, "[::1]", 5))
        return;
    if (!s->closed)
        cli_fail(0, "serve: anybody who reaches this may sign up: --sign-up closed leaves that to you");
    if (!s->address && (!strncmp(bound, "0.0.0.0:", 8) || !strncmp(bound, "[::]:", 5)))
        cli_fail(0, "serve: the pages say that they are at %s, where nobody finds them: say --address HOST:PORT",
                 bound);
}

/* Serves until a signal says that it is enough. */
static int serve(struct site *s, const struct choices *c, unsigned threads, const struct crew_plan *crew)
{
    struct http_plan plan = { .bind = chosen(c, "listen"),
                              .threads = threads,
                              .routes = site_all_routes(),
                              .server = s,
                              .admit = auth_admit,
                              .spool = quota_spool,
                              .whose = counted_address,
                              .auth = auth,
                              .leave = auth_leave,
                              .sorry = auth_sorry,
                              .served = access_log_served };
    char why[256];
    s->http = http_start(&plan, why);
    if (!s->http)
        return cli_fail(EXIT_ENVIRONMENT, "serve: %s", why);
    struct http_server *numbers = chosen(c, "metrics") ? metrics_start(s, chosen(c, "metrics"), why) : NULL;
    struct timers *k = numbers || !chosen(c, "metrics") ? timers_start(s) : NULL;
    if (k) {
        struct crew *players = crew_start(crew);
        say_nobody_plays(crew, s->store);
        say_who_comes(s, http_bound(s->http));
        printf("http://%s\n", http_bound(s->http));
        if (numbers)
            printf("http://%s/metrics\n", http_bound(numbers));
        fflush(stdout);
        process_wait();
        crew_stop(players);
    }
    timers_stop(k);
    playroom_stop(s->playroom);
    http_stop(numbers);
    http_stop(s->http);
    if (!k && chosen(c, "metrics") && !numbers)
        return cli_fail(EXIT_ENVIRONMENT, "serve: --metrics: %s", why);
    return k ? EXIT_FINE : cli_fail(EXIT_ENVIRONMENT, "serve: no threads: free some resources and start again");
}

/* The log that decisions go into; none is fine. */
static int open_log(struct site *s, const struct choices *c, struct decisions *d)
{
    const char *folder = chosen(c, "match-log"), *key = chosen(c, "match-log-key");
    char why[256];
    if (folder && !decisions_open(d, folder, key, why))
        return cli_fail(EXIT_ENVIRONMENT, "serve: %s", why);
    s->decisions = folder ? d : NULL;
    return EXIT_FINE;
}

/* Where people play against bots, with the crew's jail; nowhere with --tables 0. */
static void open_playroom(struct site *s, const struct crew_plan *crew, long idle_s)
{
    struct playroom_plan plan = { .store = s->store,
                                  .http = &s->http,
                                  .fiel = crew->hand.fiel,
                                  .jail = crew->hand.jail,
                                  .folder = crew->hand.folder,
                                  .tables = crew->tables,
                                  .idle_s = (unsigned)idle_s };
    s->playroom = crew->tables ? playroom_open(&plan) : NULL;
}

/* What is said in numbers; all of it is looked at before anything is opened, with --check as well. */
struct numbers {
    long threads, workers, tables, idle_s, quota, keep_free, worker_quota;
    long recheck, quota_bots, quota_waiting, quota_disputes; /* settings of the store */
};

static bool numbers_chosen(const struct choices *c, struct numbers *n, int *code)
{
    return chosen_number(c, "threads", 1, 64, &n->threads, code) &&
           chosen_number(c, "workers", 0, 64, &n->workers, code) &&
           chosen_number(c, "quota", 1, 1 << 30, &n->quota, code) &&
           chosen_number(c, "quota-bots", 0, 1 << 30, &n->quota_bots, code) &&
           chosen_number(c, "quota-waiting", 0, 1 << 30, &n->quota_waiting, code) &&
           chosen_number(c, "quota-disputes", 0, 1 << 30, &n->quota_disputes, code) &&
           chosen_number(c, "keep-free", 0, 1 << 30, &n->keep_free, code) &&
           chosen_number(c, "recheck", 0, 100, &n->recheck, code) &&
           chosen_number(c, "worker-quota", 1, 1 << 30, &n->worker_quota, code) &&
           (!chosen(c, "tables") || chosen_number(c, "tables", 0, 256, &n->tables, code)) &&
           chosen_number(c, "table-idle", 5, 3600, &n->idle_s, code);
}

/* What the store itself judges by. */
static int set_numbers(struct store *s, const struct numbers *n, struct store_error *e)
{
    const struct {
        const char *name;
        long value;
    } set[] = { { "recheck.share", n->recheck },
                { "quota.bots", n->quota_bots },
                { "quota.waiting", n->quota_waiting },
                { "quota.disputes", n->quota_disputes } };
    int bad = STORE_OK;
    for (size_t i = 0; !bad && i < sizeof set / sizeof *set; i++) {
        char value[32];
        snprintf(value, sizeof value, "%ld", set[i].value);
        bad = store_set(s, set[i].name, value, e);
    }
    return bad;
}

/* Beneath it, where workers play here and nobody else's arbiter does; what authors are told of it, or of one elsewhere. */
static struct own_arbiter *open_door(struct site *s, const struct choices *c, struct crew_plan *crew)
{
    const char *at = chosen(c, "door"), *store = chosen(c, "store"), *listen = chosen(c, "listen");
    bool elsewhere = at && *at == '-', free_port = strlen(listen) > 2 && !strcmp(listen + strlen(listen) - 2, ":0");
    char state[PATH_MAX];
    s->door = elsewhere ? at : NULL;
    if (elsewhere || !crew->count || crew->hand.arbiter || (at && !strcmp(at, "none")))
        return NULL;
    if (strncmp(store, "sqlite:", 7))
        path_of(state, sizeof state, "%s/fiel-door", crew->hand.folder);
    else
        path_of(state, sizeof state, "%s.door", store + 7);
    struct own_arbiter *o = own_arbiter_start(crew, state, at ? at : free_port ? "127.0.0.1:*" : "127.0.0.1:7440");
    crew->hand.door = own_arbiter(o);
    s->own = o;
    s->door = own_arbiter_words(o);
    return o;
}

static int open_and_serve(struct site *s, const struct choices *c, const struct numbers *n, struct crew_plan *crew)
{
    struct store_error e;
    char why[256];
    const char *access = chosen(c, "access-log");
    int code;
    s->live = live_open();
    s->quotas = quota_open();
    if (!s->live || !s->quotas) {
        code = cli_fail(EXIT_ENVIRONMENT, "serve: no memory: free some and start again");
    } else if (store_open(&s->store, chosen(c, "store"), STORE_SERVE, &e) || set_numbers(s->store, n, &e)) {
        code = report_store(c->command, &e);
    } else if (!(code = crew_look(c->command, crew))) {
        struct own_arbiter *own = open_door(s, c, crew);
        crew->store = s->store;
        open_playroom(s, crew, n->idle_s);
        if (access && !(s->access = access_log_open(access, why)))
            code = cli_fail(EXIT_ENVIRONMENT, "serve: %s", why);
        else
            code = serve(s, c, (unsigned)n->threads, crew);
        playroom_close(s->playroom);
        own_arbiter_stop(own);
    }
    store_close(&s->store);
    live_close(s->live);
    quota_close(s->quotas);
    access_log_close(s->access);
    return code;
}

static int serve_as_chosen(struct choices *c)
{
    struct site s = { 0 };
    struct files f;
    struct crew_plan crew = { .hand.fiel = f.fiel };
    struct worker_arbiter arbiter;
    struct decisions log;
    char why[256];
    struct numbers n = { .tables = 4 };
    int code;
    if (!numbers_chosen(c, &n, &code))
        return code;
    const char *at = chosen(c, "door");
    if (at && *at != '-' && strcmp(at, "none") != 0 &&
        (*at == ':' || at[strspn(at, "0123456789.")] != ':' || !strncmp(at, "0.0.0.0:", 8) || strlen(at) > 100))
        return cli_fail(EXIT_USAGE, "serve: --door '%s': say this machine's IP address and a port: 192.0.2.7:7440", at);
    if (strcmp(chosen(c, "sign-up"), "open") != 0 && strcmp(chosen(c, "sign-up"), "closed") != 0)
        return cli_fail(EXIT_USAGE, "serve: --sign-up is open or closed, not '%s'", chosen(c, "sign-up"));
    if (sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "serve: no randomness on this machine");
    process_block_signals();
    if (!reader_room()) /* as main could not */
        return cli_fail(EXIT_ENVIRONMENT, "serve: no process: %s: free some and start again", strerror(errno));
    raise_files();
    find_files(c, &f);
    if ((code = crew_chosen(c, &crew, &arbiter)) || (code = open_log(&s, c, &log)))
        return code;
    crew.count = (unsigned)n.workers;
    crew.tables = (unsigned)n.tables;
    crew.tables_chosen = chosen(c, "tables") != NULL;
    s.quota = (uint64_t)n.quota << 20;
    s.keep_free = (uint64_t)n.keep_free << 20;
    s.worker_quota = (uint64_t)n.worker_quota << 20;
    s.unheld = crew.hand.unheld;
    s.title = chosen(c, "title");
    s.proxy = chosen(c, "proxy");
    s.address = chosen(c, "address");
    s.closed = !strcmp(chosen(c, "sign-up"), "closed");
    s.fiel = f.fiel;
    s.assets = assets_load(f.web, f.wasm, why);
    s.cache = cache_make();
    if (!s.assets)
        return cli_fail(EXIT_ENVIRONMENT, "serve: %s", why);
    code = chosen(c, "check") ? EXIT_FINE : open_and_serve(&s, c, &n, &crew);
    assets_free(s.assets);
    cache_free(s.cache);
    return code;
}

int ladder_serve(int argc, char **argv)
{
    static const struct verb daemon = {
        .example = "fiel-ladder serve --store sqlite:/var/lib/fiel/ladder.db --listen 127.0.0.1:8080",
        .says = "Shows the ladder, takes submissions, plans matches and rates what came of them.  Prints its\n"
                "address.  Matches are played by workers (fiel-ladder worker).",
        .table = serve_options,
        .run = serve_as_chosen,
    };
    return verb_run("serve", &daemon, argc, argv);
}
