/* reader: a child that reads for us what a stranger wrote.  It has the bytes, one pipe to us and memory, and nothing else: no file, no socket,
 * no process and no right.  Who takes it over can say to us what the bytes could have said, and no more.
 *
 * A program that has something to lose (keys, a database, other people's bytes) calls reader_room before it has it: from then on a reader
 * is a child of a process that was forked at that time, and so has nothing of it in its memory either. */
#ifndef FIEL_CHILD_READER_H
#define FIEL_CHILD_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    READER_MEMORY = 128 << 20, /* besides what there was before */
    READER_SECONDS = 20,       /* of the processor */
    READER_WAITS_MS = 300000,  /* of all, for one that was taken over need not run to last */
    READER_ORDER = 64 << 10,
};

struct reader_child {
    pid_t pid;
    int fd;           /* what it writes */
    int64_t until_ms; /* so long it is heard (now_ms) */
};

/* What it is to do: it calls `read` with the descriptor to write to, one to read from and its order, and then ends. */
struct reader_job {
    void (*read)(int to, int from, const void *order);
    const void *order; /* copied, so that no pointer in it leads anywhere; at most READER_ORDER bytes */
    size_t order_size;
    int from; /* -1: there is none */
};
/* False and errno: there is no child. */
bool reader_start(struct reader_child *r, const struct reader_job *job);
/* These bytes as a file in memory, to be read from its beginning; -1 and errno. */
int reader_bytes(const void *bytes, size_t size);
/* In the child: all of it; false: nobody listens. */
bool reader_tell(int to, const void *bytes, size_t size);
/* Exactly so many bytes of it; false: it has ended before, or its time has. */
bool reader_hear(struct reader_child *r, void *bytes, size_t size);
/* Ends it.  False: it could not be held here, and has read nothing. */
bool reader_end(struct reader_child *r);

/* Forks the room, once, before there are threads; it ends with this process, and where it is killed before, another takes its place.
 * False and errno: there is none, and readers are forked from the program itself. */
bool reader_room(void);

#endif
