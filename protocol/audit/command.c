/* command: one file audited and told. */
#include "audit/command.h"

#include <errno.h>
#include <string.h>

#include "audit/audit.h"

static int fail(const char *path, const char *why)
{
    fprintf(stderr, "fiel-audit: %s: %s: name a replay that can be read\n", path, why);
    return EXIT_UNREADABLE;
}

int audit_command_file(const char *path, const struct audit_command *c)
{
    struct replay file;
    struct audit_report report;
    if (replay_load(&file, path)) return fail(path, strerror(errno));
    int rc = audit_bytes(file.bytes, file.size, c->pin ? c->key : NULL, &report);
    replay_unload(&file);
    if (rc) return fail(path, "there is not enough memory to audit it");
    if (c->json) audit_print_json(stdout, path, &report);
    else if (c->quiet) audit_print_quiet(stdout, path, &report);
    else audit_print(stdout, path, &report);
    return report.outcome == AUDIT_VALID ? EXIT_VALID : EXIT_NOT_VALID;
}
