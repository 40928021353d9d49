/* A reader that was taken over: code in it tries what a thief would, and gets nothing; in a child that is no reader it gets what that user may. */
#include "support/test.h"
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "child/reader.h"
#include "support/skipped.h"

static char secret[] = "what its parent knows";

static bool of_passwords(void) { return open("/etc/passwd", O_RDONLY | O_CLOEXEC) >= 0; }
static bool of_hashes(void) { return open("/etc/shadow", O_RDONLY | O_CLOEXEC) >= 0; }
static bool a_new_file(void) { return open("/tmp", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600) >= 0; }
static bool a_folder(void)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/fiel-t-planted-%d", (int)getppid());
    return mkdir(path, 0700) == 0 && rmdir(path) == 0;
}
static bool a_descriptor(void) { return write(2, "", 0) == 0; }
static bool a_signal(void) { return kill(getppid(), 0) == 0; }
static bool a_limit(void) { return prlimit(getppid(), RLIMIT_NOFILE, NULL, &(struct rlimit){ 0, 0 }) == 0; }
static bool memory_of_its_parent(void)
{
    char into[8];
    struct iovec ours = { into, sizeof into }, theirs = { secret, sizeof into };
    return process_vm_readv(getppid(), &ours, 1, &theirs, 1, 0) > 0;
}
static bool a_process(void)
{
    pid_t pid = fork();
    if (pid == 0)
        _exit(0);
    return pid > 0 && waitpid(pid, NULL, 0) == pid;
}
static bool a_program(void)
{
    errno = 0;
    return execve("/etc/passwd", (char *const[]){ NULL }, (char *const[]){ NULL }) < 0 &&
           errno != EPERM; /* it is none */
}
static bool a_line(void) { return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0) >= 0; }
static bool a_line_within(void) { return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) >= 0; }
static bool a_file_in_memory(void) { return syscall(SYS_memfd_create, "planted", 0) >= 0; }
static bool a_key(void) { return syscall(SYS_add_key, "user", "planted", "x", 1L, -2L) >= 0; }
static bool to_be_root(void) { return setresuid(0, 0, 0) == 0; }
static bool a_namespace(void) { return unshare(CLONE_NEWUTS) == 0; }
static bool much_memory(void)
{
    return mmap(NULL, 2ul * READER_MEMORY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}

static const struct {
    const char *what;
    bool (*get)(void);
    bool maybe; /* to a child without limits: only root gets it, and not in every container */
} thefts[] = {
    { "a file that all may read", of_passwords, false },
    { "a file that root may read", of_hashes, true },
    { "a new file", a_new_file, false },
    { "a folder", a_folder, false },
    { "a descriptor of its parent's", a_descriptor, false },
    { "a signal to its parent", a_signal, false },
    { "its parent's limits", a_limit, false },
    { "its parent's memory", memory_of_its_parent, true },
    { "a process", a_process, false },
    { "a program", a_program, false },
    { "a line to the network", a_line, false },
    { "a line to another process", a_line_within, false },
    { "memory that is a file", a_file_in_memory, false },
    { "a key of the kernel's", a_key, true },
    { "root", to_be_root, true },
    { "a namespace", a_namespace, true },
    { "more memory", much_memory, false },
};
enum { THEFTS = sizeof thefts / sizeof *thefts };

static void steal(int to, int from, const void *order)
{
    bool got[THEFTS];
    (void)from;
    (void)order;
    for (size_t i = 0; i < THEFTS; i++)
        got[i] = thefts[i].get();
    (void)reader_tell(to, got, sizeof got);
}

TEST(held_it_gets_nothing)
{
    bool got[THEFTS];
    struct reader_child r;
#if defined(__SANITIZE_ADDRESS__)
    skipped("a reader that was taken over", "a sanitizer holds none");
    return;
#endif
    assert_true(reader_start(&r, &(struct reader_job){ .read = steal, .from = -1 }));
    bool heard = reader_hear(&r, got, sizeof got);
    assert_true(reader_end(&r) && heard);
    for (size_t i = 0; i < THEFTS; i++)
        if (got[i])
            fail_msg("it got %s", thefts[i].what);
}

TEST(free_it_gets_all)
{
    bool got[THEFTS];
    int line[2];
    assert_int_equal(pipe(line), 0);
    pid_t pid = fork();
    if (pid == 0) {
        steal(line[1], -1, NULL);
        _exit(0);
    }
    assert_int_equal(read(line[0], got, sizeof got), sizeof got);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
    for (size_t i = 0; i < THEFTS; i++)
        if (!got[i] && !thefts[i].maybe)
            fail_msg("it did not get %s", thefts[i].what);
    close(line[0]);
    close(line[1]);
}
