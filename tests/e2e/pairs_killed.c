/* pairs_killed: a series of duplicate pairs of which processes are killed, again and again; fiel match --resume FOLDER
 * goes on.  Legs that are over stay over, the open one goes on, no deal is seen twice, and each pair proves itself.
 *
 *     pairs_killed [RUNS [FIRST]] */
#include "hands.h"
#include "kills.h"
#include "witnessed.h"

enum { SHORT_RUNS = 1, PAIRS = 3, LIVES_MAX = 30 };

static struct {
    unsigned runs, kills, lives, pairs;
    struct witness_sum bots;
} sum;

static void words_of(struct words *w, const struct place *p, bool resume)
{
    char text[16];
    words_of_match(w, p, resume);
    if (resume)
        return;
    words_of_log(w, p);
    word(w, "--duplicate");
    snprintf(text, sizeof text, "%d", PAIRS);
    word_pair(w, "--games", text);
    word_pair(w, "--rules", "argentino,target=15");
    word_pair(w, "--jail", "none");
}

/* One life: a kill after so many milliseconds, of the supervisor, of a referee, or inside a write of any leg. */
static int live(struct place *p, const struct words *w, struct random *r, bool last)
{
    char disk[64], end = "ab"[random_below(r, 2)];
    unsigned how = random_below(r, 4), ms = 100 + random_below(r, 900);
    snprintf(disk, sizeof disk, "%s:%c.replay:%u", how == 3 ? "kill" : "killall", end, random_below(r, 25000));
    life_start(p, w, how >= 2 && !last ? disk : NULL);
    if (how < 2 && !last && !life_ends(p, (int)ms)) {
        pid_t at = how == 0 ? p->match : process_below(p->match, "fiel referee ");
        sum.kills += at > 0 && kill(at, SIGKILL) == 0;
    }
    return life_code(p);
}

static void check_leg(const struct place *p, unsigned pair, char leg)
{
    char path[FILE_PATH];
    struct finished f;
    snprintf(path, sizeof path, "%s/%04u%c.replay", p->replay, pair, leg);
    assert_true(finished_read(&f, path));
    if (!f.complete || f.result.fault != FAULT_NONE)
        fail_msg("%s is not a played leg", path);
    witnessed(&f, p->ledgers, &sum.bots);
    finished_free(&f);
}

static void check(const struct place *p, unsigned number)
{
    char pattern[FILE_PATH * 2];
    for (unsigned pair = 1; pair <= PAIRS; pair++) {
        check_leg(p, pair, 'a');
        check_leg(p, pair, 'b');
    }
    snprintf(pattern, sizeof pattern, "%s/bin/fiel-audit --quiet --pair '%s'/*.replay > '%s' 2>&1", build_dir(),
             p->replay, p->out);
    if (system(pattern) != 0)
        fail_msg("run %u: %s: %s", number, p->dir, slurp(p->out, NULL));
    struct run r = run("fiel-audit", "log", "--replays", p->replay, p->logs, NULL);
    char said[64];
    snprintf(said, sizeof said, "%d opened, %d results, %d reveals", 2 * PAIRS, 2 * PAIRS, 2 * PAIRS);
    if (r.code != 0 || !strstr(r.out, said))
        fail_msg("run %u: %s: %s", number, p->dir, r.out);
    run_free(&r);
    snprintf(pattern, sizeof pattern, "ls '%s' | grep -E 'seed|resume|lock' && exit 1; exit 0", p->replay);
    assert_int_equal(system(pattern), 0);
    snprintf(pattern, sizeof pattern, "%s/summary.txt", p->replay);
    char *summary = slurp(pattern, NULL);
    snprintf(said, sizeof said, "%d pairs", PAIRS);
    assert_says(summary, said);
    if (strstr(summary, "is void"))
        fail_msg("run %u: %s: %s", number, p->dir, summary);
    free(summary);
    sum.pairs += PAIRS;
}

static void one_run(unsigned number)
{
    struct random r = { .state = number };
    struct place p;
    struct words start, resume;
    char note[FILE_PATH];
    bool again = false;
    unsigned lives = 0;
    place_make(&p, true, true);
    words_of(&start, &p, false);
    words_of(&resume, &p, true);
    snprintf(note, sizeof note, "%s/series.resume", p.replay);
    for (int code = -1; code != 0; lives++) {
        if (lives == LIVES_MAX)
            fail_msg("run %u does not come to an end: %s: %s", number, p.dir, slurp(p.err, NULL));
        code = live(&p, again ? &resume : &start, &r, lives > 5);
        life_orphans_end();
        again = !access(note, F_OK);
        if (!again && code != 0)
            scratch_remove(p.replay); /* killed before there was a note: from the start */
    }
    check(&p, number);
    sum.runs++;
    sum.lives += lives;
    scratch_remove(p.dir);
}

static unsigned runs = SHORT_RUNS, first = 1;

TEST(series_go_on)
{
    for (unsigned i = 0; i < runs; i++)
        one_run(first + i);
}

/* A leg is no match of its own, and a folder without its note no series. */
TEST(resumed_wrongly)
{
    struct place p;
    struct words w;
    char leg[FILE_PATH];
    place_make(&p, true, true);
    words_of(&w, &p, false);
    life_start(&p, &w, "killall:a.replay:9000");
    assert_int_equal(life_code(&p), 128 + SIGKILL);
    life_orphans_end();
    snprintf(leg, sizeof leg, "%s/0001a.replay", p.replay);
    ends(2, "resume the folder", "fiel", "match", "--resume", leg, NULL);
    ends(3, "a series that was broken off leaves it", "fiel", "match", "--resume", p.ledgers, NULL);
    scratch_remove(p.dir);
}

/* Several go on with one series at one moment: one does, and the others leave it alone.  So does who comes while it is
 * played. */
TEST(resumed_by_several_at_once)
{
    struct place p;
    struct words w;
    struct hand hands[HANDS];
    char said[64];
    int go[2];
    place_make(&p, true, true);
    words_of(&w, &p, false);
    life_start(&p, &w, "killall:a.replay:9000");
    assert_int_equal(life_code(&p), 128 + SIGKILL);
    life_orphans_end();
    assert_int_equal(pipe(go), 0);
    for (unsigned i = 0; i < HANDS; i++)
        hand_ready(&hands[i], p.dir, p.temp, i, go, (const char *[HAND_WORDS]){ "--resume", p.replay });
    close(go[0]);
    close(go[1]);
    struct run r = hands_one_plays(hands);
    snprintf(said, sizeof said, "\"pairs\":%d,", PAIRS);
    assert_says(r.out, said);
    run_free(&r);
    check(&p, 0);
    sum.runs++;
    scratch_remove(p.dir);
}

int main(int argc, char **argv)
{
    runs_asked(argc, argv, &runs, &first);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    int bad = tests_run(NULL, NULL);
    if (!bad)
        printf("%u series of %d pairs, %u lives: %u pairs valid, none void; bots: %u lives, %u events told\n", sum.runs,
               PAIRS, sum.lives, sum.pairs, sum.bots.lives, sum.bots.told);
    return bad;
}
