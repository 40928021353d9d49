/* Bots for which somebody trained, on a ladder: the network of docs/training.md, and one whose package lies in an environment of
 * its own (python3 -m venv). Sent in as archives, admitted, played in a jail, audited, rated. */

#include "support/test.h"
#include "ladder_verified.h"
#include "support/built.h"
#include "support/scratch.h"
#include "filing/artifact.h"
#include "worker/worker.h"

static char folder[SCRATCH_ROOM], build[4096], fiel[8192];
static struct store_error e;
static atomic_bool over;

/* A shell in the test's folder, with this build's programs first; $root and $build are set. */
static void works(const char *script)
{
    char all[16384], root[4096];
    assert_non_null(realpath(".", root));
    snprintf(all, sizeof all, "set -eu; root='%s' build='%s'; PATH=\"$build/bin:$PATH\"; cd '%s'; %s", root, build,
             folder, script);
    if (system(all) != 0)
        fail_msg("%s", script);
}

/* As on the page, for three seconds. */
static void train(void)
{
    works("\"$root/sdk/examples/train.py\" --seconds 3 --seed 1 --out net.npz > curve; fiel new-bot trained --lang "
          "python > made; "
          "cp \"$root/sdk/examples/played.py\" trained/bot.py; mv net.npz trained; make -s -C trained fiel; "
          "tar --exclude=__pycache__ -C trained -cf trained.tar bot.py net.npz fiel");
}

/* What the host gives to bots of Python: NumPy too, and what this build's own programs need. */
static void make_runtime(void)
{
    char path[SCRATCH_ROOM + 16];
    works("fiel runtime c python --add \"$build/bots/cauto\" --add /usr/lib/python3/dist-packages/numpy --to "
          "\"$PWD/runtime\" > made");
    snprintf(path, sizeof path, "%s/runtime", folder);
    setenv("FIEL_RUNTIME", path, 1);
}

/* A copy of Python and no links, which an archive may not have. What is run is a script of Python's, and so the bot gets the runtime
 * that has Python. The bot asks the rules at every decision. */
static void make_environment(void)
{
    works("sh \"$root/sdk/python/wheel.sh\" \"$build/lib/libfielrules.so\" \"$build/bots/bridge\" wheel 1.2 > made; "
          "mkdir own; "
          "/usr/bin/python3 -m venv --copies --without-pip --system-site-packages own/venv; rm own/venv/lib64; "
          "/usr/bin/python3 -m pip --python own/venv/bin/python install -q --no-index --no-deps wheel/*.whl; "
          "printf '%s\\n' 'import fiel' 'from fiel import rules' 'assert \"/venv/\" in rules.LIBRARY._name' 'dice = "
          "rules.Dice(1)' "
          "'@fiel.bot' 'def decide(view):' '    assert fiel.row(view) == rules.sample(view, dice).row(view.seat)' "
          "'    return view.legal[0]' 'fiel.run(decide)' > own/bot.py; "
          "printf '%s\\n' '#!/usr/bin/python3' 'import os, sys' 'here = os.path.dirname(os.path.abspath(__file__))' "
          "'python = here + \"/venv/bin/python\"' 'os.execv(python, [python, here + \"/bot.py\"] + sys.argv[1:])' > "
          "own/run; "
          "chmod +x own/run; tar -C own -cf own.tar run bot.py venv");
}

static int64_t submit(struct world *w, const char *name, const char *archive, const char *run)
{
    static char bytes[64 << 20];
    struct bot b = { .person = w->author };
    struct version v = { .has_artifact = true };
    char path[512], why[256];
    int64_t id;
    snprintf(path, sizeof path, "%s/%s", folder, archive);
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t size = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    if (!artifact_check(bytes, size, run, true, why))
        fail_msg("%s: %s", name, why);
    snprintf(b.name, sizeof b.name, "%s", name);
    FINE(store_bot_add(w->store, &b, &v.bot, &e));
    FINE(store_put(w->store, bytes, size, v.artifact, &e));
    snprintf(v.run, sizeof v.run, "%s", run);
    FINE(store_version_add(w->store, &v, &w->ladder, 1, &id, &e));
    return id;
}

static void begin(struct world *w)
{
    char where[128];
    struct store *store;
    snprintf(where, sizeof where, "sqlite:%s/ladder.db", folder);
    FINE(store_open(&store, where, STORE_CREATE, &e));
    world_found(w, store, &world_short, "{\"open\":1}");
}

static void work(struct worker_plan *plan)
{
    enum worked done = worker_once(plan, &e);
    if (done != WORK_DONE)
        fail_msg("worked %d: %s", done, e.text);
}

static void admitted(struct store *store, int64_t id)
{
    struct version v;
    FINE(store_version(store, id, &v, &e));
    if (v.state != VERSION_ACTIVE)
        fail_msg("not admitted: %s", v.reason);
}

/* Which of the versions have played, a bit each; nobody is at fault. */
static unsigned played(struct store *store, const int64_t *version, size_t count)
{
    struct leg leg[16];
    unsigned seen = 0;
    size_t n = world_all_legs(store, leg, 16);
    for (size_t i = 0; i < n; i++) {
        assert_int_equal(leg[i].fault_seat, -1);
        for (size_t s = 0; s < 2; s++)
            for (size_t k = 0; k < count; k++)
                seen |= (unsigned)(leg[i].seat[s].version == version[k]) << k;
    }
    return seen;
}

TEST(trained_bots_play_rated_pairs)
{
    struct world w;
    unsigned pairs = 0;
    works("mkdir cauto; cp \"$build/bots/cauto\" cauto/bot; tar -C cauto -cf cauto.tar bot");
    train();
    make_runtime();
    make_environment();
    begin(&w);
    struct worker_plan plan = {
        .queue = queue_local(w.store), .name = "w1", .fiel = fiel, .jail = "basic", .folder = folder, .over = &over
    };
    int64_t version[] = { submit(&w, "cauto", "cauto.tar", "./bot"),
                          submit(&w, "trained", "trained.tar", "lines:./bot.py"),
                          submit(&w, "own", "own.tar", "lines:./run") };
    for (size_t i = 0; i < 3; i++)
        work(&plan);
    for (size_t i = 0; i < 3; i++)
        admitted(w.store, version[i]);
    for (; pairs < 6 && played(w.store, version, 3) != 7; pairs++) {
        FINE(schedule_step(w.store, &e));
        work(&plan);
        FINE(rate_step(w.store, &e));
    }
    assert_int_equal(played(w.store, version, 3), 7);
    world_verifies(&w, pairs, 2 * pairs);
    queue_close(plan.queue);
    store_close(&w.store);
}

int main(void)
{
    if (!realpath(build_dir(), build))
        return 1;
    snprintf(fiel, sizeof fiel, "%s/bin/fiel", build);
    scratch_make(folder);
    assert_int_equal(chmod(folder, 0755), 0);
    int failed = tests_run();
    scratch_remove(folder);
    return failed;
}
