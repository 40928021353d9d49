/* kills: kill -9 anywhere.  Matches of real processes, of which one is killed at a random moment, again and again:
 * the supervisor, the referee (inside a write, too, at a byte of the record), a seat, a keeper, a bot.  The match goes
 * on with --resume until it ends.  Then the record is audited and held against what the bots wrote down.
 *
 *     kills [RUNS [FIRST]]        `make kill-test RUNS=500`; the plan of a run follows from its number
 *
 * Moments are a number of milliseconds or of bytes, so a run with the same number is the same plan, not the same
 * instant; a kill at a byte of the record is the same to the byte. */
#include "kills.h"
#include "witnessed.h"

enum { SHORT_RUNS = 6, LIVES_MAX = 24, KILLS_MAX = 4 };

enum victim { MATCH, REFEREE, REFEREE_BYTE, MATCH_BYTE, SEAT, KEEPER, BOT, PARK, VICTIMS };
static const char *const victim_names[VICTIMS] = {
    "match", "referee", "referee in a write", "match in a write", "seat", "keeper", "bot", "parked"
};

struct table {
    const char *rules;
    unsigned seats;
};
static const struct table tables[] = {
    { "argentino,target=15", 2 },
    { "argentino-flor,target=15", 2 },
    { "paulista", 2 },
    { "uruguayo,target=12", 2 },
    { "mineiro", 4 },
    { "argentino,target=15", 4 },
    { "venezolano,target=12", 2 },
    { "gauderio,target=12", 4 },
};

struct blow {
    enum victim victim;
    unsigned seat, ms;
    unsigned long byte;
};

struct plan {
    unsigned number;
    struct table table;
    unsigned games, blows;
    bool decision, default_action, logged, jailed;
    struct blow blow[KILLS_MAX];
};

/* Over all runs. */
static struct {
    unsigned runs, killed[VICTIMS], resumed, anew, played, faults, logged, jailed, most_lives;
    unsigned sign_decision, default_action, by_table[sizeof tables / sizeof *tables];
    struct witness_sum bots;
} sum;

static struct plan plan_of(unsigned number)
{
    struct random r = { .state = number };
    unsigned t = random_below(&r, sizeof tables / sizeof *tables);
    struct plan p = { .number = number,
                      .table = tables[t],
                      .games = 1 + random_below(&r, 3),
                      .blows = 1 + random_below(&r, KILLS_MAX),
                      .decision = random_below(&r, 3) == 0,
                      .default_action = random_below(&r, 2),
                      .logged = random_below(&r, 3) == 0,
                      .jailed = random_below(&r, 5) == 0 };
    sum.by_table[t]++;
    for (unsigned i = 0; i < p.blows; i++)
        p.blow[i] = (struct blow){ (enum victim)random_below(&r, VICTIMS), random_below(&r, p.table.seats),
                                   random_below(&r, 8) == 0 ? random_below(&r, 30) : random_below(&r, 300),
                                   random_below(&r, 40000) };
    return p;
}

/* --- a life ---------------------------------------------------------------------------------------- */

static void words_of_start(struct words *w, const struct place *p, const struct plan *plan)
{
    char text[16];
    words_of_match(w, p, false);
    if (plan->logged)
        words_of_log(w, p);
    word_pair(w, "--rules", plan->table.rules);
    snprintf(text, sizeof text, "%u", plan->table.seats);
    word_pair(w, "--seats", text);
    snprintf(text, sizeof text, "%u", plan->games);
    word_pair(w, "--games", text);
    word_pair(w, "--jail", plan->jailed ? "basic" : "none");
    word_pair(w, "--sign", plan->decision ? "decision" : "hand");
    word_pair(w, "--on-timeout", plan->default_action ? "default-action" : "lose");
}

static off_t size_of(const char *path)
{
    struct stat s;
    return stat(path, &s) ? 0 : s.st_size;
}

/* The disk's rules for a blow inside a write; false for any other. */
static bool blow_rules(const struct place *p, const struct blow *b, char rules[FILE_PATH])
{
    if (b->victim != REFEREE_BYTE && b->victim != MATCH_BYTE)
        return false;
    snprintf(rules, FILE_PATH, "%s:/m.replay:%lu", b->victim == MATCH_BYTE ? "killall" : "kill",
             (unsigned long)size_of(p->replay) + b->byte);
    return true;
}

/* Strikes once; false when there was nobody to strike. */
static bool strike(const struct place *p, const struct blow *b)
{
    char witness[FILE_PATH];
    pid_t at = 0;
    snprintf(witness, sizeof witness, "%s/tests/witness ", build_dir());
    switch (b->victim) {
    case MATCH:
    case PARK: at = p->match; break;
    case REFEREE: at = process_below(p->match, "fiel referee "); break;
    case SEAT: at = seat_below(p->match, "seat", b->seat); break;
    case KEEPER: at = seat_below(p->match, "keeper", b->seat); break;
    case BOT: at = bot_below(p->match, b->seat, witness); break;
    case REFEREE_BYTE:
    case MATCH_BYTE:
    case VICTIMS: break;
    }
    return at > 0 && kill(at, b->victim == PARK ? SIGUSR1 : SIGKILL) == 0;
}

/* From here to the end of this life, or of the blows; `next` moves on. */
static int live(struct place *p, const struct plan *plan, const struct words *w, unsigned *next,
                unsigned struck[FIEL_SEATS_MAX])
{
    char rules[FILE_PATH];
    bool byte = *next < plan->blows && blow_rules(p, &plan->blow[*next], rules);
    life_start(p, w, byte ? rules : NULL);
    if (byte) {
        int code = life_code(p);
        sum.killed[plan->blow[(*next)++].victim] += code != 0;
        return code;
    }
    while (*next < plan->blows && !blow_rules(p, &plan->blow[*next], rules)) {
        const struct blow *b = &plan->blow[*next];
        if (life_ends(p, (int)b->ms))
            break;
        (*next)++;
        if (!strike(p, b))
            continue;
        sum.killed[b->victim]++;
        if (b->victim == SEAT || b->victim == KEEPER || b->victim == BOT)
            struck[b->seat]++;
        else
            break;
    }
    return life_code(p);
}

/* --- a run ----------------------------------------------------------------------------------------- */

static void give_up(const struct place *p, const struct plan *plan, const char *what)
{
    char *err = slurp(p->err, NULL);
    printf("run %u: %s: %s\n%s\n", plan->number, what, p->dir, err);
    for (unsigned i = 0; i < plan->blows; i++)
        printf("  blow %u: %s of seat %u after %u ms or %lu bytes\n", i, victim_names[plan->blow[i].victim],
               plan->blow[i].seat, plan->blow[i].ms, plan->blow[i].byte);
    fail_msg("run %u: %s: %s", plan->number, what, p->dir);
}

/* Lives until there is a result. */
static void live_to_the_end(struct place *p, const struct plan *plan, unsigned struck[FIEL_SEATS_MAX])
{
    struct words start, resume;
    unsigned next = 0, lives = 0;
    bool again = false;
    words_of_start(&start, p, plan);
    words_of_match(&resume, p, true);
    for (int code = -1; code != 0; lives++) {
        if (lives == LIVES_MAX)
            give_up(p, plan, "does not come to an end");
        sum.resumed += again;
        sum.anew += lives > 0 && !again;
        code = live(p, plan, again ? &resume : &start, &next, struck);
        if (plan->number % 2)
            life_orphans_end();
        struct finished f = { 0 };
        bool done = code != 0 && !is_beside(p, ".resume") && finished_read(&f, p->replay) && f.complete;
        finished_free(&f);
        if (done)
            code = 0; /* killed after the last of it */
        if (code == 2 || (code == 3 && next == plan->blows && lives > plan->blows + 8))
            give_up(p, plan, "is refused");
        again = is_beside(p, ".resume");
    }
    life_orphans_end();
    if (lives > sum.most_lives)
        sum.most_lives = lives;
}

/* What was given to a match that was killed before it had a note is named when the next one takes a number. */
static void mend_log(const struct place *p)
{
    char witness[FILE_PATH], replay[FILE_PATH];
    snprintf(witness, sizeof witness, "%s/tests/witness '%s'", build_dir(), p->ledgers);
    snprintf(replay, sizeof replay, "%s/next.replay", p->dir);
    ends(0, "", "fiel", "match", "--bot", witness, "--bot", witness, "--games", "1", "--rules", "argentino,target=15",
         "--jail", "none", "--replay", replay, "--match-log", p->logs, "--match-log-key", p->key, NULL);
}

static void check_log(const struct place *p, const struct plan *plan)
{
    mend_log(p);
    OWNED_RUN r = run("fiel-audit", "log", "--replays", p->dir, p->logs, NULL);
    if (r.code != 0 || strstr(r.out, "running")) {
        printf("%s", r.out);
        give_up(p, plan, "its log");
    }
    assert_says(r.out, "2 opened, 2 results, 2 reveals");
}

static void check(const struct place *p, const struct plan *plan, const unsigned struck[FIEL_SEATS_MAX])
{
    struct finished f;
    OWNED_RUN r = run("fiel-audit", p->replay, NULL);
    if (r.code != 0) {
        printf("%s", r.out);
        give_up(p, plan, "its record");
    }
    assert_true(finished_read(&f, p->replay));
    assert_true(f.complete);
    if (f.result.outcome == END_VOID || f.result.outcome == END_CANCELLED)
        give_up(p, plan, "void");
    if (f.result.fault != FAULT_NONE && !struck[f.result.fault_seat])
        give_up(p, plan, "a fault of a bot that was not killed");
    sum.played += f.result.fault == FAULT_NONE;
    sum.faults += f.result.fault != FAULT_NONE;
    witnessed(&f, p->ledgers, &sum.bots);
    if (plan->logged && f.opened)
        check_log(p, plan);
    if (is_beside(p, ".resume") || is_beside(p, ".seed"))
        give_up(p, plan, "leaves something behind");
    finished_free(&f);
}

static void one_run(unsigned number)
{
    OWNED_PLACE p;
    struct plan plan = plan_of(number);
    unsigned struck[FIEL_SEATS_MAX] = { 0 };
    place_make(&p, false, plan.logged);
    live_to_the_end(&p, &plan, struck);
    check(&p, &plan, struck);
    sum.runs++;
    sum.logged += plan.logged;
    sum.jailed += plan.jailed;
    sum.sign_decision += plan.decision;
    sum.default_action += plan.default_action;
}

static unsigned runs = SHORT_RUNS, first = 1;

TEST(killed_anywhere)
{
    assert_int_equal(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
    for (unsigned i = 0; i < runs; i++) {
        one_run(first + i);
        if (runs > 50 && (i + 1) % 50 == 0)
            printf("%u of %u\n", i + 1, runs), fflush(stdout);
    }
}

static void print_sum(void)
{
    printf("\n%u runs from seed %u: %u played to the end, %u decided by a bot that was killed too often, 0 void\n",
           sum.runs, first, sum.played, sum.faults);
    for (unsigned v = 0; v < VICTIMS; v++)
        printf("  %-20s %5u killed\n", victim_names[v], sum.killed[v]);
    printf("  resumed %u times, begun anew %u times (killed before there was anything), at most %u lives\n",
           sum.resumed, sum.anew, sum.most_lives);
    printf("  sign=decision %u, default-action %u, logged %u, jailed %u\n", sum.sign_decision, sum.default_action,
           sum.logged, sum.jailed);
    for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++)
        printf("  %-26s %u seats %5u\n", tables[i].rules, tables[i].seats, sum.by_table[i]);
    print_witnesses(&sum.bots);
}

int main(int argc, char **argv) { return runs_main(argc, argv, &runs, &first, print_sum); }
