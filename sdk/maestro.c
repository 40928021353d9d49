/* maestro: "master".  It searches with the rules library.
 *
 * At each decision it deals the hidden cards again and again as they may lie, weighs each such table by how
 * well it explains what the rivals said, tries every legal action on all of them, and plays each hand to its
 * end with a player's rule of thumb in every seat, which looks at that seat's cards alone.  What counts is
 * the chance of winning the game, and the points.  The number of tables is fixed: it replays under a seed. */
#include "players.h"

#include <math.h>

#include "choice.h"
#include "rules/worth.h"

enum { ACTIONS_END = 400 };

/* What a search knows of its hand. */
struct search {
    struct fiel_random dice;
    struct ranks ranks;
    double pack; /* cards in it */
};

static bool chance_of(struct search *b, double p) { return (double)(fiel_random(&b->dice) >> 11) * 0x1p-53 < p; }

static double sigmoid(double x) { return 1 / (1 + exp(-x)); }

/* --- what cards are worth --- */

/* Share of the pack that it beats, half of its equals. */
static double place_of(const struct search *b, card_t c)
{
    const uint8_t *above = &b->ranks.above[c < FIEL_CARDS ? b->ranks.strength[c] : 0];
    return c < FIEL_CARDS ? 1 - (above[0] + above[-1]) / (2 * b->pack) : 0;
}

/* Places in the pack of a seat's cards that still count, the best first: those held and the one it has played
 * to the open trick. */
static int places(const struct position *pos, unsigned seat, const struct search *b, double out[3])
{
    const struct open *o = &pos->open;
    int n = 0;
    for (unsigned k = 0; k < 3; k++) {
        card_t c = pos->dealt[seat][k];
        bool open_trick = o->trick < SHAPE_TRICK && o->table[o->trick * SHAPE_SEAT + seat] == c;
        if ((o->gone[seat] >> k & 1) && !open_trick)
            continue;
        int at = n++;
        for (; at > 0 && out[at - 1] < place_of(b, c); at--)
            out[at] = out[at - 1];
        out[at] = place_of(b, c);
    }
    return n;
}

/* The three cards of a hand nobody has played in, as a chance to take it. */
static double whole_hand(const double q[3]) { return sigmoid(9 * (0.35 * q[0] + 0.45 * q[1] + 0.2 * q[2] - 0.56)); }

/* How likely a seat takes the hand, as it looks to itself. */
static double outlook(const struct position *pos, unsigned seat, const struct search *b)
{
    const struct open *o = &pos->open;
    double q[3] = { 0 };
    int n = places(pos, seat, b, q);
    if (o->trick == 0 && n == 3)
        return whole_hand(q);
    unsigned first = o->trick_winner[0], side = side_of(o, seat);
    double best = q[0] * q[0], next = q[1];
    if (o->trick >= 2 || first == FIEL_TIE)
        return o->trick >= 2 ? q[0] : best;
    return first == side ? 1 - (1 - best) * (1 - next) : best * next;
}

/* --- the rule of thumb, for every seat of a playout --- */

static double envido_points(const struct position *pos, unsigned seat)
{
    return envido_value(&pos->open, pos->dealt[seat]) +
           (side_of(&pos->open, pos->open.mano) == side_of(&pos->open, seat) ? 1.0 : 0.0);
}

static const struct action *call_envido(const struct position *pos, unsigned seat, const struct action *legal, int n,
                                        struct search *b)
{
    const struct action *envido = hint_find(legal, n, ACT_ENVIDO);
    const struct action *real = hint_find(legal, n, ACT_REAL_ENVIDO);
    double points = envido_points(pos, seat);
    if (real && points >= 30.5 && chance_of(b, 0.5))
        return real;
    return envido && chance_of(b, 0.04 + 0.9 * sigmoid(2 * (points - 25.8))) ? envido : NULL;
}

/* The card that is strong enough to lead the trick, the weakest such, or the weakest of all. */
static struct action throw_card(const struct position *pos, unsigned seat, const struct action *legal, int n,
                                struct search *b)
{
    const struct open *o = &pos->open;
    unsigned top[2] = { 0, 0 };
    for (unsigned s = 0; s < o->seats; s++) {
        card_t c = o->table[o->trick * SHAPE_SEAT + s];
        if (c < FIEL_CARDS && b->ranks.strength[c] > top[side_of(o, s)])
            top[side_of(o, s)] = b->ranks.strength[c];
    }
    unsigned side = side_of(o, seat), mine = top[side], his = top[side ^ 1u];
    struct action low = legal[0], over = { 0, 0 }, high = legal[0];
    for (int i = 0; i < n && legal[i].kind == ACT_PLAY; i++) {
        unsigned s = b->ranks.strength[legal[i].arg];
        if (s < b->ranks.strength[low.arg])
            low = legal[i];
        if (s > b->ranks.strength[high.arg])
            high = legal[i];
        bool beats = s > his || (s == his && o->trick > 0 && o->trick_winner[0] == side);
        if (beats && (over.kind == 0 || s < b->ranks.strength[over.arg]))
            over = legal[i];
    }
    if (his == 0 && mine == 0 && o->trick == 0) /* leads: mostly low, which keeps the best one back */
        return chance_of(b, 0.6) ? low : legal[fiel_random_below(&b->dice, 3) % (unsigned)n];
    if (his == 0 && mine == 0) /* high when nothing may be lost */
        return o->trick_winner[0] == side && chance_of(b, 0.7) ? low : high;
    return mine > his || over.kind == 0 ? low : over;
}

static struct action on_turn(const struct position *pos, unsigned seat, const struct action *legal, int n,
                             struct search *b)
{
    const struct action *flor = hint_find(legal, n, ACT_FLOR), *raise = hint_find(legal, n, ACT_RAISE);
    const struct action *envido = call_envido(pos, seat, legal, n, b);
    double needed = pos->open.stake == 0 ? 0.68 : 0.82;
    if (flor || envido)
        return flor ? *flor : *envido;
    if (raise && pos->open.eleven == ELEVEN_NONE &&
        chance_of(b, 0.03 + 0.85 * sigmoid(16 * (outlook(pos, seat, b) - needed))))
        return *raise;
    return legal[0].kind == ACT_PLAY ? throw_card(pos, seat, legal, n, b)
                                     : legal[fiel_random_below(&b->dice, (unsigned)n)];
}

static struct action answer_stake(const struct position *pos, unsigned seat, const struct action *legal, int n,
                                  struct search *b)
{
    const struct action *raise = hint_find(legal, n, ACT_RAISE), *envido = call_envido(pos, seat, legal, n, b);
    double chance = outlook(pos, seat, b);
    if (envido)
        return *envido;
    if (raise && chance_of(b, 0.02 + 0.85 * sigmoid(20 * (chance - 0.86))))
        return *raise;
    return say(chance_of(b, sigmoid(14 * (chance - 0.42))) ? ACT_QUIERO : ACT_NO_QUIERO);
}

static struct action answer_envido(const struct position *pos, unsigned seat, const struct action *legal, int n,
                                   struct search *b)
{
    const struct action *real = hint_find(legal, n, ACT_REAL_ENVIDO);
    double points = envido_points(pos, seat), stake = pos->open.envido_wanted;
    if (real && points >= 31)
        return *real;
    return say(chance_of(b, sigmoid(1.5 * (points - 23.5 - 0.7 * (stake > 8 ? 8 : stake)))) ? ACT_QUIERO
                                                                                            : ACT_NO_QUIERO);
}

static struct action answer_flor(const struct position *pos, unsigned seat, const struct action *legal, int n)
{
    static const enum action_kind word[] = { ACT_CONTRAFLOR, ACT_CON_FLOR_QUIERO, ACT_FLOR, ACT_PASS,
                                             ACT_CON_FLOR_ACHICO };
    static const unsigned needed[] = { 34, 30, 0, 0, 0 };
    for (int i = 0; i < 5; i++)
        if (hint_find(legal, n, word[i]) && flor_rank(&pos->open, pos->dealt[seat]) >= needed[i])
            return say(word[i]);
    return legal[0];
}

static struct action thumb(const struct position *pos, unsigned seat, const struct action *legal, int n,
                           struct search *b)
{
    switch ((enum phase)pos->open.phase) {
    case PHASE_PLAY: return on_turn(pos, seat, legal, n, b);
    case PHASE_STAKE: return answer_stake(pos, seat, legal, n, b);
    case PHASE_ENVIDO: return answer_envido(pos, seat, legal, n, b);
    case PHASE_FLOR: return answer_flor(pos, seat, legal, n);
    case PHASE_DECLARE: return legal[0];
    case PHASE_ELEVEN: return say(outlook(pos, seat, b) > 0.4 ? ACT_ELEVEN_PLAY : ACT_ELEVEN_RUN);
    case PHASE_RAISE:
        if (pos->open.eleven == ELEVEN_NONE && outlook(pos, seat, b) > 0.75 && hint_find(legal, n, ACT_RAISE))
            return *hint_find(legal, n, ACT_RAISE);
        break;
    case PHASE_ACCUSE:
    case PHASE_DISCARD:
    case PHASE_SIGNS:
    case PHASE_NONE: break;
    }
    return hint_find(legal, n, ACT_PASS) ? say(ACT_PASS) : legal[n - 1];
}

/* --- the search --- */

/* How well a table explains the calls that the rivals have made, and those that they have not. */
static double believed(const struct position *pos, unsigned me, const struct search *b)
{
    const struct open *o = &pos->open;
    double weight = 1;
    for (unsigned seat = 0; seat < o->seats; seat++) {
        if (side_of(o, seat) == side_of(o, me))
            continue;
        double q[3] = { 0 }, points = envido_points(pos, seat);
        struct position fresh = *pos;
        fresh.open.gone[seat] = 0;
        places(&fresh, seat, b, q);
        if (o->stake_seat == seat)
            weight *= 0.03 + sigmoid(18 * (whole_hand(q) - 0.68));
        else if (o->stake > 0 && side_of(o, o->stake_seat) == side_of(o, me))
            weight *= 0.05 + sigmoid(12 * (whole_hand(q) - 0.38));
        else if (o->stake_seat == FIEL_NOBODY && o->table[seat] != CARD_NONE)
            weight *= 1.05 - 0.85 * sigmoid(16 * (whole_hand(q) - 0.68));
        if (o->envido_seat == seat)
            weight *= 0.05 + sigmoid(1.5 * (points - (o->envido_last == ACT_ENVIDO ? 25 : 28)));
        else if (o->envido_last == 0 && o->table[seat] != CARD_NONE && o->rules.opt[OPT_ENVIDO] == 0)
            weight *= 1.05 - sigmoid(1.5 * (points - 26));
    }
    return weight;
}

/* The chance of winning the game from this score, what it leads the best of the others by against what is left to be played, and
 * a little for each point up to the target: a game that is lost is not lost the less by a point. */
static double worth(const struct open *o, unsigned seat)
{
    unsigned me = rules_scorer(&o->rules, o->seats, seat), rival = me == 0 ? 1 : 0;
    for (unsigned s = 0; s < o->scorers; s++)
        if (s != me && o->score[s] > o->score[rival])
            rival = s;
    double target = o->rules.opt[OPT_TARGET], mine = fmin(o->score[me], target), his = fmin(o->score[rival], target);
    double lead = 0.04 * (mine - his);
    if (o->game_over)
        return lead + (o->game_winner == me);
    return lead + sigmoid(1.2 * (mine - his) / sqrt(2 * target - mine - his + 1));
}

static double play_out(struct position *pos, unsigned me, struct search *b)
{
    struct action legal[FIEL_LEGAL_MAX];
    for (int i = 0; i < ACTIONS_END && !pos->open.hand_over; i++) {
        int seat = position_turn(pos), n = position_legal(pos, seat, legal);
        if (n == 0 || position_apply(pos, seat, thumb(pos, (unsigned)seat, legal, n, b), pos) != RULE_OK)
            break;
    }
    return worth(&pos->open, me);
}

struct action maestro_decide(const struct view *v, const struct action *legal, int n, int tables,
                             struct fiel_random *dice)
{
    struct search search = { .dice = *dice, .pack = rules_deck_size(&v->open.rules) }, *b = &search;
    double sum[FIEL_LEGAL_MAX] = { 0 };
    int best = 0;
    ranks_of(&v->open, &b->ranks);
    for (int t = 0; t < tables / v->open.seats && n > 1; t++) {
        struct position table, played;
        view_sample(v, &b->dice, &table);
        double weight = believed(&table, v->seat, b);
        struct fiel_random luck = b->dice; /* one for all actions: they differ by what they are alone */
        for (int i = 0; i < n; i++) {
            b->dice = luck;
            if (position_apply(&table, v->seat, legal[i], &played) == RULE_OK)
                sum[i] += weight * play_out(&played, v->seat, b);
        }
    }
    for (int i = 1; i < n; i++)
        if (sum[i] > sum[best])
            best = i;
    *dice = b->dice;
    return player_stays(v, legal[best], legal, n);
}
