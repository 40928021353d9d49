/* The web server itself, with handlers that do next to nothing: routes, bodies and their limits, answers that go on. */

#include <linux/sockios.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

#include "support/test.h"
#include "site/http/http.h"
#include "site/http/http_deadlines.h"
#include "site/http/http_linger.h"
#include "support/dial.h"

enum { MOST = 3, SMALL = 1000, CROWD = 24 };

static struct http_server *server;

/* The server's clock moves when a test says so. */
static _Atomic int64_t now_ms = 1;
static int64_t test_clock(void) { return now_ms; }

/* --- handlers ---------------------------------------------------------------------------------------------------- */

static unsigned echo(struct http_request *r, struct http_answer *a)
{
    const char *query = http_query(r, "q");
    page_fill(&a->page, "{} {} {}", r->part[0], r->part[1], query);
    for (size_t i = 0; i < r->fields; i++)
        page_fill(&a->page, "|{}={}", r->field[i].name, r->field[i].file ? "file" : r->field[i].value);
    return 200;
}

/* One text, put by the test, for all streams; "end" ends them. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char news[256 << 10];
static unsigned ended;

struct reading {
    size_t at;
};

static bool stream_next(void *state, struct page *out)
{
    struct reading *r = state;
    pthread_mutex_lock(&lock);
    page_put(out, news + r->at);
    r->at = strlen(news);
    bool goes_on = !strstr(news, "end");
    pthread_mutex_unlock(&lock);
    return goes_on;
}

static pthread_cond_t one_ended = PTHREAD_COND_INITIALIZER;

static void stream_end(void *state)
{
    free(state);
    pthread_mutex_lock(&lock);
    ended++;
    pthread_cond_broadcast(&one_ended);
    pthread_mutex_unlock(&lock);
}

/* Until so many streams have been ended: the server does that after their last words have left, and gives their places
 * back before it. */
static void await_ended(unsigned count)
{
    pthread_mutex_lock(&lock);
    while (ended < count)
        pthread_cond_wait(&one_ended, &lock);
    pthread_mutex_unlock(&lock);
}

static unsigned stream(struct http_request *r, struct http_answer *a)
{
    (void)r;
    a->stream = malloc(sizeof *a->stream);
    *a->stream = (struct http_stream){ stream_next, stream_end, calloc(1, sizeof(struct reading)) };
    a->type = "text/event-stream";
    return 200;
}

/* More than the kernel takes for a client who reads nothing; with ?twice twice as much. */
enum { MUCH = 16 << 20 };
static unsigned much(struct http_request *r, struct http_answer *a)
{
    static char block[64 << 10];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < (http_query(r, "twice") ? 2 : 1) * MUCH; i += (int)sizeof block)
        page_bytes(&a->page, block, sizeof block);
    return 200;
}

static _Atomic unsigned spooled;
static int spool(struct http_request *r)
{
    (void)r;
    spooled++;
    return memfd_create("answer", MFD_CLOEXEC);
}

static unsigned fails(struct http_request *r, struct http_answer *a)
{
    (void)r;
    a->page.failed = true;
    return 200;
}

static void sorry(struct http_request *r, struct http_answer *a, unsigned status)
{
    (void)r;
    page_format(&a->page, "sorry %u", status);
}

static const struct http_route routes[] = {
    { "GET", "/echo/{}/{}", echo, 0, 0 }, { "POST", "/echo/{}/{}", echo, 0, SMALL },
    { "GET", "/stream", stream, 0, 0 },   { "GET", "/fails", fails, 0, 0 },
    { "GET", "/much", much, 0, 0 },       { 0 },
};

/* --- somebody who asks ---------------------------------------------------------------------------------------------- */

struct caller {
    int fd;
    size_t size;
    char text[1 << 16];
};

static void call(struct caller *c, const char *head, const char *body)
{
    *c = (struct caller){ .fd = dial_port(atoi(strrchr(http_bound(server), ':') + 1)) };
    assert_int_equal(send(c->fd, head, strlen(head), MSG_NOSIGNAL), strlen(head));
    if (*body)
        send(c->fd, body, strlen(body), MSG_NOSIGNAL);
}

/* Until the words have come, or with "" until the end; the deadline is for failures alone. */
static void hear(struct caller *c, const char *words)
{
    struct pollfd p = { .fd = c->fd, .events = POLLIN };
    while (!*words || !strstr(c->text, words)) {
        ssize_t n = poll(&p, 1, 60000) == 1 ? recv(c->fd, c->text + c->size, sizeof c->text - 1 - c->size, 0) : -1;
        if (!*words && n == 0)
            return;
        if (n <= 0)
            fail_msg("'%s' did not come: %s", words, c->text);
        c->size += (size_t)n;
        c->text[c->size] = '\0';
    }
}

static int ask(struct caller *c, const char *line, const char *headers, const char *body)
{
    char head[4096];
    snprintf(head, sizeof head, "%s HTTP/1.1\r\nHost: here\r\nConnection: close\r\n%s\r\n", line, headers);
    call(c, head, body);
    hear(c, "");
    close(c->fd);
    return atoi(c->text + 9);
}

#define HOLDS(c, words) assert_holds((c).text, words)

TEST(routes_and_their_parts)
{
    static struct caller c;
    assert_int_equal(ask(&c, "GET /echo/a%20b/%3Cx%3E?q=1%262", "", ""), 200);
    HOLDS(c, "a b &lt;x&gt; 1&amp;2");
    HOLDS(c, "Content-Security-Policy: ");
    assert_int_equal(ask(&c, "HEAD /echo/a/b", "", ""), 200);
    assert_int_equal(ask(&c, "GET /echo/a", "", ""), 404);
    HOLDS(c, "sorry 404");
    assert_int_equal(ask(&c, "GET /echo//b", "", ""), 404);
    assert_int_equal(ask(&c, "GET /echo/a/b/", "", ""), 404);
    assert_int_equal(ask(&c, "DELETE /echo/a/b", "", ""), 405);
    assert_int_equal(ask(&c, "GET /fails", "", ""), 500);
    HOLDS(c, "sorry 500");
    static char longest[3000];
    snprintf(longest, sizeof longest, "GET /echo/a/%01500d", 0);
    assert_int_equal(ask(&c, longest, "", ""), 414);
}

TEST(bodies_and_their_limits)
{
    static struct caller c;
    static char body[4 * SMALL], headers[256];
    assert_int_equal(ask(&c, "POST /echo/a/b",
                         "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 12\r\n", "x=1&y=%3C&z="),
                     200);
    HOLDS(c, "|x=1|y=&lt;");
    assert_int_equal(ask(&c, "POST /echo/a/b", "Content-Length: 3\r\n", "abc"), 200);
    HOLDS(c, "|=file");
    assert_int_equal(ask(&c, "POST /echo/a/b", "Content-Length: 99999999\r\n", ""), 413);
    snprintf(headers, sizeof headers, "Content-Length: %d\r\n", SMALL + 1);
    assert_int_equal(ask(&c, "POST /echo/a/b", headers, ""), 413);
    char *at = body;
    for (int i = 0; i < HTTP_FIELDS + 1; i++)
        at += sprintf(at, "f%d=1&", i);
    snprintf(headers, sizeof headers, "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: %zu\r\n",
             strlen(body));
    assert_int_equal(ask(&c, "POST /echo/a/b", headers, body), 400);
}

/* --- deadlines, by a clock of the test's own ---------------------------------------------------------------------- */

static void await_connections(unsigned count)
{
    while (http_connections(server) != count)
        sched_yield();
}

static void await_lingering(unsigned count)
{
    while (http_lingering(server) != count)
        sched_yield();
}

/* The next `ms` pass, in which the caller sends one byte each second. */
static void drip(const struct caller *c, int64_t ms)
{
    for (int64_t end = now_ms + ms; now_ms < end; now_ms += 1000) {
        send(c->fd, "1", 1, MSG_NOSIGNAL);
        assert_int_equal(http_sweep(server), 0);
    }
}

/* Nothing more comes: the server has closed. */
static void closed(struct caller *c)
{
    struct pollfd p = { .fd = c->fd, .events = POLLIN };
    ssize_t n = -1;
    while (poll(&p, 1, 60000) == 1 && (n = recv(c->fd, c->text, sizeof c->text, 0)) > 0)
        ;
    if (n > 0 || (n < 0 && errno != ECONNRESET))
        fail_msg("the connection is open still");
    close(c->fd);
}

/* One more second, at whose end somebody is late; the server's own look may have come before. */
static void late(struct caller *c)
{
    now_ms += 1000;
    http_sweep(server);
    closed(c);
    await_connections(0);
}

TEST(headers_come_whole_or_not_at_all)
{
    static struct caller c;
    await_connections(0); /* those of the tests before have been told their end, which is not the server's yet */
    call(&c, "GET /echo/a/b HTTP/1.1\r\nHost: here\r\nX-Slow: ", "");
    await_connections(1);
    drip(&c, DEADLINE_HEADERS_MS - 1000);
    late(&c);
    call(&c, "", ""); /* who says nothing at all */
    await_connections(1);
    now_ms += DEADLINE_HEADERS_MS - 1000;
    assert_int_equal(http_sweep(server), 0);
    late(&c);
    call(&c, "GET /echo/a/b HTTP/1.1\r\nHost: here\r\nConnection: close\r\nX-Slow: ", ""); /* slow, but in time */
    await_connections(1);
    drip(&c, DEADLINE_HEADERS_MS - 1000);
    send(c.fd, "\r\n\r\n", 4, MSG_NOSIGNAL);
    hear(&c, "");
    HOLDS(c, "HTTP/1.1 200");
    close(c.fd);
    await_connections(0);
}

static const char slow_post[] = "POST /echo/a/b HTTP/1.1\r\nHost: here\r\nConnection: close\r\nExpect: 100-continue\r\n"
                                "Content-Length: 60\r\n\r\n";

TEST(bodies_come_whole_or_not_at_all)
{
    static struct caller c;
    call(&c, slow_post, "");
    hear(&c, "100 Continue");
    drip(&c, DEADLINE_BYTES_MS - 1000);
    late(&c);
    call(&c, slow_post, "");
    hear(&c, "100 Continue");
    drip(&c, DEADLINE_BYTES_MS - 1000);
    for (size_t i = 0; i < 60 - (DEADLINE_BYTES_MS - 1000) / 1000; i++)
        send(c.fd, "1", 1, MSG_NOSIGNAL);
    hear(&c, "");
    HOLDS(c, "HTTP/1.1 200");
    close(c.fd);
    await_connections(0);
}

/* Anyone who reads nothing is let go when the answer could have left; between two requests there is as long as for headers. */
TEST(answers_are_taken_or_dropped)
{
    static struct caller c;
    call(&c, "GET /much HTTP/1.1\r\nHost: here\r\n\r\n", "");
    hear(&c, "200 OK");
    now_ms += DEADLINE_BYTES_MS;
    assert_int_equal(http_sweep(server), 0); /* so much may take longer */
    now_ms += INT64_C(1) * MUCH / DEADLINE_BYTES_A_SECOND * 1000;
    late(&c);
    call(&c, "GET /echo/a/b HTTP/1.1\r\nHost: here\r\n\r\n", "");
    hear(&c, "a b");
    now_ms += DEADLINE_BYTES_MS;
    late(&c);
}

/* --- a client that speaks while answered ----------------------------------------------------------------------------- */

static const char
    upload[] = "POST /echo/a/b HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: 8388608\r\n\r\n";

/* As browsers and most libraries do it: all of the body, and then the answer is read. */
TEST(who_is_refused_amid_his_upload_is_told)
{
    enum { BODY = 8 << 20 };
    static struct caller c;
    static char body[BODY];
    await_connections(0);
    call(&c, upload, "");
    for (size_t sent = 0; sent < sizeof body;) {
        ssize_t n = send(c.fd, body + sent, sizeof body - sent, MSG_NOSIGNAL);
        if (n < 0)
            fail_msg("the connection was broken after %zu bytes: %s", sent, strerror(errno));
        sent += (size_t)n;
    }
    hear(&c, "");
    HOLDS(c, "sorry 413");
    close(c.fd);
    await_lingering(0);
}

/* Is answered, and reads it to its end. */
static void is_refused(struct caller *c)
{
    call(c, upload, "");
    hear(c, "");
    HOLDS(*c, "sorry 413");
}

/* Which lies with the server when this returns. */
static void say_byte(const struct caller *c, char byte)
{
    int left = 1;
    assert_int_equal(send(c->fd, &byte, 1, MSG_NOSIGNAL), 1);
    while (left > 0)
        assert_int_equal(ioctl(c->fd, SIOCOUTQ, &left), 0);
}

/* Its line is slow: a form's value is not there yet when its name is.  A file that is empty is another one than the next of its name. */
TEST(no_field_is_lost_that_comes_byte_by_byte)
{
    static struct caller c;
#define PART(what) "--bb\r\nContent-Disposition: form-data; name=" what "\r\n"
    static const char body[] = PART("\"x\"\r\n\r\nazar") PART("\"y\"\r\n\r\nb") PART("\"z\"; filename=\"\"\r\n\r\n")
        PART("\"z\"; filename=\"c\"\r\n\r\nd") "--bb--\r\n";
    char head[200];
    snprintf(head, sizeof head,
             "POST /echo/a/b HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: %zu\r\nContent-Type: "
             "multipart/form-data; boundary=bb\r\n\r\n",
             strlen(body));
    call(&c, head, "");
    for (const char *at = body; *at; at++)
        say_byte(&c, *at);
    hear(&c, "");
    HOLDS(c, "|x=azar|y=b|z=file|z=file");
    close(c.fd);
}

/* Nobody hears this one any more. */
static void cut(struct caller *c)
{
    struct pollfd p = { .fd = c->fd };
    http_sweep(server);
    send(c->fd, "1", 1, MSG_NOSIGNAL);
    if (poll(&p, 1, 60000) != 1)
        fail_msg("the connection is open still");
    close(c->fd);
}

/* A client runs out of time that says nothing more, or a byte now and then, and, of more than may be, the oldest. */
TEST(nobody_is_heard_for_ever)
{
    static struct caller c[LINGER_MOST + 1];
    is_refused(&c[0]);
    await_lingering(1);
    now_ms += LINGER_QUIET_MS;
    cut(&c[0]);
    is_refused(&c[0]);
    await_lingering(1);
    for (int64_t end = now_ms + LINGER_MS; now_ms < end; now_ms += LINGER_QUIET_MS / 2) {
        assert_int_equal(http_lingering(server), 1);
        say_byte(&c[0], '1');
        http_sweep(server);
    }
    cut(&c[0]);
    for (unsigned i = 0; i < LINGER_MOST; i++, now_ms++) {
        is_refused(&c[i]);
        await_lingering(i + 1);
    }
    is_refused(&c[LINGER_MOST]);
    cut(&c[0]);
    assert_int_equal(http_lingering(server), LINGER_MOST);
    for (unsigned i = 1; i <= LINGER_MOST; i++)
        close(c[i].fd);
    await_lingering(0);
}

/* --- a crowd ------------------------------------------------------------------------------------------------------- */

static struct caller crowd[CROWD];

/* One after the other: each is there, and has been told `words` unless that is "". */
static void crowd_comes(unsigned from, const char *head, const char *words)
{
    await_connections(from);
    for (unsigned i = from; i < CROWD; i++) {
        call(&crowd[i], head, "");
        await_connections(i + 1);
        if (*words)
            hear(&crowd[i], words);
        now_ms++;
    }
}

static void crowd_leaves(unsigned from)
{
    for (unsigned i = from; i < CROWD; i++)
        close(crowd[i].fd);
    await_connections(0);
}

/* Somebody asks and is answered, though as many as may be are there, none of whom is late. */
static void is_answered(void)
{
    static struct caller c;
    struct pollfd p = { .events = POLLIN };
    call(&c, "GET /echo/a/b HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n", "");
    p.fd = c.fd;
    if (poll(&p, 1, 20000) != 1)
        fail_msg("a crowd keeps everybody else out");
    hear(&c, "");
    HOLDS(c, "HTTP/1.1 200");
    close(c.fd);
}

TEST(who_is_slow_makes_room)
{
    static const char *const slow[][2] = { { "", "" },
                                           { "GET /echo/a/b HTTP/1.1\r\nX-Slow: ", "" },
                                           { slow_post, "100 Continue" } };
    for (unsigned i = 0; i < sizeof slow / sizeof *slow; i++) {
        crowd_comes(0, slow[i][0], slow[i][1]);
        is_answered();
        closed(&crowd[0]); /* the oldest, and no other one */
        await_connections(CROWD - 1);
        crowd_leaves(1);
    }
}

static const char asks_much[] = "GET /much HTTP/1.1\r\nHost: here\r\n\r\n";

/* Whose answer is on its way goes after all who have not asked yet, however long it takes. */
TEST(who_is_answered_goes_last)
{
    await_connections(0);
    call(&crowd[0], asks_much, "");
    hear(&crowd[0], "200 OK");
    now_ms++;
    crowd_comes(1, "", "");
    is_answered();
    closed(&crowd[1]);
    await_connections(CROWD - 1);
    close(crowd[0].fd);
    crowd_leaves(2);
    crowd_comes(0, asks_much, "200 OK");
    is_answered();
    closed(&crowd[0]);
    crowd_leaves(1);
}

/* Anyone who reads nothing keeps a file and no memory of ours, and of all files there is an end. */
/* With ?alone one address, else another one each time. */
static const char *whose(const struct http_request *r, char room[64])
{
    static _Atomic unsigned addresses;
    if (http_query(r, "alone"))
        return "alone";
    snprintf(room, 64, "%u", addresses++);
    return room;
}

TEST(large_answers_wait_in_files)
{
    static struct caller c;
    unsigned before = spooled;
    await_connections(0);
    assert_int_equal(ask(&c, "GET /echo/a/b", "", ""), 200);
    assert_int_equal(spooled, before);
    for (unsigned i = 0; i < CROWD / 2; i++) {
        if (i == CROWD / 8)
            assert_int_equal(ask(&c, "GET /much?twice=1&alone=1", "", ""), 503);
        call(&crowd[i],
             i < CROWD / 8 ? "GET /much?twice=1&alone=1 HTTP/1.1\r\nHost: here\r\n\r\n"
                           : "GET /much?twice=1 HTTP/1.1\r\nHost: here\r\n\r\n",
             "");
        hear(&crowd[i], "xxx");
        assert_int_equal(spooled, before + i + 1);
    }
    assert_int_equal(ask(&c, "GET /much?twice=1", "", ""), 503);
    HOLDS(c, "Retry-After: ");
    assert_int_equal(ask(&c, "GET /echo/a/b", "", ""), 200);
    for (unsigned i = 0; i < CROWD / 2; i++)
        close(crowd[i].fd);
    await_connections(0);
    call(&c, asks_much, "");
    hear(&c, "200 OK");
    close(c.fd);
    await_connections(0);
}

/* --- streams ------------------------------------------------------------------------------------------------------------ */

static void say(const char *text)
{
    pthread_mutex_lock(&lock);
    strcat(news, text);
    pthread_mutex_unlock(&lock);
    http_wake(server);
}

TEST(streams_go_on_and_are_bounded)
{
    static struct caller c[MOST], more;
    say("one ");
    for (int i = 0; i < MOST; i++) {
        call(&c[i], "GET /stream HTTP/1.1\r\nHost: here\r\n\r\n", "");
        hear(&c[i], "one ");
    }
    assert_int_equal(http_streams_open(server), MOST);
    now_ms += INT64_C(86400) * 1000;
    assert_int_equal(http_sweep(server), 0); /* they may go on for a day */
    assert_int_equal(ask(&more, "GET /stream", "", ""), 503);
    HOLDS(more, "Retry-After: ");
    HOLDS(more, "sorry 503");
    say("two ");
    for (int i = 0; i < MOST; i++)
        hear(&c[i], "two ");
    /* The next word to a client that has gone shows that it has: its place is free then. */
    close(c[0].fd);
    for (unsigned i = 0; http_streams_open(server) == MOST && i < 1000; i++) {
        char word[16];
        snprintf(word, sizeof word, "%u, ", i);
        say(word);
        hear(&c[1], word);
    }
    assert_int_equal(http_streams_open(server), MOST - 1);
    call(&more, "GET /stream HTTP/1.1\r\nHost: here\r\n\r\n", "");
    hear(&more, "one ");
    say("end");
    hear(&more, "end");
    hear(&c[1], "end");
    hear(&c[2], "end");
    hear(&c[1], "\r\n0\r\n"); /* the last chunk */
    close(c[1].fd);
    close(c[2].fd);
    close(more.fd);
    await_ended(MOST + 1 + 1); /* the refused one too */
}

/* Nobody waits for who does not read, not even the end. */
TEST(an_end_amid_streams)
{
    static struct caller deaf, c;
    static char much[60000];
    *news = '\0';
    call(&deaf, "GET /stream HTTP/1.1\r\nHost: here\r\n\r\n", "");
    memset(much, 'x', sizeof much - 1);
    for (int i = 0; i < 4; i++)
        say(much);
    call(&c, "GET /stream HTTP/1.1\r\nHost: here\r\n\r\n", "");
    hear(&c, "xxx");
    http_stop(server);
    server = NULL;
    assert_int_equal(ended, MOST + 1 + 1 + 2); /* every stream was ended once */
    close(deaf.fd);
    close(c.fd);
}

int main(void)
{
    struct http_plan plan = { .bind = "127.0.0.1:0",
                              .threads = 2,
                              .streams = MOST,
                              .connections = CROWD,
                              .routes = routes,
                              .sorry = sorry,
                              .spool = spool,
                              .whose = whose,
                              .waiting = (CROWD + 1) * (uint64_t)MUCH,
                              .clock = test_clock };
    char why[256];
    if (http_start(&(struct http_plan){ .bind = "nowhere", .routes = routes }, why) || !strstr(why, "is no address") ||
        !(server = http_start(&plan, why))) {
        fprintf(stderr, "%s\n", why);
        return 1;
    }
    return tests_run();
}
