/* rights: what a process may, as the kernel tells it, against the row of SECURITY.md that says so. */
#ifndef FIEL_TEST_RIGHTS_H
#define FIEL_TEST_RIGHTS_H

#include "process.h"

/* The number behind `key` in /proc/PID/status, in this base. */
static inline unsigned long long status_of(pid_t pid, const char *key, int base)
{
    char path[64], line[256];
    unsigned long long n = 0;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    while (fgets(line, sizeof line, f))
        if (!strncmp(line, key, strlen(key)))
            n = strtoull(line + strlen(key), NULL, base);
    fclose(f);
    return n;
}

/* Its row has its user, its capabilities and its system calls in these words. */
static inline void rights_are_told(pid_t pid, const char *process)
{
    const char *user = status_of(pid, "Uid:", 10) == geteuid() ? "the host's"
                       : status_of(pid, "Uid:", 10) == 65534   ? "nobody"
                                                               : "its own",
               *capabilities = status_of(pid, "CapEff:", 16) ? "the host's" : "none",
               *calls = status_of(pid, "Seccomp:", 10) == 2 ? "a list" : "all";
    char row[256], due[128];
    char *page = slurp("SECURITY.md", NULL), *at;
    snprintf(row, sizeof row, "\n| %s |", process);
    assert_non_null(at = strstr(page, row));
    snprintf(due, sizeof due, "| %s | %s | %s |", user, capabilities, calls);
    *strchr(at + 1, '\n') = '\0';
    if (!strstr(at, due))
        fail_msg("SECURITY.md says%s\nand the kernel %s", at, due);
    free(page);
}

#endif
