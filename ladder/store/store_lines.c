/* store_lines: the queue by lines.  Jobs that the same workers may take at the same moments wait in one line, whose text says what a lease
 * asks about: a worker for whom none of 50,000 jobs is has looked at some lines, however many there are, not at the jobs. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_lines.h"

/* --- its text: "KIND REMOTE PAIR EVENT PERSON... /FILER" ---------------------------------------------- */

/* A pair: an admission, or two legs.  Persons: whose hosted bots play.  Filer: of a recheck, the host that is not asked. */
struct line {
    enum job_kind kind;
    bool remote, pair;
    int64_t event, person[STORE_SEATS];
    unsigned persons;
    const char *filer;
};

bool pair_line(struct db *db, const struct pair *p, char text[STORE_TEXT])
{
    const int64_t *v = p->version;
    struct db_rows rows;
    bool remote = false;
    char persons[STORE_TEXT] = "";
    db_query(db, &rows,
             "select distinct v.remote, b.person from version v join bot b on b.id = v.bot where v.id in ($1, $2, $3,"
             " $4, $5, $6, $7, $8) order by v.remote, b.person",
             ARGS(INT(v[0]), INT(v[1]), INT(v[2]), INT(v[3]), INT(v[4]), INT(v[5]), INT(v[6]), INT(v[7])));
    while (db_next(&rows)) {
        bool far = db_int(&rows) != 0;
        size_t used = strlen(persons);
        if (!far)
            snprintf(persons + used, sizeof persons - used, " %lld", (long long)db_int(&rows));
        remote |= far;
    }
    snprintf(text, STORE_TEXT, "%d %d %d %lld%.200s /", JOB_PLAY, remote, p->legs == 2, (long long)p->event, persons);
    return remote;
}

static struct line line_read(const char *text)
{
    struct line l = { .filer = strchr(text, '/') };
    char *at = (char *)(uintptr_t)text, *before;
    l.filer = l.filer ? l.filer + 1 : "";
    l.kind = (enum job_kind)strtol(at, &at, 10);
    l.remote = strtol(at, &at, 10) != 0;
    l.pair = strtol(at, &at, 10) != 0;
    l.event = strtoll(at, &at, 10);
    do {
        before = at;
        l.person[l.persons] = strtoll(at, &at, 10);
    } while (at != before && ++l.persons < STORE_SEATS);
    return l;
}

/* --- who looks ------------------------------------------------------------------------------------------ */

struct look {
    const struct wish *wish;
    struct line *here; /* what is played on this machine, its strangers alone */
    size_t count;
};

#define IS_STRANGER "select count(*) from person p where p.id = $1 and " STRANGER
/* It keeps bots of one author apart in a strict jail, too (event_config takes the key with one value). */
#define IS_APART "select count(*) from event where id = $1 and cfg like '%\"apart\"%'"

static bool is(struct db *db, const char *question, int64_t id)
{
    return db_number(db, 0, question, ARGS(INT(id))) > 0;
}

static void keep_strangers(struct db *db, struct line *l)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < l->persons; i++)
        if (is(db, IS_STRANGER, l->person[i]))
            l->person[kept++] = l->person[i];
    l->persons = kept;
}

/* In a strict jail only what an event keeps apart is in anybody's way. */
#define HERE "from job where state = 'leased' and until_ms > $1 and machine = $2"
static void look_begin(struct db *db, struct look *k, const struct wish *w, int64_t now)
{
    const char *machine = w->machine ? w->machine : "";
    struct db_rows rows;
    char text[STORE_TEXT];
    *k = (struct look){ .wish = w };
    if (!*machine || (w->strict && !db_number(db, 0, "select count(*) from event where cfg like '%\"apart\"%'", NONE)))
        return;
    size_t most = (size_t)db_number(db, 0, "select count(*) " HERE, ARGS(INT(now), NAME(machine)));
    if (!(k->here = calloc(most + 1, sizeof *k->here)))
        db_refuse(db, STORE_ENVIRONMENT, "there is not enough memory");
    db_query(db, &rows, "select line " HERE, ARGS(INT(now), NAME(machine)));
    while (db_next(&rows)) {
        db_array(&rows, text);
        if (k->count < most)
            k->here[k->count++] = line_read(text);
    }
    for (size_t i = 0; i < k->count; i++)
        keep_strangers(db, &k->here[i]);
}

static bool takes(const struct look *k, const struct line *l)
{
    const struct wish *w = k->wish;
    const bool refused[JOB_KINDS] = { w->no_play, w->no_validate,
                                      w->no_recheck || !strcmp(l->filer, w->host ? w->host : "") };
    return l->kind < JOB_KINDS && !refused[l->kind] && !(l->remote && w->no_remote);
}

/* A pair with a stranger's bot, whom this jail does not hold as it demands. */
static bool unheld(struct db *db, const struct look *k, const struct line *l)
{
    struct line strangers = *l;
    if (!k->wish->no_strangers || l->kind == JOB_RECHECK || !l->pair)
        return false;
    keep_strangers(db, &strangers);
    return strangers.persons > 0;
}

/* Of two with bots of one stranger on a machine neither is a pair, or both are held and no event minds. */
static bool may_meet(struct db *db, const struct look *k, const struct line *a, const struct line *b)
{
    bool meet = false;
    for (unsigned i = 0; i < a->persons; i++)
        for (unsigned j = 0; j < b->persons; j++)
            meet |= a->person[i] == b->person[j];
    return !meet || (!a->pair && !b->pair) ||
           (k->wish->strict && !is(db, IS_APART, a->event) && !is(db, IS_APART, b->event));
}

static bool meets_nobody(struct db *db, const struct look *k, const struct line *l)
{
    size_t i = 0;
    while (i < k->count && may_meet(db, k, l, &k->here[i]))
        i++;
    return i == k->count;
}

#define UNTOLD(how) \
    "update job " how \
    " set reason = $3 where line >= $1 and line < $2 and state = 'queued' and held = 0 and reason = ''"
/* The reason why these jobs wait is written once, for all lines from the one up to the other. */
static bool say_unheld(struct db *db, const char *line, const char *beyond)
{
    int64_t told = db_do(db, db->dialect == DB_PG ? UNTOLD("") : UNTOLD("indexed by job_untold"),
                         ARGS(TEXT(line), TEXT(beyond), TEXT(STORE_UNHELD)));
    if (told > 0)
        db_do(db,
              "update version set reason = $3 where state = 'pending' and reason = '' and id in (select version from"
              " job where line >= $1 and line < $2 and state in ('queued', 'leased') and held = 0)",
              ARGS(TEXT(line), TEXT(beyond), TEXT(STORE_UNHELD)));
    return told > 0;
}

static size_t fields(const char *text, unsigned count)
{
    const char *at = text;
    while (*at && (*at != ' ' || --count))
        at++;
    return (size_t)(at - text);
}

/* Whether this worker may take nothing from this line up to `beyond`: where the kind, or one person, is refused, all lines that begin so are.  False: this line is
 * for it, and `beyond` is right behind. */
static bool refused(struct db *db, const struct look *k, const char *text, char beyond[STORE_TEXT], struct due *d)
{
    const struct line l = line_read(text);
    struct line begun = l;
    for (begun.persons = 0; begun.persons <= l.persons; begun.persons++) {
        bool whole = begun.persons == l.persons;
        char from[STORE_TEXT];
        begun.filer = whole ? l.filer : "/";
        snprintf(from, sizeof from, "%.*s", whole ? STORE_TEXT : (int)fields(text, 4 + begun.persons), text);
        snprintf(beyond, STORE_TEXT, "%.250s!", from); /* behind each that goes on with a blank */
        if (!takes(k, &begun))
            return true;
        if (unheld(db, k, &begun)) {
            d->told |= say_unheld(db, from, beyond);
            return true;
        }
        if (!meets_nobody(db, k, &begun))
            return true;
    }
    return false;
}

/* --- the first that is due ------------------------------------------------------------------------------ */

/* A query by line says nothing of the attempt, so that no planner goes through all lines by job_due instead. */
#define WAITS "state in ('queued', 'leased') and held = 0"
#define DUE "((state = 'queued' and ready_ms <= $1) or (state = 'leased' and until_ms <= $1))"
/* The lines of those that are due first, most urgent first: nearly always one of them is for who asks. */
#define FIRST_LINES(how) \
    "select line from (select line, priority, id from job " how " where " WAITS " and attempt >= 0 and " DUE \
    " order by priority desc, id limit 64) f group by line order by max(priority) desc, min(id)"
/* All lines, each by the index. */
#define NEXT_LINE(how) "select line from job " how " where " WAITS " and line >= $1 order by line limit 1"
/* A host that said alone that a bot differs is not asked again. */
#define DUE_FIELDS(X, W) \
    X(INT, id, "id") \
    X(INT, pair, "coalesce(pair, again)") \
    X(INT, version, "version") \
    X(BOOL, ran_out, "case state when 'leased' then 1 else 0 end") \
    X(TEXT, worker, "worker") \
    X(INT, attempt, "attempt") \
    X(INT, lost, "lost") \
    X(TEXT, host, "host") \
    X(INT, keyed, "keyed") \
    X(INT, priority, "priority")
static ROW_READ(due_read, struct due, DUE_FIELDS);
#define FIRST_OF(how) \
    SELECT(DUE_FIELDS) \
    " from job " how " where " WAITS " and line = $2 and " DUE \
    " and (again is null or not exists (select 1 from recheck r where r.pair = again and r.version = job.version and" \
    " r.by_host = $3 and " SAID_ALONE ")) order by priority desc, id limit 1"

/* SQLite is told the index, else it would sort all that is queued. */
const char *const lease_queries[][LEASE_QUERIES] = {
    [DB_SQLITE] = { FIRST_LINES("indexed by job_due"), NEXT_LINE("indexed by job_line"),
                    FIRST_OF("indexed by job_line"), FIRST_OF("indexed by job_line") },
    [DB_PG] = { FIRST_LINES(""), NEXT_LINE(""), FIRST_OF(""), FIRST_OF("") " for update skip locked" },
};

static bool first_of(struct db *db, const struct look *k, enum lease_query how, const char *line, int64_t now,
                     struct due *d)
{
    d->kind = line_read(line).kind;
    return db_row(db, due_read, d, lease_queries[db->dialect][how],
                  ARGS(INT(now), TEXT(line), NAME(k->wish->host ? k->wish->host : "")));
}

static bool among_first(struct db *db, const struct look *k, int64_t now, struct due *d)
{
    struct db_rows rows;
    char text[STORE_TEXT], beyond[STORE_TEXT];
    bool found = false;
    db_query(db, &rows, lease_queries[db->dialect][LEASE_FIRST_LINES], ARGS(INT(now)));
    while (!found && db_next(&rows)) {
        db_array(&rows, text);
        found = !refused(db, k, text, beyond, d) && first_of(db, k, LEASE_TAKE, text, now, d);
    }
    if (found)
        db_end(&rows);
    return found;
}

/* A line with something for who asks, by its first job. */
struct head {
    int64_t priority, id;
    char line[STORE_TEXT];
};

static int by_urgency(const void *a, const void *b)
{
    const struct head *x = a, *y = b;
    int by_id = (x->id > y->id) - (x->id < y->id);
    return x->priority != y->priority ? (x->priority < y->priority ? 1 : -1) : by_id;
}

/* A lease looks at no more lines than this; of those that it may not take each stands for all that begin so. */
enum { LOOKS = 256 };

/* Finds them from one line up to the other ("": the last). */
static size_t heads(struct db *db, const struct look *k, const char *from, const char *to, int64_t now,
                    struct head *out, unsigned *looks, struct due *told)
{
    char text[STORE_TEXT], at[STORE_TEXT];
    struct db_rows rows;
    struct due d;
    size_t n = 0;
    strcpy(at, from);
    while (*looks && (*looks)-- && db_one(db, &rows, lease_queries[db->dialect][LEASE_NEXT_LINE], ARGS(TEXT(at)))) {
        db_array(&rows, text);
        db_end(&rows);
        if (*to && strcmp(text, to) >= 0)
            break;
        if (!refused(db, k, text, at, told) && first_of(db, k, LEASE_LOOK, text, now, &d)) {
            out[n] = (struct head){ .priority = d.priority, .id = d.id };
            strcpy(out[n++].line, text);
        }
    }
    return n;
}

/* The line of one of the jobs that wait, by lot. */
static void line_by_lot(struct db *db, char line[STORE_TEXT])
{
    int64_t first = db_number(db, 0, "select min(id) from job where state = 'queued'", NONE),
            last = db_number(db, 0, "select max(id) from job where state = 'queued'", NONE);
    db_text_of(db, line, STORE_TEXT,
               "select line from job where state = 'queued' and id >= $1 order by state, id limit 1",
               ARGS(INT(first + randombytes_uniform((uint32_t)(last - first) + 1))));
}

/* The most urgent of many, from a line by lot on: none waits behind the same others for ever. */
static bool among_all(struct db *db, const struct look *k, int64_t now, struct due *d)
{
    struct head head[LOOKS];
    char from[STORE_TEXT];
    unsigned looks = LOOKS;
    line_by_lot(db, from);
    size_t n = heads(db, k, from, "", now, head, &looks, d), i = 0;
    n += heads(db, k, "", from, now, head + n, &looks, d);
    qsort(head, n, sizeof *head, by_urgency);
    while (i < n && !first_of(db, k, LEASE_TAKE, head[i].line, now, d))
        i++;
    return i < n;
}

bool line_due(struct db *db, const struct wish *w, int64_t now, struct due *d)
{
    struct look k;
    d->told = false;
    look_begin(db, &k, w, now);
    bool found = among_first(db, &k, now, d) || among_all(db, &k, now, d);
    free(k.here);
    return found;
}
