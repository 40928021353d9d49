/* The bundled bots: where giving way loses the game for certain, none of them does. */
#include "support/test.h"

#include "players.h"
#include "support/tables.h"

enum player {
#define X(name, text, number) BOT_##name = number,
    PLAYERS(X)
#undef X
        BOTS_END
};

/* What is asked of the bots in hands that are played by lot, and what came of it. */
struct asking {
    void (*ask)(struct asking *a, const char *text, const struct position *pos, const struct action *legal, int n);
    unsigned hands, lack;          /* each side lacks so many points of the game at most; 0: any number */
    unsigned long asked, gave_way; /* of all bots but random, which does anything */
};

static bool gives_way(struct action a)
{
    return a.kind == ACT_NO_QUIERO || a.kind == ACT_MAZO || a.kind == ACT_PASO || a.kind == ACT_PASS ||
           a.kind == ACT_CON_FLOR_ACHICO || a.kind == ACT_QUIERO_MAZO;
}

/* Whether this loses the game at once, whatever the cards are: of a word that gives way that is public. */
static bool loses(const struct position *pos, struct action a)
{
    struct position after;
    unsigned mine = rules_scorer(&pos->open.rules, pos->open.seats, pos->open.turn);
    return gives_way(a) && position_apply(pos, pos->open.turn, a, &after) == RULE_OK && after.open.game_over &&
           after.open.game_winner != mine;
}

/* A call is open, and to refuse it loses the game. */
static bool at_the_brink(const struct position *pos, const struct action *legal, int n)
{
    bool wants = hint_find(legal, n, ACT_QUIERO) != NULL || hint_find(legal, n, ACT_CON_FLOR_QUIERO) != NULL;
    for (int i = 0; i < n; i++)
        if (wants && loses(pos, legal[i]))
            return true;
    return false;
}

static void ask_at_the_brink(struct asking *all, const char *text, const struct position *pos,
                             const struct action *legal, int n)
{
    struct view v;
    if (!at_the_brink(pos, legal, n))
        return;
    position_view(pos, position_turn(pos), &v);
    for (unsigned bot = BOT_RANDOM + 1; bot < BOTS_END; bot++) {
        struct player_memory memory = { .lies = (uint8_t)(all->asked % 2) };
        struct fiel_random dice = fiel_random_of("brink", 1, all->asked);
        struct action a = bot == BOT_CAMPEON   ? campeon_decide(&v, legal, n, 0, &dice)
                          : bot == BOT_MAESTRO ? maestro_decide(&v, legal, n, MAESTRO_HURRY, &dice)
                                               : player_decide(bot, &v, legal, n, &memory, &dice);
        if (a.kind == 0) /* campeon has no row, and searches as maestro */
            continue;
        all->asked++;
        if (loses(pos, a)) {
            char word[ACTION_TEXT];
            print_error("%s, %u seats, phase %u: player %u says %s\n", text, pos->open.seats, pos->open.phase, bot,
                        action_text(&pos->open, a, word));
            all->gave_way++;
        }
    }
}

/* About a word and not about a card, who answers without a search: of each kind the number that is on the menu. */
static void ask_about_words(struct asking *all, const char *text, const struct position *pos,
                            const struct action *legal, int n)
{
    struct position after;
    struct view v;
    position_view(pos, position_turn(pos), &v);
    for (unsigned bot = BOT_CAUTO; pos->open.phase != PHASE_PLAY && bot <= BOT_EMBUSTERO; bot++) {
        struct player_memory memory = { .lies = (uint8_t)(all->asked % 2) };
        struct fiel_random dice = fiel_random_of("words", 1, ++all->asked);
        struct action a = player_decide(bot, &v, legal, n, &memory, &dice);
        if (position_apply(pos, position_turn(pos), a, &after) != RULE_OK)
            table_broken(text, pos->open.seats, "a bundled bot says what is not legal");
    }
}

static void play_hands(const char *text, const struct rules *r, unsigned seats, void *with)
{
    struct asking *all = with;
    struct random random = { seats };
    struct action legal[FIEL_LEGAL_MAX];
    for (unsigned h = 0; h < all->hands; h++) {
        struct position pos = empty_table(r, seats);
        unsigned target = r->opt[OPT_TARGET];
        for (unsigned s = 0; s < pos.open.scorers; s++)
            pos.open.score[s] = (uint16_t)(target - 1 - random_below(&random, all->lack ? all->lack : target));
        deal_biased(&pos, &random);
        while (!pos.open.hand_over) {
            all->ask(all, text, &pos, legal, position_legal(&pos, position_turn(&pos), legal));
            if (position_apply(&pos, position_turn(&pos), pick_passing(&pos, &random), &pos) != RULE_OK)
                table_broken(text, seats, "what is legal is refused");
        }
    }
}

TEST(nobody_gives_the_game_away)
{
    struct asking all = { .ask = ask_at_the_brink, .hands = 60, .lack = 3 };
    for_every_preset(play_hands, &all);
    for_every_size("argentino,end_check=end_of_hand", play_hands, &all);
    print_message("players: asked %lu times where giving way loses the game\n", all.asked);
    assert_true(all.asked > 500);
    assert_int_equal(all.gave_way, 0);
}

TEST(what_they_say_is_on_the_menu)
{
    struct asking all = { .ask = ask_about_words, .hands = 400 };
    for_every_preset(play_hands, &all);
    print_message("players: asked %lu times about a word\n", all.asked);
    assert_true(all.asked > 50000);
}

/* Where who wins the bet takes the whole partida, the game may be the lesser loss. */
TEST(a_partida_is_more)
{
    struct rules r;
    struct view v;
    char why[RULES_ERROR_TEXT];
    card_t cards[FIEL_SEATS_MAX][FIEL_HELD_MAX] = { { 0, 1, 2, CARD_NONE }, { 13, 24, 35, CARD_NONE } };
    for (int partida = 0; partida < 2; partida++) {
        struct action legal[FIEL_LEGAL_MAX], fold = { ACT_NO_QUIERO, 0 };
        assert_int_equal(rules_parse(partida ? "argentino,falta_envido=winner_takes_game" : "argentino", &r, why), 0);
        struct position pos = empty_table(&r, 2);
        pos.open.score[0] = 29;
        assert_int_equal(position_deal(&pos, cards, CARD_NONE, 0, why), 0);
        assert_int_equal(position_apply(&pos, 0, (struct action){ ACT_FALTA_ENVIDO, 0 }, &pos), RULE_OK);
        position_view(&pos, 1, &v);
        int n = view_legal(&v, legal);
        assert_int_equal(player_stays(&v, fold, legal, n).kind, partida ? ACT_NO_QUIERO : ACT_QUIERO);
    }
}
