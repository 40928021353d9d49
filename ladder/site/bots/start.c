/* start: the way in.  A bot's name comes from its file where none is typed; what is to be started is found (filing/found.h). */
#include "start.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "bots.h"
#include "remote.h"
#include "filing/artifact.h"
#include "site/session/account.h"
#include "site/session/forms.h"
#include "submit.h"

/* --- the page ------------------------------------------------------------------------------------------------------ */

static void put_kits(struct http_request *r, struct page *p)
{
    static const char *const kits[][3] = {
        { "kit-python.tar.gz", "Python", N_("change bot.py; nothing else is needed") },
        { "kit-js.tar.gz", "JavaScript", N_("change bot.js; node runs it") },
        { "kit-c.tar.gz", "C", N_("with Fiel's library, installed at home") },
        { "kit-lines.tar.gz", N_("Anything else"), N_("reads a line, writes a line") },
    };
    const void *bytes;
    size_t size;
    page_fill(p, "<section class=\"box\"><h2>{}</h2><p>{}</p><div class=\"kits\">", TR(r, "1. Take a bot that plays"),
              TR(r, "Unpack it, change how it decides, hand it in. You have a bot already? Hand it in as it is."));
    for (size_t i = 0; i < sizeof kits / sizeof *kits; i++)
        if (assets_file(site_of(r)->assets, kits[i][0], &bytes, &size))
            page_fill(p, "<a href=\"/static/{a}\" download><b>{}</b><span class=\"quiet\">{}</span></a>", kits[i][0],
                      TR(r, kits[i][1]), TR(r, kits[i][2]));
    page_put(p, "</div></section>");
}

static int put_form(struct http_request *r, struct page *p, struct store_error *e)
{
    static const struct form_field sent[] = {
        { "artifact", N_("your bot: a file, a zip or a tar; or drop it here"), FIELD_FILE, "required",
          N_("bot.py, bot.js, a Linux program, or a folder with one of them, packed") },
        { "name", N_("its name"), FIELD_LINE, "maxlength=\"39\"", N_("empty: the file's; for a kit, your own") },
        { "run", N_("what is started inside it, such as lines:./bot.py; empty: we find it"), FIELD_LINE,
          "maxlength=\"255\"", NULL },
        { "build", N_("how sources are built, such as make"), FIELD_LINE, "maxlength=\"255\"", NULL },
        { "beside", N_("the versions before go on playing"), FIELD_TICK, NULL, NULL },
    };
    static const struct form_field where = { "ladders", N_("where it plays"), FIELD_LIST, NULL, NULL };
    form_open(r, p, "/start", "enctype=\"multipart/form-data\" class=\"submit\"");
    form_field(r, p, &sent[0], NULL);
    form_field(r, p, &sent[1], http_query(r, "name"));
    int bad = form_ladders(r, p, &where, FORM_OPEN, http_query(r, "ladder"), e);
    page_fill(p, "<details{h}><summary>{}</summary>", *given(r, "run") || *given(r, "build") ? " open" : NULL,
              TR(r, "Start something else"));
    for (size_t i = 2; i < sizeof sent / sizeof *sent; i++)
        form_field(r, p, &sent[i], http_query(r, sent[i].name));
    form_field(r, p, &form_label, NULL);
    page_put(p, "</details>");
    form_close(p, "class=\"main\"", TR(r, "Hand it in"));
    if (!bad)
        remote_way(r, p, guest_of(r)->person.name, "NAME");
    return bad;
}

/* A stranger makes an account on the way, and comes back here. */
static void put_account(struct http_request *r, struct page *p)
{
    if (site_of(r)->closed)
        page_fill(p, "<p>{}</p>", TR(r, "only the host makes accounts here: ask them for one"));
    else
        put_sign_up(r, p, "/start");
    page_fill(p, "<p><a href=\"/enter\">{}</a></p>", TR(r, "I have an account: sign in"));
}

/* What fits, in figures. */
static void put_bounds(struct http_request *r, struct page *p)
{
    char bots[STORE_LONG] = "", waiting[STORE_LONG] = "";
    struct store_error e;
    store_setting(store_of(r), "quota.bots", bots, &e);
    store_setting(store_of(r), "quota.waiting", waiting, &e);
    page_fill(p,
              "<section class=\"box\"><h2>{}</h2><dl class=\"facts\"><dt>{}</dt><dd>{d} MiB</dd><dt>{}</dt><dd>{d} "
              "MiB, {u} {}</dd><dt>{}</dt><dd>{}",
              TR(r, "What fits"), TR(r, "a bot, packed"), ARTIFACT_TAR >> 20, TR(r, "a bot, unpacked"),
              ARTIFACT_BYTES >> 20, ARTIFACT_FILES, TR(r, "files"), TR(r, "bots of an account"), bots);
    if (!*bots)
        page_format(p, "%d", STORE_QUOTA_BOTS);
    page_fill(p, "</dd><dt>{}</dt><dd>{}", TR(r, "versions that wait at once"), waiting);
    if (!*waiting)
        page_format(p, "%d", STORE_QUOTA_WAITING);
    page_fill(p, "</dd><dt>{}</dt><dd>{u}</dd><dt>{}</dt><dd>{}</dd></dl></section>", TR(r, "versions an hour"),
              VERSIONS_AN_HOUR, TR(r, "to build sources"), TR(r, "2 minutes, 2 GiB of memory, no network"));
}

static unsigned page_start(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    struct page *p = &a->page;
    bool known = guest_of(r)->known;
    show_head(r, p, TR(r, "Enter a bot"), "start.mjs");
    show_refused(r, p);
    page_put(p, "<div class=\"grid\"><div class=\"stack\">");
    put_kits(r, p);
    page_fill(p, "<section class=\"box\" id=\"hand\"><h2>{}</h2>",
              known ? TR(r, "2. Hand it in") : TR(r, "2. Say who you are"));
    int bad = known ? put_form(r, p, &e) : STORE_OK;
    if (bad)
        return show_store_error(r, a, &e);
    if (!known)
        put_account(r, p);
    page_put(p, "</section></div>");
    put_bounds(r, p);
    page_put(p, "</div>");
    show_foot(r, p);
    return 200;
}

/* --- handed in ------------------------------------------------------------------------------------------------------- */

/* "Mi Bot.tar.gz" is called mi-bot; what says nothing, as bot.py and a kit do, is called as its author. */
static void name_from(const struct http_request *r, char name[STORE_NAME])
{
    const struct http_field *file = http_file(r, "artifact");
    static const char *const plain[] = { "", "bot", "main", "mybot", "kit-python", "kit-js", "kit-c", "kit-lines" };
    const char *typed = form_text(r, "name"), *from = *typed || !file ? typed : file->value;
    size_t n = 0;
    if (*typed) {
        snprintf(name, STORE_NAME, "%s", typed);
        return;
    }
    from = strrchr(from, '/') ? strrchr(from, '/') + 1 : from;
    for (; *from && *from != '.' && n < 39; from++)
        if (isalnum((unsigned char)*from) || (n && (*from == '-' || *from == '_')))
            name[n++] = (char)tolower((unsigned char)*from);
        else if (n && name[n - 1] != '-')
            name[n++] = '-';
    while (n && !isalnum((unsigned char)name[n - 1]))
        n--;
    name[n] = '\0';
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (!strcmp(name, plain[i]))
            snprintf(name, STORE_NAME, "%s", guest_of(r)->person.name);
}

static unsigned do_start(struct http_request *r, struct http_answer *a)
{
    struct bot b;
    struct version v;
    struct store_error e;
    char name[STORE_NAME], to[2 * STORE_NAME + 48];
    int64_t id;
    name_from(r, name);
    int bad = bot_for(r, name, &b, &e);
    if (!bad)
        bad = submit(r, &b, &id, &e);
    if (!bad)
        bad = store_version(store_of(r), id, &v, &e);
    if (bad)
        return form_refused(r, a, page_start, limit_status(bad, &e), &e);
    snprintf(to, sizeof to, "/bots/%s/%s/versions/%" PRId64, b.author, b.name, v.number);
    return http_redirect(a, to);
}

const struct http_route start_routes[] = {
    { "GET", "/start", page_start, 0, 0 },
    { "POST", "/start", do_start, AUTH_AUTHOR | HTTP_ARCHIVES, HTTP_UPLOAD_MAX },
    { 0 },
};
