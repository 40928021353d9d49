/* store_owner: whose the files beside the database are. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store_state.h"

enum { PATH_ROOM = 4096 };

/* Of the file, or of the folder where it would lie.  A folder for everybody, such as /tmp, says nothing of whose a file in it is. */
static bool place(const char *file, struct stat *st)
{
    char folder[PATH_ROOM] = ".";
    const char *slash = strrchr(file, '/');
    if (!stat(file, st))
        return true;
    if (slash)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - file) + 1, file);
    return !stat(folder, st) && !(st->st_mode & S_IWOTH);
}

void owner_find(struct store *s)
{
    struct stat st;
    s->gives = !geteuid() && place(s->where, &st) && st.st_uid;
    s->owner = s->gives ? st.st_uid : geteuid();
    s->group = s->gives ? st.st_gid : getegid();
}

int owner_give(const struct store *s, int fd, const char *path, struct store_error *e)
{
    struct stat st;
    if (!s->gives)
        return STORE_OK;
    if (!fstat(fd, &st)) {
        if (st.st_uid == s->owner)
            return STORE_OK;
        errno = EPERM;
        if ((S_ISDIR(st.st_mode) || st.st_nlink == 1) && !fchown(fd, s->owner, s->group))
            return STORE_OK;
    }
    return store_fail(e, STORE_ENVIRONMENT,
                      "%s cannot be given to user %u, whose store this is (%s): run this as that user, with"
                      " `sudo -u '#%u'`",
                      path, (unsigned)s->owner, strerror(errno), (unsigned)s->owner);
}

int owner_no_links(const struct store *s) { return s->gives ? O_NOFOLLOW : 0; }
