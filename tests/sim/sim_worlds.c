/* sim_worlds: what leaves the arbiter for a seat, envelope by envelope, in pairs of worlds that differ only in cards
 * hidden from it.
 *
 * A pair is a hand of views.h with the same public script in both; every preset, every table size, with ticks.  For
 * the seat that may not know them the two streams are equal in number, order, tick and every byte.  For the others, who
 * hold other cards, they are equal in number, order, tick and size: that is what somebody sees who watches the
 * network.  That the property can fail is shown by leaks planted into the arbiter by the linker (SEAM in the Makefile). */
#define SIM_PARTIES 8
#include "masked.h"
#include "support/cheap_signatures.h"
#include "support/views.h"

#include "support/sim.h"
#include "worlds_lay.h"

enum { TICK = 10000, SENT_MOST = 64, EVALUATION = 15000 };

struct sent {
    int64_t at;
    size_t size;
    uint8_t *bytes;
};

struct run {
    const struct script *script;
    unsigned steps;               /* so many of its decisions are said */
    const struct position *world; /* as dealt */
    struct position now;          /* as far as it was said */
    struct sent sent[FIEL_SEATS_MAX][SENT_MOST];
    unsigned count[FIEL_SEATS_MAX];
    bool over;
};

enum plant { PLANT_NONE, PLANT_UNFILLED, PLANT_MESSAGE, PLANT_EARLY, PLANT_SLOW, PLANTS };

static struct {
    const struct world *world; /* NULL: nothing is exchanged */
    enum plant plant;
} seam;

/* --- the seam ------------------------------------------------------------------------------------- */

int __real_position_deal(struct position *pos, card_t cards[][FIEL_HELD_MAX], card_t vira, int mano,
                         char why[RULES_ERROR_TEXT]);
int __wrap_position_deal(struct position *pos, card_t cards[][FIEL_HELD_MAX], card_t vira, int mano,
                         char why[RULES_ERROR_TEXT]);
void __real_pack_msg_request(struct packer *p, uint32_t table, uint32_t request, uint64_t bank_us, uint64_t budget_us,
                             uint64_t used_us, const struct view *v);
void __wrap_pack_msg_request(struct packer *p, uint32_t table, uint32_t request, uint64_t bank_us, uint64_t budget_us,
                             uint64_t used_us, const struct view *v);
void __real_pen_private(struct course *co, unsigned seat, enum message_type type);
void __wrap_pen_private(struct course *co, unsigned seat, enum message_type type);
void __real_outbox_leave(struct referee *r, unsigned seat, int64_t budget_us);
void __wrap_outbox_leave(struct referee *r, unsigned seat, int64_t budget_us);

int __wrap_position_deal(struct position *pos, card_t cards[][FIEL_HELD_MAX], card_t vira, int mano,
                         char why[RULES_ERROR_TEXT])
{
    if (seam.world != NULL)
        world_lay((struct table *)(void *)((char *)pos - offsetof(struct table, position)), seam.world, cards, &vira);
    return __real_position_deal(pos, cards, vira, mano, why);
}

static bool holds_flor(const struct position *pos, unsigned seat) { return one_suit(pos->dealt[seat]); }

/* Planted: the list is as long as it is. */
void __wrap_pack_msg_request(struct packer *p, uint32_t table, uint32_t request, uint64_t bank_us, uint64_t budget_us,
                             uint64_t used_us, const struct view *v)
{
    struct action legal[FIEL_LEGAL_MAX];
    size_t before = p->size, fill = 0;
    __real_pack_msg_request(p, table, request, bank_us, budget_us, used_us, v);
    if (seam.plant != PLANT_UNFILLED)
        return;
    while (p->size - before > 3 && memcmp(p->bytes + p->size - 3 * (fill + 1), "\xcd\xff\xff", 3) == 0)
        fill++;
    size_t n = (size_t)view_legal(v, legal);
    p->size -= 3 * (fill + n) + 3;
    pack_array(p, n);
    for (size_t i = 0; i < n; i++)
        pack_uint(p, action_code(legal[i]));
}

/* Planted: who sits before a holder of a flor is told its cards twice. */
void __wrap_pen_private(struct course *co, unsigned seat, enum message_type type)
{
    __real_pen_private(co, seat, type);
    if (seam.plant != PLANT_MESSAGE || type != MSG_CARDS || !holds_flor(&co->table->position, (seat + 1) % co->seats))
        return;
    __real_pen_private(co, seat, type);
}

/* Planted: what waits for the seat after a holder leaves before its turn; the arbiter thinks about a flor of the seat
 * on turn for more than a tick. */
void __wrap_outbox_leave(struct referee *r, unsigned seat, int64_t budget_us)
{
    unsigned next = (seat + 1) % r->config.seats;
    struct sim *s = r->ports.ctx;
    bool asked = seat < r->config.seats && r->course->party[seat].due->what == OWES_ANSWER &&
                 holds_flor(&r->course->table->position, seat);
    if (asked && seam.plant == PLANT_EARLY && r->course->party[next].due->what == OWES_NOTHING)
        outbox_send(r, 1u << next);
    if (asked && seam.plant == PLANT_SLOW)
        s->now += EVALUATION;
    __real_outbox_leave(r, seat, budget_us);
}

/* --- one world ------------------------------------------------------------------------------------ */

static void listen_to(struct sim *s, unsigned seat, int64_t leaves, const void *envelope, size_t size)
{
    struct run *run = s->user;
    assert_true(run->count[seat] < SENT_MOST);
    struct sent *e = &run->sent[seat][run->count[seat]++];
    *e = (struct sent){ leaves, size, malloc(size) };
    assert_non_null(e->bytes);
    memcpy(e->bytes, envelope, size);
}

/* The next decision of the script, in this world's cards; behind the last one the run is over. */
static unsigned say_script(struct sim *s, unsigned seat)
{
    struct run *run = s->user;
    const struct decision *d = &run->script->said[s->step];
    struct packer p;
    if ((s->party[seat].bot.due & DUE_ANSWER) == 0)
        return ~0u;
    run->over = s->step >= run->steps;
    if (run->over)
        return 0;
    assert_int_equal(d->seat, seat);
    struct action a = in_world(&run->now, d);
    assert_int_equal(position_apply(&run->now, (int)seat, a, &run->now), RULE_OK);
    s->party[seat].bot.due = 0;
    s->step++;
    sim_open(s, &p, seat, 1);
    say_answer(&p, &s->party[seat].bot, seat, s->party[seat].bot.request, action_code(a));
    sim_close(s, &p, seat);
    return 0;
}

static struct referee_config config_of(const char *rules, unsigned seats)
{
    struct referee_config c = sim_config(rules, 1);
    c.seats = (uint8_t)seats;
    c.hands_max = 1;
    c.tick_us = TICK;
    return c;
}

/* The mano that the draw gives the one hand of this match. */
static unsigned mano_of(const char *rules, unsigned seats)
{
    struct referee_config c = config_of(rules, seats);
    OWNED_SIM *s = sim_new(&c, 5);
    sim_start(s);
    while (s->referee->course->table->hand == 0)
        assert_true(sim_turn(s));
    unsigned mano = s->referee->course->table->position.open.mano;
    return mano;
}

static struct world world_of(const struct position *pos)
{
    struct world w = { .vira = pos->open.vira };
    memcpy(w.cards, pos->dealt, sizeof w.cards);
    memcpy(w.score, pos->open.score, sizeof w.score);
    for (unsigned side = 0; side < 2 && pos->open.scorers == 2; side++)
        w.score[side] = (uint16_t)(w.score[side] - pos->open.points_flor[side] - pos->open.points_envido[side] -
                                   pos->open.points_truco[side]);
    return w;
}

static void play(const char *rules, struct run *run)
{
    struct referee_config c = config_of(rules, run->world->open.seats);
    struct world w = world_of(run->world);
    OWNED_SIM *s = sim_new(&c, 5);
    s->script = say_script;
    s->tap = listen_to;
    s->user = run;
    run->now = *run->world;
    seam.world = &w;
    sim_start(s);
    while (!run->over && !referee_over(s->referee))
        assert_true(sim_turn(s));
    seam.world = NULL;
    assert_int_equal(s->faults, 0);
}

static void forget(struct run *run)
{
    for (unsigned seat = 0; seat < FIEL_SEATS_MAX; seat++)
        for (unsigned i = 0; i < run->count[seat]; i++)
            free(run->sent[seat][i].bytes);
}

/* --- two of them ---------------------------------------------------------------------------------- */

struct pairs {
    struct random random;
    unsigned hands; /* per table */
    enum plant plant;
    bool caught;
    unsigned long tables, pairs, flor, envelopes, decisions;
};

/* How many decisions may be said in both before they part by something public. */
static unsigned common_steps(const struct script *s, struct position b)
{
    struct position a = s->start;
    const struct decision *last = NULL;
    for (unsigned i = 0;; i++) {
        if (parted(&a, &b, last))
            return i > 0 ? i - 1 : UINT_MAX;
        if (i == s->size)
            return i;
        last = &s->said[i];
        struct action in_b = in_world(&b, last);
        if (position_apply(&b, last->seat, in_b, &b) != RULE_OK)
            return i;
        assert_int_equal(position_apply(&a, last->seat, last->action, &a), RULE_OK);
    }
}

/* Two envelopes of one size tell the same. */
static bool same_told(const struct sent *x, const struct sent *y)
{
    uint8_t *one = malloc(x->size), *other = malloc(y->size);
    const struct sent *sent[2] = { x, y };
    uint8_t *copy[2] = { one, other };
    assert_true(one != NULL && other != NULL);
    for (unsigned k = 0; k < 2; k++) {
        struct envelope e;
        struct msg m;
        memcpy(copy[k], sent[k]->bytes, sent[k]->size);
        assert_int_equal(envelope_open(&e, sent[k]->bytes, sent[k]->size), WIRE_OK);
        while (e.left > 0) {
            assert_int_equal(envelope_next(&e, FROM_ARBITER, &m), WIRE_OK);
            mask_heads(copy[k], sent[k]->bytes, &m);
        }
    }
    bool same = memcmp(one, other, x->size) == 0;
    free(one);
    free(other);
    return same;
}

/* What is different for `seat`: NULL when nothing is.  `whole`: the bytes, too. */
static const char *difference(const struct run *a, const struct run *b, unsigned seat, bool whole)
{
    if (a->count[seat] != b->count[seat])
        return "another number of envelopes";
    for (unsigned i = 0; i < a->count[seat]; i++) {
        const struct sent *x = &a->sent[seat][i], *y = &b->sent[seat][i];
        if (x->size != y->size)
            return "an envelope of another size";
        if (x->at != y->at)
            return "an envelope at another tick";
        if (whole && !same_told(x, y))
            return "an envelope with other bytes";
    }
    return NULL;
}

static void compare(struct pairs *p, const char *rules, const struct script *script, unsigned seat)
{
    static struct run a, b;
    struct position other;
    second_world(script, seat, &p->random, &other);
    unsigned steps = common_steps(script, other), seats = other.open.seats;
    if (steps == UINT_MAX)
        return;
    a = (struct run){ .script = script, .steps = steps, .world = &script->start };
    b = (struct run){ .script = script, .steps = steps, .world = &other };
    play(rules, &a);
    play(rules, &b);
    for (unsigned i = 0; i < seats; i++) {
        const char *wrong = difference(&a, &b, i, i == seat);
        p->caught = p->caught || wrong != NULL;
        p->envelopes += a.count[i];
        p->flor += i != seat && holds_flor(&script->start, i) != holds_flor(&other, i);
        if (wrong != NULL && p->plant == PLANT_NONE)
            fail_msg("%s, %u seats, %u decisions: what is hidden from seat %u gives seat %u %s", rules, seats, steps,
                     seat, i, wrong);
    }
    p->pairs++;
    p->decisions += steps;
    forget(&a);
    forget(&b);
}

static void at_table(const char *rules, const struct rules *r, unsigned seats, void *with)
{
    struct pairs *p = with;
    struct script script;
    unsigned mano = mano_of(rules, seats);
    p->tables++;
    for (unsigned h = 0; h < p->hands && !p->caught; h++) {
        do
            random_script(&script, r, seats, &p->random);
        while (script.start.open.mano != mano);
        for (unsigned seat = 0; seat < seats && !p->caught; seat++)
            compare(p, rules, &script, seat);
    }
}

TEST(nothing_hidden_shows_in_the_stream)
{
    const char *hands = getenv("FIEL_WORLDS");
    struct pairs p = { .random = { 1 }, .hands = hands != NULL ? (unsigned)atoi(hands) : 2 };
    for_every_preset(at_table, &p);
    printf("worlds: %lu tables, %lu pairs, %lu decisions, %lu envelopes; a flor in one world only: %lu\n", p.tables,
           p.pairs, p.decisions, p.envelopes, p.flor);
    assert_true(p.pairs > 100 && p.flor > 50 && p.decisions > p.pairs);
}

TEST(planted_leaks_are_found)
{
    static const char *const what[PLANTS] = { [PLANT_UNFILLED] = "a list that is not filled up",
                                              [PLANT_MESSAGE] = "a message more beside a holder of a flor",
                                              [PLANT_EARLY] = "mail before its turn after a holder",
                                              [PLANT_SLOW] = "a tick more for a flor" };
    for (enum plant plant = PLANT_NONE + 1; plant < PLANTS; plant++) {
        struct pairs p = { .random = { 7 }, .hands = 4, .plant = plant };
        seam.plant = plant;
        for_every_preset(at_table, &p);
        seam.plant = PLANT_NONE;
        printf("%-42s %s after %lu pairs\n", what[plant], p.caught ? "found" : "not found", p.pairs);
        assert_true(p.caught);
    }
}
