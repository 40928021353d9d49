/* replayer: says everything it has said once more, the oldest first, to be answered twice or to confuse. */
#include "bad.h"

enum { KEPT = 64 };

static size_t tamper(struct party *p, struct connection *c, uint8_t *envelope, size_t size)
{
    static uint8_t kept[KEPT][1024];
    static size_t sizes[KEPT];
    static unsigned count;
    struct msg m;
    (void)p;
    if (size <= sizeof kept[0] && count < KEPT) {
        memcpy(kept[count], envelope, size);
        sizes[count++] = size;
    }
    if (p->table->hand.number < 2 || !find(envelope, size, MSG_ANSWER, &m))
        return size;
    for (unsigned i = 1; i < count; i++) /* not its HELLO, which would be one more chance */
        connection_send(c, kept[i], sizes[i]);
    return size;
}

int main(void) { return bad_run("replayer", tamper); }
