/* Random hands by the thousand at every table, the whole state checked after every decision.
 *
 *     make playouts HANDS=1000000
 *
 * plays a million hands at each table, by turns of those who do anything and of those who call and pass much; the
 * tests a few thousand. */
#include "support/test.h"

#include <time.h>

#include "support/asked.h"
#include "support/tables.h"

struct playouts {
    unsigned long hands, tables, decisions;
    struct asked asked;
    unsigned long eleven, iron, duels, flores, games; /* what came up at the table in play */
};

static void count_hand(struct playouts *p, const struct open *o)
{
    p->eleven += o->eleven == ELEVEN_PLAYED || o->eleven == ELEVEN_RUN;
    p->iron += o->eleven == ELEVEN_IRON;
    p->duels += o->pico != 0;
    p->flores += o->sang != 0;
    p->games += o->game_over;
}

static void play_hand(struct position *pos, const char *text, struct random *random, struct playouts *p, bool passing)
{
    struct position before;
    next_deal(pos, random);
    asked_begin(&p->asked);
    const char *wrong = position_check(pos);
    while (!pos->open.hand_over && !wrong) {
        struct action a = passing ? pick_passing(pos, random) : pick_action(pos, random);
        before = *pos;
        if (position_apply(pos, position_turn(pos), a, pos) != RULE_OK)
            wrong = "what is legal is refused";
        if (!wrong && (wrong = position_check(pos)) == NULL)
            wrong = asked_look(&p->asked, &before, a, pos);
        p->decisions++;
    }
    if (wrong)
        table_broken(text, pos->open.seats, wrong);
}

static void play_table(const char *text, const struct rules *r, unsigned seats, void *with)
{
    struct playouts *all = with, p = { 0 };
    struct random random = { all->tables + 1 };
    struct position pos = empty_table(r, seats);
    clock_t start = clock();
    for (unsigned long h = 0; h < all->hands; h++) {
        if (pos.open.hand == UINT32_MAX)
            pos = empty_table(r, seats);
        play_hand(&pos, text, &random, &p, h % 2 == 1);
        count_hand(&p, &pos.open);
    }
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (all->hands >= 100000)
        printf("%-16s %u seats  %9lu hands %10lu decisions %6.1f s  %8lu games %7lu with flor %6lu duels "
               "%6lu eleven %6lu iron %7lu calls passed by all, %6lu trucos beneath a bet\n",
               text, seats, all->hands, p.decisions, seconds, p.games, p.flores, p.duels, p.eleven, p.iron,
               p.asked.passed[0] + p.asked.passed[1] + p.asked.passed[2] + p.asked.passed[3], p.asked.anew);
    all->decisions += p.decisions;
    all->asked.anew += p.asked.anew;
    all->tables++;
}

TEST(nothing_breaks)
{
    struct playouts p = { .hands = 2000 };
    for_every_preset(play_table, &p);
    print_message("playouts: %lu tables, %lu hands each, %lu decisions, checked after each; %lu trucos were passed by "
                  "all after a bet over them\n",
                  p.tables, p.hands, p.decisions, p.asked.anew);
    assert_true(p.tables >= 20 && p.decisions > 5 * p.tables * p.hands && p.asked.anew > p.tables);
}

int main(int argc, char **argv)
{
    struct playouts p = { 0 };
    if (argc < 2)
        return tests_run();
    setvbuf(stdout, NULL, _IOLBF, 0);
    p.hands = strtoul(argv[1], NULL, 10);
    for_every_preset(play_table, &p);
    printf("%lu tables, %lu hands each, %lu decisions: nothing broke\n", p.tables, p.hands, p.decisions);
    return 0;
}
