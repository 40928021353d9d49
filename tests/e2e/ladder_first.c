/* ladder_first: the guide's two commands for anybody: what holds here is looked at and said, the first pair is played, and anyone who
 * is not played with is told why. */
#include "support/skipped.h"
#include "guise.h"
#include "process.h"

#include <poll.h>
#include <time.h>

static char folder[SCRATCH_ROOM], store[SCRATCH_ROOM + 32];
static const struct guise *who = &ourselves;

/* --- what is run -------------------------------------------------------------------------------------------------- */

/* fiel-ladder with these words, as its host. */
static int ladder_words(const char *program, const char *const *more, const char *words[WORDS_MAX])
{
    const char *all[WORDS_MAX] = { program };
    for (int i = 0; more[i]; i++)
        all[i + 1] = more[i];
    return in_guise(who, all, words);
}

static const char *ladder_program(void)
{
    static char path[PATH_MAX];
    snprintf(path, sizeof path, "%.4000s-ladder", fiel());
    return path;
}

#define LADDER(...) ladder(ladder_program(), (const char *const[]){ __VA_ARGS__, NULL })
static struct run ladder(const char *program, const char *const *more)
{
    const char *words[WORDS_MAX];
    ladder_words(program, more, words);
    return run_words(words, NULL);
}

static void assert_run(struct run r, int code, const char *says)
{
    if (r.code != code || (!told_says(r.err, says) && !told_says(r.out, says)))
        fail_msg("exit %d, not %d, or not '%s':\n%s%s", r.code, code, says, r.out, r.err);
    run_free(&r);
}

struct serving {
    pid_t pid;
    int said;
    char text[16384];
    size_t size;
};

/* Serves the store; both streams come to `s`. */
static void serve(struct serving *s, const char *const *more)
{
    const char *words[WORDS_MAX], *all[WORDS_MAX] = { "serve", "--store", store, "--listen", "127.0.0.1:0" };
    int ends[2];
    *s = (struct serving){ 0 };
    for (int i = 0; more[i]; i++)
        all[i + 5] = more[i];
    ladder_words(ladder_program(), all, words);
    assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
    s->pid = begin_words((struct streams){ .fd = { [1] = ends[1], [2] = ends[1] } }, words);
    close(ends[1]);
    s->said = ends[0];
}

/* Until it has said so; the deadline is for failures alone. */
static void await(struct serving *s, const char *words)
{
    struct pollfd p = { .fd = s->said, .events = POLLIN };
    while (!strstr(s->text, words)) {
        ssize_t n = poll(&p, 1, 300000) == 1 ? read(s->said, s->text + s->size, sizeof s->text - 1 - s->size) : -1;
        if (n <= 0)
            fail_msg("it never said '%s':\n%s", words, s->text);
        s->size += (size_t)n;
        s->text[s->size] = '\0';
    }
}

static void end(struct serving *s)
{
    int status;
    kill(s->pid, SIGTERM);
    assert_int_equal(waitpid(s->pid, &status, 0), s->pid);
    assert_int_equal(status, 0);
    close(s->said);
}

/* How many layers that strict demands do not hold for this host. */
static unsigned layers_missing(void)
{
    const char *words[WORDS_MAX], *const look[] = { fiel(), "jail-test", "--quick", "--json", NULL };
    unsigned n = 0;
    in_guise(who, look, words);
    OWNED_RUN r = run_words(words, NULL);
    assert_says(r.out, "\"demanded\":true");
    for (const char *at = r.out; (at = strstr(at, "\"held\":false,\"demanded\":true")); at++)
        n++;
    return n;
}

/* --- bots --------------------------------------------------------------------------------------------------------- */

static void bundled(const char *name, char path[PATH_MAX])
{
    char built[512];
    snprintf(built, sizeof built, "%s/%s/%s", build_dir(), bot_room(name), name);
    assert_non_null(realpath(built, path));
}

/* A bot of two files, which is what an author's folder looks like: the script finds the program beside it. */
static void make_folder_bot(char path[PATH_MAX])
{
    static const char script[] = "#!/bin/sh\nexec \"${0%/*}/inner/program\"\n";
    char file[PATH_MAX], program[PATH_MAX];
    snprintf(path, PATH_MAX, "%s/two", folder);
    assert_int_equal(mkdir(path, 0755), 0);
    snprintf(file, sizeof file, "%.4000s/inner", path);
    assert_int_equal(mkdir(file, 0755), 0);
    snprintf(file, sizeof file, "%.4000s/inner/program", path);
    bundled("cauto", program);
    copy_file(program, file, 0755);
    snprintf(file, sizeof file, "%.4000s/start", path);
    spill(file, script, strlen(script));
    assert_int_equal(chmod(file, 0755), 0);
}

static int setup(STATE)
{
    scratch(folder);
    assert_int_equal(chmod(folder, 0755), 0);
    snprintf(store, sizeof store, "sqlite:%s/ladder.db", folder);
    if (who->uid)
        assert_int_equal(chown(folder, who->uid, who->uid), 0);
    return 0;
}

static int teardown(STATE)
{
    scratch_remove(folder);
    return 0;
}

/* --- the tests ---------------------------------------------------------------------------------------------------- */

static void begin(void) { assert_run(LADDER("init", "--store", store, "--host", "ana"), 0, "password"); }

/* Until the first pair is rated: the command is run again and again, a while that is for failures alone. */
static void await_table(void)
{
    struct run r = { 0 };
    for (time_t last = time(NULL) + 300; r.code != 0 || !r.out; r = LADDER("standings", "--store", store)) {
        if (time(NULL) > last)
            fail_msg("there is no table:\n%s", r.err);
        run_free(&r);
    }
    assert_says(r.out, "Elo counts from");
    run_free(&r);
}

/* docs/keeping.md: while it serves a season is closed, and proved by who has its folder alone. */
static void a_season_is_closed(void)
{
    char season[PATH_MAX], key[PATH_MAX], hex[65] = "";
    static const char zeros[] = "0000000000000000000000000000000000000000000000000000000000000000";
    snprintf(season, sizeof season, "%s/spring", folder);
    snprintf(key, sizeof key, "%s/site.key", folder);
    assert_run(ladder(fiel(), (const char *const[]){ "keys", "new", "site", "--dir", folder, NULL }), 0, "site");
    assert_run(LADDER("season", "close", "spring", season, "--store", store), 2, "--key is needed");
    struct run r = LADDER("season", "close", "spring", season, "--key", key, "--store", store);
    assert_int_equal(r.code, 0);
    assert_says(r.out, "closed: ");
    char *at = strstr(r.out, "--key ");
    assert_non_null(at);
    assert_int_equal(sscanf(at, "--key %64s", hex), 1);
    run_free(&r);
    assert_run(LADDER("season", "close", "spring", season, "--key", key, "--store", store), 2, "is there already");
    assert_run(run("fiel-audit", "season", "--key", hex, season, NULL), 0, "valid: the season 'spring'");
    for (unsigned i = 0; i < 3; i++) {
        static const char *const languages[] = { "en", "es", "pt" };
        r = run("fiel-audit", "season", "--lang", languages[i], season, NULL);
        assert_int_equal(r.code, 0);
        assert_narrow(r.out);
        run_free(&r);
    }
    assert_run(run("fiel-audit", "season", "--key", zeros, season, NULL), 1,
               "NOT valid: 1 thing of the season is wrong");
    assert_run(run("fiel-audit", "season", "--key", "mine", season, NULL), 2, "not a key");
    assert_run(run("fiel-audit", "season", folder, NULL), 3, "name the folder that");
    assert_run(run("fiel-audit", "season", NULL), 2, "no season to audit");
}

/* docs/ladder.md: made with bundled bots and one of a folder, served; what cannot be held is said, and the table comes. */
TEST_WITH(the_guides_commands_play, setup, teardown)
{
    char path[PATH_MAX];
    struct serving s;
    assert_run(LADDER("init", "--store", store, "--host", "ana", "--enter", "cauto,nobody"), 2,
               "there is no bundled bot 'nobody': name some of random,cauto,embustero");
    assert_run(LADDER("init", "--store", store, "--host", "ana", "--enter", "cauto,corte"), 2,
               "there is no bundled bot 'corte'"); /* a cutter lies in that folder, too, and plays nothing */
    assert_int_equal(access(strchr(store, ':') + 1, F_OK), -1);
    assert_run(LADDER("init", "--store", store, "--host", "ana", "--enter", "cauto,random"), 0,
               "ana/random#1 is entered");
    assert_run(LADDER("init", "--store", store, "--host", "ana", "--enter", "cauto,random"), 0,
               "ana/random is entered already, and stays as it is");
    assert_run(LADDER("recheck", "list", "--store", store), 0, "nothing is in doubt");
    make_folder_bot(path);
    assert_run(LADDER("enter", "--store", store, "ana/two", path, "--run", "./start"), 0, "ana/two#1 is entered");
    bool strict = !layers_missing();
    serve(&s, (const char *const[]){ "--workers", "2", "--tables", "1", NULL });
    await(&s, strict ? "http://127.0.0.1:" : "strict cannot be held here");
    if (!strict) {
        await(&s, "bots are held by --jail basic instead");
        await(&s, "people play against no bot on the pages");
    }
    await(&s, "ana/two#1 plays");
    await(&s, "ana/cauto#1 plays");
    await(&s, "ana/random#1 plays");
    await_table();
    a_season_is_closed();
    end(&s);
}

/* The second of the author's two commands, pasted into a shell as it was printed: a bundled bot stands for their own. */
static pid_t start_far(const char *printed)
{
    char path[PATH_MAX], line[3 * PATH_MAX], *at = strstr(printed, "--connect ");
    assert_non_null(at);
    bundled("cauto", path);
    snprintf(line, sizeof line, "exec '%s' %s", path, at);
    return begin_words((struct streams){ .fd = { 0 } }, (const char *const[]){ "/bin/sh", "-c", line, NULL });
}

/* Two commands of the host, two of an author whom nobody knows: their bot, which runs at home, is in the table. */
TEST_WITH(a_remote_bot_needs_no_third_command, setup, teardown)
{
    char url[64] = "", key[PATH_MAX], account[PATH_MAX];
    struct serving s;
    struct run r = { 0 };
    bool rated = false;
    assert_run(LADDER("init", "--store", store, "--host", "ana", "--enter", "random"), 0, "ana/random#1 is entered");
    serve(&s, (const char *const[]){ "--workers", "2", "--tables", "0", NULL });
    await(&s, "http://127.0.0.1:");
    await(&s, "ana/random#1 plays");
    assert_int_equal(sscanf(strstr(s.text, "http://"), "%63s", url), 1);
    snprintf(key, sizeof key, "%s/far.key", folder);
    snprintf(account, sizeof account, "%s/account", folder);
    r = LADDER("bot", "remote", "eva/far", "--server", url, "--key", key, "--account", account);
    assert_int_equal(r.code, 0);
    pid_t far = start_far(r.out);
    for (time_t last = time(NULL) + 300; !rated; rated = r.code == 0 && strstr(r.out, "eva/far")) {
        if (time(NULL) > last)
            fail_msg("it is not in the table:\n%s%s%s", r.out, r.err, s.text);
        run_free(&r);
        r = LADDER("standings", "--store", store);
    }
    run_free(&r);
    kill(far, SIGKILL);
    waitpid(far, NULL, 0);
    end(&s);
}

/* As an ordinary user, who is the one that the guide left without a game. */
TEST(an_ordinary_users_commands_play)
{
    if (geteuid() == 0 && !can_be_nobody()) {
        skipped("the guide's commands as an ordinary user", "nobody's rights cannot be taken here");
        skip();
    }
    who = geteuid() ? &ourselves : &nobody;
    setup(state);
    the_guides_commands_play(state);
    teardown(state);
    who = &ourselves;
}

/* Anyone who asks for strict by name gets it or a reason, before a bot waits for ever: each remedy where two at most are missing. */
TEST(what_is_asked_for_holds_or_is_refused)
{
    char key[SCRATCH_ROOM + 32];
    if (geteuid() == 0 && !can_be_nobody()) {
        skipped("a jail that is asked for by name", "nobody's rights cannot be taken here");
        skip();
    }
    who = geteuid() ? &ourselves : &nobody;
    setup(state);
    begin();
    assert_run(LADDER("serve", "--store", store, "--listen", "127.0.0.1:0", "--workers", "1", "--jail", "strict"), 3,
               layers_missing() <= 2 ? "own user: only root can give user ids: run the arbiter as root"
                                     : ": `fiel jail-test` tells what each needs: without --jail what holds is taken");
    assert_run(LADDER("serve", "--store", store, "--listen", "127.0.0.1:0", "--jail", "loose"), 2,
               "strict, basic or none");
    for (const char *const *at = (const char *const[]){ "host:7440", "0.0.0.0:7440", ":7440", NULL }; *at; at++)
        assert_run(LADDER("serve", "--store", store, "--door", *at), 2, "this machine's IP address and a port");
    assert_run(LADDER("serve", "--store", store, "--listen", "127.0.0.1:0", "--signing-key", "no.key"), 3,
               "--signing-key: no.key: No such file or directory: name one that is there");
    snprintf(key, sizeof key, "%s/worker.key", folder);
    assert_run(LADDER("worker-key", "new", "attic", "--to", key, "--store", store), 0, "worker attic");
    assert_run(LADDER("worker", "--server", "http://127.0.0.1:9", "--worker-key", key, "--jail", "loose"), 2,
               "strict, basic or none");
    teardown(state);
    who = &ourselves;
}

/* What plays at once here has room at once: more workers are refused, and tables that nobody asked for become fewer. */
TEST_WITH(no_more_play_than_there_is_room_for, setup, teardown)
{
    char rule[PATH_MAX + 32], memory[PATH_MAX], key[PATH_MAX];
    struct serving s;
    begin();
    snprintf(memory, sizeof memory, "%s/meminfo", folder);
    spill(memory, "MemTotal: 4800000 kB\n", 21);
    snprintf(rule, sizeof rule, "/proc/meminfo=%s", memory);
    snprintf(key, sizeof key, "%s/worker.key", folder);
    assert_run(LADDER("init", "--store", store, "--host", "ana", "--enter", "all"), 0, "ana/campeon#1 is entered");
    assert_run(LADDER("worker-key", "new", "attic", "--to", key, "--store", store), 0, "worker attic");
    setenv("FIEL_INSTEAD", rule, 1);
    assert_true(shim_load("scarce.so"));
    assert_run(LADDER("serve", "--store", store, "--listen", "127.0.0.1:0", "--workers", "8", "--jail", "basic"), 3,
               "serve: 8 matches at once may take ");
    assert_run(LADDER("serve", "--store", store, "--listen", "127.0.0.1:0", "--tables", "9", "--jail", "basic"), 3,
               "serve: 9 matches at once may take ");
    assert_run(LADDER("worker", "--server", "http://127.0.0.1:9", "--worker-key", key, "--workers", "8"), 3,
               "worker: 8 matches at once may take ");
    serve(&s, (const char *const[]){ "--workers", "1", "--jail", "basic", NULL });
    shim_unload();
    unsetenv("FIEL_INSTEAD");
    await(&s, "serve: 5 matches at once may take ");
    await(&s, " people play against bots at once (--tables)");
    await(&s, "ana/cauto#1 plays");
    end(&s);
}

/* A bot that is none: its host reads it at the terminal that serves, and where the table would be. */
TEST_WITH(a_bot_that_breaks_is_told_of, setup, teardown)
{
    struct serving s;
    begin();
    assert_run(LADDER("standings", "--store", store), 2,
               "has no ladder yet: the first bot makes one (fiel-ladder enter)");
    assert_run(LADDER("enter", "--store", store, "ana/broken", "/bin/false"), 0, "it plays when it has passed a match");
    assert_run(LADDER("standings", "--store", store), 1, "ana/broken#1 waits for a match against itself");
    serve(&s, (const char *const[]){ "--tables", "0", NULL });
    await(&s, "one bot is here: a pair takes two");
    await(&s, "no worker plays here");
    end(&s);
    serve(&s, (const char *const[]){ "--workers", "1", "--tables", "0", NULL });
    await(&s, "ana/broken#1 is disabled: in a match against itself: ");
    end(&s);
    assert_run(LADDER("standings", "--store", store), 1, "ana/broken#1 is disabled: in a match against itself: ");
}

TEST_WITH(what_is_no_bot_is_not_entered, setup, teardown)
{
    char path[PATH_MAX], tar[PATH_MAX];
    begin();
    make_folder_bot(path);
    assert_run(LADDER("enter", "--store", store, "ana/two", path), 2, "bot");
    assert_run(LADDER("enter", "--store", store, "ana/two", path, "--run", "./other"), 2, "other");
    assert_run(LADDER("enter", "--store", store, "ana/two", "/no/such/thing"), 2, "there is no /no/such/thing");
    snprintf(tar, sizeof tar, "%s/two.tar.gz", folder);
    const char *const pack[] = { "/bin/tar", "-czf", tar, "-C", path, ".", NULL };
    run_says(run_words(pack, NULL), 0, NULL);
    assert_run(LADDER("enter", "--store", store, "ana/two", tar, "--run", "./start"), 0, "ana/two#1 is entered");
    assert_run(LADDER("enter", "--store", store, "ana/two", tar, "--run", "./start"), 0, "--beside leaves them");
    assert_run(LADDER("enter", "--store", store, "--beside", "ana/two", tar, "--run", "./start"), 0,
               "against\n    itself\n");
}

/* A mistyped name makes nothing; what is made is said. */
TEST_WITH(nobodys_account_is_made_unasked, setup, teardown)
{
    begin();
    assert_run(LADDER("enter", "--store", store, "nobdy/x", "cauto"), 2,
               "nobody here is called nobdy: write the name as it is, or make an account that bots alone have: --new");
    assert_run(LADDER("person", "nobdy", "--store", store), 2, "there is no such person");
    assert_run(LADDER("standings", "--store", store), 2, "has no ladder yet");
    assert_run(LADDER("enter", "--store", store, "club/x", "cauto", "--new"), 0,
               "club is a new account, to which nobody can sign in argentino is a new ladder: argentino, 2 seats");
    assert_run(LADDER("enter", "--store", store, "club/y", "cauto", "--new", "--ladder", "mano", "--rules", "paulista"),
               0, "mano is a new ladder: paulista, 2 seats club/y#1 is entered");
    assert_run(LADDER("enter", "--store", store, "club/y", "cauto", "--ladder", "a/b"), 2, "it stands in an address");
    assert_run(LADDER("enter", "--store", store, "club/y", "cauto", "--ladder", "new", "--rules", "no"), 2,
               "no preset");
    assert_run(LADDER("enter", "--store", store, "club/y", "cauto", "--ladder", "new", "--games", "0"), 2, "1 to 128");
    static char longest[5000];
    memset(longest, 'x', sizeof longest - 1);
    static const char *const wrong[][4] = { { "--rules", "bananas", "new1/bot", "--ladder=new1" },
                                            { "--ladder", "bad code!", "new1/bot", "--rules=paulista" },
                                            { "--run", longest, "new1/bot", "--rules=paulista" },
                                            { "--rules", "paulista", "new1/bo t", "--ladder=new1" },
                                            { "--rules", "paulista", "new1/../x", "--ladder=new1" } };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_run(
            LADDER("enter", "--store", store, "--new", wrong[i][0], wrong[i][1], wrong[i][3], wrong[i][2], "cauto"), 2,
            "");
    assert_run(LADDER("person", "new1", "--store", store), 2, "there is no such person");
    assert_run(LADDER("standings", "--store", store, "new1"), 2, "");
    assert_run(LADDER("person", "rosa", "--new", "--store", store), 0, "");
    assert_run(LADDER("enter", "--store", store, "--new", "rosa/x", "cauto"), 2, "somebody signs in to that account");
    assert_run(LADDER("enter", "--store", store, "club/z", "cauto", "--json"), 0, "\"new_author\":false");
}
