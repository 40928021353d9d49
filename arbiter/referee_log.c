#include "referee_log.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int referee_log_start(struct referee_logging *l, struct referee_config *c, char why[CONTROL_TEXT])
{
    char wrong[LOG_ERROR];
    memset(l, 0, sizeof *l);
    if (!c->log[0]) return 0;
    memcpy(l->folder, c->log, sizeof l->folder);
    memcpy(l->replay, c->replay, sizeof l->replay);
    c->log_secret[sizeof c->log_secret - 1] = l->folder[sizeof l->folder - 1] = l->replay[sizeof l->replay - 1] = '\0';
    if (matchlog_start(&l->log, l->folder, c->log_secret, wrong)) {
        snprintf(why, CONTROL_TEXT, "the match log takes no match: %.180s", wrong);
        referee_log_wipe(l);
        return -1;
    }
    l->on = true;
    l->log.number = c->number;
    l->log.again = c->resume;
    note_key_text(&l->log.signer.key, c->log_key);
    return 0;
}

static long port_open(void *ctx, const void *entry, size_t size, char proof[LOG_PROOF])
{
    struct referee_logging *l = ctx;
    char why[LOG_ERROR];
    errno = 0;
    long n = matchlog_open(&l->log, entry, size, proof, why);
    if (n < 0 && errno == 0) errno = EIO;
    l->opened |= n > 0;
    return n;
}

struct referee_log referee_log_port(struct referee_logging *l)
{
    return l->on ? (struct referee_log){ l, port_open } : (struct referee_log){ 0 };
}

void referee_log_finish(struct referee_logging *l, bool complete, char why[CONTROL_TEXT])
{
    char wrong[LOG_ERROR];
    why[0] = '\0';
    if (!l->on) return;
    if (!l->opened) {
        if (matchlog_unopened(&l->log, l->log.number, "no OPEN was made", wrong))
            snprintf(why, CONTROL_TEXT, "the match log does not know that match %llu was not opened (%.80s): fiel log unopened says it",
                     (unsigned long long)l->log.number, wrong);
    } else if (!complete) {
        snprintf(why, CONTROL_TEXT, "match %llu is open in the match log and has no complete replay to close it with",
                 (unsigned long long)l->log.number);
    } else if (matchlog_finish(&l->log, l->replay, wrong)) {
        snprintf(why, CONTROL_TEXT, "the result is not in the match log (%.120s): fiel log add REPLAY adds it", wrong);
    }
}

void referee_log_wipe(struct referee_logging *l)
{
    matchlog_wipe(&l->log);
}
