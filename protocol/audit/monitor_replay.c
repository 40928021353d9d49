/* monitor_replay: the replay files at hand against the hashes in the log. */
#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/monitor_state.h"
#include "record/deal.h"
#include "record/replay.h"
#include "stored/stored.h"

enum { REPLAY_PATH = 4096 };

/* The match id of a replay, from its OPEN; false when it has none.  Reads it to its end. */
static bool replay_match_id(struct replay *file, uint8_t match_id[HASH])
{
    struct record record;
    struct msg msg;
    bool known = false;
    while (replay_next(file, &record)) {
        if (record.type != MSG_OPEN || msg_read(record.payload, record.size, FROM_ARBITER, &msg) != WIRE_OK)
            continue;
        struct reader r;
        size_t size = 0;
        read_start(&r, msg.blob, msg.blob_size);
        read_array(&r, 2);
        const uint8_t *offer = read_bin(&r, &size);
        if (r.bad)
            return false;
        deal_match_id(match_id, offer, size);
        known = true;
    }
    return known;
}

/* A replay of a match that the log knows has to be the one whose hash is in the log; others, and those of
 * matches still running, are nobody's business here. */
static void check_replay(struct monitor *m, const char *path, const char *name)
{
    struct replay file;
    uint8_t digest[HASH], match_id[HASH];
    const char *why;
    if (replay_load(&file, path))
        return; /* gone, or a folder */
    replay_unload(&file);
    if (stored_load(&file, path, &why)) {
        monitor_wrong(m, "the replay %s: %s", name, why);
        return;
    }
    hash_bytes(digest, file.bytes, file.size);
    bool known = replay_match_id(&file, match_id);
    bool complete = file.end == REPLAY_COMPLETE;
    replay_unload(&file);
    for (uint64_t n = 1; known && n <= m->matches; n++) {
        struct logged_match *match = &m->match[n];
        if (!match->result || memcmp(match->match_id, match_id, HASH) != 0)
            continue;
        if (match->no_replay && !complete)
            continue; /* what was left of a match that a failing disk made void */
        if (memcmp(match->replay, digest, HASH) != 0)
            monitor_wrong(m, "match %" PRIu64 ": the replay %s is not the one that its result names", n, name);
        else if (!match->replay_seen)
            m->replays++;
        match->replay_seen = true;
    }
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
