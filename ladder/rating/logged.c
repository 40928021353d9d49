/* logged: the legs against the log. */
#include "logged.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/findings.h"
#include "filing/hand_in.h"
#include "store/store_legs.h"
#include "store/store_trail.h"
#include "log_matches.h"

enum { PAGE = 64 };

struct told {
    struct log_match match;
    bool filed;
};
struct list {
    struct told *at;
    size_t n, room;
};

struct checking {
    struct list opens, results;
    struct list begun; /* matches of attempts that filed none, as the trail has them: by their numbers alone */
    bool no_memory;
    struct findings found;
};

static void add(struct checking *c, struct list *l, const struct log_match *m)
{
    if (l->n == l->room) {
        size_t room = l->room ? 2 * l->room : PAGE;
        struct told *more = realloc(l->at, room * sizeof *more);
        c->no_memory |= !more;
        if (!more)
            return;
        l->at = more;
        l->room = room;
    }
    l->at[l->n++] = (struct told){ .match = *m };
}

static void take(void *arg, const struct log_match *m)
{
    struct checking *c = arg;
    add(c, m->result ? &c->results : &c->opens, m);
}

/* "attempt 3: begun 12 13: why" (hand_in.h). */
static void take_begun(struct checking *c, const struct trail_line *t)
{
    static const char before[] = ": " HAND_IN_BEGUN " ";
    const char *at = strcmp(t->action, "pair-given-back") ? NULL : strstr(t->detail, before);
    char *end;
    for (at = at ? at + sizeof before - 1 : ""; *at >= '0' && *at <= '9'; at = *end == ' ' ? end + 1 : "") {
        struct log_match m = { .number = strtoull(at, &end, 10) };
        add(c, &c->begun, &m);
    }
}

static int read_begun(struct checking *c, struct store *s, struct store_error *e)
{
    OWNED struct trail_line *page = malloc(PAGE * sizeof *page);
    int64_t before = 0;
    size_t n = PAGE;
    int bad = page ? STORE_OK : STORE_ENVIRONMENT;
    if (bad)
        store_fail(e, STORE_ENVIRONMENT, "there is not enough memory to read the trail");
    while (!bad && n == PAGE) {
        bad = store_trail(s, before, page, PAGE, &n, e);
        for (size_t i = 0; !bad && i < n; i++)
            take_begun(c, &page[i]);
        before = n ? page[n - 1].id : 0;
    }
    return bad;
}

static bool was_begun(const struct checking *c, uint64_t number)
{
    for (size_t i = 0; i < c->begun.n; i++)
        if (c->begun.at[i].match.number == number)
            return true;
    return false;
}

/* Of a result that is no leg's: an attempt that was given back is in the trail, and so in the log, and is told; whatever else is wrong. */
static void tell_unfiled(struct checking *c, const struct log_match *m)
{
    char text[160];
    if (was_begun(c, m->number)) {
        snprintf(text, sizeof text,
                 "match log: entry %" PRIu64 ": match %" PRIu64
                 " was played for an attempt that was given back, as the trail has it",
                 m->index, m->number);
        c->found.tell(c->found.arg, text);
    } else {
        findings_add(&c->found,
                     "match log: entry %" PRIu64 ": match %" PRIu64 " was played to its result, and is not filed",
                     m->index, m->number);
    }
}

static int by_replay(const void *a, const void *b)
{
    return memcmp(((const struct told *)a)->match.replay, ((const struct told *)b)->match.replay, STORE_HASH);
}

static int by_index(const void *a, const void *b)
{
    uint64_t x = ((const struct told *)a)->match.index, y = ((const struct told *)b)->match.index;
    return (x > y) - (x < y);
}

static struct told *find(const struct list *l, const struct told *key, int (*order)(const void *, const void *))
{
    return l->n ? bsearch(key, l->at, l->n, sizeof *l->at, order) : NULL;
}

static void check_leg(struct checking *c, const struct leg *l)
{
    struct told key = { .match.index = (uint64_t)l->log_index };
    memcpy(key.match.replay, l->replay, STORE_HASH);
    struct told *result = find(&c->results, &key, by_replay), *open = find(&c->opens, &key, by_index);
    if (!result) {
        findings_add(&c->found, "leg %" PRId64 ": the match log has no result with its record", l->id);
        return;
    }
    if (result->filed)
        findings_add(&c->found, "leg %" PRId64 ": another leg is the match of its entry, too", l->id);
    result->filed = true;
    if (!open || open->match.number != result->match.number)
        findings_add(&c->found, "leg %" PRId64 ": entry %" PRId64 " of the match log is not its opening", l->id,
                     l->log_index);
}

static int check_legs(struct checking *c, struct store *s, struct store_error *e)
{
    struct leg_filter f = { .before = 0 };
    OWNED struct leg *page = malloc(PAGE * sizeof *page);
    size_t n = PAGE;
    int bad = page ? STORE_OK : STORE_ENVIRONMENT;
    if (bad)
        store_fail(e, STORE_ENVIRONMENT, "there is not enough memory to hold the matches against the log");
    while (!bad && n == PAGE) {
        bad = store_legs(s, &f, page, PAGE, &n, e);
        for (size_t i = 0; !bad && i < n; i++) {
            check_leg(c, &page[i]);
            f.before = page[i].id;
        }
    }
    return bad;
}

int logged_check(const char *folder, struct store *s, store_tell *tell, void *arg, uint64_t *wrong,
                 struct store_error *e)
{
    struct checking c = { .found = { tell, arg, wrong } };
    char why[LOG_MATCHES_WHY];
    int bad = log_matches(folder, take, &c, why) || c.no_memory ? STORE_ENVIRONMENT : STORE_OK;
    if (bad) {
        store_fail(e, STORE_ENVIRONMENT, "the match log: %s", c.no_memory ? "there is not enough memory for it" : why);
    } else if (c.results.n) {
        qsort(c.results.at, c.results.n, sizeof *c.results.at, by_replay);
    }
    if (!bad)
        bad = check_legs(&c, s, e);
    if (!bad)
        bad = read_begun(&c, s, e);
    for (size_t i = 0; !bad && i < c.results.n; i++)
        if (!c.results.at[i].filed)
            tell_unfiled(&c, &c.results.at[i].match);
    free(c.begun.at);
    free(c.opens.at);
    free(c.results.at);
    return bad;
}
