/* memory: takes and fills all the memory it gets, at most 2 GiB, and goes under with it.
 *
 * What must happen: it loses the match for its resources, with how much it used; the other one wins. */
#include <stdlib.h>

#include "bad.h"

/* A compiler may leave out memory that nobody looks at. */
static char *volatile taken;

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    enum { PIECE = 1 << 20, PIECES = 2048 };
    (void)v, (void)legal, (void)n, (void)user;
    for (int i = 0; i < PIECES; i++) {
        char *piece = taken = malloc(PIECE);
        if (!piece)
            break;
        memset(piece, 1, PIECE);
    }
    abort();
}

int main(void) { return fiel_run("memory", decide, NULL); }
