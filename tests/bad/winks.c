/* winks: makes a sign with every answer, in a game in which there are none. */
#include "bad.h"

static size_t wink(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    const uint16_t sign = sign_code((struct sign){ SIGN_ACE_CLUBS, (uint8_t)(p->seat ^ 1u) });
    struct packer k;
    struct msg m;
    (void)c;
    if (!find(envelope, size, MSG_ANSWER, &m))
        return size;
    uint32_t request = m.request;
    unsigned action = m.action;
    pack_start(&k, envelope, ENVELOPE_MAX);
    pack_array(&k, 2);
    pack_uint(&k, p->have);
    pack_msg_answer(&k, 0, p->seat, request, action, &sign, 1, "", NULL);
    return k.size;
}

int main(void) { return bad_run("winks", wink); }
