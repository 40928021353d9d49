/* report: the moving line and the table. */
#include "base/now.h"
#include "cli/cells.h"
#include "cli/language.h"
#include "record_lacks.h"
#include "report.h"
#include "seat/life.h"
#include "tell/tell.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

void report_start(struct report *r, const struct match_options *o, FILE *line)
{
    memset(r, 0, sizeof *r);
    r->options = o;
    r->line = line;
}

/* --- while it runs ------------------------------------------------------------------------------ */

void report_clear(struct report *r)
{
    if (!r->drawn)
        return;
    fputs("\r\033[K", r->line);
    fflush(r->line);
    r->drawn = false;
}

static void draw(struct report *r, const struct control_progress *p)
{
    char who[SEATS_MAX * NAME_TEXT];
    unsigned scorers = rules_scorers(&r->options->rules, (int)r->options->seats);
    if (!r->line)
        return;
    fprintf(r->line,
            tongue("\r%sgame %u of %u, hand %u: ", "\r%spartido %u de %u, mano %u: ", "\r%sjogo %u de %u, mão %u: "),
            r->before, p->game, r->options->games, p->hand);
    for (unsigned s = 0; s < scorers; s++)
        fprintf(r->line, "%s%.24s %u", s ? ", " : "", side_names(r->options, s, who), p->games[s]);
    for (unsigned s = 0; s < scorers; s++)
        fprintf(r->line, "%s%u", s ? "-" : tongue(" games; now ", " partidos; ahora ", " jogos; agora "), p->score[s]);
    fputs("\033[K", r->line);
    fflush(r->line);
    r->drawn = true;
}

void report_lacks(struct report *r)
{
    char lacks[POLICY_LACKS];
    record_lacks(r->options->replay, r->options->log_policy_file, lacks);
    snprintf(r->result.log_lacks, sizeof r->result.log_lacks, "%.*s", (int)sizeof r->result.log_lacks - 1, lacks);
}

void report_take(struct report *r, const struct control_frame *f)
{
    switch (f->kind) {
    case CONTROL_PROGRESS: draw(r, &f->progress); break;
    case CONTROL_FAULT:
        if (r->faults < REPORT_FAULTS)
            r->fault[r->faults++] = f->fault;
        else
            r->faults_unkept++;
        break;
    case CONTROL_RESULT:
        r->result = f->result;
        r->complete = true;
        if (!*r->result.log_lacks)
            report_lacks(r); /* a referee that was started again has asked no witness and does not know */
        break;
    case CONTROL_ERROR: snprintf(r->error, sizeof r->error, "%s", f->error.text); break;
    default: break;
    }
}

/* --- words -------------------------------------------------------------------------------------- */

char *tables_told(uint32_t tables, char text[32])
{
    *text = '\0';
    if (tables > 1)
        snprintf(text, 32, tongue(" at %u tables", " en %u mesas", " em %u mesas"), tables);
    return text;
}

/* Whose score it is. */
static unsigned scorer_of(const struct match_options *o, unsigned seat)
{
    return rules_scorer(&o->rules, (int)o->seats, seat);
}

char *side_names(const struct match_options *o, unsigned side, char text[SEATS_MAX * NAME_TEXT])
{
    const char *names[SEATS_MAX];
    size_t n = 0;
    for (unsigned i = 0; i < o->seats; i++)
        if (scorer_of(o, i) == side)
            names[n++] = o->name[i];
    return language_list(text, (size_t)SEATS_MAX * NAME_TEXT, names, n);
}

char *name_of_party(const struct match_options *o, unsigned party, char text[NAME_TEXT])
{
    snprintf(text, NAME_TEXT, "%s",
             party < options_parties(o) ? o->name[party] : tongue("the arbiter", "el árbitro", "o árbitro"));
    return text;
}

const char *effect_text(enum fault_effect e)
{
    switch (e) {
    case EFFECT_NOTED: return "noted";
    case EFFECT_REFUSED: return "refused";
    case EFFECT_GAME: return "loses the game";
    case EFFECT_MATCH: return "loses the match";
    case EFFECT_DEFAULT_ACTION: return "the default action was played";
    case EFFECT_VOID: return "the match is void";
    case EFFECT_STOPPED: return "the match is stopped";
    }
    return "unknown effect";
}

/* The same, in the language that is spoken. */
static const char *effect_told(enum fault_effect e)
{
    switch (e) {
    case EFFECT_NOTED: return tongue(effect_text(e), "se anota", "anota-se");
    case EFFECT_REFUSED: return tongue(effect_text(e), "se rechaza", "recusa-se");
    case EFFECT_GAME: return tongue(effect_text(e), "pierde el partido", "perde o jogo");
    case EFFECT_MATCH: return tongue(effect_text(e), "pierde la partida", "perde a partida");
    case EFFECT_DEFAULT_ACTION:
        return tongue(effect_text(e), "se jugó por él lo más modesto", "jogou-se por ele o mais modesto");
    case EFFECT_VOID: return tongue(effect_text(e), "la partida es nula", "a partida é nula");
    case EFFECT_STOPPED: return tongue(effect_text(e), "la partida se detiene", "a partida é interrompida");
    }
    return effect_text(e);
}

static const char *limit_name(uint64_t limit)
{
    switch (limit - 1) {
    case RLIMIT_AS: return "memory, in MiB";
    case RLIMIT_CPU: return "CPU time, in seconds";
    case RLIMIT_FSIZE: return "size of a file, in MiB";
    default: return "a limit of the system";
    }
}

/* What the numbers of a fault mean, beyond its reason; "": nothing. */
static const char *fault_more(const struct control_fault *f)
{
    enum fault kind = (enum fault)f->fault;
    return kind == FAULT_MALFORMED   ? wire_error_text((enum wire_error)f->a)
           : kind == FAULT_ILLEGAL   ? rule_error_text((enum rule_error)f->a)
           : kind == FAULT_RESOURCES ? limit_name(f->a)
           : kind == FAULT_ARBITER   ? arbiter_code_text(f->a)
                                     : "";
}

char *fault_sentence(const struct control_fault *f, char text[256])
{
    char reason[160];
    const char *more = fault_more(f);
    fault_text((enum fault)f->fault, f->a, f->b, reason, sizeof reason);
    snprintf(text, 256, "%s: %s%s%s", fault_name((enum fault)f->fault), reason, *more ? ": " : "", more);
    return text;
}

/* For people: the name of a fault is a word of the protocol's, and stays. */
static char *fault_told(const struct control_fault *f, char text[512])
{
    char reason[160], in[240], more[240];
    fault_text((enum fault)f->fault, f->a, f->b, reason, sizeof reason);
    tell_translate(in, sizeof in, reason);
    tell_translate(more, sizeof more, fault_more(f));
    snprintf(text, 512, "%s: %s%s%s", fault_name((enum fault)f->fault), in, *more ? ": " : "", more);
    return text;
}

void report_fault(const struct match_options *o, const struct control_fault *f, FILE *out)
{
    char text[512], who[NAME_TEXT];
    fprintf(out, tongue("fault of %s: %s: %s\n", "falta de %s: %s: %s\n", "falta de %s: %s: %s\n"),
            name_of_party(o, f->seat, who), fault_told(f, text), effect_told((enum fault_effect)f->effect));
}

bool report_per_hand(const struct control_result *c, double *mean, double *half)
{
    double n = (double)c->hands, sum = (double)c->diff_sum;
    if (c->hands < 2 || c->result.scorers > 2)
        return false;
    double variance = ((double)c->diff_squares - sum * sum / n) / (n - 1);
    *mean = sum / n;
    *half = 1.96 * sqrt(variance > 0 ? variance / n : 0);
    return true;
}

bool report_void(const struct control_result *c)
{
    bool undecided = c->result.outcome == END_STOPPED && c->result.winner == c->result.scorers;
    return c->result.outcome == END_VOID || c->result.outcome == END_CANCELLED || undecided;
}

/* --- the table ---------------------------------------------------------------------------------- */

enum { TABLE_FAULTS = 20, COLUMNS = 8, CELL = NAME_TEXT + 8 };
typedef char cells[COLUMNS][CELL];

static void print_row(FILE *out, cells row, const int widths[COLUMNS], bool bright)
{
    fputs(bright ? "\033[1m" : "", out);
    for (int i = 0; i < COLUMNS; i++)
        if (i) {
            fputs("  ", out);
            cell_right(out, widths[i], row[i]);
        } else {
            cell_left(out, widths[i], row[i]);
        }
    fputs(bright ? "\033[0m\n" : "\n", out);
}

static void fill_row(const struct report *r, unsigned seat, cells row)
{
    const struct control_seat_stats *s = &r->result.seat[seat];
    const struct result *result = &r->result.result;
    unsigned side = scorer_of(r->options, seat);
    double mean, half;
    char text[32], cell[CELL_TEXT];
    snprintf(row[0], CELL, "%s", r->options->name[seat]);
    snprintf(row[1], CELL, "%u", result->games[side]);
    snprintf(row[2], CELL, "%u", result->partidas[side]);
    snprintf(row[3], CELL, "%lld", (long long)result->points[side]);
    if (report_per_hand(&r->result, &mean, &half))
        snprintf(row[4], CELL, "%s", cell_interval(cell, 3, side ? -mean : mean, half));
    else
        snprintf(row[4], CELL, "-");
    snprintf(row[5], CELL, "%llu", (unsigned long long)s->faults);
    snprintf(row[6], CELL, "%s", span_told(s->decisions ? (double)s->total_us / (double)s->decisions : 0, text));
    snprintf(row[7], CELL, "%s", span_told((double)s->max_us, text));
}

static void print_seats(const struct report *r, FILE *out, bool colour)
{
    static const char *const heads[LANGUAGES][COLUMNS] = {
        { "bot", "games", "partidas", "points", "points/hand (95%)", "faults", "mean", "longest" },
        { "bot", "partidos", "series", "puntos", "puntos/mano (95 %)", "faltas", "media", "máximo" },
        { "bot", "jogos", "quedas", "pontos", "pontos/mão (95%)", "faltas", "média", "máximo" },
    };
    cells rows[SEATS_MAX + 1];
    int widths[COLUMNS] = { 0 };
    unsigned seats = r->options->seats;
    for (int k = 0; k < COLUMNS; k++)
        snprintf(rows[0][k], CELL, "%s", heads[language_spoken()][k]);
    for (unsigned i = 0; i < seats; i++)
        fill_row(r, i, rows[i + 1]);
    for (unsigned i = 0; i <= seats; i++)
        for (int k = 0; k < COLUMNS; k++)
            if (cell_columns(rows[i][k]) > widths[k])
                widths[k] = cell_columns(rows[i][k]);
    for (unsigned i = 0; i <= seats; i++)
        print_row(out, rows[i], widths,
                  colour && i && scorer_of(r->options, i - 1) == r->result.result.winner && !report_void(&r->result));
}

static void print_faults(const struct report *r, FILE *out)
{
    unsigned shown = r->faults < TABLE_FAULTS ? r->faults : TABLE_FAULTS, more = r->faults - shown + r->faults_unkept;
    for (unsigned i = 0; i < shown; i++)
        report_fault(r->options, &r->fault[i], out);
    if (more)
        fprintf(out,
                more == 1 ? tongue("and %u fault more: fiel replay tells them all\n",
                                   "y %u falta más: fiel replay las cuenta todas\n",
                                   "e mais %u falta: fiel replay conta todas\n")
                          : tongue("and %u faults more: fiel replay tells them all\n",
                                   "y %u faltas más: fiel replay las cuenta todas\n",
                                   "e mais %u faltas: fiel replay conta todas\n"),
                more);
}

/* Who was too late where nobody could see, or not always, whether its process had a processor. */
static void print_unread(const struct report *r, FILE *out)
{
    for (unsigned i = 0; i < r->options->seats; i++) {
        if (r->result.seat[i].timeouts > 0 && r->used[i].waits == LIFE_UNREAD)
            fprintf(
                out,
                tongue(
                    "%s was too late, and whether it waited for a processor could not be read here: nothing was given "
                    "back for that\n",
                    "%s llegó tarde, y acá no se pudo leer si esperaba un procesador: no se le devolvió nada por eso\n",
                    "%s chegou tarde, e aqui não se pôde ler se esperava um processador: nada lhe foi devolvido por "
                    "isso\n"),
                r->options->name[i]);
        if (r->result.seat[i].timeouts > 0 && r->used[i].waits == LIFE_WHILE_ONE)
            fprintf(
                out,
                tongue(
                    "%s was too late, and whether it waited for a processor is read without a jail only while it has "
                    "no child process: what it waited with one was not given back\n",
                    "%s llegó tarde, y sin jaula solo se lee si esperaba un procesador mientras no tiene procesos "
                    "hijos: lo que esperó con uno no se le devolvió\n",
                    "%s chegou tarde, e sem jaula só se lê se esperava um processador enquanto não tem processos "
                    "filhos: o que esperou com um não lhe foi devolvido\n"),
                r->options->name[i]);
    }
}

/* Why a match has no result. */
static void print_void(const struct result *result, FILE *out)
{
    char why[240];
    bool cancelled = result->outcome == END_CANCELLED ||
                     (result->fault == FAULT_ARBITER && result->fault_a == ARBITER_CANCELLED);
    if (cancelled)
        fputs(tongue("no result: the match was cancelled and is void\n",
                     "sin resultado: la partida se canceló y es nula\n",
                     "sem resultado: a partida foi cancelada e é nula\n"),
              out);
    else if (result->outcome == END_STOPPED)
        fputs(
            tongue(
                "no result: a cutter was lost before the match was decided, and no hand is dealt without it\n",
                "sin resultado: se perdió un cortador antes de que la partida se decidiera, y sin él no se reparte\n",
                "sem resultado: perdeu-se um cortador antes que a partida se decidisse, e sem ele não se dão cartas\n"),
            out);
    else
        fprintf(out,
                tongue("no result: the match is void by a failure of the arbiter: %s\n",
                       "sin resultado: la partida es nula por un fallo del árbitro: %s\n",
                       "sem resultado: a partida é nula por uma falha do árbitro: %s\n"),
                tell_translate(why, sizeof why, arbiter_code_text(result->fault_a)));
}

/* ", 3 games to 2", ", 3 games to 2 and 0": those of `first`, then the others'. */
static void print_games(const struct result *result, unsigned first, FILE *out)
{
    const char *before = tongue(" to ", " a ", " a ");
    fprintf(out,
            result->games[first] == 1 ? tongue(", %u game", ", %u partido", ", %u jogo")
                                      : tongue(", %u games", ", %u partidos", ", %u jogos"),
            result->games[first]);
    for (unsigned s = 0; s < result->scorers; s++) {
        if (s == first)
            continue;
        fprintf(out, "%s%u", before, result->games[s]);
        before = tongue(" and ", " y ", " e ");
    }
}

/* More than one seat has this score. */
static bool is_shared(const struct match_options *o, unsigned scorer)
{
    unsigned seats = 0;
    for (unsigned i = 0; i < o->seats; i++)
        seats += scorer_of(o, i) == scorer;
    return seats > 1;
}

static void print_verdict(const struct report *r, FILE *out)
{
    const struct result *result = &r->result.result;
    char names[SEATS_MAX * NAME_TEXT];
    unsigned winner = result->winner;
    if (report_void(&r->result)) {
        print_void(result, out);
        return;
    }
    if (winner == result->scorers)
        fputs(tongue("a draw", "empate", "empate"), out);
    else
        fprintf(out,
                is_shared(r->options, winner) ? tongue("%s win%s", "ganan %s%s", "vencem %s%s")
                                              : tongue("%s wins%s", "gana %s%s", "vence %s%s"),
                side_names(r->options, winner, names),
                result->outcome == END_FAULT     ? tongue(" by a fault", " por una falta", " por uma falta")
                : result->outcome == END_STOPPED ? tongue(", out of reach when a cutter stopped the match",
                                                          ", fuera de alcance cuando un cortador detuvo la partida",
                                                          ", fora de alcance quando um cortador interrompeu a partida")
                                                 : "");
    print_games(result, winner == result->scorers ? 0 : winner, out);
    if (result->games[result->scorers])
        fprintf(out,
                result->games[result->scorers] == 1 ? tongue(", %u drawn", ", %u empatado", ", %u empatado")
                                                    : tongue(", %u drawn", ", %u empatados", ", %u empatados"),
                result->games[result->scorers]);
    fprintf(out,
            result->hands == 1 ? tongue(", in %u hand%s\n", ", en %u mano%s\n", ", em %u mão%s\n")
                               : tongue(", in %u hands%s\n", ", en %u manos%s\n", ", em %u mãos%s\n"),
            result->hands,
            result->outcome == END_LAST_HAND
                ? tongue(", the most that were agreed", ", el máximo acordado", ", o máximo combinado")
                : "");
}

static void print_speed(const struct report *r, FILE *out)
{
    uint64_t decisions = 0;
    char all[32], own[32];
    for (unsigned i = 0; i < r->options->seats; i++)
        decisions += r->result.seat[i].decisions;
    if (!decisions || r->result.elapsed_us <= 0)
        return;
    fprintf(out,
            tongue("%llu decisions in %s, %.0f per second; the arbiter's work %s each\n",
                   "%llu decisiones en %s, %.0f por segundo; el árbitro: %s cada una\n",
                   "%llu decisões em %s, %.0f por segundo; o árbitro: %s cada uma\n"),
            (unsigned long long)decisions, span_told((double)r->result.elapsed_us, all),
            (double)decisions * 1e6 / (double)r->result.elapsed_us,
            span_told((double)r->result.work_us / (double)decisions, own));
}

/* "fiel-audit FILE", quoted when the shell would part it. */
static void print_replay(const struct report *r, FILE *out)
{
    const char *path = r->options->replay, *quote = strpbrk(path, " '\"\\$&;()*?<>|") ? "'" : "";
    struct stat s;
    char size[32];
    if (stat(path, &s))
        return;
    snprintf(size, sizeof size, "%.1f", (double)s.st_size / 1000);
    fprintf(out, tongue("replay: %s (%s kB%s)\n", "registro: %s (%s kB%s)\n", "registro: %s (%s kB%s)\n"), path,
            language_decimals(size),
            r->complete && r->result.complete ? "" : tongue(", not complete", ", incompleto", ", incompleto"));
    fprintf(out,
            tongue("  fiel-audit %s%s%s   proves it\n  fiel replay %s%s%s   tells it\n",
                   "  fiel-audit %s%s%s   lo demuestra\n  fiel replay %s%s%s   lo cuenta\n",
                   "  fiel-audit %s%s%s   prova\n  fiel replay %s%s%s   conta\n"),
            quote, path, quote, quote, path, quote);
}

void report_table(const struct report *r, FILE *out, bool colour)
{
    const struct match_options *o = r->options;
    char clock[160], tables[32], head[RULES_TEXT + 256];
    snprintf(head, sizeof head,
             o->games == 1 ? tongue("%s, %u game%s, %s", "%s, %u partido%s, %s", "%s, %u jogo%s, %s")
                           : tongue("%s, %u games%s, %s", "%s, %u partidos%s, %s", "%s, %u jogos%s, %s"),
             o->rules_text, o->games, tables_told(o->tables, tables), clock_text(o, clock));
    cell_flow(out, 0, 2, head);
    fputc('\n', out);
    if (r->complete) {
        fputc('\n', out);
        print_seats(r, out, colour);
        fputc('\n', out);
        print_verdict(r, out);
        print_speed(r, out);
    } else {
        fputs(tongue("no result\n", "sin resultado\n", "sem resultado\n"), out);
    }
    print_faults(r, out);
    print_unread(r, out);
    if (o->seed_fixed)
        fputs(tongue("the deal was fixed by --seed: whoever chose it knew every card\n",
                     "las cartas se fijaron con --seed: quien la eligió las conocía todas\n",
                     "as cartas foram fixadas com --seed: quem a escolheu conhecia todas\n"),
              out);
    for (unsigned i = 0; i < options_parties(o); i++)
        if (*r->log[i])
            fprintf(out, tongue("%s printed: %s\n", "%s imprimió: %s\n", "%s imprimiu: %s\n"), o->name[i], r->log[i]);
    print_replay(r, out);
    if (r->complete && *o->match_log && !*r->result.log_error)
        fprintf(out,
                tongue("  fiel-audit log %s   proves that it was not one of several\n",
                       "  fiel-audit log %s   demuestra que no fue una entre varias\n",
                       "  fiel-audit log %s   prova que não foi uma entre várias\n"),
                o->match_log);
}
