/* ask: a log asks its witnesses for their cosignatures. */
#include "ask.h"

#include <curl/curl.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/received.h"
#include "cli/owned.h"
#include "cli/say.h"
#include "log/append.h"
#include "log/proof.h"
#include "log/put.h"
#include "log/tiles.h"

enum { ANSWER = NOTE_MAX, BODY = NOTE_MAX + 64 * 46, WITNESS_SAID = 512 };

struct log {
    int folder, seen; /* in it, what is kept of witnesses */
    char note[NOTE_MAX + 1];
    size_t size;
    struct checkpoint at;
    struct tiles tiles;
};

/* What is kept of a witness: "SIZE NOT_BEFORE\n". */
struct seen {
    char path[PUT_PATH];
    uint64_t size, not_before;
};

struct reply {
    long status;
    size_t size;
    char text[ANSWER + 1];
};

/* --- what is kept --------------------------------------------------------------------------------- */

static void seen_load(const struct log *l, const struct note_key *k, struct seen *s)
{
    char text[64] = "", hex[2 * sizeof k->public_key + 1];
    memset(s, 0, sizeof *s);
    snprintf(s->path, sizeof s->path, "%s", sodium_bin2hex(hex, sizeof hex, k->public_key, sizeof k->public_key));
    OPENED_FD int fd = openat(l->seen, s->path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    text[n > 0 ? n : 0] = '\0';
    if (sscanf(text, "%" SCNu64 " %" SCNu64, &s->size, &s->not_before) != 2)
        s->size = s->not_before = 0;
    if (s->size > l->at.size)
        s->size = 0; /* the log is an old copy: the witness will say what it has seen */
}

/* A hint for the next time: without it the witness is asked what it has seen. */
static void seen_keep(const struct log *l, const struct seen *s)
{
    char text[64];
    int n = snprintf(text, sizeof text, "%" PRIu64 " %" PRIu64 "\n", s->size, s->not_before);
    (void)put_file(l->seen, s->path, text, (size_t)n);
}

/* --- one question ---------------------------------------------------------------------------------- */

static size_t take(char *bytes, size_t one, size_t count, void *arg)
{
    struct reply *r = arg;
    size_t size = one * count;
    if (size > ANSWER - r->size)
        return 0;
    memcpy(r->text + r->size, bytes, size);
    r->size += size;
    r->text[r->size] = '\0';
    return size;
}

/* "" or what is wrong with the line to this witness. */
static void post(const char *url, const char *body, size_t size, struct reply *r, char why[CURL_ERROR_SIZE])
{
    char whole[POLICY_URL + 32];
    size_t n = strlen(url);
    CURL *curl = curl_easy_init();
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: text/plain");
    *r = (struct reply){ .status = 0 };
    strcpy(why, "no memory");
    snprintf(whole, sizeof whole, "%s%sadd-checkpoint", url, n > 0 && url[n - 1] == '/' ? "" : "/");
    if (curl && headers) {
        *why = '\0';
        curl_easy_setopt(curl, CURLOPT_URL, whole);
        curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
        curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
        curl_easy_setopt(curl, CURLOPT_NOPROXY, "localhost,127.0.0.1,::1");
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers);
        curl_easy_setopt(curl, CURLOPT_USERAGENT, "fiel-witness/" FIEL_VERSION);
        curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)ASK_REACHED_MS);
        curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)ASK_MS);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, body);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE, (long)size);
        curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take);
        curl_easy_setopt(curl, CURLOPT_WRITEDATA, r);
        curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why);
        CURLcode bad = curl_easy_perform(curl);
        const char *wrong = bad ? received_wrong(bad, why) : why;
        if (wrong != why)
            snprintf(why, CURL_ERROR_SIZE, "%s", wrong);
        curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &r->status);
    }
    curl_slist_free_all(headers);
    curl_easy_cleanup(curl);
}

/* The body that leads from the `old` size to the present one; 0: a tile cannot be read. */
static size_t body_text(struct log *l, uint64_t old, char body[BODY])
{
    struct tree_proof proof = { .count = 0 };
    struct tree tree = tiles_tree(&l->tiles);
    if (old > 0 && !tree_consistency(&tree, old, l->at.size, &proof))
        return 0;
    size_t n = (size_t)snprintf(body, BODY, "old %" PRIu64 "\n", old);
    n += proof_lines(body + n, BODY - n, &proof);
    return n + (size_t)snprintf(body + n, BODY - n, "\n%s", l->note);
}

/* The line of this witness in what it answered, if it holds by itself; "" if not.  Of the log's own note the text alone is looked at:
 * there may be an older line of this witness in it. */
static void find_line(const struct log *l, const struct note_key *k, const struct reply *r, char line[COSIGNATURE_LINE])
{
    char note[NOTE_MAX];
    uint64_t time;
    size_t head = checkpoint_head(l->note, l->size);
    for (const char *at = r->text, *end; (end = strchr(at, '\n')); at = end + 1) {
        size_t n = (size_t)(end + 1 - at);
        if (n >= COSIGNATURE_LINE || head + n > NOTE_MAX)
            continue;
        memcpy(note, l->note, head);
        memcpy(note + head, at, n);
        if (checkpoint_cosigned(note, head + n, k, &time) != COSIGNED)
            continue;
        memcpy(line, at, n);
        line[n] = '\0';
        return;
    }
    line[0] = '\0';
}

/* --- one witness ------------------------------------------------------------------------------------ */

/* Asks; where the witness has seen another size than we thought, from there once more.  NULL, or why it has not signed. */
static const char *ask(struct log *l, const struct policy_member *w, struct seen *s, char line[COSIGNATURE_LINE],
                       char why[WITNESS_SAID])
{
    char body[BODY], wrong[CURL_ERROR_SIZE];
    struct reply r;
    for (int again = 0; again < 2; again++) {
        uint64_t theirs;
        size_t n = body_text(l, s->size, body);
        if (n == 0)
            return "a tile of the log cannot be read";
        post(w->url, body, n, &r, wrong);
        if (*wrong)
            return snprintf(why, WITNESS_SAID, "%.200s", wrong), why;
        r.text[strcspn(r.text, r.status == 409 ? "\n" : "")] = '\0';
        if (r.status != 409)
            break;
        bool sized = note_number(r.text, &theirs);
        if (s->size == l->at.size && (!sized || theirs == s->size))
            return "it has cosigned another root at this size: the log is forked"; /* as tlog-witness had it until July 2026 */
        if (!sized || (again && theirs == s->size))
            return "it answers 409 and no size from which it could be asked again: is it a witness?";
        if (theirs > l->at.size)
            return snprintf(why, WITNESS_SAID,
                            "it has seen %" PRIu64 " entries of this log, and here are %" PRIu64
                            ": this is an old copy of the log, or another one with its key",
                            theirs, l->at.size),
                   why;
        s->size = theirs;
    }
    if (r.status == 200)
        find_line(l, &w->key, &r, line);
    if (*line)
        return NULL;
    r.text[strcspn(r.text, "\r\n")] = '\0';
    snprintf(why, WITNESS_SAID, "it answered %ld: %.200s", r.status, r.text);
    return r.status == 200 ? "it signed nothing that holds by its key in the policy" : why;
}

/* Whether it has signed. */
static bool one(struct log *l, const struct policy_member *w, uint64_t now, bool all)
{
    struct seen s;
    char line[COSIGNATURE_LINE] = "", why[WITNESS_SAID];
    seen_load(l, &w->key, &s);
    if (!all && now < s.not_before && s.not_before - now <= ASK_AGAIN_S) {
        cli_fail(0, "witness: %s gave no cosignature a moment ago, and is asked again in a minute", w->name);
        return false;
    }
    const char *wrong = ask(l, w, &s, line, why);
    if (wrong)
        cli_fail(0, "witness: %s at %s: %s", w->name, w->url, wrong);
    else
        fputs(line, stdout);
    fflush(stdout); /* who hears this may end it before all have answered */
    s.not_before = wrong ? now + ASK_AGAIN_S : 0;
    if (!wrong)
        s.size = l->at.size;
    seen_keep(l, &s);
    return !wrong;
}

int ask_witnesses(const char *folder, const struct policy *p, uint64_t now, bool all)
{
    static struct log l;
    int code = EXIT_FINE;
    l.folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    long n = l.folder < 0 ? -1 : tiles_checkpoint(l.folder, l.note);
    if (n < 0)
        return cli_fail(EXIT_ENVIRONMENT, "witness: %s: %s: name the folder of a log", folder, strerror(errno));
    l.size = (size_t)n;
    const char *wrong = checkpoint_peek(l.note, l.size, &l.at);
    if (wrong)
        return cli_fail(EXIT_ENVIRONMENT, "witness: %s: its checkpoint is %s: mend the log", folder, wrong);
    tiles_start(&l.tiles, l.folder, l.at.size);
    (void)mkdirat(l.folder, LOG_WITNESSED, 0755);
    l.seen = openat(l.folder, LOG_WITNESSED, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    curl_global_init(CURL_GLOBAL_DEFAULT);
    for (unsigned i = 0; i < p->members; i++)
        if (!p->member[i].of && p->member[i].url[0] && !one(&l, &p->member[i], now, all))
            code = EXIT_NEGATIVE;
    curl_global_cleanup();
    if (l.seen >= 0)
        close(l.seen);
    close(l.folder);
    return code;
}
