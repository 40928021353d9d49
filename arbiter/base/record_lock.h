/* record_lock: who plays a record has it to himself.
 *
 * Beside the record lies a file, NAME.lock, of which processes lock a byte (fcntl(2)): the supervisor of a match the first,
 * before it starts anything, and the referee the second, through the descriptor that it inherits, for as long as it
 * may write.  The kernel lets go of a byte when its process ends, however that came, and tells who holds it.  Such a lock
 * is a process's own: a child that was forked and has not executed its program yet holds nothing.  It goes with the first
 * descriptor of the file that its process closes, so a process opens the file of its own record once. */
#ifndef FIEL_RECORD_LOCK_H
#define FIEL_RECORD_LOCK_H

#include <sys/types.h>

enum {
    RECORD_LOCK_PATH = 600,
    RECORD_LOCK_REFEREE_MS = 10000, /* a referee without its supervisor has a record to close, on a slow disk perhaps */
};
enum record_holder { HOLDER_NONE, HOLDER_SUPERVISOR, HOLDER_REFEREE };

struct record_lock {
    int fd; /* -1: not taken */
    char path[RECORD_LOCK_PATH];
};

/* Takes the supervisor's byte of the file at `path`, which is made where it is not there.  Who was killed may still be
 * on its way out: a supervisor is waited for, half a second at most, and a referee without one, `referee_ms` at most.  0; or -1 and nothing is held: *by and *pid say
 * who holds it (pid 0: a process that is not to be seen from here, of another container or machine), or *by is
 * HOLDER_NONE and errno tells why the file cannot be locked. */
int record_lock_take(struct record_lock *l, const char *path, int referee_ms, enum record_holder *by, pid_t *pid);
/* Removes the file and lets go; nothing where it was not taken. */
void record_lock_drop(struct record_lock *l);

/* The referee's byte, of a descriptor of the file; -1 and errno: another process has it. */
int record_lock_referee(int fd);

/* Who holds the file at `path`, and *pid as above.  Not for a process that holds it itself. */
enum record_holder record_lock_held(const char *path, pid_t *pid);

#endif
