/* audit_expect: the line of messages that the arbiter must make next. */
#include "state.h"

#include <assert.h>
#include <string.h>

bool line_push(struct audit *a, struct step s)
{
    /* One input causes a bounded number of messages, so an overrun is a mistake of this program. */
    assert(a->step_count < a->steps_max);
    s.table = a->at->number;
    a->steps[(a->first_step + a->step_count) % a->steps_max] = s;
    a->step_count++;
    return true;
}

const struct step *line_next(const struct audit *a) { return a->step_count ? &a->steps[a->first_step] : NULL; }

void line_pop(struct audit *a)
{
    assert(a->step_count);
    a->first_step = (a->first_step + 1) % a->steps_max;
    a->step_count--;
}

/* Steps that may be left out leave the line, but for one that is a message of this type to these eyes. */
static void line_skip(struct audit *a, unsigned type, unsigned visibility)
{
    const struct step *s;
    while ((s = line_next(a)) && s->perhaps && (type != s->type || visibility != visible_to(s->seat)))
        line_pop(a);
}

/* What follows may begin with messages that can be left out, too. */
bool line_go_on(struct audit *a, unsigned type)
{
    bool more = true;
    while (more) {
        line_skip(a, type, a->rec.visibility);
        if (line_next(a))
            return true;
        if (!audit_take_on(a))
            return false;
        more = line_next(a) != NULL;
    }
    return true;
}

bool line_must_be_empty(struct audit *a)
{
    if (!line_go_on(a, a->rec.type))
        return false;
    const struct step *s = line_next(a);
    if (!s && a->void_due)
        return ARBITER_LIES(a, "an OFFER before every seat had said hello");
    if (!s)
        return true;
    char due[24], found[24];
    return ARBITER_LIES(a, "%s is due here, but %s follows", record_name(s->type, due),
                        record_name(a->rec.type, found));
}

bool audit_same_bytes(struct audit *a, const char *what)
{
    char name[24];
    if (a->expect.bad)
        return ARBITER_LIES(a, "%s is longer than an envelope may be", record_name(a->rec.type, name));
    if (a->expect.size == a->rec.size && !memcmp(a->expect.bytes, a->rec.payload, a->rec.size))
        return true;
    return ARBITER_LIES(a, "%s", what);
}
