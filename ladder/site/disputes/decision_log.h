/* decision_log: decisions of disputes, and what else the trail has about pairs, as entries of a match log (LOG.md), written and
 * read. */
#ifndef FIEL_LADDER_DECISION_LOG_H
#define FIEL_LADDER_DECISION_LOG_H

#include <stddef.h>
#include <stdint.h>

#include "log/append.h"

enum { DECISION_HASH = 32, DECISION_WORD = 24 };
struct logged_decision {
    int64_t line; /* of the trail */
    int64_t pair; /* what is said of this pair; 0: a decision, of `match` */
    uint8_t match[DECISION_HASH], trail[DECISION_HASH];
    char word[DECISION_WORD]; /* "upheld", "void"; "pair-filed" and others */
};

/* How much of the log has been read, and the newest line that is in that; zeros: nothing. */
struct decision_log_place {
    uint64_t entries;
    int64_t newest;
};
/* Appends those, oldest first, that are newer than the newest the log has; *at is moved on.  -1 and a sentence; some may have been
 * appended. */
int decision_log_write(const char *folder, const struct note_signer *signer, const struct logged_decision *list,
                       size_t n, struct decision_log_place *at, char why[LOG_WHY]);
/* Every line under the log's checkpoint, which its own key must have signed.  -1 and a sentence. */
typedef void decision_take(void *arg, const struct logged_decision *d);
int decision_log_read(const char *folder, decision_take *take, void *arg, char why[LOG_WHY]);

#endif
