/* kills_served: kill -9 of the daemon and of what runs below it.  An order of `fiel serve`; at random moments the
 * daemon, the match's supervisor, its referee, a seat, a keeper or a bot is killed, the daemon is started again, and
 * the order must come to its end: valid, never void, and nothing lost or doubled in its record; an odd one's in those of a pair of five
 * games a leg.
 *
 *     kills_served [RUNS [FIRST]]        `make kill-test` plays a fifth of its RUNS here */
#include "kills.h"
#include "served.h"
#include "witnessed.h"

enum { SHORT_RUNS = 2, BLOWS = 4 };

enum victim { SERVE, SERVE_TWICE, MATCH, REFEREE, SEAT, KEEPER, BOT, VICTIMS };
static const char *const victim_names[VICTIMS] = {
    "serve", "serve, twice", "match", "referee", "seat", "keeper", "bot"
};

static const char *const tables[] = { "argentino,target=15", "paulista", "uruguayo,target=12", "venezolano,target=12" };

/* Over all runs. */
static struct {
    unsigned runs, killed[VICTIMS], pairs, played, faults, resumed;
    struct witness_sum bots;
} sum;

/* A bot of the daemon's: the witness, writing into the run's folder. */
static void put_witness(const struct served *s, const char *ledgers)
{
    char path[160], text[4608], whole[4096];
    snprintf(path, sizeof path, "%s/tests/witness", build_dir());
    assert_non_null(realpath(path, whole));
    int n = snprintf(text, sizeof text, "#!/bin/sh\nexec '%s' '%s'\n", whole, ledgers);
    snprintf(path, sizeof path, "%s/bots/witness", s->state);
    spill(path, text, (size_t)n);
    assert_int_equal(chmod(path, 0755), 0);
}

static void serve_dies(struct served *s, unsigned times)
{
    while (times--) {
        assert_int_equal(daemon_end(s, SIGKILL), 128 + SIGKILL);
        daemon_start(s);
    }
}

/* The process, below the daemon. */
static pid_t victim_of(const struct served *s, enum victim v, unsigned seat)
{
    char witness[4096], path[160];
    snprintf(path, sizeof path, "%s/tests/witness", build_dir());
    assert_non_null(realpath(path, witness));
    switch (v) {
    case MATCH: return process_below(s->pid, "fiel match ");
    case REFEREE: return process_below(s->pid, "fiel referee ");
    case SEAT: return seat_below(s->pid, "seat", seat);
    case KEEPER: return seat_below(s->pid, "keeper", seat);
    case BOT: return bot_below(s->pid, seat, witness);
    case SERVE:
    case SERVE_TWICE:
    case VICTIMS: break;
    }
    return 0;
}

/* Waits so long, unless the daemon ends by itself, which it must not. */
static void moment(const struct served *s, unsigned ms)
{
    struct pollfd f = { .fd = (int)syscall(SYS_pidfd_open, s->pid, 0), .events = POLLIN };
    assert_true(f.fd >= 0);
    assert_int_equal(poll(&f, 1, (int)ms), 0);
    close(f.fd);
}

static void strike(struct served *s, enum victim v, unsigned seat, bool struck[FIEL_SEATS_MAX])
{
    pid_t at;
    if (v == SERVE || v == SERVE_TWICE) {
        serve_dies(s, v == SERVE ? 1 : 2);
    } else {
        at = victim_of(s, v, seat);
        if (at <= 0 || kill(at, SIGKILL))
            return;
        struck[seat] |= v == SEAT || v == KEEPER || v == BOT;
    }
    sum.killed[v]++;
}

/* One record, or those of a pair: its second leg is not there where the first was lost. */
static void check(const struct served *s, bool pair, const char *ledgers, const bool struck[FIEL_SEATS_MAX],
                  unsigned number)
{
    static const char *const names[] = { ".replay", ".pairs/0001a.replay", ".pairs/0001b.replay" };
    char path[3][160];
    struct finished f = { 0 };
    assert_end(s, 1, "finished");
    assert_true(logged(s, "\"event\":\"match-ended\"") <= 1); /* killed between the file and the line: none */
    for (unsigned i = pair; i <= 2u * pair; i++) {
        bool lost = f.result.fault != FAULT_NONE;
        snprintf(path[i], sizeof path[i], "%s/records/00000001%s", s->state, names[i]);
        if (i == 2 && lost && access(path[i], F_OK))
            break;
        ends(0, "", "fiel-audit", "--quiet", i == 2 ? "--pair" : path[i], i == 2 ? path[1] : NULL, path[2], NULL);
        assert_true(finished_read(&f, path[i]) && f.complete);
        if (f.result.outcome == END_VOID || f.result.outcome == END_CANCELLED)
            fail_msg("run %u: void: %s", number, s->dir);
        lost = f.result.fault != FAULT_NONE;
        if (lost && !struck[f.result.fault_seat])
            fail_msg("run %u: a fault of an unharmed bot", number);
        sum.played += !lost;
        sum.faults += lost;
        witnessed(&f, ledgers, &sum.bots);
        finished_free(&f);
    }
    sum.resumed += logged(s, "\"event\":\"match-resumed\"");
    sum.pairs += pair;
}

static void one_run(unsigned number)
{
    struct random r = { .state = 7000 + number };
    struct served s;
    char ledgers[96], games[16];
    bool struck[FIEL_SEATS_MAX] = { false }, pair = number % 2 == 1;
    served_make(&s, PLAIN);
    snprintf(ledgers, sizeof ledgers, "%s/ledgers", s.dir);
    assert_int_equal(mkdir(ledgers, 0777), 0);
    put_witness(&s, ledgers);
    daemon_start(&s);
    snprintf(games, sizeof games, "%u", pair ? 5 : 6 + random_below(&r, 10));
    run_says(ask(&s, "order", "--bot", "witness", "--bot", "witness", "--rules",
                 tables[random_below(&r, sizeof tables / sizeof *tables)], pair ? "--games-a-leg" : "--games", games,
                 "--detach", pair ? "--duplicate" : NULL, "--games", "1", NULL),
             0, NULL);
    for (unsigned blows = 1 + random_below(&r, BLOWS); blows; blows--) {
        unsigned ms = random_below(&r, 300), seat = random_below(&r, 2);
        moment(&s, ms);
        strike(&s, (enum victim)random_below(&r, VICTIMS), seat, struck);
    }
    check(&s, pair, ledgers, struck, number);
    served_end(&s);
    sum.runs++;
}

static unsigned runs = SHORT_RUNS, first = 1;

TEST(served_and_killed)
{
    for (unsigned i = 0; i < runs; i++)
        one_run(first + i);
}

static void print_sum(void)
{
    printf("\n%u orders of fiel serve from seed %u, %u of them a pair of five games a leg: %u records played to the "
           "end, %u decided by "
           "a bot that was killed too often, 0 void\n",
           sum.runs, first, sum.pairs, sum.played, sum.faults);
    for (unsigned v = 0; v < VICTIMS; v++)
        printf("  %-20s %5u killed\n", victim_names[v], sum.killed[v]);
    printf("  resumed %u times\n", sum.resumed);
    print_witnesses(&sum.bots);
}

int main(int argc, char **argv) { return runs_main(argc, argv, &runs, &first, print_sum); }
