/* log: matches in a match log, by the programs themselves; then what a host might do to it. */
#include "process.h"

/* What a test has in its folder: logs, key, m1.replay ... */
struct place {
    char dir[64], logs[96], key[96];
};
#define OWNED_PLACE AUTO(place_gone) struct place
static void place_gone(struct place *x) { scratch_remove(x->dir); }

static void place_make(struct place *p)
{
    scratch(p->dir);
    snprintf(p->logs, sizeof p->logs, "%s/logs", p->dir);
    snprintf(p->key, sizeof p->key, "%s/key", p->dir);
    run_says(run("fiel", "log", "create", p->logs, "--name", "fiel.example/test", "--key", p->key, NULL), 0,
             "fiel.example/test+", NULL);
}

static char *place_file(const struct place *p, const char *name)
{
    static char path[4][160];
    static unsigned next;
    char *out = path[next++ % 4];
    snprintf(out, sizeof path[0], "%s/%s", p->dir, name);
    return out;
}

static void play(const struct place *p, const char *bot, const char *replay)
{
    OWNED_RUN r = run("fiel", "match", "--games", "1", "--rules", "argentino,target=15", "--clock", "start=1m", "--bot",
                      bot, "--bot", "random", "--match-log", p->logs, "--match-log-key", p->key, "--replay",
                      place_file(p, replay), NULL);
    if (r.code != 0 || strstr(r.out, "fault of "))
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    assert_says(r.out, "fiel-audit log");
    ends(0, "", "fiel-audit", place_file(p, replay), NULL);
}

static struct run monitor(const struct place *p)
{
    return run("fiel-audit", "log", "--replays", p->dir, p->logs, NULL);
}

/* The log by Go's own package, where Go is there. */
static void check_with_go(const struct place *p, const char *entries)
{
    char program[] = "tests/go/checklog.go";
    setenv("GO111MODULE", "off", 1);
    setenv("GOPATH", "/usr/share/gocode", 1);
    setenv("GOCACHE", place_file(p, "go"), 1);
    const char *const words[] = { "/usr/bin/go", "run", program, p->logs, NULL };
    if (access(words[0], X_OK) != 0 || access("/usr/share/gocode/src/golang.org/x/mod/sumdb/tlog", R_OK) != 0) {
        print_message("not verified by Go: golang-go and golang-golang-x-mod-dev are not installed (make deps-ci)\n");
        return;
    }
    OWNED_RUN r = run_words(words, NULL);
    if (r.code != 0)
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    assert_string_equal(r.out, entries);
}

TEST(matches_are_published)
{
    OWNED_PLACE p;
    place_make(&p);
    play(&p, "cauto", "m1.replay");
    play(&p, "random", "m2.replay");
    run_says(monitor(&p), 0, "2 opened, 2 results, 2 reveals, 0 keys, 0 unopened", "2 of the results have theirs",
             NULL);
    ends(0, "", "fiel-audit", "--second", place_file(&p, "m1.replay"), NULL);
    check_with_go(&p, "6\n");
    /* A result that is there already is not logged twice. */
    ends(0, "", "fiel", "log", "add", p.logs, place_file(&p, "m1.replay"), "--key", p.key, NULL);
    check_with_go(&p, "6\n");
}

TEST(four_matches_at_once)
{
    OWNED_PLACE p;
    pid_t child[4];
    place_make(&p);
    for (int i = 0; i < 4; i++) {
        child[i] = fork();
        if (child[i])
            continue;
        char name[32];
        snprintf(name, sizeof name, "m%d.replay", i);
        play(&p, "cauto", name);
        _exit(0);
    }
    for (int i = 0; i < 4; i++) {
        int status;
        assert_int_equal(waitpid(child[i], &status, 0), child[i]);
        assert_int_equal(status, 0);
    }
    run_says(monitor(&p), 0, "4 opened, 4 results, 4 reveals", NULL);
}

/* A bot that never joins: the number was given out, and the log says that nothing came of it. */
TEST(a_match_that_never_opens)
{
    OWNED_PLACE p;
    char bot[512];
    place_make(&p);
    snprintf(bot, sizeof bot, "%s/tests/bad/mute", build_dir());
    ends(0, "", "fiel", "match", "--games", "1", "--clock", "start=2s", "--bot", bot, "--bot", "random", "--match-log",
         p.logs, "--match-log-key", p.key, "--replay", place_file(&p, "m.replay"), NULL);
    play(&p, "cauto", "m2.replay");
    run_says(monitor(&p), 0, "1 opened, 1 result, 1 reveal, 0 keys, 1 unopened", NULL);
}

/* The host keeps another replay than the one it logged. */
TEST(another_replay)
{
    OWNED_PLACE p;
    size_t size;
    place_make(&p);
    play(&p, "cauto", "m1.replay");
    OWNED char *bytes = slurp(place_file(&p, "m1.replay"), &size);
    bytes[size - 1] ^= 1;
    spill(place_file(&p, "m1.replay"), bytes, size);
    run_says(monitor(&p), 1, "match 1: the replay m1.replay is not the one that its result names", NULL);
}

TEST(wrong_words)
{
    OWNED_PLACE p;
    place_make(&p);
    const char *logs = p.logs, *key = p.key, *none = place_file(&p, "none");
    ends(2, "go together", "fiel", "match", "--bot", "random", "--bot", "random", "--match-log", logs, NULL);
    ends(3, "fiel log create makes one", "fiel", "match", "--bot", "random", "--bot", "random", "--match-log", none,
         "--match-log-key", key, "--replay", place_file(&p, "m.replay"), NULL);
    ends(3, "--match-log-key", "fiel", "match", "--bot", "random", "--bot", "random", "--match-log", logs,
         "--match-log-key", none, NULL);
    ends(2, "", "fiel", "log", "create", logs, "--name", "a b", "--key", none, NULL);
    ends(3, "a log already", "fiel", "log", "create", logs, "--name", "fiel.example", "--key", none, NULL);
    ends(2, "", "fiel", "log", "unopened", logs, " -1", "--key", key, NULL);
    ends(3, "", "fiel", "log", "add", logs, none, "--key", key, NULL);
    ends(0, "fiel log create", "fiel", "log", "--help", NULL);
    ends(2, "", "fiel-audit", "log", "--key", "nonsense", logs, NULL);
    ends(2, "", "fiel-audit", "log", none, NULL);
}
