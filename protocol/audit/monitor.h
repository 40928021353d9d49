/* monitor: a whole match log read by somebody who does not trust its host.
 *
 * What is checked (LOG.md section 4): the checkpoint's signature and that the entries give its root; that older
 * checkpoints are of the same log; that the match numbers are 1, 2, 3, ... without a hole; that every OPEN is
 * what its parties and its arbiter signed and has one result; that every result has its reveal, which hashes to
 * the offer's seed commitment; that the replays which are at hand have the hash that the result names; that the quorum of a policy
 * has cosigned the checkpoint. */
#ifndef FIEL_MONITOR_H
#define FIEL_MONITOR_H

#include <stdio.h>

#include "log/policy.h"

enum { MONITOR_SINCE_MAX = 16 };

struct monitor_task {
    const char *folder;
    const struct note_key *key;           /* the log's key, from a source that the auditor trusts */
    const char *since[MONITOR_SINCE_MAX]; /* files of checkpoints seen before */
    unsigned since_count;
    const char *replays;         /* a folder of replays, or NULL */
    const struct policy *policy; /* whose witnesses its checkpoint has to show, or NULL */
    bool json, quiet;
};

/* Prints the findings to `out` and returns an exit code (audit/command.h): valid, not valid, or unreadable
 * with one sentence on stderr. */
int monitor_run(const struct monitor_task *task, FILE *out);

/* `fiel-audit log ...`: argv[0] is "log"; returns an exit code. */
int monitor_command(int argc, char **argv);

#endif
