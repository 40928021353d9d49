/* confine: see confine.h. */
#include "confine.h"

#include <errno.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/spawn.h"
#include "jail.h"

enum { WORDS_MOST = 1 << 20 /* bytes of a file: what it says on stderr may go into one */ };

/* A container may have no user but root: then it stays that one, without capabilities. */
static int become(uint32_t uid)
{
    if (uid == 0 || geteuid() != 0)
        return 0;
    if (!setgroups(0, NULL) && !setresgid(uid, uid, uid) && !setresuid(uid, uid, uid))
        return 0;
    return errno == EINVAL || errno == EPERM ? 0 : -1;
}

/* Another user's process is neither hidden any more nor told of its parent's end. */
static int as_before(void) { return prctl(PR_SET_DUMPABLE, 0) || prctl(PR_SET_PDEATHSIG, SIGKILL) ? -1 : 0; }

/* A kernel without filters says so in one of these words. */
static bool unknown(void) { return errno == EINVAL || errno == ENOSYS; }

const char *confine(const struct confine *c)
{
#if defined(__SANITIZE_ADDRESS__) /* whose own calls are on no list, and which looks at files when it ends */
    (void)c;
    return NULL;
#endif
    static char why[128];
    const char *step = NULL;
    if (become(c->uid))
        step = "its user";
    else if (jail_no_capabilities())
        step = "its capabilities";
    else if (!c->keeps && limit_to(RLIMIT_FSIZE, WORDS_MOST))
        step = "the size of what it writes";
    else if (as_before())
        step = "hiding";
    else if (jail_landlock_abi() > 0 && jail_landlock_own(c))
        step = "Landlock";
    else if (jail_filter_own(c) && !unknown())
        step = "its system calls";
    if (step)
        snprintf(why, sizeof why, "it cannot be confined: %s: %s", step, strerror(errno));
    return step ? why : NULL;
}
