#include "referee_log.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

int referee_log_start(struct referee_logging *l, struct referee_config *c, char why[CONTROL_TEXT])
{
    char wrong[LOG_WHY];
    memset(l, 0, sizeof *l);
    if (!c->log[0])
        return 0;
    memcpy(l->folder, c->log, sizeof l->folder);
    memcpy(l->replay, c->replay, sizeof l->replay);
    memcpy(l->policy, c->log_policy_file, sizeof l->policy);
    l->policy[sizeof l->policy - 1] = '\0';
    c->log_secret[sizeof c->log_secret - 1] = l->folder[sizeof l->folder - 1] = l->replay[sizeof l->replay - 1] = '\0';
    if (matchlog_start(&l->log, l->folder, c->log_secret, wrong)) {
        snprintf(why, CONTROL_TEXT, "the match log takes no match: %.180s", wrong);
        referee_log_wipe(l);
        return -1;
    }
    l->on = true;
    l->log.number = c->number;
    l->log.policy = l->policy;
    l->log.again = l->doubt = c->resume;
    _Static_assert(sizeof c->log_key >= NOTE_KEY_TEXT, "an OFFER has room for the key of any log");
    note_key_text(&l->log.signer.key, c->log_key);
    return 0;
}

static long port_open(void *ctx, const void *entry, size_t size, char proof[LOG_PROOF])
{
    struct referee_logging *l = ctx;
    char why[LOG_WHY];
    errno = 0;
    long n = matchlog_open(&l->log, entry, size, proof, why);
    if (n < 0 && errno == 0)
        errno = EIO;
    if (n > 0)
        memcpy(l->lacks, l->log.lacks, sizeof l->lacks);
    l->opened |= n > 0;
    l->doubt = l->log.again = n <= 0; /* a write that failed may have come through */
    return n;
}

struct referee_log referee_log_port(struct referee_logging *l)
{
    return l->on ? (struct referee_log){ l, port_open } : (struct referee_log){ 0 };
}

/* Whether OPEN is in the log, which the log itself says where this process cannot know.  -1 and a sentence. */
static int is_opened(struct referee_logging *l, bool *opened, char wrong[LOG_WHY])
{
    *opened = l->opened;
    return l->opened || !l->doubt ? 0 : matchlog_is_open(&l->log, opened, wrong);
}

static int finish_opened(struct referee_logging *l, bool complete, const struct referee *r, char wrong[LOG_WHY])
{
    const struct signed_result *told = r != NULL ? referee_told(r) : NULL;
    struct result result;
    if (complete)
        return matchlog_finish(&l->log, l->replay, wrong);
    if (told != NULL && read_result(told->bytes, told->size, &result) && result.outcome == END_VOID)
        return matchlog_void(&l->log, told->bytes, told->size, told->signature, referee_seed(r), wrong);
    snprintf(wrong, LOG_WHY, "its replay is not complete");
    return -1;
}

void referee_log_finish(struct referee_logging *l, bool complete, const struct referee *r, char why[CONTROL_TEXT])
{
    char wrong[LOG_WHY];
    bool opened;
    why[0] = '\0';
    if (!l->on)
        return;
    unsigned long long number = l->log.number;
    if (is_opened(l, &opened, wrong))
        snprintf(why, CONTROL_TEXT,
                 "the match log cannot be read (%.80s): match %llu may be open in it: fiel log add REPLAY or "
                 "fiel log unopened closes it",
                 wrong, number);
    else if (!opened && matchlog_unopened(&l->log, number, "no OPEN was made", wrong))
        snprintf(why, CONTROL_TEXT,
                 "the match log does not know that match %llu was not opened (%.80s): fiel log unopened says it",
                 number, wrong);
    else if (opened && finish_opened(l, complete, r, wrong))
        snprintf(why, CONTROL_TEXT,
                 "the result of match %llu is not in the match log (%.100s): fiel log add REPLAY adds it", number,
                 wrong);
}

void referee_log_wipe(struct referee_logging *l) { matchlog_wipe(&l->log); }
