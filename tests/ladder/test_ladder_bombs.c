/* Two hundred at once: authors send archives that grow, strangers have passwords worked out.  The site's memory stays as it is, and it
 * goes on answering pages meanwhile.  And of the processes that read for it the kernel says what SECURITY.md does. */

#include <poll.h>

#include "support/test.h"
#include "e2e/rights.h"
#include "ladder_bombs.h"
#include "ladder_served.h"
#include "support/skipped.h"

enum { AUTHORS = 8, SENDERS = 200, PAGE_MS = 5, MOST_KIB = 64 << 10 };

static char folder[64], where[128];
static char author[AUTHORS][200]; /* header lines */
static struct served s;

BEFORE_ALL(start)
{
    served_store(folder, where, author, AUTHORS);
    served_start(&s, where, NULL);
    return 0;
}

AFTER_ALL(stop)
{
    served_end(&s, SIGKILL);
    scratch_remove(folder);
    return 0;
}

static int dial(const char *head, const void *body, size_t size)
{
    int fd = dial_port(s.port);
    assert_int_equal(send(fd, head, strlen(head), MSG_NOSIGNAL), strlen(head));
    assert_int_equal(send(fd, body, size, MSG_NOSIGNAL), size);
    return fd;
}

/* One in five is a stranger at the door, the others are authors. */
static int send_one(int i, const struct growing *bomb)
{
    char head[2048], fields[128];
    if (i % 5 == 4) {
        snprintf(fields, sizeof fields, "what=in&name=nobody%d&password=long+enough+1", i);
        snprintf(head, sizeof head,
                 "POST /enter HTTP/1.1\r\nHost: here\r\nConnection: close\r\nContent-Length: %zu\r\n"
                 "Content-Type: application/x-www-form-urlencoded\r\n\r\n",
                 strlen(fields));
        return dial(head, fields, strlen(fields));
    }
    const struct growing *b = &bomb[i % BOMBS];
    snprintf(head, sizeof head,
             "POST /api/bots/ana%d/bot/versions?run=./bot HTTP/1.1\r\nHost: here\r\nConnection: close\r\n%s"
             "Content-Type: application/x-tar\r\nContent-Length: %zu\r\n\r\n",
             i / BOMBS % AUTHORS, author[i / BOMBS % AUTHORS], b->size);
    return dial(head, b->bytes, b->size);
}

/* The status of who was answered; 0: not yet. */
static int answered(int fd, int wait_ms)
{
    char line[32] = "";
    struct pollfd p = { .fd = fd, .events = POLLIN };
    if (poll(&p, 1, wait_ms) <= 0)
        return 0;
    assert_true(recv(fd, line, sizeof line - 1, 0) > 12);
    return atoi(line + 9);
}

#if defined(__SANITIZE_ADDRESS__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

TEST(two_hundred_at_once)
{
    struct here h = { .port = s.port };
    struct growing bomb[BOMBS] = { 0 };
    struct pollfd sent[SENDERS];
    int left = SENDERS, read = 0, later = 0, pages = 0;
    for (int i = 0; i < BOMBS; i++)
        bombs[i].make(&bomb[i]);
    for (int i = 0; i < 20; i++)
        STATUS(200, here_get(&h, "/", NULL));
    served_forget_most(&s);
    long before = (long)status_of(s.pid, "VmRSS:", 10);
    for (int i = 0; i < SENDERS; i++)
        sent[i] = (struct pollfd){ .fd = send_one(i, bomb), .events = POLLIN };
    while (left) {
        STATUS(200, here_get(&h, "/", NULL));
        pages++;
        poll(sent, SENDERS, PAGE_MS);
        for (int i = 0; i < SENDERS; i++) {
            int status = sent[i].revents ? answered(sent[i].fd, 0) : 0;
            if (!status)
                continue;
            /* A bad archive, a wrong password, and "later"; below a sanitizer no limit of memory stops one. */
            if (status != 400 && status != 404 && status != 503 && !(SANITIZED && status == 201))
                fail_msg("sender %d: %d", i, status);
            close(sent[i].fd);
            sent[i].fd = -1;
            left--;
            read += status != 503;
            later += status == 503;
        }
    }
    long most = (long)status_of(s.pid, "VmHWM:", 10);
    print_message("resident: %ld KiB before, %ld at the most; %d read, %d told to come later, %d pages meanwhile\n",
                  before, most, read, later, pages);
    assert_in_range(pages, 2 * read, INT32_MAX);
    if (!SANITIZED) /* which keeps what was freed */
        assert_in_range(most - before, 0, MOST_KIB);
    for (int i = 0; i < BOMBS; i++)
        free(bomb[i].bytes);
}

/* A process that reads for the site: the room in which readers are forked, or one of them, which has a list of calls; 0: there is none. */
static pid_t process_of(bool reader)
{
    char path[64];
    long pid;
    pid_t found = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)s.pid, (int)s.pid);
    FILE *f = fopen(path, "r");
    while (f && !found && fscanf(f, "%ld", &pid) == 1)
        if ((status_of((pid_t)pid, "Seccomp:", 10) == 2) == reader)
            found = (pid_t)pid;
    if (f)
        fclose(f);
    return found;
}

TEST(who_reads_has_no_rights)
{
    if (geteuid() != 0) {
        skipped("rights of readers", "an ordinary user's are that user's");
        return;
    }
    rights_are_told(s.pid, "`fiel-ladder serve`");
    rights_are_told(process_of(false), "its reading room, or a worker's");
    if (SANITIZED) /* which takes what calls it likes */
        return;
    struct growing bomb = { 0 };
    pid_t reader;
    bomb_ratio(&bomb);
    int fd = send_one(0, &bomb);
    SERVED_UNTIL((reader = process_of(true)) && !kill(reader, SIGSTOP));
    rights_are_told(reader, "a reader");
    kill(reader, SIGCONT);
    assert_int_equal(answered(fd, -1), 400);
    close(fd);
    free(bomb.bytes);
}
