/* own_words: see own_words.h. */
#include "own_words.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "cli/now.h"
#include "frames.h"

int own_words_open(struct own_words *w)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK))
        return -1;
    *w = (struct own_words){ .fd = ends[0] };
    return ends[1];
}

/* A host who asked for every frame's line gets all of them. */
static bool enough(const struct own_words *w)
{
    return !frame_traced() && w->second == now_ms() / 1000 && w->lines >= OWN_WORDS_MOST;
}

int own_words_due(const struct own_words *w) { return w->fd <= 0 || enough(w) ? -1 : w->fd; }

static const char *whole(struct own_words *w)
{
    int64_t second = now_ms() / 1000;
    w->lines = w->second == second ? w->lines + 1 : 1;
    w->second = second;
    w->line[w->have] = '\0';
    w->have = 0;
    return w->line;
}

static void shut(struct own_words *w)
{
    if (w->fd > 0)
        close(w->fd);
    w->fd = -1;
}

/* False: nothing more has come.  A process that has closed its end says nothing any more. */
static bool fill(struct own_words *w)
{
    ssize_t n;
    do
        n = w->fd > 0 ? read(w->fd, w->raw, sizeof w->raw) : -1;
    while (n < 0 && w->fd > 0 && errno == EINTR);
    w->at = 0;
    w->size = n > 0 ? (size_t)n : 0;
    if (n == 0)
        shut(w);
    return n > 0;
}

const char *own_words_next(struct own_words *w)
{
    while (!enough(w) && (w->at < w->size || fill(w))) {
        char c = w->raw[w->at++];
        if (c != '\n')
            w->line[w->have++] = c >= ' ' && c < 0x7f ? c : '?';
        if ((c == '\n' && w->have > 0) || w->have == OWN_WORDS_LINE)
            return whole(w);
    }
    return NULL;
}

const char *own_words_last(struct own_words *w)
{
    const char *line = own_words_next(w);
    if (!line && w->have > 0 && !enough(w))
        return whole(w);
    if (!line) {
        shut(w);
        w->have = w->size = w->at = 0;
    }
    return line;
}
