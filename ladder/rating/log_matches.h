/* log_matches: what a match log says of matches.  It stands apart from the store's header, in which an entry is something else. */
#ifndef FIEL_LADDER_LOG_MATCHES_H
#define FIEL_LADDER_LOG_MATCHES_H

#include <stdbool.h>
#include <stdint.h>

enum { LOG_MATCHES_WHY = 256, LOG_MATCH_HASH = 32 };
/* An opening, or a result with the hash of its record. */
struct log_match {
    bool result;
    uint64_t index, number;
    uint8_t replay[LOG_MATCH_HASH];
};
typedef void log_match_take(void *arg, const struct log_match *m);
/* All under the log's checkpoint, which its own key must have signed.  -1 and a sentence; some may have been told. */
int log_matches(const char *folder, log_match_take *take, void *arg, char why[LOG_MATCHES_WHY]);

#endif
