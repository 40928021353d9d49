/* pairs_games: what a leg of a duplicate pair gave at each of its tables. */
#include <string.h>

#include "pairs.h"
#include "record/replay.h"

/* A message of the record; `over`: a fault has ended the match. */
static void take_message(struct leg_part *parts, const struct msg *m, bool *over)
{
    struct leg_part *p = &parts[m->table];
    if (m->type == MSG_FAULT && m->effect == EFFECT_MATCH)
        *over = true;
    p->hands += m->type == MSG_HAND_END;
    if (m->type != MSG_GAME_END)
        return;
    p->came.winner = m->winner > 1 ? -1 : m->winner;
    for (unsigned side = 0; side < 2; side++)
        p->came.points[side] += m->score[side];
    p->came.forfeit = *over;
}

static int read_parts(const struct report *leg, struct leg_part *parts)
{
    struct replay file;
    struct record rec;
    struct msg m;
    bool over = false;
    if (replay_load(&file, leg->options->replay))
        return -1;
    while (replay_next(&file, &rec))
        if (rec.type < REC_HEADER && msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK &&
            m.table < leg->options->tables)
            take_message(parts, &m, &over);
    replay_unload(&file);
    return 0;
}

int leg_parts(const struct report *leg, struct leg_part parts[PAIR_TABLES_MAX])
{
    const struct control_result *c = &leg->result;
    const struct leg_part whole = { pair_leg_of(&c->result), c->hands };
    uint32_t beside = options_beside(leg->options);
    parts[0] = whole;
    if (beside == 1)
        return 0;
    for (uint32_t t = 0; t < beside; t++) /* where none is begun the match's fault decides */
        parts[t] = (struct leg_part){ .came = { .winner = whole.came.winner, .forfeit = true } };
    return read_parts(leg, parts);
}

struct leg_part leg_unplayed(const struct report *first)
{
    int64_t winner = pair_leg_of(&first->result.result).winner;
    return (struct leg_part){ .came = { .winner = winner < 0 ? winner : 1 - winner, .forfeit = true } };
}
