/* forks: a fork bomb, at its first request.  What it starts waits for ever; at 200 it is content.
 *
 * What must happen: in a jail the first fork is refused, there is no fault in that, and the match goes on. */
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>

#include "bad.h"

static void bomb(void)
{
    int made = 0;
    for (; made < 200; made++) {
        pid_t pid = fork();
        if (pid < 0)
            break;
        if (!pid) {
            prctl(PR_SET_PDEATHSIG, SIGKILL); /* where there is no jail it shall not stay */
            wait_for_ever();
        }
    }
    fprintf(stderr, "forks: %d processes\n", made);
}

int main(void) { return bad_at_first("forks", bomb); }
