/* deaths: every row of the table of deaths can be reached; SECURITY.md says of it, and of every inherited limit, what the supervisor does. */

#include "support/test.h"

#include "jail/inherited.h"
#include "match/match_deaths.h"

enum { MOST_KIB = 1000 };
#define DEATH(process, ...) \
    { \
        .of = DEATH_OF_##process, .most_kib = MOST_KIB, __VA_ARGS__ \
    }
#define SIGNAL(n) .how.signal = n
#define KIB .how.memory_kib

/* What ends so; and what differs from it by one thing, and is of the second row. */
static const struct {
    enum death_row row;
    struct death d;
} deaths[] = {
    { DEATH_BRIDGE_CRASHED, DEATH(BRIDGE, SIGNAL(SIGSEGV), KIB = 900, .ready = true, .walled = true) },
    { DEATH_BRIDGE_CRASHED, DEATH(BRIDGE, SIGNAL(SIGPIPE), .ready = true, .walled = true) },
    { DEATH_BRIDGE_CRASHED, DEATH(BRIDGE, SIGNAL(SIGXFSZ), .ready = true, .walled = true) },
    { DEATH_BRIDGE_CRASHED, DEATH(BRIDGE, .how.exit_code = 3, .ready = true, .walled = true) },
    { DEATH_BRIDGE_CRASHED, DEATH(BRIDGE, SIGNAL(SIGKILL), .ready = true, .walled = true, .by_us = true) },
    { DEATH_BRIDGE_ENDED, DEATH(BRIDGE, SIGNAL(SIGKILL), .ready = true, .walled = true) },
    { DEATH_BRIDGE_ENDED, DEATH(BRIDGE, SIGNAL(SIGSEGV), .walled = true) },
    { DEATH_SEAT_ENDED, DEATH(BRIDGE, SIGNAL(SIGKILL), .ready = true) },
    { DEATH_BOT_LEFT, DEATH(BOT, .how.exit_code = 0) },
    { DEATH_BOT_CRASHED, DEATH(BOT, .how.exit_code = 1) },
    { DEATH_BOT_FILE, DEATH(BOT, SIGNAL(SIGXFSZ)) },
    { DEATH_BOT_CPU, DEATH(BOT, SIGNAL(SIGXCPU), KIB = 900) },
    { DEATH_CGROUP_FULL, DEATH(BOT, SIGNAL(SIGKILL), .cgroup = { .killed = 1, .reached = 1 }) },
    { DEATH_CGROUP_FULL, DEATH(KEEPER, SIGNAL(SIGKILL), .walled = true, .cgroup = { .killed = 1, .reached = 1 }) },
    { DEATH_BOT_TAKEN, DEATH(BOT, SIGNAL(SIGKILL), .cgroup.killed = 1) },
    { DEATH_BOT_TAKEN, DEATH(BOT, SIGNAL(SIGKILL), .taken = true) },
    { DEATH_BOT_FULL, DEATH(BOT, SIGNAL(SIGABRT), KIB = 501) },
    { DEATH_BOT_CRASHED, DEATH(BOT, SIGNAL(SIGABRT), KIB = 500) },
    { DEATH_BOT_CRASHED, DEATH(BOT, SIGNAL(SIGKILL)) },
    { DEATH_KEEPER_KILLED, DEATH(KEEPER, SIGNAL(SIGKILL), .walled = true) },
    { DEATH_KEEPER_KILLED, DEATH(KEEPER, SIGNAL(SIGTERM), .walled = true) },
    { DEATH_KEEPER_KILLED, DEATH(KEEPER, SIGNAL(SIGKILL), .by_us = true) },
    { DEATH_KEEPER_CRASHED, DEATH(KEEPER, SIGNAL(SIGKILL)) },
    { DEATH_KEEPER_CRASHED, DEATH(KEEPER, SIGNAL(SIGKILL), .walled = true, .wrong = true) },
    { DEATH_KEEPER_CRASHED, DEATH(KEEPER, SIGNAL(SIGSEGV), .walled = true) },
    { DEATH_KEEPER_CRASHED, DEATH(KEEPER, .how.exit_code = 3, .walled = true) },
    { DEATH_SEAT_UNREADY, DEATH(SEAT, SIGNAL(SIGABRT)) },
    { DEATH_SEAT_FULL, DEATH(SEAT, SIGNAL(SIGABRT), KIB = 751, .ready = true) },
    { DEATH_SEAT_ABORTED, DEATH(SEAT, SIGNAL(SIGABRT), KIB = 750, .ready = true) },
    { DEATH_SEAT_TAKEN, DEATH(SEAT, SIGNAL(SIGKILL), .ready = true, .taken = true) },
    { DEATH_SEAT_ENDED, DEATH(SEAT, SIGNAL(SIGKILL), .ready = true) },
    { DEATH_SEAT_ENDED, DEATH(SEAT, SIGNAL(SIGKILL), .by_us = true) },
    { DEATH_SEAT_ENDED, DEATH(SEAT, .how.exit_code = 3, .ready = true) },
};

TEST(every_death_has_its_row)
{
    bool reached[DEATH_ROWS] = { false };
    for (size_t i = 0; i < sizeof deaths / sizeof *deaths; i++) {
        if (death_row(&deaths[i].d) != deaths[i].row)
            fail_msg("death %zu is of row %d, not %d", i, death_row(&deaths[i].d), deaths[i].row);
        reached[deaths[i].row] = true;
    }
    for (size_t i = 0; i < DEATH_ROWS; i++)
        if (!reached[i])
            fail_msg("no death of row %zu", i);
}

TEST(used_is_told)
{
    const struct death full = DEATH(BOT, KIB = 3 << 20, .how.cpu_s = 7);
    struct control_ended out;
    (void)death_verdict(DEATH_BOT_FULL, &full, &out);
    assert_true(out.limit == RLIMIT_AS + 1 && out.used == 3072 && !out.arbiter);
    (void)death_verdict(DEATH_BOT_CPU, &full, &out);
    assert_true(out.limit == RLIMIT_CPU + 1 && out.used == 7);
    (void)death_verdict(DEATH_BOT_FILE, &full, &out);
    assert_true(out.limit == RLIMIT_FSIZE + 1 && out.used == 16);
    (void)death_verdict(DEATH_BOT_CRASHED, &full, &out);
    assert_true(!out.limit && !out.used && !out.arbiter);
}

/* A cell of SECURITY.md. */
static void counts_as(enum death_row row, char cell[160])
{
    struct death d = { .of = DEATH_OF_BOT };
    struct control_ended out;
    unsigned again = death_verdict(row, &d, &out);
    const char *as = out.arbiter == ARBITER_MEMORY ? "void, MEMORY"
                     : out.arbiter                 ? "void, NO_PROCESS"
                     : out.limit                   ? "RESOURCES"
                                                   : "CRASHED";
    int n = snprintf(cell, 160, "%s", as);
    if (again)
        snprintf(cell + n, 160 - (size_t)n, ", restarts before: %u", again);
}

static const char *security(void)
{
    static char page[1 << 18];
    FILE *f = fopen("SECURITY.md", "r");
    assert_non_null(f);
    size_t n = fread(page, 1, sizeof page - 1, f);
    fclose(f);
    page[n] = '\0';
    return page;
}

/* Each process and its end stand in the row of what that counts as, and no other end stands in the table. */
TEST(the_page_says_so)
{
    static const char *const end[] = {
#define X(name, process, how, again, limit, arbiter) process ": " how,
        DEATHS(X)
#undef X
    };
    size_t ends = 0;
    for (unsigned i = 0; i < DEATH_ROWS; i++) {
        char begin[170] = "\n| ", cell[160];
        counts_as((enum death_row)i, cell);
        const char *row = strstr(security(), strcat(strcat(begin, cell), " | ")),
                   *at = row ? strstr(row, end[i]) : NULL;
        if (!at || at > strchr(row + 1, '\n'))
            fail_msg("SECURITY.md has no %s in its row%s", end[i], begin);
    }
    for (const char *at = strstr(security(), "\n| counts as |"); strncmp(at, "\n\n", 2) != 0; at++)
        ends += !strncmp(at, "bot: ", 5) || !strncmp(at, "keeper: ", 8) || !strncmp(at, "seat: ", 6);
    assert_int_equal(ends, DEATH_ROWS);
}

/* Limits that need something are raised, of which one may be kept all the same; the others are kept. */
TEST(the_page_has_every_limit)
{
    static const struct {
        const char *letter;
        enum inherited_need need;
    } limits[] = {
#define X(resource, letter, what, unit, need) { " `-" letter "`", need },
        INHERITED(X)
#undef X
    };
    char raised[160] = "as the hard limit allows:", kept[160] = "Kept as they are:", below[80] = "";
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        strcat(limits[i].need == NEEDS_NOTHING ? kept : raised, limits[i].letter);
        if (limits[i].need == NEEDS_CORE)
            snprintf(below, sizeof below, "a hard%s below one byte is kept", limits[i].letter);
    }
    const char *const said[] = { strcat(raised, ". "), strcat(kept, ", and"), below };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++)
        if (!strstr(security(), said[i]))
            fail_msg("SECURITY.md has no words %s", said[i]);
}
