/* embustero: "liar".  What it decides is in sdk/embustero.c, for it also sits at the tables of a batch; here it is a process of
 * its own, and makes signs: in a hand in which it lies they are false. */
#include "players.h"

struct bot {
    struct fiel_random dice;
    unsigned seat;
    struct player_memory hand[FIEL_TABLES], *now; /* of each table; of the one that is played */
};

/* A card that takes most tricks. */
static bool strong_sign(unsigned word)
{
    return (word >= SIGN_ACE_SWORDS && word <= SIGN_SEVEN_COINS) || (word >= SIGN_PIEZA && word <= SIGN_PERICA) ||
           (word >= SIGN_ZAP && word <= SIGN_PERIQUE);
}

static void match_start(const struct fiel_match *m, void *user)
{
    struct bot *b = user;
    b->dice.state = player_seed(m);
    b->seat = m->seat;
}

static void table(unsigned number, void *user)
{
    struct bot *b = user;
    uint16_t folds = b->now->folds, asked = b->now->asked; /* learned from the rival, at whichever table */
    b->now = &b->hand[number];
    b->now->folds = folds;
    b->now->asked = asked;
}

static void hand_start(unsigned hand, unsigned mano, const card_t cards[FIEL_HELD_MAX], void *user)
{
    struct bot *b = user;
    (void)hand, (void)mano, (void)cards;
    embustero_dealt(b->now, &b->dice);
}

static void acted(int seat, struct action a, int value, void *user)
{
    struct bot *b = user;
    (void)value;
    embustero_heard(b->now, b->seat, (unsigned)seat, a);
}

static void sign_seen(int seat, struct sign s, void *user)
{
    struct bot *b = user;
    if (s.to == b->seat && (unsigned)seat != b->seat)
        b->now->partner_strong |= strong_sign(s.word);
}

/* One sign, not always: the best that is true, or any that is not. */
static int make_signs(const struct view *v, int room, struct sign *made, void *user)
{
    struct bot *b = user;
    uint8_t words[SIGN_ROOM];
    int n = hint_signs(v, words);
    unsigned word = n > 0 && !b->now->lies ? words[0] : 0;
    if (room == 0 || fiel_random_below(&b->dice, 3) == 0)
        return 0;
    while (b->now->lies && (!sign_known(&v->open.rules, word) || sign_of_captain(word)))
        word = 1 + fiel_random_below(&b->dice, SIGN_LAST);
    if (word == 0)
        return 0;
    made[0] = (struct sign){ (uint8_t)word, (uint8_t)hint_partner(v) };
    return 1;
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct bot *b = user;
    return embustero_decide(v, legal, n, b->now, &b->dice);
}

int main(void)
{
    struct bot b = { 0 };
    struct fiel_callbacks calls = { decide,         match_start,         hand_start,
                                    acted,          .signs = make_signs, .sign_seen = sign_seen,
                                    .table = table, .user = &b };
    b.now = b.hand;
    return fiel_run_with("embustero", &calls);
}
