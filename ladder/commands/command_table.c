/* command_table: the standings of a ladder, and whether one bot is better than another. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/choices.h"
#include "cli/cells.h"
#include "cli/language.h"
#include "commands.h"
#include "site/bots/named.h"
#include "stats/sprt.h"
#include "rating/table.h"
#include "rating/verify.h"

enum { ROWS = 4096, WORKER_SEEN_MS = 60000 };

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

static void print_heads(int width)
{
    cell_right(stdout, 6, tongue("place", "puesto", "lugar"));
    cell_right(stdout, 6, tongue("band", "grupo", "grupo"));
    fputs("  ", stdout);
    cell_left(stdout, width, "bot");
    cell_right(stdout, 6, "elo");
    cell_right(stdout, 14, tongue("95%", "95 %", "95%"));
    cell_right(stdout, 7, tongue("pairs", "pares", "pares"));
    cell_right(stdout, 8, tongue("score", "rinde", "rende"));
    cell_right(stdout, 17, tongue("points a hand", "puntos por mano", "pontos por mão"));
    putchar('\n');
}

static void print_standing(const struct standing *row, int width)
{
    const struct rating *r = &row->rating;
    char who[LABEL_TEXT], cell[CELL_TEXT];
    printf("%6" PRId64 "%6" PRId64 "  ", r->place, r->band);
    cell_left(stdout, width, label_text(&row->who, who));
    printf("%6.0f%6.0f ..%5.0f%7" PRId64, r->elo, r->low, r->high, r->pairs);
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
        width = w > width ? w : width;
    }
    print_heads(width);
    for (size_t i = 0; i < n; i++)
        print_standing(&row[i], width);
    puts(
        tongue("Bots of one band are not yet distinguishable: the first of it is better than\nnone of them with 97.5%.",
               "Los bots de un grupo todavía no se distinguen: el primero no es mejor que\nninguno de ellos al 97,5 %.",
               "Os bots de um grupo ainda não se distinguem: o primeiro não é melhor que\nnenhum deles a 97,5%."));
}

static void print_json(const struct standing *row, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct rating *r = &row[i].rating;
        json_t *j = json_pack("{s:I,s:I,s:s,s:s,s:I,s:f,s:f,s:f,s:I,s:f,s:f,s:f,s:f,s:f,s:f}", "place",
                              (json_int_t)r->place, "band", (json_int_t)r->band, "author", row[i].who.author, "bot",
                              row[i].who.bot_name, "version", (json_int_t)row[i].who.number, "elo", r->elo, "low",
                              r->low, "high", r->high, "pairs", (json_int_t)r->pairs, "score", r->score, "per_hand",
                              r->per_hand, "per_hand_error", r->per_hand_error, "superior", r->superior, "cleared",
                              r->cleared, "cleared_error", r->cleared_error);
        char *text = j ? json_dumps(j, JSON_COMPACT) : NULL;
        if (text)
            puts(text);
        free(text);
        json_decref(j);
    }
}

/* What keeps jobs from being played, when a worker has said so. */
static void say_what_waits(struct store *s)
{
    enum { JOBS = 64 };
    struct job_filter f = { .state = JOB_QUEUED, .kind = -1 };
    struct store_error e;
    struct job *list = calloc(JOBS, sizeof *list);
    size_t n = 0, i = 0;
    if (list && !store_jobs(s, &f, list, JOBS, &n, &e)) {
        while (i < n && !*list[i].reason)
            i++;
        if (i < n)
            cli_fail(0, "a job waits: %s", list[i].reason);
    }
    free(list);
}

/* One version that does not play, and why. */
static void say_version(struct store *s, const struct version *v)
{
    struct version_label who;
    struct store_error e;
    char text[LABEL_TEXT];
    if (store_label(s, v->id, &who, &e))
        return;
    if (v->state == VERSION_PENDING)
        cli_fail(0, "%s waits for a match against itself%s%s", label_text(&who, text), *v->reason ? ": " : "",
                 v->reason);
    else if (v->state == VERSION_DISABLED)
        cli_fail(0, "%s is disabled: %s", label_text(&who, text), v->reason);
}

/* Why there is no table, of the first versions that there are. */
static void say_why_not(struct store *s)
{
    enum { VERSIONS = 64 };
    struct version_filter f = { .state = -1 };
    struct worker any;
    struct store_error e;
    struct version *list = calloc(VERSIONS, sizeof *list);
    size_t n = 0, active = 0, workers = 0;
    if (list && !store_versions(s, &f, list, VERSIONS, &n, &e))
        for (size_t i = 0; i < n; i++) {
            active += list[i].state == VERSION_ACTIVE;
            say_version(s, &list[i]);
        }
    free(list);
    if (active < 2)
        cli_fail(0, "%zu bot%s may play: a pair takes two: enter more with `fiel-ladder enter` or on the pages", active,
                 active == 1 ? "" : "s");
    if (!store_workers(s, store_now(s) - 2 * WORKER_SEEN_MS, &any, 1, &workers, &e) && !workers)
        cli_fail(0, "no worker plays: `fiel-ladder serve --workers 1` has one, `fiel-ladder worker` is one");
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
        printf(tongue("Elo counts from %s, which keeps its %.0f.\n",
                      "El Elo se cuenta desde %s, que conserva su %.0f.\n",
                      "O Elo se conta a partir de %s, que mantém o seu %.0f.\n"),
               label_text(&who, text), made.anchor_elo);
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
        return cli_fail(EXIT_NEGATIVE, "ladder %s has no table yet: it comes with the first results", l->code);
    }
    if (!bad)
        bad = store_standings(s, run.id, 0, row, ROWS, &n, &e);
    if (!bad && json)
        print_json(row, n);
    else if (!bad) {
        print_rows(row, n);
        print_anchor(s, &run);
    }
    free(row);
    return bad ? told(&e) : EXIT_FINE;
}

static void say(void *arg, const char *sentence) { fprintf(arg, "%s\n", sentence); }

static int verify(struct store *s, const struct ladder *l, const char *earlier, const char *log)
{
    struct verified v;
    struct store_error e;
    if (verify_ladder(s, l, earlier, say, stdout, &v, &e) || command_match_log(s, log, &v.wrong, &e))
        return told(&e);
    printf(tongue("%s: %" PRIu64 " pairs, %" PRIu64 " replays audited, %" PRIu64 " decisions re-executed, %" PRIu64
                  " things wrong%s\n",
                  "%s: %" PRIu64 " pares, %" PRIu64 " registros auditados, %" PRIu64
                  " decisiones reejecutadas, %" PRIu64 " cosas mal%s\n",
                  "%s: %" PRIu64 " pares, %" PRIu64 " registros auditados, %" PRIu64 " decisões reexecutadas, %" PRIu64
                  " coisas erradas%s\n"),
           l->code, v.pairs, v.legs, v.decisions, v.wrong,
           v.table ? tongue("; the table is the one these results give", "; la tabla es la que dan estos resultados",
                            "; a tabela é a que estes resultados dão")
                   : "");
    if (v.let_go)
        printf(
            tongue("%" PRIu64 " replays went with seasons: name the newest one's archive with --earlier to have them "
                   "audited, too\n",
                   "%" PRIu64 " registros se fueron con temporadas: nombrá el archivo de la última con --earlier para "
                   "que también se auditen\n",
                   "%" PRIu64 " registros foram-se com temporadas: indique o arquivo da última com --earlier para "
                   "que também sejam auditados\n"),
            v.let_go);
    return v.wrong ? EXIT_NEGATIVE : EXIT_FINE;
}

int ladder_standings(int argc, char **argv)
{
    static const struct choice table[] = {
        CHOICE_STORE,
        CHOICE_CONFIG,
        { "ladder", "CODE", NULL, "which ladder   (the only one)" },
        { "json", NULL, NULL, "one JSON object a line" },
        { "verify", NULL, NULL, "audit every replay and make the table afresh" },
        { "earlier", "DIR", NULL, "with --verify: the archive of a season that the store has let go of" },
        CHOICE_MATCH_LOG("with --verify: "),
        { 0 },
    };
    struct choices c = {
        .command = "standings",
        .example = "fiel-ladder standings --ladder argentino --verify",
        .operands = "",
        .says = "Prints a ladder's table with its intervals.  With --verify it is proved: every replay is audited\n"
                "and compared with what is filed, and the table is made again from the results.  Exit 1: something is "
                "wrong.",
        .table = table,
    };
    struct store *s;
    struct store_error e;
    struct ladder l;
    int code;
    if (!choices_read(&c, argc, argv, &code))
        return code;
    if (store_open(&s, chosen(&c, "store"), STORE_READ, &e))
        return told(&e);
    code = command_ladder(s, chosen(&c, "ladder"), &l);
    if (!code)
        code = chosen(&c, "verify") ? verify(s, &l, chosen(&c, "earlier"), chosen(&c, "match-log"))
                                    : show(s, &l, chosen(&c, "json"));
    store_close(&s);
    return code;
}

/* --- sprt ------------------------------------------------------------------------------------------------- */

static int print_sprt(const struct sprt *t, const uint64_t count[5])
{
    const char *const words[] = { tongue("not decided: more pairs are needed", "sin decidir: hacen falta más pares",
                                         "sem decisão: faltam mais pares"),
                                  tongue("better", "mejor", "melhor"), tongue("not better", "no mejor", "não melhor") };
    struct sprt_estimate x = sprt_estimate(count, 5);
    double low, high, llr = sprt_llr(t, count, 5);
    enum sprt_verdict v = sprt_decide(t, count, 5);
    char elo[CELL_TEXT], normalized[CELL_TEXT], score[CELL_TEXT], superior[CELL_TEXT], ratio[2 * CELL_TEXT];
    sprt_bounds(t, &low, &high);
    printf(tongue("pairs      %" PRIu64 " lost, %" PRIu64 " lost and level, %" PRIu64 " split, %" PRIu64
                  " won and level, %" PRIu64 " won\n",
                  "pares      %" PRIu64 " perdidos, %" PRIu64 " perdidos y empatados, %" PRIu64 " repartidos, %" PRIu64
                  " ganados y empatados,\n           %" PRIu64 " ganados\n",
                  "pares      %" PRIu64 " perdidos, %" PRIu64 " perdidos e empatados, %" PRIu64 " divididos, %" PRIu64
                  " ganhos e empatados,\n           %" PRIu64 " ganhos\n"),
           count[0], count[1], count[2], count[3], count[4]);
    printf(tongue("score      %s; Elo %s; normalized %s; better at all with %s\n",
                  "rinde      %s; Elo %s; normalizado %s; es mejor con %s\n",
                  "rende      %s; Elo %s; normalizado %s; é melhor com %s\n"),
           cell_percent(score, x.score), cell_interval(elo, 1, x.elo, x.elo_margin),
           cell_interval(normalized, 1, x.normalized, x.normalized_margin), cell_percent(superior, x.superior));
    snprintf(ratio, sizeof ratio, tongue("%.3f in (%.3f, %.3f)", "%.3f en (%.3f; %.3f)", "%.3f em (%.3f; %.3f)"), llr,
             low, high);
    printf(tongue("ratio      %s for normalized Elo %g against %g\n",
                  "razón      %s para Elo normalizado %g contra %g\n",
                  "razão      %s para Elo normalizado %g contra %g\n"),
           language_decimals(ratio), t->elo1, t->elo0);
    printf(tongue("verdict    %s\n", "veredicto  %s\n", "veredito   %s\n"), words[v]);
    if (v == SPRT_GOES_ON)
        printf(tongue("expected   in all about %.0f pairs if it is better, %.0f if it is not, %.0f in between\n",
                      "se espera  en total unos %.0f pares si es mejor, %.0f si no lo es, %.0f en el medio\n",
                      "espera-se  ao todo uns %.0f pares se é melhor, %.0f se não é, %.0f no meio\n"),
               sprt_expects(t, t->elo1), sprt_expects(t, t->elo0), sprt_expects(t, (t->elo0 + t->elo1) / 2));
    return v == SPRT_NOT_BETTER ? EXIT_NEGATIVE : EXIT_FINE;
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
        { 0 },
    };
    struct choices c = {
        .command = "sprt",
        .example = "fiel-ladder sprt ana/truquero#2 ana/truquero#3",
        .says = "Is NEW better than OLD?  The sequential test of engine testers over the duplicate pairs that the\n"
                "two have played against each other.  Exit 1: not better.  An event of kind sprt plays until it is "
                "decided.",
        .operands = " OLD NEW",
        .operands_least = 2,
        .operands_most = 2,
        .table = table,
    };
    struct store *s;
    struct store_error e;
    struct ladder l;
    struct sprt test;
    int64_t old, new;
    uint64_t count[5];
    int code;
    if (!choices_read(&c, argc, argv, &code))
        return code;
    if (!read_test(&c, &test))
        return EXIT_USAGE;
    if (store_open(&s, chosen(&c, "store"), STORE_READ, &e))
        return told(&e);
    code = command_ladder(s, chosen(&c, "ladder"), &l);
    if (!code && (version_named(s, c.operand[0], &old, &e) || version_named(s, c.operand[1], &new, &e) ||
                  table_counts(s, l.id, 0, new, old, count, &e)))
        code = told(&e);
    if (!code)
        code = print_sprt(&test, count);
    store_close(&s);
    return code;
}
