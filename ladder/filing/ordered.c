/* ordered: what is to be played, by the rules that workers and the site share. */
#include <string.h>

#include "same_match.h"
#include "hand_in.h"

bool ordered_twins(const struct order *o) { return o->kind == JOB_VALIDATE ? !o->seat[0].remote : o->pair.legs == 2; }

unsigned ordered_seats(const struct order *o)
{
    return o->kind == JOB_VALIDATE && o->ladder.id == 0 ? 2 : (unsigned)o->ladder.seats;
}

const struct order_seat *ordered_seat(const struct order *o, unsigned seat)
{
    if (o->kind == JOB_PLAY)
        return &o->seat[seat];
    return seat && o->seat[0].remote ? NULL : &o->seat[0];
}

int64_t ordered_games(const struct order *o)
{
    return o->kind == JOB_VALIDATE && ordered_twins(o) ? 1 : same_match_games(&o->ladder);
}

unsigned ordered_asked(const struct order *o, unsigned leg)
{
    unsigned seat = 0;
    while (seat < ordered_seats(o) && pair_version(&o->pair, leg, seat) != o->seat[0].version)
        seat++;
    return seat < ordered_seats(o) ? seat : STORE_SEATS;
}

bool ordered_again(const struct order *o, unsigned leg)
{
    static const uint8_t none[STORE_HASH] = { 0 };
    return leg < o->legs && memcmp(o->replay[leg], none, STORE_HASH) != 0;
}
