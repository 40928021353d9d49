/* disputes: what docs/disputes.md says of disputes at the table is played here, by default and with the option that changes it. */

#include "options_told.h"
#include "docs.h"

/* One way to play a dispute's situation: who says what at which table, and what has come about (options_told.h), or a part of it. */
struct play {
    unsigned dispute;
    const char *rules;
    unsigned seats, mano, score[2];
    const char *hands, *say, *comes;
};

#define TWO "7e 6e 4c / 1e 7b 4b"                          /* 33, and 27 */
#define FOUR "7e 6e 4c / 3e 5b 6b / 3c 2e 4b / 1o 12b 11c" /* the two threes tie */
#define FLORES "1 con-flor-quiero, 0 declare, 1 son-buenas"
#define FALTA "0 falta-envido, 1 quiero, 0 declare, 1 son-buenas"
#define TIED "3e 2e 6e / 3b 2b 6b" /* three times */

#define PLAY(n, rules, seats, mano, a, b, hands, acts, comes) \
    { \
        n, rules, seats, mano, { a, b }, hands, acts, comes \
    }

static const struct play plays[] = {
    PLAY(1, "argentino", 2, 0, 0, 0, TWO, "0 envido, 1 envido, 0 no-quiero", "envido 0-2; seat 0 PLAY"),
    PLAY(1, "argentino", 2, 0, 0, 0, TWO, "0 play 4c, 1 envido, 0 envido, 1 no-quiero", "envido 2-0; seat 1 PLAY"),
    PLAY(2, "argentino", 2, 1, 0, 0, TWO, "1 play 1e, 0 envido, 1 quiero", "seat 1 DECLARE: declare"),
    PLAY(2, "argentino", 4, 0, 0, 0, FOUR, "0 envido, 1 quiero, 0 declare", "seat 1 DECLARE: declare, son-buenas"),
    PLAY(2, "argentino,envido_tie=declaration", 4, 0, 0, 0, FOUR, "0 envido, 1 quiero, 0 declare",
         "seat 1 DECLARE: son-buenas;"),
    PLAY(2, "argentino,declare=auto", 4, 0, 0, 0, FOUR, "0 envido, 1 quiero", "envido 2-0; seat 0 PLAY"),
    PLAY(3, "argentino", 2, 0, 0, 0, TWO, "0 mazo", "0-1"),
    PLAY(3, "argentino,mazo_open_envido=2", 2, 0, 0, 0, TWO, "0 mazo", "0-2"),
    PLAY(3, "argentino,mazo_open_envido=forbidden_for_mano", 2, 0, 0, 0, TWO, "0 mazo", "refused: the mano"),
    PLAY(4, "argentino", 2, 0, 0, 0, TWO, "0 envido, 1 no-quiero, 0 truco", "seat 1 STAKE"),
    PLAY(4, "argentino", 2, 0, 0, 0, TWO, "0 play 7e, 0 truco", "refused: another seat"),
    PLAY(5, "argentino", 4, 0, 0, 0, FOUR, "0 truco, 1 quiero", "seat 0 PLAY"),
    PLAY(5, "argentino,speaker=captain", 4, 0, 0, 0, FOUR, "0 truco", "seat 3 STAKE"),
    PLAY(6, "paulista", 2, 0, 11, 11, TWO " + 3o", "", "seat 0 PLAY: play 7S, play 6S, play 4H, concede; they know 3"),
    PLAY(6, "paulista,ferro_blind=yes", 2, 0, 11, 11, TWO " + 3o", "", "play-blind 2; they know 0 0"),
    PLAY(7, "mineiro", 2, 0, 0, 0, TIED, "0 play 3e, 1 play 3b", "PLAY: play 2S, play 6S, play-down 2S"),
    PLAY(7, "mineiro,parda_shows_highest=on", 2, 0, 0, 0, TIED, "0 play 3e, 1 play 3b", "PLAY: play 2S, truco"),
    PLAY(8, "argentino", 4, 0, 0, 0, FOUR, "0 play 4c, 1 play 3e, 2 play 3c, 3 play 1o", "tricks =; seat 0 PLAY"),
    PLAY(8, "paulista", 4, 0, 0, 0, FOUR " + 5o", "0 play 4c, 1 play 3e, 2 play 3c, 3 play 1o", "=; seat 1 PLAY"),
    PLAY(8, "paulista,tie_lead=last_tied", 4, 0, 0, 0, FOUR " + 5o", "0 play 4c, 1 play 3e, 2 play 3c, 3 play 1o",
         "=; seat 2 PLAY"),
    PLAY(8, "paulista,tie_lead=trick_leader", 4, 0, 0, 0, FOUR " + 5o", "0 play 4c, 1 play 3e, 2 play 3c, 3 play 1o",
         "=; seat 0 PLAY"),
    PLAY(9, "argentino", 2, 1, 0, 0, TIED, "1 play 3b, 0 play 3e, 1 play 2b, 0 play 2e, 1 play 6b, 0 play 6e", "0-1"),
    PLAY(9, "paulista", 2, 0, 0, 0, TIED " + 5o",
         "0 play 3e, 1 play 3b, 0 play 2e, 1 play 2b, 0 play-down 6e, 1 play-down 6b", "0-0, tricks = = ="),
    PLAY(9, "paulista,all_tied=dealer", 2, 0, 0, 0, TIED " + 5o",
         "0 play 3e, 1 play 3b, 0 play 2e, 1 play 2b, 0 play-down 6e, 1 play-down 6b", "0-1, "),
    PLAY(9, "paulista,all_tied=mano", 2, 0, 0, 0, TIED " + 5o",
         "0 play 3e, 1 play 3b, 0 play 2e, 1 play 2b, 0 play-down 6e, 1 play-down 6b", "1-0, "),
    PLAY(10, "paulista", 2, 0, 9, 9, TWO " + 3o", "0 truco", "STAKE: seis, accept"),
    PLAY(10, "paulista,raise_cap=needed", 2, 0, 9, 9, TWO " + 3o", "0 truco", "STAKE: accept, run, concede"),
    PLAY(11, "argentino", 2, 0, 29, 3, TWO, "0 envido, 1 quiero, 0 declare, 1 son-buenas", "the game is side 0's"),
    PLAY(11, "argentino,end_check=end_of_hand", 2, 0, 29, 3, TWO, "0 envido, 1 quiero, 0 declare, 1 son-buenas",
         "31-3, envido 2-0; seat 0 PLAY"),
    PLAY(12, "argentino", 2, 0, 0, 0, TWO, "0 play 7e, 1 truco, 0 envido", "refused: envido opens"),
    PLAY(12, "argentino", 2, 0, 0, 0, TWO, "0 play 7e, 1 envido, 0 real-envido", "seat 1 ENVIDO"),
    PLAY(13, "argentino-flor", 2, 0, 0, 0, "7e 6e 4e / 1b 7b 6b", FLORES, "flor 3-0"),
    PLAY(13, "argentino-flor,flor_table=per_flor", 2, 0, 0, 0, "7e 6e 4e / 1b 7b 6b", FLORES, "flor 6-0"),
    PLAY(13, "argentino-flor,flor_table=modern", 2, 0, 0, 0, "7e 6e 4e / 1b 7b 6b", FLORES, "flor 4-0"),
    PLAY(14, "argentino", 2, 0, 0, 0, TWO, "0 truco, 1 bueno", "no such word"),
    PLAY(15, "argentino", 2, 0, 20, 5, TWO, FALTA, "30-5, envido 10-0"),
    PLAY(15, "argentino,falta_envido=loser_needs", 2, 0, 20, 5, TWO, FALTA, "45-5, envido 25-0"),
    PLAY(15, "argentino,falta_envido=winner_takes_game", 2, 0, 5, 20, TWO, FALTA, "the partida is side 0's"),
    PLAY(15, "argentino", 2, 0, 10, 12, TWO, FALTA, "28-12"),
    PLAY(15, "argentino,falta_envido=malas_buenas", 2, 0, 10, 12, TWO, FALTA, "13-12"),
};

/* What comes about; what is refused or no word of the game is said so. */
static void play_it(const struct play *p, char out[OUTCOME_TEXT])
{
    static struct told t;
    struct rules r;
    char why[RULES_ERROR_TEXT];
    memset(&t, 0, sizeof t);
    snprintf(t.rules, sizeof t.rules, "%s", p->rules);
    if (rules_parse(p->rules, &r, why) != 0)
        fail_msg("%s: %s", p->rules, why);
    t.value[0] = t.value[1] = r.opt[t.option];
    t.seats = p->seats;
    t.mano = p->mano;
    t.hands = 1;
    memcpy(t.score, p->score, sizeof t.score);
    read_hand(p->hands, t.dealt[0], &t.vira[0]);
    const char *wrong = read_words(&t, p->say);
    if (wrong)
        snprintf(out, OUTCOME_TEXT, "%s", wrong);
    else
        run_told(&t, 0, out);
}

TEST(every_dispute_is_played)
{
    char out[OUTCOME_TEXT];
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof plays / sizeof *plays; i++) {
        play_it(&plays[i], out);
        if (strstr(out, plays[i].comes))
            continue;
        wrong++;
        print_message("dispute %u, %s, %s: %s\n", plays[i].dispute, plays[i].rules, plays[i].say, out);
    }
    assert_int_equal(wrong, 0);
}

/* The rows of the page: their number, and the last cell. */
static unsigned dispute_of(char *line, char **options)
{
    unsigned n = 0;
    char *last = strrchr(line, '|');
    if (!last || sscanf(line, "| %u |", &n) != 1)
        return 0;
    *last = '\0';
    *options = strrchr(line, '|') + 1;
    return n;
}

/* With this option; "": in some game as it is. */
static bool is_played(unsigned dispute, const char *option)
{
    for (size_t i = 0; i < sizeof plays / sizeof *plays; i++)
        if (plays[i].dispute == dispute && strstr(plays[i].rules, option) && (*option || !strchr(plays[i].rules, ',')))
            return true;
    return false;
}

/* Every `option=value` of the cell is played above. */
static void hold_options(unsigned dispute, char *cell)
{
    for (char *at = strchr(cell, '`'), *end; at && (end = strchr(at + 1, '`')); at = strchr(end + 1, '`')) {
        *end = '\0';
        if (strchr(at + 1, '=') && !is_played(dispute, at + 1))
            fail_msg("dispute %u: nobody plays %s", dispute, at + 1);
        *end = '`';
    }
}

TEST(the_page_says_no_more)
{
    static struct doc page;
    unsigned rows = 0, options = 0;
    char *cell;
    assert_true(doc_load(&page, "docs/disputes.md"));
    for (char *line = strtok(page.text, "\n"); line; line = strtok(NULL, "\n")) {
        unsigned n = dispute_of(line, &cell);
        if (!n)
            continue;
        assert_int_equal(n, ++rows);
        assert_true(is_played(n, ""));
        options += strchr(cell, '=') != NULL;
        hold_options(n, cell);
    }
    assert_int_equal(rows, plays[sizeof plays / sizeof *plays - 1].dispute);
    assert_true(options > rows / 2);
}
