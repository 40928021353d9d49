/* garbage: sends bytes that are no envelope in place of its first answer. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct fiel_random dice = { 1 };
    struct msg m;
    (void)p, (void)c;
    if (!find(envelope, size, MSG_ANSWER, &m))
        return size;
    for (int i = 0; i < 64; i++)
        envelope[i] = (uint8_t)fiel_random(&dice);
    return 64;
}

int main(void) { return bad_run("garbage", tamper); }
