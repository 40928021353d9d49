/* monitor_command: the command line of `fiel-audit log`. */
#include <getopt.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "audit/command.h"
#include "cli/help.h"
#include "audit/monitor.h"

static int print_help(void)
{
    return help_speaking(
        "usage: fiel-audit log [OPTION]... DIR\n"
        "\n"
        "  fiel-audit log --key fiel.example+0a1b2c3d+AbCd... logs/fiel\n"
        "\n"
        "Reads a whole match log and says whether its host has kept to it: every match number once, one result\n"
        "for every match that was opened, a reveal for every result, no entry changed, no second history.\n"
        "\n"
        "  --key KEY|FILE    the log's key, NAME+ID+BASE64, or a file that holds it.  Without it DIR/key is\n"
        "                    taken, and that it is the right one you must know\n"
        "  --since FILE      a checkpoint of this log that was seen before (may be given 16 times): the log has\n"
        "                    to be the same one, grown\n"
        "  --policy FILE     whose witnesses must have cosigned the log's checkpoint: a file of C2SP's tlog-policy\n"
        "  --replays FOLDER  hold every *.replay (and *.replay.zst) there against the log: its hash, what its\n"
        "                    arbiter signed in it and in the log, and the checkpoint in its proof\n"
        "  --json            one JSON object a line\n"
        "  --quiet           the verdict alone\n"
        "  --help            this text\n"
        "\n"
        "Exit: 0 the log is valid, 1 it is not, 2 wrong options, 3 it cannot be read.\n");
}

/* The key itself, or a file with it in its first line. */
static int read_key(const char *text, struct note_key *key)
{
    char line[NOTE_KEY_TEXT + 2];
    const char *wrong = note_key_parse(text, key);
    if (!wrong)
        return EXIT_VALID;
    FILE *f = fopen(text, "r");
    if (!f)
        return cli_fail(EXIT_USAGE, "%s: not a key NAME+ID+BASE64, and no file that holds one", text);
    bool got = fgets(line, sizeof line, f) != NULL;
    fclose(f);
    if (!got)
        return cli_fail(EXIT_USAGE, "%s: an empty file: it should hold a key, NAME+ID+BASE64", text);
    line[strcspn(line, "\r\n")] = '\0';
    wrong = note_key_parse(line, key);
    return wrong ? cli_fail(EXIT_USAGE, "%s: %s", text, wrong) : EXIT_VALID;
}

/* -1: go on; else the exit code. */
static int read_options(int argc, char **argv, struct monitor_task *t, const char **key, struct policy *policy)
{
    char why[POLICY_WHY];
    static const struct option known[] = {
        { "key", required_argument, NULL, 'k' },    { "since", required_argument, NULL, 's' },
        { "policy", required_argument, NULL, 'w' }, { "replays", required_argument, NULL, 'r' },
        { "json", no_argument, NULL, 'j' },         { "quiet", no_argument, NULL, 'q' },
        { "help", no_argument, NULL, 'h' },         { NULL, 0, NULL, 0 },
    };
    int c;
    opterr = 0;
    while ((c = getopt_long(argc, argv, "", known, NULL)) != -1) {
        switch (c) {
        case 'k': *key = optarg; break;
        case 's':
            if (t->since_count == MONITOR_SINCE_MAX)
                return cli_fail(EXIT_USAGE, "--since: at most 16 checkpoints");
            t->since[t->since_count++] = optarg;
            break;
        case 'w':
            if (policy_load(policy, optarg, why))
                return cli_fail(EXIT_USAGE, "--policy: %s", why);
            t->policy = policy;
            break;
        case 'r': t->replays = optarg; break;
        case 'j': t->json = true; break;
        case 'q': t->quiet = true; break;
        case 'h': return print_help();
        default:
            return cli_fail(EXIT_USAGE, "%s: no such option, or no value with it: see fiel-audit log --help",
                            argv[optind - 1]);
        }
    }
    if (optind + 1 != argc)
        return cli_fail(EXIT_USAGE, "log: name one folder of a log, or see fiel-audit log --help");
    t->folder = argv[optind];
    return -1;
}

int monitor_command(int argc, char **argv)
{
    struct monitor_task task = { 0 };
    struct note_key key;
    static struct policy policy;
    const char *text = NULL;
    char beside[4096];
    int rc = read_options(argc, argv, &task, &text, &policy);
    if (rc >= 0)
        return rc;
    if (!text) {
        if ((size_t)snprintf(beside, sizeof beside, "%s/key", task.folder) >= sizeof beside)
            return cli_fail(EXIT_USAGE, "%s: the path is too long", task.folder);
        if (access(beside, F_OK))
            return cli_fail(EXIT_USAGE,
                            "%s: it is not there: name the folder of a match log, or give its key with --key", beside);
        text = beside;
    }
    rc = read_key(text, &key);
    if (rc != EXIT_VALID)
        return rc;
    task.key = &key;
    return monitor_run(&task, stdout);
}
