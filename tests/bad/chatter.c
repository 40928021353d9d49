/* chatter: prints 24 MiB to stderr at its first request.
 *
 * What must happen: the log stops growing at its limit and says so; the bot is neither blocked nor punished. */
#include <stdio.h>

#include "bad.h"

static void chat(void)
{
    static char line[1 << 16];
    memset(line, 'x', sizeof line);
    for (int i = 0; i < 384; i++)
        if (write(STDERR_FILENO, line, sizeof line) < 0)
            break;
}

int main(void) { return bad_at_first("chatter", chat); }
