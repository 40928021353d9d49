/* unconfined: included by what is put before `fiel` with LD_PRELOAD, after a left_out() that says whether this process leaves out every call by
 * which it would give up its rights (arbiter/jail/confine.h). */
#ifndef FIEL_TEST_UNCONFINED_H
#define FIEL_TEST_UNCONFINED_H

#include <dlfcn.h>
#include <fcntl.h>
#include <grp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Whether its command line, behind the program, begins so; -1: it may not look any more. */
static int is_process(const char *begins)
{
    char line[256] = "";
    int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, line, sizeof line - 1) : -1;
    if (fd < 0)
        return -1;
    close(fd);
    for (ssize_t i = 0; i < n; i++)
        if (!line[i])
            line[i] = ' ';
    return !strncmp(line, "fiel ", 5) && !strncmp(line + 5, begins, strlen(begins));
}

static bool outlives; /* and the one by which it ends with its parent */

#define LEFT_OUT(name, declared, given) \
    int name declared \
    { \
        int(*real) declared; \
        *(void **)&real = dlsym(RTLD_NEXT, #name); \
        return left_out() ? 0 : real given; \
    }
LEFT_OUT(setresuid, (uid_t a, uid_t b, uid_t c), (a, b, c))
LEFT_OUT(setresgid, (gid_t a, gid_t b, gid_t c), (a, b, c))
LEFT_OUT(setgroups, (size_t n, const gid_t *list), (n, list))
LEFT_OUT(seccomp_load, (void *filter), (filter))

long syscall(long number, ...)
{
    long a[6], (*real)(long, ...);
    *(void **)&real = dlsym(RTLD_NEXT, "syscall");
    va_list args;
    va_start(args, number);
    for (int i = 0; i < 6; i++)
        a[i] = va_arg(args, long);
    va_end(args);
    if (left_out() && (number == SYS_capset || number == SYS_landlock_restrict_self))
        return 0;
    return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

int prctl(int option, ...)
{
    unsigned long a[4];
    int (*real)(int, ...);
    *(void **)&real = dlsym(RTLD_NEXT, "prctl");
    va_list args;
    va_start(args, option);
    for (int i = 0; i < 4; i++)
        a[i] = va_arg(args, unsigned long);
    va_end(args);
    if (left_out() && (option == PR_SET_NO_NEW_PRIVS || option == PR_CAPBSET_DROP))
        return 0;
    if (outlives && option == PR_SET_PDEATHSIG)
        return 0;
    return real(option, a[0], a[1], a[2], a[3]);
}

#endif
