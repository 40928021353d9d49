/* season_close: record by record into a folder beside, then the index, then the name. */
#include "season_close.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/path.h"
#include "filing/same_match.h"
#include "filing/filing.h"
#include "record/folders.h"
#include "season/season.h"
#include "season_archive.h"
#include "archive/archive.h"
#include "table.h"
#include "wire/messages.h"

enum { PATH = 4096 };

struct closing {
    struct store *store;
    const struct ladder *ladder;
    const struct season_plan *plan;
    struct season_closed *out;
    struct store_error *e;
    char folder[PATH]; /* in which it is written */
    int held;          /* that folder, locked: two closes at once would take each other's files away */
    struct season_out index;
    struct table table;
};

static int disk(struct closing *c, const char *name)
{
    return store_fail(c->e, STORE_ENVIRONMENT, "%.300s/%s: %s: make room, or name another place; nothing is left of it",
                      c->plan->folder, name, strerror(errno));
}

/* --- what was begun is taken away ------------------------------------------------------------------------- */

static bool is_hex(const char *name, size_t digits)
{
    return strlen(name) == digits && strspn(name, "0123456789abcdef") == digits;
}

/* A folder itself: behind a link lies what is somebody else's. */
static bool is_folder(const char *path)
{
    struct stat st;
    return !lstat(path, &st) && S_ISDIR(st.st_mode);
}

/* Removes what a close writes there, and the folder if nothing else is in it. */
static void remove_bucket(const char *path)
{
    char file[PATH];
    OPENED_DIR DIR *d = is_folder(path) ? opendir(path) : NULL;
    for (struct dirent *f; d && (f = readdir(d)) != NULL;)
        if (is_hex(f->d_name, 2 * HASH) && snprintf(file, sizeof file, "%s/%s", path, f->d_name) < PATH)
            unlink(file);
    rmdir(path);
}

static void remove_begun(const struct closing *c)
{
    char path[PATH + 32];
    path_of(path, sizeof path, "%s/records", c->folder);
    for (unsigned i = 0; i < 256 && is_folder(path); i++) {
        char bucket[PATH + 48];
        path_of(bucket, sizeof bucket, "%s/%02x", path, i);
        remove_bucket(bucket);
    }
    rmdir(path);
    for (const char *const *name = (const char *const[]){ "index", "checkpoint", NULL }; *name; name++) {
        path_of(path, sizeof path, "%s/%s", c->folder, *name);
        unlink(path);
    }
    rmdir(c->folder);
}

/* Locks what another close left there, if any, and takes it away. */
static int take_over(struct closing *c)
{
    struct stat mine, there;
    int bad = STORE_OK, fd = open(c->folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return STORE_OK; /* there is nothing, or something that no close wrote, which mkdir() meets */
    if (flock(fd, LOCK_EX | LOCK_NB) || fstat(fd, &mine) || lstat(c->folder, &there) || mine.st_ino != there.st_ino)
        bad = store_fail(c->e, STORE_EXISTS, "%.300s: another close is writing it: let that one end", c->folder);
    else
        remove_begun(c);
    close(fd);
    return bad;
}

static int begin(struct closing *c)
{
    char path[PATH + 32];
    struct stat st;
    size_t size = strlen(c->plan->folder);
    while (size > 1 && c->plan->folder[size - 1] == '/')
        size--;
    if (!lstat(c->plan->folder, &st))
        return store_fail(c->e, STORE_EXISTS, "%.300s is there already: name a folder that is not", c->plan->folder);
    if (snprintf(c->folder, sizeof c->folder, "%.*s.closing", (int)size, c->plan->folder) >= PATH)
        return store_fail(c->e, STORE_INVALID, "the name of the folder is too long: choose a shorter one");
    if (take_over(c))
        return (int)c->e->code;
    for (char *at = c->folder + 1; (at = strchr(at, '/')) != NULL; *at++ = '/') {
        *at = '\0'; /* what is wrong with one of these is told of the folder itself */
        mkdir(c->folder, 0755);
    }
    if (mkdir(c->folder, 0755))
        return errno == EEXIST
                   ? store_fail(c->e, STORE_EXISTS,
                                "%.300s is there already, with something that no close wrote: move it away", c->folder)
                   : disk(c, "");
    c->held = open(c->folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (c->held < 0 || flock(c->held, LOCK_EX | LOCK_NB))
        return disk(c, "");
    path_of(path, sizeof path, "%s/records", c->folder);
    return mkdir(path, 0755) ? disk(c, "records") : STORE_OK;
}

/* --- files ------------------------------------------------------------------------------------------------- */

static int write_file(struct closing *c, const char *name, const void *bytes, size_t size)
{
    char path[PATH + SEASON_RECORD];
    path_of(path, sizeof path, "%s/%s", c->folder, name);
    FILE *f = fopen(path, "wxe");
    if (!f)
        return disk(c, name);
    bool written = fwrite(bytes, 1, size, f) == size;
    written &= fclose(f) == 0;
    c->out->bytes += size;
    return written ? STORE_OK : disk(c, name);
}

/* A record of an earlier protocol stays in the store and in its table, but nobody could prove a season with it. */
static int look_at_version(struct closing *c, int64_t pair, const struct store_bytes *stored)
{
    struct replay as, plain = { 0 };
    const char *why;
    int bad = STORE_OK;
    replay_over(&as, stored->data, stored->size);
    if (!archived_packed(&as))
        plain = as;
    else if (archived_unpack(&plain, stored->data, stored->size, STORE_BLOB_MAX, &why))
        return store_fail(c->e, STORE_CORRUPT, "pair %" PRId64 ": its record: %s", pair, why);
    unsigned version = filing_version(plain.bytes, plain.size);
    if (version && version != PROTOCOL_VERSION)
        bad = store_fail(c->e, STORE_INVALID,
                         "pair %" PRId64
                         ": its record is of version %u of the protocol, which no auditor of today proves: void the "
                         "pair, or go on in a new ladder",
                         pair, version);
    replay_unload(&plain);
    return bad;
}

/* What stands of a record in the store or, where that has let go of it, in the earlier season's archive. */
static int get_record(struct closing *c, int64_t pair, const uint8_t hash[STORE_HASH], struct store_bytes *bytes)
{
    int bad = store_get_as_stored(c->store, hash, bytes, c->e);
    if (bad != STORE_LET_GO)
        return bad;
    if (c->plan->earlier)
        return season_archive_get(c->plan->earlier, hash, bytes, NULL, c->e);
    char went[sizeof c->e->text];
    memcpy(went, c->e->text, sizeof went);
    return store_fail(c->e, STORE_INVALID, "pair %" PRId64 ": %.300s: name that archive with --earlier", pair, went);
}

/* A record of before the store made them compact is compact now. */
static int put_record(struct closing *c, int64_t pair, const uint8_t hash[STORE_HASH])
{
    char name[SEASON_RECORD], bucket[PATH + 32];
    AUTO(store_free) struct store_bytes bytes = { 0 };
    struct replay stored;
    OWNED uint8_t *kept = NULL;
    size_t size = 0;
    int bad = get_record(c, pair, hash, &bytes);
    if (bad || (bad = look_at_version(c, pair, &bytes)))
        return bad;
    season_record(name, hash);
    path_of(bucket, sizeof bucket, "%s/%.10s", c->folder, name);
    replay_over(&stored, bytes.data, bytes.size);
    if (mkdir(bucket, 0755) && errno != EEXIST)
        bad = disk(c, name);
    else if (archived_compact(&stored))
        bad = write_file(c, name, bytes.data, bytes.size);
    else if (archived_pack(bytes.data, bytes.size, &kept, &size))
        bad = store_fail(c->e, STORE_ENVIRONMENT,
                         "there is not enough memory to keep a record: free some and try again");
    else
        bad = write_file(c, name, kept, size);
    c->out->records += !bad;
    return bad;
}

/* --- the index --------------------------------------------------------------------------------------------- */

static int put_checkpoint(struct closing *c, struct season_head *h)
{
    char path[PATH];
    struct replay file;
    if (!c->plan->match_log)
        return STORE_OK;
    path_of(path, sizeof path, "%s/checkpoint", c->plan->match_log);
    if (replay_load(&file, path))
        return store_fail(c->e, STORE_ENVIRONMENT, "%.300s: %s: name the folder of a match log", path, strerror(errno));
    hash_bytes(h->checkpoint, file.bytes, file.size);
    h->logged = true;
    int bad = write_file(c, "checkpoint", file.bytes, file.size);
    replay_unload(&file);
    return bad;
}

static int put_head(struct closing *c)
{
    struct season_head h = { .seats = (uint32_t)c->ladder->seats, .games = same_match_games(c->ladder) };
    struct rules rules;
    int bad = put_checkpoint(c, &h);
    if (bad)
        return bad;
    snprintf(h.name, sizeof h.name, "%s", c->plan->name);
    snprintf(h.ladder, sizeof h.ladder, "%s", c->ladder->code);
    if (!same_match_rules(c->ladder, &rules))
        return store_fail(c->e, STORE_CORRUPT, "ladder %s: its rules are none", c->ladder->code);
    rules_text(&rules, h.rules);
    season_put_head(&c->index, &h);
    return STORE_OK;
}

static int put_bots(struct closing *c)
{
    struct version v;
    struct version_label who;
    int bad = STORE_OK;
    for (size_t i = 0; !bad && i < c->table.versions; i++) {
        bad = store_version(c->store, c->table.version[i], &v, c->e);
        if (!bad)
            bad = store_label(c->store, v.id, &who, c->e);
        if (bad)
            break;
        struct season_bot b = { .remote = v.remote };
        memcpy(b.id, v.remote ? v.key : version_plays(&v), HASH);
        snprintf(b.name, sizeof b.name, "%s/%s#%" PRId64, who.author, who.bot_name, who.number);
        season_put_bot(&c->index, &b);
        c->out->bots++;
    }
    return bad;
}

static int put_pair(struct closing *c, const struct unit *u)
{
    struct leg leg[PLAYED_LEGS];
    struct leg_filter f = { .pair = u->pair };
    struct season_pair p = { .result = { .pair = (uint64_t)u->pair,
                                         .seats = (uint32_t)u->seats,
                                         .legs = (uint32_t)u->legs,
                                         .played = (uint32_t)u->played,
                                         .score = u->score,
                                         .margin = u->margin,
                                         .hands = u->hands } };
    size_t n = 0;
    int bad = u->played > PLAYED_LEGS || u->legs > PLAYED_LEGS
                  ? store_fail(c->e, STORE_INVALID, "pair %" PRId64 " has more than two legs, which no season holds",
                               u->pair)
                  : store_legs(c->store, &f, leg, PLAYED_LEGS, &n, c->e);
    for (int64_t seat = 0; !bad && seat < u->seats; seat++)
        p.result.bot[seat] = (uint32_t)table_number(&c->table, u->version[seat]);
    for (size_t i = 0; !bad && i < n; i++) {
        memcpy(p.record[leg[i].leg % PLAYED_LEGS], leg[i].replay, HASH);
        bad = put_record(c, u->pair, leg[i].replay);
    }
    if (!bad)
        season_put_pair(&c->index, &p);
    c->out->pairs += !bad;
    return bad;
}

static int put_table(struct closing *c)
{
    const struct table *t = &c->table;
    OWNED struct rating *rows = calloc(t->versions + 1, sizeof *rows);
    if (!rows)
        return store_fail(c->e, STORE_ENVIRONMENT, "there is not enough memory for the table: free some and try again");
    table_rows(t, rows);
    if (t->anchor)
        season_put_anchor(&c->index, &(struct season_anchor){ (uint32_t)table_number(t, t->anchor), t->anchor_elo });
    for (size_t i = 0; i < t->versions; i++)
        season_put_place(&c->index, &(struct season_place){ .bot = (uint32_t)table_number(t, rows[i].version),
                                                            .elo = rows[i].elo,
                                                            .low = rows[i].low,
                                                            .high = rows[i].high,
                                                            .pairs = (uint64_t)rows[i].pairs });
    return STORE_OK;
}

static int put_index(struct closing *c)
{
    char path[PATH + 16];
    path_of(path, sizeof path, "%s/index", c->folder);
    FILE *f = fopen(path, "wxe");
    if (!f)
        return disk(c, "index");
    season_begin(&c->index, f);
    int bad = put_head(c);
    if (!bad)
        bad = put_bots(c);
    for (size_t i = 0; !bad && i < c->table.results; i++)
        bad = put_pair(c, &c->table.result[i]);
    if (!bad)
        bad = put_table(c);
    if (!bad)
        season_sign(&c->index, c->plan->signer->key, c->plan->signer->secret);
    long size = ftell(f);
    c->out->bytes += size > 0 ? (uint64_t)size : 0;
    bool failed = ferror(f);
    failed |= fclose(f) != 0;
    return !bad && failed ? disk(c, "index") : bad;
}

/* --- the name ---------------------------------------------------------------------------------------------- */

/* All of it on the disk, at once, and then under its name. */
static int finish(struct closing *c)
{
    char to[PATH];
    snprintf(to, sizeof to, "%.*s", (int)(strlen(c->folder) - strlen(".closing")), c->folder);
    OPENED_FD int fd = open(c->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0 || syncfs(fd) || rename(c->folder, to))
        return disk(c, "");
    if (folder_above_sync(AT_FDCWD, to))
        return store_fail(
            c->e, STORE_ENVIRONMENT,
            "%.300s is there and whole, but the folder that it is in could not be brought to the disk (%s): look "
            "at the disk, and whether it is there after the machine's next start",
            c->plan->folder, strerror(errno));
    return STORE_OK;
}

static bool name_fits(const char *name)
{
    static const char fit[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    return *name && strlen(name) < SEASON_NAME && strspn(name, fit) == strlen(name);
}

static int count_open(struct closing *c)
{
    enum { PAGE = 64 };
    struct pair_filter f = { .ladder = c->ladder->id, .round = -1, .state = PAIR_OPEN };
    OWNED struct pair *list = malloc(PAGE * sizeof *list);
    size_t n = PAGE;
    int bad = list ? STORE_OK
                   : store_fail(c->e, STORE_ENVIRONMENT, "there is not enough memory: free some and try again");
    while (!bad && n == PAGE) {
        bad = store_pairs(c->store, &f, list, PAGE, &n, c->e);
        c->out->open += n;
        f.before = n ? list[n - 1].id : 0;
    }
    return bad;
}

int season_close(struct store *s, const struct ladder *l, const struct season_plan *plan, struct season_closed *out,
                 struct store_error *e)
{
    OWNED struct closing *c = malloc(sizeof *c);
    *out = (struct season_closed){ 0 };
    e->code = STORE_OK;
    if (!c)
        return store_fail(e, STORE_ENVIRONMENT,
                          "there is not enough memory to close a season: free some and try again");
    *c = (struct closing){ .store = s, .ladder = l, .plan = plan, .out = out, .e = e, .held = -1 };
    int bad = name_fits(plan->name)
                  ? count_open(c)
                  : store_fail(c->e, STORE_INVALID,
                               "the season's name '%.60s': use up to 63 letters a-z, digits, '-', '_' and '.'",
                               plan->name);
    if (!bad)
        bad = table_read(&c->table, s, l->id, NULL, 0, e);
    if (!bad && !c->table.results)
        bad = store_fail(c->e, STORE_INVALID, "ladder %s: no pair of it counts yet, so there is nothing to close",
                         l->code);
    if (!bad && !(bad = begin(c))) {
        bad = put_index(c);
        if (!bad)
            bad = finish(c);
        if (bad)
            remove_begun(c);
    }
    if (c->held >= 0)
        close(c->held);
    table_free(&c->table);
    return bad;
}
