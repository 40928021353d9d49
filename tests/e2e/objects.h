/* objects: the JSON that a program prints. */
#ifndef FIEL_TEST_OBJECTS_H
#define FIEL_TEST_OBJECTS_H

#include "process.h"

#include <jansson.h>

/* What it printed, of which nothing else is kept; a new reference. */
static inline json_t *json_of(struct run *r)
{
    json_t *j = json_loads(r->out, 0, NULL);
    if (!j)
        fail_msg("no JSON: %s\n%s", r->out, r->err);
    run_free(r);
    return j;
}

/* Of an object, a value that has to be there. */
static inline const json_t *at(const json_t *j, const char *key)
{
    const json_t *found = json_object_get(j, key);
    if (!found)
        fail_msg("no '%s'", key);
    return found;
}

#endif
