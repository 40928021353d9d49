/* multipart: sends its first answer in two parts. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct msg m;
    (void)p;
    if (find(envelope, size, MSG_ANSWER, &m))
        zmq_send(c->socket, envelope, size, ZMQ_SNDMORE);
    return size;
}

int main(void) { return bad_run("multipart", tamper); }
