/* A program of this project as a child: its streams, its signals and how it ended. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "child/run.h"
#include "support/scratch.h"

static char folder[SCRATCH_ROOM];

static char *in_folder(const char *name, char path[64])
{
    snprintf(path, 64, "%s/%s", folder, name);
    return path;
}

/* A shell with this command; its exit code, or -1. */
static int shell(const char *command, const char *out, const char *err)
{
    char *const argv[] = { "sh", "-c", (char *)(uintptr_t)command, NULL };
    const struct run r = { .path = "/bin/sh", .argv = argv, .file = { "/dev/null", out, err } };
    pid_t child;
    return run_start(&r, &child) ? -1 : run_wait(child);
}

static void file_holds(const char *path, const char *text)
{
    char held[256];
    FILE *f = fopen(path, "re");
    assert_non_null(f);
    size_t n = fread(held, 1, sizeof held - 1, f);
    held[n] = '\0';
    fclose(f);
    assert_string_equal(held, text);
}

static void streams_go_into_files_that_are_emptied(void **state)
{
    char out[64], err[64];
    (void)state;
    in_folder("out", out);
    in_folder("err", err);
    assert_int_equal(shell("echo something longer; echo that is complained of >&2; read -r x", out, err), 1);
    file_holds(out, "something longer\n");
    file_holds(err, "that is complained of\n");
    assert_int_equal(shell("echo less", out, err), 0);
    file_holds(out, "less\n");
    file_holds(err, "");
}

static void a_stream_goes_to_a_descriptor(void **state)
{
    char *const argv[] = { "sh", "-c", "echo heard; read -r x && echo read", NULL };
    char text[64];
    int ends[2];
    pid_t child;
    (void)state;
    assert_int_equal(pipe2(ends, 0), 0);
    const struct run r = {
        .path = "/bin/sh", .argv = argv, .file = { "/dev/null" }, .fd = { -1, ends[1], STDERR_FILENO }
    };
    assert_int_equal(run_start(&r, &child), 0);
    close(ends[1]);
    assert_int_equal(run_wait(child), 1);
    assert_int_equal(read(ends[0], text, sizeof text), 6);
    assert_memory_equal(text, "heard\n", 6);
    close(ends[0]);
}

static void no_signal_is_blocked(void **state)
{
    sigset_t blocked, before;
    (void)state;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    sigprocmask(SIG_BLOCK, &blocked, &before);
    int code = shell("kill -TERM $$; exit 7", "/dev/null", "/dev/null");
    sigprocmask(SIG_SETMASK, &before, NULL);
    assert_int_equal(code, 128 + SIGTERM);
}

static void an_environment_is_given(void **state)
{
    char *const argv[] = { "sh", "-c", "echo \"$GIVEN\"", NULL }, *const given[] = { "GIVEN=this one", NULL };
    char out[64];
    pid_t child;
    (void)state;
    const struct run r = { .path = "/bin/sh",
                           .argv = argv,
                           .environment = given,
                           .file = { "/dev/null", in_folder("environment", out), "/dev/null" } };
    assert_int_equal(run_start(&r, &child), 0);
    assert_int_equal(run_wait(child), 0);
    file_holds(out, "this one\n");
}

static void what_cannot_be_started_is_no_child(void **state)
{
    char *const argv[] = { "none", NULL };
    const struct run nothing = { .path = "/no/such/program", .argv = argv, .fd = { 0, 1, 2 } }, nowhere = {
        .path = "/bin/true", .argv = argv, .file = { NULL, "/no/such/folder/out" }, .fd = { 0, -1, 2 }
    };
    pid_t child;
    (void)state;
    assert_int_equal(run_start(&nothing, &child), ENOENT);
    assert_int_equal(run_start(&nowhere, &child), ENOENT);
    assert_int_equal(run_wait(getpid()), -1);
}

static int make_folder(void **state)
{
    (void)state;
    scratch_make(folder);
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    scratch_remove(folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_go_into_files_that_are_emptied),
        cmocka_unit_test(a_stream_goes_to_a_descriptor),
        cmocka_unit_test(no_signal_is_blocked),
        cmocka_unit_test(an_environment_is_given),
        cmocka_unit_test(what_cannot_be_started_is_no_child),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
