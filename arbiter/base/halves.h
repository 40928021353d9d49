/* halves: fiel is two programs, because ZeroMQ brings 17 libraries with it, which cost a process more to load than most of ours have to do:
 * bin/fiel, which has none of it, and libexec/fiel-sockets, with the commands that have a socket.  Both are called `fiel`. */
#ifndef FIEL_HALVES_H
#define FIEL_HALVES_H

enum half { HALF_PLAIN, HALF_SOCKETS };

/* Which one this is: its main says so. */
extern enum half half_own;

/* What execve(2) takes for a half.  The other one is held open from the first call on, so that it stays the one that came with this process
 * when it is replaced on the disk; where it is not there that is its path, for the sentence that says so. */
const char *half_path(enum half h);

#endif
