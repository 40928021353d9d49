/* streams: standard descriptors that are closed, disks that are full, and texts that another system has written. */
#include "folder.h"

/* `fiel WORDS` by a shell in the test's folder, with `more` behind them: where its streams go.  The exit code. */
static int played(const char *words, const char *more)
{
    return shell("cd '%s' && PATH=\"$B/bin:$PATH\" && fiel %s %s", folder, words, more);
}

#define QUICK "--rules argentino,target=2 --bot cauto --bot random"

/* Whatever is closed, the match is played and its record is whole. */
TEST_WITH(closed_descriptors, folder_make, folder_remove)
{
    static const char *const closed[] = { ">&-", "2>&-", "<&-", ">&- 2>&-", "<&- >&- 2>&-" };
    char words[256], file[32];
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
        snprintf(file, sizeof file, "c%zu.replay", i);
        snprintf(words, sizeof words, "match " QUICK " --games 1 --replay %s", file);
        assert_int_equal(played(words, closed[i]), 0);
        ends(0, "", "fiel-audit", in_dir(file), NULL);
        snprintf(words, sizeof words,
                 "measure --pairs 1 --within 1 --rules argentino,target=2 --replays m%zu cauto random", i);
        assert_int_equal(played(words, closed[i]), 0);
    }
}

static void expect_said(int code, int wanted, const char *says)
{
    OWNED char *text = slurp(in_dir("err"), NULL);
    if (code != wanted)
        fail_msg("exit %d: %s", code, text);
    assert_says(text, says);
}

/* The match is played all the same. */
TEST_WITH(events_on_a_full_disk, folder_make, folder_remove)
{
    int code = played("match " QUICK " --games 1 --replay e.replay --events 3", "3>/dev/full >/dev/null 2>err");
    expect_said(code, 3, "--events: not all that happened could be written: No space left on device: make room");
    ends(0, "", "fiel-audit", in_dir("e.replay"), NULL);
    code = played("match --duplicate " QUICK " --games 1 --replay pairs --events 3", "3>/dev/full >/dev/null 2>err");
    expect_said(code, 3, "--events: not all that happened");
}

TEST_WITH(a_range_is_told, folder_make, folder_remove)
{
    expect_said(played("measure --sprt 500,1500 --pairs 2 cauto random", "2>err"), 2, "from -1000 to 1000");
}

/* --- of another system ----------------------------------------------------------------------------------------- */

TEST_WITH(scripts, folder_make, folder_remove)
{
    static const struct {
        const char *text, *says;
    } rows[] = {
        { "#!/bin/sh\r\nexec true\r\n", "has the line ends of Windows" },
        { "#!/usr/bin/env python3\r\n", "has the line ends of Windows" },
        { "\xef\xbb\xbf#!/bin/sh\nexec true\n", "begins with a byte order mark" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        spill(in_dir("bot"), rows[i].text, strlen(rows[i].text));
        assert_int_equal(chmod(in_dir("bot"), 0755), 0);
        expect_said(played("match --bot ./bot --bot random --replay s.replay", "2>err"), 2, rows[i].says);
        expect_said(played("measure ./bot random", "2>err"), 2, rows[i].says);
        expect_said(played("tournament --bot ./bot --bot random --to t", "2>err"), 2, rows[i].says);
        assert_int_equal(access(in_dir("s.replay"), F_OK), -1);
        assert_int_equal(access(in_dir("t"), F_OK), -1);
    }
}

/* A stranger's such script loses, as every program that does not start, and the host is told why. */
TEST_WITH(a_strangers_script, folder_make, folder_remove)
{
    spill(in_dir("bot"), "#!/bin/sh\r\n", 11);
    assert_int_equal(chmod(in_dir("bot"), 0755), 0);
    expect_said(played("match --bot ./bot --bot random --jail none --replay s.replay --artifacts -,-", "2>err >said"),
                0, "has the line ends of Windows");
    OWNED char *said = slurp(in_dir("said"), NULL);
    assert_says(said, "crashed");
}

TEST_WITH(lists_of_bots, folder_make, folder_remove)
{
#define BOM "\xef\xbb\xbf"
    static const char *const lists[] = { BOM "cauto\nrandom\n", "cauto\r\nrandom\r\n",
                                         BOM "# ours\r\n\r\ncauto\r\nb=random\r\n" };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        char words[128];
        spill(in_dir("list"), lists[i], strlen(lists[i]));
        snprintf(words, sizeof words, "tournament --bots list --pairs 1 --rules argentino,target=2 --to t%zu", i);
        expect_said(played(words, "2>err >said"), 0, "");
        OWNED char *said = slurp(in_dir("said"), NULL);
        assert_says(said, "cauto");
        assert_says(said, "1 of 1 pair");
    }
}

/* A name that a spreadsheet would count with is a text there. */
TEST_WITH(formulas, folder_make, folder_remove)
{
    assert_int_equal(
        played("tournament --bot +1+1=cauto --bot b=random --pairs 1 --rules argentino,target=2 --to f --csv "
               "f.csv",
               ">/dev/null 2>&1"),
        0);
    OWNED char *text = slurp(in_dir("f.csv"), NULL);
    assert_says(text, ",'+1+1,b,");
    free(text);
    assert_int_equal(played("match " QUICK " --games 1 --replay '=1+1.replay'", ">/dev/null 2>&1"), 0);
    assert_int_equal(played("replay '=1+1.replay' --csv", ">rows.csv 2>err"), 0);
    text = slurp(in_dir("rows.csv"), NULL);
    assert_says(text, "\n'=1+1.replay,");
}

int main(void)
{
    OWNED char *build = realpath(build_dir(), NULL);
    setenv("B", build, 1);
    return tests_run();
}
