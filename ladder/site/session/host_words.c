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

int words_put(struct page *p, const char *markdown, struct store_error *e)
{
    size_t size = strlen(markdown);
    if (size > WORDS_MOST)
        return store_fail(e, STORE_INVALID, N_("that is %u bytes, and %u are taken: write less"), (unsigned)size,
                          (unsigned)WORDS_MOST);
    cmark_node *all = cmark_parse_document(markdown, size, CMARK_OPT_VALIDATE_UTF8);
    const char *wrong = look_through(all);
    char *html = wrong ? NULL : cmark_render_html(all, CMARK_OPT_DEFAULT); /* safe: without CMARK_OPT_UNSAFE */
    if (html)
        page_put(p, html);
    free(html);
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
    struct page words = { 0 };
    struct store_error e;
    kept(r, "words", about, text);
    if (*text && !words_put(&words, text, &e) && words.data)
        page_fill(p, "<section class=\"box full words\">{h}</section>", words.data);
    page_free(&words);
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

struct said {
    const char *about;
    char text[STORE_LONG], title[STORE_LONG], sentence[STORE_LONG], logo[STORE_LONG];
};

static const struct part {
    struct form_field f;
    size_t place, most;
} parts[] = {
    { { "title", N_("what the site is called"), FIELD_LINE, NULL, NULL }, offsetof(struct said, title), 60 },
    { { "sentence", N_("one sentence: what is played here"), FIELD_LINE, NULL, NULL },
      offsetof(struct said, sentence),
      300 },
    { { "text", N_("welcome, rules, prizes, dates, in Markdown"), FIELD_TEXT, "rows=\"10\"", NULL },
      offsetof(struct said, text),
      WORDS_MOST },
    { { "logo", N_("logo: the text of an SVG"), FIELD_TEXT, "rows=\"10\"", NULL },
      offsetof(struct said, logo),
      WORDS_MOST },
};

enum { TEXT = 2, PARTS = sizeof parts / sizeof *parts };

/* Of what is not the site there is only the text. */
static bool has_part(const char *about, size_t i) { return i == TEXT || !strcmp(about, "site"); }

static char *part_of(struct said *w, size_t i) { return (char *)w + parts[i].place; }

static unsigned words_page(struct http_request *r, struct http_answer *a, struct said *w)
{
    struct store_error e;
    const char *wrong = guest_of(r)->wrong;
    show_head(r, &a->page, TR(r, "The host's own words"), NULL);
    page_fill(&a->page, "<p class=\"quiet\">{}</p>", w->about);
    form_open(r, &a->page, "/host/words", "");
    page_fill(&a->page, "<input type=\"hidden\" name=\"about\" value=\"{}\">", w->about);
    for (size_t i = 0; i < PARTS; i++)
        if (has_part(w->about, i))
            form_field(r, &a->page, &parts[i].f, part_of(w, i));
    page_fill(
        &a->page,
        "<div class=\"acts\"><button name=\"what\" value=\"see\">{}</button> <button class=\"main\" name=\"what\" "
        "value=\"keep\">{}</button></div></form><h2>{}</h2><section class=\"box words\">",
        TR(r, "Preview"), TR(r, "Save"), TR(r, "Preview"));
    if (!wrong || strcmp(wrong, parts[TEXT].f.name) != 0)
        words_put(&a->page, w->text, &e);
    page_put(&a->page, "</section>");
    show_foot(r, &a->page);
    return wrong ? 400 : 200;
}

static unsigned page_words(struct http_request *r, struct http_answer *a)
{
    const char *about = http_query(r, "about");
    struct said w = { .about = about ? about : "site" };
    struct store_error e;
    if (look_up(r, w.about, &e))
        return is_api(r) ? answer_store(a, &e) : show_store_error(r, a, &e);
    for (size_t i = 0; i < PARTS; i++)
        kept(r, i == TEXT ? "words" : "site", i == TEXT ? w.about : parts[i].f.name, part_of(&w, i));
    return words_page(r, a, &w);
}

/* What is wrong with a part, as it was typed. */
static int look_at_part(struct said *w, size_t i, const char *typed, struct store_error *e)
{
    struct page html = { 0 };
    size_t size = strlen(typed);
    snprintf(part_of(w, i), STORE_LONG, "%s", typed);
    if (size > parts[i].most)
        return store_fail(e, STORE_INVALID, N_("that is %u bytes, and %u are taken: write less"), (unsigned)size,
                          (unsigned)parts[i].most);
    int bad = i == TEXT ? words_put(&html, typed, e) : STORE_OK;
    page_free(&html);
    if (!strcmp(parts[i].f.name, "logo") && size && !strstr(typed, "<svg"))
        return store_say(e, STORE_INVALID, N_("that is no SVG: paste the text of one, which has <svg in it"));
    return bad;
}

static int keep(struct http_request *r, struct said *w, struct store_error *e)
{
    char name[STORE_NAME + 16];
    int bad = STORE_OK;
    for (size_t i = 0; !bad && i < PARTS; i++) {
        snprintf(name, sizeof name, "%s.%s", i == TEXT ? "words" : "site", i == TEXT ? w->about : parts[i].f.name);
        if (has_part(w->about, i))
            bad = store_set(store_of(r), name, part_of(w, i), e);
    }
    return bad;
}

static unsigned do_words(struct http_request *r, struct http_answer *a)
{
    struct said w = { .about = form_text(r, "about") };
    struct store_error e, first = { 0 };
    if (look_up(r, w.about, &e))
        return show_store_error(r, a, &e);
    for (size_t i = 0; i < PARTS; i++)
        if (has_part(w.about, i) && look_at_part(&w, i, form_text(r, parts[i].f.name), &e) && !first.code)
            first = e, wrong_at(r, parts[i].f.name, first.code);
    guest_of(r)->refused = true; /* what is previewed is kept as it was typed, too */
    guest_of(r)->said = first.code ? store_said(&first) : NULL;
    if (first.code && is_api(r))
        return answer_store(a, &first);
    if (!is_api(r) && (first.code || strcmp(form_text(r, "what"), "keep")))
        return words_page(r, a, &w);
    if (keep(r, &w, &e))
        return is_api(r) ? answer_store(a, &e) : show_store_error(r, a, &e);
    if (is_api(r))
        return answer_id(a, 0);
    return http_redirect(a, !strcmp(w.about, "site") ? "/" : "/host");
}

/* Shown as an image alone; whatever else is in it runs nowhere. */
static unsigned get_logo(struct http_request *r, struct http_answer *a)
{
    char text[STORE_LONG];
    site_says(r, "logo", text);
    if (!*text)
        return 404;
    a->type = "image/svg+xml";
    http_header(a, "Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
    page_put(&a->page, text);
    return 200;
}

const struct http_route host_words_routes[] = {
    { "GET", "/host/words", page_words, AUTH_HOST, 0 },
    { "POST", "/host/words", do_words, AUTH_HOST, HTTP_FORM_MAX },
    { "POST", "/api/words", do_words, AUTH_HOST | AUTH_API, HTTP_FORM_MAX },
    { "GET", "/logo.svg", get_logo, 0, 0 },
    { 0 },
};
