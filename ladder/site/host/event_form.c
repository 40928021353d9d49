/* event_form: an event in words: made, and changed as far as it may be while it runs. */
#include "event_form.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/number.h"
#include "schedule/schedule.h"
#include "site/session/account.h"
#include "site/session/forms.h"

enum { LADDERS = 64, AUTHORS_MOST = 250, DATE_TEXT = 24 };

/* What stands in the configuration as a number of its own; a field that is empty is left out, which is its default. */
static const struct field {
    const char *name, *label, *hint;
    bool date, plan; /* plan: is fixed when the event has begun */
} fields[] = {
    { "rounds", N_("rounds"),
      N_("Swiss: empty for as many as it needs. Everybody against everybody: how often, 1 if empty."), false, true },
    { "units", N_("pairs in a meeting"), N_("A pair is two matches with the same cards, sides exchanged; 1 if empty."),
      false, true },
    { "heads", N_("heads of a gauntlet"), N_("So many of the first entries meet all the others; 1 if empty."), false,
      true },
    { "opens", N_("begins"), N_("In UTC. Empty: when you start it."), true, false },
    { "freeze", N_("no more bots from"), N_("In UTC. Empty: until it begins."), true, false },
    { "ends", N_("ends"), N_("In UTC. What is being played then does not count. Empty: when all is played."), true,
      false },
};
enum { FIELDS = sizeof fields / sizeof *fields };
static const char *const who_enters[] = { N_("I enter the bots"), N_("every author enters their own"),
                                          N_("the authors below enter their own") };

struct form {
    struct event v; /* as it is, or will be */
    json_t *cfg;
    const char *wrong; /* the field that is refused */
};

/* --- shown ------------------------------------------------------------------------------------------------------ */

/* As it was typed, else as it is. */
static const char *kept(const struct http_request *r, const char *name, const char *is)
{
    const char *typed = http_form(r, name);
    return typed ? typed : is;
}

static void put_wrong(struct http_request *r, struct page *p, const struct form *f, const char *name, const char *said)
{
    if (!said || !f->wrong || strcmp(f->wrong, name) != 0)
        return;
    page_put(p, "<span class=\"fault\" role=\"alert\" id=\"wrong\">");
    show_sentence(r, p, said);
    page_put(p, "</span>");
}

static const char *mark(const struct form *f, const char *name)
{
    return f->wrong && !strcmp(f->wrong, name) ? " aria-invalid=\"true\" aria-describedby=\"wrong\"" : "";
}

static void number_text(char text[DATE_TEXT], const json_t *value, bool date)
{
    time_t at = (time_t)json_integer_value(value);
    struct tm tm;
    *text = '\0';
    if (json_is_integer(value) && !date)
        snprintf(text, DATE_TEXT, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_integer(value) && at && gmtime_r(&at, &tm))
        strftime(text, DATE_TEXT, "%Y-%m-%dT%H:%M", &tm);
}

static void put_fields(struct http_request *r, struct page *p, const struct form *f, const char *said)
{
    char text[DATE_TEXT];
    for (size_t i = 0; i < FIELDS; i++) {
        number_text(text, json_object_get(f->cfg, fields[i].name), fields[i].date);
        page_fill(p, "<label>{}<input name=\"{}\" value=\"{}\" {h}{h}><span class=\"explain\">{}</span>",
                  TR(r, fields[i].label), fields[i].name, kept(r, fields[i].name, text),
                  fields[i].date ? "type=\"datetime-local\"" : "inputmode=\"numeric\"", mark(f, fields[i].name),
                  TR(r, fields[i].hint));
        put_wrong(r, p, f, fields[i].name, said);
        page_put(p, "</label>");
    }
}

static void put_authors(struct http_request *r, struct page *p, const struct form *f, const char *said)
{
    char now[8];
    const json_t *one;
    size_t i;
    struct page list = { 0 };
    page_put(&list, "");
    snprintf(now, sizeof now, "%d", (int)json_integer_value(json_object_get(f->cfg, "enter")));
    page_fill(p, "<label>{}<select name=\"enter\">", TR(r, "who enters"));
    for (i = 0; i < sizeof who_enters / sizeof *who_enters; i++)
        page_format(p, "<option value=\"%zu\"%s>%s</option>", i,
                    atoi(kept(r, "enter", now)) == (int)i ? " selected" : "", TR(r, who_enters[i]));
    page_put(p, "</select></label>");
    json_array_foreach(json_object_get(f->cfg, "authors"), i, one)
        page_fill(&list, "{h}{h}", json_string_value(one), "\n");
    page_fill(p, "<label>{}<textarea name=\"authors\" rows=\"4\"{h}>{}</textarea><span class=\"explain\">{}</span>",
              TR(r, "authors"), mark(f, "authors"), kept(r, "authors", list.data),
              TR(r, "One name a line; of a CSV the first column counts."));
    put_wrong(r, p, f, "authors", said);
    page_put(p, "</label>");
    page_free(&list);
}

static void tick(struct page *p, const char *label, const char *name, bool is)
{
    page_fill(p, "<label><input type=\"checkbox\" name=\"{h}\" value=\"1\"{h}> {}</label>", name, is ? " checked" : "",
              label);
}

static int put_what(struct http_request *r, struct page *p, const struct form *f, const char *said,
                    struct store_error *e)
{
    struct ladder *l = calloc(LADDERS, sizeof *l);
    size_t n = 0;
    int bad = l ? store_ladders(store_of(r), 0, l, LADDERS, &n, e) : (int)(e->code = STORE_ENVIRONMENT);
    page_fill(p, "<label>{}<select name=\"ladder\"{h}>", TR(r, "ladder"), mark(f, "ladder"));
    for (size_t i = 0; !bad && i < n; i++)
        if (!l[i].closed)
            page_fill(p, "<option value=\"{}\"{h}>{}</option>", l[i].code,
                      strcmp(form_text(r, "ladder"), l[i].code) ? "" : " selected", l[i].name);
    page_put(p, "</select>");
    put_wrong(r, p, f, "ladder", said);
    page_fill(p, "</label><label>{}<select name=\"kind\">", TR(r, "kind"));
    for (int k = 0; k < EVENT_KINDS; k++)
        page_fill(p, "<option value=\"{}\"{h}>{}</option>", event_kind_names[k],
                  strcmp(kept(r, "kind", "swiss"), event_kind_names[k]) ? "" : " selected",
                  say_name(r, event_kind_names[k]));
    page_put(p, "</select></label>");
    free(l);
    return bad;
}

/* The form, with what was typed and at its field what is wrong with it. */
static unsigned form_page(struct http_request *r, struct http_answer *a, struct form *f, unsigned status,
                          const char *said)
{
    struct page *p = &a->page;
    struct store_error e;
    char to[64] = "/host/events";
    if (f->v.id)
        snprintf(to, sizeof to, "/host/events/%" PRId64 "/edit", f->v.id);
    show_head(r, p, f->v.id ? f->v.name : TR(r, "A new event"), NULL);
    show_said(r, p, f->wrong ? NULL : said);
    form_open(r, p, to, "class=\"box\"");
    page_fill(p, "<label>{}<input name=\"name\" required maxlength=\"60\" value=\"{}\"{h}>", TR(r, "name"),
              kept(r, "name", f->v.name), mark(f, "name"));
    put_wrong(r, p, f, "name", said);
    page_put(p, "</label>");
    if (!f->v.id && put_what(r, p, f, said, &e))
        return show_store_error(r, a, &e);
    put_fields(r, p, f, said);
    put_authors(r, p, f, said);
    /* A box that is not ticked is not sent: what says so is that the form was. */
    tick(p, TR(r, "visitors see who stands where when it is over"), "hidden",
         http_form(r, "name") ? *form_text(r, "hidden") : json_integer_value(json_object_get(f->cfg, "hidden")));
    if (!f->v.id)
        tick(p, TR(r, "its pairs count for the ladder"), "rated", !http_form(r, "name") || *form_text(r, "rated"));
    page_fill(p, "<button class=\"main\">{}</button></form>", TR(r, f->v.id ? N_("Save") : N_("Make this event")));
    show_foot(r, p);
    return status;
}

/* --- read ------------------------------------------------------------------------------------------------------- */

static bool read_number(const char *text, bool date, json_int_t *out)
{
    uint64_t n;
    struct tm tm = { 0 };
    const char *end = date ? strptime(text, "%Y-%m-%dT%H:%M", &tm) : NULL;
    if (date && (!end || *end))
        return false;
    if (date)
        *out = (json_int_t)timegm(&tm);
    else if (whole_number(text, 0, UINT32_MAX, &n))
        *out = (json_int_t)n;
    return date || whole_number(text, 0, UINT32_MAX, &n);
}

static int read_fields(struct http_request *r, struct form *f, struct store_error *e)
{
    for (size_t i = 0; i < FIELDS; i++) {
        const char *text = http_form(r, fields[i].name);
        json_int_t is = json_integer_value(json_object_get(f->cfg, fields[i].name)), n = 0;
        if (!text)
            continue;
        f->wrong = fields[i].name;
        if (*text && !read_number(text, fields[i].date, &n))
            return store_say(e, STORE_INVALID,
                             fields[i].date ? N_("a date and time looks like 2027-03-21T18:30")
                                            : N_("this is a whole number, or empty"));
        if (n != is && fields[i].plan && f->v.id && f->v.state != EVENT_DRAFT)
            return store_say(e, STORE_STALE, N_("this stays as it is once the event has begun"));
        json_object_del(f->cfg, fields[i].name);
        if (*text)
            json_object_set_new(f->cfg, fields[i].name, json_integer(n));
    }
    f->wrong = NULL;
    return STORE_OK;
}

/* The first column of a list's lines, without quotes; a name that is none, as a formula, is refused. */
static int read_authors(struct http_request *r, struct form *f, struct store_error *e)
{
    char *copy = http_form(r, "authors") ? strdup(form_text(r, "authors")) : NULL, *rest;
    json_t *list = json_array();
    int bad = STORE_OK;
    for (char *line = copy ? strtok_r(copy, "\r\n", &rest) : NULL; line && !bad; line = strtok_r(NULL, "\r\n", &rest)) {
        line += strspn(line, " \t\"");
        line[strcspn(line, " \t\",;")] = '\0';
        if (!*line || (!json_array_size(list) && !strcmp(line, "name")))
            continue;
        if (!name_fits(line) || json_array_size(list) == AUTHORS_MOST)
            bad = store_say(e, STORE_INVALID,
                            N_("up to 250 names of accounts, one a line: letters, digits, - _ and ."));
        else
            json_array_append_new(list, json_string(line));
    }
    f->wrong = bad ? "authors" : NULL;
    if (copy && !bad)
        json_object_del(f->cfg, "authors");
    if (copy && !bad && json_array_size(list))
        json_object_set(f->cfg, "authors", list);
    json_decref(list);
    free(copy);
    return bad;
}

static void read_choice(struct http_request *r, struct form *f, const char *name, bool sent)
{
    if (!sent)
        return;
    json_object_del(f->cfg, name);
    if (atoi(form_text(r, name)))
        json_object_set_new(f->cfg, name, json_integer(atoi(form_text(r, name))));
}

/* The configuration as one, judged; the field that its sentence names is the wrong one. */
static int judge(struct form *f, struct store_error *e)
{
    struct event_config c = { 0 };
    char why[256], quoted[32], *text = json_dumps(f->cfg, JSON_COMPACT);
    bool fits = text && strlen(text) < sizeof f->v.cfg;
    if (fits)
        strcpy(f->v.cfg, text);
    free(text);
    if (!fits)
        return store_say(e, STORE_INVALID, N_("a name has up to 63 bytes, a configuration up to 4095: write less"));
    if (event_config_read(f->v.kind, f->v.cfg, &c, why))
        return STORE_OK;
    for (size_t i = 0; i < FIELDS; i++) {
        snprintf(quoted, sizeof quoted, "'%s'", fields[i].name);
        if (strstr(why, quoted))
            f->wrong = fields[i].name;
    }
    if (strstr(why, "an event ends"))
        f->wrong = "ends";
    return store_say(e, STORE_INVALID, why);
}

static int read_what(struct http_request *r, struct form *f, struct store_error *e)
{
    struct ladder l;
    int kind = 0;
    while (kind < EVENT_KINDS && strcmp(form_text(r, "kind"), event_kind_names[kind]) != 0)
        kind++;
    if (kind == EVENT_KINDS)
        return store_say(e, STORE_INVALID, N_("there is no such kind of event: choose one of the list"));
    f->wrong = "ladder";
    int bad = store_ladder_coded(store_of(r), form_text(r, "ladder"), &l, e);
    if (!bad && l.closed)
        bad = store_say(e, STORE_INVALID, N_("that ladder is closed: open it first"));
    f->v.kind = (enum event_kind)kind;
    f->v.ladder = bad ? 0 : l.id;
    f->wrong = bad ? "ladder" : NULL;
    f->v.rated = *form_text(r, "rated");
    return bad;
}

static int read_form(struct http_request *r, struct form *f, struct store_error *e)
{
    json_error_t wrong;
    char why[256] = "";
    bool page = !is_api(r);
    const char *name = http_form(r, "name");
    int bad = f->v.id ? STORE_OK : read_what(r, f, e);
    if (!bad && name && snprintf(f->v.name, sizeof f->v.name, "%s", name) >= (int)sizeof f->v.name)
        bad = store_say(e, STORE_INVALID, N_("a name has up to 63 bytes, a configuration up to 4095: write less"));
    if (bad)
        return bad;
    if (http_form(r, "cfg") && *form_text(r, "cfg")) {
        json_decref(f->cfg);
        f->cfg = json_loads(form_text(r, "cfg"), JSON_REJECT_DUPLICATES, &wrong);
    }
    if (!json_is_object(f->cfg)) { /* its reader says why */
        event_config_read(f->v.kind, form_text(r, "cfg"), &(struct event_config){ 0 }, why);
        return store_say(e, STORE_INVALID, why);
    }
    bad = read_fields(r, f, e);
    if (!bad)
        bad = read_authors(r, f, e);
    read_choice(r, f, "enter", http_form(r, "enter"));
    read_choice(r, f, "hidden", page || http_form(r, "hidden"));
    return bad ? bad : judge(f, e);
}

/* --- done ------------------------------------------------------------------------------------------------------- */

static int form_start(struct http_request *r, struct form *f, bool fresh, struct store_error *e)
{
    *f = (struct form){ .v = { .state = EVENT_DRAFT, .cfg = "{}" } };
    int bad = fresh ? STORE_OK : store_event(store_of(r), id_at(r, 0), &f->v, e);
    f->cfg = json_loads(bad || !*f->v.cfg ? "{}" : f->v.cfg, 0, NULL);
    return bad;
}

static unsigned save(struct http_request *r, struct http_answer *a, bool fresh)
{
    struct store_error e;
    struct form f;
    char to[64];
    const char *actor = guest_of(r)->person.name;
    unsigned status;
    int bad = form_start(r, &f, fresh, &e), found = !bad;
    if (!bad)
        bad = read_form(r, &f, &e);
    if (!bad)
        bad = fresh ? store_event_add(store_of(r), &f.v, actor, &f.v.id, &e)
                    : store_event_edit(store_of(r), &f.v, actor, &e);
    snprintf(to, sizeof to, "/events/%" PRId64, f.v.id);
    if (is_api(r))
        status = bad ? answer_store(a, &e) : answer_id(a, fresh ? f.v.id : 0);
    else if (bad)
        status = found ? form_page(r, a, &f, store_status(&e), store_said(&e)) : show_store_error(r, a, &e);
    else
        status = http_redirect(a, to);
    json_decref(f.cfg);
    return status;
}

static unsigned do_make(struct http_request *r, struct http_answer *a) { return save(r, a, true); }
static unsigned do_edit(struct http_request *r, struct http_answer *a) { return save(r, a, false); }

static unsigned show(struct http_request *r, struct http_answer *a, bool fresh)
{
    struct store_error e;
    struct form f;
    int bad = form_start(r, &f, fresh, &e);
    unsigned status = bad ? show_store_error(r, a, &e) : form_page(r, a, &f, 200, NULL);
    json_decref(f.cfg);
    return status;
}

static unsigned page_make(struct http_request *r, struct http_answer *a) { return show(r, a, true); }
static unsigned page_edit(struct http_request *r, struct http_answer *a) { return show(r, a, false); }

const struct http_route event_form_routes[] = {
    { "GET", "/host/events/new", page_make, AUTH_HOST, 0 },
    { "GET", "/host/events/{}/edit", page_edit, AUTH_HOST, 0 },
    { "POST", "/host/events", do_make, AUTH_HOST, 0 },
    { "POST", "/host/events/{}/edit", do_edit, AUTH_HOST, 0 },
    { "POST", "/api/events", do_make, AUTH_HOST | AUTH_API, 0 },
    { "POST", "/api/events/{}/edit", do_edit, AUTH_HOST | AUTH_API, 0 },
    { 0 },
};
