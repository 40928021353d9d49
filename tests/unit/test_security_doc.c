/* security_doc: every promise of SECURITY.md and every claim of DEAL.md names what tests it, and what a page names is there. */
#include <ctype.h>
#include <glob.h>

#include "support/test.h"

enum { LINE = 4096, NAME = 100 };

static bool lies(const char *pattern)
{
    glob_t found;
    bool there = !glob(pattern, 0, NULL, &found);
    globfree(&found);
    return there;
}

/* A function of the tests: its name stands at one's definition. */
static bool is_function(const char *name)
{
    static char all[1 << 18];
    char wanted[NAME + 8];
    FILE *list = *all ? NULL : popen("grep -rhoE '^TEST(_WITH)?\\(\\w+' tests", "r");
    if (list) {
        all[fread(all, 1, sizeof all - 2, list)] = '\n';
        pclose(list);
    }
    snprintf(wanted, sizeof wanted, "(%s\n", name);
    return strstr(all, wanted);
}

static bool begins(const char *name, const char *with) { return !strncmp(name, with, strlen(with)); }

static bool is_word(const char *name)
{
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_/*.");
    return n > 0 && !name[n];
}

/* Whether this word names a test or a hostile program; *there, whether that exists. */
static bool names_test(const char *name, bool *there)
{
    char path[3 * NAME], ladder[3 * NAME];
    *there = false;
    if (!is_word(name))
        return false;
    if (begins(name, "e2e/"))
        snprintf(path, sizeof path, "tests/%s.c", name);
    else if (begins(name, "tests/bad/"))
        snprintf(path, sizeof path, "%s.c", name);
    else if (begins(name, "tests/"))
        snprintf(path, sizeof path, "%s", name);
    else if (begins(name, "sim_"))
        snprintf(path, sizeof path, "tests/sim/%s.c", name);
    else if (begins(name, "fuzz_"))
        snprintf(path, sizeof path, "tests/fuzz/%s.c", name);
    else if (begins(name, "test_"))
        snprintf(path, sizeof path, "tests/unit/%s.c", name);
    else
        return *there = strchr(name, '_') && !strpbrk(name, "/*.") && is_function(name);
    snprintf(ladder, sizeof ladder, "tests/ladder/%s.c", name);
    *there = lies(path) || (begins(name, "test_") && (lies(ladder) || is_function(name)));
    return true;
}

/* How many tests the text names, in words between backticks; what is not there is said, and counted. */
static unsigned tests_in(const char *text, unsigned *missing)
{
    unsigned count = 0;
    for (const char *at = strchr(text, '`'), *end; at && (end = strchr(at + 1, '`')); at = strchr(end + 1, '`')) {
        char name[NAME] = "";
        bool there;
        if (end - at - 1 < NAME)
            memcpy(name, at + 1, (size_t)(end - at - 1));
        if (!names_test(name, &there))
            continue;
        count += there;
        if (!there && ++*missing)
            print_message("there is no %s\n", name);
    }
    return count;
}

/* The last cell of a row; NULL: the line is none. */
static const char *last_cell(char *line)
{
    size_t n = strlen(line);
    while (n && isspace((unsigned char)line[n - 1]))
        line[--n] = '\0';
    if (line[0] != '|' || n < 2 || line[n - 1] != '|')
        return NULL;
    line[n - 1] = '\0';
    return strrchr(line, '|') + 1;
}

/* Rows of this text whose promise names no test; "the same" goes by the row above. */
static unsigned bare_rows(FILE *f, unsigned *missing, unsigned *rows)
{
    char line[LINE];
    bool promises = false;
    unsigned bare = 0;
    *missing = *rows = 0;
    while (fgets(line, sizeof line, f)) {
        unsigned named = tests_in(line, missing);
        const char *cell = last_cell(line);
        if (!cell) {
            promises = false;
            continue;
        }
        if (strstr(cell, "tested by")) {
            promises = true;
            continue;
        }
        if (!promises || strspn(cell, "- ") == strlen(cell))
            continue;
        unsigned ignored = 0;
        named = tests_in(cell, &ignored) || !strcmp(cell, " the same ");
        ++*rows;
        if (!named && ++bare)
            print_message("no test: %.90s...\n", line + 2);
    }
    return bare;
}

static void hold_page(const char *path, unsigned at_least)
{
    unsigned missing, rows;
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    unsigned bare = bare_rows(f, &missing, &rows);
    fclose(f);
    assert_true(rows >= at_least);
    assert_int_equal(bare, 0);
    assert_int_equal(missing, 0);
}

TEST(every_promise_names_its_test)
{
    hold_page("SECURITY.md", 50);
    hold_page("spec/DEAL.md", 7);
}

/* So do the other pages, as far as they promise; and each test that one names is there. */
TEST(every_page_names_tests_that_are_there)
{
    glob_t pages;
    assert_int_equal(glob("{.,docs,spec,ladder,sdk/*}/*.md", GLOB_BRACE, NULL, &pages), 0);
    for (size_t i = 0; i < pages.gl_pathc; i++)
        hold_page(pages.gl_pathv[i], 0);
    globfree(&pages);
}

/* What it is to find. */
TEST(a_bare_promise_is_found)
{
    static char text[] = "| a bot | rests on | tested by |\n|---|---|---|\n| reads nothing | `openat2` | `e2e/jail` |\n"
                         "| writes nothing | Landlock | care |\n| sees nobody | a wall | `e2e/nowhere` |\n"
                         "| ends | a clock | the same |\n\nAnd `test_nobody_wrote`, not `RLIMIT_AS`.\n";
    unsigned missing, rows;
    FILE *f = fmemopen(text, sizeof text - 1, "r");
    assert_non_null(f);
    assert_int_equal(bare_rows(f, &missing, &rows), 2);
    assert_int_equal(missing, 2);
    assert_int_equal(rows, 4);
    fclose(f);
}
