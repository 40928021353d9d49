/* monitor_replay: the replay files at hand against the log: what was signed there, the hashes, and the checkpoints in their proofs. */
#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "audit/monitor_state.h"
#include "log/proof.h"
#include "log/tiles.h"
#include "record/deal.h"
#include "record/replay.h"
#include "archive/archive.h"

enum { REPLAY_PATH = 4096 };

/* What a replay's OPEN says; bytes of the file. */
struct opened {
    bool known;
    uint8_t match_id[HASH];
    const char *proof; /* that it is in a log */
    size_t proof_size;
};

/* Reads it to its end. */
static struct opened read_opened(struct replay *file)
{
    struct opened o = { .known = false };
    struct record record;
    struct msg msg;
    while (replay_next(file, &record)) {
        if (record.type != MSG_OPEN || msg_read(record.payload, record.size, FROM_ARBITER, &msg) != WIRE_OK)
            continue;
        struct reader r;
        size_t size = 0;
        read_start(&r, msg.blob, msg.blob_size);
        read_array(&r, 2);
        const uint8_t *offer = read_bin(&r, &size);
        if (r.bad)
            break;
        deal_match_id(o.match_id, offer, size);
        o.proof = (const char *)msg.blob2;
        o.proof_size = msg.blob2_size;
        o.known = true;
    }
    return o;
}

/* The checkpoint that the log's host signed when that match began: the log is still the one that it speaks of. */
static void check_proof(struct monitor *m, const struct opened *o, const char *name)
{
    struct checkpoint c;
    struct tiles t;
    uint8_t root[TREE_HASH];
    size_t size = 0;
    const char *note = o->proof_size ? proof_checkpoint(o->proof, o->proof_size, &size) : NULL;
    if (!note || checkpoint_open(note, size, m->task->key, &c))
        return; /* another log's, or no word of this one's host */
    tiles_start(&t, m->folder, m->checkpoint.size);
    struct tree tree = tiles_tree(&t);
    if (c.size > m->checkpoint.size)
        monitor_wrong(m, "cut short: the proof in the replay %s speaks of %" PRIu64 " entries, the log holds %" PRIu64,
                      name, c.size, m->checkpoint.size);
    else if (tree_root(&tree, c.size, root) && memcmp(root, c.root, TREE_HASH) != 0)
        monitor_wrong(m, "forked: the proof in the replay %s has another root for the first %" PRIu64 " entries", name,
                      c.size);
}

/* The record of this match, complete or not, against what the log says of it. */
static void check_match(struct monitor *m, uint64_t n, const struct replay *file, const char *name)
{
    struct logged_match *match = &m->match[n];
    char what[EQUIVOCATION_TEXT];
    uint8_t digest[HASH];
    bool no_memory = false, complete = file->end == REPLAY_COMPLETE;
    if (equivocation_elsewhere(file, &match->said, what, &no_memory)) {
        monitor_wrong(m,
                      "match %" PRIu64
                      ": the arbiter signed %s, one in the log and one in the replay %s: together they "
                      "prove that it lied",
                      n, what, name);
        return;
    }
    if (no_memory)
        monitor_wrong(m, "the replay %s: there is not enough memory to hold it against the log", name);
    if (!match->result || (match->no_replay && !complete))
        return; /* still running, or what was left of a match that a failing disk made void */
    hash_bytes(digest, file->bytes, file->size);
    if (memcmp(match->replay, digest, HASH) != 0)
        monitor_wrong(m, "match %" PRIu64 ": the replay %s is not the one that its result names", n, name);
    else if (!match->replay_seen)
        m->replays++;
    match->replay_seen = true;
}

/* A replay of a match that the log knows has to be the one whose hash is in the log, and none may say what excludes the log; of matches
 * that no log of this host knows nothing is said here. */
static void check_replay(struct monitor *m, const char *path, const char *name)
{
    struct replay file;
    const char *why;
    if (replay_load(&file, path))
        return; /* gone, or a folder */
    replay_unload(&file);
    if (archived_load(&file, path, &why)) {
        monitor_wrong(m, "the replay %s: %s", name, why);
        return;
    }
    const struct opened o = read_opened(&file);
    if (o.known)
        check_proof(m, &o, name);
    for (uint64_t n = 1; o.known && n <= m->matches; n++)
        if (m->match[n].open && memcmp(m->match[n].match_id, o.match_id, HASH) == 0)
            check_match(m, n, &file, name);
    replay_unload(&file);
}

static bool ends_with(const char *name, size_t length, const char *ending)
{
    size_t n = strlen(ending);
    return length > n && strcmp(name + length - n, ending) == 0;
}

bool monitor_replays(struct monitor *m)
{
    DIR *folder = opendir(m->task->replays);
    char path[REPLAY_PATH];
    if (!folder)
        return false;
    for (struct dirent *f; (f = readdir(folder));) {
        size_t n = strlen(f->d_name);
        if (!ends_with(f->d_name, n, ".replay") && !ends_with(f->d_name, n, ".replay.zst"))
            continue;
        if ((size_t)snprintf(path, sizeof path, "%s/%s", m->task->replays, f->d_name) < sizeof path)
            check_replay(m, path, f->d_name);
    }
    closedir(folder);
    return true;
}
