/* contest_tell: a tournament's table for people, in their language, on eighty columns. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/cli.h"
#include "base/now.h"
#include "cli/cells.h"
#include "cli/command.h"
#include "cli/language.h"
#include "contest.h"
#include "match/report.h"
#include "tell/tell.h"

enum { TITLE = 200 };

static const char *kind_text(const struct contest *c)
{
    switch (c->plan.kind) {
    case TOURNAMENT_GAUNTLET: return T("gauntlet");
    case TOURNAMENT_SWISS: return T("Swiss system");
    case TOURNAMENT_ROUND_ROBIN:
    case TOURNAMENT_KNOCKOUT: break;
    }
    return T("round robin");
}

/* How long the rest takes, as it looks now; negative: not known. */
static double seconds_left(const struct contest *c)
{
    double played = c->played - (double)c->found;
    return played > 0 ? (c->planned - (double)c->played) * (double)(now_ms() - c->began_ms) / 1000 / played : -1;
}

static void print_head(const struct contest *c, FILE *out)
{
    char games[32];
    fprintf(out, "%s, %s%s: ", kind_text(c), c->wish->words.rules, games_told(c->wish->words.games_a_leg, games));
    fprintf(out, TN("%u of %u pair", "%u of %u pairs", c->planned), c->played, c->planned);
    if (!contest_over(c))
        pair_jobs_left(out, seconds_left(c));
    fputs("\n\n", out);
}

static void print_columns(const struct contest *c, FILE *out)
{
    bool swiss = c->plan.kind == TOURNAMENT_SWISS;
    cell_right(out, 3, "#");
    fprintf(out, "  %-20s", "bot");
    if (swiss)
        cell_right(out, 7, T("points"));
    cell_right(out, 7, T("pairs"));
    cell_right(out, 8, T("score"));
    cell_right(out, 12, "elo");
    cell_right(out, 17, T("points a hand"));
    if (!swiss)
        cell_right(out, 8, T("faults"));
    fputc('\n', out);
}

static void print_row(const struct contest *c, const struct contest_row *r, FILE *out)
{
    char cell[CELL_TEXT];
    bool known = isfinite(r->elo) && isfinite(r->elo_half);
    fprintf(out, "%3u  ", r->place);
    cell_left(out, 20, cell_cut(cell, sizeof cell, c->wish->bot[r->bot].name, 20, "~"));
    if (c->plan.kind == TOURNAMENT_SWISS) {
        snprintf(cell, sizeof cell, "%.1f", r->points);
        cell_right(out, 7, language_decimals(cell));
    }
    fprintf(out, "%7u", r->pairs);
    cell_right(out, 8, isfinite(r->score) ? cell_percent(cell, r->score) : "-");
    snprintf(cell, sizeof cell, known ? "%.0f ± %.0f" : "-", r->elo, r->elo_half);
    cell_right(out, 12, cell);
    known = isfinite(r->per_hand) && isfinite(r->per_hand_half);
    cell_right(out, 17, known ? cell_interval(cell, 3, r->per_hand, r->per_hand_half) : "-");
    if (c->plan.kind != TOURNAMENT_SWISS)
        fprintf(out, "%8" PRIu64, r->use.faults);
    fputc('\n', out);
}

/* Is the bot at this place not yet to be told from the one before? */
static bool together(const struct contest_row *row, uint32_t i)
{
    return i && row[i].band && row[i].band == row[i - 1].band;
}

unsigned contest_print(const struct contest *c, FILE *out, unsigned most)
{
    OWNED struct contest_row *row = calloc(CONTEST_BOTS, sizeof *row);
    unsigned lines = row && contest_table(c, row) ? 3 : 0;
    if (lines > 0) {
        print_head(c, out);
        print_columns(c, out);
        for (uint32_t i = 0; i < c->wish->bots && (!most || lines < most); i++, lines++)
            print_row(c, &row[i], out);
    }
    return lines;
}

/* --- what is told in the end ------------------------------------------------------------------------------------ */

/* "maestro, embustero": all who are not to be told from the next one. */
static void print_bands(const struct contest *c, const struct contest_row *row, FILE *out)
{
    bool any = false;
    for (uint32_t i = 0; i < c->wish->bots && c->plan.kind != TOURNAMENT_SWISS; i++) {
        bool next = i + 1 < c->wish->bots && together(row, i + 1);
        if (!next && !together(row, i))
            continue;
        const char *before = any ? "; " : T("\nToo few pairs to say that the first is stronger (97.5%):\n");
        fprintf(out, "%s%s", together(row, i) ? ", " : before, c->wish->bot[row[i].bot].name);
        any = true;
    }
    if (any)
        fputc('\n', out);
}

/* A fault is kept with the name that its seat had, which is the bot's where each has one seat. */
static void print_faults(const struct contest *c, const struct contest_row *row, FILE *out)
{
    char words[FAULT_NAMED], line[CONTEST_NAME + NAME_TEXT + sizeof words + 64];
    for (uint32_t i = 0; i < c->wish->bots; i++) {
        const struct event_fault *fault = row[i].fault;
        const char *name = c->wish->bot[row[i].bot].name;
        if (!fault)
            continue;
        bool same = !strcmp(fault->by, name);
        snprintf(line, sizeof line, T("%s, the first fault: %s%s%s"), name, same ? "" : fault->by, same ? "" : ": ",
                 event_fault_told(fault, language_spoken(), words));
        fputc('\n', out);
        cell_flow(out, 0, 2, line);
        fputc('\n', out);
    }
}

static void print_notes(const struct contest *c, FILE *out)
{
    if (c->voids)
        fprintf(out, T("\nmatches that this machine had no process or memory for, played again: %u\n"), c->voids);
    if (c->unheld)
        fprintf(out,
                T("\nunheld pairs, in which a bot could know the second leg's cards from the first:\n%u "
                  "(fiel jail-test tells what is missing here)\n"),
                c->unheld);
}

void contest_print_end(const struct contest *c, FILE *out)
{
    struct contest_row *row = calloc(CONTEST_BOTS, sizeof *row);
    char word[COMMAND_SHELL];
    if (row && contest_table(c, row)) {
        print_bands(c, row, out);
        print_faults(c, row, out);
    }
    free(row);
    print_notes(c, out);
    if (!contest_over(c))
        fprintf(out, T("\nnot over: fiel tournament --resume %s goes on\n"), command_shell(c->folder, word));
    else if (!c->wish->no_replays)
        fprintf(out, T("\nrecords: %s\n"), c->folder);
}

void contest_print_meeting(const struct contest *c, uint32_t meeting, FILE *out)
{
    const struct meeting *m = &c->met[meeting];
    char a[32], b[32];
    snprintf(a, sizeof a, "%.4g", m->score);
    snprintf(b, sizeof b, "%.4g", m->played - m->score);
    fprintf(out, TN("%s %s, %s %s in %u pair   (%u of %u)\n", "%s %s, %s %s in %u pairs   (%u of %u)\n", m->played),
            c->wish->bot[m->a].name, language_decimals(a), c->wish->bot[m->b].name, language_decimals(b), m->played,
            c->played, c->planned);
    fflush(out);
}
