/* referee_bytes: what bytes show that a seat process calls malformed.
 *
 * Its word would end the match, and a record in which it is wrong convicts the arbiter: so a seat process that was taken
 * over could spoil the record of a match that its bot is losing.  The referee has the deck and the key and reads nothing
 * that a stranger wrote.  A child of it does, which has closed every descriptor and may make no system call but the
 * one that ends it: all that can come of the bytes is an exit code. */
#include <errno.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee_shell.h"
#include "seat/seat.h"

enum { NOT_ALONE = 255 };

_Noreturn static void read_alone(const void *raw, size_t size, uint32_t tables)
{
    static struct from_seat f;
    int code = NOT_ALONE;
    if (!close_range(0, ~0u, 0) && !prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT)) {
        seat_read(&f, raw, size, tables);
        code = f.error;
    }
    for (;;)
        syscall(SYS_exit, code); /* exit_group, which _exit makes, is more than this mode allows */
}

int shell_bytes_show(void *ctx, const void *raw, size_t size, uint32_t tables)
{
    int status = 0;
    pid_t pid = fork();
    (void)ctx;
    if (pid == 0)
        read_alone(raw, size, tables);
    while (pid > 0 && waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) != NOT_ALONE ? WEXITSTATUS(status) : -1;
}
