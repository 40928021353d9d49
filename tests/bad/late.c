/* late: thinks for longer than it may, every time. */
#include "bad.h"

static void asked(const struct fiel_clock *clock, void *user)
{
    (void)user;
    usleep((useconds_t)clock->budget_us + 300000);
}

int main(void)
{
    struct fiel_callbacks calls = { .decide = dull, .asked = asked };
    return bot_run("late", &calls, NULL);
}
