/* keeper_state: what a bot keeps in its folder, outside of its jail.
 *
 * A jailed bot's folder is memory that ends with its keeper.  For a match to go on after the whole arbiter was
 * killed the bot has to be who it was, so its files are copied into a file of the supervisor's, which the keeper
 * holds open from before the jail.  Only plain files directly in the folder, and not many: keys and a ledger.
 *
 *   "FIELSTAT" | for every file: u8 length of the name | name | u32 size | bytes | at last a u8 zero */
#include "keeper.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/secrets.h"

enum { STATE_MAGIC = 8, STATE_FILES = 64, STATE_MOST = 1 << 20 };
static const char magic[STATE_MAGIC + 1] = SECRET_STATE_BEGINS;

static uint8_t room[STATE_MAGIC + STATE_MOST];

/* A file of the folder, whole; -1 when it is none that is kept. */
static ssize_t read_file(int folder, const char *name, uint8_t *to, size_t most)
{
    struct stat s;
    size_t have = 0;
    OPENED_FD int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return -1;
    bool plain = fstat(fd, &s) == 0 && S_ISREG(s.st_mode) && s.st_size <= (off_t)most;
    while (plain && have < (size_t)s.st_size) {
        ssize_t n = read(fd, to + have, (size_t)s.st_size - have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        have += (size_t)n;
    }
    return plain ? (ssize_t)have : -1;
}

/* One file behind `at`; what does not fit is left out. */
static size_t pack_file(int folder, const char *name, size_t at)
{
    size_t length = strlen(name), head = 1 + length + 4;
    if (length == 0 || length > 255 || at + head + 1 > sizeof room)
        return at;
    ssize_t size = read_file(folder, name, room + at + head, sizeof room - at - head - 1);
    if (size < 0)
        return at;
    room[at] = (uint8_t)length;
    memcpy(room + at + 1, name, length);
    for (unsigned i = 0; i < 4; i++)
        room[at + 1 + length + i] = (uint8_t)((uint32_t)size >> 8 * (3 - i));
    return at + head + (size_t)size;
}

static int write_at(int fd, const void *bytes, size_t size, off_t at)
{
    while (size > 0) {
        ssize_t n = pwrite(fd, bytes, size, at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return -1;
        bytes = (const uint8_t *)bytes + n;
        size -= (size_t)n;
        at += n;
    }
    return 0;
}

/* The magic comes last: a file without it holds nothing.  It is for processes that are killed, not for a power cut,
 * after which no match goes on: so it need not be on the disk. */
int keeper_state_save(int file, const char *path)
{
    size_t at = STATE_MAGIC;
    unsigned files = 0;
    OPENED_DIR DIR *folder = opendir(path);
    if (!folder)
        return -1;
    for (struct dirent *e; files < STATE_FILES && (e = readdir(folder)); files++)
        if (e->d_name[0] != '.')
            at = pack_file(dirfd(folder), e->d_name, at);
    room[at++] = 0;
    if (ftruncate(file, 0) || write_at(file, room + STATE_MAGIC, at - STATE_MAGIC, STATE_MAGIC))
        return -1;
    return write_at(file, magic, STATE_MAGIC, 0);
}

static int write_file(int folder, const char *name, const uint8_t *bytes, size_t size, uint32_t owner)
{
    OPENED_FD int fd = openat(folder, name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (fd < 0)
        return -1;
    int bad = write_at(fd, bytes, size, 0) || (owner && fchown(fd, owner, owner));
    return bad ? -1 : 0;
}

int keeper_state_restore(int file, const char *path, uint32_t owner)
{
    ssize_t all = pread(file, room, sizeof room, 0);
    if (all < STATE_MAGIC || memcmp(room, magic, STATE_MAGIC) != 0)
        return 0; /* a new bot */
    int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), bad = folder < 0;
    for (size_t at = STATE_MAGIC; !bad && at < (size_t)all && room[at];) {
        char name[256];
        size_t length = room[at], size = 0;
        if (at + 1 + length + 4 > (size_t)all)
            break;
        memcpy(name, room + at + 1, length);
        name[length] = '\0';
        for (unsigned i = 0; i < 4; i++)
            size = size << 8 | room[at + 1 + length + i];
        at += 1 + length + 4;
        if (size > (size_t)all - at || strchr(name, '/'))
            break;
        bad = write_file(folder, name, room + at, size, owner);
        at += size;
    }
    close_fd(&folder);
    return bad ? -1 : 0;
}
