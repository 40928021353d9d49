/* pairs_killed: a series of duplicate pairs of which processes are killed, again and again; fiel match --resume FOLDER
 * goes on.  Legs that are over stay over, the open one goes on, no deal is seen twice, and each pair proves itself.
 *
 *     pairs_killed [RUNS [FIRST]]        `make kill-test` plays a fifth of its RUNS here; of odd runs a leg has five games */
#include "hands.h"
#include "kills.h"
#include "witnessed.h"

enum { SHORT_RUNS = 1, PAIRS = 3, GAMES = 5, LIVES_MAX = 30 };

static struct {
    unsigned runs, kills, lives, pairs, games, lost;
    struct witness_sum bots;
} sum;

/* What is played, with a tick where it must last. */
struct series {
    unsigned pairs, games; /* games of a leg */
    const char *tick;
};
static const struct series one_game = { PAIRS, 1, "0s" }, five_games = { PAIRS, GAMES, "0s" },
                           slow = { 1, GAMES, TICK_ENOUGH };

static void words_of(struct words *w, const struct place *p, const struct series *s, bool resume)
{
    char text[16];
    words_of_match(w, p, resume);
    if (resume)
        return;
    words_of_log(w, p);
    word(w, "--duplicate");
    snprintf(text, sizeof text, "%u", s->pairs);
    word_pair(w, "--games", text);
    snprintf(text, sizeof text, "%u", s->games);
    word_pair(w, "--games-a-leg", text);
    word_pair(w, "--tick", s->tick);
    word_pair(w, "--rules", "argentino,target=15");
    word_pair(w, "--jail", "none");
}

/* A process of a seat: each is started again, but where the leg only begins. */
static pid_t of_a_seat(const struct place *p, struct random *r)
{
    static const char *const what[] = { "seat", "keeper" };
    char witness[FILE_PATH];
    unsigned seat = random_below(r, 2), which = random_below(r, 3);
    snprintf(witness, sizeof witness, "%s/tests/witness ", build_dir());
    return which < 2 ? seat_below(p->match, what[which], seat) : bot_below(p->match, seat, witness);
}

/* One life: a kill after so many milliseconds, of the supervisor, of a referee, of what a seat has (once in a run), or inside a
 * write of any leg. */
static int live(struct place *p, const struct words *w, struct random *r, bool *struck, bool last)
{
    char disk[64], end = "ab"[random_below(r, 2)];
    unsigned how = random_below(r, 5), ms = 100 + random_below(r, 900);
    snprintf(disk, sizeof disk, "%s:%c.replay:%u", how == 4 ? "kill" : "killall", end, random_below(r, 25000));
    life_start(p, w, how >= 3 && !last ? disk : NULL);
    if (how < 3 && !last && !life_ends(p, (int)ms)) {
        pid_t at = how == 0   ? p->match
                   : how == 1 ? process_below(p->match, "fiel referee ")
                   : *struck  ? 0
                              : of_a_seat(p, r);
        *struck |= how == 2;
        sum.kills += at > 0 && kill(at, SIGKILL) == 0;
    }
    return life_code(p);
}

/* True when it was opened; `struck`: it may be lost by a bot that was killed while the leg began. */
static bool check_leg(const struct place *p, unsigned games, unsigned pair, char leg, bool struck)
{
    char path[FILE_PATH];
    struct finished f;
    snprintf(path, sizeof path, "%s/%04u%c.replay", p->replay, pair, leg);
    if (!finished_read(&f, path)) {
        assert_true(struck && leg == 'b'); /* a leg that was lost has no second one */
        return false;
    }
    bool lost = f.result.fault != FAULT_NONE;
    if (!f.complete || (lost && !struck) || (!lost && f.table + 1 != games))
        fail_msg("%s is not a played leg", path);
    sum.lost += lost;
    witnessed(&f, p->ledgers, &sum.bots);
    finished_free(&f);
    return f.opened;
}

static void check(const struct place *p, const struct series *s, bool struck, unsigned number)
{
    char pattern[FILE_PATH * 2];
    unsigned opened = 0;
    for (unsigned pair = 1; pair <= s->pairs; pair++) {
        opened += check_leg(p, s->games, pair, 'a', struck);
        opened += check_leg(p, s->games, pair, 'b', struck);
    }
    snprintf(pattern, sizeof pattern, "%s/bin/fiel-audit --quiet --pair '%s'/*.replay > '%s' 2>&1", build_dir(),
             p->replay, p->out);
    if (system(pattern) != 0)
        fail_msg("run %u: %s: %s", number, p->dir, slurp(p->out, NULL));
    OWNED_RUN r = run("fiel-audit", "log", "--replays", p->replay, p->logs, NULL);
    char said[64];
    snprintf(said, sizeof said, "%u opened, %u results, %u reveals", opened, opened, opened);
    if (r.code != 0 || !strstr(r.out, said))
        fail_msg("run %u: %s: %s", number, p->dir, r.out);
    snprintf(pattern, sizeof pattern, "ls '%s' | grep -E 'seed|resume|lock' && exit 1; exit 0", p->replay);
    assert_int_equal(system(pattern), 0);
    snprintf(pattern, sizeof pattern, "%s/summary.txt", p->replay);
    OWNED char *summary = slurp(pattern, NULL);
    snprintf(said, sizeof said, "%u pair", s->pairs);
    assert_says(summary, said);
    if (strstr(summary, "is void"))
        fail_msg("run %u: %s: %s", number, p->dir, summary);
    sum.runs++;
    sum.pairs += s->pairs;
    sum.games += 2 * s->pairs * s->games;
}

static void one_run(unsigned number)
{
    const struct series *s = number % 2 ? &five_games : &one_game;
    struct random r = { .state = number };
    OWNED_PLACE p;
    struct words start, resume;
    char note[FILE_PATH];
    bool again = false, struck = false;
    unsigned lives = 0;
    place_make(&p, true, true);
    words_of(&start, &p, s, false);
    words_of(&resume, &p, s, true);
    snprintf(note, sizeof note, "%s/series.resume", p.replay);
    for (int code = -1; code != 0; lives++) {
        if (lives == LIVES_MAX)
            fail_msg("run %u does not come to an end: %s: %s", number, p.dir, slurp(p.err, NULL));
        code = live(&p, again ? &resume : &start, &r, &struck, lives > 5);
        life_orphans_end();
        again = !access(note, F_OK);
        if (!again && code != 0)
            scratch_remove(p.replay); /* killed before there was a note: from the start */
    }
    check(&p, s, struck, number);
    sum.lives += lives;
}

static unsigned runs = SHORT_RUNS, first = 1;

TEST(series_go_on)
{
    for (unsigned i = 0; i < runs; i++)
        one_run(first + i);
}

/* The tables of a record so far. */
static unsigned games_begun(const char *path)
{
    struct finished f;
    if (!finished_read(&f, path))
        return 0;
    unsigned begun = f.table + (f.hands > 0);
    finished_free(&f);
    return begun;
}

/* The same leg goes on in the game in which it was broken off, with what was played before. */
TEST(resumed_in_its_third_game)
{
    OWNED_PLACE p;
    struct words w;
    char leg[FILE_PATH];
    place_make(&p, true, true);
    words_of(&w, &p, &slow, false);
    life_start(&p, &w, NULL);
    snprintf(leg, sizeof leg, "%s/0001a.replay", p.replay);
    while (games_begun(leg) < 3)
        assert_false(life_ends(&p, 20));
    assert_int_equal(kill(p.match, SIGKILL), 0);
    assert_int_equal(life_code(&p), 128 + SIGKILL);
    life_orphans_end();
    assert_int_equal(games_begun(leg), 3);
    words_of(&w, &p, &slow, true);
    life_start(&p, &w, NULL);
    assert_int_equal(life_code(&p), 0);
    check(&p, &slow, false, 0);
}

/* One that this write ends. */
static void broken_off(struct place *p, const char *disk)
{
    struct words w;
    place_make(p, true, true);
    words_of(&w, p, &one_game, false);
    life_start(p, &w, disk);
    assert_int_equal(life_code(p), 128 + SIGKILL);
    life_orphans_end();
}

/* Of a leg that was over each pair is told the faults of its own table. */
TEST(faults_stay_at_their_tables)
{
    OWNED_PLACE p;
    char late[FILE_PATH];
    place_make(&p, true, false);
    snprintf(late, sizeof late, "%s/tests/bad/late", build_dir());
    assert_true(shim_load("disk.so") && !setenv("FIEL_DISK", "killall:3a.replay:6000", 1));
    OWNED_RUN killed = run("fiel", "match", "--duplicate", "--tables", "2", "--games", "4", "--rules",
                           "paulista,target=1", "--clock", "bank=100ms,inc=0s,cap=2s", "--jail", "none", "--replay",
                           p.replay, "--bot", late, "--bot", late, NULL);
    shim_unload();
    assert_int_equal(killed.code, 128 + SIGKILL);
    life_orphans_end();
    OWNED_RUN r = run("fiel", "match", "--resume", p.replay, "--json", NULL);
    assert_says(r.out, "\"list\":[");
    assert_null(strstr(r.out, "\"faults\":[]"));
}

/* Half a note is none: nothing could go on with it, nor begin anew where it lies. */
TEST(killed_in_its_note)
{
    OWNED_PLACE p;
    char note[FILE_PATH];
    broken_off(&p, "kill:series.resume:100,kill:series.resume.new:100");
    snprintf(note, sizeof note, "%s/series.resume", p.replay);
    assert_int_not_equal(access(note, F_OK), 0);
}

/* A leg is no match of its own, and a folder without its note no series. */
TEST(resumed_wrongly)
{
    OWNED_PLACE p;
    char leg[FILE_PATH];
    broken_off(&p, "killall:a.replay:9000");
    snprintf(leg, sizeof leg, "%s/0001a.replay", p.replay);
    ends(2, "resume the folder", "fiel", "match", "--resume", leg, NULL);
    ends(3, "a series that was broken off leaves it", "fiel", "match", "--resume", p.ledgers, NULL);
}

/* Several go on with one series at one moment: one does, and the others leave it alone.  So does who comes while it is
 * played. */
TEST(resumed_by_several_at_once)
{
    OWNED_PLACE p;
    struct hand hands[HANDS];
    char said[64];
    int go[2];
    broken_off(&p, "killall:a.replay:9000");
    assert_int_equal(pipe(go), 0);
    for (unsigned i = 0; i < HANDS; i++)
        hand_ready(&hands[i], p.dir, p.temp, i, go, (const char *[HAND_WORDS]){ "--resume", p.replay });
    close(go[0]);
    close(go[1]);
    OWNED_RUN r = hands_one_plays(hands);
    snprintf(said, sizeof said, "\"pairs\":%d,", PAIRS);
    assert_says(r.out, said);
    check(&p, &one_game, false, 0);
}

int main(int argc, char **argv)
{
    runs_asked(argc, argv, &runs, &first);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    int bad = tests_run();
    if (!bad)
        printf("%u series, %u kills by hand, %u lives: %u pairs of %u games valid, none void, %u legs lost by a bot "
               "that was killed; bots: %u lives, %u "
               "events told\n",
               sum.runs, sum.kills, sum.lives, sum.pairs, sum.games, sum.lost, sum.bots.lives, sum.bots.told);
    return bad;
}
