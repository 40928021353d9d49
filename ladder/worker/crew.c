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

/* A flag, which in a file or the environment stands with a word. */
static bool take_unheld(const struct choices *c, bool *out, int *code)
{
    const char *word = chosen(c, "duplicate-unheld");
    *out = word && (!*word || !strcmp(word, "yes"));
    if (!word || *out || !strcmp(word, "no"))
        return true;
    *code = cli_fail(EXIT_USAGE, "%s: duplicate-unheld is yes or no, not '%s'", c->command, word);
    return false;
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
    p->signing_key = chosen(c, "signing-key");
    p->log = chosen(c, "match-log");
    p->log_key = chosen(c, "match-log-key");
    if (!p->log != !p->log_key) {
        *code = cli_fail(EXIT_USAGE, "%s: --match-log and --match-log-key go together: `fiel log create` makes both",
                         c->command);
        return false;
    }
    if (chosen(c, "fiel"))
        p->fiel = chosen(c, "fiel");
    if (!take_unheld(c, &p->unheld, code))
        return false;
    *code = a->address ? check_arbiter(c, a) : EXIT_FINE;
    return *code == EXIT_FINE;
}

struct crew *crew_start(const struct crew_plan *p)
{
    struct crew *c = p->count ? calloc(1, sizeof *c) : NULL;
    char host[24] = "here";
    if (!c || !(c->hand = calloc(p->count, sizeof *c->hand))) {
        free(c);
        return NULL;
    }
    gethostname(host, sizeof host - 1);
    for (; c->count < p->count; c->count++) {
        struct hand *h = &c->hand[c->count];
        h->plan = (struct worker_plan){ .store = p->store,
                                        .arbiter = p->arbiter,
                                        .fiel = p->fiel,
                                        .signing_key = p->signing_key,
                                        .log = p->log,
                                        .log_key = p->log_key,
                                        .jail = p->jail,
                                        .unheld = p->unheld,
                                        .folder = p->folder,
                                        .over = &c->over };
        if (!c->count && worker_refuses_strangers(&h->plan))
            cli_fail(0,
                     "--jail %s does not demand what holds a bot in a pair: only pairs of the host's own bots are "
                     "played here, "
                     "none of authors': say --jail strict, or --duplicate-unheld if you know what you do",
                     p->jail);
        snprintf(h->plan.name, sizeof h->plan.name, "%s-%d-%u", host, (int)getpid(), c->count + 1);
        if (pthread_create(&h->thread, NULL, work, &h->plan))
            break;
    }
    return c;
}

void crew_stop(struct crew *c)
{
    if (!c)
        return;
    atomic_store(&c->over, true);
    for (unsigned i = 0; i < c->count; i++)
        pthread_join(c->hand[i].thread, NULL);
    free(c->hand);
    free(c);
}
