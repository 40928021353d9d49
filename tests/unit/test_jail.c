/* jail: what is shown to a bot, and what is asked of the kernel. */
#include <sched.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <sys/xattr.h>

#include "support/test.h"

#include "base/bytes.h"
#include "jail/jail.h"
#include "jail/runtime.h"
#include "support/skipped.h"

static char dir[64];

static void touch(const char *name, mode_t mode)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    int fd = open(path, O_WRONLY | O_CREAT, mode);
    assert_true(fd >= 0);
    assert_int_equal(fchmod(fd, mode), 0);
    close(fd);
}

static int setup(STATE)
{
    snprintf(dir, sizeof dir, "/var/tmp/fiel-jail-XXXXXX");
    return mkdtemp(dir) ? chmod(dir, 0755) : -1;
}

static int teardown(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", dir);
    return system(command);
}

/* How this entry of the folder is shown; 0: by itself it is not. */
static int shown(const struct jail_plan *p, const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s%s%s", dir, *name ? "/" : "", name);
    for (const char *e = jail_next(p, NULL); e; e = jail_next(p, e))
        if (!strcmp(e + 1, path))
            return *e;
    return 0;
}

/* --- the range of users ----------------------------------------------------------------------------- */

TEST(test_ranges_of_users)
{
    static const char *const bad[] = { "",    "5",    "0-5", "0-0",  "5-4",          "-5",
                                       "a-b", "5-6x", "5-",  " 5-6", "1-4294967295", "1-99999999999999999999",
                                       "-1-5" };
    uint32_t first = 7, last = 7;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(jail_uids_read(bad[i], &first, &last), -1);
    assert_int_equal(first, 7);
    assert_int_equal(jail_uids_read("70000-70001", &first, &last), 0);
    assert_int_equal(first, 70000);
    assert_int_equal(last, 70001);
}

/* Of a container's namespace, as podman makes them, and of the machine's own: which ids there are. */
TEST_WITH(test_ids_of_a_namespace, setup, teardown)
{
    static const struct {
        const char *map;
        uint32_t id;
        bool has;
    } row[] = {
        { "         0          0 4294967295\n", JAIL_UID_LAST, true },
        { "0 100000 65536\n", JAIL_UID_FIRST, false },
        { "0 100000 65536\n", JAIL_UID_LOWER, true },
        { "0 1000 1\n1 100000 65536\n", JAIL_UID_LOWER + 999, true },
        { "0 1000 1\n1 100000 49999\n", JAIL_UID_LOWER, false },
        { "0 1000 1\n", 0, true },
        { "0 1000 1\n", 1, false },
        { "", 0, false },
    };
    char path[128];
    snprintf(path, sizeof path, "%s/map", dir);
    for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
        FILE *f = fopen(path, "we");
        assert_non_null(f);
        fputs(row[i].map, f);
        fclose(f);
        assert_int_equal(jail_id_mapped(path, row[i].id), row[i].has);
    }
    assert_int_equal(jail_uid_here(70000), 70000);
}

static bool give_range(pid_t child, const char *which)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)child, which);
    int fd = open(path, O_WRONLY);
    bool given = write(fd, "0 100000 65536", 14) == 14;
    close(fd);
    return given;
}

/* In a namespace with a container's range bots get ids that it has. */
TEST(test_users_of_a_container)
{
    int status, unshared[2], mapped[2];
    char byte = 0;
    assert_int_equal(pipe(unshared) | pipe(mapped), 0);
    pid_t child = fork();
    if (!child) {
        byte = !unshare(CLONE_NEWUSER);
        (void)!write(unshared[1], &byte, 1);
        (void)!read(mapped[0], &byte, 1);
        uint32_t uid = jail_uid_claim(JAIL_UID_FIRST, JAIL_UID_LAST);
        _exit(uid < JAIL_UID_LOWER || uid > JAIL_UID_LOWER + 999 || setresgid(uid, uid, uid) ||
              setresuid(uid, uid, uid));
    }
    assert_int_equal(read(unshared[0], &byte, 1), 1);
    bool may = byte && give_range(child, "uid_map") && give_range(child, "gid_map");
    assert_int_equal(write(mapped[1], &byte, 1), 1);
    assert_int_equal(waitpid(child, &status, 0), child);
    if (!may)
        skipped("users of a container", "only root gives a namespace a range of them");
    else
        assert_int_equal(status, 0);
}

/* Held by this process, so nobody gets it twice, and there is an end to a range. */
TEST(test_a_user_is_claimed_once)
{
    const uint32_t base = 1200000000u + (uint32_t)getpid() * 2;
    assert_int_equal(jail_uid_claim(base, base + 1), base);
    assert_int_equal(jail_uid_claim(base, base + 1), base + 1);
    assert_int_equal(jail_uid_claim(base, base + 1), 0);
}

/* --- what is shown ------------------------------------------------------------------------------------ */

static void folder(const char *name, mode_t mode)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    assert_int_equal(mkdir(path, 0700) || chmod(path, mode), 0);
}

static void lay(const char *name, const char *bytes, size_t size, mode_t mode)
{
    char path[160];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
    assert_true(fd >= 0 && write(fd, bytes, size) == (ssize_t)size);
    assert_int_equal(fchmod(fd, mode), 0);
    close(fd);
}

static const char *in_dir(const char *name)
{
    static char path[4][160];
    static unsigned next;
    char *p = path[next++ % 4];
    snprintf(p, sizeof path[0], "%s/%s", dir, name);
    return p;
}

/* Listed, and each file by itself: what is laid there later is in no list. */
TEST_WITH(test_a_folder_is_shown_file_by_file, setup, teardown)
{
    static struct jail_plan p;
    touch("bot", 0755);
    touch("model", 0644);
    folder("lib", 0755);
    touch("lib/part", 0644);
    assert_int_equal(symlink("/etc", in_dir("link")) || mkfifo(in_dir("pipe"), 0644), 0);
    jail_plan_start(&p, JAIL_ALL);
    assert_true(jail_show_program(&p, in_dir("bot")));
    assert_int_equal(shown(&p, ""), JAIL_LIST);
    assert_int_equal(shown(&p, "bot"), JAIL_FILE);
    assert_int_equal(shown(&p, "model"), JAIL_FILE);
    assert_int_equal(shown(&p, "lib"), JAIL_LIST);
    assert_int_equal(shown(&p, "lib/part"), JAIL_FILE);
    assert_int_equal(shown(&p, "link"), JAIL_LINK);
    assert_int_equal(shown(&p, "pipe"), 0);
    for (const char *e = jail_next(&p, NULL); e; e = jail_next(&p, e))
        assert_int_not_equal(*e, JAIL_WHOLE);
    assert_int_equal(p.withheld, 0);
    assert_int_equal(p.bytes, 0);
    lay("lib/large", "", 0, 0644);
    assert_int_equal(truncate(in_dir("lib/large"), 4097), 0);
    jail_plan_start(&p, JAIL_ALL);
    assert_true(jail_show_program(&p, in_dir("bot")));
    assert_int_equal(p.bytes, 8192);
}

/* What was seen once is not looked at again: what came since is not shown, nor what is hidden by now. */
TEST_WITH(test_a_folder_that_was_seen, setup, teardown)
{
    static struct jail_plan p, seen;
    touch("bot", 0755);
    lay("model", "1", 1, 0644);
    folder("lib", 0755);
    touch("lib/part", 0644);
    folder("private", 0700);
    jail_plan_start(&seen, 0);
    assert_true(jail_show_program(&seen, in_dir("bot")));
    touch("later", 0644);
    jail_plan_start(&p, JAIL_ALL);
    p.seen = &seen;
    assert_true(jail_hide(&p, in_dir("lib")) && jail_show_program(&p, in_dir("bot")));
    assert_int_equal(shown(&p, ""), JAIL_LIST);
    assert_int_equal(shown(&p, "model"), JAIL_FILE);
    assert_false(shown(&p, "later") || shown(&p, "lib") || shown(&p, "lib/part") || shown(&p, "private"));
    assert_int_equal(p.bytes, 4096);
    assert_int_equal(p.withheld, 1);
    assert_string_equal(p.withheld_first, in_dir("private"));
}

/* What the match named, wherever and whatever it is, there already or not. */
TEST_WITH(test_what_is_hidden_is_not_shown, setup, teardown)
{
    static struct jail_plan p;
    touch("bot", 0755);
    touch("model", 0644);
    touch("notes", 0644);
    folder("tmp", 0755);
    folder("tmp/mine", 0755);
    touch("tmp/mine/socket", 0644);
    touch("tmp/data", 0644);
    jail_plan_start(&p, JAIL_ALL);
    assert_true(jail_hide(&p, in_dir("notes")) && jail_hide(&p, in_dir("tmp/mine")) && jail_hide(&p, in_dir("later")));
    touch("later", 0644);
    assert_true(jail_show_program(&p, in_dir("bot")));
    assert_true(shown(&p, "model") && shown(&p, "tmp/data") && shown(&p, "tmp") == JAIL_LIST);
    assert_false(shown(&p, "notes") || shown(&p, "tmp/mine") || shown(&p, "tmp/mine/socket") || shown(&p, "later"));
    assert_true(jail_show(&p, in_dir("tmp/mine")) && !shown(&p, "tmp/mine"));
    assert_true(jail_show_own(&p, in_dir("tmp/mine")) &&
                shown(&p, "tmp/mine") == JAIL_OWN); /* what is the bot's own of it */
}

/* A folder of the system's that holds something hidden is no longer shown whole. */
TEST_WITH(test_a_folder_is_shown_around_what_is_hidden, setup, teardown)
{
    static struct jail_plan p;
    folder("etc", 0755);
    folder("etc/fiel", 0755);
    folder("share", 0755);
    touch("etc/hosts", 0644);
    touch("etc/fiel/key", 0644);
    touch("etc/fiel/conf", 0644);
    jail_plan_start(&p, JAIL_ALL);
    assert_true(jail_hide(&p, in_dir("etc/fiel/key")));
    assert_true(jail_show(&p, dir));
    assert_int_equal(shown(&p, ""), JAIL_LIST);
    assert_int_equal(shown(&p, "share"), JAIL_WHOLE);
    assert_int_equal(shown(&p, "etc"), JAIL_LIST);
    assert_int_equal(shown(&p, "etc/fiel"), JAIL_LIST);
    assert_int_equal(shown(&p, "etc/fiel/conf"), JAIL_FILE);
    assert_int_equal(shown(&p, "etc/fiel/key"), 0);
}

/* Every kind of file that base/secrets.h names, under its own name or another, readable for all. */
TEST_WITH(test_secrets_are_known, setup, teardown)
{
    static struct jail_plan p;
#define HEX "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
    static const char hex[] = HEX "\n", blank_hex[] = " \t" HEX "\r\n", raw[32] = "\x01\x80 a key as bytes",
                      late[] = "\r\n\n  " HEX " \n", key[] = "\n \nfiel-key 1\nname a\n",
                      log[] = "\xef\xbb\xbf PRIVATE+KEY+a+0+0", bare[] = "token=" HEX,
                      said[] = "; the ladder\n[account]\n\n  token : \"" HEX "\" ; mine\n",
                      below[] = "server = x\ntoken =\n " HEX "\n", hashes[] = "sha256\n" HEX "\n",
                      tokens[] = "[colours]\ntoken = red\nname = " HEX "\n", note[512] = "fiel 1.0";
    static const struct {
        const char *name, *bytes;
        size_t size;
        mode_t mode;
    } secret[] = {
        { "m.replay", "", 0, 0644 }, { "m.seed", "", 0, 0644 }, { "m.resume", "", 0, 0644 }, { "m.resume.new", "", 0, 0644 },
        { "bot-seat1.log", "", 0, 0644 }, { "a record", "FIELREP\2 and more", 17, 0644 }, { "an old record", "FIELREP\1 and more", 17, 0644 }, { "a note", note, sizeof note, 0644 },
        { "a state", "FIELSTAT", 8, 0644 }, { "a key", hex, 65, 0644 }, { "a key.2", hex, 64, 0644 },
        { "a remote bot's", "fiel-key 1\nname a\n", 18, 0644 }, { "a log's", "PRIVATE+KEY+a+0+0\n", 18, 0644 },
        { "an account", "[account]\nserver = a\n", 21, 0644 }, { "S", hex, 32, 0700 },
        { "a key with blanks", blank_hex, sizeof blank_hex - 1, 0644 }, { "a late key", late, sizeof late - 1, 0644 },
        { "a remote bot's, late", key, sizeof key - 1, 0644 }, { "a log's, by an editor", log, sizeof log - 1, 0644 },
        { "an account, bare", bare, sizeof bare - 1, 0644 }, { "an account, by hand", said, sizeof said - 1, 0644 },
        { "an account, in two lines", below, sizeof below - 1, 0644 }, { "raw", raw, 32, 0644 },
    }, plain[] = {
        { "replay.txt", "fiel 1.0 is what I play under, and so do all of my friends", 58, 0644 }, { "hash", hex, 63, 0644 },
        { "hash2", "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef  bot\n", 70, 0644 },
        { "hashes", hashes, sizeof hashes - 1, 0644 }, { "tokens", tokens, sizeof tokens - 1, 0644 }, { "book", hex, 32, 0644 }, { "seats.log", "", 0, 0644 },
    };
    touch("bot", 0700); /* as closed as the secrets: that tells nothing of them */
    folder("m.logs", 0755);
    touch("m.logs/bot", 0644);
    folder("tmp", 0755);
    folder("tmp/seat0", 0755);
    folder("tmp/jail0", 0755);
    for (size_t i = 0; i < sizeof secret / sizeof *secret; i++)
        lay(secret[i].name, secret[i].bytes, secret[i].size, secret[i].mode);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        lay(plain[i].name, plain[i].bytes, plain[i].size, plain[i].mode);
    jail_plan_start(&p, JAIL_ALL);
    assert_true(jail_show_program(&p, in_dir("bot")) && jail_show_folder(&p, dir) && jail_show(&p, in_dir("a key")));
    for (size_t i = 0; i < sizeof secret / sizeof *secret; i++)
        if (shown(&p, secret[i].name))
            fail_msg("%s is shown", secret[i].name);
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (!shown(&p, plain[i].name))
            fail_msg("%s is not shown", plain[i].name);
    assert_false(shown(&p, "m.logs") || shown(&p, "m.logs/bot") || shown(&p, "tmp") || shown(&p, "tmp/seat0"));
}

/* What strangers may not read, where they may read the program. */
TEST_WITH(test_private_files_are_withheld, setup, teardown)
{
    static struct jail_plan p;
    touch("bot", 0755);
    touch("token", 0640);
    folder("private", 0700);
    touch("private/data", 0644);
    for (int open_to_all = 1; open_to_all >= 0; open_to_all--) {
        assert_int_equal(chmod(in_dir("bot"), open_to_all ? 0755 : 0700), 0);
        jail_plan_start(&p, JAIL_ALL);
        assert_true(jail_show_program(&p, in_dir("bot")));
        assert_int_equal(p.withheld, open_to_all ? 2 : 0);
        assert_int_equal(!shown(&p, "token"), open_to_all);
        assert_int_equal(!shown(&p, "private/data"), open_to_all);
    }
    assert_string_equal(p.withheld_first, "");
}

static void touch_many(const char *before, int count, const char *after)
{
    char name[160];
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "%.120s%05d%.20s", before, i, after);
        touch(name, 0644);
    }
}

/* Of a folder that would be too much nothing is shown, and the rest is; what is known as a secret by its name is nothing beside a bot. */
TEST_WITH(test_many_files_beside_a_program, setup, teardown)
{
    static struct jail_plan p;
    touch("bot", 0755);
    touch("model", 0644);
    folder("a", 0755);
    folder("b", 0755);
    touch("b/part", 0644);
    touch_many("m", JAIL_BESIDE, ".replay");
    touch_many("a/", JAIL_BESIDE, "");
    jail_plan_start(&p, JAIL_ALL);
    assert_false(jail_show_program(&p, in_dir("bot")));
    assert_string_equal(p.left_out, in_dir("a"));
    assert_int_equal(shown(&p, "a"), JAIL_LIST);
    assert_int_equal(shown(&p, "b/part"), JAIL_FILE);
    assert_true(shown(&p, "model") && !shown(&p, "a/00001") && p.count == 7); /* the program twice */
    touch_many("", JAIL_BESIDE, "");
    jail_plan_start(&p, JAIL_ALL);
    assert_false(jail_show_program(&p, in_dir("bot")));
    assert_string_equal(p.left_out, dir);
    assert_true(shown(&p, "bot") && p.count == 2);
}

/* A folder that the player names is shown whole where its files have no room. */
TEST_WITH(test_too_many_files, setup, teardown)
{
    static struct jail_plan p;
    char before[160];
    touch("bot", 0755);
    touch("model", 0644);
    folder("z", 0755);
    snprintf(before, sizeof before, "z/%0100d", 0);
    touch_many(before, JAIL_SHOWN / 100, "");
    jail_plan_start(&p, JAIL_ALL);
    assert_true(jail_hide(&p, in_dir("z/notes")) && jail_show_folder(&p, dir) == false);
    jail_plan_start(&p, JAIL_ALL);
    assert_true(jail_hide(&p, in_dir("model")) && jail_show_folder(&p, dir) && shown(&p, "z") == JAIL_WHOLE &&
                !shown(&p, "model") && !*p.left_out);
    assert_true(jail_show_program(&p, in_dir("bot")));
}

TEST_WITH(test_whole_paths, setup, teardown)
{
    char out[JAIL_PATH], path[128], wanted[128];
    snprintf(path, sizeof path, "%s/../%s/not-there", dir, strrchr(dir, '/') + 1);
    snprintf(wanted, sizeof wanted, "%s/not-there", dir);
    assert_true(jail_whole_path(path, out));
    assert_string_equal(out, wanted);
    assert_true(jail_whole_path("not-there", out));
    assert_int_equal(out[0], '/');
    assert_false(jail_whole_path("/no/such/folder/file", out));
}

TEST_WITH(test_who_may_run_it, setup, teardown)
{
    char program[128];
    touch("bot", 0755);
    snprintf(program, sizeof program, "%s/bot", dir);
    assert_true(jail_anybody_may_run(program, true));
    assert_true(jail_anybody_may_run(program, false));
    touch("private", 0750);
    snprintf(program, sizeof program, "%s/private", dir);
    assert_false(jail_anybody_may_run(program, true));
    assert_int_equal(mkdir(strcat(strcpy(program, dir), "/in"), 0700), 0);
    touch("in/bot", 0755);
    assert_false(jail_anybody_may_run(strcat(program, "/bot"), true));
    assert_false(jail_anybody_may_run("/no/such/bot", true));
    snprintf(program, sizeof program, "%s/in/folder/not-there", dir);
    assert_false(jail_anybody_may_reach(program, false));
    snprintf(program, sizeof program, "%s/not-there", dir);
    assert_true(jail_anybody_may_reach(program, false));
}

/* What follows from what: nothing limits uid 0's threads, nothing limits memory while processes are free. */
TEST(test_what_follows)
{
    const uint32_t followers = JAIL_BIT(JAIL_MEMORY) | JAIL_BIT(JAIL_THREADS) | JAIL_BIT(JAIL_DISK);
    assert_int_equal(jail_derive(followers, 0), 0);
    assert_int_equal(jail_derive(JAIL_ALL, 0), JAIL_ALL);
    assert_int_equal(jail_derive(JAIL_BIT(JAIL_USER), 0), JAIL_BIT(JAIL_USER));
    assert_int_equal(jail_derive(JAIL_BIT(JAIL_USER), 1000), JAIL_BIT(JAIL_USER) | JAIL_BIT(JAIL_THREADS));
    assert_int_equal(jail_derive(JAIL_BIT(JAIL_UID), 0), JAIL_BIT(JAIL_UID) | JAIL_BIT(JAIL_THREADS));
}

/* --- a trial ---------------------------------------------------------------------------------------------- */

/* However large the runtime is; and the plan is asked for as it was. */
TEST_WITH(test_a_trial_copies_one_file, setup, teardown)
{
    static struct jail_plan p;
    struct jail_probe found;
    char command[256];
    snprintf(command, sizeof command, "cd %s && mkdir -p root large/usr/bin large/usr/lib", dir);
    assert_int_equal(system(command), 0);
    touch("large/usr/bin/env", 0755);
    touch("large/usr/lib/library", 0644);
    snprintf(command, sizeof command, "%s/large/usr/lib/library", dir);
    assert_int_equal(truncate(command, 64 << 20), 0);
    jail_plan_start(&p, JAIL_ALL);
    snprintf(p.runtime, sizeof p.runtime, "%s/large", dir);
    snprintf(p.root, sizeof p.root, "%s/root", dir);
    p.uid = JAIL_UID_FIRST;
    jail_show_trial(&p);
    assert_true(jail_copied(&p) < 1 << 20);
    jail_try(&p, &found);
    assert_int_equal(p.layers, JAIL_ALL);
    assert_int_equal(found.held >> JAIL_LAYERS, 0);
}

/* --- cgroups: the files, on a folder that is none --------------------------------------------------------- */

static char *content(const char *name)
{
    static char text[64];
    char path[128];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    if (!fgets(text, sizeof text, f))
        *text = '\0';
    fclose(f);
    return text;
}

static void fill(const char *name, const char *text)
{
    char path[128];
    touch(name, 0644);
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *f = fopen(path, "w");
    assert_true(f && fputs(text, f) >= 0);
    fclose(f);
}

TEST(test_a_cgroup_that_cannot_be_made)
{
    static struct jail_plan p;
    assert_int_equal(jail_cgroup_make(&p, "/no/such/home", "bot"), -1);
    assert_string_equal(p.cgroup, "");
    assert_false(jail_cgroup_limits("/no/such/home"));
    jail_cgroup_end("");
}

TEST_WITH(test_what_a_cgroup_says, setup, teardown)
{
    struct jail_usage u;
    jail_cgroup_usage(dir, &u);
    assert_true(!u.memory && !u.killed && !u.refused);
    fill("memory.peak", "123456\n");
    fill("memory.events", "low 1\nhigh 2\nmax 3\noom 4\noom_kill 5\noom_group_kill 6\n");
    fill("pids.events", "max 7\n");
    jail_cgroup_usage(dir, &u);
    assert_int_equal(u.memory, 123456);
    assert_int_equal(u.killed, 5);
    assert_int_equal(u.refused, 7);
}

/* Only what a supervisor left that is no more. */
TEST_WITH(test_cgroups_of_the_dead_are_swept, setup, teardown)
{
    char dead[128], living[128], other[128];
    int status;
    pid_t child = fork();
    if (!child)
        _exit(0);
    assert_int_equal(waitpid(child, &status, 0), child);
    snprintf(dead, sizeof dead, "%s/fiel-%d-bot1", dir, (int)child);
    snprintf(living, sizeof living, "%s/fiel-%d-bot0", dir, (int)getpid());
    snprintf(other, sizeof other, "%s/fielding-5", dir);
    assert_int_equal(mkdir(dead, 0700) | mkdir(living, 0700) | mkdir(other, 0700), 0);
    jail_cgroup_sweep(dir);
    assert_int_not_equal(access(dead, F_OK), 0);
    assert_int_equal(access(living, F_OK) | access(other, F_OK), 0);
    jail_cgroup_sweep("/no/such/home");
}

/* A folder in place of cgroupfs has no files until somebody makes them: a limit without a file is no limit. */
TEST_WITH(test_limits_are_where_their_files_are, setup, teardown)
{
    static struct jail_plan p;
    char name[128];
    p.memory = 1 << 30;
    touch("cgroup.subtree_control", 0644);
    assert_int_equal(jail_cgroup_make(&p, dir, "bot"), 0);
    assert_int_equal(strncmp(content("cgroup.subtree_control"), "+cpu", 4), 0); /* the last of three words */
    assert_false(jail_cgroup_limits(p.cgroup));
    snprintf(name, sizeof name, "%s/memory.max", strrchr(p.cgroup, '/') + 1);
    touch(name, 0644);
    assert_false(jail_cgroup_limits(p.cgroup));
    snprintf(name, sizeof name, "%s/pids.max", strrchr(p.cgroup, '/') + 1);
    touch(name, 0644);
    assert_true(jail_cgroup_limits(p.cgroup));
}

/* --- a cgroup that was delegated to us: in the machine's own hierarchy, with or without controllers ------------- */

static void in_file(const char *folder, const char *name, char text[256])
{
    char path[JAIL_PATH + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    text[fread(text, 1, 255, f)] = '\0';
    fclose(f);
}

/* From within a cgroup, with a second process in it: where it finds its home, and who is left in the cgroup itself; 0: as it should be. */
static int looks_from(const char *cgroup, bool delegated)
{
    char home[JAIL_PATH], why[128], left[256], own[256];
    pid_t other = fork();
    if (!other)
        for (;;)
            pause();
    bool found = true;
    for (int i = 0; i < 2; i++) /* what is in order stays as it is */
        found = found && jail_cgroup_home(home, why) && !strcmp(home, cgroup);
    in_file(cgroup, "cgroup.procs", left);
    in_file("/proc/self", "cgroup", own);
    kill(other, SIGKILL);
    waitpid(other, NULL, 0);
    return !found                         ? 1
           : (*left == '\0') != delegated ? 2
                                          : (strstr(own, "/" JAIL_CGROUP_OURS "\n") != NULL) != delegated;
}

static int looked_from(const char *cgroup, bool delegated)
{
    char procs[JAIL_PATH + 64];
    int status;
    snprintf(procs, sizeof procs, "%s/cgroup.procs", cgroup);
    pid_t child = fork();
    if (!child)
        _exit(put_text(AT_FDCWD, procs, "0") ? 3 : looks_from(cgroup, delegated));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* Only what stays empty itself lends its controllers to those below it. */
TEST(test_who_was_given_a_cgroup_leaves_it_empty)
{
    char top[JAIL_PATH], cgroup[JAIL_PATH + 64], ours[JAIL_PATH + 128];
    snprintf(cgroup, sizeof cgroup, "%s/fiel-test-home-%d", jail_cgroup_mount(top) ? top : "/nowhere", (int)getpid());
    if (mkdir(cgroup, 0755)) {
        skipped("a delegated cgroup", "no cgroup can be made here: %s", strerror(errno));
        return;
    }
    int plain = looked_from(cgroup, false);
    bool marked = !setxattr(cgroup, "user.delegate", "1", 1, 0);
    int delegated = marked ? looked_from(cgroup, true) : 0;
    snprintf(ours, sizeof ours, "%s/" JAIL_CGROUP_OURS, cgroup);
    rmdir(ours);
    assert_int_equal(rmdir(cgroup), 0);
    assert_int_equal(plain, 0);
    assert_int_equal(delegated, 0);
    if (!marked)
        skipped("a delegated cgroup", "this kernel's cgroups have no attributes");
}
