/* chatter: prints 24 MiB to stderr at its first request.
 *
 * What must happen: the log stops growing at its limit and says so; the bot is neither blocked nor punished. */
#include <stdio.h>

#include "bad.h"

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    static char line[1 << 16];
    static bool done;
    memset(line, 'x', sizeof line);
    for (int i = 0; i < 384 && !done; i++)
        if (write(STDERR_FILENO, line, sizeof line) < 0)
            break;
    done = true;
    return dull(v, legal, n, user);
}

int main(void) { return fiel_run("chatter", decide, NULL); }
