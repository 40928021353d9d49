/* fiel tournament: everybody against everybody, killed and resumed, and told. */
#include "folder.h"
#include "guise.h"
#include "objects.h"

#include "support/await.h"
#include "support/terminal.h"

#include <pty.h>

#define QUICK "--rules", "argentino,target=3", "--jail", "none"

static json_int_t number_at(const json_t *j, const char *key) { return json_integer_value(at(j, key)); }

static json_t *told(struct run *r, int code)
{
    json_t *j = json_loads(r->out, 0, NULL);
    if (!j || r->code != code)
        fail_msg("exit %d: %s%s", r->code, r->out, r->err);
    run_free(r);
    return j;
}

/* The lines of a file. */
static unsigned lines_of(const char *path)
{
    OWNED char *text = slurp(path, NULL);
    unsigned n = 0;
    for (const char *at = text; *at; at++)
        n += *at == '\n';
    return n;
}

/* No line is wider than a terminal, and no number of a table in Spanish has a point. */
static void assert_told_in_columns(const char *out)
{
    bool table = false;
    for (const char *line = out; *line; line += strcspn(line, "\n") + 1) {
        size_t columns = 0, size = strcspn(line, "\n");
        for (size_t i = 0; i < size; i++)
            columns += (line[i] & 0xc0) != 0x80;
        table = size && (table || !strncmp(line, "  #", 3));
        if (columns > 80 || (table && memchr(line, '.', size)))
            fail_msg("%zu columns: %.*s", columns, (int)size, line);
    }
}

/* All six meetings of four bots, in the table, the object, the rows and the records, which prove. */
TEST_WITH(everybody_meets_everybody, folder_make, folder_remove)
{
    char cup[96], csv[96], command[BOT_WORDS], *build = realpath(build_dir(), NULL);
    snprintf(cup, sizeof cup, "%s", in_dir("cup"));
    snprintf(csv, sizeof csv, "%s", in_dir("cup.csv"));
    spill(in_dir("bots"), "# two of them\n\n  cauto\nsecond=random --seed 3\n", 44);
    OWNED_RUN r = run("fiel", "tournament", QUICK, "--bots", in_dir("bots"), "--bot", "embustero", "--bot", "random",
                      "--pairs", "3", "--tables", "2", "--jobs", "2", "--to", cup, "--csv", csv, "--json", NULL);
    json_t *j = told(&r, 0), *one;
    size_t i;
    assert_int_equal(number_at(j, "played"), 18);
    assert_int_equal(number_at(j, "planned"), 18);
    assert_int_equal(json_array_size(at(j, "bots")), 4);
    assert_int_equal(json_array_size(at(j, "meetings")), 6);
    json_array_foreach(at(j, "bots"), i, one)
    {
        assert_int_equal(number_at(one, "pairs"), 9);
        assert_int_equal(number_at(one, "place"), i + 1);
        assert_int_equal(number_at(one, "faults"), 0);
        assert_true(json_number_value(at(at(one, "elo"), "half")) > 0);
    }
    json_array_foreach(at(j, "meetings"), i, one) assert_int_equal(number_at(one, "pairs"), 3);
    json_decref(j);
    assert_int_equal(lines_of(csv), 19);
    snprintf(command, sizeof command,
             "cd '%s' && ls -d */0* | wc -l > said && for d in */0*; do '%s'/bin/fiel-audit --quiet --pair $d/*.replay "
             "|| exit 1; done > proved",
             cup, build);
    assert_int_equal(system(command), 0);
    OWNED char *said = slurp(in_dir("cup/said"), NULL);
    assert_string_equal(said, "12\n"); /* a connection with two pairs, and one with the third, six times */
    free(build);
    r = run("fiel", "tournament", "--resume", cup, "--lang", "es", NULL);
    assert_int_equal(r.code, 0);
    assert_says(r.out, "todos contra todos, argentino,target=3: 18 de 18 pares");
    assert_told_in_columns(r.out);
}

/* Three bots in a Swiss: two rounds, in each of which another one sits out, and of whose matches nothing is kept. */
TEST_WITH(swiss_and_gauntlet, folder_make, folder_remove)
{
    struct run r = run("fiel", "tournament", QUICK, "--kind", "swiss", "--bot", "cauto", "--bot", "random", "--bot",
                       "embustero", "--pairs", "1", "--to", in_dir("swiss"), "--no-replays", "--json", NULL);
    json_t *j = told(&r, 0), *one;
    size_t i;
    unsigned byes = 0;
    json_array_foreach(at(j, "meetings"), i, one) byes += json_is_null(at(one, "second"));
    assert_int_equal(byes, 2);
    assert_int_equal(number_at(j, "played"), 2);
    json_decref(j);
    assert_int_equal(unlink(in_dir("swiss/tournament.jsonl")), 0);
    assert_int_equal(rmdir(in_dir("swiss")), 0); /* nothing else was left in it */
    r = run("fiel", "tournament", QUICK, "--kind", "gauntlet", "--bot", "cauto", "--bot", "random", "--bot",
            "embustero", "--pairs", "1", "--to", in_dir("gauntlet"), "--json", NULL);
    j = told(&r, 0);
    assert_int_equal(number_at(j, "played"), 2);
    json_array_foreach(at(j, "meetings"), i, one) assert_string_equal(json_string_value(at(one, "first")), "cauto");
    json_decref(j);
}

/* A bot that does not play loses, and its fault is told; the others' matches go on. */
TEST_WITH(a_bot_that_does_not_play, folder_make, folder_remove)
{
    run_says(run("fiel", "tournament", QUICK, "--bot", "broken=/bin/false", "--bot", "cauto", "--bot", "random",
                 "--pairs", "1", "--to", in_dir("cup"), NULL),
             0, "3 of 3 pairs", "broken, the first fault: crashed", NULL);
}

/* --- what is killed goes on ---------------------------------------------------------------------------------- */

static pid_t begin(const char *cup)
{
    return begin_words((struct streams){ .file = { NULL, "/dev/null", "/dev/null" } },
                       (const char *const[]){ fiel(), "tournament", QUICK, "--bot", "cauto", "--bot", "random", "--bot",
                                              "embustero", "--pairs", "12", "--jobs", "2", "--to", cup, NULL });
}

/* Begins it, and waits until its notes have so many lines. */
static pid_t begin_to(const char *cup, unsigned lines)
{
    char notes[128];
    int watch = await_folder(folder);
    pid_t pid = begin(cup);
    snprintf(notes, sizeof notes, "%s/tournament.jsonl", cup);
    while (access(cup, X_OK))
        assert_true(await_change(watch, -1));
    close(watch);
    assert_true((watch = await_folder(cup)) >= 0);
    while (access(notes, R_OK) || lines_of(notes) < lines)
        assert_true(await_change(watch, -1));
    close(watch);
    return pid;
}

/* Whatever was noted before the kill stands there after it, byte for byte, and all is played in the end. */
static void killed_with(int signal, unsigned lines)
{
    char cup[96], notes[128];
    int status;
    size_t before, after;
    snprintf(cup, sizeof cup, "%s", in_dir(signal == SIGKILL ? "killed" : "asked"));
    snprintf(notes, sizeof notes, "%s/tournament.jsonl", cup);
    pid_t pid = begin_to(cup, lines);
    kill(pid, signal);
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(signal == SIGKILL ? WIFSIGNALED(status) : WIFEXITED(status) && WEXITSTATUS(status) == 1);
    OWNED char *left = slurp(notes, &before);
    FILE *f = fopen(notes, "a"); /* killed in the middle of a line, too */
    assert_non_null(f);
    fputs("{\"meeting\":0,\"pairs\":[{\"pai", f);
    fclose(f);
    struct run r = run("fiel", "tournament", "--resume", cup, "--json", NULL);
    json_auto_t *j = told(&r, 0);
    assert_int_equal(number_at(j, "played"), 36); /* twelve pairs of each two */
    OWNED char *whole = slurp(notes, &after);
    assert_true(after > before && !memcmp(left, whole, before));
    assert_null(strstr(whole, "\"pai\n"));
}

TEST_WITH(killed_at_any_moment, folder_make, folder_remove)
{
    killed_with(SIGKILL, 9);
    killed_with(SIGINT, 5);
}

/* One process at a time plays a folder: the second one is told which. */
TEST_WITH(a_second_one_is_refused, folder_make, folder_remove)
{
    char cup[96], process[32];
    int status;
    snprintf(cup, sizeof cup, "%s", in_dir("cup"));
    pid_t pid = begin_to(cup, 3);
    struct run r = run("fiel", "tournament", "--resume", cup, NULL);
    snprintf(process, sizeof process, "by process %d:", (int)pid);
    run_complains(r, 3, process, NULL);
    kill(pid, SIGTERM);
    assert_int_equal(waitpid(pid, &status, 0), pid);
}

/* --- a terminal ------------------------------------------------------------------------------------------------ */

/* On a terminal the table is drawn over itself, and no line is wider than its eighty columns. */
TEST_WITH(the_table_settles_on_a_terminal, folder_make, folder_remove)
{
    const struct winsize size = { .ws_row = 24, .ws_col = 80 };
    char seen[1 << 16] = "";
    int terminal, status;
    size_t n = 0;
    ssize_t more;
    if (no_terminal("the table on a terminal"))
        return;
    pid_t pid = forkpty(&terminal, NULL, NULL, &size);
    if (pid == 0) {
        execl(fiel(), "fiel", "tournament", QUICK, "--bot", "cauto", "--bot", "random", "--bot", "embustero", "--pairs",
              "1", "--lang", "pt", "--to", in_dir("cup"), NULL);
        _exit(127);
    }
    while (n < sizeof seen - 1 && (more = read(terminal, seen + n, sizeof seen - 1 - n)) > 0)
        n += (size_t)more;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_int_equal(status, 0);
    assert_says(seen, "1 de 3 pares");
    assert_says(seen, "A\r\033[J"); /* up, and everything below is gone */
    assert_says(seen, "3 de 3 pares");
    unsigned columns = 0;
    for (size_t i = 0; i < n; i++) {
        columns = seen[i] == '\n' || seen[i] == '\r' ? 0 : columns + ((seen[i] & 0xc0) != 0x80);
        assert_true(columns <= 80);
    }
    close(terminal);
}

/* --- what is wrong is said before anything is made ------------------------------------------------------------ */

/* Two bots, but where their number is what is wrong, and these words: one sentence, and nothing is made. */
static void refused(const char *const wrong[5])
{
    const char *words[WORDS_MAX] = { "/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder, fiel(), "tournament" };
    bool alone = !strncmp(wrong[0], "two bots", 8) || !strcmp(wrong[1], "--resume");
    int n = 6;
    for (int k = 0; !alone && k < 4; k++)
        words[n++] = (const char *const[]){ "--bot", "cauto", "--bot", "random" }[k];
    for (int k = 1; k < 5 && wrong[k]; k++)
        words[n++] = wrong[k];
    OWNED_RUN r = run_words(words, NULL);
    const char *end = strchr(r.err, '\n');
    if (r.code != 2 || !strstr(r.err, wrong[0]) || strncmp(r.err, "fiel: tournament: ", 18) || !end || end[1] || *r.out)
        fail_msg("%s: exit %d: %s%s", wrong[0], r.code, r.out, r.err);
    if (rmdir(folder) || mkdir(folder, 0755))
        fail_msg("%s: something was made", wrong[0]);
}

TEST_WITH(words_that_are_wrong, folder_make, folder_remove)
{
    static const char *const wrong[][5] = {
        { "two bots are needed", "--bot", "cauto" },
        { "two bots are called cauto", "--bot", "cauto", "--bot", "cauto" },
        { "gives no name: it has 1 to 32 bytes", "--bot", "a234567890123456789012345678901234=cauto" },
        { "there is no bot 'nobody'", "--bot", "nobody" },
        { "a remote bot remembers", "--bot", "ana=remote:ana.pub" },
        { "--bots: /no/such/file cannot be read", "--bots", "/no/such/file" },
        { "--kind: ", "--kind", "knockout" },
        { "is not a whole number from 1 to 1000", "--rounds", "0" },
        { "--heads goes with --kind gauntlet alone", "--heads", "1" },
        { "of 2 bots at most 1 can run the gauntlet", "--kind", "gauntlet", "--heads", "2" },
        { "a gauntlet has none", "--kind", "gauntlet", "--rounds", "2" },
        { "2 bots have met each other after 1 rounds", "--kind", "swiss", "--rounds", "2" },
        { "and no more than 200000 are kept", "--pairs", "200000", "--rounds", "2" },
        { "--rules: ", "--rules", "no-such-game" },
        { "--clock: ", "--clock", "bank=soon" },
        { "have no two sides", "--seats", "3" },
        { "4 seats at 65 tables are more than 256 places", "--seats", "4", "--tables", "65" },
        { "--to: /no/such/folder/x cannot be made", "--to", "/no/such/folder/x" },
        { "--csv: /no/such/folder/x", "--csv", "/no/such/folder/x" },
        { "leave it out", "--resume", "cup", "--rounds", "2" },
        { "--resume: /no/such/folder", "--resume", "/no/such/folder" },
        { "is not spoken here", "--lang", "fr" },
        { "did you mean --pairs?", "--paris", "3" },
        { "is one word too many: a bot is given as --bot", "cauto" },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        refused(wrong[i]);
    spill(in_dir("file"), "x", 1);
    ends(2, "is there already: go on with it by --resume", "fiel", "tournament", "--bot", "cauto", "--bot", "random",
         "--to", folder, NULL);
    ends(2, "name the folder of a tournament", "fiel", "tournament", "--resume", folder, NULL);
}

HANGS_AFTER(600)
