/* Versions that are submitted as source: built once, in the jail, filed by their hash, and played from that; and what a build
 * does wrong is its author's and is told to them. */

#include "support/test.h"
#include "cli/said.h"
#include "filing/artifact.h"
#include "ladder_site.h"
#include "store/store_spool.h"
#include "schedule/schedule.h"

#include "ladder_played.h"

static struct worker_plan plan;

/* Sources whose build is short: the program lies in them under another name. */
static struct tar sources(const char *program)
{
    static char bytes[16 << 20];
    struct tar t = { 0 };
    char path[512];
    snprintf(path, sizeof path, "%s/%s/%s", build_dir(), bot_room(program), program);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    tar_add(&t, "parts/engine", '0', "", bytes, size);
    tar_end(&t);
    return t;
}

static int64_t submit(const char *name, const char *program, const char *build)
{
    struct tar t = sources(program);
    struct version v = { .run = "./bot --seed 7" };
    snprintf(v.build, sizeof v.build, "%s", build);
    int64_t id = world_send(&w, name, v, t.bytes, t.size);
    free(t.bytes);
    return id;
}

/* What its author reads of the newest validation. */
static void log_of(int64_t version, char text[STORE_LOG_MAX + 1])
{
    struct validation x;
    AUTO(store_free) struct store_bytes log = { 0 };
    size_t n;
    FINE(store_validations(store, version, &x, 1, &n, &e));
    assert_int_equal(n, 1);
    *text = '\0';
    if (store_validation_log(store, x.id, &log, &e))
        return;
    memcpy(text, log.data, log.size);
    text[log.size] = '\0';
}

static void a_bad_build(const char *name, const char *build, const char *reason, const char *printed)
{
    static char log[STORE_LOG_MAX + 1];
    struct version v;
    int64_t id = submit(name, "random", build);
    work(&plan, WORK_DONE);
    FINE(store_version(store, id, &v, &e));
    log_of(id, log);
    if (v.state != VERSION_DISABLED || v.has_built ||
        !strstr(said_text(v.reason, sizeof v.reason, ENGLISH, v.reason), reason) || !strstr(log, printed))
        fail_msg("%s: state %d, '%s'\n%.2000s", build, v.state, v.reason, log);
}

static unsigned stores;

static int set_up(STATE)
{
    char where[128];
    snprintf(where, sizeof where, "sqlite:%s/%u.db", folder, stores++);
    FINE(store_open(&store, where, STORE_CREATE, &e));
    world_found(&w, store, &world_short, "{\"open\":1}");
    plan = (struct worker_plan){
        .queue = queue_local(store), .name = "w1", .fiel = fiel, .jail = "basic", .folder = folder, .over = &over
    };
    return 0;
}

static int tear_down(STATE)
{
    queue_close(plan.queue);
    store_close(&store);
    return 0;
}

TEST_WITH(what_a_build_does_wrong_is_told_to_its_author, set_up, tear_down)
{
    a_bad_build("fails", "echo 'no such header' >&2; exit 4", "exit code 4", "no such header\n");
    a_bad_build("empty", "echo fine", "no executable file 'bot'", "fine\n");
    a_bad_build("loud", "yes", "printed more than 1 MiB", "y\ny\n");
    a_bad_build("many", "mkdir m && i=0 && while [ $i -lt 2001 ]; do : > m/$i; i=$((i+1)); done", "one too many", "");
}

/* Its author reads what it printed where it was at fault, which is not always the first seat. */
TEST_WITH(the_log_is_that_of_the_fault, set_up, tear_down)
{
    static const char program[] = "#!/usr/bin/python3\n"
                                  "import json, sys\n"
                                  "for line in sys.stdin:\n"
                                  "    told = json.loads(line)\n"
                                  "    if told.get('seat') == 1: sys.exit('bad words')\n"
                                  "    if 'legal' in told: print(json.dumps({'do': told['legal'][0]}), flush=True)\n";
    static char log[STORE_LOG_MAX + 1];
    struct version v = { .run = "lines:./bot", .build = "chmod 755 bot" };
    struct tar t = { 0 };
    tar_add(&t, "bot", '0', "", program, strlen(program));
    tar_end(&t);
    int64_t id = world_send(&w, "second", v, t.bytes, t.size);
    free(t.bytes);
    work(&plan, WORK_DONE);
    log_of(id, log);
    assert_holds(log, "bad words\n");
}

/* Kinds of bytes that a second hand must give again: what plays is known by its hash. */
TEST(the_same_tree_gives_the_same_bytes)
{
    struct store_bytes a, b;
    char why[256], path[128], other[160];
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/tree%d", folder, i);
        assert_int_equal(mkdir(path, i ? 0700 : 0755), 0);
        for (int k = 0; k < 20; k++) {
            snprintf(other, sizeof other, "%s/%d", path, i ? 19 - k : k);
            int fd = open(other, O_WRONLY | O_CREAT, i ? 0600 : 0644);
            assert_true(fd >= 0 && !close(fd));
            struct timespec t[2] = { { 1000 * (i + 1), 0 }, { 1000 * (i + 1), 0 } };
            assert_int_equal(utimensat(AT_FDCWD, other, t, 0), 0);
        }
        snprintf(other, sizeof other, "%s/link", path);
        assert_int_equal(symlink("/etc/passwd", other), 0); /* left out */
        assert_true(artifact_pack(path, i ? &b : &a, why));
    }
    assert_true(a.size == b.size && !memcmp(a.data, b.data, a.size));
    assert_null(memmem(a.data, a.size, "root:", 5));
    store_free(&a);
    store_free(&b);
    assert_false(artifact_pack("/no/such/folder", &a, why));
    assert_null(a.data);
}

TEST_WITH(from_sources_to_the_table, set_up, tear_down)
{
    static char log[STORE_LOG_MAX + 1];
    struct version v, again;
    struct store_bytes built = { 0 };
    struct leg leg[4];
    char why[256];
    size_t n;
    int64_t a = submit("made", "random", "echo making; cp parts/engine bot && chmod 755 bot && rm -r parts");
    submit("other", "random", "cp parts/engine bot && chmod 755 bot");
    work(&plan, WORK_DONE);
    work(&plan, WORK_DONE);
    FINE(store_version(store, a, &v, &e));
    log_of(a, log);
    if (v.state != VERSION_ACTIVE || !v.has_built || strncmp(log, "making\n", 7) != 0)
        fail_msg("state %d, '%s'\n%.1000s", v.state, v.reason, log);
    FINE(store_get(store, v.built, &built, &e));
    assert_true(artifact_check(built.data, built.size, v.run, true, why));
    assert_true(built.size < (size_t)v.artifact_size); /* packed, and without what it removed */
    /* Both are the author's to pay for. */
    uint64_t held;
    FINE(store_person_bytes(store, w.author, &held, &e));
    assert_true(held >= (uint64_t)v.artifact_size + built.size);
    store_free(&built);
    FINE(schedule_step(store, &e));
    work(&plan, WORK_DONE);
    n = world_all_legs(store, leg, 4);
    assert_int_equal(n, 2);
    assert_int_equal(leg[0].fault, 0);
    /* Looked at once more: it is what was built then that is looked at. */
    FINE(store_version_move(store, a, VERSION_ACTIVE, VERSION_DISABLED, "", "hilda", &e));
    FINE(store_version_move(store, a, VERSION_DISABLED, VERSION_PENDING, "", "hilda", &e));
    work(&plan, WORK_DONE);
    FINE(store_version(store, a, &again, &e));
    log_of(a, log);
    assert_int_equal(again.state, VERSION_ACTIVE);
    assert_memory_equal(again.built, v.built, STORE_HASH);
    assert_null(strstr(log, "making"));
}

int main(void) { return tests_in_folder(scratch_make); }
