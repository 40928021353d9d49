/* spawn_match: see spawn_match.h. */
#include "spawn_match.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "cpu.h"
#include "halves.h"

extern char **environ;

int spawn_match(struct child *c, struct match_argv *a, const char *said, bool more, int *events, const char **step)
{
    struct spawn how = { .path = half_path(HALF_PLAIN), .environment = environ, .cpu = CPU_NONE };
    int ends[2] = { -1, -1 };
    *step = "the file for its words";
    how.output = open(said, O_WRONLY | O_CREAT | O_CLOEXEC | (more ? O_APPEND : O_TRUNC), 0600);
    int bad = how.output < 0;
    if (!bad && events) {
        *step = "its pipe";
        bad = pipe2(ends, O_CLOEXEC);
        spawn_pass(&how, ends[1]);
        match_count(a, "--events", SPAWN_FIRST);
    }
    how.argv = match_words(a);
    if (!bad)
        bad = spawn_start(c, &how, step);
    int error = errno;
    close_fd(&how.output);
    close_fd(&ends[1]);
    if (bad)
        close_fd(&ends[0]);
    if (events)
        *events = bad ? -1 : ends[0];
    errno = error;
    return bad ? -1 : 0;
}
