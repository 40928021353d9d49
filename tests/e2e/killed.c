/* killed: what becomes of a match when one of its processes is killed in the middle of it. */
#include "hands.h"

#include <limits.h>
#include <stdalign.h>
#include <sys/syscall.h>

#include "running.h"

enum { AT_ONCE = 4 /* matches that are resumed at one moment */ };

#define SLOW "10ms"

/* By the kernel, or by a check of its own: an assertion that fails voids nothing, and anyone who loses gains nothing by it. */
static void referee_ended(int by)
{
    OWNED_MATCH m;
    match_start(&m, "10000", false);
    match_moves(&m, PLAYED);
    kill(wait_for_child(&m, "fiel referee "), by);
    OWNED_RUN r = match_end(&m);
    assert_int_equal(r.code, 3);
    assert_says(r.err, "the referee ended early");
    assert_says(r.err, m.replay);
    assert_int_equal(access(m.replay, R_OK), 0);
    assert_int_equal(audit(&m), 1); /* what is there is no complete match */
    assert_says(r.err, "--resume");
}

TEST(referee_killed)
{
    referee_ended(SIGKILL);
    referee_ended(SIGABRT);
}

TEST(seat_killed_is_started_again)
{
    OWNED_MATCH m;
    match_start(&m, GAMES_ENOUGH, true);
    match_moves(&m, PLAYED);
    kill(wait_for_child(&m, "fiel seat "), SIGKILL);
    OWNED_RUN r = match_end(&m);
    assert_int_equal(r.code, 0);
    assert_says(r.out, "\"outcome\":\"played\"");
    assert_says(r.out, "\"faults\":[]"); /* it was nobody's fault */
    assert_int_equal(audit(&m), 0);
}

TEST(bot_killed_once_is_started_again)
{
    OWNED_MATCH m;
    match_start(&m, GAMES_ENOUGH, true);
    match_moves(&m, PLAYED);
    kill(wait_for_child(&m, "random "), SIGKILL);
    run_says(match_end(&m), 0, "\"outcome\":\"played\"", NULL);
    assert_int_equal(audit(&m), 0);
}

TEST(bot_killed_again_and_again_loses)
{
    OWNED_MATCH m;
    pid_t before = 0, bot;
    match_start(&m, "10000", true);
    for (int i = 0; i < 3; i++) {
        do
            bot = wait_for_child(&m, "cauto ");
        while (bot == before);
        match_moves(&m, PLAYED);
        kill(bot, SIGKILL);
        before = bot;
    }
    run_says(match_end(&m), 0, "\"outcome\":\"fault\"", "\"fault\":\"crashed\"", "\"winner_name\":\"random\"", NULL);
    assert_int_equal(audit(&m), 0);
}

TEST(interrupted_match_is_void)
{
    static const int signals[] = { SIGINT, SIGTERM };
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        OWNED_MATCH m;
        match_start(&m, "10000", false);
        match_moves(&m, PLAYED);
        kill(m.pid, signals[i]);
        run_says(match_end(&m), 3, "the match was cancelled", NULL);
        assert_int_equal(access(m.replay, R_OK), 0);
    }
}

/* Twice at once, by others, after the end, with other options: nothing is spoiled. */
TEST(resumed_wrongly)
{
    OWNED_MATCH m;
    match_start(&m, "4", true);
    match_moves(&m, PLAYED);
    run_says(run("fiel", "match", "--resume", m.replay, "--json", NULL), 3, NULL); /* while it is played */
    OWNED_RUN r = match_end(&m);
    assert_int_equal(r.code, 0);
    assert_int_equal(audit(&m), 0);
    run_free(&r);
    ends(3, "a match that was broken off leaves it", "fiel", "match", "--resume", m.replay, NULL);
    r = run("fiel", "match", "--resume", m.replay, "--games", "3", NULL);
    assert_int_equal(r.code, 2);
    assert_says(r.err, "keeps what it began with");
}

/* --- several at one moment -------------------------------------------------------------------------- */

/* One of them plays the match, which none of the others has touched. */
static void one_plays(const struct match *m, const struct hand hands[HANDS])
{
    run_says(hands_one_plays(hands), ANY_CODE, "\"outcome\":\"played\"", "\"faults\":[]", NULL);
    assert_int_equal(audit(m), 0);
    assert_int_equal(rmdir(m->temp), 0); /* nothing of anybody's is left */
}

/* The supervisors of some matches are killed, and all of them are resumed at one moment by several each. */
TEST(resumed_by_several_at_once)
{
    struct match m[AT_ONCE];
    struct hand hands[AT_ONCE][HANDS];
    int go[2];
    for (unsigned k = 0; k < AT_ONCE; k++) {
        match_start_at(&m[k], "4", true, SLOW); /* so that one still plays when the others come, on any machine */
        match_moves(&m[k], BEGUN);
        kill(m[k].pid, SIGKILL);
        assert_int_equal(waitpid(m[k].pid, NULL, 0), m[k].pid);
    }
    assert_int_equal(pipe(go), 0);
    for (unsigned k = 0; k < AT_ONCE; k++)
        for (unsigned i = 0; i < HANDS; i++)
            hand_ready(&hands[k][i], m[k].dir, m[k].temp, i, go, (const char *[HAND_WORDS]){ "--resume", m[k].replay });
    close(go[0]);
    close(go[1]);
    for (unsigned k = 0; k < AT_ONCE; k++) {
        struct run none = { 0 };
        one_plays(&m[k], hands[k]);
        match_drop(&m[k], &none);
    }
}

/* Several at one moment for one name that nobody has yet: one match is played, and nothing of it is touched by the others. */
TEST(one_name_for_several)
{
    OWNED_MATCH m = { .pid = 0 };
    struct hand hands[HANDS];
    char words[2][96];
    int go[2];
    match_place(&m);
    snprintf(words[0], sizeof words[0], "--replay=%s", m.replay);
    assert_int_equal(pipe(go), 0);
    for (unsigned i = 0; i < HANDS; i++)
        hand_ready(&hands[i], m.dir, m.temp, i, go,
                   (const char *[HAND_WORDS]){ words[0], "--bot=cauto", "--bot=random", "--tick=" SLOW });
    close(go[0]);
    close(go[1]);
    OWNED_RUN none = { 0 };
    one_plays(&m, hands);
}

static void assert_beside(const struct match *m, const char *end, bool there)
{
    char path[96];
    snprintf(path, sizeof path, "%.*s%s", (int)(strlen(m->replay) - strlen(".replay")), m->replay, end);
    if (there == (access(path, F_OK) != 0))
        fail_msg("%s %s", path, there ? "is gone" : "is there");
}

/* A new match does not get the name of one that is played, or that waits to be resumed, and takes nothing from it. */
TEST(name_in_use)
{
    OWNED_MATCH m;
    char who[64];
    match_start_at(&m, "4", true, SLOW);
    match_moves(&m, BEGUN);
    OWNED_RUN r = run("fiel", "match", "--bot", "cauto", "--bot", "random", "--replay", m.replay, NULL);
    assert_int_equal(r.code, 3);
    snprintf(who, sizeof who, "process %d", (int)m.pid);
    assert_says(r.err, who);
    assert_beside(&m, ".resume", true);
    run_free(&r);
    kill(m.pid, SIGKILL);
    assert_int_equal(waitpid(m.pid, NULL, 0), m.pid);
    assert_beside(&m, ".lock", true); /* of which nobody holds anything */
    r = run("fiel", "match", "--bot", "cauto", "--bot", "random", "--replay", m.replay, NULL);
    assert_int_equal(r.code, 3);
    assert_says(r.err, "already there");
    assert_beside(&m, ".resume", true);
    run_free(&r);
    r = run("fiel", "match", "--resume", m.replay, "--json", NULL);
    if (r.code != 0)
        fail_msg("exit %d\n%s", r.code, r.err);
    assert_says(r.out, "\"faults\":[]");
    assert_beside(&m, ".lock", false);
    assert_int_equal(audit(&m), 0);
}

/* Nobody outlives the supervisor, however it ends. */
TEST(supervisor_killed_takes_all_with_it)
{
    static const char *const words[] = { "fiel referee ", "fiel seat ", "cauto ", "random " };
    struct match m;
    struct pollfd ended[4];
    match_start(&m, "10000", false);
    match_moves(&m, PLAYED);
    for (int i = 0; i < 4; i++) {
        ended[i] = (struct pollfd){ .fd = (int)syscall(SYS_pidfd_open, wait_for_child(&m, words[i]), 0),
                                    .events = POLLIN };
        assert_true(ended[i].fd >= 0);
    }
    kill(m.pid, SIGKILL);
    assert_int_equal(waitpid(m.pid, NULL, 0), m.pid);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(poll(&ended[i], 1, HANG_SECONDS * 1000), 1);
        close(ended[i].fd);
    }
    close(m.watch);
    scratch_remove(m.dir);
}

/* Whenever a match is killed, a replay without a note is one with a result: none is made before there is a note. */
TEST(a_replay_comes_behind_its_note)
{
    OWNED_MATCH m;
    alignas(struct inotify_event) char events[16 * (sizeof(struct inotify_event) + NAME_MAX + 1)];
    bool noted = false, made = false;
    match_place(&m);
    int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    assert_true(inotify_add_watch(watch, m.dir, IN_CREATE | IN_MOVED_TO | IN_DELETE) >= 0);
    match_run(&m, (const char *const[]){ "--bot", "cauto", "--bot", "random", NULL });
    run_says(match_end(&m), 0, NULL);
    for (ssize_t n; (n = read(watch, events, sizeof events)) > 0;)
        for (char *at = events; at < events + n;
             at += sizeof(struct inotify_event) + ((struct inotify_event *)(void *)at)->len) {
            const struct inotify_event *e = (struct inotify_event *)(void *)at;
            noted = noted || !strcmp(e->name, "m.resume");
            bool replay = !strcmp(e->name, "m.replay");
            assert_false(replay && (!noted || (e->mask & IN_DELETE)));
            made = made || replay;
        }
    assert_true(made);
    close(watch);
}
