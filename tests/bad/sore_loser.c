/* sore_loser: stops dead as soon as it is behind, hoping that the match will not count. */
#include <stdlib.h>

#include "bad.h"

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    unsigned side = v->seat % 2;
    if (v->open.score[side] < v->open.score[side ^ 1])
        abort();
    return dull(v, legal, n, user);
}

int main(void) { return fiel_run("sore_loser", decide, NULL); }
