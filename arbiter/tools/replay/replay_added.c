/* replay_added: on whose word a story stands.  The teller believes the record, so the auditor is asked: fiel-audit, a program of its own
 * that shares nothing with the one which wrote the record. */
#include <errno.h>
#include <jansson.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/cli.h"
#include "base/cpu.h"
#include "base/spawn.h"
#include "cli/beside.h"
#include "cli/language.h"
#include "cli/owned.h"
#include "replay_more.h"
#include "tell/tell.h"

enum { SAID = 64 << 10, ASKED_MS = 600000 /* of a long match at many tables, on a slow machine */ };

/* Its report, or NULL. */
static json_t *ask(const char *file)
{
    char path[PATH_MAX], name[] = "fiel-audit", json[] = "--json", lang[16], no_more[] = "--";
    OWNED char *said = malloc(SAID);
    char *argv[] = { name, json, lang, no_more, (char *)(uintptr_t)file, NULL };
    const struct spawn s = { .path = path, .argv = argv, .environment = environ, .cpu = CPU_NONE };
    const char *step = "finding it";
    struct ending end;
    snprintf(lang, sizeof lang, "--lang=%s", language_name(language_spoken()));
    errno = ENOMEM;
    if (!said || !beside(path, name) || spawn_hear(&s, said, SAID, ASKED_MS, &end, &step)) {
        fprintf(stderr, "%s: fiel-audit cannot be asked on whose word this rests: %s: %s: install Fiel whole\n",
                cli_program, step, strerror(errno));
        return NULL;
    }
    return json_loads(said, 0, NULL);
}

static void add_json(const json_t *report)
{
    static const char *const keys[] = {
        "verdict", "fault_rests_on", "hands_over", "signed_to", "unsigned_by", "rests"
    };
    json_auto_t *j = json_pack("{s:s}", "event", "audit");
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (json_object_get(report, keys[i]))
            json_object_set(j, keys[i], json_object_get(report, keys[i]));
    json_dumpf(j, stdout, JSON_COMPACT);
    putchar('\n');
}

bool replay_added(const char *path, const struct tell_style *style, bool json)
{
    fflush(stdout);
    json_t *report = ask(path), *clause;
    const char *verdict = json_string_value(json_object_get(report, "verdict"));
    size_t i;
    if (json && report)
        add_json(report);
    bool wrong = verdict && !strcmp(verdict, "wrong");
    if (!json && wrong)
        tell_text_added(style, N_("this record is not right: fiel-audit says where"));
    json_array_foreach(json_object_get(report, "rests"), i, clause) if (!json)
        tell_text_added(style, json_string_value(clause));
    json_decref(report);
    return wrong;
}
