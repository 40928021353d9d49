/* looks: see looks.h. */
#include "looks.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/now.h"

enum {
    ANSWER_MS = 5, /* who waits for a bot waits no longer for this */
    AT_ONCE = 16,  /* answers, before the supervisor looks at something else */
};

static const char *look_fields(const void *frame, size_t length, unsigned parties)
{
    const struct look *f = frame;
    (void)length;
    (void)parties;
    return f->what <= LOOK_FOLDER && f->id > 0 && frame_zero(f->pad, sizeof f->pad) ? NULL : FRAME_FIELD;
}
FRAME_LINE(frames_seat_to_supervisor, "seat process", "supervisor", FRAMES_SEAT_TO_SUPERVISOR, 0, look_fields);
FRAME_LINE(frames_supervisor_to_seat, "supervisor", "seat process", FRAMES_SUPERVISOR_TO_SEAT, LOOK_OPENED,
           look_fields);

/* --- in the seat's process -------------------------------------------------------------------------- */

int look_ask(int link, enum look_what what, int id)
{
    const struct frame_way way = { &frames_supervisor_to_seat, link, -1, 0 };
    const struct look ask = { .kind = LOOK_ASKED, .what = (uint8_t)what, .id = id };
    struct pollfd p = { .fd = link, .events = POLLIN };
    const int64_t until = now_ms() + ANSWER_MS;
    struct frame_in in;
    struct look f;
    if (send(link, &ask, sizeof ask, MSG_NOSIGNAL | MSG_DONTWAIT) != sizeof ask)
        return errno = EPIPE, -1;
    for (;;) {
        enum frame_came came = frame_take(&way, &f, sizeof f, &in);
        bool ours = came == FRAME_CAME && f.what == what && f.id == id;
        if (ours && in.carried < 0)
            errno = ENOENT;
        if (ours)
            return in.carried;
        if (came == FRAME_CAME && in.carried >= 0)
            close(in.carried); /* it was waited for, and came too late */
        if (came == FRAME_END || came == FRAME_WRONG)
            return errno = EPIPE, -1;
        if (came == FRAME_NONE && (now_ms() >= until || poll(&p, 1, ANSWER_MS) == 0))
            return errno = ETIMEDOUT, -1;
    }
}

/* --- in the supervisor ------------------------------------------------------------------------------ */

static int opened(const struct look *f, int pid, int tasks)
{
    static const char *const names[] = { "stat", "schedstat", "children" };
    char path[64];
    if (tasks < 0 || (f->what == LOOK_FOLDER && f->id != pid))
        return -1;
    if (f->what == LOOK_FOLDER)
        return openat(tasks, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    snprintf(path, sizeof path, "%d/%s", (int)f->id, names[f->what]);
    return openat(tasks, path, O_RDONLY | O_CLOEXEC);
}

enum frame_came looks_answer(int link, int pid, int tasks, const char **wrong)
{
    const struct frame_way way = { &frames_seat_to_supervisor, link, -1, 0 };
    struct frame_in in = { 0 };
    struct look f;
    enum frame_came came = FRAME_NONE;
    for (unsigned n = 0; n < AT_ONCE && (came = frame_take(&way, &f, sizeof f, &in)) == FRAME_CAME; n++) {
        int fd = opened(&f, pid, tasks);
        f.kind = LOOK_OPENED;
        (void)frame_put(link, &f, sizeof f, fd, MSG_DONTWAIT); /* who takes no answers gets none */
        close_fd(&fd);
    }
    *wrong = in.wrong;
    return came;
}
