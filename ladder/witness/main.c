/* fiel-witness: the command line of a witness, and of a log that asks its own.  `fiel witness` is this program. */
#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "ask.h"
#include "cli/help.h"
#include "cli/lang.h"
#include "cli/words.h"
#include "log/secret.h"
#include "site/http/http.h"
#include "witness.h"

static const char help[] = "usage: fiel witness new --name NAME --key FILE\n"
                           "       fiel witness serve --key FILE --logs FILE --state DIR [--bind ADDR]\n"
                           "\n"
                           "  $ fiel witness new --name other.example/witness --key witness.secret\n"
                           "  $ fiel witness serve --key witness.secret --logs logs.policy --state seen\n"
                           "\n"
                           "A witness remembers the newest checkpoint of every log in --logs and signs the next one "
                           "only if it has grown out of that: a host that shows two logs to two people cannot have "
                           "both cosigned.  Two hosts do it for each other.  It speaks C2SP's tlog-witness.  `new` "
                           "prints the public key, `serve` its address and the public key, and serves until SIGTERM.\n"
                           "\n";

static const char after[] = "\n"
                            "Exit: 0 done, 2 wrong usage, 3 it could not be done.\n";

struct words {
    const char *name, *key, *logs, *state, *bind, *policy, *at;
    bool rest;
    char **word; /* the command and what it is about */
    int count;
};

static const struct cli_option options[] = {
    { "name", "NAME", CLI_INTO(struct words, name),
      "the witness's name for all time: printable ASCII without blanks and '+', best with a domain" },
    { "key", "FILE", CLI_INTO(struct words, key),
      "the secret key; new makes it, mode 0600, and never writes over a file" },
    { "logs", "FILE", CLI_INTO(struct words, logs),
      "whose logs: lines log VKEY, and quorum none (C2SP's tlog-policy)" },
    { "state", "DIR", CLI_INTO(struct words, state),
      "what was seen of each log, made where it is missing.  Never put an old copy in its place" },
    { "bind", "ADDR", CLI_INTO(struct words, bind),
      "where to listen   (127.0.0.1:8090); TLS and the world are a proxy's work" },
    { "policy", "FILE", CLI_INTO(struct words, policy) },
    { "rest", NULL, CLI_INTO(struct words, rest) },
    { "at", "FD", CLI_INTO(struct words, at) },
    { 0 },
};
static const struct cli_words takes = { "witness", options, .help = help, .after = after, .most = 2 };

/* --- new ------------------------------------------------------------------------------------------------ */

static int new_key(const struct words *w)
{
    struct note_signer s;
    uint8_t seed[32];
    char key[NOTE_KEY_TEXT];
    if (w->count != 1 || !w->name || !w->key)
        return cli_fail(EXIT_USAGE, "witness new: say fiel witness new --name NAME --key FILE");
    randombytes_buf(seed, sizeof seed);
    bool fits = witness_signer_make(&s, w->name, seed);
    sodium_memzero(seed, sizeof seed);
    if (!fits)
        return cli_fail(
            EXIT_USAGE,
            "witness new: the name '%s' does not fit: 1 to 255 printable ASCII characters without blanks and "
            "'+'",
            w->name);
    int code = EXIT_FINE;
    if (note_secret_keep(w->key, &s))
        code = cli_fail(EXIT_ENVIRONMENT, "witness new: the key cannot be kept in %s: %s: name a new file", w->key,
                        strerror(errno));
    else
        puts(note_key_text(&s.key, key));
    sodium_memzero(&s, sizeof s);
    return code;
}

/* --- serve ---------------------------------------------------------------------------------------------- */

static unsigned put(struct http_answer *a, const struct witness_answer *from)
{
    a->type = from->type;
    page_put(&a->page, from->text);
    return from->status;
}

/* A body of any kind is taken, up to its route's bytes, and lies in memory. */
static unsigned on_admit(struct http_request *r, const struct http_route *route, struct http_answer *a)
{
    (void)route, (void)a;
    r->takes_file = true;
    return 0;
}

static int on_spool(struct http_request *r)
{
    (void)r;
    return memfd_create("request", MFD_CLOEXEC);
}

static unsigned on_add(struct http_request *r, struct http_answer *a)
{
    struct witness_answer out;
    char body[WITNESS_BODY];
    const struct http_field *f = http_file(r, "");
    ssize_t n = f && f->fd >= 0 ? pread(f->fd, body, sizeof body, 0) : 0;
    if (n < 0)
        return 500;
    witness_add(r->server, body, (size_t)n, (uint64_t)time(NULL), &out);
    return put(a, &out);
}

static unsigned on_newest(struct http_request *r, struct http_answer *a)
{
    struct witness_answer out;
    witness_newest(r->server, r->part[0], &out);
    return put(a, &out);
}

static void on_sorry(struct http_request *r, struct http_answer *a, unsigned status)
{
    (void)r;
    a->type = "text/plain; charset=utf-8";
    page_format(&a->page, "%u: POST add-checkpoint, or GET HASH/checkpoint\n", status);
}

static const struct http_route routes[] = {
    { "POST", "/add-checkpoint", on_add, 0, WITNESS_BODY },
    { "GET", "/{}/checkpoint", on_newest, 0, 0 },
    { NULL, NULL, NULL, 0, 0 },
};

static int serve(const struct words *w)
{
    static struct witness witness;
    char why[WITNESS_WHY], key[NOTE_KEY_TEXT];
    sigset_t ends;
    int caught;
    if (w->count != 1 || !w->key || !w->logs || !w->state)
        return cli_fail(EXIT_USAGE, "witness serve: say fiel witness serve --key FILE --logs FILE --state DIR");
    if (witness_open(&witness, w->state, w->key, w->logs, why))
        return cli_fail(EXIT_ENVIRONMENT, "witness serve: %s", why);
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    sigaddset(&ends, SIGINT);
    sigprocmask(SIG_BLOCK, &ends, NULL);
    struct http_plan plan = { .bind = w->bind ? w->bind : "127.0.0.1:8090",
                              .threads = 2,
                              .bytes_alone = true,
                              .routes = routes,
                              .server = &witness,
                              .admit = on_admit,
                              .spool = on_spool,
                              .sorry = on_sorry };
    struct http_server *s = http_start(&plan, why);
    int code = s ? EXIT_FINE : cli_fail(EXIT_ENVIRONMENT, "witness serve: %s", why);
    if (s) {
        printf("http://%s/ %s\n", http_bound(s), note_key_text(&witness.signer.key, key));
        fflush(stdout);
        sigwait(&ends, &caught);
    }
    http_stop(s);
    witness_close(&witness);
    return code;
}

/* --- ask: what the writer of a log starts, who has its lock; --rest leaves alone for a minute who gave no answer ------------------------------------------------------------------------------------------------ */

/* With --at: each time that a line comes there, which is said again behind what the witnesses have said. */
static int ask_often(const struct words *w, const struct policy *policy)
{
    FILE *told = fdopen(atoi(w->at), "r");
    char line[64];
    while (told && fgets(line, sizeof line, told)) {
        (void)ask_witnesses(w->word[1], policy, (uint64_t)time(NULL), !w->rest);
        printf("asked %s", line);
        fflush(stdout);
    }
    return EXIT_FINE;
}

static int ask(const struct words *w)
{
    static struct policy policy;
    char why[POLICY_WHY];
    if (w->count != 2 || !w->policy)
        return cli_fail(EXIT_USAGE, "witness ask: say fiel-witness ask DIR --policy FILE");
    if (policy_load(&policy, w->policy, why))
        return cli_fail(EXIT_USAGE, "witness ask: --policy: %s", why);
    return w->at ? ask_often(w, &policy) : ask_witnesses(w->word[1], &policy, (uint64_t)time(NULL), !w->rest);
}

static int act(int argc, char **argv)
{
    struct words w = { 0 };
    int code;
    if (!cli_words_read(&takes, &w, &argc, argv, &code))
        return code;
    if (sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "witness: no randomness on this machine: mend it first");
    w.word = argv + 1;
    w.count = argc - 1;
    const char *command = w.count ? w.word[0] : "";
    if (!strcmp(command, "new"))
        return new_key(&w);
    if (!strcmp(command, "serve"))
        return serve(&w);
    if (!strcmp(command, "ask"))
        return ask(&w);
    return cli_fail(EXIT_USAGE, "witness: say new or serve: see fiel witness --help");
}

int main(int argc, char **argv)
{
    return cli_finish(lang_wants_help(argc, argv) ? help_of(act, "witness", false) : act(argc, argv));
}
