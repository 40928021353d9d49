#include "cli/json_out.h"
#include "audit/monitor.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/command.h"
#include "audit/monitor_state.h"
#include "audit/report.h"
#include "cli/cells.h"
#include "log/tiles.h"

static int unreadable(const char *what, const char *why) { return cli_fail(EXIT_UNREADABLE, "%s: %s", what, why); }

static void json_wrong(FILE *to, const char *text)
{
    struct json_out j = { .to = to };
    out_open(&j, NULL, '{');
    out_text(&j, "wrong", text);
    out_close(&j, '}');
    fputc('\n', to);
}

void monitor_wrong(struct monitor *m, const char *format, ...)
{
    char text[512];
    struct cell_page page;
    va_list list;
    m->wrong++;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (m->task->json) {
        json_wrong(m->out, text);
    } else if (!m->task->quiet) {
        fprintf(cell_page_open(&page, m->out, 0, AUDIT_HANG), "  wrong      %s\n", text);
        cell_page_close(&page);
    }
}

/* The tree as it grows: one hash for every set bit of its size, highest first. */
struct edge {
    uint64_t size;
    unsigned count;
    uint8_t hash[64][TREE_HASH];
};

static void edge_add(struct edge *e, const uint8_t leaf[TREE_HASH])
{
    memcpy(e->hash[e->count++], leaf, TREE_HASH);
    for (uint64_t size = e->size++; size & 1; size >>= 1, e->count--)
        tree_node(e->hash[e->count - 2], e->hash[e->count - 2], e->hash[e->count - 1]);
}

static void edge_root(const struct edge *e, uint8_t root[TREE_HASH])
{
    if (e->count == 0) {
        tree_root(&(struct tree){ 0 }, 0, root);
        return;
    }
    memcpy(root, e->hash[e->count - 1], TREE_HASH);
    for (unsigned i = e->count - 1; i > 0; i--)
        tree_node(root, e->hash[i - 1], root);
}

/* Where the size is that of a checkpoint seen before, the root has to be the same. */
static void compare_since(struct monitor *m, const struct edge *e)
{
    uint8_t root[TREE_HASH];
    for (unsigned i = 0; i < m->task->since_count; i++) {
        if (m->since[i].size != e->size)
            continue;
        edge_root(e, root);
        if (memcmp(root, m->since[i].root, TREE_HASH) != 0)
            monitor_wrong(m, "forked: the checkpoint %s has another root for the first %" PRIu64 " entries",
                          m->task->since[i], e->size);
    }
}

static int read_checkpoint(const char *path, int folder, const struct note_key *key, struct checkpoint *out)
{
    char note[NOTE_MAX + 1];
    long n = -1;
    if (path) {
        FILE *f = fopen(path, "rb");
        if (!f)
            return unreadable(path, strerror(errno));
        n = (long)fread(note, 1, sizeof note, f);
        fclose(f);
    } else {
        n = tiles_checkpoint(folder, note);
    }
    const char *name = path ? path : "checkpoint";
    if (n < 0)
        return unreadable(name, strerror(errno));
    const char *wrong = n > NOTE_MAX ? "longer than any checkpoint" : checkpoint_open(note, (size_t)n, key, out);
    if (!wrong)
        return EXIT_VALID;
    return cli_fail(EXIT_NOT_VALID, "%s: %s: give the log's own key with --key", name, wrong);
}

/* Whether somebody else than its host saw the log at this size. */
static void check_witnesses(struct monitor *m, int folder)
{
    char note[NOTE_MAX + 1];
    long n = tiles_checkpoint(folder, note);
    const char *wrong = n < 0 ? "it cannot be read again"
                              : policy_judge(m->task->policy, m->task->key, note, (size_t)n, &m->witnessed);
    if (wrong)
        monitor_wrong(m, "the checkpoint is not what the policy asks for: %s", wrong);
    else if (!m->witnessed.quorum)
        monitor_wrong(m, "not witnessed: %u of %u have cosigned the checkpoint, which is not the quorum %s",
                      m->witnessed.count, m->task->policy->witnesses, policy_quorum(m->task->policy));
}

static int read_entries(struct monitor *m, int folder)
{
    struct tiles t;
    struct edge edge = { 0 };
    uint8_t leaf[TREE_HASH], root[TREE_HASH];
    char path[TILE_PATH];
    tiles_start(&t, folder, m->checkpoint.size);
    compare_since(m, &edge);
    for (uint64_t number = 0; number * TILE_WIDTH < m->checkpoint.size; number++) {
        size_t size = 0, length;
        uint8_t *bundle = tiles_bundle(&t, number, &size);
        if (!bundle)
            return unreadable(tile_path(path, TILE_ENTRIES, number, TILE_WIDTH), strerror(errno));
        const uint8_t *at = bundle, *entry;
        while ((entry = bundle_next(&at, bundle + size, &length))) {
            monitor_entry(m, edge.size, entry, length);
            tree_leaf(leaf, entry, length);
            edge_add(&edge, leaf);
            compare_since(m, &edge);
        }
        free(bundle);
    }
    edge_root(&edge, root);
    if (memcmp(root, m->checkpoint.root, TREE_HASH) != 0)
        monitor_wrong(m, "changed: the entries do not give the root that the checkpoint signs");
    return EXIT_VALID;
}

/* The hash tiles are what proofs are made of: they too have to give the root. */
static void check_tiles(struct monitor *m, int folder)
{
    struct tiles t;
    uint8_t root[TREE_HASH];
    tiles_start(&t, folder, m->checkpoint.size);
    struct tree tree = tiles_tree(&t);
    if (!tree_root(&tree, m->checkpoint.size, root))
        monitor_wrong(m, "a hash tile is missing");
    else if (memcmp(root, m->checkpoint.root, TREE_HASH) != 0)
        monitor_wrong(m, "the hash tiles do not give the root that the checkpoint signs");
}

static void tell_json(const struct monitor *m)
{
    const uint64_t *n = m->counts;
    struct json_out j = { .to = m->out };
    out_open(&j, NULL, '{');
    out_text(&j, "log", m->checkpoint.origin);
    out_number(&j, "size", m->checkpoint.size);
    out_number(&j, "opens", n[ENTRY_OPEN]);
    out_number(&j, "results", n[ENTRY_RESULT]);
    out_number(&j, "reveals", n[ENTRY_REVEAL]);
    out_number(&j, "keys", n[ENTRY_KEY]);
    out_number(&j, "unopened", n[ENTRY_UNOPENED]);
    out_number(&j, "decisions", n[ENTRY_DECISION]);
    out_number(&j, "trail", n[ENTRY_TRAIL]);
    out_number(&j, "running", m->running);
    out_number(&j, "replays", m->replays);
    if (m->task->policy)
        out_number(&j, "witnesses", m->witnessed.count);
    out_number(&j, "wrong", m->wrong);
    out_close(&j, '}');
    fputc('\n', m->out);
}

/* "1 result", "3 results". */
static void tell_count(FILE *to, const char *before, uint64_t n, const char *one, const char *many)
{
    fprintf(to, "%s%" PRIu64 " %s", before, n, n == 1 ? one : many);
}

/* What the log holds. */
static void tell_entries(FILE *to, const struct monitor *m)
{
    const uint64_t *n = m->counts;
    fprintf(to, "  entries    %" PRIu64, m->checkpoint.size);
    tell_count(to, ": ", n[ENTRY_OPEN], "opened", "opened");
    tell_count(to, ", ", n[ENTRY_RESULT], "result", "results");
    tell_count(to, ", ", n[ENTRY_REVEAL], "reveal", "reveals");
    tell_count(to, ", ", n[ENTRY_KEY], "key", "keys");
    tell_count(to, ", ", n[ENTRY_UNOPENED], "unopened\n", "unopened\n");
    if (n[ENTRY_DECISION])
        fprintf(to, "  disputes   %" PRIu64 " decided\n", n[ENTRY_DECISION]);
    if (n[ENTRY_TRAIL])
        fprintf(to, "  trail      %" PRIu64 " lines about pairs of a ladder\n", n[ENTRY_TRAIL]);
    if (m->running)
        fprintf(to, "  running    %" PRIu64 " opened and without a result yet\n", m->running);
}

/* What it was held against. */
static void tell_compared(FILE *to, const struct monitor *m)
{
    if (m->task->replays)
        fprintf(to,
                m->replays == 1 ? "  replays    %" PRIu64 " of the results has its own in %s\n"
                                : "  replays    %" PRIu64 " of the results have theirs in %s\n",
                m->replays, m->task->replays);
    if (m->task->policy && m->witnessed.quorum)
        fprintf(to, "  witnesses  %u of %u have cosigned the checkpoint, which is the quorum %s\n", m->witnessed.count,
                m->task->policy->witnesses, policy_quorum(m->task->policy));
    if (m->task->since_count)
        fprintf(to, "  since      %u older checkpoints compared\n", m->task->since_count);
}

static void tell(const struct monitor *m)
{
    struct cell_page page;
    if (m->task->json) {
        tell_json(m);
        return;
    }
    fprintf(m->out, "%s: %s: %s\n", m->task->folder, m->checkpoint.origin, m->wrong ? "NOT VALID" : "valid");
    if (m->task->quiet)
        return;
    FILE *rows = cell_page_open(&page, m->out, 0, AUDIT_HANG);
    tell_entries(rows, m);
    tell_compared(rows, m);
    cell_page_close(&page);
}

/* Everything is read; what is found is counted in m->wrong. */
static int read_log(struct monitor *m, int folder)
{
    int rc = read_checkpoint(NULL, folder, m->task->key, &m->checkpoint);
    for (unsigned i = 0; rc == EXIT_VALID && i < m->task->since_count; i++) {
        rc = read_checkpoint(m->task->since[i], -1, m->task->key, &m->since[i]);
        if (rc == EXIT_VALID && m->since[i].size > m->checkpoint.size)
            monitor_wrong(m, "cut short: the checkpoint %s speaks of %" PRIu64 " entries, the log holds %" PRIu64,
                          m->task->since[i], m->since[i].size, m->checkpoint.size);
    }
    if (rc != EXIT_VALID)
        return rc;
    m->matches = m->checkpoint.size; /* a match has an entry at least */
    m->match = calloc(m->matches + 1, sizeof *m->match);
    if (!m->match)
        return unreadable(m->task->folder, "there is not enough memory to read it");
    rc = read_entries(m, folder);
    if (rc != EXIT_VALID)
        return rc;
    check_tiles(m, folder);
    monitor_matches(m);
    if (!monitor_twins(m))
        return unreadable(m->task->folder, "there is not enough memory to read it");
    if (m->task->policy)
        check_witnesses(m, folder);
    if (m->task->replays && !monitor_replays(m))
        return unreadable(m->task->replays, strerror(errno));
    return EXIT_VALID;
}

int monitor_run(const struct monitor_task *task, FILE *out)
{
    int folder = open(task->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0)
        return unreadable(task->folder, strerror(errno));
    struct monitor m = { .task = task, .out = out, .folder = folder };
    int rc = read_log(&m, folder);
    if (rc == EXIT_VALID) {
        tell(&m);
        rc = m.wrong ? EXIT_NOT_VALID : EXIT_VALID;
    }
    free(m.match);
    close(folder);
    return rc;
}
