/* one_key: makes its signing key from a fixed seed, so that it has the same key in every match, in both legs of a pair too. */
#include <stdio.h>

#include "bad.h"

/* Where libfiel looks for the seed that it drew, in the bot's state folder. */
static bool plant(void)
{
    static const char seed[HASH] = "thirty-two bytes, always these";
    FILE *f = fopen("signing-key", "we");
    bool written = f && fwrite(seed, sizeof seed, 1, f) == 1;
    return f && !fclose(f) && written;
}

int main(void) { return plant() ? bad_run("one_key", NULL) : 3; }
