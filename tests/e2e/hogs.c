/* hogs: a bot takes what both need, where there is little of it, and never wins by that.
 *
 * Single games at cards are chance, so the attacker gives up every hand (bots/bad/hog): whatever is dealt it loses, as its tame twin does,
 * and a match that it wins was won by the attack.  It may lose, at the table or by a fault of its own; or the match is void, or refused
 * before it begins.  Its rival is never at fault.
 *
 * Without words a sample is played; `hogs all` (make hogs) plays every attack from both seats in every place, and prints the table;
 * with a place's name in place of `all`, there alone. */
#include "guise.h"
#include "running.h"

#include <jansson.h>
#include <sched.h>
#include <sys/mount.h>

enum { SEATS = 2, WHERE = 1024 };

static const struct place {
    const char *name, *controller;
    const char *file1, *value1; /* of the first version of cgroups */
    const char *file2, *value2; /* of the second */
    const char *bot_memory;
    const char *rival, *clock; /* for how long it thinks, and may */
} places[] = {
#define EASY "1", "bank=60s,inc=0s,cap=5s,grace=0s"
    { "machine", NULL, NULL, NULL, NULL, NULL, "2G", EASY },
    { "80 processes", "pids", "pids.max", "80", "pids.max", "80", "2G", EASY },
    { "160 processes", "pids", "pids.max", "160", "pids.max", "160", "2G", EASY },
    { "512 MiB", "memory", "memory.limit_in_bytes", "512M", "memory.max", "512M", "2G", EASY },
    { "512 MiB, 128 a bot", "memory", "memory.limit_in_bytes", "512M", "memory.max", "512M", "128M", EASY },
    { "disk of 64 MiB", NULL, NULL, NULL, NULL, NULL, "2G", EASY },
    { "quota of a processor", "cpu", "cpu.cfs_quota_us", "100000", "cpu.max", "100000 100000", "2G", "=40",
      "bank=60s,inc=0s,cap=800ms,grace=0s" },
};
enum { MACHINE, PIDS_FEW, PIDS, MEMORY_LITTLE, MEMORY, DISK, QUOTA, PLACES };
#define DISK_SIZE "size=64m"

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

/* A cgroup below this process's own, with its limit; "" in `inner` and a line that says so where none can be made. */
static bool cgroup_make(const struct place *p, char outer[WHERE], char inner[WHERE])
{
    bool second;
    char word[64];
    if (!own_cgroup(p->controller, outer, &second)) {
        skipped("hogs in a cgroup", "%s: no such controller here", p->name);
        return false;
    }
    snprintf(word, sizeof word, "+%.60s", p->controller);
    if (second)
        put(outer, "cgroup.subtree_control", word);
    snprintf(inner, WHERE, "%.900s/fiel-hogs-%d", outer, (int)getpid());
    if (mkdir(inner, 0755) || !put(inner, second ? p->file2 : p->file1, second ? p->value2 : p->value1)) {
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

/* A small disk for all that the match writes. */
static bool disk_make(const struct match *m)
{
    static bool own;
    if (!own && (unshare(CLONE_NEWNS) || mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))) {
        skipped("hogs on a full disk", "no file system can be mounted here");
        return false;
    }
    own = true;
    if (mount("hogs", m->dir, "tmpfs", 0, DISK_SIZE)) {
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
    json_t *j = json_loads(r->out, 0, NULL);
    if (!j) {
        if (r->code != 3)
            fail_msg("exit %d\n%s\n%s", r->code, r->out, r->err);
        snprintf(e.text, sizeof e.text, "refused");
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
    json_decref(j);
    return e;
}

/* One match in that place; false where the place cannot be made. */
static bool hog_plays(const struct place *p, const char *attack, const char *against, unsigned seat, struct ending *e)
{
    struct match m;
    char outer[WHERE] = "", inner[WHERE] = "", hog[BOT_WORDS], rival[BOT_WORDS], program[512];
    snprintf(program, sizeof program, "%s/bots/bad/hog", build_dir());
    bot_words(hog, program, attack);
    snprintf(program, sizeof program, "%s/bots/bad/%s", build_dir(), against);
    bot_words(rival, program, p->rival);
    match_place(&m);
    bool there = p->controller ? cgroup_make(p, outer, inner) : p == &places[DISK] ? disk_make(&m) : true;
    if (there) {
        if (*inner)
            move_to(inner);
        match_run(&m, (const char *const[]){ "--bot", seat ? rival : hog, "--bot", seat ? hog : rival, "--names",
                                             seat ? "rival,hog" : "hog,rival", "--clock", p->clock, "--games", "1",
                                             "--rules", "argentino,target=6", "--jail", "basic", "--bot-memory",
                                             p->bot_memory, "--json", NULL });
        if (*inner)
            move_to(outer);
        struct run r = match_end(&m);
        *e = ending_of(&r);
        if (r.code == 0)
            assert_int_equal(audit(&m), 0);
        run_free(&r);
        if (*inner)
            rmdir(inner);
        if (p == &places[DISK])
            assert_int_equal(umount2(m.dir, MNT_DETACH), 0);
    }
    close(m.watch);
    scratch_remove(m.dir);
    return there;
}

static void never_wins(unsigned place, const char *attack, unsigned seat)
{
    struct ending e;
    if (!hog_plays(&places[place], attack, "slow", seat, &e))
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

static void a_sample_never_wins(void **state)
{
    (void)state;
    never_wins(MACHINE, "", 0);
    never_wins(PIDS_FEW, "threads", 1);
    never_wins(PIDS, "threads", 1);
    never_wins(MEMORY, "memory", 0);
    never_wins(DISK, "disk", 1);
}

static void no_hog_wins_anywhere(void **state)
{
    (void)state;
    for (unsigned place = 0; place < PLACES; place++)
        for (unsigned attack = 0; attack < ATTACKS; attack++)
            for (unsigned seat = 0; seat < SEATS && (only == NULL || strcmp(only, places[place].name) == 0); seat++)
                never_wins(place, attacks[attack], seat);
    printf("%u matches\n", played);
}

/* The control: that a rival was at fault, and that a hog won by it, is seen; this rival ends at once. */
static void a_hog_that_wins_is_seen(void **state)
{
    struct ending e;
    (void)state;
    assert_true(hog_plays(&places[MACHINE], "", "exits_at_once", 1, &e));
    assert_int_equal(e.winner, 1);
    assert_int_equal(e.faulty, 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest sample[] = { cmocka_unit_test(a_sample_never_wins),
                                         cmocka_unit_test(a_hog_that_wins_is_seen) },
                            all[] = { cmocka_unit_test(no_hog_wins_anywhere),
                                      cmocka_unit_test(a_hog_that_wins_is_seen) };
    only = argc > 1 && strcmp(argv[1], "all") ? argv[1] : NULL;
    if (argc > 1)
        return cmocka_run_group_tests(all, NULL, NULL);
    return cmocka_run_group_tests(sample, NULL, NULL);
}
