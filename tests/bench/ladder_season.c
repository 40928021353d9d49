/* ladder_season: a large season verified where it is, closed, and proved from its folder alone: time and memory, by the number of its pairs.
 *
 *   ladder_season FOLDER [BOTS] [PAIRS...]     FOLDER: an empty one; FIEL_BUILD says where the programs are
 *
 * The pairs have records of their own, each right to its last signature and played by `cauto` to 30 points, so that they are as large
 * as records are and the auditor has all of its work; only their hands are signed once a game, and not once in sixteen.  At every number
 * of PAIRS, which grow, the ladder is rated and closed as it stands then. */
#include <fcntl.h>
#include <ftw.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "audit/audit.h"
#include "filing/filing.h"
#include "ladder/ladder_world.h"
#include "ladder_load.h"
#include "ladder_records.h"
#include "players.h"
#include "rating/table.h"

#define RULES "argentino"
enum { PLAN = 500, BOTS_MOST = 1000, PATH_ROOM = 700 };

static struct store_error e;
static struct world w;
static const char *folder;
static int64_t version[BOTS_MOST];
static uint8_t artifact[BOTS_MOST][STORE_HASH];
static unsigned bots = 1000;

static void make_world(struct store **s)
{
    static const struct ladder l = {
        .code = "argentino", .name = "Argentino", .rules = RULES, .seats = 2, .games = 1, .legs = 2
    };
    char where[PATH_ROOM], name[16];
    snprintf(where, sizeof where, "sqlite:%.500s/ladder.db", folder);
    FINE(store_open(s, where, STORE_CREATE, &e));
    world_found(&w, *s, &l, "{}");
    for (unsigned i = 0; i < bots; i++) {
        struct version v;
        int64_t bot;
        snprintf(name, sizeof name, "bot%u", i);
        version[i] = world_version(&w, name, &bot);
        world_admit(&w);
        FINE(store_version(*s, version[i], &v, &e));
        memcpy(artifact[i], v.artifact, STORE_HASH);
    }
}

/* --- pairs ----------------------------------------------------------------------------------------------------- */

/* Everybody meets somebody further on, by arithmetic. */
static unsigned rival(unsigned n) { return (n + 1 + n / bots * 7 % (bots - 1)) % bots; }

static void plan(struct store *s, unsigned from)
{
    static struct pair pair[PLAN];
    struct plan p = {
        .event = w.event, .round = w.round, .next_round = w.round + 1, .progress = "{}", .pair = pair, .pairs = PLAN
    };
    memset(pair, 0, sizeof pair);
    for (unsigned i = 0; i < PLAN; i++) {
        pair[i].version[0] = version[(from + i) % bots];
        pair[i].version[1] = version[rival(from + i)];
    }
    FINE(store_plan(s, &p, &e));
    w.round++;
}

static const uint8_t *artifact_of(int64_t id)
{
    for (unsigned i = 0; i < bots; i++)
        if (version[i] == id)
            return artifact[i];
    load_fail("an order", "it names a version that there is not");
}

static struct fiel_random dice;

static struct action as_cauto(const struct position *now, unsigned seat, const struct action *legal, int n)
{
    struct view v;
    position_view(now, (int)seat, &v);
    return cauto_decide(&v, legal, n, &dice);
}

/* As a site files it: what the record proves, so that there is nothing to be found afterwards. */
static void file_one(struct store *s, unsigned number)
{
    static struct audit_report report;
    static struct order o;
    struct leg leg[2];
    struct pair_records made;
    memset(leg, 0, sizeof leg);
    FINE(world_lease(&w, "bench", &o, &e));
    pair_records_make(&made, RULES, artifact_of(o.seat[0].version), artifact_of(o.seat[1].version), number, as_cauto);
    for (unsigned i = 0; i < 2; i++) {
        if (audit_bytes(made.leg[i], made.size[i], NULL, &report) ||
            !filing_read(&report, made.leg[i], made.size[i], &leg[i]))
            load_fail("a record", "it proves nothing that could be filed");
    }
    FINE(store_finish(s, &o, leg, 2, &e));
    pair_records_free(&made);
}

/* --- the programs ---------------------------------------------------------------------------------------------- */

/* Runs it to its end; seconds, and its memory at its highest, in MiB. */
static double run(const char *const *argv, double *memory)
{
    double began = seconds_now();
    struct rusage used;
    int status;
    pid_t pid = fork();
    if (!pid) {
        int nothing = open("/dev/null", O_WRONLY);
        dup2(nothing, 1);
        execv(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    if (pid < 0 || wait4(pid, &status, 0, &used) != pid || status)
        load_fail(argv[0], "it did not end with 0");
    *memory = (double)used.ru_maxrss / 1024;
    return seconds_now() - began;
}

/* What lies in a folder: all bytes, and what its files and folders take of the disk. */
static double bytes_there, blocks_there;
static int weigh(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)path, (void)at;
    bytes_there += kind == FTW_F ? (double)st->st_size : 0;
    blocks_there += 512.0 * (double)st->st_blocks;
    return 0;
}

static void size_of(const char *path, unsigned pairs)
{
    bytes_there = blocks_there = 0;
    if (nftw(path, weigh, 16, FTW_PHYS))
        load_fail(path, "it cannot be read");
    row("  the archive: a pair, bytes", bytes_there / pairs, "");
    row("  the archive: all of it", bytes_there / 1e9, "GB");
    row("  the archive: on this disk, in whole blocks", blocks_there / 1e9, "GB");
}

static void close_and_prove(struct store *s, unsigned pairs)
{
    const char *dir = getenv("FIEL_BUILD");
    char ladder[PATH_ROOM], auditor[PATH_ROOM], where[PATH_ROOM], key[PATH_ROOM], to[PATH_ROOM], text[96];
    struct ladder l;
    struct table t;
    double memory, began = seconds_now();
    snprintf(ladder, sizeof ladder, "%.500s/bin/fiel-ladder", dir && *dir ? dir : "build");
    snprintf(auditor, sizeof auditor, "%.500s/bin/fiel-audit", dir && *dir ? dir : "build");
    snprintf(where, sizeof where, "sqlite:%.500s/ladder.db", folder);
    snprintf(key, sizeof key, "%.500s/site.key", folder);
    snprintf(to, sizeof to, "%.500s/season%u", folder, pairs);
    FINE(store_ladder(s, w.ladder, &l, &e));
    FINE(table_read(&t, s, l.id, NULL, 0, &e));
    FINE(table_keep(&t, s, l.id, l.serial, &e));
    table_free(&t);
    snprintf(text, sizeof text, "%u pairs of %u bots: rated and kept", pairs, bots);
    row(text, seconds_now() - began, "s");
    double verified = run(
        (const char *const[]){ ladder, "standings", "--verify", "--ladder", l.code, "--store", where, NULL }, &memory);
    row("  standings --verify: a pair", 1000 * verified / pairs, "ms");
    row("  standings --verify: memory at its highest", memory, "MiB");
    double closed = run(
        (const char *const[]){ ladder, "season", "close", "bench", to, "--key", key, "--store", where, NULL }, &memory);
    row("  closed: a pair", 1000 * closed / pairs, "ms");
    row("  closed: memory at its highest", memory, "MiB");
    size_of(to, pairs);
    double proved = run((const char *const[]){ auditor, "season", to, NULL }, &memory);
    row("  proved: a pair", 1000 * proved / pairs, "ms");
    row("  proved: memory at its highest", memory, "MiB");
}

int main(int argc, char **argv)
{
    struct store *s;
    char keys[PATH_ROOM];
    const char *dir = getenv("FIEL_BUILD");
    double memory, filed = 0;
    unsigned done = 0;
    bots = argc > 2 ? (unsigned)atoi(argv[2]) : bots;
    if (argc < 2 || bots < 2 || bots > BOTS_MOST)
        return fprintf(stderr, "usage: ladder_season FOLDER [BOTS] [PAIRS...]\n"), 2;
    folder = argv[1];
    snprintf(keys, sizeof keys, "%.500s/bin/fiel", dir && *dir ? dir : "build");
    run((const char *const[]){ keys, "keys", "new", "site", "--dir", folder, NULL }, &memory);
    dice = fiel_random_of("season", 1, 0);
    make_world(&s);
    for (int i = 3; i < argc; i++) {
        unsigned wanted = (unsigned)atoi(argv[i]);
        double began = seconds_now();
        for (; done < wanted; done++) {
            if (done % PLAN == 0)
                plan(s, done);
            file_one(s, done);
        }
        filed += seconds_now() - began;
        if (done)
            close_and_prove(s, done);
    }
    row("made and filed for this, a pair", done ? 1000 * filed / done : 0, "ms");
    store_close(&s);
    return 0;
}
