/* http: the ladder's ear and voice: requests come in, a handler fills a page, the page goes out.
 *
 * libmicrohttpd underneath, bound to one address (localhost unless asked otherwise; TLS is a proxy's work).  Handlers
 * run on several threads at once. */
#ifndef FIEL_LADDER_HTTP_H
#define FIEL_LADDER_HTTP_H

#include "store/histogram.h"
#include "http_lanes.h"
#include "page.h"

/* HTTP_UNKNOWN_MAX: bytes of body that are taken without asking anybody; HTTP_FORM_MAX: of text in one, which lies in memory. */
enum {
    HTTP_UNKNOWN_MAX = 4 << 10,
    HTTP_FORM_MAX = 64 << 10,
    HTTP_UPLOAD_MAX = 64 << 20,
    HTTP_FIELDS = 64,
    HTTP_PARTS = 4,
    HTTP_HEADERS = 12,
    HTTP_STREAMS = 1024
};

struct http_field {
    char *name, *value; /* value is NUL-terminated; of a file what its sender calls it, or "" */
    size_t size;
    bool file;
    int fd; /* of a file that was taken: its bytes, from the beginning of a file of this request alone; else -1 */
};

struct http_request {
    void *server; /* what was given to http_start */
    void *guest;  /* auth's own, e.g. who this is */
    const char *method, *path;
    char *part[HTTP_PARTS]; /* what stands for the {} of the route, decoded */
    const char *address;    /* of the peer */
    int64_t user;           /* of the peer, where it says whom it speaks for and is on this machine; else -1 */
    uint64_t length;        /* of the body, as it was announced; 0: there is none */
    bool takes_file;        /* set by plan.admit: one file may come with the body */
    struct http_field field[HTTP_FIELDS]; /* of a form, or one named "" with the whole body */
    size_t fields;
    struct MHD_Connection *connection;
};

/* What goes out beside the page. */
struct http_answer {
    struct page page;
    const char *type;  /* NULL: text/html; charset=utf-8 */
    const char *cache; /* NULL: no-store */
    struct {
        const char *name;
        char value[512];
    } header[HTTP_HEADERS];
    size_t headers;
    struct http_stream *stream; /* instead of a page: from malloc; goes on until it ends, or its reader takes nothing
                                 * for a minute; one too many is told to come back later */
};
/* One more header; beyond HTTP_HEADERS it is left out. */
void http_header(struct http_answer *a, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* 303 See Other; returns 303. */
unsigned http_redirect(struct http_answer *a, const char *to);

/* Text that goes on (Server-Sent Events).  `next` puts what there is after what it put before and returns true, or returns
 * false at the end; nothing put: it is asked again after http_wake, or after a while.  `end` frees. */
struct http_stream {
    bool (*next)(void *state, struct page *out);
    void (*end)(void *state);
    void *state;
};

/* Query, form, cookie and header values; NULL when there is none, and of a cookie that comes twice: one of them is somebody else's. */
const char *http_query(const struct http_request *r, const char *name);
const char *http_form(const struct http_request *r, const char *name);
const struct http_field *http_file(const struct http_request *r, const char *name);
const char *http_cookie(const struct http_request *r, const char *name);
const char *http_asked(const struct http_request *r, const char *header);

/* Returns the status. */
typedef unsigned http_handler(struct http_request *r, struct http_answer *a);
struct http_route {
    const char *method, *path; /* "/bots/{}/{}" */
    http_handler *run;
    unsigned flags; /* auth's own, and of what takes a while its lane: where too many wait it is answered 503 */
    size_t most;    /* bytes of body, a file among them; 0: HTTP_FORM_MAX, and no file */
};

struct http_server;
struct http_plan {
    const char *bind; /* "127.0.0.1:8080", "[::1]:0" */
    unsigned threads;
    unsigned streams;     /* at once; 0: HTTP_STREAMS */
    unsigned connections; /* kept at once; 0: 2,048.  Who comes then takes a slow one's place (http_deadlines.h) */
    const struct http_route *routes; /* ends with a NULL method */
    void *server;
    /* With the headers alone, before a body of more than HTTP_UNKNOWN_MAX bytes or one with a file is taken: 0 lets it come, else
     * the status of the answer that it filled.  May set r->guest and r->takes_file.  NULL: every body comes, without its files. */
    unsigned (*admit)(struct http_request *r, const struct http_route *route, struct http_answer *a);
    /* Where the bytes of a file go, and those of a large answer: a file for reading and writing that has no name, or -1 with errno set. */
    int (*spool)(struct http_request *r);
    uint64_t waiting; /* bytes of large answers at once; 0: 1 GiB.  Who asks for more is told to come back later */
    const char *(*whose)(const struct http_request *r,
                         char room[64]); /* its address, which may have a quarter of that */
    /* Before a route's handler: 0 lets it run, else the status of the answer that it filled.  May set r->guest. */
    unsigned (*auth)(struct http_request *r, const struct http_route *route, struct http_answer *a);
    void (*leave)(struct http_request *r); /* after the answer was made, or when there will be none; again is fine */
    /* Fills the page of an error: 400, 404, 405, 411, 413, 500, 507. */
    void (*sorry)(struct http_request *r, struct http_answer *a, unsigned status);
    /* Told of each request that was answered, with its status and the bytes of its page (0: a stream, which goes on), before it leaves;
     * and with 0 of one that was closed before all of it came.  NULL: nobody is. */
    void (*served)(struct http_request *r, unsigned status, size_t bytes);
    int64_t (*clock)(void); /* by which deadlines are (http_deadlines.h); NULL: the machine's */
};
/* NULL and a sentence. */
struct http_server *http_start(const struct http_plan *plan, char why[256]);
/* The address that was bound: "127.0.0.1:40123" */
const char *http_bound(const struct http_server *s);
/* The client has hung up. */
bool http_gone(const struct MHD_Connection *connection);
/* Streams are asked for more. */
void http_wake(struct http_server *s);
enum { HTTP_CLASSES = 6 };
/* Answers so far whose status is so many hundred: 2 for 200 to 299. */
uint64_t http_answers(struct http_server *s, unsigned status_class);
/* From a request that had come whole until its answer was made, or its stream began. */
struct histogram *http_took(struct http_server *s);
/* Closes who is behind a deadline, as the server does by itself each second; how many that were. */
unsigned http_sweep(struct http_server *s);
/* How many there are; those who were answered and still speak are counted apart. */
unsigned http_connections(struct http_server *s);
unsigned http_lingering(struct http_server *s);
unsigned http_streams_open(struct http_server *s);
/* Ends all streams, lets running handlers finish.  NULL is fine. */
void http_stop(struct http_server *s);

#endif
