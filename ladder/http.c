/* http: libmicrohttpd's callbacks, turned into a request that is whole and an answer that is made at once. */
#include "http.h"

#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CONNECTIONS = 2048, IDLE_SECONDS = 60, FORM_BUFFER = 4096, PATH_MOST = 1024 };

struct http_server {
    struct http_plan plan;
    struct MHD_Daemon *daemon;
    char bound[64];
    pthread_mutex_t lock; /* of what follows */
    struct live *waiting; /* suspended streams */
    uint64_t woken;       /* grows with every http_wake */
    bool stopping;
};

/* One request on its way in. */
struct call {
    struct http_request request;
    const struct http_route *route;
    char path[PATH_MOST], parts[PATH_MOST], address[INET6_ADDRSTRLEN];
    struct MHD_PostProcessor *form;
    size_t taken, most;
    unsigned status; /* not 0: refused already */
    bool begun;
};

/* --- what a handler asks ---------------------------------------------------------------------------- */

const char *http_query(const struct http_request *r, const char *name)
{
    return MHD_lookup_connection_value(r->connection, MHD_GET_ARGUMENT_KIND, name);
}

const char *http_cookie(const struct http_request *r, const char *name)
{
    return MHD_lookup_connection_value(r->connection, MHD_COOKIE_KIND, name);
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

/* --- routes ----------------------------------------------------------------------------------------- */

/* Does the path fit the pattern?  What stands for its {} is cut out into `parts`. */
static bool fits(const char *pattern, const char *path, struct http_request *r, char *parts)
{
    size_t n = 0;
    while (*pattern && *path) {
        if (!strncmp(pattern, "{}", 2)) {
            size_t size = strcspn(path, "/");
            if (!size || n == HTTP_PARTS)
                return false;
            memcpy(parts, path, size);
            parts[size] = '\0';
            r->part[n++] = parts;
            parts += size + 1;
            path += size;
            pattern += 2;
        } else if (*pattern++ != *path++) {
            return false;
        }
    }
    return *pattern == *path;
}

/* The route, or NULL and the status that says why. */
static const struct http_route *find(struct call *c, const struct http_plan *plan)
{
    bool there = false;
    for (const struct http_route *t = plan->routes; t->method; t++) {
        memset(c->request.part, 0, sizeof c->request.part);
        if (!fits(t->path, c->path, &c->request, c->parts))
            continue;
        there = true;
        if (!strcmp(t->method, c->request.method) || (!strcmp(t->method, "GET") && !strcmp(c->request.method, "HEAD")))
            return t;
    }
    c->status = there ? MHD_HTTP_METHOD_NOT_ALLOWED : MHD_HTTP_NOT_FOUND;
    return NULL;
}

/* --- the body --------------------------------------------------------------------------------------- */

static void refuse(struct call *c, unsigned status)
{
    if (!c->status)
        c->status = status;
}

/* A field that has come so far; a new one when name or file differ from the last. */
static struct http_field *field_for(struct call *c, const char *name, bool file, bool first)
{
    struct http_request *r = &c->request;
    if (!first && r->fields && !strcmp(r->field[r->fields - 1].name, name))
        return &r->field[r->fields - 1];
    if (r->fields == HTTP_FIELDS)
        return NULL;
    char *copy = strdup(name), *empty = calloc(1, 1);
    if (!copy || !empty) {
        free(copy), free(empty);
        return NULL;
    }
    r->field[r->fields] = (struct http_field){ .name = copy, .value = empty, .file = file };
    return &r->field[r->fields++];
}

static bool add(struct call *c, struct http_field *f, const char *bytes, size_t size)
{
    if (!f || size > c->most - c->taken) {
        refuse(c, f ? MHD_HTTP_CONTENT_TOO_LARGE : MHD_HTTP_BAD_REQUEST);
        return false;
    }
    char *more = realloc(f->value, f->size + size + 1);
    if (!more) {
        refuse(c, MHD_HTTP_INTERNAL_SERVER_ERROR);
        return false;
    }
    memcpy(more + f->size, bytes, size);
    f->value = more;
    f->size += size;
    f->value[f->size] = '\0';
    c->taken += size;
    return true;
}

static enum MHD_Result take_field(void *arg, enum MHD_ValueKind kind, const char *name, const char *file, const char *type,
                                  const char *encoding, const char *bytes, uint64_t offset, size_t size)
{
    struct call *c = arg;
    (void)kind, (void)type, (void)encoding;
    return add(c, field_for(c, name ? name : "", file, offset == 0), bytes, size) ? MHD_YES : MHD_NO;
}

static void take_body(struct call *c, const char *bytes, size_t size)
{
    if (c->status)
        return; /* it is read to its end and forgotten, so that the answer arrives */
    if (c->form) {
        if (MHD_post_process(c->form, bytes, size) != MHD_YES)
            refuse(c, MHD_HTTP_BAD_REQUEST);
    } else {
        add(c, field_for(c, "", true, false), bytes, size);
    }
}

static void tell_address(struct call *c)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(c->request.connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *a = info ? info->client_addr : NULL;
    c->request.address = c->address;
    if (a && a->sa_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)a)->sin_addr, c->address, sizeof c->address);
    else if (a && a->sa_family == AF_INET6)
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)(const void *)a)->sin6_addr, c->address, sizeof c->address);
}

static struct call *begin(struct http_server *s, struct MHD_Connection *connection, const char *path, const char *method)
{
    struct call *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->request = (struct http_request){ .server = s->plan.server, .connection = connection, .method = strdup(method) };
    if (strlen(path) < sizeof c->path)
        strcpy(c->path, path);
    else
        c->status = MHD_HTTP_URI_TOO_LONG;
    c->request.path = c->path;
    tell_address(c);
    if (!c->status)
        c->route = find(c, &s->plan);
    c->most = c->route && c->route->most ? c->route->most : HTTP_FORM_MAX;
    const char *length = http_asked(&c->request, "Content-Length");
    if (length && strtoull(length, NULL, 10) > c->most)
        refuse(c, MHD_HTTP_CONTENT_TOO_LARGE);
    if (!c->status)
        c->form = MHD_create_post_processor(connection, FORM_BUFFER, take_field, c); /* NULL: no form */
    return c;
}

/* --- streams ---------------------------------------------------------------------------------------- */

struct live {
    struct http_server *server;
    struct MHD_Connection *connection;
    struct http_stream *stream;
    struct page ready; /* what was put and has not left */
    size_t left;       /* of it */
    uint64_t seen;
    bool over;
    struct live *next;
};

/* Waits for a wake, unless there was one since it was asked; false: ask again. */
static bool wait_for_more(struct live *l)
{
    struct http_server *s = l->server;
    pthread_mutex_lock(&s->lock);
    bool nothing = l->seen == s->woken && !s->stopping;
    l->seen = s->woken;
    if (nothing) {
        l->next = s->waiting;
        s->waiting = l;
        MHD_suspend_connection(l->connection);
    }
    pthread_mutex_unlock(&s->lock);
    return nothing;
}

static ssize_t read_stream(void *arg, uint64_t at, char *out, size_t most)
{
    struct live *l = arg;
    (void)at;
    while (!l->left && !l->over) {
        l->ready.size = 0;
        pthread_mutex_lock(&l->server->lock);
        l->over = l->server->stopping;
        pthread_mutex_unlock(&l->server->lock);
        if (!l->over)
            l->over = !l->stream->next(l->stream->state, &l->ready);
        l->left = l->ready.size;
        if (!l->left && !l->over && wait_for_more(l))
            return 0;
    }
    if (!l->left)
        return MHD_CONTENT_READER_END_OF_STREAM;
    size_t size = l->left < most ? l->left : most;
    memcpy(out, l->ready.data + l->ready.size - l->left, size);
    l->left -= size;
    return (ssize_t)size;
}

static void end_stream(void *arg)
{
    struct live *l = arg;
    l->stream->end(l->stream->state);
    free(l->stream);
    page_free(&l->ready);
    free(l);
}

static struct MHD_Response *stream_response(struct http_server *s, struct MHD_Connection *connection, struct http_stream *stream)
{
    struct live *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    *l = (struct live){ .server = s, .connection = connection, .stream = stream, .seen = UINT64_MAX };
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, read_stream, l, end_stream);
}

static void wake(struct http_server *s, bool stop)
{
    pthread_mutex_lock(&s->lock);
    s->woken++;
    s->stopping |= stop;
    while (s->waiting) {
        struct live *l = s->waiting;
        s->waiting = l->next;
        MHD_resume_connection(l->connection);
    }
    pthread_mutex_unlock(&s->lock);
}

void http_wake(struct http_server *s)
{
    wake(s, false);
}

/* --- the answer ------------------------------------------------------------------------------------- */

/* What every answer carries: nothing is loaded from elsewhere, nothing inline is run, nobody frames us. */
static const struct { const char *name, *value; } always[] = {
    { "Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; "
                                 "form-action 'self'; frame-ancestors 'none'" },
    { "X-Content-Type-Options", "nosniff" },
    { "Referrer-Policy", "same-origin" },
    { "Cross-Origin-Opener-Policy", "same-origin" },
    { "Cross-Origin-Resource-Policy", "same-origin" },
};

static enum MHD_Result send_answer(struct http_server *s, struct MHD_Connection *connection, struct http_answer *a, unsigned status)
{
    struct MHD_Response *r;
    if (a->stream) {
        r = stream_response(s, connection, a->stream);
    } else {
        r = MHD_create_response_from_buffer(a->page.size, a->page.data ? a->page.data : (void *)(uintptr_t) "",
                                            a->page.data ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
        if (r)
            a->page = (struct page){ 0 };
    }
    if (!r)
        return MHD_NO;
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        MHD_add_response_header(r, always[i].name, always[i].value);
    MHD_add_response_header(r, "Content-Type", a->type ? a->type : "text/html; charset=utf-8");
    MHD_add_response_header(r, "Cache-Control", a->cache ? a->cache : "no-store");
    for (size_t i = 0; i < a->headers; i++)
        MHD_add_response_header(r, a->header[i].name, a->header[i].value);
    enum MHD_Result sent = MHD_queue_response(connection, status, r);
    MHD_destroy_response(r);
    return sent;
}

static void clear(struct http_answer *a)
{
    page_free(&a->page);
    a->headers = 0;
    a->type = a->cache = NULL;
}

static enum MHD_Result answer(struct http_server *s, struct call *c)
{
    struct http_answer a = { 0 };
    struct http_request *r = &c->request;
    unsigned status = c->status;
    if (!status && s->plan.gate)
        status = s->plan.gate(r, c->route, &a);
    if (!status)
        status = c->route->run(r, &a);
    if (a.page.failed)
        status = MHD_HTTP_INTERNAL_SERVER_ERROR;
    if (status >= 400 && (a.page.failed || !a.page.size)) {
        clear(&a);
        s->plan.sorry(r, &a, status);
    }
    if (s->plan.leave)
        s->plan.leave(r);
    enum MHD_Result sent = send_answer(s, r->connection, &a, status);
    page_free(&a.page);
    return sent;
}

static enum MHD_Result on_request(void *arg, struct MHD_Connection *connection, const char *path, const char *method,
                                  const char *version, const char *bytes, size_t *size, void **mine)
{
    struct http_server *s = arg;
    struct call *c = *mine;
    (void)version;
    if (!c) {
        *mine = c = begin(s, connection, path, method);
        if (!c || !c->status)
            return c ? MHD_YES : MHD_NO;
        c->begun = true; /* refused by its first lines: its body is not waited for */
        return answer(s, c);
    }
    if (*size) {
        take_body(c, bytes, *size);
        *size = 0;
        return MHD_YES;
    }
    if (c->begun)
        return MHD_YES; /* answered */
    c->begun = true;
    if (c->form && MHD_destroy_post_processor(c->form) != MHD_YES)
        refuse(c, MHD_HTTP_BAD_REQUEST);
    c->form = NULL;
    return answer(s, c);
}

static void on_end(void *arg, struct MHD_Connection *connection, void **mine, enum MHD_RequestTerminationCode how)
{
    struct call *c = *mine;
    (void)arg, (void)connection, (void)how;
    if (!c)
        return;
    if (c->form)
        MHD_destroy_post_processor(c->form);
    for (size_t i = 0; i < c->request.fields; i++) {
        free(c->request.field[i].name);
        free(c->request.field[i].value);
    }
    free((char *)(uintptr_t)c->request.method);
    free(c);
    *mine = NULL;
}

/* --- start and stop --------------------------------------------------------------------------------- */

static void quiet(void *arg, const char *format, va_list list)
{
    (void)arg, (void)format, (void)list; /* libmicrohttpd tells of every client that goes away */
}

/* "host:port" into a listening socket; -1 and a sentence. */
static int listen_at(const char *bind_to, char bound[64], char why[256])
{
    char host[200], port[16];
    const char *colon = strrchr(bind_to, ':');
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICHOST }, *list = NULL;
    size_t size = colon ? (size_t)(colon - bind_to) : 0;
    if (!size || size >= sizeof host || strlen(colon + 1) >= sizeof port)
        return snprintf(why, 256, "'%s' is no address: write it like 127.0.0.1:8080 or [::1]:8080", bind_to), -1;
    bool bracket = bind_to[0] == '[' && size > 2;
    snprintf(host, sizeof host, "%.*s", (int)(bracket ? size - 2 : size), bind_to + bracket);
    strcpy(port, colon + 1);
    if (getaddrinfo(host, port, &hints, &list))
        return snprintf(why, 256, "'%s' is no address: write it like 127.0.0.1:8080 or [::1]:8080", bind_to), -1;
    int fd = socket(list->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0), one = 1;
    struct sockaddr_storage got;
    socklen_t room = sizeof got;
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (fd < 0 || bind(fd, list->ai_addr, list->ai_addrlen) || listen(fd, 512) || getsockname(fd, (struct sockaddr *)&got, &room)) {
        snprintf(why, 256, "%s cannot be listened at: %s: choose another address", bind_to, strerror(errno));
        if (fd >= 0)
            close(fd);
        fd = -1;
    } else {
        unsigned p = got.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&got)->sin6_port : ((struct sockaddr_in *)&got)->sin_port;
        snprintf(bound, 64, bracket ? "[%.40s]:%u" : "%.40s:%u", host, ntohs((uint16_t)p));
    }
    freeaddrinfo(list);
    return fd;
}

struct http_server *http_start(const struct http_plan *plan, char why[256])
{
    struct http_server *s = calloc(1, sizeof *s);
    if (!s)
        return strcpy(why, "no memory: free some and start again"), NULL;
    s->plan = *plan;
    pthread_mutex_init(&s->lock, NULL);
    int fd = listen_at(plan->bind, s->bound, why);
    if (fd >= 0) {
        s->daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL,
                                     on_request, s, MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_NOTIFY_COMPLETED, on_end, s,
                                     MHD_OPTION_EXTERNAL_LOGGER, quiet, NULL, MHD_OPTION_THREAD_POOL_SIZE,
                                     plan->threads ? plan->threads : 4, MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS,
                                     MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_END);
        if (s->daemon)
            return s;
        snprintf(why, 256, "the web server cannot start: %s", strerror(errno));
        close(fd);
    }
    pthread_mutex_destroy(&s->lock);
    free(s);
    return NULL;
}

const char *http_bound(const struct http_server *s)
{
    return s->bound;
}

void http_stop(struct http_server *s)
{
    if (!s)
        return;
    int fd = MHD_quiesce_daemon(s->daemon);
    wake(s, true);
    MHD_stop_daemon(s->daemon);
    if (fd >= 0)
        close(fd);
    pthread_mutex_destroy(&s->lock);
    free(s);
}
