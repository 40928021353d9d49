/* The store as a thing: who may open it, what is damaged is found, backup, move. */

#include <sqlite3.h>

#include "support/test.h"
#include "ladder_heard.h"
#include "ladder_pg.h"
#include "ladder_world.h"
#include "record/crypto.h"
#include "store/store_live.h"
#include "store/store_trail.h"
#include "support/built.h"
#include "support/small_disk.h"

static char folder[SCRATCH_ROOM], where[300], path[256];
static struct pg_server server;
static unsigned stores;
static struct world w;
static struct store_error e;

#define REFUSED(code, call) \
    assert_int_equal(call, code); \
    assert_true(strlen(e.text) > 10)

static int set_up(STATE)
{
    snprintf(path, sizeof path, "%s/%u.db", folder, stores++);
    snprintf(where, sizeof where, "sqlite:%s", path);
    world_new(&w, where);
    return 0;
}

static int tear_down(STATE)
{
    store_close(&w.store);
    return 0;
}

static void play(uint64_t salt)
{
    static struct world_legs l;
    static struct order o;
    world_plan(&w, 1);
    FINE(world_lease(&w, "w1", &o, &e));
    world_legs(&l, salt);
    l.leg[0].seat[0].log = "hello";
    l.leg[0].seat[0].log_size = 5;
    FINE(store_finish(w.store, &o, l.leg, 2, &e));
}

/* --- what is wrong is found ----------------------------------------------------------------------- */

static uint64_t wrongs(struct store *s)
{
    uint64_t wrong;
    said[0] = '\0';
    FINE(store_check(s, hear, NULL, &wrong, &e));
    return wrong;
}

/* Behind the store's back. */
static int sql(const char *statement)
{
    sqlite3 *file;
    assert_int_equal(sqlite3_open(path, &file), SQLITE_OK);
    int rc = sqlite3_exec(file, statement, NULL, NULL, NULL);
    sqlite3_close(file);
    return rc;
}

static void first_blob(char out[512])
{
    struct leg leg;
    char hex[2 * STORE_HASH + 1];
    assert_true(world_all_legs(w.store, &leg, 1) > 0);
    hex_text(hex, leg.replay, STORE_HASH);
    snprintf(out, 512, "%s.blobs/%.2s/%s", path, hex, hex);
}

TEST_WITH(test_damage_is_found, set_up, tear_down)
{
    char blob[512];
    FILE *f;
    play(1);
    assert_int_equal(wrongs(w.store), 0);
    first_blob(blob);
    f = fopen(blob, "r+");
    fputc('R', f);
    fclose(f);
    assert_int_equal(wrongs(w.store), 1);
    assert_non_null(strstr(said, "is damaged"));
    unlink(blob);
    assert_int_equal(wrongs(w.store), 1);
    assert_non_null(strstr(said, "is gone"));
}

/* A crash between the file and its row. */
TEST_WITH(test_files_without_a_row, set_up, tear_down)
{
    char name[512], hex[2 * STORE_HASH + 1];
    uint8_t hash[STORE_HASH];
    uint64_t swept;
    FILE *f;
    play(1);
    hash_bytes(hash, "orphan", 6);
    hex_text(hex, hash, STORE_HASH);
    snprintf(name, sizeof name, "%s.blobs/%.2s", path, hex);
    mkdir(name, 0755);
    snprintf(name, sizeof name, "%s.blobs/%.2s/%s", path, hex, hex);
    f = fopen(name, "w");
    fputs("orphan", f);
    fclose(f);
    FINE(store_sweep(w.store, &swept, &e));
    assert_int_equal(swept, 0); /* it may be on its way */
    store_shift(w.store, 90000000);
    FINE(store_sweep(w.store, &swept, &e));
    assert_int_equal(swept, 1);
    assert_int_not_equal(access(name, F_OK), 0);
    assert_int_equal(wrongs(w.store), 0);
}

TEST_WITH(test_sums_that_do_not_fit, set_up, tear_down)
{
    static const char *const changes[][2] = {
        { "update pair set margin = margin + 1", "margin" },
        { "update pair set score = 3", "score" },
        { "update pair set hands = 1", "hands" },
        { "update job set state = 'queued' where kind = 'play'", "job says otherwise" },
        { "delete from leg_seat where seat = 1", "its seats" },
        { "update leg_seat set version = 7 where seat = 1", "not of its pair" },
        { "delete from leg_log; delete from leg_seat; delete from leg", "no leg of it" },
        { "delete from blob where hash = (select max(replay) from leg)", "replay" },
        { "update leg set pair = 99", "refers to something" },
        { "drop trigger trail_change; update trail set detail = 'x'", "trail 1" },
        { "drop trigger trail_delete; delete from trail where id = 1", "trail 2" },
    };
    play(1);
    FINE(store_event_move(w.store, w.event, EVENT_RUNNING, EVENT_PAUSED, "hilda", &e));
    tear_down(NULL);
    for (unsigned i = 0; i < sizeof changes / sizeof *changes; i++) {
        char copy[300], command[2048], kept[256];
        struct store *s;
        snprintf(copy, sizeof copy, "%s.%u", path, i);
        snprintf(command, sizeof command, "cp '%s' '%s' && cp -r '%s.blobs' '%s.blobs'", path, copy, path, copy);
        assert_int_equal(system(command), 0);
        snprintf(kept, sizeof kept, "%s", path);
        snprintf(path, sizeof path, "%.250s", copy);
        assert_int_equal(sql(changes[i][0]), SQLITE_OK);
        snprintf(command, sizeof command, "sqlite:%s", copy);
        FINE(store_open(&s, command, STORE_READ, &e));
        assert_true(wrongs(s) > 0);
        if (!strstr(said, changes[i][1]))
            fail_msg("%s: told: %s", changes[i][0], said);
        store_close(&s);
        snprintf(path, sizeof path, "%s", kept);
    }
}

TEST_WITH(test_trail_is_append_only, set_up, tear_down)
{
    assert_int_not_equal(sql("update trail set detail = 'x'"), SQLITE_OK);
    assert_int_not_equal(sql("delete from trail"), SQLITE_OK);
    assert_int_equal(wrongs(w.store), 0);
}

/* --- who may open it ------------------------------------------------------------------------------- */

/* What another process is told that wants to write, too. */
static int opened_elsewhere(const char *there)
{
    int status;
    pid_t other = fork();
    assert_true(other >= 0);
    if (!other) {
        struct store *s = NULL;
        int bad = store_open(&s, there, STORE_SERVE, &e);
        _exit(strstr(e.text, "process") ? bad : 99);
    }
    assert_int_equal(waitpid(other, &status, 0), other);
    return WEXITSTATUS(status);
}

TEST_WITH(test_opening, set_up, tear_down)
{
    AUTO(store_close) struct store *s;
    struct person p;
    int64_t id;
    struct stat st;
    REFUSED(STORE_INVALID, store_open(&s, "mysql://x", STORE_SERVE, &e));
    assert_null(s);
    REFUSED(STORE_INVALID, store_open(&s, "sqlite:", STORE_SERVE, &e));
    REFUSED(STORE_ENVIRONMENT, store_open(&s, "sqlite:/nowhere/at.db", STORE_CREATE, &e));
    REFUSED(STORE_ENVIRONMENT, store_open(&s, "sqlite:/nowhere/at.db", STORE_SERVE, &e));
    REFUSED(STORE_ENVIRONMENT, store_open(&s, "sqlite:/nowhere/at.db", STORE_READ, &e));
    REFUSED(STORE_ENVIRONMENT, store_open(&s, "postgresql://x@/x?host=/nowhere", STORE_READ, &e));
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 077, 0); /* nobody else's */
    assert_int_equal(opened_elsewhere(where), STORE_BUSY);
    FINE(store_open(&s, where, STORE_READ, &e));
    FINE(store_person_named(s, "ana", &p, &e));
    p.name[0] = 'b';
    REFUSED(STORE_INVALID, store_person_add(s, &p, &id, &e));
    REFUSED(STORE_INVALID, store_put(s, "x", 1, p.key, &e));
}

TEST_WITH(test_schema_of_another_time, set_up, tear_down)
{
    struct store *s;
    tear_down(NULL);
    assert_int_equal(sql("update schema_version set number = 99"), SQLITE_OK);
    REFUSED(STORE_ENVIRONMENT, store_open(&s, where, STORE_SERVE, &e));
    assert_non_null(strstr(e.text, "newer"));
    assert_int_equal(sql("update schema_version set number = 8"), SQLITE_OK);
    REFUSED(STORE_ENVIRONMENT, store_open(&s, where, STORE_SERVE, &e));
    assert_non_null(strstr(e.text, "of before the first release"));
    assert_int_equal(sql("update schema_version set number = 0"), SQLITE_OK);
    REFUSED(STORE_ENVIRONMENT, store_open(&s, where, STORE_READ, &e));
    assert_int_equal(sql("drop table schema_version"), SQLITE_OK);
    REFUSED(STORE_ENVIRONMENT, store_open(&s, where, STORE_SERVE, &e));
    assert_non_null(strstr(e.text, "init"));
}

/* --- copies ------------------------------------------------------------------------------------------ */

TEST_WITH(test_backup, set_up, tear_down)
{
    char copy[300], to[256];
    struct store *s;
    struct store_counts c;
    snprintf(to, sizeof to, "%s/backup", folder);
    for (uint64_t i = 1; i <= 2; i++) { /* the second time only what is new */
        play(i);
        FINE(store_backup(w.store, to, &e));
        snprintf(copy, sizeof copy, "sqlite:%s/ladder.db", to);
        FINE(store_open(&s, copy, STORE_READ, &e));
        assert_int_equal(wrongs(s), 0);
        FINE(store_counts(s, &c, &e));
        assert_int_equal(c.legs, 2 * i);
        store_close(&s);
    }
    REFUSED(STORE_ENVIRONMENT, store_backup(w.store, "/nowhere/at/all", &e));
}

/* The disk takes no file that is larger. */
static int backup_within(const char *to, rlim_t most)
{
    small_disk(most);
    int code = store_backup(w.store, to, &e);
    small_disk(RLIM_INFINITY);
    return code;
}

static void backup_holds(const char *to, int64_t legs)
{
    char copy[300];
    AUTO(store_close) struct store *s;
    struct store_counts c;
    snprintf(copy, sizeof copy, "sqlite:%s/ladder.db", to);
    FINE(store_open(&s, copy, STORE_READ, &e));
    assert_int_equal(wrongs(s), 0);
    FINE(store_counts(s, &c, &e));
    assert_int_equal(c.legs, legs);
}

/* Where a database fits and an archive does not: a first backup is no store then, and an older one stays as it was. */
TEST_WITH(test_backup_onto_a_full_disk, set_up, tear_down)
{
    enum { LARGE = 4 << 20, BETWEEN = 2 << 20, NOT_EVEN_ROWS = 65536 };
    static char large[LARGE];
    char to[256], database[300];
    uint8_t hash[STORE_HASH];
    snprintf(to, sizeof to, "%s/onto", folder);
    snprintf(database, sizeof database, "%s/ladder.db", to);
    play(1);
    FINE(store_put(w.store, large, sizeof large, hash, &e));
    for (rlim_t most = NOT_EVEN_ROWS; most <= BETWEEN; most += BETWEEN - NOT_EVEN_ROWS) {
        assert_int_equal(backup_within(to, most), STORE_ENVIRONMENT);
        assert_int_equal(access(database, F_OK), -1);
    }
    FINE(store_backup(w.store, to, &e));
    backup_holds(to, 2);
    play(2);
    *large = 1;
    FINE(store_put(w.store, large, sizeof large, hash, &e));
    for (rlim_t most = NOT_EVEN_ROWS; most <= BETWEEN; most += BETWEEN - NOT_EVEN_ROWS) {
        assert_int_equal(backup_within(to, most), STORE_ENVIRONMENT);
        backup_holds(to, 2);
    }
    FINE(store_backup(w.store, to, &e));
    backup_holds(to, 4);
}

static void nothing(void *arg, const char *sentence)
{
    (void)arg;
    (void)sentence;
}

TEST_WITH(test_move_there_and_back, set_up, tear_down)
{
    char pg[256], back[300];
    struct store *there, *again;
    struct store_counts a, b;
    if (!server.pid)
        skip();
    for (uint64_t i = 0; i < 3; i++)
        play(i);
    pg_database(&server, pg);
    FINE(store_open(&there, pg, STORE_CREATE, &e));
    REFUSED(STORE_INVALID, store_backup(there, folder, &e));
    FINE(store_move(w.store, there, nothing, NULL, &e));
    REFUSED(STORE_INVALID, store_move(w.store, there, nothing, NULL, &e)); /* not empty any more */
    assert_int_equal(wrongs(there), 0);
    snprintf(back, sizeof back, "sqlite:%s.back", path);
    FINE(store_open(&again, back, STORE_CREATE, &e));
    FINE(store_move(there, again, nothing, NULL, &e));
    assert_int_equal(wrongs(again), 0);
    FINE(store_counts(w.store, &a, &e));
    FINE(store_counts(again, &b, &e));
    assert_memory_equal(&a, &b, sizeof a);
    store_close(&w.store);
    store_close(&again);
    w.store = there; /* and life goes on there: new rows get new ids */
    play(77);
    world_person(there, "eva", ROLE_AUTHOR);
    assert_int_equal(wrongs(there), 0);
}

TEST_WITH(test_server_comes_back, set_up, tear_down)
{
    char pg[256];
    AUTO(store_close) struct store *s;
    struct person p;
    if (!server.pid)
        skip();
    pg_database(&server, pg);
    FINE(store_open(&s, pg, STORE_CREATE, &e));
    world_person(s, "ana", ROLE_AUTHOR);
    pg_end(&server, SIGQUIT);
    REFUSED(STORE_ENVIRONMENT, store_person_named(s, "ana", &p, &e));
    pg_run(&server);
    FINE(store_person_named(s, "ana", &p, &e));
    world_person(s, "eva", ROLE_AUTHOR);
    pg_end(&server, SIGQUIT);
    pg_run(&server);
    world_person(s, "ivo", ROLE_AUTHOR); /* the connection was lost before the transaction: run again */
}

/* --- the program ---------------------------------------------------------------------------------------- */

static int program(const char *arguments)
{
    char command[1024];
    snprintf(command, sizeof command, "%s/bin/fiel-ladder %s > '%s/out' 2>&1", build_dir(), arguments, folder);
    return WEXITSTATUS(system(command));
}

static bool printed(const char *text)
{
    char out[4096] = "", name[128];
    snprintf(name, sizeof name, "%s/out", folder);
    FILE *f = fopen(name, "r");
    out[fread(out, 1, sizeof out - 1, f)] = '\0';
    fclose(f);
    return strstr(out, text) != NULL;
}

TEST_WITH(test_commands, set_up, tear_down)
{
    char line[1024];
    assert_int_equal(program("--help"), 0);
    assert_int_equal(program("init --help"), 0);
    assert_int_equal(program(""), 2);
    assert_int_equal(program("ini"), 2);
    assert_true(printed("did you mean `fiel-ladder init`"));
    assert_int_equal(program("init --stroe x"), 2);
    assert_true(printed("did you mean --store"));
    assert_int_equal(program("init --store"), 2);
    static const char *const each[] = {
        "init", "check", "serve", "standings", "enter a/b /bin/true", "season let-go x"
    };
    for (size_t i = 0; i < sizeof each / sizeof *each; i++) {
        snprintf(line, sizeof line, "%s --store nonsense:x", each[i]);
        assert_int_equal(program(line), 2);
        assert_true(printed("'nonsense:x' names no store: write sqlite:PATH"));
    }
    assert_int_equal(program("init more"), 2);
    assert_int_equal(program("backup"), 2);
    assert_int_equal(program("move"), 2);
    snprintf(line, sizeof line, "init --store '%s'", where);
    assert_int_equal(program(line), 3);
    assert_true(printed("fiel-ladder: init: process"));
    snprintf(line, sizeof line, "check --store '%s'", where);
    assert_int_equal(program(line), 0);
    assert_true(printed("all is well"));
    sql("update pair set hands = hands; insert into rating_run values(1, 1, '', '', x'00', 9, 0, 0)");
    assert_int_equal(program(line), 1);
}

static void write_config(const char *text)
{
    char name[128];
    snprintf(name, sizeof name, "%s/conf", folder);
    FILE *f = fopen(name, "w");
    fputs(text, f);
    fclose(f);
}

TEST_WITH(test_configuration, set_up, tear_down)
{
    char line[1024], text[600];
    snprintf(text, sizeof text,
             "[other]\nx = 1\n[ladder]\nstore = %s\nladder = argentino\nsigning-key = none.key\nquota-bots = 5\n"
             "server = https://ladder.example\n",
             where); /* what is `serve`'s, `worker`'s or another command's is no mistake of this one's */
    write_config(text);
    snprintf(line, sizeof line, "check --config '%s/conf'", folder);
    assert_int_equal(program(line), 0);
    snprintf(line, sizeof line, "check --config '%s/conf' --store sqlite:/nowhere", folder);
    assert_int_equal(program(line), 3); /* the flag is stronger */
    setenv("FIEL_LADDER_STORE", "sqlite:/nowhere", 1);
    snprintf(line, sizeof line, "check --config '%s/conf'", folder);
    assert_int_equal(program(line), 3); /* the environment, too */
    unsetenv("FIEL_LADDER_STORE");
    write_config("[ladder]\nstoer = x\n");
    assert_int_equal(program(line), 2);
    assert_true(printed("stoer"));
    write_config("[ladder]\nnonsense\n");
    assert_int_equal(program(line), 2);
    assert_int_equal(program("check --config /nowhere/conf"), 3);
}

int main(void)
{
    int failed;
    scratch_quick(folder);
    if (!pg_open(&server))
        server.pid = 0;
    failed = tests_run();
    if (server.pid)
        pg_close(&server);
    scratch_remove(folder);
    return failed;
}
