/* season_read: an index line by line.  Whatever was scanned is written again and has to be the line itself, so a line has one form. */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "season/season.h"
#include "season/season_lines.h"

/* What may stand in a line, in the order of the kinds. */
enum kind { HEAD, BOT, PAIR, ANCHOR, PLACE, KEY, SIGNED };

struct reading {
    FILE *from;
    uint64_t number; /* of the line */
    char line[SEASON_LINE], again[SEASON_LINE];
    crypto_generichash_state sum;
    struct season_head head;
    enum kind last; /* kind of the line before */
    uint64_t bots, places, pair;
    const struct season_take *take;
    struct season_seal *seal;
    char *why;
};

__attribute__((format(printf, 2, 3))) static bool wrong(struct reading *r, const char *format, ...)
{
    char text[SEASON_WHY - 32];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    snprintf(r->why, SEASON_WHY, "line %" PRIu64 ": %s", r->number, text);
    return false;
}

static bool misread(struct reading *r) { return wrong(r, "it is not written as such a line is"); }

/* The next line, without its end. */
static bool next(struct reading *r)
{
    r->number++;
    if (!fgets(r->line, sizeof r->line, r->from))
        return ferror(r->from) ? wrong(r, "%s", strerror(errno))
                               : wrong(r, "it ends before its signature: it was cut short");
    size_t size = strlen(r->line);
    if (!size || r->line[size - 1] != '\n')
        return wrong(r, size + 1 == sizeof r->line ? "it is longer than a line can be"
                                                   : "it ends in the middle of a line: it was cut short");
    r->line[size - 1] = '\0';
    for (const char *c = r->line; *c; c++)
        if (*c < ' ' || *c > '~')
            return wrong(r, "it has a byte that is not printable ASCII");
    return true;
}

static void add(struct reading *r)
{
    crypto_generichash_update(&r->sum, (const uint8_t *)r->line, strlen(r->line));
    crypto_generichash_update(&r->sum, (const uint8_t *)"\n", 1);
}

static bool same(struct reading *r) { return !strcmp(r->line, r->again) || misread(r); }

/* --- one line of each kind -------------------------------------------------------------------------------- */

static void scan_head(struct reading *r, enum season_head_line which)
{
    struct season_head *h = &r->head;
    char hex[2 * HASH + 2];
    switch (which) {
    case SEASON_NAMED: sscanf(r->line, "season %63s", h->name); break;
    case SEASON_LADDER: sscanf(r->line, "ladder %63s", h->ladder); break;
    case SEASON_RULES: sscanf(r->line, "rules %2047s", h->rules); break;
    case SEASON_TABLE: sscanf(r->line, "table %" SCNu32 " %" SCNu32, &h->seats, &h->games); break;
    case SEASON_CHECKPOINT:
        h->logged = sscanf(r->line, "checkpoint %65s", hex) == 1 && hex_parse(h->checkpoint, HASH, hex);
        break;
    case SEASON_FORM:
    case SEASON_HEAD_LINES: break;
    }
}

static bool read_head(struct reading *r)
{
    for (enum season_head_line i = SEASON_FORM; i < SEASON_HEAD_LINES; i++) {
        if (!next(r))
            return false;
        scan_head(r, i);
        season_head_text(r->again, &r->head, i);
        if (i == SEASON_FORM && strcmp(r->line, r->again) != 0)
            return wrong(r, "it is no index of a season in the form of version 1");
        if (!same(r))
            return false;
        add(r);
    }
    if (r->head.seats < 2 || r->head.seats > PLAYED_SEATS)
        return wrong(r, "there is no table of %" PRIu32 " seats", r->head.seats);
    return !r->take || !r->take->head || r->take->head(r->take->arg, &r->head);
}

static bool read_bot(struct reading *r)
{
    struct season_bot b = { .remote = false };
    char what[8] = "", hex[2 * HASH + 2] = "";
    if (sscanf(r->line, "bot %7s %65s %191s", what, hex, b.name) != 3 || !hex_parse(b.id, HASH, hex))
        return misread(r);
    b.remote = !strcmp(what, "remote");
    season_bot_text(r->again, &b);
    r->bots++;
    return same(r) && (!r->take || !r->take->bot || r->take->bot(r->take->arg, &b));
}

/* The bots of a pair and its records, from `at`. */
static bool scan_seats(struct reading *r, struct season_pair *p, const char *at)
{
    char hex[2 * HASH + 2];
    int used = 0;
    for (uint32_t i = 0; i < r->head.seats; i++, at += used)
        if (sscanf(at, " %" SCNu32 "%n", &p->result.bot[i], &used) != 1)
            return misread(r);
        else if (p->result.bot[i] >= r->bots)
            return wrong(r, "there is no bot %" PRIu32, p->result.bot[i]);
    while (p->result.played < PLAYED_LEGS && sscanf(at, " %65s%n", hex, &used) == 1) {
        if (!hex_parse(p->record[p->result.played], HASH, hex))
            return misread(r);
        p->result.played++;
        at += used;
    }
    return true;
}

static bool read_pair(struct reading *r)
{
    struct season_pair p = { .result = { .seats = r->head.seats } };
    struct played *x = &p.result;
    int used = 0;
    if (sscanf(r->line, "pair %" SCNu64 " %" SCNu32 " %" SCNd64 " %" SCNd64 " %" SCNd64 "%n", &x->pair, &x->legs,
               &x->score, &x->margin, &x->hands, &used) != 5)
        return misread(r);
    if (!scan_seats(r, &p, r->line + used))
        return false;
    season_pair_text(r->again, &p);
    if (!same(r))
        return false;
    if (x->pair <= r->pair)
        return wrong(r, "pair %" PRIu64 " stands behind pair %" PRIu64, x->pair, r->pair);
    if (!x->played || x->played > x->legs || x->legs > PLAYED_LEGS)
        return wrong(r, "pair %" PRIu64 " has %" PRIu32 " records of %" PRIu32 " legs", x->pair, x->played, x->legs);
    r->pair = x->pair;
    return !r->take || !r->take->pair || r->take->pair(r->take->arg, &p);
}

/* An Elo that can be compared: a number, and none beside which the digits of a line are lost. */
static bool is_elo(double elo) { return isfinite(elo) && fabs(elo) <= 1e6; }

static bool read_anchor(struct reading *r)
{
    struct season_anchor a;
    if (r->last == ANCHOR || sscanf(r->line, "anchor %" SCNu32 " %lf", &a.bot, &a.elo) != 2 || a.bot >= r->bots ||
        !is_elo(a.elo))
        return misread(r);
    season_anchor_text(r->again, &a);
    return same(r) && (!r->take || !r->take->anchor || r->take->anchor(r->take->arg, &a));
}

static bool read_place(struct reading *r)
{
    struct season_place p;
    if (sscanf(r->line, "place %" SCNu32 " %lf %lf %lf %" SCNu64, &p.bot, &p.elo, &p.low, &p.high, &p.pairs) != 5 ||
        p.bot >= r->bots || ++r->places > r->bots || !is_elo(p.elo) || !is_elo(p.low) || !is_elo(p.high))
        return misread(r);
    season_place_text(r->again, &p);
    return same(r) && (!r->take || !r->take->place || r->take->place(r->take->arg, &p));
}

static bool read_key(struct reading *r)
{
    char hex[2 * KEY_PUBLIC + 2] = "";
    if (sscanf(r->line, "key %65s", hex) != 1 || !hex_parse(r->seal->key, KEY_PUBLIC, hex))
        return misread(r);
    season_key_text(r->again, r->seal->key);
    return same(r);
}

static bool read_signature(struct reading *r)
{
    char hex[2 * SIGNATURE + 2] = "";
    uint8_t signature[SIGNATURE];
    struct message m;
    if (r->last != KEY || sscanf(r->line, "signature %129s", hex) != 1 || !hex_parse(signature, SIGNATURE, hex))
        return misread(r);
    season_signature_text(r->again, signature);
    if (!same(r))
        return false;
    crypto_generichash_final(&r->sum, r->seal->sum, HASH);
    season_message(&m, r->seal->sum);
    if (!verify_message(signature, r->seal->key, &m))
        return wrong(r, "the signature does not hold over what stands before it: it was changed");
    return fgetc(r->from) == EOF || wrong(r, "something stands behind the signature");
}

/* --- all of them ------------------------------------------------------------------------------------------- */

static bool read_line(struct reading *r)
{
    static const struct {
        const char *word;
        bool (*read)(struct reading *r);
    } kinds[] = {
        [BOT] = { "bot ", read_bot },          [PAIR] = { "pair ", read_pair },
        [ANCHOR] = { "anchor ", read_anchor }, [PLACE] = { "place ", read_place },
        [KEY] = { "key ", read_key },          [SIGNED] = { "signature ", read_signature },
    };
    for (enum kind k = BOT; k <= SIGNED; k++) {
        if (strncmp(r->line, kinds[k].word, strlen(kinds[k].word)) != 0)
            continue;
        if (k < r->last || (k == r->last && k == KEY))
            return wrong(r, "such a line does not stand here");
        if (!kinds[k].read(r))
            return false;
        if (k != SIGNED)
            add(r);
        r->last = k;
        return true;
    }
    return wrong(r, "there is no such line");
}

int season_read(FILE *from, const struct season_take *take, struct season_seal *seal, char why[SEASON_WHY])
{
    struct reading *r = calloc(1, sizeof *r);
    bool fine = r != NULL;
    *why = '\0';
    if (r) {
        *r = (struct reading){ .from = from, .take = take, .seal = seal, .why = why };
        crypto_generichash_init(&r->sum, NULL, 0, HASH);
    }
    if (!r)
        snprintf(why, SEASON_WHY, "there is not enough memory to read it");
    fine = fine && read_head(r);
    while (fine && r->last != SIGNED)
        fine = next(r) && read_line(r);
    free(r);
    return fine ? 0 : -1;
}
