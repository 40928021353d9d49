/* decision_log: decisions of disputes as entries of a match log (LOG.md), written and read. */
#ifndef FIEL_LADDER_DECISION_LOG_H
#define FIEL_LADDER_DECISION_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "log/append.h"

enum { DECISION_HASH = 32, DECISION_WORD = 16 };
struct logged_decision {
    int64_t line; /* of the trail */
    uint8_t match[DECISION_HASH], trail[DECISION_HASH];
    char word[DECISION_WORD]; /* "upheld", "void" */
};

/* Appends those, oldest first, that are newer than the newest the log has.  -1 and a sentence; some may have been appended. */
int decision_log_write(const char *folder, const struct note_signer *signer, const struct logged_decision *list,
                       size_t n, char why[LOG_ERROR]);
/* Every decision under the log's checkpoint, which its own key must have signed.  -1 and a sentence. */
typedef void decision_take(void *arg, const struct logged_decision *d);
int decision_log_read(const char *folder, decision_take *take, void *arg, char why[LOG_ERROR]);

#endif
