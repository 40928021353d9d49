/* store_disputes: an author doubts a match, the host decides. */
#include <stdio.h>

#include "store_disputes.h"
#include "store_state.h"
#include "cli/language.h"

const char *const dispute_state_names[DISPUTE_STATES] = { "open", "upheld", "void", "withdrawn" };

#define DISPUTE_FIELDS(X, W) \
    X(INT, id, "d.id") \
    X(INT, leg, "d.leg") \
    X(INT, pair, "d.pair") \
    X(INT, person, "d.person") \
    X(TEXT, text, "d.text") \
    X(BLOB_IF, transcript, "d.transcript") \
    W(dispute_state_names, state, "d.state") \
    X(TEXT, decided_by, "d.decided_by") \
    X(TEXT, decision, "d.decision") \
    X(INT, again, "d.again") \
    X(INT, created_ms, "d.created_ms")
static ROW_READ(dispute_read, struct dispute, DISPUTE_FIELDS);
#define DISPUTES SELECT(DISPUTE_FIELDS) " from dispute d where 1 = 1"

static void dispute_add(struct db *db, void *arg)
{
    struct change *a = arg;
    const struct dispute *d = a->what;
    int64_t pair = db_number(db, 0, "select pair from leg where id = $1", ARGS(INT(d->leg)));
    if (!pair)
        db_refuse(db, STORE_NOT_FOUND, N_("there is no match %lld"), (long long)d->leg);
    quota_judge(db, QUOTA_DISPUTES, d->person);
    a->id = db_insert(db,
                      "insert into dispute(leg, pair, person, text, transcript, state, decided_by, decision, again,"
                      " created_ms, decided_ms) values($1, $2, $3, $4, $5, 'open', '', '', null, $6, 0) returning id",
                      ARGS(INT(d->leg), INT(pair), INT(d->person), LONG(d->text),
                           BLOB_IF(d->has_transcript, d->transcript, STORE_HASH), INT(store_now(db->store))));
    trail_about(db, a->actor, "dispute-filed", "leg", d->leg, d->text);
}

int store_dispute_add(struct store *s, const struct dispute *d, const char *actor, int64_t *id, struct store_error *e)
{
    return store_add(s, dispute_add, d, actor, id, e);
}

int store_dispute(struct store *s, int64_t id, struct dispute *out, struct store_error *e)
{
    struct listing l = { .read = dispute_read, .out = out, .size = sizeof *out, .max = 1 };
    query_start(&l.query, DISPUTES);
    query_and(&l.query, "d.id = ", INT(id));
    return store_one(s, &l, e, N_("there is no dispute %lld"), (long long)id);
}

int store_disputes(struct store *s, const struct dispute_filter *f, struct dispute *out, size_t max, size_t *n,
                   struct store_error *e)
{
    struct listing l = { .read = dispute_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, DISPUTES);
    query_if(&l.query, "d.leg = ", f->leg);
    query_if(&l.query, "d.person = ", f->person);
    if (f->state >= 0)
        query_and(&l.query, "d.state = ", NAME(dispute_state_names[f->state]));
    query_if(&l.query, "d.id < ", f->before);
    query_page(&l.query, "d.id desc", max);
    return store_list(s, &l, n, e);
}

/* Voids the pair and has it played again; 0 when another dispute did so before. */
static int64_t play_again(struct db *db, const struct change *d, int64_t pair)
{
    char reason[STORE_NAME];
    if (db_number(db, 0, "select count(*) from pair where id = $1 and state = 'void'", ARGS(INT(pair))) == 1)
        return 0;
    snprintf(reason, sizeof reason, "dispute %lld", (long long)d->id);
    return pair_replay(db, pair, reason, d->actor);
}

static void dispute_decide(struct db *db, void *arg)
{
    const struct change *d = arg;
    struct dispute was = { 0 };
    char text[STORE_TEXT];
    int64_t again = 0;
    if (!db_do(db,
               "update dispute set state = $2, decided_by = $3, decision = $4, decided_ms = $5 where id = $1"
               " and state = 'open'",
               ARGS(INT(d->id), NAME(dispute_state_names[d->to]), NAME(d->actor), LONG(d->reason),
                    INT(store_now(db->store)))))
        db_refuse(db, STORE_STALE, N_("dispute %lld is not open: look again"), (long long)d->id);
    db_row(db, dispute_read, &was, DISPUTES " and d.id = $1", ARGS(INT(d->id)));
    if (d->to == DISPUTE_VOID)
        again = play_again(db, d, was.pair);
    db_do(db, "update dispute set again = $2 where id = $1", ARGS(INT(d->id), REF(again)));
    trail_about(db, d->actor, "dispute-decided", "dispute", d->id, dispute_state_names[d->to]);
    const char *word = d->to == DISPUTE_VOID ? N_("void") : N_("the result stands");
    said_put(text, sizeof text, word, "your dispute %lld: %s", (long long)d->id, word);
    if (d->to != DISPUTE_WITHDRAWN)
        notice_write(db, was.person, 0, was.leg, "dispute", text);
}

int store_dispute_decide(struct store *s, int64_t id, enum dispute_state to, const char *decision, const char *actor,
                         struct store_error *e)
{
    if (to == DISPUTE_OPEN)
        return store_fail(e, STORE_INVALID, N_("a dispute is decided upheld, void or withdrawn"));
    return store_write(s, dispute_decide,
                       &(struct change){ .id = id, .to = (int)to, .reason = decision, .actor = actor }, e);
}
