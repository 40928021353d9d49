/* captured: put before `fiel` with LD_PRELOAD, it is a bot that has taken over its seat process, or its keeper.
 *
 * FIEL_CAPTURED=SEAT:HOW[:FILE] says whose process and what it does instead of what it should: `anchors` has those of a JOIN
 * lie far outside of its bytes, `action` answers what its bytes do not say, `flood` says without end that its bot is gone, `malformed` calls good bytes bad, `kind` sends a frame of a
 * kind that there is not, `leave` ends as
 * if it had been told to.  Of its keeper `kept`, `started` and `failed` are said without end where it says that the bot was started.  With FILE, in which the first one that does it leaves a byte, a second process is honest. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/link.h"
#include "jail/keeper.h"

static char how[16], file[256];
static int mark = -1; /* FILE: opened before the process is confined */
static ssize_t (*real_sendmsg)(int, const struct msghdr *, int);
static ssize_t (*real_send)(int, const void *, size_t, int);

static uint8_t keeper_kind(void)
{
    return !strcmp(how, "kept")      ? KEEPER_KEPT
           : !strcmp(how, "started") ? KEEPER_STARTED
           : !strcmp(how, "failed")  ? KEEPER_FAILED
                                     : 0;
}

/* "fiel", "seat" or "keeper", "--seat", "N": this is its process. */
static int is_of_seat(unsigned seat)
{
    char line[256] = "", due[32];
    int fd = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? read(fd, line, sizeof line - 1) : 0;
    if (fd >= 0)
        close(fd);
    for (ssize_t i = 0; i < n; i++)
        if (!line[i])
            line[i] = ' ';
    snprintf(due, sizeof due, "%s --seat %u ", keeper_kind() ? "keeper" : "seat", seat);
    return strstr(line, due) != NULL;
}

__attribute__((constructor)) static void start(void)
{
    unsigned seat;
    const char *text = getenv("FIEL_CAPTURED");
    *(void **)&real_sendmsg = dlsym(RTLD_NEXT, "sendmsg");
    *(void **)&real_send = dlsym(RTLD_NEXT, "send");
    if (!text || sscanf(text, "%u:%15[^:]:%255[^\n]", &seat, how, file) < 2 || !is_of_seat(seat))
        *how = '\0';
    if (*how && *file)
        mark = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

/* Nobody did it before, or everybody does. */
static int first(void) { return mark < 0 || (lseek(mark, 0, SEEK_END) == 0 && write(mark, "x", 1) == 1); }

static int is(const struct from_seat *f, unsigned type, const char *what)
{
    return f->msg[0].type == type && !strcmp(how, what) && first();
}

ssize_t send(int fd, const void *bytes, size_t size, int flags)
{
    const struct keeper_frame *f = bytes;
    struct keeper_frame lie = { .kind = keeper_kind() };
    if (lie.kind && size == sizeof *f && f->kind == KEEPER_STARTED && first()) {
        if (lie.kind == KEEPER_FAILED)
            real_send(fd, bytes, size, flags);
        while (real_send(fd, &lie, sizeof lie, flags) > 0)
            continue;
        _exit(0);
    }
    return real_send(fd, bytes, size, flags);
}

ssize_t sendmsg(int fd, const struct msghdr *m, int flags)
{
    struct from_seat *f = m->msg_iovlen == 2 ? m->msg_iov[0].iov_base : NULL;
    if (!*how || !f || m->msg_iov[0].iov_len < offsetof(struct from_seat, msg) + sizeof f->msg[0] ||
        f->kind != SEAT_ENVELOPE)
        return real_sendmsg(fd, m, flags);
    if (is(f, MSG_JOIN, "anchors"))
        f->msg[0].bin_at = 0xfffffff0u;
    if (is(f, MSG_ANSWER, "action"))
        f->msg[0].action ^= 1;
    if (is(f, MSG_ANSWER, "kind"))
        f->kind = 99;
    if (is(f, MSG_ANSWER, "leave"))
        _exit(0);
    if (is(f, MSG_ANSWER, "flood")) {
        struct from_seat gone = {
            .kind = SEAT_GONE, .ticket = f->ticket, .left_us = f->left_us, .came_us = f->came_us
        };
        while (send(fd, &gone, offsetof(struct from_seat, msg), MSG_NOSIGNAL) > 0)
            continue;
        _exit(0);
    }
    if (is(f, MSG_ANSWER, "malformed")) {
        f->kind = SEAT_MALFORMED;
        f->error = WIRE_TRUNCATED;
        f->count = 0;
        f->ack = 0;
        m->msg_iov[0].iov_len = offsetof(struct from_seat, msg);
    }
    return real_sendmsg(fd, m, flags);
}
