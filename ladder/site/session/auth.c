/* auth: who is asking, may he, and did he mean to.
 *
 * A browser is known by a cookie that scripts cannot read and other sites cannot send (HttpOnly, SameSite=Strict); what
 * it posts must carry the session's form token as well, and must not say that it comes from elsewhere.  A program is
 * known by `Authorization: Bearer TOKEN`, which no browser sends by itself.  The store knows hashes of tokens alone. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/say.h"
#include "cli/language.h"
#include "quota.h"
#include "forms.h"
#include "record/crypto.h"

/* Everything a signed-in browser has is derived from its token. */
static void token_hash(uint8_t out[STORE_HASH], const char *tag, const char *token)
{
    hash_tagged(out, tag, token, strlen(token));
}

static void token_make(char token[TOKEN_TEXT])
{
    uint8_t secret[32];
    randombytes_buf(secret, sizeof secret);
    sodium_bin2hex(token, TOKEN_TEXT, secret, sizeof secret);
    sodium_memzero(secret, sizeof secret);
}

int session_open(struct site *s, int64_t person, const char *kind, const char *label, int64_t lasts_ms,
                 char token[TOKEN_TEXT], struct store_error *e)
{
    struct session c = { .person = person, .expires_ms = store_now(s->store) + lasts_ms };
    token_make(token);
    token_hash(c.hash, "fiel/session", token);
    strncpy(c.kind, kind, sizeof c.kind - 1);
    strncpy(c.label, label, sizeof c.label - 1);
    return store_session_add(s->store, &c, e);
}

void worker_key_token(char token[TOKEN_TEXT], uint8_t hash[STORE_HASH])
{
    token_make(token);
    token_hash(hash, "fiel/worker", token);
}

bool from_proxy(const struct http_request *r)
{
    enum { PEOPLE = 1000 }; /* from this number on users are people and bots */
    const char *proxy = site_of(r)->proxy;
    bool local = !strncmp(r->address, "127.", 4) || !strcmp(r->address, "::1");
    if (local && (r->user < 0 || (r->user >= PEOPLE && r->user != geteuid())))
        return false;
    return !proxy || !strcmp(proxy, "local") ? local
                                             : !strcmp(r->address, proxy); /* of "none" nobody has the address */
}

bool session_is_safe(const struct http_request *r)
{
    const char *outside = from_proxy(r) ? http_asked(r, "X-Forwarded-Proto") : NULL;
    return outside && !strcmp(outside, "https");
}

/* Of a Secure one no other host and no other path can plant its like. */
static const char *cookie_name(const struct http_request *r) { return session_is_safe(r) ? "__Host-fiel" : "fiel"; }

void session_cookie(const struct http_request *r, struct http_answer *a, const char *token)
{
    http_header(a, "Set-Cookie", "%s=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s", cookie_name(r), token,
                *token ? SESSION_DAYS * 86400 : 0, session_is_safe(r) ? "; Secure" : "");
}

/* --- who ---------------------------------------------------------------------------------------------- */

static const char *bearer(const struct http_request *r)
{
    const char *line = http_asked(r, "Authorization");
    return line && !strncmp(line, "Bearer ", 7) ? line + 7 : NULL;
}

static void recognise(struct http_request *r, struct guest *g)
{
    const char *token = bearer(r);
    uint8_t known[STORE_HASH], form[STORE_HASH];
    g->known = false;
    g->browser = !token;
    if (!token)
        token = http_cookie(r, cookie_name(r));
    if (!token || strlen(token) != TOKEN_TEXT - 1)
        return;
    token_hash(known, "fiel/session", token);
    g->known = store_session(site_of(r)->store, known, &g->session, &g->person, &g->asked) == STORE_OK;
    token_hash(form, "fiel/form", token);
    if (g->known && g->browser)
        sodium_bin2hex(g->form, sizeof g->form, form, sizeof form);
}

/* A worker's token is no person's, and a person's no worker's. */
static void recognise_worker(struct http_request *r, struct guest *g)
{
    const char *token = bearer(r);
    uint8_t hash[STORE_HASH];
    g->known = g->browser = g->works = false;
    if (!token || strlen(token) != TOKEN_TEXT - 1)
        return;
    token_hash(hash, "fiel/worker", token);
    g->works = store_worker_key(site_of(r)->store, hash, &g->worker, &g->asked) == STORE_OK;
}

/* The first of our languages that is asked for: ?language=, the cookie, the browser's list. */
static void choose_language(const struct http_request *r, struct guest *g)
{
    static const char *const ours[] = { "en", "es", "pt" };
    const char *asked[] = { http_query(r, "language"), http_cookie(r, "language"), http_asked(r, "Accept-Language") };
    strcpy(g->language, "en");
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        for (const char *at = asked[i]; at && *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
            at += strspn(at, " ");
            for (size_t k = 0; k < sizeof ours / sizeof *ours; k++)
                if (!strncmp(at, ours[k], 2)) {
                    strcpy(g->language, ours[k]);
                    return;
                }
        }
}

/* --- did he mean to ----------------------------------------------------------------------------------- */

/* A browser says where a form was sent from: only our own pages count. */
static bool from_here(const struct http_request *r)
{
    const char *site = http_asked(r, "Sec-Fetch-Site"), *origin = http_asked(r, "Origin"),
               *host = http_asked(r, "Host");
    if (site && strcmp(site, "same-origin") != 0 && strcmp(site, "none") != 0)
        return false;
    if (!origin)
        return true;
    bool tls = !strncmp(origin, "https://", 8), plain = !strncmp(origin, "http://", 7) && !session_is_safe(r);
    return host && (tls || plain) && !strcmp(origin + (tls ? 8 : 7), host);
}

static bool meant(const struct http_request *r, const struct guest *g, unsigned flags)
{
    if (!strcmp(r->method, "GET") || !strcmp(r->method, "HEAD"))
        return true;
    if (!g->browser)
        return true; /* nobody sends a token by accident */
    if (!from_here(r))
        return false;
    if (flags & AUTH_OPEN_FORM)
        return true;
    const char *token = http_form(r, "form");
    return g->known && token && strlen(token) == strlen(g->form) && !sodium_memcmp(token, g->form, strlen(g->form));
}

static bool allowed(const struct guest *g, unsigned flags)
{
    if (flags & AUTH_WORKER)
        return g->works;
    if (flags & AUTH_HOST)
        return is_host(g);
    if (flags & AUTH_AUTHOR)
        return g->known && g->person.role != ROLE_VISITOR;
    return !(flags & AUTH_KNOWN) || g->known;
}

/* The guest of this request, recognised; NULL without memory. */
static struct guest *welcome(struct http_request *r, unsigned flags, struct http_answer *a)
{
    struct guest *g = r->guest ? r->guest : calloc(1, sizeof *g);
    r->guest = g;
    if (g) {
        g->asked.code = STORE_OK;
        if (flags & AUTH_WORKER)
            recognise_worker(r, g);
        else
            recognise(r, g);
        choose_language(r, g);
        a->page.language = language_called(g->language);
        a->type = is_api(r) ? "application/json" : NULL;
    }
    return g;
}

static unsigned turn_away(struct http_request *r, const struct http_route *route, struct http_answer *a)
{
    const struct guest *g = guest_of(r);
    bool api = route->flags & AUTH_API, page = !api && !strcmp(r->method, "GET");
    if (g->asked.code != STORE_OK && g->asked.code != STORE_NOT_FOUND) /* nobody knows who that is */
        return api ? answer_store(a, &g->asked) : store_status(&g->asked);
    if (route->flags & AUTH_WORKER)
        return answer_error(
            a, 401,
            N_("no worker's key, or one that was revoked: the host makes one with `fiel-ladder worker-key new`"));
    if (page && !g->known)
        return http_redirect(a, "/enter");
    return api ? answer_error(a, g->known ? 403 : 401,
                              g->known ? N_("this is not yours to do") : N_("sign in first: send a token"))
               : 403;
}

/* Everything that the headers tell is looked at before the body is; what its form's token says comes with it. */
unsigned auth_admit(struct http_request *r, const struct http_route *route, struct http_answer *a)
{
    struct guest *g = welcome(r, route->flags, a);
    if (!g)
        return 500;
    if (!allowed(g, route->flags))
        return turn_away(r, route, a);
    if (g->browser && strcmp(r->method, "GET") != 0 && !from_here(r))
        return 403;
    bool sure = g->known || g->works;
    r->takes_file = sure && route->most;
    return quota_admit(r, sure ? route->most ? route->most : HTTP_FORM_MAX : HTTP_UNKNOWN_MAX, a);
}

/* Who it was before the body came may have been closed meanwhile: it is asked again. */
unsigned auth(struct http_request *r, const struct http_route *route, struct http_answer *a)
{
    struct guest *g = welcome(r, route->flags, a);
    if (!g)
        return 500;
    if (http_query(r, "language"))
        http_header(a, "Set-Cookie", "language=%s; Path=/; SameSite=Lax; Max-Age=31536000", g->language);
    if (!allowed(g, route->flags))
        return turn_away(r, route, a);
    if (!meant(r, g, route->flags))
        return route->flags & AUTH_API
                   ? answer_error(a, 403, N_("the form did not come from this ladder's own page: load the page again"))
                   : 403;
    return 0;
}

void auth_leave(struct http_request *r)
{
    quota_leave(r);
    if (r->guest)
        sodium_memzero(r->guest, sizeof(struct guest));
    free(r->guest);
    r->guest = NULL;
}

/* --- answers in JSON ---------------------------------------------------------------------------------- */

unsigned answer_error(struct http_answer *a, unsigned status, const char *said)
{
    a->type = "application/json";
    page_fill(&a->page, "{\"error\":{s}}\n", said);
    return status;
}

unsigned store_status(const struct store_error *e)
{
    switch (e->code) {
    case STORE_OK: return 200;
    case STORE_NOT_FOUND: return 404;
    case STORE_EXISTS:
    case STORE_STALE: return 409;
    case STORE_INVALID: return 400;
    case STORE_LET_GO: return 410;
    case STORE_BUSY: return 503;
    case STORE_CORRUPT:
    case STORE_ENVIRONMENT: break;
    }
    return 500;
}

const char *store_said(const struct store_error *e)
{
    bool damaged = e->code == STORE_CORRUPT;
    if (!damaged && e->code != STORE_ENVIRONMENT)
        return e->said;
    cli_fail(0, "serve: %s", e->text);
    return damaged
               ? N_("this record is damaged on this ladder's disk: the host has to take it from a backup, so asking "
                    "again is "
                    "of no use")
               : N_("the ladder cannot use its store at this moment: try again in a minute");
}

unsigned answer_store(struct http_answer *a, const struct store_error *e)
{
    return answer_error(a, store_status(e), store_said(e));
}

unsigned answer_json(struct http_answer *a, int bad, const char *end, const struct store_error *e)
{
    page_put(&a->page, end);
    if (!bad)
        return 200;
    page_free(&a->page);
    return answer_store(a, e);
}

unsigned answer_list(struct http_answer *a, int bad, const struct store_error *e)
{
    return answer_json(a, bad, a->page.size ? "]\n" : "[]\n", e);
}

/* --- what went wrong, for a person or a program -------------------------------------------------------- */

static const char *sorry_text(const struct http_request *r, unsigned status)
{
    switch (status) {
    case 403: return TR(r, "this is not yours to do, or the form did not come from this ladder's own page");
    case 404: return TR(r, "there is nothing at this address");
    case 405: return TR(r, "this address does not take that");
    case 411: return TR(r, "say how long the body is: send it with a Content-Length");
    case 413: return TR(r, "that is too large: a form holds 64 KiB of text, an archive 64 MiB: send less");
    case 507: return TR(r, "the disk of this ladder is full: tell its host, and send it again later");
    default: break;
    }
    return status < 500 ? TR(r, "this request cannot be understood") : TR(r, "something went wrong here: try again");
}

void auth_sorry(struct http_request *r, struct http_answer *a, unsigned status)
{
    struct guest asks = { .language = "en" };
    if (!r->guest && status == 404) /* an address without a route */
        (void)welcome(r, 0, a);
    bool unknown = !r->guest; /* refused before anybody looked who it is */
    if (unknown) {
        r->guest = &asks;
        choose_language(r, &asks);
    }
    if (is_api(r)) {
        answer_error(a, status, sorry_text(r, status));
    } else {
        show_head(r, &a->page, sorry_text(r, status), NULL);
        if (status == 404)
            show_way_on(r, &a->page);
        show_foot(r, &a->page);
    }
    if (unknown)
        r->guest = NULL;
}
