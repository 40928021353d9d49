/* monitor_command: the command line of `fiel-audit log`. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "audit/command.h"
#include "cli/words.h"
#include "audit/monitor.h"

static const char
    help[] = "usage: fiel-audit log [OPTION]... DIR\n"
             "\n"
             "  fiel-audit log --key fiel.example+0a1b2c3d+AbCd... logs/fiel\n"
             "\n"
             "Reads a whole match log and says whether its host has kept to it: every match number once, one result\n"
             "for every match that was opened, a reveal for every result, no entry changed, no second history.\n"
             "\n";

static const char after[] = "  --help                 this text\n"
                            "\n"
                            "Exit: 0 the log is valid, 1 it is not, 2 wrong options, 3 it cannot be read.\n";

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

struct monitor_words {
    struct monitor_task task;
    const char *key;
};
static int set_since(struct cli_given *g)
{
    struct monitor_task *t = &((struct monitor_words *)g->wish)->task;
    if (t->since_count == MONITOR_SINCE_MAX)
        return cli_refuse(g, "at most %d checkpoints", MONITOR_SINCE_MAX);
    t->since[t->since_count++] = g->value;
    return 0;
}
static int set_policy(struct cli_given *g)
{
    static struct policy policy;
    ((struct monitor_words *)g->wish)->task.policy = &policy;
    return policy_load(&policy, g->value, g->why);
}
static const struct cli_option options[] = {
    { "key", "KEY|FILE", CLI_INTO(struct monitor_words, key),
      "the log's key, NAME+ID+BASE64, or a file that holds it.  Without it DIR/key is\ntaken, and that it is the right "
      "one you must know" },
    { "since", "FILE", CLI_EACH(set_since),
      "a checkpoint of this log that was seen before (may be given 16 times): the log has\nto be the same one, grown" },
    { "policy", "FILE", CLI_BY(set_policy),
      "whose witnesses must have cosigned the log's checkpoint: a file of C2SP's tlog-policy" },
    { "replays", "FOLDER", CLI_INTO(struct monitor_words, task.replays),
      "hold every *.replay (and *.replay.zst) there against the log: its hash, what its\narbiter signed in it and in "
      "the log, and the checkpoint in its proof" },
    { "json", NULL, CLI_INTO(struct monitor_words, task.json), "one JSON object a line" },
    { "quiet", NULL, CLI_INTO(struct monitor_words, task.quiet), "the verdict alone" },
    { 0 },
};
static const struct cli_words takes = { "log",          options,   .help = help,
                                        .after = after, .most = 1, .remedy = "one log at a time" };

int monitor_command(int argc, char **argv)
{
    struct monitor_words w = { 0 };
    struct note_key key;
    char beside[4096];
    int rc;
    if (!cli_words_read(&takes, &w, &argc, argv, &rc))
        return rc;
    if (argc == 1)
        return cli_fail(EXIT_USAGE, "log: name one folder of a log, or see fiel-audit log --help");
    w.task.folder = argv[1];
    if (!w.key) {
        if ((size_t)snprintf(beside, sizeof beside, "%s/key", w.task.folder) >= sizeof beside)
            return cli_fail(EXIT_USAGE, "%s: the path is too long", w.task.folder);
        if (access(beside, F_OK))
            return cli_fail(EXIT_USAGE,
                            "%s: it is not there: name the folder of a match log, or give its key with --key", beside);
        w.key = beside;
    }
    rc = read_key(w.key, &key);
    if (rc != EXIT_VALID)
        return rc;
    w.task.key = &key;
    return monitor_run(&w.task, stdout);
}
