/* What the teller makes of hands is what was played, at every preset and size: who took a trick sat in it and held its best card
 * first, and what a hand begins with and its points make what it ends with.  What is printed of that: test_ladder_retold. */
#include "support/test.h"

#include "rules/worth.h"
#include "support/tale.h"
#include "tell/tell.h"

enum { HANDS = 1000 / SAMPLE };

/* What was played to the trick that is open, in its order. */
struct trick {
    unsigned played, number, duel; /* duel: bit per seat that plays */
    struct {
        uint8_t seat;
        card_t card; /* CARD_HIDDEN: face down */
    } at[FIEL_SEATS_MAX];
};

struct seen {
    unsigned tricks, duels, hands;
    unsigned strangers, later, sums; /* wrong: takers who sat in no duel, who were not the first, sums */
};

/* The first of each kind is printed. */
static void wrong(unsigned *count, const struct teller *t, const char *what)
{
    if ((*count)++ == 0)
        print_message("%s, %u seats, hand %u: %s\n", t->offer.rules, t->offer.seats, t->chapter.hand, what);
}

static void plays(struct trick *k, const struct tell_line *line)
{
    if (line->kind != TELL_ACT || (line->action.kind != ACT_PLAY && line->action.kind != ACT_PLAY_DOWN))
        return;
    assert_true(k->played < FIEL_SEATS_MAX && k->duel >> line->seat & 1u);
    k->at[k->played].seat = line->seat;
    k->at[k->played++].card = line->action.kind == ACT_PLAY ? line->action.arg : CARD_HIDDEN;
}

/* The trick is the next one, and its taker, where there is one, the first of those who played the best card. */
static void taken(const struct teller *t, struct trick *k, const struct tell_line *line, struct seen *seen)
{
    const struct open *o = &t->position.open;
    unsigned best = 0, first = FIEL_NOBODY;
    assert_int_equal(line->trick, k->number);
    for (unsigned i = 0; i < k->played; i++)
        if (first == FIEL_NOBODY || card_strength(o, k->at[i].card) > best) {
            best = card_strength(o, k->at[i].card);
            first = k->at[i].seat;
        }
    if (line->winner < FIEL_TIE && (line->seat >= FIEL_SEATS_MAX || !(k->duel >> line->seat & 1u)))
        wrong(&seen->strangers, t, "who is told to have taken a trick sat in another duel");
    else if (line->winner < FIEL_TIE && line->seat != first)
        wrong(&seen->later, t, "who is told to have taken a trick was not the first to play its best card");
    if (line->winner >= FIEL_TIE)
        assert_int_equal(line->seat, FIEL_NOBODY);
    k->number++;
    k->played = 0;
}

/* Side by side with the points of the hand; of three who score for themselves, each has those of its side. */
static void adds_up(const struct teller *t, const struct tell_line *line, struct seen *seen)
{
    const struct tell_chapter *c = &t->chapter;
    const struct open *o = &t->position.open;
    for (unsigned s = 0; s < o->scorers; s++) {
        unsigned side = o->scorers == 2 ? s : side_of(o, s), points = 0;
        for (unsigned a = 0; a < 4; a++)
            points += c->points[a][side];
        if (c->score[s] + points != line->score[s])
            wrong(&seen->sums, t, "the score at its start and its points are not the score at its end");
    }
}

static void look(const struct teller *t, struct seen *seen)
{
    const struct tell_chapter *c = &t->chapter;
    struct trick k = { .duel = (1u << c->seats) - 1u };
    for (size_t i = 0; i < c->count; i++) {
        const struct tell_line *line = &c->lines[i];
        plays(&k, line);
        if (line->kind == TELL_DUEL) {
            k = (struct trick){ .duel = line->value };
            seen->duels++;
        } else if (line->kind == TELL_TRICK) {
            taken(t, &k, line, seen);
            seen->tricks++;
        } else if (line->kind == TELL_HAND_END) {
            adds_up(t, line, seen);
            seen->hands++;
        }
    }
}

static void tell_table(const char *text, const struct rules *r, unsigned seats, void *with)
{
    struct tale tale = tale_of(text, r, seats, HANDS, 100u * seats + r->preset, NULL);
    OWNED struct teller *t = malloc(sizeof *t);
    struct seen *seen = with;
    unsigned before = seen->hands;
    assert_non_null(t);
    tell_start(t, tale.bytes, tale.size);
    while (tell_next(t))
        look(t, seen);
    if (t->damaged)
        fail_msg("%s, %u seats, hand %u: %s", text, seats, t->chapter.hand, t->why);
    assert_int_equal(seen->hands - before, HANDS);
    tell_end(t);
    free(tale.bytes);
}

TEST(what_is_told_was_played)
{
    struct seen seen = { 0 };
    for_every_preset(tell_table, &seen);
    for_every_size("argentino,partner_tie_lead=first", tell_table, &seen);
    print_message("%u hands, %u tricks, %u duels\n", seen.hands, seen.tricks, seen.duels);
    if (seen.strangers || seen.later || seen.sums)
        fail_msg("wrong: %u takers out of their duel, %u not the first, %u sums", seen.strangers, seen.later,
                 seen.sums);
    assert_true(seen.duels > 0 && seen.tricks > seen.hands);
}
