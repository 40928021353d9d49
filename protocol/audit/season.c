/* season: the index once for its signature, then again pair by pair with the records, then the table. */
#include "audit/season.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "audit/audit.h"
#include "cli/findings.h"
#include "cli/owned.h"
#include "archive/archive.h"

_Static_assert((int)SEASON_RULES_TEXT == (int)RULES_TEXT, "an index has room for the rules of an OFFER");

/* One record of one leg, and which pair has it. */
struct filed {
    uint8_t record[HASH], match[HASH];
    uint64_t pair;
};

struct season_work {
    const char *folder;
    struct findings found;
    struct season_audit *out;
    struct season_bot *bot;
    struct played *list;
    struct filed *filed;
    struct season_place *place;
    uint64_t bots, pairs, records, places; /* so many are there, and room for as many as the power of two behind them */
    struct season_anchor anchor;
    bool anchored, no_memory;
    struct audit_pair *pair;          /* that is looked at */
    struct replay stored[2], file[2]; /* its records, as they stand and as they are */
};

/* Room for one more behind `count`: doubled whenever that is a power of two. */
static bool grow(struct season_work *w, void **list, uint64_t count, size_t size)
{
    if (count & (count - 1))
        return true;
    void *more = realloc(*list, (count ? 2 * count : 1) * size);
    if (more)
        *list = more;
    w->no_memory |= !more;
    return more != NULL;
}

/* --- one record ------------------------------------------------------------------------------------------ */

enum { SEASON_RECORD_MOST = 256 << 20 };

static int load_open(int fd, struct replay *stored, struct replay *record, const char **why)
{
    struct stat st;
    if (fstat(fd, &st) || st.st_size > SEASON_RECORD_MOST) {
        *why = "it has more bytes than a record may have";
        return -1;
    }
    if (replay_load_from(stored, fd)) {
        *stored = (struct replay){ 0 };
        *why = strerror(errno);
        return -1;
    }
    size_t most = archived_most(stored->size);
    if (archived_packed(stored))
        return archived_unpack(record, stored->bytes, stored->size,
                               most < SEASON_RECORD_MOST ? most : SEASON_RECORD_MOST, why);
    replay_over(record, stored->bytes, stored->size);
    return 0;
}

int season_load(const char *folder, const uint8_t hash[HASH], struct replay *stored, struct replay *record,
                const char **why)
{
    char name[SEASON_RECORD];
    uint8_t found[HASH];
    OPENED_FD int fd = season_open(folder, season_record(name, hash), why);
    *stored = *record = (struct replay){ 0 };
    if (fd < 0)
        return -1;
    int rc = load_open(fd, stored, record, why);
    if (!rc)
        hash_bytes(found, record->bytes, record->size);
    if (!rc && memcmp(found, hash, HASH) != 0) {
        *why = "it does not have that hash: it was changed";
        rc = -1;
    }
    if (rc) {
        replay_unload(record);
        replay_unload(stored);
    }
    return rc;
}

/* The record of a leg, into memory, audited.  False: it is none to go on with, which was told. */
static bool load(struct season_work *w, const struct season_pair *p, unsigned leg)
{
    char name[SEASON_RECORD];
    struct replay *file = &w->file[leg];
    struct audit_report *r = &w->pair->leg[leg];
    const char *why;
    if (season_load(w->folder, p->record[leg], &w->stored[leg], file, &why)) {
        findings_add(&w->found, "pair %" PRIu64 ", leg %u: its record %s: %s", p->result.pair, leg + 1,
                     season_record(name, p->record[leg]), why);
        return false;
    }
    if (audit_bytes(file->bytes, file->size, NULL, r)) {
        w->no_memory = true;
        return false;
    }
    w->out->records++;
    w->out->decisions += r->counts.decisions;
    if (r->outcome != AUDIT_VALID || !r->has_result)
        findings_add(&w->found, "pair %" PRIu64 ", leg %u: its record is not valid: %s", p->result.pair, leg + 1,
                     *r->wrong ? r->wrong : "it has no result");
    return r->outcome == AUDIT_VALID && r->has_result;
}

/* The match of this ladder, with those who are said to have played it. */
static bool is_that_match(struct season_work *w, const struct season_pair *p, unsigned leg)
{
    const struct season_head *h = &w->out->head;
    const struct audit_report *r = &w->pair->leg[leg];
    const struct offer *o = &r->offer;
    bool twins = p->result.legs == 2;
    uint64_t wrong = w->out->wrong;
    if (strcmp(o->rules, h->rules) != 0 || o->seats != h->seats || o->at_once != 1 ||
        o->tables != (twins ? h->games : 1) || o->games != h->games || offer_of_pair(o) != twins)
        findings_add(&w->found, "pair %" PRIu64 ", leg %u: its record is of another kind of match than this ladder's",
                     p->result.pair, leg + 1);
    for (unsigned s = 0; s < h->seats && s < o->seats; s++) {
        const struct season_bot *b = &w->bot[p->result.bot[(s + h->seats - leg) % h->seats]];
        if (memcmp(b->remote ? o->key[s] : r->bots[s], b->id, HASH) != 0)
            findings_add(&w->found, "pair %" PRIu64 ", leg %u: seat %u was not %s's", p->result.pair, leg + 1, s,
                         b->name);
    }
    return w->out->wrong == wrong;
}

/* --- one pair -------------------------------------------------------------------------------------------- */

static bool are_twins(struct season_work *w, const struct season_pair *p)
{
    if (p->result.legs != 2)
        return true;
    if (p->result.played == 2)
        audit_both(w->pair);
    if (p->result.played == 2 && !w->pair->valid)
        findings_add(&w->found, "pair %" PRIu64 ": the legs are no duplicate pair: %s", p->result.pair, w->pair->wrong);
    else if (p->result.played == 1 && !audit_alone(&w->pair->leg[0]))
        findings_add(&w->found, "pair %" PRIu64 ": it lacks its second leg, though its first one was played to the end",
                     p->result.pair);
    else
        return true;
    return false;
}

/* On whose word it stands. */
static void count_words(struct season_work *w, const struct season_pair *p)
{
    bool unheld = false, on_word = false;
    for (unsigned i = 0; i < p->result.played; i++) {
        unheld |= p->result.legs == 2 && offer_unheld(&w->pair->leg[i].offer);
        on_word |= w->pair->leg[i].ground >= GROUND_WORD;
    }
    w->out->unheld += unheld;
    w->out->on_word += on_word;
}

/* What the records say came of it, against the row. */
static bool compare(struct season_work *w, const struct season_pair *p, struct played *out)
{
    const struct played *row = &p->result;
    out->hands = 0;
    for (unsigned i = 0; i < row->played; i++) {
        const struct result *r = &w->pair->leg[i].result;
        out->leg[i] = pair_leg_of(r);
        out->hands += r->hands;
    }
    played_add_up(out);
    if (out->score == row->score && out->margin == row->margin && out->hands == row->hands)
        return true;
    findings_add(&w->found,
                 "pair %" PRIu64 ": its row says score %" PRId64 ", margin %" PRId64 ", %" PRId64
                 " hands, and its records say %" PRId64 ", %" PRId64 ", %" PRId64,
                 row->pair, row->score, row->margin, row->hands, out->score, out->margin, out->hands);
    return false;
}

static bool keep(struct season_work *w, const struct season_pair *p, const struct played *result)
{
    void *list = w->list, *filed = w->filed;
    bool fine = grow(w, &list, w->pairs, sizeof *w->list);
    w->list = list;
    for (unsigned i = 0; fine && i < p->result.played; i++) {
        fine = grow(w, &filed, w->records, sizeof *w->filed);
        w->filed = filed;
        if (!fine)
            break;
        struct filed *f = &w->filed[w->records++];
        memcpy(f->record, p->record[i], HASH);
        memcpy(f->match, w->pair->leg[i].match_id, HASH);
        f->pair = p->result.pair;
    }
    if (fine)
        w->list[w->pairs++] = *result;
    return fine;
}

static bool take_pair(void *arg, const struct season_pair *p)
{
    struct season_work *w = arg;
    struct played result = p->result;
    result.games = result.legs == 2 ? w->out->head.games : 1;
    bool fine = true;
    memset(w->pair, 0, sizeof *w->pair);
    for (unsigned i = 0; i < p->result.played; i++)
        fine &= load(w, p, i) && is_that_match(w, p, i);
    if (fine && !w->no_memory && are_twins(w, p))
        compare(w, p, &result);
    if (fine)
        count_words(w, p);
    if (!w->no_memory)
        keep(w, p, &result);
    for (unsigned i = 0; i < 2; i++) {
        replay_unload(&w->file[i]);
        replay_unload(&w->stored[i]);
    }
    w->out->pairs++;
    return !w->no_memory;
}

static bool take_head(void *arg, const struct season_head *h)
{
    ((struct season_work *)arg)->out->head = *h;
    return true;
}

static bool take_bot(void *arg, const struct season_bot *b)
{
    struct season_work *w = arg;
    void *list = w->bot;
    bool fine = grow(w, &list, w->bots, sizeof *w->bot);
    w->bot = list;
    if (fine)
        w->bot[w->bots++] = *b;
    w->out->bots = w->bots;
    return fine;
}

static bool take_anchor(void *arg, const struct season_anchor *a)
{
    struct season_work *w = arg;
    w->anchor = *a;
    w->anchored = true;
    return true;
}

static bool take_place(void *arg, const struct season_place *p)
{
    struct season_work *w = arg;
    void *list = w->place;
    bool fine = grow(w, &list, w->places, sizeof *w->place);
    w->place = list;
    if (fine)
        w->place[w->places++] = *p;
    return fine;
}

/* --- all of them together --------------------------------------------------------------------------------- */

static int by_match(const void *a, const void *b)
{
    return memcmp(((const struct filed *)a)->match, ((const struct filed *)b)->match, HASH);
}

static int by_record(const void *a, const void *b)
{
    return memcmp(((const struct filed *)a)->record, ((const struct filed *)b)->record, HASH);
}

/* One match is one leg of one pair. */
static void look_for_doubles(struct season_work *w)
{
    static const uint8_t unknown[HASH] = { 0 };
    if (w->records)
        qsort(w->filed, w->records, sizeof *w->filed, by_match);
    for (uint64_t i = 1; i < w->records; i++)
        if (!memcmp(w->filed[i].match, w->filed[i - 1].match, HASH) && memcmp(w->filed[i].match, unknown, HASH) != 0)
            findings_add(&w->found, "pair %" PRIu64 ": a match of it is one of pair %" PRIu64 ", too", w->filed[i].pair,
                         w->filed[i - 1].pair);
}

static DIR *open_folder(const struct season_work *w, const char *name)
{
    const char *why;
    int fd = season_open_folder(w->folder, name, &why);
    DIR *d = fd < 0 ? NULL : fdopendir(fd);
    if (fd >= 0 && !d)
        close(fd);
    return d;
}

/* A folder of records: each has a row. */
static void look_into(struct season_work *w, const char *bucket)
{
    char path[512];
    struct filed want;
    snprintf(path, sizeof path, "records/%s", bucket);
    OPENED_DIR DIR *d = open_folder(w, path);
    if (!d)
        findings_add(&w->found, "%s is no folder of records: take it away", path);
    for (struct dirent *f; d && (f = readdir(d)) != NULL;) {
        if (!strcmp(f->d_name, ".") || !strcmp(f->d_name, ".."))
            continue;
        bool named = !strncmp(f->d_name, bucket, 2) && strlen(bucket) == 2 && hex_parse(want.record, HASH, f->d_name) &&
                     w->records && bsearch(&want, w->filed, w->records, sizeof want, by_record);
        if (!named)
            findings_add(&w->found, "records/%s/%s has no row: no pair that counted was played in it", bucket,
                         f->d_name);
    }
}

static void look_for_strays(struct season_work *w)
{
    if (w->records)
        qsort(w->filed, w->records, sizeof *w->filed, by_record);
    OPENED_DIR DIR *d = open_folder(w, "records");
    for (struct dirent *f; d && (f = readdir(d)) != NULL;)
        if (strcmp(f->d_name, ".") != 0 && strcmp(f->d_name, "..") != 0)
            look_into(w, f->d_name);
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const struct season_bot *const *)a)->name, (*(const struct season_bot *const *)b)->name);
}

static int by_id(const void *a, const void *b)
{
    return memcmp((*(const struct season_bot *const *)a)->id, (*(const struct season_bot *const *)b)->id, HASH);
}

/* Each played, and has a name of its own; one archive may well stand under two names, which is counted. */
static void look_at_bots(struct season_work *w)
{
    OWNED const struct season_bot **sorted = calloc(w->bots + 1, sizeof *sorted);
    OWNED bool *played = calloc(w->bots + 1, sizeof *played);
    w->no_memory |= !sorted || !played;
    for (uint64_t i = 0; !w->no_memory && i < w->pairs; i++)
        for (uint32_t s = 0; s < w->list[i].seats; s++)
            played[w->list[i].bot[s]] = true;
    for (uint64_t i = 0; !w->no_memory && i < w->bots; i++) {
        sorted[i] = &w->bot[i];
        if (!played[i])
            findings_add(&w->found, "bot %" PRIu64 ", %s played no pair", i, w->bot[i].name);
    }
    if (!w->no_memory) {
        qsort(sorted, w->bots, sizeof *sorted, by_name);
        for (uint64_t i = 1; i < w->bots; i++)
            if (!by_name(&sorted[i], &sorted[i - 1]))
                findings_add(&w->found, "%s is the name of two bots", sorted[i]->name);
        qsort(sorted, w->bots, sizeof *sorted, by_id);
        for (uint64_t i = 0; i < w->bots; i++)
            w->out->alike += (i && !by_id(&sorted[i], &sorted[i - 1])) ||
                             (i + 1 < w->bots && !by_id(&sorted[i], &sorted[i + 1]));
    }
}

static void compare_places(struct season_work *w, const struct strengths *fit, const uint32_t *order)
{
    const double near = 1e-5; /* of an Elo point: what a line has is rounded */
    if (w->places != w->bots) {
        findings_add(&w->found, "the table has %" PRIu64 " places, and %" PRIu64 " bots played", w->places, w->bots);
        return;
    }
    for (uint64_t i = 0; i < w->places; i++) {
        const struct season_place *p = &w->place[i];
        const struct strength *x = &fit->row[order[i]];
        double wide = RATING_Z95 * x->elo_error;
        if (p->bot != order[i] || fabs(p->elo - x->elo) > near || fabs(p->low - x->elo + wide) > near ||
            fabs(p->high - x->elo - wide) > near || p->pairs != x->units) {
            findings_add(&w->found, "place %" PRIu64 ": the table says %s at %.1f, and the records give %s at %.1f",
                         i + 1, w->bot[p->bot].name, p->elo, w->bot[order[i]].name, x->elo);
            return;
        }
    }
    w->out->rated = true;
}

/* The table that these results give, against the one that stands in the index. */
static void rate(struct season_work *w)
{
    size_t units = 0;
    OWNED struct rating_unit *unit = played_units(w->list, w->pairs, &units);
    OWNED uint32_t *order = malloc((2 * w->bots + 1) * sizeof *order);
    struct strengths fit;
    if (!unit || !order || rating_fit(&fit, w->bots, unit, units, RATING_FITTED) != RATING_FINE) {
        w->no_memory = true;
    } else {
        if (w->anchored)
            rating_anchor(&fit, w->anchor.bot, w->anchor.elo);
        rating_order(&fit, order, order + w->bots);
        compare_places(w, &fit, order);
        rating_free(&fit);
    }
}

/* The checkpoint of the match log as it was when the season closed. */
static void look_at_checkpoint(struct season_work *w)
{
    const char *why;
    uint8_t hash[HASH];
    struct replay file = { 0 };
    int fd = w->out->head.logged ? season_open(w->folder, "checkpoint", &why) : -1;
    int loaded = fd < 0 ? -1 : replay_load_from(&file, fd);
    if (fd >= 0) {
        why = strerror(errno);
        close(fd);
    }
    if (!w->out->head.logged)
        return;
    if (loaded) {
        findings_add(&w->found, "checkpoint: %s", why);
        return;
    }
    hash_bytes(hash, file.bytes, file.size);
    if (memcmp(hash, w->out->head.checkpoint, HASH) != 0)
        findings_add(&w->found, "checkpoint: it is not the one that the index names: it was changed");
    replay_unload(&file);
}

static int audit_all(struct season_work *w, FILE *index, char why[SEASON_AUDIT_WHY])
{
    const struct season_take take = { w, take_head, take_bot, take_pair, take_anchor, take_place };
    struct season_seal again;
    char what[SEASON_WHY];
    if (season_read(index, &take, &again, what) && !w->no_memory)
        findings_add(&w->found, "index: %s", what);
    else if (!w->no_memory && memcmp(again.sum, w->out->seal.sum, HASH) != 0)
        findings_add(&w->found, "index: it became another one while it was read");
    if (!w->no_memory) {
        look_at_checkpoint(w);
        look_at_bots(w);
        look_for_doubles(w);
        look_for_strays(w);
    }
    if (!w->no_memory && !w->out->wrong)
        rate(w);
    if (w->no_memory)
        snprintf(why, SEASON_AUDIT_WHY, "there is not enough memory to audit this season");
    return w->no_memory ? -1 : 0;
}

int season_audit(const char *folder, const uint8_t *pinned, season_tell *tell, void *arg, struct season_audit *out,
                 char why[SEASON_AUDIT_WHY])
{
    struct season_work w = { .folder = folder, .found = { tell, arg, &out->wrong }, .out = out };
    char what[SEASON_WHY];
    const char *because;
    int rc = 0, fd = season_open(folder, "index", &because);
    OPENED FILE *index = fd < 0 ? NULL : fdopen(fd, "r");
    memset(out, 0, sizeof *out);
    if (!index) {
        snprintf(why, SEASON_AUDIT_WHY, "%.400s/index: %s", folder, fd < 0 ? because : strerror(errno));
        if (fd >= 0)
            close(fd);
        return -1;
    }
    if (season_read(index, NULL, &out->seal, what)) {
        findings_add(&w.found, "index: %s", what);
    } else if (pinned && memcmp(pinned, out->seal.key, KEY_PUBLIC) != 0) {
        findings_add(&w.found,
                     "index: it is signed with another key than the one that was named: it is another site's");
    } else {
        rewind(index);
        w.pair = malloc(sizeof *w.pair);
        w.no_memory = !w.pair;
        rc = audit_all(&w, index, why);
    }
    free(w.pair);
    free(w.bot);
    free(w.list);
    free(w.filed);
    free(w.place);
    return rc;
}
