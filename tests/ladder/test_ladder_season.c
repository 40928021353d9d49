/* A closed season proves its table, and whatever somebody changes in it is named.  Real pairs are played once; each test changes a copy
 * of the season as its site could, who signs the index again. */

#include <math.h>
#include <sys/file.h>
#include <sys/syscall.h>

#include "support/test.h"
#include "audit/season.h"
#include "ladder_heard.h"
#include "ladder_hosted.h"
#include "rating/season_close.h"
#include "schedule/schedule.h"
#include "archive/archive.h"
#include "support/shell.h"
#include "support/small_disk.h"

#include "ladder_played.h"

static struct identity site;
static struct season_audit found;
static const char *match_log;

__attribute__((format(printf, 1, 2))) static const char *in(const char *format, ...)
{
    static char ring[8][512];
    static unsigned next;
    char *path = ring[next++ % 8], name[256];
    va_list list;
    va_start(list, format);
    vsnprintf(name, sizeof name, format, list);
    va_end(list);
    snprintf(path, sizeof ring[0], "%s/%s", folder, name);
    return path;
}

/* --- what is played, once ------------------------------------------------------------------------------------ */

BEFORE_ALL(play)
{
    static const int64_t seats[3][2] = { { 1, 2 }, { 2, 1 }, { 1, 2 } };
    struct pair pair[3] = { 0 };
    struct worker_plan plan = { .name = "w1", .fiel = fiel, .jail = "none", .folder = folder, .over = &over };
    char where[128];
    snprintf(where, sizeof where, "sqlite:%s/ladder.db", folder);
    FINE(store_open(&store, where, STORE_CREATE, &e));
    world_found(&w, store, &world_short, "{}");
    hosted_version(&w, 0, "honest", "cauto", "./bot");
    hosted_version(&w, 0, "wild", "random", "./bot");
    world_admit(&w);
    world_admit(&w);
    for (unsigned i = 0; i < 3; i++)
        memcpy(pair[i].version, seats[i], sizeof seats[i]);
    struct plan p = { .event = w.event, .next_round = 1, .progress = "{}", .pair = pair, .pairs = 3 };
    FINE(store_plan(store, &p, &e));
    plan.queue = queue_local(store);
    work_all(&plan);
    FINE(rate_step(store, &e));
    identity_make(&site, "site");
    return 0;
}

AFTER_ALL(end)
{
    store_close(&store);
    return 0;
}

static int close_season(const char *name, const char *to, struct season_closed *done)
{
    static struct ladder l;
    struct season_plan plan = { .name = name, .folder = to, .signer = &site, .match_log = match_log };
    FINE(store_ladder(store, w.ladder, &l, &e));
    return season_close(store, &l, &plan, done, &e);
}

/* --- what is said of a season --------------------------------------------------------------------------------- */

static void audit(const uint8_t *key)
{
    char why[SEASON_AUDIT_WHY];
    *said = '\0';
    if (season_audit(in("s"), key, hear, NULL, &found, why))
        fail_msg("%s", why);
}

static void is_refused(const char *sentence)
{
    audit(NULL);
    if (!found.wrong || !strstr(said, sentence))
        fail_msg("'%s' is not told of:\n%s", sentence, *said ? said : "a valid season");
}

/* A season of its own for each test. */
static void is_right(void)
{
    audit(site.key);
    assert_int_equal(found.wrong, 0);
}

static int copy(STATE)
{
    struct season_closed done;
    FINE(close_season("spring", in("s"), &done));
    return 0;
}

static int forget(STATE)
{
    SHELL_FINE("rm -rf '%s/s'", folder);
    return 0;
}

/* --- an index that its own site writes otherwise ------------------------------------------------------------------ */

/* What an index is written from. */
struct forgery {
    struct season_head head;
    struct season_bot bot[4];
    struct season_pair pair[4];
    struct season_place place[4];
    struct season_anchor anchor;
    size_t bots, pairs, places;
};

static bool keep_head(void *arg, const struct season_head *h)
{
    ((struct forgery *)arg)->head = *h;
    return true;
}
static bool keep_bot(void *arg, const struct season_bot *b)
{
    struct forgery *f = arg;
    f->bot[f->bots++] = *b;
    return true;
}
static bool keep_pair(void *arg, const struct season_pair *p)
{
    struct forgery *f = arg;
    f->pair[f->pairs++] = *p;
    return true;
}
static bool keep_anchor(void *arg, const struct season_anchor *a)
{
    ((struct forgery *)arg)->anchor = *a;
    return true;
}
static bool keep_place(void *arg, const struct season_place *p)
{
    struct forgery *f = arg;
    f->place[f->places++] = *p;
    return true;
}

static void write_again(const struct forgery *f, const struct identity *signer)
{
    struct season_out o;
    FILE *to = fopen(in("s/index"), "w");
    assert_non_null(to);
    season_begin(&o, to);
    season_put_head(&o, &f->head);
    for (size_t i = 0; i < f->bots; i++)
        season_put_bot(&o, &f->bot[i]);
    for (size_t i = 0; i < f->pairs; i++)
        season_put_pair(&o, &f->pair[i]);
    season_put_anchor(&o, &f->anchor);
    for (size_t i = 0; i < f->places; i++)
        season_put_place(&o, &f->place[i]);
    season_sign(&o, signer->key, signer->secret);
    assert_int_equal(fclose(to), 0);
}

/* As its own site signs it, and it is refused all the same. */
static void forged(const struct forgery *f, const char *sentence)
{
    write_again(f, &site);
    is_refused(sentence);
}

static struct forgery read_rows(void)
{
    static struct forgery f;
    struct season_take take = { &f, keep_head, keep_bot, keep_pair, keep_anchor, keep_place };
    struct season_seal seal;
    char why[SEASON_WHY];
    memset(&f, 0, sizeof f);
    FILE *from = fopen(in("s/index"), "r");
    if (!from || season_read(from, &take, &seal, why))
        fail_msg("%s", from ? why : "there is no index");
    fclose(from);
    assert_int_equal(f.pairs, 3);
    assert_int_equal(f.bots, 2);
    assert_int_equal(f.places, 2);
    return f;
}

/* --- what is refused ------------------------------------------------------------------------------------------ */

TEST_WITH(a_season_proves_its_table, copy, forget)
{
    audit(site.key);
    if (found.wrong || !found.rated)
        fail_msg("%s", said);
    assert_int_equal(found.pairs, 3);
    assert_int_equal(found.records, 6);
    assert_int_equal(found.bots, 2);
    assert_true(found.decisions > 0);
    /* What reads an index and writes it again has the same one. */
    struct forgery f = read_rows();
    write_again(&f, &site);
    is_right();
}

TEST_WITH(a_changed_row_is_named, copy, forget)
{
    struct forgery f = read_rows();
    f.pair[1].result.score = 4 - f.pair[1].result.score + (f.pair[1].result.score == 2);
    forged(&f, "its row says score");
    f = read_rows();
    f.pair[1].result.hands++;
    forged(&f, "its row says score");
}

/* Who does not have the site's key. */
TEST_WITH(a_row_that_is_not_signed_is_named, copy, forget)
{
    SHELL_FINE("sed -i 's/^\\(pair 1 2 [0-4] -*[0-9]* \\)/\\10/' '%s/s/index'", folder);
    is_refused("index: ");
    forget(NULL);
    copy(NULL);
    SHELL_FINE("sed -i 's/^season spring$/season sprint/' '%s/s/index'", folder);
    is_refused("the signature does not hold");
}

TEST_WITH(a_changed_place_is_named, copy, forget)
{
    struct forgery f = read_rows();
    f.place[0].elo += 1;
    forged(&f, "place 1: the table says");
    f = read_rows();
    f.place[0].elo -= 1;
    f.place[1].pairs++;
    forged(&f, "place 2: the table says");
    f = read_rows();
    f.places = 1;
    forged(&f, "the table has 1 places, and 2 bots played");
}

TEST_WITH(a_missing_record_is_named, copy, forget)
{
    char name[SEASON_RECORD];
    struct forgery f = read_rows();
    assert_int_equal(unlink(in("s/%s", season_record(name, f.pair[2].record[1]))), 0);
    is_refused("pair 3, leg 2: its record records/");
    is_refused("No such file or directory");
}

TEST_WITH(exchanged_legs_are_named, copy, forget)
{
    uint8_t first[HASH];
    struct forgery f = read_rows();
    memcpy(first, f.pair[0].record[0], HASH);
    memcpy(f.pair[0].record[0], f.pair[0].record[1], HASH);
    memcpy(f.pair[0].record[1], first, HASH);
    f.pair[0].result.margin *= -1;
    forged(&f, "pair 1");
    /* The second leg of another pair. */
    forget(NULL);
    copy(NULL);
    f = read_rows();
    memcpy(first, f.pair[0].record[1], HASH);
    memcpy(f.pair[0].record[1], f.pair[2].record[1], HASH);
    memcpy(f.pair[2].record[1], first, HASH);
    forged(&f, "the legs are no duplicate pair");
}

TEST_WITH(other_bots_are_named, copy, forget)
{
    struct forgery f = read_rows();
    struct season_bot first = f.bot[0];
    f.bot[0] = f.bot[1];
    f.bot[1] = first;
    forged(&f, "seat 0 was not ");
}

TEST_WITH(another_ladder_is_named, copy, forget)
{
    struct forgery f = read_rows();
    snprintf(f.head.rules, sizeof f.head.rules, "paulista");
    forged(&f, "another kind of match than this ladder's");
}

TEST_WITH(a_changed_byte_is_named, copy, forget)
{
    char name[SEASON_RECORD];
    struct forgery f = read_rows();
    season_record(name, f.pair[1].record[0]);
    FILE *file = fopen(in("s/%s", name), "r+");
    assert_non_null(file);
    assert_int_equal(fseek(file, 2000, SEEK_SET), 0);
    int byte = fgetc(file);
    assert_int_equal(fseek(file, 2000, SEEK_SET), 0);
    fputc(byte ^ 1, file);
    assert_int_equal(fclose(file), 0);
    is_refused("pair 2, leg 1: its record records/");
}

/* One true record in the place of another one. */
TEST_WITH(a_record_under_another_name_is_named, copy, forget)
{
    char a[SEASON_RECORD], b[SEASON_RECORD];
    struct forgery f = read_rows();
    season_record(a, f.pair[1].record[0]);
    season_record(b, f.pair[2].record[0]);
    SHELL_FINE("cp '%s/s/%s' '%s/s/%s'", folder, a, folder, b);
    is_refused("does not have that hash: it was changed");
}

/* Under its own hash, with a row that names it: its arbiter did not sign that. */
TEST_WITH(a_record_that_is_not_valid_is_named, copy, forget)
{
    char name[SEASON_RECORD];
    struct replay r;
    const char *why;
    size_t size;
    struct forgery f = read_rows();
    assert_int_equal(archived_load(&r, in("s/%s", season_record(name, f.pair[1].record[0])), &why), 0);
    uint8_t *bytes = malloc(r.size), *kept;
    assert_non_null(bytes);
    memcpy(bytes, r.bytes, r.size);
    bytes[r.size / 2] ^= 1;
    hash_bytes(f.pair[1].record[0], bytes, r.size);
    assert_int_equal(archived_pack(bytes, r.size, &kept, &size), 0);
    season_record(name, f.pair[1].record[0]);
    SHELL_FINE("mkdir -p '%s/s/%.10s'", folder, name);
    FILE *to = fopen(in("s/%s", name), "w");
    assert_non_null(to);
    assert_int_equal(fwrite(kept, 1, size, to), size);
    assert_int_equal(fclose(to), 0);
    replay_unload(&r);
    free(bytes);
    free(kept);
    forged(&f, "pair 2, leg 1: its record is not valid: ");
}

/* A second leg that the site does not like. */
TEST_WITH(a_leg_that_is_not_shown_is_named, copy, forget)
{
    struct forgery f = read_rows();
    f.pair[1].result.played = 1;
    forged(&f, "pair 2: it lacks its second leg, though its first one was played to the end");
}

TEST_WITH(a_changed_checkpoint_is_named, copy, forget)
{
    struct season_closed done;
    SHELL_FINE("mkdir -p '%s/log' && echo a checkpoint > '%s/log/checkpoint'", folder, folder);
    forget(NULL);
    match_log = in("log");
    FINE(close_season("spring", in("s"), &done));
    match_log = NULL;
    is_right();
    assert_true(found.head.logged);
    SHELL_FINE("echo another >> '%s/s/checkpoint'", folder);
    is_refused("checkpoint: it is not the one that the index names");
    assert_int_equal(unlink(in("s/checkpoint")), 0);
    is_refused("checkpoint: No such file or directory");
}

TEST_WITH(a_row_without_a_record_is_named, copy, forget)
{
    struct forgery f = read_rows();
    f.pair[3] = f.pair[2];
    f.pair[3].result.pair = 9;
    memset(f.pair[3].record, 0x5a, sizeof f.pair[3].record);
    f.pairs = 4;
    forged(&f, "pair 9, leg 1: its record records/5a/");
}

TEST_WITH(a_record_without_a_row_is_named, copy, forget)
{
    struct forgery f = read_rows();
    f.pairs = 2;
    forged(&f, "has no row");
    SHELL_FINE("touch '%s/s/records/notes'", folder);
    SHELL_FINE("mkdir -p '%s/s/records/zz' && touch '%s/s/records/zz/more'", folder, folder);
    is_refused("records/zz/more has no row");
}

TEST_WITH(a_record_filed_twice_is_named, copy, forget)
{
    struct forgery f = read_rows();
    f.pair[3] = f.pair[2];
    f.pair[3].result.pair = 9;
    f.pairs = 4;
    forged(&f, "pair 9: a match of it is one of pair 3, too");
    /* In rows that are not in order, too. */
    f.pair[3].result.pair = 3;
    forged(&f, "pair 3 stands behind pair 3");
}

TEST_WITH(another_sites_key_is_named, copy, forget)
{
    struct identity other;
    identity_make(&other, "other");
    struct forgery f = read_rows();
    write_again(&f, &other);
    audit(site.key);
    assert_int_equal(found.wrong, 1);
    assert_non_null(strstr(said, "it is another site's"));
    audit(other.key);
    assert_int_equal(found.wrong, 0);
}

/* At every line's end, and in the middle of lines. */
TEST_WITH(a_truncated_index_is_named, copy, forget)
{
    struct stat st;
    assert_int_equal(stat(in("s/index"), &st), 0);
    for (off_t size = st.st_size - 1; size >= 0; size -= 61) {
        assert_int_equal(truncate(in("s/index"), size), 0);
        is_refused("it was cut short");
    }
    assert_int_equal(truncate(in("s/index"), 0), 0);
    is_refused("it was cut short");
}

TEST_WITH(what_stands_behind_is_named, copy, forget)
{
    SHELL_FINE("echo >> '%s/s/index'", folder);
    is_refused("something stands behind the signature");
}

/* A closed season has one index, byte for byte: capitals are other bytes of the same signature. */
TEST_WITH(another_hand_is_named, copy, forget)
{
    SHELL_FINE("sed -i '$ s/ .*/\\U&/' '%s/s/index'", folder);
    is_refused("it is not written as such a line is");
}

/* --- what a hostile site signs ------------------------------------------------------------------------------- */

/* No number is near "nan", and none far from it: such a table would hold beside any records. */
TEST_WITH(a_table_without_numbers_is_named, copy, forget)
{
    static const double none[] = { (double)NAN, (double)INFINITY, -(double)INFINITY };
    const struct forgery before = read_rows();
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        struct forgery f = before;
        f.anchor.elo = none[i];
        f.place[0].elo += 500;
        write_again(&f, &site);
        is_refused("it is not written as such a line is");
        f = before;
        f.place[1].elo = f.place[1].low = f.place[1].high = none[i];
        write_again(&f, &site);
        is_refused("it is not written as such a line is");
    }
}

/* A name that moves the cursor, in the index and as a file's. */
TEST_WITH(what_moves_a_cursor_is_not_printed, copy, forget)
{
    struct forgery f = read_rows();
    const struct forgery before = f;
    snprintf(f.head.name, sizeof f.head.name, "\033[2Jspring");
    forged(&f, "it has a byte that is not printable ASCII");
    f = before;
    snprintf(f.bot[0].name, sizeof f.bot[0].name, "\302\233[2J");
    forged(&f, "it has a byte that is not printable ASCII");
    write_again(&before, &site);
    assert_int_equal(mkdir(in("s/records/\033[2J"), 0700), 0);
    SHELL_FINE("touch '%s/s/records/\033[2J/\033[2J'", folder);
    is_refused("has no row");
    assert_null(strchr(said, '\033'));
}

/* A table in which two rows have one name, and rows of bots that nobody met. */
TEST_WITH(bots_that_are_not_one_each_are_named, copy, forget)
{
    struct forgery f = read_rows();
    const struct forgery before = f;
    memcpy(f.bot[1].name, f.bot[0].name, sizeof f.bot[1].name);
    forged(&f, "is the name of two bots");
    f = before;
    f.bot[f.bots] = f.bot[0];
    snprintf(f.bot[f.bots++].name, sizeof f.bot[0].name, "ana/ghost#1");
    forged(&f, "ana/ghost#1 played no pair");
}

/* One archive under two names can be honest: it is told, for the site alone knows which of the two sat there. */
TEST_WITH(bots_of_one_archive_are_counted, copy, forget)
{
    audit(site.key);
    assert_int_equal(found.alike, 0);
    struct forgery f = read_rows();
    memcpy(f.bot[1].id, f.bot[0].id, HASH);
    write_again(&f, &site);
    audit(site.key);
    assert_int_equal(found.alike, 2);
}

/* These bots sat in no jail. */
TEST_WITH(a_season_says_on_whose_word_it_stands, copy, forget)
{
    audit(site.key);
    assert_int_equal(found.pairs, 3);
    assert_int_equal(found.unheld, 3);
    assert_int_equal(found.on_word, 0);
}

/* The folder stands for itself: what lies elsewhere is no part of it, and a pipe would never end. */
TEST_WITH(what_is_no_file_of_the_folder_is_named, copy, forget)
{
    char name[SEASON_RECORD];
    struct forgery f = read_rows();
    season_record(name, f.pair[2].record[1]);
    SHELL_FINE("mv '%s/s/%s' '%s/elsewhere' && ln -s '%s/elsewhere' '%s/s/%s'", folder, name, folder, folder, folder,
               name);
    is_refused("it is a link, and no file of this folder");
    SHELL_FINE("rm '%s/s/%s' && ln '%s/elsewhere' '%s/s/%s'", folder, name, folder, folder, name);
    audit(site.key);
    assert_int_equal(found.wrong, 0); /* a second name of the same file is that file */
    SHELL_FINE("rm '%s/s/%s' && mkfifo '%s/s/%s'", folder, name, folder, name);
    is_refused("it is no regular file");
    SHELL_FINE("rm '%s/s/%s' && mv '%s/elsewhere' '%s/s/%s'", folder, name, folder, folder, name);
    SHELL_FINE("mkdir '%s/away' && touch '%s/away/secret' && ln -s '%s/away' '%s/s/records/zz'", folder, folder, folder,
               folder);
    is_refused("records/zz is no folder of records");
    assert_null(strstr(said, "secret"));
    SHELL_FINE("rm -r '%s/away' '%s/s/records/zz'", folder, folder);
    SHELL_FINE("mkfifo '%s/s/records/pipe'", folder);
    is_refused("records/pipe is no folder of records");
}

TEST_WITH(an_index_that_is_no_file_is_told_of, copy, forget)
{
    char why[SEASON_AUDIT_WHY];
    SHELL_FINE("mv '%s/s/index' '%s/elsewhere' && ln -s '%s/elsewhere' '%s/s/index'", folder, folder, folder, folder);
    assert_int_equal(season_audit(in("s"), NULL, hear, NULL, &found, why), -1);
    assert_non_null(strstr(why, "it is a link, and no file of this folder"));
    SHELL_FINE("rm '%s/s/index' && mkfifo '%s/s/index'", folder, folder);
    assert_int_equal(season_audit(in("s"), NULL, hear, NULL, &found, why), -1);
    assert_non_null(strstr(why, "it is no regular file"));
    SHELL_FINE("rm '%s/elsewhere'", folder);
}

/* --- closing -------------------------------------------------------------------------------------------------- */

TEST_WITH(what_is_there_stays, copy, forget)
{
    struct season_closed done;
    assert_int_equal(close_season("spring", in("s"), &done), STORE_EXISTS);
    assert_non_null(strstr(e.text, "is there already"));
    is_right();
    assert_int_equal(close_season("a season", in("t"), &done), STORE_INVALID);
    assert_int_not_equal(access(in("t"), F_OK), 0);
}

/* A close that was killed left some of it; the next one takes that away, and nothing that is somebody else's. */
TEST_WITH(a_killed_close_is_taken_away, copy, forget)
{
    struct season_closed done;
    SHELL_FINE("mv '%s/s' '%s/t.closing' && rm '%s/t.closing/index' && touch '%s/t.closing/index'", folder, folder,
               folder, folder);
    FINE(close_season("spring", in("t"), &done));
    assert_int_equal(done.records, 6);
    SHELL_FINE("mv '%s/t' '%s/s'", folder, folder);
    is_right();
    FINE(close_season("spring", in("of/2026/t"), &done)); /* the folders above it are made */
    SHELL_FINE("mkdir '%s/t.closing' && echo mine > '%s/t.closing/diary'", folder, folder);
    assert_int_equal(close_season("spring", in("t"), &done), STORE_EXISTS);
    assert_int_equal(access(in("t.closing/diary"), F_OK), 0);
    SHELL_FINE("rm -r '%s/t.closing'", folder);
}

/* A link where a close begins, or where it has its records, leads to another season, which stays. */
TEST_WITH(a_close_follows_no_link, copy, forget)
{
    struct season_closed done;
    SHELL_FINE("ln -s '%s/s' '%s/t.closing'", folder, folder);
    assert_int_equal(close_season("spring", in("t"), &done), STORE_EXISTS);
    is_right();
    SHELL_FINE("rm '%s/t.closing' && mkdir '%s/t.closing' && ln -s '%s/s/records' '%s/t.closing/records'", folder,
               folder, folder, folder);
    assert_int_equal(close_season("spring", in("t"), &done), STORE_EXISTS);
    is_right();
    SHELL_FINE("rm -r '%s/t.closing'", folder);
}

/* Two closes of one name at once: the second one leaves what the first one writes. */
TEST_WITH(a_close_that_goes_on_is_left_alone, copy, forget)
{
    struct season_closed done;
    SHELL_FINE("mv '%s/s' '%s/t.closing'", folder, folder);
    int fd = open(in("t.closing"), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    assert_int_equal(close_season("spring", in("t"), &done), STORE_EXISTS);
    assert_non_null(strstr(e.text, "another close is writing it"));
    close(fd);
    SHELL_FINE("mv '%s/t.closing' '%s/s'", folder, folder);
    is_right();
}

/* A ladder that began under version 1 of the protocol: the record is there as it was, and it is said why no season holds it. */
TEST_WITH(a_record_of_version_1_is_told_of, copy, forget)
{
    static struct world old;
    static struct world_legs legs;
    static struct order o;
    struct season_closed done;
    struct store *ours = store, *before;
    struct store_bytes bytes;
    struct leg leg[2];
    const struct world played = w;
    AUTO(replay_unload) struct replay example;
    char where[600];
    assert_int_equal(replay_load(&example, "tests/vectors/example.replay"), 0);
    OWNED uint8_t *record = malloc(example.size);
    assert_non_null(record);
    memcpy(record, example.bytes, example.size);
    record[REPLAY_MAGIC_SIZE - 1] = 1;
    snprintf(where, sizeof where, "sqlite:%s", in("old.db"));
    FINE(store_open(&before, where, STORE_CREATE, &e));
    world_make(&old, before);
    world_plan(&old, 1);
    FINE(world_lease(&old, "w1", &o, &e));
    world_legs(&legs, 1);
    legs.leg[0].record = record;
    legs.leg[0].record_size = example.size;
    FINE(store_finish(before, &o, legs.leg, 2, &e));
    size_t n = world_all_legs(before, leg, 2);
    FINE(store_get(before, leg[n - 1].replay, &bytes, &e));
    assert_int_equal(bytes.size, example.size);
    assert_memory_equal(bytes.data, record, bytes.size);
    store_free(&bytes);
    store = before;
    w = old;
    int code = close_season("old", in("t"), &done);
    store = ours;
    w = played;
    store_close(&before);
    assert_int_equal(code, STORE_INVALID);
    assert_non_null(strstr(e.text, "its record is of version 1 of the protocol"));
    assert_int_not_equal(access(in("t"), F_OK), 0);
    assert_int_not_equal(access(in("t.closing"), F_OK), 0);
}

/* A disk that takes no more, here by the size of a file: nothing is left, and what was there stays as it was. */
TEST_WITH(a_full_disk_leaves_nothing, copy, forget)
{
    struct season_closed done;
    for (rlim_t most = 100; most < 2000; most += 700) {
        small_disk(most);
        int code = close_season("spring", in("t"), &done);
        small_disk(RLIM_INFINITY);
        assert_int_equal(code, STORE_ENVIRONMENT);
        assert_non_null(strstr(e.text, "make room"));
        assert_int_not_equal(access(in("t"), F_OK), 0);
        assert_int_not_equal(access(in("t.closing"), F_OK), 0);
    }
}

static bool folders_fail;
int fsync(int fd)
{
    errno = EIO;
    return folders_fail ? -1 : (int)syscall(SYS_fsync, fd);
}

/* The disk takes files and no folder: the season is there, and whether its name outlives a power cut nobody knows. */
TEST_WITH(a_name_that_is_not_on_the_disk_is_told_of, copy, forget)
{
    struct season_closed done;
    folders_fail = true;
    int code = close_season("spring", in("t"), &done);
    folders_fail = false;
    assert_int_equal(code, STORE_ENVIRONMENT);
    assert_non_null(strstr(e.text, "is there and whole, but the folder that it is in"));
    SHELL_FINE("diff -r '%s/s/records' '%s/t/records' && rm -r '%s/t'", folder, folder, folder);
}

int main(void) { return tests_in_folder(scratch_quick); }
