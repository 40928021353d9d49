/* store_ratings: rating runs, which are derived: each says which results it was made of, and a newer one
 * replaces it. */
#include <string.h>

#include "store_ratings.h"
#include "store_state.h"
#include "cli/language.h"

#define RUN_FIELDS(X, W) \
    X(INT, id, "r.id") \
    X(INT, ladder, "r.ladder") \
    X(TEXT, algorithm, "r.algorithm") \
    X(TEXT, params, "r.params") \
    X(BLOB, results, "r.results") \
    X(INT, serial, "r.serial") \
    X(INT, pairs, "r.pairs") \
    X(INT, created_ms, "r.created_ms")
static ROW_READ(run_read, struct rating_run, RUN_FIELDS);

#define RATING_FIELDS(X, W) \
    X(INT, version, "t.version") \
    X(INT, place, "t.place") \
    X(INT, band, "t.band") \
    X(REAL, elo, "t.elo") \
    X(REAL, low, "t.low") \
    X(REAL, high, "t.high") \
    X(INT, pairs, "t.pairs") \
    X(REAL, score, "t.score") \
    X(REAL, per_hand, "t.per_hand") \
    X(REAL, per_hand_error, "t.per_hand_error") \
    X(REAL, superior, "t.superior") \
    X(REAL, cleared, "t.cleared") \
    X(REAL, cleared_error, "t.cleared_error") \
    X(INT, better, "t.better") \
    X(INT, worse, "t.worse")
static ROW_READ(rating_read, struct rating, RATING_FIELDS);

int store_second_legs(struct store *s, struct rating *out, size_t max, size_t *n, struct store_error *e)
{
    struct listing l = { .read = rating_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query,
                "select " COLUMNS(
                    RATING_FIELDS) "0 from rating t where t.run in (select max(id) from rating_run group by ladder)"
                                   " and t.better > t.worse");
    query_page(&l.query,
               "1. * (t.better - t.worse) * (t.better - t.worse) / (t.better + t.worse) desc, t.run, t.version", max);
    return store_list(s, &l, n, e);
}

static void id_read(struct db_rows *rows, void *row) { *(int64_t *)row = db_int(rows); }

int store_ratings_due(struct store *s, int64_t *ladder, size_t max, size_t *n, struct store_error *e)
{
    struct listing l = { .read = id_read, .out = ladder, .size = sizeof *ladder, .max = max };
    query_start(&l.query, "select l.id from ladder l left join rating_run r on r.id = (select max(id) from rating_run"
                          " where ladder = l.id) where coalesce(r.serial, 0) <> l.serial");
    query_page(&l.query, "coalesce(r.created_ms, 0), l.id", max);
    return store_list(s, &l, n, e);
}

struct rated {
    const struct rating_run *run;
    const struct rating *row;
    size_t rows;
};

static void rating_add(struct db *db, void *arg)
{
    struct change *a = arg;
    const struct rated *all = a->what;
    const struct rating_run *r = all->run;
    a->id = db_insert(db,
                      "insert into rating_run(ladder, algorithm, params, results, serial, pairs, created_ms)"
                      " values($1, $2, $3, $4, $5, $6, $7) returning id",
                      ARGS(INT(r->ladder), NAME(r->algorithm), TEXT(r->params), HASH_OF(r->results), INT(r->serial),
                           INT(r->pairs), INT(store_now(db->store))));
    for (size_t i = 0; i < all->rows; i++) {
        const struct rating *t = &all->row[i];
        db_do(db,
              "insert into rating(run, version, place, band, elo, low, high, pairs, score, per_hand,"
              " per_hand_error, superior, cleared, cleared_error, better, worse) values($1, $2, $3, $4, $5, $6, $7, "
              "$8, $9, $10,"
              " $11, $12, $13, $14, $15, $16)",
              ARGS(INT(a->id), INT(t->version), INT(t->place), INT(t->band), REAL(t->elo), REAL(t->low), REAL(t->high),
                   INT(t->pairs), REAL(t->score), REAL(t->per_hand), REAL(t->per_hand_error), REAL(t->superior),
                   REAL(t->cleared), REAL(t->cleared_error), INT(t->better), INT(t->worse)));
    }
    db_touch(db, TOPIC_RESULTS);
}

int store_rating_add(struct store *s, const struct rating_run *r, const struct rating *row, size_t rows, int64_t *id,
                     struct store_error *e)
{
    return store_add(s, rating_add, &(struct rated){ r, row, rows }, NULL, id, e);
}

int store_rating_newest(struct store *s, int64_t ladder, struct rating_run *out, struct store_error *e)
{
    struct listing l = { .read = run_read, .out = out, .size = sizeof *out, .max = 1 };
    query_start(&l.query, SELECT(RUN_FIELDS) " from rating_run r where 1 = 1");
    query_and(&l.query, "r.ladder = ", INT(ladder));
    query_page(&l.query, "r.id desc", 1);
    return store_one(s, &l, e, N_("nothing was rated yet"));
}

static void standing_read(struct db_rows *rows, void *row)
{
    struct standing *t = row;
    rating_read(rows, &t->rating);
    label_read(rows, &t->who);
    t->state = (enum version_state)db_word(rows, version_state_names, VERSION_STATES);
    t->remote = db_int(rows) != 0;
}

int store_standings(struct store *s, int64_t run, int64_t after_place, struct standing *out, size_t max, size_t *n,
                    struct store_error *e)
{
    struct listing l = { .read = standing_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, "select " COLUMNS(RATING_FIELDS)
                              COLUMNS(LABEL_FIELDS) "v.state, v.remote from rating t join version v on v.id = t.version"
                                                    " join bot b on b.id = v.bot join person p on p.id = b.person where"
                                                    " 1 = 1");
    query_and(&l.query, "t.run = ", INT(run));
    query_and(&l.query, "t.place > ", INT(after_place));
    query_page(&l.query, "t.place", max);
    return store_list(s, &l, n, e);
}

static void span_read(struct db_rows *rows, void *row)
{
    double *span = row;
    span[0] = db_real(rows);
    span[1] = db_real(rows);
}

int store_rating_span(struct store *s, int64_t run, double *low, double *high, struct store_error *e)
{
    double span[2] = { 0 };
    struct listing l = { .read = span_read, .out = span, .size = sizeof span, .max = 1 };
    query_with(&l.query, "select coalesce(min(low), 0), coalesce(max(high), 0) from rating where run = $1",
               ARGS(INT(run)));
    int code = store_one(s, &l, e, "nothing");
    *low = span[0];
    *high = span[1];
    return code;
}

static void point_read(struct db_rows *rows, void *row)
{
    struct rating_point *p = row;
    p->run = db_int(rows);
    p->ladder = db_int(rows);
    p->at_ms = db_int(rows);
    rating_read(rows, &p->rating);
}

int store_rating_history(struct store *s, int64_t ladder, int64_t version, int64_t before_run, struct rating_point *out,
                         size_t max, size_t *n, struct store_error *e)
{
    struct listing l = { .read = point_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, "select r.id, r.ladder, r.created_ms, " COLUMNS(
                              RATING_FIELDS) "0 from rating t join rating_run r on r.id = t.run where 1 = 1");
    query_and(&l.query, "t.version = ", INT(version));
    query_if(&l.query, "r.ladder = ", ladder);
    query_if(&l.query, "t.run < ", before_run);
    query_page(&l.query, "t.run desc", max);
    return store_list(s, &l, n, e);
}

struct thinning {
    int64_t ladder, before_ms, every_ms;
};

/* The newest run stays in any case: it is what pages show. */
static void ratings_thin(struct db *db, void *arg)
{
    const struct thinning *t = arg;
    static const char
        rows[] = "delete from rating where run in (select r.id from rating_run r where r.ladder = $1 and r.created_ms"
                 " < $2 and exists(select 1 from rating_run x where x.ladder = r.ladder and x.id > r.id and"
                 " x.created_ms / $3 = r.created_ms / $3))";
    static const char runs[] = "delete from rating_run where ladder = $1 and created_ms < $2"
                               " and not exists(select 1 from rating where run = rating_run.id) and"
                               " exists(select 1 from rating_run x where x.ladder = rating_run.ladder and"
                               " x.id > rating_run.id and x.created_ms / $3 = rating_run.created_ms / $3)";
    db_do(db, rows, ARGS(INT(t->ladder), INT(t->before_ms), INT(t->every_ms)));
    db_do(db, runs, ARGS(INT(t->ladder), INT(t->before_ms), INT(t->every_ms)));
}

int store_ratings_thin(struct store *s, int64_t ladder, int64_t before_ms, int64_t every_ms, struct store_error *e)
{
    return store_write(s, ratings_thin, &(struct thinning){ ladder, before_ms, every_ms }, e);
}
