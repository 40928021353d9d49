/* run: see run.h. */
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int place(posix_spawn_file_actions_t *files, const struct run *r, int stream)
{
    if (r->file[stream])
        return posix_spawn_file_actions_addopen(files, stream, r->file[stream],
                                                stream == STDIN_FILENO ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC, 0600);
    return r->fd[stream] == stream ? 0 : posix_spawn_file_actions_adddup2(files, r->fd[stream], stream);
}

int run_start(const struct run *r, pid_t *child)
{
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    sigset_t none;
    int bad = 0;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attr);
    for (int stream = 0; stream < RUN_STREAMS && !bad; stream++)
        bad = place(&files, r, stream);
    posix_spawnattr_setsigmask(&attr, &none); /* a daemon's are blocked */
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK);
    if (!bad)
        bad = posix_spawn(child, r->path, &files, &attr, r->argv, r->environment ? r->environment : environ);
    posix_spawnattr_destroy(&attr);
    posix_spawn_file_actions_destroy(&files);
    return bad;
}

int run_code(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

int run_wait(pid_t child)
{
    int status;
    pid_t ended;
    do
        ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    return ended == child ? run_code(status) : -1;
}
