/* crash: dies at its third request, however often it is started again. */
#include <signal.h>

#include "bad.h"

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    static int asked;
    if (++asked == 3)
        raise(SIGSEGV);
    return dull(v, legal, n, user);
}

int main(void) { return fiel_run("crash", decide, NULL); }
