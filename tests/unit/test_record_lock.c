/* record_lock: one process plays a record, the kernel says which, and one that dies lets go. */

#include "support/test.h"

#include "base/record_lock.h"
#include "support/folder.h"

enum { PATIENCE_MS = 60000 }; /* a bound for hangs, not a timing */

static char path[256];
FOLDER_FOR_ALL

/* A process that does `part`, says with a byte that it is done, and waits to be killed. */
static pid_t other(int (*part)(void))
{
    int said[2];
    char byte = 0;
    assert_int_equal(pipe(said), 0);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        byte = part() == 0 ? 'y' : 'n';
        if (write(said[1], &byte, 1) == 1)
            pause();
        _exit(1);
    }
    close(said[1]);
    assert_int_equal(read(said[0], &byte, 1), 1);
    assert_int_equal(byte, 'y');
    close(said[0]);
    return pid;
}

static void end(pid_t pid)
{
    kill(pid, SIGKILL);
    assert_int_equal(waitpid(pid, NULL, 0), pid);
}

static int take(void)
{
    static struct record_lock l;
    enum record_holder by;
    pid_t pid;
    return record_lock_take(&l, path, PATIENCE_MS, &by, &pid);
}

/* Anyone who looks into the files of a folder opens the lock of their own record, too. */
static int take_and_look_into(void)
{
    int bad = take(), fd = open(path, O_RDONLY | O_CLOEXEC);
    return bad || fd < 0 || close(fd) ? -1 : 0;
}

TEST(a_look_into_it_lets_nobody_in)
{
    struct record_lock l = { .fd = -1 };
    enum record_holder by;
    pid_t pid, holder = other(take_and_look_into);
    assert_int_equal(record_lock_take(&l, path, PATIENCE_MS, &by, &pid), -1);
    assert_int_equal(by, HOLDER_SUPERVISOR);
    assert_int_equal(record_lock_held(path, &pid), HOLDER_SUPERVISOR);
    end(holder);
}

/* A referee that is left behind: its supervisor took the record, handed the descriptor over and is gone. */
static int referee_alone(void)
{
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    return fd < 0 ? -1 : record_lock_referee(fd);
}

TEST(one_has_it)
{
    struct record_lock l = { .fd = -1 };
    enum record_holder by;
    pid_t pid, holder = other(take);
    assert_int_equal(record_lock_take(&l, path, PATIENCE_MS, &by, &pid), -1);
    assert_int_equal(by, HOLDER_SUPERVISOR);
    assert_int_equal(pid, holder);
    assert_int_equal(l.fd, -1);
    assert_int_equal(record_lock_held(path, &pid), HOLDER_SUPERVISOR);
    assert_int_equal(pid, holder);
    end(holder); /* whatever way it dies, it lets go */
    assert_int_equal(record_lock_held(path, &pid), HOLDER_NONE);
    assert_int_equal(record_lock_take(&l, path, PATIENCE_MS, &by, &pid), 0);
    record_lock_drop(&l);
    assert_int_equal(access(path, F_OK), -1);
    record_lock_drop(&l); /* nothing is held: nothing happens */
}

/* The descriptor that a child was forked with is no lock of the child's. */
static int nothing(void) { return 0; }

TEST(a_child_holds_nothing)
{
    struct record_lock l = { .fd = -1 };
    enum record_holder by;
    pid_t pid;
    assert_int_equal(record_lock_take(&l, path, PATIENCE_MS, &by, &pid), 0);
    pid_t child = other(nothing);
    record_lock_drop(&l);
    assert_int_equal(record_lock_take(&l, path, PATIENCE_MS, &by, &pid), 0);
    record_lock_drop(&l);
    end(child);
}

/* It is waited for, does not come, and is named. */
TEST(a_referee_left_behind_protects)
{
    struct record_lock l = { .fd = -1 };
    enum record_holder by;
    pid_t pid, referee = other(referee_alone);
    assert_int_equal(record_lock_held(path, &pid), HOLDER_REFEREE);
    assert_int_equal(pid, referee);
    assert_int_equal(record_lock_take(&l, path, 1, &by, &pid), -1);
    assert_int_equal(by, HOLDER_REFEREE);
    assert_int_equal(pid, referee);
    assert_int_equal(access(path, F_OK), 0); /* who was refused removes nothing */
    end(referee);
    assert_int_equal(record_lock_take(&l, path, PATIENCE_MS, &by, &pid), 0);
    record_lock_drop(&l);
}

/* One that ends is waited for. */
TEST(a_referee_on_its_way_out)
{
    struct record_lock l = { .fd = -1 };
    enum record_holder by;
    pid_t pid, referee = other(referee_alone);
    kill(referee, SIGKILL); /* and it is not reaped yet */
    assert_int_equal(record_lock_take(&l, path, PATIENCE_MS, &by, &pid), 0);
    record_lock_drop(&l);
    end(referee);
}

TEST(what_cannot_be_locked)
{
    struct record_lock l = { .fd = -1 };
    enum record_holder by;
    pid_t pid;
    assert_int_equal(record_lock_take(&l, "/nowhere/at/all.lock", PATIENCE_MS, &by, &pid), -1);
    assert_int_equal(by, HOLDER_NONE);
    assert_int_equal(errno, ENOENT);
    assert_int_equal(symlink("/tmp", path), 0);
    assert_int_equal(record_lock_take(&l, path, PATIENCE_MS, &by, &pid), -1); /* no file of another is made or locked */
    assert_int_equal(by, HOLDER_NONE);
    assert_int_equal(errno, ELOOP);
    assert_int_equal(unlink(path), 0);
}

/* What is removed by its holder is nobody's: the next one makes it anew. */
TEST(dropped_and_taken)
{
    struct record_lock l = { .fd = -1 };
    enum record_holder by;
    pid_t pid;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(record_lock_take(&l, path, PATIENCE_MS, &by, &pid), 0);
        record_lock_drop(&l);
    }
}

BEFORE_ALL(name_path)
{
    snprintf(path, sizeof path, "%s/m.lock", folder);
    return 0;
}
