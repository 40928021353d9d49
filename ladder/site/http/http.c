/* http: libmicrohttpd's callbacks, turned into a request that is whole and an answer that is made at once. */
#include "http.h"

#include <assert.h>
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "cli/now.h"
#include "http_body.h"
#include "http_deadlines.h"
#include "http_linger.h"
#include "http_stream.h"
#include "peer.h"
#include "record/whole.h"

/* Those that are about to be closed, in whose place others have come, are still connections for a moment. */
enum { CONNECTIONS = 2048, CLOSING = 256, IDLE_SECONDS = 60, PATH_MOST = 1024, CONNECTION_MEMORY = 16 << 10 };
/* What an answer may have in memory while it leaves; more of it waits in a file, and of all together so much. */
enum { ANSWER_HELD = 64 << 10, ANSWERS_WAITING = 1 << 30, SHARES = 4096 };

struct http_server {
    struct http_plan plan;
    struct MHD_Daemon *daemon;
    char bound[64];
    struct http_streams streams;
    struct deadlines *deadlines;
    struct lingers *lingers;
    struct lanes *lanes;
    _Atomic uint64_t answers[HTTP_CLASSES];
    struct histogram took;
    _Atomic uint64_t waiting, share[SHARES]; /* bytes in files of answers; of addresses, of which few meet in one */
};

/* One request on its way in. */
struct call {
    struct lane_job job; /* first, for it is how a lane knows the call */
    struct http_server *asks;
    struct http_request request;
    struct deadline *deadline; /* of its connection */
    const struct http_route *route;
    char path[PATH_MOST], parts[PATH_MOST], address[INET6_ADDRSTRLEN];
    struct http_body body;
    unsigned status;             /* not 0: refused already */
    struct http_answer *refusal; /* what plan.admit filled; NULL: nothing */
    bool begun;
    int64_t whole_us;  /* when all of it had come */
    struct made *made; /* by its lane, and not sent yet */
    uint64_t waiting;  /* of http_server.waiting */
    _Atomic uint64_t *share;
};

/* An answer that was made. */
struct made {
    struct http_answer a;
    struct MHD_Response *body; /* NULL: the page is it */
    unsigned status;
};

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

/* --- a request begins ---------------------------------------------------------------------------------- */

static void tell_address(struct call *c)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(c->request.connection,
                                                                   MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *a = info ? info->client_addr : NULL;
    c->request.address = c->address;
    if (a && a->sa_family == AF_INET)
        inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)a)->sin_addr, c->address, sizeof c->address);
    else if (a && a->sa_family == AF_INET6)
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)(const void *)a)->sin6_addr, c->address, sizeof c->address);
    c->request.user = -1;
    if (http_asked(&c->request, "X-Forwarded-For") || http_asked(&c->request, "X-Forwarded-Proto")) {
        info = MHD_get_connection_info(c->request.connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        c->request.user = info ? peer_user(info->connect_fd) : -1;
    }
}

static enum MHD_Result count_length(void *arg, enum MHD_ValueKind kind, const char *name, const char *value)
{
    unsigned *lengths = arg;
    (void)kind, (void)value;
    *lengths += strcasecmp(name, "Content-Length") == 0;
    return MHD_YES;
}

/* How long the body says it is.  A length that is not told could not be weighed before it came, and of two a proxy in front may have
 * gone by the other. */
static unsigned read_length(struct http_request *r)
{
    const char *length = http_asked(r, "Content-Length");
    unsigned lengths = 0;
    r->length = length ? strtoull(length, NULL, 10) : 0;
    MHD_get_connection_values(r->connection, MHD_HEADER_KIND, count_length, &lengths);
    if (lengths > 1)
        return MHD_HTTP_BAD_REQUEST;
    return http_asked(r, "Transfer-Encoding") ? MHD_HTTP_LENGTH_REQUIRED : 0;
}

/* May so much come, from this client?  A refusal of what is short is kept until it came: then its answer arrives. */
static bool admit(struct http_server *s, struct call *c)
{
    struct http_answer a = { 0 };
    unsigned status = s->plan.admit(&c->request, c->route, &a);
    if (!status)
        return true;
    c->request.takes_file = false;
    c->status = status;
    c->refusal = malloc(sizeof a);
    if (c->refusal)
        *c->refusal = a;
    else
        page_free(&a.page);
    return false;
}

static struct deadline *deadline_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

static struct call *begin(struct http_server *s, struct MHD_Connection *connection, const char *path,
                          const char *method)
{
    struct call *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->asks = s;
    c->request = (struct http_request){ .server = s->plan.server, .connection = connection, .method = strdup(method) };
    c->deadline = deadline_of(connection);
    if (strlen(path) < sizeof c->path)
        strcpy(c->path, path);
    else
        c->status = MHD_HTTP_URI_TOO_LONG;
    c->request.path = c->path;
    tell_address(c);
    if (!c->status)
        c->status = read_length(&c->request);
    if (!c->status)
        c->route = find(c, &s->plan);
    size_t most = c->route && c->route->most ? c->route->most : HTTP_FORM_MAX;
    bool weighed = c->request.length > HTTP_UNKNOWN_MAX || (c->route && c->route->most && c->request.length);
    bool admitted = !c->status && s->plan.admit && weighed && admit(s, c);
    if (!c->status && c->request.length > most)
        c->status = MHD_HTTP_CONTENT_TOO_LARGE;
    deadline_body(c->deadline, c->request.length < most ? c->request.length : most, admitted);
    body_begin(&c->body, &c->request, most, s->plan.spool);
    return c;
}

/* --- the answer ------------------------------------------------------------------------------------- */

/* What every answer carries: nothing is loaded from elsewhere, nothing inline is run, nobody frames us. */
static const struct {
    const char *name, *value;
} always[] = {
    { "Content-Security-Policy",
      "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; object-src 'none'; base-uri 'none'; "
      "form-action 'self'; frame-ancestors 'none'" },
    { "X-Content-Type-Options", "nosniff" },
    { "Referrer-Policy", "same-origin" },
    { "Cross-Origin-Opener-Policy", "same-origin" },
    { "Cross-Origin-Resource-Policy", "same-origin" },
};

/* Of two policies a browser would keep both. */
static bool says_itself(const struct http_answer *a, const char *name)
{
    for (size_t i = 0; i < a->headers; i++)
        if (!strcmp(a->header[i].name, name))
            return true;
    return false;
}

static void put_headers(struct MHD_Response *r, const struct http_answer *a)
{
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        if (!says_itself(a, always[i].name))
            MHD_add_response_header(r, always[i].name, always[i].value);
    MHD_add_response_header(r, "Content-Type", a->type ? a->type : "text/html; charset=utf-8");
    MHD_add_response_header(r, "Cache-Control", a->cache ? a->cache : "no-store");
    for (size_t i = 0; i < a->headers; i++)
        MHD_add_response_header(r, a->header[i].name, a->header[i].value);
}

static struct MHD_Response *page_response(struct http_answer *a)
{
    struct MHD_Response *r = MHD_create_response_from_buffer(
        a->page.size, a->page.data ? a->page.data : (void *)(uintptr_t) "",
        a->page.data ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
    if (r)
        a->page = (struct page){ 0 };
    return r;
}

/* Queues the answer, `r` being its body. */
static enum MHD_Result send_answer(struct MHD_Connection *connection, struct MHD_Response *r,
                                   const struct http_answer *a, unsigned status)
{
    if (!r)
        return MHD_NO;
    put_headers(r, a);
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

/* What auth and the route's handler make of it; the status. */
static unsigned ask(struct http_server *s, struct call *c, struct http_answer *a)
{
    unsigned status = c->status;
    assert((status || c->route) && c->request.fields <= HTTP_FIELDS && a->headers <= HTTP_HEADERS && !a->stream);
    if (!status && s->plan.auth)
        status = s->plan.auth(&c->request, c->route, a);
    if (!status)
        status = c->route->run(&c->request, a);
    return a->page.failed ? MHD_HTTP_INTERNAL_SERVER_ERROR : status;
}

/* The stream's response; NULL where there are enough of them: it is ended. */
static struct MHD_Response *stream_response(struct http_server *s, struct call *c, struct http_answer *a)
{
    struct MHD_Response *r = streams_answer(&s->streams, c->request.connection, a->stream);
    if (!r) {
        a->stream->end(a->stream->state);
        free(a->stream);
        a->stream = NULL;
    }
    return r;
}

static size_t size_of(const struct call *c, const struct http_answer *a)
{
    return a->page.size ? a->page.size : c->waiting;
}

static bool may_wait(struct http_server *s, struct call *c)
{
    char room[64];
    uint64_t at = 0, most = s->plan.waiting ? s->plan.waiting : ANSWERS_WAITING;
    for (const char *w = s->plan.whose(&c->request, room); *w; w++)
        at = 31 * at + (uint8_t)*w;
    c->share = &s->share[at % SHARES];
    uint64_t all = atomic_fetch_add(&s->waiting, c->waiting), its = atomic_fetch_add(c->share, c->waiting);
    return all + c->waiting <= most && its + c->waiting <= most / 4;
}

/* The page as a file, which takes none of our memory however slowly it is read; NULL: too much waits so, or there is no room. */
static struct MHD_Response *file_response(struct http_server *s, struct call *c, struct page *p)
{
    c->waiting = p->size;
    int fd = may_wait(s, c) ? s->plan.spool(&c->request) : -1;
    struct MHD_Response *r = fd >= 0 && write_whole(fd, p->data, p->size) == p->size
                                 ? MHD_create_response_from_fd(p->size, fd)
                                 : NULL;
    if (fd >= 0 && !r)
        close(fd);
    if (r)
        page_free(p);
    return r;
}

static void make(struct http_server *s, struct call *c, struct made *m)
{
    struct http_answer *a = &m->a;
    if (c->refusal)
        *a = *c->refusal;
    free(c->refusal);
    c->refusal = NULL;
    unsigned status = ask(s, c, a);
    bool apart = a->stream || (s->plan.spool && a->page.size > ANSWER_HELD);
    if (apart)
        m->body = a->stream ? stream_response(s, c, a) : file_response(s, c, &a->page);
    if (apart && !m->body) {
        clear(a);
        status = MHD_HTTP_SERVICE_UNAVAILABLE;
    }
    if (status >= 400 && (a->page.failed || !a->page.size)) {
        clear(a);
        s->plan.sorry(&c->request, a, status);
    }
    if (status == MHD_HTTP_SERVICE_UNAVAILABLE)
        http_header(a, "Retry-After", "30");
    m->status = status;
    histogram_add(&s->took, now_us() - c->whole_us);
    if (s->plan.served)
        s->plan.served(&c->request, status, size_of(c, a));
    if (s->plan.leave)
        s->plan.leave(&c->request);
}

static enum MHD_Result send_made(struct http_server *s, struct call *c, struct made *m)
{
    if (!m->a.stream)
        deadline_answer(c->deadline, size_of(c, &m->a));
    enum MHD_Result sent = send_answer(c->request.connection, m->body ? m->body : page_response(&m->a), &m->a,
                                       m->status);
    m->body = NULL;
    atomic_fetch_add(&s->answers[m->status / 100 % HTTP_CLASSES], 1);
    page_free(&m->a.page);
    return sent;
}

static enum MHD_Result answer(struct http_server *s, struct call *c)
{
    struct made m = { 0 };
    deadline_none(c->deadline);
    make(s, c, &m);
    return send_made(s, c, &m);
}

/* Of a lane: the server asks again for what is made now. */
static void make_aside(struct lane_job *job)
{
    struct call *c = (struct call *)job;
    make(c->asks, c, c->made);
    MHD_resume_connection(c->request.connection);
}

/* The answer is made by the lane of the route, or is that too many wait there. */
static enum MHD_Result answer_aside(struct http_server *s, struct call *c)
{
    c->made = calloc(1, sizeof *c->made);
    if (!c->made)
        return MHD_NO;
    c->job.run = make_aside;
    deadline_none(c->deadline);
    MHD_suspend_connection(c->request.connection);
    if (lanes_put(s->lanes, c->route->flags, &c->job))
        return MHD_YES;
    c->status = MHD_HTTP_SERVICE_UNAVAILABLE;
    make_aside(&c->job);
    return MHD_YES;
}

static enum MHD_Result on_request(void *arg, struct MHD_Connection *connection, const char *path, const char *method,
                                  const char *version, const char *bytes, size_t *size, void **mine)
{
    struct http_server *s = arg;
    struct call *c = *mine;
    (void)version;
    if (!c) {
        *mine = c = begin(s, connection, path, method);
        if (!c || !c->status || (c->refusal && c->request.length <= HTTP_UNKNOWN_MAX))
            return c ? MHD_YES : MHD_NO;
        c->begun = true; /* refused by its first lines: its body is not waited for */
        c->whole_us = now_us();
        return answer(s, c);
    }
    if (*size) {
        body_take(&c->body, bytes, *size);
        *size = 0;
        return MHD_YES;
    }
    if (c->made) {
        enum MHD_Result sent = send_made(s, c, c->made);
        free(c->made);
        c->made = NULL;
        return sent;
    }
    if (c->begun)
        return MHD_YES; /* answered */
    c->begun = true;
    c->whole_us = now_us();
    unsigned status = body_end(&c->body);
    c->status = c->status ? c->status : status;
    return !c->status && in_lane(c->route->flags) ? answer_aside(s, c) : answer(s, c);
}

static void on_end(void *arg, struct MHD_Connection *connection, void **mine, enum MHD_RequestTerminationCode how)
{
    struct http_server *s = arg;
    struct call *c = *mine;
    (void)connection, (void)how;
    if (!c)
        return;
    deadline_headers(c->deadline); /* of the next request */
    if (s->plan.served && !c->begun)
        s->plan.served(&c->request, 0, 0);
    if (s->plan.leave)
        s->plan.leave(&c->request);
    if (c->refusal)
        page_free(&c->refusal->page);
    free(c->refusal);
    if (c->made && c->made->body)
        MHD_destroy_response(c->made->body);
    if (c->made)
        page_free(&c->made->a.page);
    free(c->made);
    atomic_fetch_sub(&s->waiting, c->waiting);
    if (c->share)
        atomic_fetch_sub(c->share, c->waiting);
    body_free(&c->body);
    free((char *)(uintptr_t)c->request.method);
    free(c);
    *mine = NULL;
}

/* A connection that nobody could watch is not taken. */
static void on_connection(void *arg, struct MHD_Connection *connection, void **mine,
                          enum MHD_ConnectionNotificationCode what)
{
    struct http_server *s = arg;
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
        bool shut = deadline_end(*mine);
        if (info && !shut)
            linger(s->lingers, info->connect_fd);
        *mine = NULL;
        return;
    }
    if (info && !(*mine = deadline_begin(s->deadlines, info->connect_fd)))
        shutdown(info->connect_fd, SHUT_RDWR);
}

bool http_gone(const struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info = MHD_get_connection_info((struct MHD_Connection *)(uintptr_t)connection,
                                                                   MHD_CONNECTION_INFO_CONNECTION_FD);
    char byte;
    ssize_t n = info ? recv(info->connect_fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) : 0;
    return n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR); /* a reset is no end */
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
    if (fd < 0 || bind(fd, list->ai_addr, list->ai_addrlen) || listen(fd, 512) ||
        getsockname(fd, (struct sockaddr *)&got, &room)) {
        snprintf(why, 256, "%s cannot be listened at: %s: choose another address", bind_to, strerror(errno));
        if (fd >= 0)
            close(fd);
        fd = -1;
    } else {
        unsigned p = got.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&got)->sin6_port
                                               : ((struct sockaddr_in *)&got)->sin_port;
        snprintf(bound, 64, bracket ? "[%.40s]:%u" : "%.40s:%u", host, ntohs((uint16_t)p));
    }
    freeaddrinfo(list);
    return fd;
}

static void put_away(struct http_server *s)
{
    lanes_close(s->lanes);
    deadlines_close(s->deadlines);
    lingers_close(s->lingers);
    streams_end(&s->streams);
    free(s);
}

struct http_server *http_start(const struct http_plan *plan, char why[256])
{
    struct http_server *s = calloc(1, sizeof *s);
    if (!s)
        return strcpy(why, "no memory: free some and start again"), NULL;
    s->plan = *plan;
    streams_start(&s->streams, plan->streams ? plan->streams : HTTP_STREAMS);
    unsigned most = plan->connections ? plan->connections : CONNECTIONS;
    s->deadlines = deadlines_open(plan->clock, most);
    s->lingers = lingers_open(plan->clock);
    s->lanes = lanes_open();
    if (!s->deadlines || !s->lingers || !s->lanes)
        strcpy(why, "no memory or threads: free some and start again");
    int fd = s->deadlines && s->lingers && s->lanes ? listen_at(plan->bind, s->bound, why) : -1;
    if (fd >= 0) {
        s->daemon = MHD_start_daemon(
            MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, NULL, NULL, on_request, s,
            MHD_OPTION_LISTEN_SOCKET, fd, MHD_OPTION_NOTIFY_COMPLETED, on_end, s, MHD_OPTION_NOTIFY_CONNECTION,
            on_connection, s, MHD_OPTION_EXTERNAL_LOGGER, quiet, NULL, MHD_OPTION_THREAD_POOL_SIZE,
            plan->threads ? plan->threads : 4, MHD_OPTION_CONNECTION_LIMIT, most + CLOSING,
            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
            (size_t)CONNECTION_MEMORY, MHD_OPTION_END);
        if (s->daemon)
            return s;
        snprintf(why, 256, "the web server cannot start: %s", strerror(errno));
        close(fd);
    }
    put_away(s);
    return NULL;
}

uint64_t http_answers(struct http_server *s, unsigned status_class) { return atomic_load(&s->answers[status_class]); }

struct histogram *http_took(struct http_server *s) { return &s->took; }

unsigned http_sweep(struct http_server *s)
{
    lingers_sweep(s->lingers);
    return deadlines_sweep(s->deadlines);
}

unsigned http_lingering(struct http_server *s) { return lingers_count(s->lingers); }

unsigned http_connections(struct http_server *s) { return deadlines_count(s->deadlines); }

void http_wake(struct http_server *s) { streams_wake(&s->streams, false); }

unsigned http_streams_open(struct http_server *s) { return streams_open(&s->streams); }

const char *http_bound(const struct http_server *s) { return s->bound; }

void http_stop(struct http_server *s)
{
    if (!s)
        return;
    int fd = MHD_quiesce_daemon(s->daemon);
    streams_wake(&s->streams, true);
    lanes_end(s->lanes);
    MHD_stop_daemon(s->daemon);
    if (fd >= 0)
        close(fd);
    put_away(s);
}
