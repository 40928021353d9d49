/* referee_bytes: what bytes show that a seat process calls malformed.
 *
 * Its word would end the match, and a record in which it is wrong convicts the arbiter: so a seat process that was taken
 * over could spoil the record of a match that its bot is losing.  The referee has the deck and the key and reads nothing
 * that a stranger wrote.  A child of it does, which has closed every descriptor and may make no system call but the
 * one that ends it: all that can come of the bytes is an exit code. */
#include <errno.h>
#include <seccomp.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee_shell.h"
#include "seat/seat.h"

enum { NOT_ALONE = 255 };

/* From here on this process may end and nothing else.  A filter, and not the kernel's strict mode, which is refused to whom a filter
 * holds already, as it holds everybody in a container. */
static bool may_only_end(void)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    return filter && !seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(exit), 0) && !seccomp_load(filter);
}

_Noreturn static void read_alone(const void *raw, size_t size, uint32_t tables)
{
    static struct from_seat f;
    int code = NOT_ALONE;
    if (!close_range(0, ~0u, 0) && may_only_end()) {
        seat_read(&f, raw, size, tables);
        code = f.error;
    }
    for (;;)
        syscall(SYS_exit, code); /* exit_group, which _exit makes, is more than it may */
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
