/* audit: is this replay the true record of a match that was played by the rules?
 *
 * The auditor plays the match again from the file alone: what came from the bots decides, with the revealed seed and the recorded
 * times, every byte that the arbiter may have sent.  It shares the rules, the wire, the record and the course of a match with the
 * arbiter; who wants an opinion that shares nothing asks the second one (protocol/second). */
#ifndef FIEL_AUDIT_H
#define FIEL_AUDIT_H

#include <stdio.h>

#include "cli/spans.h"
#include "log/policy.h"
#include "record/inputs.h"
#include "record/replay.h"
#include "wire/codec.h"

enum audit_outcome {
    AUDIT_VALID,       /* complete, signed, and every record is right */
    AUDIT_UNFINISHED,  /* every record that is there is right, the trailer is not there */
    AUDIT_WRONG,       /* see record, offset, type, wrong and blame */
    AUDIT_UNWITNESSED, /* valid, and its match log does not show what the caller's policy asks for: see wrong */
};

/* Who must answer for the first wrong record.  Only a trailer that holds lets the arbiter be blamed:
 * without it nobody vouches for the bytes.  A seat is never: whatever of its does not hold, the arbiter wrote down. */
enum audit_blame { BLAME_NOBODY, BLAME_ARBITER, BLAME_FILE };

/* What stands behind a fault.  The higher, the less. */
enum audit_ground {
    GROUND_NONE,     /* there was none */
    GROUND_PROVED,   /* its party's own signature, with a key that the host never had */
    GROUND_HOST_KEY, /* its party's signature; the bot that has the key runs at the host's */
    GROUND_WORD,     /* the arbiter's record alone */
    GROUND_CONTRADICTS, /* a PROTEST over other messages than the record's: one of the two is wrong, nobody can say which */
};

/* X(name, in English of one, of any other count, the same two in Spanish, and in Portuguese): what an audit counted. */
#define AUDIT_COUNTS(X) \
    X(records, "record", "records") \
    X(games, "game", "games") \
    X(hands, "hand", "hands") \
    X(deals, "deal recomputed from the seed", "deals recomputed from the seed") \
    X(cuts, "cut", "cuts") \
    X(openings, "card opened", "cards opened") \
    X(decisions, "decision re-executed", "decisions re-executed") \
    X(signs, "sign told", "signs told") \
    X(refused, "action refused", "actions refused") \
    X(ignored, "answer ignored", "answers ignored") \
    X(signatures, "signature verified", "signatures verified") \
    X(messages, "message compared byte for byte", "messages compared byte for byte") \
    X(envelopes, "envelope sent", "envelopes sent") \
    X(faults, "fault", "faults")

struct audit_counts {
#define X(name, ...) uint64_t name;
    AUDIT_COUNTS(X)
#undef X
};

enum { AUDIT_TEXT = 512 };
struct audit_report {
    enum audit_outcome outcome;
    enum audit_blame blame;
    uint64_t record;        /* number of the first wrong record, from 1 */
    uint64_t offset;        /* of that record in the file */
    unsigned type;          /* of that record; 0 when there is none to read */
    char wrong[AUDIT_TEXT]; /* one sentence */
    unsigned must;          /* of spec/ARBITER.md, which is broken; 0: none has a number */
    enum replay_end end;    /* why the reader stopped */

    struct audit_counts counts;
    bool has_offer; /* what follows is known */
    struct offer offer;
    uint8_t match_id[HASH];
    uint8_t bots[PARTIES_MAX][ID]; /* what was played, as HEADER names it, of a blind match too; zeros: not known */
    char named[FIEL_SEATS_MAX][NAME_TEXT]; /* who plays, likewise; "": the host gave no name */
    bool by_lines[PARTIES_MAX]; /* a seat of the host's whose program says that it cuts for one that knows lines */
    const uint8_t *proof;       /* of a match that is logged: that OPEN is in the log; bytes of the file, or NULL */
    size_t proof_size;
    bool has_seed;                   /* the seed was revealed and is the one that was promised */
    uint64_t paused_us[PARTIES_MAX]; /* time of each party that was nobody's, on the arbiter's word */
    /* The same by its reason, an enum pause_reason; 0: a process of the arbiter's was lost. */
    uint64_t paused_for_us[PARTIES_MAX][PAUSE_BOT + 1];
    uint32_t timeouts[PARTIES_MAX]; /* decisions of each party that were too late */
    uint32_t spared[PARTIES_MAX];   /* that would have been, had time that was nobody's been charged */
    bool has_result;
    struct result result;

    /* What the outcome rests on beside signatures of those who played. */
    enum audit_ground ground;        /* of the fault that decided it, alone or by the games it gave away */
    uint32_t hands;                  /* that are over, at all tables */
    uint32_t signed_to[PARTIES_MAX]; /* so many of them each party signed */
    uint8_t contradicts; /* whose PROTEST is signed over other messages than the record's; FIEL_NOBODY: none */

    /* What a policy said of the checkpoint in the proof, where audit_policy was asked. */
    bool has_policy;
    unsigned cosigned, witnesses; /* so many of so many */
    char quorum[POLICY_NAME];     /* what had to cosign, as the policy names it */

    /* For the other leg of a pair: bytes of the file, and the arbiter's clock. */
    const uint8_t *open;
    size_t open_size;
    uint64_t result_us, reveal_us;
};

/* Audits a replay in memory.  `pinned` is the arbiter's key that the caller trusts, or NULL: then the key
 * in the file is taken as it is.  Memory taken grows with the file alone.  -1 when there is none. */
int audit_bytes(const void *bytes, size_t size, const uint8_t *pinned, struct audit_report *out);

/* Holds a valid report against a policy; the file is still in memory.  What is not logged, not in a log that the policy lists, or
 * not cosigned by its quorum becomes AUDIT_UNWITNESSED. */
void audit_policy(struct audit_report *r, const struct policy *p);

/* Two files as the two legs of a duplicate pair (DEAL.md section 11). */
struct audit_pair {
    struct audit_report leg[2]; /* each by itself, from audit_bytes; the files are still in memory */
    bool valid;                 /* both are valid, and the second is the first one's twin */
    enum audit_blame blame;     /* of what is wrong with the two together: the arbiter, or nobody */
    char wrong[AUDIT_TEXT];     /* one sentence; "" when it is a leg by itself that is not valid */
};
/* Judges the two legs together. */
void audit_both(struct audit_pair *p);
/* A first leg that a fault ended, or that is void: no twin belongs to it. */
bool audit_alone(const struct audit_report *first);

enum { RESTS_MOST = 4, RESTS_TEXT = 128 };
/* What the outcome of a record rests on beside what the record proves (REPLAY.md section 6): clauses of a sentence, each something
 * said (cli/said.h).  How many; 0: it rests on nothing else, or there is no outcome that anything could rest on. */
unsigned audit_rests(const struct audit_report *r, char clause[RESTS_MOST][RESTS_TEXT]);
/* The clock that was offered. */
struct clock_spans audit_clock(const struct offer *o);

/* The report for a person: the verdict on the first line, then what was checked. */
void audit_print(FILE *to, const char *name, const struct audit_report *r);
/* One line: the verdict alone. */
void audit_print_quiet(FILE *to, const char *name, const struct audit_report *r);
/* One JSON object on one line. */
void audit_print_json(FILE *to, const char *name, const struct audit_report *r);
/* The same three for a pair. */
void audit_pair_print(FILE *to, char *const name[2], const struct audit_pair *p);
void audit_pair_print_quiet(FILE *to, char *const name[2], const struct audit_pair *p);
void audit_pair_print_json(FILE *to, char *const name[2], const struct audit_pair *p);

/* The name of a record's type: "ACT", "REC_SENT", "type 99". `text` has room for 24 bytes. */
const char *record_name(unsigned type, char text[24]);

#endif
