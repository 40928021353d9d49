/* threads: as many threads as it gets, at its first request, at most 2000.
 *
 * What must happen: it gets no more than its jail allows, there is no fault in that, and the match goes on. */
#include <pthread.h>
#include <stdio.h>

#include "bad.h"

static void *idle(void *nothing)
{
    (void)nothing;
    wait_for_ever();
}

static void bomb(void)
{
    int made = 0;
    pthread_t t;
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 1 << 15);
    while (made < 2000 && pthread_create(&t, &small, idle, NULL) == 0)
        made++;
    fprintf(stderr, "threads: %d threads\n", made);
}

int main(void) { return bad_at_first("threads", bomb); }
