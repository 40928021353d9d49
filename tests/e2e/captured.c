/* captured: a bot has taken over its own seat process, or its keeper (tests/shim/captured.c).  Whatever that sends, the match goes on, the other
 * side does not lose by it, and the record proves itself; a process that does it again is its bot's crash.  --trace frames shows what
 * was sent, refused frames too. */
#include "folder.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <regex.h>
#include <sys/prctl.h>

FOLDER_FOR_ALL

static const char *const ways[] = { "anchors", "action", "malformed", "leave", "flood" };

static bool of_keeper(const char *how)
{
    return !strcmp(how, "kept") || !strcmp(how, "started") || !strcmp(how, "failed");
}

static void one_match(const char *how, bool once)
{
    char captured[512], replay[192];
    snprintf(captured, sizeof captured, "0:%s%s%s", how, once ? ":" : "", once ? in_dir(how) : "");
    snprintf(replay, sizeof replay, "%s-%d.replay", in_dir(how), once);
    assert_true(shim_load("captured.so"));
    setenv("FIEL_CAPTURED", captured, 1);
    OWNED_RUN r = run("fiel", "match", "--bot", "cauto", "--bot", "random", "--games", "3", "--jail", "none", "--json",
                      "--replay", replay, NULL);
    shim_unload();
    if (r.code != 0)
        fail_msg("%s: exit %d\n%s", how, r.code, r.err);
    if (strcmp(how, "leave") != 0)
        assert_says(r.err, of_keeper(how) ? "the keeper of cauto is ended, and counts as one that crashed"
                                          : "the seat process of cauto is ended, and counts as one that crashed");
    assert_says(r.out, once ? "\"outcome\":\"played\"" : "\"fault\":\"crashed\"");
    assert_says(r.out, once ? "\"faults\":[]" : "\"winner_name\":\"random\"");
    ends(0, "", "fiel-audit", replay, NULL);
    assert_int_equal(unlink(replay), 0);
    assert_true(!once || !unlink(in_dir(how))); /* the next one does it again */
}

TEST(once_is_nobodys_fault)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        one_match(ways[i], true);
}

TEST(again_is_its_bots_crash)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        one_match(ways[i], false);
}

/* Before its bot was started nothing of that was read, so another keeper takes its place; afterwards it may be its bot's. */
TEST(a_keeper_that_says_what_nobody_asked)
{
    one_match("kept", true);
    one_match("started", false);
    one_match("failed", false);
}

/* Who sent it, its name and its length, and nothing else: so no line can hold anything of what is in a frame. */
static void every_line_has_its_form(const char *text)
{
    static const char form[] = "^frame: [a-z]+( process)? -> [a-z]+( process)?( of party [0-9]+)?: ([A-Z_]+|kind "
                               "[0-9]+), [0-9]+ bytes(: refused: it [a-z ]+)?$";
    regex_t r;
    unsigned lines = 0;
    assert_int_equal(regcomp(&r, form, REG_EXTENDED | REG_NOSUB), 0);
    for (const char *at = text; (at = strstr(at, "frame: ")); lines++) {
        char line[256];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        if (regexec(&r, line, 0, NULL, 0))
            fail_msg("a line of the trace has another form: %s", line);
        at += strlen(line);
    }
    regfree(&r);
    assert_true(lines > 20);
}

TEST(frames_are_traced)
{
    static const char *const due[] = {
        "frame: supervisor -> referee: CONTROL_CONFIG, ",
        "frame: seat process -> referee of party 1: SEAT_READY, ",
        "frame: referee -> supervisor: CONTROL_READY, ",
        "frame: supervisor -> keeper of party 0: KEEPER_START, 1 bytes",
        "frame: keeper -> supervisor of party 1: KEEPER_STARTED, ",
        "frame: referee -> seat process of party 1: TO_SEND, ",
        "frame: seat process -> referee of party 1: SEAT_ENVELOPE, ",
        "frame: referee -> supervisor: CONTROL_RESULT, ",
        "bytes: refused: it is of no kind that its sender may send",
    };
    char captured[512];
    assert_true(shim_load("captured.so"));
    snprintf(captured, sizeof captured, "0:kind:%s", in_dir("traced"));
    setenv("FIEL_CAPTURED", captured, 1);
    struct run r = run("fiel", "match", "--bot", "cauto", "--bot", "random", "--games", "1", "--jail", "none",
                       "--replay", in_dir("traced.replay"), "--trace", "frames", NULL);
    shim_unload();
    assert_int_equal(r.code, 0);
    for (size_t i = 0; i < sizeof due / sizeof *due; i++)
        assert_says(r.err, due[i]);
    every_line_has_its_form(r.err);
    run_free(&r);
    r = run("fiel", "match", "--bot", "cauto", "--bot", "random", "--games", "1", "--jail", "none", "--replay",
            in_dir("quiet.replay"), NULL);
    assert_int_equal(r.code, 0);
    assert_null(strstr(r.err, "frame: "));
    run_free(&r);
    ends(2, "match: --trace: 'cards' cannot be traced: say frames", "fiel", "match", "--bot", "cauto", "--bot",
         "random", "--trace", "cards", NULL);
}

/* A container's processes have a filter of system calls before they do anything; the last test, for nobody gets rid of one. */
TEST(behind_a_filter_as_in_a_container)
{
    struct sock_filter all = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = { 1, &all };
    assert_int_equal(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
    assert_int_equal(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
    one_match("malformed", true);
}
