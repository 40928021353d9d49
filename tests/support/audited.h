/* audited: a forged match (forge.h), read by the auditor. */
#ifndef FIEL_TESTS_AUDITED_H
#define FIEL_TESTS_AUDITED_H

#include "audit/audit.h"
#include "support/forge.h"

static inline struct audit_report audited(const struct forge *f)
{
    struct audit_report r;
    size_t size;
    uint8_t *file = forge_file(f, f->arbiter_secret, &size);
    assert_int_equal(audit_bytes(file, size, NULL, &r), 0);
    free(file);
    return r;
}

#endif
