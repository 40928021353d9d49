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
#include "new_ladder.h"
#include "site/session/account.h"
#include "site/session/forms.h"

enum { AUTHORS_MOST = 250, DATE_TEXT = 24 };
#define NUMBER "inputmode=\"numeric\""
#define DATE "type=\"datetime-local\""

/* What stands in the configuration as a number of its own; a field that is empty is left out, which is its default. */
enum {
    FIXED = 5,
    DATES = 6
}; /* so many stay as they are when the event has begun; so many are numbers, and behind them are dates */
static const struct form_field fields[] = {
    { "rounds", N_("rounds"), FIELD_LINE, NUMBER,
      N_("Swiss: empty for as many as it needs. Everybody against everybody: how often, 1 if empty.") },
    { "units", N_("pairs in a meeting"), FIELD_LINE, NUMBER,
      N_("A pair is two matches with the same cards, sides exchanged; 1 if empty.") },
    { "games", N_("games a match"), FIELD_LINE, NUMBER,
      N_("Empty: as many as in the ladder. With another number its pairs cannot count for the ladder.") },
    { "heads", N_("heads of a gauntlet"), FIELD_LINE, NUMBER,
      N_("So many of the first entries meet all the others; 1 if empty.") },
    { "each", N_("bots of one author"), FIELD_LINE, NUMBER, N_("Up to so many enter; empty: any number.") },
    { "note_bytes", N_("bytes of notes"), FIELD_LINE, NUMBER,
      N_("A bot may say so much in a match of what it thought, for all to read when the pair is over; empty: "
         "nothing.") },
    { "opens", N_("begins"), FIELD_LINE, DATE, N_("In UTC. Empty: when you start it.") },
    { "freeze", N_("no more bots from"), FIELD_LINE, DATE, N_("In UTC. Empty: until it begins.") },
    { "ends", N_("ends"), FIELD_LINE, DATE,
      N_("In UTC. What is being played then does not count. Empty: when all is played.") },
};
enum { FIELDS = sizeof fields / sizeof *fields };
static const struct form_field
    name_field = { "name", N_("name"), FIELD_LINE, "required maxlength=\"60\"", NULL },
    ladder_field = { "ladder", N_("ladder"), FIELD_LIST, NULL, NULL },
    kind_field = { "kind", N_("kind"), FIELD_LIST, NULL, NULL },
    enter_field = { "enter", N_("who enters"), FIELD_LIST, NULL, NULL },
    authors_field = { "authors", N_("authors"), FIELD_TEXT, "rows=\"4\"",
                      N_("One name a line; of a CSV the first column counts.") },
    hidden_field = { "hidden", N_("visitors see its matches and who stands where only when it is over"), FIELD_TICK,
                     NULL,
                     N_("A match log that you give out has each result at once all the "
                        "same, by seat and without names.") },
    plain_field = { "plain", N_("plain matches, no duplicate pairs: remote bots, too"), FIELD_TICK, NULL, NULL },
    seeds_field = { "seeds", N_("places in the draw"), FIELD_LIST, NULL, NULL },
    rated_field = { "rated", N_("its pairs count for the ladder"), FIELD_TICK, NULL, NULL };
static const char *const who_enters[] = { N_("I enter the bots"), N_("every author enters their own"),
                                          N_("the authors below enter their own"), NULL },
                         *const drawn[] = { N_("in the order in which they enter"),
                                            N_("by the ladder's table when they enter: the best meet last"), NULL };

struct form {
    struct event v; /* as it is, or will be */
    json_t *cfg;
};

/* --- shown ------------------------------------------------------------------------------------------------------ */

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

static void put_choice(struct http_request *r, struct page *p, const struct form *f, const struct form_field *field,
                       const char *const *words)
{
    char value[24], now[8];
    snprintf(now, sizeof now, "%d", (int)json_integer_value(json_object_get(f->cfg, field->name)));
    form_field(r, p, field, NULL);
    for (size_t i = 0; words[i]; i++) {
        snprintf(value, sizeof value, "%zu", i);
        form_option(r, p, field, value, TR(r, words[i]), now);
    }
    form_field_end(r, p, field);
}

static void put_authors(struct http_request *r, struct page *p, const struct form *f)
{
    const json_t *one;
    size_t i;
    AUTO(page_free) struct page list = { 0 };
    put_choice(r, p, f, &enter_field, who_enters);
    json_array_foreach(json_object_get(f->cfg, "authors"), i, one)
        page_fill(&list, "{h}{h}", json_string_value(one), "\n");
    form_field(r, p, &authors_field, list.data);
}

static int put_what(struct http_request *r, struct page *p, struct store_error *e)
{
    int bad = form_ladders(r, p, &ladder_field, FORM_OPEN, NULL, e);
    form_field(r, p, &kind_field, NULL);
    for (int k = 0; k < EVENT_KINDS; k++)
        form_option(r, p, &kind_field, event_kind_names[k], say_name(r, event_kind_names[k]), "swiss");
    form_field_end(r, p, &kind_field);
    return bad;
}

static unsigned form_page(struct http_request *r, struct http_answer *a, struct form *f)
{
    struct page *p = &a->page;
    struct store_error e;
    char to[64] = "/host/events", text[DATE_TEXT];
    if (f->v.id)
        snprintf(to, sizeof to, "/host/events/%" PRId64 "/edit", f->v.id);
    show_head(r, p, f->v.id ? f->v.name : TR(r, "A new event"), NULL);
    show_refused(r, p);
    form_open(r, p, to, "class=\"box\"");
    form_field(r, p, &name_field, f->v.name);
    if (!f->v.id && put_what(r, p, &e))
        return show_store_error(r, a, &e);
    for (size_t i = 0; i < FIELDS; i++) {
        number_text(text, json_object_get(f->cfg, fields[i].name), i >= DATES);
        form_field(r, p, &fields[i], text);
    }
    put_authors(r, p, f);
    put_choice(r, p, f, &seeds_field, drawn);
    form_field(r, p, &plain_field, json_integer_value(json_object_get(f->cfg, "plain")) ? "1" : NULL);
    form_field(r, p, &hidden_field, json_integer_value(json_object_get(f->cfg, "hidden")) ? "1" : NULL);
    if (!f->v.id)
        form_field(r, p, &rated_field, "1");
    form_close(p, "class=\"main\"", TR(r, f->v.id ? N_("Save") : N_("Make this event")));
    show_foot(r, p);
    return 200;
}

/* --- read ------------------------------------------------------------------------------------------------------- */

static bool read_number(const char *text, bool date, json_int_t *out)
{
    uint64_t n = 0;
    struct tm tm = { 0 };
    const char *end = date ? strptime(text, "%Y-%m-%dT%H:%M", &tm) : NULL;
    bool fine = date ? end && !*end : whole_number(text, 0, UINT32_MAX, &n);
    *out = date && fine ? (json_int_t)timegm(&tm) : (json_int_t)n;
    return fine;
}

static int read_fields(struct http_request *r, struct form *f, struct store_error *e)
{
    for (size_t i = 0; i < FIELDS; i++) {
        const char *name = fields[i].name, *text = http_form(r, name);
        json_int_t is = json_integer_value(json_object_get(f->cfg, name)), n = 0;
        if (!text)
            continue;
        if (*text && !read_number(text, i >= DATES, &n))
            return wrong_say(r, name, e,
                             i >= DATES ? N_("a date and time looks like 2027-03-21T18:30")
                                        : N_("this is a whole number, or empty"));
        if (n != is && i < FIXED && f->v.id && f->v.state != EVENT_DRAFT)
            return wrong_at(r, name, store_say(e, STORE_STALE, N_("this stays as it is once the event has begun")));
        json_object_del(f->cfg, name);
        if (*text)
            json_object_set_new(f->cfg, name, json_integer(n));
    }
    return STORE_OK;
}

/* The first column of a list's lines, without quotes; a name that is none, as a formula, is refused. */
static int read_authors(struct http_request *r, struct form *f, struct store_error *e)
{
    char *copy = http_form(r, "authors") ? strdup(form_text(r, "authors")) : NULL, *rest;
    json_auto_t *list = json_array();
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
    if (copy && !bad)
        json_object_del(f->cfg, "authors");
    if (copy && !bad && json_array_size(list))
        json_object_set(f->cfg, "authors", list);
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

/* As many games as the ladder's are the ladder's. */
static int judge_games(struct http_request *r, struct form *f, struct store_error *e)
{
    struct ladder l;
    json_int_t games = json_integer_value(json_object_get(f->cfg, "games"));
    int bad = games ? store_ladder(store_of(r), f->v.ladder, &l, e) : STORE_OK;
    if (bad || !games)
        return bad;
    if (games == l.games)
        return json_object_del(f->cfg, "games"), STORE_OK;
    if (f->v.rated)
        return wrong_say(r, "games", e,
                         N_("with another number than the ladder's its pairs cannot count there: leave this empty, or "
                            "untick that they count"));
    l.games = games;
    return ladder_fits(&l, &guest_of(r)->wrong, e);
}

/* The configuration as one, judged; the field that its sentence names is the wrong one. */
static int judge(struct http_request *r, struct form *f, struct store_error *e)
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
        if (strstr(why, quoted) && http_form(r, fields[i].name))
            wrong_at(r, fields[i].name, STORE_INVALID);
    }
    if (strstr(why, "an event ends"))
        wrong_at(r, "ends", STORE_INVALID);
    return store_say(e, STORE_INVALID, why);
}

static int read_what(struct http_request *r, struct form *f, struct store_error *e)
{
    struct ladder l;
    int kind = 0;
    while (kind < EVENT_KINDS && strcmp(form_text(r, "kind"), event_kind_names[kind]) != 0)
        kind++;
    if (kind == EVENT_KINDS)
        return wrong_say(r, "kind", e, N_("there is no such kind of event: choose one of the list"));
    int bad = store_ladder_coded(store_of(r), form_text(r, "ladder"), &l, e);
    if (!bad && l.closed)
        bad = store_say(e, STORE_INVALID, N_("that ladder is closed: open it first"));
    f->v.kind = (enum event_kind)kind;
    f->v.ladder = bad ? 0 : l.id;
    f->v.rated = *form_text(r, "rated");
    return wrong_at(r, "ladder", bad);
}

static int read_form(struct http_request *r, struct form *f, struct store_error *e)
{
    json_error_t wrong;
    char why[256] = "";
    bool page = !is_api(r);
    const char *name = http_form(r, "name");
    int bad = f->v.id ? STORE_OK : read_what(r, f, e);
    if (!bad && name && snprintf(f->v.name, sizeof f->v.name, "%s", name) >= (int)sizeof f->v.name)
        bad = wrong_say(r, "name", e, N_("a name has up to 63 bytes, a configuration up to 4095: write less"));
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
        bad = wrong_at(r, "authors", read_authors(r, f, e));
    read_choice(r, f, "enter", http_form(r, "enter"));
    read_choice(r, f, "seeds", http_form(r, "seeds"));
    read_choice(r, f, "plain", (page || http_form(r, "plain")) && (!f->v.id || f->v.state == EVENT_DRAFT));
    read_choice(r, f, "hidden", page || http_form(r, "hidden"));
    if (!bad && f->v.rated && json_object_get(f->cfg, "hidden"))
        bad = wrong_say(r, "hidden", e,
                        N_("what is hidden cannot count for the ladder, whose table everybody reads: untick "
                           "one of the two"));
    if (!bad)
        bad = judge_games(r, f, e);
    return bad ? bad : judge(r, f, e);
}

/* --- done ------------------------------------------------------------------------------------------------------- */

static int form_start(struct http_request *r, struct form *f, bool fresh, struct store_error *e)
{
    *f = (struct form){ .v = { .state = EVENT_DRAFT, .cfg = "{}" } };
    int bad = fresh ? STORE_OK : store_event(store_of(r), id_at(r, 0), &f->v, e);
    f->cfg = json_loads(bad || !*f->v.cfg ? "{}" : f->v.cfg, 0, NULL);
    return bad;
}

static unsigned show(struct http_request *r, struct http_answer *a, bool fresh)
{
    struct store_error e;
    struct form f;
    int bad = form_start(r, &f, fresh, &e);
    unsigned status = bad ? show_store_error(r, a, &e) : form_page(r, a, &f);
    json_decref(f.cfg);
    return status;
}

static unsigned page_make(struct http_request *r, struct http_answer *a) { return show(r, a, true); }
static unsigned page_edit(struct http_request *r, struct http_answer *a) { return show(r, a, false); }

static unsigned save(struct http_request *r, struct http_answer *a, bool fresh)
{
    struct store_error e;
    struct form f;
    char to[64];
    const char *actor = guest_of(r)->person.name;
    int bad = form_start(r, &f, fresh, &e);
    if (!bad)
        bad = read_form(r, &f, &e);
    if (!bad)
        bad = fresh ? store_event_add(store_of(r), &f.v, actor, &f.v.id, &e)
                    : store_event_edit(store_of(r), &f.v, actor, &e);
    snprintf(to, sizeof to, "/events/%" PRId64, f.v.id);
    json_decref(f.cfg);
    return form_done(r, a, bad ? store_status(&e) : 0, &e, fresh ? f.v.id : 0, fresh ? page_make : page_edit, to);
}

static unsigned do_make(struct http_request *r, struct http_answer *a) { return save(r, a, true); }
static unsigned do_edit(struct http_request *r, struct http_answer *a) { return save(r, a, false); }

const struct http_route event_form_routes[] = {
    { "GET", "/host/events/new", page_make, AUTH_HOST, 0 },
    { "GET", "/host/events/{}/edit", page_edit, AUTH_HOST, 0 },
    { "POST", "/host/events", do_make, AUTH_HOST | AUTH_TWIN, 0 },
    { "POST", "/host/events/{}/edit", do_edit, AUTH_HOST | AUTH_TWIN, 0 },
    { 0 },
};
