/* program: see program.h. */
#include "program.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { END_MS = 1000 };

int program_read(struct program *p, const char *command, char why[COMMAND_TEXT + 128])
{
    unsigned count = 0;
    struct stat s;
    if (command_words(command_bare(command), p->words, &count, why))
        return -1;
    char *word = p->words;
    for (unsigned i = 0; i < count; i++, word += strlen(word) + 1)
        p->argv[i] = word;
    const char *wrong = !strchr(p->words, '/')   ? "give its path, as ./bot or /usr/bin/python3"
                        : stat(p->words, &s)     ? "there is no such program: give its path"
                        : S_ISDIR(s.st_mode)     ? "this is a folder: give the program in it"
                        : access(p->words, X_OK) ? "it is not executable: try chmod +x"
                                                 : NULL;
    if (wrong)
        snprintf(why, COMMAND_TEXT + 128, "%s: %s", p->words, wrong);
    return wrong ? -1 : 0;
}

int program_start(struct program *p)
{
    int pair[2];
    sigset_t ours;
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attr;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
        return -1;
    sigemptyset(&ours);
    sigaddset(&ours, SIGPIPE);
    sigaddset(&ours, SIGXFSZ);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attr);
    posix_spawnattr_setsigdefault(&attr, &ours); /* which we do not hear */
    posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_adddup2(&files, pair[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, pair[1], STDOUT_FILENO);
    int bad = posix_spawn(&p->pid, p->argv[0], &files, &attr, p->argv, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attr);
    close(pair[1]);
    if (!bad)
        return pair[0];
    close(pair[0]);
    p->pid = 0;
    errno = bad;
    return -1;
}

void program_end(struct program *p, char how[PROGRAM_HOW])
{
    int status = 0, fd = p->pid ? pidfd_open(p->pid, 0) : -1;
    struct pollfd end = { .fd = fd, .events = POLLIN };
    bool runs = fd >= 0 && poll(&end, 1, END_MS) == 0;
    if (runs)
        kill(-p->pid, SIGKILL);
    if (fd >= 0)
        close(fd);
    if (p->pid)
        (void)waitpid(p->pid, &status, 0);
    if (runs || !p->pid)
        snprintf(how, PROGRAM_HOW, "has closed its lines");
    else if (WIFSIGNALED(status))
        snprintf(how, PROGRAM_HOW, "has ended by signal %d", WTERMSIG(status));
    else
        snprintf(how, PROGRAM_HOW, "has ended with exit code %d", WEXITSTATUS(status));
    p->pid = 0;
}
