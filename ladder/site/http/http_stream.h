/* http_stream: answers that go on; between http.c and http_stream.c. */
#ifndef FIEL_LADDER_HTTP_STREAM_H
#define FIEL_LADDER_HTTP_STREAM_H

#include <pthread.h>

#include "http.h"

struct MHD_Connection;
struct MHD_Response;

struct http_streams {
    pthread_mutex_t lock;
    struct live *waiting; /* suspended */
    uint64_t woken;       /* grows with every wake */
    unsigned open, most;
    bool stopping;
};

/* No stream is open; at most so many will be. */
void streams_start(struct http_streams *s, unsigned most);
void streams_end(struct http_streams *s); /* when no connection is left */
/* NULL: there are as many as may be, or no memory; the stream is the caller's still. */
struct MHD_Response *streams_answer(struct http_streams *s, struct MHD_Connection *connection,
                                    struct http_stream *stream);
/* All are asked for more; `stop`: all end. */
void streams_wake(struct http_streams *s, bool stop);
unsigned streams_open(struct http_streams *s);

#endif
