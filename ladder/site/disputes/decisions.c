/* decisions: the trail's side. */
#include "decisions.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "log/secret.h"
#include "store/store_disputes.h"
#include "store/store_legs.h"
#include "store/store_trail.h"

enum { PAGE = 100, ROOM = 64 };

static int fail(struct store_error *e, const char *what, const char *why)
{
    return store_fail(e, STORE_ENVIRONMENT, "%.80s: %.300s", what, why);
}

bool decisions_open(struct decisions *d, const char *folder, const char *key, char why[256])
{
    char wrong[NOTE_SECRET_WHY];
    *d = (struct decisions){ 0 };
    int bad = note_secret_load(key, &d->signer, wrong);
    if (!bad && snprintf(d->folder, sizeof d->folder, "%s", folder) >= (int)sizeof d->folder)
        bad = snprintf(wrong, sizeof wrong, "%.100s: the log's path is too long", folder);
    if (bad)
        snprintf(why, 256, "%.190s: name the file that `fiel log create --key` made", wrong);
    return !bad;
}

/* "dispute-decided", "dispute 12", "void": which dispute; 0 when the line is no decision that is logged. */
static int64_t decided(const struct trail_line *t)
{
    static const char prefix[] = "dispute ";
    bool ours = !strcmp(t->action, "dispute-decided") && !strncmp(t->subject, prefix, sizeof prefix - 1) &&
                (!strcmp(t->detail, "upheld") || !strcmp(t->detail, "void"));
    return ours ? strtoll(t->subject + sizeof prefix - 1, NULL, 10) : 0;
}

/* "pair-filed", "pair 12": which pair; 0 when the line is about none. */
static int64_t about_pair(const struct trail_line *t)
{
    static const char prefix[] = "pair ";
    bool ours = !strncmp(t->action, "pair-", 5) && strlen(t->action) < DECISION_WORD &&
                !strncmp(t->subject, prefix, sizeof prefix - 1);
    return ours ? strtoll(t->subject + sizeof prefix - 1, NULL, 10) : 0;
}

static int read_decision(struct store *s, const struct trail_line *t, struct logged_decision *out,
                         struct store_error *e)
{
    struct dispute d;
    struct leg l;
    *out = (struct logged_decision){ .line = t->id, .pair = about_pair(t) };
    memcpy(out->trail, t->hash, DECISION_HASH);
    snprintf(out->word, sizeof out->word, "%.23s", out->pair ? t->action : t->detail);
    if (out->pair)
        return STORE_OK;
    int bad = store_dispute(s, decided(t), &d, e);
    if (!bad)
        bad = store_leg(s, d.leg, &l, e);
    memcpy(out->match, l.match_id, DECISION_HASH);
    return bad;
}

struct list {
    struct logged_decision *at; /* newest first */
    size_t n, room;
};

static int keep(struct store *s, struct list *l, const struct trail_line *t, struct store_error *e)
{
    if (l->n == l->room) {
        size_t room = l->room ? 2 * l->room : ROOM;
        struct logged_decision *more = realloc(l->at, room * sizeof *more);
        if (!more)
            return fail(e, "the trail", "no memory");
        l->at = more;
        l->room = room;
    }
    return read_decision(s, t, &l->at[l->n++], e);
}

/* The decisions, and what is about pairs, behind line `after`; *newest: the newest line of any kind. */
static int find_new(struct store *s, int64_t after, struct list *out, int64_t *newest, struct store_error *e)
{
    OWNED struct trail_line *page = malloc(PAGE * sizeof *page);
    int64_t before = 0;
    size_t n = PAGE;
    bool past = false;
    int bad = page ? STORE_OK : fail(e, "the trail", "no memory");
    *newest = after;
    while (!bad && n == PAGE && !past) {
        bad = store_trail(s, before, page, PAGE, &n, e);
        for (size_t i = 0; !bad && i < n && !past; i++) {
            past = page[i].id <= after;
            if (!past && page[i].id > *newest)
                *newest = page[i].id;
            if (!past && (decided(&page[i]) || about_pair(&page[i])))
                bad = keep(s, out, &page[i], e);
        }
        before = n ? page[n - 1].id : 0;
    }
    return bad;
}

int decisions_step(struct decisions *d, struct store *s, struct store_error *e)
{
    struct list l = { 0 };
    char why[LOG_WHY];
    int64_t newest;
    int bad = find_new(s, d->seen, &l, &newest, e);
    for (size_t i = 0; i < l.n / 2; i++) { /* the log is in the order of the trail */
        struct logged_decision t = l.at[i];
        l.at[i] = l.at[l.n - 1 - i];
        l.at[l.n - 1 - i] = t;
    }
    if (!bad && l.n && decision_log_write(d->folder, &d->signer, l.at, l.n, &d->place, why))
        bad = fail(e, d->folder, why);
    free(l.at);
    if (!bad)
        d->seen = newest;
    return bad;
}

/* --- one against the other ------------------------------------------------------------------------------------------------ */

struct comparing {
    struct list trail; /* newest first */
    bool *found;       /* of those, in the log */
    int64_t first;     /* the first line about a pair that the log has; 0: none */
    store_tell *tell;
    void *arg;
    uint64_t *wrong;
};

static void complain(struct comparing *c, int64_t line, const char *word, const char *what)
{
    char text[160];
    snprintf(text, sizeof text, "match log: line %" PRId64 " of the trail, %s, %s", line, word, what);
    ++*c->wrong;
    c->tell(c->arg, text);
}

static int by_line(const void *key, const void *row)
{
    int64_t line = *(const int64_t *)key, is = ((const struct logged_decision *)row)->line;
    return line > is ? -1 : line < is;
}

static void compare(void *arg, const struct logged_decision *d)
{
    struct comparing *c = arg;
    const struct logged_decision *t = c->trail.n
                                          ? bsearch(&d->line, c->trail.at, c->trail.n, sizeof *c->trail.at, by_line)
                                          : NULL;
    if (d->pair && (!c->first || d->line < c->first))
        c->first = d->line;
    if (!t) {
        complain(c, d->line, d->word, "is in the log and not in the trail");
        return;
    }
    if (t->pair != d->pair || memcmp(t->match, d->match, DECISION_HASH) != 0 ||
        memcmp(t->trail, d->trail, DECISION_HASH) != 0 || strcmp(t->word, d->word) != 0)
        complain(c, d->line, d->word, "is another one in the log");
    c->found[t - c->trail.at] = true;
}

int decisions_check(const char *folder, struct store *s, store_tell *tell, void *arg, uint64_t *wrong,
                    struct store_error *e)
{
    struct comparing c = { .tell = tell, .arg = arg, .wrong = wrong };
    char why[LOG_WHY];
    int64_t newest;
    int bad = find_new(s, 0, &c.trail, &newest, e);
    c.found = calloc(c.trail.n + 1, sizeof *c.found);
    if (!bad && !c.found)
        bad = fail(e, "the trail", "no memory");
    if (!bad && decision_log_read(folder, compare, &c, why))
        bad = fail(e, "the match log", why);
    for (size_t i = 0; !bad && i < c.trail.n; i++)
        if (!c.found[i] && (!c.trail.at[i].pair || (c.first && c.trail.at[i].line >= c.first)))
            complain(&c, c.trail.at[i].line, c.trail.at[i].word, "is not in the log");
    free(c.found);
    free(c.trail.at);
    return bad;
}
