/* docs: what the pages tell people to type works, in the order in which it stands there; and their links lead somewhere.
 *
 * In a block marked `console` every line "$ ..." is run, by one shell for each page, in a folder of its own with the
 * programs in PATH; in one marked `console npm` with FIEL_NPM=1 alone.  "$ ! ..." must fail.  What serves is left running to
 * the end of the page.  https://ladder.example is a ladder that somebody else has running; who is asked for a password types
 * one.  Who runs `fiel play` sits at a terminal, and leaves.  `console postgres` has a PostgreSQL with an empty database `fiel`,
 * for which what served until then is ended.  What is marked otherwise is for a machine of its own: `make first-bot-test`,
 * `make container-test`.  What takes long by itself is run for a short time: $LEARN seconds, $PAIRS pairs. */
#include <glob.h>
#include <pty.h>

#include "support/docs_server.h"
#include "support/terminal.h"
#include "folder.h"

static const char *const pages[] = { "first-bot",
                                     "first-bot-c",
                                     "first-bot-python",
                                     "first-bot-javascript",
                                     "demo",
                                     "bot",
                                     "run",
                                     "measure",
                                     "tournament",
                                     "host",
                                     "play",
                                     "match",
                                     "rules",
                                     "ladder",
                                     "ratings",
                                     "keeping",
                                     "container",
                                     "audit",
                                     "deal",
                                     "disputes",
                                     "training",
                                     "index" };
enum { PAGES = sizeof pages / sizeof *pages };

static char *page_of(const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "docs/%s.md", name);
    return slurp(path, NULL);
}

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
    return !strcmp(mark, "```console") || (!strcmp(mark, "```console npm") && getenv("FIEL_NPM"));
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

static void run_page(const char *name)
{
    char path[64], shell[4096], bin[4096], self[1024];
    char *page = page_of(name);
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
    struct run r = run_words(words, NULL);
    if (n && r.code) {
        printf("%s\n%s\n", r.out, r.err);
        fail_msg("docs/%s.md: exit %d", name, r.code);
    }
    run_free(&r);
    free(page);
}

static void every_command_works(void **state)
{
    (void)state;
    for (size_t i = 0; i < PAGES; i++)
        run_page(pages[i]);
}

/* "](../spec/DEAL.md)": the file is there, seen from the page. */
static void every_link_leads_somewhere(void **state)
{
    char path[256];
    (void)state;
    for (size_t i = 0; i < PAGES; i++) {
        char *page = page_of(pages[i]);
        for (char *at = page; (at = strstr(at, "]("));) {
            at += 2;
            snprintf(path, sizeof path, "docs/%.*s", (int)strcspn(at, "#)"), at);
            if (strncmp(at, "http", 4) != 0 && access(path, R_OK))
                fail_msg("docs/%s.md: %s is not there", pages[i], path);
        }
        free(page);
    }
}

/* What a page that was built points to with this attribute is there: a file beside it, or the part of the page with that name. */
static void points_to(const char *path, const char *page, const char *attribute)
{
    char file[512], id[64];
    for (const char *at = page; (at = strstr(at, attribute));) {
        at += strlen(attribute);
        size_t n = strcspn(at, "#\""), more = strcspn(at, "\"");
        snprintf(file, sizeof file, "%s/%.*s", in_dir("html"), (int)n, at);
        if (n && strncmp(at, "http", 4) != 0 && access(file, R_OK))
            fail_msg("%s: %.*s is not there", path, (int)more, at);
        snprintf(id, sizeof id, "id=\"%.*s\"", more > n ? (int)(more - n - 1) : 0, at + n + 1);
        if (!n && !strstr(page, id))
            fail_msg("%s: nothing has %s, and from disk a browser draws nothing out of another file", path, id);
    }
}

static void what_is_built_holds_together(void **state)
{
    glob_t pages_built;
    (void)state;
    if (system("command -v cmark-gfm > /dev/null") != 0)
        fail_msg("cmark-gfm is not there, which makes HTML of the pages: make deps-test gets it");
    const char *const words[] = { "/bin/sh", "docs/build.sh", in_dir("html"), NULL };
    struct run r = run_words(words, NULL);
    if (r.code)
        fail_msg("docs/build.sh: exit %d\n%s", r.code, r.err);
    run_free(&r);
    assert_int_equal(glob(in_dir("html/*.html"), 0, NULL, &pages_built), 0);
    for (size_t i = 0; i < pages_built.gl_pathc; i++) {
        char *page = slurp(pages_built.gl_pathv[i], NULL);
        points_to(pages_built.gl_pathv[i], page, "href=\"");
        points_to(pages_built.gl_pathv[i], page, "src=\"");
        free(page);
    }
    assert_true(pages_built.gl_pathc > PAGES);
    globfree(&pages_built);
}

/* What is installed, and so what a package has, holds what its pages lead to. */
static void what_is_installed_holds_together(void **state)
{
    char command[512], path[1024], *list, *page;
    (void)state;
    snprintf(command, sizeof command, "cd '%s' && find . -name '*.md' > pages", in_dir("doc"));
    const char *const install[] = { "/usr/bin/make", "-s", "install-docs", "PREFIX=/usr", NULL };
    const char *const find[] = { "/bin/sh", "-c", command, NULL };
    setenv("DESTDIR", dir, 1);
    struct run r = run_words(install, NULL);
    unsetenv("DESTDIR");
    if (r.code)
        fail_msg("make install-docs: exit %d\n%s", r.code, r.err);
    run_free(&r);
    assert_int_equal(rename(in_dir("usr/share/doc/fiel"), in_dir("doc")), 0);
    r = run_words(find, NULL);
    assert_int_equal(r.code, 0);
    run_free(&r);
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
    assert_true(pages_there > PAGES);
}

int main(int argc, char **argv)
{
    if (argc > 2)
        return at_a_terminal(argv + 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_link_leads_somewhere),
        cmocka_unit_test_setup_teardown(what_is_installed_holds_together, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(what_is_built_holds_together, folder_make, folder_remove),
        cmocka_unit_test_setup_teardown(every_command_works, folder_make, folder_remove),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    docs_server_end();
    return failed;
}
