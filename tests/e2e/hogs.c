/* hogs: a bot takes what both need, where there is little of it, and never wins by that.
 *
 * Single games at cards are chance, so the attacker gives up every hand (tests/bad/hog): whatever is dealt it loses, as its tame twin does,
 * and a match that it wins was won by the attack.  It may lose, at the table or by a fault of its own; or the match is void, or refused
 * before it begins.  Its rival is never at fault.
 *
 * That each attack would succeed is shown, too (`controls`): the same match with one guard away, in a way in which a host could really
 * lack it, is won by the hog, or void, which is a loser's prize; with the guard it is neither.
 *
 * Sixty threads of one in a cgroup of the CPU controller are no more than one thread of another, beside others' work (`sixty`).
 *
 * Without words a sample is played; `hogs all` (make hogs) plays every attack from both seats in every place, and prints the table;
 * with a place's name in place of `all`, there alone; with `controls`, those alone; with `sixty N`, N matches of each row. */
#include "guise.h"
#include "running.h"

#include <jansson.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/xattr.h>

enum { SEATS = 2, WHERE = 1024, TRIES = 5, OTHERS = 4 /* of each processor */ };

#define CLOCK "bank=60s,inc=0s,grace=0s"

static const struct place {
    const char *name, *controller;
    const char *file1, *value1; /* of the first version of cgroups */
    const char *file2, *value2; /* of the second */
    const char *bot_memory;
} places[] = {
    { "machine", NULL, NULL, NULL, NULL, NULL, "2G" },
    { "80 processes", "pids", "pids.max", "80", "pids.max", "80", "2G" },
    { "160 processes", "pids", "pids.max", "160", "pids.max", "160", "2G" },
    { "512 MiB", "memory", "memory.limit_in_bytes", "512M", "memory.max", "512M", "2G" },
    { "512 MiB, 128 a bot", "memory", "memory.limit_in_bytes", "512M", "memory.max", "512M", "128M" },
    { "disk of 64 MiB", NULL, NULL, NULL, NULL, NULL, "2G" },
    { "quota of a processor", "cpu", "cpu.cfs_quota_us", "100000", "cpu.max", "100000 100000", "2G" },
    { "a share of the processors", "cpu", "cpu.shares", "1024", "cpu.weight", "100", "2G" },
    { "disk of 12 MiB", NULL, NULL, NULL, NULL, NULL, "2G" },
    { "345 MiB, 128 a bot, a folder of 210", "memory", "memory.limit_in_bytes", "345M", "memory.max", "345M", "128M" },
};
enum {
    MACHINE,
    PIDS_FEW,
    PIDS,
    MEMORY_LITTLE,
    MEMORY,
    DISK,
    QUOTA,
    PLACES,
    SHARE = PLACES,
    DISK_LITTLE, /* of controls alone */
    FOLDER
};

static const char *disk_size(const struct place *p)
{
    return p == &places[DISK] ? "size=64m" : p == &places[DISK_LITTLE] ? "size=12m" : NULL;
}

static const char *const attacks[] = { "", "busy", "threads", "forks", "memory", "disk", "prints" };
enum { ATTACKS = sizeof attacks / sizeof *attacks };

static unsigned played;
static const char *only; /* the name of a place; NULL: all of them */

/* --- places ------------------------------------------------------------------------------------------------------ */

static bool put(const char *folder, const char *file, const char *text)
{
    char path[WHERE + 64];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool fine = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    if (fd >= 0)
        close(fd);
    return fine;
}

/* The folder of this process's cgroup that has the controller; *second: of the second version.  False: there is none. */
static bool own_cgroup(const char *controller, char folder[WHERE], bool *second)
{
    char line[WHERE], wanted[64];
    FILE *f = fopen("/proc/self/cgroup", "r");
    *folder = '\0';
    while (f && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = '\0';
        char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : NULL;
        if (!path)
            continue;
        *names++ = *path++ = '\0';
        snprintf(wanted, sizeof wanted, ",%.30s,", controller);
        char listed[128];
        snprintf(listed, sizeof listed, ",%.120s,", names);
        if (strstr(listed, wanted)) {
            snprintf(folder, WHERE, "/sys/fs/cgroup/%.60s%.800s", names, path);
            *second = false;
            break;
        }
        if (!*names) {
            snprintf(folder, WHERE, "/sys/fs/cgroup%.800s", path);
            *second = true;
        }
    }
    if (f)
        fclose(f);
    return *folder != '\0';
}

/* A cgroup with its limit below this process's own, or, in the second version, where one that has processes lends no controller, beside it;
 * it is said to be delegated, as systemd says it, so that each bot there gets one of its own.  "" in `inner` and a line that says so where
 * none can be made. */
static bool cgroup_make(const struct place *p, char outer[WHERE], char inner[WHERE])
{
    bool second;
    if (!own_cgroup(p->controller, outer, &second)) {
        skipped("hogs in a cgroup", "%s: no such controller here", p->name);
        return false;
    }
    int above = second ? (int)(strrchr(outer, '/') - outer) : (int)strlen(outer);
    snprintf(inner, WHERE, "%.*s/fiel-hogs-%d", above, outer, (int)getpid());
    if (mkdir(inner, 0755) || (second && setxattr(inner, "user.delegate", "1", 1, 0)) ||
        !put(inner, second ? p->file2 : p->file1, second ? p->value2 : p->value1)) {
        skipped("hogs in a cgroup", "%s: none can be made here", p->name);
        rmdir(inner);
        return false;
    }
    return true;
}

/* This process moves there, with whatever it starts from then on. */
static void move_to(const char *cgroup)
{
    if (!put(cgroup, "cgroup.procs", "0"))
        fail_msg("%s: this process cannot be moved there", cgroup);
}

/* And with it what a match made in it for its own processes, which have ended. */
static void cgroup_remove(const char *inner)
{
    char ours[WHERE + 16];
    snprintf(ours, sizeof ours, "%s/fiel-arbiter", inner);
    rmdir(ours);
    rmdir(inner);
}

/* What is mounted from now on is seen by this process, and by what it starts, alone. */
static bool own_mounts(void)
{
    static bool own;
    own = own || (!unshare(CLONE_NEWNS) && !mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL));
    return own;
}

/* A small disk for all that the match writes. */
static bool disk_make(const struct match *m, const char *size)
{
    if (!own_mounts()) {
        skipped("hogs on a full disk", "no file system can be mounted here");
        return false;
    }
    if (mount("hogs", m->dir, "tmpfs", 0, size)) {
        skipped("hogs on a full disk", "no file system can be mounted here");
        return false;
    }
    assert_int_equal(mkdir(m->temp, 0700), 0);
    assert_int_equal(chmod(m->dir, 0755), 0);
    return true;
}

/* --- matches ----------------------------------------------------------------------------------------------------- */

struct ending {
    int winner; /* seat; -1: nobody */
    int faulty; /* whose fault ended it; -1: nobody's */
    char text[128];
};

static struct ending ending_of(const struct run *r)
{
    struct ending e = { -1, -1, "" };
    json_auto_t *j = json_loads(r->out, 0, NULL);
    if (!j) {
        if (r->code != 3)
            fail_msg("exit %d\n%s\n%s", r->code, r->out, r->err);
        snprintf(e.text, sizeof e.text, "refused");
        if (!strstr(r->err, "--jail=strict cannot be held: processor share"))
            assert_says(r->err, "there");
        return e;
    }
    const json_t *winner = json_object_get(j, "winner"), *faults = json_object_get(j, "faults"),
                 *fault = json_array_get(faults, 0);
    const char *why = json_string_value(json_object_get(json_object_get(j, "void"), "text"));
    if (json_is_integer(winner))
        e.winner = (int)json_integer_value(winner);
    if (fault)
        e.faulty = (int)json_integer_value(json_object_get(fault, "seat"));
    snprintf(e.text, sizeof e.text, "%s%.100s",
             fault ? "fault: "
             : why ? "void: "
                   : "played",
             fault ? json_string_value(json_object_get(fault, "fault"))
             : why ? why
                   : "");
    return e;
}

/* How a match is played; lacks: what this host has not. */
enum lacks { NOTHING, HIDDEN_LIMIT = 1, UNRESERVED = 2, HIDDEN_QUOTA = 4, UNREAD_WAITS = 8, CLOSED_CGROUP = 16 };
struct how {
    const char *rival, *words, *cap, *jail;
    unsigned lacks;
};
static const struct how usual = { "slow", "1", "5s", "basic", NOTHING },
                        hurried = { "slow", "=40", "800ms", "basic", NOTHING };

/* Until it is opened again nothing can be made in it. */
static void close_cgroup(const char *cgroup)
{
    assert_true(own_mounts() && !mount(cgroup, cgroup, NULL, MS_BIND, NULL) &&
                !mount("none", cgroup, NULL, MS_REMOUNT | MS_BIND | MS_RDONLY, NULL));
}

static void open_cgroup(const char *cgroup) { assert_int_equal(umount2(cgroup, MNT_DETACH), 0); }

/* What is lacking is lacking in whatever this process starts from now on, until here_is_all: a machine whose cgroups cannot be read in a
 * container, a file system that reserves nothing, a quota of which the file system does not tell. */
static void lack(unsigned lacks, const char *cgroup)
{
    char path[WHERE + 32], rule[WHERE + 64];
    if (lacks == NOTHING)
        return;
    snprintf(path, sizeof path, "%s/memory.limit_in_bytes", cgroup);
    if (access(path, F_OK)) /* of the second version */
        snprintf(path, sizeof path, "%s/memory.max", cgroup);
    snprintf(rule, sizeof rule, "%s=/dev/null", path);
    if (lacks & HIDDEN_LIMIT)
        setenv("FIEL_INSTEAD", rule, 1);
    if (lacks & UNRESERVED)
        setenv("FIEL_UNRESERVED", "1", 1);
    if (lacks & HIDDEN_QUOTA)
        setenv("FIEL_FREE", "1000000000", 1);
    assert_true(shim_load("scarce.so"));
}

static void here_is_all(void)
{
    shim_unload();
    unsetenv("FIEL_INSTEAD");
    unsetenv("FIEL_UNRESERVED");
    unsetenv("FIEL_FREE");
}

/* What starts the rival: it is itself started, or by a shell that waits for it, and then what it waits for cannot be read. */
static void started(const struct match *m, const struct how *how, char rival[BOT_WORDS])
{
    char program[512], words[BOT_WORDS];
    bool shell = how->lacks & UNREAD_WAITS;
    snprintf(program, sizeof program, "%s/tests/bad/%s", build_dir(), how->rival);
    bot_words(words, program, how->words);
    snprintf(program, sizeof program, "%s/rival", m->dir);
    FILE *f = shell ? fopen(program, "w") : NULL;
    if (!shell) {
        memcpy(rival, words, BOT_WORDS);
        return;
    }
    assert_non_null(f);
    fprintf(f, "#!/bin/sh\n%s\nexit 0\n", words);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(program, 0755), 0);
    bot_words(rival, program, "");
}

/* One match in that place; false where the place cannot be made. */
static bool hog_plays(const struct place *p, const char *attack, const struct how *how, unsigned seat, struct ending *e)
{
    struct match m;
    char outer[WHERE] = "", inner[WHERE] = "", hog[BOT_WORDS], rival[BOT_WORDS], program[512], clock[128];
    snprintf(program, sizeof program, "%s/tests/bad/hog", build_dir());
    match_place(&m);
    if (p == &places[FOLDER]) {
        assert_int_equal(chmod(m.dir, 0755), 0);
        snprintf(clock, sizeof clock, "%s/heavy", m.dir);
        heavy_bot(clock, "tests/bad/hog", 210 << 20);
        snprintf(program, sizeof program, "%s/bot", clock);
    }
    bot_words(hog, program, attack);
    snprintf(clock, sizeof clock, CLOCK ",cap=%s", how->cap);
    bool there = p->controller ? cgroup_make(p, outer, inner) : disk_size(p) ? disk_make(&m, disk_size(p)) : true;
    if (there) {
        started(&m, how, rival);
        if (*inner)
            move_to(inner);
        lack(how->lacks & ~(unsigned)CLOSED_CGROUP, inner);
        if (how->lacks & CLOSED_CGROUP)
            close_cgroup(inner);
        match_run(&m, (const char *const[]){ "--bot", seat ? rival : hog, "--bot", seat ? hog : rival, "--names",
                                             seat ? "rival,hog" : "hog,rival", "--clock", clock, "--games", "1",
                                             "--rules", "argentino,target=6", "--jail", how->jail, "--bot-memory",
                                             p->bot_memory, "--json", NULL });
        here_is_all();
        if (*inner)
            move_to(outer);
        OWNED_RUN r = match_end(&m);
        if (how->lacks & CLOSED_CGROUP)
            open_cgroup(inner);
        *e = ending_of(&r);
        if (r.code == 0)
            assert_int_equal(audit(&m), 0);
        if (*inner)
            cgroup_remove(inner);
        if (disk_size(p))
            assert_int_equal(umount2(m.dir, MNT_DETACH), 0);
    }
    close(m.watch);
    scratch_remove(m.dir);
    return there;
}

static void never_wins(unsigned place, const char *attack, unsigned seat)
{
    struct ending e;
    if (!hog_plays(&places[place], attack, place == QUOTA ? &hurried : &usual, seat, &e))
        return;
    if (e.winner == (int)seat || e.faulty == (int)!seat)
        fail_msg("in %s, %s from seat %u: winner %d, at fault %d: %s", places[place].name, attack, seat, e.winner,
                 e.faulty, e.text);
    if (!*attack && (e.winner != (int)!seat || e.faulty >= 0) && place == MACHINE)
        fail_msg("the tame twin does not lose: %s", e.text);
    printf("| %s | %s | %u | %s |\n", places[place].name, *attack ? attack : "none", seat, e.text);
    fflush(stdout); /* a child has a copy of what still waits */
    played++;
}

/* --- tests ------------------------------------------------------------------------------------------------------- */

static void a_sample_never_wins(STATE)
{
    never_wins(MACHINE, "", 0);
    never_wins(PIDS_FEW, "threads", 1);
    never_wins(PIDS, "threads", 1);
    never_wins(MEMORY, "memory", 0);
    never_wins(DISK, "disk", 1);
}

static void no_hog_wins_anywhere(STATE)
{
    for (unsigned place = 0; place < PLACES; place++)
        for (unsigned attack = 0; attack < ATTACKS; attack++)
            for (unsigned seat = 0; seat < SEATS && (only == NULL || strcmp(only, places[place].name) == 0); seat++)
                never_wins(place, attacks[attack], seat);
    printf("%u matches\n", played);
}

/* The control: that a rival was at fault, and that a hog won by it, is seen; this rival ends at once. */
static void a_hog_that_wins_is_seen(STATE)
{
    const struct how against = { "exits_at_once", "", "5s", "basic", NOTHING };
    struct ending e;
    assert_true(hog_plays(&places[MACHINE], "", &against, 1, &e));
    assert_int_equal(e.winner, 1);
    assert_int_equal(e.faulty, 0);
}

/* --- sixty threads ----------------------------------------------------------------------------------------------- */

/* Whether the process is in the cgroup, of whatever version. */
static bool is_in(pid_t pid, const char *cgroup)
{
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/%d/cgroup", (int)pid);
    FILE *f = fopen(path, "r");
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f)
        fclose(f);
    text[n] = '\0';
    return strstr(text, cgroup) != NULL;
}

/* Each bot has a cgroup of its own below the match's, all of it, which is gone with the match. */
static void a_bot_is_one_before_the_processor(STATE)
{
    char outer[WHERE], inner[WHERE], slow[512], whole[PATH_MAX], words[BOT_WORDS], own[WHERE];
    if (!cgroup_make(&places[SHARE], outer, inner))
        return;
    OWNED_MATCH m;
    snprintf(slow, sizeof slow, "%s/tests/bad/slow", build_dir());
    assert_non_null(realpath(slow, whole));
    bot_words(words, slow, "20");
    match_place(&m);
    move_to(inner);
    match_run(&m, (const char *const[]){ "--bot", words, "--bot", words, "--games", "1", "--jail", "basic", NULL });
    move_to(outer);
    match_moves(&m, BEGUN);
    for (unsigned seat = 0; seat < SEATS; seat++) {
        snprintf(own, sizeof own, "%.100s/fiel-%d-bot%u\n", strrchr(inner, '/'), (int)m.pid, seat);
        assert_true(is_in(bot_below(m.pid, seat, whole), own));
    }
    run_says(match_end(&m), 0, NULL);
    cgroup_remove(inner);
    assert_int_equal(access(inner, F_OK), -1);
}

/* Where none can be made strict says so before it starts, with the figure and what to do; basic says it, and plays. */
static void where_it_is_not_strict_refuses(STATE)
{
    char outer[WHERE], inner[WHERE];
    if (!own_mounts()) {
        skipped("hogs in a cgroup", "no file system can be mounted here");
        return;
    }
    if (!cgroup_make(&places[SHARE], outer, inner))
        return;
    OWNED_MATCH m;
    match_place(&m);
    move_to(inner);
    close_cgroup(inner);
    struct run told = run("fiel", "jail-test", "--quick", "--json", NULL),
               strict = run("fiel", "match", "--jail=strict", "--bot", "cauto", "--bot", "cauto", NULL);
    match_run(&m, (const char *const[]){ "--bot", "cauto", "--bot", "cauto", "--games", "1", NULL });
    OWNED_RUN basic = match_end(&m);
    open_cgroup(inner);
    move_to(outer);
    cgroup_remove(inner);
    assert_says(told.out,
                "{\"layer\":\"processor share\",\"held\":false,\"demanded\":true,\"remedy\":\"here a bot of 64 "
                "threads gets 64 shares: ");
    assert_int_equal(strict.code, 3);
    assert_says(strict.err, "--jail=strict cannot be held: ");
    assert_int_equal(basic.code, 0);
    assert_says(basic.err, "processor share");
    run_free(&told);
    run_free(&strict);
}

static const struct row {
    const char *place, *attack;
    struct how how;
    enum {
        FIEL_NOBODY,
        EITHER,
        RIVAL,
        COUNTED
    } at_fault; /* the rival never; one of both in each match; it always; no matter who it is */
} rows[] = {
    { "each bot has a share", "sixty", { "slow", "=20", "1s", "strict", NOTHING }, FIEL_NOBODY },
    { "each has, the rival is 50 ms late", "sixty", { "slow", "+50", "1s", "strict", NOTHING }, EITHER },
    { "the same without a hog", "", { "slow", "+50", "1s", "strict", NOTHING }, RIVAL },
    { "no cgroup can be made", "sixty", { "slow", "=20", "1s", "strict", CLOSED_CGROUP }, FIEL_NOBODY },
    { "none, in `--jail=basic`", "sixty", { "slow", "=20", "1s", "basic", CLOSED_CGROUP }, COUNTED },
};
static unsigned each; /* matches */

/* Processes that are busy on each processor, outside of the match's cgroup and each in a session of its own, until this one ends. */
static void others(void)
{
    for (long i = 0; i < OTHERS * sysconf(_SC_NPROCESSORS_ONLN); i++)
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGKILL);
            setsid();
            for (volatile unsigned long turns = 0;; turns++)
                continue;
        }
}

static void row_is_played(const struct row *r)
{
    unsigned rival = 0, hog = 0, voids = 0, refused = 0;
    for (unsigned i = 0; i < each; i++) {
        struct ending e;
        unsigned seat = i % SEATS;
        if (!hog_plays(&places[SHARE], r->attack, &r->how, seat, &e))
            return;
        rival += e.faulty == (int)!seat;
        hog += e.faulty == (int)seat;
        voids += strncmp(e.text, "void", 4) == 0;
        refused += strcmp(e.text, "refused") == 0;
    }
    printf("| %s | %u | %u | %u | %u | %u |\n", r->place, each, rival, hog, voids, refused);
    fflush(stdout); /* a child has a copy of what still waits */
    if (r->at_fault == FIEL_NOBODY)
        assert_int_equal(rival, 0);
    if (r->at_fault == RIVAL)
        assert_int_equal(rival, each - refused);
    if (r->at_fault == EITHER)
        assert_int_equal(rival + hog, each - refused);
}

static void sixty_threads(STATE)
{
    others();
    puts("| where | matches | its rival at fault | the hog | void | refused |\n|---|---|---|---|---|---|");
    fflush(stdout);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        row_is_played(&rows[i]);
}

/* --- attacks that succeed ---------------------------------------------------------------------------------------- */

static const struct control {
    const char *attack, *guard; /* what is not there the second time */
    unsigned place;
    struct how with, without;
} controls[] = {
    { "busy",
      "time that a bot waits for its processor is nobody's",
      SHARE,
      { "slow", "=40", "800ms", "none", NOTHING },
      { "slow", "=40", "800ms", "none", UNREAD_WAITS } },
    { "threads early",
      "a bot has 64 threads at most",
      PIDS,
      { "slow", "1 0 1500", "5s", "basic", NOTHING },
      { "slow", "1 0 1500", "5s", "none", NOTHING } },
    { "forks early",
      "a bot is one process",
      PIDS,
      { "slow", "1 0 1500", "5s", "basic", NOTHING },
      { "slow", "1 0 1500", "5s", "none", NOTHING } },
    { "memory",
      "memory is counted before a match begins",
      MEMORY_LITTLE,
      { "slow", "1", "5s", "basic", NOTHING },
      { "slow", "1", "5s", "basic", HIDDEN_LIMIT } },
    { "memory",
      "copies of a bot's files are counted before a match begins",
      FOLDER,
      { "slow", "1", "5s", "basic", NOTHING },
      { "slow", "1", "5s", "basic", HIDDEN_LIMIT } },
    { "disk",
      "room for the record is reserved",
      DISK,
      { "slow", "1", "5s", "none", NOTHING },
      { "slow", "1", "5s", "none", UNRESERVED } },
    { "prints",
      "a log leaves room on its disk",
      DISK_LITTLE,
      { "slow", "1", "5s", "basic", UNRESERVED },
      { "slow", "1", "5s", "basic", UNRESERVED | HIDDEN_QUOTA } },
};

/* The hog won, or the match is void. */
static bool succeeded(const struct ending *e, unsigned seat)
{
    return e->winner == (int)seat || e->faulty == (int)!seat || strncmp(e->text, "void", 4) == 0;
}

/* An attack that others' work on this machine was in the way of is tried again. */
static void control_holds(const struct control *c)
{
    struct ending e = { .text = "" };
    if (!hog_plays(&places[c->place], c->attack, &c->with, 0, &e))
        return;
    if (succeeded(&e, 0))
        fail_msg("%s in %s, although %s: winner %d, at fault %d: %s", c->attack, places[c->place].name, c->guard,
                 e.winner, e.faulty, e.text);
    printf("| %s | %s | with: %s | %s |\n", places[c->place].name, c->attack, c->guard, e.text);
    fflush(stdout); /* a child has a copy of what still waits */
    bool won = false;
    for (unsigned i = 0; i < TRIES && !won; i++)
        won = hog_plays(&places[c->place], c->attack, &c->without, 0, &e) && succeeded(&e, 0);
    if (!won)
        fail_msg("%s in %s, without that %s, does not succeed: winner %d, at fault %d: %s", c->attack,
                 places[c->place].name, c->guard, e.winner, e.faulty, e.text);
    printf("| %s | %s | without: %s | %s |\n", places[c->place].name, c->attack, c->guard, e.text);
    fflush(stdout);
}

static void without_a_guard_it_wins(STATE) { control_holds(&controls[sizeof controls / sizeof *controls - 2]); }

static void without_its_guard_each_wins(STATE)
{
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        control_holds(&controls[i]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest sample[] = { cmocka_unit_test(a_sample_never_wins),
                                         cmocka_unit_test(without_a_guard_it_wins),
                                         cmocka_unit_test(a_bot_is_one_before_the_processor),
                                         cmocka_unit_test(where_it_is_not_strict_refuses),
                                         cmocka_unit_test(a_hog_that_wins_is_seen) },
                            all[] = { cmocka_unit_test(without_its_guard_each_wins),
                                      cmocka_unit_test(no_hog_wins_anywhere),
                                      cmocka_unit_test(a_hog_that_wins_is_seen) },
                            controls_alone[] = { cmocka_unit_test(without_its_guard_each_wins) },
                            place_alone[] = { cmocka_unit_test(no_hog_wins_anywhere) },
                            sixty_alone[] = { cmocka_unit_test(sixty_threads) };
    if (argc > 2 && !strcmp(argv[1], "sixty")) {
        each = (unsigned)strtoul(argv[2], NULL, 10);
        return cmocka_run_group_tests(sixty_alone, NULL, NULL);
    }
    if (argc > 1 && !strcmp(argv[1], "controls"))
        return cmocka_run_group_tests(controls_alone, NULL, NULL);
    only = argc > 1 && strcmp(argv[1], "all") ? argv[1] : NULL;
    if (only)
        return cmocka_run_group_tests(place_alone, NULL, NULL);
    if (argc > 1)
        return cmocka_run_group_tests(all, NULL, NULL);
    return cmocka_run_group_tests(sample, NULL, NULL);
}
