/* match_left: temporary folders of matches whose supervisor was killed.
 *
 * As long as a supervisor lives it holds a lock on its folder, in which a file says which note goes on with its match.  A folder whose lock
 * is free is needed as long as that note is there; then nobody can go on with the match, and the next match takes it away. */
#ifndef FIEL_MATCH_LEFT_H
#define FIEL_MATCH_LEFT_H

/* Locks this folder, which was made a moment ago, and writes into it whose it is; `note` is relative to the current folder.  The lock's
 * descriptor, which the caller closes once the folder is gone; -1 and errno. */
int left_mark(const char *folder, const char *note);

/* Takes away what is below `base` of matches of this user with which nobody can go on.  Never what it cannot be sure about: a folder of an
 * older program, or one whose note would lie where this process cannot look. */
void left_sweep(const char *base);

#endif
