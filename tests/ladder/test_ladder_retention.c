/* A store lets go of the records that a season's archive holds: of those alone, when the archive was seen to hold them, and whatever is
 * killed on the way.  Real pairs are played and closed once; each test has a copy of their store, on SQLite and on PostgreSQL. */

#include <sqlite3.h>
#include <zstd.h>

#include "support/test.h"
#include "audit/season.h"
#include "ladder_heard.h"
#include "ladder_hosted.h"
#include "ladder_pg.h"
#include "ladder_site.h"
#include "rating/season_archive.h"
#include "rating/season_close.h"
#include "rating/verify.h"
#include "schedule/schedule.h"
#include "site/session/account.h"
#include "store/store_ratings.h"
#include "store/store_seasons.h"
#include "support/random.h"
#include "support/shell.h"
#include "support/small_disk.h"

#include "ladder_played.h"

enum { PAIRS = 3, RECORDS = 2 * PAIRS };
static struct pg_server server;
static bool on_pg;
static char where[512]; /* `store` has all pairs, of which nobody lets go; `w` is in a copy of that */
static struct identity site;
static unsigned copies;
static struct random chance = { 20261123 };

static const char *in(const char *name)
{
    static char ring[8][300];
    static unsigned next;
    char *path = ring[next++ % 8];
    snprintf(path, sizeof ring[0], "%s/%s", folder, name);
    return path;
}

/* --- what is played and closed, once ----------------------------------------------------------------------------- */

static void play(unsigned first, unsigned count)
{
    struct pair pair[PAIRS] = { 0 };
    struct worker_plan plan = { .name = "w1", .fiel = fiel, .jail = "none", .folder = folder, .over = &over };
    for (unsigned i = 0; i < count; i++)
        memcpy(pair[i].version, (const int64_t[]){ 1 + (first + i) % 2, 2 - (first + i) % 2 }, 2 * sizeof(int64_t));
    struct plan p = {
        .event = w.event, .round = w.round, .next_round = w.round + 1, .progress = "{}", .pair = pair, .pairs = count
    };
    FINE(store_plan(store, &p, &e));
    w.round++;
    plan.queue = queue_local(store);
    work_all(&plan);
    FINE(rate_step(store, &e));
}

static int close_season(struct store *s, const char *name, const char *earlier)
{
    static struct ladder l;
    struct season_closed done;
    struct season_plan plan = { .name = name, .folder = in(name), .signer = &site, .earlier = earlier };
    FINE(store_ladder(s, w.ladder, &l, &e));
    return season_close(s, &l, &plan, &done, &e);
}

/* Spring has the first pairs, summer all. */
static void play_all(void)
{
    char name[128];
    snprintf(name, sizeof name, "sqlite:%s/ladder.db", folder);
    FINE(store_open(&store, name, STORE_CREATE, &e));
    world_found(&w, store, &world_short, "{}");
    hosted_version(&w, 0, "honest", "cauto", "./bot");
    hosted_version(&w, 0, "wild", "random", "./bot");
    world_admit(&w);
    world_admit(&w);
    identity_make(&site, "site");
    play(0, PAIRS - 1);
    FINE(close_season(store, "spring", NULL));
    play(PAIRS - 1, 1);
    FINE(close_season(store, "summer", NULL));
}

/* --- a copy for each test ------------------------------------------------------------------------------------------ */

static int set_up(STATE)
{
    if (on_pg) {
        pg_database(&server, where);
        FINE(store_open(&w.store, where, STORE_CREATE, &e));
        *said = '\0';
        FINE(store_move(store, w.store, hear, NULL, &e));
    } else {
        char to[300];
        snprintf(to, sizeof to, "%s/copy%u", folder, copies++);
        FINE(store_backup(store, to, &e));
        snprintf(where, sizeof where, "sqlite:%s/ladder.db", to);
        FINE(store_open(&w.store, where, STORE_SERVE, &e));
    }
    *said = '\0';
    return 0;
}

static int tear_down(STATE)
{
    world_whole(w.store);
    store_close(&w.store);
    return 0;
}

/* All records, by their matches. */
static void records(struct leg leg[RECORDS])
{
    assert_int_equal(world_legs_of(w.store, (struct leg_filter){ .ladder = w.ladder }, leg, RECORDS), RECORDS);
}

/* How many of them can be read; each of the others is said to have gone with this season. */
static unsigned readable(const char *season)
{
    struct leg leg[RECORDS];
    struct store_bytes bytes;
    unsigned n = 0;
    records(leg);
    for (unsigned i = 0; i < RECORDS; i++) {
        int code = store_get(w.store, leg[i].replay, &bytes, &e);
        store_free(&bytes);
        assert_int_equal(leg[i].let_go, code == STORE_LET_GO);
        if (!code)
            n++;
        else if (code != STORE_LET_GO || !season || !strstr(e.text, season))
            fail_msg("match %d: %s", (int)leg[i].id, e.text);
    }
    return n;
}

static struct season_gone let_go(const char *name)
{
    struct ladder l;
    struct season_gone gone;
    FINE(store_ladder(w.store, w.ladder, &l, &e));
    FINE(season_let_go(w.store, &l, in(name), hear, NULL, &gone, &e));
    assert_string_equal(said, "");
    return gone;
}

static void is_refused(const char *name, const char *sentence)
{
    struct ladder l;
    struct season_gone gone;
    FINE(store_ladder(w.store, w.ladder, &l, &e));
    assert_int_equal(season_let_go(w.store, &l, in(name), hear, NULL, &gone, &e), STORE_INVALID);
    if (!strstr(e.text, sentence) && !strstr(said, sentence))
        fail_msg("'%s' is not in: %s\n%s", sentence, e.text, said);
    assert_int_equal(readable(NULL), RECORDS);
    assert_int_equal(gone.gone, 0);
}

static uint64_t stored_bytes(void)
{
    struct store_counts c;
    FINE(store_counts(w.store, &c, &e));
    return c.blob_bytes;
}

static struct verified verify(const char *earlier)
{
    struct ladder l;
    struct verified v;
    FINE(store_ladder(w.store, w.ladder, &l, &e));
    FINE(verify_ladder(w.store, &l, earlier, fail_told, NULL, &v, &e));
    return v;
}

/* --- tests --------------------------------------------------------------------------------------------------------- */

/* A record is a file beside SQLite. */
static bool has_file(const struct leg *l)
{
    char path[1024], hex[2 * STORE_HASH + 1];
    hex_text(hex, l->replay, STORE_HASH);
    snprintf(path, sizeof path, "%s.blobs/%.2s/%s", where + strlen("sqlite:"), hex, hex);
    return !access(path, F_OK);
}

TEST_WITH(what_an_archive_holds_leaves_the_store, set_up, tear_down)
{
    struct season season[4];
    struct rating_run before, after;
    struct leg leg[RECORDS], left[RECORDS];
    uint64_t swept, bytes = stored_bytes();
    size_t n;
    FINE(store_rating_newest(w.store, w.ladder, &before, &e));
    records(leg);
    assert_true(on_pg || has_file(&leg[0]));
    struct season_gone gone = let_go("summer");
    assert_int_equal(gone.records, RECORDS);
    assert_int_equal(gone.gone, RECORDS);
    assert_int_equal(readable("summer"), 0);
    world_whole(w.store);
    FINE(store_sweep(w.store, &swept, &e));
    assert_int_equal(swept, RECORDS);
    assert_true(stored_bytes() < bytes);
    world_whole(w.store);
    /* What was known of the matches is known, and the table is the same. */
    records(left);
    for (unsigned i = 0; i < RECORDS; i++) {
        assert_memory_equal(left[i].replay, leg[i].replay, STORE_HASH);
        assert_memory_equal(left[i].signature, leg[i].signature, STORE_SIGNATURE);
        assert_int_equal(left[i].winner, leg[i].winner);
        assert_int_equal(left[i].replay_size, 0);
        assert_false(!on_pg && has_file(&left[i]));
    }
    FINE(rate_step(w.store, &e));
    FINE(store_rating_newest(w.store, w.ladder, &after, &e));
    assert_memory_equal(after.results, before.results, STORE_HASH);
    FINE(store_seasons(w.store, w.ladder, 0, season, 4, &n, &e));
    assert_int_equal(n, 1);
    assert_string_equal(season[0].name, "summer");
    assert_int_equal(season[0].records, RECORDS);
    assert_memory_equal(season[0].key, site.key, STORE_KEY);
    /* Once more is fine, and changes nothing. */
    assert_int_equal(let_go("summer").gone, 0);
    FINE(store_seasons(w.store, w.ladder, 0, season, 4, &n, &e));
    assert_int_equal(n, 1);
    assert_int_equal(season[0].records, RECORDS);
}

TEST_WITH(what_an_archive_does_not_hold_stays, set_up, tear_down)
{
    assert_int_equal(let_go("spring").gone, RECORDS - 2);
    assert_int_equal(readable("spring"), 2);
    assert_int_equal(let_go("summer").gone, 2);
    assert_int_equal(readable("s"), 0);
}

/* The archive is looked at, all of it, before anything is let go. */
TEST_WITH(a_damaged_archive_lets_nothing_go, set_up, tear_down)
{
    is_refused("nowhere", "nowhere/index");
    SHELL_FINE("cp -r '%s/summer' '%s/s' && f=$(find '%s/s/records' -type f | sort | tail -n 1) && printf x >>\"$f\"",
               folder, folder, folder);
    is_refused("s", "is no valid season");
    SHELL_FINE("rm -r '%s/s' && cp -r '%s/summer' '%s/s' && rm \"$(find '%s/s/records' -type f | sort | head -n 1)\"",
               folder, folder, folder, folder);
    is_refused("s", "No such file or directory");
    SHELL_FINE("rm -r '%s/s' && cp -r '%s/summer' '%s/s' && sed -i 's/^season summer/season winter/' '%s/s/index'",
               folder, folder, folder, folder);
    is_refused("s", "the signature does not hold");
    SHELL_FINE("rm -r '%s/s'", folder);
}

/* What an owner does to a database without the ladder's help. */
static void change_rows(const char *sql)
{
    sqlite3 *db = NULL;
    if (on_pg) {
        PGconn *c = PQconnectdb(where);
        PGresult *r = PQexec(c, sql);
        assert_int_equal(PQresultStatus(r), PGRES_COMMAND_OK);
        PQclear(r);
        PQfinish(c);
        return;
    }
    assert_int_equal(sqlite3_open(where + strlen("sqlite:"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* A record's file of some kilobytes that would unpack to a quarter of a gigabyte. */
TEST_WITH(a_bomb_is_not_unpacked, set_up, tear_down)
{
    enum { UNPACKED = 255 << 20 };
    char path[600], hex[2 * STORE_HASH + 1];
    struct leg leg[RECORDS];
    OWNED void *zeros = calloc(1, UNPACKED);
    size_t room = ZSTD_compressBound(UNPACKED);
    OWNED void *packed = malloc(room);
    assert_non_null(zeros);
    assert_non_null(packed);
    size_t size = ZSTD_compress(packed, room, zeros, UNPACKED, 1);
    records(leg);
    hex_text(hex, leg[0].replay, STORE_HASH);
    SHELL_FINE("cp -r '%s/summer' '%s/s'", folder, folder);
    snprintf(path, sizeof path, "%s/s/records/%.2s/%s", folder, hex, hex);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(packed, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
    is_refused("s", "it unpacks to more bytes than a record may have");
    SHELL_FINE("rm -r '%s/s'", folder);
}

/* A pair that does not count any more, one that is disputed and one that is to be rechecked. */
TEST_WITH(what_somebody_has_to_look_at_stays, set_up, tear_down)
{
    static const char
        *const sql = "insert into job(kind, again, barred, version, remote, held, state, priority, ready_ms,"
                     " worker, until_ms, attempt, failures, reason, created_ms, done_ms) values('validate',"
                     " 1, 'x', 1, 0, 0, 'queued', 0, 0, '', 0, 0, 0, '', 0, 0)";
    struct leg leg[RECORDS];
    int64_t id;
    records(leg);
    struct dispute d = { .leg = leg[0].id, .person = w.author, .text = "no" };
    FINE(store_dispute_add(w.store, &d, "ana", &id, &e));
    world_replay(&w, leg[2].pair);
    assert_int_equal(leg[4].pair, 1);
    change_rows(sql);
    assert_int_equal(let_go("summer").gone, 0);
    assert_int_equal(readable(NULL), RECORDS);
    FINE(store_dispute_decide(w.store, id, DISPUTE_UPHELD, "it stands", "hilda", &e));
    assert_int_equal(let_go("summer").gone, 2);
    assert_int_equal(readable("summer"), RECORDS - 2);
}

/* The record itself comes back when somebody brings it, before the sweep and after it. */
TEST_WITH(what_is_brought_again_is_here_again, set_up, tear_down)
{
    struct leg leg[RECORDS];
    struct store_bytes stored, plain, back;
    uint8_t hash[STORE_HASH];
    uint64_t swept;
    records(leg);
    let_go("summer");
    for (unsigned i = 0; i < 2; i++) {
        FINE(season_archive_get(in("summer"), leg[i].replay, &stored, &plain, &e));
        FINE(store_put(w.store, plain.data, plain.size, hash, &e));
        assert_memory_equal(hash, leg[i].replay, STORE_HASH);
        FINE(store_sweep(w.store, &swept, &e));
        FINE(store_get(w.store, hash, &back, &e));
        assert_int_equal(back.size, plain.size);
        store_free(&back);
        store_free(&stored);
        store_free(&plain);
    }
    assert_int_equal(readable("summer"), 2);
}

TEST_WITH(the_next_season_takes_records_from_the_archive, set_up, tear_down)
{
    struct season_audit found;
    char why[SEASON_AUDIT_WHY];
    let_go("spring");
    assert_int_equal(close_season(w.store, "autumn", NULL), STORE_INVALID);
    assert_non_null(strstr(e.text, "went with the season spring"));
    assert_non_null(strstr(e.text, "--earlier"));
    assert_int_not_equal(access(in("autumn"), F_OK), 0);
    FINE(close_season(w.store, "autumn", in("spring")));
    assert_int_equal(season_audit(in("autumn"), site.key, hear, NULL, &found, why), 0);
    assert_string_equal(said, "");
    assert_int_equal(found.records, RECORDS);
    assert_true(found.rated);
    SHELL_FINE(
        "rm -r '%s/autumn' && cp -r '%s/spring' '%s/s' && f=$(find '%s/s/records' -type f | sort | head -n 1) && "
        "printf x "
        ">>\"$f\"",
        folder, folder, folder, folder);
    assert_int_equal(close_season(w.store, "autumn", in("s")), STORE_INVALID);
    assert_int_not_equal(access(in("autumn"), F_OK), 0);
    SHELL_FINE("rm -r '%s/s'", folder);
}

/* What was let go is counted, and proved by anyone who has the archive. */
TEST_WITH(what_is_let_go_is_verified_from_the_archive, set_up, tear_down)
{
    assert_int_equal(verify(NULL).legs, RECORDS);
    let_go("spring");
    struct verified v = verify(NULL);
    assert_int_equal(v.let_go, RECORDS - 2);
    assert_int_equal(v.legs, 2);
    v = verify(in("spring"));
    assert_int_equal(v.let_go, 0);
    assert_int_equal(v.legs, RECORDS);
    assert_true(v.table);
}

/* A backup and a move take along what is known of the records, and what is swept and what is not. */
TEST_WITH(copies_know_what_went, set_up, tear_down)
{
    char to[300], name[512];
    struct store *copy, *here = w.store;
    uint64_t swept;
    let_go("spring");
    FINE(store_sweep(w.store, &swept, &e));
    let_go("summer");
    if (on_pg) {
        pg_database(&server, name);
        FINE(store_open(&copy, name, STORE_CREATE, &e));
        FINE(store_move(w.store, copy, hear, NULL, &e));
    } else {
        snprintf(to, sizeof to, "%s/copied", folder);
        FINE(store_backup(w.store, to, &e));
        snprintf(name, sizeof name, "sqlite:%s/ladder.db", to);
        FINE(store_open(&copy, name, STORE_SERVE, &e));
    }
    w.store = copy;
    world_whole(copy);
    assert_int_equal(readable("s"), 0);
    FINE(store_sweep(copy, &swept, &e));
    assert_int_equal(swept, 2);
    world_whole(copy);
    w.store = here;
    store_close(&copy);
}

/* --- kills --------------------------------------------------------------------------------------------------------- */

/* Lets go of one record after the other and sweeps, and tells each; it is killed somewhere. */
static void let_go_until_killed(int told)
{
    struct store *s;
    struct leg leg[RECORDS];
    uint64_t n;
    struct season season = { .ladder = w.ladder, .name = "summer", .pairs = PAIRS };
    if (store_open(&s, where, STORE_SERVE, &e))
        _exit(1);
    w.store = s;
    records(leg);
    for (unsigned i = 0; i < RECORDS; i++) {
        struct season_record r = { .pair = leg[i].pair };
        memcpy(r.hash, leg[i].replay, STORE_HASH);
        if (store_let_go(s, &season, &r, 1, "host", &n, &e) || store_sweep(s, &n, &e) || write(told, "", 1) != 1)
            _exit(2);
    }
    _exit(3);
}

/* Each record is here whole, or said to have gone, and what a killed one began the next one ends. */
TEST_WITH(a_killed_one_leaves_each_record_here_or_gone, set_up, tear_down)
{
    for (unsigned life = 0; life < 12; life++) {
        int told[2], status;
        char byte;
        size_t most = random_below(&chance, RECORDS), n = 0;
        struct timespec more = { .tv_nsec = (long)random_below(&chance, 3000000) };
        store_close(&w.store);
        assert_int_equal(pipe(told), 0);
        pid_t pid = fork();
        if (!pid)
            let_go_until_killed(told[1]);
        close(told[1]);
        while (n < most && read(told[0], &byte, 1) == 1)
            n++;
        nanosleep(&more, NULL); /* not to wait for anything: to be killed anywhere */
        kill(pid, SIGKILL);
        waitpid(pid, &status, 0);
        close(told[0]);
        FINE(store_open(&w.store, where, STORE_SERVE, &e));
        assert_true(readable("summer") <= RECORDS - n);
        world_whole(w.store);
    }
    let_go("summer");
    assert_int_equal(readable("summer"), 0);
}

/* --- the command, and the pages ---------------------------------------------------------------------------------------- */

#define SAYS(code, words, sentence) \
    do { \
        char text[4096]; \
        int got = here_command(words, text, sizeof text); \
        if (got != (code) || !strstr(text, sentence)) \
            fail_msg("%s: exit %d: %s", words, got, text); \
    } while (0)

TEST_WITH(the_newest_seasons_stay, set_up, tear_down)
{
    char words[1200];
    snprintf(words, sizeof words, "season let-go --keep-seasons 2 '%s' '%s' --store '%s'", in("summer"), in("spring"),
             where);
    SAYS(0, words, "2 seasons: nothing is let go");
    assert_int_equal(readable(NULL), RECORDS);
    snprintf(words, sizeof words, "season let-go --keep-seasons 1 '%s' '%s' --store '%s'", in("summer"), in("spring"),
             where);
    SAYS(0, words, "let go: 4 of 4 records of the season spring");
    assert_int_equal(readable("spring"), 2);
    snprintf(words, sizeof words, "season let-go '%s' --store '%s'", folder, where);
    SAYS(2, words, "name a folder that `fiel-ladder season close` wrote");
    snprintf(words, sizeof words, "season let-go '%s' --keep-seasons -1 --store '%s'", in("summer"), where);
    SAYS(2, words, "--keep-seasons");
}

/* `season close` into the folder of that name, with these words, where no file may be larger than `most`. */
static void closes(const char *name, const char *more, rlim_t most, int code, const char *sentence)
{
    char words[1400];
    snprintf(words, sizeof words, "season close %s '%s' --key '%s' --store '%s' %s", name, in(name), in("host.key"),
             where, more);
    small_disk(most);
    SAYS(code, words, sentence);
    small_disk(RLIM_INFINITY);
}

TEST_WITH(seasons_are_told, set_up, tear_down)
{
    char words[1200];
    SHELL_FINE("rm -rf '%s' '%s' '%s'", in("a"), in("c"), in("host.key"));
    assert_int_equal(identity_write(in("host.key"), &site), 0);
    closes("a", "", 1000, 3, "raise the limit (ulimit -f)");
    assert_int_equal(access(in("a"), F_OK), -1);
    assert_int_equal(access(in("a.closing"), F_OK), -1);
    closes("a", "", RLIM_INFINITY, 0, "closed: 3 pairs of 2 bots, 6 records, ");
    closes("c", "--json", RLIM_INFINITY, 0, "\"bots\":2,\"pairs\":3,\"records\":6,");
    snprintf(words, sizeof words, "season let-go --keep-seasons 1 '%s' --store '%s'", in("a"), where);
    SAYS(0, words, "1 season: nothing is let go");
    snprintf(words, sizeof words, "season let-go '%s' --store '%s'", in("a"), where);
    SAYS(0, words, "let go: 6 of 6 records of the season a");
    snprintf(words, sizeof words, "season let-go '%s' --store '%s' --json", in("a"), where);
    SAYS(0, words, "\"records\":6,\"gone\":0}");
}

static void page_holds(const struct here *h, const char *path, int status, const char *more, const char *words,
                       const char *lacks)
{
    OWNED_REPLY y = here_get(h, path, more);
    if (y.status != status || !strstr(y.body, words) || (lacks && strstr(y.body, lacks)))
        fail_msg("%s: %d: %s", path, y.status, y.body);
}

TEST_WITH(the_pages_say_what_went, set_up, tear_down)
{
    static struct here h;
    struct leg leg[RECORDS];
    char path[128], hex[2 * STORE_HASH + 1], token[TOKEN_TEXT], line[TOKEN_TEXT + 64];
    records(leg);
    let_go("summer");
    here_start(&h);
    struct store *own = h.site.store;
    h.site.store = w.store;
    hex_text(hex, leg[0].replay, STORE_HASH);
    snprintf(path, sizeof path, "/matches/%lld", (long long)leg[0].id);
    page_holds(&h, path, 200, NULL, "went with the season summer", "class=\"replay\"");
    page_holds(&h, path, 200, "Accept-Language: es\r\n", "se fue con la temporada summer", NULL);
    page_holds(&h, path, 200, NULL, hex, "/replays/");
    snprintf(path, sizeof path, "/replays/%s", hex);
    page_holds(&h, path, 410, NULL, "went with the season summer", NULL);
    page_holds(&h, "/ladders/argentino", 200, NULL, "<strong>summer</strong>: 6 records", NULL);
    snprintf(path, sizeof path, "/api/matches/%lld", (long long)leg[0].id);
    page_holds(&h, path, 200, NULL, "\"let_go\":true", NULL);
    FINE(session_open(&h.site, w.author, "token", "", 3600000, token, &e));
    snprintf(line, sizeof line, "Authorization: Bearer %s\r\n", token);
    snprintf(path, sizeof path, "/api/matches/%lld/dispute", (long long)leg[0].id);
    OWNED_REPLY y = here_post(&h, path, line, "text=no");
    if (y.status != 410 || !strstr(y.body, "it can be disputed no longer"))
        fail_msg("%d: %s", y.status, y.body);
    h.site.store = own;
    here_stop(&h);
}

int main(void)
{
    scratch_quick(folder);
    snprintf(fiel, sizeof fiel, "%s/bin/fiel", build_dir());
    play_all();
    int failed = tests_run_as("sqlite");
    on_pg = pg_open(&server);
    if (on_pg) {
        failed += tests_run_as("postgresql");
        pg_close(&server);
    }
    store_close(&store);
    scratch_remove(folder);
    return failed;
}
