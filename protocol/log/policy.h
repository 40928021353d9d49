/* policy: which checkpoints somebody believes: C2SP tlog-policy, a file of lines.
 *
 *   log VKEY [URL]               a log whose checkpoints are meant; without any the reader knows the log in another way
 *   witness NAME VKEY [URL]      who may cosign; NAME is for this file alone
 *   group NAME K|any|all NAME... K of these, each defined before and a member of one group at most
 *   quorum NAME|none             who has to have cosigned; exactly once
 *
 * Keys are Ed25519 (log/note.h).  A line is empty or begins with # where it says nothing. */
#ifndef FIEL_POLICY_H
#define FIEL_POLICY_H

#include "log/note.h"

enum {
    POLICY_LOGS = 32,
    POLICY_WITNESSES = 32,
    POLICY_GROUPS = 32,
    POLICY_NAME = NOTE_NAME, /* with its NUL */
    POLICY_URL = 256,
    POLICY_MAX = 128 << 10, /* as many of each as there may be, with the longest names and addresses, are some 80 kB */
    POLICY_WHY = 512
};

/* A witness, or a group where `of` is not 0: as many of its members (one bit each) as `least` have to have cosigned. */
struct policy_member {
    char name[POLICY_NAME], url[POLICY_URL]; /* url: "" where there is none */
    struct note_key key;
    unsigned least;
    uint64_t of;
    bool taken; /* a group has it already */
};

struct policy {
    struct note_key log[POLICY_LOGS];
    unsigned logs, members, witnesses, groups;
    struct policy_member member[POLICY_WITNESSES + POLICY_GROUPS]; /* in the order of the file */
    int quorum;                                                    /* a member, or POLICY_NONE */
    uint64_t
        latest; /* a cosignature with a later time counts for nothing (LOG.md section 5), nor one before POLICY_EARLIEST */
};
enum { POLICY_NONE = -1 };
#define POLICY_EARLIEST UINT64_C(1672531200) /* 2023 */

/* -1 and a sentence that names the line and what to do; *p is then of no use.  It knows no clock: any time is early enough. */
int policy_parse(struct policy *p, const char *text, size_t size, char why[POLICY_WHY]);
/* The same of a file; the sentence begins with its path.  No cosignature is later than a day from now. */
int policy_load(struct policy *p, const char *path, char why[POLICY_WHY]);

/* The name of what has to cosign: "none", or a witness or group. */
const char *policy_quorum(const struct policy *p);

struct policy_verdict {
    uint64_t cosigned; /* the members that are witnesses and have cosigned, a bit each */
    unsigned count;    /* of them */
    uint64_t time;     /* of the latest cosignature, in seconds since 1970; 0: there is none */
    bool quorum;       /* reached */
};
/* What the policy says of a checkpoint of the log with this key.  NULL, or what is wrong with the note: it is not of this log or of
 * none that the policy lists, or a line of a witness of the policy does not hold. */
const char *policy_judge(const struct policy *p, const struct note_key *log, const char *note, size_t size,
                         struct policy_verdict *out);
/* What such a checkpoint lacks that the policy asks for: a sentence without its full stop; "": nothing. */
enum { POLICY_LACKS = 512 };
void policy_lacks(const struct policy *p, const struct note_key *log, const char *note, size_t size,
                  char text[POLICY_LACKS]);

#endif
