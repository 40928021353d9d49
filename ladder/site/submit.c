/* submit: bots and their versions: sent in, disabled, retired, and what became of them.
 *
 * Nothing is kept before the archive was read to its end (artifact.h) and the author is known to own the bot. */
#include "submit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worker/artifact.h"
#include "own.h"
#include "people.h"
#include "remote.h"

enum { BOTS_A_DAY = 20, VERSIONS_AN_HOUR = 20, LADDERS_MOST = 16, LISTED = 50 };
static const int64_t hour = 3600 * 1000, day = INT64_C(86400) * 1000;

/* So many in a window for each person. */
static int limit_person(struct http_request *r, const char *what, int64_t limit, int64_t window_ms, struct store_error *e)
{
    char name[64];
    int64_t again;
    snprintf(name, sizeof name, "%s:%" PRId64, what, guest_of(r)->person.id);
    return store_take(site_of(r)->store, name, limit, window_ms, &again, e);
}

int bot_make(struct http_request *r, const char *name, const char *about, struct store_error *e)
{
    struct bot b = { .person = guest_of(r)->person.id };
    int64_t id;
    if (!name_fits(name))
        return refuse(e, STORE_INVALID, "a bot's name has up to 39 letters, digits, '-', '_' and '.', and begins and ends with a letter "
                                        "or digit: choose another one");
    if (strlen(about) >= sizeof b.about)
        return refuse(e, STORE_INVALID, "that is too much about a bot: say it in 255 bytes");
    strcpy(b.name, name);
    strcpy(b.about, about);
    int bad = limit_person(r, "bots", BOTS_A_DAY, day, e);
    return bad ? bad : store_bot_add(site_of(r)->store, &b, &id, e);
}

/* The bot at the first two parts of the path.  Only its author may do anything to it, a host may look (`host`); it is public that
 * a bot is there, so nothing is hidden by what is said. */
static int own_bot(struct http_request *r, bool host, struct bot *b, struct store_error *e)
{
    int bad = store_bot_named(site_of(r)->store, r->part[0], r->part[1], b, e);
    const struct guest *g = guest_of(r);
    if (bad)
        return bad;
    return g->known && (b->person == g->person.id || (host && is_host(g)))
               ? STORE_OK
               : refuse(e, STORE_NOT_FOUND, "this is its author's alone");
}

/* --- a new version ------------------------------------------------------------------------------------------ */

/* "argentino-1v1,truco-2v2" into ids. */
static int read_ladders(struct http_request *r, const char *codes, int64_t id[LADDERS_MOST], size_t *n, struct store_error *e)
{
    char code[STORE_NAME];
    struct ladder l;
    for (*n = 0; *codes; codes += *codes == ',') {
        size_t size = strcspn(codes, ",");
        if (size >= sizeof code || *n == LADDERS_MOST)
            return refuse(e, STORE_INVALID, "the ladders are up to 16 codes with commas between: see /api/ladders");
        snprintf(code, sizeof code, "%.*s", (int)size, codes);
        codes += size;
        if (!size)
            continue;
        int bad = store_ladder_coded(site_of(r)->store, code, &l, e);
        if (bad)
            return bad == STORE_NOT_FOUND ? refuse(e, STORE_INVALID, "there is no such ladder: see /api/ladders") : bad;
        if (l.closed)
            return refuse(e, STORE_INVALID, "that ladder is closed: choose another one");
        id[(*n)++] = l.id;
    }
    return STORE_OK;
}

/* A value of the form, else of the address: a program may send the archive as the whole body. */
static const char *value(const struct http_request *r, const char *name)
{
    const char *v = http_form(r, name);
    v = v ? v : http_query(r, name);
    return v ? v : "";
}

/* The archive that was sent, into the store. */
static int take_archive(struct http_request *r, struct version *v, struct store_error *e)
{
    const struct http_field *tar = http_file(r, "artifact");
    const char *run = value(r, "run"), *build = value(r, "build");
    char why[256];
    if (!tar)
        tar = http_file(r, "");
    if (!tar || !tar->size)
        return refuse(e, STORE_INVALID, "there is no archive: send a tar as the field 'artifact' or as the body");
    if (strlen(run) >= sizeof v->run || strlen(build) >= sizeof v->build)
        return refuse(e, STORE_INVALID, "a command has up to 255 bytes: write less");
    strcpy(v->run, run);
    strcpy(v->build, build);
    v->has_artifact = true;
    if (!artifact_check(tar->value, tar->size, run, !*build, why))
        return refuse(e, STORE_INVALID, why);
    return store_put(site_of(r)->store, tar->value, tar->size, v->artifact, e);
}

/* Reads what was sent and puts it into the store; *id is the new version. */
static int submit(struct http_request *r, const struct bot *b, int64_t *id, struct store_error *e)
{
    struct version v = { .bot = b->id, .supersedes = !*value(r, "beside") };
    int64_t ladders[LADDERS_MOST];
    size_t n;
    if (strlen(value(r, "label")) >= sizeof v.label)
        return refuse(e, STORE_INVALID, "a label has up to 63 bytes: write less");
    strcpy(v.label, value(r, "label"));
    int bad = limit_person(r, "submit", VERSIONS_AN_HOUR, hour, e);
    if (!bad)
        bad = read_ladders(r, value(r, "ladders"), ladders, &n, e);
    if (!bad)
        bad = *value(r, "binding") ? remote_register(site_of(r)->store, b, value(r, "binding"), ladders, n, &v, e)
                                   : take_archive(r, &v, e);
    return bad ? bad : store_version_add(site_of(r)->store, &v, ladders, n, id, e);
}

static unsigned api_bot_add(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    int bad = bot_make(r, value(r, "name"), value(r, "about"), &e);
    if (bad)
        return answer_error(a, limit_status(bad, &e), e.text);
    a->type = "application/json";
    page_fill(&a->page, "{\"author\":{j},\"bot\":{j}}\n", guest_of(r)->person.name, value(r, "name"));
    return 201;
}

static unsigned api_version_add(struct http_request *r, struct http_answer *a)
{
    struct bot b;
    struct version v;
    struct store_error e;
    int64_t id;
    int bad = own_bot(r, false, &b, &e);
    if (!bad)
        bad = submit(r, &b, &id, &e);
    if (!bad)
        bad = store_version(site_of(r)->store, id, &v, &e);
    if (bad)
        return answer_error(a, limit_status(bad, &e), e.text);
    a->type = "application/json";
    page_format(&a->page, "{\"version\":%" PRId64 ",\"number\":%" PRId64 ",\"state\":\"pending\"}\n", v.id, v.number);
    return 201;
}

/* --- states --------------------------------------------------------------------------------------------------- */

/* The version of that number of one's own bot. */
static int own_version(struct http_request *r, bool host, struct bot *b, struct version *out, struct store_error *e)
{
    struct version_filter f = { .state = -1 };
    static _Thread_local struct version v[LISTED];
    int64_t number = id_at(r, 2);
    int bad = own_bot(r, host, b, e);
    f.bot = bad ? 0 : b->id;
    for (size_t n = LISTED; !bad && n == LISTED; f.after = v[n - 1].id) {
        bad = store_versions(site_of(r)->store, &f, v, LISTED, &n, e);
        for (size_t i = 0; !bad && i < n; i++)
            if (v[i].number == number)
                return *out = v[i], STORE_OK;
        if (bad || !n)
            break;
    }
    return bad ? bad : refuse(e, STORE_NOT_FOUND, "the bot has no such version");
}

/* What an author may do: disable what is active, retire whatever is not retired, have what is disabled looked at again. */
static int move(struct http_request *r, const char *what, struct store_error *e)
{
    struct bot b;
    struct version v;
    int bad = own_version(r, false, &b, &v, e);
    const char *actor = guest_of(r)->person.name;
    if (bad)
        return bad;
    if (!strcmp(what, "retire") && v.state != VERSION_RETIRED)
        return store_version_move(site_of(r)->store, v.id, v.state, VERSION_RETIRED, "by its author", actor, e);
    if (!strcmp(what, "disable") && v.state == VERSION_ACTIVE)
        return store_version_move(site_of(r)->store, v.id, v.state, VERSION_DISABLED, "by its author", actor, e);
    if (!strcmp(what, "again") && v.state == VERSION_DISABLED) {
        bad = limit_person(r, "submit", VERSIONS_AN_HOUR, hour, e);
        return bad ? bad
                   : store_version_move(site_of(r)->store, v.id, v.state, VERSION_PENDING, "validated once more", actor, e);
    }
    return refuse(e, STORE_STALE, "this version is not in a state for that: load the page again");
}

static unsigned api_move(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    int bad = move(r, strrchr(r->path, '/') + 1, &e);
    if (bad)
        return answer_store(a, &e);
    a->type = "application/json";
    page_put(&a->page, "{}\n");
    return 200;
}

/* --- the page of a bot's versions, for its author --------------------------------------------------------------- */

/* The buttons of one version: forms with the version's own address. */
static void put_moves(struct http_request *r, struct page *p, const struct bot *b, const struct version *v)
{
    static const char *const words[] = { "disable", "retire", "again" };
    const bool may[] = { v->state == VERSION_ACTIVE, v->state != VERSION_RETIRED, v->state == VERSION_DISABLED };
    struct page to = { 0 };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (may[i] && b->person == guest_of(r)->person.id) {
            to.size = 0;
            page_fill(&to, "/bots/{a}/{a}/versions/", b->author, b->name);
            page_format(&to, "%" PRId64 "/%s", v->number, words[i]);
            form_open(r, p, to.data ? to.data : "", "class=\"inline\"");
            page_fill(p, "<button>{}</button></form> ",
                      i == 0   ? tongue(r, "disable", "desactivar", "desativar")
                      : i == 1 ? tongue(r, "retire", "retirar", "retirar")
                               : tongue(r, "validate again", "validar otra vez", "validar de novo"));
        }
    page_free(&to);
}

static int put_versions(struct http_request *r, struct page *p, const struct bot *b, struct store_error *e)
{
    static _Thread_local struct version v[LISTED];
    struct version_filter f = { .bot = b->id, .state = -1 };
    size_t n = 0;
    page_put(p, "<div class=\"scroll\"><table><tbody>");
    do {
        int bad = store_versions(site_of(r)->store, &f, v, LISTED, &n, e);
        if (bad)
            return bad;
        for (size_t i = 0; i < n; i++) {
            page_format(p, "<tr><th scope=\"row\">#%" PRId64, v[i].number);
            page_fill(p, " {}</th><td>{}</td><td>{}</td><td><a href=\"/bots/{a}/{a}/versions/", v[i].label,
                      say_name(r, version_state_names[v[i].state]), v[i].reason, b->author, b->name);
            page_format(p, "%" PRId64 "/log\">", v[i].number);
            page_fill(p, "{}</a></td><td>", tongue(r, "log", "registro", "registro"));
            put_moves(r, p, b, &v[i]);
            page_put(p, "</td></tr>");
        }
        f.after = n ? v[n - 1].id : 0;
    } while (n == LISTED);
    page_put(p, "</tbody></table></div>");
    return STORE_OK;
}

static int put_form(struct http_request *r, struct page *p, const struct bot *b, struct store_error *e)
{
    static _Thread_local struct ladder l[LADDERS_MOST];
    struct page to = { 0 };
    size_t n = 0;
    int bad = store_ladders(site_of(r)->store, 0, l, LADDERS_MOST, &n, e);
    if (bad)
        return bad;
    page_fill(&to, "/bots/{a}/{a}/versions", b->author, b->name);
    form_open(r, p, to.data ? to.data : "", "enctype=\"multipart/form-data\" class=\"submit\"");
    page_fill(p,
              "<p><label>{} <input type=\"file\" name=\"artifact\" required></label></p>"
              "<p><label>{} <input name=\"build\" maxlength=\"255\" placeholder=\"make\"></label></p>"
              "<p><label>{} <input name=\"run\" value=\"./bot\" maxlength=\"255\" required></label></p>"
              "<p><label>{} <input name=\"label\" maxlength=\"60\"></label></p>"
              "<p><label>{} <input name=\"ladders\" maxlength=\"900\" list=\"ladders\" value=\"{}\"></label></p>"
              "<p><label><input type=\"checkbox\" name=\"beside\" value=\"1\"> {}</label></p><datalist id=\"ladders\">",
              tongue(r, "archive (tar, gz, xz, zst) with a Linux program or its sources",
                     "archivo (tar, gz, xz, zst) con un programa de Linux o sus fuentes",
                     "arquivo (tar, gz, xz, zst) com um programa de Linux ou suas fontes"),
              tongue(r, "how sources are built, if they are", "cómo se compilan las fuentes, si las hay",
                     "como as fontes são compiladas, se houver"),
              tongue(r, "what is started inside it", "qué se inicia en él", "o que é iniciado nele"),
              tongue(r, "label", "etiqueta", "rótulo"),
              tongue(r, "ladders, with commas between", "ligas, separadas por comas", "ligas, separadas por vírgulas"),
              n ? l[0].code : "",
              tongue(r, "the versions before go on playing", "las versiones anteriores siguen jugando",
                     "as versões anteriores continuam jogando"));
    for (size_t i = 0; i < n; i++)
        page_fill(p, "<option value=\"{}\">", l[i].code);
    page_fill(p, "</datalist><p><button>{}</button></p></form>", tongue(r, "Submit", "Enviar", "Enviar"));
    remote_form(r, p, to.data ? to.data : "", n ? l[0].code : "");
    page_free(&to);
    return STORE_OK;
}

static unsigned versions_page(struct http_request *r, struct http_answer *a, unsigned status, const char *said)
{
    struct bot b;
    struct store_error e;
    int bad = own_bot(r, true, &b, &e);
    if (bad)
        return show_store_error(r, a, &e);
    show_head(r, &a->page, b.name, NULL);
    if (said)
        page_fill(&a->page, "<p class=\"said\" role=\"alert\">{}</p>", said);
    bad = put_versions(r, &a->page, &b, &e);
    if (!bad && b.person == guest_of(r)->person.id)
        bad = put_form(r, &a->page, &b, &e);
    if (bad)
        return show_store_error(r, a, &e);
    show_foot(r, &a->page);
    return status;
}

static unsigned page_versions(struct http_request *r, struct http_answer *a)
{
    return versions_page(r, a, 200, NULL);
}

/* Back to the page of versions. */
static unsigned back(struct http_request *r, struct http_answer *a)
{
    struct page to = { 0 };
    page_fill(&to, "/bots/{a}/{a}/versions", r->part[0], r->part[1]);
    unsigned status = http_redirect(a, to.data ? to.data : "/me");
    page_free(&to);
    return status;
}

static unsigned do_submit(struct http_request *r, struct http_answer *a)
{
    struct bot b;
    struct store_error e;
    int64_t id;
    int bad = own_bot(r, false, &b, &e);
    if (bad)
        return show_store_error(r, a, &e);
    bad = submit(r, &b, &id, &e);
    return bad ? versions_page(r, a, limit_status(bad, &e), e.text) : back(r, a);
}

static unsigned do_move(struct http_request *r, struct http_answer *a)
{
    struct store_error e;
    return move(r, strrchr(r->path, '/') + 1, &e) ? show_store_error(r, a, &e) : back(r, a);
}

/* --- logs: the author's and the hosts' ------------------------------------------------------------------------- */

/* As plain text: a browser shows it and runs nothing of it. */
static unsigned put_log(struct http_answer *a, struct store_bytes *log)
{
    a->type = "text/plain; charset=utf-8";
    page_bytes(&a->page, log->data, log->size);
    store_free(log);
    return 200;
}

/* Why there is none, for a person or a program. */
static unsigned no_log(struct http_request *r, struct http_answer *a, const struct store_error *e)
{
    return strncmp(r->path, "/api/", 5) ? show_store_error(r, a, e) : answer_store(a, e);
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
        bad = refuse(&e, STORE_NOT_FOUND, "it was not validated yet: come back later");
    if (!bad)
        bad = store_validation_log(site_of(r)->store, x.id, &log, &e);
    return bad ? no_log(r, a, &e) : put_log(a, &log);
}

/* /matches/{}/logs/{seat}: what the bot at that seat printed. */
static unsigned seat_log(struct http_request *r, struct http_answer *a)
{
    static _Thread_local struct leg l;
    struct version_label who;
    struct store_bytes log = { 0 };
    struct store_error e;
    int64_t seat = id_at(r, 1);
    const struct guest *g = guest_of(r);
    int bad = store_leg(site_of(r)->store, id_at(r, 0), &l, &e);
    if (!bad && (seat >= l.seats || strspn(r->part[1], "0123456789") != strlen(r->part[1])))
        bad = refuse(&e, STORE_NOT_FOUND, "there is no such seat");
    if (!bad)
        bad = store_label(site_of(r)->store, l.seat[seat].version, &who, &e);
    if (!bad && who.person != g->person.id && !is_host(g))
        bad = refuse(&e, STORE_NOT_FOUND, "this is its author's alone");
    if (!bad)
        bad = store_leg_log(site_of(r)->store, l.id, (unsigned)seat, &log, &e);
    return bad ? no_log(r, a, &e) : put_log(a, &log);
}

const struct http_route submit_routes[] = {
    { "GET", "/bots/{}/{}/versions", page_versions, GATE_KNOWN, 0 },
    { "POST", "/bots/{}/{}/versions", do_submit, GATE_AUTHOR, HTTP_UPLOAD_MAX },
    { "POST", "/bots/{}/{}/versions/{}/disable", do_move, GATE_AUTHOR, 0 },
    { "POST", "/bots/{}/{}/versions/{}/retire", do_move, GATE_AUTHOR, 0 },
    { "POST", "/bots/{}/{}/versions/{}/again", do_move, GATE_AUTHOR, 0 },
    { "GET", "/bots/{}/{}/versions/{}/log", version_log, GATE_KNOWN, 0 },
    { "GET", "/matches/{}/logs/{}", seat_log, GATE_KNOWN, 0 },
    { "POST", "/api/bots", api_bot_add, GATE_AUTHOR | GATE_API, 0 },
    { "POST", "/api/bots/{}/{}/versions", api_version_add, GATE_AUTHOR | GATE_API, HTTP_UPLOAD_MAX },
    { "POST", "/api/bots/{}/{}/versions/{}/disable", api_move, GATE_AUTHOR | GATE_API, 0 },
    { "POST", "/api/bots/{}/{}/versions/{}/retire", api_move, GATE_AUTHOR | GATE_API, 0 },
    { "POST", "/api/bots/{}/{}/versions/{}/again", api_move, GATE_AUTHOR | GATE_API, 0 },
    { "GET", "/api/bots/{}/{}/versions/{}/log", version_log, GATE_KNOWN | GATE_API, 0 },
    { "GET", "/api/matches/{}/logs/{}", seat_log, GATE_KNOWN | GATE_API, 0 },
    { 0 },
};
