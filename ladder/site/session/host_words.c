/* host_words: kept, made into HTML, and changed with a preview. */
#include "host_words.h"

#include <cmark.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/number.h"
#include "forms.h"
#include "store/store_events.h"

/* --- Markdown ------------------------------------------------------------------------------------------------------ */

/* Where a link may lead: to a page, to somebody's mail, to somewhere in this site. */
static bool leads_somewhere(const char *to)
{
    static const char *const known[] = { "https://", "http://", "mailto:" };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strncmp(to, known[i], strlen(known[i])))
            return true;
    return !strchr(to, ':');
}

/* What may stand in others of its kind. */
static bool is_nest(cmark_node_type type)
{
    return type == CMARK_NODE_BLOCK_QUOTE || type == CMARK_NODE_LIST || type == CMARK_NODE_EMPH ||
           type == CMARK_NODE_STRONG;
}

static const char *wrong_with(cmark_node *node)
{
    cmark_node_type type = cmark_node_get_type(node);
    const char *to = cmark_node_get_url(node);
    if (type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE)
        return N_("this is HTML: write Markdown, or \\< for <");
    if (type == CMARK_NODE_IMAGE && (to[0] != '/' || strspn(to + 1, "/\\")))
        return N_("an image is of this site, and its address begins with one /: write a link to others");
    return type == CMARK_NODE_LINK && !leads_somewhere(to)
               ? N_("a link begins with https://, http://, mailto: or /: change it")
               : NULL;
}

/* Is all of it such as we show?  Headings go one step down on the way. */
static const char *look_through(cmark_node *all)
{
    cmark_iter *at = cmark_iter_new(all);
    const char *wrong = NULL;
    int depth = 0;
    for (cmark_event_type event; !wrong && (event = cmark_iter_next(at)) != CMARK_EVENT_DONE;) {
        cmark_node *node = cmark_iter_get_node(at);
        bool enters = event == CMARK_EVENT_ENTER;
        if (is_nest(cmark_node_get_type(node)))
            depth += enters ? 1 : -1;
        if (enters && cmark_node_get_type(node) == CMARK_NODE_HEADING)
            cmark_node_set_heading_level(node, cmark_node_get_heading_level(node) % 6 + 1);
        wrong = enters ? wrong_with(node) : NULL;
        if (depth > WORDS_DEEP)
            wrong = N_("lists and quotes stand too deep in each other: write it plainer");
    }
    cmark_iter_free(at);
    return wrong;
}

/* Markdown as HTML behind what `p` has.  INVALID and a sentence, and nothing is put: too long or too deep, HTML, an image that is not of
 * this site, a link that is neither a page nor a mail address.  Headings begin below the page's own. */
static int words_put(struct page *p, const char *markdown, struct store_error *e)
{
    size_t size = strlen(markdown);
    if (size > WORDS_MOST)
        return store_fail(e, STORE_INVALID, N_("that is %u bytes, and %u are taken: write less"), (unsigned)size,
                          (unsigned)WORDS_MOST);
    cmark_node *all = cmark_parse_document(markdown, size, CMARK_OPT_VALIDATE_UTF8);
    const char *wrong = look_through(all);
    OWNED char *html = wrong ? NULL : cmark_render_html(all, CMARK_OPT_DEFAULT); /* safe: without CMARK_OPT_UNSAFE */
    if (html)
        page_put(p, html);
    cmark_node_free(all);
    return wrong ? store_say(e, STORE_INVALID, wrong) : STORE_OK;
}

/* --- kept as settings ------------------------------------------------------------------------------------------------ */

static void kept(const struct http_request *r, const char *kind, const char *what, char text[STORE_LONG])
{
    char name[STORE_NAME + 16];
    struct store_error e;
    snprintf(name, sizeof name, "%s.%s", kind, what);
    if (!store_of(r) || store_setting(store_of(r), name, text, &e))
        text[0] = '\0';
}

void site_says(const struct http_request *r, const char *what, char text[STORE_LONG]) { kept(r, "site", what, text); }

static void edit_link(struct http_request *r, struct page *p, const char *about)
{
    if (is_host(guest_of(r)))
        page_fill(p, "<p><a href=\"/host/words?about={a}\">{}</a></p>", about, TR(r, "change what is said here"));
}

void show_words(struct http_request *r, struct page *p, const char *about)
{
    char text[STORE_LONG];
    AUTO(page_free) struct page words = { 0 };
    struct store_error e;
    kept(r, "words", about, text);
    if (*text && !words_put(&words, text, &e) && words.data)
        page_fill(p, "<section class=\"box full words\">{h}</section>", words.data);
    edit_link(r, p, about);
}

/* --- the host's page ------------------------------------------------------------------------------------------------- */

/* Is there anything of that name? */
static int look_up(struct http_request *r, const char *about, struct store_error *e)
{
    struct ladder l;
    struct event v;
    uint64_t id;
    if (!strcmp(about, "site"))
        return STORE_OK;
    if (!strncmp(about, "ladder.", strlen("ladder.")))
        return store_ladder_coded(store_of(r), about + strlen("ladder."), &l, e);
    return !strncmp(about, "event.", strlen("event.")) && whole_number(about + strlen("event."), 1, INT64_MAX, &id)
               ? store_event(store_of(r), (int64_t)id, &v, e)
               : store_say(e, STORE_NOT_FOUND, N_("words are about the site, a ladder or an event"));
}

/* Of what is not the site there is only the text. */
static const struct part {
    struct form_field f;
    size_t most;
} parts[] = {
    { { "text", N_("welcome, rules, prizes, dates, in Markdown"), FIELD_TEXT, "rows=\"10\"", NULL }, WORDS_MOST },
    { { "title", N_("what the site is called"), FIELD_LINE, NULL, NULL }, 60 },
    { { "sentence", N_("one sentence: what is played here"), FIELD_LINE, NULL, NULL }, 300 },
    { { "logo", N_("logo: the text of an SVG"), FIELD_TEXT, "rows=\"10\"", NULL }, WORDS_MOST },
};

static size_t parts_of(const char *about) { return strcmp(about, "site") ? 1 : sizeof parts / sizeof *parts; }

static const char *about_of(const struct http_request *r)
{
    const char *about = http_form(r, "about") ? http_form(r, "about") : http_query(r, "about");
    return about ? about : "site";
}

static unsigned page_words(struct http_request *r, struct http_answer *a)
{
    const char *about = about_of(r);
    char text[STORE_LONG];
    AUTO(page_free) struct page see = { 0 };
    struct store_error e;
    if (look_up(r, about, &e))
        return show_store_error(r, a, &e);
    show_head(r, &a->page, TR(r, "The host's own words"), NULL);
    page_fill(&a->page, "<p class=\"quiet\">{}</p>", about);
    form_open(r, &a->page, "/host/words", "");
    page_fill(&a->page, "<input type=\"hidden\" name=\"about\" value=\"{}\">", about);
    for (size_t i = 0; i < parts_of(about); i++) {
        kept(r, i ? "site" : "words", i ? parts[i].f.name : about, text);
        form_field(r, &a->page, &parts[i].f, text);
        if (!i)
            words_put(&see, form_kept(r, "text", text), &e);
    }
    page_fill(
        &a->page,
        "<div class=\"acts\"><button name=\"what\" value=\"see\">{}</button> <button class=\"main\" name=\"what\" "
        "value=\"keep\">{}</button></div></form><h2>{}</h2><section class=\"box words\">{h}</section>",
        TR(r, "Preview"), TR(r, "Save"), TR(r, "Preview"), see.data);
    return show_end(r, a, STORE_OK, NULL);
}

static int look_at_part(size_t i, const char *typed, struct store_error *e)
{
    AUTO(page_free) struct page html = { 0 };
    size_t size = strlen(typed);
    if (size > parts[i].most)
        return store_fail(e, STORE_INVALID, N_("that is %u bytes, and %u are taken: write less"), (unsigned)size,
                          (unsigned)parts[i].most);
    int bad = i ? STORE_OK : words_put(&html, typed, e);
    if (!strcmp(parts[i].f.name, "logo") && size && !strstr(typed, "<svg"))
        return store_say(e, STORE_INVALID, N_("that is no SVG: paste the text of one, which has <svg in it"));
    return bad;
}

static unsigned do_words(struct http_request *r, struct http_answer *a)
{
    const char *about = about_of(r);
    char name[STORE_NAME + 16];
    struct store_error e;
    int bad = look_up(r, about, &e);
    for (size_t i = 0; !bad && i < parts_of(about); i++)
        bad = wrong_at(r, parts[i].f.name, look_at_part(i, form_text(r, parts[i].f.name), &e));
    if (!bad && !is_api(r) && strcmp(form_text(r, "what"), "keep")) {
        guest_of(r)->refused = true; /* a preview keeps what was typed, too */
        return page_words(r, a);
    }
    for (size_t i = 0; !bad && i < parts_of(about); i++) {
        snprintf(name, sizeof name, "%s.%s", i ? "site" : "words", i ? parts[i].f.name : about);
        bad = store_set(store_of(r), name, form_text(r, parts[i].f.name), &e);
    }
    return form_done(r, a, bad ? store_status(&e) : 0, &e, 0, page_words, strcmp(about, "site") ? "/host" : "/");
}

/* Shown as an image alone; whatever else is in it runs nowhere. */
static unsigned get_logo(struct http_request *r, struct http_answer *a)
{
    char text[STORE_LONG];
    site_says(r, "logo", text);
    if (!*text)
        return 404;
    a->type = "image/svg+xml";
    http_header(a, "Content-Security-Policy",
                "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'");
    page_put(&a->page, text);
    return 200;
}

const struct http_route host_words_routes[] = {
    { "GET", "/host/words", page_words, AUTH_HOST, 0 },
    { "POST", "/host/words", do_words, AUTH_HOST | AUTH_TWIN, HTTP_FORM_MAX },
    { "GET", "/logo.svg", get_logo, 0, 0 },
    { 0 },
};
