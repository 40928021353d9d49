/* ladder_site: a ladder that answers on a port of its own in this process, and a browser of few words. */
#ifndef FIEL_TESTS_LADDER_SITE_H
#define FIEL_TESTS_LADDER_SITE_H

#include <stdarg.h>
#include <stdbool.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ladder_plan.h"
#include "ladder_world.h"
#include "support/owned.h"
#include "support/built.h"
#include "support/dial.h"
#include "support/scratch.h"

struct here {
    char folder[SCRATCH_ROOM];
    struct site site;
    struct world world;
    int port;
};

/* Serves the store of h->site, which is open already. */
static inline void here_serve(struct here *h)
{
    char why[256];
    h->site.title = "Here";
    h->site.live = live_open();
    h->site.quotas = quota_open();
    struct http_plan plan = site_counted(&h->site, "127.0.0.1:0");
    h->site.http = http_start(&plan, why);
    if (!h->site.http)
        abort();
    h->port = atoi(strrchr(http_bound(h->site.http), ':') + 1);
}

static inline void here_start(struct here *h)
{
    struct store_error e;
    char where[128];
    memset(h, 0, sizeof *h);
    scratch_quick(h->folder);
    snprintf(where, sizeof where, "sqlite:%s/ladder.db", h->folder);
    FINE(store_open(&h->site.store, where, STORE_CREATE, &e));
    here_serve(h);
}

/* Runs `fiel-ladder` with these words; what it printed is in `text`.  Its exit code. */
static inline int here_command(const char *words, char *text, size_t room)
{
    char command[2048];
    snprintf(command, sizeof command, "%s/bin/fiel-ladder %s 2>&1", build_dir(), words);
    FILE *f = popen(command, "r");
    if (!f)
        abort();
    text[fread(text, 1, room - 1, f)] = '\0';
    int status = pclose(f);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

static inline void here_close(struct here *h)
{
    http_stop(h->site.http);
    live_close(h->site.live);
    quota_close(h->site.quotas);
    store_close(&h->site.store);
}

static inline void here_stop(struct here *h)
{
    here_close(h);
    scratch_remove(h->folder);
}

/* What came back; `body` points into `all`. */
struct reply {
    int status;
    char *all, *body;
};

#define OWNED_REPLY AUTO(reply_free) struct reply
static inline void reply_free(struct reply *y)
{
    free(y->all);
    *y = (struct reply){ 0 };
}

/* Sends a request as it is and reads to the end. */
static inline struct reply here_send(const struct here *h, const char *head, const void *body, size_t size)
{
    struct reply y = { .all = calloc(1, 1 << 20) };
    int fd = dial_port(h->port);
    size_t got = 0;
    if (!y.all || send(fd, head, strlen(head), MSG_NOSIGNAL) < 0)
        abort();
    for (size_t sent = 0; sent < size;) {
        ssize_t n = send(fd, (const char *)body + sent, size - sent, MSG_NOSIGNAL);
        if (n <= 0)
            break; /* refused before its end: the answer tells */
        sent += (size_t)n;
    }
    for (ssize_t n; got < (1 << 20) - 1 && (n = recv(fd, y.all + got, (1 << 20) - 1 - got, 0)) > 0;)
        got += (size_t)n;
    close(fd);
    y.all[got] = '\0';
    if (got > 12)
        y.status = atoi(y.all + 9);
    y.body = strstr(y.all, "\r\n\r\n");
    y.body = y.body ? y.body + 4 : y.all;
    return y;
}

/* One request; `more` are whole header lines. */
static inline struct reply here_ask(const struct here *h, const char *method, const char *path, const char *more,
                                    const void *body, size_t size)
{
    char head[2048];
    snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: %zu\r\n%s\r\n",
             method, path, size, more ? more : "");
    return here_send(h, head, body, size);
}

static inline struct reply here_get(const struct here *h, const char *path, const char *more)
{
    return here_ask(h, "GET", path, more, NULL, 0);
}

/* A form's fields as they are written into the body: "a=b&c=d". */
static inline struct reply here_post(const struct here *h, const char *path, const char *more, const char *fields)
{
    char lines[1024];
    snprintf(lines, sizeof lines, "Content-Type: application/x-www-form-urlencoded\r\n%s", more ? more : "");
    return here_ask(h, "POST", path, lines, fields, strlen(fields));
}

/* The test fails where this call of the above is not answered with this status. */
#define STATUS(expected, call) \
    do { \
        struct reply y_ = (call); \
        if (y_.status != (expected)) \
            fail_msg("%s: %d, expected %d:\n%.2000s", #call, y_.status, expected, y_.all); \
        reply_free(&y_); \
    } while (0)

/* --- somebody with a browser ------------------------------------------------------------------------- */

struct browser {
    char cookie[128]; /* a header line */
    char form[80];
};

/* The cookie that an answer sets. */
static inline bool browser_keep(struct browser *b, const struct reply *y)
{
    const char *at = strstr(y->all, "Set-Cookie: fiel=");
    if (at)
        snprintf(b->cookie, sizeof b->cookie, "Cookie: fiel=%.64s\r\n", at + strlen("Set-Cookie: fiel="));
    return at;
}

/* Signs in or up and learns the form's token from the own page. */
static inline int browser_enter(struct browser *b, const struct here *h, const char *what, const char *name,
                                const char *password)
{
    char fields[512];
    snprintf(fields, sizeof fields, "what=%s&name=%s&password=%s", what, name, password);
    struct reply y = here_post(h, "/enter", NULL, fields);
    int status = y.status;
    if (browser_keep(b, &y)) {
        reply_free(&y);
        y = here_get(h, "/me", b->cookie);
        const char *at = strstr(y.body, "name=\"form\" value=\"");
        if (at)
            snprintf(b->form, sizeof b->form, "%.64s", at + strlen("name=\"form\" value=\""));
    }
    reply_free(&y);
    return status;
}

/* Comes in with a session that the store makes, without the work of a password. */
static inline void browser_come_in(struct browser *b, struct here *h, int64_t person)
{
    char token[TOKEN_TEXT];
    struct store_error e;
    FINE(session_open(&h->site, person, "browser", "", 3600000, token, &e));
    snprintf(b->cookie, sizeof b->cookie, "Cookie: fiel=%s\r\n", token);
    OWNED_REPLY y = here_get(h, "/me", b->cookie);
    const char *at = strstr(y.body, "name=\"form\" value=\"");
    if (!at)
        abort();
    snprintf(b->form, sizeof b->form, "%.64s", at + strlen("name=\"form\" value=\""));
}

/* A form of one's own page. */
static inline struct reply browser_post(const struct browser *b, const struct here *h, const char *path,
                                        const char *fields)
{
    char all[4096];
    snprintf(all, sizeof all, "form=%s&%s", b->form, fields);
    return here_post(h, path, b->cookie, all);
}

/* --- archives ------------------------------------------------------------------------------------------ */

struct tar {
    uint8_t *bytes;
    size_t size;
};

/* One member: type '0' file, '1' '2' links, '3' device, '5' folder. */
static inline void tar_add(struct tar *t, const char *name, char type, const char *link, const void *bytes, size_t size)
{
    size_t whole = 512 + (size + 511) / 512 * 512;
    t->bytes = realloc(t->bytes, t->size + whole);
    char *at = (char *)t->bytes + t->size;
    unsigned sum = 0;
    memset(at, 0, whole);
    snprintf(at, 100, "%s", name);
    memcpy(at + 100, "0000755", 8);
    memcpy(at + 108, "0000000", 8);
    memcpy(at + 116, "0000000", 8);
    snprintf(at + 124, 12, "%011zo", size);
    memcpy(at + 136, "00000000000", 12);
    memcpy(at + 148, "        ", 8);
    at[156] = type;
    snprintf(at + 157, 100, "%s", link);
    memcpy(at + 257,
           "ustar\0"
           "00",
           8);
    for (int i = 0; i < 512; i++)
        sum += (uint8_t)at[i];
    snprintf(at + 148, 8, "%06o", sum);
    if (size)
        memcpy(at + 512, bytes, size);
    t->size += whole;
}

static inline void tar_end(struct tar *t)
{
    t->bytes = realloc(t->bytes, t->size + 1024);
    memset(t->bytes + t->size, 0, 1024);
    t->size += 1024;
}

/* The site of each test, which its set-up starts: TEST_WITH(name, start, stop). */
#define HERE_FOR_EACH \
    static struct here here; \
    static int stop(STATE) \
    { \
        here_stop(&here); \
        return 0; \
    }

/* The site of a program, with a small world: there before its first test, and gone after its last. */
#define HERE_FOR_ALL \
    static struct here here; \
    BEFORE_ALL(here_begins) \
    { \
        here_start(&here); \
        world_make(&here.world, here.site.store); \
        return 0; \
    } \
    AFTER_ALL(here_ends) \
    { \
        here_stop(&here); \
        return 0; \
    }

#endif
