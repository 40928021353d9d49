/* power: the power goes in the middle of a match.  All processes are killed, of every file is left what was synced
 * (tests/shim/disk.c keeps a shadow of it) or, by chance, more, and the machine comes up with another boot id.  Then
 * fiel match --resume closes the match: void, signed, audited and logged, unless its result was told; or it plays it
 * as a new one, when nothing of it was there yet.
 *
 *     power [RUNS [FIRST]] */
#include "kills.h"
#include "witnessed.h"

#include "record/inputs.h"

#include "../shim/power.h"

#include <dirent.h>

enum { SHORT_RUNS = 6 };

static struct {
    unsigned runs, is_void, whole, anew;
} sum;

/* --- what a power cut leaves ------------------------------------------------------------------------ */

struct cut {
    struct random r;
    const char *shadow;
    bool worst; /* nothing is left but what was synced */
};

/* A file's synced bytes over it, cut off where nothing was synced; by chance it stays as it was. */
static void cut_file(struct cut *c, const char *path, const char *id)
{
    char from[FILE_PATH];
    if (!c->worst && random_below(&c->r, 2))
        return;
    snprintf(from, sizeof from, "%s/f-%s", c->shadow, id);
    if (access(from, F_OK)) {
        assert_int_equal(truncate(path, 0), 0);
        return;
    }
    size_t size;
    OWNED char *bytes = slurp(from, &size);
    spill(path, bytes, size);
}

/* Whether a name was in the folder's last synced list with this id. */
static bool was_listed(const char *list, const char *id, const char *name)
{
    char line[512];
    snprintf(line, sizeof line, "%s %s\n", id, name);
    return list && strstr(list, line);
}

static void remove_tree(const char *path)
{
    char command[FILE_PATH + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    assert_int_equal(system(command), 0);
}

/* A file under a name that is not on the disk: if it took the place of another, that one is there again, for a rename is whole or not
 * at all.  No name comes new, for the folder is being read. */
static void take_back(const struct cut *c, const char *list, const char *name, const char *at)
{
    char end[512], from[FILE_PATH] = "";
    snprintf(end, sizeof end, " %s\n", name);
    const char *after = list ? strstr(list, end) : NULL, *id = after;
    while (id && id > list && id[-1] != '\n')
        id--;
    if (after)
        snprintf(from, sizeof from, "%s/f-%.*s", c->shadow, (int)(after - id), id);
    if (!after || access(from, F_OK)) {
        unlink(at);
        return;
    }
    size_t size;
    OWNED char *bytes = slurp(from, &size);
    spill(at, bytes, size);
}

static void cut_folder(struct cut *c, const char *path)
{
    char id[POWER_ID], at[FILE_PATH], from[FILE_PATH];
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_true(fd >= 0 && power_id(fd, "", id));
    snprintf(from, sizeof from, "%s/d-%s", c->shadow, id);
    OWNED char *list = access(from, F_OK) ? NULL : slurp(from, NULL);
    DIR *folder = fdopendir(fd);
    assert_non_null(folder);
    for (struct dirent *e; (e = readdir(folder));) {
        struct stat s;
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
            continue;
        assert_true((size_t)snprintf(at, sizeof at, "%s/%s", path, e->d_name) < sizeof at);
        assert_true(power_id(dirfd(folder), e->d_name, id));
        bool listed = was_listed(list, id, e->d_name) || (!c->worst && random_below(&c->r, 2));
        assert_int_equal(lstat(at, &s), 0);
        if (!listed && S_ISDIR(s.st_mode))
            remove_tree(at);
        else if (!listed)
            take_back(c, list, e->d_name, at);
        else if (S_ISDIR(s.st_mode))
            cut_folder(c, at);
        else if (S_ISREG(s.st_mode))
            cut_file(c, at, id);
    }
    closedir(folder);
}

/* --- a run ----------------------------------------------------------------------------------------- */

static void words_of(struct words *w, const struct place *p, bool resume)
{
    words_of_match(w, p, resume);
    if (resume)
        return;
    words_of_log(w, p);
    word_pair(w, "--rules", "argentino,target=15");
    word_pair(w, "--games", "6");
    word_pair(w, "--jail", "none");
}

static void give_up(const struct place *p, unsigned number, const char *what)
{
    char *err = slurp(p->err, NULL);
    fail_msg("run %u: %s: %s\n%s", number, what, p->dir, err);
}

/* What the bots have written down so far: bytes of all ledgers, and whether there is a line that begins so. */
static size_t heard(const struct place *p, const char *begin, bool *said)
{
    char path[FILE_PATH + 256], line[256];
    size_t all = 0;
    DIR *d = opendir(p->ledgers);
    assert_non_null(d);
    *said = false;
    for (struct dirent *e; (e = readdir(d));) {
        if (*e->d_name == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", p->ledgers, e->d_name);
        FILE *f = fopen(path, "r");
        while (f && fgets(line, sizeof line, f)) {
            all += strlen(line);
            *said |= strncmp(line, begin, strlen(begin)) == 0;
        }
        if (f)
            fclose(f);
    }
    closedir(d);
    return all;
}

/* The names that were there before the match stay; of its own what was synced. */
static void cut_place(struct cut *c, const struct place *p)
{
    static const char *const old[] = { "key", "log", "w", "out", "err" };
    char list[FILE_PATH], id[POWER_ID];
    int fd = open(p->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_true(fd >= 0 && power_id(fd, "", id));
    snprintf(list, sizeof list, "%s/d-%s", c->shadow, id);
    FILE *f = fopen(list, "a");
    assert_non_null(f);
    for (size_t i = 0; i < sizeof old / sizeof *old; i++)
        if (power_id(fd, old[i], id))
            fprintf(f, "%s %s\n", id, old[i]);
    fclose(f);
    char keep[2][FILE_PATH];
    snprintf(keep[0], FILE_PATH, "%s.w", p->dir); /* the bots' own are ours, and no part of the disk */
    snprintf(keep[1], FILE_PATH, "%s.key", p->dir);
    assert_int_equal(rename(p->ledgers, keep[0]) | rename(p->key, keep[1]), 0);
    cut_folder(c, p->dir);
    assert_int_equal(rename(keep[0], p->ledgers) | rename(keep[1], p->key), 0);
    close(fd);
}

static void check(const struct place *p, unsigned number, int code, bool dealt, bool told, size_t before)
{
    struct finished f;
    bool again;
    OWNED_RUN r = run("fiel-audit", p->replay, NULL);
    if (r.code != 0)
        give_up(p, number, r.out);
    run_free(&r);
    assert_true(finished_read(&f, p->replay));
    bool is_void = f.result.outcome == END_VOID, more = heard(p, "S", &again) > before;
    if (!f.complete || code != (is_void ? 3 : 0))
        give_up(p, number, "its record or its exit code");
    if (is_void && f.result.fault_a != ARBITER_ANOTHER_BOOT)
        give_up(p, number, "void for another reason");
    if (told && (is_void || more))
        give_up(p, number, "its result was told, and it has another");
    if (dealt && more)
        give_up(p, number, "cards were dealt, and it went on");
    sum.is_void += is_void;
    sum.whole += !is_void && !more;
    sum.anew += more;
    finished_free(&f);
    r = run("fiel-audit", "log", "--replays", p->dir, p->logs, NULL);
    if (r.code != 0 || strstr(r.out, "running"))
        give_up(p, number, r.out);
}

static bool is_complete(const char *replay)
{
    struct finished f;
    bool complete = finished_read(&f, replay) && f.complete;
    finished_free(&f);
    return complete;
}

static void one_run(unsigned number)
{
    struct random r = { .state = number };
    OWNED_PLACE p;
    OWNED_SCRATCH shadow = scratch_new();
    OWNED char *boot = path_in(shadow, "boot");
    struct words w;
    char note[FILE_PATH];
    unsigned ms = number % 3 == 0 ? random_below(&r, 150) : 150 + random_below(&r, 700);
    struct cut cut = { .r = r, .shadow = shadow, .worst = number % 2 };
    bool dealt, told;
    spill(boot, "first\n", 6);
    setenv("FIEL_DISK_SHADOW", shadow, 1);
    setenv("FIEL_DISK_BOOT", boot, 1);
    place_make(&p, false, true);
    words_of(&w, &p, false);
    life_start(&p, &w, NULL);
    if (!life_ends(&p, (int)ms))
        kill(p.match, SIGKILL);
    int code = life_code(&p);
    life_orphans_end();
    cut_place(&cut, &p);
    spill(boot, "second\n", 7);
    assert_int_equal(mkdir(p.temp, 0700) && errno != EEXIST, 0);
    size_t before = heard(&p, "H", &dealt);
    heard(&p, "M", &told);
    snprintf(note, sizeof note, "%s/m.resume", p.dir);
    if (!access(note, F_OK)) {
        words_of(&w, &p, true);
        life_start(&p, &w, NULL);
        code = life_code(&p);
        life_orphans_end();
        check(&p, number, code, dealt, told, before);
    } else if (dealt && code != 0 && !is_complete(p.replay)) { /* else it had ended, and tidied up */
        give_up(&p, number, "cards were dealt, and nothing is left of it");
    }
    sum.runs++;
}

static unsigned runs = SHORT_RUNS, first = 1;

TEST(the_power_goes)
{
    char root[SCRATCH_ROOM];
    snprintf(root, sizeof root, "%s/fiel-t-", scratch_root());
    setenv("FIEL_DISK_ROOT", root, 1);
    assert_true(shim_load("disk.so"));
    for (unsigned i = 0; i < runs; i++)
        one_run(first + i);
}

int main(int argc, char **argv)
{
    runs_asked(argc, argv, &runs, &first);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    int bad = tests_run();
    if (!bad)
        printf("%u power cuts: %u void, %u with their result, %u played from the start, %u before there was anything\n",
               sum.runs, sum.is_void, sum.whole, sum.anew, sum.runs - sum.is_void - sum.whole - sum.anew);
    return bad;
}
