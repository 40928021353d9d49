/* forms: what the pages of people, submissions, disputes and of the host have in common. */
#ifndef FIEL_LADDER_FORMS_H
#define FIEL_LADDER_FORMS_H

#include <stdio.h>
#include <string.h>

#include "show.h"

static inline struct store *store_of(const struct http_request *r) { return site_of(r)->store; }

/* "<form method=post action=...>" with the session's token in it; `more` are trusted attributes. */
static inline void form_open(struct http_request *r, struct page *p, const char *action, const char *more)
{
    page_fill(p, "<form method=\"post\" action=\"{h}\" {h}><input type=\"hidden\" name=\"form\" value=\"{}\">", action,
              more, guest_of(r)->form);
}

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

/* Asked by a program: it is answered in JSON. */
static inline bool is_api(const struct http_request *r) { return !strncmp(r->path, "/api/", 5); }

/* {"id":12}, or of what has none, an empty object; 201 or 200. */
static inline unsigned answer_id(struct http_answer *a, int64_t id)
{
    a->type = "application/json";
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
