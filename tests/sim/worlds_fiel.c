/* worlds_fiel: `fiel` whose referee deals the world in the file $FIEL_WORLD: the linker puts this before position_deal.
 *
 * Everything else is the program itself: its processes, sockets and clocks. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "worlds_file.h"
#include "worlds_lay.h"

int __real_position_deal(struct position *pos, card_t cards[][HELD_MAX], card_t vira, int mano,
                         char why[RULES_ERROR_TEXT]);
int __wrap_position_deal(struct position *pos, card_t cards[][HELD_MAX], card_t vira, int mano,
                         char why[RULES_ERROR_TEXT]);

int __wrap_position_deal(struct position *pos, card_t cards[][HELD_MAX], card_t vira, int mano,
                         char why[RULES_ERROR_TEXT])
{
    const char *path = getenv("FIEL_WORLD");
    struct world_file f;
    FILE *in = path != NULL ? fopen(path, "rb") : NULL;
    if (in == NULL || fread(&f, sizeof f, 1, in) != 1)
        abort();
    fclose(in);
    world_lay((struct table *)(void *)((char *)pos - offsetof(struct table, position)), &f.world, cards, &vira);
    (void)mano;
    return __real_position_deal(pos, cards, vira, f.mano, why);
}
