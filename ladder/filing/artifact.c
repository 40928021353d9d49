/* artifact: libarchive reads the formats, in a child that can do nothing else; what may be in one is decided here. */
#include "artifact.h"
#include "cli/owned.h"
#include "cli/said.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "child/reader.h"
#include "record/folders.h"
#include "record/whole.h"

enum { BLOCK = 64 << 10 };

/* What was told already. */
struct entry {
    bool folder;
    char path[ARTIFACT_PATH];
};

struct unpacking {
    const char *folder; /* NULL: look only */
    const char *run;    /* NULL: any */
    bool found;
    struct entry *entry; /* ARTIFACT_FILES of them */
    unsigned files;
    unsigned long long bytes;
    struct reader_child reader;
    char *why;
};

/* Its name is a stranger's, and the sentence goes to terminals: as an argument it forges no line of it. */
static bool wrong(struct unpacking *u, const char *path, const char *what)
{
    said_put(u->why, 256, what, "the archive's entry '%.100s' %s", path, what);
    return false;
}

/* "./a//b/" to "a/b"; false when it is not a path below the folder. */
static bool below(char clean[ARTIFACT_PATH], const char *path)
{
    unsigned depth = 0;
    size_t n = 0;
    *clean = '\0';
    if (!*path || *path == '/' || strlen(path) >= ARTIFACT_PATH)
        return !*path;
    for (const char *at = path; *at; at += *at == '/') {
        size_t size = strcspn(at, "/");
        bool here = size == 0 || (size == 1 && *at == '.');
        if ((size == 2 && !strncmp(at, "..", 2)) || (!here && ++depth > ARTIFACT_DEPTH))
            return false;
        if (!here)
            n += (size_t)snprintf(clean + n, ARTIFACT_PATH - n, "%s%.*s", n ? "/" : "", (int)size, at);
        at += size;
    }
    return true;
}

void artifact_program(const char *command, char path[ARTIFACT_PATH])
{
    char word[ARTIFACT_PATH];
    command = command_bare(command);
    size_t size = strcspn(command, " \t");
    *path = '\0';
    if (!size || size >= sizeof word)
        return;
    memcpy(word, command, size);
    word[size] = '\0';
    if (!below(path, word))
        *path = '\0';
}

bool artifact_bot(const char *folder, const char *run, char command[COMMAND_TEXT])
{
    char program[ARTIFACT_PATH], path[COMMAND_TEXT];
    const char *bare = command_bare(run), *arguments = bare + strcspn(bare, " \t");
    artifact_program(run, program);
    strcpy(command, bare == run ? "" : COMMAND_LINES);
    bool fits = snprintf(path, sizeof path, "%s/%s", folder, program) < (int)sizeof path &&
                command_add(command, COMMAND_TEXT, path) && strlen(command) + strlen(arguments) < COMMAND_TEXT;
    if (fits)
        strcat(command, arguments);
    return fits;
}

/* --- in a child, which may read and nothing else (child/reader.h) ---------------------------------------- */

enum told { TOLD_FILE, TOLD_FOLDER, TOLD_LINK, TOLD_OTHER, TOLD_BYTES, TOLD_SPOILT, TOLD_DAMAGED, TOLD_END };

/* What the child says: of an entry its path follows, of TOLD_BYTES so many of it. */
struct telling {
    uint8_t what, executable;
    uint32_t size;
};

struct source {
    int from;
    char block[BLOCK];
};

static la_ssize_t next_block(struct archive *a, void *arg, const void **block)
{
    struct source *s = arg;
    (void)a;
    *block = s->block;
    return read(s->from, s->block, sizeof s->block);
}

static bool tell(int to, enum told what, bool executable, const void *bytes, size_t size)
{
    const struct telling t = { .what = (uint8_t)what, .executable = executable, .size = (uint32_t)size };
    return reader_tell(to, &t, sizeof t) && reader_tell(to, bytes, size);
}

static bool tell_entry(int to, struct archive *a, struct archive_entry *e)
{
    static char block[BLOCK];
    const char *path = archive_entry_pathname(e);
    bool link = archive_entry_hardlink(e) || archive_entry_filetype(e) == AE_IFLNK;
    enum told what = link                                    ? TOLD_LINK
                     : archive_entry_filetype(e) == AE_IFDIR ? TOLD_FOLDER
                     : archive_entry_filetype(e) == AE_IFREG ? TOLD_FILE
                                                             : TOLD_OTHER;
    la_ssize_t n = 0;
    path = path ? path : "/";
    if (!tell(to, what, archive_entry_perm(e) & 0111, path, strnlen(path, ARTIFACT_PATH)))
        return false;
    while (what == TOLD_FILE && (n = archive_read_data(a, block, sizeof block)) > 0)
        if (!tell(to, TOLD_BYTES, false, block, (size_t)n))
            return false;
    return n == 0 || (tell(to, TOLD_SPOILT, false, NULL, 0) && false);
}

static void read_archive(int to, int from, const void *order)
{
    static struct source s;
    struct archive *a = archive_read_new();
    struct archive_entry *e;
    int got = ARCHIVE_FATAL;
    (void)order;
    if (!a)
        return;
    s.from = from;
    archive_read_support_format_tar(a);
    archive_read_support_format_zip_streamable(a);
    archive_read_support_filter_gzip(a);
    archive_read_support_filter_xz(a);
    archive_read_support_filter_zstd(a);
    if (archive_read_open(a, &s, NULL, next_block, NULL) != ARCHIVE_OK) {
        tell(to, TOLD_DAMAGED, false, NULL, 0);
        return;
    }
    while ((got = archive_read_next_header(a, &e)) == ARCHIVE_OK)
        if (!tell_entry(to, a, e))
            return;
    tell(to, got == ARCHIVE_EOF ? TOLD_END : TOLD_DAMAGED, false, NULL, 0);
}

/* --- what it says is looked at ------------------------------------------------------------------------ */

static const char NOT_READ[] = N_(
    "this is no whole zip or tar archive (plain, gzip, xz or zstd), or takes more than 128 MiB or "
    "20 seconds to be read: make it with tar and gzip");

static bool hear(struct unpacking *u, struct telling *t)
{
    if (reader_hear(&u->reader, t, sizeof *t))
        return true;
    snprintf(u->why, 256, "%s", NOT_READ);
    return false;
}

/* The bytes of the entry that was just told, to fd or nowhere, until something else is told, which is *t; all are counted. */
static bool take_bytes(struct unpacking *u, const char *path, int fd, struct telling *t)
{
    char block[BLOCK];
    while (hear(u, t) && t->what == TOLD_BYTES) {
        u->bytes += t->size;
        if (u->bytes > ARTIFACT_BYTES)
            return wrong(u, path, N_("makes it larger than 256 MiB unpacked: leave out what the bot does not need"));
        if (t->size > BLOCK || !reader_hear(&u->reader, block, t->size))
            return wrong(u, path, N_("is damaged: pack it again"));
        if (fd >= 0 && write_whole(fd, block, t->size) < t->size)
            return wrong(u, path, strerror(errno));
    }
    return !*u->why;
}

static bool take_file(struct unpacking *u, int root, const char *path, struct telling *t)
{
    mode_t mode = t->executable ? 0755 : 0644;
    if (!u->folder)
        return take_bytes(u, path, -1, t);
    int fd = !folders_above_make(root, path, 0755, false)
                 ? openat(root, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
                 : -1;
    if (fd < 0)
        return wrong(u, path, strerror(errno));
    bool fine = take_bytes(u, path, fd, t);
    return close(fd) && fine ? wrong(u, path, strerror(errno)) : fine;
}

/* Of a path and one below it, or the same again, the first is a folder, however often it is told. */
static bool fits(struct unpacking *u, const char *path, bool folder)
{
    struct entry *mine = &u->entry[u->files++];
    *mine = (struct entry){ .folder = folder };
    strcpy(mine->path, path);
    for (const struct entry *e = u->entry; e < mine; e++) {
        size_t theirs = strlen(e->path), ours = strlen(path), both = theirs < ours ? theirs : ours;
        const char *longer = theirs < ours ? path : e->path;
        if (!both || memcmp(e->path, path, both) != 0 || (longer[both] && longer[both] != '/'))
            continue;
        if (theirs == ours && !(folder && e->folder))
            return wrong(u, path, N_("is there twice: pack each file once"));
        if (theirs < ours ? !e->folder : theirs > ours && !folder)
            return wrong(u, longer, N_("lies below a file of the archive: pack the folder again"));
    }
    return true;
}

/* The entry *t; *t is then what was told behind it. */
static bool take_entry(struct unpacking *u, int root, struct telling *t)
{
    char name[ARTIFACT_PATH + 1] = "", path[ARTIFACT_PATH];
    enum told what = t->what;
    if (t->size > ARTIFACT_PATH || !reader_hear(&u->reader, name, t->size))
        return snprintf(u->why, 256, "%s", NOT_READ), false;
    if (!below(path, name))
        return wrong(u, name, N_("would lie outside of its folder, or too deep: pack it with relative paths"));
    if (u->files == ARTIFACT_FILES)
        return wrong(u, path, N_("is one too many: 2000 files are enough for a bot"));
    if (what == TOLD_LINK)
        return wrong(u, path, N_("is a link: pack the file itself (tar --dereference --hard-dereference)"));
    if (what == TOLD_OTHER || (what == TOLD_FILE && !*path))
        return wrong(u, path, N_("is neither a file nor a folder: leave it out"));
    if (!fits(u, path, what == TOLD_FOLDER))
        return false;
    if (what == TOLD_FILE) {
        u->found |= u->run && !strcmp(path, u->run) && t->executable;
        bool fine = take_file(u, root, path, t);
        return fine && t->what == TOLD_SPOILT ? wrong(u, path, N_("is damaged: pack it again")) : fine;
    }
    if (*path && u->folder &&
        (folders_above_make(root, path, 0755, false) || (mkdirat(root, path, 0755) && errno != EEXIST)))
        return wrong(u, path, strerror(errno));
    return hear(u, t);
}

static bool take_all(struct unpacking *u, int root)
{
    struct telling t;
    if (!hear(u, &t))
        return false;
    while (t.what <= TOLD_OTHER)
        if (!take_entry(u, root, &t))
            return false;
    if (t.what == TOLD_END && u->files)
        return true;
    snprintf(u->why, 256, "%s", t.what == TOLD_END ? N_("the archive is empty") : NOT_READ);
    return false;
}

/* From a file's beginning. */
static bool unpack_file(struct unpacking *u, int fd)
{
    OPENED_FD int root = u->folder ? open(u->folder, O_DIRECTORY | O_CLOEXEC) : -1;
    u->entry = malloc(ARTIFACT_FILES * sizeof *u->entry);
    bool fine = u->entry && (!u->folder || root >= 0) && !lseek(fd, 0, SEEK_SET) &&
                reader_start(&u->reader, &(struct reader_job){ .read = read_archive, .from = fd });
    *u->why = '\0';
    if (fine) {
        fine = take_all(u, root);
        if (!reader_end(&u->reader))
            snprintf(u->why, 256,
                     N_("no archive is read here: this system gives its reader no filter of system calls (seccomp)"));
    } else {
        snprintf(u->why, 256, "the archive cannot be read here: %s", strerror(errno));
    }
    free(u->entry);
    return fine;
}

static bool unpack(struct unpacking *u, const void *bytes, size_t size)
{
    OPENED_FD int fd = reader_bytes(bytes, size);
    if (fd < 0)
        snprintf(u->why, 256, "the archive cannot be read here: %s", strerror(errno));
    return fd >= 0 && unpack_file(u, fd);
}

bool artifact_unpack(const void *bytes, size_t size, const char *folder, char why[256])
{
    struct unpacking u = { .folder = folder, .why = why };
    return unpack(&u, bytes, size);
}

bool artifact_unpack_file(int fd, const char *folder, char why[256])
{
    struct unpacking u = { .folder = folder, .why = why };
    return unpack_file(&u, fd);
}

bool artifact_command(const char *run, char why[256])
{
    char words[COMMAND_TEXT], program[ARTIFACT_PATH];
    unsigned count;
    const char *bare = command_bare(run);
    if (command_words(bare, words, &count, why))
        return false;
    artifact_program(run, program);
    if (*program && strlen(words) == strcspn(bare, " \t"))
        return true;
    said_put(why, 256, NULL,
             "the command '%.80s' must begin with a program inside the archive, such as ./bot, without quotes", run);
    return false;
}

/* Bytes, or a file where there are none. */
static bool check(const void *bytes, size_t size, int fd, const char *run, bool there, char why[256])
{
    char program[ARTIFACT_PATH];
    struct unpacking u = { .run = program, .why = why };
    if (!artifact_command(run, why))
        return false;
    artifact_program(run, program);
    if (fd < 0 ? !unpack(&u, bytes, size) : !unpack_file(&u, fd))
        return false;
    if (there && !u.found)
        said_put(why, 256, NULL, "the archive has no executable file '%.100s': add it, or correct the command",
                 program);
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
