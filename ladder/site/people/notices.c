/* notices: shown, and marked as read when their reader says so. */
#include "notices.h"
#include "cli/language.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "site/session/forms.h"
#include "store/store_trail.h"

enum { LISTED = 30 };

static void put_notice(struct http_request *r, struct page *p, const struct notice *x)
{
    page_fill(p, "{h}{t} ", x->read_ms ? "<li>" : "<li class=\"new\">", x->created_ms);
    show_reason(r, p, x->version, x->text);
    page_put(p, " ");
    if (x->version)
        show_version(r, p, x->version);
    if (x->leg)
        page_format(p, " <a href=\"/matches/%" PRId64 "\">%s %" PRId64 "</a>", x->leg, TR(r, "Match"), x->leg);
    page_put(p, "</li>");
}

int put_notices(struct http_request *r, struct page *p, struct store_error *e)
{
    struct notice notice[LISTED];
    size_t n = 0;
    bool fresh = false;
    int bad = store_notices(store_of(r), guest_of(r)->person.id, 0, notice, LISTED, &n, e);
    if (bad || !n)
        return bad;
    page_fill(p, "<h2>{}</h2><ul class=\"notices\">", TR(r, "Notices"));
    for (size_t i = 0; i < n; i++) {
        put_notice(r, p, &notice[i]);
        fresh |= !notice[i].read_ms;
    }
    page_put(p, "</ul>");
    if (!fresh)
        return STORE_OK;
    form_open(r, p, "/me/notices", "class=\"inline\"");
    page_format(p, "<input type=\"hidden\" name=\"upto\" value=\"%" PRId64 "\">", notice[0].id);
    page_fill(p, "<button>{}</button></form>", TR(r, "mark as read"));
    return STORE_OK;
}

/* Up to the newest that was shown: one that has come meanwhile stays new. */
static unsigned do_read(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    const char *text = form_text(r, "upto");
    size_t digits = strspn(text, "0123456789");
    int bad = digits && digits < 19 && !text[digits]
                  ? STORE_OK
                  : store_say(&e, STORE_INVALID, N_("upto is the newest notice's id"));
    if (!bad)
        bad = store_notices_read(store_of(r), guest_of(r)->person.id, strtoll(text, NULL, 10), &e);
    if (is_api(r))
        return bad ? answer_store(a, &e) : answer_id(a, 0);
    return bad ? show_store_error(r, a, &e) : http_redirect(a, "/me");
}

const struct http_route notice_routes[] = {
    { "POST", "/me/notices", do_read, AUTH_KNOWN | AUTH_TWIN, 0 },
    { 0 },
};
