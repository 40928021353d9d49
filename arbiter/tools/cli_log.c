/* cli_log: `fiel log`, the host's hand on a match log. */
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "cli/json_out.h"
#include "cli/lang.h"
#include "cli/number.h"
#include "cli_told.h"
#include "log/policy.h"
#include "log/secret.h"
#include "referee/matchlog.h"

static const char help[] =
    "usage: fiel log create DIR --name NAME --key FILE    an empty log and its secret key\n"
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
    "public key, which whoever audits has to get from you in another way as well.  Keep FILE secret and safe:\n"
    "without it the log ends.\n"
    "\n"
    "  --name NAME   the log's name for all time: printable ASCII without blanks and '+', best with a domain\n"
    "  --key FILE    the secret key; create makes it, mode 0600, and never writes over a file\n"
    "  --log-policy FILE  whose witnesses are asked after each entry: those with an address in this file of C2SP's\n"
    "                tlog-policy.  Who does not answer stops nothing\n"
    "  --json        one JSON object: what was done, the log's public key, and what the policy's quorum lacks\n"
    "\n"
    "Exit: 0 done, 1 witness: the quorum is not there, 2 wrong usage, 3 it could not be done and nothing was "
    "changed.\n";

struct words {
    const char *name, *key, *policy;
    const char *word[3]; /* the command and what it is about */
    int count;
    bool json;
};

static int read_words(struct words *w, int argc, char **argv)
{
    static const struct option known[] = {
        { "name", required_argument, NULL, 'n' },
        { "key", required_argument, NULL, 'k' },
        { "log-policy", required_argument, NULL, 'p' },
        { "json", no_argument, NULL, 'j' },
        { NULL, 0, NULL, 0 },
    };
    int c;
    opterr = 0;
    optind = 1;
    while ((c = getopt_long(argc, argv, "", known, NULL)) != -1) {
        if (c == 'n')
            w->name = optarg;
        else if (c == 'k')
            w->key = optarg;
        else if (c == 'p')
            w->policy = optarg;
        else if (c == 'j')
            w->json = true;
        else
            return cli_fail(EXIT_USAGE, "log: %s: no such option, or no value with it: see fiel log --help",
                            argv[optind - 1]);
    }
    for (; optind < argc && w->count < 3; optind++)
        w->word[w->count++] = argv[optind];
    if (optind < argc)
        return cli_fail(EXIT_USAGE, "log: '%s' is one word too many: see fiel log --help", argv[optind]);
    return EXIT_FINE;
}

/* `lacks`: what the quorum of the policy lacks, "" where it is there or none was asked. */
static void tell_json(const struct words *w, const struct note_key *key, const char *lacks)
{
    char text[NOTE_KEY_TEXT];
    struct json_out j = { .to = stdout };
    out_open(&j, NULL, '{');
    out_text(&j, "did", w->word[0]);
    out_text(&j, "log", w->word[1]);
    out_text(&j, "key", note_key_text(key, text));
    if (*lacks)
        out_text(&j, "lacks", lacks);
    else
        out_null(&j, "lacks");
    out_close(&j, '}');
    putchar('\n');
}

static int create(const struct words *w)
{
    struct note_signer s;
    uint8_t seed[32];
    char why[LOG_ERROR], key[NOTE_KEY_TEXT];
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
        printf("%s\n", note_key_text(&s.key, key)); /* the key alone: it goes into a file, or to whoever audits */
    }
    sodium_memzero(&s, sizeof s);
    return code;
}

static int add_key(const char *path, struct matchlog *log)
{
    char why[LOG_ERROR], wrong[BINDING_WHY];
    struct binding b;
    if (binding_read(path, &b, wrong))
        return cli_fail(EXIT_ENVIRONMENT, "log add: %s", wrong);
    if (matchlog_key(log, &b, why))
        return cli_fail(EXIT_ENVIRONMENT, "log add: %s", why);
    return EXIT_FINE;
}

static int add(const struct words *w, struct matchlog *log)
{
    char why[LOG_ERROR];
    size_t size = strlen(w->word[2]);
    if (size > 4 && !strcmp(w->word[2] + size - 4, ".pub"))
        return add_key(w->word[2], log);
    if (matchlog_finish(log, w->word[2], why))
        return cli_fail(EXIT_ENVIRONMENT, "log add: %s", why);
    return EXIT_FINE;
}

static int unopened(const struct words *w, struct matchlog *log)
{
    char why[LOG_ERROR];
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
    char why[LOG_ERROR];
    if (!w->policy)
        return cli_fail(EXIT_USAGE, "log witness: whose witnesses? --log-policy FILE names them");
    if (matchlog_witnesses(log, why))
        return cli_fail(EXIT_ENVIRONMENT, "log witness: %s", why);
    char words[TOOL_TOLD];
    if (*log->lacks && !w->json)
        return cli_fail(EXIT_NEGATIVE, "log witness: %s", tool_told(log->lacks, words));
    return *log->lacks ? EXIT_NEGATIVE : EXIT_FINE;
}

int cli_log(int argc, char **argv)
{
    struct words w = { 0 };
    static struct policy policy;
    struct matchlog log;
    char why[LOG_ERROR], bad[POLICY_WHY];
    if (lang_wants_help(argc, argv))
        return fputs(help, stdout), EXIT_FINE;
    if (sodium_init() < 0)
        return cli_fail(EXIT_ENVIRONMENT, "log: no randomness on this machine");
    int code = read_words(&w, argc, argv);
    if (code != EXIT_FINE)
        return code;
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
