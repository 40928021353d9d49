#include "matchlog_given.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/bytes.h"
#include "cli/number.h"

int given_hold(struct log_writer *w, uint64_t number)
{
    char path[LOG_GIVEN];
    int fd = openat(log_folder(w), log_given_path(path, number), O_RDONLY | O_CLOEXEC);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    close_fd(&fd);
    return -1;
}

void given_drop(struct log_writer *w, uint64_t number)
{
    char path[LOG_GIVEN];
    unlinkat(log_folder(w), log_given_path(path, number), 0);
}

/* Nobody holds it, and the note that it names is not there: the match never began, and never will. */
static bool is_dead(struct log_writer *w, uint64_t number)
{
    char note[4096];
    int fd = given_hold(w, number);
    ssize_t n = fd >= 0 ? read(fd, note, sizeof note - 1) : -1;
    close_fd(&fd);
    if (n <= 0)
        return false;
    note[n] = '\0';
    note[strcspn(note, "\n")] = '\0';
    return access(note, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR); /* and not that it may not look */
}

bool given_to_the_dead(struct log_writer *w, uint64_t *number)
{
    int fd = openat(log_folder(w), "given", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *all = fd >= 0 ? fdopendir(fd) : NULL;
    bool found = false;
    for (struct dirent *e; all && (e = readdir(all));) {
        uint64_t n;
        if (!whole_number(e->d_name, 0, UINT64_MAX, &n) || (found && n >= *number) || !is_dead(w, n))
            continue;
        *number = n;
        found = true;
    }
    if (all)
        closedir(all);
    else if (fd >= 0)
        close(fd);
    return found;
}
