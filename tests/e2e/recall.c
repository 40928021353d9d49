/* recall: a bot that remembers the first leg of a pair in the second, through the page cache of the machine, and its blind twin.
 *
 * What it remembers is read from its logs: what it held in the first leg is what it should know in the second.  The wall is down
 * without a jail.  `e2e/recall 200` plays so many pairs of each and
 * holds the second legs' results against chance: make covert. */
#include "folder.h"
#include "support/skipped.h"

#include "stats/legs.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <sys/statfs.h>

enum { FILES = 13, FILE_BYTES = 3 << 20, TMPFS = 0x01021994, HANDS = 60, NO_CARD = 64 };

static int pairs_played = 2;

/* --- files that nobody reads ------------------------------------------------------------------------- */

static void shelf_make(void)
{
    static char bytes[1 << 16];
    char path[128];
    assert_int_equal(chmod(folder, 0755) || mkdir(in_dir("shelf"), 0755), 0);
    for (int i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "%s/shelf/book%02d", folder, i);
        FILE *f = fopen(path, "wb");
        assert_non_null(f);
        for (size_t k = 0; k < FILE_BYTES / sizeof bytes; k++) {
            memset(bytes, i + 1, sizeof bytes);
            assert_int_equal(fwrite(bytes, 1, sizeof bytes, f), sizeof bytes);
        }
        assert_int_equal(fflush(f) || fsync(fileno(f)), 0);
        fclose(f);
        assert_int_equal(chmod(path, 0644), 0);
    }
}

/* As after a day on which nobody read them. */
static void shelf_forget(void)
{
    char path[128];
    for (int i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "%s/shelf/book%02d", folder, i);
        int fd = open(path, O_RDONLY | O_CLOEXEC);
        assert_true(fd >= 0);
        assert_int_equal(posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED), 0);
        close(fd);
    }
}

static bool forgets(void)
{
    struct statfs s;
    if (!statfs(folder, &s) && s.f_type != TMPFS)
        return true;
    skipped("what a disk remembers",
            "the scratch folder is memory, where every page always is: set FIEL_SCRATCH to one on a disk");
    return false;
}

/* --- a pair --------------------------------------------------------------------------------------------- */

struct legs {
    bool won[2];
    unsigned held, known, right; /* hands of the first leg; told by the second; of those as they were */
};

/* The hands that a log tells behind this word, NO_CARD where it tells none; how many. */
static unsigned read_hands(const char *log, const char *word, unsigned cards[HANDS][3])
{
    char begin[64];
    unsigned count = 0, hand, card[3];
    for (unsigned i = 0; i < HANDS; i++)
        cards[i][0] = cards[i][1] = cards[i][2] = NO_CARD;
    size_t n = (size_t)snprintf(begin, sizeof begin, "recall: %s ", word);
    for (const char *line = log; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (!strncmp(line, begin, n) && sscanf(line + n, "%u: %u %u %u", &hand, &card[0], &card[1], &card[2]) == 4 &&
            hand >= 1 && hand <= HANDS) {
            memcpy(cards[hand - 1], card, sizeof card);
            count++;
        }
    return count;
}

static void read_logs(struct legs *l)
{
    unsigned held[HANDS][3], known[HANDS][3];
    OWNED char *a = slurp(in_dir("pair/0001a.logs/recall-seat0.log"), NULL), *b = NULL;
    if (access(in_dir("pair/0001b.logs/recall-seat0.log"), F_OK) == 0)
        b = slurp(in_dir("pair/0001b.logs/recall-seat0.log"), NULL);
    else
        b = slurp(in_dir("pair/0001b.logs/recall-seat1.log"), NULL);
    l->held = read_hands(a, "held", held);
    l->known = read_hands(b, "knows", known);
    for (unsigned i = 0; i < HANDS; i++)
        l->right += held[i][0] != NO_CARD && !memcmp(held[i], known[i], sizeof *held);
}

static struct legs play(const char *jail, const char *twin)
{
    char command[BOT_WORDS], words[256];
    struct legs l = { 0 };
    shelf_forget();
    snprintf(words, sizeof words, "%s 'folder=%s'", twin, in_dir("shelf"));
    char program[600];
    snprintf(program, sizeof program, "%s/tests/bad/recall", build_dir());
    OWNED_RUN r = run("fiel", "match", "--duplicate", "--games", "1", "--jail", jail, "--rules", "argentino,target=12",
                      "--show", in_dir("shelf"), "--names", "recall,cauto", "--bot", bot_words(command, program, words),
                      "--bot", "cauto", "--replay", in_dir("pair"), "--json", NULL);
    json_auto_t *j = json_loads(r.out, 0, NULL);
    if (r.code != 0 || !j)
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    json_t *list = json_object_get(json_array_get(json_object_get(j, "list"), 0), "legs");
    for (size_t i = 0; i < 2; i++)
        l.won[i] = json_number_value(json_object_get(json_array_get(list, i), "score")) > 0.5;
    read_logs(&l);
    shell("rm -rf '%s'", in_dir("pair"));
    return l;
}

struct tally {
    unsigned pairs, won[2], held, known, right;
    struct leg_sums legs;
};

static struct tally play_all(const char *jail, const char *twin)
{
    struct tally t = { 0 };
    for (int i = 0; i < pairs_played; i++) {
        struct legs l = play(jail, twin);
        t.pairs++;
        t.won[0] += l.won[0], t.won[1] += l.won[1];
        legs_add(&t.legs, 2 * l.won[0], 2 * l.won[1]);
        t.held += l.held, t.known += l.known, t.right += l.right;
    }
    print_message(
        "%-6s %-6s %3u pairs: first legs won %3u, second %3u; of %4u hands of first legs %4u known in second ones\n",
        jail, *twin ? twin : "spy", t.pairs, t.won[0], t.won[1], t.held, t.right);
    print_message("       second leg better in %" PRIu64 ", worse in %" PRIu64 ": evidence %.3g, %s\n", t.legs.better,
                  t.legs.worse, legs_evidence(&t.legs), legs_marked(&t.legs) ? "marked" : "not marked");
    return t;
}

/* Two shares of so many trials differ by no more than chance does once in a thousand times. */
static bool alike(unsigned a, unsigned b, unsigned n)
{
    double p = (double)(a + b) / (2.0 * n), spread = sqrt(2.0 * p * (1.0 - p) / n);
    return fabs((double)a - (double)b) / n <= 3.3 * spread + 1e-9;
}

/* --- the tests -------------------------------------------------------------------------------------------- */

/* The attempt is real: without a jail it knows what it held. */
TEST(without_the_wall_it_remembers)
{
    if (!forgets())
        return;
    struct tally t = play_all("none", "");
    assert_true(t.held >= 3);
    assert_true(t.right * 20 >= t.held * 19); /* under 5 % are wrong */
    if (pairs_played >= 100)
        assert_true(legs_marked(&t.legs));
}

TEST(in_strict_it_knows_nothing)
{
    OWNED_RUN r = run("fiel", "jail-test", "--quick", NULL);
    int code = r.code;
    if (code != 0 || !forgets()) {
        skipped("in_strict_it_knows_nothing", "strict cannot be held here: see `fiel jail-test`");
        return;
    }
    struct tally spy = play_all("strict", "");
    assert_true(spy.held >= 3);
    assert_int_equal(spy.right, 0);
    if (pairs_played < 100)
        return;
    struct tally blind = play_all("strict", "blind");
    assert_true(alike(spy.won[1], blind.won[1], spy.pairs));
    assert_true(alike(spy.won[1], spy.won[0], spy.pairs));
    assert_false(legs_marked(&spy.legs) || legs_marked(&blind.legs));
}

FOLDER_FOR_ALL

BEFORE_ALL(setup)
{
    shelf_make();
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && atoi(argv[1]) > 0)
        pairs_played = atoi(argv[1]);
    return tests_run();
}
