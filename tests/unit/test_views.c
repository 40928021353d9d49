/* Nothing hidden is told: two worlds that look the same to a seat give it the same bytes, step by step.
 *
 * What a seat can receive of a step is packed as the wire packs it: the decision and what followed by itself
 * as ACTs, CARDS at the deal and SHOW at the end, a REQUEST with the seat's view and legal list, and the
 * REFUSED for something that it tries.  The
 * property runs over every preset, every value of every option and every table size.  That it can fail is
 * shown by planted leaks: each is put into what the encoder gets, and the property has to find it.
 *
 * Which cards are shown at the end the rules choose by looking at them: worlds that show other ones are parted.
 * That nobody shows more than it has to is held against what it won. */
#include "support/views.h"
#include "views_leaks.h"
#include "record/deal.h"

enum { PACKED_MAX = 4096 };

/* --- what goes to one seat --- */

/* `stale` is what lay in memory before: none of it may come out. */
static void make_feed(const struct position *pos, unsigned seat, struct action tried, uint8_t stale, struct feed *f)
{
    struct position out;
    memset(f, stale, sizeof *f);
    position_view(pos, (int)seat, &f->view);
    signs_view(pos, (int)seat, &f->round);
    f->listed = view_legal(&f->view, f->list);
    memcpy(f->news, pos->open.news, sizeof f->news);
    f->budget = 1000000;
    f->padding = 0;
    f->tried = tried;
    f->error = position_apply(pos, (int)seat, tried, &out);
    memset(f->cards, CARD_NONE, sizeof f->cards);
    if (!rules_unseen(&pos->open.rules, pos->open.score))
        memcpy(f->cards, pos->dealt[seat], sizeof f->cards);
    for (unsigned s = 0; s < FIEL_SEATS_MAX; s++)
        f->shown[s] = (uint8_t)position_shown(pos, (int)s);
}

/* The card of a face-down play is no more in the ACT than on the table. */
static void pack_decision(struct packer *p, const struct position *pos, const struct decision *d)
{
    struct action a = d->action;
    unsigned value = a.kind == ACT_DECLARE ? pos->open.declared[d->seat] : 0;
    if (a.kind == ACT_PLAY_DOWN || a.kind == ACT_DISCARD)
        a.arg = CARD_HIDDEN;
    if (plays_card(a) || a.kind == ACT_DISCARD)
        value = a.kind == ACT_PLAY_BLIND ? pos->dealt[d->seat][d->place] : d->place;
    pack_msg_act(p, 0, d->seat, action_code(a), value, "", 0);
}

/* The openings of some cards of a seat: slot, card, and no salt. */
static size_t openings_of(const card_t cards[FIEL_HELD_MAX], unsigned mask, uint8_t out[FIEL_HELD_MAX * OPENING])
{
    size_t size = 0;
    memset(out, 0, FIEL_HELD_MAX * OPENING);
    for (uint8_t k = 0; k < FIEL_HELD_MAX; k++) {
        if ((mask >> k & 1u) == 0 || cards[k] >= FIEL_CARDS)
            continue;
        out[size] = k;
        out[size + 1] = cards[k];
        size += OPENING;
    }
    return size;
}

static void pack_cards(struct packer *p, const struct position *pos, const struct feed *f, bool dealt)
{
    uint8_t openings[FIEL_HELD_MAX * OPENING];
    if (dealt)
        pack_msg_cards(p, 0, pos->open.hand, openings, openings_of(f->cards, 15, openings));
    for (unsigned s = 0; s < pos->open.seats; s++)
        if (f->shown[s] != 0)
            pack_msg_show(p, 0, s, openings, openings_of(pos->dealt[s], f->shown[s], openings));
}

static void pack_feed(const struct position *pos, const struct decision *last, const struct feed *f,
                      uint8_t bytes[PACKED_MAX])
{
    static const uint8_t pad[64];
    struct packer p;
    memset(bytes, 0, PACKED_MAX);
    pack_start(&p, bytes, PACKED_MAX);
    if (last != NULL)
        pack_decision(&p, pos, last);
    pack_cards(&p, pos, f, last == NULL);
    for (unsigned i = 0; i < pos->open.news_count; i++)
        pack_msg_act(&p, 0, f->news[i].seat, (unsigned)f->news[i].kind << 8, f->news[i].value, "", 0);
    if (last == NULL)
        pack_msg_request(&p, 0, 1, f->budget, f->budget, 0, &f->round);
    pack_msg_request(&p, 0, 1, f->budget, f->budget, 0, &f->view);
    for (int i = 0; i < f->listed; i++)
        pack_uint(&p, action_code(f->list[i]));
    pack_bin(&p, pad, f->padding);
    pack_msg_refused(&p, 0, 1, f->error, rule_error_text(f->error));
    assert_false(p.bad);
}

/* Whether the seat receives the same in both worlds. */
static bool same_bytes(const struct position *a, const struct position *b, const struct decision *last, unsigned seat,
                       struct action tried, leak *plant)
{
    uint8_t x[PACKED_MAX], y[PACKED_MAX];
    struct feed f, g;
    make_feed(a, seat, tried, 0xaa, &f);
    make_feed(b, seat, tried, 0x55, &g);
    if (plant != NULL) {
        plant(a, seat, &f);
        plant(b, seat, &g);
    }
    pack_feed(a, last, &f, x);
    pack_feed(b, last, &g, y);
    return memcmp(x, y, sizeof x) == 0;
}

/* --- the property --- */

struct run {
    struct random random;
    leak *plant; /* or NULL */
    unsigned hands, pairs;
    bool caught;                                                              /* a difference was seen */
    unsigned long tables, steps, worlds, flor, best, tie, hidden_down, shown; /* what was compared */
};

/* Whether the two highest envidos at the table are equal. */
static bool envido_tied(const struct position *pos)
{
    unsigned first = 0, second = 0;
    for (unsigned s = 0; s < pos->open.seats; s++) {
        unsigned v = pair_value(pos->dealt[s]);
        second = v >= first ? first : v > second ? v : second;
        first = v > first ? v : first;
    }
    return first > 0 && first == second;
}

/* A seat shows no more than what it won has to be proved with: an envido by two cards, a flor, or that there was
 * none, by all.  True when one does. */
static bool shows_more(const struct position *pos)
{
    const struct open *o = &pos->open;
    for (unsigned s = 0; s < o->seats; s++) {
        bool envido = o->envido_winner == s || (o->duel_envido >> s & 1u) != 0;
        bool flor = (o->flor_winner == side_of(o, s) && (o->sang >> s & 1u) != 0) || (o->duel_flor >> s & 1u) != 0;
        int most = flor || (o->accused >> s & 1u) != 0 ? 3 : envido ? 2 : 0;
        if (__builtin_popcount(position_shown(pos, (int)s)) > (o->hand_over ? most : 0))
            return true;
    }
    return false;
}

/* What makes a pair worth comparing. */
static void count_pair(struct run *run, const struct position *a, const struct position *b)
{
    unsigned flor = 0, best = 0;
    for (unsigned s = 0; s < a->open.seats; s++) {
        flor |= one_suit(a->dealt[s]) != one_suit(b->dealt[s]);
        for (unsigned k = 0; k < 3; k++)
            best |= (card_strength(&a->open, a->dealt[s][k]) > 11) != (card_strength(&b->open, b->dealt[s][k]) > 11);
    }
    run->worlds++;
    run->flor += flor;
    run->best += best;
    run->tie += envido_tied(a) != envido_tied(b);
}

static struct action any_action(struct random *random)
{
    unsigned kind = random_below(random, 2) ? ACT_PLAY : random_below(random, ACTION_LAST + 2);
    return (struct action){ (uint8_t)kind, (uint8_t)random_below(random, FIEL_CARDS) };
}

/* Both worlds step by step, as `seat` is told them. */
static void compare(struct run *run, const char *text, const struct script *s, unsigned seat)
{
    struct position a = s->start, b;
    const struct decision *last = NULL;
    second_world(s, seat, &run->random, &b);
    count_pair(run, &a, &b);
    for (unsigned i = 0;; i++) {
        if (shows_more(&a))
            fail_msg("%s, %u seats: a seat shows more than it has to", text, a.open.seats);
        if (parted(&a, &b, last))
            return;
        run->shown += a.open.hand_over && (position_shown(&a, 0) | position_shown(&a, 1)) != 0;
        run->steps++;
        if (!same_bytes(&a, &b, last, seat, any_action(&run->random), run->plant)) {
            run->caught = true;
            if (run->plant == NULL)
                fail_msg("%s, %u seats: seat %u is told something hidden after %u decisions, phase %u", text,
                         a.open.seats, seat, i, a.open.phase);
            return;
        }
        if (i == s->size)
            return;
        last = &s->said[i];
        run->hidden_down += last->action.kind == ACT_PLAY_DOWN;
        struct action in_b = in_world(&b, last);
        enum rule_error e = position_apply(&b, last->seat, in_b, &b);
        assert_int_equal(position_apply(&a, last->seat, last->action, &a), RULE_OK);
        if (e != RULE_OK && last->seat == seat && run->plant == NULL)
            fail_msg("%s: seat %u may do in one world what it may not in the other", text, seat);
        if (e != RULE_OK)
            return;
    }
}

static void run_table(const char *text, const struct rules *r, unsigned seats, void *with)
{
    struct run *run = with;
    struct script s;
    run->tables++;
    for (unsigned h = 0; h < run->hands && !run->caught; h++) {
        random_script(&s, r, seats, &run->random);
        for (unsigned seat = 0; seat < seats; seat++)
            for (unsigned i = 0; i < run->pairs && !run->caught; i++)
                compare(run, text, &s, seat);
    }
}

TEST(nothing_hidden_is_told)
{
    struct run run = { .random = { 1 }, .hands = 2, .pairs = 2 };
    for_every_setting(run_table, &run);
    printf("views: %lu tables, %lu pairs of worlds, %lu steps; only one of the two has a flor in %lu, a high "
           "card in %lu, an envido tie in %lu; %lu cards face down, "
           "%lu shown\n",
           run.tables, run.worlds, run.steps, run.flor, run.best, run.tie, run.hidden_down, run.shown);
    assert_true(run.worlds > 10000 / SAMPLE && run.steps > 2 * run.worlds); /* pairs live long enough to say a thing */
    assert_true(run.flor > run.worlds / 10 && run.best > run.worlds / 10 && run.tie > run.worlds / 20 &&
                run.hidden_down > 1000 / SAMPLE && run.shown > 1000 / SAMPLE);
}

/* --- planted leaks --- */

static unsigned long steps_until_caught(leak *plant)
{
    struct run run = { .random = { 7 }, .plant = plant, .hands = 2, .pairs = 2 };
    for_every_setting(run_table, &run);
    return run.caught ? run.steps : 0;
}

TEST(planted_leaks_are_found)
{
    unsigned long n;
    printf("%-16s  %7s  %s\n", "leak", "steps", "what it tells");
#define X(name, tells) \
    n = steps_until_caught(leak_##name); \
    printf("%-16s  %7lu  %s\n", #name, n, tells); \
    if (n == 0) \
        fail_msg("the property does not see it: %s", tells);
    LEAKS(X)
#undef X
}
