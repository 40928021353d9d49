/* whisper_acts: what the one whisperer does, and what of it the other needs to look; the middle of whisper.c, whose places and files
 * it uses. */
#ifndef FIEL_BAD_WHISPER_ACTS_H
#define FIEL_BAD_WHISPER_ACTS_H

static void do_pipes(bool bit, uint32_t slot)
{
    int ends[2];
    (void)slot;
    for (int i = 0; bit && i < MANY; i++)
        if (!pipe(ends))
            close(ends[0]), close(ends[1]);
}

static void do_sockets(bool bit, uint32_t slot)
{
    int ends[2];
    (void)slot;
    for (int i = 0; bit && i < MANY; i++)
        if (!socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
            close(ends[0]), close(ends[1]);
}

static long cookie(void)
{
    uint64_t value = 0;
    socklen_t size = sizeof value;
    int fd = socket(AF_UNIX, SOCK_STREAM, 0);
    long result = getsockopt(fd, SOL_SOCKET, 57 /* SO_COOKIE */, &value, &size);
    int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
    return result < 0 ? -1 : (long)value;
}

static void do_cookies(bool bit, uint32_t slot)
{
    (void)slot;
    for (int i = 0; bit && i < MANY; i++)
        cookie();
}

static void do_shared(bool bit, uint32_t slot)
{
    (void)slot;
    for (int i = 0; bit && i < MANY; i++) {
        void *at = mmap(NULL, WHISPER_PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (at != MAP_FAILED)
            munmap(at, WHISPER_PAGE);
    }
}

static void do_eventfds(bool bit, uint32_t slot)
{
    static int held[HELD];
    static bool open;
    (void)slot;
    for (int i = 0; i < HELD; i++) {
        if (bit && !open)
            held[i] = eventfd(0, 0);
        else if (!bit && open)
            close(held[i]);
    }
    open = bit;
}

static void *nothing(void *user) { return user; }

static void do_threads(bool bit, uint32_t slot)
{
    pthread_t t;
    (void)slot;
    for (int i = 0; bit && i < MANY; i++)
        if (!pthread_create(&t, NULL, nothing, NULL))
            pthread_join(t, NULL);
}

static void do_forks(bool bit, uint32_t slot)
{
    (void)slot;
    for (int i = 0; bit && i < MANY; i++) {
        pid_t pid = fork();
        if (!pid)
            _exit(0);
        if (pid > 0)
            waitpid(pid, NULL, 0);
    }
}

static volatile bool leave;

static void *stay(void *user)
{
    while (!leave)
        nanosleep(&(struct timespec){ .tv_nsec = 200000 }, NULL);
    return user;
}

static void do_load(bool bit, uint32_t slot)
{
    static pthread_t t[ALIVE];
    static unsigned alive;
    (void)slot;
    leave = !bit;
    while (!bit && alive > 0)
        pthread_join(t[--alive], NULL);
    while (bit && alive < ALIVE && !pthread_create(&t[alive], NULL, stay, NULL))
        alive++;
}

static void do_disk(bool bit, uint32_t slot)
{
    static char bytes[ON_DISK];
    static int fd = -1;
    (void)slot;
    if (fd < 0) {
        fd = open("/tmp/whisper-disk", O_RDWR | O_CREAT, 0600);
        unlink("/tmp/whisper-disk");
    }
    if (bit && fallocate(fd, 0, 0, TAKEN))
        (void)!pwrite(fd, bytes, sizeof bytes, 0);
    if (!bit)
        (void)!ftruncate(fd, 0);
}

static void file_name(char path[2 * PATH], unsigned i, uint32_t slot)
{
    snprintf(path, 2 * PATH, "%s/whisper-%u", writable[i], slot);
}

static void do_files(bool bit, uint32_t slot)
{
    char path[2 * PATH];
    for (unsigned i = 0; i < writables; i++) {
        file_name(path, i, slot);
        int fd = bit ? open(path, O_RDWR | O_CREAT, 0666) : -1;
        if (fd >= 0)
            close(fd);
        else
            unlink(path);
    }
}

static const char *map_page(uint32_t number)
{
    int fd = open(book, O_RDONLY);
    void *at = mmap(NULL, WHISPER_PAGE, PROT_READ, MAP_SHARED, fd, (off_t)(number + MAPPED) * WHISPER_STEP);
    if (fd >= 0)
        close(fd);
    if (at == MAP_FAILED)
        return NULL;
    madvise(at, WHISPER_PAGE, MADV_RANDOM);
    return at;
}

static void touch_page(const char *page)
{
    if (page)
        (void)*(volatile const char *)page;
}

static void drop_page(const char *page)
{
    if (page)
        munmap((void *)(uintptr_t)page, WHISPER_PAGE);
}

/* One of two pages: so the work is the same for both bits. */
static void do_pages(bool bit, uint32_t slot)
{
    const char *page = map_page(2 * slot + !bit);
    touch_page(page);
    drop_page(page);
}

static void *map_head(int prot)
{
    int fd = open(book, O_RDONLY);
    void *at = mmap(NULL, MAPPED * WHISPER_PAGE, prot, MAP_SHARED, fd, 0);
    if (fd >= 0)
        close(fd);
    for (int i = 0; at != MAP_FAILED && i < MAPPED; i++)
        touch_page((const char *)at + i * WHISPER_PAGE);
    return at;
}

static void do_mapped(bool bit, uint32_t slot)
{
    static void *held = MAP_FAILED;
    (void)slot;
    if (bit && held == MAP_FAILED)
        held = map_head(PROT_READ);
    else if (!bit && held != MAP_FAILED)
        munmap(held, MAPPED * WHISPER_PAGE), held = MAP_FAILED;
}

static void do_flock(bool bit, uint32_t slot)
{
    static int fd = -1;
    (void)slot;
    if (fd < 0)
        fd = open(note, O_RDONLY);
    flock(fd, (bit ? LOCK_EX : LOCK_UN) | LOCK_NB);
}

static void do_record_lock(bool bit, uint32_t slot)
{
    static int fd = -1;
    struct flock l = { .l_type = bit ? F_RDLCK : F_UNLCK, .l_whence = SEEK_SET, .l_len = 1 };
    (void)slot;
    if (fd < 0)
        fd = open(note, O_RDONLY);
    fcntl(fd, F_OFD_SETLK, &l);
}

static void do_opened(bool bit, uint32_t slot)
{
    static int fd = -1;
    (void)slot;
    if (bit && fd < 0)
        fd = open(note, O_RDONLY);
    else if (!bit && fd >= 0)
        close(fd), fd = -1;
}

static void do_watched(bool bit, uint32_t slot)
{
    int fd = bit ? open(note, O_RDONLY) : -1;
    (void)slot;
    if (fd >= 0)
        close(fd);
}

static long futex(uint32_t *at, int what, uint32_t value, const void *time_or_count, uint32_t *other)
{
    return syscall(SYS_futex, at, what, value, time_or_count, other, 0);
}

/* The word of this slot's parity, in the file's own pages. */
static uint32_t *futex_word(unsigned number)
{
    static uint32_t *at;
    if (!at)
        at = map_head(PROT_READ);
    return (void *)at == MAP_FAILED ? NULL : at + number;
}

static void *wait_there(void *user)
{
    futex(user, FUTEX_WAIT, *(uint32_t *)user, NULL, NULL);
    return NULL;
}

/* Its waiter has been seen, by moving it to a second word, before it is told that it is done; a bit of zero wakes it. */
static void do_futex(bool bit, uint32_t slot)
{
    static pthread_t t;
    static bool waits;
    uint32_t *first = futex_word(0), *second = futex_word(1);
    (void)slot;
    if (!first)
        return;
    if (waits) {
        futex(second, FUTEX_WAKE, 1, NULL, NULL);
        pthread_join(t, NULL);
        waits = false;
    }
    if (!bit || pthread_create(&t, NULL, wait_there, first))
        return;
    waits = true;
    while (futex(first, FUTEX_REQUEUE, 0, (void *)(uintptr_t)1, second) == 0)
        sched_yield();
}

static struct sockaddr_un abstract_name(void)
{
    struct sockaddr_un a = { .sun_family = AF_UNIX };
    strcpy(a.sun_path + 1, "fiel-whisper");
    return a;
}

static void do_abstract(bool bit, uint32_t slot)
{
    static int fd = -1;
    struct sockaddr_un a = abstract_name();
    (void)slot;
    if (fd >= 0)
        close(fd), fd = -1;
    if (bit && (fd = socket(AF_UNIX, SOCK_STREAM, 0)) >= 0 && !bind(fd, (struct sockaddr *)&a, sizeof a))
        listen(fd, 4);
}

static struct sockaddr_in port_name(void)
{
    return (struct sockaddr_in){ .sin_family = AF_INET,
                                 .sin_port = htons(PORT),
                                 .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
}

static void do_port(bool bit, uint32_t slot)
{
    static int fd = -1;
    struct sockaddr_in a = port_name();
    (void)slot;
    if (fd >= 0)
        close(fd), fd = -1;
    if (bit && (fd = socket(AF_INET, SOCK_DGRAM, 0)) >= 0)
        (void)!bind(fd, (struct sockaddr *)&a, sizeof a);
}

static void do_sysv(bool bit, uint32_t slot)
{
    int id = shmget((key_t)(SYSV_KEY + slot), 4096, bit ? IPC_CREAT | 0666 : 0);
    if (id >= 0 && !bit)
        shmctl(id, IPC_RMID, NULL);
}

static void key_name(char name[32], uint32_t slot) { snprintf(name, 32, "whisper-%u", slot); }

static void do_keys(bool bit, uint32_t slot)
{
    char name[32];
    key_name(name, slot);
    if (bit)
        syscall(SYS_add_key, "user", name, "x", 1L, -4L);
    else
        syscall(SYS_keyctl, 9 /* unlink */, syscall(SYS_keyctl, 10 /* search */, -4L, "user", name, 0L), -4L);
}

static void do_times(bool bit, uint32_t slot)
{
    (void)slot;
    (void)!chmod(note, bit ? 0644 : 0444);
}

/* --- in the background --- */

static volatile int busy; /* 1: counts, 2: walks through memory */

static void *work(void *user)
{
    static volatile char room[32 << 20];
    (void)user;
    for (size_t i = 0;; i += 64) {
        if (busy == 2)
            room[i % sizeof room]++;
        else if (!busy)
            nanosleep(&(struct timespec){ .tv_nsec = 50000 }, NULL);
    }
    return NULL;
}

static void set_busy(int how)
{
    static bool runs;
    pthread_t t;
    busy = how;
    if (how && !runs)
        runs = !pthread_create(&t, NULL, work, NULL);
}

static void do_spin(bool bit, uint32_t slot)
{
    (void)slot;
    set_busy(bit ? 1 : 0);
}

static void do_cache(bool bit, uint32_t slot)
{
    (void)slot;
    set_busy(bit ? 2 : 0);
}

static void (*const acts[WHISPER_ACT_COUNT])(bool, uint32_t) = {
    [ACT_PIPES] = do_pipes,       [ACT_SOCKETS] = do_sockets,   [ACT_COOKIES] = do_cookies,
    [ACT_SHARED] = do_shared,     [ACT_EVENTFDS] = do_eventfds, [ACT_THREADS] = do_threads,
    [ACT_FORKS] = do_forks,       [ACT_LOAD] = do_load,         [ACT_DISK] = do_disk,
    [ACT_FILES] = do_files,       [ACT_PAGES] = do_pages,       [ACT_PAGES_TIMED] = do_pages,
    [ACT_MAPPED] = do_mapped,     [ACT_FLOCK] = do_flock,       [ACT_RECORD_LOCK] = do_record_lock,
    [ACT_OPENED] = do_opened,     [ACT_WATCHED] = do_watched,   [ACT_FUTEX] = do_futex,
    [ACT_ABSTRACT] = do_abstract, [ACT_PORT] = do_port,         [ACT_SYSV] = do_sysv,
    [ACT_KEYS] = do_keys,         [ACT_TIMES] = do_times,       [ACT_SPIN] = do_spin,
    [ACT_CACHE] = do_cache,
};

#endif
