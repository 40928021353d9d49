/* pair: two files as the two legs of a duplicate pair.
 *
 * Each leg is audited by itself, and the second against what its OFFER says of the first: who opened it, the
 * cuts, the packs, the sides.  What is left is that the first file is that first leg. */
#include <stdarg.h>
#include <string.h>

#include "record/twin.h"
#include "report.h"

static bool not_a_pair(struct audit_pair *p, enum audit_blame blame, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static bool not_a_pair(struct audit_pair *p, enum audit_blame blame, const char *format, ...)
{
    va_list args;
    p->blame = blame;
    va_start(args, format);
    vsnprintf(p->wrong, sizeof p->wrong, format, args);
    va_end(args);
    return false;
}

/* Both are valid; are they legs, and of one pair? */
static bool legs_of_one(struct audit_pair *p)
{
    const struct audit_report *a = &p->leg[0], *b = &p->leg[1];
    struct twin t;
    if (a->offer.reveal != REVEAL_PAIR) /* nor is a second leg, which reveals at its end */
        return not_a_pair(p, BLAME_NOBODY, "the first file is no first leg of a pair");
    if (!b->offer.twin_size)
        return not_a_pair(p, BLAME_NOBODY, "the second file is no second leg of a pair");
    if (twin_read(&t, &b->offer) || memcmp(t.match_id, a->match_id, HASH))
        return not_a_pair(p, BLAME_NOBODY, "the second file is the twin of another match than the first");
    return true;
}

static bool same_open(const struct audit_report *a, const struct offer *twin)
{
    return twin->twin_size == SIG + a->open_size && !memcmp(twin->twin + SIG, a->open, a->open_size);
}

static bool was_played(const struct result *r) { return r->outcome == END_PLAYED || r->outcome == END_LAST_HAND; }

/* What a blind match tells nobody at the table stands in its header. */
static bool headers_exchanged(struct audit_pair *p)
{
    const struct audit_report *a = &p->leg[0], *b = &p->leg[1];
    for (unsigned i = 0; i < a->offer.seats; i++) {
        unsigned there = twin_seat(a->offer.seats, i);
        bool named = a->named[i][0] != '\0' && b->named[there][0] != '\0';
        if (memcmp(a->bots[i], b->bots[there], ID) != 0 || (named && strcmp(a->named[i], b->named[there]) != 0))
            return not_a_pair(
                p, BLAME_ARBITER,
                "by its header another bot than that of seat %u of the first leg sits at seat %u of the second", i,
                there);
    }
    return true;
}

/* They are: what one arbiter may not do between them. */
static bool honest(struct audit_pair *p)
{
    const struct audit_report *a = &p->leg[0], *b = &p->leg[1];
    if (!same_open(a, &b->offer))
        return not_a_pair(p, BLAME_ARBITER,
                          "the arbiter opened the first leg in two ways: with other joinings "
                          "in its own file than in its twin's offer");
    if (!headers_exchanged(p))
        return false;
    if (!was_played(&a->result))
        return not_a_pair(p, BLAME_ARBITER, "a twin was dealt of a match that was never played to its end");
    if (a->reveal_us < b->result_us)
        return not_a_pair(p, BLAME_ARBITER, "the first leg's seed was told %llu us before its twin was over",
                          (unsigned long long)(b->result_us - a->reveal_us));
    return true;
}

void audit_both(struct audit_pair *p)
{
    bool each = p->leg[0].outcome == AUDIT_VALID && p->leg[1].outcome == AUDIT_VALID;
    p->blame = BLAME_NOBODY;
    p->wrong[0] = '\0';
    p->valid = each && legs_of_one(p) && honest(p);
}

bool audit_alone(const struct audit_report *first)
{
    return first->has_result && first->offer.reveal == REVEAL_PAIR && !was_played(&first->result);
}
