#include "referee_log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cli.h"

static struct from_pen said;

static bool ask(struct referee_logging *l, enum pen_kind kind, const void *bytes, size_t size)
{
    struct to_pen a = { .kind = (uint8_t)kind, .again = l->doubt, .number = l->number };
    return pen_ask(l->pen, &a, bytes, size, &said) && said.fine;
}

static long port_open(void *ctx, const void *entry, size_t size, char proof[LOG_PROOF])
{
    struct referee_logging *l = ctx;
    bool fine = ask(l, PEN_OPEN, entry, size);
    if (said.kind != PEN_SAYS)
        exit(cli_fail(EXIT_ENVIRONMENT, "referee: the pen of the match log has ended"));
    l->opened |= fine;
    l->doubt = !fine; /* a write that failed may have come through */
    errno = said.error ? said.error : EIO;
    if (!fine)
        return -1;
    memcpy(l->lacks, said.lacks, sizeof l->lacks);
    memcpy(proof, said.proof, LOG_PROOF);
    return said.size;
}

struct referee_log referee_log_port(struct referee_logging *l)
{
    return l->pen >= 0 ? (struct referee_log){ l, port_open } : (struct referee_log){ 0 };
}

/* Whether OPEN is in the log, which the log itself says where this process cannot know.  False: it cannot be read. */
static bool is_opened(struct referee_logging *l, bool *opened)
{
    bool known = l->opened || !l->doubt || ask(l, PEN_IS_OPEN, NULL, 0);
    *opened = l->opened || (l->doubt && known && said.open);
    return known;
}

/* NULL, or why it is not in the log. */
static const char *end(struct referee_logging *l, bool again, const struct matchlog_ending *e)
{
    struct to_pen a = { .kind = PEN_END, .again = again, .number = l->number, .ending = *e };
    a.ending.result = NULL;
    a.ending.size = 0;
    return pen_ask(l->pen, &a, e->result, e->size, &said) && said.fine ? NULL : said.why;
}

static const char *finish_opened(struct referee_logging *l, bool complete, const struct referee *r,
                                 const struct journal *j)
{
    const struct signed_result *told = r != NULL ? referee_told(r) : NULL;
    struct matchlog_ending e;
    struct replay file;
    struct result result;
    if (complete && j->load(j->ctx, &file) != 0)
        return strerror(errno);
    if (complete) {
        const char *wrong = matchlog_ending(&file, &l->number, &e);
        if (wrong == NULL)
            wrong = end(l, l->doubt, &e);
        j->unload(j->ctx, &file);
        return wrong;
    }
    if (told == NULL || !read_result(told->bytes, told->size, &result) || result.outcome != END_VOID)
        return "its replay is not complete";
    e = (struct matchlog_ending){ .result = told->bytes, .size = told->size, .reveals = 1 };
    memcpy(e.signature, told->signature, SIGNATURE);
    memcpy(e.seed, referee_seed(r), HASH);
    return end(l, true, &e);
}

void referee_log_finish(struct referee_logging *l, bool complete, const struct referee *r, const struct journal *j,
                        char why[CONTROL_TEXT])
{
    static const char no_open[] = "no OPEN was made";
    const char *wrong;
    bool opened;
    why[0] = '\0';
    if (l->pen < 0)
        return;
    unsigned long long number = l->number;
    if (!is_opened(l, &opened))
        snprintf(why, CONTROL_TEXT,
                 "the match log cannot be read (%.80s): match %llu may be open in it: fiel log add REPLAY or "
                 "fiel log unopened closes it",
                 said.why, number);
    else if (!opened && !ask(l, PEN_UNOPENED, no_open, strlen(no_open)))
        snprintf(why, CONTROL_TEXT,
                 "the match log does not know that match %llu was not opened (%.80s): fiel log unopened says it",
                 number, said.why);
    else if (opened && (wrong = finish_opened(l, complete, r, j)) != NULL)
        snprintf(why, CONTROL_TEXT,
                 "the result of match %llu is not in the match log (%.100s): fiel log add REPLAY adds it", number,
                 wrong);
}
