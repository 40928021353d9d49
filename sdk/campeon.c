/* campeon's tables and what is drawn of them.  As they lie in the tree they are in the program itself: a jail shows a bundled bot one file,
 * and nothing is read at a start. */
#include "choice.h"
#include "players.h"

enum {
    NOISE = 3,  /* a chance is noise below a third of the best one */
    LOOKS = 100 /* hands that the rival may have */
};

/* X(PRESET, "its file") */
#define TABLES(X) \
    X(ARGENTINO, "argentino") \
    X(ARGENTINO_FLOR, "argentino-flor") \
    X(PAULISTA, "paulista") \
    X(PAULISTA_LIMPO, "paulista-limpo") \
    X(MINEIRO, "mineiro") \
    X(URUGUAYO, "uruguayo") \
    X(VENEZOLANO, "venezolano") \
    X(GAUDERIO, "gauderio")

#define X(preset, file) \
    __asm__(".pushsection .rodata\n.balign 8\ntab_" #preset ":\n.incbin \"bots/campeon/" file ".tab\"\ntab_" #preset \
            "_end:\n.popsection\n"); \
    extern const uint64_t tab_##preset[], tab_##preset##_end[];
TABLES(X)
#undef X

static const struct {
    const uint64_t *from, *to;
} tables[PRESET_COUNT] = {
#define X(preset, file) [PRESET_##preset] = { tab_##preset, tab_##preset##_end },
    TABLES(X)
#undef X
};

/* Of a file that is little-endian. */
static uint64_t little(uint64_t row)
{
    return __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? row : __builtin_bswap64(row);
}

/* The row of this key in a preset's table; 0: there is none. */
static uint64_t table_row(unsigned preset, uint64_t key)
{
    const uint64_t *rows = tables[preset].from, mark = choice_mark(key);
    size_t n = (size_t)(tables[preset].to - rows), at = n > 0 ? choice_place(key, n) : 0;
    for (size_t i = 0; i < n; i++, at = at + 1 < n ? at + 1 : 0) {
        uint64_t row = little(rows[at]);
        if (row == 0 || (row & ((1u << MARK_BITS) - 1)) == mark)
            return row;
    }
    return 0;
}

/* By the chances of a row (without noise: Ganzfried, Sandholm and Waugh 2012). */
static struct action draw(const struct choice *c, uint64_t row, unsigned slack, struct fiel_random *dice)
{
    unsigned chance[CHOICES], best = 0, all = 0;
    for (int i = 0; i < c->n; i++) {
        chance[i] = slack + (unsigned)(row >> (MARK_BITS + CHANCE_BITS * i) & CHANCES);
        best = chance[i] > best ? chance[i] : best;
    }
    for (int i = 0; i < c->n; i++)
        all += chance[i] = slack == 0 && chance[i] * NOISE < best ? 0 : chance[i];
    unsigned at = all > 0 ? fiel_random_below(dice, all) : 0;
    int i = 0;
    for (; all > 0 && at >= chance[i]; i++)
        at -= chance[i];
    return c->action[i];
}

struct action campeon_decide(const struct view *v, const struct action *legal, int n, unsigned slack,
                             struct fiel_random *dice)
{
    struct ranks ranks;
    struct choice c;
    uint64_t row;
    /* In uruguayo what two seats say about envido loses with four, and a search does not (docs/measure.md). */
    bool four = v->open.seats == 4 && (v->open.rules.preset != PRESET_URUGUAYO || v->open.phase != PHASE_ENVIDO);
    if (v->open.seats != 2 && !four)
        return (struct action){ 0 };
    ranks_of(&v->open, &ranks);
    choice_of(&v->open, v->seat, v->known[v->seat], &ranks, legal, n, &c);
    if (c.n == 1)
        return c.action[0];
    row = table_row(v->open.rules.preset, c.key);
    if (row == 0)
        return (struct action){ 0 };
    dice->state ^= c.key;
    struct action a = draw(&c, row, slack, dice);
    if (a.kind == ACT_NO_QUIERO && v->open.phase == PHASE_STAKE && hint_chance(v, CARD_NONE, LOOKS, dice) >= 1)
        a.kind = ACT_QUIERO; /* what cannot be beaten, though the key does not tell it from what can */
    if ((a.kind == ACT_NO_QUIERO || a.kind == ACT_ELEVEN_RUN) && hint_find(legal, n, ACT_PASS))
        a.kind = ACT_PASS; /* a partner may have it */
    return player_stays(v, a, legal, n);
}
