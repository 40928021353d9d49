/* command: one file, or one pair, audited and told. */
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

static int tell_pair(char *const path[2], const struct replay file[2], const struct audit_command *c)
{
    struct audit_pair pair;
    const struct audit_file both[2] = { { file[0].bytes, file[0].size }, { file[1].bytes, file[1].size } };
    if (audit_both(both, c->pin ? c->key : NULL, &pair))
        return fail(path[0], "there is not enough memory to audit it");
    if (c->json) audit_pair_print_json(stdout, path, &pair);
    else if (c->quiet) audit_pair_print_quiet(stdout, path, &pair);
    else audit_pair_print(stdout, path, &pair);
    return pair.valid ? EXIT_VALID : EXIT_NOT_VALID;
}

int audit_command_pair(char *const path[2], const struct audit_command *c)
{
    struct replay file[2] = { { 0 } };
    int rc = EXIT_VALID;
    for (unsigned i = 0; i < 2 && rc == EXIT_VALID; i++)
        if (replay_load(&file[i], path[i])) rc = fail(path[i], strerror(errno));
    if (rc == EXIT_VALID) rc = tell_pair(path, file, c);
    for (unsigned i = 0; i < 2; i++) replay_unload(&file[i]);
    return rc;
}
