/* artifact: libarchive reads the formats; what may be in one is decided here. */
#include "artifact.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/folders.h"
#include "record/whole.h"

enum { BLOCK = 64 << 10 };

struct unpacking {
    const char *folder; /* NULL: look only */
    const char *run;    /* NULL: any */
    bool found;
    unsigned files;
    unsigned long long bytes;
    char *why;
};

static bool wrong(struct unpacking *u, const char *path, const char *what)
{
    snprintf(u->why, 256, "the archive's entry '%.100s' %s", path, what);
    return false;
}

/* "./a/b" to "a/b"; NULL when it is not a path below the folder. */
static const char *below(const char *path)
{
    unsigned depth = 0;
    while (!strncmp(path, "./", 2))
        path += 2;
    if (!*path || !strcmp(path, "."))
        return "";
    if (*path == '/' || strlen(path) >= ARTIFACT_PATH)
        return NULL;
    for (const char *at = path; at; at = strchr(at, '/') ? strchr(at, '/') + 1 : NULL) {
        size_t size = strcspn(at, "/");
        if ((size == 2 && !strncmp(at, "..", 2)) || ++depth > ARTIFACT_DEPTH)
            return NULL;
    }
    return path;
}

void artifact_program(const char *command, char path[ARTIFACT_PATH])
{
    char word[ARTIFACT_PATH];
    size_t size = strcspn(command, " \t");
    const char *found;
    *path = '\0';
    if (!size || size >= sizeof word)
        return;
    memcpy(word, command, size);
    word[size] = '\0';
    if ((found = below(word)))
        strcpy(path, found);
}

bool artifact_bot(const char *folder, const char *run, char command[COMMAND_TEXT])
{
    char program[ARTIFACT_PATH], path[COMMAND_TEXT];
    const char *arguments = run + strcspn(run, " \t");
    artifact_program(run, program);
    *command = '\0';
    bool fits = snprintf(path, sizeof path, "%s/%s", folder, program) < (int)sizeof path &&
                command_add(command, COMMAND_TEXT, path) && strlen(command) + strlen(arguments) < COMMAND_TEXT;
    if (fits)
        strcat(command, arguments);
    return fits;
}

/* The entry's bytes to fd, or nowhere; all are counted. */
static bool take_bytes(struct unpacking *u, struct archive *a, const char *path, int fd)
{
    char block[BLOCK];
    la_ssize_t n;
    while ((n = archive_read_data(a, block, sizeof block)) > 0) {
        u->bytes += (unsigned long long)n;
        if (u->bytes > ARTIFACT_BYTES)
            return wrong(u, path, "makes it larger than 256 MiB unpacked: leave out what the bot does not need");
        if (fd >= 0 && write_whole(fd, block, (size_t)n) < (size_t)n)
            return wrong(u, path, strerror(errno));
    }
    return n == 0 ? true : wrong(u, path, "is damaged: pack it again");
}

static bool take_file(struct unpacking *u, struct archive *a, int root, const char *path, mode_t mode)
{
    if (!u->folder)
        return take_bytes(u, a, path, -1);
    int fd = !folders_above_make(root, path, 0755, false)
                 ? openat(root, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode & 0111 ? 0755 : 0644)
                 : -1;
    if (fd < 0)
        return wrong(u, path, errno == EEXIST ? "is there twice" : strerror(errno));
    bool fine = take_bytes(u, a, path, fd);
    return close(fd) && fine ? wrong(u, path, strerror(errno)) : fine;
}

static bool take_entry(struct unpacking *u, struct archive *a, struct archive_entry *e, int root)
{
    const char *name = archive_entry_pathname(e), *path = name ? below(name) : NULL;
    if (!path)
        return wrong(u, name ? name : "?", "would lie outside of its folder, or too deep: pack it with relative paths");
    if (++u->files > ARTIFACT_FILES)
        return wrong(u, path, "is one too many: 2000 files are enough for a bot");
    if (archive_entry_hardlink(e) || archive_entry_filetype(e) == AE_IFLNK)
        return wrong(u, path, "is a link: pack the file itself (tar --dereference --hard-dereference)");
    if (archive_entry_filetype(e) == AE_IFDIR)
        return !*path || !u->folder ||
               (!folders_above_make(root, path, 0755, false) && (!mkdirat(root, path, 0755) || errno == EEXIST)) ||
               wrong(u, path, strerror(errno));
    if (archive_entry_filetype(e) != AE_IFREG || !*path)
        return wrong(u, path, "is neither a file nor a folder: leave it out");
    u->found |= u->run && !strcmp(path, u->run) && archive_entry_perm(e) & 0111;
    return take_file(u, a, root, path, archive_entry_perm(e));
}

/* From memory, or from a file's beginning where `bytes` is NULL. */
static bool unpack(struct unpacking *u, const void *bytes, size_t size, int fd)
{
    struct archive *a = archive_read_new();
    struct archive_entry *e;
    int root = u->folder ? open(u->folder, O_DIRECTORY | O_CLOEXEC) : -1, got = ARCHIVE_FATAL;
    bool fine = a && (!u->folder || root >= 0);
    if (fine) {
        archive_read_support_format_tar(a);
        archive_read_support_filter_gzip(a);
        archive_read_support_filter_xz(a);
        archive_read_support_filter_zstd(a);
        fine = (bytes                    ? archive_read_open_memory(a, bytes, size)
                : lseek(fd, 0, SEEK_SET) ? ARCHIVE_FATAL
                                         : archive_read_open_fd(a, fd, BLOCK)) == ARCHIVE_OK;
    }
    if (!fine)
        snprintf(u->why, 256, "this is no tar archive (plain, gzip, xz or zstd): make one with tar");
    while (fine && (got = archive_read_next_header(a, &e)) == ARCHIVE_OK)
        fine = take_entry(u, a, e, root);
    if (fine && got != ARCHIVE_EOF) {
        snprintf(u->why, 256, "the archive is damaged or no tar: pack it again");
        fine = false;
    }
    if (root >= 0)
        close(root);
    archive_read_free(a);
    if (fine && !u->files) {
        snprintf(u->why, 256, "the archive is empty");
        fine = false;
    }
    return fine;
}

bool artifact_unpack(const void *bytes, size_t size, const char *folder, char why[256])
{
    struct unpacking u = { .folder = folder, .why = why };
    return unpack(&u, bytes, size, -1);
}

bool artifact_command(const char *run, char why[256])
{
    char words[COMMAND_TEXT], program[ARTIFACT_PATH];
    unsigned count;
    if (command_words(run, words, &count, why))
        return false;
    artifact_program(run, program);
    if (*program && strlen(words) == strcspn(run, " \t"))
        return true;
    snprintf(why, 256,
             "the command '%.80s' must begin with a program inside the archive, such as ./bot, without quotes", run);
    return false;
}

static bool check(const void *bytes, size_t size, int fd, const char *run, bool there, char why[256])
{
    char program[ARTIFACT_PATH];
    struct unpacking u = { .run = program, .why = why };
    if (!artifact_command(run, why))
        return false;
    artifact_program(run, program);
    if (!unpack(&u, bytes, size, fd))
        return false;
    if (there && !u.found)
        snprintf(why, 256, "the archive has no executable file '%.100s': add it, or correct the command", program);
    return !there || u.found;
}

bool artifact_check(const void *bytes, size_t size, const char *run, bool there, char why[256])
{
    return check(bytes, size, -1, run, there, why);
}

bool artifact_check_file(int fd, const char *run, bool there, char why[256])
{
    return check(NULL, 0, fd, run, there, why);
}
