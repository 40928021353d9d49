/* montecarlo: tries every legal action on whole tables as they may lie, plays each out with a rule of thumb in every seat, and
 * answers with the action that made the most points of the hand.  sdk/maestro.c does the same with better players.
 *
 * Three things make it win: players who call and fold by their own cards (random ones make every bluff look good), tables that
 * agree with what the rivals called, and one stream of luck for all actions of a table. */
#include <fiel.h>
#include <string.h>

enum { TABLES = 400, TRIES = 8 };
enum { CALLS_ENVIDO = 27, WANTS_ENVIDO = 26, CALLS_TRUCO = 60, WANTS_TRUCO = 42 };

/* How good a hand is in the tricks, 0 to 100: its two best cards against the whole pack. */
static unsigned good(const struct open *o, const card_t dealt[FIEL_HELD_MAX])
{
    unsigned sum = 0, worst = 100;
    for (unsigned k = 0; k < 3; k++) {
        unsigned mine = card_strength(o, dealt[k]), below = 0, all = 0;
        for (card_t c = 0; c < FIEL_CARDS; c++)
            if (rules_have_card(&o->rules, c)) {
                unsigned other = card_strength(o, c);
                below += other < mine ? 2u : other == mine;
                all += 2;
            }
        unsigned place = 100 * below / all;
        sum += place;
        worst = place < worst ? place : worst;
    }
    return (sum - worst) / 2;
}

struct search {
    struct fiel_random dice;
    unsigned good[FIEL_SEATS_MAX], envido[FIEL_SEATS_MAX]; /* of the table that is played out */
};

/* The weakest card that leads the trick, or else the weakest. */
static struct action throw(const struct position *pos, int seat, const struct action *legal, int n)
{
    struct view v;
    struct action low = legal[0], over = { 0, 0 };
    position_view(pos, seat, &v);
    for (int i = 0; i < n && legal[i].kind == ACT_PLAY; i++) {
        unsigned strength = card_strength(&pos->open, legal[i].arg);
        if (strength < card_strength(&pos->open, low.arg))
            low = legal[i];
        if (view_takes(&v, legal[i].arg) && (over.kind == 0 || strength < card_strength(&pos->open, over.arg)))
            over = legal[i];
    }
    return over.kind != 0 ? over : low;
}

/* Calls and wants what its cards are good for, give or take some luck. */
static struct action player(const struct position *pos, int seat, const struct action *legal, int n, void *user)
{
    struct search *s = user;
    unsigned luck = fiel_random_below(&s->dice, 21), tricks = s->good[seat] + luck, envido = s->envido[seat] + luck / 7;
    const struct action *call = hint_find(legal, n, ACT_ENVIDO), *raise = hint_find(legal, n, ACT_RAISE);
    const struct action *no = hint_find(legal, n, ACT_NO_QUIERO), *yes = hint_find(legal, n, ACT_QUIERO);
    if (pos->open.phase == PHASE_ENVIDO && yes && no)
        return envido >= WANTS_ENVIDO + 1u ? *yes : *no;
    if (call && envido >= CALLS_ENVIDO + 1u)
        return *call;
    if (pos->open.phase == PHASE_STAKE && yes && no)
        return tricks < WANTS_TRUCO + 10u ? *no : raise && tricks >= CALLS_TRUCO + 30u ? *raise : *yes;
    if (pos->open.phase == PHASE_PLAY && raise && tricks >= CALLS_TRUCO + 15u)
        return *raise;
    if (legal[0].kind == ACT_PLAY)
        return throw(pos, seat, legal, n);
    for (;;) {
        struct action a = policy_random(pos, seat, legal, n, &s->dice);
        if (a.kind != ACT_MAZO || n == 1)
            return a;
    }
}

/* What the seats hold of a table, and whether rivals who called have what a caller has. */
static bool believed(const struct position *pos, const struct view *v, struct search *s)
{
    const struct open *o = &pos->open;
    bool fits = true;
    for (unsigned seat = 0; seat < o->seats; seat++) {
        s->good[seat] = good(o, pos->dealt[seat]);
        s->envido[seat] = envido_value(o, pos->dealt[seat]);
        if (side_of(o, seat) == side_of(o, v->seat))
            continue;
        if (o->stake_seat == seat && s->good[seat] < CALLS_TRUCO)
            fits = false;
        if (o->envido_seat == seat && s->envido[seat] < CALLS_ENVIDO - 1u)
            fits = false;
    }
    return fits;
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct search *s = user;
    long points[FIEL_LEGAL_MAX] = { 0 };
    int best = 0;
    for (int t = 0; t < TABLES && n > 1; t++) {
        struct position table, played;
        for (int tries = 0; tries < TRIES; tries++) {
            view_sample(v, &s->dice, &table);
            if (believed(&table, v, s))
                break;
        }
        struct fiel_random luck = s->dice;
        for (int i = 0; i < n; i++) {
            s->dice = luck;
            if (position_apply(&table, v->seat, legal[i], &played) != RULE_OK)
                continue;
            position_play_out(&played, player, s);
            points[i] += hand_points(&played.open, side_of(&v->open, v->seat));
        }
    }
    for (int i = 1; i < n; i++)
        if (points[i] > points[best])
            best = i;
    return legal[best];
}

/* The match's id as seed: it plays the same when it is killed and started again. */
static void match_start(const struct fiel_match *m, void *user)
{
    struct search *s = user;
    memcpy(&s->dice.state, m->id, sizeof s->dice.state);
}

int main(void)
{
    struct search s = { .dice = { 1 } };
    struct fiel_callbacks calls = { .decide = decide, .match_start = match_start, .user = &s };
    return fiel_run_with("montecarlo", &calls);
}
