/* http_body: what came with a request: its form's fields or its bytes, and what a handler asks of them.
 *
 * Text lies in memory, a file on the disk under no name: a client that goes away in the middle, or the end of this process, takes it
 * along. */
#include "http_body.h"

#include <errno.h>
#include <microhttpd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "record/whole.h"

/* --- what a handler asks ---------------------------------------------------------------------------- */

const char *http_query(const struct http_request *r, const char *name)
{
    return MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
}

struct cookie {
    const char *name, *value;
    unsigned times;
};

static enum MHD_Result take_cookie(void *arg, enum MHD_ValueKind kind, const char *name, const char *value)
{
    struct cookie *c = arg;
    (void)kind;
    if (!strcmp(name, c->name)) {
        c->value = value;
        c->times++;
    }
    return MHD_YES;
}

const char *http_cookie(const struct http_request *r, const char *name)
{
    struct cookie c = { .name = name };
    MHD_get_connection_values(r->connection, MHD_COOKIE_KIND, take_cookie, &c);
    return c.times == 1 ? c.value : NULL;
}

const char *http_asked(const struct http_request *r, const char *header)
{
    return MHD_lookup_connection_value(r->connection, MHD_HEADER_KIND, header);
}

const struct http_field *http_file(const struct http_request *r, const char *name)
{
    for (size_t i = 0; i < r->fields; i++)
        if (!strcmp(r->field[i].name, name))
            return &r->field[i];
    return NULL;
}

const char *http_form(const struct http_request *r, const char *name)
{
    const struct http_field *f = http_file(r, name);
    return f && !f->file && strlen(f->value) == f->size ? f->value : NULL;
}

void http_header(struct http_answer *a, const char *name, const char *format, ...)
{
    va_list list;
    if (a->headers == HTTP_HEADERS)
        return;
    va_start(list, format);
    a->header[a->headers].name = name;
    vsnprintf(a->header[a->headers++].value, sizeof a->header->value, format, list);
    va_end(list);
}

unsigned http_redirect(struct http_answer *a, const char *to)
{
    http_header(a, "Location", "%s", to);
    return MHD_HTTP_SEE_OTHER;
}

/* --- the body --------------------------------------------------------------------------------------- */

enum { FORM_BUFFER = 4096 };

static void refuse(struct http_body *b, unsigned status)
{
    if (!b->status)
        b->status = status;
}

/* A field that has come so far; a new one when its name differs from the last.  Of one that comes slowly the first piece may be empty, and
 * what follows a first one again: of the same name, and of a file of the same name of that. */
static struct http_field *field_for(struct http_body *b, const char *name, const char *file, bool first)
{
    struct http_request *r = b->request;
    struct http_field *last = r->fields ? &r->field[r->fields - 1] : NULL;
    bool goes_on = last && !strcmp(last->name, name) && last->file == !!file;
    if (goes_on && (!first || (!last->size && !strcmp(last->value, file ? file : ""))))
        return last;
    if (r->fields == HTTP_FIELDS)
        return NULL;
    char *copy = strdup(name), *value = strdup(file ? file : "");
    if (!copy || !value) {
        free(copy), free(value);
        return NULL;
    }
    r->field[r->fields] = (struct http_field){ .name = copy, .value = value, .file = file, .fd = -1 };
    return &r->field[r->fields++];
}

static bool add_text(struct http_body *b, struct http_field *f, const char *bytes, size_t size)
{
    if (size > HTTP_FORM_MAX - b->text)
        return refuse(b, MHD_HTTP_CONTENT_TOO_LARGE), false;
    char *more = realloc(f->value, f->size + size + 1);
    if (!more)
        return refuse(b, MHD_HTTP_INTERNAL_SERVER_ERROR), false;
    memcpy(more + f->size, bytes, size);
    f->value = more;
    f->size += size;
    f->value[f->size] = '\0';
    b->text += size;
    return true;
}

/* What the disk says, for the client: no room is not this program's mistake. */
static unsigned disk_status(int error)
{
    return error == ENOSPC || error == EDQUOT || error == EFBIG ? MHD_HTTP_INSUFFICIENT_STORAGE
                                                                : MHD_HTTP_INTERNAL_SERVER_ERROR;
}

/* A file that nobody asked for is counted and goes nowhere; a second one is refused. */
static bool add_bytes(struct http_body *b, struct http_field *f, const char *bytes, size_t size)
{
    struct http_request *r = b->request;
    f->size += size;
    if (!r->takes_file || !b->spool || !size)
        return true;
    for (size_t i = 0; f->fd < 0 && i < r->fields; i++)
        if (r->field[i].fd >= 0)
            return refuse(b, MHD_HTTP_BAD_REQUEST), false;
    if (f->fd < 0 && (f->fd = b->spool(r)) < 0)
        return refuse(b, disk_status(errno)), false;
    return write_whole(f->fd, bytes, size) == size || (refuse(b, disk_status(errno)), false);
}

static bool add(struct http_body *b, struct http_field *f, const char *bytes, size_t size)
{
    if (!f || size > b->most - b->taken) {
        refuse(b, f ? MHD_HTTP_CONTENT_TOO_LARGE : MHD_HTTP_BAD_REQUEST);
        return false;
    }
    b->taken += size;
    return f->file ? add_bytes(b, f, bytes, size) : add_text(b, f, bytes, size);
}

static enum MHD_Result take_field(void *arg, enum MHD_ValueKind kind, const char *name, const char *file,
                                  const char *type, const char *encoding, const char *bytes, uint64_t offset,
                                  size_t size)
{
    struct http_body *b = arg;
    (void)kind, (void)type, (void)encoding;
    return add(b, field_for(b, name ? name : "", file, offset == 0), bytes, size) ? MHD_YES : MHD_NO;
}

void body_begin(struct http_body *b, struct http_request *r, size_t most, int (*spool)(struct http_request *r))
{
    *b = (struct http_body){ .request = r, .most = most, .spool = spool };
    b->form = MHD_create_post_processor(r->connection, FORM_BUFFER, take_field, b); /* NULL: no form */
}

void body_take(struct http_body *b, const char *bytes, size_t size)
{
    if (b->status)
        return;
    if (!b->form)
        add(b, field_for(b, "", "", false), bytes, size);
    else if (MHD_post_process(b->form, bytes, size) != MHD_YES)
        refuse(b, MHD_HTTP_BAD_REQUEST);
}

unsigned body_end(struct http_body *b)
{
    if (b->form && MHD_destroy_post_processor(b->form) != MHD_YES)
        refuse(b, MHD_HTTP_BAD_REQUEST);
    b->form = NULL;
    return b->status;
}

void body_free(struct http_body *b)
{
    struct http_request *r = b->request;
    if (b->form)
        MHD_destroy_post_processor(b->form);
    for (size_t i = 0; r && i < r->fields; i++) {
        free(r->field[i].name);
        free(r->field[i].value);
        if (r->field[i].fd >= 0)
            close(r->field[i].fd);
    }
    *b = (struct http_body){ 0 };
}
