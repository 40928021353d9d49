/* other_endpoint: knocks at the other bot's door with its own key, and never at its own. */
#include "bad.h"

int main(void)
{
    struct seat_record s;
    struct connection c;
    char why[160];
    if (seat_record_read(SEAT_FD, &s, why) != 0)
        return 3;
    char *seat = strstr(s.endpoint, "/seat");
    if (seat)
        seat[5] ^= 1; /* ".../seat0/bot" */
    if (connection_open(&c, &s) != 0)
        return 3;
    static struct party p;
    static const struct fiel_callbacks calls;
    uint8_t hello[ENVELOPE_MAX];
    if (party_start(&p, "other_endpoint", s.folder, &calls) != 0)
        return 3;
    memcpy(p.server, s.server, sizeof p.server);
    p.catching_up = false;
    connection_send(&c, hello, party_reply(&p, hello));
    wait_for_ever();
}
