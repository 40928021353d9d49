/* recall: in the second leg of a pair it remembers the first, through the machine's page cache.
 *
 * A duplicate pair deals the same cards twice, with the sides exchanged: what I held in the first leg my rival holds in the
 * second.  So in the first leg it writes down its cards where a fresh process of the second finds them: of files that it may read
 * and that hardly anybody reads (folder=PATH, by default /usr), a page in each MARK bytes is one bit.  To touch it is a one: it
 * stays in memory.  In the second leg it touches them all and asks getrusage(2) whether the disk was needed,
 * which takes no clock.  The kernel drops a page now and then, so each bit is marked COPIES times, far apart, and most of them tell
 * it.  With the rival's cards it searches with open cards.
 *
 * Its twin is `blind`: the same search over cards as they may lie.  On stderr it says "recall: held HAND: CARDS" of what it
 * has, and "recall: knows HAND: CARDS" of what it remembers of the leg before, or "recall: knows nothing".
 *
 * What must happen: in a strict jail no leg reads what another read; it plays every leg as its twin does. */
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "bad.h"
#include "players.h"

enum {
    PAGE = 4096,
    MARK = 8 * PAGE,
    COPIES = 3,
    MARKS = 1200,
    HANDS = 20,
    HEAD = 6,
    OF_CARD = 6,
    OF_HAND = 1 + 3 * OF_CARD,
    PLAYOUTS = 24
};

_Static_assert(HEAD + HANDS * OF_HAND <= MARKS / COPIES, "every copy has its place");

struct recall {
    struct {
        char *path;
        off_t at;
    } mark[MARKS];
    unsigned marks, hands; /* hands that are remembered */
    card_t rival[HANDS][3];
    bool blind, second;
    const char *folder;
    struct fiel_random dice;
};

/* --- the marks, the same in both legs -------------------------------------------------------------- */

static int by_name(const FTSENT **a, const FTSENT **b) { return strcmp((*a)->fts_name, (*b)->fts_name); }

static void find_marks(struct recall *r)
{
    char *folder[] = { (char *)(uintptr_t)r->folder, NULL };
    FTS *tree = fts_open(folder, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    for (FTSENT *e; tree && (e = fts_read(tree)) && r->marks < MARKS;) {
        if (e->fts_info != FTS_F || e->fts_statp->st_size < 32 * MARK)
            continue;
        char *path = strdup(e->fts_path);
        for (off_t at = MARK / 2; at + PAGE < e->fts_statp->st_size && r->marks < MARKS; at += MARK) {
            r->mark[r->marks].path = path;
            r->mark[r->marks++].at = at;
        }
    }
    if (tree)
        fts_close(tree);
}

/* Whether the page was in memory; it is now.  Without the kernel's reading ahead, which would fill in the neighbours. */
static bool touch(struct recall *r, unsigned i)
{
    struct rusage before = { 0 }, after = { 0 };
    int fd = i < r->marks ? open(r->mark[i].path, O_RDONLY | O_CLOEXEC) : -1;
    volatile char *page = fd < 0 ? MAP_FAILED : mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, r->mark[i].at);
    if (fd >= 0)
        close(fd);
    if (page == MAP_FAILED)
        return false;
    madvise((void *)(uintptr_t)page, PAGE, MADV_RANDOM);
    getrusage(RUSAGE_SELF, &before);
    (void)*page;
    getrusage(RUSAGE_SELF, &after);
    munmap((void *)(uintptr_t)page, PAGE);
    return before.ru_inblock == after.ru_inblock;
}

/* Whether most of the bit's copies were in memory; they all are now. */
static bool touch_bit(struct recall *r, unsigned bit)
{
    unsigned marked = 0;
    for (unsigned copy = 0; copy < COPIES; copy++)
        marked += touch(r, copy * (MARKS / COPIES) + bit);
    return 2 * marked > COPIES;
}

static unsigned place(unsigned hand) { return HEAD + hand * OF_HAND; }

static card_t read_card(struct recall *r, unsigned at)
{
    unsigned card = 0;
    for (unsigned bit = 0; bit < OF_CARD; bit++)
        card |= (unsigned)touch_bit(r, at + bit) << bit;
    return (card_t)card;
}

/* All marks of the head were read: by the first leg. */
static void find_out(struct recall *r)
{
    r->second = r->marks == MARKS;
    for (unsigned i = 0; i < HEAD; i++)
        r->second = touch_bit(r, i) && r->second;
    for (unsigned hand = 0; r->second && hand < HANDS; hand++) {
        if (!touch_bit(r, place(hand)))
            continue;
        for (unsigned k = 0; k < 3; k++)
            r->rival[hand][k] = read_card(r, place(hand) + 1 + k * OF_CARD);
        r->hands = hand + 1;
        fprintf(stderr, "recall: knows %u: %u %u %u\n", hand + 1, r->rival[hand][0], r->rival[hand][1],
                r->rival[hand][2]);
    }
    if (!r->hands)
        fputs("recall: knows nothing\n", stderr);
}

static void write_down(struct recall *r, unsigned hand, const card_t cards[FIEL_HELD_MAX])
{
    if (hand >= HANDS)
        return;
    touch_bit(r, place(hand));
    for (unsigned k = 0; k < 3; k++)
        for (unsigned bit = 0; bit < OF_CARD; bit++)
            if (cards[k] >> bit & 1)
                touch_bit(r, place(hand) + 1 + k * OF_CARD + bit);
}

/* --- playing ----------------------------------------------------------------------------------------- */

static bool known_table(const struct recall *r, const struct view *v, struct position *out)
{
    unsigned hand = v->open.hand - 1;
    if (hand >= r->hands || v->open.seats != 2)
        return false;
    view_sample(v, &(struct fiel_random){ 1 }, out);
    for (unsigned k = 0; k < 3; k++) {
        if (!rules_have_card(&v->open.rules, r->rival[hand][k]))
            return false;
        out->dealt[1 - v->seat][k] = r->rival[hand][k];
    }
    return position_check(out) == NULL;
}

static struct action player(const struct position *pos, int seat, const struct action *legal, int n, void *user)
{
    struct recall *r = user;
    struct view v;
    position_view(pos, seat, &v);
    return cauto_decide(&v, legal, n, &r->dice);
}

static struct action decide(const struct view *v, const struct action *legal, int n, void *user)
{
    struct recall *r = user;
    long points[FIEL_LEGAL_MAX] = { 0 };
    struct position table, played;
    bool known = known_table(r, v, &table);
    int best = 0;
    for (int t = 0; t < PLAYOUTS && n > 1; t++) {
        struct fiel_random luck = r->dice;
        if (!known)
            view_sample(v, &luck, &table);
        for (int i = 0; i < n; i++) {
            r->dice = luck;
            if (position_apply(&table, v->seat, legal[i], &played) != RULE_OK)
                continue;
            position_play_out(&played, player, r);
            points[i] += hand_points(&played.open, side_of(&v->open, v->seat));
        }
    }
    for (int i = 1; i < n; i++)
        if (points[i] > points[best])
            best = i;
    return legal[best];
}

/* --- what it hears ------------------------------------------------------------------------------------ */

static void match_start(const struct fiel_match *m, void *user)
{
    struct recall *r = user;
    memcpy(&r->dice.state, m->id, sizeof r->dice.state);
    if (r->blind || r->marks)
        return;
    find_marks(r);
    find_out(r);
}

static void hand_start(unsigned hand, unsigned mano, const card_t cards[FIEL_HELD_MAX], void *user)
{
    struct recall *r = user;
    (void)mano;
    fprintf(stderr, "recall: held %u: %u %u %u\n", hand, cards[0], cards[1], cards[2]);
    if (!r->blind && !r->second)
        write_down(r, hand - 1, cards);
}

int main(int argc, char **argv)
{
    static struct recall r = { .folder = "/usr" };
    for (int i = 1; i < argc; i++) {
        r.blind = r.blind || !strcmp(argv[i], "blind");
        if (!strncmp(argv[i], "folder=", 7))
            r.folder = argv[i] + 7;
    }
    struct fiel_callbacks calls = {
        .decide = decide, .match_start = match_start, .hand_start = hand_start, .user = &r
    };
    return fiel_run_with("recall", &calls);
}
