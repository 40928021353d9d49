/* captured: a bot has taken over its own seat process (tests/shim/captured.c).  Whatever that sends, the match goes on, the other
 * side does not lose by it, and the record proves itself; a process that does it again is its bot's crash. */
#include "folder.h"

static const char *const ways[] = { "anchors", "action", "malformed", "leave", "flood" };

static void one_match(const char *how, bool once)
{
    char captured[512], replay[192];
    snprintf(captured, sizeof captured, "0:%s%s%s", how, once ? ":" : "", once ? in_dir(how) : "");
    snprintf(replay, sizeof replay, "%s-%d.replay", in_dir(how), once);
    assert_true(shim_load("captured.so"));
    setenv("FIEL_CAPTURED", captured, 1);
    struct run r = run("fiel", "match", "--bot", "cauto", "--bot", "random", "--games", "3", "--jail", "none", "--json",
                       "--replay", replay, NULL);
    shim_unload();
    if (r.code != 0)
        fail_msg("%s: exit %d\n%s", how, r.code, r.err);
    if (strcmp(how, "leave") != 0)
        assert_says(r.err, "the seat process of cauto is ended, and counts as one that crashed");
    assert_says(r.out, once ? "\"outcome\":\"played\"" : "\"fault\":\"crashed\"");
    assert_says(r.out, once ? "\"faults\":[]" : "\"winner_name\":\"random\"");
    run_free(&r);
    r = run("fiel-audit", replay, NULL);
    if (r.code != 0)
        fail_msg("%s: %s%s", how, r.out, r.err);
    run_free(&r);
}

static void once_is_nobodys_fault(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        one_match(ways[i], true);
}

static void again_is_its_bots_crash(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        one_match(ways[i], false);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(once_is_nobodys_fault),
                                        cmocka_unit_test(again_is_its_bots_crash) };
    return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
