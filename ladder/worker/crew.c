/* crew: threads that work until it is enough. */
#include "crew.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/say.h"
#include "control/line.h"

struct crew {
    atomic_bool over;
    unsigned count;
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
    struct line *l = line_open(a->address, a->server, a->key, &e);
    if (!l)
        return cli_fail(e.code == LINE_WRONG ? EXIT_USAGE : EXIT_ENVIRONMENT, "%s: %s", c->command, e.text);
    line_close(&l);
    return EXIT_FINE;
}

bool crew_chosen(const struct choices *c, struct crew_plan *p, struct worker_arbiter *a, int *code)
{
    *a = (struct worker_arbiter){ .address = chosen(c, "arbiter"),
                                  .server = chosen(c, "arbiter-key"),
                                  .key = chosen(c, "key"),
                                  .bots = chosen(c, "arbiter-bots"),
                                  .partner = chosen(c, "partner") };
    p->arbiter = a->address ? a : NULL;
    p->jail = chosen(c, "jail");
    p->folder = chosen(c, "work");
    if (chosen(c, "fiel"))
        p->fiel = chosen(c, "fiel");
    if (!chosen_flag(c, "duplicate-unheld", &p->unheld, code))
        return false;
    *code = a->address ? check_arbiter(c, a) : EXIT_FINE;
    return *code == EXIT_FINE;
}

/* Its own way to the jobs. */
static bool hand_begin(struct crew *c, struct hand *h, const struct crew_plan *p)
{
    char host[24] = "here";
    gethostname(host, sizeof host - 1);
    for (char *at = host; *at; at++) /* it stands in an address */
        if (!(*at >= '0' && *at <= '9') && !(*at >= 'a' && *at <= 'z') && !(*at >= 'A' && *at <= 'Z'))
            *at = '-';
    h->plan = (struct worker_plan){ .arbiter = p->arbiter,
                                    .fiel = p->fiel,
                                    .jail = p->jail,
                                    .unheld = p->unheld,
                                    .folder = p->folder,
                                    .over = &c->over };
    snprintf(h->plan.name, sizeof h->plan.name, "w%s-%d-%u", host, (int)getpid(), c->count + 1);
    if (p->site) {
        h->site = *p->site;
        h->site.hand = h->plan.name;
    }
    h->plan.queue = p->site ? queue_there(&h->site) : queue_here(p->store);
    return h->plan.queue;
}

struct crew *crew_start(const struct crew_plan *p)
{
    struct crew *c = p->count ? calloc(1, sizeof *c) : NULL;
    if (!c || !(c->hand = calloc(p->count, sizeof *c->hand))) {
        free(c);
        return NULL;
    }
    for (; c->count < p->count; c->count++) {
        struct hand *h = &c->hand[c->count];
        if (!hand_begin(c, h, p))
            break;
        if (!c->count && worker_refuses_strangers(&h->plan))
            cli_fail(0,
                     "--jail %s does not demand what holds a bot in a pair: only pairs of the host's own bots are "
                     "played here, "
                     "none of authors': say --jail strict, or --duplicate-unheld if you know what you do",
                     p->jail);
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
    free(c->hand);
    free(c);
}
