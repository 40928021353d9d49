/* What comes to a ladder with a body: who may send how much of it, where it lies meanwhile, and that none of it lies in memory. */

#include <sodium.h>
#include <sys/resource.h>

#include "support/test.h"
#include "support/await.h"
#include "ladder_served.h"
#include "store/store_spool.h"

enum { SLOW = 200, AUTHORS = 8, EACH = 12, PIECE = 16 << 10, PIECES = 64, MOST_KIB = 10 << 10, MIB = 1 << 20 };

#define ANNOUNCED "Content-Length: 67108864\r\n"
#define BOUNDARY "Content-Type: multipart/form-data; boundary=bb\r\n"
#define FILE_PART "--bb\r\nContent-Disposition: form-data; name=\"artifact\"; filename=\"x.tar\"\r\n\r\n"

static char folder[64], where[128];
static char author[AUTHORS][200]; /* header lines */
static struct store_error e;
static struct served s;

BEFORE_ALL(start)
{
    served_store(folder, where, author, AUTHORS);
    return 0;
}

AFTER_ALL(stop)
{
    scratch_remove(folder);
    return 0;
}

/* Also after a test that failed. */
static int end_it(STATE)
{
    served_end(&s, SIGKILL);
    return 0;
}

/* --- slow uploads -------------------------------------------------------------------------------------------------------- */

struct slow {
    int fd;
    bool over; /* nothing more is taken */
};

static void slow_open(struct slow *u, const char *head)
{
    *u = (struct slow){ .fd = dial_port(s.port) };
    u->over = send(u->fd, head, strlen(head), MSG_NOSIGNAL) < 0;
}

/* A piece more of each, in turn: everybody drips at once. */
static void drip(struct slow *u, size_t n)
{
    static char piece[PIECE];
    for (int k = 0; k < PIECES; k++)
        for (size_t i = 0; i < n; i++)
            for (size_t sent = 0; !u[i].over && sent < PIECE;) {
                ssize_t got = send(u[i].fd, piece + sent, PIECE - sent, MSG_NOSIGNAL);
                u[i].over = got < 0;
                sent += got < 0 ? 0 : (size_t)got;
            }
}

static void all_but_one(const struct slow *u, const struct tar *t)
{
    for (size_t sent = 0; sent < t->size - 1;) {
        ssize_t n = send(u->fd, t->bytes + sent, t->size - 1 - sent, MSG_NOSIGNAL);
        assert_true(n > 0);
        sent += (size_t)n;
    }
}

/* All goes away when what it sent was read: libmicrohttpd notices an end that comes together with bytes only by the minute in which
 * nothing more does. */
static void slow_close(struct slow *u, size_t n)
{
    SERVED_UNTIL(!s.pid || !served_unread(&s));
    for (size_t i = 0; i < n; i++)
        close(u[i].fd);
}

static void head_of(char head[1024], const char *path, const char *more, const char *begins)
{
    snprintf(head, 1024, "POST %s HTTP/1.1\r\nHost: here\r\n" ANNOUNCED "%s\r\n%s", path, more, begins);
}

/* The resident memory of the program may not have moved by more than this. */
static void assert_small(long before)
{
    SERVED_UNTIL(!served_unread(&s));
    long most = (long)status_of(s.pid, "VmHWM:", 10), now = (long)status_of(s.pid, "VmRSS:", 10);
    print_message("resident: %ld KiB before, %ld at the most, %ld now\n", before, most, now);
#if !defined(__SANITIZE_ADDRESS__) /* which keeps what was freed, and room around everything */
    if (most - before >= MOST_KIB)
        fail_msg("the resident memory went from %ld to %ld KiB", before, most);
#endif
}

static long warm(void)
{
    struct here h = { .port = s.port };
    for (int i = 0; i < 20; i++) {
        OWNED_REPLY y = here_get(&h, "/", NULL);
        assert_int_equal(y.status, 200);
    }
    served_forget_most(&s);
    return (long)status_of(s.pid, "VmRSS:", 10);
}

/* Half at an address that wants a token, half at the door, where everybody may write. */
TEST_WITH(two_hundred_strangers_cost_no_memory, NULL, end_it)
{
    static struct slow u[SLOW];
    char head[2][1024];
    head_of(head[0], "/api/bots/ana0/bot/versions?run=./bot", "Content-Type: application/x-tar\r\n", "");
    head_of(head[1], "/enter", BOUNDARY, FILE_PART);
    served_start(&s, where, NULL);
    long before = warm();
    for (int i = 0; i < SLOW; i++)
        slow_open(&u[i], head[i % 2]);
    drip(u, SLOW);
    assert_small(before);
    slow_close(u, SLOW);
}

/* Those who may: by form and as the body. */
TEST_WITH(authors_cost_no_memory, NULL, end_it)
{
    static struct slow u[AUTHORS * EACH];
    char head[1024], path[64], more[400];
    uint64_t bytes;
    served_start(&s, where, NULL);
    long before = warm();
    for (int i = 0; i < AUTHORS * EACH; i++) {
        snprintf(path, sizeof path, "/api/bots/ana%d/bot/versions?run=./bot", i % AUTHORS);
        snprintf(more, sizeof more, "%s%s", author[i % AUTHORS],
                 i % 3 ? "Content-Type: application/x-tar\r\n" : BOUNDARY);
        head_of(head, path, more, i % 3 ? "" : FILE_PART);
        slow_open(&u[i], head);
    }
    drip(u, AUTHORS * EACH);
    assert_small(before);
    for (int i = 0; i < AUTHORS * EACH; i++)
        assert_false(u[i].over);
    /* All of it lies on the disk, under no name; a post processor may keep the end of a part back. */
    assert_int_equal(served_nameless(&s, &bytes), AUTHORS * EACH);
    assert_in_range(bytes, (uint64_t)AUTHORS * EACH * PIECE * (PIECES - 1), (uint64_t)AUTHORS * EACH * PIECE * PIECES);
    slow_close(u, AUTHORS * EACH);
    SERVED_UNTIL(!served_nameless(&s, &bytes)); /* a client that goes takes its bytes along */
}

/* --- who may send how much ---------------------------------------------------------------------------------------------------- */

/* Sends this head and nothing more: what is answered before a body came. */
static struct reply early(const char *method, const char *path, const char *more)
{
    struct here h = { .port = s.port };
    char head[1024];
    snprintf(head, sizeof head, "%s %s HTTP/1.1\r\nHost: here\r\nConnection: close\r\n%s\r\n", method, path, more);
    return here_send(&h, head, NULL, 0);
}

#define EARLY(expected, says, method, path, more) \
    do { \
        struct reply y_ = early(method, path, more); \
        if (y_.status != (expected) || !strstr(y_.body, says)) \
            fail_msg("%s %s: %d, expected %d '%s':\n%s", method, path, y_.status, expected, says, y_.all); \
        reply_free(&y_); \
    } while (0)

TEST_WITH(it_is_said_before_the_body_comes, NULL, end_it)
{
    char more[512];
    served_start(&s, where, NULL);
    const char *versions = "/api/bots/ana0/bot/versions?run=./bot";
    EARLY(401, "sign in first: send a token", "POST", versions, ANNOUNCED);
    EARLY(401, "sign in first: send a token", "POST", versions, ANNOUNCED "Authorization: Bearer 00\r\n");
    EARLY(403, "", "POST", "/start", ANNOUNCED);
    EARLY(413, "up to 4 KiB: sign in first", "POST", "/enter", ANNOUNCED);
    EARLY(413, "hasta 4 KiB: entrá primero", "POST", "/enter", ANNOUNCED "Accept-Language: es\r\n");
    EARLY(413, "até 4 KiB: entre primeiro", "POST", "/enter", ANNOUNCED "Accept-Language: pt\r\n");
    EARLY(413, "up to 4 KiB", "POST", "/api/tokens", "Content-Length: 4097\r\n");
    EARLY(413, "up to 4 KiB", "GET", "/", ANNOUNCED);
    EARLY(411, "Content-Length", "POST", "/enter", "Transfer-Encoding: chunked\r\n");
    snprintf(more, sizeof more, "%sContent-Length: 67108865\r\n", author[0]);
    EARLY(413, "up to 65536 KiB are taken here", "POST", versions, more);
    snprintf(more, sizeof more, "%sContent-Length: 65537\r\n", author[0]);
    EARLY(413, "up to 64 KiB are taken here", "POST", "/api/bots", more);
    snprintf(more, sizeof more, "%sTransfer-Encoding: chunked\r\n", author[0]);
    EARLY(411, "Content-Length", "POST", versions, more);
}

/* What a stranger has to say fits: the longest password, in letters that a form writes as three each. */
TEST_WITH(the_door_takes_what_belongs_there, NULL, end_it)
{
    struct here h = { 0 };
    char fields[4096];
    served_start(&s, where, NULL);
    h.port = s.port;
    size_t n = (size_t)snprintf(fields, sizeof fields,
                                "what=up&name=%.39s&password=", "a23456789012345678901234567890123456789");
    for (int i = 0; i < 256; i++)
        n += (size_t)snprintf(fields + n, sizeof fields - n, "%%21");
    snprintf(fields + n, sizeof fields - n, "&proof=");
    OWNED_REPLY y = here_post(&h, "/enter", NULL, fields);
    assert_int_equal(y.status, 303);
    reply_free(&y);
    static char longer[5000];
    memset(longer, 'x', 4097);
    y = here_post(&h, "/enter", NULL, longer);
    assert_int_equal(y.status, 413);
}

/* An account's quota: what it has and what is on its way; forms on their way have a limit of their own. */
TEST_WITH(an_account_has_its_quota, NULL, end_it)
{
    static struct slow u[20];
    const char *const quota[] = { "--quota", "130", NULL };
    char head[1024], more[512];
    uint64_t bytes;
    served_start(&s, where, quota);
    const char *versions = "/api/bots/ana0/bot/versions?run=./bot";
    snprintf(more, sizeof more, "%s" ANNOUNCED, author[0]);
    head_of(head, versions, author[0], "");
    for (int i = 0; i < 2; i++)
        slow_open(&u[i], head);
    drip(u, 2);
    SERVED_UNTIL(served_nameless(&s, &bytes) == 2);
    EARLY(413,
          "an account has room for 130 MiB: yours has 0 MiB here and 128 MiB on their way, and this is 64 MiB more: "
          "wait for",
          "POST", versions, more);
    snprintf(more, sizeof more, "%s" ANNOUNCED, author[1]); /* somebody else has their own */
    struct slow other;
    head_of(head, "/api/bots/ana1/bot/versions?run=./bot", author[1], "");
    slow_open(&other, head);
    drip(&other, 1);
    assert_false(other.over);
    slow_close(u, 2);
    SERVED_UNTIL(served_nameless(&s, &bytes) == 1);
    head_of(head, versions, author[0], "");
    slow_open(&u[0], head);
    drip(u, 1);
    assert_false(u[0].over);
    slow_close(u, 1);
    slow_close(&other, 1);
    enum { FORMS = 17 }; /* of 64 KiB: all but one fit at once, whichever it is */
    struct pollfd p[FORMS];
    char said[2048] = "";
    for (int i = 0; i < FORMS; i++) {
        snprintf(head, sizeof head, "POST /api/bots HTTP/1.1\r\nHost: here\r\nContent-Length: 65536\r\n%s\r\n",
                 author[2]);
        slow_open(&u[i], head);
        p[i] = (struct pollfd){ .fd = u[i].fd, .events = POLLIN };
    }
    assert_int_equal(poll(p, FORMS, AWAIT_MS), 1);
    for (int i = 0; i < FORMS; i++)
        if (p[i].revents)
            assert_true(recv(u[i].fd, said, sizeof said - 1, 0) > 0);
    assert_int_equal(atoi(said + 9), 429);
    slow_close(u, FORMS);
}

TEST_WITH(the_disk_keeps_room_for_the_rest, NULL, end_it)
{
    const char *const words[] = { "--keep-free", "1073741824", NULL }; /* 1 PiB */
    char more[512];
    served_start(&s, where, words);
    snprintf(more, sizeof more, "%s" ANNOUNCED, author[0]);
    EARLY(507, "the disk of this ladder is full: tell its host", "POST", "/api/bots/ana0/bot/versions?run=./bot", more);
}

/* The disk takes no more in the middle: said, and the ladder goes on. */
TEST_WITH(a_full_disk_is_said, NULL, end_it)
{
    struct rlimit small = { 8 * MIB, 8 * MIB };
    struct here h = { 0 };
    size_t size = 9 * MIB;
    char *bytes = calloc(1, size), more[400];
    uint64_t left;
    served_start(&s, where, NULL);
    h.port = s.port;
    assert_int_equal(prlimit(s.pid, RLIMIT_FSIZE, &small, NULL), 0);
    snprintf(more, sizeof more, "%sContent-Type: application/x-tar\r\n", author[5]);
    OWNED_REPLY y = here_ask(&h, "POST", "/api/bots/ana5/bot/versions?run=./bot", more, bytes, size);
    assert_int_equal(y.status, 507);
    assert_non_null(strstr(y.body, "the disk of this ladder is full: tell its host"));
    reply_free(&y);
    SERVED_UNTIL(!served_nameless(&s, &left));
    y = here_get(&h, "/", NULL);
    assert_int_equal(y.status, 200);
    free(bytes);
}

/* One file comes with a form: files are what costs room. */
TEST_WITH(a_second_file_is_refused, NULL, end_it)
{
    static const char body[] = FILE_PART
        "one\r\n--bb\r\nContent-Disposition: form-data; name=\"other\"; filename=\"y\"\r\n\r\ntwo\r\n--bb--\r\n";
    struct here h = { 0 };
    char more[400];
    served_start(&s, where, NULL);
    h.port = s.port;
    snprintf(more, sizeof more, "%s" BOUNDARY, author[6]);
    OWNED_REPLY y = here_ask(&h, "POST", "/api/bots/ana6/bot/versions?run=./bot", more, body, sizeof body - 1);
    assert_int_equal(y.status, 400);
    assert_null(strstr(y.body, "no tar archive"));
}

/* --- whole or not at all --------------------------------------------------------------------------------------------------------- */

/* An archive of a few MiB that does not compress: a bot and what it reads. */
static void make_archive(struct tar *t)
{
    size_t size = 3 * MIB;
    OWNED uint8_t *bytes = malloc(size);
    randombytes_buf(bytes, size);
    tar_add(t, "bot", '0', "", "#!/bin/sh\n", 10);
    tar_add(t, "data", '0', "", bytes, size);
    tar_end(t);
}

static unsigned files_below(const char *path, const char *begins)
{
    char command[256];
    unsigned n = 0;
    snprintf(command, sizeof command, "find '%s' -type f -name '%s*' | wc -l", path, begins);
    FILE *f = popen(command, "r");
    assert_true(f && fscanf(f, "%u", &n) == 1);
    pclose(f);
    return n;
}

TEST_WITH(an_archive_is_filed_whole_or_not_at_all, NULL, end_it)
{
    struct here h = { 0 };
    struct tar t = { 0 };
    struct slow u;
    AUTO(store_close) struct store *store;
    char head[1024], more[400], blobs[200];
    uint64_t bytes, has;
    struct person p;
    make_archive(&t);
    served_start(&s, where, NULL);
    h.port = s.port;
    snprintf(blobs, sizeof blobs, "%s/ladder.db.blobs", folder);
    snprintf(more, sizeof more, "%sContent-Type: application/x-tar\r\n", author[3]);
    OWNED_REPLY y = here_ask(&h, "POST", "/api/bots/ana3/bot/versions?run=./bot", more, t.bytes, t.size);
    if (y.status != 201)
        fail_msg("%s", y.all);
    assert_int_equal(files_below(blobs, ""), 1);
    /* All of it but its last byte, and the program is killed. */
    snprintf(head, sizeof head,
             "POST /api/bots/ana4/bot/versions?run=./bot HTTP/1.1\r\nHost: here\r\nContent-Length: %zu\r\n%s\r\n",
             t.size, author[4]);
    slow_open(&u, head);
    all_but_one(&u, &t);
    SERVED_UNTIL(served_nameless(&s, &bytes) == 1 && bytes == t.size - 1);
    served_end(&s, SIGKILL);
    slow_close(&u, 1);
    assert_int_equal(files_below(blobs, ""), 1);
    /* What a killed writer left under a name is gone with the next start. */
    char left[240];
    snprintf(left, sizeof left, "%s/tmp-1-1", blobs);
    FILE *f = fopen(left, "w");
    assert_true(f && fputs("half", f) >= 0 && !fclose(f));
    served_start(&s, where, NULL);
    assert_int_equal(files_below(blobs, "tmp-"), 0);
    served_end(&s, SIGTERM);
    FINE(store_open(&store, where, STORE_READ, &e));
    world_whole(store);
    for (unsigned i = 3; i <= 4; i++) {
        FINE(store_person_named(store, i == 3 ? "ana3" : "ana4", &p, &e));
        FINE(store_person_bytes(store, p.id, &has, &e));
        assert_int_equal(has, i == 3 ? t.size : 0);
    }
    free(t.bytes);
}

/* An author whose account is closed while their archive is on its way has sent it for nothing. */
TEST_WITH(closed_in_the_middle, NULL, end_it)
{
    struct tar t = { 0 };
    struct slow u;
    struct store *store;
    struct person p;
    struct person_change close_him = { .sets_closed = true, .closed = true };
    char head[1024], said[2048] = "";
    uint64_t bytes, has;
    make_archive(&t);
    served_start(&s, where, NULL);
    snprintf(head, sizeof head,
             "POST /api/bots/ana7/bot/versions?run=./bot HTTP/1.1\r\nHost: here\r\nConnection: "
             "close\r\nContent-Length: %zu\r\n%s\r\n",
             t.size, author[7]);
    slow_open(&u, head);
    all_but_one(&u, &t);
    SERVED_UNTIL(served_nameless(&s, &bytes) == 1 && bytes == t.size - 1);
    FINE(store_open(&store, where, STORE_BESIDE, &e));
    FINE(store_person_named(store, "ana7", &p, &e));
    FINE(store_person_change(store, p.id, &close_him, "host", &e));
    assert_int_equal(send(u.fd, t.bytes + t.size - 1, 1, MSG_NOSIGNAL), 1);
    assert_true(recv(u.fd, said, sizeof said - 1, 0) > 0);
    assert_int_equal(atoi(said + 9), 401);
    FINE(store_person_bytes(store, p.id, &has, &e));
    assert_int_equal(has, 0);
    store_close(&store);
    slow_close(&u, 1);
    free(t.bytes);
}
