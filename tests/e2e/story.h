/* story: a match of real processes, played, audited and retold. */
#ifndef FIEL_TEST_STORY_H
#define FIEL_TEST_STORY_H

#include "process.h"

#include <jansson.h>

#define NOTHING_MORE ((const char *[2]){ NULL, NULL })

/* The events of the replay of a match of these two bots, a line each; `more`: two words of fiel match.  `proved`: what
 * the audit must say of it, or NULL.  To be freed. */
static inline char *story_of(const char *rules, const char *seats, const char *games, const char *seed,
                             const char *more[2], const char *a, const char *b, const char *proved)
{
    OWNED_SCRATCH dir = scratch_new();
    OWNED char *replay = path_in(dir, "m.replay");
    struct run r = run("fiel", "match", "--rules", rules, "--seats", seats, "--games", games, "--seed", seed, "--bot",
                       a, "--bot", b, "--replay", replay, more[0], more[1], NULL);
    if (r.code != 0 || strstr(r.out, "fault of "))
        fail_msg("%s with %s seats: exit %d\n%s\n%s", rules, seats, r.code, r.out, r.err);
    run_free(&r);
    r = run("fiel-audit", replay, NULL);
    if (r.code != 0)
        fail_msg("%s with %s seats: the audit says\n%s%s", rules, seats, r.out, r.err);
    if (proved)
        assert_says(r.out, proved);
    run_free(&r);
    r = run("fiel", "replay", "--json", replay, NULL);
    assert_int_equal(r.code, 0);
    char *text = strdup(r.out);
    run_free(&r);
    return text;
}

static inline bool is(const json_t *event, const char *what)
{
    return strcmp(json_string_value(json_object_get(event, "event")), what) == 0;
}

#endif
