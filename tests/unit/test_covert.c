/* covert: what a bot can learn of another bot on the same machine, channel by channel.
 *
 * Two whisperers (tests/bad/whisper.c) are started by the keepers that start bots, without a jail and in all that strict demands.  In
 * each step the one does something or not, by a coin, and then the other looks; this program tells each when, so nothing is lost by
 * waiting for one another.  From the first steps it is learned which of all the numbers that the other sees tells the coin
 * best; then the coin is guessed by that number alone, step after step.  Nobody says where a channel might be: in the jail everything that a
 * whisperer can look at is looked at.  Three ways: at once; from a bot to the one that is started after it, by the same user, as in the
 * second leg of a pair; and by another user, as in the next match.
 *
 * What is asked of a channel: under 5 % errors without a jail, or it would show nothing; in the jail less than 0.01 bit a bit, as far
 * as so many steps can tell (95 %).  `test_covert 2000` tells that: make covert.  With few steps a guess that is right more
 * often than chance is once in a million times is refused. */
#include "support/test.h"

#include <glob.h>
#include <math.h>
#include <poll.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/statfs.h>

#include "../tests/bad/whisper.h"
#include "base/cpu.h"
#include "jail/keeper.h"
#include "jail/runtime.h"
#include "match/match.h"
#include "support/built.h"
#include "support/scratch.h"
#include "support/skipped.h"
#include "support/timed.h"

enum { LEARNED = 48, WINDOW = 16, AGAIN = 4, WHOLE = 2000, TMPFS = 0x01021994 };

static int steps = 48;
static char dir[SCRATCH_ROOM];
static uint32_t held;   /* layers of the jail */
static uint32_t uid[2]; /* claimed, so that no match counts our threads among its own */
static bool on_disk;

/* --- a whisperer ---------------------------------------------------------------------------------------- */

struct side {
    struct child keeper;
    int control, line;
};

static void start(struct side *s, bool jailed, unsigned number, uint32_t user)
{
    static struct keeper_config c;
    static char log[] = "/dev/null", fiel[4096];
    char name[] = "fiel", command[] = "keeper", whose[] = "--seat", seat[12], built[512], program[64], arguments[128];
    char *argv[] = { name, command, whose, seat, NULL }, *nothing[] = { NULL };
    const char *step;
    int control[2], line[2], fds[5];
    snprintf(built, sizeof built, "%s/bin/fiel", build_dir());
    assert_non_null(realpath(built, fiel));
    snprintf(seat, sizeof seat, "%u", number);
    snprintf(program, sizeof program, "%s/bot/whisper", dir);
    memset(&c.command, 0, sizeof c.command);
    c.size = sizeof c;
    jail_plan_start(&c.jail, jailed ? held : 0);
    runtime_for(program, c.jail.runtime);
    jail_show_system(&c.jail);
    assert_true(jail_show_program(&c.jail, program));
    c.jail.uid = user;
    c.jail.memory = UINT64_C(1) << 30;
    snprintf(c.jail.root, sizeof c.jail.root, "%s/root%u", dir, number);
    snprintf(c.jail.state, sizeof c.jail.state, "%s/state%u", dir, number);
    strcpy(c.command.path, program);
    snprintf(arguments, sizeof arguments, "%s%c%s/bot", program, '\0', dir);
    memcpy(c.command.words, arguments, strlen(program) + 1 + strlen(dir) + 5);
    c.command.argc = 2;
    assert_int_equal(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control), 0);
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line), 0);
    fds[0] = control[1];
    fds[1] = memory_file("keeper", &c, keeper_config_used(&c));
    fds[2] = line[1];
    fds[3] = open(log, O_WRONLY | O_CLOEXEC);
    fds[4] = memory_file("state", "", 0);
    struct spawn how = { .path = fiel, .argv = argv, .environment = nothing, .output = -1, .cpu = CPU_NONE };
    for (int i = 0; i < 5; i++) {
        assert_true(fds[i] >= 0);
        spawn_pass(&how, fds[i]);
    }
    assert_int_equal(spawn_start(&s->keeper, &how, &step), 0);
    for (int i = 0; i < 5; i++)
        close(fds[i]);
    s->control = control[0];
    s->line = line[0];
    struct keeper_frame f;
    assert_int_equal(send(s->control, "s", 1, MSG_NOSIGNAL), 1);
    ssize_t n = recv(s->control, &f, sizeof f, 0);
    if (n != sizeof f || f.kind != KEEPER_STARTED)
        fail_msg("no whisperer: %s: %s", n == sizeof f ? f.stop.step : "its keeper ended",
                 n == sizeof f ? strerror(f.stop.error) : "");
}

static void end(struct side *s)
{
    struct ending e;
    close(s->line);
    close(s->control);
    child_wait(&s->keeper, -1);
    child_reap(&s->keeper, &e);
}

static void receive(const struct side *s, void *to, size_t size)
{
    uint8_t *at = to;
    struct pollfd p[2] = { { .fd = s->line, .events = POLLIN }, { .fd = s->control, .events = POLLIN } };
    struct keeper_frame f = { 0 };
    while (size > 0) {
        ssize_t n = poll(p, 2, -1) > 0 && p[0].revents ? recv(s->line, at, size, 0) : 0;
        if (n <= 0) {
            (void)!recv(s->control, &f, sizeof f, MSG_DONTWAIT);
            fail_msg("a whisperer ended with exit code %d, signal %d", f.ending.exit_code, f.ending.signal);
        }
        at += n;
        size -= (size_t)n;
    }
}

static void tell(const struct side *s, enum whisper_act act, bool bit, uint32_t slot)
{
    struct whisper_order o = { .what = 'a', .which = (uint8_t)act, .bit = bit, .slot = slot };
    char done;
    assert_int_equal(send(s->line, &o, sizeof o, MSG_NOSIGNAL), sizeof o);
    receive(s, &done, 1);
}

static uint32_t look(const struct side *s, enum whisper_group group, uint32_t slot, uint64_t words[WHISPER_WORDS])
{
    struct whisper_order o = { .what = 'p', .which = (uint8_t)group, .slot = slot };
    uint32_t count;
    assert_int_equal(send(s->line, &o, sizeof o, MSG_NOSIGNAL), sizeof o);
    receive(s, &count, sizeof count);
    assert_true(count <= WHISPER_WORDS);
    receive(s, words, count * sizeof *words);
    return count;
}

/* --- learning ---------------------------------------------------------------------------------------------- */

/* As it is, as it changed, or against the mean of what it was lately: others move it, too. */
enum reading { PLAIN, CHANGE, LATELY, READINGS };

/* Which number tells the coin: word `word` of a group, above or below a limit. */
struct guess {
    bool found, above;
    enum reading reading;
    enum whisper_group group;
    uint32_t word;
    double limit;
    int errors;
};

static uint64_t *seen[WHISPER_GROUP_COUNT][LEARNED + 1]; /* rows of words */
static uint32_t counts[WHISPER_GROUP_COUNT];

static double median(double *values, int n)
{
    qsort(values, (size_t)n, sizeof *values, by_value);
    return n ? values[n / 2] : 0;
}

/* row[0] is now, row[1] before, and so on, `n` of them before. */
static double number(enum reading reading, const uint64_t *row, int n)
{
    double mean = 0;
    if (reading == PLAIN)
        return (double)(int64_t)row[0];
    if (reading == CHANGE)
        return (double)(int64_t)(row[0] - row[1]);
    for (int i = 1; i <= n; i++)
        mean += (double)(int64_t)(row[0] - row[i]) / n;
    return mean;
}

static void try(struct guess *best, enum whisper_group g, uint32_t w, enum reading reading, const bool *coin)
{
    double of[2][LEARNED], value[LEARNED];
    int n[2] = { 0, 0 };
    for (int i = 0; i < LEARNED; i++) {
        uint64_t row[WINDOW + 1];
        int before = i + 1 < WINDOW ? i + 1 : WINDOW;
        for (int k = 0; k <= before; k++)
            row[k] = seen[g][i + 1 - k][w];
        value[i] = number(reading, row, before);
        of[coin[i]][n[coin[i]]++] = value[i];
    }
    double zero = median(of[0], n[0]), one = median(of[1], n[1]);
    struct guess t = { true, one > zero, reading, g, w, (zero + one) / 2, 0 };
    for (int i = 0; i < LEARNED; i++)
        t.errors += ((value[i] > t.limit) == t.above) != coin[i];
    if (one != zero && (!best->found || t.errors < best->errors))
        *best = t;
}

static struct guess learn(const bool *groups, const bool *coin)
{
    struct guess best = { 0 };
    for (int g = 0; g < WHISPER_GROUP_COUNT; g++)
        for (uint32_t w = 0; groups[g] && w < counts[g]; w++)
            for (int reading = 0; reading < READINGS; reading++)
                try(&best, (enum whisper_group)g, w, (enum reading)reading, coin);
    return best;
}

/* --- one channel ------------------------------------------------------------------------------------------- */

enum way { AT_ONCE, NEXT_LEG, NEXT_MATCH };

struct channel {
    enum whisper_act act;
    enum way way;
    bool jailed, groups[WHISPER_GROUP_COUNT];
    struct side one, other;
    uint64_t dice;
};

struct outcome {
    struct guess guess;
    int steps, errors;
};

static bool flip(struct channel *c)
{
    c->dice = c->dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return c->dice >> 63;
}

static void keep_row(struct channel *c, int row, uint32_t slot)
{
    static uint64_t words[WHISPER_WORDS];
    for (int g = 0; g < WHISPER_GROUP_COUNT; g++) {
        if (!c->groups[g])
            continue;
        uint32_t n = look(&c->other, (enum whisper_group)g, slot, words);
        counts[g] = row == 0 || n < counts[g] ? n : counts[g];
        free(seen[g][row]);
        assert_non_null(seen[g][row] = malloc((n + 1) * sizeof *words));
        memcpy(seen[g][row], words, n * sizeof *words);
    }
}

static void begin(struct channel *c)
{
    start(&c->one, c->jailed, 0, uid[0]);
    if (c->way == AT_ONCE)
        start(&c->other, c->jailed, 1, uid[1]);
}

/* The first is gone, and the second comes. */
static void change_over(struct channel *c)
{
    end(&c->one);
    start(&c->other, c->jailed, 0, uid[c->way == NEXT_MATCH]);
}

/* Anyone who made the files takes them away: nothing of ours stays in a host's folders. */
static void forget_files(struct channel *c)
{
    if (c->way != AT_ONCE)
        start(&c->one, c->jailed, 0, uid[0]);
    for (int i = 0; i < LEARNED + steps; i++)
        tell(&c->one, c->act, false, (uint32_t)i + 1);
    if (c->way != AT_ONCE)
        end(&c->one);
}

static struct outcome run_channel(struct channel *c)
{
    static uint64_t words[WHISPER_WORDS];
    static bool coin[LEARNED + WHISPER_SLOTS];
    struct outcome o = { .steps = steps };
    uint64_t row[WINDOW + 1];
    begin(c);
    for (int i = 0; i < LEARNED + steps; i++)
        coin[i] = flip(c);
    for (int i = 0; c->way != AT_ONCE && i < LEARNED + steps; i++)
        tell(&c->one, c->act, coin[i], (uint32_t)i + 1);
    if (c->way != AT_ONCE)
        change_over(c);
    keep_row(c, 0, 0);
    for (int i = 0; i < LEARNED; i++) {
        if (c->way == AT_ONCE)
            tell(&c->one, c->act, coin[i], (uint32_t)i + 1);
        keep_row(c, i + 1, (uint32_t)i + 1);
    }
    o.guess = learn(c->groups, coin);
    for (int i = 0; i < WINDOW && o.guess.found; i++)
        row[i] = seen[o.guess.group][LEARNED - i][o.guess.word];
    for (int i = LEARNED; i < LEARNED + steps && o.guess.found; i++) {
        if (c->way == AT_ONCE)
            tell(&c->one, c->act, coin[i], (uint32_t)i + 1);
        uint32_t n = look(&c->other, o.guess.group, (uint32_t)i + 1, words);
        memmove(row + 1, row, WINDOW * sizeof *row);
        row[0] = o.guess.word < n ? words[o.guess.word] : 0;
        o.errors += ((number(o.guess.reading, row, WINDOW) > o.guess.limit) == o.guess.above) != coin[i];
    }
    if (!o.guess.found)
        o.errors = steps / 2;
    if (c->act == ACT_FILES)
        forget_files(c);
    if (c->way == AT_ONCE)
        end(&c->one);
    end(&c->other);
    return o;
}

/* Bits a bit that a channel with so many errors carries at most: 95 % of such channels show at least so many, or at most. */
static double most_bits(const struct outcome *o)
{
    if (!o->guess.found)
        return 0;
    double n = o->steps, off = fabs(0.5 - o->errors / n) + 1.96 * 0.5 / sqrt(n), e = off < 0.5 ? 0.5 - off : 0;
    return e > 0 ? 1 + e * log2(e) + (1 - e) * log2(1 - e) : 1;
}

/* --- the table --------------------------------------------------------------------------------------------- */

static const char *const act_words[] = {
#define X(name, what, group) what,
    WHISPER_ACTS(X)
#undef X
};
static const enum whisper_group act_groups[] = {
#define X(name, what, group) GROUP_##group,
    WHISPER_ACTS(X)
#undef X
};
static const char *const group_words[] = {
#define X(name) #name,
    WHISPER_GROUPS(X)
#undef X
};
static const char *const way_words[] = { "at once", "next leg", "next match" };

static void forget_pages(void)
{
    char path[64];
    snprintf(path, sizeof path, "%s/bot/book", dir);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    assert_true(fd >= 0 && posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED) == 0);
    close(fd);
}

static bool timed(enum whisper_group g) { return g == GROUP_TIME || g == GROUP_PAGE_TIMES; }

static struct outcome measure(enum whisper_act act, enum way way, bool jailed)
{
    static struct channel c;
    c = (struct channel){ .act = act, .way = way, .jailed = jailed, .dice = 15 + (uint64_t)act };
    for (int g = 0; g < WHISPER_GROUP_COUNT; g++)
        c.groups[g] = jailed && !timed(act_groups[act]) ? !timed((enum whisper_group)g) : g == (int)act_groups[act];
    forget_pages();
    return run_channel(&c);
}

static void print_row(enum whisper_act act, enum way way, const struct outcome *open, const struct outcome *closed)
{
    char where[64] = "nothing moves";
    if (closed->guess.found)
        snprintf(where, sizeof where, "best: %s %u", group_words[closed->guess.group], closed->guess.word);
    print_message("%-58s %-10s open %5.1f %%   strict %5.1f %%, at most %.4f bit a bit (%s)\n", act_words[act],
                  way_words[way], 100.0 * open->errors / open->steps, 100.0 * closed->errors / closed->steps,
                  most_bits(closed), where);
}

static bool closed_enough(const struct outcome *o)
{
    if (o->steps >= WHOLE)
        return most_bits(o) <= 0.01;
    return !o->guess.found || fabs(0.5 - (double)o->errors / o->steps) < 4.9 * 0.5 / sqrt(o->steps);
}

static bool shown(const struct outcome *open) { return open->guess.found && open->errors * 20 < open->steps; }

static bool channel_holds(enum whisper_act act, enum way way)
{
    bool pages = act == ACT_PAGES || act == ACT_PAGES_TIMED;
    if (pages && !on_disk)
        return skipped(act_words[act], "the scratch folder is memory: set FIEL_SCRATCH to one on a disk"), true;
    struct outcome open = measure(act, way, false), closed = measure(act, way, true);
    /* What others do on this machine can hide what is there, and not make up what is not. */
    for (int again = 0; again < AGAIN && act_groups[act] != GROUP_TIME && !shown(&open); again++)
        open = measure(act, way, false);
    print_row(act, way, &open, &closed);
    if (act_groups[act] == GROUP_TIME) /* what stays: SECURITY.md */
        return true;
    bool shows = shown(&open);
    if (!shows)
        print_message("  this shows nothing: without a jail it must be read with less than 5 %% errors\n");
    if (!closed_enough(&closed))
        print_message("  this is a channel\n");
    return shows && closed_enough(&closed);
}

/* --- the tests --------------------------------------------------------------------------------------------- */

TEST(at_once)
{
    bool good = true;
    for (int act = 0; act < WHISPER_ACT_COUNT; act++)
        good = channel_holds((enum whisper_act)act, AT_ONCE) && good;
    assert_true(good);
}

/* What a bot can leave behind. */
TEST(afterwards)
{
    static const enum whisper_act stays[] = { ACT_PAGES, ACT_PAGES_TIMED, ACT_FILES, ACT_SYSV, ACT_KEYS };
    bool good = true;
    for (int way = NEXT_LEG; way <= (steps < WHOLE ? NEXT_LEG : NEXT_MATCH); way++)
        for (size_t i = 0; i < sizeof stays / sizeof *stays; i++)
            good = channel_holds(stays[i], (enum way)way) && good;
    assert_true(good);
}

static void lay(const char *name, size_t size, mode_t mode)
{
    static char bytes[1 << 16];
    char path[64];
    memset(bytes, 'a', sizeof bytes);
    snprintf(path, sizeof path, "%s/bot/%s", dir, name);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    for (size_t done = 0; done < size; done += sizeof bytes)
        assert_int_equal(fwrite(bytes, 1, sizeof bytes, f), sizeof bytes);
    assert_int_equal(fflush(f) || fsync(fileno(f)) || fchmod(fileno(f), mode), 0);
    fclose(f);
}

BEFORE_ALL(setup)
{
    char path[64], command[512];
    struct statfs s;
    (void)state;
    scratch_make(dir);
    assert_int_equal(chmod(dir, 0711), 0);
    for (unsigned i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/root%u", dir, i);
        assert_int_equal(mkdir(path, 0700), 0);
        snprintf(path, sizeof path, "%s/state%u", dir, i);
        assert_int_equal(mkdir(path, 0700) || chown(path, uid[i], uid[i]), 0);
    }
    snprintf(path, sizeof path, "%s/bot", dir);
    assert_int_equal(mkdir(path, 0755), 0);
    snprintf(command, sizeof command, "cp '%s/tests/bad/whisper' '%s/bot/whisper'", build_dir(), dir);
    assert_int_equal(system(command), 0);
    lay("book", (size_t)(2 * (LEARNED + steps + 2) + 64) * WHISPER_STEP, 0644);
    lay("note", 1, 0644);
    on_disk = !statfs(dir, &s) && s.f_type != TMPFS;
    return 0;
}

/* A whisperer that nothing holds writes where this user may: nothing of it must be found there afterwards. */
TEST(nothing_stays)
{
    static const char *const left[] = { "/whisper-*", "/tmp/whisper-*", "/var/tmp/whisper-*" };
    glob_t found;
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        assert_int_equal(glob(left[i], 0, NULL, &found), GLOB_NOMATCH);
}

AFTER_ALL(teardown)
{
    for (int g = 0; g < WHISPER_GROUP_COUNT; g++)
        for (int i = 0; i <= LEARNED; i++)
            free(seen[g][i]);
    scratch_remove(dir);
    return 0;
}

/* What strict demands, tried as a match tries it. */
static bool strict_holds(void)
{
    static struct jail_plan p;
    static struct jail_probe found;
    char root[] = "/tmp/fiel-covert-XXXXXX";
    for (unsigned i = 0; i < 2; i++)
        uid[i] = jail_uid_claim(JAIL_UID_FIRST, JAIL_UID_LAST);
    if (!uid[1] || !mkdtemp(root))
        return false;
    jail_plan_start(&p, JAIL_ALL);
    runtime_for("/bin/sh", p.runtime);
    jail_show_system(&p);
    p.uid = uid[0];
    strcpy(p.root, root);
    jail_try(&p, &found);
    rmdir(root);
    held = found.held & ~JAIL_BIT(JAIL_CGROUP);
    return !(JAIL_DEMANDED & ~found.held);
}

int main(int argc, char **argv)
{
    cpu_set_t first;
    OWNED char *made = realpath("build/runtime", NULL);
    if (made && !getenv("FIEL_RUNTIME"))
        setenv("FIEL_RUNTIME", made, 1);
    if (argc > 1 && atoi(argv[1]) > 0 && atoi(argv[1]) + LEARNED < WHISPER_SLOTS)
        steps = atoi(argv[1]);
    if (!strict_holds())
        return skipped("all channels", "strict cannot be held here: see `fiel jail-test`"), 0;
    /* As the bots of a match are: some counters are a processor's own. */
    CPU_ZERO(&first);
    CPU_SET((size_t)sched_getcpu(), &first);
    sched_setaffinity(0, sizeof first, &first);
    return tests_run();
}
