/* report: the moving line and the table. */
#include "base/now.h"
#include "cli/cells.h"
#include "cli/command.h"
#include "cli/language.h"
#include "record_lacks.h"
#include "report.h"
#include "seat/life.h"
#include "tell/tell.h"

#include <math.h>
#include <string.h>
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

void report_hear(struct report *r, struct own_words *words, const char *who, bool last)
{
    const char *line;
    while ((line = last ? own_words_last(words) : own_words_next(words)) != NULL) {
        report_clear(r);
        fprintf(stderr, "fiel: %s says: %s\n", who, line);
    }
}

static void draw(struct report *r, const struct control_progress *p)
{
    char who[FIEL_SEATS_MAX * NAME_TEXT];
    unsigned scorers = rules_scorers(&r->options->rules, (int)r->options->seats);
    if (!r->line)
        return;
    fputs("\r", r->line);
    fprintf(r->line, T("%sgame %u of %u, hand %u: "), r->before, p->game, r->options->games, p->hand);
    for (unsigned s = 0; s < scorers; s++)
        fprintf(r->line, "%s%.24s %u", s ? ", " : "", side_names(r->options, s, who), p->games[s]);
    for (unsigned s = 0; s < scorers; s++)
        fprintf(r->line, "%s%u", s ? "-" : T(" games; now "), p->score[s]);
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
        snprintf(text, 32, T(" at %u tables"), tables);
    return text;
}

char *games_told(uint32_t leg_games, char text[32])
{
    *text = '\0';
    if (leg_games > 1)
        snprintf(text, 32, T(", %u games a leg"), leg_games);
    return text;
}

/* Whose score it is. */
static unsigned scorer_of(const struct match_options *o, unsigned seat)
{
    return rules_scorer(&o->rules, (int)o->seats, seat);
}

char *side_names(const struct match_options *o, unsigned side, char text[FIEL_SEATS_MAX * NAME_TEXT])
{
    const char *names[FIEL_SEATS_MAX];
    size_t n = 0;
    for (unsigned i = 0; i < o->seats; i++)
        if (scorer_of(o, i) == side)
            names[n++] = o->name[i];
    return language_list(text, (size_t)FIEL_SEATS_MAX * NAME_TEXT, names, n);
}

char *name_of_party(const struct match_options *o, unsigned party, char text[NAME_TEXT])
{
    snprintf(text, NAME_TEXT, "%s", party < options_parties(o) ? o->name[party] : T("the arbiter"));
    return text;
}

const char *effect_text(enum fault_effect e)
{
    switch (e) {
    case EFFECT_NOTED: return N_("noted");
    case EFFECT_REFUSED: return N_("refused");
    case EFFECT_GAME: return N_("loses the game");
    case EFFECT_MATCH: return N_("loses the match");
    case EFFECT_DEFAULT_ACTION: return N_("the default action was played");
    case EFFECT_VOID: return N_("the match is void");
    case EFFECT_STOPPED: return N_("the match is stopped");
    }
    return "unknown effect";
}

/* The name of a fault is a word of the protocol's, and stays. */
void report_fault(const struct match_options *o, const struct control_fault *f, FILE *out)
{
    char text[FAULT_SAID], who[NAME_TEXT];
    fprintf(out, T("fault of %s: %s: %s: %s\n"), name_of_party(o, f->seat, who), fault_name((enum fault)f->fault),
            fault_told(text, language_spoken(), f->fault, f->a, f->b), T(effect_text((enum fault_effect)f->effect)));
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
    static const char *const heads[COLUMNS] = {
        N_("bot"),    N_("games"), N_("partidas"), N_("points"), N_("points/hand (95%)"),
        N_("faults"), N_("mean"),  N_("longest")
    };
    cells rows[FIEL_SEATS_MAX + 1];
    int widths[COLUMNS] = { 0 };
    unsigned seats = r->options->seats;
    for (int k = 0; k < COLUMNS; k++)
        snprintf(rows[0][k], CELL, "%s", T(heads[k]));
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
                TN("and %u fault more: fiel replay tells them all\n",
                   "and %u faults more: fiel replay tells them all\n", more),
                more);
}

/* A bot that was too late where nobody could see, or not always, whether its process had a processor. */
static void print_unread(const struct report *r, FILE *out)
{
    for (unsigned i = 0; i < r->options->seats; i++) {
        if (r->result.seat[i].timeouts > 0 && r->used[i].waits == LIFE_UNREAD)
            fprintf(
                out,
                T("%s was too late, and whether it waited for a processor could not be read here: nothing was given "
                  "back for that\n"),
                r->options->name[i]);
        if (r->result.seat[i].timeouts > 0 && r->used[i].waits == LIFE_WHILE_ONE)
            fprintf(out,
                    T("%s was too late, and whether it waited for a processor is read without a jail only while it has "
                      "no child process: what it waited with one was not given back\n"),
                    r->options->name[i]);
    }
}

/* Why a match has no result. */
static void print_void(const struct result *result, FILE *out)
{
    bool cancelled = result->outcome == END_CANCELLED ||
                     (result->fault == FAULT_ARBITER && result->fault_a == ARBITER_CANCELLED);
    if (cancelled)
        fputs(T("no result: the match was cancelled and is void\n"), out);
    else if (result->outcome == END_STOPPED)
        fputs(T("no result: a cutter was lost before the match was decided, and no hand is dealt without it\n"), out);
    else
        fprintf(out, T("no result: the match is void by a failure of the arbiter: %s\n"),
                T(arbiter_code_text(result->fault_a)));
}

/* ", 3 games to 2", ", 3 games to 2 and 0": those of `first`, then the others'. */
static void print_games(const struct result *result, unsigned first, FILE *out)
{
    const char *before = T(" to ");
    fprintf(out, TN(", %u game", ", %u games", result->games[first]), result->games[first]);
    for (unsigned s = 0; s < result->scorers; s++) {
        if (s == first)
            continue;
        fprintf(out, "%s%u", before, result->games[s]);
        before = T(" and ");
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
    char names[FIEL_SEATS_MAX * NAME_TEXT];
    unsigned winner = result->winner;
    if (report_void(&r->result)) {
        print_void(result, out);
        return;
    }
    if (winner == result->scorers)
        fputs(T("a draw"), out);
    else
        fprintf(out, is_shared(r->options, winner) ? T("%s win%s") : T("%s wins%s"),
                side_names(r->options, winner, names),
                result->outcome == END_FAULT     ? T(" by a fault")
                : result->outcome == END_STOPPED ? T(", out of reach when a cutter stopped the match")
                                                 : "");
    print_games(result, winner == result->scorers ? 0 : winner, out);
    if (result->games[result->scorers])
        fprintf(out, TN(", %u drawn", ", %u drawn", result->games[result->scorers]), result->games[result->scorers]);
    fprintf(out, TN(", in %u hand%s\n", ", in %u hands%s\n", result->hands), result->hands,
            result->outcome == END_LAST_HAND ? T(", the most that were agreed") : "");
}

static void print_speed(const struct report *r, FILE *out)
{
    uint64_t decisions = 0;
    char all[32], own[32];
    for (unsigned i = 0; i < r->options->seats; i++)
        decisions += r->result.seat[i].decisions;
    if (!decisions || r->result.elapsed_us <= 0)
        return;
    fprintf(out, T("%llu decisions in %s, %.0f per second; the arbiter's work %s each\n"),
            (unsigned long long)decisions, span_told((double)r->result.elapsed_us, all),
            (double)decisions * 1e6 / (double)r->result.elapsed_us,
            span_told((double)r->result.work_us / (double)decisions, own));
}

static void print_replay(const struct report *r, FILE *out)
{
    const char *path = r->options->replay;
    struct stat s;
    char size[32], word[COMMAND_SHELL], beside[CONTROL_PATH + 4], key[COMMAND_SHELL], proof[2 * COMMAND_SHELL + 8];
    if (stat(path, &s))
        return;
    snprintf(size, sizeof size, "%.1f", (double)s.st_size / 1000);
    fprintf(out, T("replay: %s (%s kB%s)\n"), path, language_decimals(size),
            r->complete && r->result.complete ? "" : T(", not complete"));
    snprintf(beside, sizeof beside, "%s.pub", r->options->key);
    bool known = *r->options->key && !access(beside, R_OK);
    snprintf(proof, sizeof proof, "%s%s%s%s", known ? "--key " : "", known ? command_shell(beside, key) : "",
             known ? " " : "", command_shell(path, word));
    fprintf(out, T("  fiel-audit %s   proves it\n  fiel replay %s   tells it\n"), proof, word);
}

static bool at_fault(const struct report *r, unsigned party)
{
    for (unsigned i = 0; i < r->faults; i++)
        if (r->fault[i].seat == party)
            return true;
    return false;
}

void report_table(const struct report *r, FILE *out, bool colour)
{
    const struct match_options *o = r->options;
    char clock[160], tables[32], head[RULES_TEXT + 256], word[COMMAND_SHELL];
    snprintf(head, sizeof head, TN("%s, %u game%s, %s", "%s, %u games%s, %s", o->games), o->rules_text, o->games,
             tables_told(options_beside(o), tables), clock_text(o, clock));
    cell_flow(out, 0, 2, head);
    fputc('\n', out);
    if (r->complete) {
        fputc('\n', out);
        print_seats(r, out, colour);
        fputc('\n', out);
        print_verdict(r, out);
        print_speed(r, out);
    } else {
        fputs(T("no result\n"), out);
    }
    print_faults(r, out);
    print_unread(r, out);
    if (o->seed_fixed)
        fputs(T("the deal was fixed by --seed: the person who chose it knew every card\n"), out);
    for (unsigned i = 0; i < options_parties(o); i++)
        if (*r->log[i])
            fprintf(out, T("%s printed: %s\n"), o->name[i], r->log[i]);
        else if (at_fault(r, i))
            fprintf(out,
                    i >= o->seats || o->bot[i].lines || r->result.seat[i].decisions
                        ? T("%s printed nothing\n")
                        : T("%s printed nothing, and decided nothing: one that plays by lines has lines: before it\n"),
                    o->name[i]);
    print_replay(r, out);
    if (r->complete && *o->match_log && !*r->result.log_error)
        fprintf(out, T("  fiel-audit log %s   proves that it was not one of several in that log\n"),
                command_shell(o->match_log, word));
}
