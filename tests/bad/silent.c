/* silent: connects and never says hello. */
#include "bad.h"

int main(void)
{
    struct seat_record s;
    struct connection c;
    if (!line(&s, &c))
        return 3;
    wait_for_ever();
}
