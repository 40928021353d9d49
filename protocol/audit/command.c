/* command: one file, or one pair, audited and told. */
#include "audit/command.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/audit.h"
#include "audit/equivocation.h"
#include "audit/report.h"
#include "cli/cells.h"
#include "cli/json_out.h"
#include "cli/language.h"
#include "archive/archive.h"

static int fail(const char *path, const char *why)
{
    return cli_fail(EXIT_UNREADABLE, "%s: %s: name a replay that can be read", path, why);
}

int audit_command_key(struct cli_given *g, uint8_t key[KEY_PUBLIC], bool *given)
{
    char bytes[2 * KEY_PUBLIC + 3] = "", beside[4096];
    FILE *f = fopen(g->value, "rb");
    const char *lacks = f ? "it does not hold one" : strerror(errno);
    size_t n = f ? fread(bytes, 1, sizeof bytes - 1, f) : 0;
    if (f)
        fclose(f);
    bytes[n] = '\0';
    bytes[strcspn(bytes, "\r\n")] = '\0';
    snprintf(beside, sizeof beside, "%s.pub", g->value);
    if (n && !access(beside, F_OK))
        return cli_refuse(g, "%s holds the secret key: give %s, which holds the public one", g->value, beside);
    *given = hex_parse(key, KEY_PUBLIC, n ? bytes : g->value);
    return *given ? 0
                  : cli_refuse(g, "'%s' is not a key (%s): give 64 hex digits, or a file that holds them", g->value,
                               lacks);
}

static int print_one(const char *path, const struct audit_report *r, const struct audit_command *c)
{
    if (c->json)
        audit_print_json(stdout, path, r);
    else if (c->quiet)
        audit_print_quiet(stdout, path, r);
    else
        audit_print(stdout, path, r);
    return r->outcome == AUDIT_VALID ? EXIT_VALID : EXIT_NOT_VALID;
}

/* Reads and audits a file, which stays in memory.  An exit code. */
static int audit_one(const char *path, const struct audit_command *c, struct replay *file, struct audit_report *r)
{
    const char *why;
    if (archived_load(file, path, &why))
        return fail(path, why);
    if (audit_bytes(file->bytes, file->size, c->pin ? c->key : NULL, r))
        return fail(path, "there is not enough memory to audit it");
    if (c->policy)
        audit_policy(r, c->policy);
    return EXIT_VALID;
}

int audit_command_file(const char *path, const struct audit_command *c)
{
    struct replay file = { 0 };
    struct audit_report report;
    int rc = audit_one(path, c, &file, &report);
    if (rc == EXIT_VALID)
        rc = print_one(path, &report, c);
    replay_unload(&file);
    return rc;
}

int audit_command_plain(const char *path)
{
    struct replay file = { 0 };
    struct record first;
    const char *why;
    int rc = EXIT_VALID;
    if (archived_load(&file, path, &why))
        return fail(path, why);
    if (replay_next(&file, &first))
        fwrite(file.bytes, 1, file.size, stdout); /* main looks whether all was written */
    else
        rc = cli_fail(EXIT_NOT_VALID,
                      "%s: there is no record of a match in it (%s): name one as it was written, packed or compact",
                      path, replay_end_text(file.end));
    replay_unload(&file);
    return rc;
}

static int print_pair(char *const path[2], const struct audit_pair *p, const struct audit_command *c)
{
    if (c->json)
        audit_pair_print_json(stdout, path, p);
    else if (c->quiet)
        audit_pair_print_quiet(stdout, path, p);
    else
        audit_pair_print(stdout, path, p);
    return p->valid ? EXIT_VALID : EXIT_NOT_VALID;
}

int audit_command_pair(char *const *path, int count, const struct audit_command *c, int *taken)
{
    struct replay file[2] = { { 0 } };
    struct audit_pair pair;
    *taken = 1;
    int rc = audit_one(path[0], c, &file[0], &pair.leg[0]);
    if (rc == EXIT_VALID && audit_alone(&pair.leg[0])) {
        rc = print_one(path[0], &pair.leg[0], c);
    } else if (rc == EXIT_VALID && count < 2) {
        rc = cli_fail(EXIT_USAGE, "%s: it has no second leg: name the legs of a pair one behind the other", path[0]);
    } else if (rc == EXIT_VALID) {
        *taken = 2;
        rc = audit_one(path[1], c, &file[1], &pair.leg[1]);
        if (rc == EXIT_VALID) {
            audit_both(&pair);
            rc = print_pair(path, &pair, c);
        }
    }
    for (unsigned i = 0; i < 2; i++)
        replay_unload(&file[i]);
    return rc;
}

/* --- several files of one match --------------------------------------------------------------- */

struct named {
    bool known;
    uint8_t match_id[HASH];
};

static void print_together(char *const path[2], const uint8_t match_id[HASH], const char *what,
                           const struct audit_command *c)
{
    char hex[2 * HASH + 1];
    struct json_out j = { .to = stdout };
    if (!c->json) {
        struct cell_page page;
        FILE *out = c->quiet ? stdout : cell_page_open(&page, stdout, 0, AUDIT_HANG);
        fprintf(out, T("%s%s%s: the arbiter signed %s, of match %s: together they prove that it lied\n"), path[0],
                language_and(language_spoken(), path[1]), path[1], what, hex_text(hex, match_id, HASH));
        if (!c->quiet)
            cell_page_close(&page);
        return;
    }
    out_open(&j, NULL, '{');
    out_open(&j, "files", '[');
    out_text(&j, NULL, path[0]);
    out_text(&j, NULL, path[1]);
    out_close(&j, ']');
    out_hex(&j, "match", match_id, HASH);
    out_text(&j, "equivocation", what);
    out_close(&j, '}');
    putchar('\n');
}

static int compare(char *const path[2], const uint8_t match_id[HASH], const struct audit_command *c)
{
    struct replay file[2] = { { 0 } };
    char what[EQUIVOCATION_TEXT];
    bool no_memory = false;
    int rc = EXIT_VALID;
    const char *why;
    if (!archived_load(&file[0], path[0], &why) && !archived_load(&file[1], path[1], &why) &&
        equivocation(&file[0], &file[1], what, &no_memory)) {
        print_together(path, match_id, what, c);
        rc = EXIT_NOT_VALID;
    }
    replay_unload(&file[0]);
    replay_unload(&file[1]);
    return no_memory ? fail(path[0], "there is not enough memory to hold it against another file") : rc;
}

int audit_command_together(char *const *path, int count, const struct audit_command *c)
{
    struct named *of = calloc((size_t)count, sizeof *of);
    int worst = EXIT_VALID;
    if (!of)
        return fail(path[0], "there is not enough memory to hold it against the others");
    for (int i = 0; i < count; i++) {
        struct replay file = { 0 };
        const char *why;
        of[i].known = archived_load(&file, path[i], &why) == 0 && match_of_file(&file, of[i].match_id);
        replay_unload(&file);
    }
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count && of[i].known; k++) {
            char *both[2] = { path[i], path[k] };
            int rc = of[k].known && !memcmp(of[i].match_id, of[k].match_id, HASH) ? compare(both, of[i].match_id, c)
                                                                                  : EXIT_VALID;
            worst = rc > worst ? rc : worst;
        }
    free(of);
    return worst;
}
