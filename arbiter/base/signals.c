#include "signals.h"

#include <signal.h>
#include <sys/signalfd.h>

int signals_open(const int *more)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    for (; *more; more++)
        sigaddset(&set, *more);
    if (sigprocmask(SIG_BLOCK, &set, 0))
        return -1;
    return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}
