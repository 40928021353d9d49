/* twice: answers every request two times. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct msg m;
    (void)p;
    if (find(envelope, size, MSG_ANSWER, &m))
        connection_send(c, envelope, size);
    return size;
}

int main(void) { return bad_run("twice", tamper); }
