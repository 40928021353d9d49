/* play_guard: what is put back however `fiel play` ends: the terminal; and the signals that end it come one by one, so that
 * nothing is left behind. */
#ifndef FIEL_PLAY_GUARD_H
#define FIEL_PLAY_GUARD_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>
#include <termios.h>

struct play_guard {
    int fd;          /* readable when a signal came */
    int ended_by;    /* the signal that ends the match; 0 */
    sigset_t before; /* what was blocked: a child gets it back */
    bool at_terminal;
    struct termios terminal; /* as it was, where there is one */
};

/* From now on SIGINT, SIGTERM, SIGHUP and SIGQUIT wait to be heard.  -1 and errno. */
int guard_start(struct play_guard *g, bool at_terminal);

/* After fd became readable, with the person's program (0: none): ctrl-C is the person's alone, who is asked; what others
 * send is passed on, SIGHUP as the end of the keyboard.  SIGTERM, SIGQUIT, and any while there is no such program set
 * ended_by. */
void guard_hear(struct play_guard *g, pid_t persona);

/* After the person's program was killed: its screen and its keyboard are given back. */
void guard_screen(const struct play_guard *g);

/* All as before; a signal that ended the match ends this process, too. */
void guard_end(struct play_guard *g);

#endif
