/* cauto: "cautious".  What it decides is in sdk/cauto.c, for it also sits at the tables of a batch; here it is a process of its
 * own, and makes signs. */
#include "players.h"

struct bot {
    struct fiel_random dice;
    struct {
        uint32_t hand, words;
    } made[FIEL_TABLES]; /* at each table: a bit per sign made in this hand */
    unsigned table;
};

static void table(unsigned number, void *user)
{
    struct bot *b = user;
    b->table = number;
}

static void match_start(const struct fiel_match *m, void *user)
{
    struct bot *b = user;
    b->dice.state = player_seed(m);
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct bot *b = user;
    return cauto_decide(v, legal, n, &b->dice);
}

/* What it has, the best first, each once; nothing false. */
static int make_signs(const struct view *v, int room, struct sign *made, void *user)
{
    struct bot *b = user;
    uint8_t words[SIGN_ROOM];
    int count = 0, n = hint_signs(v, words);
    uint32_t *words_made = &b->made[b->table].words;
    if (b->made[b->table].hand != v->open.hand)
        *words_made = 0;
    b->made[b->table].hand = v->open.hand;
    for (int i = 0; i < n && count < room; i++) {
        if (*words_made >> words[i] & 1)
            continue;
        *words_made |= UINT32_C(1) << words[i];
        made[count++] = (struct sign){ words[i], (uint8_t)hint_partner(v) };
    }
    return count;
}

int main(void)
{
    struct bot b = { .dice = { 1 } };
    struct fiel_callbacks calls = {
        .decide = decide, .match_start = match_start, .signs = make_signs, .table = table, .user = &b
    };
    return fiel_run_with("cauto", &calls);
}
