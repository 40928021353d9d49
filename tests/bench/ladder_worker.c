/* ladder_worker: what a ladder's worker adds to a match: a duplicate pair from lease to filing, against the same `fiel match` alone,
 * turn by turn.  ladder_worker FOLDER FIEL PROGRAM PAIRS: one JSON object, milliseconds and their ratio. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "filing/artifact.h"
#include "ladder/ladder_world.h"
#include "worker/worker.h"
#include "support/timed.h"

#define RULES "argentino"
enum { PAIRS_MOST = 1000 };
static struct store_error e;

/* The program twice, as two bots that are admitted. */
static void enter(struct world *w, const char *folder, const char *program)
{
    char path[600], to[600], copy[1400], why[256];
    AUTO(store_free) struct store_bytes tar = { 0 };
    snprintf(path, sizeof path, "%.500s/packed", folder);
    snprintf(to, sizeof to, "%.500s/packed/bot", folder);
    snprintf(copy, sizeof copy, "cp '%.600s' '%s'", program, to);
    if (mkdir(path, 0755) || system(copy) || chmod(to, 0755) || !artifact_pack(path, &tar, why))
        exit(3);
    for (int i = 0; i < WORLD_BOTS; i++) {
        struct bot b = { .person = w->author };
        struct version v = { .has_artifact = true, .run = "./bot" };
        snprintf(b.name, sizeof b.name, "bot%d", i);
        FINE(store_bot_add(w->store, &b, &v.bot, &e));
        FINE(store_put(w->store, tar.data, tar.size, v.artifact, &e));
        FINE(store_version_add(w->store, &v, &w->ladder, 1, &w->version[i], &e));
        world_admit(w);
    }
}

static void world(struct world *w, const char *folder, struct store **s)
{
    char where[600];
    struct ladder l = { .code = "a", .name = "A", .rules = RULES, .seats = 2, .games = 1, .legs = 2 };
    struct event v = { .kind = EVENT_LADDER, .name = "always", .cfg = "{}", .state = EVENT_RUNNING, .rated = true };
    snprintf(where, sizeof where, "sqlite:%.500s/worker.db", folder);
    FINE(store_open(s, where, STORE_CREATE, &e));
    *w = (struct world){ .store = *s };
    w->author = world_person(*s, "ana", ROLE_AUTHOR);
    FINE(store_ladder_add(*s, &l, &w->ladder, &e));
    v.ladder = w->ladder;
    FINE(store_event_add(*s, &v, "ana", &w->event, &e));
}

static double bare(const char *fiel, const char *program, const char *folder, unsigned round)
{
    char replay[600];
    const char *argv[] = { fiel,      "match", "--duplicate", "--games", "1",        "--rules", RULES,
                           "--seats", "2",     "--jail",      "none",    "--replay", replay,    "--bot",
                           program,   "--bot", program,       "--names", "a,b",      NULL };
    int status;
    snprintf(replay, sizeof replay, "%.500s/bare%u", folder, round);
    double began = seconds_now();
    pid_t child = vfork();
    if (!child) {
        int nothing = open("/dev/null", O_WRONLY);
        dup2(nothing, 1);
        dup2(nothing, 2);
        execv(fiel, (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    if (waitpid(child, &status, 0) != child || status)
        exit(3);
    return 1e3 * (seconds_now() - began);
}

int main(int argc, char **argv)
{
    static double ratio[PAIRS_MOST], alone[PAIRS_MOST], filed[PAIRS_MOST];
    if (argc != 5)
        return 2;
    size_t pairs = (size_t)atoi(argv[4]);
    struct world w;
    struct store *s;
    atomic_bool over = false;
    world(&w, argv[1], &s);
    enter(&w, argv[1], argv[3]);
    struct worker_plan plan = {
        .queue = queue_local(s), .name = "bench", .fiel = argv[2], .jail = "none", .folder = argv[1], .over = &over
    };
    for (size_t i = 0; i < pairs && i < PAIRS_MOST; i++) {
        world_plan(&w, 1);
        alone[i] = bare(argv[2], argv[3], argv[1], (unsigned)i);
        double began = seconds_now();
        if (worker_once(&plan, &e) != WORK_DONE)
            return fprintf(stderr, "%s\n", e.text), 3;
        filed[i] = 1e3 * (seconds_now() - began);
        ratio[i] = filed[i] / alone[i];
    }
    qsort(ratio, pairs, sizeof *ratio, by_value);
    qsort(alone, pairs, sizeof *alone, by_value);
    qsort(filed, pairs, sizeof *filed, by_value);
    printf("{\"ratio\":%.4f,\"low\":%.4f,\"high\":%.4f,\"bare_ms\":%.2f,\"filed_ms\":%.2f}\n", ratio[pairs / 2],
           ratio[0], ratio[pairs - 1], alone[pairs / 2], filed[pairs / 2]);
    queue_close(plan.queue);
    store_close(&s);
    return 0;
}
