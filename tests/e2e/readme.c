/* readme: what README.md tells to type works, and what it shows below is what that prints, except for numbers and for who wins.
 *
 * In a block marked `console` every line "$ ..." is run, by one shell, in a folder of its own, which has the page's bot; the lines below are
 * what it prints on stdout.  With FIEL_WRITE_DOCS=1 they are put there. */
#include "folder.h"

#include <ctype.h>

enum { COMMANDS = 16, TEXT = 1 << 16, WORD = 64 };

static struct shown {
    char *command, *below; /* into the page */
    size_t size;           /* of what stands below it */
} shown[COMMANDS];

/* The commands of a page; how many. */
static unsigned commands_of(char *page)
{
    unsigned n = 0;
    bool console = false;
    for (char *line = page; *line; line += strcspn(line, "\n") + 1) {
        size_t size = strcspn(line, "\n") + 1;
        if (!strncmp(line, "```", 3)) {
            console = !strncmp(line, "```console\n", 11);
        } else if (console && !strncmp(line, "$ ", 2)) {
            assert_true(n < COMMANDS);
            shown[n++] = (struct shown){ .command = line + 2, .below = line + size };
        } else if (console && n) {
            shown[n - 1].size += size;
        }
    }
    return n;
}

/* Runs them; what each printed, one after the other, in out. */
static void run_all(unsigned n, char *out[COMMANDS])
{
    char *bin = realpath(build_dir(), NULL), name[32], script[TEXT];
    int at = snprintf(script, sizeof script, "set -e\nPATH='%s/bin':$PATH\ncd '%s'\n", bin, folder);
    for (unsigned i = 0; i < n; i++)
        at += snprintf(script + at, sizeof script - (size_t)at, "{ %.*s\n} > out%u\n",
                       (int)strcspn(shown[i].command, "\n"), shown[i].command, i);
    const char *const words[] = { "/bin/sh", "-c", script, NULL };
    OWNED_RUN r = run_words(words, NULL);
    if (r.code)
        fail_msg("README.md: exit %d\n%s\n%s", r.code, script, r.err);
    free(bin);
    for (unsigned i = 0; i < n; i++) {
        snprintf(name, sizeof name, "out%u", i);
        out[i] = slurp(in_dir(name), NULL);
    }
}

/* --- words: "#" for those with a figure and for units of time and size, "B" for a bot's name ------------------------- */

static bool one_of(const char *word, size_t n, const char *const *list)
{
    while (n && strchr(",:)", word[n - 1]))
        n--;
    for (; *list; list++)
        if (strlen(*list) == n && !strncmp(*list, word, n))
            return true;
    return false;
}

/* The next word of a text into `word`, and behind it; figures that follow each other are one.  NULL: there is none. */
static const char *next_word(const char *at, const char *end, char word[WORD], const char *before)
{
    static const char *const bots[] = { "cauto", "embustero", "random", NULL };
    static const char *const units[] = { "us", "ms", "s", "kB", "MB", NULL };
    while (at < end) {
        bool figure = false;
        size_t n;
        at += strspn(at, " \n");
        n = at < end ? strcspn(at, " \n") : 0;
        for (size_t k = 0; k < n; k++)
            figure |= isdigit((unsigned char)at[k]) != 0;
        figure |= one_of(at, n, units);
        snprintf(word, WORD, "%.*s", figure || one_of(at, n, bots) ? 1 : (int)n,
                 figure                ? "#"
                 : one_of(at, n, bots) ? "B"
                                       : at);
        at += n;
        if (n && (!figure || strcmp(before, "#") != 0))
            return at;
    }
    return NULL;
}

/* The words that are shown are printed, in this order: where a line ends depends on the figures in it. */
static void compare(const struct shown *s, const char *printed)
{
    char want[WORD] = "", is[WORD] = "", before[WORD];
    const char *end = printed + strlen(printed), *below = s->below;
    for (;;) {
        strcpy(before, want);
        if (!(below = next_word(below, s->below + s->size, want, before)))
            return;
        do {
            strcpy(before, is);
            printed = printed ? next_word(printed, end, is, before) : NULL;
        } while (printed && strcmp(want, is) != 0);
        if (!printed)
            fail_msg("README.md shows below `%.*s` what it does not print: '%s', at\n%.200s",
                     (int)strcspn(s->command, "\n"), s->command, want, below);
    }
}

/* The page with what was printed in the place of what stood below. */
static void write_page(const char *page, unsigned n, char *const *out)
{
    FILE *f = fopen("README.md", "w");
    const char *from = page;
    assert_non_null(f);
    for (unsigned i = 0; i < n; i++) {
        fwrite(from, 1, (size_t)(shown[i].below - from), f);
        fputs(out[i], f);
        from = shown[i].below + shown[i].size;
    }
    fputs(from, f);
    fclose(f);
}

TEST_WITH(what_it_shows_is_what_is_printed, folder_make, folder_remove)
{
    char *page = slurp("README.md", NULL), *out[COMMANDS];
    const char *bot = strchr(strstr(page, "\n```python\n") + 1, '\n') + 1;
    unsigned n = commands_of(page), lines = 0;
    assert_true(n >= 5);
    spill(in_dir("bot"), bot, (size_t)(strstr(bot, "```") - bot));
    assert_int_equal(chmod(in_dir("bot"), 0755), 0);
    run_all(n, out);
    if (getenv("FIEL_WRITE_DOCS"))
        write_page(page, n, out);
    for (unsigned i = 0; i < n; i++) {
        lines += shown[i].size > 0;
        if (!getenv("FIEL_WRITE_DOCS"))
            compare(&shown[i], out[i]);
        free(out[i]);
    }
    assert_true(lines >= 3 || getenv("FIEL_WRITE_DOCS")); /* the match, its audit, the tournament */
    free(page);
}

/* "](docs/play.md)" is there, and the page stays short. */
TEST(its_links_lead_somewhere)
{
    char *page = slurp("README.md", NULL), path[256];
    unsigned lines = 0;
    for (char *at = page; (at = strstr(at, "]("));) {
        at += 2;
        snprintf(path, sizeof path, "%.*s", (int)strcspn(at, "#)"), at);
        if (strncmp(at, "http", 4) != 0 && access(path, R_OK))
            fail_msg("README.md: %s is not there", path);
    }
    for (const char *at = page; *at; at++)
        lines += *at == '\n';
    assert_in_range(lines, 60, 150);
    free(page);
}
