/* thinker: thinks on the rival's time.  While the rival is asked it deals itself tables, and counts how often its tricks
 * are safe; asked, it knows already.  For `fiel match --cpu none`, where every process has a CPU of its own. */
#include <fiel.h>

struct mind {
    struct fiel_random dice;
    unsigned dealt, won; /* of the table after my last action */
    bool fresh;
};

/* In a thread of its own; decide waits until it has come back. */
static void think(const struct view *v, const struct fiel_wait *wait, void *user)
{
    struct mind *m = user;
    m->dealt = m->won = 0;
    while (fiel_waiting(wait) && m->dealt < 100000) {
        struct position table;
        view_sample(v, &m->dice, &table);
        position_play_out(&table, policy_random, &m->dice);
        m->won += table.open.hand_winner == side_of(&v->open, v->seat);
        m->dealt++;
    }
    m->fresh = m->dealt > 0;
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct mind *m = user;
    const struct action *yes = hint_find(legal, n, ACT_QUIERO), *no = hint_find(legal, n, ACT_NO_QUIERO);
    double chance = m->fresh ? (double)m->won / m->dealt : hint_chance(v, CARD_NONE, 100, &m->dice);
    struct action best = legal[0];
    m->fresh = false;
    if (v->open.phase == PHASE_STAKE && yes && no)
        return chance > 0.45 ? *yes : *no;
    if (yes && no)
        return hint_envido_plain(v) >= 27 ? *yes : *no;
    for (int i = 0; i < n && legal[i].kind == ACT_PLAY; i++)
        if (hint_strength(v, legal[i].arg) > hint_strength(v, best.arg))
            best = legal[i];
    return best;
}

int main(void)
{
    struct mind mind = { .dice = { 1 } };
    struct fiel_callbacks calls = { .decide = decide, .think = think, .user = &mind };
    return fiel_run_with("thinker", &calls);
}
