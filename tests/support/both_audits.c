/* both_audits: linked before a test that audits records: every record is judged by playing it again too, and both must say the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "audit/played.h"

int __real_audit_bytes(const void *bytes, size_t size, const uint8_t *pinned, struct audit_report *out);
int __wrap_audit_bytes(const void *bytes, size_t size, const uint8_t *pinned, struct audit_report *out);

static void tell(const char *who, const struct audit_report *r)
{
    fprintf(stderr, "  %s: outcome %d, blame %d, record %llu of type %u: %s\n", who, (int)r->outcome, (int)r->blame,
            (unsigned long long)r->record, r->type, r->wrong);
}

/* The record stands before OPEN. */
static bool before_open(const void *bytes, size_t size, uint64_t record)
{
    struct replay r;
    struct record rec;
    replay_over(&r, bytes, size);
    for (uint64_t n = 0; n < record && replay_next(&r, &rec); n++)
        if (rec.type == MSG_OPEN)
            return false;
    return true;
}

/* Where the one that plays is known to say more: it looks at the times of everything that comes before OPEN and not of JOIN alone, and it
 * says of a header that describes no match that it does, and not of what follows. */
static bool says_more(const void *bytes, size_t size, const struct audit_report *is)
{
    if (is->outcome != AUDIT_WRONG)
        return false;
    bool times = strstr(is->wrong, "is said to have left at") != NULL ||
                 strstr(is->wrong, "times out of order") != NULL;
    return (times && before_open(bytes, size, is->record)) ||
           (is->record == 1 && strncmp(is->wrong, "the header describes no match", 29) == 0);
}

static bool agree(const struct audit_report *a, const struct audit_report *b)
{
    return a->outcome == b->outcome && a->blame == b->blame && a->record == b->record;
}

int __wrap_audit_bytes(const void *bytes, size_t size, const uint8_t *pinned, struct audit_report *out)
{
    static struct audit_report again; /* too large for the stack */
    int rc = __real_audit_bytes(bytes, size, pinned, out);
    int played = audit_played(bytes, size, pinned, &again);
    if (played != rc || (rc == 0 && !agree(out, &again) && !says_more(bytes, size, &again))) {
        fprintf(stderr, "the two audits of a record of %zu bytes differ:\n", size);
        tell("judged", out);
        tell("played", &again);
        const char *keep = getenv("FIEL_DIFFERS");
        if (keep == NULL)
            abort();
        FILE *f = fopen(keep, "wb");
        if (f != NULL && fwrite(bytes, 1, size, f) == size)
            fclose(f);
    }
    return rc;
}
