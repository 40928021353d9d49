/* A store of another user, in which root works: what root makes there is that user's, who serves it; links of that user's lead root
 * nowhere.  Nobody but root has this question. */

#include <ftw.h>
#include <grp.h>

#include "support/test.h"
#include "ladder_world.h"
#include "site/work/pieces.h"
#include "store/store_spool.h"
#include "support/scratch.h"
#include "support/skipped.h"

enum { OWNER = 12345, GROUP = 12346 }; /* they need no names */

static char scratch[SCRATCH_ROOM], home[64], database[80], where[96];
static struct store_error e;
static unsigned stores;

/* In a process of the owner's: the exit code of what it does. */
static int as_owner(int (*what)(void))
{
    int status;
    pid_t child = fork();
    assert_true(child >= 0);
    if (!child)
        _exit(setgroups(0, NULL) || setgid(GROUP) || setuid(OWNER) ? 99 : what());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int told(int code)
{
    if (code)
        fprintf(stderr, "the owner's process: %s\n", e.text);
    return code ? 1 : 0;
}

static int makes_it(void)
{
    struct store *s;
    int code = store_open(&s, where, STORE_CREATE, &e);
    store_close(&s);
    return told(code);
}

static const char artifact[] = "what root entered";

/* The same bytes once more, and they are read: anyone who serves the store gives them to a worker. */
static int serves_it(void)
{
    uint8_t hash[STORE_HASH];
    struct store_bytes bytes = { 0 };
    struct store *s;
    int code = store_open(&s, where, STORE_SERVE, &e);
    if (!code) {
        code = store_put(s, artifact, sizeof artifact, hash, &e);
        if (!code)
            code = store_get(s, hash, &bytes, &e);
    }
    store_free(&bytes);
    store_close(&s);
    return told(code);
}

static char not_his[256];

static int look(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)type;
    (void)at;
    if (!*not_his && (st->st_uid != OWNER || st->st_gid != GROUP))
        snprintf(not_his, sizeof not_his, "%s is user %u's", path, (unsigned)st->st_uid);
    return 0;
}

/* Everything in the folder is the owner's. */
static void all_is_his(void)
{
    *not_his = '\0';
    assert_int_equal(nftw(home, look, 16, FTW_PHYS), 0);
    assert_string_equal(not_his, "");
}

/* A fresh folder of the owner's, which nobody else may enter. */
static int set_up(STATE)
{
    snprintf(home, sizeof home, "%s/%u", scratch, stores++);
    snprintf(database, sizeof database, "%s/ladder.db", home);
    snprintf(where, sizeof where, "sqlite:%s", database);
    return mkdir(home, 0700) || chown(home, OWNER, GROUP);
}

/* Root opens the store so and puts something into it. */
static void root_puts(enum store_mode mode)
{
    struct store *s;
    uint8_t hash[STORE_HASH];
    FINE(store_open(&s, where, mode, &e));
    FINE(store_put(s, artifact, sizeof artifact, hash, &e));
    all_is_his(); /* SQLite's own files, too, while they are there */
    store_close(&s);
    all_is_his();
    assert_int_equal(as_owner(serves_it), 0);
}

TEST_WITH(what_root_makes_is_the_owners, set_up, NULL)
{
    assert_int_equal(as_owner(makes_it), 0);
    root_puts(STORE_SERVE);
}

static int adds_a_piece(void)
{
    struct store *s;
    int code = store_open(&s, where, STORE_SERVE, &e);
    int from = store_spool(s);
    code = code || write(from, "more", 4) != 4 || !pieces_add(s, "key/1", "record", from) ||
           pieces_size(s, "key/1", "record") != 8;
    close(from);
    store_close(&s);
    return told(code);
}

/* What a worker has sent in part while root served goes on when the owner does. */
TEST_WITH(what_came_in_part_is_the_owners, set_up, NULL)
{
    struct store *s;
    assert_int_equal(as_owner(makes_it), 0);
    FINE(store_open(&s, where, STORE_SERVE, &e));
    int from = store_spool(s);
    assert_int_equal(write(from, "some", 4), 4);
    assert_true(pieces_add(s, "key/1", "record", from));
    close(from);
    store_close(&s);
    all_is_his();
    assert_int_equal(as_owner(adds_a_piece), 0);
}

TEST_WITH(a_store_that_root_makes_is_its_folders_owners, set_up, NULL) { root_puts(STORE_CREATE); }

/* As /tmp is: nobody says there whose a file is but who makes it. */
TEST_WITH(a_folder_for_everybody_gives_nothing_away, set_up, NULL)
{
    struct store *s;
    struct stat st;
    assert_int_equal(chmod(home, 01777), 0);
    FINE(store_open(&s, where, STORE_CREATE, &e));
    store_close(&s);
    assert_int_equal(stat(database, &st), 0);
    assert_int_equal(st.st_uid, 0);
}

/* --- the owner means harm ------------------------------------------------------------------------- */

static char trap[64], link_made[160];

static int makes_link(void) { return symlink(trap, link_made) ? 1 : 0; }

/* The owner puts a link in the place of this file or folder of the store; the trap is not touched by what root does then. */
static void refused_by_link(const char *suffix, bool folder, const char *says)
{
    struct store *s;
    struct stat st;
    uint8_t hash[STORE_HASH];
    snprintf(trap, sizeof trap, "%s/trap%u", scratch, stores++);
    int fd = folder ? mkdir(trap, 0755) : open(trap, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    if (!folder)
        close(fd);
    snprintf(link_made, sizeof link_made, "%s%s", database, suffix);
    assert_int_equal(remove(link_made), 0);
    assert_int_equal(as_owner(makes_link), 0);
    int code = store_open(&s, where, STORE_SERVE, &e);
    if (!code)
        code = store_put(s, artifact, sizeof artifact, hash, &e);
    store_close(&s);
    assert_int_equal(code, STORE_ENVIRONMENT);
    assert_non_null(strstr(e.text, says));
    assert_int_equal(stat(trap, &st), 0);
    assert_int_equal(st.st_uid, 0);
    assert_int_equal(folder ? (int)st.st_nlink : (int)st.st_size, folder ? 2 : 0);
}

TEST_WITH(links_lead_root_nowhere, set_up, NULL)
{
    assert_int_equal(as_owner(makes_it), 0);
    refused_by_link(".lock", false, "Too many levels of symbolic links");
    assert_int_equal(unlink(link_made), 0);
    refused_by_link(".blobs", true, "Not a directory");
}

TEST_WITH(a_second_name_is_not_given_away, set_up, NULL)
{
    struct store *s;
    struct stat st;
    assert_int_equal(as_owner(makes_it), 0);
    snprintf(trap, sizeof trap, "%s/trap%u", scratch, stores++);
    snprintf(link_made, sizeof link_made, "%s.lock", database);
    int fd = open(trap, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(unlink(link_made), 0);
    assert_int_equal(link(trap, link_made), 0);
    assert_int_equal(store_open(&s, where, STORE_SERVE, &e), STORE_ENVIRONMENT);
    assert_non_null(strstr(e.text, "cannot be given to user 12345, whose store this is"));
    assert_int_equal(stat(trap, &st), 0);
    assert_int_equal(st.st_uid, 0);
    assert_int_equal(st.st_size, 0);
}

static int enters_it(void) { return chdir(home) ? 1 : 0; }

int main(void)
{
    int failed = 0;
    scratch_make(scratch);
    if (geteuid())
        skipped("a store of another user", "this is not root");
    else if (chmod(scratch, 0711) || set_up(NULL) || as_owner(enters_it))
        skipped("a store of another user", "root cannot become another user here who may enter $FIEL_SCRATCH");
    else
        failed = tests_run();
    scratch_remove(scratch);
    return failed;
}
