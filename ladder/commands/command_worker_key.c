/* command_worker_key: keys for workers, made, listed and revoked from the host's own keyboard; and what the pairs that they filed
 * are doubted for. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/number.h"
#include "commands.h"
#include "filing/recheck.h"
#include "record/whole.h"
#include "site/session/account.h"
#include "site/work/work.h"
#include "verbs.h"

enum { LISTED = 100 };

/* For its owner alone, and never over a file that is there. */
static int write_key(const char *path, const char *token)
{
    char line[TOKEN_TEXT + 1];
    snprintf(line, sizeof line, "%s\n", token);
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
    bool kept = fd >= 0 && write_whole(fd, line, TOKEN_TEXT) == TOKEN_TEXT && !fsync(fd);
    int error = errno;
    sodium_memzero(line, sizeof line);
    if (fd >= 0)
        kept = !close(fd) && kept;
    if (fd >= 0 && !kept)
        unlink(path);
    return kept ? EXIT_FINE
                : cli_fail(EXIT_ENVIRONMENT, "worker-key new: --to %s: %s: name a file that is not there yet", path,
                           strerror(error));
}

/* On the standard output, which has taken it when this returns. */
static int show_key(const char *token)
{
    if (printf("%s\n", token) == TOKEN_TEXT && !fflush(stdout))
        return EXIT_FINE;
    int error = errno;
    clearerr(stdout);
    return cli_fail(
        EXIT_ENVIRONMENT,
        "worker-key new: the key could not be shown, and none was made: %s: make room, or name a file with --to",
        strerror(error));
}

/* Refuses a name that a key has, or had, before another key is shown under it. */
static int name_free(struct store *s, const char *name)
{
    OWNED struct worker_key *k = calloc(LISTED, sizeof *k);
    struct store_error e;
    size_t n = LISTED;
    int code = k ? EXIT_FINE : cli_fail(EXIT_ENVIRONMENT, "worker-key new: no memory: close something and try again");
    for (int64_t after = 0; !code && n == LISTED; after = n ? k[n - 1].id : 0) {
        if (store_worker_keys(s, after, k, LISTED, &n, &e))
            code = report_store("worker-key new", &e);
        for (size_t i = 0; !code && i < n; i++)
            if (!strcmp(k[i].name, name))
                code = cli_fail(EXIT_USAGE,
                                "worker-key new: there is a worker's key '%.40s', or was one: choose another name",
                                name);
    }
    return code;
}

/* The key is in the file, or shown, before the store knows it: one that nobody saw would be good for ever, and its name taken.
 * What the store then does not take opens nothing. */
static int make_key(struct store *s, const struct worker_key *k, const char *to)
{
    char token[TOKEN_TEXT];
    uint8_t hash[STORE_HASH];
    struct store_error e;
    int code = name_free(s, k->name);
    worker_key_token(token, hash);
    if (!code)
        code = to ? write_key(to, token) : show_key(token);
    if (!code && store_worker_key_add(s, k, hash, "host", &e)) {
        code = report_store(to ? "worker-key new" : "worker-key new: the key that was shown opens nothing", &e);
        if (to)
            unlink(to);
    }
    if (!code)
        cli_fail(EXIT_FINE,
                 to ? "worker %s, of host %s: keep the file where nobody else reads it"
                    : "worker %s, of host %s: keep the key where nobody else reads it; it is shown this once",
                 k->name, k->host);
    sodium_memzero(token, sizeof token);
    return code;
}

static int key_new(struct choices *c, struct store *s)
{
    const char *name = c->operand[0], *host = chosen(c, "host") ? chosen(c, "host") : name;
    struct worker_key k = { .admits = chosen(c, "admits"), .unheld = chosen(c, "unheld") };
    if (!name_fits(name) || strlen(name) > KEY_NAME_MOST || !name_fits(host))
        return cli_fail(EXIT_USAGE,
                        "worker-key new: a worker's name has letters, digits, - _ and ., at most %d of them, a "
                        "host's up to 39: '%.40s' does not fit",
                        KEY_NAME_MOST, name_fits(host) ? name : host);
    strcpy(k.name, name);
    snprintf(k.host, sizeof k.host, "%s", host);
    return make_key(s, &k, chosen(c, "to"));
}

static void tell_key(const struct worker_key *k)
{
    char used[32] = "";
    time_t at = (time_t)(k->used_ms / 1000);
    struct tm t;
    if (at)
        strftime(used, sizeof used, " %Y-%m-%d %H:%M", gmtime_r(&at, &t));
    report_flow(4, "%s  %s %s  %s%s%s%s%s", k->name, "host", k->host, at ? "used" : "never used", used,
                k->admits ? "  admits" : "", k->unheld ? "  unheld" : "", k->revoked ? "  revoked" : "");
}

static int print_key(const struct worker_key *k)
{
    return report_object("worker-key list", json_pack("{s:s,s:s,s:I,s:b,s:b,s:b}", "name", k->name, "host", k->host,
                                                      "used_ms", (json_int_t)k->used_ms, "admits", k->admits, "unheld",
                                                      k->unheld, "revoked", k->revoked));
}

static int key_list(struct choices *c, struct store *s)
{
    OWNED struct worker_key *k = calloc(LISTED, sizeof *k);
    struct store_error e;
    size_t n = LISTED;
    int code = k ? EXIT_FINE : cli_fail(EXIT_ENVIRONMENT, "worker-key list: no memory");
    for (int64_t after = 0; n == LISTED && code == EXIT_FINE; after = n ? k[n - 1].id : 0) {
        if (store_worker_keys(s, after, k, LISTED, &n, &e))
            code = report_store("worker-key list", &e);
        for (size_t i = 0; code == EXIT_FINE && i < n; i++)
            if (chosen(c, "json"))
                code = print_key(&k[i]);
            else
                tell_key(&k[i]);
    }
    return code;
}

static int key_revoke(struct choices *c, struct store *s)
{
    struct store_error e;
    return store_worker_key_revoke(s, c->operand[0], "host", &e) ? report_store(c->command, &e) : EXIT_FINE;
}

static const struct choice store_alone[] = { CHOICE_STORE, CHOICE_CONFIG, { 0 } },
                           of_a_key[] = {
                               CHOICE_STORE,
                               CHOICE_CONFIG,
                               { "host", "HOST", TYPED,
                                 "whose it is: keys of one host do not recheck each other   (the worker's name)" },
                               { "to", "FILE", TYPED, "write it there, for its owner alone, instead of printing it" },
                               { "admits", NULL, TYPED,
                                 "it may build and validate what authors send: for machines that you trust as your "
                                 "own" },
                               { "unheld", NULL, TYPED, "it may file pairs of authors' bots that no strict jail held" },
                               { 0 },
                           },
                           of_keys[] = { CHOICE_STORE, CHOICE_CONFIG, CHOICE_JSON, { 0 } };

int ladder_worker_key(int argc, char **argv)
{
    static const struct verb verbs[] = {
        { VERB_STORE("new", "make a key for a worker",
                     "fiel-ladder worker-key new attic --to attic.key --store sqlite:/var/lib/fiel/ladder.db",
                     "Makes a key for workers elsewhere.  It is told once; the store keeps a hash.  It opens the calls "
                     "that\n"
                     "workers make and nothing else.  A ladder may be running on the store meanwhile.",
                     " NAME", of_a_key, STORE_BESIDE, key_new) },
        { VERB_STORE("list", "every key", "fiel-ladder worker-key list",
                     "Every key: name, host, since when it was last used, what it may besides playing.", NULL, of_keys,
                     STORE_BESIDE, key_list) },
        { VERB_STORE("revoke", "one is good no more", "fiel-ladder worker-key revoke attic",
                     "The key is good no more; what its workers hold goes to others.", " NAME", store_alone,
                     STORE_BESIDE, key_revoke) },
        { 0 }
    };
    return verbs_run("worker-key", "fiel-ladder worker-key new attic --to attic.key", "Works on the store itself.",
                     verbs, argc, argv);
}

/* --- what is in doubt ------------------------------------------------------------------------------------------------- */

static void tell_recheck(const struct recheck *r)
{
    char reason[SAID_TEXT], odds[RECHECK_SAID], said[SAID_TEXT];
    report_sentence(said, recheck_say(r, odds));
    report_sentence(reason, r->reason);
    report_flow(4,
                "%" PRId64 "  pair %" PRId64 "  %s  %" PRId64 " of %" PRId64
                " differ, filed by %s of %s, asked by %s  %s%s%s",
                r->id, r->pair, recheck_state_names[r->state], r->differs, r->asked, r->worker, r->host, r->by_worker,
                reason, *reason && *said ? "; " : "", said);
}

static int print_recheck(const struct recheck *r)
{
    return report_object("recheck list",
                         json_pack("{s:I,s:I,s:I,s:s,s:I,s:I,s:f,s:s,s:s,s:s,s:s}", "id", (json_int_t)r->id, "pair",
                                   (json_int_t)r->pair, "version", (json_int_t)r->version, "state",
                                   recheck_state_names[r->state], "asked", (json_int_t)r->asked, "differs",
                                   (json_int_t)r->differs, "odds", r->odds, "worker", r->worker, "host", r->host,
                                   "by_worker", r->by_worker, "reason", r->reason));
}

static int recheck_list(struct choices *c, struct store *s)
{
    OWNED struct recheck *r = calloc(LISTED, sizeof *r);
    struct store_error e;
    size_t n = 0;
    int code = r ? EXIT_FINE : cli_fail(EXIT_ENVIRONMENT, "recheck list: no memory");
    struct recheck_filter f = { .state = chosen(c, "all") ? -1 : RECHECK_DIFFERS };
    if (!code && store_rechecks(s, &f, r, LISTED, &n, &e))
        code = report_store("recheck list", &e);
    for (size_t i = 0; !code && i < n; i++)
        if (chosen(c, "json"))
            code = print_recheck(&r[i]);
        else
            tell_recheck(&r[i]);
    if (!code && !n && !chosen(c, "json"))
        puts("nothing is in doubt");
    return code;
}

/* "recheck stands", "recheck void" */
static int recheck_decide(struct choices *c, struct store *s)
{
    struct store_error e;
    uint64_t number;
    if (!whole_number(c->operand[0], 1, INT64_MAX, &number))
        return cli_fail(EXIT_USAGE, "%s: '%.60s' is no number: `fiel-ladder recheck list` has it", c->command,
                        c->operand[0]);
    enum recheck_state to = strcmp(c->command, "recheck void") ? RECHECK_STANDS : RECHECK_VOID;
    return store_recheck_decide(s, (int64_t)number, to, "host", &e) ? report_store(c->command, &e) : EXIT_FINE;
}

static const struct choice of_rechecks[] = {
    CHOICE_STORE, CHOICE_CONFIG, { "all", NULL, TYPED, "also what agreed or was decided" }, CHOICE_JSON, { 0 }
};

int ladder_recheck(int argc, char **argv)
{
    static const struct verb verbs[] = {
        { VERB_STORE("list", "what is in doubt", "fiel-ladder recheck list",
                     "Pairs that another host looked at again and that are in doubt: they count for nothing until "
                     "they\n"
                     "are decided.  Newest first, the newest hundred.",
                     NULL, of_rechecks, STORE_BESIDE, recheck_list) },
        { VERB_STORE("stands", "the result counts after all", "fiel-ladder recheck stands 7",
                     "The result stands: the pair counts again.", " NUMBER", store_alone, STORE_BESIDE,
                     recheck_decide) },
        { VERB_STORE("void", "it does not: the pair is played again", "fiel-ladder recheck void 7",
                     "The pair is void and played again.", " NUMBER", store_alone, STORE_BESIDE, recheck_decide) },
        { 0 }
    };
    return verbs_run("recheck", "fiel-ladder recheck list", "Works on the store itself.", verbs, argc, argv);
}
