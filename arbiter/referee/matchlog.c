#include "matchlog.h"

#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log/entry.h"
#include "log/secret.h"
#include "matchlog_given.h"
#include "matchlog_witness.h"

enum { ENTRY_ROOM = 2048 }; /* a result is at most 1024 bytes */

int matchlog_start(struct matchlog *m, const char *folder, const char *secret_file, char why[LOG_WHY])
{
    memset(m, 0, sizeof *m);
    m->folder = folder;
    m->asks = -1;
    return note_secret_load(secret_file, &m->signer, why);
}

void matchlog_wipe(struct matchlog *m) { sodium_memzero(&m->signer, sizeof m->signer); }

/* All of them, under one checkpoint. */
static int append_all(struct log_writer *w, const struct entry *const *e, unsigned count, char why[LOG_WHY])
{
    uint8_t bytes[2][ENTRY_ROOM];
    struct log_entry entries[2];
    struct packer p;
    uint64_t index;
    for (unsigned i = 0; i < count; i++) {
        pack_start(&p, bytes[i], sizeof bytes[i]);
        entry_pack(&p, e[i]);
        if (p.bad)
            return log_fail(why, "log", "the entry is too long");
        entries[i] = (struct log_entry){ bytes[i], p.size };
    }
    return count > 0 ? log_append(w, entries, count, &index, why) : 0;
}

static int append(struct log_writer *w, const struct entry *e, char why[LOG_WHY]) { return append_all(w, &e, 1, why); }

/* No match has this number: keys are looked up under it. */
static const uint64_t NO_MATCH = 0;

/* Which entries of this match the log has by now; with `same` also where that very entry is. */
struct found {
    bool open, result, reveal, unopened, same;
    uint64_t index; /* of `same` */
};

static void look_at_entry(struct found *f, uint64_t number, const struct log_entry *same, const uint8_t *entry,
                          size_t size, uint64_t index)
{
    struct entry e;
    if (!entry_read(entry, size, &e))
        return;
    if (e.kind == ENTRY_KEY && number != NO_MATCH)
        return;
    if (e.kind != ENTRY_KEY && e.number != number)
        return;
    f->open |= e.kind == ENTRY_OPEN;
    f->result |= e.kind == ENTRY_RESULT;
    f->reveal |= e.kind == ENTRY_REVEAL;
    f->unopened |= e.kind == ENTRY_UNOPENED;
    if (!same || same->size != size || memcmp(same->bytes, entry, size) != 0)
        return;
    f->same = true;
    f->index = index;
}

static int look_up(struct log_writer *w, bool again, uint64_t number, const struct log_entry *same, struct found *f,
                   char why[LOG_WHY])
{
    struct tiles t;
    uint64_t index = 0;
    memset(f, 0, sizeof *f);
    if (!again)
        return 0;
    tiles_start(&t, log_folder(w), log_size(w));
    for (uint64_t b = 0; b * TILE_WIDTH < log_size(w); b++) {
        size_t size, length;
        uint8_t *bundle = tiles_bundle(&t, b, &size);
        if (!bundle)
            return log_fail(why, "log", strerror(errno));
        const uint8_t *at = bundle, *entry;
        for (; (entry = bundle_next(&at, bundle + size, &length)); index++)
            look_at_entry(f, number, same, entry, length, index);
        free(bundle);
    }
    return 0;
}

/* Says of numbers that were given to matches which were killed before they began that nothing came of them. */
static int mend(struct log_writer *w, char why[LOG_WHY])
{
    uint64_t last, number;
    if (log_last_number(w, &last, why))
        return -1;
    while (given_to_the_dead(w, &number)) {
        struct entry e = { .kind = ENTRY_UNOPENED, .number = number, .text = "killed before it began" };
        struct found f = { 0 };
        if (number <= last && look_up(w, true, number, NULL, &f, why))
            return -1;
        if (number <= last && !f.open && !f.unopened && append(w, &e, why))
            return -1;
        given_drop(w, number);
    }
    return 0;
}

int matchlog_reserve(struct matchlog *m, const char *note, int *held, char why[LOG_WHY])
{
    struct log_writer *w = log_open(m->folder, &m->signer, why);
    if (!w)
        return -1;
    int rc = mend(w, why);
    if (!rc)
        rc = log_next_number(w, note, &m->number, why);
    *held = rc ? -1 : given_hold(w, m->number);
    log_close(w);
    return rc;
}

long matchlog_open(struct matchlog *m, const void *entry, size_t size, char proof[LOG_PROOF], char why[LOG_WHY])
{
    struct found f;
    struct log_entry one = { entry, size };
    struct log_writer *w = log_open(m->folder, &m->signer, why);
    if (!w)
        return -1;
    long length = -1;
    int rc = look_up(w, m->again, m->number, &one, &f, why);
    if (!rc && !f.same)
        rc = log_append(w, &one, 1, &f.index, why);
    if (!rc)
        matchlog_witness(m, w);
    if (!rc)
        length = (long)log_proof(w, f.index, proof);
    if (length == 0)
        length = log_fail(why, "log", "a tile just written cannot be read");
    if (length > 0)
        given_drop(w, m->number);
    log_close(w);
    return length;
}

int matchlog_unopened(struct matchlog *m, uint64_t number, const char *reason, char why[LOG_WHY])
{
    struct entry e = { .kind = ENTRY_UNOPENED, .number = number };
    struct found f;
    struct log_writer *w = log_open(m->folder, &m->signer, why);
    if (!w)
        return -1;
    snprintf(e.text, sizeof e.text, "%s", reason);
    int rc = look_up(w, true, number, NULL, &f, why);
    if (!rc && f.open)
        rc = log_fail(why, "log", "this match was opened: its result belongs into the log");
    if (!rc && !f.unopened)
        rc = append(w, &e, why);
    if (!rc)
        given_drop(w, number);
    if (!rc)
        matchlog_witness(m, w);
    log_close(w);
    return rc;
}

int matchlog_key(struct matchlog *m, const struct binding *b, char why[LOG_WHY])
{
    struct entry e = { .kind = ENTRY_KEY, .not_after = b->not_after };
    uint8_t bytes[ENTRY_ROOM];
    struct packer p;
    struct found f;
    uint64_t index;
    snprintf(e.text, sizeof e.text, "%s", b->name);
    memcpy(e.key, b->key, ID);
    memcpy(e.curve, b->curve, ID);
    memcpy(e.signature, b->signature, SIG);
    pack_start(&p, bytes, sizeof bytes);
    entry_pack(&p, &e);
    struct log_entry one = { bytes, p.size };
    struct log_writer *w = log_open(m->folder, &m->signer, why);
    if (!w)
        return -1;
    int rc = look_up(w, true, NO_MATCH, &one, &f, why);
    if (!rc && !f.same)
        rc = log_append(w, &one, 1, &index, why);
    log_close(w);
    return rc;
}

int matchlog_is_open(struct matchlog *m, bool *open, char why[LOG_WHY])
{
    struct found f;
    struct log_writer *w = log_open(m->folder, &m->signer, why);
    if (!w)
        return -1;
    int rc = look_up(w, true, m->number, NULL, &f, why);
    *open = f.open;
    log_close(w);
    return rc;
}

int matchlog_witnesses(struct matchlog *m, char why[LOG_WHY])
{
    struct log_writer *w = log_open(m->folder, &m->signer, why);
    if (!w)
        return -1;
    matchlog_witness(m, w);
    log_close(w);
    return 0;
}

/* The last two entries of a match, as far as they are not there: together, so that none is seen without the other. */
static int append_ending(struct log_writer *w, const struct found *there, const struct entry *result,
                         const struct entry *reveal, char why[LOG_WHY])
{
    const struct entry *both[2];
    unsigned count = 0;
    if (!there->result)
        both[count++] = result;
    if (!there->reveal && reveal)
        both[count++] = reveal;
    return append_all(w, both, count, why);
}

int matchlog_end(struct matchlog *m, const struct matchlog_ending *e, char why[LOG_WHY])
{
    struct entry result = { .kind = ENTRY_RESULT, .number = m->number, .blob = e->result, .blob_size = e->size };
    struct entry reveal = { .kind = ENTRY_REVEAL, .number = m->number };
    struct found there;
    memcpy(result.signature, e->signature, SIG);
    memcpy(result.replay, e->replay, ID);
    memcpy(reveal.seed, e->seed, ID);
    struct log_writer *w = log_open(m->folder, &m->signer, why);
    if (!w)
        return -1;
    int rc = look_up(w, m->again, m->number, NULL, &there, why);
    if (!rc)
        rc = append_ending(w, &there, &result, e->reveals ? &reveal : NULL, why);
    if (!rc)
        matchlog_witness(m, w);
    log_close(w);
    return rc;
}

/* --- what a finished replay has for the log ------------------------------------------------------ */

struct ending_found {
    bool opened, has_result;
    uint64_t number;
};

static void look_at(struct ending_found *f, struct matchlog_ending *e, const struct msg *m)
{
    struct reader r;
    struct offer o;
    size_t size = 0;
    switch (m->type) {
    case MSG_OPEN:
        read_start(&r, m->blob, m->blob_size);
        read_array(&r, 2);
        const uint8_t *offer = read_bin(&r, &size);
        f->opened = !r.bad && read_offer(offer, size, &o) && o.log_key[0];
        f->number = f->opened ? o.number : 0;
        break;
    case MSG_RESULT:
        f->has_result = true;
        e->result = m->blob;
        e->size = m->blob_size;
        memcpy(e->signature, m->signature, SIG);
        break;
    case MSG_REVEAL:
        e->reveals = 1;
        memcpy(e->seed, m->seed, ID);
        break;
    default: break;
    }
}

const char *matchlog_ending(struct replay *file, uint64_t *number, struct matchlog_ending *e)
{
    struct ending_found f = { 0 };
    struct record record;
    struct msg m;
    memset(e, 0, sizeof *e);
    while (replay_next(file, &record))
        if (record.type < REC_HEADER && msg_read(record.payload, record.size, FROM_ARBITER, &m) == WIRE_OK)
            look_at(&f, e, &m);
    if (file->end != REPLAY_COMPLETE)
        return "the replay is not complete";
    if (!*number && !f.opened) /* where the log failed on OPEN it stands there and not in the replay */
        return "its match was not opened in a log";
    if (!*number)
        *number = f.number;
    if (!f.has_result)
        return "it has no result";
    hash_bytes(e->replay, file->bytes, file->size);
    return NULL;
}

int matchlog_finish(struct matchlog *m, const char *replay, char why[LOG_WHY])
{
    struct replay file;
    struct matchlog_ending ending;
    uint64_t before = m->number;
    if (replay_load(&file, replay))
        return log_fail(why, replay, strerror(errno));
    const char *wrong = matchlog_ending(&file, &m->number, &ending);
    int rc = wrong ? log_fail(why, replay, wrong) : matchlog_end(m, &ending, why);
    m->number = before;
    replay_unload(&file);
    return rc;
}
