/* cut_audits: linked before a test that audits records: every record that is valid is judged once more as it stood when its arbiter was killed
 * somewhere.  Nobody knows S then, and what is there is right as far as it goes. */
#include <stdio.h>
#include <stdlib.h>

#include "audit/audit.h"

int __real_audit_bytes(const void *bytes, size_t size, const uint8_t *pinned, struct audit_report *out);
int __wrap_audit_bytes(const void *bytes, size_t size, const uint8_t *pinned, struct audit_report *out);

static unsigned judged;

/* At another place every time; 0: there is none before S is told. */
static size_t cut_at(const void *bytes, size_t size)
{
    struct replay r;
    struct record rec;
    size_t most = size / 8 * (1 + judged++ % 8), cut = 0;
    replay_over(&r, bytes, size);
    while (replay_next(&r, &rec) && rec.type != MSG_REVEAL && r.at <= most)
        cut = r.at;
    return cut;
}

int __wrap_audit_bytes(const void *bytes, size_t size, const uint8_t *pinned, struct audit_report *out)
{
    static struct audit_report part; /* too large for the stack */
    int rc = __real_audit_bytes(bytes, size, pinned, out);
    size_t cut = rc == 0 && out->outcome == AUDIT_VALID ? cut_at(bytes, size) : 0;
    if (cut > 0 && (__real_audit_bytes(bytes, cut, pinned, &part) != 0 || part.outcome != AUDIT_UNFINISHED)) {
        fprintf(stderr, "a valid record of %zu bytes, cut off behind %zu, is called wrong in record %llu: %s\n", size,
                cut, (unsigned long long)part.record, part.wrong);
        abort();
    }
    return rc;
}
