/* other_seat: answers as if it sat on the other seat. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct msg m;
    (void)c;
    if (!find(envelope, size, MSG_ANSWER, &m))
        return size;
    return answer(envelope, p, p->seat ^ 1u, m.request, m.action);
}

int main(void) { return bad_run("other_seat", tamper); }
