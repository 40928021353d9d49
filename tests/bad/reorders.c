/* reorders: says the cut of the hand after the next, before the next one is dealt. */
#include "bad.h"

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    struct msg cut;
    struct packer k;
    uint8_t out[1024];
    if (!find(envelope, size, MSG_CUT, &cut) || cut.hand < 2 || cut.hand >= p->offer.hands_max)
        return size;
    pack_start(&k, out, sizeof out);
    pack_array(&k, 2);
    pack_uint(&k, p->have);
    pack_msg_cut(&k, 0, cut.hand + 1, p->table->cuts[cut.hand + 1]);
    connection_send(c, out, k.size);
    return size;
}

int main(void) { return bad_run("reorders", tamper); }
