/* referee_bytes: see reading.h. */
#include <errno.h>
#include <poll.h>
#include <seccomp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cli.h"
#include "jail/confine.h"
#include "reading.h"
#include "seat/seat.h"

enum { LINK = 3, NOT_ALONE = 255 };

static union {
    struct to_reader head;
    uint8_t bytes[sizeof(struct to_reader) + ENVELOPE_MAX];
} asked;
static struct from_reader shown;

/* --- in a child of the one that looks at doubtful bytes ---------------------------------------------- */

/* From here on this process may end and nothing else.  A filter, and not the kernel's strict mode, which is refused to whom a filter
 * holds already, as it holds everybody in a container. */
static bool may_only_end(void)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    return filter && !seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(exit), 0) && !seccomp_load(filter);
}

_Noreturn static void read_alone(size_t size)
{
    int code = NOT_ALONE;
    if (!close_range(0, ~0u, 0) && may_only_end()) {
        seat_read(&shown.f, asked.bytes + sizeof asked.head, size, asked.head.tables);
        code = shown.f.error;
    }
    for (;;)
        syscall(SYS_exit, code); /* exit_group, which _exit makes, is more than it may */
}

/* Nothing is left of who has read but its exit code. */
static void read_in_child(size_t size)
{
    int status = 0;
    pid_t pid = fork();
    if (pid == 0)
        read_alone(size);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    int code = pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : NOT_ALONE;
    shown.f.kind = code == WIRE_OK ? SEAT_ENVELOPE : SEAT_MALFORMED;
    shown.f.error = (uint8_t)code;
}

/* --- in either child of the referee -------------------------------------------------------------------- */

/* A frame; false: nobody is at the other end, or it is none of a referee's. */
static bool next(struct frame_in *in)
{
    static const struct frame_way way = { &frames_referee_to_reader, LINK, -1, 0 };
    struct pollfd p = { .fd = LINK, .events = POLLIN };
    enum frame_came came;
    while ((came = frame_take(&way, &asked, sizeof asked, in)) == FRAME_NONE)
        (void)poll(&p, 1, -1);
    return came == FRAME_CAME;
}

_Noreturn static void serve(enum reading what, uint32_t uid, int link)
{
    struct frame_in in;
    const char *wrong = dup2(link, LINK) == LINK && !close_range(LINK + 1, ~0u, 0)
                            ? confine(&(struct confine){ .uid = uid, .copies = what == READING_DOUBTS })
                            : strerror(errno);
    if (wrong)
        _exit(cli_fail(EXIT_ENVIRONMENT, "referee: %s", wrong));
    while (next(&in)) {
        size_t size = in.length - sizeof asked.head;
        memset(&shown, 0, FROM_READER_HEAD);
        shown.kind = FROM_READER;
        if (what == READING_DOUBTS)
            read_in_child(size);
        else
            seat_read(&shown.f, asked.bytes + sizeof asked.head, size, asked.head.tables);
        if (send(LINK, &shown, offsetof(struct from_reader, f) + from_seat_size(&shown.f), MSG_NOSIGNAL) < 0)
            break;
    }
    _exit(0);
}

int reading_start(enum reading what, uint32_t uid, char *name)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair))
        return -1;
    pid_t pid = fork();
    if (pid == 0) {
        memcpy(name, "reader", strlen(name) < sizeof "reader" ? strlen(name) : sizeof "reader");
        serve(what, uid, pair[1]);
    }
    int error = errno;
    close(pair[1]);
    if (pid > 0)
        return pair[0];
    close(pair[0]);
    errno = error;
    return -1;
}

/* --- in the referee -------------------------------------------------------------------------------------- */

bool reading_ask(int reader, const void *raw, size_t size, uint32_t tables, struct from_seat *f)
{
    static struct from_reader in;
    struct to_reader head = { .kind = TO_READER, .tables = tables };
    struct iovec part[2] = { { &head, sizeof head }, { (void *)(uintptr_t)raw, size } };
    struct msghdr packet = { .msg_iov = part, .msg_iovlen = size > 0 ? 2 : 1 };
    const struct frame_way way = { &frames_reader_to_referee, reader, -1, 0 };
    struct pollfd p = { .fd = reader, .events = POLLIN };
    struct frame_in got;
    enum frame_came came;
    while (sendmsg(reader, &packet, MSG_NOSIGNAL) < 0)
        if (errno != EINTR)
            return false;
    while ((came = frame_take(&way, &in, sizeof in, &got)) == FRAME_NONE)
        (void)poll(&p, 1, -1);
    if (came != FRAME_CAME)
        return false;
    memcpy(f, &in.f, from_seat_size(&in.f));
    f->size = (uint32_t)size;
    return f->kind == SEAT_ENVELOPE || f->kind == SEAT_MALFORMED;
}
