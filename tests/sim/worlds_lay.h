/* worlds_lay: the cards of a world laid out inside the arbiter, in a program that wraps position_deal and deal_pack. */
#ifndef TESTS_WORLDS_LAY_H
#define TESTS_WORLDS_LAY_H

#include <string.h>

#include "course/course_state.h"
#include "referee/referee_state.h"
#include "worlds.h"

/* The packs of the referee as they were made, by hand: one table is played. */
enum { WORLD_PACKS = 2 * PACKS_AHEAD };
static struct pack *world_pack[WORLD_PACKS];
void __real_deal_pack(struct pack *p, const uint8_t hand_key[HASH], const uint8_t table_id[HASH], uint32_t hand,
                      const card_t *deck, unsigned n);
void __wrap_deal_pack(struct pack *p, const uint8_t hand_key[HASH], const uint8_t table_id[HASH], uint32_t hand,
                      const card_t *deck, unsigned n);
void __wrap_deal_pack(struct pack *p, const uint8_t hand_key[HASH], const uint8_t table_id[HASH], uint32_t hand,
                      const card_t *deck, unsigned n)
{
    world_pack[hand % WORLD_PACKS] = p;
    __real_deal_pack(p, hand_key, table_id, hand, deck, n);
}

/* In `pack`, the card that lies where `was` lay becomes `is`, and the other way round. */
static inline void world_exchange(struct pack *pack, card_t was, card_t is)
{
    unsigned a = 0, b = 0;
    for (unsigned slot = 0; slot < pack->n; slot++) {
        a = pack->card[slot] == was ? slot : a;
        b = pack->card[slot] == is ? slot : b;
    }
    pack->card[a] = is;
    pack->card[b] = was;
}

/* Puts the world in the place of the cards that are about to be dealt at this table: `slot_of` is the slot of each. */
static inline void world_lay(struct table *t, const struct world *w, card_t cards[][FIEL_HELD_MAX], card_t *vira)
{
    struct pack *pack = world_pack[t->hand % WORLD_PACKS];
    const unsigned seats = t->position.open.seats;
    unsigned slot[FIEL_SEATS_MAX][FIEL_HELD_MAX], vira_slot = 0;
    for (unsigned s = 0; s < seats; s++)
        for (unsigned k = 0; k < FIEL_HELD_MAX; k++)
            for (unsigned i = 0; i < pack->n; i++) {
                slot[s][k] = pack->card[i] == cards[s][k] ? i : slot[s][k];
                vira_slot = pack->card[i] == *vira ? i : vira_slot;
            }
    for (unsigned s = 0; s < seats; s++)
        for (unsigned k = 0; k < FIEL_HELD_MAX && cards[s][k] != CARD_NONE; k++) {
            world_exchange(pack, pack->card[slot[s][k]], w->cards[s][k]);
            cards[s][k] = w->cards[s][k];
        }
    if (*vira != CARD_NONE)
        world_exchange(pack, pack->card[vira_slot], *vira = w->vira);
    memcpy(t->position.open.score, w->score, sizeof w->score);
}

#endif
