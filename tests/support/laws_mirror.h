/* laws_mirror: the sides are mirror images: everybody moves one seat on, and the same hand comes out, moved. */
#ifndef TESTS_LAWS_MIRROR_H
#define TESTS_LAWS_MIRROR_H

#include "laws.h"

static inline uint8_t turn_seat(uint8_t seat, unsigned seats)
{
    return (uint8_t)(seat < seats ? (seat + 1u) % seats : seat);
}

static inline uint8_t turn_side(uint8_t side) { return side < 2 ? 1 - side : side; }

static inline uint8_t turn_bits(uint8_t mask, unsigned seats)
{
    unsigned moved = 0;
    for (unsigned seat = 0; seat < seats; seat++)
        moved |= ((unsigned)mask >> seat & 1u) << (seat + 1) % seats;
    return (uint8_t)moved;
}

static inline void turn_list(uint8_t *list, size_t size, unsigned seats)
{
    uint8_t old[FIEL_SEATS_MAX * FIEL_HELD_MAX];
    memcpy(old, list, size * seats);
    for (unsigned seat = 0; seat < seats; seat++)
        memcpy(list + (seat + 1) % seats * size, old + seat * size, size);
}

static inline void turn_pair(uint8_t p[2])
{
    uint8_t first = p[0];
    p[0] = p[1];
    p[1] = first;
}

/* With a gallo by turn: the gallo is side 0 at any seat, and the scores move with the seats. */
static inline void turn_gallo(struct open *o, const struct open *old)
{
    for (unsigned seat = 0; seat < 3; seat++) {
        o->score[(seat + 1) % 3] = old->score[seat];
        o->chicos[(seat + 1) % 3] = old->chicos[seat];
    }
    o->game_winner = turn_seat(o->game_winner, 3);
    o->partida_winner = turn_seat(o->partida_winner, 3);
    o->gallo = turn_seat(o->gallo, 3);
    o->sides[0] = turn_bits(o->sides[0], 3);
    o->sides[1] = turn_bits(o->sides[1], 3);
}

static inline struct position turned(const struct position *pos)
{
    struct position r = *pos;
    struct open *o = &r.open;
    unsigned n = o->seats;
    uint8_t *const pairs[] = { o->chicos, o->points_truco, o->points_envido, o->points_flor, o->points_bonus };
    uint8_t *const lists[] = { o->declared, o->gone, o->table, o->table + 8, o->table + 16 };
    uint8_t *const seats[] = { &o->mano,        &o->turn,          &o->leader,   &o->stake_seat,
                               &o->envido_seat, &o->envido_winner, &o->flor_seat };
    uint8_t *const sides[] = { &o->flor_winner, &o->hand_winner,     &o->game_winner,     &o->partida_winner,
                               &o->eleven_side, &o->trick_winner[0], &o->trick_winner[1], &o->trick_winner[2] };
    uint8_t *const masks[] = { &o->said_truco, &o->waived, &o->sang,   &o->asked,       &o->passed,   &o->out,
                               &o->accused,    &o->duel,   &o->dueled, &o->duel_envido, &o->duel_flor };
    o->flor_contra = n == 3 ? o->flor_contra : turn_bits(o->flor_contra, 2);
    o->score[0] = pos->open.score[1];
    o->score[1] = pos->open.score[0];
    for (size_t i = 0; n != 3 && i < sizeof pairs / sizeof *pairs; i++)
        turn_pair(pairs[i]);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        turn_list(lists[i], 1, n);
    for (size_t i = 0; i < sizeof seats / sizeof *seats; i++)
        *seats[i] = turn_seat(*seats[i], n);
    for (size_t i = 0; n != 3 && i < sizeof sides / sizeof *sides; i++)
        *sides[i] = turn_side(*sides[i]);
    for (size_t i = 0; i < sizeof masks / sizeof *masks; i++)
        *masks[i] = turn_bits(*masks[i], n);
    for (unsigned i = 0; i < o->news_count; i++)
        o->news[i].seat = turn_seat(o->news[i].seat, n);
    if (n == 3)
        turn_gallo(o, &pos->open);
    turn_list(&r.dealt[0][0], FIEL_HELD_MAX, n);
    r.duels_made[0] = pos->duels_made[1];
    r.duels_made[1] = pos->duels_made[0];
    return r;
}

static inline const char *law_mirror(const struct position *before, int seat, struct action a,
                                     const struct position *after)
{
    if (before->open.seats == 3 && before->open.scorers == 2)
        return NULL; /* the fixed gallo keeps its seat */
    struct position pos = turned(before), expected = turned(after);
    if (a.kind == ACT_PIDO_FLOR)
        a.arg = turn_seat(a.arg, before->open.seats);
    if (position_apply(&pos, turn_seat((uint8_t)seat, before->open.seats), a, &pos) != RULE_OK)
        return "the mirror image may not do it";
    if (memcmp(pos.dealt, expected.dealt, sizeof pos.dealt) != 0)
        return "the mirror image deals otherwise";
#define X(name, bits, shape, meaning) \
    if (memcmp(&pos.open.name, &expected.open.name, sizeof pos.open.name) != 0) \
        return "the mirror image is another one in " #name;
    FIEL_OPEN_FIELDS(X)
#undef X
    return NULL;
}

#endif
