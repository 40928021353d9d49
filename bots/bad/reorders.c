/* reorders: says the cut of the next hand before it has signed the last one. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct msg sign, cut;
    struct packer k;
    uint8_t out[1024];
    if (!find(envelope, size, MSG_HAND_SIGN, &sign) || !find(envelope, size, MSG_CUT, &cut))
        return size;
    pack_start(&k, out, sizeof out);
    pack_array(&k, 2);
    pack_uint(&k, p->have);
    pack_msg_cut(&k, 0, cut.hand, cut.x);
    connection_send(c, out, k.size);
    return size;
}

int main(void) { return bad_run("reorders", tamper); }
