/* witness: what a witness knows of the logs of others and what it signs. */
#include "witness.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "log/proof.h"
#include "log/put.h"
#include "log/secret.h"

/* --- its own ----------------------------------------------------------------------------------------- */

static int fail(char why[WITNESS_WHY], const char *what, const char *reason)
{
    snprintf(why, WITNESS_WHY, "%.200s: %.250s", what, reason);
    return -1;
}

static int take_folder(struct witness *w, const char *folder, char why[WITNESS_WHY])
{
    if (mkdir(folder, 0755) < 0 && errno != EEXIST)
        return fail(why, folder, strerror(errno));
    w->folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (w->folder >= 0)
        w->lock = openat(w->folder, "lock", O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (w->lock < 0)
        return fail(why, folder, strerror(errno));
    if (flock(w->lock, LOCK_EX | LOCK_NB) < 0)
        return fail(why, folder, "another witness has this folder: end it, or name another one");
    return 0;
}

int witness_open(struct witness *w, const char *folder, const char *key_file, const char *logs_file,
                 char why[WITNESS_WHY])
{
    memset(w, 0, sizeof *w);
    w->folder = w->lock = -1;
    pthread_mutex_init(&w->turn, NULL);
    int bad = note_secret_load(key_file, NOTE_WITNESS, &w->signer, why) || policy_load(&w->logs, logs_file, why) ||
              take_folder(w, folder, why);
    if (!bad && w->logs.logs == 0)
        bad = fail(why, logs_file, "it lists no log: add a line log VKEY for each that is to be cosigned");
    if (bad)
        witness_close(w);
    return bad ? -1 : 0;
}

void witness_close(struct witness *w)
{
    if (w->lock >= 0)
        close(w->lock);
    if (w->folder >= 0)
        close(w->folder);
    pthread_mutex_destroy(&w->turn);
    sodium_memzero(&w->signer, sizeof w->signer);
    w->folder = w->lock = -1;
}

/* --- what is kept ------------------------------------------------------------------------------------- */

enum { NAME_HASH = 2 * crypto_hash_sha256_BYTES + 1 };

static char *file_of(const char *origin, char name[NAME_HASH])
{
    uint8_t hash[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(hash, (const uint8_t *)origin, strlen(origin));
    return sodium_bin2hex(name, NAME_HASH, hash, sizeof hash);
}

/* The file's bytes; 0: there is none, -1: it cannot be read. */
static long load(const struct witness *w, const char *name, char note[WITNESS_KEPT + 1])
{
    int fd = openat(w->folder, name, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return errno == ENOENT ? 0 : -1;
    ssize_t n = read(fd, note, WITNESS_KEPT + 1);
    close(fd);
    return n > 0 && n <= WITNESS_KEPT ? n : -1;
}

/* The newest checkpoint that was cosigned; of none the empty tree's.  False: the file is not ours as we wrote it. */
static bool known(const struct witness *w, const char *origin, struct checkpoint *c)
{
    char note[WITNESS_KEPT + 1], name[NAME_HASH];
    uint64_t time;
    long n = load(w, file_of(origin, name), note);
    if (n == 0) {
        memset(c, 0, sizeof *c);
        return tree_root(&(struct tree){ 0 }, 0, c->root);
    }
    return n > 0 && checkpoint_peek(note, (size_t)n, c) == NULL && !strcmp(c->origin, origin) &&
           checkpoint_cosigned(note, (size_t)n, &w->signer.key, &time) == COSIGNED;
}

/* The text with the log's signature alone and our line: nothing of strangers is kept. */
static int keep(const struct witness *w, const struct note_key *log, const char *note, size_t size, const char *line)
{
    char text[WITNESS_KEPT], name[NAME_HASH];
    struct checkpoint c;
    size_t n = 0, own = strlen(line), head = checkpoint_head(note, size);
    memcpy(text, note, head);
    for (const char *at = note + head, *end; at < note + size; at = end) {
        end = (const char *)memchr(at, '\n', (size_t)(note + size - at)) + 1;
        if (end - at >= COSIGNATURE_LINE)
            continue; /* longer than any line of an Ed25519 key */
        memcpy(text + head, at, (size_t)(end - at));
        n = head + (size_t)(end - at);
        if (!checkpoint_open(text, n, log, &c))
            break;
    }
    assert(n > 0 && n + own <= sizeof text); /* find_key opened it by this key */
    memcpy(text + n, line, own);
    return put_file(w->folder, file_of(log->name, name), text, n + own);
}

/* --- add-checkpoint ------------------------------------------------------------------------------------ */

struct request {
    uint64_t old;
    struct tree_proof proof;
    const char *note;
    size_t size;
};

static void answer(struct witness_answer *out, unsigned status, const char *text)
{
    out->status = status;
    out->type = "text/plain; charset=utf-8";
    snprintf(out->text, sizeof out->text, "%s\n", text);
}

/* "old N", hashes, an empty line, a note.  False: it is not that. */
static bool take_apart(const char *body, size_t size, struct request *r)
{
    static const char word[] = "old ";
    const char *end = body + size, *stop = memchr(body, '\n', size);
    char number[24];
    size_t digits = stop && size > 4 ? (size_t)(stop - body) - (sizeof word - 1) : sizeof number;
    if (!stop || stop - body < 5 || memcmp(body, word, sizeof word - 1) != 0 || digits >= sizeof number)
        return false;
    memcpy(number, body + 4, digits);
    number[digits] = '\0';
    if (!note_number(number, &r->old))
        return false;
    const char *at = stop + 1;
    if (!proof_lines_read(&at, end, &r->proof) || r->proof.count > WITNESS_PROOF)
        return false;
    r->note = at;
    r->size = (size_t)(end - at);
    return r->size > 0;
}

/* The key among those of this name by which the note opens; NULL: none does, or one of them is named and does not hold (tlog-witness:
 * both are answered 403). */
static const struct note_key *find_key(const struct witness *w, const struct request *r, struct checkpoint *c,
                                       bool *known_name)
{
    const struct note_key *found = NULL;
    struct checkpoint peek;
    *known_name = false;
    if (checkpoint_peek(r->note, r->size, &peek) != NULL)
        return NULL;
    for (unsigned i = 0; i < w->logs.logs; i++) {
        const struct note_key *k = &w->logs.log[i];
        if (strcmp(k->name, peek.origin) != 0)
            continue;
        uint64_t time;
        enum cosigned is = checkpoint_cosigned(r->note, r->size, k, &time);
        *known_name = true;
        if (is == COSIGNED_WRONG)
            return NULL;
        if (is == COSIGNED && !found && !checkpoint_open(r->note, r->size, k, c))
            found = k;
    }
    return found;
}

/* What the specification has to be between the old tree and the new one; NULL, or what is not. */
static const char *grows(const struct checkpoint *from, const struct request *r, const struct checkpoint *to)
{
    uint8_t empty[TREE_HASH];
    tree_root(&(struct tree){ 0 }, 0, empty);
    if (to->size == 0 && memcmp(to->root, empty, TREE_HASH) != 0)
        return "the root is not that of the empty tree";
    if (r->old == to->size && memcmp(from->root, to->root, TREE_HASH) != 0)
        return "another root was cosigned at this size: the log is forked";
    if (!tree_extends(from->root, r->old, to->root, to->size, &r->proof))
        return "the proof does not lead from the tree that was cosigned to this one";
    return NULL;
}

/* Under the turn: what is known is compared, and replaced by what is signed. */
static void decide(struct witness *w, const struct note_key *log, const struct request *r, const struct checkpoint *to,
                   uint64_t now, struct witness_answer *out)
{
    struct checkpoint from;
    char line[COSIGNATURE_LINE];
    if (!known(w, log->name, &from)) {
        answer(out, 500, "what this witness knows of the log cannot be read: its host has to look");
        return;
    }
    if (from.size != r->old) {
        out->status = 409;
        out->type = "text/x.tlog.size";
        snprintf(out->text, sizeof out->text, "%" PRIu64 "\n", from.size);
        return;
    }
    const char *wrong = grows(&from, r, to);
    if (wrong) {
        answer(out, 422, wrong);
        return;
    }
    checkpoint_cosign(&w->signer, r->note, r->size, now, line);
    if (keep(w, log, r->note, r->size, line) < 0) {
        answer(out, 500, "it cannot be kept, so it is not signed: its host has to look");
        return;
    }
    out->status = 200;
    out->type = "text/plain; charset=utf-8";
    snprintf(out->text, sizeof out->text, "%s", line);
}

void witness_add(struct witness *w, const char *body, size_t size, uint64_t now, struct witness_answer *out)
{
    struct request r;
    struct checkpoint to, peek;
    bool known_name;
    memset(out, 0, sizeof *out);
    if (!take_apart(body, size, &r) || checkpoint_peek(r.note, r.size, &peek) != NULL) {
        answer(out, 400,
               "not old SIZE, at most 63 hashes, an empty line and a checkpoint of at most 16 kB, 128 kB with its "
               "signatures");
        return;
    }
    const struct note_key *log = find_key(w, &r, &to, &known_name);
    if (!known_name)
        answer(out, 404, "this log is not cosigned here");
    else if (!log)
        answer(out, 403, "no key that is known for this log has signed the checkpoint");
    else if (r.old > to.size)
        answer(out, 400, "the old size is beyond the checkpoint's");
    else {
        pthread_mutex_lock(&w->turn);
        decide(w, log, &r, &to, now, out);
        pthread_mutex_unlock(&w->turn);
    }
}

void witness_newest(struct witness *w, const char *hash, struct witness_answer *out)
{
    memset(out, 0, sizeof *out);
    bool hex = strlen(hash) == NAME_HASH - 1 && strspn(hash, "0123456789abcdef") == NAME_HASH - 1;
    long n = hex ? load(w, hash, out->text) : 0;
    if (n <= 0) {
        answer(out, n < 0 ? 500 : 404, n < 0 ? "it cannot be read" : "nothing was cosigned of a log with this name");
        return;
    }
    out->text[n] = '\0';
    out->status = 200;
    out->type = "text/plain; charset=utf-8";
}
