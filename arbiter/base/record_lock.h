/* record_lock: one process at a time plays a record.
 *
 * Beside the record lies a file, NAME.lock.  The supervisor of a match locks it (flock(2)) before it starts anything, and the
 * referee inherits the descriptor, so that the lock holds for as long as one of the two lives, however the other ended.
 * Who holds it is told by two bytes of the file that they lock besides (fcntl(2)), the supervisor the first and the referee
 * the second, because the kernel names the process behind such a lock.  It is lost when its process closes any descriptor of
 * the file; so it only tells, and keeps nobody out. */
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
