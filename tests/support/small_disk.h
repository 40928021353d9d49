/* small_disk: a disk that takes no file which is larger, for this process and what it starts. */
#ifndef FIEL_TEST_SMALL_DISK_H
#define FIEL_TEST_SMALL_DISK_H

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

/* From now on; RLIM_INFINITY: files may be as large as they could before. */
static inline void small_disk(rlim_t most)
{
    struct rlimit limit;
    signal(SIGXFSZ, SIG_IGN);
    if (getrlimit(RLIMIT_FSIZE, &limit))
        abort();
    limit.rlim_cur = most < limit.rlim_max ? most : limit.rlim_max;
    if (setrlimit(RLIMIT_FSIZE, &limit))
        abort();
}

#endif
