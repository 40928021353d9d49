/* measure_tell: what is known: a moving line, a table, an object. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/now.h"
#include "cli/cells.h"
#include "cli/language.h"
#include "match/report.h"
#include "measure.h"

enum { BAR = 24, LABEL = 17 };

/* What a line is about, before what is known of it. */
static void print_label(const char *label, FILE *out) { cell_left(out, LABEL, label); }

/* What points came from. */
static const char *row_told(unsigned row)
{
    switch (row) {
    case ROW_TRICKS: return tongue("tricks", "bazas", "vazas");
    case ROW_REFUSED: return tongue("refused", "no quiso", "correu");
    case ROW_REST: return tongue("rest", "resto", "resto");
    default: return measure_row_word[row]; /* the game's own words */
    }
}

static void cells_of(const struct measure *m, uint64_t cell[SPRT_KINDS])
{
    for (unsigned k = 0; k < SPRT_KINDS; k++)
        cell[k] = m->sums.cell[k];
}

/* --- while it runs ---------------------------------------------------------------------------------------- */

/* Pairs that are still wanted, as it looks now: the interval narrows with the root of the pairs, the ratio of a test
 * grows with them. */
static double pairs_left(const struct measure *m)
{
    const struct measure_wish *w = m->wish;
    double n = m->sums.pairs, most = w->pairs - n, mean, half, low, high;
    uint64_t cell[SPRT_KINDS];
    if (m->sums.pairs < MEASURE_LEAST)
        return most;
    cells_of(m, cell);
    if (w->within > 0 && pair_per_hand(&m->sums, &mean, &half))
        most = fmin(most, n * (half / w->within) * (half / w->within) - n);
    if (w->by_sprt) {
        double llr = sprt_llr(&w->sprt, cell, SPRT_KINDS);
        sprt_bounds(&w->sprt, &low, &high);
        if (fabs(llr) > 1e-6)
            most = fmin(most, n * fabs((llr > 0 ? high : low) / llr) - n);
    }
    return fmax(most, 0);
}

void measure_expects(const struct measure *m, FILE *out)
{
    const struct sprt *t = &m->wish->sprt;
    if (m->wish->by_sprt)
        fprintf(out,
                tongue("the test takes about %.0f pairs if it is better, %.0f if it is not, %.0f in between\n",
                       "la prueba lleva unos %.0f pares si es mejor, %.0f si no lo es, %.0f en el medio\n",
                       "o teste leva uns %.0f pares se é melhor, %.0f se não é, %.0f no meio\n"),
                sprt_expects(t, t->elo1), sprt_expects(t, t->elo0), sprt_expects(t, (t->elo0 + t->elo1) / 2));
}

void measure_progress(const struct measure *m, FILE *out)
{
    double mean, half, left = pairs_left(m), played = m->sums.pairs - (double)m->found;
    char cell[CELL_TEXT];
    double seconds = played > 0 ? left * (double)(now_ms() - m->began_ms) / 1000 / played : -1;
    fprintf(out, tongue("\rpair %u of at most %u", "\rpar %u de %u como máximo", "\rpar %u de %u no máximo"),
            m->sums.pairs, m->wish->pairs);
    if (pair_per_hand(&m->sums, &mean, &half))
        fprintf(out, tongue(", %s points a hand", ", %s puntos por mano", ", %s pontos por mão"),
                cell_interval(cell, 3, mean, half));
    pair_jobs_left(out, seconds);
    fputs("\033[K", out);
    fflush(out);
}

/* --- the table -------------------------------------------------------------------------------------------- */

static void print_strength(const struct measure *m, FILE *out)
{
    const struct pair_sums *p = &m->sums;
    uint64_t cell[SPRT_KINDS];
    char cell_text[CELL_TEXT];
    double mean, half;
    cells_of(m, cell);
    struct sprt_estimate e = sprt_estimate(cell, SPRT_KINDS);
    print_label(tongue("played", "se jugaron", "jogaram-se"), out);
    fprintf(out,
            tongue("%u pairs, %" PRIu64 " hands: %u won, %u split, %u lost",
                   "pares: %u, manos: %" PRIu64 "; gana %u, reparte %u, pierde %u",
                   "pares: %u, mãos: %" PRIu64 "; ganha %u, divide %u, perde %u"),
            p->pairs, p->hands, p->cell[4], p->cell[2], p->cell[0]);
    if (p->cell[1] + p->cell[3])
        fprintf(out, tongue(", %u with a drawn leg", ", %u con una partida empatada", ", %u com uma partida empatada"),
                p->cell[1] + p->cell[3]);
    fputc('\n', out);
    bool known = pair_score(p, &mean, &half), inside = known && mean - half > 0 && mean + half < 1;
    if (!known) {
        fputs(tongue("too few pairs to tell anything\n", "pocos pares para decir algo\n",
                     "poucos pares para dizer algo\n"),
              out);
        return;
    }
    print_label(tongue("pair score", "por par", "por par"), out);
    fprintf(out, "%s\n", cell_score(cell_text, mean, half));
    if (pair_per_hand(p, &mean, &half)) {
        print_label(tongue("points per hand", "puntos por mano", "pontos por mão"), out);
        fprintf(out, "%s\n", cell_interval(cell_text, 3, mean, half));
    }
    if (inside) { /* at the edges it has no end */
        print_label("elo", out);
        fprintf(out, "%s\n", cell_interval(cell_text, 0, e.elo, e.elo_margin));
    }
    print_label(tongue("is it stronger", "es más fuerte", "é mais forte"), out);
    fprintf(out, "%s\n", cell_percent(cell_text, e.superior));
}

/* Whoever of the two does better in second legs than chance has it; -1: neither. */
static int marked_bot(const struct measure *m)
{
    struct leg_sums rival = legs_of_rival(&m->legs);
    return legs_marked(&m->legs) ? 0 : legs_marked(&rival) ? 1 : -1;
}

static void print_legs(const struct measure *m, FILE *out)
{
    const struct leg_sums *l = &m->legs;
    int marked = marked_bot(m);
    if (l->better + l->worse + l->same > 1) {
        print_label(tongue("second legs", "vueltas", "voltas"), out);
        fprintf(out,
                tongue("better than the first: %" PRIu64 ", worse: %" PRIu64 "\n",
                       "mejores que la ida: %" PRIu64 ", peores: %" PRIu64 "\n",
                       "melhores que a ida: %" PRIu64 ", piores: %" PRIu64 "\n"),
                l->better, l->worse);
    }
    if (marked < 0)
        return;
    char note[512];
    print_label("", out);
    snprintf(note, sizeof note,
             tongue("%s does better in second legs, beyond chance: has it a memory of the first? (an honest bot: once "
                    "in %d)",
                    "a %s le va mejor en las vueltas, más de lo que da el azar: ¿recuerda la ida? (un bot honesto: una "
                    "vez en %d)",
                    "%s vai melhor nas voltas, além do acaso: lembra-se da ida? (um bot honesto: uma vez em %d)"),
             m->name[marked], LEGS_ALARM);
    cell_flow(out, LABEL, LABEL, note);
    fputc('\n', out);
}

static void print_test(const struct measure *m, FILE *out)
{
    const struct sprt *t = &m->wish->sprt;
    const char *const words[] = { tongue("undecided", "sin decidir", "sem decisão"),
                                  tongue("better", "mejor", "melhor"), tongue("not better", "no mejor", "não melhor") };
    uint64_t cell[SPRT_KINDS];
    char figures[2 * CELL_TEXT], text[256];
    double low, high;
    if (!m->wish->by_sprt)
        return;
    cells_of(m, cell);
    sprt_bounds(t, &low, &high);
    snprintf(figures, sizeof figures, tongue("%+.2f in (%.2f, %.2f)", "%+.2f en (%.2f; %.2f)", "%+.2f em (%.2f; %.2f)"),
             sprt_llr(t, cell, SPRT_KINDS), low, high);
    print_label(tongue("test", "prueba", "teste"), out);
    snprintf(text, sizeof text,
             tongue("%s: ratio %s for normalized Elo %g against %g", "%s: razón %s para Elo normalizado %g contra %g",
                    "%s: razão %s para Elo normalizado %g contra %g"),
             words[m->verdict], language_decimals(figures), t->elo1, t->elo0);
    cell_flow(out, LABEL, LABEL, text);
    fputc('\n', out);
}

/* A bar from the middle, to the right what is won. */
static void print_bar(double value, double most, bool utf8, FILE *out)
{
    int length = most > 0 ? (int)lround(fabs(value) / most * BAR) : 0;
    for (int i = -BAR; i <= BAR; i++) {
        bool inside = value < 0 ? i < 0 && i >= -length : i > 0 && i <= length;
        fputs(i == 0 ? utf8 ? "│" : "|" : inside ? utf8 ? "█" : "#" : " ", out);
    }
}

static void print_rows(const struct measure *m, FILE *out, bool utf8)
{
    char cell[CELL_TEXT];
    double mean, half, most = 0;
    for (unsigned r = 0; r < ROWS_COUNT; r++)
        if (ratio_interval(&m->row[r], &mean, &half))
            most = fmax(most, fabs(mean));
    fputs(tongue("\npoints per hand from\n", "\npuntos por mano de\n", "\npontos por mão de\n"), out);
    for (unsigned r = 0; r < ROWS_COUNT; r++) {
        if (!ratio_interval(&m->row[r], &mean, &half) || (m->row[r].dd <= 0))
            continue;
        fprintf(out, "  %-8s", row_told(r));
        cell_right(out, 16, cell_interval(cell, 3, mean, half));
        fputs("  ", out);
        print_bar(mean, most, utf8, out);
        fprintf(out, "\n");
    }
}

static void print_bots(const struct measure *m, FILE *out)
{
    char mean[32], longest[32];
    fputs(tongue("\n                      decisions   mean time     longest  faults\n",
                 "\n                     decisiones       media      máximo  faltas\n",
                 "\n                       decisões       média      máximo  faltas\n"),
          out);
    for (unsigned b = 0; b < MEASURE_BOTS; b++) {
        const struct measured_use *u = &m->use[b];
        fprintf(out, "%-20s  %9" PRIu64 "  %10s  %10s  %6" PRIu64 "\n", m->name[b], u->decisions,
                span_told(u->decisions ? (double)u->used_us / (double)u->decisions : 0, mean),
                span_told((double)u->longest_us, longest), u->faults);
    }
}

static void print_note(const char *note, FILE *out)
{
    fputc('\n', out);
    cell_flow(out, 0, 0, note);
    fputc('\n', out);
}

static void print_notes(const struct measure *m, FILE *out)
{
    char note[512];
    if (m->voids) {
        snprintf(
            note, sizeof note,
            tongue("This machine had no process or memory for a match, %u times: those were void and played again.",
                   "A esta máquina le faltaron procesos o memoria para una partida (%u): se anuló y se jugó de nuevo.",
                   "Faltou a esta máquina processo ou memória para uma partida (%u): foi anulada e jogada de novo."),
            m->voids);
        print_note(note, out);
    }
    if (m->unheld) {
        snprintf(
            note, sizeof note,
            tongue("%u of the pairs unheld: a bot that is in no strict jail may know the second leg's cards from the "
                   "first; `fiel jail-test` tells what is missing here",
                   "%u de los pares sin encierro: un bot que no está en una jaula estricta puede conocer de la ida "
                   "las cartas de la vuelta; `fiel jail-test` dice qué falta acá",
                   "%u dos pares sem isolamento: um bot fora de uma jaula estrita pode conhecer da ida as cartas da "
                   "volta; `fiel jail-test` diz o que falta aqui"),
            m->unheld);
        print_note(note, out);
    }
    if (m->interrupted)
        fputs(tongue("\ninterrupted: this is what was known\n", "\ninterrumpida: esto es lo que se sabía\n",
                     "\ninterrompida: isto é o que se sabia\n"),
              out);
    if (m->keeps)
        fprintf(out, tongue("\nrecords: %s%s\n", "\nregistros: %s%s\n", "\nregistros: %s%s\n"), m->folder,
                m->interrupted
                    ? tongue("; the same command goes on", "; el mismo comando sigue", "; o mesmo comando continua")
                    : "");
}

void measure_table(const struct measure *m, FILE *out, bool utf8)
{
    const struct measure_wish *w = m->wish;
    char tables[32], head[512];
    snprintf(head, sizeof head,
             tongue("%s against %s: %s, %s seats%s, %s", "%s contra %s: %s, %s asientos%s, %s",
                    "%s contra %s: %s, %s assentos%s, %s"),
             m->name[0], m->name[1], w->rules, w->seats, tables_told(w->tables, tables), w->clock);
    cell_flow(out, 0, 2, head);
    fputs("\n\n", out);
    print_strength(m, out);
    print_test(m, out);
    print_legs(m, out);
    if (m->sums.pairs > 1)
        print_rows(m, out, utf8);
    print_bots(m, out);
    print_notes(m, out);
}

/* --- the object ------------------------------------------------------------------------------------------- */

static json_t *interval(bool known, double mean, double half)
{
    return known ? json_pack("{s:f,s:f}", "mean", mean, "half", half) : json_null();
}

static json_t *rows_json(const struct measure *m)
{
    json_t *j = json_object();
    for (unsigned r = 0; r < ROWS_COUNT; r++) {
        double mean = 0, half = 0;
        bool known = ratio_interval(&m->row[r], &mean, &half);
        json_object_set_new(j, measure_row_word[r], interval(known, mean, half));
    }
    return j;
}

static json_t *bots_json(const struct measure *m)
{
    json_t *j = json_array();
    for (unsigned b = 0; b < MEASURE_BOTS; b++)
        json_array_append_new(j, json_pack("{s:s,s:s,s:I,s:I,s:I,s:I}", "name", m->name[b], "command", m->wish->bot[b],
                                           "decisions", (json_int_t)m->use[b].decisions, "used_us",
                                           (json_int_t)m->use[b].used_us, "longest_us",
                                           (json_int_t)m->use[b].longest_us, "faults", (json_int_t)m->use[b].faults));
    return j;
}

static json_t *legs_json(const struct measure *m)
{
    const struct leg_sums *l = &m->legs;
    struct leg_sums rival = legs_of_rival(l);
    int marked = marked_bot(m);
    return json_pack("{s:I,s:I,s:I,s:[f,f],s:o}", "better", (json_int_t)l->better, "worse", (json_int_t)l->worse,
                     "same", (json_int_t)l->same, "evidence", legs_evidence(l), legs_evidence(&rival), "marked",
                     marked < 0 ? json_null() : json_string(m->name[marked]));
}

static json_t *test_json(const struct measure *m, const uint64_t *cell)
{
    static const char *const words[] = { "undecided", "better", "not better" };
    const struct sprt *t = &m->wish->sprt;
    double low, high;
    if (!m->wish->by_sprt)
        return json_null();
    sprt_bounds(t, &low, &high);
    return json_pack("{s:s,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:f}", "verdict", words[m->verdict], "llr",
                     sprt_llr(t, cell, SPRT_KINDS), "low", low, "high", high, "elo0", t->elo0, "elo1", t->elo1,
                     "expected_better", sprt_expects(t, t->elo1), "expected_not", sprt_expects(t, t->elo0),
                     "expected_between", sprt_expects(t, (t->elo0 + t->elo1) / 2));
}

void measure_json(const struct measure *m, FILE *out)
{
    uint64_t cell[SPRT_KINDS];
    double mean = 0, half = 0;
    json_t *cells = json_array(), *j = json_object();
    cells_of(m, cell);
    struct sprt_estimate e = sprt_estimate(cell, SPRT_KINDS);
    for (unsigned k = 0; k < SPRT_KINDS; k++)
        json_array_append_new(cells, json_integer((json_int_t)cell[k]));
    json_object_set_new(j, "rules", json_string(m->wish->rules));
    json_object_set_new(j, "clock", json_string(m->wish->clock));
    json_object_set_new(j, "tables", json_integer(m->wish->tables));
    json_object_set_new(j, "pairs", json_integer(m->sums.pairs));
    json_object_set_new(j, "hands", json_integer((json_int_t)m->sums.hands));
    json_object_set_new(j, "points", json_integer(m->sums.points));
    json_object_set_new(j, "scores", cells); /* pairs by our score: 0, ½, 1, 1½, 2 */
    bool known = pair_score(&m->sums, &mean, &half), inside = known && mean - half > 0 && mean + half < 1;
    json_object_set_new(j, "pair_score", interval(known, mean, half));
    known = pair_per_hand(&m->sums, &mean, &half);
    json_object_set_new(j, "points_per_hand", interval(known, mean, half));
    json_object_set_new(j, "elo", interval(inside, e.elo, e.elo_margin)); /* at the edges it has no end */
    json_object_set_new(j, "superior", known ? json_real(e.superior) : json_null());
    json_object_set_new(j, "test", test_json(m, cell));
    json_object_set_new(j, "second_legs", legs_json(m));
    json_object_set_new(j, "by", rows_json(m));
    json_object_set_new(j, "bots", bots_json(m));
    json_object_set_new(j, "unheld", json_integer(m->unheld));
    json_object_set_new(j, "voids", json_integer(m->voids));
    json_object_set_new(j, "interrupted", json_boolean(m->interrupted));
    json_object_set_new(j, "failed", *m->failed ? json_string(m->failed) : json_null());
    json_object_set_new(j, "replays", m->keeps ? json_string(m->folder) : json_null());
    json_dumpf(j, out, JSON_COMPACT);
    fputc('\n', out);
    json_decref(j);
}
