/* whisper: does what another bot might notice, and looks at all that it can notice itself.
 *
 * It plays no match.  Over descriptor 3 tests/covert.c tells one of two whisperers to do something, or to leave it, and the other to
 * look; whisper.h has the list.  What it looks at it finds for itself: every mount of /proc/self/mountinfo and every folder that can
 * be listed, every folder that can be written to, every file of /proc with numbers in it, every system call that
 * neither waits, ends nor changes the caller.  Its argument is a folder with a file `book` and a file `note`.
 *
 * What must happen: in a strict jail nothing that the one looks at depends on what the other does. */
#include "whisper.h"
#include "whisper_sweep.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    LINE = 3,
    PLACES = 64,
    PATH = 512,
    MANY = 32,
    HELD = 32,
    ALIVE = 56,
    ON_DISK = 8 << 20, /* written where nothing can be taken unwritten, or less than */
    TAKEN = 64 << 20,
    PORT = 47911,
    SYSV_KEY = 0x6669,
    MAPPED = 64
};

static char book[PATH], note[PATH];
static uint64_t word[WHISPER_WORDS];
static uint32_t words;

static void put(uint64_t value)
{
    if (words < WHISPER_WORDS)
        word[words++] = value;
}

/* What a call said, and why it said no. */
static void put_result(long result) { put(result < 0 ? (uint64_t)-errno : (uint64_t)result); }

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* --- where it is: found once --------------------------------------------------------------------------- */

static char place[PLACES][PATH], writable[PLACES][PATH];
static unsigned places, writables;

static void add_place(const char *path)
{
    for (unsigned i = 0; i < places; i++)
        if (!strcmp(place[i], path))
            return;
    if (places == PLACES || strlen(path) >= PATH)
        return;
    strcpy(place[places++], path);
    if (!access(path, W_OK) && writables < PLACES && strncmp(path, "/proc", 5) != 0 && strncmp(path, "/sys", 4) != 0)
        strcpy(writable[writables++], path);
}

static void add_folders(const char *folder, int deep)
{
    char path[2 * PATH];
    struct stat s;
    DIR *d = opendir(folder);
    for (struct dirent *e; d && (e = readdir(d));) {
        snprintf(path, sizeof path, "%s/%s", strcmp(folder, "/") ? folder : "", e->d_name);
        if (e->d_name[0] == '.' || lstat(path, &s) || !S_ISDIR(s.st_mode) || strlen(path) >= PATH)
            continue;
        add_place(path);
        if (deep > 0)
            add_folders(path, deep - 1);
    }
    if (d)
        closedir(d);
}

static void find_places(void)
{
    char line[1024], path[PATH];
    FILE *f = fopen("/proc/self/mountinfo", "r");
    add_place("/");
    add_place("/tmp");
    if (getcwd(path, sizeof path))
        add_place(path);
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "%*s %*s %*s %*s %511s", path) == 1)
            add_place(path);
    if (f)
        fclose(f);
    add_folders("/", 0);
    add_folders("/tmp", 1);
    add_folders("/dev", 0);
}

#include "whisper_acts.h"

/* --- looks -------------------------------------------------------------------------------------------------- */

static void put_inode(int fd)
{
    struct stat s = { 0 };
    put_result(fd < 0 ? -1 : fstat(fd, &s));
    put(s.st_ino);
    put(s.st_dev);
    if (fd >= 0)
        close(fd);
}

/* The number of the object behind this mapping, as /proc knows it. */
static uint64_t mapped_inode(const void *at)
{
    char line[512];
    unsigned long from, inode = 0;
    FILE *f = fopen("/proc/self/maps", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "%lx-%*x %*s %*s %*s %lu", &from, &inode) == 2 && from == (unsigned long)(uintptr_t)at)
            break;
    if (f)
        fclose(f);
    return inode;
}

static void look_inodes(uint32_t slot)
{
    int ends[2] = { -1, -1 };
    (void)slot;
    if (!pipe(ends))
        close(ends[1]);
    put_inode(ends[0]);
    put_inode(socket(AF_UNIX, SOCK_STREAM, 0));
    put_inode(eventfd(0, 0));
    put_inode(dup(LINE));
    put_inode(dup(STDERR_FILENO));
    void *at = mmap(NULL, WHISPER_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    put(mapped_inode(at));
    if (at != MAP_FAILED)
        munmap(at, WHISPER_PAGE);
}

static void look_cookies(uint32_t slot)
{
    (void)slot;
    put_result(cookie());
}

static void *own_id(void *user)
{
    *(long *)user = syscall(SYS_gettid);
    return NULL;
}

static void look_ids(uint32_t slot)
{
    pthread_t t;
    long id = -1;
    (void)slot;
    if (!pthread_create(&t, NULL, own_id, &id))
        pthread_join(t, NULL);
    put((uint64_t)id);
    pid_t pid = fork();
    if (!pid)
        _exit(0);
    put_result(pid);
    if (pid > 0)
        waitpid(pid, NULL, 0);
}

static void look_machine(uint32_t slot)
{
    struct sysinfo s = { 0 };
    struct rusage u = { 0 };
    (void)slot;
    put_result(sysinfo(&s));
    put(s.freeram);
    put(s.sharedram);
    put(s.bufferram);
    put(s.procs);
    put_result(getrusage(RUSAGE_SELF, &u));
    put((uint64_t)u.ru_minflt);
    put((uint64_t)u.ru_majflt);
    put((uint64_t)u.ru_nivcsw);
    put((uint64_t)u.ru_oublock);
}

static void look_space(uint32_t slot)
{
    (void)slot;
    for (unsigned i = 0; i < places; i++) {
        struct statfs s = { 0 };
        put_result(statfs(place[i], &s));
        put(s.f_bfree);
        put(s.f_bavail);
        put(s.f_ffree);
    }
}

static void look_names(uint32_t slot)
{
    char path[2 * PATH];
    for (unsigned i = 0; i < writables; i++) {
        file_name(path, i, slot);
        put_result(access(path, F_OK));
    }
}

static long resident(const char *page)
{
    unsigned char in = 0;
    long result = page ? mincore((void *)(uintptr_t)page, WHISPER_PAGE, &in) : -1;
    return result < 0 ? -1 : in & 1;
}

static long read_at_once(uint32_t number)
{
    char byte;
    struct iovec one = { &byte, 1 };
    int fd = open(book, O_RDONLY);
    long result = syscall(SYS_preadv2, fd, &one, 1L, (long)(number + MAPPED) * WHISPER_STEP, 0L, 8L /* RWF_NOWAIT */);
    int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return result;
}

static long read_and_count(const char *page)
{
    struct rusage before = { 0 }, after = { 0 };
    if (getrusage(RUSAGE_SELF, &before))
        return -1;
    touch_page(page);
    getrusage(RUSAGE_SELF, &after);
    return after.ru_inblock - before.ru_inblock;
}

static void look_pages(uint32_t slot)
{
    const char *page = map_page(2 * slot);
    put_result(resident(page));
    put_result(read_at_once(2 * slot));
    put_result(read_and_count(page));
    drop_page(page);
}

static int64_t time_of(const char *page)
{
    int64_t before = now_ns();
    touch_page(page);
    return now_ns() - before;
}

static void look_page_times(uint32_t slot)
{
    const char *one = map_page(2 * slot), *other = map_page(2 * slot + 1);
    int64_t first = time_of(one), second = time_of(other);
    put((uint64_t)(first - second));
    drop_page(one);
    drop_page(other);
}

static void look_locks(uint32_t slot)
{
    struct flock l = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1 };
    int fd = open(note, O_RDONLY);
    (void)slot;
    put_result(fcntl(fd, F_SETLEASE, F_WRLCK));
    fcntl(fd, F_SETLEASE, F_UNLCK);
    put_result(flock(fd, LOCK_EX | LOCK_NB));
    flock(fd, LOCK_UN);
    put_result(fcntl(fd, F_OFD_GETLK, &l));
    put((uint64_t)l.l_type);
    if (fd >= 0)
        close(fd);
}

static void look_events(uint32_t slot)
{
    static int fd = -1;
    static bool begun;
    char events[4096];
    (void)slot;
    if (!begun && (fd = inotify_init1(IN_NONBLOCK)) >= 0)
        inotify_add_watch(fd, note, IN_OPEN);
    begun = true;
    put(fd < 0 ? 0 : (uint64_t)(read(fd, events, sizeof events) + 1));
}

static void look_futexes(uint32_t slot)
{
    uint32_t *second = futex_word(1);
    (void)slot;
    put_result(second ? futex(second, FUTEX_WAKE, 1, NULL, NULL) : -1);
}

static void look_sockets(uint32_t slot)
{
    struct sockaddr_un a = abstract_name();
    struct sockaddr_in p = port_name();
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    (void)slot;
    put_result(connect(fd, (struct sockaddr *)&a, sizeof a));
    if (fd >= 0)
        close(fd);
    fd = socket(AF_INET, SOCK_DGRAM, 0);
    put_result(fd < 0 ? -1 : bind(fd, (struct sockaddr *)&p, sizeof p));
    if (fd >= 0)
        close(fd);
}

static void look_ipc(uint32_t slot)
{
    int id = shmget((key_t)(SYSV_KEY + slot), 4096, 0);
    put(id < 0 ? (uint64_t)-errno : 1);
}

static void look_keys(uint32_t slot)
{
    char name[32];
    key_name(name, slot);
    put(syscall(SYS_keyctl, 10L, -4L, "user", name, 0L) < 0 ? (uint64_t)-errno : 1);
}

static void put_stat(const char *path, bool times)
{
    struct stat s = { 0 };
    put_result(lstat(path, &s));
    put(s.st_ino), put(s.st_dev), put(s.st_nlink), put((uint64_t)s.st_size), put((uint64_t)s.st_blocks), put(s.st_mode);
    if (times)
        put((uint64_t)s.st_atim.tv_nsec), put((uint64_t)s.st_mtim.tv_nsec), put((uint64_t)s.st_ctim.tv_nsec);
}

/* Of folders that it writes to itself the times would be those of its own work. */
static void look_stats(uint32_t slot)
{
    (void)slot;
    put_stat(note, true);
    put_stat(book, true);
    for (unsigned i = 0; i < places; i++)
        put_stat(place[i], access(place[i], W_OK) != 0);
}

static void put_numbers(const char *path)
{
    static char text[1 << 16];
    int fd = open(path, O_RDONLY | O_NONBLOCK);
    ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[n > 0 ? n : 0] = '\0';
    uint64_t sum = 0;
    for (char *at = text; *at;)
        if (*at >= '0' && *at <= '9')
            sum += strtoull(at, &at, 10);
        else
            at++;
    put(sum);
}

/* Shared_Clean of all that is mapped. */
static void put_shared(void)
{
    char line[512];
    unsigned long sum = 0, kb;
    FILE *f = fopen("/proc/self/smaps", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "Shared_Clean: %lu", &kb) == 1)
            sum += kb;
    if (f)
        fclose(f);
    put(sum);
}

static void look_proc(uint32_t slot)
{
    static const char *const folders[] = { "/proc", "/proc/self", "/proc/sys/fs", "/proc/sys/kernel", "/proc/sys/vm" };
    static void *head;
    char path[PATH];
    (void)slot;
    if (!head)
        head = map_head(PROT_READ);
    int fd = eventfd(0, 0);
    snprintf(path, sizeof path, "/proc/self/fdinfo/%d", fd);
    put_numbers(path);
    if (fd >= 0)
        close(fd);
    put_shared();
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        static const char *const names[] = { "meminfo",   "vmstat",       "loadavg",     "sched_debug",  "inode-state",
                                             "file-nr",   "dentry-state", "ns_last_pid", "slabinfo",     "zoneinfo",
                                             "buddyinfo", "net/sockstat", "net/unix",    "locks",        "timer_list",
                                             "swaps",     "mounts",       "cgroup",      "smaps_rollup", "statm",
                                             "io" };
        for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
            snprintf(path, sizeof path, "%s/%s", folders[i], names[k]);
            put_numbers(path);
        }
    }
}

static void look_sweep(uint32_t slot)
{
    (void)slot;
    sweep(LINE, place[0], put);
}

static void look_time(uint32_t slot)
{
    enum { ROOM = 1 << 20, ROUNDS = 2000000 };
    static volatile char room[ROOM];
    volatile uint64_t sum = 0;
    (void)slot;
    int64_t begin = now_ns();
    for (int i = 0; i < ROUNDS; i++)
        sum += (uint64_t)i;
    int64_t middle = now_ns();
    for (size_t i = 0; i < ROOM; i += 64)
        room[i]++;
    put((uint64_t)(middle - begin));
    put((uint64_t)(now_ns() - middle));
    put(sum);
}

static void (*const looks[WHISPER_GROUP_COUNT])(uint32_t) = {
    [GROUP_INODES] = look_inodes,   [GROUP_COOKIES] = look_cookies,
    [GROUP_IDS] = look_ids,         [GROUP_MACHINE] = look_machine,
    [GROUP_SPACE] = look_space,     [GROUP_NAMES] = look_names,
    [GROUP_PAGES] = look_pages,     [GROUP_PAGE_TIMES] = look_page_times,
    [GROUP_LOCKS] = look_locks,     [GROUP_EVENTS] = look_events,
    [GROUP_FUTEXES] = look_futexes, [GROUP_SOCKETS] = look_sockets,
    [GROUP_IPC] = look_ipc,         [GROUP_KEYS] = look_keys,
    [GROUP_STATS] = look_stats,     [GROUP_PROC] = look_proc,
    [GROUP_SWEEP] = look_sweep,     [GROUP_TIME] = look_time,
};

/* --- the line ------------------------------------------------------------------------------------------------ */

static bool send_all(const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        ssize_t n = write(LINE, at, size);
        if (n <= 0)
            return false;
        at += n;
        size -= (size_t)n;
    }
    return true;
}

int main(int argc, char **argv)
{
    struct whisper_order o;
    if (argc != 2)
        return 2;
    snprintf(book, sizeof book, "%s/book", argv[1]);
    snprintf(note, sizeof note, "%s/note", argv[1]);
    find_places();
    signal(SIGXFSZ, SIG_IGN); /* a file too large for the jail is refused, and less is tried */
    while (read(LINE, &o, sizeof o) == sizeof o) {
        bool sent = false;
        if (o.what == 'a' && o.which < WHISPER_ACT_COUNT) {
            acts[o.which](o.bit, o.slot);
            sent = send_all("!", 1);
        } else if (o.what == 'p' && o.which < WHISPER_GROUP_COUNT) {
            words = 0;
            looks[o.which](o.slot);
            sent = send_all(&words, sizeof words) && send_all(word, words * sizeof *word);
        }
        if (!sent)
            return 3;
    }
    return 0;
}
