/* process: starts a program the way a user would, waits for it, and keeps what it printed.
 *
 * The programs under test are in $FIEL_BUILD (default "build"); tests run from the project's root, and what they make lies in
 * scratch folders, which may be outside of /tmp and have blanks and accents in their names (tests/support/scratch.h). */
#ifndef FIEL_TEST_PROCESS_H
#define FIEL_TEST_PROCESS_H

#include "support/test.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/prctl.h>

#include "support/built.h"
#include "support/scratch.h"
#include "support/shell.h"
#include "support/told.h"

enum { WORDS_MAX = 64 };

/* Games of a match that is played to its end and still goes on when a test comes to it, two seconds too late as on a busy machine,
 * to kill it or to stop it: each decision waits for a tick, in which others work.  So it does in a match without an end. */
#define GAMES_ENOUGH "6"
#define TICK_ENOUGH "10ms"
static inline const char *tick_of(const char *games)
{
    return !strcmp(games, GAMES_ENOUGH) || atoi(games) >= 1000 ? TICK_ENOUGH : "0s";
}

struct run {
    int code;        /* exit code, or 128 + signal */
    char *out, *err; /* what it printed, NUL-terminated; freed by run_free */
};

/* Every program under test finds the runtimes that `make` made, unless the test says otherwise. */
__attribute__((constructor)) static void find_runtime(void)
{
    OWNED char *made = realpath("build/runtime", NULL);
    if (made && !getenv("FIEL_RUNTIME"))
        setenv("FIEL_RUNTIME", made, 1);
}

/* The program whole, so that a folder can be left for another. */
static inline const char *fiel(void)
{
    static char path[PATH_MAX];
    if (!*path) {
        char built[512];
        snprintf(built, sizeof built, "%s/bin/fiel", build_dir());
        assert_non_null(realpath(built, path));
    }
    return path;
}

/* The whole file as a NUL-terminated heap string; `size` may be NULL. */
static inline char *slurp(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    assert_int_equal(fseek(f, 0, SEEK_END), 0);
    long n = ftell(f);
    rewind(f);
    char *text = malloc((size_t)n + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)n, f), (size_t)n);
    text[n] = 0;
    fclose(f);
    if (size)
        *size = (size_t)n;
    return text;
}

static inline void spill(const char *path, const void *bytes, size_t size)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

static inline void scratch(char path[SCRATCH_ROOM]) { scratch_make(path); }

static inline void copy_file(const char *from, const char *to, mode_t mode)
{
    size_t size;
    OWNED char *bytes = slurp(from, &size);
    spill(to, bytes, size);
    assert_int_equal(chmod(to, mode), 0);
}

/* A program in a folder of its own, `folder`/bot, beside a file of so many bytes, none of them on the disk. */
static inline void heavy_bot(const char *folder, const char *program, off_t bytes)
{
    char from[512], to[256];
    assert_int_equal(mkdir(folder, 0755), 0);
    snprintf(from, sizeof from, "%s/%s", build_dir(), program);
    snprintf(to, sizeof to, "%s/bot", folder);
    copy_file(from, to, 0755);
    snprintf(to, sizeof to, "%s/weights", folder);
    spill(to, "", 0);
    assert_int_equal(truncate(to, bytes), 0);
}

/* The streams of a program, by their numbers: a file, which is read, or made anew or added to; where there is none a descriptor, 0: ours. */
struct streams {
    const char *file[3];
    int fd[4];
    bool add;
    const char *temp; /* its TMPDIR; NULL: ours */
};

/* Starts words[0] (a NULL-terminated list) beside the test, with which it ends. */
static inline pid_t begin_words(struct streams to, const char *const *words)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child)
        return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (to.temp)
        setenv("TMPDIR", to.temp, 1);
    for (int i = 0; i < 4; i++) {
        const char *file = i < 3 ? to.file[i] : NULL;
        int how = O_CLOEXEC | (i ? O_WRONLY | O_CREAT | (to.add ? O_APPEND : O_TRUNC) : O_RDONLY);
        int fd = file ? open(file, how, 0644) : to.fd[i];
        if (fd < 0 || (fd && dup2(fd, i) != i) || (fd && fcntl(i, F_SETFD, 0)))
            _exit(126);
    }
    execvp(words[0], (char *const *)(uintptr_t)words);
    _exit(127);
}

/* Runs words[0] with stdin from `input` or /dev/null. */
static inline struct run run_words(const char *const *words, const char *input)
{
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *out = path_in(dir, "out");
    OWNED char *err = path_in(dir, "err");
    pid_t child = begin_words((struct streams){ .file = { input ? input : "/dev/null", out, err } }, words);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    struct run r = { .code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
                     .out = slurp(out, NULL),
                     .err = slurp(err, NULL) };
    return r;
}

/* A test of many runs, each planned by its number: PROGRAM [RUNS [FIRST]]. */
static inline void runs_asked(int argc, char **argv, unsigned *runs, unsigned *first)
{
    if (argc > 1)
        *runs = (unsigned)strtoul(argv[1], NULL, 10);
    if (argc > 2)
        *first = (unsigned)strtoul(argv[2], NULL, 10);
}

/* Its main, which prints a sum where all went well. */
static inline int runs_main(int argc, char **argv, unsigned *runs, unsigned *first, void (*print_sum)(void))
{
    runs_asked(argc, argv, runs, first);
    int bad = tests_run();
    if (!bad)
        print_sum();
    return bad;
}

/* A program of build/bin and the words behind it, NULL at their end. */
static inline void words_listed(const char *words[WORDS_MAX], const char *program, va_list list)
{
    static char path[512];
    snprintf(path, sizeof path, "%s/bin/%s", build_dir(), program);
    words[0] = path;
    for (int i = 1; i < WORDS_MAX; i++)
        if (!(words[i] = va_arg(list, const char *)))
            break;
}

/* run("fiel", "match", ..., NULL) */
static inline struct run run(const char *program, ...)
{
    const char *words[WORDS_MAX];
    va_list list;
    va_start(list, program);
    words_listed(words, program, list);
    va_end(list);
    return run_words(words, NULL);
}

/* A bot's command: the program in one word, whatever is in its path, and these words behind it. */
enum { BOT_WORDS = 5120 };
static inline const char *bot_words(char command[BOT_WORDS], const char *program, const char *words)
{
    OWNED char *path = realpath(program, NULL);
    if (!path)
        fail_msg("%s is not there", program);
    bool by_lines = strstr(program, ".py") || strstr(program, ".js"); /* as the packages play */
    assert_true(snprintf(command, BOT_WORDS, "%s'%s' %s", by_lines ? "lines:" : "", path, words) < BOT_WORDS);
    return command;
}

/* Puts a library of tests/shim in front of every program that is started from now on, until shim_unload; false when it is
 * not loaded.  LD_PRELOAD parts its names at blanks, which the folder of the build may have, so that has a variable of its own. */
static inline bool shim_load(const char *name)
{
    char folder[512], whole[4096];
    snprintf(folder, sizeof folder, "%s/tests", build_dir());
    if (!realpath(folder, whole))
        return false;
    setenv("LD_LIBRARY_PATH", whole, 1);
    setenv("LD_PRELOAD", name, 1);
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0", 1);
    return system("grep -qF \"/tests/$LD_PRELOAD\" /proc/self/maps") == 0;
}

static inline void shim_unload(void)
{
    unsetenv("LD_LIBRARY_PATH");
    unsetenv("LD_PRELOAD");
    unsetenv("ASAN_OPTIONS");
}

#define OWNED_RUN AUTO(run_free) struct run
static inline void run_free(struct run *r)
{
    free(r->out);
    free(r->err);
    *r = (struct run){ 0 };
}

/* The text must hold the words, wherever its lines end; prints it when it does not. */
static inline void assert_says(const char *text, const char *words)
{
    if (!told_says(text, words))
        fail_msg("expected \"%s\" in:\n%s", words, text);
}

/* ends(2, "did you mean --against?", "fiel", "play", "--agianst", "cauto", NULL): a command ends with this exit code, and says these words
 * on stdout where it did what was asked (0 and 1), else on stderr. */
static inline void ends(int code, const char *says, const char *program, ...)
{
    const char *words[WORDS_MAX];
    va_list list;
    va_start(list, program);
    words_listed(words, program, list);
    va_end(list);
    struct run r = run_words(words, NULL);
    if (r.code == code && (!*says || told_says(code < 2 ? r.out : r.err, says))) {
        run_free(&r);
        return;
    }
    for (int i = 0; words[i]; i++)
        print_error("%s%c", words[i], words[i + 1] ? ' ' : '\n');
    fail_msg("exit %d, expected %d and \"%s\" in:\n%s%s", r.code, code, says, r.out, r.err);
}

/* The text holds each of these words, up to NULL, of a command that ended with this code. */
enum { ANY_CODE = -1 };
static inline void run_heard(struct run r, int code, const char *text, va_list words)
{
    if (code != ANY_CODE && r.code != code)
        fail_msg("exit %d, expected %d:\n%s%s", r.code, code, r.out, r.err);
    for (const char *said; (said = va_arg(words, const char *));)
        assert_says(text, said);
    run_free(&r);
}

/* run_says(run("fiel", "match", ..., NULL), 0, "won by", NULL): how it ended, and all that it has to say on stdout. */
static inline void run_says(struct run r, int code, ...)
{
    va_list words;
    va_start(words, code);
    run_heard(r, code, r.out, words);
    va_end(words);
}

/* The same of stderr. */
static inline void run_complains(struct run r, int code, ...)
{
    va_list words;
    va_start(words, code);
    run_heard(r, code, r.err, words);
    va_end(words);
}

/* The process below `parent` whose command line begins with these words, 0 when there is none.  A bot is not the
 * match's own child: its keeper is. */
static inline pid_t process_below(pid_t parent, const char *begin)
{
    char path[64], line[4096];
    long pid;
    pid_t found = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)parent, (int)parent);
    FILE *children = fopen(path, "r");
    while (children && !found && fscanf(children, "%ld", &pid) == 1) {
        snprintf(path, sizeof path, "/proc/%ld/cmdline", pid);
        FILE *f = fopen(path, "r");
        size_t size = f ? fread(line, 1, sizeof line - 1, f) : 0;
        if (f)
            fclose(f);
        for (size_t i = 0; i < size; i++)
            if (!line[i])
                line[i] = ' ';
        line[size] = '\0';
        found = strncmp(line, begin, strlen(begin)) ? process_below((pid_t)pid, begin) : (pid_t)pid;
    }
    if (children)
        fclose(children);
    return found;
}

/* "fiel seat --seat 1 ", "fiel keeper --seat 1 " */
static inline pid_t seat_below(pid_t parent, const char *what, unsigned seat)
{
    char begin[64];
    snprintf(begin, sizeof begin, "fiel %s --seat %u ", what, seat);
    return process_below(parent, begin);
}

/* The bot of a seat: below the seat's keeper. */
static inline pid_t bot_below(pid_t parent, unsigned seat, const char *begin)
{
    pid_t keeper = seat_below(parent, "keeper", seat);
    return keeper > 0 ? process_below(keeper, begin) : 0;
}

#endif
