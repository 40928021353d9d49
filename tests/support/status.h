/* status: what the kernel tells of a process. */
#ifndef FIEL_TEST_STATUS_H
#define FIEL_TEST_STATUS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

/* The first `count` numbers behind `key` in /proc/PID/status, in this base; zeros: there is no such line. */
static inline void status_numbers(pid_t pid, const char *key, int base, unsigned long long *out, unsigned count)
{
    char path[64], line[256], *at = line;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *f = fopen(path, "r");
    memset(out, 0, count * sizeof *out);
    while (f && at == line && fgets(line, sizeof line, f))
        for (unsigned i = 0; !strncmp(line, key, strlen(key)) && i < count; i++)
            out[i] = strtoull(at == line ? line + strlen(key) : at, &at, base);
    if (f)
        fclose(f);
}

static inline unsigned long long status_of(pid_t pid, const char *key, int base)
{
    unsigned long long n;
    status_numbers(pid, key, base, &n, 1);
    return n;
}

#endif
