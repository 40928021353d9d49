/* pairs_games: what a leg of a duplicate pair gave at each of its tables. */
#include <string.h>

#include "pairs.h"
#include "record/replay.h"

static unsigned winning_side(unsigned winner) { return winner > 1 ? 2 : winner; }

/* A message of the record; `over`: a fault has ended the match. */
static void take_message(struct leg_game *games, const struct msg *m, bool *over)
{
    struct leg_game *g = &games[m->table];
    if (m->type == MSG_FAULT && m->effect == EFFECT_MATCH)
        *over = true;
    g->hands += m->type == MSG_HAND_END;
    if (m->type != MSG_GAME_END)
        return;
    g->winner = winning_side(m->winner);
    g->points += (int64_t)m->score[0] - m->score[1];
    g->forfeit = *over;
}

static int read_games(const struct report *leg, struct leg_game *games)
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
            take_message(games, &m, &over);
    replay_unload(&file);
    return 0;
}

int leg_games(const struct report *leg, struct leg_game games[PAIR_TABLES_MAX])
{
    const struct control_result *c = &leg->result;
    const struct leg_game whole = { winning_side(c->result.winner), c->diff_sum, c->hands,
                                    c->result.outcome == END_FAULT };
    if (leg->options->tables < 2) {
        games[0] = whole;
        return 0;
    }
    for (uint32_t t = 0; t < leg->options->tables; t++)
        games[t] = (struct leg_game){ whole.winner, 0, 0, true }; /* where none is begun the match's fault decides */
    return read_games(leg, games);
}
