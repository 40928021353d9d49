/* forms: every form is a row of fields.  One that is refused comes again as it was typed, and says at the field what is wrong. */
#ifndef FIEL_LADDER_FORMS_H
#define FIEL_LADDER_FORMS_H

#include <stdio.h>
#include <string.h>

#include "show.h"

static inline struct store *store_of(const struct http_request *r) { return site_of(r)->store; }

enum field_kind { FIELD_LINE, FIELD_TEXT, FIELD_SECRET, FIELD_FILE, FIELD_TICK, FIELD_LIST };
struct form_field {
    const char *name, *label; /* both are trusted; the label in English, N_() */
    enum field_kind kind;
    const char *more; /* trusted attributes */
    const char *hint; /* in English, N_(); NULL: none */
};

extern const struct form_field form_name, form_label; /* as people and bots, and their tokens and versions, have them */

/* "<form method=post action=...>" with the session's token in it; `more` are trusted attributes. */
void form_open(struct http_request *r, struct page *p, const char *action, const char *more);
/* Of several forms with one address: is the open one such as was sent? */
void form_is(struct http_request *r, bool sent);
/* Of the open form: what was typed, else what stands there. */
const char *form_kept(const struct http_request *r, const char *name, const char *is);
/* A field with its label, hint and what is wrong; of a FIELD_LIST its head alone, with form_option and form_field_end to follow.  A box is
 * ticked where `is` says anything. */
void form_field(struct http_request *r, struct page *p, const struct form_field *f, const char *is);
void form_option(struct http_request *r, struct page *p, const struct form_field *f, const char *value,
                 const char *text, const char *is);
void form_field_end(struct http_request *r, struct page *p, const struct form_field *f);
/* Its one button, and its end. */
void form_close(struct page *p, const char *more, const char *said);

/* The form that signs "in" or "up", as far as a name; the whole one for a new account.  `to`: the page that is come back to; NULL: one's
 * own. */
void enter_open(struct http_request *r, struct page *p, const char *what, const char *to);
void put_sign_up(struct http_request *r, struct page *p, const char *to);
/* A list of the ladders that are open, of those of them that have two sides, or of all, which is the first choice. */
enum form_which { FORM_OPEN, FORM_SIDES, FORM_ALL };
int form_ladders(struct http_request *r, struct page *p, const struct form_field *f, enum form_which which,
                 const char *is, struct store_error *e);

/* The store's code, of which this field of the form is to blame unless the fault is ours. */
int wrong_at(const struct http_request *r, const char *field, int bad);
/* The same of what is STORE_INVALID with this sentence. */
int wrong_say(const struct http_request *r, const char *field, struct store_error *e, const char *said);
/* The form's page once more, with why it was refused at its field or above all forms (show_refused); returns the status. */
unsigned form_refused(struct http_request *r, struct http_answer *a, http_handler *page, unsigned status,
                      const struct store_error *e);
/* What came of a form: `refused` is its status, or 0, and then on to another page; a program is told in JSON, of what is new its id. */
unsigned form_done(struct http_request *r, struct http_answer *a, unsigned refused, const struct store_error *e,
                   int64_t id, http_handler *page, const char *to);
void show_refused(struct http_request *r, struct page *p);

/* A form's value, "" when it is not there. */
static inline const char *form_text(const struct http_request *r, const char *name)
{
    const char *value = http_form(r, name);
    return value ? value : "";
}

/* The same, else a value of the address: a program may send an archive as the whole body. */
static inline const char *given(const struct http_request *r, const char *name)
{
    const char *value = http_query(r, name);
    return *form_text(r, name) || !value ? form_text(r, name) : value;
}

/* {"id":12}, or of what has none, an empty object; 201 or 200. */
static inline unsigned answer_id(struct http_answer *a, int64_t id)
{
    if (id)
        page_format(&a->page, "{\"id\":%lld}\n", (long long)id);
    else
        page_put(&a->page, "{}\n");
    return id ? 201 : 200;
}

static inline unsigned limit_status(int code, const struct store_error *e)
{
    return code == STORE_STALE ? 429 : store_status(e);
}

#endif
