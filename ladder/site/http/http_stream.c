/* http_stream: answers that go on: suspended while there is nothing, resumed by a wake. */
#include "http_stream.h"

#include <microhttpd.h>
#include <stdlib.h>
#include <string.h>

struct live {
    struct http_streams *all;
    struct MHD_Connection *connection;
    struct http_stream *stream;
    struct page ready; /* what was put and has not left */
    size_t left;       /* of it */
    uint64_t seen;
    bool over;
    struct live *next;
};

/* Waits for a wake, unless there was one since it was asked; false: ask again. */
static bool wait_for_more(struct live *l)
{
    struct http_streams *s = l->all;
    pthread_mutex_lock(&s->lock);
    bool nothing = l->seen == s->woken && !s->stopping;
    l->seen = s->woken;
    if (nothing) {
        l->next = s->waiting;
        s->waiting = l;
        MHD_suspend_connection(l->connection);
    }
    pthread_mutex_unlock(&s->lock);
    return nothing;
}

/* Asks the stream for more; what it puts last before its end leaves too. */
static void ask(struct live *l)
{
    l->ready.size = 0;
    pthread_mutex_lock(&l->all->lock);
    l->over = l->all->stopping;
    pthread_mutex_unlock(&l->all->lock);
    if (!l->over)
        l->over = !l->stream->next(l->stream->state, &l->ready) || l->ready.failed;
    l->left = l->ready.size;
}

static ssize_t read_stream(void *arg, uint64_t at, char *out, size_t most)
{
    struct live *l = arg;
    (void)at;
    while (!l->left && !l->over) {
        ask(l);
        if (!l->left && !l->over && wait_for_more(l))
            return 0;
    }
    if (!l->left)
        return MHD_CONTENT_READER_END_OF_STREAM;
    size_t size = l->left < most ? l->left : most;
    memcpy(out, l->ready.data + l->ready.size - l->left, size);
    l->left -= size;
    return (ssize_t)size;
}

static void end_stream(void *arg)
{
    struct live *l = arg;
    pthread_mutex_lock(&l->all->lock);
    l->all->open--;
    pthread_mutex_unlock(&l->all->lock);
    l->stream->end(l->stream->state);
    free(l->stream);
    page_free(&l->ready);
    free(l);
}

/* One more, where there is room. */
static bool take_place(struct http_streams *s)
{
    pthread_mutex_lock(&s->lock);
    bool room = s->open < s->most && !s->stopping;
    s->open += room;
    pthread_mutex_unlock(&s->lock);
    return room;
}

struct MHD_Response *streams_answer(struct http_streams *s, struct MHD_Connection *connection,
                                    struct http_stream *stream)
{
    struct live *l = calloc(1, sizeof *l);
    if (!l || !take_place(s)) {
        free(l);
        return NULL;
    }
    *l = (struct live){ .all = s, .connection = connection, .stream = stream, .seen = UINT64_MAX };
    struct MHD_Response *r = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, read_stream, l, end_stream);
    if (!r) {
        pthread_mutex_lock(&s->lock);
        s->open--;
        pthread_mutex_unlock(&s->lock);
        free(l);
    }
    return r;
}

void streams_wake(struct http_streams *s, bool stop)
{
    pthread_mutex_lock(&s->lock);
    s->woken++;
    s->stopping |= stop;
    while (s->waiting) {
        struct live *l = s->waiting;
        s->waiting = l->next;
        MHD_resume_connection(l->connection);
    }
    pthread_mutex_unlock(&s->lock);
}

unsigned streams_open(struct http_streams *s)
{
    pthread_mutex_lock(&s->lock);
    unsigned open = s->open;
    pthread_mutex_unlock(&s->lock);
    return open;
}

void streams_start(struct http_streams *s, unsigned most)
{
    *s = (struct http_streams){ .most = most };
    pthread_mutex_init(&s->lock, NULL);
}

void streams_end(struct http_streams *s) { pthread_mutex_destroy(&s->lock); }
