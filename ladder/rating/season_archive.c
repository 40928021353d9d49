/* season_archive: what an archive holds is seen before the store lets go of it. */
#include "season_archive.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "audit/season.h"
#include "store/store_seasons.h"

enum { AT_ONCE = 500 }; /* records that leave in one transaction: those who file wait no longer than for that */

/* --- one record -------------------------------------------------------------------------------------------- */

static int copy_out(const struct replay *r, struct store_bytes *out, struct store_error *e)
{
    *out = (struct store_bytes){ malloc(r->size + 1), r->size };
    if (!out->data)
        return store_fail(e, STORE_ENVIRONMENT, "there is not enough memory to read a record: free some and try again");
    memcpy(out->data, r->bytes, r->size);
    return STORE_OK;
}

int season_archive_get(const char *folder, const uint8_t hash[STORE_HASH], struct store_bytes *as_stored,
                       struct store_bytes *plain, struct store_error *e)
{
    char name[SEASON_RECORD];
    const char *why = "";
    struct replay stored, record;
    *as_stored = (struct store_bytes){ 0 };
    if (plain)
        *plain = (struct store_bytes){ 0 };
    if (season_load(folder, hash, &stored, &record, &why))
        return store_fail(e, STORE_INVALID, "%.300s/%s: %s: name the archive that has it, or another copy of it",
                          folder, season_record(name, hash), why);
    int bad = copy_out(&stored, as_stored, e);
    if (!bad && plain && (bad = copy_out(&record, plain, e)))
        store_free(as_stored);
    replay_unload(&record);
    replay_unload(&stored);
    return bad;
}

/* --- its index ---------------------------------------------------------------------------------------------- */

struct list {
    struct season_about about;
    struct season_record *record; /* NULL: they are only counted */
    size_t records, room;
    bool keeps, no_memory;
};

static bool take_head(void *arg, const struct season_head *h)
{
    struct list *l = arg;
    snprintf(l->about.name, sizeof l->about.name, "%s", h->name);
    snprintf(l->about.ladder, sizeof l->about.ladder, "%s", h->ladder);
    return true;
}

static bool take_pair(void *arg, const struct season_pair *p)
{
    struct list *l = arg;
    l->about.pairs++;
    l->about.last = p->result.pair;
    for (unsigned i = 0; l->keeps && i < p->result.played; i++) {
        if (l->records == l->room) {
            size_t room = l->room ? 2 * l->room : AT_ONCE;
            struct season_record *more = realloc(l->record, room * sizeof *more);
            l->no_memory = !more;
            if (!more)
                return false;
            l->record = more;
            l->room = room;
        }
        struct season_record *r = &l->record[l->records++];
        r->pair = (int64_t)p->result.pair;
        memcpy(r->hash, p->record[i], STORE_HASH);
    }
    return true;
}

static int read_index(const char *folder, struct list *l, struct season_seal *seal, struct store_error *e)
{
    const struct season_take take = { .arg = l, .head = take_head, .pair = take_pair };
    char what[SEASON_WHY];
    const char *why = "";
    int fd = season_open(folder, "index", &why), bad = STORE_OK;
    OPENED FILE *index = fd < 0 ? NULL : fdopen(fd, "r");
    if (!index) {
        store_fail(e, STORE_INVALID, "%.300s/index: %s: name a folder that `fiel-ladder season close` wrote", folder,
                   fd < 0 ? why : strerror(errno));
        if (fd >= 0)
            close(fd);
        return (int)e->code;
    }
    if (season_read(index, &take, seal, what))
        bad = l->no_memory ? store_fail(e, STORE_ENVIRONMENT, "there is not enough memory to read an index: free some")
                           : store_fail(e, STORE_INVALID, "%.300s/index: %s: take it from another copy of the archive",
                                        folder, what);
    return bad;
}

int season_archive_about(const char *folder, struct season_about *out, struct store_error *e)
{
    struct list l = { .keeps = false };
    struct season_seal seal;
    int bad = read_index(folder, &l, &seal, e);
    *out = l.about;
    return bad;
}

/* --- letting go ---------------------------------------------------------------------------------------------- */

/* All of the archive is on its disk. */
static int sync_folder(const char *folder, struct store_error *e)
{
    OPENED_FD int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd < 0 || syncfs(fd)
               ? store_fail(e, STORE_ENVIRONMENT, "%.300s cannot be brought to the disk (%s): see that it has room",
                            folder, strerror(errno))
               : STORE_OK;
}

/* Every record of it is valid and the table the one that they give: else nothing may leave the store. */
static int look_at(const char *folder, const struct ladder *l, store_tell *tell, void *arg, struct season_audit *found,
                   struct store_error *e)
{
    char why[SEASON_AUDIT_WHY];
    if (season_audit(folder, NULL, tell, arg, found, why))
        return store_fail(e, STORE_INVALID, "%.480s", why);
    if (found->wrong || !found->rated)
        return store_fail(
            e, STORE_INVALID,
            "%.300s is no valid season, so nothing is let go: take another copy of it, or close one again", folder);
    if (strcmp(found->head.ladder, l->code) != 0)
        return store_fail(e, STORE_INVALID,
                          "%.200s is a season of the ladder '%s', and not of '%s': name that one's archive", folder,
                          found->head.ladder, l->code);
    return sync_folder(folder, e);
}

static int let_all_go(struct store *s, struct season *season, const struct list *list, struct season_gone *out,
                      struct store_error *e)
{
    int bad = STORE_OK;
    for (size_t at = 0; !bad && at < list->records; at += AT_ONCE) {
        uint64_t gone = 0;
        size_t count = list->records - at < AT_ONCE ? list->records - at : AT_ONCE;
        bad = store_let_go(s, season, list->record + at, count, "host", &gone, e);
        out->gone += gone;
    }
    return bad;
}

int season_let_go(struct store *s, const struct ladder *l, const char *folder, store_tell *tell, void *arg,
                  struct season_gone *out, struct store_error *e)
{
    struct season season;
    struct season_audit found;
    struct season_seal seal;
    struct list list = { .keeps = true };
    *out = (struct season_gone){ 0 };
    int bad = look_at(folder, l, tell, arg, &found, e);
    if (!bad)
        bad = read_index(folder, &list, &seal, e);
    if (!bad && memcmp(seal.sum, found.seal.sum, STORE_HASH) != 0)
        bad = store_fail(e, STORE_INVALID, "%.300s became another season while it was read: let it alone and try again",
                         folder);
    if (!bad) {
        season = (struct season){ .ladder = l->id, .pairs = (int64_t)list.about.pairs };
        snprintf(season.name, sizeof season.name, "%s", list.about.name);
        memcpy(season.key, seal.key, STORE_KEY);
        memcpy(season.summary, seal.sum, STORE_HASH);
        memcpy(out->name, season.name, sizeof out->name);
        out->records = list.records;
        bad = let_all_go(s, &season, &list, out, e);
    }
    free(list.record);
    return bad;
}
