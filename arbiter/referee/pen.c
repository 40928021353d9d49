/* pen: `fiel pen`, and how it is asked. */
#include "pen.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <sodium.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "base/cli.h"
#include "cli/number.h"
#include "jail/confine.h"
#include "matchlog_witness.h"

/* --- what is believed ------------------------------------------------------------------------------- */

static const char *to_pen_fields(const void *frame, size_t length, unsigned parties)
{
    const struct to_pen *f = frame;
    (void)length;
    (void)parties;
    bool plain = f->again <= 1 && frame_zero(f->pad, sizeof f->pad);
    bool ending = f->kind == PEN_END ? f->ending.reveals <= 1 : frame_zero(&f->ending, sizeof f->ending);
    return plain && ending ? NULL : FRAME_FIELD;
}
FRAME_LINE(frames_to_pen, "supervisor, referee", "pen", FRAMES_TO_PEN, 0, to_pen_fields);

static const char *from_pen_fields(const void *frame, size_t length, unsigned parties)
{
    const struct from_pen *f = frame;
    (void)length;
    (void)parties;
    return f->fine <= 1 && f->open <= 1 && f->size >= 0 && f->size < LOG_PROOF && f->error >= 0 &&
                   frame_ends(f->key, sizeof f->key) && frame_ends(f->why, sizeof f->why) &&
                   frame_ends(f->lacks, sizeof f->lacks) && frame_ends(f->proof, sizeof f->proof)
               ? NULL
               : FRAME_FIELD;
}
FRAME_LINE(frames_from_pen, "pen", "supervisor, referee", FRAMES_FROM_PEN, 0, from_pen_fields);

/* The next frame, however long that takes. */
static enum frame_came wait_for(const struct frame_way *way, void *room, size_t size, struct frame_in *in)
{
    struct pollfd p = { .fd = way->fd, .events = POLLIN };
    enum frame_came came;
    while ((came = frame_take(way, room, size, in)) == FRAME_NONE)
        (void)poll(&p, 1, -1);
    return came;
}

bool pen_ask(int pen, const struct to_pen *ask, const void *bytes, size_t size, struct from_pen *said)
{
    const struct frame_way way = { &frames_from_pen, pen, -1, 0 };
    struct iovec part[2] = { { (void *)(uintptr_t)ask, sizeof *ask }, { (void *)(uintptr_t)bytes, size } };
    struct msghdr packet = { .msg_iov = part, .msg_iovlen = size > 0 ? 2 : 1 };
    struct frame_in in;
    ssize_t n;
    do
        n = sendmsg(pen, &packet, MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    if (n > 0 && wait_for(&way, said, sizeof *said, &in) == FRAME_CAME)
        return true;
    memset(said, 0, sizeof *said);
    said->error = EPIPE;
    strcpy(said->why, "its pen has ended");
    return false;
}

/* --- the process ------------------------------------------------------------------------------------- */

static union {
    struct to_pen head;
    uint8_t bytes[sizeof(struct to_pen) + ENTRY_MAX + 1];
} asked;

static void answer(struct matchlog *m, size_t size, struct from_pen *said)
{
    static int held = -1;
    const struct to_pen *a = &asked.head;
    uint8_t *bytes = asked.bytes + sizeof asked.head;
    struct matchlog_ending ending = a->ending;
    bool open = false;
    long n = 0;
    bytes[size] = '\0';
    m->number = a->number;
    m->again = a->again;
    m->lacks[0] = '\0';
    errno = 0;
    switch ((enum pen_kind)a->kind) {
    case PEN_RESERVE: n = matchlog_reserve(m, (const char *)bytes, &held, said->why); break;
    case PEN_OPEN: n = matchlog_open(m, bytes, size, said->proof, said->why); break;
    case PEN_UNOPENED: n = matchlog_unopened(m, m->number, (const char *)bytes, said->why); break;
    case PEN_IS_OPEN: n = matchlog_is_open(m, &open, said->why); break;
    case PEN_END:
        ending.result = bytes;
        ending.size = size;
        n = matchlog_end(m, &ending, said->why);
        break;
    case PEN_HELLO:
    case PEN_SAYS: break;
    }
    said->error = n < 0 ? errno : 0;
    said->fine = n >= 0;
    said->open = open;
    said->size = n > 0 ? (int32_t)n : 0;
    said->number = m->number;
    memcpy(said->lacks, m->lacks, sizeof said->lacks);
}

struct words {
    const char *log, *key, *policy;
    int fd, asks;
};

static bool words_read(struct words *w, int argc, char **argv)
{
    uint64_t n = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        bool number = whole_number(argv[i + 1], 0, INT_MAX, &n);
        if (strcmp(argv[i], "--log") == 0)
            w->log = argv[i + 1];
        else if (strcmp(argv[i], "--key") == 0)
            w->key = argv[i + 1];
        else if (strcmp(argv[i], "--policy") == 0)
            w->policy = argv[i + 1];
        else if (strcmp(argv[i], "--fd") == 0 && number)
            w->fd = (int)n;
        else if (strcmp(argv[i], "--asks") == 0 && number)
            w->asks = (int)n;
        else
            return false;
    }
    return argc % 2 == 1 && w->log && w->key && w->fd >= 0;
}

/* Its files are the folder's owner's. */
static uint32_t owner_of(const char *folder)
{
    struct stat s;
    return stat(folder, &s) == 0 ? s.st_uid : 0;
}

static int serve(struct matchlog *m, const struct words *w)
{
    static struct from_pen said;
    const struct frame_way way = { &frames_to_pen, w->fd, -1, 0 };
    struct frame_in in;
    while (wait_for(&way, &asked, sizeof asked - 1, &in) == FRAME_CAME) {
        memset(&said, 0, sizeof said);
        said.kind = PEN_SAYS;
        note_key_text(&m->signer.key, said.key);
        answer(m, in.length - sizeof asked.head, &said);
        if (send(w->fd, &said, sizeof said, MSG_NOSIGNAL) < 0)
            break;
    }
    return EXIT_FINE;
}

int cli_pen(int argc, char **argv)
{
    static struct matchlog m;
    struct words w = { .fd = -1, .asks = -1 };
    char why[LOG_WHY];
    if (!words_read(&w, argc, argv))
        return cli_fail(EXIT_USAGE, "pen: it writes into a match log: let `fiel match` start it");
    if (sodium_init() < 0 || matchlog_start(&m, w.log, w.key, why))
        return cli_fail(EXIT_ENVIRONMENT, "pen: %s", why);
    m.policy = w.policy;
    m.asks = w.asks;
    matchlog_witness_policy(&m);
    const char *wrong = confine(&(struct confine){ .uid = owner_of(w.log), .keeps = true, .folder = w.log });
    int code = wrong ? cli_fail(EXIT_ENVIRONMENT, "pen: %s", wrong) : serve(&m, &w);
    matchlog_wipe(&m);
    return code;
}
