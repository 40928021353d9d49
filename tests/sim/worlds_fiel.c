/* worlds_fiel: `fiel` whose referee deals the world in the file $FIEL_WORLD: the linker puts this before position_deal.
 *
 * Everything else is the program itself: its processes, sockets and clocks. */
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "worlds_file.h"
#include "worlds_lay.h"

int __real_position_deal(struct position *pos, card_t cards[][FIEL_HELD_MAX], card_t vira, int mano,
                         char why[RULES_ERROR_TEXT]);
int __wrap_position_deal(struct position *pos, card_t cards[][FIEL_HELD_MAX], card_t vira, int mano,
                         char why[RULES_ERROR_TEXT]);

static struct world_file world;
static bool there;

/* At its start, for later a referee opens no file. */
__attribute__((constructor)) static void read_world(void)
{
    const char *path = getenv("FIEL_WORLD");
    FILE *in = path ? fopen(path, "rb") : NULL;
    there = in && fread(&world, sizeof world, 1, in) == 1;
    if (in)
        fclose(in);
}

int __wrap_position_deal(struct position *pos, card_t cards[][FIEL_HELD_MAX], card_t vira, int mano,
                         char why[RULES_ERROR_TEXT])
{
    if (!there)
        abort();
    world_lay((struct table *)(void *)((char *)pos - offsetof(struct table, position)), &world.world, cards, &vira);
    (void)mano;
    return __real_position_deal(pos, cards, vira, world.mano, why);
}
