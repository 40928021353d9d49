/* store_quota: how much of a kind one account may have at once. */
#include <inttypes.h>

#include "store_people.h"
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
    db_refuse(db, STORE_STALE,
              which == QUOTA_BOTS ? N_("an account has room for %lld bots, and yours has %lld: ask the host for room")
              : which == QUOTA_WAITING
                  ? N_("an account has room for %lld versions that wait for admission, and yours has %lld: wait until "
                       "they have played")
                  : N_("an account has room for %lld open disputes, and yours has %lld: wait until they are decided"),
              (long long)most, (long long)has);
}

void quota_judge(struct db *db, enum quota which, int64_t person)
{
    const struct kind *k = &kinds[which];
    /* The account's row is held until the commit: who adds at the same time counts this one, too. */
    db_do(db, "update person set closed = closed where id = $1", ARGS(INT(person)));
    if (!db_number(db, 0, "select count(*) from person p where p.id = $1 and " STRANGER, ARGS(INT(person))))
        return;
    int64_t most = setting_number(db, k->setting, k->most), has = db_number(db, 0, k->count, ARGS(INT(person)));
    if (has >= most)
        refuse(db, which, most, has);
}
