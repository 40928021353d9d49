/* match_files: everything of a match on the disk but the replay itself. */
#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "jail/build_tree.h"
#include "base/cli.h"
#include "base/secrets.h"
#include "child/files.h"
#include "cli/path.h"
#include "cli/temporary.h"
#include "match.h"
#include "match_left.h"
#include "match_lock.h"
#include "record/crypto.h"

/* --- the arbiter's key: one line of 64 hex digits, the Ed25519 seed; the public half stands in PATH.pub ------- */

/* A new file of one line; -1: it is there already, or cannot be kept, and nothing is left. */
static int line_keep(const char *path, const uint8_t key[32], mode_t mode)
{
    char line[2 * 32 + 2];
    hex_text(line, key, 32);
    strcat(line, "\n");
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    bool kept = fd >= 0 && write(fd, line, strlen(line)) == (ssize_t)strlen(line) && !fsync(fd);
    if (fd >= 0 && !kept)
        unlink(path);
    close_fd(&fd);
    sodium_memzero(line, sizeof line);
    return kept ? 0 : -1;
}

static int key_make(const char *path, const char *beside, uint8_t secret[64], char why[WHY])
{
    uint8_t public_key[crypto_sign_PUBLICKEYBYTES], seed[crypto_sign_SEEDBYTES];
    crypto_sign_keypair(public_key, secret);
    crypto_sign_ed25519_sk_to_seed(seed, secret);
    const char *cannot = line_keep(path, seed, 0600) ? path : line_keep(beside, public_key, 0644) ? beside : NULL;
    int error = errno;
    if (cannot == beside)
        unlink(path);
    sodium_memzero(seed, sizeof seed);
    return cannot
               ? why_not(why, WHY, "a key cannot be kept in %.300s (%s): choose another place", cannot, strerror(error))
               : 0;
}

/* Its public half is written where it is not there yet and the folder takes it; another one is not its. */
static int key_read(int fd, const char *path, const char *beside, uint8_t secret[64], char why[WHY])
{
    uint8_t public_key[crypto_sign_PUBLICKEYBYTES], seed[crypto_sign_SEEDBYTES], there[sizeof public_key];
    char line[2 * sizeof seed + 2] = { 0 };
    struct stat s;
    if (fstat(fd, &s) || s.st_mode & 077)
        return why_not(why, WHY, "others may read the key in %.300s: chmod 600 it, or take a new one", path);
    ssize_t n = read(fd, line, sizeof line);
    if (n == (ssize_t)sizeof line - 1 && line[n - 1] == '\n')
        line[n - 1] = '\0';
    if (n < 0 || !hex_parse(seed, sizeof seed, line))
        return why_not(
            why, WHY, "%.300s is not a key file, which is one line of 64 hex digits: name another, or a new one", path);
    crypto_sign_seed_keypair(public_key, secret, seed);
    sodium_memzero(seed, sizeof seed);
    sodium_memzero(line, sizeof line);
    OPENED FILE *f = line_keep(beside, public_key, 0644) && errno == EEXIST ? fopen(beside, "re") : NULL;
    if (f && !(fgets(line, 2 * sizeof there + 1, f) && hex_parse(there, sizeof there, line) &&
               !memcmp(there, public_key, sizeof there)))
        return why_not(why, WHY, "%.300s is not the public half of that key: move it away", beside);
    return 0;
}

int key_load(const char *path, uint8_t secret[64], char why[WHY])
{
    int fd = open(path, O_RDONLY | O_CLOEXEC), status;
    char beside[CONTROL_PATH + 4];
    snprintf(beside, sizeof beside, "%s.pub", path);
    if (fd < 0 && errno == ENOENT)
        return key_make(path, beside, secret, why);
    if (fd < 0)
        return why_not(why, WHY, "the key in %.300s cannot be read: %s", path, strerror(errno));
    status = key_read(fd, path, beside, secret, why);
    close(fd);
    return status;
}

/* --- names -------------------------------------------------------------------------------------- */

void files_name(struct match_options *o, const char *end)
{
    char date[32];
    time_t now = time(NULL);
    struct tm t;
    if (*o->replay)
        return;
    localtime_r(&now, &t);
    strftime(date, sizeof date, "%Y%m%d-%H%M%S", &t);
    snprintf(o->replay, sizeof o->replay, "fiel-%s-%04x%s", date, randombytes_uniform(1 << 16), end);
}

/* The referee makes the replay.  That its folder takes files the lock beside it has shown (lock_record): to try with the replay
 * itself would leave an empty one, which nothing goes on with, where this process is killed before it is gone again. */
static int prepare_replay(const struct match_options *o)
{
    struct stat s;
    if (!lstat(o->replay, &s))
        return cli_fail(EXIT_ENVIRONMENT, "match: %s is already there and is never overwritten: name another replay",
                        o->replay);
    if (errno == ENOENT)
        return EXIT_FINE;
    return cli_fail(EXIT_ENVIRONMENT, "match: the replay %s cannot be created: %s: name one in a folder you may write",
                    o->replay, strerror(errno));
}

int files_beside(const struct match_options *o, const char *end, char out[CONTROL_PATH])
{
    size_t n = strlen(o->replay);
    if (n > 7 && !strcmp(o->replay + n - 7, SECRET_RECORD))
        n -= 7;
    if (n + strlen(end) >= CONTROL_PATH)
        return cli_fail(EXIT_USAGE, "match: the replay's path is too long: choose one of at most %d characters",
                        CONTROL_PATH - 16);
    memcpy(out, o->replay, n);
    strcpy(out + n, end);
    return EXIT_FINE;
}

/* S of a match that was broken off would be lost. */
static int prepare_seed(struct match_run *m)
{
    int code = files_beside(&m->options, SECRET_SEED, m->seed);
    if (code || access(m->seed, F_OK))
        return code;
    *m->seed = '\0';
    return cli_fail(
        EXIT_ENVIRONMENT,
        "match: beside %s lies the seed of a match that was broken off: resume that one, or name another replay",
        m->options.replay);
}

static int prepare_logs(struct match_run *m)
{
    const struct match_options *o = &m->options;
    if (!match_hosts(m))
        return EXIT_FINE;
    snprintf(m->logs, sizeof m->logs, "%s", o->logs);
    if (!*m->logs && files_beside(o, SECRET_LOGS, m->logs))
        return EXIT_USAGE;
    m->own_logs = !mkdir(m->logs, 0777);
    if ((!m->own_logs && errno != EEXIST) || access(m->logs, W_OK | X_OK))
        return cli_fail(EXIT_ENVIRONMENT, "match: logs cannot be written to %s: %s: choose a folder with --logs",
                        m->logs, strerror(errno));
    for (unsigned i = 0; i < options_parties(o); i++) {
        char log[2 * CONTROL_PATH];
        if (party_remote(m, i))
            continue;
        path_of(log, sizeof log, "%s/%s" SEAT_LOG_END, m->logs, o->name[i], (uint64_t)i);
        if (strlen(log) >= CONTROL_PATH)
            return cli_fail(EXIT_USAGE, "match: the path of the logs is too long: choose a shorter one with --logs");
        strcpy(m->party[i].log, log);
        if (!m->resume && unlink(m->party[i].log) && errno != ENOENT)
            return cli_fail(EXIT_ENVIRONMENT, "match: the log %s cannot be replaced: %s", m->party[i].log,
                            strerror(errno));
    }
    return EXIT_FINE;
}

/* --- the temporary folder: sockets in seatN, by names that a rival's bridge of the same user cannot list; state of the bots in botN, roots in jailN ---------------------------- */

static void name_sockets(struct match_run *m)
{
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        struct seat_config *c = &m->party[i].config;
        c->tables = m->options.tables;
        if (party_remote(m, i))
            remote_name_socket(&m->options, c);
        else
            snprintf(c->endpoint, SEAT_ENDPOINT, "ipc://%s/seat%u/%08x", m->temp, i, randombytes_random());
        /* The others, and those of later legs, run the same program over the same library: one test is enough, and none starts without it. */
        if (i == 0 && !(m->tried && m->tried->sockets))
            snprintf(c->self_test, SEAT_ENDPOINT, "ipc://%s/seat%u/self", m->temp, i);
    }
}

void files_sweep(void) { left_sweep(temporary_base(TEMP_BASE)); }

static int prepare_temp(struct match_run *m)
{
    char path[TEMP_PATH + 16], note[CONTROL_PATH];
    files_sweep();
    if (!temporary_folder(m->temp, TEMP_PATH, "fiel"))
        return cli_fail(EXIT_ENVIRONMENT, "match: no temporary folder in %s: %s: set TMPDIR to one you may write",
                        temporary_base(TEMP_BASE), strerror(errno));
    snprintf(path, sizeof path, "%s", m->temp);
    if (files_beside(&m->options, SECRET_NOTE, note))
        return EXIT_USAGE;
    m->temp_lock = left_mark(m->temp, note);
    if (m->temp_lock < 0)
        return cli_fail(EXIT_ENVIRONMENT, "match: %s cannot be written to: %s: set TMPDIR to a folder with room", path,
                        strerror(errno));
    name_sockets(m);
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        path_of(path, sizeof path, "%s/seat%u", m->temp, i);
        if (mkdir(path, 0700))
            break;
        path_of(path, sizeof path, "%s/bot%u", m->temp, i);
        if (mkdir(path, 0700))
            break;
        path_of(path, sizeof path, "%s/jail%u", m->temp, i);
        if (mkdir(path, 0700))
            break;
        if (i + 1 == options_parties(&m->options))
            return EXIT_FINE;
    }
    return cli_fail(EXIT_ENVIRONMENT, "match: %s cannot be made: %s: set TMPDIR to a folder with room", path,
                    strerror(errno));
}

int files_key(const char *command, const char *path, uint8_t secret[64])
{
    char why[WHY];
    uint8_t public_key[crypto_sign_PUBLICKEYBYTES];
    if (*path && key_load(path, secret, why))
        return cli_fail(EXIT_ENVIRONMENT, "%s: --key: %s", command, why);
    if (!*path)
        crypto_sign_keypair(public_key, secret);
    return EXIT_FINE;
}

int files_prepare(struct match_run *m)
{
    files_name(&m->options, ".replay");
    int code = lock_record(m, false);
    if (!code)
        code = prepare_replay(&m->options);
    if (!code)
        code = prepare_seed(m);
    if (!code)
        code = prepare_temp(m);
    if (!code)
        code = prepare_logs(m);
    m->prepared = !code;
    return code;
}

void files_take_back(struct match_run *m)
{
    if (!m->prepared)
        return;
    unlink(m->options.replay);
    unlink(m->seed);
}

int files_temp_anew(struct match_run *m)
{
    files_remove(m);
    return prepare_temp(m);
}

int files_resume(struct match_run *m)
{
    int code = files_beside(&m->options, SECRET_SEED, m->seed);
    name_sockets(m);
    return code ? code : prepare_logs(m);
}

/* --- logs ---------------------------------------------------------------------------------------- */

/* Where a bot's own files outlive its jail. */
int files_open_state(const struct match_run *m, unsigned seat)
{
    char path[TEMP_PATH + 24];
    path_of(path, sizeof path, "%s/bot%u.state", m->temp, seat);
    return open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

int files_open_log(struct party_run *c)
{
    return open(c->log, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0644);
}

void files_settle_logs(struct match_run *m)
{
    struct stat s;
    for (unsigned i = 0; i < options_parties(&m->options); i++) {
        const char *log = m->party[i].log;
        if (!*log || stat(log, &s))
            continue;
        if (!s.st_size)
            unlink(log);
        else
            memcpy(m->report.log[i], log, CONTROL_PATH);
    }
    if (m->own_logs)
        rmdir(m->logs); /* only when nothing is in it */
}

/* --- the end ------------------------------------------------------------------------------------- */

/* What a bot left may be deep, and locked against us. */
void files_remove(struct match_run *m)
{
    if (*m->temp)
        tree_remove(m->temp);
    *m->temp = '\0';
    close_fd(&m->temp_lock);
}
