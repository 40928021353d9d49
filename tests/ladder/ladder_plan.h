/* ladder_plan: how a test's program serves a site: all its pages, on an address of this machine. */
#ifndef FIEL_TESTS_LADDER_PLAN_H
#define FIEL_TESTS_LADDER_PLAN_H

#include "site/session/account.h"
#include "site/session/quota.h"
#include "site/session/site.h"

/* Where nothing is counted; site_counted is as `serve` has it, with quotas. */
static inline struct http_plan site_plan(struct site *s, unsigned threads)
{
    return (struct http_plan){ .bind = "127.0.0.1:0",
                               .threads = threads,
                               .routes = site_all_routes(),
                               .server = s,
                               .auth = auth,
                               .leave = auth_leave,
                               .sorry = auth_sorry };
}

static inline struct http_plan site_counted(struct site *s, const char *bind)
{
    struct http_plan plan = site_plan(s, 2);
    plan.bind = bind;
    plan.admit = auth_admit;
    plan.spool = quota_spool;
    plan.whose = counted_address;
    return plan;
}

#endif
