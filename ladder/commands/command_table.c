/* command_table: the standings of a ladder, and whether one bot is better than another. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cells.h"
#include "cli/language.h"
#include "commands.h"
#include "verbs.h"
#include "site/bots/named.h"
#include "stats/sprt.h"
#include "rating/table.h"
#include "rating/verify.h"
#include "store/store_jobs.h"
#include "store/store_workers.h"

enum { ROWS = 4096 };

static int told(const struct store_error *e) { return cli_fail(EXIT_ENVIRONMENT, "%s", e->text); }

int command_ladder(struct store *s, const char *code, struct ladder *out)
{
    struct store_error e;
    struct ladder list[2];
    size_t n;
    if (code && *code) {
        int bad = store_ladder_coded(s, code, out, &e);
        return bad == STORE_NOT_FOUND ? cli_fail(EXIT_USAGE, "there is no ladder '%s'", code)
               : bad                  ? told(&e)
                                      : EXIT_FINE;
    }
    if (store_ladders(s, 0, list, 2, &n, &e))
        return told(&e);
    if (n != 1)
        return cli_fail(EXIT_USAGE, n ? "there are several ladders: name one with --ladder"
                                      : "this store has no ladder yet: the first bot makes one (fiel-ladder enter)");
    *out = list[0];
    return EXIT_FINE;
}

/* --- standings ------------------------------------------------------------------------------------------ */

/* What is left of eighty columns for a bot's name; a longer one has a line of its own. */
enum { BEFORE_NAME = 14, NAME_COLUMNS = 16 };

static void print_heads(int width)
{
    cell_right(stdout, 6, T("place"));
    cell_right(stdout, 6, T("band"));
    fputs("  ", stdout);
    cell_left(stdout, width, "bot");
    cell_right(stdout, 6, "elo");
    cell_right(stdout, 12, T("95%"));
    cell_right(stdout, 7, T("pairs"));
    cell_right(stdout, 8, T("score"));
    cell_right(stdout, 17, T("points a hand"));
    putchar('\n');
}

/* Up to the column behind the names. */
static void print_name(const char *name, int width)
{
    const char *slash = strchr(name, '/');
    bool apart = slash &&
                 BEFORE_NAME + cell_columns(name) > 80; /* an author's and a bot's name have 39 letters at the most */
    if (cell_columns(name) <= width)
        cell_left(stdout, width, name);
    else if (apart)
        printf("%.*s\n%*s%s\n%*s", (int)(slash + 1 - name), name, BEFORE_NAME, "", slash + 1, BEFORE_NAME + width, "");
    else
        printf("%s\n%*s", name, BEFORE_NAME + width, "");
}

static void print_standing(const struct standing *row, int width)
{
    const struct rating *r = &row->rating;
    char who[LABEL_TEXT], cell[CELL_TEXT];
    printf("%6" PRId64 "%6" PRId64 "  ", r->place, r->band);
    print_name(label_text(&row->who, who), width);
    printf("%6.0f%6.0f..%-4.0f%7" PRId64, r->elo, r->low, r->high, r->pairs);
    cell_right(stdout, 8, cell_percent(cell, r->score));
    cell_right(stdout, 17, cell_interval(cell, 3, r->per_hand, 1.96 * r->per_hand_error));
    putchar('\n');
}

static void print_rows(const struct standing *row, size_t n)
{
    char who[LABEL_TEXT];
    int width = 4;
    for (size_t i = 0; i < n; i++) {
        int w = cell_columns(label_text(&row[i].who, who));
        width = w > width && w <= NAME_COLUMNS ? w : width;
    }
    print_heads(width);
    for (size_t i = 0; i < n; i++)
        print_standing(&row[i], width);
    puts(T("Bots of one band are not yet distinguishable: the first of it is better than\nnone of them with 97.5%."));
}

static int print_json(const struct standing *row, size_t n)
{
    int code = EXIT_FINE;
    for (size_t i = 0; !code && i < n; i++) {
        const struct rating *r = &row[i].rating;
        code = report_object(
            "standings", json_pack("{s:I,s:I,s:s,s:s,s:I,s:f,s:f,s:f,s:I,s:f,s:f,s:f,s:f,s:f,s:f}", "place",
                                   (json_int_t)r->place, "band", (json_int_t)r->band, "author", row[i].who.author,
                                   "bot", row[i].who.bot_name, "version", (json_int_t)row[i].who.number, "elo", r->elo,
                                   "low", r->low, "high", r->high, "pairs", (json_int_t)r->pairs, "score", r->score,
                                   "per_hand", r->per_hand, "per_hand_error", r->per_hand_error, "superior",
                                   r->superior, "cleared", r->cleared, "cleared_error", r->cleared_error));
    }
    return code;
}

/* What keeps jobs from being played, when a worker has said so. */
static void say_what_waits(struct store *s)
{
    enum { JOBS = 64 };
    char reason[SAID_TEXT];
    struct job_filter f = { .state = JOB_QUEUED, .kind = -1 };
    struct store_error e;
    OWNED struct job *list = calloc(JOBS, sizeof *list);
    size_t n = 0, i = 0;
    if (list && !store_jobs(s, &f, list, JOBS, &n, &e)) {
        while (i < n && !*list[i].reason)
            i++;
        if (i < n)
            cli_fail(0, T("a job waits: %s"), report_sentence(reason, list[i].reason));
    }
}

/* One version that does not play, and why. */
static void say_version(struct store *s, const struct version *v)
{
    struct version_label who;
    struct store_error e;
    char text[LABEL_TEXT], reason[SAID_TEXT];
    if (store_label(s, v->id, &who, &e))
        return;
    label_text(&who, text);
    report_sentence(reason, v->reason);
    if (v->state == VERSION_PENDING)
        cli_fail(0, T("%s waits for a match against itself%s%s"), text, *reason ? ": " : "", reason);
    else if (v->state == VERSION_DISABLED)
        cli_fail(0, T("%s is disabled: %s"), text, reason);
}

/* Why there is no table, of the first versions that there are. */
static void say_why_not(struct store *s)
{
    enum { VERSIONS = 64 };
    struct version_filter f = { .state = -1 };
    struct store_error e;
    OWNED struct version *list = calloc(VERSIONS, sizeof *list);
    size_t n = 0, active = 0;
    int64_t workers = 0;
    if (list && !store_versions(s, &f, list, VERSIONS, &n, &e))
        for (size_t i = 0; i < n; i++) {
            active += list[i].state == VERSION_ACTIVE;
            say_version(s, &list[i]);
        }
    if (active < 2)
        cli_fail(0,
                 TN("%zu bot may play: a pair takes two: enter more with `fiel-ladder enter` or on the pages",
                    "%zu bots may play: a pair takes two: enter more with `fiel-ladder enter` or on the pages", active),
                 active);
    if (!store_working(s, &workers, &e) && !workers)
        cli_fail(0, "%s", T("no worker plays: `fiel-ladder serve --workers 1` has one, `fiel-ladder worker` is one"));
    say_what_waits(s);
}

/* Where Elo counts from. */
static void print_anchor(struct store *s, const struct rating_run *run)
{
    struct table_made made = table_made_by(run);
    struct version_label who;
    struct store_error e;
    char text[LABEL_TEXT];
    if (made.anchor && !store_label(s, made.anchor, &who, &e))
        report_flow(0, T("Elo counts from %s, which keeps its %.0f."), label_text(&who, text), made.anchor_elo);
}

static int show(struct store *s, const struct ladder *l, bool json)
{
    struct store_error e;
    struct rating_run run;
    struct standing *row = calloc(ROWS, sizeof *row);
    size_t n = 0;
    int bad = row ? store_rating_newest(s, l->id, &run, &e) : STORE_ENVIRONMENT;
    if (bad == STORE_NOT_FOUND) {
        free(row);
        say_why_not(s);
        return cli_fail(EXIT_NEGATIVE, T("ladder %s has no table yet: it comes with the first results"), l->code);
    }
    if (!bad)
        bad = store_standings(s, run.id, 0, row, ROWS, &n, &e);
    int code = bad ? told(&e) : json ? print_json(row, n) : EXIT_FINE;
    if (!bad && !json) {
        print_rows(row, n);
        print_anchor(s, &run);
    }
    free(row);
    return code;
}

static void tell_verified(const struct ladder *l, const struct verified *v)
{
    report_flow(0, T("%s: %ju pairs, %ju replays audited, %ju decisions re-executed, %ju things wrong%s"), l->code,
                v->pairs, v->legs, v->decisions, v->wrong,
                v->table ? T("; the table is the one these results give") : "");
    if (v->let_go)
        report_flow(0,
                    T("%ju replays went with seasons: name the newest one's archive with --earlier to have them "
                      "audited, too"),
                    v->let_go);
}

static int print_verified(const struct ladder *l, const struct verified *v, json_t *findings)
{
    return report_object("standings", json_pack("{s:s,s:I,s:I,s:I,s:I,s:I,s:b,s:O}", "ladder", l->code, "pairs",
                                                (json_int_t)v->pairs, "replays", (json_int_t)v->legs, "decisions",
                                                (json_int_t)v->decisions, "wrong", (json_int_t)v->wrong, "let_go",
                                                (json_int_t)v->let_go, "table", v->table, "findings", findings));
}

static int verify(struct store *s, const struct ladder *l, const struct choices *c)
{
    bool json = chosen(c, "json");
    struct report_findings found = { json ? json_array() : NULL, stdout };
    struct verified v;
    struct store_error e;
    int code = EXIT_FINE;
    if (verify_ladder(s, l, chosen(c, "earlier"), report_finding, &found, &v, &e) ||
        store_check_rows(s, report_finding, &found, &v.wrong, &e) ||
        command_match_log(s, chosen(c, "match-log"), &found, &v.wrong, &e))
        code = told(&e);
    else if (json)
        code = print_verified(l, &v, found.list);
    else
        tell_verified(l, &v);
    json_decref(found.list);
    return code ? code : v.wrong ? EXIT_NEGATIVE : EXIT_FINE;
}

static int standings(struct choices *c, struct store *s)
{
    struct ladder l;
    int code = command_ladder(s, chosen(c, "ladder"), &l);
    return code ? code : chosen(c, "verify") ? verify(s, &l, c) : show(s, &l, chosen(c, "json"));
}

int ladder_standings(int argc, char **argv)
{
    static const struct choice table[] = {
        CHOICE_STORE,
        CHOICE_CONFIG,
        { "ladder", "CODE", NULL, "which ladder   (the only one)" },
        CHOICE_JSON,
        { "verify", NULL, NULL, "audit every replay and make the table afresh" },
        { "earlier", "DIR", NULL, "with --verify: the archive of a season that the store has let go of" },
        CHOICE_MATCH_LOG("with --verify: "),
        { 0 },
    };
    static const struct verb standing = {
        .example = "fiel-ladder standings --ladder argentino --verify",
        .says = "Prints a ladder's table with its intervals.  With --verify it is proved: every replay is audited\n"
                "and compared with what is filed, and the table is made again from the results.  Exit 1: something is "
                "wrong.",
        .table = table,
        .works = standings,
        .mode = STORE_READ,
    };
    return verb_run("standings", &standing, argc, argv);
}

/* --- sprt ------------------------------------------------------------------------------------------------- */

static int print_sprt_json(const struct sprt *t, const uint32_t *count)
{
    static const char *const words[] = { "goes on", "better", "not better" };
    struct sprt_estimate x = sprt_estimate(count, t->kinds);
    enum sprt_verdict v = sprt_decide(t, count);
    double low, high;
    sprt_bounds(t, &low, &high);
    json_t *pairs = json_array();
    for (unsigned i = 0; i < t->kinds; i++)
        json_array_append_new(pairs, json_integer((json_int_t)count[i]));
    int code = report_object("sprt",
                             json_pack("{s:o,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:s}", "pairs", pairs, "score",
                                       x.score, "elo", x.elo, "elo_margin", x.elo_margin, "normalized", x.normalized,
                                       "normalized_margin", x.normalized_margin, "superior", x.superior, "llr",
                                       sprt_llr(t, count), "low", low, "high", high, "verdict", words[v]));
    return code ? code : v == SPRT_BETTER ? EXIT_FINE : EXIT_NEGATIVE;
}

enum { SPRT_LABEL = 11, SPRT_COUNTS = 400 };

static void print_counts(const struct sprt *t, const uint32_t *count)
{
    uint32_t pairs[3] = { 0 };
    for (unsigned i = 0; i < t->kinds; i++)
        pairs[2 * i + 1 < t->kinds ? 0 : 2 * i + 1 > t->kinds ? 2 : 1] += count[i];
    const char *const words[] = { TN("lost", "lost", pairs[0]), TN("split", "split", pairs[1]),
                                  TN("won", "won", pairs[2]) };
    char text[SPRT_COUNTS] = "";
    for (unsigned i = 0; i < 3; i++) {
        size_t n = strlen(text);
        snprintf(text + n, sizeof text - n, "%s%u %s", i ? ", " : "", pairs[i], words[i]);
    }
    report_flow(SPRT_LABEL, T("pairs      %s"), text);
}

static int print_sprt(const struct sprt *t, const uint32_t *count)
{
    const char *const words[] = { T("not decided: more pairs are needed"), T("better"), T("not better") };
    double low, high, llr = sprt_llr(t, count);
    enum sprt_verdict v = sprt_decide(t, count);
    struct sprt_estimate x = sprt_estimate(count, t->kinds);
    char elo[CELL_TEXT], normalized[CELL_TEXT], score[CELL_TEXT], superior[CELL_TEXT], ratio[2 * CELL_TEXT];
    sprt_bounds(t, &low, &high);
    print_counts(t, count);
    report_flow(SPRT_LABEL, T("score      %s; Elo %s; normalized %s; better at all with %s"),
                cell_percent(score, x.score), cell_interval(elo, 1, x.elo, x.elo_margin),
                cell_interval(normalized, 1, x.normalized, x.normalized_margin), cell_percent(superior, x.superior));
    snprintf(ratio, sizeof ratio, T("%.3f in (%.3f, %.3f)"), llr, low, high);
    report_flow(SPRT_LABEL, T("ratio      %s for normalized Elo %g against %g"), language_decimals(ratio), t->elo1,
                t->elo0);
    report_flow(SPRT_LABEL, T("verdict    %s"), words[v]);
    if (v == SPRT_GOES_ON)
        report_flow(SPRT_LABEL,
                    T("expected   in all about %.0f pairs if it is better, %.0f if it is not, %.0f in between"),
                    sprt_expects(t, t->elo1), sprt_expects(t, t->elo0), sprt_expects(t, (t->elo0 + t->elo1) / 2));
    return v == SPRT_BETTER ? EXIT_FINE : EXIT_NEGATIVE;
}

static bool fraction(const char *text, double low, double high, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && *out >= low && *out <= high;
}

/* Reads the bounds; false was said. */
static bool read_test(const struct choices *c, struct sprt *t)
{
    *t = (struct sprt){ .model = SPRT_NORMALIZED };
    if (!fraction(chosen(c, "elo0"), -1000, 1000, &t->elo0) || !fraction(chosen(c, "elo1"), -1000, 1000, &t->elo1) ||
        t->elo1 <= t->elo0)
        return cli_fail(EXIT_USAGE, "sprt: --elo0 and --elo1 are numbers, the first the smaller"), false;
    if (!fraction(chosen(c, "alpha"), 1e-6, 0.5, &t->alpha) || !fraction(chosen(c, "beta"), 1e-6, 0.5, &t->beta))
        return cli_fail(EXIT_USAGE, "sprt: --alpha and --beta are chances between 0 and 0.5"), false;
    return true;
}

static int sprt(struct choices *c, struct store *s)
{
    struct store_error e;
    struct ladder l;
    struct sprt test;
    int64_t old, new;
    uint32_t count[SPRT_KINDS];
    int code = read_test(c, &test) ? command_ladder(s, chosen(c, "ladder"), &l) : EXIT_USAGE;
    if (code)
        return code;
    test.kinds = table_kinds(&l);
    if (version_named(s, c->operand[0], &old, &e) || version_named(s, c->operand[1], &new, &e) ||
        table_counts(s, &l, 0, new, old, count, &e))
        return told(&e);
    return chosen(c, "json") ? print_sprt_json(&test, count) : print_sprt(&test, count);
}

int ladder_sprt(int argc, char **argv)
{
    static const struct choice table[] = {
        CHOICE_STORE,
        CHOICE_CONFIG,
        { "ladder", "CODE", NULL, "which ladder   (the only one)" },
        { "elo0", "N", "0", "not better: a difference in normalized Elo" },
        { "elo1", "N", "20", "better" },
        { "alpha", "P", "0.05", "chance to call it better wrongly" },
        { "beta", "P", "0.05", "chance to call it not better wrongly" },
        CHOICE_JSON,
        { 0 },
    };
    static const struct verb compare = {
        .example = "fiel-ladder sprt ana/truquero#2 ana/truquero#3",
        .says = "Is NEW better than OLD?  The sequential test of engine testers over the duplicate pairs that the\n"
                "two have played against each other.  Exit 1: not better, or not decided yet.  An event of kind sprt "
                "plays until it "
                "is decided.",
        .operands = " OLD NEW",
        .table = table,
        .works = sprt,
        .mode = STORE_READ,
    };
    return verb_run("sprt", &compare, argc, argv);
}
