/* tables: real processes at several tables on one connection: played, proved, told, killed and resumed, refused. */
#include "process.h"

#include "support/await.h"
#include "support/random.h"

#define MATCH \
    "match", "--tables", "8", "--games", "16", "--rules", "argentino,target=15", "--names", "a,b", "--bot", "cauto", \
        "--bot", "embustero"

static void expect_proved(const char *replay, const char *games)
{
    run_says(run("fiel-audit", replay, NULL), 0, games, NULL);
}

TEST(eight_tables)
{
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    OWNED_RUN r = run("fiel", MATCH, "--replay", replay, NULL);
    if (r.code != 0 || strstr(r.out, "fault of "))
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    assert_says(r.out, "16 games at 8 tables");
    expect_proved(replay, "16 games");
    run_says(run("fiel", "replay", "--table", "7", "--hand", "1", replay, NULL), 0, "this is table 7",
             "Hand 1   game 1", NULL);
    ends(2, "tables 0 to 7", "fiel", "replay", "--table", "8", replay, NULL);
}

/* As many tables and hands as a match may have: what a bot keeps of them in its folder is no larger (sdk/ledger.h). */
TEST(a_million_hands)
{
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    OWNED_RUN r = run("fiel", "match", "--tables", "512", "--games", "512", "--hands-max", "2048", "--rules",
                      "argentino,target=15", "--bot", "random", "--bot", "random", "--replay", replay, NULL);
    if (r.code != 0 || !strstr(r.out, "512 games") || strstr(r.out, "fault of"))
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
}

/* --- kill -9 --------------------------------------------------------------------------------------------- */

enum { LIVES_MAX = 8 };
static unsigned runs = 2, first_run = 1;
static struct {
    unsigned runs, killed, pairs;
} sum;

/* A match, or a series of pairs, that follows from the run's number. */
struct plan {
    char tables[16], games[16], dir[64], replay[96], watched[128];
    const char *folder; /* of what is watched */
    bool pairs;
};

static pid_t begin(const struct plan *p, bool again)
{
    const char *const resume[] = { fiel(), "match", "--resume", p->replay, NULL };
    const char *const play[] = { fiel(),
                                 "match",
                                 "--tables",
                                 p->tables,
                                 "--games",
                                 p->games,
                                 "--rules",
                                 "argentino,target=15",
                                 "--bot",
                                 "cauto",
                                 "--bot",
                                 "embustero",
                                 "--replay",
                                 p->replay,
                                 p->pairs ? "--duplicate" : NULL,
                                 NULL };
    return begin_words((struct streams){ .file = { NULL, "/dev/null", "/dev/null" } }, again ? resume : play);
}

static off_t size_of(const char *path)
{
    struct stat s;
    return stat(path, &s) == 0 ? s.st_size : 0;
}

/* Until the record that is watched has grown to this size; false: the process ended first. */
static bool grown(const struct plan *p, pid_t pid, off_t size)
{
    int process = await_process(pid);
    bool alive = true;
    while (alive && size_of(p->watched) < size) {
        bool made = access(p->folder, F_OK) == 0;
        int watch = await_folder(made ? p->folder : p->dir);
        assert_true(watch >= 0);
        if (size_of(p->watched) < size && made == (access(p->folder, F_OK) == 0))
            alive = await_change(watch, process);
        close(watch);
    }
    close(process);
    return alive;
}

/* Killed, or its referee is, when the record that is watched has grown to this size; its exit code, or -1. */
static int live(const struct plan *p, bool again, off_t size, bool referee)
{
    int status = 0;
    pid_t pid = begin(p, again);
    if (grown(p, pid, size)) {
        pid_t at = referee ? process_below(pid, "fiel referee ") : pid;
        sum.killed += kill(at > 0 ? at : pid, SIGKILL) == 0;
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* To its end, resumed whenever there is a note of it. */
static void live_to_the_end(const struct plan *p, struct random *r)
{
    char note[160];
    if (p->pairs)
        snprintf(note, sizeof note, "%s/series.resume", p->replay);
    else
        snprintf(note, sizeof note, "%.*s.resume", (int)(strlen(p->replay) - strlen(".replay")), p->replay);
    int code = -1;
    for (unsigned lives = 0; code != 0; lives++) {
        bool again = access(note, F_OK) == 0;
        if (!again) { /* killed before there was a note: from the start */
            scratch_remove(p->dir);
            assert_int_equal(mkdir(p->dir, 0700), 0);
        }
        assert_true(lives < LIVES_MAX + 2);
        off_t more = lives < LIVES_MAX / 2 ? (off_t)random_below(r, 400000) : INT32_MAX;
        code = live(p, again, size_of(p->watched) + more, random_below(r, 2));
        if (code != 0 && access(note, F_OK) != 0 && again)
            code = 0; /* killed behind the last of it */
    }
}

static void one_run(unsigned number)
{
    struct random r = { .state = number };
    char command[600];
    unsigned tables = 2 + random_below(&r, 15), rounds = 1 + random_below(&r, 2);
    struct plan p = { .pairs = number % 3 == 2 };
    scratch(p.dir);
    p.folder = p.pairs ? p.replay : p.dir;
    snprintf(p.tables, sizeof p.tables, "%u", tables);
    snprintf(p.games, sizeof p.games, "%u", tables * rounds);
    snprintf(p.replay, sizeof p.replay, p.pairs ? "%s/pairs" : "%s/m.replay", p.dir);
    snprintf(p.watched, sizeof p.watched, p.pairs ? "%s/0001%c.replay" : "%s", p.replay,
             random_below(&r, 2) ? 'a' : 'b');
    live_to_the_end(&p, &r);
    snprintf(command, sizeof command,
             "%s/bin/fiel-audit --quiet %s '%s'%s > '%s/said' 2>&1 && ! grep -q fault: '%s/said'", build_dir(),
             p.pairs ? "--pair" : "", p.replay, p.pairs ? "/*.replay" : "", p.dir, p.dir);
    if (system(command) != 0)
        fail_msg("run %u: %s", number, p.dir);
    sum.runs++;
    sum.pairs += p.pairs;
    scratch_remove(p.dir);
}

TEST(goes_on_after_kill)
{
    for (unsigned i = 0; i < runs; i++)
        one_run(first_run + i);
}

/* A pair at each table: at four, then at what is left. */
TEST(pairs_at_four_tables)
{
    char pattern[400];
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *folder = path_in(dir, "pairs");
    OWNED_RUN r = run("fiel", "match", "--duplicate", "--tables", "4", "--games", "6", "--rules", "argentino,target=9",
                      "--bot", "cauto", "--bot", "embustero", "--replay", folder, NULL);
    if (r.code != 0 || strstr(r.out, "fault"))
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    assert_says(r.out, "pair 6: cauto");
    assert_says(r.out, "6 pairs at 4 tables");
    snprintf(pattern, sizeof pattern, "%s/bin/fiel-audit --quiet --pair '%s'/*.replay > '%s/said'", build_dir(), folder,
             dir);
    assert_int_equal(system(pattern), 0);
    snprintf(pattern, sizeof pattern, "%s/said", dir);
    OWNED char *said = slurp(pattern, NULL);
    assert_says(said, "0001b.replay: a valid pair");
    assert_says(said, "0005b.replay: a valid pair");
}

/* A bot that is lost in the middle of it loses what is not played yet, and there is no twin. */
TEST(a_fault_ends_many_pairs)
{
    char bad[512];
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *folder = path_in(dir, "pairs");
    snprintf(bad, sizeof bad, "%s/tests/bad/crash", build_dir());
    run_says(run("fiel", "match", "--duplicate", "--tables", "3", "--games", "3", "--bot", "cauto", "--bot", bad,
                 "--replay", folder, "--json", NULL),
             0, "\"scores\":[0,0,0,0,3]", "\"forfeits\":3", "\"table\":2", NULL);
}

TEST(refused)
{
    static const struct {
        const char *words[4], *says;
    } row[] = {
        { { "--tables", "21" }, "21 tables share 20 games" },
        { { "--tables", "0" }, "whole number from 1 to 512" },
        { { "--tables", "4", "--cutter", "corte" }, "--cutter goes with one table alone" },
        { { "--tables", "4", "--tick", "10ms" }, "--tick goes with one table alone" },
        { { "--tables", "129", "--duplicate" }, "129 tables share 20 pairs" },
        { { "--tables", "20", "--hands-max", "60000" }, "at most 52428 each" },
    };
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        const char *const *w = row[i].words;
        ends(2, row[i].says, "fiel", "match", "--bot", "cauto", "--bot", "cauto", w[0], w[1], w[2], w[3], NULL);
    }
}

/* tables [RUNS [FIRST]]: so many times killed and resumed (`make kill-test`), one match and one series without. */
int main(int argc, char **argv)
{
    runs_asked(argc, argv, &runs, &first_run);
    int bad = tests_run();
    if (!bad)
        printf("%u runs at several tables, %u of them pairs: %u kills, all played to the end and proved\n", sum.runs,
               sum.pairs, sum.killed);
    return bad;
}
