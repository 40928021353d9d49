/* check_seen: what a bot met at the table, read out of the records; and what there is to meet in a variant. */
#include <string.h>

#include "check.h"
#include "record/replay.h"
#include "wire/codec.h"

/* --- what it met --------------------------------------------------------------------------------------- */

static void look_at_request(struct trial *c, const struct msg *m)
{
    struct view v;
    struct reader r;
    read_start(&r, m->view, m->view_size);
    read_view(&r, &v, &c->rules);
    if (read_done(&r) && v.open.phase < 32)
        c->seen.phase[v.open.phase]++;
}

static void look_at(struct trial *c, const struct record *rec)
{
    struct msg m;
    if (rec->type != MSG_REQUEST && rec->type != MSG_ACT && rec->type != MSG_REFUSED)
        return;
    if (msg_read(rec->payload, rec->size, FROM_ARBITER, &m) != WIRE_OK)
        return;
    struct action a = action_of_code(m.action);
    if (rec->type == MSG_ACT && check_mine(c, m.seat) && a.kind <= ACTION_LAST)
        c->seen.said[a.kind]++;
    for (unsigned seat = 0; seat < c->seats; seat++) {
        bool told = rec->visibility == visible_to(seat) && check_mine(c, seat);
        if (told && rec->type == MSG_REQUEST)
            look_at_request(c, &m);
        if (told && rec->type == MSG_REFUSED) {
            c->seen.refused++;
            c->seen.why = (enum rule_error)m.error;
        }
    }
}

void check_look(struct trial *c, const char *replay)
{
    struct replay r;
    struct record rec;
    if (replay_load(&r, replay))
        return;
    while (replay_next(&r, &rec))
        look_at(c, &rec);
    replay_unload(&r);
}

/* --- the same twice --------------------------------------------------------------------------------------- */

/* The next ACT; *hand counts the deals on the way. */
static bool next_act(struct replay *r, struct record *rec, uint32_t *hand)
{
    while (replay_next(r, rec)) {
        *hand += rec->type == MSG_DEAL;
        if (rec->type == MSG_ACT)
            return true;
    }
    return false;
}

/* What was done is the same; the openings of cards played differ from leg to leg in nothing but their blinding. */
static bool same_act(const struct record *a, const struct record *b)
{
    struct msg x, y;
    return msg_read(a->payload, a->size, FROM_ARBITER, &x) == WIRE_OK &&
           msg_read(b->payload, b->size, FROM_ARBITER, &y) == WIRE_OK && x.seat == y.seat && x.action == y.action &&
           x.value == y.value;
}

bool check_same(const char *first, const char *second, uint32_t *hand)
{
    struct replay a, b;
    struct record x, y;
    uint32_t other = 0;
    bool same = true;
    *hand = 0;
    if (replay_load(&a, first))
        return false;
    if (replay_load(&b, second)) {
        replay_unload(&a);
        return false;
    }
    while (same) {
        bool more = next_act(&a, &x, hand), there = next_act(&b, &y, &other);
        if (!more && !there)
            break;
        same = more && there && same_act(&x, &y);
    }
    replay_unload(&a);
    replay_unload(&b);
    return same;
}

/* --- what there is to meet ------------------------------------------------------------------------------ */

enum { HANDS = 3000 };

struct dice {
    uint64_t state;
};

/* A number below n: a plain generator will do, nothing hangs on it. */
static unsigned below(struct dice *d, unsigned n)
{
    d->state = d->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((d->state >> 33) % n);
}

static int deal(struct position *pos, struct dice *d)
{
    card_t pack[FIEL_CARDS], cards[FIEL_SEATS_MAX][FIEL_HELD_MAX];
    char why[RULES_ERROR_TEXT];
    unsigned n = 0, at = 0;
    unsigned mano = pos->open.hand ? (pos->open.mano + 1u) % pos->open.seats : 0;
    unsigned gallo = rules_gallo(&pos->open.rules, pos->open.seats, mano);
    for (card_t c = 0; c < FIEL_CARDS; c++)
        if (rules_have_card(&pos->open.rules, c))
            pack[n++] = c;
    for (unsigned i = n - 1; i > 0; i--) {
        unsigned k = below(d, i + 1);
        card_t c = pack[i];
        pack[i] = pack[k];
        pack[k] = c;
    }
    memset(cards, CARD_NONE, sizeof cards);
    for (unsigned seat = 0; seat < pos->open.seats; seat++)
        for (unsigned k = 0; k < (seat == gallo ? 4u : 3u); k++)
            cards[seat][k] = pack[at++];
    return position_deal(pos, cards, rules_turn_card(&pos->open.rules) ? pack[at] : CARD_NONE,
                         pos->open.hand ? FIEL_NOBODY : 0, why);
}

/* Half of the time a card, so that hands get on. */
static struct action choose(const struct action *legal, int n, struct dice *d)
{
    return below(d, 2) ? legal[0] : legal[below(d, (unsigned)n)];
}

uint32_t check_phases(const struct trial *c)
{
    struct position pos;
    struct dice d = { 1 };
    struct action legal[FIEL_LEGAL_MAX];
    char why[RULES_ERROR_TEXT];
    uint32_t found = 0;
    if (position_new(&pos, &c->rules, (int)c->seats, why))
        return 0;
    for (int h = 0; h < HANDS && !deal(&pos, &d); h++) {
        found |= signs_on(&pos.open) ? 1u << PHASE_SIGNS : 0;
        while (!pos.open.hand_over) {
            int seat = position_turn(&pos), n = position_legal(&pos, seat, legal);
            found |= 1u << pos.open.phase;
            if (n == 0 || position_apply(&pos, seat, choose(legal, n, &d), &pos) != RULE_OK)
                return found;
        }
    }
    return found;
}
