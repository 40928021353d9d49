/* forms: shown, and what is wrong with them. */
#include "forms.h"

#include <stdlib.h>

#include "cli/language.h"
#include "store/store_events.h"

const struct form_field form_name = { "name", N_("name"), FIELD_LINE,
                                      "maxlength=\"39\" autocomplete=\"username\" required", NULL },
                        form_label = { "label", N_("label"), FIELD_LINE, "maxlength=\"60\"", NULL };

void form_open(struct http_request *r, struct page *p, const char *action, const char *more)
{
    page_fill(p, "<form method=\"post\" action=\"{h}\" {h}><input type=\"hidden\" name=\"form\" value=\"{}\">", action,
              more, guest_of(r)->form);
    guest_of(r)->typed = guest_of(r)->refused && !strcmp(r->path, action);
}

void form_is(struct http_request *r, bool sent) { guest_of(r)->typed &= sent; }

const char *form_kept(const struct http_request *r, const char *name, const char *is)
{
    return guest_of(r)->typed && http_form(r, name) ? http_form(r, name) : is;
}

static bool is_wrong(const struct http_request *r, const struct form_field *f)
{
    const struct guest *g = guest_of(r);
    return g->typed && g->said && g->wrong && !strcmp(g->wrong, f->name);
}

void form_field_end(struct http_request *r, struct page *p, const struct form_field *f)
{
    page_put(p, f->kind == FIELD_LIST ? "</select>" : "");
    if (f->hint)
        page_fill(p, "<span class=\"explain\">{}</span>", TR(r, f->hint));
    if (is_wrong(r, f)) {
        page_fill(p, "<span class=\"fault\" role=\"alert\" id=\"wrong\">{w}</span>", guest_of(r)->said);
        guest_of(r)->said = NULL;
    }
    page_put(p, "</label>");
}

void form_field(struct http_request *r, struct page *p, const struct form_field *f, const char *is)
{
    static const char *const kinds[] = {
        "input", "textarea", "input type=\"password\"", "input type=\"file\"", "input type=\"checkbox\" value=\"1\"",
        "select"
    };
    const char *label = TR(r, f->label);
    bool tick = f->kind == FIELD_TICK, on = guest_of(r)->typed ? *form_text(r, f->name) : is && *is;
    page_fill(p, "<label>{} <{h} name=\"{h}\"", tick ? NULL : label, kinds[f->kind], f->name);
    if (f->kind == FIELD_LINE)
        page_fill(p, " value=\"{}\"", form_kept(r, f->name, is));
    page_fill(p, " {h}{h}{h}>", f->more, is_wrong(r, f) ? " aria-invalid=\"true\" aria-describedby=\"wrong\"" : NULL,
              tick && on ? " checked" : NULL);
    if (f->kind == FIELD_TEXT)
        page_fill(p, "\n{}</textarea>", form_kept(r, f->name, is));
    page_text(p, tick ? label : "");
    if (f->kind != FIELD_LIST)
        form_field_end(r, p, f);
}

void form_option(struct http_request *r, struct page *p, const struct form_field *f, const char *value,
                 const char *text, const char *is)
{
    const char *now = form_kept(r, f->name, is);
    page_fill(p, "<option value=\"{}\"{h}>{}</option>", value, now && !strcmp(now, value) ? " selected" : NULL, text);
}

void form_close(struct page *p, const char *more, const char *said)
{
    page_fill(p, "<button {h}>{}</button></form>", more, said);
}

void enter_open(struct http_request *r, struct page *p, const char *what, const char *to)
{
    form_open(r, p, "/enter", "class=\"enter\"");
    form_is(r, !strcmp(form_text(r, "what"), what) && !http_form(r, "proof"));
    page_fill(p, "<input type=\"hidden\" name=\"to\" value=\"{h}\"><input type=\"hidden\" name=\"what\" value=\"{h}\">",
              to, what);
    form_field(r, p, &form_name, NULL);
}

void put_sign_up(struct http_request *r, struct page *p, const char *to)
{
    static const struct form_field password = {
        "password", N_("a password of ten letters or more"), FIELD_SECRET,
        "minlength=\"10\" maxlength=\"256\" autocomplete=\"new-password\" required", NULL
    };
    enter_open(r, p, "up", to);
    form_field(r, p, &password, NULL);
    form_close(p, "class=\"main\"", TR(r, "Sign up"));
}

int form_ladders(struct http_request *r, struct page *p, const struct form_field *f, enum form_which which,
                 const char *is, struct store_error *e)
{
    enum { LISTED = 64 };
    OWNED struct ladder *l = calloc(LISTED, sizeof *l);
    size_t n = 0;
    int bad = l ? store_ladders(store_of(r), 0, l, LISTED, &n, e) : (int)(e->code = STORE_ENVIRONMENT);
    form_field(r, p, f, NULL);
    if (which == FORM_ALL)
        form_option(r, p, f, "", TR(r, "all"), is);
    for (size_t i = 0; !bad && i < n; i++)
        if (which == FORM_ALL || (!l[i].closed && !(which == FORM_SIDES && l[i].seats % 2)))
            form_option(r, p, f, l[i].code, l[i].name, is);
    form_field_end(r, p, f);
    return bad;
}

int wrong_at(const struct http_request *r, const char *field, int bad)
{
    if (bad && bad != STORE_ENVIRONMENT && bad != STORE_CORRUPT)
        guest_of(r)->wrong = field;
    return bad;
}

int wrong_say(const struct http_request *r, const char *field, struct store_error *e, const char *said)
{
    return wrong_at(r, field, store_say(e, STORE_INVALID, said));
}

unsigned form_refused(struct http_request *r, struct http_answer *a, http_handler *page, unsigned status,
                      const struct store_error *e)
{
    guest_of(r)->refused = true;
    guest_of(r)->said = store_said(e);
    unsigned shown = page(r, a);
    return shown == 200 ? status : shown;
}

unsigned form_done(struct http_request *r, struct http_answer *a, unsigned refused, const struct store_error *e,
                   int64_t id, http_handler *page, const char *to)
{
    if (is_api(r))
        return refused ? answer_error(a, refused, store_said(e)) : answer_id(a, id);
    return refused ? form_refused(r, a, page, refused, e) : http_redirect(a, to);
}

void show_refused(struct http_request *r, struct page *p)
{
    if (guest_of(r)->wrong)
        return;
    show_said(p, guest_of(r)->said);
    guest_of(r)->said = NULL;
}
