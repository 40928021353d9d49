/* people: signing in, up and out; passwords and tokens. */
#include "people.h"
#include "cli/language.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "site/bots/bots.h"
#include "keyed.h"
#include "notices.h"
#include "site/session/access_log.h"
#include "site/session/forms.h"

enum { NEW_FROM_ADDRESS = 20, NEW_TOKENS = 20, TOKENS_LISTED = 50 };
static const int64_t hour = 3600 * 1000, day = INT64_C(86400) * 1000;

/* --- in and up -------------------------------------------------------------------------------------------- */

static void put_enter(struct http_request *r, struct page *p)
{
    static const struct form_field password = { "password", N_("password"), FIELD_SECRET,
                                                "maxlength=\"256\" autocomplete=\"current-password\" required", NULL };
    const char *to = strcmp(form_text(r, "to"), "/start") ? NULL : "/start";
    enter_open(r, p, "in", to);
    form_field(r, p, &password, NULL);
    form_close(p, NULL, TR(r, "Sign in"));
    put_keyed_enter(r, p, !site_of(r)->closed);
    if (site_of(r)->closed)
        return;
    page_fill(p, "<h2>{}</h2>", TR(r, "New here?"));
    put_sign_up(r, p, to);
}

static unsigned page_enter(struct http_request *r, struct http_answer *a)
{
    show_head(r, &a->page, TR(r, "Sign in"), "start.mjs");
    show_refused(r, &a->page);
    put_enter(r, &a->page);
    return show_end(r, a, STORE_OK, NULL);
}

/* A new account, from the form or by a program. */
static int sign_up(struct http_request *r, const char *name, const char *password, int64_t *id, struct store_error *e)
{
    if (site_of(r)->closed)
        return store_say(e, STORE_INVALID, N_("only the host makes accounts here: ask them for one"));
    for (const char *const *own = (const char *const[]){ "host", "site", "ladder", "worker", NULL }; *own; own++)
        if (!strcasecmp(name, *own)) /* who does things here by themselves is called so */
            return wrong_at(r, "name", store_say(e, STORE_EXISTS, N_("that name is taken: choose another one")));
    int bad = limit_address(r, "sign-up", NEW_FROM_ADDRESS, hour, e);
    if (!bad && *form_text(r, "proof"))
        return wrong_at(r, name_fits(name) ? "proof" : "name", keyed_make(r, name, form_text(r, "proof"), id, e));
    if (!bad)
        bad = account_make(site_of(r)->store, name, password, ROLE_AUTHOR, id, e);
    return wrong_at(r, bad == STORE_EXISTS || !name_fits(name) ? "name" : "password", bad);
}

static int sign_in(struct http_request *r, const char *name, const char *password, int64_t *id, struct store_error *e)
{
    struct person who = { 0 };
    const char *proof = form_text(r, "proof");
    int bad = limit_name(r, name, *proof, e);
    if (!bad)
        bad = *proof ? wrong_at(r, "proof", keyed_enter(r, name, proof, &who, e))
                     : wrong_at(r, "password", account_enter(site_of(r)->store, name, password, &who, e));
    if (!bad)
        limit_name_back(r, name, *proof);
    else if (store_status(e) < 500)
        sign_in_failed(r, name);
    *id = who.id;
    sodium_memzero(&who, sizeof who);
    return bad;
}

static unsigned do_enter(struct http_request *r, struct http_answer *a)
{
    const char *name = form_text(r, "name"), *password = form_text(r, "password");
    char token[TOKEN_TEXT];
    struct store_error e;
    int64_t id = 0;
    bool up = !strcmp(form_text(r, "what"), "up");
    int bad = up ? sign_up(r, name, password, &id, &e) : sign_in(r, name, password, &id, &e);
    if (!bad)
        bad = session_open(site_of(r), id, "browser", "", SESSION_DAYS * day, token, &e);
    if (bad)
        return form_refused(r, a, page_enter, limit_status(bad, &e), &e);
    session_cookie(r, a, token);
    sodium_memzero(token, sizeof token);
    return http_redirect(a, strcmp(form_text(r, "to"), "/start") ? "/me" : "/start#hand");
}

static unsigned do_leave(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    if (store_session_end(site_of(r)->store, guest_of(r)->session.hash, &e))
        return store_status(&e);
    session_cookie(r, a, "");
    return http_redirect(a, "/");
}

/* --- one's own page ----------------------------------------------------------------------------------------- */

static int put_bots(struct http_request *r, struct page *p, struct store_error *e)
{
    static const struct form_field about = { "about", N_("about"), FIELD_LINE, "maxlength=\"200\"", NULL };
    enum { LISTED = 100 };
    struct bot bot[LISTED];
    size_t n = 0;
    int bad = store_bots(site_of(r)->store, guest_of(r)->person.id, 0, bot, LISTED, &n, e);
    if (bad)
        return bad;
    page_fill(p, "<h2>{}</h2><p><a class=\"btn main\" href=\"/start\">{}</a></p><ul class=\"bots\">", TR(r, "Bots"),
              TR(r, "Enter a bot"));
    for (size_t i = 0; i < n; i++)
        page_fill(p, "<li><a href=\"/bots/{a}/{a}\">{}</a> {} <a href=\"/bots/{a}/{a}/versions\">{}</a></li>",
                  bot[i].author, bot[i].name, bot[i].name, bot[i].about, bot[i].author, bot[i].name,
                  TR(r, "submit a version"));
    page_put(p, "</ul>");
    if (guest_of(r)->person.role == ROLE_VISITOR)
        return STORE_OK;
    form_open(r, p, "/me/bots", "");
    form_field(r, p, &form_name, NULL);
    form_field(r, p, &about, NULL);
    form_close(p, NULL, TR(r, "New bot"));
    return STORE_OK;
}

static int put_tokens(struct http_request *r, struct page *p, struct store_error *e)
{
    struct session session[TOKENS_LISTED];
    size_t n = 0;
    int bad = store_sessions(site_of(r)->store, guest_of(r)->person.id, session, TOKENS_LISTED, &n, e);
    if (bad)
        return bad;
    page_fill(p, "<h2>{}</h2><p class=\"explain\">{}</p><ul class=\"sessions\">", TR(r, "Sessions and tokens"),
              TR(r, "Where you are signed in. A token lets a program of yours do what you may: give it to nobody."));
    for (size_t i = 0; i < n; i++) {
        page_fill(p, "<li>{} {} {t} ", say_name(r, session[i].kind), session[i].label, session[i].used_ms);
        form_open(r, p, "/me/tokens/end", "class=\"inline\"");
        page_fill(p, "<input type=\"hidden\" name=\"session\" value=\"{x}\"><button>{}</button></form></li>",
                  session[i].hash, TR(r, "end"));
    }
    page_put(p, "</ul>");
    form_open(r, p, "/me/tokens", "");
    form_field(r, p, &form_label, NULL);
    form_close(p, NULL, TR(r, "New token"));
    return STORE_OK;
}

static void put_password(struct http_request *r, struct page *p)
{
    static const struct form_field fresh = { "new", N_("new"), FIELD_SECRET,
                                             "minlength=\"10\" autocomplete=\"new-password\" required", NULL };
    page_fill(p, "<h2>{}</h2>", TR(r, "Password"));
    form_open(r, p, "/me/password", "");
    put_confirm(r, p);
    form_field(r, p, &fresh, NULL);
    form_close(p, NULL, TR(r, "Change"));
    form_open(r, p, "/leave", "");
    form_close(p, NULL, TR(r, "Sign out"));
}

/* With a `token` to be copied once. */
static unsigned my_page(struct http_request *r, struct http_answer *a, const char *token)
{
    struct store_error e;
    const struct person *me = &guest_of(r)->person;
    show_head(r, &a->page, me->name, NULL);
    page_fill(&a->page, "<p>{} · <a href=\"/disputes\">{}</a></p>", say_name(r, role_names[me->role]),
              TR(r, "disputes"));
    if (is_host(guest_of(r)))
        page_fill(&a->page, "<p><a href=\"/host\">{}</a></p>", TR(r, "the host's dashboard"));
    show_refused(r, &a->page);
    if (token)
        page_fill(&a->page, "<p class=\"said\" role=\"alert\">{}</p><p><code class=\"token\">{}</code></p>",
                  TR(r, "Copy this token now: it is shown once."), token);
    int bad = put_notices(r, &a->page, &e);
    if (!bad)
        bad = put_bots(r, &a->page, &e);
    if (!bad)
        bad = put_tokens(r, &a->page, &e);
    if (bad)
        return show_store_error(r, a, &e);
    put_key(r, &a->page);
    put_password(r, &a->page);
    return show_end(r, a, STORE_OK, NULL);
}

unsigned page_me(struct http_request *r, struct http_answer *a) { return my_page(r, a, NULL); }

static unsigned do_token(struct http_request *r, struct http_answer *a)
{
    char token[TOKEN_TEXT], label[STORE_NAME];
    struct store_error e;
    snprintf(label, sizeof label, "%.60s", form_text(r, "label"));
    int bad = limit_person(r, "tokens", NEW_TOKENS, day, &e);
    if (!bad)
        bad = session_open(site_of(r), guest_of(r)->person.id, "token", label, TOKEN_DAYS * day, token, &e);
    if (bad)
        return form_refused(r, a, page_me, limit_status(bad, &e), &e);
    unsigned status = my_page(r, a, token);
    sodium_memzero(token, sizeof token);
    return status;
}

/* Only one's own: the hash is looked for among them.  A program that names none ends the token it came with. */
static unsigned do_token_end(struct http_request *r, struct http_answer *a)
{
    struct session session[TOKENS_LISTED];
    struct store_error e;
    char hex[2 * STORE_HASH + 1];
    size_t n = 0;
    if (is_api(r) && !*form_text(r, "session"))
        return store_session_end(site_of(r)->store, guest_of(r)->session.hash, &e) ? answer_store(a, &e)
                                                                                   : answer_id(a, 0);
    int bad = store_sessions(site_of(r)->store, guest_of(r)->person.id, session, TOKENS_LISTED, &n, &e);
    for (size_t i = 0; !bad && i < n; i++)
        if (!strcmp(sodium_bin2hex(hex, sizeof hex, session[i].hash, STORE_HASH), form_text(r, "session")))
            bad = store_session_end(site_of(r)->store, session[i].hash, &e);
    return form_done(r, a, bad ? store_status(&e) : 0, &e, 0, page_me, "/me");
}

/* The old password is asked for again, and every session ends: a thief of one cannot stay. */
static unsigned do_password(struct http_request *r, struct http_answer *a)
{
    const struct person *me = &guest_of(r)->person;
    struct store_error e;
    int bad = confirm_self(r, &e);
    if (!bad)
        bad = wrong_at(r, "new", account_password(site_of(r)->store, me->id, form_text(r, "new"), me->name, &e));
    if (!bad && !is_api(r))
        session_cookie(r, a, "");
    return form_done(r, a, bad ? limit_status(bad, &e) : 0, &e, 0, page_me, "/enter");
}

static unsigned do_bot(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    int bad = bot_make(r, form_text(r, "name"), form_text(r, "about"), &e);
    return form_done(r, a, bad ? limit_status(bad, &e) : 0, &e, 0, page_me, "/me");
}

/* --- by a program ------------------------------------------------------------------------------------------- */

/* POST /api/tokens name=&password=&label=: {"token":"..."} */
static unsigned api_token(struct http_request *r, struct http_answer *a)
{
    char token[TOKEN_TEXT], label[STORE_NAME];
    struct store_error e;
    int64_t id = 0;
    snprintf(label, sizeof label, "%.60s", form_text(r, "label"));
    int bad = sign_in(r, form_text(r, "name"), form_text(r, "password"), &id, &e);
    if (bad == STORE_NOT_FOUND)
        return answer_error(a, 401, store_said(&e));
    if (!bad)
        bad = session_open(site_of(r), id, "token", label, TOKEN_DAYS * day, token, &e);
    if (bad)
        return answer_error(a, limit_status(bad, &e), store_said(&e));
    page_fill(&a->page, "{\"token\":{j}}\n", token);
    sodium_memzero(token, sizeof token);
    return 200;
}

/* POST /api/accounts name=&password=: a new author. */
static unsigned api_account(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    int64_t id = 0;
    int bad = sign_up(r, form_text(r, "name"), form_text(r, "password"), &id, &e);
    return bad ? answer_error(a, limit_status(bad, &e), store_said(&e)) : answer_id(a, id);
}

const struct http_route people_routes[] = {
    { "GET", "/enter", page_enter, 0, 0 },
    { "POST", "/enter", do_enter, AUTH_OPEN_FORM | HTTP_PASSWORDS, 0 },
    { "POST", "/leave", do_leave, AUTH_KNOWN, 0 },
    { "GET", "/me", page_me, AUTH_KNOWN, 0 },
    { "POST", "/me/bots", do_bot, AUTH_AUTHOR, 0 },
    { "POST", "/me/tokens", do_token, AUTH_KNOWN, 0 },
    { "POST", "/me/tokens/end", do_token_end, AUTH_KNOWN | AUTH_TWIN, 0 },
    { "POST", "/me/password", do_password, AUTH_KNOWN | HTTP_PASSWORDS | AUTH_TWIN, 0 },
    { "POST", "/api/accounts", api_account, AUTH_API | AUTH_OPEN_FORM | HTTP_PASSWORDS, 0 },
    { "POST", "/api/tokens", api_token, AUTH_API | AUTH_OPEN_FORM | HTTP_PASSWORDS, 0 },
    { 0 },
};
