/* store_trail: the append-only trail, and notices to people.
 *
 * A line's hash is H(D("fiel/trail") | hash before, 32 zeros for the first | u64 at_ms | for actor, action,
 * subject, detail: u16 length | bytes), so that a line which is changed or taken out is seen by a reader who has
 * kept a later hash. */
#include <stdio.h>
#include <string.h>

#include "record/crypto.h"
#include "cli/language.h"
#include "store_state.h"

static size_t add_text(uint8_t *out, const char *text)
{
    size_t size = strlen(text);
    out[0] = (uint8_t)(size >> 8);
    out[1] = (uint8_t)size;
    memcpy(out + 2, text, size);
    return size + 2;
}

void trail_hash(uint8_t out[STORE_HASH], const uint8_t before[STORE_HASH], const struct trail_line *t)
{
    uint8_t bytes[STORE_HASH + 8 + 4 * 2 + 3 * STORE_NAME + STORE_LONG];
    size_t size = STORE_HASH;
    memcpy(bytes, before, STORE_HASH);
    for (int shift = 56; shift >= 0; shift -= 8)
        bytes[size++] = (uint8_t)((uint64_t)t->at_ms >> shift);
    size += add_text(bytes + size, t->actor);
    size += add_text(bytes + size, t->action);
    size += add_text(bytes + size, t->subject);
    size += add_text(bytes + size, t->detail);
    hash_tagged(out, "fiel/trail", bytes, size);
}

#define TRAIL_FIELDS(X, W) \
    X(INT, id, "t.id") \
    X(INT, at_ms, "t.at_ms") \
    X(TEXT, actor, "t.actor") \
    X(TEXT, action, "t.action") \
    X(TEXT, subject, "t.subject") \
    X(TEXT, detail, "t.detail") \
    X(BLOB, hash, "t.hash")
ROW_READ(trail_read, struct trail_line, TRAIL_FIELDS);

/* The update locks the row until the commit, so that no two lines follow the same one. */
void trail_write(struct db *db, const char *actor, const char *action, const char *subject, const char *detail)
{
    struct trail_line t = { .at_ms = store_now(db->store) };
    uint8_t before[STORE_HASH] = { 0 };
    struct db_rows rows;
    text_cut(t.actor, sizeof t.actor, actor);
    text_cut(t.action, sizeof t.action, action);
    text_cut(t.subject, sizeof t.subject, subject);
    text_cut(t.detail, sizeof t.detail, detail);
    db_do(db, "update setting set value = value where name = 'trail'", NONE);
    if (db_one(db, &rows, "select hash from trail order by id desc limit 1", NONE))
        db_blob(&rows, before, STORE_HASH);
    db_end(&rows);
    trail_hash(t.hash, before, &t);
    db_do(db, "insert into trail(at_ms, actor, action, subject, detail, hash) values($1, $2, $3, $4, $5, $6)",
          ARGS(INT(t.at_ms), NAME(t.actor), NAME(t.action), NAME(t.subject), LONG(t.detail), HASH_OF(t.hash)));
}

void trail_about(struct db *db, const char *actor, const char *action, const char *what, int64_t id, const char *detail)
{
    char subject[STORE_NAME];
    snprintf(subject, sizeof subject, "%.32s %lld", what, (long long)id);
    trail_write(db, actor, action, subject, detail);
}

int store_trail(struct store *s, int64_t before, struct trail_line *out, size_t max, size_t *n, struct store_error *e)
{
    struct listing l = { .read = trail_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, SELECT(TRAIL_FIELDS) " from trail t where 1 = 1");
    query_if(&l.query, "t.id < ", before);
    query_page(&l.query, "t.id desc", max);
    return store_list(s, &l, n, e);
}

int store_trail_about(struct store *s, const char *what, int64_t id, struct trail_line *out, size_t max, size_t *n,
                      struct store_error *e)
{
    struct listing l = { .read = trail_read, .out = out, .size = sizeof *out, .max = max };
    char subject[STORE_NAME];
    snprintf(subject, sizeof subject, "%.32s %lld", what, (long long)id);
    query_start(&l.query, SELECT(TRAIL_FIELDS) " from trail t where 1 = 1");
    query_and(&l.query, "t.subject = ", NAME(subject));
    query_page(&l.query, "t.id desc", max);
    return store_list(s, &l, n, e);
}

/* --- notices -------------------------------------------------------------------------------------- */

void notice_write(struct db *db, int64_t person, int64_t version, int64_t leg, const char *kind, const char *text)
{
    char cut[STORE_TEXT];
    text_cut(cut, sizeof cut, text);
    db_do(db,
          "insert into notice(person, version, leg, kind, text, created_ms, read_ms) values($1, $2, $3, $4,"
          " $5, $6, 0)",
          ARGS(INT(person), REF(version), REF(leg), TEXT_UNDER(kind, 32), TEXT(cut), INT(store_now(db->store))));
}

#define NOTICE_FIELDS(X, W) \
    X(INT, id, "t.id") \
    X(INT, person, "t.person") \
    X(INT, version, "t.version") \
    X(INT, leg, "t.leg") \
    X(TEXT, kind, "t.kind") \
    X(TEXT, text, "t.text") \
    X(INT, created_ms, "t.created_ms") \
    X(INT, read_ms, "t.read_ms")
static ROW_READ(notice_read, struct notice, NOTICE_FIELDS);

int store_notices(struct store *s, int64_t person, int64_t before, struct notice *out, size_t max, size_t *n,
                  struct store_error *e)
{
    struct listing l = { .read = notice_read, .out = out, .size = sizeof *out, .max = max };
    query_start(&l.query, SELECT(NOTICE_FIELDS) " from notice t where 1 = 1");
    query_and(&l.query, "t.person = ", INT(person));
    query_if(&l.query, "t.id < ", before);
    query_page(&l.query, "t.id desc", max);
    return store_list(s, &l, n, e);
}

int store_notices_read(struct store *s, int64_t person, int64_t up_to, struct store_error *e)
{
    return store_do(s, e, "update notice set read_ms = $3 where person = $1 and id <= $2 and read_ms = 0",
                    ARGS(INT(person), INT(up_to), INT(store_now(s))));
}
