/* bad_cut: its cut of the third hand is not the one that its chain holds. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct msg m;
    (void)p, (void)c;
    if (find(envelope, size, MSG_CUT, &m) && m.hand == 3)
        *inside(envelope, m.x) ^= 1;
    return size;
}

int main(void) { return bad_run("bad_cut", tamper); }
