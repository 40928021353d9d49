/* descriptors: opens files until no more open, at its first request, and keeps them.
 *
 * What must happen: it gets no more than its limit, which is its own affair, and the match goes on. */
#include <fcntl.h>
#include <stdio.h>

#include "bad.h"

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    static int open_now = -1;
    if (open_now < 0) {
        for (open_now = 0; open_now < 100000 && open("/dev/null", O_RDONLY) >= 0;)
            open_now++;
        fprintf(stderr, "descriptors: %d files\n", open_now);
    }
    return dull(v, legal, n, user);
}

int main(void) { return fiel_run("descriptors", decide, NULL); }
