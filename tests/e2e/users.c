/* users: matches of root where nothing can be mounted, as in a container or a chroot.
 *
 * There bots have users of their own, and the folder in which one keeps its keys lies on the disk.  A match that goes on gives its bots
 * other users than before whenever somebody else has those by then. */
#include "running.h"

#include <glob.h>
#include <linux/capability.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "support/await.h"
#include "support/skipped.h"

/* Of those that bots may have, some that no match comes to by itself. */
enum { USER = 1510099990 };
#define USERS_TEXT "1510099990-1510099997" /* two of each party: its bot and its seat */

static void skip_all(const char *why)
{
    skipped("users that change", "%s", why);
    skip();
}

/* Programs that are started from now on may not mount; a folder that the bots' users may enter. */
static void begin(struct match *m)
{
    if (geteuid() != 0 || prctl(PR_CAPBSET_DROP, CAP_SYS_ADMIN) != 0)
        skip_all("only root gives bots users of their own");
    match_place(m);
    assert_int_equal(chmod(m->dir, 0711), 0);
    assert_int_equal(chmod(m->temp, 0711), 0);
}

static void play(struct match *m, const char *first, const char *second)
{
    match_run(m, (const char *const[]){ "--bot", first, "--bot", second, "--games", GAMES_ENOUGH, "--tick", TICK_ENOUGH,
                                        "--uids", USERS_TEXT, "--json", NULL });
}

static void park(struct match *m)
{
    kill(m->pid, SIGUSR1);
    struct run r = match_end(m);
    assert_int_equal(r.code, 3);
    assert_says(r.err, "--resume");
    assert_says(r.err, "own files"); /* lie on the disk */
    bool users = !strstr(r.err, "own user");
    users ? run_free(&r) : match_drop(m, &r);
    if (!users)
        skip_all("bots have no user of their own here");
}

/* Somebody else's match has this user now: the socket that says so. */
static int take_user(unsigned user)
{
    struct sockaddr_un name = { .sun_family = AF_UNIX };
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    int n = snprintf(name.sun_path + 1, sizeof name.sun_path - 1, "fiel-uid-%u", user);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
    assert_int_equal(bind(fd, (struct sockaddr *)&name, size), 0);
    return fd;
}

/* It goes on under other users, to its end, and nobody is at fault. */
static void plays_on(struct match *m)
{
    int first = take_user(USER), second = take_user(USER + 1);
    match_resume(m);
    struct run r = match_end(m);
    if (r.code || !strstr(r.out, "\"outcome\":\"played\"") || !strstr(r.out, "\"faults\":[]"))
        fail_msg("exit %d\n%s%s", r.code, r.out, r.err);
    assert_int_equal(audit(m), 0);
    close(first);
    close(second);
    match_drop(m, &r);
}

/* Each is who it was: what it had kept is put where its new user can read it. */
TEST(amid_the_match)
{
    struct match m;
    begin(&m);
    play(&m, "cauto", "random");
    match_moves(&m, PLAYED);
    park(&m);
    plays_on(&m);
}

static void put(const char *path, const char *bytes, size_t size)
{
    spill(path, bytes, size);
    assert_int_equal(chmod(path, 0755), 0);
}

static void put_bot(const struct match *m, const char *program, const char *name)
{
    char from[512], to[128];
    size_t size;
    snprintf(from, sizeof from, "%s/%s/%s", build_dir(), bot_room(program), program);
    snprintf(to, sizeof to, "%s/%s", m->dir, name);
    OWNED char *bytes = slurp(from, &size);
    put(to, bytes, size);
}

/* One that says nothing before there is a file `later` beside it, and is the same bot all the time. */
static void make_bot(const struct match *m, char path[128])
{
    char text[512];
    put_bot(m, "cauto", "cauto");
    put_bot(m, "bad/silent", "silent");
    snprintf(path, 128, "%s/bot", m->dir);
    int n = snprintf(text, sizeof text, "#!/bin/sh\n[ -e '%s/later' ] && exec '%s/cauto'\nexec '%s/silent'\n", m->dir,
                     m->dir, m->dir);
    put(path, text, (size_t)n);
}

/* The bot of seat 0 has drawn its keys. */
static void wait_for_keys(const struct match *m)
{
    char pattern[128], key[256];
    glob_t found;
    (void)wait_for_child(m, "random ");
    snprintf(pattern, sizeof pattern, "%s/fiel-*/bot0", m->temp);
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    int watch = await_folder(found.gl_pathv[0]);
    snprintf(key, sizeof key, "%s/chain-secret", found.gl_pathv[0]);
    while (access(key, F_OK))
        assert_true(await_change(watch, -1));
    close(watch);
    globfree(&found);
}

/* The second bot has not said HELLO when the match is parked, so nothing was offered yet and nothing was kept: both are new ones. */
TEST(before_the_offer)
{
    struct match m;
    char bot[128], command[132];
    begin(&m);
    make_bot(&m, bot);
    snprintf(command, sizeof command, "'%s'", bot); /* the folder's name may have blanks */
    play(&m, "random", command);
    wait_for_keys(&m);
    park(&m);
    snprintf(bot, sizeof bot, "%s/later", m.dir);
    put(bot, "", 0);
    plays_on(&m);
}

HANGS_AFTER(600)
