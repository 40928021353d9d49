/* fuzz_http: any bytes at the ladder's door: as a request, an address, a form, parts of one, an event's configuration or an
 * archive.  The first byte says which.
 *
 * What must hold: the ladder answers, or closes, and never with a 500; what is shown of a text holds no markup of it. */
#include "fuzz.h"

#include <sys/stat.h>
#include <sys/time.h>

#include "filing/artifact.h"
#include "ladder/ladder_site.h"
#include "schedule/schedule.h"

static struct here here;

static void leave(void) { here_stop(&here); }

/* One ladder for all inputs: nobody signs in, so nothing of it changes. */
static const struct here *ladder(void)
{
    if (!here.port) {
        here_start(&here);
        atexit(leave);
    }
    return &here;
}

static void send_bytes(const char *head, const uint8_t *bytes, size_t size, const char *tail, long wait_us)
{
    struct timeval wait = { wait_us / 1000000, wait_us % 1000000 };
    char all[4096];
    size_t got = 0;
    int fd = dial_port(ladder()->port);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    if (send(fd, head, strlen(head), MSG_NOSIGNAL) >= 0 && send(fd, bytes, size, MSG_NOSIGNAL) >= 0)
        (void)!send(fd, tail, strlen(tail), MSG_NOSIGNAL);
    shutdown(fd, SHUT_WR);
    for (ssize_t n; got < sizeof all - 1 && (n = recv(fd, all + got, sizeof all - 1 - got, 0)) > 0;)
        got += (size_t)n;
    close(fd);
    all[got] = '\0';
    expect(!got || !strncmp(all, "HTTP/1.1 ", 9) || !strncmp(all, "HTTP/1.0 ", 9), "an answer that is none");
    expect(got < 12 || strncmp(all + 9, "500", 3) != 0, "something went wrong inside");
}

static void send_form(const char *type, const uint8_t *bytes, size_t size)
{
    char head[256];
    snprintf(
        head, sizeof head,
        "POST /api/bots HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Type: %s\r\nContent-Length: %zu\r\n\r\n",
        type, size);
    send_bytes(head, bytes, size, "", 2000000);
}

static void read_config(const char *text)
{
    struct event_config c;
    char why[256];
    for (int kind = 0; kind < EVENT_KINDS; kind++) {
        *why = '\0';
        expect(event_config_read((enum event_kind)kind, text, &c, why) || *why,
               "a configuration is refused without a sentence");
    }
}

static void show(const char *text)
{
    struct page p = { 0 };
    page_text(&p, text);
    expect(!p.size || !strpbrk(p.data, "<>'\""), "markup in what is shown");
    page_free(&p);
    page_json(&p, text);
    expect(!strpbrk(p.data, "<>&\n"), "markup in JSON");
    page_free(&p);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    char why[256] = "", *text = (char *)copy_of(data, size);
    memmove(text, text + 1, size - 1);
    text[size - 1] = '\0';
    switch (data[0] % 7) {
    case 0: send_bytes("", data + 1, size - 1, "", 5000); break;
    case 1: send_bytes("GET /", data + 1, size - 1, " HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n", 5000); break;
    case 2: send_form("application/x-www-form-urlencoded", data + 1, size - 1); break;
    case 3: send_form("multipart/form-data; boundary=b", data + 1, size - 1); break;
    case 4: read_config(text); break;
    case 5:
        expect(artifact_check(data + 1, size - 1, "./bot", true, why) || *why,
               "an archive is refused without a sentence");
        break;
    default: show(text); break;
    }
    free(text);
    return 0;
}
