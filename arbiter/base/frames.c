#include "frames.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "wire/strict.h"

/* --- what a frame may be ------------------------------------------------------------------------------- */

static const struct frame_row *row_of(const struct frame_line *line, uint8_t kind)
{
    for (unsigned i = 0; i < line->count; i++)
        if (line->row[i].kind == kind)
            return &line->row[i];
    return NULL;
}

const char *frame_listed(const struct frame_line *line, const void *frame, size_t length)
{
    const struct frame_row *row = length > 0 ? row_of(line, *(const uint8_t *)frame) : NULL;
    if (row == NULL)
        return "is of no kind that its sender may send";
    return length >= row->size + row->least && length <= row->size + row->most ? NULL
                                                                               : "has another length than its kind has";
}

const char *frame_wrong(const struct frame_line *line, const void *frame, size_t length, unsigned parties)
{
    const char *wrong = frame_listed(line, frame, length);
    return wrong == NULL && line->fields != NULL ? line->fields(frame, length, parties) : wrong;
}

/* --- the trace ----------------------------------------------------------------------------------------- */

#define TRACE_NAME "FIEL_TRACE" /* in the environment, which our own processes are given and no bot */

int frame_trace(const char *what) { return strcmp(what, "frames") == 0 ? setenv(TRACE_NAME, what, 1) : -1; }

/* Looked up once: a process is told before it takes its first frame.  Whose stderr nobody reads any more is not ended by it. */
bool frame_traced(void)
{
    static enum { UNKNOWN, OFF, ON } state;
    if (state == UNKNOWN) {
        const char *what = getenv(TRACE_NAME);
        state = what != NULL && strcmp(what, "frames") == 0 ? ON : OFF;
        if (state == ON)
            signal(SIGPIPE, SIG_IGN);
    }
    return state == ON;
}

/* One write, so that lines of several processes do not mix. */
static void trace(const struct frame_way *way, const uint8_t *frame, const struct frame_in *in)
{
    char text[256], name[16], whose[24] = "";
    const struct frame_row *row = row_of(way->line, *frame);
    snprintf(name, sizeof name, "kind %u", *frame);
    if (way->party >= 0)
        snprintf(whose, sizeof whose, " of party %d", way->party);
    int n = snprintf(text, sizeof text, "frame: %s -> %s%s: %s, %zu bytes%s%s\n", way->line->from, way->line->to, whose,
                     row != NULL ? row->name : name, in->length, in->wrong != NULL ? ": refused: it " : "",
                     in->wrong != NULL ? in->wrong : "");
    if (n > 0)
        (void)!write(STDERR_FILENO, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

/* --- taking one ---------------------------------------------------------------------------------------- */

/* recvmsg only where a descriptor may come: of all other packets the kernel drops it. */
static ssize_t receive(const struct frame_way *way, void *room, size_t size, int *carried)
{
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof(int))];
    } extra;
    struct iovec part = { room, size };
    struct msghdr packet = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = extra.bytes, .msg_controllen = sizeof extra.bytes
    };
    *carried = -1;
    if (way->line->carries == 0)
        return recv(way->fd, room, size, MSG_DONTWAIT | MSG_TRUNC);
    ssize_t n = recvmsg(way->fd, &packet, MSG_DONTWAIT | MSG_TRUNC | MSG_CMSG_CLOEXEC);
    struct cmsghdr *c = n >= 0 ? CMSG_FIRSTHDR(&packet) : NULL;
    if (c != NULL && c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS)
        memcpy(carried, CMSG_DATA(c), sizeof *carried);
    return n;
}

enum frame_came frame_take(const struct frame_way *way, void *room, size_t size, struct frame_in *in)
{
    *in = (struct frame_in){ .carried = -1 };
    ssize_t n = receive(way, room, size, &in->carried);
    /* The other end is gone and left something unread: its last words lie behind this error. */
    if (n < 0 && errno == ECONNRESET)
        n = receive(way, room, size, &in->carried);
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS || errno == EINTR))
        return FRAME_NONE;
    if (n <= 0)
        return FRAME_END;
    in->length = (size_t)n;
    in->wrong = in->length <= size ? frame_wrong(way->line, room, in->length, way->parties) : "is longer than any";
    if (in->wrong == NULL && in->carried >= 0 && *(uint8_t *)room != way->line->carries)
        in->wrong = "brings a descriptor, which its kind does not";
    if (frame_traced())
        trace(way, room, in);
    if (in->wrong == NULL)
        return FRAME_CAME;
    close_fd(&in->carried);
    return FRAME_WRONG;
}

/* --- sending one --------------------------------------------------------------------------------------- */

int frame_put(int fd, const void *frame, size_t length, int carried, int flags)
{
    union {
        struct cmsghdr head;
        char space[CMSG_SPACE(sizeof(int))];
    } rights;
    struct iovec part = { (void *)(uintptr_t)frame, length };
    struct msghdr packet = { .msg_iov = &part, .msg_iovlen = 1 };
    ssize_t n;
    if (carried >= 0) {
        memset(&rights, 0, sizeof rights);
        packet.msg_control = &rights;
        packet.msg_controllen = sizeof rights;
        rights.head.cmsg_level = SOL_SOCKET;
        rights.head.cmsg_type = SCM_RIGHTS;
        rights.head.cmsg_len = CMSG_LEN(sizeof carried);
        memcpy(CMSG_DATA(&rights.head), &carried, sizeof carried);
    }
    do
        n = sendmsg(fd, &packet, MSG_NOSIGNAL | flags);
    while (n < 0 && errno == EINTR);
    return n < 0 ? -1 : 0;
}

/* --- what fields are looked at by ---------------------------------------------------------------------- */

bool frame_ends(const char *text, size_t room) { return strnlen(text, room) < room; }

bool frame_text(const char *text, size_t room)
{
    size_t n = strnlen(text, room);
    for (size_t i = 0; i < n; i++)
        if ((uint8_t)text[i] < 0x20 || text[i] == 0x7f)
            return false;
    return n < room && utf8_valid(text, n);
}

bool frame_zero(const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        if (at[i] != 0)
            return false;
    return true;
}
