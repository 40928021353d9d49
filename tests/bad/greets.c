/* greets: says HELLO once more whenever it has heard nothing for a while, which a bot may whose line was lost. */
#include "bad.h"

enum { A_WHILE_MS = 300 };

int main(void)
{
    struct fiel_callbacks calls = { .decide = dull };
    char why[FOLDER_MAX + 128];
    enum played end = PLAY_LOST;
    struct bot *b = bot_hosted("greets", &calls, NULL, why);
    if (!b)
        return 3;
    do {
        bot_send(b);
        b->party.hello_due |= b->party.have > 0 && !connection_waits(&b->line, A_WHILE_MS);
    } while (bot_step(b, &end));
    return bot_hosted_end(b, end);
}
