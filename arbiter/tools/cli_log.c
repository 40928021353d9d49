/* cli_log: `fiel log`, the host's hand on a match log. */
#include <errno.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/json_out.h"
#include "cli/number.h"
#include "cli/words.h"
#include "log/policy.h"
#include "log/secret.h"
#include "referee/matchlog.h"

static const char
    help[] = "usage: fiel log create DIR --name NAME --key FILE    an empty log and its secret key\n"
             "       fiel log add DIR REPLAY --key FILE            the result of a match that did not get in\n"
             "       fiel log add DIR BOT.pub --key FILE           the keys of a remote bot (fiel keys), once\n"
             "       fiel log unopened DIR NUMBER --key FILE       a match number that came to nothing\n"
             "       fiel log witness DIR --key FILE --log-policy FILE   have the witnesses cosign what it holds now\n"
             "\n"
             "  $ fiel log create logs --name fiel.example/2026 --key logs.secret\n"
             "  $ fiel match --bot cauto --bot embustero --match-log logs --match-log-key logs.secret\n"
             "  $ fiel-audit log logs\n"
             "\n"
             "A match log makes a match public before its first card: nobody can drop it, play it again or change its\n"
             "result unseen.  DIR is static files (C2SP tlog-tiles) that any web server can give out; DIR/key is the\n"
             "public key, which an auditor has to get from you in another way as well.  Keep FILE secret and safe:\n"
             "without it the log ends.\n"
             "\n";

static const char after[] = "\n"
                            "Exit: 0 done, 1 witness: the quorum is not there, 2 wrong usage, 3 it could not be done "
                            "and nothing was changed.\n";

struct words {
    const char *name, *key, *policy;
    char **word; /* the command and what it is about */
    int count;
    bool json;
};

static const struct cli_option options[] = {
    { "name", "NAME", CLI_INTO(struct words, name),
      "the log's name for all time: printable ASCII without blanks and '+', best with a domain" },
    { "key", "FILE", CLI_INTO(struct words, key),
      "the secret key; create makes it, mode 0600, and never writes over a file" },
    { "log-policy", "FILE", CLI_INTO(struct words, policy),
      "whose witnesses are asked after each entry: those with an address in this file of C2SP's\ntlog-policy.  Who "
      "does not answer stops nothing" },
    { "json", NULL, CLI_INTO(struct words, json),
      "one JSON object: what was done, the log's public key, and what the policy's quorum lacks" },
    { 0 },
};
static const struct cli_words takes = { "log", options, .help = help, .after = after, .most = 3 };

/* `lacks`: what the quorum of the policy lacks, "" where it is there or none was asked. */
static void tell_json(const struct words *w, const struct note_key *key, const char *lacks)
{
    char text[NOTE_KEY_TEXT];
    struct json_out j = { .to = stdout };
    out_open(&j, NULL, '{');
    out_text(&j, "did", w->word[0]);
    out_text(&j, "log", w->word[1]);
    out_text(&j, "key", note_key_text(key, text));
    out_text(&j, "lacks", *lacks ? lacks : NULL);
    out_close(&j, '}');
    putchar('\n');
}

static int create(const struct words *w)
{
    struct note_signer s;
    uint8_t seed[32];
    char why[LOG_WHY], key[NOTE_KEY_TEXT];
    if (w->count != 2 || !w->name || !w->key)
        return cli_fail(EXIT_USAGE, "log create: say fiel log create DIR --name NAME --key FILE");
    randombytes_buf(seed, sizeof seed);
    bool fits = note_signer_make(&s, w->name, seed);
    sodium_memzero(seed, sizeof seed);
    if (!fits)
        return cli_fail(EXIT_USAGE,
                        "log create: the name '%s' does not fit: 1 to 255 printable ASCII characters without "
                        "blanks and '+'",
                        w->name);
    int code = EXIT_FINE;
    if (note_secret_keep(w->key, &s) != 0)
        code = cli_fail(EXIT_ENVIRONMENT, "log create: the key cannot be kept in %s: %s: name a new file", w->key,
                        strerror(errno));
    else if (log_create(w->word[1], &s, why) != 0) {
        unlink(w->key);
        code = cli_fail(EXIT_ENVIRONMENT, "log create: %s", why);
    } else if (w->json) {
        tell_json(w, &s.key, "");
    } else {
        printf("%s\n", note_key_text(&s.key, key)); /* the key alone: it goes into a file, or to an auditor */
    }
    sodium_memzero(&s, sizeof s);
    return code;
}

static int add_key(const char *path, struct matchlog *log)
{
    char why[LOG_WHY], wrong[BINDING_WHY];
    struct binding b;
    if (binding_read(path, &b, wrong))
        return cli_fail(EXIT_ENVIRONMENT, "log add: %s", wrong);
    if (matchlog_key(log, &b, why))
        return cli_fail(EXIT_ENVIRONMENT, "log add: %s", why);
    return EXIT_FINE;
}

static int add(const struct words *w, struct matchlog *log)
{
    char why[LOG_WHY];
    size_t size = strlen(w->word[2]);
    if (size > 4 && !strcmp(w->word[2] + size - 4, ".pub"))
        return add_key(w->word[2], log);
    if (matchlog_finish(log, w->word[2], why))
        return cli_fail(EXIT_ENVIRONMENT, "log add: %s", why);
    return EXIT_FINE;
}

static int unopened(const struct words *w, struct matchlog *log)
{
    char why[LOG_WHY];
    uint64_t number;
    if (!whole_number(w->word[2], 1, UINT64_MAX, &number))
        return cli_fail(EXIT_USAGE, "log unopened: '%s' is not a match number: 1 or more", w->word[2]);
    if (matchlog_unopened(log, number, "said by the host", why))
        return cli_fail(EXIT_ENVIRONMENT, "log unopened: %s", why);
    return EXIT_FINE;
}

/* What the newest checkpoint lacks is the answer, and not an error of the log. */
static int have_cosigned(const struct words *w, struct matchlog *log)
{
    char why[LOG_WHY];
    if (!w->policy)
        return cli_fail(EXIT_USAGE, "log witness: whose witnesses? --log-policy FILE names them");
    if (matchlog_witnesses(log, why))
        return cli_fail(EXIT_ENVIRONMENT, "log witness: %s", why);
    if (*log->lacks && !w->json)
        return cli_fail(EXIT_NEGATIVE, "log witness: %s", log->lacks);
    return *log->lacks ? EXIT_NEGATIVE : EXIT_FINE;
}

int cli_log(int argc, char **argv)
{
    struct words w = { 0 };
    static struct policy policy;
    struct matchlog log;
    char why[LOG_WHY], bad[POLICY_WHY];
    int code;
    if (!cli_words_read(&takes, &w, &argc, argv, &code))
        return code;
    w.word = argv + 1;
    w.count = argc - 1;
    if (sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "log: no randomness on this machine");
    if (w.count > 0 && !strcmp(w.word[0], "create"))
        return create(&w);
    bool adds = w.count == 3 && !strcmp(w.word[0], "add"), unopens = w.count == 3 && !strcmp(w.word[0], "unopened");
    bool asks = w.count == 2 && !strcmp(w.word[0], "witness");
    if (!adds && !unopens && !asks)
        return cli_fail(EXIT_USAGE,
                        "log: say create DIR, add DIR REPLAY, add DIR BOT.pub, unopened DIR NUMBER or witness "
                        "DIR: see fiel log --help");
    if (!w.key)
        return cli_fail(EXIT_USAGE, "log: the secret key is missing: --key FILE");
    if (w.policy && policy_load(&policy, w.policy, bad))
        return cli_fail(EXIT_USAGE, "log: --log-policy: %s", bad);
    if (matchlog_start(&log, w.word[1], w.key, why))
        return cli_fail(EXIT_ENVIRONMENT, "log: --key: %s", why);
    log.again = log.patient = true;
    log.policy = w.policy;
    code = adds ? add(&w, &log) : asks ? have_cosigned(&w, &log) : unopened(&w, &log);
    if (w.json && code <= EXIT_NEGATIVE)
        tell_json(&w, &log.signer.key, log.lacks);
    matchlog_wipe(&log);
    return code;
}
