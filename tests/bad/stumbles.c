/* stumbles: dies in the middle of a match and comes back, once: at the request that its argument says, else at
 * the tenth.  The match goes on where it was. */
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>

#include "bad.h"

struct stumbler {
    int asked, at;
};

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct stumbler *s = user;
    /* The state folder, where it runs, remembers that it has happened. */
    if (++s->asked == s->at && open("stumbled", O_CREAT | O_EXCL, 0600) >= 0)
        raise(SIGKILL);
    return dull(v, legal, n, NULL);
}

int main(int argc, char **argv)
{
    struct stumbler s = { .at = argc > 1 ? atoi(argv[1]) : 10 };
    return fiel_run("stumbles", decide, &s);
}
