/* log_matches: the log's openings and results. */
#include "log_matches.h"

#include <string.h>

#include "log/read.h"

struct taking {
    log_match_take *take;
    void *arg;
};

static void take_entry(void *arg, uint64_t index, const struct entry *e)
{
    const struct taking *t = arg;
    struct log_match m = { .result = e->kind == ENTRY_RESULT, .index = index, .number = e->number };
    if (e->kind != ENTRY_OPEN && e->kind != ENTRY_RESULT)
        return;
    if (m.result)
        memcpy(m.replay, e->replay, LOG_MATCH_HASH);
    t->take(t->arg, &m);
}

int log_matches(const char *folder, log_match_take *take, void *arg, char why[LOG_MATCHES_WHY])
{
    struct taking t = { take, arg };
    return log_read(folder, take_entry, &t, why);
}
