/* disks: matches on a disk that fails (tests/shim/disk.c): full, unreadable, short of breath, unable to sync or to rename,
 * at every file of a match.  Whatever fails, the match ends in one of three ways, and each is seen to be whole:
 *
 *   played   the record is complete and audits
 *   waiting  record, seed and note are there; --resume on a better disk goes on
 *   void     the bots were told so, the log says so where it still can, and nobody can go on with it */
#include "kills.h"
#include "witnessed.h"

struct tried {
    unsigned cases, played, waiting, is_void, nothing, log_behind;
};
static struct tried tried;

static void words_of(struct words *w, const struct place *p)
{
    words_of_match(w, p, false);
    words_of_log(w, p);
    word_pair(w, "--rules", "argentino,target=15");
    word_pair(w, "--games", "1");
    word_pair(w, "--jail", "none");
}

static void wrong(const struct place *p, const char *disk, const char *what)
{
    char *err = slurp(p->err, NULL);
    fail_msg("%s: %s: %s\n%s", disk, what, p->dir, err);
}

static int resume(struct place *p, const char *disk)
{
    struct words w = { 0 };
    char text[FILE_PATH];
    snprintf(text, sizeof text, "%s/bin/fiel", build_dir());
    word(&w, text);
    word(&w, "match");
    word_pair(&w, "--resume", p->replay);
    life_start(p, &w, disk);
    return life_code(p);
}

/* What the record, if there is one, says to an auditor: 0 valid, 1 not complete; wrong is never the answer. */
static int audit(const struct place *p, const char *disk)
{
    OWNED_RUN r = run("fiel-audit", p->replay, NULL);
    int code = r.code;
    if (code == 1 && !strstr(r.out, ": unfinished: ")) {
        printf("%s", r.out);
        wrong(p, disk, "its record is wrong");
    }
    return code;
}

/* The log ends with this match closed, or the match has said that it could not. */
static void check_log(const struct place *p, const char *disk)
{
    OWNED_RUN r = run("fiel-audit", "log", p->logs, NULL);
    OWNED char *err = slurp(p->err, NULL);
    bool behind = r.code != 0 || strstr(r.out, "running") != NULL;
    if (behind && (!strstr(err, "match log") || strstr(r.out, "NOT VALID"))) {
        printf("%s", r.out);
        wrong(p, disk, "the log is behind, and nobody has said so");
    }
    tried.log_behind += behind;
}

static void check(struct place *p, const char *disk, int code)
{
    struct witness_sum sum = { .winner = -1 };
    struct finished f;
    bool there = finished_read(&f, p->replay);
    int valid = there ? audit(p, disk) : 1;
    if (there)
        witnessed(&f, p->ledgers, &sum);
    bool drawn = sum.winner > 1;
    if (code != 0 && code != 3)
        wrong(p, disk, "another exit code");
    if ((valid == 0) != (there && f.complete))
        wrong(p, disk, "complete and not valid");
    if (f.complete && sum.winner >= 0 && drawn != (f.result.outcome == END_VOID))
        wrong(p, disk, "the bots were told another result");
    if (code == 0 && (!f.complete || f.result.outcome != END_PLAYED))
        wrong(p, disk, "fine, and no whole record");
    tried.cases++;
    if (f.complete && f.result.outcome == END_PLAYED)
        tried.played++;
    else if (is_beside(p, ".seed"))
        wrong(p, disk, "waits still");
    else if (drawn || f.complete)
        tried.is_void++;
    else if (!sum.told)
        tried.nothing++;
    else
        wrong(p, disk, "broken off, and the bots were not told");
    if (is_beside(p, ".resume") || is_beside(p, ".resume.new"))
        wrong(p, disk, "leaves its note");
    finished_free(&f);
    check_log(p, disk);
}

static void one(const char *disk)
{
    OWNED_PLACE p;
    struct words w;
    place_make(&p, false, true);
    words_of(&w, &p);
    life_start(&p, &w, disk);
    int code = life_code(&p);
    if (code == 3 && is_beside(&p, ".resume")) {
        struct witness_sum before = { .winner = -1 };
        struct finished f;
        if (finished_read(&f, p.replay))
            witnessed(&f, p.ledgers, &before);
        finished_free(&f);
        if (before.winner > 1)
            wrong(&p, disk, "void was told, and it can be resumed");
        tried.waiting++;
        code = resume(&p, NULL);
    }
    check(&p, disk, code);
    life_orphans_end();
}

/* `form` with every number from..to in steps. */
static void each(const char *form, unsigned from, unsigned to, unsigned step)
{
    char disk[128];
    for (unsigned n = from; n <= to; n += step) {
        snprintf(disk, sizeof disk, "%.64s:%u", form, n);
        one(disk);
    }
}

static unsigned fine = 1; /* so many times as many cases */

TEST(the_record)
{
    one("full:/m.replay:0");
    each("full:/m.replay", 30, 24000, 5989 / fine);
    each("eio:/m.replay", 700, 24000, 7919 / fine);
    each("sync:/m.replay", 1, 4, 1); /* before OPEN, before RESULT is told, before the trailer and behind it */
    one("short:/m.replay:7");
    one("exact:/m.replay:78"); /* the trailer */
}

TEST(what_lies_beside)
{
    one("full:/m.seed:0");
    one("sync:/m.seed:1");
    one("full:/m.resume.new:100");
    one("sync:/m.resume.new:1");
    one("rename:/m.resume:1");
    one("short:/m.seed:5,short:/m.resume.new:1000,short:/unfinished:9");
}

TEST(the_log)
{
    each("full:/log/unfinished", 0, 0, 1);
    each("full:/log/unfinished", 100, 900, 400 / fine);
    each("sync:/log/unfinished", 1, 9, 2 / fine > 0 ? 2 / fine : 1);
    each("rename:checkpoint", 1, 3, 1);
    each("sync:/log", 1, 3, 1);
}

/* A disk without room for the end of a match is named before the match begins. */
TEST(no_room_for_the_end)
{
    OWNED_PLACE p;
    struct words w;
    place_make(&p, false, true);
    words_of(&w, &p);
    life_start(&p, &w, "room:/m.replay:5000");
    assert_int_equal(life_code(&p), 3);
    life_orphans_end();
    OWNED char *err = slurp(p.err, NULL);
    assert_non_null(strstr(err, "the replay cannot be written"));
    assert_non_null(strstr(err, strerror(ENOSPC)));
    assert_true(access(p.replay, F_OK) != 0 && !is_beside(&p, ".seed") && !is_beside(&p, ".resume"));
}

/* A disk that is still full when the match is resumed: it waits on.  One that cannot bring to the disk what the kernel has
 * already is no place to go on from: what failed once may be dropped, and the next try would say that all is well. */
static void resumed_by(bool unsynced)
{
    OWNED_PLACE p;
    struct words w;
    static const char *const bad[] = { "full:/m.replay:9000", "eio:/m.replay:9000" };
    place_make(&p, false, true);
    words_of(&w, &p);
    life_start(&p, &w, "killall:/m.replay:9100");
    assert_int_equal(life_code(&p), 128 + SIGKILL);
    life_orphans_end();
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(resume(&p, bad[i]), 3);
        assert_true(is_beside(&p, ".seed") && is_beside(&p, ".resume"));
    }
    check(&p, "a better disk", resume(&p, unsynced ? "sync:/m.replay:1" : NULL));
    if (unsynced)
        assert_false(is_beside(&p, ".seed"));
}

TEST(resumed_on_a_bad_disk)
{
    resumed_by(false);
    resumed_by(true);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        fine = (unsigned)strtoul(argv[1], NULL, 10);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    int bad = tests_run();
    if (!bad)
        printf("%u disks that fail: %u played (%u of them resumed), %u void, %u did not begin; the log was behind, and "
               "it was said, "
               "in %u\n",
               tried.cases, tried.played, tried.waiting, tried.is_void, tried.nothing, tried.log_behind);
    return bad;
}
