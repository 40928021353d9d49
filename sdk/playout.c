/* playout: a table one action on, and a hand played to its end with open cards.  See fiel.h. */
#include "fiel.h"

enum { TRIES_AFTER = 8 };    /* deals of hidden cards, until the rules do nothing of a rival's */
enum { ACTIONS_MOST = 400 }; /* more than any hand has: who plays on and on is stopped */

bool position_play_out(struct position *pos, fiel_policy *policy, void *user)
{
    struct action legal[FIEL_LEGAL_MAX];
    for (int i = 0; i < ACTIONS_MOST && !pos->open.hand_over; i++) {
        int seat = position_turn(pos), n = position_legal(pos, seat, legal);
        if (n == 0 || position_apply(pos, seat, policy(pos, seat, legal, n, user), pos) != RULE_OK)
            return false;
    }
    return pos->open.hand_over;
}

struct action policy_random(const struct position *pos, int seat, const struct action *legal, int n, void *user)
{
    (void)pos, (void)seat;
    return legal[fiel_random_below(user, (unsigned)n)];
}

/* What the rules did by themselves for another seat came of the cards that it was dealt here. */
static bool told_of_others(const struct open *o, unsigned seat)
{
    for (unsigned i = 0; i < o->news_count; i++)
        if (o->news[i].seat != seat)
            return true;
    return false;
}

bool view_after(const struct view *v, struct action a, struct fiel_random *random, struct view *out)
{
    for (int i = 0; i < TRIES_AFTER; i++) {
        struct position pos;
        view_sample(v, random, &pos);
        if (position_apply(&pos, v->seat, a, &pos) != RULE_OK)
            return false;
        if (told_of_others(&pos.open, v->seat))
            continue;
        position_view(&pos, v->seat, out);
        return true;
    }
    return false;
}
