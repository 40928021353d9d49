/* beside: what the files beside a bot's program cost the start of a match, counted in the calls of all its processes that name a file. */
#include "process.h"
#include "support/skipped.h"

#include <sys/ptrace.h>
#include <sys/syscall.h>

#include "jail/jail.h"

enum {
    FEW = 10,
    FITS = JAIL_BESIDE - 100, /* all of them are shown, */
    MANY = 5 * JAIL_BESIDE,   /* and none */
    EACH = 12,   /* calls for each that is shown: it is seen and hashed once, counted, and given to the bot once */
    MORE = 3000, /* calls by which two such matches may differ: what they look up of each other while they play */
};

static bool names_a_file(uint64_t number)
{
    static const long calls[] = {
        SYS_openat,
        SYS_openat2,
        SYS_newfstatat,
        SYS_readlinkat,
        SYS_faccessat,
        SYS_mkdirat,
        SYS_mknodat,
        SYS_open_tree,
        SYS_move_mount,
        SYS_landlock_add_rule,
#if defined(SYS_open) /* not of every machine */
        SYS_open,
        SYS_stat,
        SYS_lstat,
        SYS_readlink,
        SYS_access,
#endif
        SYS_getdents64
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (number == (uint64_t)calls[i])
            return true;
    return false;
}

static const char *of;  /* the folder of the bot that plays */
static unsigned listed; /* calls that read names of it */

static bool lists_it(pid_t pid, const struct __ptrace_syscall_info *call)
{
    char path[64], folder[256] = "";
    snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)pid, (int)call->entry.args[0]);
    return call->entry.nr == SYS_getdents64 && readlink(path, folder, sizeof folder - 1) > 0 && !strcmp(folder, of);
}

/* One stop of a process that is traced: a signal goes on to it. */
static unsigned let_go_on(pid_t pid, int status)
{
    struct __ptrace_syscall_info call = { .op = PTRACE_SYSCALL_INFO_NONE };
    int signal = WSTOPSIG(status);
    if (signal == (SIGTRAP | 0x80))
        ptrace(PTRACE_GET_SYSCALL_INFO, pid, sizeof call, &call);
    bool ours = signal == (SIGTRAP | 0x80) || signal == SIGTRAP || signal == SIGSTOP;
    ptrace(PTRACE_SYSCALL, pid, NULL, ours ? 0 : signal);
    listed += call.op == PTRACE_SYSCALL_INFO_ENTRY && lists_it(pid, &call);
    return call.op == PTRACE_SYSCALL_INFO_ENTRY && names_a_file(call.entry.nr);
}

/* The calls of a match, of whose process and all of theirs; it must end well. */
static unsigned calls_of(const char *const *words, const char *out)
{
    const long options = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE |
                         PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;
    unsigned calls = 0;
    int status, end = -1;
    pid_t match = fork(), pid;
    if (!match) {
        if (!freopen(out, "w", stdout) || dup2(1, 2) < 0 || ptrace(PTRACE_TRACEME, 0, NULL, NULL) || raise(SIGSTOP))
            _exit(126);
        execv(words[0], (char *const *)(uintptr_t)words);
        _exit(127);
    }
    assert_int_equal(waitpid(match, &status, 0), match);
    assert_true(WIFSTOPPED(status));
    assert_int_equal(ptrace(PTRACE_SETOPTIONS, match, NULL, options), 0);
    ptrace(PTRACE_SYSCALL, match, NULL, 0);
    while ((pid = waitpid(-1, &status, __WALL)) > 0) {
        if (WIFSTOPPED(status))
            calls += let_go_on(pid, status);
        else if (pid == match)
            end = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }
    if (end)
        fail_msg("--jail=%s: %d:\n%s", words[3], end, slurp(out, NULL));
    return calls;
}

/* A bot with so many files in a folder of its own; they are one file by many names. */
static void lay_bot(const char *dir, unsigned files)
{
    char from[512], bot[128], first[128], path[128];
    size_t size;
    snprintf(from, sizeof from, "%s/bots/cauto", build_dir());
    OWNED char *program = slurp(from, &size);
    snprintf(bot, sizeof bot, "%s/bot", dir);
    spill(bot, program, size);
    snprintf(first, sizeof first, "%s/1", dir);
    spill(first, "data\n", 5);
    for (unsigned i = 2; i < files; i++) {
        snprintf(path, sizeof path, "%s/%u", dir, i);
        assert_int_equal(link(first, path), 0);
    }
    assert_int_equal(chmod(dir, 0755) | chmod(bot, 0755) | chmod(first, 0644), 0);
}

enum { SIZES = 3 };
static const unsigned sizes[SIZES] = { FEW, FITS, MANY };
static char bots[SIZES][64], records[64];

BEFORE_ALL(lay_bots)
{
    scratch(records);
    for (int i = 0; i < SIZES; i++) {
        scratch(bots[i]);
        lay_bot(bots[i], sizes[i]);
    }
    return 0;
}

AFTER_ALL(take_bots)
{
    scratch_remove(records);
    for (int i = 0; i < SIZES; i++)
        scratch_remove(bots[i]);
    return 0;
}

static unsigned beside(const char *jail, const char *dir)
{
    static unsigned matches;
    char bot[96], replay[96], out[96];
    snprintf(bot, sizeof bot, "'%s/bot'", dir);
    snprintf(replay, sizeof replay, "%s/%u.replay", records, matches);
    snprintf(out, sizeof out, "%s/%u.out", records, matches++);
    const char *const words[] = { fiel(),     "match",
                                  "--jail",   jail,
                                  "--rules",  "argentino,target=1",
                                  "--clock",  "bank=10m,cap=2m,start=2m",
                                  "--games",  "1",
                                  "--bot",    bot,
                                  "--bot",    "random",
                                  "--replay", replay,
                                  NULL };
    of = dir;
    listed = 0;
    return calls_of(words, out);
}

static void files_cost_little(const char *jail)
{
    unsigned few = beside(jail, bots[0]), fits = beside(jail, bots[1]), names = listed, many = beside(jail, bots[2]);
    print_message("%s: %u calls beside %d files, %u beside %d, %u beside %d\n", jail, few, FEW, fits, FITS, many, MANY);
    assert_true(fits <= few + MORE + (strcmp(jail, "none") ? EACH * FITS : 0));
    assert_true(many <= few + MORE);
    assert_in_range(listed, 0, names); /* of a folder that is too much no more names are read than of one that fits */
}

static bool can_trace(void)
{
    int status;
    pid_t child = fork();
    if (!child)
        _exit(ptrace(PTRACE_TRACEME, 0, NULL, NULL) ? 1 : 0);
    if (waitpid(child, &status, 0) == child && WIFEXITED(status) && !WEXITSTATUS(status))
        return true;
    skipped("the calls of a match", "nobody may be traced here");
    return false;
}

TEST(without_a_jail)
{
    if (can_trace())
        files_cost_little("none");
}

/* What holds of it: mounts where there is no runtime, and copies as in strict where there is one. */
TEST(in_a_jail)
{
    if (!can_trace())
        return;
    files_cost_little("basic");
    setenv("FIEL_RUNTIME", "/nowhere", 1);
    files_cost_little("basic");
    unsetenv("FIEL_RUNTIME");
}
