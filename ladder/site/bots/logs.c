/* logs: what bots printed, for their authors and the hosts. */
#include "logs.h"
#include "cli/language.h"

#include <string.h>

#include "bots.h"
#include "site/session/forms.h"

/* What the store had, as plain text: a browser shows it and runs nothing of it.  A page tells a person that there is none. */
static unsigned put_log(struct http_request *r, struct http_answer *a, int bad, struct store_bytes *log,
                        const struct store_error *e)
{
    if (bad && (bad != STORE_NOT_FOUND || is_api(r)))
        return show_store_error(r, a, e);
    if (!log->size && !is_api(r)) {
        store_free(log);
        show_head(r, &a->page, TR(r, "The bot printed nothing here, or it was so long ago that it is forgotten."),
                  NULL);
        show_foot(r, &a->page);
        return 200;
    }
    a->type = "text/plain; charset=utf-8";
    page_bytes(&a->page, log->data, log->size);
    store_free(log);
    return 200;
}

static unsigned version_log(struct http_request *r, struct http_answer *a)
{
    struct bot b;
    struct version v;
    struct validation x;
    struct store_bytes log = { 0 };
    struct store_error e;
    size_t n = 0;
    int bad = own_version(r, true, &b, &v, &e);
    if (!bad)
        bad = store_validations(site_of(r)->store, v.id, &x, 1, &n, &e);
    if (!bad && !n)
        bad = store_say(&e, STORE_NOT_FOUND, N_("it was not validated yet: its page says what it waits for"));
    return bad ? show_store_error(r, a, &e)
               : put_log(r, a, store_validation_log(site_of(r)->store, x.id, &log, &e), &log, &e);
}

/* /matches/{}/logs/{seat}: what the bot at that seat printed. */
static unsigned seat_log(struct http_request *r, struct http_answer *a)
{
    struct leg l;
    struct version_label who;
    struct store_bytes log = { 0 };
    struct store_error e;
    int64_t seat = id_at(r, 1);
    const struct guest *g = guest_of(r);
    int bad = seen_leg(r, id_at(r, 0), &l, &e);
    if (!bad && (seat >= l.seats || strspn(r->part[1], "0123456789") != strlen(r->part[1])))
        bad = store_say(&e, STORE_NOT_FOUND, N_("there is no such seat"));
    if (!bad)
        bad = store_label(site_of(r)->store, l.seat[seat].version, &who, &e);
    if (!bad && who.person != g->person.id && !is_host(g))
        bad = store_say(&e, STORE_NOT_FOUND, N_("this is its author's alone"));
    return bad ? show_store_error(r, a, &e)
               : put_log(r, a, store_leg_log(site_of(r)->store, l.id, (unsigned)seat, &log, &e), &log, &e);
}

const struct http_route log_routes[] = {
    { "GET", "/bots/{}/{}/versions/{}/log", version_log, AUTH_KNOWN | AUTH_TWIN, 0 },
    { "GET", "/matches/{}/logs/{}", seat_log, AUTH_KNOWN | AUTH_TWIN, 0 },
    { 0 },
};
