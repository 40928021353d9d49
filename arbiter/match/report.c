/* report: the moving line and the table. */
#include "base/now.h"
#include "cli/language.h"
#include "report.h"
#include "seat/life.h"

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
    fprintf(r->line, "\r%sgame %u of %u, hand %u: ", r->before, p->game, r->options->games, p->hand);
    for (unsigned s = 0; s < scorers; s++)
        fprintf(r->line, "%s%.24s %u", s ? ", " : "", side_names(r->options, s, who), p->games[s]);
    for (unsigned s = 0; s < scorers; s++)
        fprintf(r->line, "%s%u", s ? "-" : " games; now ", p->score[s]);
    fputs("\033[K", r->line);
    fflush(r->line);
    r->drawn = true;
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
        break;
    case CONTROL_ERROR: snprintf(r->error, sizeof r->error, "%s", f->error.text); break;
    default: break;
    }
}

/* --- words -------------------------------------------------------------------------------------- */

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

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
    snprintf(text, NAME_TEXT, "%s", party < options_parties(o) ? o->name[party] : "the arbiter");
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

static const char *limit_name(uint64_t limit)
{
    switch (limit - 1) {
    case RLIMIT_AS: return "memory, in MiB";
    case RLIMIT_CPU: return "CPU time, in seconds";
    case RLIMIT_FSIZE: return "size of a file, in MiB";
    default: return "a limit of the system";
    }
}

char *fault_sentence(const struct control_fault *f, char text[256])
{
    char reason[160];
    const char *more = "";
    enum fault kind = (enum fault)f->fault;
    fault_text(kind, f->a, f->b, reason, sizeof reason);
    if (kind == FAULT_MALFORMED)
        more = wire_error_text((enum wire_error)f->a);
    if (kind == FAULT_ILLEGAL)
        more = rule_error_text((enum rule_error)f->a);
    if (kind == FAULT_RESOURCES)
        more = limit_name(f->a);
    if (kind == FAULT_ARBITER)
        more = arbiter_code_text(f->a);
    snprintf(text, 256, "%s: %s%s%s", fault_name(kind), reason, *more ? ": " : "", more);
    return text;
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

/* Characters on the screen: bytes that do not continue one. */
static int width(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += (*text & 0xc0) != 0x80;
    return n;
}

static void print_row(FILE *out, cells row, const int widths[COLUMNS], bool bright)
{
    fputs(bright ? "\033[1m" : "", out);
    for (int i = 0; i < COLUMNS; i++) {
        int pad = widths[i] - width(row[i]);
        fprintf(out, i ? "  %*s%s" : "%*s%s", i ? pad : 0, "", row[i]);
        if (!i)
            fprintf(out, "%*s", pad, "");
    }
    fputs(bright ? "\033[0m\n" : "\n", out);
}

static void fill_row(const struct report *r, unsigned seat, cells row)
{
    const struct control_seat_stats *s = &r->result.seat[seat];
    const struct result *result = &r->result.result;
    unsigned side = scorer_of(r->options, seat);
    double mean, half;
    char text[32];
    snprintf(row[0], CELL, "%s", r->options->name[seat]);
    snprintf(row[1], CELL, "%u", result->games[side]);
    snprintf(row[2], CELL, "%u", result->partidas[side]);
    snprintf(row[3], CELL, "%lld", (long long)result->points[side]);
    if (report_per_hand(&r->result, &mean, &half))
        snprintf(row[4], CELL, "%+.3f ± %.3f", side ? -mean : mean, half);
    else
        snprintf(row[4], CELL, "-");
    snprintf(row[5], CELL, "%llu", (unsigned long long)s->faults);
    snprintf(row[6], CELL, "%s", span_text(s->decisions ? (double)s->total_us / (double)s->decisions : 0, text));
    snprintf(row[7], CELL, "%s", span_text((double)s->max_us, text));
}

static void print_seats(const struct report *r, FILE *out, bool colour)
{
    cells rows[SEATS_MAX + 1] = { { "bot", "games", "partidas", "points", "points/hand (95%)", "faults", "mean",
                                    "longest" } };
    int widths[COLUMNS] = { 0 };
    unsigned seats = r->options->seats;
    for (unsigned i = 0; i < seats; i++)
        fill_row(r, i, rows[i + 1]);
    for (unsigned i = 0; i <= seats; i++)
        for (int k = 0; k < COLUMNS; k++)
            if (width(rows[i][k]) > widths[k])
                widths[k] = width(rows[i][k]);
    for (unsigned i = 0; i <= seats; i++)
        print_row(out, rows[i], widths,
                  colour && i && scorer_of(r->options, i - 1) == r->result.result.winner && !report_void(&r->result));
}

static void print_faults(const struct report *r, FILE *out)
{
    char text[256], who[NAME_TEXT];
    unsigned shown = r->faults < TABLE_FAULTS ? r->faults : TABLE_FAULTS, more = r->faults - shown + r->faults_unkept;
    for (unsigned i = 0; i < shown; i++) {
        const struct control_fault *f = &r->fault[i];
        fprintf(out, "fault of %s: %s: %s\n", name_of_party(r->options, f->seat, who), fault_sentence(f, text),
                effect_text((enum fault_effect)f->effect));
    }
    if (more)
        fprintf(out, "and %u fault%s more: fiel replay tells them all\n", more, plural(more));
}

/* Who was too late where nobody could see, or not always, whether its process had a processor. */
static void print_unread(const struct report *r, FILE *out)
{
    static const char *const why[] = {
        [LIFE_UNREAD] = "could not be read here: nothing was given back for that",
        [LIFE_WHILE_ONE] = "is read without a jail only while it has no child process: what it waited with one was not "
                           "given back",
    };
    for (unsigned i = 0; i < r->options->seats; i++) {
        unsigned how = r->used[i].waits;
        if (r->result.seat[i].timeouts > 0 && (how == LIFE_UNREAD || how == LIFE_WHILE_ONE))
            fprintf(out, "%s was too late, and whether it waited for a processor %s\n", r->options->name[i], why[how]);
    }
}

/* Why a match has no result. */
static void print_void(const struct result *result, FILE *out)
{
    bool cancelled = result->outcome == END_CANCELLED ||
                     (result->fault == FAULT_ARBITER && result->fault_a == ARBITER_CANCELLED);
    if (cancelled)
        fputs("no result: the match was cancelled and is void\n", out);
    else if (result->outcome == END_STOPPED)
        fputs("no result: a cutter was lost before the match was decided, and no hand is dealt without it\n", out);
    else
        fprintf(out, "no result: the match is void by a failure of the arbiter: %s\n",
                arbiter_code_text(result->fault_a));
}

/* ", 3 games to 2", ", 3 games to 2 and 0": those of `first`, then the others'. */
static void print_games(const struct result *result, unsigned first, FILE *out)
{
    const char *before = " to ";
    fprintf(out, ", %u game%s", result->games[first], plural(result->games[first]));
    for (unsigned s = 0; s < result->scorers; s++) {
        if (s == first)
            continue;
        fprintf(out, "%s%u", before, result->games[s]);
        before = " and ";
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
        fputs("a draw", out);
    else
        fprintf(out, "%s %s%s", side_names(r->options, winner, names), is_shared(r->options, winner) ? "win" : "wins",
                result->outcome == END_FAULT     ? " by a fault"
                : result->outcome == END_STOPPED ? ", out of reach when a cutter stopped the match"
                                                 : "");
    print_games(result, winner == result->scorers ? 0 : winner, out);
    if (result->games[result->scorers])
        fprintf(out, ", %u drawn", result->games[result->scorers]);
    fprintf(out, ", in %u hand%s%s\n", result->hands, plural(result->hands),
            result->outcome == END_LAST_HAND ? ", the most that were agreed" : "");
}

static void print_speed(const struct report *r, FILE *out)
{
    uint64_t decisions = 0;
    char all[32], own[32];
    for (unsigned i = 0; i < r->options->seats; i++)
        decisions += r->result.seat[i].decisions;
    if (!decisions || r->result.elapsed_us <= 0)
        return;
    fprintf(out, "%llu decisions in %s, %.0f per second; the arbiter's work %s each\n", (unsigned long long)decisions,
            span_text((double)r->result.elapsed_us, all), (double)decisions * 1e6 / (double)r->result.elapsed_us,
            span_text((double)r->result.work_us / (double)decisions, own));
}

/* "fiel-audit FILE", quoted when the shell would part it. */
static void print_replay(const struct report *r, FILE *out)
{
    const char *path = r->options->replay, *quote = strpbrk(path, " '\"\\$&;()*?<>|") ? "'" : "";
    struct stat s;
    if (stat(path, &s))
        return;
    fprintf(out, "replay: %s (%.1f kB%s)\n", path, (double)s.st_size / 1000,
            r->complete && r->result.complete ? "" : ", not complete");
    fprintf(out, "  fiel-audit %s%s%s   proves it\n  fiel replay %s%s%s   tells it\n", quote, path, quote, quote, path,
            quote);
}

void report_table(const struct report *r, FILE *out, bool colour)
{
    const struct match_options *o = r->options;
    char clock[160], tables[32] = "";
    if (o->tables > 1)
        snprintf(tables, sizeof tables, " at %u tables", o->tables);
    fprintf(out, "%s, %u game%s%s, %s\n", o->rules_text, o->games, plural(o->games), tables, clock_text(o, clock));
    if (r->complete) {
        fputc('\n', out);
        print_seats(r, out, colour);
        fputc('\n', out);
        print_verdict(r, out);
        print_speed(r, out);
    } else {
        fputs("no result\n", out);
    }
    print_faults(r, out);
    print_unread(r, out);
    if (o->seed_fixed)
        fputs("the deal was fixed by --seed: whoever chose it knew every card\n", out);
    for (unsigned i = 0; i < options_parties(o); i++)
        if (*r->log[i])
            fprintf(out, "%s printed: %s\n", o->name[i], r->log[i]);
    print_replay(r, out);
    if (r->complete && *o->match_log && !*r->result.log_error)
        fprintf(out, "  fiel-audit log %s   proves that it was not one of several\n", o->match_log);
}
