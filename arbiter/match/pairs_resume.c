#include "pairs_resume.h"

#include <errno.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/secrets.h"
#include "cli/path.h"
#include "referee/journal.h"
#include "match_lock.h"
#include "match_resume.h"
#include "record/folders.h"
#include "record/whole.h"

struct series_note {
    struct note_head head;
    struct match_options options; /* `replay` is the folder */
    uint8_t key[64];
};
#define ENGINE SECRET_NOTE_BEGINS FIEL_VERSION " pairs"

static void note_path(const char *folder, char path[CONTROL_PATH + 16])
{
    path_of(path, CONTROL_PATH + 16, "%s/series" SECRET_NOTE, folder);
}

int pairs_note_keep(const struct match_options *o, const char *files, const uint8_t key[64])
{
    char path[CONTROL_PATH + 16];
    OWNED struct series_note *n = calloc(1, sizeof *n);
    int code = EXIT_FINE;
    note_path(o->replay, path);
    if (n != NULL && note_begin(&n->head, ENGINE, sizeof *n) == 0) {
        n->options = *o;
        memcpy(n->key, key, sizeof n->key);
    }
    if (n == NULL || !*n->head.cwd || note_write(path, &n->head, files, true))
        code = cli_fail(EXIT_ENVIRONMENT, "match: %s cannot be written: %s: choose a folder with room", path,
                        strerror(errno));
    if (n != NULL)
        sodium_memzero(n, sizeof *n);
    return code;
}

static int read_note(const char *folder, struct series_note *n, const char **files)
{
    char path[CONTROL_PATH + 16];
    note_path(folder, path);
    return note_read(path, "series", "in its folder", &n->head, ENGINE, sizeof *n, files);
}

int pairs_note_load(const char *folder, struct match_options *o, const char **files, uint8_t key[64])
{
    OWNED struct series_note *n = calloc(1, sizeof *n);
    int code = n ? read_note(folder, n, files)
                 : cli_fail(EXIT_ENVIRONMENT, "match: no memory: free some and resume then");
    if (code == EXIT_FINE) {
        n->options.json = o->json;
        n->options.give_up = o->give_up;
        n->options.events = o->events;
        *o = n->options;
        memcpy(key, n->key, sizeof n->key);
    }
    if (n)
        sodium_memzero(n, sizeof *n);
    return code;
}

void pairs_note_drop(const struct match_options *o)
{
    char path[CONTROL_PATH + 16];
    note_path(o->replay, path);
    unlink(path);
}

/* --- a leg ---------------------------------------------------------------------------------------- */

/* What a message of a record adds to the report of its match. */
static void report_message(struct report *r, const struct msg *m)
{
    static struct offer o; /* static for its size */
    struct control_result *c = &r->result;
    if (m->type == MSG_OFFER && read_offer(m->blob, m->blob_size, &o)) {
        memcpy(r->held, o.held, sizeof r->held);
    } else if (m->type == MSG_RESULT) {
        r->complete = read_result(m->blob, m->blob_size, &c->result);
    } else if (m->type == MSG_HAND_END) {
        c->hands++;
    } else if (m->type == MSG_FAULT && r->faults < REPORT_FAULTS) {
        r->fault[r->faults++] = (struct control_fault){
            .seat = m->seat, .fault = m->fault, .effect = m->effect, .a = m->a, .b = m->b, .table = m->table
        };
    }
}

/* The report of a leg that is over, from its record. */
static int read_report(struct match_run *m)
{
    struct replay file;
    struct record rec;
    struct msg msg;
    if (replay_load(&file, m->options.replay))
        return cli_fail(EXIT_ENVIRONMENT, "match: --resume: %s: %s", m->options.replay, strerror(errno));
    while (replay_next(&file, &rec))
        if (rec.type < REC_HEADER && msg_read(rec.payload, rec.size, FROM_ARBITER, &msg) == WIRE_OK)
            report_message(&m->report, &msg);
    m->report.result.complete = file.end == REPLAY_COMPLETE;
    replay_unload(&file);
    report_lacks(&m->report);
    return EXIT_FINE;
}

int leg_take_up(struct match_run *m, enum leg_state *state)
{
    char replay[CONTROL_PATH];
    memcpy(replay, m->options.replay, sizeof replay);
    *state = LEG_NEW;
    int code = lock_record(m, true);
    if (code == EXIT_FINE)
        code = resume_noted(replay) ? resume_load(m, replay) : resume_is_complete(replay) ? RESUME_DONE : EXIT_FINE;
    if (code == RESUME_DONE) {
        *state = LEG_DONE;
        return read_report(m);
    }
    if (code == EXIT_FINE && m->resume)
        *state = LEG_BEGUN;
    return code;
}
