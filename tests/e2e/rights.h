/* rights: what a process may, as the kernel tells it, against the row of SECURITY.md that says so. */
#ifndef FIEL_TEST_RIGHTS_H
#define FIEL_TEST_RIGHTS_H

#include <linux/seccomp.h>
#include <sys/ptrace.h>

#include "process.h"
#include "support/skipped.h"
#include "support/status.h"

/* What it may not do is refused and told: of its filters the newest has the kernel log what it refuses. */
static inline void refusals_are_logged(pid_t pid)
{
    struct __ptrace_seccomp_metadata newest = { 0 };
    if (ptrace(PTRACE_SEIZE, pid, NULL, NULL) || ptrace(PTRACE_INTERRUPT, pid, NULL, NULL)) {
        skipped("what the kernel logs of filters", "nobody may be traced here");
        return;
    }
    assert_int_equal(waitpid(pid, NULL, __WALL), pid);
    while (ptrace(PTRACE_SECCOMP_GET_METADATA, pid, (void *)sizeof newest, &newest) > 0)
        newest.filter_off++;
    int error = errno;
    ptrace(PTRACE_DETACH, pid, NULL, NULL);
    if (error == EACCES)
        skipped("what the kernel logs of filters", "this process is behind one itself");
    else if (error != ENOENT || !(newest.flags & SECCOMP_FILTER_FLAG_LOG))
        fail_msg("process %d: what its newest of %d filters refuses is not logged", (int)pid, (int)newest.filter_off);
}

/* It reaches neither the stdout nor the stderr of who started it. */
static inline void has_own_words(pid_t pid)
{
    char path[64], out[64] = "", words[64] = "";
    snprintf(path, sizeof path, "/proc/%d/fd/1", (int)pid);
    (void)!readlink(path, out, sizeof out - 1);
    path[strlen(path) - 1] = '2';
    (void)!readlink(path, words, sizeof words - 1);
    if (strcmp(out, "/dev/null") != 0 || strncmp(words, "pipe:", 5) != 0)
        fail_msg("process %d has %s as stdout and %s as stderr", (int)pid, out, words);
}

/* Its row has its user and, in a word, its capabilities and system calls. */
static inline void rights_are_told(pid_t pid, const char *process)
{
    assert_true(pid > 0 && status_of(pid, "Pid:", 10) == (unsigned)pid); /* it is there */
    unsigned long long is[4]; /* itself, in effect, what it was and on files */
    status_numbers(pid, "Uid:", 10, is, 4);
    assert_true(is[0] == is[1] && is[0] == is[2] && is[0] == is[3]);
    const char *user = is[0] == geteuid() ? "the host's"
                       : is[0] == 65534   ? "nobody"
                                          : "its own",
               *bare = status_of(pid, "Seccomp:", 10) == 2 ? "a list" : "all calls",
               *held = status_of(pid, "Seccomp:", 10) == 2 ? "?" : "everything",
               *rights = status_of(pid, "CapEff:", 16) ? held : bare;
    char row[256], due[128];
    char *page = slurp("SECURITY.md", NULL), *at;
    snprintf(row, sizeof row, "\n| %s |", process);
    assert_non_null(at = strstr(page, row));
    snprintf(due, sizeof due, "| %s | %s |", user, rights);
    *strchr(at + 1, '\n') = '\0';
    assert_holds(at, due);
    free(page);
    if (status_of(pid, "Seccomp:", 10) == 2 && strcmp(process, "a bot") != 0)
        refusals_are_logged(pid);
}

#endif
