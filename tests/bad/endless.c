/* endless: a message of parts that never ends, to fill the memory of anyone who reads it. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    static uint8_t part[ENVELOPE_MAX];
    struct msg m;
    (void)p;
    if (!find(envelope, size, MSG_ANSWER, &m))
        return size;
    while (zmq_send(c->socket, part, sizeof part, ZMQ_SNDMORE) >= 0)
        continue;
    return 0;
}

int main(void) { return bad_run("endless", tamper); }
