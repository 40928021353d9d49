/* play_guard: see play_guard.h. */
#include "play_guard.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include "base/bytes.h"
#include "cli/screen.h"

int guard_start(struct play_guard *g, bool at_terminal)
{
    sigset_t heard;
    sigemptyset(&heard);
    sigaddset(&heard, SIGINT);
    sigaddset(&heard, SIGTERM);
    sigaddset(&heard, SIGHUP);
    sigaddset(&heard, SIGQUIT);
    *g = (struct play_guard){ .fd = -1, .at_terminal = at_terminal };
    if ((at_terminal && tcgetattr(STDIN_FILENO, &g->terminal)) || sigprocmask(SIG_BLOCK, &heard, &g->before))
        return -1;
    g->fd = signalfd(-1, &heard, SFD_CLOEXEC);
    return g->fd < 0 ? -1 : 0;
}

void guard_hear(struct play_guard *g, pid_t persona)
{
    struct signalfd_siginfo s;
    if (read(g->fd, &s, sizeof s) != (ssize_t)sizeof s)
        return;
    int signal = (int)s.ssi_signo;
    bool passed = persona && (signal == SIGINT || signal == SIGHUP);
    if (!passed)
        g->ended_by = signal;
    bool heard_itself = s.ssi_code == SI_KERNEL; /* the terminal tells its whole foreground */
    if (passed && !heard_itself)
        kill(persona, signal);
}

void guard_screen(const struct play_guard *g)
{
    if (!g->at_terminal)
        return;
    ssize_t n = screen_paper() ? 0 : write(STDOUT_FILENO, SCREEN_LEAVE, sizeof SCREEN_LEAVE - 1);
    (void)n; /* the terminal is gone: so is its screen */
    tcsetattr(STDIN_FILENO, TCSADRAIN, &g->terminal);
}

void guard_end(struct play_guard *g)
{
    close_fd(&g->fd);
    if (g->ended_by) {
        signal(g->ended_by, SIG_DFL);
        raise(g->ended_by);
    }
    sigprocmask(SIG_SETMASK, &g->before, NULL);
}
