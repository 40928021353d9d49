/* site: what every page and call of a serving ladder has at hand, and who is asking. */
#ifndef FIEL_LADDER_SITE_H
#define FIEL_LADDER_SITE_H

#include "site/http/http.h"
#include "site/http/live.h"
#include "store/store_people.h"
#include "store/store_workers.h"

struct assets;
struct quotas;
struct cache;
struct decisions;
struct playroom;
struct access_log;

struct site {
    struct store *store;
    struct http_server *http;
    struct live_feed *live;      /* from which running matches are watched */
    struct assets *assets;       /* the files of ladder/web */
    struct cache *cache;         /* pieces of pages that were made a moment ago; NULL: none are */
    struct playroom *playroom;   /* tables at which people play; NULL: there are none */
    struct decisions *decisions; /* of disputes, into a match log; NULL: none */
    struct quotas *quotas;       /* what is on its way here; NULL: bodies of more than HTTP_UNKNOWN_MAX are not taken */
    struct access_log *access;   /* a line for each request; NULL: none */
    uint64_t quota;              /* bytes of archives and records that one account may have here; 0: SITE_QUOTA */
    uint64_t worker_quota;       /* bytes that one worker's key may have on its way here; 0: SITE_QUOTA */
    bool unheld;                 /* pairs of authors' bots may have been played in any jail */
    uint64_t keep_free;          /* bytes of the disk that uploads leave to the rest of the ladder */
    const char *title;
    const char *fiel; /* the arbiter's program */
    const char *door; /* what authors of remote bots give theirs, as "--connect ... --server ..."; NULL: not told */
    const struct own_arbiter *own; /* whose door that is, in this process; NULL: somebody else's */
    const char *address;           /* as it stands in a browser, "ladder.example"; NULL: where it listens */
    const char *proxy;  /* whose X-Forwarded-... count: "local" or NULL: this machine's; "none"; or an address.  On this
                            * machine a proxy's, which runs as root, as we do or by a system's account: no person's program */
    bool closed;        /* nobody may sign up alone */
    uint64_t jobs_seen; /* the ticket of those who wait for a job (work.c) */
    atomic_int waits, looks; /* how many wait; how many of them are to look now */
};

#define SITE_QUOTA (UINT64_C(1) << 30)

/* --- who asks (auth.c) ------------------------------------------------------------------------------ */

enum { TOKEN_TEXT = 65, LANGUAGE = 3, SESSION_DAYS = 30 };

struct guest {
    bool known;
    bool browser; /* came with a cookie: its forms carry `form`; else with a token of its own */
    struct person person;
    struct session session;
    struct store_error asked; /* what the store said when it was asked who that is */
    char form[TOKEN_TEXT];    /* what every form of this session must carry; "" without one */
    char language[LANGUAGE];  /* "en", "es", "pt" */
    char
        style[80]; /* of a page that brings its style sheet along (show_style): what its policy says of that; "" else */
    bool refused, typed;      /* what came by a form was refused; the form that is being shown is that one (forms.h) */
    const char *said, *wrong; /* why, until it was shown, and the field that is to blame; NULL: none is */
    int64_t sender;           /* whose account what comes is weighed against (quota.h); 0: nothing is */
    bool works;               /* a worker, by its key; it is nobody and sees nothing else */
    struct worker_key worker;
};

/* What a route asks of its guest. */
enum {
    AUTH_KNOWN = 1,      /* signed in */
    AUTH_AUTHOR = 2,     /* signed in as an author or a host */
    AUTH_HOST = 4,       /* signed in as a host */
    AUTH_API = 8,        /* refusals are JSON */
    AUTH_OPEN_FORM = 16, /* a form without a session: signing in and up; only where it comes from is looked at */
    AUTH_WORKER = 32,    /* a worker's key, which is good for these routes alone */
    AUTH_TWIN = 64,      /* programs have the same below /api */
};

/* Hooks of the server: before the body is read, before the handler, behind the answer, and for a status without a page.  0 goes on, else
 * the status of the refusal. */
unsigned auth_admit(struct http_request *r, const struct http_route *route, struct http_answer *a);
unsigned auth(struct http_request *r, const struct http_route *route, struct http_answer *a);
void auth_leave(struct http_request *r);
void auth_sorry(struct http_request *r, struct http_answer *a, unsigned status);

/* Of a request that was admitted. */
static inline struct site *site_of(const struct http_request *r) { return r->server; }
static inline struct guest *guest_of(const struct http_request *r) { return r->guest; }
/* Asked by a program: it is answered in JSON. */
static inline bool is_api(const struct http_request *r) { return !strncmp(r->path, "/api/", 5); }
static inline bool is_host(const struct guest *g) { return g->known && g->person.role == ROLE_HOST; }

/* Does the request come from the proxy whose X-Forwarded-... count? */
bool from_proxy(const struct http_request *r);
/* Did the browser come by TLS, as the proxy says? */
bool session_is_safe(const struct http_request *r);
/* A new session of this person: its token goes to the owner once and is nowhere else.  A store_code. */
int session_open(struct site *s, int64_t person, const char *kind, const char *label, int64_t lasts_ms,
                 char token[TOKEN_TEXT], struct store_error *e);
/* A new key of a worker, and its hash, which alone the store is given: store_worker_key_add. */
void worker_key_token(char token[TOKEN_TEXT], uint8_t hash[STORE_HASH]);
/* Sets, or with "" takes away, the browser's cookie. */
void session_cookie(const struct http_request *r, struct http_answer *a, const char *token);

/* --- answers in JSON ---------------------------------------------------------------------------------- */

/* {"error":"..."}; returns the status. */
unsigned answer_error(struct http_answer *a, unsigned status, const char *said);
/* The same for what the store said: 404, 409, 400, 503, 500. */
unsigned answer_store(struct http_answer *a, const struct store_error *e);
/* What was put, and its `end`; or, in its place, what the store said. */
unsigned answer_json(struct http_answer *a, int bad, const char *end, const struct store_error *e);
/* The same of a list, each of whose items was put behind i ? ",\n" : "[". */
unsigned answer_list(struct http_answer *a, int bad, const struct store_error *e);
unsigned store_status(const struct store_error *e);
/* What somebody else than the host may read of it.  The texts of libraries name paths, sockets and hosts: they go to standard error, and one
 * sentence goes out in their place. */
const char *store_said(const struct store_error *e);

/* --- the files of ladder/web (assets.c) --------------------------------------------------------------- */

/* All files of the folder and of `wasm`, in memory; NULL and a sentence. */
struct assets *assets_load(const char *folder, const char *wasm, char why[256]);
void assets_free(struct assets *a);
/* A file of them; false, and it is NULL and 0, when it is not there. */
bool assets_file(const struct assets *a, const char *name, const void **bytes, size_t *size);
/* Puts the line of cards.svg whose id is `kind` and `name` together: a symbol that a page may use. */
void assets_symbol(const struct assets *a, const char *kind, const char *name, struct page *out);
unsigned assets_serve(struct http_request *r, struct http_answer *a); /* /static/{}, /static/vendor/{} */

/* --- routes: each subject has a table that ends with a NULL method -------------------------------------- */

/* One table of all of them, made at the first call. */
const struct http_route *site_all_routes(void);

#endif
