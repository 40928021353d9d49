/* docs: what the pages tell people to type works, in the order in which it stands there; and their links lead somewhere.
 *
 * In a block marked `console` every line "$ ..." is run, by one shell for each page, in a folder of its own with the
 * programs in PATH.  "$ ! ..." must fail.  What serves is left running to
 * the end of the page.  https://ladder.example is a ladder that somebody else has running; who is asked for a password types
 * one.  Who runs `fiel play` sits at a terminal, and leaves.  `console postgres` has a PostgreSQL with no database of its own,
 * for which what served until then is ended.  What is marked otherwise is for a machine of its own: `make first-bot-test`,
 * `make container-test`.  What takes long by itself is run for a short time: $LEARN seconds, $PAIRS pairs.  So is every row of a table that
 * holds a command (`rows` below). */
#include <glob.h>
#include <pty.h>

#include "support/docs_server.h"
#include "support/terminal.h"
#include "folder.h"

static glob_t pages;

BEFORE_ALL(pages_find) { return glob("docs/*.md", 0, NULL, &pages); }

#define EXAMPLE "https://ladder.example"
/* What every page's script begins with.  The ladder's address comes through a pipe: who reads it waits for it. */
static const char
    before[] = "set -e\n"
               "serving= ladder=\n"
               "export LEARN=3 PAIRS=1\n" /* training.md in short */
               "trap '[ -z \"$serving\" ] || kill $serving 2>/dev/null || true; wait' EXIT\n"
               "host()\n"
               "{\n"
               "    fiel-ladder init --store sqlite:host.db --enter cauto\n"
               "    mkfifo host\n"
               "    fiel-ladder serve --store sqlite:host.db --workers 1 --jail basic --listen 127.0.0.1:0 > host &\n"
               "    serving=\"$serving $!\"\n"
               "    exec 3< host\n"
               "    read ladder <&3\n"
               "}\n";

/* A command, with the address of the ladder that runs. */
static void put_command(FILE *to, const char *line)
{
    const char *at = strstr(line, EXAMPLE);
    if (at)
        fprintf(to, "[ \"$ladder\" ] || host\n%.*s\"$ladder\"%s\n", (int)(at - line), line, at + strlen(EXAMPLE));
    else
        fprintf(to, "%s\n", line);
}

/* Runs a command with a terminal of its own, and ends its keyboard as soon as it waits for a key; its exit code. */
static int at_a_terminal(char **words)
{
    static const char waits[] = "\033[?25h", keyboard_ends = 4;
    char seen[1 << 14], letter;
    int terminal, status = 0;
    size_t at = 0;
    pid_t pid = forkpty(&terminal, NULL, NULL, NULL);
    if (pid == 0) {
        setenv("TERM", "xterm", 1);
        execvp(*words, words);
        _exit(127);
    }
    while (pid > 0 && read(terminal, &letter, 1) == 1) {
        at = letter == waits[at] ? at + 1 : letter == *waits;
        if (!waits[at] && write(terminal, &keyboard_ends, 1) == 1)
            break;
    }
    while (pid > 0 && read(terminal, seen, sizeof seen) > 0)
        ;
    return pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* Whether what stands between these marks is run here. */
static bool is_run(const char *mark)
{
    if (!strcmp(mark, "```console postgres"))
        return docs_server();
    if (!strcmp(mark, "```console gdb") || !strcmp(mark, "```console valgrind")) {
        bool gdb = !strcmp(mark, "```console gdb"),
             here = shell("command -v %s > /dev/null", mark + sizeof "```console") == 0;
        /* gdb 13 cannot call a function where the processor's state is larger than it knows. */
        bool works = here &&
                     (!gdb || !shell("gdb -batch -ex start -ex 'print (int)abs(-7)' '%s/bin/fiel' 2>&1 | grep -q '= 7'",
                                     build_dir()));
        if (!works)
            print_message("not typed: %s %s\n", mark + sizeof "```console",
                          here ? "cannot call a function here" : "is not installed");
        return works;
    }
    return !strcmp(mark, "```console");
}

/* The page's commands as a script; how many. */
static unsigned script_of(char *page, FILE *to)
{
    unsigned n = 0;
    bool console = false;
    fputs(before, to);
    for (char *line = strtok(page, "\n"); line; line = strtok(NULL, "\n")) {
        if (!strncmp(line, "```", 3))
            console = !console && is_run(line);
        else if (console && !strncmp(line, "$ ! ", 4))
            fprintf(to, "if %s; then echo 'this must fail: %s' >&2; exit 1; fi\n", line + 4, line + 4), n++;
        else if (console && (!strncmp(line, "$ fiel-ladder serve", 19) || !strncmp(line, "$ fiel-ladder worker ", 21)))
            fprintf(to, "%s > address & serving=\"$serving $!\"\n", line + 2), n++;
        else if (console && !strncmp(line, "$ fiel serve --config", 21))
            fprintf(to,
                    "mkfifo told\n%.*s 2> told & serving=\"$serving $!\"\nexec 4< told\n"
                    "while read -r said <&4; do case $said in *'\"serving\"'*) break; esac; done\n",
                    (int)(strstr(line, " 2> ") - line - 2), line + 2),
                n++;
        else if (console && !strncmp(line, "$ fiel-ladder move", 18))
            fprintf(to, "kill $serving; wait $serving || true; serving=\n%s\n", line + 2), n++;
        else if (console && !strncmp(line, "$ fiel play ", 12))
            fprintf(to, "\"$person\" %s\n", line + 2), n++;
        else if (console && !strncmp(line, "$ ", 2))
            put_command(to, line + 2), n++;
    }
    fputs("for one in $serving; do kill -0 $one; done\n", to);
    return n;
}

static void run_page(const char *page_path)
{
    char path[80], name[64], shell[4096], bin[4096], self[1024];
    OWNED char *page = slurp(page_path, NULL);
    snprintf(name, sizeof name, "%.*s", (int)(strlen(page_path) - strlen("docs/.md")), page_path + strlen("docs/"));
    if (strstr(page, "\n$ fiel runtime perl")) /* writes into the system: `make first-bot-test` */
        return;
    if (strstr(page, "\n$ fiel play ") && no_terminal("a person at a terminal"))
        return;
    assert_non_null(realpath("/proc/self/exe", shell));
    snprintf(self, sizeof self, "%.1000s", shell);
    snprintf(shell, sizeof shell, "%s/bin", build_dir());
    assert_non_null(realpath(shell, bin));
    snprintf(path, sizeof path, "%s.sh", name);
    FILE *f = fopen(in_dir(path), "w");
    assert_non_null(f);
    unsigned n = script_of(page, f);
    fclose(f);
    snprintf(shell, sizeof shell,
             "PATH='%.1000s':$PATH; mkdir '%s' && cd '%s' && export HOME=\"$PWD\" person='%s' && echo "
             "a-password-of-one | sh -e ../%s",
             bin, in_dir(name), in_dir(name), self, path);
    const char *const words[] = { "/bin/sh", "-c", shell, NULL };
    OWNED_RUN r = run_words(words, NULL);
    if (n && r.code) {
        printf("%s\n%s\n", r.out, r.err);
        fail_msg("docs/%s.md: exit %d", name, r.code);
    }
}

TEST_WITH(every_command_works, folder_make, folder_remove)
{
    for (size_t i = 0; i < pages.gl_pathc; i++)
        run_page(pages.gl_pathv[i]);
}

/* --- rows of tables ----------------------------------------------------------------------------------- */

/* Every command, or option with its value, that stands between backticks in a row of a page's table: what is run for it, where $row is the row's
 * own words; or why it is not.  Where the point of a row is no number, the number is smaller here: `as` has the words then. */
static const struct {
    const char *page, *row, *as, *run, *not_run;
} rows[] = {
    { "docs/run.md", "--rules paulista", NULL, "play --games 1 $row", NULL },
    { "docs/run.md", "--rules argentino,target=15", NULL, "play --games 1 $row", NULL },
    { "docs/run.md", "fiel rules argentino", NULL, "$row > told", NULL },
    { "docs/run.md", "--seats 4", NULL, "play --games 1 $row", NULL },
    { "docs/run.md", "--clock bank=30s,inc=100ms,cap=5s", NULL, "play --games 1 $row", NULL },
    /* With all of its games, for what bots and arbiter make room for follows from them; parked when a game was played. */
    { "docs/run.md", "--tables 64 --games 6400", NULL, "begun $row; blameless", NULL },
    { "docs/run.md", "--duplicate --games 200 --replay pairs", "--duplicate --games 2 --replay pairs",
      "fiel match $two $row > told; blameless", NULL },
    { "docs/run.md", "--duplicate --games 200 --games-a-leg 5", "--duplicate --games 10 --games-a-leg 5",
      "fiel match $two $row > told; blameless", NULL },
    { "docs/run.md", "--duplicate --tables 64 --games 6400", "--duplicate --tables 64 --games 64", "play $row", NULL },
    { "docs/run.md", "fiel match --resume mine.replay", NULL, "begun --games 10; $row > told", NULL },
    { "docs/run.md", "fiel match --resume mine.replay --give-up", NULL, "begun --games 10; $row > told || [ $? = 3 ]",
      NULL },
    { "docs/run.md", "fiel-audit --quiet --pair pairs/*.replay", NULL, "$row > told", NULL },
    { "docs/run.md", "--jail strict", NULL, NULL, "needs root and a runtime of this machine: e2e/jail" },
    { "docs/run.md", "fiel runtime", NULL, NULL, "writes into the system: e2e/runtime" },
    { "docs/run.md", "fiel jail-test", NULL, "$row > told || [ $? = 1 ]", NULL },
    { "docs/measure.md", "--sprt 0,20", "--sprt 0,20 --pairs 5", "measured $row", NULL },
    { "docs/measure.md", "--within 0.1", "--within 2", "measured $row", NULL },
    { "docs/measure.md", "--pairs 500", "--pairs 5", "measured $row", NULL },
    { "docs/tournament.md", "--heads N", "--heads 1",
      "fiel tournament --kind gauntlet $row --pairs 1 --rules argentino,target=3 --bot cauto --bot random --to heads > "
      "told",
      NULL },
    { "docs/bot.md", "python3 -c \"import fiel; help(fiel.View)\"", NULL, "eval \"/usr/bin/$row\" > told", NULL },
    { "docs/bot.md", "man fiel_view", NULL, NULL, "wants man: e2e/manual holds the pages" },
    { "docs/bot.md", "man 3 fiel", NULL, NULL, "wants man: e2e/manual holds the pages" },
    { "docs/bot.md", "make demo", NULL, NULL, "installs what is missing: `make demo`, `make places`" },
    { "docs/container.md", "--jail basic", NULL, NULL, "wants a container: `make container-test`" },
    { "docs/container.md", "--jail strict", NULL, NULL, "wants a container: `make container-test`" },
    { "docs/container.md", "--user 0 --cap-add SYS_ADMIN --security-opt unmask=/sys/fs/cgroup", NULL, NULL,
      "wants a container: `make container-test`" },
    { "docs/container.md", "fiel runtime", NULL, NULL, "wants a container: `make container-test`" },
    { "docs/lines.md", "fiel runtime", NULL, NULL, "as of docs/run.md" },
    { "docs/lines.md",
      "fiel runtime perl --add /usr/bin/perl --add /usr/share/perl --add /usr/share/perl5 --add "
      "/usr/lib/x86_64-linux-gnu/perl --add /usr/lib/x86_64-linux-gnu/perl-base",
      NULL, NULL, "e2e/languages" },
    { "docs/lines.md", "fiel runtime lua --add /usr/bin/lua5.4", NULL, NULL, "e2e/languages" },
    { "docs/lines.md",
      "fiel runtime ruby --add /usr/bin/ruby --add /usr/lib/ruby --add /usr/lib/x86_64-linux-gnu/ruby --add "
      "/var/lib/gems",
      NULL, NULL, "e2e/languages" },
    { "docs/lines.md", "fiel runtime jq --add /usr/bin/jq", NULL, NULL, "e2e/languages" },
    { "docs/lines.md", "--bot-memory 8G", NULL, NULL, "e2e/languages" },
    { "docs/lines.md", "--clock start=60s", NULL, NULL, "e2e/languages" },
    { "docs/deal.md", "fiel cut", NULL, NULL, "wants a host elsewhere: e2e/cutters" },
    { "README.md", "make docs", NULL, NULL, "what_is_built_holds_together runs it" },
};
enum { ROWS = sizeof rows / sizeof *rows };

static const char
    rows_begin[] = "set -e\ntwo='--bot cauto --bot embustero' n=0\nexport PYTHONPATH PAGER=cat\n"
                   "blameless() { ! grep 'fault of' told; }\n"
                   "play() { n=$((n + 1)); fiel match $two --replay play$n.replay \"$@\" > told; blameless; }\n"
                   "measured() { fiel measure cauto random --rules argentino,target=15 \"$@\" > told || [ $? = 1 ]; }\n"
                   /* A match that is parked as soon as a game of it is over. */
                   "begun() {\n"
                   "    rm -rf mine.* has; mkfifo has\n"
                   "    fiel match $two --replay mine.replay --events 3 \"$@\" > told 2> has.err 3> has & pid=$!\n"
                   "    exec 4< has\n"
                   "    while read -r line <&4; do case $line in *'\"game\",'*) break; esac; done\n"
                   "    kill -USR1 $pid 2> /dev/null || true; wait $pid || true\n"
                   "}\n";

static bool is_command(const char *text, size_t n)
{
    static const char *const begins[] = { "fiel ", "fiel-audit ", "fiel-ladder ", "make ", "man ", "python3 " };
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (!strncmp(text, begins[i], strlen(begins[i])))
            return true;
    return !strncmp(text, "--", 2) && memchr(text, ' ', n);
}

static bool is_listed(const char *page, const char *text, size_t n, bool found[ROWS])
{
    bool listed = false;
    for (size_t i = 0; i < ROWS; i++)
        if (!strcmp(rows[i].page, page) && strlen(rows[i].row) == n && !strncmp(rows[i].row, text, n))
            listed = found[i] = true;
    return listed;
}

/* The rows of one page. */
static void rows_of(const char *path, bool found[ROWS])
{
    OWNED char *page = slurp(path, NULL);
    bool code = false;
    for (char *line = strtok(page, "\n"); line; line = strtok(NULL, "\n")) {
        code = code != !strncmp(line, "```", 3);
        char *at = code || *line != '|' ? NULL : strchr(line, '`');
        for (char *end; at && (end = strchr(at + 1, '`')); at = strchr(end + 1, '`')) {
            size_t n = (size_t)(end - at - 1);
            if (is_command(at + 1, n) && !is_listed(path, at + 1, n, found))
                fail_msg("%s: the row of `%.*s` is not run: give it a line in tests/e2e/docs.c", path, (int)n, at + 1);
        }
    }
}

TEST_WITH(every_row_works, folder_make, folder_remove)
{
    static const char *const more[] = { "README.md", "ladder/README.md", "sdk/python/README.md", "sdk/js/README.md" };
    bool found[ROWS] = { false };
    char bin[4096], shell[8192], python[4096];
    for (size_t i = 0; i < pages.gl_pathc; i++)
        rows_of(pages.gl_pathv[i], found);
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        rows_of(more[i], found);
    snprintf(shell, sizeof shell, "%s/bin", build_dir());
    assert_true(realpath(shell, bin) && realpath("sdk/python", python));
    FILE *f = fopen(in_dir("rows.sh"), "w");
    assert_non_null(f);
    fputs(rows_begin, f);
    for (size_t i = 0; i < ROWS; i++) {
        if (!found[i])
            fail_msg("%s has no row with `%s` any more: take it out of tests/e2e/docs.c", rows[i].page, rows[i].row);
        if (rows[i].run)
            fprintf(f, "row='%s'\n%s\n", rows[i].as ? rows[i].as : rows[i].row, rows[i].run);
    }
    fputs("row=\n", f);
    fclose(f);
    snprintf(shell, sizeof shell,
             "cd '%.500s' && PATH='%.1000s':$PATH PYTHONPATH='%.1000s' && trap '[ -z \"$row\" ] || { echo \"the row: "
             "$row\"; cat told; } >&2' EXIT && . ./rows.sh",
             in_dir("."), bin, python);
    const char *const words[] = { "/bin/sh", "-c", shell, NULL };
    run_says(run_words(words, NULL), 0, NULL);
}

/* "](../spec/DEAL.md)": the file is there, seen from the page. */
TEST(every_link_leads_somewhere)
{
    char path[256];
    for (size_t i = 0; i < pages.gl_pathc; i++) {
        OWNED char *page = slurp(pages.gl_pathv[i], NULL);
        for (char *at = page; (at = strstr(at, "]("));) {
            at += 2;
            snprintf(path, sizeof path, "docs/%.*s", (int)strcspn(at, "#)"), at);
            if (strncmp(at, "http", 4) != 0 && access(path, R_OK))
                fail_msg("%s: %s is not there", pages.gl_pathv[i], path);
        }
    }
}

/* What a page that was built points to with this attribute is there: a file beside it, and the part with that name. */
static void points_to(const char *path, const char *page, const char *attribute)
{
    char file[512], id[64];
    for (const char *at = page; (at = strstr(at, attribute));) {
        at += strlen(attribute);
        size_t n = strcspn(at, "#\""), more = strcspn(at, "\"");
        if (!strncmp(at, "http", 4))
            continue;
        snprintf(file, sizeof file, "%s/%.*s", in_dir("html"), (int)n, at);
        if (n && access(file, R_OK))
            fail_msg("%s: %.*s is not there", path, (int)more, at);
        OWNED char *there = slurp(n ? file : path, NULL);
        snprintf(id, sizeof id, "id=\"%.*s\"", more > n ? (int)(more - n - 1) : 0, at + n + 1);
        if (more > n && !strstr(there, id))
            fail_msg("%s: nothing in %.*s has %s", path, (int)n, at, id);
    }
}

TEST_WITH(what_is_built_holds_together, folder_make, folder_remove)
{
    glob_t pages_built;
    if (system("command -v cmark-gfm > /dev/null") != 0)
        fail_msg("cmark-gfm is not there, which makes HTML of the pages: make deps-test gets it");
    const char *const words[] = { "/bin/sh", "docs/build.sh", in_dir("html"), NULL };
    run_says(run_words(words, NULL), 0, NULL);
    assert_int_equal(glob(in_dir("html/*.html"), 0, NULL, &pages_built), 0);
    for (size_t i = 0; i < pages_built.gl_pathc; i++) {
        OWNED char *page = slurp(pages_built.gl_pathv[i], NULL);
        points_to(pages_built.gl_pathv[i], page, "href=\"");
        points_to(pages_built.gl_pathv[i], page, "src=\"");
    }
    assert_true(pages_built.gl_pathc > pages.gl_pathc);
    OWNED char *list = slurp(in_dir("html/llms.txt"), NULL);
    for (size_t i = 0; i < pages_built.gl_pathc; i++)
        assert_says(list, strrchr(pages_built.gl_pathv[i], '/') + 1);
    globfree(&pages_built);
}

/* What is installed, and so what a package has, holds what its pages lead to. */
TEST_WITH(what_is_installed_holds_together, folder_make, folder_remove)
{
    char command[512], path[1024], *list, *page;
    snprintf(command, sizeof command, "cd '%s' && find . -name '*.md' > pages", in_dir("doc"));
    const char *const install[] = { "/usr/bin/make", "-s", "install-docs", "PREFIX=/usr", NULL };
    const char *const find[] = { "/bin/sh", "-c", command, NULL };
    setenv("DESTDIR", folder, 1);
    OWNED_RUN r = run_words(install, NULL);
    unsetenv("DESTDIR");
    if (r.code)
        fail_msg("make install-docs: exit %d\n%s", r.code, r.err);
    assert_int_equal(rename(in_dir("usr/share/doc/fiel"), in_dir("doc")), 0);
    run_says(run_words(find, NULL), 0, NULL);
    list = slurp(in_dir("doc/pages"), NULL);
    unsigned pages_there = 0;
    for (char *name = strtok(list, "\n"); name; name = strtok(NULL, "\n"), pages_there++) {
        snprintf(path, sizeof path, "%s/%s", in_dir("doc"), name);
        page = slurp(path, NULL);
        for (char *at = page; (at = strstr(at, "]("));) {
            at += 2;
            snprintf(path, sizeof path, "%s/%.*s/%.*s", in_dir("doc"), (int)(strrchr(name, '/') - name), name,
                     (int)strcspn(at, "#) "), at);
            if (strncmp(at, "http", 4) != 0 && access(path, R_OK))
                fail_msg("%s: %.*s is not installed", name, (int)strcspn(at, "#)"), at);
        }
        free(page);
    }
    free(list);
    assert_true(pages_there > pages.gl_pathc);
}

int main(int argc, char **argv)
{
    if (argc > 2)
        return at_a_terminal(argv + 1);
    int failed = tests_run();
    docs_server_end();
    return failed;
}
