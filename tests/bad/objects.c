/* objects: takes no OFFER, and says so as a bot does whose check has failed: PROTEST, and then it ends. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct msg m;
    (void)c;
    if (!find(envelope, size, MSG_JOIN, &m))
        return size;
    party_fail(p, CHECK_OPENING, "I do not play for this");
    return 0;
}

int main(void) { return bad_run("objects", tamper); }
