/* thinker: a bot that takes 20 ms for every decision and no CPU, then plays the first legal action that is no bet: what
 * it adds to the time of a decision is known. */
#include <fiel.h>
#include <time.h>

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct timespec t = { 0, 20 * 1000000L };
    (void)v, (void)user;
    nanosleep(&t, NULL);
    for (int i = 0; i < n; i++)
        if (legal[i].kind == ACT_PLAY)
            return legal[i];
    return legal[0];
}

int main(void) { return fiel_run("thinker", decide, NULL); }
