/* journal: where the referee writes its record, and the file in which the seed waits.
 *
 * The referee sees the record as six functions, so that a simulation can keep it in memory and make
 * any of them fail.  journal_open() gives those of a replay file. */
#ifndef FIEL_JOURNAL_H
#define FIEL_JOURNAL_H

#include "record/replay.h"

struct journal {
    void *ctx;
    /* Each returns 0, or -1 with errno: what was to be written may be missing from the file then. */
    int (*append)(void *ctx, unsigned type, unsigned visibility, uint64_t us, const void *payload, size_t size);
    int (*flush)(void *ctx); /* what was appended is with the kernel */
    int (*sync)(void *ctx);  /* what was appended is on the disk */
    /* Signs and closes; nothing is written after it. */
    int (*finish)(void *ctx, const uint8_t match_id[HASH], const uint8_t secret[KEY_SECRET], uint64_t us);
    /* What was flushed so far, to read again.  Every load is followed by an unload. */
    int (*load)(void *ctx, struct replay *r);
    void (*unload)(void *ctx, struct replay *r);
};

struct journal_file;

/* Creates the replay at `path`, never over an existing file, and fills in *j.  NULL and errno when it cannot
 * be created. */
struct journal_file *journal_open(const char *path, struct journal *j);
/* The same for a file that is there and has no trailer; and then, before anything is appended, from its first `size` bytes on. */
struct journal_file *journal_open_again(const char *path, struct journal *j);
int journal_go_on(struct journal_file *f, uint64_t size);
/* Closes; an unfinished file stays without its trailer.  NULL is fine. */
void journal_close(struct journal_file **f);

/* Writes S to a new file of mode 0600; with `durable` it is on the disk, its name included.  Its descriptor; -1 and errno: there is no
 * such file then. */
int journal_keep_seed(const char *path, const uint8_t seed[HASH], bool durable);
/* Reads it again.  Its descriptor; -1 and errno, ENOENT also for one that was dropped, EINVAL for a file of another size. */
int journal_load_seed(const char *path, uint8_t seed[HASH]);
/* S is on the disk no more; its file stays, empty, for a process that may remove names. */
int journal_drop_seed(int fd);

#endif
