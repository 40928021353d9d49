/* build: `fiel build` over sources that work, fail and bomb: what comes out, what is said, what is reached. */
#include "guise.h"
#include "process.h"
#include "support/skipped.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

static char dir[64], source[80], out[80];

static int setup(STATE)
{
    char path[128];
    static const char bot[] = "#include <stdio.h>\nint main(void) { return puts(\"built\") < 0; }\n";
    static const char makefile[] = "bot: bot.c\n\t$(CC) -o $@ $<\n";
    scratch(dir);
    assert_int_equal(chmod(dir, 0755), 0);
    snprintf(source, sizeof source, "%s/source", dir);
    snprintf(out, sizeof out, "%s/out", dir);
    assert_int_equal(mkdir(source, 0755), 0);
    snprintf(path, sizeof path, "%s/bot.c", source);
    spill(path, bot, strlen(bot));
    snprintf(path, sizeof path, "%s/Makefile", source);
    spill(path, makefile, strlen(makefile));
    return 0;
}

static int teardown(STATE)
{
    scratch_remove(dir);
    return 0;
}

/* Exit code as it should be, and the words among what was said; nothing is left of what failed. */
static void build(const char *jail, const char *more, const char *value, const char *command, int code,
                  const char *says)
{
    char option[64];
    snprintf(option, sizeof option, "--%s=%s", more, value);
    OWNED_RUN r = run("fiel", "build", "--jail", jail, option, source, out, command, NULL);
    if (r.code != code || !strstr(r.err, says) || (code && !access(out, F_OK)))
        fail_msg("'%s': exit %d, not %d\n%.2000s\n%s", command, r.code, code, r.out, r.err);
    if (!code)
        scratch_remove(out);
}

/* Whether every layer that strict demands holds here; a build with sanitizers has no filter. */
static bool strict_holds(const char *what)
{
    OWNED_RUN r = run("fiel", "jail-test", "--quick", NULL);
    bool holds = r.code == 0;
    if (!holds)
        skipped(what, "this machine does not hold strict: see `fiel jail-test`");
    return holds;
}

/* Whether the limits that need walls are there at all. */
static bool walls_hold(const char *what)
{
    OWNED_RUN r = run("fiel", "jail-test", "--quick", "--json", NULL);
    bool holds = strstr(r.out, "{\"layer\":\"own files\",\"held\":true") &&
                 strstr(r.out, "{\"layer\":\"own processes\",\"held\":true");
    if (!holds)
        skipped(what, "no own files or processes here: see `fiel jail-test`");
    return holds;
}

/* Whether all processes of a build are counted together: that takes a /proc in its walls. */
static bool counts(const char *what)
{
    OWNED_RUN r = run("fiel", "build", "--jail", "basic", source, out, "[ -e /proc/self ]", NULL);
    bool counted = r.code == 0;
    scratch_remove(out);
    if (!counted)
        skipped(what, "no /proc can be mounted in a build's walls here");
    return counted;
}

/* --- words ----------------------------------------------------------------------------------------------------------- */

TEST_WITH(test_words_that_are_wrong, setup, teardown)
{
    build("loose", "time", "1m", "true", 2, "not one of: strict basic none");
    build("none", "time", "soon", "true", 2, "--time: \'soon'");
    build("none", "time", "0s", "true", 2, "--time: \'0s'");
    build("none", "memory", "much", "true", 2, "--memory: \'much'");
    build("none", "disk", "0", "true", 2, "--disk: \'0'");
    build("none", "uids", "0-5", "true", 2, "--uids: \'0-5'");
    build("none", "show", "/no/such", "true", 2, "--show: \'/no/such'");
    build("none", "bogus", "1", "true", 2, "unknown option --bogus=1");
    build("none", "time", "1m", "", 2, "SOURCE OUT COMMAND");
    ends(2, "", "fiel", "build", "/no/such/folder", out, "true", NULL);
    run_complains(run("fiel", "build", source, source, "true", NULL), 2, "is there already",
                  NULL); /* sources are nobody's output */
}

/* --- what ends badly -------------------------------------------------------------------------------------------------- */

TEST_WITH(test_bombs_in_time_and_output, setup, teardown)
{
    build("none", "time", "300ms", "while :; do :; done", 1, "took too long");
    build("none", "time", "300ms", "sleep 1000 & sleep 1000 & wait", 1, "took too long");
    build("none", "time", "1m", "yes", 1, "printed more than 1 MiB");
    build("none", "time", "1m", "exit 3", 1, "exit code 3");
    build("none", "time", "1m", "kill -9 $$", 1, "signal 9");
    build("none", "time", "1m", "no-such-compiler", 1, "exit code 127");
}

TEST_WITH(test_bombs_in_walls, setup, teardown)
{
    if (!walls_hold("bombs of disk, memory and processes"))
        return;
    build("basic", "disk", "16M", "yes > big", 1, "its disk was full");
    if (!counts("memory and processes of a build together"))
        return;
    build("basic", "memory", "64M", "tail /dev/zero", 1, "more memory than 64 MiB");
    build("basic", "memory", "64M",
          "for i in 1 2 3 4 5 6; do head -c 30000000 /dev/zero | tail -c 30000000 | (sleep 9; cat) & done; wait", 1,
          "more memory than 64 MiB");
    build("basic", "time", "300s", "f() { f | f & }; (f); while :; do :; done", 1, "more than 256 processes");
    build("basic", "time", "300s", "i=0; while [ $i -lt 400 ]; do sleep 99 & i=$((i+1)); done 2>/dev/null; wait", 1,
          "more than 256 processes");
}

/* A program that nobody may read is counted like every other. */
TEST_WITH(test_hiding_from_the_count, setup, teardown)
{
    if (walls_hold("a program that hides") && counts("a program that hides from the count"))
        build("basic", "memory", "64M", "cp /usr/bin/tail t && chmod 111 t && ./t /dev/zero", 1,
              "more memory than 64 MiB");
}

/* Where part of the machine's /proc is hidden, as in a container, an ordinary user is given none: then nobody counts, each process
 * has all the memory that the build may have, and anyone who fails for want of it is told so.  Every /proc of the machine is hidden in
 * part, for one that is seen whole, as a chroot has it, is enough for the kernel. */
TEST_WITH(test_where_nobody_counts, setup, teardown)
{
    char script[PATH_MAX + 512];
    const char *words[WORDS_MAX], *const shell[] = {
        "/usr/bin/unshare", "-cm", "--keep-caps", "/bin/sh", "-c", script, NULL
    };
    snprintf(script, sizeof script,
             "while read -r _ at type _; do [ $type != proc ] || mount -t tmpfs none $at/acpi || exit 99; done < "
             "/proc/mounts; exec '%s' build --jail basic --memory 64M '%s' '%s.none' 'tail /dev/zero'",
             fiel(), source, out);
    if (geteuid() == 0 && !can_be_nobody())
        return;
    in_guise(geteuid() ? &ourselves : &nobody, shell, words);
    OWNED_RUN r = run_words(words, NULL);
    if (r.code == 99 || strstr(r.err, "unshare: "))
        skipped("a /proc that is partly hidden", "%.100s", r.err);
    else if (r.code != 1 || !strstr(r.err, "each process has 64 MiB of its own"))
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
}

TEST_WITH(test_sources_that_do_not_fit, setup, teardown)
{
    static char block[1 << 20];
    char path[128];
    if (!walls_hold("sources larger than the disk"))
        return;
    snprintf(path, sizeof path, "%s/large", source);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    for (int i = 0; i < 20; i++)
        assert_int_equal(fwrite(block, 1, sizeof block, f), sizeof block);
    fclose(f);
    build("basic", "disk", "16M", "true", 1, "do not fit");
    assert_int_equal(unlink(path), 0);
}

/* --- what is reached ----------------------------------------------------------------------------------------------------- */

TEST_WITH(test_what_a_build_reaches, setup, teardown)
{
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    socklen_t size = sizeof at;
    char secret[128], command[1024];
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    assert_true(listener >= 0 && !bind(listener, (struct sockaddr *)&at, sizeof at) && !listen(listener, 4));
    assert_int_equal(getsockname(listener, (struct sockaddr *)&at, &size), 0);
    snprintf(secret, sizeof secret, "%s/secret", dir);
    spill(secret, "hush", 4);
    assert_int_equal(chmod(secret, 0644), 0);
    /* Every attempt that succeeds says so in the exit code. */
    snprintf(command, sizeof command,
             "cat '%s' && exit 11; cat /etc/passwd && exit 12; echo x > /usr/x && exit 13; echo x > '%s/x' && exit 14;"
             " bash -c 'exec 3<>/dev/tcp/127.0.0.1/%d' && exit 15; kill -9 %d && exit 16; [ -e /root ] && exit 17;"
             " kill -0 1 && [ $(ls -d /proc/[0-9]* | wc -l) -gt 9 ] && exit 18; true",
             secret, source, ntohs(at.sin_port), (int)getpid());
    if (walls_hold("what a build reaches"))
        build("basic", "time", "1m", command, 0, "");
    if (strict_holds("strict builds"))
        build("strict", "time", "1m", command, 0, "");
    else
        build("strict", "time", "1m", "true", 3, "--jail=strict cannot be held");
    build("none", "time", "1m", command, 1, "exit code 11"); /* the attempts are real */
    close(listener);
}

/* --- what comes out --------------------------------------------------------------------------------------------------- */

TEST_WITH(test_what_is_built, setup, teardown)
{
    char path[128];
    struct stat s;
    run_says(run("fiel", "build", source, out,
                 "make CC=cc bot && mkdir -p a/b && ln -s ../bot a/link && ln -s /no/where a/gone &&"
                 " mkfifo a/pipe; echo said; echo also said >&2",
                 NULL),
             0, "said\nalso said\n", NULL);
    snprintf(path, sizeof path, "%s/bot", out);
    OWNED_RUN r = run_words((const char *const[]){ path, NULL }, NULL);
    assert_string_equal(r.out, "built\n");
    snprintf(path, sizeof path, "%s/a/b", out);
    assert_true(!lstat(path, &s) && S_ISDIR(s.st_mode));
    snprintf(path, sizeof path, "%s/a/gone", out);
    assert_int_not_equal(lstat(path, &s), 0);
    snprintf(path, sizeof path, "%s/a/pipe", out);
    assert_int_not_equal(lstat(path, &s), 0);
    snprintf(path, sizeof path, "%s/a/link", out);
    assert_true(lstat(path, &s) || S_ISREG(s.st_mode)); /* the file itself, or without walls nothing */
    snprintf(path, sizeof path, "%s/bot", source);
    assert_int_not_equal(access(path, F_OK), 0); /* the sources are as they were */
}

/* As in a container, where nothing can be mounted and no namespace be made: a compiler has room for its temporary files all the same. */
TEST_WITH(test_what_is_built_without_walls, setup, teardown)
{
    static const char contained[] = "echo 0 > /proc/sys/user/max_user_namespaces && "
                                    "exec setpriv --bounding-set=-sys_admin --inh-caps=-sys_admin \"$@\" || exit 99";
    char path[128];
    const char *const words[] = {
        "/usr/bin/unshare", "--user", "--map-root-user", "/bin/sh", "-c", contained, "sh", fiel(), "build", source, out,
        "make CC=cc bot",   NULL
    };
    OWNED_RUN r = run_words(words, NULL);
    if (r.code == 99 || strstr(r.err, "unshare: "))
        skipped("a build without walls", "%.100s", r.err);
    else if (r.code)
        fail_msg("exit %d\n%s\n%s", r.code, r.out, r.err);
    bool made = !r.code;
    run_free(&r);
    if (!made)
        return;
    snprintf(path, sizeof path, "%s/bot", out);
    r = run_words((const char *const[]){ path, NULL }, NULL);
    assert_string_equal(r.out, "built\n");
}
