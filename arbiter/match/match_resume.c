#include "match_resume.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/secrets.h"
#include "cli/path.h"
#include "match_lock.h"
#include "referee/referee_log.h"
#include "record/header.h"
#include "record/folders.h"
#include "record/whole.h"

enum { BOOT_TEXT = 40 };

/* The key that HEADER names; and where a remote bot's seat was, to which it comes back by itself when the next one is
 * there too. */
struct note_seat {
    char endpoint[SEAT_ENDPOINT];
    uint8_t server_key[CURVE_KEY], secret[CURVE_KEY];
};

struct note {
    struct note_head head;
    struct match_options options;
    uint8_t key[64];
    uint64_t number;
    char temp[TEMP_PATH];
    struct note_seat seat[PARTIES_MAX];
    uint8_t reveal; /* of a leg of a pair, with the next two */
    char primary[CONTROL_PATH], primary_seed[CONTROL_PATH];
    char boot[BOOT_TEXT]; /* the kernel's id of this boot: after another one not all that was told is in the record */
};
#define ENGINE SECRET_NOTE_BEGINS FIEL_VERSION

/* Differs after every start of the machine; "" where the kernel tells none. */
static const char *boot_id(char text[BOOT_TEXT])
{
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, text, BOOT_TEXT - 1) : 0;
    close_fd(&fd);
    text[n > 0 ? n : 0] = '\0';
    return text;
}

int note_begin(struct note_head *head, const char *engine, uint32_t size)
{
    snprintf(head->engine, sizeof head->engine, "%s", engine);
    head->size = size;
    return getcwd(head->cwd, sizeof head->cwd) ? 0 : -1;
}

static bool note_put(int fd, const struct note_head *head, const char *files)
{
    size_t n = strlen(files);
    return write_whole(fd, head, head->size) == head->size && write_whole(fd, files, n) == n;
}

int note_write(const char *path, const struct note_head *head, const char *files, bool durable)
{
    char beside[CONTROL_PATH + 24];
    path_of(beside, sizeof beside, "%s.new", path); /* SECRET_NOTE_NEW */
    int fd = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool named = fd >= 0 && note_put(fd, head, files) && (!durable || fsync(fd) == 0) && rename(beside, path) == 0;
    bool kept = named && (!durable || folder_above_sync(AT_FDCWD, path) == 0);
    int error = errno;
    if (fd >= 0)
        close(fd);
    if (fd >= 0 && !kept)
        unlink(named ? path : beside);
    errno = error;
    return kept ? 0 : -1;
}

/* The rest of a note, as a text; NULL: there is no memory. */
static char *read_files(int fd)
{
    struct stat s;
    off_t at = lseek(fd, 0, SEEK_CUR);
    size_t n = at >= 0 && !fstat(fd, &s) && s.st_size > at ? (size_t)(s.st_size - at) : 0;
    char *text = calloc(n + 1, 1);
    if (text && n && read(fd, text, n) != (ssize_t)n)
        *text = '\0';
    return text;
}

int note_read(const char *path, const char *what, const char *where, struct note_head *head, const char *engine,
              uint32_t size, const char **files)
{
    OPENED_FD int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return cli_fail(EXIT_ENVIRONMENT, "match: --resume: %s: %s: a %s that was broken off leaves it %s", path,
                        strerror(errno), what, where);
    ssize_t got = read(fd, head, size);
    free((char *)(uintptr_t)*files);
    *files = read_files(fd);
    if (!*files)
        return cli_fail(EXIT_ENVIRONMENT, "match: no memory: free some and resume then");
    if (got != (ssize_t)size || head->size != size || strncmp(head->engine, engine, sizeof head->engine) != 0)
        return cli_fail(EXIT_ENVIRONMENT,
                        "match: --resume: %s was written by another version: resume the %s with that one", path, what);
    if (chdir(head->cwd))
        return cli_fail(EXIT_ENVIRONMENT, "match: --resume: the %s was played in %s: %s", what, head->cwd,
                        strerror(errno));
    return EXIT_FINE;
}

static int note_path(const char *replay, char path[CONTROL_PATH])
{
    struct match_options o;
    if (strlen(replay) >= sizeof o.replay)
        return -1;
    memset(&o, 0, sizeof o);
    strcpy(o.replay, replay);
    return files_beside(&o, SECRET_NOTE, path) ? -1 : 0;
}

static void note_seats(struct note *n, const struct match_run *m)
{
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        const struct party_run *c = &m->party[i];
        memcpy(n->seat[i].endpoint, c->config.endpoint, SEAT_ENDPOINT);
        memcpy(n->seat[i].server_key, c->server_key, CURVE_KEY);
        memcpy(n->seat[i].secret, c->config.secret, CURVE_KEY);
    }
}

static void take_seats(struct match_run *m, const struct note *n)
{
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        struct party_run *c = &m->party[i];
        if (party_remote(m, i))
            memcpy(c->config.endpoint, n->seat[i].endpoint, SEAT_ENDPOINT);
        memcpy(c->server_key, n->seat[i].server_key, CURVE_KEY);
        memcpy(c->config.secret, n->seat[i].secret, CURVE_KEY);
    }
}

int resume_keep(struct match_run *m)
{
    char path[CONTROL_PATH];
    OWNED struct note *n = calloc(1, sizeof *n);
    int code = EXIT_FINE;
    if (n == NULL || note_path(m->options.replay, path) || note_begin(&n->head, ENGINE, sizeof *n)) {
        code = cli_fail(EXIT_ENVIRONMENT, "match: no note can be kept to resume the match by: %s", strerror(errno));
    } else {
        n->options = m->options;
        memcpy(n->key, m->key, sizeof n->key);
        n->number = m->number;
        boot_id(n->boot);
        n->reveal = m->reveal;
        memcpy(n->primary, m->primary, sizeof n->primary);
        memcpy(n->primary_seed, m->primary_seed, sizeof n->primary_seed);
        memcpy(n->temp, m->temp, sizeof n->temp);
        note_seats(n, m);
        /* On the disk only where something outlives the machine: a log's entry, or the other leg of a pair. */
        bool durable = *n->options.match_log || n->reveal == REVEAL_PAIR || *n->primary;
        if (note_write(path, &n->head, m->files, durable))
            code = cli_fail(EXIT_ENVIRONMENT, "match: %s cannot be written: %s: choose a replay in a folder with room",
                            path, strerror(errno));
    }
    if (n != NULL)
        sodium_memzero(n, sizeof *n);
    return code;
}

void resume_drop(struct match_run *m)
{
    char path[CONTROL_PATH];
    struct stat s;
    bool ours = m->prepared || m->resume; /* else there was no note, or it is that of another match with this name */
    if (ours && !stat(m->seed, &s) && s.st_size == 0) /* its referee has emptied it, and could not remove it */
        unlink(m->seed);
    if (ours && !note_path(m->options.replay, path))
        unlink(path);
}

/* --- going on ------------------------------------------------------------------------------------ */

static int read_note(const char *replay, struct note *n, const char **files)
{
    char path[CONTROL_PATH];
    if (note_path(replay, path))
        return cli_fail(EXIT_USAGE, "match: --resume: the path is too long: go to the replay's folder first");
    return note_read(path, "match", "beside its replay", &n->head, ENGINE, sizeof *n, files);
}

int resume_note_path(const struct match_run *m, char path[PATH_MAX])
{
    char note[CONTROL_PATH], cwd[PATH_MAX / 2];
    if (note_path(m->options.replay, note) || getcwd(cwd, sizeof cwd) == NULL)
        return -1;
    int n = *note == '/' ? snprintf(path, PATH_MAX, "%s", note) : snprintf(path, PATH_MAX, "%s/%s", cwd, note);
    return n > 0 && n < PATH_MAX ? 0 : -1;
}

void resume_note_names(const struct match_run *m, char note[CONTROL_PATH], char fresh[CONTROL_PATH],
                       char first[CONTROL_PATH])
{
    *note = *fresh = *first = '\0';
    if (!note_path(m->options.replay, note))
        (void)files_beside(&m->options, SECRET_NOTE_NEW, fresh);
    if (*m->primary)
        (void)note_path(m->primary, first);
}

bool resume_noted(const char *replay)
{
    char path[CONTROL_PATH];
    return !note_path(replay, path) && !access(path, F_OK);
}

bool resume_is_complete(const char *path)
{
    struct replay r;
    struct record rec;
    if (replay_load(&r, path))
        return false;
    while (replay_next(&r, &rec))
        continue;
    bool complete = r.end == REPLAY_COMPLETE;
    replay_unload(&r);
    return complete;
}

bool resume_offer(const char *path, struct offer *out)
{
    struct replay r;
    struct record rec;
    struct msg m;
    bool found = false;
    if (replay_load(&r, path))
        return false;
    while (!found && replay_next(&r, &rec))
        found = rec.type == MSG_OFFER && msg_read(rec.payload, rec.size, FROM_ARBITER, &m) == WIRE_OK &&
                read_offer(m.blob, m.blob_size, out);
    replay_unload(&r);
    return found;
}

/* The log has what the whole record says of its match, or that it was not opened. */
static bool log_settled(struct match_run *m, char why[LOG_WHY])
{
    static struct from_pen said;
    struct referee_logging l = { .number = m->number, .opened = true, .doubt = true };
    struct journal j;
    char text[CONTROL_TEXT] = "";
    bool fine = pen_does(m, PEN_IS_OPEN, NULL, &said);
    if (fine && !said.open)
        fine = pen_does(m, PEN_UNOPENED, "no OPEN was made", &said);
    else if (fine) {
        struct journal_file *f = journal_open_again(m->options.replay, &j);
        l.pen = m->to_pen;
        if (f)
            referee_log_finish(&l, true, NULL, &j, text);
        else
            snprintf(text, sizeof text, "%s", strerror(errno));
        journal_close(&f);
        fine = !*text;
        memcpy(said.why, text, sizeof said.why);
    }
    memcpy(why, said.why, LOG_WHY);
    return fine;
}

/* Killed between the trailer and the last of the tidying. */
static int settle(struct match_run *m)
{
    const struct match_options *o = &m->options;
    char why[LOG_WHY];
    if (*o->match_log && !log_settled(m, why))
        return cli_fail(EXIT_ENVIRONMENT, "match: --resume: %s", why);
    unlink(m->seed);
    files_remove(m);
    resume_drop(m);
    if (!m->pair)
        fprintf(stderr, "fiel: %s is complete: there was nothing left to play\n", o->replay);
    return RESUME_DONE;
}

/* Killed before the record's first bytes were there. */
static bool nothing_recorded(const char *path)
{
    struct replay r;
    struct record rec;
    if (replay_load(&r, path))
        return true;
    bool none = !replay_next(&r, &rec) && r.end != REPLAY_COMPLETE &&
                r.size <= REPLAY_MAGIC_SIZE + RECORD_HEADER + HEADER_MAX;
    replay_unload(&r);
    return none;
}

/* Nothing had begun: the match is played as a new one under the old number. */
static int start_over(struct match_run *m, struct note *n)
{
    unlink(m->options.replay);
    unlink(m->seed);
    files_remove(m);
    m->resume = m->power_cut = false;
    m->prepared = true;
    sodium_memzero(n, sizeof *n);
    free(n);
    return EXIT_FINE;
}

void resume_give_number_back(struct match_run *m)
{
    static struct from_pen said;
    if (m->number)
        (void)pen_does(m, PEN_UNOPENED, "no match was played", &said); /* refused where it was opened */
}

/* Nothing had begun, so there is nothing that could be void. */
static int take_away(struct match_run *m, struct note *n)
{
    (void)start_over(m, n);
    resume_give_number_back(m);
    resume_drop(m);
    return cli_fail(EXIT_ENVIRONMENT,
                    "match: --give-up: nothing of %s was played: it is taken away, and there is no "
                    "result",
                    m->options.replay);
}

/* The note, with its record taken: its last holder may have brought the match to its end meanwhile, so what
 * was read first only says which record it is. */
static int take_note(struct match_run *m, const char *replay, struct note *n)
{
    int code = n ? read_note(replay, n, &m->files)
                 : cli_fail(EXIT_ENVIRONMENT, "match: no memory: free some and resume then");
    if (code != EXIT_FINE)
        return code;
    memcpy(m->options.replay, n->options.replay, sizeof m->options.replay);
    code = lock_record(m, true);
    return code != EXIT_FINE ? code : read_note(m->options.replay, n, &m->files);
}

int resume_load(struct match_run *m, const char *replay)
{
    struct note *n = calloc(1, sizeof *n);
    struct stat s;
    char boot[BOOT_TEXT];
    int code = take_note(m, replay, n);
    if (code == EXIT_FINE && n->options.duplicate && !m->pair)
        code = cli_fail(EXIT_USAGE, "match: --resume: %s is a leg of a pair: resume the folder it lies in", replay);
    if (code == EXIT_FINE) {
        bool json = m->options.json, give_up = m->options.give_up;
        int events = m->options.events;
        m->options = n->options;
        m->options.json = json;
        m->options.give_up = give_up;
        m->options.events = events;
        memcpy(m->key, n->key, sizeof m->key);
        memcpy(m->temp, n->temp, sizeof m->temp);
        memcpy(m->primary, n->primary, sizeof m->primary);
        memcpy(m->primary_seed, n->primary_seed, sizeof m->primary_seed);
        m->reveal = n->reveal;
        m->number = n->number;
        m->resume = true;
        m->power_cut = strcmp(n->boot, boot_id(boot)) != 0;
        code = files_resume(m);
        take_seats(m, n);
    }
    if (code == EXIT_FINE && nothing_recorded(m->options.replay))
        return m->options.give_up && !m->pair ? take_away(m, n) : start_over(m, n);
    if (code == EXIT_FINE && resume_is_complete(m->options.replay))
        code = settle(m);
    else if (code == EXIT_FINE && match_only_closes(m))
        code = files_temp_anew(m);
    else if (code == EXIT_FINE && (stat(m->temp, &s) || !S_ISDIR(s.st_mode)))
        code = cli_fail(EXIT_ENVIRONMENT,
                        "match: --resume: the bots' state in %s is gone: they cannot prove who they are", m->temp);
    if (n)
        sodium_memzero(n, sizeof *n);
    free(n);
    return code;
}
