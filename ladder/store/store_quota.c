/* store_quota: how much of a kind one account may have at once. */
#include <inttypes.h>
#include <stdlib.h>

#include "store_state.h"

static const struct kind {
    const char *setting;
    int64_t most; /* when it was never set */
    const char *count;
} kinds[QUOTAS] = {
    [QUOTA_BOTS] = { "quota.bots", STORE_QUOTA_BOTS, "select count(*) from bot where person = $1" },
    [QUOTA_WAITING] = { "quota.waiting", STORE_QUOTA_WAITING,
                        "select count(*) from version v join bot b on b.id = v.bot where b.person = $1 and"
                        " v.state = 'pending'" },
    [QUOTA_DISPUTES] = { "quota.disputes", STORE_QUOTA_DISPUTES,
                         "select count(*) from dispute where person = $1 and state = 'open'" },
};

static void refuse(struct db *db, enum quota which, int64_t most, int64_t has)
{
    switch (which) {
    case QUOTAS: return;
    case QUOTA_BOTS:
        db_refuse(db, STORE_STALE,
                  "an account has room for %" PRId64 " bots, and yours has %" PRId64 ": ask the host for room", most,
                  has);
        return;
    case QUOTA_WAITING:
        db_refuse(db, STORE_STALE,
                  "an account has room for %" PRId64 " versions that wait for admission, and yours has %" PRId64
                  ": wait until they have played",
                  most, has);
        return;
    case QUOTA_DISPUTES:
        db_refuse(db, STORE_STALE,
                  "an account has room for %" PRId64 " open disputes, and yours has %" PRId64
                  ": wait until they are decided",
                  most, has);
        return;
    }
}

void quota_judge(struct db *db, enum quota which, int64_t person)
{
    const struct kind *k = &kinds[which];
    char text[STORE_LONG] = "";
    struct db_rows rows;
    /* The account's row is held until the commit: who adds at the same time counts this one, too. */
    db_do(db, "update person set closed = closed where id = $1", ARGS(INT(person)));
    if (!db_number(db, 0, "select count(*) from person p where p.id = $1 and " STRANGER, ARGS(INT(person))))
        return;
    if (db_one(db, &rows, "select value from setting where name = $1", ARGS(NAME(k->setting))))
        db_array(&rows, text);
    db_end(&rows);
    int64_t most = *text ? strtol(text, NULL, 10) : k->most, has = db_number(db, 0, k->count, ARGS(INT(person)));
    if (has >= most)
        refuse(db, which, most, has);
}
