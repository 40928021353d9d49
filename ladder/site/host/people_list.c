/* people_list: many accounts from a list, as a spreadsheet has it: all of them or none. */
#include "host.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "site/session/account.h"
#include "site/session/forms.h"

enum { MOST = 100, CELL = 256 };

struct listed {
    size_t n;
    struct person person[MOST];
    size_t line[MOST];
    char mail[MOST][CELL], password[MOST][PASSWORD_MADE];
};

static const struct form_field fields[] = {
    { "list", N_("one person a line: a name, and behind a comma their key or their mail; nothing is sent"), FIELD_TEXT,
      "rows=\"10\" placeholder=\"ana,ana@example.org\"", NULL },
    { "file", N_("or a CSV file of such lines"), FIELD_FILE, "accept=\".csv,text/csv\"", NULL },
};

unsigned page_people(struct http_request *r, struct http_answer *a)
{
    show_head(r, &a->page, TR(r, "People from a list"), NULL);
    show_refused(r, &a->page);
    form_open(r, &a->page, "/host/people/list", "class=\"box\" enctype=\"multipart/form-data\"");
    form_field(r, &a->page, &fields[0], NULL);
    form_field(r, &a->page, &fields[1], NULL);
    form_close(&a->page, "class=\"main\"", TR(r, "Make these accounts"));
    return show_end(r, a, STORE_OK, NULL);
}

/* --- read ------------------------------------------------------------------------------------------------------- */

/* The next cell of a line, without its quotes; what a cell may not be stays in it and fits nowhere. */
static char *cell(char **rest)
{
    char *at = *rest + strspn(*rest, " \t"), *end = at + strcspn(at, ",;");
    *rest = *end ? end + 1 : end;
    *end = '\0';
    for (end = at + strlen(at); end > at && strchr(" \t", end[-1]); end--)
        end[-1] = '\0';
    if (*at == '"' && end > at + 1 && end[-1] == '"')
        end[-1] = '\0', at++;
    return at;
}

/* An address, and no formula: the page gives it back for a spreadsheet. */
static bool is_mail(const char *text)
{
    const char *sign = strchr(text, '@');
    return sign && sign > text && sign[1] && strlen(text) < CELL && !strpbrk(text, " \t\"'<>()") &&
           !strchr("=+-@", *text);
}

static int read_line(struct listed *l, char *line, struct store_error *e)
{
    struct person *p = &l->person[l->n];
    char *name = cell(&line), *more = cell(&line);
    size_t key = 0;
    p->has_key = !sodium_hex2bin(p->key, sizeof p->key, more, strlen(more), NULL, &key, NULL) && key == sizeof p->key;
    if (*line)
        return store_say(e, STORE_INVALID,
                         N_("a line has a name and, behind a comma, a key or a mail: leave out the rest"));
    if (*more && !p->has_key && !is_mail(more))
        return store_say(e, STORE_INVALID, N_("behind the name comes a key of 64 digits a-f, or a mail: change it"));
    if (!p->has_key)
        password_make(l->password[l->n]);
    strcpy(l->mail[l->n], p->has_key ? "" : more);
    p->role = ROLE_AUTHOR;
    int bad = account_fill(p, name, p->has_key ? NULL : l->password[l->n], e);
    l->n += !bad;
    return bad;
}

static int at_line(size_t line, struct store_error *e)
{
    char said[SAID_TEXT], inner[SAID_TEXT];
    strcpy(inner, e->said);
    return store_say(e, e->code, said_put(said, sizeof said, inner, N_("line %zu: %s"), line, inner));
}

static int read_list(struct listed *l, char *text, struct store_error *e)
{
    int bad = STORE_OK;
    size_t line = 0;
    for (char *at = strncmp(text, "\xef\xbb\xbf", 3) ? text : text + 3, *next; !bad && at;
         at = next) { /* as spreadsheets begin */
        next = strchr(at, '\n');
        if (next)
            *next++ = '\0';
        at[strcspn(at, "\r")] = '\0';
        line++;
        if (!at[strspn(at, " \t,;")] || (line == 1 && !strncmp(at, "name", 4) && strchr(",;", at[4])))
            continue;
        l->line[l->n < MOST ? l->n : 0] = line;
        bad = l->n < MOST ? read_line(l, at, e)
                          : store_say(e, STORE_INVALID, N_("up to 100 people at once: make two lists of it"));
        if (bad)
            at_line(line, e);
    }
    return bad || l->n ? bad : store_say(e, STORE_INVALID, N_("there is nobody in that list: write a name a line"));
}

/* What was pasted, else the file's bytes; from malloc, NULL without memory. */
static char *text_of(struct http_request *r, const char **field)
{
    const struct http_field *file = http_file(r, "file");
    bool sent = file && file->fd >= 0 && file->size && file->size <= HTTP_FORM_MAX;
    char *text = *form_text(r, "list") || !sent ? NULL : calloc(1, file->size + 1);
    *field = text ? "file" : "list";
    if (text && pread(file->fd, text, file->size, 0) < 0)
        *text = '\0';
    return text ? text : strdup(form_text(r, "list"));
}

/* --- done ------------------------------------------------------------------------------------------------------- */

/* A table as a spreadsheet reads it: with this page around it, or for a program alone. */
static void put_made(struct http_request *r, struct http_answer *a, const struct listed *l)
{
    struct page *p = &a->page;
    if (!is_api(r)) {
        show_head(r, p, TR(r, "People from a list"), NULL);
        page_fill(p, "<p class=\"said\" role=\"alert\">{}</p><p><a href=\"/host\">{}</a></p><pre class=\"token\">",
                  TR(r, "They are made. Hand these passwords over now: they are shown once."),
                  TR(r, "the host's dashboard"));
    } else
        a->type = "text/csv; charset=utf-8";
    page_put(p, "name,password,mail\n");
    for (size_t i = 0; i < l->n; i++)
        page_fill(p, "{},{},{}\n", l->person[i].name, l->password[i], l->mail[i]);
    if (!is_api(r)) {
        page_put(p, "</pre>");
        show_foot(r, p);
    }
}

unsigned do_people(struct http_request *r, struct http_answer *a)
{
    struct store_error e = { .code = STORE_ENVIRONMENT };
    OWNED struct listed *l = calloc(1, sizeof *l);
    const char *field;
    OWNED char *text = text_of(r, &field);
    size_t at;
    int bad = l && text ? read_list(l, text, &e) : STORE_ENVIRONMENT;
    if (!bad && (bad = store_people_add(store_of(r), l->person, l->n, &at, &e)) == STORE_EXISTS)
        at_line(l->line[at], &e);
    unsigned status = 200;
    if (wrong_at(r, field, bad))
        status = form_done(r, a, store_status(&e), &e, 0, page_people, NULL);
    else
        put_made(r, a, l);
    if (l)
        sodium_memzero(l, sizeof *l);
    return status;
}
