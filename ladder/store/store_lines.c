/* store_lines: the queue by lines.  Jobs that the same workers may take at the same moments wait in one line, whose text says what a lease
 * asks about: a worker for whom none of 50,000 jobs is has looked at some lines, not at the jobs. */
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
    "update job " how " set reason = $2 where line = $1 and state = 'queued' and held = 0 and reason = ''"
/* Whoever looks why nothing is played is told, once. */
static bool say_unheld(struct db *db, const char *line)
{
    int64_t told = db_do(db, db->dialect == DB_PG ? UNTOLD("") : UNTOLD("indexed by job_untold"),
                         ARGS(TEXT(line), TEXT(STORE_UNHELD)));
    if (told > 0)
        db_do(db,
              "update version set reason = $2 where state = 'pending' and reason = '' and id in (select version from"
              " job where line = $1 and state in ('queued', 'leased') and held = 0)",
              ARGS(TEXT(line), TEXT(STORE_UNHELD)));
    return told > 0;
}

/* --- the first that is due ------------------------------------------------------------------------------ */

/* Who goes by a line says nothing of the attempt, so that no planner goes through all lines by job_due instead. */
#define WAITS "state in ('queued', 'leased') and held = 0"
#define DUE "((state = 'queued' and ready_ms <= $1) or (state = 'leased' and until_ms <= $1))"
/* The lines of those that are due first, most urgent first: nearly always one of them is for who asks. */
#define FIRST_LINES(how) \
    "select line from (select line, priority, id from job " how " where " WAITS " and attempt >= 0 and " DUE \
    " order by priority desc, id limit 64) f group by line order by max(priority) desc, min(id)"
/* All lines in which one is due: from each to the next by the index. */
#define ALL_LINES(how) \
    "with recursive l(line) as (select min(line) from job " how " where " WAITS \
    " union all select (select min(line) from job " how " where " WAITS \
    " and line > l.line) from l where l.line is not" \
    " null), h(line, first) as materialized (select l.line, (select id from job " how " where " WAITS \
    " and line = l.line" \
    " and " DUE \
    " order by priority desc, id limit 1) from l) select line from h where first is not null order by (select" \
    " priority from job where id = first) desc, first"
/* Who said alone that a bot differs is not asked again. */
#define FIRST_OF(how) \
    "select id, coalesce(pair, again), version, case state when 'leased' then 1 else 0 end, worker, attempt, lost, " \
    "host, coalesce(keyed, 0) from job " how " where " WAITS " and line = $2 and " DUE \
    " and (again is null or not exists (select 1 from recheck r where r.pair = again and r.version = job.version and" \
    " r.by_host = $3 and " SAID_ALONE ")) order by priority desc, id limit 1"

/* SQLite is told the index, else it would sort all that is queued. */
const char *const lease_queries[][LEASE_QUERIES] = {
    [DB_SQLITE] = { FIRST_LINES("indexed by job_due"), ALL_LINES("indexed by job_line"),
                    FIRST_OF("indexed by job_line") },
    [DB_PG] = { FIRST_LINES(""), ALL_LINES(""), FIRST_OF("") " for update skip locked" },
};

static bool first_of(struct db *db, const struct look *k, const char *line, int64_t now, struct due *d)
{
    struct db_rows rows;
    if (!db_one(db, &rows, lease_queries[db->dialect][LEASE_FIRST_OF],
                ARGS(INT(now), TEXT(line), NAME(k->wish->host ? k->wish->host : ""))))
        return false;
    d->kind = line_read(line).kind;
    d->id = db_int(&rows);
    d->pair = db_int(&rows);
    d->version = db_int(&rows);
    d->ran_out = db_int(&rows) != 0;
    db_array(&rows, d->worker);
    d->attempt = db_int(&rows);
    d->lost = db_int(&rows);
    db_array(&rows, d->host);
    d->keyed = db_int(&rows);
    db_end(&rows);
    return true;
}

static bool among_lines(struct db *db, const struct look *k, enum lease_query which, int64_t now, struct due *d)
{
    struct db_rows rows;
    char text[STORE_TEXT];
    bool found = false;
    db_query(db, &rows, lease_queries[db->dialect][which], ARGS(INT(now)));
    while (!found && db_next(&rows)) {
        db_array(&rows, text);
        struct line l = line_read(text);
        if (!takes(k, &l))
            continue;
        if (unheld(db, k, &l))
            d->told |= say_unheld(db, text);
        else
            found = meets_nobody(db, k, &l) && first_of(db, k, text, now, d);
    }
    if (found)
        db_end(&rows);
    return found;
}

bool line_due(struct db *db, const struct wish *w, int64_t now, struct due *d)
{
    struct look k;
    d->told = false;
    look_begin(db, &k, w, now);
    bool found = among_lines(db, &k, LEASE_FIRST_LINES, now, d) || among_lines(db, &k, LEASE_ALL_LINES, now, d);
    free(k.here);
    return found;
}
