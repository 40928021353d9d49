/* crew: threads that work until it is enough. */
#include "crew.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/process.h"
#include "child/match_argv.h"
#include "child/run.h"
#include "cli/path.h"
#include "cli/say.h"
#include "cli/words.h"
#include "control/line.h"
#include "jail_status.h"
#include "worker_job.h"

struct crew {
    atomic_bool over;
    pthread_mutex_t turn;
    unsigned count;
    char machine[PROCESS_MACHINE], kept[WORK_PATH];
    struct hand {
        struct worker_plan plan;
        struct queue_site site;
        pthread_t thread;
    } * hand;
};

static void *work(void *arg)
{
    worker_run(arg);
    return NULL;
}

/* An arbiter elsewhere needs all of it; that the key and the address are good is seen without asking anybody. */
static int check_arbiter(const struct choices *c, const struct worker_arbiter *a)
{
    struct line_error e;
    if (!a->server || !a->key || !a->bots)
        return cli_fail(EXIT_USAGE,
                        "%s: with --arbiter go --arbiter-key, --arbiter-bots and --key: see `fiel-ladder %s --help`",
                        c->command, c->command);
    if (access(a->bots, W_OK | X_OK))
        return cli_fail(EXIT_ENVIRONMENT,
                        "%s: --arbiter-bots %s: %s: name the daemon's [folders] bots, where this worker may write",
                        c->command, a->bots, strerror(errno));
    AUTO(line_close) struct line *l = line_open(a->address, a->server, a->key, &e);
    if (!l)
        return cli_fail(e.code == LINE_WRONG ? EXIT_USAGE : EXIT_ENVIRONMENT, "%s: %s", c->command, e.text);
    return EXIT_FINE;
}

static int take_jail(const struct choices *c, struct crew_plan *p)
{
    const char *word = chosen(c, "jail");
    p->chosen = word != NULL;
    p->hand.jail = word ? word : "strict";
    if (word_among(p->hand.jail, (const char *const[]){ "strict", "basic", "none", NULL }))
        return EXIT_FINE;
    return cli_fail(EXIT_USAGE, "%s: --jail is strict, basic or none, not '%s'", c->command, word);
}

/* Where only the runtime lacks, it is made if this user may make one. */
static enum jail_status look_again(const char *command, const struct crew_plan *p, struct jail_room *room, char *text)
{
    char *const argv[] = { "fiel", "runtime", NULL };
    const struct run r = {
        .path = p->hand.fiel, .argv = argv, .file = { "/dev/null" }, .fd = { -1, STDERR_FILENO, STDERR_FILENO }
    };
    pid_t child;
    cli_fail(0, "%s: `fiel runtime`, once, makes what strict needs:", command);
    return run_start(&r, &child) || run_wait(child) ? JAIL_STATUS_LESS : ask_jail_status(p->hand.fiel, room, text);
}

static int look_at_jail(const char *command, struct crew_plan *p, enum jail_status held, const char *text)
{
    if (held == JAIL_STATUS_ALL || p->hand.arbiter || strcmp(p->hand.jail, "strict") != 0)
        return EXIT_FINE; /* an arbiter elsewhere looks for itself */
    if (p->chosen)
        return cli_fail(EXIT_ENVIRONMENT,
                        "%s: --jail strict cannot be held here: %s: without --jail what holds is taken", command, text);
    if (geteuid())
        cli_fail(0, "%s: for authors' bots to play, begin with `sudo $(command -v fiel-ladder)`", command);
    cli_fail(0, "%s: strict cannot be held here: %s", command, text);
    cli_fail(0, "%s: bots are held by --jail basic instead: `fiel jail-test` tells what that is", command);
    p->hand.jail = "basic";
    return EXIT_FINE;
}

/* A person may sit down against any author's bot: without a strict jail only where the host named the jail. */
static void close_tables(const char *command, struct crew_plan *p)
{
    if (!p->tables || p->chosen || p->hand.arbiter || !strcmp(p->hand.jail, "strict"))
        return;
    cli_fail(0, "%s: people play against no bot on the pages, unless you say --jail basic, where you trust all bots",
             command);
    p->tables = 0;
}

/* "5 matches at once may take 6735 MiB of memory, and there are 4687" */
static const char *many_take(long long count, const struct jail_room *room, char text[160])
{
    snprintf(text, 160, "%lld matches at once may take %lld MiB of memory, and there are %lld", count,
             count * room->each_mib, room->mib);
    return text;
}

/* Those who play here at once: workers, and people at tables. */
static int look_at_room(const char *command, struct crew_plan *p, const struct jail_room *room)
{
    long long workers = p->hand.arbiter ? 0 : p->count, asked = workers + (p->tables_chosen ? p->tables : 0);
    char text[160];
    if (asked > room->matches)
        return cli_fail(
            EXIT_ENVIRONMENT,
            "%s: %s: there is room for %lld: fewer with --workers%s, or more for this machine or its cgroup", command,
            many_take(asked, room, text), room->matches, p->tables ? " and --tables" : "");
    if (workers + p->tables > room->matches) {
        many_take(workers + p->tables, room, text);
        p->tables = (unsigned)(room->matches - workers);
        cli_fail(0, "%s: %s: %u people play against bots at once (--tables)", command, text, p->tables);
    }
    match_at_once((unsigned)workers + p->tables);
    return EXIT_FINE;
}

int crew_look(const char *command, struct crew_plan *p)
{
    char text[JAIL_STATUS_TEXT];
    struct jail_room room;
    if ((p->hand.arbiter || !p->count) && !p->tables)
        return EXIT_FINE;
    enum jail_status held = ask_jail_status(p->hand.fiel, &room, text);
    if (held == JAIL_STATUS_UNKNOWN)
        return cli_fail(EXIT_ENVIRONMENT, "%s: the arbiter cannot be asked what holds here: %s: name it with --fiel",
                        command, text);
    if (held == JAIL_STATUS_RUNTIME && !geteuid() && !p->hand.arbiter && !strcmp(p->hand.jail, "strict"))
        held = look_again(command, p, &room, text);
    int code = look_at_jail(command, p, held, text);
    if (code)
        return code;
    close_tables(command, p);
    return look_at_room(command, p, &room);
}

/* Each is there: a match without its key or log is another one than the host wants. */
static int take_files(const struct choices *c, struct worker_plan *p)
{
    const struct {
        const char *name, **file;
    } all[] = { { "signing-key", &p->signing_key },
                { "match-log", &p->log },
                { "match-log-key", &p->log_key },
                { "log-policy", &p->log_policy } };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if ((*all[i].file = chosen(c, all[i].name)) && access(*all[i].file, R_OK))
            return cli_fail(EXIT_ENVIRONMENT, "%s: --%s: %s: %s: name one that is there and may be read", c->command,
                            all[i].name, *all[i].file, strerror(errno));
    return EXIT_FINE;
}

int crew_chosen(const struct choices *c, struct crew_plan *p, struct worker_arbiter *a)
{
    struct worker_plan *h = &p->hand;
    int code;
    *a = (struct worker_arbiter){ .address = chosen(c, "arbiter"),
                                  .server = chosen(c, "arbiter-key"),
                                  .key = chosen(c, "key"),
                                  .bots = chosen(c, "arbiter-bots"),
                                  .partner = chosen(c, "partner") };
    h->arbiter = a->address ? a : NULL;
    p->partner = a->partner;
    if ((code = take_jail(c, p)))
        return code;
    h->folder = chosen(c, "work");
    const char *home = h->arbiter ? a->bots : h->folder;
    if (home && strlen(home) > WORK_HOME)
        return cli_fail(EXIT_USAGE,
                        "%s: --%s: %s has %zu bytes, and a folder of jobs at most %d: name one with a shorter path",
                        c->command, h->arbiter ? "arbiter-bots" : "work", home, strlen(home), WORK_HOME);
    if ((code = take_files(c, h)))
        return code;
    if (h->log_policy && !h->log)
        return cli_fail(EXIT_USAGE, "%s: --log-policy is about a match log: add --match-log, or leave it out",
                        c->command);
    if (!h->log != !h->log_key)
        return cli_fail(EXIT_USAGE, "%s: --match-log and --match-log-key go together: `fiel log create` makes both",
                        c->command);
    h->machine = chosen(c, "machine");
    if (h->machine && (!*h->machine || strlen(h->machine) >= PROCESS_MACHINE))
        return cli_fail(EXIT_USAGE, "%s: --machine has 1 to %d bytes: give it a shorter name", c->command,
                        PROCESS_MACHINE - 1);
    if (chosen(c, "fiel"))
        h->fiel = chosen(c, "fiel");
    if (!chosen_flag(c, "duplicate-unheld", &h->unheld, &code))
        return code;
    return a->address ? check_arbiter(c, a) : EXIT_FINE;
}

/* Where the matches are played: as the host says, at the daemon that has this key, or under this kernel. */
static void name_machine(const struct worker_plan *p, char name[PROCESS_MACHINE])
{
    if (p->machine)
        snprintf(name, PROCESS_MACHINE, "%s", p->machine);
    else if (p->arbiter)
        snprintf(name, PROCESS_MACHINE, "%.48s", p->arbiter->server);
    else
        process_machine(name);
}

/* Its own way to the jobs. */
static bool hand_begin(struct crew *c, struct hand *h, const struct crew_plan *p)
{
    char host[24] = "here";
    gethostname(host, sizeof host - 1);
    for (char *at = host; *at; at++) /* it stands in an address */
        if (!(*at >= '0' && *at <= '9') && !(*at >= 'a' && *at <= 'z') && !(*at >= 'A' && *at <= 'Z'))
            *at = '-';
    h->plan = p->hand;
    h->plan.machine = c->machine;
    h->plan.turn = &c->turn;
    h->plan.over = &c->over;
    snprintf(h->plan.name, sizeof h->plan.name, "w%s-%d-%u", host, (int)getpid(), c->count + 1);
    if (p->site) {
        h->site = *p->site;
        h->site.hand = h->plan.name;
        h->site.kept = c->kept;
    }
    h->plan.queue = p->site ? queue_remote(&h->site) : queue_local(p->store);
    return h->plan.queue;
}

struct crew *crew_start(const struct crew_plan *p)
{
    struct crew *c = p->count ? calloc(1, sizeof *c) : NULL;
    if (!c || !(c->hand = calloc(p->count, sizeof *c->hand))) {
        free(c);
        return NULL;
    }
    pthread_mutex_init(&c->turn, NULL);
    name_machine(&p->hand, c->machine);
    path_of(c->kept, sizeof c->kept, "%s/.archives", p->hand.arbiter ? p->hand.arbiter->bots : p->hand.folder);
    for (; c->count < p->count; c->count++) {
        struct hand *h = &c->hand[c->count];
        if (!hand_begin(c, h, p))
            break;
        if (!c->count && worker_refuses_strangers(&h->plan))
            cli_fail(
                0,
                "--jail %s may let a bot remember a pair's first match in its second: only pairs of the host's own "
                "bots are played here, none of authors': have strict held (`fiel jail-test`), or say "
                "--duplicate-unheld if you know what you do",
                p->hand.jail);
        if (pthread_create(&h->thread, NULL, work, &h->plan)) {
            queue_close(h->plan.queue);
            break;
        }
    }
    return c;
}

void crew_stop(struct crew *c)
{
    if (!c)
        return;
    atomic_store(&c->over, true);
    for (unsigned i = 0; i < c->count; i++) {
        pthread_join(c->hand[i].thread, NULL);
        queue_close(c->hand[i].plan.queue);
    }
    pthread_mutex_destroy(&c->turn);
    free(c->hand);
    free(c);
}
